"""A lesson being written: the data of its file, made from games, written as TOML and read again, played as far as it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dcf_lab.analysis.compare import replayed
from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.toml import FileError, inline, parse_toml, write_toml
from dcf_lab.games import UnknownGame, names
from dcf_lab.lessons.compile import Compiled, Part, compile_lesson, twins_of
from dcf_lab.lessons.course import Course, Scene, at
from dcf_lab.lessons.file import Chapter, Lesson, LessonError, Step, collection, lesson_of, lesson_problems
from dcf_lab.lessons.proofs import deciding
from dcf_lab.lessons.question import Question
from dcf_lab.lessons.questions import question
from dcf_lab.scenario.file import (
    Scenario,
    ScenarioError,
    find_packs,
    find_problems,
    game_of,
    parse,
    schema_problems,
    without,
)
from dcf_lab.timeline.timeline import Answer, Timeline

Data = dict[str, Any]

MINUTES = 25
MOST_MISTAKES = 40
MOST_KNOWN = 300  # questions
LONG = 24  # answers; of a longer game what comes first is one step
OF_A_POSITION = ("start", "seating", "players", "solo", "seed", "packs", "rulings", "table")
_HEAD = ("title", "game", "summary", "source", "minutes", "tags", *OF_A_POSITION)
_CHAPTER = ("title", "game", "scenario", "continue", "rulings", "seat")
_STEP = ("say", "look", "ask", "do", "stop", "expect", "then", "panel", "notes", "twins")


# from a game that is being explored


def begun(line: Timeline) -> Data:
    """A lesson with one chapter: the answers from the start of a game to where it stands."""
    data = parse_toml(line.scenario.text)
    kept = {key: data[key] for key in ("game", "source", *OF_A_POSITION) if key in data}
    lesson = {"title": line.scenario.title, "summary": line.scenario.summary, "minutes": MINUTES, **kept}
    return tidy(lesson | {"chapter": [_chapter(line, answers_given(line), {})]})


def continued(lesson: Data, line: Timeline) -> Data:
    """The lesson with another chapter: where the last one ended, from its own position, or from a scenario of the collection."""
    own = begun(line)
    given, before = answers_given(line), _since_beginning(lesson)
    if all(own.get(key) == lesson.get(key) for key in ("game", *OF_A_POSITION)):
        answers = [answer for _, answer in given]
        goes_on = before is not None and answers[: len(before)] == before and len(answers) > len(before)
        chapter = _chapter(line, given[len(before or ()) :], {"continue": True}) if goes_on else own["chapter"][0]
    elif own.get("game", names()[0]) != lesson.get("game", names()[0]):
        name = in_collection(line.scenario)
        if not name:
            why = "of another game a lesson can only begin with a scenario of its collection, and this is none"
            raise LessonError(f"{why}; begin a new lesson with it")
        chapter = _chapter(line, given, {"game": own.get("game", names()[0]), "scenario": name})
    elif own.get("packs") != lesson.get("packs"):
        raise LessonError("this is a game with other cards than the lesson's; begin a new lesson with it")
    elif name := in_collection(line.scenario):
        chapter = _chapter(line, given, {"scenario": name})
    else:
        raise LessonError("a lesson has one position of its own, and this game begins with another; begin a new lesson with it")
    return tidy({**lesson, "chapter": [*lesson.get("chapter", ()), chapter]})


def _since_beginning(lesson: Data) -> list[str] | None:
    """The answers of the last chapters, from where one of them begins with the lesson's own position."""
    found: list[str] = []
    for chapter in reversed(lesson.get("chapter", ())):
        found = [answer for step in chapter.get("step", ()) for answer in step.get("do", ())] + found
        if not chapter.get("continue"):
            return None if "scenario" in chapter or chapter.get("rulings") else found
    return None


def _chapter(line: Timeline, given: list[tuple[bool, str]], begins: Data) -> Data:
    steps: list[list[str]] = []
    for quiet, answer in given:
        if quiet or not steps:
            steps.append([])
        steps[-1].append(answer)
    early = 0
    while len(steps) - early > 1 and sum(map(len, steps[early:])) > LONG:
        early += 1
    if early > 1:
        steps = [[answer for step in steps[:early] for answer in step], *steps[early:]]
    readings = {} if begins.get("continue") else {"rulings": dict(line.readings)}
    return tidy({"title": line.scenario.title, **begins, **readings, "step": [{"do": step} for step in steps] or [{}]})


def answers_given(line: Timeline) -> list[tuple[bool, str]]:
    """The answers on the way to where a game stands, each with whether nothing was half-done before it.

    What chance says by its die is not said again; where it was made to say something else, that is.
    """
    taken = line if line.take_chances else replayed(line, take_chances=True).line
    found: list[tuple[bool, str]] = []
    waiting: list[tuple[bool, str]] = []  # what chance has said since somebody answered
    for node in taken.here.path():
        assert node.parent is not None
        choice = node.parent.game.choice
        if node.player == "chance":
            waiting.append((False, f"chance {node.option}"))
            if choice is not None and node.option != (choice.default or choice.options[0]):
                found, waiting = found + waiting, []
        else:
            found.append((_is_new(node), node.option))
            waiting = []
    return found


