"""The dcf-lab command as a real process: what it prints, how it ends, and that a mistake gets just a sentence."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from folders import ROOT

from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.timeline.timeline import Timeline, new_game

SCENE = """title = "Six would have knocked him out"

[table]
phase = "rogue provoke"

[table.rogue]
characters = ["cheetah", "the_joker"]
hand = ["enhanced_strength"]

[table.hero]
characters = [{ card = "batman", at = "the_daily_planet", exhausted = true }]

[[table.locations]]
card = "the_daily_planet"

[[script]]
do = ["activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength", "done"]
expect = ["batman.damage == 4"]
"""
COMMAND = [sys.executable, "-m", "dcf_lab.commands.cli"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}


def lab(folder, *arguments, answers=""):
    """Run the command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments], cwd=folder, input=answers, capture_output=True, text=True, timeout=120, env=ENVIRONMENT
    )


def mistake(run):
    """The one sentence that a mistake of the user gets."""
    assert run.returncode == 2, run
    assert "Traceback" not in run.stderr + run.stdout
    lines = run.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("dcf-lab: "), run.stderr
    return lines[0]


@pytest.fixture
def scene(tmp_path):
    file = tmp_path / "scene.toml"
    file.write_text(SCENE)
    return file


def test_help_says_what_there_is(tmp_path):
    run = lab(tmp_path, "--help")
    assert run.returncode == 0 and all(word in run.stdout for word in ("check", "play", "rules", "cards", "bench"))


def test_the_installed_command_is_the_same():
    script = Path(sys.executable).parent / "dcf-lab"
    assert subprocess.run([script, "--help"], capture_output=True, text=True, timeout=60).stdout.startswith("usage: dcf-lab")


# check


def test_a_folder_of_passing_scenarios_closes_with_the_count(tmp_path, scene):
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "again.toml").write_text(SCENE)
    run = lab(tmp_path, "check", ".")
    assert run.returncode == 0 and run.stdout.splitlines() == ["2 passed, 0 failed"]


def test_a_failing_scenario_is_told_with_its_line_and_exits_1(tmp_path):
    (tmp_path / "bad.toml").write_text(SCENE.replace("== 4", "== 5"))
    run = lab(tmp_path, "check", "bad.toml")
    assert run.returncode == 1
    assert run.stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert "bad.toml:16: 'batman.damage == 5' does not hold: 4 == 5" in run.stdout


def test_check_as_json_lists_what_failed(tmp_path, scene):
    (tmp_path / "bad.toml").write_text(SCENE.replace("== 4", "== 5"))
    run = lab(tmp_path, "check", "--json", ".")
    data = json.loads(run.stdout)
    assert run.returncode == 1 and (data["passed"], data["failed"]) == (1, 1)
    assert "DCF-R077" in next(r for r in data["results"] if r["passed"])["rules"]


