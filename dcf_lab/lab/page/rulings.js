export function Rulings({ lab }) { return html`<h2>Rulings</h2>`; }
