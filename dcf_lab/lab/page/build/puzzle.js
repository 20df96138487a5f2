// The puzzle in what is being built: its goal, the proof of it with every solution and cook, and the composer of others like it.

import { capital, classes, plural } from "../common/dom.js";
import { inSlices } from "../common/link.js";
import { Level } from "../puzzles/panel.js";
import { GoalFields } from "./goal.js";

const SEEDS = 1_000_000;
const FIRST_TIME = "this round";
const LINE_KINDS = { planned: "as planned", unplanned: "not planned: a cook", shorter: "not planned, and shorter: a cook" };

// What the page remembers of a search, and how it asks for it.
export class Prover {
  constructor(builder) {
    this.builder = builder;
    this.turn = 0;
    this.working = null;
    this.result = null; // the last answer, and the draft that it is about
    this.level = "any";
  }

  async search(message) {
    const { builder } = this;
    const { draft } = builder;
    const turn = ++this.turn;
    this.working = { what: message.do };
    this.result = null;
    builder.redraw();
    const wanted = () => turn === this.turn && builder.app.page === "build";
    await inSlices(builder.kernel, "build", { ...message, draft }, wanted, (working) => {
      this.working = working;
      builder.redraw();
    });
    if (turn !== this.turn) return;
    this.finish(draft);
  }

  // The answer may also come to the message that stops the search.
  receive(message) {
    if (message.show === "proved" || message.show === "composed") this.answer = message;
    else if (message.show === "unfinished") this.answer = { show: "proved", status: "undecided", text: `Not decided: ${message.why}.`,
      solutions: [], defence: [] };
  }

  finish(draft) {
    const { answer } = this;
    this.working = this.answer = null;
    if (answer?.show === "composed" && answer.draft) {
      this.builder.replace(answer.draft, "A puzzle was found. Undo brings back what you had.");
      this.result = { ...answer.proved, composed: answer, about: goalKey(this.builder.draft) };
    } else if (answer) this.result = { ...answer, about: goalKey(draft) };
    if (this.result?.certificate) this.builder.certify(this.result.certificate, this.result.about);
    this.builder.redraw();
    requestAnimationFrame(() => this.builder.app.element?.querySelector(".build-puzzle .proof")?.scrollIntoView({ block: "nearest" }));
  }

  stop() {
    return this.builder.kernel.ask({ page: "build", do: "stop" });
  }

  async film(event, which, number) {
    const { app, kernel } = this.builder;
    const [found] = await kernel.ask({ page: "build", do: "film", which, number });
    if (found?.show === "film link") app.go(event, "explore", `?s=${found.link}&moment=${found.moment}`);
  }

  async play(event) {
    const link = await this.builder.link();
    if (link) this.builder.app.go(event, "puzzles", `?s=${link}`);
  }
}

// What a proof is about: everything but the prose and the proof itself.
export const goalKey = ({ title, summary, source, tags, point, certificate, ...rest }) => JSON.stringify(rest);

export function BuildPuzzle({ builder }) {
  const { draft, facts, prover } = builder;
  const goal = typeof draft.goal === "object" ? draft.goal : null;
  const begin = () => builder.change((now) => {
    if (typeof now.goal === "string" && now.goal) now.summary = [now.summary, now.goal].filter(Boolean).join(" ");
    now.goal = { for: Object.keys(facts.goal.sides).at(-1), win: "any",
      within: FIRST_TIME in facts.goal.within ? FIRST_TIME : Object.keys(facts.goal.within)[0] };
    return "It is a puzzle now. Say what its goal is.";
  });
  return html`
    <section class="build-panel build-puzzle" aria-label="Puzzle" data-path=${goal ? "goal" : undefined}>
      <h2>Puzzle</h2>
      ${goal
        ? html`<${GoalFields} builder=${builder} goal=${goal} facts=${facts.goal} />`
        : html`<p class="source">Give the position a goal, and the solver proves whether it can be reached, and in how many ways.</p>
          <button data-act="make puzzle" onClick=${begin}>Make it a puzzle</button>`}
      ${goal && html`<div class="buttons prove-buttons">
        <button data-act="prove" disabled=${prover.working !== null} onClick=${() => prover.search({ do: "prove" })}>Prove it</button>
        <button data-act="play puzzle" onClick=${(e) => prover.play(e)}>Play it</button>
        <button data-act="no puzzle" onClick=${() => builder.change((now) => { delete now.goal; return "It is no puzzle any more."; })}>
          No goal</button></div>
      <div class="composing"><button data-act="compose" disabled=${prover.working !== null}
          onClick=${() => prover.search({ do: "compose", level: prover.level, seed: Math.floor(Math.random() * SEEDS) })}>
          Find me a puzzle like this</button>
        <select aria-label="Level of the puzzle to find" value=${prover.level}
          onChange=${(e) => { prover.level = e.target.value; builder.redraw(); }}>
          ${facts.goal.levels.map((level) => html`<option key=${level} value=${level}>${level === "any" ? "any level" : level}</option>`)}
          </select></div>`}
      ${goal && html`<div class="proof" role="status" aria-busy=${prover.working ? "true" : undefined}>
        <${ProofText} builder=${builder} /></div>`}
      ${goal && prover.result && html`<${ProofLines} builder=${builder} />`}
    </section>
  `;
}

