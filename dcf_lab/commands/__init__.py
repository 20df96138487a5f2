"""The commands of dcf-lab, a file for each, and what they share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from dcf_lab.engine.rulings import Ruling, chosen_readings
from dcf_lab.scenario.file import scenarios_folder

SCENARIOS = scenarios_folder()


class Wrong(Exception):
    """A mistake of the user: one sentence, exit 2."""


def wanted_readings(texts: Sequence[str], rulings: Mapping[str, Ruling]) -> dict[str, str]:
    """The readings of `--ruling KEY=B`, each looked up in the register."""
    wanted = {}
    for text in texts:
        key, sign, reading = text.partition("=")
        if not sign or not key or not reading:
            raise Wrong(f"--ruling wants KEY=READING, as in rescue_requirement=B; {text!r} is not")
        wanted[key.strip()] = reading.strip()
    chosen_readings(rulings, wanted)
    return wanted


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=1, default=str))
