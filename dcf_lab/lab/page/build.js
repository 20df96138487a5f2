export class Builder {
  constructor(kernel, redraw, app) { Object.assign(this, { kernel, redraw, app }); }
  opening() {}
  receive() {}
}
export function BuildPage() { return html`<main>Build</main>`; }
