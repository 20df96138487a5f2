"""Positions as text: TOML is written and read again, and a table is described and set again."""

import random
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import MATCHES, begin
from test_build import BLOCKS, FILES, position

from dcf_lab.engine.toml import FileError, parse_toml, write_toml
from dcf_lab.games import NoPosition
from dcf_lab.games.dc_forever import first_game
from dcf_lab.games.dc_forever.table.described import describe
from dcf_lab.games.dc_forever.table.position import PositionError, set_position
from dcf_lab.scenario.file import parse, read

# writing TOML

WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
PLAIN = st.one_of(
    WORDS, st.integers(-(2**63), 2**63), st.booleans(), st.floats(allow_nan=False), st.dates(), st.datetimes(), st.times()
)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(WORDS, inner, max_size=5), max_leaves=25)
KEYS = WORDS | st.sampled_from([*BLOCKS, "table", "goal", "rulings"])


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_whatever_a_scenario_contains_is_written_so_that_it_is_read_again(data):
    assert tomllib.loads(write_toml(data, BLOCKS)) == data
    assert tomllib.loads(write_toml(data)) == data


def test_every_shipped_scenario_is_written_so_that_it_is_read_again():
    for file in FILES:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        assert parse_toml(write_toml(data, BLOCKS)) == data, file


def test_a_file_is_written_as_a_person_would_write_it():
    data = {
        "title": 'He said "no"\tand left',
        "rulings": {"rescue_requirement": "B"},
        "table": {
            "phase": "rogue provoke",
            "rogue": {"characters": ["cheetah", {"card": "the_joker", "damage": 2}]},
            "locations": [{"card": "arkham_asylum", "citizens": 5}],
        },
    }
    assert write_toml(data, BLOCKS).splitlines() == [
        r'title = "He said \"no\"\tand left"',
        'rulings = { rescue_requirement = "B" }',
        "",
        "[table]",
        'phase = "rogue provoke"',
        "",
        "[table.rogue]",
        'characters = ["cheetah", { card = "the_joker", damage = 2 }]',
        "",
        "[[table.locations]]",
        'card = "arkham_asylum"',
        "citizens = 5",
    ]


def test_prose_with_quotes_and_many_dots_is_read_again():
    data = {"summary": 'One. "' + "Two. " * 60 + '" Three.'}
    assert parse_toml(write_toml(data)) == data


def test_what_toml_cannot_say_is_refused():
    for value in (None, "\ud800", object()):
        with pytest.raises(FileError):
            write_toml({"goal": value})


# describing a table


def test_every_shipped_position_is_described_so_that_it_is_set_again():
    tables = [read(file) for file in FILES]
    tables = [scenario for scenario in tables if scenario.start == "position"]
    assert len(tables) > 500
    for scenario in tables:
        readings = scenario.rulings
        how = (scenario.seating, scenario.seed, False, readings)
        table = set_position(scenario.table or {}, *how, cards=scenario.cards)
        said = describe(table)
        assert set_position(said.table, *how, cards=scenario.cards) == table, scenario.file
        assert (said.seating, said.lost) == (scenario.seating, []), scenario.file


@pytest.mark.parametrize("match", MATCHES)
def test_a_quiet_table_of_any_game_is_described_so_that_it_is_set_again(match):
    """Only how often cards were played for nothing this round is not said."""
    described = 0
    for seed in range(6):
        roll = random.Random(seed)
        game = begin(match, seed)
        for _ in range(250):
            if game.choice is None:
                break
            if game.is_quiet and game.table.facts["step"] not in ("draft", "starters"):
                table = game.table
                said = describe(table)
                again = set_position(said.table, said.seating, table.dice, False, {})
                assert again.zones == {zone: cards for zone, cards in table.zones.items() if zone != ("table", "box")}
                kept = {key: mark for key, mark in table.marks.items() if key[1] != "repeated"}
                assert (again.counts, again.marks, again.links) == (table.counts, kept, table.links)
                assert again.facts == {fact: value for fact, value in table.facts.items() if fact != "been"}
                assert said.lost == ([] if kept == table.marks else [said.lost[0]])
                described += 1
            game.answer(roll.choice(game.choice.options))
    assert described > 300


