"""Damaged input for every parser: `python tests/fuzz.py --seconds 60 [--seed N] [--only links]`; the tests run a little of each.

Whatever is handed in, a parser gives its result or raises its own error with a sentence, and does so soon.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import io
import json
import os
import random
import sys
import tempfile
import time
import traceback
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.commands import cli
from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.expr import ExpressionError, compiled
from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.engine.toml import parse_toml, write_toml
from dcf_lab.games.dc_forever import first_game, library
from dcf_lab.games.dc_forever.text.english import spell_out
from dcf_lab.lab.app import Lab
from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import is_lesson, lesson_of
from dcf_lab.puzzles.solve import Limits, PuzzleError, solve
from dcf_lab.scenario.expect import ExpectationError, Moment, expectation, words
from dcf_lab.scenario.file import ScenarioError, parse, scenarios_folder
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import RecordError, Timeline, new_game

TOO_LONG = 3.0  # seconds of this process's own work for one input
PIECES = (
    '"', "'", '\\"', "\\", "\n", "[", "]", "[[", "{", "}", "=", ".", ",", "#", " ", "\x00", "\u2028", "\ud800", "é", "0", "-1",
    "10000000000000", "1e999", "nan", "true", "null", "this", "it.", "area('hero.hand')", "batman", "hero", "rogue1", "table",
    "goal", "[goal]", "within", '"""', "'''", "\\u0022", "<script>", "../", "%00", "A", "B", "and", "not ", "==", ">=", "(", ")",
)  # fmt: skip
FILES = sorted(scenarios_folder().rglob("*.toml"))
LESSONS = [file for file in FILES if file.parent.name == "lessons"]
CARDS = sorted((Path(cli.__file__).parent.parent / "games/dc_forever/cards").glob("*.toml"))


class Found(NamedTuple):
    """An input that a parser did not take well."""

    parser: str
    what: str
    given: str


def damaged(roll: random.Random, text: str, most: int = 4) -> str:
    """A text with some pieces taken out, put in, doubled, moved or repeated a thousand times."""
    for _ in range(roll.randint(1, most)):
        at, to = sorted(roll.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + roll.choice((1, 3, 20, 300)))
        piece = roll.choice(PIECES)
        match roll.randrange(6):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + piece + text[at:]
            case 2:
                text = text[:at] + piece + text[to:]
            case 3:
                text = text[:to] + text[at:to] * roll.choice((1, 2, 50)) + text[to:]
            case 4:
                text = text[:at] + piece * roll.choice((10, 3_000)) + text[at:]
            case 5:
                text = text[:at] + text[to:] + text[at:to]
    return text


def changed(roll: random.Random, value: Any, depth: int = 0) -> Any:
    """Plain data with something else somewhere in it."""
    if isinstance(value, dict) and value and depth < 8 and roll.random() < 0.85:
        key = roll.choice(list(value))
        rest = {word: one for word, one in value.items() if word != key}
        return rest if roll.random() < 0.1 else {**rest, key: changed(roll, value[key], depth + 1)}
    if isinstance(value, list) and value and depth < 8 and roll.random() < 0.85:
        at = roll.randrange(len(value))
        again = [value[at]] * roll.choice((1, 1, 1, 2, 40))
        return [*value[:at], *(changed(roll, one, depth + 1) for one in again), *value[at + 1 :]]
    odd: list[Any] = [None, True, 0, -1, 2**70, 1.5, "", "x" * 3_000, [], {}, [[]], {"": ""}, roll.choice(PIECES)]
    nested: Any = 1
    for _ in range(roll.choice((3, 100, 900))):
        nested = [nested]
    return damaged(roll, value) if isinstance(value, str) and roll.random() < 0.5 else roll.choice([*odd, nested])


# one input for each parser, and its own errors


