"""Tables, choices and events in words; remembers nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.cards.english import Scene, a, counted, noun, parse
from dcf_lab.engine.game import Choice, Clause, Refusal
from dcf_lab.engine.table import Event, Part, Table, printed
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    LOCATIONS,
    MASTER_PLAN,
    PLAYER_NAMES,
    ROGUE,
    is_exhausted,
    is_swayed,
    side_of,
    spaces,
)
from dcf_lab.games.dc_forever.rules.stages import stage_and_phase as stage_and_phase
from dcf_lab.games.dc_forever.text.english import MOMENTS, happening
from dcf_lab.games.dc_forever.text.phrases import COUNTED, GROUPS, NAMES
from dcf_lab.games.dc_forever.text.sayings import AREAS, UNTIL, VOCABULARY
from dcf_lab.games.dc_forever.text.sentences import PARTS, SENTENCES, TABLE_AREAS

_RULES = Path(__file__).parent.parent / "games" / "dc_forever" / "rules.toml"


@lru_cache(maxsize=1)
def rule_texts() -> Mapping[str, Mapping[str, Any]]:
    """Every rule by its id: text, section, topic."""
    return tomllib.loads(_RULES.read_text(encoding="utf-8"))


def name(table: Table, thing: Any) -> str:
    """A card's printed name, a player's name with a capital, or the thing itself."""
    if thing in table.rules.library:
        return table.rules.library[thing].name
    return _NAMES.get(thing, str(thing))


_NAMES = PLAYER_NAMES | {
    "sanctuary": "Sanctuary", "supply": "the supply", None: "nobody",
}  # fmt: skip


def player_name(player: str) -> str:
    """A player at the beginning of a line: 'The Rogue', 'Hero 2', 'Chance'."""
    return _capital(_NAMES.get(player, player))


def answer_text(table: Table, option: str) -> str:
    """An answer with the names of what it speaks of."""
    return say(option, table.rules.library)


def say(option: str, library: Library) -> str:
    """An answer in words, its cards by their names.

    >>> from dcf_lab.games.dc_forever import library
    >>> say("activate superman at the_daily_planet", library()), say("pool fame.1", library())
    ('activate Superman at The Daily Planet', 'lay Fame into the pool')
    >>> say("use cheetah primal_drive", library()), say("react always_prepared 1", library())
    ('use Primal Drive of Cheetah', 'react with Always Prepared')
    >>> say("use x_ray_vision 2", library()), say("rogue2 first", library())
    ('use the second ability of X-Ray Vision', 'Rogue 2 goes first')
    """

    def named(word: str) -> str:
        return library[word].name if word in library else _NAMES[word] if re.fullmatch("(rogue|hero)[12]", word) else word

    match option.split(" "):
        case ["pool", card] if card in library:
            return f"lay {named(card)} into the pool"
        case ["pay", "pool"]:
            return "pay from the pool"
        case ["pay" | "start" as word, card] if card in library:
            return f"{word} with {named(card)}"
        case ["use" | "react" as word, card, key] if card in library:
            called = ability_words(library[card], key)
            whose = f"{'the ' * called.endswith(' ability')}{called} of " if called else ""
            return f"{word} {'with ' * (word == 'react')}{whose}{named(card)}"
        case ["play", card, key] if card in library and key not in library:
            called = ability_words(library[card], key)
            return f"play {named(card)}{f' ({called})' * bool(called)}"
        case ["choose", "scheme", "at", place]:
            return f"choose the facedown Scheme at {named(place)}"
        case ["choose", "rogue" | "hero" as player]:
            return f"choose {_NAMES[player]}"
        case ["modifier", card] if card in library:
            return f"the modifier {named(card)}"
        case [player, "first"] if player in _NAMES:
            return f"{named(player)} goes first"
    return " ".join(named(word) for word in option.split(" "))


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
    """What a player is asked, in words; `choice.prompt` is how records and scenarios call it.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> table = first_game(seed=1).table
    >>> question(table, Choice("hero", "React: when damage wonder_woman", []))
    'React: when Wonder Woman is about to suffer damage'
    >>> question(table, Choice("hero", "Dose the City: choose an unaligned", []))
    'Dose the City: choose an Unaligned character'
    """
    return _question(table, choice.prompt)


def asked(table: Table, choice: Choice) -> str:
    """Who is asked what: 'The Rogue: Rogue Action Phase'."""
    return f"{player_name(choice.player)}: {question(table, choice)}"


def _question(table: Table, prompt: str) -> str:
    if prompt.startswith("React: "):
        return f"React: {_about(table, prompt.removeprefix('React: '))}"
    if prompt.endswith(": which first") and prompt.removesuffix(": which first") in MOMENTS:
        return f"{_capital(happening(prompt.removesuffix(': which first'), {}))}: which first"
    if found := re.fullmatch(r"(.*: choose|Chance picks) an? ([a-z ]+)", prompt):
        return f"{found[1]} {a(GROUPS.get(found[2], found[2]))}"
    if found := re.fullmatch(r"A random card of (\w+)'s hand", prompt):
        return f"A random card of {_whose(name(table, found[1]))} hand"
    if found := re.fullmatch(r"The next card of (\w+) ([a-z ]+)", prompt):
        return f"The next card of {area_words(table, (found[1], found[2]))}"
    if prompt.endswith(": which"):
        return f"{prompt} of these"
    return f"{prompt.removesuffix(' do it')} use it or not" if prompt.endswith(": do it") else prompt


def _about(table: Table, text: str) -> str:
    """The moment of a reaction, and the one that it is about: a Location, a player, or whoever the moment speaks of first."""
    moment = max((one for one in MOMENTS if f"{text} ".startswith(f"{one} ")), key=len, default="")
    thing = text.removeprefix(moment).strip()
    if not moment or not thing:
        return happening(moment, {}) if moment else text
    known = table.rules.library[thing].type if thing in table.rules.library else ""
    words = name(table, thing)
    if thing in table.rules.players:
        return happening(moment, {"player": words})
    if known == "location":
        return happening(moment, {"place": words, "card": f"a Scheme at {words}"})
    if moment in ("when play", "after play") and known in (HERO, ROGUE, "unaligned"):
        return happening(moment, {"card": f"a card on {words}"})
    spoken_of = [role for role in ("target", "card", "actor", "player", "place") if f"{{{role}}}" in MOMENTS[moment][0]]
    return happening(moment, dict.fromkeys(spoken_of[:1], words))


# events


def sentence(table: Table, event: Event) -> str:
    """An event in words, with its arithmetic."""
    pattern = SENTENCES.get(event.kind)
    if pattern is None:
        who = " ".join(f"{word} {name(table, x)}" for word, x in (("by", event.by), ("to", event.to)) if x)
        number = "" if event.amount is None else f" {event.amount}"
        return f"{event.kind.capitalize()}{number} {who}".strip() + "."
    if not isinstance(pattern, str):
        pattern = pattern(event, table.rules.library)
    return _capital(pattern.format_map(_Words(table, event)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _whose(text: str) -> str:
    """Somebody's: "Batman's", "Rending Claws'"."""
    return f"{text}'" if text.endswith("s") else f"{text}'s"


