// Something else than in the lesson: tried alone on one's own phone, or by the presenter for everybody.

import { classes } from "../common/dom.js";
import { Board } from "../explore/board.js";

const MOST_TOLD = 12; // events of an answer that are told

// What happened since a moment, in sentences; bookkeeping is left out.
export const toldEvents = (film, from = 0, to = film.end) => film.events.slice(from, to)
  .filter((event) => !event.bookkeeping && event.kind !== "window");

export const eventWords = (event) => event.plain ?? event.text;

// The question that stands open at the end of a branch.
const openDecision = (film) => film.decisions.findLast((one) => one.at === film.end && one.chosen === null);

export function OwnBranch({ phone }) {
  const { own: { stage, before, refusals }, state } = phone;
  const { film } = stage;
  const asked = openDecision(film);
  const way = film.decisions.filter((one) => !one.hidden && one !== asked);
  const told = toldEvents(film, before);
  const allowed = state.look_around || state.pace === "own";
  const answer = (option) => phone.explore({ do: "answer", node: asked.node, option });
  return html`<section class="own-branch" aria-label="Something else">
    <h2>Your own way</h2>
    <p class="soft">Nobody else sees this. The lesson stays where it is.</p>
    ${told.length > 0 && html`<ol class="happened" aria-live="polite">${told.slice(0, MOST_TOLD).map((event) => html`
      <li key=${event.id}>${eventWords(event)}</li>`)}
      ${told.length > MOST_TOLD && html`<li>… and ${told.length - MOST_TOLD} more: they are on the table.</li>`}</ol>`}
    <${Asked} asked=${asked} stage=${stage} answer=${allowed ? answer : null} />
    ${!allowed && html`<p class="soft">The presenter lets nobody try something else just now.</p>`}
    <div class="row">
      <button disabled=${way.length < 2 || !allowed} onClick=${() => phone.explore({ do: "go", node: way.at(-1).node })}>Take back</button>
      ${asked && !asked.hidden && allowed && html`<button onClick=${() => phone.explore({ do: "refused" })}>What is not allowed?</button>`}
    </div>
    ${refusals && html`<${Refusals} groups=${refusals.groups} />`}
    <div class="board-frame"><${Board} lab=${stage} /></div>
    <button class="primary wide" onClick=${() => phone.follow()}>Back to the lesson</button></section>`;
}

function Asked({ asked, stage, answer }) {
  if (!asked) return html`<p>Nothing more is asked here.</p>`;
  if (asked.hidden) return html`<p>Others decide now.</p>`;
  return html`<h3>${stage.cards.name(asked.player)}: ${asked.question || asked.prompt}</h3>
    <ul class="own-answers">${asked.options.map((option, n) => html`<li key=${option}>
      ${answer ? html`<button onClick=${() => answer(option)}>${asked.words[n]}</button>` : asked.words[n]}</li>`)}</ul>`;
}

const Refusals = ({ groups }) => html`<ul class="refusals" aria-live="polite">
  ${groups.length === 0 && html`<li>Nothing is refused here.</li>`}
  ${groups.map(({ what, clauses }, n) => html`<li key=${n}><b>${what}</b><ul>${clauses.map(([, why, remedy], m) => html`
    <li key=${m}>${why}${remedy && html`; it would need: ${remedy}`}</li>`)}</ul></li>`)}</ul>`;

// What the presenter tries with everybody: the answers to choose from are those of the room.
export function Tried({ stage }) {
  const { film } = stage;
  const last = film.decisions.findLast((one) => one.chosen !== null);
  return html`<section class=${classes("tried", "talk")} aria-live="polite"><p>
      <b>The presenter tries something else.</b>${" "}The lesson goes on afterwards.</p>
    ${last && html`<ol class="happened">${toldEvents(film, last.at).slice(0, MOST_TOLD).map((event) => html`
      <li key=${event.id}>${eventWords(event)}</li>`)}</ol>`}
    <${Asked} asked=${openDecision(film)} stage=${stage} /></section>`;
}
