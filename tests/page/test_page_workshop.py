"""The workshop in the browser: a lesson is read without knowing the answers, a room is opened and ended, a handout is made."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import Served, arrive
from folders import SCENARIOS
from playwright.sync_api import expect
from test_page_everywhere import engine_words, serious, too_wide
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

pytestmark = pytest.mark.browser

LESSON = "dc_forever/lessons/an_attack"
FILE = SCENARIOS / "lessons" / "an_attack.toml"
REASON = "There is no Scheme at The Daily Planet"  # why she may not threaten
THEN = "an Attack only needs somebody to hit"


@pytest.fixture(scope="module")
def own_lab(tmp_path_factory):
    """A lab whose rooms are kept in a folder of the test's own."""
    lab = Served("--preheat", "0", env={"XDG_DATA_HOME": str(tmp_path_factory.mktemp("data"))})
    yield lab
    lab.stop()


@pytest.fixture(scope="module")
def reader(own_lab, new_visitor):
    page = new_visitor()
    page.told = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: page.told.append(str(data))))
    arrive(page, own_lab.address("workshop"))
    yield page
    assert page.complaints == []


def shelf(page):
    page.click(".workshop .parts a:has-text('Lessons')")
    page.wait_for_selector(".workshop .lesson")


def well_shown(page):
    """Nothing sticks out, nothing sounds like a program, everybody can use it."""
    assert too_wide(page) == [] and engine_words(page) == [] and serious(page) == []


def test_a_reader_predicts_wrong_and_is_told_why_and_not_before(reader):
    reader.click(f'[data-lesson="{LESSON}"] a.primary')
    reader.click(".lesson-page .walk .primary")
    expect(reader.locator(".question h3")).to_contain_text("May she Threaten?")
    expect(reader.locator(".walk .primary")).to_be_disabled()
    before = "".join(reader.told)
    assert "May she Threaten?" in before and REASON not in before and THEN not in before
    reader.click(".yes-no-form label:has-text('Yes')")
    reader.click(".send")

    expect(reader.locator(".revealed.was-wrong .reasons")).to_contain_text(REASON)
    expect(reader.locator(".then")).to_contain_text(THEN)
    well_shown(reader)
    arrive(reader, reader.url)
    expect(reader.locator(".revealed.was-wrong .reasons")).to_contain_text(REASON)


def test_a_number_is_typed_its_sum_and_causes_are_shown_and_it_is_practised_with_other_cards(reader):
    reader.click(".walk .primary")
    reader.click(".tell-me")
    reader.click(".walk .primary:enabled")
    reader.wait_for_selector(".question .number-form")
    expect(reader.locator(".looked-at")).to_contain_text("Master Tactician")
    before = int(reader.locator(".film-steps input").get_attribute("max"))
    reader.keyboard.press("6")
    expect(reader.locator(".number-form .typed")).to_have_text("6")
    reader.click(".send")
    expect(reader.locator(".revealed .sum .total")).to_contain_text("4")
    expect(reader.locator(".panel-shown .cause-frame")).to_contain_text("4 damage")
    assert int(reader.locator(".film-steps input").get_attribute("max")) > before
    reader.click(".because li:first-child button")
    expect(reader.locator(".happens")).to_contain_text("declares an Attack")
    reader.click(".panel-names button:has-text('Timelines')")
    reader.wait_for_selector(".panel-shown .main-svg")
    reader.click(".practise")

    expect(reader.locator(".looked-at")).to_contain_text("Rending Claws")
    expect(reader.locator(".question .number-form")).to_be_visible()
    reader.click(".walk button:has-text('Back to the lesson')")
    expect(reader.locator(".revealed .sum .total")).to_contain_text("4")
    shelf(reader)
    expect(reader.locator(f'[data-lesson="{LESSON}"] .how-far')).to_contain_text("3 of 7 answered")


def test_at_the_end_a_reader_sees_what_to_look_at_again(reader):
    shelf(reader)
    reader.click(f'[data-lesson="{LESSON}"] a.primary')
    reader.click(".chapters li:last-child button")
    expect(reader.locator(".lesson-page h2").first).to_have_text("Who can answer?")
    reader.click(".walk .primary")
    reader.click(".tell-me")

    expect(reader.locator(".lesson-score")).to_contain_text("0 of 6 questions right")
    expect(reader.locator(".lesson-score .about")).to_contain_text("Threaten needs a Scheme")
    well_shown(reader)


async def joined(address):
    door, _, code = address.rpartition("/")
    socket = await websocket_connect(HTTPRequest(f"{door.replace('http', 'ws', 1)}/socket"))
    await socket.write_message(json.dumps({"do": "hello", "code": code}))
    return json.loads(await socket.read_message())["show"]


def test_a_room_is_opened_somebody_joins_a_reload_keeps_it_and_it_is_ended(reader):
    shelf(reader)
    reader.click(f'[data-lesson="{LESSON}"] [data-deed="room"]')
    well_shown(reader)
    reader.click(".room-wanted .primary")
    reader.wait_for_selector('.room-card[data-state="open"]')
    code = reader.inner_text(".room-code b")
    well_shown(reader)
    with ThreadPoolExecutor(1) as aside:  # the browser has this thread's loop
        address = reader.locator(".room-card dd a").last.get_attribute("href")
        assert address.endswith(code) and aside.submit(asyncio.run, joined(address)).result() == "room"
    assert "#" in reader.get_attribute(".room-card dd a.primary", "href")
    arrive(reader, reader.url)
    expect(reader.locator(".room-code b")).to_have_text(code)
    reader.click(".end-room")

    reader.wait_for_selector('.room-card[data-state="ended"]')
    expect(reader.locator(f'.past [data-code="{code}"]')).to_be_visible()


def test_a_handout_is_made_and_downloaded(reader):
    shelf(reader)
    reader.click(f'[data-lesson="{LESSON}"] [data-deed="handout"]')
    reader.check("text=small, to be sent by mail")
    well_shown(reader)
    with reader.expect_download() as coming:
        reader.click(".handout-wanted .primary")

    assert coming.value.suggested_filename == "an_attack.html"
    assert "How much does it hurt?" in coming.value.path().read_text()
    expect(reader.locator(".handout-wanted")).to_have_count(0)


def test_a_lesson_file_with_a_mistake_is_refused_with_its_line_and_a_good_one_is_read(reader, tmp_path):
    text = FILE.read_text()
    line = next(n for n, row in enumerate(text.splitlines(), 1) if 'right = "no"' in row)
    (tmp_path / "mine.toml").write_text(text.replace('right = "no"', 'right = "yes"', 1))
    reader.set_input_files(".own-file input", tmp_path / "mine.toml")
    expect(reader.locator(".lesson-problems")).to_contain_text(f"mine.toml:{line}: right:")
    (tmp_path / "mine.toml").write_text(text)
    reader.set_input_files(".own-file input", tmp_path / "mine.toml")

    expect(reader.locator(".lesson-page h2").first).to_have_text("What may she do?")
    assert reader.url.endswith("lesson=uploaded")
