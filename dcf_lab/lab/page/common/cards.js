// Printed cards: names, values, faces small and large.

import { capital, classes } from "./dom.js";

export const SIDES = { rogue: "Rogue", hero: "Hero", "": "" };

const VALUES = [
  ["health", "Health", "♥"], ["attack", "Attack", "⚔"], ["threaten", "Threaten", "☣"], ["rescue", "Rescue", "✚"],
  ["cost", "Cost", "¤"], ["renown", "Renown", "★"], ["infamy", "Infamy", "☠"], ["threshold", "Threshold", "◎"], ["draw", "Draw", "▤"],
  ["citizens", "Citizens", "☻"],
];

export class Cards {
  constructor(facts = {}) {
    this.facts = facts;
  }

  // The printed card of an id: "punch.3" is the third copy of "punch".
  of(id) {
    return this.facts[id] ?? this.facts[String(id).replace(/\.\d+$/, "")];
  }

  name(id) {
    const card = this.of(id);
    if (card) return card.name;
    return capital(String(id).replace(/([a-z])(\d)$/, "$1 $2"));
  }

  side(id) {
    return this.of(id)?.side ?? "";
  }
}

// "attack batman" -> "Attack Batman", "use cheetah primal_drive" -> "Use Cheetah: Primal Drive", "use batcave 1" -> "Use Batcave", because
// it has only this ability to use; ids become names, the rest stays as it is
export function optionText(cards, option) {
  const words = String(option).split(" ");
  const text = words.reduce((said, word, n) => {
    const ability = cards.of(words[n - 1])?.abilities?.[word];
    if (ability !== undefined) return ability ? `${said}: ${ability}` : said;
    const player = isPlayer(word) || (n > 0 && words[0] === "choose" && SIDES[word]); // "hero" alone is a player only where one is chosen
    return `${said} ${player || cards.of(word) ? cards.name(word) : word.replaceAll("_", " ")}`;
  }, "");
  return capital(text.trim());
}

const isPlayer = (word) => /^(rogue|hero)[12]$/.test(word);

export function statLine(card) {
  return VALUES.filter(([word]) => card.values[word] !== undefined).map(([word, name, sign]) => ({
    word, name, sign, value: card.values[word],
  }));
}

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
    <article class=${classes("face", `side-${card.side || "none"}`)} aria-label=${card.name}>
      <header>
        <h3>${card.name}</h3>
        <p>${capital(card.type)}${card.of ? ` of ${cards.name(card.of)}` : ""} <${StandIn} card=${card} /></p>
      </header>
      <ul class="values">
        ${statLine(card).map((one) => html`<li><span aria-hidden="true">${one.sign}</span> ${one.name} <b>${one.value}</b></li>`)}
      </ul>
      ${card.traits.length > 0 && html`<p class="traits">${card.traits.map(capital).join(" · ")}</p>`}
      ${flags.length > 0 && html`<p class="traits">${flags.map(capital).join(" · ")}</p>`}
      ${card.text && html`<p class="text">${card.text}</p>`}
      <p class="source">Source: ${card.source}</p>
      ${children}
    </article>
  `;
}