def _is_new(node: Answer) -> bool:
    return node.parent is not None and node.parent.game.is_quiet


def in_collection(scenario: Scenario) -> str:
    """How a chapter names a scenario that comes with the lab: 'rules/r057_...'; '' if it is none."""
    folder = collection(scenario.manual)
    size = len(scenario.text.encode())
    for file in sorted(folder.rglob("*.toml")):
        if file.stat().st_size == size and file.read_text(encoding="utf-8") == scenario.text:
            return str(file.relative_to(folder).with_suffix(""))
    return ""


# as a file


def as_text(lesson: Data) -> str:
    """The file of a lesson, as somebody would write it."""
    said = tidy(lesson)
    head = {key: said[key] for key in _HEAD if key in said} | {key: one for key, one in said.items() if key != "chapter"}
    try:
        middle = [zone.key for zone in game_of(said).BOARD.of("table") if zone.place == "middle"]
    except UnknownGame:
        middle = []
    rows = [write_toml(head, ("script", "variant", *middle))]
    for chapter in said.get("chapter", ()):
        rows += ["[[chapter]]", *_rows(chapter, _CHAPTER, "step"), ""]
        for step in chapter.get("step", ()):
            rows += ["[[chapter.step]]", *_rows(step, _STEP), ""]
    return "\n".join(rows).rstrip("\n") + "\n"


def _rows(data: Data, order: Iterable[str], apart: str = "") -> Iterator[str]:
    for key in [*(key for key in order if key in data), *(key for key in data if key not in order and key != apart)]:
        yield f"{key} = {_prose(data[key])}"


def _prose(value: Any) -> str:
    """A value on a line; a text of several lines as it is read."""
    if not isinstance(value, str) or "\n" not in value:
        return inline(value)
    return '"""\n' + "\n".join(inline(row)[1:-1] for row in value.split("\n")) + '"""'


def from_text(text: str, packs: Mapping[str, Pack] | None = None) -> tuple[Data, list[str]]:
    """The data of a lesson file, also of one with mistakes; and a sentence for everything that is no part of a lesson."""
    try:
        data = parse_toml(text)
    except FileError as error:
        raise LessonError(f"this file cannot be read: {error}") from None
    if not isinstance(data.get("chapter"), list) or not data["chapter"]:
        raise LessonError("this is no lesson: it has no [[chapter]]")
    wrong = schema_problems(data, cards_of(data, packs), MOST_MISTAKES)
    if len(wrong) >= MOST_MISTAKES:
        raise LessonError("this file has too many mistakes to be a lesson")
    return tidy(without(data, [path for path, _ in wrong])), [what for _, what in wrong]


def cards_of(lesson: Data, packs: Mapping[str, Pack] | None = None) -> Library:
    """The cards of the game that a lesson is about."""
    try:
        book = game_of(lesson)
        return book.library(*{**find_packs(lesson.get("packs", []), packs or {}, None), **(packs or {})}.values())
    except (UnknownGame, CardTextError) as error:
        raise LessonError(str(error)) from None


def tidy(value: Data) -> Data:
    """Without what says nothing: empty texts, lists and tables, and what is not ticked; only titles and steps may be empty."""
    found: Data = {}
    for key, one in value.items():
        if key in ("chapter", "step") and isinstance(one, list):
            found[key] = [tidy(each) if isinstance(each, dict) else each for each in one]
        elif key in ("table", "title") or not (one is None or one is False or one == "" or one == [] or one == {}):
            found[key] = one
    return found


# played as far as it holds


@dataclass
class Looked:
    """What is known of a step: what happens in it, the question, and its mistakes, each with the part that it is of."""

    place: tuple[int, int]  # of its chapter and in it, counted from 0
    scene: Scene | None = None
    question: Question | None = None
    twins: tuple[Part, ...] = ()
    mistakes: list[tuple[str, str]] = field(default_factory=list)
    scenario: Scenario | None = None  # that its course began with
    chapter: Chapter | None = None
    way: tuple[Step, ...] = ()  # the steps before it, since then


