"""The lab as a visitor meets it: the real command, the real browser, and nothing but this machine to talk to."""

import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from folders import PACKAGE, TEST_GAMES
from people import Presented

from dcf_lab import games

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
HOW_TO = "the page is tested in Chromium, which is not here; on Debian: apt-get install chromium"
REDIS = shutil.which("redis-server")
HOW_TO_REDIS = "rooms in Redis are tested with a real server, which is not here; on Debian: apt-get install redis-server"


class Served:
    """A lab being served by the `dcf-lab` command, or by another one that says its address."""

    def __init__(self, *options, env=None, command=()):
        command = command or [sys.executable, "-m", "dcf_lab.commands.cli", "--no-browser", "--port", "0", *options]
        self.log = []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **(env or {})}
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?:(\d+)/", line)
        assert found, f"dcf-lab said {line!r} instead of its address"
        self.url = f"http://localhost:{found[1]}"

    def address(self, page="index", query=""):
        return f"{self.url}/voila/render/{page}.ipynb{query}"

    def kernels(self):
        """The processes of kernels that this server has started."""
        return [int(pid) for pid in _children(self.process.pid) if "ipykernel" in _command(pid)]

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


def _children(pid):
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += task.read_text().split()
    return found


def _command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


@pytest.fixture(scope="module")
def test_games():
    """The small games of the tests are games of the lab, for the tests of this file and the processes that they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DCF_LAB_GAMES", os.pathsep.join(filter(None, [os.environ.get("DCF_LAB_GAMES", ""), str(TEST_GAMES)])))
        games.__path__.append(str(TEST_GAMES))
        yield
        games.__path__.remove(str(TEST_GAMES))


def _all_games():
    """The names of all games: those of the lab, of DCF_LAB_GAMES, and those that only the tests know."""
    folders = [*map(Path, games.__path__), TEST_GAMES, PACKAGE / "games"]
    return sorted({file.parent.name for folder in folders for file in folder.glob("*/manual.py")})


@pytest.fixture(params=_all_games())
def book(request, test_games):
    """The manual of every game, one after the other."""
    return games.manual(request.param)


@pytest.fixture(scope="session")
def served():
    server = Served("--preheat", "1")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(HOW_TO)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def new_visitor(chromium):
    """A browser of one's own at the lab's door; whatever it complains about, and every address elsewhere, is written down."""
    opened = []

    def visit(url=None, width=1280, height=800, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, accept_downloads=True, **options)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.complaints = []
        context.route(
            lambda address: not _here(address),
            lambda route: (page.complaints.append(f"asked for {route.request.url}"), route.abort()),
        )
        page.on("pageerror", lambda error: page.complaints.append(f"error: {error}"))
        page.on("console", lambda said: page.complaints.append(f"console: {said.text}") if said.type == "error" else None)
        page.on("requestfailed", lambda request: _note_failure(page, request))
        page.on(
            "response", lambda answer: page.complaints.append(f"{answer.status}: {answer.url}") if answer.status >= 400 else None
        )
        opened.append(context)
        if url:
            arrive(page, url)
        return page

    yield visit
    for context in opened:
        context.close()


def _here(address):
    parts = urlsplit(address)
    return parts.scheme in ("data", "blob", "about") or parts.hostname in ("localhost", "127.0.0.1", "::1")


def _note_failure(page, request):
    if "shutdown" not in request.url:  # the farewell of a page that is being left
        page.complaints.append(f"failed: {request.url} {request.failure}")


def arrive(page, url):
    """Go to an address and wait until the lab has opened there."""
    page.goto(url)
    page.wait_for_selector(".dcf .explore, .dcf .start, .dcf .build, .dcf .puzzles, .dcf .learn, .dcf .workshop", timeout=60_000)


@pytest.fixture(scope="module")
def visitor(served, new_visitor):
    """One visitor for the tests of a file: each opens what it needs, and the page must never have complained."""
    page = new_visitor(served.address("explore"))
    yield page
    assert page.complaints == []


def open_inside(page, notebook, query=""):
    """Open another address in the page that is there, as the browser's back and forward buttons do."""
    page.evaluate(
        """([file, query]) => {
            history.pushState(null, "", location.pathname.replace(/[^/]*$/, file + ".ipynb") + query);
            dispatchEvent(new PopStateEvent("popstate"));
        }""",
        [notebook, query],
    )


