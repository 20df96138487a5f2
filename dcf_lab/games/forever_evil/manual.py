"""Forever Evil as the lab knows it: Super-Villains who build decks and defeat Super Heroes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.board import State, Token, Zone
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.packs import Pack, find_pack, named
from dcf_lab.engine.game import Rules
from dcf_lab.engine.rulings import Ruling
from dcf_lab.games import Match, Mind, Start, read_primer
from dcf_lab.games.deckbuilders.box import DOOMED, HAS_TEXT, PLAYERS, Edition
from dcf_lab.games.deckbuilders.checks import load_cards
from dcf_lab.games.deckbuilders.cites import cites_for
from dcf_lab.games.deckbuilders.language import language
from dcf_lab.games.deckbuilders.manuals import *  # noqa: F403 - what every game of the family says alike
from dcf_lab.games.deckbuilders.manuals import NAMES, alone, board, family_rules, position_setter, teams
from dcf_lab.games.deckbuilders.players import MIND, match_of
from dcf_lab.games.deckbuilders.register import rules_of, rulings_of
from dcf_lab.games.deckbuilders.setup import starter
from dcf_lab.games.deckbuilders.turn import TWO_STACKS
from dcf_lab.games.forever_evil.mixed import LEFT_OUT, exchange, last_destructions, other_box

HERE = Path(__file__).parent
GAME = "forever_evil"
TITLE = "Forever Evil"
ABOUT = (
    "Super-Villains build decks, gather Victory Point tokens, freeze and destroy cards, attack each other and defeat the Super "
    "Heroes one after the other; the most Victory Points win. For two to five players, or "
    "Super Heroes of the base game against Super-Villains."
)
PRIMER = read_primer(HERE / "primer.toml")
ALONE = alone(2, 3, 4, 5)
GOOD_AGAINST_BAD = {"4 good against bad": teams("good", "bad"), "2 good against bad": teams("good", "bad", 2)}
SEATINGS = {**ALONE, **GOOD_AGAINST_BAD}
SIDES = {side: NAMES[side].removeprefix("the ") for seating in SEATINGS.values() for side in seating}
ROADS: Mapping[str, tuple[str, ...]] = dict.fromkeys(SIDES, ("Line-Up", "stack"))
set_position = position_setter(GAME)
LANGUAGE = language(GAME)
_ASKING = (  # Super Heroes whose First Appearance asks for something, and else gives a Weakness
    "aquaman", "batman", "constantine", "cyborg", "green_arrow", "green_lantern", "martian_manhunter", "shazam", "superman",
    "swamp_thing", "wonder_woman",
)  # fmt: skip
CITES = {
    "has text": ("FEV-R029", "FEV-R031"),
    "kept": ("FEV-R033",),
    **dict.fromkeys(("put deck", "put bottom", "put discard", "put stack", "put main deck"), ("DDB-R021",)),
    **dict.fromkeys(("play again", "redeal", "spend"), ("DDB-R021",)),
    "extra draw": ("FEV-R006",),
    "put weaknesses": ("FEV-R044",),
    "add to line-up": ("DDB-R037", "FEV-R042"),
    "stack card to main deck": ("FEV-R043",),
    "spared": ("FEV-R040",),
    "put kept": ("FEV-R029",),
    "put locations": ("FEV-R032",),
    "show defense": ("FEV-R037", "DDB-R053"),
    "discard defense": ("DDB-R053",),
    "exchange": ("FEV-R024", "FEV-R025"),
    "mixed": ("FEV-R019",),
    "two stacks": ("FEV-R021", "FEV-R003", "DDB-R012"),
    "one side appears": ("FEV-R022",),
    "last destructions": ("FEV-R044", "FEV-R029"),
    "pass left": ("FEV-R036", "FEV-R014"),
    "play bizarro_power": ("FEV-R026",),
    "play element_woman": ("FEV-R028",),
    "play firestorm": ("FEV-R029", "FEV-R030"),
    "play firestorm_matrix": ("FEV-R032", "FEV-R034"),
    "play insanity": ("FEV-R036", "DDB-R050"),
    "play man_bat_serum": ("FEV-R038",),
    "play martian_manhunter": ("FEV-R039",),
    "play pandoras_box": ("FEV-R042",),
    "play royal_flush_gang": ("FEV-R030",),
    "use bizarro_villain": ("FEV-R044",),
    "react of harley_quinn_villain": ("FEV-R045",),
    "react of sinestro_villain": ("FEV-R046",),
    "score deathstorm": ("FEV-R027",),
    **{f"appear {hero}": ("FEV-R041",) for hero in _ASKING},
}
EDITION = Edition(
    GAME, "kick", "the_flash", cites_for(GAME, CITES), one_by_one=True, fill_first="fev_draw_or_refill_first",
    exchange=exchange, closing=last_destructions,
)  # fmt: skip
BOARD = board(
    "Kicks", "Super Hero",
    Zone("table", "other stack", "Super-Villains", seen="face up", ordered=True, drawn="pile", place="middle",
         carries=("face_up",), words="stack of Super-Villains", said="super_villains", rare=True),
    tokens=(Token(("player",), "vp", "Victory Points", "★"),),
    states=(
        *(State(f"frozen {player}", f"frozen by {NAMES[player]}", "game", said=f"frozen_by_{player}") for player in PLAYERS),
        State(DOOMED, "destroyed when the game ends", "game"),
        State(HAS_TEXT, "has the text of the cards on its player's Super-Villain", "turn"),
        State("to be destroyed", "destroyed when the turn ends", "turn"),
    ),
    changed={
        "line-up": {"carries": tuple(f"frozen_by_{player}" for player in PLAYERS)},
        "kept": {"name": "On the Super-Villain", "words": "cards on the Super-Villain", "seen": "all", "carries": ("doomed",)},
        "locations": {"carries": ("doomed",)},
        "played": {"carries": ("has_text", "to_be_destroyed")},
    },
)  # fmt: skip


@lru_cache(maxsize=8)
def library(*packs: Path | Pack) -> Library:
    return load_cards([find_pack(HERE / "cards")._replace(name=""), other_box()], named(packs).values(), LANGUAGE, EDITION, 5)


def rules() -> Mapping[str, Mapping[str, Any]]:
    return rules_of(GAME)


def rulings() -> Mapping[str, Ruling]:
    return rulings_of(GAME)


def rules_for(cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules:
    if seating in GOOD_AGAINST_BAD:
        settings[TWO_STACKS] = True
    return family_rules(EDITION, cards, seating, readings, **settings)


# starts


_start = starter(rules_for)


STARTS = {
    "first game": Start("First game", "Everybody is dealt a Super-Villain at random; eight Super Heroes.", _start(), (*ALONE,)),
    "standard": Start("New game", "Everybody picks a Super-Villain; eight Super Heroes.", _start(heroes="picked"), (*ALONE,)),
    "one of two": Start(
        "One of two", "Everybody is dealt two Super-Villains and keeps one.", _start(heroes="one of two"), ("2", "3", "4")
    ),
    "long": Start("Long game", "All twelve Super Heroes.", _start(stack=12), (*ALONE,)),
    "short": Start("Short game", "Four Super Heroes.", _start(stack=4), (*ALONE,)),
    "good against bad": Start(
        "Good against Bad",
        "Super Heroes of the base game against Super-Villains: a main deck of both boxes and two stacks of five.",
        _start(stack=5, heroes="sides", left_out=LEFT_OUT),
        (*GOOD_AGAINST_BAD,),
    ),
}


# bots


def mind() -> Mind:
    return MIND


def match(seating: str) -> Match:
    """Bots are dealt their characters by chance."""
    return match_of(seating, _start())
