// The question of a step: chosen from what the engine offers, with its answer, its mistakes, and words of one's own.

import { classes, plural } from "../common/dom.js";
import { QUESTION_KINDS, kindOf } from "./writer.js";

const MOST_LETTERS = 110; // of an answer that is only told in passing

const rightOf = ({ right }) => right.slice(0, 3).map((one) => one.join(", ")).join(" or ");

export function WriteQuestion({ writer, seen, mistakes }) {
  const { step } = writer;
  const kind = kindOf(step.ask);
  const choosing = !step.ask || writer.kind;
  return html`
    <section class="write-question" aria-label="The question">
      <h3>${step.ask ? QUESTION_KINDS[kind] ?? "A question" : "Ask something"}</h3>
      ${step.ask && !choosing && html`
        <p class="buttons"><button onClick=${() => { writer.kind = kind; writer.redraw(); }}>Another question</button>
          <button onClick=${() => { writer.change((lesson) => dropAsk(lesson, writer.at)); }}>Ask nothing</button></p>`}
      ${choosing && html`<${WriteOffers} writer=${writer} />`}
      ${!choosing && mistakes("ask")}
      ${!choosing && html`<${WriteAsked} writer=${writer} question=${seen?.question} ask=${step.ask} kind=${kind} />`}
      ${!choosing && seen?.question && html`<${WriteTwins} writer=${writer} mistakes=${mistakes} />`}
    </section>`;
}

function dropAsk(lesson, { chapter, step }) {
  const one = lesson.chapter[chapter].step[step];
  delete one.ask;
  delete one.twins;
}

// What can be asked here, by kind

