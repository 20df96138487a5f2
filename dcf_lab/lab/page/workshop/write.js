// Writing a lesson: on the left its chapters and steps, beside them the step at hand, and what the engine says of it.

import { classes, plural, wholeNumber } from "../common/dom.js";
import { OpenFile } from "../common/frame.js";
import { Board } from "../explore/board.js";
import { Viewed } from "../room/telling.js";
import { WriteQuestion } from "./write_question.js";
import { Writer } from "./writer.js";

const WRITE_PANELS = { causes: "What caused what", timelines: "Timelines", log: "What happened", rulings: "Rulings" };
const WRITE_TEXTS = {
  say: ["Say first", "What everybody reads, and you read aloud, before it happens."],
  then: ["Say afterwards", "What it was, and why; told with the answer."],
  notes: ["Notes for whoever presents it", "Nobody else sees them."],
};
const LETTERS_A_ROW = 62;

export function Write({ app, workshop }) {
  workshop.writer ??= new Writer(app.kernel, app.redraw, app);
  const { writer } = workshop;
  useEffect(() => { writer.arrive(workshop.query ?? ""); }, [workshop.query]);
  if (!writer.lesson) return html`<${WriteNothing} app=${app} writer=${writer} />`;
  if (!writer.facts) return html`<section class="write"><p>Opening the lesson …</p></section>`;
  return html`
    <section class="write" aria-label="Write a lesson">
      <${WriteBar} app=${app} writer=${writer} />
      ${writer.bringing && html`<${WriteBringing} writer=${writer} />`}
      <div class="write-columns">
        <${WriteOutline} app=${app} writer=${writer} />
        <${WriteStep} writer=${writer} key=${`${writer.at.chapter} ${writer.at.step}`} />
      </div>
    </section>`;
}

function WriteNothing({ app, writer }) {
  const explored = app.lab.film.end > 0;
  return html`
    <section class="write write-nothing">
      <h2>Write a lesson</h2>
      <p>A lesson is a game that is told in steps, with questions whose answers the engine works out. It begins with a game:</p>
      <ol>
        <li>Open a scenario, or begin a game, and play what you want to show.</li>
        <li>There, choose <b>File › Make this a chapter</b>. What you have played comes here, cut into steps.</li>
        <li>Say something to each step, and ask what the engine offers to ask. It finds the right answer, the wrong ones, and why.</li>
      </ol>
      <p class="buttons">
        ${explored && html`<button class="primary" onClick=${() => writer.begin()}>Begin with “${app.lab.facts.title}”</button>`}
        <a class=${classes("button", !explored && "primary")} ...${app.link("start")}>Choose a scenario</a>
        <${OpenFile} text="Open a lesson file" open=${(e) => writer.openFile(e)} />
      </p>
      <${WriteEarlier} writer=${writer} />
    </section>`;
}

const WriteEarlier = ({ writer }) => writer.earlier.length > 0 && html`
  <details class="write-earlier"><summary>Lessons that you wrote before (${writer.earlier.length})</summary>
    <ul>${writer.earlier.map((one, n) => html`<li key=${n}>
      <button onClick=${() => writer.bringBack(one)}>Bring back “${one.title ?? "a lesson"}”</button></li>`)}</ul></details>`;

function WriteBar({ app, writer }) {
  const wrong = writer.found.problems.length + writer.found.steps.reduce((sum, { mistakes }) =>
    sum + mistakes.filter(({ field }) => field !== "twins").length, 0);
  const judged = wrong ? `${plural(wrong, "mistake")}: it cannot be presented yet.` : "It can be presented.";
  return html`
    <div class="write-bar">
      <p class=${classes("write-state", !writer.looking && (wrong ? "bad" : "good"))} role="status">
        ${writer.looking ? "Looking at it …" : judged}</p>
      <button onClick=${() => writer.undo()} disabled=${writer.before.length === 0}>Undo</button>
      <button onClick=${() => writer.redo()} disabled=${writer.after.length === 0}>Redo</button>
      <button onClick=${() => writer.preview()} disabled=${writer.looking || wrong > 0}
        title="As everybody will read it; there it can be presented and handed out, too">Read it</button>
      <button class="primary" onClick=${() => writer.save()}>Save as a file</button>
      <${OpenFile} text="Open a file" open=${(e) => writer.openFile(e)} />
      <button onClick=${() => writer.close()} title="This one can be brought back">New lesson</button>
      ${writer.unkept && html`<p class="bad">This browser refuses to keep the lesson; save it before you leave.</p>`}
    </div>`;
}

