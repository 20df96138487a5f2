"""The collection of puzzles: of every game each is proved again, and those of DC Forever use what the game has to offer."""

import json

import pytest
from folders import SCENARIOS

from dcf_lab.commands.cli import main
from dcf_lab.puzzles.certificate import check
from dcf_lab.puzzles.explain import difficulty, hints
from dcf_lab.puzzles.solve import DISPROVED, UNIQUE, Given, Solver, solve
from dcf_lab.scenario.file import read, scenarios_folder
from dcf_lab.timeline.run import run

FOLDER = SCENARIOS / "puzzles"
PUZZLES = sorted(FOLDER.glob("*.toml"))
ALL = sorted(scenarios_folder().glob("*/puzzles/*.toml"))
RULINGS = [file for file in ALL if "ruling" in read(file).tags]


def named(files):
    return {"argnames": "file", "argvalues": files, "ids": lambda file: f"{file.parent.parent.name}-{file.stem}"}


@pytest.mark.parametrize(**named(ALL))
def test_the_certificate_is_proved_again(file):
    scenario = read(file)
    assert scenario.certificate.get("status") == UNIQUE and scenario.certificate["unplanned"] == 0
    failures, _ = check(scenario)
    assert failures == []


@pytest.mark.parametrize(**named(ALL))
def test_a_puzzle_says_what_it_is(file):
    scenario = read(file)
    assert scenario.title and len(scenario.summary) > 30 and scenario.tags and scenario.script
    assert scenario.certificate["level"] in ("easy", "medium", "hard") and len(scenario.certificate["reasons"]) >= 3


def test_there_are_at_least_thirty_from_lessons_to_deep_ones():
    assert len(PUZZLES) >= 30
    levels = [read(file).certificate["level"] for file in PUZZLES]
    assert all(levels.count(level) >= 4 for level in ("easy", "medium", "hard"))
    moves = [len(read(file).certificate["moves"][0]) for file in PUZZLES]
    assert min(moves) <= 2 and max(moves) >= 8
    sides = [read(file).goal.side for file in PUZZLES]
    assert min(sides.count("hero"), sides.count("rogue")) >= 12


@pytest.fixture(scope="module")
def happened():
    """Every event of every planned solution, by its kind."""
    found = {}
    for file in PUZZLES:
        for event in run(read(file)).game.table.history:
            found.setdefault(event.kind, []).append((file.stem, event))
    return found


@pytest.mark.parametrize(
    "kind",
    [
        "declare threaten", "declare rescue", "declare attack", "play modifier", "use", "react", "complete", "sway", "pass",
        "replace location", "activated token", "win", "play", "empower", "buy", "pool", "reduced",
    ],
)  # fmt: skip
def test_between_them_the_solutions_use_everything(happened, kind):
    if kind == "reduced":  # a modifier of which a part is taken off
        assert any(part.what == "reduced" for _, event in happened["damage"] for part in event.parts)
        return
    assert kind in happened


def test_when_and_after_reactions_both_matter(happened):
    moments = {event.detail["moment"].split()[0] for _, event in happened["react"]}
    assert moments == {"when", "after"}


def test_the_order_of_win_conditions_decides_some(happened):
    """A solution wins although the other side would win, too, if its road were looked at first."""
    roads = {event.detail["how"] for _, event in happened["win"]}
    assert roads >= {"rescue", "schemes", "knock out"}
    assert sum("win-order" in read(file).tags or "win order" in read(file).tags for file in PUZZLES) >= 3


def test_every_way_of_being_against_is_there():
    assert {read(file).goal.against for file in PUZZLES} == {"every reply", "best luck", "highest chance", "every hidden case"}


def test_at_least_five_turn_on_a_ruling():
    keys = set()
    for file in sorted(set(RULINGS) & set(PUZZLES)):
        scenario = read(file)
        statuses = scenario.certificate["variants"]
        assert DISPROVED in statuses.values(), file.stem
        keys |= {key for variant in scenario.variants for key in variant.rulings}
    assert len(keys) >= 5


