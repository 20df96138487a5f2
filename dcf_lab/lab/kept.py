"""What a visitor in a player's seat has made, kept in the lab: the browser may not have it, because it has the hidden cards."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

MOST_KEPT = 200  # records; the oldest is forgotten first
MAX_KEPT = 1_000_000  # characters of one
FOLDER = "DCF_LAB_KEPT"  # names the private folder of a served lab, which goes with it; elsewhere this engine remembers
TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")

_here: MutableMapping[str, str] = {}


def keep(token: Any, record: str, seat: str) -> bool:
    """Keep a record under the page's own secret word; False if it is no such word, or too much is to be kept."""
    text = json.dumps({"seat": seat, "record": record})
    if not isinstance(token, str) or not TOKEN.fullmatch(token) or len(text) > MAX_KEPT:
        return False
    name, folder = _name(token), os.environ.get(FOLDER)
    if not folder:
        _here.pop(name, None)
        _here[name] = text
        while len(_here) > MOST_KEPT:
            del _here[next(iter(_here))]
        return True
    try:
        part = Path(folder, f"{name}.part")
        part.write_text(text, encoding="utf-8")
        os.replace(part, Path(folder, name))
        _forget_the_oldest(Path(folder))
    except OSError:
        return False
    return True


def kept(token: str) -> tuple[str, str] | None:
    """The record and the seat that were kept under a word; None if there are none any more."""
    if not TOKEN.fullmatch(token):
        return None
    name, folder = _name(token), os.environ.get(FOLDER)
    try:
        text = Path(folder, name).read_text(encoding="utf-8") if folder else _here[name]
    except (OSError, KeyError):
        return None
    found = json.loads(text)
    return found["record"], found["seat"]


def _name(token: str) -> str:
    """The file's name tells nobody the word."""
    return hashlib.sha256(token.encode()).hexdigest()


def _forget_the_oldest(folder: Path) -> None:
    found = []
    for path in folder.iterdir():
        with suppress(OSError):  # another engine has just forgotten it
            found.append((path.stat().st_mtime, path))
    for _, path in sorted(found)[:-MOST_KEPT]:
        path.unlink(missing_ok=True)
