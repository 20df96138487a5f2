// The workshop: lessons to read, to present and to hand out, and a place to write one.

import { Game } from "../common/game.js";
import { classes, parsed, plural, recall, remember } from "../common/dom.js";
import { Logo, OpenFile } from "../common/frame.js";
import { inSlices } from "../common/link.js";
import { ruleLink } from "../common/rules.js";
import { secretWord } from "../explore/explore.js";
import { LessonRead, Reader } from "./reader.js";
import { HandoutDialog, RoomDialog, Rooms, keepRoom } from "./rooms.js";
import { Write } from "./write.js";

const WORKSHOP_PARTS = { lessons: "Lessons", rooms: "Rooms and results", write: "Write a lesson" };
const UPLOADED = "uploaded"; // the name of a lesson that came as a file
const UPLOAD_KEPT = "dcf_lab.uploaded_lesson"; // in this tab, so that a reload finds it again
const MAX_LESSON = 200_000;

export class Workshop {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.games = [];
    this.lessons = [];
    this.rules = {};
    this.part = "lessons";
    this.reader = new Reader(this);
    this.lesson = ""; // the one that is read
    this.room = this.results = this.dialog = this.problems = this.busy = null;
    this.mayOpen = false;
  }

  // What an address asks for: ?part=write, ?game=dc_forever, ?lesson=dc_forever/lessons/an_attack
  opening(query) {
    const asked = new URLSearchParams(query);
    this.query = query;
    this.part = asked.get("part") in WORKSHOP_PARTS ? asked.get("part") : "lessons";
    this.lesson = asked.get("lesson") ?? "";
    this.dialog = this.problems = null;
    if (this.reader.lesson?.name !== this.lesson) this.reader.lesson = this.reader.step = null;
    this.token = recall(localStorage, "dcf_lab.visitor") ?? secretWord(); // a room is found again by it
    remember(localStorage, "dcf_lab.visitor", this.token);
    return { token: this.token };
  }

  // The page is there: a lesson that its address names is opened.
  async begin() {
    if (!this.lesson || this.reader.lesson) return;
    const said = this.reader.progressOf(this.lesson).said;
    const kept = parsed(recall(sessionStorage, UPLOAD_KEPT));
    if (this.lesson !== UPLOADED) await this.work("lesson", { do: "read", lesson: this.lesson, said });
    else if (kept) await this.work("lesson", { do: "upload", name: kept.name, text: kept.text, said });
    if (!this.reader.lesson) this.leave();
  }

  get isReading() {
    return this.lesson !== "" && this.part === "lessons";
  }

  receive(message) {
    switch (message.show) {
      case "workshop":
        this.games = message.games.map((game) => new Game(game));
        this.game = this.games.find(({ id }) => id === message.game);
        this.lessons = message.lessons;
        this.rules = message.rules;
        this.mayOpen = message.may_open;
        this.room = message.room;
        break;
      case "lesson":
        this.lesson = message.name;
        this.reader.opened(message);
        break;
      case "lesson problems":
        this.problems = message;
        this.lesson = "";
        break;
      case "lesson step":
        this.reader.shown(message);
        break;
      case "score":
        this.reader.score = message;
        break;
      case "room":
        this.room = message.room;
        if (this.room) keepRoom(this.room);
        break;
      case "results":
        this.results = message;
        break;
    }
    this.redraw();
  }

  // Long work, of which there is one at a time.
  async work(what, message) {
    this.busy = what;
    this.redraw();
    await inSlices(this.kernel, "workshop", message, () => this.busy === what, () => this.redraw());
    if (this.busy === what) this.busy = null;
    this.redraw();
  }

  stopWork() {
    this.busy = null;
    this.kernel.ask({ page: "workshop", do: "stop" });
    if (!this.reader.step) this.leave();
  }

  // A lesson that could not be opened is left.
  leave() {
    this.lesson = "";
    if (this.app.served) history.replaceState(null, "", this.app.address("workshop", this.address({})));
    this.redraw();
  }

  async upload({ target }) {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    this.app.notices = [];
    this.problems = null;
    const text = file.size > MAX_LESSON ? "" : await file.text();
    const wrong = file.size > MAX_LESSON ? "has more than 200 kB" : text.includes("\u0000") ? "is not a text file" : "";
    if (wrong) return void this.app.notice(`${file.name} ${wrong}, so it was not opened. Nothing has changed.`, "refused");
    await this.openText(file.name, text);
  }

  // A lesson that is a text, as one that was just written.
  async openText(name, text) {
    remember(localStorage, `dcf_lab.lesson.${UPLOADED}`, null);
    this.reader.lesson = this.reader.step = null;
    await this.work("lesson", { do: "upload", name, text });
    if (this.lesson !== UPLOADED) return;
    this.part = "lessons";
    remember(sessionStorage, UPLOAD_KEPT, JSON.stringify({ name, text }));
    if (this.app.served) history.pushState(null, "", this.app.address("workshop", this.address({ lesson: UPLOADED })));
    this.redraw();
  }

  makeHandout({ lesson, answers, notes, small }) {
    return this.work("handout", { do: "handout", lesson, answers, notes, small });
  }

  async openRoom({ lesson, network, tables, wifi }) {
    await this.work("room", { do: "open room", lesson, network, tables, wifi, token: this.token });
    if (this.room?.state !== "open") return;
    this.part = "rooms";
    if (this.app.served) history.pushState(null, "", this.app.address("workshop", this.address({ part: "rooms" })));
  }

  endRoom() {
    return this.work("room", { do: "end room", token: this.token });
  }

  lookAtRoom() {
    if (!this.busy) this.kernel.ask({ page: "workshop", do: "room", token: this.token });
  }

  askResults(code) {
    this.results = null;
    this.app.notices = [];
    return this.work("results", { do: "results", code });
  }

  // True if the key was ours.
  pressKey(event) {
    if (event.key !== "Escape" || !this.dialog) return this.isReading && this.reader.pressKey(event);
    this.show(null);
    return true;
  }

  show(dialog) {
    this.dialog = dialog;
    this.redraw();
  }

  address(change) {
    return `?${new URLSearchParams({ game: this.game.id, ...change })}`;
  }
}

