"""Work that a page leaves to a process of its own: it is bounded, it can be ended, and the page is answered all the while."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from dcf_lab.lab.slices import Messages, Steps

COMMAND = (sys.executable, "-m", "dcf_lab.commands.cli")  # the lab knows rooms and handouts only by the command
PAUSE = 0.02  # seconds between two looks at it
MAX_SAID = 40_000_000  # bytes


class Child(NamedTuple):
    """What a process said that has ended; `late` if it was ended because its time was over."""

    code: int
    out: str
    err: str
    late: bool = False


def child(command: Sequence[str], seconds: float, then: Callable[[Child], Messages]) -> Steps:
    """Run a command to its end, pausing every few milliseconds; `then` makes of it what the page is told."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        # it stays in the engine's group of processes, and so ends with it
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        alarm = threading.Timer(seconds, process.kill)  # also when nobody asks any more
        alarm.daemon = True
        alarm.start()
        started = time.monotonic()
        try:
            while process.poll() is None:
                time.sleep(PAUSE)
                yield
        finally:
            alarm.cancel()
            process.kill()
            code = process.wait()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read(MAX_SAID).decode("utf-8", "replace"))
    return then(Child(code, texts[0], texts[1], code != 0 and time.monotonic() - started >= seconds))


def mistake_of(said: Child, file: Path | None = None, called: str = "") -> str:
    """What a command said was wrong, in its own sentence, with a file of ours called as the visitor calls it."""
    text = said.err.strip().removeprefix("dcf-lab: ") or "it ended without a word"
    if "Traceback" in text:
        return "something went wrong in the lab"
    return text.replace(str(file), called) if file else text
