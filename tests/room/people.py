"""People in a room, as tests need them: a real process that presents, and sockets that take part."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect


class Presented:
    """A lesson being presented by the real command, with a data folder of its own."""

    def __init__(self, *options, folder=None, port=0):
        self.folder = folder or tempfile.mkdtemp(prefix="dcf_lab-room-")
        ours = ["present", *map(str, options), "--host", "here", "--port", str(port), "--no-browser"]
        command = [sys.executable, "-m", "dcf_lab.commands.cli", *ours]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "XDG_DATA_HOME": self.folder}
        )
        self.said = {}
        self.trust = None  # the certificate of a room with https
        while len(self.said) < 4:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            if found := re.match(r"(\w+): +(\S+)", line):
                self.said[found[1].lower()] = found[2]
        self.door, _, self.code = self.said["phones"].rpartition("/")
        self.inside, _, self.key = self.said["desk"].partition("/desk#")

    def kill(self):
        self.process.kill()
        self.process.wait(20)

    def stop(self):
        self.process.terminate()
        self.process.wait(20)

    @property
    def port(self):
        return int(self.door.rpartition(":")[2])

    @property
    def file(self):
        return Path(self.folder) / "dcf_lab" / "rooms.sqlite"


def aside(call, *what):
    """Call something in a thread of its own: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call, *what).result()


def run(scene, seconds=60):
    """Play a scene."""
    return aside(asyncio.run, asyncio.wait_for(scene, seconds))


class Socket:
    """One open page without a browser."""

    def __init__(self, connection):
        self.connection = connection
        self.heard = []

    @classmethod
    async def open(cls, url, trust=None, **headers):
        address = f"{url.replace('http', 'ws', 1)}/socket"
        return cls(await websocket_connect(HTTPRequest(address, headers=headers, ca_certs=trust)))

    async def say(self, **message):
        await self.connection.write_message(json.dumps(message))

    async def hear(self, *shows, seconds=10):
        """The next message of one of these kinds; None when the room has closed the page."""
        async with asyncio.timeout(seconds):
            while True:
                text = await self.connection.read_message()
                if text is None:
                    return None
                message = json.loads(text)
                self.heard.append(message)
                if not shows or message["show"] in shows:
                    return message

    async def closed(self, seconds=10):
        """The code with which the room closes this page."""
        while await self.hear(seconds=seconds) is not None:
            pass
        return self.connection.close_code

    def leave(self):
        self.connection.close()


class Crowd:
    """A presenter and people without browsers, in a thread of their own: beside them a test looks at pages."""

    def __init__(self, presented):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.people = []
        self.open(presented)

    def open(self, presented):
        """Come in, or come back: everybody is who they were."""
        self.presented = presented
        self.presenter = self.run(presenter(presented))
        self.people = [self.run(phone(presented, one.person)) for one in self.people]

    def join(self, number):
        self.people += [self.run(phone(self.presented)) for _ in range(number)]

    def run(self, scene, seconds=30):
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(scene, seconds), self.loop).result()

    def desk(self, *deeds, **more):
        """Press a button of the desk, or several, and hear what came of the last."""
        for deed in deeds:
            self.run(self.presenter.say(do=deed, **more))
            heard = self.run(self.presenter.hear("desk", "branch", "ended", "refused"))
            assert heard["show"] != "refused", heard["text"]
        return heard

    def asked(self):
        """What the desk is told when it comes anew."""
        desk = self.run(presenter(self.presented))
        self.loop.call_soon_threadsafe(desk.leave)
        return desk.room

    def predict(self, say):
        """Everybody says something, and it is confirmed."""
        room = self.asked()
        message = {"q": room["ask"]["id"], "ballot": room["ballot"], "said": say(room["ask"]), "n": 1}

        async def one_says(one):
            await one.say(do="predict", **message)
            return (await one.hear("taken", "late", "refused"))["show"]

        async def all_say():
            return {*await asyncio.gather(*map(one_says, self.people))}

        assert self.run(all_say()) == {"taken"}

    def leave(self):
        self.loop.call_soon_threadsafe(self.loop.stop)


async def phone(presented, person=None, table=None):
    """Somebody who joins, or comes back."""
    found = await Socket.open(presented.door, presented.trust)
    await found.say(do="hello", code=presented.code, person=person, table=table)
    found.room = await found.hear("room")
    found.person, found.presented = found.room["you"]["person"] if found.room else None, presented
    return found


async def presenter(presented, role="desk"):
    found = await Socket.open(presented.inside, presented.trust)
    await found.say(**{"do": "hello", "key": presented.key, "as": role})
    found.room = await found.hear("room")
    return found
