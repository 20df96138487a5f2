"""Write a handout: one file to take home."""

from __future__ import annotations

import argparse
from pathlib import Path

from dcf_lab.commands import Wrong

ABOUT = "Write a lesson, scenario, puzzle or saved game as one file that works without a server."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE", help="a lesson, by file or name, a scenario, a puzzle or a saved game")
    parser.add_argument("--to", type=Path, required=True, metavar="FILE.html", help="the file to write")
    parser.add_argument("--small", action="store_true", help="without the program that draws timelines: a sixth of the size")
    parser.add_argument(
        "--answers",
        choices=("end", "beside", "none"),
        default="end",
        help="on paper: on the last page (default), beside, or none",
    )
    parser.add_argument("--notes", action="store_true", help="with the presenter's notes")


def run(options: argparse.Namespace) -> int:
    from dcf_lab.room.handout import Wanted, handout, of_file  # only this needs what it imports
    from dcf_lab.room.presenting import CannotPresent, find_lesson

    path = Path(options.source)
    try:
        path = path if path.suffix in (".toml", ".json") else find_lesson(options.source)
    except CannotPresent as error:
        raise Wrong(str(error)) from None
    text = handout(of_file(path), Wanted(options.answers, options.notes, options.small))
    options.to.write_text(text, encoding="utf-8")
    print(f"{options.to}: {len(text.encode()) / 1e6:.2f} MB")
    return 0
