"""Tables, choices and events in words; remembers nothing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.game import Choice, Clause, Refusal
from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE, is_exhausted, is_swayed, printed

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


_NAMES = {"rogue": "the Rogue", "hero": "the Hero", "sanctuary": "Sanctuary", "supply": "the supply", None: "nobody"}

_SENTENCES = {
    "game": "The game begins.",
    "position": "The table is set.",
    "team": "{to} joins {by}'s team.",
    "start": "{to} starts for {by}.",
    "deck": "{by} makes and shuffles a deck.",
    "round": "Round {amount} begins.",
    "stage": "{name}.",
    "phase": "{name} of {by}.",
    "answer": "{by} answers: {option}.",
    "pool": "{by} lays {to} into the pool for {amount}.",
    "empty pool": "{by}'s pool is discarded; {amount} unspent is lost.",
    "recruit": "{by} recruits {to} for {amount}.",
    "buy": "{by} buys {to} for {amount}.",
    "empower": "{by} empowers {to} by {amount}.",
    "play": "{by} plays {to}.",
    "play scheme": "{by} puts a Scheme at {to}.",
    "play modifier": "{by} plays {to} as a modifier.",
    "use": "{by} uses {to} ({ability}).",
    "react": "{by} reacts with {card} ({moment}).",
    "pay": "{by} pays with {to}.",
    "activated token": "An activated token marks {to} ({ability}).",
    "draw": "{by} draws {amount}.",
    "discard": "{to} is discarded.",
    "reshuffle": "{by}'s discard pile becomes a new deck.",
    "activate": "{by} activates {to} at {place}.",
    "exhaust": "{to} is exhausted.",
    "ready": "{to} is readied.",
    "pass": "{by} passes.",
    "declare threaten": "{by} declares a Threaten at {to}.",
    "declare rescue": "{by} declares a Rescue at {to}.",
    "declare attack": "{by} declares an Attack on {to}.",
    "threaten": "{by} claims {amount} for {to}{sum}.",
    "rescue": "{by} rescues {amount}{sum}.",
    "claim": "{by} claims {amount} onto {to}.",
    "move": "{amount} citizens move from {source} to {to}.",
    "damage": "{to} suffers {amount} damage{sum}.",
    "heal": "{to} is healed by {amount}.",
    "stands": "{to} stands.",
    "ko": "{to} is knocked out.",
    "capture": "{to} is captured.",
    "sway": "{to} is swayed to the Rogues.",
    "defeat": "{to} is defeated and leaves the game.",
    "place unaligned": "{to} appears at {place}.",
    "complete": "{by} completes {to}.",
    "file": "{to} joins the Master Plan.",
    "discard location": "{to} has no citizens left and is discarded.",
    "replace location": "{by} is replaced by {to}.",
    "win": "The {by} side wins by {how}.",
    "round limit": "The round limit of {amount} is reached; nobody wins.",
    "reduced modifier": "{by} takes {amount} off {to}.",
    "ignored modifier": "{by} ignores {amount} of {to}.",
    "choose": "{by} chooses {to}.",
    "value": "{to} now has {of} {amount}.",
    "recover": "{to} recovers.",
    "retreat": "{to} retreats to the reserve.",
    "sacrifice": "{to} is sacrificed.",
    "acts": "{by} has acted.",
    "attach": "{to} is attached to {on}.",
    "blank": "{to} is treated as blank.",
    "boost": "{to} gets {amount} more {of}.",
    "box": "The box is opened.",
    "cancel": "{by} cancels {to}.",
    "cancelled": "{to} does nothing.",
    "check win": "Win conditions are checked.",
    "choose starter": "{by} chooses a starting character.",
    "control": "{by} takes control of {to}.",
    "cycle": "A new Confrontation begins.",
    "decide": "{by} decides on {to}: {way}.",
    "effects end": "Round-long effects end and activated tokens come off.",
    "end activation": "{to}'s activation is over.",
    "end of round": "The round ends.",
    "end phase": "{name} is over.",
    "end stage": "{name} is over.",
    "extra effect": "{to}'s other effects follow.",
    "falls short": "{to} cannot be carried out in full.",
    "forbid": "{by}: {to} cannot {what}.",
    "gain": "{by} gains {to}.",
    "ignore": "{by} ignores {what} of {to}.",
    "ignored": "{what} does nothing to {to}.",
    "instead": "{by} puts something else in place of the {what}.",
    "lay": "{by} lays {to} on the table.",
    "leave": "{to} leaves.",
    "locations active": "The Locations' texts come into force.",
    "mark": "{by} marks {to}: {what}.",
    "no target": "{to} is no longer there for the {what}.",
    "nobody comes": "No other Unaligned character appears.",
    "order": "{by} goes first.",
    "out": "{by} is out of the game.",
    "pick": "{by} picks {to}.",
    "prepare": "The table is prepared for further Confrontations.",
    "prevented": "{by} prevents the {what} on {to}.",
    "ready all": "All cards are readied; the characters come home.",
    "redirect": "{by} redirects the {what} to {to}.",
    "reduced": "{by} takes {amount} off the damage on {to}.",
    "relocate": "{to} moves to {place}.",
    "replaced": "This happens instead of the {what}.",
    "resolution": "Resolution Phase.",
    "resources": "{by} gets {amount} for the pool.",
    "reveal location": "{to} is revealed.",
    "reveal starters": "The starting characters are revealed.",
    "schemes completed": "{by} completes no more Schemes.",
    "shuffle": "{by} shuffles.",
    "starter": "{to} is a starting character of {by}.",
    "stopped": "{by}'s {action} comes to nothing.",
    "strike": "{by} Attacks {to}.",
    "take": "{to} goes to {by}'s {area}.",
    "tie": "Several tie, and all of them qualify.",
    "turn facedown": "{to} is turned facedown.",
    "turn faceup": "{to} is turned faceup.",
    "when completed": "{to} takes effect.",
    "x": "X is {amount}.",
    "look": "{by} looks at {area}.",
    "reveal": "{by} reveals {area}.",
}


def sentence(table: Table, event: Event) -> str:
    """An event in words, with its arithmetic."""
    pattern = _SENTENCES.get(event.kind)
    if pattern is None:
        who = " ".join(f"{word} {name(table, x)}" for word, x in (("by", event.by), ("to", event.to)) if x)
        number = "" if event.amount is None else f" {event.amount}"
        return f"{event.kind.capitalize()}{number} {who}".strip() + "."
    words = {key: name(table, value) for key, value in event.detail.items() if isinstance(value, str)}
    words |= {
        "by": name(table, event.by),
        "to": name(table, event.to),
        "amount": str(event.amount),
        "sum": arithmetic(table, event),
    }
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
        f"{event.detail['moment']}: {name(table, card)} ({ability}) did not react: {_reasons(clauses)}"
        for event in events if event.kind == "window"
        for card, ability, clauses in event.detail["near"]
    ]  # fmt: skip


def _reasons(clauses: Iterable[Clause]) -> str:
    return "; ".join(f"{clause.text} ({clause.rule})" for clause in clauses)


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
