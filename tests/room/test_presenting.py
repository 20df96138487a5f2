"""Presenting a lesson: what is wrong is said before anything opens, a room comes back after a crash, and its results are told."""

import csv
import io
import json
import os
import shutil
import socket
import sqlite3
import ssl
import subprocess
import urllib.request

import pytest
from people import aside, phone, presenter, run

from dcf_lab.commands.cli import main
from dcf_lab.lessons.file import LessonError, read_lesson
from dcf_lab.room.presenting import CannotPresent, compiled, find_lesson
from dcf_lab.room.results import Results, as_csv
from dcf_lab.room.store import Person, Said, SqliteStore
from dcf_lab.scenario.file import ScenarioError, scenarios_folder

LESSON = "an_attack"
FILE = scenarios_folder() / "dc_forever" / "lessons" / f"{LESSON}.toml"


async def asked(room):
    """A desk at the first sum, which is asked for."""
    desk = await presenter(room)
    await desk.say(do="go", chapter=1, step=0)
    await desk.say(do="ask")
    while (await desk.hear("state"))["asking"] != "open":
        pass
    return desk


async def predict(room, *said, **more):
    """Somebody comes for each of these predictions; all of them are confirmed."""
    people = [await phone(room) for _ in said]
    for one, what in zip(people, said):
        await one.say(**{"do": "predict", "q": "2.1", "ballot": 1, "said": [what], "sure": True, "n": 1, **more})
    for one in people:
        assert (await one.hear("taken", "late", "refused"))["show"] == "taken"
    return people


# what is wrong is said in one sentence, and nothing is opened


