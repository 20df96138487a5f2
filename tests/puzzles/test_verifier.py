"""An independent verifier, plain exhaustive play, agrees with the solver: on the collection, and on random positions."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from folders import SCENARIOS
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from plain_play import Plain, PlainHidden, TooLarge
from small_puzzles import random_scenario

from dcf_lab.puzzles.solve import Limits, PuzzleError, Solver
from dcf_lab.scenario.file import read

PUZZLES = sorted((SCENARIOS / "puzzles").glob("*.toml"))
SMALL = 4_000  # positions that plain play looks at before it gives up
RANDOM = 200


@cache
def played_out(file, number):
    """By plain play under one of the puzzle's readings: its value, and that of each first answer; None: too much to play."""
    scenario = read(file)
    kind = PlainHidden if scenario.goal.against == "every hidden case" else Plain
    plain = kind(scenario, readings(scenario)[number], SMALL)
    try:
        return plain.value(), plain.firsts
    except (TooLarge, RecursionError):
        return None


def readings(scenario):
    return [{}, *(variant.rulings for variant in scenario.variants)]


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem)
def test_plain_play_agrees_on_every_puzzle_that_is_small_enough(file):
    """Under the puzzle's own readings and those of its variants; a larger one is left to the solver alone."""
    scenario = read(file)
    for number, reading in enumerate(readings(scenario)):
        if (played := played_out(file, number)) is not None:
            value, firsts = played
            assert Solver(scenario, reading).run().value == value
            assert {option: _after(scenario, reading, option) for option in firsts} == firsts


def _after(scenario, reading, option):
    """What the solver thinks of a first answer."""
    solver = Solver(scenario, reading, (option,))
    return solver.root.value if solver.root.mover == 0 else solver.run().value


def test_enough_of_the_puzzles_are_small_enough():
    """The agreement means something: more than a third of the collection is played out in full."""
    small = [file for file in PUZZLES if played_out(file, 0) is not None]
    assert len(small) * 3 >= len(PUZZLES)


@pytest.mark.slow
def test_plain_play_agrees_on_random_small_positions():
    """200 positions with all kinds of goals; what is impossible, trivial or too large for plain play is drawn anew."""
    agreed, seed, kinds = 0, 0, Counter()
    while agreed < RANDOM:
        seed += 1
        assert seed < 2_000, "too few small positions"
        scenario = random_scenario(seed)
        if scenario is None:
            continue
        try:
            solver = Solver(scenario, limits=Limits(seconds=30))
            value = Plain(scenario, most=400).value()
        except (PuzzleError, TooLarge, RecursionError):
            continue
        proof = solver.run()
        assert proof.value == value, f"seed {seed}: plain play says {value}, the solver {proof.in_words()}"
        agreed += 1
        kinds[scenario.goal.against, proof.status] += 1
    assert {against for against, _ in kinds} == {"every reply", "best luck", "highest chance"}
    assert {status for _, status in kinds} >= {"unique", "solved", "disproved"}


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(10_000, 10_000_000))
def test_what_always_holds_of_a_proof(seed):
    """Help is worth more than luck, luck more than certainty; and every line that is told leads where it says."""
    scenario = random_scenario(seed)
    assume(scenario is not None)
    values = {}
    for against in ("every reply", "highest chance", "best luck"):
        other = replace(scenario, goal=replace(scenario.goal, against=against))
        try:
            proof = Solver(other, limits=Limits(nodes=4_000)).run()
        except PuzzleError:
            assume(False)
        values[against] = proof.value
        assert (proof.status == "unique") == (proof.complete and len(proof.solutions) == 1)
        for solution in proof.solutions[:3]:
            after = Solver(other, answers=[answer.option for answer in solution.line])
            assert (after.root.mover, after.root.value) == (0, 1)
        for line in proof.defence[:3]:
            after = Solver(other, answers=[answer.option for answer in line])
            assert len(line) >= 60 or (after.root.mover, after.root.value) == (0, 0)
    assume(None not in values.values())
    assert values["every reply"] <= values["highest chance"] <= values["best luck"]
