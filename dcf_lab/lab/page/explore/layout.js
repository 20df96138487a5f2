// Where the nodes of a graph of causes are drawn, and how its arrows run: the same as analysis/layout.py, for the room there is.

const EDGE_TRACKS = 4; // arrows that can run beside each other between two slots

// A step and a slot for each node; they come in order of time, with the causes of each that are drawn.
export function cellsOf(nodes, causes, wide) {
  const steps = [];
  const found = new Map();
  for (const node of nodes) {
    const least = Math.max(0, ...(causes.get(node) ?? []).map((cause) => found.get(cause) + 1));
    if (least >= steps.length || steps.at(-1).length === wide) steps.push([]);
    steps.at(-1).push(node);
    found.set(node, steps.length - 1);
  }
  const cellAt = new Map();
  steps.forEach((abreast, step) => {
    const wishes = abreast.map((node) => slotWished((causes.get(node) ?? []).map((cause) => cellAt.get(cause)[1]), wide));
    slotsNear(wishes, wide).forEach((slot, n) => cellAt.set(abreast[n], [step, slot]));
  });
  return cellAt;
}

const slotWished = (slots, wide) =>
  slots.length > 0 ? slots.reduce((sum, slot) => sum + slot, 0) / slots.length : Math.floor((wide - 1) / 2);

// A slot for each, one after the other and all together as near as can be to where they would be.
function slotsNear(wishes, wide) {
  let ways = [[0, []]]; // the best way that ends before each slot
  wishes.forEach((wish, number) => {
    const best = Array(number + 1).fill(null);
    for (let slot = number; slot < wide; slot++) {
      const [cost, slots] = ways[Math.min(slot, ways.length - 1)];
      const way = [cost + Math.abs(slot - wish), [...slots, slot]];
      best.push(best.at(-1) === null || way[0] < best.at(-1)[0] ? way : best.at(-1));
    }
    ways = best;
  });
  return ways.at(-1)[1];
}

// The sizes of a drawing whose steps are so deep.
export function gridOf(deep, gap, across, gutter) {
  const starts = [];
  let at = 0;
  for (const size of deep) {
    starts.push(at + gap);
    at += gap + size;
  }
  const middle = (slot) => gutter + slot * (across + gutter) + across / 2;
  return { starts, ends: starts.map((start, n) => start + deep[n]), across, gutter, middle, length: at + gap };
}

// Every edge as a line of points [along the time, across it] that passes no box: over free places if it can, else between two slots.
export function arrowsOf(cellAt, edges, sizes, ports) {
  const free = new FreeWays(cellAt, sizes);
  return edges.map((edge) => {
    const [[step, slot], [toStep, toSlot]] = [cellAt.get(edge.from), cellAt.get(edge.to)];
    const port = ports[edge.kind] ?? 0;
    const points = [[sizes.ends[step], sizes.middle(slot) + port], [sizes.starts[toStep], sizes.middle(toSlot) + port]];
    if (toStep > step + 1) {
      const way = free.way(cellAt.get(edge.from), cellAt.get(edge.to), `${edge.from} ${edge.kind}`, port);
      points.splice(1, 0, [sizes.starts[step + 1], way], [sizes.ends[toStep - 1], way]);
    }
    return { ...edge, points };
  });
}

// Which ways between the boxes are still free.
class FreeWays {
  constructor(cellAt, sizes) {
    this.boxes = new Set([...cellAt.values()].map(String));
    this.slots = Math.max(0, ...[...cellAt.values()].map(([, slot]) => slot)) + 1;
    this.sizes = sizes;
    this.tracks = new Map(); // of each way: who runs there, from where to where
  }

  // Where to run from a step to a later one; what has the same cause and kind runs together.
  way([step, slot], [toStep, toSlot], key, port) {
    for (const straight of new Set([toSlot, slot])) {
      let empty = true;
      for (let between = step + 1; between < toStep; between++) empty &&= !this.boxes.has(`${between},${straight}`);
      if (empty && this.track(`slot ${straight}`, step, toStep, key, 1) === 0) return this.sizes.middle(straight) + port;
    }
    const far = (gutter) => Math.abs(gutter - slot - 0.5) + Math.abs(gutter - toSlot - 0.5);
    const ways = Array.from({ length: this.slots + 1 }, (_, gutter) => gutter).sort((a, b) => far(a) - far(b) || a - b);
    for (const gutter of ways) {
      const track = this.track(`gutter ${gutter}`, step, toStep, key, EDGE_TRACKS);
      if (track !== null) return this.between(gutter, track);
    }
    return this.between(ways[0], step % EDGE_TRACKS); // very many: some share a line
  }

