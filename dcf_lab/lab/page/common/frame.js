// What frames every page: the way home, the theme, a file to open, a link to copy, a dialog.

import { classes } from "./dom.js";
import { THEMES, chooseTheme, wantedTheme } from "./theme.js";

const THEME_SIGNS = { auto: "◐", light: "☀", dark: "☾" };

export const Logo = ({ app }) => html`<a class="logo" ...${app.link("start")}>dcf_lab</a><${Theme} />`;

// Light, dark, or as the system has it: each press goes on to the next.
export function Theme() {
  const [theme, setTheme] = useState(wantedTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  const press = () => {
    chooseTheme(next);
    setTheme(next);
  };
  return html`<button class="theme-switch" data-theme=${theme} aria-label=${`Theme: ${theme}`} onClick=${press}
    title=${`Theme: ${theme}. Press for ${next}.`}><span aria-hidden="true">${THEME_SIGNS[theme]}</span></button>`;
}

export const OpenFile = ({ text, open }) => html`
  <label class="button open-file">${text}<input type="file" accept=".toml,.json" onChange=${open} /></label>`;

// `of`: who has made the link, and says what is particular about it.
export function LinkShown({ of, app }) {
  if (!of.linkShown) return null;
  const { address, copied, what = "" } = of.linkShown;
  return html`<div class="link-shown" role="status">${copied ? "Copied" : "Copy this link"}${what}
    ${app.served ? ":" : " (it opens where dcf-lab is running):"}
    <input readonly value=${address} aria-label="Link to this position" onFocus=${(e) => e.target.select()} />
    <button aria-label="Close" onClick=${() => { of.linkShown = null; of.redraw(); }}>×</button></div>`;
}

// The first thing in it that can be pressed has the focus from the beginning; while it is open, the Tab key stays inside.
export function Dialog({ title, look, close, children }) {
  const box = useRef(null);
  const inside = () => [...box.current.querySelectorAll("input, button")];
  useLayoutEffect(() => inside()[0].focus(), []);
  const stayInside = (e) => {
    const [first, last] = e.shiftKey ? [inside().at(-1), inside()[0]] : [inside()[0], inside().at(-1)];
    if (e.key !== "Tab" || document.activeElement !== last) return;
    e.preventDefault();
    first.focus();
  };
  return html`
    <div class="dialog-back" onClick=${close}>
      <section class=${classes("dialog", look)} role="dialog" aria-modal="true" aria-label=${title} ref=${box}
        onClick=${(e) => e.stopPropagation()} onKeyDown=${stayInside}>
        <h2>${title}</h2>
        ${children}
        <button onClick=${close}>Close</button>
      </section>
    </div>
  `;
}
