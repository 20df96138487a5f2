"""What strangers send, ask for or leave unread breaks nothing, tells nothing and moves nothing."""

import asyncio
import json
import socket
import urllib.error
import urllib.request

import pytest
from people import Socket, phone, presenter, run

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.room import branches
from dcf_lab.room.presenting import find_lesson

LESSON = "an_attack"


async def until(page, show, holds):
    """The next message of a kind for which something holds."""
    while not holds(message := await page.hear(show)):
        pass
    return message


async def let_them_try(desk, one):
    """The presenter stands at the beginning, and everybody may try something else."""
    await desk.say(do="go", chapter=0, step=0)
    await desk.hear("desk")
    if not (await phone(one.presented)).room["look_around"]:
        await desk.say(do="look")
    await until(one, "state", lambda state: state["look_around"])


# coming in


def test_a_closed_door_lets_nobody_new_in(presented):
    async def scene():
        desk, inside = await presenter(presented), await phone(presented)
        await desk.say(do="door")
        await desk.hear("desk")
        stranger = await Socket.open(presented.door)
        await stranger.say(do="hello", code=presented.code)
        assert "door is closed" in (await stranger.hear("refused"))["text"] and await stranger.closed() == 4029
        assert (await phone(presented, inside.person)).person == inside.person
        await desk.say(do="door")
        await desk.hear("desk")

    run(scene())


def test_one_address_may_neither_fill_the_room_nor_guess_its_code(own_room):
    """Who has guessed too often is not let in with the right code either, or one could guess on; who was in comes back."""

    async def scene():
        room = own_room()
        inside = [await phone(room) for _ in range(20)]
        assert await closing(room, code=room.code) == 4029
        assert [await closing(room, code="BBBBB") for _ in range(5)] == [4004] * 5
        assert await closing(room, code=room.code) == 4008
        assert (await phone(room, inside[3].person)).person == inside[3].person

    run(scene())


async def closing(room, **hello):
    """How a greeting is turned away."""
    stranger = await Socket.open(room.inside)
    await stranger.say(**{"do": "hello", **hello})
    return await stranger.closed()


def test_who_is_removed_is_out_and_what_they_said_is_gone(presented):
    async def scene():
        room = presented
        desk, one = await presenter(room), await phone(room)
        second_tab = await phone(room, one.person)
        await desk.say(do="go", chapter=0, step=1)
        await desk.say(do="ask")
        await one.say(do="predict", q="1.2", ballot=1, said=["no"], n=1)
        await one.hear("taken")
        await desk.say(do="remove", person=one.person)
        assert await one.closed() == 4010 and await second_tab.closed() == 4010
        again = (await presenter(room)).room
        assert one.person not in str(again) and again["tally"]["counts"] == {}

    run(scene())


def test_nobody_is_told_who_somebody_else_is(presented):
    """A token lets its owner in; it goes to nobody but its owner and the desk."""

    async def scene():
        room = presented
        desk, screen = await presenter(room), await presenter(room, "screen")
        one, other = await phone(room), await phone(room)
        await desk.say(do="go", chapter=1, step=0)
        await desk.say(do="ask")
        await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=1)
        await one.hear("taken")
        await desk.say(do="reveal")
        for page in (other, screen):
            await page.hear("revealed")
            told = str(page.heard)
            assert one.person not in told and (page is screen or one.room["you"]["name"] not in told)

    run(scene())


# strange messages


def test_a_strange_greeting_is_turned_away(presented):
    async def scene():
        for strange in ({"code": "\ud800"}, {"code": ["B"]}, {"code": {"a": 1}, "person": ["x"]}):
            assert await closing(presented, **strange) == 4004
        for strange in ({"key": "\ud800"}, {"key": ["k"]}, {"key": None}, {"key": presented.key[:-1]}, {"key": ""}):
            assert await closing(presented, **{"as": "desk", **strange}) == 4003
        assert (await phone(presented)).room["show"] == "room"

    run(scene())


def test_strange_messages_of_somebody_inside_are_refused(presented):
    async def scene():
        room = presented
        desk, one = await presenter(room), await phone(room)
        await let_them_try(desk, one)
        strange = [
            {"do": "predict"}, {"do": "predict", "q": {"a": 1}, "ballot": [], "said": {"x": 1}}, {"do": "predict", "q": "2.1"},
            {"do": "go"}, {"do": "go", "chapter": 1e300, "step": None}, {"do": "go", "chapter": -1, "step": 0},
            {"do": "go", "chapter": True, "step": True}, {"do": "branch", "deed": 7}, {"do": "branch", "deed": {"do": "open"}},
            {"do": "branch", "deed": {"do": "answer", "node": {"a": []}, "option": "\ud800"}},
            {"do": "branch", "deed": {"do": "answer", "option": ["x"]}}, {"do": "branch", "deed": {"do": "go", "node": "0"}},
            {"do": "branch", "deed": {"do": "delete", "node": 0}}, {"do": "branch", "chapter": 9, "step": "x"},
            {"do": "__class__"}, {"do": "do_end"},
        ]  # fmt: skip
        for message in strange:
            await one.say(**message, n=10**30)
            heard = await one.hear("refused", "late", "branch", "visit")
            assert heard["show"] in ("refused", "late"), message
            await asyncio.sleep(0.1)  # no more than ten a second
        for n in ({"a": [1]}, float("nan"), "x" * 500, [[[[]]]], None, True):
            await one.say(do="predict", q="2.1", ballot=1, said=["6"], n=n)
            assert (await one.hear("late"))["n"] is None
            await asyncio.sleep(0.1)
        assert (await phone(room, one.person)).person == one.person

    run(scene())