const WriteBringing = ({ writer }) => html`
  <div class="write-bringing" role="alert">
    <p>What you have explored can be another chapter of “${writer.lesson.title}”, or begin a new lesson.</p>
    <button class="primary" onClick=${() => writer.begin(true)}>Add it as a chapter</button>
    <button onClick=${() => writer.begin()}>Begin a new lesson with it</button>
    <button onClick=${() => { writer.bringing = false; writer.redraw(); }}>Neither</button></div>`;

// The whole: what it is called, its chapters, and its steps

function WriteOutline({ app, writer }) {
  const { lesson, found } = writer;
  const whole = found.problems.filter(({ path }) => path[0] !== "chapter" || path.length < 4);
  const own = (key, value) => writer.change((draft) => { draft[key] = value; }, `head ${key}`);
  return html`
    <aside class="write-outline" aria-label="The lesson">
      <label>Title <input class="lesson-title" maxlength="200" value=${lesson.title ?? ""}
        onInput=${(e) => own("title", e.target.value)} /></label>
      <label>What it is about <textarea rows="3" maxlength="1000" value=${lesson.summary ?? ""}
        onInput=${(e) => own("summary", e.target.value)}></textarea></label>
      <label class="minutes">Minutes <input type="number" min="1" max="240" value=${lesson.minutes ?? 25}
        onChange=${(e) => own("minutes", wholeNumber(e.target.value, 1, 240))} /></label>
      ${whole.map(({ text }) => html`<p class="mistake" key=${text}>${text}</p>`)}
      <ol class="write-chapters">${lesson.chapter.map((chapter, n) => html`
        <${WriteChapter} key=${n} writer=${writer} chapter=${chapter} number=${n} />`)}</ol>
      <p class="write-more">Another chapter: <a ...${app.link("start")}>open a scenario</a>, play it, and choose
        ${" "}<b>File › Make this a chapter</b>.</p>
      ${!writer.looking && found.notes.length > 0 && html`
        <ul class="write-notes">${found.notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul>`}
      <${WriteEarlier} writer=${writer} />
      <details class="write-toml"><summary>The file</summary><pre>${found.toml}</pre></details>
    </aside>`;
}

function WriteChapter({ writer, chapter, number }) {
  const rename = (e) => writer.change((draft) => { draft.chapter[number].title = e.target.value; }, `chapter ${number}`);
  const of = chapter.game && writer.known.others[chapter.game] ? ` of ${writer.known.others[chapter.game].game.title}` : "";
  const begins = chapter.continue ? `${of}, which goes on where the last one ended`
    : chapter.scenario ? `${of}, which begins with ${chapter.scenario}` : "";
  return html`
    <li class="write-chapter">
      <p class="begins">Chapter ${number + 1}${begins}</p>
      <div class="chapter-head"><input aria-label=${`Title of chapter ${number + 1}`} maxlength="200" value=${chapter.title ?? ""}
          onInput=${rename} />
        ${writer.lesson.chapter.length > 1 && html`<button class="away" aria-label=${`Remove chapter ${number + 1}`}
          title="Remove this chapter" onClick=${() => writer.removeChapter(number)}>×</button>`}</div>
      <ol>${chapter.step.map((step, n) => {
        const seen = writer.seen(number, n);
        const here = writer.at.chapter === number && writer.at.step === n;
        const wrong = seen?.mistakes.some(({ field }) => field !== "twins");
        return html`<li key=${n}><button class=${classes("to-step", here && "chosen", wrong && "wrong")}
          aria-current=${here ? "step" : undefined} data-step=${`${number + 1}.${n + 1}`} onClick=${() => writer.select(number, n)}>
          <span class="which">${n + 1}</span><span class="what">${stepWords(step, seen)}</span>
          ${step.ask && html`<span class="asks" title="It asks something">?</span>`}
          ${wrong && html`<span class="asks" title="Something is wrong">!</span>`}</button></li>`;
      })}</ol>
    </li>`;
}

const stepWords = (step, seen) => (step.do?.length ? (seen?.answers.length ? seen.answers : step.do).join(", ") : "")
  || step.say?.slice(0, 60) || seen?.question?.text || "A step in which nothing is done";

// The step at hand

function WriteStep({ writer }) {
  const { step, at, lesson } = writer;
  const steps = lesson.chapter[at.chapter].step;
  const seen = writer.seen(at.chapter, at.step);
  const mistakes = (field) => (seen?.mistakes ?? []).filter((one) => one.field === field)
    .map(({ text }) => html`<p class="mistake" key=${text}>${text}</p>`);
  return html`
    <article class="write-step" aria-label=${`Step ${at.step + 1}`}>
      <header><h2>Chapter ${at.chapter + 1}, step ${at.step + 1} of ${steps.length}</h2>
        <button aria-pressed=${String(writer.showsTable)} onClick=${() => writer.turnTable()}>Show the table</button>
        <button onClick=${() => writer.addStep()}
          title="To say or ask something more about what has just been seen">Add a step after it</button>
        ${at.step + 1 < steps.length && html`<button onClick=${() => writer.join()}>Join with the next</button>`}
        ${at.step > 0 && html`<button onClick=${() => writer.chapterFromHere()}>New chapter from here</button>`}
        <button onClick=${() => writer.removeStep()} title="Its answers go to the next step">Remove it</button></header>
      ${writer.showsTable && html`<${WriteTable} writer=${writer} />`}
      <div class="write-halves">
        <div class="write-half">
          <${WriteProse} writer=${writer} field="say" />${mistakes("say")}
          <${WriteLook} writer=${writer} />${mistakes("look")}
          <section class="write-done"><h3>Then this is done ${seen?.asked && html`<span class="hint">${seen.asked}</span>`}</h3>
            ${step.do?.length ? html`<ol>${step.do.map((answer, n) => html`<li key=${n}><span>${seen?.answers[n] ?? answer}</span>
              ${n + 1 < step.do.length && html`<button onClick=${() => writer.split(n + 1)}>Split here</button>`}</li>`)}</ol>`
              : html`<p class="hint">Nothing: it is about what has just been seen.</p>`}
            ${mistakes("do")}${mistakes("stop")}${mistakes("expect")}
            ${seen?.events.length > 0 && html`<details><summary>What comes of it (${seen.events.length})</summary>
              <ul>${seen.events.map((text, n) => html`<li key=${n}>${text}</li>`)}</ul></details>`}
          </section>
          <${WriteProse} writer=${writer} field="then" />${mistakes("then")}
          <label class="write-panel">Open beside it
            <select value=${step.panel ?? ""} onChange=${(e) => writer.set("panel", e.target.value)}><option value="">nothing</option>
              ${Object.entries(WRITE_PANELS).map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}
            </select></label>
          <${WriteProse} writer=${writer} field="notes" />${mistakes("notes")}
        </div>
        <div class="write-half"><${WriteQuestion} writer=${writer} seen=${seen} mistakes=${mistakes} /></div>
      </div>
    </article>`;
}

function WriteTable({ writer }) {
  const { stage, table } = writer;
  if (table?.course !== writer.course) return html`<p class="hint" role="status">The table is laid …</p>`;
  if (!table.film) return html`<p class="hint">This step cannot be shown here: it cannot be played, or the game is too long.</p>`;
  const moments = { "Before it": table.before, "After it": table.after };
  return html`
    <section class="write-table" aria-label="The table">
      <div class="moving-board"><${Board} lab=${stage} /></div>
      <p class="buttons">${Object.entries(moments).map(([title, moment]) => html`<button key=${title}
        aria-pressed=${String(stage.moment === moment)} onClick=${() => stage.goTo(moment)}>${title}</button>`)}
        <input type="range" min=${table.before} max=${table.after} value=${stage.moment} aria-label="Moment of the step"
          onInput=${(e) => stage.goTo(Number(e.target.value))} />
        <span class="hint">${stage.event?.plain ?? stage.event?.text}</span></p>
      <${Viewed} stage=${stage} />
    </section>`;
}

// A text in which cards and rules are named by menus: {batman}, [DCF-R082].
function WriteProse({ writer, field }) {
  const area = useRef(null);
  const text = writer.step[field] ?? "";
  const [title, hint] = WRITE_TEXTS[field];
  const insert = (e) => {
    const word = e.target.value;
    e.target.value = "";
    if (!word) return;
    const at = area.current.selectionEnd ?? text.length;
    const before = text.slice(0, at);
    writer.set(field, `${before}${before && !/\s$/.test(before) ? " " : ""}${word}${text.slice(at)}`);
    area.current.focus();
  };
  const rows = Math.ceil(text.length / LETTERS_A_ROW) + text.split("\n").length - 1;
  return html`
    <section class="write-prose"><label><b>${title}</b> <span class="hint">${hint}</span>
      <textarea ref=${area} data-field=${field} rows=${Math.min(9, Math.max(2, rows))} maxlength="4000" value=${text}
        onInput=${(e) => writer.set(field, e.target.value, field)}></textarea></label>
      <p class="inserts"><${CardMenu} writer=${writer} title="Name a card" onChange=${insert} wrap=${(id) => `{${id}}`} />
        <${RuleMenu} writer=${writer} title="Cite a rule" onChange=${insert} wrap=${(id) => `[${id}]`} /></p></section>`;
}

// The cards of the step first, then all.
function CardMenu({ writer, title, onChange, wrap = (id) => id, without = [] }) {
  const words = JSON.stringify([writer.step.look, writer.step.do, writer.lesson.table]).match(/\w+/g) ?? [];
  const near = new Set(words.filter((id) => Object.hasOwn(writer.facts.cards, id)));
  const all = Object.keys(writer.facts.cards).filter((id) => !without.includes(id))
    .sort((a, b) => writer.facts.cards[a].name.localeCompare(writer.facts.cards[b].name));
  const shown = (ids) => ids.map((id) => html`<option key=${id} value=${wrap(id)}>${writer.facts.cards[id].name}</option>`);
  return html`<select aria-label=${title} value="" onChange=${onChange}><option value="">${title} …</option>
    <optgroup label="In this lesson">${shown(all.filter((id) => near.has(id)))}</optgroup>
    <optgroup label="All cards">${shown(all.filter((id) => !near.has(id)))}</optgroup></select>`;
}

function RuleMenu({ writer, title, onChange, wrap = (id) => id, without = [] }) {
  const { rules } = writer.facts;
  const near = new Set([...(writer.offered?.rules ?? []), ...(writer.seen(writer.at.chapter, writer.at.step)?.question?.about ?? [])]);
  const shown = (ids) => ids.map((id) => html`<option key=${id} value=${wrap(id)}>${id}: ${rules[id].name}</option>`);
  const all = Object.keys(rules).filter((id) => !without.includes(id));
  return html`<select aria-label=${title} value="" onChange=${onChange}><option value="">${title} …</option>
    <optgroup label="Behind this step">${shown(all.filter((id) => near.has(id)))}</optgroup>
    <optgroup label="All rules">${shown(all.filter((id) => !near.has(id)))}</optgroup></select>`;
}

function WriteLook({ writer }) {
  const look = writer.step.look ?? [];
  return html`
    <section class="write-look"><h3>Cards to look at</h3>
      ${look.map((id) => html`<span class="looked" key=${id}>${writer.cards.name(id)}
        <button class="away" aria-label=${`Take ${writer.cards.name(id)} away`}
          onClick=${() => writer.set("look", look.filter((one) => one !== id))}>×</button></span>`)}
      ${look.length < 12 && html`<${CardMenu} writer=${writer} title="Show a card" without=${look}
        onChange=${(e) => e.target.value && writer.set("look", [...look, e.target.value])} />`}</section>`;
}
