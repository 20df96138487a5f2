// Where the nodes of a graph of causes are drawn, and how its arrows run: the same as analysis/layout.py, for the room there is.

const TRACKS = 4; // arrows that can run beside each other between two slots

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
  const placed = new Map();
  steps.forEach((beside, step) => {
    const wishes = beside.map((node) => slotWished((causes.get(node) ?? []).map((cause) => placed.get(cause)[1]), wide));
    slotsNear(wishes, wide).forEach((slot, n) => placed.set(beside[n], [step, slot]));
  });
  return placed;
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
export function arrowsOf(placed, edges, sizes, ports) {
  const free = new FreeWays(placed, sizes);
  return edges.map((edge) => {
    const [[step, slot], [toStep, toSlot]] = [placed.get(edge.from), placed.get(edge.to)];
    const port = ports[edge.kind] ?? 0;
    const points = [[sizes.ends[step], sizes.middle(slot) + port], [sizes.starts[toStep], sizes.middle(toSlot) + port]];
    if (toStep > step + 1) {
      const way = free.way(placed.get(edge.from), placed.get(edge.to), `${edge.from} ${edge.kind}`, port);
      points.splice(1, 0, [sizes.starts[step + 1], way], [sizes.ends[toStep - 1], way]);
    }
    return { ...edge, points };
  });
}

// Which ways between the boxes are still free.
class FreeWays {
  constructor(placed, sizes) {
    this.boxes = new Set([...placed.values()].map(String));
    this.slots = Math.max(0, ...[...placed.values()].map(([, slot]) => slot)) + 1;
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
      const track = this.track(`gutter ${gutter}`, step, toStep, key, TRACKS);
      if (track !== null) return this.between(gutter, track);
    }
    return this.between(ways[0], step % TRACKS); // very many: some share a line
  }

  between(gutter, track) {
    const { across, gutter: room } = this.sizes;
    return gutter * (across + room) + (room * (track + 1)) / (TRACKS + 1);
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
