// A question at the desk: what it goes through, what has been predicted and which mistakes are behind it, advice, and who is stuck.

import { classes } from "../common/dom.js";
import { Explanation, isRight, reasonsFor, rightWords, saidWords } from "./telling.js";
import { deedsOf } from "./walking.js";

const DEEDS = [["ask", "Ask"], ["close", "Close"], ["talk", "Let them talk"], ["again", "Ask again"], ["reveal", "Reveal"]];
const USUAL = { hidden: "ask", open: "close", closed: "reveal", talk: "again" }; // what mostly comes next
const STANDS = {
  hidden: "Not asked yet.", open: "Open.", closed: "Closed.", talk: "They talk.", revealed: "Revealed.",
};
const MOST_HANDS = 8; // answers that hands are counted for

export function Ballot({ seen, say }) {
  const { state, desk, stage } = seen;
  const { asking, ballot, ask } = state;
  const [hands, setHands] = useState(false);
  if (!state.chapters[state.chapter].questions.includes(state.step)) {
    return html`<h2>No question</h2><p class="quiet">Nothing is asked in this step.</p>`;
  }
  const may = state.lobby ? {} : deedsOf(state);
  const countable = ask && ["open", "closed"].includes(asking);
  const advised = adviceDeed(desk.tally, asking, ballot) ?? USUAL[asking];
  return html`<div class="buttons">${DEEDS.map(([deed, name]) => html`
      <button key=${deed} class=${classes(deed === advised && may[deed] && "primary")} onClick=${() => say({ do: deed })}
        disabled=${!may[deed]}>${name}</button>`)}
      <button onClick=${() => say({ do: "twin" })} disabled=${asking !== "revealed" || desk.twins === 0 || state.lobby}
        title="The same question with other cards">Twin</button>
      <button aria-expanded=${String(Boolean(hands && countable))} onClick=${() => setHands(!hands)} disabled=${!countable}
        title="A room without phones: type the counts">Hands</button></div>
    <p class="stands" role="status">${STANDS[asking]}${ballot === 2 ? " The second ballot." : ""}</p>
    ${ask && html`<h2>${ask.text}</h2>`}
    ${hands && countable && html`<${Hands} key=${`${ask.id} ${ballot}`} ask=${ask} desk=${desk} say=${say}
      done=${() => setHands(false)} />`}
    ${ask && desk.tally?.number !== undefined && html`<${Tally} seen=${seen} />`}
    ${desk.secret && html`<details class="answer-told" open=${asking === "revealed"}>
      <summary>${ask ? rightWords(desk.secret, ask) : "The answer"}</summary>
      <${Explanation} revealed=${desk.secret} stage=${stage} /></details>`}`;
}

// The deed that the advice speaks of, once enough is known.
function adviceDeed(tally, asking, ballot) {
  if (asking !== "closed" || ballot !== 1 || !tally?.number || !tally.advice) return null;
  return tally.right / tally.number < 0.7 ? "talk" : "reveal";
}

function Tally({ seen }) {
  const { state: { ask, here, asking }, desk: { tally, secret } } = seen;
  const rows = Object.entries(tally.counts).map(([key, number]) => ({ key, number, said: key === "" ? [] : key.split(" ") }))
    .map((row) => ({ ...row, right: isRight(secret, ask, row.said) })).sort((a, b) => b.number - a.number);
  const percent = (number) => `${Math.round((100 * number) / Math.max(1, tally.number))} %`;
  const { stuck } = tally;
  const told = [
    ["open", "closed"].includes(asking) && stuck?.waiting > 0 && `${stuck.waiting} have not predicted`,
    tally.lost > 0 && `${tally.lost} say they are lost`,
    stuck?.wrong_twice > 0 && `${stuck.wrong_twice} wrong twice on ${secret.about.map((id) => secret.rules[id]?.name ?? id).join(", ")}`,
    stuck?.tables.length > 0 && `at ${stuck.tables.map(({ table, number }) => `table ${table} (${number})`).join(", ")}`,
  ].filter(Boolean);
  return html`<p class="progress"><b>${tally.number}</b> of ${Math.max(here, tally.number)}, ${tally.sure} sure</p>
    <table class="counts"><caption class="hidden-text">Predictions</caption>
      <thead><tr><th scope="col">said</th><td></td><th scope="col">of all</th><th scope="col">sure</th>
        <th scope="col">the mistake</th></tr></thead>
      <tbody>${rows.map(({ key, number, said, right }) => html`
      <tr key=${key} class=${right === false ? "wrong" : right ? "right" : "poll"}>
        <th scope="row">${saidWords(ask, said)}${right && " ✓"}</th>
        <td class="bars"><span class="bar" style=${{ width: percent(number).replace(" ", "") }}></span></td>
        <td class="share">${number} · ${percent(number)}</td><td class="share">${tally.sure_of?.[key] ?? 0}</td>
        <td class="mistake">${right === false && reasonsFor(secret, ask, said).map((one) => html`<span key=${one.key}>${
          said.length > 1 || ask.form === "some" ? `${one.said}: ` : ""}${one.text} </span>`)}</td></tr>`)}</tbody></table>
    ${tally.advice && asking !== "revealed" && html`<p class="advice" role="status">${tally.advice}</p>`}
    ${told.length > 0 && html`<p class="stuck">${told.join(" · ")}</p>`}`;
}

// Counts of a room without phones.
function Hands({ ask, desk, say, done }) {
  const { right, reasons } = desk.secret;
  const likely = ask.form === "number" ? Object.keys(reasons) : commonMistakes(ask);
  const choices = ask.options.length > 0 && !["some", "order"].includes(ask.form) ? ask.options.map(({ key }) => key)
    : [...new Set([...right.map((one) => one.join(" ")), ...likely])];
  const [counts, setCounts] = useState({});
  const [other, setOther] = useState("");
  const keys = ask.form === "number" ? choices.sort((a, b) => a - b) : choices;
  const set = (key) => (event) => setCounts({ ...counts, [key]: Math.max(0, Math.trunc(Number(event.target.value)) || 0) });
  const count = (event) => {
    event.preventDefault();
    const typed = Object.entries(counts).filter(([key, number]) => key !== "other" && number > 0);
    const rest = /^-?\d{1,4}$/.test(other) && counts.other > 0 ? [[other, counts.other]] : [];
    say({ do: "hands", counts: Object.fromEntries([...typed, ...rest]) });
    done();
  };
  return html`<form class="hands" onSubmit=${count}><h3>How many hands for each?</h3>${keys.slice(0, MOST_HANDS).map((key) => html`
    <label key=${key}><span>${saidWords(ask, key.split(" ").filter(Boolean))}</span>
      <input data-said=${key} type="number" min="0" max="1000" value=${counts[key] ?? ""} placeholder="0" onInput=${set(key)} /></label>`)}
    ${ask.form === "number" && html`<p class="other"><label>Another number: <input inputmode="numeric" value=${other}
        onInput=${(event) => setOther(event.target.value)} /></label>
      <input type="number" min="0" max="1000" aria-label="Hands for another number" value=${counts.other ?? ""} placeholder="0"
        onInput=${set("other")} /></p>`}
    <p><button class="primary">Count them</button> <button type="button" onClick=${done}>Not now</button></p></form>`;
}

// Where several are ticked: all of them, and none; of an order as it stands in the list.
const commonMistakes = (ask) => {
  const all = ask.options.map(({ key }) => key);
  return ask.form === "order" ? [all.join(" ")] : [[...all].sort().join(" "), ...all];
};
