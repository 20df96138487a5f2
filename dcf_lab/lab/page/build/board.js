// The table being set: every area takes cards by drop, by "Put here" and from the menu; tokens are counted beside their cards.

import { capital, classes, wholeNumber } from "../common/dom.js";
import { areaKey, entriesAt, entryCard, entryOf, keyOf, sayOf, shuffleArea } from "./draft.js";
import { FactField } from "./fields.js";

const MOST_LAID = 24; // cards of an area before "Show all"
const FEW_LAID = { aside: 12, noted: 8 }; // of one beside the row, and of a pile whose cards have something said of them
const MOST_TOKENS = 1000;

export function BuildBoard({ builder }) {
  const { draft, form } = builder;
  const [above, below] = form.game.seated(form.playersOf(draft));
  const seat = (player) => html`<${BuildPlayer} key=${player} builder=${builder} player=${player} />`;
  return html`
    <main class="build-board" data-path="table" aria-label="The table" tabindex="-1">
      ${above.map(seat)}
      <${BuildMiddle} builder=${builder} />
      ${below.map(seat)}
    </main>
  `;
}

// Are its cards drawn with what is said of them, each in a box of its own?
const isBoxed = ({ board }, zone) => zone.carries.some((word) => board.links.some((link) => link.what === word)
  || board.zones.some((one) => one.said === word && zone.holds.includes(one.whose)));

const isNoted = (zone) => zone.drawn === "pile" && zone.carries.length > 0;

function BuildPlayer({ builder, player }) {
  const { draft, form } = builder;
  const side = form.game.side(player);
  const stranger = !form.playing(draft).includes(player);
  const name = capital(form.game.name(player));
  const zones = form.of("player");
  const wide = (zone) => isBoxed(form, zone) || zone.drawn === "fan" || zone.ordered;
  const area = (zone) => html`<${ZoneArea} key=${zone.said} builder=${builder} zone=${zone} area=${[player, zone.said]} />`;
  return html`
    <section class=${classes("set-player", form.game.sideClass(side))} aria-label=${name} data-path=${`table/${player}`} tabindex="-1">
      <header><h2>${name}</h2>
        ${stranger
          ? html`<span>is not in this game.</span> <button
            onClick=${() => builder.change((now) => { delete now.table[player]; })}>Take away</button>`
          : builder.facts.teams && html`
            <button data-act=${`team ${player}`} onClick=${() => { builder.team = player; builder.redraw(); }}>Pick the team</button>`}
        ${form.board.tokens.filter((token) => token.on.includes("player") && (!token.rare || draft.table[player]?.[keyOf(token.what)]))
          .map((token) => html`<${PlayerTokens} key=${token.what} builder=${builder} player=${player} token=${token} />`)}
        ${Object.entries(form.playerFacts(player)).map(([word, rule]) => html`
          <${FactField} key=${word} builder=${builder} word=${word} rule=${rule} whose=${player} />`)}
      </header>
      ${zones.filter((zone) => isBoxed(form, zone)).map(area)}
      ${zones.filter((zone) => wide(zone) && !isBoxed(form, zone)).map(area)}
      <div class="set-row">
        ${zones.filter((zone) => !wide(zone) && !isNoted(zone)).map(area)}
      </div>
      ${zones.filter((zone) => !wide(zone) && isNoted(zone)).map(area)}
    </section>
  `;
}

// What a player has of something that is counted; what is not said is as the lab finds it.
function PlayerTokens({ builder, player, token }) {
  const key = keyOf(token.what);
  const said = builder.draft.table[player]?.[key];
  const path = `table/${player}/${key}`;
  const long = `${token.name} of ${builder.form.game.name(player)}`;
  return html`
    <span class="set-counted" data-path=${path}>
      <${SetTokens} builder=${builder} label=${token.name} long=${long}
        value=${said ?? builder.laid(player, token.what)}
        set=${(value) => builder.change((now) => { (now.table[player] ??= {})[key] = value; }, path)} />
      ${said !== undefined && html`<button class="set-small" aria-label=${`${long}: as it follows`}
        onClick=${() => builder.change((now) => { delete now.table[player][key]; })}>as it follows</button>`}</span>
  `;
}

