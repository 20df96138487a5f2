"""`dcf-lab bench --room` opens a real room, and nothing that was confirmed is lost in it, whatever is cut off or killed."""

import json

import pytest
from people import aside

from dcf_lab.commands.cli import main


def test_a_room_is_measured_and_loses_nothing(capsys):
    assert aside(main, ["bench", "--room", "5", "--seconds", "0.2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["participants"] == 5 and data["lost"] == 0
    assert all(data[key] > 0 for key in ("confirmed_p95_ms", "step_p95_ms", "memory_mb", "back_after_seconds"))
    assert data["cpu_percent"] >= 0


@pytest.mark.parametrize(
    "options, sentence",
    [
        (["--room", "0"], "--room goes from 1 to 300"),
        (["--room", "301"], "--room goes from 1 to 300"),
        (["--room", "2", "--redis", "nowhere"], "no room was opened: dcf-lab: --redis wants an address such as"),
        (["--redis", "redis://localhost"], "--redis goes with --room"),
    ],
)
def test_a_room_that_cannot_be_measured_gets_a_sentence(capsys, options, sentence):
    assert aside(main, ["bench", *options]) == 2
    assert sentence in capsys.readouterr().err
