// A room that is opened from the lab, a handout, and what came of past rooms: all of it is made by the command line.

import { copyText, download, parsed, plural, recall, remember, wholeNumber } from "../common/dom.js";
import { Dialog } from "../common/frame.js";

const KEPT_ROOMS = "dcf_lab.rooms";
const MOST_KEPT_ROOMS = 20;
const DAY = 24 * 3600 * 1000; // what a room leaves is deleted after it
const LOOK_EVERY = 3000; // milliseconds between two looks at a room
const HANDOUT_ANSWERS = { end: "on the last page", beside: "beside the questions", none: "not on paper" };
const ENDED = "It has ended. What was said in it is kept on this machine for 24 hours, unless it was ended at its desk.";

// The rooms that this browser has opened within a day.
export function keptRooms() {
  const kept = parsed(recall(localStorage, KEPT_ROOMS));
  return Array.isArray(kept) ? kept.filter(({ when }) => Date.now() - when < DAY) : [];
}

export function keepRoom({ code, title }) {
  if (!code || keptRooms().some((one) => one.code === code)) return;
  remember(localStorage, KEPT_ROOMS, JSON.stringify([{ code, title, when: Date.now() }, ...keptRooms()].slice(0, MOST_KEPT_ROOMS)));
}

// The name by which the command line knows a lesson.
const commandName = (name) => name.split("/").at(-1);

export function HandoutDialog({ workshop, lesson, close }) {
  const [answers, setAnswers] = useState("end");
  const [notes, setNotes] = useState(false);
  const [small, setSmall] = useState(false);
  const make = async () => {
    await workshop.makeHandout({ lesson: lesson.name, answers, notes, small });
    close();
  };
  return html`
    <${Dialog} title=${`Handout: ${lesson.title}`} look="handout-wanted" close=${close}>
      <p>One file for the browser and the printer. It works without a network.</p>
      <fieldset><legend>Answers on paper</legend>${Object.entries(HANDOUT_ANSWERS).map(([value, words]) => html`
        <label key=${value}><input type="radio" name="answers" checked=${answers === value} onChange=${() => setAnswers(value)} />
          ${words}</label>`)}</fieldset>
      <label><input type="checkbox" checked=${notes} onChange=${() => setNotes(!notes)} /> with the presenter's notes</label>
      <label><input type="checkbox" checked=${small} onChange=${() => setSmall(!small)} />
        small, to be sent by mail: simpler timelines</label>
      <button class="primary" disabled=${Boolean(workshop.busy)} onClick=${make}>${
        workshop.busy === "handout" ? "It is being made …" : "Make the handout"}</button>
    <//>`;
}

export function RoomDialog({ workshop, lesson, close }) {
  const [wanted, setWanted] = useState({ network: false, tables: 0, wifi: "", password: "" });
  const change = (one) => setWanted({ ...wanted, ...one });
  const open = async () => {
    const { network, tables, wifi, password } = wanted;
    await workshop.openRoom({ lesson: lesson.name, network, tables, wifi: wifi ? `${wifi}:${password}` : "" });
    close();
  };
  if (!workshop.mayOpen) return html`<${OnlyByCommand} lesson=${lesson} close=${close} />`;
  return html`
    <${Dialog} title=${`Open a room: ${lesson.title}`} look="room-wanted" close=${close}>
      <p>A screen for the projector, a desk for you, and a code with which phones take part.</p>
      <fieldset><legend>Who can come</legend>
        <label><input type="radio" name="who" checked=${!wanted.network} onChange=${() => change({ network: false })} />
          only this machine, to rehearse</label>
        <label><input type="radio" name="who" checked=${wanted.network} onChange=${() => change({ network: true })} />
          everybody on this network who has the code</label></fieldset>
      <label class="number">Tables, to see who is stuck where <input type="number" min="0" max="60" value=${wanted.tables}
        onInput=${(e) => change({ tables: wholeNumber(e.target.value, 0, 60) })} /></label>
      ${wanted.network && html`<fieldset class="wifi"><legend>Wi-Fi, shown as a code to scan (if you wish)</legend>
        <label>Name <input maxlength="32" autocomplete="off" value=${wanted.wifi}
          onInput=${(e) => change({ wifi: e.target.value })} /></label>
        <label>Password <input maxlength="63" autocomplete="off" value=${wanted.password}
          onInput=${(e) => change({ password: e.target.value })} /></label></fieldset>`}
      <button class="primary" disabled=${Boolean(workshop.busy)} onClick=${open}>${
        workshop.busy === "room" ? "It is being opened …" : "Open the room"}</button>
    <//>`;
}

function OnlyByCommand({ lesson, close }) {
  const name = lesson.name === "uploaded" ? "YOUR_FILE.toml" : commandName(lesson.name);
  return html`
    <${Dialog} title=${`Open a room: ${lesson.title}`} look="room-wanted" close=${close}>
      <p>This lab is reached by others, too, so it opens no rooms. On a machine of your own say:</p>
      <p class="command"><code>dcf-lab present ${name}</code> <button onClick=${() => copyText(`dcf-lab present ${name}`)}>Copy</button></p>
    <//>`;
}

export function Rooms({ workshop }) {
  const { room } = workshop;
  const running = room?.state === "open" || room?.state === "opening";
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => workshop.lookAtRoom(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [running]);
  if (!workshop.mayOpen) return html`
    <section class="own-room"><h2>Rooms</h2>
      <p>This lab is reached by others, too, so it opens no rooms and tells nothing of past ones. On a machine of your own the command does
        both: <code>dcf-lab present LESSON</code> and <code>dcf-lab present --results CODE</code>.</p></section>`;
  return html`
    <section class="own-room" aria-labelledby="own-room-title">
      <h2 id="own-room-title">Your room</h2>
      ${!room && html`<p>You have no room open. Choose a lesson and press “Open a room”.</p>`}
      ${room && html`<${OwnRoom} workshop=${workshop} room=${room} />`}
    </section>
    <${Results} workshop=${workshop} />`;
}

