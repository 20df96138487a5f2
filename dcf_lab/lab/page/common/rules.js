// Rules: a short name wherever one is cited, its words under the pointer and the focus, and all of it in a dialog.

import { plural } from "./dom.js";
import { Dialog } from "./frame.js";

const HINT = { wide: 320, high: 170 }; // room for the words of a rule

export const ruleName = (lab, id) => lab.facts.rules[id]?.name ?? id;

// The page of all rules, opened at one of them; null while there is no such page.
export const ruleLink = (app, id) => (app?.knows?.("learn") ? app.link("learn", `?rule=${encodeURIComponent(id)}`) : null);

export function Rule({ lab, id }) {
  const rule = lab.facts.rules[id];
  const [place, setPlace] = useState("");
  const show = (e) => rule && setPlace(hintPlace(e.currentTarget));
  const hide = () => setPlace("");
  const escape = (e) => {
    if (e.key !== "Escape" || !place) return;
    e.stopPropagation();
    hide();
  };
  return html`<span class="rule-cited"><button class="rule" data-rule=${id} onMouseEnter=${show} onMouseLeave=${hide} onBlur=${hide}
    onFocus=${(e) => e.currentTarget.matches(":focus-visible") && show(e)} onKeyDown=${escape}
    aria-describedby=${place ? `hint-${id}` : undefined}
    onClick=${() => { hide(); lab.showRule(id); }}>${ruleName(lab, id)}</button>${
      place && html`<${RuleHint} id=${id} rule=${rule} place=${place} />`}</span>`;
}

// The first of several rules by its name; the others are told by a dialog of all of them.
export function Rules({ lab, ids }) {
  if (ids.length === 0) return null;
  const others = ids.slice(1);
  return html`<${Rule} lab=${lab} id=${ids[0]} />${others.length > 0 && html`
    <button class="rule more" title=${others.map((id) => ruleName(lab, id)).join("\n")}
      aria-label=${plural(others.length, "more rule")} onClick=${() => lab.showRule(ids)}>+${others.length}</button>`}`;
}

// Above all else, wherever the name stands: boxes that scroll would cut it off.
function RuleHint({ id, rule, place }) {
  const box = useRef(null);
  useLayoutEffect(() => box.current.showPopover?.(), []);
  return html`<span class="rule-hint" id=${`hint-${id}`} role="tooltip" popover="manual" style=${place} ref=${box}>
    <b>${rule.name}</b> ${rule.text} <small>${rule.section} · ${id}</small></span>`;
}

function hintPlace(element) {
  const box = element.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, innerWidth - HINT.wide - 8));
  const across = box.bottom + HINT.high < innerHeight ? `top:${box.bottom + 4}px` : `bottom:${innerHeight - box.top + 4}px`;
  return `left:${left}px;${across};max-width:${HINT.wide}px`;
}

// One rule, with the way to its neighbours; or several, one below the other.
export function RuleDialog({ lab }) {
  const close = () => lab.showRule(null);
  if (Array.isArray(lab.rule)) return html`
    <${Dialog} title=${plural(lab.rule.length, "rule")} look="rule-told" close=${close}>
      ${lab.rule.map((id) => html`<h3 key=${id}>${ruleName(lab, id)}</h3><${RuleText} lab=${lab} id=${id} />`)}
    <//>`;
  const all = Object.keys(lab.facts.rules);
  const at = all.indexOf(lab.rule);
  const go = (step) => {
    lab.rule = all.at((at + step) % all.length);
    lab.redraw();
  };
  return html`
    <${Dialog} title=${ruleName(lab, lab.rule)} look="rule-told" close=${close}>
      <${RuleText} lab=${lab} id=${lab.rule} />
      ${at >= 0 && all.length > 1 && html`<p class="rule-steps">
        <button class="rule-before" onClick=${() => go(-1)}>‹ The rule before</button>
        <button class="rule-next" onClick=${() => go(1)}>The next rule ›</button></p>`}
    <//>
  `;
}

function RuleText({ lab, id }) {
  const rule = lab.facts.rules[id];
  const link = rule && ruleLink(lab.app, id);
  if (!rule) return html`<p>There is no text for this rule.</p>`;
  return html`<p class="rule-text">${rule.text}</p>
    <p class="source">${rule.section} · ${id}${link && html` · <a ...${link}>Among all rules, with its scenes</a>`}</p>`;
}