class _Words(dict[str, str]):
    """What the words of a pattern stand for in one event, found when they are asked for."""

    def __init__(self, table: Table, event: Event) -> None:
        super().__init__()
        self.table, self.event = table, event

    def __missing__(self, word: str) -> str:
        event, table = self.event, self.table
        if word.endswith("'s"):
            return _whose(self[word.removesuffix("'s")])
        if word in ("by", "to"):
            return name(table, getattr(event, word))
        if word in _FURTHER:
            return _FURTHER[word](table, event)
        value = event.detail.get(word)
        if isinstance(value, tuple):
            return area_words(table, value)
        return name(table, value) if isinstance(value, str) else str(value)


def _icons(table: Table, event: Event) -> str:
    """So much Infamy for a Rogue, so much Renown for a Hero."""
    return f"{event.amount} {'Infamy' if event.by and side_of(event.by) == ROGUE else 'Renown'}"


def _option(table: Table, event: Event) -> str:
    return answer_text(table, event.detail["option"])


def _ability_of(table: Table, event: Event) -> str:
    """' (Primal Drive)', if the card has more than one such ability."""
    card = event.detail.get("card", event.to)
    key = event.detail.get("ability")
    library = table.rules.library
    called = ability_words(library[card], key) if card in library and key is not None else ""
    return f" ({called})" if called else ""


