// Reading a lesson at one's own pace: the film is held at each question until it is answered, and then tells why.

import { classes, parsed, plural, recall, remember, scrollerOf } from "../common/dom.js";
import { ruleLink } from "../common/rules.js";
import { Board } from "../explore/board.js";
import { Causes } from "../explore/graph.js";
import { Timelines } from "../explore/timelines.js";
import { Stage } from "../room/stage.js";
import { Explanation, Form, GameName, Look, Prose, Viewed, isComplete, isRight, reasonsFor, rightWords, saidWords,
} from "../room/telling.js";

const READ_PANELS = { log: "What happened", causes: "What caused what", timelines: "Timelines" };
const TOLD = "told"; // instead of an answer: somebody wanted to be told
const PLAY_STEP = 1300; // milliseconds

export class Reader {
  constructor(workshop) {
    const { app } = workshop;
    Object.assign(this, { workshop, app, redraw: workshop.redraw });
    this.stage = new Stage(this.redraw);
    Object.assign(this.stage, { hideFuture: true, kernel: this });
    this.stage.app = { frame: null, get element() { return app.element; }, notice: (...said) => app.notice(...said) };
    Object.defineProperty(this.stage, "theme", { get: () => app.lab.theme });
    this.lesson = this.step = null;
    this.panel = "log";
    this.chosen = [];
  }

  // What the board's neighbours would ask the lab for; a step comes with all of it.
  async ask(message) {
    if (message.do === "plotly") return this.workshop.kernel.ask(message);
    if (message.do !== "causes") return [];
    const { event, way } = message;
    const { events } = this.stage.film;
    const found = way === "why" ? events[event].why : events.filter(({ why }) => why.includes(event)).map(({ id }) => id);
    return [{ show: "causes", event, way, events: found }];
  }

  // How far somebody has come is kept by the browser alone.

  progressOf(name) {
    const kept = parsed(recall(localStorage, `dcf_lab.lesson.${name}`));
    return { said: kept?.said ?? {}, at: kept?.at ?? { chapter: 0, step: 0 }, of: kept?.of ?? 0 };
  }

  keep() {
    const { lesson, step } = this;
    const { chapter, step: number } = step.at;
    const of = lesson.chapters.flatMap(({ steps }) => steps).filter(Boolean).length;
    const note = { said: lesson.said, at: { chapter, step: number }, of };
    remember(localStorage, `dcf_lab.lesson.${lesson.name}`, JSON.stringify(note));
  }

  opened(message) {
    this.lesson = message;
    this.step = this.score = null;
    this.stage.learn({ players: [], ...message.facts });
    const { at } = this.progressOf(message.name);
    this.go(this.mayGo(at.chapter, at.step) ? at : { chapter: 0, step: 0 });
  }

  shown(message) {
    const { stage, lesson } = this;
    const before = this.step;
    this.stop();
    this.step = message;
    if (message.said !== null) lesson.said[message.ask.id] = message.said;
    this.chosen = [];
    stage.viewed = stage.viewedPile = null;
    const same = before && JSON.stringify(before.at) === JSON.stringify(message.at);
    stage.take(message.film, message.moment);
    for (const figure of message.figures) stage.film.figures.set(`${figure.what} ${figure.by}`, figure);
    if (message.panel in READ_PANELS) this.panel = message.panel;
    this.arrived = !same;
    this.keep();
    this.redraw();
    if (this.isLast && !this.isOpen) this.workshop.kernel.ask({ page: "workshop", do: "score" });
  }

  // Where one may go: what is open would be told by what follows it.
  mayGo(chapter, step) {
    const { chapters, said } = this.lesson;
    if (!chapters[chapter] || step >= chapters[chapter].steps.length) return false;
    let first = chapter;
    while (chapters[first].continues) first--;
    const before = [...chapters.slice(first, chapter).flatMap(({ steps }) => steps), ...chapters[chapter].steps.slice(0, step)];
    return before.every((question) => question === null || question in said);
  }

