"""Tallies: what constant abilities add to a value, allow, or forbid for as long as they are in force; exhausting and readying."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.table import Part, Table, printed

EXHAUSTED = "exhausted"

# A game's Timing says whether a card's ability works now, whom it concerns, and who is its "you".


def constants(table: Table, word: str, it: str, **names: Any) -> Iterator[tuple[str, Ability, int]]:
    """Every constant ability in force that speaks of this word for `it`, with its amount."""
    timing = table.rules.timing
    for card, ability in table.rules.constants.get(word, ()):
        if timing.works(table, card, ability) and timing.concerns(table, card, ability, it):
            known = {"this": card, "it": it, "you": timing.controller(table, card), **names}
            if ability.condition is None or ability.condition(table, known):
                add = ability.amounts.get("add")
                yield card, ability, add(table, known) if add else 0


def constant_parts(table: Table, word: str, it: str, **names: Any) -> list[Part]:
    """What constant abilities add to a value, and how the game calls each part."""
    if word not in table.rules.constants:
        return []
    kind = table.rules.timing.kind_of_part
    return [Part(amount, kind(table, card), card) for card, _, amount in constants(table, word, it, **names) if amount]


def tally(table: Table, word: str, it: str, **names: Any) -> list[Part]:
    """A value and its parts: what is printed, and what constant abilities add."""
    return [Part(printed(table, it, word), "printed", it), *constant_parts(table, word, it, **names)]


def allowed(table: Table, word: str, it: str, **names: Any) -> bool:
    """Does some card's text lift a rule for this card or player?"""
    return word in table.rules.constants and next(constants(table, word, it, **names), None) is not None


def forbidden(table: Table, word: str, it: str | None, **names: Any) -> str | None:
    """The card whose 'cannot' forbids this, if any: a mark that it left, or a constant ability."""
    if it is None:
        return None
    word = f"cannot {word}"
    mark = table.marks.get((it, word))
    if mark is not None:
        return str(mark[1])
    if word in table.rules.constants:
        for card, _, _ in constants(table, word, it, **names):
            return card
    return None


def exhaust(table: Table, card: str, rules: tuple[str, ...]) -> bool:
    if (card, EXHAUSTED) in table.marks or forbidden(table, "exhaust", card):
        return False
    table.log("exhaust", to=card, rules=rules)
    table.mark(card, EXHAUSTED, "ready")
    return True


def ready(table: Table, card: str, rules: tuple[str, ...]) -> bool:
    if (card, EXHAUSTED) not in table.marks or forbidden(table, "ready", card):
        return False
    table.log("ready", to=card, rules=rules)
    table.unmark(card, EXHAUSTED)
    return True
