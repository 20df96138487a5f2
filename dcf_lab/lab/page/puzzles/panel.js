// A puzzle being played: the task above the table, and beside it where it stands and everything that helps.

import { optionText } from "../common/cards.js";
import { capital, classes } from "../common/dom.js";
import { LinkShown, Logo } from "../common/frame.js";
import { puzzleQuery, scenarioQuery } from "../common/words.js";
import { GivenOut } from "../explore/explore.js";

const WORKS = {
  try: "Thinking", reply: "Thinking",
  check: "Looking whether it can still be reached", hint: "Looking for a hint", refute: "Looking for the refutation",
  solution: "Looking for the solution",
};
const MOST_SAID = 3; // replies; the log has all of them

export function PuzzleBar({ lab, app }) {
  const { puzzler } = app;
  const { about } = puzzler;
  return html`
    <header class="bar">
      <${Logo} app=${app} />
      <a class="button all-puzzles" ...${app.link("puzzles")}>All puzzles</a>
      <h1>${lab.facts.title}</h1>
      ${lab.aside && html`<button class="earlier" onClick=${() => lab.ask({ do: "earlier" })}
        title="The tree as it was before a reading was switched">Back to the earlier tree</button>`}
      <button onClick=${() => lab.share()}>Copy link</button>
      <details class="menu"><summary>File</summary><div>
        <${GivenOut} lab=${lab} scenario="Save the scenario (with its solution)" />
        <button onClick=${(e) => app.go(e, "build", "?from=here")}>Build from this position</button>
        ${about.name && html`<button onClick=${(e) => app.go(e, "explore", scenarioQuery(about.name))}>Explore it freely</button>`}
      </div></details>
      <${LinkShown} of=${lab} app=${app} />
    </header>
    <section class=${classes("task", lab.game.sideClass(about.side))} aria-label="The task">
      <p class="summary-text">${about.difficulty && html`<${Level} of=${about} />`}
        ${puzzler.known(about.name) === "solved" && html` <span class="done">✓ solved</span>`} ${lab.facts.summary}</p>
      <p class="goal-text">${about.goal}</p>
    </section>
  `;
}

export function PuzzleHelp({ lab, app }) {
  const { puzzler } = app;
  const { about, state, idea, hint, working, wrong } = puzzler;
  const busy = working !== null || lab.busy;
  const decided = state.state !== "open";
  const refutable = wrong ? wrong.refutable : idea ? idea.refutable : state.state === "missed";
  const [mood, text] = headline(puzzler);
  // what cannot be pressed just now keeps the keyboard's focus
  const deed = (name, words, can, act, why) => html`
    <button data-deed=${name} aria-disabled=${can ? undefined : "true"} title=${why}
      onClick=${() => can && !lab.busy && !["reply", "try"].includes(working?.what) && act()}>${words}</button>`;
  return html`
    <section class=${classes("puzzle", `is-${mood}`)} aria-label="The puzzle" aria-busy=${busy ? "true" : undefined}>
      <div class="verdict" role="status" tabindex="0" aria-label="Where it stands" aria-busy=${busy ? "true" : undefined}>
        <p class="headline">${text}</p>
        <${Told} lab=${lab} puzzler=${puzzler} app=${app} />
      </div>
      <div class="deeds" role="group" aria-label="What you can do">
        ${deed("undo", "Undo", state.undo, () => puzzler.undo(), "Back to your last decision; what you tried stays in the tree")}
        ${deed("check", "Check my idea", state.turn !== "theirs", () => puzzler.check(), "Can the goal still be reached from here?")}
        ${deed("hint", hint?.hints.length > 0 && !hint.all ? "Another hint" : "Hint",
          !decided && !(hint?.all && hint.node === puzzler.node), () => puzzler.nextHint(),
          "Each time a little more: who, where, with which card, and at last the move")}
        ${deed("again", "Start again", true, () => puzzler.again(), "What you tried stays in the tree")}
        ${deed("refute", "Refutation", refutable, () => puzzler.refute(), "After a wrong try: what breaks it, played out on the table")}
        ${deed("solution", puzzler.played?.what === "solution" && puzzler.played.many > 1 ? "Another one" : "Solution", true,
          () => puzzler.solution(), "As a film from the start")}
      </div>
      ${!about.everybody && html`
        <label class="everybody">
          <input type="checkbox" checked=${state.everybody} onChange=${(e) => puzzler.answerForAll(e.target.checked)} />I answer
          for everybody${about.hidden ? " (turns up the hidden cards)" : ""}</label>`}
    </section>
  `;
}

