export function StartPage({ app }) {
  return html`<main class="start"><h1>dcf_lab</h1><p><a href=${app.address("explore")} onClick=${(e) => app.go(e, "explore")}>First game</a></p></main>`;
}
