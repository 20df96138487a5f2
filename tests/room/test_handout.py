"""A handout: one file of a lesson, scenario, puzzle or saved game; what is in it is nothing but text, and mistakes are told."""

import json
import re
import subprocess
import sys
import time

import pytest

from dcf_lab.commands.cli import main
from dcf_lab.room.store import ANY_BALLOT, Kept, Person, Said, SqliteStore
from dcf_lab.scenario.file import read, scenarios_folder
from dcf_lab.timeline.timeline import Timeline, new_game

GAME = scenarios_folder() / "dc_forever"
ATTACK = GAME / "lessons" / "an_attack.toml"
PUZZLE = "a02_the_last_rescue"
EVIL = "</script><script>document.title=1</script><img src=x>"


def exported(*options, folder):
    """The text of a handout, and the data in it."""
    file = folder / "out.html"
    assert main(["export", *map(str, options), "--to", str(file)]) == 0
    return told(file)


def told(file):
    text = file.read_text(encoding="utf-8")
    return text, json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])


def paper(text):
    return re.search(r'<main class="paper">(.*?)</main>', text, re.S)[1]


def test_the_command_writes_one_file_that_asks_nobody_for_anything(tmp_path):
    file = tmp_path / "attack.html"
    command = [sys.executable, "-m", "dcf_lab.commands.cli", "export", "an_attack", "--to", str(file), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "file": str(file), "kind": "lesson", "title": "An Attack, from the first word to the last token",
        "bytes": file.stat().st_size,
    }  # fmt: skip
    text, data = told(file)
    assert "default-src 'none'" in text and not re.search(r'(src|href)="(?!data:)', text)
    assert [chapter["film"] for chapter in data["chapters"]] == [0, 0, 1, 2]  # the second goes on where the first ended
    assert {one["title"] for one in data["practice"]} > {
        "An Attack, from the first word to the last token: the same with other cards"
    }


@pytest.mark.parametrize("file", sorted(GAME.glob("lessons/*.toml")), ids=lambda file: file.stem)
def test_every_lesson_is_small_enough_to_be_sent_by_mail(file, tmp_path):
    text, data = exported(file, "--small", folder=tmp_path)
    assert len(text.encode()) <= (400_000 if data["facts"]["others"] else 300_000)  # with the boards and cards of several games


def test_with_the_program_that_draws_timelines_a_handout_is_not_much_larger(tmp_path):
    assert len(exported("timing_words", folder=tmp_path)[0].encode()) <= 1_600_000


def test_answers_stand_at_the_end_beside_or_nowhere_on_the_paper(tmp_path):
    where = {how: paper(exported("an_attack", "--answers", how, folder=tmp_path)[0]) for how in ("end", "beside", "none")}
    why = "Master Tactician was overlooked."
    second = where["end"].index("2. How much does it hurt?")
    assert second < where["end"].index('class="answers"') < where["end"].index(why)
    assert where["beside"].index(why) < where["beside"].index("3. What a modifier is not")
    assert why not in where["none"] and "The rules in words" in where["none"]
    assert "<svg" in where["end"] and '<span class="box">' in where["end"] and "Vote in silence" not in where["end"]


def test_notes_are_told_to_whoever_wants_them(tmp_path):
    text, data = exported("an_attack", "--notes", "--small", folder=tmp_path)
    assert 'class="notes"' in paper(text) and any("notes" in step for chapter in data["chapters"] for step in chapter["steps"])


def test_a_scenario_is_a_film_with_a_chapter_for_each_of_its_readings(tmp_path):
    text, data = exported("rules/r057_own_when_reactions_in_own_order", folder=tmp_path)
    assert data["kind"] == "scenario" and [one["film"] for one in data["chapters"]] == [0, 1] and data["films"][0]["figures"]
    assert "What happens" in text and "What caused what" in text and "How the numbers went" in text


def test_a_puzzle_keeps_its_solution_for_whoever_asks_for_it(tmp_path):
    text, data = exported(PUZZLE, folder=tmp_path)
    goal, solution = data["chapters"][0]["steps"]
    assert solution["holds"] and goal["to"] == goal["from"] < solution["to"]
    assert paper(text).index("My solution") < paper(text).index("The Hero side wins")
    text, data = exported(PUZZLE, "--answers", "none", folder=tmp_path)
    assert len(data["chapters"][0]["steps"]) == 1 and "Faster Than a Bullet)" not in text
    assert len(data["films"][0]["events"]["rows"]) == goal["to"]


def test_a_saved_game_is_handed_out_as_it_was_played(tmp_path):
    line = Timeline(new_game(seed=3))
    for _ in range(12):
        line.answer(line.game.choice.list_options()[0])
    line.save(tmp_path / "game.json")
    text, data = exported(tmp_path / "game.json", "--small", folder=tmp_path)
    assert data["kind"] == "game" and len(data["films"][0]["events"]["rows"]) == len(line.game.table.history)
    assert "The table afterwards" in paper(text)


