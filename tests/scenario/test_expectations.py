"""What a scenario can expect: each wording has an example that passes, fails when it is made wrong, and says what was found."""

import re
import time
import tomllib
from dataclasses import replace

import jsonschema
import pytest
from folders import SCENARIOS

from dcf_lab.engine.toml import write_toml
from dcf_lab.games.dc_forever import library
from dcf_lab.scenario.description import CAUSES, CLAUSES
from dcf_lab.scenario.expect import ExpectationError, expectation, link_names
from dcf_lab.scenario.file import ScenarioError, find_problems, parse, read
from dcf_lab.scenario.schema import MAX_SHUFFLES, schema
from dcf_lab.timeline import seats
from dcf_lab.timeline.run import run
from dcf_lab.timeline.timeline import RecordError, Timeline

EXAMPLES = sorted((SCENARIOS / "expectations").glob("*.toml"))
BLOCKS = ("locations", "script")


def played(data):
    return run(parse(write_toml(data, BLOCKS))).failures


def example(name):
    return tomllib.loads((SCENARIOS / "expectations" / f"{name}.toml").read_text(encoding="utf-8"))


def expected():
    for file in EXAMPLES:
        for n, step in enumerate(example(file.stem)["script"]):
            for m, text in enumerate(step.get("expect", ())):
                yield pytest.param(file.stem, n, m, id=f"{file.stem}: {text}")


def opposite(text):
    """An expectation that holds exactly when this one does not."""
    for yes, no in (
        (" can ", " cannot "),
        (" sees ", " does not see "),
        (" is told ", " is not told "),
        (" names ", " does not name "),
    ):
        if yes in text:
            return text.replace(yes, no)
        if no in text:
            return text.replace(no, yes)
    if text.startswith("not "):
        return text.removeprefix("not ")
    if text.startswith("asked "):
        return "asked hero Draft"
    if re.match(r"\S+( deck)? (is|begins with|ends with) ", text):
        return text + ", black_manta" if "empty" not in text else text.replace("empty", "black_manta")
    return f"not {text}" if re.match("happened|offered|skipped", text) else f"not ({text})"


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_an_example_passes(file):
    assert read(file).script and not run(read(file)).failures


@pytest.mark.parametrize("name, step, number", list(expected()))
def test_the_opposite_of_what_an_example_expects_fails(name, step, number):
    data = example(name)
    data["script"][step]["expect"][number] = opposite(data["script"][step]["expect"][number])
    failures = played(data)
    assert failures and all(len(failure) > 40 for failure in failures)


