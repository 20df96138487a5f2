// What the page of somebody who takes part remembers: what was said, where one looks around, and what one takes home.

import { parsed, recall, remember } from "../common/dom.js";
import { OVER } from "./link.js";
import { Seen } from "./seen.js";
import { Stage } from "./stage.js";

const FRAME = 1500; // milliseconds for which each step of a film is shown

export const joinCode = () => (location.pathname.slice(1) || recall(sessionStorage, "dcf_lab.code") || "").toUpperCase();

const tokenKey = () => `dcf_lab.person.${joinCode()}`;
const keyOf = ({ ask, ballot }) => `${ask?.id} ${ballot}`;
const samePlace = (one, other) => one.chapter === other.chapter && one.step === other.step && one.twin === other.twin;

export class Taking extends Seen {
  constructor() {
    super(() => ({ code: joinCode(), person: recall(localStorage, tokenKey()), table: this.table, handout: true }));
    this.answers = new Map(); // question and ballot -> { said, sure, taken, n }
    this.known = new Map(); // the same as the room has told it
    this.drafts = new Map(); // question and ballot -> what is not sent yet
    this.guesses = new Set(); // questions and ballots
    this.table = undefined; // at which one sits
    this.seated = false; // has that been asked?
    this.lost = false;
    this.aside = null; // a step and a table of one's own, which nobody else moves: { state, revealed, stage }
    this.own = null; // something else that is tried alone
    this.mine = null;
    this.end = null; // what one takes home
    this.gone = ""; // why one is not in the room any more
    this.panel = null; // what was opened beside the lesson: { at, name }
    this.remembered = parsed(recall(sessionStorage, "dcf_lab.place")); // where one was at one's own pace
    this.shownRule = null;
    this.playing = false;
  }

  // Without a code there is nothing to ask for.
  learn() {
    return joinCode() ? super.learn() : new Promise(() => {});
  }

  // hearing

  receive(message) {
    const before = this.state;
    if (message.show === "branch" && message.own) return this.tried(message);
    super.receive(message);
    return this.moved(before, message);
  }

  heard(message) {
    switch (message.show) {
      case "room":
        remember(localStorage, tokenKey(), message.you.person);
        this.you = message.you;
        this.seated ||= message.tables === 0 || message.you.table > 0;
        this.lost = message.you.lost;
        this.said = null;
        this.learnSaid(message);
        break;
      case "visit":
        this.learnSaid(message);
        this.mine = null;
        this.aside = { state: message, revealed: message.revealed, stage: this.stageOf(message.film, message.moment) };
        this.said = null;
        break;
      case "taken":
      case "late":
        this.confirmed(message);
        break;
      case "mine":
        this.mine = message;
        break;
      case "ended":
        this.finish(message);
        break;
      case "forgotten":
        remember(localStorage, tokenKey(), null);
        this.gone ||= "The presenter has taken you out of the room. Nothing about you is kept.";
        this.link.leave(OVER);
        break;
      default:
        break;
    }
  }

  // The room has gone on: who follows goes along, who looks around does not.
  moved(before, message) {
    const { state, aside } = this;
    if (!state || this.end || this.gone) return;
    if (before && !samePlace(before, state)) {
      this.lost = false;
      if (aside && samePlace(aside.state, before)) this.aside = { ...aside, state: before };
    } else if (aside && samePlace(aside.state, state) && state.pace !== "own") {
      this.aside = { ...aside, state, revealed: this.revealed };
    }
    if (before?.pace === "own" && state.pace !== "own") this.follow();
    if (state.pace !== "own" || this.aside) return;
    if (before?.pace !== "own" || message.show === "room") this.visit(this.remembered ?? state);
    else if (message.show === "refused" && this.remembered) this.visit({ chapter: 0, step: 0 }); // there everybody may begin
  }

