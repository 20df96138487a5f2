// What is different where the page lies in a cell of somebody's notebook, and not on a page of its own.

// A notebook has no address for a position: links lead to where dcf-lab serves the lab if nothing else is said.
export const SERVED_AT = "http://localhost:8866/voila/";

// The keys pressed in here are the page's, and not JupyterLab's ("d d" would delete the cell); a click anywhere in here brings them here.
export function settleInCell(element, signal) {
  element.classList.add("in-cell");
  element.tabIndex = -1;
  element.addEventListener("focusin", (event) => { event.target.dataset.lmSuppressShortcuts = "true"; });
  if (element.classList.contains("alone")) return; // a part looks at its own width
  const watch = new ResizeObserver(() => element.clientWidth > 0 && fitTo(element.clientWidth));
  watch.observe(element);
  signal.addEventListener("abort", () => watch.disconnect());
}

// The style asks how wide the window is, and means the page: in a cell its width decides.
function fitTo(width) {
  for (const rule of widthRules()) {
    const [, side, limit] = askedWidths.get(rule);
    rule.media.mediaText = (side === "min" ? width >= Number(limit) : width <= Number(limit)) ? "all" : "not all";
  }
}

const askedWidths = new WeakMap(); // what each rule of the style asked before it was answered

function widthRules() {
  const sheets = [...document.styleSheets].filter((sheet) => sheet.ownerNode?.textContent.includes(".dcf.in-cell"));
  const rules = sheets.flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSMediaRule);
  for (const rule of rules) {
    const asked = /^\((min|max)-width: (\d+)px\)$/.exec(rule.media.mediaText);
    if (asked) askedWidths.set(rule, asked);
  }
  return rules.filter((rule) => askedWidths.has(rule));
}
