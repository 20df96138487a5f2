"""Why can't I: every refusal is there, true, in English, and cites a rule that forbids something."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from folders import SCENARIOS
from random_play import MATCHES, any_readings, begin
from refused_scenes import DESERTED, MODIFIERS, PLACE, in_english, only, reasons, start

from dcf_lab.engine.game import Game, Refusal
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import grouped
from dcf_lab.games.dc_forever.rules import legal, setup
from dcf_lab.games.dc_forever.rules.box import CAPTURED, KNOCKED_OUT, ROGUE, in_play
from dcf_lab.games.dc_forever.rules.confrontation import activate_refusals
from dcf_lab.games.dc_forever.rules.resolution import complete_refusals
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all

# refusals that were missing


def test_cards_of_a_fallen_character_cannot_be_bought() -> None:
    """Buy Affiliated Card: only of characters in play; a knocked-out Hero's cards are named with that reason."""
    hero = {"characters": ["superman"], "reserve": ["batcave"], "hand": ["renown.1"], "resources": 9}
    game = start({**DESERTED, "phase": "hero action", "hero": hero, "knocked_out": ["batman"]})
    [clause] = next(r for r in game.refused() if r.option == "buy batcave").clauses
    assert (clause.rule, clause.text) == ("DCF-R033", "Batman has been knocked out")
    assert clause.remedy == "an effect that recovers Batman"
    rogue = {"characters": ["cheetah"], "reserve": ["acid_flower"], "hand": ["pounce"], "resources": 9}
    caught = start({**DESERTED, "phase": "rogue action", "rogue": rogue, "captured": ["the_joker"]})
    assert reasons(caught.refused(), "buy acid_flower") == ["The Joker has been captured"]


def test_a_modifier_of_the_wrong_kind_is_refused_while_modifiers_are_asked_for() -> None:
    """Modifiers: only with the matching action, and only of the activated character."""
    game = start(MODIFIERS).answer_any(f"activate cheetah at {PLACE}", "attack batman")
    assert game.choice is not None and "play enhanced_strength" in game.choice.options
    assert reasons(game.refused(), "play acid_flower") == ["only Cheetah is activated"]
    assert reasons(game.refused(), "use temple_hunters") == ["Temple Hunters is a modifier and goes only with a Threaten"]
    assert only(game, "use temple hunters") == ["Temple Hunters is a modifier and goes only with a Threaten"]


def test_a_modifier_in_play_is_refused_outside_its_action() -> None:
    """Modifiers: Twin Swords on a character are no ability of an Action Phase, nor of an activation before the Attack."""
    manta = {"characters": [{"card": "black_manta", "attachments": ["twin_swords.1"]}], "hand": ["pounce"]}
    hero = {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}]}
    game = start({"phase": "rogue action", "rogue": manta, "hero": hero})
    assert reasons(game.refused(), "use twin_swords.1") == ["Twin Swords is a modifier and goes only with an Attack"]
    near = start({"phase": "rogue provoke", "rogue": manta, "hero": hero}).answer_any(f"activate black_manta at {PLACE}")
    assert reasons(near.refused(), "use twin_swords.1") == ["Twin Swords is a modifier and goes only with an Attack"]
    near.answer("attack batman")
    assert near.choice is not None and "use twin_swords.1" in near.choice.options


TEAMS = {
    "rogue1": {"characters": ["cheetah"], "hand": ["pounce"]},
    "rogue2": {"characters": ["the_joker"], "reserve": ["punchline"]},
    "hero1": {"characters": ["superman"], "hand": ["renown.1", "batarang.1"]},
    "hero2": {"characters": ["batman"]},
}


def test_a_partners_cards_abilities_and_characters_are_refused_with_their_owner() -> None:
    """Multiplayer Rules: nothing but the Master Plan and Sanctuary is shared."""
    game = start({"phase": "rogue action", **TEAMS}, players=4)
    refused = game.refused()
    assert "The Joker is Rogue 2's, and it is not their turn" in reasons(refused, "use the_joker cruel_jest")
    assert "Punchline is Rogue 2's" in reasons(refused, "recruit punchline")
    for refusal in refused:
        assert not any("recruit" in clause.remedy and "Punchline" in clause.remedy for clause in refusal.clauses)
    heroes = start({"phase": "hero action", **TEAMS}, players=4)
    assert "Batman is Hero 2's" in reasons(heroes.refused(), "empower batman with renown.1")


