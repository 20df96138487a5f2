"""Why not? Every reason against a deed of the deck-building games, each with its rule; no reason tells of a hidden card."""

import pytest

from dcf_lab.engine.telling import grouped, why_text
from dcf_lab.games import UnknownDeed, manual
from dcf_lab.scenario.file import parse
from dcf_lab.timeline.timeline import Timeline

BASE = "dc_deckbuilding"


def set_up(table, *answers, seating="2", game=BASE, rulings=""):
    """A game at a position that is written as in a scenario, after some answers."""
    line = Timeline(parse(f'title = "Scene"\ngame = "{game}"\nseating = "{seating}"\n{rulings}\n{table}'))
    for answer in answers:
        line.answer(answer)
    return line.game


def why(game, deed, seat=None):
    """All reasons against a deed: (rule, text)."""
    book = game.table.rules.manual
    refusals = book.why_not(game, deed, seat)
    assert all(clause.rule in book.rules() for refusal in refusals for clause in refusal.clauses)
    return [(clause.rule, clause.text) for refusal in refusals for clause in refusal.clauses]


SHOP = """
[table]
line_up = ["bane.1", "doomsday.1"]
kicks = ["kick.1", "kick.2"]
weaknesses = ["weakness.1"]
main_deck = ["catwoman.1"]
super_villains = [{ card = "ras_al_ghul", face_up = true }, "lex_luthor"]
[table.player1]
character = ["superman_hero"]
power = 4
hand = ["punch.1", "super_speed.1"]
deck = ["robin.1"]
discard = ["kid_flash.1"]
[table.player2]
character = ["batman_hero"]
hand = ["mera.1"]
discard = ["zatanna_zatara.1"]
"""


# buying


def test_too_little_power_says_how_much_more():
    """Gameplay: costs together do not exceed the Power of the turn."""
    game = set_up(SHOP)
    [refusal] = manual(BASE).why_not(game, "buy doomsday")

    assert [(clause.rule, clause.text, clause.remedy) for clause in refusal.clauses] == [
        ("DDB-R025", "it costs 6 Power, there is 4", "2 more Power")
    ]
    assert why(game, "buy bane") == [] and manual(BASE).ways(game, "buy bane") == ["buy bane.1"]


def test_what_is_not_for_sale_says_where_it_lies():
    game = set_up(SHOP)

    assert why(game, "buy weakness") == [("DDB-R033", "a Weakness is never for sale")]
    assert why(game, "buy catwoman") == [("DDB-R026", "it lies in the main deck, not in the Line-Up")]
    assert why(game, "buy zatanna zatara") == [("DDB-R026", "it is Player 2's")]
    assert why(game, "buy kid flash") == [("DDB-R026", "it is the player's own already")]
    assert why(game, "buy green arrow") == [("DDB-R026", "it is not in this game")]


def test_all_reasons_are_told_together():
    """Another player's turn, and too little Power."""
    game = set_up(SHOP)
    assert why(game, "buy doomsday", "player2") == [
        ("DDB-R018", "it is Player 1's turn"),
        ("DDB-R025", "it costs 6 Power, there is 0"),
    ]


def test_to_defeat_two_in_one_turn_is_refused_without_a_name():
    """The Super-Villains: the next one stays face down until the turn is over."""
    game = set_up(SHOP.replace("power = 4", "power = 30"), "defeat ras_al_ghul")
    said = why_text(game.table, game.choice.options, game.refused(), player="player1")

    assert any(text.startswith("Player 1 may not defeat the next card of the stack: the next card") for text in said)
    assert not any("Lex" in text for text in said)
    assert why(game, "defeat the next card of the stack")[0][0] == "DDB-R041"


def test_a_hidden_card_is_not_found_by_asking():
    """What lies in the stack, in the main deck, in the own deck and in the other player's hand, the reasons do not tell."""
    game = set_up(SHOP)
    names = {"lex_luthor": "parallax", "mera.1": "swamp_thing.1", "robin.1": "supergirl.1", "catwoman.1": "gorilla_grodd.1"}
    other = SHOP
    for card, instead in names.items():
        other = other.replace(f'"{card}"', f'"{instead}"')
    twin = set_up(other)

    for card in (*names, *names.values()):
        for deed in ("play", "buy", "defeat", "use", "react"):
            asked = f"{deed} {card.partition('.')[0]}"
            assert why(game, asked, "player1") == why(twin, asked, "player1") != [], asked
    assert why(game, "play mera", "player1") == [("DDB-R021", "it is not in Player 1's hand")]
    assert why(game, "buy mera", "player1") == [("DDB-R026", "it does not lie in the Line-Up")]


def test_frozen_cards_are_neither_sold_nor_forgotten():
    """Forever Evil, Frozen tokens: it cannot be bought, however much Power there is."""
    game = set_up(
        '[table]\nline_up = ["catwoman.1"]\nlasting = [{ card = "catwoman.1", what = "frozen player2", until = "game" }]\n'
        '[table.player1]\npower = 1\nhand = ["punch.1"]',
        game="forever_evil",
    )
    found = why(game, "buy catwoman")

    assert [rule for rule, _ in found] == ["DDB-R025", "FEV-R035"] and found[1][1] == "it is frozen"


# playing


