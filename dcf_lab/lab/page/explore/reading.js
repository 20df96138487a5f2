// Reading before choosing: the face of the card that an answer speaks of, on hover, focus or a long press of its button.

import { CardFace } from "../common/cards.js";
import { roomAround } from "../common/dom.js";

const HOVER = 250; // milliseconds of rest after which a face comes
const LONG_PRESS = 450;
const WIDE = 300;
const GAP = 8;

// What a button needs so that its card can be read.
export function reads(lab, card) {
  if (!card || !lab.cards.of(card)) return {};
  const later = (element, wait, then = () => {}) => {
    clearTimeout(lab.readingSoon);
    lab.readingSoon = setTimeout(() => {
      if (!element.isConnected) return;
      then();
      readCard(lab, card, element);
    }, wait);
  };
  return {
    "aria-describedby": lab.reading?.card === card ? "dcf-reading" : undefined,
    onMouseEnter: (e) => later(e.currentTarget, lab.reading ? 0 : HOVER),
    onMouseLeave: (e) => e.currentTarget !== document.activeElement && closeReading(lab),
    onFocus: (e) => e.currentTarget.matches(":focus-visible") && readCard(lab, card, e.currentTarget),
    onBlur: () => closeReading(lab),
    onPointerDown: (e) => {
      lab.longPressed = false;
      if (e.pointerType === "touch") later(e.currentTarget, LONG_PRESS, () => { lab.longPressed = true; });
    },
    onPointerUp: () => clearTimeout(lab.readingSoon),
    onPointerCancel: () => clearTimeout(lab.readingSoon),
    onContextMenu: (e) => lab.longPressed && e.preventDefault(),
  };
}

// A click answers, unless it is the end of a long press.
export const unlessRead = (lab, deed) => (event) => {
  if (lab.longPressed) {
    lab.longPressed = false;
    event.preventDefault();
    return;
  }
  closeReading(lab);
  deed(event);
};

function readCard(lab, card, element) {
  lab.reading = { card, element };
  lab.redraw();
}

// False if nothing was read.
export function closeReading(lab) {
  clearTimeout(lab.readingSoon);
  const had = Boolean(lab.reading);
  lab.reading = null;
  if (had) lab.redraw();
  return had;
}

export function Reading({ lab }) {
  const box = useRef(null);
  const { card, element } = lab.reading ?? {};
  useLayoutEffect(() => {
    if (!box.current) return;
    if (!element.isConnected) {
      lab.reading = null;
      box.current.remove();
      return;
    }
    if (!box.current.matches(":popover-open")) box.current.showPopover?.(); // above whatever contains or cuts it
    box.current.style.cssText = placeFor(element, box.current);
  });
  useEffect(() => {
    if (!lab.reading) return undefined;
    const away = (event) => event.target !== lab.reading?.element && !lab.reading?.element.contains(event.target) && closeReading(lab);
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [card]);
  if (!card) return null;
  return html`<div class="read-card" popover="manual" role="tooltip" id="dcf-reading" ref=${box} key=${card}>
    <${CardFace} id=${card} cards=${lab.cards} /></div>`;
}

// Beside the button and wholly on the screen; where there is no room at either side, above or below it, and never over what is pinned.
function placeFor(element, box) {
  const room = roomAround(element);
  const around = element.getBoundingClientRect();
  const list = element.closest(".choices")?.getBoundingClientRect() ?? around;
  const width = Math.min(WIDE, room.width - 2 * GAP);
  box.style.cssText = `width:${width}px`;
  const high = box.scrollHeight + 2;
  const aside = list.left - room.left - width - GAP >= GAP ? list.left - width - GAP
    : room.right - list.right - width - GAP >= GAP ? list.right + GAP : null;
  if (aside !== null) {
    const height = Math.min(high, room.height - 2 * GAP);
    const top = Math.max(room.top + GAP, Math.min(around.top, room.bottom - height - GAP));
    return `width:${width}px;left:${aside}px;top:${top}px;max-height:${height}px`;
  }
  const floor = element.closest(".choices")?.querySelector(".leave")?.getBoundingClientRect();
  const pinned = floor && floor.top >= around.bottom;
  const spaces = [
    [around.bottom, pinned ? floor.top : room.bottom], [room.top, around.top], ...(pinned ? [[floor.bottom, room.bottom]] : []),
  ].map(([from, to]) => [from + GAP, Math.min(to, room.bottom) - GAP]);
  const largest = spaces.reduce((one, other) => (other[1] - other[0] > one[1] - one[0] ? other : one));
  const [from, to] = spaces.find(([start, end]) => end - start >= high) ?? largest;
  const height = Math.min(high, to - from);
  const left = Math.max(room.left + GAP, Math.min(around.left, room.right - width - GAP));
  return `width:${width}px;left:${left}px;top:${to <= around.top ? to - height : from}px;max-height:${height}px`;
}