def test_a_described_table_is_a_scenario_that_plays_on_alike():
    game = first_game(seed=5)
    for option in ("done", "done", "done"):
        game.answer(option if option in game.choice.options else game.choice.options[-1])
    while not game.is_quiet:
        game.answer(game.choice.options[-1])
    said = describe(game.table)
    again = parse(write_toml({"title": "Again", "seed": game.table.dice % 2**53, "table": said.table}, BLOCKS)).game()

    assert (again.choice.player, again.choice.prompt) == (game.choice.player, game.choice.prompt)
    assert again.choice.options == game.choice.options


def test_what_a_scenario_cannot_say_is_told():
    game = begin("first game", 3)
    roll = random.Random(3)
    while game.choice is not None:
        game.answer(roll.choice(game.choice.options))
    assert describe(game.table).lost[-1].startswith("That the game is over")


def test_two_unaligned_characters_at_one_location_are_told_as_lost():
    table = position({"locations": [{"card": "arkham_asylum", "unaligned": "catwoman"}], "unaligned_deck": ["deadshot"]})
    table.events = None
    table.put("deadshot", ("table", "unaligned deck"), ("arkham_asylum", "unaligned"))
    table.link("deadshot", "at", "arkham_asylum")
    table.link("deadshot", "in play", "nobody")
    assert describe(table).lost == ["Deadshot in the area 'unaligned' of Arkham Asylum."]


def test_a_draft_has_no_position_yet():
    with pytest.raises(NoPosition, match="the draft is not over"):
        describe(begin("two players").table)


# the words that were added to positions


def test_an_effect_that_lasts_is_part_of_a_position():
    boost = {"on": "cheetah", "what": "attack boost", "amount": 2, "until": "round"}
    table = {"phase": "rogue provoke", "rogue": {"characters": ["cheetah"]}, "hero": {"characters": ["batman"]},
             "locations": [{"card": "arkham_asylum"}], "effects": [boost]}  # fmt: skip
    table["hero"]["characters"] = [{"card": "batman", "at": "arkham_asylum", "exhausted": True}]
    game = parse(write_toml({"title": "Boosted", "table": table}, BLOCKS)).game()
    game.answer_any("activate cheetah at arkham_asylum", "attack batman")
    while game.choice is not None and "done" in game.choice.options and not game.table.counts.get(("batman", "damage")):
        game.answer("done")
    assert game.table.counts["batman", "damage"] == 5


def test_who_has_passed_in_this_cycle_is_part_of_a_position():
    table = {"phase": "hero oppose", "cycle": {"acts": 0, "passes": 1}, "locations": [{"card": "arkham_asylum"}],
             "rogue": {"characters": ["cheetah"]}, "hero": {"characters": ["batman"]}}  # fmt: skip
    game = parse(write_toml({"title": "Everyone passes", "table": table}, BLOCKS)).game()
    game.answer("pass")
    assert any(event.kind == "end stage" for event in game.table.history)


def test_effects_and_cycles_that_cannot_be_are_explained():
    one = {"characters": ["cheetah"]}
    for said, sentence in (
        ({"effects": [{"on": "batman", "what": "blank", "until": "round"}]}, "batman is not on the table"),
        ({"rogue": one, "effects": [{"on": "cheetah", "what": "sleepy", "until": "round"}]}, "no effect is called 'sleepy'"),
        ({"rogue": one, "effects": [{"on": "cheetah", "what": "attack boost", "until": "round"}]}, "needs an 'amount'"),
        ({"rogue": one, "effects": [{"on": "cheetah", "what": "lent", "until": "round"}]}, "'lent' needs 'from'"),
        ({"rogue": one, "effects": [{"on": "cheetah", "what": "used nap", "until": "round"}]}, "has no ability 'nap'"),
        ({"phase": "hero oppose", "cycle": {"slot": 0}}, "is not in the Hero Oppose Phase"),
        ({"phase": "hero oppose", "cycle": {"slot": 9}}, "a cycle has 2"),
        ({"out": ["hero"]}, "cannot be out"),
        ({"first": ["hero2"]}, "there is no hero2"),
        ({"sanctuary": 1000, "locations": [{"card": "arkham_asylum"}]}, "more citizens on the table than there are tokens"),
    ):
        with pytest.raises(PositionError, match=sentence):
            position(said)
