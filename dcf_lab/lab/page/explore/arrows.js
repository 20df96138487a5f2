// The picture of a graph of causes: boxes and arrows, what is told of a box that one points at, and the keys that go from one to the other.

import { beside, classes, download, plural, Still } from "../common/dom.js";
import { DEPTHS } from "../common/film.js";
import { isBold } from "./labels.js";
import { EDGE_KINDS, foldWidth, NEAR_KIND } from "./layout.js";

const EDGE_WORDS = {
  "triggered by": "sets off", "chosen by": "chooses", "modified by": "changes the number", "paid by": "pays for",
  replaced: "gives way to", "prevented by": "prevents", [NEAR_KIND]: "did not react",
};
const EDGE_DASHES = {
  "chosen by": "7 3", "modified by": "2 3", "paid by": "9 3 2 3", replaced: "1 4", "prevented by": "12 4", [NEAR_KIND]: "3 6",
};
const BOX_ROUND = [1, 11, 6, 9, 3]; // corners of the boxes of each side, for whoever does not see its colour

const CAUSE_KEYS = "arrow keys go to causes, consequences and neighbours, Enter goes to its moment, plus and minus unfold and fold";
let causePictures = 0;

export function CausePicture({ lab, tree, drawing, fold, scale, event, now, lit, asked }) {
  const [roving, setRoving] = useState(null);
  const [tip, setTip] = useState(null);
  const id = useMemo(() => `causes-${++causePictures}`, []);
  const closing = useRef(0);
  const box = useRef(null); // of the tip
  const { boxes, arrows, width, height } = drawing;
  const told = (key) => !lab.hideFuture || tree.nodes.get(key).event.id < lab.moment;
  const shown = [...boxes.values()].filter((one) => told(one.node.key));
  const keys = shown.map((one) => one.node.key);
  const stop = keys.includes(roving) ? roving : keys.includes(now) ? now : keys[0]; // the one that Tab reaches
  const close = neighboursOf(arrows, now);

  const openTip = (key, element) => {
    clearTimeout(closing.current);
    setTip({ key, style: besideNode(element) });
  };
  const closeTip = (at) => {
    clearTimeout(closing.current);
    closing.current = setTimeout(() => setTip(null), at ? 0 : 200); // the pointer may go into it
  };
  useEffect(() => () => clearTimeout(closing.current), []);
  useEffect(() => setTip(null), [drawing]);
  useLayoutEffect(() => { // wholly on the screen, once one knows how high it is
    const over = box.current?.getBoundingClientRect().bottom - innerHeight + 8;
    if (over > 0) box.current.style.top = `${Math.max(8, parseFloat(box.current.style.top) - over)}px`;
  }, [tip]);
  const press = (e) => {
    const key = keyAt(tree, e.target);
    if (key === null || e.ctrlKey || e.metaKey || e.altKey) return;
    const { node } = boxes.get(key);
    const move = (to) => {
      if (to === undefined || to === null) return;
      setRoving(to);
      const frame = e.currentTarget.closest(".cause-frame");
      scrollInside(frame, boxes.get(to), scale);
      frame.querySelector(`[data-key="${to}"]`).focus({ preventScroll: true });
    };
    const way = arrowKey(e.key, drawing.down);
    if (e.key === "Enter" || e.key === " ") lab.goTo(node.event.id + 1);
    else if (e.key === "Escape" && tip) setTip(null);
    else if (e.key === "+" && boxes.get(key).inside.length > 0) fold(key, false);
    else if (e.key === "-" && node.children.length > 0) fold(key, true);
    else if (e.key === "Home") move(keys[0]);
    else if (e.key === "End") move(keys.at(-1));
    else if (way) move(nextNode(way, key, keys, arrows, tree));
    else return;
    e.preventDefault();
    e.stopPropagation(); // arrows step through the film elsewhere
  };
  const point = (e, doing) => {
    const key = keyAt(tree, e.target);
    if (key !== null && boxes.has(key)) doing(key, e.target.closest("[data-key]"));
  };
  return html`
    <svg class="cause-picture" role="group" aria-label=${`What caused what: ${plural(shown.length, "event")} drawn; ${CAUSE_KEYS}`}
      xmlns="http://www.w3.org/2000/svg" width=${width * scale} height=${height * scale} viewBox=${`0 0 ${width} ${height}`}
      font-size=${drawing.letters} onKeyDown=${press}
      onMouseOver=${(e) => point(e, openTip)} onMouseOut=${() => closeTip()}
      onFocusCapture=${(e) => e.target.matches(":focus-visible") && point(e, openTip)} onBlurCapture=${() => closeTip(true)}>
      <g aria-hidden="true">${arrows.filter(({ from, to }) => told(from) && told(to)).map((arrow) => causeArrow(arrow, drawing,
        lit ? (lit.has(arrow.from) && lit.has(arrow.to) ? "lit" : "dim") : arrow.from === now || arrow.to === now ? "lit" : ""))}</g>
      ${shown.map((one) => {
        const { key, event: { id: number } } = one.node;
        const look = classes(key === now && (key === event?.id ? "now" : "holds"), number >= lab.moment && "future",
          lit ? (lit.has(key) ? "lit" : "dim") : close.has(key) && "lit", lit && key === asked && "asked");
        const hidden = one.inside.filter((id) => !lab.hideFuture || id < lab.moment).length;
        return html`<${Still} key=${key} parts=${[one, look, key === stop, tip?.key === key, hidden]}
          draw=${() => causeNode({ lab, one, look, tab: key === stop ? 0 : -1, tip: tip?.key === key ? id : undefined, hidden, fold,
            drawing, choose: () => { setRoving(key); lab.goTo(number + 1); } })} />`;
      })}
    </svg>
    ${tip && boxes.has(tip.key) && html`<div class="cause-tip" role="tooltip" id=${id} ref=${box} style=${tip.style}
      onMouseEnter=${() => clearTimeout(closing.current)} onMouseLeave=${() => closeTip()}>
      <${CauseTold} lab=${lab} node=${boxes.get(tip.key).node} /></div>`}
  `;
}

