// The projector's page: the table, the cards that must be known, and what is said, asked or told; readable from the back row.

import { capital, classes } from "../common/dom.js";
import { Board } from "../explore/board.js";
import { CLOSED } from "./link.js";
import { fitColumn, fitType, useFitted } from "./fitting.js";
import { presenterKey } from "./key.js";
import { Panel, hasPanel } from "./panels.js";
import { Seen, show } from "./seen.js";
import { Counts, GameName, Look, Prose, Sum, Viewed, isRight, reasonsFor, rightWords, saidWords } from "./telling.js";
import { deedsOf, walk } from "./walking.js";

const KEYS = { c: "close", t: "talk", r: "reveal" };
const HOW = {
  number: "type the number.", one: "choose one.", some: "tick all that are right.", "yes or no": "yes or no?",
  order: "bring them in order.",
};
const PATIENCE = 60_000; // milliseconds in which nobody comes, before networks are spoken of
const TOLD_MISTAKES = 3;
const MOST_NAMES = 60; // of those who have come
// sizes in pixels of a screen with 1080 lines; the table's are shares of its usual type
const [TYPE, PROSE] = [{ least: 24, most: 64 }, { least: 24, most: 52 }];
const [BOARD, BOARD_ABOVE] = [{ least: 0.9, wanted: 1.1, most: 1.75 }, { least: 0.9, wanted: 0.96, most: 1.3 }];
const [CARDS, PANEL] = [{ least: 20.3, most: 36 }, { least: 22, most: 36 }];

const seen = new Seen(() => ({ as: "screen", key: presenterKey() }));

