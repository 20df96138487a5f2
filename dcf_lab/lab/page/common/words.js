// Words: what players are called, what is searched for, and how a scenario is named in an address.

export const playerName = (player) =>
  ({ rogue: "the Rogue", hero: "the Hero", rogue1: "Rogue 1", rogue2: "Rogue 2", hero1: "Hero 1", hero2: "Hero 2" })[player] ?? player;

// Of "hero2" "hero"; chance is on no side.
export const sideOfPlayer = (player) => ({ r: "rogue", h: "hero" })[player[0]] ?? "none";

// "Attack  Bat" -> ["attack", "bat"]: what must all be found, in any order
export const searchWords = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
export const hasWords = (text, words) => words.every((word) => text.includes(word));

const inAddress = (name) => encodeURIComponent(name).replaceAll("%2F", "/");
export const scenarioQuery = (name) => `?scenario=${inAddress(name)}`;
export const puzzleQuery = (name) => `?puzzle=${inAddress(name)}`;
