"""The dcf-lab command serves the lab: what it says, what it refuses, how it ends."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count

import pytest
from conftest import Served
from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.websocket import websocket_connect

from dcf_lab.lab.visitors import Full, Visitors, address_of


def lab(*options):
    command = [sys.executable, "-m", "dcf_lab.commands.cli", "--no-browser", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_port_in_use_is_a_sentence_with_the_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = lab("--port", str(port))

    assert run.returncode == 2
    assert run.stderr == f"dcf-lab: port {port} is in use; choose another with --port, or --port 0 for any free one\n"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--scenarios", "nowhere"], "nowhere: there is no such folder of scenarios"),
        (["--pack", "nowhere"], "nowhere"),
        (["--port", "70000"], "--port is a number from 0 to 65535, not 70000"),
        (["--port", "http"], "invalid int value"),
        (["--preheat", "-1"], "--preheat is a number from 0 to 50"),
        (["--per-address", "0"], "--per-address is a number from 1 to 100"),
    ],
)
def test_a_mistake_is_one_sentence(options, sentence):
    run = lab(*options)

    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.count("\n") == 1 and sentence in run.stderr and "Traceback" not in run.stderr


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_closes_the_lab_and_every_kernel(end):
    served = Served("--preheat", "0")
    os.kill(served.process.pid, end)

    assert served.process.wait(20) == 0
    assert "The lab is closed." in served.process.stdout.read()


def test_of_two_labs_at_the_same_moment_one_has_the_port_and_the_other_is_told():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "dcf_lab.commands.cli", "--no-browser", "--preheat", "0", "--port", str(port)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        wait_until(lambda: any(lab.poll() is not None for lab in both), 30)
        late, first = sorted(both, key=lambda lab: lab.poll() is None)
        assert f":{port}/" in first.stdout.readline()
        assert late.wait(10) == 2 and late.stdout.read() == ""
        assert late.stderr.read() == f"dcf-lab: port {port} is in use; choose another with --port, or --port 0 for any free one\n"
    finally:
        for one in both:
            one.terminate()
            one.communicate(timeout=20)


# who holds the engines


def wait_until(met, seconds):
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


@contextmanager
def small_lab(**how):
    """A lab with little room, whose visitors must be quick."""
    how = {"per_address": 3, "unclaimed": 4, "preheat": 0, **how}
    served = Served(command=[sys.executable, "-c", f"from dcf_lab.lab.server import serve; serve(0, False, **{how!r})"])
    try:
        yield served
    finally:
        served.stop()


def awaited(work):
    """What comes of a coroutine, in a thread of its own: the browser of other tests keeps a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def visit_together(url, times=1, headers=()):
    """So many requests for a page at the same moment, by one who looks at nothing: the answers' numbers and texts."""

    async def go():
        client = AsyncHTTPClient(max_clients=20)
        how = {"raise_error": False, "request_timeout": 60, "headers": dict(headers)}
        return await asyncio.gather(*(client.fetch(url, **how) for _ in range(times)))

    return [(answer.code, answer.body.decode(), answer.headers) for answer in awaited(go())]


def test_one_address_holds_a_bounded_number_of_engines_and_only_as_long_as_pages_use_them():
    with small_lab() as served:
        answers = visit_together(served.address(), 8)
        assert sorted(code for code, _, _ in answers) == [200] * 3 + [503] * 5
        assert len(served.kernels()) == 3
        wait_until(lambda: not served.kernels(), 15)
        assert visit_together(served.address())[0][0] == 200


def test_who_comes_too_late_sees_a_page_that_says_so_and_tries_again():
    with small_lab(per_address=1) as served:
        visit_together(served.address())
        code, page, headers = visit_together(served.address("explore", "?scenario=rulebook/e06"))[0]

    assert code == 503 and headers["Content-Type"].startswith("text/html") and headers["Retry-After"] == "10"
    assert "<h1>The lab is full just now</h1>" in page and "1 pages are open" not in page and "One page is open" in page
    assert '<meta http-equiv="refresh" content="10">' in page
    assert not re.search(r"(src|href)=[\"'](?!data:,|[\"'])|@import|url\(", page), "it asks for something elsewhere"


def test_a_stranger_cannot_pose_as_many_addresses():
    with small_lab(per_address=1) as served:
        for n, code in enumerate((200, 503, 503)):
            assert (
                visit_together(served.address(), headers={"X-Forwarded-For": f"10.0.0.{n}", "X-Real-Ip": f"10.0.1.{n}"})[0][0]
                == code
            )


def test_behind_a_proxy_its_word_counts_and_not_what_was_written_before():
    with small_lab(per_address=1, behind_proxy=True) as served:
        for said, code in (
            ("10.0.0.1", 200),
            ("10.0.0.2", 200),
            ("10.0.0.3, 10.0.0.1", 503),
            ("2001:db8::1", 200),
            ("2001:db8::2", 503),
        ):
            assert visit_together(served.address(), headers={"X-Forwarded-For": said})[0][0] == code


