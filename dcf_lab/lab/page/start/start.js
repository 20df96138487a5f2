// The start page: what the lab is, the ways in, and the library of scenarios.

import { capital, classes, parsed, plural, recall, remember, scrollerOf } from "../common/dom.js";
import { OpenFile, Theme } from "../common/frame.js";
import { findWords, findable } from "../common/search.js";
import { puzzleQuery, scenarioQuery } from "../common/words.js";
import { SHUFFLE, firstRound } from "../learn/guide.js";

const AT_ONCE = 60; // cards of the library that are drawn before "Show more"
const SHELVES = {
  told: "Rules", "rulebook example": "Rulebook examples", lesson: "Lessons", puzzle: "Puzzles", scenario: "Scenarios",
  rule: "Scenes of rules", ruling: "Scenes of rulings", card: "Scenes of cards", own: "Your own", broken: "With mistakes",
};
const SCENE_KINDS = { rule: "scene of a rule", ruling: "scene of a ruling", card: "scene of a card" };
const FEW_SCENES = 6; // scenes of single cards that stand among the others

export function StartPage({ app }) {
  const [opening, setOpening] = useState("");
  const top = useRef(null);
  useLayoutEffect(() => {
    if (!app.served) return () => app.element.scrollIntoView(); // a notebook has other things above and below
    const scrolling = scrollerOf(top.current);
    scrolling.scrollTop = keptLibrary().scroll;
    return () => { scrolling.scrollTop = 0; }; // the next page begins at its top
  }, []);
  // A real link, so that it can be opened in a new tab; the one that was clicked says that it is being opened.
  const to = (page, query = "") => ({
    href: app.address(page, query),
    "aria-busy": opening === page + query ? "true" : undefined,
    onClick: async (e) => {
      keepLibrary({ scroll: scrollerOf(top.current).scrollTop });
      const going = app.go(e, page, query);
      if (!going) return;
      setOpening(page + query);
      await going;
      setOpening("");
    },
  });
  const games = app.games ?? [];
  const shown = games.find((game) => game.example);
  const kept = keptHere();
  return html`
    <div class="start" ref=${top}>
      <header class="masthead"><${Theme} /><div class=${classes(!shown && "alone")}>
        <div class="what">
          <h1>dcf_lab</h1>
          <p class="claim">A laboratory for the rules of super-hero card games: learn one, take it step by step, and see what caused
            what.</p>
          ${kept.game && html`<p class="again"><${Continue} game=${kept.game} to=${to} /></p>`}
          ${games.map((game) => html`<${Introduced} key=${game.id} game=${game} to=${to} loud=${!kept.game && game === games[0]} />`)}
        </div>
        ${shown && html`<${Example} game=${shown} rules=${app.rules ?? []} to=${to} />`}
      </div></header>
      <main>
        <${Ways} app=${app} to=${to} draft=${kept.draft} />
        <${Library} entries=${app.entries ?? []} rules=${app.rules ?? []} games=${games} to=${to} />
      </main>
      <footer>
        <p>The rules are told in our own words. Card values are partly stand-ins, and marked so, because few of the printed ones have
          been published. dcf_lab is not affiliated with the games' publishers; all names belong to their owners.</p>
      </footer>
    </div>
  `;
}

// What a game is, who plays it, and the first thing to do about it.
function Introduced({ game, to, loud }) {
  return html`
    <section class="game" data-introduced=${game.id} aria-label=${game.title}>
      <h2>${game.title} <small>${game.playersText}</small></h2>
      <p>${game.about}</p>
      <p class="first-things">
        <a class=${classes("button", "to-learn", loud && "loud")} ...${to("learn", `?game=${game.id}`)}>How it is played</a>
        <a class="button to-guide" ...${to("explore", firstRound(game))}>Play your first round</a>
        <a class="button to-rules" ...${to("learn", `?game=${game.id}&part=rules`)}>All rules</a>
      </p>
    </section>
  `;
}

