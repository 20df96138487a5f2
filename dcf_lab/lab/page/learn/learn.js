// Learning a game: how it is played, told beside a board that moves, and all of its rules.

import { Game } from "../common/game.js";
import { classes, scrollerOf } from "../common/dom.js";
import { Logo } from "../common/frame.js";
import { Explorer } from "../explore/explore.js";
import { Board } from "../explore/board.js";
import { CardView } from "../explore/choices.js";
import { firstRound } from "./guide.js";
import { AllRules, nameOfRule } from "./rules.js";

const LEARN_PARTS = { play: "How it is played", rules: "All rules" };

export class Learner {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.games = [];
    this.part = "play";
    this.chapter = 0;
    this.rule = "";
    this.stage = new Explorer(kernel, redraw, Object.assign(Object.create(app), { tell() {} })); // the board beside a chapter
    this.stage.keepSoon = () => {}; // of which nothing is kept, and nobody told
    this.stops = [];
  }

  // What an address asks for: ?part=rules, ?rule=DCF-R077
  opening(query) {
    const asked = new URLSearchParams(query);
    this.rule = asked.get("rule") ?? "";
    this.part = this.rule || asked.get("part") === "rules" ? "rules" : "play";
    this.chapter = 0;
  }

  receive(message) {
    if (message.show === "learn") {
      this.games = message.games.map((game) => new Game(game));
      this.game = this.games.find(({ id }) => id === message.game);
      const { chapters, signs, tracks, words } = message.primer;
      const many = Object.keys(words).length;
      this.chapters = [...chapters,
        ...(signs.length + tracks.length > 0 ? [{ title: "The signs", text: [], signs, tracks }] : []),
        ...(many > 0 ? [{ title: "The words", text: [], words }] : [])];
      this.rules = message.rules;
      this.rulings = new Map(message.rulings.map((ruling) => [ruling.key, ruling]));
      this.titles = message.titles;
      if (this.part === "play") this.turnTo(this.chapter);
    }
    if (message.show === "scene" && message.chapter === this.chapter) this.stageScene(message);
    this.redraw();
  }

  // Another address of this page, without a word to the kernel.
  show(event, query) {
    if (this.app.served && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (this.app.served) history.pushState(null, "", this.app.address("learn", query));
    this.opening(query);
    if (this.part === "play") this.turnTo(0);
    this.redraw();
  }

  link(query) {
    return { href: this.app.address("learn", query), onClick: (event) => this.show(event, query) };
  }

  address(change) {
    return `?${new URLSearchParams({ game: this.game.id, ...change })}`;
  }

  // Chapters, and the board beside them

  turnTo(chapter, atEnd = false) {
    this.chapter = Math.max(0, Math.min(this.chapters.length - 1, chapter));
    this.stops = [];
    this.atEnd = atEnd;
    this.stage.viewed = this.stage.viewedPile = null;
    this.coming = Boolean(this.chapters[this.chapter].scene);
    if (this.coming) this.kernel.ask({ page: "learn", do: "scene", game: this.game.id, chapter: this.chapter });
    this.redraw();
  }

  stageScene({ stops, ...told }) {
    const { stage } = this;
    stage.receive({ ...told, show: "explore", rules: this.rules, rulings: [], script: false, goal: false });
    stage.film.decisions = []; // one looks on, and answers nothing
    this.stops = stops;
    this.coming = false;
    this.shown = this.atEnd ? stops.length - 1 : 0;
    stage.goTo(stops[this.shown] ?? stage.film.end, Infinity);
  }

  get isLast() {
    return this.chapter === this.chapters.length - 1 && this.shownAll;
  }

  get shownAll() {
    return !this.coming && (this.stops.length === 0 || this.shown === this.stops.length - 1);
  }

  next() {
    if (this.coming) return undefined;
    if (this.shownAll) return this.isLast ? undefined : this.turnTo(this.chapter + 1);
    this.shown++;
    return this.stage.goTo(this.stops[this.shown], this.stops[this.shown - 1]);
  }

  back() {
    if (this.stops.length === 0 || this.shown === 0) return this.chapter > 0 ? this.turnTo(this.chapter - 1, true) : undefined;
    this.shown--;
    return this.stage.goTo(this.stops[this.shown]);
  }

  // True if the key was for the board; one that is typed or pressed elsewhere is not.
  pressKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return false;
    if (event.key === "Escape" && (this.stage.viewed || this.stage.viewedPile)) {
      this.stage.viewed = this.stage.viewedPile = null;
      this.redraw();
      return true;
    }
    if (this.part !== "play" || !["ArrowRight", "ArrowLeft"].includes(event.key)) return false;
    if (event.key === "ArrowRight") this.next();
    else this.back();
    return true;
  }
}

