"""The same answers under another reading or with another way of chance: where the courses part, and what differs at the end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from time import monotonic
from typing import NamedTuple

from dcf_lab.analysis.differences import Difference, Parting, differences, happened, part_at, parting, told_by
from dcf_lab.engine.game import Choice, Game, IllegalAnswer
from dcf_lab.engine.rulings import Ruling
from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import asked
from dcf_lab.games import say
from dcf_lab.scenario.file import ScenarioError
from dcf_lab.timeline.script import follow, scripts, under_readings
from dcf_lab.timeline.timeline import Answer, Timeline


class Replay(NamedTuple):
    """A path given again: the new timeline as far as the answers fitted, and why no further ('' if all did)."""

    line: Timeline
    stopped: str
    unfit: Answer | None = None  # the first answer that did not fit


class Question(NamedTuple):
    """How the open question differs: who is asked what, or the answers that only one or only the other game offers."""

    asked: Difference | None
    gone: list[str]
    new: list[str]

    @property
    def differs(self) -> bool:
        return self.asked is not None or bool(self.gone or self.new)


class Comparison(NamedTuple):
    """A path under its own reading of a ruling and under another.

    Differences are between the two ends; where an answer no longer fits, between the tables on which it was to be given.
    """

    key: str
    before: str
    reading: str
    line: Timeline  # under the other reading
    parting: Parting | None
    differences: list[Difference]
    stopped: str
    question: Question

    @property
    def changes(self) -> bool:
        """Does the course of events change, or what may follow?"""
        return self.parting is not None or self.question.differs


class Matter(NamedTuple):
    """What one ruling would do to a path, for each of its other readings."""

    key: str
    before: str
    partings: dict[str, Parting | None]
    stopped: dict[str, str]
    questions: dict[str, bool]  # the course is the same, but the open question or its answers are others
    impossible: dict[str, bool]  # there is no course: the position cannot be under this reading

    @property
    def changes(self) -> bool:
        return any(self.partings.values()) or any(self.questions.values()) or any(self.impossible.values())


# the same answers again


def replayed(line: Timeline, readings: Mapping[str, str] | None = None, take_chances: bool | None = None) -> Replay:
    """The answers up to where a timeline stands, given again under other readings or with another way of chance.

    Taking over chance writes down what the seed had answered; giving it back leaves chance's answers out, and ends at the
    first one that the seed would have answered otherwise.

    >>> from dcf_lab.timeline.timeline import Timeline, new_game
    >>> line = Timeline(new_game(seed=3)).answer("done")
    >>> replayed(line, {"scheme_play_when": "B"}).stopped
    ''
    """
    chances = line.take_chances if take_chances is None else take_chances
    new = Timeline(line.scenario, {**line.readings, **(readings or {})}, chances)
    again = _give_again(line, lambda: new.game, new.answer)
    while True:
        try:
            node = next(again)
        except StopIteration as end:
            return Replay(new, *end.value)
        new.here.name = node.name if node else ""


_Again = Generator[Answer | None, None, tuple[str, Answer | None]]


def _give_again(line: Timeline, game: Callable[[], Game], answer: Callable[[str], object]) -> _Again:
    """Give the path's answers; yields after each the one it repeats (None: chance's own); returns why and where it ended."""
    taken = game().take_chances
    skipped = [one.option for one in game().skipped]
    for number, node in enumerate(line.here.path(), 1):
        answered = node.parent.game.choice if node.parent else None
        seeds = answered.default if answered else None
        said = say(node.option, line.scenario.cards)
        if node.player == "chance" and not taken:
            if node.option != seeds:
                seed = say(str(seeds), line.scenario.cards)
                other = f"“{seed}”" if seed != said else "with another copy of it"
                return f"answer {number}: chance was made to answer “{said}”, but the seed answers {other}", node
            continue
        while (choice := _chance(game())) and (node.player, node.prompt) != (choice.player, choice.prompt):
            answer(choice.default or choice.options[0])
            skipped += [one.option for one in game().skipped]
            yield None
        choice = game().choice
        fits = choice is not None and (choice.player, choice.prompt) == (node.player, node.prompt)
        if node.player == "chance" and not fits:
            continue  # under this reading nothing is left to chance here
        if not fits or (choice is not None and node.option not in choice.options):
            if node.option in skipped:
                skipped.remove(node.option)
                continue
            if choice is None:
                return f"answer {number} ({said}): the game is over before it", node
            if not fits:
                why = f"no longer fits: the question is now “{asked(game().table, choice)}”"
                return f"answer {number} ({said}) {why}", node
        assert choice is not None
        thrown = choice.default if node.option == seeds else None  # the die decided, so it may decide again
        try:
            answer(thrown or node.option)
        except IllegalAnswer as error:
            return f"answer {number}, {asked(game().table, choice)}: {error}", node
        skipped = [one.option for one in game().skipped]
        yield node
    if taken and not line.take_chances:
        while choice := _chance(game()):
            answer(choice.default or choice.options[0])
            yield None
    return "", None


def _chance(game: Game) -> Choice | None:
    """The question to chance that the game is at."""
    return game.choice if game.choice is not None and game.choice.player == "chance" else None


def follow_script(line: Timeline) -> Replay:
    """What the scenario's script or the variant for these readings says, as a branch from the start.

    On a new timeline if there is none for these readings (then the first script is followed under its own), or if it decides for
    chance and chance is left to the seed.
    """
    known = scripts(line)
    if not known:
        return Replay(line, "this scenario has no script")
    now = under_readings(line, line.readings)
    script = next((one for one in known if under_readings(line, one.readings) == now), known[0])
    chances = line.take_chances or script.decides_chance
    if under_readings(line, script.readings) != now or chances != line.take_chances:
        line = Timeline(line.scenario, script.readings, chances)
    line.here = line.root
    for step, failure in follow(line, script):
        if failure:
            return Replay(line, f"the script, line {step.line}: {failure}")
    return Replay(line, "")


# rulings


def compare(line: Timeline, key: str, reading: str) -> Comparison:
    """The path of a timeline under another reading: where the courses part, and what differs at their ends."""
    other, stopped, unfit = replayed(line, {key: reading})
    one, two = line.game, other.game
    same = unfit.parent.game if unfit and unfit.parent else one
    return Comparison(
        key, one.table.ruling(key), reading, other, parting(one.table, two.table), differences(same.table, two.table), stopped,
        other_question(same, two),
    )  # fmt: skip


def other_question(one: Game, other: Game) -> Question:
    """How the open questions of two games differ."""
    a, b = one.choice, other.choice
    questions = [asked(game.table, game.choice) if game.choice else "nobody, it is over" for game in (one, other)]
    if questions[0] != questions[1]:
        return Question(Difference("asked", *questions), [], [])
    if a is None or b is None:
        return Question(None, [], [])
    return Question(None, [o for o in a.options if o not in b.options], [o for o in b.options if o not in a.options])


def matters(line: Timeline, limit_seconds: float | None = None) -> Iterator[Matter]:
    """Which rulings would change the course of a path, one at each step, those likeliest to matter first.

    It ends when every ruling has been looked at, or after so many seconds.
    """
    start = monotonic()
    course = happened(line.game.table)
    cited = {rule for event in course for rule in event.rules}
    now = under_readings(line, line.readings)
    for ruling in sorted(line.scenario.manual.rulings().values(), key=lambda ruling: cited.isdisjoint(ruling.rules)):
        others = [r for r in ruling.readings if r != now[ruling.key] and r not in ruling.missing]
        if not others:
            continue
        if limit_seconds is not None and monotonic() - start > limit_seconds:
            return
        yield _look(line, course, ruling, now[ruling.key], others)


def _look(line: Timeline, course: list[Event], ruling: Ruling, before: str, others: list[str]) -> Matter:
    matter = Matter(ruling.key, before, {}, {}, {}, {})
    for reading in others:
        matter.partings[reading], matter.stopped[reading], matter.questions[reading] = None, "", False
        try:
            game = line.scenario.game({**line.readings, ruling.key: reading}, take_chances=line.take_chances)
        except ScenarioError as error:
            matter.stopped[reading] = str(error)
            matter.impossible[reading] = True
            continue
        matter.impossible[reading] = False
        found, matter.stopped[reading] = _first_parting(line, course, game)
        matter.partings[reading] = found
        matter.questions[reading] = found is None and other_question(line.game, game).differs
    return matter


def _first_parting(line: Timeline, course: list[Event], game: Game) -> tuple[Parting | None, str]:
    """Play only until the courses part; where that is, and why no answer could be given any more."""
    again = _give_again(line, lambda: game, game.answer)
    seen, told, stopped = 0, 0, None
    while stopped is None:
        try:
            next(again)
        except StopIteration as end:
            stopped, _ = end.value
        for event in (game.table.events or [])[told : game.table.told]:
            ours = course[seen] if seen < len(course) else None
            if ours is None or told_by(ours) != told_by(event):
                return part_at(line.game.table, game.table, ours, event), stopped or ""
            seen += 1
        told = game.table.told
    rest = course[seen] if seen < len(course) else None
    return part_at(line.game.table, game.table, rest, None) if rest else None, stopped
