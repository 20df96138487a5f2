"""The same script under two readings: where the courses part, and what differs at the end."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.analysis.compare import Difference, Parting, Question, differences, other_question, parting, replayed
from dcf_lab.commands import Wrong, print_json, wanted_readings
from dcf_lab.commands.check import is_card_file
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Game
from dcf_lab.engine.rulings import chosen_readings
from dcf_lab.games import Manual, manual, manual_of, say
from dcf_lab.puzzles.solve import DISPROVED, UNDECIDED, Proof, PuzzleError, solve
from dcf_lab.scenario.file import Scenario, ScenarioError, Step, Variant, read
from dcf_lab.timeline.run import run as play_script
from dcf_lab.timeline.timeline import Timeline

ABOUT = "Play a scenario under another reading of a ruling, and tell where the courses part."


class Result(NamedTuple):
    """What came of one script under the other reading; `stopped` says where an answer was no longer possible.

    There is no question where the other reading makes the position impossible, which is said in `stopped`.
    """

    name: str
    parting: Parting | None
    differences: list[Difference]
    stopped: str
    question: Question | None
    cards: Library  # by whose names the answers are told

    @property
    def changed(self) -> bool:
        return self.parting is not None or self.question is None or self.question.differs


class PuzzleResult(NamedTuple):
    """What is proved of a puzzle under its own reading and under the other."""

    name: str
    own: Proof
    other: Proof

    @property
    def changed(self) -> bool:
        return self.own.status != self.other.status or self.own.value != self.other.value

    @property
    def turns(self) -> bool:
        """Can it be solved under one of the readings only?"""
        statuses = (self.own.status, self.other.status)
        return UNDECIDED not in statuses and statuses.count(DISPROVED) == 1


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="FILE", help="a scenario (.toml), a saved record (.json), or a folder of scenarios")
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="KEY=B",
        help="the other reading, such as rescue_requirement=B; may be given several times",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    if not options.ruling:
        raise Wrong("say which reading to compare with, as in --ruling rescue_requirement=B; dcf-lab rules KEY shows a ruling")
    path = Path(options.path)
    if not path.exists():
        raise Wrong(f"{path}: there is no such file or folder")
    wanted = wanted_readings(options.ruling, _book(path, options).rulings())
    scenarios = list(_scenarios(path, options.pack)) if path.suffix != ".json" else []
    results = [result for scenario in scenarios for result in _compare_scripts(scenario, wanted)]
    results += _compare_record(path, wanted, options.pack) if path.suffix == ".json" else []
    puzzles = list(_puzzles(scenarios, wanted))
    if not results and not puzzles:
        raise Wrong(f"nothing under {path} has a script that is not played under {_told(wanted)} already")
    if options.json:
        changed = sum(result.changed for result in results)
        print_json({
            "rulings": wanted, "changed": changed, "unchanged": len(results) - changed, "results": _rows(results),
            "puzzles": [_puzzle_row(puzzle) for puzzle in puzzles],
        })  # fmt: skip
    elif path.is_dir():
        _print_folder(results, wanted)
        for puzzle in puzzles:
            if puzzle.changed:
                print(f"{puzzle.name}: {puzzle.own.status} / {puzzle.other.status}")
        if puzzles:
            print(f"{sum(puzzle.turns for puzzle in puzzles)} of {len(puzzles)} puzzles can be solved under one reading only.")
    else:
        for result in results:
            _print(result, wanted)
        for puzzle in puzzles:
            _print_puzzle(puzzle, wanted)
    return 0


def _book(path: Path, options: argparse.Namespace) -> Manual:
    """The game whose rulings are meant: that of the file, or for a folder the one that was said."""
    if path.is_dir():
        return manual(options.game)
    record = path.suffix == ".json"
    return (Timeline.load(path, options.pack).scenario if record else read(path, options.pack)).manual


def _scenarios(path: Path, packs: Sequence[Path]) -> Iterator[Scenario]:
    """A scenario, or those of a folder; the files of a pack that lies beside them are left out."""
    files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    return (read(file, packs) for file in files if not is_card_file(file))


def _puzzles(scenarios: Iterable[Scenario], wanted: Mapping[str, str]) -> Iterator[PuzzleResult]:
    """Every puzzle that is not played under the wanted reading already, proved under both."""
    for scenario in scenarios:
        if scenario.goal is not None and not _same(scenario, scenario.rulings, wanted):
            yield PuzzleResult(scenario.file, _proved(scenario, {}), _proved(scenario, wanted))


def _proved(scenario: Scenario, readings: Mapping[str, str]) -> Proof:
    """What is proved of a puzzle; where these readings leave nothing to solve, the reason."""
    try:
        return solve(scenario, readings)
    except (PuzzleError, ScenarioError) as error:
        return Proof(why=str(error))


def _print_puzzle(puzzle: PuzzleResult, wanted: Mapping[str, str]) -> None:
    print(f"The puzzle under its own reading: {puzzle.own.in_words()}")
    print(f"The puzzle under {_told(wanted)}: {puzzle.other.in_words()}")
    for words, proof in (("Own reading", puzzle.own), (_told(wanted), puzzle.other)):
        if proof.solutions:
            print(f"  {words}: {', '.join(option for _, option in proof.solutions[0].line)}")
    if puzzle.turns:
        print("The puzzle turns on this ruling: it can be solved under one reading and not under the other.")


def _puzzle_row(puzzle: PuzzleResult) -> dict[str, Any]:
    own, other = puzzle.own.as_json(), puzzle.other.as_json()
    return {"name": puzzle.name, "changed": puzzle.changed, "turns": puzzle.turns, "own": own, "other": other}


def _compare_record(path: Path, wanted: Mapping[str, str], packs: Sequence[Path]) -> Iterator[Result]:
    line = Timeline.load(path, packs)
    if not _same(line.scenario, {**line.scenario.rulings, **line.readings}, wanted):
        try:
            other, stopped, _ = replayed(line, wanted)
        except ScenarioError as error:
            yield Result(str(path), None, [], str(error), None, line.scenario.cards)
            return
        yield _result(str(path), line.game, other.game, stopped)


def _compare_scripts(scenario: Scenario, wanted: Mapping[str, str]) -> Iterator[Result]:
    """The scenario's script; one that has none is a set of variants, and those are compared."""
    plain = replace(scenario, shows="", holds_back="", shuffles=1)  # what a card does under another reading is no failure
    variants = scenario.variants if not scenario.script else (Variant("", {}, scenario.script),)
    for variant in variants:
        if _same(scenario, {**scenario.rulings, **variant.rulings}, wanted):
            continue
        own = replace(variant, script=_answers(variant.script))
        one = play_script(plain, own)
        name = scenario.file + (f" ({variant.name})" if variant.name else "")
        try:
            other = play_script(plain, replace(own, rulings={**variant.rulings, **wanted}))
        except ScenarioError as error:
            yield Result(name, None, [], str(error), None, scenario.cards)
            continue
        assert one.game is not None and other.game is not None
        yield _result(name, one.game, other.game, "; ".join(other.failures))


