"""The board of the family: the Line-Up and the stacks in the middle, everybody's cards in front of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dcf_lab.engine.board import FACE_UP, Board, State, Token, Value, Zone
from dcf_lab.engine.cards.cards import Library
from dcf_lab.games.deckbuilders.box import FACE_DOWN, PLAYERS

# what a position says of single cards beyond where they lie
LASTING, BORROWED = "lasting", "borrowed"
# what is counted for a player during a turn, and what is kept for the next one; drawn is only the Power
_COUNTED = {
    "made": "Power made this turn",
    "doubled": "Doublings of Power",
    "discount": "Discount on defeats",
    "power later": "Power for the next turn",
    "discount later": "Discount in the next turn",
    "extra cards": "Cards more in the next hand",
}


def board(
    supply: str, stack: str, *more: Zone, hands: str = "owner", tokens: tuple[Token, ...] = (), states: tuple[State, ...] = (),
    facts: Mapping[str, Any] | None = None, changed: Mapping[str, Mapping[str, Any]] | None = None,
) -> Board:  # fmt: skip
    """The board of a game with this supply and this stack, with what is its own, and with areas that it has `changed`."""
    many = f"{stack}es" if stack.endswith("o") else f"{stack}s"
    key = many.lower().replace(" ", "_").replace("-", "_")
    stacks = (
        Zone("table", "stack", many, seen="face up", ordered=True, drawn="pile", place="middle", carries=("face_up",),
             words=f"stack of {many}", said=key, back="stack"),
    ) if stack else ()  # fmt: skip
    zones = (
        Zone("table", "line-up", "The Line-Up", place="middle", words="Line-Up"),
        *stacks,
        Zone("player", "character", "Character", ("character",), drawn="row", words="oversized card", carries=("face_down",)),
        Zone("player", "locations", "In play", words="cards in play", rare=True),
        Zone("player", "played", "Played this turn", words="played cards"),
        Zone("player", "hand", "Hand", seen=hands, drawn="fan"),
        Zone("player", "deck", "Deck", seen="nobody", ordered=True, drawn="pile"),
        Zone("player", "discard", "Discard", drawn="pile", words="discard pile"),
        Zone("player", "kept", "Under the character", seen="owner", drawn="pile", rare=True, words="cards under the character"),
        *more,
        Zone("table", "main deck", "Main deck", seen="nobody", ordered=True, drawn="pile", place="aside"),
        Zone("table", "supply", supply, drawn="pile", place="aside", said=supply.lower().replace(" ", "_"),
             words=f"stack of {supply}"),
        Zone("table", "weaknesses", "Weaknesses", ("weakness",), drawn="pile", place="aside", words="stack of Weaknesses"),
        Zone("table", "destroyed", "Destroyed", drawn="pile", place="aside", words="pile of destroyed cards"),
        Zone("table", "set aside", "Set aside", seen="nobody", drawn="pile", place="", said="", back="stack"),
    )  # fmt: skip
    return Board(
        tuple([zone._replace(**(changed or {}).get(zone.what, {})) for zone in zones]),
        tokens=(
            Token(("player",), "power", "Power", "⚡"),
            *(Token(("player",), what, name, rare=True) for what, name in _COUNTED.items()),
            *tokens,
        ),
        states=(
            State(FACE_UP, "face up", "game"), State(FACE_DOWN, "face down", "game", ("character",)),
            State("used *", "used this turn", "turn"), State("frozen *", "Frozen token", "game"), *states,
        ),
        values=(Value("cost", "Cost", "◈"), Value("power", "Power", "⚡"), Value("vp", "Victory Points", "★")),
        middle="line-up",
        facts=lambda cards: {**_facts(cards), **(facts or {})},
        owner="owner",
    )  # fmt: skip


def _facts(cards: Library) -> dict[str, Any]:
    """What else a position says: whose turn it is and what has been done in it, what holds of cards for a while."""
    card = {"type": "string", "enum": sorted(cards)}
    some = {"type": "array", "items": card}
    player = {"type": "string", "enum": list(PLAYERS), "default": PLAYERS[0], "format": "player"}
    return {
        "round": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1, "title": "Round"},
        "turn": {**player, "title": "Whose turn it is"},
        "first": {**player, "title": "Who went first"},
        "step": {"type": "string", "enum": ["start", "turn"], "default": "turn"},
        "played_this_turn": {**some, "title": "Played this turn, as often as it was played"},
        "assisted_this_turn": {**some, "title": "Played this turn by the partner"},
        "taken_this_turn": {**some, "title": "Bought or gained this turn"},
        "told_to_draw": {"type": "array", "title": "Cards that have told the player to draw: 1 if it was being played",
                         "items": {"type": "integer", "minimum": 0, "maximum": 1}},
        "bought": {"type": "boolean", "title": "Something has been bought this turn"},
        LASTING: {"type": "array", "title": "What holds of cards for a while", "items": {
            "type": "object", "additionalProperties": False, "required": ["card", "what"],
            "properties": {
                "card": {"type": "string", "enum": [*sorted(cards), *PLAYERS]}, "what": {"type": "string"},
                "until": {"type": "string"}, "by": card, "number": {"type": "integer"},
            },
        }},
        BORROWED: {"type": "array", "title": "Whose a card is that lies with somebody else", "items": {
            "type": "object", "additionalProperties": False, "required": ["card", "from"],
            "properties": {"card": card, "from": {"type": "string", "enum": [*PLAYERS, "line-up"]}},
        }},
    }  # fmt: skip
