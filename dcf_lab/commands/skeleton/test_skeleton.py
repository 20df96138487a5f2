"""Scenes of Skeleton."""

from dcf_lab.timeline.timeline import new_game


def test_a_card_is_played_for_what_it_is_worth():
    game = new_game("skeleton", seed=1).game()
    card = game.table.zone("player1", "hand")[0]

    game.answer(f"play {card}")

    assert game.table.counts["player1", "points"] == game.table.rules.library[card].value("worth")
    assert game.choice.player == "player2"
