"""Scenes for what no other test looks at: what a position says of the past, what a verb reports, and where a limit lies."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from test_random_games import the_short_list_is_the_long_list

from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.expr import compiled
from dcf_lab.engine.cards.packs import MAX_CARDS, Pack, load
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import inline
from dcf_lab.games.dc_forever import first_game, library
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.rules.legal import activation_refusals
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table.described import describe
from dcf_lab.games.dc_forever.table.invariants import problems
from dcf_lab.games.dc_forever.table.position import PositionError, set_position
from dcf_lab.games.dc_forever.text.language import LANGUAGE
from dcf_lab.games.dc_forever.text.verbs import VERBS
from dcf_lab.puzzles.search import Keys
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNIQUE, Limits, solve
from dcf_lab.scenario.file import ScenarioError, parse
from dcf_lab.timeline import timeline
from dcf_lab.timeline.timeline import Timeline

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
    assert (clause.rule, clause.text) == ("DCF-R101", f"{has} of 7 citizens")
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


# limits


def test_a_library_may_have_as_many_cards_as_the_limit_says_and_not_one_more() -> None:
    """Packs: copies are counted."""
    room = MAX_CARDS - len(library())
    street = '[street_{}]\ntype = "location"\ncitizens = 5\ncopies = {}\n'
    streets = "".join(street.format(number, 10) for number in range(room // 10))
    assert len(pack(streets + street.format("last", room % 10))) == MAX_CARDS
    with pytest.raises(CardTextError, match=f"at most {MAX_CARDS} cards"):
        pack(streets + street.format("last", room % 10 + 1))


def nested(deep: int) -> str:
    return "{ may = [" * deep + "{ draw = 1 }" + "] }" * deep


LIMITS: dict[str, tuple[int, Callable[[int], str], str]] = {
    "copies": (10, lambda n: f"copies = {n}", "'copies' goes from 1 to 10"),
    "printed number": (100, lambda n: f"citizens = {n}", "a printed number goes from 0 to 100"),
    "traits": (10, lambda n: f"traits = {[f't{one}' for one in range(n)]}", "'traits' is a list of words, 10 at most"),
    "text": (1_000, lambda n: f"text = '{'x' * n}'", "a text has at most 1000 characters"),
    "abilities": (8, lambda n: "ability = [" + "{ constant = 'attack', add = 1 }, " * n + "]", "a card has at most 8 abilities"),
    "lines": (8, lambda n: f"ability = [{{ use = 'turn', do = [{'{ draw = 1 }, ' * n}] }}]", "past 8, write a verb"),
    "nesting": (2, lambda n: f"ability = [{{ use = 'turn', do = [{nested(n)}] }}]", "lines nest at most two deep"),
    "ways": (
        8,
        lambda n: f"ability = [{{ use = 'turn', do = [{{ offer = 'you', ways = [{'[{ draw = 1 }], ' * n}] }}] }}]",
        "has 1 to 8 ways",
    ),
    "cost": (
        100,
        lambda n: f"ability = [{{ use = 'turn', cost = {n}, do = [{{ draw = 1 }}] }}]",
        "'cost' is a number of resources up to 100",
    ),
    "number": (10_000, lambda n: f"ability = [{{ constant = 'attack', add = {n} }}]", "numbers go up to 10000"),
    "expression": (
        200,
        lambda n: f"ability = [{{ constant = 'attack', if = 'round > {'1'.rjust(n - 8)}', add = 1 }}]",
        "at most 200 characters",
    ),
    "depth": (12, lambda n: f"ability = [{{ constant = 'attack', add = '{'half(' * n}1{')' * n}' }}]", "nests at most 12 deep"),
}


@pytest.mark.parametrize("what", LIMITS)
def test_what_a_card_may_have_reaches_to_the_limit_and_not_beyond(what: str) -> None:
    """Writing cards: the last allowed card is read, the next one is refused with the limit."""
    limit, field, refusal = LIMITS[what]

    def read(number: int) -> Library:
        lines = {line.split(" = ")[0]: line for line in ("citizens = 5", "text = 'x'", field(number))}
        text = '[side_street]\ntype = "location"\n' + "\n".join(lines.values())
        return load([Pack("scene", (("scene.toml", text),))], LANGUAGE)

    assert read(limit)
    with pytest.raises(CardTextError, match=refusal):
        read(limit + 1)


@pytest.mark.parametrize(
    ("field", "refusal"),
    [("copies = 0", "'copies' goes from 1"), ("citizens = -1", "from 0 to 100"), ("citizens = true", "should be")],
)
def test_what_a_card_may_have_begins_somewhere(field: str, refusal: str) -> None:
    with pytest.raises(CardTextError, match=refusal):
        load([Pack("scene", (("scene.toml", f'[side_street]\ntype = "location"\n{field}\n'),))], LANGUAGE)


def test_with_the_log_off_nothing_is_told_and_no_event_has_a_number() -> None:
    """The number that telling returns stands in causes; -1 is no event."""
    silent = first_game(seed=1, log=False)
    assert silent.table.log("pass", by="rogue") == -1
    assert silent.table.history == []


def test_the_rogues_are_asked_anew_before_the_second_hero_player_acts() -> None:
    """masterplan_use_when = B: at any time, so also between the Action Phases of two Hero players."""
    heroes = {"hero1": {"characters": ["batman"], "hand": ["fame.1"]}, "hero2": {"characters": ["superman"], "hand": ["fame.2"]}}
    plan = {"master_plan": [{"card": "the_big_reveal", "faceup": True}], "rogue1": {"characters": ["the_joker"]}}
    game = start({"phase": "hero action", **FOUR, **heroes, **plan}, 4, masterplan_use_when="B")
    asked = []
    while game.choice.player != "hero2":
        asked.append((game.choice.player, game.choice.prompt))
        game.answer(game.choice.options[-1])
    assert asked == [("rogue1", "Master Plan"), ("hero1", "Hero Action Phase"), ("rogue1", "Master Plan")]


def test_only_a_card_with_two_blocks_is_used_under_the_rule_of_blocks() -> None:
    """Affiliated Cards: X-Ray Vision has two, of which one is used; the Batcave has one."""
    superman = {"card": "superman", "attachments": ["x_ray_vision"]}
    heroes = {
        "characters": [superman, "batman"],
        "in_play": ["batcave"],
        "deck": ["fame.1", "fame.2", "renown.1"],
        "hand": ["flight"],
    }
    plan = [{"card": PLACE, "scheme": "dose_the_city"}]
    game = start({"phase": "hero action", "rogue": {"characters": ["the_joker"]}, "hero": heroes, "locations": plan})
    game.answer_any("use batcave 1", "use x_ray_vision 1")
    used = {event.to: "DCF-R024" in event.rules for event in game.table.history if event.kind == "use"}
    assert used == {"batcave": False, "x_ray_vision": True}


def test_the_way_out_for_a_rescue_is_what_is_missing() -> None:
    """Rescue: a Scheme, or under the other reading of the requirement the Unaligned character that is there anyway."""
    hero = {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}]}
    for there, remedy in (({"unaligned": "harley_quinn"}, "ruling rescue_requirement = A"), ({}, "a Scheme at ")):
        data = {"phase": "activation", "actor": "batman", "hero": hero, "rogue": {"characters": ["cheetah"], "hand": ["pounce"]}}
        place = {"card": PLACE, "citizens": 6, **there}
        game = start({**data, "locations": [place]}, rescue_requirement="B", main_action_optional="A")
        (clause,) = next(
            refusal for refusal in activation_refusals(game.table, "hero", "batman") if refusal.option == "rescue"
        ).clauses
        assert clause.rule == "DCF-R070" and clause.remedy.startswith(remedy)


# goals and records


TRAP = """
[trapdoor_street]
type = "location"
citizens = 5
text = "When this is revealed a Hero suffers 1 damage."
[[trapdoor_street.ability]]
reaction = "after reveal location"
if = "place == this"
do = [{ choose = "hero", as = "one" }, { damage = 1, to = "one" }]
"""
EMPTIED = """
title = "A trap in the street"
packs = ["trap"]
[table]
phase = "complete schemes"
location_deck = ["trapdoor_street"]
[table.rogue]
characters = ["the_joker"]
[table.hero]
characters = ["batman", "superman"]
[[table.locations]]
card = "the_daily_planet"
citizens = 0
scheme = { card = "dose_the_city", citizens = 7 }
[goal]
for = "rogue"
reach = "superman.damage == 1"
within = "this phase"
"""


def test_the_resolution_phase_is_one_phase() -> None:
    """Resolution Phase: Complete Schemes and the Location that is revealed in step 3 both belong to 'this phase'."""
    puzzle = parse(EMPTIED, packs=[Pack("trap", (("trap.toml", TRAP),))])
    assert solve(puzzle).status in (UNIQUE, SOLVED)
    later = parse(EMPTIED.replace("complete schemes", "hero oppose"), packs=[Pack("trap", (("trap.toml", TRAP),))])
    assert solve(later).status == DISPROVED


def test_this_game_is_not_over_with_the_first_answer() -> None:
    """Goals: within 'this game' there is always time; the Attack may follow the activation."""
    cheetah, superman = '["cheetah"]', '[{ card = "superman", at = "the_daily_planet", exhausted = true }]'
    scene = f'title = "x"\n[table]\nphase = "rogue provoke"\n[table.rogue]\ncharacters = {cheetah}\n'
    scene += f"[table.hero]\ncharacters = {superman}\n"
    scene += '[[table.locations]]\ncard = "the_daily_planet"\n'
    scene += '[goal]\nfor = "rogue"\nwithin = "this game"\nreach = "superman.damage >= 3"\n'
    assert solve(parse(scene), limits=Limits(nodes=500)).value == 1


def test_a_scenario_that_names_no_seed_has_seed_0() -> None:
    """Format: the default of `seed`; another one shuffles otherwise."""
    plain, zero, one = (parse(f'title = "x"\nstart = "first game"\n{seed}') for seed in ("", "seed = 0", "seed = 1"))
    hands = [scenario.game().table.zone("rogue", "hand") for scenario in (plain, zero, one)]
    assert plain.seed == 0 and hands[0] == hands[1] != hands[2]


def test_what_a_goal_wants_to_happen_is_said_in_200_characters() -> None:
    """Goals: the last description that is short enough is read, the next is not."""
    said = "damage to batman amount {} under DCF-R077, " + ", ".join(f"DCF-R{number:03}" for number in range(1, 17))
    goal = 'title = "x"\n[table.rogue]\ncharacters = ["cheetah"]\n[goal]\nfor = "rogue"\nhappen = "{}"\n'
    assert len(said.format(2)) == 200
    assert parse(goal.format(said.format(2))).goal is not None
    with pytest.raises(ScenarioError, match="expected something like"):
        parse(goal.format(said.format(22)))


def test_the_solver_tells_decks_in_another_order_apart_and_hands_not() -> None:
    """Positions: who draws next matters, in which order a hand is held does not."""
    keys = Keys(first_game(seed=1).table)

    def key(**areas: list[str]) -> tuple[int, ...]:
        table = set_position({"rogue": {"characters": ["cheetah"], **areas}}, "2", 1, False, {})
        return keys.books(table, None, (0, 0, 0, 0, 0))

    assert key(hand=["pounce", "on_the_hunt"]) == key(hand=["on_the_hunt", "pounce"])
    assert key(deck=["pounce", "on_the_hunt"]) != key(deck=["on_the_hunt", "pounce"])
    assert key(deck=["pounce"], hand=["on_the_hunt"]) != key(deck=["on_the_hunt"], hand=["pounce"])


def test_deleted_branches_are_kept_only_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a tree and its deleted branches so many answers are kept; then the oldest deletion can no longer be taken back."""
    monkeypatch.setattr(timeline, "MAX_NODES", 6)
    line = Timeline(parse('title = "x"\nstart = "first game"\nseed = 1\n'))
    for option in line.game.choice.options[:3]:
        line.answer(option)
        line.cut(line.here)
    assert len(line.cuts) == 3
    for _ in range(4):
        line.answer(line.game.choice.options[0])
    assert line.size + sum(cut.size for cut in line.cuts) <= 6 and 0 < len(line.cuts) < 3


