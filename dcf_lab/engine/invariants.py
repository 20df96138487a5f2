"""What must hold on any table of any game: no card is lost, doubled or unknown, and no number is negative."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.table import Table


def problems(table: Table) -> list[str]:
    """Every invariant that is broken, in a sentence."""
    return [*cards_once(table), *numbers(table)]


def cards_once(table: Table) -> Iterator[str]:
    """Every card lies in exactly one area, and is a card of this game."""
    seen: dict[str, tuple[str, str]] = {}
    for zone, cards in table.zones.items():
        if not cards:
            yield f"{zone} is kept although it is empty"
        for card in cards:
            if card in seen:
                yield f"{card} lies in {seen[card]} and in {zone}"
            if card not in table.rules.library:
                yield f"{card} in {zone} is no card of this game"
            seen[card] = zone


def numbers(table: Table) -> Iterator[str]:
    """Tokens that are there are more than none."""
    for (whose, what), number in table.counts.items():
        if number <= 0:
            yield f"{whose} has {number} {what}"
