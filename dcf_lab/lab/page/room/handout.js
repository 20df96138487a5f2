// A handout at home: the lesson with its film held at each question until it is answered; nothing is asked of any server.

import { classes, parsed, plural, recall, remember } from "../common/dom.js";
import { Theme } from "../common/frame.js";
import { RuleDialog } from "../common/rules.js";
import { followTheme, themeShown } from "../common/theme.js";
import { Board } from "../explore/board.js";
import { Causes } from "../explore/graph.js";
import { Log } from "../explore/log.js";
import { causesOf, Pictures, timelineRows, timelineUntil, unfolded, wholeEvents } from "./home.js";
import { Stage } from "./stage.js";
import { Counts, Explanation, Form, GameName, Look, Prose, Viewed, isComplete, isRight, reasonsFor, rightWords, saidWords,
} from "./telling.js";

const PANELS = { log: "What happened", causes: "What caused what", timelines: "Timelines" };
const A_STEP = 1400; // milliseconds of the film when it is played
const NOT_KNOWN = "?"; // what is kept of a question whose answer was only looked at

// The table at home: what the panels of the explore page want of the lab is all here.
class HomeStage extends Stage {
  constructor(handout) {
    super(() => handout.redraw());
    this.app = { element: document.getElementById("page"), frame: null, notice: () => {} };
    this.kernel = { ask: async (message) => this.told(message) };
    this.hideFuture = true;
    this.theme = themeShown();
    followTheme(() => {
      this.theme = themeShown();
      this.redraw();
    });
  }

  told({ do: deed, what, by, event, way }) {
    const { film } = this;
    if (deed === "causes") return [{ show: "causes", events: causesOf(film.events, event, way) }];
    const figure = this.figures?.find((one) => one.what === what);
    if (!figure) return [];
    const drawn = timelineUntil(figure, film, by);
    if (deed === "rows") return [{ show: "rows", rows: timelineRows(drawn, film, by) }];
    if (this.drawnTo?.get(`${what} ${by}`) === film.version) return [];
    this.drawnTo = (this.drawnTo ?? new Map()).set(`${what} ${by}`, film.version);
    film.figures.set(`${what} ${by}`, drawn);
    this.redraw();
    return [];
  }

  show({ events, totals, players, game, figures }, end) {
    const known = totals.filter(([at, , by]) => at < end && by < end).map(([at, total]) => [at, total]);
    this.drawnTo = null;
    this.figures = figures;
    this.take({ from: 0, events: events.slice(0, end), totals: { from: 0, of: known }, decisions: [], nodes: [], here: 0, players, game },
      end);
  }

  showRule(rule) {
    this.rule = rule;
    this.redraw();
  }
}

function wholeFacts(facts) {
  const { board } = facts.game;
  const cards = Object.fromEntries(unfolded(facts.cards).map((card, n) => [facts.cards.ids[n], card]));
  return { ...facts, cards, game: { ...facts.game, board: { ...board, zones: unfolded(board.zones) } } };
}

class Handout {
  constructor(data) {
    this.data = data;
    const whole = (film) => ({ ...film, events: wholeEvents(film.events) });
    this.films = data.films.map(whole);
    this.practice = data.practice.map((one) => ({ ...one, film: whole(one.film) }));
    this.stage = new HomeStage(this);
    const others = Object.fromEntries(Object.entries(data.facts.others).map(([game, facts]) => [game, wholeFacts(facts)]));
    this.stage.learn({ ...wholeFacts(data.facts), others });
    this.kept = `dcf_lab.handout.${data.id}`;
    this.said = this.recalled();
    this.chosen = [];
    this.panel = "log";
    this.exercises = null; // the chapter of practice, once it is wanted
    this.go(...this.lastPlace());
  }

  // What I said last time, as far as it is still what these questions ask for.
  recalled() {
    const kept = parsed(recall(localStorage, this.kept));
    const isSaid = (said) => said === NOT_KNOWN || (Array.isArray(said) && said.every((one) => typeof one === "string"));
    return Object.fromEntries(Object.entries(kept && typeof kept === "object" ? kept : {}).filter(([, said]) => isSaid(said)));
  }

