"""Printed cards: read from TOML packs, checked on loading, shared by all tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.expr import ExpressionError, Formula, Names, Words, compiled, did_you_mean
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.engine.verbs import Line, Verb

# How large a pack may be: nobody's box comes near, and no pack can keep the machine busy.
MAX_PACK = 1_000_000  # bytes
MAX_FILES = 100
MAX_CARDS = 1_000  # of a library, copies counted
MAX_ABILITIES = 1_000  # of a library, copies counted
MAX_COPIES = 10
MAX_WORDS = 400  # keys and values in one field
MAX_NESTING = 12  # of lists and tables in one field
MAX_TEXT = 1_000
MAX_TRAITS = 10
MAX_NUMBER = 100  # printed on a card
MAX_ON_A_CARD = 8  # abilities
MAX_LINES = 8
MAX_DEPTH = 2
RESERVED = frozenset(
    {"hero", "hero1", "hero2", "rogue", "rogue1", "rogue2", "none", "table", "sanctuary", "supply", "chance", "nobody"}
)


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
    # (verb, argument, kind, formula) -> the formula as the game lets it work
    narrowed: Callable[[str, str, str, Formula], Formula] = lambda verb, word, kind, formula: formula

    def affiliated(self, kind: str) -> bool:
        """Does this type of card belong to a character? Whatever can be bought does."""
        return kind not in self.characters and "cost" in self.types.get(kind, ())


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
    raw: Mapping[str, Any] = field(repr=False)
    places: Mapping[str, Place] = field(repr=False)  # field -> where it was written

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
    files: tuple[tuple[str, str], ...]  # how messages call each file, and its text


class Place(NamedTuple):
    """Where the fields of a card were written, for messages that name file and line."""

    file: str
    lines: Mapping[str, int]  # "" is the card's header; "ability 2" the header of its second ability

    def of(self, *words: str) -> str:
        line = next((self.lines[word] for word in (*words, "") if word in self.lines), None)
        return self.file if line is None else f"{self.file}:{line}"


NOWHERE = Place("a card", {})


def find_pack(path: Path) -> Pack:
    """A pack is a folder of TOML files, or a single one; no links, no sub-folders, bounded."""
    name = (path.resolve() if path.name in ("", "..") else path).name.removesuffix(".toml") or "box"
    try:
        if path.is_dir():
            files = {f"{name}/{file.name}": file for file in sorted(path.iterdir()) if file.suffix == ".toml"}
        elif path.exists():
            files = {path.name: path}
        else:
            raise CardTextError(f"{path}: there is no such pack; a pack is a folder of .toml files, or one of them")
    except OSError as error:
        raise CardTextError(f"{path}: cannot be read: {error.strerror}") from None
    if not files:
        raise CardTextError(f"{path}: this folder holds no .toml file, so it is no pack")
    if len(files) > MAX_FILES:
        raise CardTextError(f"{path}: a pack has at most {MAX_FILES} files, this one has {len(files)}")
    texts: list[tuple[str, str]] = []
    left = MAX_PACK
    for called, file in files.items():
        if not called.isprintable():
            raise CardTextError(f"{called!r}: a pack and its files have names of plain characters")
        if file.is_symlink():
            raise CardTextError(f"{called}: this is a link to another file; a pack holds its own")
        try:
            texts.append((called, read_text(file, left)))
        except FileError as error:
            whole = f", and a pack {MAX_PACK} at most" if left < MAX_PACK else ""
            raise CardTextError(f"{called}: {error}{whole}") from None
        left -= len(texts[-1][1].encode())
    return Pack(name, tuple(texts))


def load(packs: Iterable[Pack], language: Language) -> Library:
    """Read card files; later packs override earlier ones, field by field, and what they change says where it comes from."""
    raw: dict[str, dict[str, Any]] = {}
    places: dict[str, dict[str, Place]] = {}  # card -> field -> where it was written
    for pack in packs:
        for called, text in pack.files:
            cards = list(_read(called, text))
            kinds = {card: str({**raw.get(card, {}), **fields}.get("type")) for card, fields, _ in cards}
            characters = [card for card, kind in kinds.items() if kind in language.characters]
            for card, fields, place in cards:
                if card in raw:
                    raw[card] = _corrected(card, raw[card], fields, pack.name, place)
                else:
                    # a character's file holds the character's cards
                    of = {"of": characters[0]} if len(characters) == 1 and language.affiliated(kinds[card]) else {}
                    source = f"pack: {pack.name}" if pack.name else "stand-in"
                    raw[card] = {"name": card.replace("_", " ").title(), "source": source, **of, **fields}
                if len(raw) > MAX_CARDS:
                    raise CardTextError(f"{place.of()}: {card}: all packs together have at most {MAX_CARDS} cards")
                written = places.setdefault(card, {})
                if "ability" in fields:  # all abilities are written anew
                    places[card] = written = {word: there for word, there in written.items() if not word.startswith("ability")}
                written.update(dict.fromkeys((*fields, *place.lines), place))
    known = {card: _card(card, fields, places[card], language) for card, fields in raw.items()}
    for one in known.values():
        if one.of is not None and one.of not in known:
            raise CardTextError(f"{one.where('of')}: {one.id}: 'of' names no card: {one.of!r}{did_you_mean(one.of, known)}")
    _bound(known.values())
    return Library(known.values())


def _corrected(card: str, old: dict[str, Any], fields: dict[str, Any], pack: str, place: Place) -> dict[str, Any]:
    """A card with the fields that a pack writes over it; what the pack repeats stays what it was, source and all."""
    changed = {word: value for word, value in fields.items() if repr(old.get(word)) != repr(value) and word != "sources"}
    if "type" in changed:
        raise CardTextError(
            f"{place.of('type')}: {card}: this is a {old['type']} already, and a pack cannot make it "
            f"{_short(changed['type'])}; give the new card an id of its own"
        )
    sources = fields.get("sources", {})
    if not isinstance(sources, dict):
        raise CardTextError(f"{place.of('sources')}: {card}: 'sources' should be a table, found {_short(sources)}")
    typed_in = {word: f"pack: {pack}" for word in changed if pack and word != "source"}
    told = {**old.get("sources", {}), **typed_in, **sources}
    return {**old, **changed, **({"sources": told} if told else {})}


def _bound(cards: Iterable[Card]) -> None:
    """Packs may be large, but every table of theirs must still be set in a moment."""
    number = abilities = 0
    for card in cards:
        number += card.copies
        abilities += card.copies * len(card.abilities)
        if number > MAX_CARDS:
            raise CardTextError(f"{card.where('copies')}: {card.id}: all packs together have at most {MAX_CARDS} cards")
        if abilities > MAX_ABILITIES:
            raise CardTextError(f"{card.where('ability')}: {card.id}: all packs together have at most {MAX_ABILITIES} abilities")


def _read(called: str, text: str) -> Iterator[tuple[str, dict[str, Any], Place]]:
    try:
        data = parse_toml(text)
    except FileError as error:
        raise CardTextError(f"{called}: {error}") from None
    lines = _line_numbers(text)
    for card, fields in data.items():
        place = Place(called, lines.get(card, {}))
        if not isinstance(fields, dict):
            raise CardTextError(f"{place.of()}: {_short(card)} stands outside a card; begin one with [card_id]")
        if not re.fullmatch(r"[a-z0-9_]{1,60}", card) or card in RESERVED:
            raise CardTextError(
                f"{place.of()}: {_short(card)}: an id has small letters, digits and _ (60 at most), and is no word of the game"
            )
        for word, value in fields.items():
            if what := _unfit(value):
                raise CardTextError(f"{place.of(word)}: {card}: {_short(word)}: {what}")
        yield card, fields, place


def _unfit(whole: Any) -> str:
    """Why this cannot be on a card, whatever it means: too much of it, too deep, or of a kind that no field has."""
    waiting = [(whole, 0)]
    seen = 0
    while waiting:
        value, depth = waiting.pop()
        seen += 1
        if isinstance(value, list | dict):
            if seen + len(waiting) + len(value) > MAX_WORDS:
                return f"there are more than {MAX_WORDS} words and values in it"
            if depth > MAX_NESTING:
                return "lists and tables nest too deeply in it"
            inside = value if isinstance(value, list) else [one for pair in value.items() for one in pair]
            waiting += [(one, depth + 1) for one in inside]
        elif isinstance(value, str):
            if len(value) > MAX_TEXT:
                return f"a text has at most {MAX_TEXT} characters, this one has {len(value)}"
        elif not isinstance(value, int):
            return f"a card has texts, whole numbers, true and false, found {_short(value)}"
    return ""


def _line_numbers(text: str) -> dict[str, dict[str, int]]:
    """Card -> where its header, its fields and its abilities stand in a file."""
    found: dict[str, dict[str, int]] = {}
    abilities: Counter[str] = Counter()
    here: dict[str, int] | None = None
    inside = ""
    for number, row in enumerate(text.splitlines(), 1):
        if header := re.match(r"""\s*\[\[?\s*["']?([a-zA-Z0-9_-]+)["']?\s*(\.\s*ability\s*)?\]""", row):
            here = found.setdefault(header[1], {})
            inside = ""
            if header[2]:
                abilities[header[1]] += 1
                inside = f"ability {abilities[header[1]]}"
            here.setdefault(inside, number)
        elif key := re.match(r"""\s*["']?([a-zA-Z0-9_-]+)["']?\s*(?:\.\s*([a-z_]+)\s*)?=""", row):
            if here is None:  # before the first header: `batman.health = 5`
                found.setdefault(key[1], {"": number}).setdefault(key[2] or "", number)
            else:
                here.setdefault(f"{inside} {key[1]}".strip(), number)
    return found


_COMMON = {
    "name": "text", "type": "text", "of": "text", "traits": "words", "text": "text", "source": "text",
    "sources": "table", "copies": "number", "ability": "abilities",
}  # fmt: skip


NO_SOURCE = "a source is 'stand-in', 'rulebook: section' or 'pack: name'"
_TOML_TYPES: dict[str, type] = {
    "number": int, "text": str, "words": list, "table": dict, "abilities": list, "flag": bool,
}  # fmt: skip


Wrong = Callable[..., CardTextError]  # what is wrong, and the fields where it stands


def _card(card: str, fields: dict[str, Any], places: Mapping[str, Place], language: Language) -> Card:
    """Check one card."""

    def wrong(what: str, *words: str) -> CardTextError:
        place = next((places[word] for word in words if word in places), places.get("", NOWHERE))
        return CardTextError(f"{place.of(*words)}: {card}: {what}")

    kind = fields.get("type")
    if not isinstance(kind, str) or kind not in language.types:
        if kind is None:
            raise wrong(f"'type' is missing, so this is no new card; and no card to correct is called {card!r}")
        raise wrong(f"unknown type {_short(kind)}{did_you_mean(str(kind), language.types)}", "type")
    _check_fields(kind, fields, {**_COMMON, **language.types[kind]}, wrong)
    abilities = _abilities(card, fields, language, wrong)
    values = {word: fields[word] for word in language.types[kind] if word in fields}
    return Card(
        card, fields["name"], kind, fields.get("of"), values, tuple(fields.get("traits", ())), abilities,
        fields.get("text", ""), fields["source"], fields.get("sources", {}), fields.get("copies", 1), fields, places,
    )  # fmt: skip


def _check_fields(kind: str, fields: dict[str, Any], kinds: Mapping[str, str], wrong: Wrong) -> None:
    """The printed fields of a card: known, of the right kind, within bounds."""
    for word, value in fields.items():
        if word not in kinds:
            raise wrong(f"a {kind} has no {_short(word)}{did_you_mean(word, kinds)}", word)
        expected = _TOML_TYPES[kinds[word]]
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            raise wrong(f"{word!r} should be a {kinds[word]}, found {_short(value)}", word)
        if isinstance(value, int) and not 0 <= value <= MAX_NUMBER:
            raise wrong(f"{word!r}: a printed number goes from 0 to {MAX_NUMBER}, found {_short(value)}", word)
        if _unprintable(value):
            raise wrong(f"{word!r} holds characters that do not print; write it in plain characters and on one line", word)
    if not fields["name"].strip():
        raise wrong("a card needs a name, or none is written and it is called like its id", "name")
    if not 1 <= fields.get("copies", 1) <= MAX_COPIES:
        raise wrong(f"'copies' goes from 1 to {MAX_COPIES}, found {fields['copies']}", "copies")
    traits = fields.get("traits", ())
    if len(traits) > MAX_TRAITS or any(not isinstance(trait, str) for trait in traits):
        raise wrong(f"'traits' is a list of words, {MAX_TRAITS} at most", "traits")
    for word, source in fields.get("sources", {}).items():
        if word not in kinds:
            raise wrong(f"'sources' speaks of {_short(word)}, which a {kind} does not have{did_you_mean(word, kinds)}", "sources")
        if not _is_source(source):
            raise wrong(f"{NO_SOURCE}, found {_short(source)}", "sources")
    if not _is_source(fields["source"]):
        raise wrong(f"{NO_SOURCE}, found {_short(fields['source'])}", "source")


def _unprintable(value: Any) -> bool:
    """Is there a text in it that would disturb a terminal or a line of its own?"""
    if isinstance(value, dict):
        return any(_unprintable(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(_unprintable(part) for part in value)
    return isinstance(value, str) and not value.isprintable()


def _abilities(card: str, fields: dict[str, Any], language: Language, wrong: Wrong) -> tuple[Ability, ...]:
    abilities: list[Ability] = []
    written = fields.get("ability", [])
    if len(written) > MAX_ON_A_CARD:
        raise wrong(f"a card has at most {MAX_ON_A_CARD} abilities, found {len(written)}", "ability 1", "ability")
    for number, raw in enumerate(written, 1):
        try:
            ability = _ability(card, number, raw, language)
            if any(_confused(one, ability) for one in abilities):
                raise CardTextError(f"another one for the same moment is called {ability.key!r}, too; nobody could say which")
        except (ExpressionError, CardTextError) as error:
            raise wrong(f"ability {number}: {error}", f"ability {number}", "ability") from None
        abilities.append(ability)
    if abilities and not fields.get("text"):
        raise wrong("a card with abilities needs a 'text' that says them in words", "ability 1", "ability")
    return tuple(abilities)


def _confused(one: Ability, two: Ability) -> bool:
    """Could both be offered in the same question, under the same name?"""
    if (one.key, one.timing) != (two.key, two.timing) or one.timing == "constant":
        return False
    return not set(one.what.split(" or ")).isdisjoint(two.what.split(" or "))


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
            raise CardTextError(f"unknown key {_short(word)}{did_you_mean(word, known)}")
    if len(timings) != 1:
        raise CardTextError(f"exactly one of {', '.join(language.timings)} is needed, found {timings or 'none'}")
    timing = timings[0]
    what = raw[timing]
    if not isinstance(what, str):
        raise CardTextError(f"{timing!r} is a text, found {_short(what)}")
    for one in what.split(" or "):
        if one not in language.timings[timing]:
            raise CardTextError(f"nothing opens {timing} = {_short(one)}{did_you_mean(one, language.timings[timing])}")
    if len(set(what.split(" or "))) < len(what.split(" or ")):
        raise CardTextError(f"{timing!r} says the same twice")
    words = language.words
    amounts: dict[str, Formula] = {}
    others: dict[str, Any] = {}
    if "x" in raw:
        amounts["x"] = _number(raw["x"], words)
        words = words.adding(["x"])
    for word, kind in language.ability_keys.items():
        if word in raw and word != "x":
            if kind == "number":
                amounts[word] = _number(raw[word], words)
            elif kind == "condition":
                others[word] = compiled(raw[word], words)
            elif kind == "flag":
                others[word] = _flag(word, raw[word])
            elif raw[word] not in kind.split("|"):
                raise CardTextError(_one_of(word, raw[word], kind))
            else:
                others[word] = raw[word]
    pay = raw.get("pay", ())
    pay = (pay,) if not isinstance(pay, list | tuple) else tuple(pay)
    for price in pay:
        if not isinstance(price, str):
            raise CardTextError(f"'pay' says what is paid in words, found {_short(price)}")
        if price not in language.costs:
            raise CardTextError(f"unknown cost {_short(price)}{did_you_mean(price, language.costs)}")
    if len(set(pay)) < len(pay):
        raise CardTextError("'pay' says everything once")
    cost = raw.get("cost", 0)
    if not isinstance(cost, int) or isinstance(cost, bool) or not 0 <= cost <= MAX_NUMBER:
        raise CardTextError(f"'cost' is a number of resources up to {MAX_NUMBER}, found {_short(cost)}")
    bound: set[str] = set()
    condition = compiled(raw["if"], words) if "if" in raw else None
    lines = _lines(raw.get("do", []), language, words, bound, 1)
    after = _lines(raw.get("after", []), language, words, bound, 1)
    name = raw.get("name", "")
    if not isinstance(name, str):
        raise CardTextError(f"'name' is a text, found {_short(name)}")
    key = slug(name) or str(number)
    return Ability(card, number, name, timing, what, lines, after, condition, cost, pay, amounts, others, raw, key,
                   f"used {key}")  # fmt: skip


def _lines(raw: Any, language: Language, words: Words, bound: set[str], depth: int) -> tuple[Line, ...]:
    if not isinstance(raw, list):
        raise CardTextError(f"expected a list of lines, found {_short(raw)}")
    if len(raw) > MAX_LINES:
        raise CardTextError(f"{len(raw)} lines; past {MAX_LINES}, write a verb")
    if depth > MAX_DEPTH + 1:
        raise CardTextError("lines nest at most two deep; past that, write a verb")
    return tuple(_line(number, line, language, words, bound, depth) for number, line in enumerate(raw, 1))


_LINE = {"if", "cost", "then"}


def _line(number: int, raw: Any, language: Language, words: Words, bound: set[str], depth: int) -> Line:
    if not isinstance(raw, dict) or not raw:
        raise CardTextError(f"line {number}: write a line as {{verb = value, ...}}, found {_short(raw)}")
    verb_name = next(iter(raw))
    if verb_name not in language.verbs:
        raise CardTextError(f"line {number}: unknown verb {_short(verb_name)}{did_you_mean(verb_name, language.verbs)}")
    verb = language.verbs[verb_name]
    args: dict[str, Any] = {}
    own = set(verb.kinds)
    try:
        for word, value in raw.items():
            if word in own:
                args[word] = _argument(verb, word, value, language, words.adding(bound), bound, depth)
            elif word not in _LINE:
                raise CardTextError(f"{verb_name} takes no {_short(word)}{did_you_mean(word, own | _LINE)}")
        # a verb that chooses reads 'if' itself, once for each candidate
        condition = None if "if" in own or "if" not in raw else compiled(raw["if"], words.adding(bound))
        cost, then = (_flag(word, raw.get(word, False)) for word in ("cost", "then"))
    except (ExpressionError, CardTextError) as error:
        text = str(error)
        raise CardTextError(text if text.startswith("line ") else f"line {number}: {text}") from None
    return Line(verb_name, verb.run, args, condition, cost, then, raw)


def _argument(verb: Verb, word: str, value: Any, language: Language, words: Words, bound: set[str], depth: int) -> Any:
    kind = verb.kinds[word]
    if kind in ("number", "cards", "player", "condition"):
        formula = _number(value, words) if kind == "number" else compiled(value, words)
        return language.narrowed(verb.name, word, kind, formula)
    if kind == "flag":
        return _flag(word, value)
    if kind == "text":
        if not isinstance(value, str):
            raise CardTextError(f"{word!r} is a text, found {_short(value)}")
        return value
    if kind == "name":
        if not isinstance(value, str) or not re.fullmatch(r"[a-z_]+", value):
            raise CardTextError(f"{word!r} gives a name of small letters, found {_short(value)}")
        if value in language.words.names or value == "x":
            raise CardTextError(f"{word!r} gives a new name, and {value!r} has a meaning already")
        bound.add(value)
        return value
    if kind == "texts":
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise CardTextError(f"{word!r} is a list of texts, found {_short(value)}")
        if len(set(value)) < len(value):
            raise CardTextError(f"{word!r} says the same twice, so nobody could tell the answers apart")
        return tuple(value)
    if kind == "lines":
        return _lines(value, language, words, bound, depth + 1)
    if kind == "ways":
        if not isinstance(value, list):
            raise CardTextError(f"{word!r} is a list of ways, each a list of lines, found {_short(value)}")
        if not 1 <= len(value) <= MAX_LINES:
            raise CardTextError(f"{word!r} has 1 to {MAX_LINES} ways, found {len(value)}")
        return tuple(_lines(way, language, words, bound, depth + 1) for way in value)
    if value not in kind.split("|"):
        raise CardTextError(_one_of(word, value, kind))
    return value


def _one_of(word: str, value: Any, kind: str) -> str:
    words = kind.split("|")
    return f"{word!r} is one of {', '.join(words)}; found {_short(value)}{did_you_mean(str(value), words)}"


def _flag(word: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise CardTextError(f"{word!r} is true or false, found {_short(value)}")
    return value


def _number(value: Any, words: Words) -> Formula:
    """A formula whose value is a number whatever it speaks of; what is none counts as 0."""
    formula = compiled(value, words)
    if isinstance(value, int):
        return formula

    def number(table: Table, names: Names) -> int:
        found = formula(table, names)
        return found if isinstance(found, int) else 0

    return number
