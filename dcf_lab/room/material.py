"""What can be handed out: a lesson, and any scenario, puzzle or saved game, made into a lesson without questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dcf_lab.analysis.causes import Causes
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.game import IllegalAnswer
from dcf_lab.games import names, scenarios_of
from dcf_lab.lessons.compile import Compiled, Part, Shown, compile_lesson
from dcf_lab.lessons.file import Chapter, Lesson, Step, is_lesson, lesson_of, prose_parts
from dcf_lab.scenario.file import Scenario, ScenarioError, read, scenarios_folder
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.script import Script, StatedRefusals, follow
from dcf_lab.timeline.timeline import Timeline

LESSON, SCENARIO, PUZZLE, GAME = "lesson", "scenario", "puzzle", "game"
MOST_SCRIPTS = 8  # of a scenario with variants
MOST_NAMED = 8  # files in an error

Prose = list[list[dict[str, str]]]


@dataclass(frozen=True)
class Material:
    """What is handed out, and what kind of thing it was."""

    kind: str
    lesson: Compiled

    @property
    def scenario(self) -> Scenario:
        return self.lesson.lesson.scenario

    def prose(self, part: Part, text: str) -> Prose:
        """A text as paragraphs; only a lesson names cards and rules in its own."""
        if self.kind == LESSON:
            return prose_parts(text, part.cards)
        return [[{"text": paragraph}] for paragraph in text.split("\n\n") if paragraph]

    def holds(self, shown: Shown) -> bool:
        """Is it the solution of a puzzle, which nobody is shown unasked?"""
        return self.kind == PUZZLE and shown is not self.lesson.parts[0].steps[0]


def material(path: Path, packs: Iterable[Path] = (), solution: bool = True) -> Material:
    """What a file has to hand out: of a puzzle also its solution, if that is wanted and the file knows one."""
    if path.suffix == ".json":
        line = Timeline.load(path, packs)
        return Material(GAME, _compiled(line.scenario, [_played(line, line.scenario.title)]))
    scenario = read(path, packs)
    if is_lesson(scenario):
        return Material(LESSON, compile_lesson(lesson_of(scenario)))
    if scenario.goal is not None:
        return Material(PUZZLE, _compiled(scenario, [_puzzle(scenario, solution)]))
    return Material(SCENARIO, _compiled(scenario, list(_courses(scenario))[:MOST_SCRIPTS]))


def _compiled(scenario: Scenario, parts: list[Part]) -> Compiled:
    return Compiled(Lesson(scenario, 0, tuple(part.chapter for part in parts), lambda _path: 1), tuple(parts))


def _courses(scenario: Scenario) -> Iterator[Part]:
    """The script of a scenario and those of its variants, each a chapter; of one without any the position."""
    if not scenario.script and not any(variant.script for variant in scenario.variants):
        yield _played(Timeline(scenario, take_chances=True), scenario.title)
        return
    named = [(scenario.title, Script({}, scenario.script))]
    named += [(variant.name, Script(variant.rulings, variant.script)) for variant in scenario.variants]
    for title, script in named:
        if script.steps:
            yield _played(_followed(scenario, script), title)


def _followed(scenario: Scenario, script: Script) -> Timeline:
    line = Timeline(scenario, script.readings, take_chances=True)
    for step, failure in follow(line, script):
        if failure:
            raise ScenarioError(f"{scenario.file}:{step.line}: {failure}")
    return line


def _puzzle(scenario: Scenario, solution: bool) -> Part:
    """The position with the goal, and after it the solution: the file's own script, or what the solver has found."""
    assert scenario.goal is not None
    line = Timeline(scenario, take_chances=True)
    if solution and scenario.script:
        line = _followed(scenario, Script({}, scenario.script))
    elif solution and (found := scenario.certificate.get("solutions")):
        try:
            for said in found[0]:
                line.answer(str(said).partition(": ")[2])
        except (IllegalAnswer, ValueError):
            line = Timeline(scenario, take_chances=True)  # proved of other rules or cards; it is no solution any more
    return _played(line, scenario.title, scenario.goal.sentence, scenario.point)


def _played(line: Timeline, title: str, goal: str = "", point: str = "") -> Part:
    """A game that was played, as a chapter: one step; of a puzzle one that tells the goal, and another one for its solution."""
    film = Film()
    reel = film.reel(line.game.table, StatedRefusals().on_the_way(line))
    start, end = film.moment(line.root.game.table.told), len(reel["events"])
    steps = [("", start, end)]
    if goal:
        steps = [(goal, start, start), *([(point, start, end)] if end > start else [])]
    shown = [Shown(_step(text, first < last), first, last, None, (), line.here) for text, first, last in steps]
    return Part(
        Chapter(title, line.scenario, line.readings, None, tuple(one.step for one in shown), ()), line, film, reel, (*shown,)
    )


def _step(say: str, happens: bool) -> Step:
    return Step(say, (), None, (), (), "", "", "causes" if happens else "", "", {}, ())


def last_of_films(parts: tuple[Part, ...]) -> list[Part]:
    """Chapters that go on where the last one ended have one film; the last of them shows most of it."""
    return [part for n, part in enumerate(parts) if n + 1 == len(parts) or not goes_on(parts[n + 1], part)]


def goes_on(part: Part, before: Part) -> bool:
    """Does a chapter go on with the film of the one before it?"""
    return part.line is before.line and part.chapter.seat == before.chapter.seat


def graph_of(part: Part, start: int, end: int) -> tuple[Causes, list[dict[str, Any]]]:
    """What caused what between two moments of a film, and the events with their places in it; the film itself stays as it is."""
    events = [{**event} for event in part.reel["events"][start:end]]
    for event in events:
        if "near" in event:
            event["near"] = [{**miss} for miss in event["near"]]
    graph = Causes(first=start, last=end - 1, manual=part.line.scenario.manual)
    graph.take({"from": start, "events": events}, part.line.game.table)
    return graph, events


# by name


class NoSuchMaterial(ValueError):
    """What is not there to be handed out, and what is."""


def find(name: str) -> Path:
    """A file, or something of the collections by its name: `an_attack`, `rules/r057`, `a02_the_last_rescue`."""
    path = Path(name)
    if path.suffix in (".toml", ".json"):
        if not path.is_file():
            raise NoSuchMaterial(f"{name}: there is no such file")
        return path
    folders = [
        folder for game in names() for folder in (scenarios_of(game), scenarios_folder() / game) if folder and folder.is_dir()
    ]
    known = {file: str(file.relative_to(folder).with_suffix("")) for folder in folders for file in sorted(folder.rglob("*.toml"))}
    for fits in (_is_called, _begins_so):
        found = [file for file, called in known.items() if fits(called, name)]
        lessons = [file for file in found if file.parent.name == "lessons"]
        if len(found) == 1 or len(lessons) == 1:
            return (lessons or found)[0]
        if found:
            some = ", ".join(known[file] for file in found[:MOST_NAMED])
            more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            raise NoSuchMaterial(f"{name!r} may be each of {some}{more}; say more of its name")
    near = did_you_mean(name[:80], [*known.values(), *(Path(called).name for called in known.values())])
    raise NoSuchMaterial(f"no lesson, scenario or puzzle is called {name[:80]!r}{near}; a saved game is named by its .json file")


def _is_called(called: str, name: str) -> bool:
    return name in (called, Path(called).name)


def _begins_so(called: str, name: str) -> bool:
    return bool(name) and (called.startswith(name) or Path(called).name.startswith(name))
