"""Where things stand in the text of a TOML file, so that a mistake is told with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from dcf_lab.engine.toml import MAX_DOTS


def line_numbers(text: str) -> dict[tuple[Any, ...], int]:
    """Where each key of a TOML text stands: ('table', 'rogue', 'hand') -> line."""
    found: dict[tuple[Any, ...], int] = {}
    arrays: dict[tuple[Any, ...], int] = {}
    here: tuple[Any, ...] = ()
    for number, row in enumerate(text.splitlines(), 1):
        row = row.strip()
        if match := re.fullmatch(r"\[\[([^\]]+)\]\]\s*(#.*)?", row):
            path = _within(tuple(match[1].split(".", MAX_DOTS)), arrays)
            arrays[path] = arrays.get(path, -1) + 1
            here = (*path, arrays[path])
            found.setdefault(path, number)
            found[here] = number
        elif match := re.fullmatch(r"\[([^\[\]]+)\]\s*(#.*)?", row):
            here = _within(tuple(match[1].split(".", MAX_DOTS)), arrays)
            found[here] = number
        elif match := re.match(r'("?)([A-Za-z0-9_.-]+)\1\s*=', row):
            found[(*here, *match[2].split("."))] = number
    return found


def _within(path: tuple[str, ...], arrays: Mapping[tuple[Any, ...], int]) -> tuple[Any, ...]:
    """The path of a header, with the number of the array entry that it belongs to."""
    done: tuple[Any, ...] = ()
    for index, word in enumerate(path):
        done = (*done, word)
        if index < len(path) - 1 and done in arrays:
            done = (*done, arrays[done])
    return done


def line_of(lines: Mapping[tuple[Any, ...], int], path: tuple[Any, ...]) -> int:
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def line_in(text: str, lines: Mapping[tuple[Any, ...], int], path: tuple[Any, ...], data: Any) -> int:
    """The line of a key, or the one on which an entry of its list of texts stands, if that can be found."""
    first = line_of(lines, path)
    for word in path:
        fits = isinstance(data, dict) and word in data or isinstance(data, list) and word in range(len(data))
        data = data[word] if fits else None
    if not isinstance(data, str) or not data or not isinstance(path[-1], int):
        return first
    rows = text.splitlines()[first - 1 :]
    return next((number for number, row in enumerate(rows, first) if data in row), first)
