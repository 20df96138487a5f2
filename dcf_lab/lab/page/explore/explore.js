// The explore page: what it remembers, and how its panels are laid out.

import { Cards } from "../common/cards.js";
import { beside, classes, copyText, download, recall, remember } from "../common/dom.js";
import { Film } from "../common/film.js";
import { LinkShown, Logo } from "../common/frame.js";
import { Game } from "../common/game.js";
import { RuleDialog } from "../common/rules.js";
import { Board } from "./board.js";
import { CardView, Choices, ToTheQuestion } from "./choices.js";
import { Now } from "./now.js";
import { Opponents, Players } from "./opponents.js";
import { clickedOnBoard, pickedAt, unpick } from "./picking.js";
import { closeReading } from "./reading.js";
import { Help, Stepping, timeFor } from "./stepping.js";
import { Tree } from "./tree.js";
import { Causes } from "./graph.js";
import { AllTimelines, Timelines } from "./timelines.js";
import { Log } from "./log.js";
import { Printed } from "./printed.js";
import { Rulings } from "./rulings.js";
import { Guide } from "../learn/guide.js";

const TABS = [["now", "Now"], ["log", "Log"], ["graph", "Graph"], ["rulings", "Rulings"], ["tree", "Tree"],
  ["lines", "Lines"]];
const MOST_CHANGED = 12; // things that are marked after an answer; if there are more, only those of the last step
const KEEP_AFTER = 300; // milliseconds of quiet after which the browser keeps the record
const KEEP_AT_LAST = 1500; // milliseconds without quiet

