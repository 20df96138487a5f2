"""Checking what a card file says of one card: fields, abilities, lines, each mistake with its place and what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dcf_lab.engine.cards.cards import NOWHERE, Ability, Card, CardTextError, Language, Place, slug
from dcf_lab.engine.cards.expr import ExpressionError, Formula, Names, Words, compiled, did_you_mean, parts_of_condition
from dcf_lab.engine.cards.verbs import Line, Verb
from dcf_lab.engine.table import Table

MAX_TRAITS = 10
MAX_NUMBER = 100  # printed on a card
SIGNED = (-100, 1_000)  # the least and the most where a number may be below 0
MAX_ON_A_CARD = 8  # abilities
MAX_LINES = 8
MAX_DEPTH = 2

_COMMON = {
    "name": "text", "type": "text", "of": "text", "traits": "words", "text": "text", "source": "text",
    "sources": "table", "copies": "number", "ability": "abilities",
}  # fmt: skip
_OF_THE_WHOLE_CARD = ("of", "sources", "copies")  # said once, on the first face
NO_SOURCE = "a source is 'stand-in', 'rulebook: section' or 'pack: name'"
_TOML_TYPES: dict[str, type] = {
    "number": int, "signed": int, "text": str, "words": list, "table": dict, "abilities": list, "flag": bool, "face": dict,
}  # fmt: skip


Wrong = Callable[..., CardTextError]  # what is wrong, and the fields where it stands


def check_card(card: str, fields: dict[str, Any], places: Mapping[str, Place], language: Language) -> Card:
    """Check one card, on both faces."""
    front = _face(card, fields, places, language)
    if "back" not in fields:
        return front
    # what the other face does not say is as on the first, and its abilities are counted on
    said = {"name": front.name, "type": front.type, "source": front.source, **fields["back"]}
    back = _face(card, said, places, language, "back", len(front.abilities))
    return replace(front, back=replace(back, of=front.of, copies=front.copies))


def _face(
    card: str, fields: dict[str, Any], places: Mapping[str, Place], language: Language, face: str = "", before: int = 0
) -> Card:
    def wrong(what: str, *words: str) -> CardTextError:
        if face:
            words, what = (*(f"{face} {word}" for word in words), face), f"its {face}: {what}"
        place = next((places[word] for word in words if word in places), places.get("", NOWHERE))
        return CardTextError(f"{place.of(*words)}: {card}: {what}")

    kind = fields.get("type")
    if kind is None:
        raise wrong(f"'type' is missing, so this is no new card; and no card to correct is called {card!r}")
    if not isinstance(kind, str) or kind not in language.types:
        raise wrong(f"unknown type {short(kind)}{did_you_mean(str(kind), language.types)}", "type")
    printed = {word: what for word, what in language.types[kind].items() if not face or what != "face"}
    common = {word: what for word, what in _COMMON.items() if not face or word not in _OF_THE_WHOLE_CARD}
    _check_fields(kind, fields, {**common, **printed}, wrong)
    copies = fields.get("copies", 1)
    if not 1 <= copies <= language.max_copies:
        raise wrong(f"'copies' goes from 1 to {language.max_copies}, found {copies}", "copies")
    return Card(
        card, fields["name"], kind, fields.get("of"),
        {word: fields[word] for word, what in printed.items() if word in fields and what != "face"},
        tuple(fields.get("traits", ())), _abilities(card, fields, language, wrong, before), fields.get("text", ""),
        fields["source"], fields.get("sources", {}), copies, fields, places,
    )  # fmt: skip


def _check_fields(kind: str, fields: dict[str, Any], kinds: Mapping[str, str], wrong: Wrong) -> None:
    """The printed fields of a card: known, of the right kind, within bounds."""
    for word, value in fields.items():
        if word not in kinds:
            raise wrong(f"a {kind} has no {short(word)}{did_you_mean(word, kinds)}", word)
        expected = _TOML_TYPES[kinds[word]]
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            raise wrong(f"{word!r} should be a {kinds[word]}, found {short(value)}", word)
        least, most = SIGNED if kinds[word] == "signed" else (0, MAX_NUMBER)
        if isinstance(value, int) and not least <= value <= most:
            raise wrong(f"{word!r}: a printed number goes from {least} to {most}, found {short(value)}", word)
        if _unprintable(value):
            raise wrong(f"{word!r} holds characters that do not print; write it in plain characters and on one line", word)
    if not fields["name"].strip():
        raise wrong("a card needs a name, or none is written and it is called like its id", "name")
    traits = fields.get("traits", ())
    if len(traits) > MAX_TRAITS or any(not isinstance(trait, str) for trait in traits):
        raise wrong(f"'traits' is a list of words, {MAX_TRAITS} at most", "traits")
    for word, source in fields.get("sources", {}).items():
        if word not in kinds:
            raise wrong(f"'sources' speaks of {short(word)}, which a {kind} does not have{did_you_mean(word, kinds)}", "sources")
        if not _is_source(source):
            raise wrong(f"{NO_SOURCE}, found {short(source)}", "sources")
    if not _is_source(fields["source"]):
        raise wrong(f"{NO_SOURCE}, found {short(fields['source'])}", "source")


def _unprintable(value: Any) -> bool:
    """Is there a text in it that would disturb a terminal or a line of its own?"""
    if isinstance(value, dict):
        return any(_unprintable(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        return any(_unprintable(part) for part in value)
    return isinstance(value, str) and not value.isprintable()


def _abilities(card: str, fields: dict[str, Any], language: Language, wrong: Wrong, before: int) -> tuple[Ability, ...]:
    abilities: list[Ability] = []
    written = fields.get("ability", [])
    if len(written) > MAX_ON_A_CARD:
        raise wrong(f"a card has at most {MAX_ON_A_CARD} abilities, found {len(written)}", "ability 1", "ability")
    for number, raw in enumerate(written, 1):
        try:
            ability = _ability(card, before + number, raw, language)
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


def short(value: Any) -> str:
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
            raise CardTextError(f"unknown key {short(word)}{did_you_mean(word, known)}")
    if len(timings) != 1:
        raise CardTextError(f"exactly one of {', '.join(language.timings)} is needed, found {timings or 'none'}")
    timing = timings[0]
    what = raw[timing]
    if not isinstance(what, str):
        raise CardTextError(f"{timing!r} is a text, found {short(what)}")
    for one in what.split(" or "):
        if one not in language.timings[timing]:
            raise CardTextError(f"nothing opens {timing} = {short(one)}{did_you_mean(one, language.timings[timing])}")
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
            raise CardTextError(f"'pay' says what is paid in words, found {short(price)}")
        if price not in language.costs:
            raise CardTextError(f"unknown cost {short(price)}{did_you_mean(price, language.costs)}")
    if len(set(pay)) < len(pay):
        raise CardTextError("'pay' says everything once")
    cost = raw.get("cost", 0)
    if not isinstance(cost, int) or isinstance(cost, bool) or not 0 <= cost <= MAX_NUMBER:
        raise CardTextError(f"'cost' is a number of resources up to {MAX_NUMBER}, found {short(cost)}")
    bound: set[str] = set()
    condition = compiled(raw["if"], words) if "if" in raw else None
    conditions = parts_of_condition(raw["if"], words) if "if" in raw else {}
    lines = _lines(raw.get("do", []), language, words, bound, 1)
    after = _lines(raw.get("after", []), language, words, bound, 1)
    name = raw.get("name", "")
    if not isinstance(name, str):
        raise CardTextError(f"'name' is a text, found {short(name)}")
    key = slug(name) or str(number)
    return Ability(card, number, name, timing, what, lines, after, condition, cost, pay, amounts, others, raw, key,
                   f"used {key}", conditions)  # fmt: skip


def _lines(raw: Any, language: Language, words: Words, bound: set[str], depth: int) -> tuple[Line, ...]:
    if not isinstance(raw, list):
        raise CardTextError(f"expected a list of lines, found {short(raw)}")
    if len(raw) > MAX_LINES:
        raise CardTextError(f"{len(raw)} lines; past {MAX_LINES}, write a verb")
    if depth > MAX_DEPTH + 1:
        raise CardTextError("lines nest at most two deep; past that, write a verb")
    return tuple(_line(number, line, language, words, bound, depth) for number, line in enumerate(raw, 1))


_LINE = {"if", "cost", "then"}


def _line(number: int, raw: Any, language: Language, words: Words, bound: set[str], depth: int) -> Line:
    if not isinstance(raw, dict) or not raw:
        raise CardTextError(f"line {number}: write a line as {{verb = value, ...}}, found {short(raw)}")
    verb_name = next(iter(raw))
    if verb_name not in language.verbs:
        raise CardTextError(f"line {number}: unknown verb {short(verb_name)}{did_you_mean(verb_name, language.verbs)}")
    verb = language.verbs[verb_name]
    args: dict[str, Any] = {}
    own = set(verb.kinds)
    try:
        for word, value in raw.items():
            if word in own:
                args[word] = _argument(verb, word, value, language, words.adding(bound), bound, depth)
            elif word not in _LINE:
                raise CardTextError(f"{verb_name} takes no {short(word)}{did_you_mean(word, own | _LINE)}")
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
            raise CardTextError(f"{word!r} is a text, found {short(value)}")
        return value
    if kind == "name":
        if not isinstance(value, str) or not re.fullmatch(r"[a-z_]+", value):
            raise CardTextError(f"{word!r} gives a name of small letters, found {short(value)}")
        if value in language.words.names or value == "x":
            raise CardTextError(f"{word!r} gives a new name, and {value!r} has a meaning already")
        bound.add(value)
        return value
    if kind == "texts":
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise CardTextError(f"{word!r} is a list of texts, found {short(value)}")
        if len(set(value)) < len(value):
            raise CardTextError(f"{word!r} says the same twice, so nobody could tell the answers apart")
        return tuple(value)
    if kind == "lines":
        return _lines(value, language, words, bound, depth + 1)
    if kind == "ways":
        if not isinstance(value, list):
            raise CardTextError(f"{word!r} is a list of ways, each a list of lines, found {short(value)}")
        if not 1 <= len(value) <= MAX_LINES:
            raise CardTextError(f"{word!r} has 1 to {MAX_LINES} ways, found {len(value)}")
        return tuple(_lines(way, language, words, bound, depth + 1) for way in value)
    if value not in kind.split("|"):
        raise CardTextError(_one_of(word, value, kind))
    return value


def _one_of(word: str, value: Any, kind: str) -> str:
    words = kind.split("|")
    return f"{word!r} is one of {', '.join(words)}; found {short(value)}{did_you_mean(str(value), words)}"


def _flag(word: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise CardTextError(f"{word!r} is true or false, found {short(value)}")
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