  go({ chapter, step, twin = null }) {
    return this.workshop.kernel.ask({ page: "workshop", do: "step", chapter, step, twin });
  }

  get isOpen() {
    return Boolean(this.step.ask) && this.step.said === null;
  }

  get isLast() {
    const { at } = this.step;
    const { chapters } = this.lesson;
    return at.twin === null && at.chapter === chapters.length - 1 && at.step === chapters[at.chapter].steps.length - 1;
  }

  move(by) {
    const { at: { chapter, step, twin } } = this.step;
    if (twin !== null) return this.go({ chapter, step });
    const { chapters } = this.lesson;
    if (chapters[chapter].steps[step + by] !== undefined) return this.go({ chapter, step: step + by });
    const next = chapters[chapter + by];
    return next && this.go({ chapter: chapter + by, step: by > 0 ? 0 : next.steps.length - 1 });
  }

  predict(said = null) {
    const { ask, at: { chapter, step, twin } } = this.step;
    const mine = ask.form === "order" && this.chosen.length === 0 ? ask.options.map(({ key }) => key) : this.chosen;
    return this.workshop.kernel.ask({ page: "workshop", do: "predict", chapter, step, twin, said: said ?? mine });
  }

  again() {
    this.lesson.said = {};
    this.score = null;
    return this.workshop.kernel.ask({ page: "workshop", do: "again" });
  }

  // The film

  look(moment) {
    this.stop();
    this.stage.goTo(moment);
  }

  play() {
    if (this.playing) return this.stop();
    const { stage, step } = this;
    if (stage.moment >= stage.film.end) stage.goTo(step.start);
    this.playing = setInterval(() => {
      stage.goTo(stage.film.next(stage.moment, "step"));
      if (stage.moment >= stage.film.end) this.stop();
    }, PLAY_STEP);
    return this.redraw();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.redraw();
  }

  // A number can be typed, too.
  typed(key) {
    const [text = ""] = this.chosen;
    if (/^\d$/.test(key)) this.chosen = [(text + key).replace(/^0+(?=\d)/, "").slice(0, 4)];
    else if (key === "Backspace") this.chosen = text.length > 1 ? [text.slice(0, -1)] : [];
    else return false;
    this.redraw();
    return true;
  }