// What the lab tells of one scene, as a small picture in words.
function Example({ game, rules, to }) {
  const { scene, title, done, counts, comes } = game.example;
  const named = (rule) => rules.find((one) => one.id === rule)?.name || rule;
  const step = ({ side, number, text, rule }, within) => html`
    <li class=${game.sideClass(side)} key=${text}>${number && html`<b>${number}</b> `}${text} <cite><a title=${rule}
      ...${to("learn", `?game=${game.id}&rule=${rule}`)}>${named(rule)}</a></cite>${within}</li>`;
  return html`
    <figure>
      <ol>
        ${step(done, html`<ul>${counts.map((one) => step(one))}</ul>`)}
        ${step(comes)}
      </ol>
      <figcaption><a class="to-example" ...${to("explore", `${scenarioQuery(`${game.id}/${scene}`)}&follow=1`)}>${title}</a></figcaption>
    </figure>
  `;
}

function Ways({ app, to, draft }) {
  const games = app.games ?? [];
  const puzzles = (app.entries ?? []).filter((entry) => entry.kind === "puzzle" && !entry.broken).length;
  const lessons = (app.entries ?? []).filter((entry) => entry.kind === "lesson" && !entry.broken).length;
  const another = useMemo(() => 1 + Math.floor(Math.random() * 1_000_000), []);
  const upload = async (e) => {
    await app.upload(e, "explore");
    if (app.page === "explore" && app.served) history.pushState(null, "", app.address("explore", "?continue=1"));
  };
  const named = parsed(draft)?.title;
  return html`
    <section class="ways" aria-labelledby="ways-title">
      <h2 id="ways-title">Explore, solve, build, teach</h2>
      <div class="big">
        ${games.flatMap((game) => Object.keys(game.starts).map((start) => html`
          <${Start} key=${`${game.id} ${start}`} game=${game} start=${start} many=${games.length > 1} to=${to} another=${another} />`))}
        <div class="way"><a class="enter to-puzzles" ...${to("puzzles")}><b>Puzzles</b>
            <span>Reach a goal against the best replies; the solver checks your ideas.</span></a>
          <p><span class="soft">${puzzles === 0 ? "none yet" : `${plural(puzzles, "puzzle")}, from easy to hard`}</span></p></div>
        <div class="way"><a class="enter to-workshop" ...${to("workshop")}><b>Workshop</b>
            <span>Lessons whose questions the engine writes: read one, present it to a room, hand it out.</span></a>
          <p><span class="soft">${lessons === 0 ? "none yet" : plural(lessons, "lesson")}</span></p></div>
        <div class="way"><a class="enter build-own" ...${to("build")}><b>Build your own</b>
            <span>Put cards and tokens where you want them, and see what happens.</span></a>
          <p>${draft && html`<a class="draft" ...${to("build")}>Go on building${
              typeof named === "string" && named ? `: ${named}` : ""}</a> `}
            <${OpenFile} text="Open a file" open=${upload} /> <span class="soft">a scenario or a saved game</span></p></div>
      </div>
    </section>
  `;
}

// A way to begin a game without a position.
function Start({ game, start, many, to, another }) {
  const { title, about, seatings } = game.starts[start];
  const [seating, setSeating] = useState(seatings[0]);
  const query = (seed) => `?${new URLSearchParams({ game: game.id, start, seating, seed })}`;
  return html`
    <div class="way" data-game=${game.id} data-start=${start}>
      <a class="enter" ...${to("explore", query(SHUFFLE))}>${many && html`<small>${game.title}</small>`}<b>${title}</b>
        <span>${about}</span></a>
      <p>${seatings.length > 1 && html`
        <select aria-label=${`Players: ${title}`} value=${seating} onChange=${(e) => setSeating(e.target.value)}>
          ${seatings.map((one) => html`<option key=${one} value=${one}>${game.seatingText(one)}</option>`)}</select> `}
        <a class="another" ...${to("explore", query(another))}>Another shuffle</a></p></div>
  `;
}

// What this browser has kept: the game that was looked at last, and the position being built.
function keptHere() {
  const game = parsed(recall(localStorage, "dcf_lab.continue"));
  return { game: game?.title ? game : null, draft: recall(localStorage, "dcf_lab.draft") };
}

function Continue({ game, to }) {
  const where = typeof game.puzzle === "string"
    ? to("puzzles", `?continue=1&${puzzleQuery(game.puzzle).slice(1)}`)
    : to("explore", "?continue=1");
  return html`<a class="button loud continue" ...${where}><b>Continue:</b> ${String(game.title)}${
    Number.isFinite(game.when) ? html`<small>, ${howLongAgo(game.when)}</small>` : ""}</a>`;
}

