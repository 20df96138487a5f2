"""Readings of rulings that no card in the box can show yet, and what they change."""

from __future__ import annotations

from typing import Any

import pytest

from dcf_lab.engine.table import Part, Table
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules import damage as harm
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.table.view import view


def position(data: dict[str, Any], **readings: str) -> Table:
    return set_position({"locations": [{"card": "344_clinton_street"}], **data}, "2", 0, True, readings)


@pytest.mark.parametrize(
    ("reading", "swayed", "area"), [("A", True, "344_clinton_street.unaligned"), ("B", False, "table.removed")]
)
def test_an_unaligned_character_finished_off_by_a_location(reading: str, swayed: bool, area: str) -> None:
    """neutral_damage_credit: the active side defeats her, or she leaves the game and her citizens go to the supply."""
    harley = {"card": "harley_quinn", "damage": 4, "citizens": 2}
    data = {"rogue": {"characters": ["cheetah"]}, "locations": [{"card": "344_clinton_street", "unaligned": harley}]}
    table = position(data, neutral_damage_credit=reading)
    supply = table.counts["supply", "citizens"]
    deed = Deed("damage", "344_clinton_street", "harley_quinn", parts=[Part(1, "effect", "344_clinton_street")])
    assert not list(harm.damage(table, deed, ("DCF-R123",)))
    whose, _, what = area.rpartition(".")
    assert "harley_quinn" in table.zone(whose, what)
    assert (("harley_quinn", "swayed") in table.marks) is swayed
    assert table.counts["supply", "citizens"] - supply == (0 if swayed else 2)


@pytest.mark.parametrize(("reading", "damage"), [("A", 0), ("B", 3)])
def test_a_character_that_goes_back_to_the_reserve(reading: str, damage: int) -> None:
    """back_to_reserve_state: Attachments and empowering cards always go, damage only by default."""
    batman = {"card": "batman", "damage": 3, "attachments": ["armored_cape"], "empowering": ["fame.1"]}
    table = position({"hero": {"characters": [batman, "superman"]}}, back_to_reserve_state=reading)
    assert harm.retreat(table, "batman", ("DCF-R121",))
    assert table.zone("hero", "reserve") == ("batman",)
    assert table.zone("hero", "discard") == ("armored_cape", "fame.1")
    assert table.counts.get(("batman", "damage"), 0) == damage


@pytest.mark.parametrize(("reading", "seen"), [("A", ["go_viral"]), ("B", {"cards": 1})])
def test_facedown_schemes_in_the_master_plan(reading: str, seen: Any) -> None:
    """facedown_masterplan: open to the Hero, or known by number only."""
    table = position({"master_plan": ["go_viral"]}, facedown_masterplan=reading)
    assert view(table, "hero")["zones"]["table.master plan"] == seen
    assert view(table, "rogue")["zones"]["table.master plan"] == ["go_viral"]
