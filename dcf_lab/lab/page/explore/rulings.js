// The rulings: where the rulebook can be read in more than one way, and where the course of events parts under another reading.

import { optionText } from "../common/cards.js";
import { classes, plural, Still } from "../common/dom.js";
import { Rule } from "../common/rules.js";
import { hasWords, rulingText, searchWords } from "../common/words.js";
import { Differences, Parting, SideBySide } from "./tree.js";

const IMPACTS = { H: "large", M: "middling", L: "small" };
const MOST_FOUND = 40;
const MOST_AT_FIRST = 10;

export function Rulings({ lab }) {
  const state = rulingsOf(lab);
  return html`
    <${Still} parts=${[lab.film, lab.film.version, lab.facts, state, state.turn, lab.results.parted]}
      draw=${() => html`<${RulingsPanel} lab=${lab} state=${state} />`} />
  `;
}

// What this panel remembers until another scenario is opened.
function rulingsOf(lab) {
  const state = (lab.results.rulings ??= { open: new Set(), words: "", search: null, kept: null, back: false, turn: 0 });
  state.change = (news) => {
    Object.assign(state, news, { turn: state.turn + 1 });
    lab.redraw();
  };
  return state;
}

// What was found holds for one place in the tree, seen from one seat.
const rulingPlace = (lab) => JSON.stringify([lab.film.here, lab.film.end, lab.seat, lab.readings, lab.takeChances]);

const readingOf = (lab, ruling) => lab.readings?.[ruling.key] ?? ruling.default;
const openTo = (ruling) => Object.keys(ruling.readings).length > 1;

function citedRules(film) {
  const cited = new Set();
  for (const event of film.events) if (event.kind !== "window") for (const rule of event.rules) cited.add(rule);
  return cited;
}

