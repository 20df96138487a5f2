"""Scenes for what no other test looks at: what a position says of the past, what a verb reports, and where a limit lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_random_games import the_short_list_is_the_long_list

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import Game
from dcf_lab.engine.table import Table
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table.described import describe
from dcf_lab.games.dc_forever.table.invariants import problems
from dcf_lab.games.dc_forever.table.position import PositionError, set_position
from dcf_lab.games.dc_forever.text.verbs import VERBS

PLACE = "344_clinton_street"
Position = dict[str, Any]


def start(data: Position, players: int = 2, cards: Library | None = None, log: bool = True, **readings: str) -> Game:
    return Game(
        set_position({"locations": [{"card": PLACE, "citizens": 6}], **data}, seating_of(players), 1, log, readings, cards=cards)
    )


def pack(text: str) -> Library:
    """The box with a few cards more."""
    return setup.library(Pack("scene", (("scene.toml", text),)))


FOUR: Position = {
    "rogue1": {"characters": ["cheetah"]},
    "rogue2": {"characters": ["sinestro"]},
    "hero1": {"characters": ["batman"]},
    "hero2": {"characters": ["superman"]},
    "locations": [{"card": PLACE}, {"card": "the_daily_planet"}],
}


# what a position says of the past


@pytest.mark.parametrize(
    ("waiting", "may_pass"),
    [
        (["rogue1"], [False, True, True, True]),
        (["hero2"], [True, True, True, False]),
        (["rogue2", "hero1"], [True, False, False, True]),
    ],
)
def test_a_position_says_of_whom_the_first_activation_is_awaited(waiting: list[str], may_pass: list[bool]) -> None:
    """forced_activation_scope = C, once per player: only who has not activated in this game must (Rogue Provoke Phase)."""
    game = start({"phase": "rogue provoke", "first_activation": waiting, **FOUR}, 4, forced_activation_scope="C")
    for may in may_pass:
        assert ("pass" in game.choice.options) is may
        game.answer(game.choice.options[-1])
        if game.choice.prompt.startswith("Activated"):
            game.answer("done")


def test_one_activation_is_enough_for_a_side() -> None:
    """forced_activation_scope = A: the position awaits the Rogues' first; after it the partner may pass."""
    game = start({"phase": "rogue provoke", "first_activation": ["rogue"], **FOUR}, 4)
    assert "pass" not in game.choice.options
    game.answer_any(f"activate cheetah at {PLACE}", "pass")
    assert game.choice.player == "rogue2" and "pass" in game.choice.options


def test_a_position_set_anew_remembers_who_has_activated() -> None:
    """Cheetah and Batman had the first activations; the position says so, and nothing of it is lost."""
    game = start({"phase": "confrontation", "first_activation": True, **FOUR}, 4)
    game.answer_any(f"activate cheetah at {PLACE}", "activate batman at the_daily_planet")
    described = describe(game.table)
    assert described.table["first_activation"] == ["rogue2", "hero2"] and described.lost == []


def test_who_could_only_pass_has_had_the_first_phase() -> None:
    """forced_activation_scope = C: hero1 had nobody ready in the first Oppose Phase of the game; a later one is not the first."""
    tired = {**FOUR, "hero1": {"characters": [{"card": "batman", "exhausted": True}]}}
    game = start({"phase": "confrontation", "first_activation": True, **tired}, 4, forced_activation_scope="C")
    while game.table.facts["round"] == 1:
        game.answer(game.choice.options[0])
    while game.choice.player != "hero1" or not game.choice.prompt.endswith("Oppose Phase"):
        game.answer(game.choice.options[-1])
    assert f"activate batman at {PLACE}" in game.choice.options and "pass" in game.choice.options


def test_a_position_counts_the_characters_that_have_acted() -> None:
    """what_counts_as_acting = B: who only walks does not count, two who Attack are two (Prepare for Further Confrontations)."""
    game = start({"phase": "rogue provoke", **FOUR}, 4, what_counts_as_acting="B")
    game.answer_any(f"activate cheetah at {PLACE}", f"activate batman at {PLACE}", "attack cheetah")
    assert describe(game.table).table["cycle"]["acts"] == 1
    game.answer_any(f"activate sinestro at {PLACE}", "attack batman")
    assert describe(game.table).table["cycle"] == {"slot": 3, "acts": 2, "passes": 0}