function ProofText({ builder }) {
  const { prover } = builder;
  const { working, result } = prover;
  const stop = html`<button class="set-small stop" onClick=${() => prover.stop()}>Stop</button>`;
  const soFar = working?.found ? `, ${plural(working.found, "solution")} so far` : "";
  if (working) return html`<div class="searching"><p>${working.what === "compose"
    ? `Looking for one: ${plural(working.tried ?? 0, "position")} tried. Best so far: ${working.best ?? "nothing yet"}.`
    : `Proving … ${(working.nodes ?? 0).toLocaleString("en")} positions, ${working.depth ?? 0} answers deep${soFar}.`}</p>${stop}</div>`;
  const { certificate } = builder.draft;
  if (!result && certificate) return html`<${Certified} certificate=${certificate} />`;
  if (!result) return builder.unproved && html`<p class="outdated">The position has changed, so its proof is gone. Prove it again.</p>`;
  const changed = result.about !== goalKey(builder.draft);
  const cooks = (result.solutions ?? []).filter((one) => one.kind === "unplanned" || one.kind === "shorter").length;
  const { difficulty } = result;
  return html`
    ${changed && html`<p class="outdated">The position has changed since, so the proof is gone. Prove it again.</p>`}
    ${!changed && certificate && html`<p class="source">The file and the link have the proof.</p>`}
    ${result.show === "composed" ? html`<p><b>Nothing was found:</b> ${result.why} (${plural(result.tried, "position")} tried).</p>`
      : html`<p class=${classes("proof-status", result.status)}><b>${result.text}</b></p>`}
    ${result.composed && html`<p>Found after ${plural(result.composed.tried, "position")}. Undo brings back what you had.</p>`}
    ${result.missing && html`<p>The script is not among the solutions.</p>`}
    ${cooks > 0 && html`<p class="cooks">${plural(cooks, "solution is", "solutions are")} not planned.</p>`}
    ${difficulty && html`<p>Difficulty <b>${difficulty.number}</b> (${difficulty.level}): ${difficulty.reasons.join("; ")}.</p>`}
  `;
}

// What was proved of the draft before: in a file, or when it was last worked on.
function Certified({ certificate }) {
  const { status, solutions = [], level, difficulty, reasons = [] } = certificate;
  const texts = { unique: "Proved, unique: there is one solution.", disproved: "Disproved: the goal cannot be reached.",
    solved: `Proved: ${plural(solutions.length, "solution")}.` };
  return html`
    <p class=${classes("proof-status", status)}><b>${texts[status] ?? "Proved."}</b>
      ${difficulty && html` <${Level} of=${{ level, difficulty, reasons }} />`}</p>
    ${reasons.length > 0 && html`<p class="source">${capital(reasons.join("; "))}.</p>`}
  `;
}

function ProofLines({ builder }) {
  const { result } = builder.prover;
  const { solutions = [], defence = [] } = result;
  const which = solutions.length > 0 ? "solutions" : "defence";
  const lines = { solutions, defence }[which];
  if (lines.length === 0) return null;
  return html`
    <details class="proof-lines" key=${result.about} open=${!result.composed}>
      <summary>${which === "solutions" ? plural(lines.length, "solution") : "How each try fails"}</summary>
      <ol>${lines.map((one, n) => html`<${ProofLine} key=${n} builder=${builder} one=${one} which=${which} number=${n} />`)}</ol>
    </details>`;
}

function ProofLine({ builder, one, which, number }) {
  return html`
    <li data-line=${`${which} ${number}`}>
      ${one.kind && html`<p class=${`line-kind ${one.kind}`}>${capital(LINE_KINDS[one.kind])}</p>`}
      <p>
        ${one.line.map(([player, text], n) => html`
          <span key=${n} class=${`step ${builder.form.game.sideClass(builder.form.game.side(player))}`}>${text}</span>
          ${n < one.line.length - 1 ? ", " : "."}`)}</p>
      ${one.playable && html`<button class="set-small" onClick=${(e) => builder.prover.film(e, which, number)}>Show as a film</button>`}
    </li>
  `;
}
