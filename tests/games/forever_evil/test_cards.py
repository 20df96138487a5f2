"""The cards of Forever Evil: as many as the box holds, where their facts come from, and a scene for each card with text."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from dcf_lab.games import manual
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all

BOOK = manual("forever_evil")
CARDS = BOOK.library()
OWN = [card for card in CARDS.printed.values() if not card.values.get("other_set")]
FOLDER = Path(__file__).parents[3] / "scenarios" / "forever_evil" / "cards"
# cost, Victory Points, copies and Power
PRINTED = """
amanda_waller 4 1 2 0 | catwoman 3 1 2 1 | commissioner_gordon 2 1 3 1 | dr_light 3 1 2 0 | element_woman 4 1 2 2
firestorm 6 2 1 0 | pandora 7 2 1 0 | phantom_stranger 5 10* 1 0 | power_girl 5 2 3 3 | stargirl 4 1 2 2 | steel 3 1 2 0
steve_trevor 1 0 2 0 | vibe 2 1 2 1 | atomica 3 1 2 0 | deathstorm 4 10* 1 0 | despero 6 2 1 0 | emperor_penguin 1 0 2 0
giganta 4 1 2 0 | grid 2 1 2 1 | johnny_quick 2 1 2 0 | man_bat 3 1 2 2 | owlman 6 2 1 0 | power_ring 6 2 1 0
royal_flush_gang 5 0 5 0 | superwoman 7 3 1 0 | the_blight 4 1 2 0 | ultraman 8 3 1 0 | bizarro_power 6 -1 2 4
constructs_of_fear 7 2 2 3 | expert_marksman 3 1 2 0 | giant_growth 2 1 3 2 | insanity 2 1 3 0 | invulnerable 3 1 3 1
power_drain 4 1 2 2 | super_intellect 4 1 2 0 | transmutation 5 1 3 0 | ultra_strength 9 3 1 3 | word_of_power 1 0 2 0
broadsword 6 2 2 2 | cold_gun 2 1 3 1 | cosmic_staff 5 1 3 2 | firestorm_matrix 7 2 2 0 | mallet 4 1 3 0
man_bat_serum 3 1 3 0 | pandoras_box 2 1 2 0 | power_armor 8 3 1 3 | secret_society_communicator 4 1 2 0
sledgehammer 3 1 2 0 | venom_injector 1 0 2 0 | belle_reve 5 1 1 0 | blackgate_prison 4 1 1 0 | central_city 5 1 1 0
earth_3 6 1 1 0 | happy_harbor 5 1 1 0 | star_labs 5 1 1 0 | the_flash 8 4 1 0 | aquaman 11 6 1 0 | batman 11 6 1 0
constantine 10 5 1 0 | cyborg 10 5 1 0 | green_arrow 9 5 1 0 | green_lantern 11 6 1 0 | martian_manhunter 12 6 1 0
shazam 12 6 1 0 | superman 13 6 1 0 | swamp_thing 9 5 1 0 | wonder_woman 11 6 1 0
"""
# of the main deck, by type: the known copies, and with those that nobody lists (ruling fev_main_deck_count)
KNOWN = {"hero": 25, "villain": 25, "super power": 25, "equipment": 25, "location": 6}
FULL = {"hero": 26, "villain": 27, "super power": 26, "equipment": 26, "location": 6}


def main_deck(*, fillers):
    found = Counter()
    for card in OWN:
        of_stack = card.values.get("stack") or card.id == "kick"
        if card.type in KNOWN and not of_stack and (fillers or not card.values.get("filler")):
            found[card.type] += card.copies
    return found


def test_the_box_holds_what_the_rulebook_counts():
    """FEV-R001: 36 Punch, 16 Vulnerability, 111 in the main deck, 16 Kick, 12 Super Heroes, 20 Weakness."""
    copies = {card.id: card.copies for card in OWN}
    assert (copies["punch"], copies["vulnerability"], copies["kick"], copies["weakness"]) == (36, 16, 16, 20)
    assert sum(card.copies for card in OWN if card.values.get("stack")) == 12
    assert main_deck(fillers=False) == KNOWN and sum(KNOWN.values()) == 106
    assert main_deck(fillers=True) == FULL and sum(FULL.values()) == 111


@pytest.mark.parametrize(("reading", "number"), [("A", 106), ("B", 111)])
def test_the_main_deck_is_as_large_as_the_ruling_says(reading, number):
    """fev_main_deck_count: the known copies, or filled up to the printed number."""
    table = BOOK.STARTS["first game"].begin("2", 1, False, {"fev_main_deck_count": reading}, False, CARDS).table
    assert len(table.zone("table", "main deck")) + len(table.zone("table", "line-up")) == number


def test_eight_oversized_super_villains_and_a_promo():
    """FEV-R001 counts seven, eight carry the set's mark (fev_oversized_count); the promo is never dealt."""
    characters = [card for card in OWN if card.type == "character"]
    assert len(characters) == 9 and [card.id for card in characters if card.values.get("promo")] == ["the_joker_villain"]
    dealt = {
        BOOK.STARTS["first game"].begin("5", seed, False, {}, False, CARDS).table.zone(f"player{n}", "character")
        for seed in range(20) for n in range(1, 6)
    }  # fmt: skip
    assert len(dealt) == 8


