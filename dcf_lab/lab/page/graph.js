export function Causes({ lab }) { return html`<h2>Causes</h2>`; }