export function WorkshopPage({ app }) {
  const { workshop } = app;
  const { game, games, part, isReading, reader } = workshop;
  const close = () => workshop.show(null);
  return html`
    <div class=${classes("workshop", isReading ? "reading" : part)}>
      <header class="bar">
        <${Logo} app=${app} />
        <h1>${isReading && reader.lesson ? reader.lesson.title : "Workshop"}</h1>
        <nav class="parts" aria-label="Parts">${Object.keys(WORKSHOP_PARTS).map((one) => html`
          <a key=${one} class="button" aria-current=${part === one && !isReading ? "page" : undefined}
            ...${app.link("workshop", workshop.address({ part: one }))}>${WORKSHOP_PARTS[one]}</a>`)}</nav>
        ${isReading && reader.lesson && html`<${Deeds} workshop=${workshop} lesson=${reader.lesson} />`}
        ${games.length > 1 && !isReading && html`<nav class="others" aria-label="Other games">${
          games.filter((one) => one !== game).map((one) => html`
          <a key=${one.id} ...${app.link("workshop", `?${new URLSearchParams({ game: one.id, part })}`)}>${one.title}</a>`)}</nav>`}
      </header>
      <main>
        ${workshop.busy === "lesson" && html`<p class="working" role="status">The lesson is played and its questions are answered …
          <button onClick=${() => workshop.stopWork()}>Stop</button></p>`}
        ${part === "write" ? html`<${Write} app=${app} workshop=${workshop} />`
          : part === "rooms" ? html`<${Rooms} workshop=${workshop} />`
            : isReading ? html`<${LessonRead} workshop=${workshop} />` : html`<${Lessons} workshop=${workshop} app=${app} />`}
      </main>
      ${workshop.dialog?.what === "handout" && html`
        <${HandoutDialog} workshop=${workshop} lesson=${workshop.dialog.lesson} close=${close} />`}
      ${workshop.dialog?.what === "room" && html`
        <${RoomDialog} workshop=${workshop} lesson=${workshop.dialog.lesson} close=${close} />`}
    </div>
  `;
}

