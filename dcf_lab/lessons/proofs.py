"""Which first answers lead to a goal for certain: what the solver says of a question that asks for a way."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dcf_lab.engine.game import IllegalAnswer
from dcf_lab.engine.telling import is_bookkeeping, sentence
from dcf_lab.puzzles.solve import PuzzleError, Solver
from dcf_lab.scenario.description import Log
from dcf_lab.scenario.file import Scenario
from dcf_lab.scenario.goal import HIDDEN, Goal, goal_problems, make_goal
from dcf_lab.timeline.timeline import Timeline

if TYPE_CHECKING:
    from dcf_lab.lessons.course import Scene

MOST_SECONDS = 5.0
MOST_TOLD = 4  # sentences of a line that fails


@dataclass(frozen=True)
class Proved:
    """Every first answer, and whether the goal is reached from there."""

    scene: Scene
    line: Timeline
    goal: Goal
    found: Mapping[str, bool]

    def tried(self, answers: Sequence[str]) -> tuple[str, list[str], tuple[str, ...]] | None:
        """The tempting line played out: its first answer, how it ends, and the rules on the way. It must fail."""
        if not answers:
            return None
        scene, start = self.scene, self.line.here
        since = self.line.game.table.told
        try:
            for answer in answers:
                self.line.answer(answer)
        except IllegalAnswer as error:
            raise scene.mistake(f"try: {error}") from None
        table = self.line.game.table
        self.line.here = start
        events = [event for event in table.history if event.id >= since]
        if self.goal.happen is not None and any(self.goal.happen.fits(event) for event in events):
            raise scene.mistake("try: this line reaches the goal; it should be a tempting one that fails")
        if answers[0] in self.found and self.found[answers[0]]:
            raise scene.mistake(f"try: {answers[0]!r} is a right first answer")
        log = Log(table.history, lambda event: sentence(table, event))
        given = {event.id for event in events if event.kind == "answer"}
        told = [
            event for event in events
            if log.all_causes(event) & given and event.id not in given
            and not is_bookkeeping(table, event.kind) and event.kind != "window"
        ]  # fmt: skip
        rules = tuple(dict.fromkeys(rule for event in told for rule in event.rules))
        return answers[0], [sentence(table, event) for event in told][-MOST_TOLD:], rules


def first_answers(scene: Scene, line: Timeline, said: Mapping[str, Any]) -> Proved:
    """Ask the solver about each answer to the open question."""
    thinking = deciding(scene, line, said)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


_known: dict[str, dict[str, bool]] = {}  # what the solver has said lately
MOST_KNOWN = 100


def deciding(
    scene: Scene, line: Timeline, said: Mapping[str, Any], seconds: float = MOST_SECONDS
) -> Generator[None, None, Proved]:
    """The same in small steps, for who must not be kept waiting; what has been decided once is known from then on."""
    choice = line.game.choice
    assert choice is not None
    data = {"for": scene.manual.side(line.game.table, choice.player), **said}
    problems = list(goal_problems(data, scene.cards))
    if problems:
        raise scene.mistake(problems[0][1])
    scenario = replace(line.scenario, goal=make_goal(data, scene.cards))
    assert scenario.goal is not None
    if scenario.goal.against == HIDDEN:
        raise scene.mistake("in a lesson everybody sees all cards; ask for a way against every reply")
    answers = [node.option for node in line.here.path()]
    begins = (scenario.table, scenario.start, scenario.seating, scenario.seed, scenario.rulings, scenario.packs)
    about = repr((scene.manual.NAME, begins, line.readings, answers, data))
    if about not in _known or set(_known[about]) != set(choice.options):
        found = yield from _decided(scene, scenario, line.readings, answers, choice.options, seconds)
        while len(_known) >= MOST_KNOWN:
            del _known[next(iter(_known))]
        _known[about] = found
    return Proved(scene, line, scenario.goal, _known[about])


def _decided(
    scene: Scene, scenario: Scenario, readings: Mapping[str, str], answers: list[str], options: Sequence[str], seconds: float
) -> Generator[None, None, dict[str, bool]]:
    try:
        solver = Solver(scenario, readings, answers)
    except PuzzleError as error:
        raise scene.mistake(str(error)) from None
    found, spent, since = {}, 0.0, time.monotonic()
    search, root = solver.search, solver.root

    def pause() -> Iterator[None]:
        """Time in which somebody else works does not count."""
        nonlocal spent, since
        spent += time.monotonic() - since
        if spent > seconds:
            raise scene.mistake(f"this cannot be decided within {seconds:g} seconds; ask for less")
        yield
        since = time.monotonic()

    for option in options:
        for _ in search.prepare(root, option):
            yield from pause()
        try:
            child = search.after(root, option)
        except IllegalAnswer:
            raise scene.mistake("this is decided before anything is answered; ask for something that is still open") from None
        for _ in search.decide(child):
            yield from pause()
        known = search.result(child)
        if known is None:
            raise scene.mistake("this goes deeper than the solver can look; ask for less")
        found[option] = known.value == 1
    return found
