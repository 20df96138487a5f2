// Why not: "Why can't I ...?" by menus or in words at any moment, and everything that is refused, with its reasons and rules.

import { optionText } from "../common/cards.js";
import { capital, plural } from "../common/dom.js";
import { Rule } from "../common/rules.js";
import { hasWords, searchWords } from "../common/words.js";

const SEARCHED_FROM = 8; // refusals above which a field for searching them is offered
const RESTS = 150; // milliseconds at one moment after which the lab is asked about it
const LONGEST = 200;

// What is remembered of the questions: what the menus say, and what the lab has answered at which moment.
function whyOf(lab) {
  lab.results.why ??= {
    open: false, shown: false, card: null, who: "", label: "", it: "", said: "", words: "", answer: null, askings: null, refused: null,
  };
  const why = lab.results.why;
  why.change = (news) => {
    Object.assign(why, news);
    lab.redraw();
  };
  return why;
}

const momentKey = (lab) => `${lab.film.version} ${lab.moment} ${lab.seat}`;
const stillTrue = (lab, found) => (found?.key === momentKey(lab) ? found : null);

async function askWhy(lab, message, word) {
  const key = momentKey(lab);
  const [found] = await lab.kernel.ask({ page: "explore", moment: lab.moment, ...message });
  if (found && key === momentKey(lab)) whyOf(lab).change({ [word]: { ...found, key } });
}

// Ask as soon as the film rests at a moment, and anew at another one.
function useAnswer(lab, wanted, message, word) {
  const key = momentKey(lab);
  useEffect(() => {
    if (!wanted || whyOf(lab)[word]?.key === key) return undefined;
    const rests = setTimeout(() => askWhy(lab, message, word), RESTS);
    return () => clearTimeout(rests);
  }, [wanted, key]);
}

// Below the question, and where nobody is asked

export function WhyNot({ lab }) {
  const why = whyOf(lab);
  const own = useRef(null);
  const told = why.open && stillTrue(lab, why.answer);
  useAnswer(lab, why.open, { do: "askings" }, "askings");
  useEffect(() => { // the answer is longer than what is left below the menus
    const list = told && own.current.closest(".list, .part");
    if (list) list.scrollTop += own.current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  }, [told]);
  return html`
    <section class="why-part" aria-label="Why not" ref=${own}>
      <details class="why-not" open=${why.open}
        onToggle=${(e) => e.currentTarget.open !== why.open && why.change({ open: e.currentTarget.open })}>
        <summary>Why can’t I …?</summary>
        ${why.open && html`<${WhyForm} lab=${lab} why=${why} /><${WhyAnswer} lab=${lab} why=${why} />`}
      </details>
      <${Refused} lab=${lab} why=${why} />
    </section>
  `;
}

// Who, what, and whom or where; or in words.
function WhyForm({ lab, why, card = null }) {
  const askings = why.askings?.askings ?? [];
  const whose = [...new Set(askings.flatMap((one) => Object.keys(one.who)))];
  const who = whose.includes(why.who) ? why.who : "";
  const deeds = askings.filter((one) => one.who[who]);
  const asking = deeds.find((one) => one.label === why.label);
  const its = asking ? asking.who[who] : [];
  const it = its.includes(why.it) ? why.it : "";
  const set = (news) => {
    why.change({ ...news, said: "" });
    const now = { who, label: asking?.label ?? "", it, ...news };
    if (now.who) askWhy(lab, { do: "why not", who: now.who, label: now.label, it: now.it }, "answer");
  };
  const inWords = (event) => {
    event.preventDefault();
    if (why.words.trim()) askWhy(lab, { do: "why not", deed: why.words.trim() }, "answer");
    why.change({ said: why.words.trim() });
  };
  const option = (one) => html`<option key=${one} value=${one}>${capital(lab.cards.name(one))}</option>`;
  const players = whose.filter((one) => lab.facts.players.includes(one));
  const cards = whose.filter((one) => !players.includes(one));
  return html`
    <div class="why-menus">
      ${!card && html`<label>Who <select class="why-who" value=${who} onChange=${(e) => set({ who: e.target.value, label: "", it: "" })}>
        <option value="">choose …</option>
        <optgroup label="Cards">${cards.map(option)}</optgroup>
        <optgroup label="Players">${players.map(option)}</optgroup>
      </select></label>`}
      <label>What <select class="why-what" disabled=${!who} value=${asking?.label ?? ""}
        onChange=${(e) => set({ label: e.target.value, it: card ? why.it : "" })}>
        <option value="">anything</option>
        ${deeds.map((one) => html`<option key=${one.label} value=${one.label}>${one.label}</option>`)}
      </select></label>
      ${its.length > 0 && html`<label>${capital(asking.what)}
        <select class="why-it" value=${it} onChange=${(e) => set({ it: e.target.value })}>
          <option value="">any</option>
          ${its.map(option)}
        </select></label>`}
    </div>
    ${!card && html`<form class="why-words" onSubmit=${inWords}>
      <label>or in words <input type="text" maxlength=${LONGEST} value=${why.words} placeholder=${exampleOf(lab, askings)}
        aria-label="Why not, in words: a deed and its cards" onInput=${(e) => { why.words = e.target.value; }} /></label>
      <button>Ask</button>
    </form>`}
  `;
}

