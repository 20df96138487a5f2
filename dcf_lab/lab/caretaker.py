"""The caretaker of a room that was opened from the lab's page: a process between the two, because the page comes and goes.

The engine of a page ends when the page is loaded anew; the room must not. It ends when the visitor says so (the caretaker is told
to end), when its presenter ends it, when the lab itself is closed, or after half a day.

`python -m dcf_lab.lab.caretaker FILE LAB COMMAND...`: FILE is where all about the room is kept, LAB the process with which it
ends, COMMAND what presents.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ADDRESSES = {"phones", "screen", "desk", "code"}  # without which there is no room
LONGEST = 12 * 3600.0  # seconds that a room may be open
LOOK = 0.5  # seconds between two looks at the lab
LAST_WORDS = 8.0  # seconds that a room has to write down what it knows


class _End(Exception):
    """The visitor wants the room to end."""


def main(arguments: list[str]) -> int:
    file, lab, command = Path(arguments[0]), int(arguments[1]), arguments[2:]

    def end(*_: object) -> None:
        raise _End

    signal.signal(signal.SIGTERM, end)
    kept = {**(read_room(file) or {}), "caretaker": os.getpid()}
    write_room(file, kept)
    found: dict[str, str] = {}
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said: list[str] = []
    assert process.stderr is not None
    threading.Thread(target=lambda: said.extend(process.stderr or ()), daemon=True).start()
    try:
        found = _addresses(process)
        if not found.keys() >= ADDRESSES:
            process.wait()
            write_room(file, {**kept, "state": "failed", "why": "".join(said).strip().removeprefix("dcf-lab: ")[:1000]})
            return 1
        write_room(file, {**kept, **found, "state": "open"})
        threading.Thread(target=lambda: [None for _ in process.stdout or ()], daemon=True).start()  # nobody reads it
        until = time.monotonic() + LONGEST
        while process.poll() is None and is_alive(lab) and time.monotonic() < until:
            time.sleep(LOOK)
    except _End:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if process.poll() is None:
            _stop(process)
    write_room(file, {**kept, "code": found.get("code", ""), "state": "ended"})
    return 0


def _addresses(process: subprocess.Popen[str]) -> dict[str, str]:
    """Where the room is, as it says itself."""
    found: dict[str, str] = {}
    for line in process.stdout or ():
        if match := re.match(r"(\w+): +(http\S+)", line):
            found[match[1].lower()] = match[2]
        if match := re.match(r"Code (\w+)", line):
            found["code"] = match[1]
            break
    return found


def _stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)  # as Ctrl-C does: it writes down what it knows
    try:
        process.wait(LAST_WORDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def read_room(file: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def write_room(file: Path, room: dict[str, Any]) -> None:
    """All at once, readable by nobody else."""
    part = file.with_suffix(f".{os.getpid()}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            json.dump(room, out)
        os.replace(part, file)
    except OSError:
        pass  # the lab is closed, and its folder gone: there is nobody to be told


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
