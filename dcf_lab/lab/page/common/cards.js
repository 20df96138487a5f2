// Printed cards: names, values, faces small and large.

import { capital, classes } from "./dom.js";
import { Game } from "./game.js";

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
}

// An answer in words, as the lab says it.
export const optionText = (cards, option) => capital(cards.said.get(option) ?? String(option));

export const StandIn = ({ card }) =>
  card.stand_in
    ? html`<span class="stand-in" title="Some of this card's values are stand-ins: nobody has published the printed ones.">stand-in</span>`
    : null;

// The whole card, large enough to read from the back of a room.
export function CardFace({ id, cards, children }) {
  const card = cards.of(id);
  if (!card) return html`<p>${id}</p>`;
  const flags = Object.entries(card.values).filter(([, value]) => value === true).map(([word]) => word);
  return html`
    <article class=${classes("face", cards.game.sideClass(card.side))} aria-label=${card.name}>
      <header>
        <h3>${card.name}</h3>
        <p>${capital(card.type)}${card.of ? ` of ${cards.name(card.of)}` : ""} <${StandIn} card=${card} /></p>
      </header>
      <ul class="values">
        ${cards.game.board.values.filter(({ what }) => card.values[what] !== undefined).map(({ what, name, sign }) => html`
          <li key=${what}><span aria-hidden="true">${sign}</span> ${name} <b>${card.values[what]}</b></li>`)}
      </ul>
      ${card.traits.length > 0 && html`<p class="traits">${card.traits.map(capital).join(" · ")}</p>`}
      ${flags.length > 0 && html`<p class="traits">${flags.map(capital).join(" · ")}</p>`}
      ${card.text && html`<p class="text">${card.text}</p>`}
      <p class="source">Source: ${card.source}</p>
      ${children}
    </article>
  `;
}

// A card in small: its name, what happens to it, its printed values.
export function SmallFace({ id, cards, word = "", onClick }) {
  const card = cards.of(id);
  return html`
    <button class=${classes("small-face", cards.game.sideClass(card.side))} data-card=${id} onClick=${onClick}>
      <b>${card.name}</b>
      ${word && html`<em>${word}</em>`}
      <span class="small-values">${cards.game.board.values.filter(({ what }) => card.values[what] !== undefined)
        .map(({ what, name, sign }) => html`<span key=${what} title=${name}>${sign || name} ${card.values[what]}</span>`)}</span>
    </button>
  `;
}