WRONG = [
    # example, what it expects, what is expected instead, what was found
    ("what_an_event_cites", "under DCF-R077, DCF-R081", "under DCF-R077, DCF-R095", "exactly under DCF-R077, .*DCF-R081"),
    ("what_an_event_cites", "not under DCF-R011, DCF-R095", "not under DCF-R011, DCF-R077", "exactly under DCF-R077"),
    (
        "what_an_event_cites",
        "happened exhaust to cheetah exactly under DCF-R063",
        "happened exhaust to cheetah exactly under DCF-R063, DCF-R064",
        "found exhaust by nobody to cheetah exactly under DCF-R063$",
    ),
    ("what_an_event_cites", "damage to batman under DCF-R077, DCF-R081", "damage to batman exactly under DCF-R077", "DCF-R081"),
    (
        "why_an_event_happened",
        "damage to batman triggered by declare attack by cheetah",
        "damage to batman triggered by declare attack by the_joker",
        "triggered by declare attack by cheetah to batman",
    ),
    (
        "why_an_event_happened",
        "modified by reduced modifier by batman",
        "paid by reduced modifier by batman",
        "modified by reduced",
    ),
    ("why_an_event_happened", "triggered by activate to cheetah", "chosen by activate to cheetah", "stands by nobody to batman"),
    ("why_an_event_happened", "because of activate to cheetah", "because of activate to the_joker", "triggered by damage"),
    (
        "why_an_event_happened",
        "chosen by answer by rogue saying 'attack Batman'",
        "chosen by answer by hero",
        "chosen by answer by rogue",
    ),
    (
        "the_parts_of_a_number",
        "with part 3 printed of cheetah with",
        "with part 4 printed of cheetah with",
        "with part 3 printed of",
    ),
    (
        "the_parts_of_a_number",
        "with part 3 printed of cheetah with",
        "with part 3 printed of batman with",
        "with part 3 printed of",
    ),
    (
        "the_parts_of_a_number",
        "with part 3 printed of cheetah with",
        "with part 3 boost of cheetah with",
        "with part 3 printed of",
    ),
    ("the_parts_of_a_number", "with part -2 reduced", "with part 2 reduced", "with part -2 reduced of batman"),
    ("the_parts_of_a_number", "with 3 parts", "with 2 parts", "with 3 parts"),
    ("the_parts_of_a_number", "amount 4", "amount 6", "amount 4"),
    (
        "the_sentence_of_an_event",
        "'Batman suffers 4 damage'",
        "'Batman suffers 6 damage'",
        "saying exactly .*Batman suffers 4 damage",
    ),
    ("the_sentence_of_an_event", "saying 'Batman suffers 4 damage'", "saying exactly 'Batman suffers 4 damage'", "3 printed"),
    (
        "what_comes_before_what",
        "damage to batman before ko to batman",
        "ko to batman before damage to batman",
        "ko to batman at event [0-9]+; damage to batman at event [0-9]+",
    ),
    ("what_comes_before_what", "before damage before ko", "before ko before damage", "declare attack at event .*; ko at event"),
    ("what_comes_before_what", "declare attack before", "declare rescue before", "declare rescue at no event"),
    ("what_comes_before_what", "ko to batman 1 time so far", "ko to batman 2 times so far", "found ko by"),
    (
        "before_the_first_answer",
        "happened game before draw by rogue amount 6",
        "happened game before draw by rogue amount 7",
        "amount 6",
    ),
    (
        "before_the_first_answer",
        "draw by hero amount 6 so far",
        "draw by hero amount 6",
        "found draw by rogue to nothing amount 3",
    ),
    (
        "how_a_deck_lies",
        "rogue.hand is enhanced_strength, fame.1, pounce, fame.2",
        "rogue.hand is enhanced_strength, pounce, fame.1, fame.2",
        "there lies enhanced_strength, fame.1, pounce, fame.2; the first difference is fame.1 instead of pounce, number 2",
    ),
    ("how_a_deck_lies", "rogue.hand ends with pounce, fame", "rogue.hand ends with pounce, fame.1", "fame.2 instead of fame.1"),
    ("how_a_deck_lies", "rogue.deck is toxic_gas", "rogue.deck is toxic_gas, pounce", "1 cards instead of 2"),
    ("how_a_deck_lies", "rogue.deck is toxic_gas", "rogue.deck is empty", "there lies toxic_gas"),
    ("how_a_deck_lies", "rogue.discard is empty", "rogue.discard is pounce", "there lies nothing"),
    ("how_a_deck_lies", "the_daily_planet, valhalla_cemetery", "valhalla_cemetery, the_daily_planet", "number 1"),
    (
        "a_question_that_was_skipped",
        "skipped rogue Activated: The Joker taking done",
        "skipped rogue Activated: The Joker taking pass",
        "skipped in this step: rogue Activated: The Joker taking done",
    ),
    (
        "a_question_that_was_skipped",
        "skipped rogue Activated: The Joker",
        "skipped hero Activated: The Joker",
        "skipped in this step",
    ),
    (
        "a_question_that_was_skipped",
        "not skipped rogue Rogue Provoke Phase",
        "skipped rogue Rogue Provoke Phase",
        "skipped in this step",
    ),
    (
        "what_a_seat_sees",
        "hero does not see enhanced_strength in rogue.hand",
        "rogue does not see enhanced_strength in rogue.hand",
        "rogue sees it: in rogue.hand",
    ),
    ("what_a_seat_sees", "hero does not see dose_the_city", "hero does not see superman", "superman lies nowhere on the table"),
    (
        "what_a_seat_sees",
        "hero does not see enhanced_strength in rogue.hand",
        "hero does not see enhanced_strength in rogue.deck",
        "enhanced_strength lies in rogue.hand",
    ),
    ("what_a_seat_is_told", "rogue is told 'Dose the City'", "hero is told 'Dose the City'", "hero is told: The Rogue"),
    (
        "what_a_seat_is_told",
        "hero is told exactly 'The table is set.'",
        "hero is told exactly 'The table is'",
        "hero is told: The table",
    ),
    (
        "what_a_seat_is_told",
        "hero is told of play scheme by rogue",
        "hero is told of play scheme by hero",
        "found play scheme by rogue",
    ),
    ("what_a_link_names", "link of hero names batman", "link of hero names superman", "but it does not"),
    (
        "with_every_shuffle",
        "rogue.discard is empty",
        "rogue.deck is pounce",
        "with seed [0-9]+: expected 'rogue.deck is pounce', but",
    ),
]


