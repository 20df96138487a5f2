// The presenter's page: notes, what comes next, the ballot with its mistakes, and every button.

import { classes } from "../common/dom.js";
import { Board } from "../explore/board.js";
import { CLOSED } from "./link.js";
import { Seen, show } from "./seen.js";
import { Explanation, Look, Prose, Viewed, isRight, rightWords, saidWords } from "./telling.js";
import { presenterKey } from "./key.js";

const BUTTONS = [["ask", "Ask", ["hidden"]], ["close", "Close", ["open"]], ["talk", "Let them talk", ["open", "closed"]],
  ["again", "Ask again", ["talk", "closed"]], ["reveal", "Reveal", ["hidden", "open", "closed", "talk"]]];

const seen = new Seen(() => ({ as: document.body.classList.contains("room-remote") ? "remote" : "desk", key: presenterKey() }));
const say = (message) => {
  seen.said = null;
  seen.link.say(message);
};

function step(by) {
  const { chapters, chapter, step: now } = seen.state;
  if (now + by >= 0 && now + by < chapters[chapter].steps) return say({ do: "go", chapter, step: now + by });
  const next = chapter + by;
  return next >= 0 && next < chapters.length && say({ do: "go", chapter: next, step: by > 0 ? 0 : chapters[next].steps - 1 });
}

function Page() {
  const { state, desk, link, stage } = seen;
  if (link?.closed) return html`<main class="closed"><p>${CLOSED[link.closed]}</p></main>`;
  if (!state || !desk) return html`<main class="closed"><p>Opening …</p></main>`;
  const chapter = state.chapters[state.chapter];
  return html`
    <header class="room-bar"><h1>${state.title}</h1>
      <p>chapter ${state.chapter + 1}/${state.chapters.length} · step ${state.step + 1}/${chapter.steps}</p>
      <p><${Clock} /> of ${desk.minutes}:00</p><p class="code">${desk.code}</p>
      <p>${state.here} here · door ${state.door ? "open" : "closed"}</p></header>
    ${!link.connected && html`<p class="banner" role="alert">The connection to the room is lost; it comes back by itself.</p>`}
    ${seen.said && html`<p class="banner" role="alert">${seen.said}</p>`}
    <main class="desk-page">
      <section class="notes"><h2>${chapter.title}</h2><${Prose} parts=${state.say} stage=${stage} />
        <div class="own-notes"><h3>Notes</h3><${Prose} parts=${desk.notes} stage=${stage} /></div>
        ${desk.next && html`<p class="next"><b>Next</b> ${desk.next}</p>`}
        <nav class="walk"><button onClick=${() => step(-1)}>‹ Back</button><button class="primary" onClick=${() => step(1)}>Next ›</button>
          <button aria-pressed=${state.black} onClick=${() => say({ do: "black" })}>Black</button>
          <button aria-pressed=${!state.door} onClick=${() => say({ do: "door" })}>${state.door ? "Close the door" : "Open the door"}</button></nav>
        <label>Pace <select value=${state.pace} onChange=${(event) => say({ do: "pace", pace: event.target.value })}>
          ${["together", "up to here", "own"].map((one) => html`<option key=${one}>${one}</option>`)}</select></label>
        <${People} /></section>
      <section class="asking"><${Asking} /></section>
      <section class="board-frame" aria-label="The table"><${Board} lab=${stage} />
        <label class="scrub">Moment <input type="range" min="0" max=${stage.film.end} value=${state.moment}
          onInput=${(event) => say({ do: "at", moment: Number(event.target.value) })} /></label></section>
      <section class="look"><${Look} ids=${state.look} stage=${stage} /></section>
    </main><${Viewed} stage=${stage} />`;
}

function Clock() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, Math.floor(Date.now() / 1000 - seen.desk.opened));
  return html`<span class="clock">${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}</span>`;
}

