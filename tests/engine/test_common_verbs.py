"""The verbs that any card game has, on the cards of a tiny one."""

from dataclasses import replace

import pytest
from duel import VERBS, card, duel, played

from dcf_lab.engine.cards.verbs import run_lines, verb

STONES = card("stone", copies=6, power=1)
SQUIRE = card("squire", "ally", power=2, copies=2)


def cast(table, *answers, card="spell", you="ann", **names):
    """Carry out the lines of a card; was it done in full, and what was asked."""
    lines = table.rules.library[card].abilities[0].lines
    done, asked = played(run_lines(table, lines, {"this": card, "you": you, **names}), *answers)
    return done, asked


def spell(*lines):
    return card("spell", do=f'play = "turn"\ndo = [{", ".join(lines)}]')


def told(table, *kinds):
    return [(event.kind, event.by, event.to) for event in table.history[2:] if event.kind in kinds or not kinds]


def test_a_verb_without_an_example_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match="the verb 'jump' needs a docstring: a line as a card would write it"):
        verb({}, "jump", jump="number")(lambda table, line, names: True)


def test_a_verb_that_asks_nobody_is_a_plain_function():
    registry = {}

    @verb(registry, "jump", jump="flag")
    def jump(table, line, names):
        """{jump = true}"""
        return True

    assert jump(None, None, {}) is True
    assert played(registry["jump"].run(None, None, {})) == (True, [])


def test_a_choice_is_made_from_a_group_and_told_with_its_rules():
    table = duel(spell('{ choose = "ally", if = "it.printed == 2", as = "hit" }', '{ exhaust = "hit" }'), SQUIRE,
                 card("page", "ally", power=1), ann_play="squire.1 page", bob_play="squire.2")  # fmt: skip
    done, asked = cast(table, "choose squire.2")
    assert done and asked == [("ann", "Spell: choose an ally", ["choose squire.1", "choose squire.2"])]
    assert told(table) == [("choose", "ann", "squire.2"), ("exhaust", None, "squire.2")]
    assert table.history[2].rules == ("DUEL-1",)


def test_a_searched_deck_does_not_tell_its_order():
    table = duel(spell('{ choose = "card", in = "deck", as = "found" }', '{ take = "found" }'), STONES,
                 ann_deck="stone.3 stone.1 stone.2")  # fmt: skip
    _, asked = cast(table, "choose stone.2")
    assert asked[0][2] == ["choose stone.1", "choose stone.2", "choose stone.3"]
    assert table.zone("ann", "hand") == ("stone.2",)
    assert [event.seen for event in table.history[2:]] == ["ann", "ann"]


def test_a_card_that_one_may_not_know_is_called_by_where_it_lies():
    table = duel(spell('{ choose = "card", in = "hand", of = "all", as = "hit" }', '{ discard = 0 }'), STONES,
                 bob_hand="stone.1 stone.2")  # fmt: skip
    _, asked = cast(table, "choose card 2 of bob hand")
    assert asked[0][2] == ["choose card 1 of bob hand", "choose card 2 of bob hand"]


def test_each_takes_all_who_are_worth_the_most():
    table = duel(spell('{ each = "ally", most = "it.printed", as = "best" }', '{ mark = "crown", on = "best" }'), SQUIRE,
                 card("page", "ally", power=1), ann_play="squire.1 page", bob_play="squire.2")  # fmt: skip
    cast(table)
    assert told(table) == [("tie", None, "spell"), ("mark", "spell", "squire.1"), ("mark", "spell", "squire.2")]
    assert table.marks["squire.1", "crown"] == ("turn", "spell")


def test_a_player_decides_between_ways_and_whether_at_all():
    table = duel(spell('{ offer = "you", ways = [[{ draw = 1 }], [{ mill = 1 }]], labels = ["take", "leave"] }',
                       '{ may = [{ draw = 1 }] }'), STONES, ann_deck="stone.1 stone.2")  # fmt: skip
    _, asked = cast(table, "leave", "no")
    assert asked == [("ann", "Spell: which", ["take", "leave"]), ("ann", "Spell: do it", ["yes", "no"])]
    assert table.zone("ann", "discard") == ("stone.1",) and not table.zone("ann", "hand")
    assert table.history[2].rules == ("DUEL-6",)


