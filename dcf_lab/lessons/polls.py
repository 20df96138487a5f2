"""What another reading would do to a scene, in plain words: what the reveal of a poll tells."""

from __future__ import annotations

from typing import Any

from dcf_lab.analysis.compare import Comparison, compare, replayed
from dcf_lab.analysis.differences import Difference
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.telling import answer_text, asked
from dcf_lab.timeline.timeline import Timeline

MOST_DIFFERENCES = 3
_MOMENTS = ("Round", "Phase", "Whose turn it is")  # the film shows where it is


def under_reading(line: Timeline, key: str, reading: str) -> tuple[str, bool]:
    """What would be different, and whether anything is."""
    try:
        found = compare(line, key, reading)
    except ValueError:
        return "This position could not come about under this reading.", True
    if not found.changes:
        return "Nothing would be different in this scene.", False
    course, end = _course(line, found), _end(found.differences)
    return " ".join(filter(None, [course, end or ("" if course else _next(line, found))])), True


def _course(line: Timeline, found: Comparison) -> str:
    """The first thing that would come otherwise."""
    parting = found.parting
    if parting is None or not parting.other:
        return ""
    unfit = replayed(line, {found.key: found.reading}).unfit
    if unfit is not None and found.line.game.choice is not None:
        return f"“{capital(answer_text(line.game.table, unfit.option))}” would not be possible here."
    return f"Here it would go on like this: {parting.other}"


def _end(differences: list[Difference]) -> str:
    told = [one for one in differences if one.what not in _MOMENTS]
    return f"In the end: {'; '.join(_words(one) for one in told[:MOST_DIFFERENCES])}." if told else ""


def _words(one: Difference) -> str:
    def said(value: Any) -> str:
        return "nothing" if value == "" else str(value)

    return f"{one.what}: {said(one.other)} instead of {said(one.one)}"


def _next(line: Timeline, found: Comparison) -> str:
    """Where the tables are alike, how the next question differs."""
    choice = found.line.game.choice
    if found.question.asked is not None and choice is not None:
        return f"The next question would be: {asked(found.line.game.table, choice)}."
    new = [answer_text(found.line.game.table, option) for option in found.question.new[:MOST_DIFFERENCES]]
    return f"Now this would be possible, too: {', '.join(new)}." if new else ""
