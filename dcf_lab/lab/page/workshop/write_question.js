// The question of a step: chosen from what the engine offers, with its answer, its mistakes, and words of one's own.

import { classes, plural } from "../common/dom.js";
import { QUESTION_KINDS, kindOf } from "./writer.js";

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
      ${step.ask && !choosing && html`${mistakes("ask")}<${WriteAsked} writer=${writer} question=${seen?.question} ask=${step.ask} kind=${kind} />`}
      ${step.ask && !choosing && seen?.question && html`<${WriteTwins} writer=${writer} mistakes=${mistakes} />`}
    </section>`;
}

function dropAsk(lesson, { chapter, step }) {
  const one = lesson.chapter[chapter].step[step];
  delete one.ask;
  delete one.twins;
}

// What can be asked here, by kind

function WriteOffers({ writer }) {
  const ready = writer.offered?.course === writer.course;
  const offers = ready ? writer.offered.offers : [];
  const kinds = Object.keys(QUESTION_KINDS).map((kind) => [kind, offers.filter((one) => one.kind === kind)]);
  const open = kinds.find(([kind, list]) => kind === writer.kind && list.length > 0) ?? [];
  return html`
    <p class="hint">${!ready ? "The engine looks what can be asked here …" : offers.length === 0 ? "Nothing can be asked about this step: nothing happens in it."
      : "The engine offers these. What is asked is about what this step does."}</p>
    <div class="write-kinds" role="group" aria-label="Kinds of questions">${kinds.map(([kind, list]) => html`
      <button key=${kind} data-kind=${kind} aria-pressed=${String(writer.kind === kind)} disabled=${list.length === 0}
        onClick=${() => { writer.kind = writer.kind === kind ? "" : kind; writer.redraw(); }}>${QUESTION_KINDS[kind]} <small>${list.length || ""}</small></button>`)}</div>
    ${open[1] && html`<ul class="write-offers">${open[1].map((one, n) => html`<li key=${n}>
      <button onClick=${() => writer.choose(one)}><span>${one.text}</span>
        <small>${one.right.length ? `Right: ${rightOf(one)}` : "A poll: nothing is right or wrong"}${one.wrong ? ` · ${plural(one.wrong, "mistake")} explained` : ""}</small></button></li>`)}</ul>`}
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
      <p class="asked-right">${question.poll ? "A poll: nothing is right or wrong." : html`Right: <b>${rightOf(question)}</b>`}</p>
      ${question.sum.length > 1 && html`<p class="asked-sum">${question.sum.map(([amount, words], n) => html`<span key=${n}>
        ${amount < 0 ? "− " : n > 0 ? "+ " : ""}<b>${Math.abs(amount)}</b> ${words}</span> `)}</p>`}
      ${question.rows.length > 0 && html`<table class="asked-rows"><thead><tr><th>Answer</th><th>What the engine says of it</th><th>Your words</th></tr></thead>
        <tbody>${question.rows.map((row, n) => html`<tr key=${n} class=${classes(row.right && "right", !row.right && !question.poll && "wrong")}>
          <th scope="row">${row.right && html`<span class="tick" title="Right">✓ </span>`}${row.text}</th><td>${row.reason}</td>
          <td>${!row.right && row.word && html`<input aria-label=${`Your words for ${row.text}`} maxlength="400" value=${own[row.word] ?? ""}
            onInput=${(e) => word(row, e.target.value)} />`}</td></tr>`)}</tbody></table>`}
      ${question.form === "order" && html`<ol class="asked-order">${question.right[0].map((text) => html`<li key=${text}>${text}</li>`)}</ol>`}`}
    ${(kind === "answers" || kind === "order") && html`<${WriteTicks} writer=${writer} ask=${ask} kind=${kind} />`}
    <${WriteAbout} writer=${writer} ask=${ask} question=${question} />
    <p class="write-ticks">
      ${(kind === "amount" || kind === "value") && html`<label><input type="checkbox" checked=${ask.choices === true}
        onChange=${(e) => writer.setAsk("choices", e.target.checked || undefined)} /> numbers to choose from, not to type</label>`}
      ${kind === "order" && html`<label><input type="checkbox" checked=${ask.by === "cause"}
        onChange=${(e) => writer.setAsk("by", e.target.checked ? "cause" : undefined)} /> every order is right that keeps causes before effects</label>`}
      <label><input type="checkbox" checked=${ask.sure !== false} onChange=${(e) => writer.setAsk("sure", e.target.checked ? undefined : false)} />
        ask whether somebody is guessing</label></p>
    ${question?.lines.length > 0 && html`<details><summary>How it is explained</summary>
      <ul>${question.lines.map((text, n) => html`<li key=${n}>${text}</li>`)}</ul></details>`}`;
}

