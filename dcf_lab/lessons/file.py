"""Lesson files: a scenario with chapters, read and checked as far as that is possible without playing it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.board import Problem
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.toml import parse_toml
from dcf_lab.games import Manual, manual, manual_of, scenarios_of
from dcf_lab.scenario.chapter import KINDS, MAX_LESSON_STEPS, MAX_QUESTIONS
from dcf_lab.scenario.file import MAX_PROBLEMS, Scenario, ScenarioError, read, scenarios_folder
from dcf_lab.scenario.lines import line_in, line_numbers

PROSE = ("say", "then", "notes")
MARK = re.compile(r"\{([^{}]*)\}|\[([^\[\]]*)\]")  # a card, a rule
_NAME = re.compile(r"[\w-]+(/[\w-]+)*")


class LessonError(ScenarioError):
    """A mistake in a lesson: file, line, what is wrong, and the way out; and, for who writes it by menus, which part it is of."""

    def __init__(self, text: str, path: tuple[Any, ...] = (), what: str = "") -> None:
        super().__init__(text)
        self.path, self.what = path, what or text


class Ask(NamedTuple):
    """What a step asks, as the file says it."""

    kind: str
    what: Any
    said: Mapping[str, Any]  # everything else: text, about, right, wrong ...


@dataclass(frozen=True)
class Step:
    """Something is said, asked, done and explained."""

    say: str
    look: tuple[str, ...]
    ask: Ask | None
    do: tuple[str, ...]
    expect: tuple[str, ...]
    stop: str
    then: str
    panel: str
    notes: str
    twins: Mapping[str, tuple[str, ...]]
    path: tuple[Any, ...]  # where it stands in the file


@dataclass(frozen=True)
class Chapter:
    """A part of a lesson that begins with a position."""

    title: str
    scenario: Scenario | None  # whose position it begins with; None goes on where the last one ended
    rulings: Mapping[str, str]
    seat: str | None
    steps: tuple[Step, ...]
    path: tuple[Any, ...]


@dataclass(frozen=True, repr=False)
class Lesson:
    """One lesson, with the scenario file that it is."""

    scenario: Scenario
    minutes: int
    chapters: tuple[Chapter, ...]
    line: Callable[[tuple[Any, ...]], int]  # where something stands in the file

    def __repr__(self) -> str:
        return f"<Lesson {self.scenario.title!r} of {self.scenario.manual.TITLE}: {len(self.chapters)} chapters>"

    def mistake(self, path: tuple[Any, ...], what: str) -> LessonError:
        """A sentence about something in this file."""
        return LessonError(f"{self.scenario.file}:{self.line(path)}: {what}", path, what)


def is_lesson(scenario: Scenario) -> bool:
    return bool(parse_toml(scenario.text).get("chapter"))


def read_lesson(path: Path | str) -> Lesson:
    """Read a lesson file, or say what is wrong with it and where."""
    return lesson_of(read(path))


def lesson_of(scenario: Scenario) -> Lesson:
    """The lesson that a scenario file is."""
    data = parse_toml(scenario.text)
    lines = line_numbers(scenario.text)

    def line(path: tuple[Any, ...]) -> int:
        return line_in(scenario.text, lines, path, data)

    if not data.get("chapter"):
        raise LessonError(f"{scenario.file}: this is no lesson: it has no [[chapter]]")
    problems = list(islice(lesson_problems(data, scenario.cards), MAX_PROBLEMS))
    if problems:
        raise LessonError("\n".join(f"{scenario.file}:{line(path)}: {what}" for path, what in problems))

    chapters = tuple(
        Chapter(
            raw["title"], _begins(raw, scenario, f"{scenario.file}:{line(('chapter', n, 'scenario'))}"),
            raw.get("rulings", {}), raw.get("seat"),
            tuple(_step(step, ("chapter", n, "step", m)) for m, step in enumerate(raw["step"])), ("chapter", n),
        )
        for n, raw in enumerate(data["chapter"])
    )  # fmt: skip
    return Lesson(scenario, data.get("minutes", 25), chapters, line)


def _step(raw: Mapping[str, Any], path: tuple[Any, ...]) -> Step:
    ask = raw.get("ask")
    kind = next((kind for kind in KINDS if kind in ask), "") if ask else ""
    asked = Ask(kind, ask[kind], {key: value for key, value in ask.items() if key != kind}) if ask else None
    twins = {card: tuple(others) for card, others in raw.get("twins", {}).items()}
    return Step(
        raw.get("say", ""), tuple(raw.get("look", ())), asked, tuple(raw.get("do", ())), tuple(raw.get("expect", ())),
        raw.get("stop", ""), raw.get("then", ""), raw.get("panel", ""), raw.get("notes", ""), twins, path,
    )  # fmt: skip


def _begins(raw: Mapping[str, Any], own: Scenario, where: str) -> Scenario | None:
    """The position that a chapter begins with: the file's own, that of a scenario of its game's collection, or none."""
    if raw.get("continue"):
        return None
    if "scenario" not in raw:
        return own
    name, game = raw["scenario"], manual(raw.get("game", own.manual.NAME))
    folder = collection(game)
    known = [str(file.relative_to(folder).with_suffix("")) for file in sorted(folder.rglob("*.toml"))]
    if not _NAME.fullmatch(name) or name not in known:
        near = did_you_mean(name[:80], known)
        raise LessonError(f"{where}: the collection of {game.TITLE} has no scenario {name[:80]!r}{near}")
    found = read(folder / f"{name}.toml")
    if game.NAME == own.manual.NAME and not found.packs:  # what corrects the lesson's cards corrects them all
        found = replace(found, cards=own.cards, packs=own.packs)
    return found


def collection(game: Manual) -> Path:
    """The folder of a game's scenarios, of which chapters call them by their names: 'rules/r057_...'."""
    return scenarios_of(game.NAME) or scenarios_folder() / game.NAME


