// The palette of all cards, the menu "Put where?", the line that says what is held, and the picking of teams.

import { CardFace } from "../common/cards.js";
import { capital, classes, plural, Still } from "../common/dom.js";
import { Dialog } from "../common/frame.js";
import { hasWords, searchWords } from "../common/words.js";
import { gripping } from "./board.js";
import { areaKey, entriesAt, entryCard } from "./draft.js";
import { showPath, stateSign, unkeptOdd } from "./side.js";

export function Palette({ builder }) {
  const { filter, held, dragging, looking, draft } = builder;
  return html`
    <${Still} parts=${[draft, filter, held, dragging, looking, builder.current.get("palette"), builder.facts]}
      draw=${() => html`<${PaletteCards} builder=${builder} />`} />`;
}

function PaletteCards({ builder }) {
  const { filter, draft, cards, form } = builder;
  const { sides } = form.game;
  const lying = new Map(form.cardsOnTable(draft).map(({ card, area }) => [card, area]));
  const words = searchWords(filter.words);
  const found = cards.all.filter((card) =>
    (!filter.type || card.type === filter.type) && (!filter.side || (card.side || "none") === filter.side)
    && (!filter.of || card.of === filter.of || card.id === filter.of)
    && hasWords([card.name, card.type, card.of ? cards.name(card.of) : "", ...card.traits, card.text].join(" ").toLowerCase(), words));
  const set = (key) => (e) => { builder.filter = { ...filter, [key]: e.target.value }; builder.redraw(); };
  const types = [...new Set(cards.all.map((card) => card.type))];
  const owning = new Set(cards.all.map((card) => card.of).filter(Boolean));
  const owners = cards.all.filter((card) => owning.has(card.id));
  const tokens = form.board.tokens.filter((token) => token.on.some((type) => type !== "player"));
  const current = found.some((card) => card.id === builder.current.get("palette")) ? builder.current.get("palette") : found[0]?.id;
  const free = found.filter((card) => !lying.has(card.id)).length;
  return html`
    <aside class="palette" aria-label="All cards"><h2 class="hidden-text">Cards and tokens</h2>
      ${tokens.length > 0 && html`<div class="token-tray" role="group" aria-label="Tokens">
        ${tokens.map(({ what: token, sign, name }) => html`
          <span key=${token} class=${classes("set-grip token", builder.held?.token === token && "held")} role="button" tabindex="0"
            draggable="true" data-token=${token}
            aria-pressed=${String(builder.held?.token === token)} title="Drag it to a number of tokens, or use the + there"
            onClick=${() => builder.hold({ token })}
            onKeyDown=${(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); builder.hold({ token }); } }}
            onDragStart=${(e) => builder.drag(e, { token })} onDragEnd=${() => builder.drag(null)}>${sign} ${name}</span>`)}
      </div>`}
      <div class="palette-filter" role="search" aria-label="Cards">
        <input type="search" aria-label="Search the cards" placeholder="Search the cards" maxlength="100" value=${filter.words}
          onInput=${set("words")} />
        <select aria-label="Kind of card" value=${filter.type} onChange=${set("type")}><option value="">all kinds</option>
          ${types.map((type) => html`<option key=${type} value=${type}>${capital(type)}</option>`)}</select>
        <select aria-label="Side" value=${filter.side} onChange=${set("side")}><option value="">all sides</option>
          ${Object.entries(sides).map(([side, name]) => html`<option key=${side} value=${side}>${name}</option>`)}
          <option value="none">nobody's</option></select>
        ${owners.length > 0 && html`
          <select aria-label="Cards of a character" value=${filter.of} onChange=${set("of")}><option value="">of anybody</option>
            ${[...Object.entries(sides), ["", "Others"]].map(([side, name]) => [name, owners.filter((card) => card.side === side)])
              .filter(([, some]) => some.length > 0).map(([name, some]) => html`
                <optgroup key=${name} label=${name}>
                  ${some.map((card) => html`<option key=${card.id} value=${card.id}>${card.name}</option>`)}</optgroup>`)}</select>`}
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
  const where = area && builder.areaName(area);
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
    <li class=${builder.form.game.sideClass(card.side)}>
      <span class=${classes("set-grip", held && "held", area && "lying")} ...${gripping(builder, { card: id }, held, tab)}
        onKeyDown=${onKeyDown}>
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
  const ordered = held?.area && builder.form.isOrdered(held.area);
  const lies = held?.area && held.index !== undefined;
  return html`
    <footer class="held-bar">
      <p>${held?.token
        ? html`<b>${capital(held.token)}</b> tokens: every + that takes one is marked.`
        : held
          ? html`<b>${builder.name(held.card)}</b> is held: click "Put here" where it shall go.`
          : html`
            <span role="status" aria-live="polite" class="said">
              ${builder.said || builder.howTo}</span>`}</p>
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

export function PutMenu({ builder, menu }) {
  const { card, area, index } = menu;
  const first = useRef(null);
  useLayoutEffect(() => first.current?.querySelector("button")?.focus(), [card]);
  const { form, draft } = builder;
  const areas = form.areasFor(draft, card).filter((one) => areaKey(one) !== areaKey(area ?? []));
  const shift = (way) => {
    builder.shift(card, area, index, way);
    menu.focus();
  };
  const put = (to, before) => {
    builder.put(card, to, before);
    if (area) focusCard(card);
    else menu.focus();
  };
  const rows = areas.flatMap((to) => {
    const text = capital(form.areaName(draft, to));
    if (form.linkAt(to) || !form.isDeck(to)) return [[text, () => put(to)]];
    const list = entriesAt(draft, to);
    return list.length > 0
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
        ${area && form.isOrdered(area) && html`${item("One place earlier", () => shift(-1))}${item("One place later", () => shift(1))}`}
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
  const { draft, cards, form } = builder;
  const { places, value, about, brings } = builder.facts.teams;
  const choices = [...Object.entries(places), ["", "Out"]];
  const lying = new Map(form.cardsOnTable(draft).map(({ card, area }) => [card, area]));
  const pick = (card, [where, text]) => builder.change((now) => {
    form.pickMember(now, player, card, where, usual, brings[player][card]);
    return `${builder.name(card)}: ${where ? text.toLowerCase() : "not in the game"}.`;
  });
  const whole = Object.keys(brings[player]);
  const [[shown, both]] = choices;
  const sum = whole.filter((card) => areaKey(lying.get(card) ?? []) === `${player}/${shown}`)
    .reduce((total, card) => total + (cards.of(card).values[value] ?? 0), 0);
  return html`
    <${Dialog} title=${`The team of ${form.game.name(player)}`} look="team-dialog" close=${() => builder.closeTeam()}>
      <label class="set-mark"><input type="checkbox" checked=${usual} onChange=${(e) => setUsual(e.target.checked)} />
        with the cards that usually come along</label>
      <div class="team-list">${whole.map((card) => {
        const area = lying.get(card);
        const at = area?.[0] === player ? area[1] : area ? "elsewhere" : "";
        return html`
          <div key=${card} role="group" aria-label=${builder.name(card)}>
            <span><b>${builder.name(card)}</b> <small>${value} ${cards.of(card).values[value] ?? 0}${
              at === "elsewhere" ? `, in ${builder.areaName(area)}` : ""}</small></span>
            ${choices.map((choice) => html`<button key=${choice[0]} aria-pressed=${String(at === choice[0])}
              data-pick=${`${card} ${choice[0] || "out"}`} onClick=${() => pick(card, choice)}>${choice[1]}</button>`)}</div>`;
      })}</div>
      <p class="source">${both} together: ${value} ${sum}. ${about}</p>
    <//>
  `;
}
