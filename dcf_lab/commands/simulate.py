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
from dcf_lab.bots.simulate import EFFORT, Bar, Plan, check, open_rows, simulate, summary, told
from dcf_lab.commands import Wrong, print_json
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.games import manual, names

MAX_GAMES = 1_000_000
INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)


ABOUT = "Let bots play many games, and say who wins how."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    parser.add_argument(
        "--bot", action="append", default=[], metavar="SIDE=NAME", help=f"who plays a side: {', '.join(NAMES)}; again for others"
    )
    for side, name in manual(names()[0]).SIDES.items():
        parser.add_argument(f"--{side}", choices=NAMES, help=f"who plays the {name}, the same as --bot {side}=NAME (greedy)")
    parser.add_argument(
        "--teams", default="random", metavar="TEAM/TEAM",
        help="for each side its cards with commas, those who start first; 'random' for some or all (random)",
    )  # fmt: skip
    parser.add_argument("--seating", default="", help="who sits at the table, as the game's manual calls it: '2', '3 hero'")
    parser.add_argument("--seed", type=int, default=0, help="other games for another number")
    parser.add_argument("--effort", type=int, help=f"turns of a search for each answer ({EFFORT})")
    parser.add_argument("--out", metavar="FILE", help="one row for each game, as .csv or .parquet")
    parser.add_argument("--workers", type=int, metavar="N", help="processes on this machine (one for each core)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")


def run(options: argparse.Namespace) -> int:
    out = Path(options.out) if options.out else None
    plan = Plan(
        options.game, _bots(options), {}, options.seating, options.seed, options.effort or EFFORT,
        tuple(map(find_pack, options.pack)),
    )  # fmt: skip
    _check_simulation(options, plan, out)
    plan = plan._replace(teams=_teams(options.teams, plan))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell has put it into the background
    begun = time.monotonic()
    rows: list[dict[str, Any]] = []
    interrupted = False
    with ExitStack() as open_files:
        try:
            write = open_files.enter_context(open_rows(out, plan.columns)) if out else lambda row: None
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


def _bots(options: argparse.Namespace) -> dict[str, str]:
    """Who plays which side, said by `--bot rogue=search` or for short."""
    bots = {side: name for side in manual(names()[0]).SIDES if (name := getattr(options, side)) is not None}
    for said in options.bot:
        side, sign, name = said.partition("=")
        if not sign:
            raise Wrong(f"--bot wants SIDE=NAME; {said!r} is not")
        bots[side] = name
    return bots


def _check_simulation(options: argparse.Namespace, plan: Plan, out: Path | None) -> None:
    check(plan)
    if not 1 <= options.games <= MAX_GAMES:
        raise Wrong(f"--games goes from 1 to {MAX_GAMES:,}")
    if options.effort is not None and "search" not in map(plan.bot, plan.sides):
        raise Wrong("--effort is for a search bot, and no side has one")
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


def _teams(said: str, plan: Plan) -> dict[str, tuple[str, ...]]:
    """`cheetah,the_joker,punchline,black_manta/random`: who plays on each side; nobody means a random team."""
    if said == "random":
        return {}
    teams = {side: tuple(team.split(",")) for side, team in zip(plan.sides, said.split("/"), strict=False) if team != "random"}
    if said.count("/") != len(plan.sides) - 1:
        wanted = "/".join(plan.manual.SIDES[side].lower() for side in plan.sides)
        raise Wrong(f"--teams wants {wanted}, each with commas or 'random'; found {said!r}")
    cards = plan.manual.library(*plan.packs)
    for name in (name for team in teams.values() for name in team):
        if name not in cards:
            raise Wrong(f"no card is called {name!r}{did_you_mean(name, cards)}")
    return teams
