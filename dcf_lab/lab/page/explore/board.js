// The board: both sides, the three Locations, Sanctuary and the Master Plan, at any moment of the film.

import { StandIn, SIDES } from "../common/cards.js";
import { capital, classes, plural } from "../common/dom.js";
import { cardsOf, sizeOf } from "../common/film.js";

const SANCTUARY = 30;
const MASTER_PLAN = 5;

export function Board({ lab }) {
  const { table } = lab.film;
  const players = (side) => lab.facts.players.filter((player) => player[0] === side[0]);
  return html`
    <section class="board" aria-label="The table">
      <${Team} lab=${lab} players=${players("rogue")} side="rogue" />
      <${Places} lab=${lab} table=${table} />
      <${Team} lab=${lab} players=${players("hero")} side="hero" />
    </section>
  `;
}

// The players of a side beside each other; what belongs to the whole side lies with the first.
function Team({ lab, players, side }) {
  return html`
    <div class=${classes("team", players.length > 1 && "two")}>
      ${players.map((player, n) => html`<${Player} key=${player} lab=${lab} player=${player} side=${side} first=${n === 0} />`)}
    </div>
  `;
}

// Round, stage and phase, and how near each side is to winning: always in sight.
export function Status({ lab }) {
  const { table } = lab.film;
  const sanctuary = table.counts["sanctuary.citizens"] ?? 0;
  const schemes = sizeOf(table.zones["table.master plan"]);
  const [round, stage, phase] = table.facts.moment ?? [0, "", ""];
  const changed = (key) => lab.changed.has(key) && "changed";
  return html`
    <section class="status" aria-label="Where the game stands">
      <p class="round"><b>Round ${round}</b> <span>${stage || "Setting up"}</span> <span class="phase">${phase}</span></p>
      <p class=${classes("goal hero", changed("sanctuary"))}>
        <span>Sanctuary <b>${sanctuary}</b> of ${SANCTUARY}</span>
        <meter min="0" max=${SANCTUARY} value=${sanctuary} aria-label=${`Sanctuary: ${sanctuary} of ${SANCTUARY} citizens`}></meter>
      </p>
      <p class=${classes("goal rogue", changed("table.master plan"))}>
        <span>Master Plan <b>${schemes}</b> of ${MASTER_PLAN}</span>
        <span class="pips" role="img" aria-label=${`Master Plan: ${schemes} of ${MASTER_PLAN} Schemes`}>
          ${Array.from({ length: MASTER_PLAN }, (_, n) => html`<i class=${n < schemes && "full"}></i>`)}
        </span>
      </p>
    </section>
  `;
}

