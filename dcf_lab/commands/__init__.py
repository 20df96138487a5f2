"""The commands of dcf-lab, a file for each, and what they share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SCENARIOS = Path(__file__).parent.parent.parent / "scenarios"


class Wrong(Exception):
    """A mistake of the user: one sentence, exit 2."""


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=1, default=str))