function BuildMiddle({ builder }) {
  const { form } = builder;
  const { tracks, tokens } = form.board;
  const zones = form.of("table");
  const trackOf = (zone) => tracks.find((track) => track.zone === `table.${zone.what}`);
  const area = (zone) => html`<${ZoneArea} key=${zone.said} builder=${builder} zone=${zone} area=${[zone.said]} track=${trackOf(zone)} />`;
  const aside = zones.filter((zone) => zone.place !== "middle" && !form.isDeck([zone.said]));
  return html`
    <section class="set-middle" aria-label="The middle of the table">
      ${zones.filter((zone) => zone.place === "middle").map(area)}
      <div class="set-row">
        ${tracks.filter((track) => track.said).map((track) => {
          const [, what] = track.tokens.split(".");
          const name = tokens.find((token) => token.what === what)?.name ?? capital(what);
          return html`
            <div key=${track.said} class="set-area set-track" data-path=${`table/${track.said}`}><header><h3>${track.name}</h3></header>
              <${SetTokens} builder=${builder} label=${name} token=${what} long=${`${name} in ${track.name}`}
                value=${builder.draft.table[track.said] ?? 0} of=${track.most}
                set=${(value) => builder.change((now) => { now.table[track.said] = value; }, track.said)} /></div>`;
        })}
        ${aside.filter(trackOf).map(area)}
        ${aside.filter((zone) => !trackOf(zone)).map(area)}
      </div>
      <div class="set-row two">${zones.filter((zone) => zone.place !== "middle" && form.isDeck([zone.said])).map(area)}</div>
    </section>
  `;
}

// An area as the board describes it, with what can be said of the cards in it.
function ZoneArea({ builder, zone, area, track }) {
  const { form } = builder;
  const entries = entriesAt(builder.draft, area);
  const boxed = isBoxed(form, zone);
  const pathOf = (index) => (zone.drawn === "slot" ? area : [...area, index]);
  const words = capital(zone.drawn === "slot" || zone.place === "middle" ? zone.name : zone.words || zone.name);
  const title = track ? `${track.name}, ${entries.length} of ${track.most}` : form.isDeck(area) ? `${words}, top first` : words;
  return html`
    <${SetArea} builder=${builder} area=${area} title=${title} entries=${entries} wide=${boxed} central=${zone.place === "middle"}
      count=${!track && zone.drawn !== "slot"} few=${zone.place === "aside" ? FEW_LAID.aside : isNoted(zone) ? FEW_LAID.noted : MOST_LAID}
      draw=${boxed && ((entry, index) => html`
        <${SetBox} key=${`${entryCard(entry)}/${index}`} builder=${builder} zone=${zone} area=${area} index=${index} entry=${entry}
          path=${pathOf(index)} />`)}
      note=${!boxed && zone.carries.length > 0
        ? (entry, index) => sayable(builder, zone, entry).map((one) => html`
          <${SetSaid} key=${one.key} builder=${builder} zone=${zone} entry=${entry} path=${pathOf(index)} one=${one} short=${true} />`)
        : undefined} />`;
}

// What can be said of a card where it lies: links, tokens, whatever else, states; what says nothing of this card is left out.
function sayable(builder, zone, entry) {
  const { board, cards, further } = builder.form;
  const said = entryOf(entry);
  const printed = cards.of(entryCard(entry));
  const on = ({ on }, key) => on.length === 0 || on.includes(printed?.type) || said[key] !== undefined;
  const found = [
    ...board.links.map((link) => ({ key: link.what, link, fits: on(link, link.what) })),
    ...board.tokens.map((token) => ({ key: keyOf(token.what), token, fits: on(token, keyOf(token.what)) })),
    ...Object.entries(further).map(([key, rule]) => ({ key, rule,
      fits: rule.type === "boolean" || (rule.items?.format === "ability" && (printed?.uses.length > 0 || said[key] !== undefined)) })),
    ...board.states.map((state) => ({ key: state.said, state, fits: on(state, state.said) })),
  ];
  return found.filter(({ key, fits }) => fits && zone.carries.includes(key));
}

