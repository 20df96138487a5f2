"""Why can't I: every refusal is there, true, in English, and cites a rule that forbids something."""

from __future__ import annotations

import io
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folders import SCENARIOS
from random_play import MATCHES, any_readings, begin

from dcf_lab.commands.cli import main
from dcf_lab.engine.game import Game, Refusal
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import grouped, sentence
from dcf_lab.games import UnknownDeed
from dcf_lab.games.dc_forever import ways, why_not
from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.games.dc_forever.rules import legal, setup
from dcf_lab.games.dc_forever.rules.box import CAPTURED, HERO, KNOCKED_OUT, ROGUE, in_play
from dcf_lab.games.dc_forever.rules.confrontation import activate_refusals
from dcf_lab.games.dc_forever.rules.resolution import complete_refusals
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table import position
from dcf_lab.games.dc_forever.table.view import known_event
from dcf_lab.games.dc_forever.text.deed_words import NAMING
from dcf_lab.lab.explore import Explore
from dcf_lab.scenario.file import read
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import Timeline

PLACE, OTHER = "344_clinton_street", "the_daily_planet"


def start(data: dict[str, Any], players: int = 2, trace: bool = True, log: bool = True, **readings: str) -> Game:
    row = [{"card": PLACE, "citizens": 6}, {"card": OTHER, "citizens": 6}]
    return Game(position.set_position({"locations": row, **data}, seating_of(players), 1, log, readings, trace))


def reasons(refusals: list[Refusal], option: str) -> list[str]:
    [found] = [refusal for refusal in refusals if refusal.option == option]
    return [clause.text for clause in found.clauses]


def only(game: Game, deed: str, seat: str | None = None) -> list[str]:
    """All reasons against a deed that can be done in one way."""
    [refusal] = why_not(game, deed, seat)
    return [clause.text for clause in refusal.clauses]


# questions with a single answer

DESERTED = {
    "phase": "hero oppose",
    "rogue": {"characters": ["cheetah"]},
    "hero": {"characters": ["superman"], "hand": ["renown.1"]},
}


def deserted(**options: Any) -> Game:
    """Superman is activated where there is nobody and nothing."""
    return start(DESERTED, **options).answer_any(f"activate superman at {PLACE}")


def alone(game: Game, prompt: str) -> Any:
    return next(event for event in game.table.history if event.kind == "only answer" and event.detail["prompt"] == prompt)


def test_an_activation_with_nothing_to_do_is_told_with_everything_refused() -> None:
    """Activate: the activation is over without a question, and the log says so and why."""
    game = deserted()
    event = alone(game, "Activated: Superman")
    assert sentence(game.table, event) == "Superman had nothing to do here."
    assert (event.by, event.to, event.detail["option"], event.rules) == (HERO, "superman", "done", ("DCF-R065", "DCF-R051"))
    assert reasons(event.detail["refused"], "rescue") == [
        "there is neither a Scheme nor an Unaligned character at 344 Clinton Street"
    ]
    skipped = next(one for one in game.skipped if one.prompt == "Activated: Superman")
    assert tuple(game.refused(skipped)) == event.detail["refused"]
    assert skipped.option == "done" and skipped.player == HERO


def test_after_a_main_action_nothing_is_left_to_do() -> None:
    """Activate: the sentence is another one when the character has acted."""
    data = {**DESERTED, "rogue": {"characters": [{"card": "cheetah", "at": PLACE}]}}
    game = start(data).answer_any(f"activate superman at {PLACE}", "attack cheetah")
    assert sentence(game.table, alone(game, "Activated: Superman")) == "Superman had nothing left to do here."


def test_who_has_nobody_to_activate_and_nothing_to_complete_is_told_so() -> None:
    """Rogue Provoke; Complete Schemes: a pass and a 'done' that nobody was asked for."""
    tired = {"characters": [{"card": "cheetah", "exhausted": True}]}
    game = start({**DESERTED, "phase": "rogue provoke", "rogue": tired})
    event = alone(game, "Rogue Provoke Phase")
    assert sentence(game.table, event) == "The Rogue had no character to activate."
    assert reasons(event.detail["refused"], f"activate cheetah at {PLACE}") == ["Cheetah is exhausted"]
    game.answer(f"activate superman at {PLACE}")
    assert sentence(game.table, alone(game, "Complete Schemes")) == "The Rogue had no Scheme to complete."


def test_an_action_phase_with_nothing_to_do_is_told() -> None:
    """Rogue Action Phase: an empty hand and an empty pool leave only 'done'."""
    game = start({"phase": "rogue action", "rogue": {"characters": ["black_manta"]}, "hero": DESERTED["hero"]})
    events = [sentence(game.table, event) for event in game.table.history if event.kind == "only answer"]
    assert events[:1] == ["The Rogue had nothing left to do in the Rogue Action Phase."]


