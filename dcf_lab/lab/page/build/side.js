// What is beside the table: the problems, where in the round it is, who plays, the rulings, the prose, what holds for a while, the file.

import { capital, classes, plural, wholeNumber } from "../common/dom.js";
import { hasWords, rulingText, searchWords } from "../common/words.js";
import { FactField, LastingField, isLasting } from "./fields.js";
import { BuildPuzzle } from "./puzzle.js";

const MOST_RULINGS = 20;

export function BuildSide({ builder }) {
  const puzzle = typeof builder.draft.goal === "object"; // then it is the first thing that one works at
  return html`
    <aside class="build-side" aria-label="Problems and settings">
      <${Problems} builder=${builder} />
      ${puzzle && html`<${BuildPuzzle} builder=${builder} />`}
      <${RoundSettings} builder=${builder} />
      ${!puzzle && html`<${BuildPuzzle} builder=${builder} />`}
      <${GameSettings} builder=${builder} />
      <${PuzzleProse} builder=${builder} />
      ${Object.entries(builder.form.facts).filter(([, rule]) => isLasting(rule) && Object.keys(builder.facts.effects).length > 0)
        .map(([word, rule]) => html`<${LastingField} key=${word} builder=${builder} word=${word} rule=${rule} />`)}
      <details class="build-panel toml"><summary>The scenario file</summary>
        <pre tabindex="0" aria-label="The scenario file">${builder.found.toml}</pre></details>
    </aside>
  `;
}

function Problems({ builder }) {
  const { problems, odd, film } = builder.found;
  const kept = odd.filter((one) => !one.usual && builder.kept.has(builder.oddKey(one)));
  const usual = odd.filter((one) => one.usual);
  const open = unkeptOdd(builder);
  const asked = film?.decisions.at(-1);
  const state = problems.length > 0
    ? `${plural(problems.length, "problem")}: this position cannot be played`
    : open.length > 0 ? `Playable, but ${plural(open.length, "thing is", "things are")} odd` : "This position can be played";
  const item = (one, kind) => html`
    <li key=${`${kind} ${one.key ?? ""} ${one.path.join("/")} ${one.text}`} class=${kind} data-problem=${kind}>
      <p>${one.text}</p>
      <span class="buttons"><button class="set-small" aria-label=${`Show: ${one.text}`} onClick=${() => showPath(one.path)}>Show</button>
        ${kind === "odd" && html`
          <button class="set-small" aria-label=${`Keep it anyway: ${one.text}`}
            onClick=${() => builder.keepOdd(one, true)}>Keep it anyway</button>`}
        ${kind === "kept" && html`
          <button class="set-small" aria-label=${`No longer keep: ${one.text}`}
            onClick=${() => builder.keepOdd(one, false)}>Do not keep it</button>`}</span></li>`;
  return html`
    <section class=${classes("build-panel problems", problems.length > 0 ? "impossible" : open.length > 0 ? "strange" : "fine")}
      aria-label="Problems" data-path="problems" tabindex="-1" aria-busy=${builder.checking ? "true" : undefined}>
      <h2><span role="status">${stateSign(builder)} ${state}</span></h2>
      ${problems.length > 0 && html`<ul class="problem-list">${problems.map((one) => item(one, "impossible"))}</ul>`}
      ${open.length > 0 && html`<ul class="odd-list">${open.map((one) => item(one, "odd"))}</ul>`}
      ${kept.length > 0 && html`
        <details class="kept-list"><summary>Odd, and kept anyway: ${kept.length}</summary>
          <ul>${kept.map((one) => item(one, "kept"))}</ul></details>`}
      ${usual.length > 0 && html`
        <details class="kept-list usual-list"><summary>As in every new position: ${usual.length}</summary>
          <ul>${usual.map((one) => item(one, "usual"))}</ul></details>`}
      ${problems.length === 0 && asked && html`
        <p class="source">First question: ${capital(builder.form.game.name(asked.player))}, ${asked.question}.</p>`}
    </section>
  `;
}

