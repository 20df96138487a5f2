"""Scenes of limits, goals and records, the last card of a deck, and moments that no card of the box has."""

from __future__ import annotations

import tomllib
from collections.abc import Callable

import pytest
from test_scenes import FOUR, PLACE, Position, pack, start

from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.expr import compiled
from dcf_lab.engine.cards.packs import MAX_CARDS, Pack, load
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.toml import inline
from dcf_lab.games.dc_forever import first_game, library
from dcf_lab.games.dc_forever.rules.legal import activation_refusals
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.text.language import LANGUAGE
from dcf_lab.puzzles.search import Keys
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNIQUE, Limits, solve
from dcf_lab.scenario.file import ScenarioError, parse
from dcf_lab.timeline import timeline
from dcf_lab.timeline.timeline import Timeline

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
