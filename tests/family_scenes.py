"""What the scenes of a game of the deck-building family must do together: pass, carry every rule, show every reading."""

import tomllib
from dataclasses import replace
from functools import cache

import jsonschema
import pytest
from folders import ROOT

from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.engine.telling import sentence
from dcf_lab.games import manual
from dcf_lab.scenario.file import read
from dcf_lab.scenario.schema import schema
from dcf_lab.timeline.run import run, run_all

BOOKKEEPING = ("position", "answer", "only answer", "window", "pick", "settle")  # events of the engine itself


def scenes(game, *folders):
    """The files of these folders of a game's scenarios."""
    folder = ROOT / "scenarios" / game
    return [
        pytest.param(file, id=f"{file.parent.name}/{file.stem}")
        for one in folders
        for file in sorted((folder / one).glob("*.toml"))
    ]


@cache
def validator(game):
    return jsonschema.Draft202012Validator(schema(manual(game).library()))


@cache
def reports_of(file):
    return run_all(read(file))


def passes_and_is_told(file):
    """The script and every variant hold, the file is as its schema says, and events tell everything that has changed."""
    scenario = read(file)
    assert scenario.title and scenario.summary
    validator(scenario.manual.NAME).validate(tomllib.loads(file.read_text(encoding="utf-8")))
    for script in (scenario.script, *(variant.script for variant in scenario.variants)):
        assert not script or any(step.expect or step.refuse for step in script)
    reports = reports_of(file)
    assert reports and not [failure for report in reports for failure in report.failures]
    known = set(scenario.manual.rules())
    for report in reports:
        table = report.game.table
        assert scenario.manual.problems(table) == []
        film = Table(table.rules)
        for event in table.history:
            assert event.kind in BOOKKEEPING or event.kind in scenario.manual.EVENTS, event
            assert sentence(table, event) and set(event.rules) <= known, event
            apply_changes(film, event)
        film.dice = table.dice
        assert film == table


@cache
def carried(game):
    """The rules that the events and refusals of a game's scenes carry, those of its cards left aside."""
    files = [case.values[0] for case in scenes(game, "rulebook", "rules", "rulings")]
    return {rule for file in files for report in reports_of(file) for rule in report.rules}


def readings_to_show(game):
    """Every reading of a ruling of high or medium impact."""
    for ruling in manual(game).rulings().values():
        for reading in ruling.readings if ruling.impact in ("H", "M") else ():
            assert reading not in ruling.missing, f"{ruling.key}: {reading}"
            yield pytest.param(ruling, reading, id=f"{ruling.key}={reading}")


def other_readings(game):
    """Every reading that is not the usual one and can be chosen."""
    for ruling in manual(game).rulings().values():
        for reading in ruling.readings:
            if reading != ruling.default and reading not in ruling.missing:
                yield pytest.param(ruling, reading, id=f"{ruling.key}={reading}")


def scene_of(game, ruling):
    number = ruling.id.rpartition("-")[2]
    scenario = read(ROOT / "scenarios" / game / "rulings" / f"rul_{number}_{ruling.key}.toml")
    assert ruling.id in scenario.tags
    return scenario


def shows(game, ruling, reading):
    """Has the scene of a ruling a script for this reading?"""
    scenario = scene_of(game, ruling)
    scripts = [(scenario.rulings, scenario.script)] if scenario.script else []
    scripts += [({**scenario.rulings, **variant.rulings}, variant.script) for variant in scenario.variants]
    return any(script for readings, script in scripts if readings.get(ruling.key, ruling.default) == reading)


def differs(game, ruling, reading):
    """Does what the scene of a ruling expects by default not hold under this reading?"""
    scenario = scene_of(game, ruling)
    return not run(replace(scenario, rulings={**scenario.rulings, ruling.key: reading})).passed