def test_a_game_goes_on_from_a_quiet_table_only_by_answers_that_were_offered() -> None:
    """Saved positions: answers that may not fit are looked at, each with the question that it answers."""
    batman = {"card": "batman", "at": PLACE, "exhausted": True}
    data = {"rogue": {"characters": [{"card": "cheetah", "at": PLACE}]}, "hero": {"characters": [batman], "hand": ["batarang.1"]}}
    place = [{"card": PLACE, "citizens": 6}]
    table = set_position({"phase": "activation", "actor": "batman", **data, "locations": place}, "2", 1, True, {})
    game = Game.resume(table, [("Activated: Batman", "attack cheetah")], doubtful=True)
    assert game.choice.prompt == "Attack Modifiers" and game.choice.options == ["play batarang.1", "done"]
    with pytest.raises(IllegalAnswer, match="'attack sinestro' is not among"):
        Game.resume(table, [("Activated: Batman", "attack sinestro")], doubtful=True)
    with pytest.raises(ReplayDiverged):
        Game.resume(table, [("Activated: Superman", "attack cheetah")], doubtful=True)


# what expressions and templates say


def test_what_is_no_number_counts_as_nothing() -> None:
    """Writing cards: an expression always has a value; a text or nobody is 0 in a sum and in a comparison."""
    table = first_game(seed=1).table
    for text, value in (("'batman' + 2", 2), ("'batman' >= 1", False), ("2 - 'batman'", 2), ("7 // 0", 0), ("-'batman'", 0)):
        assert compiled(text, LANGUAGE.words)(table, {}) == value


