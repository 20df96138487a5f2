"""How much one page, or one address, may ask for in a while."""

from __future__ import annotations

import time
from collections.abc import Callable


class Bucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("most", "rate", "left", "since", "clock")

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.rate, self.clock = most, rate, clock
        self.left, self.since = most, clock()

    def take(self) -> bool:
        """Take one, if there is one left."""
        if self.empty:
            return False
        self.left -= 1
        return True

    @property
    def empty(self) -> bool:
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        return self.left < 1

    @property
    def full(self) -> bool:
        return not self.empty and self.left > self.most - 0.5


class PerAddress:
    """A bucket for each address; those that are full again are forgotten."""

    MOST = 10_000  # addresses that are remembered

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.rate, self.clock = most, rate, clock
        self.buckets: dict[str, Bucket] = {}

    def spent(self, address: str) -> bool:
        """Has this address nothing left?"""
        return address in self.buckets and self.buckets[address].empty

    def take(self, address: str) -> bool:
        if len(self.buckets) >= self.MOST:
            self.buckets = {one: bucket for one, bucket in self.buckets.items() if not bucket.full}
            if len(self.buckets) >= self.MOST:
                return False
        return self.buckets.setdefault(address, Bucket(self.most, self.rate, self.clock)).take()