def test_check_looks_at_records_and_card_files_too(tmp_path):
    Timeline(new_game(seed=1)).answer("done").save(tmp_path / "game.json")
    (tmp_path / "cards.toml").write_text(
        '[spark]\nname = "Spark"\ntype = "event"\nof = "batman"\nrenown = 1\nsource = "stand-in"\n'
    )
    assert lab(tmp_path, "check", ".").stdout.splitlines()[-1] == "2 passed, 0 failed"
    (tmp_path / "cards.toml").write_text('[spark]\nname = "Spark"\ntype = "event"\nof = "batmann"\nsource = "stand-in"\n')
    run = lab(tmp_path, "check", "cards.toml")
    assert run.returncode == 1 and "did you mean 'batman'" in run.stdout


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (SCENE.replace('strength"]', 'strenght"]'), r"scene.toml:8: .*did you mean 'enhanced_strength'"),
        (SCENE.replace("phase", "phaze"), r"scene.toml:4: .*unknown key 'phaze'.*did you mean 'phase'"),
        (SCENE.replace("rogue provoke", "rouge provoke"), r"scene.toml:4: .*did you mean 'rogue provoke'"),
        (SCENE.replace("title", "titel"), r"scene.toml:1: "),
        (SCENE.replace("[[script]]", "[[skript]]"), r"scene.toml:16: .*did you mean 'script'"),
        (SCENE.replace('"cheetah", ', '"cheetah", "cheetah", '), r"scene.toml:7: cheetah is in two places"),
        (SCENE.replace('"cheetah", ', '"batman", '), r"scene.toml:7: batman is a hero"),
        (SCENE.replace("exhausted = true", "damage = 40"), r"scene.toml:11: batman has 40 damage"),
        (SCENE.replace("exhausted = true", "exhausted = 1"), r"scene.toml:11: .*expected boolean"),
        (SCENE + "\n[rulings]\nrescue_requirment = 'A'\n", r"scene.toml:\d+: .*did you mean 'rescue_requirement'"),
        (SCENE.replace('strength", "', 'strenght", "'), r"scene.toml:16: .*did you mean 'play enhanced_strength'"),
        (SCENE.replace("batman.damage", "batman.damaged"), r"scene.toml:18: .*did you mean 'damage'"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_scenario_is_named_with_its_line(tmp_path, wrong, sentence):
    (tmp_path / "scene.toml").write_text(wrong)
    run = lab(tmp_path, "check", "scene.toml")
    assert run.returncode == 1 and "Traceback" not in run.stderr
    assert re.search(sentence, run.stdout), run.stdout
    assert run.stdout.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize(
    "name, content, sentence",
    [
        ("scene.toml", SCENE.replace("[table]", "[table").encode(), "line 3"),
        ("scene.toml", b"\xff\xfe\x00", "cannot be read as text"),
        ("scene.toml", ("title = 'x'\n" + "a." * 5000 + "b = 1").encode(), "more than 40 dots"),
        ("scene.toml", b"title = 'x'\nseed = " + b"9" * 5000, "too large"),
        ("game.json", b"{", "Expecting property name"),
    ],
)
def test_a_file_that_is_none_gets_one_sentence_and_exit_2(tmp_path, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    assert sentence in mistake(lab(tmp_path, "check", name))


def test_a_device_is_not_read(tmp_path):
    assert "this is not a file" in mistake(lab(tmp_path, "play", "/dev/zero"))


@pytest.mark.parametrize(
    "arguments",
    [["--seating", "3 hero"], ["--link", "abc", "--seed", "3"], ["scene.toml", "--seed", "3"], ["scene.toml", "--start", "x"]],
)
def test_an_option_that_would_do_nothing_is_refused(tmp_path, arguments):
    (tmp_path / "scene.toml").write_text(SCENE)
    mistake(lab(tmp_path, "play", *arguments))


def test_a_branch_that_was_only_tried_is_kept(tmp_path):
    lab(tmp_path, "play", answers="done\nback\nquit\n")
    line = Timeline.load(tmp_path / "dcf-lab-play-1.json")
    assert line.here is line.root and [child.option for child in line.root.children] == ["done"]


def test_a_strange_digit_is_no_number_and_loses_nothing(tmp_path):
    run = lab(tmp_path, "play", answers="done\n\u00b2\n")
    assert run.returncode == 2 and "Traceback" not in run.stderr
    assert Timeline.load(tmp_path / "dcf-lab-play-1.json").here.option == "done"


def test_the_schema_is_printed_as_json(tmp_path):
    assert json.loads(lab(tmp_path, "check", "--schema").stdout)["required"] == ["title"]


# mistakes at the door


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["check", "nothing.toml"], "nothing.toml: there is no such file"),
        (["check", "empty"], "no scenario, card file or record under empty"),
        (["play", "nothing.toml"], "nothing.toml: there is no such file"),
        (["play", "nothing.json"], "nothing.json: there is no such file"),
        (["play", "empty"], "empty: this is not a file"),
        (["play", "--link", "nonsense"], "this link is damaged"),
        (["play", "--seat", "heroe"], "no player is called 'heroe'; did you mean 'hero'"),
        (["play", "--seat", "hero1"], "they are rogue, hero"),
        (
            ["play", "--ruling", "rescue_requirment=B"],
            "no ruling is called 'rescue_requirment'; did you mean 'rescue_requirement'",
        ),
        (["play", "--ruling", "rescue_requirement=Z"], "rescue_requirement has the readings A, B"),
        (["play", "--ruling", "rescue_requirement"], "--ruling wants KEY=READING"),
        (["play", "--seed", "many"], "invalid int value: 'many'"),
        (["play", "--start", "standard", "--seating", "7"], "there is no seating '7'; there are 2, 3 rogue, 3 hero, 4"),
        (["play", "--colour"], "unrecognized arguments: --colour"),
        (["dance"], "invalid choice: 'dance'"),
        (["rules", "DCF-R999"], "no rule or ruling is called 'DCF-R999'"),
        (["rules", "rescue_requirment"], "did you mean 'rescue_requirement'"),
        (["rules", "--scenarios", "nowhere"], "nowhere: there is no such folder"),
        (["cards", "batmann"], "no card is called 'batmann'; did you mean 'batman'"),
        (["bench", "--seconds", "0"], "--seconds goes from just above 0 to 60"),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_2(tmp_path, arguments, sentence):
    (tmp_path / "empty").mkdir()
    assert sentence in mistake(lab(tmp_path, *arguments))


def test_a_wrong_scenario_is_not_played(tmp_path):
    (tmp_path / "scene.toml").write_text(SCENE.replace('"cheetah", ', '"cheeta", '))
    assert "scene.toml:7: " in mistake(lab(tmp_path, "play", "scene.toml"))


# play


def test_answers_by_number_and_by_name_play_a_scene(scene):
    run = lab(scene.parent, "play", "scene.toml", answers="1\nattack batman\nplay enhanced_strength\nquit\n")
    assert run.returncode == 0
    assert "suffers 4 damage (3 printed on Cheetah, +3 Enhanced Strength, -2 by Batman = 4)" in run.stdout


def test_back_why_log_board_and_link(scene):
    answers = "activate cheetah at the_daily_planet\nwhy threaten\nlog 3\nboard\nback\nlink\nforward\noptions\nhelp\nquit\n"
    run = lab(scene.parent, "play", "scene.toml", answers=answers)
    assert run.returncode == 0
    assert "Threaten: there is no Scheme at The Daily Planet (DCF-R067), would need: a Scheme at The Daily Planet" in run.stdout
    assert "Cheetah is exhausted.  [DCF-R063]" in run.stdout
    assert "The Daily Planet (the_daily_planet): " in run.stdout
    assert run.stdout.count("The Rogue: Rogue Provoke Phase") == 2
    link = next(word for word in run.stdout.split() if re.fullmatch(r"[A-Za-z0-9_-]{100,}", word))
    assert "Rogue Provoke Phase" in lab(scene.parent, "play", "--link", link).stdout


def test_a_seat_sees_its_own_hand_only(tmp_path):
    hero, rogue = (lab(tmp_path, "play", "--seat", seat, answers="board\nquit\n").stdout for seat in ("hero", "rogue"))
    assert hero.count("Hand: 6 cards") == rogue.count("Hand: 6 cards") == 1
    assert hero != rogue


def test_a_mistyped_answer_names_the_nearest_option(scene):
    assert "did you mean 'activate cheetah at the_daily_planet'" in mistake(
        lab(scene.parent, "play", "scene.toml", answers="activate cheeta at the_daily_planet\n")
    )


def test_a_wrong_answer_in_a_pipe_ends_with_2_and_keeps_the_record(tmp_path):
    run = lab(tmp_path, "play", "--save", "kept.json", answers="done\nfly\n")
    assert "'fly' is not among" in mistake(run)
    assert len(Timeline.load(tmp_path / "kept.json").here.path()) == 1


def test_a_wrong_answer_at_a_terminal_is_asked_again(tmp_path):
    ours, theirs = os.openpty()
    os.write(ours, b"fly\ndone\nquit\n")
    run = subprocess.run(
        [*COMMAND, "play", "--save", "kept.json"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=theirs,
        capture_output=True,
        text=True,
        timeout=60,
    )
    os.close(ours)
    os.close(theirs)
    assert run.returncode == 0 and "'fly' is not among" in run.stdout
    assert len(Timeline.load(tmp_path / "kept.json").here.path()) == 1


def test_a_refused_answer_in_a_pipe_says_why(tmp_path, scene):
    assert "no Scheme at The Daily Planet (DCF-R067)" in mistake(
        lab(tmp_path, "play", "scene.toml", answers="activate cheetah at the_daily_planet\nthreaten\n")
    )


def test_the_end_of_the_input_saves_a_record_that_goes_on(tmp_path):
    run = lab(tmp_path, "play", "--seed", "4", answers="done\n1\n")
    assert run.returncode == 0 and "Go on with: dcf-lab play dcf-lab-play-1.json" in run.stdout
    first = Timeline.load(tmp_path / "dcf-lab-play-1.json")
    assert len(first.here.path()) == 2
    lab(tmp_path, "play", "dcf-lab-play-1.json", answers="done\n")
    second = Timeline.load(tmp_path / "dcf-lab-play-1.json")
    assert [n.option for n in second.here.path()] == [n.option for n in first.here.path()] + ["done"]


def test_save_writes_where_it_is_told(tmp_path):
    run = lab(tmp_path, "play", answers="done\nsave here.json\nquit\n")
    assert run.returncode == 0 and [f.name for f in tmp_path.iterdir()] == ["here.json"]
    assert "cannot be written" in mistake(lab(tmp_path, "play", answers="save no/such/folder.json\n"))


def test_a_drafted_game_for_three_can_be_played(tmp_path):
    run = lab(tmp_path, "play", "--start", "standard", "--seating", "3 hero", "--json", answers="1\n" * 12 + "quit\n")
    states = [json.loads(line) for line in run.stdout.splitlines()]
    assert states[0]["prompt"] == "Draft" and {s["player"] for s in states if s.get("player")} == {
        "rogue1",
        "rogue2",
        "hero",
    }


def test_play_as_json_lines(tmp_path):
    """Every line is JSON: a state with its options after each answer until the end, a text for what was asked or saved."""
    run = lab(tmp_path, "play", "--json", "--save", "game.json", answers="why\n" + "1\n" * 60)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    states = [line for line in lines if "options" in line]
    assert "text" in lines[1] and "text" in lines[-1]
    assert states[0] | {"options": 0} == {
        "player": "rogue", "prompt": "Rogue Action Phase", "question": "Rogue Action Phase", "options": 0, "over": False,
        "round": 1, "winner": None, "won_by": None,
    }  # fmt: skip
    *earlier, last = states
    assert all(state["options"] and not state["over"] for state in earlier)
    assert last["over"] if not last["options"] else len(states) == 61


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_an_interrupted_game_is_saved(tmp_path, number):
    process = subprocess.Popen(
        [*COMMAND, "play", "--json", "--save", "kept.json"], cwd=tmp_path, env=ENVIRONMENT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.readline()
    process.stdin.write("done\n")
    process.stdin.flush()
    process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0 and not errors
    assert [n.option for n in Timeline.load(tmp_path / "kept.json").here.path()] == ["done"]


def test_nothing_is_saved_when_nothing_was_played(tmp_path):
    assert lab(tmp_path, "play", answers="board\nquit\n").returncode == 0
    assert not list(tmp_path.iterdir())


def test_a_reader_who_leaves_early_is_no_mistake(tmp_path):
    command = f"{sys.executable} -m dcf_lab.commands.cli cards | head -1"
    run = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    assert run.stdout.count("\n") == 1 and not run.stderr


# rules, cards, bench


def test_rules_as_json_count_what_is_covered(tmp_path, scene):
    run = lab(tmp_path, "rules", "--json", "--scenarios", ".")
    data = json.loads(run.stdout)
    assert data["total"] == len(rule_texts()) == len(data["covered"]) + len(data["uncovered"])
    assert data["covered"]["DCF-R077"] == ["scene.toml"] and "DCF-R114" in data["uncovered"]
    table = lab(tmp_path, "rules", "--scenarios", ".").stdout.splitlines()
    assert table[-1] == f"{len(data['covered'])} of {data['total']} rules are exercised by a scenario."


def test_one_rule_or_ruling_in_full(tmp_path):
    assert json.loads(lab(tmp_path, "rules", "R067", "--json").stdout)["id"] == "DCF-R067"
    assert "text: " in lab(tmp_path, "rules", "DCF-R067").stdout
    ruling = json.loads(lab(tmp_path, "rules", "RUL-001", "--json").stdout)
    assert ruling["key"] == "rogue_main_actions" and ruling["default"] == "A"
    assert "readings: " in lab(tmp_path, "rules", "rogue_main_actions").stdout


def test_cards_as_json_count_what_is_known(tmp_path):
    data = json.loads(lab(tmp_path, "cards", "--json").stdout)
    assert data["total"] == data["rulebook"] + data["stand_in"] == sum(card["copies"] for card in data["cards"].values())
    assert data["verbs"] > 20 and data["cards"]["cheetah"]["attack"] == 3


def test_one_card_with_where_its_values_come_from(tmp_path):
    run = lab(tmp_path, "cards", "Enhanced Strength")
    assert "infamy: 2  [rulebook: " in run.stdout and "cost: " in run.stdout
    assert json.loads(lab(tmp_path, "cards", "enhanced_strength", "--json").stdout)["name"] == "Enhanced Strength"


def test_bench_measures_what_it_promises(tmp_path):
    data = json.loads(lab(tmp_path, "bench", "--json", "--seconds", "0.05").stdout)
    promised = {
        "yardstick_loops_per_s", "games_per_s_log_off", "games_per_s_log_on", "answers_per_s_log_off",
        "answers_per_s_log_on", "answers_per_game", "table_copies_per_s", "game_copies_per_s",
        "table_copies_per_s_log_on", "bytes_per_position", "search_nodes_per_s_log_off",
        "search_nodes_per_s_log_on", "import_s", "peak_memory_of_a_game_kb_log_off",
        "peak_memory_of_a_game_kb_log_on",
    }  # fmt: skip
    assert promised <= data.keys() and all(isinstance(data[key], int | float) and data[key] > 0 for key in promised)


def test_what_is_saved_and_linked_from_a_seat_is_what_that_player_knows(tmp_path):
    """The whole is there under its own name; what is saved by itself at the end is the whole, so that nothing is lost."""
    words = "done\nlink\nlink with hidden cards\nsave known.json\nsave whole.json with hidden cards\nquit\n"
    run = lab(tmp_path, "play", "--seat", "hero", answers=words)
    known, whole = (Timeline.load(tmp_path / name) for name in ("known.json", "whole.json"))
    links = [Timeline.from_link(word) for word in run.stdout.split() if len(word) > 100]
    for one in (known, links[0]):
        assert one.scenario.title == "First game (as the Hero knows it)" and one.size == 1
    assert whole.size == links[1].size == 2 and "Saved as the Hero knows it" in run.stdout
    assert known.game.table.zone("hero", "hand") == whole.game.table.zone("hero", "hand")