@pytest.mark.parametrize("word", ["attack", "two words", "größe", "a.b", "", "a-b_c9"])
def test_a_template_quotes_a_key_that_needs_it(word: str) -> None:
    """Packs: what is written as a template is read again as it was."""
    assert tomllib.loads(f"x = {inline({word: [1, True, 'two']})}") == {"x": {word: [1, True, "two"]}}


# the last card of a deck

LAST = "{ each = 'card', in = 'deck', of = 'you', as = 'last' }, "
TAKEN = {
    "draw": "{ draw = 1 }",
    "mill": "{ mill = 1 }",
    "take": LAST + "{ take = 'last', to = 'hand' }",
    "discard_these": LAST + "{ discard_these = 'last' }",
    "plant": LAST + "{ plant = 'last', into = 'hand', of = 'hero' }",
    "play": LAST + "{ play = 'last' }",
    "attach": LAST + """{ attach = 'last', on = "'the_joker'" }""",
    "sacrifice": LAST + "{ sacrifice = 'last' }",
}


@pytest.fixture(scope="module")
def takers() -> Library:
    head = 'type = "event"\nof = "the_joker"\ninfamy = 1\ntext = "Do it."\n'
    return pack(
        "".join(f"[taker_{verb}]\n{head}ability = [{{ play = 'turn', do = [{lines}] }}]\n" for verb, lines in TAKEN.items())
    )


