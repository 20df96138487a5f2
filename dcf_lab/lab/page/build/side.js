// What is beside the table: the problems, where in the round it is, who plays, the rulings, the prose, what holds for a while, the file.

import { capital, classes, plural } from "../common/dom.js";
import { hasWords, playerName, searchWords } from "../common/words.js";
import { IN_A_CYCLE, MAIN_ACTIONS, cardsOnTable, enterPhase, entryCard, playersOf, playersOn, seatPlayers } from "./draft.js";
import { BuildPuzzle } from "./puzzle.js";

const SEATS = [["2", "2 players"], ["3 rogue", "3: one Rogue, two Heroes"], ["3 hero", "3: two Rogues, one Hero"], ["4", "4 players"]];
const CYCLE = [
  ["slot", "Provoke and Oppose Phases that are over"], ["acts", "characters that have acted"], ["passes", "players who have passed"],
  ["in_a_row", "of these in a row"], ["completing", "the Rogue who completes Schemes (0: the first)"],
];
const MOST_RULINGS = 20;

export function BuildSide({ builder }) {
  return html`
    <aside class="build-side" aria-label="Problems and settings">
      <${Problems} builder=${builder} />
      <${RoundSettings} builder=${builder} />
      <${BuildPuzzle} builder=${builder} />
      <${GameSettings} builder=${builder} />
      <${Prose} builder=${builder} />
      <${LastingEffects} builder=${builder} />
      <details class="build-panel toml"><summary>The scenario file</summary>
        <pre tabindex="0" aria-label="The scenario file">${builder.found.toml}</pre></details>
    </aside>
  `;
}

function Problems({ builder }) {
  const { problems, odd, film } = builder.found;
  const kept = odd.filter((one) => builder.kept.has(builder.oddKey(one)));
  const open = unkeptOdd(builder);
  const asked = film?.decisions.at(-1);
  const state = problems.length > 0
    ? `${plural(problems.length, "problem")}: this position cannot be played`
    : open.length > 0 ? `Playable, but ${plural(open.length, "thing is", "things are")} odd` : "This position can be played";
  const item = (one, kind) => html`
    <li key=${`${kind} ${one.key ?? ""} ${one.path.join("/")} ${one.text}`} class=${kind} data-problem=${kind}>
      <p>${one.text}</p>
      <span class="buttons"><button class="set-small" aria-label=${`Show: ${one.text}`} onClick=${() => showPath(one.path)}>Show</button>
        ${kind === "odd" && html`
          <button class="set-small" aria-label=${`Keep it anyway: ${one.text}`}
            onClick=${() => builder.keepOdd(one, true)}>Keep it anyway</button>`}
        ${kind === "kept" && html`
          <button class="set-small" aria-label=${`No longer keep: ${one.text}`}
            onClick=${() => builder.keepOdd(one, false)}>Do not keep it</button>`}</span></li>`;
  return html`
    <section class=${classes("build-panel problems", problems.length > 0 ? "impossible" : open.length > 0 ? "strange" : "fine")}
      aria-label="Problems" data-path="problems" tabindex="-1" aria-busy=${builder.checking ? "true" : undefined}>
      <h2><span role="status">${stateSign(builder)} ${state}</span></h2>
      ${problems.length > 0 && html`<ul class="problem-list">${problems.map((one) => item(one, "impossible"))}</ul>`}
      ${open.length > 0 && html`<ul class="odd-list">${open.map((one) => item(one, "odd"))}</ul>`}
      ${kept.length > 0 && html`
        <details class="kept-list"><summary>Odd, and kept anyway: ${kept.length}</summary>
          <ul>${kept.map((one) => item(one, "kept"))}</ul></details>`}
      ${problems.length === 0 && asked && html`
        <p class="source">First question: ${capital(playerName(asked.player))}, ${asked.question}.</p>`}
    </section>
  `;
}

export const unkeptOdd = (builder) => builder.found.odd.filter((one) => !builder.kept.has(builder.oddKey(one)));

export const stateSign = (builder) => (builder.found.problems.length > 0 ? "✗" : unkeptOdd(builder).length > 0 ? "!" : "✓");

// Scroll to what a problem speaks of, and focus it.
export function showPath(path) {
  for (let length = path.length; length > 0; length--) {
    const found = document.querySelector(`.build [data-path="${CSS.escape(path.slice(0, length).join("/"))}"]`);
    if (!found) continue;
    found.closest("details")?.setAttribute("open", "");
    const inside = found.matches("input, select, textarea, button, [tabindex]")
      ? found
      : (found.querySelector("[data-card], input, select, button") ?? found);
    found.scrollIntoView({ block: "center" });
    inside.focus({ preventScroll: true });
    found.classList.add("shown-now");
    setTimeout(() => found.classList.remove("shown-now"), 1600);
    return;
  }
}