const keyAt = (tree, element) => {
  const key = element.closest("[data-key]")?.dataset.key;
  return key === undefined ? null : tree.nodes.has(Number(key)) ? Number(key) : key;
};

const arrowKey = (key, down) => {
  const ways = down ? ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] : ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  return ["cause", "consequence", "before", "after"][ways.indexOf(key)];
};

// Along the arrows, or from one neighbour to the next: first among those of the same cause, then in order of time.
function nextNode(way, key, keys, arrows, tree) {
  const { parent } = tree.nodes.get(key);
  if (way === "cause") return keys.includes(parent) ? parent : arrows.find(({ from, to }) => to === key && keys.includes(from))?.from;
  if (way === "consequence") return arrows.find(({ from, to }) => from === key && keys.includes(to))?.to;
  const siblings = keys.filter((other) => tree.nodes.get(other).parent === parent);
  const step = way === "after" ? 1 : -1;
  return siblings[siblings.indexOf(key) + step] ?? keys[keys.indexOf(key) + step];
}

const neighboursOf = (arrows, key) =>
  new Set(arrows.filter(({ from, to }) => from === key || to === key).flatMap(({ from, to }) => [from, to]));

// Beside the frame where there is room, so that it covers nothing of the graph; else beside the node.
function besideNode(element) {
  const frame = element.closest(".cause-frame").getBoundingClientRect();
  if (frame.left < 320) return beside(element, 300, 240);
  return `left:${frame.left - 308}px;top:${Math.max(8, element.getBoundingClientRect().top - 20)}px;width:300px;max-height:90vh`;
}

function causeArrow({ kind, points, from, to }, drawing, look) {
  const [x, y] = points.at(-1);
  const head = drawing.down ? `M${x - 3.5} ${y - 6}h7l-3.5 6z` : `M${x - 6} ${y - 3.5}v7l6 -3.5z`;
  return html`<g key=${`${from} ${to} ${kind}`} class=${classes("edge", look)} data-kind=${kind} data-from=${from} data-to=${to}>
    <path class="line" d=${roundedLine(points)} stroke-dasharray=${EDGE_DASHES[kind]} /><path class="head" d=${head} /></g>`;
}

