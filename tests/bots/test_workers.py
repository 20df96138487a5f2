"""Commands that use several processes, and how they end: nobody goes on working for a command that is over."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from folders import SCENARIOS

LONG = {
    "check": ["check", "--random", "100000"],
    "simulate": ["simulate", "--games", "100000", "--rogue", "random", "--hero", "random"],
    "solve": ["solve", "long.toml", "long.toml", "--seconds", "60", "--cores", "2"],
    "compose": ["compose", "long.toml", "--seconds", "60"],
}


@pytest.fixture
def started(tmp_path):
    """Start a command that would take minutes, and come back when it is well under way."""
    begun = []

    def start(name):
        text = (SCENARIOS / "puzzles/c01_two_shelters.toml").read_text(encoding="utf-8").partition("[certificate]")[0]
        (tmp_path / "long.toml").write_text(text.replace("within = ", 'within = "20 rounds"\n# '), encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "dcf_lab.commands.cli", *LONG[name]], cwd=tmp_path, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        begun.append(process)
        end = time.monotonic() + 30
        while len(group(process.pid)) < (1 if name == "compose" else 3) and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(1.5 if name == "compose" else 0.5)
        assert process.poll() is None
        return process

    yield start
    for process in begun:
        for left in group(process.pid):
            os.kill(left, signal.SIGKILL)
        process.communicate(timeout=10)


def group(number):
    """Everybody in a process group who has not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(its) == number and state != "Z":
            found.append(int(stat.parent.name))
    return found


def nobody_is_left(number, seconds=5):
    end = time.monotonic() + seconds
    while group(number) and time.monotonic() < end:
        time.sleep(0.05)
    return not group(number)


@pytest.mark.parametrize("name", LONG)
def test_a_request_to_end_reaches_every_worker(started, name):
    """SIGTERM, as `kill`, `timeout` and a closing session send it, is told in a sentence, and nobody stays behind."""
    process = started(name)
    process.terminate()
    out, err = process.communicate(timeout=20)

    assert nobody_is_left(process.pid)
    assert process.returncode in (1, 130) and "Traceback" not in out + err
    assert "interrupted" in err or "it was stopped" in out


@pytest.mark.parametrize("name", ["check", "simulate", "solve"])
def test_workers_end_with_a_command_that_is_killed(started, name):
    """Nothing can be done any more by the command itself."""
    process = started(name)
    process.kill()
    process.wait(10)

    assert nobody_is_left(process.pid)


def test_a_worker_that_dies_is_a_sentence(started):
    process = started("check")
    os.kill(next(worker for worker in group(process.pid) if worker != process.pid), signal.SIGKILL)
    out, err = process.communicate(timeout=20)

    assert process.returncode == 2 and err.startswith("dcf-lab: a worker process died") and "Traceback" not in err
    assert nobody_is_left(process.pid)
