// The page of somebody who takes part: what the screen shows, as text and table, a question to answer, and what came of it.

import { classes, recall, remember } from "../common/dom.js";
import { Board } from "../explore/board.js";
import { CLOSED } from "./link.js";
import { Seen, show } from "./seen.js";
import { Counts, Explanation, Form, Look, Prose, Viewed, isComplete, isRight, reasonsFor, rightWords, saidWords } from "./telling.js";

const code = () => (location.pathname.slice(1) || recall(sessionStorage, "dcf_lab.code") || "").toUpperCase();

class Phone extends Seen {
  constructor() {
    super(() => ({ code: code(), person: recall(localStorage, `dcf_lab.person.${code()}`) }));
    this.chosen = []; // not sent yet
    this.guessing = false;
    this.sent = null; // { q, ballot, said, taken }
    this.lost = false;
    this.mine = null;
    this.about = "lesson";
  }

  heard(message) {
    if (message.show === "room") {
      remember(localStorage, `dcf_lab.person.${code()}`, message.you.person);
      this.you = message.you;
      if (message.you.said && message.ask) this.sent = { ...this.place, said: message.you.said, taken: true };
    }
    if (message.show === "taken" && this.sent?.n === message.n) this.sent = { ...this.sent, taken: true };
    if (message.show === "late") this.sent = null;
    if (message.show === "mine") this.mine = message;
    if (this.sent && (this.sent.q !== this.place.q || this.sent.ballot !== this.place.ballot)) {
      this.last = this.sent.q === this.place.q ? this.sent : null; // what was said in the first ballot
      this.sent = null;
      this.chosen = this.last?.said ?? [];
    }
  }

  get place() {
    return { q: this.state?.ask?.id, ballot: this.state?.ballot };
  }

  choose(said) {
    this.chosen = said;
    this.redraw();
  }

  send() {
    const { ask } = this.state;
    const said = ask.form === "order" && this.chosen.length === 0 ? ask.options.map(({ key }) => key) : this.chosen;
    const message = { do: "predict", ...this.place, said, sure: !this.guessing };
    this.sent = { ...this.place, said, taken: false, n: this.link.insist(message) };
    this.redraw();
  }

  sayLost() {
    this.lost = !this.lost;
    this.link.say({ do: "lost", lost: this.lost });
    this.redraw();
  }
}

const phone = new Phone();

function Page() {
  const { state, link } = phone;
  if (link?.closed) return html`<main class="closed"><h1>Workshop</h1><p>${CLOSED[link.closed] ?? "The room is closed."}</p>
    ${link.closed === 4004 && html`<${Join} />`}</main>`;
  if (!code()) return html`<main class="closed"><h1>Join the workshop</h1><${Join} /></main>`;
  if (!state) return html`<main class="closed"><p>Coming in …</p></main>`;
  return html`
    <header class="room-bar"><h1>${state.chapters[state.chapter].title}</h1><span class="me">${phone.you?.name}</span></header>
    ${!link.connected && html`<p class="banner" role="alert">The connection is lost. It comes back by itself; what you have said is kept.</p>`}
    ${phone.said && html`<p class="banner" role="alert">${phone.said}</p>`}
    <main class="phone-page">
      ${phone.mine ? html`<${Mine} />` : html`<${Lesson} />`}
    </main>
    <${Viewed} stage=${phone.stage} />`;
}

function Join() {
  const enter = (event) => {
    event.preventDefault();
    location.href = `/${encodeURIComponent(event.target.elements.code.value.trim().toUpperCase())}`;
  };
  return html`<form class="join" onSubmit=${enter}><label>The five letters on the screen
    <input name="code" maxlength="5" autocomplete="off" autocapitalize="characters" required pattern="[A-Za-z]{5}" /></label>
    <button class="primary">Join</button></form>`;
}

function Lesson() {
  const { state, stage, revealed } = phone;
  const { ask } = state;
  return html`
    <section class="say"><${Prose} parts=${state.say} stage=${stage} /></section>
    ${ask && html`<${Asked} />`}
    ${revealed && ask && html`<${Revealed} />`}
    ${state.then && html`<section class="then"><${Prose} parts=${state.then} stage=${stage} /></section>`}
    <details class="cards-here" open=${state.look.length > 0 && state.asking === "open"}><summary>Cards</summary>
      <${Look} ids=${state.look} stage=${stage} />${state.look.length === 0 && html`<p>Touch a card on the table to read it.</p>`}</details>
    <details class="table-here" open=${!ask || state.asking === "revealed"}><summary>Table</summary>
      <div class="board-frame"><${Board} lab=${stage} /></div><${LookAround} /></details>
    <footer class="phone-foot">
      <button aria-pressed=${phone.lost} onClick=${() => phone.sayLost()}>${phone.lost ? "I am with you again" : "I am lost"}</button>
      <button onClick=${() => phone.link.say({ do: "mine" })}>My rules</button></footer>
    <p class="privacy">Nothing about you is kept but this name and your answers, and both are deleted when the workshop ends.</p>`;
}

