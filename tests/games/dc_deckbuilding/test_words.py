"""The deck-building games in words: English of cards, answers, questions, sentences of events, what each seat is told."""

import random
import re

import pytest

from dcf_lab.engine.telling import asked, phrase, sentence
from dcf_lab.games import manual
from dcf_lab.scenario.file import parse
from dcf_lab.timeline.known import known_log
from dcf_lab.timeline.timeline import Timeline

GAMES = ("dc_deckbuilding", "forever_evil", "confrontations")
BASE = "dc_deckbuilding"


def spelled(card, game=BASE):
    cards = manual(game).library()
    return manual(game).spell_out(cards.printed[card], cards)


def set_up(table, seating="2", game=BASE):
    """A timeline at a position that is written as in a scenario."""
    return Timeline(parse(f'title = "Scene"\ngame = "{game}"\nseating = "{seating}"\n\n{table}'))


def told(line, kind, seat=None):
    """The sentences of all events of a kind, as a seat may know them."""
    events = known_log(line.game.table, seat)
    return [sentence(line.game.table, event) for event in events if event.kind == kind]


# English of cards


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_spelled_out_in_plain_english(game):
    """Nothing is left as an expression, and nothing of other readings than the usual ones."""
    cards = manual(game).library()
    for card in cards.printed.values():
        for text in manual(game).spell_out(card, cards):
            assert not re.search(r'["⟦⟧⟪⟫&_{}]|TRUE|FALSE|None|\(s\)|\(es\)', text), (card.id, text)
            assert text[0] == text[0].upper() and text.endswith("."), (card.id, text)


def test_cards_say_what_they_do():
    assert spelled("bane") == ["+2 Power. Attack: each foe discards 1 card from their hand."]
    assert spelled("robin") == ["+1 Power. Put an Equipment in your discard pile into your hand."]
    assert spelled("arkham_asylum") == ["After you play the first Villain of the turn (once per turn): draw 1 card."]
    assert spelled("suicide_squad")[-1] == (
        "At the end of the game this card is worth 1 Victory Point for each card called Suicide Squad in your whole deck."
    )
    assert spelled("super_speed") == ["Draw 1 card.", "Defense: discard this card to avoid an Attack, and draw 2 cards."]
    assert spelled("lex_luthor")[-1] == (
        "First Appearance - Attack: each player gains a Weakness for each Villain in the Line-Up."
    )
    assert spelled("the_riddler")[0].endswith("If nothing is paid, +1 Power.")


# answers and questions


def test_answers_are_said_as_people_say_them():
    say, cards = manual(BASE).say, manual(BASE).library()

    assert say("play punch.3", cards) == "play Punch"
    assert say("defeat ras_al_ghul", cards) == "defeat Ra's al Ghul"
    assert say("end turn", cards) == "end the turn"
    assert say("use aquamans_trident.1 on_top", cards) == "use Aquaman's Trident (on top)"
    assert say("to player3", cards) == "into Player 3's discard pile"
    assert say("choose card 2 of player1 hand", cards) == "choose card 2 of Player 1's hand"


def test_a_question_says_who_is_asked_what():
    line = set_up('[table.player1]\nhand = ["bane.1"]\n[table.player2]\nhand = ["super_speed.1"]')
    assert asked(line.game.table, line.game.choice) == "Player 1: what next?"
    line.answer("play bane.1")
    assert asked(line.game.table, line.game.choice) == "Player 2: Bane attacks: use a Defense?"


# sentences


def test_bought_gained_and_put_into_hand_are_told_as_different_things():
    """Gameplay; Gaining Cards; a card that is put into the hand has been neither bought nor gained."""
    line = set_up(
        '[table]\nline_up = ["bane.1", "batmobile.1"]\nkicks = ["kick.1"]\n'
        '[table.player1]\npower = 9\nhand = ["cheetah.1", "robin.1"]\ndiscard = ["utility_belt.1"]'
    )
    for answer in ("buy kick.1", "play cheetah.1", "choose bane.1", "play robin.1"):
        line.answer(answer)
    for answer in list(line.game.choice.options):
        if answer == "choose utility_belt.1":
            line.answer(answer)

    assert told(line, "buy") == ["Player 1 buys Kick from the stack of Kicks for 3 Power; it goes into the discard pile."]
    assert told(line, "gain") == ["Player 1 gains Bane from the Line-Up; it goes into the discard pile."]
    assert told(line, "put") == ["Player 1 puts Utility Belt from the discard pile into the hand."]


