"""Prove or disprove puzzles, and write down what was proved."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

from dcf_lab.commands import Wrong, print_json, wanted_readings
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.toml import FileError, parse_toml
from dcf_lab.games import Manual
from dcf_lab.puzzles.certificate import certify, with_certificate
from dcf_lab.puzzles.cores import solve_on
from dcf_lab.puzzles.solve import STOPPED, UNDECIDED, Answers, Limits, Proof, solve
from dcf_lab.scenario.file import Scenario, read

ABOUT = "Prove or disprove a puzzle, with every solution or the defence."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="scenarios with a [goal]")
    parser.add_argument("--nodes", type=int, default=Limits.nodes, metavar="N", help="positions to look at, at the most")
    parser.add_argument("--seconds", type=float, default=Limits.seconds, metavar="S", help="time to take, at the most (60)")
    parser.add_argument("--cores", type=int, default=1, metavar="N", help="processes to use; 0 for as many as there are (1)")
    parser.add_argument("--ruling", action="append", default=[], metavar="KEY=B", help="another reading of an unclear rule")
    parser.add_argument("--write", action="store_true", help="write the certificate into the file")


def run(options: argparse.Namespace) -> int:
    if not 1 <= options.nodes <= 10**9:
        raise Wrong("--nodes is a number from 1 to a billion")
    if not 0 < options.seconds <= 86_400:
        raise Wrong("--seconds goes from just above 0 to 86400, a day")
    if not 0 <= options.cores <= 256:
        raise Wrong("--cores is a number from 0 (all of them) to 256")
    if options.write and options.ruling:
        raise Wrong("a certificate is for the file's own readings; use --write without --ruling")
    results = []
    undecided = False
    for name in options.files:
        scenario = read(name, options.pack)
        readings = wanted_readings(options.ruling, scenario.manual.rulings())
        proof = _write(scenario, options) if options.write else _solve(scenario, options, readings)
        undecided |= proof.status == UNDECIDED
        results.append({"file": name, "title": scenario.title, **proof.as_json()})
        if not options.json:
            _print(scenario, proof)
        if proof.why == STOPPED:
            break
    if options.json:
        print_json(results[0] if len(results) == 1 else results)
    return 1 if undecided else 0


def _solve(scenario: Scenario, options: argparse.Namespace, readings: dict[str, str]) -> Proof:
    limits = Limits(options.nodes, options.seconds)
    told = _Progress()
    try:
        cores = options.cores or os.cpu_count() or 1
        if cores > 1:
            return solve_on(cores, scenario, options.pack, readings, limits, told)
        return solve(scenario, readings, limits, told)
    except KeyboardInterrupt:
        proof = told.proof or Proof()
        proof.why = STOPPED
        return proof
    finally:
        told.end()


def _write(scenario: Scenario, options: argparse.Namespace) -> Proof:
    proof, certificate = certify(scenario, Limits(options.nodes, options.seconds))
    if proof.status == UNDECIDED:
        return proof
    path = Path(scenario.file)
    text = with_certificate(scenario.text, certificate)
    try:
        parse_toml(text)
    except FileError as error:
        raise Wrong(
            f"{path}: the certificate finds no place ({error}); take out the one that is not a [certificate] table"
        ) from None
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise Wrong(f"{path}: cannot be written ({error.strerror})") from None
    return proof


class _Progress:
    """A line on the terminal that says how far the search is."""

    def __init__(self) -> None:
        self.proof: Proof | None = None
        self._shown = sys.stderr.isatty()
        self._next = time.monotonic() + 1
        self._told = False

    def __call__(self, proof: Proof) -> None:
        self.proof = proof
        if self._shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.5
            self._told = True
            print(f"\r{proof.nodes:,} positions, {proof.depth} answers deep ...   ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._told:
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _print(scenario: Scenario, proof: Proof) -> None:
    assert scenario.goal is not None
    print(f"{scenario.title}\n{scenario.goal.in_words()}\n{proof.in_words()}")
    for number, solution in enumerate(proof.solutions, 1):
        print(f"Solution {number}: " if len(proof.solutions) > 1 else "Solution:")
        _print_line(solution.line, scenario.manual, scenario.cards)
    if proof.defence:
        print("Why it fails, for each first try:" if len(proof.defence) > 1 else "Why it fails:")
        for line in proof.defence:
            _print_line(line, scenario.manual, scenario.cards)
            print()


def _print_line(line: Answers, manual: Manual, cards: Library) -> None:
    before: Any = None
    for player, option in line:
        who = f"{capital(manual.NAMES.get(player, player))}:" if player != before else ""
        print(f"  {who:10} {manual.say(option, cards)}")
        before = player
