// All rules of a game, to be read and searched: each with its rulings and the scenes that show it.

import { classes, plural } from "../common/dom.js";
import { findWords, findable } from "../common/search.js";
import { scenarioQuery } from "../common/words.js";

export const nameOfRule = (rules, rule) => rules[rule].name || rule;

export function AllRules({ learner, app }) {
  const { rules, rule, game } = learner;
  const [words, setWords] = useState("");
  const all = useMemo(() => Object.entries(rules).map(([id, { name, text, topic, section }]) =>
    findable(id, `${name} ${id}`, `${text} ${topic} ${section}`)), [rules]);
  const found = words.trim() ? findWords(all, words) : Object.keys(rules);
  const topics = new Map();
  for (const id of found) topics.set(rules[id].topic, [...(topics.get(rules[id].topic) ?? []), id]);
  const order = Object.keys(rules);
  useLayoutEffect(() => {
    const marked = rule ? app.element.querySelector(`.one-rule[data-rule="${CSS.escape(rule)}"]`) : null;
    marked?.scrollIntoView({ block: "center" });
    marked?.focus({ preventScroll: true });
  }, [rule, game]);
  return html`
    <main class="rules-page">
      <aside>
        <div role="search" aria-label="Rules">
          <input type="search" class="find" aria-label="Search the rules" placeholder="Search the rules" maxlength="200" value=${words}
            onInput=${(e) => setWords(e.target.value)} />
          <p role="status">${found.length === 0 ? "No rule is found." : plural(found.length, "rule")}</p>
        </div>
        <nav aria-label="Sections"><ul>${[...topics].map(([topic, ids]) => html`
          <li key=${topic}><button onClick=${() => app.element.querySelector(`[data-topic="${CSS.escape(topic)}"]`).scrollIntoView()}>
            ${topic} <span>${ids.length}</span></button></li>`)}</ul></nav>
      </aside>
      <div class="sections">
        ${rule && !rules[rule] && html`<p class="notice">There is no rule of that name in ${game.title}.</p>`}
        ${[...topics].map(([topic, ids]) => html`
          <section key=${topic} data-topic=${topic}><h2>${topic}</h2>
            ${ids.map((id) => html`<${OneRule} key=${id} learner=${learner} app=${app} id=${id} marked=${id === rule}
              following=${order[order.indexOf(id) + 1]} />`)}</section>`)}
      </div>
    </main>
  `;
}

function OneRule({ learner, app, id, marked, following }) {
  const { rules, titles, game } = learner;
  const { name, text, section, rulings, scenes } = rules[id];
  const read = rulings.map((key) => learner.rulings.get(key)).filter(Boolean);
  return html`
    <article class=${classes("one-rule", marked && "marked")} data-rule=${id} tabindex="-1" aria-label=${name || id}>
      <h3><a ...${learner.link(learner.address({ rule: id }))}>${name || id}</a> ${name && html`<code>${id}</code>`}</h3>
      <p class="text">${text}</p>
      <p class="from"><cite>${section}</cite></p>
      ${scenes.length > 0 && html`<p class="scenes"><span>See it:</span> ${scenes.map((scene) => html`
        <a key=${scene} data-scene=${scene} ...${app.link("explore", `${scenarioQuery(`${game.id}/${scene}`)}&follow=1`)}>${
          titles[scene]}</a>`)}</p>`}
      ${read.length > 0 && html`<details><summary>${plural(read.length, "ruling")} on how to read it</summary>
        <ul>${read.map(({ key, issue, readings, default: usual }) => html`
          <li key=${key}><p>${issue}</p><p class="reading"><b>Here:</b> ${readings[usual]}</p></li>`)}</ul></details>`}
      ${marked && following && html`<p class="onward"><a ...${learner.link(learner.address({ rule: following }))}>Next rule: ${
        nameOfRule(rules, following)}</a></p>`}
    </article>
  `;
}
