"""A lesson as its presenter shows it: the screen for the projector, the desk and the remote; people take part by sockets."""

import asyncio
import base64
import contextlib
import io
import json
import re
import threading
import zipfile
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from people import Presented, phone
from playwright.sync_api import TimeoutError, expect

pytestmark = pytest.mark.browser

SMALLEST = 20  # pixels of letters on a screen with 1080 lines
MOST_BLANK = 0.25  # of the tiles of 40 pixels: of a single colour

# Every text that is too small or leaves its place, and everything that would have to be scrolled.
UNREADABLE = """(smallest) => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode, element = node.parentElement;
        if (!node.textContent.trim() || element.closest(".hidden-text, .called")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) continue;
        const drawn = element.closest("svg") && element.getScreenCTM();
        const enlarged = drawn ? Math.hypot(drawn.a, drawn.b) : element.currentCSSZoom;
        const size = parseFloat(getComputedStyle(element).fontSize) * enlarged;
        if (size < smallest - 0.05) found.push(`${size.toFixed(1)} px: ${node.textContent}`);
        const cut = box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1 || box.top < -1;
        if (cut) found.push(`cut: ${node.textContent}`);
    }
    for (const element of document.querySelectorAll("body *:not(.hidden-text, .called)")) {
        if (element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0
            && ["hidden", "auto", "scroll", "clip"].includes(getComputedStyle(element).overflowY)) {
            found.push(`to be scrolled: ${element.className.baseVal ?? element.className}`);
        }
    }
    return found;
}"""

BLANK = """async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const { width, height } = image, tile = 40;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    let [all, blank] = [0, 0];
    for (let y = 0; y + tile <= height; y += tile) {
        for (let x = 0; x + tile <= width; x += tile, all++) {
            const rows = Array.from({ length: tile }, (_, n) => pixels.subarray((y + n) * width + x, (y + n) * width + x + tile));
            blank += rows.every((row) => row.every((pixel) => pixel === rows[0][0]));
        }
    }
    return blank / all;
}"""


class Crowd:
    """People in a room, each a socket; they live in a thread of their own, because the browser is waited for in this one."""

    def __init__(self, presented):
        self.presented, self.people = presented, []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def do(self, deed):
        return asyncio.run_coroutine_threadsafe(deed, self.loop).result(30)

    def come(self, number, tables):
        for n in range(number):
            self.people.append(self.do(phone(self.presented, table=n % tables + 1)))

    def predict(self, question, ballot, said):
        """Each says one of these; returns when all of it is kept."""

        async def all_of_them():
            for n, (one, answer) in enumerate(zip(self.people, said, strict=False)):
                await one.say(do="predict", q=question, ballot=ballot, said=[answer], sure=n % 2 == 0, n=n)
            return [(await one.hear("taken", "late", "refused"))["show"] for one, _ in zip(self.people, said, strict=False)]

        assert set(self.do(all_of_them())) == {"taken"}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    presented = Presented(
        "an_attack", "--tables", "2", "--wifi", "Workshop:let:me:in", folder=str(tmp_path_factory.mktemp("room"))
    )
    presented.crowd = Crowd(presented)
    yield presented
    presented.stop()


@pytest.fixture(scope="module")
def screen(room, new_visitor):
    page = new_visitor(width=1920, height=1080, reduced_motion="reduce", color_scheme="light")
    page.clock.install()
    page.goto(room.said["screen"])
    yield page
    assert page.complaints == []


@pytest.fixture(scope="module")
def desk(room, screen, new_visitor):
    page = new_visitor(width=1280, height=800, color_scheme="light")
    page.goto(room.said["desk"])
    yield page
    assert page.complaints == []


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def readable(page, blank_page=None):
    """Nothing on the screen is small or cut off; where it is looked at, little of it is blank."""
    smallest = SMALLEST * page.viewport_size["height"] / 1080
    with contextlib.suppress(TimeoutError):  # then it is told what is wrong
        page.wait_for_function(f"(smallest) => ({UNREADABLE})(smallest).length === 0", arg=smallest)
    assert page.evaluate(UNREADABLE, smallest) == []
    if blank_page is not None:
        picture = base64.b64encode(page.screenshot()).decode()
        assert blank_page.evaluate(BLANK, picture) < MOST_BLANK


