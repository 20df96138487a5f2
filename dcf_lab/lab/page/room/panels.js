// What a step opens at its end, large: what caused what, timelines, what happened, or the readings of a ruling.

import { classes } from "../common/dom.js";
import { Causes } from "../explore/graph.js";

const MOST_LOGGED = 10; // events
const MOST_PICTURES = 2; // pictures beside each other
const [WIDE, HIGH] = [640, 300];
const LINE_COLOURS = ["--accent", "--hint", "--good", "--rule", "--deed", "--bad"];
const LINE_DASHES = ["", "10 6", "3 6", "14 5 3 5"];

export const hasPanel = (seen) => Boolean(seen.state.panel) && seen.state.asking === "revealed" && !seen.state.trying;

export function Panel({ seen }) {
  const { stage, state } = seen;
  // the graph belongs to the lab, which could be asked for more; here nobody asks
  const app = { element: document.getElementById("page"), frame: null };
  Object.assign(stage, { app, hideFuture: true, kernel: { ask: async () => [] } });
  const drawn = { causes: CausesShown, timelines: LinesShown, log: LogShown, rulings: ReadingsShown }[state.panel];
  return drawn ? html`<${drawn} seen=${seen} stage=${stage} />` : null;
}

const PanelFrame = ({ title, look, children }) => html`<section class=${classes("screen-panel", look)} aria-label=${title}>
  <h2>${title}</h2>${children}</section>`;

const CausesShown = ({ stage }) => html`<${PanelFrame} title="What caused what" look="of-causes"><${Causes} lab=${stage} alone /><//>`;

// The events of the action that the film shows, or of the phase where an action is a single event.
function eventsNow({ film, moment }) {
  const told = (event) => !event.bookkeeping && event.kind !== "window";
  const last = film.events[moment - 1];
  const since = (which) => film.events.slice(0, moment).filter((event) => event.since?.[which] === last?.since?.[which] && told(event));
  const action = since(0);
  const phase = action.length > 2 ? action : since(1);
  return phase.length > 2 ? phase : film.events.slice(0, moment).filter(told).slice(-MOST_LOGGED);
}

// What an explanation tells of: the film between its first sentence and its last.
function eventsTold({ film }, lines) {
  const moments = lines.map(({ moment }) => moment);
  return film.events.slice(Math.min(...moments) - 1, Math.max(...moments)).filter((event) => !event.bookkeeping && event.kind !== "window");
}

function LogShown({ seen, stage }) {
  const events = seen.revealed?.lines.length > 0 ? eventsTold(stage, seen.revealed.lines) : eventsNow(stage);
  return html`<${PanelFrame} title="What happened" look="of-log"><ol>${events.map((event, n) => html`
    <li key=${event.id} class=${`deep-${event.depth}`} data-spare=${events.length - n > 4 ? n : undefined}>${event.text}</li>`)}</ol><//>`;
}

// How numbers went since the chapter's game began: each line with its name and its value at the end.
function LinesShown({ stage }) {
  const groups = Object.entries(stage.facts.game?.timelines ?? {})
    .map(([what, { title, main }]) => ({ what, title, main, ...curvesOf(stage, what) }));
  const moving = groups.filter(({ lines }) => lines.some(({ points }) => points.length > 1));
  const shown = (moving.length > 0 ? moving : groups).sort((a, b) => Boolean(b.main) - Boolean(a.main) || b.moves - a.moves);
  return html`<${PanelFrame} title="Timelines" look="of-lines"><div class="line-pictures">
    ${shown.slice(0, MOST_PICTURES).map((group) => html`<${LinePicture} key=${group.what} ...${group} />`)}</div><//>`;
}

function curvesOf({ film, moment }, what) {
  const first = Math.max(1, film.decisions[0]?.at ?? 1);
  const lines = new Map();
  film.events.slice(0, moment).forEach((event, n) => {
    for (const [group, key, name, value] of event.lines) {
      if (group !== what) continue;
      const at = Math.max(first, n + 1);
      const points = (lines.get(key)?.points ?? []).filter(([x]) => x !== at);
      lines.set(key, { key, name, points: [...points, [at, value]] });
    }
  });
  const began = (points) => (points[0][0] > first ? [[first, 0], ...points] : points); // with nothing
  const all = [...lines.values()].filter(({ points }) => points.some(([, value]) => value))
    .map((line) => ({ ...line, points: began(line.points) }));
  const moves = all.reduce((sum, { points }) => sum + points.length - 1, 0);
  const changed = all.filter(({ points }) => points.length > 1);
  return { lines: (changed.length > 0 ? changed : all).slice(0, LINE_COLOURS.length), moves, first, last: Math.max(first + 1, moment) };
}

function LinePicture({ title, lines, first, last }) {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (at) => (WIDE * (at - first)) / (last - first);
  const y = (value) => HIGH - 12 - ((HIGH - 24) * value) / most;
  const steps = (points) => points.map(([at, value], n) => `${n === 0 ? `M ${x(at)}` : `H ${x(at)} V`} ${y(value)}`).join(" ")
    .replace(/^M (\S+) (\S+)/, "M 0 $2") + ` H ${WIDE}`;
  const said = lines.map(({ name, points }) => `${name}: from ${points[0][1]} to ${points.at(-1)[1]}`).join("; ");
  return html`<figure><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label=${`${title}. ${said}`}>
      <path class="axis" d=${`M 0 0 V ${HIGH - 12} H ${WIDE}`} />
      ${lines.map(({ key, points }, n) => html`<path key=${key} class="line" d=${steps(points)} stroke-dasharray=${LINE_DASHES[n % 4]}
        style=${`stroke:var(${LINE_COLOURS[n]})`} />`)}</svg>
    <ul>${lines.map(({ key, name, points }, n) => html`<li key=${key}><i style=${`background:var(${LINE_COLOURS[n]})`}></i>
      ${name} <b>${points.length > 1 ? `${points[0][1]} → ` : ""}${points.at(-1)[1]}</b></li>`)}</ul></figure>`;
}

// A ruling: each reading, and where the courses part.
function ReadingsShown({ seen, stage }) {
  const { revealed, state: { ask } } = seen;
  const rules = new Set(revealed?.about ?? []);
  const ruling = stage.facts.rulings.find(({ key }) => key === revealed?.ruling)
    ?? stage.facts.rulings.find((one) => one.rules?.some((rule) => rules.has(rule)));
  if (!ruling) return null;
  const of = (text) => (revealed?.ruling ? revealed.reasons[ask.options.find((option) => option.text === text)?.key]?.text : "");
  return html`<${PanelFrame} title=${revealed?.ruling ? "Where the courses part" : ruling.issue} look="of-readings">
    <dl>${Object.entries(ruling.readings).map(([reading, text]) => html`<div key=${reading} class=${reading === ruling.default && "ours"}>
      <dt>${text}${reading === ruling.default && html` <small>the lab's reading</small>`}</dt><dd>${of(text)}</dd></div>`)}</dl><//>`;
}
