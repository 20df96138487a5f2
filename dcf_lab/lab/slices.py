"""Long work in slices: every message of a page is answered at once, and the page asks for more until there is a result."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

SLICE = 0.045  # seconds of work for one message
MOST_ENDS = 100

Messages = list[dict[str, Any]]
Steps = Generator[None, None, Messages]  # works, pausing every few milliseconds; what it returns goes to the page


class Enough(Exception):
    """Thrown into work that is to end: stopped by the visitor, or out of time. Work may catch it and tell what it has."""


class Work:
    """One piece of long work of one visitor; beginning another one ends it."""

    def __init__(self) -> None:
        self.number = 0  # of the work at hand, so that a late message asks for no other
        self.what = ""
        self.seconds = 0.0  # of work, not of waiting
        self._steps: Steps | None = None
        self._most = 0.0
        self._progress: Callable[[], dict[str, Any]] = dict

    def begin(
        self, what: str, steps: Steps, most: float, progress: Callable[[], dict[str, Any]] = dict
    ) -> Iterator[dict[str, Any]]:
        """Do the first slice; `progress` says how far it is, for the page to show."""
        self.drop()
        self.number += 1
        self.what, self._steps, self._most, self._progress, self.seconds = what, steps, most, progress, 0.0
        yield from self.go_on(self.number)

    def go_on(self, number: Any) -> Iterator[dict[str, Any]]:
        """Do another slice: the result, or how far it is."""
        steps = self._steps
        if steps is None or number != self.number:
            yield {"show": "work over", "work": number if type(number) is int else 0}
            return
        started = time.monotonic()
        try:
            next(steps)
            while time.monotonic() - started < SLICE:
                next(steps)
        except StopIteration as end:
            self._forget()
            yield from end.value
            return
        except BaseException:
            self._forget()
            raise
        self.seconds += time.monotonic() - started
        if self.seconds > self._most:
            yield from self._end(f"it was not found in {self._most:g} seconds of looking")
        else:
            yield {
                "show": "working",
                "work": self.number,
                "what": self.what,
                "seconds": round(self.seconds, 1),
                **self._progress(),
            }

    def stop(self) -> Iterator[dict[str, Any]]:
        """End it with what is known by now."""
        yield from self._end("it was stopped")

    def drop(self) -> None:
        """End it without a word."""
        if self._steps is not None:
            self._steps.close()
        self._forget()

    def _forget(self) -> None:
        """Whatever was worked with may be large."""
        self._steps, self._progress = None, dict

    def _end(self, why: str) -> Iterator[dict[str, Any]]:
        steps = self._steps
        self._forget()
        if steps is None:
            yield {"show": "work over", "work": self.number}
            return
        try:
            for _ in range(MOST_ENDS):  # what catches it may begin to look for the next thing
                steps.throw(Enough(why))
            steps.close()
        except StopIteration as end:
            yield from end.value
            return
        except Enough:
            pass
        yield {"show": "unfinished", "work": self.number, "what": self.what, "why": why}