def _moment(table: Table, event: Event) -> str:
    """The moment with those whom it is about; whoever reacts is called 'it' there, and is there if it is the place."""
    reacting = event.detail.get("card")
    roles = {**event.detail, "target": event.to, "card": event.detail.get("about")}
    told = {role: roles.get(role) for role in ("target", "actor", "card", "player", "place")}
    if told["place"] == reacting:
        del told["place"]
    names = {role: "it" if thing == reacting else name(table, thing) for role, thing in told.items() if thing is not None}
    return happening(event.detail["moment"], names)


def _listed(table: Table, event: Event) -> str:
    """': Fame, Punch and Flight', for those who may know."""
    names = _names(table, event)
    return f": {names}" if names else ""


def _names(table: Table, event: Event) -> str:
    names = [name(table, card) for card in event.detail.get("cards", ())]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _out_of(table: Table, event: Event) -> str:
    source = event.detail.get("source") or next((part.card for part in event.parts if part.what == "on"), None)
    return f" from {name(table, source)}" if source is not None else ""


def _worked(table: Table, event: Event) -> str:
    """': half of 8 citizens on Dose the City', when the number was not just printed."""
    text = ""
    told = [thing for thing in (event.to, event.by if len(event.parts) < 2 else None) if thing in table.rules.library]
    for piece in event.detail.get("worked", ()):
        text += "it" if piece in told else "' " if piece == "'s " and text.endswith("s") else name(table, piece)
    text = re.sub(r"\bit's ", "its ", text)
    return f": {text}" if text else ""


def _until(table: Table, event: Event) -> str:
    return f" {UNTIL[event.detail['until']]}" if "until" in event.detail else ""


def area_words(table: Table, zone: tuple[str, str]) -> str:
    """Where cards lie: "the Hero's discard pile", "the Location deck", "Batman"."""
    whose, area = zone
    if whose == "table":
        return f"the {TABLE_AREAS.get(area, area)}"
    return (
        name(table, whose) if area in ("attachments", "empowering") else f"{_whose(name(table, whose))} {AREAS.get(area, area)}"
    )


_FURTHER: dict[str, Callable[[Table, Event], str]] = {
    "sum": lambda table, event: f" ({arithmetic(table, event)})" if len(event.parts) > 1 else "",
    "worked": _worked,
    "until": _until,
    "icons": _icons,
    "option": _option,
    "ability": _ability_of,
    "moment": _moment,
    "listed": _listed,
    "names": _names,
    "out_of": _out_of,
    "amount": lambda table, event: str(event.amount),
    "citizens": lambda table, event: counted(event.amount or 0, "{} citizen(s)"),
    "cards": lambda table, event: counted(event.amount or 0, "{} card(s)"),
    "value": lambda table, event: COUNTED[event.detail["of"]][0],
    "on_host": lambda table, event: f" on {name(table, event.detail['on'])}" if event.detail.get("on") else "",
    "name": lambda table, event: event.detail["name"],
    "way": lambda table, event: event.detail["way"],
    "what": lambda table, event: event.detail["what"],
}


def arithmetic(table: Table, event: Event) -> str:
    """'3 printed on Cheetah, +3 Enhanced Strength, -2 by Batman = 4'; nothing without parts."""
    if not event.parts:
        return ""
    terms = []
    for index, part in enumerate(event.parts):
        what = PARTS.get(part.what, part.what).format(card=name(table, part.card))
        formula = _formula(table, part) if part.what == "modifier" else ""
        terms.append(f"{part.amount if index == 0 else format(part.amount, '+d')} {what}{formula}")
    total = sum(part.amount for part in event.parts) if event.amount is None else event.amount
    return f"{', '.join(terms)} = {total}"