def _result(name: str, one: Game, other: Game, stopped: str) -> Result:
    ours, theirs = one.table, other.table
    return Result(name, parting(ours, theirs), differences(ours, theirs), stopped, other_question(one, other), ours.rules.library)


def _answers(script: Iterable[Step]) -> tuple[Step, ...]:
    """Only what the players do; what must come of it holds for the script's own readings."""
    return tuple(step._replace(refuse=(), expect=()) for step in script)


def _same(scenario: Scenario, readings: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Is it played under these readings already, or of a game that does not know them?"""
    rulings = scenario.manual.rulings()
    now = chosen_readings(rulings, readings)
    return not wanted.keys() <= rulings.keys() or all(now[key] == reading for key, reading in wanted.items())


# telling


def _print_folder(results: Sequence[Result], wanted: Mapping[str, str]) -> None:
    changed = [result for result in results if result.changed]
    for result in changed:
        print(result.name)
        if result.question is None:
            print(f"  {result.stopped}")
        elif result.parting is not None:
            print(f"  event {result.parting.event}: {_happens(result.parting.one)} / {_happens(result.parting.other)}")
        else:
            print("  the same events, but another question or other answers at the end")
    print(f"{len(changed)} of {len(results)} change under {_told(wanted)}.")


def _print(result: Result, wanted: Mapping[str, str]) -> None:
    print(result.name)
    for key, reading in wanted.items():
        print(f"  {key}={reading}: {manual_of(result.cards).rulings()[key].readings[reading]}")
    if result.question is None:
        print(result.stopped)
        return
    if result.parting is None:
        print("The courses do not part: event for event the same.")
    else:
        print(f"The courses part at event {result.parting.event}.")
        print(f"  own reading: {_happens(result.parting.one)}")
        print(f"  {_told(wanted)}: {_happens(result.parting.other)}")
    if result.stopped:
        print(f"An answer is no longer possible: {result.stopped}")
    if result.question.asked:
        print(f"Asked at the end: {result.question.asked.one} / {result.question.asked.other}")
    own, other = result.question.gone, result.question.new
    for words, options in (("Only under the own reading", own), (f"Only under {_told(wanted)}", other)):
        if options:
            print(f"{words} one may now answer: {', '.join(say(option, result.cards) for option in options)}")
    if result.differences:
        print("What differs at the end (own reading / the other):")
    for what, one, other in result.differences:
        print(f"  {what}: {_shown(one)} / {_shown(other)}")


def _happens(sentence: str | None) -> str:
    return sentence or "nothing more happens"


def _shown(value: Any) -> Any:
    return "nothing" if value == "" else value


def _told(wanted: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={reading}" for key, reading in wanted.items())


def _rows(results: Iterable[Result]) -> list[dict[str, Any]]:
    return [
        {
            "name": result.name,
            "changed": result.changed,
            "parting": result.parting._asdict() if result.parting else None,
            "differences": [difference._asdict() for difference in result.differences],
            "stopped": result.stopped,
            "asked": result.question.asked._asdict() if result.question and result.question.asked else None,
            "gone": result.question.gone if result.question else [],
            "new": result.question.new if result.question else [],
        }
        for result in results
    ]