function offerWords({ right, wrong, ...one }) {
  const said = rightOf({ right, ...one });
  const short = said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS)} …` : said || "none of them";
  const answer = right.length > 0 ? `Right: ${short}` : "A poll: nothing is right or wrong";
  return wrong ? `${answer} · ${plural(wrong, "mistake")} explained` : answer;
}

function WriteOffers({ writer }) {
  const ready = writer.offered?.course === writer.course;
  const soFar = writer.offering?.course === writer.course ? writer.offering.offers : [];
  const offers = ready ? writer.offered.offers : soFar;
  const kinds = Object.keys(QUESTION_KINDS).map((kind) => [kind, offers.filter((one) => one.kind === kind)]);
  const [kind, list] = kinds.find(([one]) => one === writer.kind) ?? kinds.find(([, some]) => some.length > 0) ?? [];
  return html`
    <p class="hint">${!ready ? "The engine looks what can be asked here …"
      : offers.length === 0 ? "Nothing can be asked about this step: nothing happens in it."
        : "Choose one of these. The engine has worked out what is right, what is wrong, and why."}</p>
    <div class="write-kinds" role="group" aria-label="Kinds of questions">${kinds.map(([one, some]) => html`
      <button key=${one} data-kind=${one} aria-pressed=${String(one === kind)} disabled=${some.length === 0}
        onClick=${() => { writer.kind = one; writer.redraw(); }}>${QUESTION_KINDS[one]}
        <small>${some.length || ""}</small></button>`)}</div>
    ${list && html`<ul class="write-offers" aria-label=${QUESTION_KINDS[kind]}>${list.map((one, n) => html`<li key=${n}>
      <button onClick=${() => writer.choose(one)}><span>${one.text}</span> <small>${offerWords(one)}</small></button></li>`)}</ul>`}
    ${writer.step.ask && html`<button onClick=${() => { writer.kind = ""; writer.redraw(); }}>Keep the question as it is</button>`}`;
}

// The one that is asked

function WriteAsked({ writer, question, ask, kind }) {
  const own = ask.wrong ?? {};
  const word = (row, text) => {
    const { [row.word]: _, ...rest } = own;
    const wrong = text ? { ...rest, [row.word]: text } : rest;
    writer.setAsk("wrong", Object.keys(wrong).length > 0 ? wrong : undefined, `wrong ${row.word}`);
  };
  return html`
    <label class="own-text">In your own words <input maxlength="400" value=${ask.text ?? ""} placeholder=${question?.text ?? ""}
      onInput=${(e) => writer.setAsk("text", e.target.value, "ask text")} /></label>
    ${question && html`
      <p class="asked-text">${question.text}</p>
      <p class="asked-right">${question.poll ? "A poll: nothing is right or wrong."
        : html`Right: <b>${rightOf(question) || "none of them"}</b>`}</p>
      ${question.sum.length > 1 && html`<p class="asked-sum">${question.sum.map(([amount, words], n) => html`<span key=${n}>
        ${amount < 0 ? "− " : n > 0 ? "+ " : ""}<b>${Math.abs(amount)}</b> ${words}</span> `)}</p>`}
      ${question.rows.length > 0 && html`<table class="asked-rows">
        <thead><tr><th>Answer</th><th>What is said to it</th><th>In your own words</th></tr></thead>
        <tbody>${question.rows.map((row, n) => html`
          <tr key=${n} class=${classes(row.right && "right", !row.right && !question.poll && "wrong")}>
            <th scope="row">${row.right && html`<span class="tick" title="Right">✓ </span>`}${row.text}</th><td>${row.reason}</td>
            <td>${!row.right && row.word && html`<input aria-label=${`Your words for ${row.text}`} maxlength="400"
              value=${own[row.word] ?? ""} onInput=${(e) => word(row, e.target.value)} />`}</td></tr>`)}</tbody></table>`}
      ${question.form === "order" && html`
        <ol class="asked-order">${question.right[0].map((text) => html`<li key=${text}>${text}</li>`)}</ol>`}`}
    ${(kind === "answers" || kind === "order") && html`<${WriteTicks} writer=${writer} ask=${ask} kind=${kind} />`}
    <${WriteAbout} writer=${writer} ask=${ask} question=${question} />
    <p class="write-ticks">
      ${(kind === "amount" || kind === "value") && html`<${WriteTick} on=${ask.choices === true}
        turn=${(on) => writer.setAsk("choices", on || undefined)}>numbers to choose from, not to type<//>`}
      ${kind === "order" && html`<${WriteTick} on=${ask.by === "cause"}
        turn=${(on) => writer.setAsk("by", on ? "cause" : undefined)}>every order is right that keeps causes before effects<//>`}
      ${!question?.poll && html`<${WriteTick} on=${ask.sure !== false}
        turn=${(on) => writer.setAsk("sure", on ? undefined : false)}>ask whether somebody is guessing<//>`}</p>
    ${question?.lines.length > 0 && html`<details><summary>How it is explained</summary>
      <ul>${question.lines.map((text, n) => html`<li key=${n}>${text}</li>`)}</ul></details>`}`;
}

const WriteTick = ({ on, turn, title, children }) => html`
  <label title=${title}><input type="checkbox" checked=${on} onChange=${(e) => turn(e.target.checked)} /> <span>${children}</span></label>`;

// Which answers or events a question is about.
function WriteTicks({ writer, ask, kind }) {
  const all = (writer.offered?.course === writer.course && writer.offered[kind === "answers" ? "answers" : "events"]) || [];
  const chosen = ask[kind] === "any" ? [] : ask[kind] ?? [];
  const turn = (what, on) => writer.setAsk(kind, on ? [...chosen, what].slice(0, 12) : chosen.filter((one) => one !== what));
  const title = kind === "answers" ? "Which answers there are to choose from" : "Which events are to be ordered";
  return html`<details class="write-tick-list"><summary>${title}</summary>
    ${all.map(({ what, text, allowed }) => html`<${WriteTick} key=${what} on=${chosen.includes(what)} turn=${(on) => turn(what, on)}>
      ${text}${allowed === null ? "" : allowed ? " (allowed)" : " (not allowed)"}<//>`)}</details>`;
}

// The rules that it is scored under: all that are cited, or some of them.
function WriteAbout({ writer, ask, question }) {
  const { rules } = writer.facts;
  const lent = question?.rows.flatMap((row) => row.rules) ?? [];
  const possible = [...new Set([...(ask.about ?? []), ...(question?.about ?? []), ...lent])].filter((id) => id in rules);
  const chosen = ask.about ?? [];
  const turn = (id, on) => {
    const next = on ? [...chosen, id].slice(0, 12) : chosen.filter((one) => one !== id);
    writer.setAsk("about", next.length > 0 ? next : undefined);
  };
  if (possible.length === 0) return null;
  const said = chosen.length > 0 ? chosen.map((id) => rules[id]?.name ?? id).join("; ") : `all ${possible.length} rules behind it`;
  return html`<details class="write-about"><summary>What it is about: ${said}</summary>
    ${possible.map((id) => html`<${WriteTick} key=${id} title=${rules[id].text} on=${chosen.includes(id)} turn=${(on) => turn(id, on)}>
      <b>${id}</b> ${rules[id].name}<//>`)}</details>`;
}

// The same question with other cards.
function WriteTwins({ writer, mistakes }) {
  const twins = writer.step.twins ?? {};
  const found = writer.twinsFound;
  const pairs = [...(found ?? [])];
  for (const [card, others] of Object.entries(twins)) {
    const known = pairs.filter((one) => one.card === card).map(({ other }) => other);
    pairs.push(...others.filter((other) => !known.includes(other)).map((other) => ({ card, other, right: [] })));
  }
  const turn = ({ card, other }, on) => {
    const others = on ? [...(twins[card] ?? []), other] : twins[card].filter((one) => one !== other);
    const next = { ...twins, [card]: others };
    if (others.length === 0) delete next[card];
    writer.set("twins", Object.keys(next).length > 0 ? next : undefined);
  };
  const looking = Boolean(writer.twins?.wanted);
  return html`<section class="write-twins">
    <h3>Twins <span class="hint">The same question with other cards: was the rule understood, or the answer remembered?</span></h3>
    ${pairs.map((one) => html`<${WriteTick} key=${`${one.card} ${one.other}`} on=${Boolean(twins[one.card]?.includes(one.other))}
      turn=${(on) => turn(one, on)}>${writer.cards.name(one.other)} in place of ${writer.cards.name(one.card)}
      ${one.right.length > 0 && html` <small>right: ${rightOf(one)}</small>`}<//>`)}
    ${mistakes("twins")}
    ${found === null ? html`
      <button disabled=${looking} onClick=${() => writer.findTwins()}>${looking ? "Looking …" : "Which cards would fit?"}</button>`
      : pairs.length === 0 && html`<p class="hint">No other card keeps the question what it is.</p>`}</section>`;
}