  between(gutter, track) {
    const { across, gutter: room } = this.sizes;
    return gutter * (across + room) + (room * (track + 1)) / (EDGE_TRACKS + 1);
  }

  track(which, begin, end, key, most) {
    if (!this.tracks.has(which)) this.tracks.set(which, []);
    const tracks = this.tracks.get(which);
    for (let number = 0; number < Math.min(most, tracks.length + 1); number++) {
      const taken = tracks[number] ?? new Map();
      if (![...taken].every(([other, [first, last]]) => other === key || last <= begin || first >= end)) continue;
      tracks[number] = taken;
      const [first, last] = taken.get(key) ?? [begin, end];
      taken.set(key, [Math.min(first, begin), Math.max(last, end)]);
      return number;
    }
    return null;
  }
}

// The whole drawing: from left to right where there is room, else from top to bottom; the largest letters for which it has room.

export const NEAR_KIND = "did not react";
export const EDGE_KINDS = ["triggered by", "chosen by", "modified by", "paid by", "replaced", "prevented by", NEAR_KIND];
const EDGE_PORTS = [0, -1, 1, -2, 2, -3, 3]; // where on a box each kind arrives, from its middle

export function drawTree(tree, folded, room, must = false) {
  const shown = shownNodes(tree, folded);
  if (shown.length === 0) return { tree, boxes: new Map(), arrows: [], width: 0, height: 0, holder: () => undefined };
  const places = new Map(); // of every node itself, or the folded one that it is in
  for (const { key, parent } of tree.nodes.values()) {
    const inside = parent !== null && (folded.has(parent) || places.get(parent) !== parent);
    places.set(key, inside ? places.get(parent) : key);
  }
  const edges = causeEdges(tree, shown, places);
  const causes = new Map();
  for (const { from, to } of edges) causes.set(to, [...(causes.get(to) ?? []), from]);
  const folds = { tree, folded, shown, edges, causes };
  const ways = CAUSE_WAYS.filter(([way]) => way === "down" || room.width >= 600).map((way) => composeCauses(folds, room, way));
  const best = ways.filter(Boolean).sort((a, b) => a.cost - b.cost)[0] ?? (must ? composeCauses(folds, room, OVERLARGE, true) : null);
  return best && { ...best, holder: (key) => places.get(key) };
}

// How it may be drawn: which way time runs, how large the letters are, how many columns more than usual, how many lines a label has.
const CAUSE_WAYS = [
  ["right", 18, 0, 2], ["right", 15, 0, 2], ["down", 18, 0, 2], ["down", 15, 0, 2],
  ["right", 13, 0, 2], ["right", 12, 0, 2], ["down", 13, 0, 2], ["down", 12, 0, 2], ["down", 12, -1, 1], ["down", 12, 0, 1],
  ["down", 11, -1, 1], ["down", 11, 0, 1], ["down", 11, 0, 2], ["down", 11, 1, 1],
];
const OVERLARGE = ["down", 12, 0, 2]; // and has to be scrolled
const MOST_CUT = 0.22; // of what is written; rather than more, something far is folded
const LEAST_GAP = 7; // pixels between two steps

