"""What a page does when something breaks, and what it refuses to strangers."""

import asyncio
import base64
import json
import os
import re
import signal
import uuid
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import TABS, Served, answered, arrive, open_inside, open_tab
from playwright.sync_api import expect
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
E06 = "?scenario=rulebook/e06"
ACTIVATE = '.choices [data-option="activate cheetah at the_daily_planet"]'


def in_a_loop(coroutine):
    """Run in a thread of its own: the browser's driver has a loop running here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def dismiss_notices(page):
    """What an earlier scene was told is no answer to this one."""
    page.evaluate("document.querySelectorAll('.notice button').forEach((one) => one.click())")
    page.wait_for_selector(".notice", state="detached")


def fetch(url, **options):
    async def go():
        return await AsyncHTTPClient().fetch(url, raise_error=False, request_timeout=60, **options)

    return in_a_loop(go())


# what breaks


def test_a_killed_kernel_is_told_and_the_position_is_found_again(new_visitor):
    served = Served("--preheat", "0")
    try:
        page = new_visitor(served.address("explore", E06))
        page.click(ACTIVATE)
        page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')
        page.wait_for_function(
            "JSON.parse(sessionStorage['dcf_lab.here'] ?? '{}').record?.includes('\"option\":\"activate cheetah')"
        )
        for kernel in served.kernels():
            os.kill(kernel, signal.SIGKILL)
        page.wait_for_selector(".banner", timeout=30_000)

        page.keyboard.press("Home")
        assert page.locator(".slider").input_value() == "0"  # what is there can still be stepped through
        page.click(".banner button")
        page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]', timeout=30_000)
    finally:
        served.stop()


def test_a_lost_connection_is_told_and_comes_back(served, new_visitor):
    page = new_visitor(served.address("explore", E06))
    # the cable is cut: Chromium keeps sockets to its own machine open even when it is set offline, so nothing is let through
    page.evaluate("() => { window.send = WebSocket.prototype.send; WebSocket.prototype.send = function () {}; }")
    page.wait_for_selector(".banner", timeout=30_000)
    page.evaluate("() => { WebSocket.prototype.send = window.send; }")
    page.wait_for_selector(".banner", state="detached", timeout=30_000)

    page.click(ACTIVATE)
    page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')


def test_an_error_in_the_engine_is_told_and_the_page_goes_on(served, new_visitor):
    page = new_visitor(served.address("explore", E06))
    page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (data) {  // a message that no page of ours would send
                const bytes = new Uint8Array(data), at = String.fromCharCode(...bytes).indexOf('"do":"answer"');
                if (at >= 0) {
                    bytes.set(new TextEncoder().encode('"do":[123456]'), at);
                    WebSocket.prototype.send = send;
                }
                return send.call(this, data);
            };
        }"""
    )
    page.click(ACTIVATE)
    page.wait_for_selector(".notice.error")

    expect(page.locator(".notice.error")).to_contain_text("Something went wrong in the lab")
    page.click(ACTIVATE)
    page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')


def test_closing_a_page_ends_its_kernel(new_visitor):
    served = Served("--preheat", "0")
    try:
        page = new_visitor(served.address("explore"))
        assert len(served.kernels()) == 1
        other = page.context.new_page()  # the browser stays, and goes on sending what the page has left it to send
        page.close(run_before_unload=True)
        for _ in range(100):
            if not served.kernels():
                break
            other.wait_for_timeout(100)
        assert served.kernels() == []
    finally:
        served.stop()


# links


@pytest.mark.parametrize(
    "query",
    [
        "?s=rubbish",
        "?s=" + base64.urlsafe_b64encode(zlib.compress(b"[1" + b" " * 10_000_000 + b"]")).decode().rstrip("="),
        "?s=" + base64.urlsafe_b64encode(zlib.compress(b"[" * 100_000)).decode().rstrip("="),
        "?s=" + base64.urlsafe_b64encode(zlib.compress(json.dumps([1, EVIL, {}, 0, "", []]).encode())).decode().rstrip("="),
        "?scenario=rulebook/e99",
        "?scenario=../../../../etc/passwd",
        "?scenario=/etc/passwd",
        "?scenario=" + EVIL,
        "?scenario=%00",
        "?start=standard&players=99",
    ],
)
def test_a_broken_or_hostile_link_shows_a_sentence_and_the_start_page(visitor, query):
    open_inside(visitor, "index")
    visitor.wait_for_selector(".dcf .start")
    dismiss_notices(visitor)
    open_inside(visitor, "explore", query)
    visitor.wait_for_selector(".notice.refused")

    expect(visitor.locator(".dcf .start")).to_have_count(1)
    told = visitor.locator(".notice.refused").first.inner_text()
    assert 20 < len(told) < 600 and "Traceback" not in told and "root:" not in told
    assert visitor.evaluate("window.hacked") is None and visitor.locator(".notice img").count() == 0


