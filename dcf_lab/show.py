"""Tables, choices and events in words; remembers nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.game import Clause, Refusal
from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever.box import (
    HERO,
    LOCATIONS,
    MASTER_PLAN,
    PLAYER_NAMES,
    ROGUE,
    is_exhausted,
    is_swayed,
    printed,
)
from dcf_lab.games.dc_forever.sentences import FORCED, SENTENCES
from dcf_lab.games.dc_forever.stages import stage_and_phase as stage_and_phase

_RULES = Path(__file__).parent / "games" / "dc_forever" / "rules.toml"


@lru_cache(maxsize=1)
def rule_texts() -> Mapping[str, Mapping[str, Any]]:
    """Every rule by its id: text, section, topic."""
    return tomllib.loads(_RULES.read_text(encoding="utf-8"))


def name(table: Table, thing: Any) -> str:
    """A card's printed name, a player's name with a capital, or the thing itself."""
    if thing in table.rules.library:
        return table.rules.library[thing].name
    return _NAMES.get(thing, str(thing))


def answer_text(table: Table, option: str) -> str:
    """An answer with the names of what it speaks of: 'use Cheetah Primal Drive'."""
    words = option.split(" ")
    library = table.rules.library
    names = {ability.key: ability.name for word in words if word in library for ability in library[word].abilities}
    return " ".join(names.get(word) or name(table, word).replace("_", " ") for word in words)


_NAMES = PLAYER_NAMES | {
    "sanctuary": "Sanctuary", "supply": "the supply", None: "nobody",
}  # fmt: skip


def sentence(table: Table, event: Event) -> str:
    """An event in words, with its arithmetic."""
    pattern = SENTENCES.get(event.kind)
    if pattern is None:
        who = " ".join(f"{word} {name(table, x)}" for word, x in (("by", event.by), ("to", event.to)) if x)
        number = "" if event.amount is None else f" {event.amount}"
        return f"{event.kind.capitalize()}{number} {who}".strip() + "."
    if event.kind == "only answer" and not event.detail["says"]:
        pattern = FORCED
    words = {key: name(table, value) for key, value in event.detail.items() if isinstance(value, str)}
    if "option" in words:
        words["option"] = answer_text(table, event.detail["option"])
    if "ability" in words and event.to is not None and event.to in table.rules.library:
        abilities = {ability.key: ability.name for ability in table.rules.library[event.to].abilities}
        words["ability"] = abilities.get(words["ability"]) or words["ability"]
    words |= {
        "by": name(table, event.by),
        "to": name(table, event.to),
        "amount": str(event.amount),
        "sum": arithmetic(table, event),
    }
    if event.by is None:
        pattern = pattern.replace(" of {by}", "")  # a phase of everybody
    text = pattern.format_map(_Missing(words))
    return text[:1].upper() + text[1:]


class _Missing(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "?"


def arithmetic(table: Table, event: Event) -> str:
    """' (3 printed on Cheetah, +3 Enhanced Strength, -2 Batman = 4)', or nothing for a single part."""
    if len(event.parts) < 2:
        return ""
    terms = []
    for index, part in enumerate(event.parts):
        what = f"printed on {name(table, part.card)}" if part.what == "printed" else f"{part.what}: {name(table, part.card)}"
        if part.card is None:
            what = part.what
        terms.append(f"{part.amount if index == 0 else format(part.amount, '+d')} {what}")
    return f" ({', '.join(terms)} = {event.amount})"


def log_lines(table: Table, events: Iterable[Event]) -> list[str]:
    """The log in words, each line with its rules."""
    return [f"{event.id:>5}  {sentence(table, event)}  [{', '.join(event.rules)}]" for event in events if event.kind != "window"]


def near_misses(table: Table, events: Iterable[Event]) -> list[str]:
    """Who was waiting for a moment and did not react, and why."""
    return [
        f"{event.detail['moment']}: {_ability(table, card, ability)} did not react: {_reasons(clauses)}"
        for event in events if event.kind == "window"
        for card, ability, clauses in event.detail["near"]
    ]  # fmt: skip


def _ability(table: Table, card: str, key: str) -> str:
    """'The Joker (Crowd of Victims)', or the number of an ability that has no name."""
    names = {ability.key: ability.name for ability in table.rules.library[card].abilities}
    return f"{name(table, card)} ({names.get(key) or key})"


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
    for place in table.zone(*LOCATIONS):
        lines.append(_location(table, place, seat))
    for player in table.rules.players:
        lines += _player(table, player, seat)
    return "\n".join(lines)


def _heading(table: Table) -> str:
    facts = table.facts
    schemes = len(table.zone(*MASTER_PLAN))
    return (
        f"Round {facts.get('round', 0)}, {facts['step']}. "
        f"Sanctuary {table.counts.get(('sanctuary', 'citizens'), 0)} of 30, Master Plan {schemes} of 5."
    )


def _location(table: Table, place: str, seat: str | None) -> str:
    parts = [f"{name(table, place)} ({place}): {table.counts.get((place, 'citizens'), 0)} citizens"]
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
    lines = [f"{player}: deck {len(table.zone(player, 'deck'))}, discard {len(table.zone(player, 'discard'))}"]
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
    lines.append(f"  hand: {', '.join(hand) if seat in (None, player) else f'{len(hand)} cards'}")
    return lines
