"""Many games between bots: what the user asked for, the rows, the summary."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from dcf_lab.bots.bots import NAMES
from dcf_lab.bots.simulate import Bar, Plan, open_rows, simulate, summary, told
from dcf_lab.commands import Wrong, print_json
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.games.dc_forever import library

MAX_GAMES = 1_000_000
INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)


ABOUT = "Let bots play many games, and say who wins how."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    for side in ("rogue", "hero"):
        parser.add_argument(f"--{side}", choices=NAMES, default="greedy", help=f"who plays the {side} side (greedy)")
    parser.add_argument(
        "--teams", default="random", metavar="ROGUES/HEROES",
        help="four of each with commas, the first two start; 'random' for either or both (random)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="other games for another number")
    parser.add_argument("--effort", type=int, help=f"turns of a search for each answer ({Plan().effort})")
    parser.add_argument("--out", metavar="FILE", help="one row for each game, as .csv or .parquet")
    parser.add_argument("--workers", type=int, metavar="N", help="processes on this machine (one for each core)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")


def run(options: argparse.Namespace) -> int:
    out = Path(options.out) if options.out else None
    _check_simulation(options, out)
    rogues, heroes = _teams(options)
    effort = options.effort or Plan().effort
    plan = Plan(options.rogue, options.hero, rogues, heroes, options.seed, effort, tuple(map(find_pack, options.pack)))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell has put it into the background
    begun = time.monotonic()
    rows: list[dict[str, Any]] = []
    interrupted = False
    with ExitStack() as open_files:
        try:
            write = open_files.enter_context(open_rows(out)) if out else lambda row: None
        except OSError as error:
            raise Wrong(f"{out}: cannot be written ({error.strerror}); try another name") from None
        try:
            for row in simulate(plan, options.games, options.workers, options.cluster, Bar(options.games)):
                with _undisturbed():
                    rows.append(row)
                    write(row)
        except KeyboardInterrupt:
            interrupted = True
    data = summary(rows, plan)
    if options.json:
        print_json(data)
    elif rows:
        print("\n".join(told(data, plan, time.monotonic() - begun)))
    if interrupted:
        print(f"\ndcf-lab: interrupted after {len(rows)} games", file=sys.stderr)
        return 130
    return 1 if data["problems"] else 0


def _check_simulation(options: argparse.Namespace, out: Path | None) -> None:
    if not 1 <= options.games <= MAX_GAMES:
        raise Wrong(f"--games goes from 1 to {MAX_GAMES:,}")
    if options.effort is not None and "search" not in (options.rogue, options.hero):
        raise Wrong("--effort is for a search bot, and neither side has one")
    if not 1 <= (options.effort or 1) <= 10_000 or not 1 <= (options.workers or 1) <= 1_000:
        raise Wrong("--effort goes from 1 to 10,000, --workers from 1 to 1,000")
    if options.workers and options.cluster:
        raise Wrong("--workers is for this machine; a cluster has its own")
    if out is not None and out.suffix not in (".csv", ".parquet"):
        raise Wrong(f"{out}: rows are written as .csv or .parquet")
    if out is not None and not out.absolute().parent.is_dir():
        raise Wrong(f"{out}: there is no such folder to write in")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What is done in here is done in full before an interruption is heard."""
    signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTIONS)


def _teams(options: argparse.Namespace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`cheetah,the_joker,punchline,black_manta/random`: who plays; nobody means a random team."""
    if options.teams == "random":
        return (), ()
    sides = options.teams.split("/")
    if len(sides) != 2:
        raise Wrong(
            f"--teams wants rogues/heroes, such as cheetah,the_joker,punchline,black_manta/random; found {options.teams!r}"
        )
    cards = library(*options.pack)
    teams = []
    for names in sides:
        team = () if names == "random" else tuple(names.split(","))
        for name in team:
            if name not in cards:
                raise Wrong(f"no card is called {name!r}{did_you_mean(name, cards)}")
        teams.append(team)
    return teams[0], teams[1]