function RoundSettings({ builder }) {
  const { draft, facts } = builder;
  const { table } = draft;
  const phase = table.phase ?? "rogue action";
  const set = (key, value, merge) =>
    builder.change((now) => { if (value === undefined) delete now.table[key]; else now.table[key] = value; }, merge);
  const inPlay = playersOf(draft).flatMap((player) => (table[player]?.characters ?? []).map(entryCard));
  const actors = table.actor && !inPlay.includes(table.actor) ? [...inPlay, table.actor] : inPlay;
  const turns = phase.startsWith("rogue") ? playersOn(draft, "rogue") : playersOn(draft, "hero");
  const waiting = table.first_activation;
  const everybody = [...playersOn(draft, "rogue"), ...playersOn(draft, "hero")];
  const phases = facts.phases.includes(phase) ? facts.phases : [...facts.phases, phase];
  return html`
    <section class="build-panel" aria-label="Where in the round">
      <h2>Where in the round</h2>
      <label>Stage and phase <select data-path="table/phase" value=${phase}
        onChange=${(e) => builder.change((now) => enterPhase(now, e.target.value))}>
        ${phases.map((one) => html`<option key=${one} value=${one}>${capital(one)}</option>`)}</select></label>
      <label>Round <input type="number" data-path="table/round" min="1" max="1000" value=${table.round ?? 1}
        onInput=${(e) => set("round", Math.max(1, Math.min(1000, Math.trunc(Number(e.target.value)) || 1)), "round")} /></label>
      ${(turns.length > 1 || table.turn) && ["rogue action", "rogue draw", "hero action"].includes(phase) && html`
        <label>Turn of <select data-path="table/turn" value=${table.turn ?? turns[0]} onChange=${(e) => set("turn", e.target.value)}>
          ${[...new Set([...turns, ...(table.turn ? [table.turn] : [])])]
            .map((player) => html`<option key=${player} value=${player}>${capital(playerName(player))}</option>`)}</select></label>`}
      ${phase === "activation" && html`
        <label>Activated character <select data-path="table/actor" value=${table.actor ?? ""}
          onChange=${(e) => set("actor", e.target.value || undefined)}>
          <option value="">choose</option>${actors.map((card) => html`<option key=${card} value=${card}>${builder.name(card)}</option>`)}
          </select></label>
        <fieldset data-path="table/acted"><legend>Main actions it has taken</legend>
          ${MAIN_ACTIONS.map((action) => html`<label key=${action} class="set-mark">
            <input type="checkbox" checked=${table.acted?.includes(action) ?? false}
              onChange=${(e) => set("acted", e.target.checked
                ? [...(table.acted ?? []), action]
                : table.acted.filter((one) => one !== action))} />${action}</label>`)}</fieldset>`}
      <label>First activation <select data-path="table/first_activation" value=${waiting === true ? "nobody" : waiting ? "some" : "all"}
        onChange=${(e) => set("first_activation", { nobody: true, all: undefined, some: waiting }[e.target.value])}>
        <option value="all">everybody has activated before</option><option value="nobody">nobody has activated yet</option>
        ${Array.isArray(waiting) && html`<option value="some">not yet: ${waiting.join(", ")}</option>`}</select></label>
      ${everybody.length > 2 && html`
        <fieldset data-path="table/first"><legend>Goes first of two</legend>
          ${everybody.filter((player) => /\d$/.test(player)).map((player) => html`
            <label key=${player} class="set-mark"><input type="checkbox" checked=${table.first?.includes(player) ?? false}
              onChange=${(e) => set("first", [...(table.first ?? []).filter((one) => one.slice(0, -1) !== player.slice(0, -1)),
                ...(e.target.checked ? [player] : [])])} />${capital(playerName(player))}</label>`)}</fieldset>
        <fieldset data-path="table/out"><legend>Out of the game</legend>
          ${everybody.filter((player) => /\d$/.test(player)).map((player) => html`
          <label key=${player} class="set-mark"><input type="checkbox" checked=${table.out?.includes(player) ?? false}
            onChange=${(e) => set("out", [...(table.out ?? []).filter((one) => one !== player), ...(e.target.checked ? [player] : [])])} />
            ${capital(playerName(player))}</label>`)}</fieldset>`}
      ${IN_A_CYCLE.includes(phase) && html`<${CycleSettings} builder=${builder} />`}
    </section>
  `;
}