@pytest.mark.parametrize("strict", [False, True])
def test_then_means_the_same_inside_another_line(strict):
    table = duel(spell('{ may = [{ exhaust = "it" }, { draw = 1, then = true }] }'), STONES, SQUIRE,
                 ann_deck="stone.1", ann_play="squire.1")  # fmt: skip
    table.rules = replace(table.rules, strict_then=strict)
    table.mark("squire.1", "exhausted", "ready")
    cast(table, "yes", it="squire.1")
    assert table.zone("ann", "hand") == (() if strict else ("stone.1",))


def test_everybody_discards_as_they_choose_and_what_cannot_be_done_falls_short():
    table = duel(spell('{ discard = 1, who = "all", as = "lost" }'), STONES, ann_hand="stone.1 stone.2")
    done, asked = cast(table, "discard stone.2")
    assert not done and asked == [("ann", "Discard a card", ["discard stone.1", "discard stone.2"])]
    assert told(table) == [("discard", "ann", "stone.2"), ("falls short", "bob", "spell")]


def test_a_random_discard_is_a_question_to_chance():
    table = duel(spell("{ discard = 1, random = true }"), STONES, ann_hand="stone.1 stone.2")
    _, asked = cast(table, "stone.1")
    assert asked[0][:2] == ("chance", "A random card of ann's hand")


def test_looking_is_private_and_revealing_is_public():
    table = duel(spell('{ look = "deck", top = 1 }', '{ reveal = "hand", of = "all" }'), STONES,
                 ann_deck="stone.1 stone.2", ann_hand="stone.3")  # fmt: skip
    cast(table)
    look, reveal = table.history[2:]
    assert (look.kind, look.seen, look.detail["cards"]) == ("look", "ann", ("stone.1",))
    assert (reveal.kind, reveal.seen, reveal.detail["cards"]) == ("reveal", None, ("stone.3",))


def test_a_card_is_taken_to_the_bottom_of_its_owners_deck():
    table = duel(spell('{ choose = "card", in = "hand", as = "one" }', '{ take = "one", to = "bottom" }', '{ shuffle = "you" }'),
                 STONES, ann_hand="stone.3", ann_deck="stone.1 stone.2")  # fmt: skip
    cast(table, "choose stone.3")
    assert sorted(table.zone("ann", "deck")) == ["stone.1", "stone.2", "stone.3"]
    assert [kind for kind, *_ in told(table)] == ["choose", "take", "shuffle"]


def test_exhausting_and_readying_is_done_once():
    table = duel(spell('{ exhaust = "it" }', '{ exhaust = "it", cost = true }', '{ ready = "it" }'), SQUIRE, ann_play="squire.1")
    done, _ = cast(table, it="squire.1")
    assert not done and told(table) == [("exhaust", None, "squire.1")]  # the second one buys nothing


def test_what_a_card_forbids_is_not_done():
    table = duel(spell('{ exhaust = "it" }', '{ forbid = "ready", on = "it" }', '{ ready = "it" }'), SQUIRE, ann_play="squire.1")
    done, _ = cast(table, it="squire.1")
    assert not done and told(table) == [("exhaust", None, "squire.1"), ("forbid", "spell", "squire.1")]
    table.unmark("squire.1", "exhausted")
    table.mark("squire.1", "cannot exhaust", "game", "chains")
    assert not cast(table, it="squire.1")[0] and told(table, "exhaust") == [("exhaust", None, "squire.1")]


def test_a_mark_lasts_as_long_as_the_line_says():
    table = duel(spell('{ forbid = "ready", on = "it", until = "game" }', '{ blank = "it" }'), SQUIRE, ann_play="squire.1")
    cast(table, it="squire.1")
    assert table.marks["squire.1", "cannot ready"] == ("game", "spell")
    assert table.marks["squire.1", "blank"] == ("turn", "spell")


def test_every_common_verb_shows_how_a_card_writes_it():
    assert len(VERBS) == 19
    assert all(one.example.startswith(f"{{{name} = ") for name, one in VERBS.items())