@pytest.mark.parametrize("name, right, wrong, found", WRONG)
def test_a_wrong_expectation_fails_and_says_what_was_found(name, right, wrong, found):
    text = (SCENARIOS / "expectations" / f"{name}.toml").read_text(encoding="utf-8")
    assert right in text
    report = run(parse(text.replace(right, wrong)))
    assert any(re.search(found, failure) for failure in report.failures), report.failures


# refusals


def reasons(**changes):
    """The example of exact reasons, with something else about playing Enhanced Strength or buying Get It."""
    data = example("exactly_these_reasons")
    data["script"][0]["refuse"] = [{"option": "play enhanced_strength", **changes}]
    return played(data)


GET_IT = {"option": "buy get_it"}
COSTS = {"text": "it costs 3, and the pool holds 0", "remedy": "3 more in the pool"}


@pytest.mark.parametrize(
    "changes, found",
    [
        ({}, ""),
        ({"rules": ["DCF-R078", "DCF-R041"]}, ""),
        ({"rules": ["DCF-R041"]}, "under exactly DCF-R041, but is under DCF-R078, DCF-R041"),
        ({"rules": ["DCF-R041", "DCF-R041", "DCF-R078"]}, "but is under DCF-R078, DCF-R041"),
        ({"rules": ["DCF-R041", "DCF-R032"]}, "but is under DCF-R078, DCF-R041"),
        ({"clauses": [{"rule": "DCF-R041"}, {}]}, ""),
        ({"clauses": [{}, {"rule": "DCF-R078", "remedy": ""}]}, ""),
        ({"clauses": [{"rule": "DCF-R041"}, {"rule": "DCF-R041"}]}, "should be refused for .*, but is for .*DCF-R078"),
        ({"clauses": [{"rule": "DCF-R041"}]}, "should be refused for"),
        ({"clauses": []}, "should be refused for"),
        ({**GET_IT, "clauses": [{"rule": "DCF-R033"}, COSTS]}, ""),
        ({**GET_IT, "clauses": [COSTS, COSTS]}, "should be refused for .*, but is for .*Punchline"),
        ({**GET_IT, "clauses": [{}, {**COSTS, "text": "costs 4"}]}, "it costs 3, and the pool holds 0"),
        ({**GET_IT, "clauses": [{}, {**COSTS, "remedy": ""}]}, "3 more in the pool"),
        ({"option": "use cheetah primal_drive"}, "should be refused, but it is allowed"),
        ({"option": "fly"}, "neither offered nor refused here; refused are .*'buy get_it'"),
        ({"skipped": True}, "is not refused at a skipped question; skipped: no question"),
    ],
)
def test_a_refusal_has_exactly_these_reasons(changes, found):
    failures = reasons(**changes)
    assert bool(failures) == bool(found)
    assert re.search(found, " ".join(failures))


def test_several_refusals_of_a_step_fail_one_by_one():
    data = example("exactly_these_reasons")
    for refused in data["script"][0]["refuse"]:
        refused["rules"] = ["DCF-R001"]
    assert [failure.split("'")[1] for failure in played(data)] == ["recruit punchline", "buy get_it", "play enhanced_strength"]


def test_the_short_form_wants_a_rule_among_the_reasons():
    data = example("exactly_these_reasons")
    data["script"][0]["refuse"] = {"buy get_it": "DCF-R033", "play enhanced_strength": "DCF-R041"}
    assert not played(data)
    data["script"][0]["refuse"] = {"play enhanced_strength": "DCF-R033"}
    assert "is refused under DCF-R078, DCF-R041, not under DCF-R033" in played(data)[0]


def test_what_was_refused_at_a_skipped_question_is_not_refused_now():
    """Once the Hero is asked, the Joker's Threaten is no answer; it was refused a question earlier."""
    data = example("a_question_that_was_skipped")
    assert data["script"][0]["refuse"][0]["skipped"]
    data["script"][0]["refuse"] = [{"option": "threaten"}]
    assert "is neither offered nor refused here" in played(data)[0]
    data["script"][0]["refuse"] = [{"option": "threaten", "skipped": True, "rules": ["DCF-R070"]}]
    assert "should be refused under exactly DCF-R070, but is under DCF-R067" in played(data)[0]
    data["script"][0]["refuse"] = [{"option": "fly", "skipped": True}]
    assert "skipped: rogue Activated: The Joker" in played(data)[0]