LENT = {"on": "sinestro_corps_recruit", "what": "lent", "from": "rogue", "until": "round"}
BORROWED: Position = {
    "phase": "end of round",
    "rogue": {"characters": ["sinestro"]},
    "hero": {"characters": ["aquaman"], "in_play": ["sinestro_corps_recruit"], "hand": ["fame.1"]},
}


def test_a_borrowed_minion_of_a_position_goes_back_to_the_player_it_names() -> None:
    """Glossary: Gain Control. The position says from whom the Minion is borrowed and for how long."""
    game = start({**BORROWED, "effects": [LENT]})
    assert game.table.facts["round"] == 2
    assert game.table.zone("rogue", "play area") == ("sinestro_corps_recruit",)
    assert game.table.links["sinestro_corps_recruit", "in play"] == "rogue"


@pytest.mark.parametrize("lender", ["rogue1", "sinestro", "nobody"])
def test_a_card_cannot_be_lent_by_who_does_not_play(lender: str) -> None:
    with pytest.raises(PositionError, match="'lent' needs 'from', the player to whom the card goes back"):
        start({**BORROWED, "effects": [{**LENT, "from": lender}]})


# what a refusal says is missing


@pytest.mark.parametrize(("has", "remedy"), [(0, "7 more citizens"), (5, "2 more citizens"), (6, "1 more citizen")])
def test_a_scheme_says_how_many_citizens_it_still_needs(has: int, remedy: str) -> None:
    """Complete Schemes: a Scheme needs as many citizens as its threshold."""
    there = [{"card": PLACE, "scheme": {"card": "dose_the_city", "citizens": has}}]
    there += [{"card": "the_daily_planet", "scheme": {"card": "go_viral", "citizens": 30}}]
    game = start({"phase": "complete schemes", "rogue": {"characters": ["the_joker", "punchline"]}, "locations": there})
    refusal = next(refusal for refusal in game.refused() if refusal.option == "complete dose_the_city")
    (clause,) = refusal.clauses
    assert (clause.rule, clause.text) == ("DCF-R101", f"it has {has} of 7 citizens")
    assert clause.remedy.removesuffix("s") == remedy.removesuffix("s")


# what a verb reports: done in full, or not


def hero(**areas: Any) -> Position:
    return {"hero": areas}


def rogue(**areas: Any) -> Position:
    return {"rogue": areas}


def batman(**state: Any) -> Position:
    return hero(characters=[{"card": "batman", **state}])


NOBODY = hero(characters=[])
FOUND = "{ each = 'card', in = 'discard', of = 'you', as = 'found' }, "
ASSETS = "{ each = 'asset', as = 'found' }, "
THERE = "{ each = 'location', as = 'spot' }, "
# what a card says must be done, a table on which that can be done in full, and one on which it cannot
PRICES: dict[str, tuple[str, Position, Position]] = {
    "choose": ("{ choose = 'hero', as = 'one' }", {}, NOBODY),
    "each": ("{ each = 'hero', as = 'all' }", {}, NOBODY),
    "may": ("{ may = [{ draw = 1 }] }", rogue(deck=["acid_flower"]), {}),
    "damage": ("""{ damage = 1, to = "'batman'" }""", {}, NOBODY),
    "heal": ("""{ heal = 2, to = "'batman'" }""", batman(damage=2), batman(damage=1)),
    "draw": ("{ draw = 2 }", rogue(deck=["acid_flower", "pick_a_card"]), rogue(deck=["acid_flower"])),
    "discard": ("{ discard = 2 }", rogue(hand=["acid_flower", "pick_a_card"]), rogue(hand=["acid_flower"])),
    "discard_these": (ASSETS + "{ discard_these = 'found' }", hero(in_play=["batcave"]), {}),
    "discard_from": ("""{ discard_from = "'batman'" }""", batman(empowering=["fame.1"]), {}),
    "mill": ("{ mill = 2 }", rogue(deck=["acid_flower", "pick_a_card", "throwing_card"]), rogue(deck=["acid_flower"])),
    "take": (FOUND + "{ take = 'found', to = 'hand' }", rogue(discard=["acid_flower"]), {}),
    "look": ("{ look = 'hand', of = 'hero', as = 'seen' }", hero(hand=["fame.1"]), {}),
    "reveal": ("{ reveal = 'hand', of = 'hero', as = 'shown' }", hero(hand=["fame.1"]), {}),
    "plant": (FOUND + "{ plant = 'found', into = 'deck', of = 'hero' }", rogue(discard=["acid_flower"]), {}),
    "play": (FOUND + "{ play = 'found' }", rogue(discard=["clown_gang"]), rogue(discard=["sinestro_corps_recruit"])),
    "attach": (FOUND + """{ attach = 'found', on = "'the_joker'" }""", rogue(discard=["joy_buzzer"]), {}),
    "sacrifice": ("{ each = 'minion', as = 'found' }, { sacrifice = 'found' }", rogue(in_play=["clown_gang"]), {}),
    "exhaust": ("""{ exhaust = "'batman'" }""", {}, batman(exhausted=True)),
    "ready": ("""{ ready = "'batman'" }""", batman(exhausted=True), {}),
    "relocate": (THERE + """{ relocate = "'batman'", to = 'spot' }""", {}, NOBODY),
    "recover": ("{ each = 'captured', as = 'found' }, { recover = 'found' }", {"captured": ["sinestro"]}, {}),
    "retreat": ("""{ retreat = "'batman'" }""", {}, NOBODY),
    "control": (ASSETS + "{ control = 'found', until = 'round' }", hero(in_play=["batcave"]), {}),
    "move": (THERE + "{ move = 3, from = 'spot', to = 'sanctuary' }", {}, {"locations": [{"card": PLACE, "citizens": 2}]}),
}


