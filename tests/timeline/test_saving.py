"""Saving: a game can be left at any question and taken up again, as data, as a file, as a link."""

import base64
import json
import random
import re
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import MATCHES, any_readings, begin, play_on

from dcf_lab.engine.game import Game, IllegalAnswer
from dcf_lab.engine.table import Table
from dcf_lab.scenario.file import parse
from dcf_lab.timeline.timeline import RecordError, Timeline, new_game

steadily = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def reloaded(game):
    """The same game, saved as text and read again onto a fresh table."""
    position = json.loads(json.dumps(game.position()))
    table = Table(game.table.rules, log=game.table.log_on)
    table.read_json(position["table"])
    return Game.resume(table, position["answers"], game.take_chances)


def same(one, other):
    assert one.table == other.table
    assert one.over == other.over
    if one.choice is not None:
        assert (one.choice.player, one.choice.prompt) == (other.choice.player, other.choice.prompt)
        assert list(one.choice.options) == list(other.choice.options)


@pytest.mark.slow
@settings(steadily, max_examples=500)
@given(
    match=st.sampled_from(list(MATCHES)),
    seed=st.integers(0, 10**6),
    skipped=st.integers(0, 180),
    take_chances=st.booleans(),
    other_readings=st.booleans(),
)
def test_replayed_reloaded_and_copied_games_are_the_game_itself(match, seed, skipped, take_chances, other_readings):
    """500 games: from some point on saved and reloaded at every question; copied there; replayed from the start."""
    roll = random.Random(seed)
    readings = any_readings(roll) if other_readings else {}
    game = begin(match, seed, readings, take_chances=take_chances)
    answers = play_on(game, roll, skipped)
    saved, copy = reloaded(game), game.copy()
    late = []
    for _ in range(12):
        same(game, saved)
        if game.over:
            break
        option = roll.choice(game.choice.options)
        late.append(option)
        game.answer(option)
        saved.answer(option)
        saved = reloaded(saved)
    copy.answer_any(*late)
    same(game, copy)
    again = begin(match, seed, readings, take_chances=take_chances).answer_any(*answers, *late)
    same(game, again)
    assert game.table.history == again.table.history


@settings(steadily, max_examples=40)
@given(seed=st.integers(0, 10**6), skipped=st.integers(0, 150))
def test_a_copy_and_its_game_play_on_without_touching_each_other(seed, skipped):
    roll = random.Random(seed)
    game = begin("first game", seed)
    play_on(game, roll, skipped)
    copy = game.copy()
    table, told = game.table.copy(), list(game.table.history)
    play_on(copy, roll, 15)
    assert game.table == table and game.table.history == told
    still = copy.table.copy()
    play_on(game, roll, 15)
    assert copy.table == still


def test_the_middle_of_an_attack_can_be_saved():
    """A quiet table before the Attack is saved with the answers since."""
    game = attack()
    assert game.choice.prompt == "Attack Modifiers"
    assert game.position()["answers"][-1][1] == "attack batman"
    same(game, reloaded(game))
    same(attack().answer_any("play enhanced_strength"), reloaded(game).answer_any("play enhanced_strength"))


ATTACK = """
title = "An Attack"
[table]
phase = "rogue provoke"
[table.rogue]
characters = ["cheetah"]
hand = ["enhanced_strength"]
[table.hero]
characters = [{ card = "batman", at = "the_daily_planet" }]
[[table.locations]]
card = "the_daily_planet"
"""


def attack():
    return parse(ATTACK).game().answer_any("activate cheetah at the_daily_planet", "attack batman")


# the tree of answers


def played(seed=3, most=25, draft=False):
    """A timeline some way into a random game."""
    line = Timeline(new_game(start="standard", seating="4", seed=seed) if draft else new_game(seed=seed))
    roll = random.Random(seed)
    for _ in range(most):
        line.answer(roll.choice(line.game.choice.options))
    return line


def branched():
    """A timeline with a second branch, which has a name."""
    line = played(most=12).back(5)
    taken = line.here.children[0].option
    line.answer(next(o for o in line.game.choice.options if o != taken))
    line.here.name = "the other way"
    return line


def test_back_and_forward_walk_along_the_branch_that_was_last_begun():
    line = branched()
    there = line.here
    assert line.back().forward().here is there
    assert len(there.parent.children) == 2
    assert line.back(1000).here is line.root


