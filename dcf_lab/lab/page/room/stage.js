// The table as a workshop shows it: a film that others move, without a kernel, and nothing to answer.

import { Cards } from "../common/cards.js";
import { Film } from "../common/film.js";
import { Game } from "../common/game.js";

const MOST_MARKED = 12; // things that a step has changed; if there are more, none is marked

export class Stage {
  constructor(redraw) {
    this.redraw = redraw;
    this.film = new Film();
    this.game = new Game();
    this.cards = new Cards();
    this.facts = this.known = { players: [], rules: {}, rulings: [] };
    this.moment = this.from = 0;
    this.changed = new Set();
    this.forward = this.everyEvent = false;
    this.picking = this.viewed = this.viewedPile = this.hinted = null;
  }

  // What stays the same for the whole lesson: of its game, and among `others` of each other game that it has chapters of.
  learn(facts) {
    this.known = facts;
    this.book(facts);
  }

  book(facts) {
    this.game = new Game(facts.game);
    this.cards = new Cards(facts.cards, this.game);
    this.facts = facts;
  }

  // Another chapter may be of another game: its board, cards, sides and rules are those.
  turnTo(game) {
    if (!game || game === this.game.id) return;
    this.viewed = this.viewedPile = null;
    this.book(this.known.others?.[game] ?? this.known);
  }

  // Which game is shown, where that need not be the same in every chapter.
  get gameName() {
    return Object.keys(this.known.others ?? {}).length > 0 ? this.game.title : "";
  }

  // A rule of any of the games.
  ruleOf(id) {
    return [this.known, ...Object.values(this.known.others ?? {})].map(({ rules }) => rules[id]).find(Boolean);
  }

  // A film from its start, or what follows what is known already.
  take(news, moment) {
    if (news.from === 0) this.film = new Film();
    this.turnTo(news.game);
    this.facts = { ...this.facts, players: news.players ?? this.facts.players }; // a branch has those of its lesson
    this.film.take(news);
    this.goTo(moment);
  }

  get event() {
    return this.film.shown(this.moment, false);
  }

  goTo(moment) {
    const before = this.moment;
    this.film.moveTo(moment);
    this.moment = this.film.at;
    this.from = this.film.previous(this.moment, this.film.stops.includes(this.moment) ? "step" : "event");
    this.forward = before < this.moment && before >= this.from;
    const changed = this.film.changed(this.from, this.moment);
    this.changed = changed.size <= MOST_MARKED ? changed : new Set();
    this.redraw();
  }

  optionsOf() {
    return []; // nobody answers here
  }

  view(card) {
    this.viewed = this.viewed === card ? null : card;
    this.redraw();
  }

  viewPile(pile) {
    this.viewedPile = pile;
    this.redraw();
  }

  close() {
    this.viewed = this.viewedPile = null;
    this.redraw();
  }
}