function CycleSettings({ builder }) {
  const cycle = builder.draft.table.cycle ?? {};
  const set = (key, value) => builder.change((now) => {
    const said = { ...(now.table.cycle ?? {}), [key]: value };
    if (value === undefined || value === false) delete said[key];
    if (Object.keys(said).length) now.table.cycle = said;
    else delete now.table.cycle;
  }, `cycle ${key}`);
  return html`
    <details class="set-more" data-path="table/cycle"><summary>How far the cycle is</summary>
      <p class="source">What is left empty is as if everybody before had acted.</p>
      ${CYCLE.map(([key, text]) => html`<label key=${key}>${capital(text)} <input type="number" min="0" max="100" value=${cycle[key] ?? ""}
        onInput=${(e) =>
          set(key, e.target.value === "" ? undefined : Math.max(0, Math.min(100, Math.trunc(Number(e.target.value)) || 0)))} /></label>`)}
      <label class="set-mark"><input type="checkbox" checked=${cycle.first ?? false} onChange=${(e) => set("first", e.target.checked)} />
        the first cycle of the Confrontation</label>
    </details>
  `;
}

function GameSettings({ builder }) {
  const { draft, facts } = builder;
  const [words, setWords] = useState("");
  const readings = draft.rulings ?? {};
  const wanted = searchWords(words);
  const text = ({ key, issue, where, readings, rules }) =>
    [key, key.replaceAll("_", " "), issue, where, ...Object.values(readings), ...rules].join(" ").toLowerCase();
  const open = facts.rulings.filter((ruling) => Object.keys(ruling.readings).length > 1);
  const hits = wanted.length
    ? open.filter((ruling) => hasWords(text(ruling), wanted) && readings[ruling.key] === undefined)
    : [];
  const said = Object.keys(readings).map((key) =>
    facts.rulings.find((ruling) => ruling.key === key) ?? { key, issue: key, readings: { [readings[key]]: "" } });
  const seats = draft.players === 3 ? `3 ${draft.solo ?? "rogue"}` : String(draft.players ?? 2);
  const read = (ruling, reading) => builder.change((now) => {
    now.rulings = { ...(now.rulings ?? {}), [ruling.key]: reading };
    if (reading === ruling.default || reading === "") delete now.rulings[ruling.key];
    return `${ruling.issue} Reading ${reading || ruling.default}.`;
  });
  const row = (ruling) => html`<li key=${ruling.key} data-path=${`rulings/${ruling.key}`}><p>${ruling.issue}</p>
    <select aria-label=${`Reading: ${ruling.issue}`} data-ruling=${ruling.key} value=${readings[ruling.key] ?? ruling.default}
      onChange=${(e) => read(ruling, e.target.value)}>
      ${Object.entries(ruling.readings)
        .map(([letter, what]) => html`
          <option key=${letter} value=${letter}>${letter}: ${what}${letter === ruling.default ? " (default)" : ""}</option>`)}</select>
    ${readings[ruling.key] !== undefined && html`
      <button class="set-small" aria-label=${`Default reading: ${ruling.issue}`} onClick=${() => read(ruling, "")}>Default</button>`}</li>`;
  return html`
    <section class="build-panel" aria-label="Players, chance and rulings">
      <h2>Players, chance, rulings</h2>
      <label>Players <select data-path="players" value=${seats} onChange=${(e) => {
        const [players, solo = "rogue"] = e.target.value.split(" ");
        builder.change((now) => seatPlayers(now, Number(players), solo));
      }}>${SEATS.map(([value, what]) => html`<option key=${value} value=${value}>${what}</option>`)}</select></label>
      <label>Seed of chance <input type="number" data-path="seed" min="0" max="9007199254740991" value=${draft.seed ?? 0}
        onInput=${(e) => {
          const seed = Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(Number(e.target.value)) || 0));
          builder.change((now) => { now.seed = seed; }, "seed");
        }} /></label>
      ${said.length > 0 && html`<ul class="ruling-rows">${said.map(row)}</ul>`}
      <label>Another ruling <input type="search" value=${words} maxlength="80" placeholder="scheme, rescue, DCF-R071 …"
        onInput=${(e) => setWords(e.target.value)} /></label>
      ${wanted.length > 0 && html`
        <p class="source" role="status">
          ${hits.length === 0
            ? "No other ruling speaks of that."
            : `${plural(hits.length, "ruling")}${hits.length > MOST_RULINGS ? `, the first ${MOST_RULINGS} shown` : ""}`}</p>
        <ul class="ruling-rows">${hits.slice(0, MOST_RULINGS).map(row)}</ul>`}
    </section>
  `;
}