@pytest.mark.parametrize("preheat", [0, 1])
def test_an_engine_that_a_page_has_claimed_stays(preheat):
    """Also one that was kept ready, and those that still are."""

    async def open_page(served):
        page = (await AsyncHTTPClient().fetch(served.address(), request_timeout=60)).body.decode()
        kernel = re.search(r'"kernelId": ?"([0-9a-f-]+)"', page)[1]
        return f"{served.url.replace('http', 'ws')}/api/kernels/{kernel}/channels?session_id=one"

    async def stay(served):
        socket = await websocket_connect(await open_page(served))
        unclaimed = await open_page(served)
        await asyncio.sleep(7)
        header = {
            "msg_id": "a",
            "msg_type": "kernel_info_request",
            "session": "one",
            "username": "",
            "version": "5.3",
            "date": "",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": {}, "channel": "shell"}
        await socket.write_message(json.dumps(message))
        while json.loads(await asyncio.wait_for(socket.read_message(), 10))["msg_type"] != "kernel_info_reply":
            pass
        with pytest.raises(HTTPClientError, match="404"):
            await websocket_connect(unclaimed)
        assert (await AsyncHTTPClient().fetch(served.address(), request_timeout=60)).code == 200

    with small_lab(preheat=preheat) as served:
        awaited(stay(served))


@pytest.mark.browser
def test_a_browser_that_comes_too_late_gets_in_by_itself(new_visitor):
    with small_lab(per_address=1) as served:
        with ThreadPoolExecutor(1) as pool:  # the browser's driver has a loop running here
            pool.submit(visit_together, served.address()).result()
        page = new_visitor()
        page.goto(served.address("explore", "?scenario=rulebook/e06"))
        assert page.locator("h1").inner_text() == "The lab is full just now"
        assert [one for one in page.complaints if "503" not in one] == []
        page.wait_for_selector(".dcf .explore", timeout=30_000)
        assert page.locator(".bar h1").inner_text() == "Six would have knocked him out"
        page.context.close()


class Timers:
    """A clock that is turned by hand."""

    def __init__(self, monkeypatch):
        self.now, self.waiting = 1000.0, []
        monkeypatch.setattr("dcf_lab.lab.visitors.time.monotonic", lambda: self.now)

    def later(self, seconds, what):
        self.waiting.append((self.now + seconds, what))

    def turn(self, seconds):
        self.now += seconds
        due = [what for when, what in self.waiting if when <= self.now]
        self.waiting = [one for one in self.waiting if one[0] > self.now]
        for what in due:
            what()


@pytest.fixture
def lab_of_many(monkeypatch):
    """Sixty engines for an address, a hundred in all, without starting any."""
    timers, running = Timers(monkeypatch), {}
    visitors, numbers = Visitors(running, running.pop, timers.later), count()

    def come(address, claim=True):
        seat = visitors.admit(address)
        seat.engine = f"engine {next(numbers)}"
        running[seat.engine] = True
        visitors.sent(seat)
        if claim:
            visitors.connected(seat.engine)
        return seat

    return come, visitors, timers, running


def test_one_address_leaves_room_for_others(lab_of_many):
    come, _, _, _ = lab_of_many
    for _ in range(60):
        come("10.0.0.1")
    with pytest.raises(Full, match="60 pages are open at your address"):
        come("10.0.0.1")
    for _ in range(40):
        come("10.0.0.2")
    with pytest.raises(Full, match="100 pages are open"):
        come("10.0.0.3")


def test_engines_that_nobody_claims_are_gone_after_a_minute(lab_of_many):
    come, _, timers, running = lab_of_many
    kept = come("10.0.0.1")
    for _ in range(59):
        come("10.0.0.1", claim=False)
    timers.turn(59)
    assert len(running) == 60
    timers.turn(2)
    assert list(running) == [kept.engine]
    come("10.0.0.1")


def test_a_page_that_has_gone_makes_room_when_room_is_wanted(lab_of_many):
    """A lost connection may come back, so it keeps its engine for a minute, and longer if nobody else wants it."""
    come, visitors, timers, running = lab_of_many
    seats = [come("10.0.0.1") for _ in range(60)]
    visitors.disconnected(seats[7].engine)
    timers.turn(30)
    visitors.disconnected(seats[3].engine)
    with pytest.raises(Full):
        come("10.0.0.1")
    timers.turn(300)
    assert len(running) == 60
    come("10.0.0.1")
    assert seats[7].engine not in running and seats[3].engine in running and len(running) == 60


def test_a_page_that_could_not_be_made_takes_no_room(lab_of_many):
    _, visitors, timers, _ = lab_of_many
    for _ in range(200):
        visitors.sent(visitors.admit("10.0.0.1"))
    stuck = [visitors.admit("10.0.0.1") for _ in range(60)]
    with pytest.raises(Full):
        visitors.admit("10.0.0.1")
    timers.turn(301)
    assert visitors.admit("10.0.0.1") not in stuck


@pytest.mark.parametrize(
    ("peer", "header", "behind", "found"),
    [
        ("1.2.3.4", "", False, "1.2.3.4"),
        ("1.2.3.4", "5.6.7.8", False, "1.2.3.4"),
        ("1.2.3.4", "5.6.7.8", True, "5.6.7.8"),
        ("1.2.3.4", "9.9.9.9,5.6.7.8", True, "5.6.7.8"),
        ("1.2.3.4", "unknown", True, "1.2.3.4"),
        ("1.2.3.4", "", True, "1.2.3.4"),
        ("::ffff:1.2.3.4", "", False, "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "", False, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "", False, "fe80::/64"),
        ("", "", False, ""),
    ],
)  # fmt: skip
def test_an_address_is_where_a_request_comes_from(peer, header, behind, found):
    assert address_of(peer, {"X-Forwarded-For": header} if header else {}, behind) == found
