"""The cards of the base DC Deck-Building Game: as many as the box has, printed as known, each with scenes of what it does."""

from collections import Counter
from dataclasses import replace

import pytest
from folders import ROOT

from dcf_lab.engine.cards.common_verbs import CommonVerbs
from dcf_lab.games import manual
from dcf_lab.games.deckbuilders.box import TYPES
from dcf_lab.games.deckbuilders.verbs import VERBS
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all

BOOK = manual("dc_deckbuilding")
CARDS = BOOK.library().printed
WITH_ABILITIES = [card for card in CARDS.values() if card.abilities]
SCENES = ROOT / "scenarios" / "dc_deckbuilding" / "cards"

# id: cost, Victory Points ("*": by a formula), copies, Power
FACTS = {
    "punch": (0, 0, 36, 1), "vulnerability": (0, 0, 16, 0), "kick": (3, 1, 16, 2), "weakness": (0, -1, 20, 0),
    "aquamans_trident": (3, 1, 3, 2), "batmobile": (2, 1, 3, 0), "green_arrows_bow": (4, 1, 3, 2),
    "lasso_of_truth": (2, 1, 3, 1), "nth_metal": (3, 1, 4, 1), "power_ring": (3, 1, 3, 0), "the_bat_signal": (5, 1, 3, 1),
    "the_cape_and_cowl": (4, 1, 3, 2), "utility_belt": (5, "*", 3, 2), "blue_beetle": (6, 2, 1, 3), "catwoman": (2, 1, 3, 2),
    "dark_knight": (5, 1, 1, 2), "emerald_knight": (5, 1, 1, 0), "green_arrow": (5, "*", 3, 2),
    "high_tech_hero": (3, 1, 3, 0), "jonn_jonzz": (6, 2, 1, 0), "kid_flash": (2, 1, 4, 0), "king_of_atlantis": (5, 1, 1, 0),
    "man_of_steel": (8, 3, 1, 3), "mera": (3, 1, 2, 0), "princess_diana_of_themyscira": (7, 2, 1, 0), "robin": (3, 1, 3, 1),
    "supergirl": (4, 1, 2, 0), "swamp_thing": (4, 1, 2, 0), "the_fastest_man_alive": (5, 1, 1, 0),
    "zatanna_zatara": (4, 1, 2, 1), "arkham_asylum": (5, 1, 1, 0), "fortress_of_solitude": (5, 1, 1, 0),
    "the_batcave": (5, 1, 1, 0), "the_watchtower": (5, 1, 1, 0), "titans_tower": (5, 1, 1, 0), "bulletproof": (4, 1, 3, 2),
    "heat_vision": (6, 2, 3, 3), "super_speed": (3, 1, 4, 0), "super_strength": (7, 2, 3, 5), "x_ray_vision": (3, 1, 3, 0),
    "bane": (4, 1, 2, 2), "bizarro": (7, "*", 1, 3), "cheetah": (2, 1, 2, 0), "clayface": (4, 1, 2, 0),
    "doomsday": (6, 2, 2, 4), "gorilla_grodd": (5, 2, 2, 3), "harley_quinn": (2, 1, 2, 1), "lobo": (7, 2, 1, 3),
    "poison_ivy": (3, 1, 2, 1), "scarecrow": (5, 1, 2, 2), "solomon_grundy": (6, 2, 2, 3), "starro": (7, 2, 1, 0),
    "suicide_squad": (4, "*", 6, 2), "the_penguin": (3, 1, 2, 0), "the_riddler": (3, 1, 2, 0), "two_face": (2, 1, 2, 1),
    "ras_al_ghul": (8, 4, 1, 3), "atrocitus": (10, 5, 1, 2), "black_manta": (8, 4, 1, 3), "brainiac": (11, 6, 1, 0),
    "captain_cold": (9, 5, 1, 2), "darkseid": (11, 6, 1, 0), "deathstroke": (9, 5, 1, 0), "lex_luthor": (10, 5, 1, 0),
    "parallax": (12, 6, 1, 0), "sinestro": (10, 5, 1, 0), "the_anti_monitor": (12, 6, 1, 2), "the_joker": (10, 5, 1, 2),
}  # fmt: skip


