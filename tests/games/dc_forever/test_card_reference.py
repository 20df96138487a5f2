"""The card reference: every word of the language is on the page, and every example on it loads and does what it says."""

import random
import re
import tomllib
from pathlib import Path

import pytest

from dcf_lab.engine.cards.expr import compiled
from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.engine.game import Game
from dcf_lab.engine.toml import parse_toml
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.text.arguments import AREAS, GROUPS
from dcf_lab.games.dc_forever.text.language import (
    ABILITY_KEYS,
    ATTRIBUTES,
    CONSTANTS,
    COSTS,
    FUNCTIONS,
    LANGUAGE,
    MOMENTS,
    NAMES,
    TIMINGS,
    TYPES,
)  # fmt: skip
from dcf_lab.games.dc_forever.text.verbs import FORBID, VERBS
from dcf_lab.timeline.coverage import watched

PAGE = (Path(setup.__file__).parent.parent / "CARDS.md").read_text()


def table(heading):
    """The rows of the table with this first column."""
    rows = PAGE.split(f"\n| {heading} |")[1].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {row[0].strip(" `"): row[1].strip(" `") for row in cells}


WHAT = {
    "timing": set(TIMINGS), "key": {"name", "if", "cost", "pay", "do", "after", *ABILITY_KEYS}, "price": set(COSTS),
    "constant": set(CONSTANTS), "moment": set(MOMENTS), "verb": set(VERBS), "name": set(NAMES),
    "attribute": set(ATTRIBUTES), "function": set(FUNCTIONS),
}  # fmt: skip


@pytest.mark.parametrize("what", WHAT)
def test_the_page_lists_every_word_and_no_other(what):
    assert set(table(what)) == WHAT[what]


def test_the_page_lists_every_type_field_group_and_area():
    types = table("type")
    assert set(types) == set(TYPES)
    for kind, fields in TYPES.items():
        for field in fields:
            assert re.search(rf"\b{field}\b", types[kind]), f"{kind}: {field}"
    plain = PAGE.replace("\n", " ")
    for word in (*GROUPS, *AREAS):
        assert word in plain.partition("Groups for")[2].partition("## Expressions")[0], word
    for word in FORBID.split("|"):
        assert word in plain


# abilities


def card_with(ability):
    """A card that may have this ability, as TOML."""
    data = tomllib.loads(f"ability = {ability}")["ability"]
    if "side" in data or data.get("if") == "place == this":
        head = 'type = "location"\ncitizens = 5'
    elif "threshold" in data:
        head = 'type = "unaligned"\nhealth = 5'
    elif "while" in data or data.get("reaction") == "when completed":
        head = 'type = "scheme"\nof = "cheetah"\nthreshold = 5\ncost = 1'
    elif "play" in data:
        head = 'type = "event"\nof = "batman"\ncost = 1'
    else:
        head = 'type = "attachment"\nof = "batman"\ncost = 1'
    return f'[example]\n{head}\ntext = "An example."\nability = [{ability}]\n'


EXAMPLES = [example for what in ("timing", "key", "price", "constant", "moment") for example in table(what).values()]


@pytest.mark.parametrize("ability", EXAMPLES)
def test_an_example_of_an_ability_loads_and_survives_a_game(ability, tmp_path):
    """As a card of the box it is drawn, played and waited for while somebody plays at random."""
    file = tmp_path / "example.toml"
    file.write_text(card_with(ability))
    cards = setup.library(find_pack(file))
    game = Game(set_position(POSITION, "2", 1, False, {}, False, cards))
    roll = random.Random(1)
    for _ in range(60):
        if game.choice is None:
            break
        game.answer(roll.choice(game.choice.options))


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_a_block_on_the_page_is_a_pack(block, tmp_path):
    file = tmp_path / "block.toml"
    file.write_text(block)
    cards = setup.library(find_pack(file))
    assert set(tomllib.loads(block)) <= set(cards.printed)


# verbs

