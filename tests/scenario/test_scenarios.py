"""Every shipped scenario passes, and together they cover the rules and the readings of the rulings."""

import re
import tomllib

import jsonschema
import pytest
from folders import SCENARIOS
from test_random_games import event_is_told_in_full, film_shows, the_short_list_is_the_long_list

from dcf_lab.engine.rulings import RulingError, chosen_readings
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.games.dc_forever import first_game, library, rulings
from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.games.dc_forever.table.invariants import problems
from dcf_lab.scenario.file import ScenarioError, parse, read
from dcf_lab.scenario.schema import schema
from dcf_lab.timeline.run import run, run_all

FILES = sorted(SCENARIOS.rglob("*.toml"))
RULES = [f"DCF-R{number:03}" for number in range(1, len(rule_texts()) + 1)]
# no card in the box can show these in a scenario; test_readings_without_cards.py does
SHOWN_WITHOUT_CARDS = ("neutral_damage_credit", "back_to_reserve_state")


def name(file):
    return str(file.relative_to(SCENARIOS))


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_scenario_passes(file):
    """Its script and every variant."""
    reports = run_all(read(file))
    assert reports
    assert not [failure for report in reports for failure in report.failures]


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_scenario_says_something_and_expects_something(file):
    scenario = read(file)
    assert scenario.title and scenario.summary
    for script in (scenario.script, *(variant.script for variant in scenario.variants)):
        assert not script or any(step.expect or step.refuse for step in script)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_the_events_of_a_scenario_are_told_in_full(file):
    for report in run_all(read(file)):
        table = report.game.table
        film = Table(table.rules)
        for event in table.history:
            event_is_told_in_full(event)
            apply_changes(film, event)
        film_shows(film, table)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_scenario_leaves_a_table_on_which_everything_is_right(file):
    """No card or token is lost, and what is offered next is just what no rule forbids."""
    for report in run_all(read(file)):
        assert problems(report.game.table) == []
        if report.game.choice is not None:
            the_short_list_is_the_long_list(report.game)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_scenario_fits_the_json_schema(file):
    jsonschema.Draft202012Validator(schema(library())).validate(tomllib.loads(file.read_text(encoding="utf-8")))


def test_the_json_schema_is_one_and_refuses_what_loading_refuses():
    jsonschema.Draft202012Validator.check_schema(schema(library()))
    wrong = {"title": "x", "table": {"rogue": {"hand": ["enhanced_strenght"]}}}
    with pytest.raises(jsonschema.ValidationError, match="enhanced_strenght"):
        jsonschema.Draft202012Validator(schema(library())).validate(wrong)
    with pytest.raises(ScenarioError, match="did you mean 'enhanced_strength'"):
        parse('title = "x"\n[table.rogue]\nhand = ["enhanced_strenght"]\n')


# coverage


@pytest.fixture(scope="module")
def carried():
    """The rules that the events and refusals of all scenarios carry."""
    return {rule for file in FILES for report in run_all(read(file)) for rule in report.rules}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_exercised_by_a_scenario(rule, carried):
    assert rule in carried


def test_the_rules_are_numbered_without_gaps():
    assert list(rule_texts()) == RULES
    assert all(rule["text"] and rule["section"] for rule in rule_texts().values())


def readings_to_show():
    for ruling in rulings().values():
        if ruling.impact in ("H", "M") and ruling.key not in SHOWN_WITHOUT_CARDS:
            for reading in ruling.readings:
                if reading not in ruling.missing:
                    yield pytest.param(ruling, reading, id=f"{ruling.key}={reading}")


@pytest.mark.parametrize("ruling, reading", list(readings_to_show()))
def test_a_reading_that_matters_has_a_script(ruling, reading):
    """In scenarios/rulings/rul_NNN_key.toml, as the default or as a variant."""
    file = SCENARIOS / "rulings" / f"rul_{ruling.id.removeprefix('RUL-')}_{ruling.key}.toml"
    scenario = read(file)
    scripts = [(scenario.rulings, scenario.script)] if scenario.script else []
    scripts += [({**scenario.rulings, **variant.rulings}, variant.script) for variant in scenario.variants]
    played = [script for readings, script in scripts if readings.get(ruling.key, ruling.default) == reading]
    assert any(script for script in played)


# the register of rulings


def test_the_register_has_120_rulings_of_which_14_weigh_heavily():
    register = rulings()
    assert len(register) == 120
    assert sorted(ruling.id for ruling in register.values()) == [f"RUL-{number:03}" for number in range(1, 121)]
    assert sum(ruling.impact == "H" for ruling in register.values()) == 14


