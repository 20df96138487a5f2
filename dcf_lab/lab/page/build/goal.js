// The goal of a puzzle, put together from menus: who, what happens to whom, by when. What is chosen is written down in the language of
// goals, and read back from it; the language itself is there for everything else.

import { capital, classes } from "../common/dom.js";
import { optionsOf } from "./fields.js";

const USUAL_TIME = "this round";
const SIGNS = { ">=": "at least", "<=": "at most", "==": "exactly" };
const MOST_WISHES = 6;
const MOST_OFFERED = 8;
const WRITTEN = [["happen", "What must happen"], ["reach", "What must come true"], ["avoid", "What must never be"]];

const WISH_KINDS = Object.entries({
  win: "win the game", happens: "make something happen", counts: "bring tokens somewhere", lies: "bring a card somewhere",
  is: "bring a card into a state", wins: "let a side win",
});

// What the menus can say of one draft.
class GoalMenus {
  constructor({ form, draft, facts, cards }) {
    Object.assign(this, { form, draft, facts: facts.goal, cards });
    this.lying = [...new Map(form.cardsOnTable(draft).map(({ card }) => [card, cards.of(card)])).entries()]
      .filter(([, printed]) => printed).sort(([a], [b]) => form.name(a).localeCompare(form.name(b)));
    this.templates = Object.fromEntries(Object.entries(this.facts.menus).map(([kind, [, text]]) => [kind, text]));
  }

  // Is there something to choose from for this kind of wish?
  offers(kind) {
    return {
      win: true, happens: this.events().length > 0, counts: this.counters().length > 0, lies: this.lying.length > 0,
      is: this.marked().length > 0, wins: Object.keys(this.facts.sides).length > 1,
    }[kind];
  }

  cardsOf(types) {
    return this.lying.filter(([, { type }]) => types.length === 0 || types.includes(type)).map(([card]) => card);
  }

  events() {
    return this.facts.events.filter(({ to }) => this.cardsOf(to).length > 0);
  }

  // Whatever tokens lie on: cards, players, tracks; each with its kinds of tokens.
  counters() {
    const { tokens, holders } = this.facts;
    const on = (type) => tokens.filter((token) => token.on.includes(type)).map(({ key }) => key);
    const players = this.form.playing(this.draft).map((player) => [player, capital(this.form.game.name(player)), on("player")]);
    const tracks = holders.map(({ id, name, token }) => [id, name, [token]]);
    const all = this.lying.map(([card, { type }]) => [this.subject(card), this.form.name(card), on(type)]);
    return [...tracks, ...all, ...players].filter(([, , kinds]) => kinds.length > 0);
  }

  marked() {
    return this.facts.states.flatMap((state) => this.cardsOf(state.on).map((card) => [this.subject(card), card, state]));
  }

  areas(players = this.form.playing(this.draft)) {
    return this.facts.areas.flatMap(({ whose, what, words }) => (whose === "table"
      ? [[`table.${what}`, `the ${words}`]]
      : players.map((player) => [`${player}.${what}`, `${this.form.game.name(player)}'s ${words}`])));
  }

  // How an expression calls a card: by its id where that is a word.
  subject(card) {
    return /^[a-z_]\w*$/.test(card) && this.cards.of(card)?.copies === 1 ? card : `card('${card}')`;
  }

  // How something is called that was wished for, and is not here any more to be chosen.
  absent(said) {
    const card = /^card\('(.*)'\)$/.exec(said)?.[1] ?? said;
    if (this.cards.of(card)) return `${this.form.name(card)}, not on the table`;
    const { game } = this.form;
    return this.areas([...game.players.keys()]).find(([area]) => area === said)?.[1] ?? capital(game.name(said).replaceAll("_", " "));
  }

  // What is begun with when a kind of wish is chosen.
  begun(kind) {
    const [event] = this.events();
    const [counter] = this.counters();
    const [mark] = this.marked();
    return {
      win: () => ({ road: "any" }), happens: () => ({ event: event.kind, card: this.cardsOf(event.to)[0] }),
      counts: () => ({ card: counter[0], token: counter[2][0], sign: ">=", number: 1 }),
      lies: () => ({ card: this.lying[0][0], area: this.areas()[0][0] }), is: () => ({ card: mark[0], state: mark[2].key }),
      wins: () => ({ side: Object.keys(this.facts.sides)[0] }),
    }[kind]();
  }

  // One wish as the language has it.
  write({ kind, event, ...words }) {
    const said = { kind: event, ...words };
    if (kind === "happens" && !said.card) return event;
    return this.templates[kind].replace(/\{(\w+)\}/g, (_, word) => said[word]);
  }