function roundedLine(points) {
  const towards = ([x, y], [toX, toY], size) => {
    const far = Math.hypot(toX - x, toY - y) || 1;
    const part = Math.min(0.5, size / far);
    return `${x + (toX - x) * part} ${y + (toY - y) * part}`;
  };
  const corners = points.slice(1, -1).map((corner, n) =>
    `L${towards(corner, points[n], 4)}Q${corner.join(" ")} ${towards(corner, points[n + 2], 4)}`);
  return `M${points[0].join(" ")}${corners.join("")}L${points.at(-1).join(" ")}`;
}

function causeNode({ lab, one, look, tab, tip, hidden, fold, drawing, choose }) {
  const { node, x, y, width, height, lines, inside } = one;
  const folded = inside.length > 0; // if only in part, the rest is seen
  const { event } = node;
  const side = Object.keys(lab.game.sides).indexOf(node.side);
  const round = Math.min(BOX_ROUND[side] ?? 5, height / 2);
  const first = y + height / 2 - ((lines.length - 1) * drawing.lineHeight) / 2 + drawing.letters * 0.36;
  const number = folded ? hidden : node.size;
  const wide = foldWidth(number);
  const middle = x + (width - (folded ? foldWidth(inside.length) : 0)) / 2;
  const badge = folded ? [x + width - wide - 2, y + height / 2 - 7] : [x + width - wide + 4, y + height - 7];
  return html`
    <g class=${classes("cause", look, lab.game.sideClass(node.side), node.miss && "near-miss", folded && "folded")}>
      <g class="cause-node" role="button" tabindex=${tab} data-key=${node.key}
        data-event=${node.miss ? undefined : event.id} data-near=${node.miss ? node.key : undefined}
        aria-label=${spokenLabel(node)} aria-describedby=${tip}
        aria-current=${look.split(" ").includes("now") ? "step" : undefined}
        aria-expanded=${node.children.length > 0 ? String(inside.length < node.size) : undefined} onClick=${choose}>
        ${folded && html`<rect class="more" x=${x + 3} y=${y + 3} width=${width} height=${height} rx=${round} />`}
        <rect class="box" x=${x} y=${y} width=${width} height=${height} rx=${round} />
        <text class=${isBold(node) ? "bold" : ""} text-anchor="middle">${lines.map((line, n) => html`<tspan x=${middle}
          y=${first + n * drawing.lineHeight}>${line}</tspan>`)}</text>
      </g>
      ${number > 0 && html`
        <g class="cause-fold" data-fold=${node.key} aria-hidden="true" onClick=${() => fold(node.key, !folded)}>
          <title>${folded ? `Unfold: ${plural(number, "event")} more came of it` : `Fold ${plural(number, "event")} away`}</title>
          <rect x=${badge[0]} y=${badge[1]} width=${wide} height="14" rx="7" />
          <text x=${badge[0] + wide / 2} y=${badge[1] + 11} text-anchor="middle" font-size="11">${folded ? "+" : "−"}${number}</text>
        </g>`}
    </g>`;
}

const spokenLabel = (node) => (node.text.startsWith(node.label) ? node.text : `${node.label}: ${node.text}`);

// Never scrolls the page, only the frame.
export function scrollInside(frame, one, scale) {
  if (!frame || !one) return;
  const [left, right] = [one.x * scale - 12, (one.x + one.width) * scale + 12];
  const [top, bottom] = [one.y * scale - 24, (one.y + one.height) * scale + 24];
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight;
  if (left < frame.scrollLeft) frame.scrollLeft = left;
  else if (right > frame.scrollLeft + frame.clientWidth) frame.scrollLeft = Math.min(left, right - frame.clientWidth);
}

