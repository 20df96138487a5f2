"""Tallies: what constant abilities add, allow and forbid, as long as they are in force."""

from duel import DuelTiming, card, duel

from dcf_lab.engine.table import Part, turn_over
from dcf_lab.engine.tally import allowed, constant_parts, forbidden, tally

SQUIRE = card("squire", "ally", power=2, copies=2)
BANNER = card("banner", "ally", do='constant = "power"\nadd = 1\nif = "it != this"')
CHAINS = card("chains", "ally", do='constant = "cannot exhaust"\nif = "it.printed == 2"')


class InPlay(DuelTiming):
    def works(self, table, card, ability):
        return super().works(table, card, ability) and any(card in table.zone(p, "play") for p in table.rules.players)

    def concerns(self, table, card, ability, subject):
        return self.controller(table, card) == self.controller(table, subject)

    def kind_of_part(self, table, card):
        return f"by {card}"


def test_a_value_is_told_with_its_parts():
    table = duel(SQUIRE, BANNER, timing=InPlay(), ann_play="squire.1 banner")
    assert tally(table, "power", "squire.1") == [Part(2, "printed", "squire.1"), Part(1, "by banner", "banner")]
    assert tally(table, "power", "banner") == [Part(0, "printed", "banner")]


def test_a_constant_ability_works_where_the_game_says_and_concerns_whom_it_says():
    table = duel(SQUIRE, BANNER, timing=InPlay(), ann_play="squire.1", ann_hand="banner", bob_play="squire.2")
    assert constant_parts(table, "power", "squire.1") == []
    table.put("banner", ("ann", "hand"), ("ann", "play"))
    assert sum(part.amount for part in constant_parts(table, "power", "squire.1")) == 1
    assert constant_parts(table, "power", "squire.2") == []


def test_a_cannot_is_a_constant_ability_or_a_mark():
    table = duel(SQUIRE, CHAINS, timing=InPlay(), ann_play="squire.1 chains", bob_play="squire.2")
    assert forbidden(table, "exhaust", "squire.1") == "chains"
    assert forbidden(table, "exhaust", "squire.2") is None
    assert forbidden(table, "attack", "squire.2") is None
    table.mark("squire.2", "cannot attack", "turn", "chains")
    assert forbidden(table, "attack", "squire.2") == "chains"
    assert forbidden(table, "attack", None) is None


def test_what_a_card_allows_is_asked_the_same_way():
    table = duel(SQUIRE, BANNER, timing=InPlay(), ann_play="squire.1 banner")
    assert allowed(table, "power", "squire.1") and not allowed(table, "flying", "squire.1")


def test_the_face_that_lies_down_says_nothing():
    back = 'text = "Strong."\n[[banner.back.ability]]\nconstant = "power"\nadd = 5'
    table = duel(SQUIRE, BANNER, f"[banner.back]\n{back}", timing=InPlay(), ann_play="squire.1 banner")
    assert sum(part.amount for part in tally(table, "power", "squire.1")) == 3
    turn_over(table, "banner")
    assert sum(part.amount for part in tally(table, "power", "squire.1")) == 7
