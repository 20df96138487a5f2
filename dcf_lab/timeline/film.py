"""The film of a timeline: every event as plain data, with what it changed, so that a page can show any moment by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dcf_lab.engine.game import Clause, Game
from dcf_lab.engine.table import Event, Table, apply_changes
from dcf_lab.engine.telling import (
    ability_name,
    answer_text,
    depth,
    ending,
    grouped,
    is_bookkeeping,
    name,
    near_miss,
    near_misses,
    sentence,
    summands,
)
from dcf_lab.games import Count, Moment
from dcf_lab.timeline.known import KnownLog
from dcf_lab.timeline.scene import growing, shows

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
        self.known: list[Event] = []  # of these, what the seat knows
        self.sides: list[str] = []  # whose doing each event is
        self.kept: list[Table] = []  # the tables before events 0, 32, 64 ...
        self.table: Table | None = None  # as it was after the last event told
        self.seen: dict[str, dict[str, Any]] = {}  # what the seat sees of it
        self.where: Moment = NOWHERE
        self.totals: dict[int, tuple[int, dict[str, Any]]] = {}  # event -> by which event it is known, the number so far
        self.veiled: dict[tuple[str, str], tuple[str, str]] = {}  # tokens on hidden cards, by area -> their timeline

    def reel(self, table: Table) -> dict[str, Any]:
        """The events that have not been told: `from` is the moment where they begin, and what was told beyond it is void."""
        history = table.history
        same, before = _common(self.told, history), dict(self.totals)
        self._rewind(same, table)
        since = self.moment(same)
        events = [told for event in history[same:] if (told := self._tell(event)) is not None]
        for number, result, begun, parts in growing(self.known, since):
            self.totals.setdefault(number, (result, self._total(begun._replace(parts=parts))))
        anew = min([since, *(at for at in {**before, **self.totals} if before.get(at) != self.totals.get(at))])
        totals = [[at, total] for at, (_, total) in sorted(self.totals.items()) if at >= anew]
        return {"from": since, "events": events, "totals": {"from": anew, "of": totals}}

    def _total(self, begun: Event) -> dict[str, Any]:
        """A number that is not told yet, with who began it and whom it is about."""
        assert self.table is not None
        return {"from": begun.by, "to": begun.to, "sum": summands(self.table, begun)}

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
        del self.kept[start + 1 :], self.told[moment:], self.sides[moment:], self.known[self.moment(moment) :]
        self.totals = {at: total for at, total in self.totals.items() if total[0] < self.moment(moment)}
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
        before = self.seen
        changes = list(self._seen_changes() if self.seat else _changes(table, event))
        text = sentence(table, known)
        told = {
            "id": known.id,
            "kind": known.kind,
            "by": known.by,
            "to": known.to,
            "amount": known.amount,
            "text": text,
            "rules": known.rules,
            "causes": known.causes,
            "parts": [part[:3] for part in known.parts],
            "sum": summands(table, known),
            "depth": depth(table, known.kind),
            "side": self.sides[-1],
            "begins": table.rules.manual.begins(known, self.known[-1] if self.known else None),
            "lines": self._lines(event, changes, before),
            "set": [*changes, *self._where_now()],
        }
        if is_bookkeeping(table, known.kind):
            told["bookkeeping"] = True
        if shown := shows(table, known, self.seat):
            told["shows"] = shown
        so_far = table.rules.manual.so_far
        if so_far is not None and (parts := so_far(table, known)):
            self.totals[known.id] = known.id, self._total(known._replace(parts=tuple(parts)))
        if any(part.event >= 0 for part in known.parts):
            told["made"] = [part.event for part in known.parts]  # what brought each part in
        if isinstance(known.detail.get("card"), str):
            told["card"] = known.detail["card"]
        if len(known.parts) > 1:
            told["plain"] = sentence(table, known, sums=False)
        if "option" in known.detail:
            told |= {"option": known.detail["option"], "answer": answer_text(table, known.detail["option"])}
        if event.kind == "window":
            told["near"] = _near(table, known)
        if "refused" in known.detail:
            groups = grouped(table, known.detail["refused"])
            told["refused"] = [{"text": one.text, "what": one.what, "clauses": _plain(one.clauses)} for one in groups]
        self.known.append(known)
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

    # timelines

    def _lines(self, event: Event, changes: list[list[Any]], before: dict[str, Any]) -> list[Count]:
        """The lines of the timelines that moved, as far as the seat may know."""
        assert self.table is not None
        counted = self.table.rules.manual.counted
        found = counted(self.table, event) if self.seat is None else self._seen_lines(event, changes, before)
        return list({(line.group, line.key): line for line in found}.values())

    def _seen_lines(self, event: Event, changes: list[list[Any]], before: dict[str, Any]) -> Iterator[Count]:
        """Cards are counted wherever they go, tokens where the seat sees them; those on a hidden card by the area it lies in."""
        table = self.table
        assert table is not None
        manual = table.rules.manual

        def moved(whose: str, what: str) -> Iterator[Count]:
            return iter(manual.counted(table, event._replace(changes=[("count", (whose, what), 0, 0)])))

        yield from manual.counted(table, event._replace(changes=[change for change in event.changes if change[0] == "put"]))
        for book, key, value in changes:
            whose, _, what = key.rpartition(".")
            if book == "counts":
                yield from (line._replace(value=value or 0) if line.key == whose else line for line in moved(whose, what))
            elif book == "zones":
                now, then = (found if isinstance(found, dict) else {} for found in (value, before["zones"].get(key)))
                for token in (token.what for token in manual.BOARD.tokens if token.what in now or token.what in then):
                    for line in moved(table.zone(whose, what)[0], token) if token in now else ():
                        if line.key in table.rules.library:
                            words = f"{name(table, whose)}: {manual.BOARD.words(table, whose, what)} (hidden)"
                            self.veiled[key, token] = line.group, words
                        else:
                            yield line
                    if (key, token) in self.veiled:
                        yield Count(self.veiled[key, token][0], key, self.veiled[key, token][1], now.get(token, 0))


def _near(table: Table, window: Event) -> list[dict[str, Any]]:
    """Who was waiting for a moment and did not react, and why."""
    texts = near_misses(table, [window])
    return [
        {
            "card": card,
            "ability": ability,
            "name": ability_name(table, card, ability),
            "side": table.rules.manual.side(table, card),
            "text": text,
            "what": near_miss(table, window, card, ability),
            "clauses": _plain(clauses),
        }
        for text, (card, ability, clauses) in zip(texts, window.detail["near"], strict=True)
    ]


def _plain(clauses: Iterable[Clause]) -> list[list[str]]:
    return [[clause.rule, clause.text, clause.remedy] for clause in clauses]


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
