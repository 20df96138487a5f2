"""Serving a room: a door for phones on the network, screen and desk for this machine alone, and one socket for each page."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from dcf_lab.room.alone import Alone
from dcf_lab.room.handout import Wanted, handout
from dcf_lab.room.limits import Bucket, PerAddress
from dcf_lab.room.pages import asset, facts, html_page, picture, wifi_text
from dcf_lab.room.state import DESKS, EVERYBODY, PHONES, SCREENS, Out, Refused, Room
from dcf_lab.room.store import CannotKeep

MAX_MESSAGE = 4_096
GATHER = 20  # milliseconds in which predictions gather before they are kept together
TRY_AGAIN = 1.0  # seconds after which something is kept that could not be
MOST_WAITING = 8  # messages to a page that reads slowly
MOST_ON_THE_WAY = 128 * 1024  # bytes that wait in the machine for a page that reads slowly
MOST_UNREAD = 40  # answers to a page that asks and does not read
MOST_PAGES = 1_000  # open at once, whoever they are
SAY_HELLO = 10  # seconds in which a page says what it is
TELL_DESK = 250  # milliseconds between two tallies
FAREWELL = 8  # seconds in which phones may fetch the handout of a room that has ended
NOT_OURS, WRONG_KEY, NO_ROOM, TOO_MUCH, ENDED, FULL = 4000, 4003, 4004, 4008, 4010, 4029
MESSAGES, PRESENTERS = (20, 10), (300, 100)
WRONG_CODES, NEW_AT_ONCE = (5, 5 / 60), (30, 30)
PER_ADDRESS = 20  # people who may come in a minute from one address


class Hall:
    """The pages that are open at a room, and the way to them."""

    def __init__(self, room: Room, per_address: int = PER_ADDRESS) -> None:
        self.room = room
        self.pages: dict[str, set[Page]] = {PHONES: set(), SCREENS: set(), DESKS: set()}
        self.wrong_codes, self.new_people = PerAddress(*WRONG_CODES), PerAddress(per_address, per_address / 60)
        self.comers = Bucket(*NEW_AT_ONCE)
        self.alone = Alone(room)
        self.open = 0  # sockets
        self.facts = json.dumps(facts(room.lesson), separators=(",", ":"))
        self.join: dict[str, str] = {}  # how to come in: address, code, url, wifi
        self.ended = asyncio.Event()
        self.dirty = False  # has anything changed that the desk wants to know?
        self.again = 0.0  # when keeping is tried again after it failed
        self.told = ""  # what the presenter was told last of what goes wrong
        self.timers = [PeriodicCallback(self.flush, GATHER), PeriodicCallback(self.tell_desk, TELL_DESK)]

    def start(self) -> None:
        for timer in self.timers:
            timer.start()

    def flush(self) -> None:
        if time.monotonic() < self.again:
            return
        try:
            if self.room.flush():
                self.dirty, self.told = True, ""
        except CannotKeep as error:
            self.again = time.monotonic() + TRY_AGAIN
            self.warn(f"Predictions wait, because they cannot be kept: {error}")

    def warn(self, text: str) -> None:
        """Tell the presenter that something goes wrong, once."""
        if text != self.told:
            self.told = text
            print(text, flush=True)
            self.send(DESKS, {"show": "refused", "text": text})

    def tell_desk(self) -> None:
        """How it stands: counts for the desk, and how many have predicted for everybody else."""
        if not self.dirty or self.room.ended:
            return
        self.dirty = False
        self.publish(self.room.comings())
        tally = self.room.tally()
        self.send(DESKS, tally)
        told = {"show": "predicted", "here": tally["here"], "number": tally.get("number", 0), "q": tally.get("q")}
        self.send(SCREENS, told)

    def publish(self, news: list[Out]) -> None:
        if self.room.ended:
            return self._end()
        for to, message in news:
            for kind in self.pages if to == EVERYBODY else (to,):
                self.send(kind, message)
        return None

    def _end(self) -> None:
        """Everybody is told what they take along; who wants the handout has a moment to fetch it."""
        for kind, pages in self.pages.items():
            for page in list(pages):
                page.answer(self.alone.farewell(page.person) if kind == PHONES else {"show": "ended", "rev": self.room.rev})
                if not page.wants_handout:
                    page.close(ENDED, "the room has ended")
        self.ended.set()

    async def farewell(self) -> None:
        """Until the last phone has what it wants, but not for long."""
        for _ in range(FAREWELL * 10):
            await asyncio.sleep(0.1)
            if not self.pages[PHONES]:
                break
        for page in list(self.pages[PHONES]):
            page.close(ENDED, "the room has ended")
        await asyncio.sleep(0.5)  # the last words are on their way

    def turn_out(self) -> None:
        """Pages of people who are not in the room any more: they went themselves, or the presenter has removed them."""
        for page in [page for page in self.pages[PHONES] if page.person not in self.room.people]:
            page.answer({"show": "forgotten"})
            page.close(ENDED, "forgotten")

    @cached_property
    def handout(self) -> bytes:
        """The lesson as one file to take home, compressed, made when the first one asks for it."""
        return gzip.compress(handout(self.room.lesson, Wanted(small=True)).encode())

    def send(self, kind: str, message: Mapping[str, Any]) -> None:
        text = json.dumps(message, separators=(",", ":"))
        for page in list(self.pages[kind]):
            page.tell(text)


class Page(WebSocketHandler):
    """One open page. What it is, it says with its first message."""

    def initialize(self, hall: Hall, hosts: Callable[[str], bool], inside: bool) -> None:
        self.hall, self.hosts, self.inside = hall, hosts, inside
        self.kind = ""
        self.person = ""
        self.remote = False
        self.wants_handout = False
        self.counted = False
        self.bucket = Bucket(*MESSAGES)
        self.writing = 0  # messages on their way that have not been taken yet
        self.behind = False  # has it missed one meanwhile?

    def prepare(self) -> None:
        if not self.hosts(self.request.host):
            raise HTTPError(403)

    def check_origin(self, origin: str) -> bool:
        return urlsplit(origin).netloc == self.request.host

    def get_compression_options(self) -> dict[str, Any] | None:
        return {"compression_level": 3, "mem_level": 5}  # hundreds of pages, each with a memory of its own

    def open(self, *_: str, **__: str) -> None:
        self.counted = True
        self.hall.open += 1
        if self.hall.open > MOST_PAGES:
            return self.close(FULL, "too many pages")
        IOLoop.current().call_later(SAY_HELLO, lambda: self.kind or self.close(NOT_OURS, "say hello first"))
        return None

    @property
    def address(self) -> str:
        return str(self.request.remote_ip)

    def on_message(self, text: str | bytes) -> None:
        if not self.bucket.take() or len(text) > MAX_MESSAGE or self.writing > MOST_UNREAD:
            return self.close(TOO_MUCH, "too much")
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return self.close(NOT_OURS, "no message of ours")
        if not isinstance(message, dict) or not isinstance(message.get("do"), str):
            return self.close(NOT_OURS, "no message of ours")
        if type(message.get("n")) is not int:  # it is said back: nothing else is
            message["n"] = None
        try:
            (self._hello if message["do"] == "hello" else self._handle)(message)
        except Refused as refused:
            self.answer({"show": "refused", "text": str(refused), "n": message["n"]})
        except CannotKeep as error:
            words = "The room cannot keep anything just now. Try again in a moment." if self.kind in ("", PHONES) else str(error)
            self.answer({"show": "refused", "text": words, "n": message["n"]})
        return None

    def _hello(self, message: dict[str, Any]) -> None:
        role = message.get("as", "phone")
        if role in ("desk", "screen", "remote"):
            return self._hello_presenter(role, message)
        hall, room = self.hall, self.hall.room
        if room.ended:
            return self.close(ENDED, "the room has ended")
        code, known = str(message.get("code", "")).upper(), str(message.get("person") or "")
        if known not in room.people and hall.wrong_codes.spent(self.address):  # or one could go on guessing
            return self.close(TOO_MUCH, "too many wrong codes")
        if not secrets.compare_digest(code.encode(errors="replace"), room.code.encode()):
            hall.wrong_codes.take(self.address)
            return self.close(NO_ROOM, "no such room")
        if known not in room.people and not self._has_room():
            return self.close(FULL, "too many at once")
        try:
            person = room.hello(known, message.get("table"))
        except Refused as refused:
            self.answer({"show": "refused", "text": str(refused)})
            return self.close(FULL, "full")
        self.wants_handout = message.get("handout") is True
        self._come(PHONES, person.id)
        return self.answer(room.room("phone", person))

    def _has_room(self) -> bool:
        """May one more come? A whole class can stand behind one address, and only its presenter can know that."""
        hall = self.hall
        if not hall.comers.take():
            return False
        if hall.new_people.take(self.address):
            return True
        most = round(hall.new_people.most)
        more = f"--code {hall.room.code} --per-address 300"
        hall.warn(f"More than {most} people a minute come from one address. If that is your class, start again with {more}")
        return False

    def _hello_presenter(self, role: str, message: dict[str, Any]) -> None:
        room = self.hall.room
        if not self.inside or not room.is_key(message.get("key")):
            return self.close(WRONG_KEY, "wrong key")
        self.remote = role == "remote"
        self.bucket = Bucket(*PRESENTERS)  # who moves a slider says much at once
        self._come(SCREENS if role == "screen" else DESKS, "")
        return self.answer({**room.room("screen" if role == "screen" else "desk"), "join": self.hall.join})

    def _come(self, kind: str, person: str) -> None:
        """Is where it says it is; who says hello again is still one page."""
        if self.person != person:
            self._go()
            if person:
                self.hall.room.came(person)
        if self.kind not in ("", kind):
            self.hall.pages[self.kind].discard(self)
        self.kind, self.person = kind, person
        self.hall.pages[kind].add(self)
        self.hall.dirty = True

    def _go(self) -> None:
        if self.person in self.hall.room.people:
            self.hall.room.left(self.person)
        self.person = ""

    def _handle(self, message: dict[str, Any]) -> None:
        room = self.hall.room
        if self.kind == "":
            return self.close(NOT_OURS, "say hello first")
        if self.kind == PHONES:
            return self._phone(message)
        if message["do"] == "results" and self.kind == DESKS:
            return self.answer(room.results())
        try:
            self.hall.publish(room.desk(message))
        finally:
            self.hall.dirty = True
            self.hall.turn_out()
        return None

    def _phone(self, message: dict[str, Any]) -> None:
        room, alone, person, number = self.hall.room, self.hall.alone, self.person, message["n"]
        if person not in room.people or room.ended:
            raise Refused("You are not in this room any more.")
        match message["do"]:
            case "predict":
                said = room.predict(person, message, lambda kept: self.answer({"show": "taken" if kept else "late", "n": number}))
                if said is not None:
                    self.answer(said)
            case "lost":
                room.say_lost(person, message.get("lost") is not False)
                self.hall.dirty = True
            case "go":
                self.answer(alone.visit(person, message.get("chapter"), message.get("step")))
            case "branch":
                self.answer(alone.explore(person, message.get("deed"), message.get("chapter"), message.get("step")))
            case "mine":
                self.answer(alone.mine(person))
            case "forget":
                room.forget(person)
                self.hall.turn_out()
                self.hall.dirty = True
            case _:
                raise Refused("A phone has no such button.")

    # telling

    def answer(self, message: Mapping[str, Any]) -> None:
        self._write(json.dumps(message, separators=(",", ":")))

    def tell(self, text: str) -> None:
        """Send what everybody is sent; a page that reads slowly gets the newest state afterwards, not a queue."""
        if self.writing >= MOST_WAITING:
            self.behind = True
        else:
            self._write(text)

    def _write(self, text: str) -> None:
        try:
            sent = self.write_message(text)
        except WebSocketClosedError:
            return
        self.writing += 1
        IOLoop.current().add_future(sent, self._written)

    def _written(self, sent: Any) -> None:
        self.writing -= 1
        if sent.exception() is not None or not self.behind or self.writing or self.hall.room.ended:
            return
        self.behind = False
        room = self.hall.room
        role = {PHONES: "phone", SCREENS: "screen"}.get(self.kind, "desk")
        self.answer({**room.room(role, room.people.get(self.person)), **({} if role == "phone" else {"join": self.hall.join})})

    def on_close(self) -> None:
        for pages in self.hall.pages.values():
            pages.discard(self)
        if self.counted:
            self.hall.open -= 1
        self._go()
        self.hall.dirty = True


class Plain(RequestHandler):
    """A page or one of its files: nothing that the visitor chooses, everything made when the room was opened."""

    def initialize(self, hall: Hall, hosts: Callable[[str], bool], inside: bool) -> None:
        self.hall, self.hosts, self.inside = hall, hosts, inside

    def prepare(self) -> None:
        if not self.hosts(self.request.host):
            raise HTTPError(403)

    def set_default_headers(self) -> None:
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:"
        )
        for name, value in {
            "Content-Security-Policy": f"{policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }.items():
            self.set_header(name, value)
        self.clear_header("Server")

    def get(self, *_: str) -> None:
        raise HTTPError(404)

    def write_error(self, status_code: int, **_: Any) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("There is nothing here. Join with the address and the code on the screen.\n")


class Html(Plain):
    def get(self, name: str = "phone") -> None:
        page = name if name in ("screen", "desk", "remote") and self.inside else "phone"
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(html_page(page))


class Asset(Plain):
    def get(self, name: str) -> None:
        kind, text = asset(name)
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish(text)


class Picture(Plain):
    """The way in as a code to be scanned: capitals make it one size smaller."""

    def get(self, what: str) -> None:
        join = self.hall.join
        text = join["url"].upper() if what == "qr" else wifi_text(join["wifi"])
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(picture(text))


class Handout(Plain):
    """The lesson to take home, with all answers: once all of them have been told, or the room has ended. It is a file to be
    kept and not a page of this address, where its program would be among the participants' own."""

    def get(self, *_: str) -> None:
        room = self.hall.room
        if not (room.told_all or room.ended):
            raise HTTPError(404)
        packed = self.hall.handout
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{self._name()}.html"')
        if "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
        else:
            packed = gzip.decompress(packed)
        self.finish(packed)

    def _name(self) -> str:
        return re.sub(r"\W+", "_", Path(self.hall.room.lesson.lesson.scenario.file).stem, flags=re.A) or "handout"