// How hard it is, as a number and a word; the reasons on a closer look.
export function Level({ of }) {
  if (!of.difficulty) return html`<span class="badge">not proved yet</span>`;
  return html`
    <span class=${`badge ${of.level}`} title=${(of.reasons ?? []).join("; ")}>${capital(of.level)} <b>${of.difficulty}</b></span>`;
}

function headline({ state, about, idea, played, working, wrong, app }) {
  const name = app.lab.game.name(state.player ?? "");
  const who = capital(name);
  if (played?.at != null) return ["shown", played.what === "solution" ? "The solution, as a film" : "The refutation, as a film"];
  if (state.solved) return ["solved", "Solved!"];
  if (state.state === "reached") {
    if (state.shown) return ["shown", "The goal is reached: this is the solution."];
    if (state.by_visitor) return ["shown", "The goal is reached, with your own replies for the others."];
    return ["open", working ? "The goal is reached. By right, or by luck?" : "The goal is reached."];
  }
  if (wrong) return ["missed", wrong.refutable ? "Not that: it is taken back. Try again." : "There is something better. Try again."];
  if (state.state === "missed") return ["missed", "The goal is missed. Undo takes you back to your last decision."];
  if (idea?.right === false) {
    return ["missed", idea.out ? "Out of reach from here." : about.hidden ? "Only by luck." : "There was something better."];
  }
  if (["reply", "try"].includes(working?.what) && working.seconds > 0.1) return ["open", "The best reply is being looked for."];
  if (state.turn === "theirs") return ["open", who ? `${who} replies.` : "The others reply."];
  if (idea?.right) return ["right", "So far, so good."];
  return ["open", about.everybody ? "Open: you answer for everybody." : state.everybody ? `Open: ${name} is asked.` : "Open: your move."];
}

// What there is to say just now: how the search gets on, a hint, a check, what the others replied.
function Told({ lab, puzzler, app }) {
  const { working, hint, idea, played, said, state, wrong } = puzzler;
  if (working?.seconds > 0.1) return html`
    <p class="told">
      <span>${WORKS[working.what] ?? "Working"} … ${
        working.nodes?.toLocaleString("en") ?? 0} positions, ${working.seconds.toFixed(0)} s</span>
      <button class="stop" onClick=${() => puzzler.stop()}>Stop</button></p>`;
  if (hint) return html`
    <p class="told hints">${hint.text}
      ${hint.hints.map((one) => html`<span key=${one.about} data-hint=${one.about}>${one.text} </span>`)}</p>`;
  if (played) return html`<p class="told">${played.text}${played.at != null && html`${" "}Step through it<span
    class="by-keys">; <kbd>Space</kbd> plays it</span>.`}</p>`;
  if (state.solved) return html`
    <p class="told">${idea?.text} <${NextPuzzle} puzzler=${puzzler} app=${app} /></p>
    <${Point} lab=${lab} point=${state.point} />`;
  if (wrong) return html`
    <p class="told">${wrong.text}</p>
    <p class="taken-back">
      ${wrong.refutable && html`<button data-deed="show me" onClick=${() => puzzler.refute()}>Show me</button>`}
      <button data-deed="play on" onClick=${() => puzzler.playOn(wrong)}>Play on anyway</button></p>`;
  if (idea) return html`<p class="told">${idea.text}</p>`;
  if (said.length > 0) return html`
    <p class="told">
      ${said.slice(-MOST_SAID)
        .map(([player, option], n) => html`
          <span key=${n} class="reply">${lab.cards.name(player)}
            ${option ? `: ${optionText(lab.cards, option)}` : " has answered"}. </span>`)}</p>`;
  return html`<p class="told"></p>`;
}

// What the puzzle teaches: its author's words, the answer on which it turned, and the rules behind it.
function Point({ lab, point }) {
  if (!point || !(point.text || point.key)) return null;
  const rules = point.rules.map((id) => lab.facts.rules[id]).filter(Boolean);
  return html`
    <div class="the-point" role="group" aria-label="The point">
      <h3>The point</h3>
      ${point.text && html`<p>${point.text}</p>`}
      ${point.key && html`<p>It turned on <b>“${point.key}”</b>${point.among > 1 ? `, one of ${point.among} answers there` : ""}.${" "}
        ${point.because.join(" ")}</p>`}
      ${rules.length > 0 && html`<ul>${rules.map((rule) => html`<li key=${rule.text}>${rule.text}</li>`)}</ul>`}
    </div>
  `;
}

function NextPuzzle({ puzzler, app }) {
  const { next } = puzzler;
  const query = next ? puzzleQuery(next.name) : "";
  return html`<a class="button next" ...${app.link("puzzles", query)}>${next ? `Next: ${next.title}` : "To all puzzles"}</a>`;
}