@pytest.mark.parametrize("verb", TAKEN)
def test_a_deck_is_made_anew_as_soon_as_its_last_card_is_gone(verb: str, takers: Library) -> None:
    """Glossary: Deck. However the last card leaves, the discard pile is shuffled and is the new deck at once."""
    rogue = {
        "characters": ["the_joker"],
        "hand": [f"taker_{verb}", "clown_gang"],
        "deck": ["joy_buzzer"],
        "discard": ["pick_a_card"],
    }
    game = start({"rogue": rogue, "hero": {"characters": ["batman"]}}, cards=takers)
    game.answer(f"play taker_{verb}")
    assert "pick_a_card" in game.table.zone("rogue", "deck") and "pick_a_card" not in game.table.zone("rogue", "discard")


def test_a_hero_empowered_with_the_last_card_of_the_deck_makes_it_anew() -> None:
    """Player Decks; Empower a Hero: the same for a card that an effect slides under a Hero."""
    line = LAST + """{ empower = 'last', on = "'batman'" }"""
    text = (
        f"[taker]\ntype = 'event'\nof = 'batman'\nrenown = 1\ntext = 'Do it.'\nability = [{{ play = 'turn', do = [{line}] }}]\n"
    )
    hero = {"characters": ["batman"], "hand": ["taker", "batcave"], "deck": ["fame.1"], "discard": ["renown.1"]}
    game = start({"phase": "hero action", "rogue": {"characters": ["cheetah"]}, "hero": hero}, cards=pack(text))
    game.answer("play taker")
    assert game.table.zone("batman", "empowering") == ("fame.1",) and game.table.zone("hero", "deck") == ("renown.1",)