@pytest.fixture(scope="module")
def bargains() -> Library:
    """An event for each verb: do that to have The Joker Threaten for 7 more."""
    text = ""
    for verb, (lines, _, _) in PRICES.items():
        price = lines.removesuffix(" }") + ", cost = true }"
        gain = """{ boost = 7, of = 'threaten', on = "'the_joker'", until = 'round' }"""
        text += f'[bargain_{verb}]\ntype = "event"\nof = "the_joker"\ninfamy = 1\ntext = "Do it to Threaten for 7 more."\n'
        text += f"ability = [{{ play = 'turn', do = [{price}, {gain}] }}]\n"
    return pack(text)


@pytest.mark.parametrize("full", [True, False], ids=["paid", "not paid"])
@pytest.mark.parametrize("verb", PRICES)
def test_only_a_price_that_is_done_in_full_buys_what_follows(verb: str, full: bool, bargains: Library) -> None:
    """Resolving Effects; Glossary: Cost. 'Do A to do B': with A done in part, or not at all, there is no B."""
    position: Position = {"rogue": {"characters": ["the_joker"]}, "hero": {"characters": ["batman"]}}
    for key, there in PRICES[verb][1 if full else 2].items():
        position[key] = {**position[key], **there} if key in position else there
    position["rogue"]["hand"] = [f"bargain_{verb}", *position["rogue"].get("hand", [])]
    game = start(position, cards=bargains)
    game.answer(f"play bargain_{verb}")
    while not any(event.kind == "discard" and event.to == f"bargain_{verb}" for event in game.table.history):
        game.answer(game.choice.options[0 if full else -1])
    assert any(event.kind == "boost" for event in game.table.history) is full


def test_every_verb_that_can_fail_is_among_the_prices() -> None:
    """The others do what they say to nobody as well as to somebody, or belong to a moment of their own."""
    always = "offer strike value boost shuffle empower resources blank forbid mark claim faceup"
    moments = "reduce ignore cancel instead redirect"
    assert sorted([*PRICES, *always.split(), *moments.split()]) == sorted(VERBS)


# an action that is stopped

STOPPED = """
[cease]
type = "attachment"
of = "{of}"
text = "REACTION: When a {side} {action}s, that comes to nothing."
[[cease.ability]]
reaction = "when {action}"
forced = true
do = [{{ cancel = true }}]
[again]
type = "attachment"
of = "{of}"
text = "REACTION: After a {side} {action}s, draw 1 card."
[[again.ability]]
reaction = "after {action}"
forced = true
do = [{{ draw = 1 }}]
"""


