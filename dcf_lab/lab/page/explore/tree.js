// The what-if tree: every answer that was tried, with forks; go there, name it, delete it, compare two places side by side.

import { optionText } from "../common/cards.js";
import { capital, classes, plural, Still } from "../common/dom.js";

const MOST_ROWS = 300;
const MOST_LEVELS = 12; // that are indented
const MAX_NAME = 80;

export function Tree({ lab }) {
  const { film } = lab;
  const tree = treeOf(lab);
  const shown = nodeShown(film, lab.moment);
  return html`
    <${Still} parts=${[film, film.version, shown, tree.turn, lab.cuts, lab.results.comparison]}
      draw=${() => html`<${TreePanel} lab=${lab} tree=${tree} shown=${shown} />`} />
  `;
}

// What this panel remembers until another scenario is opened or all answers are given anew.
function treeOf(lab) {
  const course = JSON.stringify([lab.readings, lab.takeChances, lab.seat]);
  if (lab.results.tree?.course !== course) {
    lab.results.tree = { course, open: new Set(), menu: null, naming: null, a: null, b: null, from: null, deleted: null, turn: 0 };
    lab.results.comparison = null;
  }
  const tree = lab.results.tree;
  tree.change = (news) => {
    Object.assign(tree, news, { turn: tree.turn + 1 });
    lab.redraw();
  };
  return tree;
}

// The answer that is being carried out at a moment, or the last one given.
function nodeShown(film, moment) {
  if (film.decisionAt(moment)) return film.decisionAt(moment).node;
  return film.decisionAfter(moment)?.node ?? film.here;
}

function childrenOf(nodes) {
  const children = new Map();
  for (const node of nodes.values()) {
    if (node.parent === null) continue;
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  }
  for (const list of children.values()) list.sort((a, b) => a.id - b.id);
  return children;
}

// Rows from top to bottom: a chain of answers without a fork is one row; a name or the film's end ends a row.
function treeRows(nodes, here) {
  const children = childrenOf(nodes);
  const root = [...nodes.values()].find((node) => node.parent === null);
  const rows = [];
  const waiting = root ? [[root, 0, 0]] : [];
  while (waiting.length > 0) {
    let [node, level, count] = waiting.pop();
    const chain = [node];
    while (node !== root && !node.name && node.id !== here && children.get(node.id)?.length === 1) {
      node = children.get(node.id)[0];
      chain.push(node);
    }
    const next = children.get(node.id) ?? [];
    count += chain[0] === root ? 0 : chain.length;
    rows.push({ chain, level, count, ways: next.length });
    for (const child of [...next].reverse()) waiting.push([child, level + (next.length > 1), count]);
  }
  return rows;
}

function pathTo(nodes, here) {
  const path = new Set();
  for (let node = nodes.get(here); node; node = nodes.get(node.parent)) path.add(node.id);
  return path;
}

const rowEnd = (row) => row.chain.at(-1);
const answerText = (lab, node) => (node.parent === null ? "The start" : optionText(lab.cards, node.option));

// How a place is called: by its name, or by its last answer.
function placeText(lab, id) {
  const node = lab.film.nodes.get(id);
  if (!node) return "";
  if (node.name) return node.name;
  const count = pathTo(lab.film.nodes, id).size - 1;
  return count === 0 ? "The start" : `${answerText(lab, node)} (answer ${count})`;
}

function rowText(lab, { chain }) {
  const first = answerText(lab, chain[0]);
  return chain.length === 1 ? first : `${chain.length} answers: ${first} … ${answerText(lab, chain.at(-1))}`;
}

