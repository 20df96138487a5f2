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

from dcf_lab.bots.simulate import MAX_ANSWERS
from dcf_lab.engine.game import Game
from dcf_lab.games import Manual, manual, names, scenarios_of
from dcf_lab.puzzles.solve import solve
from dcf_lab.scenario.file import Scenario, read, scenarios_folder

clock = time.process_time


def measure(game: str, seconds: float) -> dict[str, Any]:
    """Every figure of a game, on CPU time; rates are per second."""
    book = manual(game)
    games = {on: _random_games(book, seconds, log=on) for on in (False, True)}
    middle = mid_game(book)
    figures = {
        "yardstick_loops_per_s": _rate(_yardstick, seconds / 2),
        "games_per_s_log_off": games[False][0],
        "games_per_s_log_on": games[True][0],
        "answers_per_s_log_off": games[False][1],
        "answers_per_s_log_on": games[True][1],
        "answers_per_game": round(games[False][1] / games[False][0], 1),
        "table_copies_per_s": _rate(middle.table.copy, seconds / 2),
        "game_copies_per_s": _rate(middle.copy, seconds / 2),
        "table_copies_per_s_log_on": _rate(mid_game(book, log=True).table.copy, seconds / 2),
        "bytes_per_position": _bytes_of_a_copy(middle.table.copy),
        "search_nodes_per_s_log_off": search_rate(book, seconds, log=False),
        "search_nodes_per_s_log_on": search_rate(book, seconds, log=True),
        "solver_nodes_per_s": solver_rate(book, seconds),
        "import_s": import_time(game),
        "peak_memory_of_a_game_kb_log_off": peak_memory(book, log=False),
        "peak_memory_of_a_game_kb_log_on": peak_memory(book, log=True),
    }
    return {word: figure for word, figure in figures.items() if figure is not None}


def new_game(book: Manual, seed: int, log: bool) -> Game:
    """A game that begins as usual."""
    start = next(iter(book.STARTS.values()))
    return start.begin((start.seatings or tuple(book.SEATINGS))[0], seed, log, {}, False, book.library())


def play_randomly(game: Game, roll: random.Random, most: int = 10**9) -> int:
    """Answer at random until the end; returns how many answers were given."""
    answers = 0
    pick = roll.random
    while (choice := game.choice) is not None and answers < most:
        options = choice.options
        game.answer(options[int(pick() * len(options))])
        answers += 1
    return answers


def random_game(book: Manual, seed: int, log: bool) -> int:
    """One random game; returns its number of answers."""
    return play_randomly(new_game(book, seed, log), random.Random(seed), MAX_ANSWERS)


def watched_game(name: str, seed: int) -> tuple[str, str]:
    """One random game, every table looked at after every answer: how it ended, and what was wrong, if anything."""
    book = manual(name)
    game = new_game(book, seed, log=False)
    roll = random.Random(seed)
    try:
        cards = {card for zone in game.table.zones.values() for card in zone}
        for _ in range(MAX_ANSWERS):
            if game.choice is None:
                break
            options = game.choice.options
            if seed % 50 == 0:
                for option in options:
                    game.copy().answer(option)
            game.answer(roll.choice(options))
            wrong = book.problems(game.table)
            if wrong or {card for zone in game.table.zones.values() for card in zone} != cards:
                return "", "; ".join(wrong) or "a card is lost"
    except Exception as error:  # noqa: BLE001 - whatever it is, the seed is worth knowing
        return "", f"{type(error).__name__}: {error}"
    outcome = book.outcome(game.table)
    return ("", f"no end after {MAX_ANSWERS} answers") if outcome is None else (" ".join((*outcome.winners, outcome.how)), "")


def mid_game(book: Manual, log: bool = False, seed: int = 5) -> Game:
    """A game in its third round."""
    game = new_game(book, seed, log)
    roll = random.Random(seed)
    while game.choice is not None and book.moment(game.table).round < 3:
        play_randomly(game, roll, 1)
    return game


def third_stage(book: Manual, log: bool = False, seed: int = 5) -> Game:
    """A game at the start of its third stage, or of the third round where there are no stages; everybody plays what they can."""
    game = new_game(book, seed, log)
    been = {book.moment(game.table)[:2]}
    while (choice := game.choice) is not None:
        been.add(book.moment(game.table)[:2])
        if len(been) == 3:
            break
        plays = [option for option in choice.options if option.startswith("play")]
        game.answer(next(iter([*plays, *(leave for leave in book.LEAVE if leave in choice.options), *choice.options])))
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


def _random_games(book: Manual, seconds: float, log: bool) -> tuple[float, float]:
    random_game(book, 0, log)
    start = clock()
    games = answers = 0
    while clock() - start < seconds:
        games += 1
        answers += random_game(book, games, log)
    spent = clock() - start
    return games / spent, answers / spent


def search_rate(book: Manual, seconds: float, log: bool) -> float:
    game = third_stage(book, log)
    start = clock()
    nodes = 0
    while clock() - start < seconds:
        nodes += perft(game, 3)
    return nodes / (clock() - start)


def solver_rate(book: Manual, seconds: float) -> float | None:
    """Positions that the solver looks at, solving some of the collection's puzzles again and again; None if there are none."""
    puzzles = bench_puzzles(book)
    if not puzzles:
        return None
    solve(puzzles[0])
    start = clock()
    nodes = 0
    while clock() - start < seconds:
        nodes += sum(solve(puzzle).nodes for puzzle in puzzles)
    return nodes / (clock() - start)


def bench_puzzles(book: Manual) -> list[Scenario]:
    """Puzzles of several kinds that each take the solver some hundredths of a second."""
    folder = scenarios_of(book.NAME) or scenarios_folder() / book.NAME
    return [read(folder / "puzzles" / f"{name}.toml") for name in book.MEASURED or ()]


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


def import_time(game: str) -> float:
    """Seconds to start Python, import the game and read its cards, less those to start Python."""

    def spent(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    bare = min(spent("pass") for _ in range(3))
    return min(spent(f"from dcf_lab.games import manual; manual({game!r}).library()") for _ in range(3)) - bare


def peak_memory(book: Manual, log: bool) -> int:
    gc.collect()
    tracemalloc.start()
    random_game(book, 5, log)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak // 1024


def entries() -> list[dict[str, Any]]:
    """What a harness that measures engines side by side needs: of every game random ones with the log off, and with it on."""
    return [entry for name in names() for entry in _entries_of(manual(name))]


def _entries_of(book: Manual) -> list[dict[str, Any]]:
    def playouts(log: bool) -> Callable[[], int]:
        seeds = iter(range(10**9))
        return lambda: random_game(book, next(seeds), log)

    middle, search = mid_game(book), third_stage(book)
    measured = {f"log {'on' if log else 'off'}": (playouts(log), lambda: perft(search, 2)) for log in (False, True)}
    if puzzles := bench_puzzles(book):
        measured["solver, log off"] = (playouts(False), lambda: sum(solve(puzzle).nodes for puzzle in puzzles))
    same = {"peer": "dcf_lab", "clone": middle.table.copy, "mem": middle.table.copy}
    return [
        {**same, "game": f"{book.NAME}, {how}", "playout": playout, "node": node} for how, (playout, node) in measured.items()
    ]