  // And read back; null: no menu says it.
  read(text, part) {
    if (part === "happen" && this.facts.events.some(({ kind }) => kind === text)) return { kind: "happens", event: text, card: "" };
    for (const [kind, [place, template]] of Object.entries(this.facts.menus)) {
      if ((place === "happen") !== (part === "happen")) continue;
      const found = new RegExp(`^${template.replace(/[.()]/g, "\\$&").replace(/\{(\w+)\}/g, (_, word) => FORMS[word](word))}$`).exec(text);
      const wish = found && this.sound({ kind, ...found.groups });
      if (wish) return wish;
    }
    return null;
  }

  sound({ kind, ...said }) {
    const { events, states, tokens, sides } = this.facts;
    if (kind === "counts" && tokens.some(({ key }) => key === said.token)) return { kind, ...said, number: Number(said.number) };
    if (kind === "is" && states.some(({ key }) => key === said.state)) return { kind, ...said };
    if (kind === "wins" && said.side in sides) return { kind, ...said };
    if (kind === "lies") return { kind, ...said };
    const { event, card } = said;
    return kind === "happens" && events.some((one) => one.kind === event) ? { kind, event, card } : null;
  }

  // All wishes of a goal; `part` says which field has those that no menu says.
  wishes(goal) {
    const found = goal.win ? [{ kind: "win", road: goal.win }] : [];
    for (const [part, between] of [["happen", null], ["reach", " and "], ["avoid", " or "]]) {
      if (!goal[part]) continue;
      const texts = between ? goal[part].split(between) : [goal[part]];
      const read = texts.map((text) => this.read(text, part));
      if (read.every(Boolean)) found.push(...read.map((wish) => ({ ...wish, never: part === "avoid" })));
      else found.push({ kind: "written", part });
    }
    return found;
  }

  // The goal that these wishes make; what is written by hand stays.
  goal(wishes, { for: side, within, against, ...said }) {
    const byHand = (part) => (wishes.some((wish) => wish.kind === "written" && wish.part === part) ? said[part] : "");
    const text = (never) => wishes.filter((wish) => ["counts", "lies", "is", "wins"].includes(wish.kind) && Boolean(wish.never) === never)
      .map((wish) => this.write(wish));
    const happens = wishes.find((wish) => wish.kind === "happens");
    const made = {
      for: side, within, against, win: wishes.find((wish) => wish.kind === "win")?.road,
      happen: happens ? this.write(happens) : byHand("happen"),
      reach: [byHand("reach"), ...text(false)].filter(Boolean).join(" and "),
      avoid: [byHand("avoid"), ...text(true)].filter(Boolean).join(" or "),
    };
    return Object.fromEntries(Object.entries(made).filter(([, value]) => value));
  }
}

// How the words of a wish look in the language.
const FORMS = {
  kind: () => "(?<event>[a-z ]+?)", card: (word) => `(?<${word}>[a-z_]\\w*|[\\w.]+|card\\('[\\w.]+'\\))`,
  token: (word) => `(?<${word}>\\w+)`,
  sign: (word) => `(?<${word}>>=|<=|==)`, number: (word) => `(?<${word}>\\d{1,4})`, area: (word) => `(?<${word}>[^']+)`,
  state: (word) => `(?<${word}>\\w+)`, side: (word) => `(?<${word}>\\w+)`,
};

