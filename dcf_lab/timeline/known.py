"""The log as one player may know it: without what tells of hidden cards, and numbered anew."""

from __future__ import annotations

from bisect import bisect_left

from dcf_lab.engine.table import Cause, Event, Table, apply_changes


class KnownLog:
    """What a player has been told of a log so far. Events that are left out leave no gap: neither a number nor a cause."""

    def __init__(self, player: str) -> None:
        self.player = player
        self._numbers: list[int] = []  # of every event of the whole log: its number here, or -1 if it is left out
        self._stands: list[int] = []  # of every event: the nearest one told that triggered it, or itself
        self._told: list[int] = []  # how many had been told after it
        self._owed: list[tuple[Cause, ...]] = []  # the player's answers that only events left out have followed so far

    @property
    def told(self) -> int:
        return self.moment(len(self._told))

    def moment(self, number: int) -> int:
        """How many of the first events of the whole log this player knows of."""
        return self._told[number - 1] if number else 0

    def number(self, moment: int) -> int:
        """How many events of the whole log there had been when this player first knew of so many."""
        return min(bisect_left(self._told, moment) + 1, len(self._told)) if moment > 0 else 0

    def tell(self, event: Event, table: Table) -> Event | None:
        """The next event of the whole log, on the table as it was after it; None if this player may not know of it."""
        known = table.rules.manual.known_event(event, self.player, table)
        causes = self._causes(event)
        owed = self._owed[-1] if self._owed else ()
        number = self.told
        if known is None:
            chosen = tuple(cause for cause in causes if cause.kind == "chosen by")
            self._note(-1, causes[0].event if causes else -1, number, owed + chosen)
            return None
        self._note(number, number, number + 1, ())
        causes = causes[:1] + owed + causes[1:]
        parts = tuple(part._replace(event=self._numbers[part.event]) if part.event >= 0 else part for part in known.parts)
        return known._replace(id=number, causes=causes, parts=parts)

    def _note(self, number: int, stands: int, told: int, owed: tuple[Cause, ...]) -> None:
        self._numbers.append(number)
        self._stands.append(stands)
        self._told.append(told)
        self._owed.append(owed)

    def _causes(self, event: Event) -> tuple[Cause, ...]:
        """The causes that this player knows of, by their numbers here."""
        found = []
        for kind, cause in event.causes:
            number = self._stands[cause] if kind == "triggered by" else self._numbers[cause]
            if number >= 0:
                found.append(Cause(kind, number))
        return tuple(found)

    def rewind(self, number: int) -> None:
        """Forget all but the first events of the whole log."""
        for column in (self._numbers, self._stands, self._told, self._owed):
            del column[number:]


def known_log(table: Table, player: str | None) -> list[Event]:
    """The events of a table as one player may know them; None knows all."""
    if player is None:
        return table.history
    log, then, found = KnownLog(player), Table(table.rules), []
    for event in table.history:
        apply_changes(then, event)
        if (known := log.tell(event, then)) is not None:
            found.append(known)
    return found