  // True if the key was for the film; one that is typed or pressed elsewhere is not.
  pressKey(event) {
    if (!this.step || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { stage } = this;
    if (event.key === "Escape" && (stage.viewed || stage.viewedPile)) {
      stage.close();
      return true;
    }
    if (event.target.closest("input, select, textarea")) return false;
    if (this.isOpen && this.step.ask.form === "number" && this.typed(event.key)) return true;
    if (!["ArrowRight", "ArrowLeft"].includes(event.key)) return false;
    this.look(event.key === "ArrowRight" ? stage.film.next(stage.moment, "step") : stage.film.previous(stage.moment, "step"));
    return true;
  }
}

export function LessonRead({ workshop }) {
  const { reader } = workshop;
  const { lesson, step, stage } = reader;
  const top = useRef(null);
  useLayoutEffect(() => {
    if (!reader.arrived || !top.current) return;
    reader.arrived = false;
    top.current.scrollTop = 0;
    if (reader.app.served) scrollerOf(top.current.parentElement).scrollTop = 0;
  });
  if (!step) return html`<p class="opening" role="status">Opening the lesson …</p>`;
  const { chapter, twin } = step.at;
  return html`
    <div class=${classes("lesson-page", reader.isOpen && "is-open")}>
      <section class="telling" ref=${top} aria-label="The lesson">
        <${Chapters} reader=${reader} />
        <h2>${twin === null ? lesson.chapters[chapter].title : "The same with other cards"}<${GameName} stage=${stage} /></h2>
        <div class="say"><${Prose} parts=${step.say} stage=${stage} /></div>
        ${step.ask && html`<${AskedAlone} reader=${reader} />`}
        ${step.then?.length > 0 && html`<div class="then"><${Prose} parts=${step.then} stage=${stage} /></div>`}
        <${Walk} reader=${reader} />
        ${reader.score && reader.isLast && !reader.isOpen && html`<${LessonScore} reader=${reader} />`}
      </section>
      <section class="seen" aria-label="The table and the film">
        <div class="moving-board"><${Board} lab=${stage} /></div>
        <${FilmSteps} reader=${reader} />
        ${step.look.length > 0 && html`<section class="looked-at" aria-label="Cards"><${Look} ids=${step.look} stage=${stage} /></section>`}
        <${Panels} reader=${reader} />
      </section>
      <${Viewed} stage=${stage} />
      <${ViewedPile} stage=${stage} />
    </div>
  `;
}

// What lies in an area of the table, to be read card by card.
function ViewedPile({ stage }) {
  const { viewedPile, film, cards } = stage;
  if (!viewedPile || stage.viewed) return null;
  const inside = film.table.zones[viewedPile.zone];
  return html`<div class="viewed" role="dialog" aria-label=${viewedPile.name} onClick=${() => stage.close()}>
    <div class="face-large" onClick=${(event) => event.stopPropagation()}><h3>${viewedPile.name}</h3>
      ${Array.isArray(inside)
        ? html`<div class="pile-cards">${inside.map((id) => html`
          <button key=${id} onClick=${() => stage.view(id)}>${cards.name(id)}</button>`)}</div>`
        : html`<p>These cards are not to be seen.</p>`}
      <button class="primary" onClick=${() => stage.close()}>Close</button></div></div>`;
}

function Chapters({ reader }) {
  const { lesson, step: { at } } = reader;
  const steps = lesson.chapters[at.chapter].steps.length;
  const done = ({ steps: questions }) => questions.every((question) => question === null || question in lesson.said);
  return html`
    <nav class="chapters" aria-label="Chapters"><ol>${lesson.chapters.map((one, n) => html`
      <li key=${n}><button aria-current=${n === at.chapter ? "step" : undefined} title=${one.title} aria-label=${`${n + 1}. ${one.title}`}
        class=${classes(done(one) && "done-with")} disabled=${!reader.mayGo(n, 0)}
        onClick=${() => reader.go({ chapter: n, step: 0 })}>${n + 1}</button></li>`)}</ol>
      <span class="of">${at.twin === null ? `Step ${at.step + 1} of ${steps}` : "Practice"}</span></nav>`;
}

function AskedAlone({ reader }) {
  const { step: { ask, said, revealed }, stage, chosen } = reader;
  if (said === null) {
    return html`<section class="question" aria-label="The question"><h3>${ask.text}</h3>
      <${Form} ask=${ask} said=${chosen} stage=${stage} choose=${(one) => { reader.chosen = one; reader.redraw(); }} />
      <p class="sending"><button class="primary send" disabled=${!isComplete(ask, chosen)} onClick=${() => reader.predict()}>
        That is my answer</button>
        <button class="tell-me" onClick=${() => reader.predict(TOLD)}>Tell me</button></p></section>`;
  }
  const wasTold = said === TOLD;
  const right = wasTold ? null : isRight(revealed, ask, said);
  return html`<section class=${classes("revealed", right === false && "was-wrong", right && "was-right")} role="status">
    <h3>${ask.text}</h3>
    <p class="verdict"><b>${rightWords(revealed, ask)}</b>
      ${!wasTold && html` You said ${saidWords(ask, said)}${right ? ": right." : "."}`}</p>
    ${!wasTold && html`<ul class="reasons">${reasonsFor(revealed, ask, said).map((one) => html`
      <li key=${one.key}><b>${one.said}</b> ${one.text}</li>`)}</ul>`}
    <${Explanation} revealed=${revealed} stage=${stage} goTo=${(moment) => reader.look(moment)} />
  </section>`;
}

// On, back, and aside to the same question with other cards.
function Walk({ reader }) {
  const { step: { at, twins }, isOpen, isLast } = reader;
  const practise = at.twin === null ? { from: 0, many: twins } : { from: at.twin + 1, many: reader.twins ?? 0 };
  if (at.twin === null) reader.twins = twins;
  return html`
    <nav class="walk" aria-label="Through the lesson">
      <button onClick=${() => reader.move(-1)} disabled=${at.twin === null && at.chapter + at.step === 0}>
        ${at.twin === null ? "‹ Back" : "‹ Back to the lesson"}</button>
      ${at.twin === null && !isLast && html`<button class="primary" disabled=${isOpen} onClick=${() => reader.move(1)}>Next ›</button>`}
      ${!isOpen && practise.from < practise.many && html`
        <button class="practise" onClick=${() => reader.go({ ...at, twin: practise.from })}>Practise it with other cards</button>`}
    </nav>`;
}

function FilmSteps({ reader }) {
  const { stage, stage: { film, moment } } = reader;
  return html`
    <div class="film-steps">
      <button onClick=${() => reader.look(film.previous(moment, "step"))} disabled=${moment === 0}>‹ step</button>
      <button onClick=${() => reader.look(film.next(moment, "step"))} disabled=${moment >= film.end}>step ›</button>
      <button class="play" aria-pressed=${String(Boolean(reader.playing))} disabled=${film.end === 0}
        onClick=${() => reader.play()}>${reader.playing ? "Stop" : "Play"}</button>
      <input type="range" min="0" max=${film.end} value=${moment} aria-label="Moment of the film"
        aria-valuetext=${stage.event?.text ?? "The beginning"} onInput=${(e) => reader.look(Number(e.target.value))} />
      <p class="happens" aria-live="polite">${stage.event?.plain ?? stage.event?.text ?? "The beginning"}</p>
    </div>`;
}

function Panels({ reader }) {
  const { stage, panel } = reader;
  const events = stage.film.events.filter((event) => !event.bookkeeping && event.kind !== "window");
  return html`
    <section class="panels" aria-label="More about it">
      <div class="panel-names" role="group" aria-label="What to see">${Object.entries(READ_PANELS).map(([name, title]) => html`
        <button key=${name} aria-pressed=${String(panel === name)}
          onClick=${() => { reader.panel = name; reader.redraw(); }}>${title}</button>`)}</div>
      <div class=${classes("panel-shown", panel)} tabindex="0" role="region" aria-label=${READ_PANELS[panel]}>
        ${panel === "log" && html`<ol class="happened">${events.map((event) => html`
          <li key=${event.id} aria-current=${event.id + 1 === stage.moment ? "step" : undefined}>
            <button class="in-text" onClick=${() => reader.look(event.id + 1)}>${event.text}</button></li>`)}</ol>`}
        ${panel === "causes" && html`<${Causes} lab=${stage} />`}
        ${panel === "timelines" && html`<${Timelines} lab=${stage} />`}
      </div>
    </section>`;
}

function LessonScore({ reader }) {
  const { score: { asked, answered }, lesson, app, stage } = reader;
  const wrong = answered.filter(({ right }) => !right);
  const rules = [...new Set(wrong.flatMap(({ about }) => about))];
  const practice = wrong.filter(({ twins }) => twins > 0);
  const link = (id) => (ruleLink(app, id) ? { ...ruleLink(app, id) } : {});
  return html`
    <section class="lesson-score" aria-label="How it went">
      <h3>${answered.length - wrong.length} of ${plural(asked, "question")} right</h3>
      ${answered.length < asked && html`<p>${plural(asked - answered.length, "question")} in other chapters not answered yet.</p>`}
      ${rules.length > 0 && html`<h4>To look at again</h4><ul class="about">${rules.map((id) => html`
        <li key=${id}><a ...${link(id)}><b>${stage.ruleOf(id)?.name ?? id}</b></a> ${stage.ruleOf(id)?.text}</li>`)}</ul>`}
      ${practice.length > 0 && html`<p>${practice.map(({ chapter, step }) => html`
        <button key=${`${chapter} ${step}`} onClick=${() => reader.go({ chapter, step, twin: 0 })}>
          Practise: ${lesson.chapters[chapter].title}</button> `)}</p>`}
      <button onClick=${() => reader.again()}>From the beginning</button>
    </section>`;
}
