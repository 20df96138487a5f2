"""The solver: what it proves, what it calls the same solution, and what it says where it cannot decide."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest
from folders import SCENARIOS

from dcf_lab.commands.cli import main
from dcf_lab.puzzles.cores import solve_on
from dcf_lab.puzzles.search import Positions, Search
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNDECIDED, UNIQUE, Limits, PuzzleError, Solver, solve
from dcf_lab.scenario.file import ScenarioError, parse, read
from dcf_lab.timeline.run import run_all

# Aquaman captures Black Manta, the last Rogue, or Batman does: both have 2 Attack, and two Health are left
CAPTURE = """title = "The last Rogue"

[table]
phase = "hero oppose"
captured = ["cheetah"]

[table.rogue]
characters = [{ card = "black_manta", at = "arkham_asylum", exhausted = true, damage = 5 }]

[table.hero]
characters = ["aquaman", "batman"]

[[table.locations]]
card = "arkham_asylum"

[[table.locations]]
card = "the_daily_planet"

[goal]
for = "hero"
win = "capture"
"""


def puzzle(text, **changes):
    for old, new in changes.items():
        text = text.replace(old, new)
    return parse(text, "puzzle.toml")


def test_two_ways_are_two_solutions_each_with_its_line():
    proof = solve(parse(CAPTURE))
    assert (proof.status, proof.complete, len(proof.solutions)) == (SOLVED, True, 2)
    assert [answer.option for answer in proof.solutions[0].line] == ["activate aquaman at arkham_asylum", "attack black_manta"]
    assert "2 essentially different solutions" in proof.in_words()


def test_the_only_way_is_proved_to_be_the_only_one():
    proof = solve(parse(CAPTURE.replace('"aquaman", "batman"', '{ card = "aquaman", exhausted = true }, "batman"')))
    assert proof.status == UNIQUE
    assert proof.solutions[0].moves == ("activate batman at arkham_asylum", "attack black_manta")


def test_what_cannot_be_done_is_disproved_with_a_line_for_every_first_try():
    proof = solve(parse(CAPTURE.replace("damage = 5", "damage = 2")))
    assert (proof.status, proof.value, proof.complete) == (DISPROVED, 0, True)
    tries = {line[0].option for line in proof.defence}
    assert tries == {
        f"activate {hero} at {place}" for hero in ("aquaman", "batman") for place in ("arkham_asylum", "the_daily_planet")
    } | {"pass"}


def test_the_defence_is_the_reply_that_breaks_a_try():
    """Check for Win Conditions: the Rogue completes a fifth Scheme and wins before the capture is looked at."""
    plan = 'master_plan = ["dose_the_city", "hunting_grounds", "go_viral", "campus_lockdown"]\ncaptured'
    scheme = 'card = "arkham_asylum"\nscheme = { card = "humble_atlantis", citizens = 9 }'
    proof = solve(parse(CAPTURE.replace("captured", plan, 1).replace('card = "arkham_asylum"\n', scheme + "\n", 1)))
    assert proof.status == DISPROVED
    assert all(line[-1] == ("rogue", "complete humble_atlantis") for line in proof.defence)


def test_a_limit_is_no_proof():
    hard = read(SCENARIOS / "puzzles/c01_two_shelters.toml")
    proof = solve(hard, limits=Limits(nodes=500))
    assert (proof.status, proof.complete, proof.value) == (UNDECIDED, False, None)
    assert proof.why == "the limit of 500 positions is reached"
    assert proof.nodes >= 500 and "Not decided" in proof.in_words()


def test_time_is_a_limit_too():
    proof = solve(read(SCENARIOS / "puzzles/c01_two_shelters.toml"), limits=Limits(seconds=0.02))
    assert proof.status == UNDECIDED and proof.why == "the limit of 0.02 seconds is reached"


def test_the_search_can_be_stopped():
    heard = []
    proof = Solver(read(SCENARIOS / "puzzles/c01_two_shelters.toml")).run(
        lambda proof: heard.append(proof.nodes) or len(heard) > 2
    )
    assert proof.status == UNDECIDED and proof.why == "it was stopped"


def test_a_slice_of_the_work_is_short():
    """A page hears of the search again and again: the nodes between two pauses are few."""
    before, most = 0, 0
    for proof in Solver(read(SCENARIOS / "puzzles/c01_two_shelters.toml"), limits=Limits(nodes=20_000)).work():
        before, most = proof.nodes, max(most, proof.nodes - before)
    assert most < 5_000


# what is the same solution

ACTIONS = """title = "An Action Phase"

