// The presenter's page: notes, what comes next, the ballot with its mistakes, the table, who is here, and every button.

import { download } from "../common/dom.js";
import { Theme } from "../common/frame.js";
import { Board } from "../explore/board.js";
import { Ballot } from "./ballot.js";
import { Clock } from "./clock.js";
import { CLOSED } from "./link.js";
import { presenterKey } from "./key.js";
import { Seen, show } from "./seen.js";
import { GameName, Prose, Viewed } from "./telling.js";
import { canWalk, walk } from "./walking.js";

const PACES = [["together", "together: phones follow"], ["up to here", "up to here: anybody may go back"], ["own", "own: everybody alone"]];
const RESULTS = {
  "said.csv": "All predictions", "rules.csv": "By rule", "confusion.csv": "What was said instead", "results.json": "JSON",
};
const SCRUBBED = 200; // milliseconds between two moments that are sent while the slider moves

const seen = new Seen(() => ({ as: "desk", key: presenterKey() }));
const say = (message) => {
  seen.said = null;
  seen.link.say(message);
};

seen.heard = (message) => {
  if (message.show !== "results") return;
  seen.results = message;
  if (!seen.ending) return;
  saveResults("results.zip");
  say({ do: "end" });
};

function saveResults(name) {
  const text = seen.results.files[name];
  if (!name.endsWith(".zip")) return download(name, text, name.endsWith(".csv") ? "text/csv;charset=utf-8" : "application/json");
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return download(`${seen.desk.code}.zip`, new Blob([bytes], { type: "application/zip" }));
}

function Page() {
  const { state, desk, link, stage } = seen;
  if (link?.closed) return html`<main class="closed"><h1>Workshop</h1><p>${CLOSED[link.closed]}</p></main>`;
  if (!state || !desk) return html`<main class="closed"><h1>Workshop</h1><p>Opening …</p></main>`;
  const chapter = state.chapters[state.chapter];
  const here = desk.people.filter((one) => one.here).length;
  const gone = desk.people.length - here;
  return html`
    <header class="room-bar"><h1>${state.title}</h1>
      <p>${state.lobby ? "lobby" : `chapter ${state.chapter + 1}/${state.chapters.length} · step ${state.step + 1}/${chapter.steps}`}</p>
      <p><${Clock} desk=${desk} running=${!state.lobby || desk.passed > 0} /></p><p class="code">${desk.code}</p>
      <p class="who">${here} here${gone > 0 ? ` · ${gone} lost contact` : ""} · door ${state.door ? "open" : "closed"}</p>
      <${Theme} /></header>
    ${!link.connected && html`<p class="banner" role="alert">The connection to the room is lost; it comes back by itself.</p>`}
    ${seen.said && html`<p class="banner" role="alert">${seen.said}</p>`}
    <main class="desk-page">
      <div><section class="notes" aria-label="Notes"><h2>${chapter.title}<${GameName} stage=${stage} /></h2>
        <div class="own-notes"><h3>Notes</h3><${Prose} parts=${desk.notes} stage=${stage} />
          ${desk.notes.length === 0 && html`<p class="quiet">None for this step.</p>`}</div>
        <div class="said-now"><h3>On the screen</h3><${Prose} parts=${state.say} stage=${stage} /></div>
        ${state.then?.length > 0 && html`<div class="said-now"><${Prose} parts=${state.then} stage=${stage} /></div>`}
        <p class="next"><b>Next</b> ${state.lobby ? chapter.title : desk.next || "This was the last step."}</p>
        <nav class="walk" aria-label="Steps"><button onClick=${() => walk(seen, -1)} disabled=${!canWalk(seen, -1)}>‹ Back</button>
          <button class="primary" onClick=${() => walk(seen, 1)} disabled=${!canWalk(seen, 1)}>
            ${state.lobby ? "Begin ›" : "Next ›"}</button>
          <button aria-pressed=${String(state.black)} onClick=${() => say({ do: "black" })}>Black</button></nav></section>
      <section class="on-table" aria-label="The table"><div class="board-frame"><${Board} lab=${stage} /></div>
        <${Scrubber} /><${Trying} /></section></div>
      <div><section class="asking" aria-label="The question"><${Ballot} seen=${seen} say=${say} /></section>
      <section class="around" aria-label="The room"><${Settings} /><${People} /><${Results} /><${Ending} /></section></div>
    </main><${Viewed} stage=${stage} />`;
}

// Another moment on everybody's table; a slider that is pulled says so now and then, and where it stops.
function Scrubber() {
  const { stage, state } = seen;
  const timer = useRef(0);
  const wanted = useRef(0);
  const move = (event) => {
    wanted.current = Number(event.target.value);
    timer.current ||= setTimeout(() => {
      timer.current = 0;
      say({ do: "at", moment: wanted.current });
    }, SCRUBBED);
  };
  const go = (moment) => say({ do: "at", moment });
  const { film, moment } = stage;
  return html`<div class="scrub">
    <button onClick=${() => go(film.previous(moment, "step"))} disabled=${moment === 0} aria-label="A step back">‹</button>
    <input type="range" aria-label="Moment" min="0" max=${film.end} value=${moment} onInput=${move} disabled=${film.end === 0} />
    <button onClick=${() => go(film.next(moment, "step"))} disabled=${moment >= film.end} aria-label="A step on">›</button>
    <p class="happens">${stage.event?.plain ?? stage.event?.text}${state.trying && html` <b>(tried)</b>`}</p></div>`;
}