def _formula(table: Table, part: Part) -> str:
    """What a modifier says that it adds, where that is no plain number: ' [1 plus X]'."""
    if part.card not in table.rules.library:
        return ""
    card = table.rules.library[part.card]
    adds = [one.raw["add"] for one in card.abilities if one.timing == "modifier" and "add" in one.raw]
    if len(adds) != 1 or isinstance(adds[0], int):
        return ""
    return f" [{noun(parse(adds[0]), Scene(card, table.rules.library, {**NAMES, 'this': card.name}, VOCABULARY))}]"


def log_lines(table: Table, events: Iterable[Event]) -> list[str]:
    """The log in words, each line with its rules."""
    return [f"{event.id:>5}  {sentence(table, event)}  [{', '.join(event.rules)}]" for event in events if event.kind != "window"]


def near_misses(table: Table, events: Iterable[Event]) -> list[str]:
    """Who was waiting for a moment and did not react, and why."""
    return [
        f"{_capital(_moment(table, event))}: {_ability(table, card, ability)} did not react: {_reasons(clauses)}."
        for event in events if event.kind == "window"
        for card, ability, clauses in event.detail["near"]
    ]  # fmt: skip


def _ability(table: Table, card: str, key: str) -> str:
    """'The Joker (Crowd of Victims)', or the card alone where it can only be one ability."""
    called = ability_words(table.rules.library[card], key)
    return f"{name(table, card)} ({called})" if called else name(table, card)


def _reasons(clauses: Iterable[Clause]) -> str:
    """Every reason with its rule."""
    return "; ".join(f"{clause.text} ({clause.rule})" for clause in clauses)


def refusal_text(table: Table, refusal: Refusal) -> str:
    """'threaten: no Scheme at The Daily Planet (DCF-R067)', every reason, and the way out where there is one."""
    reasons = "; ".join(f"{c.text} ({c.rule})" + (f", would need: {c.remedy}" if c.remedy else "") for c in refusal.clauses)
    return f"{answer_text(table, refusal.option)}: {reasons}"


class Group(NamedTuple):
    """Refusals of one kind, and the sentence for all of them: "20 cards cannot be bought: their characters are not recruited"."""

    text: str
    refusals: tuple[Refusal, ...]


# the first word of an answer -> what it is done with, and which of its words that is
_THINGS = {
    "buy": ("{} cannot be bought", "card", 1), "pool": ("{} cannot be pooled", "card", 1),
    "play": ("{} cannot be played", "card", 1), "play on": ("{} cannot be played on {some} characters", "card", 1),
    "play at": ("{} cannot be played at {some} Locations", "card", 1), "use": ("{} cannot be used", "ability", -1),
    "recruit": ("{} cannot be recruited", "character", 1), "activate": ("{} cannot be activated", "character", 1),
    "attack": ("{} cannot be attacked", "character", 1), "empower": ("{} cannot empower", "card", 3),
    "complete": ("{} cannot be completed", "Scheme", 1), "react": ("{} cannot react", "card", 1),
    "start": ("{} cannot start", "character", 1),
}  # fmt: skip


def grouped(table: Table, refusals: Iterable[Refusal]) -> list[Group]:
    """Refusals of one kind together, in the order of the first of each kind."""
    kinds: dict[tuple[str, ...], list[Refusal]] = {}
    for refusal in refusals:
        deed, _, way, *_ = (*refusal.option.split(" "), "", "")
        deed = f"play {way}" if deed == "play" and way in ("on", "at") else deed
        kind = (deed, *(f"{c.many or c.text} ({c.rule})" for c in refusal.clauses))
        kinds.setdefault(kind, []).append(refusal)
    return [Group(_group_text(table, kind, found), tuple(found)) for kind, found in kinds.items()]


def _group_text(table: Table, kind: tuple[str, ...], found: list[Refusal]) -> str:
    deed, *reasons = kind
    if len(found) == 1 or deed not in _THINGS:
        return "; ".join(refusal_text(table, refusal) for refusal in found)
    pattern, thing, place = _THINGS[deed]
    things = {refusal.option if place < 0 else refusal.option.split(" ")[place] for refusal in found}
    some = len(found) if len(things) == 1 else "some"
    if len(things) == 1:
        what = name(table, next(iter(things)))
        reasons = list(dict.fromkeys(f"{clause.text} ({clause.rule})" for refusal in found for clause in refusal.clauses))
    else:
        what = f"{len(things)} {thing[:-1] + 'ies' if thing == 'ability' else thing + 's'}"
    return f"{pattern.format(what, some=some)}: {'; '.join(reasons)}"


