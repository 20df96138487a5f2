// The scene over the board: the event just shown as an arrow from who acts to whom, a total, what travels, and words where nothing else
// is to be seen.

import { classes, splitKey } from "../common/dom.js";

const TRAVEL = 400; // milliseconds
const MOST_TRAVELLERS = 6; // at a step
const MOST_WAYS = 4;
const ARROW_GAP = 4; // pixels between an arrow and the boxes that it joins
const HEAD = 13; // length of an arrow's head
const LONGEST_WORDS = 90; // letters of an announcement

const SPOTS = "[data-card], [data-zone], [data-player], [data-track], [data-standee], .places";

// Does something act in the event just shown, or is it acted upon?
export function roleOf(lab, spot) {
  const { from = [], to = [] } = lab.event?.shows ?? {};
  return from.includes(spot) ? "acts" : to.includes(spot) ? "suffers" : null;
}

export function Scene({ lab }) {
  const [over, travelling, boxes] = [useRef(null), useRef(null), useRef(new Map())];
  const [drawn, setDrawn] = useState(null);
  const measure = () => {
    boxes.current = boxesOn(over.current.parentElement);
    setDrawn(sceneOf(lab, boxes.current));
  };
  useLayoutEffect(() => {
    const before = boxes.current;
    measure();
    travelling.current.replaceChildren();
    if (lab.forward) travel(lab, travelling.current, before, boxes.current);
  }, [lab.film, lab.film.version, lab.moment, lab.everyEvent]);
  useEffect(() => {
    const ground = over.current.parentElement;
    const watch = new ResizeObserver(measure);
    watch.observe(ground);
    ground.addEventListener("scroll", measure, { capture: true, passive: true }); // a hand that is longer than its place
    return () => watch.disconnect();
  }, []);
  const { arrows, total, words, label } = drawn ?? { arrows: [] };
  return html`
    <div class="scene" ref=${over}>
      ${arrows.length > 0 && html`
        <svg role="img" aria-label=${label}>
          ${arrows.map(({ way, kind, from, to }) => html`
            <g class=${kind} key=${`${kind} ${from} ${to}`} data-from=${from} data-to=${to}>
              <path class="halo" d=${way.line} /><path d=${way.line} /><path class="head" d=${way.head} />
            </g>`)}
        </svg>`}
      ${total && html`<p class="total" key=${total.text} style=${placed(total.box)}>${total.text}<span class="hidden-text">
        (${total.explained})</span></p>`}
      ${words && html`<p class=${classes("announced", words.corner && "corner")} key=${words.text}
        style=${placed(words.box)}>${words.text}</p>`}
      <div class="travellers" ref=${travelling} aria-hidden="true"></div>
    </div>
  `;
}

const placed = ({ x, y }) => `left:${Math.round(x)}px;top:${Math.round(y)}px`;

// Where everything is that an event can speak of; a player is where the name is. Boxes are measured on the screen, and a projector's
// board is enlarged: what is drawn over it is enlarged with it.
function boxesOn(ground) {
  const around = ground.getBoundingClientRect();
  const enlarged = around.width / ground.offsetWidth || 1;
  const letter = parseFloat(getComputedStyle(ground).fontSize) / 2; // about as wide as most are
  const found = new Map([["", { x: 0, y: 0, width: around.width / enlarged, height: around.height / enlarged, letter }]]);
  const note = (word, element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || found.has(word)) return;
    const [x, y, wide, high] = [left - around.left, top - around.top, width, height].map((pixels) => pixels / enlarged);
    found.set(word, { x, y, width: wide, height: high });
  };
  for (const element of ground.querySelectorAll(SPOTS)) {
    const { card, copies, zone, player, track, holds, standee } = element.dataset;
    if (card) for (const one of copies?.split(" ") ?? [card]) note(one, element);
    if (zone) note(zone, element);
    if (element.matches(".places")) note("middle", element);
    if (standee) note(`standee ${standee}`, element);
    if (track) for (const word of [`track ${track}`, holds]) note(word, element);
    if (player) {
      note(player, element.querySelector("h2"));
      note(`all of ${player}`, element);
    }
  }
  return found;
}

