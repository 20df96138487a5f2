// Bots in the seats: who is one, when they answer, and what they would do in the visitor's place.

import { optionText } from "../common/cards.js";
import { capital, parsed, plural, recall, remember } from "../common/dom.js";
import { inSlices } from "../common/link.js";

const PAUSE = 1200; // milliseconds before a bot answers, so that one can follow
const MOST_TOLD = 30; // answers of bots that are told
const KEPT = "dcf_lab.players";
const KINDS = { random: "Bot: at random", greedy: "Bot: at first sight", easy: "Bot: easy", normal: "Bot: normal", hard: "Bot: hard" };

export class Opponents {
  constructor(lab) {
    this.lab = lab;
    this.forget();
  }

  forget() {
    clearTimeout(this.timer);
    this.seats = {}; // player -> kind of bot; whoever is not here is a human
    this.paused = false;
    this.thinking = null; // what is being thought about: "answer" or "advise"
    this.said = []; // what they answered since the visitor did
    this.advice = null;
    this.turn = (this.turn ?? 0) + 1;
  }

  receive(message) {
    switch (message.show) {
      case "explore":
        this.forget();
        if (!message.puzzle) this.recall();
        break;
      case "film":
        this.advice = null;
        if (this.thinking !== "answer") this.said = [];
        break;
      case "bots answered":
        this.said = [...this.said, ...message.said].slice(-MOST_TOLD);
        break;
      case "advice":
        this.advice = message;
        break;
    }
  }

  // A page that is loaded again has the same bots.
  recall() {
    const { facts, game, app } = this.lab;
    const kept = parsed(recall(sessionStorage, KEPT));
    if (kept?.query !== app.query() || typeof kept.seats !== "object") return;
    this.seats = Object.fromEntries(Object.entries(kept.seats ?? {})
      .filter(([player, kind]) => facts.players.includes(player) && game.bots.includes(kind)));
  }

  seat(player, kind) {
    const { [player]: _, ...others } = this.seats;
    this.seats = kind ? { ...others, [player]: kind } : others;
    remember(sessionStorage, KEPT, JSON.stringify({ query: this.lab.app.query(), seats: this.seats }));
    this.rest();
    this.paused = false;
    this.lab.redraw();
    this.wake();
  }

  // Is this the open question, and a bot's? From a seat nobody is told who else is asked, so all others must be bots.
  answers(asked) {
    const { lab } = this;
    if (lab.app.page !== "explore" || !asked || asked.chosen !== null || lab.moment !== lab.film.end) return false;
    if (!asked.hidden) return Boolean(this.seats[asked.player]);
    return lab.facts.players.every((player) => player === lab.seat || this.seats[player]);
  }

  get areAsked() {
    return this.answers(this.lab.film.decisionAt(this.lab.moment));
  }

  // After every step of the visitor: a bot that is asked answers after a pause, but never while the visitor looks at an earlier moment.
  wake() {
    clearTimeout(this.timer);
    if (!this.paused && this.thinking !== "answer" && this.areAsked) this.timer = setTimeout(() => this.go(), PAUSE);
  }

  async go() {
    const { lab } = this;
    if (lab.busy || lab.playing) this.wake();
    if (lab.busy || lab.playing || this.paused || !this.areAsked) return;
    const [turn, { film }] = [++this.turn, lab];
    this.thinking = "answer";
    lab.redraw();
    const wanted = () => turn === this.turn && this.areAsked;
    await inSlices(lab.kernel, "opponents", { page: "opponents", do: "answer", node: film.here, seats: this.seats }, wanted, () => {});
    if (turn !== this.turn) return;
    this.thinking = null;
    lab.redraw();
    this.wake();
  }

  // Bots wait until they are told to go on.
  rest() {
    this.turn++;
    clearTimeout(this.timer);
    this.paused = true;
    this.thinking = null;
    this.lab.redraw();
  }

  goOn() {
    this.paused = false;
    this.lab.goTo(this.lab.film.end);
    return this.go();
  }

