// Timelines: how citizens, damage, Schemes, hands and resources went, as lines over the film with a cursor at the moment shown.

import { capital, classes, download, recall, remember, splitKey } from "../common/dom.js";
import { sizeOf } from "../common/film.js";
import { playerName } from "../common/words.js";

const TIMELINES = {
  citizens: ["Citizens", "citizens"],
  locations: ["Citizens at each Location", "citizens"],
  damage: ["Damage", "damage"],
  schemes: ["Schemes: completed, and citizens on each", "Schemes, citizens"],
  hands: ["Cards in hand, deck and discard pile", "cards"],
  resources: ["Resources", "resources"],
};
const CITIZENS = [["locations", "at Locations"], ["schemes", "on Schemes"], ["unaligned", "on Unaligned"], ["sanctuary", "in Sanctuary"]];
const CITIZENS_ON = { location: "locations", scheme: "schemes", unaligned: "unaligned" };
const PILES = ["hand", "deck", "discard"];
const STAGE_SHADES = { Plotting: "#F6E7DC", Planning: "#DDEAF4", Confrontation: "#F3F0D9", Maintenance: "#ECECEC" };
const STEP_STAGES = {
  "rogue action": "Plotting", "rogue draw": "Plotting", "hero action": "Planning", confrontation: "Confrontation", "provoke or oppose": "Confrontation",
  activation: "Confrontation", "complete schemes": "Confrontation", "check for win conditions": "Confrontation", prepare: "Confrontation",
  "ready phase": "Maintenance", "draw phase": "Maintenance", "end of round": "Maintenance",
};

// One number over time, in steps: from moment at[n] on it is values[n].
class Course {
  constructor(key, name, born = 0) {
    Object.assign(this, { key, name, born, at: [0], values: [0] });
  }

  get last() {
    return this.values[this.values.length - 1];
  }

  value(moment) {
    return this.values[countUpTo(this.at, moment) - 1];
  }

  become(moment, value) {
    if (this.at[this.at.length - 1] === moment) this.forget(moment - 1);
    if (value === this.last) return;
    this.at.push(moment);
    this.values.push(value);
  }

  forget(after) {
    while (this.at.length > 1 && this.at[this.at.length - 1] > after) {
      this.at.pop();
      this.values.pop();
    }
  }
}

// How many of the ascending numbers are not above one.
function countUpTo(numbers, most) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Every line of a film by what it counts; the same as in dcf_lab/analysis/series.py. It reads on as the film grows.
class Numbers {
  constructor(lab) {
    this.film = lab.film;
    this.cards = lab.cards;
    this.players = lab.facts.players;
    this.read = []; // the events that are counted
    this.said = []; // the sentence of each moment, as plotly wants it
    this.stages = []; // [name, first event]
    this.rounds = [["Set-up", 0]];
    this.courses = Object.fromEntries([...Object.keys(TIMELINES), "unaligned"].map((what) => [what, new Map()]));
    for (const [key, name] of CITIZENS) this.course("citizens", key, name);
    this.course("schemes", "completed", "completed (Master Plan)");
    for (const player of this.players) {
      for (const pile of PILES) this.course("hands", `${player}.${pile}`, `${capital(playerName(player))}: ${pile === "discard" ? "discard pile" : pile}`);
      this.course("resources", player, `${capital(playerName(player))}: unspent resources`);
    }
  }

  course(what, key, name = this.cards.name(key), born = 0) {
    if (!this.courses[what].has(key)) this.courses[what].set(key, new Course(key, name, born));
    return this.courses[what].get(key);
  }

  catchUp() {
    const { events } = this.film;
    let same = Math.min(this.read.length, events.length);
    while (same > 0 && this.read[same - 1] !== events[same - 1]) same--; // a film that is cut keeps the events before the cut
    if (same < this.read.length) this.forget(same);
    for (let m = same; m < events.length; m++) this.count(events[m], m);
  }