[table]
phase = "hero action"

[table.hero]
characters = ["batman"]
hand = ["fame.1", "fame.2", "prestige.1"]

[[table.locations]]
card = "arkham_asylum"

[goal]
for = "hero"
within = "this phase"
"""


def test_the_same_moves_in_another_order_are_one_solution():
    proof = solve(parse(ACTIONS + 'reach = "hero.resources == 5 and hero.hand == 1"'))
    assert proof.status == UNIQUE
    assert sorted(move.split(".")[0] for move in proof.solutions[0].moves) == ["pool fame", "pool prestige"]


def test_equal_copies_of_a_card_make_one_solution():
    proof = solve(parse(ACTIONS + 'reach = "hero.resources == 3"'))
    assert proof.status == UNIQUE and len(proof.solutions[0].line) == 1


def test_needless_moves_make_no_other_solution():
    """Whoever may pool more than is needed has not found another way."""
    proof = solve(parse(ACTIONS + 'reach = "hero.resources >= 3"'))
    assert [solution.moves for solution in proof.solutions] == [("pool fame",)] and proof.status == UNIQUE


def test_different_cards_are_different_solutions():
    proof = solve(parse(ACTIONS.replace("prestige.1", "prestige.1', 'renown.1").replace("'", '"') + 'reach = "hero.hand == 3"'))
    assert proof.status == SOLVED and len(proof.solutions) > 2


def test_the_other_payment_makes_no_other_solution():
    """Cheetah's Primal Drive costs 2 Infamy, and there are several cards to pay it with."""
    text = """title = "Paid this way or that"
[table]
phase = "activation"
actor = "cheetah"
[table.rogue]
characters = [{ card = "cheetah", at = "arkham_asylum", exhausted = true }]
hand = ["enhanced_strength", "temple_hunters", "gift_of_urzkartaga"]
[table.hero]
characters = [{ card = "superman", at = "arkham_asylum" }]
[[table.locations]]
card = "arkham_asylum"
[goal]
for = "rogue"
within = "this activation"
reach = "superman.damage == 5"
"""
    proof = solve(parse(text))
    assert proof.status == UNIQUE
    assert set(proof.solutions[0].moves) >= {"use cheetah primal_drive", "attack superman"}


def test_the_order_in_which_two_are_chosen_makes_no_other_solution():
    """Tactical Analysis chooses two Rogues; where there are only two, either may be named first."""
    text = (SCENARIOS / "puzzles/c09_the_empty_bench.toml").read_text(encoding="utf-8")
    proof = solve(parse(re.sub(r'(card = "lex_luthor"[^}]*damage = )2', r"\g<1>4", text)))
    chosen = [[move for move in solution.moves if move.startswith("choose ")] for solution in proof.solutions]
    assert proof.complete and ["choose klarion_bleak", "choose lex_luthor"] in chosen
    assert len(proof.solutions) == len({tuple(one) for one in chosen}) == 2


# against what

LUCK = """title = "A random card"

[table]
phase = "rogue provoke"

[table.rogue]
characters = ["cheetah"]
hand = ["enhanced_strength", "temple_hunters", "gift_of_urzkartaga"]
deck = ["scent_the_prey", "on_the_hunt"]

[table.hero]
characters = [{ card = "superman", exhausted = true }]

[[table.locations]]
card = "house_of_mystery"

[goal]
for = "rogue"
reach = "'enhanced_strength' in area('rogue.discard')"
within = "this action"
"""


@pytest.mark.parametrize(("against", "value"), [("every reply", 0), ("best luck", 1), ("highest chance", Fraction(1, 3))])
def test_a_random_discard_is_looked_at_in_every_case(against, value):
    """House of Mystery: whoever is activated there discards 1 random card, then draws 1."""
    assert solve(parse(LUCK + f'against = "{against}"\n')).value == value


DRAW = """title = "A shuffled deck"

[table]
phase = "hero action"

[table.hero]
characters = [{ card = "green_lantern", empowering = ["prestige.1"] }]
discard = ["fame.1", "fame.2", "prestige.2", "renown.1"]

[[table.locations]]
card = "arkham_asylum"

[goal]
for = "hero"
within = "this action"
reach = "'renown.1' in area('hero.hand')"
"""


