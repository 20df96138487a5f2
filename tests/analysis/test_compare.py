"""The same answers again: under other readings, along a script, and where two courses part."""

import json
from itertools import islice
from pathlib import Path

import pytest
from folders import SCENARIOS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looking_back import scene, strengthened, the, wander

from dcf_lab.analysis.compare import compare, differences, follow_script, matters, parting, replayed
from dcf_lab.commands.cli import main
from dcf_lab.engine.rulings import RulingError
from dcf_lab.games import say
from dcf_lab.games.dc_forever import rulings
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.lessons.file import is_lesson
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run
from dcf_lab.timeline.timeline import Timeline, new_game

steadily = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


# the same answers again

LUCK = "cards/klarion_bleak/twist_of_luck.toml"


def test_chance_taken_over_and_given_back_leads_to_the_same_table():
    """Twist of Luck takes a random card: the seed's card becomes an answer, and the seed's again."""
    line = Timeline(scene(LUCK)).answer("play twist_of_luck")
    line.here.name = "unlucky"
    taken = replayed(line, take_chances=True)

    assert not taken.stopped and taken.line.take_chances
    assert [(n.player, n.name) for n in taken.line.here.path()] == [("rogue", "unlucky"), ("chance", "")]
    assert taken.line.game.table == line.game.table
    assert taken.line.game.table.history == line.game.table.history

    back = replayed(taken.line, take_chances=False)
    assert not back.stopped and not back.line.take_chances
    assert [(n.player, n.name) for n in back.line.here.path()] == [("rogue", "unlucky")]
    assert back.line.game.table == line.game.table


def test_chance_cannot_be_given_back_where_the_seed_says_otherwise():
    line = Timeline(scene(LUCK), take_chances=True).answer("play twist_of_luck")
    seeds = line.game.choice.default
    other = next(option for option in line.game.choice.options if option != seeds)

    back = replayed(line.answer(other), take_chances=False)
    said, seed = (say(option, line.scenario.cards) for option in (other, seeds))
    assert said != seed and back.stopped == f"answer 2: chance was made to answer “{said}”, but the seed answers “{seed}”"
    assert back.unfit is line.here
    assert [node.option for node in back.line.here.path()] == ["play twist_of_luck"]
    assert not replayed(line.back().answer(seeds), take_chances=False).stopped


def test_what_the_presenter_decided_stays_decided_under_another_reading():
    line = Timeline(scene(LUCK), take_chances=True).answer("play twist_of_luck")
    other = next(option for option in line.game.choice.options if option != line.game.choice.default)
    again = replayed(line.answer(other), {"rescue_requirement": "B"})
    assert not again.stopped and again.line.here.option == other
    assert again.line.readings == {"rescue_requirement": "B"}


@settings(steadily, max_examples=12)
@given(players=st.sampled_from([0, 2, 3, 4]), seed=st.integers(0, 10**6), answers=st.integers(0, 160), take=st.booleans())
def test_a_path_given_again_is_the_same_game_with_chance_this_way_or_that(players, seed, answers, take):
    scenario = new_game(start="standard", seating=seating_of(players), seed=seed) if players else new_game(seed=seed)
    line = wander(Timeline(scenario, take_chances=take), answers, seed)
    same = replayed(line)
    assert not same.stopped
    assert same.line.game.table == line.game.table
    assert parting(line.game.table, same.line.game.table) is None
    assert differences(line.game.table, same.line.game.table) == []
    if not take:
        taken = replayed(line, take_chances=True)
        assert not taken.stopped and taken.line.game.table == line.game.table
        back = replayed(taken.line, take_chances=False)
        assert not back.stopped and back.line.as_json() == line.as_json()


def test_an_unknown_reading_is_refused():
    line = Timeline(new_game(seed=1))
    with pytest.raises(RulingError, match="no ruling is called"):
        replayed(line, {"rescue": "B"})
    with pytest.raises(RulingError, match="is none of them"):
        compare(line, "rescue_requirement", "Z")


# following a script


def test_a_script_becomes_a_branch_beside_what_was_tried():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    tried = line.answer("activate the_joker at the_daily_planet").here
    played = follow_script(line)

    assert played.line is line and not played.stopped
    assert [node.option for node in line.here.path()][:2] == ["activate cheetah at the_daily_planet", "attack batman"]
    assert line.game.table == strengthened()
    assert tried in line.root.children and len(line.root.children) == 2
    size = line.size
    assert follow_script(line).line.size == size


def test_a_script_that_decides_for_chance_is_followed_with_chance_taken_over():
    line = Timeline(scene(LUCK))
    played = follow_script(line)
    assert not played.stopped and played.line is not line and played.line.take_chances
    assert ("chance", "renown.1") in [(node.player, node.option) for node in played.line.here.path()]


def test_the_script_of_a_reading_is_followed_under_that_reading():
    file = scene("rulings/rul_060_rescue_requirement.toml")
    assert follow_script(Timeline(file)).line.here.option == "rescue"
    line = Timeline(file, {"rescue_requirement": "B"})
    assert follow_script(line).line is line and line.here.option == "activate superman at 344_clinton_street"
    other = follow_script(Timeline(file, {"reduction_floor": "B"}))
    assert other.line.readings == {} and other.line.here.option == "rescue" and not other.stopped


