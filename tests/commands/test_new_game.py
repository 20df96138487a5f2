"""`dcf-lab new-game`: what it writes runs as it is, by the real command and in the tests of every game."""

import os
import subprocess
import sys

import pytest
from folders import ROOT

from dcf_lab.commands import new_game
from dcf_lab.commands.cli import main


def process(folder, *command):
    """A process of Python for which the games in a folder are games of the lab, run there."""
    env = {**os.environ, "DCF_LAB_GAMES": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", *command], input="1\n1\nquit\n", capture_output=True, text=True, env=env, cwd=folder
    )


def test_a_new_game_runs_as_it_is(tmp_path):
    made = process(tmp_path, "dcf_lab.commands.cli", "new-game", "my_game", "--into", str(tmp_path))
    assert made.returncode == 0 and f"DCF_LAB_GAMES={tmp_path} dcf-lab play --game my_game" in made.stdout

    checked = process(tmp_path, "dcf_lab.commands.cli", "check", "my_game")
    assert (checked.returncode, checked.stdout) == (0, "2 passed, 0 failed\n")
    assert "Player 1 plays" in process(tmp_path, "dcf_lab.commands.cli", "play", "--game", "my_game").stdout
    assert "NO SCENARIO" not in process(tmp_path, "dcf_lab.commands.cli", "rules", "--game", "my_game").stdout
    own = process(tmp_path, "pytest", "-q", "my_game")
    assert "1 passed" in own.stdout, own.stdout


@pytest.mark.slow
def test_a_new_game_is_a_game_like_every_other(tmp_path):
    main(["new-game", "my_game", "--into", str(tmp_path)])

    tested = process(
        tmp_path, "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), str(ROOT / "tests/every_game"),
        "-k", "my_game", "-m", "not browser", "-p", "no:cacheprovider",
    )  # fmt: skip
    assert tested.returncode == 0, tested.stdout[-3000:]


def test_in_a_checkout_rules_scenarios_and_tests_go_to_their_places(tmp_path, monkeypatch):
    monkeypatch.setattr(new_game, "CHECKOUT", tmp_path)
    (tmp_path / "pyproject.toml").touch()

    assert main(["new-game", "my_game"]) == 0
    written = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.*") if file.is_file())
    assert written == [
        "dcf_lab/games/my_game/cards/cards.toml", "dcf_lab/games/my_game/manual.py", "dcf_lab/games/my_game/rules.toml",
        "pyproject.toml", "scenarios/my_game/first.toml", "tests/games/my_game/test_my_game.py",
    ]  # fmt: skip
    assert "skeleton" not in (tmp_path / "dcf_lab/games/my_game/manual.py").read_text().lower()


def test_an_installed_lab_wants_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(new_game, "CHECKOUT", tmp_path)

    assert main(["new-game", "my_game"]) == 2
    assert "say --into DIR" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["MyGame", "class", "1x", "my game", "../x", "", "x" * 41, "dc_forever", "defaults"])
def test_a_name_that_cannot_be_is_refused_with_a_sentence(name, tmp_path, capsys):
    assert main(["new-game", name, "--into", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("dcf-lab: ") and said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path, capsys):
    main(["new-game", "my_game", "--into", str(tmp_path)])
    (tmp_path / "my_game" / "manual.py").write_text("mine")

    assert main(["new-game", "my_game", "--into", str(tmp_path)]) == 2
    assert "nothing is written over it" in capsys.readouterr().err
    assert (tmp_path / "my_game" / "manual.py").read_text() == "mine"
