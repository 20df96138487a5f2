"""Practice: questions about the rules of a lesson that were not in it: its twins, and what other lessons of the library ask."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dcf_lab.games import scenarios_of
from dcf_lab.lessons.compile import Compiled, Part, Shown, compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.scenario.file import Scenario, ScenarioError, scenarios_folder

OF_THE_PRESENT = ("allowed", "answers", "find")  # kinds that need nothing but the table, where a step does nothing
MOST_OF_A_RULE = 3


class Practice(NamedTuple):
    """A question with the film that it is about, and where it comes from."""

    title: str
    part: Part
    shown: Shown


def practice(lesson: Compiled) -> Iterator[Practice]:
    """Questions to practise with, those first that ask for the rules of the lesson's first questions."""
    title = lesson.lesson.scenario.title
    found = [
        Practice(f"{title}: the same with other cards", twin, twin.steps[0])
        for part in lesson.parts for shown in part.steps for twin in shown.twins
    ]  # fmt: skip
    rules = dict.fromkeys(rule for question in lesson.questions if question.right for rule in question.about)
    if rules:
        found += _of_library(lesson.lesson.scenario)
    given: set[int] = set()
    for most in range(1, MOST_OF_A_RULE + 1):  # something for every rule before more for one
        for rule in rules:
            fits = [n for n, one in enumerate(found) if one.shown.question is not None and rule in one.shown.question.about]
            if sum(n in given for n in fits) < most and (new := [n for n in fits if n not in given]):
                given.add(new[0])
                yield found[new[0]]


def _of_library(own: Scenario) -> Iterator[Practice]:
    """What other lessons of the same game ask of a table that can be shown without the story before it."""
    for file in _lessons(own):
        other = _compiled(file, file.stat().st_mtime_ns)
        if other is None:
            continue
        for part in other.parts:
            for shown in part.steps:
                asked = shown.question
                if asked is not None and asked.right and (shown.step.do or asked.kind in OF_THE_PRESENT):
                    yield Practice(other.lesson.scenario.title, part, shown)


@lru_cache(maxsize=32)
def _compiled(file: Path, _changed: int) -> Compiled | None:
    """A lesson of the library, played once for all handouts of a process; none if it is wrong, which `dcf-lab check` tells."""
    try:
        return compile_lesson(read_lesson(file))
    except ScenarioError:
        return None


def _lessons(own: Scenario) -> list[Path]:
    game = own.manual.NAME
    folders = [folder for folder in (scenarios_folder() / game, scenarios_of(game)) if folder is not None]
    files = [file for folder in folders for file in sorted(folder.glob("lessons/*.toml"))]
    return [file for file in files if file.read_text(encoding="utf-8") != own.text]
