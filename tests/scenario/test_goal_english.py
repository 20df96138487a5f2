"""Goals in English: what every packaged puzzle asks for, what menus can say, and whatever else the language of goals has."""

import itertools
import re

import pytest
from folders import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from dcf_lab.games import manual
from dcf_lab.lab.facts import goal_facts
from dcf_lab.scenario.expect import goal_words
from dcf_lab.scenario.file import read, scenarios_folder
from dcf_lab.scenario.goal import goal_problems, make_goal, mended, place_of_mistake

PUZZLES = sorted((scenarios_folder() / "dc_forever" / "puzzles").glob("*.toml"))
REPLIES = "whatever the opponents reply and however cards are shuffled."
CARDS = manual("dc_forever").library()
GAMES = ("dc_forever", "tiny", "deckbuilding")


def said(cards=CARDS, side="rogue", **goal):
    """The sentence of a goal, which must be one that can be played."""
    assert list(goal_problems({"for": side, **goal}, cards)) == []
    return make_goal({"for": side, **goal}, cards).sentence


def without_engine_words(sentence):
    return not re.search(r"\w_\w|[<>=(){}\[\]]|\w\.\w|\b(ko|None|True)\b|area|reach ", sentence)


@pytest.mark.parametrize("file", PUZZLES, ids=lambda file: file.stem[:3])
def test_every_packaged_puzzle_has_its_goal_in_plain_english(file):
    sentence = read(file).goal.in_words()

    assert sentence.startswith(("The Rogues: ", "The Heroes: ")) and sentence.endswith(".")
    assert without_engine_words(sentence)


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ({"happen": "ko to batman"}, "knock out Batman in this round"),
        ({"happen": "ko by cheetah to batman", "within": "this action"}, "knock out Batman by Cheetah in this action"),
        ({"happen": "capture"}, "capture a Rogue in this round"),
        ({"happen": "damage to batman amount 4"}, "see to it that Batman suffers 4 damage in this round"),
        ({"happen": "damage to batman 2 times"}, "see to it that Batman suffers damage twice in this round"),
        ({"happen": "ko not by cheetah to batman"}, "knock out Batman, but not by Cheetah in this round"),
        ({"happen": "empower to batman"}, "see to it that somebody empowers Batman with a card in this round"),
        ({"reach": "batman.damage >= 1"}, "bring Batman to at least 1 damage in this round"),
        ({"reach": "the_daily_planet.citizens == 0"}, "leave The Daily Planet no citizens in this round"),
        ({"reach": "sanctuary.citizens <= 10"}, "bring Sanctuary to at most 10 citizens in this round"),
        ({"reach": "card('344_clinton_street').citizens < 3"}, "bring 344 Clinton Street to fewer than 3 citizens in this round"),
        ({"reach": "'fame.1' in area('hero.hand')"}, "bring Fame into the Hero's hand in this round"),
        ({"reach": "size(area('table.captured')) == 0"}, "leave no card among the captured Rogues in this round"),
        ({"reach": "hero.hand >= 3"}, "have at least 3 cards in the Hero's hand in this round"),
        ({"reach": "batman.at == arkham_asylum"}, "have Batman at Arkham Asylum in this round"),
        ({"reach": "not batman.exhausted"}, "have Batman not exhausted in this round"),
        ({"reach": "batman.exhausted or cheetah.exhausted"},
         "see to it that Batman is exhausted or Cheetah is exhausted in this round"),
        ({"reach": "batman.remaining <= 2"}, "bring Batman's remaining Health to at most 2 in this round"),
        ({"avoid": "winner == 'rogue'"}, "never let the Rogues win in this round"),
        ({"avoid": "'batman' in area('table.knocked out')", "win": "any", "within": "3 rounds"},
         "win within 3 rounds, and never let Batman be among the knocked out Heroes"),
    ],
)  # fmt: skip
def test_a_goal_is_said_as_one_would_say_it(goal, sentence):
    assert said(**goal) == f"The Rogues: {sentence}, {REPLIES}"