def test_a_branch_ends_somewhere(monkeypatch):
    """After 300 answers there are no more; going back is always possible."""
    assert branches.MOST_ANSWERS == 300
    monkeypatch.setattr(branches, "MOST_ANSWERS", 30)  # all of them take seconds
    part = compile_lesson(read_lesson(find_lesson(LESSON))).parts[0]
    branch = branches.Branch(part, part.steps[0])
    asked = branch.begin()["film"]["decisions"][-1]
    with pytest.raises(branches.BranchError, match="at most 30 answers"):
        for _ in range(40):
            for option in asked["options"]:
                found = branch.do({"do": "answer", "node": asked["node"], "option": option})["film"]["decisions"]
                if found and not found[-1]["hidden"] and found[-1]["chosen"] is None:
                    asked = found[-1]
                    break
    assert branch.do({"do": "go", "node": 0})["film"] is not None


def test_another_place_cannot_be_explored_on_with_old_answers(presented):
    async def scene():
        desk, one = await presenter(presented), await phone(presented)
        await let_them_try(desk, one)
        await one.say(do="branch", chapter=0, step=0)
        asked = (await one.hear("branch"))["film"]["decisions"][-1]
        await desk.say(do="go", chapter=2, step=0)
        await until(one, "state", lambda state: state["chapter"] == 2)
        answer = {"do": "answer", "node": asked["node"], "option": asked["options"][0]}
        await one.say(do="branch", chapter=0, step=0, deed=answer)
        assert "together" in (await one.hear("refused", "branch"))["text"]

    run(scene())


# the door


def test_the_handout_is_given_out_when_everything_has_been_told(own_room):
    """It has every answer in it, also those of the twins."""

    async def scene():
        room = own_room()
        desk = await presenter(room)
        for chapter, part in enumerate(desk.room["chapters"]):
            for step in part["questions"]:
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(f"{room.door}/handout.html")
                await desk.say(do="go", chapter=chapter, step=step)
                twins = (await desk.hear("desk"))["twins"]
                for deed in ("reveal", *("twin", "reveal") * twins):
                    await desk.say(do=deed)
                    await desk.hear("desk")
        answer = urllib.request.urlopen(f"{room.door}/handout.html")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="an_attack.html"'
        assert "Master Tactician" in answer.read().decode()

    run(scene())


@pytest.mark.parametrize("host", ["evil.example", "", "localhost", "localhost:1", "127.0.0.1.evil.example:80", "[::1]"])
def test_every_file_asks_for_the_rooms_own_name(presented, host):
    for path in ("/", "/phone.js", "/facts.json", "/handout.html", "/socket"):
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(urllib.request.Request(f"{presented.door}{path}", headers={"Host": host}))
        assert error.value.code in (400, 403), path


def test_who_reads_slowly_gets_the_newest_state_and_no_queue(own_room):
    async def scene():
        room = own_room("first_round")
        desk = await presenter(room)
        slow = await Slow.open(room)
        last = len(desk.room["chapters"]) - 1
        for n in range(60):
            await desk.say(do="go", chapter=n % 2 * last, step=desk.room["chapters"][last]["steps"] - 1 if n % 2 else 0)
            newest = (await desk.hear("desk"))["rev"]
        heard = []
        while not heard or heard[-1] < newest:
            message = await slow.hear()
            heard += [message["rev"]] if message["show"] in ("room", "state") else []
        assert len(heard) < newest and heard == sorted(heard)

    run(scene())


class Slow:
    """A phone that takes little at a time, and nothing unless it is asked to."""

    def __init__(self, reader):
        self.reader = reader

    @classmethod
    async def open(cls, room):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", room.port))
        reader, writer = await asyncio.open_connection(sock=line, limit=4096)
        wanted = {
            "Host": f"127.0.0.1:{room.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
        }
        lines = [f"{name}: {value}" for name, value in {**wanted, "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}.items()]
        writer.write("\r\n".join(["GET /socket HTTP/1.1", *lines, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        hello = json.dumps({"do": "hello", "code": room.code}).encode()
        writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        found = cls(reader)
        found.writer = writer
        return found

    async def hear(self):
        first, size = await self.reader.readexactly(2)
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        text = await self.reader.readexactly(size)
        return json.loads(text) if first == 0x81 else {"show": "nothing"}