@dataclass
class Draft:
    """A lesson that may have mistakes, played step by step. What was found out once is remembered for the next time."""

    packs: Mapping[str, Pack] = field(default_factory=dict)
    problems: list[tuple[tuple[Any, ...], str]] = field(default_factory=list)  # of the lesson that was last looked at
    _known: dict[str, tuple[Question, tuple[Part, ...]]] = field(default_factory=dict)

    def look(self, lesson: Data) -> Iterator[Looked | None]:
        """Every step, one after the other; None between them, where there is time for a pause."""
        data, self.problems = tidy(lesson), []
        cards = cards_of(data, self.packs)
        wrong = find_problems(data, cards, MOST_MISTAKES)
        sound = without(data, [path for path, _ in wrong])
        if not any(path[:1] != ("chapter",) for path, _ in wrong) and sound.get("chapter"):
            more = list(lesson_problems(sound, cards))[:MOST_MISTAKES]
            wrong += more
            sound = without(sound, [_cut(path) for path, _ in more])
        self.problems = wrong
        if any(path[:1] != ("chapter",) for path, _ in wrong) or not sound.get("chapter"):
            return  # nothing can be played
        try:
            whole = lesson_of(parse(as_text(sound), "the lesson", self.packs.values()))
        except ScenarioError as error:
            self.problems.append((("chapter",), str(error)))
            return
        of_steps: dict[tuple[int, int], list[tuple[str, str]]] = {}
        for path, what in wrong:
            if len(path) > 3 and path[2] == "step":
                of_steps.setdefault((path[1], path[3]), []).append((str(path[4]) if len(path) > 4 else "", what))
        for found in self._played(whole):
            if found is not None:
                found.mistakes = [*of_steps.get(found.place, ()), *found.mistakes]
            yield found

    def _played(self, lesson: Lesson) -> Iterator[Looked | None]:
        course: Course | None = None
        begin: Scenario | None = None
        broken = ""
        way: list[Step] = []
        for n, chapter in enumerate(lesson.chapters):
            if chapter.scenario is not None:
                course, begin, broken, way = None, chapter.scenario, "", []
                try:
                    course = Course(lesson, chapter)
                except (ScenarioError, ValueError) as error:
                    broken = str(error)
            for m, step in enumerate(chapter.steps):
                found = Looked((n, m), scenario=begin, chapter=chapter, way=tuple(way))
                if broken or course is None:
                    found.mistakes.append(("do", broken or "there is no position that it could go on from"))
                    yield found
                    continue
                try:
                    found.scene = scene = course.play(replace(step, expect=()), f"{n + 1}.{m + 1}")
                except LessonError as error:
                    found.mistakes.append(("do", error.what))
                    broken = "a step before it cannot be played"
                    yield found
                    continue
                found.mistakes += [("expect", failure) for text in step.expect if (failure := scene.failure(text))]
                if step.ask is not None:
                    yield from self._asked(found, step, lesson)
                at(course.line, scene.after)
                way.append(step)
                yield found
            yield None

    def _asked(self, found: Looked, step: Step, lesson: Lesson) -> Iterator[None]:
        scene, ask = found.scene, step.ask
        assert scene is not None and ask is not None and found.scenario is not None and found.chapter is not None
        course = [node.option for node in scene.after.path()], len(scene.before.path())
        about = repr((lesson.scenario.title, scene.number, _position(found.scenario), scene.line.readings, course, step))
        if about not in self._known:
            try:
                if ask.kind == "find" and scene.game.choice is not None:
                    yield from _paused(scene, ask.what)
                elif ask.kind in ("amount", "value", "happens"):
                    yield from scene.look_elsewhere()
                asked = question(scene)
                yield
                at(scene.line, scene.after)
                twins = tuple(twins_of(lesson, found.scenario, found.chapter, list(found.way), scene, asked))
            except LessonError as error:
                found.mistakes.append((_field(error.what), error.what))
                found.question = _as_if_unsaid(scene, step)
                return
            while len(self._known) >= MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[about] = asked, twins
        found.question, found.twins = self._known[about]
        wanted = sum(len(others) for others in step.twins.values())
        if wanted > len(found.twins):
            gone = wanted - len(found.twins)
            found.mistakes.append(("twins", f"{gone} of {wanted} twins would be about something else and will not be asked"))

    def compiled(self, lesson: Data) -> Compiled:
        """The lesson as it is presented; its first mistake is raised."""
        return compile_lesson(lesson_of(parse(as_text(lesson), "the lesson", self.packs.values())))


def _paused(scene: Scene, goal: Any) -> Iterator[None]:
    line = at(scene.line, scene.before if scene.step.do else scene.after)
    yield from deciding(scene, line, goal)


def _as_if_unsaid(scene: Scene, step: Step) -> Question | None:
    """What would be asked if the texts before it told nothing: so that who mends them sees for what."""
    try:
        return question(replace(scene, step=replace(step, say="")))
    except LessonError:
        return None


def _position(scenario: Scenario) -> tuple[Any, ...]:
    return scenario.manual.NAME, scenario.table, scenario.start, scenario.seating, scenario.seed, scenario.rulings, scenario.packs


def _cut(path: tuple[Any, ...]) -> tuple[Any, ...]:
    """What must be left out so that the rest can be played: a part of a step, not the whole of it."""
    return path[:5]


def _field(what: str) -> str:
    """Which part of a step a mistake in its question is really of."""
    return "say" if what.startswith("say tells") else "look" if "put it into 'look'" in what else "ask"
