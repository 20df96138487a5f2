// The page itself: which part of the lab is open, the way from one to the other, and what the visitor must be told.

import { SERVED_AT, settleInCell } from "./common/cell.js";
import { capital, download, parsed, recall, remember } from "./common/dom.js";
import { Game } from "./common/game.js";
import { Kernel } from "./common/link.js";
import { followTheme, themeShown } from "./common/theme.js";
import { ExplorePage, Explorer, Overlays, Part } from "./explore/explore.js";
import { pressKey } from "./explore/stepping.js";
import { Puzzler, PuzzlesPage } from "./puzzles/puzzles.js";
import { BuildPage, Builder } from "./build/build.js";
import { StartPage } from "./start/start.js";
import { LearnPage, Learner } from "./learn/learn.js";
import { Workshop, WorkshopPage } from "./workshop/workshop.js";

const MAX_UPLOAD = 1_000_000;
const FILES = {
  start: "index", learn: "learn", explore: "explore", puzzles: "puzzles", build: "build", workshop: "workshop",
};

export class App {
  constructor(model) {
    this.model = model;
    this.first = model.get("_page"); // none: a session for widgets alone, which has no frame and no address
    this.served = this.first !== "" && document.body.dataset.voila !== undefined; // else it is a cell of somebody's notebook
    this.roots = new Map(); // element -> which part is drawn there
    this.frame = null; // the element of the whole page
    this.active = null; // the element that was last touched: what comes up is drawn there
    this.notices = [];
    this.page = null;
    this.kernel = new Kernel(model, (message) => this.receive(message), (lost) => this.tellLost(lost));
    this.redraw = () => this.later();
    this.lab = new Explorer(this.kernel, this.redraw, this);
    this.builder = new Builder(this.kernel, this.redraw, this);
    this.puzzler = new Puzzler(this.kernel, this.redraw, this);
    this.learner = new Learner(this.kernel, this.redraw, this);
    this.workshop = new Workshop(this.kernel, this.redraw, this);
    this.lab.theme = themeShown();
    this.unfollow = followTheme(() => {
      this.lab.theme = themeShown();
      this.redraw();
    });
    this.onKey = (event) => {
      if (!this.served && !this.holds(event.target)) return; // another cell's, or the notebook's own
      const ours = this.page === "explore" || this.puzzler.playing
        ? pressKey(this.lab, event)
        : this.page === "build" ? this.builder.pressKey(event) : this.page === "learn" ? this.learner.pressKey(event)
          : this.page === "workshop" && this.workshop.pressKey(event);
      if (ours) event.preventDefault();
    };
    this.onBack = (event) => {
      this.notices = []; // they were about what is left
      this.openAddress(event.isTrusted);
    };
    document.addEventListener("keydown", this.onKey);
    this.onLeave = (event) => event.persisted || sayGoodbye();
    if (this.served) {
      addEventListener("popstate", this.onBack);
      addEventListener("pagehide", this.onLeave);
    }
    this.whenAssigned("moment", (moment) => this.lab.goTo(moment));
    this.whenAssigned("selected", (card) => this.lab.select(card));
  }

  // A trait that somebody else has changed: Python, or a widget linked with it in the browser.
  whenAssigned(trait, take) {
    this.model.on(`change:${trait}`, () => this.model.get(trait) !== this.lab[trait] && take(this.model.get(trait)));
  }

  // What others may watch. What Python has done by itself it knows, and would be told too late.
  tell(traits) {
    if (this.unasked) return;
    for (const [name, value] of Object.entries(traits)) this.model.set(name, value);
    this.model.save_changes();
  }

  // Where it is drawn: the whole page, or parts of a session anywhere

  open(element, host, signal) {
    Object.assign(this, { frame: element, host });
    element.classList.add("dcf");
    this.settle(element, signal);
    signal.addEventListener("abort", () => {
      this.frame = null;
      render(null, element);
    });
    this.redraw();
  }

  mount(part, element, signal) {
    const alone = !element.closest(".dcf");
    if (alone) {
      element.classList.add("dcf", "alone");
      this.settle(element, signal);
    }
    element.classList.add("part", `part-${part}`);
    this.roots.set(element, { part, alone });
    signal.addEventListener("abort", () => {
      this.roots.delete(element);
      render(null, element);
    });
    this.redraw();
  }

  settle(element, signal) {
    this.active ??= element;
    for (const touch of ["pointerdown", "focusin"]) {
      element.addEventListener(touch, () => { this.active = element; }, { capture: true, signal });
    }
    if (!this.served) settleInCell(element, signal);
  }

