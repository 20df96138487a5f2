// Timelines: how the numbers of a game went, as the lab has drawn them, with a cursor at the moment shown.

import { download, recall, remember } from "../common/dom.js";

const MARGIN = { l: 52, r: 14, t: 28, b: 48 };
const SMALL_MARGIN = { l: 26, r: 8, t: 8, b: 22 }; // of a small picture, which has no words at its axes
const MOST_SMALL = 3; // pictures in a row
const PLOT_CONFIG = {
  displayModeBar: false, displaylogo: false, doubleClick: false, responsive: false, scrollZoom: false, showSendToCloud: false,
  plotlyServerURL: "", typesetMath: false,
};
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

// Plotly's dashes and marks, for the key.
const DASHES = { dash: "8 5", dot: "2 4", dashdot: "8 4 2 4", longdash: "13 5", longdashdot: "13 4 2 4" };
const MARKS = {
  circle: "M17 3a4 4 0 1 0 .01 0z", square: "M13 3h8v8h-8z", diamond: "M17 2l5 5l-5 5l-5-5z",
  cross: "M15.5 2h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z", "triangle-up": "M17 2l5 9h-10z",
  star: "M17 1l1.6 4h4l-3.2 2.7l1.2 4.3l-3.6-2.5l-3.6 2.5l1.2-4.3l-3.2-2.7h4z",
  x: "M13 5l2-2l2 2l2-2l2 2l-2 2l2 2l-2 2l-2-2l-2 2l-2-2l2-2z",
};

// Where a moment lies on the axis, and the way back. By round every round is equally wide.
function axisOf({ layout }, by) {
  const [low, high] = layout.xaxis.range;
  const pad = (high - low) * 0.012;
  const whole = [low - pad, high + pad];
  if (by === "event") return { whole, least: 6, place: (moment) => moment, moment: (x) => Math.round(x) };
  const { ends } = layout.meta;
  const length = (n) => Math.max(ends[n + 1] - ends[n], 1);
  return {
    whole,
    least: 0.25,
    place(moment) {
      const n = Math.max(0, ends.findLastIndex((end, n) => end < moment && n < ends.length - 1));
      return n + (moment - ends[n]) / length(n);
    },
    moment(x) {
      const n = Math.max(0, Math.min(Math.floor(x), ends.length - 2));
      return Math.round(ends[n] + (x - n) * length(n));
    },
  };
}

// A figure of the lab in a frame, at a zoom: names stand where there is room for them, colours are those of the page.
function inFrame({ data, layout }, { hidden, range, width, height, small, look }) {
  const size = small ? 11 : height > 400 ? 14 : 12;
  const margin = small ? SMALL_MARGIN : MARGIN;
  const room = (width - margin.l - margin.r) / (range[1] - range[0]); // pixels of one unit
  const fits = (text, from, to) => (Math.min(to, range[1]) - Math.max(from, range[0])) * room > text.length * size * 0.6 + 8;
  const named = layout.annotations.filter((one) => one.xref === "x");
  const roomy = (one) => (one.xref === "x" ? !small && fits(one.text, one.x, named[named.indexOf(one) + 1]?.x ?? range[1]) : true);
  const notes = layout.annotations.filter(roomy);
  if (data.length > 0 && data.every((trace) => hidden.has(trace.uid))) {
    notes.push({ text: "every line is hidden", xref: "paper", yref: "paper", x: 0.5, y: 0.5, showarrow: false });
  }
  const lowest = Math.min(...layout.shapes.filter((one) => one.type === "line").map((one) => one.y0)); // there is room below it
  const shape = (one) => {
    const text = one.type === "line" ? one.label.text : !small && fits(one.name, one.x0, one.x1) ? one.name : "";
    const label = { ...one.label, text, font: { size: 11, color: look.soft } };
    if (small && one.type === "line") label.yanchor = one.y0 === lowest || one.y0 > 0.85 * layout.yaxis.range[1] ? "top" : "bottom";
    if (one.type === "line") return { ...one, label, line: { ...one.line, color: look.colour(one.line.color) } };
    return { ...one, label, opacity: look.shade };
  };
  const axis = (one, more) => ({
    ...one, ...more, color: look.ink, gridcolor: look.line, title: small ? undefined : { ...one.title, standoff: 6 },
    ...(small ? { nticks: 4, dtick: one.range[1] - one.range[0] < 5 ? 1 : undefined } : {}),
  });
  return {
    data: data.map((trace) => ({
      ...trace, visible: !hidden.has(trace.uid), line: { ...trace.line, color: look.colour(trace.line.color) },
      marker: { ...trace.marker, color: look.colour(trace.marker.color), size: small ? 4 : trace.marker.size },
    })),
    layout: {
      ...layout, width, height, title: undefined, margin: { ...margin, autoexpand: false }, showlegend: false, hoverdistance: 30,
      paper_bgcolor: "transparent", plot_bgcolor: "transparent",
      hoverlabel: { ...layout.hoverlabel, bgcolor: look.paper, font: { color: look.ink } },
      dragmode: small || matchMedia("(pointer: coarse)").matches ? false : "zoom", // a finger scrolls the page
      font: { ...layout.font, size, family: FONT, color: look.ink },
      xaxis: axis(layout.xaxis, { range: [...range], fixedrange: small }),
      yaxis: axis(layout.yaxis, { fixedrange: true }),
      shapes: layout.shapes.map(shape),
      annotations: notes,
    },
  };
}