def test_every_script_that_comes_with_the_lab_can_be_followed():
    for file in sorted(SCENARIOS.rglob("*.toml")):
        scenario = read(file)
        if not scenario.script and not scenario.variants:
            assert is_lesson(scenario)
            continue
        readings = {} if scenario.script else scenario.variants[0].rulings
        played = follow_script(Timeline(scenario, readings))
        assert not played.stopped, played.stopped
        assert played.line.game.table == run(scenario, None if scenario.script else scenario.variants[0]).game.table


def test_a_scenario_without_a_script_says_so():
    line = Timeline(new_game(seed=1))
    assert follow_script(line) == (line, "this scenario has no script", None)


# where two readings part


def test_without_a_scheme_rescue_is_where_the_readings_part():
    """RUL-060: may a Hero Rescue where only an Unaligned character is?"""
    line = Timeline(scene("rulings/rul_060_rescue_requirement.toml"))
    line.answer("activate superman at 344_clinton_street").answer("rescue")
    found = compare(line, "rescue_requirement", "B")

    assert found.changes and (found.before, found.reading) == ("A", "B")
    assert (found.parting.one, found.parting.other) == ("The Hero answers: rescue.", None)
    assert "no Scheme at 344 Clinton Street (DCF-R070)" in found.stopped
    assert (found.differences, found.question) == ([], (None, ["rescue"], []))
    assert found.line.here.option == "activate superman at 344_clinton_street"


def test_an_empty_deck_is_where_the_readings_part():
    """RUL-010: the discard pile becomes the deck at once, or when a card is still owed."""
    line = Timeline(scene("rulings/rul_010_deck_empty_timing.toml")).answer("use x_ray_vision 2")
    found = compare(line, "deck_empty_timing", "B")

    assert not found.stopped
    assert found.parting.event == the(line.game.table, "reshuffle")
    assert found.parting.one == "The Hero's discard pile becomes a new deck."
    piles = {what: (one, other) for what, one, other in found.differences}
    assert piles["The Hero's discard pile"] == ("", "Flight, Heat Vision, X-Ray Vision")
    assert piles["The Hero's deck"][1] == ""


def test_a_reading_that_does_not_matter_here_changes_nothing():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    for answer in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength", "done"):
        if answer in (line.game.choice.options if line.game.choice else ()):
            line.answer(answer)
    found = compare(line, "rescue_requirement", "B")
    assert not found.changes and not found.stopped and not found.differences


def test_two_branches_differ_in_damage_and_in_the_card_played():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    line.answer("activate cheetah at the_daily_planet").answer("attack batman")
    fork = line.here
    strong = line.answer("play enhanced_strength").game.table
    line.here = fork
    plain = line.answer("done").game.table

    assert parting(strong, plain)[2:] == ("The Rogue answers: play Enhanced Strength.", "The Rogue answers: done.")
    found = {what: (one, other) for what, one, other in differences(strong, plain)}
    assert found["Batman: damage"] == (4, 3)
    assert found["The Rogue's hand"] == ("", "Enhanced Strength")
    assert list(found).index("Batman: damage") < list(found).index("The Rogue's hand")
    assert len(differences(strong, plain, most=1)) == 1


def test_the_hero_is_not_shown_which_cards_the_rogues_hands_differ_by():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    line.answer("activate cheetah at the_daily_planet")
    before = line.game.table
    strong = line.answer("attack batman").answer("play enhanced_strength").game.table
    found = {what: (ours, theirs) for what, ours, theirs in differences(before, strong, seat="hero")}
    assert found["The Rogue's hand"] == ("1 card", "")
    assert found["The Rogue's discard pile"] == ("", "Enhanced Strength")
    assert not any("dice" in what for what in found)


def test_the_draw_of_other_cards_is_a_parting_that_names_them():
    one, other = (Timeline(new_game(seed=seed)).game.table for seed in (1, 2))
    found = parting(one, other)
    assert found.one != found.other and found.one.split(" (")[0] == found.other.split(" (")[0]
    assert not differences(one, other, seat="rogue", most=0)


def test_the_rulings_that_matter_are_those_under_which_the_course_changes():
    line = wander(Timeline(new_game(seed=3)), 60, 1)
    found = list(matters(line))

    assert len({matter.key for matter in found}) == len(found)
    assert any(matter.changes for matter in found) and not all(matter.changes for matter in found)
    missing = {(key, reading) for key, ruling in rulings().items() for reading in ruling.missing}
    tried = {(matter.key, reading) for matter in found for reading in matter.partings}
    assert not tried & missing
    for matter in found:
        for reading, part in matter.partings.items():
            slow = compare(line, matter.key, reading)
            assert slow.changes == (part is not None or matter.questions[reading])
            if part:
                assert (part.one, part.other) == (slow.parting.one, slow.parting.other)