def test_a_partners_character_is_not_called_out_of_play() -> None:
    """Play a Card: Batman is in play, but on the partner's side; no recruiting would help."""
    game = start({"phase": "hero action", **TEAMS}, players=4)
    [clause, *_] = next(r for r in game.refused() if r.option.startswith("play batarang.1")).clauses
    assert (clause.rule, clause.text, clause.remedy) == ("DCF-R036", "Batman is Hero 2's", "ruling mp_affiliation_scope = B")


def test_a_partners_character_cannot_be_activated() -> None:
    """Multiplayer Game: the players of a side activate their own characters in turn."""
    game = start({"phase": "rogue provoke", **TEAMS}, players=4)
    assert reasons(game.refused(), f"activate the_joker at {PLACE}") == ["The Joker is Rogue 2's, and it is not their turn"]


def test_the_react_question_says_why_ones_other_cards_do_not_react() -> None:
    """Reaction: one's own cards that wait for the same moment, with the condition that does not hold."""
    hero = {"characters": [{"card": "green_lantern", "at": PLACE}], "hand": ["emerald_shield", "renown.1", "take_the_hit"]}
    game = start({**MODIFIERS, "rogue": {"characters": ["cheetah"]}, "hero": hero})
    game.answer_any(f"activate cheetah at {PLACE}", "attack green_lantern")
    assert game.choice is not None and game.choice.prompt.startswith("React: when damage")
    refused = {refusal.option.split()[1] for refusal in game.refused()}
    assert "take_the_hit" in refused and "emerald_shield" not in refused
    assert "Superman is not in play" in str(game.refused())


# refusals that were untrue


def test_the_first_activation_of_a_round_is_not_the_first_of_the_game() -> None:
    """forced_activation_scope: under B it is compulsory in every round, and the reason says so."""
    data = {**DESERTED, "phase": "rogue provoke", "cycle": {"first": True}, "round": 3}
    [clause] = next(r for r in start(data, forced_activation_scope="B").refused() if r.option == "pass").clauses
    assert clause.text == "the first activation of the round is compulsory"
    assert clause.remedy == "ruling forced_activation_scope = A"
    assert "pass" in start(data).choice.options


def test_beside_a_swayed_character_the_reason_is_that_it_is_swayed() -> None:
    """rescue_by_swayed: under B the Unaligned character is there, but swayed."""
    row = [{"card": PLACE, "citizens": 6, "unaligned": {"card": "harley_quinn", "swayed": True}}]
    game = start(
        {**DESERTED, "locations": row, "rogue": {"characters": [{"card": "cheetah", "at": PLACE}]}}, rescue_by_swayed="B"
    )
    game.answer(f"activate superman at {PLACE}")
    [clause] = next(r for r in game.refused() if r.option == "rescue").clauses
    assert clause.text == "there is no Scheme at 344 Clinton Street, and Harley Quinn has been swayed to the Rogues"
    assert clause.remedy == "ruling rescue_by_swayed = A"


def test_an_asset_of_an_absent_character_is_refused_under_the_rule_of_assets() -> None:
    """passives_of_absent: under B an Asset does nothing while its character is away; that is no rule of Schemes."""
    hero = {"characters": ["superman"], "hand": ["renown.1"], "in_play": ["batcave"]}
    game = start({**DESERTED, "phase": "hero action", "hero": hero, "knocked_out": ["batman"]}, passives_of_absent="B")
    clause = next(r for r in game.refused() if r.option == "use batcave 1").clauses[0]
    assert (clause.rule, clause.remedy) == ("DCF-R092", "ruling passives_of_absent = A")
    assert clause.text == "Batman is not in play, and Batcave does nothing without it"


