// Now: what is happening at this moment, how its number was added up, who does it to whom, why, what comes of it, under which rules.

import { SmallFace } from "../common/cards.js";
import { capital, classes, plural } from "../common/dom.js";
import { Rule } from "../common/rules.js";
import { EventRefused } from "./refused.js";

const UNFOLDED = 3; // rules that are told in full at once; of more only the first is
const FEW_ANSWERS = 7;
const LISTED = 4; // causes and consequences that are shown before they are folded
const CONSEQUENCES = {
  "triggered by": "triggers", "chosen by": "decides", "modified by": "changes", "paid by": "pays for", replaced: "is replaced by",
  "prevented by": "prevents",
};

export function Now({ lab }) {
  const { film, moment } = lab;
  const [wanted, want] = useState(null); // of which event all or little is to be told above a question
  const ended = moment === film.end && lab.over;
  const asked = film.decisionAt(moment);
  const event = ended ? film.events.at(-1) : asked ? lastTold(film, moment) : film.events[moment - 1];
  const opening = !ended && isOpening(event);
  const whole = asked && !opening && (wanted?.event === event ? wanted.whole : hasRoom(asked));
  const look = ended ? "ended" : asked ? classes("asked", whole && "whole") : opening ? "begins" : "";
  const side = ended ? lab.over.winners[0] : event?.side;
  const heading = ended ? endingText(lab.over) : opening ? openingText(lab) : event.plain ?? event.text;
  return html`
    <section class=${classes("now-panel", look, side && lab.game.sideClass(side))} aria-label="Now" data-event=${event?.id}>
      <div class="told" aria-live="polite"><h2 tabindex="-1">${heading}</h2></div>
      ${ended ? html`<${Ended} lab=${lab} event=${event} />`
        : opening ? html`<${Opening} lab=${lab} />`
        : html`
          ${asked && html`<${JustNow} lab=${lab} event=${event} whole=${whole} toggle=${() => want({ event, whole: !whole })} />`}
          ${(!asked || whole) && html`<${Happening} key=${event.id} lab=${lab} event=${event} />`}`}
      ${!asked && !ended && html`<${Onward} lab=${lab} />`}
    </section>
  `;
}

// On a large screen all is told at once, if few answers need the room.
const hasRoom = (asked) => asked.options.length <= FEW_ANSWERS && matchMedia("(min-width: 1200px) and (min-height: 900px)").matches;

const isOpening = (event) => !event || event.kind === "position";

// What has come of the last answer: its last number, else its last deed. Whatever follows it until the question keeps the books.
function lastTold(film, moment) {
  const since = film.events.slice(film.decisionBefore(moment)?.at ?? 0, moment);
  const last = (fits) => since.findLast((event) => !event.bookkeeping && event.kind !== "only answer" && fits(event));
  if (since.at(-1)?.stated) return since.at(-1);
  return last((event) => event.sum.length > 1) ?? last((event) => event.amount !== null && event.depth !== "atom")
    ?? since.findLast((event) => event.kind === "only answer" && event.depth === "action") // somebody had nothing to do
    ?? last((event) => event.depth !== "atom") ?? since.at(-1);
}

// At the beginning

const openingText = (lab) => lab.facts.title || lab.game.title;

function Opening({ lab }) {
  const { summary, source } = lab.facts;
  return html`
    <p class="about">${summary || `A table of ${lab.game.title}.`}</p>
    ${source && html`<p class="source">${source}</p>`}
  `;
}

function Onward({ lab }) {
  const { film, moment } = lab;
  const next = film.decisionAfter(moment);
  if (!next && !(lab.over && moment < film.end)) return null;
  return html`<p class="onward"><button class="to-question" onClick=${() => lab.goTo(next?.at ?? film.end)}>
    ${next ? "To the next question" : "To the end of the game"}</button></p>`;
}

// At a question: what has just happened, small; all of it on request

function JustNow({ lab, event, whole, toggle }) {
  return html`<div class="just-now">
    ${event.sum.length > 1 && !whole && html`<p class="sum-line">${event.sum.map(([amount, words], n) => html`
      <span key=${n} class=${classes("term", sideOf(lab, event, n))} title=${words}>${signed(amount, n)}</span> `)}
      <span class="term total">= ${totalOf(event)}</span></p>`}
    <p class="onward"><button class="why-so" aria-expanded=${String(Boolean(whole))} onClick=${toggle}>
      ${whole ? "Less" : "Why?"}</button></p></div>
  `;
}

// At the end

function endingText(over) {
  return `${over.text}${over.winners.length > 0 && over.round > 0 ? ` in round ${over.round}` : ""}.`;
}

function Ended({ lab, event }) {
  const { film, over } = lab;
  const scores = Object.entries(over.scores).sort(([, a], [, b]) => b - a);
  const first = film.decisions[0];
  return html`
    <p class="about">${event.text}</p>
    ${scores.length > 0 && html`<ul class="scores" aria-label="Scores">${scores.map(([who, score]) => html`
      <li key=${who} class=${lab.game.sideClass(lab.game.side(who))}><span>${lab.cards.name(who)}</span> <b>${score}</b></li>`)}</ul>`}
    <p class="again">
      ${first && html`<button class="primary play-again" onClick=${() => lab.goTo(first.at)}
        title="Back to the first question; this game stays in the tree">Play again</button>`}
      <button class="from-beginning" onClick=${() => lab.goTo(0)}>From the beginning</button></p>
    <${Because} lab=${lab} event=${event} />
    <${Cited} lab=${lab} event=${event} />
  `;
}

