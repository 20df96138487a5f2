// The palette of all cards, the menu "Put where?", the line that says what is held, and the picking of teams.

import { CardFace, SIDES } from "../common/cards.js";
import { capital, classes, plural, roomAround, Still } from "../common/dom.js";
import { hasWords, playerName, searchWords, sideOfPlayer } from "../common/words.js";
import { areaKey, areaName, areasFor, cardsOnTable, entryCard, isOrdered, pickCharacter } from "./draft.js";
import { showPath, stateSign, unkeptOdd } from "./side.js";

const TYPES = ["hero", "rogue", "unaligned", "location", "scheme", "event", "attachment", "asset", "minion", "resource"];
const TOKENS = [["citizens", "☻ Citizen"], ["damage", "✚ Damage"]];

export function Palette({ builder }) {
  const { filter, held, dragging, looking, draft } = builder;
  return html`
    <${Still} parts=${[draft, filter, held, dragging, looking, builder.current.get("palette"), builder.facts]}
      draw=${() => html`<${PaletteCards} builder=${builder} />`} />`;
}

function PaletteCards({ builder }) {
  const { filter, draft, cards } = builder;
  const lying = new Map([...cardsOnTable(draft)].map(({ card, area }) => [card, area]));
  const words = searchWords(filter.words);
  const found = cards.all.filter((card) =>
    (!filter.type || card.type === filter.type) && (!filter.side || (card.side || "none") === filter.side)
    && (!filter.of || card.of === filter.of || card.id === filter.of)
    && hasWords([card.name, card.type, card.of ? cards.name(card.of) : "", ...card.traits, card.text].join(" ").toLowerCase(), words));
  const set = (key) => (e) => { builder.filter = { ...filter, [key]: e.target.value }; builder.redraw(); };
  const characters = cards.all.filter((card) => ["hero", "rogue"].includes(card.type));
  const current = found.some((card) => card.id === builder.current.get("palette")) ? builder.current.get("palette") : found[0]?.id;
  const free = found.filter((card) => !lying.has(card.id)).length;
  return html`
    <aside class="palette" aria-label="All cards"><h2 class="hidden-text">Cards and tokens</h2>
      <div class="token-tray" role="group" aria-label="Tokens">
        ${TOKENS.map(([token, text]) => html`
          <span key=${token} class=${classes("set-grip token", builder.held?.token === token && "held")} role="button" tabindex="0"
            draggable="true" data-token=${token}
            aria-pressed=${String(builder.held?.token === token)} title="Drag it to a number of tokens, or use the + there"
            onClick=${() => builder.hold({ token })}
            onKeyDown=${(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); builder.hold({ token }); } }}
            onDragStart=${(e) => builder.drag(e, { token })} onDragEnd=${() => builder.drag(null)}>${text}</span>`)}
      </div>
      <div class="palette-filter" role="search" aria-label="Cards">
        <input type="search" aria-label="Search the cards" placeholder="Search the cards" maxlength="100" value=${filter.words}
          onInput=${set("words")} />
        <select aria-label="Kind of card" value=${filter.type} onChange=${set("type")}><option value="">all kinds</option>
          ${TYPES.map((type) => html`<option key=${type} value=${type}>${capital(type)}</option>`)}</select>
        <select aria-label="Side" value=${filter.side} onChange=${set("side")}><option value="">both sides</option>
          <option value="rogue">Rogue</option><option value="hero">Hero</option><option value="none">neither</option></select>
        <select aria-label="Cards of a character" value=${filter.of} onChange=${set("of")}><option value="">of anybody</option>
          ${["rogue", "hero"].map((side) => html`
            <optgroup key=${side} label=${SIDES[side]}>
              ${characters.filter((card) => card.type === side)
                .map((card) => html`<option key=${card.id} value=${card.id}>${card.name}</option>`)}</optgroup>`)}</select>
      </div>
      <p class="palette-count" role="status">${plural(found.length, "card")}, ${free} not on the table</p>
      <ul class="palette-cards" data-area="palette">
        ${found.map((card) => html`
          <${PaletteCard} key=${card.id} builder=${builder} card=${card} area=${lying.get(card.id)} tab=${card.id === current} />`)}
      </ul>
      <div class="palette-face" tabindex="0" role="group" aria-label="The card looked at">${builder.looking && cards.of(builder.looking)
        ? html`<${CardFace} id=${builder.looking} cards=${cards} />`
        : html`<p>Click a card, then "Put here" where it shall go; or drag it; or press Enter on it.</p>`}</div>
    </aside>
  `;
}

