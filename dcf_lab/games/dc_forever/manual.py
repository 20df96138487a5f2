"""DC Forever as the lab knows it: its title, board, words, seatings and starts, and who is on which side."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Game, Rules
from dcf_lab.engine.table import Event, Key
from dcf_lab.games import Match, Mind, Moment, Outcome, Start, Variations, read_primer, read_rules
from dcf_lab.games.dc_forever.players.picking import TEAMS as TEAMS
from dcf_lab.games.dc_forever.rules.actions import so_far as so_far
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, Table, side_of
from dcf_lab.games.dc_forever.rules.damage import health
from dcf_lab.games.dc_forever.rules.legal_actions import threshold
from dcf_lab.games.dc_forever.rules.setup import FIRST_GAME, FIRST_LOCATIONS, SEATINGS, first_game, standard_game
from dcf_lab.games.dc_forever.rules.setup import lean as lean
from dcf_lab.games.dc_forever.rules.setup import library as library
from dcf_lab.games.dc_forever.rules.setup import rules_for as rules_for_sides
from dcf_lab.games.dc_forever.rules.setup import rulings as rulings
from dcf_lab.games.dc_forever.rules.stages import stage, stage_and_phase
from dcf_lab.games.dc_forever.rules.why import askings as askings
from dcf_lab.games.dc_forever.rules.why import ways as ways
from dcf_lab.games.dc_forever.rules.why import why_not as why_not
from dcf_lab.games.dc_forever.table.board import BOARD as BOARD
from dcf_lab.games.dc_forever.table.counts import TIMELINES as TIMELINES
from dcf_lab.games.dc_forever.table.counts import counted as counted
from dcf_lab.games.dc_forever.table.dealt import as_known_to as as_known_to
from dcf_lab.games.dc_forever.table.described import describe as describe
from dcf_lab.games.dc_forever.table.invariants import problems as problems
from dcf_lab.games.dc_forever.table.oddities import odd as odd
from dcf_lab.games.dc_forever.table.position import effects as effects
from dcf_lab.games.dc_forever.table.position import set_position as set_position
from dcf_lab.games.dc_forever.table.view import known_event as known_event
from dcf_lab.games.dc_forever.table.view import sees as sees
from dcf_lab.games.dc_forever.table.view import view as view
from dcf_lab.games.dc_forever.text.english import spell_out as spell_out
from dcf_lab.games.dc_forever.text.goals import SAID as SAID
from dcf_lab.games.dc_forever.text.goals import WISHES as WISHES
from dcf_lab.games.dc_forever.text.language import LANGUAGE as LANGUAGE
from dcf_lab.games.dc_forever.text.language import WORDS as CARD_WORDS
from dcf_lab.games.dc_forever.text.prices import price as price
from dcf_lab.games.dc_forever.text.sentences import EVENTS as EVENTS
from dcf_lab.games.dc_forever.text.sentences import PART_RULES as PART_RULES
from dcf_lab.games.dc_forever.text.sentences import PARTS as PARTS
from dcf_lab.games.dc_forever.text.sentences import ROLES as ROLES
from dcf_lab.games.dc_forever.text.telling import DEEDS as DEEDS
from dcf_lab.games.dc_forever.text.telling import EVENT_WORDS as EVENT_WORDS
from dcf_lab.games.dc_forever.text.telling import NAMES as NAMES
from dcf_lab.games.dc_forever.text.telling import formula as formula
from dcf_lab.games.dc_forever.text.telling import mark_words as mark_words
from dcf_lab.games.dc_forever.text.telling import may_not as may_not
from dcf_lab.games.dc_forever.text.telling import question as question
from dcf_lab.games.dc_forever.text.telling import say as say

TITLE = "DC Forever"
ABOUT = (
    "Rogues plot against a city, Heroes bring its citizens to safety: a deck-building duel in which the two sides play by "
    "different rules. For two players who like to outwit each other, or for three or four in teams."
)
PRIMER = read_primer(Path(__file__).parent / "primer.toml")
SIDES = {ROGUE: "Rogues", HERO: "Heroes"}
ROADS = {HERO: ("rescue", "capture"), ROGUE: ("schemes", "knock out")}
WORDS = CARD_WORDS.adding(actor=lambda table: table.facts.get("actor"))
LEAVE = ("done", "decline", "pass", "no", "choose none")
ORDERS = ("which first", "Which effect next")
BLANK = {
    "phase": "rogue action", "round": 1,
    ROGUE: {"characters": list(FIRST_GAME[ROGUE][:2])}, HERO: {"characters": list(FIRST_GAME[HERO][:2])},
    "locations": [{"card": place} for place in FIRST_LOCATIONS],
}  # fmt: skip


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Mapping[str, Any]]:
    """Every rule by its id: text, section, topic."""
    return read_rules(Path(__file__).parent / "rules.toml")


def rules_for(cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules:
    return rules_for_sides(cards, SEATINGS[seating], readings, **settings)


# starts


def _first(seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool, cards: Library) -> Game:
    return first_game(seed, log, readings, trace=trace, cards=cards)


def _standard(seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool, cards: Library) -> Game:
    players, _, solo = seating.partition(" ")
    return standard_game(int(players), seed, log, readings, solo or ROGUE, trace=trace, cards=cards)


STARTS = {
    "first game": Start("First game", "The set-up that the rulebook suggests for the first game.", _first, ("2",)),
    "standard": Start("Drafted game", "Everybody drafts a team, then chooses who starts.", _standard),
}


# what the table says


def side(table: Table, thing: str) -> str:
    """The side of a player, of all of a side, or of a card; nobody's is ''."""
    if thing in table.rules.players or thing in (ROGUE, HERO):
        return side_of(thing)
    return table.box.side.get(thing) or ""


