"""Many games between bots: one row a game, played on all cores or on a Dask cluster, the same rows either way."""

from __future__ import annotations

import csv
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from dcf_lab.bots.bots import Bot, Mind, bot
from dcf_lab.bots.workers import workers
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import Game
from dcf_lab.engine.unseen import resampled
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.players.judge import judge, planning
from dcf_lab.games.dc_forever.players.rollout import further, hunch
from dcf_lab.games.dc_forever.players.teams import Teams, nobody_to_start, problem_with_team, random_team, team_game
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, ROGUE, side_of
from dcf_lab.games.dc_forever.table.invariants import problems

ROUND_LIMIT = 30
MAX_ANSWERS = 3_000  # a game that is not over by then goes round in circles
CHUNK = 8  # games that a worker plays before it reports
AHEAD = 64  # chunks that wait for a worker
CLUSTER_ANSWERS_WITHIN = "10s"
MIND = Mind(judge, planning, side_of, resampled, further, hunch, scale=30.0)
COLUMNS = ("game", "rogue_bot", "hero_bot", "rogues", "heroes", "winner", "won_by", "rounds", "answers", "sanctuary", "schemes",
           "problem", "used")  # fmt: skip
NUMBERS = ("game", "rounds", "answers", "sanctuary", "schemes")

Row = dict[str, Any]


class Plan(NamedTuple):
    """What is to be played; with the number of a game it says all about that game."""

    rogue: str = "greedy"
    hero: str = "greedy"
    rogues: tuple[str, ...] = ()  # a fixed team, the first two start; empty: a random legal one
    heroes: tuple[str, ...] = ()
    seed: int = 0
    effort: int = 40  # turns of a search bot for each answer
    packs: tuple[Pack, ...] = ()


class SimulationError(ValueError):
    """Something that keeps a simulation from running or its rows from being written, with the way out."""


# one game


def play_game(plan: Plan, number: int) -> Row:
    """Play game `number` of a plan to its end and look at every table; whatever goes wrong is told in the row."""
    roll = random.Random(f"{plan.seed}/{number}")
    cards = library(*plan.packs)
    teams = Teams(plan.rogues or random_team(roll, ROGUE, cards), plan.heroes or random_team(roll, HERO, cards))
    game = team_game(teams, roll.getrandbits(63), log=False, round_limit=ROUND_LIMIT, cards=cards)
    bots = {side: bot(name, MIND, roll.getrandbits(63), plan.effort) for side, name in ((ROGUE, plan.rogue), (HERO, plan.hero))}
    used: Counter[str] = Counter()
    answers, problem = 0, ""
    try:
        answers, problem = _play(game, bots, used)
    except Exception as error:  # noqa: BLE001 - whatever it is, the game's number is worth knowing
        problem = f"{type(error).__name__}: {error}"
    table = game.table
    return {
        "game": number, "rogue_bot": plan.rogue, "hero_bot": plan.hero,
        "rogues": " ".join(teams.rogue), "heroes": " ".join(teams.hero),
        "winner": table.facts.get("winner", ""), "won_by": table.facts.get("won by", ""),
        "rounds": table.facts.get("round", 0), "answers": answers,
        "sanctuary": table.counts.get(("sanctuary", "citizens"), 0), "schemes": len(table.zone("table", "master plan")),
        "problem": problem, "used": " ".join(f"{card}={times}" for card, times in sorted(used.items())),
    }  # fmt: skip


def _play(game: Game, bots: dict[str, Bot], used: Counter[str]) -> tuple[int, str]:
    answers, seen_round = 0, 0
    given: Counter[str] = Counter()
    while (choice := game.choice) is not None:
        answer = bots[side_of(choice.player)](game)
        game.answer(answer)
        answers += 1
        given[answer] += 1
        for option in (answer, *(skipped.option for skipped in game.skipped)):
            used.update(_used_by(option, game))
        if wrong := problems(game.table):
            return answers, "; ".join(wrong)
        if answers >= MAX_ANSWERS:
            often = ", ".join(f"'{option}'" for option, _ in given.most_common(3))
            return answers, f"no end after {MAX_ANSWERS} answers, most of them {often}"
        if game.table.facts.get("round") != seen_round:
            seen_round = game.table.facts.get("round")
            for place in game.table.zone(*LOCATIONS):
                used.update((place, *game.table.zone(place, "unaligned")))
    return answers, ""


