"""Paying for abilities: from what, and why not (Character Abilities; Glossary: Cost)."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.game import Clause
from dcf_lab.engine.table import name_of
from dcf_lab.games.dc_forever.rules.box import HERO, OTHER_SIDE, ROGUE, Table, controller, in_play, is_exhausted, side_of
from dcf_lab.games.dc_forever.rules.reasons import forbidden_clauses

ACTIVATED_TOKENS = 6  # in the box (Components)


def payer(table: Table, card: str) -> str:
    """The character whose cards pay for an ability: itself, the host, or the affiliated character."""
    kind = table.box.kind[card]
    if kind in (HERO, ROGUE):
        return card
    return table.links.get((card, "on")) or table.box.of[card] or card


def payment_cards(table: Table, player: str, character: str, card: str) -> list[str]:
    """The cards that may pay a limited ability's cost (Character Abilities; RULINGS: limited_cost_source)."""
    side = side_of(player)
    worth = table.box.icons[side]
    if side == ROGUE and table.ruling("limited_cost_source") == "A":
        return [c for c in table.zones.get((player, "hand"), ()) if worth[c] and c != card]
    cards = (*table.zones.get((character, "attachments"), ()), *table.zones.get((character, "empowering"), ()))
    if table.ruling("foreign_attachment_payment") == "B":
        return [c for c in cards if payment_worth(table, player, c) and c != card]
    return [c for c in cards if worth[c] and c != card and controller(table, c) == player]


def payment_worth(table: Table, player: str, card: str) -> int:
    """What a card pays: its icons; an opponent's Attachment counts its own kind (RULINGS: foreign_attachment_payment)."""
    worth: int = table.box.icons[side_of(player)][card]
    if not worth and controller(table, card) != player and table.ruling("foreign_attachment_payment") == "B":
        worth = table.box.icons[OTHER_SIDE[side_of(player)]][card]
    return worth


def payment_clauses(table: Table, player: str, card: str, ability: Ability) -> Iterator[Clause]:
    """What keeps a player from paying for an ability now."""
    if ability.cost or ability.words.get("once"):
        if (card, ability.used) in table.marks:
            rule = "DCF-R047" if ability.cost else "DCF-R122"
            yield Clause(
                rule, f"{ability.name or name_of(table, card)} has been used this round", many="they have been used this round"
            )
        elif table.ruling("limited_scope") == "B" and any(key[0] == card and key[1].startswith("used ") for key in table.marks):
            remedy = "ruling limited_scope = A"
            yield Clause("DCF-R047", f"{name_of(table, card)} has used a limited ability this round", remedy)
        elif (
            table.ruling("component_limits") == "B"
            and sum(what.startswith("used ") for _, what in table.marks) >= ACTIVATED_TOKENS
        ):
            yield Clause("DCF-R047", "no activated token is left", "ruling component_limits = A")
    if ability.cost:
        side = side_of(player)
        worth = sum([payment_worth(table, player, c) for c in payment_cards(table, player, payer(table, card), card)])
        if table.ruling("pool_pays_for") == "B":
            worth += table.counts.get((player, "resources"), 0)
        if worth < ability.cost:
            rule = "DCF-R048" if side == HERO else "DCF-R049"
            text, more = f"it costs {ability.cost}, but only {worth} can be paid", f"{ability.cost - worth} more to pay with"
            yield Clause(rule, text, more, "they cost more than can be paid")
    for price in ability.pay:
        yield from _price_clauses(table, player, card, price)


def _price_clauses(table: Table, player: str, card: str, price: str) -> Iterator[Clause]:
    kind = table.box.kind[card]
    if price in ("exhaust this", "discard this") and kind in ("asset", "minion"):
        of = table.box.of[card]
        if of is not None and not in_play(table, of):
            yield Clause(
                "DCF-R092", f"{name_of(table, of)} is not in play, so {name_of(table, card)} cannot be {price.split()[0]}ed"
            )
    tired = {"exhaust this": card, "exhaust character": payer(table, card)}.get(price)
    yield from forbidden_clauses(table, "exhaust", tired)
    if price == "exhaust this" and is_exhausted(table, card):
        yield Clause("DCF-R016", f"{name_of(table, card)} is exhausted already")
    if price == "exhaust character" and not in_play(table, payer(table, card)):
        yield Clause("DCF-R092", f"{name_of(table, payer(table, card))} is not in play")
    elif price == "exhaust character" and is_exhausted(table, payer(table, card)):
        yield Clause("DCF-R016", f"{name_of(table, payer(table, card))} is exhausted already")
    if price == "discard a card" and not any(c != card for c in table.zones.get((player, "hand"), ())):
        yield Clause("DCF-R016", "there is no other card in hand to discard")
