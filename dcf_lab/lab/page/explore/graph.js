// What caused what: the networkx graph of analysis/causes.py around a moment; here it is folded, laid out for the room there is, and drawn.

import { classes, plural } from "../common/dom.js";
import { DEPTHS } from "../common/film.js";
import { CauseLegend, CausePicture, savePicture, scrollInside } from "./arrows.js";
import { drawTree, roomFor, SMALLEST_LETTERS } from "./layout.js";

const MOST_BEFORE = 12; // events before an action, phase or round that are drawn because they led to it
const ENOUGH_DRAWN = 40; // if something has to be folded, rather some more of it than the smallest letters
const LEAST_DRAWN = 12; // of fewer in an action and before it, those that happened just before are drawn, too
const SCOPE_NAMES = [["action", "this action"], ["phase", "this phase"], ["round", "this round"], ["game", "the game"]];
const DEPTH_NAMES = [["atom", "everything"], ["effect", "what matters"], ["action", "stages and actions"], ["stage", "stages"]];

// `alone`: without what led to it before, where there is little room.
export function Causes({ lab, alone = false }) {
  const { film, moment } = lab;
  const [scope, setScope] = useState("action");
  const [depth, setDepth] = useState("effect");
  const [near, setNear] = useState(false);
  const [asked, setAsked] = useState(null); // "Why?" or "What followed?" of an event
  const [found, setFound] = useState(null); // the events that the lab has found for it
  const [zoomed, setZoomed] = useState(1);
  const [room, setRoom] = useState({ width: 360, height: 420, natural: 1 });
  const [, redraw] = useState(0);
  const box = useRef(null);
  const folding = useRef({ wishes: new Map() }).current;

  const [first, last] = spanOfCauses(film, moment, scope);
  const event = film.events[moment - 1];
  const light = asked && film.events[asked.event.id] === asked.event ? asked : null; // another branch has other events
  const lit = light && found?.of === light ? found.events : null;
  const drawnToo = light?.way === "why" ? lit : null;
  const [before, least] = alone ? [0, 0] : [MOST_BEFORE, scope === "action" ? LEAST_DRAWN : 0];
  const tree = useMemo(() => causeTree(film.events, first, last, depth, near, drawnToo, before, least),
    [film, film.version, first, last, depth, near, drawnToo, scope]);
  const here = event ? tree.stands(event.id) : null;
  const drawing = foldedDrawing(folding, film, tree, here, light && tree.stands(light.event.id), room);
  const litNodes = useMemo(() => lit && new Set([...lit, light.event.id].map((id) => drawing.holder(tree.stands(id)))), [lit, drawing]);
  const now = drawing.holder(here);
  const scale = zoomed * room.natural;

  useEffect(() => {
    const watch = new ResizeObserver(() => setRoom((old) => roomOf(box.current, old)));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => scrollInside(box.current, drawing.boxes.get(now), scale), [now, drawing, scale]);
  useEffect(() => {
    if (!light) return;
    lab.kernel.ask({ page: "explore", do: "causes", event: light.event.id, way: light.way }).then((answers) => {
      const told = answers.find((one) => one.show === "causes");
      if (told) setFound({ of: light, events: told.events });
    });
  }, [light, film.version]);

  const change = (doing) => {
    doing();
    folding.tree = null;
    redraw((n) => n + 1);
  };
  const fold = (key, shut) => change(() => folding.wishes.set(key, shut));
  const foldAll = (shut) => change(() => {
    folding.wishes.clear();
    if (!shut) for (const node of tree.nodes.values()) if (node.children.length > 0) folding.wishes.set(node.key, false);
  });
  const putOut = (e) => {
    if (e.key !== "Escape" || !light) return;
    e.stopPropagation();
    setAsked(null);
  };
  const tools = {
    scope, setScope, depth, setDepth, near, setNear, foldAll, zoomed, light, event,
    unfoldable: drawing.boxes.size < tree.nodes.size, foldable: folding.wishes.size > 0, ask: setAsked,
    zoom: (factor) => setZoomed(Math.max(0.3, Math.min(2.5, zoomed * factor))),
    fit: () => setZoomed(Math.min(1, room.width / drawing.width, room.height / drawing.height)),
    save: () => savePicture(lab, box.current, drawing),
  };
  return html`
    <div class=${classes("causes-panel", lab.wide === "graph" && "wide")} onKeyDown=${putOut}>
      <h2 class="hidden-text">What caused what</h2>
      <${CauseTools} lab=${lab} tools=${tools} />
      <div class="cause-frame" ref=${box}>
        ${drawing.boxes.size === 0
          ? html`<p>Nothing has happened yet.</p>`
          : html`<${CausePicture} lab=${lab} tree=${tree} drawing=${drawing} fold=${fold} scale=${scale} event=${event} now=${now}
              lit=${litNodes} asked=${light?.event.id} />`}
      </div>
      <div class="below">
        <${CauseLegend} lab=${lab} near=${near} depth=${depth} />
        <p class="count" role="status">${lit ? litText(light, lit, last) : countOfCauses(lab, tree, drawing)}</p>
        ${drawing.boxes.size < tree.nodes.size && lab.wide !== "graph" && html`<button class="widen-too"
          onClick=${() => widen(lab, true)}>More of them over the whole width</button>`}
      </div>
    </div>
  `;
}

// What is left to the drawing once it has its frame; in steps, not anew with every pixel.
function roomOf(frame, old) {
  if (!frame || frame.clientHeight === 0) return old;
  const natural = parseFloat(getComputedStyle(frame).fontSize) / 14; // larger on a projector, as in page.css
  const size = (pixels, least) => Math.max(least, Math.floor(pixels / natural / 8) * 8);
  const room = { width: size(frame.clientWidth, 240), height: size(frame.clientHeight, 128), natural };
  return Object.keys(room).every((word) => room[word] === old[word]) ? old : room;
}

function widen(lab, wide) {
  lab.wide = wide ? "graph" : null;
  lab.redraw();
}

function CauseTools({ lab, tools }) {
  const { scope, depth, near, light, event, ask } = tools;
  const hide = (hidden) => {
    lab.hideFuture = hidden;
    lab.redraw();
  };
  const asking = (way, words) => {
    const pressed = light?.way === way && light.event === event;
    return html`<button class=${way} disabled=${!event} aria-pressed=${String(pressed)}
      onClick=${() => ask(pressed ? null : { way, event })}>${words}</button>`;
  };
  return html`
    <div class="tools">
      <select class="scope" aria-label="Of which events" value=${scope} onChange=${(e) => tools.setScope(e.target.value)}>
        ${SCOPE_NAMES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select>
      <select class="depth" aria-label="Show how much" value=${depth} onChange=${(e) => tools.setDepth(e.target.value)}>
        ${DEPTH_NAMES.map(([value, name]) => html`<option value=${value}>${name}</option>`)}</select>
      <button class="widen" aria-pressed=${String(lab.wide === "graph")} title="As wide as the page"
        onClick=${() => widen(lab, lab.wide !== "graph")}>Wide</button>
      <${CauseMenu} tools=${tools} near=${near} />
    </div>
    <div class="tools" role="group" aria-label="The event at this moment">
      ${asking("why", "Why?")}${asking("followed", "What followed?")}
      ${light && html`<button class="put-out" onClick=${() => ask(null)} title="No event is lit any more (Escape)"
        aria-label="Light none">✕</button>`}
      <label class="check"><input type="checkbox" class="hide-future" checked=${Boolean(lab.hideFuture)}
        onChange=${(e) => hide(e.target.checked)} /> hide what is to come</label>
    </div>`;
}

function CauseMenu({ tools, near }) {
  const menu = useRef(null);
  const close = (e) => {
    if (e.key !== "Escape" || !menu.current.open) return;
    e.stopPropagation();
    menu.current.open = false;
    menu.current.querySelector("summary").focus();
  };
  return html`
    <details class="cause-menu" ref=${menu} onKeyDown=${close}>
      <summary aria-label="More about the picture" title="More">⋯</summary>
      <div>
        <label class="check near"><input type="checkbox" checked=${near} onChange=${(e) => tools.setNear(e.target.checked)} />
          near misses</label>
        <button class="unfold" disabled=${!tools.unfoldable} onClick=${() => tools.foldAll(false)}>Unfold all</button>
        <button class="fold" disabled=${!tools.foldable} onClick=${() => tools.foldAll(true)}>Fold again</button>
        <span class="zoom">
          <button class="smaller" aria-label="Smaller" title="Smaller" onClick=${() => tools.zoom(1 / 1.25)}>−</button>
          <button class="larger" aria-label="Larger" title="Larger" onClick=${() => tools.zoom(1.25)}>+</button>
          <button class="fit" onClick=${tools.fit} title="All of it in the frame">Fit</button>
          <button class="natural" disabled=${tools.zoomed === 1} onClick=${() => tools.zoom(1 / tools.zoomed)}
            title="The first size">1:1</button>
        </span>
        <button class="save" onClick=${tools.save}>Save as SVG</button>
      </div>
    </details>`;
}

function countOfCauses(lab, tree, drawing) {
  const seen = [...tree.nodes.values()].filter((node) => !lab.hideFuture || node.event.id < lab.moment);
  const misses = seen.filter((node) => node.miss).length;
  const folded = seen.filter((node) => !drawing.boxes.has(node.key)).length;
  const missed = misses > 0 && plural(misses, "near miss", "near misses");
  return [plural(seen.length - misses, "event"), missed, folded > 0 && `${folded} folded`].filter(Boolean).join(", ");
}

// Why: everything that led to it since the game began. What followed: everything that came of it, also after this picture.
function litText({ event, way }, events, last) {
  const later = way === "why" ? 0 : events.filter((id) => id >= last).length;
  const many = events.length > 0 ? plural(events.length, "event") : "Nothing";
  const after = later > 0 ? `, ${later} of them later than what is drawn` : "";
  return `${many} ${way === "why" ? "led to" : "came of"} “${event.label}”${after}.`;
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

// The events of a span at a depth with what led to them, as a tree of what triggered what and the edges of all other causes. The graph
// tells of every event where it is seen at each depth, and what it has edges from there.
function causeTree(events, first, last, depth, near, others, before, least) {
  const deep = DEPTHS.indexOf(depth);
  const at = (id) => events[id].at[deep];
  const triggerOf = (event) => event.causes.find(([how]) => how === "triggered by")?.[1];
  const upOf = (event) => {
    const trigger = triggerOf(event);
    return trigger === undefined ? null : at(trigger);
  };
  const chosen = new Set();
  for (let id = first; id < last; id++) if (at(id) === id) chosen.add(id);
  const causes = [...chosen].flatMap((id) => [upOf(events[id]), ...events[id].edges[deep].map(([, from]) => from)]);
  const waiting = new Set(causes.filter((id) => id !== null && id < first));
  for (let n = 0; n < before && waiting.size > 0; n++) { // the latest first
    const id = Math.max(...waiting);
    waiting.delete(id);
    chosen.add(id);
    if (upOf(events[id]) !== null) waiting.add(upOf(events[id]));
  }
  for (let id = first - 1; id >= 0 && chosen.size < least; id--) if (at(id) === id) chosen.add(id);
  for (const id of others ?? []) if (events[id] && at(id) !== null) chosen.add(at(id));

  const nodes = new Map();
  const nearest = (id) => {
    while (id !== null && !chosen.has(id)) id = upOf(events[id]);
    return id;
  };
  const add = (key, event, edges, miss = null) => {
    const parent = nearest(upOf(event));
    const { text, label, side } = miss ?? event;
    const layer = parent === null ? 0 : nodes.get(parent).layer + 1;
    nodes.set(key, { key, event, miss, text, label, side, edges, parent, layer, children: [], size: 0, last: event.id });
    nodes.get(parent)?.children.push(key);
  };
  const seen = near ? [...new Set([...chosen, ...Array.from({ length: last - first }, (_, n) => first + n)])] : [...chosen];
  for (const id of seen.sort((a, b) => a - b)) {
    const event = events[id];
    if (chosen.has(id)) {
      const edges = event.edges[deep].filter(([, from]) => chosen.has(from));
      add(id, event, edges.map(([kind, from, direct]) => ({ from, kind, direct })));
    }
    if (near) event.near?.forEach((miss, n) => add(`${id}.${n}`, event, [], miss));
  }
  for (const node of [...nodes.values()].reverse()) {
    const up = nodes.get(node.parent);
    if (!up) continue;
    up.size += node.size + 1;
    up.last = Math.max(up.last, node.last);
  }
  const roots = [...nodes.values()].filter((node) => node.parent === null).map((node) => node.key);
  return { nodes, stands: (id) => nearest(at(id)), roots };
}

const causePath = (tree, key) => {
  const path = [];
  for (let up = tree.nodes.get(key)?.parent ?? null; up !== null; up = tree.nodes.get(up).parent) path.push(up);
  return path;
};

// Folding: by itself only what has no room, the far events first; what the visitor has folded or unfolded stays so.

function foldedDrawing(folding, film, tree, here, light, room) {
  if (folding.film !== film) Object.assign(folding, { film, wishes: new Map(), tree: null });
  const unfolded = [...folding.wishes].filter(([key, shut]) => !shut && tree.nodes.has(key)).map(([key]) => key);
  const inSight = [here, light, ...unfolded].filter((key) => tree.nodes.has(key));
  const paths = new Set(inSight.flatMap((key) => [key, ...causePath(tree, key)]));
  const hidden = [...paths].some((key) => folding.away?.has(key) && folding.wishes.get(tree.nodes.get(key).parent) !== true);
  if (folding.tree !== tree || folding.room !== room || hidden) {
    const wished = [...folding.wishes].filter(([key, shut]) => shut && tree.nodes.has(key)).map(([key]) => key);
    const kept = new Set(wished.flatMap((key) => tree.nodes.get(key).children));
    const far = farNodes(tree, here, paths, new Set(unfolded));
    const away = (number) => new Set([...kept, ...far.slice(0, number).flat()]);
    const least = (letters) => { // so few that all has room, if it can
      let [low, high] = [0, far.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (roomFor(tree, away(middle), room, letters)) high = middle;
        else low = middle + 1;
      }
      return away(low);
    };
    Object.assign(folding, { tree, room, away: least(SMALLEST_LETTERS) });
    folding.drawing = drawTree(tree, folding.away, room, true);
    if (folding.drawing.letters === SMALLEST_LETTERS && folding.away.size > kept.size) {
      const larger = least(SMALLEST_LETTERS + 1);
      const drawing = drawTree(tree, larger, room);
      if (drawing?.boxes.size >= ENOUGH_DRAWN) Object.assign(folding, { away: larger, drawing });
    }
  }
  return folding.drawing;
}

// What may be put away, the farthest from the present event first: at first all that came of an event, of two equally far ones the
// deeper; where that does not do, also single events among those beside the present one.
function farNodes(tree, here, paths, unfolded) {
  const at = tree.nodes.get(here)?.event.id ?? 0;
  const distance = (node) => (node.last < at ? at - node.last : Math.max(0, node.event.id - at));
  const far = (nodes) => nodes.sort((a, b) => distance(b) - distance(a) || b.layer - a.layer || a.event.id - b.event.id);
  const nodes = [...tree.nodes.values()];
  const folds = nodes.filter(({ key, children }) => children.length > 0 && !paths.has(key));
  const single = nodes.filter(({ key, parent }) => paths.has(parent) && !paths.has(key) && !unfolded.has(parent));
  return [...far(folds).map(({ children }) => children), ...far(single).map(({ key }) => [key])];
}