  forget(after) {
    this.read.length = after;
    this.said.length = Math.min(this.said.length, after + 1);
    this.stages = this.stages.filter(([, first]) => first < after);
    this.rounds = after === 0 ? [["Set-up", 0]] : this.rounds.filter(([, first], n) => n === 0 || first < after);
    for (const group of Object.values(this.courses)) {
      for (const course of group.values()) {
        if (course.born > after) group.delete(course.key);
        else course.forget(after);
      }
    }
  }

  count(event, number) {
    this.read.push(event);
    for (const [book, key, value] of event.set) {
      if (book === "zones") this.countCards(number + 1, key, value);
      else if (book === "counts") this.countTokens(number + 1, ...splitKey(key), value ?? 0);
    }
    if (number === 0 && event.set.length > 0) {
      const fact = (name) => event.set.find(([book, key]) => book === "facts" && key === name)?.[2];
      if (STEP_STAGES[fact("step")]) this.stages.push([`${STEP_STAGES[fact("step")]} Stage`, 0]);
      if (fact("round")) this.rounds[0] = [`Round ${fact("round")}`, 0];
    } else if (event.kind === "stage") this.stages.push([event.text.replace(/\.$/, ""), number]);
    else if (event.kind === "round") this.rounds.push([`Round ${event.amount}`, number]);
  }

  countCards(moment, key, value) {
    const [whose, pile] = splitKey(key);
    if (this.courses.hands.has(key)) this.course("hands", key).become(moment, sizeOf(value));
    else if (key === "table.master plan") this.course("schemes", "completed").become(moment, sizeOf(value));
    else if (pile === "scheme") {
      // seen from a Hero's seat it has no name as long as it lies facedown, but its citizens are there for all to see
      const hidden = Array.isArray(value) ? 0 : (value?.citizens ?? 0);
      this.countCitizens(moment, "schemes", key, hidden, `facedown Scheme at ${this.cards.name(whose)}`);
    }
  }

  countTokens(moment, whose, what, value) {
    const type = this.cards.of(whose)?.type;
    if (what === "resources" && this.players.includes(whose)) this.course("resources", whose).become(moment, value);
    else if (what === "damage" && ["hero", "rogue", "unaligned"].includes(type)) this.course("damage", whose, undefined, moment).become(moment, value);
    else if (what === "citizens" && whose === "sanctuary") this.course("citizens", whose).become(moment, value);
    else if (what === "citizens" && CITIZENS_ON[type]) this.countCitizens(moment, CITIZENS_ON[type], whose, value);
  }

  countCitizens(moment, group, key, value, name) {
    if (value === 0 && !this.courses[group].has(key)) return;
    const course = this.course(group, key, name, moment);
    const all = this.course("citizens", group);
    all.become(moment, all.last + value - course.last);
    course.become(moment, value);
  }

  of(what) {
    return [...this.courses[what].values()];
  }

  spans(begun) {
    const end = this.read.length;
    return begun.map(([name, first], n) => ({ name, first, last: begun[n + 1]?.[1] ?? end })).filter((one) => one.last > one.first || one.last === end);
  }

  // The round or stage that the last event before a moment belongs to.
  during(begun, moment) {
    return begun[countUpTo(begun.map(([, first]) => first), Math.max(moment - 1, 0)) - 1]?.[0] ?? "";
  }

  sentence(moment) {
    return moment > 0 ? this.read[moment - 1].text : "The table is empty.";
  }

  // Short lines for the hover; plotly reads a little HTML there, and a card's name is none.
  hover(moment) {
    this.said[moment] ??= plotText(`after event ${moment}: ${this.sentence(moment)}`.replace(/(.{30,46}?) /g, "$1\n")).replaceAll("\n", "<br>");
    return this.said[moment];
  }
}

const plotText = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