export function GoalFields({ builder, goal, facts }) {
  const menus = new GoalMenus(builder);
  const wishes = menus.wishes(goal);
  const set = (key, value) => builder.change((now) => {
    now.goal = { ...now.goal, [key]: value };
    if (!value) delete now.goal[key];
    if (key === "for" && now.goal.win && now.goal.win !== "any") now.goal.win = "any";
  });
  const make = (now, merge = "") => builder.change((draft) => { draft.goal = menus.goal(now, draft.goal); }, merge);
  const change = (n, said, merge) => make(wishes.map((wish, m) => (m === n ? { ...wish, ...said } : wish)), merge);
  const taken = (kind, n) => ["win", "happens"].includes(kind) && wishes.some((wish, m) => m !== n && (wish.kind === kind
    || (kind === "happens" && wish.part === "happen")));
  const can = (kind, n) => menus.offers(kind) && !taken(kind, n);
  const free = WISH_KINDS.find(([kind]) => can(kind, -1) && kind !== "wins");
  const turn = (n, kind) => make(wishes.map((wish, m) => (m === n ? { kind, never: kind === "wins", ...menus.begun(kind) } : wish)));
  const others = wishes.length === 0 || wishes.some((wish) => wish.kind === "written");
  return html`
    <div class="goal-fields">
      <label>Who <select data-path="goal/for" value=${goal.for} onChange=${(e) => set("for", e.target.value)}>
        ${Object.entries(facts.sides).map(([side, name]) => html`<option key=${side} value=${side}>${name}</option>`)}</select></label>
      <label>By when <select data-path="goal/within" value=${goal.within ?? USUAL_TIME} onChange=${(e) => set("within", e.target.value)}>
        ${optionsOf(Object.keys(facts.within), goal.within, (one) => facts.within[one] ?? one)}</select></label>
      <ul class="wide goal-wishes">${wishes.map((wish, n) => html`
        <li key=${n} data-goal-wish=${wish.kind}>
          ${wish.kind === "written"
            ? html`<p>${capital(WRITTEN.find(([part]) => part === wish.part)[1])}, as it is written below.</p>`
            : html`
              <select aria-label=${`Wish ${n + 1}`} value=${wish.kind} onChange=${(e) => turn(n, e.target.value)}>
                ${WISH_KINDS.filter(([kind]) => kind === wish.kind || can(kind, n)).map(([kind, text]) => html`
                  <option key=${kind} value=${kind}>${wish.never ? `never: ${text}` : text}</option>`)}</select>
              <${WishFields} menus=${menus} wish=${wish} goal=${goal} number=${n + 1}
                set=${(said, merge) => change(n, said, merge)} />`}
          ${wishes.length > 1 && wish.kind !== "written" && html`
            <button class="set-small" aria-label=${`Remove wish ${n + 1}`}
              onClick=${() => make(wishes.filter((_, m) => m !== n))}>×</button>`}
        </li>`)}</ul>
      ${free && wishes.length < MOST_WISHES && html`
        <button class="wide set-small add-wish" data-act="another wish"
          onClick=${() => make([...wishes, { kind: free[0], ...menus.begun(free[0]) }])}>
          ${wishes.length > 0 ? "And also …" : "Choose what"}</button>`}
      <label class="wide">Against <select data-path="goal/against" value=${goal.against ?? "every reply"}
        onChange=${(e) => set("against", e.target.value === "every reply" ? "" : e.target.value)}>
        ${optionsOf(Object.keys(facts.against), goal.against, capital)}</select></label>
      <details class="wide own-words" open=${others || undefined}><summary>Write it yourself</summary>
        ${WRITTEN.map(([part, text]) => html`
          <${WrittenWish} key=${part} builder=${builder} menus=${menus} part=${part} text=${text} said=${goal[part] ?? ""} />`)}</details>
      ${builder.found.goal && html`<p class="wide goal-sentence" role="status">${builder.found.goal}</p>`}
    </div>
  `;
}

// What one wish is about.
function WishFields({ menus, wish, goal, number, set }) {
  const { form, facts } = menus;
  const pick = (label, value, list, key) => html`
    <select aria-label=${`${label} ${number}`} data-wish-part=${key} value=${value} onChange=${(e) => set({ [key]: e.target.value })}>
      ${list.map(([one, text]) => html`<option key=${one} value=${one}>${text}</option>`)}
      ${!list.some(([one]) => one === value) && html`<option value=${value}>${menus.absent(value)}</option>`}</select>`;
  const never = html`<label class="set-mark"><input type="checkbox" aria-label=${`Never, wish ${number}`} checked=${wish.never ?? false}
    onChange=${(e) => set({ never: e.target.checked })} />never</label>`;
  switch (wish.kind) {
    case "win":
      return pick("How", wish.road, [["any", "in any way"], ...Object.entries(facts.roads[goal.for] ?? {})
        .map(([road, text]) => [road, `by ${text}`])], "road");
    case "happens": {
      const event = facts.events.find(({ kind }) => kind === wish.event);
      const cards = menus.cardsOf(event.to).map((card) => [card, form.name(card)]);
      const turn = (kind) => {
        const others = menus.cardsOf(facts.events.find((one) => one.kind === kind).to);
        set({ event: kind, card: others.includes(wish.card) ? wish.card : (others[0] ?? "") });
      };
      return html`
        ${pick("To whom", wish.card, [...cards, ["", "anybody or anything"]], "card")}
        <select aria-label=${`What happens ${number}`} data-wish-part="event" value=${wish.event} onChange=${(e) => turn(e.target.value)}>
          ${facts.events.filter((one) => one === event || menus.cardsOf(one.to).length > 0).map(({ kind, text }) => html`
            <option key=${kind} value=${kind}>${text.replace("{to}", "…")}</option>`)}</select>`;
    }
    case "counts": {
      const counters = menus.counters();
      const kinds = counters.find(([id]) => id === wish.card)?.[2] ?? [wish.token];
      const name = (key) => facts.tokens.find((token) => token.key === key)?.name ?? key;
      const turn = (card) => {
        const there = counters.find(([id]) => id === card)[2];
        set({ card, token: there.includes(wish.token) ? wish.token : there[0] });
      };
      return html`
        <select aria-label=${`Where ${number}`} data-wish-part="card" value=${wish.card} onChange=${(e) => turn(e.target.value)}>
          ${counters.map(([id, text]) => html`<option key=${id} value=${id}>${text}</option>`)}
          ${!counters.some(([id]) => id === wish.card) && html`<option value=${wish.card}>${menus.absent(wish.card)}</option>`}</select>
        ${pick("How many", wish.sign, Object.entries(SIGNS), "sign")}
        <input type="number" min="0" max="1000" aria-label=${`Number ${number}`} data-wish-part="number" value=${wish.number}
          onInput=${(e) => set({ number: Math.max(0, Math.min(1000, Math.trunc(Number(e.target.value)) || 0)) }, `wish ${number}`)} />
        ${pick("Of what", wish.token, kinds.map((key) => [key, name(key)]), "token")}${never}`;
    }
    case "lies":
      return html`${pick("Card", wish.card, menus.lying.map(([card]) => [card, form.name(card)]), "card")}
        ${pick("Area", wish.area, menus.areas().map(([area, text]) => [area, `in ${text}`]), "area")}${never}`;
    case "is": {
      const marked = menus.marked();
      const cards = [...new Map(marked.map(([subject, card]) => [subject, form.name(card)]))];
      const states = marked.filter(([subject]) => subject === wish.card).map(([, , { key, name }]) => [key, name]);
      return html`${pick("Card", wish.card, cards, "card")}${pick("State", wish.state, states, "state")}${never}`;
    }
    default:
      return html`${pick("Side", wish.side, Object.entries(facts.sides), "side")}${never}`;
  }
}