USING = ("play", "use", "react", "recruit", "activate", "pool", "empower", "pay", "complete")


def _used_by(option: str, game: Game) -> Iterator[str]:
    """The printed card that an answer plays or uses: `play twin_swords.1 on black_manta` uses twin_swords.

    Affiliated cards must do what their text says; only resource cards, which have none, are used by pooling or paying with them.
    """
    word, _, rest = option.partition(" ")
    if word not in USING or not rest:
        return
    card = rest.split(" with ")[-1].split()[0] if word == "empower" else rest.split()[0]
    cards = game.table.rules.library
    if card in cards and (word not in ("pool", "empower", "pay") or cards[card].type == "resource"):
        yield cards[card].id


# many games


def simulate(
    plan: Plan, games: int, workers: int | None = None, cluster: str = "", progress: Callable[[int], None] = lambda done: None
) -> Iterator[Row]:
    """The rows of all games in order of their numbers; `progress` is told how many are done.

    Whatever ends it early, the rows of the games that are over come first.
    """
    check(plan)
    size = 1 if "search" in (plan.rogue, plan.hero) else CHUNK
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    run = _on_a_cluster(plan, chunks, cluster) if cluster else _on_this_machine(plan, chunks, workers)
    waiting: dict[int, list[Row]] = {}
    next_game = done = 0
    try:
        for rows in run:
            done += len(rows)
            progress(done)
            waiting[rows[0]["game"]] = rows
            while next_game in waiting:
                ready = waiting.pop(next_game)
                next_game += len(ready)
                yield from ready
    except (KeyboardInterrupt, SimulationError):
        for first in sorted(waiting):
            yield from waiting[first]
        raise


def check(plan: Plan) -> None:
    """Refuse at the door what could not be played."""
    cards = library(*plan.packs)
    for side, team in ((ROGUE, plan.rogues), (HERO, plan.heroes)):
        if wrong := problem_with_team(team, side, cards) if team else nobody_to_start(side, cards):
            raise SimulationError(wrong)


def play_chunk(plan: Plan, numbers: Sequence[int]) -> list[Row]:
    return [play_game(plan, number) for number in numbers]


def _on_this_machine(plan: Plan, chunks: Iterable[range], number: int | None) -> Iterator[list[Row]]:
    """On all cores; a few chunks wait in front of each worker."""
    left = iter(chunks)
    try:
        with workers(number) as pool:
            running = {pool.submit(play_chunk, plan, chunk) for chunk in islice(left, AHEAD)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(play_chunk, plan, chunk) for chunk in islice(left, len(done))}
                for finished in done:
                    yield finished.result()
    except BrokenExecutor:
        raise SimulationError("a worker process died, perhaps for want of memory; try fewer --workers") from None