// Where a moment lies on the axis, and the way back. By round every round is equally wide.
function axisOf(numbers, by) {
  const end = numbers.read.length;
  if (by === "event") {
    const pad = Math.max(end, 1) * 0.012;
    return { whole: [-pad, Math.max(end, 1) + pad], least: 6, place: (moment) => moment, moment: (x) => Math.round(x) };
  }
  const rounds = numbers.spans(numbers.rounds);
  const firsts = rounds.map((one) => one.first);
  const length = (one) => Math.max(one.last - one.first, 1);
  return {
    whole: [-0.03, rounds.length + 0.03],
    least: 0.25,
    place(moment) {
      const n = Math.max(countUpTo(firsts, moment - 1) - 1, 0);
      return n + (moment - rounds[n].first) / length(rounds[n]);
    },
    moment(x) {
      const n = Math.max(0, Math.min(Math.floor(x), rounds.length - 1));
      return Math.round(rounds[n].first + (x - n) * length(rounds[n]));
    },
  };
}

// The picture

const LINE_COLOURS = ["#0072B2", "#D55E00", "#007A59", "#A8467F", "#8A6100", "#1F78B4", "#000000", "#5B4FA2"]; // safe for colour-blind people
const LINE_DASHES = [["solid", ""], ["dash", "8 5"], ["dot", "2 4"], ["dashdot", "8 4 2 4"], ["longdash", "13 5"], ["longdashdot", "13 4 2 4"]];
const LINE_MARKS = [
  ["circle", "M17 3a4 4 0 1 0 .01 0z"], ["square", "M13 3h8v8h-8z"], ["diamond", "M17 2l5 5l-5 5l-5-5z"], ["cross", "M15.5 2h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"],
  ["triangle-up", "M17 2l5 9h-10z"], ["star", "M17 1l1.6 4h4l-3.2 2.7l1.2 4.3l-3.6-2.5l-3.6 2.5l1.2-4.3l-3.2-2.7h4z"],
  ["x", "M13 5l2-2l2 2l2-2l2 2l-2 2l2 2l-2 2l-2-2l-2 2l-2-2l2-2z"],
];
const MARGIN = { l: 52, r: 14, t: 28, b: 48 };
const PLOT_CONFIG = {
  displayModeBar: false, displaylogo: false, doubleClick: false, responsive: false, scrollZoom: false, showSendToCloud: false, plotlyServerURL: "", typesetMath: false,
};

const lookOf = (n) => ({ colour: LINE_COLOURS[n % 8], dash: LINE_DASHES[n % 6], mark: LINE_MARKS[n % 7] });

// What plotly draws; `shown` says what, by, hidden, range, width and height.
function figureOf(numbers, axis, shown) {
  const { what, by, hidden, range, width, height } = shown;
  const courses = numbers.of(what);
  const seen = courses.filter((course) => !hidden.has(course.key));
  const highest = Math.max(1, ...seen.map((course) => Math.max(...course.values)));
  const room = (width - MARGIN.l - MARGIN.r) / (range[1] - range[0]); // pixels of one unit
  const rounds = numbers.spans(numbers.rounds);
  const stages = stagesSeen(numbers, axis, range);
  const words = { color: "#1b1f24", size: height > 400 ? 14 : 12 };
  const fits = (text, from, to) => (to - from) * room > text.length * words.size * 0.6 + 8;
  const layout = {
    width, height, margin: { ...MARGIN, autoexpand: false }, showlegend: false, hovermode: "closest", hoverdistance: 30,
    dragmode: matchMedia("(pointer: coarse)").matches ? false : "zoom", // a finger scrolls the page
    font: { ...words, family: "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif" },
    paper_bgcolor: "#fff", plot_bgcolor: "#fff",
    hoverlabel: { bgcolor: "#fff", bordercolor: "#1b1f24", font: words, align: "left", namelength: -1 },
    xaxis: {
      range: [...range], title: { text: by === "event" ? "events that have happened" : "rounds, with a mark at the end of each", standoff: 6 },
      zeroline: false, showgrid: false, ticks: "outside", ...ticksOf(rounds, by, range, room, fits),
    },
    yaxis: {
      range: [-0.03 * highest, 1.16 * highest], title: { text: TIMELINES[what][1], standoff: 6 },
      zeroline: false, gridcolor: "#c9d0d8", fixedrange: true, tickvals: heights(highest),
    },
    shapes: shadesOf(stages),
    annotations: [...stageNames(stages, fits), ...(by === "event" ? roundNames(rounds, range, fits) : [])],
  };
  if (seen.length === 0) {
    const text = courses.length ? "every line is hidden" : "nothing to count yet";
    layout.annotations.push({ text, xref: "paper", yref: "paper", x: 0.5, y: 0.5, showarrow: false, font: { ...words, size: 14 } });
  }
  const data = courses.flatMap((course, n) => (hidden.has(course.key) ? [] : [traceOf(numbers, axis, course, lookOf(n), by, rounds)]));
  return { data, layout };
}

