// The guide of a first round: what the question is about, what can be answered, and one answer to try, with its reason.

import { capital, plural } from "../common/dom.js";
import { optionText } from "../common/cards.js";

export const SHUFFLE = 7; // the seed of the shuffle that everybody gets who does not ask for another

// The address of a first round: the game's usual start, for one side against bots; for all sides if no bot knows the game.
export function firstRound(game, side = Object.keys(game.sides).at(-1)) {
  const [start, { seatings }] = Object.entries(game.starts)[0];
  const query = new URLSearchParams({ game: game.id, start, seating: seatings[0], seed: SHUFFLE, guide: 1 });
  const [player] = game.seatings[seatings[0]][side] ?? [];
  if (player && game.bots?.length > 0) query.set("seat", player);
  return `?${query}`;
}

// The seats of the others are taken by bots, easy ones if there are any.
function seatBots({ opponents, seat, facts, game }) {
  if (!opponents || !seat) return;
  const kind = game.bots.includes("easy") ? "easy" : game.bots[0];
  for (const player of facts.players) if (player !== seat && !opponents.seats[player]) opponents.seat(player, kind);
}

// Stands above the question while somebody plays a first round; else it is not there.
export function Guide({ lab }) {
  const wanted = lab.facts.guide && lab.unguided !== lab.facts;
  const asked = wanted ? lab.film.decisionAt(lab.moment) : null;
  const key = asked && asked.chosen === null ? `${asked.node} ${lab.film.version}` : "";
  const [told, setTold] = useState(null);
  useEffect(() => {
    if (wanted) seatBots(lab);
  }, [lab.facts, lab.seat]);
  useEffect(() => {
    if (!key) return;
    lab.kernel.ask({ page: "explore", do: "guide", node: asked.node })
      .then((answers) => setTold(answers.find((one) => one.show === "guide") ?? null));
  }, [key]);
  if (!wanted) return null;
  const over = lab.over || told?.state === "round over" || told?.state === "over";
  const close = () => { lab.unguided = lab.facts; lab.redraw(); };
  return html`
    <section class="guide" aria-label="Guide">
      <header><h2>${over ? "That was a round" : "Your first round"}</h2>
        <button class="leave" onClick=${close}>${over ? "Play on without the guide" : "Without the guide"}</button></header>
      ${over ? html`<${RoundOver} lab=${lab} />` : html`<${GuideWords} lab=${lab} asked=${asked} told=${told} />`}
    </section>
  `;
}

function GuideWords({ lab, asked, told }) {
  if (!asked) return html`<p>Something is happening. Step on to the next question.</p>`;
  if (asked.hidden || told?.state === "others") {
    return html`<p class="about">The others decide now. What they did can be stepped through, and is told in the log.</p>`;
  }
  if (asked.chosen !== null || told?.node !== asked.node || told.state !== "asked") return html`<p class="about">…</p>`;
  const who = lab.game.name(told.player);
  return html`
    <p class="about"><b>${lab.seat ? `You are ${who}` : capital(who)}.</b> ${told.about}</p>
    <div class="try">
      <p>Worth trying: ${told.why || "what a quick player would answer."}</p>
      <button class="suggested" data-suggested=${told.suggested} onClick=${() => lab.answer(asked, told.suggested)}>
        ${optionText(lab.cards, told.suggested)}</button>
    </div>
    <details class="can"><summary>What else can be answered (${plural(asked.options.length, "answer")})</summary>
      <dl>${told.deeds.map(({ deed, text, many }) => html`
        <div key=${deed}><dt>${deed}${many > 1 && html` <span>×${many}</span>`}</dt><dd>${capital(text)}</dd></div>`)}</dl>
    </details>
  `;
}

function RoundOver({ lab }) {
  const { app, game } = lab;
  return html`
    <p>${lab.over ? `${lab.over.text}.` : `You have seen everything that a round of ${game.title} has. The next one goes the same way.`}</p>
    <ul class="further">
      <li><a ...${app.link("learn", `?game=${game.id}&part=rules`)}>Read the rules</a>, each with scenes that show it</li>
      <li><a ...${app.link("puzzles")}>Try a puzzle</a>: small positions with one solution</li>
      <li><a ...${app.link("start")}>Look at the examples</a> of the rulebook</li>
    </ul>
  `;
}