@pytest.mark.parametrize("ruling", rulings().values(), ids=lambda ruling: ruling.key)
def test_a_ruling_is_complete(ruling):
    assert re.fullmatch(r"[a-z0-9_]+", ruling.key)
    assert ruling.where and ruling.issue and ruling.why and ruling.impact in ("H", "M", "L")
    assert ruling.readings and all(ruling.readings.values())
    assert ruling.default in ruling.readings and ruling.default not in ruling.missing
    assert set(ruling.missing) <= set(ruling.readings)
    assert all(rule in rule_texts() for rule in ruling.rules)


def test_a_reading_that_is_not_implemented_is_refused_with_its_words():
    missing = [(ruling, reading) for ruling in rulings().values() for reading in ruling.missing]
    for ruling, reading in missing:
        with pytest.raises(RulingError, match=f"{ruling.key}: reading {reading} .* is not implemented yet"):
            chosen_readings(rulings(), {ruling.key: reading})


def test_every_other_reading_can_be_had():
    for ruling in rulings().values():
        for reading in set(ruling.readings) - set(ruling.missing):
            assert first_game(1, readings={ruling.key: reading}).table.ruling(ruling.key) == reading


def test_an_unknown_ruling_or_reading_is_met_with_the_known_ones():
    with pytest.raises(RulingError, match="no ruling is called 'rescue_requirment'; did you mean 'rescue_requirement'"):
        first_game(readings={"rescue_requirment": "A"})
    with pytest.raises(RulingError, match="rescue_requirement has the readings A, B; 'Z' is none of them"):
        first_game(readings={"rescue_requirement": "Z"})


# that a scenario notices when a rule is not kept

SCENE = """
title = "One Threaten"
[table]
phase = "rogue provoke"
[table.rogue]
characters = ["the_joker"]
[table.hero]
characters = ["batman"]
[[table.locations]]
card = "the_daily_planet"
citizens = 5
scheme = "dose_the_city"
[[script]]
do = ["activate the_joker at the_daily_planet"]
%s
"""


@pytest.mark.parametrize(
    "line, failure",
    [
        ('expect = ["dose_the_city.citizens == 0", "offered threaten", "not offered rescue", "asked rogue"]', ""),
        ('expect = ["happened activate by rogue to the_joker under DCF-R063 1 time", "not happened threaten"]', ""),
        ('refuse = { "rescue" = "DCF-R064" }', ""),
        ('expect = ["dose_the_city.citizens == 2"]', "does not hold: 0 == 2"),
        ('expect = ["offered rescue"]', "expected 'offered rescue'"),
        ('expect = ["asked hero"]', "but the game asks rogue"),
        ('expect = ["over"]', "the game goes on"),
        ('expect = ["happened threaten"]', "none of that kind among"),
        ('expect = ["happened activate under DCF-R001"]', "expected 'happened activate under DCF-R001'"),
        ('expect = ["happened activate 2 times"]', "expected 'happened activate 2 times'"),
        ('expect = ["not happened activate"]', "expected 'not happened activate'"),
        ('refuse = { "threaten" = "DCF-R067" }', "should be refused under DCF-R067, but it is allowed"),
        ('refuse = { "rescue" = "DCF-R001" }', "is refused under .*, not under DCF-R001"),
        ('refuse = { "fly" = "DCF-R001" }', "is neither offered nor refused here"),
    ],
)
def test_an_expectation_holds_or_says_what_was_found(line, failure):
    report = run(parse(SCENE % line))
    assert report.passed == (not failure)
    assert re.search(failure, " ".join(report.failures))


def test_an_answer_that_was_the_only_option_counts_once():
    """After the Threaten nothing but 'done' is left and is taken; a second 'done' answers nothing."""
    once, twice = ('[[script]]\ndo = ["threaten", "done"]', '[[script]]\ndo = ["threaten", "done", "done"]')
    assert run(parse(SCENE % once)).passed
    assert "'done' is not among" in run(parse(SCENE % twice)).failures[0]


def test_a_near_miss_exercises_no_rule():
    """The Joker waits in vain for damage on himself: that is told, but it shows nothing of the rule of waiting."""
    scene = SCENE.replace('characters = ["batman"]', 'characters = [{ card = "batman", at = "the_daily_planet" }]')
    report = run(parse(scene % '[[script]]\ndo = ["attack batman"]'))
    near = [event for event in report.game.table.history if event.kind == "window"]
    assert near and all(event.rules == ("DCF-R052",) for event in near)
    assert "DCF-R052" not in report.rules
