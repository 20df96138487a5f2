"""Vary a puzzle until a new one with exactly one solution is found."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from dcf_lab.commands import Wrong, print_json
from dcf_lab.engine.cards.packs import named
from dcf_lab.puzzles.compose import LEVELS, Composer
from dcf_lab.scenario.file import read

ABOUT = "Find a new puzzle like a given one, with exactly one solution."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a scenario with a [goal]")
    parser.add_argument("--level", choices=LEVELS, default="any", help="how hard the new puzzle shall be")
    parser.add_argument("--seed", type=int, default=0, help="another seed finds another puzzle (0)")
    parser.add_argument("--seconds", type=float, default=240.0, metavar="S", help="time to take, at the most (240)")
    parser.add_argument("--into", type=Path, metavar="FILE", help="write the new puzzle into this file, which must be new")


def run(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 86_400:
        raise Wrong("--seconds goes from just above 0 to 86400, a day")
    if options.into is not None and options.into.exists():
        raise Wrong(f"{options.into}: is there already, and nothing is written over it; say another file with --into")
    packs = list(named(options.pack).values())
    composer = Composer(read(options.file, options.pack), options.seed, options.level, options.seconds, packs)
    started = time.monotonic()
    shown = sys.stderr.isatty()
    for _ in composer.work():
        if shown:
            print(f"\r{composer.tried} positions; {composer.best} ...".ljust(79), end="", file=sys.stderr, flush=True)
    if shown:
        print("\r" + " " * 79 + "\r", end="", file=sys.stderr)
    found = composer.found
    if options.json:
        print_json({
            "found": found is not None, "text": found.text if found else None, "tried": composer.tried, "why": composer.why,
            "seconds": round(time.monotonic() - started, 1),
            "difficulty": found.difficulty._asdict() if found else None, "proof": found.proof.as_json() if found else None,
        })  # fmt: skip
    elif found is None:
        print(f"Nothing found: {composer.why}.")
    else:
        print(found.text if options.into is None else f"Wrote {options.into}.")
        hard = found.difficulty
        print(f"# {found.proof.in_words()} Difficulty {hard.number}, {hard.level}: {'; '.join(hard.reasons)}.")
    if found is not None and options.into is not None:
        try:
            options.into.write_text(found.text, encoding="utf-8")
        except OSError as error:
            raise Wrong(f"{options.into}: cannot be written ({error.strerror})") from None
    return 0 if found is not None else 1
