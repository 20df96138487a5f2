"""Every game is played to its end, saved, and found again."""

import json
import random

import pytest
from played_games import MOST, ends, moments, quiet

from dcf_lab.engine.game import Game, IllegalAnswer
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import ending
from dcf_lab.timeline.timeline import Timeline, new_game

# play


def test_a_random_game_comes_to_its_end(book):
    for game in ends(book):
        assert game.over, f"not over after {MOST} answers: {game.choice}"


def test_the_end_names_sides_that_exist(book):
    for game in ends(book):
        table, outcome = game.table, book.outcome(game.table)
        sides = {book.side(table, player) for player in table.rules.players}
        assert outcome is not None
        assert set(outcome.winners) <= sides <= set(book.SIDES)
        assert set(outcome.scores) <= sides
        assert ending(table)
    for game in moments(book):
        assert game.over or book.outcome(game.table) is None


def test_every_player_is_of_a_side_of_the_seating(book):
    for seating, sides in book.SEATINGS.items():
        table = Table(book.rules_for(book.library(), seating, {}))
        assert set(table.rules.players) == {player for side in sides.values() for player in side} <= set(book.PLAYERS)
        for side, players in sides.items():
            assert {book.side(table, player) for player in players} == {side}


def test_a_copy_plays_on_like_its_game(book):
    for game in moments(book):
        one, other = game.copy(), game.copy()
        for _ in range(3):
            if one.choice is None:
                break
            option = one.choice.options[-1]
            one.answer(option)
            other.answer(option)
        assert one.table == other.table
        assert one.table.history == other.table.history


def test_a_quiet_question_begun_anew_asks_the_same(book):
    for game in quiet(book):
        again = Game(game.table.copy(), game.take_chances)
        assert again.choice is not None
        assert (again.choice.player, again.choice.prompt) == (game.choice.player, game.choice.prompt)
        assert list(again.choice.options) == list(game.choice.options)


def test_only_what_is_offered_is_accepted_and_every_refusal_cites_a_rule(book):
    for game in moments(book):
        if game.choice is None:
            continue
        assert len(set(game.choice.options)) == len(game.choice.options) > 0
        assert set(game.choice.rules) <= set(book.rules())
        for refusal in game.refused():
            assert refusal.option not in game.choice.options
            assert refusal.clauses and all(clause.rule in book.rules() and clause.text for clause in refusal.clauses)
        with pytest.raises(IllegalAnswer):
            game.copy().answer("fly to the moon")


def test_nothing_is_lost_or_doubled(book):
    for game in moments(book):
        assert book.problems(game.table) == []


# saving


def test_a_record_and_a_link_lead_to_the_same_game(book):
    for start, way in book.STARTS.items():
        for seating in way.seatings or book.SEATINGS:
            roll, line = random.Random(5), Timeline(new_game(book.NAME, start, 5, seating))
            for number in range(30):
                if line.game.choice is None:
                    break
                line.answer(roll.choice(line.game.choice.options))
                if number == 9:
                    line.back(2)
            again = Timeline.from_json(json.loads(json.dumps(line.as_json())))
            assert again.game.table == line.game.table
            assert again.size == line.size
            assert again.as_json() == line.as_json()
            linked = Timeline.from_link(line.link())
            assert linked.game.table == line.game.table
            assert linked.game.table.history == line.game.table.history


def test_a_saved_position_goes_on(book):
    for game in moments(book):
        data = json.loads(json.dumps(game.position()))
        table = Table(game.table.rules)
        table.read_json(data["table"])
        again = Game.resume(table, data["answers"], game.take_chances)
        assert again.table == game.table
        assert (again.choice and list(again.choice.options)) == (game.choice and list(game.choice.options))
