// The board at any moment of the film, drawn as the game's manual describes it: players with their areas, and what lies between them.

import { StandIn } from "../common/cards.js";
import { capital, classes, plural, splitKey } from "../common/dom.js";
import { Emblem } from "../common/emblem.js";
import { cardsOf, sizeOf } from "../common/film.js";
import { Scene, roleOf } from "./scene.js";
import { isTarget, pickedAt } from "./picking.js";

const FACE_UP = "face up"; // how an area is seen, and the mark of a card there
const MOST_PIPS = 10; // of a track; a longer one is a bar
const FEWEST_SLOTS = 3; // for which there is room in the middle while others may come, so that one that comes moves nothing
const FEW_SLOTS = 2; // beside each other, each of which has room for a picture
const MOST_SLOTS = 5; // beside each other
const SMALLEST_FIT = 3; // steps by which a full table is drawn smaller
const FITTED_IN = ".table-place, .moving-board"; // that have a height of their own

export function Board({ lab }) {
  const [above, below] = lab.game.seated(lab.facts.players);
  const laid = useFit(lab);
  return html`
    <section class="board" aria-label="The table">
      <div class="laid" ref=${laid}>
        <${Status} lab=${lab} />
        <${Team} lab=${lab} players=${above} />
        <${Middle} lab=${lab} />
        <${Team} lab=${lab} players=${below} />
        <${Scene} lab=${lab} />
      </div>
    </section>
  `;
}

// A table that is fuller than its place is drawn smaller, in few steps, until the whole is in sight. It stays so while the same game is
// looked at: what came back to its size would move everything each time.
function useFit(lab) {
  const laid = useRef(null);
  const fit = () => {
    const place = laid.current.closest(FITTED_IN);
    if (!place || getComputedStyle(place).overflowY !== "auto") return; // here the whole page scrolls
    const { dataset } = laid.current;
    const hands = [...laid.current.querySelectorAll(".own > .hand")];
    const full = () => laid.current.offsetHeight > place.clientHeight || hands.some((hand) => hand.scrollHeight > hand.clientHeight + 2);
    while (Number(dataset.fit ?? 0) < SMALLEST_FIT && full()) dataset.fit = Number(dataset.fit ?? 0) + 1;
  };
  useLayoutEffect(() => {
    delete laid.current.dataset.fit;
    const watch = new ResizeObserver(() => {
      delete laid.current.dataset.fit;
      fit();
    });
    watch.observe(laid.current.closest(FITTED_IN) ?? laid.current.parentElement);
    return () => watch.disconnect();
  }, [lab.facts]);
  useLayoutEffect(fit);
  return laid;
}

function Team({ lab, players }) {
  if (players.length === 0) return null;
  return html`
    <div class=${classes("team", players.length > 1 && "two")}>
      ${players.map((player) => html`<${Player} key=${player} lab=${lab} player=${player} />`)}
    </div>
  `;
}

// What belongs to a whole side lies with its first player.
function firstOf(lab, side) {
  return lab.facts.players.find((player) => lab.game.side(player) === side);
}

// Round, stage and phase, and the numbers that everybody watches: always in sight.
function Status({ lab }) {
  const { facts } = lab.film.table;
  const [round, stage, phase] = facts.moment ?? [0, "Setting up", ""];
  return html`
    <section class="status" aria-label="Where the game stands">
      <p class=${classes("round", lab.changed.has("moment") && "changed")}>
        ${round > 0 && html`<b>Round ${round}</b>`} <span>${stage}</span> <span class="phase">${phase}</span></p>
      ${lab.game.board.tracks.map((track) => html`<${Track} key=${track.name} lab=${lab} track=${track} />`)}
    </section>
  `;
}