const Outside = ({ href, look, children }) => html`<a class=${look} href=${href} target="_blank" rel="noreferrer">${children}</a>`;

function OwnRoom({ workshop, room }) {
  const { state, title, code, phones, screen, desk, remote, why, network } = room;
  const alone = network && /\/\/(127\.|localhost)/.test(phones ?? "");
  return html`
    <div class=${`room-card ${state}`} data-state=${state}>
      <h3>${title}</h3>
      ${state === "opening" && html`<p role="status">It is being opened …</p>`}
      ${state === "failed" && html`<p role="status">It could not be opened${why ? `: ${why}` : "."}</p>`}
      ${state === "ended" && html`<p role="status">${ENDED}</p>`}
      ${state === "open" && html`
        <p class="room-code">Code <b>${code}</b>
          <span class="soft">${network ? "open to everybody on this network" : "on this machine only"}</span></p>
        ${alone && html`<p class="warned">This machine is on no network, so phones cannot come.</p>`}
        <dl>
          <dt>Desk</dt><dd><${Outside} look="button primary" href=${desk}>Open the desk<//> <span class="soft">for you</span></dd>
          <dt>Screen</dt><dd><${Outside} look="button" href=${screen}>Open the screen<//> <span class="soft">for the projector</span></dd>
          ${remote && html`<dt>Remote</dt>
            <dd><${Outside} look="button" href=${remote}>Open the remote<//> <span class="soft">two big buttons</span></dd>`}
          <dt>Phones</dt><dd><${Outside} href=${phones}>${phones}<//></dd>
        </dl>
        <p class="soft">These links have your key: show nobody but the last. The room stays open when you leave this page; it ends here, at
          its desk, or when the lab is closed.</p>
        <p><button class="end-room" disabled=${Boolean(workshop.busy)} onClick=${() => workshop.endRoom()}>End the room</button></p>`}
    </div>`;
}

// Past rooms

function Results({ workshop }) {
  const [code, setCode] = useState("");
  const { results } = workshop;
  const rooms = keptRooms();
  const look = (event) => {
    event.preventDefault();
    workshop.askResults(code.trim().toUpperCase());
  };
  return html`
    <section class="past" aria-labelledby="past-title">
      <h2 id="past-title">Results</h2>
      <p>What was said in a room is kept on this machine until it is ended at its desk, or for 24 hours.</p>
      <form onSubmit=${look}><label>Code of a room <input class="code-wanted" maxlength="5" pattern="[A-Za-z]{5}" required
          autocomplete="off" value=${code} onInput=${(e) => setCode(e.target.value)} /></label>
        <button class="primary" disabled=${Boolean(workshop.busy)}>${workshop.busy === "results" ? "One moment …" : "Show"}</button>
        ${rooms.map((one) => html`<button type="button" key=${one.code} data-code=${one.code} disabled=${Boolean(workshop.busy)}
          onClick=${() => { setCode(one.code); workshop.askResults(one.code); }}>${one.code}: ${one.title}</button>`)}</form>
      ${results && html`<${ResultsShown} found=${results} />`}
    </section>`;
}

// How many have predicted, and how many of them were right.
const ballotCells = (ballot) => (!ballot ? ["", ""]
  : [ballot.number, ballot.right === null || ballot.number === 0 ? "" : `${Math.round((100 * ballot.right) / ballot.number)} %`]);

function ResultsShown({ found: { code, results, tables } }) {
  const { lesson, people, questions, rules, confusion, repeat } = results;
  return html`
    <div class="results-shown">
      <h3>${code}: ${lesson}, ${plural(people, "participant")}</h3>
      <p class="downloads">For a spreadsheet: ${Object.entries(tables).map(([name, text]) => html`
        <button key=${name} onClick=${() => download(`${code}_${name}`, text, "text/csv")}>${name}</button> `)}</p>
      ${questions.length === 0 && html`<p>Nothing has been predicted.</p>`}
      ${repeat.length > 0 && html`<h4>What to repeat</h4><ul class="repeat">${repeat.map((row) => html`<li key=${row.rule}>
        <b>${row.name}</b> <span class="soft">${plural(row["sure and wrong"], "sure mistake")}</span>
        ${row.twin && html`<br />Ask again: ${row.twin}`}</li>`)}</ul>`}
      ${questions.length > 0 && html`
        <${Table} title="By question" heads=${["Question", "First", "right", "Second", "right", "Sure and wrong"]}
          rows=${questions.map(({ text, ballots: { 1: first, 2: second } }) => [text, ...ballotCells(first), ...ballotCells(second),
            (first?.sure_wrong ?? 0) + (second?.sure_wrong ?? 0)])} />
        <${Table} title="By rule" heads=${["Rule", "Asked", "right first", "right second", "Sure and wrong"]}
          rows=${rules.map((row) => [row.name, row.asked, row["right first"], row["right second"], row["sure and wrong"]])} />`}
      ${confusion.length > 0 && html`
        <${Table} title="What was mistaken for what" heads=${["Question", "Right", "Said", "Times", "Why"]}
          rows=${confusion.map((row) => [row.question, row.right, row.said, row.times, row.why])} />`}
    </div>`;
}

const Table = ({ title, heads, rows }) => html`
  <div class="table-frame" tabindex="0" role="region" aria-label=${title}><table><caption>${title}</caption>
    <thead><tr>${heads.map((head, n) => html`<th key=${n} scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row, n) => html`<tr key=${n}>${row.map((cell, m) => html`<td key=${m}>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
