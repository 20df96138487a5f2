"""Many games between bots: one row a game, played on all cores or on a Dask cluster, the same rows either way."""

from __future__ import annotations

import csv
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

from dcf_lab.bots.bots import NAMES, Bot, bot
from dcf_lab.bots.workers import workers
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import Game
from dcf_lab.engine.telling import is_team
from dcf_lab.games import Manual, Match, manual

MAX_ANSWERS = 5_000  # a game that is not over by then goes round in circles
CHUNK = 8  # games that a worker plays before it reports
AHEAD = 64  # chunks that wait for a worker
CLUSTER_ANSWERS_WITHIN = "10s"
EFFORT = 40  # turns of a search bot for each answer

Row = dict[str, Any]


class Plan(NamedTuple):
    """What is to be played; with the number of a game it says all about that game."""

    game: str
    bots: Mapping[str, str] = {}  # side -> who plays it; the others greedily, or at random where nobody can judge a table
    teams: Mapping[str, tuple[str, ...]] = {}  # side -> a fixed team, those who start first; the others a random legal one
    seating: str = ""  # the usual one if none is said
    seed: int = 0
    effort: int = EFFORT
    packs: tuple[Pack, ...] = ()

    @property
    def manual(self) -> Manual:
        return manual(self.game)

    @property
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """The sides that play, each with its players."""
        seatings = self.manual.SEATINGS
        return seatings[self.seating or next(iter(seatings))]

    @property
    def match(self) -> Match:
        return self.manual.match(self.seating or next(iter(self.manual.SEATINGS)))

    def bot(self, side: str) -> str:
        return self.bots.get(side) or ("greedy" if self.manual.mind else "random")

    @property
    def columns(self) -> tuple[str, ...]:
        """What the row of a game says."""
        match = self.match
        bots = [f"{side}_bot" for side in self.sides]
        teams = [_column(self.manual, side) for side in self.sides if match.team or match.played_as]
        cards = [f"{side}_cards" for side in self.sides if match.has]
        order = ["order"] if match.order else []
        said = (*teams, "winner", "won_by", "rounds", "answers", *match.says, *order, *cards)
        return ("game", *bots, *said, "problem", "used")


def _column(book: Manual, side: str) -> str:
    return book.SIDES[side].lower().replace(" ", "_")


class SimulationError(ValueError):
    """Something that keeps a simulation from running or its rows from being written, with the way out."""


# one game


def play_game(plan: Plan, number: int) -> Row:
    """Play game `number` of a plan to its end and look at every table; whatever goes wrong is told in the row."""
    roll = random.Random(f"{plan.seed}/{number}")
    book, match, cards = plan.manual, plan.match, plan.manual.library(*plan.packs)
    teams = {side: plan.teams.get(side) or match.team(roll, side, cards) for side in plan.sides} if match.team else {}
    game = match.begin(teams, roll.getrandbits(63), cards)
    mind = book.mind() if book.mind else None
    bots = {side: bot(plan.bot(side), mind, roll.getrandbits(63), plan.effort) for side in plan.sides}
    used: Counter[str] = Counter()
    answers, problem = 0, ""
    try:
        answers, problem = _play(game, {one: bots[side] for side, players in plan.sides.items() for one in players}, match, used)
    except Exception as error:  # noqa: BLE001 - whatever it is, the game's number is worth knowing
        problem = f"{type(error).__name__}: {error}"
    table = game.table
    winners, how, _ = book.outcome(table) or ((), "", {})
    if match.played_as:
        teams = {side: tuple(match.played_as(table, side)) for side in plan.sides}
    return {
        "game": number, **{f"{side}_bot": plan.bot(side) for side in plan.sides},
        **{_column(book, side): " ".join(team) for side, team in teams.items()},
        "winner": " ".join(winners), "won_by": how, "rounds": book.moment(table).round, "answers": answers,
        **{word: say(table) for word, say in match.says.items()},
        **({"order": " ".join(match.order(table))} if match.order else {}),
        **({f"{side}_cards": _numbered(match.has(table, side)) for side in plan.sides} if match.has else {}),
        "problem": problem, "used": _numbered(used.elements()),
    }  # fmt: skip


def _numbered(cards: Iterable[str]) -> str:
    """Cards and how many there are of each: `kick=2 punch=7`."""
    return " ".join(f"{card}={times}" for card, times in sorted(Counter(cards).items()))