// The drawing, or null if it has no room and need not be.
function composeCauses({ tree, folded, shown, edges, causes }, room, [way, letters, further, most], must = false) {
  const down = way === "down";
  const lineHeight = letters + 2;
  const narrow = down ? 14 : 9; // between two slots
  const high = most * lineHeight + 3;
  const usual = down ? (room.width - narrow) / (letters * 8.2 + narrow) : (room.height - narrow) / (high + narrow);
  const cellAt = cellsOf(shown.map((node) => node.key), causes, Math.max(1, Math.floor(usual) + further));
  const slots = [...cellAt.values()].map(([, slot]) => slot);
  const [lowest, used] = [Math.min(...slots), Math.max(...slots) - Math.min(...slots) + 1];
  for (const cell of cellAt.values()) cell[1] -= lowest;
  const steps = Math.max(...[...cellAt.values()].map(([step]) => step)) + 1;
  const shortest = down ? steps * (lineHeight + 3 + LEAST_GAP) - room.height : steps * letters * 7.5 - room.width;
  if (shortest > 0 && !must) return null;
  const width = down
    ? Math.min(letters * 15, (room.width - narrow * (used + 1)) / used)
    : Math.min(letters * 12, (room.width - 2 * letters * (steps + 1)) / steps);
  const across = down ? width : high;
  const gutter = down ? narrow : Math.max(narrow, Math.min(letters * 2.5, (room.height - used * high) / (used + 1)));
  const breadth = used * (across + gutter) + gutter;
  const aside = Math.max(0, ((down ? room.width : room.height) - breadth) / 2); // in the middle of the frame
  const apart = Math.min(8, across / 8);
  const ports = Object.fromEntries(EDGE_KINDS.map((kind, n) => [kind, EDGE_PORTS[n] * apart]));
  const runs = arrowsOf(cellAt, edges, gridOf(Array(steps).fill(1), 1, across, gutter), ports);
  const spans = down ? widerBoxes({ shown, cellAt, runs, steps, letters, folded, across, gutter, breadth, aside }) : new Map();
  const lines = new Map(shown.map((node) => {
    const room = (spans.get(node.key)?.[1] ?? width) - 8 - (folded.has(node.key) ? foldWidth(node.size) : 0);
    return [node.key, linesOf(node.label, room, letters, isBold(node), most)];
  }));
  const deep = Array(steps).fill(down ? 0 : width);
  if (down) for (const [key, [step]] of cellAt) deep[step] = Math.max(deep[step], lines.get(key).length * lineHeight + 3);
  const taken = deep.reduce((sum, size) => sum + size, 0);
  const spare = ((down ? room.height : room.width) - taken) / (steps + 1);
  const sizes = gridOf(deep, Math.max(LEAST_GAP, Math.min(spare, down ? 24 : 60)), across, gutter);
  const turn = (along, abreast) => (down ? [abreast + aside, along] : [along, abreast + aside]);
  const boxes = new Map(shown.map((node) => {
    const [step, slot] = cellAt.get(node.key);
    const [from, size] = spans.get(node.key) ?? [sizes.middle(slot) - across / 2, width];
    const [x, y] = turn(sizes.starts[step], from);
    const height = down ? deep[step] : high;
    return [node.key, { node, step, slot, x, y, width: size, height, lines: lines.get(node.key), folded: folded.has(node.key) }];
  }));
  const arrows = arrowsOf(cellAt, edges, sizes, ports).map((arrow) => ({ ...arrow, points: arrow.points.map(([a, b]) => turn(a, b)) }));
  const lost = (node) => (lines.get(node.key).at(-1).endsWith("…") ? node.label.length - lines.get(node.key).join(" ").length + 1 : 0);
  const cut = shown.reduce((sum, node) => sum + lost(node), 0) / shown.reduce((sum, node) => sum + node.label.length, 0);
  const fits = down ? sizes.length <= room.height + 1 : sizes.length <= room.width + 1 && width >= letters * 7.5;
  if (!must && (!fits || cut > MOST_CUT)) return null;
  const [length, wide] = [sizes.length, breadth + 2 * aside];
  return {
    tree, boxes, arrows, down, letters, lineHeight, cost: cut * 20 + 13 - letters + (down && room.width >= 600 ? 1.5 : 0),
    width: down ? wide : length, height: down ? length : wide,
  };
}

export const foldWidth = (number) => 13 + 7 * String(number).length;

