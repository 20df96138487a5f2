"""The smallest game that has everything: lay cards from your hand for points, one of them doubled, until all are laid."""

from functools import lru_cache
from pathlib import Path

from dcf_lab.engine.board import Board, State, Token, Track, Value, Zone
from dcf_lab.engine.cards.cards import Language
from dcf_lab.engine.cards.expr import Words
from dcf_lab.engine.cards.packs import find_pack, load, named
from dcf_lab.engine.dice import settle, shuffle
from dcf_lab.engine.game import Choice, Clause, Game, Refusal, Rules
from dcf_lab.engine.table import Part, Table
from dcf_lab.games import EventKind, Moment, Outcome, Start, manual, read_rules

HERE, TITLE = Path(__file__).parent, "Tiny"
ABOUT = "Lay cards from your hand for points, one of them doubled, until all are laid. Everybody plays alone."
PLAYERS = ("player1", "player2", "player3", "player4")
SEATINGS = {str(number): {player: (player,) for player in PLAYERS[:number]} for number in (2, 3, 4)}
WORDS = Words((), {"points": lambda table, who: table.counts.get((who, "points"), 0)}, {}, {})
LANGUAGE = Language("tiny", {"number": {"value": "number"}}, frozenset(), {}, {}, WORDS, frozenset(), {})
BOARD = Board(
    (
        Zone("player", "row", "Row", carries=("doubled",)),
        Zone("player", "hand", "Hand", seen="owner", drawn="fan", back="number"),
        Zone("table", "deck", "Deck", seen="nobody", ordered=True, drawn="pile", place="aside", back="number"),
    ),
    tokens=(Token(("player",), "points", "Points"),), tracks=(Track("Laid", 100, tokens=("laid", "points")),),
    states=(State("doubled", "doubled", "game"),), values=(Value("value", "Value"),),
    facts=lambda cards: {"turn": {"type": "string", "enum": list(PLAYERS), "default": PLAYERS[0]}},
)  # fmt: skip
EVENTS = {
    "deal": EventKind("The cards are dealt.", "stage"),
    "lay": EventKind("{by} lays {to} for {amount}{sum}.", "action"),
    "draw": EventKind("{by} draws {to}."),
    "turn": EventKind("It is {by's} turn.", "stage"),
    "end": EventKind("All cards are laid.", "stage"),
}
library = lru_cache(lambda *packs: load([find_pack(HERE / "cards")._replace(name=""), *named(packs).values()], LANGUAGE))
rules = lru_cache(lambda: read_rules(HERE / "rules.toml"))
rulings = dict


def rules_for(cards, seating, readings, **settings):
    return Rules("tiny", tuple(SEATINGS[seating]), cards, {"turn": turn}, settings=settings, manual=manual("tiny"))


def begin(seating, seed, log, readings, trace, cards):
    table = Table(rules_for(cards, seating, readings), seed, log)
    table.cause = table.log("deal", rules=("TINY-1",))
    for card in cards:
        table.bring(card, ("table", "deck"))
    shuffle(table, ("table", "deck"))
    for player in table.rules.players:
        table.put_first(3, ("table", "deck"), (player, "hand"))
    table.fact("turn", table.rules.players[0])
    table.fact("step", "turn")
    return Game(table)


def turn(table):
    """Lay a card for its value, once in the game doubled; then draw one, and it is the next player's turn."""
    player, deck = table.facts["turn"], ("table", "deck")
    hand, once = table.zone(player, "hand"), any((card, "doubled") in table.marks for card in table.zone(player, "row"))
    if hand:
        options = [f"lay {card}" for card in hand] + [f"double {card}" for card in hand if not once]
        spent = (Clause("TINY-2", "a card has been doubled already"),)
        refused = [Refusal(f"double {card}", spent) for card in hand if once]
        word, card = (yield Choice(player, "Turn", options, rules=("TINY-2",), refused=lambda: refused, quiet=True)).split()
        parts = [Part(table.rules.library[card].value("value"), "printed", card)] * (1 + (word == "double"))
        number = sum(part.amount for part in parts)
        table.log("lay", by=player, to=card, amount=number, parts=parts, rules=("TINY-2",))
        table.put(card, (player, "hand"), (player, "row"))
        if word == "double":
            table.mark(card, "doubled", "game")
        for whose in (player, "laid"):
            table.count(whose, "points", number)
        yield from settle(table, deck, 1, ("TINY-3",))
        for drawn in table.zone(*deck)[:1]:
            table.log("draw", by=player, to=drawn, seen=player, rules=("TINY-3",))
            table.put(drawn, deck, (player, "hand"))
    if any(table.zone(one, "hand") for one in table.rules.players):
        following = table.rules.players[(table.rules.players.index(player) + 1) % len(table.rules.players)]
        table.log("turn", by=following, rules=("TINY-2",))
        table.fact("turn", following)
    else:
        table.log("end", rules=("TINY-4",))
        table.fact("step", "over")


STARTS = {"deal": Start("New game", "Three cards each.", begin)}


def side(table, thing):
    return thing if thing in table.rules.players else ""


def moment(table):
    return Moment(0, "Laying" if table.facts.get("step") == "turn" else "", turn=table.facts.get("turn", ""))


def begins(event, before):
    return "phase" if event.kind == "turn" else "action" if event.kind == "answer" else ""


def outcome(table):
    if table.facts.get("step") != "over":
        return None
    scores = {player: table.counts.get((player, "points"), 0) for player in table.rules.players}
    return Outcome(tuple(player for player in scores if scores[player] == max(scores.values())), "points", scores)
