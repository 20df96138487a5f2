"""What happens the moment it can, whatever is half-done: a character falls, a side wins, a Location takes another's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dcf_lab.engine.game import Procedure
from dcf_lab.games.dc_forever.rules.box import Box, Table
from dcf_lab.games.dc_forever.rules.damage import fall
from dcf_lab.games.dc_forever.rules.deeds import Decided
from dcf_lab.games.dc_forever.rules.resolution import decide_winner
from dcf_lab.games.dc_forever.rules.timing import follow_names

Step = Callable[[Table], Procedure]


def watchful(box: Box, readings: Mapping[str, str]) -> bool:
    """Can anything happen at once in a match? If not, nobody need look."""
    falls = "health" in box.constants and readings["defeat_check_point"] == "A"
    return falls or readings["win_check_when"] == "B" or readings["location_refill_when"] == "B"


def at_once(table: Table, names: dict[str, Any]) -> Procedure:
    """After every line of card text, every claim and every defeat; `names` are what the rest of the text speaks of."""
    if "health" in table.box.constants and table.ruling("defeat_check_point") == "A":
        yield from fall(table)
    if table.ruling("win_check_when") == "B" and table.facts["step"] != "over" and decide_winner(table):
        raise Decided
    if table.passing:
        follow_names(table, names)


def watched(step: Step) -> Step:
    """The same step, with a look at what happens at once whenever the table is quiet and when the step is over."""

    def looking(table: Table) -> Procedure:
        run = step(table)
        answer: Any = None
        try:
            while True:
                try:
                    choice = run.send(answer)
                except StopIteration:
                    break
                if choice.quiet:
                    before = table.copy()
                    yield from at_once(table, {})
                    if before != table:
                        return  # the step begins anew
                answer = yield choice
            yield from at_once(table, {})
        except Decided:
            return

    return looking