# moments, bans and prices that no card of the box has

ACTING: Position = {
    "phase": "activation",
    "actor": "batman",
    "rogue": {"characters": [{"card": "cheetah", "at": PLACE, "exhausted": True}], "hand": ["pounce"]},
    "hero": {"characters": [{"card": "batman", "at": PLACE, "exhausted": True, "attachments": ["watcher"]}], "hand": ["fame.1"]},
    "locations": [{"card": PLACE, "citizens": 6, "scheme": {"card": "hunting_grounds", "citizens": 2}}],
}
PLANNING: Position = {
    "phase": "hero action",
    "rogue": {"characters": ["cheetah"]},
    "hero": {
        "characters": [{"card": "batman", "attachments": ["watcher"]}],
        "in_play": ["batcave"],
        "reserve": ["superman"],
        "resources": 20,
        "hand": ["fame.1"],
        "deck": ["renown.1", "renown.2"],
    },
}
SCHEMING: Position = {
    "rogue": {
        "characters": [{"card": "cheetah", "at": PLACE, "exhausted": True}],
        "deck": ["pounce", "rending_claws", "on_the_hunt"],
    },
    "hero": {"characters": [{"card": "batman", "attachments": ["watcher"]}], "hand": ["fame.1"]},
    "locations": [{"card": PLACE, "citizens": 6, "scheme": {"card": "hunting_grounds", "citizens": 9}}],
}
MOMENTS: dict[str, tuple[str, Position, str, str]] = {
    "when rescue": ("actor == 'batman'", ACTING, "rescue", "actor == 'cheetah'"),
    "after damage": ("target == 'cheetah' and amount == 2 and attacking", ACTING, "attack cheetah", "target == 'batman'"),
    "after draw": ("player == you and amount == 1", PLANNING, "use batcave 1", "player == you and amount == 2"),
    "after use": ("card == 'batcave'", PLANNING, "use batcave 1", "player.side == 'rogue'"),
    "after recruit": ("card == 'superman'", PLANNING, "recruit superman", "card == 'batman'"),
    "after advance": (
        "card == 'hunting_grounds' and amount == 1",
        {**SCHEMING, "phase": "activation", "actor": "cheetah"},
        "threaten",
        "amount == 9",
    ),
    "after complete": (
        "card == 'hunting_grounds'",
        {**SCHEMING, "phase": "complete schemes"},
        "complete hunting_grounds",
        "card.of == 'the_joker'",
    ),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_that_a_card_waits_for_comes_when_it_happens(moment: str) -> None:
    """Glossary: When, After. The card reacts to what it speaks of, and to nothing else."""
    condition, position, answer, other = MOMENTS[moment]
    for waiting, reacts in ((condition, True), (other, False)):
        text = '[watcher]\ntype = "attachment"\nof = "batman"\ntext = "It notes that."\n'
        note = '{ mark = "noted", on = "this", until = "game" }'
        text += f'ability = [{{ reaction = "{moment}", forced = true, if = "{waiting}", do = [{note}] }}]'
        game = start(position, cards=pack(text))
        game.answer(answer)
        assert (("watcher", "noted") in game.table.marks) is reacts


BANS: dict[str, tuple[Position, str]] = {
    "threaten": ({"phase": "activation", "actor": "cheetah"}, "threaten"),
    "attack": ({"phase": "activation", "actor": "cheetah"}, "attack batman"),
    "activate": ({"phase": "rogue provoke"}, f"activate cheetah at {PLACE}"),
    "exhaust": ({"phase": "rogue provoke"}, f"activate cheetah at {PLACE}"),
    "complete": ({"phase": "complete schemes"}, "complete hunting_grounds"),
    "be attacked": ({"phase": "activation", "actor": "batman"}, "attack cheetah"),
}


@pytest.mark.parametrize("word", BANS)
def test_what_a_card_says_cannot_be_done_is_refused(word: str) -> None:
    """Glossary: Cannot. Offered without the card; with it refused under that rule, which names the card."""
    data, option = BANS[word]
    whom = "it == 'hunting_grounds'" if word == "complete" else "it == this.host"
    text = '[ban]\ntype = "attachment"\nof = "cheetah"\ntext = "It cannot be."\n'
    cards = pack(f'{text}ability = [{{ constant = "cannot {word}", if = "{whom}" }}]')
    spent = "provoke" not in data["phase"]
    place = [{"card": PLACE, "citizens": 6, "scheme": {"card": "hunting_grounds", "citizens": 9}}]
    for banned in (False, True):
        cheetah = {"card": "cheetah", "at": PLACE, "exhausted": spent, "attachments": ["ban"] if banned else []}
        rogues = {"characters": [cheetah, "sinestro"], "hand": ["pounce"], "deck": ["rending_claws"]}
        heroes = {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}], "hand": ["fame.1"]}
        game = start({**data, "rogue": rogues, "hero": heroes, "locations": place}, cards=cards)
        refused = {refusal.option: refusal.clauses for refusal in game.refused()}
        if not banned:
            assert option in game.choice.options and option not in refused
        elif option in refused:  # the only other answer may have been taken already
            assert option not in game.choice.options
            assert any(clause.rule == "DCF-R018" and "Ban" in clause.text for clause in refused[option])
        else:
            assert option not in game.choice.options


