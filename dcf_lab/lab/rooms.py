"""Rooms that visitors of the lab have opened: each visitor one, all together a few, and only in a lab on their own machine."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dcf_lab.lab.caretaker import is_alive, read_room, write_room
from dcf_lab.lab.kept import TOKEN

FOLDER = "DCF_LAB_ROOMS"  # names the private folder of a lab that serves its own machine; elsewhere no room is opened
LAB = "DCF_LAB_PROCESS"  # the lab's process, with which its rooms end
MOST_ROOMS = 4  # of all visitors of a lab
RUNNING = ("opening", "open")
OPENING_SECONDS = 60.0  # within which a caretaker has come
SHOWN = ("state", "why", "lesson", "title", "code", "phones", "screen", "desk", "remote", "network", "tables")


class NoRoom(ValueError):
    """Why no room is opened, in a sentence."""


def may_open() -> bool:
    """Does this lab serve only the machine that it runs on? Strangers must not open doors in it."""
    return os.name == "posix" and bool(os.environ.get(FOLDER))


def room_of(token: Any) -> dict[str, Any] | None:
    """The room that a visitor has opened, as the page shows it."""
    if not may_open() or not _is_token(token):
        return None
    found = _looked_at(_file(token))
    return {key: found[key] for key in SHOWN if key in found} if found else None


def open_room(token: Any, about: dict[str, Any], command: Sequence[str]) -> Callable[[], dict[str, Any] | None]:
    """Let a caretaker open a room; returns a function that says how it is, None while it is being opened."""
    if not may_open():
        raise NoRoom("this lab does not open rooms; the command `dcf-lab present` does")
    if not _is_token(token):
        raise NoRoom("the page did not say whose room this is; load it again")
    file = _file(token)
    rooms = [one for one in map(_looked_at, file.parent.glob("*.json")) if one and one["state"] in RUNNING]
    if (now := _looked_at(file)) and now["state"] in RUNNING:
        raise NoRoom("you have a room already; end it first")
    if len(rooms) >= MOST_ROOMS:
        raise NoRoom(f"{MOST_ROOMS} rooms are open in this lab, which is as many as it has")
    write_room(file, {**about, "state": "opening"})
    lab = os.environ.get(LAB) or str(os.getpid())
    caretaker = subprocess.Popen(
        [sys.executable, "-m", "dcf_lab.lab.caretaker", str(file), lab, *command],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,  # else it would end with the engine of this page
    )  # fmt: skip
    _started.append(caretaker)

    def state() -> dict[str, Any] | None:
        ended = caretaker.poll() is not None
        found = room_of(token)
        if found is None or found["state"] != "opening":
            return found
        return {**found, "state": "failed"} if ended else None

    return state


def end_room(token: Any) -> None:
    """Tell the caretaker to end a visitor's room; it writes down that it has."""
    found = _looked_at(_file(token)) if may_open() and _is_token(token) else None
    if found and found["state"] in RUNNING:
        os.kill(found["caretaker"], signal.SIGTERM)


def lesson_file(token: Any, text: str) -> Path:
    """A visitor's own lesson, where its room finds it again."""
    if not may_open() or not _is_token(token):
        raise NoRoom("this lab does not open rooms; the command `dcf-lab present` does")
    file = _file(token).with_suffix(".toml")
    file.write_text(text, encoding="utf-8")
    return file


_started: list[subprocess.Popen[bytes]] = []  # so that those that have ended are not kept by the system


def _is_token(token: Any) -> bool:
    return isinstance(token, str) and TOKEN.fullmatch(token) is not None


def _file(token: str) -> Path:
    return Path(os.environ[FOLDER], f"{hashlib.sha256(token.encode()).hexdigest()}.json")


def _looked_at(file: Path) -> dict[str, Any] | None:
    """What is kept of a room; one whose caretaker is gone, or has never come, has ended."""
    for one in _started:
        one.poll()
    found = read_room(file)
    if found is None or found.get("state") not in RUNNING:
        return found
    if "caretaker" in found:
        here = is_alive(found["caretaker"])
    else:
        here = time.time() - file.stat().st_mtime < OPENING_SECONDS
    return found if here else {**found, "state": "ended"}
