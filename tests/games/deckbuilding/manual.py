"""A small deck-building game as the lab knows it: everybody is alone, and the most Victory Points win."""

from functools import lru_cache
from pathlib import Path

from dcf_lab.engine.board import FACE_UP, Board, State, Token, Value, Zone
from dcf_lab.engine.cards.cards import Language
from dcf_lab.engine.cards.expr import Words
from dcf_lab.engine.cards.packs import find_pack, load, named
from dcf_lab.engine.rulings import load_rulings
from dcf_lab.engine.table import where
from dcf_lab.games import EventKind, Moment, Outcome, Start, read_rules
from dcf_lab.games.deckbuilding.turn import VERBS, begin
from dcf_lab.games.deckbuilding.turn import rules_for as rules_for

HERE = Path(__file__).parent
TITLE = "Deck-building test game"
ABOUT = "Buy cards, get a stronger deck, defeat Super-Villains; the most Victory Points win. Everybody plays alone."
PLAYERS = ("player1", "player2", "player3", "player4")
SEATINGS = {str(number): {player: (player,) for player in PLAYERS[:number]} for number in (2, 3, 4)}
STARTS = {"standard": Start("New game", "Seven Punches and three Vulnerabilities each.", begin)}


def price(table, player, answer):
    word, _, card = answer.partition(" ")
    return f"{table.box.cost[card]} Power" if word in ("buy", "defeat") else ""


# cards

TYPES = dict.fromkeys(("starter", "super power", "villain", "super-villain", "weakness"),
                      {"cost": "number", "power": "number", "vp": "signed"})  # fmt: skip
TIMINGS = {"play": {"turn"}, "reaction": {"when attack"}, "first_appearance": {"attack"}}
WORDS = Words(
    ("you", "this"),
    {
        "power": lambda table, player: table.counts.get((player, "power"), 0),
        "points": lambda table, player: points(table, player),
        "weaknesses": lambda table, player: sum(table.rules.library[card].type == "weakness" for card in owned(table, player)),
        "wins": lambda table, player: (ended := outcome(table)) is not None and player in ended.winners,
        "in_hand": lambda table, card: (where(table, card) or ("", ""))[1] == "hand",
        "bought": lambda table, card: (where(table, card) or ("", ""))[0] in table.rules.players,
    },
    {},
    {},
)
LANGUAGE = Language("deckbuilding", TYPES, frozenset(), TIMINGS, VERBS, WORDS, frozenset(), {})


@lru_cache(maxsize=8)
def library(*packs):
    return load([find_pack(HERE / "cards")._replace(name=""), *named(packs).values()], LANGUAGE)


@lru_cache(maxsize=1)
def rules():
    return read_rules(HERE / "rules.toml")


@lru_cache(maxsize=1)
def rulings():
    return load_rulings(HERE / "rulings.toml")


# the table

BOARD = Board(
    (
        Zone("table", "line-up", "The Line-Up", place="middle", words="Line-Up"),
        Zone("table", "super-villains", "Super-Villains", ("super-villain",), seen="face up", ordered=True, drawn="pile",
             place="middle", carries=("face_up",), words="stack of Super-Villains"),
        Zone("player", "played", "Played", words="played cards"),
        Zone("player", "hand", "Hand", seen="owner", drawn="fan"),
        Zone("player", "deck", "Deck", seen="nobody", ordered=True, drawn="pile"),
        Zone("player", "discard", "Discard", drawn="pile", words="discard pile"),
        Zone("table", "main deck", "Main deck", seen="nobody", ordered=True, drawn="pile", place="aside"),
        Zone("table", "kicks", "Kicks", ("super power",), drawn="pile", place="aside"),
        Zone("table", "weaknesses", "Weaknesses", ("weakness",), drawn="pile", place="aside"),
    ),
    tokens=(Token(("player",), "power", "Power", "⚔"),),
    states=(State(FACE_UP, "face up", "game", ("super-villain",)),),
    values=(Value("cost", "Cost", "◈"), Value("power", "Power", "⚔"), Value("vp", "Victory Points", "★")),
    middle="line-up",
    facts=lambda cards: {"round": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1},
                         "turn": {"type": "string", "enum": list(PLAYERS), "default": PLAYERS[0]}},
)  # fmt: skip


def side(table, thing):
    """Everybody is a side; a card is of the player who has it."""
    if thing in table.rules.players:
        return thing
    holder = (where(table, thing) or ("", ""))[0]
    return holder if holder in table.rules.players else ""


def moment(table):
    turn = table.facts.get("turn", "")
    over = table.facts.get("step") == "over"
    return Moment(table.facts.get("round", 0), "The game is over" if over else f"Turn of {NAMES[turn]}" if turn else "", "", turn)


def begins(event, before):
    if event.kind == "turn":
        return "phase"
    return "action" if event.kind == "answer" and event.detail.get("prompt") == "Turn" else ""


def outcome(table):
    """The most Victory Points win; of equals those with more Super-Villains, under one reading (End of the Game)."""
    if table.facts.get("step") != "over":
        return None
    scores = {player: points(table, player) for player in table.rules.players}
    best = {player: (score, foes(table, player) if table.ruling("ties") == "A" else 0) for player, score in scores.items()}
    winners = tuple(player for player in scores if best[player] == max(best.values()))
    return Outcome(winners, "Victory Points", scores)


def owned(table, player):
    return [card for zone in ("deck", "hand", "played", "discard") for card in table.zone(player, zone)]


def points(table, player):
    cards = table.rules.library
    return sum(cards[card].value("vp") for card in owned(table, player))


def foes(table, player):
    return sum(table.rules.library[card].type == "super-villain" for card in owned(table, player))


# words

NAMES = {None: "nobody", "": "nobody", "chance": "chance", **{one: f"Player {one[-1]}" for one in PLAYERS}}
EVENTS = {
    "game": EventKind("The game begins.", "stage"),
    "turn": EventKind("It is {by's} turn.", "stage"),
    "play": EventKind(lambda event, cards: "{by} plays {to}" + (" for {amount} Power." if event.amount else "."), "action"),
    "buy": EventKind("{by} buys {to} for {amount}.", "action"),
    "defeat": EventKind("{by} defeats {to} for {amount}.", "action"),
    "end turn": EventKind("{by} ends the turn.", "action"),
    "attack": EventKind("{by} attacks {to}.", "action"),
    "react": EventKind("{by} defends with {card}.", "action"),
    "appear": EventKind("{to} appears.", "action"),
    "gain": EventKind("{by} gains {to}."),
    "draw": EventKind("{by} draws {cards}{listed}."),
    "discard": EventKind("{by} discards {to}.", "atom"),
    "line up": EventKind("{to} joins the Line-Up."),
    "reshuffle": EventKind("{by} shuffles {cards} of the discard pile into a new deck."),
    "end": EventKind("The game is over.", "stage"),
}
