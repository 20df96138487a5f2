"""How a line of a DC Forever card is read: who can be chosen, where cards lie, and which rules are cited."""

from __future__ import annotations

from collections.abc import Iterable

from dcf_lab.engine.cards.arguments import Arguments, Group, Names
from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.tally import forbidden
from dcf_lab.games.dc_forever.rules.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    OTHER_SIDE,
    ROGUE,
    Table,
    players_of,
    side_of,
    spaces,
    team,
    unaligned_at,
)
from dcf_lab.games.dc_forever.rules.timing import ignores_rogues, reaches

HARMFUL = ("damage", "strike", "discard", "discard_from", "mill", "exhaust", "blank", "forbid")
OPEN_AREAS = ("discard", "reserve", "beneath", "master plan")
AREAS = {
    "hand": ("hand",), "deck": ("deck",), "discard": ("discard",), "deck or discard": ("deck", "discard"),
    "reserve": ("reserve",), "beneath": ("beneath",), "empowering": ("empowering",), "attachments": ("attachments",),
    "on hero": ("attachments", "empowering"), "master plan": (), "captured": (), "knocked out": (), "pool": ("pool",),
}  # fmt: skip
RULES = {
    "blank": ("DCF-R022",), "cancel": ("DCF-R055",), "decide": ("DCF-R014",), "discard": ("DCF-R128",), "forbid": ("DCF-R018",),
    "instead": ("DCF-R019",), "look": ("DCF-R111",), "mill": ("DCF-R128",), "redirect": ("DCF-R055",),
    "short": ("DCF-R015",), "short of a cost": ("DCF-R016",), "tie": ("DCF-R021",), "top": ("DCF-R121",),
}  # fmt: skip


class DCForeverArguments(Arguments):
    """Lines as DC Forever reads them: what is shielded, who ignores Rogues, whom a Location speaks to."""

    def worded(self, line: Line, rules: tuple[str, ...] = ()) -> tuple[str, ...]:
        """An event's rules with those of the line's wording: half, a cost, or what follows 'then' (Resolving Effects)."""
        value = line.raw.get(line.verb)
        if isinstance(value, str) and "half(" in value:
            rules = (*rules, "DCF-R012")
        if line.cost:
            rules = (*rules, "DCF-R016")
        return (*rules, "DCF-R017") if line.then else rules

    def as_written(self, line: Line, *rules: str) -> tuple[str, ...]:
        """The rules of what a line does: a card does what its text says, and this is how (Glossary: Resolve)."""
        return self.worded(line, ("DCF-R121", *rules))

    def affected(self, table: Table, line: Line, names: Names, cards: list[str]) -> list[str]:
        """What may not be affected is left out, and the log says so (Glossary: Ignore, Cannot, Swayed)."""
        shielded = names.get("shielded")
        if shielded in cards:
            table.log("ignored", to=shielded, rules=("DCF-R085",), what=line.verb, card=names["this"])
            cards.remove(shielded)
        if line.verb in HARMFUL and ignores_rogues(table, names["this"]):
            cards = [card for card in cards if table.box.side.get(card) != ROGUE]
        for card in list(cards):
            blocker = forbidden(table, "be affected", card, actor=names["this"]) if card in table.rules.library else None
            if blocker is not None:
                table.log("prevented", by=blocker, to=card, rules=("DCF-R018",), what=line.verb)
                cards.remove(card)
        return cards

    def addressed(self, table: Table, line: Line, names: Names, player: str) -> bool:
        this = names["this"]
        spared = ignores_rogues(table, this) and (line.verb in HARMFUL or table.ruling("sway_scope") == "A")
        return not (spared and side_of(player) == ROGUE) and reaches(table, this, player)

    def eligible(self, table: Table, line: Line, names: Names, found: list[str]) -> list[str]:
        this = names["this"]
        if ignores_rogues(table, this) and table.ruling("sway_scope") == "A":
            found = [c for c in found if c not in table.rules.library or table.box.side[c] != ROGUE]
        return [c for c in found if reaches(table, this, c)]


def _characters(table: Table, names: Names) -> Iterable[str]:
    yield from team(table, ROGUE)
    yield from team(table, HERO)
    yield from _unaligned(table, names)


def _unaligned(table: Table, names: Names) -> Iterable[str]:
    for place in spaces(table):
        yield from unaligned_at(table, place)


def _schemes(table: Table, names: Names) -> Iterable[str]:
    for place in spaces(table):
        yield from table.zone(place, "scheme")


def _attachments(table: Table, names: Names) -> Iterable[str]:
    areas = ("attachments", "empowering") if table.ruling("empower_zone") == "B" else ("attachments",)
    for card in _characters(table, names):
        for area in areas:
            yield from table.zone(card, area)


def _played(kind: str) -> Group:
    def found(table: Table, names: Names) -> Iterable[str]:
        for player in table.rules.players:
            yield from (c for c in table.zone(player, "play area") if table.box.kind[c] == kind)

    return found


def _opponents(table: Table, names: Names) -> Iterable[str]:
    you = names.get("you")
    return team(table, OTHER_SIDE[side_of(you)]) if you else _characters(table, names)


def _own(table: Table, names: Names) -> Iterable[str]:
    return table.zone(names.get("you") or "", "characters")


GROUPS: dict[str, Group] = {
    "hero": lambda table, names: team(table, HERO),
    "rogue": lambda table, names: team(table, ROGUE),
    "character": _characters,
    "own character": _own,
    "opposing character": _opponents,
    "unaligned": _unaligned,
    "location": lambda table, names: table.zone(*LOCATIONS),
    "scheme": _schemes,
    "attachment": _attachments,
    "asset": _played("asset"),
    "minion": _played("minion"),
    "completed scheme": lambda table, names: table.zone(*MASTER_PLAN),
    "captured": lambda table, names: table.zone(*CAPTURED),
    "knocked out": lambda table, names: table.zone(*KNOCKED_OUT),
    "player": lambda table, names: table.rules.players,
    "hero player": lambda table, names: players_of(table, HERO),
    "rogue player": lambda table, names: players_of(table, ROGUE),
    "card": lambda table, names: (),
}

arguments = DCForeverArguments(GROUPS, AREAS, RULES)