// What is drawn of the event just shown.
function sceneOf(lab, boxes) {
  const { event } = lab;
  if (!event) return null;
  const { from = [], to = [] } = event.shows ?? {};
  const { running } = event;
  const arrows = [];
  const draw = (kind, one, other, way = wayBetween(boxes, one, other)) => way && arrows.push({ kind, way, from: one, to: other });
  const target = to.find((one) => boxes.has(one));
  const actor = from.find((one) => boxes.has(one));
  if (running && (running.from !== actor || running.to !== target)) draw("under-way", running.from, running.to);
  if (actor && target) draw("deed", actor, target);
  const ways = new Map(movesOf(lab).map((move) => [`${move.from} ${move.to}`, move])); // several cards go one way together
  for (const move of [...ways.values()].slice(0, MOST_WAYS)) {
    const lies = boxes.has(move.card) && move.card !== move.from ? move.card : move.to;
    const [one, other] = [boxKey(boxes, move.from), boxKey(boxes, lies)];
    if (one && other && !arrows.some((arrow) => arrow.from === one && arrow.to === other)) draw("way", one, other);
  }
  const total = event.sum.length > 0
    ? badgeOf(boxes, event.sum, target ?? actor, event.amount)
    : running && badgeOf(boxes, running.sum, running.to);
  const silent = !total && !arrows.some(({ kind }) => kind !== "under-way");
  return { arrows, total, words: silent && wordsOf(boxes, event, target ?? actor), label: labelOf(lab, event, actor, target) };
}

const labelOf = (lab, event, actor, target) => {
  const name = (spot) => (spot?.startsWith("track ") ? spot.slice(6) : lab.cards.name(spot));
  return actor && target ? `An arrow from ${name(actor)} to ${name(target)}: ${event.text}` : event.text;
};

// "3 + 3 − 2 = 4" at whom it is about
function badgeOf(boxes, sum, spot, amount) {
  const box = boxes.get(spot);
  if (!box) return null;
  const terms = sum.map(([number], n) => (n === 0 ? minused(number) : `${number < 0 ? "−" : "+"} ${Math.abs(number)}`));
  const whole = amount ?? sum.reduce((all, [number]) => all + number, 0);
  const text = terms.length > 1 ? `${terms.join(" ")} = ${minused(whole)}` : terms[0];
  const explained = sum.map(([number, words]) => `${minused(number)} ${words}`).join(", ");
  return { text, explained, box: atEdge(boxes, text, box) };
}

const minused = (number) => (number < 0 ? `−${-number}` : String(number));

