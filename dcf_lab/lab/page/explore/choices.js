// The open question: every legal answer by its kind; and what a card can do.

import { CardFace, optionText } from "../common/cards.js";
import { capital, classes, plural } from "../common/dom.js";
import { cardsOf, sizeOf } from "../common/film.js";
import { Chips, areasOn, likeness, together } from "./board.js";
import { CardWhyNot, WhyNot } from "./refused.js";

// "pool fame.1" and "pool renown.1" are of one kind
const kindOf = (option) => option.split(" ")[0];

export function Choices({ lab }) {
  const { film, moment } = lab;
  const asked = film.decisionAt(moment);
  if (!asked) return html`<${Between} lab=${lab} /><${WhyNot} lab=${lab} />`;
  if (asked.hidden) return html`<${OthersDecide} lab=${lab} asked=${asked} /><${WhyNot} lab=${lab} />`;
  return html`
    <section class=${classes("choices", lab.game.sideClass(lab.game.side(asked.player)))} aria-label="The question">
      <header>
        <h2 tabindex="-1">${lab.cards.name(asked.player)}: ${asked.question}</h2>
        ${asked.chosen !== null && html`<p class="past">Answered with <b>${optionText(lab.cards, asked.chosen)}</b>. Another answer
          begins a new branch.</p>`}
      </header>
      ${lab.app.puzzler.answers(asked) ? html`<${Reply} lab=${lab} asked=${asked} />` : html`<${Options} lab=${lab} asked=${asked} />`}
      <${WhyNot} lab=${lab} />
    </section>
  `;
}

// Who is asked what would tell of hidden cards: the same words whoever it is.
function OthersDecide({ lab, asked }) {
  return html`
    <section class="choices side-none others" aria-label="The question">
      <header><h2 tabindex="-1">Others decide</h2></header>
      ${lab.app.puzzler.answers(asked) ? html`<${Reply} lab=${lab} asked=${asked} />`
        : html`<p>What they may answer is not for ${lab.game.name(lab.seat)} to know. To answer for them, take their seat or see it all.
          </p>`}
    </section>
  `;
}

// In a puzzle the lab answers for the others.
function Reply({ lab, asked }) {
  const { puzzler } = lab.app;
  return html`<p class="waiting">The lab answers for ${asked.player ? lab.game.name(asked.player) : "the others"}.</p>
    <p><button disabled=${puzzler.working !== null} onClick=${() => puzzler.answered()}>Let it answer</button></p>`;
}

function Between({ lab }) {
  const { film, moment } = lab;
  const next = film.decisionAfter(moment);
  const over = moment === film.end && lab.over;
  return html`
    <section class="choices" aria-label="The question">
      ${over
        ? html`
          <header><h2 tabindex="-1">The game is over</h2>
            <p>${over.text}${over.winners.length > 0 && over.round > 0 ? ` in round ${over.round}` : ""}.</p>
            ${Object.keys(over.scores).length > 0 && html`<ul class="scores">${Object.entries(over.scores).map(([who, score]) => html`
              <li key=${who}>${lab.cards.name(who)} <b>${score}</b></li>`)}</ul>`}
          </header>`
        : html`<header><h2 tabindex="-1">${film.decisionBefore(moment + 1) ? "In the middle of things" : "The table is being set"}</h2>
          <p>${next ? `The next question comes after ${plural(next.at - moment, "event")}.` : "No question follows."}</p></header>`}
      ${!over && next && html`<button onClick=${() => lab.goTo(next.at)}>To that question</button>`}
    </section>
  `;
}

function Options({ lab, asked }) {
  const groups = new Map();
  const kinds = asked.options.map(kindOf);
  const alone = (option) => kinds.filter((kind) => kind === kindOf(option)).length === 1
    && !option.split(" ").some((word) => lab.cards.of(word));
  for (const option of asked.options) {
    const kind = kindOf(option);
    const name = option === kind || alone(option) ? "" : capital(kind); // "end turn" needs no heading
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  const short = (option, name) => (name ? capital(asked.short[asked.options.indexOf(option)]) : optionText(lab.cards, option));
  const like = likeness(lab);
  const said = (option) => option.split(" ").map((word) => (lab.cards.of(word) ? like(word) : word)).join(" ");
  const rows = [...groups].sort(([a], [b]) => (a === "") - (b === ""));
  return rows.map(([name, options]) => html`
    <div class="kind" key=${name} role="group" aria-label=${name || "Other answers"}>
      ${name && html`<h3>${name}</h3>`}
      <div class="options">
        ${together(options, said).map((copies) => {
          const option = copies.includes(asked.chosen) ? asked.chosen : copies.includes(asked.default) ? asked.default : copies[0];
          const text = `${short(option, name)}${copies.length > 1 ? ` ×${copies.length}` : ""}`;
          return html`<${Option} key=${option} lab=${lab} asked=${asked} option=${option} text=${text} />`;
        })}
      </div>
    </div>`);
}

function Option({ lab, asked, option, text }) {
  return html`
    <button class=${classes("option", option === asked.chosen && "chosen", option === asked.default && "default")} data-option=${option}
      aria-pressed=${asked.chosen !== null ? String(option === asked.chosen) : undefined}
      title=${option === asked.default ? "What the seed would say" : optionText(lab.cards, option)}
      onClick=${() => lab.answer(asked, option)}>${text}</button>
  `;
}

// The large view of a card beside the place where it was clicked, with what it can do now.
export function CardView({ lab }) {
  const { viewed, viewedPile, anchor } = lab;
  if (!viewed && !viewedPile) return null;
  const asked = lab.film.decisionAt(lab.moment);
  const options = viewed && asked ? lab.optionsOf(viewed) : [];
  const { zones } = lab.film.table;
  const piles = areasOn(lab, viewed).filter((area) => area.drawn === "pile" && cardsOf(zones[`${viewed}.${area.what}`]).length > 0);
  return html`
    <aside class="card-view" style=${anchor} aria-label=${viewed ? lab.cards.name(viewed) : viewedPile.name}>
      ${viewed
        ? html`<${CardFace} id=${viewed} cards=${lab.cards}>
            ${options.length > 0 && html`<div class="options" role="group" aria-label="What it can do now">
              ${options.map((option) => html`
                <${Option} key=${option} lab=${lab} asked=${asked} option=${option} text=${optionText(lab.cards, option)} />`)}</div>`}
            ${options.length === 0 && html`<p class="none">It can do nothing now.</p>`}
            <${CardWhyNot} key=${viewed} lab=${lab} card=${viewed} />
            ${piles.map((area) => html`<details key=${area.what}>
              <summary>${area.name}: ${sizeOf(zones[`${viewed}.${area.what}`])}</summary>
              <${PileCards} lab=${lab} zone=${`${viewed}.${area.what}`} /></details>`)}
          <//>`
        : html`<article class="face"><h3>${viewedPile.name}</h3><${PileCards} lab=${lab} zone=${viewedPile.zone} /></article>`}
      <button class="close" aria-label="Close" onClick=${() => lab.escape()}>×</button>
    </aside>
  `;
}

function PileCards({ lab, zone }) {
  const cards = lab.film.table.zones[zone];
  if (!Array.isArray(cards)) return html`<p>${plural(sizeOf(cards), "card")}, not to be seen from this seat.</p>`;
  return html`<div class="pile-cards"><${Chips} lab=${lab} cards=${cards} /></div>`;
}
