"""Choices, events and refusals in words, with what a game's manual says of them; remembers nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Card
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.game import Choice, Clause, Refusal
from dcf_lab.engine.table import Event, Table


def name(table: Table, thing: Any) -> str:
    """A card's printed name, how a player is called, or the thing itself."""
    if thing in table.rules.library:
        return table.rules.library[thing].name
    return str(table.rules.manual.NAMES.get(thing, thing))


def player_name(table: Table, player: str) -> str:
    """A player at the beginning of a line: 'The Rogue', 'Hero 2', 'Chance'."""
    return capital(name(table, player))


def answer_text(table: Table, option: str) -> str:
    """An answer with the names of what it speaks of."""
    return str(table.rules.manual.say(option, table.rules.library))


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def ability_words(card: Card, key: str) -> str:
    """Which ability of a card is meant: its name, 'second ability' if another one could be meant, else nothing."""
    ability = next((one for one in card.abilities if one.key == key), None)
    if ability is None:
        return ""
    if ability.name:
        return ability.name
    moments = set(ability.what.split(" or "))
    for other in card.abilities:
        alike = other is not ability and other.timing == ability.timing
        if alike and (ability.timing in ("use", "play") or moments & set(other.what.split(" or "))):
            number = card.abilities.index(ability)
            return f"{_ORDINALS[number]} ability" if number < len(_ORDINALS) else f"ability {number + 1}"
    return ""


# questions


def question(table: Table, choice: Choice) -> str:
    """What a player is asked, in words; `choice.prompt` is how records and scenarios call it."""
    return str(table.rules.manual.question(table, choice.prompt))


def asked(table: Table, choice: Choice) -> str:
    """Who is asked what: 'The Rogue: Rogue Action Phase'."""
    return f"{player_name(table, choice.player)}: {question(table, choice)}"


# events


def sentence(table: Table, event: Event, sums: bool = True) -> str:
    """An event in words, with its arithmetic unless that is told apart."""
    kind = table.rules.manual.EVENTS.get(event.kind)
    if kind is None:
        who = " ".join(f"{word} {name(table, x)}" for word, x in (("by", event.by), ("to", event.to)) if x)
        number = "" if event.amount is None else f" {event.amount}"
        return f"{event.kind.capitalize()}{number} {who}".strip() + "."
    pattern = kind.sentence if isinstance(kind.sentence, str) else kind.sentence(event, table.rules.library)
    return capital(pattern.format_map(_Words(table, event, {} if sums else {"sum": ""})))


def phrase(table: Table, event: Event) -> str:
    """An event in a few words, '4 damage to Batman'; its sentence where the game has no fewer, or hides what they speak of."""
    kind = table.rules.manual.EVENTS.get(event.kind)
    short = kind.short if kind is not None else ""
    pattern = short if isinstance(short, str) else short(event, table.rules.library)
    known = {word for word in ("by", "to") if getattr(event, word) is not None} | set(event.detail)
    if not pattern or any(word.removesuffix("'s") not in known for word in _SPOKEN_OF.findall(pattern)):
        return sentence(table, event, sums=False).removesuffix(".")
    return capital(pattern.format_map(_Words(table, event, {})))


_SPOKEN_OF = re.compile(r"\{((?:by|to|card)(?:'s)?)\}")


# ' ({amount} Renown)', ' for {amount}', '{sum}'
_TAIL = re.compile(r" \([^)]*\{[^)]*\)|(?: (?:for|of|from|at|with|to|by|as|on|in))? ?\{(?!(?:by|to)(?:'s)?\})[^}]*\}")


def told_plainly(pattern: str) -> str:
    """An event's sentence with nothing in it but who and what: '{by} lays {to}'."""
    return _TAIL.sub("", pattern).rstrip(".: ")


def depth(table: Table, kind: str) -> str:
    """How deep one must look to see an event of this kind: stage, action, effect or atom."""
    found = table.rules.manual.EVENTS.get(kind)
    return str(found.depth) if found is not None else "effect"


def is_bookkeeping(table: Table, kind: str) -> bool:
    """Is an event of this kind passed over by who steps through a game?"""
    found = table.rules.manual.EVENTS.get(kind)
    return found is not None and bool(found.bookkeeping)


def whose(text: str) -> str:
    """Somebody's: "Batman's", "Rending Claws'"."""
    return f"{text}'" if text.endswith("s") else f"{text}'s"


class _Words(dict[str, str]):
    """What the words of a pattern stand for in one event, found when they are asked for."""

    def __init__(self, table: Table, event: Event, known: Mapping[str, str]) -> None:
        super().__init__(known)
        self.table, self.event = table, event

    def __missing__(self, word: str) -> str:
        event, table = self.event, self.table
        if word.endswith("'s"):
            return whose(self[word.removesuffix("'s")])
        if word in ("by", "to"):
            return name(table, getattr(event, word))
        further = table.rules.manual.EVENT_WORDS.get(word) or _FURTHER.get(word)
        if further is not None:
            return str(further(table, event))
        value = event.detail.get(word)
        if isinstance(value, tuple):
            return area_words(table, value)
        return name(table, value) if isinstance(value, str) else str(value)