function Track({ lab, track: { name, most, side, tokens, zone } }) {
  const { counts, zones } = lab.film.table;
  const now = tokens ? counts[tokens] ?? 0 : sizeOf(zones[zone]);
  const changed = lab.changed.has(zone || splitKey(tokens)[0]);
  const text = `${name}: ${now} of ${most}`;
  return html`
    <p class=${classes("goal", lab.game.sideClass(side), changed && "changed", roleOf(lab, `track ${name}`))} data-track=${name}
      data-holds=${zone || splitKey(tokens)[0]}>
      <span>${name} <b>${now}</b> of ${most}</span>
      ${most > MOST_PIPS
        ? html`<meter min="0" max=${most} value=${now} aria-label=${text}></meter>`
        : html`<span class="pips" role="img" aria-label=${text}>
          ${Array.from({ length: most }, (_, n) => html`<i class=${n < now && "full"}></i>`)}</span>`}
    </p>
  `;
}

function Player({ lab, player }) {
  const { game, film: { table: { zones, counts } } } = lab;
  const areas = game.areasOf("player").filter((area) => area.place);
  const key = (area) => `${player}.${area.what}`;
  const [first, ...rows] = areas.filter((area) => area.drawn === "row" || area.drawn === "slot");
  const side = game.side(player);
  const asides = game.areasOf("table").filter((area) => area.side && area.side === side && firstOf(lab, side) === player);
  const tokens = game.board.tokens
    .filter((token) => token.on.includes("player") && !token.rare && counts[`${player}.${token.what}`]);
  const open = areas.filter((area) => area.seen === FACE_UP && area.drawn === "pile");
  const waiting = first && sizeOf(zones[key(first)]) === 0 ? areas.filter((area) => area.waits === first.what) : [];
  return html`
    <section class=${classes("player", game.sideClass(side), roleOf(lab, player))} aria-label=${lab.cards.name(player)}
      data-player=${player}>
      <header>
        <h2>${lab.cards.name(player)}</h2>
        ${pilesOf(areas).filter((area) => !area.rare).map((area) => html`
          <${Pile} key=${area.what} lab=${lab} zone=${key(area)} area=${area} />`)}
      </header>
      <div class="own">
      <div class="characters">
        ${first && html`<${Row} lab=${lab} zone=${key(first)} area=${first} plain />`}
        ${waiting.flatMap((area) => cardsOf(zones[key(area)]).filter((card) => first.holds.includes(lab.cards.of(card)?.type))
          .map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} note=${`in the ${area.words || area.what}`} plain />`))}
        ${rows.map((area) => html`<${Row} key=${area.what} lab=${lab} zone=${key(area)} area=${area} />`)}
        ${open.flatMap((area) => faceUp(lab, key(area))).map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} />`)}
      </div>
      ${areas.filter((area) => area.drawn === "fan").map((area) => html`
        <${Fan} key=${area.what} lab=${lab} zone=${key(area)} area=${area} />`)}
      </div>
      <div class="asides">
        ${tokens.map(({ what, name, sign }) => html`<span class="count" key=${what} title=${name}>${sign} <b>${
          counts[`${player}.${what}`]}</b> <span class=${sign && "words"}>${name.toLowerCase()}</span></span>`)}
        ${pilesOf(areas).filter((area) => area.rare).map((area) => html`
          <${Pile} key=${area.what} lab=${lab} zone=${key(area)} area=${area} />`)}
        ${asides.map((area) => html`<${Pile} key=${area.what} lab=${lab} zone=${`table.${area.what}`} area=${area} />`)}
      </div>
    </section>
  `;
}

// Cards in play beside each other, each with what lies on it; those that this seat may not see are backs.
function Row({ lab, zone, area, plain }) {
  const cards = lab.film.table.zones[zone];
  if (!Array.isArray(cards)) return html`<${Facedown} lab=${lab} zone=${zone} area=${area} />`;
  return cards.map((card) => html`
    <div class="character" key=${card}><${Tile} lab=${lab} card=${card} plain=${plain} /><${On} lab=${lab} card=${card} /></div>`);
}

