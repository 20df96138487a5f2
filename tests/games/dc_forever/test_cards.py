"""The cards: as many as the box has, what the rulebook states of them, and text that says what they do."""

import re
import tomllib
from collections import Counter, defaultdict

import pytest

from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.toml import inline
from dcf_lab.games.dc_forever import first_game, library, standard_game
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.rules.setup import BOX
from dcf_lab.games.dc_forever.text.verbs import VERBS

CARDS = library().printed
CHARACTERS = [card for card in CARDS.values() if card.type in (HERO, ROGUE)]
WITH_ABILITIES = [card for card in CARDS.values() if card.abilities]


def card_id(card):
    return card.id


def test_the_box_is_complete():
    """Components: 206 cards, 72 of them affiliated with Heroes and 90 with Rogues."""
    box = Counter()
    for card in CARDS.values():
        box[f"{CARDS[card.of].type} card" if card.of else card.type] += card.copies
    assert box.total() == 206
    assert box == {
        "hero": 9, "hero card": 72, "rogue": 9, "rogue card": 90, "location": 12, "unaligned": 8, "resource": 6,
    }  # fmt: skip


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
    "blue_beetle": ("Jaime Reyes", "Medium"),
    "cyborg": ("Victor Stone", "Medium"),
    "the_flash": ("Barry Allen", "High"),
    "green_lantern": ("Jo Mullein", "Medium"),
    "superman": ("Man of Steel", "Low"),
    "wonder_woman": ("Princess Diana of Themyscira", "Medium"),
    "zatanna": ("Mistress of Magic", "High"),
    "black_manta": ("The Fisher King", "Medium"),
    "cheetah": ("Barbara Ann Minerva", "Medium"),
    "the_joker": ("Clown Prince of Crime", "Medium"),
    "klarion_bleak": ("The Witch Boy", "High"),
    "lex_luthor": ("Mastermind", "Medium"),
    "punchline": ("Alexis Kaye", "Medium"),
    "reverse_flash": ("Eobard Thawne", "Low"),
    "silver_banshee": ("Siobhan McDougal", "Medium"),
    "sinestro": ("The Yellow Lantern", "High"),
}


@pytest.mark.parametrize("character", CHARACTERS, ids=card_id)
def test_subtitle_and_complexity_are_those_of_the_tactics_pages(character):
    """Hero Tactics; Rogue Tactics."""
    assert (character.values["subtitle"], character.values["complexity"]) == SUBTITLES[character.id]
    assert all(character.provenance(word).startswith("rulebook: ") for word in ("name", "subtitle", "complexity"))


NAMED = {
    "aquaman": {"Trident of Neptune"},
    "batman": {"Batcave"},
    "blue_beetle": {"Forcefield", "Neural Scrambler"},
    "cyborg": {"Boom Tube", "Man or Machine", "White Noise Cannon"},
    "the_flash": {"Lightning Reflexes", "Speed Scouting", "Vortex"},
    "green_lantern": {"Crime Scene Re-Creation", "Grasping Hands", "Natural Recharge"},
    "superman": {"Flight", "Fortress of Solitude", "Kryptonian Physiology", "X-Ray Vision"},
    "wonder_woman": {"Bracelets of Submission", "Gift of Artemis", "Gift of Demeter", "Shield of Alcippe"},
    "zatanna": {"Escape Artist", "Reading the Cards", "Zatarra Shuffle"},
    "black_manta": {"Battle on Many Fronts", "Blood in the Water", "Humble Atlantis", "Scavenge", "Twin Swords"},
    "cheetah": {"Apex Predator", "Dedicated to the Hunt", "Enhanced Strength", "On the Hunt", "Scent the Prey"},
    "the_joker": {"Acid Flower", "Dose the City", "Throwing Card"},
    "klarion_bleak": {"Chaos Magic", "Divination", "Twist of Luck", "Witch's Road"},
    "lex_luthor": {"Highest Office", "Profiteering"},
    "punchline": {"Get It!?", "Get Serious", "Modified Joker Venom", "Toxic Gas"},
    "reverse_flash": {"Phase Attack", "Rapid Thought", "Speed Scouting"},
    "silver_banshee": {"Curse of the Crone", "True Name"},
    "sinestro": {"Energy Blast", "Hard Light Duplicate", "Sinestro's Might"},
}


@pytest.mark.parametrize("character", CHARACTERS, ids=card_id)
def test_the_cards_with_a_name_from_the_rulebook_are_those_it_names(character):
    """The examples; Hero Tactics; Rogue Tactics. Every other name is ours and says so."""
    own = [card for card in CARDS.values() if card.of == character.id]
    assert {card.name for card in own if card.provenance("name").startswith("rulebook: ")} == NAMED[character.id]


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


# text and data say the same (the numbers: test_english.py)


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


SAME_NAME = {"reverse_speed_scouting": "speed_scouting"}  # The Flash and Reverse-Flash each have a Speed Scouting


def test_ids_are_the_names_as_one_word():
    for card in CARDS.values():
        word = re.sub(r"[^a-z0-9]+", "_", card.name.lower().replace("'", "").replace(".", "")).strip("_")
        assert SAME_NAME.get(card.id, card.id) == word


# cards are data, and short


def test_a_card_file_holds_only_data():
    """Tables, lists, texts, whole numbers and flags, as any reader of TOML finds them; nothing else lies in the folder."""

    def plain(value):
        if isinstance(value, dict | list):
            return all(plain(one) for one in (value.values() if isinstance(value, dict) else value))
        return isinstance(value, str | int)

    for file in BOX.iterdir():
        assert file.suffix == ".toml"
        cards = tomllib.loads(file.read_text())
        assert all(isinstance(card, dict) for card in cards.values()) and plain(cards), file.name


def test_a_card_with_one_short_ability_takes_at_most_eight_lines():
    """Its id, type, star, icons, cost, traits, text and ability; `name`, `copies` and `sources` stand there only where needed.

    Values that few types of card print make a card longer: a Scheme's threshold, a character's Health, `onto`.
    """
    uncounted = ("", "#", "name", "copies", "sources")
    for file in BOX.iterdir():
        for text in re.split(r"^(?=\[\w+\]$)", file.read_text(), flags=re.MULTILINE)[1:]:
            rows = [row for row in text.splitlines() if row.partition(" ")[0] not in uncounted]
            card = CARDS[rows[0].strip("[]")]
            short = len(card.abilities) == 1 and len(inline(card.raw["ability"])) <= 110
            if short and not card.values.keys() & {"threshold", "health", "onto"}:
                assert len(rows) <= 8, card.id


def verbs_of(lines):
    """The verbs of lines and of the lines within them."""
    if isinstance(lines, Line):
        return {lines.verb} | verbs_of(tuple(lines.args.values()))
    return {verb for line in lines for verb in verbs_of(line)} if isinstance(lines, tuple) else set()


def test_few_verbs_carry_the_game():
    assert len(VERBS) <= 60


def test_nearly_all_cards_are_composed_of_general_verbs():
    """A verb that only one character's cards use is written for them; at least 95 % of the cards with text need none such."""
    verbs = {card.id: verbs_of(tuple(a.lines + a.after for a in card.abilities)) for card in CARDS.values() if card.text}
    users = defaultdict(set)
    for card, used in verbs.items():
        for verb in used:
            users[verb].add(CARDS[card].of or card)
    special = {card: used for card in verbs if (used := {verb for verb in verbs[card] if len(users[verb]) == 1})}
    assert len(special) <= 0.05 * len(verbs), special
