"""The table: everything there is to see or count in one game, and the log of what happened on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from dcf_lab.engine.cards.cards import Card
    from dcf_lab.engine.game import Rules

Box = TypeVar("Box")  # what a game looks up on its cards; a plain Table is one of any game
Key = tuple[str, str]  # (whose, what): ("rogue", "hand"), ("batman", "damage"), ("cheetah", "at")


BACK = "back"  # the mark on a card whose other face lies up
UNSETTLED = "unsettled"  # the mark on a card that lies somewhere among the others that have it (engine/dice.py)


class UnsettledCard(AssertionError):
    """A mistake in the rules: a card is turned up before chance has said which card lies there."""

    def __init__(self, card: str, source: Key) -> None:
        super().__init__(
            f"{card} leaves {' '.join(source)}, but a shuffle has left open which card lies there: settle the area first, "
            "or take the mark off a card that is picked by its name"
        )


class Cause(NamedTuple):
    """Why an event happened: 'triggered by', 'chosen by', 'modified by', 'paid by', 'replaced' or 'prevented by' an event."""

    kind: str
    event: int


class Part(NamedTuple):
    """One addend of a number: `3, 'printed', 'cheetah'` or `-2, 'reduced', 'batman'`."""

    amount: int
    what: str
    card: str | None = None
    event: int = -1


class Event(NamedTuple):
    """Something that was done: a fact of the log."""

    id: int
    kind: str
    by: str | None
    to: str | None
    amount: int | None
    rules: tuple[str, ...]
    causes: tuple[Cause, ...]
    parts: tuple[Part, ...]
    detail: dict[str, Any]
    changes: list[tuple[Any, ...]]
    seen: str | None  # the player who alone may know the detail; None: everybody


class _Because:
    __slots__ = ("table", "before")

    def __init__(self, table: Table, cause: int) -> None:
        self.table = table
        self.before = table.cause
        table.cause = cause

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self.table.cause = self.before


_NOTHING = nullcontext()
_NO_DETAIL: dict[str, Any] = {}


class _Untold(list[tuple[Any, ...]]):
    """Stands where no event has been told yet: a change now is a mistake in the rules."""

    def append(self, change: tuple[Any, ...]) -> None:
        raise AssertionError(f"a change that no event tells: {change}")


_UNTOLD = _Untold()


_TRIGGERED: list[tuple[Cause, ...]] = []  # the same short tuples again and again, made once


def _triggered_by(event: int) -> tuple[Cause, ...]:
    if event < 0:
        return ()
    while len(_TRIGGERED) <= event:
        _TRIGGERED.append((Cause("triggered by", len(_TRIGGERED)),))
    return _TRIGGERED[event]


class Table(Generic[Box]):
    """One position of one game; the only mutable thing in the engine.

    Five flat dictionaries hold it all. `zones` are ordered areas of cards (the first card of a deck is its top), `counts`
    tokens, `marks` what is true for a while (`(until, value)`), `links` what belongs to what, `facts` the rest. Absent means
    empty, so equal positions are equal dictionaries.
    """

    __slots__ = (
        "rules", "box", "zones", "counts", "marks", "links", "facts", "dice",
        "events", "told", "now", "cause", "chosen", "tracing", "nesting", "reacted", "passing", "lay",
    )  # fmt: skip

    def __init__(self, rules: Rules[Box], seed: int = 0, log: bool = True) -> None:
        self.rules = rules
        self.box = rules.box
        self.zones: dict[Key, tuple[str, ...]] = {}
        self.counts: dict[Key, int] = {}
        self.marks: dict[Key, tuple[str, Any]] = {}
        self.links: dict[Key, str] = {}
        self.facts: dict[str, Any] = {}
        self.dice = seed & 0xFFFFFFFFFFFFFFFF
        self.events: list[Event] | None = [] if log else None
        self.told = 0
        self.now: list[tuple[Any, ...]] = _UNTOLD
        self.cause = -1
        self.chosen = -1
        self.tracing = False
        self.nesting = 0  # how many reaction windows are open inside each other
        self.reacted = 0  # how many reactions the outermost of them has seen
        self.passing: dict[str, Any] = {}  # what the rules remember only while something is half-done
        self.lay: dict[str, Key] = {}  # where a card was seen last, on this table or a copy: where to look first

    def __repr__(self) -> str:
        where = (
            " · ".join(str(word) for word in self.rules.manual.moment(self)[:3] if word) if self.rules.manual else self.rules.game
        )
        return f"<Table: {where or 'being set'}; {self.told} events>"

    def copy(self) -> Table[Box]:
        """An independent table; the log so far is shared, and parted when either table tells a new event."""
        new: Table[Box] = Table.__new__(Table)
        new.rules = self.rules
        new.box = self.box
        new.zones = self.zones.copy()
        new.counts = self.counts.copy()
        new.marks = self.marks.copy()
        new.links = self.links.copy()
        new.facts = self.facts.copy()
        new.dice = self.dice
        new.events = self.events
        new.told = self.told
        new.now = _UNTOLD
        new.cause = self.cause
        new.chosen = self.chosen
        new.tracing = self.tracing
        new.nesting = 0
        new.reacted = 0
        new.passing = {}
        new.lay = self.lay
        return new

    def renamed(self, names: Mapping[str, str]) -> Table[Box]:
        """The same table with cards in each other's places: every old name of a card becomes its new one."""
        new = self.copy()

        def called(card: str) -> str:
            return names.get(card, card)

        new.zones = {
            (called(whose), what): tuple([called(card) for card in cards]) if not names.keys().isdisjoint(cards) else cards
            for (whose, what), cards in self.zones.items()
        }
        new.counts = {(called(whose), what): number for (whose, what), number in self.counts.items()}
        new.marks = {(called(whose), what): mark for (whose, what), mark in self.marks.items()}
        new.links = {(called(card), word): called(other) for (card, word), other in self.links.items()}
        for fact, found in self.facts.items():
            if isinstance(found, tuple):
                new.facts[fact] = tuple([called(one) for one in found])
            elif isinstance(found, str):
                new.facts[fact] = called(found)
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (
            self.zones == other.zones
            and self.counts == other.counts
            and self.marks == other.marks
            and self.links == other.links
            and self.facts == other.facts
            and self.dice == other.dice
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def log_on(self) -> bool:
        return self.events is not None

    @property
    def history(self) -> list[Event]:
        """The events of this table, first to last."""
        return [] if self.events is None else self.events[: self.told]

    def ruling(self, key: str) -> str:
        """The reading in force for an unclear rule: 'A', 'B' or 'C'."""
        return self.rules.readings[key]

    def zone(self, whose: str, what: str) -> tuple[str, ...]:
        return self.zones.get((whose, what), ())

    def alike(self, one: str, other: str) -> bool:
        """Are these two copies of one printed card of which the table says the same in every respect?"""
        library = self.rules.library
        return one == other or (library[one] is library[other] and self._said_of(one) == self._said_of(other))

    def _said_of(self, card: str) -> list[Any]:
        """What the table says of a card, without its name: the area it lies in, tokens, marks, links."""
        lies = [zone for zone, cards in self.zones.items() if card in cards]
        books: tuple[Mapping[Key, Any], ...] = (self.zones, self.counts, self.marks, self.links)
        said = [{what: value for (whose, what), value in book.items() if whose == card} for book in books]
        return [lies, said, {key for key, value in self.links.items() if value == card}]

    # telling

    def log(
        self, kind: str, by: str | None = None, to: str | None = None, amount: int | None = None, rules: tuple[str, ...] = (),
        parts: Iterable[Part] = (), causes: Iterable[Cause] = (), seen: str | None = None, **detail: Any,
    ) -> int:  # fmt: skip
        """Tell that something happened; returns the event's number (-1 with the log off)."""
        events = self.events
        if events is None:
            return -1
        number = self.told
        if len(events) != number:  # another table shares this list and has told more
            events = self.events = events[:number]
        cause = self.cause
        if cause < 0 and number:
            cause = 0
        why = _TRIGGERED[cause] if 0 <= cause < len(_TRIGGERED) else _triggered_by(cause)
        if self.chosen >= 0:
            why = (*why, tuple.__new__(Cause, ("chosen by", self.chosen)))
            self.chosen = -1
        if causes:
            why = (*why, *causes)
        changes: list[tuple[Any, ...]] = []
        self.now = changes
        # the plain tuple constructor, because this is the busiest line of a game with the log on
        event = tuple.__new__(
            Event, (number, kind, by, to, amount, rules, why, tuple(parts), detail or _NO_DETAIL, changes, seen)
        )
        events.append(event)
        self.told = number + 1
        return number

    def because(self, cause: int) -> AbstractContextManager[None]:
        """`with table.because(event):` everything told inside was triggered by that event."""
        return _NOTHING if self.events is None else _Because(self, cause)

    def step_out(self) -> None:
        """From here on events are triggered by what triggered the present cause."""
        if self.events is not None and self.cause > 0:
            self.cause = self.events[self.cause].causes[0].event

    # changing

    def put(self, card: str, source: Key, target: Key, at: int | None = None) -> None:
        """Move a card from one area to another: to its end, or to position `at` (0 is the top of a deck)."""
        if (card, UNSETTLED) in self.marks:
            raise UnsettledCard(card, source)
        cards = self.zones[source]
        index = cards.index(card)
        cards = cards[:index] + cards[index + 1 :]
        if cards:
            self.zones[source] = cards
        else:
            del self.zones[source]
        there = self.zones.get(target, ())
        if at is None:
            at = len(there)
        self.zones[target] = (*there[:at], card, *there[at:])
        if self.events is not None:
            self.now.append(("put", card, source, index, target, at))

    def put_first(self, number: int, source: Key, target: Key) -> None:
        """Move the first cards of an area to the end of another, one after the other (a draw, a whole pile)."""
        cards = self.zones[source]
        moved, left = cards[:number], cards[number:]
        if moved and (moved[-1], UNSETTLED) in self.marks:
            raise UnsettledCard(moved[-1], source)
        if left:
            self.zones[source] = left
        else:
            del self.zones[source]
        there = self.zones.get(target, ())
        self.zones[target] = there + moved
        if self.events is not None:
            self.now.extend([("put", card, source, 0, target, at) for at, card in enumerate(moved, len(there))])

    def bring(self, card: str, target: Key) -> None:
        """Bring a card into the game from the box (set-up only)."""
        there = self.zones.get(target, ())
        self.zones[target] = (*there, card)
        if self.events is not None:
            self.now.append(("put", card, None, 0, target, len(there)))

    def order(self, zone: Key, cards: tuple[str, ...]) -> None:
        """Give an area's cards a new order (a shuffle, cards put back)."""
        before = self.zones.get(zone, ())
        if before == cards:
            return
        self.zones[zone] = cards
        if self.events is not None:
            self.now.append(("order", zone, before, cards))

    def count(self, whose: str, what: str, change: int) -> int:
        """Add or take tokens, never below none; returns how many really moved (always 0 or more)."""
        key = (whose, what)
        had = self.counts.get(key, 0)
        has = had + change
        if has > 0:
            self.counts[key] = has
        else:
            has = 0
            if had:
                del self.counts[key]
        if self.events is not None and has != had:
            self.now.append(("count", key, had, has))
        return has - had if change > 0 else had - has

    def mark(self, whose: str, what: str, until: str, value: Any = 1) -> None:
        """Something holds of a card or player for a while."""
        key = (whose, what)
        if self.events is not None:
            self.now.append(("mark", key, self.marks.get(key), (until, value)))
        self.marks[key] = (until, value)

    def unmark(self, whose: str, what: str) -> bool:
        key = (whose, what)
        if key not in self.marks:
            return False
        before = self.marks.pop(key)
        if self.events is not None:
            self.now.append(("mark", key, before, None))
        return True

    def expire(self, until: str) -> list[tuple[Key, Any]]:
        """End every mark that was to last until this; returns what ended, with its value."""
        ended = [(key, mark[1]) for key, mark in self.marks.items() if mark[0] == until]
        for key, _ in ended:
            self.unmark(*key)
        return ended

    def link(self, whose: str, what: str, target: str | None) -> None:
        key = (whose, what)
        if self.events is not None:
            before = self.links.get(key)
            if before != target:
                self.now.append(("link", key, before, target))
        if target is None:
            self.links.pop(key, None)
        else:
            self.links[key] = target

    def fact(self, what: str, value: Any) -> None:
        """A loose fact: the round, the step, who acts. None takes it back."""
        if value is None and what not in self.facts:
            return
        if self.events is not None:
            before = self.facts.get(what)
            if before != value:
                self.now.append(("fact", what, before, value))
        if value is None:
            self.facts.pop(what, None)
        else:
            self.facts[what] = value

    # printing

    def as_json(self) -> dict[str, Any]:
        """The position as plain JSON data, readable and complete (without the log)."""
        return {
            "zones": {".".join(k): list(v) for k, v in self.zones.items()},
            "counts": {".".join(k): v for k, v in self.counts.items()},
            "marks": {".".join(k): list(v) for k, v in self.marks.items()},
            "links": {".".join(k): v for k, v in self.links.items()},
            "facts": dict(self.facts),
            "dice": self.dice,
        }

    def read_json(self, data: dict[str, Any]) -> None:
        """Set the position from `as_json` data."""
        self.zones = {_key(k): tuple(v) for k, v in data["zones"].items()}
        self.counts = {_key(k): v for k, v in data["counts"].items()}
        self.marks = {_key(k): (v[0], frozen(v[1])) for k, v in data["marks"].items()}
        self.links = {_key(k): v for k, v in data["links"].items()}
        self.facts = {k: frozen(v) for k, v in data["facts"].items()}
        self.dice = data["dice"]


def where(table: Table, card: str) -> Key | None:
    """The area that a card lies in."""
    zones, lay = table.zones, table.lay
    if card in lay and card in zones.get(lay[card], ()):
        return lay[card]
    for zone, cards in zones.items():
        if card in cards:
            lay[card] = zone
            return zone
    return None


def face(table: Table, card: str) -> Card:
    """The face of a card that lies up."""
    printed = table.rules.library.cards[card]
    return printed.back if printed.back is not None and (card, BACK) in table.marks else printed


def turn_over(table: Table, card: str) -> None:
    """The other face of a card comes up."""
    if not table.unmark(card, BACK):
        table.mark(card, BACK, "game")


def printed(table: Table, card: str, word: str) -> int:
    """A number that is printed on the face of a card that lies up, 0 if it has none such."""
    return face(table, card).value(word)


def name_of(table: Table, card: str | None) -> str:
    """The printed name of a card, or how a player is called, for sentences."""
    if card in table.rules.library.cards:
        return face(table, card).name
    return str(table.rules.manual.NAMES.get(card, card))


def apply_changes(table: Table, event: Event) -> None:
    """Do again on a table what an event changed: the film of a game is its first table and its events."""
    for change in event.changes:
        match change:
            case ("put", card, None, _, target, at):
                there = table.zones.get(target, ())
                table.zones[target] = (*there[:at], card, *there[at:])
            case ("put", card, source, _, target, at):
                now, table.events = table.events, None
                table.put(card, source, target, at)
                table.events = now
            case ("order", zone, _, cards):
                table.zones[zone] = cards
            case (writer, key, _, value):
                book: dict[Any, Any] = getattr(table, f"{writer}s")
                if value is None or (writer == "count" and value == 0):
                    book.pop(key, None)
                else:
                    book[key] = value


def _key(text: str) -> Key:
    whose, _, what = text.rpartition(".")
    return whose, what


def frozen(value: Any) -> Any:
    """Plain data as a table keeps it: tuples instead of lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value