@pytest.mark.parametrize(
    ("actor", "action"), [("cheetah", "threaten"), ("batman", "rescue"), ("cheetah", "attack"), ("batman", "attack")]
)
def test_a_cancelled_action_does_nothing_and_nothing_comes_after_it(actor: str, action: str) -> None:
    """Glossary: When. What a REACTION stops is over: no modifiers, no citizens, no damage, and no 'after'."""
    cards = pack(STOPPED.format(of=actor, side="Hero", action=action))
    team = {"cheetah": ["enhanced_strength"], "batman": ["batarang.1"]}
    here = {card: {"card": card, "at": PLACE, "exhausted": True} for card in team}
    here[actor]["attachments"] = ["cease", "again"]
    sides = {side: {"characters": [here[card]], "hand": team[card]} for side, card in (("rogue", "cheetah"), ("hero", "batman"))}
    place = {"card": PLACE, "citizens": 6, "scheme": {"card": "hunting_grounds", "citizens": 2}}
    game = start({"phase": "activation", "actor": actor, **sides, "locations": [place]}, cards=cards)
    game.answer("attack " + ("batman" if actor == "cheetah" else "cheetah") if action == "attack" else action)
    told = [event.kind for event in game.table.history]
    assert told.count("stopped") == 1 and not {"damage", "draw", "move", "claim", "rescue", "threaten"} & set(told)
    assert game.table.counts[PLACE, "citizens"] == 6 and game.table.counts["hunting_grounds", "citizens"] == 2
    assert not any((card, "damage") in game.table.counts for card in team)


# what a card forbids

GAG = """
[gag]
type = "attachment"
of = "the_joker"
onto = "hero"
infamy = 1
text = "That Hero {}."
ability = [{{ constant = "{}", if = "it == this.host" }}]
"""


@pytest.mark.parametrize(
    ("word", "options"),
    [
        ("play cards", ["play gift_of_artemis", "play bracelets_of_submission on wonder_woman", "play invisible_jet"]),
        ("be attached", ["play bracelets_of_submission on wonder_woman", "play shield_of_alcippe on wonder_woman"]),
        ("use abilities", ["use wonder_woman gifts_from_the_gods"]),
    ],
)
def test_what_a_card_in_play_forbids_is_not_offered(word: str, options: list[str]) -> None:
    """Glossary: Cannot. It holds for the Hero that the card is on, and only while it is in play."""
    cards = pack(GAG.format(f"cannot {word}", f"cannot {word}"))
    hand = ["gift_of_artemis", "bracelets_of_submission", "shield_of_alcippe", "invisible_jet", "x_ray_vision"]
    for gagged in (True, False):
        diana = {"card": "wonder_woman", "empowering": ["purple_ray"], "attachments": ["gag"] if gagged else []}
        there = {"rogue": {"characters": ["the_joker"]}, "hero": {"characters": [diana, "superman"], "hand": hand}}
        game = start({"phase": "hero action", **there}, cards=cards)
        offered = set(game.choice.options)
        assert offered.isdisjoint(options) if gagged else offered.issuperset(options)
        assert "play x_ray_vision on superman" in offered
        the_short_list_is_the_long_list(game)


ANYONES = """
[good_advice]
type = "event"
of = "batman"
anyone = true
renown = 1
text = "Anyone: if you have another card in hand, draw 1 card."
ability = [{ play = "turn", if = "you.hand >= 2", do = [{ draw = 1 }] }]
[bad_advice]
type = "event"
of = "batman"
anyone = true
renown = 1
text = "Anyone: if you have ten cards in hand, draw 1 card."
ability = [{ play = "turn", if = "you.hand >= 10", do = [{ draw = 1 }] }]
"""


def test_an_activated_hero_plays_what_anyone_may_play_and_nothing_that_is_forbidden() -> None:
    """Activate; Glossary: Cannot. Batman is not even in play; his card that anyone can play is a Hero's like her own cards."""
    cards = pack(ANYONES + GAG.format("cannot play cards", "cannot play cards"))
    hand = ["gift_of_artemis", "good_advice", "bad_advice"]
    for gagged, plays in ((False, ["play gift_of_artemis", "play good_advice"]), (True, [])):
        diana = {"card": "wonder_woman", "at": PLACE, "exhausted": True, "attachments": ["gag"] if gagged else []}
        heroes = {"characters": [diana, "superman"], "hand": hand, "team": ["batman"]}
        rogues = {"characters": [{"card": "the_joker", "at": PLACE}]}
        game = start({"phase": "activation", "actor": "wonder_woman", "rogue": rogues, "hero": heroes}, cards=cards)
        offered = [option for option in game.choice.options if option.startswith("play ")]
        assert [option for option in offered if "advice" not in option or not gagged] == plays
        the_short_list_is_the_long_list(game)


