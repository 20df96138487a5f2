// The page of somebody who takes part: what the screen shows, as text and table, a question to answer, and what came of it.

import { classes, remember } from "../common/dom.js";
import { CardFace } from "../common/cards.js";
import { THEMES, chooseTheme, wantedTheme } from "../common/theme.js";
import { Board } from "../explore/board.js";
import { CLOSED, FULL, NO_ROOM, TOO_MUCH } from "./link.js";
import { Farewell, Mine } from "./leaving.js";
import { show } from "./seen.js";
import { Taking, joinCode } from "./taking.js";
import { Counts, Explanation, Form, Prose, isComplete, isRight, reasonsFor, rightWords, saidWords } from "./telling.js";
import { OwnBranch, Tried, eventWords, toldEvents } from "./trying.js";

const PANELS = { cards: "Cards", table: "Table", log: "What happened" };
const MOST_MISTAKES = 3; // of others, that are told with the answer

const me = new Taking();

function Page() {
  const { state, link, view } = me;
  if (me.gone) return html`<${Alone} title="Workshop" text=${me.gone} />`;
  if (me.end) return html`<${Bar} title=${state.title} /><${Farewell} phone=${me} /><${CardDialog} stage=${me.stage} />`;
  if (!joinCode()) return html`<${Alone} title="Join the workshop"><${Join} /><//>`;
  if (link?.closed) return html`<${Closed} />`;
  if (!state) return html`<${Alone} title="Workshop" text="Coming in …" />`;
  const lobby = state.lobby && !me.looking;
  return html`
    <${Bar} title=${lobby ? "Workshop" : view.state.chapters[view.state.chapter].title} />
    ${!link.connected && html`<p class="banner" role="alert">The connection is lost. It comes back by itself, and what you have said
      is kept.</p>`}
    ${me.said && html`<p class="banner" role="alert"><span>${me.said}</span>
      <button onClick=${() => { me.said = null; me.redraw(); }}>Good</button></p>`}
    ${me.waiting && html`<p class="banner calls" role="alert"><span>A question is asked.</span>
      <button onClick=${() => me.follow()}>Go to it</button></p>`}
    <main class="phone-page">
      ${!me.seated && html`<${Seat} tables=${state.tables} />`}
      ${!lobby && html`<${Where} />`}
      ${lobby ? html`<${Lobby} />` : me.mine ? html`<${Mine} phone=${me} />`
        : me.own ? html`<${OwnBranch} phone=${me} />` : html`<${Lesson} />`}
    </main>
    <${CardDialog} stage=${me.own?.stage ?? view.stage} />`;
}

const Bar = ({ title }) => html`<header class="room-bar"><h1>${title}</h1><span class="me">${me.you?.name}</span></header>`;

const Alone = ({ title, text, children }) => html`<main class="closed"><h1>${title}</h1>${text && html`<p role="status">${text}</p>`}
  ${children}</main>`;

// Coming in, and being turned away

function Closed() {
  const { closed } = me.link;
  const again = () => {
    me.link.again();
    me.redraw();
  };
  return html`<${Alone} title="Workshop" text=${me.said ?? CLOSED[closed] ?? "The room is closed."}>
    ${closed === FULL && html`<p>This page tries again by itself.</p>`}
    ${[TOO_MUCH, FULL].includes(closed) && html`<button class="primary" onClick=${again}>Try again</button>`}
    ${[TOO_MUCH, NO_ROOM].includes(closed) && html`<${Join} />`}<//>`;
}

function Join() {
  const enter = (event) => {
    event.preventDefault();
    location.href = `/${encodeURIComponent(event.target.elements.code.value.trim().toUpperCase())}`;
  };
  return html`<form class="join" onSubmit=${enter}><label>The five letters on the screen
    <input name="code" maxlength="5" autocomplete="off" autocapitalize="characters" spellcheck="false" required pattern="[A-Za-z]{5}"
      title="five letters" /></label>
    <button class="primary">Join</button></form>
    <p class="privacy">Nobody asks for your name. You get one, and it is deleted with your answers when the workshop ends.</p>`;
}

const Seat = ({ tables }) => html`<section class="seat"><h2>At which table do you sit?</h2><p class="seats">
    ${Array.from({ length: tables }, (_, n) => html`<button key=${n} onClick=${() => me.sit(n + 1)}>${n + 1}</button>`)}</p>
  <button class="wide" onClick=${() => me.sit(undefined)}>At none of them</button></section>`;

const Lobby = () => html`<section class="lobby"><h2>${me.state.title}</h2>
  <p>You are in. Here you are <b>${me.you?.name}</b>. It begins when the presenter says so.</p></section>
  <footer class="phone-foot"><${Settings} /></footer>`;