// The word under which the lab keeps what was seen of a game from a seat; nobody can guess it.
export const secretWord = () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Explorer {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.film = new Film();
    this.game = new Game();
    this.cards = new Cards();
    this.facts = { players: [], rules: {}, rulings: [], title: "" };
    this.moment = 0;
    this.from = 0; // the moment before the last step, for marking what changed
    this.changed = new Set();
    this.forward = false; // is this moment one step after the one shown before?
    this.everyEvent = recall(localStorage, "dcf_lab.every event") === "yes"; // does stepping stop at bookkeeping, too?
    this.speed = recall(localStorage, "dcf_lab.speed") ?? "normal"; // of the film
    const tab = recall(localStorage, "dcf_lab.tab");
    this.tab = TABS.some(([name]) => name === tab) ? tab : "now"; // of the column beside the board
    this.selected = "";
    this.busy = false;
    this.playing = null;
    this.results = {}; // what panels have asked for, and what they remember
    this.opponents = new Opponents(this);
    this.picking = null; // the card that was taken first, and the answers that are left with it
    this.reading = null; // the card whose face is shown at an answer
  }

  // Every answer of the kernel that is not for one panel alone.
  receive(message) {
    if (message.words) this.cards.learn(Object.keys(message.words), Object.values(message.words));
    switch (message.show) {
      case "explore":
        this.facts = message;
        if (message.puzzle) this.tab = "now"; // where its task is told
        this.token = secretWord();
        this.game = new Game(message.game);
        this.cards = new Cards(message.cards, this.game);
        this.film = new Film();
        this.results = {};
        this.viewed = this.viewedPile = this.linkShown = null;
        this.moment = this.from = 0;
        if (message.note) this.app.notice(message.note);
        this.opponents.receive(message);
        this.receive(message.film);
        return message.moment !== undefined && this.goTo(message.moment, Infinity);
      case "gone":
        this.film.forget(message.nodes);
        break;
      case "film": {
        const afresh = this.film.end === 0 || message.from === 0; // told from the start, nothing has changed
        const before = afresh ? Infinity : Math.min(this.moment, message.from);
        this.film.take(message);
        if (!afresh) this.linkShown = null; // it led to where one was
        for (const { options, words } of message.decisions) this.cards.learn(options, words);
        for (const { option, words } of message.nodes) this.cards.learn([option], [words]);
        this.busy = false;
        this.opponents.receive(message);
        Object.assign(this, {
          over: message.over, seat: message.seat, readings: message.readings, takeChances: message.take_chances, cuts: message.cuts,
          aside: message.aside,
        });
        this.goTo(this.followed ? this.film.decisions[0]?.at ?? 0 : this.film.end, before);
        this.followed = false;
        this.keepSoon();
        break;
      }
      case "bots answered":
      case "advice":
        this.opponents.receive(message);
        break;
      case "figure":
        this.film.takeFigure(message);
        break;
      case "comparison":
      case "parted":
        this.results[message.show] = message;
        break;
    }
    return this.redraw();
  }

  // A link may speak of an earlier moment than the last.
  goToLinked(query) {
    const [, number, after] = /^\?s=.*&moment=(\d{1,6})(?:\.(\d))?$/.exec(query) ?? [];
    if (number) this.goTo(this.film.momentOf(Number(number)) + Number(after ?? 0), Infinity);
  }

  async ask(message) {
    this.busy = true;
    this.redraw();
    const answers = await this.kernel.ask({ page: "explore", ...message });
    this.busy = false;
    this.redraw();
    if (message.do !== "answer") await this.app.puzzler.follow();
    return answers;
  }

  // By which unit one steps.
  get unit() {
    return this.everyEvent ? "event" : "step";
  }

  // The event that this moment is about.
  get event() {
    return this.film.shown(this.moment, this.everyEvent);
  }

  // Show a moment. Marked is what its last step has changed; after an answer all that has changed since `from`, if it is not too much.
  goTo(moment, from = Infinity) {
    const before = this.moment;
    this.film.moveTo(moment);
    this.moment = this.film.at;
    this.from = this.film.previous(this.moment, this.film.stops.includes(this.moment) ? this.unit : "event");
    this.forward = before < this.moment && before >= this.from;
    this.changed = this.film.changed(this.from, this.moment);
    const since = from < this.from ? this.film.changed(from, this.moment) : this.changed;
    if (since.size <= MOST_CHANGED) this.changed = since;
    this.app.tell({ moment: this.moment });
    this.redraw();
    this.opponents.wake();
  }

  async answer(asked, option) {
    if (this.busy) return; // a second click on the same button would answer the next question
    this.stop();
    this.viewed = this.viewedPile = this.picking = null;
    const was = document.activeElement?.closest?.(".choices, .card-view");
    await this.ask({ do: "answer", node: asked.node, option });
    await this.app.puzzler.answered();
    // the keyboard goes on at the next question
    const now = document.activeElement;
    const lost = [document.body, ...this.app.elements].includes(now) || (was && now?.closest?.(".choices, .card-view"));
    if (lost) (this.app.find(".choices h2") ?? this.app.find(".now-panel h2"))?.focus({ preventScroll: true });
  }

  // The script is shown from its first question on, as soon as its film is there.
  async followScript() {
    this.followed = true;
    await this.ask({ do: "script" });
    this.followed = false;
  }

  // The legal answers at this moment that speak of a card.
  optionsOf(card) {
    const asked = this.film.decisionAt(this.moment);
    if (!asked) return [];
    if (this.indexed !== asked) {
      this.indexed = asked;
      this.index = new Map();
      for (const option of asked.options) {
        for (const word of new Set(option.split(" ").slice(1))) this.index.set(word, [...(this.index.get(word) ?? []), option]);
      }
    }
    return this.index.get(card) ?? [];
  }

  // The same moment from another seat.
  async sit(seat) {
    const { moment } = this;
    this.stop();
    this.viewed = this.viewedPile = null;
    const answers = await this.ask({ do: "seat", seat, moment });
    this.goTo(answers.find((one) => one.show === "film")?.moment ?? moment, Infinity);
  }

  // Looking closely

  view(card, element, clicked) {
    if (!clicked && (this.closing || element.closest(".card-view") || (this.viewed === null && !element.matches(":focus-visible")))) return;
    if (clicked && !element.closest(".card-view") && clickedOnBoard(this, card)) {
      this.viewed = null;
      return;
    }
    this.viewed = clicked && this.viewed === card && this.pinned ? null : card;
    this.pinned = clicked;
    this.viewedPile = null;
    // the targets of what is picked are on the board: it stays free
    this.anchor = beside((pickedAt(this) && element.closest(".board")) || element, 320, 540);
    this.select(this.viewed ?? "");
    if (clicked && this.viewed) this.enterView(element);
  }

  // The card that the visitor looks at, or that somebody has pointed out from outside.
  select(card) {
    this.selected = card;
    this.app.tell({ selected: card });
    this.redraw();
  }

  viewPile(zone, name, element) {
    this.viewedPile = this.viewedPile?.zone === zone ? null : { zone, name };
    this.viewed = null;
    this.anchor = beside(element, 320, 420);
    this.pileButton = element;
    this.redraw();
    if (this.viewedPile) this.enterView(element);
  }

  // Opened by the keyboard: what can be done there is the next to be reached.
  enterView(element) {
    if (!element.matches(":focus-visible")) return;
    setTimeout(() => this.app.find(".card-view button")?.focus({ preventScroll: true }));
  }

  showRule(rule) {
    this.rule = rule;
    this.comeAndGo(rule);
  }

  toggleHelp() {
    this.help = !this.help;
    this.comeAndGo(this.help);
  }

  // A dialog takes the focus, and gives it back where it was.
  comeAndGo(opened) {
    if (opened) this.cameFrom = document.activeElement;
    else setTimeout(() => this.cameFrom?.focus({ preventScroll: true }));
    this.redraw();
  }

  // Close the uppermost thing that is open; false if nothing was.
  escape() {
    if (closeReading(this) || this.closeMenu()) return true;
    if (unpick(this) && !this.viewed) return true;
    const open = ["rule", "help", "viewed", "viewedPile", "linkShown"].find((word) => this[word]);
    if (!open) return false;
    const card = this.viewed;
    this[open] = null;
    if (open === "viewed") this.select("");
    if (open === "rule" || open === "help") this.comeAndGo(false);
    if (open === "viewedPile") this.pileButton?.focus({ preventScroll: true });
    this.redraw();
    this.closing = true; // the focus that comes back opens nothing
    if (open === "viewed") this.app.find(`[data-card="${CSS.escape(card)}"]`)?.focus();
    this.closing = false;
    return true;
  }

  // The file menu, if it is open.
  closeMenu() {
    const menu = this.app.find(".menu[open]");
    if (!menu) return false;
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    return true;
  }

  // Playing the film

  togglePlay() {
    if (this.playing) return this.stop();
    const next = () => {
      this.goTo(this.film.next(this.moment, this.unit));
      this.playing = this.moment < this.film.end ? setTimeout(next, timeFor(this)) : null;
      this.redraw();
    };
    if (this.moment === this.film.end) this.goTo(0);
    this.playing = setTimeout(next, timeFor(this));
    this.redraw();
  }

  setEveryEvent(on) {
    this.everyEvent = on;
    remember(localStorage, "dcf_lab.every event", on ? "yes" : null);
    this.goTo(this.moment);
  }

  setSpeed(speed) {
    this.speed = speed;
    remember(localStorage, "dcf_lab.speed", speed);
    this.redraw();
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = null;
    this.redraw();
  }

  openTab(name) {
    this.tab = name;
    remember(localStorage, "dcf_lab.tab", name);
    this.redraw();
  }

  // Keeping and sharing

  keepSoon() {
    if (!this.app.first || this.leaving) return; // it is the notebook that keeps its session
    clearTimeout(this.keeping);
    this.unkept ??= Date.now(); // since when; whoever answers without a pause is kept up with, too
    const query = this.app.query(); // the visitor may have gone elsewhere by then
    const { page } = this.app;
    const puzzle = page === "puzzles" ? this.app.puzzler.about?.name : undefined;
    this.toKeep = async () => {
      this.unkept = null;
      const [kept] = await this.kernel.ask({ page: "explore", do: "keep", token: this.token });
      if (kept?.show !== "kept" || kept.sealed === false) return;
      const record = kept.sealed ? `sealed:${this.token}` : kept.record; // from a seat the lab keeps it: it has hidden cards
      const note = { record, title: kept.title, when: Date.now(), puzzle };
      const played = this.film.nodes.size > 1; // a game just opened drives out none that was played
      if (played || !recall(localStorage, "dcf_lab.continue")) remember(localStorage, "dcf_lab.continue", JSON.stringify(note));
      remember(sessionStorage, "dcf_lab.here", JSON.stringify({ page, query, record }));
    };
    this.keeping = setTimeout(() => this.keepNow(), Date.now() - this.unkept > KEEP_AT_LAST ? 0 : KEEP_AFTER);
  }

  // Whoever goes elsewhere finds the last answer, too, on coming back.
  async keepNow() {
    clearTimeout(this.keeping);
    const keep = this.toKeep;
    this.toKeep = null;
    await keep?.();
  }

  // From a seat a link or file has what this player knows; `hidden` asks for the whole.
  async share(hidden = false) {
    const [found] = await this.kernel.ask({ page: "explore", do: "link", hidden });
    if (found?.show !== "link") return; // refused or lost, which the page tells by itself
    const earlier = this.moment < this.film.end && !this.seat ? `&moment=${this.film.numberOf(this.moment)}` : "";
    const address = this.app.address(this.app.page, `?s=${found.link}${found.seat ? `&seat=${found.seat}` : earlier}`);
    const what = found.seat ? `, as ${this.game.name(found.seat)} knows it` : hidden ? ", with hidden cards" : "";
    this.linkShown = { address, copied: await copyText(address), what };
    this.closeMenu();
    this.redraw();
  }

  async download(what, hidden = false) {
    const [file] = await this.kernel.ask({ page: "explore", do: "download", what, hidden });
    if (file?.show === "file") download(file.name, file.text);
  }
}