// Something happens

function Happening({ lab, event }) {
  return html`
    <${EventRefused} lab=${lab} event=${event} />
    <div class="parts">
      ${event.sum.length > 0 && html`<${SumNow} lab=${lab} event=${event} />`}
      <${Cast} lab=${lab} event=${event} />
    </div>
    <${Because} lab=${lab} event=${event} />
    <${Cited} lab=${lab} event=${event} />
    ${!lab.hideFuture && html`<${AndSo} lab=${lab} event=${event} />`}
  `;
}

const signed = (number, n) => (number < 0 ? `−${-number}` : n > 0 ? `+${number}` : String(number));
const totalOf = ({ sum, amount }) => amount ?? sum.reduce((all, [number]) => all + number, 0);

function sideOf(lab, event, n) {
  const card = event.parts[n]?.[2];
  return lab.game.sideClass((card && lab.cards.side(card)) || event.side);
}

function SumNow({ lab, event }) {
  return html`
    <ol class="sum" aria-label="How the number was added up">
      ${event.sum.map(([amount, words], n) => {
        const card = event.parts[n]?.[2];
        const rule = partRule(lab, event, n);
        const taken = amount < 0 && makerOf(lab, event, n)?.text.replace(/\.$/, ""); // "Batman takes 2 off Enhanced Strength"
        const said = taken || capital(words);
        return html`<li key=${n} class=${sideOf(lab, event, n)}>
          <b>${signed(amount, n)}</b>
          <span>${card && lab.cards.of(card)
            ? html`<button class="part" data-card=${card} onClick=${(e) => lab.view(card, e.currentTarget, true)}>${said}</button>`
            : said} ${rule && html`<${Rule} lab=${lab} id=${rule} />`}</span></li>`;
      })}
      ${event.sum.length > 1 && html`<li class="total"><b>= ${totalOf(event)}</b></li>`}
    </ol>
  `;
}

const makerOf = (lab, event, n) => lab.film.events[event.made?.[n] ?? -1];

// The rule behind a part: one that the game names for such parts, or that its event cites; the first is about the whole number.
function partRule(lab, event, n) {
  const [, what] = event.parts[n];
  const maker = makerOf(lab, event, n);
  const cited = (rules = []) => rules.find((rule) => event.rules.includes(rule));
  return cited(lab.game.partRules[what]) ?? cited(maker?.rules) ?? maker?.rules.at(-1) ?? (n === 0 ? event.rules[0] : undefined);
}

function Cast({ lab, event }) {
  const [does, suffers] = lab.game.roles[event.kind] ?? ["acts", lab.cards.of(event.by) ? "is acted on" : ""];
  const cast = [[event.by, does], [event.card, ""], [event.to, suffers]].filter(([card, word], n, all) =>
    card && lab.cards.of(card) && !all.slice(n + 1).some(([other]) => other === card) && (n > 0 || word));
  if (cast.length === 0) return null;
  return html`
    <ul class="cast" aria-label="Who it is about">
      ${cast.map(([card, word]) => html`<li key=${card}><${SmallFace} id=${card} cards=${lab.cards} word=${word}
        onClick=${(e) => lab.view(card, e.currentTarget, true)} /></li>`)}
    </ul>
  `;
}

function Because({ lab, event }) {
  const found = event.causes.map(([kind, id]) => [kind, lab.film.events[id]]).filter(([, cause]) => !isOpening(cause));
  return html`<${Links} lab=${lab} look="because" title="Because" links=${found} />`;
}

function AndSo({ lab, event }) {
  const found = lab.film.events.slice(event.id + 1).flatMap((later) =>
    later.kind === "window" ? [] : later.causes.filter(([, id]) => id === event.id).map(([kind]) => [CONSEQUENCES[kind] ?? "", later]));
  return html`<${Links} lab=${lab} look="and-so" title="And so" links=${found} />`;
}

function Links({ lab, look, title, links }) {
  if (links.length === 0) return null;
  const row = ([kind, event], n, rows) => html`
    <li key=${`${kind} ${event.id}`} class=${event.side && lab.game.sideClass(event.side)}>
      <span class=${classes("kind", rows[n - 1]?.[0] === kind && "hidden-text")}>${kind}</span>
      <button class="event-link" data-goto=${event.id} onClick=${() => lab.goTo(event.id + 1)}>${event.plain ?? event.text}</button></li>`;
  return html`
    <div class=${classes("links", look)}>
      <h3>${title}</h3>
      <ul>${links.slice(0, LISTED).map(row)}</ul>
      ${links.length > LISTED && html`<details><summary>and ${links.length - LISTED} more</summary>
        <ul>${links.slice(LISTED).map(row)}</ul></details>`}
    </div>
  `;
}

function Cited({ lab, event }) {
  const rules = event.rules.filter((id) => lab.facts.rules[id]);
  if (rules.length === 0) return null;
  return html`
    <div class="cited">
      <h3>${rules.length === 1 ? "The rule" : plural(rules.length, "rule")}</h3>
      ${rules.map((id, n) => html`
        <details key=${id} data-rule=${id} open=${n === 0 || rules.length <= UNFOLDED}>
          <summary><b>${lab.facts.rules[id].name}</b></summary>
          <p>${lab.facts.rules[id].text}</p>
          <p class="source">${lab.facts.rules[id].section} · <button class="code" onClick=${() => lab.showRule(id)}
            title="The rule alone, and its neighbours">${id}</button></p>
        </details>`)}
    </div>
  `;
}
