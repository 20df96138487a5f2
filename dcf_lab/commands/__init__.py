"""The commands of dcf-lab, a file for each, and what they share."""

from __future__ import annotations

import json
from typing import Any

from dcf_lab.lab.shelf import scenarios_folder

SCENARIOS = scenarios_folder()


class Wrong(Exception):
    """A mistake of the user: one sentence, exit 2."""


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=1, default=str))
