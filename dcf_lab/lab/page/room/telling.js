// What a lesson says and asks: prose with cards and rules, a question in its form, what was said, and the explanation.

import { CardFace, SmallFace } from "../common/cards.js";
import { capital, classes } from "../common/dom.js";

const RULE_SHORT = (rules, id) => rules?.[id]?.name ?? id;

const STAYING = /^[.,;:!?)]+/; // that stay with the word before them

export function Prose({ parts, stage }) {
  const drawn = (piece, n, pieces) => {
    const mark = piece.card ? pieces[n + 1]?.text?.match(STAYING)?.[0] : "";
    if (piece.card) {
      return html`<span key=${n} class="with-mark"><button class="in-text card-name"
        onClick=${() => stage.view(piece.card)}>${piece.text}</button>${mark}</span>`;
    }
    if (piece.rule) {
      return html`<span key=${n} class="in-text rule-name" title=${stage.facts.rules[piece.rule]?.text}>(${
        RULE_SHORT(stage.facts.rules, piece.rule)})</span>`;
    }
    return pieces[n - 1]?.card ? piece.text.replace(STAYING, "") : piece.text;
  };
  return html`${(parts ?? []).map((pieces, n) => html`<p key=${n}>${pieces.map(drawn)}</p>`)}`;
}

// The game that a chapter is of, after its title, in a lesson about several.
export const GameName = ({ stage }) => stage.gameName && html` <small class="game-name">${stage.gameName}</small>`;

export const Look = ({ ids, stage }) => ids?.length > 0 && html`
  <div class="look-cards">${ids.map((id) => html`<${CardFace} key=${id} id=${id} cards=${stage.cards} />`)}</div>`;

export function Viewed({ stage }) {
  if (!stage.viewed) return null;
  return html`<div class="viewed" role="dialog" aria-label=${stage.cards.name(stage.viewed)}
      onClick=${() => stage.close()} onKeyDown=${(event) => event.key === "Escape" && stage.close()}>
    <div class="face-large" onClick=${(event) => event.stopPropagation()}>
      <${CardFace} id=${stage.viewed} cards=${stage.cards} />
      <button class="primary" onClick=${() => stage.close()}>Close</button></div></div>`;
}

// How one answers, by the form of the question: `said` is what has been chosen so far, `choose` changes it.
export function Form({ ask, said, choose, stage, disabled }) {
  const forms = { number: NumberForm, one: OneForm, some: SomeForm, order: OrderForm, "yes or no": YesNoForm };
  return html`<${forms[ask.form]} ask=${ask} said=${said} choose=${choose} stage=${stage} disabled=${disabled} />`;
}

function NumberForm({ said, choose, disabled }) {
  const text = said[0] ?? "";
  const press = (digit) => choose([(text + digit).replace(/^0+(?=\d)/, "").slice(0, 4)]);
  return html`<fieldset class="number-form" disabled=${disabled}>
    <output class="typed" aria-live="polite">${text === "" ? "?" : text}</output>
    <div class="keys">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => html`
      <button type="button" key=${digit} onClick=${() => press(digit)}>${digit}</button>`)}
      <button type="button" aria-label="Take back" onClick=${() => choose(text.length > 1 ? [text.slice(0, -1)] : [])}>⌫</button>
      <button type="button" onClick=${() => press(0)}>0</button></div></fieldset>`;
}

const OptionText = ({ option, stage }) => html`${option.card && html`<${SmallFace} id=${option.card} cards=${stage.cards} size="small" />`}
  <span>${option.text}</span>`;

function OneForm({ ask, said, choose, stage, disabled, name = "one" }) {
  return html`<fieldset class="one-form" disabled=${disabled}>${ask.options.map((option) => html`
    <label key=${option.key} class=${classes("answer", said[0] === option.key && "chosen")}>
      <input type="radio" name=${name} checked=${said[0] === option.key} onChange=${() => choose([option.key])} />
      <${OptionText} option=${option} stage=${stage} /></label>`)}</fieldset>`;
}

