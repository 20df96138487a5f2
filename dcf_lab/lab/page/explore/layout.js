// Where the events of a graph of causes are drawn, and how its arrows run. The lab sends the graph; which of it is seen and how much
// room there is, is known only here.
//
// Time runs along, in steps: whatever was caused stands in a later step than its causes, and nothing stands before what happened
// before it. Across, in a step, stand events that did not wait for one another, and the lines that pass between them to later steps.
// Between two steps every cause has a lane of its own, so that no two lines run into one another. In a wide room time may run down
// several columns, one after the other, as in a newspaper.

import { isBold, leastWidth, linesOf } from "./labels.js";

export const NEAR_KIND = "did not react";
export const EDGE_KINDS = ["triggered by", "chosen by", "modified by", "paid by", "replaced", "prevented by", NEAR_KIND];
const EDGE_PORTS = [0, -1, 1, -2, 2, -3, 3]; // where on a box each kind arrives, from its middle

// How it may be drawn, the best first: which way time runs, how large the letters are, how many lines a label has at most, and in
// how many columns.
const CAUSE_WAYS = [
  ...[18, 16, 14].flatMap((letters) => [["right", letters, 2, 1], ["right", letters, 3, 1], ["down", letters, 2, 1]]),
  ...[14, 13, 12, 11].flatMap((letters) => [1, 2, 3].flatMap((columns) => [["down", letters, 2, columns], ["down", letters, 3, columns]])),
];
export const SMALLEST_LETTERS = 11;
const OVERLARGE = ["down", 12, 2, 1]; // and has to be scrolled
const WIDE_ROOM = 600; // pixels; with less, time runs down
const EDGE = 5; // pixels round the whole
const BOXES_APART = 10;
const LINES_APART = 6;
const LANE = 4;
const COLUMNS_APART = 40;
const ARROW_HEAD = 6;

// The drawing with the largest letters for which there is room; else null, or if it must be, one that has to be scrolled.
export function drawTree(tree, away, room, must = false) {
  const graph = shownGraph(tree, away);
  if (graph.shown.length === 0) return { tree, boxes: new Map(), arrows: [], width: 0, height: 0, holder: () => undefined };
  for (const way of waysOf(room)) {
    const drawing = composeCauses(graph, room, way);
    if (drawing) return drawing;
  }
  return must ? composeCauses(graph, room, OVERLARGE, true) : null;
}

// Whether there is room for all of it with letters of this size.
export function roomFor(tree, away, room, letters) {
  const graph = shownGraph(tree, away);
  const ways = waysOf(room).filter(([, size]) => size === letters).reverse(); // those with the most room first
  return graph.shown.length === 0 || ways.some((way) => composeCauses(graph, room, way) !== null);
}

const waysOf = (room) => CAUSE_WAYS.filter(([way, , , columns]) => room.width >= WIDE_ROOM || (way === "down" && columns === 1));

