// A draft: the data of a scenario file, where its cards lie, and what can be done to it. Nothing here knows of the page, or of one game.

export const entryCard = (entry) => (typeof entry === "string" ? entry : (entry?.card ?? ""));
export const entryOf = (entry) => (typeof entry === "string" ? { card: entry } : (entry ?? {}));
export const areaKey = (area) => area.join("/");
export const keyOf = (what) => what.replace(/[ -]/g, "_"); // how a file calls tokens and areas

const LINKED = "here"; // ["locations", 1, "here", "at"]: who is linked to a card, as if it were an area of its own

// How a table of one game is set: who plays, which areas there are and what they take. An area is a path into the draft's table,
// such as ["hero", "hand"] or ["locations", 1, "scheme"].
export class TableForm {
  constructor({ games, form, further }, cards) {
    const { game } = cards;
    Object.assign(this, { game, form, further, cards, board: game.board, first: Object.keys(games)[0] });
    const laid = [...this.of("table"), ...game.board.tracks].map((one) => one.said);
    this.facts = Object.fromEntries(Object.entries(form.properties).filter(([key]) => !laid.includes(key) && !game.players.has(key)));
  }

  // Who plays

  seating(draft) {
    return this.game.seatings[draft.seating] ?? Object.values(this.game.seatings)[0];
  }

  playersOn(draft, side) {
    return this.seating(draft)[side] ?? [];
  }

  playing(draft) {
    return Object.values(this.seating(draft)).flat();
  }

  // Everybody at the table, and whoever an opened file speaks of beyond them.
  playersOf(draft) {
    const playing = this.playing(draft);
    return [...playing, ...[...this.game.players.keys()].filter((player) => draft.table[player] && !playing.includes(player))];
  }

  // What else is said of a player.
  playerFacts(player) {
    const laid = [...this.of("player").map((zone) => zone.said), ...this.board.tokens.map((token) => keyOf(token.what))];
    return Object.fromEntries(Object.entries(this.form.properties[player].properties).filter(([key]) => !laid.includes(key)));
  }

  // Cards and areas

  name(card) {
    const printed = this.cards.of(card);
    if (!printed) return String(card || "no card");
    return printed.copies > 1 ? `${printed.name} (${card.split(".").at(-1)})` : printed.name;
  }

  // The areas of a player, the table or a type of card of which a file speaks.
  of(whose) {
    return this.game.areasOf(whose).filter((zone) => zone.said);
  }

  // The areas that a card has where it lies; one of other cards' only if something is said to lie there.
  inner(zone, entry) {
    const type = this.cards.of(entryCard(entry))?.type;
    const own = (one) => one.whose === type || one.whose === "card";
    const found = this.board.zones.filter((one) => one.said && zone.carries.includes(one.said)
      && (own(one) || (zone.holds.includes(one.whose) && entryOf(entry)[one.said] !== undefined)));
    return found.filter((one) => own(one) || !found.some((other) => other.said === one.said && own(other)))
      .filter((one, n, all) => all.findIndex((other) => other.said === one.said) === n);
  }

  // Do its cards have room for others, so that each is always said as a table?
  hasSlots(zone) {
    return zone.carries.length > 0 && this.board.zones.some((one) => one.said && one.drawn === "slot" && zone.holds.includes(one.whose));
  }

  zoneAt(area) {
    const player = this.game.players.has(area[0]);
    let zone = this.of(player ? "player" : "table").find((one) => one.said === area[player ? 1 : 0]);
    for (const word of area.slice(player ? 2 : 1)) {
      if (typeof word === "number") continue;
      zone = this.board.zones.find((one) => one.said === word && (zone.holds.includes(one.whose) || one.whose === "card"));
    }
    return zone;
  }

  linkAt(area) {
    return area.at(-2) === LINKED ? this.board.links.find((link) => link.what === area.at(-1)) : undefined;
  }

  // The links that can lead to a card, if it lies where one can be: not in a pile.
  linksTo(zone, card) {
    return zone.drawn === "pile" || zone.drawn === "fan" ? [] : this.board.links.filter((link) => link.to === this.cards.of(card)?.type);
  }

  linkArea(path, link) {
    return [...path, LINKED, link.what];
  }

  isDeck(area) {
    const zone = this.zoneAt(area);
    return zone !== undefined && zone.ordered && zone.seen === "nobody";
  }

  isOrdered(area) {
    const zone = this.zoneAt(area);
    return zone !== undefined && (zone.ordered || zone.drawn === "fan" || zone.drawn === "pile") && !this.hasSlots(zone);
  }

