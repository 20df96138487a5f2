// What every page of a room remembers: where the lesson stands, the table, and what was revealed.

import { followTheme } from "../common/theme.js";
import { Stage } from "./stage.js";
import { RoomLink } from "./link.js";

export class Seen {
  constructor(hello) {
    this.stage = new Stage(() => this.redraw());
    this.state = null;
    this.revealed = null;
    this.desk = null; // what only the presenter is told
    this.said = null; // a word of the room about the last deed
    this.following = true; // does the table move with the room?
    this.listeners = [];
    followTheme(() => this.redraw());
    this.ready = this.learn().then(() => {
      this.link = new RoomLink(hello, (message) => this.receive(message), () => this.redraw());
      this.redraw();
    });
  }

  // The room may be away for a moment, like its network: it is asked until it answers.
  async learn() {
    for (;;) {
      const answer = await fetch("/facts.json").catch(() => null);
      if (answer?.ok) return this.stage.learn(await answer.json());
      await new Promise((wake) => setTimeout(wake, 1000));
    }
  }

  redraw() {
    if (this.drawn) return;
    this.drawn = true;
    queueMicrotask(() => {
      this.drawn = false;
      for (const listener of this.listeners) listener();
    });
  }

  receive(message) {
    switch (message.show) {
      case "room":
        this.state = message;
        this.revealed = message.revealed;
        if (message.notes) this.desk = { ...message, since: Date.now() };
        this.stage.take(message.film, message.moment);
        break;
      case "state":
        if (this.missed(message)) return;
        if (message.asking !== "revealed" || this.revealed?.q !== message.ask?.id) this.revealed = null;
        this.state = { ...this.state, ask: undefined, then: undefined, panel: undefined, ...message };
        if (message.film) this.stage.take(message.film, message.moment);
        break;
      case "reel":
        if (message.from > this.stage.film.end) return this.link.wake();
        this.reel(message);
        break;
      case "revealed":
        this.revealed = message;
        break;
      case "predicted":
        this.state = { ...this.state, here: message.here, predicted: message.number };
        break;
      case "branch":
        if (message.rev !== undefined) this.try(message); // what the presenter tries with everybody
        break;
      case "people":
        if (message.names) this.state = { ...this.state, names: message.names };
        else this.desk = { ...this.desk, people: message.people };
        break;
      case "desk":
        this.desk = { ...message, since: Date.now() };
        break;
      case "tally":
        this.desk = { ...this.desk, tally: message };
        this.state = { ...this.state, here: message.here };
        break;
      case "refused":
        this.said = message.text;
        break;
      default:
        break;
    }
    this.heard?.(message);
    this.redraw();
  }

  // A page that has missed a state asks for everything again.
  missed({ rev }) {
    if (this.state === null || rev <= this.state.rev + 1) return false;
    this.link.wake();
    return true;
  }

  try({ film, moment }) {
    const { stage } = this;
    const at = stage.moment;
    if (film) stage.take(film, film.from);
    stage.goTo(this.following ? moment : Math.min(at, stage.film.end));
  }

  reel(message) {
    const { stage } = this;
    const at = stage.moment;
    stage.film.take(message);
    stage.goTo(this.following ? message.moment : Math.min(at, stage.film.end));
  }
}

// Draw a page into its element whenever something has changed.
export function show(seen, view) {
  const element = document.getElementById("page");
  const draw = () => render(view(), element);
  seen.listeners.push(draw);
  draw();
}
