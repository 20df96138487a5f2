// The table being set: every area takes cards by drop, by "Put here" and from the menu; tokens are counted beside their cards.

import { capital, classes } from "../common/dom.js";
import { playerName, sideOfPlayer } from "../common/words.js";
import { areaKey, entryCard, entryOf, isOrdered, playersOf, playersOn, sayOf, shuffleArea } from "./draft.js";

const MOST_LAID = 24; // cards of an area before "Show all"
const MOST_TOKENS = 1000;
const FALLEN = [
  ["knocked_out", "KO'd Heroes"], ["captured", "Captured"], ["location_discard", "Location discard pile"], ["removed", "Out of the game"],
];
const DECKS = [["location_deck", "Location deck, top first"], ["unaligned_deck", "Unaligned deck, top first"]];

export function BuildBoard({ builder }) {
  const { draft } = builder;
  const sides = (side) => playersOf(draft).filter((player) => sideOfPlayer(player) === side);
  return html`
    <main class="build-board" data-path="table" aria-label="The table" tabindex="-1">
      ${sides("rogue").map((player) => html`<${BuildPlayer} key=${player} builder=${builder} player=${player} />`)}
      <${BuildPlaces} builder=${builder} />
      ${sides("hero").map((player) => html`<${BuildPlayer} key=${player} builder=${builder} player=${player} />`)}
    </main>
  `;
}

function BuildPlayer({ builder, player }) {
  const { draft } = builder;
  const own = draft.table[player] ?? {};
  const side = sideOfPlayer(player);
  const stranger = !playersOn(draft, side).includes(player);
  const icons = (own.pool ?? [])
    .reduce((sum, card) => sum + (builder.cards.of(card)?.values[side === "hero" ? "renown" : "infamy"] || 0), 0);
  const name = capital(playerName(player));
  const pile = (word, title) => html`<${SetArea} builder=${builder} area=${[player, word]} title=${title} entries=${own[word] ?? []} />`;
  return html`
    <section class=${classes("set-player", `side-${side}`)} aria-label=${name} data-path=${`table/${player}`} tabindex="-1">
      <header><h2>${name}</h2>
        ${stranger
          ? html`<span>is not in this game.</span> <button
            onClick=${() => builder.change((now) => { delete now.table[player]; })}>Take away</button>`
          : html`<button data-act=${`team ${player}`} onClick=${() => { builder.team = player; builder.redraw(); }}>Pick the team</button>`}
        ${own.team?.length > 0 && html`
          <span class="set-team">
            Also on the team: ${own.team.map((card, n) => html`<span class="set-standee side-none">${builder.name(card)}
              <button class="set-away" aria-label=${`Take ${builder.name(card)} from the team`}
                onClick=${() => builder.change((now) => { now.table[player].team.splice(n, 1); })}>×</button></span>`)}</span>`}
      </header>
      <${SetArea} builder=${builder} area=${[player, "characters"]} title="In play" entries=${own.characters ?? []} wide=${true}
        draw=${(entry, index) => html`
          <${SetCharacter} key=${`${entryCard(entry)}/${index}`} builder=${builder} player=${player} entry=${entry} index=${index} />`} />
      ${pile("hand", "Hand")}
      ${pile("deck", "Deck, top first")}
      <div class="set-row">
        ${pile("discard", "Discard pile")}
        <${SetArea} builder=${builder} area=${[player, "pool"]} title="Pool" entries=${own.pool ?? []}>
          <${SetTokens} builder=${builder} label="Resources" long=${`Resources of ${name}`} path=${`table/${player}/resources`}
            value=${own.resources ?? icons}
            set=${(value) => builder.change((now) => { (now.table[player] ??= {}).resources = value; }, `resources ${player}`)} />
          ${own.resources !== undefined && html`
            <button class="set-small" onClick=${() => builder.change((now) => { delete now.table[player].resources; })}>
              as the pool has</button>`}
        <//>
        <${SetArea} builder=${builder} area=${[player, "in_play"]} title=${side === "rogue" ? "Minions" : "Assets"}
          entries=${own.in_play ?? []}
          note=${(entry, index) => html`
            <${SetMark} builder=${builder} path=${[player, "in_play", index]} entry=${entry} word="exhausted" />`} />
      </div>
      <${SetArea} builder=${builder} area=${[player, "reserve"]} title="Reserve: characters and cards that can be bought"
        entries=${own.reserve ?? []} few=${8}
        note=${(entry, index) => builder.cards.of(entryCard(entry))?.type === side && html`
          <${SetMark} builder=${builder} path=${[player, "reserve", index]} entry=${entry} word="recruited" label="was in play" />`} />
    </section>
  `;
}

