"""Playing a lesson: its answers are given on a timeline, and each step leaves behind what happened in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dcf_lab.analysis.compare import replayed
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Choice, Clause, Game, Refusal, Skipped
from dcf_lab.engine.table import Event, Table
from dcf_lab.engine.telling import sentence
from dcf_lab.games import Manual, UnknownDeed
from dcf_lab.lessons.file import Chapter, Lesson, Step
from dcf_lab.scenario.description import Description, DescriptionError, Log, describe
from dcf_lab.scenario.expect import ExpectationError, Moment, expectation
from dcf_lab.scenario.file import ScenarioError
from dcf_lab.scenario.file import Step as Played
from dcf_lab.timeline.run import play_step
from dcf_lab.timeline.timeline import Answer, Timeline


class Course:
    """A timeline on which the steps of chapters are played, one after the other."""

    def __init__(self, lesson: Lesson, chapter: Chapter) -> None:
        assert chapter.scenario is not None
        self.lesson = lesson
        self.line = Timeline(chapter.scenario, chapter.rulings, take_chances=True)
        self.skipped = list(self.line.game.skipped)
        self.last: Scene | None = None

    @property
    def choice(self) -> Choice | None:
        return self.line.game.choice

    def answer(self, option: str) -> None:
        self.line.answer(option)
        self.skipped = list(self.line.game.skipped)

    def play(self, step: Step, number: str) -> Scene:
        """Carry out what a step does, and look whether what it expects has come about."""
        before, since = self.line.here, self.line.game.table.told
        if failure := play_step(self, Played(step.do, (), (), 0)):  # type: ignore[arg-type]
            raise self.lesson.mistake((*step.path, "do"), failure)
        if not step.do and self.last is not None:  # it is about what has just been seen
            before, since = self.last.before, self.last.since
        scene = Scene(self.lesson, step, number, self.line, before, self.line.here, since)
        for n, text in enumerate(step.expect):
            if failure := scene.failure(text):
                raise self.lesson.mistake((*step.path, "expect", n), failure)
        if step.do or self.last is None:
            self.last = scene
        return scene


@dataclass(frozen=True)
class Scene:
    """What a question can be about: the game before and after what a step does, and what happens in between."""

    lesson: Lesson
    step: Step
    number: str  # '2.1', the first step of the second chapter
    line: Timeline
    before: Answer
    after: Answer
    since: int  # the number of the first event

    @property
    def table(self) -> Table:
        return self.after.game.table

    @property
    def cards(self) -> Library:
        return self.line.scenario.cards

    @property
    def manual(self) -> Manual:
        """What the lab knows of the game that this is a scene of: the chapter's, which need not be that of the lesson's file."""
        return self.line.scenario.manual

    @property
    def game(self) -> Game:
        """The game at the question, before anything is done."""
        return self.before.game if self.step.do else self.after.game

    @cached_property
    def log(self) -> Log:
        table = self.table
        return Log(table.history, lambda event: sentence(table, event), self.since)

    @cached_property
    def events(self) -> list[Event]:
        return self.log.of_step()

    def failure(self, text: str) -> str | None:
        """Why an expectation does not hold; None if it does."""
        table, skipped = self.table, tuple(self.after.game.skipped)
        try:
            return expectation(text, table.rules.library, table.rules.players)(
                Moment(self.after.game, self.since, skipped, _no_seats)
            )
        except ExpectationError as error:
            return str(error)

    def describe(self, text: str) -> Description:
        try:
            return describe(text, self.cards)
        except DescriptionError as error:
            raise self.mistake(str(error)) from None

    def event(self, description: Description) -> Event | None:
        """The first event of this step that is so."""
        return next((event for event in self.events if description.fits(event, self.log)), None)

    def mistake(self, what: str) -> ScenarioError:
        return self.lesson.mistake((*self.step.path, "ask"), what)

    # what is refused

    @cached_property
    def refused(self) -> list[Refusal]:
        """What may not be answered at the question."""
        game = self.game
        return game.refused() if game.choice is not None else [r for one in self._skipped for r in game.refused(one)]

    @property
    def _skipped(self) -> list[Skipped]:
        return list(self.game.skipped)

    def clauses(self, option: str) -> tuple[Clause, ...]:
        """Everything that speaks against an answer; where nobody thought of refusing it, what the game says of such a deed."""
        for refusal in self.refused:
            if refusal.option == option:
                return refusal.clauses
        try:
            found = self.manual.why_not(self.game, option)
        except UnknownDeed as error:
            raise self.mistake(str(error)) from None
        return tuple(dict.fromkeys(clause for refusal in found for clause in refusal.clauses))

    @cached_property
    def cited(self) -> set[str]:
        """Every rule that something in this step cites."""
        found = {rule for event in self.events for rule in event.rules}
        for event in self.events:
            found |= {clause.rule for _, _, clauses in event.detail.get("near", ()) for clause in clauses}
        return found | {clause.rule for refusal in self.refused for clause in refusal.clauses}

    # other readings

    @cached_property
    def elsewhere(self) -> dict[tuple[str, str], Scene]:
        """The same answers under each other reading of a ruling that concerns this step, where they can be given."""
        return {(key, reading): scene for key, reading, scene in self._other_courses() if scene is not None}

    def look_elsewhere(self) -> Iterator[None]:
        """Work that out with pauses: a long game is played again and again."""
        if "elsewhere" in self.__dict__:
            return
        found = {}
        for key, reading, scene in self._other_courses():
            if scene is not None:
                found[key, reading] = scene
            yield
        self.__dict__["elsewhere"] = found

    def _other_courses(self) -> Iterator[tuple[str, str, Scene | None]]:
        table, given = self.table, len(self.before.path())
        about = self.step.ask.said.get("about", ()) if self.step.ask is not None else ()
        concerned = self.cited.union(about)  # what does not happen here cites nothing, but is asked for
        for key, ruling in self.manual.rulings().items():
            if not concerned.intersection(ruling.rules):
                continue
            for reading in ruling.readings:
                if reading == table.rules.readings.get(key) or reading in ruling.missing:
                    continue
                yield key, reading, self._under(key, reading, given)

    def _under(self, key: str, reading: str, given: int) -> Scene | None:
        try:
            again = replayed(at(self.line, self.after), {key: reading})
        except ScenarioError:
            return None  # the position cannot be under this reading
        if again.stopped:
            return None
        nodes = [again.line.root, *again.line.here.path()]
        before = nodes[min(given, len(nodes) - 1)]
        return Scene(self.lesson, self.step, self.number, again.line, before, nodes[-1], before.game.table.told)

    def is_as_far_as(self, other: Scene) -> bool:
        """Has the same question come at the end? Where another comes first, what is missing may still happen."""
        ours, theirs = self.after.game.choice, other.after.game.choice
        return ours is None or (theirs is not None and (ours.player, ours.prompt) == (theirs.player, theirs.prompt))

    def reading_words(self, key: str, reading: str) -> str:
        """'Right under another reading: “...”'."""
        ruling = self.manual.rulings()[key]
        return f"Right under another reading of the rulebook: “{ruling.readings[reading].removesuffix('.')}”."


def at(line: Timeline, node: Answer) -> Timeline:
    """The timeline as it stands at a place of its tree."""
    line.here = node
    return line


def _no_seats() -> Any:
    raise ExpectationError("what a seat is told cannot be expected in a lesson; say it in a scenario")


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Data in which cards are in each other's places."""
    if isinstance(value, str):
        return _renamed_text(value, names)
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(one, names) for key, one in value.items()}
    return [renamed(one, names) for one in value] if isinstance(value, list | tuple) else value


def _renamed_text(text: str, names: Mapping[str, str]) -> str:
    pattern = re.compile("|".join(rf"(?<![\w.]){re.escape(name)}(?![\w])" for name in sorted(names, key=len, reverse=True)))
    return pattern.sub(lambda match: names[match[0]], text)
