"""Questions with a single answer: nobody is asked, and yet the log says so, with everything that was refused."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from folders import SCENARIOS
from refused_scenes import DESERTED, PLACE, deserted, reasons, start

from dcf_lab.commands.cli import main
from dcf_lab.engine.game import Game
from dcf_lab.engine.telling import sentence
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.table.view import known_event
from dcf_lab.scenario.file import read
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.timeline import Timeline


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