// A character in play, with where it stands and all that lies on it.
function SetCharacter({ builder, player, entry, index }) {
  const { draft } = builder;
  const said = entryOf(entry);
  const card = entryCard(entry);
  const name = builder.name(card);
  const path = [player, "characters", index];
  const printed = builder.cards.of(card);
  const row = (draft.table.locations ?? []).map((place) => place.card);
  const places = said.at && !row.includes(said.at) ? [...row, said.at] : row;
  const say = (key, value) => builder.change((now) => sayOf(now, path, key, value));
  const uses = [...new Set([...(printed?.uses ?? []), ...(said.used ?? [])])];
  const marked = (said.used?.length ?? 0) + (said.blank ? 1 : 0);
  return html`
    <div class=${classes("set-character", said.exhausted && "exhausted")} data-path=${`table/${path.join("/")}`}>
      <${SetCard} builder=${builder} card=${card} area=${[player, "characters"]} index=${index} />
      <label>At <select aria-label=${`Where ${name} is`} value=${said.at ?? ""} onChange=${(e) => say("at", e.target.value || undefined)}>
        <option value="">no Location</option>
        ${places.map((place) => html`
          <option key=${place} value=${place}>${builder.name(place)}${row.includes(place) ? "" : " (not in the row)"}</option>`)}
      </select></label>
      <${SetTokens} builder=${builder} label="Damage" token="damage" long=${`Damage on ${name}`} value=${said.damage ?? 0}
        of=${printed?.values.health}
        set=${(value) => builder.change((now) => sayOf(now, path, "damage", value), `damage ${card}`)} />
      <${SetMark} builder=${builder} path=${path} entry=${entry} word="exhausted" />
      <${SetArea} builder=${builder} area=${[...path, "attachments"]} title="Attachments" entries=${said.attachments ?? []} />
      ${(sideOfPlayer(player) === "hero" || said.empowering) && html`
        <${SetArea} builder=${builder} area=${[...path, "empowering"]} title="Empowered by" entries=${said.empowering ?? []} />`}
      <details class="set-more"><summary>${marked ? `Used or blank: ${marked}` : "Used, blank"}</summary>
        <${SetMark} builder=${builder} path=${path} entry=${entry} word="blank" label="text box is blank this round" />
        ${uses.map((use) => html`<label key=${use} class="set-mark"><input type="checkbox" checked=${said.used?.includes(use) ?? false}
          onChange=${(e) => say("used", e.target.checked ? [...(said.used ?? []), use] : said.used.filter((one) => one !== use))} />${
          builder.cards.of(card)?.abilities?.[use] || "The ability"} was used this round</label>`)}
      </details>
    </div>
  `;
}