@pytest.mark.parametrize("game", ["dc_deckbuilding", "forever_evil", "confrontations"])
def test_the_deckbuilders_have_at_least_ten_each_and_some_turn_on_a_ruling(game):
    puzzles = [read(file) for file in ALL if file.parent.parent.name == game]
    assert len(puzzles) >= 10 and {puzzle.certificate["level"] for puzzle in puzzles} == {"easy", "medium", "hard"}
    assert all(puzzle.point for puzzle in puzzles)
    assert any(DISPROVED in puzzle.certificate.get("variants", {}).values() for puzzle in puzzles)


@pytest.mark.parametrize(**named(RULINGS))
def test_compare_shows_that_it_turns_on_the_ruling(file, capsys):
    scenario = read(file)
    key, reading = next(iter(scenario.variants[0].rulings.items()))
    assert main(["compare", str(file), "--ruling", f"{key}={reading}", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["puzzles"][0]
    assert told["turns"] and (told["own"]["status"], told["other"]["status"]) == (UNIQUE, DISPROVED)


@pytest.mark.parametrize(**named(ALL))
def test_the_solution_of_the_certificate_reaches_the_goal(file):
    """Line by line, in the game as a visitor plays it; a puzzle with hidden cards has cases instead of replies."""
    scenario = read(file)
    answers = [answer.partition(": ")[2] for answer in scenario.certificate["solutions"][0]]
    after = Solver(scenario, answers=answers)
    assert after.root.mover == 0 and after.root.value == 1
    if scenario.goal.against != "every hidden case":
        game = scenario.game(take_chances=True)
        for answer in scenario.certificate["solutions"][0]:
            player, _, option = answer.partition(": ")
            assert game.choice.player == player
            game.answer(option)


# hints and difficulty


@pytest.mark.parametrize(**named(ALL[::4]))
def test_hints_say_a_little_more_each_time(file):
    scenario = read(file)
    line = tuple(Given(*answer.split(": ", 1)) for answer in scenario.certificate["solutions"][0])
    table = scenario.game().table
    players = [player for player in table.rules.players if table.rules.manual.side(table, player) == scenario.goal.side]
    told = hints(table, line, players)
    order = ["character", "place", "card", "move"]
    assert [hint.about for hint in told] == sorted([hint.about for hint in told], key=order.index)
    assert told[-1].about == "move" and all(hint.text for hint in told)


def test_difficulty_is_a_number_with_its_reasons():
    easy, hard = (Solver(read(FOLDER / f"{name}.toml")) for name in ("b02_the_last_rogue_standing", "b08_a_change_of_scenery"))
    found = []
    for solver in (easy, hard):
        solver.run()
        found.append(difficulty(solver))
    assert found[0].number < found[1].number and found[0].level == "easy" and found[1].level == "hard"
    assert "decision" in found[1].reasons[0] and "repl" in found[1].reasons[1]


def failing_first(solver):
    """A first answer after which the goal is out of reach, and the position there."""
    for option in solver.positions.options(solver.root):
        child = solver.search.after(solver.root, option)
        for _ in solver.search.decide(child):
            pass
        if child.mover != 0 and solver.search.result(child).value == 0:
            return option, child
    return None


@pytest.mark.parametrize(
    "name",
    ["a02_the_last_rescue", "a06_all_of_them", "b01_two_for_the_price_of_one", "b08_a_change_of_scenery", "c02_out_of_reach"],
)
def test_a_wrong_try_is_refuted_by_a_reply_that_is_played_out(name):
    """It is followed to where the goal is missed."""
    scenario = read(FOLDER / f"{name}.toml")
    solver = Solver(scenario)
    option, child = failing_first(solver)
    for _ in solver.refute(child, (solver.told(solver.root, option),)):
        pass
    (line,) = solver.proof.defence
    after = Solver(scenario, answers=[answer.option for answer in line])
    assert line[0].option == option and (after.root.mover, after.root.value) == (0, 0)


def test_a_puzzle_that_turns_on_a_ruling_is_found_by_its_other_reading():
    scenario = read(RULINGS[0])
    assert solve(scenario, scenario.variants[0].rulings).status == DISPROVED
