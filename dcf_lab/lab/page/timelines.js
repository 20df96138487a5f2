export function Timelines({ lab }) { return html`<h2>Timelines</h2>`; }