POSITION = parse_toml("""
phase = "hero action"
sanctuary = 4
knocked_out = ["superman"]
captured = ["punchline"]

[rogue]
characters = [{ card = "cheetah", at = "arkham_asylum", damage = 1, exhausted = true }, "the_joker"]
hand = ["enhanced_strength", "throwing_card"]
deck = ["scent_the_prey", "on_the_hunt", "get_it"]
in_play = ["manta_crew"]
reserve = ["black_manta"]

[hero]
characters = [
  { card = "batman", at = "arkham_asylum", damage = 2, empowering = ["fame.1"], attachments = ["armored_cape"] },
]
hand = ["batarang.1", "grapnel_gun"]
deck = ["batarang.2", "renown.1", "renown.2"]
discard = ["prestige.1"]
reserve = ["aquaman"]

[[locations]]
card = "arkham_asylum"
citizens = 6
scheme = { card = "dose_the_city", citizens = 3 }
unaligned = { card = "harley_quinn", citizens = 2 }

[[locations]]
card = "the_daily_planet"
citizens = 5
""")

# what the names in the examples stand for
GIVEN = """
{ each = "hero", as = "victim" }, { each = "rogue", if = "it == 'cheetah'", as = "other" },
{ each = "scheme", as = "plan" }, { each = "location", if = "it == 'the_daily_planet'", as = "spot" },
{ each = "minion", as = "thug" }, { each = "captured", as = "fallen" },
"""
FOUND = '{ choose = "card", in = "discard", of = "you", as = "found" },'
EVENT = 'type = "event"\nof = "batman"\ncost = 1'
UNALIGNED = 'type = "unaligned"\nhealth = 5\nattack = 1\nclaim = 1'


def scene_for(verb):
    """A card that may use the verb, a position with it, and the answers that bring it into effect."""
    position = dict(POSITION)
    if verb in ("strike", "claim"):
        position |= {"phase": "hero oppose", "locations": [POSITION["locations"][0] | {"unaligned": "example"}]}
        return UNALIGNED, 'reaction = "after activate"', position, ["activate batman at arkham_asylum"]
    position["hero"] = POSITION["hero"] | {"hand": [*POSITION["hero"]["hand"], "example"]}
    if verb in ("reduce", "ignore", "cancel", "instead", "redirect"):
        moment = "when attack" if verb == "cancel" else "when damage"
        answers = ["activate the_joker at arkham_asylum", "attack batman", "react example 1"]
        return EVENT, f'reaction = "{moment}"', position | {"phase": "rogue provoke"}, answers
    return EVENT, 'play = "turn"', position, ["play example"]


def play_example(verb, folder):
    """A card with the verb's example is played, or reacts to an Attack; whoever is asked answers at random."""
    head, timing, position, answers = scene_for(verb)
    example = table("verb")[verb]
    found = FOUND.replace("discard", "hand") if verb == "play" else FOUND
    lines = " ".join(f"{GIVEN} {found if 'found' in example else ''} {example}".split())
    file = folder / "example.toml"
    file.write_text(f'[example]\n{head}\ntext = "An example."\n[[example.ability]]\n{timing}\ndo = [{lines}]\n')
    cards, watch = watched(setup.library(find_pack(file)), "example")
    game = Game(set_position(position, "2", 1, True, {}, False, cards))
    for answer in answers:
        game.answer(answer)
    roll = random.Random(1)
    while game.choice is not None and not game.choice.quiet:
        game.answer("yes" if "yes" in game.choice.options else roll.choice(game.choice.options))
    return game, watch


@pytest.mark.parametrize("verb", VERBS)
def test_an_example_of_a_verb_is_carried_out(verb, tmp_path):
    _, watch = play_example(verb, tmp_path)
    assert watch.missing(watch.abilities[0]) == []


# expressions


@pytest.mark.parametrize("what", ["name", "attribute", "function"])
def test_an_example_of_an_expression_has_a_value(what):
    position = Game(set_position(POSITION, "2", 1, False, {}, False, setup.library()))
    names = {
        "this": "armored_cape", "it": "cheetah", "you": "hero", "actor": "batman", "target": "cheetah", "place": "arkham_asylum",
        "card": "batarang.1", "player": "rogue", "amount": 2, "attacking": 1, "defeated": 0, "claimed": 2, "dealt": 3,
        "modifiers": 1, "seen": ("fame.1",),
    }  # fmt: skip
    for word, example in table(what).items():
        formula = compiled(example, LANGUAGE.words.adding(["seen"]))
        assert re.search(rf"\b{word}\b", example), word
        assert isinstance(formula(position.table, names), bool | int | str), example