def _option(table: Table, event: Event) -> str:
    return answer_text(table, event.detail["option"])


def _ability_of(table: Table, event: Event) -> str:
    """' (Primal Drive)', if the card has more than one such ability."""
    card = event.detail.get("card", event.to)
    key = event.detail.get("ability")
    library = table.rules.library
    called = ability_words(library[card], key) if card is not None and card in library and key is not None else ""
    return f" ({called})" if called else ""


def _listed(table: Table, event: Event) -> str:
    """': Fame, Punch and Flight', for those who may know."""
    names = _names(table, event)
    return f": {names}" if names else ""


def _names(table: Table, event: Event) -> str:
    names = [name(table, card) for card in event.detail.get("cards", ())]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def area_words(table: Table, zone: tuple[str, str]) -> str:
    """Where cards lie: "the Hero's discard pile", "the Location deck", "Batman"."""
    whom, area = zone
    words = table.rules.manual.BOARD.words(table, whom, area)
    if whom == "table":
        return f"the {words}"
    return f"{whose(name(table, whom))} {words}" if whom in table.rules.players else name(table, whom)


_FURTHER: dict[str, Callable[[Table, Event], str]] = {
    "sum": lambda table, event: f" ({arithmetic(table, event)})" if len(event.parts) > 1 else "",
    "option": _option,
    "ability": _ability_of,
    "listed": _listed,
    "names": _names,
    "amount": lambda table, event: str(event.amount),
    "cards": lambda table, event: f"{event.amount} card{'s' * (event.amount != 1)}",
    "name": lambda table, event: event.detail["name"],
    "way": lambda table, event: event.detail["way"],
    "what": lambda table, event: event.detail["what"],
}


def arithmetic(table: Table, event: Event) -> str:
    """'3 printed on Cheetah, +3 Enhanced Strength, -2 by Batman = 4'; nothing without parts."""
    if not event.parts:
        return ""
    terms = [f"{amount if n == 0 else format(amount, '+d')} {words}" for n, (amount, words) in enumerate(summands(table, event))]
    total = sum(part.amount for part in event.parts) if event.amount is None else event.amount
    return f"{', '.join(terms)} = {total}"


def summands(table: Table, event: Event) -> list[tuple[int, str]]:
    """Every part of a number, and where it comes from: (3, 'printed on Cheetah')."""
    manual = table.rules.manual
    return [
        (part.amount, manual.PARTS.get(part.what, part.what).format(card=name(table, part.card)) + manual.formula(table, part))
        for part in event.parts
    ]


def log_lines(table: Table, events: Iterable[Event]) -> list[str]:
    """The log in words, each line with its rules."""
    return [f"{event.id:>5}  {sentence(table, event)}  [{', '.join(event.rules)}]" for event in events if event.kind != "window"]


def near_misses(table: Table, events: Iterable[Event]) -> list[str]:
    """Who was waiting for a moment and did not react, and why."""
    return [
        f"{near_miss(table, event, card, ability)}: {_reasons(clauses)}."
        for event in events if event.kind == "window"
        for card, ability, clauses in event.detail["near"]
    ]  # fmt: skip


def near_miss(table: Table, window: Event, card: str, ability: str) -> str:
    """'After Cheetah Threatens: The Joker did not react', without the reasons."""
    return f"{capital(moment_words(table, window))}: {ability_name(table, card, ability)} did not react"


def moment_words(table: Table, window: Event) -> str:
    """The moment that a window is about, as the game says it."""
    said = table.rules.manual.EVENT_WORDS.get("moment")
    return str(said(table, window)) if said else str(window.detail["moment"])


def ability_name(table: Table, card: str, key: str) -> str:
    """'The Joker (Crowd of Victims)', or the card alone where it can only be one ability."""
    called = ability_words(table.rules.library[card], key)
    return f"{name(table, card)} ({called})" if called else name(table, card)


def _reasons(clauses: Iterable[Clause]) -> str:
    """Every reason with its rule."""
    return "; ".join(f"{clause.text} ({clause.rule})" for clause in clauses)


def may_not(table: Table, refusal: Refusal, player: str = "") -> str:
    """'Superman may not Rescue': what is refused to whom; the player is the one who is asked."""
    return str(table.rules.manual.may_not(table, refusal.option, refusal.player or player))


def because(table: Table, refusal: Refusal, player: str = "") -> str:
    """'Superman may not Rescue, because there is no Scheme at The Daily Planet.': a refusal as one sentence."""
    return f"{may_not(table, refusal, player)}, because {'; '.join(clause.text for clause in refusal.clauses)}."


def remedy_text(table: Table, clause: Clause) -> str:
    """What would mend a condition; another reading of the rules in its words."""
    key, _, reading = clause.remedy.removeprefix("ruling ").partition(" = ")
    ruling = table.rules.manual.rulings().get(key) if clause.remedy.startswith("ruling ") else None
    if ruling is None:
        return clause.remedy
    return f"the other reading of the rulebook: “{ruling.readings[reading].removesuffix('.')}”"


