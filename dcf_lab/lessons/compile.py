"""From a lesson file to what is shown: films, steps and questions as plain data. A lesson that is wrong does not compile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dcf_lab.engine.table import Event
from dcf_lab.lessons.course import Course, Scene, renamed
from dcf_lab.lessons.file import Ask, Chapter, Lesson, Step
from dcf_lab.lessons.questions import Question, question
from dcf_lab.scenario.file import Scenario, ScenarioError
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.timeline import Answer, Timeline

QUESTIONS_IN_25_MINUTES = 6


@dataclass(frozen=True)
class Shown:
    """A step as it is shown: from which moment of its chapter's film to which, and what is asked."""

    step: Step
    start: int
    end: int
    question: Question | None
    twins: tuple[Question, ...]
    at: Answer  # where the timeline stands after it


@dataclass(frozen=True)
class Part:
    """A chapter with its film."""

    chapter: Chapter
    line: Timeline
    film: Film
    reel: dict[str, Any]
    steps: tuple[Shown, ...]


@dataclass(frozen=True)
class Compiled:
    """A lesson that holds, ready to be presented."""

    lesson: Lesson
    parts: tuple[Part, ...]

    @property
    def questions(self) -> list[Question]:
        return [shown.question for part in self.parts for shown in part.steps if shown.question is not None]

    def notes(self) -> Iterator[str]:
        """What is no mistake, but worth knowing."""
        questions = self.questions
        if questions and questions[0].kind == "find":
            yield "it begins with the hardest kind of question, 'find'"
        most = max(1, round(self.lesson.minutes * QUESTIONS_IN_25_MINUTES / 25))
        if len(questions) > most:
            yield f"{len(questions)} questions in {self.lesson.minutes} minutes; {most} leave time to talk"
        if not any(shown.twins for part in self.parts for shown in part.steps):
            yield "no question has a twin"


def compile_lesson(lesson: Lesson) -> Compiled:
    """Play a lesson and answer its questions, or say what is wrong with it and where."""
    parts: list[Part] = []
    course: Course | None = None
    way: list[Step] = []  # since the course began
    for n, chapter in enumerate(lesson.chapters, 1):
        if chapter.scenario is not None:
            course, way = Course(lesson, chapter), []
        assert course is not None
        scenes = []
        for m, step in enumerate(chapter.steps, 1):
            scene = course.play(step, f"{n}.{m}")
            asked = question(scene) if step.ask is not None else None
            course.line.here = scene.after
            scenes.append((scene, asked, twins_of(lesson, course.line.scenario, chapter, way, scene, asked)))
            way.append(step)
        parts.append(_part(chapter, course.line, scenes))
    return Compiled(lesson, tuple(parts))


def _part(chapter: Chapter, line: Timeline, scenes: list[tuple[Scene, Question | None, tuple[Question, ...]]]) -> Part:
    film = Film(chapter.seat)
    reel = film.reel(line.game.table)
    now = film.moment(scenes[0][0].before.game.table.told) if scenes else 0
    steps = []
    for scene, asked, twins in scenes:
        last = _last_event(scene, asked)
        end = film.moment(last.id + 1) if last is not None else film.moment(scene.table.told)
        end = max(now, end)
        steps.append(Shown(scene.step, now, end, asked, twins, scene.after))
        now = end
    return Part(chapter, line, film, reel, tuple(steps))


def _last_event(scene: Scene, asked: Question | None) -> Event | None:
    """The event after which the film stands still: the one that `stop` names, or the one that is asked for."""
    if scene.step.stop:
        found = scene.event(scene.describe(scene.step.stop))
        if found is None:
            raise scene.lesson.mistake((*scene.step.path, "stop"), f"stop: {scene.step.stop!r} does not happen in this step")
        return found
    if asked is None or not scene.step.do or asked.event < 0:
        return None
    return scene.log.events[asked.event]


def twins_of(
    lesson: Lesson, scenario: Scenario, chapter: Chapter, way: list[Step], scene: Scene, asked: Question | None
) -> tuple[Question, ...]:
    """The same question with other cards, where it is still about the same."""
    found = []
    for card, others in scene.step.twins.items():
        for other in others if asked is not None else ():
            names = {card: other, other: card}
            try:
                twin = _twin(lesson, scenario, chapter, [*way, scene.step], names, scene.number)
            except (ScenarioError, ValueError, LookupError):
                continue  # with these cards it is another matter
            if asked is not None and set(asked.about) <= set(twin.about) | {r for _, rules, _ in twin.lines for r in rules}:
                found.append(replace(twin, about=asked.about))
    return tuple(found)


def _twin(
    lesson: Lesson, scenario: Scenario, chapter: Chapter, steps: list[Step], names: dict[str, str], number: str
) -> Question:
    own = replace(scenario, table=renamed(scenario.table or {}, names))
    course = Course(lesson, replace(chapter, scenario=own))
    for step in steps[:-1]:
        course.play(_renamed(step, names), number)
    last = course.play(_renamed(steps[-1], names), number)
    return replace(question(last), id=f"{number} twin")


def _renamed(step: Step, names: dict[str, str]) -> Step:
    """A step with other cards; what its author says is right or wrong need not be so any more."""
    ask = step.ask
    if ask is not None:
        kept = {key: value for key, value in ask.said.items() if key not in ("right", "wrong", "about")}
        ask = Ask(ask.kind, renamed(ask.what, names), renamed(kept, names))
    swapped = {"say": step.say, "look": step.look, "do": step.do, "stop": step.stop}
    new = {key: renamed(value, names) for key, value in swapped.items()}
    return replace(step, ask=ask, say=new["say"], look=tuple(new["look"]), do=tuple(new["do"]), stop=new["stop"], expect=())
