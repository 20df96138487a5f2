"""The rules of Forever Evil as scenes: all statements, all readings, all worked examples."""

import pytest
from family_scenes import carried, differs, other_readings, passes_and_is_told, readings_to_show, scenes, shows
from folders import ROOT

from dcf_lab.games import manual
from dcf_lab.scenario.file import read

GAME = "forever_evil"
BOOK = manual(GAME)
# in this book a player is hit before the next one decides, which is also what the reading says of all books
THE_SAME_HERE = {("attack_window", "C")}


@pytest.mark.parametrize("file", scenes(GAME, "rulebook", "rules", "rulings"))
def test_a_scene_holds_and_is_told(file):
    passes_and_is_told(file)


def test_there_are_117_statements():
    assert len(BOOK.rules()) == 117


@pytest.mark.parametrize("rule", list(BOOK.rules()))
def test_a_statement_is_carried_by_a_scene(rule):
    assert rule in carried(GAME)


@pytest.mark.parametrize(("ruling", "reading"), list(readings_to_show(GAME)))
def test_a_reading_that_matters_has_a_scene(ruling, reading):
    assert shows(GAME, ruling, reading)


@pytest.mark.parametrize(("ruling", "reading"), list(other_readings(GAME)))
def test_another_reading_ends_otherwise(ruling, reading):
    assert differs(GAME, ruling, reading) == ((ruling.key, reading) not in THE_SAME_HERE)


def test_every_worked_example_has_its_scene():
    files = (ROOT / "scenarios" / GAME / "rulebook").glob("*.toml")
    tags = {tag for file in files for tag in read(file).tags}
    assert tags == {f"E{number:02}" for number in (1, 2, 3, 5, 7, *range(17, 25))}
