"""Why can't I, in Confrontations: every reason against Confronting, Blocking, Assisting, laying a card and being done."""

import pytest

from dcf_lab.games import manual
from dcf_lab.timeline.timeline import new_game

BOOK = manual("confrontations")


def reasons(game, deed, seat=None):
    return [clause.rule for refusal in BOOK.why_not(game, deed, seat) for clause in refusal.clauses]


@pytest.fixture
def game():
    """Four players; the first one has just been asked whether there is a Confrontation."""
    return new_game("confrontations", "first game", 3, "4").game(take_chances=False)


def test_who_may_be_confronted(game):
    foe = game.table.rules.players[1]
    assert BOOK.ways(game, f"confront {game.table.zone(foe, 'character')[0]}")
    assert reasons(game, f"confront {game.table.zone(foe, 'versions')[0]}") == ["CNF-R021"]
    assert reasons(game, f"confront {game.table.zone('player1', 'character')[0]}") == ["CNF-R025"]


def test_first_it_is_announced_and_then_it_is_too_late(game):
    target = game.choice.options[0]
    assert reasons(game, "play punch") == ["CNF-R024"]
    game.answer("no confrontation")
    assert reasons(game, "play punch") == [] and reasons(game, target) == ["CNF-R024"]
    assert reasons(game, "done") == ["CNF-R031"]


def test_in_a_confrontation_nothing_is_bought(game):
    game.answer(game.choice.options[0])
    assert reasons(game, "buy enhanced strength") == ["CNF-R027", "DDB-R025"]
    assert "CNF-R031" in reasons(game, "end turn")


def test_only_assist_cards_assist_and_only_in_the_partners_turn(game):
    game.answer("no confrontation")
    assert reasons(game, "assist punch", "player3") == ["CNF-R039"]
    assert "CNF-R039" in reasons(game, "assist punch", "player2")
    assert reasons(game, "lay punch", "player1") == ["CNF-R051", "CNF-R051"]


def test_a_name_with_small_words_is_found(game):
    assert reasons(game, "buy strength of the gods")
