"""Refusals as steps of the film: what a script says is refused, and questions that nobody was asked."""

import re

import pytest
from folders import SCENARIOS

from dcf_lab.analysis.compare import follow_script
from dcf_lab.lab.explore import Explore
from dcf_lab.scenario.file import read
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.script import StatedRefusals, scripts
from dcf_lab.timeline.timeline import Timeline

R070 = "?scenario=rules/r070"
FILES = [
    file
    for file in sorted(SCENARIOS.rglob("*.toml"))
    if re.search(r"^\[\[\w*\.?script\.refuse|^refuse =", file.read_text(), re.M)
]


def opened(query):
    lab = Explore()
    list(lab.handle({"do": "open", "query": query}))
    return lab


def film(lab, **message):
    """Every step of the film, after a message."""
    list(lab.handle(message))
    return Film(lab.seat).reel(lab.line.game.table, lab.stated.on_the_way(lab.line, lab.seat))["events"]


def steps_of(line, seat=None):
    return Film(seat).reel(line.game.table, StatedRefusals().on_the_way(line, seat))["events"]


def test_a_script_s_refusal_is_a_step_with_its_reason_and_rule():
    """Rescue: Superman stands where there is nobody to be saved from."""
    steps = film(opened(R070), do="script")
    [told] = [step for step in steps if step.get("stated")]

    assert told["text"] == (
        "Superman may not Rescue, because there is neither a Scheme nor an Unaligned character at 344 Clinton Street."
    )
    assert (told["by"], told["side"], told["rules"], told["set"], told["lines"]) == ("superman", "hero", ("DCF-R070",), [], [])
    assert told["refused"][0]["clauses"][0][2] == "a Scheme at 344 Clinton Street"
    assert steps[told["id"]] is told and steps[told["id"] - 1]["text"] == "Superman is exhausted."


def test_steps_are_numbered_in_order_and_causes_lead_to_them():
    steps = film(opened(R070), do="script")
    plain = Film().reel(
        follow_script(Timeline(read(SCENARIOS / "rules/r070_rescue_needs_a_scheme_or_unaligned.toml"))).line.game.table
    )

    assert [step["id"] for step in steps] == list(range(len(steps)))
    events = [step for step in steps if not step.get("stated")]
    assert [step["text"] for step in events] == [event["text"] for event in plain["events"]]
    for step, event in zip(events, plain["events"], strict=True):
        named = [steps[cause.event]["text"] for cause in step["causes"]]
        assert named == [plain["events"][cause.event]["text"] for cause in event["causes"]]


def test_moments_and_numbers_of_events_lead_to_each_other():
    lab = opened(R070)
    film(lab, do="script")
    told = next(step for step in steps_of(lab.line) if step.get("stated"))
    at = told["id"]

    assert [lab.film.number(moment) for moment in (at - 1, at, at + 1, at + 2)] == [at - 1, at, at, at + 1]
    assert lab.film.moment(at) == at + 1  # the question comes after what is refused there
    assert all(lab.film.number(lab.film.moment(number)) == number for number in range(len(lab.film.told) + 1))


def test_what_is_refused_stays_and_goes_with_the_branch():
    """By hand along the script the same steps come; another answer has none of them, and going back brings them again."""
    lab = opened(R070)
    there = film(lab, do="answer", option="activate superman at 344_clinton_street")
    assert there[-1].get("stated")
    [done] = [one for one in lab.handle({"do": "answer", "option": "done"}) if one["show"] == "film"]
    assert done["from"] == there[-1]["id"] + 1
    [other] = [
        one for one in lab.handle({"do": "answer", "node": 0, "option": "activate batman at arkham_asylum"}) if "from" in one
    ]
    assert not any(step.get("stated") for step in other["events"]) and other["from"] == 1
    [again] = [one for one in lab.handle({"do": "go", "node": 1}) if "from" in one]
    assert [step["text"] for step in there[again["from"] :]] == [step["text"] for step in again["events"]]


def test_a_link_or_record_tells_the_same_steps():
    lab = opened(R070)
    steps = film(lab, do="script")
    for again in (Timeline.from_link(lab.line.link()), Timeline.from_json(lab.line.as_json())):
        assert [step["text"] for step in steps_of(again)] == [step["text"] for step in steps]


