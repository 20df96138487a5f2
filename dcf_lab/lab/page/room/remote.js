// Two big buttons and the notes, on the presenter's own phone.

import { presenterKey } from "./key.js";
import { CLOSED } from "./link.js";
import { Seen, show } from "./seen.js";
import { Prose } from "./telling.js";

const NEXT_DEED = { hidden: ["ask", "Ask"], open: ["close", "Close"], closed: ["reveal", "Reveal"], talk: ["again", "Ask again"] };
const remote = new Seen(() => ({ as: "remote", key: presenterKey() }));

function go(by) {
  const { chapters, chapter, step } = remote.state;
  if (step + by >= 0 && step + by < chapters[chapter].steps) return remote.link.say({ do: "go", chapter, step: step + by });
  const next = chapter + by;
  return next >= 0 && next < chapters.length && remote.link.say({ do: "go", chapter: next, step: by > 0 ? 0 : chapters[next].steps - 1 });
}

function Page() {
  const { state, desk, link, stage } = remote;
  if (link?.closed) return html`<main class="closed"><p>${CLOSED[link.closed]}</p></main>`;
  if (!state || !desk) return html`<main class="closed"><p>Opening …</p></main>`;
  const asked = state.chapters[state.chapter].questions.includes(state.step);
  const deed = asked && NEXT_DEED[state.asking];
  return html`<main class="remote-page"><h1>${state.chapters[state.chapter].title}</h1>
    <div class="own-notes"><${Prose} parts=${desk.notes} stage=${stage} /></div>
    ${asked && desk.tally?.number !== undefined && html`<p class="progress">${desk.tally.number} of ${state.here}. ${desk.tally.advice}</p>`}
    ${deed ? html`<button class="primary big" onClick=${() => remote.link.say({ do: deed[0] })}>${deed[1]}</button>`
      : html`<button class="primary big" onClick=${() => go(1)}>Next ›</button>`}
    <button class="big" onClick=${() => go(-1)}>‹ Back</button>
    ${deed && html`<button onClick=${() => go(1)}>Next without it ›</button>`}</main>`;
}

show(remote, () => html`<${Page} />`);
