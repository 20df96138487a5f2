"""Printed cards: read from TOML packs, checked on loading, shared by all tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.expr import ExpressionError, Formula, Words, compiled, did_you_mean
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.engine.verbs import Line, Verb

MAX_FILE = 1_000_000
MAX_FILES = 100  # of a pack
MAX_CARDS = 3_000
MAX_COPIES = 20
MAX_TEXT = 1_000
RESERVED = frozenset({"hero", "rogue", "none", "table", "sanctuary", "supply", "chance", "nobody"})
MAX_LINES = 8
MAX_DEPTH = 2


class CardTextError(ValueError):
    """A mistake in a card file: where it is, what is wrong, and what was probably meant."""


@dataclass(frozen=True)
class Language:
    """What one game's card files may say."""

    types: Mapping[str, Mapping[str, str]]  # card type -> its printed fields and their kinds ('number' or 'text')
    characters: frozenset[str]  # the types that other cards can be affiliated with
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


class Pack(NamedTuple):
    """Card files that belong together: the game's own (no name), or somebody's box."""

    name: str
    files: tuple[Path, ...]


class Place(NamedTuple):
    """Where the fields of a card were written, for messages that name file and line."""

    file: str
    lines: Mapping[str, int]  # "" is the card's header; "ability 2" the header of its second ability

    def of(self, *words: str) -> str:
        line = next((self.lines[word] for word in words if word in self.lines), self.lines.get("", 0))
        return f"{self.file}:{line}"


def find_pack(path: Path) -> Pack:
    """A pack is a folder of TOML files, or a single one; no links, no sub-folders, bounded."""
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix == ".toml")
    elif path.exists():
        files = [path]
    else:
        raise CardTextError(f"{path}: there is no such pack; a pack is a folder of .toml files, or one of them")
    if not files:
        raise CardTextError(f"{path}: this folder holds no .toml file, so it is no pack")
    if len(files) > MAX_FILES:
        raise CardTextError(f"{path}: a pack has at most {MAX_FILES} files, this one has {len(files)}")
    for file in files:
        if file.is_symlink():
            raise CardTextError(f"{file.name}: this is a link to another file; a pack holds its own")
    return Pack(path.absolute().name.removesuffix(".toml"), tuple(files))


def load(packs: Iterable[Pack], language: Language) -> Library:
    """Read card files; later packs override earlier ones, field by field, and their values say where they come from."""
    raw: dict[str, dict[str, Any]] = {}
    places: dict[str, dict[str, Place]] = {}  # card -> field -> where it was written
    for pack in packs:
        for path in pack.files:
            cards = list(_read(path))
            characters = [card for card, fields, _ in cards if fields.get("type") in language.characters]
            for card, fields, place in cards:
                if len(raw) > MAX_CARDS:
                    raise CardTextError(f"{place.of()}: {card}: there are more than {MAX_CARDS} cards")
                if pack.name and isinstance(fields.get("sources", {}), dict):
                    typed_in = {word: f"pack: {pack.name}" for word in fields if word not in ("source", "sources")}
                    fields = {"source": f"pack: {pack.name}", **fields} if card not in raw else fields
                    fields["sources"] = {**raw.get(card, {}).get("sources", {}), **typed_in, **fields.get("sources", {})}
                if card not in raw and len(characters) == 1 and card != characters[0]:
                    fields = {"of": characters[0], **fields}  # a character's file holds the character's cards
                raw[card] = {**raw.get(card, {}), **fields}
                places.setdefault(card, {}).update(dict.fromkeys((*fields, *place.lines), place))
    cards_read = [_card(card, fields, places[card], language) for card, fields in raw.items()]
    known = {card.id: card for card in cards_read}
    for one in cards_read:
        if one.of is not None and one.of not in known:
            hint = did_you_mean(one.of, known)
            raise CardTextError(f"{one.file}:{one.line}: {one.id}: 'of' names no card: {one.of!r}{hint}")
    return Library(cards_read)


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any], Place]]:
    try:
        text = read_text(path, MAX_FILE)
        data = parse_toml(text)
    except FileError as error:
        raise CardTextError(f"{path.name}: {error}") from None
    lines = _line_numbers(text)
    for card, fields in data.items():
        place = Place(path.name, lines.get(card, {}))
        if not isinstance(fields, dict):
            raise CardTextError(f"{path.name}: {card!r} stands outside a card; begin one with [card_id]")
        if not re.fullmatch(r"[a-z0-9_]+", card) or card in RESERVED:
            raise CardTextError(f"{place.of()}: {card!r}: an id has small letters, digits and _, and is no word of the game")
        yield card, fields, place