def test_power_is_told_with_its_arithmetic():
    line = set_up('[table.player1]\ncharacter = ["superman_hero"]\nhand = ["punch.1", "kick.1"]')
    line.answer("play punch.1")
    line.answer("play kick.1")

    assert told(line, "power") == [
        "Player 1 gets 1 Power from Punch.", "Player 1 gets 2 Power from Kick.", "Player 1 gets 1 Power from Superman.",
    ]  # fmt: skip
    power = next(event for event in line.game.table.history if event.kind == "power")
    assert phrase(line.game.table, power) == "+1 Power"


def test_a_defense_is_told_for_whom():
    """Attacks and Defenses: it protects its user, in teams (2v2) also a partner."""
    line = set_up('[table.player1]\nhand = ["bane.1"]\n[table.player2]\nhand = ["super_speed.1"]\ndeck = ["punch.1", "punch.2"]')
    line.answer("play bane.1")
    line.answer("react super_speed.1 2")

    assert told(line, "react") == ["Player 2 defends with Super Speed."]
    assert told(line, "avoid") == ["Player 2 avoids the Attack of Bane."]


def test_who_draws_knows_the_cards_and_others_their_number():
    line = set_up('[table.player1]\nhand = ["kid_flash.1"]\ndeck = ["kick.1"]')
    line.answer("play kid_flash.1")

    assert told(line, "draw", "player1") == ["Player 1 draws 1 card: Kick."]
    assert told(line, "draw", "player2") == ["Player 1 draws 1 card."]


def test_what_was_bought_openly_is_known_to_all_wherever_it_goes():
    """Solomon Grundy may go on top of the deck: everybody has seen him go there."""
    line = set_up('[table]\nline_up = ["solomon_grundy.1"]\n[table.player1]\npower = 6')
    line.answer("buy solomon_grundy.1")
    line.answer("to deck solomon_grundy.1")

    known = "Player 1 buys Solomon Grundy for 6 Power; it goes on top of the deck."
    assert told(line, "buy", "player2") == told(line, "buy") == [known]


def test_a_first_appearance_has_a_name_for_every_seat():
    line = set_up(
        '[table]\nmain_deck = ["kick.1", "kick.2", "kick.3", "kick.4", "kick.5"]\nsuper_villains = ["lex_luthor"]\n'
        '[table.player1]\ndeck = ["punch.1"]'
    )
    line.answer("end turn")

    assert told(line, "appear", "player2") == ["Lex Luthor is turned up: its First Appearance."]
    assert "Lex Luthor attacks Player 2." in told(line, "attack", "player1")


# rules behind events


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_a_random_game_cites_rules_of_its_game(game):
    """Apart from answers, and from what chance and the rules note down for themselves."""
    book = manual(game)
    rules, cards = set(book.rules()), book.library()
    for start, seed in (("first game", 3), (list(book.STARTS)[-1], 4)):
        way = book.STARTS.get(start) or next(iter(book.STARTS.values()))
        seating = (way.seatings or tuple(book.SEATINGS))[0]
        match, roll = way.begin(seating, seed, True, {}, False, cards), random.Random(seed)
        for _ in range(400):
            if match.choice is None:
                break
            match.answer(roll.choice(match.choice.options))
        for event in match.table.history:
            assert set(event.rules) <= rules, event
            assert event.rules or event.kind in ("answer", "only answer", "settle", "window", "position"), event


def test_clarifications_of_cards_are_cited_by_what_they_govern():
    line = set_up('[table.player1]\nhand = ["mera.1"]')
    line.answer("play mera.1")

    assert any("DDB-R107" in event.rules for event in line.game.table.history)
