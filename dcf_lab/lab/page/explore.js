// The explore page: what it remembers, and how its panels are laid out.

import { Board, Status } from "./board.js";
import { Cards } from "./cards.js";
import { CardView, Choices, RuleDialog } from "./choices.js";
import { classes, copyText, download, recall, remember } from "./dom.js";
import { Film } from "./film.js";
import { Help, Stepping } from "./stepping.js";

const PANELS = [
  ["log", "Log"], ["causes", "What caused what"], ["timelines", "Timelines"], ["tree", "What-if tree"], ["rulings", "Rulings"],
];
const PLAY_EVERY = 900; // milliseconds between two steps of the film
const KEEP_AFTER = 300; // milliseconds of quiet after which the browser keeps the record

export class Lab {
  constructor(kernel, redraw, app) {
    this.kernel = kernel;
    this.redraw = redraw;
    this.app = app;
    this.film = new Film();
    this.cards = new Cards();
    this.facts = { players: [], rules: {}, rulings: [], title: "" };
    this.moment = 0;
    this.from = 0; // the moment before the last step, for marking what changed
    this.changed = new Set();
    this.open = new Set((recall(localStorage, "dcf_lab.panels") ?? "log,causes").split(",").filter(Boolean));
    this.busy = false;
    this.playing = null;
    this.results = {}; // what panels have asked for: comparison, parted, matters
  }

  // Every answer of the kernel that is not for one panel alone.
  receive(message) {
    switch (message.show) {
      case "explore":
        this.facts = message;
        this.cards = new Cards(message.cards);
        this.film = new Film();
        this.results = {};
        this.viewed = this.viewedPile = this.refusals = this.why = null;
        this.moment = this.from = 0;
        if (message.note) this.app.notice(message.note);
        return this.receive(message.film);
      case "gone":
        this.film.forget(message.nodes);
        break;
      case "film": {
        const before = this.film.end === 0 ? Infinity : Math.min(this.moment, message.from); // at first nothing has changed
        this.film.take(message);
        this.busy = false;
        Object.assign(this, { over: message.over, seat: message.seat, readings: message.readings, takeChances: message.take_chances, cuts: message.cuts, aside: message.aside });
        this.goTo(this.film.end, before);
        this.keepSoon();
        break;
      }
      case "refusals":
        this.refusals = message;
        break;
      case "comparison":
      case "parted":
        this.results[message.show] = message;
        break;
    }
    return this.redraw();
  }

  async ask(message) {
    this.busy = true;
    this.redraw();
    const answers = await this.kernel.ask({ page: "explore", ...message });
    this.busy = false;
    this.redraw();
    return answers;
  }

  // Show a moment. What has changed since `from` is marked; going back, what the last event there had changed.
  goTo(moment, from = this.moment) {
    this.film.moveTo(moment);
    this.moment = this.film.at;
    this.from = from > this.moment && from !== Infinity ? Math.max(0, this.moment - 1) : Math.min(from, this.moment);
    this.changed = this.film.changed(this.from, this.moment);
    this.why = null;
    if (this.refusedOpen) this.loadRefused();
    this.redraw();
  }

  async answer(asked, option) {
    if (this.busy) return; // a second click on the same button would answer the next question
    this.stop();
    this.viewed = this.viewedPile = null;
    await this.ask({ do: "answer", node: asked.node, option });
    // the button that was pressed is gone: the keyboard goes on at the next question
    if (document.activeElement === document.body) document.querySelector(".dcf .choices h2")?.focus({ preventScroll: true });
  }

  // The legal answers at this moment that speak of a card or Location.
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

  // Looking closely

  view(card, element, clicked) {
    if (!clicked && this.viewed === null && !element.matches(":focus-visible")) return;
    if (this.viewed !== card) this.why = null;
    this.viewed = clicked && this.viewed === card && this.pinned ? null : card;
    this.pinned = clicked;
    this.viewedPile = null;
    this.anchor = beside(element);
    this.redraw();
  }

  viewPile(zone, name, element) {
    this.viewedPile = this.viewedPile?.zone === zone ? null : { zone, name };
    this.viewed = null;
    this.anchor = beside(element);
    this.redraw();
  }

  showRule(rule) {
    this.rule = rule;
    this.redraw();
  }

  toggleHelp() {
    this.help = !this.help;
    this.redraw();
  }

  // Close the uppermost thing that is open; false if nothing was.
  escape() {
    const open = ["rule", "help", "viewed", "viewedPile", "linkShown"].find((word) => this[word]);
    if (!open) return false;
    const card = this.viewed;
    this[open] = null;
    this.redraw();
    if (open === "viewed") document.querySelector(`[data-card="${CSS.escape(card)}"]`)?.focus();
    return true;
  }

  // Refusals

  toggleRefused(open, asked) {
    this.refusedOpen = open;
    if (open && this.refusals?.node !== asked.node) this.loadRefused();
  }

  loadRefused() {
    const asked = this.film.decisionAt(this.moment);
    if (asked && this.refusals?.node !== asked.node) this.kernel.ask({ page: "explore", do: "refused", node: asked.node });
  }

  async whyNot(card, asked) {
    await this.kernel.ask({ page: "explore", do: "refused", node: asked.node });
    const refusals = (this.refusals?.refusals ?? []).filter((one) => one.option.split(" ").includes(card));
    this.why = { card, refusals };
    this.redraw();
  }

  // Playing the film

