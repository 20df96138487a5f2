"""The workshop's messages: a lesson is read without its answers, and rooms, handouts and results are made by the command."""

import json
import subprocess
import sys

import pytest
from folders import SCENARIOS, TEST_GAMES
from people import run
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from dcf_lab.lab import workshop
from dcf_lab.lab.app import MAX_SENTENCE, Lab
from dcf_lab.lab.reading import TOLD, NotYet, Reading, told
from dcf_lab.lab.server import _prepare_folders
from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson

LESSON = "dc_forever/lessons/an_attack"
FILE = SCENARIOS / "lessons" / "an_attack.toml"
LESSONS = sorted((*SCENARIOS.glob("lessons/*.toml"), *TEST_GAMES.glob("*/scenarios/lessons/*.toml")))
MINE, YOURS = "m" * 64, "y" * 64


class Visitor:
    """Asks as the page does: what takes a while is asked for until it comes."""

    def __init__(self, folder=None):
        self.lab = Lab(folder=folder)

    def ask(self, do, **message):
        answers = list(self.lab.handle({"page": "workshop", "do": do, **message}))
        while answers and answers[0]["show"] == "working":
            answers = list(self.lab.handle({"page": "workshop", "do": "more", "work": answers[0]["work"]}))
        for answer in answers:
            json.dumps(answer, allow_nan=False)
            assert answer["show"] != "refused" or 0 < len(answer["text"]) <= MAX_SENTENCE and "Traceback" not in answer["text"]
        return answers[0]


