"""The cards: as many as the box has, what the rulebook states of them, and text that says what they do."""

import re

import pytest

from dcf_lab.games.dc_forever import first_game, library, standard_game
from dcf_lab.games.dc_forever.box import HERO, ROGUE

CARDS = library().printed
CHARACTERS = [card for card in CARDS.values() if card.type in (HERO, ROGUE)]
WITH_ABILITIES = [card for card in CARDS.values() if card.abilities]


def card_id(card):
    return card.id


@pytest.mark.parametrize("character", CHARACTERS, ids=card_id)
def test_a_character_has_all_its_cards(character):
    """Components: 8 for each Hero, 10 for each Rogue; 4 and 6 of them make the starting deck (Standard Setup 4)."""
    own = [card for card in CARDS.values() if card.of == character.id]
    everything, starting = (8, 4) if character.type == HERO else (10, 6)
    assert sum(card.copies for card in own) == everything
    assert sum(card.copies for card in own if card.values.get("starting")) == starting


@pytest.mark.parametrize("character", CHARACTERS, ids=card_id)
def test_a_character_can_be_recruited_and_acts(character):
    action = "rescue" if character.type == HERO else "threaten"
    assert all(character.value(word) > 0 for word in ("health", "cost", action))
    assert character.values["subtitle"] and character.values["complexity"] in ("Low", "Medium", "High")


def test_affiliated_cards_show_their_own_sides_icon_and_have_a_cost():
    for card in CARDS.values():
        if card.of is not None:
            icon, other = ("renown", "infamy") if CARDS[card.of].type == HERO else ("infamy", "renown")
            assert icon in card.values and other not in card.values and card.value("cost") > 0, card.id
            assert card.type in ("event", "attachment", "scheme") or card.type == ("asset" if icon == "renown" else "minion")
        if card.type == "scheme":
            assert card.value("threshold") > 0 and CARDS[card.of].type == ROGUE


def test_the_decks_of_the_first_game_have_twelve_cards():
    """Player Decks: a deck begins with 12 cards; the Hero's holds 2 Renown, 1 Prestige and 1 Fame."""
    table = first_game(1).table
    for player in (ROGUE, HERO):
        assert len(table.zone(player, "hand")) == len(table.zone(player, "deck")) == 6
    cards = [table.rules.library[c].name for area in ("hand", "deck") for c in table.zone(HERO, area)]
    assert [cards.count(title) for title in ("Renown", "Prestige", "Fame")] == [2, 1, 1]
    assert table.zone(ROGUE, "characters") == ("cheetah", "the_joker") and table.zone(HERO, "characters") == (
        "batman",
        "superman",
    )


def test_the_decks_of_a_drafted_game_have_twelve_cards():
    game = standard_game(2, 5)
    while game.choice.prompt in ("Draft", "Choose starting characters"):
        game.answer(game.choice.options[0])
    for player in (ROGUE, HERO):
        assert len(game.table.zone(player, "hand")) + len(game.table.zone(player, "deck")) == 12


# what the rulebook states

STATED = [
    ("superman", "rescue", 2),  # Hero Tactics
    ("cheetah", "attack", 3),  # Attack example; Rogue Tactics
    ("black_manta", "attack", 2),  # Rogue Tactics
    ("silver_banshee", "threaten", 3),  # Rogue Tactics
    ("punchline", "cost", 4),  # Resource example
    ("get_it", "cost", 3),  # Resource example
    ("enhanced_strength", "infamy", 2),  # Threaten example
]


@pytest.mark.parametrize("card, word, number", STATED)
def test_a_stated_number_is_on_the_card_with_its_source(card, word, number):
    assert CARDS[card].value(word) == number
    assert CARDS[card].provenance(word).startswith("rulebook: ")


SUBTITLES = {
    "aquaman": ("Orin The Renegade", "Medium"),
    "batman": ("Bruce Wayne", "Low"),
    "the_flash": ("Barry Allen", "High"),
    "green_lantern": ("Jo Mullein", "Medium"),
    "superman": ("Man of Steel", "Low"),
    "wonder_woman": ("Princess Diana of Themyscira", "Medium"),
    "black_manta": ("The Fisher King", "Medium"),
    "cheetah": ("Barbara Ann Minerva", "Medium"),
    "the_joker": ("Clown Prince of Crime", "Medium"),
    "punchline": ("Alexis Kaye", "Medium"),
    "silver_banshee": ("Siobhan McDougal", "Medium"),
    "sinestro": ("The Yellow Lantern", "High"),
}


@pytest.mark.parametrize("card", SUBTITLES)
def test_subtitle_and_complexity_are_those_of_the_tactics_pages(card):
    """Hero Tactics; Rogue Tactics."""
    assert (CARDS[card].values["subtitle"], CARDS[card].values["complexity"]) == SUBTITLES[card]


def ability(card, **wanted):
    """The one ability of a card whose raw text has these words."""
    return next(a for a in CARDS[card].abilities if all(a.raw.get(word) == value for word, value in wanted.items()))