  togglePlay() {
    if (this.playing) return this.stop();
    if (this.moment === this.film.end) this.goTo(0);
    this.playing = setInterval(() => {
      if (this.moment === this.film.end) return this.stop();
      this.goTo(this.film.next(this.moment, "event"));
    }, PLAY_EVERY);
    this.redraw();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.redraw();
  }

  togglePanel(name) {
    if (!this.open.delete(name)) this.open.add(name);
    remember(localStorage, "dcf_lab.panels", [...this.open].join(","));
    this.redraw();
  }

  // Keeping and sharing

  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(async () => {
      const [kept] = await this.kernel.ask({ page: "explore", do: "keep" });
      if (kept?.show !== "kept") return;
      const note = { record: kept.record, title: kept.title, when: Date.now() };
      remember(localStorage, "dcf_lab.continue", JSON.stringify(note));
      remember(sessionStorage, "dcf_lab.here", JSON.stringify({ query: this.app.query(), record: kept.record }));
    }, KEEP_AFTER);
  }

  async share() {
    const [found] = await this.kernel.ask({ page: "explore", do: "link" });
    const address = this.app.address("explore", `?s=${found.link}`);
    this.linkShown = { address, copied: await copyText(address) };
    this.redraw();
  }

  async download(what) {
    const [file] = await this.kernel.ask({ page: "explore", do: "download", what });
    download(file.name, file.text);
  }
}

// Where the large view goes: beside the card, wholly on the screen.
function beside(element) {
  const box = element.getBoundingClientRect();
  const width = Math.min(320, innerWidth - 16);
  const left = box.right + 8 + width < innerWidth ? box.right + 8 : Math.max(8, box.left - width - 8);
  const top = Math.max(8, Math.min(box.top, innerHeight - 420));
  return `left:${left}px;top:${top}px;width:${width}px;max-height:${innerHeight - top - 8}px`;
}

export function ExplorePage({ lab, app }) {
  const draw = { log: Log, causes: Causes, timelines: Timelines, tree: Tree, rulings: Rulings };
  return html`
    <div class="explore">
      <${Bar} lab=${lab} app=${app} />
      <${Status} lab=${lab} />
      <div class="middle">
        <${Board} lab=${lab} />
        <${Choices} lab=${lab} />
      </div>
      <${Stepping} lab=${lab} />
      <div class="panel-switches" role="group" aria-label="Panels">
        ${PANELS.map(([name, title]) => html`<button aria-pressed=${String(lab.open.has(name))} onClick=${() => lab.togglePanel(name)}>${title}</button>`)}
      </div>
      <div class="panels">
        ${PANELS.filter(([name]) => lab.open.has(name)).map(([name, title]) => html`
          <section class=${classes("panel", name)} key=${name} aria-label=${title}><${draw[name]} lab=${lab} /></section>`)}
      </div>
      <${CardView} lab=${lab} />
      ${lab.help && html`<${Help} lab=${lab} />`}
      ${lab.rule && html`<${RuleDialog} lab=${lab} />`}
    </div>
  `;
}

function Bar({ lab, app }) {
  const upload = async (e) => {
    const file = e.target.files[0];
    e.target.value = "";
    if (file) await app.upload(file, (name, text) => lab.ask({ do: "upload", name, text }));
  };
  return html`
    <header class="bar">
      <a class="logo" href=${app.address("start")} onClick=${(e) => app.go(e, "start")}>dcf_lab</a>
      <h1 title=${lab.facts.summary}>${lab.facts.title}</h1>
      <label>Seat <select value=${lab.seat ?? ""} onChange=${(e) => lab.ask({ do: "seat", seat: e.target.value })}>
        <option value="">see it all</option>
        ${lab.facts.players.map((player) => html`<option value=${player}>${lab.cards.name(player)}</option>`)}
      </select></label>
      <label>Chance <select class="chance" value=${lab.takeChances ? "take" : "seed"} onChange=${(e) => lab.ask({ do: "chance", take: e.target.value === "take" })}>
        <option value="seed">by the seed</option><option value="take">I decide</option>
      </select></label>
      ${lab.facts.script && html`<button onClick=${async () => { await lab.ask({ do: "script" }); lab.goTo(lab.film.decisions[0]?.at ?? 0); }}
        title="Play what the scenario's script says; then step through it">Follow the script</button>`}
      ${lab.aside && html`<button class="earlier" onClick=${() => lab.ask({ do: "earlier" })}
        title="The tree as it was before chance or a reading was switched">Back to the earlier tree</button>`}
      <button onClick=${() => lab.share()}>Copy link</button>
      <details class="menu"><summary>File</summary><div>
        <button onClick=${() => lab.download("record")}>Save the game (with all branches)</button>
        <button onClick=${() => lab.download("scenario")}>Save the scenario</button>
        <label class="button">Open a file<input type="file" accept=".toml,.json" onChange=${upload} /></label>
        <button onClick=${(e) => app.go(e, "build", "?from=here")}>Build from this position</button>
      </div></details>
      ${lab.linkShown && html`<div class="link-shown" role="status">${lab.linkShown.copied ? "Copied:" : "Copy this link:"}
        <input readonly value=${lab.linkShown.address} aria-label="Link to this position" onFocus=${(e) => e.target.select()} />
        <button aria-label="Close" onClick=${() => { lab.linkShown = null; lab.redraw(); }}>×</button></div>`}
    </header>
    ${lab.facts.summary && html`<p class="summary">${lab.facts.summary}${lab.facts.source && html` <cite>${lab.facts.source}</cite>`}</p>`}
  `;
}
