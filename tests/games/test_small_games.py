"""Scenes of the small games: what another game than DC Forever might get silently wrong."""

from dataclasses import replace

import pytest
from folders import TEST_GAMES

from dcf_lab.analysis.differences import differences
from dcf_lab.engine.table import UNSETTLED
from dcf_lab.engine.telling import ending
from dcf_lab.games import manual
from dcf_lab.lab.shelf import find, shelf
from dcf_lab.puzzles.hidden import hidden_cases
from dcf_lab.puzzles.solve import DISPROVED, UNIQUE, Solver
from dcf_lab.scenario.expect import Moment, expectation
from dcf_lab.scenario.file import parse, read
from dcf_lab.scenario.goal import EVERY_REPLY
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.show import board
from dcf_lab.timeline.timeline import Timeline

pytestmark = pytest.mark.usefixtures("test_games")


def scene(game, name):
    return read(TEST_GAMES / game / "scenarios" / f"{name}.toml")


def test_a_card_of_a_shared_deck_may_be_in_any_hand():
    """The five lies on the deck, but for all that the first player knows the other one holds it."""
    puzzle = scene("tiny", "hidden_draw")

    assert Solver(puzzle).run().status == DISPROVED
    assert Solver(replace(puzzle, goal=replace(puzzle.goal, against=EVERY_REPLY))).run().status != DISPROVED


def test_what_holds_in_every_hidden_case_is_proved():
    assert Solver(scene("tiny", "hidden_hand")).run().status == UNIQUE


def test_the_facedown_super_villains_may_lie_in_any_order():
    game = scene("deckbuilding", "first_appearance").game(take_chances=True)
    table = next(hidden_cases(game, "player1")).table

    assert {card for card, what in table.marks if what == UNSETTLED} >= {"black_adam", "brainiac"}
    assert ("ras_al_ghul", UNSETTLED) not in table.marks


def test_a_seat_sees_the_first_super_villain_and_no_other():
    table = scene("deckbuilding", "first_appearance").game().table
    view = manual("deckbuilding").view(table, "player1")

    assert view["zones"]["table.super-villains"] == {"cards": 3, "open": ["ras_al_ghul"]}
    assert "Ra's al Ghul" in board(table, "player1") and "Black Adam" not in board(table, "player1")


def test_an_attack_is_its_owners_doing_and_a_defense_the_victims():
    line = Timeline(scene("deckbuilding", "attack_and_defense"))
    line.answer("play poison_ivy.1").answer("react super_speed.1 defense")
    sides = {(event["kind"], event["by"]): event["side"] for event in Film().reel(line.game.table)["events"]}

    assert sides["attack", "poison_ivy.1"] == "player1"
    assert sides["react", "player2"] == "player2"
    assert sides["gain", "player3"] == "player3"


def test_a_game_can_be_won_by_two():
    game = scene("deckbuilding", "ties").game({"ties": "B"})

    assert game.over
    assert ending(game.table) == "Player 1 and Player 2 win by Victory Points"
    assert manual("deckbuilding").outcome(game.table).scores == {"player1": 4, "player2": 4}


def test_two_orders_of_the_main_deck_are_two_positions():
    """The next card of the Line-Up decides: with the heat vision on top it can be bought, with the speed on top it cannot."""
    text = """
title = "What comes next"
game = "deckbuilding"
goal = {{ for = "player1", reach = "card('heat_vision.1').bought", within = "2 rounds" }}

[table]
turn = "player1"
line_up = ["kick.1", "kick.2", "kick.3", "kick.4"]
main_deck = {deck}
super_villains = [{{ card = "ras_al_ghul", face_up = true }}]

[table.player1]
hand = ["punch.1"]
deck = ["heat_vision.2", "kick.6"]
"""
    first, second = (
        parse(text.format(deck=deck)) for deck in ('["heat_vision.1", "super_speed.1"]', '["super_speed.1", "heat_vision.1"]')
    )
    assert Solver(first).run().status != DISPROVED
    assert Solver(second).run().status == DISPROVED


def test_what_lies_face_up_in_a_facedown_pile_is_seen_and_told_by_its_name():
    game = scene("deckbuilding", "first_appearance").game()
    other = game.copy()
    other.table.marks["black_adam", "face up"] = ("game", 1)
    told = {what: (one, two) for what, one, two in differences(game.table, other.table, "player1")}
    moment = Moment(game, 0, (), lambda: None)

    assert told["Stack of Super-Villains"] == ("3 cards, Ra's al Ghul face up", "3 cards, Ra's al Ghul, Black Adam face up")
    assert expectation("player1 sees ras_al_ghul in table.super-villains", game.table.rules.library)(moment) is None
    assert expectation("player1 does not see black_adam", game.table.rules.library)(moment) is None


def test_the_scenarios_that_a_game_brings_are_on_the_shelf():
    """A game outside the checkout has them in its own folder; they are called by the game's name like ours."""
    brought = [entry for entry in shelf() if entry.name.startswith("deckbuilding/")]

    assert brought and not any(entry.broken for entry in brought)
    assert all(find(entry.name).is_file() and entry.game == "Deck-building test game" for entry in brought)


def test_what_holds_of_a_card_in_sight_is_seen_without_the_hidden_card_that_said_so():
    table = manual("tiny").STARTS["deal"].begin("2", 1, True, {}, False, manual("tiny").library()).table
    mine, theirs = table.zone("player1", "hand")[0], table.zone("player2", "hand")[0]
    table.log("lay", by="player1", to=mine)
    table.put(mine, ("player1", "hand"), ("player1", "row"))
    table.mark(mine, "doubled", "game", theirs)

    assert manual("tiny").view(table, "player1")["marks"] == {f"{mine}.doubled": ["game", 1]}
    assert manual("tiny").view(table, "player2")["marks"] == {f"{mine}.doubled": ["game", theirs]}