function RulingsPanel({ lab, state }) {
  const { rulings } = lab.facts;
  const place = rulingPlace(lab);
  const cited = useMemo(() => citedRules(lab.film), [lab.film, lab.film.version]);
  const search = state.search?.place === place ? state.search : null;
  const found = new Map((search?.found ?? []).map((one) => [one.key, one]));
  const rest = rulings.filter(openTo);
  const take = (test) => {
    const taken = rest.filter(test);
    for (const one of taken) rest.splice(rest.indexOf(one), 1);
    return taken;
  };
  const switched = take((ruling) => readingOf(lab, ruling) !== ruling.default);
  const changing = take((ruling) => found.has(ruling.key));
  const touched = take((ruling) => ruling.rules.some((rule) => cited.has(rule)));
  const list = (title, some, about) => some.length > 0 && html`
    <${RulingList} title=${title} about=${about} rulings=${some} lab=${lab} state=${state} place=${place} found=${found} />`;
  return html`
    <header class="rulings-head"><h2>Rulings</h2>
      <p>Where the rulebook can be read in more than one way. Choose another reading to see where the course of events would part.</p>
      ${lab.seat && html`
        <p class="note" role="status">From a player's seat hidden cards would show in this: see it all to try another reading.</p>`}
      </header>
    <${RulingKept} lab=${lab} state=${state} place=${place} />
    <${RulingSearch} lab=${lab} state=${state} search=${search} total=${rulings.filter(openTo).length} />
    ${list("Switched", switched, "Read otherwise than by default.")}
    ${list("These would change the course", changing, "")}
    ${list("Their rules were applied here", touched,
      search && !search.more ? "No other reading of these would have changed anything so far." : "")}
    <${OtherRulings} lab=${lab} state=${state} place=${place} found=${found} rulings=${rulings} rest=${rest} />
  `;
}

function RulingList({ title, about, rulings, lab, state, place, found }) {
  const all = state.all || rulings.length <= MOST_AT_FIRST + 2;
  return html`
    <section class="ruling-list" aria-label=${title}>
      <h3>${title} (${rulings.length})</h3>
      ${about && html`<p class="note">${about}</p>`}
      <ul>${(all ? rulings : rulings.slice(0, MOST_AT_FIRST))
        .map((ruling) => html`
          <${RulingEntry} key=${ruling.key} lab=${lab} state=${state} place=${place} ruling=${ruling} matter=${found.get(ruling.key)} />`)}
      </ul>
      ${!all && html`<p><button data-act="all" onClick=${() => state.change({ all: true })}>Show all ${rulings.length}</button></p>`}
    </section>
  `;
}

// All the others: behind a search for words or a key.
function OtherRulings({ lab, state, place, found, rulings, rest }) {
  const words = searchWords(state.words);
  const hits = words.length === 0 ? [] : rulings.filter((ruling) => hasWords(rulingText(ruling), words));
  return html`
    <section class="ruling-list others" aria-label="All rulings">
      <label>Search all ${rulings.length} rulings <input type="search" data-search value=${state.words} maxlength="80"
        placeholder="word or rule number"
        onInput=${(e) => state.change({ words: e.target.value })} /></label>
      <p class="note" role="status">${words.length === 0
        ? `${rest.length} more that nothing here has touched so far.`
        : hits.length === 0 ? "No ruling speaks of that." : plural(hits.length, "ruling")}</p>
      ${hits.length > 0 && html`<ul>${hits.slice(0, MOST_FOUND).map((ruling) => html`
        <${RulingEntry} key=${ruling.key} again=${true} lab=${lab} state=${state} place=${place} ruling=${ruling}
          matter=${found.get(ruling.key)} />`)}</ul>`}
      ${hits.length > MOST_FOUND && html`<p class="note">The first ${MOST_FOUND} are shown; another word finds fewer.</p>`}
    </section>
  `;
}

// One ruling

function RulingEntry({ lab, state, place, ruling, matter, again }) {
  const id = `${again ? "hit " : ""}${ruling.key}`;
  const now = readingOf(lab, ruling);
  const toggle = (e) => {
    if (e.currentTarget.open === state.open.has(id)) return;
    if (!state.open.delete(id)) state.open.add(id);
    state.change({});
  };
  const open = state.open.has(id);
  return html`
    <li data-ruling=${ruling.key}>
      <details open=${open} onToggle=${toggle}>
        <summary><span class="issue">${ruling.issue}</span>
          ${now !== ruling.default && html`<b class="badge">reading ${now}</b>`}
          ${matter && html`<span class="note">${matterText(matter)}</span>`}</summary>
        ${open && html`<${RulingBody} lab=${lab} state=${state} place=${place} ruling=${ruling} now=${now} id=${id} />`}
      </details>
    </li>
  `;
}

// In a few words, where the search found that the courses part.
function matterText(matter) {
  const parts = Object.entries(matter.partings).map(([reading, parting]) =>
    parting ? `${reading}: parts at event ${parting.event + 1}`
      : matter.impossible?.[reading] ? `${reading}: this position cannot be`
      : matter.questions?.[reading] ? `${reading}: other answers now` : null);
  return parts.filter(Boolean).join(", ");
}

function RulingBody({ lab, state, place, ruling, now, id }) {
  const tried = state.tried?.key === ruling.key && state.tried.place === place ? state.tried : null;
  const choose = async (reading) => {
    state.change({ tried: reading === now ? null : { key: ruling.key, reading, place }, kept: null });
    if (reading !== now) await lab.ask({ do: "ruling", key: ruling.key, reading });
  };
  const found = lab.results.parted;
  const fits = tried && found?.key === tried.key && found.reading === tried.reading;
  const letters = Object.keys(ruling.readings);
  return html`
    <div class="ruling-body">
      <fieldset><legend class="hidden-text">${ruling.issue}</legend>
        ${letters.map((reading) => html`<label class=${classes("reading", reading === now && "in-force")} key=${reading}>
          <input type="radio" name=${`${id} reading`} value=${reading} data-reading=${reading}
            checked=${reading === (tried?.reading ?? now)} disabled=${Boolean(lab.seat)} onChange=${() => choose(reading)} />
          <span><b>${reading}</b> ${ruling.readings[reading]}${reading === ruling.default && html` <i class="tag">default</i>`}
            ${reading === now && html` <i class="tag">in force</i>`}</span>
        </label>`)}
        ${letters.length === 1 && html`<p class="note">There is only one reading to choose here.</p>`}
      </fieldset>
      <p class="parts" role="status">${fits && partedText(found)}</p>
      ${fits && html`<${Parted} lab=${lab} state=${state} ruling=${ruling} found=${found} />`}
      ${!fits && now !== ruling.default && html`
        <p><button data-default disabled=${Boolean(lab.seat)}
          onClick=${() => choose(ruling.default)}>What would the default change?</button></p>`}
      <p class="note">Why ${ruling.default} is the default: ${ruling.why}
        ${ruling.impact ? ` Impact: ${IMPACTS[ruling.impact] ?? ruling.impact}.` : ""}</p>
      <p class="note">${ruling.where} ${ruling.rules.map((rule) => html`<${Rule} key=${rule} lab=${lab} id=${rule} /> `)}</p>
    </div>
  `;
}

const asksOtherwise = (question) => question.asked !== null || question.gone.length > 0 || question.new.length > 0;

function partedText({ reading, parting, question }) {
  if (parting) return `Under reading ${reading} the course parts at event ${parting.event + 1}.`;
  return `Under reading ${reading} the same happens: nothing parts.${asksOtherwise(question) ? " But what may follow differs." : ""}`;
}

function Parted({ lab, state, ruling, found }) {
  const { parting, question } = found;
  const names = [`${found.before}, as it is`, `${found.reading}, instead`];
  return html`
    <div class="parted">
      ${parting && html`<${Parting} caption="Where it parts" names=${names} parting=${parting} />`}
      ${found.stopped && html`<p class="stopped">The answers stop fitting: ${found.stopped}.</p>`}
      ${asksOtherwise(question) && html`<${OtherQuestion} lab=${lab} question=${question} names=${names} />`}
      ${(parting || found.differences.length > 0) && html`<${Differences} rows=${found.differences} names=${names}
        none=${found.stopped ? "Up to there the two tables are the same." : "At the end the two tables are the same."} />`}
      <p class="acts">
        ${parting && html`<button data-act="see"
          onClick=${() => lab.goTo(lab.film.momentOf(parting.event + 1))}>Go to that moment</button>`}
        <button data-act="keep" onClick=${() => keepReading(lab, state, found)}>Play on under reading ${found.reading}
          ${found.reading === ruling.default ? ", the default" : ""}</button>
        <button data-act="leave" onClick=${() => state.change({ tried: null })}>Leave it at ${found.before}</button>
      </p>
    </div>
  `;
}

function OtherQuestion({ lab, question, names }) {
  if (question.asked) return html`<${SideBySide} caption="The open question" names=${names} rows=${[question.asked]} />`;
  const text = (options) => {
    const more = options.length > 8 ? ` and ${options.length - 8} more` : "";
    return options.slice(0, 8).map((option) => optionText(lab.cards, option)).join(", ") + more;
  };
  return html`<${SideBySide} caption="Answers to the open question" names=${names}
    rows=${[{ what: "only there", one: text(question.gone), other: text(question.new) }]} />`;
}

// Playing on under another reading, and the way back

async function keepReading(lab, state, found) {
  if (lab.busy) return;
  const forks = [...lab.film.nodes.values()]
    .some((node) => node.id !== lab.film.here && !lab.film.decisions.some((one) => one.node === node.id));
  await lab.ask({ do: "ruling", key: found.key, reading: found.reading, keep: true });
  if (found.parting) lab.goTo(lab.film.momentOf(found.parting.other_event + 1));
  state.change({ tried: null, back: true, kept: { found, forks, place: rulingPlace(lab) } });
}

async function takeBack(lab, state) {
  await lab.ask({ do: "earlier" });
  state.change({ tried: null, back: false, kept: null });
}

function RulingKept({ lab, state, place }) {
  const { kept } = state;
  const known = kept?.place === place;
  const ruling = kept && lab.facts.rulings.find((one) => one.key === kept.found.key);
  return html`
    <div class="kept" role="status">${state.back && ruling && html`
      <p>Now played under reading ${kept.found.reading} (“${ruling.readings[kept.found.reading]}”) of: ${ruling.issue}
        ${kept.found.stopped ? " The answers that no longer fit are left out." : ""}
        ${kept.forks ? " Other branches are left behind." : ""}</p>
      <p class="acts">
        ${known && kept.found.parting && html`
          <button data-act="see-kept"
            onClick=${() => lab.goTo(lab.film.momentOf(kept.found.parting.other_event + 1))}>Go to where it parted</button>`}
        <button data-act="back" onClick=${() => takeBack(lab, state)}>Back to the tree as it was before</button>
      </p>`}</div>
  `;
}

// The search for rulings that matter

function RulingSearch({ lab, state, search, total }) {
  const running = search?.running;
  const told = !search ? "" : running ? `Looked at ${search.looked} of ${total} …`
    : search.more ? `Stopped after ${search.looked} of ${total}.`
    : search.found.length === 0 ? `None of ${total} would change anything here.`
    : `${search.found.length} of ${total} would change it.`;
  return html`
    <div class="ruling-search">
      ${running
        ? html`<button data-act="stop" onClick=${() => { search.running = false; state.change({}); }}>Stop</button>`
        : html`
          <button data-act="search" disabled=${Boolean(lab.seat)}
            onClick=${() => searchRulings(lab, state)}>Which of them would change this course?</button>`}
      ${search && html`<progress max=${total} value=${search.more ? search.looked : total} aria-label="Rulings looked at"></progress>`}
      <span role="status">${told}</span>
    </div>
  `;
}

// In slices, so that answers given meanwhile are not kept waiting; it ends when the place is left.
async function searchRulings(lab, state) {
  const search = { place: rulingPlace(lab), found: [], looked: 0, more: true, running: true };
  state.change({ search });
  for (let first = true; search.running && search.more && rulingPlace(lab) === search.place; first = false) {
    const answers = await lab.kernel.ask({ page: "explore", do: "matters", more: !first });
    const slice = answers.find((one) => one.show === "matters");
    if (!slice) break; // the page has told why
    search.found.push(...slice.found);
    search.looked += slice.looked;
    search.more = slice.more;
    state.change({});
  }
  search.running = false;
  state.change({});
}
