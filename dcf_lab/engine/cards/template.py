"""Templates: cards as a pack of today's values, for the owner of the box to correct."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.toml import WIDTH, inline

HEAD = """\
# {title}, with the values that dcf_lab has today. Correct what your box says otherwise and leave out what is right.
# A text or ability is replaced as a whole: to change one ability of a card, keep the others of that card, too.
# Then play with it: dcf-lab --pack {file} play --game {game}
"""


class UnknownName(ValueError):
    """No card, character or group of cards is called that."""


def find_cards(library: Library, wanted: str) -> tuple[str, list[Card]]:
    """The id and the cards of a character with all that is affiliated, of one card, or of a group: 'locations'.

    >>> from dcf_lab.games import manual
    >>> name, cards = find_cards(manual("dc_forever").library(), "The Daily Planet")
    >>> name, [card.id for card in cards]
    ('the_daily_planet', ['the_daily_planet'])
    """
    printed = library.printed
    own = {card.of for card in printed.values()}
    kinds = {card.type for card in printed.values() if card.of is None and card.id not in own}
    groups = {library.plurals.get(kind, f"{kind}s"): kind for kind in sorted(kinds)}
    ids = {card.name.lower(): card.id for card in printed.values()} | {card: card for card in printed}
    word = wanted.strip().lower()
    if word in ids:
        return ids[word], [printed[ids[word]], *(card for card in printed.values() if card.of == ids[word])]
    if word in groups:
        return word, [card for card in printed.values() if card.type == groups[word]]
    near = did_you_mean(word, [*groups, *printed]) or f"; groups are {', '.join(sorted(groups))}"
    raise UnknownName(f"no card and no group of cards is called {wanted[:80]!r}{near}")


def file_of(name: str) -> str:
    """What the file of a template is called: 'super powers' has a name of one word."""
    return f"{name.replace(' ', '_')}.toml"


def template(name: str, cards: Iterable[Card], game: str = "NAME") -> str:
    """A pack that changes nothing yet; each value says where it is from."""
    cards = list(cards)
    title = cards[0].name if name == cards[0].id else name.capitalize()
    if own := sum(card.copies for card in cards if card.of == name):
        title += f" and {own} cards"
    return "\n".join([HEAD.format(title=title, file=file_of(name), game=game), *map(_written, cards)])


def _written(card: Card) -> str:
    rows = [f"[{card.id}]"]
    first = [word for word in ("name", "type", "of") if word in card.raw]
    for word in (*first, *(w for w in card.raw if w not in (*first, "source", "sources", "ability", "back"))):
        plain = word in ("type", "of") and word not in card.sources
        rows.append(_noted(f"{word} = {inline(card.raw[word])}", "" if plain else card.provenance(word)))
    rows += _abilities(f"{card.id}.ability", card.raw, card.provenance("ability"))
    if back := card.raw.get("back"):
        rows += ["", _noted(f"[{card.id}.back]", card.provenance("back"))]
        rows += [f"{word} = {inline(value)}" for word, value in back.items() if word != "ability"]
        rows += _abilities(f"{card.id}.back.ability", back, card.provenance("back"))
    return "\n".join(rows) + "\n"


def _abilities(header: str, fields: Mapping[str, Any], source: str) -> list[str]:
    rows = []
    for ability in fields.get("ability", ()):
        rows += ["", _noted(f"[[{header}]]", source)]
        rows += [f"{word} = {_folded(value)}" for word, value in ability.items()]
    return rows


def _noted(row: str, source: str) -> str:
    return f"{row}  # {source}" if source else row


def _folded(value: Any) -> str:
    """A list of lines with each on a row of its own, where it would grow long."""
    text = inline(value)
    if not isinstance(value, list) or len(text) < WIDTH:
        return text
    return "[\n" + textwrap.indent(",\n".join(map(inline, value)), "  ") + ",\n]"