def test_a_single_answer_that_does_something_is_told_as_that() -> None:
    """Rogue Provoke: with one Rogue, one Location and a compulsory first activation nobody is asked."""
    row = [{"card": PLACE, "citizens": 6}]
    game = start({**DESERTED, "phase": "rogue provoke", "locations": row, "first_activation": True})
    event = alone(game, "Rogue Provoke Phase")
    assert sentence(game.table, event) == "The Rogue can only answer: activate Cheetah at 344 Clinton Street."
    assert reasons(event.detail["refused"], "pass") == ["the first activation of a Rogue in the game is compulsory"]


def test_the_same_is_told_on_every_way_to_a_position() -> None:
    """Copies, resumed games, records and links tell the same log."""
    scenario = read(SCENARIOS / "rulebook" / "e06_attack_with_reduced_modifier.toml")
    line = Timeline(scenario)
    roll = random.Random(3)
    for _ in range(40):
        if line.game.choice is None:
            break
        line.answer(roll.choice(line.game.choice.options))
    told = line.game.table.history
    assert any(event.kind == "only answer" for event in told)
    assert line.game.copy().table.history == told
    again = Timeline.from_text(json.dumps(line.as_json()))
    assert again.game.table.history == told
    assert again.as_json() == line.as_json()


def test_a_record_has_the_skipped_questions_and_an_old_one_opens() -> None:
    """A record says which questions had a single answer; one without them opens as before."""
    line = Timeline(read(SCENARIOS / "rulebook" / "e06_attack_with_reduced_modifier.toml"))
    roll = random.Random(3)
    while not any(node.game.skipped for node in line.nodes()):
        line.answer(roll.choice(line.game.choice.options))
    record = line.as_json()
    entries = [one for entry in (record, *record["answers"]) for one in entry.get("skipped", ())]
    assert entries and all(set(one) == {"player", "prompt", "option"} for one in entries)
    old = json.loads(json.dumps(record))
    for entry in (old, *old["answers"]):
        entry.pop("skipped", None)
    assert Timeline.from_json(old).game.table.history == line.game.table.history


def test_from_another_seat_a_single_answer_is_an_answer_like_any_other() -> None:
    """Open Information: that somebody had nothing else to do would tell of a hand."""
    game = deserted()
    event = alone(game, "Activated: Superman")
    assert known_event(event, ROGUE, game.table) is None
    assert known_event(event, HERO, game.table) == event
    told = Film(ROGUE).reel(game.table)["events"]
    assert told and not any(one["kind"] in ("answer", "only answer") and one["by"] == HERO for one in told)
    mine = Film(HERO).reel(game.table)["events"][event.id]
    assert any("neither a Scheme nor an Unaligned character" in group["text"] for group in mine["refused"])


def test_with_the_log_off_skipped_questions_are_there_too() -> None:
    """Speed: nothing is written down, and yet the reasons can be asked for."""
    game = deserted(log=False, trace=False)
    assert not game.table.history
    skipped = next(one for one in game.skipped if one.prompt == "Activated: Superman")
    assert reasons(game.refused(skipped), "attack cheetah") == ["Cheetah is not at 344 Clinton Street"]


