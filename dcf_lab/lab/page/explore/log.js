// The log: every event as a sentence, at four depths; of thousands of rows only those in sight are drawn.

import { classes, copyText, download, plural, recall, remember, Still } from "../common/dom.js";
import { DEPTHS } from "../common/film.js";
import { Rule, ruleName, Rules } from "../common/rules.js";
import { hasWords, searchWords } from "../common/words.js";

const DEPTH_WORDS = { stage: "Stages", action: "Actions", effect: "Effects", atom: "Everything" };
const LOG_ROW = 31; // pixels of a row of one line, until it has been measured
const LOG_BEYOND = 300; // pixels drawn above and below what is in sight
const LOG_SEARCH = 200; // characters of a search

// Events are counted from one, as the slider counts them.
const numberOf = (event) => event.id + 1;

export class Log extends Component {
  constructor(props) {
    super(props);
    const kept = recall(localStorage, "dcf_lab.log");
    this.depth = DEPTHS.includes(kept) ? kept : "effect";
    this.words = "";
    this.rows = []; // the events shown
    this.more = 0; // how many that are found lie deeper
    this.tops = [0]; // where each row begins, in pixels, and where the last one ends
    this.heights = new WeakMap(); // of the rows that have been drawn, by event
    this.open = new WeakSet(); // windows whose near misses are unfolded
    this.top = 0; // how far the box is scrolled
    this.size = 320; // how high it is
    this.width = 0;
    this.active = null; // the event whose sentence the Tab key reaches
    this.box = null;
    this.holds = (el) => this.hold(el);
  }

  // Which rows there are; what is to come is no row where it is hidden.
  gather(lab) {
    const { film, hideFuture, moment } = lab;
    const key = [film, film.version, this.depth, this.words, hideFuture ? moment : film.end];
    if (this.key?.every((part, n) => part === key[n])) return;
    const words = searchWords(this.words);
    const deepest = DEPTHS.indexOf(this.depth);
    const told = hideFuture ? film.events.slice(0, moment) : film.events;
    const found = words.length === 0 ? told : told.filter((event) => hasWords(eventText(lab, event), words));
    this.rows = found.filter((event) => DEPTHS.indexOf(event.depth) <= deepest);
    this.more = words.length > 0 ? found.length - this.rows.length : 0;
    this.key = key;
    this.followed = null; // what is current has moved to another row
    this.stack();
  }

  stack() {
    this.tops = [0];
    for (const event of this.rows) this.tops.push(this.tops.at(-1) + (this.heights.get(event) ?? LOG_ROW));
  }

  // The last row that begins at or above a place.
  rowAt(pixels) {
    let [low, high] = [0, this.rows.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= pixels) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  // The row of the last event shown that has happened, or -1.
  rowOf(moment) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].id < moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // Scroll the box, and only the box, as far as it takes to have a row in sight.
  reveal(row) {
    const [top, bottom] = [this.tops[row], this.tops[row + 1]];
    if (top < this.top) this.top = Math.max(0, top - this.size / 4);
    else if (bottom > this.top + this.size) this.top = Math.max(0, Math.min(top, bottom - this.size * 0.75));
    this.top = Math.max(0, Math.min(this.top, this.tops.at(-1) - this.size));
    this.anchor = row;
  }

  hold(el) {
    this.watching?.disconnect();
    this.box = el;
    if (!el) return;
    this.watching = new ResizeObserver(() => this.resize());
    this.watching.observe(el);
  }

  resize() {
    const { clientHeight, clientWidth } = this.box;
    if (clientHeight === this.size && clientWidth === this.width) return;
    if (clientWidth !== this.width) this.heights = new WeakMap(); // sentences break elsewhere
    this.size = clientHeight;
    this.width = clientWidth;
    this.followed = null;
    this.stack();
    this.setState({});
  }

  scrolled() {
    if (Math.abs(this.box.scrollTop - this.top) < 1) return; // it was us
    this.top = this.scrolledTo = this.box.scrollTop;
    this.anchor = null;
    this.setState({});
  }

  componentDidMount() {
    this.settle();
  }

  componentDidUpdate() {
    this.settle();
  }

  // After a drawing: measure the rows that are new, keep what is in sight in its place, and scroll.
  settle() {
    if (!this.box) return;
    let wrong = false;
    const held = this.anchor ?? this.rowAt(this.top);
    const offset = this.tops[held] - this.top;
    for (const li of this.box.querySelectorAll(".log-row")) {
      const event = this.rows[li.dataset.row];
      const reached = event === this.reached;
      for (const button of li.querySelectorAll("button")) if ((button.tabIndex === 0) !== reached) button.tabIndex = reached ? 0 : -1;
      if (this.heights.has(event)) continue;
      const height = li.getBoundingClientRect().height;
      this.heights.set(event, height);
      wrong ||= height !== LOG_ROW;
    }
    if (wrong) {
      this.stack();
      this.top = Math.max(0, this.tops[held] - offset);
      if (this.anchor !== null) this.reveal(this.anchor);
      this.setState({});
    } else this.anchor = null;
    // seldom, because the browser must lay out the page for it
    if (this.scrolledTo !== this.top) this.box.scrollTop = this.scrolledTo = this.top;
    if (this.focusing && !wrong) {
      this.focusing = false;
      this.box.querySelector(`[data-row="${this.rows.indexOf(this.active)}"] .sentence`)?.focus({ preventScroll: true });
    }
  }

