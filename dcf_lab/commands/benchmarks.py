"""Measuring the engine: games, answers, copies, search nodes and memory, beside a plain-Python yardstick in the same run."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from dcf_lab.engine.game import Game
from dcf_lab.games.dc_forever import first_game
from dcf_lab.games.dc_forever.table.invariants import problems
from dcf_lab.puzzles.solve import solve
from dcf_lab.scenario.file import Scenario, read, scenarios_folder

ROUND_LIMIT = 30
SOLVED = ("a09_nothing_left_to_chance", "b11_the_same_coin_twice", "b12_accidents_at_work", "c02_out_of_reach")
clock = time.process_time


def measure(seconds: float) -> dict[str, Any]:
    """Every figure, on CPU time; rates are per second."""
    games = {on: _random_games(seconds, log=on) for on in (False, True)}
    middle = mid_game()
    return {
        "yardstick_loops_per_s": _rate(_yardstick, seconds / 2),
        "games_per_s_log_off": games[False][0],
        "games_per_s_log_on": games[True][0],
        "answers_per_s_log_off": games[False][1],
        "answers_per_s_log_on": games[True][1],
        "answers_per_game": round(games[False][1] / games[False][0], 1),
        "table_copies_per_s": _rate(middle.table.copy, seconds / 2),
        "game_copies_per_s": _rate(middle.copy, seconds / 2),
        "table_copies_per_s_log_on": _rate(mid_game(log=True).table.copy, seconds / 2),
        "bytes_per_position": _bytes_of_a_copy(middle.table.copy),
        "search_nodes_per_s_log_off": search_rate(seconds, log=False),
        "search_nodes_per_s_log_on": search_rate(seconds, log=True),
        "solver_nodes_per_s": solver_rate(seconds),
        "import_s": import_time(),
        "peak_memory_of_a_game_kb_log_off": peak_memory(log=False),
        "peak_memory_of_a_game_kb_log_on": peak_memory(log=True),
    }


def play_randomly(game: Game, roll: random.Random, most: int = 10**9) -> int:
    """Answer at random until the end; returns how many answers were given."""
    answers = 0
    pick = roll.random
    while (choice := game.choice) is not None and answers < most:
        options = choice.options
        game.answer(options[int(pick() * len(options))])
        answers += 1
    return answers


def random_game(seed: int, log: bool) -> int:
    """One random first game; returns its number of answers."""
    return play_randomly(first_game(seed, log=log, round_limit=ROUND_LIMIT), random.Random(seed))


def watched_game(seed: int) -> tuple[str, str]:
    """One random first game, every table looked at after every answer: how it ended, and what was wrong, if anything."""
    game = first_game(seed, log=False, round_limit=ROUND_LIMIT)
    roll = random.Random(seed)
    try:
        cards = {card for zone in game.table.zones.values() for card in zone}
        while game.choice is not None:
            options = game.choice.options
            if seed % 50 == 0:
                for option in options:
                    game.copy().answer(option)
            game.answer(roll.choice(options))
            wrong = problems(game.table)
            if wrong or {card for zone in game.table.zones.values() for card in zone} != cards:
                return "", "; ".join(wrong) or "a card is lost"
    except Exception as error:  # noqa: BLE001 - whatever it is, the seed is worth knowing
        return "", f"{type(error).__name__}: {error}"
    facts = game.table.facts
    return (f"{facts['winner']} {facts['won by']}" if "winner" in facts else facts["won by"]), ""


def mid_game(log: bool = False, seed: int = 5) -> Game:
    """A first game in its third round, at the start of an Action Phase."""
    game = first_game(seed, log=log, round_limit=ROUND_LIMIT)
    roll = random.Random(seed)
    while game.choice is not None and game.table.facts["round"] < 3:
        play_randomly(game, roll, 1)
    return game


def confrontation(log: bool = False, seed: int = 5) -> Game:
    """A first game at the start of its first Confrontation, both players having played what they could."""
    game = first_game(seed, log=log, round_limit=ROUND_LIMIT)
    while game.choice is not None and game.choice.prompt != "Rogue Provoke Phase":
        plays = [o for o in game.choice.options if o.startswith("play")]
        game.answer(plays[0] if plays else "done" if "done" in game.choice.options else game.choice.options[0])
    return game


def perft(game: Game, depth: int) -> int:
    """How many positions there are up to so many answers from here, each reached by a copy and an answer."""
    if depth == 0 or game.choice is None:
        return 1
    nodes = 1
    for option in game.choice.options:
        child = game.copy()
        child.answer(option)
        nodes += perft(child, depth - 1)
    return nodes


def _random_games(seconds: float, log: bool) -> tuple[float, float]:
    random_game(0, log)
    start = clock()
    games = answers = 0
    while clock() - start < seconds:
        games += 1
        answers += random_game(games, log)
    spent = clock() - start
    return games / spent, answers / spent


def search_rate(seconds: float, log: bool) -> float:
    game = confrontation(log)
    start = clock()
    nodes = 0
    while clock() - start < seconds:
        nodes += perft(game, 3)
    return nodes / (clock() - start)


def solver_rate(seconds: float) -> float:
    """Positions that the solver looks at, solving some of the collection's puzzles again and again."""
    puzzles = bench_puzzles()
    solve(puzzles[0])
    start = clock()
    nodes = 0
    while clock() - start < seconds:
        nodes += sum(solve(puzzle).nodes for puzzle in puzzles)
    return nodes / (clock() - start)


def bench_puzzles() -> list[Scenario]:
    """Puzzles of several kinds that each take the solver some hundredths of a second."""
    folder = scenarios_folder() / "dc_forever" / "puzzles"
    return [read(folder / f"{name}.toml") for name in SOLVED]


def _rate(call: Callable[[], Any], seconds: float) -> float:
    start = clock()
    calls = 0
    while clock() - start < seconds:
        for _ in range(100):
            call()
        calls += 100
    return calls / (clock() - start)


def _yardstick() -> int:
    total = 0
    for number in range(1000):
        total += number & 7
    return total


def _bytes_of_a_copy(copy: Callable[[], Any], copies: int = 300) -> int:
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [copy() for _ in range(copies)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) // len(kept)


def import_time() -> float:
    """Seconds to start Python, import the game and read its cards, less those to start Python."""

    def spent(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    bare = min(spent("pass") for _ in range(3))
    return min(spent("from dcf_lab.games.dc_forever import library; library()") for _ in range(3)) - bare


def peak_memory(log: bool) -> int:
    gc.collect()
    tracemalloc.start()
    random_game(5, log)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak // 1024


def entries() -> list[dict[str, Any]]:
    """What a harness that measures engines side by side needs: a random first game with the log off, and with it on."""

    def playouts(log: bool) -> Callable[[], int]:
        seeds = iter(range(10**9))
        return lambda: random_game(next(seeds), log)

    middle, search = mid_game(), confrontation()
    measured = {f"first game, log {'on' if log else 'off'}": (playouts(log), lambda: perft(search, 2)) for log in (False, True)}
    puzzles = bench_puzzles()
    measured["solver, log off"] = (playouts(False), lambda: sum(solve(puzzle).nodes for puzzle in puzzles))
    return [
        {
            "peer": "dcf_lab",
            "game": game,
            "playout": playout,
            "clone": middle.table.copy,
            "node": node,
            "mem": middle.table.copy,
        }
        for game, (playout, node) in measured.items()
    ]