def _on_a_cluster(plan: Plan, chunks: Iterable[range], address: str) -> Iterator[list[Row]]:
    """On the workers of a Dask cluster, which need dcf_lab installed; packs travel with the plan."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise SimulationError("--cluster needs Dask; install it with: pip install 'dcf_lab[cluster]'") from None
    try:
        client = Client(address, timeout=CLUSTER_ANSWERS_WITHIN)
    except (OSError, ValueError) as error:
        raise SimulationError(f"no Dask scheduler answers at {address!r} ({type(error).__name__}); is it running?") from None
    with client:
        parts = list(chunks)
        futures = client.map(play_chunk, [plan] * len(parts), parts, pure=False)
        for finished in as_completed(futures):
            try:
                rows: list[Row] = finished.result()
            except Exception as error:  # noqa: BLE001 - whatever happened on a far machine
                raise SimulationError(f"a worker of the cluster failed: {type(error).__name__}: {error}") from None
            yield rows


# rows


@contextmanager
def open_rows(path: Path) -> Iterator[Callable[[Row], None]]:
    """A new file for rows, CSV or by its ending Parquet; what has been written stays, whatever happens."""
    if path.suffix == ".parquet":
        with _open_parquet(path) as write:
            yield write
        return
    with path.open("x", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        yield writer.writerow


@contextmanager
def _open_parquet(path: Path) -> Iterator[Callable[[Row], None]]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise SimulationError("Parquet needs pyarrow; install it with: pip install 'dcf_lab[parquet]', or write .csv") from None
    path.open("x").close()
    kinds = [(word, pyarrow.int64() if word in NUMBERS else pyarrow.string()) for word in COLUMNS]
    rows: list[Row] = []
    with parquet.ParquetWriter(path, pyarrow.schema(kinds)) as writer:
        try:
            yield rows.append
        finally:
            writer.write_table(pyarrow.Table.from_pylist(rows, pyarrow.schema(kinds)))


def summary(rows: Sequence[Row], plan: Plan) -> dict[str, Any]:
    """What the rows say about balance, and about cards that nobody uses."""
    games = len(rows)
    over = [row for row in rows if not row["problem"]]
    ways = Counter(f"{row['winner']} {row['won_by']}".strip() for row in over)
    wins: Counter[str] = Counter()
    played: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for row in over:
        for side, column in ((ROGUE, "rogues"), (HERO, "heroes")):
            for character in row[column].split():
                played[character] += 1
                wins[character] += row["winner"] == side
        for entry in row["used"].split():
            card, _, times = entry.partition("=")
            used[card] += int(times)
    printed = library(*plan.packs).printed
    return {
        "games": games,
        "problems": [f"game {row['game']}: {row['problem']}" for row in rows if row["problem"]],
        "rogue_wins": sum(row["winner"] == ROGUE for row in over) / max(1, len(over)),
        "ways": {way: number / max(1, len(over)) for way, number in ways.most_common()},
        "median_rounds": median(row["rounds"] for row in over) if over else 0,
        "characters": {c: {"games": played[c], "wins": round(wins[c] / played[c], 3)} for c in sorted(played)},
        "used": {card: used[card] for card in sorted(printed, key=lambda card: used[card])},
    }


# telling


TOLD = 20  # problems


class Bar:
    """How far it is, at a terminal."""

    def __init__(self, games: int) -> None:
        self.games = games
        self.begun = time.monotonic()
        self.shown = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if not self.shown:
            return
        spent = time.monotonic() - self.begun
        left = spent / done * (self.games - done)
        hashes = "#" * (30 * done // self.games)
        end = "\n" if done == self.games else ""
        print(f"\r[{hashes:<30}] {done}/{self.games} games, {left:4.0f} s left ", end=end, file=sys.stderr, flush=True)


def told(data: dict[str, Any], plan: Plan, seconds: float) -> Iterable[str]:
    """A summary for people."""
    yield f"{data['games']} games, {plan.rogue} Rogues against {plan.hero} Heroes, in {seconds:.0f} s"
    yield f"Rogues win {data['rogue_wins']:.1%}; a median game has {data['median_rounds']:g} rounds"
    yield "; ".join(f"{way} {share:.1%}" for way, share in data["ways"].items())
    yield "\nwin rate of each character's side:"
    for character, found in sorted(data["characters"].items(), key=lambda entry: -entry[1]["wins"]):
        yield f"  {character:16} {found['wins']:6.1%} of {found['games']} games"
    rare = ", ".join(f"{card} {times}" for card, times in list(data["used"].items())[:10])
    yield f"\nleast played or used: {rare}"
    yield from (f"PROBLEM {problem}" for problem in data["problems"][:TOLD])
    if len(data["problems"]) > TOLD:
        yield f"and {len(data['problems']) - TOLD} more problems"