  isSlot(area) {
    return this.zoneAt(area)?.drawn === "slot";
  }

  // Everything that lies in some areas: which card, in which area, the how manieth there, and the path to what is said of it.
  * lying(host, path, zones) {
    for (const zone of zones) {
      const area = [...path, zone.said];
      const found = host?.[zone.said];
      for (const [index, entry] of asList(found).entries()) {
        const at = zone.drawn === "slot" ? area : [...area, index];
        yield { card: entryCard(entry), entry, zone, area, index, path: at };
        if (zone.carries.length > 0) yield* this.lying(entryOf(entry), at, this.inner(zone, entry));
      }
    }
  }

  cardsOnTable(draft) {
    const theirs = [...this.game.players.keys()].flatMap((player) => [...this.lying(draft.table[player], [player], this.of("player"))]);
    return [...theirs, ...this.lying(draft.table, [], this.of("table"))];
  }

  find(draft, card) {
    return this.cardsOnTable(draft).find((one) => one.card === card);
  }

  // "the Rogue's hand", "the Scheme of Arkham Asylum", "at Arkham Asylum"
  areaName(draft, area) {
    const link = this.linkAt(area);
    const on = (path) => this.name(entryCard(inTable(draft.table, path)));
    if (link) return `${link.name} ${on(area.slice(0, -2))}`;
    const zone = this.zoneAt(area);
    if (area.length === 1) return zone.words ? `the ${zone.words}` : `“${zone.name}”`;
    if (area.length === 2 && this.game.players.has(area[0])) return `${this.game.name(area[0])}'s ${zone.words || zone.what}`;
    return `the ${zone.words || (zone.drawn === "slot" ? zone.name : zone.what)} of ${on(area.slice(0, -1))}`;
  }

  // Why an area cannot take a card, in a sentence, or nothing.
  misfit(draft, card, area) {
    const printed = this.cards.of(card);
    if (!printed) return "There is no such card.";
    const link = this.linkAt(area);
    const { holds, own } = link ? { holds: link.on } : this.zoneAt(area);
    const where = this.areaName(draft, area);
    const it = `${printed.name} is ${/^[aeiou]/.test(printed.type) ? "an" : "a"} ${printed.type}`;
    if (holds.length > 0 && !holds.includes(printed.type)) {
      return link ? `${it}; only ${orList(holds)} can be ${where}.` : `${it}; ${where} can only take ${orList(holds)}.`;
    }
    const stranger = own && printed.side !== this.game.side(area[0]);
    return stranger ? `${it} of ${printed.side ? "another" : "no"} side; that cannot be in ${where}.` : "";
  }

  // Every area there is now: first those of players, with those of what lies there.
  * areas(draft, players) {
    for (const [host, path, zones] of [
      ...players.map((player) => [draft.table[player], [player], this.of("player")]),
      [draft.table, [], this.of("table").sort((one, other) => (other.place === "middle") - (one.place === "middle"))],
    ]) {
      for (const zone of zones) yield [...path, zone.said];
      for (const { zone, entry, path: on } of this.lying(host, path, zones)) {
        for (const link of this.linksTo(zone, entryCard(entry))) yield this.linkArea(on, link);
        for (const one of this.inner(zone, entry)) yield [...on, one.said];
      }
    }
  }

  // All areas that can take a card, those of its own side first.
  areasFor(draft, card) {
    const own = this.playersOn(draft, this.cards.side(card));
    const players = [...own, ...this.playing(draft).filter((player) => !own.includes(player))];
    return [...this.areas(draft, players)].filter((area) => !this.misfit(draft, card, area));
  }

  // Changes: each is given a draft of its own to change, which is tidied afterwards

  tidy(draft) {
    this.tidyHost(draft.table, this.of("table"));
    for (const player of this.game.players.keys()) if (draft.table[player]) this.tidyHost(draft.table[player], this.of("player"));
  }

  tidyHost(host, zones) {
    for (const [key, value] of Object.entries(host)) if (Array.isArray(value) && value.length === 0) delete host[key];
    for (const zone of zones) {
      const found = host[zone.said];
      if (zone.drawn === "slot" && found) host[zone.said] = this.tidyEntry(found, zone);
      else if (found) host[zone.said] = found.map((entry) => this.tidyEntry(entry, zone));
    }
  }