const exampleOf = (lab, [first]) => {
  if (!first) return "";
  const [[who, its]] = Object.entries(first.who);
  return first.words.replace("{who}", lab.cards.name(who)).replace("{it}", its.length > 0 ? lab.cards.name(its[0]) : "");
};

function WhyAnswer({ lab, why }) {
  const found = stillTrue(lab, why.answer);
  if (!found) return null;
  const asked = lab.film.decisionAt(lab.moment);
  const possible = found.ways.filter((way) => asked?.options.includes(way));
  const said = (ways) => ways.map((way) => optionText(lab.cards, way)).join(", ");
  return html`
    <div class="why-answer" role="status">
      ${found.at !== null && found.at !== lab.moment && found.question && html`
        <p class="why-when">${found.at > lab.moment ? "When this is asked next" : "When nobody was asked this"}:
          “${found.question}”</p>`}
      ${found.trouble && html`<p>${capital(found.trouble)}.</p>`}
      ${found.ways.length > 0 && html`
        <p class="possible">It is possible${possible.length > 0 ? ": do it." : ` then: ${said(found.ways)}.`}</p>
        ${possible.length > 0 && html`<div class="options">${possible.map((way) => html`
          <button key=${way} class="option" data-option=${way} onClick=${() => lab.answer(asked, way)}>${said([way])}</button>`)}
        </div>`}`}
      <${Earlier} lab=${lab} who=${why.said ? "" : why.who} />
      ${found.groups.length > 0 && html`<${Groups} lab=${lab} groups=${found.groups} />`}
      ${found.groups.length === 0 && found.ways.length === 0 && !found.trouble && html`<p>There is nothing that it could do now.</p>`}
    </div>
  `;
}

// Since the last question: that somebody had nothing to do, and so was not asked.
function Earlier({ lab, who }) {
  const { film, moment } = lab;
  const since = film.events.slice(film.decisionBefore(moment)?.at ?? 0, moment);
  const event = who && since.findLast((one) => !one.stated && one.refused?.length > 0 && (one.to === who || one.by === who));
  if (!event) return null;
  return html`
    <div class="why-earlier">
      <p>${event.id + 1 !== moment && html`<button class="why-step" onClick=${() => lab.goTo(event.id + 1)}>Just before</button> `}${
        event.text}</p>
      <details class="refused-group"><summary>All that was refused then</summary><${Groups} lab=${lab} groups=${event.refused} /></details>
    </div>
  `;
}

// A card's own: everything that it might do

export function CardWhyNot({ lab, card }) {
  const why = whyOf(lab);
  const open = why.card === card;
  useAnswer(lab, open, { do: "askings" }, "askings");
  const whose = open && stillTrue(lab, why.askings) ? whoWould(why.askings.askings, card) : null;
  useEffect(() => {
    if (!whose) return;
    why.change({ ...whose, label: "", said: "" });
    askWhy(lab, { do: "why not", ...whose }, "answer");
  }, [whose && `${momentKey(lab)} ${whose.who} ${whose.it}`]);
  const box = useRef(null);
  const told = open && stillTrue(lab, why.answer);
  useEffect(() => { // below a long text nobody would see it
    const view = box.current?.closest(".card-view");
    if (told && view) view.scrollTop = box.current.offsetTop - 8;
  }, [told]);
  if (!open) return html`<button class="why" onClick=${() => why.change({ card, answer: null, askings: null, label: "", it: "", who: "" })}>
    Why not?</button>`;
  return html`
    <div class="why-card" ref=${box}>
      ${whose && html`<${WhyForm} lab=${lab} why=${why} card=${card} />`}
      ${whose === undefined && html`<p>It is no card that does anything now.</p>`}
      <${WhyAnswer} lab=${lab} why=${why} />
    </div>
  `;
}