def test_who_cannot_ready_stays_exhausted_and_who_cannot_suffer_damage_suffers_none() -> None:
    """Glossary: Cannot. It beats the Ready Phase and an Attack."""
    for word, ready, damage in (("ready", False, 2), ("suffer damage", True, 0), ("be affected", True, 2)):
        text = '[ban]\ntype = "attachment"\nof = "cheetah"\ntext = "It cannot be."\n'
        cards = pack(f'{text}ability = [{{ constant = "cannot {word}", if = "it == this.host" }}]')
        cheetah = {"card": "cheetah", "at": PLACE, "exhausted": True, "attachments": ["ban"]}
        heroes = {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}]}
        rogues = {"characters": [cheetah, "sinestro"], "hand": ["pounce"]}
        game = start({"phase": "activation", "actor": "batman", "rogue": rogues, "hero": heroes}, cards=cards)
        game.answer("attack cheetah")
        while game.table.facts["round"] == 1:
            game.answer(game.choice.options[-1])
        assert game.table.counts.get(("cheetah", "damage"), 0) == damage, word
        assert (("cheetah", "exhausted") not in game.table.marks) is ready, word


@pytest.mark.parametrize(("price", "gone"), [("exhaust character", "exhausted"), ("sacrifice this", "removed")])
def test_a_price_is_taken_before_its_effect(price: str, gone: str) -> None:
    """Glossary: Cost. The character is exhausted, or the card leaves the game, and only then is a card drawn."""
    text = '[deal]\ntype = "attachment"\nof = "batman"\ntext = "For that price draw 1 card."\n'
    cards = pack(f'{text}ability = [{{ use = "turn", pay = "{price}", do = [{{ draw = 1 }}] }}]')
    there = {"characters": [{"card": "batman", "attachments": ["deal"]}, "superman"]}
    hero = {**there, "hand": ["fame.1"], "deck": ["renown.1", "renown.2"]}
    game = start({"phase": "hero action", "rogue": {"characters": ["cheetah"]}, "hero": hero}, cards=cards)
    game.answer("use deal 1")
    assert game.table.zone("hero", "hand") == ("fame.1", "renown.1")
    if gone == "removed":
        assert "deal" in game.table.zone("table", "removed")
    else:
        assert ("batman", "exhausted") in game.table.marks
    assert "use deal 1" not in game.choice.options


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