  // What the visitor does

  choose(depth) {
    this.depth = depth;
    remember(localStorage, "dcf_lab.log", depth);
    this.setState({});
  }

  jump(event) {
    const { lab } = this.props;
    this.active = event;
    lab.goTo(event.id + 1);
  }

  // To the next or the previous event found, and round at the ends.
  nextHit(way) {
    const { lab } = this.props;
    if (this.rows.length === 0) return;
    const now = this.rowOf(lab.moment);
    const exact = this.rows[now]?.id === lab.moment - 1;
    const to = way > 0 ? now + 1 : exact ? now - 1 : now;
    this.jump(this.rows.at(to >= this.rows.length ? 0 : to));
  }

  searchKey(e) {
    if (e.key === "Enter") this.nextHit(e.shiftKey ? -1 : 1);
    else if (e.key === "Escape" && this.words) {
      this.search("");
      e.stopPropagation();
    } else return;
    e.preventDefault();
  }

  search(words) {
    this.words = words.slice(0, LOG_SEARCH);
    this.setState({});
  }

  // Up and down go from sentence to sentence; left and right step through the film, as everywhere.
  listKey(e) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!way || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    const row = Number(e.target.closest(".log-row")?.dataset.row ?? this.rows.indexOf(this.reached)) + way;
    if (!this.rows[row]) return;
    this.active = this.rows[row];
    this.reveal(row);
    this.focusing = true;
    this.setState({});
  }

  focused(e) {
    const row = e.target.closest(".log-row")?.dataset.row;
    if (row) this.active = this.rows[row];
  }

  unfold(event) {
    if (!this.open.delete(event)) this.open.add(event);
    this.heights.delete(event);
    this.setState({});
  }

  text() {
    return this.rows.map((event) => {
      const rules = event.rules.length > 0 ? `  [${event.rules.join(", ")}]` : "";
      const near = this.open.has(event) ? reasonsOf(event).map((one) => `\n${" ".repeat(10)}${one.text}`).join("") : "";
      return `${String(numberOf(event)).padStart(5)}  ${"  ".repeat(DEPTHS.indexOf(event.depth))}${event.text}${rules}${near}\n`;
    }).join("");
  }

  async copy() {
    const done = await copyText(this.text());
    this.told = done ? `${plural(this.rows.length, "sentence")} copied.` : "The browser refuses to copy; download it.";
    this.setState({});
    clearTimeout(this.telling);
    this.telling = setTimeout(() => { this.told = ""; this.setState({}); }, 4000);
  }

  componentWillUnmount() {
    clearTimeout(this.telling);
  }

  save() {
    const { lab } = this.props;
    const name = lab.facts.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);
    download(`${name || "game"}-log.txt`, `${lab.facts.title}\n\n${this.text()}`);
  }

  render({ lab }) {
    this.gather(lab);
    const current = this.rowOf(lab.moment);
    const shown = `${lab.moment} ${current}`;
    if (this.followed !== shown) {
      this.followed = shown;
      this.reveal(Math.max(0, current));
    }
    const first = this.rowAt(this.top - LOG_BEYOND);
    const last = Math.min(this.rows.length, this.rowAt(this.top + this.size + LOG_BEYOND) + 1);
    const inList = this.box?.contains(document.activeElement);
    this.reached = inList && this.active && this.rows.includes(this.active) ? this.active : this.rows[Math.max(0, current)];
    return html`
      <div class="log-panel">
      <div class="log-head">
        <h2 class="hidden-text">Log</h2>
        <div class="depths" role="group" aria-label="How deep">
          ${DEPTHS.map((depth) => html`
            <button key=${depth} data-depth=${depth} aria-pressed=${String(depth === this.depth)} onClick=${() => this.choose(depth)}
              title=${depth === "stage" ? "Only the stages" : `${DEPTH_WORDS[depth]}, and all above them`}>${DEPTH_WORDS[depth]}</button>`)}
        </div>
        <span class="log-files"><button class="log-copy" onClick=${() => this.copy()}>Copy</button>
          <button class="log-save" onClick=${() => this.save()}>Download</button></span>
      </div>
      <${LogSearch} log=${this} hit=${this.rows[current]?.id === lab.moment - 1 ? current + 1 : 0} />
      <div class="log-box" ref=${this.holds} onScroll=${() => this.scrolled()} onKeyDown=${(e) => this.listKey(e)}
        onFocusCapture=${(e) => this.focused(e)}>
        ${this.rows.length === 0 && html`<p class="log-none">${this.words ? "Nothing is found." : "Nothing has happened yet."}</p>`}
        <ol style=${`height:${this.tops.at(-1)}px;padding-top:${this.tops[first] ?? 0}px`}
          aria-label="What happened: Up and Down go from sentence to sentence">
          ${this.rows.slice(first, last).map((event, n) => html`
            <${Still} key=${event.id}
              parts=${[event, first + n, this.rows.length, first + n === current, event.id >= lab.moment, this.open.has(event),
                this.words, lab]}
              draw=${() => this.row(lab, event, first + n, first + n === current)} />`)}
        </ol>
      </div>
      </div>
    `;
  }

  row(lab, event, row, current) {
    const cause = event.causes[0];
    const first = cause && lab.film.events[cause[1]];
    const open = this.open.has(event);
    return html`
      <li class=${classes("log-row", `depth-${event.depth}`, event.side && lab.game.sideClass(event.side), current && "now",
          event.id >= lab.moment && "future")}
        data-row=${row} data-event=${event.id} aria-setsize=${this.rows.length} aria-posinset=${row + 1}>
        <button class="sentence" aria-current=${current ? "true" : undefined} onClick=${() => this.jump(event)}>
          <span class="number">${numberOf(event)}</span>
          <span class="words">${markWords(event.text, searchWords(this.words))}</span></button>
        <span class="log-links">
          <${Rules} lab=${lab} ids=${event.rules} />
          ${first && html`<button class="log-cause" title=${`${cause[0]} ${numberOf(first)}: ${first.text}`}
            aria-label=${`${cause[0]} event ${numberOf(first)}`} onClick=${() => this.jump(first)}>← ${numberOf(first)}</button>`}
          ${reasonsOf(event).length > 0 && html`<button class="log-near" aria-expanded=${String(open)} onClick=${() => this.unfold(event)}>
            ${open ? "▾" : "▸"} ${event.refused ? "what was refused" : plural(event.near.length, "near miss", "near misses")}</button>`}
        </span>
        ${open && html`
          <ul class="log-near-list">${reasonsOf(event).map((one) => html`<${Reason} key=${one.text} lab=${lab} reason=${one} />`)}</ul>`}
      </li>
    `;
  }
}

