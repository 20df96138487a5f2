"""Repeats: what costs nothing may be done as often as it is useful, and not once more (RULINGS: no_cost_repeat_guard)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from dcf_lab.engine.game import Clause, Procedure
from dcf_lab.engine.table import name_of
from dcf_lab.games.dc_forever.rules.box import LOCATIONS, Table
from dcf_lab.games.dc_forever.rules.deeds import Decided
from dcf_lab.games.dc_forever.rules.legal import buy_cost

MOST_WAYS = 60  # of doing something that are tried to see whether one of them changes anything
MOST_COUNTED = 99  # more tokens, or a higher number, than this make no difference

Run = Callable[[Table], Procedure]


def repeat_clauses(table: Table, player: str, card: str, run: Run) -> Iterator[Clause]:
    """Would playing or using this card again leave the table as it is, or as it has been when something was repeated?"""
    if (card, "repeated") not in table.marks or table.ruling("no_cost_repeat_guard") == "B":
        return
    seen = {*states(table), *table.facts.get("been", ())}
    for trial in _ways(table, player, run):
        if trial is None:
            return
        whole, parts = states(trial)
        if parts not in seen or (whole not in seen and trial.dice == table.dice):
            return
    text = f"{name_of(table, card)} would change nothing: the table would be as it is, or as it has been this round"
    yield Clause("DCF-R046", text, "ruling no_cost_repeat_guard = B")


def before_repeat(table: Table, card: str) -> tuple[str, ...]:
    """What is to be remembered of the table before a card is played or used for the third time, or more often."""
    times = table.marks[card, "repeated"][1] if (card, "repeated") in table.marks else 0
    return states(table) if times > 1 else ()


def note_repeat(table: Table, card: str, before: tuple[str, ...]) -> None:
    """A card has been played or used for nothing, perhaps not for the first time this round."""
    if table.ruling("no_cost_repeat_guard") == "B":
        return
    times = table.marks[card, "repeated"][1] if (card, "repeated") in table.marks else 0
    table.mark(card, "repeated", "round", times + 1)
    if before:
        table.fact("been", tuple(dict.fromkeys((*table.facts.get("been", ()), *before))))


def states(table: Table) -> tuple[str, str]:
    """The table as two short marks: with the order of every deck, and without it, as after a shuffle that tells nothing."""
    rest: list[Any] = [
        sorted((key, min(number, _useful(table, *key))) for key, number in table.counts.items()),
        sorted((key, _bounded(mark[1])) for key, mark in table.marks.items() if key[1] != "repeated"),
        sorted(table.links.items()),
        sorted((fact, value) for fact, value in table.facts.items() if fact not in ("been", "plans asked")),
    ]
    lying = [(zone, cards if zone == LOCATIONS else sorted(cards)) for zone, cards in sorted(table.zones.items())]
    decks = [table.zones[zone] for zone, _ in lying if zone[1].endswith("deck")]
    said = repr((lying, rest))
    return _digest(said + repr(decks)), _digest(said)


def _digest(said: str) -> str:
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def _bounded(value: Any) -> str:
    return str(max(-MOST_COUNTED, min(MOST_COUNTED, value)) if isinstance(value, int) else value)


def _useful(table: Table, whose: str, what: str) -> int:
    """How many tokens can make a difference: of resources no more than all that this player might buy would cost."""
    if what != "resources":
        return MOST_COUNTED
    characters = (*table.zone(whose, "reserve"), *table.zone(whose, "characters"))
    cards = [*table.zone(whose, "reserve"), *(card for one in characters for card in table.zone(one, "beneath"))]
    return sum([buy_cost(table, whose, card) for card in cards])


def _ways(table: Table, player: str, run: Run) -> Iterator[Table | None]:
    """The tables that a procedure can lead to as this player or chance answers; others decline. None: there are too many."""
    waiting: list[tuple[str, ...]] = [()]
    for _ in range(MOST_WAYS):
        if not waiting:
            return
        answers = waiting.pop()
        trial = table.copy()
        trial.events = None
        trial.tracing = False
        procedure = run(trial)
        try:
            choice = next(procedure)
            for answer in answers:
                choice = procedure.send(answer)
            options = choice.list_options()
            if choice.player not in (player, "chance"):
                options = options[-1:]
            waiting.extend((*answers, option) for option in reversed(options))
        except (StopIteration, Decided):
            yield trial
    yield None
