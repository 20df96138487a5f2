"""What somebody asks about in words, "attack batman with cheetah": the deed, and the cards that it names."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from dcf_lab.engine.cards.cards import Card, Library, instances, slug
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.games import UnknownDeed
from dcf_lab.games.dc_forever.rules.box import Table

MAX_WORDS = 200  # characters of a question

# a deed's word in other forms -> the word that the rulebook has for it
DEEDS = {
    "rescue": "rescue", "rescues": "rescue", "threaten": "threaten", "threatens": "threaten", "attack": "attack",
    "attacks": "attack", "activate": "activate", "play": "play", "modify": "modify", "use": "use", "buy": "buy",
    "recruit": "recruit", "pool": "pool", "empower": "empower", "complete": "complete", "react": "react", "reacts": "react",
    "pass": "pass", "done": "done", "decline": "decline", "choose": "choose", "discard": "discard", "pay": "pay",
    "pick": "pick", "resolve": "resolve", "start": "start",
}  # fmt: skip
NAMING = {
    "rescue": 1, "threaten": 1, "attack": 2, "activate": 2, "play": 2, "modify": 1, "use": 1, "buy": 1, "recruit": 1, "pool": 1,
    "empower": 2, "complete": 1, "react": 1, "choose": 1, "discard": 1, "pay": 1, "pick": 1, "resolve": 1, "start": 1,
}  # fmt: skip
BETWEEN = ("with", "by", "at", "on", "onto", "to", "for", "using", "from")


class Named(NamedTuple):
    """Cards of one name, every copy, and the word that stood before them."""

    before: str
    cards: tuple[str, ...]


class Asked(NamedTuple):
    """A deed, the cards that it names in their order, and what is left: the name of an ability."""

    deed: str
    named: tuple[Named, ...]
    key: str

    def cards(self, number: int) -> tuple[str, ...]:
        return self.named[number].cards if number < len(self.named) else ()


def understood(table: Table, text: str) -> Asked:
    """The deed that a text speaks of; its cards by id or name, whether or not they are in this game."""
    if len(text) > MAX_WORDS:
        raise UnknownDeed(f"a question has at most {MAX_WORDS} characters")
    words = slug(text).split("_")
    known = _known_cards(table.rules.library)
    if words[0] not in DEEDS:  # "superman rescues"
        end = next((n for n in range(len(words), 0, -1) if "_".join(words[:n]) in known), 0)
        if not end or end == len(words) or words[end] not in DEEDS:
            near = did_you_mean(words[0], DEEDS)
            raise UnknownDeed(f"{words[0]!r} is no deed{near or '; they are ' + ', '.join(dict.fromkeys(DEEDS.values()))}")
        words = [words[end], *words[:end], *words[end + 1 :]]
    deed = DEEDS[words[0]]
    named, rest = _named(words[1:], known)
    if rest and not named:
        raise UnknownDeed(f"no card is called {' '.join(rest)!r}{did_you_mean('_'.join(rest), known)}")
    most = NAMING.get(deed, 0)
    if len(named) > most or (most and not named and deed not in ("rescue", "threaten")):  # these by whoever is activated
        raise UnknownDeed(f"'{deed}' is followed by {_number(most)}; found {len(named)}")
    return Asked(deed, tuple(named), _ability(table, deed, named, rest, known))


def _number(most: int) -> str:
    return ("nothing else", "the name of a card", "the names of one or two cards")[most]


@lru_cache(maxsize=8)
def _known_cards(library: Library) -> dict[str, tuple[str, ...]]:
    """Every way to write a card's name -> its copies, also of cards that are not in this match."""
    known: dict[str, tuple[str, ...]] = {}
    for card in library.printed.values():
        copies = tuple(instances(card))
        for word in (slug(card.name), slug(card.id)):
            known.setdefault(word.removeprefix("the_"), copies)
            known[word] = copies
        for copy in copies:
            known[slug(copy)] = (copy,)
    return known


def _named(words: list[str], known: dict[str, tuple[str, ...]]) -> tuple[list[Named], list[str]]:
    """The cards that are named, the longest names first, and the words that name none."""
    named: list[Named] = []
    rest: list[str] = []
    before = ""
    start = 0
    while start < len(words):
        end = next((n for n in range(len(words), start, -1) if "_".join(words[start:n]) in known), start)
        if end > start:
            named.append(Named(before, known["_".join(words[start:end])]))
            before, start = "", end
            continue
        if words[start] in BETWEEN:
            before = words[start]
        elif words[start] != "the":
            rest.append(words[start])
        start += 1
    return named, rest


def _ability(table: Table, deed: str, named: list[Named], rest: list[str], known: dict[str, tuple[str, ...]]) -> str:
    """Which ability is meant, by its name or number."""
    if not rest:
        return ""
    key = "_".join(rest)
    keys = [ability.key for ability in printed_card(table.rules.library, named[0].cards[0]).abilities]
    if deed in ("play", "use", "react", "modify") and key in keys:
        return key
    near = did_you_mean(key, [*keys, *known])
    raise UnknownDeed(f"{' '.join(rest)!r} is neither a card nor an ability of the card that is named{near}")


def printed_card(library: Library, card: str) -> Card:
    """The printed card of an id, whether or not it is in this match."""
    return library.printed[card if card in library.printed else card.rpartition(".")[0]]
