// Small things that every panel needs: names, plurals, downloads. Text reaches the page only as text, never as HTML.

export const plural = (number, word, many = `${word}s`) => `${number} ${number === 1 ? word : many}`;

export const classes = (...names) => names.filter(Boolean).join(" ");

// "rogue provoke" -> "Rogue provoke"
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");

// "batman.damage" -> ["batman", "damage"]; ids such as "fame.1" have dots of their own
export function splitKey(key) {
  const dot = key.lastIndexOf(".");
  return [key.slice(0, dot), key.slice(dot + 1)];
}

export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // the browser may refuse; the text is shown to be copied by hand
  }
}

// A number that somebody typed, within bounds.
export const wholeNumber = (text, least, most) => Math.max(least, Math.min(most, Math.trunc(Number(text)) || 0));

// Where what belongs to an element is shown: beside it, wholly on the screen.
export function beside(element, wide, high) {
  const [box, room] = [element.getBoundingClientRect(), roomAround(element)];
  const width = Math.min(wide, room.width - 16);
  const [from, to] = [box.left - room.left, box.right - room.left];
  const left = to + 8 + width < room.width ? to + 8 : Math.max(8, from - width - 8);
  const top = Math.max(8, Math.min(box.top - room.top, room.height - high));
  return `left:${left}px;top:${top}px;width:${width}px;max-height:${room.height - top - 8}px`;
}

// Where what is fixed may lie: the window, or the part of it that a notebook leaves to its cells.
export function roomAround(element) {
  const all = document.createElement("i");
  all.style.cssText = "position: fixed; inset: 0; visibility: hidden";
  element.closest(".dcf").append(all);
  const room = all.getBoundingClientRect();
  all.remove();
  return room;
}

// What scrolls the page: the window, or, where the page lies in a notebook, something around it.
export function scrollerOf(element) {
  for (let around = element; around; around = around.parentElement) {
    if (around.scrollHeight > around.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return document.scrollingElement;
}

// The browser's memory may be full or forbidden; the page works without it.
export function remember(store, key, value) {
  try {
    if (value === null) store.removeItem(key);
    else store.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function recall(store, key) {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
}

// What the browser kept may be damaged, or of an older version.
export function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

// A component that is drawn anew only when one of `parts` has changed.
export class Still extends Component {
  shouldComponentUpdate(next) {
    return next.parts.length !== this.props.parts.length || next.parts.some((part, n) => part !== this.props.parts[n]);
  }
  render({ draw }) {
    return draw();
  }
}