EXPRESSIONS = st.recursive(
    st.sampled_from(
        [
            "batman",
            "4",
            "'go_viral'",
            "winner",
            "round",
            "sanctuary.citizens",
            "batman.at",
            "batman.damage",
            "cheetah.exhausted",
            "area('rogue.discard')",
            "size(area('table.captured'))",
            "has(batman, 'Human')",
            "marked(batman, 'blank')",
            "half(7)",
            "number('rogue')",
            "linked(batman, 'at')",
            "None",
            "True",
        ]
    ),  # fmt: skip
    lambda inner: (
        st.builds(
            "({} {} {})".format,
            inner,
            st.sampled_from(["and", "or", ">=", "<", "==", "!=", "in", "not in", "+", "-", "//"]),
            inner,
        )
        | st.builds("(not {})".format, inner)
        | st.builds("(-{})".format, inner)
    ),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(text=EXPRESSIONS)
def test_whatever_can_be_written_can_be_said(text):
    for part in ("reach", "avoid"):
        if not list(goal_problems({"for": "hero", part: text}, CARDS)):
            assert said(side="hero", **{part: text}).endswith(".")


@pytest.mark.parametrize("kind", manual("dc_forever").EVENTS)
def test_every_kind_of_event_can_be_said(kind):
    assert without_engine_words(said(happen=f"{kind} by cheetah to batman amount 2").replace("Batman", ""))
    assert said(happen=kind).startswith("The Rogues: ")


# menus


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_menu_says_is_a_goal_and_an_english_sentence(game, test_games):
    cards = manual(game).library()
    facts, side = goal_facts(game, cards), next(iter(manual(game).SIDES))
    alone = [card for card in cards if card in goal_words(cards).everywhere]
    menus = {kind: template for kind, (_, template) in facts["menus"].items()}
    for event in facts["events"]:
        card = next(one for one in cards if not event["to"] or cards[one].type in event["to"])
        sentence = said(cards, side, happen=menus["happens"].format(kind=event["kind"], card=card))
        assert cards[card].name in sentence and without_engine_words(sentence)
    for token, sign in itertools.product(facts["tokens"], (">=", "<=")):
        holders = [*(one for one in alone if cards[one].type in token["on"]), *(["player1"] if "player" in token["on"] else [])]
        holders = [one for one in holders if one in goal_words(cards).everywhere][:3]
        for holder in holders:
            sentence = said(cards, side, reach=menus["counts"].format(card=holder, token=token["key"], sign=sign, number=3))
            assert f"at {'least' if sign == '>=' else 'most'} 3" in sentence and without_engine_words(sentence)
    for holder in facts["holders"]:
        said(cards, side, reach=menus["counts"].format(card=holder["id"], token=holder["token"], sign=">=", number=3))
    for state in facts["states"]:
        card = next(one for one in alone if not state["on"] or cards[one].type in state["on"])
        assert state["name"] in said(cards, side, avoid=menus["is"].format(card=card, state=state["key"]))
    for area in facts["areas"]:
        whose = "table" if area["whose"] == "table" else manual(game).PLAYERS[0]
        sentence = said(cards, side, reach=menus["lies"].format(card=next(iter(cards)), area=f"{whose}.{area['what']}"))
        assert area["words"] in sentence and without_engine_words(sentence)
    assert "win" in said(cards, side, avoid=menus["wins"].format(side=side))


# mistakes


@pytest.mark.parametrize(
    ("part", "text", "wrong", "instead"),
    [
        ("happen", "knock out Batman", "knock out Batman", "ko to batman"),
        ("happen", "Batman is knocked out", "Batman is knocked out", "ko to batman"),
        ("happen", "ko to batmn", "batmn", "ko to batman"),
        ("reach", "batmn.damage >= 4", "batmn", "batman.damage >= 4"),
        ("reach", "batman.damge >= 4", "damge", "batman.damage >= 4"),
        ("avoid", "'go_viral' in area('rogue.discrad')", "discrad", "'go_viral' in area('rogue.discard')"),
        ("reach", "batman damage", "damage", None),
    ],
)
def test_a_mistake_has_its_place_and_what_was_probably_meant(part, text, wrong, instead):
    [(path, what)] = goal_problems({"for": "rogue", part: text}, CARDS)
    start, end = place_of_mistake(text, what)

    assert path == (part,) and text[start:end] == wrong
    assert mended(text, what) == instead


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=60), what=st.text(max_size=60))
def test_a_mistake_of_any_kind_has_a_place_inside_the_text(text, what):
    place = place_of_mistake(text, what)
    assert place is None or 0 <= place[0] <= place[1] <= len(text)


def test_the_readme_of_scenarios_tells_of_the_point():
    assert "point = " in (ROOT / "scenarios" / "README.md").read_text()