function BuildPlaces({ builder }) {
  const { table } = builder.draft;
  const schemes = table.master_plan ?? [];
  return html`
    <section class="set-places" aria-label="Locations and what both sides share">
      <${SetArea} builder=${builder} area=${["locations"]} title="Locations" entries=${table.locations ?? []} wide=${true}
        draw=${(place, index) => html`<${SetPlace} key=${`${place.card}/${index}`} builder=${builder} place=${place} index=${index} />`} />
      <div class="set-row">
        <div class="set-area sanctuary" data-path="table/sanctuary"><header><h3>Sanctuary</h3></header>
          <${SetTokens} builder=${builder} label="Citizens" token="citizens" long="Citizens in Sanctuary"
            value=${table.sanctuary ?? 0} of=${30}
            set=${(value) => builder.change((now) => { now.table.sanctuary = value; }, "sanctuary")} /></div>
        <${SetArea} builder=${builder} area=${["master_plan"]} title=${`Master Plan, ${schemes.length} of 5`} count=${false}
          entries=${schemes}
          note=${(entry, index) => html`<${SetMark} builder=${builder} path=${["master_plan", index]} entry=${entry} word="faceup" />
            <${SetTokens} builder=${builder} label="☻" token="citizens" long=${`Citizens on ${builder.name(entryCard(entry))}`}
              value=${entryOf(entry).citizens ?? 0}
              set=${(value) => builder.change((now) => sayOf(now, ["master_plan", index], "citizens", value), `plan ${index}`)} />`} />
        ${FALLEN.map(([word, title]) => html`
          <${SetArea} key=${word} builder=${builder} area=${[word]} title=${title} entries=${table[word] ?? []} few=${12} />`)}
      </div>
      <div class="set-row two">
        ${DECKS.map(([word, title]) => html`
          <${SetArea} key=${word} builder=${builder} area=${[word]} title=${title} entries=${table[word] ?? []} few=${12} />`)}
      </div>
    </section>
  `;
}

function SetPlace({ builder, place, index }) {
  const { table } = builder.draft;
  const path = ["locations", index];
  const name = builder.name(place.card);
  const here = playersOf(builder.draft).flatMap((player) => (table[player]?.characters ?? []).map((entry, n) => ({ player, entry, n })))
    .filter(({ entry }) => entryOf(entry).at === place.card);
  const scheme = place.scheme && entryOf(place.scheme);
  const unaligned = place.unaligned && entryOf(place.unaligned);
  const tokens = (word, key, entry, of) => html`
    <${SetTokens} builder=${builder} label=${capital(key)} token=${key} long=${`${capital(key)} on ${builder.name(entry.card)}`}
      value=${entry[key] ?? 0} of=${of}
      set=${(value) => builder.change((now) => sayOf(now, [...path, word], key, value), `${word} ${key} ${index}`)} />`;
  return html`
    <div class="set-place" data-path=${`table/${path.join("/")}`}>
      <${SetCard} builder=${builder} card=${place.card} area=${["locations"]} index=${index} />
      ${place.empty && html`<label class="set-mark"><input type="checkbox" checked aria-label=${`${name}: gone, its space is empty`}
        onChange=${() => builder.change((now) => { delete now.table.locations[index].empty; return `${name} lies in the row.`; })} />
        gone, its space is empty</label>`}
      ${!place.empty && html`
        <${SetTokens} builder=${builder} label="Citizens" token="citizens" long=${`Citizens at ${name}`}
          value=${place.citizens ?? builder.cards.of(place.card)?.values.citizens ?? 0}
          set=${(value) => builder.change((now) => { now.table.locations[index].citizens = value; }, `citizens ${index}`)} />`}
      <${SetArea} builder=${builder} area=${[...path, "scheme"]} title="Scheme" count=${false} entries=${scheme ? [place.scheme] : []}
        note=${() => html`${tokens("scheme", "citizens", scheme, builder.cards.of(scheme.card)?.values.threshold)}
          <${SetMark} builder=${builder} path=${[...path, "scheme"]} entry=${place.scheme} word="faceup" />`} />
      <${SetArea} builder=${builder} area=${[...path, "unaligned"]} title="Unaligned" count=${false}
        entries=${unaligned ? [place.unaligned] : []}
        note=${() => html`
          ${tokens("unaligned", "citizens", unaligned)} ${
            tokens("unaligned", "damage", unaligned, builder.cards.of(unaligned.card)?.values.health)}
          <${SetMark} builder=${builder} path=${[...path, "unaligned"]} entry=${place.unaligned} word="swayed" />`} />
      <${SetArea} builder=${builder} area=${[...path, "here"]} title="Who is here" count=${false} entries=${here}
        draw=${({ player, entry, n }) => html`
          <span class=${`set-standee side-${sideOfPlayer(player)}`} key=${`${player}/${n}`}>${builder.name(entryCard(entry))}
            <button class="set-away" aria-label=${`${builder.name(entryCard(entry))} leaves ${name}`}
              onClick=${() => builder.change((now) => {
                sayOf(now, [player, "characters", n], "at", undefined);
                return `${builder.name(entryCard(entry))} is at no Location.`;
              })}>×</button></span>`} />
    </div>
  `;
}

