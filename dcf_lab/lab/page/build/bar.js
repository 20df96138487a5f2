// The upper edge of the build page: the title, what is done with the draft as a whole, and drafts that were left behind.

import { classes, wholeNumber } from "../common/dom.js";
import { LinkShown, Logo, OpenFile } from "../common/frame.js";
import { seatingName } from "./side.js";

const SHUFFLES = 1_000_000;

export function BuildBar({ builder, app }) {
  const { draft, found } = builder;
  const blocked = found.problems.length > 0;
  const why = blocked ? found.problems[0].text : undefined;
  return html`
    <header class="bar build-bar">
      <${Logo} app=${app} />
      <h1 class="hidden-text">Build a position</h1>
      <input class="draft-title" data-path="title" aria-label="Title" maxlength="200" value=${draft.title}
        placeholder="Title of the position"
        onInput=${(e) => builder.change((now) => { now.title = e.target.value; }, "title")} />
      <div class="buttons">
        <button data-act="undo" disabled=${builder.done.length === 0} title="Ctrl+Z" onClick=${() => builder.undo()}>Undo</button>
        <button data-act="redo" disabled=${builder.undone.length === 0} title="Ctrl+Y" onClick=${() => builder.redo()}>Redo</button>
        <button data-act="new"
          onClick=${() => builder.replace(builder.facts.blank, "A new position. Undo brings the last one back.")}>New</button>
        <${ImportMenu} builder=${builder} />
        <${OpenFile} text="Open file" open=${(e) => builder.openFile(e)} />
        <button data-act="save" onClick=${() => builder.saveFile()}>Save file</button>
        <button class=${blocked && "blocked"} data-act="link" title=${why} onClick=${() => builder.share()}>Copy link</button>
        <button class=${classes("explore-it", blocked && "blocked")} data-act="explore" title=${why}
          onClick=${(e) => builder.explore(e)}>Explore it ▶</button>
      </div>
      <${LinkShown} of=${builder} app=${app} />
    </header>
  `;
}

function ImportMenu({ builder }) {
  const [seed, setSeed] = useState(1);
  const shut = useRef(null);
  const { draft, form, facts } = builder;
  const { starts, sides } = form.game;
  const teamOf = (side) => {
    const [player] = form.playersOn(draft, side);
    return player && facts.teams ? form.cardsOnTable(draft).filter(({ card, area }) => area.length === 2 && area[0] === player
      && area[1] in facts.teams.places && card in facts.teams.brings[player]).map(({ card }) => card) : [];
  };
  const teams = Object.fromEntries(Object.keys(sides).map((side) => [side, teamOf(side)]));
  const whole = facts.teams && form.playing(draft).length === Object.keys(sides).length
    && Object.values(teams).every((team) => team.length === facts.teams.size);
  const bring = (message) => {
    shut.current.open = false;
    shut.current.querySelector("summary").focus();
    return builder.bringIn({ ...message, seed });
  };
  return html`
    <details class="menu import-menu" ref=${shut}><summary>Import</summary><div>
      <p>A whole set-up in place of what is here; Undo brings that back.</p>
      <label>Seed <input type="number" min="0" max="9007199254740991" value=${seed} data-import-seed
        onInput=${(e) => setSeed(wholeNumber(e.target.value, 0, Number.MAX_SAFE_INTEGER))} /></label>
      <button onClick=${() => setSeed(Math.floor(Math.random() * SHUFFLES))}>Another seed</button>
      ${Object.entries(starts).flatMap(([what, start]) => start.seatings.map((seating) => html`
        <button key=${`${what} ${seating}`} data-import=${start.seatings.length > 1 ? `${what} ${seating}` : what} title=${start.about}
          onClick=${() => bring({ what, seating })}>
          ${start.title}${start.seatings.length > 1 ? `, ${seatingName(form, seating)}` : ""}</button>`))}
      ${facts.teams && html`<button onClick=${() => bring({ what: "team" })}>Random teams</button>
        <button disabled=${!whole} title=${facts.teams.about} onClick=${() => bring({ what: "team", teams })}>
          The teams that are here, dealt</button>`}
    </div></details>
  `;
}

export function EarlierDrafts({ builder }) {
  const { earlier } = builder;
  if (earlier.length === 0) return null;
  return html`
    <p class="earlier-draft">
      ${earlier.length > 1 ? "Your earlier drafts are kept." : "Your earlier draft is kept."} ${earlier.map((one, n) => html`
        <button key=${n} data-act="bring back"
          onClick=${() => builder.bringBack(n)}>Bring back <b>${one.draft.title || "the one without a title"}</b></button> `)}
      <button data-act="forget" onClick=${() => builder.forgetEarlier()}>Forget ${earlier.length > 1 ? "them" : "it"}</button></p>
  `;
}
