"""Skeleton as the lab knows it: everybody plays cards from a hand of three, and the most points win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.board import Board, Token, Value, Zone
from dcf_lab.engine.cards.cards import Language, Library
from dcf_lab.engine.cards.expr import Words
from dcf_lab.engine.cards.packs import Pack, find_pack, load, named
from dcf_lab.engine.dice import settle, shuffle
from dcf_lab.engine.game import Choice, Game, Procedure, Rules
from dcf_lab.engine.rulings import Ruling
from dcf_lab.engine.table import Event, Table
from dcf_lab.games import EventKind, Moment, Outcome, Start, manual, read_rules

TITLE = "Skeleton"
ABOUT = "Play cards from a hand of three; the most points win. Everybody plays alone."
HERE = Path(__file__).parent
PLAYERS = ("player1", "player2", "player3", "player4")
SEATINGS = {str(number): {player: (player,) for player in PLAYERS[:number]} for number in (2, 3, 4)}  # everybody is a side

# what lies on the table, and who may see it

DECK = ("table", "deck")
BOARD = Board(
    zones=(
        Zone("player", "played", "Played"),
        Zone("player", "hand", "Hand", seen="owner", drawn="fan", back="card"),
        Zone("table", "deck", "Deck", seen="nobody", ordered=True, drawn="pile", place="aside", back="card"),
    ),
    tokens=(Token(("player",), "points", "Points", "★"),),
    values=(Value("worth", "Worth", "★"),),
    facts=lambda cards: {
        "round": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1},
        "turn": {"type": "string", "enum": list(PLAYERS), "default": PLAYERS[0]},
    },
)

# what cards, expectations and goals may say

WORDS = Words((), {"points": lambda table, player: table.counts.get((player, "points"), 0)}, {}, {})
LANGUAGE = Language("skeleton", {"card": {"worth": "number"}}, frozenset(), {}, {}, WORDS, frozenset(), {})


@lru_cache(maxsize=8)
def library(*packs: Path | Pack) -> Library:
    return load([find_pack(HERE / "cards")._replace(name=""), *named(packs).values()], LANGUAGE)


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Mapping[str, Any]]:
    return read_rules(HERE / "rules.toml")


def rulings() -> Mapping[str, Ruling]:
    """Where the rulebook is unclear: none yet (engine/rulings.py reads them from a rulings.toml)."""
    return {}


def rules_for(cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules:
    return Rules("skeleton", tuple(SEATINGS[seating]), cards, {"turn": turn}, settings=settings, manual=manual("skeleton"))


# the rules: a procedure asks with `yield Choice(...)`; whatever it changes belongs to the event that it told last


def deal(seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool, cards: Library) -> Game:
    """A new game: the deck is shuffled, and everybody has three cards."""
    table = Table(rules_for(cards, seating, readings), seed, log)
    table.tracing = trace
    table.cause = table.log("deal", rules=("SKELETON-1",))
    for card in cards:
        table.bring(card, DECK)
    shuffle(table, DECK)
    for player in table.rules.players:
        table.put_first(3, DECK, (player, "hand"))
    table.fact("round", 1)
    table.fact("turn", table.rules.players[0])
    table.fact("step", "turn")
    return Game(table)


def turn(table: Table) -> Procedure:
    """Play a card for what it is worth and draw another; the game is over when a player has none left."""
    player, players = table.facts["turn"], table.rules.players
    hand = table.zone(player, "hand")
    if not hand:
        table.log("end", rules=("SKELETON-1",))
        table.fact("step", "over")
        return
    answer = yield Choice(player, "Turn", [f"play {card}" for card in hand], rules=("SKELETON-1",), quiet=True)
    card = answer.removeprefix("play ")
    worth = table.rules.library[card].value("worth")
    with table.because(table.log("play", by=player, to=card, amount=worth, rules=("SKELETON-1",))):
        table.put(card, (player, "hand"), (player, "played"))
        table.count(player, "points", worth)
        yield from settle(table, DECK, 1, ("SKELETON-1",))
        for drawn in table.zone(*DECK)[:1]:
            table.log("draw", by=player, to=drawn, seen=player, rules=("SKELETON-1",))
            table.put(drawn, DECK, (player, "hand"))
    following = players[(players.index(player) + 1) % len(players)]
    table.log("turn", by=following, rules=("SKELETON-1",))
    table.fact("turn", following)
    if following == players[0]:
        table.fact("round", table.facts["round"] + 1)


STARTS = {"deal": Start("New game", "A hand of three cards each.", deal)}

# what the table and its events say

EVENTS = {
    "deal": EventKind("Everybody is dealt three cards.", "stage"),
    "turn": EventKind("It is {by's} turn.", "stage"),
    "play": EventKind("{by} plays {to} for {amount}.", "action"),
    "draw": EventKind("{by} draws {to}."),
    "end": EventKind("The game is over.", "stage"),
}


def side(table: Table, thing: str) -> str:
    return thing if thing in table.rules.players else ""


def moment(table: Table) -> Moment:
    return Moment(table.facts.get("round", 0), turn=table.facts.get("turn", ""))


def begins(event: Event, before: Event | None) -> str:
    return "phase" if event.kind == "turn" else "action" if event.kind == "answer" else ""


def outcome(table: Table) -> Outcome | None:
    if table.facts.get("step") != "over":
        return None
    scores = {player: table.counts.get((player, "points"), 0) for player in table.rules.players}
    return Outcome(tuple(player for player in scores if scores[player] == max(scores.values())), "points", scores)
