"""The card reference of the family: every word of the language is on the page, and every example loads and does what it says."""

import random
import re
import tomllib
from functools import lru_cache
from pathlib import Path

import pytest

from dcf_lab.engine.cards.expr import compiled
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import Game
from dcf_lab.games import manual
from dcf_lab.games.confrontations.words import ATTRIBUTES_HERE, EVERYWHERE, MORE
from dcf_lab.games.confrontations.words import VERBS as ALL_VERBS
from dcf_lab.games.deckbuilders import language
from dcf_lab.games.deckbuilders.arguments import AREAS, GROUPS
from dcf_lab.games.deckbuilders.language import ABILITY_KEYS, CARD_TYPES, CONSTANTS, COSTS, MOMENTS, TIMINGS
from dcf_lab.games.deckbuilders.verbs import VERBS
from dcf_lab.games.deckbuilders.words import ATTRIBUTES, FUNCTIONS, NAMES, WORDS
from dcf_lab.timeline.coverage import watched

PAGE = (Path(language.__file__).parent / "CARDS.md").read_text()
THERE, HERE = "confrontations", "forever_evil"
OWN = " of Confrontations"


def table(heading):
    """The rows of the table with this first column."""
    rows = PAGE.split(f"\n| {heading} |")[1].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {row[0].strip(" `"): row[1].strip(" `") for row in cells}


WHAT = {
    "timing": set(TIMINGS), "key": {"name", "if", "pay", "do", *ABILITY_KEYS}, "price": set(COSTS), "constant": set(CONSTANTS),
    "moment": set(MOMENTS), "verb": set(VERBS), "name": {*NAMES, *WORDS.everywhere}, "attribute": set(ATTRIBUTES),
    "function": set(FUNCTIONS), f"verb{OWN}": set(ALL_VERBS) - set(VERBS), f"name{OWN}": set(EVERYWHERE) - set(WORDS.everywhere),
    f"attribute{OWN}": set(ATTRIBUTES_HERE) - set(ATTRIBUTES), f"function{OWN}": set(MORE),
    "field of a card of a deck": set(CARD_TYPES["hero"]), "type": set(CARD_TYPES),
}  # fmt: skip


@pytest.mark.parametrize("what", WHAT)
def test_the_page_lists_every_word_and_no_other(what):
    assert set(table(what)) == WHAT[what]


def test_the_page_lists_every_field_group_area_and_word_of_a_verb():
    for kind, fields in CARD_TYPES.items():
        assert kind == "character" or fields is CARD_TYPES["hero"]
        said = table("type")[kind] if kind == "character" else " ".join(table("field of a card of a deck"))
        assert all(re.search(rf"\b{field}\b", said) for field in fields), kind
    plain = PAGE.replace("\n", " ")
    for word in (*GROUPS, *AREAS):
        assert word in plain.partition("Groups for")[2].partition("## Expressions")[0], word
    verbs = PAGE.partition("## Verbs")[2].partition("## Expressions")[0] + PAGE.partition("\n## Confrontations")[2]
    for verb in ALL_VERBS.values():
        for word in verb.kinds:
            assert re.search(rf"\b{word}\b", verbs), f"{verb.name}: {word}"


# abilities

OF_CONFRONTATIONS = re.compile(r"block =|start =|is assist|after announce|raise =|call_off =|make_assist =")
SEAT = {
    "hand": ["punch.1", "kick.1", "vulnerability.1"], "deck": ["punch.2", "vulnerability.2", "punch.3", "punch.4"],
    "discard": ["weakness.1", "punch.5"],
}  # fmt: skip


def position(game, hand=(), stack=()):
    """A turn in which there is something of everything, with the example in a hand or on the stack."""
    if game == THERE:
        seats = {
            f"player{n}": {
                "character": [f"{who}_level_1"], "next_versions": [f"{who}_level_2", f"{who}_level_3"],
                "hand": [f"punch.{7 * n}", f"vulnerability.{3 * n}"], "deck": [f"punch.{7 * n - m}" for m in range(1, 5)],
                "discard": [f"punch.{7 * n - 5}"],
            }
            for n, who in enumerate(("superman", "lex_luthor", "wonder_woman", "circe"), 1)
        }  # fmt: skip
        data = {"turn": "player1", "step": "turn", "confronting": "player2", "line_up": ["magog", "swamp_thing"], **seats}
    else:
        other = {
            area: [re.sub(r"\d+", lambda found: str(int(found[0]) + 7), card) for card in cards] for area, cards in SEAT.items()
        }
        data = {
            "turn": "player1", "line_up": ["ddb_robin.1", "ddb_bane.1"], "weaknesses": [f"weakness.{n}" for n in range(10, 15)],
            "main_deck": [f"kick.{n}" for n in range(10, 16)],
            "player1": {"character": ["bizarro_villain"], "power": 5, **SEAT},
            "player2": {"character": ["harley_quinn_villain"], "vp": 3, **other},
        }  # fmt: skip
        if stack:
            data["super_heroes"] = [{"card": card, "face_up": True} for card in stack]
    data["player1"]["hand"] = [*data["player1"]["hand"], *hand]
    return data