  learnSaid({ ask, ballot, you }) {
    if (!ask || !you) return;
    for (const [said, sure, n] of [[you.first, undefined, 1], [you.said, you.sure, ballot]]) {
      if (!said) continue;
      const key = keyOf({ ask, ballot: n });
      this.known.set(key, { said, sure, taken: true });
      if (this.answers.get(key)?.taken !== false) this.answers.set(key, this.known.get(key));
      if (sure === false) this.guesses.add(key);
    }
  }

  confirmed({ show: word, n }) {
    const [key, sent] = [...this.answers].find(([, one]) => one.n === n) ?? [];
    if (!key) return;
    if (word === "taken") this.answers.set(key, { ...sent, taken: true, n: undefined });
    else if (this.known.has(key)) this.answers.set(key, this.known.get(key)); // it may have come before the link was lost
    else this.answers.delete(key);
    if (this.answers.get(key)?.said.join(" ") !== sent.said.join(" ")) this.said = "The ballot was closed before your answer came.";
    if (this.aside?.state.pace === "own") this.visit(this.aside.state); // now it may be told what is right
  }

  // what is looked at

  get view() {
    const { aside, state, revealed, stage } = this;
    if (!aside) return { state, revealed, stage };
    if (samePlace(aside.state, state) && state.pace !== "own") return { state, revealed, stage: aside.stage };
    const asking = aside.state.asking === "open" && state.pace !== "own" ? "closed" : aside.state.asking;
    return { ...aside, state: { ...aside.state, asking, pace: state.pace, look_around: state.look_around } };
  }

  get looking() {
    return Boolean(this.aside ?? this.own ?? this.mine);
  }

  // Is there a question in the room that is not before one's eyes?
  get waiting() {
    const { state } = this;
    if (state.asking !== "open" || state.pace === "own") return false;
    return Boolean(this.own ?? this.mine) || !samePlace(this.view.state, state);
  }

  stageOf(film, moment) {
    const stage = new Stage(() => this.redraw());
    stage.learn(this.stage.known);
    stage.turnTo(film.game ?? this.stage.game.id);
    stage.take({ nodes: [], here: 0, ...film, from: 0 }, moment);
    return stage;
  }

  lookAround() {
    if (this.aside) return;
    const { film, moment, facts, game } = this.stage;
    const copy = { events: [...film.events], decisions: film.decisions, totals: { from: film.end, of: [] },
      players: facts.players, game: game.id };
    this.aside = { state: this.state, revealed: this.revealed, stage: this.stageOf(copy, moment) };
    this.redraw();
  }

  lookAt(moment, scroll = true) {
    this.lookAround();
    this.aside.stage.goTo(moment);
    this.open("table");
    if (scroll) requestAnimationFrame(() => document.getElementById("panel")?.scrollIntoView());
  }

  follow() {
    this.stop();
    this.aside = this.own = this.mine = this.said = null;
    this.redraw();
  }

  visit({ chapter, step }) {
    this.stop();
    this.remembered = chapter + step > 0 ? { chapter, step } : null;
    remember(sessionStorage, "dcf_lab.place", JSON.stringify(this.remembered));
    this.link.say({ do: "go", chapter, step });
  }

  // The step before or after the one that is looked at; null where there is none, or where one may not go.
  beside(by) {
    const { state } = this.view;
    const { chapters, chapter, step, pace } = state;
    if (pace === "together") return null;
    const place = step + by >= 0 && step + by < chapters[chapter].steps ? { chapter, step: step + by }
      : chapters[chapter + by] ? { chapter: chapter + by, step: by > 0 ? 0 : chapters[chapter + by].steps - 1 } : null;
    if (!place) return null;
    const live = this.state;
    if (pace === "up to here" && (place.chapter - live.chapter || place.step - live.step) > 0) return null;
    return pace === "own" && by > 0 && state.asking === "open" ? null : place;
  }

  go(by) {
    const place = this.beside(by);
    const { chapter, step, pace } = this.state;
    if (pace !== "own" && place.chapter === chapter && place.step === step) this.follow();
    else this.visit(place);
  }

  open(name) {
    if (name !== "table") this.stop();
    const { state } = this.view;
    this.panel = { at: `${state.chapter}.${state.step} ${state.asking}`, name };
    this.redraw();
  }

