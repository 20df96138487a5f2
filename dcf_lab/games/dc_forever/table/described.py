"""A quiet table in the words of a scenario's [table]: the inverse of position.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dcf_lab.engine.board import PositionError
from dcf_lab.engine.table import name_of
from dcf_lab.games import Described, NoPosition
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE, Table, side_of, spaces
from dcf_lab.games.dc_forever.rules.confrontation import slots
from dcf_lab.games.dc_forever.rules.setup import rulings
from dcf_lab.games.dc_forever.table.board import IN_A_CYCLE, PHASES, TURNS
from dcf_lab.games.dc_forever.table.position import set_position, words_of_effects
from dcf_lab.games.defaults import seating_of

_PHASE_OF = {step: phase for phase, step in PHASES.items() if step != "provoke or oppose"}
_BOX = ("table", "box")  # who was not drafted does not matter any more


def describe(table: Table) -> Described:
    """The position on a quiet table. What is said of chance (the seed) and of rulings is not part of it.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> described = describe(first_game(seed=1).table)
    >>> described.table["phase"], described.table["rogue"]["characters"], described.lost
    ('rogue action', ['cheetah', 'the_joker'], [])
    """
    step = table.facts["step"]
    if step in ("draft", "starters"):
        raise NoPosition("the draft is not over; a position begins when everybody has a team")
    seating = seating_of(table.rules.manual, table.rules.players)
    data: dict[str, Any] = {"phase": _phase(table), **_turn(table)}
    for player in table.rules.players:
        data[player] = _player(table, player)
    data |= _common(table)
    if places := [_location(table, place) for place in spaces(table)]:
        data["locations"] = places
    try:
        first = _set(table, data, seating)
        for (card, word), who in table.links.items():
            if word == "team" and first.links.get((card, word)) != who:
                data[who].setdefault("team", []).append(card)
        if effects := list(_effects(table, first)):
            data["effects"] = effects
        again = _set(table, data, seating)
    except PositionError as error:
        return Described(data, seating, [f"This position cannot be set: {what}." for _, what in error.problems])
    return Described(data, seating, list(dict.fromkeys(_lost(table, again))))


def _set(table: Table, data: Mapping[str, Any], seating: str) -> Table:
    """The table that these words describe, to compare with the one that they are about."""
    usual = rulings()
    readings = {key: reading for key, reading in table.rules.readings.items() if reading != usual[key].default}
    return set_position(data, seating, table.dice, False, readings, cards=table.rules.library)


# where in the round it is


def _phase(table: Table) -> str:
    step = table.facts["step"]
    if step == "over":
        return "check for win conditions"
    if step == "provoke or oppose":
        return "rogue provoke" if side_of(slots(table)[table.facts["slot"]]) == ROGUE else "hero oppose"
    return _PHASE_OF[step]


def _turn(table: Table) -> dict[str, Any]:
    facts = table.facts
    phase = _phase(table)
    said: dict[str, Any] = {"round": facts.get("round", 0) + (phase == "begin round")}
    if "round" not in facts and phase != "begin round":
        said["round"] = 1
    if len(table.rules.players) > 2 and phase in TURNS:
        said["turn"] = facts["turn"]
    if phase == "activation":
        said["actor"] = facts["actor"]
        if "acted" in facts:
            said["acted"] = list(facts["acted"])
    if phase in IN_A_CYCLE:
        said["cycle"] = {
            key: facts[fact]
            for key, fact in (("slot", "slot"), ("acts", "acts"), ("passes", "passes"), ("in_a_row", "in a row"),
                              ("first", "first cycle"), ("completing", "completing"))
            if fact in facts
        }  # fmt: skip
    waiting = [who for who in dict.fromkeys((*table.rules.players, ROGUE, HERO)) if f"{who} has activated" not in facts]
    if waiting:
        everybody = len(waiting) == len({*table.rules.players, ROGUE, HERO})
        said["first_activation"] = True if everybody else waiting
    out = facts.get("out", ())
    if out:
        said["out"] = list(out)
    usual = {side: tuple(p for p in table.rules.settings["sides"][side] if p not in out) for side in (ROGUE, HERO)}
    if first := [facts[f"{side} order"][0] for side in usual if facts[f"{side} order"] != usual[side]]:
        said["first"] = first
    return said


# who has what


def _player(table: Table, player: str) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if characters := [_character(table, card) for card in table.zone(player, "characters")]:
        said["characters"] = characters
    for area in ("hand", "deck", "discard", "pool"):
        if cards := table.zone(player, area):
            said[area] = list(cards)
    resources = table.counts.get((player, "resources"), 0)
    if resources != sum(table.box.icons[side_of(player)][card] for card in table.zone(player, "pool")):
        said["resources"] = resources
    reserve: list[Any] = [
        {"card": card, "recruited": True} if (card, "recruited once") in table.marks else card
        for card in table.zone(player, "reserve")
    ]
    for (whose, what), cards in table.zones.items():
        if what == "beneath" and table.links.get((whose, "team")) == player:
            reserve += cards
    if reserve:
        said["reserve"] = reserve
    if cards := table.zone(player, "play area"):
        said["in_play"] = [_entry(table, card, "exhausted") for card in cards]
    return said


def _character(table: Table, card: str) -> Any:
    said = _entry(table, card, "at", "exhausted", "damage", "attachments", "empowering")
    keys = {ability.used for ability in table.rules.library[card].abilities}
    used = [what.removeprefix("used ") for whose, what in table.marks if whose == card and what in keys]
    return {**({"card": card} if said == card else said), "used": used} if used else said


def _entry(table: Table, card: str, *words: str) -> Any:
    """A card, and those of these words that hold of it: where it is, its tokens, the cards on it, its states."""
    said: dict[str, Any] = {}
    for word in words:
        key = card, word
        if found := table.links.get(key) or table.counts.get(key) or list(table.zone(*key)) or key in table.marks:
            said[word] = found
    return {"card": card, **said} if said else card


def _location(table: Table, place: str) -> dict[str, Any]:
    said: dict[str, Any] = {"card": place, "citizens": table.counts.get((place, "citizens"), 0)}
    if place not in table.zone(*LOCATIONS):
        said = {"card": place, "empty": True}
    for card in table.zone(place, "scheme")[:1]:
        said["scheme"] = _entry(table, card, "citizens", "faceup")
    for card in table.zone(place, "unaligned")[:1]:
        said["unaligned"] = _entry(table, card, "citizens", "damage", "swayed")
    return said


def _common(table: Table) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if sanctuary := table.counts.get(("sanctuary", "citizens")):
        said["sanctuary"] = sanctuary
    if plan := table.zone(*MASTER_PLAN):
        said["master_plan"] = [_entry(table, scheme, "citizens", "faceup") for scheme in plan]
    for area in ("knocked out", "captured", "removed", "location deck", "location discard", "unaligned deck"):
        if cards := table.zone("table", area):
            said[area.replace(" ", "_")] = list(cards)
    return said


def _effects(table: Table, said: Table) -> Iterator[dict[str, Any]]:
    """What holds of cards for a while, beyond what the rest of a position says of them."""
    lasting = words_of_effects(table.rules.library)
    for (card, what), (until, value) in table.marks.items():
        if said.marks.get((card, what)) == (until, value) or card not in table.box.kind:
            continue
        if what.endswith((" value", f" boost {until}")) and type(value) is int:
            yield {"on": card, "what": what.removesuffix(f" {until}"), "amount": value, "until": until}
        elif what in lasting or what == "lent" or what.startswith("used "):
            yield {"on": card, "what": what, "until": until} | ({} if value == 1 else {"from": value})


# what a scenario cannot say

_FACTS = {
    "step": "That the game is over: it is decided again at the next check for win conditions.",
    "been": "What was played or used for nothing this round, and how the table was then: that is remembered anew.",
    "plans asked": "That the Rogue has just been asked about the Master Plan.",
    "order drawn": "That the order of the players has been drawn for the first round.",
    "turn": "Whose turn it is in this phase.",
}


def _lost(table: Table, said: Table) -> Iterator[str]:
    """A sentence for everything in which a table differs from what its description sets."""
    left_out = {card for zone, cards in table.zones.items() for card in cards if zone != _BOX and card not in said.zone(*zone)}
    for zone in dict.fromkeys((*table.zones, *said.zones)):
        gone = [card for card in table.zone(*zone) if card not in said.zone(*zone)]
        if zone != _BOX and gone:
            names = ", ".join(name_of(table, card) for card in gone)
            whose = "" if zone[0] == "table" else f" of {name_of(table, zone[0])}"
            yield f"{names} in the area '{zone[1]}'{whose}."
        elif zone != _BOX and table.zone(*zone) != said.zone(*zone):
            yield f"The order of the cards in the area '{zone[1]}' of {name_of(table, zone[0])}."
    for whose, what in dict.fromkeys((*table.counts, *said.counts)):
        if whose != "supply" and whose not in left_out and table.counts.get((whose, what)) != said.counts.get((whose, what)):
            yield f"{table.counts.get((whose, what), 0)} {what} on {name_of(table, whose)}."
    for key in dict.fromkeys((*table.marks, *said.marks)):
        if key[0] not in left_out and table.marks.get(key) != said.marks.get(key):
            yield _lost_mark(table, key)
    for card, word in dict.fromkeys((*table.links, *said.links)):
        if card not in left_out and table.links.get((card, word)) != said.links.get((card, word)):
            yield f"{_LINKS.get(word, word)} {name_of(table, card)}: {name_of(table, table.links.get((card, word)))}."
    if table.facts["step"] == "over":
        yield _FACTS["step"]
        return
    for fact in dict.fromkeys((*table.facts, *said.facts)):
        if table.facts.get(fact) != said.facts.get(fact):
            side = fact.removesuffix(" order")
            yield _FACTS.get(fact) or (f"The order of the {side} players." if side in (ROGUE, HERO) else f"The fact '{fact}'.")


_LINKS = {"team": "Whose card is", "in play": "Who controls", "at": "The Location of", "on": "The host of"}


def _lost_mark(table: Table, key: tuple[str, str]) -> str:
    card, what = key
    if what == "repeated":
        return _FACTS["been"]
    if key not in table.marks:
        return f"That '{what}' does not hold of {name_of(table, card)}."
    return f"'{what}' on {name_of(table, card)}, which lasts until the end of the {table.marks[key][0]}."