def test_rulings_whose_rules_were_at_work_are_looked_at_first_and_one_at_a_time():
    line = wander(Timeline(new_game(seed=3)), 60, 1)
    cited = {rule for event in line.game.table.history for rule in event.rules}
    at_work = [not cited.isdisjoint(rulings()[matter.key].rules) for matter in matters(line)]
    assert at_work == sorted(at_work, reverse=True)
    assert len(list(islice(matters(line), 2))) == 2
    assert list(matters(line, limit_seconds=-1)) == []


def test_a_ruling_that_only_changes_what_is_offered_matters_too():
    line = Timeline(scene("rulings/rul_060_rescue_requirement.toml")).answer("activate superman at 344_clinton_street")
    matter = next(matter for matter in matters(line) if matter.key == "rescue_requirement")
    assert matter.partings == {"B": None} and matter.questions == {"B": True} and matter.changes


# the command


def test_compare_prints_where_a_scenario_parts_and_what_differs(capsys):
    file = str(SCENARIOS / "rulings/rul_010_deck_empty_timing.toml")
    assert main(["compare", file, "--ruling", "deck_empty_timing=B"]) == 0
    told = capsys.readouterr().out
    assert "The courses part at event 6." in told
    assert "own reading: The Hero's discard pile becomes a new deck." in told
    assert "The Hero's discard pile: nothing / Flight, Heat Vision, X-Ray Vision" in told


def test_compare_says_which_answer_is_no_longer_possible(capsys):
    file = str(SCENARIOS / "rulings/rul_060_rescue_requirement.toml")
    assert main(["compare", file, "--ruling", "rescue_requirement=B", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["parting"]["one"] == "The Hero answers: rescue." and result["parting"]["other"] is None
    assert "'rescue' is refused" in result["stopped"] and "rul_060_rescue_requirement.toml:19" in result["stopped"]
    assert {"what": "Sanctuary: citizens", "one": 2, "other": 0} in result["differences"]


def test_compare_over_a_folder_names_every_scenario_that_changes(capsys):
    assert main(["compare", str(SCENARIOS / "rulings"), "--ruling", "deck_empty_timing=B", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    changed = {Path(result["name"]).stem for result in told["results"] if result["changed"]}
    assert "rul_010_deck_empty_timing" in changed and "rul_060_rescue_requirement" not in changed
    assert told["changed"] == len(changed) and told["unchanged"] > len(changed)
    assert main(["compare", str(SCENARIOS / "rulebook"), "--ruling", "reduction_floor=B"]) == 0
    assert "change under reduction_floor=B." in capsys.readouterr().out


# traits that nobody asks for, a rule that is not named, and a reading that comes to the same here: no event and no answer differs
SAME = (
    ("rul_081_blank_extent", "B"),
    ("rul_088_move_advances", "B"),
    ("rul_094_no_characters_in_play", "C"),
)


def test_the_scenarios_of_rulings_change_under_the_readings_that_they_show(capsys):
    """Where script and variant give the same answers, the reading alone makes the difference that the file expects."""
    looked = 0
    for file in sorted((SCENARIOS / "rulings").glob("*.toml")):
        scenario = read(file)
        if not scenario.script:
            continue
        for variant in scenario.variants:
            if [step.do for step in variant.script] != [step.do for step in scenario.script]:
                continue
            readings = [f"{key}={reading}" for key, reading in variant.rulings.items()]
            assert main(["compare", str(file), *(f"--ruling={reading}" for reading in readings), "--json"]) == 0
            (result,) = json.loads(capsys.readouterr().out)["results"]
            looked += 1
            assert result["changed"] != ((file.stem, readings[0][-1]) in SAME), (file.stem, readings)
    assert looked > 20


def test_compare_takes_a_saved_record_too(capsys, tmp_path):
    line = Timeline(scene("rulings/rul_010_deck_empty_timing.toml")).answer("use x_ray_vision 2")
    line.save(tmp_path / "deck.json")
    assert main(["compare", str(tmp_path / "deck.json"), "--ruling", "deck_empty_timing=B"]) == 0
    assert "The Hero's discard pile becomes a new deck." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--ruling rescue_requirement=B"),
        (["--ruling", "rescue_requirement"], "wants KEY=READING"),
        (["--ruling", "rescue_requirements=B"], "did you mean 'rescue_requirement'?"),
        (["--ruling", "rescue_requirement=Z"], "'Z' is none of them"),
        (["--ruling", "stage_count=B"], "not implemented yet"),
        (["--ruling", "rescue_requirement=A"], "under rescue_requirement=A already"),
    ],
)
def test_a_mistake_in_compare_is_one_sentence(capsys, arguments, words):
    file = str(SCENARIOS / "rulings/rul_060_rescue_requirement.toml")
    assert main(["compare", file, *arguments]) == 2
    told = capsys.readouterr()
    assert words in told.err and len(told.err.splitlines()) == 1 and not told.out


def test_compare_wants_a_file_that_is_there(capsys, tmp_path):
    assert main(["compare", str(tmp_path / "nowhere.toml"), "--ruling", "rescue_requirement=B"]) == 2
    assert "there is no such file or folder" in capsys.readouterr().err
    assert main(["compare", str(tmp_path), "--ruling", "rescue_requirement=B"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
