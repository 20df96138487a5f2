"""Bots in the seats of the explore page: they answer, advise, know only what they may know, and no message confuses them."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dcf_lab.bots.bots import bot
from dcf_lab.engine.unseen import dealt_anew
from dcf_lab.games import manual
from dcf_lab.games.dc_forever import first_game
from dcf_lab.games.dc_forever.players.judge import judge, parts
from dcf_lab.lab.app import Lab
from dcf_lab.lab.facts import game_facts
from dcf_lab.lab.opponents import Opponents, _thought
from dcf_lab.timeline.timeline import Timeline, new_game

BOTH = {"rogue": "greedy", "hero": "greedy"}


def opened(query=""):
    lab = Lab()
    list(lab.handle({"page": "explore", "do": "open", "query": query}))
    return lab


def ask(lab, do, **message):
    """A message and, as the page does, another one for every further slice of thinking."""
    answers = list(lab.handle({"page": "opponents", "do": do, **message}))
    while answers and answers[0]["show"] == "working":
        answers = list(lab.handle({"page": "opponents", "do": "more", "work": answers[0]["work"]}))
    return answers


def told(thinking):
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value


# answering


@pytest.mark.parametrize("kind", game_facts("dc_forever")["bots"])
def test_a_bot_of_every_kind_gives_a_legal_answer(kind):
    lab = opened()
    options = lab.explore.line.game.choice.options
    film, answered = ask(lab, "answer", seats={"rogue": kind})

    assert film["show"] == "film" and film["here"] == 1
    assert answered["said"] == [{"player": "rogue", "option": lab.explore.line.here.option}]
    assert lab.explore.line.here.option in options


def test_bots_play_a_round_and_whoever_is_no_bot_is_waited_for():
    lab = opened()
    while lab.explore.line.game.table.facts["round"] == 1:
        assert len(ask(lab, "answer", seats=BOTH)[1]["said"]) == 1
    size = lab.explore.line.size
    player = lab.explore.line.game.choice.player

    assert ask(lab, "answer", seats={who: kind for who, kind in BOTH.items() if who != player})[1]["said"] == []
    assert lab.explore.line.size == size


def test_from_a_seat_all_others_answer_at_once_and_in_secret():
    lab = opened()
    list(lab.handle({"page": "explore", "do": "seat", "seat": "hero"}))
    film, answered = ask(lab, "answer", seats={"rogue": "easy"})

    assert lab.explore.line.game.choice.player == "hero" and len(lab.explore.line.here.path()) > 1
    assert answered["said"] == []
    assert [one["player"] for one in film["decisions"]] == ["hero"]


def test_an_answer_of_a_bot_is_a_branch_like_any_other():
    lab = opened()
    ask(lab, "answer", seats=BOTH)
    list(lab.handle({"page": "explore", "do": "go", "node": 0}))
    list(lab.handle({"page": "explore", "do": "answer", "node": 0, "option": "done"}))
    ask(lab, "answer", seats=BOTH)

    assert [len(node.children) for node in (lab.explore.line.root, *lab.explore.line.root.children)] == [2, 0, 1]


# what they know


def test_a_bot_thinks_about_a_table_on_which_hidden_cards_are_others():
    """Before it thinks, the opponent's hand is dealt anew, so that it holds other cards than the real one."""
    game = first_game(seed=3)
    while game.choice.player != "hero":
        game.answer("done" if "done" in game.choice.options else game.choice.options[0])
    other = dealt_anew(game, "hero", random.Random(1))
    hands = [one.table.zones["rogue", "hand"] for one in (game, other)]
    looked = []
    for one in (game, other):
        known = dealt_anew(one, "hero", random.Random(2))
        looked.append(known.table.zones["rogue", "hand"])

    assert sorted(hands[0]) != sorted(hands[1])
    assert all(sorted(looked[n]) != sorted(hands[n]) for n in (0, 1))
    assert told(_thought(game, "greedy")) in game.choice.options


def test_a_bot_answers_the_same_at_the_same_place():
    game = Timeline(new_game(seed=5)).game

    assert len({told(_thought(game, "easy")) for _ in range(3)}) == 1


# advising


def test_advice_names_the_best_answer_and_why():
    lab = opened("?scenario=rulebook/e06")
    [advice] = ask(lab, "advise", node=0)
    best, *others = advice["answers"]

    assert (best["option"], best["words"]) == ("activate cheetah at the_daily_planet", "activate Cheetah at The Daily Planet")
    assert best["why"][0].startswith("It sees coming: Batman suffers 4 damage.")
    assert "“activate The Joker at The Daily Planet”" in best["why"][1]
    assert others and all(one["why"] for one in others)


def test_advice_can_be_stopped_and_tells_what_is_known():
    lab = opened()
    [working] = lab.handle({"page": "opponents", "do": "advise", "node": 0})
    [advice] = lab.handle({"page": "opponents", "do": "stop"})

    assert working["show"] == "working"
    assert advice["show"] == "advice" and advice["answers"]