  // Where to go on: at the first question without an answer, if any has one.
  lastPlace() {
    const { chapters } = this.data;
    if (Object.keys(this.said).length === 0) return [0, 0];
    const chapter = chapters.findIndex(({ steps }) => steps.some((step) => this.isOpen(step)));
    return chapter < 0 ? [chapters.length - 1, chapters.at(-1).steps.length - 1]
      : [chapter, chapters[chapter].steps.findIndex((step) => this.isOpen(step))];
  }

  get chapters() {
    return this.exercises ? [...this.data.chapters, this.exercises] : this.data.chapters;
  }

  get chapter() {
    return this.chapters[this.at.chapter];
  }

  get step() {
    return this.chapter.steps[this.at.step];
  }

  // Is there something to be answered, or a solution to be found, before the film goes on?
  isOpen(step) {
    return (step.ask || step.holds) && !this.said[nameOf(step)];
  }

  // A chapter that goes on with the film of others would tell what these still ask.
  isHeld(chapter) {
    const { film } = this.chapters[chapter];
    return this.data.chapters.slice(0, chapter).some((one) => one.film === film && one.steps.some((step) => this.isOpen(step)));
  }

  go(chapter, step) {
    this.stop();
    this.at = { chapter, step };
    this.chosen = [];
    const now = this.step;
    const film = now.film ?? this.films[this.chapter.film];
    const end = this.isOpen(now) ? now.from : now.to;
    if (this.shown !== film || this.stage.film.end !== end) this.stage.show(film, end); // told no further than the reader has come
    else this.stage.goTo(end);
    this.shown = film;
    if (now.panel && !this.isOpen(now) && PANELS[now.panel]) this.panel = now.panel;
    this.redraw();
  }

  move(by) {
    const { chapter, step } = this.at;
    if (this.chapter.steps[step + by]) this.go(chapter, step + by);
    else if (this.chapters[chapter + by]) this.go(chapter + by, by > 0 ? 0 : this.chapters[chapter + by].steps.length - 1);
    window.scrollTo(0, 0);
  }

  predict(said) {
    this.said[nameOf(this.step)] = said;
    remember(localStorage, this.kept, JSON.stringify(this.said));
    this.go(this.at.chapter, this.at.step);
  }

  again() {
    this.said = {};
    this.exercises = null;
    remember(localStorage, this.kept, null);
    this.go(0, 0);
  }

  practiceFor(rules) {
    return this.practice.filter(({ practises }) => practises.some((rule) => rules.includes(rule)));
  }

  // Questions about these rules, asked anew.
  practise(rules) {
    const steps = this.practiceFor(rules);
    for (const step of steps) delete this.said[nameOf(step)];
    this.exercises = { title: "Practice", steps };
    this.go(this.data.chapters.length, 0);
    window.scrollTo(0, 0);
  }

  play() {
    if (this.playing) return this.stop();
    const { stage } = this;
    if (stage.moment >= stage.film.end) stage.goTo(Math.min(this.step.from, stage.film.end - 1));
    this.playing = setInterval(() => {
      stage.goTo(stage.film.next(stage.moment, "step"));
      if (stage.moment >= stage.film.end) this.stop();
    }, A_STEP);
    return this.redraw();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    if (this.at) this.redraw();
  }

  redraw() {
    if (this.drawn) return;
    this.drawn = true;
    queueMicrotask(() => {
      this.drawn = false;
      render(html`<${Page} handout=${this} />`, document.getElementById("page"));
    });
  }
}

const nameOf = (step) => step.ask?.id ?? "solution";

function Page({ handout }) {
  const { data, stage, chapters, at } = handout;
  return html`
    <header class="room-bar"><h1>${data.title}</h1>
      ${chapters.length > 1 && html`<label>Chapter
        <select value=${at.chapter} onChange=${(event) => handout.go(Number(event.target.value), 0)}>
          ${chapters.map((one, n) => html`<option key=${n} value=${n} disabled=${handout.isHeld(n)}
            title=${handout.isHeld(n) ? "It tells what is still asked before it." : undefined}>${n + 1}. ${one.title}</option>`)}
        </select></label>`}
      <${Theme} /><button class="print" onClick=${() => print()}>Print</button></header>
    <main class="handout-page">
      <section class="board-frame" aria-label="The table and its film"><${Board} lab=${stage} /><${Scrubber} handout=${handout} /></section>
      <section class="telling" aria-label="The lesson"><${Telling} handout=${handout} /></section>
      ${!handout.step.film && html`<${Panels} handout=${handout} />`}
    </main>
    <${Viewed} stage=${stage} />
    ${stage.rule && html`<${RuleDialog} lab=${stage} />`}`;
}

