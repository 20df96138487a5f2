// A game as its manual tells it: what its players are called, on which side they are, and what lies on its board.

import { capital } from "./dom.js";

const MOST_SIDES = 5; // that have a colour of their own
const NOTHING = { zones: [], tokens: [], tracks: [], states: [], links: [], values: [], middle: "", gaps: "" };

export class Game {
  constructor({
    id = "", title = "", about = "", sides = {}, names = {}, seatings = {}, starts = {}, board = NOTHING, bots = [], roles = {},
    part_rules = {}, example = null,
  } = {}) {
    Object.assign(this, { id, title, about, sides, names, seatings, starts, board, bots, roles, partRules: part_rules, example });
    const seated = Object.values(seatings).reverse().flatMap((seating) => Object.entries(seating)); // of several the usual one decides
    this.players = new Map(seated.flatMap(([side, players]) => players.map((player) => [player, side])));
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
    const sides = Object.keys(this.sides).map((side) => players.filter((player) => this.side(player) === side));
    const there = sides.filter((some) => some.length > 0);
    return there.length === 2 ? there : [[], there.flat()];
  }

  // The colour of a side is by its place among the game's sides.
  sideClass(side) {
    const place = Object.keys(this.sides).indexOf(side);
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