@pytest.mark.parametrize(("against", "value"), [("every reply", 0), ("best luck", 1), ("highest chance", Fraction(2, 5))])
def test_a_shuffle_is_looked_at_in_every_order(against, value):
    """Power Ring draws 2 and discards 1; the discard pile, with the card that paid, is shuffled into a new deck of five."""
    proof = solve(parse(DRAW + f'against = "{against}"\n'))
    assert proof.value == value


def test_the_highest_chance_is_told_as_a_fraction():
    proof = solve(parse(DRAW + 'against = "highest chance"\n'))
    assert proof.status == UNIQUE and proof.as_json()["value"] == "2/5"
    assert "with a chance of 2/5" in proof.in_words()


HIDDEN = """title = "What does he hold?"

[table]
phase = "hero oppose"

[table.rogue]
characters = [{ card = "the_joker", at = "arkham_asylum", exhausted = true, damage = 4 }, { card = "cheetah", exhausted = true }]
hand = ["throwing_card"]
deck = ["acid_flower", "pick_a_card"]

[table.hero]
characters = ["superman"]
hand = ["heat_vision"]

[[table.locations]]
card = "arkham_asylum"
citizens = 4

[goal]
for = "hero"
happen = "capture to the_joker"
within = "this activation"
against = "every hidden case"
"""


def test_a_sure_way_works_whatever_the_hidden_cards_are():
    """Heat Vision makes it 5 damage; Crowd of Victims takes 2 off for a discarded card, whichever it is. 2 are enough."""
    proof = solve(parse(HIDDEN))
    assert proof.status == UNIQUE
    assert [answer.option for answer in proof.solutions[0].line][-1] == "play heat_vision"


def test_hidden_cards_that_matter_spoil_what_open_cards_allow():
    """With That's Not Funny perhaps in the hand, the modifier may be cancelled; with open cards it is seen that it is not."""
    text = HIDDEN.replace('hand = ["throwing_card"]', 'hand = ["acid_flower"]').replace("damage = 4", "damage = 3")
    text = text.replace('deck = ["acid_flower", "pick_a_card"]', 'deck = ["thats_not_funny"]')
    assert solve(parse(text)).status == DISPROVED
    assert solve(parse(text.replace("every hidden case", "every reply"))).status == UNIQUE


def test_too_many_hidden_cards_are_said_to_be_too_many():
    hand = ["dose_the_city", "acid_flower", "pick_a_card", "thats_not_funny", "hostage_crisis"]
    deck = ["enhanced_strength", "gift_of_urzkartaga", "temple_hunters", "scent_the_prey", "on_the_hunt", "throwing_card"]
    text = HIDDEN.replace('hand = ["throwing_card"]', f"hand = {json.dumps(hand)}")
    text = text.replace('deck = ["acid_flower", "pick_a_card"]', f"deck = {json.dumps(deck)}")
    with pytest.raises(PuzzleError, match="more than 400 hidden cases to begin with; hide fewer cards"):
        solve(parse(text))


# a lean game is the same game


@pytest.mark.parametrize("folder", ["rulebook", "rules", "rulings", "cards"])
def test_a_game_that_knows_only_its_own_cards_goes_as_the_whole_one(folder):
    """Every scene of the project, played with the box beside the table and with just the cards in it."""
    for file in sorted((SCENARIOS / folder).rglob("*.toml")):
        scenario = read(file)
        if scenario.start != "position" or not scenario.script:
            continue
        whole, lean = scenario.game(), scenario.game(lean=True)
        for step in scenario.script:
            for answer in step.do:
                while whole.choice is not None and whole.choice.player == "chance" and not answer.startswith("chance "):
                    assert lean.choice.options == whole.choice.options, file
                    lean.answer(whole.choice.default)
                    whole.answer(whole.choice.default)
                if whole.choice is None:
                    break
                assert lean.choice.options == whole.choice.options, file
                option = answer.removeprefix("chance ")
                if option in whole.choice.options:
                    whole.answer(option)
                    lean.answer(option)
        assert lean.table == whole.table, file


# several cores


def test_several_cores_come_to_the_same_result():
    for name in ("c02_out_of_reach", "c06_no_laughing_matter"):
        scenario = read(SCENARIOS / f"puzzles/{name}.toml")
        one, two = solve(scenario), solve_on(2, scenario)
        assert (one.status, one.complete) == (two.status, two.complete)
        assert sorted(s.moves for s in one.solutions) == sorted(s.moves for s in two.solutions)