def test_cards_are_played_from_the_hand():
    game = set_up(SHOP, "play punch.1")

    assert why(game, "play kid flash")[0][1] == "it lies in the discard pile, and comes to the hand when it is drawn"
    assert why(game, "play bane")[0][1] == "cards are played from the hand, and it has not been bought"
    assert why(game, "play superman")[0][1] == "a character is not played: its ability works by itself or is used"
    assert why(game, "play punch")[0][1] == "it has been played this turn already, and lies there until the turn is over"


def test_after_the_first_purchase_nothing_is_played_under_one_reading():
    game = set_up(SHOP.replace("power = 4", "power = 9"), "buy kick.1", rulings='rulings = { play_after_buying = "B" }')

    assert why(game, "play punch") == [("DDB-R019", "the first purchase has ended playing")]


# Defenses


def test_a_defense_answers_only_an_attack():
    game = set_up(SHOP)

    assert why(game, "react super speed") == [("DDB-R050", "there is no Attack now; a Defense answers nothing else")]
    assert [text for _, text in why(game, "defend with punch")] == [
        "it has no Defense", "there is no Attack now; a Defense answers nothing else",
    ]  # fmt: skip


def test_a_defense_protects_its_user():
    """Attacks and Defenses: only who is attacked may use one, out of the hand."""
    game = set_up(
        '[table.player1]\nhand = ["bane.1", "blue_beetle"]\n'
        '[table.player2]\nhand = ["super_speed.1"]\ndiscard = ["lasso_of_truth.1"]',
        "play bane.1",
    )

    assert manual(BASE).ways(game, "react super speed", "player2") == ["react super_speed.1 2"]
    assert why(game, "react lasso of truth", "player2") == [("DDB-R053", "it is not in Player 2's hand")]
    assert why(game, "react blue beetle", "player1") == [("DDB-R052", "Player 2 is attacked, and a Defense protects its user")]


def test_a_turn_waits_for_the_card_that_is_being_carried_out():
    game = set_up('[table.player1]\nhand = ["bane.1"]\n[table.player2]\nhand = ["super_speed.1"]', "play bane.1")

    assert why(game, "end turn", "player1") == [("DDB-R021", "a card is being carried out, and Player 2 is asked first")]


# abilities


def test_an_ability_that_has_been_used_is_used_no_more():
    """Aquaman's Trident: once in the turn a card that was bought goes on top of the deck."""
    game = set_up(
        '[table]\nline_up = ["bane.1", "bane.2"]\n[table.player1]\npower = 20\nhand = ["aquamans_trident.1", "punch.1"]',
        "play aquamans_trident.1", "buy bane.1",
    )  # fmt: skip
    assert why(game, "use aquaman's trident") == []
    for answer in ("use aquamans_trident.1 on_top", "choose bane.1", "buy bane.2"):
        if answer in game.choice.options:
            game.answer(answer)

    assert ("it has been used this turn already") in [text for _, text in why(game, "use aquaman's trident")]
    assert why(game, "use bane")[0][1].startswith("it has no ability that is used")


def test_a_face_down_character_has_no_abilities():
    """Specific Cards (Captain Cold)."""
    game = set_up('[table.player1]\ncharacter = [{ card = "superman_hero", face_down = true }]\nhand = ["punch.1"]')

    assert why(game, "use superman")[0] == ("DDB-R076", "Superman is face down and has no abilities")


def test_when_the_game_is_over_nothing_is_done_any_more():
    game = set_up('[table.player1]\nhand = ["punch.1"]', "end turn")

    assert game.over and ("DDB-R078", "the game is over") in why(game, "play punch")


def test_on_patrol_needs_the_variant_and_an_empty_place():
    game = set_up(SHOP)
    assert why(game, "go on patrol") == [("DDB-R088", "this game is not played On Patrol")]
    full = SHOP.replace("[table]", "[table]\npatrol = true").replace(
        '"bane.1", "doomsday.1"', '"bane.1", "doomsday.1", "mera.2", "robin.2", "robin.3"'
    )
    assert why(set_up(full), "go on patrol") == [("DDB-R088", "the Line-Up has no empty place")]


# asking


def test_what_one_may_ask_about_names_only_what_is_seen():
    game = set_up(SHOP)
    for seat in ("player1", "player2"):
        offered = {card for one in manual(BASE).askings(game, seat) for cards in one.who.values() for card in cards}
        hidden = {"lex_luthor", "catwoman.1", "robin.1", *(("mera.1",) if seat == "player1" else ("punch.1", "super_speed.1"))}
        assert not offered & hidden
    labels = [one.label for one in manual(BASE).askings(game, "player1")]
    assert labels[:3] == ["Buy a card", "Defeat", "Play a card"]


def test_every_deed_that_is_offered_for_asking_has_an_answer_or_reasons():
    game = set_up(SHOP)
    book = manual(BASE)
    for seat in (None, "player1", "player2"):
        for asking in book.askings(game, seat):
            for who, things in asking.who.items():
                for thing in things or ("",):
                    deed = asking.words.format(it=thing, who=who)
                    assert book.ways(game, deed, seat) or why(game, deed, seat), deed


def test_refusals_of_one_kind_are_told_together():
    game = set_up(SHOP.replace("power = 4", "power = 0"))
    told = [group.text for group in grouped(game.table, game.refused(), "player1")]

    assert any(text.startswith("3 cards cannot be bought: there is too little Power (DDB-R025)") for text in told)


def test_words_that_name_nothing_are_told_so():
    with pytest.raises(UnknownDeed, match="no card is called"):
        manual(BASE).why_not(set_up(SHOP), "buy a horse")