# what is wrong with it


def lesson_problems(data: Mapping[str, Any], cards: Library) -> Iterator[Problem]:
    """What is wrong with the chapters of a file that has the form of one."""
    chapters = data["chapter"]
    steps = [(("chapter", n, "step", m), step) for n, one in enumerate(chapters) for m, step in enumerate(one["step"])]
    if len(steps) > MAX_LESSON_STEPS:
        yield ("chapter",), f"a lesson has at most {MAX_LESSON_STEPS} steps, this one has {len(steps)}"
    if sum("ask" in step for _, step in steps) > MAX_QUESTIONS:
        yield ("chapter",), f"a lesson has at most {MAX_QUESTIONS} questions"
    for n, chapter in enumerate(chapters):
        if chapter.get("continue") and (n == 0 or "scenario" in chapter):
            why = "the first chapter has nothing to go on with" if n == 0 else "it either goes on or begins with a scenario"
            yield ("chapter", n, "continue"), f"chapter {n + 1}: {why}"
    own = manual_of(cards)
    games = [manual(one.get("game", own.NAME)) for one in chapters]
    for n, (chapter, game) in enumerate(zip(chapters, games, strict=True)):
        if chapter.get("continue") and n > 0 and game.NAME != games[n - 1].NAME:
            why = f"it is of {game.TITLE} and cannot go on with a chapter of {games[n - 1].TITLE}"
            yield ("chapter", n, "continue"), f"chapter {n + 1}: {why}; what goes on has the same 'game'"
        elif game.NAME != own.NAME and not chapter.get("continue") and "scenario" not in chapter:
            why = f"it is of {game.TITLE}, of which this file has no position; begin it with a 'scenario' of that collection"
            yield ("chapter", n, "game"), f"chapter {n + 1}: {why}"
    known = {own.NAME: cards, **{game.NAME: game.library() for game in games if game.NAME != own.NAME}}
    for path, step in steps:
        yield from _step_problems(path, step, known[games[path[1]].NAME])


def _step_problems(path: tuple[Any, ...], step: Mapping[str, Any], cards: Library) -> Iterator[Problem]:
    for key in PROSE:
        for what in unknown_names(step.get(key, ""), cards):
            yield (*path, key), f"{key}: {what}"
    named = [("look", card) for card in step.get("look", ())]
    named += [("twins", card) for one, others in step.get("twins", {}).items() for card in (one, *others)]
    for key, card in named:
        if card not in cards and card not in cards.printed:
            yield (*path, key), f"{key}: no card is called {card[:60]!r}{did_you_mean(card[:60], {*cards, *cards.printed})}"
    ask = step.get("ask")
    if ask is None:
        return
    kinds = [kind for kind in KINDS if kind in ask]
    if len(kinds) != 1:
        found = f"it has {' and '.join(kinds)}" if kinds else "it has none of them"
        yield (*path, "ask"), f"ask: a question is of one kind ({', '.join(KINDS)}); {found}"
    for what in unknown_names(ask.get("text", ""), cards):
        yield (*path, "ask"), f"ask.text: {what}"


def unknown_names(prose: str, cards: Library) -> Iterator[str]:
    """Cards and rules in a text that there are not."""
    rules = manual_of(cards).rules()
    for match in MARK.finditer(prose):
        card, rule = match[1], match[2]
        if card is not None and card not in cards and card not in cards.printed:
            yield f"no card is called {{{card[:60]}}}{did_you_mean(card[:60], {*cards, *cards.printed})}"
        if rule is not None and rule not in rules:
            yield f"no rule is called [{rule[:60]}]{did_you_mean(rule[:60], rules)}"


def prose_parts(prose: str, cards: Library) -> list[list[dict[str, str]]]:
    """A text as paragraphs of plain pieces, cards and rules: what a page shows, without a markup language."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", prose.strip()):
        pieces: list[dict[str, str]] = []
        last = 0
        for match in MARK.finditer(paragraph):
            pieces.append({"text": paragraph[last : match.start()]})
            if match[1] is not None:
                pieces.append(
                    {"card": match[1], "text": cards[match[1]].name if match[1] in cards else cards.printed[match[1]].name}
                )
            else:
                pieces.append({"rule": match[2], "text": match[2]})
            last = match.end()
        pieces.append({"text": paragraph[last:]})
        paragraphs.append([{**piece, "text": re.sub(r"\s+", " ", piece["text"])} for piece in pieces if piece["text"]])
    return [one for one in paragraphs if one]


def plain(prose: str, cards: Library) -> str:
    """A text as it is read aloud."""
    return "\n\n".join("".join(piece["text"] for piece in pieces) for pieces in prose_parts(prose, cards))
