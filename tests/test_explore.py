"""The explore page's messages: whatever is sent, the answer is data or a sentence, and the game at hand is as it was."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dcf_lab.lab.app import MAX_SENTENCE, Lab
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.shelf import shelf
from dcf_lab.timeline import Timeline, first_game_scenario

DEEDS = sorted(name.removeprefix("do_") for name in dir(Explore) if name.startswith("do_"))
KEYS = (
    "node", "nodes", "option", "name", "text", "seat", "take", "key", "reading", "keep", "more", "what", "query", "kept", "page",
)  # fmt: skip
E06 = {"do": "open", "page": "explore", "query": "?scenario=rulebook/e06"}

words = st.sampled_from(
    ["", "pass", "done", "rogue", "hero", "chance", "build", "start", "first_activation", "A", "B", "all", "?s=x",
     "?start=standard", "?scenario=own/x", "?seed=²&start=x",
     "\ud800", "\x00", "<b>", "title = 'x'", "{}", "[table]", '{"dcf_lab": 1}']
)  # fmt: skip
plain = st.none() | st.booleans() | st.integers() | st.floats() | words | st.text(max_size=20)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6
)
places = st.integers(-1, 6) | anything
messages = st.fixed_dictionaries(
    {"do": st.sampled_from(DEEDS)},
    optional={key: places if key in ("node", "nodes") else anything for key in KEYS},
)  # fmt: skip


def ask(lab, **message):
    return list(lab.handle({"page": "explore", **message}))


def opened(message=E06):
    lab = Lab()
    [answer] = lab.handle(message)
    assert answer["show"] == "explore"
    return lab


def sayable(answers):
    """Can the answers go back to the page as they are?"""
    answers = list(answers)
    for answer in answers:
        json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
        assert isinstance(answer["show"], str)
        if answer["show"] in ("refused", "notice", "error"):
            assert 0 < len(answer["text"]) <= MAX_SENTENCE and "Traceback" not in answer["text"]
    return answers


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(messages, min_size=1, max_size=6))
def test_any_message_is_answered_with_data_or_a_sentence(messages):
    lab = opened()
    for message in messages:
        sayable(lab.handle(message))
        line = lab.explore.line
        assert line.here in list(line.nodes())
        assert sayable(ask(lab, do="keep"))[0]["show"] == "kept"


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.text(max_size=4) | st.just("do"), anything, max_size=3), st.sampled_from(["start", "explore", "build"]))
def test_what_is_no_message_at_all_gets_a_sentence(message, page):
    assert sayable(Lab().handle({**message, "page": page}))


record = json.loads(json.dumps(Timeline(first_game_scenario(3)).answer("done").back().answer("done").as_json()))


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([*record, "answers.0"]), st.sampled_from(["after", "player", "prompt", "option", "name"]), anything)
def test_a_record_with_anything_in_it_opens_or_is_refused(key, inside, value):
    damaged = json.loads(json.dumps(record))
    if key == "answers.0":
        damaged["answers"][0][inside] = value
    else:
        damaged[key] = value
    lab = opened()
    text = json.dumps(damaged)
    [answer] = sayable(ask(lab, do="upload", text=text, name="record.json"))

    assert answer["show"] in ("explore", "refused")
    sayable(ask(lab, do="seat", seat="rogue"))


@pytest.mark.parametrize(
    "text",
    [
        "title = 0x" + "f" * 5000,
        'title = "x"\nseed = 0x' + "f" * 5000,
        'title = "x"\nstart = "' + "x" * 900_000 + '"',
        'title = "x"\n' + "".join(f"k{n} = {{}}\n" for n in range(50_000)),
        'title = "x"\n[table]\nround = 99999999999999999999999999\n',
        '{"dcf_lab": ' + "9" * 5000 + "}",
        json.dumps({**record, "scenario": f"{record['scenario']} # \ud800"}),
        "{" * 100_000,
    ],
    ids=["hexadecimal title", "hexadecimal seed", "long word", "many keys", "round", "long number", "half a letter", "nested"],
)
def test_what_is_too_large_is_refused_in_a_short_sentence(text):
    lab = opened()
    [answer] = sayable(ask(lab, do="upload", text=text))

    assert answer["show"] == "refused"
    assert lab.explore.line.scenario.title == "Six would have knocked him out"


@pytest.mark.parametrize("seed", ["9" * 5000, "²", "-1", "1e9", "0x10", ""])
def test_a_seed_that_is_no_number_opens_the_usual_game(seed):
    [answer] = sayable(Lab().handle({"do": "open", "query": f"?start=first+game&seed={seed}"}))

    assert answer["title"] == "First game"


def test_a_file_can_be_opened_before_anything_else_is():
    """From the start page, where no game is open yet."""
    [answer] = ask(Lab(), do="upload", name="mine.toml", text='title = "Mine"\nstart = "first game"\n')

    assert answer["show"] == "explore" and answer["title"] == "Mine"


# scripts

SCRIPTS = [entry.name for entry in shelf() if entry.kind in ("rulebook example", "ruling")]


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_can_be_followed_to_its_end(name):
    """Also one that throws the dice, as E05 does, or that has only variants under other readings."""
    lab = opened({"do": "open", "page": "explore", "query": f"?scenario={name}"})
    start = lab.explore.line
    scenario = start.scenario
    answers = sayable(ask(lab, do="script"))
    line = lab.explore.line

    assert [answer["show"] for answer in answers] in (["film"], ["gone", "film"])
    script = scenario.script or scenario.variants[0].script
    assert line.size > 1 or not any(step.do for step in script) or line.game.skipped
    if line is not start:
        sayable(ask(lab, do="earlier"))
        assert lab.explore.line is start


def test_a_script_with_its_own_dice_sets_the_tree_aside():
    lab = opened({"do": "open", "page": "explore", "query": "?scenario=rulebook/e05"})
    before = lab.explore.line
    ask(lab, do="answer", option=before.game.choice.options[0])
    answers = ask(lab, do="script")

    assert [answer["show"] for answer in answers] == ["gone", "film", "notice"]
    assert answers[1]["aside"] and answers[1]["take_chances"] and lab.explore.line is not before
    ask(lab, do="earlier")
    assert lab.explore.line is before and before.size == 2


# the tree


def test_an_answer_that_is_refused_leaves_the_visitor_where_he_was():
    lab = opened()
    line = lab.explore.line
    ask(lab, do="answer", option=line.game.choice.options[0])
    here = line.here
    [answer] = ask(lab, do="answer", node=0, option="fly away")

    assert answer["show"] == "refused" and "'fly away' is not among" in answer["text"]
    assert line.here is here and line.size == 2


def test_a_full_tree_can_still_be_walked(monkeypatch):
    lab = opened()
    line = lab.explore.line
    first, second = line.game.choice.options[:2]
    ask(lab, do="answer", option=first)
    monkeypatch.setattr("dcf_lab.lab.explore.MAX_NODES", 2)
    [full] = ask(lab, do="answer", node=0, option=second)
    [walked] = ask(lab, do="answer", node=0, option=first)

    assert full["show"] == "refused" and "delete a branch" in full["text"]
    assert walked["show"] == "film" and line.here.option == first and line.size == 2


# seats


def test_no_message_tells_a_seat_what_another_player_may_answer():
    """Not by the question, the tree, a wrong answer, the refused ones, a comparison, nor by a reading that changes it."""
    lab = opened({"do": "open", "page": "explore", "query": "?start=first+game&seed=7"})
    line = lab.explore.line
    roll = random.Random(7)
    while line.game.choice.player != "rogue" or line.size < 30:
        line.answer(roll.choice(line.game.choice.options))
    ask(lab, do="seat", seat="hero")
    secret = set(line.game.table.zone("rogue", "hand")) | set(line.game.table.zone("rogue", "deck"))
    here = line.here.number
    told = [
        *ask(lab, do="answer", option="nonsense"),
        *ask(lab, do="answer", option=line.game.choice.options[0]),
        *ask(lab, do="refused", node=here),
        *ask(lab, do="go", node=here),
        *ask(lab, do="compare", nodes=[here, here]),
        *ask(lab, do="ruling", key="scheme_play_when", reading="B"),
    ]
    options = {option for option in line.game.choice.options if " " in option}

    assert [answer["show"] for answer in told[:2]] == ["refused", "refused"] and "asked of the Rogue" in told[0]["text"]
    assert options and line.here.number == here
    for answer in told:
        text = json.dumps(answer)
        assert not any(json.dumps(option) in text for option in options)
        assert not any(json.dumps(card) in text for card in secret)


def test_every_seat_gets_the_film_that_a_visitor_who_always_sat_there_has():
    one, other = opened(), opened()
    [_, film] = ask(one, do="seat", seat="hero")
    ask(other, do="seat", seat="rogue")
    option = one.explore.line.game.choice.options[0]
    ask(other, do="answer", option=option)
    ask(other, do="go", node=0)
    [gone, again] = ask(other, do="seat", seat="hero")

    assert gone == {"show": "gone", "nodes": "all"}
    assert json.dumps(again["events"]) == json.dumps(film["events"]) and again["from"] == 0