  // A part of the page is a widget of its own, which comes to lie in its place.
  async place(part, element, signal) {
    try {
      const view = await this.host.getWidget(this.model.get("parts")[part]);
      if (!signal.aborted) await view.render({ el: element, signal });
    } catch {
      if (!signal.aborted && !this.roots.has(element)) this.mount(part, element, signal); // the widget is late
    }
  }

  get elements() {
    return [this.frame, ...this.roots.keys()].filter(Boolean);
  }

  holds(target) {
    return this.elements.some((element) => element.contains(target));
  }

  find(selector) {
    for (const element of this.elements) {
      const found = element.querySelector(selector);
      if (found) return found;
    }
    return null;
  }

  // The page, or what was last touched of a session that has none.
  get element() {
    return this.frame ?? (this.roots.has(this.active) ? this.active : this.elements[0]);
  }

  // One drawing for all changes of one turn.
  later() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      const focused = this.holds(document.activeElement);
      if (this.frame) render(html`<${Page} app=${this} />`, this.frame);
      for (const [element, { part, alone }] of this.roots) {
        render(html`<${alone ? Alone : Part} app=${this} part=${part} within=${element} />`, element);
      }
      // what had the focus may be gone; a notebook would take the next key
      if (focused && !this.served && document.activeElement === document.body) this.element?.focus({ preventScroll: true });
    });
  }

  receive(message) {
    this.unasked = message.id === null;
    this.take(message);
    this.unasked = false;
  }

  take(message) {
    switch (message.show) {
      case "error":
      case "refused":
      case "notice":
        return this.notice(message.text, message.show);
      case "handout":
        return download(message.name, message.text, "text/html");
      case "start":
        this.page = "start";
        this.entries = message.entries;
        this.games = message.games.map((game) => new Game(game));
        this.rules = message.rules;
        if (message.note) this.notice(message.note, "refused");
        break;
      case "explore":
        this.page = message.puzzle ? "puzzles" : "explore";
        break;
      case "puzzles":
      case "build":
      case "learn":
      case "workshop":
        this.page = message.show;
        break;
    }
    this.puzzler.receive(message);
    if (this.page === "learn") this.learner.receive(message);
    if (this.page === "workshop") this.workshop.receive(message);
    this.title();
    if (this.page === "build") this.builder.receive(message);
    else if (this.page === "learn" || this.page === "workshop") return this.redraw();
    else this.lab.receive(message);
    this.redraw();
  }

  title() {
    const titles = { start: "dcf_lab", explore: `${this.lab.facts.title} · dcf_lab`, build: "Build · dcf_lab",
      workshop: "Workshop · dcf_lab",
      learn: `${this.learner.game?.title} · Learn · dcf_lab`,
      puzzles: this.puzzler.about ? `${this.lab.facts.title} · Puzzles · dcf_lab` : "Puzzles · dcf_lab" };
    if (this.served && this.page) document.title = titles[this.page];
  }

  notice(said, kind = "notice") {
    const text = /^[a-z]+[ ,]/.test(said) ? capital(said) : said; // a sentence, but not a file's name
    if (!this.notices.some((one) => one.text === text)) this.notices = [...this.notices.slice(-3), { text, kind }];
    this.redraw();
  }

  dismiss(one) {
    this.notices = this.notices.filter((other) => other !== one);
    this.redraw();
  }

  // Going from page to page

  query() {
    return this.served ? location.search : "";
  }

  knows(page) {
    return page in FILES;
  }

  address(page, query = "") {
    return new URL(`${document.body.dataset.baseUrl ?? SERVED_AT}render/${FILES[page]}.ipynb${query}`, location.href).href;
  }

  go(event, page, query = "") {
    // a new tab is the browser's business, and a session without a frame has no other page
    if (this.first === "" || (this.served && (event.ctrlKey || event.metaKey || event.shiftKey))) return undefined;
    event.preventDefault();
    this.notices = [];
    if (this.served) history.pushState(null, "", this.address(page, query));
    return this.openPage(page, query);
  }

  // A real link, so that it can be opened in a new tab.
  link(page, query = "") {
    return { href: this.address(page, query), onClick: (event) => this.go(event, page, query) };
  }

  openAddress(back = false) {
    const file = location.pathname.split("/").pop().replace(/\.ipynb$/, "");
    const page = Object.keys(FILES).find((name) => FILES[name] === file) ?? this.first;
    return this.openPage(page, location.search, back);
  }

  async openPage(page, query, back = false) {
    await this.lab.keepNow();
    const message = { do: "open", page, query };
    if (page === "learn") this.learner.opening(query);
    if (page === "workshop") Object.assign(message, this.workshop.opening(query));
    if (page === "explore" || page === "puzzles") message.kept = this.kept(page, query, back);
    if (page === "build") Object.assign(message, await this.builder.opening(query));
    const answers = await this.kernel.ask(message);
    if (this.page === page && (page === "explore" || page === "puzzles") && !message.kept) this.lab.goToLinked(query);
    if (page === "puzzles") this.puzzler.begin();
    if (this.page === "workshop") this.workshop.begin(query);
    return answers;
  }

  // What this tab was looking at when it was left by the browser's Back or loaded anew, or what `?continue` asks for.
  kept(page, query, back) {
    const here = parsed(recall(sessionStorage, "dcf_lab.here"));
    if (here && here.page === page && here.query === query && (back || this.reloaded())) return here.record;
    return query.startsWith("?continue") ? parsed(recall(localStorage, "dcf_lab.continue"))?.record ?? null : null;
  }

  reloaded() {
    if (this.page !== null) return false;
    const lost = recall(sessionStorage, "dcf_lab.lost");
    remember(sessionStorage, "dcf_lab.lost", null); // once
    return lost !== null || performance.getEntriesByType("navigation")[0]?.type === "reload";
  }

  // A cell that is run again because its engine was gone opens what it showed, as a page does that is loaded again.
  tellLost(lost) {
    this.lost = lost;
    if (!this.served) remember(sessionStorage, "dcf_lab.lost", lost ? "1" : null);
    this.redraw();
  }

  start() {
    this.redraw();
    return this.served ? this.openAddress() : this.openPage(this.first || "explore", "");
  }

  // The file that was chosen in a field goes to the lab; returns what it answers.
  async upload({ target }, page, asker = this.kernel) {
    const [file] = target.files;
    target.value = "";
    if (!file) return [];
    this.notices = [];
    const text = file.size > MAX_UPLOAD ? "" : await file.text();
    const wrong = file.size > MAX_UPLOAD ? "has more than 1 MB" : text.includes("\u0000") ? "is not a text file" : "";
    if (!wrong) return asker.ask({ do: "upload", page, name: file.name, text });
    this.notice(`${file.name} ${wrong}, so it was not opened. Nothing has changed.`, "refused");
    return [];
  }

  close() {
    this.unfollow();
    this.kernel.stop();
    this.lab.stop();
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("popstate", this.onBack);
    removeEventListener("pagehide", this.onLeave);
    for (const element of this.elements) render(null, element);
  }
}

