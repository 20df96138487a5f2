"""Measuring a room: a real one in a process of its own, with screen, desk and many phones, some cut off, and the room killed."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from dcf_lab.room.server import NEW_AT_ONCE
from dcf_lab.room.state import MOST_PEOPLE
from dcf_lab.room.store import SqliteStore, Store
from dcf_lab.scenario.file import scenarios_folder

LIMITS = {"confirmed_p95_ms": 100, "step_p95_ms": 150, "lost": 0, "cpu_percent": 10, "memory_mb": 120}
CALM, RUSH, CUT, KILLED = 10.0, 0.1, 1.0, 2.0  # seconds in which everybody predicts
AGAIN = (0.3, 1.8)  # seconds before a page tries to come back, as the pages do
PATIENCE = 60.0


class CannotMeasure(Exception):
    """Something that measuring a room needs is not here."""


def measure_room(participants: int, game: str, calm: float = CALM, redis: str = "") -> dict[str, Any]:
    """Four ballots: calm, all at once, with a fifth of the connections cut, and with the room killed in its midst."""
    lessons = sorted(scenarios_folder().glob(f"{game}/lessons/*.toml"))
    if not lessons:
        raise CannotMeasure(f"a room is measured with a lesson, and {game} has none")
    with tempfile.TemporaryDirectory() as folder:
        place = _Place(lessons[0], Path(folder), redis)
        try:
            return asyncio.run(_Measured(place, participants, calm).measure())
        except TimeoutError:
            raise CannotMeasure(f"the room did not answer everybody within {PATIENCE:g} seconds") from None
        finally:
            place.stop()


class _Place:
    """The process of the room; it can be killed and started again."""

    def __init__(self, lesson: Path, folder: Path, redis: str) -> None:
        self.lesson, self.folder, self.redis = lesson, folder, redis
        self.process: subprocess.Popen[str] | None = None
        self.addresses: dict[str, str] = {}
        self.most_memory = 0.0

    def start(self, *again: str) -> None:
        options = ["--host", "here", "--no-browser", "--json", "--per-address", str(MOST_PEOPLE), *again]
        options += ["--redis", self.redis] if self.redis else []
        command = [sys.executable, "-m", "dcf_lab.commands.cli", "present", str(self.lesson), *options]
        env = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        assert self.process.stdout is not None and self.process.stderr is not None
        line = self.process.stdout.readline()
        if not line:
            raise CannotMeasure(f"no room was opened: {self.process.stderr.read().strip()}")
        self.addresses = json.loads(line)

    @property
    def door(self) -> str:
        return self.addresses["phones"].rpartition("/")[0]

    @property
    def inside(self) -> tuple[str, str]:
        """Where screen and desk are, and their key."""
        address, _, key = self.addresses["desk"].partition("/desk#")
        return address, key

    def kill(self) -> None:
        self.memory()
        assert self.process is not None
        self.process.kill()
        self._reap()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
        self._reap()

    def _reap(self) -> None:
        if self.process is not None and self.process.stdout is not None and self.process.stderr is not None:
            self.process.wait(20)
            self.process.stdout.close()
            self.process.stderr.close()

    def store(self) -> Store:
        from dcf_lab.room.redis_store import RedisStore

        return RedisStore(self.redis) if self.redis else SqliteStore(self.folder / "dcf_lab" / "rooms.sqlite")

    def cpu(self) -> float:
        """Seconds of a core that the process has used."""
        assert self.process is not None
        with suppress(OSError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def memory(self) -> float:
        """The most memory that it ever had, in MB."""
        assert self.process is not None
        with suppress(OSError):
            found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())
            self.most_memory = max(self.most_memory, int(found[1]) / 1024 if found else 0.0)
        return self.most_memory


class _Page:
    """One page without a browser: it comes back when it is cut off, and says again what was not confirmed."""

    def __init__(self, url: str, hello: dict[str, Any], heard: Callable[[str, float], None] | None = None) -> None:
        self.url, self.hello, self.listener = f"{url.replace('http', 'ws', 1)}/socket", hello, heard
        self.link: WebSocketClientConnection | None = None
        self.here = asyncio.Event()
        self.states: asyncio.Queue[tuple[float, str]] = asyncio.Queue()
        self.waiting: dict[int, tuple[dict[str, Any], float, asyncio.Future[float]]] = {}
        self.number = 0
        self.over = False
        self.room = ""  # the first message, as it came

    async def come(self) -> None:
        """Try until the room opens; it is there once the room has answered."""
        while not self.over:
            try:
                self.link = await websocket_connect(self.url, on_message_callback=self._heard, compression_options={})
                return self.say({"do": "hello", **self.hello})
            except (OSError, HTTPClientError):
                await asyncio.sleep(random.uniform(*AGAIN))
        return None

    def say(self, message: dict[str, Any]) -> None:
        assert self.link is not None
        with suppress(WebSocketClosedError):
            _unawaited(self.link.write_message(json.dumps(message)))

    def _heard(self, text: str | bytes | None) -> None:
        now = time.perf_counter()
        if text is None:
            self.here.clear()
            if not self.over:
                _unawaited(asyncio.ensure_future(self._come_back()))
            return
        assert isinstance(text, str)
        if text.startswith('{"show":"taken"'):
            message = json.loads(text)
            if message["n"] in self.waiting:
                _, sent, confirmed = self.waiting.pop(message["n"])
                confirmed.set_result((now - sent) * 1000)
        elif text.startswith(('{"show":"state"', '{"show":"revealed"')):
            self.states.put_nowait((now, text[8:16]))
        elif text.startswith('{"show":"late"') or text.startswith('{"show":"refused"'):
            raise CannotMeasure(f"the room refused what was said to it: {text[:200]}")
        elif '"show":"room"' in text:
            self.room = text
            if found := re.search(r'"you":\{"person":"([^"]+)"', text):
                self.hello["person"] = found[1]
            self.here.set()
            for message, _, _ in list(self.waiting.values()):
                self.say(message)

    async def _come_back(self) -> None:
        await asyncio.sleep(random.uniform(*AGAIN))
        await self.come()

    def cut(self) -> None:
        """As if the network were gone: nobody says goodbye."""
        if self.link is not None and (stream := getattr(self.link, "stream", None)) is not None:
            stream.close()

    def predict(self, question: str, ballot: int, said: list[str]) -> asyncio.Future[float]:
        """Say it until it is confirmed; the future tells how many milliseconds that took."""
        self.number += 1
        message = {"do": "predict", "q": question, "ballot": ballot, "said": said, "sure": True, "n": self.number}
        confirmed: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.waiting[self.number] = (message, time.perf_counter(), confirmed)
        if self.here.is_set():
            self.say(message)
        return confirmed

    def leave(self) -> None:
        self.over = True
        if self.link is not None:
            self.link.close()


_TASKS: set[Any] = set()


def _unawaited(task: Any) -> None:
    """Something runs on by itself; asyncio keeps hold of nothing."""

    def done(task: Any) -> None:
        _TASKS.discard(task)
        if not task.cancelled():
            task.exception()  # a page that was cut off comes back by itself

    _TASKS.add(task)
    task.add_done_callback(done)


class _Measured:
    """The course of the measure."""

    def __init__(self, place: _Place, participants: int, calm: float) -> None:
        self.place, self.participants, self.calm = place, participants, calm
        self.pages: list[_Page] = []
        self.phones: list[_Page] = []
        self.steps: list[float] = []
        self.lost = 0

    async def measure(self) -> dict[str, Any]:
        try:
            return await self._measure()
        finally:
            for page in self.pages:
                page.over = True  # nobody comes back to a room that is gone

    async def _measure(self) -> dict[str, Any]:
        place = self.place
        await asyncio.to_thread(place.start, "--port", "0")
        code = place.addresses["code"]
        inside, key = place.inside
        self.desk = _Page(inside, {"key": key, "as": "desk"})
        screen = _Page(inside, {"key": key, "as": "screen"})
        self.pages += [self.desk, screen]
        for page in (self.desk, screen):
            await page.come()
            await page.here.wait()
        await self._everybody_comes(code)
        found: dict[str, Any] = {"participants": self.participants}
        chapters = json.loads(self.desk.room)["chapters"]
        asked = [(c, s) for c, chapter in enumerate(chapters) for s in chapter["questions"]]
        if len(asked) < 2:
            raise CannotMeasure("a room is measured with a lesson of at least two questions")
        await self._go(*asked[0])
        used, began = place.cpu(), time.perf_counter()
        calm = await self._ballot("ask", self.calm)
        found["cpu_percent"] = 100 * (place.cpu() - used) / (time.perf_counter() - began)
        rush = await self._ballot("again", RUSH)
        await self._step("reveal")
        await self._go(*asked[1])
        await self._ballot("ask", CUT, self._cut_a_fifth)
        await self._ballot("again", KILLED, self._kill)
        await self._step("reveal")
        for c, chapter in enumerate(chapters):
            for s in range(chapter["steps"]):
                await self._go(c, s)
        found |= {
            "confirmed_calm_p95_ms": _p95(calm), "confirmed_rush_p95_ms": _p95(rush),
            "confirmed_p95_ms": _p95(calm + rush), "step_p95_ms": _p95(self.steps), "lost": self.lost,
            "back_after_seconds": self.back_after, "memory_mb": place.memory(),
        }  # fmt: skip
        for page in self.pages:
            page.over = True
        self.desk.say({"do": "end"})
        await asyncio.to_thread(place.process.wait, 20)  # type: ignore[union-attr]
        return found

    async def _everybody_comes(self, code: str) -> None:
        """Not faster than the door lets new people in."""
        for _ in range(self.participants):
            self.phones.append(_Page(self.place.door, {"code": code}))
            self.pages.append(self.phones[-1])
            _unawaited(asyncio.ensure_future(self.phones[-1].come()))
            await asyncio.sleep(1.1 / NEW_AT_ONCE[1])
        async with asyncio.timeout(PATIENCE):
            for phone in self.phones:
                await phone.here.wait()

    # what the presenter does

    async def _go(self, chapter: int, step: int) -> None:
        await self._step("go", chapter=chapter, step=step)

    async def _step(self, deed: str, **more: Any) -> None:
        """Something changes; how long it takes until each phone shows it."""
        pages = [self.desk, *self.phones]
        for page in pages:
            await page.here.wait()  # who was cut off is back
            while not page.states.empty():
                page.states.get_nowait()
        sent = time.perf_counter()
        self.desk.say({"do": deed, **more})
        shows = '"reveale' if deed == "reveal" else '"state",'
        async with asyncio.timeout(PATIENCE):
            for page in pages:
                while (told := await page.states.get())[1] != shows:
                    pass
                if page is not self.desk:
                    self.steps.append((told[0] - sent) * 1000)
        await asyncio.sleep(min(0.2, self.participants / 1_000))  # for what else is on its way

    async def _ballot(self, deed: str, seconds: float, meanwhile: Callable[[float], Any] | None = None) -> list[float]:
        """Everybody predicts once within so many seconds; returns how long each waited for the confirmation."""
        if deed == "again":
            await self._step("talk")
        await self._step(deed)
        ballot = 2 if deed == "again" else 1
        await self.desk.here.wait()
        self.desk.here.clear()
        self.desk.say({"do": "hello", **self.desk.hello})  # to be told what is asked
        await self.desk.here.wait()
        ask = json.loads(self.desk.room)["ask"]
        moments = sorted(random.uniform(0, seconds) for _ in self.phones)
        answers = [_an_answer(ask, n) for n in range(len(self.phones))]
        begin = time.perf_counter()
        other = asyncio.ensure_future(meanwhile(seconds)) if meanwhile else None
        confirmed = []
        for phone, moment, said in zip(self.phones, moments, answers):
            if (wait := begin + moment - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            confirmed.append(phone.predict(ask["id"], ballot, said))
        async with asyncio.timeout(PATIENCE):
            passed = await asyncio.gather(*confirmed)
            if other is not None:
                await other
        await self._step("close")
        self._count_lost(ask["id"], ballot, answers)
        return passed

    def _count_lost(self, question: str, ballot: int, answers: list[list[str]]) -> None:
        """What was confirmed must be kept, as it was said."""
        store = self.place.store()
        kept = {
            one.person: one.said
            for one in store.said(self.place.addresses["code"])
            if (one.question, one.ballot) == (question, ballot)
        }
        store.close()
        self.lost += sum(kept.get(phone.hello["person"]) != tuple(said) for phone, said in zip(self.phones, answers))

    # what goes wrong

    async def _cut_a_fifth(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 2)
        for phone in self.phones[::5]:
            phone.cut()

    async def _kill(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 2)
        begin = time.perf_counter()
        self.place.kill()
        port = self.place.door.rpartition(":")[2]
        await asyncio.to_thread(self.place.start, "--port", port, "--code", self.place.addresses["code"])
        self.back_after = time.perf_counter() - begin
        for page in (self.desk, *self.phones):
            await page.here.wait()


def _an_answer(ask: dict[str, Any], number: int) -> list[str]:
    """Some answer that a question can have."""
    keys = [option["key"] for option in ask["options"]]
    match ask["form"]:
        case "number":
            return [str(number % 7)]
        case "order":
            return keys
        case "some":
            return sorted(keys[: number % (len(keys) + 1)])
    return [keys[number % len(keys)]]


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]
