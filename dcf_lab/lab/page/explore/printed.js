// What paper gets besides the table: the sentence of the moment, and what has happened so far. It is there only while a page is printed.

import { classes } from "../common/dom.js";

const MOST_PRINTED = 400; // sentences

const onPaper = matchMedia("print");

export function Printed({ lab }) {
  const [printing, setPrinting] = useState(onPaper.matches);
  useEffect(() => {
    const gone = new AbortController();
    onPaper.addEventListener("change", () => setPrinting(onPaper.matches), { signal: gone.signal });
    addEventListener("beforeprint", () => setPrinting(true), { signal: gone.signal });
    addEventListener("afterprint", () => setPrinting(false), { signal: gone.signal });
    return () => gone.abort();
  }, []);
  if (!printing) return null;
  const { film, moment } = lab;
  const told = film.events.slice(0, moment).map((event, n) => ({ event, number: n + 1 })).filter(({ event }) => event.depth !== "atom");
  const shown = told.slice(-MOST_PRINTED);
  return html`
    <section class="printed" aria-label="For paper">
      <p class="moment">${film.events[moment - 1]?.text ?? "The table is empty."}</p>
      ${shown.length < told.length && html`<p>What happened before is left out.</p>`}
      <ol>${shown.map(({ event, number }) => html`<li key=${number} class=${classes(`depth-${event.depth}`, number === moment && "now")}>
        <span>${number}</span><span>${event.text}</span></li>`)}</ol>
    </section>
  `;
}