function traceOf(numbers, axis, course, look, by, rounds) {
  const ends = new Set(by === "round" ? rounds.map((one) => one.last) : [numbers.read.length]); // a line runs to the end
  const moments = [...new Set([...course.at, ...ends])].sort((a, b) => a - b);
  return {
    type: "scatter", mode: "lines+markers", name: plotText(course.name), meta: course.key,
    x: moments.map(axis.place), y: moments.map((moment) => course.value(moment)), text: moments.map((moment) => numbers.hover(moment)),
    hovertemplate: "<b>%{fullData.name}: %{y}</b><br>%{text}<extra></extra>",
    line: { shape: "hv", color: look.colour, dash: look.dash[0], width: 2 },
    marker: {
      symbol: look.mark[0], color: look.colour, opacity: 1,
      ...(by === "round" ? { size: moments.map((moment) => (ends.has(moment) ? 8 : 0)) } : { size: 6, maxdisplayed: 40 }),
    },
  };
}

// The stages that are in sight, and where on the axis.
function stagesSeen(numbers, axis, range) {
  const found = numbers.spans(numbers.stages).map((stage) => ({
    name: stage.name.replace(/ Stage$/, ""), x: Math.max(axis.place(stage.first), range[0]), end: Math.min(axis.place(stage.last), range[1]),
  }));
  return found.filter((stage) => stage.end > stage.x);
}

// One shape for all stages of a name: plotly takes its time over each.
function shadesOf(stages) {
  return [...new Set(stages.map((stage) => stage.name))].map((name) => ({
    type: "path", xref: "x", yref: "paper", path: stages.filter((stage) => stage.name === name).map(({ x, end }) => `M${x},0V1H${end}V0Z`).join(""),
    layer: "below", line: { width: 0 }, fillcolor: STAGE_SHADES[name] ?? "#ECECEC", name: plotText(`${name} Stage`), showlegend: true,
  }));
}

// Names where there is room for them: of stages inside the picture, of rounds above it.
const nameAt = (x, text, more) => ({ text, x, xref: "x", y: 1, yref: "paper", xanchor: "left", showarrow: false, borderpad: 0, ...more });

function stageNames(stages, fits) {
  return stages.filter(({ name, x, end }) => fits(name, x, end)).map(({ name, x }) => nameAt(x, plotText(name), { yanchor: "top", xshift: 3 }));
}

function roundNames(rounds, range, fits) {
  return rounds.flatMap(({ name, first, last }) => {
    const [x, end] = [Math.max(first, range[0]), Math.min(last, range[1])];
    const text = [name, name.replace("Round ", "")].find((words) => fits(words, x, end));
    return text ? [nameAt(x, `|&nbsp;${plotText(text)}`, { yanchor: "bottom", xshift: -3 })] : [];
  });
}

function ticksOf(rounds, by, range, room, fits) {
  const short = (name) => name.replace("Round ", "").replace("Set-up", "0");
  if (by === "round") return { tickvals: rounds.map((_, n) => n + 0.5), ticktext: rounds.map(({ name }) => plotText(fits(name, 0, 1) ? name : short(name))) };
  if (range[1] - range[0] < 8) return { dtick: 1, tickformat: "d" };
  return { nticks: Math.max(3, Math.round((room * (range[1] - range[0])) / 70)), tickformat: "d" };
}

// Whole numbers, none above the highest line: the names of the stages stand there.
function heights(highest) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => highest / one <= 6) ?? Math.ceil(highest / 6);
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, n) => n * step);
}

// Plotly comes with the served page; in somebody's notebook the kernel sends it.
let plotlyComing = null;