  async advise(asked) {
    const { lab } = this;
    const turn = ++this.turn;
    Object.assign(this, { thinking: "advise", advice: null });
    lab.redraw();
    const wanted = () => turn === this.turn;
    await inSlices(lab.kernel, "opponents", { page: "opponents", do: "advise", node: asked.node }, wanted, () => {});
    if (turn !== this.turn) return;
    this.thinking = null;
    lab.redraw();
  }

  // Enough of thinking: what is known by now is told.
  stop() {
    return this.lab.kernel.ask({ page: "opponents", do: "stop" });
  }
}

// Who is a human and who a bot, for the bar.
export function Players({ lab }) {
  const { opponents, facts, game } = lab;
  const bots = Object.keys(opponents.seats).length;
  return html`
    <details class="menu players"><summary>Players${bots > 0 ? `: ${bots === 1 ? "1 bot" : `${bots} bots`}` : ""}</summary><div>
      ${facts.players.map((player) => html`
        <label key=${player}>${lab.cards.name(player)}
          <select data-seat=${player} value=${opponents.seats[player] ?? ""} onChange=${(e) => opponents.seat(player, e.target.value)}>
            <option value="">You</option>
            ${game.bots.map((kind) => html`<option value=${kind}>${KINDS[kind]}</option>`)}
          </select></label>`)}
      ${bots > 0 && html`<${Control} opponents=${opponents} />`}
    </div></details>
  `;
}

function Control({ opponents, loud }) {
  return opponents.paused
    ? html`<button class=${loud && "primary"} onClick=${() => opponents.goOn()}>Let them play</button>`
    : html`<button class=${loud && "primary"} onClick=${() => opponents.rest()}>Stop the bots</button>`;
}

// A bot is asked: it thinks, or waits until it may go on.
export function BotAsked({ lab, asked }) {
  const { opponents } = lab;
  const who = asked.player ? lab.cards.name(asked.player) : "The others";
  const kind = KINDS[opponents.seats[asked.player]] ?? "Bots";
  return html`
    <div class="list"><p class="waiting" role="status">${opponents.paused
      ? `${who} would answer here.`
      : `${who} ${asked.player ? "thinks" : "think"} … (${kind})`}</p><${Said} lab=${lab} /></div>
    <footer class="leave"><${Control} opponents=${opponents} loud /></footer>
  `;
}

// What bots have answered since the visitor's last answer.
export function Said({ lab }) {
  const { said } = lab.opponents;
  if (said.length === 0 || lab.moment !== lab.film.end) return null;
  const words = ({ player, option }) => html`${lab.cards.name(player)} answered: <b>${optionText(lab.cards, option)}</b>.`;
  const earlier = said.slice(0, -1);
  return html`
    <div class="past said"><p>${words(said.at(-1))}</p>
      ${earlier.length > 0 && html`<details><summary>Before that: ${plural(earlier.length, "answer")}</summary>
        <ol>${earlier.map((one, n) => html`<li key=${n}>${words(one)}</li>`)}</ol></details>`}
    </div>`;
}

// "What would you do, and why?", for games of which bots know more than the rules.
export function AskAdvice({ lab, asked }) {
  const { opponents, game } = lab;
  if (lab.app.page !== "explore" || game.bots.length < 2 || !lab.facts.players.includes(asked.player)) return null;
  return opponents.thinking === "advise"
    ? html`<button class="advise" onClick=${() => opponents.stop()}>Thinking … enough</button>`
    : html`<button class="advise" onClick=${() => opponents.advise(asked)}>What would you do?</button>`;
}

export function AdviceGiven({ lab, asked }) {
  const { advice } = lab.opponents;
  if (advice?.node !== asked.node) return null;
  const [best, ...others] = advice.answers;
  const reasons = (one) => html`<ul>${one.why.map((why) => html`<li key=${why}>${why}</li>`)}</ul>`;
  return html`
    <section class="advice" aria-label="What a bot would do" role="status">
      <p>I would <b>${best.words}</b>.</p>${reasons(best)}
      ${others.length > 0 && html`<details><summary>The next best</summary><ol>${others.map((one) => html`
        <li key=${one.option}><b>${capital(one.words)}</b>${reasons(one)}</li>`)}</ol></details>`}
      <p class="source">After ${advice.looks} looks ahead to the end of the round, with what ${lab.game.name(advice.player)} may know.</p>
    </section>
  `;
}