// Who would do something with a card: the card itself, or the player who has it.
function whoWould(askings, card) {
  if (askings.some((one) => one.who[card])) return { who: card, it: "" };
  for (const { who } of askings) for (const [player, its] of Object.entries(who)) if (its.includes(card)) return { who: player, it: card };
  return undefined;
}

// Everything that is refused at the question

function Refused({ lab, why }) {
  const found = stillTrue(lab, why.refused);
  const number = found?.groups.reduce((sum, group) => sum + group.refusals.length, 0);
  useAnswer(lab, why.shown, { do: "refused" }, "refused");
  return html`
    <details class="refused" open=${why.shown}
      onToggle=${(e) => e.currentTarget.open !== why.shown && why.change({ shown: e.currentTarget.open })}>
      <summary>What is refused, and why ${found && !found.hidden ? `(${number})` : ""}</summary>
      ${found && (found.hidden ? html`<p>Only who decides now may know what is refused.</p>`
        : number === 0 ? html`<p>Nothing is refused here.</p>`
        : html`<${Groups} lab=${lab} groups=${found.groups} />`)}
    </details>
  `;
}

// What was refused at a step of the film, below its sentence.
export function EventRefused({ lab, event }) {
  if (!event.refused?.length) return null;
  return html`<section class="event-refused" aria-label="What was refused"><${Groups} lab=${lab} groups=${event.refused} /></section>`;
}

// Refusals of one kind under one sentence, which unfolds; many of them can be searched.
export function Groups({ lab, groups }) {
  const [words, setWords] = useState("");
  const several = groups.reduce((sum, group) => sum + (group.refusals?.length ?? 1), 0) > SEARCHED_FROM;
  const wanted = several ? searchWords(words) : [];
  const fits = (one) => wanted.length === 0 || hasWords(refusalText(lab, one), wanted);
  const shown = groups.flatMap((group) => {
    const inside = (group.refusals ?? []).filter((one) => fits(one) || fits(group));
    if (inside.length === 1) return [{ ...group, ...inside[0], refusals: inside }];
    return inside.length > 0 ? [{ ...group, refusals: inside }] : fits(group) ? [group] : [];
  });
  return html`
    ${several && html`<input type="search" class="refused-search" maxlength=${LONGEST} placeholder="Search: a card, a word, a rule"
      aria-label="Search what is refused" value=${words} onInput=${(e) => setWords(e.target.value)} />`}
    <ul class="refusals">
      ${shown.map((group) => html`<li key=${group.text} data-refused=${group.refusals?.length === 1 ? group.refusals[0].option : undefined}>
        ${(group.refusals?.length ?? 0) > 1
          ? html`
            <details class="refused-group" open=${wanted.length > 0 || undefined}>
              <summary><b>${group.what}</b> <span class="reason-short">${group.clauses.map(([, text]) => text).join("; ")}</span></summary>
              <ul>${group.refusals.map((one) => html`<li key=${one.option} data-refused=${one.option}><b>${one.what}</b>
                <${Reasons} lab=${lab} clauses=${one.clauses} /></li>`)}</ul>
            </details>`
          : html`<b>${group.what}</b><${Reasons} lab=${lab} clauses=${group.clauses} />`}
      </li>`)}
      ${shown.length === 0 && html`<li>${plural(0, "refusal")} of this kind.</li>`}
    </ul>
  `;
}

const refusalText = (lab, { what, clauses }) =>
  `${what} ${clauses.map(([rule, text]) => `${text} ${rule} ${lab.facts.rules[rule]?.name ?? ""}`).join(" ")}`.toLowerCase();

// Every reason with its rule's name and words, and what it would need.
function Reasons({ lab, clauses }) {
  return html`
    <ul class="reasons">
      ${clauses.map(([rule, text, remedy], n) => html`
        <li key=${n}>${capital(text)}. <${Rule} lab=${lab} id=${rule} />
          ${lab.facts.rules[rule] && html`<span class="rule-words">${lab.facts.rules[rule].text}</span>`}
          ${remedy && html`<em>It would need ${remedy}.</em>`}</li>`)}
    </ul>
  `;
}
