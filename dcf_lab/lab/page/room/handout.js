// A handout at home: the lesson with its film held at each question until it is answered; nothing is asked of any server.

import { classes, parsed, recall, remember } from "../common/dom.js";
import { Board } from "../explore/board.js";
import { Causes } from "../explore/graph.js";
import { Timelines } from "../explore/timelines.js";
import { Stage } from "./stage.js";
import { Explanation, Form, Look, Prose, Viewed, isComplete, isRight, reasonsFor, rightWords, saidWords } from "./telling.js";

const PANELS = { log: "What happened", causes: "What caused what", timelines: "Timelines" };

class Handout {
  constructor(data) {
    this.data = data;
    this.stage = new Stage(() => this.redraw());
    this.stage.learn(data.facts);
    Object.assign(this.stage, { app: { element: document.getElementById("page"), frame: null }, theme: "light", hideFuture: true, kernel: this });
    this.kept = `dcf_lab.handout.${data.title}`;
    this.said = parsed(recall(localStorage, this.kept)) ?? {}; // question -> what I said
    this.chosen = [];
    this.panel = "log";
    this.go(0, 0);
  }

  // What a page would ask the lab for; here it is all there.
  async ask(message) {
    if (message.do === "figure") {
      const found = this.chapter.figures.find(({ what }) => what === message.what);
      if (found && this.stage.film.figures.get(`${found.what} event`) !== found) {
        this.stage.film.figures.set(`${found.what} event`, found);
        this.redraw();
      }
    }
    return [];
  }

  get chapter() {
    return this.data.chapters[this.at.chapter];
  }

  get step() {
    return this.chapter.steps[this.at.step];
  }

  get open() {
    return this.step.ask && !this.said[this.step.ask.id];
  }

  go(chapter, step) {
    const other = this.at?.chapter !== chapter;
    this.at = { chapter, step };
    this.chosen = [];
    const end = this.open ? this.step.from : this.step.to;
    // the film is told no further than the reader has come
    const { events, decisions, ...film } = this.chapter.film;
    if (other || this.stage.film.end !== end) {
      this.stage.take({ ...film, from: 0, decisions: [], totals: { from: 0, of: film.totals.of.filter(([at]) => at < end) }, events: events.slice(0, end) }, end);
    }
    if (this.step.panel && !this.open) this.panel = this.step.panel === "rulings" ? "log" : this.step.panel;
    this.redraw();
  }

  move(by) {
    const { chapter, step } = this.at;
    if (this.chapter.steps[step + by]) return this.go(chapter, step + by);
    const next = this.data.chapters[chapter + by];
    return next && this.go(chapter + by, by > 0 ? 0 : next.steps.length - 1);
  }

  predict() {
    const { ask } = this.step;
    this.said[ask.id] = ask.form === "order" && this.chosen.length === 0 ? ask.options.map(({ key }) => key) : this.chosen;
    remember(localStorage, this.kept, JSON.stringify(this.said));
    this.go(this.at.chapter, this.at.step);
  }

