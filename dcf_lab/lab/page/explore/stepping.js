// Stepping: the slider over the film, the buttons, and the keyboard.

import { classes } from "../common/dom.js";
import { Dialog } from "../common/frame.js";
import { pressNumber } from "./choices.js";

const SPEEDS = { slow: 1.8, normal: 1, fast: 0.5 }; // how long a step of the film takes, beside the usual
const LEAST = 900; // milliseconds for a step,
const A_LETTER = 32; // for each letter of its sentence,
const MOST = 5000; // and at most

const HELP = [
  ["← →", "one step back, forward"],
  ["Shift ← →", "one action (to the question before, to the next)"],
  ["Page Up, Page Down", "one phase"],
  ["Home, End", "the beginning, the open question"],
  ["Space", "play the film, or stop it"],
  ["Tab, Enter", "go from card to card and button to button; press"],
  ["1 … 9, 0", "give the answer with that number"],
  ["Escape", "close what is open, take back a card that was picked"],
  ["?", "this help"],
];

// How long the moment shown stays when the film is played: a long sentence takes longer to read.
export function timeFor({ event, speed }) {
  const text = event?.plain ?? event?.text ?? "";
  return Math.min(MOST, LEAST + A_LETTER * text.length) * (SPEEDS[speed] ?? 1);
}

export function Stepping({ lab }) {
  const { film, moment, event, unit } = lab;
  const go = (way, one) => lab.goTo(way > 0 ? film.next(moment, one) : film.previous(moment, one));
  const Step = ({ way, one, name, sign, keys, primary }) => html`
    <button class=${classes(way > 0 ? `on-${name}` : `back-${name}`, primary && "primary")} onClick=${() => go(way, one)}
      disabled=${moment === (way > 0 ? film.end : 0)} title=${`One ${name} ${way > 0 ? "forward" : "back"} (${keys})`}>${sign}</button>`;
  const number = film.stops.filter((stop) => stop > 0 && stop <= moment).length;
  return html`
    <nav class="stepping" aria-label="Stepping through the film"><div class="controls">
      <div class="buttons">
        <button onClick=${() => lab.goTo(0)} disabled=${moment === 0} title="The beginning (Home)"
          aria-label="To the beginning">|◀</button>
        ${Step({ way: -1, one: "phase", name: "phase", sign: "‹ phase", keys: "Page Up" })}
        ${Step({ way: -1, one: "action", name: "action", sign: "‹ action", keys: "Shift ←" })}
        ${Step({ way: -1, one: unit, name: "step", sign: "‹ step", keys: "←" })}
        ${Step({ way: 1, one: unit, name: "step", sign: "Next step ›", keys: "→", primary: true })}
        ${Step({ way: 1, one: "action", name: "action", sign: "action ›", keys: "Shift →" })}
        ${Step({ way: 1, one: "phase", name: "phase", sign: "phase ›", keys: "Page Down" })}
        <button onClick=${() => lab.goTo(film.end)} disabled=${moment === film.end} title="The open question (End)"
          aria-label="To the open question">▶|</button>
      </div>
      <div class="film">
        <button class="play" onClick=${() => lab.togglePlay()} aria-pressed=${lab.playing ? "true" : "false"} disabled=${film.end === 0}
          title="Play the film, or stop it (Space)" aria-label=${lab.playing ? "Stop" : "Play"}>${lab.playing ? "❚❚" : "▶"}</button>
        <select class="speed" aria-label="Speed of the film" value=${lab.speed} onChange=${(e) => lab.setSpeed(e.target.value)}>
          ${Object.keys(SPEEDS).map((speed) => html`<option key=${speed} value=${speed}>${speed}</option>`)}
        </select>
        <label class="every" title="Stop also at answers, checks and other bookkeeping"><input type="checkbox" checked=${lab.everyEvent}
          onChange=${(e) => lab.setEveryEvent(e.target.checked)} />every event</label>
        <button onClick=${() => lab.toggleHelp()} title="Keys (?)" aria-label="Help with the keys">?</button>
      </div>
      <input type="range" class="slider" min="0" max=${film.end} value=${moment} aria-label="Moment of the film"
        aria-valuetext=${event ? `event ${moment} of ${film.end}: ${event.text}` : `the beginning, before ${film.end} events`}
        onInput=${(e) => lab.goTo(Number(e.target.value))} />
      <output class="moment" aria-live=${lab.app.frame ? "off" : "polite" /* on the page Now says it */}>
        <b>step ${number} of ${film.stops.length - 1}</b> · event ${moment}${" "}
        <span>${event ? event.plain ?? event.text : "The table is empty."}</span>
      </output>
    </div></nav>
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
  if (target.closest?.("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]")) return false;
  const { film, moment } = lab;
  const unit = event.shiftKey ? "action" : lab.unit;
  const inside = target.closest?.(".dcf");
  if (target !== document.body && !inside) return false;
  switch (event.key) {
    case "ArrowLeft": lab.goTo(film.previous(moment, unit)); return true;
    case "ArrowRight": lab.goTo(film.next(moment, unit)); return true;
    case "PageUp": lab.goTo(film.previous(moment, "phase")); return true;
    case "PageDown": lab.goTo(film.next(moment, "phase")); return true;
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
