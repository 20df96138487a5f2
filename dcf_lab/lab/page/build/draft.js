// A draft: the data of a scenario file, where its cards lie, and what can be done to it. Nothing here knows of the page.

import { playerName, sideOfPlayer } from "../common/words.js";

export const DRAFT_PLAYERS = ["rogue", "rogue1", "rogue2", "hero", "hero1", "hero2"];
export const PILE_NAMES = {
  hand: "hand", deck: "deck", discard: "discard pile", pool: "pool", in_play: "cards in play", reserve: "reserve",
};
export const COMMON_NAMES = {
  master_plan: "the Master Plan", knocked_out: "the KO'd Heroes", captured: "the captured", location_deck: "the Location deck",
  location_discard: "the Location discard pile", unaligned_deck: "the Unaligned deck", removed: "what is out of the game",
};
export const MAIN_ACTIONS = ["threaten", "attack", "rescue"];
export const IN_A_CYCLE = ["rogue provoke", "hero oppose", "activation", "complete schemes", "check for win conditions", "prepare"];

const DECKED = ["event", "attachment", "asset", "minion", "scheme", "resource"];
const ORDERED = ["hand", "deck", "discard", "pool", "location_deck", "location_discard", "unaligned_deck"];

export const entryCard = (entry) => (typeof entry === "string" ? entry : (entry?.card ?? ""));
export const entryOf = (entry) => (typeof entry === "string" ? { card: entry } : (entry ?? {}));
export const areaKey = (area) => area.join("/");

export function playersOn(draft, side) {
  const { players = 2, solo = "rogue" } = draft;
  return players === 2 || (players === 3 && solo === side) ? [side] : [`${side}1`, `${side}2`];
}

// Everybody at the table, and whoever an opened file speaks of beyond them.
export function playersOf(draft) {
  const playing = [...playersOn(draft, "rogue"), ...playersOn(draft, "hero")];
  return [...playing, ...DRAFT_PLAYERS.filter((player) => draft.table[player] && !playing.includes(player))];
}

// Every card on the table: which, in which area, the how manieth there. An area is a path into the draft's table.
export function* cardsOnTable(draft) {
  const { table } = draft;
  for (const player of DRAFT_PLAYERS) {
    for (const [number, entry] of (table[player]?.characters ?? []).entries()) {
      const area = [player, "characters"];
      yield { card: entryCard(entry), area, index: number };
      for (const word of ["attachments", "empowering"]) {
        for (const [index, card] of (entryOf(entry)[word] ?? []).entries()) yield { card, area: [...area, number, word], index };
      }
    }
    for (const pile of Object.keys(PILE_NAMES)) {
      for (const [index, entry] of (table[player]?.[pile] ?? []).entries()) yield { card: entryCard(entry), area: [player, pile], index };
    }
  }
  for (const [number, place] of (table.locations ?? []).entries()) {
    yield { card: place.card, area: ["locations"], index: number };
    for (const word of ["scheme", "unaligned"]) {
      if (place[word]) yield { card: entryCard(place[word]), area: ["locations", number, word], index: 0 };
    }
  }
  for (const pile of Object.keys(COMMON_NAMES)) {
    for (const [index, entry] of (table[pile] ?? []).entries()) yield { card: entryCard(entry), area: [pile], index };
  }
}

export const isOrdered = (area) => ORDERED.includes(area.at(-1));

// "the Rogue's hand", "the Scheme of Arkham Asylum"
export function areaName(draft, area, name) {
  const [first, second, number, last] = area;
  if (first === "locations") {
    if (area.length === 1) return "the row of Locations";
    const place = name(draft.table.locations?.[second]?.card ?? "");
    return { scheme: `the Scheme of ${place}`, unaligned: `the Unaligned character at ${place}`, here: `Location ${place}` }[number];
  }
  if (area.length === 1) return COMMON_NAMES[first];
  const whose = `${playerName(first)}'s`;
  if (last) {
    const character = name(entryCard(draft.table[first]?.characters?.[number]));
    return last === "attachments" ? `the attachments of ${character}` : `the cards that empower ${character}`;
  }
  return `${whose} ${second === "characters" ? "characters" : PILE_NAMES[second]}`;
}