def test_a_link_opens_the_very_position(served, visitor, new_visitor):
    open_inside(visitor, "explore", E06)
    visitor.wait_for_selector(ACTIVATE)
    visitor.click(ACTIVATE)
    visitor.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')
    visitor.get_by_role("button", name="Copy link").click()
    link = visitor.locator(".link-shown input").input_value()

    assert "?s=" in link
    other = new_visitor(link)
    other.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')
    expect(other.locator(".slider")).to_have_attribute("max", visitor.locator(".slider").get_attribute("max"))
    assert other.complaints == []


def test_a_link_at_the_front_door_opens_too(served, new_visitor):
    page = new_visitor()
    arrive(page, f"{served.url}/{E06}")

    assert page.locator(".bar h1").inner_text() == "Six would have knocked him out"


# uploads


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("large.toml", b"# " + b"x" * 1_100_000),
        ("binary.toml", b"\x00\x01\x02" * 50),
        ("nested.json", b"[" * 200_000),
        ("nested.toml", b"a = " + b"[" * 50_000),
        ("dots.toml", b".".join([b"a"] * 20_000) + b" = 1"),
        ("no_scenario.toml", b"[table]\nphase = 'never'\n"),
        ("record.json", json.dumps({"dcf_lab": 1, "scenario": "title = 'x'", "packs": ["../../etc"]}).encode()),
        ("evil.toml", f'title = "{EVIL}"\nnonsense = "{EVIL}"\n'.encode()),
    ],
)
def test_a_bad_upload_is_refused_with_a_sentence_and_nothing_is_lost(visitor, name, content):
    open_inside(visitor, "explore", E06)
    visitor.wait_for_selector(ACTIVATE)
    dismiss_notices(visitor)
    visitor.set_input_files(".menu input[type=file]", {"name": name, "mimeType": "text/plain", "buffer": content})
    visitor.wait_for_selector(".notice.refused")

    expect(visitor.locator(".bar h1")).to_have_text("Six would have knocked him out")
    expect(visitor.locator(ACTIVATE)).to_have_count(1)
    assert visitor.evaluate("window.hacked") is None


def test_a_saved_game_can_be_opened_again(visitor, tmp_path):
    open_inside(visitor, "explore", E06)
    visitor.wait_for_selector(ACTIVATE)
    visitor.click(ACTIVATE)
    visitor.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')
    visitor.click(".menu:not(.players) summary")
    with visitor.expect_download() as saving:
        visitor.get_by_role("button", name="Save the game").click()
    saving.value.save_as(tmp_path / "record.json")
    open_inside(visitor, "explore", "?start=first+game&seed=1")
    visitor.wait_for_function("document.querySelector('.bar h1').innerText === 'First game'")

    visitor.set_input_files(".menu input[type=file]", tmp_path / "record.json")
    visitor.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')


def test_a_file_can_be_opened_on_the_start_page(served, new_visitor):
    page = new_visitor(served.address("index"))
    file = {"name": "mine.toml", "mimeType": "text/plain", "buffer": b'title = "Mine"\nstart = "first game"\n'}
    page.set_input_files(".open-file input", file)
    page.wait_for_selector(".explore .choices .option")

    assert page.locator(".bar h1").inner_text() == "Mine" and page.complaints == []


def test_what_the_browser_kept_may_be_damaged(served, new_visitor):
    page = new_visitor()
    page.add_init_script("for (const key of ['here', 'continue', 'library', 'draft']) "
                         "for (const store of [localStorage, sessionStorage]) store[`dcf_lab.${key}`] = '{damaged';")  # fmt: skip
    for notebook, query in (("index", ""), ("explore", E06), ("explore", "?continue=1"), ("build", "")):
        arrive(page, served.address(notebook, query))
    assert page.complaints == []


# strangers