# links and shuffles


def test_a_link_is_looked_through_for_cards(monkeypatch):
    """Whatever makes the link: a full one names a card in the opponent's hand, one without it does not."""
    data = example("what_a_link_names")
    data["script"] = [{"expect": ["link of hero does not name enhanced_strength"]}]

    def careful(seat, line):
        text = line.scenario.text.replace("enhanced_strength", "a card")
        return Timeline(replace(line.scenario, text=text)).link()

    monkeypatch.setattr(seats, "link_from", careful)
    assert not played(data)
    monkeypatch.setattr(seats, "link_from", lambda seat, line: line.link())
    assert "expected 'link of hero does not name enhanced_strength', but it does" in played(data)[0]


def test_a_link_names_a_card_by_its_printed_name_too():
    link = Timeline(parse('title = "Enhanced Strength, and batmans"')).link()
    assert link_names(link, "enhanced_strength", library())
    assert not link_names(link, "batman", library())


def test_a_link_that_tells_of_hidden_cards_tells_them_apart(monkeypatch):
    """The full link holds both hands; one that knows nothing is the same whoever holds what."""
    data = example("what_a_seat_cannot_tell_apart")
    everything = ["hero cannot tell pounce from toxic_gas"]
    data["script"][0]["expect"] = everything
    monkeypatch.setattr(seats, "link_from", lambda seat, line: line.link())
    assert "with both exchanged hero finds link different" in played(data)[0]
    monkeypatch.setattr(seats, "link_from", lambda seat, line: "the same")
    assert not played(data)
    data["script"][0]["expect"] = ["hero can tell pounce from toxic_gas"]
    assert "with both exchanged hero finds nothing different" in played(data)[0]


def test_what_cannot_be_exchanged_is_a_failure_and_no_error():
    data = example("what_a_seat_cannot_tell_apart")
    data["script"][0]["expect"] = ["hero cannot tell pounce from the_daily_planet"]
    assert "cannot check 'hero cannot tell pounce from the_daily_planet': " in played(data)[0]
    data = {"title": "x", "start": "first game", "script": [{"expect": ["hero cannot tell pounce from toxic_gas"]}]}
    assert "only in a scenario with a [table]" in played(data)[0]


def test_a_link_that_cannot_be_made_is_a_failure_and_no_error(monkeypatch):
    def none(seat, line):
        raise RecordError("there is no position yet")

    monkeypatch.setattr(seats, "link_from", none)
    assert (
        "cannot check 'link of rogue names enhanced_strength': there is no position yet"
        in played(example("what_a_link_names"))[0]
    )


def test_looking_from_the_seats_leaves_the_watched_card_alone():
    """A scene about a card counts what the card does in the script, not what it would do in a game for comparison."""
    scene = """title = "x"
shows = "%s"
[table.rogue]
characters = ["cheetah"]
hand = ["pounce"]
deck = ["toxic_gas"]
[table.hero]
characters = ["batman"]
[[table.locations]]
card = "the_daily_planet"
[[script]]
do = ["done"]
expect = ["hero cannot tell pounce from toxic_gas in the table"]
"""
    assert ["none of its abilities came into effect" in failure for failure in run(parse(scene % "pounce")).failures] == [True]


def test_what_holds_with_some_shuffles_does_not_hold_with_every_one():
    data = example("with_every_shuffle")
    data["script"][0]["expect"] = ["rogue.deck is pounce"]
    seeds = range(data["shuffles"])
    held = [not played({**data, "seed": seed, "shuffles": 1}) for seed in seeds]
    assert any(held) and not all(held)
    good = next(seed for seed in seeds if held[seed] and not held[seed + 1])
    assert not played({**data, "seed": good, "shuffles": 1})
    assert f"with seed {good + 1}: " in played({**data, "seed": good, "shuffles": 2})[0]
    assert f"with seed {held.index(False)}: " in played(data)[0]


def test_a_report_shows_the_game_with_the_seed_that_the_scenario_names():
    data = example("with_every_shuffle")
    many, one = (run(parse(write_toml({**data, "shuffles": number, "seed": 5}, BLOCKS))) for number in (20, 1))
    assert many.passed and many.game.table == one.game.table


