"""Watching one card: which of its abilities came into effect while a scenario was played, and which were held back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dcf_lab.engine.cards.cards import Ability, Library
from dcf_lab.engine.cards.expr import Formula
from dcf_lab.engine.cards.verbs import Line, VerbProcedure
from dcf_lab.engine.table import Table


class Coverage:
    """What the abilities of a card did, by their numbers on the card."""

    def __init__(self, abilities: tuple[Ability, ...]) -> None:
        self.abilities = abilities
        self.done: set[tuple[int, str]] = set()  # (ability, what of it was carried out)
        self.refused: set[int] = set()  # abilities whose condition was looked at and did not hold

    def resolved(self, ability: Ability) -> bool:
        """Did it really come into effect? Its lines ran, its number was added, its condition held on the table."""
        return any(number == ability.number and what != "condition" for number, what in self.done) or (
            ability.timing == "constant" and "add" not in ability.amounts and (ability.number, "condition") in self.done
        )

    def missing(self, ability: Ability) -> list[str]:
        """The lines of an ability that never ran."""
        lines = [f"line {n}" for n in range(1, len(ability.lines) + 1)]
        lines += [f"after, line {n}" for n in range(1, len(ability.after) + 1)]
        return [line for line in lines if (ability.number, line) not in self.done]

    def held_back(self, ability: Ability) -> bool:
        """Did its condition keep it from doing anything at all, or was its moment not there?"""
        return not self.resolved(ability) and (ability.condition is None or ability.number in self.refused)


def watched(cards: Library, card: str) -> tuple[Library, Coverage]:
    """The same library with one card whose every step is noted."""
    printed = cards.printed[card]
    watch = Coverage(printed.abilities)
    noted = replace(printed, abilities=tuple(_noting(ability, watch) for ability in printed.abilities))
    library = Library((), cards.game)
    library.printed = {**cards.printed, card: noted}
    library.cards = {one: noted if found is printed else found for one, found in cards.cards.items()}
    return library, watch


def _noting(ability: Ability, watch: Coverage) -> Ability:
    def note(what: str) -> Callable[[], None]:
        return lambda: watch.done.add((ability.number, what))

    condition = ability.condition
    if condition is not None:
        condition = _noted_condition(condition, note("condition"), lambda: watch.refused.add(ability.number))
    amounts: Mapping[str, Formula] = {
        word: _noted_amount(formula, note("add")) if word == "add" else formula for word, formula in ability.amounts.items()
    }
    return replace(
        ability, condition=condition, amounts=amounts,
        lines=tuple(_noted_line(line, note(f"line {n}")) for n, line in enumerate(ability.lines, 1)),
        after=tuple(_noted_line(line, note(f"after, line {n}")) for n, line in enumerate(ability.after, 1)),
    )  # fmt: skip


def _noted_condition(formula: Formula, held: Callable[[], None], failed: Callable[[], None]) -> Formula:
    def look(table: Table, names: Mapping[str, Any]) -> Any:
        found = formula(table, names)
        (held if found else failed)()
        return found

    return look


def _noted_amount(formula: Formula, used: Callable[[], None]) -> Formula:
    def work_out(table: Table, names: Mapping[str, Any]) -> Any:
        used()
        return formula(table, names)

    return work_out


def _noted_line(line: Line, ran: Callable[[], None]) -> Line:
    def run(table: Table, this: Line, names: dict[str, Any]) -> VerbProcedure:
        ran()
        return (yield from line.run(table, this, names))

    return line._replace(run=run)
