"""Trying something else: a branch off the lesson, of the presenter for everybody, or of somebody for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dcf_lab.analysis.causes import Causes
from dcf_lab.analysis.compare import replayed
from dcf_lab.lab.explore import Explore
from dcf_lab.lessons.compile import Part, Shown
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.places import decisions
from dcf_lab.timeline.timeline import RecordError

MOST_ANSWERS = 300
DEEDS = ("answer", "go", "refused")


class BranchError(ValueError):
    """What cannot be tried, in a sentence."""


class Branch:
    """The game of a step, played on otherwise."""

    def __init__(self, part: Part, shown: Shown) -> None:
        part.line.here = shown.at
        self.explore = Explore()
        self.explore.seat = part.chapter.seat
        self.explore.show(replayed(part.line).line)
        self.game = part.manual.NAME
        self.moment = 0  # of the branch, which is looked at

    def begin(self) -> dict[str, Any]:
        """The film up to where the branch leaves the lesson."""
        return {"show": "branch", "film": {**self.explore.news(), "game": self.game}, **self.stand(self.explore.length)}

    def stand(self, moment: int) -> dict[str, Any]:
        """Look at another moment of the branch."""
        self.moment = max(0, min(moment, self.explore.length))
        return {"show": "branch", "moment": self.moment}

    def whole(self) -> dict[str, Any]:
        """Everything, for a page that has just come."""
        explore, line = self.explore, self.explore.line
        assert line is not None
        film, table = Film(explore.seat), line.game.table
        reel = film.reel(table, explore.stated.on_the_way(line, explore.seat))
        Causes().take(reel, table)
        told = {"nodes": [], "here": explore.here, "decisions": decisions(line, film, explore.places)}
        return {"film": {**reel, **told, "game": self.game}, "moment": self.moment}

    def do(self, deed: Any) -> dict[str, Any]:
        """Answer, go somewhere in the tree, or ask what is refused."""
        if not isinstance(deed, Mapping) or deed.get("do") not in DEEDS:
            raise BranchError("A branch is answered, gone through, or asked what is refused.")
        line = self.explore.line
        assert line is not None
        if deed["do"] == "answer" and line.size > MOST_ANSWERS:
            raise BranchError(f"A branch has at most {MOST_ANSWERS} answers; go back to the lesson.")
        try:
            answers = list(self.explore.handle({**deed, "page": "explore"}))
        except (RecordError, ValueError, LookupError, TypeError) as error:
            raise BranchError(str(error) or "That cannot be done here.") from None
        film = next((one for one in answers if one["show"] == "film"), None)
        told = [one for one in answers if one["show"] != "film"]
        where = self.stand(self.explore.length) if film else {}
        return {"show": "branch", **where, **({"film": film} if film else {}), "told": told}
