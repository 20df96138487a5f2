"""Who holds which engine: an address holds so many, and what no page has claimed, or has left, makes room for others."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Container, Mapping

MOST_ENGINES = 100  # of all visitors together, besides those that are kept ready
PER_ADDRESS = 60  # a workshop of forty behind one address, and some who have two pages open
UNCLAIMED_SECONDS = 60.0  # after which an engine ends whose page never came
STARTING_SECONDS = 300.0  # after which nobody waits any more for a page to be made


class Full(Exception):
    """There is no engine for this visitor just now, in a sentence."""


class Seat:
    """One visitor's place: the engine that was given to the page, and whether a page talks to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.engine: str | None = None  # none while it is being started
        self.pages = 0  # that are connected
        self.claimed = False
        self.left = 0.0  # when the last page went


class Visitors:
    """Everybody who has an engine, or waits for one. `end` ends an engine, `later` calls a function after so many seconds."""

    def __init__(
        self,
        running: Container[str],
        end: Callable[[str], None],
        later: Callable[[float, Callable[[], None]], object],
        per_address: int = PER_ADDRESS,
        unclaimed: float = UNCLAIMED_SECONDS,
    ) -> None:
        self.seats: list[Seat] = []
        self._running, self._end, self._later = running, end, later
        self._per_address, self._unclaimed = per_address, unclaimed

    def admit(self, address: str) -> Seat:
        """A seat for somebody from this address. Who comes when all are taken is told so."""
        self.seats = [seat for seat in self.seats if seat.engine is None or seat.engine in self._running]
        same = [seat for seat in self.seats if seat.address == address]
        if len(same) >= self._per_address and not self._make_room(same):
            raise Full(f"{_pages(self._per_address)} open at your address, which is as many as one address may have.")
        if len(self.seats) >= MOST_ENGINES and not self._make_room(self.seats):
            raise Full(f"{_pages(MOST_ENGINES)} open, which is as many as this lab can serve.")
        seat = Seat(address)
        self.seats.append(seat)
        self._later(STARTING_SECONDS, lambda: self._unless_claimed(seat))
        return seat

    def sent(self, seat: Seat) -> None:
        """The page is on its way, or there is none: it has a minute to claim its engine."""
        if seat.engine is None:
            self._leave(seat)
        else:
            self._later(self._unclaimed, lambda: self._unless_claimed(seat))

    def connected(self, engine: str) -> None:
        for seat in self._of(engine):
            seat.pages += 1
            seat.claimed = True

    def disconnected(self, engine: str) -> None:
        for seat in self._of(engine):
            seat.pages -= 1
            seat.left = time.monotonic()

    def _of(self, engine: str) -> list[Seat]:
        return [seat for seat in self.seats if seat.engine == engine]

    def _make_room(self, among: list[Seat]) -> bool:
        """End the engine that was left longest ago; a page that lost its connection has some time to come back."""
        before = time.monotonic() - self._unclaimed
        left = [seat for seat in among if seat.claimed and not seat.pages and seat.left < before]
        if not left:
            return False
        self._leave(min(left, key=lambda seat: seat.left))
        return True

    def _unless_claimed(self, seat: Seat) -> None:
        if not seat.claimed and seat in self.seats:
            self._leave(seat)

    def _leave(self, seat: Seat) -> None:
        self.seats.remove(seat)
        if seat.engine is not None and seat.engine in self._running:
            self._end(seat.engine)


def _pages(number: int) -> str:
    return "One page is" if number == 1 else f"{number} pages are"


def address_of(peer: str, headers: Mapping[str, str], behind_proxy: bool = False) -> str:
    """The address that a request comes from; only a lab behind a proxy believes what the proxy says, in its last word.

    >>> address_of("10.0.0.1", {"X-Forwarded-For": "1.2.3.4"})
    '10.0.0.1'
    >>> address_of("10.0.0.1", {"X-Forwarded-For": "what a stranger wrote, 1.2.3.4"}, behind_proxy=True)
    '1.2.3.4'
    """
    said = headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if behind_proxy else ""
    for text in (said, peer):
        try:
            found = ipaddress.ip_address(text.partition("%")[0])
        except ValueError:
            continue
        if isinstance(found, ipaddress.IPv6Address):
            # whoever has one address of version 6 has the whole network that it is in
            return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
        return str(found)
    return peer
