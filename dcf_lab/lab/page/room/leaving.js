// What one takes home: the rules that were right and those to look at again, practice, the handout, and being forgotten.

import { plural } from "../common/dom.js";
import { Explanation, Form, Prose, isComplete, isRight, reasonsFor, rightWords, saidWords } from "./telling.js";

export function Mine({ phone }) {
  const { state, mine } = phone;
  return html`<section class="mine"><${Rules} found=${mine} />
    ${state.handout && html`<a class="button wide" href="/handout.html" download>The handout, to keep</a>`}
    <button class="primary wide" onClick=${() => phone.follow()}>Back to the lesson</button>
    <${ForgetMe} phone=${phone} /></section>`;
}

export function Farewell({ phone }) {
  const { end } = phone;
  return html`<main class="phone-page"><section class="mine"><h2>The workshop is over. Thank you for taking part.</h2>
    <${Rules} found=${end} />
    ${phone.handout && html`<a class="button wide" href=${phone.handout} download="handout.html">The handout, to keep</a>`}
    ${end.practice.length > 0 && html`<${Practice} questions=${end.practice} phone=${phone} />`}
    <p class="soft">The room has deleted your name and your answers. What you see here is only in this page, and goes with it.</p>
    <${ForgetMe} phone=${phone} /></section></main>`;
}

function Rules({ found }) {
  const { asked, number, right, again } = found;
  return html`<h2>My rules</h2>
    ${asked > 0 ? html`<p>${number} of ${plural(asked, "answer")} right.</p>` : html`<p>Nothing has been counted yet.</p>`}
    ${right.length > 0 && html`<h3>Right</h3><ul class="rules-right">${right.map(({ rule, name }) => html`
      <li key=${rule}>${name}</li>`)}</ul>`}
    ${again.length > 0 && html`<h3>To look at again</h3><ul class="about">${again.map(({ rule, name, text }) => html`
      <li key=${rule}><b>${name}</b> ${text}</li>`)}</ul>`}`;
}

// Questions about the rules that were wrong, one after the other; nothing of it leaves the page.
function Practice({ questions, phone }) {
  const [at, turn] = useState(0);
  const [draft, choose] = useState([]);
  const [said, say] = useState(null);
  const { game, ask, secret, say: prose, look } = questions[at];
  const { stage } = phone;
  stage.turnTo(game);
  const chosen = draft.length === 0 && ask.form === "order" ? ask.options.map(({ key }) => key) : draft;
  const next = () => {
    turn((at + 1) % questions.length);
    choose([]);
    say(null);
  };
  return html`<section class="practice question" aria-label="Practice"><h3>Practice ${at + 1} of ${questions.length}</h3>
    <${Prose} parts=${prose} stage=${stage} />
    <p class="row">${look.map((id) => html`<button key=${id} onClick=${() => stage.view(id)}>${stage.cards.name(id)}</button>`)}</p>
    <h2>${ask.text}</h2>
    ${said === null ? html`<${Form} ask=${ask} said=${chosen} choose=${choose} stage=${stage} />
        <button class="primary send" disabled=${!isComplete(ask, chosen)} onClick=${() => say(chosen)}>That is my answer</button>`
      : html`<div class="revealed" aria-live="polite"><p><b>${rightWords(secret, ask)}</b> You said ${saidWords(ask, said)}${
          isRight(secret, ask, said) ? ": right." : "."}</p>
        <ul class="reasons">${reasonsFor(secret, ask, said).map((one) => html`<li key=${one.key}><b>${one.said}</b> ${one.text}</li>`)}</ul>
        <${Explanation} revealed=${secret} stage=${stage} />
        ${questions.length > 1 && html`<button class="primary wide" onClick=${next}>The next one</button>`}</div>`}</section>`;
}

function ForgetMe({ phone }) {
  const [sure, ask] = useState(false);
  if (!sure) return html`<button class="wide" onClick=${() => ask(true)}>Forget me</button>`;
  return html`<div class="forget" role="alert"><p>Your name and all that you have said are deleted, and you leave the room.</p>
    <p class="row"><button class="danger" onClick=${() => phone.forget()}>Yes, forget me</button>
      <button onClick=${() => ask(false)}>No</button></p></div>`;
}