def test_several_cores_disprove_too():
    hopeless = parse(CAPTURE.replace("damage = 5", "damage = 2"))
    proof = solve_on(2, hopeless)
    assert proof.status == DISPROVED and len(proof.defence) == 5


# the command line


def run_cli(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_solve_prints_the_solution(tmp_path, capsys):
    file = tmp_path / "last.toml"
    file.write_text(CAPTURE, encoding="utf-8")
    code, out, _ = run_cli(capsys, "solve", file)
    assert code == 0
    assert "Proved: 2 essentially different solutions" in out and "attack Black Manta" in out


def test_solve_as_json_has_what_a_machine_wants(tmp_path, capsys):
    file = tmp_path / "last.toml"
    file.write_text(CAPTURE, encoding="utf-8")
    data = json.loads(run_cli(capsys, "solve", file, "--json")[1])
    assert data["status"] == "solved" and data["complete"] is True and len(data["solutions"]) == 2
    assert data["nodes"] > 0 and data["depth"] > 0


def test_a_puzzle_at_the_terminal_says_what_is_wanted(tmp_path):
    file = tmp_path / "last.toml"
    file.write_text(CAPTURE, encoding="utf-8")
    process = subprocess.run(
        [sys.executable, "-m", "dcf_lab.commands.cli", "play", str(file)], input="quit\n", capture_output=True, text=True,
        timeout=60, cwd=tmp_path,
    )  # fmt: skip
    assert "The Heroes: win by capture in this round," in process.stdout


def test_solve_without_a_result_exits_with_one(capsys):
    code, out, _ = run_cli(capsys, "solve", SCENARIOS / "puzzles/c01_two_shelters.toml", "--nodes", 300)
    assert code == 1 and "Not decided: the limit of 300 positions is reached" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--nodes", "0"), "--nodes"),
        (("--seconds", "-1"), "--seconds"),
        (("--cores", "1000"), "--cores"),
        (("--ruling", "nonsense=B"), "no ruling is called 'nonsense'"),
        (("--ruling", "rescue_source=B", "--write"), "without --ruling"),
    ],
)
def test_a_mistake_in_the_call_is_one_sentence(capsys, arguments, said):
    code, _, err = run_cli(capsys, "solve", SCENARIOS / "puzzles/c01_two_shelters.toml", *arguments)
    assert code == 2 and said in err and len(err.strip().splitlines()) == 1


def test_a_file_without_a_goal_is_one_sentence(capsys):
    code, _, err = run_cli(capsys, "solve", SCENARIOS / "rulebook/e05_threaten_total.toml")
    assert code == 2 and "has no [goal]" in err


@pytest.mark.parametrize("cores", ["1", "2"])
def test_ctrl_c_tells_what_was_found_so_far(tmp_path, cores):
    """A real process with all its helpers is interrupted, as at a terminal, and says that it has not decided."""
    text = (SCENARIOS / "puzzles/c01_two_shelters.toml").read_text(encoding="utf-8").partition("[certificate]")[0]
    file = tmp_path / "long.toml"
    file.write_text(text.replace("within = ", 'within = "20 rounds"\n# '), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "dcf_lab.commands.cli", "solve", str(file), "--seconds", "60", "--cores", cores],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert "Not decided: it was stopped" in out, out + err
    assert process.returncode == 1 and "Traceback" not in err


# certificates


@pytest.fixture
def certified(tmp_path, capsys):
    """The puzzle with two solutions, in a file that has its certificate."""
    file = tmp_path / "last.toml"
    file.write_text(CAPTURE, encoding="utf-8")
    assert run_cli(capsys, "solve", file, "--write")[0] == 0
    return file


def test_a_certificate_is_written_read_and_proved_again(tmp_path, capsys):
    file = tmp_path / "last.toml"
    file.write_text("# my own words\n" + CAPTURE, encoding="utf-8")
    assert run_cli(capsys, "solve", file, "--write")[0] == 0
    scenario = read(file)
    assert scenario.certificate["status"] == "solved" and len(scenario.certificate["solutions"]) == 2
    assert set(scenario.certificate["fingerprint"]) == {"rules", "cards", "rulings", "position"}
    assert scenario.text.startswith("# my own words\n" + CAPTURE.rstrip())
    code, out, _ = run_cli(capsys, "check", file)
    assert (code, out) == (0, "2 passed, 0 failed\n")
    run_cli(capsys, "solve", file, "--write")
    assert read(file).text == scenario.text  # written again, it is the same


