// A field for everything else that a position says, chosen by its schema; what no field can show is left alone, but kept.

import { capital, wholeNumber } from "../common/dom.js";
import { areaKey } from "./draft.js";

// `whose`: a player, or nothing for the table.
export function FactField({ builder, word, rule, whose }) {
  const { form, draft } = builder;
  const said = (whose ? draft.table[whose] : draft.table)?.[word];
  const path = `table/${whose ? `${whose}/` : ""}${word}`;
  const set = (value, merge) => builder.change((now) => {
    if (!whose) form.setFact(now, word, value);
    else if (value === undefined) delete now.table[whose][word];
    else (now.table[whose] ??= {})[word] = value;
  }, merge);
  const title = rule.title ?? capital(word.replaceAll("_", " "));
  const side = rule.when?.[draft.table.phase ?? form.facts.phase?.default];
  if (rule.when && side === undefined) return null;
  const field = { builder, rule, said, set, path, title };
  if (rule.oneOf) return html`<${EitherField} ...${field} />`;
  if (rule.type === "integer") return html`<${NumberField} ...${field} />`;
  if (rule.type === "boolean") return html`<${YesField} ...${field} />`;
  if (rule.type === "string") return html`<${ChoiceField} ...${field} side=${side} />`;
  if (rule.type === "object") return html`<${GroupField} ...${field} />`;
  if (rule.items?.format === "card") return html`<${CardsField} ...${field} />`;
  return rule.type === "array" ? html`<${SomeField} ...${field} />` : null;
}

function NumberField({ rule, said, set, path, title }) {
  const { minimum = 0, maximum = 1000, default: usual = "" } = rule;
  return html`
    <label>${title} <input type="number" data-path=${path} min=${minimum} max=${maximum} value=${said ?? usual}
      onInput=${({ target: { value } }) => set(value === "" && usual === "" ? undefined : wholeNumber(value, minimum, maximum), path)} />
      </label>`;
}

function YesField({ said, set, path, title }) {
  return html`
    <label class="set-mark" data-path=${path}><input type="checkbox" checked=${said ?? false}
      onChange=${(e) => set(e.target.checked || undefined)} />${title}</label>`;
}

// One of a list, one of the players, or a card that lies on the table.
function ChoiceField({ builder, rule, said, set, path, title, side }) {
  const { form, draft } = builder;
  const players = form.ofPlayers(rule);
  const isCard = rule.format === "card";
  const all = players
    ? (side ? form.playersOn(draft, side) : form.playing(draft))
    : isCard ? form.cardsOnTable(draft).filter(({ area }) => !rule.in || area.at(-1) === rule.in).map(({ card }) => card) : rule.enum;
  if (!all || (players && all.length < 2 && !said)) return null;
  const value = said ?? rule.default ?? (players && side ? all[0] : "");
  const text = (one) => (players ? capital(form.game.name(one)) : isCard ? form.name(one) : capital(one));
  return html`
    <label>${title} <select data-path=${path} value=${value} onChange=${(e) => set(e.target.value || undefined)}>
      ${value === "" || isCard ? html`<option value="">${isCard ? "choose" : "—"}</option>` : ""}
      ${optionsOf(all, said, text)}
    </select></label>`;
}

// What can be chosen, and what is said, whatever it is.
export const optionsOf = (list, said, text = capital) =>
  [...new Set([...list, ...(said ? [said] : [])])].map((one) => html`<option key=${one} value=${one}>${text(one)}</option>`);

// Some of the players, or of what there is for example.
function SomeField({ builder, rule, said = [], set, path, title }) {
  const { form, draft } = builder;
  const players = form.ofPlayers(rule.items);
  const shared = (player) => form.playersOn(draft, form.game.side(player)).length > 1;
  const there = players
    ? form.playing(draft).filter((player) => !rule.shared || shared(player))
    : (rule.examples ?? rule.items?.enum ?? []);
  if (there.length === 0) return null;
  const rivals = (one, other) => one === other || (rule.each && form.game.side(one) === form.game.side(other));
  return html`
    <fieldset data-path=${path}><legend>${title}</legend>
      ${[...new Set([...there, ...said])].map((one) => html`<label key=${one} class="set-mark">
        <input type="checkbox" checked=${said.includes(one)}
          onChange=${(e) => set([...said.filter((other) => !rivals(one, other)), ...(e.target.checked ? [one] : [])])} />
        ${players ? capital(form.game.name(one)) : one}</label>`)}</fieldset>`;
}

// Everybody, nobody, or a list that a file brought.
function EitherField({ rule, said, set, path, title }) {
  const [yes, some] = [rule.oneOf.find((one) => one.type === "boolean"), rule.oneOf.find((one) => one.type === "array")];
  if (!yes) return null;
  const value = said === true ? "yes" : said ? "some" : "unsaid";
  return html`
    <label>${title} <select data-path=${path} value=${value} onChange=${(e) => set({ yes: true, some: said }[e.target.value])}>
      <option value="unsaid">${rule.description ?? "no"}</option><option value="yes">${yes.title ?? "yes"}</option>
      ${Array.isArray(said) && html`<option value="some">${some?.title ?? "some"}: ${said.join(", ")}</option>`}</select></label>`;
}