def test_names_from_packs_scenarios_and_visitors_are_text_and_nothing_else(new_visitor, tmp_path):
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "cards.toml").write_text(f'[cheetah]\nname = "{EVIL}"\ntext = "{EVIL}"\n')
    (tmp_path / "scenes").mkdir()
    text = f'title = "{EVIL}"\nsummary = "{EVIL}"\nsource = "{EVIL}"\ntags = ["{EVIL}"]\nstart = "first game"\nseed = 7\n'
    (tmp_path / "scenes" / "evil.toml").write_text(text)
    served = Served("--preheat", "0", "--pack", str(tmp_path / "pack"), "--scenarios", str(tmp_path / "scenes"))
    try:
        page = new_visitor(served.address("explore", "?scenario=own/evil"))
        assert page.locator(".bar h1").inner_text() == EVIL
        page.click('.tile[data-card="cheetah"]')
        expect(page.locator(".card-view")).to_contain_text(EVIL)
        page.keyboard.press("Escape")
        for tab in TABS:
            open_tab(page, tab)
        with answered(page):
            page.locator(".choices .option").last.click()
        open_inside(page, "index")
        page.wait_for_selector(".dcf .start")
        page.locator(".dcf .start input[type=search]").fill("hacked")
        page.locator(".library .cards > li", has_text=EVIL).first.wait_for()
        assert page.evaluate("window.hacked") is None
        assert page.locator(".dcf img, .dcf script").count() == 0
        assert page.complaints == []
    finally:
        served.stop()


def test_no_file_and_no_listing_is_served(served):
    for path in (
        "/voila/files/explore.ipynb", "/voila/files/../pyproject.toml", "/voila/files/%2e%2e/%2e%2e/etc/passwd",
        "/voila/render/../pyproject.toml", "/voila/render/%2e%2e/README.md", "/voila/static/../../../../etc/passwd",
        "/voila/templates/dcf/../../../../../cli.py", "/voila/tree", "/voila/tree/", "/voila/api/contents",
        "/api/kernels", "/api/contents",
        "/voila/render/missing.ipynb",
    ):  # fmt: skip
        answer = fetch(served.url + path, follow_redirects=False)
        assert answer.code >= 300, path
        assert b"root:" not in answer.body and b"import argparse" not in answer.body and b"nbformat" not in answer.body


def test_a_visitor_cannot_run_code(served, tmp_path):
    """The kernel's socket takes the widget's messages and drops every request to execute, complete or inspect."""
    target = tmp_path / "written"

    async def attack():
        page = (await AsyncHTTPClient().fetch(served.address("explore"), request_timeout=60)).body.decode()
        kernel = re.search(r'"kernelId": ?"([0-9a-f-]+)"', page)[1]
        address = f"{served.url.replace('http', 'ws')}/api/kernels/{kernel}/channels"
        socket = await websocket_connect(f"{address}?session_id=attack")
        code = f"open({str(target)!r}, 'w').write('x')"
        for kind, content in (
            ("execute_request", {"code": code, "silent": False}),
            ("complete_request", {"code": "impor", "cursor_pos": 5}),
            ("inspect_request", {"code": "open", "cursor_pos": 4}),
            ("kernel_info_request", {}),
        ):
            header = {"msg_id": kind, "msg_type": kind, "session": uuid.uuid4().hex, "username": "", "version": "5.3", "date": ""}
            message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
            await socket.write_message(json.dumps(message))
        seen = []
        while True:
            message = json.loads(await asyncio.wait_for(socket.read_message(), 20))
            seen.append(message["msg_type"])
            if message["msg_type"] == "kernel_info_reply":
                break
        strange = HTTPRequest(address, headers={"Origin": "http://elsewhere.example"})
        with pytest.raises(Exception, match="403"):
            await websocket_connect(strange)
        return seen

    seen = in_a_loop(attack())

    assert "kernel_info_reply" in seen and not {"execute_reply", "complete_reply", "inspect_reply"} & set(seen)
    assert not target.exists()


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200),  # a link elsewhere
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
        ({"Host": "elsewhere.example"}, 403),  # its own name for this machine's address
    ],
)
def test_another_site_can_link_here_and_no_more(served, headers, code):
    """Else any page on the web could start engines here by the dozen, or read what lies on a visitor's own shelf."""
    assert fetch(served.address("index"), headers=headers).code == code


def test_the_page_does_not_show_the_code_of_its_notebook(served):
    body = fetch(served.address("explore")).body.decode()

    assert "dcf_lab.lab.app import" not in body
