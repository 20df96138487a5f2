"""Measuring the page: in a real browser beside a bare Voilà notebook, and with many visitors at once."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VISITS = 5  # of each page, for the first working click
STEPS = 30  # for what is measured inside a page
BARE = """
import ipywidgets as widgets

button, label = widgets.Button(description="Press"), widgets.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
widgets.VBox([button, label])
"""


class CannotMeasure(Exception):
    """Something that measuring a page needs is not here."""


def measure_page() -> dict[str, Any]:
    """First working clicks, answers and scrubbing, in milliseconds; medians."""
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise CannotMeasure("the page is measured with Playwright: pip install -e '.[test]'") from None
    if browser_path is None:
        raise CannotMeasure("the page is measured in Chromium; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path)
        found: dict[str, Any] = {}
        with _bare_voila() as bare, _lab("--preheat", "0") as lab:
            cold = [
                (_first_click(browser, bare, BARE_PAGE), _first_click(browser, _explore(lab), LAB_PAGE)) for _ in range(VISITS)
            ]
        found["first_click_bare_voila_ms"] = statistics.median(one for one, _ in cold)
        found["first_click_cold_ms"] = statistics.median(other for _, other in cold)
        found["first_click_cold_to_bare"] = found["first_click_cold_ms"] / found["first_click_bare_voila_ms"]
        with _lab("--preheat", "1") as lab:
            warm = []
            for _ in range(VISITS):
                time.sleep(6)  # the pool is filled again
                warm.append(_first_click(browser, _explore(lab), LAB_PAGE))
            found["first_click_preheated_ms"] = statistics.median(warm)
            found |= inside(browser, lab)
        browser.close()
    return found


BARE_PAGE = """() => {
    document.querySelector('.jupyter-button')?.click();
    return document.querySelector('.widget-label')?.innerText > '0';
}"""
LAB_PAGE = """() => {
    const slider = document.querySelector('.dcf .slider');
    window.before ??= slider?.max;
    if (slider && slider.max !== window.before) return true;
    document.querySelector('.dcf .choices .option:not(:disabled), .dcf .choices .pick')?.click();
    return false;
}"""


def _first_click(browser: Any, address: str, works: str) -> float:
    """From the visit to a click that had an effect, by a new visitor."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(works, polling=20, timeout=60_000)
    passed = (time.perf_counter() - begin) * 1000
    page.close(run_before_unload=True)
    time.sleep(0.5)
    context.close()
    return passed


def _explore(url: str) -> str:
    return f"{url}voila/render/explore.ipynb?start=first+game&seed=7"


COMMON = """
    const until = async (ready) => {
        const end = performance.now() + 10_000;
        while (!ready()) {
            if (performance.now() > end) throw new Error('the page did not answer within ten seconds');
            await new Promise((done) => setTimeout(done));
        }
    };
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    const slider = () => document.querySelector('.slider');
    const one = (selector, number) => {
        const found = [...document.querySelectorAll(selector)];
        return found[number % found.length];
    };
    const option = async (number) => {
        one('.choices .pick', number)?.click(); // a card comes first, then what is done with it
        await painted();
        const found = one('.choices .option', number);
        if (!found) throw new Error('the game is over before it could be measured');
        return found;
    };
    const answer = async (chosen) => {
        const before = slider().max;
        chosen.click();
        await until(() => slider().max !== before);
    };
"""
PLAY = f"""async (most) => {{{COMMON}
    const round = () => document.querySelector('.status .round').innerText;
    for (let n = 0; n < most && !round().includes('Round 3'); n++) await answer(await option(n * 7));
    return Number(slider().max);
}}"""
CHOOSE = f"""async (times) => {{{COMMON}
    const passed = [];
    for (let n = 0; n < times; n++) {{
        const chosen = await option(n * 5), begin = performance.now();
        await answer(chosen);
        await painted();
        passed.push(performance.now() - begin);
        await new Promise((done) => setTimeout(done, 400));
    }}
    return passed;
}}"""
SCRUB = f"""async (times) => {{{COMMON}
    const passed = [];
    for (let n = 0; n < times; n++) {{
        const begin = performance.now();
        slider().value = Math.floor((Number(slider().max) * ((n * 11) % times)) / times);
        slider().dispatchEvent(new Event('input', {{ bubbles: true }}));
        await painted();
        passed.push(performance.now() - begin);
        await new Promise((done) => setTimeout(done, 50));
    }}
    return passed;
}}"""


