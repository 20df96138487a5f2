// The start page: what the lab is, the ways in, and the library of scenarios.

import { capital, classes, parsed, plural, recall, remember, scrollerOf } from "../common/dom.js";
import { OpenFile, Theme } from "../common/frame.js";
import { hasWords, puzzleQuery, scenarioQuery, searchWords } from "../common/words.js";

const AT_ONCE = 60; // cards of the library that are drawn before "Show more"
const SHUFFLE = 7; // the seed of the shuffle that everybody gets who does not ask for another
const SHELVES = {
  "rulebook example": "Rulebook examples", lesson: "Lessons", puzzle: "Puzzles", scenario: "Scenarios", rule: "Rules", ruling: "Rulings",
  card: "Cards", own: "Your own", broken: "With mistakes",
};
const EXAMPLE = "dc_forever/rulebook/e06_attack_with_reduced_modifier";

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
  return html`
    <div class="start" ref=${top}>
      <header class="masthead"><${Theme} /><div>
        <div class="what">
          <h1>dcf_lab</h1>
          <p class="claim">A laboratory for the rules of super-hero card games.</p>
          <p>Set a table, take it one step at a time, and see what caused what, and under which rule. Go back and choose differently;
            ask why something is refused; and where the rulebook can be read in two ways, switch between the readings and watch where
            they part.</p>
        </div>
        ${app.entries?.some((entry) => entry.name === EXAMPLE) && html`<${Example} to=${to} />`}
      </div></header>
      <main>
        <${Ways} app=${app} to=${to} />
        <${Library} entries=${app.entries ?? []} games=${app.games ?? []} to=${to} />
      </main>
      <footer>
        <p>The rules are told in our own words. Card values are partly stand-ins, and marked so, because few of the printed ones have
          been published. dcf_lab is not affiliated with the games' publishers; all names belong to their owners.</p>
      </footer>
    </div>
  `;
}

// What the lab says of one attack, as a small picture in words.
function Example({ to }) {
  return html`
    <figure>
      <ol>
        <li class="side-1">Cheetah declares an Attack on Batman. <cite>DCF-R075</cite>
          <ul>
            <li class="side-1"><b>3</b> printed on Cheetah</li>
            <li class="side-1"><b>+3</b> Enhanced Strength, played as a modifier <cite>DCF-R079</cite></li>
            <li class="side-2"><b>−2</b> Batman takes 2 off one modifier <cite>DCF-R083</cite></li>
          </ul></li>
        <li class="side-2">Batman suffers <b>4</b> damage, and stands. <cite>DCF-R081</cite></li>
      </ol>
      <figcaption>
        <a ...${to("explore", scenarioQuery(EXAMPLE))}>Six would have knocked him out: step through it</a>
      </figcaption>
    </figure>
  `;
}

