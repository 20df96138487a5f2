"""Goals: what a puzzle asks for, within which time, and how a mistake in a goal is told."""

import pytest

from dcf_lab.puzzles.solve import DISPROVED, UNIQUE, Limits, PuzzleError, Solver, solve
from dcf_lab.scenario.file import ScenarioError, parse

DUEL = """title = "Duel"

[table]
phase = "rogue provoke"

[table.rogue]
characters = ["cheetah"]
hand = ["enhanced_strength"]

[table.hero]
characters = [{ card = "superman", at = "the_daily_planet", exhausted = true }]

[[table.locations]]
card = "the_daily_planet"
citizens = 5
scheme = { card = "hunting_grounds", citizens = 2 }

[goal]
"""


def duel(goal, table=DUEL):
    return parse(table + goal, "duel.toml")


@pytest.mark.parametrize(
    ("goal", "line", "said"),
    [
        ('for = "villain"\nwin = "any"', 19, "unknown 'villain'"),
        ('for = "rogue"', 18, "say what is wanted: that something happens"),
        ('win = "any"', 18, "'for' is missing"),
        ('for = "rogue"\nwin = "rescue"', 20, "cannot win by rescue, but by schemes or knock out"),
        ('for = "rogue"\nwin = "any"\nwithin = "this rond"', 21, "did you mean 'this round'?"),
        ('for = "rogue"\nwin = "any"\nwithin = "99 rounds"', 21, "from 1 to 20 rounds"),
        ('for = "rogue"\nreach = "supermann.damage >= 2"', 20, "did you mean 'superman'?"),
        ('for = "rogue"\navoid = "import os"', 20, "cannot read 'import os'"),
        ('for = "rogue"\navoid = "open(1)"', 20, "unknown function 'open'"),
        ('for = "rogue"\nhappen = "damaged to superman"', 20, "did you mean 'damage'?"),
        ('for = "rogue"\nhappen = "damage to supermann"', 20, "nothing is called 'supermann'"),
        (f'for = "rogue"\nhappen = "{"a by " * 20_000}"', 20, "expected something like"),
        ('for = "rogue"\nwin = "any"\nagainst = "every luck"', 21, "unknown 'every luck'"),
        ('for = "rogue"\nwin = "any"\nbefore = "noon"', 21, "unknown key 'before'"),
    ],
)
def test_a_mistake_in_a_goal_names_the_line_and_the_way_out(goal, line, said):
    with pytest.raises(ScenarioError) as error:
        duel(goal)
    assert f"duel.toml:{line}: " in str(error.value)
    assert said in str(error.value)


def test_a_puzzle_begins_with_a_position():
    with pytest.raises(ScenarioError, match="a puzzle begins with a position"):
        parse('title = "x"\nstart = "first game"\n[goal]\nfor = "hero"\nwin = "any"\n')


def test_a_goal_that_is_reached_at_the_start_is_no_puzzle():
    with pytest.raises(PuzzleError, match="the goal is reached before anybody has done anything"):
        solve(duel('for = "rogue"\nreach = "superman.exhausted"'))


def test_a_position_in_which_nobody_decides_is_no_puzzle():
    with pytest.raises(PuzzleError, match="nobody has anything to decide"):
        solve(parse('title = "x"\n[goal]\nfor = "hero"\nwin = "any"\n'))


def test_a_scenario_without_a_goal_says_so():
    with pytest.raises(PuzzleError, match=r"has no \[goal\]"):
        solve(parse('title = "x"\n'))


def test_reach_is_looked_at_whenever_somebody_is_asked():
    """Cheetah's 3 and Enhanced Strength's 3 are 6 damage; Superman stands with 7 Health."""
    assert solve(duel('for = "rogue"\nreach = "superman.damage == 6"\nwithin = "this activation"')).status == UNIQUE
    assert solve(duel('for = "rogue"\nreach = "superman.damage == 7"\nwithin = "this activation"')).status == DISPROVED