def test_a_known_answer_follows_its_branch_and_a_wrong_one_begins_none():
    line = branched()
    there = line.here
    line.back().answer(there.option)
    assert line.here is there
    with pytest.raises(IllegalAnswer):
        line.answer("fly")
    assert line.here is there and not there.children


@pytest.mark.parametrize(
    "line", [played(most=0), played(), played(draft=True), branched()], ids=["new", "played", "drafted", "branched"]
)
def test_a_record_on_disk_gives_back_the_whole_tree(line, tmp_path):
    line.save(tmp_path / "game.json")
    again = Timeline.load(tmp_path / "game.json")
    assert again.as_json() == line.as_json()
    assert [n.name for n in again.nodes()] == [n.name for n in line.nodes()]
    assert again.game.table == line.game.table and not again.note


def test_a_record_keeps_readings_and_chances():
    line = Timeline(new_game(seed=1), {"rescue_requirement": "B"}, take_chances=True)
    line.answer("done")
    again = Timeline.from_json(json.loads(json.dumps(line.as_json())))
    assert again.game.table.ruling("rescue_requirement") == "B" and again.game.take_chances


def test_a_link_leads_to_the_same_position():
    for line in (played(), played(most=60, draft=True), branched()):
        again = Timeline.from_link(line.link())
        assert again.game.table == line.game.table
        assert [n.option for n in again.here.path()] == [n.option for n in line.here.path()]
        assert again.link() == line.link()


def test_a_link_of_the_first_round_is_short_and_fits_a_url():
    """Even when both players do all they can before they are done."""
    for seed in range(10):
        line, roll = Timeline(new_game(seed=seed)), random.Random(seed)
        while line.game.table.facts["round"] == 1:
            busy = [o for o in line.game.choice.options if o not in ("done", "pass", "decline")]
            line.answer(roll.choice(busy or line.game.choice.options))
        link = line.back().link()
        assert len(line.here.path()) > 20
        assert len(link) < 2000 and re.fullmatch(r"[A-Za-z0-9_-]+", link)


# what cannot be shown is refused with a sentence


def packed(data):
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode().rstrip("=")


def unpacked(link):
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))))


LINK = played(most=6).link()


def link_with(place, value):
    data = unpacked(LINK)
    data[place] = value
    return packed(data)


@pytest.mark.parametrize(
    "link, reason",
    [
        ("", "cannot be unpacked"),
        ("what is this", "cannot be unpacked"),
        ("é" * 40, "cannot be unpacked"),
        (LINK[:-12], "cannot be unpacked"),
        (LINK[:20] + "AAAA" + LINK[24:], "cannot be unpacked"),
        (packed("x" * 5_000_000), "more than a scenario can be"),
        ("A" * 30_000, "at most 20000 characters"),
        (base64.urlsafe_b64encode(zlib.compress(b"[" * 100_000)).decode().rstrip("="), "cannot be unpacked"),
        (base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(), "cannot be unpacked"),
        (packed({}), "cannot be unpacked"),
        (packed([1, 2]), "cannot be unpacked"),
        (packed(None), "cannot be unpacked"),
        (link_with(0, 99), "version 99"),
        (link_with(0, [1]), "version"),
        (link_with(1, 5), "cannot be read"),
        (link_with(1, "title = 5"), "expected string"),
        (link_with(1, "title ="), "scenario"),
        (link_with(1, "title = 'x'\nseed = " + "9" * 5000), "scenario"),
        (link_with(2, ["rescue_requirement"]), "cannot be read"),
        (link_with(2, {"rescue_requirement": "Z"}), "Z"),
        (link_with(2, {"rescue_requirment": "A"}), "did you mean 'rescue_requirement'"),
        (link_with(4, 12), "cannot be read"),
        (link_with(4, ""), "no longer lead to the position"),
        (link_with(5, 5), "cannot be read"),
        (link_with(5, [["a"]]), "cannot be read"),
        (link_with(5, [[1, 2]]), "no longer fits"),
        (link_with(5, [[unpacked(LINK)[5][0][0], "fly"]]), "is not among"),
        (link_with(5, unpacked(LINK)[5] * 400), "no longer fits|is not among|is refused"),
    ],
)
def test_a_hostile_link_is_refused_with_the_reason(link, reason):
    with pytest.raises(RecordError, match=reason):
        Timeline.from_link(link)


@settings(steadily, max_examples=300)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_any_other_text_is_no_link(text):
    with pytest.raises(RecordError):
        Timeline.from_link(text)