// The parts of a session, each of which may also lie in a notebook by itself.
const PARTS = {
  board: Board, now: Now, answers: Choices, stepper: Stepping, log: Log, graph: Causes, timelines: Timelines, tree: Tree,
  rulings: Rulings,
};

export function Part({ app, part }) {
  return html`<${PARTS[part]} lab=${app.lab} />`;
}

// A place on the page for the widget of a part.
function Placed({ app, part }) {
  const place = useRef(null);
  useLayoutEffect(() => {
    const gone = new AbortController();
    app.place(part, place.current, gone.signal);
    return () => gone.abort();
  }, [part]);
  return html`<div ref=${place}></div>`;
}

// Is the window like that? Asks again when it is changed.
function useMedia(query) {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const gone = new AbortController();
    matchMedia(query).addEventListener("change", ({ matches }) => setFits(matches), { signal: gone.signal });
    return () => gone.abort();
  }, [query]);
  return fits;
}

// `bar` is the upper edge, `help` stands above the question: a puzzle has its own.
export function ExplorePage({ lab, app, bar = Bar, help = null }) {
  return html`
    <div class=${classes("explore", help && "playing")}
      onClick=${(e) => !e.target.closest(".menu summary, .menu label") && lab.closeMenu()}>
      <${ToTheQuestion} lab=${lab} />
      <${bar} lab=${lab} app=${app} />
      <main class="table-place"><${Placed} app=${app} part="board" /></main>
      <${Side} lab=${lab} app=${app} help=${help} />
      <section class="strip" aria-label="Timelines"><${Placed} app=${app} part="timelines" /></section>
      <footer class="steps"><${Placed} app=${app} part="stepper" /></footer>
      <${Printed} lab=${lab} />
      <${Overlays} lab=${lab} />
    </div>
  `;
}