def why_text(table: Table, options: Sequence[str], refusals: Iterable[Refusal], option: str = "") -> list[str]:
    """Why things are refused: all of them, those of one kind together; or one by one those that a word speaks of."""
    refusals = list(refusals)
    if not option:
        return [group.text for group in grouped(table, refusals)] or ["nothing is refused here"]
    found = [refusal_text(table, r) for r in refusals if r.option == option or option in r.option.split()]
    if found:
        return found
    return [f"{option} is allowed" if option in options else f"nothing is known about {option!r} here"]


def board(table: Table, seat: str | None = None) -> str:
    """The whole table as text; `seat` shows only what that player may see."""
    lines = [_heading(table)]
    for place in spaces(table):
        lines.append(_location(table, place, seat))
    for player in table.rules.players:
        lines += _player(table, player, seat)
    return "\n".join(lines)


def _heading(table: Table) -> str:
    facts = table.facts
    schemes = len(table.zone(*MASTER_PLAN))
    return (
        f"Round {facts.get('round', 0)}, {', '.join(filter(None, stage_and_phase(table)))}. "
        f"Sanctuary {table.counts.get(('sanctuary', 'citizens'), 0)} of 30, Master Plan {schemes} of 5."
    )


def _location(table: Table, place: str, seat: str | None) -> str:
    parts = [f"{name(table, place)} ({place}): {counted(table.counts.get((place, 'citizens'), 0), '{} citizen(s)')}"]
    if place not in table.zone(*LOCATIONS):
        parts = [f"An empty space, where {name(table, place)} was"]
    for scheme in table.zone(place, "scheme"):
        open_ = seat is None or seat.startswith(ROGUE) or (scheme, "faceup") in table.marks
        shown = f"{name(table, scheme)} (threshold {printed(table, scheme, 'threshold')})" if open_ else "a facedown Scheme"
        parts.append(f"{shown} with {table.counts.get((scheme, 'citizens'), 0)}")
    for card in table.zone(place, "unaligned"):
        swayed = ", swayed" if is_swayed(table, card) else ""
        citizens = table.counts.get((card, "citizens"), 0)
        parts.append(f"{name(table, card)} with {citizens}, damage {table.counts.get((card, 'damage'), 0)}{swayed}")
    there = [
        name(table, card) for (card, word), at in table.links.items() if word == "at" and at == place and _character(table, card)
    ]
    if there:
        parts.append("here: " + ", ".join(there))
    return "  " + "; ".join(parts)


def _character(table: Table, card: str) -> bool:
    return table.rules.library[card].type in (HERO, ROGUE)


def _player(table: Table, player: str, seat: str | None) -> list[str]:
    who = player_name(player)
    lines = [f"{who}: deck {len(table.zone(player, 'deck'))}, discard {len(table.zone(player, 'discard'))}"]
    if table.counts.get((player, "resources")):
        lines[0] += f", pool {table.counts[player, 'resources']}"
    for card in table.zone(player, "characters"):
        state = "exhausted" if is_exhausted(table, card) else "ready"
        damage = f"damage {table.counts.get((card, 'damage'), 0)} of {printed(table, card, 'health')}"
        text = f"  {name(table, card)} ({card}): {state}, {damage}"
        on = [*table.zone(card, "attachments")]
        if on:
            text += f", with {', '.join(name(table, c) for c in on)}"
        if table.zone(card, "empowering"):
            text += f", empowered by {len(table.zone(card, 'empowering'))}"
        lines.append(text)
    for card in table.zone(player, "play area"):
        lines.append(f"  {name(table, card)} ({card}){' exhausted' if is_exhausted(table, card) else ''}")
    hand = table.zone(player, "hand")
    shown = ", ".join(f"{name(table, card)} ({card})" for card in hand)
    lines.append(f"  hand: {shown if seat in (None, player) else counted(len(hand), '{} card(s)')}")
    return lines
