// Printed cards: names, values, faces small and large.

import { capital, classes } from "./dom.js";
import { Emblem } from "./emblem.js";
import { Game } from "./game.js";

const MOST_KINDS = 10; // that have a colour and a frame of their own

export class Cards {
  constructor(facts = {}, game = new Game()) {
    this.facts = facts;
    this.game = game;
    this.said = new Map(); // answers in words
  }

  learn(options, words) {
    options.forEach((option, n) => this.said.set(option, words[n]));
  }

  // The printed card of an id: "punch.3" is the third copy of "punch".
  of(id) {
    return this.facts[id] ?? this.facts[String(id).replace(/\.\d+$/, "")];
  }

  name(id) {
    return this.of(id)?.name ?? capital(this.game.name(String(id)));
  }

  side(id) {
    return this.of(id)?.side ?? this.game.side(id);
  }

  // The place of a card's type among the types of the game: those that its board speaks of, in that order, then all others.
  kind(id) {
    const all = () => [...this.game.board.zones.flatMap((zone) => zone.holds), ...Object.values(this.facts).map(({ type }) => type)];
    this.types ??= [...new Set(all())];
    return Math.max(0, this.types.indexOf(this.of(id)?.type));
  }

  // Its colour.
  kindClass(id) {
    return this.of(id) ? `card-kind-${(this.kind(id) % MOST_KINDS) + 1}` : "";
  }
}

// An answer in words, as the lab says it.
export const optionText = (cards, option) => capital(cards.said.get(option) ?? String(option));

export const StandIn = ({ card }) =>
  card.stand_in
    ? html`<span class="stand-in" title="Some of this card's values are stand-ins: nobody has published the printed ones.">stand-in</span>`
    : null;

// The numbers that are printed on a card and that the board tells, each with its sign and name.
const printedValues = (card, cards) => cards.game.board.values.filter(({ what }) => card.values[what] !== undefined)
  .map(({ what, name, sign }) => ({ what, name, sign, value: card.values[what] }));

const typeLine = (card, cards) => `${capital(card.type)}${card.of ? ` of ${cards.name(card.of)}` : ""}`;

// The whole card, large enough to read from the back of a room; below it, what can be done with it.
export function CardFace({ id, cards, children }) {
  const card = cards.of(id);
  if (!card) return html`<p>${id}</p>`;
  const flags = Object.entries(card.values).filter(([, value]) => value === true).map(([word]) => word);
  return html`
    <article class=${classes("face", cards.game.sideClass(card.side), cards.kindClass(id))} aria-label=${card.name}>
      <div class="playing-card">
        <h3>${card.name}</h3>
        <${Emblem} id=${id} cards=${cards} />
        <p class="type-line">${typeLine(card, cards)} <${StandIn} card=${card} /></p>
        <ul class="values">
          ${printedValues(card, cards).map(({ what, name, sign, value }) => html`
            <li key=${what}><span class="sign" aria-hidden="true">${sign}</span> <b>${value}</b> <span class="called">${name}</span></li>`)}
        </ul>
        <div class="words">
          ${[card.traits, flags].map((some) => some.length > 0 && html`<p class="traits">${some.map(capital).join(" · ")}</p>`)}
          ${card.text && html`<p class="text">${card.text}</p>`}
        </div>
        <p class="source">Source: ${card.source}</p>
      </div>
      ${children}
    </article>
  `;
}

const FACE_SIZES = { small: 72, medium: 104, large: 150 };
const MOST_NUMBERS = 4; // numbers on a small card

// A small card: emblem, name and the numbers that count. `size`: how wide it is in pixels, or small, medium, large; `word`: what
// becomes of it. With `onClick` it can be pressed.
export function SmallFace({ id, cards, size = "medium", word = "", onClick }) {
  const card = cards.of(id);
  if (!card) return html`<span class="small-face">${cards.name(id)}</span>`;
  const values = printedValues(card, cards).filter(({ value }) => typeof value === "number").slice(0, MOST_NUMBERS);
  return html`
    <${onClick ? "button" : "span"} class=${classes("small-face", cards.game.sideClass(card.side), cards.kindClass(id))} data-card=${id}
      style=${`--wide:${FACE_SIZES[size] ?? size}px`} onClick=${onClick}
      title=${card.text ? `${typeLine(card, cards)}. ${card.text}` : typeLine(card, cards)}>
      <${Emblem} id=${id} cards=${cards} />
      <b class="name">${card.name}</b>
      ${word && html`<em>${word}</em>`}
      <span class="stats">${values.map(({ what, name, sign, value }) => html`
        <span key=${what} title=${name}><span aria-hidden="true">${sign}</span><span class=${sign && "hidden-text"}>${name}</span> ${
          value}</span>`)}</span>
    <//>
  `;
}
