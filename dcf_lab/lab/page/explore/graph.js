// What caused what: the events around a moment as a graph, as analysis/causes.py has made it; here it is folded and drawn.

import { classes, download, plural, Still } from "../common/dom.js";
import { DEPTHS } from "../common/film.js";
import { Rule } from "../common/rules.js";

const MOST_SHOWN = 60; // events; of more the far ones are folded
const SCOPE_NAMES = [["action", "this action"], ["phase", "this phase"], ["round", "this round"], ["game", "the game"]];
const DEPTH_NAMES = [["atom", "everything"], ["effect", "no small steps"], ["action", "stages and actions"], ["stage", "stages"]];
const FIRST_DEPTHS = { action: "atom", phase: "effect", round: "effect", game: "effect" };

export function Causes({ lab }) {
  const { film, moment } = lab;
  const [scope, setScope] = useState("action");
  const [depths, setDepths] = useState(FIRST_DEPTHS);
  const [near, setNear] = useState(false);
  const [asked, setAsked] = useState(null); // "Why?" or "What followed?" of an event
  const [found, setFound] = useState(null); // the events that the lab has found for it
  const [zoomed, setZoomed] = useState(1);
  const [{ room, natural }, setRoom] = useState({ room: 560, natural: 1 });
  const [, redraw] = useState(0);
  const box = useRef(null);
  const folding = useRef({ wishes: new Map() }).current;

  const depth = depths[scope];
  const [first, last] = spanOfCauses(film, moment, scope);
  const tree = useMemo(() => causeTree(film.events, first, last, depth, near), [film, film.version, first, last, depth, near]);
  const event = film.events[moment - 1];
  const light = asked && film.events[asked.event.id] === asked.event ? asked : null; // another branch has other events
  const here = event ? tree.stands(event.id) : null;
  refold(folding, film, tree, here, light && tree.stands(light.event.id));
  const drawing = useMemo(() => drawTree(tree, folding.folded, room), [tree, folding.folded, room]);
  const lit = useMemo(() => (light && found?.of === light ? litEvents(film.events, found, last) : null), [light, found, last]);
  const now = drawing.place.get(here);
  const scale = zoomed * natural;

  useEffect(() => {
    const watch = new ResizeObserver(([one]) => {
      const larger = innerWidth >= 1700 ? 1.25 : 1; // a projector, as in page.css
      const width = Math.max(280, Math.floor(one.contentRect.width / larger / 40) * 40); // in steps, not anew with every pixel
      setRoom((old) => (old.room === width && old.natural === larger ? old : { room: width, natural: larger }));
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => scrollInside(box.current, drawing.rows[now], scale), [now, drawing, scale]);
  useEffect(() => {
    if (!light) return;
    lab.kernel.ask({ page: "explore", do: "causes", event: light.event.id, way: light.way }).then((answers) => {
      const told = answers.find((one) => one.show === "causes");
      if (told) setFound({ of: light, events: told.events });
    });
  }, [light, film.version]);

  const fold = (key, shut) => {
    folding.wishes.set(key, shut);
    folding.folded = new Set(folding.folded);
    if (shut) folding.folded.add(key);
    else folding.folded.delete(key);
    redraw((n) => n + 1);
  };
  const foldAll = (shut) => {
    folding.wishes.clear();
    if (!shut) for (const node of tree.nodes.values()) if (node.children.length > 0) folding.wishes.set(node.key, false);
    folding.tree = null;
    redraw((n) => n + 1);
  };
  const fit = () => {
    const { clientWidth, clientHeight } = box.current;
    setZoomed(Math.max(0.3, Math.min(1, (clientWidth - 4) / drawing.width / natural, (clientHeight - 4) / drawing.height / natural)));
    box.current.scrollTo(0, 0);
  };
  const zoom = (factor) => setZoomed(Math.max(0.3, Math.min(2.5, zoomed * factor)));
  const putOut = (e) => {
    if (e.key !== "Escape" || !light) return;
    e.stopPropagation();
    setAsked(null);
  };
  return html`
    <div class="causes-panel" onKeyDown=${putOut}>
      <header>
        <h2>What caused what</h2>
        <span class="count">${countOfCauses(tree, drawing)}</span>
      </header>
      <div class="tools">
        <label>Of <select class="scope" aria-label="Of which events" value=${scope} onChange=${(e) => setScope(e.target.value)}>
          ${SCOPE_NAMES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>
        <label>Show <select class="depth" aria-label="Show how much" value=${depth}
          onChange=${(e) => setDepths({ ...depths, [scope]: e.target.value })}>
          ${DEPTH_NAMES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select></label>
        <label class="near"><input type="checkbox" checked=${near} onChange=${(e) => setNear(e.target.checked)} /> near misses</label>
      </div>
      <div class="tools" role="group" aria-label="The picture">
        <button class="unfold" disabled=${drawing.rows.length === tree.nodes.size} onClick=${() => foldAll(false)}>Unfold all</button>
        <button class="fold" disabled=${folding.wishes.size === 0} onClick=${() => foldAll(true)}
          title="Fold as it was folded at first">Fold again</button>
        <button class="smaller" aria-label="Smaller" title="Smaller" onClick=${() => zoom(1 / 1.25)}>−</button>
        <button class="larger" aria-label="Larger" title="Larger" onClick=${() => zoom(1.25)}>+</button>
        <button class="fit" onClick=${fit} title="All of it in the frame">Fit</button>
        <button class="natural" disabled=${zoomed === 1} onClick=${() => setZoomed(1)} title="The first size">1:1</button>
        <button class="save" onClick=${() => savePicture(lab, box.current, drawing)}>Save as SVG</button>
      </div>
      <${Still} parts=${[near, lab.facts]} draw=${() => html`<${CauseLegend} lab=${lab} near=${near} />`} />
      <div class="cause-frame" ref=${box}>
        ${drawing.rows.length === 0
          ? html`<p>Nothing to draw here.</p>`
          : html`<${CausePicture} lab=${lab} drawing=${drawing} folded=${folding.folded} fold=${fold}
              scale=${scale} event=${event} now=${now} lit=${lit} />`}
      </div>
      <${CauseDetails} lab=${lab} event=${event} ask=${setAsked} light=${light} lit=${lit} />
    </div>
  `;
}

function countOfCauses(tree, drawing) {
  const [misses, folded] = [tree.misses, tree.nodes.size - drawing.rows.length];
  const missed = misses > 0 && plural(misses, "near miss", "near misses");
  const words = [plural(tree.nodes.size - misses, "event"), missed, folded > 0 && `${folded} folded`];
  return words.filter(Boolean).join(", ");
}

// The action, phase or round around a moment: [first, last) as moments. Every event tells with which event its own began.
function spanOfCauses({ events, end }, moment, scope) {
  const which = SCOPE_NAMES.findIndex(([name]) => name === scope);
  if (scope === "game" || end === 0) return [0, end];
  const here = Math.max(0, moment - 1);
  const first = events[here].since[which];
  let last = here + 1;
  while (last < end && events[last].since[which] === first) last++;
  return [first, last];
}

// The tree of what triggered what, and the edges of all other causes, at a depth: of every event the graph tells where it is seen there.
function causeTree(events, first, last, depth, near) {
  const deep = DEPTHS.indexOf(depth);
  const nodes = new Map();
  const stands = (id) => (id >= first && id < last ? events[id].at[deep] : null);
  const add = (key, event, edges, miss = null) => {
    const trigger = event.causes.find(([how]) => how === "triggered by")?.[1];
    const parent = trigger === undefined ? null : stands(trigger);
    const up = nodes.get(parent);
    const { text, label, side } = miss ?? event;
    nodes.set(key, {
      key, event, miss, text, label, side, edges, parent: up ? parent : null, layer: up ? up.layer + 1 : 0,
      children: [], size: 0, last: event.id,
    });
    up?.children.push(key);
  };
  for (const event of events.slice(first, last)) {
    if (event.at[deep] === event.id) {
      const edges = event.edges[deep].filter(([, from]) => nodes.has(from));
      add(event.id, event, edges.map(([kind, from, direct]) => ({ from, kind, direct })));
    }
    if (near) event.near?.forEach((miss, n) => add(`${event.id}.${n}`, event, [], miss));
  }
  for (const node of [...nodes.values()].reverse()) {
    const up = nodes.get(node.parent);
    if (!up) continue;
    up.size += node.size + 1;
    up.last = Math.max(up.last, node.last);
  }
  const all = [...nodes.values()];
  const roots = all.filter((node) => node.parent === null).map((node) => node.key);
  return { nodes, misses: all.filter((node) => node.miss).length, stands, roots };
}

const causePath = (tree, key) => {
  const path = [];
  for (let up = tree.nodes.get(key)?.parent ?? null; up !== null; up = tree.nodes.get(up).parent) path.push(up);
  return path;
};

// Folding: by itself only where there is too much, the far events first; what the visitor has folded or unfolded stays so.

function refold(folding, film, tree, here, light) {
  if (folding.film !== film) Object.assign(folding, { film, wishes: new Map(), tree: null });
  const open = [...causePath(tree, here), ...causePath(tree, light)].filter((key) => folding.wishes.get(key) !== true);
  if (folding.tree !== tree) folding.folded = foldFar(tree, here, open, folding.wishes);
  folding.tree = tree;
  if (open.some((key) => folding.folded.has(key))) {
    folding.folded = new Set(folding.folded);
    for (const key of open) folding.folded.delete(key);
    if (shownNodes(tree, folding.folded).length > MOST_SHOWN * 2) folding.folded = foldFar(tree, here, open, folding.wishes);
  }
}

function foldFar(tree, here, open, wishes) {
  const folded = new Set([...wishes].filter(([key, shut]) => shut && tree.nodes.has(key)).map(([key]) => key));
  const shown = shownNodes(tree, folded);
  let count = shown.length;
  if (count <= MOST_SHOWN) return folded;
  const at = tree.nodes.get(here)?.event.id ?? 0;
  const distance = (node) => (node.last < at ? at - node.last : Math.max(0, node.event.id - at));
  const stays = (key) => folded.has(key) || wishes.get(key) === false || open.includes(key) || key === here;
  const far = shown.filter((node) => node.children.length > 0 && !stays(node.key));
  far.sort((a, b) => distance(b) - distance(a) || b.layer - a.layer || a.event.id - b.event.id);
  for (const node of far) {
    if (count <= MOST_SHOWN) break;
    folded.add(node.key);
    count -= node.children.length;
  }
  return folded;
}

function shownNodes(tree, folded) {
  const shown = [];
  const waiting = [...tree.roots].reverse();
  while (waiting.length > 0) {
    const node = tree.nodes.get(waiting.pop());
    shown.push(node);
    if (!folded.has(node.key)) for (let n = node.children.length - 1; n >= 0; n--) waiting.push(node.children[n]);
  }
  return shown;
}

// The drawing: a row for each event in order of time, a column for each layer, so that nothing ever overlaps.

const ROW_HEIGHT = 32;
const BOX_HEIGHT = 25;
const WIDEST_LABEL = 280;
const LETTER_WIDTH = 20;
const LOOKS = [ // in the colours of page.css
  { line: "#a63a00", ground: "#fdf0e8", pale: "#c08363", round: 1 }, { line: "#00568a", ground: "#e8f2f9", pale: "#5f8fb0", round: 12 },
  { line: "#006b4f", ground: "#e4f3ee", pale: "#5fa58f", round: 6 }, { line: "#8a2068", ground: "#f9ebf4", pale: "#b07c9c", round: 9 },
  { line: "#6b5200", ground: "#f7f2dc", pale: "#a08f56", round: 3 },
];
const NOBODYS = { letter: "–", name: "nobody", line: "#4d5763", ground: "#eef0f3", pale: "#868f99", round: 6 };

// How each side of the game is drawn, and last what is nobody's. "Rogues" is R; of "Player 1" and "Player 2" the numbers tell.
function looksOf({ game: { sides } }) {
  const named = Object.entries(sides);
  const letter = (name) => (named.every(([, other]) => other === name || other[0] !== name[0]) ? name[0] : name.at(-1));
  return new Map([...named.map(([side, name], n) => [side, { ...(LOOKS[n] ?? NOBODYS), letter: letter(name), name }]), ["", NOBODYS]]);
}

const NEAR_KIND = "did not react";
const EDGE_LOOKS = {
  "triggered by": ["#7d858d", ""], "chosen by": ["#007a59", "7 3"], "modified by": ["#a8467f", "2 3"], "paid by": ["#8a6100", "9 3 2 3"],
  replaced: ["#1f78b4", "1 4"], "prevented by": ["#000000", "12 4"], [NEAR_KIND]: ["#767f89", "3 6"],
};

function drawTree(tree, folded, room) {
  const shown = shownNodes(tree, folded);
  const deepest = Math.max(1, ...shown.map((node) => node.layer));
  const widest = Math.min(WIDEST_LABEL, room - 110);
  const step = Math.max(22, Math.min(110, Math.floor((room - widest - 86) / deepest)));
  const rows = shown.map((node, number) => {
    const [label, width] = fitCauseLabel(node.label, widest, node.event.depth === "stage");
    const [x, y] = [6 + node.layer * step, 6 + number * ROW_HEIGHT];
    const wide = LETTER_WIDTH + width + 12;
    const right = x + wide + (node.children.length > 0 ? 4 + causeFoldWidth(node) : 0);
    return { node, label, x, y, width: wide, right, folded: folded.has(node.key) };
  });
  const place = new Map(rows.map((row, number) => [row.node.key, number]));
  for (const { key, parent } of tree.nodes.values()) if (!place.has(key)) place.set(key, place.get(parent)); // in the folded one above it
  const edges = causeEdges(tree, rows, place);
  const kinds = Object.keys(EDGE_LOOKS).filter((kind) => edges.some((edge) => edge.kind === kind));
  const width = Math.max(...rows.map((row) => row.right), ...edges.map((edge) => edge.right), 0) + 10;
  return { rows, place, edges, kinds, width, height: rows.length * ROW_HEIGHT + 8 };
}

function causeEdges(tree, rows, place) {
  const edges = [];
  const done = new Set();
  for (const { node, x, y } of rows) {
    const up = rows[place.get(node.parent)];
    if (!up) continue;
    const stem = up.x + 10;
    const path = `M${stem} ${up.y + BOX_HEIGHT}V${y + BOX_HEIGHT / 2 - 5}q0 5 5 5H${x - 5}`;
    edges.push({ kind: node.miss ? NEAR_KIND : "triggered by", path, tip: [x, y + BOX_HEIGHT / 2, 1], from: up.node, to: node, right: 0 });
  }
  for (const node of tree.nodes.values()) {
    for (const { from, kind, direct } of node.edges) {
      const [start, end] = [place.get(from), place.get(node.key)];
      const name = `${start} ${end} ${kind}`;
      // a folded or passed-on cause that is seen in what triggered it anyway says nothing new
      const passed = (!direct || rows[end].node !== node) && rows[end].node.parent === rows[start].node.key;
      if (start === end || done.has(name) || passed) continue;
      done.add(name);
      edges.push({ kind, from: rows[start].node, to: rows[end].node, ...causeArc(rows, start, end, kind) });
    }
  }
  return edges;
}

// A curve on the right of everything between its two ends.
function causeArc(rows, start, end, kind) {
  const [a, b] = [rows[start], rows[end]];
  const between = rows.slice(Math.min(start, end), Math.max(start, end) + 1).slice(0, 40);
  const lift = kind === "chosen by" ? 0 : 4; // two kinds between the same events are two curves
  const out = Math.max(...between.map((row) => row.right)) + 16 + Math.min(40, between.length * 2) + lift * 2;
  const [from, to] = [a.y + BOX_HEIGHT / 2 + 4, b.y + BOX_HEIGHT / 2 - 4 + lift];
  return { path: `M${a.right + 1} ${from}C${out} ${from} ${out} ${to} ${b.right + 6} ${to}`, tip: [b.right + 1, to, -1], right: out };
}

const LABEL_FONT = "13px system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const labelRulers = {};

function labelWidth(text, bold) {
  labelRulers[bold] ??= Object.assign(document.createElement("canvas").getContext("2d"), { font: `${bold ? "600 " : ""}${LABEL_FONT}` });
  return labelRulers[bold].measureText(text).width;
}

function fitCauseLabel(text, widest, bold) {
  let width = labelWidth(text, bold);
  if (width <= widest) return [text, Math.ceil(width)];
  let short = text.slice(0, 60);
  while ((width = labelWidth(`${short}…`, bold)) > widest) short = short.slice(0, -1);
  return [`${short.trimEnd()}…`, Math.ceil(width)];
}

const causeFoldWidth = (node) => 20 + 8 * String(node.size).length;

const KEYS = "arrow keys go from one to the other, Enter goes to its moment";

function CausePicture({ lab, drawing, folded, fold, scale, event, now, lit }) {
  const [roving, setRoving] = useState(null);
  const { rows, place, edges, width, height } = drawing;
  const wanted = place.get(roving);
  const stop = wanted !== undefined && rows[wanted].node.key === roving ? wanted : (now ?? 0); // the one row that Tab reaches
  const litRows = useMemo(() => lit && new Set([...lit.events.map((event) => place.get(event.id)), place.get(lit.of.id)]), [lit, place]);
  const press = (e) => {
    const number = Number(e.target.closest("[data-row]")?.dataset.row);
    if (!rows[number] || e.ctrlKey || e.metaKey || e.altKey) return;
    const { node } = rows[number];
    const move = (to) => {
      const row = rows[to];
      if (!row) return;
      setRoving(row.node.key);
      const frame = e.currentTarget.closest(".cause-frame");
      frame.querySelector(`[data-row="${to}"]`).focus({ preventScroll: true });
      scrollInside(frame, row, scale);
    };
    switch (e.key) {
      case "Enter": case " ": lab.goTo(node.event.id + 1); break;
      case "ArrowUp": move(number - 1); break;
      case "ArrowDown": move(number + 1); break;
      case "Home": move(0); break;
      case "End": move(rows.length - 1); break;
      case "ArrowRight":
        if (folded.has(node.key)) fold(node.key, false);
        else if (node.children.length > 0) move(number + 1);
        break;
      case "ArrowLeft":
        if (node.children.length > 0 && !folded.has(node.key)) fold(node.key, true);
        else if (node.parent !== null) move(place.get(node.parent));
        break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation(); // arrows step through the film elsewhere
  };
  return html`
    <svg class="cause-picture" role="group" aria-label=${`What caused what: ${plural(rows.length, "event")} drawn; ${KEYS}`}
      xmlns="http://www.w3.org/2000/svg" width=${width * scale} height=${height * scale} viewBox=${`0 0 ${width} ${height}`} font-size="13"
      font-family="system-ui, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif" onKeyDown=${press}>
      <${Still} parts=${[edges, litRows]}
        draw=${() => html`<g aria-hidden="true">${edges.map((edge) => causeEdge(edge, place, litRows))}</g>`} />
      ${rows.map((row, number) => {
        const at = now === number;
        const { key, event: { id } } = row.node;
        const look = classes(at && (key === event.id ? "now" : "holds"), id >= lab.moment && "future",
          litRows && (litRows.has(number) ? "lit" : "dim"), lit && key === lit.of.id && "asked");
        const choose = () => {
          setRoving(key);
          lab.goTo(id + 1);
        };
        const tab = number === stop ? 0 : -1;
        return html`<${Still} key=${key} parts=${[row, number, look, tab]}
          draw=${() => causeNode({ lab, row, number, look, tab, fold, choose })} />`;
      })}
    </svg>
  `;
}

function causeEdge({ kind, path, tip, from, to }, place, litRows) {
  const [colour, dash] = EDGE_LOOKS[kind] ?? ["#000000", "4 2"];
  const dim = litRows && !(litRows.has(place.get(from.key)) && litRows.has(place.get(to.key)));
  const [x, y, way] = tip;
  return html`<g class=${classes("edge", dim && "dim")} data-kind=${kind} data-from=${from.key} data-to=${to.key}
    opacity=${dim ? 0.25 : undefined}>
    <path d=${path} fill="none" stroke=${colour} stroke-width=${litRows && !dim ? 2.4 : 1.5} stroke-dasharray=${dash || undefined} />
    <path d=${`M${x - way * 7} ${y - 4}l${way * 7} 4l${-way * 7} 4z`} fill=${colour} /></g>`;
}

// Everything is painted by attributes, so that a saved picture looks the same without the page's style.
function causeNode({ lab, row, number, look, tab, fold, choose }) {
  const { node, label, x, y, width } = row;
  const { event } = node;
  const has = (word) => look.split(" ").includes(word);
  const side = looksOf(lab).get(node.side) ?? NOBODYS;
  const near = Boolean(node.miss);
  const pale = near || has("future") || has("dim");
  const line = has("dim") ? "#b9c1c9" : pale ? side.pale : side.line;
  const bold = event.depth === "stage" && !near;
  const middle = y + BOX_HEIGHT / 2;
  return html`
    <g class=${classes("cause", look, near && "near-miss")}>
      <g class="cause-node" role="button" tabindex=${tab} data-row=${number}
        data-event=${near ? undefined : event.id} data-near=${near ? node.key : undefined}
        aria-label=${spokenLabel(row)}
        aria-current=${has("now") ? "step" : undefined} aria-expanded=${node.children.length > 0 ? String(!row.folded) : undefined}
        onClick=${choose} cursor="pointer">
        <title>${causeHover(lab, node)}</title>
        ${(has("now") || has("holds")) && html`<rect class="ring" x=${x - 4} y=${y - 4} width=${width + 8} height=${BOX_HEIGHT + 8}
          rx=${side.round + 3} fill="#ffe08a" stroke="#1b1f24"
          stroke-width="1.5" stroke-dasharray=${has("holds") ? "4 3" : undefined} />`}
        <rect class="box" x=${x} y=${y} width=${width} height=${BOX_HEIGHT} rx=${side.round}
          fill=${pale ? "#ffffff" : side.ground} stroke=${line}
          stroke-width=${has("asked") ? 4 : has("lit") ? 2.5 : 1.5} stroke-dasharray=${near ? "4 3" : undefined} />
        <path d=${`M${x + LETTER_WIDTH + 1} ${y + 4}v${BOX_HEIGHT - 8}`} stroke=${line} />
        <text x=${x + LETTER_WIDTH + 6} y=${middle + 4.5} font-weight=${bold ? 600 : 400}
          fill=${pale ? "#5c6670" : "#1b1f24"}>${label}</text>
      </g>
      <text x=${x + 12} y=${middle + 4.5} text-anchor="middle" font-weight="700" font-size="12" aria-hidden="true"
        pointer-events="none" fill=${has("dim") ? "#646e78" : side.line}>${side.letter}</text>
      ${node.children.length > 0 && html`
        <g class="cause-fold" data-fold=${node.key} aria-hidden="true" cursor="pointer" onClick=${() => fold(node.key, !row.folded)}>
          <title>${row.folded ? `Unfold: ${plural(node.size, "event")} came of it` : `Fold ${plural(node.size, "event")} away`}</title>
          <rect x=${x + width + 4} y=${y} width=${causeFoldWidth(node)} height=${BOX_HEIGHT} rx="4"
            fill=${row.folded ? "#22303e" : "#ffffff"} stroke="#7c8896" />
          <text x=${x + width + 4 + causeFoldWidth(node) / 2} y=${middle + 4.5} text-anchor="middle" font-size="12"
            fill=${row.folded ? "#ffffff" : "#4d5763"}>${row.folded ? "+" : "−"}${node.size}</text>
        </g>`}
    </g>`;
}

// What is written on it, then the sentence: who speaks to the browser says what is written.
const spokenLabel = ({ label, node }) => (node.text.startsWith(label) ? node.text : `${label}: ${node.text}`);

// Never scrolls the page, only the frame.
function scrollInside(frame, row, scale) {
  if (!frame || !row) return;
  const [left, right] = [row.x * scale - 12, (row.x + row.width) * scale + 12];
  const [top, bottom] = [(row.y - ROW_HEIGHT) * scale, (row.y + 2 * ROW_HEIGHT) * scale];
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight;
  if (left < frame.scrollLeft) frame.scrollLeft = left;
  else if (right > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = Math.min(left, right - frame.clientWidth);
}

const causeLegendLine = (kind) => {
  const [colour, dash] = EDGE_LOOKS[kind];
  return html`<path d="M1 8H33" fill="none" stroke=${colour} stroke-width="2" stroke-dasharray=${dash || undefined} />`;
};

// All kinds, drawn or not, so that it keeps its height while stepping.
function CauseLegend({ lab, near }) {
  const kinds = Object.keys(EDGE_LOOKS).filter((kind) => near || kind !== NEAR_KIND);
  return html`
    <ul class="cause-legend" aria-label="Legend">
      ${[...looksOf(lab).values()].map((side) => html`<li><svg width="24" height="18" aria-hidden="true">
        <rect x="1" y="1" width="22" height="16" rx=${side.round * 0.6} fill=${side.ground} stroke=${side.line} stroke-width="1.5" />
        <text x="12" y="13" text-anchor="middle" font-size="11" font-weight="700" fill=${side.line}>${side.letter}</text></svg>
        ${` ${side.name}`}</li>`)}
      ${kinds.map((kind) => html`<li><svg width="34" height="16" aria-hidden="true">${causeLegendLine(kind)}</svg> ${kind}</li>`)}
    </ul>`;
}

function savePicture(lab, frame, drawing) {
  const picture = frame.querySelector("svg")?.cloneNode(true);
  if (!picture) return;
  const below = 30 + 18 * drawing.kinds.length;
  const [width, height] = [Math.max(drawing.width, 260), drawing.height + below];
  const whole = { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "What caused what" };
  for (const [name, value] of Object.entries(whole)) picture.setAttribute(name, value);
  for (const node of picture.querySelectorAll("[tabindex]")) {
    for (const name of ["tabindex", "role", "aria-expanded", "cursor"]) node.removeAttribute(name);
  }
  const sides = [...looksOf(lab).values()].map(({ letter, name }) => `${letter} ${name}`).join(", ");
  const legend = document.createElementNS("http://www.w3.org/2000/svg", "g");
  render(html`<rect width=${width} height=${height} fill="#ffffff" />
    <text x="8" y=${drawing.height + 18} fill="#1b1f24">${sides}</text>
    ${drawing.kinds.map((kind, n) => html`<g transform=${`translate(8 ${drawing.height + 26 + 18 * n})`}>
      ${causeLegendLine(kind)}<text x="42" y="12" fill="#1b1f24">${kind}</text></g>`)}`, legend);
  picture.prepend(legend);
  download("causes.svg", new XMLSerializer().serializeToString(picture), "image/svg+xml");
}

// The same in words. Events are counted from 1 there, as in the log and at the slider.

function causeHover(lab, { event, miss, text }) {
  const ids = miss ? [...new Set(miss.clauses.map(([rule]) => rule))] : event.rules;
  const rules = ids.map((id) => (lab.facts.rules[id] ? `${lab.facts.rules[id].name}: ${lab.facts.rules[id].text}` : id));
  return [`${event.id + 1}. ${text}`, ...rules].join("\n");
}

// Why: everything that led to it since the game began. What followed: everything that came of it before moment `last`.
function litEvents(events, { of: { event, way }, events: found }, last) {
  const within = way === "why" ? found : found.filter((id) => id < last);
  return { of: event, way, events: within.map((id) => events[id]).filter(Boolean), later: found.length - within.length };
}

// "3 printed on Cheetah, +3 Enhanced Strength = 6"
function sumText({ sum, amount }) {
  const terms = sum.map(([number, words], n) => `${n > 0 && number >= 0 ? "+" : ""}${number} ${words}`);
  return `${terms.join(", ")} = ${amount ?? sum.reduce((all, [number]) => all + number, 0)}`;
}

function CauseDetails({ lab, event, ask, light, lit }) {
  if (!event) return html`<section class="cause-details"><p>The table is empty: nothing has been caused yet.</p></section>`;
  const button = (way, words) => html`<button class=${way} aria-pressed=${String(light?.way === way && light.event === event)}
    onClick=${() => ask(light?.way === way && light.event === event ? null : { way, event })}>${words}</button>`;
  return html`
    <section class="cause-details" aria-label="The event at this moment">
      <p class="sentence"><b>${event.id + 1}.</b> ${event.plain ?? event.text}${" "}
        ${event.rules.map((id) => html`<${Rule} key=${id} lab=${lab} id=${id} /> `)}</p>
      ${event.sum.length > 0 && html`<p class="arithmetic">${sumText(event)}</p>`}
      ${event.causes.length > 0 && html`<ul class="direct">${event.causes.map(([kind, cause]) => html`
        <li>${kind} <${CauseLink} lab=${lab} event=${lab.film.events[cause]} /></li>`)}</ul>`}
      ${event.near?.length > 0 && html`<ul class="near-list">${event.near.map((miss) => html`<li>${miss.text}</li>`)}</ul>`}
      <div class="asking">${button("why", "Why?")} ${button("followed", "What followed?")}
        <button class="put-out" disabled=${!light} onClick=${() => ask(null)} title="No event is lit any more (Escape)">Put out</button>
      </div>
      ${lit && html`<${Still} parts=${[lit]} draw=${() => html`<${LitList} lab=${lab} lit=${lit} />`} />`}
    </section>
  `;
}

const CauseLink = ({ lab, event }) => html`<button class="event-link" data-goto=${event.id}
  onClick=${() => lab.goTo(event.id + 1)}><b>${event.id + 1}.</b> ${event.text}</button>`;

function LitList({ lab, lit }) {
  const { of, way, events, later } = lit;
  const came = way === "why" ? "led to" : "came of";
  const head = `${events.length > 0 ? plural(events.length, "event") : "Nothing"} ${came} ${of.id + 1}. “${of.text}”`;
  return html`
    <div class="lit-list" role="group" aria-label=${way === "why" ? "Why" : "What followed"}>
      <p role="status">${head}</p>
      <ul>${events.map((event) => html`<li key=${event.id}><${CauseLink} lab=${lab} event=${event} /></li>`)}</ul>
      ${later > 0 && html`<p>${plural(later, "more event")} came of it later, outside this picture.</p>`}
    </div>
  `;
}
