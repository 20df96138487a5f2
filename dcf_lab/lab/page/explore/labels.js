// What is written in the boxes of a graph of causes: how wide it is, and where a line of it ends.

const LABEL_FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"; // as graph.css draws it
const LONGEST_LINE = 20; // of a label, as many times as its letters are high; a longer one has more lines
const MOST_LINES = 5; // what needs more is cut off
const labelRulers = new Map();
const labelWidths = new Map();
const leastWidths = new Map();

export const isBold = (node) => !node.miss && node.event.depth === "stage";

function labelWidth(text, letters, bold) {
  const font = `${bold ? "600 " : ""}${letters}px ${LABEL_FONT}`;
  if (!labelRulers.has(font)) labelRulers.set(font, Object.assign(document.createElement("canvas").getContext("2d"), { font }));
  const name = `${letters}${bold} ${text}`;
  if (!labelWidths.has(name)) labelWidths.set(name, labelRulers.get(font).measureText(text).width);
  return labelWidths.get(name);
}

// How wide a label must be to have room on so many lines: no wider than they need, so that they are equally long.
export function leastWidth(label, letters, bold, lines) {
  const most = labelWidth(label, letters, bold) > lines * letters * LONGEST_LINE ? lines + 1 : lines;
  const name = `${letters}${bold}${most} ${label}`;
  if (!leastWidths.has(name)) leastWidths.set(name, narrowest(label, letters, bold, most));
  return leastWidths.get(name);
}

function narrowest(label, letters, bold, most) {
  const longest = letters * LONGEST_LINE;
  let [least, width] = [0, Math.min(longest, Math.ceil(labelWidth(label, letters, bold)) + 1)];
  if (most === 1) return width;
  while (width - least > 2) {
    const middle = (least + width) / 2;
    const lines = brokenLines(label, middle, letters, bold);
    if (lines.length <= most && lines.every((line) => labelWidth(line, letters, bold) <= middle)) width = middle;
    else least = middle;
  }
  return Math.ceil(width);
}

function brokenLines(label, width, letters, bold) {
  const lines = [];
  for (const word of label.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && labelWidth(longer, letters, bold) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export function linesOf(label, width, letters, bold) {
  const lines = brokenLines(label, width, letters, bold);
  const kept = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), lines.slice(MOST_LINES - 1).join(" ")] : lines;
  return kept.map((line) => (labelWidth(line, letters, bold) > width ? cutOff(line, width, letters, bold) : line));
}

function cutOff(text, width, letters, bold) {
  let short = text.slice(0, 60);
  while (short && labelWidth(`${short}…`, letters, bold) > width) short = short.slice(0, -1);
  return `${short.trimEnd()}…`;
}
