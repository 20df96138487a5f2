"""The start page: the games, the shelf of scenarios, and a sentence when something has sent the visitor back here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.games import manual, names
from dcf_lab.lab.facts import game_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.shelf import ShelfError, count, shelf

MAX_QUERY = 30_000  # a link to a position has at most 20,000 characters

# why a page sends its visitor here, `?problem=link`; only these sentences are ever shown, never what an address says
PROBLEMS = {
    "link": "That link is damaged, or was made with other cards, so it cannot be opened. Pick a scenario here instead.",
    "scenario": "There is no scenario of that name. It may have been renamed: look for it here.",
    "broken": "That scenario file has a mistake and cannot be opened. It is marked in the list.",
    "pack": "That position needs a pack of cards that this lab was not started with. Start it with --pack.",
    "upload": "That file is no scenario and no saved game, so nothing was opened.",
    "large": "That file or link is too large to be opened.",
    "lost": "The connection was lost and the page had to begin anew. What you had built may still be under Continue.",
    "error": "Something went wrong on that page, and it had to be left.",
}


class Start:
    """Answers the start page's messages; `folder` has the visitor's own scenarios."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from answer(self, message)

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The games and the shelf, with a note about the problem that the address names: `?problem=link`."""
        note = problem_note(message.get("query"))
        try:
            entries = shelf(self.folder)
        except ShelfError:  # its path is nothing that a visitor needs to know
            entries, note = shelf(), f"{note} The folder of your own scenarios is not there any more.".strip()
        games, told = [_introduced(game) for game in names()], [entry.as_json() for entry in entries]
        yield {"show": "start", "games": games, "entries": told, "counts": count(entries), "rules": _rules(), "note": note}


def _introduced(game: str) -> dict[str, Any]:
    """A game, with an example of what the lab shows of it."""
    example = manual(game).PRIMER.example
    if example is None:
        return game_facts(game)
    done, comes = example.done._asdict(), example.comes._asdict()
    counts = [one._asdict() for one in example.counts]
    return {**game_facts(game), "example": {**example._asdict(), "done": done, "counts": counts, "comes": comes}}


def _rules() -> list[dict[str, str]]:
    """The rules of all games, to be found by the search."""
    return [
        {
            "id": rule,
            "game": game,
            "name": told.get("name", ""),
            "text": told["text"],
            "topic": told.get("topic") or told["section"],
        }
        for game in names()
        for rule, told in manual(game).rules().items()
    ]


def problem_note(query: Any) -> str:
    """What to tell a visitor whom another page has sent here: one of our sentences, or nothing.

    >>> problem_note("?problem=scenario")
    'There is no scenario of that name. It may have been renamed: look for it here.'
    >>> problem_note("?problem=Your+account+is+locked")
    ''
    """
    if not isinstance(query, str) or len(query) > MAX_QUERY:
        return ""
    try:
        found = parse_qs(query.removeprefix("?"), max_num_fields=20)
    except ValueError:
        return ""
    return PROBLEMS.get(found.get("problem", [""])[0], "")
