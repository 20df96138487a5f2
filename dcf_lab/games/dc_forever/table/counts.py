"""What is counted over a game of DC Forever: citizens, damage, Schemes, hands and resources."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import name, player_name
from dcf_lab.games import Count, Curves
from dcf_lab.games.dc_forever.rules.box import HERO, MASTER_PLAN, ROGUE, Table
from dcf_lab.games.dc_forever.table.board import BOARD

_CITIZENS = {
    "locations": "at Locations", "schemes": "on Schemes", "unaligned": "on Unaligned", "sanctuary": "in Sanctuary",
}  # fmt: skip
_PLACES = {"location": "locations", "scheme": "schemes", "unaligned": "unaligned"}
_COMPLETED = "completed (Master Plan)"
_PILES = ("hand", "deck", "discard")


def _hands(table: Table) -> dict[str, str]:
    return {f"{player}.{pile}": _pile(table, player, pile) for player in table.rules.players for pile in _PILES}


def _pile(table: Table, player: str, pile: str) -> str:
    return f"{player_name(table, player)}: {BOARD.words(table, player, pile)}"


def _resources(table: Table) -> dict[str, str]:
    return {player: f"{player_name(table, player)}: unspent resources" for player in table.rules.players}


def _limit(table: Table, key: str) -> int:
    """Health, a Scheme's threshold, the citizens and the Schemes that win."""
    sanctuary, master_plan = (track.most for track in BOARD.tracks)
    printed = table.rules.library[key].values if key in table.rules.library else {}
    return {"sanctuary": sanctuary, "completed": master_plan}.get(key) or printed.get("health") or printed.get("threshold") or 0


TIMELINES = {
    "citizens": Curves("Citizens", "citizens", lambda table: _CITIZENS, _limit, main=True),
    "locations": Curves("Citizens at each Location", "citizens"),
    "damage": Curves("Damage", "damage", limit=_limit, main=True),
    "schemes": Curves("Schemes", "completed, citizens on each", lambda table: {"completed": _COMPLETED}, _limit, main=True),
    "hands": Curves("Cards in hand, deck and discard pile", "cards", _hands),
    "resources": Curves("Resources", "resources", _resources),
}


def counted(table: Table, event: Event) -> Iterator[Count]:
    """The lines that an event may have moved, with their value after it."""
    for change in event.changes:
        if change[0] == "put":
            for whose, what in (change[4], change[2] or change[4]):
                if what in _PILES and whose in table.rules.players:
                    yield Count("hands", f"{whose}.{what}", _pile(table, whose, what), len(table.zone(whose, what)))
                elif (whose, what) == MASTER_PLAN:
                    yield Count("schemes", "completed", _COMPLETED, len(table.zone(*MASTER_PLAN)))
        elif change[0] == "count":
            yield from _tokens(table, *change[1])


def _tokens(table: Table, whose: str, what: str) -> Iterator[Count]:
    value, kind = table.counts.get((whose, what), 0), table.box.kind.get(whose)
    if what == "resources" and whose in table.rules.players:
        yield Count("resources", whose, f"{player_name(table, whose)}: unspent resources", value)
    elif what == "damage" and kind in (HERO, ROGUE, "unaligned"):
        yield Count("damage", whose, name(table, whose), value)
    elif what == "citizens" and whose == "sanctuary":
        yield Count("citizens", "sanctuary", _CITIZENS["sanctuary"], value)
    elif what == "citizens" and kind in _PLACES:
        place = _PLACES[kind]
        yield Count("citizens", place, _CITIZENS[place], _sum(table, kind))
        if kind != "unaligned":
            yield Count(place, whose, name(table, whose), value)


def _sum(table: Table, kind: str) -> int:
    kinds = table.box.kind
    return sum(number for (whose, what), number in table.counts.items() if what == "citizens" and kinds.get(whose) == kind)
