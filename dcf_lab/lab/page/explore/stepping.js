// Stepping: the slider over the film, the buttons, and the keyboard.

import { plural } from "../common/dom.js";
import { Dialog } from "../common/frame.js";
import { pressNumber } from "./choices.js";

const UNITS = ["event", "action", "phase"];

const HELP = [
  ["← →", "one event back, forward"],
  ["Shift ← →", "one action (to the question before, to the next)"],
  ["Page Up, Page Down", "one phase"],
  ["Home, End", "the beginning, the open question"],
  ["Space", "play the film, or stop it"],
  ["Tab, Enter", "go from card to card and button to button; press"],
  ["1 … 9, 0", "give the answer with that number"],
  ["Escape", "close what is open, take back a card that was picked"],
  ["?", "this help"],
];

export function Stepping({ lab }) {
  const { film, moment } = lab;
  const event = film.events[moment - 1];
  const step = (unit, way) => lab.goTo(way > 0 ? film.next(moment, unit) : film.previous(moment, unit), moment);
  return html`
    <nav class="stepping" aria-label="Stepping through the film">
      <div class="buttons">
        <button onClick=${() => lab.goTo(0)} disabled=${moment === 0} title="The beginning (Home)"
          aria-label="To the beginning">|◀</button>
        ${[...UNITS].reverse().map((unit) => html`<button class=${`back-${unit}`} onClick=${() => step(unit, -1)} disabled=${moment === 0}
            title=${`One ${unit} back`}>‹ ${unit}</button>`)}
        <button class="play" onClick=${() => lab.togglePlay()} aria-pressed=${lab.playing ? "true" : "false"}
          title="Play the film, or stop it (Space)" aria-label=${lab.playing ? "Stop" : "Play"}>${lab.playing ? "❚❚" : "▶"}</button>
        ${UNITS.map((unit) => html`<button class=${`on-${unit}`} onClick=${() => step(unit, 1)} disabled=${moment === film.end}
            title=${`One ${unit} forward`}>${unit} ›</button>`)}
        <button onClick=${() => lab.goTo(film.end)} disabled=${moment === film.end} title="The open question (End)"
          aria-label="To the open question">▶|</button>
        <button onClick=${() => lab.toggleHelp()} title="Keys (?)" aria-label="Help with the keys">?</button>
      </div>
      <input type="range" class="slider" min="0" max=${film.end} value=${moment} aria-label="Moment of the film"
        aria-valuetext=${event ? `event ${moment} of ${film.end}: ${event.text}` : `the beginning, before ${film.end} events`}
        onInput=${(e) => lab.goTo(Number(e.target.value))} />
      <output class="moment" aria-live="polite">
        <b>${moment}</b> of ${plural(film.end, "event")}
        ${event ? html` · <span>${event.text}</span>` : html` · <span>The table is empty.</span>`}
      </output>
    </nav>
  `;
}

export function Help({ lab }) {
  return html`
    <${Dialog} title="Keys" close=${() => lab.toggleHelp()}>
      <dl>${HELP.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
      <p>Click a card to read it and to see what it can do. Step back, and answer a question differently: the first course of events
        stays in the tree.</p>
    <//>
  `;
}

// What a key does; false if it is not ours.
export function pressKey(lab, event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") return lab.escape();
  if (target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return false;
  const { film, moment } = lab;
  const unit = event.shiftKey ? "action" : "event";
  const inside = target.closest?.(".dcf");
  if (target !== document.body && !inside) return false;
  switch (event.key) {
    case "ArrowLeft": lab.goTo(film.previous(moment, unit)); return true;
    case "ArrowRight": lab.goTo(film.next(moment, unit), moment); return true;
    case "PageUp": lab.goTo(film.previous(moment, "phase")); return true;
    case "PageDown": lab.goTo(film.next(moment, "phase"), moment); return true;
    case "Home": lab.goTo(0); return true;
    case "End": lab.goTo(film.end); return true;
    case " ":
      if (target.closest?.("button, a, summary, [role=button], [role=tab], input")) return false; // it presses the button
      lab.togglePlay();
      return true;
    case "?": lab.toggleHelp(); return true;
    default: return pressNumber(lab, event.key);
  }
}
