"""A room: everybody predicts, talks, predicts again and sees; nobody without the key moves it, and nothing confirmed is lost."""

import json
import sqlite3
import stat
import urllib.error
import urllib.request

import pytest
from people import Socket, phone, presenter, run

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.room.alone import Alone
from dcf_lab.room.state import Refused, Room, hashed, new_code
from dcf_lab.room.store import Kept, SqliteStore
from dcf_lab.scenario.file import scenarios_folder

LESSON = "an_attack"
LESSONS = sorted(scenarios_folder().glob("*/lessons/*.toml"))


async def at_the_sum(desk):
    await desk.say(do="go", chapter=1, step=0)
    await desk.hear("desk")


# a question from hidden to revealed


def test_a_question_is_asked_talked_about_asked_again_and_revealed(own_room):
    async def scene():
        room = own_room()
        desk, one, other = await presenter(room), await phone(room), await phone(room)
        await at_the_sum(desk)
        await desk.say(do="ask")
        state = await one.hear("state")
        while state["asking"] != "open":
            state = await one.hear("state")
        assert state["ask"]["form"] == "number" and "revealed" not in state
        await one.say(do="predict", q="2.1", ballot=1, said=["6"], sure=True, n=1)
        assert (await one.hear("taken", "late"))["show"] == "taken"
        await desk.say(do="talk")
        await desk.say(do="again")
        state = await other.hear("state")
        while state["ballot"] != 2:
            state = await other.hear("state")
        await one.say(do="predict", q="2.1", ballot=2, said=["4"], sure=True, n=2)
        await other.say(do="predict", q="2.1", ballot=2, said=["4"], sure=False, n=1)
        assert (await one.hear("taken"))["n"] == 2 and (await other.hear("taken"))["n"] == 1
        await desk.say(do="reveal")
        told = await one.hear("revealed")
        assert told["right"] == [["4"]] and told["counts"] == {"1": {"6": 1}, "2": {"4": 2}}
        assert told["reasons"]["6"]["text"] == "Master Tactician was overlooked."
        assert [amount for amount, _ in told["sum"]] == [3, 3, -2]

    run(scene())


def test_a_prediction_after_closing_is_late_and_one_that_is_no_answer_is_refused(own_room):
    async def scene():
        room = own_room()
        desk, one = await presenter(room), await phone(room)
        await at_the_sum(desk)
        await desk.say(do="ask")
        for said in ([], ["six"], ["1", "2"], "6", [6], ["99999"], None):
            await one.say(do="predict", q="2.1", ballot=1, said=said, n=5)
            assert (await one.hear("refused", "taken"))["show"] == "refused", said
        await desk.say(do="close")
        await one.hear("state")
        await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=6)
        assert (await one.hear("late", "taken"))["show"] == "late"

    run(scene())


def test_who_comes_late_or_comes_back_finds_everything(own_room):
    async def scene():
        room = own_room()
        desk, one = await presenter(room), await phone(room)
        await at_the_sum(desk)
        await desk.say(do="ask")
        await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=1)
        await one.hear("taken")
        one.leave()
        again = await phone(room, one.room["you"]["person"])
        assert again.room["you"]["name"] == one.room["you"]["name"] and again.room["you"]["said"] == ["6"]
        assert again.room["ask"]["id"] == "2.1" and again.room["film"]["events"]
        late = await phone(room)
        assert late.room["asking"] == "open" and late.room["you"]["said"] is None

    run(scene())


def test_a_killed_room_comes_back_with_everything_that_was_confirmed(own_room):
    async def before(room):
        desk = await presenter(room)
        people = [await phone(room) for _ in range(12)]
        await at_the_sum(desk)
        await desk.say(do="ask")
        for n, one in enumerate(people):
            await one.say(do="predict", q="2.1", ballot=1, said=[str(n % 5)], sure=True, n=1)
        for one in people:
            await one.hear("taken")
        return [one.room["you"]["person"] for one in people]

    async def after(room, people):
        desk = await presenter(room)
        assert desk.room["asking"] == "open" and desk.room["chapter"] == 1
        assert sum(desk.room["tally"]["counts"].values()) == 12
        back = await phone(room, people[3])
        assert back.room["you"]["said"] == ["3"]
        await back.say(do="predict", q="2.1", ballot=1, said=["4"], n=9)
        assert (await back.hear("taken"))["n"] == 9

    room = own_room()
    people = run(before(room))
    room.kill()
    run(after(own_room("--code", room.code, folder=room.folder), people))


def test_the_end_deletes_what_was_kept(own_room):
    async def scene(room):
        desk, one = await presenter(room), await phone(room)
        await at_the_sum(desk)
        await desk.say(do="ask")
        await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=1)
        await one.hear("taken")
        await desk.say(do="end")
        assert await one.closed() == 4010

    room = own_room()
    assert stat.S_IMODE(room.file.stat().st_mode) == 0o600
    run(scene(room))
    room.process.wait(20)
    with sqlite3.connect(room.file) as db:
        assert [db.execute(f"select count(*) from {table}").fetchone()[0] for table in ("room", "person", "said")] == [0, 0, 0]