// The colours around an element: what is black on paper is white in the dark.
function lookOf(element) {
  const style = getComputedStyle(element);
  const [ink, soft, line, paper] = ["--ink", "--soft", "--line", "--paper"].map((name) => style.getPropertyValue(name).trim());
  const [, light] = /^#?([0-9a-f])/i.exec(paper) ?? [];
  const dark = Number.parseInt(light ?? "f", 16) < 8;
  const colour = (printed) => (dark ? BRIGHT[printed.toUpperCase()] ?? ink : printed);
  return { ink, soft, line, paper, colour, shade: dark ? 0.14 : 1 };
}

const PRINTED = { ink: "#1b1f24", soft: "#444444", line: "#d5dae0", paper: "#ffffff", colour: (printed) => printed, shade: 1 };
const BRIGHT = { // in the dark, for the colours of analysis/series.py
  "#0072B2": "#5cb8f2", "#D55E00": "#ff9a52", "#007A59": "#3fd0a4", "#A8467F": "#ec8fc4", "#8A6100": "#e2b23d", "#1F78B4": "#8cc4f0",
  "#000000": "#f2f4f7", "#5B4FA2": "#b3a8f5",
};

// Plotly comes with the served page; in somebody's notebook the kernel sends it.
let plotlyComing = null;

function loadPlotly(kernel) {
  plotlyComing ??= (async () => {
    const loading = !window.Plotly && document.readyState !== "complete";
    if (loading) await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    if (window.Plotly) return window.Plotly;
    const sent = (await kernel.ask({ do: "plotly" })).find((answer) => answer.file);
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([sent.file], { type: "text/javascript" }));
    await new Promise((resolve, reject) => {
      Object.assign(script, { onload: resolve, onerror: reject });
      document.head.append(script);
    });
    URL.revokeObjectURL(script.src);
    return window.Plotly;
  })().catch(() => (plotlyComing = null)); // the next opening of the panel tries again
  return plotlyComing;
}

