// Picking: a card is taken first, in the panel or on the board, then its target; until then the answers that are left light up.

// What an answer is made of: the deed, the things that it speaks of, its price.
export const madeOf = (asked, option) => asked.made[asked.options.indexOf(option)] ?? { deed: "", things: [], price: "", leaves: false };

// The card that is picked at this moment, with the answers that are left; one picked elsewhere is forgotten.
export function pickedAt(lab, asked = lab.film.decisionAt(lab.moment)) {
  const { picking } = lab;
  return picking && asked && picking.at === asked.at && picking.node === asked.node ? picking : null;
}

export function pickCard(lab, asked, card, options) {
  lab.picking = { at: asked.at, node: asked.node, card, options };
  lab.redraw();
}

// False if nothing was picked.
export function unpick(lab) {
  const had = pickedAt(lab) !== null;
  lab.picking = null;
  if (had) lab.redraw();
  return had;
}

// Is this a card for which the picked one can be meant?
export function isTarget(lab, card) {
  const asked = lab.film.decisionAt(lab.moment);
  return pickedAt(lab, asked)?.options.some((option) => madeOf(asked, option).things.slice(1).includes(card)) ?? false;
}

// A card of the board was clicked: the target of what is picked, which answers; or one to pick. True if there is no more to do.
export function clickedOnBoard(lab, card) {
  const asked = lab.film.decisionAt(lab.moment);
  if (!asked || asked.hidden) return false;
  const picked = pickedAt(lab, asked);
  if (picked && picked.card !== card && isTarget(lab, card)) {
    const left = picked.options.filter((option) => madeOf(asked, option).things.slice(1).includes(card));
    if (left.length === 1) lab.answer(asked, left[0]);
    else pickCard(lab, asked, picked.card, left);
    return true;
  }
  const own = asked.options.filter((option) => madeOf(asked, option).things[0] === card);
  const aimed = own.filter((option) => madeOf(asked, option).things.length > 1);
  lab.picking = null;
  if (aimed.length > 0 && picked?.card !== card) pickCard(lab, asked, card, own);
  return false;
}
