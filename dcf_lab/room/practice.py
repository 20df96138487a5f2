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
    """A question with the film that it is about, where it comes from, and the rules that it is practice for."""

    title: str
    part: Part
    shown: Shown
    rules: tuple[str, ...]


def practice(lesson: Compiled) -> Iterator[Practice]:
    """Questions to practise with: something for every rule that the lesson asks for, then more.

    For a rule that no other question is about, one in whose explanation it stands will do.
    """
    title = lesson.lesson.scenario.title
    rules = dict.fromkeys(rule for question in lesson.questions if question.right for rule in question.about)
    if not rules:
        return
    found = [
        (f"{title}: the same with other cards", twin, twin.steps[0])
        for part in lesson.parts for shown in part.steps for twin in shown.twins
    ]  # fmt: skip
    found += [one for game in lesson.games for one in _of_library(game, lesson)]
    asked = [_rules_of(shown) for _, _, shown in found]
    covered = {rule for about, _ in asked for rule in about}
    serves = [tuple(rule for rule in rules if rule in about or (rule in told and rule not in covered)) for about, told in asked]
    given: set[int] = set()
    for most in range(1, MOST_OF_A_RULE + 1):
        for rule in rules:
            fits = [n for n, served in enumerate(serves) if rule in served]
            if sum(n in given for n in fits) < most and (new := [n for n in fits if n not in given]):
                given.add(new[0])
                yield Practice(*found[new[0]], serves[new[0]])


def _rules_of(shown: Shown) -> tuple[set[str], set[str]]:
    """The rules that a question is about, and those that its explanation tells of."""
    question = shown.question
    assert question is not None
    told = {rule for _, rules, _ in question.lines for rule in rules}
    return set(question.about), told | {rule for reason in question.reasons.values() for rule in reason.rules}


def _of_library(game: str, own: Compiled) -> Iterator[tuple[str, Part, Shown]]:
    """What other lessons of a game ask of a table of this game that can be shown without the story before it."""
    for file in _lessons(game, own.lesson.scenario):
        other = _compiled(file, file.stat().st_mtime_ns)
        if other is None:
            continue
        for part in (one for one in other.parts if game == one.manual.NAME):
            for shown in part.steps:
                asked = shown.question
                if asked is not None and asked.right and (shown.step.do or asked.kind in OF_THE_PRESENT):
                    yield other.lesson.scenario.title, part, shown


@lru_cache(maxsize=32)
def _compiled(file: Path, _changed: int) -> Compiled | None:
    """A lesson of the library, played once for all handouts of a process; none if it is wrong, which `dcf-lab check` tells."""
    try:
        return compile_lesson(read_lesson(file))
    except ScenarioError:
        return None


def _lessons(game: str, own: Scenario) -> list[Path]:
    folders = [folder for folder in (scenarios_folder() / game, scenarios_of(game)) if folder is not None]
    files = [file for folder in folders for file in sorted(folder.glob("lessons/*.toml"))]
    return [file for file in files if file.read_text(encoding="utf-8") != own.text]