function Asking() {
  const { state, desk, stage } = seen;
  const { ask } = state;
  const chapter = state.chapters[state.chapter];
  if (!chapter.questions.includes(state.step)) return html`<p class="quiet">Nothing is asked in this step.</p>`;
  return html`<div class="buttons">${BUTTONS.map(([deed, name, when]) => html`
      <button key=${deed} class=${classes(when[0] === state.asking && "primary")} onClick=${() => say({ do: deed })}
        disabled=${!when.includes(state.asking) || (deed !== "reveal" && state.ballot === 2 && ["talk", "again"].includes(deed))}>${name}</button>`)}
      ${desk.twins > 0 && html`<button onClick=${() => say({ do: "twin" })} disabled=${state.asking !== "revealed"}>Twin</button>`}</div>
    ${ask && html`<h2>${ask.text}</h2>`}
    ${ask && desk.tally?.number !== undefined && html`<${Tally} />`}
    ${ask && html`<${Hands} />`}
    ${desk.secret && html`<details open=${state.asking === "revealed"}><summary>${ask ? rightWords(desk.secret, ask) : "The answer"}</summary>
      <${Explanation} revealed=${desk.secret} stage=${stage} /></details>`}`;
}

function Tally() {
  const { state: { ask, here }, desk: { tally, secret } } = seen;
  const rows = Object.entries(tally.counts).sort((a, b) => b[1] - a[1]);
  return html`<p class="progress">${tally.number} of ${here}, ${tally.sure} sure</p>
    <table class="counts"><tbody>${rows.map(([key, number]) => {
      const said = key === "" ? [] : key.split(" ");
      const right = isRight(secret, ask, said);
      return html`<tr key=${key} class=${right === false ? "wrong" : "right"}><th scope="row">${saidWords(ask, said)}${right && " ✓"}</th>
        <td><span class="bar" style=${{ width: `${Math.round((100 * number) / Math.max(1, tally.number))}%` }}></span></td><td class="share">${number}</td>
        <td class="mistake">${right === false ? said.map((one) => secret.reasons[one]?.text).filter(Boolean).join(" ") : ""}</td></tr>`;
    })}</tbody></table>
    ${tally.advice && html`<p class="advice">${tally.advice}</p>`}
    <p class="stuck">${tally.stuck?.waiting} have not predicted · ${tally.lost} say they are lost · ${tally.stuck?.wrong_twice} wrong twice on this
      ${tally.stuck?.tables.length > 0 && html` · tables ${tally.stuck.tables.join(", ")}`}</p>`;
}

// Counts of a room without phones.
function Hands() {
  const { state: { ask }, desk } = seen;
  const keys = ask.options.length > 0 && !["some", "order"].includes(ask.form) ? ask.options.map(({ key, text }) => [key, text])
    : [...desk.secret.right.map((one) => one.join(" ")), ...Object.keys(desk.secret.reasons)].filter((one, n, all) => all.indexOf(one) === n)
      .slice(0, 8).map((key) => [key, saidWords(ask, key.split(" "))]);
  const count = (event) => {
    event.preventDefault();
    const counts = Object.fromEntries([...new FormData(event.target)].map(([key, number]) => [key, Number(number) || 0]).filter(([, n]) => n > 0));
    say({ do: "hands", counts });
  };
  return html`<details class="hands"><summary>Hands: a room without phones</summary><form onSubmit=${count}>${keys.map(([key, text]) => html`
    <label key=${key}><span>${text}</span><input name=${key} type="number" min="0" max="1000" value=${desk.tally?.counts[key] ?? 0} /></label>`)}
    <button>Count</button></form></details>`;
}

function People() {
  const { desk } = seen;
  const here = desk.people.filter((one) => one.here);
  return html`<details class="people"><summary>${here.length} of ${desk.people.length} are here</summary><ul>${desk.people.map((one) => html`
    <li key=${one.id} class=${one.here ? "" : "away"}>${one.name}${one.table ? ` (table ${one.table})` : ""}
      <button onClick=${() => say({ do: "remove", person: one.id })}>Remove</button></li>`)}</ul></details>
    <button class="end" onClick=${() => confirm("End the workshop? Everything that was kept is deleted.") && say({ do: "end" })}>End the workshop</button>`;
}

addEventListener("keydown", (event) => {
  if (!seen.state || event.target.closest("input, select, textarea")) return;
  if (event.key === "PageDown") step(1);
  if (event.key === "PageUp") step(-1);
});

show(seen, () => html`<${Page} />`);
