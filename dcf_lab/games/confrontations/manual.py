"""Confrontations as the lab knows it: two Super Heroes and two Super-Villains build decks and beat each other's Characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.board import PositionError, Problem, State, Token, Zone
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.packs import Pack, find_pack, named
from dcf_lab.engine.game import Game, Rules
from dcf_lab.engine.rulings import Ruling, RulingError
from dcf_lab.engine.table import Event, Table
from dcf_lab.games import Match, Mind, Start, defaults, manual, read_primer
from dcf_lab.games.confrontations.assisting import ASKED, ASSIST, LAID, waiting_back
from dcf_lab.games.confrontations.citing import ALONE, OWN
from dcf_lab.games.confrontations.confronting import (
    BEATEN,
    CONFRONTING,
    POWER,
    RAISED,
    STOPPED,
    VERSIONS,
    announce,
    blocks,
    effects_of_the_start,
    start,
)  # fmt: skip
from dcf_lab.games.confrontations.setup import begin, pick_characters, unwanted
from dcf_lab.games.confrontations.telling import *  # noqa: F403 - what the family says alike, and this game otherwise
from dcf_lab.games.confrontations.turn import turn
from dcf_lab.games.confrontations.words import VERBS
from dcf_lab.games.confrontations.words import WORDS as OWN_WORDS
from dcf_lab.games.deckbuilders.box import NEXT_TURN, PLAYERS, Edition, foes
from dcf_lab.games.deckbuilders.checks import load_cards
from dcf_lab.games.deckbuilders.cites import cites_for
from dcf_lab.games.deckbuilders.language import language
from dcf_lab.games.deckbuilders.manuals import NAMES, alone, board, family_rules, position_setter, teams
from dcf_lab.games.deckbuilders.players import MIND, match_of
from dcf_lab.games.deckbuilders.register import rules_of, rulings_of

HERE = Path(__file__).parent
GAME = "confrontations"
TITLE = "DC Deck-Building Game: Confrontations"
ABOUT = (
    "Two Super Heroes against two Super-Villains: build a deck, help your partner, and Confront an opponent whose Character has "
    "three versions; the third to fall wins the game. For four players in two teams, or two or three who each play alone."
)
PRIMER = read_primer(HERE / "primer.toml")
SEATINGS = {"4": teams("heroes", "villains"), **alone(2, 3)}
SIDES = {side: NAMES[side].removeprefix("the ") for seating in SEATINGS.values() for side in seating}
ROADS: Mapping[str, tuple[str, ...]] = dict.fromkeys(SIDES, ("Characters", "Line-Up"))
WORDS = OWN_WORDS
_by_board = position_setter(GAME)
LANGUAGE = language(GAME, VERBS, WORDS)
EDITION = Edition(
    GAME, "enhanced_strength", "", cites_for(GAME, OWN), two_defenses=True, opening=effects_of_the_start,
    steps={"start": start, "announce": announce, "turn": turn, "blocks": blocks, "pick": pick_characters},
    closing=waiting_back, unwanted=unwanted, turn_facts=(CONFRONTING, BEATEN, POWER, STOPPED, ASKED, LAID),
    turn_tokens=(RAISED,),
)  # fmt: skip
EDITION_ALONE = replace(EDITION, cites=cites_for(GAME, ALONE))  # with two or three players

_FACTS: dict[str, Any] = {
    "step": {"type": "string", "enum": ["start", "announce", "turn", "blocks"], "default": "turn"},
    "confronting": {"type": "string", "enum": list(PLAYERS[:4]), "title": "The player who is Confronted", "format": "player"},
    "power_at_done": {"type": "integer", "minimum": 0, "maximum": 1000, "title": "Power when the Confronting side was done"},
    "stopped": {"type": "array", "items": {"type": "string", "enum": list(PLAYERS[:4])}, "title": "Who Blocks no more"},
    "out": {"type": "array", "items": {"type": "string", "enum": list(PLAYERS[:3])}, "title": "Who is out of the game"},
    "partner_asked": {"type": "boolean", "title": "The partner would not Assist"},
}


def _facts(cards: Library) -> dict[str, Any]:
    card = {"type": "string", "enum": sorted(cards)}
    return {
        **_FAMILY.facts(cards),
        **_FACTS,
        "laid_this_turn": {**card, "title": "The Assist card laid on the Character this turn", "format": "card"},
        "beaten": {**card, "title": "The version that was beaten this turn", "format": "card"},
    }


_FAMILY = board(
    "Enhanced Strength", "",
    Zone("player", VERSIONS, "Next versions", ("character",), ordered=True, drawn="pile", rare=True, words="next versions"),
    Zone("player", "waiting", "Assist card on the Character", drawn="pile", rare=True, words="Assist card on the Character"),
    Zone("player", "captured", "Beaten Characters", ("character",), drawn="pile", rare=True, words="beaten Characters"),
    hands="side", tokens=(Token(("character",), RAISED, "Cost raised", "+"),),
    states=(State(ASSIST, "Assist", "turn"), State(NEXT_TURN, "in force from the next turn", "turn", ("character",))),
    changed={"character": {"words": "Character", "carries": ("raised",)}},
)  # fmt: skip
BOARD = replace(_FAMILY, facts=_facts, secret=("partner asked",))
BLANK = {
    "turn": "player1", "step": "announce",
    "enhanced_strength": [f"enhanced_strength.{number}" for number in range(1, 17)],
    "weaknesses": [f"weakness.{number}" for number in range(1, 17)],
    **{f"player{seat}": {
        "character": [f"{who}_level_1"], VERSIONS: [f"{who}_level_{level}" for level in (2, 3)],
        "hand": [f"punch.{7 * seat - number}" for number in range(5)],
        "deck": [f"vulnerability.{3 * seat - number}" for number in range(3)],
    } for seat, who in enumerate(("superman", "lex_luthor", "wonder_woman", "circe"), 1)},
}  # fmt: skip


@lru_cache(maxsize=8)
def library(*packs: Path | Pack) -> Library:
    return load_cards([find_pack(HERE / "cards")._replace(name="")], named(packs).values(), LANGUAGE, EDITION, 4)


def rules() -> Mapping[str, Mapping[str, Any]]:
    return rules_of(GAME)


def rulings() -> Mapping[str, Ruling]:
    return rulings_of(GAME)


def rules_for(cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules:
    if readings.get("cnf_unknown_cards") == "B":
        unknown = [card.name for card in cards.printed.values() if card.provenance("ability") == "stand-in"]
        if unknown:
            raise RulingError(
                f"cnf_unknown_cards: under reading B Confrontations is not played with stand-ins, and the texts of "
                f"{len(unknown)} cards are; add a pack with the printed texts, or take reading A"
            )
    return family_rules(EDITION if seating == "4" else EDITION_ALONE, cards, seating, readings, **settings)


def set_position(
    data: Mapping[str, Any], seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool = False,
    cards: Library | None = None,
) -> Table:  # fmt: skip
    """A quiet table with just this position on it: one version in force each, and who is Confronted is a foe who has one."""
    table = _by_board(data, seating, seed, log, readings, trace, cards)
    facts, players = table.facts, table.rules.players
    wrong: list[Problem] = [
        ((word,), f"there is no {facts[word]} in this game") for word in ("turn", "first") if facts[word] not in players
    ]
    wrong += [
        ((player, "character", 1), f"only the version in force lies here; the others are the {VERSIONS!r}")
        for player in players if len(table.zone(player, "character")) > 1
    ]  # fmt: skip
    foe = facts.get(CONFRONTING)
    if foe is None and facts["step"] == "blocks":
        wrong.append((("step",), "Blocks are for a Confrontation, and nobody is Confronted"))
    elif foe is None or wrong or BEATEN in facts:
        pass
    elif foe not in foes(table, facts["turn"]) or not table.zone(foe, "character"):
        wrong.append(((CONFRONTING,), f"{foe} is no foe of {facts['turn']} with a Character"))
    if wrong:
        raise PositionError(wrong)
    return table


def known_event(event: Event, seat: str, table: Table) -> Event | None:
    """Partners compare hands (Gameplay): what one of them is told, the other may know."""
    if event.seen is not None and seat in table.box.partners.get(event.seen, ()):
        event = event._replace(seen=seat)
    return defaults.known_event(manual(GAME), event, seat, table)


def _start(picked: bool, mixed: bool = False) -> Any:
    def start(seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool, cards: Library) -> Game:
        table = Table(rules_for(cards, seating, readings), seed, log)
        table.tracing = trace
        return begin(table, picked, mixed)

    return start


STARTS = {
    "first game": Start(
        "First game", "Characters are dealt by chance: Super Heroes to one team, Super-Villains to the other.", _start(False)
    ),
    "standard": Start("New game", "Everybody picks a Character of the own side.", _start(True)),
    "mixed": Start(
        "Mixed with another set",
        "Cards of absent Characters make room for those of a pack, such as Rivals, if it also says which card has which symbol.",
        _start(False, True),
        ("4",),
    ),
}


# bots


def mind() -> Mind:
    return MIND


def match(seating: str) -> Match:
    """Bots are dealt their characters by chance."""
    return match_of(seating, _start(False))