// The column beside the board: what is happening and what can be answered, or one of the ways to look back.
function Side({ lab, app, help }) {
  const large = useMedia("(min-width: 1600px) and (min-height: 900px)");
  const graphBelow = large && app.page === "explore" && lab.event && !lab.film.decisionAt(lab.moment); // nobody needs the room to answer
  const turn = (e) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!way || e.shiftKey) return; // with Shift they step through the film
    const names = TABS.map(([name]) => name);
    lab.openTab(names.at((names.indexOf(lab.tab) + way) % names.length));
    e.stopPropagation();
    e.currentTarget.querySelector(`[data-tab=${lab.tab}]`).focus();
  };
  return html`
    <aside class="side" aria-label="Beside the table">
      <div class="tabs" role="tablist" onKeyDown=${turn}>
        ${TABS.map(([name, title]) => html`<button key=${name} role="tab" data-tab=${name} aria-selected=${String(lab.tab === name)}
          aria-controls="side-panel" tabindex=${lab.tab === name ? 0 : -1} onClick=${() => lab.openTab(name)}>${title}</button>`)}
      </div>
      <div class=${classes("panel", lab.tab)} id="side-panel" role="tabpanel" aria-label=${TABS.find(([name]) => name === lab.tab)[1]}>
        ${lab.tab === "now"
          ? html`<${help ?? Guide} lab=${lab} app=${app} /><${Placed} key="now" app=${app} part="now" />
            ${graphBelow && html`<${Placed} key="graph" app=${app} part="graph" />`}
            <${Placed} key="answers" app=${app} part="answers" />`
          : lab.tab === "lines"
            ? html`<div class="part timelines"><${AllTimelines} lab=${lab} /></div>`
            : html`<${Placed} key=${lab.tab} app=${app} part=${lab.tab} />`}
      </div>
    </aside>
  `;
}

