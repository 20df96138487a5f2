// Two big buttons and the notes, on the presenter's own phone.

import { Clock } from "./clock.js";
import { presenterKey } from "./key.js";
import { CLOSED } from "./link.js";
import { Seen, show } from "./seen.js";
import { Prose, Viewed, rightWords } from "./telling.js";
import { canWalk, deedsOf, walk } from "./walking.js";

const FORWARD = { hidden: ["ask", "Ask"], open: ["close", "Close"], closed: ["reveal", "Reveal"], talk: ["again", "Ask again"] };
const remote = new Seen(() => ({ as: "remote", key: presenterKey() }));

function Page() {
  const { state, desk, link, stage, said } = remote;
  if (link?.closed) return html`<main class="closed"><h1>Workshop</h1><p>${CLOSED[link.closed]}</p></main>`;
  if (!state || !desk) return html`<main class="closed"><h1>Workshop</h1><p>Opening …</p></main>`;
  const may = state.lobby ? {} : deedsOf(state);
  const [deed, words] = (!state.lobby && may.reveal && FORWARD[state.asking]) || [];
  const say = (message) => {
    remote.said = null;
    link.say(message);
  };
  const { tally, secret } = desk;
  return html`<header class="room-bar"><h1>${state.lobby ? state.title : state.chapters[state.chapter].title}</h1>
      <p><${Clock} desk=${desk} running=${!state.lobby || desk.passed > 0} /></p></header>
    ${!link.connected && html`<p class="banner" role="alert">The connection to the room is lost; it comes back by itself.</p>`}
    ${said && html`<p class="banner" role="alert">${said}</p>`}
    <main class="remote-page">
      <section class="own-notes" aria-label="Notes"><${Prose} parts=${desk.notes} stage=${stage} />
        ${state.ask && html`<p><b>${state.ask.text}</b></p>`}
        ${state.ask && tally?.number !== undefined && html`<p role="status">${tally.number} of ${Math.max(state.here, tally.number)} have
          predicted. ${tally.advice}</p>`}
        ${state.ask && secret && html`<p>${rightWords(secret, state.ask)}</p>`}
        <p class="next"><b>Next</b> ${state.lobby ? state.chapters[0].title : desk.next || "This was the last step."}</p></section>
      <div class="more">
        ${may.talk && html`<button onClick=${() => say({ do: "talk" })}>Let them talk</button>`}
        ${deed && canWalk(remote, 1) && html`<button onClick=${() => walk(remote, 1)}>Skip this ›</button>`}
        <button aria-pressed=${String(state.black)} onClick=${() => say({ do: "black" })}>Black</button></div>
      ${deed ? html`<button class="primary big" onClick=${() => say({ do: deed })}>${words}</button>`
        : html`<button class="primary big" onClick=${() => walk(remote, 1)} disabled=${!canWalk(remote, 1)}>
          ${state.lobby ? "Begin" : "Next"} ›</button>`}
      <button class="big" onClick=${() => walk(remote, -1)} disabled=${!canWalk(remote, -1)}>‹ Back</button>
    </main><${Viewed} stage=${stage} />`;
}

show(remote, () => html`<${Page} />`);
