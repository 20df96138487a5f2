// What every page of a room remembers: where the lesson stands, the table, and what was revealed.

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
    this.ready = fetch("/facts.json").then((answer) => answer.json()).then((facts) => {
      this.stage.learn(facts);
      this.link = new RoomLink(hello, (message) => this.receive(message), () => this.redraw());
      this.redraw();
    });
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
        if (message.notes) this.desk = message;
        this.stage.take(message.film, message.moment);
        break;
      case "state":
        if (message.chapter !== this.state.chapter || message.step !== this.state.step || message.asking !== "revealed") this.revealed = null;
        if (this.missed(message)) return;
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
      case "desk":
        this.desk = message;
        break;
      case "tally":
        this.desk = { ...this.desk, tally: message };
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