def _numbers(said: str) -> Iterator[tuple[str, int]]:
    for entry in said.split():
        card, _, times = entry.partition("=")
        yield card, int(times)


def _play(game: Game, bots: Mapping[str, Bot], match: Match, used: Counter[str]) -> tuple[int, str]:
    """Let everybody answer until the end, or until something is wrong; how many answers that took, and what is wrong."""
    answers, seen_round = 0, 0
    given: Counter[str] = Counter()
    moment, problems = game.table.rules.manual.moment, game.table.rules.manual.problems
    while (choice := game.choice) is not None:
        answer = bots[choice.player](game)
        game.answer(answer)
        answers += 1
        given[answer] += 1
        table = game.table
        for option in (answer, *(skipped.option for skipped in game.skipped)):
            used.update(match.used(table, option))
        if wrong := problems(table):
            return answers, "; ".join(wrong)
        if answers >= MAX_ANSWERS:
            often = ", ".join(f"'{option}'" for option, _ in given.most_common(3))
            return answers, f"no end after {MAX_ANSWERS} answers, most of them {often}"
        if moment(table).round != seen_round:
            seen_round = moment(table).round
            used.update(match.there(table))
    return answers, ""


# many games


def simulate(
    plan: Plan, games: int, workers: int | None = None, cluster: str = "", progress: Callable[[int], None] = lambda done: None
) -> Iterator[Row]:
    """The rows of all games in order of their numbers; `progress` is told how many are done.

    Whatever ends it early, the rows of the games that are over come first.
    """
    check(plan)
    size = 1 if any(plan.bot(side) == "search" for side in plan.sides) else CHUNK
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
    book = plan.manual
    if plan.seating and plan.seating not in book.SEATINGS:
        raise SimulationError(f"there is no seating {plan.seating[:40]!r}; there are {', '.join(book.SEATINGS)}")
    for side in (*plan.bots, *plan.teams):
        if side not in plan.sides:
            raise SimulationError(f"there is no side {side[:40]!r}; there are {', '.join(plan.sides)}")
    for side in plan.sides:
        if plan.bot(side) not in NAMES:
            raise SimulationError(f"there is no bot {plan.bot(side)[:40]!r}; there are {', '.join(NAMES)}")
        if plan.bot(side) != "random" and book.mind is None:
            raise SimulationError(f"{book.TITLE} does not say how good a table is, so only random bots can play it")
        if (side in plan.teams or plan.match.team) and (
            wrong := plan.match.refused(plan.teams.get(side, ()), side, book.library(*plan.packs))
        ):
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
def open_rows(path: Path, columns: Sequence[str]) -> Iterator[Callable[[Row], None]]:
    """A new file for rows, CSV or by its ending Parquet; what has been written stays, whatever happens."""
    if path.suffix == ".parquet":
        with _open_parquet(path, columns) as write:
            yield write
        return
    with path.open("x", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        yield writer.writerow


@contextmanager
def _open_parquet(path: Path, columns: Sequence[str]) -> Iterator[Callable[[Row], None]]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise SimulationError("Parquet needs pyarrow; install it with: pip install 'dcf_lab[parquet]', or write .csv") from None
    path.open("x").close()
    rows: list[Row] = []
    try:
        yield rows.append
    finally:
        numbers = {word for word in columns if rows and all(isinstance(row[word], int) for row in rows)}
        kinds = [(word, pyarrow.int64() if word in numbers else pyarrow.string()) for word in columns]
        parquet.write_table(pyarrow.Table.from_pylist(rows, pyarrow.schema(kinds)), path)


def summary(rows: Sequence[Row], plan: Plan) -> dict[str, Any]:
    """What the rows say about balance, and about cards that nobody uses."""
    book, match = plan.manual, plan.match
    over = [row for row in rows if not row["problem"]]
    ways = Counter(f"{row['winner']} {row['won_by']}".strip() for row in over)
    wins: Counter[str] = Counter()
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for row in over:
        for side in plan.sides:
            wins[side] += side in row["winner"].split()
            for member in row[_column(book, side)].split() if match.team or match.played_as else ():
                played[member] += 1
                won[member] += side in row["winner"].split()
        for card, times in _numbers(row["used"]):
            used[card] += times
    printed = book.library(*plan.packs).printed
    more: dict[str, Any] = {}
    if match.order:
        more["seats"] = [_share(over, lambda row, seat=seat: row["order"].split()[seat]) for seat in range(len(plan.sides))]
    if match.has:
        more["cards"] = _cards_that_win(over, plan.sides)
    if averaged := [word for word in match.says if over and all(isinstance(row[word], int) for row in over)]:
        more["averages"] = {word: round(fmean(row[word] for row in over), 1) for word in averaged}
    return {
        "games": len(rows),
        "problems": [f"game {row['game']}: {row['problem']}" for row in rows if row["problem"]],
        **{f"{side}_wins": wins[side] / max(1, len(over)) for side in plan.sides},
        "ways": {way: number / max(1, len(over)) for way, number in ways.most_common()},
        "median_rounds": median(row["rounds"] for row in over) if over else 0,
        "characters": {c: {"games": played[c], "wins": round(won[c] / played[c], 3)} for c in sorted(played)},
        "used": {card: used[card] for card in sorted(printed, key=lambda card: used[card])},
        **more,
    }


def _share(rows: Sequence[Row], side: Callable[[Row], str]) -> float:
    """How often a side, another one in each game, has won."""
    return round(sum(side(row) in row["winner"].split() for row in rows) / max(1, len(rows)), 3)


def _cards_that_win(rows: Sequence[Row], sides: Iterable[str]) -> dict[str, dict[str, float]]:
    """Of every card: in how many decks it was, how many of these won, and how many winners and losers had on average."""
    decks, won = Counter[str](), Counter[str]()
    held = {True: Counter[str](), False: Counter[str]()}
    number = Counter[bool]()
    for row in rows:
        for side in sides:
            wins = side in row["winner"].split()
            number[wins] += 1
            for card, times in _numbers(row[f"{side}_cards"]):
                decks[card] += 1
                won[card] += wins
                held[wins][card] += times
    return {
        card: {
            "decks": decks[card], "wins": round(won[card] / decks[card], 3),
            "winners_have": round(held[True][card] / max(1, number[True]), 2),
            "losers_have": round(held[False][card] / max(1, number[False]), 2),
        }
        for card in sorted(decks)
    }  # fmt: skip


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


FEW = 8  # cards that are named at each end


def _told_cards(cards: Mapping[str, Mapping[str, float]], games: int) -> Iterable[str]:
    """The cards of which winners have more than losers, and those of which they have less."""
    ranked = sorted(cards, key=lambda card: cards[card]["winners_have"] - cards[card]["losers_have"], reverse=True)
    for words, some in (("winners have more of", ranked[:FEW]), ("losers have more of", ranked[::-1][:FEW])):
        if some:
            yield f"\n{words}:"
        for card in some:
            found = cards[card]
            yield (
                f"  {card:24} {found['winners_have']:.2f} against {found['losers_have']:.2f} in a deck; "
                f"{found['wins']:.1%} of {found['decks']:g} decks with it win"
            )


def told(data: dict[str, Any], plan: Plan, seconds: float) -> Iterable[str]:
    """A summary for people."""
    names = plan.manual.SIDES
    yield f"{data['games']} games, {' against '.join(f'{plan.bot(s)} {names[s]}' for s in plan.sides)}, in {seconds:.0f} s"
    wins = {side: "win" if is_team(plan.manual, side) else "wins" for side in plan.sides}
    shares = ", ".join(f"{names[side]} {wins[side]} {data[f'{side}_wins']:.1%}" for side in plan.sides)
    yield f"{shares}; a median game has {data['median_rounds']:g} rounds"
    yield "; ".join(f"{way} {share:.1%}" for way, share in data["ways"].items())
    if data["characters"]:
        yield "\nwin rate of each character's side:"
    for character, found in sorted(data["characters"].items(), key=lambda entry: -entry[1]["wins"]):
        yield f"  {character:16} {found['wins']:6.1%} of {found['games']} games"
    if "seats" in data:
        yield "\nwin rate by seat: " + ", ".join(f"{n} {share:.1%}" for n, share in enumerate(data["seats"], 1))
    if "averages" in data:
        yield "on average: " + ", ".join(f"{word.replace('_', ' ')} {value:g}" for word, value in data["averages"].items())
    yield from _told_cards(data.get("cards", {}), data["games"])
    rare = ", ".join(f"{card} {times}" for card, times in list(data["used"].items())[:10])
    yield f"\nleast played or used: {rare}"
    yield from (f"PROBLEM {problem}" for problem in data["problems"][:TOLD])
    if len(data["problems"]) > TOLD:
        yield f"and {len(data['problems']) - TOLD} more problems"
