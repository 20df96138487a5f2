"""What makes sense on a card of DC Forever: checked on loading, and what each verb can be done to when the card is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from dcf_lab.engine.cards.cards import Ability, Card, Library
from dcf_lab.engine.cards.expr import Formula, Names
from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.table import where
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE, Table, in_play
from dcf_lab.games.dc_forever.text.language import LANGUAGE
from dcf_lab.games.dc_forever.text.verbs import VERBS

# what a card of a type cannot be without
AT_LEAST_ONE = {HERO: "health", ROGUE: "health", "unaligned": "health", "location": "citizens", "scheme": "threshold"}
SIDE_OF_TYPE = {"asset": HERO, "minion": ROGUE, "scheme": ROGUE}
IN_EVERY_DECK = ("renown", "prestige", "fame")

# what a line must say besides its verb, and where a verb has something to work on
NEEDED = {
    verb: [word for word, kind in VERBS[verb].kinds.items() if kind in ("cards", "ways") and word != "at"] for verb in VERBS
}
NEEDED["value"].append("of")
NEEDED["boost"].append("of")
ONLY_IN = {
    "reduce": ("when damage", "when claim"), "ignore": ("when damage", "when claim"), "instead": ("when damage",),
    "redirect": ("when damage",),
    "cancel": ("when attack", "when threaten", "when rescue", "when play", "when damage", "when defeated"),
}  # fmt: skip
ONLY_ON = {"claim": "unaligned", "strike": "unaligned"}
# marks that the rules themselves put on cards
RULES_MARKS = re.compile(
    r"exhausted|faceup|revealed|blank|swayed|planted|repeated|lent|recruited once|used .*|cannot .*|.* value|.* boost .*"
)


def mistakes(card: Card, cards: Library) -> Iterator[tuple[str, str]]:
    """Everything on a printed card that makes no sense in this game: the field, and a sentence."""
    word = AT_LEAST_ONE.get(card.type)
    if word is not None and card.value(word) < 1:
        yield word, f"{word!r} is 1 or more on a {card.type}, and here it is {card.values.get(word, 'missing')}"
    yield from _affiliation(card, cards)
    if card.values.get("onto", "own") not in ("own", HERO, ROGUE, "any"):
        yield "onto", "'onto' is own, hero, rogue or any"
    if card.id in IN_EVERY_DECK and card.copies < 2:
        yield "copies", "the Hero decks need 2 copies of it"
    for ability in card.abilities:
        for what in _ability(card, ability):
            yield f"ability {ability.number}", f"ability {ability.number}: {what}"


def _affiliation(card: Card, cards: Library) -> Iterator[tuple[str, str]]:
    """An event, asset, minion ... is a card of a character of the right side; nothing else is (Affiliated Cards)."""
    if card.type not in LANGUAGE.affiliated:
        if card.of is not None:
            yield "of", f"a {card.type} belongs to no character, so it has no 'of'"
        return
    if card.of is None:
        yield "type", f"'of' is missing: whose {card.type} is it?"
        return
    side = cards.printed[card.of].type
    if side not in (HERO, ROGUE):
        yield "of", f"'of' names {card.of}, which is no character"
    elif SIDE_OF_TYPE.get(card.type, side) != side:
        yield "of", f"a {card.type} is a {SIDE_OF_TYPE[card.type]}'s card, and {card.of} is a {side}"
    elif (other := "infamy" if side == HERO else "renown") in card.values:
        yield other, f"a {side}'s card has no {other!r}"


def _ability(card: Card, ability: Ability) -> Iterator[str]:
    if card.type == "event" and any(price.endswith("this") for price in ability.pay):
        yield "an event is discarded anyway, so it cannot pay with itself"
    if card.type == "scheme" and "discard this" in ability.pay and ability.words.get("while") != "faceup":
        yield "a Scheme can be discarded while it lies faceup on the table; say while = 'faceup'"
    if not isinstance(ability.raw.get("threshold", 0), int):
        yield "'threshold' is a plain number of citizens"
    if ability.what == "health" and re.search(r"\.(health|remaining)\b", str(ability.raw)):
        yield "what adds to Health cannot look at Health"
    for line in _all_lines((*ability.lines, *ability.after)):
        for word in NEEDED[line.verb]:
            if word not in line.raw:
                yield f"{line.verb} does not say {word!r}"
        moments = ONLY_IN.get(line.verb)
        if moments and not (ability.timing == "reaction" and set(ability.what.split(" or ")) <= set(moments)):
            yield f"{line.verb} works in a reaction to {' or '.join(moments)}"
        if line.verb in ONLY_ON and card.type != ONLY_ON[line.verb]:
            yield f"{line.verb} is what {ONLY_ON[line.verb]} characters do, and this is a {card.type}"
        if line.verb == "mark" and RULES_MARKS.fullmatch(line.raw["mark"]):
            yield f"the rules use the mark {line.raw['mark']!r} themselves; choose another word"


def _all_lines(lines: tuple[Line, ...]) -> Iterator[Line]:
    """The lines of an ability with those inside them."""
    for line in lines:
        yield line
        for word, kind in VERBS[line.verb].kinds.items():
            if kind == "lines":
                yield from _all_lines(line.args.get(word, ()))
            elif kind == "ways":
                for way in line.args.get(word, ()):
                    yield from _all_lines(way)


# what a verb can be done to

CHARACTERS = (HERO, ROGUE, "unaligned")
TEAM = (HERO, ROGUE)
PERMANENTS = ("attachment", "asset", "minion")
DECK_CARDS = ("event", "attachment", "asset", "minion", "scheme", "resource")
Fits = Callable[[Table, str], bool]


def _of(*kinds: str, playing: bool | None = None) -> Fits:
    """Cards of these types; with `playing`, only those in play, or only those that are not."""

    def fits(table: Table, card: str) -> bool:
        return table.box.kind.get(card) in kinds and (playing is None or in_play(table, card) == playing)

    return fits


def _place(table: Table, card: str) -> bool:
    return card in table.zones.get(LOCATIONS, ())


def _holder(table: Table, card: str) -> bool:
    """What citizens can be on."""
    if card in ("sanctuary", "supply"):
        return True
    on_card = table.box.kind.get(card) in ("location", "scheme", "unaligned")
    return on_card and (in_play(table, card) or card in table.zones.get(MASTER_PLAN, ()))


def _playable(table: Table, card: str) -> bool:
    """A card that is not in play, nor being played just now: that one is discarded first (Play a Card)."""
    return _of(*DECK_CARDS, playing=False)(table, card) and (where(table, card) or ("", ""))[1] != "played"


def _anyone(table: Table, thing: str) -> bool:
    return thing in table.rules.players or thing in table.rules.library


DONE_TO: dict[tuple[str, str], Fits] = {
    ("damage", "to"): _of(*CHARACTERS), ("heal", "to"): _of(*CHARACTERS), ("strike", "strike"): _of(*CHARACTERS, playing=True),
    ("value", "on"): _of(*CHARACTERS, playing=True), ("boost", "on"): _of(*CHARACTERS, playing=True),
    ("redirect", "redirect"): _of(*CHARACTERS, playing=True),
    ("discard_these", "discard_these"): _of(*DECK_CARDS), ("discard_from", "discard_from"): _of(*TEAM),
    ("take", "take"): _of(*DECK_CARDS), ("plant", "plant"): _of(*DECK_CARDS), ("play", "play"): _playable,
    ("attach", "attach"): _of("attachment"), ("attach", "on"): _of(*TEAM, playing=True),
    ("empower", "empower"): _of(*DECK_CARDS, playing=False), ("empower", "on"): _of(HERO, playing=True),
    ("sacrifice", "sacrifice"): _of(*DECK_CARDS, *TEAM), ("exhaust", "exhaust"): _of(*TEAM, *PERMANENTS, playing=True),
    ("ready", "ready"): _of(*TEAM, *PERMANENTS, playing=True), ("relocate", "relocate"): _of(*CHARACTERS, playing=True),
    ("relocate", "to"): _place, ("recover", "recover"): _of(*TEAM), ("retreat", "retreat"): _of(*TEAM),
    ("control", "control"): _of(*PERMANENTS, playing=True), ("move", "from"): _holder, ("move", "to"): _holder,
    ("faceup", "faceup"): _of("scheme", playing=True), ("look", "at"): _of("scheme"), ("reveal", "at"): _of("scheme"),
}  # fmt: skip
SIGNED = {("boost", "boost"), ("value", "value"), ("choose", "most"), ("choose", "least"), ("each", "most"), ("each", "least")}


def narrowed(verb: str, word: str, kind: str, formula: Formula) -> Formula:
    """What an argument stands for, less what this verb cannot be done to: a line is done as far as possible (Golden Rules)."""
    if kind == "number":
        return formula if (verb, word) in SIGNED else lambda table, names: max(0, formula(table, names))
    if kind not in ("cards", "player"):
        return formula
    fits = DONE_TO.get((verb, word), _anyone)

    def fitting(table: Table, names: Names) -> Any:
        found = formula(table, names)
        if found.__class__ is tuple:
            return tuple(thing for thing in found if isinstance(thing, str) and fits(table, thing))
        return found if isinstance(found, str) and fits(table, found) else None

    return fitting
