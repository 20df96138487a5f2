"""Bots of the deck-building family: what they think of a table, that they beat chance, and what simulations tell."""

import random

import pytest

from dcf_lab.bots.bots import TreeSearch, greedy, score_options
from dcf_lab.bots.simulate import Plan, play_game, simulate, summary, told
from dcf_lab.engine.game import Game
from dcf_lab.games import manual
from dcf_lab.games.deckbuilders.players import MIND, WIN, judge, parts

COMMON = {
    "line_up": ["kid_flash.1", "kid_flash.2", "nth_metal.1", "nth_metal.2", "robin.1"],
    "main_deck": ["batmobile.1", "super_speed.1", "heat_vision.1"],
    "kicks": ["kick.8", "kick.9"],
    "super_villains": [{"card": "ras_al_ghul", "face_up": True}, "deathstroke", "atrocitus"],
}


def scene(seating: str = "2", **players: dict) -> Game:
    """A table in the third round of the base game, the first player being in turn; all others hold Punches."""
    hands = {f"player{n}": {"hand": [f"punch.{5 * n + more}" for more in range(3)]} for n in range(1, int(seating) + 1)}
    data = {"round": 3, "turn": "player1", "step": "turn", **COMMON, **hands, **players}
    return Game(manual("dc_deckbuilding").set_position(data, seating, 1, False, {}))


def test_greedy_buys_the_best_that_its_power_can_pay():
    game = scene(player1={"power": 9, "discard": ["punch.1", "vulnerability.1"]})
    assert greedy(game, MIND, random.Random(1)) == "defeat ras_al_ghul"


def test_greedy_plays_its_cards_before_it_ends_the_turn():
    game = scene(player1={"hand": ["punch.1", "punch.2", "punch.3"]})
    assert greedy(game, MIND, random.Random(1)).startswith("play punch")


def test_a_weakness_makes_a_deck_worse_and_a_destroyed_vulnerability_makes_it_better():
    plain = scene(player1={"deck": ["punch.1", "punch.2", "vulnerability.1"]}).table
    worse = scene(player1={"deck": ["punch.1", "punch.2", "vulnerability.1", "weakness.1"]}).table
    assert (
        judge(worse, "player1", False)
        < judge(plain, "player1", False)
        == pytest.approx(sum(parts(plain, "player1", False).values()))
    )


def test_a_side_is_compared_with_the_best_of_the_others():
    game = scene(seating="3", player3={"hand": ["kick.1", "kick.2", "kick.3", "kick.4"]})
    assert judge(game.table, "player2", False) < 0 < judge(game.table, "player3", False)


def test_a_game_that_is_over_is_won_or_lost():
    plan = Plan("dc_deckbuilding", {"player1": "random", "player2": "random"})
    game = plan.match.begin({}, 1, plan.manual.library())
    roll = random.Random(1)
    while game.choice is not None:
        game.answer(roll.choice(game.choice.options))
    winners = plan.manual.outcome(game.table).winners
    assert {side: judge(game.table, side, False) for side in plan.sides} == {
        side: WIN if side in winners else -WIN for side in plan.sides
    }


@pytest.mark.parametrize("game, side, other", [
    ("dc_deckbuilding", "player1", "player2"), ("forever_evil", "player2", "player1"), ("confrontations", "heroes", "villains"),
])  # fmt: skip
def test_greedy_beats_random(game, side, other):
    row = play_game(Plan(game, {side: "greedy", other: "random"}), 1)
    assert (row["winner"], row["problem"]) == (side, "")


def test_a_search_answers_with_one_of_the_options():
    game = Plan("dc_deckbuilding").match.begin({}, 3, manual("dc_deckbuilding").library())
    for _ in range(3):
        answer = TreeSearch(MIND, random.Random(1), 4).answer(game)
        assert answer in score_options(game, MIND, random.Random(1))
        game.answer(answer)


def test_games_of_five_players_end():
    row = play_game(Plan("dc_deckbuilding", seating="5"), 1)
    assert row["problem"] == "" and row["winner"] and row["turns"] > 5 * (row["rounds"] - 1)


def test_a_simulation_tells_who_played_as_whom_in_which_order_and_which_cards_win():
    plan = Plan("dc_deckbuilding", seating="3")
    rows = list(simulate(plan, 2, workers=1))
    assert [tuple(row) for row in rows] == [plan.columns] * 2
    assert all(sorted(row["order"].split()) == sorted(plan.sides) for row in rows)
    data = summary(rows, plan)
    assert sum(found["games"] for found in data["characters"].values()) == 6
    assert len(data["seats"]) == 3 and sum(data["seats"]) >= 0.99
    punch = data["cards"]["punch"]
    assert punch["decks"] == 6 and punch["wins"] == pytest.approx(1 / 3, abs=0.2)
    text = "\n".join(told(data, plan, 1))
    assert "win rate by seat: 1 " in text and "winners have more of" in text and "on average: turns" in text
