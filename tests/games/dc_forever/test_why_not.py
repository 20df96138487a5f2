"""Why not? Any deed can be asked about at any moment, by anybody: the answer is a way to do it, or every reason against it."""

from __future__ import annotations

import random
import re

import pytest
from random_play import MATCHES, any_readings, begin
from refused_scenes import DESERTED, MODIFIERS, PLACE, deserted, in_english, only, start

from dcf_lab.games import UnknownDeed
from dcf_lab.games.dc_forever import ways, why_not
from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.rules.box import HERO
from dcf_lab.games.dc_forever.text.deed_words import NAMING
from dcf_lab.lab.explore import Explore


def test_a_deed_out_of_turn_has_all_its_reasons() -> None:
    """Turn; Hero Oppose: the issue's own question, in a Rogue's Action Phase."""
    game = start({**DESERTED, "phase": "rogue action", "rogue": {"characters": ["cheetah"], "hand": ["pounce"]}})
    assert only(game, "rescue superman") == [
        "it is the Rogue's turn, not the Hero's",
        "a Rescue is for the Hero Oppose Phase, and this is the Rogue Action Phase",
        "Superman is not activated",
        "Superman is at no Location",
    ]
    assert (
        only(game, "Attack Superman with Cheetah")
        == only(game, "attack cheetah superman")
        == only(game, "cheetah attacks superman")
    )
    assert only(game, "attack superman with cheetah")[1:] == ["Cheetah is not activated", "Cheetah is at no Location"]
    assert only(game, "play pounce") == ["Pounce is a REACTION, not an action"]
    assert only(game, "empower superman with renown") == [
        "it is the Rogue's turn, not the Hero's",
        "that is for the Hero Action Phase, and this is the Rogue Action Phase",
    ]
    assert only(game, "rescue lex luthor") == ["Lex Luthor is not in this game"]
    assert only(game, "pass") == ["passing is for the Rogue Provoke Phase, and this is the Rogue Action Phase"]
    assert why_not(game, "pool pounce") == [] and ways(game, "pool pounce") == ["pool pounce"]


def test_another_character_is_activated() -> None:
    """Attack: in the Confrontation only the activated character acts."""
    hero = {"characters": ["superman", {"card": "batman", "at": PLACE}], "hand": ["renown.1"]}
    rogue = {"characters": [{"card": "cheetah", "at": PLACE}]}
    game = start({**DESERTED, "hero": hero, "rogue": rogue}).answer_any(f"activate superman at {PLACE}")
    assert ways(game, "attack cheetah") == ways(game, "attack superman cheetah") == ["attack cheetah"]
    assert only(game, "attack cheetah with batman") == ["Superman is activated, not Batman"]
    assert "Superman is activated already" in only(game, f"activate batman at {PLACE}")
    assert "it is the Hero's turn, not the Rogue's" in only(game, "threaten cheetah")


def test_what_is_only_an_answer_is_refused_while_something_else_is_asked() -> None:
    """Draft and starters: a pick is possible while it is asked for; afterwards another question is open."""
    game = setup.standard_game(2, seed=1)
    assert ways(game, "pick cheetah") == ["pick cheetah"]
    assert only(game, "pick superman") == ["Superman is not among the answers to this question: Draft"]
    assert only(game, "start cheetah") == ["the Rogue has another question to answer first: Draft"]
    assert only(game, "pass", HERO)[0] == "it is nobody's turn, not the Hero's"


def test_a_question_that_must_be_answered_first_is_named() -> None:
    """Modifiers: while modifiers are asked for, nothing else is done."""
    game = start(MODIFIERS).answer_any(f"activate cheetah at {PLACE}", "attack batman")
    assert game.choice is not None and game.choice.prompt == "Attack Modifiers"
    assert "the Rogue has another question to answer first: Attack Modifiers" in only(game, "threaten cheetah")
    assert ways(game, "modify enhanced strength") == ways(game, "play enhanced strength") == ["play enhanced_strength"]


def test_a_reaction_says_which_moment_it_waits_for() -> None:
    """Reaction: only when its condition occurs."""
    game = start({**DESERTED, "hero": {"characters": ["superman", "green_lantern"], "hand": ["emerald_shield"]}})
    assert "about to suffer damage" in only(game, "react emerald shield")[0]
    assert only(game, "react renown")[-1:] == ["Renown is not in this game"] or "has no REACTION" in str(
        why_not(game, "react renown")
    )


