"""What the page that explains a game is told: primer, rules with their scenes, and the moments of a scene worth seeing."""

import json

import pytest

from dcf_lab.engine.game import Choice
from dcf_lab.games import manual, manuals
from dcf_lab.lab.guide import about, deed_of
from dcf_lab.lab.learn import MAX_SHOWN, Learn, stops
from dcf_lab.lab.shelf import ShelfError
from dcf_lab.lab.start import Start
from dcf_lab.timeline.timeline import new_game

BOOK = manual("dc_forever")


def opened(query=""):
    (told,) = Learn().do_open({"query": query})
    return told


def test_every_rule_is_told_with_its_section_and_has_a_scene():
    rules = opened()["rules"]

    assert list(rules) == list(BOOK.rules())
    assert [rule for rule, told in rules.items() if not told["scenes"]] == []
    assert rules["DCF-R077"]["scenes"][0] == "rules/r077_attack_deals_value_and_modifiers"
    assert all(told["text"] and told["section"] and told["topic"] for told in rules.values())


def test_a_rule_knows_the_rulings_about_it():
    told = opened()
    keys = {ruling["key"] for ruling in told["rulings"]}

    assert any(rule["rulings"] for rule in told["rules"].values())
    assert all(set(rule["rulings"]) <= keys for rule in told["rules"].values())


@pytest.mark.parametrize("query", ["?game=nothing", "?game=" + "x" * 5000, "?rule=%00", "", "?part=rules&game=dc_forever"])
def test_whatever_an_address_says_there_is_a_game_to_learn(query):
    assert opened(query)["game"] == "dc_forever"


@pytest.mark.parametrize(
    "asked", [{}, {"game": "dc_forever", "chapter": 99}, {"game": "../..", "chapter": 0}, {"game": "dc_forever", "chapter": True},
              {"game": ["dc_forever"], "chapter": 0}],
)  # fmt: skip
def test_a_scene_that_no_chapter_has_is_refused(asked):
    with pytest.raises(ShelfError):
        list(Learn().do_scene(asked))


def test_a_scene_brings_only_the_cards_that_are_there_and_stops_where_something_happens():
    number = next(n for n, one in enumerate(BOOK.PRIMER.chapters) if one.title == "Attack")
    (told,) = Learn().do_scene({"game": "dc_forever", "chapter": number})
    texts = [told["film"]["events"][at - 1]["text"] for at in told["stops"]]

    assert set(told["cards"]) == {"cheetah", "the_joker", "enhanced_strength", "batman", "the_daily_planet"}
    assert texts[0] == "The table is set." and "Batman suffers 4 damage" in texts[-1]
    assert not any(text.startswith(("The Rogue answers", "The moment to react")) for text in texts)
    assert len(json.dumps(told, default=str)) < 80_000


def test_nobody_presses_next_for_ever():
    chapter = BOOK.PRIMER.chapters[0]._replace(begin="", stop="")

    assert len(stops([{"kind": "draw", "depth": "effect"}] * 500, chapter)) == MAX_SHOWN


def test_the_start_page_is_told_every_game_with_its_sentence_and_all_rules():
    (told,) = Start().do_open({})

    assert [(game["title"], game["about"]) for game in told["games"]] == [(book.TITLE, book.ABOUT) for book in manuals()]
    assert told["games"][0]["example"]["comes"]["number"] == "4"
    assert {rule["id"] for rule in told["rules"]} == {rule for book in manuals() for rule in book.rules()}


# the guide


def test_a_question_is_explained_by_what_it_asks_before_the_stage_it_is_asked_in():
    game = new_game("dc_forever", "first game", 7).game(take_chances=False)
    asked = game.choice
    assert about(BOOK, game.table, asked) == BOOK.PRIMER.questions["Rogue Action Phase"]
    assert about(BOOK, game.table, Choice("rogue", "Pay 2 for Primal Drive", ("done",))) == BOOK.PRIMER.questions["Pay"]

    elsewhere = Choice("rogue", "Something else", ("done",))
    assert about(BOOK, game.table, elsewhere) == BOOK.PRIMER.questions["Plotting Stage"], "a card asks, and not the phase"


def test_laying_a_scheme_is_another_deed_than_playing_a_card():
    assert deed_of(BOOK, "play hunting_grounds at arkham_asylum") == "play at"
    assert deed_of(BOOK, "play clown_gang") == "play" and deed_of(BOOK, "done") == "done"