// An area of the table: what lies in it, and everything that puts a card there.
function SetArea({ builder, area, title, entries, draw, note, wide, few = MOST_LAID, count = true, children }) {
  const key = areaKey(area);
  const holding = builder.held?.card ? builder.held : null;
  const dragging = builder.dragging?.card;
  const takes = holding && !builder.misfit(holding.card, area) && (area[2] === "here" || areaKey(holding.area ?? []) !== key);
  const wanted = takes || (dragging && !builder.misfit(dragging, area));
  const all = builder.unfolded.has(key) || entries.length <= few + 2;
  const shown = all ? entries : entries.slice(0, few);
  const here = shown.map(entryCard);
  const current = here.includes(builder.current.get(key)) ? builder.current.get(key) : here[0];
  const drop = (e) => {
    if (!builder.dragging?.card) return;
    e.preventDefault();
    e.stopPropagation();
    const before = e.target.closest?.(`[data-area="${CSS.escape(key)}"] [data-card]`)?.dataset.card;
    const { card } = builder.dragging;
    builder.dragging = null;
    if (before !== card) builder.put(card, area, before);
    else builder.redraw();
  };
  return html`
    <section class=${classes("set-area", wide && "wide", wanted && "wanted", entries.length === 0 && "empty", `area-${area.at(-1)}`)}
      data-area=${key}
      data-path=${area[2] === "here" ? undefined : `table/${key}`} aria-label=${builder.areaName(area)} tabindex="-1"
      onDragOver=${(e) => { if (builder.dragging?.card) { e.preventDefault(); e.stopPropagation(); } }} onDrop=${drop}>
      <header><h3>${title}${count && entries.length > 0 && html` <span class="set-count">${entries.length}</span>`}</h3>
        ${isOrdered(area) && area.at(-1).endsWith("deck") && entries.length > 1 && html`
          <button class="set-small" aria-label=${`Shuffle ${builder.areaName(area)}`}
            onClick=${() => builder.change((now) => { shuffleArea(now, area); return `${capital(builder.areaName(area))} is shuffled.`; })}>
            Shuffle</button>`}
        ${takes && html`
          <button class="put-here" onClick=${() => builder.put(holding.card, area)}
            aria-label=${`Put ${builder.name(holding.card)} into ${builder.areaName(area)}`}>Put here</button>`}
      </header>
      ${children}
      ${entries.length > 0 && html`<div class="set-cards">
        ${shown.map((entry, index) => draw
          ? draw(entry, index)
          : html`
            <span class=${classes("set-entry", note?.(entry, index) && "noted")}
              key=${here.indexOf(here[index]) === index ? here[index] : index} data-path=${`table/${key}/${index}`}>
              <${SetCard} builder=${builder} card=${entryCard(entry)} area=${area} index=${index}
                number=${isOrdered(area) && area.at(-1).endsWith("deck") ? index + 1 : 0}
                tab=${entryCard(entry) === current} />${note && note(entry, index)}</span>`)}
        ${!all && html`
          <button class="set-small" onClick=${() => { builder.unfolded.add(key); builder.redraw(); }}>Show all ${entries.length}</button>`}
        ${builder.unfolded.has(key) && entries.length > few + 2 && html`
          <button class="set-small" onClick=${() => { builder.unfolded.delete(key); builder.redraw(); }}>Show fewer</button>`}
      </div>`}
    </section>
  `;
}

