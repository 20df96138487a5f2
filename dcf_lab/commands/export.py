"""Write a handout: one file to take home.

A lesson comes with its questions, held until they are answered; a scenario with its script and those of its variants as films; a
saved game as far as it was played. A puzzle comes with its goal; its solution stands on a page of its own and waits behind a
button, and with `--answers none` it is nowhere in the file. The answers of a lesson leave only the paper then.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dcf_lab.commands import Wrong, print_json

if TYPE_CHECKING:
    from dcf_lab.room.material import Material
    from dcf_lab.room.results import Results

ABOUT = "Write a lesson, scenario, puzzle or saved game as one file that works without a server."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        metavar="WHAT",
        help="a lesson, scenario or puzzle, by its file or its name in the collection, or a saved game's file",
    )
    parser.add_argument("--to", type=Path, required=True, metavar="FILE.html", help="the file to write")
    parser.add_argument("--small", action="store_true", help="timelines as pictures, without the program that draws them")
    parser.add_argument(
        "--answers",
        choices=("end", "beside", "none"),
        default="end",
        help="on paper: on the last pages (default), beside each question, or none, which leaves a puzzle's solution out, too",
    )
    parser.add_argument("--notes", action="store_true", help="with the presenter's notes")
    parser.add_argument("--results", metavar="CODE", help="with what a room said, by its code, as long as it is kept")
    parser.add_argument("--redis", default="", metavar="URL", help="where that room is kept, if it was presented with --redis")


def run(options: argparse.Namespace) -> int:
    from dcf_lab.room.handout import Wanted, handout  # only this needs what it imports
    from dcf_lab.room.material import NoSuchMaterial, find, material

    try:
        path = find(options.what)
    except NoSuchMaterial as error:
        raise Wrong(str(error)) from None
    _look_at_target(options.to, path)
    given = material(path, options.pack, solution=options.answers != "none")
    results = _results(options.results, given, options.redis) if options.results is not None else None
    text = handout(given, Wanted(options.answers, options.notes, options.small, results)).encode()
    _write(options.to, text)
    if options.json:
        print_json({"file": str(options.to), "kind": given.kind, "title": given.scenario.title, "bytes": len(text)})
    else:
        print(f"{options.to}: {len(text) / 1e6:.2f} MB")
    return 0


def _look_at_target(to: Path, source: Path) -> None:
    """Nothing but a handout is ever written over."""
    if to.suffix.lower() not in (".html", ".htm"):
        raise Wrong(f"--to {to}: a handout is a page, so name it something.html")
    if not to.parent.is_dir():
        raise Wrong(f"--to {to}: there is no folder {to.parent}; make it first")
    if to.exists() and not to.is_file():
        raise Wrong(f"--to {to}: this is no file, so nothing is written over it; name another")
    if to.exists() and to.resolve() == source.resolve():
        raise Wrong(f"--to {to}: this is what is to be handed out; name another file")


def _results(code: str, given: Material, redis: str) -> Results:
    from dcf_lab.room.presenting import CannotPresent, open_store
    from dcf_lab.room.results import Results
    from dcf_lab.room.store import CannotKeep

    try:
        store = open_store(redis)
    except CannotPresent as error:
        raise Wrong(str(error)) from None
    try:
        kept = store.kept(code.upper())
        if kept is None:
            known = ", ".join(f"{room.code} ({room.title})" for room in store.rooms()) or "none"
            raise Wrong(f"no room {code[:20]!r} is kept; what was said is deleted when a room ends. Kept are: {known}")
        if kept.title != given.scenario.title:
            raise Wrong(f"in room {kept.code} the lesson was {kept.title!r}, not {given.scenario.title!r}; export that one")
        return Results(given.lesson, store.people(kept.code), store.said(kept.code), kept.state)
    except CannotKeep as error:
        raise Wrong(str(error)) from None
    finally:
        store.close()


def _write(to: Path, text: bytes) -> None:
    """All of it or nothing: who opens the file never finds half of a handout."""
    try:
        with tempfile.NamedTemporaryFile(dir=to.parent, prefix=f".{to.stem}-", delete=False) as written:
            written.write(text)
        os.chmod(written.name, 0o644)
        os.replace(written.name, to)
    except OSError as error:
        raise Wrong(f"--to {to}: it cannot be written: {error.strerror}") from None