export const unkeptOdd = (builder) => builder.found.odd.filter((one) => !one.usual && !builder.kept.has(builder.oddKey(one)));

export const stateSign = (builder) => (builder.found.problems.length > 0 ? "✗" : unkeptOdd(builder).length > 0 ? "!" : "✓");

// Scroll to what a problem speaks of, and focus it.
export function showPath(path) {
  for (let length = path.length; length > 0; length--) {
    const found = document.querySelector(`.build [data-path="${CSS.escape(path.slice(0, length).join("/"))}"]`);
    if (!found) continue;
    found.closest("details")?.setAttribute("open", "");
    const inside = found.matches("input, select, textarea, button, [tabindex]")
      ? found
      : (found.querySelector("[data-card], input, select, button") ?? found);
    found.scrollIntoView({ block: "center" });
    inside.focus({ preventScroll: true });
    found.classList.add("shown-now");
    setTimeout(() => found.classList.remove("shown-now"), 1600);
    return;
  }
}

function RoundSettings({ builder }) {
  const facts = Object.entries(builder.form.facts).filter(([, rule]) => !isLasting(rule));
  if (facts.length === 0) return null;
  return html`
    <section class="build-panel" aria-label="Where in the round">
      <h2>Where in the round</h2>
      ${facts.map(([word, rule]) => html`<${FactField} key=${word} builder=${builder} word=${word} rule=${rule} />`)}
    </section>
  `;
}

function GameSettings({ builder }) {
  const { draft, facts, form } = builder;
  const [words, setWords] = useState("");
  const readings = draft.rulings ?? {};
  const wanted = searchWords(words);
  const open = facts.rulings.filter((ruling) => Object.keys(ruling.readings).length > 1);
  const hits = wanted.length
    ? open.filter((ruling) => hasWords(rulingText(ruling), wanted) && readings[ruling.key] === undefined)
    : [];
  const said = Object.keys(readings).map((key) =>
    facts.rulings.find((ruling) => ruling.key === key) ?? { key, issue: key, readings: { [readings[key]]: "" } });
  const { seatings } = form.game;
  const read = (ruling, reading) => builder.change((now) => {
    now.rulings = { ...(now.rulings ?? {}), [ruling.key]: reading };
    if (reading === ruling.default || reading === "") delete now.rulings[ruling.key];
    return `${ruling.issue} Reading ${reading || ruling.default}.`;
  });
  const row = (ruling) => html`<li key=${ruling.key} data-path=${`rulings/${ruling.key}`}><p>${ruling.issue}</p>
    <select aria-label=${`Reading: ${ruling.issue}`} data-ruling=${ruling.key} value=${readings[ruling.key] ?? ruling.default}
      onChange=${(e) => read(ruling, e.target.value)}>
      ${Object.entries(ruling.readings)
        .map(([letter, what]) => html`
          <option key=${letter} value=${letter}>${letter}: ${what}${letter === ruling.default ? " (default)" : ""}</option>`)}</select>
    ${readings[ruling.key] !== undefined && html`
      <button class="set-small" aria-label=${`Default reading: ${ruling.issue}`} onClick=${() => read(ruling, "")}>Default</button>`}</li>`;
  return html`
    <section class="build-panel" aria-label="Players, chance and rulings">
      <h2>Players, chance, rulings</h2>
      ${Object.keys(facts.games).length > 1 && html`
        <label>Game <select data-path="game" value=${form.game.id}
          onChange=${(e) => builder.app.go(e, "build", `?game=${encodeURIComponent(e.target.value)}`)}>
          ${Object.entries(facts.games).map(([game, title]) => html`<option key=${game} value=${game}>${title}</option>`)}
          </select></label>`}
      <label>Players <select data-path="seating" value=${draft.seating}
        onChange=${(e) => builder.change((now) => form.seatPlayers(now, e.target.value))}>
        ${Object.keys(seatings).map((one) => html`<option key=${one} value=${one}>${seatingName(form, one)}</option>`)}</select></label>
      <label>Seed of chance <input type="number" data-path="seed" min="0" max="9007199254740991" value=${draft.seed ?? 0}
        onInput=${(e) => builder.change((now) => { now.seed = wholeNumber(e.target.value, 0, Number.MAX_SAFE_INTEGER); }, "seed")} />
        </label>
      ${said.length > 0 && html`<ul class="ruling-rows">${said.map(row)}</ul>`}
      <label>Another ruling <input type="search" value=${words} maxlength="80" placeholder="words of it, or a rule"
        onInput=${(e) => setWords(e.target.value)} /></label>
      ${wanted.length > 0 && html`
        <p class="source" role="status">
          ${hits.length === 0
            ? "No other ruling speaks of that."
            : `${plural(hits.length, "ruling")}${hits.length > MOST_RULINGS ? `, the first ${MOST_RULINGS} shown` : ""}`}</p>
        <ul class="ruling-rows">${hits.slice(0, MOST_RULINGS).map(row)}</ul>`}
    </section>
  `;
}