// Boxes that need it grow over free places beside them, as far as no line passes there: key -> [from, size].
function widerBoxes({ shown, cellAt, runs, steps, letters, folded, across, gutter, breadth, aside }) {
  const passing = Array.from({ length: steps }, () => []);
  for (const { from, to, points } of runs) {
    for (let step = cellAt.get(from)[0] + 1; step < cellAt.get(to)[0]; step++) passing[step].push(points[1][1]);
  }
  const spans = new Map(shown.map((node) => {
    const start = gutter + cellAt.get(node.key)[1] * (across + gutter);
    return [node.key, [start, across]];
  }));
  for (let step = 0; step < steps; step++) {
    const abreast = shown.filter((node) => cellAt.get(node.key)[0] === step);
    abreast.forEach((node, n) => {
      const [start, size] = spans.get(node.key);
      const more = labelWidth(node.label, letters, isBold(node)) + 10 + (folded.has(node.key) ? foldWidth(node.size) : 0) - size;
      if (more <= 0) return;
      const lines = passing[step];
      const [before, after] = [abreast[n - 1], abreast[n + 1]].map((other) => other && spans.get(other.key));
      const beyond = lines.filter((x) => x >= start + size).map((x) => x - 5);
      const short = lines.filter((x) => x <= start).map((x) => x + 5);
      const right = Math.min(breadth + aside - 4, after ? after[0] - gutter : Infinity, ...beyond);
      const left = Math.max(4 - aside, before ? before[0] + before[1] + gutter : -Infinity, ...short);
      const [free, alsoFree] = [Math.max(0, right - start - size), Math.max(0, start - left)];
      const [ahead, back] = [Math.min(free, Math.max(more / 2, more - alsoFree)), Math.min(alsoFree, Math.max(more / 2, more - free))];
      spans.set(node.key, [start - back, size + back + ahead]);
    });
  }
  return spans;
}

// The edges between what is drawn. What is folded has those of its inside, as far as they go on in time.
function causeEdges(tree, shown, places) {
  const edges = [];
  const done = new Set();
  const time = (key) => tree.nodes.get(key).event.id;
  for (const { key, parent, miss } of shown) {
    if (parent !== null) edges.push({ from: parent, to: key, kind: miss ? NEAR_KIND : "triggered by" });
  }
  for (const node of tree.nodes.values()) {
    const to = places.get(node.key);
    for (const { from: cause, kind, direct } of node.edges) {
      const from = places.get(cause);
      const name = `${from} ${to} ${kind}`;
      // a folded or passed-on cause that is seen in what triggered it anyway says nothing new
      const passed = (!direct || to !== node.key) && tree.nodes.get(to).parent === from;
      if (from === to || time(from) >= time(to) || passed || done.has(name)) continue;
      done.add(name);
      edges.push({ from, to, kind });
    }
  }
  return edges.sort((a, b) => time(a.to) - time(b.to));
}

export const isBold = (node) => !node.miss && node.event.depth === "stage";

const LABEL_FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const labelRulers = new Map();
const labelWidths = new Map();

function labelWidth(text, letters, bold) {
  const font = `${bold ? "600 " : ""}${letters}px ${LABEL_FONT}`;
  if (!labelRulers.has(font)) labelRulers.set(font, Object.assign(document.createElement("canvas").getContext("2d"), { font }));
  const name = `${letters}${bold} ${text}`;
  if (!labelWidths.has(name)) labelWidths.set(name, labelRulers.get(font).measureText(text).width);
  return labelWidths.get(name);
}

// A label on so many lines, cut off where they do not do.
function linesOf(label, width, letters, bold, most) {
  const lines = [];
  let words = label.split(" ");
  while (words.length > 0) {
    let number = words.length;
    const last = lines.length === most - 1;
    if (last && labelWidth(words.join(" "), letters, bold) > width) return [...lines, cutOff(words.join(" "), width, letters, bold)];
    while (number > 1 && labelWidth(words.slice(0, number).join(" "), letters, bold) > width) number--;
    const line = words.slice(0, number).join(" ");
    lines.push(labelWidth(line, letters, bold) > width ? cutOff(line, width, letters, bold) : line);
    words = words.slice(number);
  }
  return lines;
}

function cutOff(text, width, letters, bold) {
  let short = text.slice(0, 60);
  while (short && labelWidth(`${short}…`, letters, bold) > width) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}

// In order of time.
export function shownNodes(tree, folded) {
  const hidden = new Set();
  return [...tree.nodes.values()].filter((node) => {
    if (hidden.has(node.parent) || folded.has(node.parent)) hidden.add(node.key);
    return !hidden.has(node.key);
  });
}