def test_somebody_may_be_forgotten(own_room):
    async def scene():
        room = own_room()
        desk, one = await presenter(room), await phone(room)
        await at_the_sum(desk)
        await desk.say(do="ask")
        await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=1)
        await one.hear("taken")
        await one.say(do="forget")
        assert (await one.hear("forgotten"))["show"] == "forgotten"
        again = await phone(room, one.room["you"]["person"])
        assert again.room["you"]["person"] != one.room["you"]["person"]
        desk = await presenter(room)
        assert desk.room["tally"]["counts"] == {}

    run(scene())


# own ways


def test_the_presenter_tries_something_else_with_everybody_and_goes_back(own_room):
    async def scene():
        room = own_room()
        desk, one = await presenter(room), await phone(room)
        await desk.say(do="try")
        film = (await one.hear("branch"))["film"]
        asked = film["decisions"][-1]
        await desk.say(do="try", deed={"do": "answer", "node": asked["node"], "option": "use cheetah primal_drive"})
        assert any("Primal Drive" in event["text"] for event in (await one.hear("branch"))["film"]["events"])
        await desk.say(do="back")
        state = await one.hear("state")
        while state["trying"]:
            state = await one.hear("state")
        assert state["film"]["events"]

    run(scene())


def test_own_branches_only_when_allowed_and_never_while_a_question_waits(own_room):
    async def scene():
        room = own_room()
        desk, one = await presenter(room), await phone(room)
        await one.say(do="branch")
        assert "later" in (await one.hear("refused"))["text"]
        await desk.say(do="look")
        await one.hear("state")
        await one.say(do="branch")
        asked = (await one.hear("branch"))["film"]["decisions"][-1]
        await one.say(do="branch", deed={"do": "answer", "node": asked["node"], "option": "attack batman"})
        assert (await one.hear("branch"))["film"]["events"]
        await desk.say(do="go", chapter=0, step=1)
        await one.hear("state")
        await one.say(do="branch")
        assert "later" in (await one.hear("refused"))["text"]

    run(scene())


def test_everybody_goes_alone_where_the_pace_is_own(own_room):
    async def scene():
        room = own_room()
        desk, one = await presenter(room), await phone(room)
        await one.say(do="go", chapter=0, step=1)
        assert "together" in (await one.hear("refused"))["text"]
        await desk.say(do="pace", pace="own")
        await one.hear("state")
        await one.say(do="go", chapter=1, step=0)
        assert "questions before it" in (await one.hear("refused"))["text"]  # its film shows what came of them
        for step, said in ((1, ["yes"]), (2, [])):
            await one.say(do="go", chapter=0, step=step)
            question = (await one.hear("visit"))["ask"]["id"]
            await one.say(do="predict", q=question, ballot=1, said=said, n=step)
            await one.hear("taken")
        await one.say(do="go", chapter=1, step=0)
        visit = await one.hear("visit")
        assert visit["asking"] == "open" and visit["revealed"] is None
        await one.say(do="predict", q="2.1", ballot=1, said=["4"], n=1)
        await one.hear("taken")
        await one.say(do="go", chapter=1, step=0)
        assert (await one.hear("visit"))["revealed"]["right"] == [["4"]]

    run(scene())


def test_hands_are_counted_for_a_room_without_phones(own_room):
    async def scene():
        room = own_room()
        desk = await presenter(room)
        await at_the_sum(desk)
        await desk.say(do="ask")
        await desk.say(do="hands", counts={"6": 12, "4": 5})
        await desk.say(do="reveal")
        told = await desk.hear("revealed")
        assert told["counts"]["1"] == {"6": 12, "4": 5}

    run(scene())


# nobody else moves it, and nobody breaks it


def test_nobody_moves_the_room_without_the_key(presented):
    async def scene():
        desk = await Socket.open(presented.inside)
        await desk.say(**{"do": "hello", "key": "wrong", "as": "desk"})
        assert await desk.closed() == 4003
        outside = await Socket.open(presented.door)
        await outside.say(**{"do": "hello", "key": presented.key, "as": "desk"})
        assert await outside.closed() == 4003  # the door is for phones only
        one = await phone(presented)
        for deed in ("ask", "reveal", "end", "try", "hands", "remove", "door", "__init__", "_set"):
            await one.say(do=deed)
            assert (await one.hear("refused"))["text"] == "A phone has no such button."

    run(scene())


def test_screen_and_desk_are_not_served_at_the_door(presented):
    for path in ("/screen", "/desk", "/remote", "/qr.svg", "/etc/passwd", "/../rooms.sqlite", "/socket/x"):
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(f"{presented.door}{path}")
        assert error.value.code == 404, path
    page = urllib.request.urlopen(f"{presented.door}/{presented.code}")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"] and page.headers["X-Frame-Options"] == "DENY"