def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path, text: str, *options: str) -> str:
    """What the command line's `play` answers to these lines."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    main(["play", *options])
    return capsys.readouterr().out


DESERTED_FILE = f"""
title = "Nothing to do"
game = "dc_forever"
[table]
phase = "hero oppose"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = ["superman"]
hand = ["renown.1"]
[[table.locations]]
card = "{PLACE}"
citizens = 6
"""


def test_the_command_line_reaches_what_was_skipped(tmp_path, capsys, monkeypatch) -> None:
    (tmp_path / "scene.toml").write_text(DESERTED_FILE)
    lines = f"activate superman at {PLACE}\nwhy\nwhy rescue\nwhy not rescue superman\nwhy not resque superman\nwhy 99999\nquit\n"
    said = say(capsys, monkeypatch, tmp_path, lines, "scene.toml")
    assert "  Superman had nothing to do here." in said
    assert "The Hero was not asked “Activated: Superman”, where only “done” was possible:" in said
    assert "  Superman may not Rescue: there is neither a Scheme nor an Unaligned character at 344 Clinton" in said
    assert "Superman may not Rescue: it is the Rogue's turn, not the Hero's (DCF-R028)" in said
    assert "'resque' is no deed; did you mean 'rescue'?" in said
    assert "event 99999 is no question with a single answer" in said


def test_the_command_line_tells_other_seats_nothing(tmp_path, capsys, monkeypatch) -> None:
    (tmp_path / "scene.toml").write_text(DESERTED_FILE)
    said = say(capsys, monkeypatch, tmp_path, f"activate superman at {PLACE}\nwhy\nquit\n", "scene.toml", "--seat", "rogue")
    assert "was not asked" not in said and "nothing to do" not in said


# why not, whatever is asked


def test_a_deed_out_of_turn_has_all_its_reasons() -> None:
    """Turn; Hero Oppose: the issue's own question, in a Rogue's Action Phase."""
    game = start({**DESERTED, "phase": "rogue action", "rogue": {"characters": ["cheetah"], "hand": ["pounce"]}})
    assert only(game, "rescue superman") == [
        "it is the Rogue's turn, not the Hero's",
        "a Rescue is for the Hero Oppose Phase, and this is the Rogue Action Phase",
        "Superman is not activated",
        "Superman is at no Location",
    ]
    assert (
        only(game, "Attack Superman with Cheetah")
        == only(game, "attack cheetah superman")
        == only(game, "cheetah attacks superman")
    )
    assert only(game, "attack superman with cheetah")[1:] == ["Cheetah is not activated", "Cheetah is at no Location"]
    assert only(game, "play pounce") == ["Pounce is a REACTION, not an action"]
    assert only(game, "empower superman with renown") == [
        "it is the Rogue's turn, not the Hero's",
        "that is for the Hero Action Phase, and this is the Rogue Action Phase",
    ]
    assert only(game, "rescue lex luthor") == ["Lex Luthor is not in this game"]
    assert only(game, "pass") == ["passing is for the Rogue Provoke Phase, and this is the Rogue Action Phase"]
    assert why_not(game, "pool pounce") == [] and ways(game, "pool pounce") == ["pool pounce"]


def test_another_character_is_activated() -> None:
    """Attack: in the Confrontation only the activated character acts."""
    hero = {"characters": ["superman", {"card": "batman", "at": PLACE}], "hand": ["renown.1"]}
    rogue = {"characters": [{"card": "cheetah", "at": PLACE}]}
    game = start({**DESERTED, "hero": hero, "rogue": rogue}).answer_any(f"activate superman at {PLACE}")
    assert ways(game, "attack cheetah") == ways(game, "attack superman cheetah") == ["attack cheetah"]
    assert only(game, "attack cheetah with batman") == ["Superman is activated, not Batman"]
    assert "Superman is activated already" in only(game, f"activate batman at {PLACE}")
    assert "it is the Hero's turn, not the Rogue's" in only(game, "threaten cheetah")


def test_what_is_only_an_answer_is_refused_while_something_else_is_asked() -> None:
    """Draft and starters: a pick is possible while it is asked for; afterwards another question is open."""
    game = setup.standard_game(2, seed=1)
    assert ways(game, "pick cheetah") == ["pick cheetah"]
    assert only(game, "pick superman") == ["Superman is not among the answers to this question: Draft"]
    assert only(game, "start cheetah") == ["the Rogue has another question to answer first: Draft"]
    assert only(game, "pass", HERO)[0] == "it is nobody's turn, not the Hero's"


def test_a_question_that_must_be_answered_first_is_named() -> None:
    """Modifiers: while modifiers are asked for, nothing else is done."""
    game = start(MODIFIERS).answer_any(f"activate cheetah at {PLACE}", "attack batman")
    assert game.choice is not None and game.choice.prompt == "Attack Modifiers"
    assert "the Rogue has another question to answer first: Attack Modifiers" in only(game, "threaten cheetah")
    assert ways(game, "modify enhanced strength") == ways(game, "play enhanced strength") == ["play enhanced_strength"]


def test_a_reaction_says_which_moment_it_waits_for() -> None:
    """Reaction: only when its condition occurs."""
    game = start({**DESERTED, "hero": {"characters": ["superman", "green_lantern"], "hand": ["emerald_shield"]}})
    assert "about to suffer damage" in only(game, "react emerald shield")[0]
    assert only(game, "react renown")[-1:] == ["Renown is not in this game"] or "has no REACTION" in str(
        why_not(game, "react renown")
    )


@pytest.mark.parametrize(
    "text, sentence_",
    [
        ("", "'' is no deed"),
        ("fly", "'fly' is no deed; they are rescue"),
        ("buy", "'buy' is followed by the name of a card"),
        ("rescue supermann", "no card is called 'supermann'; did you mean 'superman'?"),
        ("rescue superman batman", "'rescue' is followed by the name of a card; found 2"),
        ("use superman loudly", "'loudly' is neither a card nor an ability"),
        ("empower superman", "'empower' needs a Hero and a card"),
        ("x" * 300, "at most 200 characters"),
    ],
)
def test_a_question_that_cannot_be_understood_is_refused_with_a_sentence(text: str, sentence_: str) -> None:
    with pytest.raises(UnknownDeed, match=re.escape(sentence_)):
        why_not(deserted(), text)


def test_from_a_seat_nothing_depends_on_what_others_hide() -> None:
    """Open Information: exchanging a card of the Rogue's hand with one of the deck changes no answer that the Hero gets."""
    rogue = {"characters": ["cheetah"], "hand": ["enhanced_strength", "pounce"], "deck": ["rending_claws", "on_the_hunt"]}
    other = {"characters": ["cheetah"], "hand": ["rending_claws", "pounce"], "deck": ["enhanced_strength", "on_the_hunt"]}
    for phase in ("rogue action", "hero action", "rogue provoke"):
        one, two = (start({**DESERTED, "phase": phase, "rogue": team}) for team in (rogue, other))
        for deed in NAMING:
            for card in ("enhanced_strength", "rending_claws", "pounce", "cheetah"):
                text = f"{deed} {card}" if deed != "empower" else f"empower superman with {card}"
                assert why_not(one, text, HERO) == why_not(two, text, HERO), text
    assert only(one, "play enhanced_strength", HERO)[-1] == "only the Rogue may know whether that is possible"