function PaletteCard({ builder, card, area, tab }) {
  const { id } = card;
  const held = builder.held?.card === id && !builder.held.area;
  const where = area && areaName(builder.draft, area, (one) => builder.name(one));
  const onKeyDown = (e) => {
    const way = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, End: 1e6, Home: -1e6 }[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Enter" || e.key === " ") builder.openMenu({ card: id }, e.currentTarget);
    else if (way) {
      const all = [...e.currentTarget.closest("ul").querySelectorAll("[data-card]")];
      all[Math.max(0, Math.min(all.length - 1, all.indexOf(e.currentTarget) + way))].focus();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return html`
    <li class=${`side-${card.side || "none"}`}>
      <span class=${classes("set-grip", held && "held", area && "lying")} role="button" tabindex=${tab ? 0 : -1} draggable="true"
        data-card=${id}
        aria-pressed=${held ? "true" : undefined} onClick=${(e) => builder.pick(e, { card: id })} onKeyDown=${onKeyDown}
        onFocus=${() => builder.focused(id)}
        onDragStart=${(e) => builder.drag(e, { card: id })} onDragEnd=${() => builder.drag(null)}>
        <b>${builder.name(id)}</b> <span class="palette-kind">${capital(card.type)}
          ${card.of ? ` of ${builder.cards.name(card.of)}` : ""}</span>
        ${where && html`<span class="palette-where">in ${where}</span>`}
      </span>
    </li>
  `;
}

// What was done, or what is held and what can be done with it: always in sight.
export function HeldBar({ builder }) {
  const { held } = builder;
  const ordered = held?.area && isOrdered(held.area);
  const lies = held?.area && held.index !== undefined;
  return html`
    <footer class="held-bar">
      <p>${held?.token
        ? html`<b>${capital(held.token)}</b> tokens: every + that takes one is marked.`
        : held
          ? html`<b>${builder.name(held.card)}</b> is held: click "Put here" where it shall go.`
          : html`
            <span role="status" aria-live="polite" class="said">
              ${builder.said || "Drag a card to an area; or click it, then the area; or press Enter on it."}</span>`}</p>
      ${held && html`<div class="buttons">
        ${ordered && html`<button onClick=${() => builder.shift(held.card, held.area, held.index, -1)}>◀ Earlier</button>
          <button onClick=${() => builder.shift(held.card, held.area, held.index, 1)}>Later ▶</button>`}
        ${lies && html`<button onClick=${() => builder.remove(held.card, held.area, held.index)}>Take off the table</button>`}
        ${held.card && html`<button onClick=${(e) => builder.openMenu(held, e.currentTarget)}>Put where?</button>`}
        <button onClick=${() => builder.hold(null)}>Let go</button>
      </div>`}
      <button class="to-problems" onClick=${() => showPath(["problems"])}>${stateSign(builder)} ${stateInShort(builder)}</button>
    </footer>
  `;
}

const stateInShort = (builder) => {
  const { problems } = builder.found;
  const odd = unkeptOdd(builder).length;
  return problems.length > 0 ? plural(problems.length, "problem") : odd > 0 ? `${odd} odd` : "Playable";
};

// Where the menu goes: beside the card, wholly on the screen.
export function menuStyle(element) {
  const [box, room] = [element.getBoundingClientRect(), roomAround(element)];
  const width = Math.min(340, room.width - 16);
  const left = Math.max(8, Math.min(box.right - room.left + 6, room.width - width - 8));
  const top = Math.max(8, Math.min(box.top - room.top, room.height - 380));
  return `left:${left}px;top:${top}px;width:${width}px;max-height:${room.height - top - 8}px`;
}

export function PutMenu({ builder, menu }) {
  const { card, area, index } = menu;
  const first = useRef(null);
  useLayoutEffect(() => first.current?.querySelector("button")?.focus(), [card]);
  const name = (one) => builder.name(one);
  const areas = areasFor(builder.draft, builder.cards.of(card), name).filter((one) => areaKey(one) !== areaKey(area ?? []));
  const go = (deed) => {
    const { focus } = menu;
    deed();
    focus();
  };
  const put = (to, before) => {
    const { focus } = menu;
    builder.put(card, to, before);
    if (area) focusCard(card);
    else focus();
  };
  const rows = areas.flatMap((to) => {
    const text = capital(areaName(builder.draft, to, name).replace(/^Location /, "at "));
    if (!to.at(-1).endsWith("deck")) return [[text, () => put(to)]];
    const list = to.length === 1 ? builder.draft.table[to[0]] : builder.draft.table[to[0]]?.[to[1]];
    return list?.length
      ? [[`${text}, on top`, () => put(to, entryCard(list[0]))], [`${text}, at the bottom`, () => put(to)]]
      : [[text, () => put(to)]];
  });
  const onKeyDown = (e) => {
    const all = [...first.current.querySelectorAll("button")];
    const way = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (way) all[(all.indexOf(document.activeElement) + way + all.length) % all.length].focus();
    else if (e.key === "Home") all[0].focus();
    else if (e.key === "End") all.at(-1).focus();
    else if (e.key === "Tab") builder.closeMenu();
    else return;
    e.preventDefault();
  };
  const item = (text, deed) => html`<li role="none"><button role="menuitem" onClick=${deed}>${text}</button></li>`;
  return html`
    <div class="put-back" onClick=${() => builder.closeMenu()}></div>
    <section class="put-menu" style=${menu.style} ref=${first} onKeyDown=${onKeyDown}>
      <h2 id="put-menu-title">Put ${builder.name(card)} where?</h2>
      <ul role="menu" aria-labelledby="put-menu-title">
        ${rows.map(([text, deed]) => item(text, deed))}
        ${area && isOrdered(area) && html`${item("One place earlier", () => go(() => builder.shift(card, area, index, -1)))}
          ${item("One place later", () => go(() => builder.shift(card, area, index, 1)))}`}
        ${area && item("Off the table", () => {
          builder.remove(card, area, index);
          document.querySelector(`.build [data-area="${CSS.escape(areaKey(area))}"]`)?.focus();
        })}
        ${item("Leave it", () => builder.closeMenu())}
      </ul>
    </section>
  `;
}

function focusCard(card) {
  requestAnimationFrame(() => document.querySelector(`.build-board [data-card="${CSS.escape(card)}"]`)?.focus());
}

// Who is on a player's team, and with which cards.
export function TeamDialog({ builder, player }) {
  const [usual, setUsual] = useState(true);
  const first = useRef(null);
  useLayoutEffect(() => first.current.focus(), []);
  const { draft, cards } = builder;
  const side = sideOfPlayer(player);
  const lying = new Map([...cardsOnTable(draft)].map(({ card, area }) => [card, area]));
  const pick = (card, where) => builder.change((now) => {
    pickCharacter(now, player, card, where, usual, cards);
    return `${builder.name(card)}: ${where === "characters" ? "in play" : where ? "in the reserve" : "not in the game"}.`;
  });
  const whole = builder.facts.teams[side];
  const costs = whole.filter((card) => areaKey(lying.get(card) ?? []) === `${player}/characters`)
    .reduce((sum, card) => sum + (cards.of(card).values.cost ?? 0), 0);
  return html`
    <div class="dialog-back" onClick=${() => builder.closeTeam()}>
      <section class="dialog team-dialog" role="dialog" aria-modal="true" aria-label=${`The team of ${playerName(player)}`}
        onClick=${(e) => e.stopPropagation()}>
        <h2>The team of ${playerName(player)}</h2>
        <label class="set-mark"><input type="checkbox" checked=${usual} ref=${first}
          onChange=${(e) => setUsual(e.target.checked)} />
          with their usual cards (those to start with to the deck, the others to the reserve)</label>
        <div class="team-list">${whole.map((card) => {
          const area = lying.get(card);
          const at = area?.[0] === player ? area[1] : area ? "elsewhere" : "";
          return html`
            <div key=${card} role="group" aria-label=${builder.name(card)}>
              <span><b>${builder.name(card)}</b> <small>cost ${cards.of(card).values.cost ?? 0}${
                at === "elsewhere" ? `, in ${areaName(draft, area, (one) => builder.name(one))}` : ""}</small></span>
              ${[["characters", "In play"], ["reserve", "Reserve"], ["", "Out"]]
                .map(([where, text]) => html`<button key=${where} aria-pressed=${String(at === where)}
                  data-pick=${`${card} ${where || "out"}`} onClick=${() => pick(card, where)}>${text}</button>`)}</div>`;
        })}</div>
        <p class="source">In play together: cost ${costs}. Two players start with two characters each of at most 16 together, and have two
          more in the reserve (DCF-R003).</p>
        <button onClick=${() => builder.closeTeam()}>Close</button>
      </section>
    </div>
  `;
}
