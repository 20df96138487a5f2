"""One visitor's lab: what stands behind the start, how a game is played, a scenario, the puzzles, and a position being built."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.game import IllegalAnswer, ReplayDiverged
from dcf_lab.engine.rulings import RulingError
from dcf_lab.lab.draft import whole_letters
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.shelf import ShelfError
from dcf_lab.scenario.file import ScenarioError
from dcf_lab.timeline.timeline import RecordError

MISTAKES = (ScenarioError, RecordError, RulingError, CardTextError, IllegalAnswer, ReplayDiverged, ShelfError)
MAX_SENTENCE = 1_000  # characters; a mistake may quote what was sent


def set_up() -> Lab:
    """A visitor's lab with what `dcf-lab` was told: a folder of scenarios, packs of cards."""
    packs = [Path(path) for path in os.environ.get("DCF_LAB_PACKS", "").split(os.pathsep) if path]
    folder = os.environ.get("DCF_LAB_SCENARIOS")
    return Lab(packs, Path(folder) if folder else None)


class Lab:
    """One visitor's lab: each message goes to the page that it is for; a visitor's mistake is answered with a sentence."""

    def __init__(self, packs: list[Path] | None = None, folder: Path | None = None) -> None:
        self.packs = packs or []
        self.folder = folder
        self.explore = Explore(self.packs, folder)
        self._pages: dict[str, Any] = {}

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        try:
            yield from self._page(message.get("page")).handle(message)
        except MISTAKES as error:
            text = whole_letters(str(error)[:MAX_SENTENCE])
            if message.get("do") == "open" and message.get("page") != "start":
                shelf = "puzzles" if message.get("page") == "puzzles" else "start"  # where to choose something else
                yield from self._page(shelf).handle({"do": "open", "page": shelf})
            yield {"show": "refused", "text": text}

    def _page(self, name: Any) -> Any:
        """A page with what it remembers, made when it is first asked for something."""
        if name not in ("start", "learn", "build", "puzzles", "opponents", "workshop", "writing"):
            return self.explore
        if name not in self._pages:
            self._pages[name] = self._made(name)
        return self._pages[name]

    def _made(self, name: str) -> Any:
        if name == "start":
            from dcf_lab.lab.start import Start

            return Start(self.folder)
        if name == "learn":
            from dcf_lab.lab.learn import Learn

            return Learn(self.packs, self.folder)
        if name == "workshop":
            from dcf_lab.lab.workshop import Workshop

            return Workshop(self.explore, self.packs, self.folder)
        if name == "writing":
            from dcf_lab.lab.writing import Writing

            return Writing(self.explore, self.packs)
        if name == "build":
            from dcf_lab.lab.build import Build

            return Build(self.packs, self.folder)
        if name == "opponents":
            from dcf_lab.lab.opponents import Opponents

            return Opponents(self.explore)
        from dcf_lab.lab.puzzles import Puzzles

        return Puzzles(self.explore)
