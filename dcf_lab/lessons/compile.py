"""From a lesson file to what is shown: films, steps and questions as plain data. A lesson that is wrong does not compile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.table import Event
from dcf_lab.games import Manual
from dcf_lab.lessons.course import Course, Scene, renamed
from dcf_lab.lessons.file import Ask, Chapter, Lesson, Step
from dcf_lab.lessons.question import Question
from dcf_lab.lessons.questions import question
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
    twins: tuple[Part, ...]  # the same question with other cards: each a film of its own, with this step alone
    at: Answer  # where the timeline stands after it


@dataclass(frozen=True)
class Part:
    """A chapter with its film."""

    chapter: Chapter
    line: Timeline
    film: Film
    reel: dict[str, Any]
    steps: tuple[Shown, ...]

    @property
    def cards(self) -> Library:
        """The cards that it speaks of: those of its game, which need not be that of the lesson's file."""
        return self.line.scenario.cards

    @property
    def manual(self) -> Manual:
        return self.line.scenario.manual


@dataclass(frozen=True)
class Compiled:
    """A lesson that holds, ready to be presented."""

    lesson: Lesson
    parts: tuple[Part, ...]

    @property
    def games(self) -> dict[str, Scenario]:
        """The games that it is about, that of its file first, each with a scenario of its own."""
        first = self.lesson.scenario
        return {first.manual.NAME: first} | {
            one.manual.NAME: one.line.scenario for one in self.parts if one.manual.NAME != first.manual.NAME
        }

    @property
    def rules(self) -> dict[str, Mapping[str, Any]]:
        """The rules of all its games."""
        return {rule: told for one in self.games.values() for rule, told in one.manual.rules().items()}

    @property
    def questions(self) -> list[Question]:
        return [shown.question for part in self.parts for shown in part.steps if shown.question is not None]

    def questions_and_twins(self) -> Iterator[tuple[Part, Question]]:
        """Everything that can be asked, each with the film that it belongs to."""
        for part in self.parts:
            for shown in part.steps:
                for film, one in ((part, shown), *((twin, twin.steps[0]) for twin in shown.twins)):
                    if one.question is not None:
                        yield film, one.question

    def notes(self) -> Iterator[str]:
        """What is no mistake, but worth knowing."""
        twins = any(shown.twins for part in self.parts for shown in part.steps)
        return notes_on(self.questions, self.lesson.minutes, twins)


def notes_on(questions: Sequence[Question], minutes: int, twins: bool) -> Iterator[str]:
    """What is worth knowing of a lesson with these questions in so many minutes."""
    if questions and questions[0].kind == "find":
        yield "it begins with the hardest kind of question, 'find'"
    most = max(1, round(minutes * QUESTIONS_IN_25_MINUTES / 25))
    if len(questions) > most:
        yield f"{len(questions)} questions in {minutes} minutes; {most} leave time to talk"
    if not twins:
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
            twins = tuple(twins_of(lesson, course.line.scenario, chapter, way, scene, asked)) if asked is not None else ()
            scenes.append((scene, asked, twins))
            way.append(step)
        parts.append(_part(chapter, course.line, scenes))
    return Compiled(lesson, tuple(parts))


def _part(chapter: Chapter, line: Timeline, scenes: Sequence[tuple[Scene, Question | None, tuple[Part, ...]]]) -> Part:
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
    lesson: Lesson, scenario: Scenario, chapter: Chapter, way: list[Step], scene: Scene, asked: Question
) -> Iterator[Part]:
    """The same question with other cards, where it is still about the same."""
    pairs = [(card, other) for card, others in scene.step.twins.items() for other in others]
    for n, (card, other) in enumerate(pairs, 1):
        names = {card: other, other: card}
        course = Course(lesson, replace(chapter, scenario=replace(scenario, table=renamed(scenario.table or {}, names))))
        try:
            *_, last = [course.play(_renamed(step, names), scene.number) for step in (*way, scene.step)]
            twin = question(last)
            course.line.here = last.after
            part = _part(chapter, course.line, [(last, replace(twin, id=f"{scene.number} twin {n}", about=asked.about), ())])
        except (ScenarioError, ValueError, LookupError):
            continue  # with these cards it is another matter
        if set(asked.about) <= set(twin.about) | {rule for _, rules, _ in twin.lines for rule in rules}:
            yield part


def _renamed(step: Step, names: dict[str, str]) -> Step:
    """A step with other cards; what its author says of the outcome need not be so any more."""
    ask = step.ask
    if ask is not None:
        kept = {key: value for key, value in ask.said.items() if key not in ("right", "wrong", "about")}
        ask = Ask(ask.kind, renamed(ask.what, names), renamed(kept, names))
    swapped = {"say": step.say, "look": step.look, "do": step.do, "stop": step.stop}
    new = {key: renamed(value, names) for key, value in swapped.items()}
    return replace(
        step, ask=ask, say=new["say"], look=tuple(new["look"]), do=tuple(new["do"]), stop=new["stop"], expect=(), then=""
    )
