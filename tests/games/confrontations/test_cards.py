"""The cards of Confrontations: as many as the box has, what is known and what is a stand-in, and scenes of what they do."""

from collections import Counter
from dataclasses import replace

import pytest
from folders import ROOT

from dcf_lab.engine.cards.common_verbs import CommonVerbs
from dcf_lab.engine.rulings import RulingError
from dcf_lab.games import manual
from dcf_lab.games.confrontations.words import VERBS
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all

BOOK = manual("confrontations")
CARDS = BOOK.library().printed
STACKS = ("punch", "vulnerability", "enhanced_strength", "weakness")
MAIN_DECK = [card for card in CARDS.values() if card.type != "character" and card.id not in STACKS]
CHARACTERS = [card for card in CARDS.values() if card.type == "character"]
SCENES = ROOT / "scenarios" / "confrontations" / "cards"
FILES = sorted(SCENES.glob("*.toml"))


# the box


def test_the_box_is_complete():
    """CNF-R001: 180 game cards and 24 oversized Characters, eight in three versions."""
    copies = {name: CARDS[name].copies for name in STACKS}
    assert copies == {"punch": 28, "vulnerability": 12, "enhanced_strength": 16, "weakness": 16}
    assert len(MAIN_DECK) == 88 and sum(card.copies for card in MAIN_DECK) == 108
    assert sum(copies.values()) + 108 == 180
    assert len(CHARACTERS) == 24 and all(card.copies == 1 for card in CHARACTERS)
    assert set(Counter(card.values["of_character"] for card in CHARACTERS).values()) == {3}


def test_the_main_deck_has_its_types():
    assert Counter(card.type for card in MAIN_DECK) == {
        "hero": 29, "villain": 29, "super power": 12, "equipment": 12, "location": 6,
    }  # fmt: skip


def test_a_character_costs_9_12_and_15():
    """CNF-R006; one public source: 4 and 6 Victory Points, and nothing for the last one."""
    for card in CHARACTERS:
        level = card.value("level")
        assert (card.value("cost"), card.value("vp")) == {1: (9, 4), 2: (12, 6), 3: (15, 0)}[level]
    sides = Counter(card.values["side"] for card in CHARACTERS)
    assert sides == {"heroes": 12, "villains": 12}


def test_no_attack_defense_or_location_more_than_the_list_knows():
    """The public list tells which cards have an Attack, a Defense or Ongoing text."""

    def having(what):
        return {card.id for card in MAIN_DECK if what(card)}

    assert having(lambda card: any(one.timing == "defense" for one in card.abilities)) == {
        "blue_devil", "donna_troy", "krypto", "steve_trevor", "the_others", "doctor_destiny", "giganta", "impervious",
        "water_control",
    }  # fmt: skip
    assert having(lambda card: any(line.verb == "attack" for one in card.abilities for line in one.lines)) == {
        "artemis", "nereus", "silver_banshee", "strife", "mystic_control", "tegrof", "dead_kings_sceptor", "kryptonite",
    }  # fmt: skip
    assert having(lambda card: card.type == "location") == {
        "amnesty_bay", "daily_planet", "lex_corp", "olympus", "the_deep", "themyscira",
    }  # fmt: skip


# what is known


def test_type_cost_and_points_of_the_main_deck_come_from_one_public_list():
    for card in MAIN_DECK:
        assert {card.provenance(word) for word in ("type", "cost", "vp")} == {"pack: public list"}


def test_what_nobody_knows_is_marked_as_a_stand_in():
    """Power, text and copies of the main deck, and what Characters can do; no symbol is made up (CNF-R004)."""
    for card in MAIN_DECK:
        unknown = {"copies", "text", *({"power", "assist"} & card.values.keys())}
        assert {card.provenance(word) for word in unknown} == {"stand-in"}, card.id
        assert "symbol" not in card.values
    for card in CHARACTERS:
        assert card.provenance("text") == "stand-in" and card.provenance("cost").startswith("rulebook: ")
    assert CARDS["enhanced_strength"].provenance("cost") == "stand-in"
    assert CARDS["enhanced_strength"].provenance("copies") == "rulebook: Contents"


def test_under_one_reading_nothing_is_played_with_stand_ins():
    """Ruling cnf_unknown_cards."""
    with pytest.raises(RulingError, match="the texts of 113 cards are; add a pack with the printed texts, or take reading A"):
        BOOK.rules_for(BOOK.library(), "4", {"cnf_unknown_cards": "B"})


def test_few_verbs_carry_the_family():
    common = {name for name in vars(CommonVerbs) if not name.startswith("_")}
    assert len(VERBS.keys() - common) <= 25


# scenes


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scene_holds(file):
    assert [failure for report in run_all(read(file)) for failure in report.failures] == []


def test_every_card_is_played_or_used_in_a_scene():
    texts = "\n".join(file.read_text(encoding="utf-8") for file in FILES)
    missing = [card.id for card in CARDS.values() if card.text and f'"{card.id}' not in texts]
    quiet = {card.id for card in CHARACTERS if not card.abilities}
    assert set(missing) <= quiet


@pytest.mark.parametrize("card", [card for card in CARDS.values() if card.abilities], ids=lambda card: card.id)
def test_every_ability_of_a_card_comes_into_effect(card):
    """And each card has a scene or a step in which it must not, or does not, work."""
    files = [file for file in FILES if f'"{card.id}' in file.read_text(encoding="utf-8")]
    own = [file for file in files if file.stem.startswith(card.id)] or [file for file in files if file.stem.startswith("plain_")]
    scenarios = [read(file) for file in own]
    watches = [report.watch for one in scenarios for report in run_all(replace(one, shows=card.id, holds_back=""))]
    for ability in card.abilities:
        shown = [watch for watch in watches if watch.resolved(ability)]
        assert shown, f"ability {ability.number} never came into effect"
        never = [line for line in shown[0].missing(ability) if all(line in watch.missing(ability) for watch in shown)]
        assert not never, f"ability {ability.number}: {never} never ran"
        if ability.condition is not None:
            assert any(ability.number in watch.refused for watch in watches), f"ability {ability.number} was never kept back"
    assert sum(len(one.variants) + len(one.script) for one in scenarios) > 1
