"""Scenes in which something is refused, and how its reasons are read: for the tests of why something is not possible."""

from __future__ import annotations

import re
from typing import Any

from dcf_lab.engine.game import Game, Refusal
from dcf_lab.games.dc_forever import why_not
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table import position

PLACE, OTHER = "344_clinton_street", "the_daily_planet"
DESERTED = {
    "phase": "hero oppose",
    "rogue": {"characters": ["cheetah"]},
    "hero": {"characters": ["superman"], "hand": ["renown.1"]},
}
MODIFIERS = {
    "phase": "rogue provoke",
    "rogue": {
        "characters": ["cheetah", "the_joker"],
        "hand": ["enhanced_strength", "acid_flower"],
        "in_play": ["temple_hunters"],
    },
    "hero": {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}]},
}
CODE = re.compile(r"_|==|[<>]=|\bNone\b|\b(?:rogue|hero)[12]?\b|[{}\"]|you has|nobody's(?! turn)|nobody is not")


def start(data: dict[str, Any], players: int = 2, trace: bool = True, log: bool = True, **readings: str) -> Game:
    row = [{"card": PLACE, "citizens": 6}, {"card": OTHER, "citizens": 6}]
    return Game(position.set_position({"locations": row, **data}, seating_of(players), 1, log, readings, trace))


def deserted(**options: Any) -> Game:
    """Superman is activated where there is nobody and nothing."""
    return start(DESERTED, **options).answer_any(f"activate superman at {PLACE}")


def reasons(refusals: list[Refusal], option: str) -> list[str]:
    [found] = [refusal for refusal in refusals if refusal.option == option]
    return [clause.text for clause in found.clauses]


def only(game: Game, deed: str, seat: str | None = None) -> list[str]:
    """All reasons against a deed that can be done in one way."""
    [refusal] = why_not(game, deed, seat)
    return [clause.text for clause in refusal.clauses]


def in_english(refusal: Refusal) -> None:
    for clause in refusal.clauses:
        for text in (clause.text, clause.many, re.sub(r"ruling \w+ = [ABC]", "", clause.remedy)):
            assert not CODE.search(text), (refusal.option, text)
        assert clause.rule != "DCF-R015", "as much as possible is carried out: that forbids nothing"