def test_the_modifiers_of_the_examples():
    """Attack example: +3. Threaten example: +4, and 2 more at Arkham Asylum, which held at least 8 citizens."""
    assert ability("enhanced_strength", modifier="attack").raw["add"] == 3
    assert ability("get_serious", modifier="threaten").raw["add"] == 4
    arkham = ability("arkham_asylum", constant="threaten")
    assert (arkham.raw["add"], arkham.raw["side"]) == (2, "rogue") and CARDS["arkham_asylum"].value("citizens") >= 8


def test_the_three_cards_of_the_resource_example_are_worth_eight():
    assert sum(CARDS[card].value("infamy") for card in ("on_the_hunt", "throwing_card", "scent_the_prey")) == 8


def test_batman_would_fall_to_six_damage_and_not_to_four():
    """Attack example: Master Tactician takes 2 off one modifier, and so he stands."""
    assert CARDS["batman"].value("health") in (5, 6)
    assert ability("batman", constant="reduce modifier").raw["add"] == 2


def test_abilities_as_the_examples_use_them():
    assert ability("the_flash", name="Super Speed").cost == 3
    assert ability("sinestro", constant="both actions")
    assert ability("silver_banshee", constant="cannot attack")
    assert any(line.verb == "draw" and line.raw["draw"] == 3 for a in CARDS["x_ray_vision"].abilities for line in a.lines)
    assert len(CARDS["x_ray_vision"].abilities) == 2
    crime_scene = [line.raw for a in CARDS["crime_scene_re_creation"].abilities for line in a.lines]
    assert any(line.get("move") == 1 and line.get("to") == "sanctuary" for line in crime_scene)


def test_what_else_is_stated():
    assert {card.type for card in CARDS.values() if card.of == "green_lantern"} == {"event"}
    assert set(CARDS["gift_of_demeter"].traits) == {"Gift", "Magic", "Power"}
    assert CARDS["twin_swords"].copies == 2 and CARDS["twin_swords"].of == "black_manta"
    assert [CARDS[card].copies for card in ("renown", "prestige", "fame")] == [2, 2, 2]
    assert CARDS["dose_the_city"].type == "scheme" and CARDS["dose_the_city"].of == "the_joker"
    assert CARDS["harley_quinn"].type == CARDS["peacemaker"].type == "unaligned"


def test_the_named_locations_are_there():
    names = {card.name for card in CARDS.values() if card.type == "location"}
    assert names >= {
        "Arkham Asylum", "344 Clinton Street", "Valhalla Cemetery", "The Daily Planet", "Atlantean Royal Palace",
        "Downtown Central City", "ACE Chemical Plant", "House of Mystery",
    }  # fmt: skip


# text and data say the same


def numbers(data):
    """Every number in an ability's lines and amounts; conditions and labels aside."""
    if isinstance(data, dict):
        return [n for key, value in data.items() if key not in ("name", "text", "labels", "if") for n in numbers(value)]
    if isinstance(data, list | tuple):
        return [n for value in data for n in numbers(value)]
    return [int(n) for n in re.findall(r"\b\d+\b", str(data))] if not isinstance(data, bool) else []


@pytest.mark.parametrize("card", WITH_ABILITIES, ids=card_id)
def test_a_card_says_in_words_the_numbers_it_works_with(card):
    """A 1 may be 'a' or 'an'; every other number stands in the text, and the text has no number of its own."""
    said = {int(n) for n in re.findall(r"\d+", card.text)}
    works_with = {n for a in card.abilities for n in numbers(a.raw)}
    somewhere = {int(n) for a in card.abilities for n in re.findall(r"\d+", str(a.raw))}
    assert {n for n in works_with if n > 1} <= said
    assert said <= somewhere | {v for v in card.values.values() if isinstance(v, int)} | {1}


@pytest.mark.parametrize("card", WITH_ABILITIES, ids=card_id)
def test_a_card_names_its_abilities_costs_and_timings(card):
    icon = "Renown" if HERO in (card.type, CARDS[card.of].type if card.of else "") else "Infamy"
    for one in card.abilities:
        if one.name and card.type in (HERO, ROGUE):
            assert one.name in card.text
        if one.cost:
            assert f"{one.cost} {icon}" in card.text
        if one.timing == "modifier":
            assert "Modifier" in card.text
        if (
            one.timing == "reaction"
            and card.type in ("event", "attachment", "asset", "minion", HERO, ROGUE)
            and not one.words.get("forced")
        ):
            assert "REACTION" in card.text or "When you play this" in card.text


def test_every_source_is_stand_in_or_names_a_section():
    for card in CARDS.values():
        for source in (card.source, *card.sources.values()):
            assert source == "stand-in" or re.fullmatch(r"rulebook: \S.*", source), (card.id, source)
        assert set(card.sources) <= set(card.raw) | {"of", "ability"}, card.id


def test_ids_are_the_names_as_one_word():
    for card in CARDS.values():
        assert card.id == re.sub(r"[^a-z0-9]+", "_", card.name.lower().replace("'", "").replace(".", "")).strip("_")