function Plot({ lab, figure, axis, shown, zoomTo, label }) {
  const margin = shown.small ? SMALL_MARGIN : MARGIN;
  const plot = useRef(null);
  const now = useRef(null); // what the listeners need, as it is at the last drawing
  const [plotly, setPlotly] = useState(() => window.Plotly);
  const [size, setSize] = useState(null);
  const { range } = shown;
  const breadth = (size?.width ?? 0) - margin.l - margin.r;
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
    const { data, layout } = inFrame(figure, { ...shown, ...size, look: lookOf(plot.current) });
    plotly.react(plot.current, data, layout, PLOT_CONFIG);
    if (plot.current.dataset.listens) return;
    plot.current.dataset.listens = "yes";
    plot.current.on("plotly_relayout", (change) => {
      if (change["xaxis.range[0]"] !== undefined) now.current.zoomTo([change["xaxis.range[0]"], change["xaxis.range[1]"]]);
    });
    plot.current.on("plotly_doubleclick", () => now.current.zoomTo(null));
  }, [plotly, size, figure, shown.hidden, range[0], range[1], lab.theme]);

  // A press that does not move is a click, wherever on the picture; one that moves is plotly's, who zooms.
  const press = (down) => {
    const up = (event) => {
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", up, true);
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (event.type === "pointercancel" || far > 4 || down.button !== 0) return;
      const box = plot.current.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - margin.l, event.clientY - box.top];
      const { lab, axis, range, breadth } = now.current;
      if (x < -4 || x > breadth + 4 || y < margin.t || y > box.height - margin.b) return;
      lab.goTo(axis.moment(range[0] + (x / breadth) * (range[1] - range[0])));
    };
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", up, true);
  };
  const part = (axis.place(lab.moment) - range[0]) / (range[1] - range[0]);
  const across = (margin.l + part * breadth - 1).toFixed(1);
  return html`
    <div class="plot" onPointerDown=${press}>
      <div class="picture" ref=${plot} role="img" aria-label=${label}></div>
      ${plotly && size && part >= 0 && part <= 1 && html`<div class="cursor" aria-hidden="true" data-moment=${lab.moment}
        style=${`top:${margin.t}px;bottom:${margin.b}px;transform:translateX(${across}px)`}></div>`}
      ${!plotly && html`<p class="coming" role="status">${plotly === undefined ? "The picture is being prepared …"
        : "The picture cannot be drawn here. The numbers are in the table below."}</p>`}
    </div>
  `;
}

const EMPTY_FIGURE = {
  data: [], layout: { xaxis: { range: [0, 1] }, yaxis: { range: [0, 1] }, meta: { ends: [0, 0] }, shapes: [], annotations: [] },
};

// A timeline as far as the lab has told it; what is new is asked for.
function useFigure(lab, what, by) {
  const { film } = lab;
  useEffect(() => {
    lab.kernel.ask({ page: "explore", do: "figure", what, by });
  }, [film, film.version, what, by]);
  const figure = film.figures.get(`${what} ${by}`) ?? EMPTY_FIGURE;
  return [figure, useMemo(() => axisOf(figure, by), [figure, by])];
}

const NONE_HIDDEN = new Set();

// What everybody watches, beside each other; a picture is clicked to go to a moment, and the whole panel is one button away.
export function Timelines({ lab }) {
  const [whole, setWhole] = useState(false);
  const groups = Object.entries(lab.facts.game?.timelines ?? {});
  const main = groups.filter(([, group]) => group.main);
  const shown = (main.length > 0 ? main : groups).slice(0, MOST_SMALL);
  const more = () => (lab.app.frame ? lab.openTab("lines") : setWhole(!whole));
  return html`
    <div class="small-lines" style=${`--many:${shown.length}`}>
      ${shown.map(([what, group]) => html`<${Small} key=${what} lab=${lab} what=${what} group=${group} />`)}
      <button class="more" onClick=${more} aria-expanded=${String(whole)} title="Other timelines, zoom, downloads, numbers">More</button>
    </div>
    ${whole && html`<section class="panel timelines"><${AllTimelines} lab=${lab} /></section>`}
  `;
}

function Small({ lab, what, group }) {
  const [figure, axis] = useFigure(lab, what, "event");
  const value = (trace) => lab.film.table.lines[`${what} ${trace.uid}`] ?? 0;
  const values = figure.data.map((trace) => `${trace.meta} ${value(trace)}`).join("; ") || "nothing to count yet";
  const look = lookOf(lab.app.element ?? document.body);
  return html`
    <figure class="timelines small" data-what=${what}>
      <figcaption><b>${group.title}</b>
        <ul>${figure.data.map((trace) => html`<li key=${trace.uid} title=${trace.meta}>
          <i style=${`background:${look.colour(trace.line.color)}`}></i><span>${trace.meta}</span> <b>${value(trace)}</b></li>`)}</ul>
      </figcaption>
      <${Plot} lab=${lab} figure=${figure} axis=${axis} shown=${{ hidden: NONE_HIDDEN, range: axis.whole, small: true }} zoomTo=${() => {}}
        label=${`${group.title}. After event ${lab.moment} of ${lab.film.end}: ${values}.`} />
    </figure>
  `;
}

