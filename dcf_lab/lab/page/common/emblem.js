// An emblem for every card, drawn from its own data and nothing else: the frame tells the type, the figure the card, the pips a value.

import { classes } from "./dom.js";

const MOST_PIPS_DRAWN = 8;
const atPoint = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const closedPath = (points) => `M${points.map(([x, y]) => atPoint(x, y)).join("L")}Z`;
const circlePath = (x, y, r) => `M${atPoint(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

// Points at a distance that changes from one to the next, all around a place.
function starPoints(x, y, count, outer, inner, turned = -Math.PI / 2) {
  return Array.from({ length: 2 * count }, (_, n) => {
    const [angle, far] = [turned + (n * Math.PI) / count, n % 2 === 0 ? outer : inner];
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
}

// What lies on one side of the middle lies on the other, too.
const mirroredPath = (right) => closedPath([...right, ...[...right].reverse().map(([x, y]) => [100 - x, y])]);

// One for each type of cards, in the order in which the game has them.
const EMBLEM_FRAMES = [
  "M50 6L88 16V50C88 72 70 88 50 96C30 88 12 72 12 50V16Z", // a shield
  "M50 3L97 50L50 97L3 50Z", // a diamond
  "M50 5L90 27V73L50 95L10 73V27Z", // a hexagon
  "M10 95V48A40 43 0 0 1 90 48V95Z", // a gate
  "M4 12H96L80 56L50 97L20 56Z", // a pennant
  closedPath(starPoints(50, 50, 12, 48, 38)), // a burst
  circlePath(50, 50, 44), // a ring
  "M24 8H76L92 24V76L76 92H24L8 76V24Z", // a chest
  "M50 5L95 38L78 93H22L5 38Z", // a pentagon
  closedPath(starPoints(50, 50, 24, 47, 43)), // a coin
];

// Figures, each made by numbers from 0 to 1 that belong to the card.
const EMBLEM_FIGURES = [
  // a crest
  (next, points) => {
    const steps = 5 + (points % 4);
    return mirroredPath(Array.from({ length: steps }, (_, n) =>
      [50 + (n % 2 === 0 ? 4 + 10 * next() : 16 + 14 * next()), 24 + (n * 46) / (steps - 1) + (n % 2 ? -6 : 4) * next()]));
  },
  // a star within a star
  (next, points) => {
    const count = 4 + (points % 5);
    const outer = 22 + 5 * next();
    return closedPath(starPoints(50, 48, count, outer, outer * (0.35 + 0.3 * next())))
      + closedPath(starPoints(50, 48, count, outer * 0.4, outer * 0.18, Math.PI / 2));
  },
  // chevrons
  (next, points) => {
    const [count, deep, wide] = [2 + (points % 3), 8 + 12 * next(), 18 + 9 * next()];
    const high = 34 / count;
    const up = next() < 0.5 ? 1 : -1;
    return Array.from({ length: count }, (_, n) => {
      const y = 30 + n * (46 / count) + (up < 0 ? -deep / 2 : deep / 2);
      return closedPath([[50, y - up * deep], [50 + wide, y], [50 + wide, y + high * 0.6], [50, y - up * deep + high * 0.6],
        [50 - wide, y + high * 0.6], [50 - wide, y]]);
    }).join("");
  },
  // two bolts
  (next) => {
    const [lean, thick] = [4 + 7 * next(), 5 + 5 * next()];
    const right = [[56, 22], [66 + thick, 22], [62 + lean, 42], [72 + lean / 2, 42], [55, 74], [60, 49], [53 - lean / 4, 49]];
    return closedPath(right) + closedPath(right.map(([x, y]) => [100 - x, y]));
  },
  // a wheel
  (next, points) => {
    const [count, outer] = [5 + (points % 6), 20 + 6 * next()];
    return closedPath(starPoints(50, 48, count, outer + 3, outer - 4)) + circlePath(50, 48, outer * (0.45 + 0.2 * next()))
      + circlePath(50, 48, outer * 0.22);
  },
  // a horned crescent
  (next) => {
    const [tip, inner] = [22 + 10 * next(), 8 + 14 * next()];
    const horns = `M${atPoint(50 - tip, 24)}C${atPoint(40 - tip, 60)} 34 74 50 74C66 74 ${atPoint(60 + tip, 60)} ${atPoint(50 + tip, 24)}`;
    return `${horns}C${atPoint(50 + inner, 56)} ${atPoint(50 - inner, 56)} ${atPoint(50 - tip, 24)}Z`
      + closedPath(starPoints(50, 34, 4 + Math.floor(3 * next()), 9, 4));
  },
];

// What is behind: rays, rings or stripes.
const EMBLEM_GROUNDS = [
  (next) => {
    const count = 7 + Math.floor(8 * next());
    const [turned, wide] = [next(), Math.PI / count / 2];
    const end = (angle) => [50 + 90 * Math.cos(angle), 50 + 90 * Math.sin(angle)];
    return Array.from({ length: count }, (_, n) => turned + (n * 2 * Math.PI) / count)
      .map((angle) => closedPath([[50, 50], end(angle - wide), end(angle + wide)])).join("");
  },
  (next) => {
    const step = 8 + 5 * next();
    return [5, 4, 3, 2, 1].map((n) => circlePath(50, 50, n * step)).join("");
  },
  (next) => {
    const step = 12 + 8 * next();
    const slope = 20 + 40 * next();
    const wing = (y) => [[50, y], [110, y - slope], [110, y - slope + step / 2], [50, y + step / 2]];
    return Array.from({ length: 9 }, (_, n) => mirroredPath(wing(n * step))).join("");
  },
];

// Numbers from 0 to 1 that are the same for the same word, in every browser.
export function numbersOf(word) {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

const oneOf = (list, number) => list[Math.floor(number * list.length)];
const emblemsDrawn = new Map(); // what was drawn before is as it was

// `kind`: the place of the card's type among the game's types.
export function emblemPaths(id, card, kind) {
  const word = [id, card.type, card.side, ...card.traits].join(" ");
  const key = `${kind} ${word} ${Object.values(card.values).join(" ")}`;
  if (!emblemsDrawn.has(key)) {
    const next = numbersOf(word);
    for (let n = 0; n < 4; n++) next(); // words that begin alike part
    const numbers = Object.values(card.values).filter((value) => typeof value === "number");
    const pips = Math.max(0, Math.min(MOST_PIPS_DRAWN, Math.round(numbers[0] ?? 0)));
    const points = card.traits.length + numbers.reduce((sum, value) => sum + Math.abs(Math.round(value)), 0);
    emblemsDrawn.set(key, {
      ground: oneOf(EMBLEM_GROUNDS, next())(next),
      frame: EMBLEM_FRAMES[kind % EMBLEM_FRAMES.length],
      figure: oneOf(EMBLEM_FIGURES, next())(next, points),
      pips: Array.from({ length: pips }, (_, n) => circlePath(50 + (n - (pips - 1) / 2) * 8, 95.5, 2.6)).join(""),
    });
  }
  return emblemsDrawn.get(key);
}

export function Emblem({ id, cards, look }) {
  const card = cards.of(id);
  if (!card) return null;
  const { ground, frame, figure, pips } = emblemPaths(String(id).replace(/\.\d+$/, ""), card, cards.kind(id));
  return html`
    <svg class=${classes("emblem", cards.kindClass(id), look)} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <rect class="field" width="100" height="100" /><path class="rays" d=${ground} fill-rule="evenodd" />
      <g transform="translate(6 1) scale(0.88)"><path class="frame" d=${frame} /><path class="figure" d=${figure} fill-rule="evenodd" /></g>
      <path class="figure" d=${pips} />
    </svg>
  `;
}