// How the page looks, and what is known of who looks at it.
const Settings = () => html`<label>Light or dark <select value=${wantedTheme()} onChange=${(event) => chooseTheme(event.target.value)}>
    ${THEMES.map((one) => html`<option key=${one} value=${one}>${one === "auto" ? "as my phone has it" : one}</option>`)}</select></label>
  <p class="privacy">Nothing about you is kept but this name and your answers, and both are deleted when the workshop ends.</p>`;

// Where one is, and whether one goes along

function Where() {
  const { state: live, view: { state, stage } } = me;
  const { chapters, chapter, step, pace } = state;
  const walk = (by, sign, words) => html`
    <button aria-label=${words} disabled=${!me.beside(by)} onClick=${() => me.go(by)}>${sign}</button>`;
  return html`<nav class="where" aria-label="Where you are">
    ${pace !== "together" && walk(-1, "‹", "The step before")}
    <span class="step-now">${stage.gameName && `${stage.gameName}: `}
      Chapter ${chapter + 1} of ${chapters.length}, step ${step + 1} of ${chapters[chapter].steps}</span>
    ${pace !== "together" && walk(1, "›", "The next step")}
    ${live.pace === "own" ? html`<span class="pace">at your own pace</span>` : html`
      <label class="follow"><input type="checkbox" role="switch" checked=${!me.looking}
        onChange=${() => (me.looking ? me.follow() : me.lookAround())} /> follow the room</label>`}
    ${me.looking && live.pace !== "own" && html`<span class="pace">You look around; nobody moves you.</span>`}</nav>`;
}

// The lesson

function Lesson() {
  const { view: { state, stage, revealed } } = me;
  const trying = state.trying && !me.aside;
  return html`
    ${trying ? html`<${Tried} stage=${stage} />` : html`
      ${state.twin && html`<p class="talk">Once more, with other cards.</p>`}
      <section class="say"><${Prose} parts=${state.say} stage=${stage} /></section>
      ${state.ask && html`<${Question} />`}
      ${revealed && state.ask && html`<${Revealed} />`}
      ${state.then?.length > 0 && html`<section class="then"><${Prose} parts=${state.then} stage=${stage} /></section>`}`}
    <${Panels} />
    <footer class="phone-foot">
      ${state.look_around && html`<button class="wide" onClick=${() => me.explore()}>Explore from here</button>`}
      <p class="row"><button aria-pressed=${me.lost} onClick=${() => me.sayLost()}>${
        me.lost ? "I am with you again" : "I am lost"}</button>
        <button onClick=${() => me.link.say({ do: "mine" })}>My rules</button></p>
      <${Settings} /></footer>`;
}

function Question() {
  const { view: { state, stage }, answer, lastSaid } = me;
  const { ask, asking, ballot } = state;
  const open = asking === "open";
  return html`<section class="question" aria-label="The question">
    <h2>${ask.text}</h2>
    ${asking === "talk" && html`<p class="talk">Talk with your neighbours: what did you say, and why? Then everybody predicts again.</p>`}
    ${ballot === 2 && open && html`<p class="talk">The second time: has talking changed your mind?</p>`}
    ${open && html`<${Ballot} ask=${ask} stage=${stage} />`}
    ${lastSaid && asking !== "revealed" && html`<p class=${classes("in", answer?.taken !== false && "taken")} role="status">
      ${answer && !answer.taken ? "on its way: " : answer || !open ? "in: " : "before you talked: "}<b>${saidWords(ask, lastSaid)}</b>${
        open && answer?.taken ? "; may be changed" : ""}</p>`}
    ${asking === "closed" && html`<p class="soft" role="status">The ballot is closed.${
      lastSaid ? "" : " You have not said anything; that is no harm."}</p>`}
  </section>`;
}

function Ballot({ ask, stage }) {
  const { draft, answer } = me;
  const same = answer && answer.said.join(" ") === draft.join(" ") && answer.sure !== me.guessing;
  return html`<${Form} ask=${ask} said=${draft} choose=${(one) => me.choose(one)} stage=${stage} />
    ${ask.sure && html`<label class="guess">
      <input type="checkbox" checked=${me.guessing} onChange=${() => me.guess()} /> I am guessing</label>`}
    <button class="primary send" disabled=${!isComplete(ask, draft) || same} onClick=${() => me.send()}>${
      answer ? "Change my answer" : "That is my answer"}</button>`;
}