def test_a_main_action_that_must_be_taken_and_a_location_that_must_be_left_are_refused_with_a_reason() -> None:
    """main_action_optional and same_location_again: what one reading forbids is refused with that reading."""
    rogue = {"characters": [{"card": "cheetah", "at": PLACE}]}
    game = start({**DESERTED, "rogue": rogue}, main_action_optional="B").answer_any(f"activate superman at {PLACE}")
    assert reasons(game.refused(game.skipped[0]), "done") == ["Superman can take a main action, and must"]
    back = start({**DESERTED, "phase": "rogue provoke", "rogue": rogue}, same_location_again="B")
    assert reasons(back.refused(), f"activate cheetah at {PLACE}") == ["Cheetah is at 344 Clinton Street already"]


@pytest.mark.parametrize("match, seed", [(match, seed) for match in MATCHES for seed in range(3)])
def test_every_reason_is_true_and_every_remedy_helps(match: str, seed: int) -> None:
    """At random tables under random readings: what a clause says holds, and what it asks for takes it away."""
    roll = random.Random(f"{match} {seed}")
    game = begin(match, seed, any_readings(roll) if seed else None, rounds=4)
    while game.choice is not None:
        if roll.random() < 0.15:
            table = game.table
            for refusal in game.refused():
                in_english(refusal)
                for clause in refusal.clauses:
                    is_true(table, clause.text)
                    helps(game, refusal, clause)
        game.answer(roll.choice(game.choice.options))


def ids(table: Table, name: str) -> list[str]:
    library = table.rules.library
    return [card for card in library if library[card].name == name]


def is_true(table: Table, text: str) -> None:
    """Check what can be read off the table."""
    patterns = {
        r"(.+) is exhausted(?: already)?": lambda card: (card, "exhausted") in table.marks,
        r"([^,]+)(?:, whose Scheme it is,)? is not in play(?:, .*)?": lambda card: not in_play(table, card),
        r"(.+) has not been recruited": lambda card: any(card in table.zone(p, "reserve") for p in table.rules.players),
        r"(.+) has been knocked out": lambda card: card in table.zones.get(KNOCKED_OUT, ()),
        r"(.+) has been captured": lambda card: card in table.zones.get(CAPTURED, ()),
        r"(.+) has been swayed to the Rogues": lambda card: (card, "swayed") in table.marks,
        r"(.+) is blank": lambda card: (card, "blank") in table.marks,
        r"only (.+) is activated": lambda card: table.facts.get("actor") == card,
    }
    for pattern, holds in patterns.items():
        if found := re.fullmatch(pattern, text):
            assert any(holds(card) for card in ids(table, found[1])), text
    if found := re.fullmatch(r"there is (?:no Scheme|neither a Scheme nor an Unaligned character) at (.+?)(?:, and .*)?", text):
        [place] = ids(table, found[1])
        assert not table.zone(place, "scheme"), text
        assert "Unaligned" not in text or not table.zone(place, "unaligned"), text
    if found := re.fullmatch(r"costs (\d+), the pool holds (\d+)", text):
        assert int(found[1]) > int(found[2]) == table.counts.get((table.facts["turn"], "resources"), 0)
    if found := re.fullmatch(r"(.+) is ((?:Rogue|Hero) [12]|the Rogue|the Hero)'s(?:, and it is not their turn)?", text):
        owners = {"the Rogue": "rogue", "the Hero": "hero"}
        whose = owners.get(found[2], found[2].lower().replace(" ", ""))
        links = table.links
        of = table.box.of
        assert any(
            whose in (links.get((card, "in play")), links.get((of[card] or card, "team"))) for card in ids(table, found[1])
        ), text
        assert "not their turn" not in text or table.facts.get("turn", "") != whose or table.facts["step"] == "provoke or oppose"


def again(table: Table, choice: Any) -> list[Refusal] | None:
    """The refusals of the present question at a table that was changed by hand; None where that cannot be asked again."""
    step, player = table.facts["step"], choice.player
    if choice.prompt.endswith("Action Phase"):
        return list(legal.action_refusals(table, player))
    if choice.prompt.startswith("Activated: "):
        return list(legal.activation_refusals(table, player, table.facts["actor"]))
    if step == "provoke or oppose" and choice.prompt.endswith(("Provoke Phase", "Oppose Phase")):
        return list(activate_refusals(table, player))
    return complete_refusals(table, player) if choice.prompt == "Complete Schemes" else None