function TreePanel({ lab, tree, shown }) {
  const { film } = lab;
  const rows = useMemo(() => treeRows(film.nodes, film.here), [film, film.version]);
  const path = useMemo(() => pathTo(film.nodes, film.here), [film, film.version]);
  const tips = rows.filter((row) => row.ways === 0).length;
  const at = rows.findIndex((row) => rowEnd(row).id === film.here);
  const from = Math.max(0, Math.min(tree.from ?? at - MOST_ROWS / 2, rows.length - MOST_ROWS));
  const box = useRef(null);
  useEffect(() => keepInSight(box.current, film.here), [film, film.here]);
  const escape = (e) => {
    if (e.key !== "Escape" || tree.menu === null) return;
    e.stopPropagation();
    closeMenu(tree, String(tree.menu).replace("in ", ""));
  };
  return html`
    <header class="tree-head">
      <h2>What-if tree</h2>
      <p>${plural(film.nodes.size - 1, "answer")}, ${plural(tips, "branch", "branches")}. To try something else, go back and answer
        differently.</p>
      <button data-undo disabled=${!lab.cuts} onClick=${() => undelete(lab, tree)}>Undo delete${lab.cuts ? ` (${lab.cuts})` : ""}</button>
    </header>
    <p class="tree-told" role="status">${tree.deleted}</p>
    <div class="tree-rows" tabindex="0" role="region" aria-label="The tree of answers" ref=${box} onKeyDown=${escape}>
      ${from > 0 && html`<button class="more" onClick=${() => tree.change({ from: from - MOST_ROWS })}>Earlier rows (${from})</button>`}
      <ol>${rows.slice(from, from + MOST_ROWS).map((row) => {
        const index = row.chain.findIndex((node) => node.id === shown);
        return html`<${Still} key=${row.chain[0].id} parts=${[row, index, path, tree.turn]}
          draw=${() => html`<${TreeRow} lab=${lab} tree=${tree} row=${row} index=${index} path=${path} />`} />`;
      })}</ol>
      ${rows.length > from + MOST_ROWS && html`
        <button class="more" onClick=${() => tree.change({ from: from + MOST_ROWS })}>
          Later rows (${rows.length - from - MOST_ROWS})</button>`}
    </div>
    <${TreeCompare} lab=${lab} tree=${tree} />
  `;
}

// Scroll the tree, and not the page, to where the film ends.
function keepInSight(box, here) {
  const row = box.querySelector(`[data-node="${here}"]`);
  if (!row) return;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 2;
}

function TreeRow({ lab, tree, row, index, path }) {
  const first = row.chain[0];
  const last = rowEnd(row);
  const shown = row.chain[index]?.id;
  const folds = row.chain.length > 1;
  const open = folds && tree.open.has(first.id);
  const toggle = () => {
    if (!tree.open.delete(first.id)) tree.open.add(first.id);
    tree.change({});
  };
  const text = rowText(lab, row);
  return html`
    <li class=${classes(path.has(first.id) && "on-path", index >= 0 && !open && "shown")} style=${`--level:${row.level}`}
      aria-level=${row.level + 1}
      data-node=${last.id} data-first=${first.id}>
      <div class="tree-row">
        ${folds
          ? html`
            <button class="fold" aria-expanded=${String(open)} aria-label=${`Each of the ${row.chain.length} answers`} onClick=${toggle}>
              ${open ? "−" : "+"}</button>`
          : html`<span class="fold" aria-hidden="true">${first.parent === null ? "○" : "·"}</span>`}
        <button class=${classes("place-of", lab.game.sideClass(lab.game.side(first.player)))} data-go=${last.id}
          aria-current=${index >= 0 ? "true" : undefined}
          title=${text} onClick=${() => goToNode(lab, last.id, path)}>
          ${last.name && html`<b class="name">${last.name}</b>`}<span>${text}</span></button>
        <${TreeBadges} lab=${lab} tree=${tree} row=${row} index=${index} />
        ${row.ways === 0 && last.id !== lab.film.here && html`<button class="compare" data-compare=${last.id}
          aria-label=${`Compare with the present place: ${text}`} title="Compare with the present place"
          onClick=${() => compareNodes(lab, tree, last.id, lab.film.here)}>Compare</button>`}
        <button class="menu-of" data-menu=${last.id} aria-expanded=${String(tree.menu === last.id)} aria-label=${`What to do with: ${text}`}
          onClick=${() => tree.change({ menu: tree.menu === last.id ? null : last.id, naming: last.name })}>…</button>
      </div>
      ${tree.menu === last.id && html`<${TreeMenu} lab=${lab} tree=${tree} node=${last} first=${first} />`}
      ${open && html`<ol class="chain">${row.chain.slice(0, MOST_ROWS).map((node) => html`
        <li key=${node.id} class=${classes(node.id === shown && "shown")} data-node=${node.id}>
          <button class=${classes("place-of", lab.game.sideClass(lab.game.side(node.player)))} data-go=${node.id}
            aria-current=${node.id === shown ? "true" : undefined}
            onClick=${() => goToNode(lab, node.id, path)}><span>${lab.cards.name(node.player)}: ${answerText(lab, node)}</span></button>
          <button class="menu-of" data-menu=${node.id} aria-expanded=${String(tree.menu === `in ${node.id}`)}
            aria-label=${`What to do with: ${answerText(lab, node)}`}
            onClick=${() => tree.change({ menu: tree.menu === `in ${node.id}` ? null : `in ${node.id}`, naming: node.name })}>…</button>
          ${tree.menu === `in ${node.id}` && html`<${TreeMenu} lab=${lab} tree=${tree} node=${node} first=${node} />`}
        </li>`)}
        ${row.chain.length > MOST_ROWS && html`<li>… and ${row.chain.length - MOST_ROWS} more</li>`}
      </ol>`}
    </li>
  `;
}

