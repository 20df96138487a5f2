// What the browser keeps of building: the draft at hand, and those that another took the place of. It may be damaged, or outdated.

import { parsed, recall, remember } from "../common/dom.js";
import { isLikeDraft } from "./draft.js";

const KEEP_DRAFT = "dcf_lab.draft";
const KEEP_EARLIER = "dcf_lab.draft.earlier";
const MOST_KEPT = 1_000_000; // characters

// null: nothing is kept; undefined: something is, but it is no draft.
export function recallDraft() {
  const text = recall(localStorage, KEEP_DRAFT);
  return text ? soundDraft(parsed(text.length > MOST_KEPT ? null : text)) : null;
}

// False where the browser does not keep it. The start page shows the title.
export function keepDraft({ draft, kept, when, changed }) {
  return remember(localStorage, KEEP_DRAFT, JSON.stringify({ draft, keptOdd: [...kept], when, changed, title: draft.title }));
}

export function recallEarlier() {
  const text = recall(localStorage, KEEP_EARLIER);
  const list = parsed(text?.length > MOST_KEPT ? null : text);
  return (Array.isArray(list) ? list.slice(0, 5) : []).map(soundDraft).filter(Boolean);
}

export function keepEarlier(list) {
  const text = JSON.stringify(list.map(({ draft, kept, when }) => ({ draft, keptOdd: [...kept], when })));
  remember(localStorage, KEEP_EARLIER, list.length > 0 ? text : null);
}

function soundDraft(one) {
  if (!isLikeDraft(one?.draft)) return undefined;
  const kept = Array.isArray(one.keptOdd) ? one.keptOdd.filter((key) => typeof key === "string").slice(0, 500) : [];
  const draft = { ...one.draft, table: one.draft.table ?? {} };
  return { draft, kept: new Set(kept), when: Number.isFinite(one.when) ? one.when : 1, changed: one.changed === true };
}
