"""What makes sense on a card of the family: checked on loading, also of packs that strangers wrote."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from dcf_lab.engine.cards.cards import Ability, Card, CardTextError, Language, Library
from dcf_lab.engine.cards.expr import Formula, Names, did_you_mean
from dcf_lab.engine.cards.packs import Pack, load
from dcf_lab.engine.cards.verbs import Line
from dcf_lab.games.deckbuilders.box import STARTERS, TYPES, Edition, Table

CHARACTER = "character"
CONFRONTATIONS = "confrontations"
MOST = 100  # of what one line says in numbers

UNUSED = {  # keys that other games have
    "cost": "nothing is paid for an ability but what 'pay' says of a Defense or Block, or a line with cost = true",
    "after": "what comes afterwards is a reaction, or stands at the end of 'do'",
    "text": "an ability has no text of its own; 'text' is a field of the card",
}
ONLY_FOR = {
    "add": ("constant",), "tally": ("constant", "reaction"), "every": ("constant", "reaction"), "own": ("constant",),
    "pay": ("defense", "block"), "anyone": ("reaction",), "any_time": ("reaction",), "first_time": ("reaction",),
    "drawback": ("reaction",), "optional": ("reaction",), "any_turn": ("reaction", "constant"),
    "together": ("first_appearance",), "once": ("use", "reaction", "constant"),
}  # fmt: skip
# An Attack works the same when it comes up On Patrol, and a First Appearance is nobody's: there is no 'you' in it.
NEEDS_A_PLAYER = frozenset({"power", "double", "spend", "discount", "play", "attack", "extra", "freeze", "raise", "call_off"})
MAY_BE_LEFT_OUT = {"at", "who", "by", "of", "on", "offer"}
NEEDED = {"steal": ("from",), "pass": ("to",), "mark": ("on",), "offer": ("ways",), "spend": ("do",), "for_each": ("do",)}
RULES_MARKS = re.compile(r"face.*|from the next turn|used .*|frozen.*|cannot .*|turned up|assist|unsettled")
# where functions are told a kind of card, or an area
KINDS = {"cards": 2, "some": 2, "foes_with": 2, "lying": 1, "different": 1, "plays": 1, "named": 1, "first": 1, "others": 1,
         "opener": 0, "taken": 0, "in_play": 0}  # fmt: skip
OF_PLAYERS = ("hand", "deck", "discard", "played", "locations", "kept", "character", "scored", "owned")
OF_THE_TABLE = ("line-up", "destroyed", "main deck", "stack", "supply", "weaknesses")
AREAS = {"cards": (1, OF_PLAYERS), "some": (1, OF_PLAYERS), "foes_with": (1, OF_PLAYERS), "taken_in": (1, OF_PLAYERS),
         "lying": (0, OF_THE_TABLE), "different": (0, OF_THE_TABLE), "costs": (0, OF_THE_TABLE)}  # fmt: skip


def load_cards(box: Iterable[Pack], packs: Iterable[Pack], language: Language, edition: Edition, most_players: int) -> Library:
    """The cards of a game with packs that correct and add, and what only this family can check."""
    packs = list(packs)
    if packs:  # the cards of the box are known to say nothing absurd
        language = replace(language, narrowed=narrowed)
    cards = load([*box, *packs], language)
    for card in cards.printed.values() if packs else ():
        for word, what in mistakes(card, cards, language, edition, most_players):
            raise CardTextError(f"{card.where(word, 'ability')}: {card.id}: {what}")
    return cards


def mistakes(card: Card, cards: Library, language: Language, edition: Edition, most_players: int) -> Iterator[tuple[str, str]]:
    """Everything on a printed card that makes no sense in this game: the field, and a sentence."""
    yield from _numbers(card, edition, most_players)
    if card.type == CHARACTER and language.game == CONFRONTATIONS:
        yield from _version(card, cards)
    more = str(card.values.get("also", ""))
    for kind in [one.strip() for one in more.split(",")] if more else ():
        if kind not in TYPES:
            yield "also", f"'also' names further types, and {kind!r} is none{did_you_mean(kind, TYPES)}"
    for ability in card.abilities:
        for what in _ability(card, ability, cards, language):
            yield f"ability {ability.number}", f"ability {ability.number}: {what}"


def _numbers(card: Card, edition: Edition, most_players: int) -> Iterator[tuple[str, str]]:
    if card.copies > 1 and (card.type == CHARACTER or card.values.get("stack")):
        yield "copies", "there is one of each character and of each card of the stack"
    if card.copies < (least := STARTERS.get(card.id, 0) * most_players):
        yield "copies", f"the starting decks of {most_players} players need {least} copies of it"
    if card.values.get("stack") and not edition.starts_on:
        yield "stack", "this game has no stack"
    if card.id == edition.starts_on and not card.values.get("stack"):
        yield "stack", "the stack starts with this card, so it is one of the stack"


def _version(card: Card, cards: Library) -> Iterator[tuple[str, str]]:
    """A Character has three versions that are beaten one after the other (Setup)."""
    if "of_character" not in card.values:
        yield "type", "'of_character' is missing: whose version is it?"
        return
    if card.values.get("side") not in ("heroes", "villains"):
        yield "side", "'side' is heroes or villains"
    same = [one for one in cards.printed.values() if one.values.get("of_character") == card.values["of_character"]]
    if sorted(one.value("level") for one in same) != [1, 2, 3]:
        yield "level", f"a Character has versions of Level 1, 2 and 3, and {card.values['of_character']} has others"


def _ability(card: Card, ability: Ability, cards: Library, language: Language) -> Iterator[str]:
    timing, raw = ability.timing, ability.raw
    for word in raw:
        if word in UNUSED:
            yield UNUSED[word]
        elif timing not in ONLY_FOR.get(word, (timing,)):
            yield f"{word!r} is for {' and '.join(ONLY_FOR[word])}, and this is {timing}"
    if timing in ("block", "start") and language.game != CONFRONTATIONS:
        yield f"{timing!r} is a word of Confrontations"
    if timing in ("first_appearance", "defeated") and not card.values.get("stack"):
        yield f"{timing!r} is for cards of the stack, and this is none; it would say stack = true"
    if card.type == CHARACTER and timing in ("play", "defense", "destroyed"):
        yield f"a character is never in a hand, so it has no {timing!r}"
    if timing == "defense" and not ability.pay:
        yield "a Defense says what it costs: pay = 'discard this', or 'show this'"
    if timing == "constant":
        yield from _constant(ability)
    elif not ability.lines and timing != "defense":
        yield f"{timing!r} does nothing; what it does stands in 'do'"
    if ("tally" in raw) != ("every" in raw):
        yield "'tally' counts what makes a set, and 'every' says how many make one: both or none"
    yield from _lines(ability.lines, language, timing == "first_appearance")
    for text in _texts(raw):
        yield from _words(text, cards, language)


def _constant(ability: Ability) -> Iterator[str]:
    if ability.lines:
        yield "a constant is in force and does nothing; it has no 'do'"
    if ability.what in ("bonus", "points"):
        if "add" not in ability.raw:
            yield f"{ability.what!r} says how much with 'add'"
    elif "add" in ability.raw:
        yield f"{ability.what!r} adds nothing"
    if ability.what == "points":
        if "if" in ability.raw:
            yield "a formula of points has no 'if'; write it into 'add': 5 * (you.cards >= 20)"
        if re.search(r"\.(points|wins)\b|\bworth\(", str(ability.raw)):
            yield "what a card is worth cannot look at what cards are worth"


def _lines(lines: tuple[Line, ...], language: Language, nobodys: bool) -> Iterator[str]:
    for line in lines:
        verb, kinds = line.verb, language.verbs[line.verb].kinds
        wanted = [word for word, kind in kinds.items() if word not in MAY_BE_LEFT_OUT and kind == "cards"]
        for word in (*wanted, *NEEDED.get(verb, ())):
            if word not in line.raw:
                yield f"{verb} does not say {word!r}"
        if nobodys and verb in NEEDS_A_PLAYER:
            yield f"{verb} is for whoever plays a card, and nobody has played what attacks here; say it outside"
        if verb == "mark" and RULES_MARKS.fullmatch(line.raw["mark"]) and line.raw["mark"] != "used as kept":
            yield f"the rules use the mark {line.raw['mark']!r} themselves; choose another word"
        if language.game == CONFRONTATIONS and "stack" in (line.raw.get("to"), line.raw.get("in"), line.raw.get("back")):
            yield "this game has no stack"
        for word, kind in kinds.items():
            if kind == "lines" and word in line.args:
                if not line.args[word]:
                    yield f"{verb}: {word!r} says nothing"
                yield from _lines(line.args[word], language, nobodys or verb == "attack")
            elif kind == "ways":
                for way in line.args.get(word, ()):
                    yield from _lines(way, language, nobodys)


# what expressions say in quotes


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _words(text: str, cards: Library, language: Language) -> Iterator[str]:
    """Kinds of cards and areas that a function is told: a misspelt one would count nothing, and nobody would notice."""
    if "(" not in text:
        return
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # no expression: a name or a label
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in language.words.functions:
            continue
        name = call.func.id
        said = [one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None for one in call.args]
        if (at := KINDS.get(name, 9)) < len(said):
            yield from _kind(name, said[at], cards)
        place, areas = AREAS.get(name, (9, ()))
        if place < len(said):
            for area in (said[place] or "").split(" or "):
                if area not in areas:
                    yield f"{name}: an area is one of {', '.join(areas)}, in quotes{did_you_mean(area, areas)}"


def _kind(name: str, kind: str | None, cards: Library) -> Iterator[str]:
    known = {"card", *TYPES, *cards.printed}
    for one in (kind or "").split(" or "):
        if not one:
            yield f"{name}: a kind of card is a word in quotes, such as 'hero'"
        elif one.removeprefix("not ") not in known and not re.fullmatch(r"cost ([<>]= )?\d{1,3}", one):
            yield f"{name}: there is no kind of card {one[:60]!r}{did_you_mean(one, known)}"


# what a line of a pack can be done to

SIGNED = {("points", "points"), ("choose", "most"), ("choose", "least"), ("each", "most"), ("each", "least")}


def narrowed(verb: str, word: str, kind: str, formula: Formula) -> Formula:
    """What an argument stands for, less what no line can be done to: a number within reason, a player, a card of a deck."""
    if kind == "number":
        least = -MOST if (verb, word) in SIGNED else 0
        return lambda table, names: max(least, min(MOST, formula(table, names)))
    if kind not in ("cards", "player"):
        return formula

    def fits(table: Table, thing: Any) -> bool:
        if thing in table.rules.players:
            return True
        if not isinstance(thing, str) or thing not in table.rules.library:
            return False
        return kind == "player" or verb in ("mark", "make_assist") or CHARACTER not in table.box.kinds[thing]

    def fitting(table: Table, names: Names) -> Any:
        found = formula(table, names)
        if found.__class__ is tuple:
            return tuple(thing for thing in found if fits(table, thing))
        return found if fits(table, found) else None

    return fitting
