"""The film of a timeline: every event as plain data, with what it changed, so that a page can show any moment by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dcf_lab.engine.game import Game
from dcf_lab.engine.table import Event, Table, apply_changes
from dcf_lab.games import Moment
from dcf_lab.games.telling import arithmetic, depth, ending, grouped, near_misses, sentence
from dcf_lab.timeline.known import KnownLog

NOWHERE = Moment(-1)
KEEP_EVERY = 32  # events between two tables that are kept, so that going back to a fork is never long

BOOKS = ("zones", "counts", "marks", "links", "facts")


class Film:
    """What has been told of a timeline so far, seen from one seat; `reel` tells what is new.

    A moment is a number of events: at moment 0 the table is empty, at moment n the first n events have happened. A seat counts
    only those that it may know of.
    """

    def __init__(self, seat: str | None = None) -> None:
        self.seat = seat
        self.log = KnownLog(seat) if seat else None
        self.told: list[Event] = []
        self.sides: list[str] = []  # whose doing each event is
        self.kept: list[Table] = []  # the tables before events 0, 32, 64 ...
        self.table: Table | None = None  # as it was after the last event told
        self.seen: dict[str, dict[str, Any]] = {}  # what the seat sees of it
        self.where: Moment = NOWHERE

    def reel(self, table: Table) -> dict[str, Any]:
        """The events that have not been told: `from` is the moment where they begin, and what was told beyond it is void."""
        history = table.history
        same = _common(self.told, history)
        self._rewind(same, table)
        return {
            "from": self.moment(same),
            "events": [told for event in history[same:] if (told := self._tell(event)) is not None],
        }

    def moment(self, number: int) -> int:
        """The moment after the first events of the whole log."""
        return self.log.moment(number) if self.log else number

    def number(self, moment: int) -> int:
        """The inverse: how many events of the whole log had happened at a moment."""
        return self.log.number(moment) if self.log else min(max(moment, 0), len(self.told))

    def _rewind(self, moment: int, table: Table) -> None:
        if self.table is not None and moment == len(self.told):
            return
        start = moment // KEEP_EVERY
        base = self.kept[start] if start < len(self.kept) else Table(table.rules)
        again = self.told[start * KEEP_EVERY : moment]
        del self.kept[start + 1 :], self.told[moment:], self.sides[moment:]
        if self.log:
            self.log.rewind(moment)
        self.table = base.copy()
        for event in again:
            apply_changes(self.table, event)
        self.seen = _books(table.rules.manual.view(self.table, self.seat)) if self.seat else {}
        self.where = table.rules.manual.moment(self.table)

    def _tell(self, event: Event) -> dict[str, Any] | None:
        """An event for the page, or None if the seat may not know of it."""
        table = self.table
        assert table is not None
        if len(self.told) == len(self.kept) * KEEP_EVERY:
            self.kept.append(table.copy())
        apply_changes(table, event)
        self.told.append(event)
        own = table.rules.manual.side(table, event.by) if event.by else ""
        self.sides.append(own or (self.sides[event.causes[0].event] if event.causes else ""))
        known = self.log.tell(event, table) if self.log else event
        if known is None:
            return None
        told = {
            "id": known.id,
            "kind": known.kind,
            "by": known.by,
            "to": known.to,
            "amount": known.amount,
            "text": sentence(table, known),
            "rules": known.rules,
            "causes": known.causes,
            "parts": [part[:3] for part in known.parts],
            "sum": arithmetic(table, known),
            "depth": depth(table, known.kind),
            "side": self.sides[-1],
            "set": [*(self._seen_changes() if self.seat else _changes(table, event)), *self._where_now()],
        }
        if event.kind == "window":
            told["near"] = near_misses(table, [known])
        if "refused" in known.detail:
            told["refused"] = [group.text for group in grouped(table, known.detail["refused"])]
        return told

    def _where_now(self) -> Iterator[list[Any]]:
        """The round, stage and phase in the rulebook's words, when they have changed."""
        assert self.table is not None
        before, self.where = self.where, self.table.rules.manual.moment(self.table)
        if before[:3] != self.where[:3]:
            yield ["facts", "moment", self.where[:3]]

    def _seen_changes(self) -> Iterator[list[Any]]:
        """What this seat sees differently than before."""
        assert self.table is not None
        before, self.seen = self.seen, _books(self.table.rules.manual.view(self.table, self.seat))
        for book in BOOKS:
            old, new = before.get(book, {}), self.seen[book]
            for key in sorted({**old, **new}):  # the order in which things came about might tell of hidden ones
                if old.get(key) != new.get(key):
                    yield [book, key, new.get(key)]


def _common(one: list[Event], other: list[Event]) -> int:
    """How many events two logs begin with in common."""
    number = 0
    for a, b in zip(one, other, strict=False):
        if a is not b and a != b:
            break
        number += 1
    return number


def _books(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {book: data[book] for book in BOOKS}


def _changes(table: Table, event: Event) -> Iterator[list[Any]]:
    """Every key that an event changed, with its value afterwards."""
    done = set()
    for change in event.changes:
        if change[0] == "put":
            keys = [("zones", change[2]), ("zones", change[4])]
        elif change[0] == "order":
            keys = [("zones", change[1])]
        else:
            keys = [(f"{change[0]}s", change[1])]
        for book, key in keys:
            if key is None or (book, key) in done:
                continue
            done.add((book, key))
            yield [book, key if book == "facts" else ".".join(key), getattr(table, book).get(key)]


def outcome(game: Game) -> dict[str, Any] | None:
    """Who has won, once it is over."""
    table, found = game.table, game.table.rules.manual.outcome(game.table)
    if not game.over:
        return None
    winners, how, scores = found if found is not None else ((), "", {})
    round_ = table.rules.manual.moment(table).round
    return {"winners": winners, "how": how, "scores": scores, "round": round_, "text": ending(table)}