def moment(table: Table) -> Moment:
    stage, phase = stage_and_phase(table)
    return Moment(table.facts.get("round", 0), stage, phase, table.facts.get("turn") or "")


_STRUCTURE = {"game", "position", "round", "stage", "phase", "cycle", "resolution"}
_TURNS = ("Rogue Provoke Phase", "Hero Oppose Phase")
_ACTIONS = ("Rogue Action Phase", "Hero Action Phase", "Complete Schemes", "Draft")


def begins(event: Event, before: Event | None) -> str:
    """The largest of action, phase and round that begins with an event, or nothing."""
    if event.kind == "round":
        return "round"
    if event.kind in _STRUCTURE:  # 'Round 2', 'Plotting Stage' begin together
        return "" if before is not None and before.kind in _STRUCTURE else "phase"
    if event.kind in ("answer", "only answer"):
        prompt = event.detail.get("prompt", "")
        if prompt in _TURNS:
            return "phase"
        if event.kind == "answer" and (prompt in _ACTIONS or prompt.startswith("Activated: ")):
            return "action"  # with nothing left to do an action is over, but no other begins
    return ""


def outcome(table: Table) -> Outcome | None:
    """Who has won and how; nobody at the limit of rounds."""
    facts = table.facts
    if "winner" in facts:
        return Outcome((facts["winner"],), facts.get("won by", ""))
    return Outcome((), facts.get("won by", "")) if facts.get("step") == "over" else None


def value(table: Table, card: str, word: str) -> int:
    """A printed value as it is now: cards raise Health and thresholds."""
    if word == "health":
        return health(table, card)
    return threshold(table, card) if word == "threshold" else table.rules.library[card].value(word)


def exchangeable(table: Table, zone: Key, real: str, other: str) -> bool:
    """Where a Scheme lies only a Scheme can lie, and a card under a Hero is one of as much Renown."""
    kind, renown = table.box.kind, table.box.renown
    if zone[1] == "starters":
        return False
    if "scheme" in (kind[real], kind[other]):
        return bool(kind[real] == kind[other])
    return bool(renown[real] == renown[other])


# goals


def _phase(table: Table) -> tuple[Any, ...]:
    """The phase a table is in: an Action Phase of a player, a Provoke or Oppose Phase, the Resolution Phase ..."""
    facts = table.facts
    step = facts["step"]
    if step in ("provoke or oppose", "activation"):
        return facts["round"], "provoke or oppose", facts.get("slot")
    if step in ("complete schemes", "check for win conditions", "prepare"):
        return facts["round"], "resolution"
    return facts["round"], step, facts.get("turn") if step.endswith("action") else None


WITHIN = {
    "this activation": lambda table: table.facts.get("actor"),
    "this phase": _phase,
    "this stage": lambda table: (table.facts["round"], stage(table)),
    "this round": lambda table: table.facts.get("round", 1),
}


# bots, hints, composers and measurements: what they need is read when it is wanted

MEASURED = ("a09_nothing_left_to_chance", "b11_the_same_coin_twice", "b12_accidents_at_work", "c02_out_of_reach")


def doer(table: Table, answer: str) -> str | None:
    """The activated character, unless another is activated."""
    return None if answer.startswith("activate ") else table.facts.get("actor")


def mind() -> Mind:
    from dcf_lab.games.dc_forever.players.mind import MIND

    return MIND


def match(seating: str) -> Match:
    from dcf_lab.games.dc_forever.players.match import match_of

    return match_of(seating)


def variations(cards: Library, roll: Random) -> Variations:
    from dcf_lab.games.dc_forever.players.variations import TableVariations

    return TableVariations(cards, roll)