// A wish in the language itself: its words are offered, and a mistake is shown where it is.
function WrittenWish({ builder, menus, part, text, said }) {
  const [at, setAt] = useState(null); // where the caret is, while the field has the focus
  const field = useRef(null);
  const problem = builder.found.problems.find(({ path }) => path[0] === "goal" && path[1] === part);
  const write = (value) => builder.change((now) => {
    now.goal = { ...now.goal, [part]: value };
    if (!value) delete now.goal[part];
  }, `goal ${part}`);
  const begun = at === null ? "" : /[\w.]*$/.exec(said.slice(0, at))[0];
  const known = [...menus.facts.words[part === "happen" ? "happen" : "reach"], ...menus.lying.map(([card]) => card),
    ...menus.form.playing(menus.draft)];
  const word = part === "happen" ? begun : begun.split(".").at(-1);
  const offered = word ? known.filter((one) => one.startsWith(word) && one !== word).slice(0, MOST_OFFERED) : [];
  const take = (one) => {
    const now = said.slice(0, at - word.length) + one + said.slice(at);
    write(now);
    const caret = at - word.length + one.length;
    setAt(caret);
    requestAnimationFrame(() => { field.current?.focus(); field.current?.setSelectionRange(caret, caret); });
  };
  const caret = (e) => setAt(e.target.selectionStart);
  const [from, to] = problem?.at ?? [0, 0];
  return html`
    <div class=${classes("written-wish", problem && "wrong")}
      onFocusout=${(e) => !e.currentTarget.contains(e.relatedTarget) && setAt(null)}>
      <label>${text} <input ref=${field} data-path=${`goal/${part}`} maxlength="400" value=${said} spellcheck="false" autocomplete="off"
        aria-invalid=${problem ? "true" : undefined} aria-describedby=${problem ? `wrong-${part}` : undefined}
        placeholder=${goalExample(menus, part)} onInput=${(e) => { write(e.target.value); caret(e); }} onKeyUp=${caret}
        onClick=${caret} /></label>
      ${offered.length > 0 && html`<div class="offered" role="group" aria-label="Words">
        ${offered.map((one) => html`<button key=${one} class="set-small" onClick=${() => take(one)}>${one}</button>`)}</div>`}
      ${problem && html`<div class="mistake" id=${`wrong-${part}`}>
        ${to > from && html`<code>${said.slice(0, from)}<mark>${said.slice(from, to)}</mark>${said.slice(to)}</code>`}
        <p>${problem.text}</p>
        ${problem.instead && html`
          <button class="set-small" onClick=${() => write(problem.instead)}>Write “${problem.instead}”</button>`}
      </div>`}
    </div>
  `;
}

// What might be wished of a card that lies here.
function goalExample(menus, part) {
  const [event] = menus.events();
  const [counter] = menus.counters();
  if (part === "happen") return event ? `${event.kind} to ${menus.cardsOf(event.to)[0]}` : "";
  if (part === "avoid") return `winner == '${Object.keys(menus.facts.sides)[0]}'`;
  return counter ? `${counter[0]}.${counter[2][0]} >= 4` : "";
}
