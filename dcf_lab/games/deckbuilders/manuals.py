"""What the manuals of the family share: seatings, rules of a match, sides, moments; and all that is said alike in its games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Rules
from dcf_lab.engine.rulings import chosen_readings
from dcf_lab.engine.table import Event, where
from dcf_lab.games import Moment, manual
from dcf_lab.games.deckbuilders.attacks import FamilyTiming
from dcf_lab.games.deckbuilders.board import board
from dcf_lab.games.deckbuilders.box import PLAYERS, Box, Edition, Table, active
from dcf_lab.games.deckbuilders.counts import TIMELINES, counted
from dcf_lab.games.deckbuilders.english import spell_out
from dcf_lab.games.deckbuilders.positions import describe, position_setter
from dcf_lab.games.deckbuilders.register import rulings_of
from dcf_lab.games.deckbuilders.scoring import outcome
from dcf_lab.games.deckbuilders.seeing import known_event
from dcf_lab.games.deckbuilders.sentences import EVENTS, PART_RULES, PARTS, ROLES
from dcf_lab.games.deckbuilders.setup import pick_characters
from dcf_lab.games.deckbuilders.telling import (
    DEEDS,
    EVENT_WORDS,
    LEAVE,
    MINOR,
    NAMES,
    ORDERS,
    SAID,
    WISHES,
    WITHIN,
    formula,
    mark_words,
    may_not,
    price,
    question,
    say,
)
from dcf_lab.games.deckbuilders.turn import appearances, start, turn
from dcf_lab.games.deckbuilders.why import askings, ways, why_not
from dcf_lab.games.deckbuilders.words import WORDS

# what every game of the family tells the lab in the same way: its manual takes all of it over
__all__ = [
    "DEEDS", "EVENTS", "EVENT_WORDS", "LEAVE", "MINOR", "NAMES", "ORDERS", "PARTS", "PART_RULES", "ROLES", "SAID",
    "TIMELINES", "WISHES", "WITHIN", "WORDS", "alone", "askings", "begins", "board", "counted", "describe", "family_rules",
    "formula", "known_event", "mark_words", "may_not", "moment", "outcome", "position_setter", "price", "question", "say",
    "side", "spell_out", "teams", "ways", "why_not",
]  # fmt: skip


def alone(*numbers: int) -> dict[str, dict[str, tuple[str, ...]]]:
    """Seatings in which everybody plays for themselves."""
    return {str(number): {player: (player,) for player in PLAYERS[:number]} for number in numbers}


def teams(one: str, other: str, number: int = 4) -> dict[str, tuple[str, ...]]:
    """Two sides whose turns alternate."""
    return {one: PLAYERS[:number:2], other: PLAYERS[1:number:2]}


def family_rules(edition: Edition, cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules[Box]:
    """The rules of a match; what is worked out from its cards is kept for the next one."""
    return _rules(edition, cards, seating, tuple(sorted(readings.items())), tuple(sorted(settings.items())))


@lru_cache(maxsize=16)
def _rules(
    edition: Edition, cards: Library, seating: str, readings: tuple[tuple[str, str], ...], settings: tuple[tuple[str, Any], ...]
) -> Rules[Box]:
    book = manual(edition.game)
    sides = book.SEATINGS[seating]
    team = {player: side for side, players in sides.items() for player in players}
    team = {player: team[player] for player in PLAYERS if player in team}
    chosen = chosen_readings(rulings_of(edition.game), dict(readings))
    box = Box(cards, edition, team, chosen)
    steps = {"start": start, "turn": turn, "appearances": appearances, "pick": pick_characters, **edition.steps}
    return Rules(
        edition.game, tuple(team), cards, steps, chosen, dict(settings), box, FamilyTiming(dict(edition.cites)), manual=book
    )  # fmt: skip


def side(table: Table, thing: str) -> str:
    """The side of a player, or of whoever has a card."""
    team = table.box.team
    if thing in team:
        return team[thing]
    if thing in team.values():
        return thing
    holder = (where(table, thing) or ("", ""))[0]
    return team.get(holder, "")


def moment(table: Table) -> Moment:
    facts = table.facts
    turn = active(table) or ""
    if facts.get("step") == "over":
        stage = "The game is over"
    elif facts.get("step") == "pick":
        stage = "Characters are picked"
    elif turn:
        stage = "A turn"
    else:
        stage = "Between two turns" if facts.get("ended") else ""
    return Moment(facts.get("round", 0), stage, NAMES[turn] if stage == "A turn" else "", turn)


def begins(event: Event, before: Event | None) -> str:
    """A turn is a phase, an answer in it an action."""
    if event.kind == "round":
        return "round"
    if event.kind in ("turn", "appear", "end turn"):
        return "phase"
    return "action" if event.kind == "answer" and event.detail.get("prompt") in ("Turn", "Announce") else ""
