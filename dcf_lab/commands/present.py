"""Open a room: one lesson on a screen, a desk for the presenter, and phones that take part."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from pathlib import Path

from dcf_lab.commands import Wrong, print_json

ABOUT = "Present a lesson: a screen, a desk, and phones that take part."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lesson", nargs="?", metavar="LESSON", help="a lesson's file, or its name in the collection")
    parser.add_argument("--port", type=int, help="of the door for phones (8877); 0 finds a free one")
    parser.add_argument("--host", default="", help="the address that phones use; 'here' to rehearse on this machine")
    parser.add_argument("--code", default="", help="five letters; those of a room that was open before go on where it was")
    parser.add_argument("--wifi", default="", metavar="NAME:PASSWORD", help="shown in the lobby as a code to scan")
    parser.add_argument("--tables", type=int, default=0, metavar="N", help="ask everybody at which of N tables they sit")
    parser.add_argument(
        "--desk-anywhere", action="store_true", help="screen and desk can be opened from other machines, with the key"
    )
    parser.add_argument("--cert", type=Path, metavar="FILE", help="a certificate, for https")
    parser.add_argument("--cert-key", type=Path, metavar="FILE", help="its key")
    parser.add_argument(
        "--redis", default="", metavar="URL", help="keep the room in Redis instead of a file: redis://HOST:PORT/0"
    )
    parser.add_argument(
        "--per-address", type=int, default=20, metavar="N", help="people who may come in a minute from one address (20)"
    )
    parser.add_argument("--results", metavar="CODE", help="what came of a room so far: by question, by rule and by mistake")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="with --results: write the tables and results.json there")
    parser.add_argument("--no-browser", action="store_true", help="do not open the desk in a browser")


def run(options: argparse.Namespace) -> int:
    from dcf_lab.room.presenting import CannotPresent, present  # only a room needs what this imports

    if options.to and not options.results:
        raise Wrong("--to goes with --results CODE")
    try:
        if options.results:
            return _results(options)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(present(options))
    except CannotPresent as error:
        raise Wrong(str(error)) from None
    return 0


def _results(options: argparse.Namespace) -> int:
    """Print what came of a room, or write it down."""
    from dcf_lab.room.presenting import results_of

    results = results_of(options.results, options.redis)
    if options.to:
        for file in results.write(options.to):
            print(file)
    elif options.json:
        print_json(results.as_json())
    else:
        print("\n".join(results.lines()))
    return 0