// Several numbers and yeses that belong together.
function GroupField({ builder, rule, said = {}, set, path, title }) {
  const parts = Object.entries(rule.properties ?? {});
  const change = (key) => (value) => {
    const { [key]: _, ...rest } = said;
    const now = value === undefined ? rest : { ...rest, [key]: value };
    set(Object.keys(now).length > 0 ? now : undefined, `${path} ${key}`);
  };
  const field = ([key, part]) => ({ builder, rule: part, said: said[key], set: change(key), path: `${path}/${key}`,
    title: part.title ?? capital(key.replaceAll("_", " ")) });
  return html`
    <details class="set-more" data-path=${path}><summary>${title}</summary>
      ${rule.description && html`<p class="source">${rule.description}</p>`}
      ${parts.filter(([, part]) => part.type === "integer").map((one) => html`<${NumberField} key=${one[0]} ...${field(one)} />`)}
      ${parts.filter(([, part]) => part.type === "boolean").map((one) => html`<${YesField} key=${one[0]} ...${field(one)} />`)}
    </details>`;
}

// Cards that are named and lie nowhere.
function CardsField({ builder, said = [], set, title }) {
  const { form } = builder;
  if (said.length === 0) return null;
  return html`
    <span class="set-named">${title}: ${said.map((card, n) => html`
      <span key=${areaKey([card, n])} class=${`set-standee ${form.game.sideClass("")}`}>${form.name(card)}
        <button class="set-away" aria-label=${`${title}: without ${form.name(card)}`}
          onClick=${() => set(said.filter((_, m) => m !== n))}>×</button></span>`)}</span>`;
}

// Is this a list of what holds of cards for a while?
export const isLasting = (rule) => ["on", "what", "until"].every((key) => rule.items?.properties?.[key]);

export function LastingField({ builder, word, rule }) {
  const { form, draft, facts } = builder;
  const rows = draft.table[word] ?? [];
  const { until, amount } = rule.items.properties;
  const { minimum: least = -100, maximum: most = 100 } = amount ?? {};
  const needs = (what) => facts.effects[what];
  const lying = [...new Set(form.cardsOnTable(draft).map((one) => one.card))]
    .sort((a, b) => form.name(a).localeCompare(form.name(b)));
  const begun = (what) => ({ amount: { amount: 1 }, player: { from: form.playing(draft)[0] } })[needs(what)];
  const edit = (n, key, value) => builder.change((now) => {
    const { [key]: _, amount: number, from, ...rest } = now.table[word][n];
    const kept = key === "what" ? begun(value) : { amount: number, from, [key]: value };
    const said = { ...rest, ...kept, [key]: value };
    now.table[word][n] = Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined && one !== ""));
  }, key === "amount" ? `effect ${n}` : "");
  const select = (n, row, key, list, text, label) => html`
    <select aria-label=${`${label} ${n + 1}`} value=${row[key] ?? ""} onChange=${(e) => edit(n, key, e.target.value)}>
      ${!row[key] && html`<option value="">—</option>`}
      ${optionsOf(list, row[key], text)}</select>`;
  const name = (card) => form.name(card);
  const add = (now) => {
    const what = Object.keys(facts.effects)[0];
    (now.table[word] ??= []).push({ on: lying[0], what, ...begun(what), until: until.default ?? until.enum?.[0] });
  };
  return html`
    <details class="build-panel" open=${rows.length > 0} data-path=${`table/${word}`}>
      <summary>${rule.title ?? capital(word)}${rows.length > 0 ? ` (${rows.length})` : ""}</summary>
      <ul class="effect-rows">${rows.map((row, n) => html`<li key=${n} data-path=${`table/${word}/${n}`}>
        ${select(n, row, "on", lying, name, "Card of effect")}
        ${select(n, row, "what", Object.keys(facts.effects), (what) => what, "Effect")}
        ${needs(row.what) === "amount" && html`
          <input type="number" min=${least} max=${most} aria-label=${`Amount of effect ${n + 1}`} value=${row.amount ?? 0}
            onInput=${(e) => edit(n, "amount", wholeNumber(e.target.value, least, most))} />`}
        ${needs(row.what) === "player" && html`<label>from ${
          select(n, row, "from", form.playing(draft), (player) => capital(form.game.name(player)), "Owner of effect")}</label>`}
        ${(needs(row.what) ?? "card") === "card" && html`<label>from ${select(n, row, "from", lying, name, "Cause of effect")}</label>`}
        <label>until the end of the ${select(n, row, "until", until.enum ?? [], (one) => one, "Duration of effect")}</label>
        <button class="set-small" aria-label=${`Remove effect ${n + 1}`}
          onClick=${() => builder.change((now) => { now.table[word].splice(n, 1); })}>×</button></li>`)}</ul>
      <button disabled=${lying.length === 0} onClick=${() => builder.change(add)}>Add an effect</button>
    </details>
  `;
}
