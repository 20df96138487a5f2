"""The board of DC Forever: players' areas, the row of Locations with Schemes and Unaligned characters, what lies aside."""

from __future__ import annotations

from typing import Any

from dcf_lab.engine.board import Board, Link, State, Token, Track, Value, Zone
from dcf_lab.engine.cards.cards import Library
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE

CHARACTERS = (HERO, ROGUE)
AFFILIATED = ("event", "attachment", "asset", "minion", "scheme", "resource")

# the names of the phases in scenario files, and the step that each begins with
PHASES = {
    "begin round": "begin round",
    "rogue action": "rogue action",
    "rogue draw": "rogue draw",
    "hero action": "hero action",
    "confrontation": "confrontation",
    "rogue provoke": "provoke or oppose",
    "hero oppose": "provoke or oppose",
    "activation": "activation",
    "complete schemes": "complete schemes",
    "check for win conditions": "check for win conditions",
    "prepare": "prepare",
    "ready phase": "ready phase",
    "draw phase": "draw phase",
    "end of round": "end of round",
}
PLAYERS = ("rogue", "hero", "rogue1", "rogue2", "hero1", "hero2")
UNTIL = ("activation", "phase", "round", "ready", "play", "game")  # how long an effect on a card can last

_TEXTS = {"type": "array", "items": {"type": "string"}}
_YES = {"type": "boolean"}
_FEW = {"type": "integer", "minimum": 0, "maximum": 100}
_WHO = {"type": "array", "items": {"type": "string", "enum": list(PLAYERS)}}
_CYCLE = {
    "type": "object",
    "properties": {"slot": _FEW, "acts": _FEW, "passes": _FEW, "in_a_row": _FEW, "first": _YES, "completing": _FEW},
    "additionalProperties": False,
}


def _facts(cards: Library) -> dict[str, Any]:
    """Where in the round a position is, and what holds of cards for a while."""
    card = {"type": "string", "enum": sorted(cards)}
    effect = {
        "on": card, "what": {"type": "string"}, "until": {"type": "string", "enum": list(UNTIL)},
        "amount": {"type": "integer", "minimum": -100, "maximum": 100},
        "from": {"type": "string", "enum": [*sorted(cards), *PLAYERS]},
    }  # fmt: skip
    effects = {"type": "object", "properties": effect, "additionalProperties": False, "required": ["on", "what", "until"]}
    return {
        "phase": {"type": "string", "enum": list(PHASES)}, "round": {"type": "integer", "minimum": 1, "maximum": 1000},
        "actor": card, "acted": _TEXTS, "first_activation": {"oneOf": [_YES, _WHO]}, "turn": {"type": "string"},
        "first": _WHO, "out": _WHO, "cycle": _CYCLE, "effects": {"type": "array", "items": effects},
    }  # fmt: skip