# a card that an effect puts into play


def test_an_attachment_put_into_play_goes_onto_its_character(bargains: Library) -> None:
    """Attachment Card: onto the character that it belongs to, whoever else is there, and its player controls it."""
    rogue = {
        "characters": ["sinestro", "the_joker", "cheetah"],
        "hand": ["bargain_play", "acid_flower"],
        "discard": ["joy_buzzer"],
    }
    game = start({"rogue": rogue, "hero": {"characters": ["batman"]}}, cards=bargains)
    game.answer("play bargain_play")
    assert game.table.zone("the_joker", "attachments") == ("joy_buzzer",)
    assert game.table.links["joy_buzzer", "on"] == "the_joker" and game.table.links["joy_buzzer", "in play"] == "rogue"


# tokens of the box


def test_the_damage_of_who_is_swayed_can_be_dealt_again() -> None:
    """Glossary: Swayed; component_limits = B. Cheetah puts the last 3 of 36 tokens on Peacemaker; his 6 come back."""
    heroes = [{"card": card, "damage": 4} for card in ("superman", "wonder_woman", "aquaman", "cyborg", "green_lantern")]
    heroes += [{"card": "batman", "at": PLACE, "damage": 4}]
    rogues = [{"card": "cheetah", "at": PLACE, "exhausted": True, "damage": 3}, {"card": "sinestro", "damage": 3}]
    place = {"card": PLACE, "unaligned": {"card": "peacemaker", "damage": 3}}
    game = start(
        {
            "phase": "activation",
            "actor": "cheetah",
            "rogue": {"characters": rogues},
            "hero": {"characters": heroes},
            "locations": [place],
        },
        component_limits="B",
    )
    assert game.table.counts["supply", "damage"] == 36 - (6 * 4 + 3 + 3 + 3)
    game.answer("attack peacemaker")
    assert ("peacemaker", "swayed") in game.table.marks
    assert game.table.counts["supply", "damage"] == 6


# what must hold of every table


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda table: table.zones.update({("hero", "hand"): ("batman",)}), "batman lies in"),
        (lambda table: table.zones.update({("hero", "hand"): ()}), "is kept although it is empty"),
        (lambda table: table.counts.update({("batman", "damage"): 0}), "batman has 0 damage"),
        (lambda table: table.counts.update({("batman", "damage"): 2}), "tokens instead of"),
        (lambda table: table.counts.update({("sanctuary", "damage"): 1}), "Sanctuary has damage"),
        (lambda table: table.counts.update({("batman", "citizens"): 1}), "batman, a hero, holds citizens"),
        (lambda table: table.counts.update({("sinestro", "damage"): 1}), "sinestro is out of play and holds damage"),
        (lambda table: table.links.update({("batman", "at"): "arkham_asylum"}), "batman stands at arkham_asylum"),
        (lambda table: table.links.update({("sinestro", "at"): PLACE}), f"sinestro stands at {PLACE}"),
        (lambda table: table.links.update({("fame.1", "on"): "batman"}), "fame.1 is not attached to batman"),
        (lambda table: table.links.update({("batman", "in play"): "rogue"}), "but its controller is rogue"),
        (lambda table: table.links.update({("sinestro", "in play"): "rogue"}), "sinestro lies in rogue.reserve"),
        (lambda table: table.links.pop((PLACE, "in play")), f"{PLACE} lies in table.locations"),
    ],
)
def test_whatever_is_wrong_with_a_table_is_found_out(break_it: Callable[[Table], Any], said: str) -> None:
    """Nothing is lost, doubled, negative, or in two minds about where it is."""
    rogue = {"characters": ["cheetah"], "reserve": ["sinestro"]}
    table = start({"rogue": rogue, "hero": {"characters": ["batman"], "deck": ["fame.1"]}}).table
    assert problems(table) == []
    break_it(table)
    assert said in " ".join(problems(table))
