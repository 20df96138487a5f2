"""What may be expected of a game: expressions about its table, events that happened, questions that are asked."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from dcf_lab.engine.cards import Library
from dcf_lab.engine.expr import ExpressionError, Words, compiled, did_you_mean
from dcf_lab.engine.game import Game
from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever.language import ATTRIBUTES, EVERYWHERE, FUNCTIONS
from dcf_lab.games.dc_forever.position import PLAYERS
from dcf_lab.games.dc_forever.sentences import SENTENCES

AREAS = (
    "hand", "deck", "discard", "pool", "reserve", "characters", "play area", "played", "starters", "attachments", "empowering",
    "beneath", "scheme", "unaligned", "locations", "master plan", "knocked out", "captured", "removed", "location deck",
    "location discard", "unaligned deck", "box",
)  # fmt: skip

_EVENT = (
    r"(?P<kind>[a-z' ]+?)(?: by (?P<by>\S+))?(?: to (?P<to>\S+))?(?: amount (?P<amount>\d+))?"
    r"(?: with (?P<parts>\d+) parts?)?(?: under (?P<rule>\S+))?(?: (?P<times>\d+) times?)?"
)
EVENT = re.compile(_EVENT)  # 'damage by cheetah to batman 2 times'
_HAPPENED = re.compile(f"(?P<no>not )?happened {_EVENT}")


def holds(game: Game, text: str, since: int = 0) -> str | None:
    """Nothing when an expectation holds; otherwise what was found instead."""
    if match := _HAPPENED.fullmatch(text):
        return _happened(game.table, game.table.history[since:], match, text)
    if match := re.fullmatch(r"asked (\S+)(?: (.+))?", text):
        found = f"{game.choice.player} {game.choice.prompt}" if game.choice else "nobody"
        right = game.choice is not None and game.choice.player == match[1] and match[2] in (None, game.choice.prompt)
        return None if right else f"expected {text!r}, but the game asks {found}"
    if match := re.fullmatch(r"(not )?offered (.+)", text):
        options = game.choice.options if game.choice else ()
        right = (match[2] in options) != bool(match[1])
        return None if right else f"expected {text!r}, but the options are {list(options)}"
    if text == "over":
        return None if game.over else f"the game goes on: {game.choice}"
    try:
        value = compiled(text, words(game.table.rules.library))(game.table, {})
    except ExpressionError as error:
        return f"cannot check {text!r}: {error}"
    return None if value else f"{text!r} does not hold: {_sides(game.table, text)}"


def _happened(table: Table, events: list[Event], wanted: re.Match[str], text: str) -> str | None:
    if unknown := unknown_event(wanted, table.rules.library):
        return unknown
    same_kind = [e for e in events if e.kind == wanted["kind"]]
    found = [e for e in same_kind if is_event(e, wanted)]
    if wanted["times"] is not None:
        right = len(found) == int(wanted["times"])
    else:
        right = bool(found)
    if right != bool(wanted["no"]):
        return None
    told = "; ".join(f"{e.kind} by {e.by} to {e.to} amount {e.amount}, {len(e.parts)} parts" for e in same_kind[:5])
    kinds = sorted({e.kind for e in events})
    return f"expected {text!r}; found {told or 'none of that kind among ' + ', '.join(kinds)}"


def unknown_event(wanted: re.Match[str], library: Library) -> str | None:
    """What is wrong with a description of an event: no such kind, or nothing of that name."""
    if wanted["kind"] not in SENTENCES:
        return f"no event is called {wanted['kind']!r}{did_you_mean(wanted['kind'], SENTENCES)}"
    things = {*library, *PLAYERS, "sanctuary", "supply", "pool", "table", "chance"}
    for thing in (wanted["by"], wanted["to"]):
        if thing is not None and thing not in things:
            return f"nothing is called {thing!r}{did_you_mean(thing, things)}"
    return None


def is_event(event: Event, wanted: re.Match[str]) -> bool:
    """Is this an event of the kind that a description speaks of?"""
    return (
        event.kind == wanted["kind"]
        and wanted["by"] in (None, event.by)
        and wanted["to"] in (None, event.to)
        and (wanted["amount"] is None or event.amount == int(wanted["amount"]))
        and (wanted["parts"] is None or len(event.parts) == int(wanted["parts"]))
        and (wanted["rule"] is None or wanted["rule"] in event.rules)
    )


@lru_cache(maxsize=8)
def words(library: Library) -> Words:
    """What expectations may speak of: every card by its id, the players, and the words of card expressions."""
    alone = [card.id for card in library.printed.values() if card.copies == 1 and card.id.isidentifier()]
    cards = {card: (lambda table, card=card: card) for card in alone}
    players = {p: (lambda table, p=p: p) for p in PLAYERS}
    facts = {
        "winner": lambda table: table.facts.get("winner"),
        "won_by": lambda table: table.facts.get("won by"),
        "step": lambda table: table.facts["step"],
        "actor": lambda table: table.facts.get("actor"),
        "turn": lambda table: table.facts.get("turn"),
    }

    def area(table: Table, name: Any) -> tuple[str, ...]:
        check_area(name, (*table.rules.players, "table", *library))
        return _area(table, name)

    area.check = lambda name: check_area(name, (*PLAYERS, "table", *library))  # type: ignore[attr-defined]
    functions = {
        **FUNCTIONS,
        "area": area,
        "card": lambda table, card: card,
        "linked": lambda table, card, word: table.links.get((card, word)),
    }
    return Words((), ATTRIBUTES, functions, {**EVERYWHERE, **cards, **players, **facts})


@lru_cache(maxsize=8)
def goal_words(library: Library) -> Words:
    """What goals may speak of: the same, but while a game is searched, an area that is not there has no cards in it."""
    known = words(library)

    def area(table: Table, name: Any) -> tuple[str, ...]:
        return _area(table, name)

    area.check = known.functions["area"].check  # type: ignore[attr-defined]
    return Words((), known.attributes, {**known.functions, "area": area}, known.everywhere)


def _area(table: Table, name: Any) -> tuple[str, ...]:
    whose, _, what = str(name).rpartition(".")
    return table.zone(whose, what)


def check_area(name: Any, known: Collection[str]) -> None:
    """Refuse an area that nobody has."""
    whose, _, what = str(name).rpartition(".")
    if whose not in known:
        raise ExpressionError(f"nobody has an area {str(name)[:60]!r}{did_you_mean(whose[:60], known)}")
    if what not in AREAS:
        raise ExpressionError(f"no area is called {what[:60]!r}{did_you_mean(what[:60], AREAS)}")


def _sides(table: Table, text: str) -> str:
    """Both sides of a failed comparison, for the message."""
    for sign in ("==", ">=", "<=", "!=", ">", "<", " in "):
        if sign in text:
            try:
                left, right = (compiled(side.strip(), words(table.rules.library))(table, {}) for side in text.split(sign, 1))
            except ExpressionError:
                break
            return f"{left!r} {sign.strip()} {right!r}"
    return "it is false"