def helps(game: Game, refusal: Refusal, clause: Any) -> None:
    """Apply the remedy and look whether the clause is gone."""
    table = game.table.copy()
    table.events = None
    remedy = clause.remedy
    if found := re.fullmatch(r"ruling (\w+) = ([ABC])", remedy):
        assert table.rules.readings[found[1]] != found[2], remedy
        table.rules = replace(table.rules, readings={**table.rules.readings, found[1]: found[2]})
    elif found := re.fullmatch(r"(\d+) more in the pool", remedy):
        table.count(game.choice.player, "resources", int(found[1]))
    elif found := re.fullmatch(r"(\d+) more citizens?", remedy):
        table.count(refusal.option.split()[1], "citizens", int(found[1]))
    elif found := re.fullmatch(r"(.+) to be recruited", remedy):
        [card] = ids(table, found[1])
        player = next(p for p in table.rules.players if card in table.zone(p, "reserve"))
        assert player == game.choice.player, remedy
        table.put(card, (player, "reserve"), (player, "characters"))
        table.link(card, "in play", player)
    elif found := re.fullmatch(r"an effect that recovers (.+)", remedy):
        [card] = ids(table, found[1])
        player = table.links[card, "team"]
        table.put(card, KNOCKED_OUT if card in table.zones.get(KNOCKED_OUT, ()) else CAPTURED, (player, "characters"))
        table.link(card, "in play", player)
    elif found := re.fullmatch(r"an effect that readies (.+)", remedy):
        table.unmark(ids(table, found[1])[0], "exhausted")
    elif found := re.fullmatch(r"a Scheme at (.+)", remedy):
        spare = next(card for card in table.rules.library if table.box.kind[card] == "scheme")
        table.zones[ids(table, found[1])[0], "scheme"] = (spare,)
    else:
        return
    now = again(table, game.choice)
    if now is not None:
        left = [one.clauses for one in now if one.option == refusal.option]
        assert not left or clause not in left[0], (refusal.option, clause)


# reasons in English


@pytest.mark.slow
def test_every_refusal_of_every_scenario_is_in_english() -> None:
    """No ids, no code, no rule that forbids nothing, in refusals, remedies and near misses."""
    for file in sorted(SCENARIOS.rglob("*.toml")):
        for report in run_all(read(file)):
            game = report.game
            for refusal in game.refused():
                in_english(refusal)
            for event in game.table.history:
                for refusal in event.detail.get("refused", ()):
                    in_english(refusal)
                for card, key, clauses in event.detail.get("near", ()):
                    in_english(Refusal(f"react {card} {key}", clauses))


def test_a_condition_is_told_in_words_and_only_the_part_that_fails() -> None:
    """A card's own condition: what it means, under the rule that a card's conditions hold."""
    hero = {"characters": ["zatanna"], "hand": ["erif"]}
    game = start({**DESERTED, "hero": hero}).answer_any(f"activate zatanna at {PLACE}")
    skipped = next((one for one in game.skipped if one.prompt == "Activated: Zatanna"), None)
    [clause] = next(r for r in game.refused(skipped) if r.option == "play erif").clauses
    assert clause.rule == "DCF-R122"
    assert clause.text == "its condition does not hold: there is at least 1 Rogue at Zatanna's Location"


# refusals of one kind together


def test_refusals_of_one_kind_are_one_sentence() -> None:
    """The first game: twenty cards cannot be bought for the same reason, and each of them stays reachable."""
    game = setup.first_game(seed=1)
    groups = grouped(game.table, game.refused(), ROGUE)
    [twenty] = [
        group for group in groups if group.text.startswith("20 cards cannot be bought: their characters are not recruited")
    ]
    assert len(twenty.refusals) == 20
    assert sum(len(group.refusals) for group in groups) == len(game.refused())
    [single] = [group for group in groups if len(group.refusals) == 1 and group.refusals[0].option == "play throwing_card"]
    assert single.text == "The Rogue may not play Throwing Card: it works only while its character is activated (DCF-R122)"