  // An entry without what need not be said: a card alone is just its id.
  tidyEntry(entry, zone) {
    const begun = this.board.tokens.filter((token) => token.start).map((token) => keyOf(token.what)); // of these none is something to say
    const said = Object.fromEntries(Object.entries(entryOf(entry)).filter(([key, value]) => key === "card" || (zone.carries.includes(key)
      && value !== undefined && value !== false && (value !== 0 || begun.includes(key)))));
    this.tidyHost(said, this.inner(zone, said));
    return Object.keys(said).join() === "card" && !this.hasSlots(zone) ? said.card : said;
  }

  // Take a card from wherever it lies, with what lies on it; returns what was said of it.
  takeCard(draft, card) {
    let said = null;
    for (let found = this.find(draft, card); found; found = this.find(draft, card)) {
      said ??= found.entry;
      this.removeAt(draft, found.area, found.index);
    }
    return said;
  }

  // Take away what lies at one place, even where the same card lies twice.
  removeAt(draft, area, index) {
    const { host, word } = reach(draft.table, area);
    if (this.isSlot(area)) delete host[word];
    else host[word].splice(index, 1);
  }

  // Put a card into an area, before another card there or at its end.
  putCard(draft, card, area, before) {
    const link = this.linkAt(area);
    if (link) return this.linkCard(draft, card, link, entryCard(inTable(draft.table, area.slice(0, -2))));
    const zone = this.zoneAt(area);
    const { host, word } = reach(draft.table, area); // before the card is taken, which may change the numbers in the path
    const said = entryOf(this.takeCard(draft, card) ?? card);
    const lost = this.of(this.cards.of(card)?.type).filter((one) => !zone.carries.includes(one.said));
    for (const one of this.lying(said, [], lost)) this.leave(draft, one.card);
    if (this.isSlot(area)) host[word] = said;
    else {
      const list = (host[word] ??= []);
      const index = before === undefined ? -1 : list.findIndex((one) => entryCard(one) === before);
      list.splice(index < 0 ? list.length : index, 0, said);
    }
    return undefined;
  }

  // What lay on a card that goes elsewhere is discarded, or goes into its deck.
  leave(draft, card) {
    const areas = this.areasFor(draft, card).filter((area) => !this.linkAt(area) && !this.isSlot(area));
    const called = (word) => areas.find((area) => this.zoneAt(area).what.includes(word));
    const { host, word } = reach(draft.table, called("discard") ?? called("deck") ?? areas[0]);
    (host[word] ??= []).push(card);
  }

  linkCard(draft, card, link, target) {
    const carries = (area) => !this.linkAt(area) && this.zoneAt(area).carries.includes(link.what);
    const lies = () => this.cardsOnTable(draft).find((one) => one.card === card && carries(one.area));
    const area = lies() ? null : this.areasFor(draft, card).find(carries);
    if (area) this.putCard(draft, card, area);
    if (lies()) sayOf(draft, lies().path, link.what, target);
  }

  shiftCard(draft, area, index, way) {
    const { host, word } = reach(draft.table, area);
    const list = host[word];
    const to = index + way;
    if (!Array.isArray(list) || to < 0 || to >= list.length) return false;
    [list[index], list[to]] = [list[to], list[index]];
    return true;
  }

  // Other players: what one had becomes that of who sits there now; of several who make room for one it is laid together.
  seatPlayers(draft, seating) {
    const before = this.seating(draft);
    draft.seating = seating;
    for (const [side, players] of Object.entries(this.seating(draft))) {
      const old = before[side] ?? [];
      if (areaKey(old) === areaKey(players)) continue;
      const said = old.map((player) => draft.table[player] ?? {});
      for (const player of old) delete draft.table[player];
      for (const player of players) draft.table[player] = {};
      for (const [n, own] of said.entries()) {
        const host = draft.table[players[Math.min(n, players.length - 1)]];
        for (const [key, value] of Object.entries(own)) {
          host[key] = Array.isArray(value) ? [...(host[key] ?? []), ...value] : (host[key] ?? 0) + value;
        }
      }
    }
    for (const [key, rule] of Object.entries(this.facts)) {
      if (rule.oneOf && Array.isArray(draft.table[key])) draft.table[key] = true;
      else if (this.ofPlayers(rule) || this.ofPlayers(rule.items)) delete draft.table[key];
    }
  }

  // Does a fact name players?
  ofPlayers(rule) {
    return rule?.format === "player" || (rule?.enum?.length > 0 && rule.enum.every((one) => this.game.players.has(one)));
  }

  // A fact of the table; another phase is begun without what is only said in others.
  setFact(draft, key, value) {
    const { table } = draft;
    if (value === undefined) delete table[key];
    else table[key] = value;
    if (key === "phase") for (const [other, rule] of Object.entries(this.facts)) if (rule.when) delete table[other];
  }

