"""Tables, choices and events in words; remembers nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.game import Choice, Clause, Refusal
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
    side_of,
)
from dcf_lab.games.dc_forever.confrontation import slots
from dcf_lab.games.dc_forever.sentences import FORCED, SENTENCES

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


# step -> stage and phase
_PHASES = {
    "draft": ("Set-up", "Draft"),
    "starters": ("Set-up", "Starters"),
    "begin round": ("Plotting Stage", ""),
    "rogue action": ("Plotting Stage", "Rogue Action Phase"),
    "rogue draw": ("Plotting Stage", "Rogue Draw Phase"),
    "hero action": ("Planning Stage", "Hero Action Phase"),
    "confrontation": ("Confrontation Stage", ""),
    "complete schemes": ("Confrontation Stage", "Resolution Phase: Complete Schemes"),
    "check for win conditions": ("Confrontation Stage", "Resolution Phase: Check for Win Conditions"),
    "prepare": ("Confrontation Stage", "Resolution Phase: Prepare for Further Confrontations"),
    "ready phase": ("Maintenance Stage", "Ready Phase"),
    "draw phase": ("Maintenance Stage", "Draw Phase"),
    "end of round": ("Maintenance Stage", "End of Round Phase"),
    "over": ("The game is over", ""),
}


def stage_and_phase(table: Table) -> tuple[str, str]:
    """Where in the round a table is, in the rulebook's words: ('Confrontation Stage', 'Rogue Provoke Phase')."""
    step = table.facts.get("step", "")
    if step in ("provoke or oppose", "activation"):
        rogues = side_of(slots(table)[table.facts["slot"]]) == ROGUE
        return "Confrontation Stage", "Rogue Provoke Phase" if rogues else "Hero Oppose Phase"
    return _PHASES.get(step, ("", step))


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
        f"{event.detail['moment']}: {_ability(table, card, ability)} did not react: {_reasons(table, clauses)}"
        for event in events if event.kind == "window"
        for card, ability, clauses in event.detail["near"]
    ]  # fmt: skip


def _ability(table: Table, card: str, key: str) -> str:
    """'The Joker (Crowd of Victims)', or the number of an ability that has no name."""
    names = {ability.key: ability.name for ability in table.rules.library[card].abilities}
    return f"{name(table, card)} ({names.get(key) or key})"


def _reasons(table: Table, clauses: Iterable[Clause]) -> str:
    """Every reason with its rule; cards that a condition speaks of by their names."""
    text = "; ".join(f"{clause.text} ({clause.rule})" for clause in clauses)
    return re.sub(r"'([a-z_0-9]+)'", lambda found: name(table, found[1]) if found[1] in table.rules.library else found[0], text)


def refusal_text(refusal: Refusal) -> str:
    """'Threaten: no Scheme at The Daily Planet (DCF-R067)', every reason, and the way out where there is one."""
    reasons = "; ".join(f"{c.text} ({c.rule})" + (f", would need: {c.remedy}" if c.remedy else "") for c in refusal.clauses)
    return f"{refusal.option}: {reasons}"


def why_text(choice: Choice, refusals: Iterable[Refusal], option: str = "") -> list[str]:
    """Why things are refused: all of them, or one."""
    found = [refusal_text(r) for r in refusals if not option or r.option == option or option in r.option.split()]
    if found:
        return found
    if option in choice.options:
        return [f"{option} is allowed"]
    return [f"nothing is known about {option!r} here" if option else "nothing is refused here"]


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
