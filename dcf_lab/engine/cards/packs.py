"""Packs: card files that belong together, read from TOML within bounds, the later ones correcting the earlier."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Card, CardTextError, Language, Library, Place
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.text import check_card, short
from dcf_lab.engine.toml import FileError, parse_toml, read_text

# How large a pack may be: nobody's box comes near, and no pack can keep the machine busy.
MAX_PACK = 1_000_000  # bytes
MAX_FILES = 100
MAX_CARDS = 1_000  # of a library, copies counted
MAX_ABILITIES = 1_000  # of a library, copies counted
MAX_WORDS = 400  # keys and values in one field
MAX_NESTING = 12  # of lists and tables in one field
MAX_TEXT = 1_000
RESERVED = frozenset({"none", "table", "chance", "nobody"})  # what the engine itself calls by these words


class Pack(NamedTuple):
    """Card files that belong together: the game's own (no name), or somebody's box."""

    name: str
    files: tuple[tuple[str, str], ...]  # how messages call each file, and its text


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


def named(packs: Iterable[Path | Pack]) -> dict[str, Pack]:
    """Packs by their names, in order; each is read now, so what it says later does not matter."""
    found: dict[str, Pack] = {}
    for one in packs:
        pack = one if isinstance(one, Pack) else find_pack(one)
        if found.setdefault(pack.name, pack) != pack:
            raise CardTextError(f"two packs are called {pack.name!r}; rename one of them")
    return found


def load(packs: Iterable[Pack], language: Language) -> Library:
    """Read card files; later packs override earlier ones, field by field, and what they change says where it comes from."""
    raw: dict[str, dict[str, Any]] = {}
    places: dict[str, dict[str, Place]] = {}  # card -> field -> where it was written
    for pack in packs:
        for called, text in pack.files:
            cards = list(_read(called, text, RESERVED | language.reserved))
            kinds = {card: str({**raw.get(card, {}), **fields}.get("type")) for card, fields, _ in cards}
            characters = [card for card, kind in kinds.items() if kind in language.characters]
            for card, fields, place in cards:
                if card in raw:
                    raw[card] = _corrected(card, raw[card], fields, pack.name, place)
                else:
                    # a character's file holds the character's cards
                    of = {"of": characters[0]} if len(characters) == 1 and kinds[card] in language.affiliated else {}
                    source = f"pack: {pack.name}" if pack.name else "stand-in"
                    raw[card] = {"name": card.replace("_", " ").title(), "source": source, **of, **fields}
                if len(raw) > MAX_CARDS:
                    raise CardTextError(f"{place.of()}: {card}: all packs together have at most {MAX_CARDS} cards")
                anew = tuple(word for word in ("ability", "back") if word in fields)  # written anew as a whole
                kept = {word: there for word, there in places.get(card, {}).items() if not word.startswith(anew)}
                places[card] = kept | dict.fromkeys((*fields, *place.lines), place)
    known = {card: check_card(card, fields, places[card], language) for card, fields in raw.items()}
    for one in known.values():
        if one.of is not None and one.of not in known:
            raise CardTextError(f"{one.where('of')}: {one.id}: 'of' names no card: {one.of!r}{did_you_mean(one.of, known)}")
    _bound(known.values())
    return Library(known.values(), language.game, language.plurals)


def _corrected(card: str, old: dict[str, Any], fields: dict[str, Any], pack: str, place: Place) -> dict[str, Any]:
    """A card with the fields that a pack writes over it; what the pack repeats stays what it was, source and all."""
    changed = {word: value for word, value in fields.items() if repr(old.get(word)) != repr(value) and word != "sources"}
    if "type" in changed:
        raise CardTextError(
            f"{place.of('type')}: {card}: this is a {old['type']} already, and a pack cannot make it "
            f"{short(changed['type'])}; give the new card an id of its own"
        )
    sources = fields.get("sources", {})
    if not isinstance(sources, dict):
        raise CardTextError(f"{place.of('sources')}: {card}: 'sources' should be a table, found {short(sources)}")
    typed_in = {word: f"pack: {pack}" for word in changed if pack and word != "source"}
    told = {**old.get("sources", {}), **typed_in, **sources}
    return {**old, **changed, **({"sources": told} if told else {})}


def _bound(cards: Iterable[Card]) -> None:
    """Packs may be large, but every table of theirs must still be set in a moment."""
    number = abilities = 0
    for card in cards:
        number += card.copies
        abilities += card.copies * (len(card.abilities) + (len(card.back.abilities) if card.back else 0))
        if number > MAX_CARDS:
            raise CardTextError(f"{card.where('copies')}: {card.id}: all packs together have at most {MAX_CARDS} cards")
        if abilities > MAX_ABILITIES:
            raise CardTextError(f"{card.where('ability')}: {card.id}: all packs together have at most {MAX_ABILITIES} abilities")


def _read(called: str, text: str, reserved: frozenset[str]) -> Iterator[tuple[str, dict[str, Any], Place]]:
    try:
        data = parse_toml(text)
    except FileError as error:
        raise CardTextError(f"{called}: {error}") from None
    lines = _line_numbers(text)
    for card, fields in data.items():
        place = Place(called, lines.get(card, {}))
        if not isinstance(fields, dict):
            raise CardTextError(f"{place.of()}: {short(card)} stands outside a card; begin one with [card_id]")
        if not re.fullmatch(r"[a-z0-9_]{1,60}", card) or card in reserved:
            raise CardTextError(
                f"{place.of()}: {short(card)}: an id has small letters, digits and _ (60 at most), and is no word of the game"
            )
        for word, value in fields.items():
            if what := _unfit(value):
                raise CardTextError(f"{place.of(word)}: {card}: {short(word)}: {what}")
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
            return f"a card has texts, whole numbers, true and false, found {short(value)}"
    return ""


def _line_numbers(text: str) -> dict[str, dict[str, int]]:
    """Card -> where its header, its fields and its abilities stand in a file."""
    found: dict[str, dict[str, int]] = {}
    abilities: Counter[str] = Counter()
    here: dict[str, int] | None = None
    inside = ""
    for number, row in enumerate(text.splitlines(), 1):
        if header := re.match(r"""\s*\[\[?\s*["']?([a-zA-Z0-9_-]+)["']?\s*(\.\s*back\s*)?(\.\s*ability\s*)?\]""", row):
            here = found.setdefault(header[1], {})
            inside = "back" if header[2] else ""
            if header[3]:
                abilities[header[1] + inside] += 1
                inside = f"{inside} ability {abilities[header[1] + inside]}".strip()
            here.setdefault(inside, number)
        elif key := re.match(r"""\s*["']?([a-zA-Z0-9_-]+)["']?\s*(?:\.\s*([a-z_]+)\s*)?=""", row):
            if here is None:  # before the first header: `batman.health = 5`
                found.setdefault(key[1], {"": number}).setdefault(key[2] or "", number)
            else:
                here.setdefault(f"{inside} {key[1]}".strip(), number)
    return found