function Ways({ app, to }) {
  const games = app.games ?? [];
  const puzzles = (app.entries ?? []).filter((entry) => entry.kind === "puzzle" && !entry.broken).length;
  const another = useMemo(() => 1 + Math.floor(Math.random() * 1_000_000), []);
  const upload = async (e) => {
    await app.upload(e, "explore");
    if (app.page === "explore" && app.served) history.pushState(null, "", app.address("explore", "?continue=1"));
  };
  return html`
    <section class="ways" aria-labelledby="ways-title">
      <h2 id="ways-title">Begin</h2>
      <${Kept} to=${to} />
      <div class="big">
        ${games.flatMap((game) => Object.keys(game.starts).map((start) => html`
          <${Start} key=${`${game.id} ${start}`} game=${game} start=${start} many=${games.length > 1} to=${to} another=${another} />`))}
        <div class="way"><a class="enter to-puzzles" ...${to("puzzles")}><b>Puzzles</b>
            <span>Reach a goal against the best replies; the solver checks your ideas.</span></a>
          <p><span class="soft">${puzzles === 0 ? "none yet" : `${plural(puzzles, "puzzle")}, from easy to hard`}</span></p></div>
        <div class="way"><a class="enter build-own" ...${to("build")}><b>Build your own</b>
            <span>Put cards and tokens where you want them, and see what happens.</span></a>
          <p><${OpenFile} text="Open a file" open=${upload} /> <span class="soft">a scenario or a saved game</span></p></div>
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
function Kept({ to }) {
  const game = parsed(recall(localStorage, "dcf_lab.continue"));
  const draft = recall(localStorage, "dcf_lab.draft");
  if (!game?.title && !draft) return null;
  const named = parsed(draft)?.title;
  return html`
    <div class="kept-here">
      ${game?.title && html`
        <a class="button continue" ...${typeof game.puzzle === "string"
          ? to("puzzles", `?continue=1&${puzzleQuery(game.puzzle).slice(1)}`)
          : to("explore", "?continue=1")}><b>Continue:</b> ${String(game.title)}${
            Number.isFinite(game.when) ? html`<span class="soft">, ${howLongAgo(game.when)}</span>` : ""}</a>`}
      ${draft && html`
        <a class="button draft" ...${to("build")}><b>Go on building</b>${typeof named === "string" && named ? `: ${named}` : ""}</a>`}
    </div>
  `;
}

function Library({ entries, games, to }) {
  const [looked, setLooked] = useState(keptLibrary);
  const { words, shelf, shown } = looked;
  const game = games.some(({ title }) => title === looked.game) ? looked.game : "";
  const searched = useMemo(() => entries.map(entryText), [entries]);
  const look = (change) => {
    setLooked({ ...looked, shown: AT_ONCE, ...change });
    keepLibrary({ shown: AT_ONCE, ...change });
  };
  const wanted = searchWords(words);
  const fitting = entries.filter((entry, n) => hasWords(searched[n], wanted));
  const matching = game ? fitting.filter((entry) => entry.game === game) : fitting;
  const counts = Object.fromEntries(Object.keys(SHELVES).map((name) => [name, matching.filter((entry) => isOn(entry, name)).length]));
  const shelves = Object.keys(SHELVES).filter((name) => name === shelf || entries.some((entry) => isOn(entry, name)));
  const found = shelf ? matching.filter((entry) => isOn(entry, shelf)) : matching;
  return html`
    <section class="library" aria-labelledby="library-title">
      <h2 id="library-title">Scenarios</h2>
      <div class="finding" role="search" aria-label="Scenarios">
        <input type="search" class="find" aria-label="Search the scenarios" placeholder="Search: a card, a rule, a word" maxlength="200"
          value=${words}
          onInput=${(e) => look({ words: e.target.value })} />
        ${games.length > 1 && html`<div class="shelves counted" role="group" aria-label="Game">
          ${["", ...games.map(({ title }) => title)].map((title) => html`
            <button key=${title} data-game=${title} aria-pressed=${String(game === title)} onClick=${() => look({ game: title })}>
              ${title || "All games"} <span>${fitting.filter((entry) => !title || entry.game === title).length}</span></button>`)}</div>`}
        <div class="shelves counted" role="group" aria-label="Kind of scenario">
          <button data-shelf="" aria-pressed=${String(!shelf)}
            onClick=${() => look({ shelf: "" })}>All <span>${matching.length}</span></button>
          ${shelves.map((name) => html`<button key=${name} data-shelf=${name} aria-pressed=${String(shelf === name)}
            onClick=${() => look({ shelf: shelf === name ? "" : name })}>${SHELVES[name]} <span>${counts[name]}</span></button>`)}
        </div>
      </div>
      <p class="found" role="status">${found.length === 0 ? "No scenario is found." : `${plural(found.length, "scenario")}${
        found.length > shown ? `, the first ${shown} shown` : ""}`}
        ${found.length === 0 && html` <button class="all" onClick=${() => look({ words: "", shelf: "", game: "" })}>Show all</button>`}</p>
      <ul class="cards">${found.slice(0, shown).map((entry) => html`<${Scenario} key=${entry.name} entry=${entry} to=${to}
        pick=${(tag) => look({ words: tag, shelf: "" })} />`)}</ul>
      ${found.length > shown && html`<button class="more" onClick=${() => look({ shown: shown + AT_ONCE })}>Show ${
        Math.min(AT_ONCE, found.length - shown)} more</button>`}
    </section>
  `;
}

function Scenario({ entry, to, pick }) {
  const { name, title, summary, game, kind, tags = [], about, group, players = 2, broken } = entry;
  return html`
    <li class=${classes("scenario", broken && "broken")} data-scenario=${name}>
      <p class="kind"><span>${isOwn(entry) ? "your own" : kind}</span> ${about && html`<b>${idText(about)}</b>`}</p>
      <h3>
        ${broken ? title : html`
          <a ...${kind === "puzzle" ? to("puzzles", puzzleQuery(name)) : to("explore", scenarioQuery(name))}>${title}</a>`}</h3>
      ${broken ? html`<p class="wrong"><b>It cannot be opened.</b> ${broken}</p>` : html`<p>${summary}</p>`}
      <p class="of">${[game, plural(players, "player"), kind === "card" && group && idText(group)].filter(Boolean).join(" · ")}</p>
      ${tags.length > 0 && html`
        <p class="tags">${tags.map((tag) => html`<button key=${tag} title=${`Look for ${tag}`} onClick=${() => pick(tag)}>${tag}</button>`)}
        </p>`}
    </li>
  `;
}

const isOwn = (entry) => entry.name.startsWith("own/");

function isOn(entry, shelf) {
  if (shelf === "own") return isOwn(entry);
  if (shelf === "broken") return Boolean(entry.broken);
  return entry.kind === shelf && !(shelf === "scenario" && isOwn(entry)); // one's own have a shelf of their own
}

const entryText = ({ name, title, summary = "", about = "", tags = [], kind }) =>
  [name, title, summary, about, kind, ...tags].join(" ").toLowerCase() + ` ${name} ${about}`.replaceAll("_", " ").toLowerCase();

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
