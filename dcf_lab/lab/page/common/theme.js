// The theme: light, dark, or as the visitor's system or notebook has it.

import { recall, remember } from "./dom.js";

export const THEMES = ["auto", "light", "dark"];
const KEEP_THEME = "dcf_lab.theme";
const systemDarkness = matchMedia("(prefers-color-scheme: dark)");
const themeFollowers = new Set();

// What the visitor has chosen.
export function wantedTheme() {
  const kept = recall(localStorage, KEEP_THEME);
  return THEMES.includes(kept) ? kept : "auto";
}

// "light" or "dark": a notebook says itself which it is, except the lab's own pages.
function themeNow() {
  const wanted = wantedTheme();
  if (wanted !== "auto") return wanted;
  const { jpThemeLight, voila } = document.body.dataset;
  if (jpThemeLight !== undefined && voila === undefined) return jpThemeLight === "false" ? "dark" : "light";
  return systemDarkness.matches ? "dark" : "light";
}

export const themeShown = () => document.documentElement.dataset.dcfTheme;

export function chooseTheme(wanted) {
  remember(localStorage, KEEP_THEME, wanted === "auto" ? null : wanted);
  showTheme();
}

// Every part of the lab on this page has the same one.
function showTheme() {
  const { dataset } = document.documentElement;
  const before = dataset.dcfTheme;
  dataset.dcfTheme = themeNow();
  if (dataset.dcfTheme !== before) for (const follow of themeFollowers) follow();
}

// Pictures that cannot use the style's variables are drawn again: `deed` is done at each change; returns how to end that.
export function followTheme(deed) {
  themeFollowers.add(deed);
  return () => themeFollowers.delete(deed);
}

showTheme();
systemDarkness.addEventListener("change", showTheme);
addEventListener("storage", (event) => event.key === KEEP_THEME && showTheme()); // chosen in another tab
new MutationObserver(showTheme).observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