# what is told when the file is read

SLIPS = [
    ("not happened kko", "no event is called 'kko'; did you mean 'ko'"),
    ("not happened ko to batmann", "nothing is called 'batmann'; did you mean 'batman'"),
    ("not happened ko under DCF-R99", "no rule is called 'DCF-R99'; did you mean 'DCF-R099'"),
    ("not happened damage triggered by declare atack", "no event is called 'declare atack'; did you mean 'declare attack'"),
    ("not happened damage trigered by declare attack", "of an event one cannot say 'trigered by'; did you mean 'triggered by'"),
    ("not happened damage with part printed of cheetah", "expected a number"),
    ("not happened damage with part 3 printed of cheeta", "did you mean 'cheetah'"),
    ("not happened damage with part 3", "a part has a number and a name"),
    ("not happened damage with three parts", "with: expected a number, found 'three'"),
    ("not happened damage saying Batman", "expected words in quotes, found 'Batman'"),
    ("not happened damage 2 times before ko", "either how many times something happened, or before what"),
    ("not happened damage before", "the kind of the event is missing"),
    ("not happened damage and", "after 'and' something more must be said"),
    ("not happened damage to", "expected after 'to' the name of a card or player"),
    ("hapened damage", "did you mean 'happened'"),
    ("asked rogue2", "nobody here is called 'rogue2'; did you mean 'rogue'"),
    ("not offered attack batmann", "nothing is called 'batmann'; did you mean 'batman'"),
    ("not offered play dose_the_citty at arkham_asylum", "did you mean 'dose_the_city'"),
    ("not offered play fame.9", "nothing is called 'fame.9'; did you mean 'fame"),
    ("not skipped heroo", "nobody here is called 'heroo'; did you mean 'hero'"),
    ("rogue.dek is empty", "no area is called 'dek'; did you mean 'deck'"),
    ("rouge.deck is empty", "nobody has an area 'rouge.deck'; did you mean 'rogue'"),
    ("rogue.deck is fame.1, punce", "no card is called 'punce'; did you mean 'pounce'"),
    ("rogue.deck begins with empty", "say 'rogue.deck is empty'"),
    ("area('rogue.deck') == ('fame.1', 'fame.2')", "the order of an area is said as 'rogue.deck is fame.1, fame.2'"),
    ("size(area('rogue.dek')) == 1", "no area is called 'dek'; did you mean 'deck'"),
    ("heroo does not see fame.1", "nobody here is called 'heroo'"),
    ("hero does not see fame", "no card is called 'fame'; did you mean 'fame"),
    ("hero does not see pounce in rogue.had", "no area is called 'had'; did you mean 'hand'"),
    ("hero is not told Batman", "expected words in quotes or 'of' and an event, found 'Batman'|expected words in quotes"),
    ("hero is not told of kko", "no event is called 'kko'"),
    ("link of rogue9 names pounce", "nobody here is called 'rogue9'"),
    ("link of hero does not name punce", "no card is called 'punce'; did you mean 'pounce'"),
    ("hero cannot tell punce from fame.1", "no card is called 'punce'; did you mean 'pounce'"),
    ("heroo cannot tell pounce from fame.1", "nobody here is called 'heroo'"),
    ("hero cannot tell pounce from fame.1 in the lag", "cannot read"),
    ("batmn.damage == 1", "did you mean 'batman'"),
]


@pytest.mark.parametrize("text, sentence", SLIPS)
def test_a_slip_in_an_expectation_is_told_when_the_file_is_read(text, sentence):
    quoted = text.replace('"', '\\"')
    file = f'title = "x"\n[table.rogue]\ncharacters = ["cheetah"]\n[[script]]\nexpect = [\n  "asked rogue",\n  "{quoted}",\n]\n'
    with pytest.raises(ScenarioError, match=sentence) as error:
        parse(file, "mine.toml")
    assert str(error.value).startswith("mine.toml:7: script.0.expect.1: ")