// Which answers or events a question is about.
function WriteTicks({ writer, ask, kind }) {
  const all = (writer.offered?.course === writer.course && writer.offered[kind === "answers" ? "answers" : "events"]) || [];
  const chosen = ask[kind] === "any" ? [] : ask[kind] ?? [];
  const turn = (what) => writer.setAsk(kind, chosen.includes(what) ? chosen.filter((one) => one !== what) : [...chosen, what].slice(0, 12));
  return html`<details class="write-tick-list"><summary>${kind === "answers" ? "Which answers are shown" : "Which events are to be ordered"}</summary>
    ${all.map(({ what, text, allowed }) => html`<label key=${what}><input type="checkbox" checked=${chosen.includes(what)} onChange=${() => turn(what)} />
      ${text}${allowed === null ? "" : allowed ? " (allowed)" : " (not allowed)"}</label>`)}</details>`;
}

// The rules that it is scored under: all that are cited, or some of them.
function WriteAbout({ writer, ask, question }) {
  const { rules } = writer.facts;
  const lent = question?.rows.flatMap((row) => row.rules) ?? [];
  const possible = [...new Set([...(ask.about ?? []), ...(question?.about ?? []), ...lent])].filter((id) => id in rules);
  const chosen = ask.about ?? [];
  const turn = (id) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(0, 12);
    writer.setAsk("about", next.length > 0 ? next : undefined);
  };
  if (possible.length === 0) return null;
  return html`<details class="write-about" open=${chosen.length > 0}><summary>What it is about: ${chosen.length > 0 ? chosen.map((id) => rules[id]?.name ?? id).join("; ")
    : `all ${possible.length} rules behind it`}</summary>
    ${possible.map((id) => html`<label key=${id} title=${rules[id].text}><input type="checkbox" checked=${chosen.includes(id)} onChange=${() => turn(id)} />
      <b>${id}</b> ${rules[id].name}</label>`)}</details>`;
}

// The same question with other cards.
function WriteTwins({ writer, mistakes }) {
  const twins = writer.step.twins ?? {};
  const found = writer.twinsFound;
  const listed = [...(found ?? [])];
  for (const [card, others] of Object.entries(twins)) {
    for (const other of others) if (!listed.some((one) => one.card === card && one.other === other)) listed.push({ card, other, right: [] });
  }
  const turn = ({ card, other }) => {
    const has = twins[card]?.includes(other);
    const others = has ? twins[card].filter((one) => one !== other) : [...(twins[card] ?? []), other];
    const next = { ...twins, [card]: others };
    if (others.length === 0) delete next[card];
    writer.set("twins", Object.keys(next).length > 0 ? next : undefined);
  };
  return html`<section class="write-twins"><h3>Twins <span class="hint">the same question with other cards: was the rule understood, or the number remembered?</span></h3>
    ${listed.map((one) => html`<label key=${`${one.card} ${one.other}`}><input type="checkbox" checked=${Boolean(twins[one.card]?.includes(one.other))}
      onChange=${() => turn(one)} /> ${writer.cards.name(one.other)} in place of ${writer.cards.name(one.card)}${one.right.length > 0 ? html` <small>right: ${rightOf(one)}</small>` : ""}</label>`)}
    ${mistakes("twins")}
    ${found === null ? html`<button disabled=${Boolean(writer.twins?.wanted)} onClick=${() => writer.findTwins()}>${writer.twins?.wanted ? "Looking …" : "Which cards would fit?"}</button>`
      : listed.length === 0 && html`<p class="hint">No other card keeps the question what it is.</p>`}</section>`;
}
