"""What a page knows from the start: a game's board and words, its printed cards, rules and rulings, as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import ability_words
from dcf_lab.games import Manual, manual, manual_of
from dcf_lab.scenario.description import BECAUSE, CAUSES, CLAUSES
from dcf_lab.scenario.expect import goal_words
from dcf_lab.scenario.goal import AGAINST, MENUS, times
from dcf_lab.scenario.goal_english import in_time

BOTS = ("random", "greedy", "easy", "normal", "hard")  # the last three search, for longer and longer


def game_facts(game: str, table: Table | None = None) -> dict[str, Any]:
    """What a page must know of a game to show it: its name, sides, board, starts, and who is on which side."""
    book = manual(game)
    seated = [(player, side) for seating in book.SEATINGS.values() for side, some in seating.items() for player in some]
    usual = dict(reversed(seated))  # of several seatings the first decides
    here = {player: book.side(table, player) for player in table.rules.players} if table is not None else {}
    return {
        "players": {**usual, **here},
        "here": [side for side in book.SIDES if not here or side in here.values()],
        "id": game,
        "title": book.TITLE,
        "about": book.ABOUT,
        "sides": book.SIDES,
        "names": {who: name for who, name in book.NAMES.items() if who is not None},
        "seatings": book.SEATINGS,
        "starts": {
            start: {"title": one.title, "about": one.about, "seatings": one.seatings or tuple(book.SEATINGS)}
            for start, one in book.STARTS.items()
        },
        "board": book.BOARD.as_json(),
        "bots": bots_of(book),
        "roles": book.ROLES,
        "part_rules": book.PART_RULES,
        "timelines": {
            what: {"title": curves.title, "axis": curves.axis, "main": curves.main} for what, curves in book.TIMELINES.items()
        },
    }  # fmt: skip


def bots_of(book: Manual) -> list[str]:
    """The kinds of bots that can sit in a seat of a game: beside the random one those that must know something of it."""
    return [kind for kind in BOTS if kind == "random" or book.mind is not None]


def card_facts(cards: Library) -> dict[str, dict[str, Any]]:
    """Every printed card by its id; `punch.3` is the third copy of `punch`."""
    return {card.id: _card(card, cards) for card in cards.printed.values()}


def _card(card: Card, cards: Library) -> dict[str, Any]:
    return {
        "name": card.name,
        "type": card.type,
        "of": card.of,
        "side": _side(card, cards),
        "values": {word: value for word, value in card.values.items() if not isinstance(value, (dict, list))},
        "traits": card.traits,
        "text": card.text,
        "abilities": {ability.key: ability_words(card, ability.key) for ability in card.abilities},
        "source": card.source,
        "stand_in": stand_in(card),
        "copies": card.copies,
    }


def _side(card: Card, cards: Library) -> str:
    """The side of a card that lies in the box still."""
    table = _empty(cards)
    first = next((one for one in cards if cards[one] is card), "")
    return table.rules.manual.side(table, first) if first else ""


@lru_cache(maxsize=8)
def _empty(cards: Library) -> Table:
    book = manual_of(cards)
    return Table(book.rules_for(cards, next(iter(book.SEATINGS)), {}), log=False)


def stand_in(card: Card) -> bool:
    """Is any value on this card our own, because nobody has published the printed one?"""
    words = [*card.values, "text"] if card.text else list(card.values)
    return any("stand-in" in card.provenance(word) for word in words)


@lru_cache(maxsize=8)
def rule_facts(game: str) -> dict[str, dict[str, str]]:
    words = ("name", "text", "section")
    return {rule: {word: entry[word] for word in words} for rule, entry in manual(game).rules().items()}


@lru_cache(maxsize=8)
def ruling_facts(game: str) -> list[dict[str, Any]]:
    return [
        {
            "key": ruling.key,
            "where": ruling.where,
            "issue": ruling.issue,
            "readings": {letter: text for letter, text in ruling.readings.items() if letter not in ruling.missing},
            "default": ruling.default,
            "why": ruling.why,
            "impact": ruling.impact,
            "rules": ruling.rules,
        }
        for ruling in manual(game).rulings().values()
    ]


def goal_facts(game: str, cards: Library) -> dict[str, Any]:
    """What a goal may say, for the page: the choices of its menus, how they are written, and the words of the language."""
    book = manual(game)
    board, words = book.BOARD, goal_words(cards)
    known = words.attributes
    tokens = [token for token in board.tokens if _key(token.what) in known]
    return {
        "sides": {side: capital(name) for side, name in book.SIDES.items()},
        "roads": {side: {road: book.SAID.get(road, road) for road in roads} for side, roads in book.ROADS.items()},
        "within": {time: capital(in_time(time)) for time in (*times(book), "2 rounds", "3 rounds")},
        "against": AGAINST,
        "levels": ["any", "easy", "medium", "hard"],
        "menus": MENUS,
        "events": [
            {"kind": kind, "to": wish.to, "text": wish.happens.replace("{number}", "").replace("{by}", "somebody")}
            for kind, wish in book.WISHES.items()
        ],
        "tokens": [{"key": _key(token.what), "name": token.name, "on": token.on} for token in tokens],
        "holders": [
            {"id": track.tokens[0], "name": track.name, "token": _key(track.tokens[1])}
            for track in board.tracks
            if track.tokens and track.tokens[0] in words.everywhere and _key(track.tokens[1]) in known
        ],
        "states": [
            {"key": state.key, "name": state.name, "on": state.on} for state in board.states if state.name and state.key in known
        ],
        "areas": [
            {"whose": zone.whose, "what": zone.what, "words": zone.words or zone.what}
            for zone in board.zones
            if zone.whose in ("player", "table") and zone.place
        ],
        "words": {
            "happen": sorted({*book.EVENTS, *(clause for clause in CLAUSES if clause not in (*CAUSES, BECAUSE))}),
            "reach": sorted(
                {*known, *words.functions, *(one for one in words.everywhere if one not in cards), "and", "or", "not"}
            ),
        },
    }


def _key(word: str) -> str:
    """How expressions call tokens and areas."""
    return word.replace(" ", "_").replace("-", "_")