function Revealed() {
  const { view: { state, stage, revealed }, lastSaid: said } = me;
  const { ask } = state;
  const right = said ? isRight(revealed, ask, said) : null;
  const reasons = said ? reasonsFor(revealed, ask, said) : [];
  return html`<section class=${classes("revealed", right === false && "was-wrong", right && "was-right")} aria-live="polite">
    <h2>${rightWords(revealed, ask)}</h2>
    ${said && html`<p>You said <b>${saidWords(ask, said)}</b>${
      right === null ? "." : !right ? ": not quite." : reasons.length > 0 ? ": right, but not for this reason." : ": right."}</p>`}
    ${reasons.length > 0 && html`<ul class="reasons">${reasons.map((one) => html`<li key=${one.key}>
      ${!said.includes(one.key) && html`<i>You left out </i>`}<b>${one.said}</b> ${one.text}</li>`)}</ul>`}
    <${Explanation} revealed=${revealed} stage=${stage} goTo=${(moment) => me.lookAt(moment)} />
    <h3>What everybody said</h3><${Counts} revealed=${revealed} ask=${ask} /><${Mistakes} except=${said ?? []} />
    ${stage.film.end > state.since && html`<p class="row"><button onClick=${() => (me.playing ? me.stop() : me.play())}>${
      me.playing ? "Stop the film" : "Follow the film"}</button></p>`}</section>`;
}

// The mistakes that others made most often, each with its reason.
function Mistakes({ except }) {
  const { view: { state: { ask }, revealed } } = me;
  const counts = revealed.counts[Object.keys(revealed.counts).at(-1)] ?? {};
  const wrong = Object.entries(counts).filter(([said]) => revealed.reasons[said] && said !== except.join(" ")
    && isRight(revealed, ask, said.split(" ")) === false).sort((a, b) => b[1] - a[1]).slice(0, MOST_MISTAKES);
  return wrong.length > 0 && html`<ul class="reasons">${wrong.map(([said]) => html`
    <li key=${said}><b>${saidWords(ask, said.split(" "))}</b> ${revealed.reasons[said].text}</li>`)}</ul>`;
}

// Cards, table and log: one of them is open

function Panels() {
  const { view: { state, stage }, opened } = me;
  const names = Object.keys(PANELS).filter((name) => name !== "cards" || state.look.length > 0);
  return html`<section class="panels" aria-label="Cards, table and what happened"><div class="panel-names">${names.map((name) => html`
      <button key=${name} aria-expanded=${opened === name} aria-controls="panel" onClick=${() => me.open(opened === name ? "" : name)}>${
        PANELS[name]}</button>`)}</div>
    <div id="panel">
      ${opened === "cards" && html`<ul class="card-texts">${state.look.map((id) => html`
        <${CardText} key=${id} id=${id} stage=${stage} />`)}</ul>`}
      ${opened === "table" && html`<${Walk} stage=${stage} /><div class="board-frame"><${Board} lab=${stage} /></div>`}
      ${opened === "log" && html`<${Log} stage=${stage} />`}</div></section>`;
}

// A card as a line to read; its name opens the whole card.
function CardText({ id, stage: { cards }, stage }) {
  const card = cards.of(id);
  const values = cards.game.board.values.filter(({ what }) => card?.values[what] !== undefined)
    .map(({ what, name }) => `${name} ${card.values[what]}`);
  return html`<li><button class="card-link" onClick=${() => stage.view(id)}>${cards.name(id)}</button>
    <span class="soft">${values.join(" · ")}</span>${card?.text && html`<p>${card.text}</p>`}</li>`;
}

function Walk({ stage }) {
  const { film, moment } = stage;
  const look = (way) => () => me.lookAt(film[way](moment, "step"), false);
  return html`<div class="film"><button onClick=${look("previous")} disabled=${moment === 0}>‹ before</button>
    <button onClick=${look("next")} disabled=${moment >= film.end}>after ›</button>
    <p class="happens" aria-live="polite">${stage.event && eventWords(stage.event)}</p></div>`;
}

function Log({ stage }) {
  const events = toldEvents(stage.film);
  return html`<ol class="happened">${events.map((event) => html`<li key=${event.id}>
    <button class="in-text" aria-current=${stage.event === event ? "step" : undefined}
      onClick=${() => me.lookAt(stage.film.events.indexOf(event) + 1)}>${eventWords(event)}</button></li>`)}
    ${events.length === 0 && html`<li>Nothing yet.</li>`}</ol>`;
}

// The whole card, over everything else.
function CardDialog({ stage }) {
  const dialog = useRef(null);
  useEffect(() => {
    if (stage.viewed && !dialog.current.open) dialog.current.showModal();
  });
  if (!stage.viewed) return null;
  return html`<dialog class="card-dialog" ref=${dialog} aria-label=${stage.cards.name(stage.viewed)} onClose=${() => stage.close()}
      onClick=${(event) => event.target === dialog.current && stage.close()}>
    <${CardFace} id=${stage.viewed} cards=${stage.cards} />
    <button class="primary wide" onClick=${() => stage.close()}>Close</button></dialog>`;
}

remember(sessionStorage, "dcf_lab.code", joinCode());
show(me, () => html`<${Page} />`);
