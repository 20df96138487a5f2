"""The film of a timeline: every event as plain data, with what it changed, so that a page can show any moment by itself."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dcf_lab.engine.game import Game, Refusal
from dcf_lab.engine.table import Cause, Event, Table, apply_changes
from dcf_lab.engine.telling import (
    Group,
    ability_name,
    answer_text,
    because,
    depth,
    ending,
    grouped,
    is_bookkeeping,
    name,
    near_miss,
    near_misses,
    phrase,
    sentence,
    summands,
    told_clauses,
)
from dcf_lab.games import Count, Moment
from dcf_lab.timeline.known import KnownLog
from dcf_lab.timeline.scene import growing, shows, spot

NOWHERE = Moment(-1)
MOST_REASONS = 2  # that the sentence of a question nobody was asked tells; the others unfold
KEEP_EVERY = 32  # events between two tables that are kept, so that going back to a fork is never long

BOOKS = ("zones", "counts", "marks", "links", "facts")


class Stated(NamedTuple):
    """A refusal that a script speaks of: after so many events of the log this player might have answered it, but may not."""

    number: int
    player: str
    refusal: Refusal


class Film:
    """What has been told of a timeline so far, seen from one seat; `reel` tells what is new.

    A moment is a number of steps: at moment 0 the table is empty, at moment n the first n steps have been shown. Steps are the
    events, of which a seat counts only those that it may know of, and among them the refusals that a script speaks of.
    """

    def __init__(self, seat: str | None = None) -> None:
        self.seat = seat
        self.log = KnownLog(seat) if seat else None
        self.told: list[Event] = []
        self.known: list[Event] = []  # of these, what the seat knows
        self.steps: list[int] = []  # of these, which step of the film each is
        self.stated: list[Stated] = []  # the refusals that have been told
        self.sides: list[str] = []  # whose doing each event is
        self.kept: list[Table] = []  # the tables before events 0, 32, 64 ...
        self.table: Table | None = None  # as it was after the last event told
        self.seen: dict[str, dict[str, Any]] = {}  # what the seat sees of it
        self.where: Moment = NOWHERE
        self.totals: dict[int, tuple[int, dict[str, Any]]] = {}  # event -> by which event it is known, the number so far
        self.veiled: dict[tuple[str, str], tuple[str, str]] = {}  # tokens on hidden cards, by area -> their timeline

    def reel(self, table: Table, stated: Sequence[Stated] = ()) -> dict[str, Any]:
        """The steps that have not been told: `from` is the moment where they begin, and what was told beyond it is void.

        `stated` are the refusals on the way, in the order in which they are to be shown.
        """
        history = table.history
        kept, then = _common(self.stated, stated), dict(self.totals)
        same = min([_common(self.told, history), *(some[kept].number for some in (self.stated, stated) if len(some) > kept)])
        del self.stated[sum(one.number <= same for one in self.stated[:kept]) :]
        self._rewind(same, table)
        start, before = len(self.known) + len(self.stated), len(self.known)
        events = [told for event in history[same:] for told in self._with_refusals(event, stated)]
        events += self._refusals(len(history), stated)
        for number, result, begun, parts in growing(self.known, before):
            self.totals.setdefault(number, (result, self._total(begun._replace(parts=parts))))
        anew = min([before, *(at for at in {**then, **self.totals} if then.get(at) != self.totals.get(at))])
        totals = [[self.steps[at], total] for at, (_, total) in sorted(self.totals.items()) if at >= anew]
        first = self.steps[anew] if anew < len(self.steps) else start
        return {"from": start, "events": events, "totals": {"from": first, "of": totals}}

    def _with_refusals(self, event: Event, stated: Sequence[Stated]) -> Iterator[dict[str, Any]]:
        yield from self._refusals(len(self.told), stated)
        if (told := self._tell(event)) is not None:
            yield told

    def _total(self, begun: Event) -> dict[str, Any]:
        """A number that is not told yet, with who began it and whom it is about."""
        assert self.table is not None
        return {"from": begun.by, "to": begun.to, "sum": summands(self.table, begun)}

    def moment(self, number: int) -> int:
        """The moment after the first events of the whole log, and after what is refused then."""
        events = self.log.moment(number) if self.log else number
        return events + sum(one.number <= number for one in self.stated)

    def number(self, moment: int) -> int:
        """The inverse: how many events of the whole log had happened at a moment."""
        events = bisect_left(self.steps, moment)
        return self.log.number(events) if self.log else min(events, len(self.told))

    def _rewind(self, moment: int, table: Table) -> None:
        if self.table is not None and moment == len(self.told):
            return
        start = moment // KEEP_EVERY
        base = self.kept[start] if start < len(self.kept) else Table(table.rules)
        again = self.told[start * KEEP_EVERY : moment]
        known = self.log.moment(moment) if self.log else moment
        del self.kept[start + 1 :], self.told[moment:], self.sides[moment:], self.known[known:], self.steps[known:]
        self.totals = {at: total for at, total in self.totals.items() if total[0] < known}
        if self.log:
            self.log.rewind(moment)
        self.table = base.copy()
        for event in again:
            apply_changes(self.table, event)
        self.seen = _books(table.rules.manual.view(self.table, self.seat)) if self.seat else {}
        self.where = table.rules.manual.moment(self.table)

    def _refusals(self, number: int, stated: Sequence[Stated]) -> Iterator[dict[str, Any]]:
        """What a script says is refused after so many events: a step of its own, which changes nothing on the table."""
        table = self.table
        assert table is not None
        while len(self.stated) < len(stated) and stated[len(self.stated)].number == number:
            _, player, refusal = stated[len(self.stated)]
            step = len(self.known) + len(self.stated)
            self.stated.append(stated[len(self.stated)])
            doer = table.rules.manual.doer(table, refusal.option)
            text, groups = because(table, refusal, player), _told_groups(table, grouped(table, [refusal], player))
            yield {
                "id": step, "kind": "refused", "by": doer or player, "to": None, "amount": None, "text": text,
                "rules": tuple(dict.fromkeys(clause.rule for clause in refusal.clauses)),
                "causes": self._present_causes(), "parts": [], "sum": [], "depth": "action",
                "side": table.rules.manual.side(table, player), "begins": "", "lines": [], "set": [], "stated": True,
                "refused": groups, "label": groups[0]["what"],
                "shows": self._spoken_of(refusal, doer or player),
            }  # fmt: skip

    def _spoken_of(self, refusal: Refusal, who: str) -> dict[str, list[str]]:
        """Where the one who may not is to be seen, and the cards that it is about."""
        assert self.table is not None
        from_, *to = dict.fromkeys(spot(self.table, thing, self.seat) for thing in (who, *refusal.option.split(" ")[1:]))
        return {"from": [from_] if from_ else [], "to": [one for one in to if one]}

    def _present_causes(self) -> tuple[Cause, ...]:
        """What has triggered the last event, and so what a question then is about."""
        last = self.known[-1].causes[:1] if self.known else ()
        return tuple(Cause("triggered by", self.steps[cause.event]) for cause in last if cause.kind == "triggered by")

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
        step = len(self.known) + len(self.stated)
        told = {
            "id": step,
            "kind": known.kind,
            "by": known.by,
            "to": known.to,
            "amount": known.amount,
            "text": text,
            "label": phrase(table, known),
            "rules": known.rules,
            "causes": tuple(cause._replace(event=self.steps[cause.event]) for cause in known.causes),
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
            # what brought each part in
            told["made"] = [self.steps[part.event] if part.event >= 0 else -1 for part in known.parts]
        if isinstance(known.detail.get("card"), str):
            told["card"] = known.detail["card"]
        if len(known.parts) > 1:
            told["plain"] = sentence(table, known, sums=False)
        if "option" in known.detail:
            told |= {"option": known.detail["option"], "answer": answer_text(table, known.detail["option"])}
        if event.kind == "window":
            told["near"] = _near(table, known)
        if "refused" in known.detail:
            groups = _nearest(table, grouped(table, known.detail["refused"], known.by or ""))
            told["refused"] = _told_groups(table, groups)
            if groups and event.to in table.rules.library and not self._has_acted(event):
                told |= {"text": _nothing_possible(text, groups), "depth": "action", "bookkeeping": False}
        self.known.append(known)
        self.steps.append(step)
        return told

    def _has_acted(self, event: Event) -> bool:
        """Has the same question been answered before in this phase, so that there was something to do?"""
        assert self.table is not None
        begins = self.table.rules.manual.begins
        for number in range(event.id - 1, -1, -1):
            earlier = self.told[number]
            if earlier.kind == "answer" and (earlier.by, earlier.detail["prompt"]) == (event.by, event.detail["prompt"]):
                return True
            if begins(earlier, self.told[number - 1] if number else None) in ("phase", "round"):
                return False
        return False

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
            "clauses": told_clauses(table, clauses),
        }
        for text, (card, ability, clauses) in zip(texts, window.detail["near"], strict=True)
    ]


def _told_groups(table: Table, groups: Iterable[Group]) -> list[dict[str, Any]]:
    return [{"text": one.text, "what": one.what, "clauses": told_clauses(table, one.clauses)} for one in groups]


def _nearest(table: Table, groups: Iterable[Group]) -> list[Group]:
    """What came nearest to being possible first: with the fewest reasons against it, and as the game orders its deeds."""
    deeds = [*table.rules.manual.DEEDS]

    def order(group: Group) -> tuple[int, int]:
        deed = group.refusals[0].option.split(" ")[0]
        return len(group.clauses), deeds.index(deed) if deed in deeds else len(deeds)

    return sorted(groups, key=order)


def _nothing_possible(text: str, groups: Sequence[Group]) -> str:
    """'Superman had nothing to do here: he may not Rescue, because ...': with what came nearest to being possible."""
    told = [f"{one.what}, because {'; '.join(clause.text for clause in one.clauses)}" for one in groups[:MOST_REASONS]]
    return f"{text.removesuffix('.')}. {'. '.join(told)}."


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
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