function Telling({ handout }) {
  const { data, stage, step, chapter, chapters, at } = handout;
  const open = handout.isOpen(step);
  const last = at.step === chapter.steps.length - 1 && at.chapter >= data.chapters.length - 1;
  const first = at.chapter + at.step === 0;
  const single = chapters.length === 1 && chapter.steps.length === 1;
  return html`
    ${data.kind === "lesson" && html`<h2 class="where">${chapter.title}<${GameName} stage=${stage} />
      ${" "}<small>${at.step + 1} of ${chapter.steps.length}</small></h2>`}
    ${first && data.summary && data.kind !== "lesson" && html`<p>${data.summary}</p>`}
    ${step.title && html`<p class="from">${step.title}</p>`}
    ${step.holds && !open && html`<h2>The solution</h2>`}
    ${!(step.holds && open) && html`<div class="say"><${Prose} parts=${step.say} stage=${stage} /></div>`}
    ${step.notes && html`<aside class="notes"><b>Notes</b><${Prose} parts=${step.notes} stage=${stage} /></aside>`}
    ${step.ask && html`<${Asked} handout=${handout} key=${step.ask.id} />`}
    ${step.holds && open && html`<p>The solution is here, too. Try first.</p>
      <button class="primary send" onClick=${() => handout.predict(NOT_KNOWN)}>Show me the solution</button>`}
    ${!open && html`<div class="then"><${Prose} parts=${step.then} stage=${stage} /></div>`}
    ${!single && html`<nav class="walk" aria-label="Steps of the lesson">
      <button onClick=${() => handout.move(-1)} disabled=${first}>‹ Back</button>
      <button class=${classes("next", !open && "primary")} onClick=${() => handout.move(1)}
        disabled=${last || open}>Next ›</button></nav>`}
    ${last && !open && html`<${Score} handout=${handout} />`}
    <${Look} ids=${step.look} stage=${stage} />`;
}

function Scrubber({ handout }) {
  const { stage } = handout;
  const { film, moment, event } = stage;
  const go = (way) => () => {
    handout.stop();
    stage.goTo(film[way](moment, "step"));
  };
  return html`<div class="scrub">
    <button class="play" onClick=${() => handout.play()} disabled=${film.end === 0} aria-label=${handout.playing ? "Stop" : "Play"}>
      ${handout.playing ? "❚❚" : "▶"}</button>
    <button onClick=${go("previous")} disabled=${moment === 0} aria-label="One step back">‹</button>
    <input type="range" class="slider" min="0" max=${film.end} value=${moment} aria-label="Moment of the film"
      aria-valuetext=${event ? `event ${moment} of ${film.end}: ${event.text}` : `the beginning, before ${plural(film.end, "event")}`}
      onInput=${(e) => { handout.stop(); stage.goTo(Number(e.target.value)); }} />
    <button onClick=${go("next")} disabled=${moment === film.end} aria-label="One step forward">›</button>
    <p class="happens">${event ? event.plain ?? event.text : "The table is empty."}</p></div>`;
}

function Panels({ handout }) {
  const { stage, panel, chapter } = handout;
  const open = (name) => () => {
    handout.panel = name;
    handout.redraw();
  };
  return html`<section class="panels" aria-label="What happened and why">
    <nav class="panel-names" aria-label="Panels">${Object.entries(PANELS).map(([name, title]) => html`
      <button key=${name} aria-pressed=${String(panel === name)} onClick=${open(name)}>${title}</button>`)}</nav>
    <div class=${classes("panel-shown", panel)}>
      ${panel === "log" && html`<${Log} lab=${stage} />`}
      ${panel === "causes" && html`<${Causes} lab=${stage} />`}
      ${panel === "timelines" && (handout.drawing ? html`<${handout.drawing} lab=${stage} />`
        : html`<${Pictures} lab=${stage} film=${chapter.film} />`)}
    </div></section>`;
}