addEventListener("keydown", (event) => {
  if (!seen.state || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const may = deedsOf(seen.state);
  if (["PageDown", "ArrowRight"].includes(event.key)) walk(seen, 1);
  else if (["PageUp", "ArrowLeft"].includes(event.key)) walk(seen, -1);
  else if (key === "b") seen.link.say({ do: "black" });
  else if (key === "a" && may.again) seen.link.say({ do: "again" });
  else if (key === "a" && may.ask) seen.link.say({ do: "ask" });
  else if (KEYS[key] && may[KEYS[key]]) seen.link.say({ do: KEYS[key] });
});

function Page() {
  const { state, link, stage } = seen;
  if (link?.closed) return html`<main class="closed"><h1>Workshop</h1><p>${CLOSED[link.closed]}</p></main>`;
  if (!state) return html`<main class="closed"><h1>Workshop</h1><p>Opening …</p></main>`;
  if (state.black) return html`<main class="black" aria-label="The screen is black"></main>`;
  return html`
    ${state.lobby ? html`<${Lobby} />` : html`<${Lesson} />`}
    ${!link.connected && html`<p class="banner" role="alert">The connection to the room is lost; it comes back by itself.</p>`}
    <${Viewed} stage=${stage} />`;
}

function Lesson() {
  const { state } = seen;
  const { join } = state;
  return html`
    <header class="screen-bar"><h1>${state.chapters[state.chapter].title}<${GameName} stage=${seen.stage} /></h1>
      <p class="join-here">join <b>${join?.address}</b> <b class="code">${join?.code}</b></p>
      ${join && html`<img class="qr" alt="QR code of the address" src="/qr.svg" />`}</header>
    <main class=${classes("screen-page", !state.ask && !hasPanel(seen) && "told")}><${Table} /><${Telling} /></main>`;
}

// The table, and below it the cards that must be known or what the step opens at its end.
function Table() {
  const { state, stage } = seen;
  const column = useRef(null);
  const panel = hasPanel(seen);
  const cards = !panel && state.ask && state.look.length > 0;
  useFitted(() => {
    fitColumn(column.current, { board: panel ? BOARD_ABOVE : BOARD, cards: CARDS });
    if (panel) fitType(column.current.querySelector(".panel-place"), PANEL);
  });
  return html`<div class=${classes("table-column", panel && "with-panel", seen.revealed && "of-reveal")} ref=${column}>
    <section class="board-frame" aria-label="The table"><${Board} lab=${stage} /></section>
    ${cards && html`<section class="look" aria-label="Cards"><${Look} ids=${state.look} stage=${stage} /></section>`}
    ${panel && html`<div class="panel-place"><${Panel} seen=${seen} /></div>`}
  </div>`;
}

function Telling() {
  const { state, revealed, stage } = seen;
  const place = useRef(null);
  useFitted(() => fitType(place.current, state.ask ? TYPE : PROSE));
  const said = state.trying ? Tried : revealed && state.ask ? Revealed : state.ask ? Asked : Said;
  return html`<section class="telling" ref=${place} aria-live="polite" aria-label="What is told">
    <${said} state=${state} stage=${stage} revealed=${revealed} /></section>`;
}

// Prose without a question has room for its cards, each with its picture.
const Said = ({ state, stage }) => html`
  <div class="say"><${Prose} parts=${state.say} stage=${stage} /></div>
  ${state.then?.length > 0 && html`<div class="then"><${Prose} parts=${state.then} stage=${stage} /></div>`}
  ${state.look.length > 0 && html`<section class="look" aria-label="Cards"><${Look} ids=${state.look} stage=${stage} /></section>`}`;

function Asked({ state, stage }) {
  const { ask, asking, ballot, predicted, here } = state;
  const share = Math.min(100, Math.round((100 * predicted) / Math.max(1, here, predicted)));
  return html`
    <div class="say"><${Prose} parts=${state.say} stage=${stage} /></div>
    <div class="question"><h2>${ask.text}</h2>
      ${ask.options.length > 0 && html`<ul class=${classes("choices-shown", ask.form === "yes or no" && "two")}>
        ${ask.options.map(({ key, text }) => html`<li key=${key}>${capital(text)}</li>`)}</ul>`}
      ${asking === "open" && html`<p class="how">On your phone: ${HOW[ask.form]}
        ${ask.why?.length > 0 && " Who says no also names the rule."}${ask.sure && " Say so if you are guessing."}</p>`}</div>
    <div class="progress" role="status">
      ${asking === "talk" ? html`<p><b>Talk with your neighbours:</b> what did you say, and why?</p>`
        : html`<p><b>${predicted}</b> ${here > 0 ? `of ${Math.max(here, predicted)} ` : ""}have predicted${
          ballot === 2 ? " again" : ""}${asking === "closed" ? "; no more answers" : ""}</p>`}
      ${asking !== "talk" && html`<div class="share-bar" aria-hidden="true"><i style=${`width:${share}%`}></i></div>`}</div>`;
}

function Revealed({ state, stage, revealed }) {
  const { ask } = state;
  const panel = hasPanel(seen);
  const drawn = panel && ["causes", "log"].includes(state.panel); // what would be told here is drawn there
  return html`
    <div><p class="was-asked" data-spare="2">${ask.text}</p><h2>${
      ask.form === "order" ? "In this order:" : rightWords(revealed, ask)}</h2>
      ${ask.form === "order" && html`<ol class="in-order">${revealed.right[0].map((key) => html`
        <li key=${key}>${saidWords(ask, [key])}</li>`)}</ol>`}</div>
    <${Sum} sum=${revealed.sum} stage=${stage} />
    <${Counts} revealed=${revealed} ask=${ask} />
    <${Frequent} />
    ${state.then?.length > 0 && html`<div class="then"><${Prose} parts=${state.then} stage=${stage} /></div>`}
    ${!drawn && revealed.lines.length > 0 && html`<ol class="because" data-spare="1">
      ${revealed.lines.map((line, n) => html`<li key=${n}>${line.text}</li>`)}</ol>`}
    <ul class="about" data-spare="0">${revealed.about.map((id) => html`<li key=${id}>
      <b>${revealed.rules[id]?.name ?? id}</b> ${revealed.rules[id]?.text}</li>`)}</ul>`;
}

// The mistakes that were made most often, each in words; where nobody predicted, those that one could make. Of a poll all that is said.
function Frequent() {
  const { revealed, state: { ask, panel } } = seen;
  const counts = Object.entries(revealed.counts[Object.keys(revealed.counts).at(-1)] ?? {});
  const poll = revealed.right.length === 0;
  const wrong = counts.map(([said, number]) => [said === "" ? [] : said.split(" "), number])
    .filter(([said]) => isRight(revealed, ask, said) === false);
  const times = new Map();
  const told = new Map();
  for (const [said, number] of wrong) {
    for (const reason of reasonsFor(revealed, ask, said)) {
      told.set(reason.key, { ...reason, said: reason.missed ? `Not ticked: ${reason.said}` : reason.said });
      times.set(reason.key, (times.get(reason.key) ?? 0) + number);
    }
  }
  const right = new Set(revealed.right.flat());
  const all = Object.keys(revealed.reasons).filter((key) => poll || !right.has(key));
  const keys = poll ? (panel === "rulings" ? [] : all)
    : times.size > 0 ? [...times.keys()].sort((a, b) => times.get(b) - times.get(a)) : all;
  const words = (key) => told.get(key) ?? reasonsFor({ ...revealed, right: [] }, ask, [key])[0];
  return keys.length > 0 && html`<ul class="reasons">${keys.slice(0, poll ? 9 : TOLD_MISTAKES).map((key) => [key, words(key)])
    .filter(([, reason]) => reason).map(([key, { said, text }]) => html`<li key=${key}><b>${capital(said)}</b> ${text}</li>`)}</ul>`;
}

// Something else than the lesson has it.
function Tried({ stage }) {
  const { event, film, moment } = stage;
  const asked = film.decisionAt(moment);
  return html`<p class="was-asked">Something else is tried</p><h2>${event?.plain ?? event?.text}</h2>
    ${asked && !asked.hidden && html`<div class="question"><p><b>${stage.cards.name(asked.player)}:</b> ${asked.question}</p>
      <ul class="choices-shown">${asked.words.map((text, n) => html`<li key=${asked.options[n]}>${capital(text)}</li>`)}</ul></div>`}`;
}

function Lobby() {
  const { state: { title, join, names = [] } } = seen;
  const come = names.length;
  const [wifi, ...password] = (join?.wifi ?? "").split(":");
  return html`<main class="lobby"><h1>${title}</h1>
    <div class="ways">
      ${wifi && html`<figure><img class="qr" alt="QR code of the Wi-Fi" src="/wifi.svg" />
        <figcaption>1. Wi-Fi <b>${wifi}</b>${password.length > 0 && html`, password <b>${password.join(":")}</b>`}</figcaption></figure>`}
      <figure><img class="qr" alt="QR code of the address" src="/qr.svg" />
        <figcaption>${wifi ? "2. Scan this" : "Scan this"}</figcaption></figure>
      <div class="by-hand"><p>or open</p><p class="address">${join?.address}</p><p>with the code</p>
        <p class="code">${join?.code}</p></div></div>
    <div class="came"><p role="status">${come === 0 ? "Nobody has come yet." : `${come} ${come === 1 ? "is" : "are"} here:`}</p>
      <ul>${names.slice(0, MOST_NAMES).map((name) => html`<li key=${name}>${name}</li>`)}
        ${come > MOST_NAMES && html`<li>and ${come - MOST_NAMES} more</li>`}</ul></div>
    ${seen.late && come === 0 && html`<p class="hint">Nobody can come in? Some networks keep phones apart from computers: try a hotspot,
      or count hands at the desk.</p>`}</main>`;
}

setTimeout(() => {
  seen.late = true;
  seen.redraw();
}, PATIENCE);
show(seen, () => html`<${Page} />`);