function Player({ lab, player, side, first }) {
  const zones = lab.film.table.zones;
  const zone = (what) => zones[`${player}.${what}`];
  const resources = lab.film.table.counts[`${player}.resources`] ?? 0;
  const drafting = sizeOf(zone("characters")) === 0;
  const waiting = drafting ? [...cardsOf(zone("starters")), ...cardsOf(zone("reserve"))] : [];
  const fallen = side === "rogue" ? ["table.captured", "Captured"] : ["table.knocked out", "Knocked out"];
  return html`
    <section class=${classes("player", `side-${side}`)} aria-label=${lab.cards.name(player)}>
      <header>
        <h2>${lab.cards.name(player)}</h2>
        <${Pile} lab=${lab} zone=${`${player}.deck`} name="Deck" />
        <${Pile} lab=${lab} zone=${`${player}.discard`} name="Discard" />
        <${Pile} lab=${lab} zone=${`${player}.reserve`} name="Reserve" />
        ${(resources > 0 || sizeOf(zone("pool")) > 0) && html`
          <${Pile} lab=${lab} zone=${`${player}.pool`} name="Pool" more=${`, ${resources} to spend`} />`}
        ${first && sizeOf(zones[fallen[0]]) > 0 && html`<${Pile} lab=${lab} zone=${fallen[0]} name=${fallen[1]} />`}
        ${first && side === "rogue" && sizeOf(zones["table.master plan"]) > 0 && html`
          <${Pile} lab=${lab} zone="table.master plan" name="Master Plan" />`}
      </header>
      <div class="characters">
        ${cardsOf(zone("characters")).map((card) => html`<${Character} key=${card} lab=${lab} card=${card} />`)}
        ${waiting.map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} note="in the reserve" />`)}
        ${cardsOf(zone("play area")).map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} />`)}
        ${cardsOf(zone("played")).map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} />`)}
      </div>
      <div class="hand" role="group" aria-label=${`Hand: ${plural(sizeOf(zone("hand")), "card")}`}>
        <span class=${classes("label", lab.changed.has(`${player}.hand`) && "changed")}>Hand ${sizeOf(zone("hand"))}</span>
        ${Array.isArray(zone("hand"))
          ? zone("hand").map((card) => html`<${Chip} key=${card} lab=${lab} card=${card} />`)
          : Array.from({ length: sizeOf(zone("hand")) }, () => html`
            <span class="chip facedown" title="You may not see this card">?</span>`)}
      </div>
    </section>
  `;
}

// A character with its tokens and what lies on it.
function Character({ lab, card }) {
  const { zones, links } = lab.film.table;
  const on = cardsOf(zones[`${card}.attachments`]);
  const fuel = zones[`${card}.empowering`];
  return html`
    <div class="character">
      <${Tile} lab=${lab} card=${card} place=${links[`${card}.at`]} />
      ${(on.length > 0 || sizeOf(fuel) > 0) && html`
        <div class="on">
          ${on.map((one) => html`<${Chip} key=${one} lab=${lab} card=${one} />`)}
          ${sizeOf(fuel) > 0 && (Array.isArray(fuel)
            ? fuel.map((one) => html`<${Chip} key=${one} lab=${lab} card=${one} note="empowers" />`)
            : html`<span class="chip">empowered by ${sizeOf(fuel)}</span>`)}
        </div>`}
    </div>
  `;
}

const STATES = ["exhausted", "swayed", "faceup", "blank", "revealed"];

// What holds for a card, in words: exhausted, Attack +2, Primal Drive used.
function statesOf(lab, card) {
  const { marks } = lab.film.table;
  const states = STATES.filter((state) => marks[`${card}.${state}`]);
  for (const key in marks) {
    if (!key.startsWith(`${card}.`)) continue;
    const mark = key.slice(card.length + 1);
    const [, value] = marks[key]; // until when, and what
    const [, word, how] = /^(\w+) (boost|value)\b/.exec(mark) ?? [];
    if (how === "value") states.push(`${capital(word)} is ${value}`);
    else if (how === "boost" && value) states.push(`${capital(word)} ${value < 0 ? "−" : "+"}${Math.abs(value)}`);
    else if (mark.startsWith("used ")) states.push(`${lab.cards.of(card)?.abilities?.[mark.slice(5)] || "ability"} used`);
    else if (mark.startsWith("cannot ")) states.push(mark);
  }
  return states;
}

function Tile({ lab, card, place, note }) {
  const printed = lab.cards.of(card);
  if (!printed) return null;
  const { counts } = lab.film.table;
  const damage = counts[`${card}.damage`] ?? 0;
  const citizens = counts[`${card}.citizens`];
  const { health, attack, threaten, rescue, threshold, claim } = printed.values;
  const states = [...statesOf(lab, card), place && `at ${lab.cards.name(place)}`, note].filter(Boolean);
  if (states.length === 0 || !["hero", "rogue"].includes(printed.type)) states.unshift(capital(printed.type));
  const can = lab.optionsOf(card).length;
  return html`
    <button class=${classes("tile", `side-${printed.side || "none"}`, `type-${printed.type}`, states.includes("exhausted") && "exhausted",
        lab.changed.has(card) && "changed", lab.viewed === card && "viewed", lab.hinted === card && "hinted", can > 0 && "can")}
      data-card=${card} title=${printed.text} onClick=${(e) => lab.view(card, e.currentTarget, true)}
      onFocus=${(e) => lab.view(card, e.currentTarget, false)}>
      <span class="name">${printed.name}</span>
      <span class="stats">
        ${health !== undefined && html`
          <span title="Health left of Health" class=${damage > 0 && "hurt"}>♥ ${health - damage}/${health}</span>`}
        ${attack !== undefined && html`<span title="Attack">⚔ ${attack}</span>`}
        ${threaten !== undefined && html`<span title="Threaten">☣ ${threaten}</span>`}
        ${rescue !== undefined && html`<span title="Rescue">✚ ${rescue}</span>`}
        ${claim !== undefined && html`<span title="Citizens that it claims">claims ${claim}</span>`}
        ${printed.type === "scheme" && html`<span title="Citizens of the threshold">☻ ${citizens ?? 0} of ${threshold}</span>`}
        ${printed.type !== "scheme" && citizens > 0 && html`<span title="Citizens here">☻ ${citizens}</span>`}
      </span>
      <span class="states">${states.join(", ")}</span>
      ${can > 0 && html`<span class="dot" title=${plural(can, "legal answer")} aria-label=${plural(can, "legal answer")}>${can}</span>`}
      ${lab.changed.has(card) && html`<span class="hidden-text">changed</span>`}
    </button>
  `;
}

// A card in a hand, on a character or in an open pile.
export function Chip({ lab, card, note }) {
  const printed = lab.cards.of(card);
  const can = lab.optionsOf(card).length;
  const icons = printed?.values.renown ?? printed?.values.infamy;
  return html`
    <button class=${classes("chip", `side-${printed?.side || "none"}`, lab.changed.has(card) && "changed", lab.viewed === card && "viewed",
        lab.hinted === card && "hinted", can > 0 && "can")}
      data-card=${card} title=${printed && `${capital(printed.type)}. ${printed.text ?? ""}`}
      onClick=${(e) => lab.view(card, e.currentTarget, true)} onFocus=${(e) => lab.view(card, e.currentTarget, false)}>
      ${lab.cards.name(card)}${icons > 0 && html` <small title="Resource icons">★${icons}</small>`}${note && html` <small>${note}</small>`}
      ${lab.changed.has(card) && html`<span class="hidden-text">changed</span>`}
    </button>
  `;
}

function Pile({ lab, zone, name, more = "" }) {
  const cards = lab.film.table.zones[zone];
  const size = sizeOf(cards);
  return html`
    <button class=${classes("pile", lab.changed.has(zone) && "changed")} disabled=${size === 0} data-zone=${zone}
      onClick=${(e) => lab.viewPile(zone, name, e.currentTarget)}>${name} <b>${size}</b>${more}</button>
  `;
}

function Places({ lab, table }) {
  const row = cardsOf(table.zones["table.locations"]);
  const empty = table.facts["empty spaces"] ?? [];
  return html`
    <section class=${classes("places", row.length < 3 && "few")} aria-label="Locations">
      ${row.map((place) => html`<${Place} key=${place} lab=${lab} place=${place} table=${table} />`)}
      ${empty.map((place) => html`<${Place} key=${`empty ${place}`} lab=${lab} place=${place} table=${table} empty />`)}
      <div class="decks">
        <${Pile} lab=${lab} zone="table.location deck" name="Locations" />
        <${Pile} lab=${lab} zone="table.unaligned deck" name="Unaligned" />
        ${sizeOf(table.zones["table.location discard"]) > 0 && html`<${Pile} lab=${lab} zone="table.location discard" name="Discarded" />`}
        ${sizeOf(table.zones["table.removed"]) > 0 && html`<${Pile} lab=${lab} zone="table.removed" name="Out of the game" />`}
      </div>
    </section>
  `;
}

function Place({ lab, place, table, empty }) {
  const citizens = table.counts[`${place}.citizens`] ?? 0;
  const printed = lab.cards.of(place);
  const scheme = table.zones[`${place}.scheme`];
  const here = Object.keys(table.links).filter((key) => key.endsWith(".at") && table.links[key] === place).map((key) => key.slice(0, -3))
    .filter((card) => ["hero", "rogue"].includes(lab.cards.of(card)?.type));
  const can = lab.optionsOf(place).length;
  return html`
    <div class=${classes("place", lab.changed.has(place) && "changed")}>
      <button class=${classes("title", can > 0 && "can", lab.viewed === place && "viewed", lab.hinted === place && "hinted")}
        data-card=${place}
        onClick=${(e) => lab.view(place, e.currentTarget, true)} onFocus=${(e) => lab.view(place, e.currentTarget, false)}>
        <span class="name">${empty ? "Empty space" : lab.cards.name(place)}</span>
        ${!empty && html`<span class="citizens" title="Citizens here">☻ ${citizens}</span>`}
        ${can > 0 && html`<span class="dot" title=${plural(can, "legal answer")} aria-label=${plural(can, "legal answer")}>${can}</span>`}
        ${lab.changed.has(place) && html`<span class="hidden-text">changed</span>`}
      </button>
      <p class="text" title=${printed?.text}>${empty ? `${lab.cards.name(place)} was here, and no Location is left.` : printed?.text}</p>
      <div class="things">
        ${Array.isArray(scheme)
          ? scheme.map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} note=${!table.marks[`${card}.faceup`] && "facedown"} />`)
          : sizeOf(scheme) > 0 && html`<span class=${classes("tile", "facedown", lab.changed.has(`${place}.scheme`) && "changed")}>
              <span class="name">Facedown Scheme</span><span class="stats">☻ ${scheme.citizens}</span>
              <span class="states">Scheme, facedown</span></span>`}
        ${cardsOf(table.zones[`${place}.unaligned`]).map((card) => html`<${Tile} key=${card} lab=${lab} card=${card} />`)}
      </div>
      <p class="here">${here.map((card) => html`
        <span class=${classes("standee", `side-${lab.cards.side(card)}`)} key=${card}>${lab.cards.name(card)}
          <span class="hidden-text"> (${SIDES[lab.cards.side(card)]}) is here</span></span>`)}
        <${StandIn} card=${printed ?? {}} /></p>
    </div>
  `;
}
