// The film: every event with what it changed. Any moment can be shown without asking the kernel.

import { splitKey } from "./dom.js";

export const DEPTHS = ["stage", "action", "effect", "atom"]; // of events, each with those before it

const EMPTY = () => ({ zones: {}, counts: {}, marks: {}, links: {}, facts: {}, lines: {} });

export class Film {
  constructor() {
    this.events = [];
    this.decisions = []; // by the moment at which they are asked
    this.nodes = new Map(); // the tree of answers
    this.here = 0; // the node at the end of this film
    this.table = EMPTY();
    this.at = 0; // the moment that `table` shows
    this.stops = [0]; // the moments at which stepping stops
    this.version = 0; // grows whenever the film itself changes
    this.figures = new Map(); // the timelines as plotly draws them, as far as the lab has told them
  }

  get end() {
    return this.events.length;
  }

  // What the kernel tells: events from a moment on, the questions among them, new places in the tree.
  take(news) {
    this.moveTo(Math.min(this.at, news.from));
    this.events.length = news.from;
    this.events.push(...news.events);
    for (const event of this.events.slice(news.totals?.from ?? news.from)) delete event.running;
    for (const [at, running] of news.totals?.of ?? []) this.events[at].running = running; // what numbers had come to by then
    this.decisions = [...this.decisions.filter((one) => one.at < news.from), ...news.decisions];
    for (const node of news.nodes) this.nodes.set(node.id, node);
    this.here = news.here;
    this.version++;
    this.stops = this.findStops();
  }

  // Where stepping stops: after every event but bookkeeping, which goes with what follows. What is left of it before a question goes
  // with what was before.
  findStops() {
    const asked = new Set(this.decisions.map((one) => one.at));
    const stops = [0];
    let waiting = 0;
    this.events.forEach((event, n) => {
      if (!event.bookkeeping) {
        if (waiting) stops.push(waiting);
        waiting = n + 1;
      }
      if (waiting && asked.has(n + 1)) {
        stops.push(n + 1);
        waiting = 0;
      }
    });
    if (stops.at(-1) !== this.end) stops.push(this.end);
    return stops;
  }

  // The event that a moment is about: that of its step, or the last one where no step ends.
  shown(moment, every = false) {
    if (!every && this.stops.includes(moment)) {
      for (let m = moment; m > this.previous(moment, "step"); m--) if (!this.events[m - 1].bookkeeping) return this.events[m - 1];
    }
    return this.events[moment - 1];
  }

  // What is new in a timeline: of every line, and of the shapes, what follows those that are kept.
  takeFigure({ what, by, data, layout }) {
    const had = this.figures.get(`${what} ${by}`) ?? { data: [], layout: { shapes: [] } };
    const trace = (told) => {
      if (told.keep === undefined) return told;
      const old = had.data.find((one) => one.uid === told.uid);
      const more = (word, n) => [...old[word].slice(0, told.keep), ...told.more.map((point) => point[n])];
      return { ...old, x: more("x", 0), y: more("y", 1), text: more("text", 2) };
    };
    const shapes = [...had.layout.shapes.slice(0, layout.shapes.keep), ...layout.shapes.more];
    this.figures.set(`${what} ${by}`, { data: data.map(trace), layout: { ...had.layout, ...layout, shapes } });
  }

  forget(nodes) {
    if (nodes === "all") this.nodes.clear();
    else for (const node of nodes) this.nodes.delete(node);
  }

  moveTo(moment) {
    moment = Math.max(0, Math.min(this.end, moment));
    while (this.at < moment) this.redo(this.events[this.at++]);
    while (this.at > moment) this.undo(this.events[--this.at]);
  }

  redo(event) {
    for (const change of event.set) {
      const [book, key, value] = change;
      change[3] = this.table[book][key] ?? null; // remembered for the way back
      write(this.table[book], key, value);
    }
    for (const line of event.lines) {
      line[4] = this.table.lines[lineKey(line)] ?? null;
      write(this.table.lines, lineKey(line), line[3]);
    }
  }

  undo(event) {
    for (let n = event.set.length - 1; n >= 0; n--) {
      const [book, key, , before] = event.set[n];
      write(this.table[book], key, before);
    }
    for (const line of event.lines) write(this.table.lines, lineKey(line), line[4]);
  }

  // Refusals that a script speaks of are steps, but nothing that happened: addresses and comparisons count the events alone. A moment
  // after such steps is "4.1", after the first event that follows them "5".
  numberOf(moment) {
    const events = this.events.slice(0, moment).filter((event) => !event.stated).length;
    const after = moment - this.momentOf(events);
    return after > 0 ? `${events}.${after}` : String(events);
  }

  momentOf(number) {
    let moment = 0;
    for (; number > 0 && moment < this.end; moment++) if (!this.events[moment].stated) number--;
    return moment;
  }