// What lies on a card; the kind of card says what it does there, unless there can be several.
function On({ lab, card }) {
  const { zones } = lab.film.table;
  const areas = areasOn(lab, card).filter((area) => area.drawn !== "pile" && sizeOf(zones[`${card}.${area.what}`]) > 0);
  if (areas.length === 0) return null;
  return html`
    <div class="on">
      ${areas.map((area) => {
        const lying = zones[`${card}.${area.what}`];
        if (!Array.isArray(lying)) return html`<span class="chip" key=${area.what}>${area.name} ${sizeOf(lying)}</span>`;
        return html`${area.holds.length !== 1 && html`<span class="label" key=${area.what}>${area.name}</span>`}
          <${Chips} lab=${lab} cards=${lying} />`;
      })}
    </div>
  `;
}

export const areasOn = (lab, card) => lab.game.areasOf(lab.cards.of(card)?.type, true);

// A card or several that lie facedown, with the tokens on them, which everybody sees.
function Facedown({ lab, zone, area }) {
  const lying = lab.film.table.zones[zone];
  if (sizeOf(lying) === 0) return null;
  const tokens = lab.game.board.tokens.filter((token) => lying[token.what] !== undefined);
  return html`
    <span class=${classes("tile", "facedown", lab.changed.has(zone) && "changed")} data-zone=${zone}>
      <span class="name">Facedown ${area.name}${sizeOf(lying) > 1 ? ` ×${sizeOf(lying)}` : ""}</span>
      <span class="stats">${tokens.map((token) => html`<span title=${token.name}>${token.sign} ${lying[token.what]}</span>`)}</span>
      <span class="states">${area.name}, facedown</span>
    </span>
  `;
}

// What holds for a card, in words: exhausted, Attack +2, Primal Drive used.
function statesOf(lab, card) {
  const { marks } = lab.film.table;
  const { board } = lab.game;
  const printed = lab.cards.of(card);
  const about = (one) => one.on.length === 0 || one.on.includes(printed.type);
  const own = Object.keys(marks).filter((key) => key.startsWith(`${card}.`)).map((key) => key.slice(card.length + 1));
  const states = board.states.filter(about).flatMap((state) => {
    const found = own.map((mark) => [mark, wildcard(state.mark).exec(mark)]).filter(([, match]) => match);
    if (found.length === 0) return [state.without];
    return found.map(([mark, [, rest]]) => stateText(state.name, wordText(board, printed, rest), marks[`${card}.${mark}`][1]));
  });
  return states.filter(Boolean);
}

// Where a card is: at Arkham Asylum. What a standee shows there is only read aloud here.
function whereOf(lab, card) {
  const { board } = lab.game;
  const { type } = lab.cards.of(card);
  const slots = lab.game.areasOf("table").find((area) => area.what === board.middle)?.holds ?? [];
  return board.links.filter(({ on }) => on.length === 0 || on.includes(type))
    .map((link) => ({ word: link.name, to: lab.film.table.links[`${card}.${link.what}`], standee: slots.includes(link.to) }))
    .filter(({ to }) => to).map(({ word, to, standee }) => ({ text: `${word} ${lab.cards.name(to)}`, standee }));
}

// "* boost *": a mark in which anything may stand for a star
const wildcard = (mark) => new RegExp(`^${mark.split("*").map((part) => part.replace(/[^\w ]/g, "\\$&")).join("(.*)")}$`);

// What a star stands for: an ability of the card, a value, or a word
function wordText(board, printed, word) {
  const ability = printed.abilities?.[word];
  return ability ?? board.values.find((value) => value.what === word)?.name ?? word;
}

function stateText(name, word, number) {
  if (name.includes("{change}") && !number) return "";
  const change = `${number < 0 ? "−" : "+"}${Math.abs(number)}`;
  return name.replace("{}", word || "ability").replace("{value}", number).replace("{change}", change);
}

