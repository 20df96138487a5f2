// A lesson being written: its data, kept by the browser at every change, and what the lab says of it.

import { Cards } from "../common/cards.js";
import { Game } from "../common/game.js";
import { download, parsed, recall, remember } from "../common/dom.js";
import { Stage } from "../room/stage.js";

const KEEP_LESSON = "dcf_lab.written";
const KEEP_LESSONS = "dcf_lab.written.earlier";
const KEEP_TABLE = "dcf_lab.written.table"; // whether it is shown
const MOST_OF_LESSON = 1_000_000; // characters that are read from memory
const MOST_LESSONS = 4; // that another took the place of
const LOOK_AFTER = 300; // milliseconds after the last change
const MOST_TAKEN_BACK = 100;
const STROKES = 1500; // milliseconds in which strokes of a key are one change
export const QUESTION_KINDS = {
  amount: "How much is it?", value: "How many are there then?", happens: "Does it happen?", allowed: "Is it allowed?",
  answers: "Which are allowed?", react: "Who can react?", order: "In which order?", cite: "Which rule is it?", find: "Find the way",
  reading: "How would you read it?",
};

export const kindOf = (ask) => Object.keys(QUESTION_KINDS).find((kind) => ask && kind in ask);

export class Writer {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.lesson = this.known = null;
    this.at = { chapter: 0, step: 0 };
    this.found = { steps: [], problems: [], notes: [], toml: "" };
    this.offered = this.twins = this.table = null; // what can be asked at a step, and how the table looks there
    this.stage = new Stage(redraw);
    Object.assign(this.stage, { hideFuture: true, kernel, viewPile: () => {} });
    this.stage.app = { frame: null, get element() { return app.element; }, notice: (...said) => app.notice(...said) };
    Object.defineProperty(this.stage, "theme", { get: () => app.lab.theme });
    this.showsTable = recall(localStorage, KEEP_TABLE) === "yes";
    this.kind = ""; // of the questions that are listed
    this.before = []; // lessons before each change
    this.after = [];
    this.version = 0; // of the lesson; what the lab says of another is of no use
    this.looked = -1;
  }

  // Opening

  // `?from=here` brings what is being explored; without it the lesson that the browser has kept is there.
  async arrive(query) {
    if (!this.lesson) this.takeKept();
    const brings = /[?&]from=here\b/.test(query);
    if (brings && this.app.served) history.replaceState(null, "", this.app.address("workshop", query.replace(/[?&]from=here\b/, "")));
    this.bringing = brings && Boolean(this.lesson); // then the visitor says where to
    if (brings && !this.lesson) await this.begin();
    else if (this.lesson && !this.facts) await this.refresh();
    this.redraw();
  }

  takeKept() {
    const text = recall(localStorage, KEEP_LESSON);
    const kept = parsed(text?.length > MOST_OF_LESSON ? null : text)?.lesson;
    if (isLikeLesson(kept)) this.lesson = kept;
    else if (text) this.app.notice("The lesson that this browser had kept is damaged and cannot be shown.");
  }

  get earlier() {
    const list = parsed(recall(localStorage, KEEP_LESSONS));
    return Array.isArray(list) ? list.filter(isLikeLesson).slice(0, MOST_LESSONS) : [];
  }

  async refresh() {
    const answers = await this.kernel.ask({ page: "writing", do: "facts", lesson: this.lesson });
    if (!this.furnish(answers)) return;
    this.changed();
  }

  furnish(answers) {
    const facts = answers.find(({ show }) => show === "writing");
    if (!facts) return false;
    this.known = facts;
    this.knownCards = new Map();
    return true;
  }

  // What there is to name: cards, rules and events of the game that the chapter at hand is of.
  get facts() {
    return this.known?.others?.[this.lesson?.chapter[this.at.chapter]?.game] ?? this.known;
  }

  get cards() {
    const { facts, knownCards } = this;
    if (!knownCards.has(facts)) knownCards.set(facts, new Cards(facts.cards, new Game(facts.game)));
    return knownCards.get(facts);
  }

  // What is explored becomes a chapter, of this lesson or of a new one.
  async begin(adding = false) {
    const answers = await this.kernel.ask({ page: "writing", do: "begin", lesson: adding ? this.lesson : null });
    const said = this.opened(answers, adding);
    if (said) this.bringing = false;
    this.redraw();
  }

  opened(answers, adding = false) {
    const found = answers.find(({ show }) => show === "lesson written");
    if (!found || !isLikeLesson(found.lesson) || !this.furnish(answers)) return false;
    if (this.lesson && !adding) this.setAside();
    this.push(found.lesson);
    const step = found.lesson.chapter[found.at].step.findLastIndex((one) => one.do?.length > 0);
    this.at = { chapter: found.at, step: Math.max(0, step) };
    this.kind = "";
    if (found.lost?.length) this.app.notice(`Not everything could be brought here:\n${found.lost.slice(0, 8).join("\n")}`);
    return true;
  }

  setAside() {
    const others = this.earlier.filter((one) => JSON.stringify(one) !== JSON.stringify(this.lesson));
    remember(localStorage, KEEP_LESSONS, JSON.stringify([this.lesson, ...others].slice(0, MOST_LESSONS)));
  }

  async bringBack(lesson) {
    const rest = this.earlier.filter((one) => JSON.stringify(one) !== JSON.stringify(lesson));
    remember(localStorage, KEEP_LESSONS, JSON.stringify(rest));
    if (this.lesson) this.setAside();
    this.at = { chapter: 0, step: 0 };
    this.push(lesson);
    await this.refresh();
  }

  // Begin afresh; the lesson at hand can be brought back.
  close() {
    this.setAside();
    this.version += 1; // whatever is being worked out is of no use
    Object.assign(this, { lesson: null, known: null, offered: null, twins: null, table: null, before: [], after: [] });
    remember(localStorage, KEEP_LESSON, null);
    this.redraw();
  }

  async openFile(event) {
    this.opened(await this.app.upload(event, "writing"));
    this.redraw();
  }

  async save() {
    const [file] = await this.kernel.ask({ page: "writing", do: "download", lesson: this.lesson });
    if (file?.show === "file") download(file.name, file.text);
  }

  // Read it as others will; the lab looks at the file anew.
  async preview() {
    const [file] = await this.kernel.ask({ page: "writing", do: "download", lesson: this.lesson });
    if (file?.show === "file") await this.app.workshop.openText(file.name, file.text);
  }

  // Changing

  get step() {
    return this.lesson.chapter[this.at.chapter]?.step[this.at.step] ?? {};
  }

  // What the lab has said of a step.
  seen(chapter, step) {
    return this.found.steps.find((one) => one.chapter === chapter && one.step === step);
  }

  // Every change is made on a copy; strokes with the same `merge` are taken back together.
  change(edit, merge = "") {
    const lesson = structuredClone(this.lesson);
    edit(lesson);
    const now = Date.now();
    const same = merge && merge === this.merging && now - this.merged < STROKES;
    if (!same) this.before = [...this.before, this.lesson].slice(-MOST_TAKEN_BACK);
    Object.assign(this, { merging: merge, merged: now, after: [] });
    this.put(lesson);
  }

  // A part of the present step; nothing takes it away.
  set(key, value, merge = "") {
    const { chapter, step } = this.at;
    this.change((lesson) => {
      const one = lesson.chapter[chapter].step[step];
      if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) delete one[key];
      else one[key] = value;
    }, merge && `${merge} ${chapter} ${step}`);
  }

  setAsk(key, value, merge = "") {
    const { [key]: _, ...ask } = this.step.ask;
    this.set("ask", value === undefined || value === "" ? ask : { ...ask, [key]: value }, merge);
  }

  push(lesson) {
    if (this.lesson) this.before = [...this.before, this.lesson].slice(-MOST_TAKEN_BACK);
    this.put(lesson);
  }

  put(lesson) {
    this.lesson = lesson;
    const chapter = Math.max(0, Math.min(this.at.chapter, lesson.chapter.length - 1));
    this.at = { chapter, step: Math.max(0, Math.min(this.at.step, (lesson.chapter[chapter]?.step.length ?? 1) - 1)) };
    this.unkept = !remember(localStorage, KEEP_LESSON, JSON.stringify({ lesson, title: lesson.title, when: Date.now() }));
    this.changed();
  }

  undo() {
    if (this.before.length === 0) return;
    this.after.push(this.lesson);
    this.merging = "";
    this.put(this.before.pop());
  }

  redo() {
    if (this.after.length === 0) return;
    this.before.push(this.lesson);
    this.put(this.after.pop());
  }

  select(chapter, step) {
    this.at = { chapter, step };
    this.kind = "";
    this.run();
    this.redraw();
  }

  // Ask what was offered: its cards come to be looked at.
  choose({ ask, look }) {
    const { chapter, step } = this.at;
    this.change((lesson) => {
      const one = lesson.chapter[chapter].step[step];
      one.ask = ask;
      const cards = [...new Set([...(one.look ?? []), ...look])];
      if (cards.length > 0) one.look = cards;
      delete one.twins; // they were of another question
    });
    this.kind = "";
    this.redraw();
  }

  // Steps: each keeps its answers, whatever becomes of it

  // The first answers stay, with what is said before; what is asked is about the rest.
  split(number) {
    const { chapter, step } = this.at;
    this.change((lesson) => {
      const { step: steps } = lesson.chapter[chapter];
      const { say, look, notes, do: answers, ...rest } = steps[step];
      const first = Object.fromEntries(Object.entries({ say, look, notes }).filter(([, value]) => value));
      const looked = rest.ask && look ? { look } : {};
      steps.splice(step, 1, { ...first, do: answers.slice(0, number) }, { ...rest, ...looked, do: answers.slice(number) });
    });
    this.select(chapter, step + 1);
  }

  join() {
    const { chapter, step } = this.at;
    const [one, next] = this.lesson.chapter[chapter].step.slice(step, step + 2);
    if (one.ask && next.ask) return this.app.notice("Both steps ask something. Take one of the questions away first.", "refused");
    return this.change((lesson) => {
      const both = { ...one, ...next };
      for (const key of ["say", "then", "notes"]) {
        const texts = [one[key], next[key]].filter(Boolean);
        if (texts.length > 0) both[key] = texts.join("\n\n");
      }
      for (const key of ["do", "look", "expect"]) {
        const all = [...(one[key] ?? []), ...(next[key] ?? [])];
        if (all.length > 0) both[key] = key === "look" ? [...new Set(all)] : all;
      }
      lesson.chapter[chapter].step.splice(step, 2, both);
    });
  }

  addStep() {
    const { chapter, step } = this.at;
    this.change((lesson) => lesson.chapter[chapter].step.splice(step + 1, 0, {}));
    this.select(chapter, step + 1);
  }

  // What it did is done by the next step, or by nobody if it was the last.
  removeStep() {
    const { chapter, step } = this.at;
    this.change((lesson) => {
      const { step: steps } = lesson.chapter[chapter];
      const [gone] = steps.splice(step, 1);
      if (steps[step] && gone.do) steps[step].do = [...gone.do, ...(steps[step].do ?? [])];
      if (steps.length === 0) steps.push({});
    });
    this.select(chapter, Math.max(0, step - 1));
  }

  chapterFromHere() {
    const { chapter, step } = this.at;
    this.change((lesson) => {
      const { title, game, step: steps } = lesson.chapter[chapter];
      const more = { title: `${title}, continued`, ...(game && { game }), continue: true, step: steps.splice(step) };
      lesson.chapter.splice(chapter + 1, 0, more);
    });
    this.select(chapter + 1, 0);
  }

  // A chapter that went on from this one goes on from the one before.
  removeChapter(number) {
    this.change((lesson) => {
      const [gone] = lesson.chapter.splice(number, 1);
      const next = lesson.chapter[number];
      if (next?.continue) {
        next.step = [...gone.step, ...next.step];
        if (!gone.continue) delete next.continue;
        if (gone.scenario) next.scenario = gone.scenario; // of the same game
      }
    });
    this.select(Math.max(0, number - 1), 0);
  }

  // What the lab says of it; one thing after the other, since it does one piece of long work at a time

  changed() {
    this.version += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), LOOK_AFTER);
    this.redraw();
  }

  get looking() {
    return this.looked !== this.version;
  }

  // What questions can be about, in one word: it changes with what is done, not with what is said.
  get course() {
    if (!this.lesson) return "";
    const { chapter, step } = this.at;
    const { title, summary, minutes, chapter: chapters, ...position } = this.lesson;
    const done = chapters.slice(0, chapter + 1).map(({ title: _, step: steps, ...begins }, n) =>
      [begins, (n < chapter ? steps : steps.slice(0, step + 1)).map((one) => one.do ?? [])]);
    return JSON.stringify([position, done, this.step.stop]);
  }

  async run() {
    if (this.running || !this.lesson || !this.facts) return;
    this.running = true;
    try {
      for (let next = this.nextWork(); next; next = this.nextWork()) await next();
    } finally {
      this.running = false;
    }
    this.redraw();
  }

  nextWork() {
    if (!this.lesson) return null;
    const { version, course } = this;
    if (this.looked !== version) return async () => {
      const found = await this.long({ page: "writing", do: "look", lesson: this.lesson }, () => this.version === version);
      if (this.version !== version) return;
      this.looked = version;
      if (found?.show === "lesson looked at") this.found = found;
      this.redraw();
    };
    if (this.showsTable && this.table?.course !== course) return async () => {
      const wanted = () => this.course === course && !this.looking;
      const found = await this.long({ page: "writing", do: "table", lesson: this.lesson, ...this.at }, wanted);
      if (wanted()) this.laid(found?.show === "lesson table" ? { ...found, course } : { film: null, course });
    };
    if (this.offered?.course !== course) return async () => {
      const wanted = () => this.course === course && !this.looking;
      const tell = ({ offers }) => {
        this.offering = { course, offers };
        this.redraw();
      };
      const found = await this.long({ page: "writing", do: "offers", lesson: this.lesson, ...this.at }, wanted, tell);
      const nothing = { events: [], answers: [], rules: [], offers: [] };
      if (wanted()) this.offered = { ...(found?.show === "lesson offers" ? found : nothing), course };
      this.redraw();
    };
    if (this.twins?.wanted) return async () => {
      const asked = JSON.stringify(this.step.ask);
      const wanted = () => this.course === course && !this.looking;
      const found = await this.long({ page: "writing", do: "twins", lesson: this.lesson, ...this.at }, wanted);
      this.twins = wanted() ? { course, asked, list: found?.show === "lesson twins" ? found.twins : [] } : null;
      this.redraw();
    };
    return null;
  }

  // The table as it is when the step begins.
  laid(table) {
    this.table = table;
    this.stage.learn({ players: [], rulings: [], others: {}, ...this.facts });
    if (table.film) this.stage.take(table.film, table.before);
    this.redraw();
  }

  turnTable() {
    this.showsTable = !this.showsTable;
    remember(localStorage, KEEP_TABLE, this.showsTable ? "yes" : null);
    this.run();
    this.redraw();
  }

  findTwins() {
    this.twins = { wanted: true };
    this.run();
    this.redraw();
  }

  // The twins that were found for what is asked now, if they were looked for.
  get twinsFound() {
    return this.twins?.course === this.course && this.twins.asked === JSON.stringify(this.step.ask) ? this.twins.list : null;
  }

  async long(message, wanted, tell = () => {}) {
    let answers = await this.kernel.ask(message);
    for (;;) {
      const working = answers.find(({ show }) => show === "working");
      if (!working || !wanted()) return answers[0];
      tell(working);
      answers = await this.kernel.ask({ page: "writing", do: "more", work: working.work });
    }
  }
}

// What comes from memory or a file may be anything; the page shows only what has the form of a lesson.
function isLikeLesson(lesson) {
  const texts = (list) => list === undefined || (Array.isArray(list) && list.every((one) => typeof one === "string"));
  const text = (one) => one === undefined || typeof one === "string";
  const table = (one) => one === undefined || (typeof one === "object" && one !== null && !Array.isArray(one));
  const step = (one) => table(one) && one && texts(one.do) && texts(one.look) && text(one.say) && text(one.then) && text(one.notes)
    && text(one.panel) && table(one.ask) && table(one.ask?.wrong) && texts(one.ask?.about) && text(one.ask?.text) && table(one.twins)
    && Object.values(one.twins ?? {}).every((others) => texts(others));
  const some = (list, like) => Array.isArray(list) && list.length > 0 && list.every(like);
  return Boolean(lesson) && typeof lesson === "object" && text(lesson.title) && text(lesson.summary)
    && some(lesson.chapter, (one) => table(one) && one && text(one.title) && text(one.scenario) && some(one.step, step));
}
