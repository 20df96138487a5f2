"""Rulings: points where a rulebook contradicts itself or is silent, each with its readings and a default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from dcf_lab.engine.cards.expr import did_you_mean


class RulingError(ValueError):
    """A ruling or reading that cannot be had, with the reason."""


class Ruling(NamedTuple):
    """One entry of a game's register."""

    id: str
    key: str
    where: str
    issue: str
    readings: Mapping[str, str]
    default: str
    why: str
    impact: str
    rules: tuple[str, ...]
    missing: tuple[str, ...]  # readings that the engine does not implement


def load_rulings(path: Path) -> dict[str, Ruling]:
    """The register of one game, by key."""
    return {
        key: Ruling(
            entry["id"], key, entry["where"], entry["issue"], entry["readings"], entry["default"], entry["why"],
            entry["impact"], tuple(entry.get("rules", ())), tuple(entry.get("not_implemented", ())),
        )
        for key, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()
    }  # fmt: skip


def chosen_readings(register: Mapping[str, Ruling], wanted: Mapping[str, str]) -> dict[str, str]:
    """Every key with its reading: the defaults, and what is wanted instead."""
    readings = {key: ruling.default for key, ruling in register.items()}
    for key, reading in wanted.items():
        if key not in register:
            raise RulingError(f"no ruling is called {key!r}{did_you_mean(key, register)}")
        ruling = register[key]
        if reading not in ruling.readings:
            raise RulingError(f"{key} has the readings {', '.join(ruling.readings)}; {reading!r} is none of them")
        if reading in ruling.missing:
            raise RulingError(f"{key}: reading {reading} ('{ruling.readings[reading]}') is not implemented yet")
        readings[key] = reading
    return readings
