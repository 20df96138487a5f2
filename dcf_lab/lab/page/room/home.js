// What the lab would tell a page that asks for it, told at home: timelines, their numbers, causes; no further than the film goes.

const HOVER_LETTERS = 46; // in a line, as in analysis/series.py

// Rows of which what is usual is said once.
export const unfolded = ({ usual, rows }) => rows.map((row) => ({ ...structuredClone(usual), ...row }));

// Events as every panel wants them: each with its number, its label, and since when its action, phase and round last.
export function wholeEvents(told) {
  let since = [0, 0, 0];
  return unfolded(told).map((event, id) => {
    since = event.since ?? since;
    return { ...event, id, since, label: event.label ?? event.text.replace(/\.$/, "") };
  });
}

// Everything that led to an event, or that came of it.
export function causesOf(events, number, way) {
  const from = (event) => event.causes.map(([, cause]) => cause);
  const found = new Set([number]);
  if (way === "why") {
    for (let id = number; id >= 0; id--) if (found.has(id)) for (const cause of from(events[id])) found.add(cause);
  } else for (const event of events) if (from(event).some((cause) => found.has(cause))) found.add(event.id);
  found.delete(number);
  return [...found].filter((id) => events[id].kind !== "window").sort((a, b) => a - b);
}

// A timeline as far as the film goes, by event or by round.
export function timelineUntil({ data, layout }, film, by) {
  const end = film.end;
  const lines = data.map((trace) => ({ ...trace, ...pointsUntil(trace, end) }));
  const ends = [...layout.meta.ends.filter((one, n) => n === 0 || one < end), end];
  const limits = layout.shapes.filter((one) => one.type === "line");
  const stages = layout.shapes.filter((one) => one.type !== "line" && one.x0 < end).map((one) => ({ ...one, x1: Math.min(one.x1, end) }));
  const rounds = layout.annotations.filter((one) => one.xref === "x" && one.x < Math.max(end, 1));
  const highest = Math.max(1, ...limits.map(({ y0 }) => y0), ...lines.flatMap(({ y }) => y));
  const all = {
    ...layout, meta: { ends }, yaxis: { ...layout.yaxis, range: [0, highest * 1.12], dtick: Math.max(1, Math.floor(highest / 6)) },
  };
  if (by === "event") {
    const told = lines.map((trace) => ({ ...trace, text: trace.x.map((at) => hoverText(film, at)) }));
    const across = { ...layout.xaxis, range: [0, Math.max(end, 1)] };
    return { data: told, layout: { ...all, xaxis: across, shapes: [...stages, ...limits], annotations: rounds } };
  }
  const names = ends.slice(1).map((_, n) => rounds[n]?.text.replace("| ", "") ?? "");
  const across = {
    range: [0, names.length], tickvals: names.map((_, n) => n + 0.5), ticktext: names,
    title: { text: "rounds, with a mark at the end of each" },
  };
  return {
    data: lines.map((trace) => ({
      ...trace, x: ends.map((_, n) => n), y: ends.map((at) => valueAt(trace, at)), text: ends.map((at) => hoverText(film, at)),
      line: { ...trace.line, shape: "linear" },
    })),
    layout: { ...all, xaxis: { ...layout.xaxis, tickformat: undefined, ...across }, shapes: limits, annotations: [] },
  };
}

function pointsUntil({ x, y }, end) {
  const kept = x.filter((at) => at < end).length;
  return { x: [...x.slice(0, kept), end], y: [...y.slice(0, kept), valueAt({ x, y }, end)] };
}

const valueAt = ({ x, y }, moment) => y[Math.max(0, x.findLastIndex((at) => at <= moment))];

// Plotly reads a little HTML in texts, and a card's name is none.
function hoverText({ events }, moment) {
  const text = `after event ${moment}: ${moment > 0 ? events[moment - 1].text : "The table is empty."}`;
  const rows = [""];
  for (const word of text.split(" ")) {
    if (rows.at(-1).length + word.length >= HOVER_LETTERS) rows.push(word);
    else rows.push([rows.pop(), word].filter(Boolean).join(" "));
  }
  return rows.map((row) => row.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")).join("<br>");
}

// The numbers as a table: a header, and a row for every moment at which one of them changes, or for every round.
export function timelineRows({ data, layout }, film, by) {
  const names = data.map(({ meta }) => meta);
  if (by === "round") return [["round", ...names], ...layout.xaxis.ticktext.map((round, n) => [round, ...data.map(({ y }) => y[n + 1])])];
  const during = (spans, moment) => spans.findLast(({ first }) => first <= Math.max(moment - 1, 0))?.name ?? "";
  const rounds = layout.annotations.map(({ text, x }) => ({ name: text.replace("| ", ""), first: x }));
  const stages = layout.shapes.filter((one) => one.type !== "line").map(({ legendgroup, x0 }) => ({ name: legendgroup, first: x0 }));
  const moments = [...new Set(data.flatMap(({ x }) => x))].sort((a, b) => a - b);
  const told = (at) => (at > 0 ? film.events[at - 1].text : "The table is empty.");
  return [["event", "round", "stage", "what happened", ...names],
    ...moments.map((at) => [at, during(rounds, at), during(stages, at), told(at), ...data.map((trace) => valueAt(trace, at))])];
}

// The timelines of a small handout: pictures that stand on its paper, drawn no further than the film goes, with a cursor.
export function Pictures({ lab, film }) {
  const found = [...document.querySelectorAll(`.paper [data-film="${film}"] figure`)];
  if (found.length === 0) return html`<p>No number moves here.</p>`;
  return html`<div class="pictures">${found.map((figure) => html`
    <${Picture} key=${figure.dataset.what} lab=${lab} figure=${figure} />`)}</div>`;
}

function Picture({ lab, figure }) {
  const place = useRef(null);
  const { end } = lab.film;
  useLayoutEffect(() => {
    const copy = figure.cloneNode(true);
    const drawn = copy.querySelector("svg");
    const { left, right, end: whole } = drawn.dataset;
    const across = (moment) => Number(left) + ((Number(right) - left) * moment) / Math.max(1, whole);
    drawn.setAttribute("aria-label", `After event ${lab.moment} of ${end}`);
    const add = (name, told) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [word, value] of Object.entries(told)) made.setAttribute(word, value);
      drawn.append(made);
    };
    if (end < whole) add("rect", { x: across(end) + 1, y: 0, width: right - across(end) + 10, height: 170, fill: "#fff" });
    add("path", { class: "cursor", d: `M${across(lab.moment)} 14V150`, stroke: "#a8005c", "stroke-width": 2 });
    drawn.onclick = (event) => {
      const box = drawn.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * drawn.viewBox.baseVal.width;
      lab.goTo(Math.min(end, Math.max(0, Math.round(((x - left) / (right - left)) * whole))));
    };
    place.current.replaceChildren(copy);
  }, [figure, end, lab.moment]);
  return html`<div class="picture-place" ref=${place}></div>`;
}