// The numbers on a card: printed ones, and tokens beside what they run towards; of others none if there are none, unless `all` are wanted.
function statsOf(lab, card, all = false) {
  const { board } = lab.game;
  const { type, values = {} } = lab.cards.of(card) ?? {};
  const counted = (token) => lab.film.table.counts[`${card}.${token.what}`] ?? 0;
  const tokens = board.tokens.filter((token) => token.on.includes(type));
  const towards = (what) => tokens.find((token) => token.towards === what);
  const stats = board.values.filter(({ what, drawn }) => values[what] !== undefined && (drawn === "tile" || towards(what)))
    .map(({ what, name, sign }) => {
      const [token, printed] = [towards(what), values[what]];
      if (!token) return { title: name, text: `${sign || name.toLowerCase()} ${printed}` };
      const [now, mark] = [counted(token), token.sign || token.name];
      return token.left
        ? { title: `${name} left of ${name}`, text: `${mark} ${printed - now}/${printed}`, hurt: now > 0 }
        : { title: `${token.name} of the ${name}`, text: `${mark} ${now} of ${printed}` };
    });
  const others = tokens.filter((token) => values[token.towards] === undefined && (all || counted(token) > 0))
    .map((token) => ({ title: `${token.name} here`, text: `${token.sign || token.name} ${counted(token)}` }));
  return [...stats, ...others];
}

// `plain`: where it lies says already of which type it is.
function Tile({ lab, card, note, plain }) {
  const printed = lab.cards.of(card);
  if (!printed) return null;
  const states = [...statesOf(lab, card), note].filter(Boolean);
  const marked = states.filter((state) => /^[a-z]+$/.test(state)).map((state) => `is-${state}`);
  const where = whereOf(lab, card);
  states.push(...where.filter(({ standee }) => !standee).map(({ text }) => text));
  const shown = where.filter(({ standee }) => standee);
  if (states.length === 0 || !plain) states.unshift(capital(printed.type));
  return html`
    <button class=${classes("tile", lab.game.sideClass(printed.side), `type-${printed.type}`, lab.cards.kindClass(card),
        ...marked, ...looks(lab, card))} ...${viewing(lab, card)} title=${printed.text}>
      <${Emblem} id=${card} cards=${lab.cards} />
      <span class="name">${printed.name}</span>
      <span class="stats">${statsOf(lab, card).map(({ title, text, hurt }) => html`
        <span key=${title} title=${title} class=${hurt && "hurt"}>${text}</span>`)}</span>
      <span class="states">${states.join(", ")}${shown.map(({ text }) => html`<span class="hidden-text">, ${text}</span>`)}</span>
      <${Marks} lab=${lab} card=${card} dot />
    </button>
  `;
}

// A card in a hand, on another card or in an open pile.
function Chip({ lab, card, many = 1, copies }) {
  const printed = lab.cards.of(card);
  const values = lab.game.board.values.filter(({ what, drawn }) => drawn === "chip" && printed?.values[what] > 0);
  return html`
    <button class=${classes("chip", lab.game.sideClass(printed?.side), ...looks(lab, card))} ...${viewing(lab, card)} data-copies=${copies}
      title=${printed && `${capital(printed.type)}. ${printed.text ?? ""}`}>
      <${Emblem} id=${card} cards=${lab.cards} />
      ${lab.cards.name(card)}${many > 1 && ` ×${many}`}${values.map(({ what, name, sign }) => html` <small key=${what} title=${name}>${
        sign || `${name} `}${printed.values[what]}</small>`)}
      <${Marks} lab=${lab} card=${card} />
    </button>
  `;
}

// Copies of a card that nothing tells apart are one chip.
export function Chips({ lab, cards }) {
  const like = likeness(lab);
  return together(cards, (card) => `${like(card)} ${lab.changed.has(card)} ${roleOf(lab, card)}`)
    .map((copies) => html`<${Chip} key=${copies[0]} lab=${lab} card=${copies[0]} many=${copies.length}
      copies=${copies.join(" ")} />`);
}