@pytest.mark.parametrize(
    "lines, sentence",
    [
        ('refuse = { "pass" = "DCF-R9999" }', "unknown 'DCF-R9999'; did you mean 'DCF-R"),
        ('refuse = [{ option = "pass", rules = ["DCF-R1"] }]', "unknown 'DCF-R1'; did you mean 'DCF-R"),
        ('refuse = [{ rules = ["DCF-R001"] }]', "'option' is missing"),
        ('refuse = [{ option = "pass", rule = "DCF-R001" }]', "unknown key 'rule'; did you mean 'rules'"),
        ('refuse = [{ option = "pass", clauses = [{ remedi = "x" }] }]', "unknown key 'remedi'; did you mean 'remedy'"),
        ('refuse = "pass"', "expected object or array"),
        ('expcet = ["over"]', "unknown key 'expcet'; did you mean 'expect'"),
    ],
)
def test_a_slip_in_a_step_is_told_when_the_file_is_read(lines, sentence):
    with pytest.raises(ScenarioError, match=sentence):
        parse(f'title = "x"\n[[script]]\n{lines}\n')


@pytest.mark.parametrize("number", [0, -1, MAX_SHUFFLES + 1, True, "many"])
def test_the_number_of_shuffles_is_bounded(number):
    assert any(path == ("shuffles",) for path, _ in find_problems({"title": "x", "shuffles": number}, library()))


def test_a_slip_in_a_variant_is_told_too():
    with pytest.raises(ScenarioError, match="mine.toml:4: variant.0.script.0.expect.0: .*did you mean 'ko'"):
        parse('title = "x"\n[[variant]]\n[[variant.script]]\nexpect = ["happened kko"]\n', "mine.toml")


@pytest.mark.parametrize(
    "text",
    [
        "happened " + "a " * 900,
        "happened ko " + "caused by ko " * 150,
        "happened ko saying " + "'" * 1900,
        "happened ko saying " + "'a " * 600,
        "happened ko under " + "DCF-R001, " * 190,
        "happened ko" + " before ko" * 190,
        "a." * 900 + " is " + "x, " * 50,
        "rogue.deck is " + "fame.1, " * 240,
        "rogue.deck " * 180,
        "hero is told " + '"' * 1900,
        "skipped rogue " + "taking " * 280,
        "x" * 3_000,
        "happened ko\nto batman",
        "(" * 190,
        "",
        " ",
        "not",
        "not happened ",
        "over over",
        "hero sees",
        "rogue.deck is ",
    ],
)
def test_a_strange_expectation_is_refused_quickly_and_with_a_sentence(text):
    start = time.perf_counter()
    try:
        expectation(text, library())
    except ExpectationError as error:
        assert 10 < len(str(error)) < 1_000
    assert time.perf_counter() - start < 1


def test_causes_of_causes_take_no_longer_than_causes():
    """However many events there are, and all of one kind: each is looked at once for every cause that is described."""
    text = (SCENARIOS / "expectations" / "before_the_first_answer.toml").read_text(encoding="utf-8")
    deep = "not happened shuffle" + " because of starter" * 5 + " so far"
    start = time.perf_counter()
    assert run(parse(text.replace('"not happened answer"', f'"{deep}"'))).passed
    assert time.perf_counter() - start < 2
    with pytest.raises(ScenarioError, match="at most 5 causes of causes"):
        parse(text.replace('"not happened answer"', f'"{deep.replace(" so far", " because of deck")}"'))


# what is written about it


def test_the_readme_names_every_wording_and_its_examples_can_be_read():
    readme = (SCENARIOS.parent / "README.md").read_text(encoding="utf-8")
    for clause in (*CLAUSES, *CAUSES, "so far", "before", "skipped", "shuffles", "clauses", "remedy"):
        assert f"`{clause}" in readme or f" {clause} " in readme, clause
    listed = re.search(r"```text\n(.+?)```", readme, re.S)
    lines = listed[1].splitlines()
    assert len(lines) >= 25
    for line in lines:
        expectation(line, library())


def test_the_json_schema_knows_the_long_refusal_and_the_shuffles():
    check = jsonschema.Draft202012Validator(schema(library()))
    for file in EXAMPLES:
        check.validate(tomllib.loads(file.read_text(encoding="utf-8")))
    step = {"title": "x", "shuffles": 3, "script": [{"refuse": [{"option": "pass", "clauses": [COSTS], "skipped": True}]}]}
    check.validate(step)
    for path, wrong in (("shuffles", 101), ("script", [{"refuse": [{"rules": []}]}]), ("script", [{"expect": ["x" * 2_001]}])):
        with pytest.raises(jsonschema.ValidationError):
            check.validate({**step, path: wrong})