def open_tab(page, name):
    """Open a tab of the column beside the board."""
    page.click(f'[data-tab="{name}"]')
    page.wait_for_selector(f"#side-panel.{name}")


TABS = ("log", "graph", "rulings", "tree", "lines", "now")


@contextmanager
def another_tab(page, name):
    """With another tab open beside the board for a while; then what was open there is open again."""
    before = page.locator(".tabs [aria-selected=true]").get_attribute("data-tab")
    open_tab(page, name)
    yield
    open_tab(page, before)


# What a visitor does on the explore page


def scene(page, query, tab="now"):
    """A scenario opened afresh, with a tab open beside the board; its parts come one after the other, and all are there."""
    open_inside(page, "index")
    page.wait_for_selector(".dcf .start")
    open_inside(page, "explore", query)
    for part in (".tabs", ".board .player", ".slider"):
        page.wait_for_selector(f".dcf .explore {part}")
    if not page.locator(f"#side-panel.{tab}").count():  # a click would take the focus
        open_tab(page, tab)
    if tab == "now":
        page.wait_for_selector(".dcf .explore .choices")


def moment(page):
    """Where the film stands."""
    return int(page.locator(".slider").input_value())


def events(page):
    """How long the film is."""
    return int(page.locator(".slider").get_attribute("max"))


@contextmanager
def answered(page):
    """What is done here is an answer: it has been taken as soon as the film is another one."""
    before = events(page)
    yield
    page.wait_for_function("before => Number(document.querySelector('.slider').max) !== before", arg=before)


def answer(page, option):
    """Give an answer, and see what came of it."""
    given = page.locator(f'.choices [data-option="{option}"]').first
    first = page.locator(f'.choices [data-pick="{option.split()[1]}"]' if " " in option else ".nothing")
    given.or_(first).first.wait_for()
    with answered(page):
        if not given.count():  # a card first, then its target
            first.click()
        given.click()


def follow_the_script(page):
    """Play what a scenario says, to its end; it is then shown from its first question on."""
    with answered(page):
        page.get_by_role("button", name="Follow the script").click()


def play(page, answers):
    """So many answers, one after the other down the lists, with what was open beside the board open again."""
    with another_tab(page, "now"):
        for number in range(answers):
            options = page.locator(".choices [data-option]:visible")
            page.locator(".choices [data-option], .choices [data-pick]").first.wait_for()
            with answered(page):
                if options.count() == 0:  # first with whom, then where
                    page.locator(".choices [data-pick]").first.click()
                    options.first.wait_for()
                options.nth((number * 7) % options.count()).click()


# What a visitor does with a puzzle


def quiet(page):
    """A puzzle is open, and nothing is being looked for."""
    page.wait_for_selector(".playing .puzzle")
    page.wait_for_function("!document.querySelector('.puzzle[aria-busy]')")


def replied(page):
    """An answer was given: the others have replied, or it was taken back, and the keyboard is at what is asked now."""
    page.wait_for_function("document.activeElement.matches('.choices h2, .now-panel h2')")
    quiet(page)


def try_answer(page, option):
    """Answer in a puzzle, and see what the others say to it."""
    page.click(f'.choices [data-option="{option}"]')
    replied(page)


# What a visitor does on the build page


@pytest.fixture(scope="module")
def builder(served, new_visitor):
    """One visitor of the build page for all tests of a file."""
    page = new_visitor(served.address("build"))
    yield page
    assert page.complaints == []


def new_position(page):
    """A new position on the build page, with nothing open and nothing told."""
    if not page.locator(".build").count():
        open_inside(page, "build")
        page.wait_for_selector(".build")
    for _ in range(2):
        page.keyboard.press("Escape")
    page.evaluate("document.querySelectorAll('.notice button').forEach(one => one.click())")
    page.click('[data-act="new"]')


def looked_at(page):
    """The lab has looked at the draft, and says whether it can be played."""
    page.wait_for_selector(".problems:not([aria-busy])", state="attached")


# Rooms, and a real Redis server


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