EXAMPLES = [example for what in ("timing", "key", "price", "constant", "moment") for example in table(what).values()]
GIVEN = '{ choose = "foe", as = "rival" }, { choose = "card", in = "discard", as = "found" },'
VERB_EXAMPLES = {**table("verb"), **table(f"verb{OWN}")}


def with_lines(verb):
    """A card that does what the example of a verb says; what hits players stands in an Attack."""
    example = VERB_EXAMPLES[verb]
    if verb != "attack" and re.search(r"\bvictims?\b", example):
        example = f"{{ attack = [{example}]{', together = true' if 'victims' in example else ''} }}"
    given = GIVEN.replace("discard", "hand") if verb in ("play", "make_assist") else GIVEN
    lines = " ".join(f"{given if 'found' in example else ''} {example}".split())
    return f'{{ play = "turn", do = [{lines}] }}'


def game_of(ability):
    return THERE if OF_CONFRONTATIONS.search(ability) else HERE


def of_the_stack(ability):
    return "first_appearance =" in ability or "defeated =" in ability


ALL = list(dict.fromkeys([*EXAMPLES, *map(with_lines, VERB_EXAMPLES)]))  # each on a card of its own: example_0, example_1 ...


@lru_cache
def examples(where):
    """The box and a card for every example."""
    rows = [
        f'[example_{number}]\ntype = "hero"\ncost = 3\nstack = {str(of_the_stack(ability)).lower()}\ntext = "An example."\n'
        f"ability = [{ability}]\n"
        for number, ability in enumerate(ALL) if game_of(ability) == where
    ]  # fmt: skip
    return manual(where).library(Pack("page", (("page.toml", "".join(rows)),)))


def game_with(ability, watching=False):
    """A game in which the card with this example can be played, or is on the stack."""
    where, card = game_of(ability), f"example_{ALL.index(ability)}"
    cards, watch = watched(examples(where), card) if watching else (examples(where), None)
    placed = {"stack": [card]} if of_the_stack(ability) else {"hand": [card]}
    seating = "4" if where == THERE else "2"
    game = Game(manual(where).set_position(position(where, **placed), seating, 1, True, {}, False, cards))
    if not of_the_stack(ability):
        game.answer(f"play {card}")
    return game, watch


@pytest.mark.parametrize("ability", EXAMPLES)
def test_an_example_of_an_ability_loads_and_survives_a_game(ability):
    """It is played, waited for, defended with or defeated while somebody plays at random."""
    game, _ = game_with(ability)
    roll = random.Random(1)
    for _ in range(40):
        if game.choice is None:
            break
        game.answer(roll.choice(game.choice.options))


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_a_block_on_the_page_is_a_pack(block):
    cards = manual(HERE).library(Pack("page", (("page.toml", block),)))
    assert set(tomllib.loads(block)) <= set(cards.printed)


# verbs


@pytest.mark.parametrize("verb", VERB_EXAMPLES)
def test_an_example_of_a_verb_is_carried_out(verb):
    game, watch = game_with(with_lines(verb), watching=True)
    roll = random.Random(1)
    while game.choice is not None and not game.choice.quiet:
        wanted = [one for one in game.choice.options if one in ("yes", "pay", "call off")]
        game.answer(wanted[0] if wanted else roll.choice(game.choice.options))
    assert watch.missing(watch.abilities[0]) == []
    assert next(iter(tomllib.loads(f"line = {VERB_EXAMPLES[verb]}")["line"])) == verb


# expressions


@pytest.mark.parametrize("what", ["name", "attribute", "function", *(f"{one}{OWN}" for one in ("name", "attribute", "function"))])
def test_an_example_of_an_expression_has_a_value(what):
    where = THERE if what.endswith(OWN) else HERE
    book = manual(where)
    game = Game(book.set_position(position(where), "4" if where == THERE else "2", 1, False, {}, False, book.library()))
    names = {
        "this": "punch.1", "it": "vulnerability.1", "you": "player1", "card": "punch.1", "player": "player1", "victim": "player2",
        "victims": ("player2",), "attacker": "player2", "source": "hand", "hit": ("player2",), "bought": 1, "again": 0,
        "being_played": 1,
    }  # fmt: skip
    for word, example in table(what).items():
        formula = compiled(example, book.WORDS)
        assert re.search(rf"\b{word}\b", example), word
        assert isinstance(formula(game.table, names), bool | int | str), example