// Which kinds of cards an area takes; what is odd but possible is taken, too.
function kindsFor(area) {
  const last = area.at(-1);
  if (area[0] === "locations") {
    return { locations: ["location"], scheme: ["scheme"], unaligned: ["unaligned"], here: ["hero", "rogue"] }[last];
  }
  if (last === "characters") return [sideOfPlayer(area[0])];
  if (last === "attachments") return ["attachment"];
  if (last === "in_play") return ["asset", "minion"];
  if (last === "knocked_out") return ["hero"];
  if (last === "captured") return ["rogue", "unaligned"];
  if (last === "master_plan") return ["scheme"];
  if (last === "unaligned_deck") return ["unaligned"];
  if (last === "location_deck" || last === "location_discard") return ["location"];
  if (last === "reserve") return [sideOfPlayer(area[0]), ...DECKED];
  return DECKED;
}

// Why an area cannot take a card, in a sentence, or nothing.
export function misfit(draft, printed, area, name) {
  if (!printed) return "There is no such card.";
  const kinds = kindsFor(area);
  const where = areaName(draft, area, name);
  const it = `${printed.name} is ${/^[aeu]/.test(printed.type) ? "an" : "a"} ${printed.type}`;
  if (area[0] === "removed") return "";
  if (!kinds.includes(printed.type)) return `${it}; ${where} can only take ${orList(kinds)}.`;
  if (area[1] === "reserve" && (printed.type === "resource" || printed.side !== sideOfPlayer(area[0]))) {
    const why = printed.type === "resource" ? "and belongs to no character" : "of the other side";
    return `${it} ${why}; ${where} has characters and their cards.`;
  }
  return "";
}