// What comes up over everything.
export function Overlays({ lab }) {
  return html`
    <${CardView} lab=${lab} />
    ${lab.help && html`<${Help} lab=${lab} />`}
    ${lab.rule && html`<${RuleDialog} lab=${lab} />`}
  `;
}

// What can be saved: the whole, and from a seat also only what this player knows.
export function GivenOut({ lab, scenario }) {
  if (!lab.seat) return html`
    <button onClick=${() => lab.download("record")}>Save the game (with all branches)</button>
    <button onClick=${() => lab.download("scenario")}>${scenario}</button>`;
  const who = lab.game.name(lab.seat);
  return html`
    <button onClick=${() => lab.download("scenario")}>Save the position as ${who} knows it</button>
    <button class="with-hidden" onClick=${() => lab.share(true)}>Copy link with hidden cards</button>
    <button class="with-hidden" onClick=${() => lab.download("record", true)}>Save the game with hidden cards (and all branches)</button>
    <button class="with-hidden" onClick=${() => lab.download("scenario", true)}>${scenario}, with hidden cards</button>`;
}

function Bar({ lab, app }) {
  const upload = (e) => {
    lab.closeMenu();
    return app.upload(e, "explore", lab);
  };
  return html`
    <header class="bar">
      <${Logo} app=${app} />
      <h1 title=${lab.facts.summary}>${lab.facts.title}</h1>
      <label>Seat <select value=${lab.seat ?? ""} onChange=${(e) => lab.sit(e.target.value)}>
        <option value="">see it all</option>
        ${lab.facts.players.map((player) => html`<option value=${player}>${lab.cards.name(player)}</option>`)}
      </select></label>
      <label>Chance <select class="chance" disabled=${Boolean(lab.seat)} title=${lab.seat ? "See it all to decide for chance" : undefined}
        value=${lab.takeChances ? "take" : "seed"} onChange=${(e) => lab.ask({ do: "chance", take: e.target.value === "take" })}>
        <option value="seed">by the seed</option><option value="take">I decide</option>
      </select></label>
      ${lab.facts.script && html`
        <button onClick=${() => lab.followScript()}
          title="Play what the scenario's script says; then step through it">Follow the script</button>`}
      ${lab.facts.goal && html`
        <button onClick=${(e) => app.go(e, "puzzles", "?puzzle=here")}
          title="With replies, hints and a check by the solver">Play it as a puzzle</button>`}
      ${lab.aside && html`<button class="earlier" onClick=${() => lab.ask({ do: "earlier" })}
        title="The tree as it was before chance or a reading was switched">Back to the earlier tree</button>`}
      <${Players} lab=${lab} />
      <a class="button" title="How it is played, and all its rules" ...${app.link("learn", `?game=${lab.game.id}`)}>Rules</a>
      <button onClick=${() => lab.share()}>Copy link</button>
      <details class="menu"><summary>File</summary><div>
        <${GivenOut} lab=${lab} scenario="Save the scenario" />
        <label class="button">Open a file<input type="file" accept=".toml,.json" onChange=${upload} /></label>
        <button onClick=${(e) => app.go(e, "build", "?from=here")}>Build from this position</button>
        ${!lab.seat && html`<button class="to-handout" disabled=${Boolean(app.workshop.busy)}
          onClick=${() => app.workshop.makeHandout({ lesson: "here" })}>${
            app.workshop.busy ? "A handout is being made …" : "Make a handout of this game"}</button>`}
        <button onClick=${(e) => app.go(e, "workshop", "?part=write&from=here")}
          title="A lesson with what has been played, to be told in steps and asked about">Make this a chapter</button>
      </div></details>
      <${LinkShown} of=${lab} app=${app} />
    </header>
  `;
}