def test_what_a_seat_may_not_see_is_not_on_the_paper_either(tmp_path):
    text = ATTACK.read_text().replace('title = "What may she do?"', 'title = "What may she do?"\nseat = "hero"')
    (tmp_path / "seat.toml").write_text(text)
    first = paper(exported(tmp_path / "seat.toml", folder=tmp_path)[0]).partition("<h2>2.")[0]
    assert "Hand (1)" not in first and "Hand (0)" in first


def test_texts_of_strangers_are_text(tmp_path):
    """Titles, prose and names of cards: whatever they look like, they begin and end no element."""
    text = (
        ATTACK.read_text().replace('title = "An Attack', f'title = "{EVIL} Attack').replace('summary = "', f'summary = "{EVIL}')
    )
    text = (
        text.replace('source = "', f'source = "{EVIL}')
        .replace('title = "What may', f'title = "{EVIL}')
        .replace('say = "', f'say = "{EVIL}')
    )
    (tmp_path / "evil.toml").write_text(text.replace('then = "', f'then = "{EVIL}'))
    (tmp_path / "pack.toml").write_text(f'[cheetah]\nname = "{EVIL}"\ntext = "{EVIL}"\n')
    text, data = exported(
        tmp_path / "evil.toml", "--pack", tmp_path / "pack.toml", "--answers", "beside", "--small", folder=tmp_path
    )
    assert data["title"].startswith(EVIL) and EVIL not in text and "<img" not in text
    kinds = [re.search(r'id="(\w+)"', one)[1] if "id=" in one else "" for one in re.findall(r"<script[^>]*>", text)]
    assert kinds == ["data", "look", "program", ""] and text.count("</script") == 4


def test_what_a_room_said_goes_with_its_handout(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = SqliteStore()
    state = {"open": ANY_BALLOT, "hands": {"1.2 1": {"no": 9, "yes": 2}}}
    store.open(Kept("BCDFG", "", str(ATTACK), read(ATTACK).title, time.time(), state))
    store.keep_people("BCDFG", [Person(name, f"Copper {name}", 0, 0.0, 0.0) for name in ("Lynx", "Otter", "Crane")])
    store.keep_said("BCDFG", [Said("2.1", 1, "Lynx", ("6",), True, 1.0), Said("2.1", 1, "Otter", ("6",), True, 2.0)])
    store.keep_said("BCDFG", [Said("2.1", 2, "Lynx", ("4",), True, 3.0)])
    store.close()
    text, data = exported("an_attack", "--results", "bcdfg", folder=tmp_path)
    assert data["chapters"][1]["steps"][0]["secret"]["counts"] == {"1": {"6": 2}, "2": {"4": 1}}
    assert data["chapters"][0]["steps"][1]["secret"]["counts"] == {"1": {"no": 9, "yes": 2}}  # by hands
    assert data["repeat"][0]["rule"] == "DCF-R082" and "Copper" not in text
    said = paper(text).partition("What the room said")[2]
    assert "3 took part" in said and "<td>6: 2</td>" in said and "What to repeat" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["an_attak", "--to", "{}/x.html"], "did you mean 'an_attack'?"),
        (["rules/r0", "--to", "{}/x.html"], "say more of its name"),
        (["missing.toml", "--to", "{}/x.html"], "there is no such file"),
        (["", "--to", "{}/x.html"], "no lesson, scenario or puzzle is called ''"),
        (["../../etc/passwd", "--to", "{}/x.html"], "no lesson, scenario or puzzle is called"),
        (["an_attack", "--to", "{}"], "name it something.html"),
        (["an_attack", "--to", "{}/folder.html"], "this is no file"),
        (["an_attack", "--to", "{}/nowhere/x.html"], "make it first"),
        (["an_attack", "--to", "{}/x.toml"], "name it something.html"),
        (["an_attack", "--to", "{}/x.html", "--results", "BBBBB"], "no room 'BBBBB' is kept"),
        (["an_attack", "--to", "{}/x.html", "--results", "BBBBB", "--redis", "nowhere"], "--redis wants an address such as"),
        (["{}/broken.toml", "--to", "{}/x.html"], "broken.toml:"),
        (["{}/broken.json", "--to", "{}/x.html"], "broken.json:"),
    ],
)
def test_a_mistake_is_told_with_the_way_out_and_nothing_is_written(options, words, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "broken.toml").write_text(ATTACK.read_text().replace("right = 4", "right = 5"))
    (tmp_path / "broken.json").write_text("{}")
    assert main(["export", *(one.format(tmp_path) for one in options)]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "x.html").exists()


def test_the_game_that_is_handed_out_is_the_one_that_was_saved(tmp_path):
    """A branch that was left is not part of it."""
    line = Timeline(new_game(seed=3))
    line.answer(line.game.choice.list_options()[0])
    line.here = line.root
    line.save(tmp_path / "game.json")
    _, data = exported(tmp_path / "game.json", "--small", folder=tmp_path)
    assert len(data["films"][0]["events"]["rows"]) == len(Timeline.load(tmp_path / "game.json").game.table.history)