  again() {
    this.said = {};
    remember(localStorage, this.kept, null);
    this.go(0, 0);
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

function Page({ handout }) {
  const { data, stage, step, chapter, at } = handout;
  const last = at.chapter === data.chapters.length - 1 && at.step === chapter.steps.length - 1;
  return html`
    <header class="room-bar"><h1>${data.title}</h1>
      <label>Chapter <select value=${at.chapter} onChange=${(event) => handout.go(Number(event.target.value), 0)}>
        ${data.chapters.map((one, n) => html`<option key=${n} value=${n}>${one.title}</option>`)}</select></label>
      <button onClick=${() => print()}>Print</button></header>
    <main class="handout-page">
      <section class="board-frame" aria-label="The table"><${Board} lab=${stage} /><${Scrubber} stage=${stage} /></section>
      <section class="telling">
        <h2>${chapter.title}</h2>
        <${Prose} parts=${step.say} stage=${stage} />
        ${step.ask && html`<${Asked} handout=${handout} />`}
        ${!handout.open && html`<${Prose} parts=${step.then} stage=${stage} />`}
        <nav class="walk"><button onClick=${() => handout.move(-1)} disabled=${at.chapter + at.step === 0}>‹ Back</button>
          <button class="primary" onClick=${() => handout.move(1)} disabled=${last || handout.open}>Next ›</button></nav>
        ${last && !handout.open && html`<${Score} handout=${handout} />`}
        <${Look} ids=${step.look} stage=${stage} />
      </section>
      <section class="panels"><nav class="panel-names">${Object.entries(PANELS).map(([name, title]) => html`
        <button key=${name} aria-pressed=${handout.panel === name} onClick=${() => { handout.panel = name; handout.redraw(); }}>${title}</button>`)}</nav>
        <div class=${classes("panel-shown", handout.panel)}>
          ${handout.panel === "log" && html`<ol class="happened">${stage.film.events.filter((event) => !event.bookkeeping && event.kind !== "window").map((event) => html`
            <li key=${event.id} aria-current=${event.id + 1 === stage.moment ? "step" : undefined}><button class="in-text" onClick=${() => stage.goTo(event.id + 1)}>${event.text}</button></li>`)}</ol>`}
          ${handout.panel === "causes" && html`<${Causes} lab=${stage} />`}
          ${handout.panel === "timelines" && (window.Plotly ? html`<${Timelines} lab=${stage} />` : html`<${Lines} handout=${handout} />`)}
        </div></section>
    </main><${Viewed} stage=${stage} />`;
}

const Scrubber = ({ stage }) => html`<label class="scrub">Moment <input type="range" min="0" max=${stage.film.end} value=${stage.moment}
  onInput=${(event) => stage.goTo(Number(event.target.value))} /> <span class="happens">${stage.event?.plain ?? stage.event?.text}</span></label>`;

function Asked({ handout }) {
  const { step: { ask, secret }, stage, chosen } = handout;
  const said = handout.said[ask.id];
  if (!said) {
    return html`<section class="question"><h2>${ask.text}</h2>
      <${Form} ask=${ask} said=${chosen} stage=${stage} choose=${(one) => { handout.chosen = one; handout.redraw(); }} />
      <button class="primary send" disabled=${!isComplete(ask, chosen)} onClick=${() => handout.predict()}>That is my answer</button></section>`;
  }
  const right = isRight(secret, ask, said);
  return html`<section class=${classes("revealed", right === false && "was-wrong", right && "was-right")}><h2>${ask.text}</h2>
    <p><b>${rightWords(secret, ask)}</b> You said ${saidWords(ask, said)}.</p>
    <ul class="reasons">${reasonsFor(secret, ask, said).map((one) => html`<li key=${one.key}><b>${one.said}</b> ${one.text}</li>`)}</ul>
    <${Explanation} revealed=${secret} stage=${stage} goTo=${(moment) => stage.goTo(moment)} /></section>`;
}

function Score({ handout }) {
  const asked = handout.data.chapters.flatMap(({ steps }) => steps).filter(({ ask, secret }) => ask && secret.right.length > 0);
  if (asked.length === 0) return null;
  const wrong = asked.filter(({ ask, secret }) => !isRight(secret, ask, handout.said[ask.id] ?? []));
  const rules = [...new Set(wrong.flatMap(({ secret }) => secret.about))];
  return html`<section class="score"><h2>${asked.length - wrong.length} of ${asked.length} were right.</h2>
    ${rules.length > 0 && html`<h3>To look at again</h3><ul class="about">${rules.map((id) => html`<li key=${id}>
      <b>${handout.data.facts.rules[id].name}</b> ${handout.data.facts.rules[id].text}</li>`)}</ul>`}
    <button onClick=${() => handout.again()}>From the beginning</button></section>`;
}

// Timelines without plotly: each line as a simple curve.
function Lines({ handout }) {
  const { chapter, stage } = handout;
  const end = Math.max(1, stage.film.end);
  return html`<div class="simple-lines">${chapter.figures.filter(({ data }) => data.length > 0).map(({ what, data }) => {
    const most = Math.max(1, ...data.flatMap(({ y }) => y));
    return html`<figure key=${what}><figcaption>${handout.data.facts.game.timelines[what]?.title ?? what}</figcaption>
      <svg viewBox="0 0 300 100" role="img" aria-label=${what}>${data.map(({ uid, x, y, line, meta }) => html`
        <polyline key=${uid} fill="none" stroke=${line?.color ?? "#00568a"} stroke-width="2" points=${x.map((at, n) => [at, y[n]])
          .filter(([at]) => at <= end).map(([at, value]) => `${(300 * at) / end},${98 - (94 * value) / most}`).join(" ")}><title>${meta}</title></polyline>`)}
      </svg></figure>`;
  })}</div>`;
}

document.body.classList.add("live");
window.handout = new Handout(JSON.parse(document.getElementById("data").textContent));