@pytest.mark.parametrize(
    "text, sentence_",
    [
        ("", "'' is no deed"),
        ("fly", "'fly' is no deed; they are rescue"),
        ("buy", "'buy' is followed by the name of a card"),
        ("rescue supermann", "no card is called 'supermann'; did you mean 'superman'?"),
        ("rescue superman batman", "'rescue' is followed by the name of a card; found 2"),
        ("use superman loudly", "'loudly' is neither a card nor an ability"),
        ("empower superman", "'empower' needs a Hero and a card"),
        ("x" * 300, "at most 200 characters"),
    ],
)
def test_a_question_that_cannot_be_understood_is_refused_with_a_sentence(text: str, sentence_: str) -> None:
    with pytest.raises(UnknownDeed, match=re.escape(sentence_)):
        why_not(deserted(), text)


def test_from_a_seat_nothing_depends_on_what_others_hide() -> None:
    """Open Information: exchanging a card of the Rogue's hand with one of the deck changes no answer that the Hero gets."""
    rogue = {"characters": ["cheetah"], "hand": ["enhanced_strength", "pounce"], "deck": ["rending_claws", "on_the_hunt"]}
    other = {"characters": ["cheetah"], "hand": ["rending_claws", "pounce"], "deck": ["enhanced_strength", "on_the_hunt"]}
    for phase in ("rogue action", "hero action", "rogue provoke"):
        one, two = (start({**DESERTED, "phase": phase, "rogue": team}) for team in (rogue, other))
        for deed in NAMING:
            for card in ("enhanced_strength", "rending_claws", "pounce", "cheetah"):
                text = f"{deed} {card}" if deed != "empower" else f"empower superman with {card}"
                assert why_not(one, text, HERO) == why_not(two, text, HERO), text
    assert only(one, "play enhanced_strength", HERO)[-1] == "only the Rogue may know whether that is possible"


@pytest.mark.parametrize("match", MATCHES)
def test_any_deed_of_anybody_at_any_moment_has_an_answer_and_changes_nothing(match: str) -> None:
    """Random games under random readings: either a way to do it, or reasons with rules; the table stays as it is."""
    roll = random.Random(match)
    game = begin(match, 5, any_readings(roll), rounds=3)
    while game.choice is not None:
        if roll.random() < 0.03:
            before, told = game.table.copy(), game.table.told
            seat = roll.choice([None, *game.table.rules.players])
            for deed, number in NAMING.items():
                cards = [roll.choice(list(game.table.rules.library.printed)) for _ in range(number)]
                text = f"{deed} {' with '.join(cards)}"
                try:
                    found = why_not(game, text, seat)
                except UnknownDeed as error:
                    assert "is played on nobody" in str(error), error
                    continue
                assert bool(found) != bool(ways(game, text, seat)), text
                for refusal in found:
                    assert refusal.clauses and all(clause.rule in rule_texts() for clause in refusal.clauses)
                    in_english(refusal)
            for option in game.choice.options[:10]:
                if option.split()[0] in NAMING and option.split()[0] != "react":
                    assert why_not(game, option.replace("_", " ")) == [], option
            assert game.table == before and game.table.told == told
        game.answer(roll.choice(game.choice.options))


def test_the_page_asks_why_not() -> None:
    """The text field of the panel: reasons, ways, or what was not understood; bounded and for the seat's eyes."""
    lab = Explore()
    list(lab.handle({"do": "open"}))
    [answer] = lab.handle({"do": "why not", "deed": "rescue superman"})
    assert answer["groups"][0]["refusals"][0]["option"] == "rescue superman" and not answer["ways"]
    [answer] = lab.handle({"do": "why not", "deed": "done"})
    assert answer["ways"] == ["done"] and not answer["groups"]
    [answer] = lab.handle({"do": "why not", "deed": "<b>" * 5000})
    assert "is no deed" in answer["trouble"] and len(answer["trouble"]) < 600
    list(lab.handle({"do": "seat", "seat": "hero"}))
    [answer] = lab.handle({"do": "why not", "deed": "play enhanced strength"})
    assert "only the Rogue may know" in str(answer["groups"])