  // The question asked at a moment, or undefined between two questions.
  decisionAt(moment) {
    return this.decisions.findLast((one) => one.at === moment);
  }

  decisionBefore(moment) {
    return this.decisions.findLast((one) => one.at < moment);
  }

  decisionAfter(moment) {
    return this.decisions.find((one) => one.at > moment);
  }

  // The next moment to stop at: unit is "step" (without bookkeeping), "event", "action" (the next question) or "phase".
  next(moment, unit) {
    if (unit === "step") return this.stops.find((stop) => stop > moment) ?? this.end;
    if (unit === "event") return Math.min(moment + 1, this.end);
    if (unit === "action") return this.decisionAfter(moment)?.at ?? this.end;
    for (let m = moment + 1; m < this.end; m++) if (startsPhase(this.events[m])) return m;
    return this.end;
  }

  previous(moment, unit) {
    if (unit === "step") return this.stops.findLast((stop) => stop < moment) ?? 0;
    if (unit === "event") return Math.max(moment - 1, 0);
    if (unit === "action") return this.decisionBefore(moment)?.at ?? 0;
    for (let m = moment - 1; m > 0; m--) if (startsPhase(this.events[m])) return m;
    return 0;
  }

  // Whatever differs between two moments: cards, players and places by id, areas by key, and "moment" for the phase. When the table is
  // set, everything is new and nothing has changed.
  changed(from, to) {
    const found = new Set();
    for (let m = Math.max(1, from); m < to; m++) {
      for (const [book, key, value, before] of this.events[m].set) {
        if (book === "facts") {
          if (key === "moment") found.add(key);
          continue;
        }
        const [whose] = splitKey(key);
        if (book !== "zones") {
          found.add(whose);
          continue;
        }
        found.add(key);
        const [old, now] = [cardsOf(before), cardsOf(value)];
        for (const card of now) if (!old.includes(card)) found.add(card);
      }
    }
    return found;
  }

  // What went from where to where between two moments: cards by name, backs by number, and tokens; `from` or `to` is an area or whoever
  // has it, and nothing where tokens come from or go out of the game. `at` are the links by which a card stands at a place.
  moves(from, to, at) {
    const [left, came, cards, backs, tokens, found] = [new Map(), new Map(), [], new Map(), new Map(), []];
    const add = (book, key, word, number) => {
      if (!book.has(word)) book.set(word, new Map());
      book.get(word).set(key, (book.get(word).get(key) ?? 0) + number);
    };
    for (let m = Math.max(1, from); m < to; m++) {
      for (const [book, key, value, before] of this.events[m].set) {
        const [whose, what] = splitKey(key);
        if (book === "zones") {
          const [old, now] = [cardsOf(before), cardsOf(value)];
          for (const card of old) if (!now.includes(card)) left.set(card, left.get(card) ?? key);
          for (const card of now) if (!old.includes(card)) came.set(card, key);
          if (old.length + now.length === 0) add(backs, key, "", sizeOf(value) - sizeOf(before));
        } else if (book === "counts") add(tokens, whose, what, (value ?? 0) - (before ?? 0));
        else if (book === "links" && value && value !== before && at.includes(what)) found.push({ card: whose, from: whose, to: value });
      }
    }
    for (const [card, key] of came) {
      if (left.has(card) && left.get(card) !== key) cards.push({ card, from: left.get(card), to: key });
      else if (!left.has(card)) add(backs, key, "", 1);
    }
    for (const [card, key] of left) if (!came.has(card)) add(backs, key, "", -1);
    return [...found, ...cards, ...paired(backs), ...paired(tokens)];
  }
}

// Where as many come as go, they have gone from there to there.
function paired(books) {
  const found = [];
  for (const [token, places] of books) {
    const ways = [-1, 1].map((way) => [...places].map(([who, number]) => [who, number * way]));
    const [gone, come] = ways.map((some) => some.filter(([, number]) => number > 0));
    for (const [to, wanted] of come) {
      const source = gone.find(([, number]) => number >= wanted) ?? gone[0];
      if (source) source[1] -= wanted;
      found.push({ token, many: wanted, from: source?.[0] ?? "", to });
    }
    if (come.length === 0) for (const [from, many] of gone) found.push({ token, many, from, to: "" });
  }
  return found;
}

const write = (book, key, value) => {
  if (value === null || value === undefined) delete book[key];
  else book[key] = value;
};

const lineKey = ([group, key]) => `${group} ${key}`;

const startsPhase = (event) => event.begins === "phase" || event.begins === "round";

// A zone is a list of cards or, where a seat may not look, a number of them.
export const cardsOf = (zone) => (Array.isArray(zone) ? zone : []);
export const sizeOf = (zone) => (Array.isArray(zone) ? zone.length : (zone?.cards ?? 0));