def test_super_heroes_cost_8_to_13_and_the_flash_attacks_nobody():
    """FEV-R007; DDB-R044: every card of the stack but the starting one has a First Appearance - Attack."""
    stack = [card for card in OWN if card.values.get("stack")]
    assert {card.value("cost") for card in stack} <= set(range(8, 14))
    assert [card.id for card in stack if not any(one.timing == "first_appearance" for one in card.abilities)] == ["the_flash"]


def test_only_what_nobody_lists_is_a_stand_in():
    assert {card.id for card in OWN if card.source == "stand-in"} == {card.id for card in OWN if card.values.get("filler")}
    for card in OWN:
        assert card.source == "stand-in" or card.source.startswith(("pack: ", "rulebook: ")), card.id


def test_cards_have_the_printed_numbers():
    """Cost, Victory Points, copies and Power as public scans show them."""
    told = [entry.split() for line in PRINTED.strip().splitlines() for entry in line.split(" | ")]
    for name, cost, vp, copies, power in told:
        card = CARDS.printed[name]
        found = (card.value("cost"), card.value("vp"), card.copies, card.value("power"))
        assert found == (int(cost), int(vp.rstrip("*")), int(copies), int(power)), name
        assert bool(card.values.get("starred")) == vp.endswith("*"), name
    fillers = {card.id for card in OWN if card.values.get("filler")}
    common = {"punch", "vulnerability", "kick", "weakness"}
    assert {name for name, *_ in told} == {card.id for card in OWN if card.type != "character"} - fillers - common


@pytest.fixture(scope="module")
def watches():
    """Card -> what it did in each script of the scenes about it."""
    found = {}
    for file in sorted(FOLDER.glob("*.toml")):
        card = max((one for one in CARDS.printed if f"{file.stem}_".startswith(f"{one}_")), key=len)
        plain = read(file)
        assert all(report.passed for report in run_all(plain)), file
        found.setdefault(card, []).extend(report.watch for report in run_all(replace(plain, shows=card)))
    return found


@pytest.mark.parametrize("card", [card for card in OWN if card.abilities], ids=lambda card: card.id)
def test_every_ability_comes_into_effect_in_one_scene_and_not_in_another(card, watches):
    for ability in card.abilities:
        if not ability.lines and not ability.amounts and ability.condition is None:
            continue  # a Defense that only avoids: what the scene expects tells it
        shown = [watch.resolved(ability) for watch in watches.get(card.id, ())]
        assert any(shown), f"ability {ability.number} never comes into effect"
    assert len(watches[card.id]) >= 2, "there is no scene in which it must not work"


def test_element_woman_has_a_scene(watches):
    """Her text is in her types, which no ability says."""
    assert len(watches["element_woman"]) >= 2


def test_the_other_box_has_ids_of_its_own_and_is_only_there_for_the_mixed_game():
    """FEV-R019: 130 cards or more, without the five that are named; 213 of both boxes."""
    others = [card for card in CARDS.printed.values() if card.values.get("other_set")]
    assert others and all(card.id.startswith("ddb_") for card in others)
    table = BOOK.STARTS["first game"].begin("2", 1, False, {}, False, CARDS).table
    assert not any(card.startswith("ddb_") for cards in table.zones.values() for card in cards)
    table = BOOK.STARTS["good against bad"].begin("4 good against bad", 1, False, {}, False, CARDS).table
    main = [*table.zone("table", "main deck"), *table.zone("table", "line-up")]
    assert len(main) == 106 - 7 + 114
    left_out = {"deathstorm", "phantom_stranger", "man_bat_serum", "power_ring", "superwoman"}
    assert not left_out & {CARDS[card].id for card in main}
    assert len(table.zone("table", "stack")) == len(table.zone("table", "other stack")) == 5
