"""The workshop: lessons to read at one's own pace, to present in a room and to hand out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.games import names
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.facts import game_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.shelf import MAX_FILE, OWN, find, shelf
from dcf_lab.scenario.file import game_of

MAX_QUERY = 1_000


class Workshop:
    """Answers the messages of the page where lessons are read, presented and handed out."""

    def __init__(self, explore: Explore, packs: list[Path] | None = None, folder: Path | None = None) -> None:
        self.explore, self.packs, self.folder = explore, packs or [], folder

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from answer(self, message)

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lessons of a game: `?game=dc_forever`, else of the first that has some."""
        query = parse_qs(str(message.get("query", ""))[:MAX_QUERY].removeprefix("?"))
        wanted = query.get("game", [""])[0]
        found = lessons(self.folder)
        game = wanted if wanted in names() else next((one["game"] for one in found), names()[0])
        yield {
            "show": "workshop",
            "games": [game_facts(one) for one in names()],
            "game": game,
            "lessons": [one for one in found if one["game"] == game],
        }


def lessons(folder: Path | None = None) -> list[dict[str, Any]]:
    """Every lesson on the shelf, as its file describes it: how long it takes, what it asks, and the rules that it is about."""
    found = []
    for entry in shelf(folder):
        if entry.kind != "lesson" or entry.broken:
            continue
        try:
            data = parse_toml(read_text(find(entry.name, folder), MAX_FILE))
        except FileError:
            continue  # the shelf has it, and says what is wrong
        found.append({"name": entry.name, "own": entry.name.startswith(f"{OWN}/"), "game": game_of(data).NAME,
                      "title": entry.title, "summary": entry.summary, **described(data)})  # fmt: skip
    return found


def described(data: dict[str, Any]) -> dict[str, Any]:
    """What a lesson's file says of its length, as far as it has the form of one."""
    chapters = [one for one in _list(data.get("chapter")) if isinstance(one, dict)]
    steps = [step for chapter in chapters for step in _list(chapter.get("step")) if isinstance(step, dict)]
    asks = [step["ask"] for step in steps if isinstance(step.get("ask"), dict)]
    rules = dict.fromkeys(str(rule)[:40] for ask in asks for rule in _list(ask.get("about")))
    minutes = data.get("minutes")
    return {
        "minutes": minutes if type(minutes) is int else 25,
        "chapters": [str(chapter.get("title", ""))[:200] for chapter in chapters],
        "questions": len(asks),
        "rules": list(rules),
    }


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