// A card on the table: it is dragged, clicked to be put elsewhere, and used with the keyboard.
export function SetCard({ builder, card, area, index, number = 0, tab = true }) {
  const printed = builder.cards.of(card);
  const held = builder.held?.card === card && areaKey(builder.held.area ?? []) === areaKey(area);
  const icons = printed?.values.renown ?? printed?.values.infamy;
  const name = builder.name(card);
  const onKeyDown = (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
    if (e.key === "Enter" || e.key === " ") builder.openMenu({ card, area, index }, e.currentTarget);
    else if (e.key === "Delete" || e.key === "Backspace") {
      const next = neighbour(e.currentTarget, 1) ?? neighbour(e.currentTarget, -1);
      builder.remove(card, area, index);
      if (next) focusAgain(next)();
      else e.currentTarget.closest("[data-area]").focus();
    } else if (way && e.shiftKey) {
      builder.shift(card, area, index, way);
      focusAgain(e.currentTarget)();
    } else if (way) neighbour(e.currentTarget, way)?.focus();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return html`
    <span class=${classes("set-card", `side-${printed?.side || "none"}`, held && "held")}>
      <span class="set-grip" role="button" tabindex=${tab ? 0 : -1} draggable="true" data-card=${card} title=${printed?.text || undefined}
        aria-label=${`${number ? `${number}: ` : ""}${name}`} aria-pressed=${held ? "true" : undefined}
        onClick=${(e) => builder.pick(e, { card, area, index })} onKeyDown=${onKeyDown} onFocus=${() => builder.focused(card, area)}
        onDragStart=${(e) => builder.drag(e, { card, area, index })} onDragEnd=${() => builder.drag(null)}>
        ${number > 0 && html`<small class="set-number">${number}</small>`}${name}
        ${icons > 0 && html` <small title="Resource icons">★${icons}</small>`}</span>
      <button class="set-away" tabindex="-1" aria-label=${`Take ${name} from ${builder.areaName(area)}`}
        onClick=${() => builder.remove(card, area, index)}>×</button>
    </span>
  `;
}

function neighbour(element, way) {
  const all = [...element.closest("[data-area]").querySelectorAll("[data-card]")]
    .filter((one) => one.closest("[data-area]") === element.closest("[data-area]"));
  return all[all.indexOf(element) + way];
}

// A number of tokens: fewer, more, typed, or a token dropped on it.
export function SetTokens({ builder, label, long, token, value, of, set, path }) {
  const wanted = token && (builder.held?.token ?? builder.dragging?.token) === token;
  const bounded = (number) => set(Math.max(0, Math.min(MOST_TOKENS, Math.trunc(number) || 0)));
  return html`
    <span class=${classes("set-tokens", wanted && "wanted")} role="group" aria-label=${long} data-path=${path}
      onDragOver=${(e) => { if (wanted) { e.preventDefault(); e.stopPropagation(); } }}
      onDrop=${(e) => { if (wanted) { e.preventDefault(); e.stopPropagation(); builder.dragging = null; bounded(value + 1); } }}>
      <span class="set-label">${label}</span>
      <button aria-label=${`${long}: one fewer`} disabled=${value <= 0} onClick=${() => bounded(value - 1)}>−</button>
      <input type="number" min="0" max=${MOST_TOKENS} aria-label=${long} value=${value} onInput=${(e) => bounded(Number(e.target.value))} />
      <button aria-label=${`${long}: one more`} onClick=${() => bounded(value + 1)}>+</button>
      ${of !== undefined && html`<span class="set-label">of ${of}</span>`}
    </span>
  `;
}

export function SetMark({ builder, path, entry, word, label = word }) {
  return html`
    <label class="set-mark">
      <input type="checkbox" checked=${entryOf(entry)[word] === true} aria-label=${`${builder.name(entryCard(entry))}: ${label}`}
        onChange=${(e) => builder.change((now) => sayOf(now, path, word, e.target.checked))} />${label}</label>`;
}

// How to find an element again after the page was drawn anew: itself, or what has come to lie where it was.
export function focusAgain(element) {
  const { card } = element.dataset;
  const inside = element.closest("[data-area]")?.dataset.area;
  return () => requestAnimationFrame(() => {
    const found = element.isConnected
      ? element
      : document.querySelector(`.build [data-area="${CSS.escape(inside ?? "")}"] [data-card="${CSS.escape(card ?? "")}"]`);
    found?.focus();
  });
}