function SomeForm({ ask, said, choose, stage, disabled }) {
  const turn = (key) => choose(said.includes(key) ? said.filter((one) => one !== key) : [...said, key].sort());
  return html`<fieldset class="some-form" disabled=${disabled}><legend>Tick all that are.</legend>${ask.options.map((option) => html`
    <label key=${option.key} class=${classes("answer", said.includes(option.key) && "chosen")}>
      <input type="checkbox" checked=${said.includes(option.key)} onChange=${() => turn(option.key)} />
      <${OptionText} option=${option} stage=${stage} /></label>`)}</fieldset>`;
}

function YesNoForm({ ask, said, choose, stage, disabled }) {
  return html`<fieldset class="yes-no-form" disabled=${disabled}>
    <${OneForm} ask=${ask} said=${said} choose=${choose} stage=${stage} />
    ${said[0] === "no" && ask.why?.length > 0 && html`<div class="why"><p>Because of which rule?</p>
      <${OneForm} ask=${{ options: ask.why }} said=${said.slice(1)} stage=${stage} name="why"
        choose=${([key]) => choose(["no", key])} /></div>`}
  </fieldset>`;
}

function OrderForm({ ask, said, choose, disabled }) {
  const order = said.length === ask.options.length ? said : ask.options.map(({ key }) => key);
  const texts = Object.fromEntries(ask.options.map(({ key, text }) => [key, text]));
  const move = (n, by) => {
    const next = [...order];
    [next[n], next[n + by]] = [next[n + by], next[n]];
    choose(next);
  };
  return html`<fieldset class="order-form" disabled=${disabled}><legend>Bring them in order, the first on top.</legend>
    <ol>${order.map((key, n) => html`<li key=${key} class="answer"><span>${texts[key]}</span>
      <button type="button" aria-label="Earlier" disabled=${n === 0} onClick=${() => move(n, -1)}>▲</button>
      <button type="button" aria-label="Later" disabled=${n === order.length - 1} onClick=${() => move(n, 1)}>▼</button></li>`)}
    </ol></fieldset>`;
}

// Can it be sent as it is?
export const isComplete = (ask, said) => ask.form === "some" || ask.form === "order" || said.length > 0;

// What somebody says, in words; of a rule its name.
export function saidWords(ask, said) {
  const rule = ({ key, text }) => [key, text.split(": ")[0]];
  const answer = ({ key, text }) => [key, text.replace(/\.$/, "")];
  const texts = Object.fromEntries([...ask.options.map(ask.kind === "cite" ? rule : answer), ...(ask.why ?? []).map(rule)]);
  const words = said.map((key) => texts[key] ?? key);
  const between = { order: ", then ", "yes or no": ", because: " }[ask.form] ?? " and ";
  return words.length === 0 ? "Nothing of it" : capital(words.join(between));
}

export const isRight = (revealed, ask, said) => revealed.right.length === 0 ? null
  : revealed.right.some((one) => ask.form === "yes or no" ? one[0] === said[0] : one.join(" ") === said.join(" "));

// Why what was said is wrong, or right: the reason for a number or a choice, those of each tick.
export function reasonsFor(revealed, ask, said) {
  const right = new Set(revealed.right.flat());
  const missed = ask.form === "some" ? [...right].filter((key) => !said.includes(key)) : [];
  return [...said.filter((key) => !right.has(key)), ...missed].flatMap((key) => {
    const reason = revealed.reasons[key];
    return reason ? [{ key, said: saidWords(ask, [key]), missed: missed.includes(key), ...reason }] : [];
  });
}

export function Sum({ sum, stage }) {
  if (!sum || sum.length < 2) return null;
  const total = sum.reduce((all, [amount]) => all + amount, 0);
  return html`<p class="sum">${sum.map(([amount, words], n) => html`
    <span key=${n} class=${classes("part", amount < 0 && "less")}>${n > 0 && html`<i>${amount < 0 ? "−" : "+"}</i>`}
      <b>${Math.abs(amount)}</b><small>${words}</small></span>`)}<span class="part total"><i>=</i><b>${total}</b></span></p>`;
}

// What was counted, by answer: of a yes or no without the rule that was named for it, of several ticks each for itself.
export function countsByAnswer(ask, counts = {}) {
  const found = {};
  for (const [said, number] of Object.entries(counts)) {
    const answers = ask.form === "some" ? said.split(" ").filter(Boolean) : [ask.form === "yes or no" ? said.split(" ")[0] : said];
    for (const answer of answers) found[answer] = (found[answer] ?? 0) + number;
  }
  return found;
}