function TreeBadges({ lab, tree, row, index }) {
  const last = rowEnd(row);
  const marks = ["a", "b"].filter((mark) => row.chain.some((node) => node.id === tree[mark]));
  const here = index < 0 ? null : index === row.chain.length - 1 ? "here" : `here: ${index + 1} of ${row.chain.length}`;
  return html`
    <span class="badges">
      ${here && html`<b class="badge here">${here}</b>`}
      ${last.id === lab.film.here && here !== "here" && html`<b class="badge">the film's end</b>`}
      ${marks.map((mark) => html`<b class="badge mark">${capital(mark)}</b>`)}
      ${row.level > MOST_LEVELS && html`<span class="note">fork ${row.level}</span>`}
      ${row.ways > 1 && html`<span class="note">${plural(row.ways, "branch", "branches")}</span>`}
      ${row.ways === 0 && tipText(lab, last) && html`<span class="note">${tipText(lab, last)}</span>`}
    </span>
  `;
}

// Where a branch has come to.
function tipText(lab, node) {
  const over = node.id === lab.film.here ? lab.over : node.over;
  if (over) return over.round ? `${over.text}, round ${over.round}` : over.text;
  return node.round ? `round ${node.round}` : "";
}

function TreeMenu({ lab, tree, node, first }) {
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), []);
  const root = node.parent === null;
  const name = async (e) => {
    e.preventDefault();
    await quietly(lab, { do: "name", node: node.id, name: tree.naming.trim() });
    closeMenu(tree, node.id);
  };
  const mark = (letter) => tree.change({ [letter]: tree[letter] === node.id ? null : node.id, menu: null });
  return html`
    <div class="tree-menu" ref=${box} role="group" aria-label="This place">
      <button data-act="go" disabled=${node.id === lab.film.here}
        onClick=${() => { tree.change({ menu: null }); lab.ask({ do: "go", node: node.id }); }}
        title="The film ends there, with its question open">Stand here</button>
      <button data-act="a" aria-pressed=${String(tree.a === node.id)} onClick=${() => mark("a")}>Mark as A</button>
      <button data-act="b" aria-pressed=${String(tree.b === node.id)} onClick=${() => mark("b")}>Mark as B</button>
      ${!root && html`<form onSubmit=${name}>
        <input data-act="name" aria-label="Name of this branch" placeholder="Name of this branch" maxlength=${MAX_NAME} value=${tree.naming}
          onInput=${(e) => { tree.naming = e.target.value; }} />
        <button data-act="save">Name it</button>
      </form>`}
      ${!root && html`<button data-act="delete" onClick=${() => deleteBranch(lab, tree, first)}>
        Delete from “${answerText(lab, first)}” on</button>`}
    </div>
  `;
}

function closeMenu(tree, id) {
  tree.change({ menu: null });
  document.querySelector(`.tree [data-menu="${id}"]`)?.focus();
}

// What the tree does

// On the present path the film already shows it; another branch is fetched.
function goToNode(lab, id, path) {
  lab.stop();
  const asked = path.has(id) && lab.film.decisions.find((one) => one.node === id);
  if (asked) return lab.goTo(asked.at);
  return id === lab.film.here ? lab.goTo(lab.film.end) : lab.ask({ do: "go", node: id });
}

// Ask for something that leaves the film as it is, and stay at the same moment of it.
async function quietly(lab, message) {
  const { moment } = lab;
  const { here } = lab.film;
  const answers = await lab.ask(message);
  if (lab.film.here === here) lab.goTo(moment);
  return answers;
}

async function deleteBranch(lab, tree, first) {
  if (lab.busy) return;
  const text = answerText(lab, first);
  const before = lab.film.nodes.size;
  await quietly(lab, { do: "delete", node: first.id });
  const gone = before - lab.film.nodes.size;
  tree.change({ menu: null, deleted: `Deleted: ${plural(gone, "answer")} from “${text}” on. “Undo delete” brings them back.` });
  document.querySelector(".tree [data-undo]")?.focus();
}

async function undelete(lab, tree) {
  if (lab.busy) return;
  await lab.ask({ do: "undelete" });
  tree.change({ deleted: "The branch is back." });
}

async function compareNodes(lab, tree, a, b) {
  tree.change({ a, b, menu: null });
  await lab.ask({ do: "compare", nodes: [a, b] });
  const told = document.querySelector(".tree .comparison .pair");
  if (told?.getBoundingClientRect().top > innerHeight - 200) told.scrollIntoView({ block: "center" });
}

// Two places side by side

function TreeCompare({ lab, tree }) {
  const { nodes, here } = lab.film;
  const marked = ["a", "b"].map((mark) => (nodes.has(tree[mark]) ? tree[mark] : null));
  const found = lab.results.comparison;
  const fits = found && found.nodes.every((id) => nodes.has(id));
  const pair = [marked[0] ?? (marked[1] === here ? null : here), marked[1] ?? (marked[0] === here ? null : here)];
  const ready = marked.some((id) => id !== null) && pair.every((id) => id !== null) && pair[0] !== pair[1];
  const fresh = fits && found.nodes[0] === pair[0] && found.nodes[1] === pair[1];
  return html`
    <section class="comparison" aria-label="Two places side by side">
      ${marked.some((id) => id !== null) && html`<p class="pair">
        <b class="badge mark">A</b> ${pair[0] === null ? "not marked yet" : placeText(lab, pair[0])}${" "}
        <b class="badge mark">B</b> ${pair[1] === null ? "not marked yet" : placeText(lab, pair[1])}${" "}
        ${ready && !fresh && html`<button data-compare-marked onClick=${() => compareNodes(lab, tree, ...pair)}>Compare A and B</button>`}
        <button data-compare-end
          onClick=${() => { lab.results.comparison = null; tree.change({ a: null, b: null }); }}>Take the marks away</button></p>`}
      ${fits && fresh && html`<${Compared} lab=${lab} found=${found} />`}
    </section>
  `;
}

function Compared({ lab, found }) {
  const names = found.nodes.map((id, n) => `${"AB"[n]}: ${placeText(lab, id)}`);
  const { parting } = found;
  const see = async (n, event) => {
    if (lab.film.here !== found.nodes[n]) await lab.ask({ do: "go", node: found.nodes[n] });
    lab.goTo(lab.film.momentOf(event + 1));
  };
  return html`
    ${parting
      ? html`<p>They part at event ${parting.event + 1}:</p>
        <${Parting} caption="Where they part" names=${names} parting=${parting} />
        <p><button data-see="a" onClick=${() => see(0, parting.event)}>See it on A</button>${" "}
          <button data-see="b" onClick=${() => see(1, parting.other_event)}>See it on B</button></p>`
      : html`<p>The same has happened on both.</p>`}
    <${Differences} rows=${found.differences} names=${names} none="The two tables are the same." />
  `;
}

export function Differences({ rows, names, none }) {
  if (rows.length === 0) return html`<p class="no-differences">${none}</p>`;
  return html`<${SideBySide} caption=${`${plural(rows.length, "difference")} on the table`} what="What" names=${names} rows=${rows} />`;
}

// The events at which two courses part.
export function Parting({ caption, names, parting: { event, one, other } }) {
  const row = { what: `event ${event + 1}`, one: one ?? "(nothing more)", other: other ?? "(nothing more)" };
  return html`<${SideBySide} caption=${caption} names=${names} rows=${[row]} />`;
}

// A table of what is so on the one side and otherwise on the other.
export function SideBySide({ caption, what, names, rows }) {
  return html`
    <table class="side-by-side">
      <caption>${caption}</caption>
      <thead><tr><th scope="col">${what || html`<span class="hidden-text">What</span>`}</th>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row, n) => html`
          <tr key=${n}><th scope="row">${capital(row.what)}</th><td>${sideText(row.one)}</td><td>${sideText(row.other)}</td></tr>`)}</tbody>
    </table>
  `;
}

const sideText = (value) => (value === null || value === undefined || value === "" ? "–" : String(value));