function Prose({ builder }) {
  const { draft } = builder;
  const set = (key) => (e) =>
    builder.change((now) => { now[key] = e.target.value; if (key === "goal" && !e.target.value) delete now.goal; }, key);
  const parts = [draft.script?.length && plural(draft.script.length, "step of a script", "steps of a script"),
    draft.variant?.length && plural(draft.variant.length, "variant"),
    draft.packs?.length && `the packs ${draft.packs.join(", ")}`].filter(Boolean);
  return html`
    <section class="build-panel" aria-label="What is told about it">
      <h2>What is told about it</h2>
      <label>Summary <textarea data-path="summary" rows="3" maxlength="4000" value=${draft.summary ?? ""}
        onInput=${set("summary")}></textarea></label>
      ${typeof draft.goal !== "object" && html`
        <label>Goal <textarea data-path="goal" rows="2" maxlength="2000" value=${draft.goal ?? ""}
          onInput=${set("goal")}></textarea></label>`}
      <label>Source <input data-path="source" maxlength="400" value=${draft.source ?? ""} onInput=${set("source")} /></label>
      <label>Tags, with commas between <${TagsInput} builder=${builder} /></label>
      ${parts.length > 0 && html`<p class="source">The file also has ${parts.join(", ")}; they are kept.
        ${draft.script?.length > 0 && html` <button class="set-small"
          onClick=${() => builder.change((now) => { delete now.script; return "The script is gone."; })}>Remove the script</button>`}</p>`}
    </section>
  `;
}

// What is being typed stays as it is typed; the tags are what is between the commas.
function TagsInput({ builder }) {
  const tags = builder.draft.tags ?? [];
  const split = (text) => text.split(",").map((tag) => tag.trim()).filter(Boolean).slice(0, 50);
  const [text, setText] = useState(tags.join(", "));
  const shown = JSON.stringify(split(text)) === JSON.stringify(tags) ? text : tags.join(", ");
  return html`
    <input data-path="tags" maxlength="400" value=${shown}
      onInput=${(e) => { setText(e.target.value); builder.change((now) => { now.tags = split(e.target.value); }, "tags"); }} />`;
}

function LastingEffects({ builder }) {
  const { draft, facts } = builder;
  const effects = draft.table.effects ?? [];
  const lying = [...new Set([...cardsOnTable(draft)].map((one) => one.card))]
    .sort((a, b) => builder.name(a).localeCompare(builder.name(b)));
  const edit = (n, key, value) => builder.change((now) => {
    const said = { ...now.table.effects[n], [key]: value };
    if (key === "what") {
      delete said.amount;
      delete said.from;
      if (isCounted(value)) said.amount = 1;
      if (value === "lent") said.from = playersOf(now)[0];
    }
    if (value === undefined || value === "") delete said[key];
    now.table.effects[n] = said;
  }, key === "amount" ? `effect ${n}` : "");
  const options = (list, value) => (list.includes(value) || !value ? list : [...list, value]);
  const select = (n, effect, key, list, text, label) => html`
    <select aria-label=${`${label} ${n + 1}`} value=${effect[key] ?? ""} onChange=${(e) => edit(n, key, e.target.value)}>
      ${!effect[key] && html`<option value="">—</option>`}
      ${options(list, effect[key]).map((one) => html`<option key=${one} value=${one}>${text(one)}</option>`)}</select>`;
  return html`
    <details class="build-panel" open=${effects.length > 0} data-path="table/effects">
      <summary>What holds for a while${effects.length > 0 ? ` (${effects.length})` : ""}</summary>
      <ul class="effect-rows">${effects.map((effect, n) => html`<li key=${n} data-path=${`table/effects/${n}`}>
        ${select(n, effect, "on", lying, (card) => builder.name(card), "Card of effect")}
        ${select(n, effect, "what", facts.effects, (what) => what, "Effect")}
        ${isCounted(effect.what) && html`
          <input type="number" min="-100" max="100" aria-label=${`Amount of effect ${n + 1}`} value=${effect.amount ?? 0}
            onInput=${(e) => edit(n, "amount", Math.max(-100, Math.min(100, Math.trunc(Number(e.target.value)) || 0)))} />`}
        ${!isCounted(effect.what) && html`<label>from ${effect.what === "lent"
          ? select(n, effect, "from", playersOf(draft), (player) => capital(playerName(player)), "Owner of effect")
          : select(n, effect, "from", lying, (card) => builder.name(card), "Cause of effect")}</label>`}
        <label>until the end of the ${select(n, effect, "until", facts.until, (until) => until, "Duration of effect")}</label>
        <button class="set-small" aria-label=${`Remove effect ${n + 1}`}
          onClick=${() => builder.change((now) => { now.table.effects.splice(n, 1); })}>×</button></li>`)}</ul>
      <button disabled=${lying.length === 0}
        onClick=${() => builder.change((now) => {
          (now.table.effects ??= []).push({ on: lying[0], what: "attack boost", amount: 1, until: "round" });
        })}>
        Add an effect</button>
    </details>
  `;
}

const isCounted = (what) => /^(attack|rescue|threaten) (boost|value)$/.test(what ?? "");
