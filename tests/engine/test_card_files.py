"""What card files may say in any game: copies, signed numbers, backs, reserved words, whose a card is."""

from dataclasses import replace

import pytest
from duel import LANGUAGE, card, cards, duel

from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import Pack, named
from dcf_lab.engine.cards.template import UnknownName, find_cards, template
from dcf_lab.engine.table import face, name_of, printed, turn_over, where

TWO_FACES = """[peter]
type = "leader"
power = 1
text = "Draw a card."

[[peter.ability]]
play = "turn"
do = [{ draw = 1 }]

[peter.back]
name = "Spider"
type = "ally"
power = 4
text = "Draw two cards."

[[peter.back.ability]]
play = "turn"
do = [{ draw = 2 }]
"""


def test_a_game_may_have_sixty_copies_or_fewer_as_its_language_says():
    assert len(cards(card("punch", copies=60))) == 60
    with pytest.raises(CardTextError, match="'copies' goes from 1 to 60, found 61"):
        cards(card("punch", copies=61))
    with pytest.raises(CardTextError, match="'copies' goes from 1 to 5, found 6"):
        cards(card("punch", copies=6), language=replace(LANGUAGE, max_copies=5))


def test_a_printed_number_is_below_none_only_where_the_type_says_so():
    assert cards(card("weakness", points=-1))["weakness"].value("points") == -1
    with pytest.raises(CardTextError, match="'points': a printed number goes from -100 to 1000, found -101"):
        cards(card("weakness", points=-101))
    with pytest.raises(CardTextError, match="'power': a printed number goes from 0 to 100, found -1"):
        cards(card("weakness", power=-1))


def test_a_card_has_the_face_that_lies_up():
    table = duel(TWO_FACES, ann_play="peter")
    front, back = face(table, "peter"), table.rules.library["peter"].back
    assert (front.type, printed(table, "peter", "power"), name_of(table, "peter")) == ("leader", 1, "Peter")
    turn_over(table, "peter")
    assert face(table, "peter") is back
    assert (back.type, printed(table, "peter", "power"), name_of(table, "peter")) == ("ally", 4, "Spider")
    turn_over(table, "peter")
    assert face(table, "peter") is front and not table.marks


def test_the_abilities_of_a_back_are_counted_on_so_that_each_has_its_own_name():
    peter = cards(TWO_FACES)["peter"]
    assert [ability.key for ability in (*peter.abilities, *peter.back.abilities)] == ["1", "2"]


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (TWO_FACES.replace("power = 4", "powre = 4"), r"duel.toml:13: peter: its back: a ally has no 'powre'; did you mean"),
        (TWO_FACES.replace("draw = 2", "darw = 2"), "duel.toml:16: peter: its back: ability 1: line 1: unknown verb 'darw'"),
        (TWO_FACES.replace('type = "ally"', "type = 3"), "duel.toml:12: peter: its back: unknown type 3"),
        (TWO_FACES.replace("power = 4", "copies = 2"), "its back: a ally has no 'copies'"),
        (card("spark") + "back = 3\n", "'back' should be a face, found 3"),
    ],
)
def test_a_mistake_on_a_back_is_named_with_its_place(wrong, sentence):
    with pytest.raises(CardTextError, match=sentence):
        cards(wrong)


def test_a_back_survives_a_template():
    peter = cards(TWO_FACES)
    again = cards(template(*find_cards(peter, "peter")).replace("pack: duel", ""))
    assert again["peter"].back.raw["ability"] == peter["peter"].back.raw["ability"]
    assert again["peter"].back.values == peter["peter"].back.values


def test_no_card_is_called_by_a_word_of_the_game():
    for word in ("arena", "nobody"):
        with pytest.raises(CardTextError, match="is no word of the game"):
            cards(card(word))
    assert "hero" in cards(card("hero"))  # another game's word


def test_only_types_that_the_game_names_belong_to_the_character_of_their_file():
    both = cards(card("chief", "leader"), card("bolt", cost=3), card("squire", "ally", cost=2))
    assert (both["bolt"].of, both["squire"].of) == ("chief", None)


def test_groups_of_cards_are_called_as_the_game_calls_them():
    library = cards(card("squire", "ally"), card("bolt"))
    assert [one.id for one in find_cards(library, "allies")[1]] == ["squire"]
    with pytest.raises(UnknownName, match="groups are allies, spells"):
        find_cards(library, "xylophone")


def test_packs_are_called_by_their_names_and_two_cannot_share_one():
    one = Pack("one", (("one.toml", ""),))
    assert named([one, one]) == {"one": one}
    with pytest.raises(CardTextError, match="two packs are called 'one'"):
        named([one, one._replace(files=())])


def test_where_a_card_lies():
    table = duel(card("bolt"), ann_hand="bolt")
    assert where(table, "bolt") == ("ann", "hand") and where(table, "nothing") is None