  get opened() {
    const { state } = this.view;
    if (this.panel?.at === `${state.chapter}.${state.step} ${state.asking}`) return this.panel.name;
    if (state.trying && !this.aside) return "table";
    return state.look.length > 0 && state.asking !== "revealed" ? "cards" : state.panel === "log" ? "log" : "table";
  }

  // The film of this step, one thing after the other.
  play() {
    this.lookAt(this.view.state.since);
    this.playing = true;
    const next = () => {
      const { stage } = this.aside ?? this;
      if (!this.playing || stage.moment >= stage.film.end) return this.stop();
      stage.goTo(stage.film.next(stage.moment, "step"));
      this.frame = setTimeout(next, FRAME);
    };
    clearTimeout(this.frame);
    this.frame = setTimeout(next, FRAME / 2);
  }

  stop() {
    clearTimeout(this.frame);
    this.playing = false;
    this.redraw();
  }

  // answering

  get draft() {
    const { state } = this.view;
    const kept = this.drafts.get(keyOf(state)) ?? this.answers.get(keyOf(state))?.said ?? this.answers.get(`${state.ask.id} 1`)?.said;
    return kept ?? (state.ask.form === "order" ? state.ask.options.map(({ key }) => key) : []);
  }

  get answer() {
    const { state } = this.view;
    return this.answers.get(keyOf(state)) ?? null;
  }

  // What was said last, in whatever ballot.
  get lastSaid() {
    const { state } = this.view;
    return (this.answers.get(`${state.ask?.id} 2`) ?? this.answers.get(`${state.ask?.id} 1`))?.said ?? null;
  }

  get guessing() {
    return this.guesses.has(keyOf(this.view.state));
  }

  choose(said) {
    this.drafts.set(keyOf(this.view.state), said);
    this.said = null;
    this.redraw();
  }

  guess() {
    const key = keyOf(this.view.state);
    if (!this.guesses.delete(key)) this.guesses.add(key);
    this.redraw();
  }

  send() {
    const { state } = this.view;
    const { ask, ballot } = state;
    const [said, sure] = [this.draft, !this.guessing];
    const n = this.link.insist({ do: "predict", q: ask.id, ballot, said, sure });
    this.answers.set(keyOf(state), { said, sure, taken: false, n });
    this.said = null;
    this.redraw();
  }

  sayLost() {
    this.lost = !this.lost;
    this.link.say({ do: "lost", lost: this.lost });
    this.redraw();
  }

  sit(table) {
    this.seated = true;
    this.table = table;
    if (table) this.link.wake();
    this.redraw();
  }

  // something else, alone

  explore(deed) {
    const { chapter, step } = this.own?.place ?? this.view.state;
    this.said = null;
    this.link.say({ do: "branch", chapter, step, ...(deed ? { deed } : {}) });
  }

  tried({ film, told }) {
    this.own ??= { place: { chapter: this.view.state.chapter, step: this.view.state.step }, stage: null };
    if (film) {
      const end = film.from + film.events.length;
      const before = this.own.stage ? Math.min(this.own.stage.film.end, film.from) : end;
      if (film.from === 0) this.own = { ...this.own, stage: this.stageOf(film, end) };
      else this.own.stage.take(film, end);
      this.own = { ...this.own, before, refusals: null };
    }
    const refusals = (told ?? []).find((one) => one.show === "refusals");
    if (refusals) this.own = { ...this.own, refusals };
    this.redraw();
  }

  // the end

  async finish(message) {
    this.end = message;
    this.stop();
    this.redraw();
    const file = await fetch("/handout.html").then((answer) => (answer.ok ? answer.blob() : null)).catch(() => null);
    this.handout = file && URL.createObjectURL(file);
    this.link.leave(OVER);
  }

  forget() {
    remember(localStorage, tokenKey(), null);
    this.gone = "You are forgotten: your name and your answers are deleted.";
    if (this.end) this.redraw();
    else this.link.say({ do: "forget" });
  }
}