// What is seen. An event that is put away takes with it all that came of it; they are seen in the event that set it off.
function shownGraph(tree, away) {
  const places = new Map();
  const inside = new Map();
  for (const { key, parent, event } of tree.nodes.values()) {
    const hidden = parent !== null && (away.has(key) || places.get(parent) !== parent);
    places.set(key, hidden ? places.get(parent) : key);
    if (hidden) inside.get(places.get(key)).push(event.id);
    else inside.set(key, []);
  }
  const shown = [...tree.nodes.values()].filter(({ key }) => places.get(key) === key);
  return { tree, shown, inside, edges: causeEdges(tree, shown, places), holder: (key) => places.get(key) };
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

// The drawing, or null if it has no room and need not be.
function composeCauses(graph, room, [way, letters, most, columns], must = false) {
  const down = way === "down";
  const [long, broad] = down ? [room.height, (room.width + COLUMNS_APART) / columns - COLUMNS_APART] : [room.width, room.height];
  const lineHeight = letters + 2;
  const widthOf = (node, lines) => {
    const hidden = graph.inside.get(node.key).length;
    return leastWidth(node.label, letters, isBold(node), lines) + 10 + (hidden > 0 ? foldWidth(hidden) : 0);
  };
  const high = (lines) => lines * lineHeight + 3;
  const wanted = (node) => (down ? widthOf(node, most) : high(Math.min(most, node.label.split(" ").length)));
  const steps = stepsOf(graph, wanted, broad, must ? Infinity : (columns * long) / ((down ? high(1) : letters * 4) + ARROW_HEAD));
  if (!steps) return null;
  const deep = steps.map((step) => {
    const widths = down ? flatStep(step, broad, most, widthOf, letters * 8) : sameWidths(step, most, widthOf);
    for (const box of step.boxes) {
      const hidden = graph.inside.get(box.key).length;
      const width = widths.get(box.key);
      box.lines = linesOf(box.node.label, width - 9 - (hidden > 0 ? foldWidth(hidden) : 0), letters, isBold(box.node));
      box.half = (down ? width : high(box.lines.length)) / 2;
    }
    return down ? high(Math.max(...step.boxes.map((box) => box.lines.length))) : widths.get(step.boxes[0].key);
  });
  const shortest = deep.reduce((sum, size) => sum + size + ARROW_HEAD + LANE, -ARROW_HEAD - LANE);
  if (shortest > columns * long && !must) return null; // before the dear part
  if (!placeAcross(steps, broad) && !must) return null;
  const gaps = lanesOf(graph, steps, Math.min(8, letters / 1.6));
  const places = placeAlong(deep, gaps, must ? Infinity : long, columns, down ? 18 : 90);
  if (!places) return null;
  const asides = places.map(({ column }) => column * (broad + COLUMNS_APART));
  const turn = (along, across) => (down ? [across, along] : [along, across]);
  const boxes = new Map(steps.flatMap((step, n) => step.boxes.map(({ key, node, at, half, lines }) => {
    const [x, y] = turn(places[n].start, asides[n] + at - half);
    const [width, height] = turn(deep[n], 2 * half);
    return [key, { node, x, y, width, height, lines, inside: graph.inside.get(key) }];
  })));
  const arrows = graph.edges.map((edge) => ({
    ...edge, points: pointsOf(edge, steps, gaps, places, asides).map(([along, across]) => turn(along, across)),
  }));
  const [width, height] = turn(Math.max(...places.map(({ end }) => end)) + EDGE, down ? room.width : broad);
  return { tree: graph.tree, boxes, arrows, down, letters, lineHeight, width, height, holder: graph.holder };
}

export const foldWidth = (number) => 13 + 7 * String(number).length;

// Which boxes stand in each step and which lines pass it; null if there are too many steps.
function stepsOf({ shown, edges }, wanted, broad, most) {
  const [into, lines] = [new Map(shown.map(({ key }) => [key, []])), new Map()];
  for (const edge of edges) {
    const name = lineName(edge);
    into.get(edge.to).push(edge);
    if (!lines.has(name)) lines.set(name, { name, from: edge.from, kind: edge.kind, left: 0 });
    lines.get(name).left += 1;
  }
  const leaving = new Map();
  for (const line of lines.values()) leaving.set(line.from, [...(leaving.get(line.from) ?? []), line]);
  const stepAt = new Map();
  const steps = [];
  let [passing, taken] = [new Set(), 0];
  const close = () => steps.at(-1)?.lines.push(...[...passing].map(({ name }) => ({ name, half: 0, line: true })));
  for (const node of shown) {
    const causes = into.get(node.key);
    const after = Math.max(0, ...causes.map(({ from }) => stepAt.get(from) + 1));
    const size = wanted(node) + BOXES_APART;
    if (after >= steps.length || taken + size + (passing.size + 1) * LINES_APART > broad) {
      close();
      for (const { key } of steps.at(-1)?.boxes ?? []) for (const line of leaving.get(key) ?? []) if (line.left > 0) passing.add(line);
      if (steps.length >= most) return null;
      steps.push({ boxes: [], lines: [] });
      taken = 2 * EDGE;
    }
    steps.at(-1).boxes.push({ key: node.key, node, causes });
    stepAt.set(node.key, steps.length - 1);
    taken += size;
    for (const edge of causes) {
      const line = lines.get(lineName(edge));
      line.left -= 1;
      if (line.left === 0) passing.delete(line);
    }
  }
  linkSteps(steps, edges, stepAt);
  return steps;
}

const lineName = ({ from, kind }) => `${from} ${kind}`;

// Every box and every passing line learns what stands before and after it along the arrows.
function linkSteps(steps, edges, stepAt) {
  const runs = new Map(); // of each line: itself in all steps that it passes
  for (const step of steps) {
    step.box = new Map(step.boxes.map((box) => [box.key, box]));
    step.line = new Map(step.lines.map((line) => [line.name, line]));
    for (const one of [...step.boxes, ...step.lines]) Object.assign(one, { before: new Set(), after: new Set() });
    for (const line of step.lines) {
      runs.set(line.name, runs.get(line.name) ?? new Set());
      line.run = runs.get(line.name).add(line);
    }
  }
  for (const edge of edges) {
    const [first, last] = [stepAt.get(edge.from), stepAt.get(edge.to)];
    let one = steps[first].box.get(edge.from);
    for (let n = first + 1; n <= last; n++) {
      const next = n < last ? steps[n].line.get(lineName(edge)) : steps[n].box.get(edge.to);
      one.after.add(next);
      next.before.add(one);
      one = next;
    }
  }
}

// A step across which time runs down is as flat as can be: with room beside each other, its labels have fewer lines.
function flatStep({ boxes, lines }, broad, most, widthOf, short) {
  const room = broad - 2 * EDGE - (boxes.length - 1) * BOXES_APART - lines.length * LINES_APART;
  for (let number = 1; ; number++) {
    const across = new Map(boxes.map(({ key, node }) => [key, widthOf(node, number)]));
    let free = room - [...across.values()].reduce((all, size) => all + size, 0);
    if (free < 0 && number < most) continue;
    for (const { key, node } of boxes) { // short ones need not be broken
      const whole = widthOf(node, 1);
      if (whole > short || whole - across.get(key) > free) continue;
      free -= whole - across.get(key);
      across.set(key, whole);
    }
    return across;
  }
}

function sameWidths({ boxes }, most, widthOf) {
  const widest = Math.max(...boxes.map(({ node }) => widthOf(node, most)));
  return new Map(boxes.map(({ key }) => [key, widest]));
}

// Across, everything stands as near as can be to what it is linked with, boxes in order of time; false if there is no room.
function placeAcross(steps, broad) {
  const mean = (ones) => ones.reduce((sum, { at }) => sum + at, 0) / ones.length;
  const place = (step, both) => {
    for (const one of [...step.boxes, ...step.lines]) {
      const linked = [one.before, ...(both ? [one.after, one.run ?? []] : [])].map((ones) => [...ones]);
      const near = linked.filter((ones) => ones.length > 0).map(mean);
      one.wish = near.length > 0 ? near.reduce((sum, at) => sum + at, 0) / near.length : broad / 2;
    }
    spreadOut(step.boxes, broad);
    const abreast = [...step.boxes];
    for (const line of step.lines.sort((a, b) => a.wish - b.wish)) { // where it has to go least aside
      const next = abreast.findIndex((one) => (one.line ? one.wish : one.at) > line.wish);
      abreast.splice(next < 0 ? abreast.length : next, 0, line);
    }
    step.abreast = abreast;
    return spreadOut(abreast, broad);
  };
  for (const step of steps) place(step, false);
  for (let n = 0; n < 2; n++) {
    for (const step of [...steps].reverse()) place(step, true);
    for (const step of steps) place(step, true);
  }
  const room = steps.map((step) => place(step, true)).every(Boolean);
  for (const name of new Set(steps.flatMap((step) => step.lines.map((line) => line.name)))) straighten(steps, name, broad);
  return room;
}

// A line that passes several steps turns aside only where it must.
function straighten(steps, name, broad) {
  const passed = steps.filter((step) => step.line.has(name)).map((step) => {
    const n = step.abreast.indexOf(step.line.get(name));
    const [one, other] = [step.abreast[n - 1], step.abreast[n + 1]];
    const free = [one ? one.at + one.half + LINES_APART : EDGE, other ? other.at - other.half - LINES_APART : broad - EDGE];
    return { line: step.abreast[n], free };
  });
  while (passed.length > 0) {
    let [low, high] = passed[0].free;
    let many = 1;
    while (many < passed.length && Math.max(low, passed[many].free[0]) <= Math.min(high, passed[many].free[1])) {
      [low, high] = [Math.max(low, passed[many].free[0]), Math.min(high, passed[many].free[1])];
      many += 1;
    }
    const run = passed.splice(0, many).map(({ line }) => line);
    const ends = [...run[0].before, ...run.at(-1).after].filter((one) => !run.includes(one));
    const wish = ends.reduce((sum, { at }) => sum + at, 0) / ends.length;
    for (const line of run) line.at = Math.max(low, Math.min(high, wish));
  }
}

// One after the other, all together as near as can be to where they would be (isotonic regression); false if there is no room.
function spreadOut(ones, broad) {
  let end = EDGE;
  const blocks = []; // of those that touch: where they begin, less what stands before them
  ones.forEach((one, n) => {
    const apart = n === 0 ? 0 : one.line || ones[n - 1].line ? LINES_APART : BOXES_APART;
    one.offset = end + apart + one.half;
    end = one.offset + one.half;
    const weight = one.line ? 3 : 1;
    let block = { sum: weight * (one.wish - one.offset), weight, many: 1 };
    while (blocks.length > 0 && blocks.at(-1).sum / blocks.at(-1).weight >= block.sum / block.weight) {
      const last = blocks.pop();
      block = { sum: last.sum + block.sum, weight: last.weight + block.weight, many: last.many + block.many };
    }
    blocks.push(block);
  });
  const free = Math.max(0, broad - EDGE - end);
  let n = 0;
  for (const { sum, weight, many } of blocks) {
    const shift = Math.max(0, Math.min(free, sum / weight));
    for (let last = n + many; n < last; n++) ones[n].at = ones[n].offset + shift;
  }
  return end <= broad - EDGE + 0.5;
}

// Between each two steps: where every line comes from and goes to, and in which lane it runs from the one to the other.
function lanesOf({ edges }, steps, portsApart) {
  const port = (kind) => (EDGE_PORTS[EDGE_KINDS.indexOf(kind)] ?? 0) * portsApart;
  const portOf = (box, kind) => box.at + Math.max(3 - box.half, Math.min(box.half - 3, port(kind)));
  const gaps = steps.slice(1).map(() => new Map());
  for (const edge of edges) {
    const name = lineName(edge);
    const first = steps.findIndex((step) => step.box.has(edge.from));
    for (let n = first; ; n++) {
      const top = n === first ? portOf(steps[n].box.get(edge.from), edge.kind) : steps[n].line.get(name).at;
      if (!gaps[n].has(name)) gaps[n].set(name, { name, top, ends: new Map(), lane: null });
      const line = gaps[n].get(name);
      const box = steps[n + 1].box.get(edge.to);
      if (!box) {
        line.ends.set("on", steps[n + 1].line.get(name).at);
        continue;
      }
      const over = box.causes.length === 1 && Math.abs(line.top - box.at) < box.half - 8; // it can go straight
      line.ends.set(edge.to, over ? line.top : portOf(box, edge.kind));
      break;
    }
  }
  return gaps.map((lines) => {
    const lanes = giveLanes([...lines.values()]);
    return { lines, lanes, need: ARROW_HEAD + LANE * Math.max(1, lanes), turning: ARROW_HEAD + LANE * lines.size };
  });
}

// Along, one step after the other, in columns that are equally long: where each begins and ends; null if there is no room.
function placeAlong(deep, gaps, long, columns, mostSpare) {
  const all = gaps.reduce((sum, gap) => sum + gap.need, 0) + deep.reduce((sum, size) => sum + size, 0);
  if (all > columns * long) return null;
  for (let most = columns === 1 ? long : all / columns; most <= long; most += 6) {
    const places = [{ column: 0, start: EDGE, end: EDGE + deep[0], spare: 0 }];
    for (let n = 1; n < deep.length; n++) {
      const { column, end } = places[n - 1];
      const start = end + gaps[n - 1].need;
      const after = columns > 1 && n < gaps.length ? gaps[n].turning : 0; // so that it can go on in the next column
      if (start + deep[n] + after + EDGE <= most) places.push({ column, start, end: start + deep[n] });
      else {
        const top = EDGE + gaps[n - 1].turning;
        places.push({ column: column + 1, start: top, end: top + deep[n] });
      }
    }
    if (places.at(-1).column >= columns) continue;
    if (places.some(({ column }, n) => n > 0 && column !== places[n - 1].column && gaps[n - 1].turning > COLUMNS_APART - 6)) continue;
    return withSpare(places, gaps, long, mostSpare);
  }
  return null;
}

// What is left over lies between the steps, in all columns alike.
function withSpare(places, gaps, long, most) {
  const inColumn = places.map((place, n) => (n > 0 && place.column === places[n - 1].column ? 1 : 0));
  let spare = most;
  let many = 0;
  places.forEach(({ column, end }, n) => {
    many = inColumn[n] ? many + 1 : 0;
    const after = places[n + 1] && places[n + 1].column !== column ? gaps[n].turning : 0;
    if (many > 0) spare = Math.min(spare, Math.max(0, long - EDGE - after - end) / many);
  });
  many = 0;
  return places.map((place, n) => {
    many = inColumn[n] ? many + 1 : 0;
    return { ...place, start: place.start + many * spare, end: place.end + many * spare };
  });
}

// Lines that would cover each other have different lanes; one that comes from where another goes to turns off before it.
function giveLanes(lines) {
  const bent = lines.filter(({ top, ends }) => [...ends.values()].some((end) => Math.abs(end - top) > 0.5));
  for (const line of bent) {
    const all = [line.top, ...line.ends.values()];
    Object.assign(line, { low: Math.min(...all) - 2, high: Math.max(...all) + 2 });
  }
  const first = (one, other) => one !== other && [...other.ends.values()].some((end) => Math.abs(end - one.top) < 3);
  const waiting = new Set(bent.sort((a, b) => a.low - b.low));
  const lanes = []; // of each: who runs there
  while (waiting.size > 0) {
    const line = [...waiting].find((one) => ![...waiting].some((other) => first(other, one))) ?? [...waiting][0];
    waiting.delete(line);
    const above = bent.filter((other) => other.lane !== null && first(other, line)).map(({ lane }) => lane + 1);
    line.lane = Math.max(0, ...above);
    while (lanes[line.lane]?.some(({ low, high }) => low < line.high && line.low < high)) line.lane++;
    lanes[line.lane] = [...(lanes[line.lane] ?? []), line];
  }
  return lanes.length;
}

// An arrow goes along or across, never aslant: [along, across].
function pointsOf(edge, steps, gaps, places, asides) {
  const points = [];
  const name = lineName(edge);
  for (let n = steps.findIndex((step) => step.box.has(edge.from)); ; n++) {
    const { lines, lanes } = gaps[n];
    const line = lines.get(name);
    const [top, end] = [line.top + asides[n], (line.ends.get(edge.to) ?? line.ends.get("on")) + asides[n + 1]];
    const [begin, until] = [places[n].end, places[n + 1].start];
    if (points.length === 0) points.push([begin, top]);
    if (asides[n] !== asides[n + 1]) { // below this column, up between the two, and into the next from above
      const lane = LANE * [...lines.keys()].indexOf(name);
      const [below, between, above] = [begin + 4 + lane, asides[n + 1] - 8 - lane, until - ARROW_HEAD - 2 - lane];
      points.push([below, top], [below, between], [above, between], [above, end]);
    } else if (Math.abs(end - top) > 0.5) {
      const at = begin + 1 + ((until - begin - ARROW_HEAD - 1) * (line.lane + 0.6)) / lanes;
      points.push([at, top], [at, end]);
    }
    if (line.ends.has(edge.to)) return [...points, [until, end]];
  }
}