export function AllTimelines({ lab }) {
  const { film, moment } = lab;
  const groups = lab.facts.game?.timelines ?? {};
  const [wanted, setWanted] = useState(() => recall(localStorage, "dcf_lab.timeline.timeline"));
  const what = wanted in groups ? wanted : Object.keys(groups)[0];
  const [by, setBy] = useState("event");
  const [hidden, setHidden] = useState(() => new Set());
  const [zoom, setZoom] = useState(null);
  const [table, setTable] = useState(false);
  const [figure, axis] = useFigure(lab, what, by);
  const zoomed = zoom?.film === film && zoom.by === by && zoom.range[0] < axis.whole[1]; // not the zoom of another game
  const range = zoomed ? zoom.range : axis.whole;
  const shown = { hidden, range };
  const title = groups[what]?.title;
  const [round, stage] = film.table.facts.moment ?? [0, ""];
  const where = [round > 0 ? `Round ${round}` : "Set-up", stage].filter(Boolean).join(", ");
  const value = (trace) => film.table.lines[`${what} ${trace.uid}`] ?? 0;
  const values = figure.data.map((trace) => `${trace.meta} ${value(trace)}`).join("; ") || "nothing to count yet";
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
    setWanted(e.target.value);
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
        ${Object.entries(groups).map(([key, group]) => html`<option value=${key}>${group.title}</option>`)}
      </select></label>
      <label>by <select class="by" value=${by} onChange=${(e) => setBy(e.target.value)}>
        <option value="event">event</option><option value="round">round</option>
      </select></label>
      <span class="group" role="group" aria-label="Zoom">
        <button class="zoom-in" onClick=${() => zoomBy(0.5)} disabled=${range[1] - range[0] <= axis.least} aria-label="Zoom in"
          title="Zoom in at the cursor; or draw across the picture">+</button>
        <button class="zoom-out" onClick=${() => zoomBy(2)} disabled=${!zoomed} aria-label="Zoom out" title="Zoom out">−</button>
        <button class="zoom-all" onClick=${() => setZoom(null)} disabled=${!zoomed}
          title="Show the whole game; or double-click the picture">whole</button>
      </span>
      <span class="group" role="group" aria-label="Download">
        ${["png", "svg"].map((format) => html`<button class=${`save-${format}`} onClick=${() => saveImage(lab, figure, shown, format, name)}
          title=${`Download the picture as ${format.toUpperCase()}`}>${format.toUpperCase()}</button>`)}
        <button class="save-csv" onClick=${() => saveRows(lab, what, by, name)} title="Download the numbers as CSV">CSV</button>
      </span>
    </div>
    <div class="drawn">
      <${Plot} lab=${lab} figure=${figure} axis=${axis} shown=${shown} zoomTo=${zoomTo}
        label=${`${title}, by ${by}. After event ${moment} of ${film.end} (${where}): ${values}.`} />
      <div class="key">
        <p class="now"><span>After event <b>${moment}</b> of ${film.end}</span><span>${where}</span></p>
        <ul class="lines" aria-label="Lines, with their value at this moment">
          ${figure.data.map((trace) => html`<li key=${trace.uid}><button aria-pressed=${String(!hidden.has(trace.uid))}
            data-line=${trace.uid} onClick=${() => toggle(trace.uid)} title=${hidden.has(trace.uid) ? "Show this line" : "Hide this line"}>
            <${Swatch} trace=${trace} /><span class="name">${trace.meta}</span> <b>${value(trace)}</b></button></li>`)}
        </ul>
        <ul class="stages" aria-label="Shading of the stages">
          ${figure.layout.shapes.filter((one) => one.showlegend).map((one) =>
            html`<li key=${one.legendgroup}><i style=${`background:${one.fillcolor}`}></i>${one.legendgroup}</li>`)}
        </ul>
        <ul class="limits" aria-label="Where something happens">
          ${figure.layout.shapes.filter((one) => one.type === "line").map((one) =>
            html`<li key=${one.name}><i></i>${one.name.replaceAll("<br>", " ")}</li>`)}
        </ul>
      </div>
    </div>
    <details class="numbers" open=${table} onToggle=${(e) => setTable(e.currentTarget.open)}>
      <summary>The numbers as a table: now, and at the end of each round</summary>
      ${table && html`<${NumberTable} lab=${lab} what=${what} title=${title} now=${figure.data.map(value)} />`}
    </details>
  `;
}

function Swatch({ trace: { line, marker } }) {
  return html`<svg width="34" height="14" viewBox="0 0 34 14" aria-hidden="true">
    <path d="M0 7h34" stroke=${line.color} stroke-width="2" stroke-dasharray=${DASHES[line.dash]} />
    <path d=${MARKS[marker.symbol]} fill=${marker.color} /></svg>`;
}

async function rowsOf(lab, what, by) {
  const answers = await lab.kernel.ask({ page: "explore", do: "rows", what, by });
  return answers.find((one) => one.show === "rows")?.rows;
}

function NumberTable({ lab, what, title, now }) {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    rowsOf(lab, what, "round").then((found) => found && setRows(found));
  }, [lab.film, lab.film.version, what]);
  const [[, ...names], ...rounds] = rows.length > 0 ? rows : [[]];
  const going = (n) => n === rounds.length - 1 && !lab.over;
  const row = ([head, ...values], look) => html`<tr class=${look}><th scope="row">${head}</th>
    ${values.map((value) => html`<td>${value}</td>`)}</tr>`;
  if (names.length === 0) return html`<p>Nothing to count yet.</p>`;
  return html`
    <div class="wide" tabindex="0" role="region" aria-label=${`${title}: the numbers`}>
      <table>
        <caption class="hidden-text">${title} at the moment shown, and at the end of each round</caption>
        <thead><tr><th scope="col">when</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>
          ${row([`now (event ${lab.moment})`, ...now], "at-moment")}
          ${rounds.map(([head, ...values], n) => row([`${head}${going(n) ? ", so far" : ""}`, ...values]))}
        </tbody>
      </table>
    </div>
  `;
}

// Downloads

async function saveImage(lab, figure, shown, format, name) {
  const plotly = await loadPlotly(lab.kernel);
  if (!plotly) return lab.app.notice("The picture cannot be drawn here, so there is none to download. The CSV has its numbers.", "refused");
  const size = { width: 1200, height: 680 };
  const { data, layout } = inFrame(figure, { ...shown, ...size, look: PRINTED });
  const under = lab.facts.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  Object.assign(layout, {
    title: { text: `${figure.layout.title.text}<br><sub>${under}</sub>`, x: 0.5, font: { size: 18 } },
    margin: { l: 60, r: 30, t: 104, b: 150 }, showlegend: true, paper_bgcolor: "#ffffff",
    legend: { orientation: "h", x: 0, y: -0.16, yanchor: "top", traceorder: "normal" },
  });
  const wanted = { format, ...size, scale: format === "png" ? 2 : 1, imageDataOnly: true };
  const image = await plotly.toImage({ data, layout, config: PLOT_CONFIG }, wanted);
  if (format === "svg") return download(`${name}.svg`, image, "image/svg+xml");
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0));
  return download(`${name}.png`, new Blob([bytes], { type: "image/png" }));
}

async function saveRows(lab, what, by, name) {
  const rows = await rowsOf(lab, what, by);
  if (rows) download(`${name}.csv`, csvOf(rows), "text/csv;charset=utf-8");
}

const csvOf = (rows) => rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";

// A text that a spreadsheet would take for a formula is marked as text.
function csvCell(value) {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