export function LearnPage({ app }) {
  const { learner } = app;
  const { game, games, part } = learner;
  return html`
    <div class=${classes("learn", part)}>
      <header class="bar">
        <${Logo} app=${app} />
        <h1>${game.title}</h1>
        <nav class="parts" aria-label="Parts">${Object.keys(LEARN_PARTS).map((one) => html`
          <a key=${one} class="button" aria-current=${part === one ? "page" : undefined}
            ...${learner.link(learner.address({ part: one }))}>${LEARN_PARTS[one]}</a>`)}</nav>
        ${games.length > 1 && html`<nav class="others" aria-label="Other games">${games.filter((one) => one !== game).map((one) => html`
          <a key=${one.id} ...${app.link("learn", `?game=${one.id}`)}>${one.title}</a>`)}</nav>`}
        <a class="button first-round" ...${app.link("explore", firstRound(game))}>Play your first round</a>
      </header>
      ${part === "rules" ? html`<${AllRules} learner=${learner} app=${app} />` : html`<${Play} learner=${learner} app=${app} />`}
    </div>
  `;
}

function Play({ learner, app }) {
  const { chapters, chapter, game, stage, stops } = learner;
  const now = chapters[chapter];
  const told = useRef(null);
  // on a phone the board lies below the words: whoever steps on sees what happens, and the board
  useLayoutEffect(() => {
    if (!matchMedia("(max-width: 900px)").matches) return;
    if (learner.shown > 0 && stops.length > 0) told.current.querySelector(".happening").scrollIntoView();
    else scrollerOf(told.current).scrollTop = 0;
  }, [chapter, stops, learner.shown]);
  return html`
    <main class=${classes("primer", !now.scene && "without-board")}>
      <div class="told" ref=${told}>
        <nav aria-label="Chapters"><ol>${chapters.map(({ title }, n) => html`
          <li key=${n}><button aria-current=${n === chapter ? "step" : undefined} title=${title} aria-label=${`${n + 1}. ${title}`}
            onClick=${() => learner.turnTo(n)}>${n + 1}</button></li>`)}</ol></nav>
        <div class="words" key=${chapter}>
          ${chapter === 0 && html`<p class="what">${game.about}</p>`}
          <h2>${now.title}</h2>
          ${now.text.map((text) => html`<p key=${text}>${text}</p>`)}
          ${now.signs && html`<${Signs} game=${game} signs=${now.signs} tracks=${now.tracks} />`}
          ${now.words && html`<dl class="glossary">${Object.entries(now.words).map(([word, text]) => html`
            <div key=${word}><dt>${word}</dt><dd>${text}</dd></div>`)}</dl>`}
        </div>
        ${now.scene && html`<${SceneSentence} learner=${learner} />`}
        <div class="step">
          <button class="back" disabled=${chapter === 0 && (stops.length === 0 || learner.shown === 0)}
            onClick=${() => learner.back()}>Back</button>
          ${learner.isLast
            ? html`<a class="button next" ...${app.link("explore", firstRound(game))}>Play your first round</a>`
            : html`<button class="next" onClick=${() => learner.next()}>${
              learner.shownAll ? `Next: ${chapters[chapter + 1].title}` : "Next"}</button>`}
          ${!learner.shownAll && chapter < chapters.length - 1 && html`<button class="skip" onClick=${() => learner.turnTo(chapter + 1)}
            title=${`Next: ${chapters[chapter + 1].title}`}>Skip</button>`}
        </div>
      </div>
      ${now.scene && html`
        <div class="moving-board" aria-label=${`A board that shows it: ${learner.titles[now.scene] ?? now.title}`} role="group">
          ${stops.length > 0 && html`<${Board} lab=${stage} /><${CardView} lab=${stage} />`}
        </div>`}
    </main>
  `;
}

// The sentence of what the board shows just now, with its rules.
function SceneSentence({ learner }) {
  const { stage, stops, shown, rules } = learner;
  const event = stops.length > 0 ? stage.film.events[stops[shown] - 1] : null;
  const cited = (event?.rules ?? []).filter((rule) => rules[rule]).slice(0, 3);
  return html`
    <div class="happening" role="status">
      <p class="sentence">${event?.text ?? "…"}</p>
      <p class="cited">${cited.map((rule) => html`
        <a key=${rule} title=${rules[rule].text} ...${learner.link(learner.address({ rule }))}>${nameOfRule(rules, rule)}</a>`)}</p>
      <p class="of">${stops.length > 0 && `Step ${shown + 1} of ${stops.length}`}</p>
    </div>
  `;
}

function Signs({ game, signs, tracks }) {
  return html`
    <dl class="signs">
      ${signs.map(({ sign, name, text }) => html`
        <div key=${name}><dt><span aria-hidden="true">${sign}</span> ${name}</dt><dd>${text}</dd></div>`)}
      ${tracks.map(({ name, most, side, text }) => html`<div key=${name} class=${game.sideClass(side)}>
        <dt>${name} <small>of ${most}</small></dt><dd>${text}</dd></div>`)}
      <div><dt><span class="sample changed">marked</span></dt><dd>Changed by the last step.</dd></div>
    </dl>
  `;
}
