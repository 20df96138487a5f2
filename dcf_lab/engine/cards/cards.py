"""Printed cards: what they are, and the library that all tables of a match share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dcf_lab.engine.cards.expr import Formula, Words
from dcf_lab.engine.cards.verbs import Line, Verb


class CardTextError(ValueError):
    """A mistake in a card file: where it is, what is wrong, and what was probably meant."""


class Place(NamedTuple):
    """Where the fields of a card were written, for messages that name file and line."""

    file: str
    lines: Mapping[str, int]  # "" is the card's header; "ability 2" the header of its second ability

    def of(self, *words: str) -> str:
        line = next((self.lines[word] for word in (*words, "") if word in self.lines), None)
        return self.file if line is None else f"{self.file}:{line}"


NOWHERE = Place("a card", {})


@dataclass(frozen=True)
class Language:
    """What one game's card files may say."""

    game: str  # the folder of the game
    # card type -> its printed fields and their kinds: 'number', 'signed' (may be below 0), 'text', 'flag', 'face' (a back)
    types: Mapping[str, Mapping[str, str]]
    characters: frozenset[str]  # the types that other cards can be affiliated with
    timings: Mapping[str, frozenset[str]]  # timing -> the values it may have
    verbs: Mapping[str, Verb]
    words: Words
    costs: frozenset[str]  # what `pay` may say
    ability_keys: Mapping[str, str]  # further keys of an ability and their kinds
    # (verb, argument, kind, formula) -> the formula as the game lets it work
    narrowed: Callable[[str, str, str, Formula], Formula] = lambda verb, word, kind, formula: formula
    affiliated: frozenset[str] = frozenset()  # the types that belong to a character
    reserved: frozenset[str] = frozenset()  # words of the game that no card may be called by
    plurals: Mapping[str, str] = field(default_factory=dict)  # card type -> how several are called, where it is no plain "s"
    max_copies: int = 60


@dataclass(frozen=True, eq=False)
class Ability:
    """What a card offers: exactly one timing, perhaps a price, and lines."""

    card: str
    number: int
    name: str
    timing: str
    what: str
    lines: tuple[Line, ...]
    after: tuple[Line, ...]
    condition: Formula | None
    cost: int
    pay: tuple[str, ...]
    amounts: Mapping[str, Formula]
    words: Mapping[str, Any]
    raw: Mapping[str, Any]
    key: str  # how answers and logs call it: its name as one word, or its number on the card
    used: str  # the mark of a limited ability that has been used
    conditions: Mapping[str, Formula]  # the parts of the condition, to say which of them do not hold


@dataclass(frozen=True, eq=False)
class Card:
    """A printed card."""

    id: str
    name: str
    type: str
    of: str | None
    values: Mapping[str, Any]
    traits: tuple[str, ...]
    abilities: tuple[Ability, ...]
    text: str
    source: str
    sources: Mapping[str, str]
    copies: int
    raw: Mapping[str, Any] = field(repr=False)
    places: Mapping[str, Place] = field(repr=False)  # field -> where it was written
    back: Card | None = None  # the other face, with a type, values, text and abilities of its own

    def value(self, word: str) -> int:
        found = self.values.get(word, 0)
        return found if isinstance(found, int) else 0

    def provenance(self, word: str) -> str:
        """Where a printed value comes from: 'rulebook: ...' or 'stand-in'; a text is as good as its abilities."""
        if word == "text" and "text" not in self.sources:
            word = "ability"
        return self.sources.get(word, self.source)

    def where(self, *words: str) -> str:
        """File and line of the first of these fields that was written, or of the card's header."""
        place = next((self.places[word] for word in words if word in self.places), self.places.get("", NOWHERE))
        return place.of(*words)


class Library:
    """All printed cards of a game. `library["twin_swords.2"]` is the printed Twin Swords."""

    def __init__(self, cards: Iterable[Card], game: str = "", plurals: Mapping[str, str] | None = None) -> None:
        self.game = game  # the folder of the game that they are of
        self.plurals = plurals or {}
        self.printed = {card.id: card for card in cards}
        self.cards: dict[str, Card] = {}
        for card in self.printed.values():
            for instance in instances(card):
                self.cards[instance] = card
        self._abilities: dict[str, dict[str, tuple[tuple[str, Ability], ...]]] = {}

    def __getitem__(self, card: str) -> Card:
        return self.cards[card]

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def only(self, cards: Iterable[str]) -> Library:
        """The part of the library that one match uses."""
        part = Library((), self.game, self.plurals)
        part.printed = self.printed
        part.cards = {card: self.cards[card] for card in cards}
        return part

    def abilities(self, timing: str) -> dict[str, tuple[tuple[str, Ability], ...]]:
        """Who waits for what: the timing's value -> every (card, ability) that names it."""
        if timing in self._abilities:
            return self._abilities[timing]
        index: dict[str, list[tuple[str, Ability]]] = {}
        for instance, card in self.cards.items():
            for ability in card.abilities + (card.back.abilities if card.back else ()):
                if ability.timing == timing:
                    for what in ability.what.split(" or "):
                        index.setdefault(what, []).append((instance, ability))
        self._abilities[timing] = {what: tuple(found) for what, found in index.items()}
        return self._abilities[timing]


def instances(card: Card) -> list[str]:
    """The ids of a card's copies: `['punch.1', 'punch.2']`, or just its own id."""
    return [card.id] if card.copies == 1 else [f"{card.id}.{n + 1}" for n in range(card.copies)]


def slug(name: str) -> str:
    """A name as an id: 'Get It!?' -> 'get_it'."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