// Those of whom the same is said together, each where the first of them was.
export function together(all, said) {
  const groups = new Map();
  for (const one of all) groups.set(said(one), [...(groups.get(said(one)) ?? []), one]);
  return [...groups.values()];
}

// What a card has in common with its copies that are as good: what is printed, where it lies, and whatever holds of it.
export function likeness({ film: { table: { zones, ...books } }, game }) {
  const ordered = new Set(game.board.zones.filter((area) => area.ordered).map((area) => area.what));
  const lies = new Map(Object.entries(zones).flatMap(([zone, cards]) =>
    cardsOf(cards).map((card, n) => [card, ordered.has(splitKey(zone)[1]) ? `${zone} ${n}` : zone])));
  const held = new Map();
  for (const book of [books.counts, books.marks, books.links]) {
    for (const [key, value] of Object.entries(book)) {
      const [card, what] = splitKey(key);
      held.set(card, `${held.get(card) ?? ""} ${what} ${value}`);
    }
  }
  return (card) => `${card.replace(/\.\d+$/, "")} ${lies.get(card) ?? card}${held.get(card) ?? ""}`;
}

// How a card is marked: changed by the last step, looked at, hinted at, one that can do something, one that acts or is acted upon.
const looks = (lab, card) => [lab.changed.has(card) && "changed", lab.viewed === card && "viewed", lab.hinted === card && "hinted",
  lab.optionsOf(card).length > 0 && "can", isTarget(lab, card) && "target", pickedAt(lab)?.card === card && "picked-card",
  roleOf(lab, card)];

const viewing = (lab, card) => ({
  "data-card": card, onClick: (e) => lab.view(card, e.currentTarget, true), onFocus: (e) => lab.view(card, e.currentTarget, false),
});

function Marks({ lab, card, dot }) {
  const can = lab.optionsOf(card).length > 0 && plural(lab.optionsOf(card).length, "legal answer");
  return html`
    ${dot && can && html`<span class="dot" title=${can} aria-label=${can}>${lab.optionsOf(card).length}</span>`}
    ${lab.changed.has(card) && html`<span class="hidden-text">changed</span>`}
  `;
}

function Fan({ lab, zone, area }) {
  const cards = lab.film.table.zones[zone];
  const size = sizeOf(cards);
  return html`
    <div class=${classes("hand", roleOf(lab, zone))} role="group" aria-label=${`${area.name}: ${plural(size, "card")}`} data-zone=${zone}
      style=${`--cards:${Array.isArray(cards) ? size : size / 6}`}>
      <span class=${classes("label", lab.changed.has(zone) && "changed")}>${area.name} ${size}</span>
      ${Array.isArray(cards)
        ? html`<${Chips} lab=${lab} cards=${cards} />`
        : Array.from({ length: size }, () => html`<span class="chip facedown" title="You may not see this card"></span>`)}
    </div>
  `;
}

// The cards that lie face up in an area where others lie face down.
function faceUp({ film: { table: { zones, marks } } }, zone) {
  return zones[zone]?.open ?? cardsOf(zones[zone]).filter((card) => marks[`${card}.${FACE_UP}`]);
}

// Decks first, and last what is only there at times.
const pilesOf = (areas) => areas.filter((area) => area.drawn === "pile")
  .sort((one, other) => one.rare - other.rare || (other.seen === "nobody") - (one.seen === "nobody"));

function Pile({ lab, zone, area }) {
  const size = sizeOf(lab.film.table.zones[zone]);
  if (size === 0 && area.rare) return null;
  return html`
    <button class=${classes("pile", lab.changed.has(zone) && "changed", roleOf(lab, zone))} disabled=${size === 0} data-zone=${zone}
      onClick=${(e) => lab.viewPile(zone, area.name, e.currentTarget)}>${area.name} <b>${size}</b></button>
  `;
}