@pytest.fixture
def own_machine(tmp_path, monkeypatch):
    """A lab that serves nobody but its own machine, with a data folder of its own."""
    (tmp_path / "rooms").mkdir()
    monkeypatch.setenv("DCF_LAB_ROOMS", str(tmp_path / "rooms"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("DCF_LAB_PROCESS", raising=False)


@pytest.fixture(scope="module")
def told_attack():
    return told(compile_lesson(read_lesson(FILE)))


@pytest.fixture
def attack(told_attack):
    """A lesson that nobody has begun to read."""
    return Reading(told_attack)


# the shelf


def test_the_shelf_tells_of_each_lesson_how_long_it_takes_and_what_it_is_about():
    shown = Visitor().ask("open", query="")
    attack = next(one for one in shown["lessons"] if one["name"] == LESSON)

    assert attack["title"].startswith("An Attack") and attack["summary"]
    assert (attack["minutes"], attack["questions"]) == (30, 7) and attack["chapters"][1] == "How much does it hurt?"
    assert shown["rules"][attack["rules"][0]] and not shown["may_open"] and shown["room"] is None


def test_a_game_has_its_own_lessons_and_those_that_speak_of_it(test_games):
    games = [game["id"] for game in Visitor().ask("open")["games"]]
    found = {game: [one["name"] for one in Visitor().ask("open", query=f"?game={game}")["lessons"]] for game in games}

    several = "deckbuilding/lessons/three_games"
    assert found["deckbuilding"] == ["deckbuilding/lessons/an_attack_avoided", several] and found["tiny"] == [several]
    assert all(name.startswith(game) for game in ("deckbuilding", "dc_forever") for name in found[game] if name != several)


def test_a_lesson_of_ones_own_folder_is_on_the_shelf(tmp_path):
    (tmp_path / "mine.toml").write_text(FILE.read_text())
    (tmp_path / "odd.toml").write_text('title = "Odd"\nminutes = "x"\nchapter = 3\n')

    assert [one["name"] for one in Visitor(tmp_path).ask("open")["lessons"] if one["own"]] == ["own/mine"]


# reading


@pytest.mark.parametrize("file", LESSONS, ids=lambda file: file.stem)
def test_nothing_that_is_told_before_an_answer_tells_the_answer(file, test_games):
    data = told(compile_lesson(read_lesson(file)))
    reading = Reading(data)
    for n, chapter in enumerate(data["chapters"]):
        for m, step in enumerate(chapter["steps"]):
            ways = [(chapter, step, None), *((twin, twin["steps"][0], k) for k, twin in enumerate(step["twins"]))]
            for film, one, twin in ways:
                where = {"chapter": n, "step": m, "twin": twin}
                if one["ask"] is None:
                    assert reading.step(where)["moment"] == one["to"]
                    continue
                before = reading.step(where)
                assert not {"revealed", "then", "panel"} & {*before} and before["film"]["decisions"] == []
                assert len(before["film"]["events"]) == one["from"]
                rest = {key: before[key] for key in before if key not in ("film", "ask", "figures")}
                shown, asked = json.dumps([rest, before["film"], before["figures"]]), json.dumps(one["ask"])
                for reason in one["secret"]["reasons"].values():
                    assert json.dumps(reason["text"]) not in shown + asked
                for event in film["events"][one["from"] :]:  # another chapter may have told the same
                    assert json.dumps(event) not in shown
                after = reading.predict(where, TOLD)
                assert after["revealed"] == one["secret"] and len(after["film"]["events"]) == one["to"]
    assert reading.score()["asked"] >= len(reading.score()["answered"]) > 0


def test_a_wrong_prediction_is_answered_with_its_mistake_and_counts_also_after_a_reload():
    visitor = Visitor()
    assert visitor.ask("read", lesson=LESSON)["chapters"][0]["steps"] == [None, "1.2", "1.3"]
    shown = visitor.ask("predict", chapter=0, step=1, said=["yes"])
    assert shown["revealed"]["reasons"]["yes"]["text"] == "There is no Scheme at The Daily Planet."
    assert shown["revealed"]["right"][0][0] == "no" and shown["then"]
    assert visitor.ask("step", chapter=9, step=0)["show"] == "refused"
    again = visitor.ask("predict", chapter=0, step=1, said=["no"])
    assert again["said"] == ["yes"]  # afterwards everybody knows
    assert visitor.ask("score")["answered"] == [{"chapter": 0, "step": 1, "right": False, "about": ["DCF-R067"], "twins": 0}]

    visitor.ask("read", lesson=LESSON, said={"1.2": ["yes"], "1.3": "x", "9.9": ["yes"], 7: None})
    assert "revealed" in visitor.ask("step", chapter=0, step=1)
    assert "revealed" not in visitor.ask("step", chapter=0, step=2)
    assert visitor.ask("again")["at"] == {"chapter": 0, "step": 0, "twin": None}
    assert "revealed" not in visitor.ask("step", chapter=0, step=1)


def test_what_lies_behind_an_open_question_is_not_shown(attack):
    reading = attack
    with pytest.raises(NotYet, match="May she Threaten"):
        reading.step({"chapter": 0, "step": 2})
    with pytest.raises(NotYet):  # it goes on where the first chapter ended
        reading.step({"chapter": 1, "step": 0})
    assert reading.step({"chapter": 2, "step": 0})["ask"] is None  # it begins anew
    reading.predict({"chapter": 0, "step": 1}, ["no", "a"])
    reading.predict({"chapter": 0, "step": 2}, [])
    with pytest.raises(NotYet):
        reading.step({"chapter": 1, "step": 0, "twin": 0})
    reading.predict({"chapter": 1, "step": 0}, ["6"])
    twin = reading.step({"chapter": 1, "step": 0, "twin": 0})
    assert "rending_claws" in twin["look"] and "revealed" not in twin


@pytest.mark.parametrize("said", [None, "no", [], ["maybe"], ["yes", "a"], ["no", "zz"], [["no"]], {"no": 1}, ["no"] * 9, 4])
def test_what_is_no_answer_is_refused(attack, said):
    with pytest.raises(NotYet):
        attack.predict({"chapter": 0, "step": 1}, said)


@pytest.mark.parametrize("twin", [None, 3, "0"])
@pytest.mark.parametrize(("chapter", "step"), [(None, None), (99, 0), (-1, 0), ("0", 0), (0, [1]), (0, True), (0, 2)])
def test_a_step_that_there_is_not_is_refused(attack, chapter, step, twin):
    with pytest.raises(NotYet):
        attack.step({"chapter": chapter, "step": step, "twin": twin})


def test_without_a_lesson_there_is_nothing_to_read():
    for do in ("step", "predict", "score", "again"):
        assert Visitor().ask(do, chapter=0, step=0)["text"] == "no lesson is open; choose one"


@pytest.mark.parametrize("name", ["", "rulebook/e05", "../../etc/passwd", "dc_forever/lessons", None, 7, "x" * 5000])
def test_what_is_no_lesson_is_refused(name):
    assert Visitor().ask("read", lesson=name)["show"] == "refused"


# a lesson of one's own


def test_a_lesson_with_a_mistake_is_refused_with_its_line():
    visitor = Visitor()
    text = FILE.read_text()
    wrong = text.replace('right = "no"', 'right = "yes"', 1)
    line = next(n for n, row in enumerate(wrong.splitlines(), 1) if 'right = "yes"' in row)
    refused = visitor.ask("upload", name="mine.toml", text=wrong)
    assert refused["show"] == "lesson problems" and refused["problems"][0].startswith(f"mine.toml:{line}: right: ")
    assert visitor.ask("read", lesson="uploaded")["show"] == "refused"

    odd = visitor.ask("upload", name="odd\n.toml", text=text.replace("{cheetah}", "{cheeta}"))["problems"]
    assert odd[0].startswith("odd.toml:") and "did you mean" in odd[0] and "/tmp" not in "".join(odd)
    assert visitor.ask("upload", name="good.toml", text=text)["name"] == "uploaded"
    assert visitor.ask("step", chapter=0, step=1)["ask"]["kind"] == "allowed"


def test_too_large_a_file_is_refused_and_one_that_takes_too_long_is_ended(monkeypatch):
    visitor = Visitor()
    assert "200 kB" in visitor.ask("upload", name="large.toml", text="#" * 200_001)["text"]
    assert visitor.ask("upload", name="odd.toml", text=7)["show"] == "refused"
    monkeypatch.setattr(workshop, "COMPILING_SECONDS", 0.2)

    assert "were not answered within" in visitor.ask("upload", name="slow.toml", text=FILE.read_text())["problems"][0]


# handouts


def test_a_handout_is_made_of_a_lesson():
    made = Visitor().ask("handout", lesson=LESSON, answers="none", notes=True, small=True)

    assert made["name"] == "an_attack.html" and "default-src 'none'" in made["text"]
    assert "Wait until everybody has found Batman" in made["text"]


def test_a_handout_is_made_of_what_is_explored_by_whoever_sees_it_all():
    visitor = Visitor()
    assert visitor.ask("handout", lesson="here")["text"] == "nothing is being explored"
    list(visitor.lab.handle({"page": "explore", "do": "open", "query": "?scenario=rulebook/e06&follow=1"}))
    made = visitor.ask("handout", lesson="here", small=True)
    assert made["name"] == "six_would_have_knocked_him_out.html" and "Six would have knocked him out" in made["text"]
    list(visitor.lab.handle({"page": "explore", "do": "seat", "seat": "hero"}))

    assert "see it all" in visitor.ask("handout", lesson="here")["text"]


# rooms


async def _page(address, **hello):
    """A page of a room without a browser, and what it is told first."""
    socket = await websocket_connect(HTTPRequest(f"{address.rpartition('/')[0].replace('http', 'ws', 1)}/socket"))
    await socket.write_message(json.dumps({"do": "hello", **hello}))
    return socket, json.loads(await socket.read_message())


async def _joined(room):
    """Somebody comes in with the code."""
    return (await _page(room["phones"], code=room["code"]))[1]


async def _mistaken(room):
    """The presenter asks whether she may threaten, and somebody says yes, for sure."""
    desk, _ = await _page(room["desk"], key=room["desk"].partition("#")[2], **{"as": "desk"})
    phone, _ = await _page(room["phones"], code=room["code"])
    for deed in ({"do": "go", "chapter": 0, "step": 1}, {"do": "ask"}):
        await desk.write_message(json.dumps(deed))
    while json.loads(await phone.read_message()).get("asking") != "open":
        pass
    await phone.write_message(json.dumps({"do": "predict", "q": "1.2", "ballot": 1, "said": ["yes"], "sure": True, "n": 1}))
    while json.loads(await phone.read_message())["show"] != "taken":
        pass


def test_a_room_is_opened_for_its_visitor_alone_and_ended(own_machine):
    visitor = Visitor()
    assert visitor.ask("open", token=MINE)["may_open"]
    room = visitor.ask("open room", lesson=LESSON, token=MINE, tables=3, wifi="Guests: and friends:pass word")["room"]
    try:
        assert room["state"] == "open" and room["desk"].startswith("http://localhost:") and room["phones"].endswith(room["code"])
        assert run(_joined(room))["show"] == "room"
        assert "already" in visitor.ask("open room", lesson=LESSON, token=MINE)["text"]
        assert Visitor().ask("open", token=MINE)["room"] == room  # the page was loaded anew
        assert Visitor().ask("open", token=YOURS)["room"] is None
        assert Visitor().ask("end room", token=YOURS)["room"] is None
        assert visitor.ask("room", token=MINE)["room"]["state"] == "open"
    finally:
        ended = visitor.ask("end room", token=MINE)["room"]

    assert ended["state"] == "ended" and not {"desk", "screen", "phones"} & {*ended}
    with pytest.raises(OSError):
        run(_joined(room))


def test_a_room_ends_with_the_lab(own_machine, monkeypatch):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as lab:
        monkeypatch.setenv("DCF_LAB_PROCESS", str(lab.pid))
        visitor = Visitor()
        assert visitor.ask("upload", name="mine.toml", text=FILE.read_text())["show"] == "lesson"
        assert visitor.ask("open room", lesson="uploaded", token=MINE)["room"]["title"] == "mine.toml"
        lab.communicate(b"\n")
    while (room := visitor.ask("room", token=MINE)["room"])["state"] == "open":
        pass

    assert room["state"] == "ended"


@pytest.mark.parametrize("wish", [{"tables": 61}, {"tables": "3"}, {"wifi": "no password said"}, {"wifi": 7}, {"token": "short"},
                                  {"token": None}, {"lesson": "rulebook/e05"}, {"wifi": "a\nb:c"}])  # fmt: skip
def test_a_wish_that_makes_no_room_is_refused(own_machine, wish):
    asked = {"lesson": LESSON, "token": MINE, **wish}

    assert Visitor().ask("open room", **asked)["show"] == "refused"


def test_a_lab_that_others_reach_opens_no_rooms_and_tells_of_none(tmp_path, monkeypatch):
    for name in ("DCF_LAB_ROOMS", "DCF_LAB_KEPT", "DCF_LAB_PROCESS"):
        monkeypatch.setenv(name, "")
    _prepare_folders(tmp_path, own=False)
    visitor = Visitor()

    assert not visitor.ask("open", token=MINE)["may_open"]
    assert "dcf-lab present" in visitor.ask("open room", lesson=LESSON, token=MINE)["text"]
    assert "--results" in visitor.ask("results", code="BCDFG")["text"]
    assert visitor.ask("end room", token=MINE)["room"] is None


@pytest.mark.parametrize("code", ["", "BCDF", "BCDFG; ls", "--json", None, ["BCDFG"], "BCDFX"])
def test_results_of_a_room_that_there_is_not_are_refused(own_machine, code):
    assert Visitor().ask("results", code=code)["show"] == "refused"


def test_what_came_of_a_room_is_shown_after_it_was_ended(own_machine):
    visitor = Visitor()
    room = visitor.ask("open room", lesson=LESSON, token=MINE)["room"]
    try:
        run(_mistaken(room), 30)
    finally:
        visitor.ask("end room", token=MINE)
    found = visitor.ask("results", code=room["code"].lower())

    assert found["show"] == "results", found
    assert found["results"]["people"] == 1 and found["results"]["questions"][0]["ballots"]["1"]["right"] == 0
    assert found["results"]["repeat"][0]["rule"] == "DCF-R067"
    assert found["results"]["confusion"][0]["why"] == "There is no Scheme at The Daily Planet."
    assert {*found["tables"]} == {"said.csv", "rules.csv", "confusion.csv"} and "DCF-R067" in found["tables"]["said.csv"]
