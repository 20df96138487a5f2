"""What the words of a line stand for: numbers, cards, players, and whom a choice is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Procedure
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
    active_player,
    controller,
    players_of,
    side_of,
    spaces,
    team,
    unaligned_at,
)
from dcf_lab.games.dc_forever.rules.timing import chooser, ignores_rogues, reaches

Names = dict[str, Any]

AREA = "hand|deck|discard|deck or discard|reserve|beneath|empowering|attachments|on hero|master plan|captured|knocked out|pool"

HARMFUL = ("damage", "strike", "discard", "discard_from", "mill", "exhaust", "blank", "forbid")
OPEN_AREAS = ("discard", "reserve", "beneath", "master plan")

GROUP = (
    "hero|rogue|character|own character|opposing character|unaligned|location|scheme|attachment|asset|minion|"
    "completed scheme|captured|knocked out|player|hero player|rogue player|card"
)


def worded(line: Line, rules: tuple[str, ...] = ()) -> tuple[str, ...]:
    """An event's rules with those of the line's wording: half, a cost, or what follows 'then' (Resolving Effects)."""
    value = line.raw.get(line.verb)
    if isinstance(value, str) and "half(" in value:
        rules = (*rules, "DCF-R012")
    if line.cost:
        rules = (*rules, "DCF-R016")
    return (*rules, "DCF-R017") if line.then else rules


def as_written(line: Line, *rules: str) -> tuple[str, ...]:
    """The rules of what a line does: a card does what its text says, and this is how (Glossary: Resolve)."""
    return worded(line, ("DCF-R121", *rules))


def falls_short(table: Table, line: Line, names: Names, player: str) -> None:
    """A line that cannot be done in full is done as far as possible; a cost then buys nothing (Resolving Effects)."""
    rule = "DCF-R016" if line.cost else "DCF-R015"
    table.log("falls short", by=player, to=names["this"], rules=(rule,), what=line.verb)


def number(table: Table, line: Line, word: str, names: Names, default: int = 0) -> int:
    formula = line.args.get(word)
    if formula is None:
        return default
    found = formula(table, names)
    return found if isinstance(found, int) else 0


def cards(table: Table, line: Line, word: str, names: Names, shield: bool = True) -> tuple[str, ...]:
    """The cards an argument stands for; what may not be affected is left out, and the log says so."""
    formula = line.args.get(word)
    found = names.get("this") if formula is None else formula(table, names)
    kept = [card for card in (found if isinstance(found, tuple) else (found,)) if isinstance(card, str)]
    shielded = names.get("shielded")
    if shield and shielded in kept:
        table.log("ignored", to=shielded, rules=("DCF-R085",), what=line.verb, card=names["this"])
        kept.remove(shielded)
    if line.verb in HARMFUL and ignores_rogues(table, names["this"]):
        kept = [card for card in kept if table.box.side.get(card) != ROGUE]
    if shield:
        for card in list(kept):
            blocker = forbidden(table, "be affected", card, actor=names["this"]) if card in table.rules.library else None
            if blocker is not None:
                table.log("prevented", by=blocker, to=card, rules=("DCF-R018",), what=line.verb)
                kept.remove(card)
    return tuple(kept)


def player(table: Table, line: Line, word: str, names: Names) -> str | None:
    formula = line.args.get(word)
    if formula is None:
        return None
    found = formula(table, names)
    if isinstance(found, tuple):
        found = found[0] if found else None
    if found in table.rules.library:
        found = controller(table, found)
    return found if isinstance(found, str) else None


def players(table: Table, line: Line, word: str, names: Names) -> tuple[str, ...]:
    if word not in line.args:
        you = names.get("you")
        return (you or active_player(table),)
    found = line.args[word](table, names)
    found = found if isinstance(found, tuple) else (found,)
    players = [controller(table, f) if f in table.rules.library else f for f in found if f is not None]
    this = names["this"]
    spared = ignores_rogues(table, this) and (line.verb in HARMFUL or table.ruling("sway_scope") == "A")
    return tuple(
        p for p in players
        if isinstance(p, str) and not (spared and side_of(p) == ROGUE) and reaches(table, this, p)
    )  # fmt: skip


def who_chooses(table: Table, line: Line, names: Names, candidates: Sequence[str]) -> str:
    by = player(table, line, "by", names)
    if by is not None:
        return by
    affected = controller(table, candidates[0]) if candidates and candidates[0] in table.rules.library else None
    return chooser(table, names.get("you"), affected)


def candidates(table: Table, line: Line, names: Names) -> list[str]:
    """Who or what a choice is made from: in play, or in the area that the line names (Golden Rules)."""
    group = line.args[line.verb]
    area = line.args.get("in")
    if area is not None:
        found = _in_area(table, line, names, area)
    else:
        found = list(GROUPS[group](table, names))
    this = names["this"]
    if ignores_rogues(table, this) and table.ruling("sway_scope") == "A":
        found = [c for c in found if c not in table.rules.library or table.box.side[c] != ROGUE]
    found = [c for c in found if reaches(table, this, c)]
    condition = line.args.get("if")
    if condition is not None:
        found = [c for c in found if condition(table, {**names, "it": c})]
    for word, best in (("most", max), ("least", min)):
        if word in line.args and found:
            worth = {c: line.args[word](table, {**names, "it": c}) or 0 for c in found}
            found = [c for c in found if worth[c] == best(worth.values())]
    return found


def settle_top(table: Table, line: Line, names: Names) -> Procedure:
    """Before a line speaks of the top of a deck: chance says what lies there, if a shuffle left that open."""
    if line.args.get("in") == "deck":
        for holder in holders(table, line, names):
            yield from settle(table, (holder, "deck"), number(table, line, "top", names), ("DCF-R121",))


def holders(table: Table, line: Line, names: Names) -> list[str]:
    """Whose area a line speaks of: 'of', or the card's player."""
    formula = line.args.get("of")
    holders = formula(table, names) if formula is not None else (names.get("you") or active_player(table))
    return [holder for holder in (holders if isinstance(holders, tuple) else (holders,)) if holder]


def _in_area(table: Table, line: Line, names: Names, area: str) -> list[str]:
    if area in ("master plan", "captured", "knocked out"):
        return list(table.zone("table", area))
    areas = {"deck or discard": ("deck", "discard"), "on hero": ("attachments", "empowering")}.get(area, (area,))
    cards = [card for holder in holders(table, line, names) for name in areas for card in table.zone(holder, name)]
    return cards[: number(table, line, "top", names, len(cards))]


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


def _played(kind: str) -> Callable[[Table, Names], Iterable[str]]:
    def found(table: Table, names: Names) -> Iterable[str]:
        for player in table.rules.players:
            yield from (c for c in table.zone(player, "play area") if table.box.kind[c] == kind)

    return found


def _opponents(table: Table, names: Names) -> Iterable[str]:
    you = names.get("you")
    return team(table, OTHER_SIDE[side_of(you)]) if you else _characters(table, names)


def _own(table: Table, names: Names) -> Iterable[str]:
    return table.zone(names.get("you") or "", "characters")


GROUPS: dict[str, Callable[[Table, Names], Iterable[str]]] = {
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
assert set(GROUP.split("|")) == set(GROUPS)