function loadPlotly(kernel) {
  plotlyComing ??= (async () => {
    if (!window.Plotly && document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    if (window.Plotly) return window.Plotly;
    const sent = (await kernel.ask({ do: "plotly" })).find((answer) => answer.file);
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([sent.file], { type: "text/javascript" }));
    await new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }) && document.head.append(script));
    URL.revokeObjectURL(script.src);
    return window.Plotly;
  })().catch(() => (plotlyComing = null)); // the next opening of the panel tries again
  return plotlyComing;
}

function Plot({ lab, numbers, axis, shown, zoomTo, label }) {
  const plot = useRef(null);
  const now = useRef(null); // what the listeners need, as it is at the last drawing
  const [plotly, setPlotly] = useState(() => window.Plotly);
  const [size, setSize] = useState(null);
  const { range } = shown;
  const breadth = (size?.width ?? 0) - MARGIN.l - MARGIN.r;
  now.current = { lab, axis, range, breadth, zoomTo };

  useEffect(() => {
    if (!plotly) loadPlotly(lab.kernel).then((found) => setPlotly(found ?? null));
  }, []);
  useLayoutEffect(() => {
    const measure = () => setSize((old) => {
      const { clientWidth: width, clientHeight: height } = plot.current;
      return width === 0 || (old?.width === width && old.height === height) ? old : { width, height };
    });
    const watch = new ResizeObserver(measure);
    watch.observe(plot.current);
    measure();
    return () => {
      watch.disconnect();
      window.Plotly?.purge(plot.current);
    };
  }, []);
  useEffect(() => {
    if (!plotly || !size) return;
    const { data, layout } = figureOf(numbers, axis, { ...shown, ...size });
    plotly.react(plot.current, data, layout, PLOT_CONFIG);
    if (plot.current.dataset.listens) return;
    plot.current.dataset.listens = "yes";
    plot.current.on("plotly_relayout", (change) => {
      if (change["xaxis.range[0]"] !== undefined) now.current.zoomTo([change["xaxis.range[0]"], change["xaxis.range[1]"]]);
    });
    plot.current.on("plotly_doubleclick", () => now.current.zoomTo(null));
  }, [plotly, size, numbers, numbers.film.version, shown.what, shown.by, shown.hidden, range[0], range[1]]);

  // A press that does not move is a click, wherever on the picture; one that moves is plotly's, who zooms.
  const press = (down) => {
    const up = (event) => {
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", up, true);
      if (event.type === "pointercancel" || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 4 || down.button !== 0) return;
      const box = plot.current.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - MARGIN.l, event.clientY - box.top];
      const { lab, axis, range, breadth } = now.current;
      if (x < -4 || x > breadth + 4 || y < MARGIN.t || y > box.height - MARGIN.b) return;
      lab.goTo(axis.moment(range[0] + (x / breadth) * (range[1] - range[0])));
    };
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", up, true);
  };
  const part = (axis.place(lab.moment) - range[0]) / (range[1] - range[0]);
  return html`
    <div class="plot" onPointerDown=${press}>
      <div class="picture" ref=${plot} role="img" aria-label=${label}></div>
      ${plotly && size && part >= 0 && part <= 1 && html`<div class="cursor" aria-hidden="true" data-moment=${lab.moment}
        style=${`top:${MARGIN.t}px;bottom:${MARGIN.b}px;transform:translateX(${(MARGIN.l + part * breadth - 1).toFixed(1)}px)`}></div>`}
      ${!plotly && html`<p class="coming" role="status">${plotly === undefined ? "The picture is being prepared …"
        : "The picture cannot be drawn here. The numbers are in the table below."}</p>`}
    </div>
  `;
}

// The panel

