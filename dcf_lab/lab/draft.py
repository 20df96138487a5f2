"""A draft: the data of a scenario file as the browser keeps it, looked at closely before anything is done with it."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from typing import Any

from dcf_lab.engine.cards.cards import Library, slug
from dcf_lab.engine.toml import write_toml

MAX_UPLOAD = 1_000_000
MAX_DRAFT = 200_000  # characters and entries, as much as a scenario file may have
MAX_TEXT = 20_000
MAX_DEPTH = 12
MAX_INTEGER = 2**53 - 1  # the browser knows no larger ones

BLOCKS = ("locations", "script", "variant", "chapter")
ORDER = (
    "title", "game", "summary", "source", "tags", "start", "players", "solo", "seed", "shuffles", "packs", "shows", "holds_back",
    "rulings", "goal", "table", "script", "variant",
)  # fmt: skip
USUAL = {"summary": "", "source": "", "tags": [], "start": "position", "players": 2, "solo": "rogue", "seed": 0, "rulings": {}}


class DraftError(ValueError):
    """A draft, file or wish that cannot be worked with, with the reason."""


def plain(draft: Any) -> dict[str, Any]:
    """What the page sent as a draft, if it is one: tables, lists, texts, numbers, and not too much of them."""
    if not isinstance(draft, dict):
        raise DraftError("the page sent no draft; load the page again")
    left = [MAX_DRAFT]
    copied: dict[str, Any] = _plain(draft, 0, left)
    return copied


def _plain(value: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1 + (len(value) if isinstance(value, str) else 0)
    if left[0] < 0:
        raise DraftError(f"a draft has at most {MAX_DRAFT} characters and entries")
    if depth > MAX_DEPTH:
        raise DraftError("this draft is nested too deeply")
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise DraftError(f"a text in a draft has at most {MAX_TEXT} characters")
        return whole_letters(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= MAX_INTEGER:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, list):
        return [_plain(one, depth + 1, left) for one in value]
    if isinstance(value, dict):
        # what the page has emptied is not said
        entries = {key: one for key, one in value.items() if one is not None}
        return {_plain(str(key)[:200], depth, left): _plain(one, depth + 1, left) for key, one in entries.items()}
    raise DraftError("a draft has texts, numbers below 2^53, lists and tables, and nothing else")


def whole_letters(text: str) -> str:
    """Half of a letter, which a browser can send, can be written to no file and sent to no page."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def as_draft(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A scenario's data for the browser, and a sentence for everything that the browser cannot keep."""
    lost: list[str] = []
    draft = plain({**USUAL, **_kept(data, (), lost)})
    return draft, lost


def _kept(value: Any, path: tuple[str, ...], lost: list[str]) -> Any:
    if len(path) > MAX_DEPTH:
        raise DraftError("this file is nested too deeply")
    if isinstance(value, Mapping):
        return {key: _kept(one, (*path, key), lost) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_kept(one, (*path, str(n + 1)), lost) for n, one in enumerate(value)]
    if path == ("seed",) and isinstance(value, int) and abs(value) > MAX_INTEGER:
        lost.append(f"The seed {value}: it is larger than the page can keep, and {value % 2**53} now.")
        return value % 2**53
    dated = isinstance(value, datetime.date | datetime.time)
    if dated or (isinstance(value, float) and not math.isfinite(value)) or (isinstance(value, int) and abs(value) > MAX_INTEGER):
        lost.append(f"{'.'.join(path)[:100]}: {str(value)[:40]} is a text now.")
        return str(value)[:MAX_TEXT]
    return value


def as_file(draft: Mapping[str, Any]) -> str:
    """The scenario file of a draft, without what it need not say."""
    said = {key: value for key, value in draft.items() if key not in USUAL or value != USUAL[key]}
    if draft.get("players") != 3:
        said.pop("solo", None)
    ordered = {key: said[key] for key in ORDER if key in said}
    return write_toml(ordered | said, BLOCKS)


def file_name(title: Any) -> str:
    """A name for the file of a draft, which no title can turn into a path.

    >>> file_name("Six would have <b>knocked</b> him out"), file_name("../..")
    ('six_would_have_b_knocked_b_him_out.toml', 'scenario.toml')
    """
    name = slug(title)[:60].strip("_") if isinstance(title, str) else ""
    return f"{name or 'scenario'}.toml"