def _line_numbers(text: str) -> dict[str, dict[str, int]]:
    """Card -> where its header, its fields and its abilities stand in a file."""
    found: dict[str, dict[str, int]] = {}
    here: dict[str, int] = {}
    inside = ""
    for number, row in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[?\s*([a-z0-9_]+)\s*(\.\s*ability\s*)?\]", row):
            here = found.setdefault(header[1], {})
            inside = ""
            if header[2]:
                inside = f"ability {sum(word.startswith('ability ') and word.count(' ') == 1 for word in here) + 1}"
            here.setdefault(inside, number)
        elif key := re.match(r"\s*([a-z_]+)\s*=", row):
            here.setdefault(f"{inside} {key[1]}".strip(), number)
    return found


_COMMON = {
    "name": "text", "type": "text", "of": "text", "traits": "words", "text": "text", "source": "text",
    "sources": "table", "copies": "number", "ability": "abilities",
}  # fmt: skip


_TOML_TYPES: dict[str, type] = {
    "number": int, "text": str, "words": list, "table": dict, "abilities": list, "flag": bool,
}  # fmt: skip


def _card(card: str, fields: dict[str, Any], places: Mapping[str, Place], language: Language) -> Card:
    """Check one card. What is not written: its name is the id with capitals, and it is a stand-in."""
    fields = {"name": card.replace("_", " ").title(), "source": "stand-in", **fields}

    def wrong(what: str, *words: str) -> CardTextError:
        place = next((places[word] for word in words if word in places), places[""] if "" in places else Place("", {}))
        return CardTextError(f"{place.of(*words)}: {card}: {what}")

    kind = str(fields.get("type"))
    if kind not in language.types:
        if "type" not in fields:
            raise wrong(f"'type' is missing, so this is no new card; and no card to correct is called {card!r}")
        raise wrong(f"unknown type {kind!r}{did_you_mean(kind, language.types)}", "type")
    kinds = {**_COMMON, **language.types[kind]}
    for word, value in fields.items():
        if word not in kinds:
            raise wrong(f"a {kind} has no {word!r}{did_you_mean(word, kinds)}", word)
        expected = _TOML_TYPES[kinds[word]]
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            raise wrong(f"{word!r} should be a {kinds[word]}, found {_short(value)}", word)
        if isinstance(value, int) and not -100 <= value <= 100:
            raise wrong(f"{word!r}: a printed number goes up to 100, found {_short(value)}", word)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise wrong(f"{word!r} has more than {MAX_TEXT} characters", word)
    if not 1 <= fields.get("copies", 1) <= MAX_COPIES:
        raise wrong(f"'copies' goes from 1 to {MAX_COPIES}, found {fields['copies']}", "copies")
    if any(not isinstance(trait, str) for trait in fields.get("traits", ())):
        raise wrong("'traits' is a list of words", "traits")
    sources = fields.get("sources", {})
    for word, source in sources.items():
        if word not in kinds:
            raise wrong(f"'sources' speaks of {word!r}, which a {kind} does not have{did_you_mean(word, kinds)}", "sources")
        if not _is_source(source):
            raise wrong(f"a source is 'stand-in' or 'rulebook: section', found {_short(source)}", "sources")
    if not _is_source(fields["source"]):
        raise wrong(f"a source is 'stand-in' or 'rulebook: section', found {_short(fields['source'])}", "source")
    abilities = []
    for number, ability in enumerate(fields.get("ability", []), 1):
        try:
            abilities.append(_ability(card, number, ability, language))
        except (ExpressionError, CardTextError) as error:
            raise wrong(f"ability {number}: {error}", f"ability {number}", "ability") from None
    if abilities and not fields.get("text"):
        raise wrong("a card with abilities needs a 'text' that says them in words", "ability 1", "ability")
    values = {word: fields[word] for word in language.types[kind] if word in fields}
    here = places.get("", Place("", {}))
    return Card(
        card, fields["name"], kind, fields.get("of"), values, tuple(fields.get("traits", ())), tuple(abilities),
        fields.get("text", ""), fields["source"], sources, fields.get("copies", 1), here.file, here.lines.get("", 0), fields,
    )  # fmt: skip


def _short(value: Any) -> str:
    """A value in a message, cut where it grows long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _is_source(source: Any) -> bool:
    return isinstance(source, str) and (source == "stand-in" or source.startswith(("rulebook: ", "pack: ")))


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