BOARD = Board(
    zones=(
        Zone("table", "knocked out", "Knocked out", (HERO,), drawn="pile", place="aside", words="knocked out Heroes",
             side=HERO, rare=True),
        Zone("table", "captured", "Captured", (ROGUE, "unaligned"), drawn="pile", place="aside",
             words="captured Rogues", side=ROGUE, rare=True),
        Zone("player", "characters", "Characters", CHARACTERS, own=True,
             carries=("at", "exhausted", "damage", "attachments", "empowering", "used", "blank")),
        Zone("table", "locations", "Locations", ("location",), ordered=True, place="middle", words="row of Locations",
             carries=("citizens", "scheme", "unaligned", "empty")),
        Zone("location", "scheme", "Scheme", ("scheme",), seen="side", drawn="slot", carries=("citizens", "faceup")),
        Zone("location", "unaligned", "Unaligned character", ("unaligned",), drawn="slot",
             carries=("citizens", "damage", "swayed")),
        Zone("table", "master plan", "Master Plan", ("scheme",), drawn="pile", place="aside", words="Master Plan",
             carries=("faceup", "citizens"), side=ROGUE, rare=True),
        Zone("player", "hand", "Hand", AFFILIATED, seen="owner", drawn="fan"),
        Zone("player", "play area", "In play", ("asset", "minion"), said="in_play", words="cards in play",
             carries=("exhausted",)),
        Zone("player", "played", "Just played", said=""),
        *(Zone(kind, "attachments", "Attachments", ("attachment",)) for kind in CHARACTERS),
        Zone("unaligned", "attachments", "Attachments", ("attachment",), said=""),
        Zone(HERO, "empowering", "Empowering", seen="owner"),
        Zone("player", "pool", "Pool", AFFILIATED, drawn="pile", words="resource pool", rare=True),
        Zone("player", "discard", "Discard", AFFILIATED, drawn="pile", words="discard pile"),
        Zone("player", "deck", "Deck", AFFILIATED, seen="nobody", ordered=True, drawn="pile"),
        Zone("player", "reserve", "Reserve", (*CHARACTERS, *AFFILIATED), drawn="pile", own=True, carries=("recruited",),
             waits="characters"),
        Zone("player", "starters", "Starters", CHARACTERS, seen="owner", said="", drawn="pile", rare=True, waits="characters"),
        *(Zone(kind, "beneath", "Cards that can be bought", AFFILIATED, drawn="pile", said="") for kind in CHARACTERS),
        Zone("table", "location deck", "Locations", ("location",), seen="nobody", ordered=True, drawn="pile", place="aside",
             words="Location deck"),
        Zone("table", "unaligned deck", "Unaligned", ("unaligned",), seen="nobody", ordered=True, drawn="pile", place="aside",
             words="Unaligned Character deck"),
        Zone("table", "location discard", "Discarded", ("location",), drawn="pile", place="aside", words="Location discard pile",
             rare=True),
        Zone("table", "removed", "Out of the game", drawn="pile", place="aside", rare=True),
        Zone("table", "box", "Box", CHARACTERS, place="", said=""),
    ),
    tokens=(
        Token(("location", "scheme", "unaligned", "supply"), "citizens", "Citizens", "☻", towards="threshold"),
        Token((*CHARACTERS, "unaligned", "supply"), "damage", "Damage", "♥", towards="health", left=True),
        Token(("player",), "resources", "Resources to spend", "★"),
    ),
    tracks=(
        Track("Sanctuary", 30, HERO, tokens=("sanctuary", "citizens")),
        Track("Master Plan", 5, ROGUE, zone=("table", "master plan")),
    ),
    states=(
        State("exhausted", "exhausted", "ready", (*CHARACTERS, "asset", "minion")),
        State("swayed", "swayed", "game", ("unaligned",)),
        State("faceup", "faceup", "play", ("scheme",), without="facedown"),
        State("blank", "blank", "round", CHARACTERS),
        State("recruited once", "", "game", CHARACTERS, said="recruited"),
        State("revealed", "revealed", "play", ("scheme",), said=""),
        State("planted", "", "play", said=""),
        State("new", "", "round", said=""),
        State("lent", "lent", "round", said=""),
        State("spared", "", "play", said=""),
        State("used *", "{} used", "round", said=""),
        State("cannot *", "cannot {}", "round", said=""),
        State("* value", "{} is {value}", "round", said=""),
        State("* boost *", "{} {change}", "round", said=""),
        State("repeated", "", "round", said=""),
    ),
    links=(Link("at", "at", CHARACTERS, "location"),),
    values=(
        Value("health", "Health", "♥"), Value("attack", "Attack", "⚔"), Value("threaten", "Threaten", "☣"),
        Value("rescue", "Rescue", "✚"), Value("claim", "Claims"), Value("threshold", "Threshold", "◎"),
        Value("cost", "Cost", "¤", drawn=""), Value("renown", "Renown", "★", drawn="chip"),
        Value("infamy", "Infamy", "★", drawn="chip"), Value("draw", "Draw", "▤", drawn=""),
        Value("citizens", "Citizens", "☻", drawn=""),
    ),
    middle="locations",
    gaps="empty spaces",
    facts=_facts,
    own=lambda cards: {"team": {"type": "array", "items": {"type": "string", "enum": sorted(cards)}}},
    further={"used": _TEXTS, "empty": _YES},
    secret=("plans asked", "been"),  # these tell what a hand can pay, and how hidden cards lay
)  # fmt: skip
