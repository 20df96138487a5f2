// Words: what is searched for, and how a scenario is named in an address.

// "Attack  Bat" -> ["attack", "bat"]: what must all be found, in any order
export const searchWords = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
export const hasWords = (text, words) => words.every((word) => text.includes(word));

// Everything by which a ruling may be found.
export const rulingText = ({ key, where, issue, why, readings, rules }) =>
  [key, key.replaceAll("_", " "), where, issue, why, ...Object.values(readings), ...rules].join(" ").toLowerCase();

const inAddress = (name) => encodeURIComponent(name).replaceAll("%2F", "/");
export const scenarioQuery = (name) => `?scenario=${inAddress(name)}`;
export const puzzleQuery = (name) => `?puzzle=${inAddress(name)}`;