def told_clauses(table: Table, clauses: Iterable[Clause]) -> list[tuple[str, str, str]]:
    """Every reason as a reader is told it: the rule, what it found, and what it would need."""
    return [(clause.rule, clause.text, remedy_text(table, clause)) for clause in clauses]


def _all_reasons(table: Table, clauses: Iterable[Clause]) -> str:
    told = told_clauses(table, clauses)
    return "; ".join(f"{text} ({rule})" + (f", would need: {remedy}" if remedy else "") for rule, text, remedy in told)


def refusal_text(table: Table, refusal: Refusal, player: str = "") -> str:
    """'Cheetah may not Threaten: there is no Scheme at The Daily Planet (DCF-R067)', every reason, and the way out."""
    return f"{may_not(table, refusal, player)}: {_all_reasons(table, refusal.clauses)}"


class Group(NamedTuple):
    """Refusals of one kind, told together: "20 cards cannot be bought", and why: "their characters are not recruited"."""

    what: str
    clauses: tuple[Clause, ...]
    refusals: tuple[Refusal, ...]
    text: str  # all of it as one sentence


def grouped(table: Table, refusals: Iterable[Refusal], player: str = "") -> list[Group]:
    """Refusals of one kind together, in the order of the first of each kind; the player is the one who is asked."""
    kinds: dict[tuple[str, ...], list[Refusal]] = {}
    for refusal in refusals:
        deed, _, way, *_ = (*refusal.option.split(" "), "", "")
        deed = f"{deed} {way}" if f"{deed} {way}" in table.rules.manual.DEEDS else deed
        alone = () if deed in table.rules.manual.DEEDS else (refusal.option,)
        kind = (deed, *(f"{c.many or c.text} ({c.rule})" for c in refusal.clauses), *alone)
        kinds.setdefault(kind, []).append(refusal)
    return [_group(table, kind[0], found, player) for kind, found in kinds.items()]


def _group(table: Table, deed: str, found: list[Refusal], player: str) -> Group:
    first = found[0]
    if len(found) == 1:
        return Group(may_not(table, first, player), first.clauses, (first,), refusal_text(table, first, player))
    pattern, thing, place, *_ = table.rules.manual.DEEDS[deed]
    things = {refusal.option if place < 0 else refusal.option.split(" ")[place] for refusal in found}
    if len(things) == 1:
        what, some = name(table, next(iter(things))), str(len(found))
        clauses = dict.fromkeys(Clause(clause.rule, clause.text) for refusal in found for clause in refusal.clauses)
    else:
        what, some = f"{len(things)} {thing[:-1] + 'ies' if thing == 'ability' else thing + 's'}", "some"
        clauses = dict.fromkeys(Clause(clause.rule, clause.many or clause.text) for clause in first.clauses)
    told = capital(pattern.format(what, some=some))
    return Group(told, tuple(clauses), tuple(found), f"{told}: {_all_reasons(table, clauses)}")


def why_text(table: Table, options: Sequence[str], refusals: Iterable[Refusal], option: str = "", player: str = "") -> list[str]:
    """Why things are refused: all of them, those of one kind together; or one by one those that a word speaks of."""
    refusals = list(refusals)
    if not option:
        return [group.text for group in grouped(table, refusals, player)] or ["nothing is refused here"]
    found = [refusal_text(table, r, player) for r in refusals if r.option == option or option in r.option.split()]
    if found:
        return found
    return [f"{option} is allowed" if option in options else f"nothing is known about {option!r} here"]


def shown_marks(table: Table, card: str) -> list[str]:
    """The marks on a card that a reader wants to know of; the others are what the rules note down for themselves."""
    state = table.rules.manual.BOARD.state
    marks = [what for whom, what in table.marks if whom == card]
    return [what for what in marks if (found := state(what)) is None or found.name]


def is_team(manual: Any, side: str) -> bool:
    """Can several players be on this side, so that one says 'the Heroes win', and not 'Player 1 wins'?"""
    return any(len(seating.get(side, ())) > 1 for seating in manual.SEATINGS.values())


def side_in_words(manual: Any, side: str) -> str:
    """A side within a sentence: 'the Heroes', 'Player 1', 'Team 1'."""
    name: str = manual.SIDES[side]
    return f"{'the ' * (is_team(manual, side) and not name[-1].isdigit())}{name}"


def ending(table: Table) -> str:
    """How a game has ended: 'The Heroes win by rescue'."""
    manual = table.rules.manual
    found = manual.outcome(table)
    if found is None or not found.winners:
        return "Nobody wins"
    who = " and ".join(side_in_words(manual, side) for side in found.winners)
    several = len(found.winners) > 1 or is_team(manual, found.winners[0])
    return capital(f"{who} win{'' if several else 's'}{f' by {found.how}' * bool(found.how)}")