// Why others did not react to something, or why nothing else could be answered.
const reasonsOf = (event) => event.near ?? event.refused ?? [];

function Reason({ lab, reason }) {
  const clause = ([rule, text, remedy], n) => html`${n > 0 ? "; " : ""}${text} (<${Rule} lab=${lab}
    id=${rule} />)${remedy && `, would need: ${remedy}`}`;
  return html`<li>${reason.what}: ${reason.clauses.map(clause)}.</li>`;
}

function LogSearch({ log, hit }) {
  const searching = searchWords(log.words).length > 0;
  const found = searching ? `${log.rows.length} found` : plural(log.rows.length, "sentence");
  return html`
    <div class="log-search" role="search" aria-label="The log">
      <input type="search" aria-label="Search the log" placeholder="Search the log" maxlength=${LOG_SEARCH}
        value=${log.words}
        title="Enter: to the next one found; Shift Enter: to the one before" onInput=${(e) => log.search(e.target.value)}
        onKeyDown=${(e) => log.searchKey(e)} />
      <button class="hit-before" disabled=${!searching || log.rows.length === 0} aria-label="To the one before (Shift Enter)"
        onClick=${() => log.nextHit(-1)}>▲</button>
      <button class="hit-next" disabled=${!searching || log.rows.length === 0} aria-label="To the next one found (Enter)"
        onClick=${() => log.nextHit(1)}>▼</button>
      <span class="log-found"><output>${log.told || `${searching && hit ? `${hit} of ` : ""}${found}`}</output>
        ${log.more > 0 && html`<button class="deeper" onClick=${() => log.choose("atom")}>${log.more} more, deeper</button>`}</span>
    </div>
  `;
}

const eventText = (lab, event) =>
  [event.text, ...event.rules, ...event.rules.map((id) => ruleName(lab, id))].join(" ").toLowerCase();

// A sentence with what was searched for marked, as pieces of text.
function markWords(text, words) {
  if (words.length === 0) return text;
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return text; // a letter that is longer when small would shift the marks
  const pieces = [];
  for (let at = 0; at < text.length; ) {
    let [next, size] = [text.length, 0];
    for (const word of words) {
      const found = lower.indexOf(word, at);
      if (found >= 0 && (found < next || (found === next && word.length > size))) [next, size] = [found, word.length];
    }
    pieces.push(text.slice(at, next));
    if (size > 0) pieces.push(html`<mark>${text.slice(next, next + size)}</mark>`);
    at = next + size;
  }
  return pieces;
}
