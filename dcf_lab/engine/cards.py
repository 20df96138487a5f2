"""Printed cards: read from TOML packs, checked on loading, shared by all tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dcf_lab.engine.expr import ExpressionError, Formula, Words, compiled, did_you_mean
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.engine.verbs import Line, Verb

MAX_FILE = 1_000_000
MAX_COPIES = 20
RESERVED = frozenset({"hero", "rogue", "none", "table", "sanctuary", "supply", "chance", "nobody"})
MAX_LINES = 8
MAX_DEPTH = 2


class CardTextError(ValueError):
    """A mistake in a card file: where it is, what is wrong, and what was probably meant."""


@dataclass(frozen=True)
class Language:
    """What one game's card files may say."""

    types: Mapping[str, Mapping[str, str]]  # card type -> its printed fields and their kinds ('number' or 'text')
    timings: Mapping[str, frozenset[str]]  # timing -> the values it may have
    verbs: Mapping[str, Verb]
    words: Words
    costs: frozenset[str]  # what `pay` may say
    ability_keys: Mapping[str, str]  # further keys of an ability and their kinds


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
    file: str
    line: int
    raw: Mapping[str, Any] = field(repr=False)

    def value(self, word: str) -> int:
        found = self.values.get(word, 0)
        return found if isinstance(found, int) else 0

    def provenance(self, word: str) -> str:
        """Where a printed value comes from: 'rulebook: ...' or 'stand-in'; a text is as good as its abilities."""
        if word == "text" and "text" not in self.sources:
            word = "ability"
        return self.sources.get(word, self.source)


class Library:
    """All printed cards of a game. `library["twin_swords.2"]` is the printed Twin Swords."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.printed = {card.id: card for card in cards}
        self.cards: dict[str, Card] = {}
        for card in self.printed.values():
            for instance in instances(card):
                self.cards[instance] = card

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
        part = Library(())
        part.printed = self.printed
        part.cards = {card: self.cards[card] for card in cards}
        return part

    def abilities(self, timing: str) -> dict[str, tuple[tuple[str, Ability], ...]]:
        """Who waits for what: the timing's value -> every (card, ability) that names it."""
        index: dict[str, list[tuple[str, Ability]]] = {}
        for instance, card in self.cards.items():
            for ability in card.abilities:
                if ability.timing == timing:
                    for what in ability.what.split(" or "):
                        index.setdefault(what, []).append((instance, ability))
        return {what: tuple(found) for what, found in index.items()}


def instances(card: Card) -> list[str]:
    """The ids of a card's copies: `['punch.1', 'punch.2']`, or just its own id."""
    return [card.id] if card.copies == 1 else [f"{card.id}.{n + 1}" for n in range(card.copies)]