def test_from_a_seat_there_is_no_advice_for_others():
    lab = opened()
    list(lab.handle({"page": "explore", "do": "seat", "seat": "hero"}))

    assert ask(lab, "advise") == [{"show": "refused", "text": "nobody is asked there, or others decide"}]


def test_the_parts_of_a_judgement_are_the_judgement():
    game, roll = first_game(seed=2), random.Random(2)
    play = bot("random", None, 2)
    for _ in range(150):
        if game.over:
            break
        side, ahead = roll.choice(["hero", "rogue"]), roll.random() < 0.5
        assert sum(parts(game.table, side, ahead).values()) == pytest.approx(judge(game.table, side, ahead))
        game.answer(play(game))


# games of which bots know only the rules


def test_a_game_without_a_mind_has_random_bots_and_no_advice(test_games):
    assert game_facts("tiny")["bots"] == ["random"]
    lab = opened(f"?game=tiny&start={next(iter(manual('tiny').STARTS))}")
    player = lab.explore.line.game.choice.player

    assert len(ask(lab, "answer", seats={player: "random"})[1]["said"]) == 1
    assert ask(lab, "answer", seats={player: "hard"})[0]["text"].endswith("there are random")
    [refused] = ask(lab, "advise")
    assert refused["show"] == "refused" and "to give advice" in refused["text"]


def test_every_answer_says_what_it_is_made_of(test_games):
    """In every game: its deed, the cards and players that it speaks of, its price, and whether it ends the question."""
    for game in ("dc_forever", "tiny", "deckbuilding"):
        lab = Lab()
        [facts] = lab.handle({"page": "explore", "do": "open", "query": f"?game={game}&start={next(iter(manual(game).STARTS))}"})
        asked, library = facts["film"]["decisions"][-1], lab.explore.line.scenario.cards
        assert asked["options"]
        for option, made in zip(asked["options"], asked["made"], strict=True):
            assert made["deed"] == option.split(" ")[0]
            assert set(made["things"]) == {word for word in option.split(" ")[1:] if word in library}
            assert made["leaves"] == (option in manual(game).LEAVE)


# strangers


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"seats": {"batman": "greedy"}}, "nobody sits there"),
        ({"seats": {"rogue": "godlike"}}, "there is no such bot for DC Forever"),
        ({"seats": {"rogue": ["greedy"]}}, "there is no such bot for DC Forever"),
        ({"seats": {"rogue": {}}}, "there is no such bot for DC Forever"),
        ({"seats": "rogue"}, "nobody is a bot"),
        ({}, "nobody is a bot"),
        ({"seats": BOTH, "node": 77}, "that place in the tree is no longer there"),
        ({"seats": BOTH, "node": "0"}, "that place in the tree is no longer there"),
    ],
)
def test_a_wrong_seat_or_strength_is_refused_with_a_sentence(message, text):
    lab = opened()
    [refused] = ask(lab, "answer", **message)

    assert refused["show"] == "refused" and refused["text"].startswith(text)
    assert lab.explore.line.size == 1


def test_before_anything_is_open_bots_are_refused():
    assert list(Lab().handle({"page": "opponents", "do": "advise"}))[0]["show"] == "refused"


def test_a_flood_of_wishes_leaves_one_piece_of_thinking():
    """Each wish ends the one before; a late word about that is answered, and does nothing."""
    lab = opened()
    works = [next(lab.handle({"page": "opponents", "do": "answer", "seats": {"rogue": "hard"}})) for _ in range(20)]
    assert {one["show"] for one in works} == {"working"}
    late = [list(lab.handle({"page": "opponents", "do": "more", "work": one["work"]}))[0] for one in works[:-1]]

    assert {one["show"] for one in late} == {"work over"}
    assert lab.explore.line.size == 1


def test_thinking_about_a_tree_that_was_left_is_over():
    lab = opened()
    [working] = lab.handle({"page": "opponents", "do": "answer", "seats": {"rogue": "hard"}})
    list(lab.handle({"page": "explore", "do": "open", "query": "?scenario=rulebook/e06"}))

    assert list(lab.handle({"page": "opponents", "do": "more", "work": working["work"]}))[0]["show"] == "work over"
    assert lab.explore.line.size == 1


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["rogue", "hero", "easy", "random", "x", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["rogue", "hero", "x"]), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.fixed_dictionaries(
            {"do": st.sampled_from([name.removeprefix("do_") for name in dir(Opponents) if name.startswith("do_")])},
            optional={"node": anything, "seats": anything, "work": anything},
        ),
        max_size=5,
    )
)
def test_any_message_is_answered_with_data_or_a_sentence(messages):
    lab = opened("?scenario=rulebook/e06")
    for message in messages:
        for answer in lab.handle({**message, "page": "opponents"}):
            json.dumps(answer, allow_nan=False)
            assert answer["show"] != "error"
