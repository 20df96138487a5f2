"""The dcf-lab command serves the lab: what it says, what it refuses, how it ends."""

import os
import signal
import socket
import subprocess
import sys

import pytest
from conftest import Served


def lab(*options):
    command = [sys.executable, "-m", "dcf_lab.cli", "--no-browser", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_port_in_use_is_a_sentence_with_the_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = lab("--port", str(port))

    assert run.returncode == 2
    assert run.stderr == f"dcf-lab: port {port} is in use; choose another with --port, or --port 0 for any free one\n"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--scenarios", "nowhere"], "nowhere: there is no such folder of scenarios"),
        (["--pack", "nowhere"], "nowhere"),
        (["--port", "70000"], "--port is a number from 0 to 65535, not 70000"),
        (["--port", "http"], "invalid int value"),
        (["--preheat", "-1"], "--preheat is a number from 0 to 50"),
    ],
)
def test_a_mistake_is_one_sentence(options, sentence):
    run = lab(*options)

    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.count("\n") == 1 and sentence in run.stderr and "Traceback" not in run.stderr


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_closes_the_lab_and_every_kernel(end):
    served = Served("--preheat", "0")
    os.kill(served.process.pid, end)

    assert served.process.wait(20) == 0
    assert "The lab is closed." in served.process.stdout.read()