function Asked() {
  const { state, stage, sent, chosen } = phone;
  const { ask, asking, ballot } = state;
  const open = asking === "open";
  const said = sent?.said ?? phone.last?.said;
  return html`<section class="question" aria-label="The question">
    <h2>${ask.text}</h2>
    ${asking === "talk" && html`<p class="talk">Talk with your neighbours: what did you say, and why? Then everybody predicts again.</p>`}
    ${open && html`
      <${Form} ask=${ask} said=${chosen} choose=${(one) => phone.choose(one)} stage=${stage} />
      ${ask.sure && html`<label class="guess"><input type="checkbox" checked=${phone.guessing}
        onChange=${() => { phone.guessing = !phone.guessing; phone.redraw(); }} /> I am guessing</label>`}
      <button class="primary send" disabled=${!isComplete(ask, chosen)} onClick=${() => phone.send()}>That is my answer</button>`}
    ${said && asking !== "revealed" && html`<p class=${classes("in", sent?.taken && "taken")} role="status">
      ${sent && !sent.taken ? "On its way: " : "In: "}<b>${saidWords(ask, said)}</b>${open && sent?.taken ? "; may be changed" : ""}</p>`}
    ${asking === "closed" && !said && html`<p role="status">The ballot is closed.</p>`}
    ${ballot === 2 && open && html`<p class="second">The second time: has talking changed your mind?</p>`}
  </section>`;
}

function Revealed() {
  const { state, stage, revealed } = phone;
  const { ask } = state;
  const said = phone.sent?.said ?? phone.last?.said;
  const right = said ? isRight(revealed, ask, said) : null;
  return html`<section class=${classes("revealed", right === false && "was-wrong", right && "was-right")} aria-live="polite">
    <h2>${rightWords(revealed, ask)}</h2>
    ${said && html`<p>You said <b>${saidWords(ask, said)}</b>${right === null ? "" : right ? ": right." : "."}</p>`}
    ${said && html`<ul class="reasons">${reasonsFor(revealed, ask, said).map((one) => html`<li key=${one.key}><b>${one.said}</b> ${one.text}</li>`)}</ul>`}
    <${Explanation} revealed=${revealed} stage=${stage} goTo=${(moment) => { phone.following = false; stage.goTo(moment); }} />
    <h3>Everybody</h3><${Counts} revealed=${revealed} ask=${ask} /></section>`;
}

// Looking around in what has been shown; who does so is not moved until they follow again.
function LookAround() {
  const { stage, state } = phone;
  const look = (moment) => {
    phone.following = false;
    stage.goTo(moment);
  };
  return html`<div class="film"><button onClick=${() => look(stage.film.previous(stage.moment, "step"))} disabled=${stage.moment === 0}>‹ step</button>
    <button onClick=${() => look(stage.film.next(stage.moment, "step"))} disabled=${stage.moment >= stage.film.end}>step ›</button>
    <label class="follow"><input type="checkbox" checked=${phone.following} onChange=${() => {
      phone.following = !phone.following;
      if (phone.following) stage.goTo(state.moment);
    }} /> follow the room</label>
    <p class="happens">${stage.event?.plain ?? stage.event?.text}</p></div>`;
}

function Mine() {
  const { right, again } = phone.mine;
  const back = () => { phone.mine = null; phone.redraw(); };
  return html`<section class="mine"><h2>My rules</h2>
    <h3>Right</h3><ul>${right.map(({ rule, name }) => html`<li key=${rule}>${name}</li>`)}${right.length === 0 && html`<li>None yet.</li>`}</ul>
    <h3>To look at again</h3><ul>${again.map(({ rule, name, text }) => html`<li key=${rule}><b>${name}</b> ${text}</li>`)}
      ${again.length === 0 && html`<li>None.</li>`}</ul>
    <button class="primary" onClick=${back}>Back to the lesson</button>
    <button onClick=${() => {
      remember(localStorage, `dcf_lab.person.${code()}`, null);
      phone.link.say({ do: "forget" });
    }}>Forget me</button></section>`;
}

remember(sessionStorage, "dcf_lab.code", code());
show(phone, () => html`<${Page} />`);
