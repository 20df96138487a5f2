// The build page: the draft that is being worked on, kept by the browser at every change, and what can be done with it as a whole.

import { Cards } from "../common/cards.js";
import { Game } from "../common/game.js";
import { beside, classes, copyText, download, plural, scrollerOf } from "../common/dom.js";
import { BuildBar, EarlierDrafts } from "./bar.js";
import { BuildBoard, focusAgain } from "./board.js";
import { TableForm, areaKey, entriesAt, entryCard } from "./draft.js";
import { keepDraft, keepEarlier, recallDraft, recallEarlier } from "./memory.js";
import { HeldBar, Palette, PutMenu, TeamDialog } from "./palette.js";
import { Prover, goalKey } from "./puzzle.js";
import { BuildSide } from "./side.js";

const CHECK_AFTER = 200; // milliseconds after the last change
const MERGE_WITHIN = 1500; // milliseconds in which strokes of a key are one change
const MOST_UNDONE = 200;
const MOST_EARLIER = 5;
const BLOCKED = "This position cannot be played yet";
const NARROW = 900; // pixels; below, the areas are too far apart to click from one to the other

export class Builder {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.draft = null;
    this.done = []; // drafts before each change
    this.undone = [];
    this.kept = new Set(); // what is odd and kept anyway
    this.found = { problems: [], odd: [], toml: "", film: null };
    this.checking = false;
    this.checks = 0;
    this.said = "";
    this.earlier = []; // drafts that another took the place of
    this.current = new Map(); // where the keyboard was in each area
    this.unfolded = new Set();
    this.prover = new Prover(this);
    this.filter = { words: "", type: "", side: "", of: "" };
  }

  // Opening

  // Before the kernel is asked: what it shall open. `?from=here` is where the explore page stands.
  async opening(query) {
    this.held = this.menu = this.team = this.linkShown = null;
    return { query: await this.asked(query), kept: this.draft?.game ?? recallDraft()?.draft.game };
  }

  async asked(query) {
    if (!/[?&]from=here\b/.test(query)) return query;
    const { lab } = this.app;
    const { film, moment } = lab;
    const asked = film.decisionBefore(moment + 1) ?? film.decisions[0];
    if (!asked) return "";
    const back = film.here;
    lab.leaving = true; // what is only looked at here is not where the visitor stands
    if (asked.node !== back) await this.kernel.ask({ do: "go", page: "explore", node: asked.node });
    const [found] = await this.kernel.ask({ do: "link", page: "explore" });
    if (asked.node !== back) await this.kernel.ask({ do: "go", page: "explore", node: back });
    lab.leaving = false;
    return found?.link ? `?s=${found.link}` : "";
  }

  receive(message) {
    this.prover.receive(message);
    if (message.show !== "build") return;
    this.furnish(message);
    const left = this.draft?.game === this.form.game.id;
    this.earlier = recallEarlier();
    if (this.moving) {
      const { draft, kept, said } = this.moving;
      this.open(draft, kept, true);
      this.keep();
      this.say(said);
      return void this.checkSoon(0);
    }
    const stored = recallDraft();
    const found = stored && this.form.upToDate(stored.draft);
    const other = found && found.game !== this.form.game.id; // another game's
    if (message.draft || (other && !left)) {
      const draft = message.draft ?? message.blank;
      if (stored?.changed && !alike(found, draft)) this.setAside(stored);
      this.open(draft, new Set());
      if (message.draft) this.keep();
      this.tellLost(message.lost);
      // so that loading the page again finds what was made of it, not what it began with
      if (message.draft && this.app.served) history.replaceState(null, "", this.app.address("build"));
    } else if (found && (other || this.form.isDraft(found))) {
      if (!left || (!other && stored.when > this.when)) this.open(found, stored.kept, stored.changed, stored.when);
    } else if (!left) {
      if (stored !== null) {
        this.app.notice("The draft that this browser had kept is damaged and cannot be shown; building begins anew.");
      }
      this.open(message.blank, new Set());
    }
    this.checkSoon(0);
  }

  furnish(message) {
    this.facts = message;
    this.cards = new Cards(Object.fromEntries(message.cards.map((card) => [card.id, card])), new Game(message.game));
    this.cards.all = message.cards;
    this.form = new TableForm(message, this.cards);
  }

  open(draft, kept, changed = false, when = 0) {
    if (!this.form.isDraft(draft)) {
      this.app.notice("This position has parts that the page cannot show; it was not opened.", "refused");
      draft = this.facts.blank;
    }
    this.draft = { ...structuredClone(draft), table: structuredClone(draft.table ?? {}) };
    this.done = [];
    this.undone = [];
    this.kept = kept;
    this.changed = changed;
    this.when = when;
  }

  tellLost(lost) {
    if (lost?.length) this.app.notice(`Not everything could be brought here:\n${lost.slice(0, 12).map((one) => `• ${one}`).join("\n")}${
      lost.length > 12 ? `\nand ${lost.length - 12} more.` : ""}`);
  }

  // At every change; what another tab has worked on since is not driven out.
  keep() {
    const others = recallDraft();
    if (others?.changed && this.when && others.when > this.when && !alike(others.draft, this.draft)) this.setAside(others);
    this.when = Date.now();
    this.unkept = !keepDraft(this);
  }

  setAside(one) {
    this.earlier = [one, ...this.earlier.filter((other) => !alike(other.draft, one.draft))].slice(0, MOST_EARLIER);
    keepEarlier(this.earlier);
  }

  bringBack(number) {
    const { draft, kept } = this.earlier[number];
    if (!Object.hasOwn(this.facts.games, this.form.upToDate(draft).game)) {
      return void this.app.notice("This draft is of a game that is not here.", "refused");
    }
    this.earlier = this.earlier.filter((_, n) => n !== number);
    if (this.changed) this.setAside({ draft: this.draft, kept: this.kept, when: this.when });
    else keepEarlier(this.earlier);
    return this.moveTo(draft, "The earlier draft is back.", kept);
  }

  // Another draft in place of this one; one of another game comes to a page for that game.
  async moveTo(found, said, kept = new Set()) {
    const draft = this.form.upToDate(found);
    if (draft.game === this.form.game.id) {
      if (!this.form.isDraft(draft)) {
        return this.app.notice("This position has parts that the page cannot show. Your draft is as it was.", "refused");
      }
      this.kept = kept;
      return this.replace(draft, said);
    }
    if (this.changed) this.setAside({ draft: this.draft, kept: this.kept, when: this.when });
    this.moving = { draft, kept, said };
    await this.kernel.ask({ do: "open", page: "build", query: `?game=${encodeURIComponent(draft.game)}` });
    this.moving = null;
    if (this.app.served) history.replaceState(null, "", this.app.address("build"));
    return undefined;
  }

  forgetEarlier() {
    this.earlier = [];
    keepEarlier([]);
    this.redraw();
  }

  // Changing

  // Every change: on a copy, kept at once, checked soon. Strokes with the same `merge` are undone together.
  change(edit, merge = "") {
    const draft = structuredClone(this.draft);
    const said = edit(draft);
    this.form.tidy(draft);
    const before = this.draft.certificate;
    if (draft.certificate && alike(draft.certificate, before) && goalKey(draft) !== goalKey(this.draft)) delete draft.certificate;
    this.unproved = !draft.certificate && (Boolean(before) || this.unproved); // what was proved is another position
    if (!alike(draft, this.draft)) {
      const now = Date.now();
      if (!merge || this.merging !== merge || now - this.merged > MERGE_WITHIN) this.done = [...this.done, this.draft].slice(-MOST_UNDONE);
      Object.assign(this, { merging: merge, merged: now, undone: [] });
      this.take(draft);
    }
    this.say(said ?? ""); // what was said of the change before does not speak of this one
  }

  // The proof of a draft goes with it, into its file and its link, as long as the draft is what was proved.
  certify(certificate, about) {
    if (goalKey(this.draft) !== about) return;
    this.unproved = false;
    this.take({ ...this.draft, certificate });
  }

  take(draft) {
    this.draft = draft;
    this.changed = true;
    this.linkShown = null; // it leads to what was there before
    this.keep();
    this.checkSoon();
    this.redraw();
  }

  replace(draft, said) {
    this.held = this.prover.result = null; // what was proved is not this one
    this.change((now) => {
      for (const key of Object.keys(now)) delete now[key];
      Object.assign(now, structuredClone(draft));
      now.table ??= {};
      return said;
    });
  }

  undo() {
    this.swap(this.done, this.undone, "The last change is undone.");
  }

  redo() {
    this.swap(this.undone, this.done, "The change is made again.");
  }

  swap(from, to, said) {
    if (from.length === 0) return;
    to.push(this.draft);
    this.merging = "";
    this.take(from.pop());
    this.say(said);
  }

  say(text) {
    this.said = text;
    this.redraw();
  }

  name(card) {
    return this.form.name(card);
  }

  areaName(area) {
    return this.form.areaName(this.draft, area);
  }

  misfit(card, area) {
    return this.form.misfit(this.draft, card, area);
  }

  // How many of something lie somewhere, as the lab has found it at the last check.
  laid(whose, what) {
    const set = this.found.film?.events[0]?.set ?? [];
    return set.findLast(([book, key]) => book === "counts" && key === `${whose}.${what}`)?.[2] ?? 0;
  }

  put(card, area, before) {
    const wrong = this.misfit(card, area);
    this.held = this.menu = null;
    if (wrong) return this.say(wrong);
    const link = this.form.linkAt(area);
    const where = `${link ? "" : "into "}${this.areaName(area)}`;
    const [there] = !link && this.form.isSlot(area) ? entriesAt(this.draft, area).map(entryCard) : [];
    const instead = there && there !== card ? `, in place of ${this.name(there)}` : "";
    return this.change((draft) => {
      this.form.putCard(draft, card, area, before);
      return `${this.name(card)} put ${where}${instead}.`;
    });
  }

  remove(card, area, index) {
    this.held = this.menu = null;
    const where = this.areaName(area);
    this.change((draft) => { this.form.removeAt(draft, area, index); return `${this.name(card)} taken from ${where}.`; });
  }

  shift(card, area, index, way) {
    this.menu = null;
    this.change((draft) => {
      if (!this.form.shiftCard(draft, area, index, way)) return "It is at the end already.";
      if (this.held) this.held = { card, area, index: index + way };
      return `${this.name(card)} is now number ${index + way + 1} of ${this.areaName(area)}.`;
    });
  }

  hold(held) {
    this.menu = null;
    const again = this.held && held && ["card", "token", "area"].every((key) => alike(this.held[key], held[key]));
    this.held = again ? null : held;
    if (held?.card) this.looking = held.card;
    this.redraw();
  }

  // A click on a card: it is held until the next click says where to; without a pointer or room the menu asks.
  pick(event, held) {
    if (event.detail === 0 || this.narrow) this.openMenu(held, event.currentTarget);
    else this.hold(held);
  }

  get narrow() {
    return this.app.element.clientWidth < NARROW;
  }

  get howTo() {
    return this.narrow ? "Tap a card to choose where it goes."
      : "Drag a card to an area; or click it, then the area; or press Enter on it.";
  }

  drag(event, held) {
    this.dragging = held ?? null;
    this.held = this.menu = null;
    event?.dataTransfer?.setData("text/plain", held.card ?? held.token);
    // redrawn after the browser has taken its picture of what is dragged
    setTimeout(() => this.redraw());
  }

  focused(card, area) {
    this.current.set(area ? areaKey(area) : "palette", card);
    this.looking = card;
    this.redraw();
  }

  openMenu(held, element) {
    this.held = null;
    this.looking = held.card;
    this.menu = { ...held, style: beside(element, 340, 380), focus: focusAgain(element) };
    this.redraw();
  }

  closeMenu() {
    const { focus } = this.menu ?? {};
    this.menu = null;
    this.redraw();
    focus?.();
  }

  closeTeam() {
    const button = document.querySelector(`[data-act="team ${this.team}"]`);
    this.team = null;
    this.redraw();
    button?.focus();
  }

  pressKey(event) {
    if (event.key === "Escape") {
      if (this.menu) this.closeMenu();
      else if (this.team) this.closeTeam();
      else if (this.held || this.linkShown) {
        this.held = this.linkShown = null;
        this.redraw();
      } else return false;
      return true;
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
    // the browser undoes what is being typed
    if (event.target.closest?.("input:not([type=number], [type=checkbox]), textarea")) return false;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
    else if (key === "z") this.undo();
    else return false;
    return true;
  }

  // Checking; only the last answer counts

  checkSoon(after = CHECK_AFTER) {
    clearTimeout(this.checkTimer);
    this.checking = true;
    const number = ++this.checks;
    this.checkTimer = setTimeout(async () => {
      const [answer] = await this.kernel.ask({ do: "check", page: "build", draft: this.draft });
      if (number !== this.checks) return;
      this.checking = false;
      if (answer?.show === "checked") this.taken(answer);
      this.redraw();
    }, after);
  }

  taken(answer) {
    this.found = answer;
    if (answer.problems.length === 0) this.app.notices = this.app.notices.filter(({ text }) => !text.startsWith(BLOCKED));
    if (!answer.stale) return;
    const { certificate, ...draft } = this.draft;
    this.unproved = true;
    this.take(draft);
  }

  oddKey({ key, path }) {
    return `${key} ${path.join("/")}`;
  }

  keepOdd(one, keep) {
    if (keep) this.kept.add(this.oddKey(one));
    else this.kept.delete(this.oddKey(one));
    this.keep();
    this.say(keep ? "It is kept as it is." : "It is no longer kept.");
  }

  // Bringing in and giving out

  async bringIn(message) {
    const [answer] = await this.kernel.ask({ do: "import", page: "build", game: this.form.game.id, ...message });
    if (answer?.show !== "draft") return;
    this.replace(answer.draft, `${answer.draft.title}: brought in.`);
    this.tellLost(answer.lost);
  }

  async openFile(event) {
    const name = event.target.files[0]?.name;
    const [answer] = await this.app.upload(event, "build");
    if (answer?.show !== "draft") return;
    await this.moveTo(answer.draft, `${name} is open.`);
    this.tellLost(answer.lost);
  }

  async saveFile() {
    const [answer] = await this.kernel.ask({ do: "download", page: "build", draft: this.draft });
    if (answer?.show === "file") download(answer.name, answer.text);
  }

  // The position as a link, or nothing and a sentence.
  async link() {
    const [answer] = await this.kernel.ask({ do: "link", page: "build", draft: this.draft });
    if (answer?.show === "link") return answer.link;
    if (answer?.show !== "checked") return null;
    this.found = answer;
    const { problems } = answer;
    const more = problems.length > 1 ? ` (and ${plural(problems.length - 1, "more problem")})` : "";
    this.app.notice(`${BLOCKED}: ${problems[0].text}${more}`, "refused");
    return null;
  }

  async share() {
    const link = await this.link();
    if (!link) return;
    const puzzle = typeof this.draft.goal === "object";
    const address = this.app.address(puzzle ? "puzzles" : "explore", `?s=${link}`);
    this.linkShown = { address, copied: await copyText(address), what: puzzle ? ", as a puzzle with its goal" : "" };
    this.redraw();
  }

  async explore(event) {
    const apart = this.app.served && (event.ctrlKey || event.metaKey);
    const link = await this.link();
    if (!link) return;
    if (apart) window.open(this.app.address("explore", `?s=${link}`));
    else this.app.go(event, "explore", `?s=${link}`);
  }
}

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function BuildPage({ builder, app }) {
  // whatever is opened from here begins at its top
  useLayoutEffect(() => () => {
    if (!app.served) return;
    for (const scrolled of [scrollerOf(app.element), document.scrollingElement]) scrolled.scrollTop = 0;
  }, []);
  if (!builder.draft) return html`<main class="build">Opening …</main>`;
  return html`
    <div class=${classes("build", builder.held && "holding")}>
      <${BuildBar} builder=${builder} app=${app} />
      <${EarlierDrafts} builder=${builder} />
      ${builder.unkept && html`
        <p class="earlier-draft">This browser refuses to keep the draft; save the file before you leave the page.</p>`}
      <div class="build-columns">
        <${Palette} builder=${builder} />
        <${BuildBoard} builder=${builder} />
        <${BuildSide} builder=${builder} />
      </div>
      <${HeldBar} builder=${builder} />
      ${builder.menu && html`<${PutMenu} builder=${builder} menu=${builder.menu} />`}
      ${builder.team && html`<${TeamDialog} builder=${builder} player=${builder.team} />`}
    </div>
  `;
}
