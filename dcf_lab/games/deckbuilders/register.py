"""The rules and rulings of the family, of which each game has its own part."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.rulings import Ruling, load_rulings
from dcf_lab.games import read_rules

HERE = Path(__file__).parent


@lru_cache(maxsize=4)
def rules_of(game: str) -> Mapping[str, Mapping[str, Any]]:
    """The statements that hold in a game."""
    return {rule: entry for rule, entry in read_rules(HERE / "rules.toml").items() if game in entry["games"]}


@lru_cache(maxsize=4)
def rulings_of(game: str) -> Mapping[str, Ruling]:
    """The unclear points that matter in a game, each with the game's own rules."""
    import tomllib

    known = rules_of(game)
    here = {
        key for key, entry in tomllib.loads((HERE / "rulings.toml").read_text(encoding="utf-8")).items() if game in entry["games"]
    }
    return {
        key: ruling._replace(rules=tuple(rule for rule in ruling.rules if rule in known))
        for key, ruling in load_rulings(HERE / "rulings.toml").items() if key in here
    }  # fmt: skip
