// The collection of puzzles: how hard each is and why, what it is about, and which this visitor has solved.

import { classes, parsed, plural, recall, remember, scrollerOf } from "../common/dom.js";
import { Logo, OpenFile } from "../common/frame.js";
import { Game } from "../common/game.js";
import { puzzleQuery } from "../common/words.js";
import { Level } from "./panel.js";

const KEEP_SCROLL = "dcf_lab.puzzles.scroll";
const LEVELS = [["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"], ["", "Not proved yet"]];
export function PuzzleCollection({ puzzler, app }) {
  const { entries, games } = puzzler;
  const [wanted, setWanted] = useState(keptWish);
  const top = useRef(null);
  useLayoutEffect(() => {
    if (!app.served) return undefined; // a notebook has other things above and below
    const scrolling = scrollerOf(top.current);
    scrolling.scrollTop = Number(recall(sessionStorage, KEEP_SCROLL)) || 0;
    return () => { scrolling.scrollTop = 0; }; // the puzzle begins at its top
  }, []);
  const open = (event, query) => {
    if (app.served) remember(sessionStorage, KEEP_SCROLL, String(scrollerOf(top.current).scrollTop));
    app.go(event, "puzzles", query);
  };
  const themes = useMemo(() => themesOf(entries), [entries]);
  const want = (key, value) => {
    const now = { ...wanted, [key]: wanted[key] === value ? null : value };
    setWanted(now);
    remember(sessionStorage, "dcf_lab.wish", JSON.stringify(now));
  };
  const sides = sidesOf(entries, games);
  const played = games.filter(({ title }) => entries.some((entry) => entry.game === title));
  const without = games.filter((game) => !played.includes(game));
  const fits = (entry, but) => (but === "game" || wanted.game === null || entry.game === wanted.game)
    && (but === "level" || wanted.level === null || (entry.level ?? "") === wanted.level)
    && (but === "side" || wanted.side === null || entry.for === wanted.side)
    && (but === "theme" || wanted.theme === null || entry.tags?.includes(wanted.theme))
    && (!wanted.open || puzzler.known(entry.name) !== "solved");
  const found = entries.filter((entry) => fits(entry));
  const done = entries.filter((entry) => puzzler.known(entry.name) === "solved").length;
  const count = (key, value, of) => entries.filter((entry) => fits(entry, key) && of(entry) === value).length;
  const choice = (key, value, name, number) => html`
    <button key=${value} data-wish=${`${key} ${value}`} aria-pressed=${String(wanted[key] === value)} onClick=${() => want(key, value)}>
      ${name} <span>${number}</span></button>`;
  const upload = async (e) => {
    await app.upload(e, "puzzles");
    puzzler.begin();
  };
  return html`
    <div class="puzzles" ref=${top}>
      <header class="bar">
        <${Logo} app=${app} />
        <h1>Puzzles</h1>
        <${OpenFile} text="Open a puzzle file" open=${upload} />
        <a class="button" ...${app.link("build")}>Build one</a>
      </header>
      <main>
        <p class="lead">A position, a goal, and somebody who does not want you to reach it. Every puzzle here is proved by the solver;
          it replies for the others, checks your ideas, and shows why a try fails.</p>
        <div class="wishes counted">
          <div role="group" aria-label="Level">
            ${LEVELS.filter(([value]) => entries.some((entry) => (entry.level ?? "") === value))
              .map(([value, name]) => choice("level", value, name, count("level", value, (entry) => entry.level ?? "")))}</div>
          <div role="group" aria-label="Side">
            ${sides.map(([value, name]) => choice("side", value, name, count("side", value, (entry) => entry.for)))}</div>
          ${played.length > 1 && html`<div role="group" aria-label="Game">
            ${played.map(({ title }) => choice("game", title, title, count("game", title, (entry) => entry.game)))}</div>`}
          <label>Theme <select class="theme" value=${wanted.theme ?? ""} onChange=${(e) => want("theme", e.target.value || null)}>
            <option value="">any</option>${themes.map(([tag, number]) => html`<option key=${tag} value=${tag}>${tag} (${number})</option>`)}
            </select></label>
          <label class="unsolved">
            <input type="checkbox" checked=${wanted.open} onChange=${(e) => want("open", e.target.checked ? true : null)} />
            only what I have not solved</label>
        </div>
        <p class="found" role="status">${found.length < entries.length ? `${found.length} of ` : ""}${plural(entries.length, "puzzle")}${
          done > 0 ? `, ${done} solved in this browser` : ""}, the easiest first.</p>
        <ul class="cards">
          ${found.map((entry) => html`
            <${PuzzleCard} key=${entry.name} entry=${entry} game=${gameOf(games, entry)} many=${played.length > 1}
              solved=${puzzler.known(entry.name)} app=${app} open=${open} pick=${(tag) => want("theme", tag)} />`)}</ul>
        ${without.length > 0 && html`
          <p class="no-puzzles">There are no puzzles yet for ${without.map((game, n) => html`
            ${n > 0 && ", "}<a key=${game.id} ...${app.link("build", `?game=${encodeURIComponent(game.id)}`)}>${game.title}</a>`)}: build
            one.</p>`}
      </main>
    </div>
  `;
}

const gameOf = (games, entry) => games.find((game) => game.title === entry.game) ?? new Game();

// The sides that have something to solve, as their games call them.
function sidesOf(entries, games) {
  const found = new Map(entries.map((entry) => [entry.for, gameOf(games, entry).sides[entry.for]]).filter(([, name]) => name));
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}

function PuzzleCard({ entry, game, solved, app, open, pick, many }) {
  const { name, title, summary, tags = [], reasons = [] } = entry;
  const query = puzzleQuery(name);
  return html`
    <li class=${classes("puzzle-card", game.sideClass(entry.for), solved)} data-puzzle=${name}>
      <p class="kind"><${Level} of=${entry} /> <span class="team">${game.sides[entry.for]}</span>
        ${solved && html`<span class="done">${solved === "solved" ? "✓ solved" : "solution seen"}</span>`}</p>
      <h2><a href=${app.address("puzzles", query)} onClick=${(e) => open(e, query)}>${title}</a></h2>
      <p>${summary}</p>
      ${entry.goal && html`<p class="of">${entry.goal}</p>`}
      ${(name.startsWith("own/") || many) && html`
        <p class="of">${[name.startsWith("own/") && "your own", many && game.title].filter(Boolean).join(" · ")}</p>`}
      ${tags.length > 0 && html`
        <p class="tags">
          ${tags.map((tag) => html`<button key=${tag} title=${`Puzzles about ${tag}`} onClick=${() => pick(tag)}>${tag}</button>`)}</p>`}
      ${reasons.length > 0 && html`
        <details><summary>Why ${entry.difficulty}?</summary>
          <ul>${reasons.map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul></details>`}
    </li>
  `;
}

function themesOf(entries) {
  const counts = new Map();
  for (const { tags = [] } of entries) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

// What was looked for in this tab.
function keptWish() {
  const { level = null, side = null, theme = null, game = null, open = null } = parsed(recall(sessionStorage, "dcf_lab.wish")) ?? {};
  const text = (value) => (typeof value === "string" ? value : null);
  return { level: text(level), side: text(side), theme: text(theme), game: text(game), open: open === true ? true : null };
}
