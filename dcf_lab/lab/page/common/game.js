// A game as its manual tells it: what its players are called, on which side they are, and what lies on its board.

import { capital } from "./dom.js";

const MOST_SIDES = 5; // that have a colour of their own
const NOTHING = { zones: [], tokens: [], tracks: [], states: [], links: [], values: [], middle: "", gaps: "" };

export class Game {
  constructor({
    id = "", title = "", about = "", sides = {}, names = {}, seatings = {}, starts = {}, board = NOTHING, bots = [], roles = {},
    part_rules = {}, example = null, players = {}, here = Object.keys(sides),
  } = {}) {
    Object.assign(this, { id, title, about, sides, names, seatings, starts, board, bots, roles, partRules: part_rules, example, here });
    this.players = new Map(Object.entries(players));
  }

  // "the Rogue", within a sentence
  name(player) {
    return this.names[player] ?? player;
  }

  // "hero1" is a hero; chance and whoever is not known are on no side.
  side(player) {
    return this.players.get(player) ?? "";
  }

  // Who sits above the middle of the table and who below it: with two sides it lies between them, else everybody sits below it.
  seated(players) {
    const sides = this.here.map((side) => players.filter((player) => this.side(player) === side));
    const there = sides.filter((some) => some.length > 0);
    return there.length === 2 ? there : [[], there.flat()];
  }

  // The colour of a side is by its place among the sides that are here.
  sideClass(side) {
    const place = this.here.indexOf(side);
    return place < 0 || place >= MOST_SIDES ? "side-none" : `side-${place + 1}`;
  }

  // "2 players", "3 players: Rogues 1, Heroes 2"
  seatingText(seating) {
    const sizes = Object.entries(this.seatings[seating]).map(([side, players]) => [this.sides[side] ?? capital(side), players.length]);
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    const equal = sizes.every(([, size]) => size === sizes[0][1]);
    return `${all === 1 ? "1 player" : `${all} players`}${equal ? "" : `: ${sizes.map((one) => one.join(" ")).join(", ")}`}`;
  }

  // "2 to 4 players"
  get playersText() {
    const sizes = Object.values(this.seatings).map((seating) => Object.values(seating).flat().length);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    return least < most ? `${least} to ${most} players` : most === 1 ? "1 player" : `${most} players`;
  }

  // The areas of a player, of the table, or of a card by its type; some are every card's.
  areasOf(whose, isCard = false) {
    return this.board.zones.filter((zone) => zone.whose === whose || (isCard && zone.whose === "card"));
  }
}