// Something else than the lesson has it, on everybody's table.
function Trying() {
  const { state, stage: { film, moment, cards } } = seen;
  if (!state.trying) {
    const may = state.asking === "revealed" && !state.lobby;
    return html`<p class="try"><button onClick=${() => say({ do: "try" })} disabled=${!may}>Try something else</button>
      ${!may && !state.lobby && html` <span class="quiet">after the reveal: the engine would tell the answer</span>`}</p>`;
  }
  const asked = film.decisionAt(moment);
  const [before, after] = [film.decisionBefore(moment), film.decisionAfter(moment)];
  const go = (one) => say({ do: "at", moment: one.at });
  return html`<div class="trying">
    <p><b>Something else is tried</b> on every screen and phone.
      <button class="primary" onClick=${() => say({ do: "back" })}>Back to the lesson</button></p>
    <p><button onClick=${() => go(before)} disabled=${!before}>‹ earlier question</button>
      <button onClick=${() => go(after)} disabled=${!after}>later question ›</button></p>
    ${asked && !asked.hidden ? html`<div role="group" aria-label="Answers"><h3>${cards.name(asked.player)}: ${asked.question}</h3>
        <div class="answers">${asked.options.map((option, n) => html`
          <button key=${option} aria-pressed=${asked.chosen === null ? undefined : String(option === asked.chosen)}
            onClick=${() => say({ do: "try", deed: { do: "answer", node: asked.node, option } })}>${asked.words[n]}</button>`)}</div></div>`
      : html`<p class="quiet">Nobody is asked at this moment; go to a question.</p>`}
  </div>`;
}

function Settings() {
  const { state, desk } = seen;
  return html`<div class="settings">
    <button aria-pressed=${String(state.lobby)} onClick=${() => say({ do: "lobby", on: !state.lobby })}>Show the way in</button>
    <button aria-pressed=${String(!state.door)} onClick=${() => say({ do: "door" })}>Close the door</button>
    <button aria-pressed=${String(desk.exploring)} onClick=${() => say({ do: "look" })}>Let them explore</button>
    <label>Pace <select onChange=${(event) => say({ do: "pace", pace: event.target.value })}>
      ${PACES.map(([pace, words]) => html`
        <option key=${pace} value=${pace} selected=${pace === state.pace}>${words}</option>`)}</select></label></div>`;
}

// Who is here, by name; what they predict stands nowhere beside it.
function People() {
  const { people } = seen.desk;
  const here = people.filter((one) => one.here).length;
  return html`<details class="people"><summary>${here} of ${people.length} are here</summary><ul>${people.map((one) => html`
    <li key=${one.id} class=${one.here ? "" : "away"}>
      <span>${one.name}${one.table ? `, table ${one.table}` : ""}${one.here ? "" : ", lost contact"}</span>
      <button aria-label=${`Remove ${one.name}`} onClick=${() => say({ do: "remove", person: one.id })}>Remove</button></li>`)}
    ${people.length === 0 && html`<li>Nobody has come yet.</li>`}</ul></details>`;
}

function Results() {
  const { results } = seen;
  const ask = () => say({ do: "results" });
  return html`<div class="results"><button onClick=${ask}>${results ? "Results: look again" : "Results"}</button>
    ${results && html`<div class="files">${Object.entries(RESULTS).map(([name, words]) => html`
        <button key=${name} title=${name} onClick=${() => saveResults(name)}>${words}</button>`)}
        <button class="primary" onClick=${() => saveResults("results.zip")}>All of it</button></div>
      ${results.repeat.length === 0 ? html`<p class="quiet">Nobody was sure and wrong.</p>` : html`<h3>To repeat</h3><ul>
        ${results.repeat.map(({ rule, name, "sure and wrong": times }) => html`
          <li key=${rule}><b>${name}</b>: sure and wrong ${times} times</li>`)}</ul>`}`}
  </div>`;
}

function Ending() {
  const [asked, ask] = useState(false);
  const end = (event) => {
    event.preventDefault();
    seen.ending = event.target.elements.save.checked;
    say({ do: seen.ending ? "results" : "end" });
  };
  if (!asked) return html`<button class="end" onClick=${() => ask(true)}>End the workshop …</button>`;
  return html`<form class="ending" onSubmit=${end}><p>Everybody is told that it is over, and everything that was kept is deleted.</p>
    <label><input type="checkbox" name="save" defaultChecked /> save the results first</label>
    <p><button class="primary">End the workshop</button> <button type="button" onClick=${() => ask(false)}>Not yet</button></p></form>`;
}

addEventListener("keydown", (event) => {
  if (!seen.state || event.target.closest("input, select, textarea")) return;
  if (event.key === "PageDown") walk(seen, 1);
  else if (event.key === "PageUp") walk(seen, -1);
  else return;
  event.preventDefault();
});

show(seen, () => html`<${Page} />`);