def slug(name: str) -> str:
    """A name as an id: 'Get It!?' -> 'get_it'."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def load(paths: Iterable[Path], language: Language) -> Library:
    """Read card files; later files override earlier ones, field by field."""
    raw: dict[str, dict[str, Any]] = {}
    where: dict[str, tuple[str, int]] = {}
    for path in paths:
        for card, fields, line in _read(path):
            raw[card] = {**raw.get(card, {}), **fields}
            where[card] = (path.name, line)
    cards = [_card(card, fields, *where[card], language) for card, fields in raw.items()]
    known = {card.id: card for card in cards}
    for one in cards:
        if one.of is not None and one.of not in known:
            hint = did_you_mean(one.of, known)
            raise CardTextError(f"{one.file}:{one.line}: {one.id}: 'of' names no card: {one.of!r}{hint}")
    return Library(cards)


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any], int]]:
    try:
        text = read_text(path, MAX_FILE)
        data = parse_toml(text)
    except FileError as error:
        raise CardTextError(f"{path.name}: {error}") from None
    headers: dict[str, int] = {}
    for number, row in enumerate(text.splitlines(), 1):
        if row.lstrip().startswith("["):
            headers.setdefault(row.strip(), number)
    for card, fields in data.items():
        line = headers.get(f"[{card}]", 0)
        if not isinstance(fields, dict):
            raise CardTextError(f"{path.name}: {card!r} stands outside a card; begin one with [card_id]")
        if not re.fullmatch(r"[a-z0-9_]+", card) or card in RESERVED:
            raise CardTextError(
                f"{path.name}:{line}: {card!r}: an id has small letters, digits and _, and is no word of the game"
            )
        yield card, fields, line


_COMMON = {
    "name": "text", "type": "text", "of": "text", "traits": "words", "text": "text", "source": "text",
    "sources": "table", "copies": "number", "ability": "abilities",
}  # fmt: skip


_TOML_TYPES: dict[str, type] = {
    "number": int, "text": str, "words": list, "table": dict, "abilities": list, "flag": bool,
}  # fmt: skip


def _card(card: str, fields: dict[str, Any], file: str, line: int, language: Language) -> Card:
    def wrong(what: str) -> CardTextError:
        return CardTextError(f"{file}:{line}: {card}: {what}")

    kind = str(fields.get("type"))
    if kind not in language.types:
        raise wrong(f"unknown type {kind!r}{did_you_mean(kind, language.types)}")
    kinds = {**_COMMON, **language.types[kind]}
    for word, value in fields.items():
        if word not in kinds:
            raise wrong(f"a {kind} has no {word!r}{did_you_mean(word, kinds)}")
        expected = _TOML_TYPES[kinds[word]]
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            raise wrong(f"{word!r} should be a {kinds[word]}, found {value!r}")
    for word in ("name", "source"):
        if word not in fields:
            raise wrong(f"{word!r} is missing")
    if not 1 <= fields.get("copies", 1) <= MAX_COPIES:
        raise wrong(f"'copies' goes from 1 to {MAX_COPIES}, found {fields['copies']}")
    if any(not isinstance(trait, str) for trait in fields.get("traits", ())):
        raise wrong("'traits' is a list of words")
    if any(isinstance(value, int) and not -100 <= value <= 100 for value in fields.values()):
        raise wrong("a printed number goes up to 100")
    sources = fields.get("sources", {})
    for word, source in sources.items():
        if word not in kinds:
            raise wrong(f"'sources' speaks of {word!r}, which a {kind} does not have{did_you_mean(word, kinds)}")
        _check_source(source, wrong)
    _check_source(fields["source"], wrong)
    abilities = []
    for number, ability in enumerate(fields.get("ability", []), 1):
        try:
            abilities.append(_ability(card, number, ability, language))
        except (ExpressionError, CardTextError) as error:
            raise wrong(f"ability {number}: {error}") from None
    if abilities and not fields.get("text"):
        raise wrong("a card with abilities needs a 'text' that says them in words")
    values = {word: fields[word] for word in language.types[kind] if word in fields}
    return Card(
        card, fields["name"], kind, fields.get("of"), values, tuple(fields.get("traits", ())), tuple(abilities),
        fields.get("text", ""), fields["source"], sources, fields.get("copies", 1), file, line, fields,
    )  # fmt: skip


def _check_source(source: Any, wrong: Any) -> None:
    if not isinstance(source, str) or not (source == "stand-in" or source.startswith("rulebook: ")):
        raise wrong(f"a source is 'stand-in' or 'rulebook: section', found {source!r}")


_ABILITY = {"name", "if", "cost", "pay", "do", "after", "text"}


def _ability(card: str, number: int, raw: Any, language: Language) -> Ability:
    if not isinstance(raw, dict):
        raise CardTextError("write each ability as [[card.ability]]")
    timings = [word for word in raw if word in language.timings]
    known = _ABILITY | set(language.timings) | set(language.ability_keys)
    for word in raw:
        if word not in known:
            raise CardTextError(f"unknown key {word!r}{did_you_mean(word, known)}")
    if len(timings) != 1:
        raise CardTextError(f"exactly one of {', '.join(language.timings)} is needed, found {timings or 'none'}")
    timing = timings[0]
    what = raw[timing]
    for one in str(what).split(" or "):
        if one not in language.timings[timing]:
            raise CardTextError(f"nothing opens {timing} = {one!r}{did_you_mean(one, language.timings[timing])}")
    words = language.words
    amounts: dict[str, Formula] = {}
    others: dict[str, Any] = {}
    if "x" in raw:
        amounts["x"] = compiled(raw["x"], words)
        words = words.adding(["x"])
    for word, kind in language.ability_keys.items():
        if word in raw and word != "x":
            if kind == "number":
                amounts[word] = compiled(raw[word], words)
            elif kind == "condition":
                others[word] = compiled(raw[word], words)
            elif kind == "flag":
                if not isinstance(raw[word], bool):
                    raise CardTextError(f"{word!r} is true or false, found {raw[word]!r}")
                others[word] = raw[word]
            elif raw[word] not in kind.split("|"):
                raise CardTextError(_one_of(word, raw[word], kind))
            else:
                others[word] = raw[word]
    pay = raw.get("pay", ())
    pay = (pay,) if not isinstance(pay, list | tuple) else tuple(pay)
    for price in pay:
        if not isinstance(price, str):
            raise CardTextError(f"'pay' says what is paid in words, found {price!r}")
        if price not in language.costs:
            raise CardTextError(f"unknown cost {price!r}{did_you_mean(price, language.costs)}")
    cost = raw.get("cost", 0)
    if not isinstance(cost, int) or isinstance(cost, bool) or cost < 0:
        raise CardTextError(f"'cost' is a number of resources, found {cost!r}")
    bound: set[str] = set()
    condition = compiled(raw["if"], words) if "if" in raw else None
    lines = _lines(raw.get("do", []), language, words, bound, 1)
    after = _lines(raw.get("after", []), language, words, bound, 1)
    name = raw.get("name", "")
    if not isinstance(name, str):
        raise CardTextError(f"'name' is a text, found {name!r}")
    key = slug(name) if name else str(number)
    return Ability(card, number, name, timing, str(what), lines, after, condition, cost, pay, amounts, others, raw, key,
                   f"used {key}")  # fmt: skip


def _lines(raw: Any, language: Language, words: Words, bound: set[str], depth: int) -> tuple[Line, ...]:
    if not isinstance(raw, list):
        raise CardTextError(f"expected a list of lines, found {raw!r}")
    if len(raw) > MAX_LINES:
        raise CardTextError(f"{len(raw)} lines; past {MAX_LINES}, write a verb")
    if depth > MAX_DEPTH + 1:
        raise CardTextError("lines nest at most two deep; past that, write a verb")
    return tuple(_line(number, line, language, words, bound, depth) for number, line in enumerate(raw, 1))


_LINE = {"if", "cost", "then"}


def _line(number: int, raw: Any, language: Language, words: Words, bound: set[str], depth: int) -> Line:
    if not isinstance(raw, dict) or not raw:
        raise CardTextError(f"line {number}: write a line as {{verb = value, ...}}, found {raw!r}")
    verb_name = next(iter(raw))
    if verb_name not in language.verbs:
        raise CardTextError(f"line {number}: unknown verb {verb_name!r}{did_you_mean(verb_name, language.verbs)}")
    verb = language.verbs[verb_name]
    args: dict[str, Any] = {}
    own = set(verb.kinds)
    try:
        for word, value in raw.items():
            if word in own:
                args[word] = _argument(word, value, verb.kinds[word], language, words.adding(bound), bound, depth)
            elif word not in _LINE:
                raise CardTextError(f"{verb_name} takes no {word!r}{did_you_mean(word, own | _LINE)}")
        # a verb that chooses reads 'if' itself, once for each candidate
        condition = None if "if" in own or "if" not in raw else compiled(raw["if"], words.adding(bound))
    except (ExpressionError, CardTextError) as error:
        text = str(error)
        raise CardTextError(text if text.startswith("line ") else f"line {number}: {text}") from None
    return Line(verb_name, verb.run, args, condition, bool(raw.get("cost")), bool(raw.get("then")), raw)


def _argument(word: str, value: Any, kind: str, language: Language, words: Words, bound: set[str], depth: int) -> Any:
    if kind in ("number", "cards", "player", "condition"):
        return compiled(value, words)
    if kind == "flag":
        return bool(value)
    if kind == "text":
        return str(value)
    if kind == "name":
        if not re.fullmatch(r"[a-z_]+", str(value)):
            raise CardTextError(f"{word!r} gives a name of small letters, found {value!r}")
        bound.add(value)
        return value
    if kind == "texts":
        if not isinstance(value, list):
            raise CardTextError(f"{word!r} is a list of texts, found {value!r}")
        return tuple(str(text) for text in value)
    if kind == "lines":
        return _lines(value, language, words, bound, depth + 1)
    if kind == "ways":
        if not isinstance(value, list):
            raise CardTextError(f"{word!r} is a list of ways, each a list of lines")
        return tuple(_lines(way, language, words, bound, depth + 1) for way in value)
    if value not in kind.split("|"):
        raise CardTextError(_one_of(word, value, kind))
    return value


def _one_of(word: str, value: Any, kind: str) -> str:
    words = kind.split("|")
    return f"{word!r} is one of {', '.join(words)}; found {value!r}{did_you_mean(str(value), words)}"
