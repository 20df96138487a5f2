"""Rooms for their tests, and a real Redis server, where one is installed."""

import os
import shutil
import socket
import subprocess

import pytest
from people import Presented

REDIS = shutil.which("redis-server")
HOW_TO_REDIS = "rooms in Redis are tested with a real server, which is not here; on Debian: apt-get install redis-server"


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory):
    """The address of a server that keeps nothing on the disk."""
    if REDIS is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(HOW_TO_REDIS)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    command = [REDIS, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert any("Ready to accept connections" in line for line in server.stdout)
    yield f"redis://127.0.0.1:{port}/0"
    server.terminate()
    server.wait(20)
    server.stdout.close()


@pytest.fixture(scope="module")
def presented():
    """A room that the tests of a file share."""
    room = Presented("an_attack")
    yield room
    room.stop()


@pytest.fixture
def own_room():
    """Rooms that a test may do anything to."""
    rooms = []

    def open_room(*options, **more):
        rooms.append(Presented(*(options or ("an_attack",)), **more))
        return rooms[-1]

    yield open_room
    for room in rooms:
        room.stop()