def in_the_dark(page):
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("[data-dcf-theme=dark]")
    readable(page)
    assert serious(page) == []
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("[data-dcf-theme=light]")


def small_screens(page):
    """A small projector shows all of it, too."""
    for size in ({"width": 1366, "height": 768}, {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        readable(page)


def serious(page):
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")]


def test_the_lobby_tells_the_way_in_and_who_has_come(room, screen):
    expect(screen.locator(".lobby")).to_contain_text("Nobody has come yet.")
    expect(screen.locator(".lobby .hint")).to_have_count(0)
    screen.clock.fast_forward(61_000)
    expect(screen.locator(".lobby .hint")).to_contain_text("networks keep phones apart")
    room.crowd.come(8, tables=2)
    names = [one.room["you"]["name"] for one in room.crowd.people]
    expect(screen.locator(".came li")).to_have_text(names)
    expect(screen.locator(".lobby .hint")).to_have_count(0)
    expect(screen.locator(".lobby .code")).to_have_text(room.code)
    expect(screen.locator(".lobby .address")).to_have_text(room.door.removeprefix("http://"))
    for n in range(2):  # the Wi-Fi and the room
        box = screen.locator(".lobby .qr").nth(n).bounding_box()
        assert box["width"] >= 500 and box["y"] + box["height"] < 1080 and box["x"] + box["width"] <= 1920
    small_screens(screen)
    assert serious(screen) == []
    in_the_dark(screen)


def test_counts_stay_at_the_desk_until_the_reveal(room, screen, desk, new_visitor):
    blank_page = new_visitor()
    press(desk, "Begin ›")
    expect(screen.locator(".telling")).to_contain_text("comes to The Daily Planet")
    readable(screen, blank_page)
    in_the_dark(screen)
    for _ in range(3):
        desk.keyboard.press("PageDown")
    expect(desk.locator(".room-bar")).to_contain_text("chapter 2/4 · step 1/2")
    expect(desk.locator(".own-notes")).to_contain_text("Vote in silence")
    expect(desk.locator(".next")).to_contain_text("In which order")
    screen.keyboard.press("a")
    expect(screen.locator(".question h2")).to_have_text("How much damage does Batman suffer from this Attack?")

    room.crowd.predict("2.1", 1, "664356")
    expect(screen.locator(".progress")).to_contain_text("6 of 8 have predicted")
    expect(desk.locator(".asking .progress")).to_have_text("6 of 8, 3 sure")
    six = desk.locator(".counts tr", has_text="50 %")
    expect(six).to_contain_text("Master Tactician was overlooked.")
    expect(desk.locator(".advice")).to_contain_text("17% are right: explain")
    expect(desk.locator(".stuck")).to_contain_text("2 have not predicted · at table 1 (1), table 2 (1)")
    expect(screen.locator(".counts, .reasons, .sum")).to_have_count(0)
    readable(screen, blank_page)
    assert serious(screen) == [] == serious(desk)
    in_the_dark(screen)

    screen.keyboard.press("t")
    expect(screen.locator(".progress")).to_contain_text("Talk with your neighbours")
    expect(desk.get_by_role("button", name="Close", exact=True)).to_be_disabled()
    screen.keyboard.press("a")  # again
    expect(desk.locator(".stands")).to_contain_text("The second ballot.")
    room.crowd.predict("2.1", 2, "644444")
    press(desk, "Reveal")
    expect(screen.locator(".telling h2")).to_have_text("It is 4.")
    expect(screen.locator(".counts tr.right")).to_contain_text("5 before 1")
    expect(screen.locator(".counts .bar.first").first).to_be_visible()
    expect(screen.locator(".reasons")).to_contain_text("6 Master Tactician was overlooked.")
    expect(screen.locator(".sum .part")).to_have_count(4)
    expect(screen.locator(".then")).to_contain_text("Three are printed")


def test_the_reveal_draws_what_caused_what_and_an_arrow_to_whom_it_hits(screen, new_visitor):
    expect(screen.locator(".cause-node", has_text="4 damage to Batman")).to_be_visible()
    head = screen.locator(".scene .deed .head").bounding_box()
    batman = screen.locator('.board .tile[data-card="batman"]').bounding_box()
    middle = head["x"] + head["width"] / 2
    assert batman["x"] - 40 <= middle <= batman["x"] + batman["width"] + 40
    assert abs(head["y"] + head["height"] - batman["y"]) < 40
    readable(screen, new_visitor())
    assert serious(screen) == []
    in_the_dark(screen)
    small_screens(screen)


def test_a_twin_has_its_own_cards_and_its_own_answer(room, screen, desk):
    press(desk, "Twin")
    press(desk, "Ask")
    expect(screen.locator(".say")).to_contain_text("Rending Claws")
    expect(screen.locator(".board")).to_contain_text("Rending Claws")
    expect(screen.locator(".counts")).to_have_count(0)
    press(desk, "Reveal")
    expect(screen.locator(".telling h2")).to_have_text("It is 3.")
    expect(screen.locator(".cause-node", has_text="3 damage to Batman")).to_be_visible()
    expect(desk.get_by_role("button", name="Twin", exact=True)).to_be_disabled()


def test_something_else_is_tried_on_everybodys_table_and_then_the_lesson_goes_on(room, screen, desk):
    desk.keyboard.press("PageUp")
    desk.keyboard.press("PageDown")
    expect(screen.locator(".telling h2")).to_have_text("It is 4.")  # where it was, and revealed
    press(desk, "Try something else")
    expect(screen.locator(".telling")).to_contain_text("Something else is tried")
    press(desk, "‹ earlier question")
    expect(desk.locator(".trying h3")).to_contain_text("The Rogue")
    desk.locator(".trying .answers button", has_text="pass").or_(
        desk.locator(".trying .answers button:not([aria-pressed=true])")
    ).first.click()
    assert room.crowd.do(_answered(room.crowd.people[0]))["film"]["events"]
    expect(screen.locator(".board")).to_contain_text("2/6")  # without Enhanced Strength it is 3
    press(desk, "Back to the lesson")
    expect(screen.locator(".telling h2")).to_have_text("It is 4.")
    expect(screen.locator(".board")).to_contain_text("1/6")
    expect(desk.locator(".trying")).to_have_count(0)


async def _answered(one):
    """What a phone hears when something was answered otherwise."""
    while "told" not in (found := await one.hear("branch")):
        pass
    return found


def test_hands_are_counted_where_nobody_has_a_phone(room, screen, desk):
    desk.keyboard.press("PageDown")
    expect(desk.locator(".room-bar")).to_contain_text("chapter 2/4 · step 2/2")
    press(desk, "Next ›")
    press(desk, "Next ›")
    expect(desk.locator(".room-bar")).to_contain_text("chapter 3/4 · step 2/3")
    press(desk, "Ask")
    press(desk, "Hands")
    form = desk.locator(".hands")
    form.get_by_label("Use Primal Drive of Cheetah").fill("5")
    form.get_by_label("Attack Batman").fill("7")
    press(desk, "Count them")
    expect(screen.locator(".progress")).to_contain_text("12 of 12 have predicted")
    expect(desk.locator(".advice")).to_contain_text("42% are right: let them talk")
    screen.keyboard.press("c")
    expect(desk.get_by_role("button", name="Let them talk")).to_have_class(re.compile("primary"))
    screen.keyboard.press("r")
    expect(screen.locator(".counts tr.right")).to_contain_text("5")
    expect(screen.locator(".reasons")).to_contain_text("With Enhanced Strength that is 3 and 3")
    readable(screen)


def test_a_poll_shows_where_the_courses_part(screen, desk):
    desk.keyboard.press("PageDown")
    expect(desk.locator(".room-bar")).to_contain_text("step 3/3")
    screen.keyboard.press("r")
    expect(screen.locator(".of-readings")).to_contain_text("Nothing of this lesson would have happened")
    expect(screen.locator(".of-readings .ours")).to_contain_text("the lab's reading")
    readable(screen)


def test_black_pace_door_and_whoever_is_removed(room, screen, desk):
    screen.keyboard.press("b")
    expect(screen.locator(".black")).to_be_visible()
    expect(desk.get_by_role("button", name="Black", exact=True)).to_have_attribute("aria-pressed", "true")
    press(desk, "Black")
    expect(screen.locator(".screen-page")).to_be_visible()
    pace = desk.get_by_label("Pace")
    expect(pace).to_have_value("together")
    pace.select_option("own")
    expect(pace).to_have_value("own")
    pace.select_option("together")
    press(desk, "Close the door")
    expect(desk.locator(".who")).to_contain_text("door closed")
    press(desk, "Let them explore")
    expect(desk.get_by_role("button", name="Let them explore")).to_have_attribute("aria-pressed", "true")
    expect(desk.locator(".clock")).to_contain_text("of 30:00")
    one, other = room.crowd.people[-2:]
    one.leave()
    expect(desk.locator(".who")).to_contain_text("7 here · 1 lost contact")
    desk.locator(".people summary").click()
    press(desk, f"Remove {other.room['you']['name']}")
    assert room.crowd.do(other.closed()) == 4010
    expect(desk.locator(".people li")).to_have_count(7)
    expect(desk.locator(".who")).to_contain_text("6 here · 1 lost contact")


def test_the_remote_has_two_big_buttons_and_the_notes(room, screen, new_visitor):
    remote = new_visitor(width=390, height=844)
    remote.goto(room.said["remote"])
    press(remote, "Next ›")
    expect(remote.locator(".own-notes")).to_contain_text("Both Heroes are exhausted.")
    expect(screen.locator(".telling")).to_contain_text("Two Hero players now.")
    press(remote, "Next ›")
    press(remote, "Ask")
    expect(screen.locator(".question h2")).to_contain_text("Which of these may react?")
    press(remote, "Close")
    for button in remote.locator("button.big").all():
        assert button.bounding_box()["height"] > 120
    assert remote.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert serious(remote) == []
    press(remote, "Reveal")
    expect(screen.locator(".of-lines path.line").first).to_be_visible()
    readable(screen)
    assert remote.complaints == []


def test_results_are_saved_and_the_workshop_ends(room, screen, desk):
    press(desk, "Results")
    with desk.expect_download() as saved:
        press(desk, "All predictions")
    text = Path(saved.value.path()).read_text()
    assert text.startswith("chapter,step,question") and text.count("\n") == 13  # the one who was removed had predicted nothing
    with desk.expect_download() as saved:
        press(desk, "JSON")
    confused = json.loads(Path(saved.value.path()).read_text())["confusion"]
    assert {"6", "attack Batman"} <= {row["said"] for row in confused}  # on phones, and by hands
    expect(desk.locator(".results")).to_contain_text("To repeat")
    assert serious(desk) == []
    press(desk, "End the workshop …")
    with desk.expect_download() as saved:
        press(desk, "End the workshop")
    assert saved.value.suggested_filename == f"{room.code}.zip"
    with zipfile.ZipFile(io.BytesIO(Path(saved.value.path()).read_bytes())) as pack:
        assert set(pack.namelist()) == {"said.csv", "rules.csv", "confusion.csv", "results.json"}
    for page in (screen, desk):
        expect(page.locator(".closed")).to_contain_text("The workshop is over.")
    assert room.process.wait(20) == 0
