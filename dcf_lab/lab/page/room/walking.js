// The presenter's way through a lesson: from the lobby to the last step, and back.

// Where a step forward or back leads, as the message that asks for it; null where there is nothing.
function stepOf({ chapters, chapter, step, lobby }, by) {
  if (lobby) return by > 0 ? { do: "lobby", on: false } : null;
  if (chapters[chapter].steps > step + by && step + by >= 0) return { do: "go", chapter, step: step + by };
  const next = chapter + by;
  if (next < 0) return { do: "lobby", on: true };
  return next < chapters.length ? { do: "go", chapter: next, step: by > 0 ? 0 : chapters[next].steps - 1 } : null;
}

export const canWalk = (seen, by) => stepOf(seen.state, by) !== null;

const PENDING = 2000; // milliseconds in which the room says that it has gone there

// Whoever presses twice goes two steps, even if the room has not said yet that it has gone one.
export function walk(seen, by) {
  const from = wished(seen);
  const message = stepOf(from, by);
  if (!message) return;
  seen.link.say(message);
  const { chapter = from.chapter, step = from.step, on: lobby = false } = message;
  seen.wish = { chapter, step, lobby, until: Date.now() + PENDING };
}

// Where the room is, or is about to be.
function wished({ state, wish }) {
  const there = wish && wish.chapter === state.chapter && wish.step === state.step && wish.lobby === state.lobby;
  return wish && !there && Date.now() < wish.until ? { ...state, ...wish } : state;
}

// What a question can go through now: `ask` also means asking again.
export function deedsOf({ asking, ballot, chapters, chapter, step }) {
  if (!chapters[chapter].questions.includes(step)) return {};
  const first = ballot === 1;
  return {
    ask: asking === "hidden", close: asking === "open", talk: first && ["open", "closed"].includes(asking),
    again: first && ["talk", "closed"].includes(asking), reveal: asking !== "revealed",
  };
}