function Library({ entries, rules, games, to }) {
  const [looked, setLooked] = useState(keptLibrary);
  const { words, shelf, shown } = looked;
  const game = games.some(({ title }) => title === looked.game) ? looked.game : "";
  const all = useMemo(() => [...entries.map(asFindable), ...rules.map((rule) => ruleFindable(rule, games))], [entries, rules, games]);
  const look = (change) => {
    setLooked({ ...looked, shown: AT_ONCE, ...change });
    keepLibrary({ shown: AT_ONCE, ...change });
  };
  const fitting = words.trim() ? findWords(all, words) : all.map(({ item }) => item);
  const matching = game ? fitting.filter((entry) => entry.game === game) : fitting;
  const scenes = matching.filter((entry) => !entry.told);
  const counts = Object.fromEntries(Object.keys(SHELVES).map((name) => [name, matching.filter((entry) => isOn(entry, name)).length]));
  const shelves = Object.keys(SHELVES).filter((name) => name === shelf || all.some(({ item }) => isOn(item, name)));
  const found = shelf ? matching.filter((entry) => isOn(entry, shelf)) : words.trim() ? matching : scenes;
  // the scenes of single cards are many, and are asked for by their own
  const single = shelf === "card" ? [] : found.filter((entry) => entry.kind === "card" && !isOwn(entry) && !entry.broken);
  const folded = single.length > FEW_SCENES;
  const inSight = folded ? found.filter((entry) => !single.includes(entry)) : found;
  const number = found.filter((entry) => !entry.told).length;
  const told = found.length - number;
  const item = (entry) => (entry.told ? html`<${FoundRule} key=${entry.id} rule=${entry} to=${to} />`
    : html`<${Scenario} key=${entry.name} entry=${entry} to=${to} pick=${(tag) => look({ words: tag, shelf: "" })} />`);
  return html`
    <section class="library" aria-labelledby="library-title">
      <h2 id="library-title">Look something up</h2>
      <div class="finding" role="search" aria-label="Scenarios and rules">
        <input type="search" class="find" aria-label="Search scenarios and rules" placeholder="How does an attack work?" maxlength="200"
          value=${words}
          onInput=${(e) => look({ words: e.target.value, open: false })} />
        ${games.length > 1 && html`<div class="shelves counted" role="group" aria-label="Game">
          ${["", ...games.map(({ title }) => title)].map((title) => html`
            <button key=${title} data-game=${title} aria-pressed=${String(game === title)} onClick=${() => look({ game: title })}>
              ${title || "All games"} <span>${fitting.filter((entry) => !title || entry.game === title).length}</span></button>`)}</div>`}
        <div class="shelves counted" role="group" aria-label="Kind of scenario">
          <button data-shelf="" aria-pressed=${String(!shelf)}
            onClick=${() => look({ shelf: "" })}>All <span>${words.trim() ? matching.length : scenes.length}</span></button>
          ${shelves.map((name) => html`<button key=${name} data-shelf=${name} aria-pressed=${String(shelf === name)}
            onClick=${() => look({ shelf: shelf === name ? "" : name })}>${SHELVES[name]} <span>${counts[name]}</span></button>`)}
        </div>
      </div>
      <p class="found" role="status">${found.length === 0 ? "Nothing is found." : [number > 0 && plural(number, "scenario"),
        told > 0 && plural(told, "rule")].filter(Boolean).join(" and ")}${inSight.length > shown ? `, the first ${shown} shown` : ""}
        ${found.length === 0 && html` <button class="all" onClick=${() => look({ words: "", shelf: "", game: "" })}>Show all</button>`}</p>
      <ul class="cards">${inSight.slice(0, shown).map(item)}</ul>
      ${inSight.length > shown && html`<button class="more" onClick=${() => look({ shown: shown + AT_ONCE })}>Show ${
        Math.min(AT_ONCE, inSight.length - shown)} more</button>`}
      ${folded && html`
        <button class="fold" aria-expanded=${String(Boolean(looked.open))} onClick=${() => look({ open: !looked.open, shown })}>
          ${single.length} scenes of single cards</button>
        ${looked.open && html`<ul class="cards">${single.map(item)}</ul>`}`}
    </section>
  `;
}

