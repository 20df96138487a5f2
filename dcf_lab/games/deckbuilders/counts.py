"""Timelines of the family: Power in each turn, Victory Points and cards of each deck, the Line-Up and the stacks."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.table import Event
from dcf_lab.games import Count, Curves
from dcf_lab.games.deckbuilders.box import Table, owned
from dcf_lab.games.deckbuilders.scoring import score
from dcf_lab.games.deckbuilders.telling import NAMES


def _players(table: Table) -> dict[str, str]:
    return {one: NAMES[one] for one in table.rules.players}


def _common(table: Table) -> dict[str, str]:
    zones = table.rules.manual.BOARD.zones
    counted = ("line-up", "stack", "other stack", "main deck", "weaknesses")
    return {zone.what: zone.name for zone in zones if zone.whose == "table" and zone.what in counted}


TIMELINES = {
    "power": Curves("Power made in a turn", "Power", _players, main=True),
    "points": Curves("Victory Points", "points", _players, main=True),
    "deck": Curves("Cards of each deck", "cards", _players),
    "line-up": Curves("Line-Up and stacks", "cards", _common),
}


def counted(table: Table, event: Event) -> Iterator[Count]:
    """The lines that an event may have moved."""
    common = _common(table)
    changed: dict[str, None] = {}  # players whose cards or tokens may be others
    for change in event.changes:
        if change[0] == "put":
            for zone in filter(None, (change[2], change[4])):
                if zone[0] == "table" and zone[1] in common:
                    yield Count("line-up", zone[1], common[zone[1]], len(table.zone(*zone)))
                elif zone[0] in table.rules.players:
                    changed[zone[0]] = None
        elif change[0] == "count" and change[1][0] in table.rules.players:
            player, what = change[1]
            if what == "made":
                yield Count("power", player, NAMES[player], table.counts.get((player, "made"), 0))
            elif what == "vp":
                changed[player] = None
    for player in changed:
        yield Count("points", player, NAMES[player], score(table, player))
        yield Count("deck", player, NAMES[player], len(owned(table, player)))