def scenarios(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    text = roll.choice(FILES).read_text(encoding="utf-8").partition("[certificate]")[0]
    text = _written(changed(roll, parse_toml(text)), roll, text) if roll.random() < 0.5 else damaged(roll, text)

    def go() -> None:
        scenario = parse(text)
        for report in run_all(scenario):
            assert all(isinstance(failure, str) for failure in report.failures)

    return text, go


def _written(data: Any, roll: random.Random, text: str) -> str:
    """The data as TOML; where TOML cannot say it, the text that they are from, damaged."""
    try:
        return write_toml(data, ("script", "variant", "locations", "ability", "chapter", "step"))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return damaged(roll, text)


def lessons(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    text = roll.choice(LESSONS).read_text(encoding="utf-8")
    if roll.random() < 0.7:  # damage in the chapters: the rest is a scenario
        data = parse_toml(text)
        text = _written({**data, "chapter": changed(roll, data["chapter"])}, roll, text)
    else:
        text = damaged(roll, text)

    def go() -> None:
        scenario = parse(text)
        if is_lesson(scenario):
            for _, question in compile_lesson(lesson_of(scenario)).questions_and_twins():
                json.dumps([question.open(), question.secret()])

    return text, go


def goals(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    puzzle = next(file for file in FILES if file.stem.startswith("a01"))
    data = parse_toml(puzzle.read_text(encoding="utf-8"))
    data.pop("certificate", None)
    data["goal"] |= roll.choice(
        [
            {"reach": _expression(roll)}, {"avoid": _expression(roll)},
            {"happen": damaged(roll, "damage by cheetah to batman 2 times")}, {"within": damaged(roll, "2 rounds", 1)},
            {"against": roll.choice(["best luck", "every hidden case", "highest chance"])},
        ]
    )  # fmt: skip
    text = _written(data, roll, puzzle.read_text(encoding="utf-8"))
    return text, lambda: solve(parse(text), limits=Limits(300, 0.5))


def _expression(roll: random.Random) -> str:
    known = words(library())
    names = [
        "hero",
        "rogue",
        "sanctuary",
        "supply",
        "round",
        "actor",
        "winner",
        "batman",
        "cheetah",
        "the_daily_planet",
        "'punch.3'",
        "5",
        "''",
    ]

    def make(depth: int) -> str:
        match roll.randrange(7 if depth < 4 else 1):
            case 0 | 1:
                return roll.choice(names)
            case 2:
                return f"{make(depth + 1)}.{roll.choice(list(known.attributes))}"
            case 3:
                many = roll.choice((1, 1, 2, 2, 3))
                return f"{roll.choice(list(known.functions))}({', '.join(make(depth + 1) for _ in range(many))})"
            case 4:
                return f"{make(depth + 1)} {roll.choice(['==', '>=', '<', '!=', 'in', 'not in', 'and', 'or'])} {make(depth + 1)}"
            case 5:
                return f"({make(depth + 1)} {roll.choice(['+', '-', '*', '//'])} {make(depth + 1)})"
            case _:
                return f"{roll.choice(['not ', '-'])}{make(depth + 1)}"

    text = make(0)
    return damaged(roll, text, 2) if roll.random() < 0.2 else text


def holds(game: Any, text: str) -> str | None:
    """Nothing when an expectation holds of a game; otherwise what is wrong with it, or what was found instead."""
    rules = game.table.rules
    try:
        return expectation(text, rules.library, rules.players)(Moment(game, 0, (), lambda: None))  # type: ignore[arg-type, return-value]
    except ExpectationError as error:
        return str(error)


def expressions(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    text = _expression(roll)
    game = _game(roll)

    def go() -> None:
        said = holds(game, text)
        assert said is None or isinstance(said, str)
        compiled(text, words(library()))(game.table, {})

    return text, go


def _game(roll: random.Random) -> Any:
    game = first_game(roll.randrange(5))
    for _ in range(roll.randrange(30)):
        if game.choice is not None:
            game.answer(roll.choice(game.choice.options))
    return game


def packs(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    text = roll.choice(CARDS).read_text(encoding="utf-8")
    if roll.random() < 0.6:
        data = parse_toml(text)
        for _ in range(roll.randint(1, 3)):
            data = changed(roll, data)
        text = _written(data, roll, text)
    else:
        text = damaged(roll, text)

    def go() -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "odd.toml"
            file.write_text(text, encoding="utf-8", errors="surrogatepass")
            cards = library(find_pack(file))
        for card in cards.printed.values():
            spell_out(card, cards)
        game = first_game(3, cards=cards)
        for n in range(15):
            if game.choice is not None:
                game.answer(game.choice.options[n % len(game.choice.options)])

    return text, go


def links(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    link = _played(roll).link()
    if roll.random() < 0.7:
        data = json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))))
        packed = zlib.compress(json.dumps(changed(roll, data)).encode(errors="surrogatepass"))
        link = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    else:
        link = damaged(roll, link)
    return link, lambda: Timeline.from_link(link)


def records(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    data = _played(roll).as_json()
    text = json.dumps(changed(roll, data)) if roll.random() < 0.7 else damaged(roll, json.dumps(data))
    return text, lambda: Timeline.from_text(text)


def _played(roll: random.Random) -> Timeline:
    line = Timeline(new_game(seed=roll.randrange(9)))
    for _ in range(roll.randrange(6)):
        if line.game.choice is not None:
            line.answer(roll.choice(line.game.choice.options))
    return line


LINES = (
    "check {file}", "check --random 1", "play {file}", "rules DCF-R001", "rules rescue_requirement",
    "cards batman", "cards --template batman", "solve {file} --nodes 50 --seconds 0.2",
    "compare {file} --ruling rescue_requirement=B",
    "simulate --games 1 --rogue random --hero random --workers 1",
    "compose {file} --seconds 0.1", "--port 99999", "--pack nowhere check", "--scenarios nowhere", "--per-address 0",
)  # fmt: skip


def command_lines(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    quick = [file for file in FILES if "rulebook" in file.parts or file.stem.startswith("a01")]
    arguments = roll.choice(LINES).format(file=roll.choice(quick)).split()
    if arguments[0] in ("simulate",) or "--random" in arguments:
        arguments.append(roll.choice(("--games=x", "--nonsense", "--random=-1")))  # many processes are not what is tried here
    elif roll.random() < 0.8:
        at = roll.randrange(1, len(arguments) + 1)
        odd = roll.choice(
            (damaged(roll, arguments[at - 1], 1)[:200], roll.choice(PIECES), "--json", "--ruling=x", "--nodes=-1", "-h")
        )
        arguments[at - 1 : at] = roll.choice(([odd], [arguments[at - 1], odd], []))
    if "check" in arguments:
        arguments.append("nowhere.toml")  # without a path it would check all that there is
    if not set(arguments) & set(cli.COMMANDS):
        arguments.append("--port=x")  # it would serve the lab until somebody ends it

    def go() -> None:
        said = io.StringIO()
        before = sys.stdin, os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            sys.stdin = io.StringIO("1\nwhy\nnonsense\nback\nquit\n")
            os.chdir(folder)
            try:
                code = cli.main(arguments)
            except SystemExit as end:  # of --help
                code = end.code or 0
            finally:
                sys.stdin, where = before
                os.chdir(where)
        assert code in (0, 1, 2) and "Traceback" not in said.getvalue(), said.getvalue()[-300:]

    return " ".join(arguments), go


MESSAGES: tuple[dict[str, Any], ...] = (
    {"page": "start", "do": "open"},
    {"page": "explore", "do": "open", "query": "?scenario=rulebook/e06"},
    {"page": "explore", "do": "answer", "node": 0, "option": "activate cheetah at the_daily_planet"},
    {"page": "explore", "do": "matters", "more": False},
    {"page": "explore", "do": "ruling", "key": "rescue_requirement", "reading": "B", "keep": True},
    {"page": "explore", "do": "seat", "seat": "hero"},
    {"page": "explore", "do": "chance", "take": True},
    {"page": "explore", "do": "upload", "text": 'title = "x"', "name": "x"},
    {"page": "explore", "do": "compare", "nodes": [0, 0]},
    {"page": "explore", "do": "link"},
    {"page": "explore", "do": "keep"},
    {"page": "explore", "do": "delete", "node": 1},
    {"page": "explore", "do": "name", "node": 0, "name": "here"},
    {"page": "explore", "do": "earlier"},
    {"page": "puzzles", "do": "open", "query": "?puzzle=puzzles/a01"},
    {"page": "puzzles", "do": "hint"},
    {"page": "puzzles", "do": "check"},
    {"page": "puzzles", "do": "reply"},
    {"page": "puzzles", "do": "more", "work": 1},
    {"page": "puzzles", "do": "stop"},
    {"page": "build", "do": "open"},
    {"page": "build", "do": "check", "draft": {"table": {"rogue": {"hand": ["punch.1"]}}}},
    {"page": "build", "do": "prove", "draft": {"goal": {"for": "hero", "win": "any"}, "table": {}}},
    {"page": "build", "do": "film", "which": "solutions", "number": 0},
)  # fmt: skip


def page_messages(roll: random.Random) -> tuple[str, Callable[[], Any]]:
    """A visit: some messages as a page sends them, and then one that no page would."""
    visit = [roll.choice(MESSAGES) for _ in range(roll.randrange(5))]
    visit.append(changed(roll, dict(roll.choice(MESSAGES))))

    def go() -> None:
        lab = Lab()
        for message in visit:
            if not isinstance(message, dict) or not isinstance(message.get("do"), str):
                continue  # the widget answers that itself
            started = time.process_time()
            for said in lab.handle(message):
                json.dumps(said)
            assert time.process_time() - started < TOO_LONG, f"{message} took too long"

    return repr(visit), go


PARSERS: dict[str, tuple[Callable[[random.Random], tuple[str, Callable[[], Any]]], tuple[type[Exception], ...]]] = {
    "scenarios": (scenarios, (ScenarioError,)),
    "lessons": (lessons, (ScenarioError,)),
    "packs": (packs, (CardTextError,)),
    "links": (links, (RecordError,)),
    "records": (records, (RecordError,)),
    "goals": (goals, (ScenarioError, PuzzleError)),
    "expressions": (expressions, (ExpressionError,)),
    "command lines": (command_lines, ()),
    "page messages": (page_messages, ()),
}


def fuzz(parser: str, seed: int, seconds: float, most: int = 10**9) -> tuple[int, list[Found]]:
    """Hand damaged input to a parser for a while: how many there were, and those that it did not take well."""
    make, errors = PARSERS[parser]
    found: list[Found] = []
    number, end = 0, time.monotonic() + seconds
    while number < most and time.monotonic() < end:
        given, go = make(random.Random(f"{parser} {seed} {number}"))
        number += 1
        started = time.process_time()
        try:
            go()
        except errors as error:
            if not str(error).strip():
                found.append(Found(parser, "an error without a sentence", given))
        except Exception as error:  # noqa: BLE001 - that is what it looks for
            where = traceback.extract_tb(error.__traceback__)[-1]
            found.append(
                Found(parser, f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}: {str(error)[:200]}", given)
            )
        if (spent := time.process_time() - started) > TOO_LONG * (5 if parser in ("lessons", "page messages") else 1):
            found.append(Found(parser, f"it took {spent:.1f} s", given))
    return number, found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for all parsers together (60)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same inputs for the same number")
    parser.add_argument("--only", choices=PARSERS, help="a single parser")
    options = parser.parse_args()
    chosen = [options.only] if options.only else list(PARSERS)
    wrong: list[Found] = []
    for name in chosen:
        number, found = fuzz(name, options.seed, options.seconds / len(chosen))
        print(f"{name}: {number} inputs, {len(found)} not taken well (seed {options.seed})", flush=True)
        wrong += found
    for one in {found.what: found for found in wrong}.values():
        print(f"\n{one.parser}: {one.what}\n{one.given[:2_000]!r}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
