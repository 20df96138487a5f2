// The workshop: lessons to read, to present and to hand out, and a place to write one.

import { Game } from "../common/game.js";
import { classes, plural } from "../common/dom.js";
import { Logo } from "../common/frame.js";
import { Write } from "./write.js";

const WORKSHOP_PARTS = { lessons: "Lessons", rooms: "Rooms and results", write: "Write a lesson" };

export class Workshop {
  constructor(kernel, redraw, app) {
    Object.assign(this, { kernel, redraw, app });
    this.games = [];
    this.lessons = [];
    this.part = "lessons";
  }

  // What an address asks for: ?part=write, ?game=dc_forever, ?lesson=dc_forever/lessons/an_attack
  opening(query) {
    const asked = new URLSearchParams(query);
    this.query = query;
    this.part = asked.get("part") in WORKSHOP_PARTS ? asked.get("part") : "lessons";
  }

  receive(message) {
    if (message.show === "workshop") {
      this.games = message.games.map((game) => new Game(game));
      this.game = this.games.find(({ id }) => id === message.game);
      this.lessons = message.lessons;
    }
    this.redraw();
  }

  address(change) {
    return `?${new URLSearchParams({ game: this.game.id, ...change })}`;
  }
}

export function WorkshopPage({ app }) {
  const { workshop } = app;
  const { game, games, part } = workshop;
  return html`
    <div class=${classes("workshop", part)}>
      <header class="bar">
        <${Logo} app=${app} />
        <h1>Workshop</h1>
        <nav class="parts" aria-label="Parts">${Object.keys(WORKSHOP_PARTS).map((one) => html`
          <a key=${one} class="button" aria-current=${part === one ? "page" : undefined}
            ...${app.link("workshop", workshop.address({ part: one }))}>${WORKSHOP_PARTS[one]}</a>`)}</nav>
        ${games.length > 1 && html`<nav class="others" aria-label="Other games">${games.filter((one) => one !== game).map((one) => html`
          <a key=${one.id} ...${app.link("workshop", `?game=${one.id}`)}>${one.title}</a>`)}</nav>`}
      </header>
      <main>
        ${part === "write" ? html`<${Write} app=${app} workshop=${workshop} />`
          : part === "rooms" ? html`<p>No room is open.</p>`
            : html`<${Lessons} workshop=${workshop} />`}
      </main>
    </div>
  `;
}

function Lessons({ workshop }) {
  const { game, lessons } = workshop;
  return html`
    <section class="lessons" aria-labelledby="lessons-title">
      <h2 id="lessons-title">Lessons: ${game.title}</h2>
      ${lessons.length === 0 && html`<p>${game.title} has no lessons yet.</p>`}
      <ul class="cards">${lessons.map(({ name, title, summary, minutes, questions }) => html`
        <li key=${name} class="lesson" data-lesson=${name}>
          <p class="kind"><span>${plural(minutes, "minute")}</span> <span>${plural(questions, "question")}</span></p>
          <h3>${title}</h3><p>${summary}</p>
        </li>`)}</ul>
    </section>
  `;
}