@pytest.mark.parametrize("match", MATCHES)
def test_any_deed_of_anybody_at_any_moment_has_an_answer_and_changes_nothing(match: str) -> None:
    """Random games under random readings: either a way to do it, or reasons with rules; the table stays as it is."""
    roll = random.Random(match)
    game = begin(match, 5, any_readings(roll), rounds=3)
    while game.choice is not None:
        if roll.random() < 0.03:
            before, told = game.table.copy(), game.table.told
            seat = roll.choice([None, *game.table.rules.players])
            for deed, number in NAMING.items():
                cards = [roll.choice(list(game.table.rules.library.printed)) for _ in range(number)]
                text = f"{deed} {' with '.join(cards)}"
                try:
                    found = why_not(game, text, seat)
                except UnknownDeed as error:
                    assert "is played on nobody" in str(error), error
                    continue
                assert bool(found) != bool(ways(game, text, seat)), text
                for refusal in found:
                    assert refusal.clauses and all(clause.rule in rule_texts() for clause in refusal.clauses)
                    in_english(refusal)
            for option in game.choice.options[:10]:
                if option.split()[0] in NAMING and option.split()[0] != "react":
                    assert why_not(game, option.replace("_", " ")) == [], option
            assert game.table == before and game.table.told == told
        game.answer(roll.choice(game.choice.options))


def test_the_page_asks_why_not() -> None:
    """The text field of the panel: reasons, ways, or what was not understood; bounded and for the seat's eyes."""
    lab = Explore()
    list(lab.handle({"do": "open"}))
    [answer] = lab.handle({"do": "why not", "deed": "rescue superman"})
    assert answer["groups"][0]["refusals"][0]["option"] == "rescue superman" and not answer["ways"]
    [answer] = lab.handle({"do": "why not", "deed": "done"})
    assert answer["ways"] == ["done"] and not answer["groups"]
    [answer] = lab.handle({"do": "why not", "deed": "<b>" * 5000})
    assert "is no deed" in answer["trouble"] and len(answer["trouble"]) < 600
    list(lab.handle({"do": "seat", "seat": "hero"}))
    [answer] = lab.handle({"do": "why not", "deed": "play enhanced strength"})
    assert "only the Rogue may know" in str(answer["groups"])


# refusals that were missing

MODIFIERS = {
    "phase": "rogue provoke",
    "rogue": {
        "characters": ["cheetah", "the_joker"],
        "hand": ["enhanced_strength", "acid_flower"],
        "in_play": ["temple_hunters"],
    },
    "hero": {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}]},
}


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

CODE = re.compile(r"_|==|[<>]=|\bNone\b|\b(?:rogue|hero)[12]?\b|[{}\"]|you has|nobody's(?! turn)|nobody is not")


def in_english(refusal: Refusal) -> None:
    for clause in refusal.clauses:
        for text in (clause.text, clause.many, re.sub(r"ruling \w+ = [ABC]", "", clause.remedy)):
            assert not CODE.search(text), (refusal.option, text)
        assert clause.rule != "DCF-R015", "as much as possible is carried out: that forbids nothing"


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