export function Timelines({ lab }) {
  const [what, setWhat] = useState(() => Object.keys(TIMELINES).find((key) => key === recall(localStorage, "dcf_lab.timeline.timeline")) ?? "citizens");
  const [by, setBy] = useState("event");
  const [hidden, setHidden] = useState(() => new Set());
  const [zoom, setZoom] = useState(null);
  const [table, setTable] = useState(false);
  const { film, moment } = lab;
  const numbers = useMemo(() => new Numbers(lab), [film]);
  const axis = useMemo(() => {
    numbers.catchUp();
    return axisOf(numbers, by);
  }, [numbers, film.version, by]);
  const zoomed = zoom?.film === film && zoom.by === by && zoom.range[0] < axis.whole[1]; // not the zoom of another game
  const range = zoomed ? zoom.range : axis.whole;
  const shown = { what, by, hidden, range };
  const courses = numbers.of(what);
  const [title] = TIMELINES[what];
  const where = [numbers.during(numbers.rounds, moment), numbers.during(numbers.stages, moment)].filter(Boolean).join(", ");
  const values = courses.map((course) => `${course.name} ${course.value(moment)}`).join("; ") || "nothing to count yet";
  const zoomTo = (next) => {
    const [low, high] = axis.whole;
    const width = next ? Math.max(next[1] - next[0], axis.least) : Infinity;
    if (width >= high - low) return setZoom(null);
    const first = Math.max(low, Math.min(next[0], high - width));
    return setZoom({ film, by, range: [first, first + width] });
  };
  const zoomBy = (factor) => {
    const at = axis.place(moment);
    const middle = at >= range[0] && at <= range[1] ? at : (range[0] + range[1]) / 2;
    const half = ((range[1] - range[0]) * factor) / 2;
    zoomTo([middle - half, middle + half]);
  };
  const choose = (e) => {
    remember(localStorage, "dcf_lab.timeline.timeline", e.target.value);
    setWhat(e.target.value);
  };
  const toggle = (key) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  const name = `timeline_${what}_by_${by}`;
  return html`
    <h2>Timelines</h2>
    <div class="controls">
      <label>Show <select class="what" value=${what} onChange=${choose}>
        ${Object.entries(TIMELINES).map(([key, [words]]) => html`<option value=${key}>${words}</option>`)}
      </select></label>
      <label>by <select class="by" value=${by} onChange=${(e) => setBy(e.target.value)}>
        <option value="event">event</option><option value="round">round</option>
      </select></label>
      <span class="group" role="group" aria-label="Zoom">
        <button class="zoom-in" onClick=${() => zoomBy(0.5)} disabled=${range[1] - range[0] <= axis.least} aria-label="Zoom in"
          title="Zoom in at the cursor; or draw across the picture">+</button>
        <button class="zoom-out" onClick=${() => zoomBy(2)} disabled=${!zoomed} aria-label="Zoom out" title="Zoom out">−</button>
        <button class="zoom-all" onClick=${() => setZoom(null)} disabled=${!zoomed} title="Show the whole game; or double-click the picture">whole</button>
      </span>
      <span class="group" role="group" aria-label="Download">
        ${["png", "svg"].map((format) => html`<button class=${`save-${format}`} onClick=${() => saveImage(lab, numbers, axis, shown, format, name)}
          title=${`Download the picture as ${format.toUpperCase()}`}>${format.toUpperCase()}</button>`)}
        <button class="save-csv" onClick=${() => download(`${name}.csv`, csvOf(rowsOf(numbers, what, by)), "text/csv;charset=utf-8")}
          title="Download the numbers as CSV">CSV</button>
      </span>
    </div>
    <div class="drawn">
      <${Plot} lab=${lab} numbers=${numbers} axis=${axis} shown=${shown} zoomTo=${zoomTo}
        label=${`${title}, by ${by}. After event ${moment} of ${film.end}${where && ` (${where})`}: ${values}.`} />
      <div class="key">
        <p class="now"><span>After event <b>${moment}</b> of ${film.end}</span><span>${where}</span></p>
        <ul class="lines" aria-label="Lines, with their value at this moment">
          ${courses.map((course, n) => html`<li key=${course.key}><button aria-pressed=${String(!hidden.has(course.key))} data-line=${course.key}
            onClick=${() => toggle(course.key)} title=${hidden.has(course.key) ? "Show this line" : "Hide this line"}>
            <${Swatch} look=${lookOf(n)} /><span class="name">${course.name}</span> <b>${course.value(moment)}</b></button></li>`)}
        </ul>
        <ul class="stages" aria-label="Shading of the stages">
          ${Object.entries(STAGE_SHADES).map(([stage, shade]) => html`<li><i style=${`background:${shade}`}></i>${stage}</li>`)}
        </ul>
      </div>
    </div>
    <details class="numbers" open=${table} onToggle=${(e) => setTable(e.currentTarget.open)}>
      <summary>The numbers as a table: now, and at the end of each round</summary>
      ${table && html`<${NumberTable} lab=${lab} numbers=${numbers} courses=${courses} title=${title} />`}
    </details>
  `;
}