def test_what_is_to_be_avoided_counts_more_than_what_is_reached():
    both = 'for = "rogue"\nreach = "superman.damage >= 3"\navoid = "\'enhanced_strength\' in area(\'rogue.discard\')"'
    proof = solve(duel(both + '\nwithin = "this activation"'))
    assert proof.status == UNIQUE
    assert "play enhanced_strength" not in proof.solutions[0].moves
    assert solve(duel(both.replace(">= 3", ">= 4"))).status == DISPROVED


def test_only_to_avoid_something_is_to_hold_out_until_the_time_is_over():
    proof = solve(duel('for = "hero"\navoid = "superman.damage >= 7"\nwithin = "this stage"'))
    assert proof.value == 1
    assert solve(duel('for = "hero"\navoid = "superman.damage >= 6"\nwithin = "this stage"')).status == DISPROVED


def test_something_must_happen_so_often():
    assert solve(duel('for = "rogue"\nhappen = "damage by cheetah to superman"\nwithin = "this stage"')).value == 1
    assert solve(duel('for = "rogue"\nhappen = "damage by cheetah to superman 2 times"\nwithin = "this stage"')).value == 0


def test_the_win_must_be_by_the_road_that_is_wanted():
    """Superman is the last Hero: 6 damage knock him out when he has suffered 1 before."""
    hurt = DUEL.replace("exhausted = true }", "exhausted = true, damage = 1 }")
    assert solve(duel('for = "rogue"\nwin = "knock out"', hurt)).status == UNIQUE
    assert solve(duel('for = "rogue"\nwin = "any"', hurt)).status == UNIQUE
    assert solve(duel('for = "rogue"\nwin = "schemes"', hurt)).status == DISPROVED


@pytest.mark.parametrize(
    ("within", "status"),
    [("this action", 0), ("this activation", 1), ("this phase", 1), ("this stage", 1), ("this round", 1), ("2 rounds", 1)],
)
def test_an_attack_needs_an_activation_before_it(within, status):
    """The first answer activates Cheetah; the Attack is a second action of the same activation."""
    assert solve(duel(f'for = "rogue"\nreach = "superman.damage >= 3"\nwithin = "{within}"')).value == status


@pytest.mark.parametrize(("within", "status"), [("this stage", 0), ("this round", 0), ("2 rounds", 1), ("this game", 1)])
def test_a_second_attack_needs_a_second_round(within, status):
    """Exhausted characters are readied in Maintenance, so Cheetah alone hits once a round."""
    twice = 'happen = "damage by cheetah to superman 2 times"'
    puzzle = duel(f'for = "rogue"\n{twice}\nwithin = "{within}"\nagainst = "best luck"')
    assert solve(puzzle, limits=Limits(nodes=20_000)).value == status  # a game has more solutions than one could wait for


def test_a_goal_in_words_says_all_of_it():
    goal = duel('for = "rogue"\nwin = "knock out"\navoid = "cheetah.damage > 2"\nwithin = "2 rounds"').goal
    assert goal.in_words() == (
        "The Rogues: win by knock-out within 2 rounds, and never let Cheetah have more than 2 damage, "
        "whatever the opponents reply and however cards are shuffled."
    )


def test_every_shuffle_is_another_word_for_every_reply():
    assert duel('for = "rogue"\nwin = "any"\nagainst = "every shuffle"').goal.against == "every reply"


def test_an_old_goal_in_prose_still_loads():
    assert parse('title = "x"\ngoal = "Save them all"\n').goal is None


def test_a_solver_can_begin_after_some_answers():
    """The time of a goal runs from the puzzle's start, whatever has been answered since."""
    puzzle = duel('for = "rogue"\nreach = "superman.damage == 6"\nwithin = "this activation"')
    begun = ["activate cheetah at the_daily_planet"]
    assert Solver(puzzle, answers=begun).run().solutions[0].moves == ("attack superman", "play enhanced_strength")
    late = Solver(puzzle, answers=[*begun, "done"])
    assert (late.root.mover, late.root.value) == (0, 0)