def inside(browser: Any, url: str, steps: int = STEPS) -> dict[str, Any]:
    """The first game in round 3: answers beside board and timelines, scrubbing with the graph beside them."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(_explore(url))
    page.wait_for_selector(".dcf .choices .option")
    page.wait_for_selector(".part-timelines .plot")
    events = page.evaluate(PLAY, 200)
    page.wait_for_timeout(1000)
    choose = page.evaluate(CHOOSE, steps)
    page.click('[data-tab="graph"]')
    page.wait_for_selector(".cause-frame [data-key]")
    scrub = page.evaluate(SCRUB, steps)
    found = {
        "events_when_measured": events,
        "choose_to_redrawn_ms": statistics.median(choose),
        "scrub_to_redrawn_ms": statistics.median(scrub),
        "kernel_mb": max(_kernel_memory(), default=0.0),
    }
    context.close()
    return found


def _kernel_memory() -> Iterator[float]:
    """The resident memory of every kernel that this process's servers have started, in MB."""
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            if "ipykernel" not in (status.parent / "cmdline").read_text() or not _ours(int(status.parent.name)):
                continue
            yield int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) / 1024  # type: ignore[index]
        except (OSError, TypeError):
            continue


def _ours(pid: int) -> bool:
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return False


@contextmanager
def _lab(*options: str) -> Iterator[str]:
    command = [sys.executable, "-m", "dcf_lab.commands.cli", "--no-browser", "--port", "0", *options]
    with _server(command, r"(http://\S+?:\d+/)") as url:
        yield url