function Asked({ handout }) {
  const { step: { ask, secret }, stage, chosen } = handout;
  const said = handout.said[ask.id];
  const choose = (one) => {
    handout.chosen = one;
    handout.redraw();
  };
  if (!said) {
    const answer = () => handout.predict(ask.form === "order" && chosen.length === 0 ? ask.options.map(({ key }) => key) : chosen);
    return html`<section class="question" aria-label="The question"><h2>${ask.text}</h2>
      <${Form} ask=${ask} said=${chosen} stage=${stage} choose=${choose} />
      <p class="deeds"><button class="primary send" disabled=${!isComplete(ask, chosen)} onClick=${answer}>That is my answer</button>
        <button class="send" onClick=${() => handout.predict(NOT_KNOWN)}>I do not know: tell me</button></p></section>`;
  }
  const given = said === NOT_KNOWN ? null : said;
  const right = given ? isRight(secret, ask, given) : false;
  const revealed = { ...secret, rules: stage.facts.rules };
  const goTo = secret.lines[0]?.moment === undefined ? undefined : (moment) => stage.goTo(Math.min(moment, stage.film.end));
  return html`<section class=${classes("revealed", right === false && "was-wrong", right && "was-right")} aria-label="The answer">
    <h2>${ask.text}</h2>
    <p role="status"><b>${rightWords(revealed, ask)}</b> ${given && html`You said ${saidWords(ask, given)}${right ? ": right" : ""}.`}</p>
    ${given && html`<ul class="reasons">${reasonsFor(revealed, ask, given).map((one) => html`
      <li key=${one.key}><b>${one.said}</b> ${one.text}</li>`)}</ul>`}
    <${Explanation} revealed=${revealed} stage=${stage} goTo=${goTo} />
    ${secret.counts && html`<h3>The room</h3><${Counts} revealed=${revealed} ask=${ask} />`}</section>`;
}

// What came of it, the rules to look at again, and something to practise them with.
function Score({ handout }) {
  const { data, exercises, stage } = handout;
  const asked = [...data.chapters, ...(exercises ? [exercises] : [])].flatMap(({ steps }) => steps).filter(({ ask, secret }) =>
    ask && secret.right.length > 0 && handout.said[ask.id]);
  const right = ({ ask, secret }) => handout.said[ask.id] !== NOT_KNOWN && isRight(secret, ask, handout.said[ask.id]);
  const wrong = asked.filter((one) => !right(one));
  const missed = [...new Set(wrong.flatMap(({ secret }) => secret.about))];
  const about = [...new Set(asked.flatMap(({ secret }) => secret.about))];
  const wanted = missed.length > 0 ? missed : about;
  const more = handout.practiceFor(wanted).length;
  if (asked.length === 0) return null;
  return html`<section class="score" aria-label="How it went"><h2>${asked.length - wrong.length} of ${asked.length} were right.</h2>
    ${missed.length > 0 && html`<h3>To look at again</h3><ul class="about">${missed.map((id) => html`<li key=${id}>
      <b>${stage.ruleOf(id)?.name ?? id}</b> ${stage.ruleOf(id)?.text}</li>`)}</ul>`}
    ${data.repeat.length > 0 && html`<h3>What the room should repeat</h3><ul class="about">${data.repeat.map(({ rule, name }) => html`
      <li key=${rule}><b>${name}</b> ${stage.ruleOf(rule)?.text}</li>`)}</ul>`}
    <p class="deeds">${more > 0 && html`<button class="primary practise" onClick=${() => handout.practise(wanted)}>
      Practise: ${plural(more, "question")} about ${missed.length > 0 ? "what was missed" : "the same rules"}</button>`}
      <button onClick=${() => handout.again()}>From the beginning</button></p></section>`;
}

// `drawing`: what draws timelines; without it they are the pictures on the paper.
export function openHandout(drawing) {
  const handout = new Handout(JSON.parse(document.getElementById("data").textContent));
  handout.drawing = drawing;
  document.body.classList.add("live");
}