// What belongs to nobody: the slots of the middle, other cards that lie open, and piles.
function Middle({ lab }) {
  const { game, film: { table: { zones, facts } } } = lab;
  const areas = game.areasOf("table").filter((area) => area.place && !(area.side && firstOf(lab, area.side)));
  const slots = areas.find((area) => area.what === game.board.middle);
  const row = slots ? cardsOf(zones[`table.${slots.what}`]) : [];
  const gaps = facts[game.board.gaps] ?? [];
  const rows = areas.filter((area) => area !== slots && area.drawn !== "pile");
  const open = areas.filter((area) => area.drawn === "pile" && area.seen === FACE_UP && faceUp(lab, `table.${area.what}`).length > 0);
  const coming = pilesOf(areas).some((area) => area.holds.some((type) => slots?.holds.includes(type))
    && sizeOf(zones[`table.${area.what}`]) > 0);
  const width = Math.min(MOST_SLOTS, Math.max(coming ? FEWEST_SLOTS : 1, row.length + gaps.length));
  return html`
    ${[...rows, ...open].map((area) => html`
      <section class="characters row" key=${area.what} aria-label=${area.name}><span class="label">${area.name}</span>
        ${area.drawn === "pile"
          ? faceUp(lab, `table.${area.what}`).map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} />`)
          : html`<${Row} lab=${lab} zone=${`table.${area.what}`} area=${area} />`}</section>`)}
    <section class=${classes("places", !slots && "only-piles", slots && width <= FEW_SLOTS && "roomy")}
      aria-label=${slots?.name ?? "Piles"} style=${`--slots:${width}`}>
      ${row.map((card) => html`<${Slot} key=${card} lab=${lab} card=${card} />`)}
      ${gaps.map((card) => html`<${Slot} key=${`empty ${card}`} lab=${lab} card=${card} empty />`)}
      <div class="decks">${pilesOf(areas).map((area) => html`
        <${Pile} key=${area.what} lab=${lab} zone=${`table.${area.what}`} area=${area} />`)}</div>
    </section>
  `;
}

// A card of the middle that is a place for others: what lies there, and who stands there.
function Slot({ lab, card, empty }) {
  const { game, film: { table: { links } } } = lab;
  const printed = lab.cards.of(card) ?? {};
  const stats = statsOf(lab, card, true);
  const standing = game.board.links.filter((link) => link.to === printed.type);
  const stands = ([who, word]) => standing.some(({ what, on }) => what === word && on.includes(lab.cards.of(who)?.type));
  const here = Object.keys(links).filter((key) => links[key] === card).map(splitKey).filter(stands).map(([who]) => who);
  return html`
    <div class=${classes("place", lab.cards.kindClass(card), lab.changed.has(card) && "changed", roleOf(lab, card))} data-place=${card}>
      <button class=${classes("title", stats.length > 1 && "many", ...looks(lab, card).slice(1, -1))} ...${viewing(lab, card)}>
        ${!empty && html`<${Emblem} id=${card} cards=${lab.cards} />`}
        <span class="name">${empty ? "Empty space" : lab.cards.name(card)}</span>
        ${!empty && stats.map(({ title, text }) => html`<span class="stat" key=${title} title=${title}>${text}</span>`)}
        <${Marks} lab=${lab} card=${card} dot />
      </button>
      <p class="text" title=${printed.text}>
        ${empty ? `${lab.cards.name(card)} was here, and nothing has come in its place.` : printed.text}</p>
      <div class="things">
        ${areasOn(lab, card).map((area) => html`<${Row} key=${area.what} lab=${lab} zone=${`${card}.${area.what}`} area=${area} />`)}
      </div>
      <p class="here">${here.map((one) => html`
        <span class=${classes("standee", game.sideClass(lab.cards.side(one)))} key=${one} data-standee=${one}>
          <${Emblem} id=${one} cards=${lab.cards} />${lab.cards.name(one)}
          <span class="hidden-text"> (${game.sides[lab.cards.side(one)] ?? "nobody's"}) is here</span></span>`)}
        <${StandIn} card=${printed} /></p>
    </div>
  `;
}