RECORD = branched().as_json()


def record_with(**changes):
    return json.loads(json.dumps({**RECORD, **changes}))


def answer_with(number, **changes):
    answers = [dict(answer) for answer in RECORD["answers"]]
    answers[number] |= changes
    return record_with(answers=answers)


@pytest.mark.parametrize(
    "data, reason",
    [
        (None, "not a record"),
        ([], "not a record"),
        ({}, "not a record"),
        ("text", "not a record"),
        (record_with(dcf_lab=2), "version 2"),
        (record_with(dcf_lab="1"), "version '1'"),
        (record_with(scenario=None), "not a record"),
        (record_with(scenario="title = 1"), "expected string"),
        (record_with(readings=None, answers=7), "not a record"),
        (record_with(readings={"rescue_requirment": "B"}), "did you mean 'rescue_requirement'"),
        (record_with(readings=[1]), "not a record"),
        (record_with(cards=[1]), "not a record"),
        (record_with(answers={"a": 1}), "not a record"),
        (record_with(answers=[5]), "not a record"),
        (record_with(here=500), "which it does not have"),
        (record_with(here=-1), "which it does not have"),
        (record_with(here="0"), "which it does not have"),
        (record_with(here=0), "no longer lead to the position"),
        (record_with(position={}), "no longer lead to the position"),
        (answer_with(0, after=500), "which it does not have"),
        (answer_with(0, after=-1), "which it does not have"),
        (answer_with(1, after=0), "but the game asks|is not among|stands twice|no longer lead|is refused"),
        (answer_with(0, option="fly"), "is not among"),
        (answer_with(0, option=["done"]), "not among|not a record"),
        (answer_with(0, prompt="Hero Action Phase"), "but the game asks"),
        (answer_with(0, player="hero"), "but the game asks"),
        (record_with(answers=[RECORD["answers"][0]] * 2), "stands twice|but the game asks|is not among|is refused"),
    ],
)
def test_a_damaged_record_is_refused_with_the_reason(data, reason):
    with pytest.raises(RecordError, match=reason):
        Timeline.from_json(data)


def places(data, path=()):
    """Every place in JSON data."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


PLACES = [path for path in places(RECORD) if path]
ANYTHING = st.none() | st.booleans() | st.integers(-3, 10**20) | st.text(max_size=5) | st.just([]) | st.just({}) | st.just([[]])


@settings(steadily, max_examples=300)
@given(st.sampled_from(PLACES), ANYTHING)
def test_a_record_with_anything_else_in_one_place_loads_or_says_why_not(path, value):
    data = json.loads(json.dumps(RECORD))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    try:
        line = Timeline.from_json(data)
    except RecordError as error:
        assert str(error)
    else:
        assert line.game.position()["table"] == RECORD["position"]["table"]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xff", b"[" * 100_000, b'{"dcf_lab": ' + b"9" * 5000 + b"}"])
def test_a_file_that_is_no_record_says_so(tmp_path, content):
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(RecordError, match="game.json: "):
        Timeline.load(file)


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(RecordError, match="there is no such file"):
        Timeline.load(tmp_path / "nothing.json")


# records from before a change


def test_a_record_from_before_a_card_changed_says_which():
    line = played()
    data = json.loads(json.dumps(line.as_json()))
    data["cards"]["batman"] = "00000000"
    again = Timeline.from_json(data)
    assert again.note == "changed since the record was saved: batman"
    assert again.game.table == line.game.table


def test_a_record_whose_answers_lead_elsewhere_today_says_so():
    """As if a card did something else now: the same questions, another position."""
    line = Timeline(new_game(seed=2))
    pools = [o for o in line.game.choice.options if o.startswith("pool ")]
    line.answer(pools[0])
    data = json.loads(json.dumps(line.as_json()))
    data["answers"][0]["option"] = pools[1]
    data["cards"]["batman"] = "00000000"
    with pytest.raises(
        RecordError, match="no longer lead to the position that was saved; changed since the record was saved: batman"
    ):
        Timeline.from_json(data)


def test_a_link_from_before_a_card_changed_says_so_when_it_leads_elsewhere():
    data = unpacked(LINK)
    data[4] = "00000000" + data[4][8:]
    assert Timeline.from_link(packed(data)).link() == LINK
    data[4] = "0" * 16
    with pytest.raises(RecordError, match="no longer lead to the position that was shared; the cards have changed"):
        Timeline.from_link(packed(data))