// What happens where nothing else shows it.
function wordsOf(boxes, event, spot) {
  const box = boxes.get(spot);
  const refused = event.depth === "action" && event.refused?.[0]; // its reasons are told beside the board
  const text = (refused ? refused.what : event.plain ?? event.text).replace(/\.$/, "");
  const short = text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS)}…` : text;
  const middle = boxes.get("middle");
  const area = boxes.get(`all of ${spot}`) ?? (box ? null : middle ?? boxes.get(""));
  if (!area) return { text: short, box: atEdge(boxes, short, box) };
  const y = !middle || area.y < middle.y || area === middle ? area.y + area.height : area.y; // of a player the one towards the middle
  return { text: short, corner: true, box: { x: area.x + area.width - 6, y } };
}

// At the lower edge of a box, and wholly on the board.
function atEdge(boxes, text, box) {
  const { width, height, letter } = boxes.get("");
  const half = Math.min(width, (Math.min(text.length, 42) + 2) * letter * 1.35) / 2; // bold ones are wider
  const keep = (number, most) => Math.max(half, Math.min(most - half, number));
  return { x: keep(box.x + box.width / 2, width), y: Math.min(height - 4 * letter, box.y + box.height) };
}

const movesOf = (lab) => lab.film.moves(lab.from, lab.moment, lab.game.board.links.map((link) => link.what));

// An area that is not drawn is with whoever has it.
const boxKey = (boxes, spot) => [spot, spot && splitKey(spot)[0]].find((one) => one && boxes.has(one));

// A bent arrow from the edge of a box to that of another, unless one lies in the other.
function wayBetween(boxes, one, other) {
  const [from, to] = [boxes.get(one), boxes.get(other)];
  if (!from || !to || one === other) return null;
  if (contains(boxes.get(`all of ${one}`) ?? from, to) || contains(boxes.get(`all of ${other}`) ?? to, from)) return null;
  const [a, b] = [from, to].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  const bend = { x: (a.x + b.x) / 2 + (b.y - a.y) * 0.12, y: (a.y + b.y) / 2 - (b.x - a.x) * 0.12 };
  const [start, tip] = [edgePoint(from, a, bend), edgePoint(to, b, bend)];
  const length = Math.hypot(tip.x - bend.x, tip.y - bend.y) || 1;
  const [dx, dy] = [(tip.x - bend.x) / length, (tip.y - bend.y) / length];
  const end = { x: tip.x - dx * HEAD, y: tip.y - dy * HEAD };
  const side = (way) => `${tenths(end.x - dy * way * HEAD * 0.6)} ${tenths(end.y + dx * way * HEAD * 0.6)}`;
  return {
    line: `M ${tenths(start.x)} ${tenths(start.y)} Q ${tenths(bend.x)} ${tenths(bend.y)} ${tenths(end.x)} ${tenths(end.y)}`,
    head: `M ${tenths(tip.x)} ${tenths(tip.y)} L ${side(1)} L ${side(-1)} Z`,
  };
}

const tenths = (number) => Math.round(number * 10) / 10;

const contains = (outer, inner) => inner.x >= outer.x - 1 && inner.y >= outer.y - 1
  && inner.x + inner.width <= outer.x + outer.width + 1 && inner.y + inner.height <= outer.y + outer.height + 1;

// Where the line from a box's middle towards a point leaves the box.
function edgePoint({ width, height }, middle, towards) {
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  const share = Math.min((width / 2 + ARROW_GAP) / (Math.abs(dx) || 1e-9), (height / 2 + ARROW_GAP) / (Math.abs(dy) || 1e-9), 1);
  return { x: middle.x + dx * share, y: middle.y + dy * share };
}

// What went somewhere is seen going there, after one step forward; who wants less motion sees only where it is.
function travel(lab, layer, before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [actor] = lab.event?.shows?.from ?? [];
  const counted = new Set(lab.game.board.tokens.filter((token) => token.rare).map((token) => token.what));
  for (const move of movesOf(lab).filter((one) => !counted.has(one.token)).slice(0, MOST_TRAVELLERS)) {
    const from = before.get(move.card) ?? before.get(boxKey(before, move.from || actor));
    const to = after.get(`standee ${move.card}`) ?? after.get(move.card) ?? after.get(boxKey(after, move.to));
    if (!from || !to || from === to) continue;
    const one = document.createElement("span");
    one.className = `traveller ${move.card ? lab.game.sideClass(lab.cards.side(move.card)) : "token"}`;
    one.textContent = move.card ? lab.cards.name(move.card) : tokenText(lab, move);
    layer.append(one);
    const at = ({ x, y, width, height }) => `translate(${x + width / 2}px, ${y + height / 2}px) translate(-50%, -50%)`;
    const frames = [{ transform: at(from), opacity: 1 }, { transform: at(to), opacity: 1, offset: 0.9 }, { transform: at(to), opacity: 0 }];
    const going = one.animate(frames, { duration: TRAVEL, easing: "ease-in-out", fill: "both" });
    going.onfinish = () => one.remove();
  }
}

function tokenText(lab, { token, many }) {
  if (!token) return many > 1 ? `${many} cards` : "a card";
  const sign = lab.game.board.tokens.find((one) => one.what === token)?.sign || token;
  return many > 1 ? `${sign} ${many}` : sign;
}