def of_the_main_deck(card):
    return card.type in TYPES and card.id not in ("punch", "vulnerability", "kick", "weakness") and not card.values.get("stack")


def test_the_box_is_complete():
    """DDB-R001: 214 game cards and 7 oversized Super Heroes."""
    box = Counter()
    for card in CARDS.values():
        kind = "main deck" if of_the_main_deck(card) else "stack" if card.values.get("stack") else card.id
        kind = "oversized" if card.type == "character" and not card.values.get("promo") else kind
        box[kind] += card.copies
    assert box.pop("martian_manhunter_hero") == 1  # a promo, not in the box
    assert box == {
        "punch": 36, "vulnerability": 16, "main deck": 114, "kick": 16, "stack": 12, "weakness": 20, "oversized": 7,
    }  # fmt: skip
    assert box.total() - box["oversized"] == 214


def test_the_main_deck_has_its_types():
    types = Counter()
    for card in filter(of_the_main_deck, CARDS.values()):
        types[card.type] += card.copies
    assert types == {"equipment": 28, "hero": 32, "location": 5, "super power": 16, "villain": 33}


def test_cards_are_printed_as_known():
    printed = {card.id: card for card in CARDS.values() if card.type != "character"}
    assert printed.keys() == FACTS.keys()
    for name, (cost, points, copies, power) in FACTS.items():
        card = printed[name]
        found = "*" if card.values.get("starred") else card.value("vp")
        assert (card.value("cost"), found, card.copies, card.value("power")) == (cost, points, copies, power), name


def test_super_villains_cost_8_to_12_and_all_but_the_first_attack():
    """DDB-R042, DDB-R044."""
    stack = [card for card in CARDS.values() if card.values.get("stack")]
    assert {card.value("cost") for card in stack} == {8, 9, 10, 11, 12}
    quiet = [card.id for card in stack if not any(one.timing == "first_appearance" for one in card.abilities)]
    assert quiet == ["ras_al_ghul"]


def test_every_field_has_a_provenance():
    for card in CARDS.values():
        for field in (*card.values, "text", "copies"):
            assert card.provenance(field).startswith(("rulebook: ", "pack: ")), (card.id, field)


def test_few_verbs_carry_the_family():
    common = {name for name in vars(CommonVerbs) if not name.startswith("_")}
    assert len(VERBS.keys() - common) <= 25


# scenes


def scenes_of(card):
    return sorted(file for file in SCENES.glob(f"{card.id}*.toml") if f'"{card.id}' in file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("card", [card for card in CARDS.values() if card.text], ids=lambda card: card.id)
def test_a_card_with_text_has_a_scene_and_another_in_which_it_must_not(card):
    """Its scene has variants or several steps: what it does, and what it does not do."""
    scenario = read(SCENES / f"{card.id}.toml")
    others = [read(file) for file in scenes_of(card)]
    assert scenario.variants or len(scenario.script) > 1 or len(others) > 1 or _denies(scenario)


def _denies(scenario):
    return any(text.startswith("not ") or " is empty" in text for step in scenario.script for text in step.expect)


@pytest.mark.parametrize("card", WITH_ABILITIES, ids=lambda card: card.id)
def test_every_ability_of_a_card_comes_into_effect(card):
    """And one with a condition is kept by it in some scene."""
    reports = [report for file in scenes_of(card) for report in run_all(replace(read(file), shows=card.id, holds_back=""))]
    watches = [report.watch for report in reports]
    for ability in card.abilities:
        if ability.lines or "add" in ability.amounts or ability.condition is not None:
            shown = [watch for watch in watches if watch.resolved(ability)]
            assert shown, f"ability {ability.number} never came into effect"
            never = [line for line in shown[0].missing(ability) if all(line in watch.missing(ability) for watch in shown)]
            assert not never, f"ability {ability.number}: {never} never ran"
        else:  # a Defense that does nothing but defend, a card that may go elsewhere
            events = [event for report in reports for event in report.game.table.history]
            assert any(card.id in str(event.detail.get("card") or event.detail.get("sent_by")) for event in events)
        if ability.condition is not None:
            assert any(ability.number in watch.refused for watch in watches), f"ability {ability.number} was never kept back"
