// The puzzle page: what it remembers of the puzzle being played, and what it asks of the kernel; long work comes in slices.

import { parsed, recall, remember } from "../common/dom.js";
import { Game } from "../common/game.js";
import { inSlices } from "../common/link.js";
import { ExplorePage } from "../explore/explore.js";
import { PuzzleCollection } from "./collection.js";
import { PuzzleBar, PuzzleHelp } from "./panel.js";

const KEEP_SOLVED = "dcf_lab.puzzles";

export class Puzzler {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.entries = []; // the collection
    this.games = [];
    this.about = null; // the puzzle being played, or null while the collection is shown
    this.turn = 0; // of asking: what was asked before the last wish is of no interest any more
    this.solved = recallSolved();
    this.forget();
  }

  forget() {
    this.state = { state: "open", turn: "yours", node: 0 };
    this.working = null;
    this.idea = null; // what was said when an idea was checked
    this.hint = null;
    this.played = null; // a refutation or solution that is being shown
    this.said = []; // what the others have replied
    this.wrong = null; // an answer that was taken back
    this.which = 0; // the solution to be shown next
  }

  get playing() {
    return this.app.page === "puzzles" && this.about !== null;
  }

  receive(message) {
    if (this.app.page === "build") return;
    switch (message.show) {
      case "puzzles":
      case "others":
        this.entries = message.entries;
        this.games = message.games.map((game) => new Game(game));
        if (message.show === "puzzles") this.about = null;
        break;
      case "explore":
        this.turn++;
        this.forget();
        this.about = message.puzzle ?? null;
        if (this.about) this.app.lab.tab = "now"; // where it stands is told there
        break;
      case "film":
        this.idea = this.hint = this.played = this.wrong = null;
        this.said = [];
        this.app.lab.hinted = null;
        break;
      case "puzzle":
        this.state = message;
        if (message.solved) this.note("solved");
        break;
      case "wrong":
        this.wrong = message;
        break;
      case "replied":
        this.said = message.said;
        break;
      case "checked idea":
        this.idea = message;
        this.hint = this.played = this.wrong = null;
        if (message.solved) {
          this.state = { ...this.state, solved: true };
          this.note("solved");
        }
        break;
      case "hint":
        this.hint = message;
        this.idea = this.played = this.wrong = null;
        this.app.lab.hinted = message.hints.at(-1)?.card || null;
        break;
      case "played":
        this.played = message;
        this.idea = this.hint = this.wrong = null;
        if (message.what === "solution" && message.at !== null) this.note("seen");
        if (message.at !== null) this.app.lab.goTo(message.at, Infinity);
        break;
      case "unfinished":
        this.idea = { right: null, text: `No answer: ${message.why}.` };
        break;
      default:
        return;
    }
    this.redraw();
  }

  ask(message) {
    return this.kernel.ask({ page: "puzzles", ...message });
  }

  // Ask for something that may take a while, and go on asking until it has come, is stopped, or something else is wished for.
  async wish(message) {
    const turn = ++this.turn;
    this.working = { what: message.do };
    this.redraw();
    const wanted = () => turn === this.turn && this.playing;
    await inSlices(this.kernel, "puzzles", message, wanted, (working) => {
      this.working = working;
      this.redraw();
    });
    if (turn !== this.turn) return;
    this.working = null;
    this.redraw();
    if (this.wrong || this.state.solved) this.lookAtVerdict();
  }

  // Whoever has answered far down on a phone sees what became of it.
  lookAtVerdict() {
    requestAnimationFrame(() => this.app.element.querySelector(".puzzle .verdict")?.scrollIntoView({ block: "nearest" }));
  }

  stop() {
    return this.ask({ do: "stop" });
  }

  // Somebody else may have the first word.
  begin() {
    if (this.playing && this.state.turn === "theirs") this.replies();
  }

  // After every answer: a wrong one is taken back, else the others reply.
  answered() {
    return this.replies({ do: "try" });
  }

  // Where luck may have helped, it is looked at whether the goal was reached by right.
  async replies(message = { do: "reply" }) {
    if (!this.playing) return;
    await this.wish(message);
    if (this.playing && this.state.look) await this.wish({ do: "check" });
    if (this.playing && this.state.solved && this.entries.length === 0) await this.ask({ do: "others" }); // by a link one sees none
  }

  // What comes of an answer that was taken back.
  async playOn({ slip }) {
    await this.wish({ do: "play on", node: slip });
    await this.replies();
  }

  // The timeline was moved in some other way: in the tree, by a reading.
  async follow() {
    if (!this.playing) return;
    this.turn++;
    this.working = null;
    await this.ask({ do: "state" });
  }

  // The question on the screen, which may be an earlier one.
  get node() {
    const { film, moment } = this.app.lab;
    return film.decisionAt(moment)?.node ?? film.here;
  }

  async undo() {
    await this.wish({ do: "undo" });
  }

  async again() {
    await this.wish({ do: "again" });
    await this.replies();
  }

  async answerForAll(on) {
    this.state = { ...this.state, everybody: on };
    await this.wish({ do: "everybody", on });
    if (!on) await this.replies();
  }

  check() {
    return this.wish({ do: "check", node: this.node });
  }

  nextHint() {
    return this.wish({ do: "hint", node: this.node });
  }

  refute() {
    return this.wish({ do: "refute", node: this.wrong?.slip ?? this.idea?.node ?? this.node });
  }

  solution() {
    return this.wish({ do: "solution", which: this.which++ });
  }

  // Does the lab answer this question? It is the open one, and somebody else's.
  answers(asked) {
    const { about, state } = this;
    return this.playing && asked.chosen === null && state.state === "open" && !state.everybody && !about.everybody
      && !about.players.includes(asked.player);
  }

  // The first puzzle after this one that has not been solved.
  get next() {
    const here = this.entries.findIndex((one) => one.name === this.about?.name);
    const others = [...this.entries.slice(here + 1), ...this.entries.slice(0, Math.max(here, 0))];
    return others.find((one) => this.known(one.name) !== "solved");
  }

  // What this browser remembers of a puzzle: "solved", "seen" or nothing. Names did not say the game once.
  known(name = "") {
    return this.solved[name] ?? this.solved[name.slice(name.indexOf("/") + 1)];
  }

  note(what) {
    const { name } = this.about ?? {};
    if (!name || this.known(name) === "solved") return;
    this.solved = { ...recallSolved(), [name]: what };
    remember(localStorage, KEEP_SOLVED, JSON.stringify(this.solved));
  }
}

// What this browser remembers: name -> "solved" or "seen" (its solution was looked at).
function recallSolved() {
  const found = parsed(recall(localStorage, KEEP_SOLVED));
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(Object.entries(found).filter(([, what]) => ["solved", "seen"].includes(what)));
}

export function PuzzlesPage({ lab, app }) {
  const { puzzler } = app;
  if (!puzzler.about) return html`<${PuzzleCollection} puzzler=${puzzler} app=${app} />`;
  return html`<${ExplorePage} lab=${lab} app=${app} bar=${PuzzleBar} help=${PuzzleHelp} />`;
}