function SetSaid({ builder, zone, entry, path, one, short }) {
  const { form } = builder;
  const { key, link, token, state, rule } = one;
  const said = entryOf(entry);
  const card = entryCard(entry);
  const name = form.name(card);
  const printed = form.cards.of(card);
  const say = (value, merge) => builder.change((now) => sayOf(now, path, key, value), merge);
  if (link) {
    const there = form.cardsOnTable(builder.draft).filter((other) => form.linksTo(other.zone, other.card).includes(link));
    const places = [...new Set(there.map((other) => other.card))];
    return html`
      <label>${capital(link.name)} <select aria-label=${`Where ${name} is`} value=${said[key] ?? ""}
        onChange=${(e) => say(e.target.value || undefined)}>
        <option value="">no ${capital(link.to)}</option>
        ${places.map((place) => html`<option key=${place} value=${place}>${form.name(place)}</option>`)}
        ${said[key] && !places.includes(said[key]) && html`<option value=${said[key]}>${form.name(said[key])} (not there)</option>`}
      </select></label>`;
  }
  if (token) return html`
    <${SetTokens} builder=${builder} label=${short && zone.drawn !== "slot" ? token.sign : token.name} token=${token.what}
      long=${`${token.name} ${zone.place === "middle" ? "at" : "on"} ${name}`}
      value=${said[key] ?? (token.start ? printed?.values[token.start] : 0) ?? 0} of=${printed?.values[token.towards]}
      set=${(value) => say(value, `${key} ${path.join("/")}`)} />`;
  if (state || rule.type === "boolean") return html`
    <${SetMark} builder=${builder} path=${path} entry=${entry} word=${key} label=${state ? state.name || key : rule.title} />`;
  const uses = [...new Set([...(printed?.uses ?? []), ...(said[key] ?? [])])];
  return uses.map((use) => html`<label key=${use} class="set-mark"><input type="checkbox" checked=${said[key]?.includes(use) ?? false}
    onChange=${(e) => say(e.target.checked ? [...(said[key] ?? []), use] : said[key].filter((other) => other !== use))} />${
    printed?.abilities?.[use] || "The ability"} ${rule.title}</label>`);
}

// A card with all that is said of it, that lies on it and that is linked to it. What comes after its areas is folded away.
function SetBox({ builder, zone, area, index, entry, path }) {
  const { form } = builder;
  const said = entryOf(entry);
  const card = entryCard(entry);
  const inner = form.inner(zone, entry);
  const last = Math.max(...form.board.zones.map((one) => zone.carries.indexOf(one.said)));
  const all = sayable(builder, zone, entry);
  const folded = all.filter(({ key, link, token }) => !link && !token && zone.carries.indexOf(key) > last);
  const turned = all.some((one) => one.state && !folded.includes(one) && said[one.key]);
  const marked = folded.reduce((sum, { key }) => sum + (said[key]?.length ?? (said[key] ? 1 : 0)), 0);
  const saying = (one) => html`<${SetSaid} key=${one.key} builder=${builder} zone=${zone} entry=${entry} path=${path} one=${one} />`;
  const title = capital(folded.map(({ key }) => key.replaceAll("_", " ")).join(", "));
  return html`
    <div class=${classes("set-box", zone.place === "middle" && "central", turned && "turned")} data-path=${`table/${path.join("/")}`}>
      <${SetCard} builder=${builder} card=${card} area=${area} index=${index} />
      ${all.filter((one) => !folded.includes(one)).map(saying)}
      ${inner.map((one) => html`<${ZoneArea} key=${one.said} builder=${builder} zone=${one} area=${[...path, one.said]} />`)}
      ${form.linksTo(zone, card).map((link) => html`
        <${SetLinked} key=${link.what} builder=${builder} path=${path} link=${link} card=${card} />`)}
      ${folded.length > 0 && html`
        <details class="set-more"><summary>${marked ? `${title}: ${marked}` : title}</summary>${folded.map(saying)}</details>`}
    </div>
  `;
}

// Who is linked to a card.
function SetLinked({ builder, path, link, card }) {
  const { form, draft } = builder;
  const here = form.cardsOnTable(draft).filter(({ entry }) => entryOf(entry)[link.what] === card);
  return html`
    <${SetArea} builder=${builder} area=${form.linkArea(path, link)} title=${`Who is ${link.name === "at" ? "here" : link.name}`}
      count=${false} entries=${here}
      draw=${(one) => html`
        <span class=${`set-standee ${form.game.sideClass(form.cards.side(one.card))}`} key=${areaKey(one.path)}>${form.name(one.card)}
          <button class="set-away" aria-label=${`${form.name(one.card)} leaves ${form.name(card)}`}
            onClick=${() => builder.change((now) => {
              sayOf(now, one.path, link.what, undefined);
              return `${form.name(one.card)} is ${link.name} no ${capital(link.to)}.`;
            })}>×</button></span>`} />`;
}

