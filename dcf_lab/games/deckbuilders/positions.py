"""Positions of the family: set as a scenario says them, and described in the same words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dcf_lab.engine.board import PositionError
from dcf_lab.engine.cards.cards import Library
from dcf_lab.games import Described, NoPosition, manual
from dcf_lab.games.deckbuilders.board import BORROWED, LASTING
from dcf_lab.games.deckbuilders.box import Table
from dcf_lab.games.defaults import lost
from dcf_lab.games.defaults import set_position as set_by_board


def position_setter(game: str) -> Callable[..., Table]:
    """How positions of a game are set: by its board, and then what holds of single cards."""

    def set_position(
        data: Mapping[str, Any], seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool = False,
        cards: Library | None = None,
    ) -> Table:  # fmt: skip
        book = manual(game)
        plain = {word: said for word, said in data.items() if word not in (LASTING, BORROWED)}
        table: Table = set_by_board(book, plain, seating, seed, log, readings, trace, cards)
        for number, one in enumerate(data.get(LASTING, ())):
            if book.BOARD.state(one["what"]) is None:
                raise PositionError([((LASTING, number, "what"), f"nothing is called {one['what']!r}")])
            table.mark(one["card"], one["what"], one.get("until", "turn"), one.get("by", one.get("number", 1)))
        for one in data.get(BORROWED, ()):
            table.link(one["card"], "owner", one["from"])
        return table

    return set_position


def describe(table: Table) -> Described:
    """A quiet table in the words of a [table], and what those words lose of it."""
    if table.facts.get("step") == "pick":
        raise NoPosition("not everybody has an oversized card; a position begins when all have picked theirs")
    book, cards = table.rules.manual, table.rules.library
    seating = _seating(table)
    said = {**book.BOARD.describe(table)}
    usual = book.rulings()
    readings = {key: reading for key, reading in table.rules.readings.items() if reading != usual[key].default}
    try:
        first = book.set_position(said, seating, table.dice, False, readings, cards=cards)
        if lasting := [_lasting(*key, *mark) for key, mark in table.marks.items() if first.marks.get(key) != mark]:
            said[LASTING] = lasting
        if borrowed := [{"card": card, "from": whose} for (card, word), whose in table.links.items() if word == "owner"]:
            said[BORROWED] = borrowed
        again = book.set_position(said, seating, table.dice, False, readings, cards=cards)
    except PositionError as error:
        return Described(said, seating, [f"This position cannot be set: {what}." for _, what in error.problems])
    return Described(said, seating, lost(table, again))


def _lasting(card: str, what: str, until: str, value: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"card": card, "what": what}
    if until != "turn":
        said["until"] = until
    if value != 1:
        said["by" if isinstance(value, str) else "number"] = value
    return said


def _seating(table: Table) -> str:
    """The seating with these players on these sides; four play alone or in teams."""
    sides = table.box.team
    seatings = table.rules.manual.SEATINGS.items()
    return str(next(name for name, some in seatings if {one: side for side, players in some.items() for one in players} == sides))
