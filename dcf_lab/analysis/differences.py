"""Two tables side by side: the first event where their logs part, and what differs on them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from dcf_lab.engine.board import Board
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.table import Event, Table
from dcf_lab.engine.telling import area_words, ending, name, sentence
from dcf_lab.timeline.film import Film

MOST_DIFFERENCES = 100


class Parting(NamedTuple):
    """The first event where two logs part: its number in each, and both sentences; None where a log has ended."""

    event: int
    other_event: int
    one: str | None
    other: str | None


class Difference(NamedTuple):
    """Something on the table that differs: what, on the one table, on the other."""

    what: str
    one: Any
    other: Any


# where two logs part


def parting(one: Table, other: Table, seat: str | None = None) -> Parting | None:
    """The first event where two logs part, as players would see it.

    That somebody might have reacted is no event; numbers, rule ids and what the rules note down for themselves may differ.
    """
    if seat is not None:
        return _seen_parting(one, other, seat)
    for a, b in zip_longest(happened(one), happened(other)):
        if a is None or b is None or told_by(a) != told_by(b):
            return part_at(one, other, a, b)
    return None


def _seen_parting(one: Table, other: Table, seat: str) -> Parting | None:
    """Where two logs part for a seat: by the events that it knows of, as they were told to it."""
    ours, theirs = ([event for event in Film(seat).reel(table)["events"] if event["kind"] != "window"] for table in (one, other))
    for a, b in zip_longest(ours, theirs):
        if a is None or b is None or any(a[word] != b[word] for word in ("kind", "by", "to", "amount", "text", "parts", "set")):
            numbers = (event["id"] if event else known[-1]["id"] + 1 for event, known in ((a, ours), (b, theirs)))
            return Parting(*numbers, a and a["text"], b and b["text"])
    return None


def happened(table: Table) -> list[Event]:
    return [event for event in table.history if event.kind != "window"]


def told_by(event: Event) -> tuple[Any, ...]:
    """What an event says in words and moves on the table, without its number in the log."""
    said = {word: value for word, value in event.detail.items() if isinstance(value, str)}
    parts = [part[:3] for part in event.parts]
    moved = [c for c in event.changes if c[0] not in ("fact", "mark") and (c[0] != "count" or c[1][0] != "supply")]
    return event.kind, event.by, event.to, event.amount, said, moved, parts


def part_at(one: Table, other: Table, a: Event | None, b: Event | None) -> Parting:
    ours, theirs = (event and sentence(table, event) for table, event in ((one, a), (other, b)))
    if a and b and ours == theirs:  # the same was done with other cards
        ours, theirs = f"{ours} {_moved(one, a)}".strip(), f"{theirs} {_moved(other, b)}".strip()
    return Parting(a.id if a else one.told, b.id if b else other.told, ours, theirs)


def _moved(table: Table, event: Event) -> str:
    """The cards that an event moved, or the order that it gave them."""
    cards = [card for c in event.changes for card in ([c[1]] if c[0] == "put" else c[3] if c[0] == "order" else [])]
    return f"({_listed(name(table, card) for card in cards)})" if cards else ""


# what differs between two tables


def differences(one: Table, other: Table, seat: str | None = None, most: int = MOST_DIFFERENCES) -> list[Difference]:
    """What differs between two tables in words, the weightiest first; as far as a seat may see it.

    How it ended, tokens, where cards lie, how they lie, and where in the game it is; what the rules note down for themselves is
    left out.
    """
    ours, theirs = one.rules.manual.view(one, seat), other.rules.manual.view(other, seat)
    found: list[tuple[int, str, Difference]] = []
    for book, tell in _BOOKS.items():
        for key in {**ours[book], **theirs[book]}:
            a, b = ours[book].get(key), theirs[book].get(key)
            if a != b:
                whose, _, what = key.rpartition(".")
                weight = _weight(one.rules.manual.BOARD, book, whose, what)
                found += [(weight, key, entry) for entry in tell(one, whose, what, a, b)]
    found.sort(key=lambda entry: entry[:2])
    told = [*_endings(one, other), *(entry for _, _, entry in found), *_moments(one, other)]
    return told[:most]


def _endings(one: Table, other: Table) -> Iterator[Difference]:
    ours, theirs = (ending(table) if table.rules.manual.outcome(table) else "It goes on" for table in (one, other))
    if ours != theirs:
        yield Difference("The game", ours, theirs)


def _moments(one: Table, other: Table) -> Iterator[Difference]:
    """Where in the game the tables are: round, stage, phase, whose turn it is."""
    ours, theirs = (table.rules.manual.moment(table) for table in (one, other))
    if ours.round != theirs.round:
        yield Difference("Round", ours.round, theirs.round)
    if ours[1:3] != theirs[1:3]:
        yield Difference("Phase", *(moment.phase or moment.stage for moment in (ours, theirs)))
    if ours.turn != theirs.turn:
        yield Difference("Whose turn it is", *(capital(name(one, moment.turn or None)) for moment in (ours, theirs)))


def _weight(board: Board, book: str, whose: str, what: str) -> int:
    """Tracks, tokens, cards as the board orders them, then what holds of cards."""
    if (whose, what) in [track.tokens or track.zone for track in board.tracks]:
        return 10
    tokens = [token.what for token in board.tokens]
    if book == "counts":
        return 11 + (tokens.index(what) if what in tokens else len(tokens))
    if book == "zones":
        return 30 + (board.areas.index(what) if what in board.areas else len(board.areas))
    return 100 if book == "links" else 101


def _zone(table: Table, whose: str, what: str, a: Any, b: Any) -> Iterator[Difference]:
    """The cards that only one table has there, or the numbers of cards nobody here may see."""
    zone = table.rules.manual.BOARD.zone(table, whose, what)
    if zone is not None and not zone.place:  # lies nowhere on the table
        return
    if whose in table.rules.players and (zone is None or zone.words or zone.name.lower() == what):
        label = capital(area_words(table, (whose, what)))
    else:
        label = _of(table, whose, zone.words or zone.name if zone is not None else what)
    if isinstance(a, dict) or isinstance(b, dict):
        ours, theirs = _hidden(table, a), _hidden(table, b)
        if ours != theirs:
            yield Difference(label, ours, theirs)
        return
    ours, theirs = ([name(table, card) for card in cards or ()] for cards in (a, b))
    only, others = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    if only or others:
        yield Difference(label, _listed(only.elements()), _listed(others.elements()))
    elif ours != theirs and (zone is None or zone.ordered):
        yield Difference(f"{label}, in order", _listed(ours), _listed(theirs))


def _hidden(table: Table, cards: Any) -> str:
    if not isinstance(cards, dict):
        return _listed(name(table, card) for card in cards or ())
    up = f", {_listed(name(table, card) for card in cards['open'])} face up" if "open" in cards else ""
    rest = "".join(f", {word} {number}" for word, number in cards.items() if word != "cards" and type(number) is int)
    return f"{cards['cards']} card{'s' * (cards['cards'] != 1)}{up}{rest}"


def _listed(names: Any, most: int = 8) -> str:
    names = list(names)
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _count(table: Table, whose: str, what: str, a: Any, b: Any) -> Iterator[Difference]:
    if whose != "supply":  # what is gone from there lies somewhere else
        token = next((token for token in table.rules.manual.BOARD.tokens if token.what == what), None)
        yield Difference(_of(table, whose, token.name.lower() if token is not None else what), a or 0, b or 0)


def _mark(table: Table, whose: str, what: str, a: Any, b: Any) -> Iterator[Difference]:
    state = table.rules.manual.BOARD.state(what)
    if state is None or not state.name:  # what the rules note down for themselves
        return
    ours, theirs = ("no" if not mark else "yes" if mark[1] == 1 else _value(table, mark[1]) for mark in (a, b))
    if ours != theirs:
        yield Difference(_of(table, whose, table.rules.manual.mark_words(table, whose, what)), ours, theirs)


def _link(table: Table, whose: str, what: str, a: Any, b: Any) -> Iterator[Difference]:
    link = next((link for link in table.rules.manual.BOARD.links if link.what == what), None)
    if link is not None:
        yield Difference(_of(table, whose, link.name), _value(table, a), _value(table, b))


_BOOKS: dict[str, Callable[[Table, str, str, Any, Any], Iterator[Difference]]] = {
    "zones": _zone,
    "counts": _count,
    "marks": _mark,
    "links": _link,
}


def _of(table: Table, whose: str, what: str) -> str:
    return capital(what if not whose or whose == "table" else f"{name(table, whose)}: {what}")


def _value(table: Table, value: Any) -> Any:
    """What stands there in words; nothing where there is nothing."""
    if isinstance(value, (list, tuple)):
        return _listed(name(table, one) if isinstance(one, str) else str(one) for one in value)
    return "" if value is None else "yes" if value is True else name(table, value) if isinstance(value, str) else value