@pytest.fixture
def wrong(tmp_path, monkeypatch, capsys):
    """Try to present, and read the one sentence that this gets."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def tried(*options):
        assert aside(main, ["present", *map(str, options), "--no-browser"]) == 2
        out, said = capsys.readouterr()
        assert out == "" and said.startswith("dcf-lab: ") and said.count("\n") == 1, said
        return said.removeprefix("dcf-lab: ").strip()

    yield tried
    if (tmp_path / "dcf_lab" / "rooms.sqlite").exists():
        store = SqliteStore()
        assert store.rooms() == []
        store.close()


@pytest.mark.parametrize(
    "options, sentence",
    [
        ([], "name a lesson, or the code of a room that was open before"),
        (["an_atack"], "no lesson is called 'an_atack'; did you mean 'an_attack'?"),
        (["xyzxyz"], "no lesson is called 'xyzxyz'; there are "),
        (["[*"], "no lesson is called '[*'; there are"),
        (["nothing.toml"], "nothing.toml: there is no such file"),
        ([scenarios_folder() / "dc_forever" / "rules" / "r057_players_when_reactions_in_order_played.toml"], "this is no lesson"),
        ([LESSON, "--code", "ABCDE"], "--code 'ABCDE': a code has 5 letters out of BCDFGHJKLMNPQRSTVWXZ"),
        (["--code", "BCDFG"], "no room BCDFG is kept; name a lesson to open it"),
        (["--results", "BCDFG"], "no room 'BCDFG' is kept; what was ended is deleted"),
        (["--results", "../../x"], "no room '../../x' is kept"),
        ([LESSON, "--to", "x"], "--to goes with --results CODE"),
        ([LESSON, "--port", "70000"], "--port goes from 0, which finds a free one, to 65535, not 70000"),
        ([LESSON, "--port", "many"], "invalid int value: 'many'"),
        ([LESSON, "--tables", "-1"], "--tables goes from 0 to 60, not -1"),
        ([LESSON, "--per-address", "0"], "--per-address goes from 1 to 300, not 0"),
        ([LESSON, "--wifi", "guests"], "--wifi wants NAME:PASSWORD, or NAME: for a network without one"),
        ([LESSON, "--wifi", ":password"], "--wifi wants NAME:PASSWORD"),
        ([LESSON, "--wifi", "guests:short"], "a password 8 to 63"),
        ([LESSON, "--host", "192.0.2.7"], "--host '192.0.2.7' is no address of this machine; it has"),
        ([LESSON, "--host", "no such name"], "--host 'no such name' is no address of this machine"),
        ([LESSON, "--cert", "cert.pem"], "cert.pem: there is no such file"),
        ([LESSON, "--cert-key", "key.pem"], "--cert-key goes with --cert"),
        ([LESSON, "--cert", FILE], "this certificate cannot be used"),
        ([LESSON, "--redis", "localhost"], "--redis wants an address such as redis://localhost:6379/0"),
        ([LESSON, "--redis", "redis://127.0.0.1:1"], "redis://127.0.0.1:1 does not answer"),
    ],
)
def test_a_mistake_gets_one_sentence_and_opens_nothing(wrong, options, sentence):
    assert sentence in wrong(*options)


def test_a_port_that_is_taken_is_told(wrong):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"port {port} is taken" in wrong(LESSON, "--host", "here", "--port", port)


def test_rooms_that_cannot_be_kept_are_told(wrong, tmp_path):
    (tmp_path / "dcf_lab").write_text("no folder")
    assert "rooms cannot be kept here" in wrong(LESSON)


def test_a_lesson_is_found_by_the_beginning_of_its_name():
    assert find_lesson("an_att") == find_lesson("dc_forever/an_attack") == find_lesson(LESSON, ("dc_forever",)) == FILE
    with pytest.raises(CannotPresent, match="no lesson is called"):
        find_lesson(LESSON, ("another_game",))


# the lesson of a stranger


def lesson(chapters, steps=1, questions=0):
    step = '[[chapter.step]]\nsay = "Look."\n'
    ask = '[[chapter.step]]\nask = { allowed = "threaten" }\n'
    chapter = '[[chapter]]\ntitle = "One"\n' + step * steps + ask * questions
    return FILE.read_text().partition("[[chapter]]")[0] + chapter * chapters


@pytest.mark.parametrize(
    "text, sentence",
    [
        (lesson(1) + "# " + "x" * 200_000, "200"),
        (lesson(21), "20"),
        (lesson(3, steps=67), "lesson.toml:15: a lesson has at most 200 steps, this one has 201"),
        (lesson(1, questions=61), "lesson.toml:15: a lesson has at most 60 questions"),
        (lesson(1, steps=0), "lesson.toml:15: "),
        (lesson(1).replace("Look.", "{nobody_at_all}"), "lesson.toml:18: say: no card is called {nobody_at_all}"),
    ],
    ids=["200 kB", "20 chapters", "200 steps", "60 questions", "no step", "a name"],
)
def test_a_lesson_has_bounds(tmp_path, text, sentence):
    file = tmp_path / "lesson.toml"
    file.write_text(text)
    with pytest.raises((LessonError, ScenarioError)) as error:
        read_lesson(file)
    assert sentence in str(error.value), error.value


def test_the_lesson_of_a_stranger_is_tried_where_it_can_be_ended(tmp_path):
    file = tmp_path / "lesson.toml"
    shutil.copy(FILE, file)
    with pytest.raises(CannotPresent, match="lesson.toml: it takes longer than 0 seconds to work this lesson out"):
        compiled(file, seconds=0)
    assert compiled(file).parts
    file.write_text(FILE.read_text().replace("right = 4", "right = 5"))
    with pytest.raises(CannotPresent, match="lesson.toml:4.: .*4"):
        compiled(file)


# a room that comes back


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
def test_a_room_killed_in_mid_ballot_goes_on_where_it_was(own_room, request, capsys, monkeypatch, kind):
    """Nothing confirmed is lost; open pages find their way back, to the same address and with the key that they have."""
    where = ("--redis", request.getfixturevalue("redis_url")) if kind == "redis" else ()
    room = own_room(LESSON, "--tables", "4", *where)

    async def before():
        await asked(room)
        return [one.room["you"]["person"] for one in await predict(room, "6", "4", "4", "3")]

    async def after(again):
        desk = await presenter(again)
        assert (desk.room["chapter"], desk.room["asking"], desk.room["tables"]) == (1, "open", 4)
        assert desk.room["tally"]["counts"] == {"6": 1, "4": 2, "3": 1}
        back = await phone(again, people[0])
        assert back.room["you"]["said"] == ["6"]
        await back.say(do="predict", q="2.1", ballot=1, said=["5"], n=2)
        assert (await back.hear("taken"))["n"] == 2
        await desk.say(do="end")
        assert await back.closed() == 4010

    people = run(before())
    monkeypatch.setenv("XDG_DATA_HOME", room.folder)
    assert aside(main, ["present", "--code", room.code, *where]) == 2
    assert f"the room {room.code} is open in another process" in capsys.readouterr().err
    room.kill()
    assert aside(main, ["present", "first_round", "--code", room.code, *where]) == 2
    assert "another lesson; leave --code out for a new room" in capsys.readouterr().err
    again = own_room(LESSON, "--code", room.code.lower(), *where, folder=room.folder)
    assert again.inside == room.inside and again.key != room.key
    again.key = room.key
    run(after(again))
    again.process.wait(20)
    if kind == "sqlite":
        assert room.code.encode() not in room.file.read_bytes()
        assert sorted(file.name for file in room.file.parent.iterdir()) == ["rooms.sqlite"]


def test_predictions_that_cannot_be_kept_wait_and_the_presenter_is_told(own_room):
    room = own_room(LESSON)

    async def scene():
        desk, one = await asked(room), await phone(room)
        with sqlite3.connect(room.file, isolation_level=None) as other:
            other.execute("begin exclusive")
            await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=1)
            told = (await desk.hear("refused", seconds=30))["text"]
            assert "Predictions wait, because they cannot be kept" in told and "another program is writing to it" in told
            assert not [message for message in one.heard if message["show"] == "taken"]
            other.execute("rollback")
        assert (await one.hear("taken", "late", seconds=30))["show"] == "taken"
        other.close()

    run(scene())


def test_a_class_behind_one_address_comes_in_when_the_presenter_says_so(own_room):
    room = own_room(LESSON, "--per-address", "2")

    async def scene():
        desk = await presenter(room)
        assert (await phone(room)).room and (await phone(room)).room
        third = await phone(room)
        assert third.room is None and third.connection.close_code == 4029
        assert "More than 2 people a minute come from one address" in (await desk.hear("refused"))["text"]

    run(scene())


# https


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    if shutil.which("openssl") is None:
        missing = "a certificate is made with openssl, which is not here; on Debian: apt-get install openssl"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    folder = tmp_path_factory.mktemp("certificate")
    for name in ("one", "other"):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
            + ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
            + ["-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"],
            check=True,
            capture_output=True,
        )
    locked = ["openssl", "ec", "-aes128", "-passout", "pass:word", "-in", folder / "one.key", "-out", folder / "locked.key"]
    subprocess.run(locked, check=True, capture_output=True)
    return folder


def test_a_certificate_and_a_key_that_do_not_go_together_are_told(wrong, certificate):
    one, other, locked = (certificate / name for name in ("one.pem", "other.key", "locked.key"))
    assert f"{other}: this is not the key of {one}" in wrong(LESSON, "--cert", one, "--cert-key", other)
    assert "if its key is in another file, name it with --cert-key" in wrong(LESSON, "--cert", one)
    assert "this key is locked with a password" in wrong(LESSON, "--cert", one, "--cert-key", locked)


def test_phones_come_by_https_and_the_desk_from_anywhere(own_room, certificate):
    cert, key = certificate / "one.pem", certificate / "one.key"
    room = own_room(
        LESSON, "--code", "bcdfg", "--cert", cert, "--cert-key", key, "--desk-anywhere", "--wifi", "guests:a;password"
    )
    assert room.code == "BCDFG"
    assert room.said["phones"].startswith("https://127.0.0.1:") and room.said["remote"].startswith(room.door)
    trusting = ssl.create_default_context(cafile=cert)
    page = urllib.request.urlopen(room.said["phones"], context=trusting, timeout=20)
    assert page.status == 200 and b"phone.js" in page.read()
    for path in ("/desk", "/screen", "/remote", "/qr.svg", "/wifi.svg"):
        assert urllib.request.urlopen(f"{room.door}{path}", context=trusting, timeout=20).status == 200

    async def scene():
        await asked(room)
        room.trust, room.inside = str(cert), room.door
        desk = await presenter(room)
        assert desk.room["asking"] == "open" and desk.room["join"]["url"] == room.said["phones"]
        one = await phone(room)
        assert one.room["ask"]["id"] == "2.1"

    run(scene())


# results


def test_what_came_of_a_room_is_printed_and_written(own_room, tmp_path, capsys, monkeypatch):
    room = own_room(LESSON, "--per-address", "100")

    async def scene():
        desk = await asked(room)
        people = await predict(room, "6", "6", "4")
        await predict(room, "6", sure=False)
        await desk.say(do="talk")
        await desk.say(do="again")
        for one in people[:2]:
            while (await one.hear("state"))["ballot"] != 2:
                pass
            await one.say(do="predict", q="2.1", ballot=2, said=["4"], sure=True, n=2)
            await one.hear("taken")

    run(scene())
    monkeypatch.setenv("XDG_DATA_HOME", room.folder)
    assert aside(main, ["present", "--results", room.code]) == 0
    said = capsys.readouterr().out
    assert "4 people" in said and "first ballot: 4 predicted, 1 right, 2 sure and wrong" in said
    assert "3 said 6: Master Tactician was overlooked." in said and "second ballot: 2 predicted, 2 right" in said
    assert "What to repeat\n  DCF-R082" in said and "2.1 twin 1" in said
    assert aside(main, ["present", "--results", room.code.lower(), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["people"] == 4 and data["questions"][0]["ballots"]["1"]["sure_wrong"] == 2
    assert data["rules"][0] == {
        "rule": "DCF-R082", "name": data["rules"][0]["name"], "asked": 4, "right first": 1, "asked again": 2,
        "right second": 2, "sure and wrong": 2,
    }  # fmt: skip
    assert data["confusion"][0]["said"] == "6" and data["confusion"][0]["times"] == 3 and data["repeat"][0]["twin"]
    assert aside(main, ["present", "--results", room.code, "--to", str(tmp_path / "out")]) == 0
    tables = {file.name: list(csv.DictReader(file.open())) for file in (tmp_path / "out").glob("*.csv")}
    assert sorted(tables) == ["confusion.csv", "rules.csv", "said.csv"]
    assert json.loads((tmp_path / "out/results.json").read_text()) == data
    first = next(row for row in tables["said.csv"] if row["said"] == "6")
    assert (first["chapter"], first["step"], first["ballot"], first["said"], first["right"]) == ("2", "1", "1", "6", "no")
    assert float(first["seconds"]) >= 0 and first["rules"] == "DCF-R082" and " " in first["name"]


def test_hands_and_polls_and_questions_that_are_gone_have_their_place_in_the_results():
    known = compiled(FILE)
    state = {"hands": {"2.1 1": {"6": 12, "4": 5}, "99.1 1": {"6": 1}}}
    poll = next(question for question in known.questions if question.kind == "reading")
    said = [Said(poll.id, 1, "a", (poll.options[0].key,), True, 5.0), Said("99.1", 1, "a", ("6",), True, 6.0)]
    results = Results(known, [Person("a", "Copper Lynx", 0, 0.0, 0.0)], said, state)
    sums, polled = results.by_question()
    assert (sums["ballots"]["1"]["number"], sums["ballots"]["1"]["right"], sums["ballots"]["1"]["sure_wrong"]) == (17, 5, 0)
    assert polled["ballots"]["1"]["right"] is None and polled["ballots"]["1"]["mistakes"] == []
    assert "  first ballot: 1 predicted" in list(results.lines()) and results.to_repeat() == []
    assert [row["question"] for row in results.all_said()] == [poll.text] and results.confusion()[0]["times"] == 12


def test_no_cell_of_a_table_is_a_formula():
    evil = ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uff1d1", "|x", "%x", "\n=1"]
    cells = [row["a"] for row in csv.DictReader(io.StringIO(as_csv(["a"], [{"a": one} for one in [*evil, "-2", "plain", 7]])))]
    assert all(cell.startswith("'") for cell in cells[:-3]) and cells[-3:] == ["-2", "plain", "7"]
