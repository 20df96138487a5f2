"""The rules of Confrontations as scenes: all statements, all readings, all worked examples."""

import pytest
from family_scenes import carried, differs, other_readings, passes_and_is_told, readings_to_show, scenes, shows
from folders import ROOT

from dcf_lab.engine.board import PositionError
from dcf_lab.games import manual
from dcf_lab.scenario.file import read

GAME = "confrontations"
BOOK = manual(GAME)
# in this book everybody decides before anybody is hit, and no card asks for several at once
THE_SAME_HERE = {("attack_window", "B"), ("as_much_as_possible", "B")}
# there is nothing to show where nothing is played; test_cards.py has it
NO_GAME = ("cnf_unknown_cards", "B")


def _but_for_no_game(cases):
    return [case for case in cases if (case.values[0].key, case.values[1]) != NO_GAME]


@pytest.mark.parametrize("file", scenes(GAME, "rulebook", "rules", "rulings"))
def test_a_scene_holds_and_is_told(file):
    passes_and_is_told(file)


def test_there_are_115_statements():
    assert len(BOOK.rules()) == 115


@pytest.mark.parametrize("rule", list(BOOK.rules()))
def test_a_statement_is_carried_by_a_scene(rule):
    assert rule in carried(GAME)


@pytest.mark.parametrize(("ruling", "reading"), _but_for_no_game(readings_to_show(GAME)))
def test_a_reading_that_matters_has_a_scene(ruling, reading):
    assert shows(GAME, ruling, reading)


@pytest.mark.parametrize(("ruling", "reading"), _but_for_no_game(other_readings(GAME)))
def test_another_reading_ends_otherwise(ruling, reading):
    assert differs(GAME, ruling, reading) == ((ruling.key, reading) not in THE_SAME_HERE)


def test_every_worked_example_has_its_scene():
    files = (ROOT / "scenarios" / GAME / "rulebook").glob("*.toml")
    tags = {tag for file in files for tag in read(file).tags}
    assert tags == {"E02", "E03", "E07", *(f"E{number}" for number in range(25, 33))}


def test_only_the_version_in_force_lies_with_the_character():
    """CNF-R021: the others wait in a pile of their own."""
    with pytest.raises(PositionError, match="only the version in force lies here; the others are the 'versions'"):
        BOOK.set_position({"player2": {"character": ["circe_level_1", "circe_level_2"]}}, "4", 1, True, {})