def test_a_certificate_that_finds_no_place_leaves_the_file_as_it_was(tmp_path, capsys):
    """One that stands at the top as a single line cannot be replaced."""
    file = tmp_path / "last.toml"
    text = 'certificate = { status = "unique" }\n' + CAPTURE
    file.write_text(text, encoding="utf-8")
    code, _, err = run_cli(capsys, "solve", file, "--write")
    assert code == 2 and "the certificate finds no place" in err and file.read_text(encoding="utf-8") == text


def test_a_certificate_from_a_stranger_is_refused_with_its_line():
    with pytest.raises(ScenarioError, match=r"strange.toml:\d+: certificate.moves.0: expected array, found 7"):
        parse(CAPTURE + "\n[certificate]\nstatus = 'unique'\nmoves = [7, 'x']\n", "strange.toml")


def test_a_certificate_that_is_wrong_fails_the_check(certified, capsys):
    certified.write_text(certified.read_text(encoding="utf-8").replace("damage = 5", "damage = 2"), encoding="utf-8")
    code, out, _ = run_cli(capsys, "check", certified)
    assert code == 1 and "the certificate says 'solved', but it is 'disproved'" in out


def test_a_changed_card_makes_the_certificate_stale(certified, tmp_path, capsys):
    """The result is the same with a Batman of more Health, and the check says that it had to be proved again."""
    pack = tmp_path / "box.toml"
    pack.write_text("[batman]\nhealth = 9\n", encoding="utf-8")
    code, out, _ = run_cli(capsys, "check", certified, "--pack", pack)
    assert code == 0 and "proved again (cards changed since it was proved): the same result" in out


def test_a_changed_card_that_breaks_a_puzzle_is_told(certified, tmp_path, capsys):
    pack = tmp_path / "box.toml"
    pack.write_text("[batman]\nattack = 1\n", encoding="utf-8")
    code, out, _ = run_cli(capsys, "check", certified, "--pack", pack)
    assert code == 1 and "cards changed since it was proved" in out


def test_a_solution_that_nobody_planned_is_counted(tmp_path, capsys):
    file = tmp_path / "last.toml"
    script = '\n[[script]]\ndo = ["activate batman at arkham_asylum", "attack black_manta"]\n'
    file.write_text(CAPTURE + script, encoding="utf-8")
    run_cli(capsys, "solve", file, "--write")
    assert (read(file).certificate["unplanned"], read(file).certificate["shorter"]) == (1, 0)


def test_compare_shows_that_a_puzzle_turns_on_a_ruling(capsys):
    file = SCENARIOS / "puzzles/c01_two_shelters.toml"
    data = json.loads(run_cli(capsys, "compare", file, "--ruling", "rescue_requirement=B", "--json")[1])
    assert data["puzzles"][0]["turns"] is True
    assert (data["puzzles"][0]["own"]["status"], data["puzzles"][0]["other"]["status"]) == (UNIQUE, DISPROVED)
    out = run_cli(capsys, "compare", file, "--ruling", "rescue_requirement=B")[1]
    assert "The puzzle turns on this ruling" in out


# memory and keys


def test_a_search_remembers_no_more_than_it_may(monkeypatch):
    """With room for almost nothing the result is the same."""
    monkeypatch.setattr("dcf_lab.puzzles.search.MAX_ENTRIES", 50)
    monkeypatch.setattr("dcf_lab.puzzles.search.MAX_LOOKED", 20)
    monkeypatch.setattr("dcf_lab.puzzles.search.MAX_KEPT", 3)
    solver = Solver(read(SCENARIOS / "puzzles/c02_out_of_reach.toml"))
    assert solver.run().status == UNIQUE
    assert len(solver.search.looked) <= 20 and len(solver.search.known) < 200


def test_equal_positions_have_equal_keys_whatever_the_way_there():
    scenario = parse(ACTIONS + 'reach = "hero.resources == 99"')
    positions = Positions(scenario.game(log=False, lean=True), scenario.goal)
    search = Search(positions)

    def key(*answers):
        node = positions.root()
        for answer in answers:
            node = search.after(node, answer)
        return node.key

    assert key("pool fame.1", "pool prestige.1") == key("pool prestige.1", "pool fame.1")
    assert key("pool fame.1") == key("pool fame.2")
    assert key("pool fame.1") != key("pool prestige.1")


def test_the_planned_solution_of_every_puzzle_is_played_by_its_script():
    for file in sorted((SCENARIOS / "puzzles").glob("*.toml")):
        assert all(report.passed for report in run_all(read(file))), file
