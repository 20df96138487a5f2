"""Decks: drawing, discarding from the top, looking at it, and the discard pile that becomes a new deck."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from dcf_lab.engine.dice import EVERY_SHUFFLE, settle, shuffle
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Key, Table


class Deck(NamedTuple):
    """A deck, the pile that it is renewed from, and the rules by which that is done."""

    cards: Key
    pile: Key
    rules_of_drawing: tuple[str, ...] = ()
    rules_of_renewing: tuple[str, ...] = ()
    at_once: bool = False  # renewed when its last card leaves, not only when a card is needed


def draw(table: Table, deck: Deck, number: int, to: Key, rules: tuple[str, ...] = (), **told: Any) -> Generator[Choice, str, int]:
    """Draw cards into an area of the player's own, going on with a renewed deck; returns how many there were."""
    drawn = 0
    while drawn < number:
        if deck.cards not in table.zones:
            if not renew(table, deck):
                break
            continue
        if EVERY_SHUFFLE in table.rules.settings:
            yield from settle(table, deck.cards, number - drawn, deck.rules_of_drawing)
        taken = table.zones[deck.cards][: number - drawn]
        table.log("draw", by=to[0], amount=len(taken), rules=deck.rules_of_drawing + rules, seen=to[0], cards=taken, **told)
        table.put_first(len(taken), deck.cards, to)
        drawn += len(taken)
        if deck.at_once:
            renew_if_empty(table, deck)
    return drawn


def top(table: Table, deck: Deck, number: int, rules: tuple[str, ...]) -> Generator[Choice, str, tuple[str, ...]]:
    """The first cards of a deck, about to be turned up: chance settles what a shuffle left open. An empty deck is renewed."""
    if number and deck.cards not in table.zones:
        renew(table, deck)
    yield from settle(table, deck.cards, number, rules)
    return table.zones.get(deck.cards, ())[:number]


def renew(table: Table, deck: Deck) -> bool:
    """Shuffle the discard pile into a new deck, under what the old one still has; False when there is nothing to shuffle."""
    pile = table.zones.get(deck.pile, ())
    if not pile:
        return False
    table.log("reshuffle", by=deck.cards[0], amount=len(pile), rules=deck.rules_of_renewing)
    gather(table, deck)
    return True


def renew_if_empty(table: Table, deck: Deck) -> None:
    """A deck whose last card has just left is renewed, where that is done at once."""
    if deck.at_once and deck.cards not in table.zones:
        renew(table, deck)


def gather(table: Table, deck: Deck) -> None:
    """The discard pile comes under the deck in an order that nobody knows; the caller has told that."""
    above = len(table.zones.get(deck.cards, ()))
    table.put_first(len(table.zones[deck.pile]), deck.pile, deck.cards)
    shuffle(table, deck.cards, above)
