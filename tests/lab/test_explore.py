"""The explore page's messages: whatever is sent, the answer is data or a sentence, and the game at hand is as it was."""

import json
import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dcf_lab.games.dc_forever.table.view import view
from dcf_lab.lab import kept
from dcf_lab.lab.app import MAX_SENTENCE, Lab
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.shelf import shelf
from dcf_lab.scenario.file import parse
from dcf_lab.timeline.timeline import Timeline, new_game

DEEDS = sorted(name.removeprefix("do_") for name in dir(Explore) if name.startswith("do_"))
KEYS = (
    "node", "nodes", "option", "name", "text", "seat", "take", "key", "reading", "keep", "more", "what", "query", "kept",
    "token", "hidden", "page",
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


record = json.loads(json.dumps(Timeline(new_game(seed=3)).answer("done").back().answer("done").as_json()))


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
    """Not by the question, the tree, a wrong answer, the refused ones, nor by a comparison."""
    lab = opened({"do": "open", "page": "explore", "query": "?start=first+game&seed=7"})
    line = lab.explore.line
    roll = random.Random(7)
    while line.game.choice.player != "rogue" or line.size < 30:
        line.answer(roll.choice(line.game.choice.options))
    [_, film] = ask(lab, do="seat", seat="hero")
    here, stood = film["here"], line.here
    secret = set(line.game.table.zone("rogue", "hand")) | set(line.game.table.zone("rogue", "deck"))
    told = [
        *ask(lab, do="answer", option="nonsense"),
        *ask(lab, do="answer", option=line.game.choice.options[0]),
        *ask(lab, do="refused", node=here),
        *ask(lab, do="go", node=here),
        *ask(lab, do="compare", nodes=[here, here]),
        *ask(lab, do="ruling", key="scheme_play_when", reading="B"),
    ]
    options = {option for option in line.game.choice.options if " " in option}

    assert [answer["show"] for answer in told[:2]] == ["refused", "refused"] and told[0]["text"] == told[1]["text"]
    assert told[0]["text"] == "others decide now, not this seat" and told[-1]["show"] == "refused"
    assert options and line.here is stood
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


def test_a_seat_goes_to_its_own_questions_and_plays_on_from_there():
    """Answers of others in between are part of the seat's own last one: going there stands at the seat's next question."""
    lab = opened({"do": "open", "page": "explore", "query": "?start=first+game&seed=3"})
    line = lab.explore.line
    roll = random.Random(5)
    while line.game.choice.player != "hero" or sum(node.player == "hero" for node in line.nodes()) < 8:
        line.answer(roll.choice(line.game.choice.options))
    [_, film] = ask(lab, do="seat", seat="hero")
    last = line.here
    own = [node for node in line.here.path() if node.player == "hero"]
    assert [node["id"] for node in film["nodes"]] == list(range(len(own) + 1))
    [back] = ask(lab, do="go", node=3)
    assert line.game.choice.player == "hero" and line.here in (own[2], *own[3].path()) and back["here"] == 3
    option = next(option for option in line.game.choice.options if line.here.child(option) is None)
    [tried] = ask(lab, do="answer", node=3, option=option)
    assert [(node["id"], node["parent"], node["option"]) for node in tried["nodes"]] == [(len(own) + 1, 3, option)]
    ask(lab, do="go", node=len(own))
    assert line.here is last
    [gone, _] = ask(lab, do="delete", node=len(own) + 1)
    assert gone["nodes"] == [len(own) + 1]


# keeping and sharing from a seat

TOKEN = "0123456789abcdef" * 4


def sitting(seat="hero", seed=7, answers=30):
    lab = opened({"do": "open", "page": "explore", "query": f"?start=first+game&seed={seed}"})
    line = lab.explore.line
    roll = random.Random(seed)
    while line.game.choice.player != seat or line.size < answers or not line.game.is_quiet:
        line.answer(roll.choice(line.game.choice.options))
    ask(lab, do="seat", seat=seat)
    return lab


@pytest.mark.parametrize("served", [True, False])
def test_what_a_seat_has_made_is_kept_in_the_lab_and_not_in_the_browser(served, tmp_path, monkeypatch):
    """The record has the hidden cards, so the page gets only the news that it is kept; its own word brings it back."""
    monkeypatch.setenv("DCF_LAB_KEPT", str(tmp_path) if served else "")
    lab = sitting()
    [answer] = ask(lab, do="keep", token=TOKEN)
    assert answer == {"show": "kept", "sealed": True, "title": "First game"}
    assert not served or [TOKEN in path.name for path in tmp_path.iterdir()] == [False]
    other = Lab()
    [answer] = ask(other, do="open", query="", kept=f"sealed:{TOKEN}")
    assert answer["film"]["seat"] == "hero" and other.explore.line.size == lab.explore.line.size
    ask(lab, do="seat", seat=None)
    assert Timeline.from_text(ask(lab, do="keep", token=TOKEN)[0]["record"]).size == lab.explore.line.size


@pytest.mark.parametrize("token", [None, 7, "short", "../" * 20, "a" * 65, "\u00e9" * 40])
def test_a_word_that_nobody_should_keep_anything_under_is_refused(token, tmp_path, monkeypatch):
    monkeypatch.setenv("DCF_LAB_KEPT", str(tmp_path))
    lab = sitting(answers=3)
    assert ask(lab, do="keep", token=token) == [{"show": "kept", "sealed": False, "title": "First game"}]
    assert list(tmp_path.iterdir()) == []
    [answer, notice] = ask(lab, do="open", query="", kept=f"sealed:{token}")
    assert answer["show"] == "explore" and "has not kept" in notice["text"]


@pytest.mark.parametrize("served", [True, False])
def test_the_lab_keeps_so_many_records_and_forgets_the_oldest(served, tmp_path, monkeypatch):
    monkeypatch.setenv("DCF_LAB_KEPT", str(tmp_path) if served else "")
    monkeypatch.setattr(kept, "MOST_KEPT", 3)
    for n in range(5):
        assert kept.keep(f"{n}" * 32, f"record {n}", "hero")
        if served:
            os.utime(tmp_path / kept._name(f"{n}" * 32), (n, n))
    assert kept.keep("5" * 32, "record 5", "rogue") and not kept.keep("6" * 32, "x" * kept.MAX_KEPT, "hero")
    found = [kept.kept(f"{n}" * 32) for n in range(7)]
    assert found == [None, None, None, ("record 3", "hero"), ("record 4", "hero"), ("record 5", "rogue"), None]


def test_a_link_from_a_seat_opens_what_that_player_knows_and_takes_the_seat():
    """The full one is there, too, under its own name."""
    lab = sitting()
    line = lab.explore.line
    [found] = ask(lab, do="link")
    [full] = ask(lab, do="link", hidden=True)
    assert found["seat"] == "hero" and full == {"show": "link", "link": line.link(), "seat": None}
    other = Lab()
    [answer] = ask(other, do="open", query=f"?s={found['link']}&seat=hero")
    known = other.explore.line
    assert answer["film"]["seat"] == "hero" and answer["title"] == "First game (as the Hero knows it)"
    assert "dealt anew" in answer["summary"] and known.size == 1 and known.scenario.seed != line.scenario.seed
    assert list(known.game.choice.options) == list(line.game.choice.options)
    mine, theirs = (view(one.game.table, "hero") for one in (known, line))
    assert mine["zones"] == theirs["zones"] and mine["counts"] == theirs["counts"]
    assert known.game.table.zone("rogue", "hand") != line.game.table.zone("rogue", "hand")
    assert sorted(known.game.table.zone("rogue", "hand") + known.game.table.zone("rogue", "deck")) == sorted(
        line.game.table.zone("rogue", "hand") + line.game.table.zone("rogue", "deck")
    )


def test_files_from_a_seat_have_no_answers_seed_or_hidden_hand():
    lab = sitting()
    line = lab.explore.line
    [scenario] = ask(lab, do="download", what="scenario")
    [record] = ask(lab, do="download", what="record")
    [full] = ask(lab, do="download", what="record", hidden=True)
    assert "script" not in scenario["text"] and "seed = 7\n" not in scenario["text"]
    assert json.loads(record["text"])["answers"] == [] and json.loads(record["text"])["scenario"] == scenario["text"]
    assert Timeline.from_text(full["text"]).size == line.size
    assert Timeline(parse(scenario["text"])).link() == ask(lab, do="link")[0]["link"]


def test_before_there_is_a_position_a_seat_has_no_link_of_its_own():
    lab = opened({"do": "open", "page": "explore", "query": "?start=standard&seed=7"})
    ask(lab, do="seat", seat="hero")
    [refused] = ask(lab, do="link")
    assert refused["show"] == "refused" and "with hidden cards" in refused["text"]
    assert ask(lab, do="link", hidden=True)[0]["show"] == "link"


@pytest.mark.parametrize(
    "message", [{"do": "matters"}, {"do": "chance", "take": True}, {"do": "ruling", "key": "scheme_play_when", "reading": "B"}]
)
def test_what_plays_hidden_cards_again_is_refused_to_a_seat(message):
    """Another reading or other dice would be played with the cards that the others really have."""
    lab = sitting(answers=3)
    [refused] = ask(lab, **message)
    assert refused["show"] == "refused" and "see it all" in refused["text"]
    ask(lab, do="seat", seat=None)
    assert ask(lab, **message)[0]["show"] != "refused"


def test_another_seat_is_shown_the_same_moment_by_its_own_count():
    """Each seat counts the events that it knows of; changing seats leads to the same place in the whole course."""
    lab = sitting()
    table = lab.explore.line.game.table
    ask(lab, do="seat", seat=None)
    there = next(event.id for event in table.history if event.kind == "phase" and event.by == "hero") + 1
    [_, hero] = ask(lab, do="seat", seat="hero", moment=there)
    [_, rogue] = ask(lab, do="seat", seat="rogue", moment=hero["moment"])
    [_, whole] = ask(lab, do="seat", seat=None, moment=rogue["moment"])
    assert hero["moment"] < there and rogue["moment"] <= there and whole["moment"] == there
    for film in (hero, rogue):
        assert film["events"][film["moment"] - 1]["kind"] == "phase"
    for moment in (-5, 10**9, "x", None, True):
        [_, film] = ask(lab, do="seat", seat="hero", moment=moment)
        assert 0 <= film["moment"] <= len(film["events"])
