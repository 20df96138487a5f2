// The projector's page: the table, the cards that must be known, and what is said, asked or told; readable from the back row.

import { Board } from "../explore/board.js";
import { CLOSED } from "./link.js";
import { presenterKey } from "./key.js";
import { Seen, show } from "./seen.js";
import { Counts, Explanation, Look, Prose, rightWords } from "./telling.js";

const KEYS = { a: "ask", c: "close", t: "talk", r: "reveal", b: "black" };

const seen = new Seen(() => ({ as: "screen", key: presenterKey() }));
seen.lobby = true;

function step(by) {
  const { state } = seen;
  const { chapters, chapter, step: now } = state;
  if (seen.lobby && by > 0) {
    seen.lobby = false;
    return seen.redraw();
  }
  if (now + by >= 0 && now + by < chapters[chapter].steps) return seen.link.say({ do: "go", chapter, step: now + by });
  const next = chapter + by;
  if (next < 0 || next >= chapters.length) return undefined;
  return seen.link.say({ do: "go", chapter: next, step: by > 0 ? 0 : chapters[next].steps - 1 });
}

addEventListener("keydown", (event) => {
  if (!seen.state || event.ctrlKey || event.metaKey || event.altKey) return;
  if (["PageDown", "ArrowRight"].includes(event.key)) step(1);
  else if (["PageUp", "ArrowLeft"].includes(event.key)) step(-1);
  else if (KEYS[event.key.toLowerCase()]) seen.link.say({ do: KEYS[event.key.toLowerCase()] });
});

seen.heard = (message) => {
  if (message.show === "room" && message.started) seen.lobby = false;
  if (message.show === "state" || message.show === "reel") seen.lobby = false;
};

function Page() {
  const { state, link } = seen;
  if (link?.closed) return html`<main class="closed"><p>${CLOSED[link.closed]}</p></main>`;
  if (!state) return html`<main class="closed"><p>Opening …</p></main>`;
  if (state.black) return html`<main class="black" aria-label="The screen is black"></main>`;
  if (seen.lobby) return html`<${Lobby} />`;
  return html`
    <header class="screen-bar"><h1>${state.chapters[state.chapter].title}</h1>
      <p class="join-here">join <b>${state.join?.address}</b> <b class="code">${state.join?.code}</b></p>
      ${state.join && html`<img class="qr" alt="QR code of the address" src="/qr.svg" />`}</header>
    ${!link.connected && html`<p class="banner" role="alert">The connection to the room is lost; it comes back by itself.</p>`}
    <main class="screen-page">
      <section class="board-frame" aria-label="The table"><${Board} lab=${seen.stage} /></section>
      <section class="telling" aria-live="polite"><${Telling} /></section>
      ${state.look.length > 0 && state.asking !== "revealed" && html`<section class="look" aria-label="Cards"><${Look} ids=${state.look} stage=${seen.stage} /></section>`}
    </main>`;
}

function Telling() {
  const { state, stage, revealed } = seen;
  const { ask, asking } = state;
  if (revealed && ask) {
    return html`<h2>${rightWords(revealed, ask)}</h2>
      <${Counts} revealed=${revealed} ask=${ask} />
      <${Frequent} />
      <${Explanation} revealed=${revealed} stage=${stage} />
      <div class="then"><${Prose} parts=${state.then} stage=${stage} /></div>`;
  }
  return html`<div class="say"><${Prose} parts=${state.say} stage=${stage} /></div>
    ${ask && html`<div class="question"><h2>${ask.text}</h2>
      ${ask.options.length > 0 && ask.form !== "yes or no" && html`<ul class="choices-shown">${ask.options.map(({ key, text }) => html`<li key=${key}>${text}</li>`)}</ul>`}
      <p class="progress" role="status">${asking === "talk" ? "Talk with your neighbours: what did you say, and why?"
        : asking === "closed" ? `${state.predicted} have predicted; the ballot is closed.`
        : `${state.predicted} of ${state.here} have predicted`}</p></div>`}
    ${state.then && html`<div class="then"><${Prose} parts=${state.then} stage=${stage} /></div>`}`;
}

// The mistakes that were made most often, each with its reason.
function Frequent() {
  const { revealed } = seen;
  const counts = revealed.counts[Object.keys(revealed.counts).at(-1)] ?? {};
  const wrong = Object.entries(counts).filter(([said]) => revealed.reasons[said] && !revealed.right.some((one) => one.join(" ") === said))
    .sort((a, b) => b[1] - a[1]).slice(0, 2);
  return wrong.length > 0 && html`<ul class="reasons">${wrong.map(([said]) => html`
    <li key=${said}><b>${said}</b> ${revealed.reasons[said].text}</li>`)}</ul>`;
}

function Lobby() {
  const { state } = seen;
  return html`<main class="lobby"><h1>${state.title}</h1>
    <div class="ways"><div><p>Join at</p><p class="address">${state.join?.address}</p><p>with the code</p><p class="code">${state.join?.code}</p>
      <p class="came" role="status">${state.here === 0 ? "Nobody has come yet." : `${state.here} ${state.here === 1 ? "is" : "are"} here.`}</p></div>
      <img class="qr" alt="QR code of the address" src="/qr.svg" />
      ${state.join?.wifi && html`<figure><img class="qr" alt="QR code of the Wi-Fi" src="/wifi.svg" /><figcaption>Wi-Fi ${state.join.wifi}</figcaption></figure>`}</div>
    ${seen.late && state.here === 0 && html`<p class="hint">Nobody can come in? Some networks keep phones apart from computers: try a hotspot, or the desk's “hands”.</p>`}
    <p class="hint">Page Down begins.</p></main>`;
}

setTimeout(() => { seen.late = true; seen.redraw(); }, 60_000);
show(seen, () => html`<${Page} />`);
