"""Decks: drawing, renewing at once or when a card is needed, and what a shuffle left open."""

import pytest
from duel import card, duel, played

from dcf_lab.engine import decks
from dcf_lab.engine.decks import Deck
from dcf_lab.engine.dice import shuffle
from dcf_lab.engine.table import UNSETTLED, UnsettledCard

STONES = card("stone", copies=6)
WHEN_NEEDED = Deck(("ann", "deck"), ("ann", "discard"), ("DUEL-4",), ("DUEL-5",))
AT_ONCE = WHEN_NEEDED._replace(at_once=True)


def kinds(table):
    return [event.kind for event in table.history[2:]]


def test_a_draw_goes_on_with_a_renewed_deck():
    table = duel(STONES, ann_deck="stone.1 stone.2", ann_discard="stone.3 stone.4")
    drawn, _ = played(decks.draw(table, WHEN_NEEDED, 3, ("ann", "hand"), ("DUEL-9",)))
    assert drawn == 3 and kinds(table) == ["draw", "reshuffle", "draw"]
    assert table.history[2].rules == ("DUEL-4", "DUEL-9") and table.history[3].rules == ("DUEL-5",)
    assert table.zone("ann", "hand")[:2] == ("stone.1", "stone.2") and len(table.zone("ann", "deck")) == 1


def test_there_may_be_fewer_cards_than_one_would_draw():
    table = duel(STONES, ann_deck="stone.1")
    assert played(decks.draw(table, WHEN_NEEDED, 3, ("ann", "hand")))[0] == 1


def test_an_emptied_deck_is_renewed_at_once_or_only_when_a_card_is_needed():
    for deck, left in ((WHEN_NEEDED, 0), (AT_ONCE, 2)):
        table = duel(STONES, ann_deck="stone.1", ann_discard="stone.2 stone.3")
        played(decks.draw(table, deck, 1, ("ann", "hand")))
        assert len(table.zone("ann", "deck")) == left


def test_a_pile_is_shuffled_under_what_the_deck_still_has():
    table = duel(STONES, ann_deck="stone.6", ann_discard="stone.1 stone.2 stone.3 stone.4 stone.5")
    assert decks.renew(table, WHEN_NEEDED)
    assert table.zone("ann", "deck")[0] == "stone.6" and len(table.zone("ann", "deck")) == 6
    assert not decks.renew(table, WHEN_NEEDED)


def test_where_every_shuffle_is_looked_at_a_draw_asks_chance():
    table = duel(STONES, card("pebble"), every_shuffle=True, ann_deck="stone.1 pebble")
    shuffle(table, WHEN_NEEDED.cards)
    drawn, asked = played(decks.draw(table, WHEN_NEEDED, 1, ("ann", "hand")), "pebble")
    assert drawn == 1 and asked[0][:2] == ("chance", "The next card of ann deck")
    assert table.zone("ann", "hand") == ("pebble",)
    assert ("pebble", UNSETTLED) not in table.marks


def test_looking_at_the_top_settles_it_and_renews_an_empty_deck():
    table = duel(STONES, card("pebble"), every_shuffle=True, ann_discard="stone.1 pebble")
    cards, _ = played(decks.top(table, WHEN_NEEDED, 2, ("DUEL-4",)), "stone.1")
    assert cards == ("stone.1", "pebble") and not table.marks


@pytest.mark.parametrize("turn_up", [
    lambda table, deck: table.put(table.zones[deck][0], deck, ("ann", "hand")),
    lambda table, deck: table.put_first(1, deck, ("ann", "hand")),
])  # fmt: skip
def test_turning_up_a_card_that_chance_has_not_settled_is_an_error_that_says_so(turn_up):
    table = duel(STONES, every_shuffle=True, ann_deck="stone.1 stone.2 stone.3")
    shuffle(table, WHEN_NEEDED.cards)
    with pytest.raises(UnsettledCard, match="stone.1 leaves ann deck, but a shuffle has left open .* settle the area first"):
        turn_up(table, WHEN_NEEDED.cards)