// A rule, told where it is found.
function FoundRule({ rule: { id, name, text, game, gameId, topic }, to }) {
  return html`
    <li class="found-rule" data-rule=${id}>
      <p class="kind"><span>Rule</span> <b>${id}</b></p>
      <h3><a ...${to("learn", `?${new URLSearchParams({ game: gameId, rule: id })}`)}>${name || topic}</a></h3>
      <p>${text}</p>
      <p class="of">${game}</p>
    </li>
  `;
}

function Scenario({ entry, to, pick }) {
  const { name, title, summary, game, kind, tags = [], about, group, players = 2, broken } = entry;
  return html`
    <li class=${classes("scenario", broken && "broken")} data-scenario=${name}>
      <p class="kind"><span>${isOwn(entry) ? "your own" : SCENE_KINDS[kind] ?? kind}</span> ${about && html`<b>${idText(about)}</b>`}</p>
      <h3>
        ${broken ? title : html`
          <a ...${kind === "puzzle" ? to("puzzles", puzzleQuery(name))
            : kind === "lesson" ? to("workshop", `?${new URLSearchParams({ lesson: name })}`)
              : to("explore", scenarioQuery(name))}>${title}</a>`}</h3>
      ${broken ? html`<p class="wrong"><b>It cannot be opened.</b> ${broken}</p>` : html`<p>${summary}</p>`}
      <p class="of">${[game, plural(players, "player"), kind === "card" && group && idText(group)].filter(Boolean).join(" · ")}</p>
      ${tags.length > 0 && html`
        <p class="tags">${tags.map((tag) => html`<button key=${tag} title=${`Look for ${tag}`} onClick=${() => pick(tag)}>${tag}</button>`)}
        </p>`}
    </li>
  `;
}

const isOwn = (entry) => !entry.told && entry.name.startsWith("own/");

function isOn(entry, shelf) {
  if (entry.told || shelf === "told") return Boolean(entry.told) && shelf === "told";
  if (shelf === "own") return isOwn(entry);
  if (shelf === "broken") return Boolean(entry.broken);
  return entry.kind === shelf && !(shelf === "scenario" && isOwn(entry)); // one's own have a shelf of their own
}

// Examples of the rulebook and rules come first, scenes of single cards last.
const PLACES = { "rulebook example": 0, lesson: 0, rule: 2, ruling: 3, scenario: 4, puzzle: 5, card: 6 };

const asFindable = (entry) => findable(entry, `${entry.title} ${entry.name}`,
  [entry.summary ?? "", entry.about ?? "", entry.kind, ...(entry.tags ?? [])].join(" "), PLACES[entry.kind] === 0,
  PLACES[entry.kind] ?? 4);

function ruleFindable(rule, games) {
  const title = games.find(({ id }) => id === rule.game)?.title ?? "";
  const item = { ...rule, told: true, gameId: rule.game, game: title };
  return findable(item, `${rule.name} ${rule.id}`, `${rule.text} ${rule.topic}`, true, 1);
}

// "get_serious" -> "Get serious"; numbers such as "R067" stay as they are
const idText = (id) => capital(id.replaceAll("_", " "));

// What was searched for in this tab, so that coming back finds the same place.
function keptLibrary() {
  const { words, shelf, game, shown, scroll } = parsed(recall(sessionStorage, "dcf_lab.library")) ?? {};
  return {
    words: typeof words === "string" ? words : "",
    shelf: Object.hasOwn(SHELVES, shelf) ? shelf : "",
    game: typeof game === "string" ? game : "",
    shown: Number.isInteger(shown) && shown >= AT_ONCE ? shown : AT_ONCE,
    scroll: Number.isFinite(scroll) ? scroll : 0,
  };
}

function keepLibrary(change) {
  remember(sessionStorage, "dcf_lab.library", JSON.stringify({ ...keptLibrary(), ...change }));
}

function howLongAgo(when) {
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  if (minutes < 60 * 24) return `${plural(Math.round(minutes / 60), "hour")} ago`;
  return `${plural(Math.round(minutes / 60 / 24), "day")} ago`;
}