// The same in words: the sentence, the sum and the rules. Events are counted from 1, as in the log and at the slider.
function CauseTold({ lab, node: { event, miss, text } }) {
  const rules = miss ? [...new Set(miss.clauses.map(([rule]) => rule))] : event.rules;
  const total = event.amount ?? event.sum.reduce((all, [number]) => all + number, 0);
  return html`
    <p class="sentence"><b>${event.id + 1}.</b> ${miss ? text : event.plain ?? event.text}</p>
    ${!miss && event.sum.length > 0 && html`<ul class="sum">
      ${event.sum.map(([number, words], n) => html`<li>
        <b>${n > 0 && number >= 0 ? "+" : ""}${String(number).replace("-", "−")}</b> ${words}</li>`)}
      <li class="total"><b>= ${total}</b></li></ul>`}
    <ul class="rule-texts">${rules.map((id) => html`<li>
      <b>${lab.facts.rules[id]?.name ?? id}</b> ${lab.facts.rules[id]?.text ?? ""}</li>`)}</ul>`;
}

// The sides and the kinds of causes of the whole game, so that it keeps its height while stepping.
export function CauseLegend({ lab, near, depth }) {
  const { film, game } = lab;
  const used = useMemo(() => new Set(film.events.flatMap((event) => event.edges[DEPTHS.indexOf(depth)].map(([kind]) => kind))),
    [film, film.version, depth]);
  const kinds = EDGE_KINDS.filter((kind, n) => n === 0 || (kind === NEAR_KIND ? near : used.has(kind)));
  const sides = [...Object.entries(game.sides), ["", "the rules"]];
  return html`
    <ul class="cause-legend" aria-label="Legend">
      ${sides.map(([side, name], n) => html`<li class=${classes("cause", game.sideClass(side))}>
        <svg width="22" height="14" aria-hidden="true"><rect class="box" x="1" y="1" width="20" height="12"
          rx=${side ? Math.min(6, BOX_ROUND[n] ?? 5) : 4} /></svg>${name}</li>`)}
      ${kinds.map((kind) => html`<li class="edge" data-kind=${kind}><svg width="32" height="12" aria-hidden="true">
        <path class="line" d="M1 6H25" stroke-dasharray=${EDGE_DASHES[kind]} /><path class="head" d="M24 2.5v7l7 -3.5z" /></svg>
        ${EDGE_WORDS[kind]}</li>`)}
    </ul>`;
}

const CAUSE_PAINT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight"];

// As it is seen, with its legend, so that it looks the same without the page's style.
export function savePicture(lab, frame, drawing) {
  const seen = frame.querySelector("svg");
  if (!seen) return;
  const picture = seen.cloneNode(true);
  const paint = (from, to) => {
    const style = getComputedStyle(from);
    for (const word of CAUSE_PAINT) to.setAttribute(word, style.getPropertyValue(word));
    for (const word of ["tabindex", "role", "aria-expanded", "aria-describedby"]) to.removeAttribute(word);
    [...from.children].forEach((child, n) => paint(child, to.children[n]));
  };
  paint(seen, picture);
  const legend = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const items = [...frame.parentElement.querySelectorAll(".cause-legend li")];
  const [width, height] = [Math.max(drawing.width, 260), drawing.height + 12 + 18 * items.length];
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const paper = { width, height, fill: getComputedStyle(frame).backgroundColor };
  for (const [word, value] of Object.entries(paper)) ground.setAttribute(word, value);
  items.forEach((item, n) => {
    const line = item.querySelector("svg").cloneNode(true);
    paint(item.querySelector("svg"), line);
    const words = document.createElementNS("http://www.w3.org/2000/svg", "text");
    words.textContent = item.textContent;
    for (const [one, x, y] of [[line, 8, 0], [words, 46, 11]]) {
      one.setAttribute("x", x);
      one.setAttribute("y", drawing.height + 6 + 18 * n + y);
    }
    words.setAttribute("fill", getComputedStyle(item).color);
    legend.append(line, words);
  });
  const whole = { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "What caused what" };
  for (const [name, value] of Object.entries(whole)) picture.setAttribute(name, value);
  picture.prepend(ground);
  picture.append(legend);
  download("causes.svg", new XMLSerializer().serializeToString(picture), "image/svg+xml");
}
