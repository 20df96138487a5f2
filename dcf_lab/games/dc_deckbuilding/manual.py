"""The DC Deck-Building Game as the lab knows it: Super Heroes who build decks and defeat Super-Villains."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.packs import Pack, find_pack, named
from dcf_lab.engine.game import Rules
from dcf_lab.engine.rulings import Ruling
from dcf_lab.games import Match, Mind, Start, read_primer
from dcf_lab.games.deckbuilders.box import Edition
from dcf_lab.games.deckbuilders.checks import load_cards
from dcf_lab.games.deckbuilders.cites import cites_for
from dcf_lab.games.deckbuilders.language import language
from dcf_lab.games.deckbuilders.manuals import *  # noqa: F403 - what every game of the family says alike
from dcf_lab.games.deckbuilders.manuals import NAMES, alone, board, family_rules, position_setter, teams
from dcf_lab.games.deckbuilders.players import MIND, match_of
from dcf_lab.games.deckbuilders.register import rules_of, rulings_of
from dcf_lab.games.deckbuilders.setup import starter

HERE = Path(__file__).parent
GAME = "dc_deckbuilding"
TITLE = "DC Deck-Building Game"
ABOUT = (
    "Super Heroes start with Punches and Vulnerabilities, buy ever stronger cards from a common Line-Up, attack each other on "
    "the way and defeat Super-Villains; the most Victory Points win. For two to five players who each play alone, or two teams."
)
PRIMER = read_primer(HERE / "primer.toml")
TEAMS_OF_TWO = "4 teams"
SEATINGS = {**alone(2, 3, 4, 5), TEAMS_OF_TWO: teams("team1", "team2")}
SIDES = {side: NAMES[side].removeprefix("the ") for seating in SEATINGS.values() for side in seating}
ROADS: Mapping[str, tuple[str, ...]] = dict.fromkeys(SIDES, ("Line-Up", "stack"))
LANGUAGE = language(GAME)
EDITION = Edition(GAME, "kick", "ras_al_ghul", cites_for(GAME))
BOARD = board("Kicks", "Super-Villain", facts={"patrol": {"type": "boolean", "title": "On Patrol"}})
set_position = position_setter(GAME)
BLANK = {
    "turn": "player1", "super_villains": [{"card": "ras_al_ghul", "face_up": True}],
    "kicks": [f"kick.{number}" for number in range(1, 17)], "weaknesses": [f"weakness.{number}" for number in range(1, 21)],
    **{f"player{seat}": {
        "character": [hero], "hand": [f"punch.{7 * seat - number}" for number in range(5)],
        "deck": [f"vulnerability.{3 * seat - number}" for number in range(3)],
    } for seat, hero in ((1, "batman_hero"), (2, "superman_hero"))},
}  # fmt: skip


@lru_cache(maxsize=8)
def library(*packs: Path | Pack) -> Library:
    return load_cards([find_pack(HERE / "cards")._replace(name="")], named(packs).values(), LANGUAGE, EDITION, 5)


def rules() -> Mapping[str, Mapping[str, Any]]:
    return rules_of(GAME)


def rulings() -> Mapping[str, Ruling]:
    return rulings_of(GAME)


def rules_for(cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules:
    if seating == TEAMS_OF_TWO:
        settings["pass to partner"] = True
    return family_rules(EDITION, cards, seating, readings, **settings)


# starts

FIRST_HEROES = ("batman_hero", "superman_hero", "green_lantern_hero", "wonder_woman_hero", "the_flash_hero")


_start = starter(rules_for)


STARTS = {
    "first game": Start(
        "First game", "Random Super Heroes out of the five that the rulebook suggests.", _start(among=FIRST_HEROES)
    ),
    "standard": Start("New game", "Everybody picks a Super Hero; eight Super-Villains.", _start(heroes="picked")),
    "one of two": Start(
        "One of two", "Everybody is dealt two Super Heroes and keeps one.", _start(heroes="one of two"), ("2", "3")
    ),
    "two each": Start("Two Super Heroes each", "Both players have the text of two Super Heroes.", _start(heroes="two"), ("2",)),
    "on patrol": Start("On Patrol", "The Line-Up may be refilled during a turn, at a risk.", _start(facts={"patrol": True})),
    "long": Start("Long game", "All twelve Super-Villains.", _start(stack=12)),
    "short": Start("Short game", "Four Super-Villains.", _start(stack=4)),
}


# bots


def mind() -> Mind:
    return MIND


def match(seating: str) -> Match:
    """Bots are dealt their characters by chance."""
    return match_of(seating, _start())
