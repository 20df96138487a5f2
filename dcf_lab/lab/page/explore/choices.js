// The open question: every legal answer by its kind; and what a card can do.

import { CardFace, optionText } from "../common/cards.js";
import { capital, classes, plural } from "../common/dom.js";
import { cardsOf, sizeOf } from "../common/film.js";
import { Chips, areasOn, likeness, together } from "./board.js";
import { AdviceGiven, AskAdvice, BotAsked, Said } from "./opponents.js";
import { madeOf, pickCard, pickedAt, unpick } from "./picking.js";
import { Reading, reads, unlessRead } from "./reading.js";
import { CardWhyNot, WhyNot } from "./refused.js";

const NUMBERS = "1234567890"; // the n-th answer
const FEW = 4; // answers of one kind that are shown at once, even if a card and then its target could be chosen
const ROOM = 7; // answers beside which there is room for what their cards do

export function Choices({ lab }) {
  const { film, moment } = lab;
  const asked = film.decisionAt(moment);
  const own = useRef(null);
  useEffect(() => {
    const ours = (one) => one.matches?.(".choices, .card-view, [data-card]");
    const away = (event) => !event.composedPath().some(ours) && unpick(lab); // what was clicked may be gone by now
    document.addEventListener("click", away);
    return () => document.removeEventListener("click", away);
  }, []);
  if (!asked) return html`<${WhyNot} lab=${lab} />`;
  const bot = lab.opponents.answers(asked) && !(lab.opponents.paused && !asked.hidden);
  if (asked.hidden && !bot && !lab.opponents.answers(asked)) {
    return html`<${OthersDecide} lab=${lab} asked=${asked} /><${WhyNot} lab=${lab} />`;
  }
  return html`
    <section class=${classes("choices", lab.game.sideClass(lab.game.side(asked.player)))} aria-label="The question" ref=${own}>
      <header>
        <h2 tabindex="-1">${asked.hidden ? "Others decide" : `${lab.cards.name(asked.player)}: ${asked.question}`}</h2>
        ${!bot && html`<${Said} lab=${lab} />`}
        ${asked.chosen !== null && html`<p class="past">Answered with <b>${optionText(lab.cards, asked.chosen)}</b>. Another answer
          begins a new branch.</p>`}
      </header>
      ${bot || asked.hidden ? html`<${BotAsked} lab=${lab} asked=${asked} />`
        : lab.app.puzzler.answers(asked)
          ? html`<div class="list"><${Reply} lab=${lab} asked=${asked} /><${WhyNot} lab=${lab} /></div>`
          : html`<${Options} lab=${lab} asked=${asked} />`}
      ${own.current?.contains(lab.reading?.element ?? null) && html`<${Reading} lab=${lab} />`}
    </section>
  `;
}