// An order by the places that its parts have in the right one.
const placesIn = (right, said) => said.map((key) => right.indexOf(key) + 1).join(" – ");

const sumOf = (counts = {}) => Object.values(counts).reduce((sum, one) => sum + one, 0);

// The answers that were given: how many of the last ballot, and paler those of the first.
export function Counts({ revealed, ask }) {
  const ballots = Object.keys(revealed.counts);
  const [first, last] = [countsByAnswer(ask, revealed.counts[ballots[0]]), countsByAnswer(ask, revealed.counts[ballots.at(-1)])];
  const right = Object.keys(countsByAnswer(ask, Object.fromEntries(revealed.right.slice(0, 1).map((one) => [one.join(" "), 1]))));
  const choices = revealed.right.length === 0 || ask.form === "some" ? ask.options.map(({ key }) => key) : [];
  const number = (n) => Math.max(1, sumOf(revealed.counts[ballots.at(n)]));
  if (sumOf(revealed.counts[ballots.at(-1)]) + sumOf(revealed.counts[ballots[0]]) === 0) return null;
  const rows = [...new Set([...Object.keys(last), ...Object.keys(first), ...right, ...choices])]
    .map((key) => ({ key, said: key === "" ? [] : key.split(" "), now: last[key] ?? 0, before: first[key] ?? 0 }))
    .map((row) => ({ ...row, good: ask.form === "some" ? revealed.right[0].includes(row.key) : isRight(revealed, ask, row.said) }))
    .sort((a, b) => (ask.form === "some" ? b.good - a.good : 0) || b.now - a.now).slice(0, ask.form === "some" ? 12 : 6);
  const most = Math.max(...rows.flatMap(({ now, before }) => [now / number(-1), before / number(0)])); // the longest bar
  const share = (number, of) => ({ width: `${Math.round((100 * number) / of / most)}%` });
  const words = (said) => ask.form !== "order" ? saidWords(ask, said)
    : said.join(" ") === right[0] ? "In this order" : placesIn(revealed.right[0], said);
  return html`<table class=${`counts of-${ask.form}`}><caption class="hidden-text">What was predicted</caption>
    <tbody>${rows.map(({ key, said, now, before, good }) => html`
    <tr key=${key} class=${good === false ? "wrong" : good ? "right" : "poll"}>
      <th scope="row">${words(said)}${good && html` <b class="tick">✓</b>`}</th>
      <td><span class="bar" style=${share(now, number(-1))}></span>
        ${ballots.length > 1 && html`<span class="bar first" style=${share(before, number(0))}></span>`}</td>
      <td class="share">${now}${ballots.length > 1 && html` <small>before ${before}</small>`}</td></tr>`)}</tbody></table>`;
}

export const rightWords = (revealed, ask) => revealed.right.length === 0 ? "There is no right or wrong here."
  : `${ask.form === "number" ? "It is" : "Right:"} ${revealed.right.slice(0, 3).map((one) => saidWords(ask, one)).join("; or ")}.`;

export function Explanation({ revealed, stage, goTo }) {
  return html`<div class="explanation">
    <${Sum} sum=${revealed.sum} stage=${stage} />
    ${revealed.lines.length > 0 && html`<ol class="because">${revealed.lines.map((line, n) => html`<li key=${n}>
      ${goTo ? html`<button class="in-text" onClick=${() => goTo(line.moment)}>${line.text}</button>` : line.text}</li>`)}</ol>`}
    ${(revealed.refused ?? []).map(({ text, clauses }) => html`<div key=${text} class="refused-answer"><b>${text}</b>
      <ul>${clauses.map(([, why, remedy], n) => html`<li key=${n}>${why}${remedy && html`; it would need: ${remedy}`}</li>`)}</ul></div>`)}
    <ul class="about">${revealed.about.map((id) => html`
      <li key=${id}><b>${RULE_SHORT(revealed.rules, id)}</b> ${revealed.rules[id]?.text}</li>`)}</ul>
  </div>`;
}
