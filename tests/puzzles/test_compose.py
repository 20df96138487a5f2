"""The composer: from one puzzle another one, with exactly one solution, and as hard as it was wanted."""

import json

import pytest
from folders import SCENARIOS

from dcf_lab.commands.cli import main
from dcf_lab.puzzles.compose import Composer
from dcf_lab.puzzles.explain import difficulty
from dcf_lab.puzzles.solve import UNIQUE, PuzzleError, Solver
from dcf_lab.scenario.file import parse, read

FOLDER = SCENARIOS / "puzzles"


@pytest.fixture(scope="module")
def composed():
    scenario = read(FOLDER / "a06_all_of_them.toml")
    composer = Composer(scenario, seed=1, level="medium", seconds=120)
    steps = sum(1 for _ in composer.work())
    return scenario, composer, steps


def test_the_new_puzzle_has_exactly_one_solution_and_it_is_a_new_one(composed):
    old, composer, _ = composed
    new = parse(composer.found.text, "new")
    solver = Solver(new)
    assert solver.run().status == UNIQUE
    assert list(solver.proof.solutions[0].moves) not in old.certificate["moves"]
    assert len(solver.proof.solutions[0].moves) >= 2


def test_it_is_as_hard_as_was_wanted(composed):
    solver = Solver(parse(composed[1].found.text, "new"))
    solver.run()
    assert difficulty(solver).level == composed[1].found.difficulty.level == "medium"


def test_it_says_nothing_that_was_true_of_the_old_position_only(composed):
    new = parse(composed[1].found.text, "new")
    assert new.summary == new.goal.in_words() and new.title.endswith("(varied)") and not new.certificate
    assert new.script[0].do  # its solution is the planned one


def test_the_work_is_done_in_small_steps(composed):
    """A page must never wait: it is asked to go on several times for each position."""
    _, composer, steps = composed
    assert 0 < composer.tried <= composer.candidates and steps > 3 * composer.candidates


def test_the_same_seed_makes_the_same_puzzle():
    found = []
    for _ in range(2):
        composer = Composer(read(FOLDER / "c06_no_laughing_matter.toml"), seed=2, seconds=120)
        for _ in composer.work():
            pass
        found.append(composer.found.text)
    assert found[0] == found[1]


def test_a_scenario_without_a_goal_cannot_be_varied():
    with pytest.raises(PuzzleError, match=r"give it a \[goal\] first"):
        Composer(parse('title = "x"\n'))


def test_when_the_time_is_over_it_says_what_it_has_tried():
    composer = Composer(read(FOLDER / "a01_two_points_or_three.toml"), level="hard", seconds=0.5)
    for _ in composer.work():
        pass
    assert composer.found is None and composer.why.startswith("no new hard puzzle in 0.5 seconds and ")


def test_variations_change_the_position_and_leave_things_out():
    import copy
    import random

    from dcf_lab.games import defaults

    scenario = read(FOLDER / "b08_a_change_of_scenery.toml")
    roll = random.Random(3)
    for vary in (scenario.manual.variations(scenario.cards, roll), defaults.variations(scenario.manual, scenario.cards, roll)):
        start = copy.deepcopy(scenario.table)
        vary.plain(start)
        texts = set()
        for _ in range(60):
            table = copy.deepcopy(start)
            vary.once(table)
            texts.add(str(table))
        assert len(texts - {str(start)}) > 20
        for remove in vary.removals(start):
            table = copy.deepcopy(start)
            remove(table)
            assert table != start


def test_compose_on_the_command_line_writes_a_new_file_and_no_other(tmp_path, capsys):
    into = tmp_path / "new.toml"
    assert main(["compose", str(FOLDER / "c06_no_laughing_matter.toml"), "--seed", "2", "--into", str(into), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["found"] and told["proof"]["status"] == "unique"
    assert main(["solve", str(into), "--write"]) == 0 and main(["check", str(into)]) == 0
    capsys.readouterr()
    assert main(["compose", str(FOLDER / "c06_no_laughing_matter.toml"), "--into", str(into)]) == 2
    assert "nothing is written over it" in capsys.readouterr().err