def test_a_foreign_name_or_origin_is_turned_away(presented):
    request = urllib.request.Request(f"{presented.door}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    assert error.value.code == 403

    async def scene():
        with pytest.raises(Exception, match="403"):
            await Socket.open(presented.door, Origin="http://evil.example")

    run(scene())


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"do": 7}', '{"do": "predict"}', "[" * 3000, "\x00", '{"x": "' + "y" * 4200 + '"}']
)
def test_what_is_no_message_closes_only_the_page_that_said_it(presented, text):
    async def scene():
        stranger = await Socket.open(presented.door)
        await stranger.connection.write_message(text)
        assert await stranger.closed() in (4000, 4008, 1009)
        assert (await phone(presented)).room["show"] == "room"

    run(scene())


def test_too_many_messages_close_the_page(presented):
    async def scene():
        one = await phone(presented)
        for n in range(60):
            await one.say(do="lost", lost=bool(n % 2))
        assert await one.closed() == 4008

    run(scene())


def test_who_is_asked_for_a_table_can_only_name_one_that_there_is(own_room):
    async def scene():
        room = own_room(LESSON, "--tables", "4")
        for said, table in ((3, 3), (9, 0), ("x", 0), (-1, 0), (True, 0)):
            one = await phone(room, table=said)
            assert one.room["you"]["table"] == table, said

    run(scene())


# nothing tells the answer before the reveal


@pytest.fixture(params=LESSONS, ids=lambda file: file.stem)
def any_room(request, tmp_path):
    """A room for each lesson, without a door."""
    store = SqliteStore(tmp_path / "rooms.sqlite")
    kept = Kept(new_code(), hashed("key"), str(request.param), "a lesson", 0.0, {})
    store.open(kept)
    yield Room(compile_lesson(read_lesson(request.param)), kept, store)
    store.close()


def test_no_phone_is_told_anything_before_the_reveal(any_room):
    """Every question of every lesson, and its twins, as a phone is told of it until just before the reveal."""
    room, person, asked = any_room, any_room.hello(None), 0
    for c, part in enumerate(room.lesson.parts):
        for s, shown in enumerate(part.steps):
            news = room.desk({"do": "go", "chapter": c, "step": s})
            for question in (shown, *(twin.steps[0] for twin in shown.twins)) if shown.question else ():
                news = news if question is shown else room.desk({"do": "twin"})
                check_that_nothing_is_told(room, person, question, news)
                asked += 1
                room.desk({"do": "reveal"})
                assert json.dumps(room.room("phone", person)["revealed"]["reasons"]) != "{}" or question.question.form == "order"
    assert asked == len(list(room.lesson.questions_and_twins()))


def check_that_nothing_is_told(room, person, shown, news):
    told = [out.message for out in news if out.to != "desks"]
    for deed in ("ask", "close", "talk", "again"):
        told += [out.message for out in room.desk({"do": deed}) if out.to != "desks"]
        told.append(room.room("phone", person))
    films = [message.get("film") or message for message in told]
    assert all(event["id"] < shown.start for film in films for event in film.get("events", ()))
    decisions = [one for film in films for one in film.get("decisions", ())]
    assert all(one["at"] < shown.start and one["chosen"] is None for one in decisions)
    reasons = [reason.text for reason in shown.question.reasons.values()]
    for message in told:
        assert not message.get("revealed") and not {"secret", "right", "reasons", "notes", "tally", "then"} & set(message)
        said = json.dumps({key: one for key, one in message.items() if key != "film"}, ensure_ascii=False)
        assert [text for text in reasons if json.dumps(text, ensure_ascii=False)[1:-1] in said] == []


def test_who_goes_alone_is_told_nothing_before_they_answer(any_room):
    """Every step that one is let to at one's own pace, before anything was answered, and with everything answered."""
    room, lesson = any_room, any_room.lesson
    alone, somebody, other = Alone(room), room.hello(None).id, room.hello(None).id
    room.desk({"do": "look"})
    room.desk({"do": "pace", "pace": "own"})
    for c, part in enumerate(lesson.parts):
        for s, shown in enumerate(part.steps):
            told = alone.visit(somebody, c, s)  # who has answered everything before it
            question = shown.question
            if question is None:
                continue
            assert told["asking"] == "open" and told["revealed"] is None and told["then"] is None
            assert all(event["id"] < shown.start for event in told["film"]["events"])
            assert all(one["at"] < shown.start and one["chosen"] is None for one in told["film"]["decisions"])
            with pytest.raises(Refused):
                alone.explore(somebody, None, c, s)
            if s + 1 < len(part.steps):
                with pytest.raises(Refused):
                    alone.visit(other, c, s + 1)
            keys = [option.key for option in question.options]
            said = {"number": ["1"], "some": [], "order": keys}.get(question.form, keys[:1])
            assert room.predict(somebody, {"q": question.id, "ballot": 1, "said": said}, lambda kept: None) is None
            room.flush()
            assert alone.visit(somebody, c, s)["revealed"]["q"] == question.id
            assert alone.explore(somebody, None, c, s)["film"]["events"]