// The engine of a page that is left is ended. Voilà does so, too, but only once it has wholly started.
function sayGoodbye() {
  const { baseUrl, kernelId } = parsed(document.getElementById("jupyter-config-data")?.textContent) ?? {};
  if (kernelId) navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`);
}

// What the visitor must be told, whatever is shown.
function Notices({ app }) {
  return html`
    ${app.lost && html`<div class="banner" role="alert">
      <p>The lab does not answer: the connection is lost or its engine has stopped. What you see is kept, and can still be stepped through.
        ${app.served ? "" : " Run this cell again to open it afresh."}</p>
      ${app.served && html`<button onClick=${() => location.reload()}>Open this afresh</button>`}</div>`}
    <div class="notices" aria-live="assertive">${app.notices.map((one) => html`
      <div class=${`notice ${one.kind}`} key=${one.text} role="alert"><p>${one.text}</p>
        <button aria-label="Dismiss" onClick=${() => app.dismiss(one)}>×</button></div>`)}</div>
  `;
}

function Page({ app }) {
  const pages = { start: StartPage, learn: LearnPage, explore: ExplorePage, puzzles: PuzzlesPage, build: BuildPage,
    workshop: WorkshopPage };
  return html`
    <${Notices} app=${app} />
    ${app.page
      ? html`<${pages[app.page]} lab=${app.lab} app=${app} builder=${app.builder} />`
      : html`<p class="opening">Opening the lab …</p>`}
  `;
}

// A part in a place of its own: what it brings up, such as a card's face, comes up where it was touched.
function Alone({ app, part, within }) {
  if (!app.page) return html`<p class="opening">Opening …</p>`;
  return html`
    ${app.element === within && html`<${Notices} app=${app} />`}
    <${Part} app=${app} part=${part} />
    ${app.element === within && html`<${Overlays} lab=${app.lab} />`}
  `;
}

const sessions = new Map();

export function beginSession({ model, signal }) {
  const app = new App(model);
  sessions.set(model.get("_key"), app);
  signal.addEventListener("abort", () => app.close());
  app.start();
  return { mount: (part, element, until) => app.mount(part, element, until) };
}

export function openPage({ model, el, host, signal }) {
  const app = sessions.get(model.get("_key"));
  if (app.first) app.open(el, host, signal);
  else el.textContent = "A session: show it with Board(session), CauseGraph(session) and the other widgets.";
}