// What can be done with a lesson besides reading it.
const Deeds = ({ workshop, lesson }) => html`
  <span class="deeds"><button data-deed="room" onClick=${() => workshop.show({ what: "room", lesson })}>Open a room</button>
    <button data-deed="handout" onClick=${() => workshop.show({ what: "handout", lesson })}>Make a handout</button></span>`;

function Lessons({ workshop, app }) {
  const { game, lessons, problems, room } = workshop;
  return html`
    <section class="lessons" aria-labelledby="lessons-title">
      <h2 id="lessons-title">${game.title}: lessons</h2>
      <p class="lead">In each lesson you predict what will happen; then the engine tells what does, and why. Read one here at your own pace,
        present it to a room with phones, or hand it out as one file.</p>
      ${room?.state === "open" && html`<p class="room-open">Your room <b>${room.code}</b> is open.
        <a ...${app.link("workshop", workshop.address({ part: "rooms" }))}>Go there</a></p>`}
      ${problems && html`<${LessonProblems} problems=${problems} />`}
      ${lessons.length === 0 && html`<p class="none">${game.title} has no lessons yet. Write one, or open a file.</p>`}
      <ul class="cards">${lessons.map((one) => html`<${LessonCard} key=${one.name} workshop=${workshop} app=${app} lesson=${one} />`)}</ul>
      <p class="own-file"><${OpenFile} text="Open a lesson file" open=${(e) => workshop.upload(e)} />
        <span class="soft">one of your own, to read, present or hand out; at most 200 kB</span></p>
    </section>
  `;
}

function LessonCard({ workshop, app, lesson }) {
  const { name, title, summary, minutes, questions, chapters, rules, own, games } = lesson;
  const others = games.filter((id) => id !== workshop.game.id).map((id) => workshop.games.find((one) => one.id === id).title);
  const { said, of } = workshop.reader.progressOf(name);
  const answered = Object.keys(said).filter((key) => !key.includes("twin")).length;
  const named = rules.filter((rule) => workshop.rules[rule]);
  const rule = (id, n) => html`${n > 0 && ", "}<a key=${id} ...${ruleLink(app, id)}>${workshop.rules[id]}</a>`;
  return html`
    <li class="lesson" data-lesson=${name}>
      <p class="kind"><span>${plural(minutes, "minute")}</span> <span>${plural(chapters.length, "chapter")}</span>
        <span>${plural(questions, "question")}</span>${own && html` <span>your own</span>`}</p>
      <h3>${title}</h3>
      <p>${summary}</p>
      ${others.length > 0 && html`<p class="soft">Also about ${others.join(", ")}</p>`}
      ${named.length > 0 && html`<details class="its-rules"><summary>${plural(named.length, "rule")}</summary>
        <p>${named.map(rule)}</p></details>`}
      ${of > 0 && html`<p class="how-far"><progress max=${of} value=${answered} aria-label="Answered"></progress>
        ${answered} of ${of} answered</p>`}
      <p class="deeds"><a class="button primary" ...${app.link("workshop", workshop.address({ lesson: name }))}>${
        answered > 0 ? "Go on" : "Read"}</a> <${Deeds} workshop=${workshop} lesson=${lesson} /></p>
    </li>
  `;
}

function LessonProblems({ problems: { name, problems } }) {
  return html`
    <section class="lesson-problems" role="alert"><h3>${name} was not opened</h3>
      <ul>${problems.map((one, n) => html`<li key=${n}>${one}</li>`)}</ul></section>`;
}