const orList = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)} cards` : `${words[0]} cards`);

// All areas that can take a card, those of its own side first.
export function areasFor(draft, printed, name) {
  const areas = [];
  const sides = printed?.side === "hero" ? ["hero", "rogue"] : ["rogue", "hero"];
  for (const player of sides.flatMap((side) => playersOn(draft, side))) {
    areas.push([player, "characters"], ...Object.keys(PILE_NAMES).map((pile) => [player, pile]));
    for (const [number] of (draft.table[player]?.characters ?? []).entries()) {
      areas.push([player, "characters", number, "attachments"]);
      if (sideOfPlayer(player) === "hero") areas.push([player, "characters", number, "empowering"]);
    }
  }
  areas.push(["locations"]);
  for (const [number] of (draft.table.locations ?? []).entries()) {
    areas.push(["locations", number, "here"], ["locations", number, "scheme"], ["locations", number, "unaligned"]);
  }
  areas.push(...Object.keys(COMMON_NAMES).map((pile) => [pile]));
  return areas.filter((area) => !misfit(draft, printed, area, name));
}

// Changes: each is given a draft of its own to change, which is tidied afterwards

const SAID = { // what an entry may say beyond its card
  characters: ["at", "exhausted", "damage", "attachments", "empowering", "used", "blank"], reserve: ["recruited"], in_play: ["exhausted"],
  master_plan: ["faceup", "citizens"], scheme: ["citizens", "faceup"], unaligned: ["citizens", "damage", "swayed"],
};
const isSlot = (word) => word === "scheme" || word === "unaligned";

// An entry without what need not be said: a card alone is just its id.
function tidy(entry, word) {
  const said = Object.entries(entryOf(entry)).filter(([key, value]) =>
    key === "card" || (SAID[word].includes(key) && value !== undefined && value !== false && value !== 0 && value?.length !== 0));
  return said.length === 1 && said[0][0] === "card" ? said[0][1] : Object.fromEntries(said);
}

export function tidyDraft(draft) {
  const { table } = draft;
  const lists = (host, words) => {
    for (const word of words) {
      if (host[word]?.length === 0) delete host[word];
      else if (host[word] && SAID[word]) host[word] = host[word].map((entry) => tidy(entry, word));
    }
  };
  for (const player of DRAFT_PLAYERS) if (table[player]) lists(table[player], ["characters", "team", ...Object.keys(PILE_NAMES)]);
  lists(table, [...Object.keys(COMMON_NAMES), "locations", "effects", "acted", "first", "out"]);
  for (const place of table.locations ?? []) {
    for (const word of ["scheme", "unaligned"]) if (place[word]) place[word] = tidy(place[word], word);
  }
}

// The table or entry that holds an area, made where there is none yet, and the word by which it holds it.
function reach(table, area) {
  if (area[0] === "locations" && area.length > 1) return { host: table.locations[area[1]], word: area[2] };
  if (area.length === 4) {
    const list = table[area[0]].characters;
    if (typeof list[area[2]] === "string") list[area[2]] = { card: list[area[2]] };
    return { host: list[area[2]], word: area[3] };
  }
  return area.length === 1 ? { host: table, word: area[0] } : { host: (table[area[0]] ??= {}), word: area[1] };
}

// Take a card from wherever it lies, with what lies on it; returns what was said of it.
export function takeCard(draft, card) {
  let said = null;
  for (;;) {
    const found = [...cardsOnTable(draft)].find((one) => one.card === card);
    if (!found) return said;
    const { host, word } = reach(draft.table, found.area);
    said ??= isSlot(word) ? host[word] : host[word][found.index];
    removeAt(draft, found.area, found.index);
  }
}

// Take away what lies at one place, even where the same card lies twice.
export function removeAt(draft, area, index) {
  const { host, word } = reach(draft.table, area);
  if (isSlot(word)) delete host[word];
  else host[word].splice(index, 1);
}

// Put a card into an area, before another card there or at its end.
export function putCard(draft, card, area, before, cards) {
  const { table } = draft;
  if (area[2] === "here") return putAt(draft, card, table.locations[area[1]].card, cards);
  const { host, word } = reach(table, area); // before the card is taken, which may change the numbers in the path
  const said = entryOf(takeCard(draft, card) ?? card);
  if (isSlot(word)) {
    host[word] = said;
    return undefined;
  }
  if (word !== "characters") for (const one of [...(said.attachments ?? []), ...(said.empowering ?? [])]) leave(draft, one, cards);
  if (word !== "locations") for (const one of [said.scheme, said.unaligned]) if (one) leave(draft, entryCard(one), cards);
  const list = (host[word] ??= []);
  const at = before === undefined ? -1 : list.findIndex((one) => entryCard(one) === before);
  list.splice(at < 0 ? list.length : at, 0, word === "locations" || SAID[word] ? said : card);
  return undefined;
}

// What lay on a card that goes elsewhere: to the discard pile of its side, or beneath the Unaligned deck.
function leave(draft, card, cards) {
  if (cards.of(card)?.type === "unaligned") (draft.table.unaligned_deck ??= []).push(card);
  else ((draft.table[playersOn(draft, cards.side(card) === "rogue" ? "rogue" : "hero")[0]] ??= {}).discard ??= []).push(card);
}

function putAt(draft, card, place, cards) {
  const found = [...cardsOnTable(draft)].find((one) => one.card === card && one.area[1] === "characters" && one.area.length === 2);
  if (!found) putCard(draft, card, [playersOn(draft, cards.side(card))[0], "characters"], undefined, cards);
  for (const player of DRAFT_PLAYERS) {
    const list = draft.table[player]?.characters ?? [];
    for (const [n, entry] of list.entries()) if (entryCard(entry) === card) list[n] = { ...entryOf(entry), at: place };
  }
}

// Say something of an entry: `path` leads to it, as ["rogue", "characters", 0] or ["locations", 1, "scheme"].
export function sayOf(draft, path, key, value) {
  let host = draft.table;
  for (const word of path.slice(0, -1)) host = host[word];
  const last = path.at(-1);
  const entry = { ...entryOf(host[last]) };
  if (value === undefined) delete entry[key];
  else entry[key] = value;
  host[last] = entry;
}

export function shiftCard(draft, area, index, way) {
  const { host, word } = reach(draft.table, area);
  const list = host[word];
  const to = index + way;
  if (!Array.isArray(list) || to < 0 || to >= list.length) return false;
  [list[index], list[to]] = [list[to], list[index]];
  return true;
}

export function shuffleArea(draft, area) {
  const { host, word } = reach(draft.table, area);
  const list = host[word] ?? [];
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [list[n], list[other]] = [list[other], list[n]];
  }
}

// Another number of players: one player's cards become the first's of two, and two players' cards are laid together.
export function seatPlayers(draft, players, solo) {
  const before = ["rogue", "hero"].map((side) => playersOn(draft, side));
  Object.assign(draft, { players, solo });
  for (const [n, side] of ["rogue", "hero"].entries()) {
    const now = playersOn(draft, side);
    if (now.length === before[n].length) continue;
    const merged = {};
    for (const player of before[n]) {
      for (const [key, value] of Object.entries(draft.table[player] ?? {})) {
        merged[key] = Array.isArray(value) ? [...(merged[key] ?? []), ...value] : (merged[key] ?? 0) + value;
      }
      delete draft.table[player];
    }
    draft.table[now[0]] = merged;
    if (now.length > 1) draft.table[now[1]] = {};
  }
  for (const key of ["turn", "first", "out"]) delete draft.table[key];
  if (Array.isArray(draft.table.first_activation)) draft.table.first_activation = true;
}

// A phase, without what is only said in others.
export function enterPhase(draft, phase) {
  const { table } = draft;
  table.phase = phase;
  delete table.turn;
  if (phase !== "activation") {
    delete table.actor;
    delete table.acted;
  }
  delete table.cycle;
}

// A character joins a team, in play ("characters") or in the reserve, or leaves the game (""); with the cards that it usually brings.
export function pickCharacter(draft, player, character, where, usual, cards) {
  const own = cards.all.filter((card) => card.of === character).map((card) => card.id);
  const lying = new Set([...cardsOnTable(draft)].map((one) => one.card));
  if (!where) {
    for (const card of usual ? [character, ...own] : [character]) takeCard(draft, card);
    return;
  }
  putCard(draft, character, [player, where], undefined, cards);
  if (!usual) return;
  const two = playersOn(draft, sideOfPlayer(player)).length > 1; // then the one who starts brings all its cards (DCF-R115)
  for (const card of own) {
    const starts = where === "characters" && (two || cards.of(card).values.starting);
    const found = [...cardsOnTable(draft)].find((one) => one.card === card);
    const put = (pile) => putCard(draft, card, [player, pile], undefined, cards);
    if (!lying.has(card) || (found.area[1] === "reserve" && starts)) put(starts ? "deck" : "reserve");
    else if (where === "reserve" && found.area[1] === "deck") put("reserve");
  }
  if (where === "characters" && sideOfPlayer(player) === "hero") {
    const number = player.endsWith("2") ? 2 : 1;
    for (const card of [...(two ? [] : ["renown.1", "renown.2"]), `prestige.${number}`, `fame.${number}`]) {
      if (cards.of(card) && !lying.has(card)) putCard(draft, card, [player, "deck"], undefined, cards);
    }
  }
}

// Is this a draft, whoever wrote it? What a browser kept may be damaged or of an older version.

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value.length <= 20_000;
const isNumber = (value) => Number.isSafeInteger(value);
const isYes = (value) => typeof value === "boolean";
const listOf = (test) => (value) => Array.isArray(value) && value.length <= 2_000 && value.every(test);
const either = (...tests) => (value) => tests.some((test) => test(value));
const having = (tests) => (value) =>
  isTable(value) && Object.entries(value).every(([key, one]) => Object.hasOwn(tests, key) && tests[key](one));
const isData = (value, depth = 0) =>
  depth < 10 && (isText(value) || isYes(value) || (typeof value === "number" && Number.isFinite(value)) ||
    (typeof value === "object" && value !== null && Object.values(value).every((one) => isData(one, depth + 1))));

const texts = listOf(isText);
const playerForm = having({
  characters: listOf(either(isText, having({
    card: isText, at: isText, exhausted: isYes, damage: isNumber, attachments: texts, empowering: texts, used: texts, blank: isYes }))),
  hand: texts, deck: texts, discard: texts, pool: texts, resources: isNumber, team: texts,
  reserve: listOf(either(isText, having({ card: isText, recruited: isYes }))),
  in_play: listOf(either(isText, having({ card: isText, exhausted: isYes }))),
});
const schemeForm = either(isText, having({ card: isText, citizens: isNumber, faceup: isYes }));
const tableForm = having({
  phase: isText, round: isNumber, actor: isText, acted: texts, turn: isText, first: texts, out: texts,
  first_activation: either(isYes, texts),
  cycle: having({ slot: isNumber, acts: isNumber, passes: isNumber, in_a_row: isNumber, first: isYes, completing: isNumber }),
  effects: listOf(having({ on: isText, what: isText, until: isText, amount: isNumber, from: isText })), sanctuary: isNumber,
  master_plan: listOf(schemeForm), knocked_out: texts, captured: texts, removed: texts, location_deck: texts, location_discard: texts,
  unaligned_deck: texts,
  locations: listOf((place) => isText(place?.card) && having({ card: isText, citizens: isNumber, empty: isYes, scheme: schemeForm,
    unaligned: either(isText, having({ card: isText, citizens: isNumber, damage: isNumber, swayed: isYes })) })(place)),
  ...Object.fromEntries(DRAFT_PLAYERS.map((player) => [player, playerForm])),
});
const draftForm = having({
  title: isText, game: isText, summary: isText, source: isText, tags: texts, start: (value) => value === "position",
  players: (value) => [2, 3, 4].includes(value), solo: (value) => value === "rogue" || value === "hero",
  seed: (value) => isNumber(value) && value >= 0,
  shuffles: isNumber,
  rulings: (value) => isTable(value) && Object.values(value).every(isText), goal: either(isText, isData), table: tableForm,
  packs: isData, shows: isText, holds_back: isText, script: isData, variant: isData, certificate: isData, chapter: isData,
});

export function isDraft(value) {
  return isTable(value) && typeof value.title === "string" && draftForm({ table: {}, ...value });
}