function Swatch({ look }) {
  return html`<svg width="34" height="14" viewBox="0 0 34 14" aria-hidden="true">
    <path d="M0 7h34" stroke=${look.colour} stroke-width="2" stroke-dasharray=${look.dash[1]} /><path d=${look.mark[1]} fill=${look.colour} /></svg>`;
}

function NumberTable({ lab, numbers, courses, title }) {
  const rounds = numbers.spans(numbers.rounds);
  const going = (n) => n === rounds.length - 1 && !lab.over;
  const row = (head, moment, now) => html`<tr class=${classes(now && "at-moment")}><th scope="row">${head}</th>
    ${courses.map((course) => html`<td>${course.value(moment)}</td>`)}</tr>`;
  if (courses.length === 0) return html`<p>Nothing to count yet.</p>`;
  return html`
    <div class="wide" tabindex="0" role="region" aria-label=${`${title}: the numbers`}>
      <table>
        <caption class="hidden-text">${title} at the moment shown, and at the end of each round</caption>
        <thead><tr><th scope="col">when</th>${courses.map((course) => html`<th scope="col">${course.name}</th>`)}</tr></thead>
        <tbody>
          ${row(`now (event ${lab.moment})`, lab.moment, true)}
          ${rounds.map((one, n) => row(`${one.name}${going(n) ? ", so far" : ""}`, one.last))}
        </tbody>
      </table>
    </div>
  `;
}

// Downloads

async function saveImage(lab, numbers, axis, shown, format, name) {
  const plotly = await loadPlotly(lab.kernel);
  if (!plotly) return lab.app.notice("The picture cannot be drawn here, so there is none to download. The CSV has its numbers.", "refused");
  const size = { width: 1200, height: 680 };
  const { data, layout } = figureOf(numbers, axis, { ...shown, ...size });
  Object.assign(layout, {
    title: { text: `${plotText(TIMELINES[shown.what][0])}<br><sub>${plotText(lab.facts.title)}</sub>`, x: 0.5, font: { size: 18, color: "#1b1f24" } },
    margin: { l: 60, r: 30, t: 104, b: 150 }, showlegend: true, legend: { orientation: "h", x: 0, y: -0.16, yanchor: "top", traceorder: "normal" },
  });
  const image = await plotly.toImage({ data, layout, config: PLOT_CONFIG }, { format, ...size, scale: format === "png" ? 2 : 1, imageDataOnly: true });
  if (format === "svg") return download(`${name}.svg`, image, "image/svg+xml");
  return download(`${name}.png`, new Blob([Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
}

// A header, and a row for every moment at which one of the numbers changes, or for every round.
function rowsOf(numbers, what, by) {
  const courses = numbers.of(what);
  const names = courses.map((course) => course.name);
  const values = (moment) => courses.map((course) => course.value(moment));
  if (by === "round") return [["round", ...names], ...numbers.spans(numbers.rounds).map((one) => [one.name, ...values(one.last)])];
  const moments = [...new Set(courses.flatMap((course) => course.at))].sort((a, b) => a - b);
  return [
    ["event", "round", "stage", "what happened", ...names],
    ...moments.map((moment) => [moment, numbers.during(numbers.rounds, moment), numbers.during(numbers.stages, moment), numbers.sentence(moment), ...values(moment)]),
  ];
}

const csvOf = (rows) => rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";

// A text that a spreadsheet would take for a formula is marked as text.
function csvCell(value) {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
