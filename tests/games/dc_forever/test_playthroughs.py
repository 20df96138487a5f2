"""Whole games as readable logs, and counts of positions. When a rule changes on purpose, write them anew and read the diff.

python tests/games/dc_forever/test_playthroughs.py
"""

import random
from pathlib import Path

import pytest

from dcf_lab.commands.benchmarks import perft, third_stage
from dcf_lab.engine.telling import log_lines
from dcf_lab.games import manual
from dcf_lab.games.dc_forever import first_game, standard_game

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "first_game": lambda: first_game(seed=11, round_limit=3),
    "four_players": lambda: standard_game(4, seed=4, round_limit=1),
}


def log_of(name):
    game, roll = GAMES[name](), random.Random(name)
    while game.choice is not None:
        game.answer(roll.choice(game.choice.options))
    return "\n".join(log_lines(game.table, game.table.history)) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_reads_as_it_did(name):
    assert log_of(name) == (FOLDER / f"{name}.txt").read_text(), f"run: python {Path(__file__).name}, and read the diff"


def counts():
    return [perft(third_stage(manual("dc_forever")), depth) for depth in (1, 2, 3)]


def test_as_many_positions_follow_the_first_provoke_as_before():
    """A change here means that a legal move was lost or gained."""
    assert counts() == [int(n) for n in (FOLDER / "perft.txt").read_text().split()]


if __name__ == "__main__":
    for one in GAMES:
        (FOLDER / f"{one}.txt").write_text(log_of(one))
    (FOLDER / "perft.txt").write_text(" ".join(map(str, counts())) + "\n")
