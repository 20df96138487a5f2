// The page itself: which part of the lab is open, the way from one to the other, and what the visitor must be told.

import { BuildPage, Builder } from "./build.js";
import { recall, remember } from "./dom.js";
import { ExplorePage, Lab } from "./explore.js";
import { Kernel } from "./link.js";
import { StartPage } from "./start.js";
import { pressKey } from "./stepping.js";

const MAX_UPLOAD = 1_000_000;
const FILES = { start: "index", explore: "explore", build: "build" };

export class App {
  constructor(model, element) {
    this.element = element;
    this.served = document.body.dataset.voila !== undefined; // else it is a cell of somebody's notebook
    this.notices = [];
    this.page = null;
    this.first = model.get("page");
    this.kernel = new Kernel(model, (message) => this.receive(message), (lost) => { this.lost = lost; this.redraw(); });
    this.redraw = () => this.later();
    this.lab = new Lab(this.kernel, this.redraw, this);
    this.builder = new Builder(this.kernel, this.redraw, this);
    this.onKey = (event) => {
      const ours = this.page === "explore" ? pressKey(this.lab, event) : this.page === "build" && this.builder.pressKey(event);
      if (ours) event.preventDefault();
    };
    this.onBack = () => this.openAddress();
    document.addEventListener("keydown", this.onKey);
    if (this.served) addEventListener("popstate", this.onBack);
  }

  // One drawing for all changes of one turn.
  later() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      render(html`<${Page} app=${this} />`, this.element);
    });
  }

  receive(message) {
    switch (message.show) {
      case "error":
      case "refused":
      case "notice":
        return this.notice(message.text, message.show);
      case "start":
        this.page = "start";
        this.entries = message.entries;
        if (message.note) this.notice(message.note, "refused");
        break;
      case "explore":
        this.page = "explore";
        break;
      case "build":
        this.page = "build";
        break;
    }
    this.title();
    if (this.page === "build") this.builder.receive(message);
    else this.lab.receive(message);
    this.redraw();
  }

  title() {
    const titles = { start: "dcf_lab", explore: `${this.lab.facts.title} · dcf_lab`, build: "Build · dcf_lab" };
    if (this.served && this.page) document.title = titles[this.page];
  }

  notice(text, kind = "notice") {
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

  address(page, query = "") {
    if (!this.served) return query;
    return new URL(`${document.body.dataset.baseUrl}render/${FILES[page]}.ipynb${query}`, location.href).href;
  }

  go(event, page, query = "") {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return undefined; // a new tab is the browser's business
    event.preventDefault();
    this.notices = [];
    if (this.served) history.pushState(null, "", this.address(page, query));
    return this.openPage(page, query);
  }

  openAddress() {
    const file = location.pathname.split("/").pop().replace(/\.ipynb$/, "");
    const page = Object.keys(FILES).find((name) => FILES[name] === file) ?? this.first;
    return this.openPage(page, location.search);
  }

  async openPage(page, query) {
    const message = { do: "open", page, query };
    if (page === "explore") message.kept = this.kept(query);
    if (page === "build") message.query = await this.builder.opening(query);
    return this.kernel.ask(message);
  }

  // What this tab was looking at when it was closed or loaded anew, or what `?continue` asks for.
  kept(query) {
    const here = JSON.parse(recall(sessionStorage, "dcf_lab.here") ?? "null");
    if (query.startsWith("?continue")) return JSON.parse(recall(localStorage, "dcf_lab.continue") ?? "null")?.record ?? null;
    return here && here.query === query && this.reloaded() ? here.record : null;
  }

  reloaded() {
    return this.page === null && performance.getEntriesByType("navigation")[0]?.type === "reload";
  }

  start() {
    this.redraw();
    return this.served ? this.openAddress() : this.openPage(this.first, "");
  }

  openAfresh() {
    remember(sessionStorage, "dcf_lab.again", "1");
    location.reload();
  }

  async upload(file, send) {
    if (file.size > MAX_UPLOAD) return this.notice(`${file.name} has more than 1 MB, so it was not opened. Nothing has changed.`, "refused");
    const text = await file.text();
    if (text.includes("\u0000")) return this.notice(`${file.name} is not a text file, so it was not opened. Nothing has changed.`, "refused");
    return send(file.name, text);
  }

  close() {
    this.kernel.stop();
    this.lab.stop();
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("popstate", this.onBack);
    render(null, this.element);
  }
}

function Page({ app }) {
  const pages = { start: StartPage, explore: ExplorePage, build: BuildPage };
  return html`
    ${app.lost && html`<div class="banner" role="alert">
      <p>The lab does not answer: the connection is lost or its engine has stopped. What you see is kept, and can still be stepped through.</p>
      <button onClick=${() => app.openAfresh()}>Open this afresh</button></div>`}
    <div class="notices" aria-live="assertive">${app.notices.map((one) => html`
      <div class=${`notice ${one.kind}`} key=${one.text} role="alert"><p>${one.text}</p><button aria-label="Dismiss" onClick=${() => app.dismiss(one)}>×</button></div>`)}</div>
    ${app.page ? html`<${pages[app.page]} lab=${app.lab} app=${app} builder=${app.builder} />` : html`<p class="opening">Opening the lab …</p>`}
  `;
}

export function openPage({ model, el }) {
  el.classList.add("dcf");
  const app = new App(model, el);
  app.start();
  return () => app.close();
}