# problems in the visitor's words

_AREAS = {
    "hand": "hand", "deck": "deck", "discard": "discard pile", "pool": "pool", "characters": "characters", "reserve": "reserve",
    "in_play": "cards in play", "play area": "cards in play", "resources": "resources", "team": "team",
}  # fmt: skip
_TABLE = {
    "locations": "Location", "master_plan": "Master Plan", "knocked_out": "KO'd Heroes", "captured": "Captured",
    "removed": "Removed from the game", "location_deck": "Location deck", "location_discard": "Location discard pile",
    "unaligned_deck": "Unaligned deck", "sanctuary": "Sanctuary", "phase": "Phase", "round": "Round", "turn": "Turn",
    "actor": "Activated character", "acted": "Main actions taken", "cycle": "Cycle", "effects": "Effect",
    "first": "Who goes first", "out": "Who is out", "first_activation": "First activation",
}  # fmt: skip
_PLAYERS = {
    "rogue": "the Rogue",
    "hero": "the Hero",
    "rogue1": "Rogue 1",
    "rogue2": "Rogue 2",
    "hero1": "Hero 1",
    "hero2": "Hero 2",
}
_ZONE = re.compile(
    r"\b([a-z0-9_]+(?:\.\d+)?)\.(characters|hand|deck|discard|pool|reserve|play area|attachments|empowering|beneath|scheme"
    r"|unaligned|locations|master plan|knocked out|captured|removed|location deck|location discard|unaligned deck)\b"
)
_ID = re.compile(r"\b[a-z0-9_]+(?:\.\d+)?\b")


def in_words(path: tuple[Any, ...], what: str, cards: Library) -> str:
    """A problem as a sentence: where on the table, and the cards by their printed names."""
    for length in (len(path), len(path) - 1):
        what = what.removeprefix(".".join(str(word) for word in path[:length]) + ": ") if length > 0 else what
    what = _ZONE.sub(lambda found: _zone(found[1], found[2], cards), what.removeprefix("the file: "))
    what = _ID.sub(lambda found: called(found[0], cards) if found[0] in cards else found[0], what)[:400]
    where = place(path)
    sentence = f"{where}: {what}" if where else what
    return f"{sentence[:1].upper()}{sentence[1:]}{'' if sentence.endswith(('.', '?', '!')) else '.'}"


def place(path: tuple[Any, ...]) -> str:
    """Where a path leads, as one would say it at the table.

    >>> place(("table", "rogue", "hand", 0)), place(("table", "locations", 1, "scheme")), place(("title",))
    ("The Rogue's hand, 1", 'Location 2, scheme', 'Title')
    """
    words = [word + 1 if isinstance(word, int) else word for word in path]
    if not words or words == ["table"]:
        return ""
    if words[0] != "table":
        text = " ".join(str(word) for word in words[:3])
    elif words[1] in _PLAYERS:
        area = f"'s {_AREAS.get(words[2], str(words[2]))}" if len(words) > 2 else ""
        text = ", ".join([_PLAYERS[words[1]] + area, *(str(word) for word in words[3:5])])
    else:
        first = _TABLE.get(words[1], str(words[1]))
        first += f" {words[2]}" if len(words) > 2 and words[1] in ("locations", "effects") else ""
        text = ", ".join([first, *(str(word) for word in words[3 if words[1] in ("locations", "effects") else 2 : 5])])
    return f"{text[:1].upper()}{text[1:]}"[:100]


def called(card: str, cards: Library) -> str:
    """A card's printed name, with the number of its copy."""
    number = card.rpartition(".")[2] if cards[card].copies > 1 else ""
    return f"{cards[card].name} ({number})" if number else cards[card].name


def _zone(whose: str, what: str, cards: Library) -> str:
    if whose in _PLAYERS:
        return f"{_PLAYERS[whose]}'s {_AREAS.get(what, what)}"
    if whose == "table":
        return "the row of Locations" if what == "locations" else f"the {what}"
    return f"the {what} of {called(whose, cards)}" if whose in cards else f"{whose}.{what}"