  // Somebody joins a team in one of its places, or leaves the game (""); with the cards that usually come along.
  pickMember(draft, player, member, where, usual, brings) {
    const choices = Object.values(brings);
    if (!where) {
      const own = this.cards.all.filter((card) => card.of === member).map((card) => card.id);
      for (const card of usual ? [member, ...own] : [member]) this.takeCard(draft, card);
      return;
    }
    this.putCard(draft, member, [player, where]);
    for (const [card, pile] of usual ? Object.entries(brings[where]) : []) {
      const found = this.find(draft, card)?.area[1];
      // what lies where it would with another choice comes along, too
      if (!found || (found !== pile && choices.some((one) => one[card] === found))) this.putCard(draft, card, [player, pile]);
    }
  }

  // Is this a draft, whoever wrote it? What a browser kept may be damaged; one of an older version says how many play, not who.

  upToDate({ players, solo, ...draft }) {
    const seatings = Object.keys(this.game.seatings);
    const wanted = [draft.seating, `${players} ${solo}`, String(players)];
    const seating = wanted.find((one) => seatings.includes(one)) ?? seatings.find((one) => one.startsWith(`${players} `)) ?? seatings[0];
    return { ...draft, game: draft.game ?? this.first, seating };
  }

  isDraft(draft) {
    return isLikeDraft(draft) && draftForm(draft) && draft.game === this.game.id && hasForm(this.form, draft.table ?? {});
  }
}

const orList = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)} cards` : `${words[0]} cards`);

const inTable = (table, path) => path.reduce((host, word) => entryOf(host)[word], table);

const asList = (found) => (found === undefined ? [] : [found].flat());

// What is said to lie in an area; in a slot it is one at most.
export const entriesAt = ({ table }, area) => asList(inTable(table, area));

// The table or entry that holds an area, made where there is none yet, and the word by which it holds it.
function reach(table, area) {
  let host = table;
  for (const word of area.slice(0, -1)) {
    if (typeof host[word] === "string") host[word] = { card: host[word] };
    host = host[word] ??= {};
  }
  return { host, word: area.at(-1) };
}

// Say something of an entry: `path` leads to it, as ["rogue", "characters", 0] or ["locations", 1, "scheme"].
export function sayOf(draft, path, key, value) {
  const host = inTable(draft.table, path.slice(0, -1));
  const entry = { ...entryOf(host[path.at(-1)]) };
  if (value === undefined) delete entry[key];
  else entry[key] = value;
  host[path.at(-1)] = entry;
}

export function shuffleArea(draft, area) {
  const list = inTable(draft.table, area) ?? [];
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [list[n], list[other]] = [list[other], list[n]];
  }
}

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value.length <= 20_000;
const isNumber = (value) => Number.isSafeInteger(value);
const isShortList = (value) => Array.isArray(value) && value.length <= 2_000;
const isData = (value, depth = 0) =>
  depth < 10 && (isText(value) || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ||
    (typeof value === "object" && value !== null && Object.values(value).every((one) => isData(one, depth + 1))));

// Has this data the form that a JSON Schema says? Which names and numbers are right is for the lab to tell.
function hasForm(rule, value) {
  if (rule.oneOf) return rule.oneOf.some((one) => hasForm(one, value));
  switch (rule.type) {
    case "string": return isText(value);
    case "integer": return isNumber(value);
    case "boolean": return typeof value === "boolean";
    case "array": return isShortList(value) && value.every((one) => hasForm(rule.items ?? {}, one));
    case "object": return isTable(value) && (rule.required ?? []).every((key) => Object.hasOwn(value, key))
      && Object.entries(value).every(([key, one]) => Object.hasOwn(rule.properties ?? {}, key) && hasForm(rule.properties[key], one));
    default: return isData(value);
  }
}

const DRAFT = {
  title: isText, game: isText, summary: isText, source: isText, tags: (value) => isShortList(value) && value.every(isText),
  start: (value) => value === "position", seating: isText, seed: (value) => isNumber(value) && value >= 0, shuffles: isNumber,
  rulings: (value) => isTable(value) && Object.values(value).every(isText), goal: isData, table: isTable,
  packs: isData, shows: isText, holds_back: isText, point: isText, script: isData, variant: isData, certificate: isData, chapter: isData,
};

const draftForm = (draft) => Object.entries(draft).every(([key, one]) => Object.hasOwn(DRAFT, key) && DRAFT[key](one));

// Might this be a draft of whatever game?
export const isLikeDraft = (value) => isTable(value) && typeof value.title === "string" && isTable(value.table ?? {}) && isData(value);