// The first thing on the page: past the board to what is asked.
export function ToTheQuestion({ lab }) {
  const go = (event) => {
    event.preventDefault();
    if (lab.tab !== "now") lab.openTab("now");
    setTimeout(() => lab.app.find(".choices h2")?.focus()); // once it is drawn
  };
  return html`<a class="to-the-question" href="#question" onClick=${go}>To the question</a>`;
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

// The answers as they are listed: by kind, equal cards once, and where many differ only in the target first the card.
function listed(lab, asked) {
  const picked = pickedAt(lab, asked);
  const options = picked?.options ?? asked.options;
  const kinds = asked.made.map((made) => made.deed);
  const alone = (made) => kinds.filter((kind) => kind === made.deed).length === 1 && made.things.length === 0;
  const like = likeness(lab);
  const said = (option) => option.split(" ").map((word) => (lab.cards.of(word) ? like(word) : word)).join(" ");
  const groups = new Map();
  const leave = [];
  const leaving = picked ? asked.options.filter((option) => madeOf(asked, option).leaves && !options.includes(option)) : [];
  for (const copies of together([...options, ...leaving], said)) {
    const option = copies.includes(asked.chosen) ? asked.chosen : copies.includes(asked.default) ? asked.default : copies[0];
    const made = madeOf(asked, option);
    const name = option === made.deed || alone(made) ? "" : capital(made.deed); // "end turn" needs no heading
    const entry = { option, made, many: copies.length, card: readable(lab, made, picked), text: wording(lab, asked, option, name, picked) };
    if (made.leaves) leave.push(entry);
    else groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  const rows = [...groups].sort(([a], [b]) => (a === "") - (b === ""));
  const shown = rows.map(([name, entries]) => ({ name, entries: picked ? entries : bundled(lab, entries, like),
    faces: !picked && rows.length === 1 && asFaces(lab, entries) }));
  return { picked, groups: shown, leave, all: [...shown.flatMap((group) => group.entries), ...leave] };
}

// The card to be read at an answer: what it is done with or, if that is picked already, its target.
function readable(lab, made, picked) {
  const things = made.things.filter((thing) => lab.cards.of(thing));
  return (picked ? things.find((thing) => thing !== picked.card) : undefined) ?? things[0];
}

// An answer under the heading of its kind; for a picked card just its target.
function wording(lab, asked, option, name, picked) {
  const { things } = madeOf(asked, option);
  if (picked && things.length === 2 && new Set(picked.options.map((one) => madeOf(asked, one).deed)).size === 1) {
    return lab.cards.name(things[1]);
  }
  return name ? capital(asked.short[asked.options.indexOf(option)]) : optionText(lab.cards, option);
}

// Several answers with the same card become one, which lets choose between them.
function bundled(lab, entries, like) {
  const bundles = together(entries, ({ made, option }) => (made.things.length > 1 ? like(made.things[0]) : option));
  if (entries.length <= FEW || bundles.length === 1) return entries;
  return bundles.map((some) => {
    if (some.length === 1) return some[0];
    const [{ made }] = some;
    const price = some.every((one) => one.made.price === made.price) ? made.price : "";
    return { option: some[0].option, made: { ...made, price }, many: Math.max(...some.map((one) => one.many)), card: made.things[0],
      text: lab.cards.name(made.things[0]), pick: some.map((one) => one.option) };
  });
}

// Cards to choose from that lie neither in play nor in a hand are shown as faces: nowhere else can they be read.
function asFaces(lab, entries) {
  const seen = new Set(lab.game.board.zones.filter((zone) => zone.place && zone.drawn !== "pile").map((zone) => zone.what));
  const { zones } = lab.film.table;
  const lies = new Set(Object.entries(zones).filter(([key]) => seen.has(key.slice(key.lastIndexOf(".") + 1)))
    .flatMap(([, cards]) => cardsOf(cards)));
  return entries.length > 1 && entries.every(({ made: { things: [card, ...more] } }) => more.length === 0 && lab.cards.of(card)
    && !lies.has(card));
}

// A number key gives the n-th answer of the list; false if there is none.
export function pressNumber(lab, key) {
  const asked = lab.film.decisionAt(lab.moment);
  const bot = asked && lab.opponents.answers(asked) && !lab.opponents.paused;
  if (!NUMBERS.includes(key) || key.length !== 1 || !asked || asked.hidden || bot || lab.app.puzzler.answers(asked)) return false;
  const entry = listed(lab, asked).all[NUMBERS.indexOf(key)];
  if (entry) give(lab, asked, entry);
  return Boolean(entry);
}

function give(lab, asked, entry) {
  if (entry.pick) pickCard(lab, asked, entry.card, entry.pick);
  else lab.answer(asked, entry.option);
}

function Options({ lab, asked }) {
  const { picked, groups, leave, all } = listed(lab, asked);
  const room = all.length <= ROOM;
  const number = (entry) => NUMBERS[all.indexOf(entry)];
  const button = (entry) => html`
    <${Entry} key=${entry.option} lab=${lab} asked=${asked} entry=${entry} number=${number(entry)} room=${room} />`;
  return html`
    <div class="list">
      <${AdviceGiven} lab=${lab} asked=${asked} />
      ${picked && html`<div class="picked">
        <p><b>${lab.cards.name(picked.card)}</b>: choose where it goes, here or on the board.</p>
        <button onClick=${() => unpick(lab)}>Take back <kbd>Esc</kbd></button></div>`}
      ${groups.map(({ name, entries, faces }) => html`
        <div class=${classes("kind", faces && "faces")} key=${name} role="group" aria-label=${name || "Other answers"}>
          ${name && html`<h3>${name}</h3>`}
          <div class="options">${faces
            ? entries.map((entry) => html`
              <${FaceEntry} key=${entry.option} lab=${lab} asked=${asked} entry=${entry} number=${number(entry)} />`)
            : entries.map(button)}</div>
        </div>`)}
      ${!picked && html`<${WhyNot} lab=${lab} />`}
    </div>
    <footer class="leave">
      <${AskAdvice} lab=${lab} asked=${asked} />
      ${leave.length > 0 && html`
        <div class="kind" role="group" aria-label="Leave it"><div class="options">${leave.map(button)}</div></div>`}
    </footer>
  `;
}

const Key = ({ number }) => (number ? html`<kbd class="key" aria-hidden="true">${number}</kbd> ` : null);

// What a card is good for in a hand: its icons.
function Icons({ lab, card }) {
  const values = lab.game.board.values.filter(({ what, drawn }) => drawn === "chip" && lab.cards.of(card)?.values[what] > 0);
  return values.map(({ what, name, sign }) => html`<small class="icons" key=${what} title=${name}>${sign || `${name} `}${
    lab.cards.of(card).values[what]}</small>`);
}

function Entry({ lab, asked, entry, number, room }) {
  const { option, made, many, card, text, pick: further } = entry;
  const name = `${text}${many > 1 ? ` ×${many}` : ""}`;
  const does = room && !made.leaves && lab.cards.of(card)?.text;
  const inside = html`<${Key} number=${number} /><span class="says"><span class="name">${name}${further && html`
    <span aria-hidden="true">…</span><span class="hidden-text">, then choose one of ${further.length}</span>`}</span>
    <${Icons} lab=${lab} card=${card} />
    ${made.price && html` <span class="price">${made.price}</span>`}
    ${does && html`<span class="does">${does}</span>`}</span>`;
  if (further) {
    return html`<button class=${classes("pick", does && "with-text", further.includes(asked.chosen) && "chosen")} data-pick=${card}
      ...${reads(lab, card)} onClick=${unlessRead(lab, () => give(lab, asked, entry))}>${inside}</button>`;
  }
  return html`<${Option} lab=${lab} asked=${asked} option=${option} card=${card} text=${inside}
    style=${classes(made.leaves && "leaving", does && "with-text")} />`;
}

// An answer that is a card, as a small face.
function FaceEntry({ lab, asked, entry: { option, card, text, many, made }, number }) {
  const printed = lab.cards.of(card);
  const values = lab.game.board.values.filter(({ what }) => typeof printed.values[what] === "number");
  const inside = html`
    <span class="name"><${Key} number=${number} />${text}${many > 1 ? ` ×${many}` : ""}</span>
    <span class="values">${values.map(({ what, name, sign }) => html`<span key=${what} title=${name}>${sign || name} <b>${
      printed.values[what]}</b></span> `)}${made.price && html`<span class="price">${made.price}</span>`}</span>
    <span class="does">${printed.text}</span>`;
  return html`<${Option} lab=${lab} asked=${asked} option=${option} card=${card} text=${inside}
    style=${classes("face-answer", lab.game.sideClass(printed.side))} />`;
}

function Option({ lab, asked, option, text, card, style }) {
  return html`
    <button class=${classes("option", style, option === asked.chosen && "chosen", option === asked.default && "default")}
      data-option=${option}
      aria-pressed=${asked.chosen !== null ? String(option === asked.chosen) : undefined}
      title=${option === asked.default ? "What the seed would say" : undefined}
      ...${reads(lab, card)} onClick=${unlessRead(lab, () => lab.answer(asked, option))}>${text}</button>
  `;
}

const priced = (text, price) => (price ? html`${text} <span class="price">${price}</span>` : text);

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
              ${options.map((option) => html`<${Option} key=${option} lab=${lab} asked=${asked} option=${option}
                text=${priced(optionText(lab.cards, option), madeOf(asked, option).price)} />`)}</div>`}
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
