"""The engine's speed beside a plain-Python yardstick."""

from __future__ import annotations

import argparse

from dcf_lab.bench import measure
from dcf_lab.commands import Wrong, print_json

ABOUT = "Measure the engine beside a plain-Python yardstick."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=1.0, help="for each thing measured")


def run(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 60:
        raise Wrong("--seconds goes from just above 0 to 60")
    if options.pack:
        raise Wrong("bench measures the game as it comes; leave out --pack")
    data = measure(options.seconds)
    if options.json:
        print_json(data)
        return 0
    for key, value in data.items():
        print(f"{key:42} {value:,.1f}" if isinstance(value, float) else f"{key:42} {value}")
    return 0
