"""Reading TOML that strangers wrote, bounded in size and nesting, with every mistake a sentence; and writing it for readers."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

MAX_INTEGER = 2**64  # TOML promises no more
MAX_DOTS = 40  # dotted keys nest a table for each dot
MAX_NESTING = 60
WIDTH = 110  # a longer value is written over several lines


class FileError(ValueError):
    """A file that cannot be read, with the reason."""


def read_text(path: Path, most: int) -> str:
    """The text of a regular file of at most so many bytes."""
    try:
        if not path.exists():
            raise FileError("there is no such file")
        if not path.is_file():
            raise FileError("this is not a file")
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}") from None
    if len(raw) > most:
        raise FileError(f"has more than {most} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise FileError("cannot be read as text") from None


# texts and comments, in one pass: what is opened and never closed goes to its end, and is not looked at again from each quote
_TEXTS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+(?:"|\\?$)'
    r"|'[^'\n]*+(?:'|$)|#[^\n]*",
    re.DOTALL | re.MULTILINE,
)


def _rows_of_keys(text: str) -> list[str]:
    """The rows of a TOML text without its texts and comments."""
    return _TEXTS.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")


def parse_toml(text: str) -> dict[str, Any]:
    """The data of a TOML text, or the reason why it has none."""
    if any(row.count(".") > MAX_DOTS for row in text.split("\n")):
        for number, row in enumerate(_rows_of_keys(text), 1):
            if row.count(".") > MAX_DOTS:
                raise FileError(f"line {number} has more than {MAX_DOTS} dots outside quotes")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(str(error)) from None
    except (ValueError, RecursionError, MemoryError):
        raise FileError("a number or a nesting in it is too large") from None
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list):
            waiting += [(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value)]
        # thousands of digits, or of tables in each other, could not even be quoted in a message
        if depth > MAX_NESTING or (isinstance(value, int) and abs(value) > MAX_INTEGER):
            raise FileError("a number or a nesting in it is too large")
    return data


# writing


def write_toml(data: Mapping[str, Any], blocks: Collection[str] = ()) -> str:
    """Readable TOML of plain data. Lists of tables whose key is among the blocks become `[[key]]`, other ones stay lists.

    >>> print(write_toml({"title": "Two", "table": {"round": 2, "rogue": {"hand": ["a", "b"]}}}), end="")
    title = "Two"
    <BLANKLINE>
    [table]
    round = 2
    <BLANKLINE>
    [table.rogue]
    hand = ["a", "b"]
    """
    return "\n".join(_section((), data, blocks)).lstrip("\n") + "\n"


def _section(path: tuple[str, ...], data: Mapping[str, Any], blocks: Collection[str]) -> Iterator[str]:
    """The lines of a table: its plain keys, then the tables in it, then its blocks."""
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping) and not _is_short(key, value)}
    listed = {key: value for key, value in data.items() if key in blocks and _is_tables(value)}
    for key, value in data.items():
        if key not in tables and key not in listed:
            yield f"{_key(key)} = {_over_lines(value, len(key) + 3)}"
    for key, value in tables.items():
        inside = (*path, key)
        # a table of nothing but tables is made by theirs
        if any(not isinstance(one, Mapping) or _is_short(word, one) for word, one in value.items()):
            yield f"\n[{_header(inside)}]"
        yield from _section(inside, value, blocks)
    for key, value in listed.items():
        inside = (*path, key)
        for entry in value:
            yield f"\n[[{_header(inside)}]]"
            yield from _section(inside, entry, blocks)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(entry, Mapping) for entry in value)


def _is_short(key: str, value: Mapping[str, Any]) -> bool:
    """Plain values that fit on the line of their key."""
    plain = not any(isinstance(one, Mapping | list | tuple) for one in value.values())
    return not value or (plain and len(inline(value)) + len(key) < WIDTH)


def _over_lines(value: Any, indent: int) -> str:
    """A value on one line, or a long list on as many as it needs."""
    text = inline(value)
    if len(text) + indent <= WIDTH or not isinstance(value, list | tuple):
        return text
    rows: list[str] = []
    for entry in map(inline, value):
        if rows and len(rows[-1]) + len(entry) + 2 < WIDTH and " " not in entry:  # ids flow, sentences have lines of their own
            rows[-1] += f" {entry},"
        else:
            rows.append(f"  {entry},")
    return "\n".join(["[", *rows, "]"])


def inline(value: Any) -> str:
    """A value on one line.

    >>> inline({"choose": "hero", "as": "victim", "optional": True})
    '{ choose = "hero", as = "victim", optional = true }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {inline(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    raise FileError(f"TOML has no way to say {value!r}")


def _header(path: tuple[str, ...]) -> str:
    return ".".join(map(_key, path))


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def _quoted(text: str) -> str:
    """A string in quotes; what a reader could not see, or what would end a line, is escaped."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise FileError("half a character cannot be written")
    escaped = [
        _SHORT.get(letter)
        or (f"\\u{ord(letter):04x}" if letter < " " or "\x7f" <= letter <= "\x9f" or letter in _BREAKS else letter)
        for letter in text
    ]
    return f'"{"".join(escaped)}"'


# ends of lines, turns of direction
_BREAKS = "\u2028\u2029\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
