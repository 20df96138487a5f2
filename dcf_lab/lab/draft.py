"""A draft: the data of a scenario file as the browser keeps it, looked at closely before anything is done with it."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from typing import Any

from dcf_lab.engine.cards.cards import Library, slug
from dcf_lab.engine.toml import write_toml
from dcf_lab.games import Manual, UnknownGame, manual, manual_of, names
from dcf_lab.scenario.file import game_of, seating_of

MAX_UPLOAD = 1_000_000
MAX_DRAFT = 200_000  # characters and entries, as much as a scenario file may have
MAX_TEXT = 20_000
MAX_DEPTH = 12
MAX_INTEGER = 2**53 - 1  # the browser knows no larger ones

BLOCKS = ("script", "variant", "chapter")  # what is written in blocks of its own, as is the middle of the table
ORDER = (
    "title", "game", "summary", "source", "tags", "start", "seating", "seed", "shuffles", "packs", "shows", "holds_back",
    "rulings", "goal", "point", "table", "script", "variant",
)  # fmt: skip
LAST = ("certificate",)  # what the lab has written, not the author


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
    seated = {"seating": seating_of(data, game_of(data))} if "players" in data and "seating" not in data else {}
    said = {key: value for key, value in data.items() if key not in ("players", "solo")}
    return plain({**usual(game_of(data)), **_kept({**said, **seated}, (), lost)}), lost


def usual(game: Manual) -> dict[str, Any]:
    """What a scenario of a game means by saying nothing."""
    prose = {"game": game.NAME, "summary": "", "source": "", "tags": []}
    return {**prose, "start": "position", "seating": next(iter(game.SEATINGS)), "seed": 0, "rulings": {}}


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
    try:
        game = game_of(draft)
    except UnknownGame:
        game = manual(names()[0])
    unsaid = {**usual(game), "game": names()[0]}
    said = {key: value for key, value in draft.items() if key not in unsaid or value != unsaid[key]}
    ordered = {key: said[key] for key in ORDER if key in said} | {key: said[key] for key in said if key not in LAST}
    blocks = (*BLOCKS, *(zone.key for zone in game.BOARD.of("table") if zone.place == "middle"))
    proof = {key: said[key] for key in LAST if key in said}
    return write_toml(ordered, blocks) + (f"\n{write_toml(proof)}" if proof else "")


def file_name(title: Any) -> str:
    """A name for the file of a draft, which no title can turn into a path.

    >>> file_name("Six would have <b>knocked</b> him out"), file_name("../..")
    ('six_would_have_b_knocked_b_him_out.toml', 'scenario.toml')
    """
    name = slug(title)[:60].strip("_") if isinstance(title, str) else ""
    return f"{name or 'scenario'}.toml"


# problems in the visitor's words

_ID = re.compile(r"\b[a-z0-9_]+(?:\.\d+)?\b")


def in_words(path: tuple[Any, ...], what: str, cards: Library) -> str:
    """A problem as a sentence: where on the table, and the cards by their printed names."""
    for length in (len(path), len(path) - 1):
        what = what.removeprefix(".".join(str(word) for word in path[:length]) + ": ") if length > 0 else what
    areas = "|".join(map(re.escape, sorted(manual_of(cards).BOARD.areas, key=len, reverse=True)))
    zone = rf"\b([a-z0-9_]+(?:\.\d+)?)\.({areas})\b"
    what = re.sub(zone, lambda found: _zone(found[1], found[2], cards), what.removeprefix("the file: "))
    what = _ID.sub(lambda found: called(found[0], cards) if found[0] in cards else found[0], what)[:400]
    where = place(path, cards)
    sentence = f"{where}: {what}" if where else what
    return f"{sentence[:1].upper()}{sentence[1:]}{'' if sentence.endswith(('.', '?', '!')) else '.'}"


def place(path: tuple[Any, ...], cards: Library) -> str:
    """Where a path leads, as one would say it at the table.

    >>> from dcf_lab.games import manual
    >>> cards = manual("dc_forever").library()
    >>> place(("table", "rogue", "hand", 0), cards), place(("table", "locations", 1, "scheme"), cards)
    ("The Rogue's hand, 1", 'Location 2, scheme')
    >>> place(("title",), cards)
    'Title'
    """
    game = manual_of(cards)
    words = [word + 1 if isinstance(word, int) else word for word in path]
    if not words or words == ["table"]:
        return ""
    if words[0] != "table":
        text = " ".join(str(word) for word in words[:3])
    elif words[1] in game.PLAYERS:
        area = f"'s {_area('player', words[2], game)}" if len(words) > 2 else ""
        text = ", ".join([game.NAMES[words[1]] + area, *(str(word) for word in words[3:5])])
    else:
        zone = next((zone for zone in game.BOARD.of("table") if zone.key == words[1]), None)
        fact = game.BOARD.facts(cards).get(str(words[1]), {}) if zone is None else {}
        first = fact.get("title", _area("table", words[1], game))
        if zone is not None and zone.place == "middle" and zone.holds and len(words) > 2:
            first, words = f"{zone.holds[0]} {words[2]}", words[1:]
        text = ", ".join([first, *(str(word) for word in words[2:5])])
    return f"{text[:1].upper()}{text[1:]}"[:100]


def called(card: str, cards: Library) -> str:
    """A card's printed name, with the number of its copy."""
    number = card.rpartition(".")[2] if cards[card].copies > 1 else ""
    return f"{cards[card].name} ({number})" if number else cards[card].name


def _area(whose: str, word: Any, game: Manual) -> str:
    """An area within a sentence, by its name on the table or in a file."""
    zone = next((zone for zone in game.BOARD.zones if zone.whose == whose and word in (zone.key, zone.what)), None)
    return (zone.words or zone.what) if zone is not None else str(word).replace("_", " ")


def _zone(whose: str, what: str, cards: Library) -> str:
    game = manual_of(cards)
    if whose in game.PLAYERS:
        return f"{game.NAMES[whose]}'s {_area('player', what, game)}"
    if whose == "table":
        return f"the {_area('table', what, game)}"
    return f"the {what} of {called(whose, cards)}" if whose in cards else f"{whose}.{what}"
