"""How fast it is: the engine beside a yardstick, the page beside a bare notebook, many visitors beside one, a room of people."""

from __future__ import annotations

import argparse
from typing import Any

from dcf_lab.commands import Wrong, print_json
from dcf_lab.commands.benchmarks import measure

ABOUT = "Measure the engine beside a plain-Python yardstick, or the page beside a bare Voilà notebook."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=float, help="for each thing measured (1), for many visitors (20), for a calm ballot (10)"
    )
    parser.add_argument("--page", action="store_true", help="the page in a real browser")
    parser.add_argument("--visitors", type=int, metavar="N", help="so many visitors at once, beside one alone")
    parser.add_argument("--room", type=int, metavar="N", help="a room with so many participants, beside what it must reach")
    parser.add_argument("--redis", default="", metavar="URL", help="with --room: keep it in Redis, as dcf-lab present does")


def run(options: argparse.Namespace) -> int:
    if options.seconds is not None and not 0 < options.seconds <= 60:
        raise Wrong("--seconds goes from just above 0 to 60")
    if options.pack:
        raise Wrong("bench measures the game as it comes; leave out --pack")
    if options.redis and options.room is None:
        raise Wrong("--redis goes with --room N")
    data = _measured(options)
    if options.json:
        print_json(data)
        return 0
    limits = _limits(options)
    for key, value in data.items():
        figure = f"{value:,.1f}" if isinstance(value, float) else f"{value}"
        print(f"{key:42} {figure:12} at most {limits[key]}" if key in limits else f"{key:42} {figure}")
    return 0


def _limits(options: argparse.Namespace) -> dict[str, int]:
    if options.room is None:
        return {}
    from dcf_lab.room.measure import LIMITS

    return LIMITS


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    if options.room is not None:
        return _measured_room(options)
    if not options.page and options.visitors is None:
        return measure(options.game, options.seconds or 1.0)
    from dcf_lab.lab.measure import CannotMeasure, measure_page, measure_visitors  # only these need a browser or a server

    if options.visitors is not None and not 1 <= options.visitors <= 100:
        raise Wrong("--visitors goes from 1 to 100")
    try:
        page = measure_page() if options.page else {}
        return page | (measure_visitors(options.visitors, options.seconds or 20) if options.visitors else {})
    except CannotMeasure as error:
        raise Wrong(str(error)) from None


def _measured_room(options: argparse.Namespace) -> dict[str, Any]:
    from dcf_lab.room.measure import CALM, CannotMeasure, measure_room
    from dcf_lab.room.state import MOST_PEOPLE

    if not 1 <= options.room <= MOST_PEOPLE:
        raise Wrong(f"--room goes from 1 to {MOST_PEOPLE}")
    try:
        return measure_room(options.room, options.game, options.seconds or CALM, options.redis)
    except CannotMeasure as error:
        raise Wrong(str(error)) from None
