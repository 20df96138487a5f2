"""Reading TOML that strangers wrote: bounded in size and nesting, and every mistake a sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

MAX_DOTS = 40  # dotted keys nest a table for each dot


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


def parse_toml(text: str) -> dict[str, Any]:
    """The data of a TOML text, or the reason why it has none."""
    for number, row in enumerate(text.splitlines(), 1):
        if row.count(".") > MAX_DOTS and re.sub(r'"[^"\n]*"|\'[^\'\n]*\'', "", row).count(".") > MAX_DOTS:
            raise FileError(f"line {number} has more than {MAX_DOTS} dots outside quotes")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(str(error)) from None
    except (ValueError, RecursionError, MemoryError):
        raise FileError("a number or a nesting in it is too large") from None