@contextmanager
def _bare_voila() -> Iterator[str]:
    """Voilà as it comes, with a notebook of one button."""
    with tempfile.TemporaryDirectory() as folder:
        cell = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": None, "outputs": [], "source": BARE}
        kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        notebook = Path(folder) / "bare.ipynb"
        notebook.write_text(json.dumps({"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))
        with _server([sys.executable, "-m", "voila", str(notebook), "--no-browser", "--port=8766"], r"(http://\S+?:\d+/)") as url:
            yield url


@contextmanager
def _server(command: list[str], address: str) -> Iterator[str]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    try:
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(address, line):
                time.sleep(2)
                yield found[1]
                return
        raise CannotMeasure(f"a server did not start: {said.strip().splitlines()[-1] if said.strip() else 'it said nothing'}")
    finally:
        process.terminate()
        process.stdout.close()
        process.wait(20)


# many visitors


def measure_visitors(visitors: int, seconds: float = 20, pause: float = 0.5) -> dict[str, Any]:
    """One visitor, then many at once, each answering every `pause` seconds: how long that takes, and whether all of them last."""
    with _lab("--preheat", "0", "--per-address", "100") as url:
        alone = asyncio.run(_visit_together(url, 1, seconds / 2, pause))
        many = asyncio.run(_visit_together(url, visitors, seconds, pause))
    one, other = (statistics.median([ms for visit in visits for ms in visit.answers]) for visits in (alone, many))
    every = sorted(ms for visit in many for ms in visit.answers)
    return {
        "visitors": visitors,
        "answers": len(every),
        "errors": sum(visit.errors for visit in many),
        "lost_sessions": sum(not visit.lasted for visit in many),
        "answer_ms_alone": one,
        "answer_ms_together": other,
        "answer_ms_together_p95": every[int(len(every) * 0.95)],
        "together_to_alone": other / one,
    }


class _Visit:
    """What one visitor met."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.errors = 0
        self.lasted = False


async def _visit_together(url: str, visitors: int, seconds: float, pause: float) -> list[_Visit]:
    ready, gate = asyncio.Semaphore(0), asyncio.Event()
    visits = [_Visit() for _ in range(visitors)]
    tasks = [asyncio.create_task(_stay(url, visit, ready, gate, seconds, pause, n)) for n, visit in enumerate(visits)]
    for _ in visits:
        await ready.acquire()
    gate.set()
    await asyncio.gather(*tasks)
    return visits


async def _stay(
    url: str, visit: _Visit, ready: asyncio.Semaphore, gate: asyncio.Event, seconds: float, pause: float, number: int
) -> None:
    """One visitor without a browser: the page, the kernel's socket, and an answer every so often."""
    from tornado.httpclient import AsyncHTTPClient
    from tornado.websocket import websocket_connect

    page = (await AsyncHTTPClient(max_clients=50).fetch(_explore(url), request_timeout=120)).body.decode()
    kernel = re.search(r'"kernelId": ?"([0-9a-f-]+)"', page)
    assert kernel is not None, "the page names no kernel"
    socket = await websocket_connect(f"{url.replace('http', 'ws')}api/kernels/{kernel[1]}/channels?session_id={uuid.uuid4().hex}")
    talk = _Talk(socket)
    await talk.find_page()
    opened = (await talk.ask({"do": "open", "page": "explore", "query": f"?start=first+game&seed={number}"}))[0]
    film = opened["film"]
    ready.release()
    await gate.wait()
    await asyncio.sleep(pause * (number % 10) / 10)
    end = time.monotonic() + seconds
    while time.monotonic() < end and film["decisions"]:
        question = film["decisions"][-1]
        option = question["options"][(number + len(visit.answers)) % len(question["options"])]
        begin = time.perf_counter()
        said = await talk.ask({"do": "answer", "page": "explore", "node": question["node"], "option": option})
        passed = time.perf_counter() - begin
        visit.answers.append(passed * 1000)
        visit.errors += sum(one["show"] in ("error", "refused") for one in said)
        film = next((one for one in said if one["show"] == "film"), film)
        await asyncio.sleep(max(0, pause - passed))
    visit.lasted = True
    socket.close()
    await AsyncHTTPClient().fetch(f"{url}voila/api/shutdown/{kernel[1]}", method="POST", body="", raise_error=False)


class _Talk:
    """The kernel's messages, as the page's widget sends and gets them."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.session = uuid.uuid4().hex
        self.comms: list[str] = []
        self.number = 0

    async def send(self, kind: str, content: dict[str, Any]) -> None:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self.session,
            "username": "",
            "version": "5.3",
            "date": "",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell", "buffers": []}
        await self.socket.write_message(json.dumps(message))

    async def read(self) -> dict[str, Any]:
        text = await asyncio.wait_for(self.socket.read_message(), 60)
        if text is None:
            raise ConnectionError("the kernel's socket was closed")
        message: dict[str, Any] = json.loads(text)
        return message

    async def find_page(self) -> None:
        await self.send("comm_info_request", {"target_name": "jupyter.widget"})
        while (message := await self.read())["header"]["msg_type"] != "comm_info_reply":
            pass
        self.comms = list(message["content"]["comms"])

    async def ask(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Everything that the page's handler answers."""
        self.number += 1
        for comm in self.comms:  # the widget's layout has a comm of its own, which says nothing
            await self.send(
                "comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": {**message, "id": self.number}}}
            )
        said: list[dict[str, Any]] = []
        while True:
            found = await self.read()
            if found["header"]["msg_type"] != "comm_msg" or found["content"]["data"].get("method") != "custom":
                continue
            one = found["content"]["data"]["content"]
            if one.get("id") != self.number:
                continue
            self.comms = [found["content"]["comm_id"]]
            if one["show"] == "done":
                return said
            said.append(one)
            if one["show"] == "error":
                return said
