// What the browser keeps of building: the draft at hand, and those that another took the place of. It may be damaged, or of an older version.

import { isDraft } from "./draft.js";
import { recall, remember } from "../common/dom.js";

const KEEP_DRAFT = "dcf_lab.draft";
const KEEP_EARLIER = "dcf_lab.draft.earlier";
const MOST_KEPT = 1_000_000; // characters

// null: nothing is kept; undefined: something is, but it is no draft.
export function recallDraft() {
  const text = recall(localStorage, KEEP_DRAFT);
  return text ? soundDraft(parsedDraft(text)) : null;
}

// False where the browser does not keep it. The start page shows the title.
export function keepDraft({ draft, kept, when, changed }) {
  return remember(localStorage, KEEP_DRAFT, JSON.stringify({ draft, keptOdd: [...kept], when, changed, title: draft.title }));
}

export function recallEarlier() {
  const list = parsedDraft(recall(localStorage, KEEP_EARLIER) ?? "[]");
  return (Array.isArray(list) ? list.slice(0, 5) : []).map(soundDraft).filter(Boolean);
}

export function keepEarlier(list) {
  const text = JSON.stringify(list.map(({ draft, kept, when }) => ({ draft, keptOdd: [...kept], when })));
  remember(localStorage, KEEP_EARLIER, list.length > 0 ? text : null);
}

function parsedDraft(text) {
  try {
    return text.length > MOST_KEPT ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function soundDraft(one) {
  if (!isDraft(one?.draft)) return undefined;
  const kept = Array.isArray(one.keptOdd) ? one.keptOdd.filter((key) => typeof key === "string").slice(0, 500) : [];
  return { draft: one.draft, kept: new Set(kept), when: Number.isFinite(one.when) ? one.when : 1, changed: one.changed === true };
}