class Facts(Plain):
    def get(self) -> None:
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(self.hall.facts)


def application(hall: Hall, hosts: Callable[[str], bool], inside: bool) -> Application:
    """The door for everybody, or what only the presenter may open."""
    with_ = {"hall": hall, "hosts": hosts, "inside": inside}
    inner = [(r"/(screen|desk|remote)", Html, with_), (r"/(qr|wifi)\.svg", Picture, with_)] if inside else []
    return Application(
        [
            *inner,
            (r"/socket", Page, with_),
            (r"/facts\.json", Facts, with_),
            (r"/handout\.html", Handout, with_),
            (r"/((?:phone|screen|desk|remote|plotly)\.(?:js|css))", Asset, with_),
            (r"/(?:[A-Za-z]{5})?", Html, with_),
        ],
        default_handler_class=Plain,
        default_handler_args=with_,
        compress_response=True,
        websocket_ping_interval=20,
        websocket_max_message_size=MAX_MESSAGE,
        log_function=lambda _: None,
    )


def own_address() -> str:
    """The address that this machine has on its network; its own if it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: an address that leads out is chosen for it
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def only(*allowed: str) -> Callable[[str], bool]:
    """Is a page asked for by one of these names? A web site could give its own name this machine's address."""
    known = {name.lower() for name in allowed}
    return lambda host: host.lower() in known


def listen(app: Application, host: str, port: int, tls: Any = None) -> tuple[HTTPServer, int]:
    """Serve at a port, or at any free one."""
    door = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=256)
    door.setblocking(False)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_ON_THE_WAY)
    server = HTTPServer(app, ssl_options=tls, max_body_size=1_000, max_header_size=16_000, idle_connection_timeout=60)
    server.add_socket(door)
    logging.getLogger("tornado").setLevel(logging.CRITICAL)
    return server, int(door.getsockname()[1])