// "2 players"; where there are several ways for so many, who they are.
export function seatingName(form, seating) {
  const players = Object.values(form.game.seatings[seating]).flat();
  const asMany = Object.values(form.game.seatings).filter((other) => Object.values(other).flat().length === players.length);
  const names = players.map((player) => form.game.name(player));
  return asMany.length > 1 ? `${players.length}: ${names.join(", ")}` : plural(players.length, "player");
}

function PuzzleProse({ builder }) {
  const { draft } = builder;
  const set = (key) => (e) =>
    builder.change((now) => { now[key] = e.target.value; if (["goal", "point"].includes(key) && !e.target.value) delete now[key]; }, key);
  const parts = [draft.script?.length && plural(draft.script.length, "step of a script", "steps of a script"),
    draft.variant?.length && plural(draft.variant.length, "variant"),
    draft.packs?.length && `the packs ${draft.packs.join(", ")}`].filter(Boolean);
  return html`
    <section class="build-panel" aria-label="What is told about it">
      <h2>What is told about it</h2>
      <label>Summary <textarea data-path="summary" rows="3" maxlength="4000" value=${draft.summary ?? ""}
        onInput=${set("summary")}></textarea></label>
      ${typeof draft.goal === "object" && html`
        <label>The point, told when it is solved <textarea data-path="point" rows="2" maxlength="4000" value=${draft.point ?? ""}
          onInput=${set("point")}></textarea></label>`}
      ${typeof draft.goal !== "object" && html`
        <label>Goal <textarea data-path="goal" rows="2" maxlength="2000" value=${draft.goal ?? ""}
          onInput=${set("goal")}></textarea></label>`}
      <label>Source <input data-path="source" maxlength="400" value=${draft.source ?? ""} onInput=${set("source")} /></label>
      <label>Tags, with commas between <${TagsInput} builder=${builder} /></label>
      ${parts.length > 0 && html`<p class="source">The file also has ${parts.join(", ")}; they are kept.
        ${draft.script?.length > 0 && html` <button class="set-small"
          onClick=${() => builder.change((now) => { delete now.script; return "The script is gone."; })}>Remove the script</button>`}</p>`}
    </section>
  `;
}

// What is being typed stays as it is typed; the tags are what is between the commas.
function TagsInput({ builder }) {
  const tags = builder.draft.tags ?? [];
  const split = (text) => text.split(",").map((tag) => tag.trim()).filter(Boolean).slice(0, 50);
  const [text, setText] = useState(tags.join(", "));
  const shown = JSON.stringify(split(text)) === JSON.stringify(tags) ? text : tags.join(", ");
  return html`
    <input data-path="tags" maxlength="400" value=${shown}
      onInput=${(e) => { setText(e.target.value); builder.change((now) => { now.tags = split(e.target.value); }, "tags"); }} />`;
}