def test_a_seat_is_told_only_what_is_refused_to_itself():
    line = follow_script(Timeline(read(SCENARIOS / "rules/r070_rescue_needs_a_scheme_or_unaligned.toml"))).line
    assert any(step.get("stated") for step in steps_of(line, "hero"))
    assert not any(step.get("stated") for step in steps_of(line, "rogue"))


def test_there_are_many_scenarios_with_refusals():
    assert len(FILES) > 130


@pytest.mark.parametrize("part", range(4))
def test_every_refusal_of_every_script_is_seen_in_the_film(part):
    """Each `refuse` line of each file: a step of its own, or among the reasons of a question that nobody was asked."""
    for file in FILES[part::4]:
        scenario = read(file)
        for script in scripts(Timeline(scenario)):
            line = follow_script(Timeline(scenario, script.readings)).line
            steps = steps_of(line)
            for wanted in (one for step in script.steps for one in step.refuse):
                rules = (
                    {wanted.among} if wanted.among else {*(wanted.rules or ()), *(c.get("rule") for c in wanted.clauses or ())}
                )
                told = [step for step in steps if step.get("refused") and (wanted.skipped or step.get("stated"))]
                cited = [{rule for group in step["refused"] for rule, *_ in group["clauses"]} for step in told]
                assert any(rules - {None} <= found for found in cited), (file.name, wanted.option)


# questions that nobody was asked

DESERTED = """
title = "Nobody there"
game = "dc_forever"
[table]
phase = "hero oppose"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = ["batman", "superman"]
[[table.locations]]
card = "the_daily_planet"
[[table.locations]]
card = "arkham_asylum"
"""


def deserted():
    lab = Explore()
    list(lab.handle({"do": "upload", "name": "x", "text": DESERTED}))
    list(lab.handle({"do": "answer", "option": "activate superman at arkham_asylum"}))
    return lab


def test_who_had_nothing_to_do_is_told_with_what_came_nearest():
    steps = steps_of(deserted().line)
    told = next(step for step in steps if step["kind"] == "only answer")
    assert told["text"].startswith(
        "Superman had nothing to do here. Superman may not Rescue, because there is neither a Scheme nor an Unaligned character"
    )
    assert told["depth"] == "action" and told["refused"][0]["what"] == "Superman may not Rescue"


def test_why_superman_cannot_rescue_is_answered_at_the_question_that_nobody_was_asked():
    lab = deserted()
    at = next(step["id"] for step in steps_of(lab.line) if step["kind"] == "only answer")
    for moment in (at, at + 1):
        [told] = lab.handle({"do": "why not", "moment": moment, "who": "superman", "label": "Rescue"})
        [group] = told["groups"]
        assert group["what"] == "Superman may not Rescue" and [clause[0] for clause in group["clauses"]] == ["DCF-R070"]
        assert told["question"] == "The Hero: Activated: Superman"
    [now] = lab.handle({"do": "why not", "moment": lab.length, "who": "superman", "label": "Rescue"})
    assert now["groups"][0]["clauses"][0][1] == "it is the Rogue's turn, not the Hero's"


def test_menus_say_who_may_be_asked_about_and_what_is_possible_is_offered():
    lab = deserted()
    [told] = lab.handle({"do": "askings", "moment": lab.length})
    labels = {one["label"]: one for one in told["askings"]}
    assert set(labels["Rescue"]["who"]) == {"batman", "superman"} and set(labels["Threaten"]["who"]) == {"cheetah"}
    assert "the_daily_planet" in labels["Activate"]["who"]["cheetah"] and "batman" in labels["Attack"]["who"]["cheetah"]
    [found] = lab.handle({"do": "why not", "moment": lab.length, "who": "cheetah", "label": "Activate", "it": "the_daily_planet"})
    assert found["ways"] == ["activate cheetah at the_daily_planet"] and not found["groups"]


@pytest.mark.parametrize(
    "message",
    [{"moment": -5}, {"moment": 10**9}, {"moment": "x"}, {"node": 99}, {"who": "x" * 9999}, {"who": ["a"]}, {"label": 7}],
)
def test_strange_questions_are_answered_shortly(message):
    lab = deserted()
    try:
        told = [one for do in ("why not", "askings", "refused") for one in lab.handle({"do": do, **message})]
    except ValueError as error:
        assert len(str(error)) < 300
    else:
        assert all(one["show"] in ("why not", "askings", "refusals", "refused") for one in told)
