"""Run scenario files, check packs, card files and records, play random games."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from functools import partial
from pathlib import Path

from dcf_lab.bots.workers import workers
from dcf_lab.commands import SCENARIOS, Wrong, print_json
from dcf_lab.commands.benchmarks import watched_game
from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import named
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.games import folder_of, manual, manuals, scenarios_of
from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import is_lesson, lesson_of
from dcf_lab.puzzles import certificate
from dcf_lab.scenario.file import Scenario, ScenarioError, read
from dcf_lab.scenario.schema import schema
from dcf_lab.timeline.run import Report, run_all
from dcf_lab.timeline.timeline import RecordError, Timeline

ABOUT = "Run scenario files, and check card files and saved records."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders; the project's scenarios if none is given")
    parser.add_argument("--random", type=int, metavar="N", help="play N random games and look at every table")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of scenario files")


def run(options: argparse.Namespace) -> int:
    if options.schema:
        print_json(schema(manual(options.game).library(*options.pack)))
        return 0
    if options.random is not None:
        return _check_random(options)
    ours = [scenarios_of(game) or SCENARIOS / game for game in options.meant]
    paths = [Path(p) for p in options.paths] or [folder for folder in ours if folder.is_dir()]
    if not paths:
        raise Wrong("the project's scenarios come with its source; name a file or folder")
    files = sorted({file for path in paths for file in _files(path)})
    if not files:
        raise Wrong(f"no scenario, card file or record under {', '.join(map(str, paths))}")
    results = [result for file in files for result in _check_file(file, options)]
    failed = [r for r in results if not r.passed]
    if options.json:
        rows = [
            {"name": r.name, "passed": r.passed, "failures": r.failures, "notes": r.notes, "rules": sorted(r.rules)}
            for r in results
        ]
        print_json({"passed": len(results) - len(failed), "failed": len(failed), "results": rows})
    else:
        for report in failed:
            print("\n".join(report.failures))
        for report in results:
            print("".join(f"{note}\n" for note in report.notes), end="")
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _check_random(options: argparse.Namespace) -> int:
    """Random games with different seeds, on all cores, each watched after every answer."""
    if options.random < 1:
        raise Wrong("--random wants a number of games, 1 or more")
    if options.pack:
        raise Wrong("--random plays the game as it comes; leave out --pack")
    try:
        with workers() as pool:
            results = list(pool.map(partial(watched_game, options.game), range(options.random), chunksize=20))
    except BrokenExecutor:
        raise Wrong("a worker process died, perhaps for want of memory; nothing is known of its games") from None
    failed = [f"game {seed}: {what}" for seed, (_, what) in enumerate(results) if what]
    endings = Counter(how for how, what in results if not what)
    if options.json:
        print_json({"passed": len(results) - len(failed), "failed": len(failed), "endings": endings, "failures": failed})
    else:
        print("\n".join(failed[:20]), end="\n" if failed else "")
        print("; ".join(f"{number} by {how}" for how, number in endings.most_common()))
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _files(path: Path) -> Iterable[Path]:
    if path.is_dir():
        files = [p for p in path.rglob("*") if p.suffix in (".toml", ".json") and p.is_file() and not _is_of_manual(p)]
        packs = [folder for folder in {p.parent for p in files if p.suffix == ".toml"} if _is_pack(folder)]
        return [*packs, *(p for p in files if p.suffix == ".json" or p.parent not in packs)]
    if not path.exists():
        raise Wrong(f"{path}: there is no such file or folder")
    try:  # a file that the user names should at least be of the right sort
        text = read_text(path, 10_000_000)
        json.loads(text) if path.suffix == ".json" else parse_toml(text)
    except (FileError, ValueError, RecursionError) as error:
        raise Wrong(f"{path}: {error}") from None
    return [path]


def _is_of_manual(file: Path) -> bool:
    """Is it one of the files, rules.toml or rulings.toml, that a game's manual reads?"""
    return (file.parent / "manual.py").is_file()


def _check_file(file: Path, options: argparse.Namespace) -> list[Report]:
    """One report for a pack, a card file or a record, one for each script of a scenario."""
    try:
        if file.suffix == ".json":
            Timeline.load(file, options.pack)
            return [Report(str(file))]
        if file.is_dir() or is_card_file(file):
            boxes = {folder_of(book.NAME) / "cards": book for book in manuals()}
            whole, packs = file.resolve(), named(options.pack)
            ours = boxes.get(whole) or boxes.get(whole.parent)
            (ours or manual(options.game)).library(*{**packs, **({} if ours else named([file]))}.values())
            return [Report(str(file))]
        scenario = read(file, options.pack)
        return [*run_all(scenario), *_prove_again(scenario), *_teach(scenario)]
    except (ScenarioError, CardTextError, RecordError) as error:
        return [Report(str(file), [str(error)])]


def _prove_again(scenario: Scenario) -> Iterator[Report]:
    """A puzzle is proved again, and compared with its certificate."""
    if scenario.goal is not None:
        failures, notes = certificate.check(scenario)
        yield Report(f"{scenario.file} (certificate)", failures, notes=notes)


def _teach(scenario: Scenario) -> Iterator[Report]:
    """A lesson is played, and its questions are answered."""
    if is_lesson(scenario):
        found = compile_lesson(lesson_of(scenario))
        name = f"{scenario.file} (lesson)"
        yield Report(
            name,
            notes=[f"{scenario.file}: {note}" for note in found.notes()],
            rules={r for q in found.questions for r in q.about},
        )


def _is_pack(folder: Path) -> bool:
    """A folder of card files and nothing else belongs together: one may have the cards of a character in another."""
    return all(is_card_file(file) for file in folder.glob("*.toml"))


def is_card_file(file: Path) -> bool:
    """Card files consist of tables only; a scenario has a title."""
    try:
        data = parse_toml(read_text(file, 1_000_000))
    except FileError:
        return False
    return bool(data) and "title" not in data and all(isinstance(value, dict) for value in data.values())