// An area of the table: what lies in it, and everything that puts a card there.
function SetArea({ builder, area, title, entries, draw, note, wide, central, few = MOST_LAID, count = true }) {
  const { form } = builder;
  const key = areaKey(area);
  const linked = form.linkAt(area) !== undefined;
  const deck = !linked && form.isDeck(area);
  const holding = builder.held?.card ? builder.held : null;
  const dragging = builder.dragging?.card;
  const takes = holding && !builder.misfit(holding.card, area) && (linked || areaKey(holding.area ?? []) !== key);
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
    <section data-area=${key}
      class=${classes("set-area", wide && "wide", central && "central", wanted && "wanted", entries.length === 0 && "empty")}
      data-path=${linked ? undefined : `table/${key}`} aria-label=${builder.areaName(area)} tabindex="-1"
      onDragOver=${(e) => { if (builder.dragging?.card) { e.preventDefault(); e.stopPropagation(); } }} onDrop=${drop}>
      <header><h3>${title}${count && entries.length > 0 && html` <span class="set-count">${entries.length}</span>`}</h3>
        ${deck && entries.length > 1 && html`
          <button class="set-small" aria-label=${`Shuffle ${builder.areaName(area)}`}
            onClick=${() => builder.change((now) => { shuffleArea(now, area); return `${capital(builder.areaName(area))} is shuffled.`; })}>
            Shuffle</button>`}
        ${takes && html`
          <button class="put-here" onClick=${() => builder.put(holding.card, area)}
            aria-label=${`Put ${builder.name(holding.card)} ${linked ? "" : "into "}${builder.areaName(area)}`}>Put here</button>`}
      </header>
      ${entries.length > 0 && html`<div class="set-cards">
        ${shown.map((entry, index) => draw
          ? draw(entry, index)
          : html`
            <span class=${classes("set-entry", note?.(entry, index).length > 0 && "noted")}
              key=${here.indexOf(here[index]) === index ? here[index] : index} data-path=${`table/${key}/${index}`}>
              <${SetCard} builder=${builder} card=${entryCard(entry)} area=${area} index=${index}
                number=${deck ? index + 1 : 0}
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
function SetCard({ builder, card, area, index, number = 0, tab = true }) {
  const printed = builder.cards.of(card);
  const held = builder.held?.card === card && areaKey(builder.held.area ?? []) === areaKey(area);
  const { board, game } = builder.form;
  const counted = board.tokens.filter((token) => token.on.includes("player") && token.sign).map((token) => token.sign);
  const icons = board.values.filter((value) => counted.includes(value.sign) && printed?.values[value.what] > 0);
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
    <span class=${classes("set-card", game.sideClass(printed?.side), held && "held")}>
      <span class="set-grip" ...${gripping(builder, { card, area, index }, held, tab)} title=${printed?.text || undefined}
        aria-label=${`${number ? `${number}: ` : ""}${name}`} onKeyDown=${onKeyDown}>
        ${number > 0 && html`<small class="set-number">${number}</small>`}${name}
        ${icons.map(({ what, name: title, sign }) => html`
          <small key=${what} title=${title}> ${sign}${printed.values[what]}</small>`)}</span>
      <button class="set-away" tabindex="-1" aria-label=${`Take ${name} from ${builder.areaName(area)}`}
        onClick=${() => builder.remove(card, area, index)}>×</button>
    </span>
  `;
}

// What makes something a card that can be taken; `tab`: whether the Tab key reaches it.
export const gripping = (builder, taken, held, tab) => ({
  role: "button", tabindex: tab ? 0 : -1, draggable: "true", "data-card": taken.card, "aria-pressed": held ? "true" : undefined,
  onClick: (e) => builder.pick(e, taken), onFocus: () => builder.focused(taken.card, taken.area),
  onDragStart: (e) => builder.drag(e, taken), onDragEnd: () => builder.drag(null),
});

function neighbour(element, way) {
  const all = [...element.closest("[data-area]").querySelectorAll("[data-card]")]
    .filter((one) => one.closest("[data-area]") === element.closest("[data-area]"));
  return all[all.indexOf(element) + way];
}

// A number of tokens: fewer, more, typed, or a token dropped on it.
function SetTokens({ builder, label, long, token, value, of, set }) {
  const wanted = token && (builder.held?.token ?? builder.dragging?.token) === token;
  const bounded = (number) => set(wholeNumber(number, 0, MOST_TOKENS));
  return html`
    <span class=${classes("set-tokens", wanted && "wanted")} role="group" aria-label=${long}
      onDragOver=${(e) => { if (wanted) { e.preventDefault(); e.stopPropagation(); } }}
      onDrop=${(e) => { if (wanted) { e.preventDefault(); e.stopPropagation(); builder.dragging = null; bounded(value + 1); } }}>
      <span class="set-label">${label}</span>
      <button aria-label=${`${long}: one fewer`} disabled=${value <= 0} onClick=${() => bounded(value - 1)}>−</button>
      <input type="number" min="0" max=${MOST_TOKENS} aria-label=${long} value=${value} onInput=${(e) => bounded(e.target.value)} />
      <button aria-label=${`${long}: one more`} onClick=${() => bounded(value + 1)}>+</button>
      ${of !== undefined && html`<span class="set-label">of ${of}</span>`}
    </span>
  `;
}

function SetMark({ builder, path, entry, word, label }) {
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
