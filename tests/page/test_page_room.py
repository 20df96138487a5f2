"""A workshop in real browsers: phones come in, predict, talk, look around and go home, whatever happens to their room."""

import gzip
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from people import Crowd, Presented
from playwright.sync_api import expect

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.room.pages import asset, html_page
from dcf_lab.room.presenting import find_lesson
from dcf_lab.room.results import Results
from dcf_lab.room.store import SqliteStore

pytestmark = pytest.mark.browser

LESSON = "an_attack"
ARRIVING = 60_000  # milliseconds in which a page opens, however busy the machine is
ALL_BY_HAND = {"yes or no": ["no"], "number": ["6"], "some": []}  # what everybody else says


def say(ask):
    keys = [option["key"] for option in ask["options"]]
    return ALL_BY_HAND.get(ask["form"], keys if ask["form"] == "order" else keys[:1])


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def join(page, room):
    page.goto(f"{room.door}/{room.code}")
    expect(page.locator(".me")).not_to_be_empty(timeout=ARRIVING)
    return page


def send(page, said):
    page.click(".send")
    expect(page.locator(".in.taken")).to_have_text(f"in: {said}; may be changed")


class Cut:
    """The connection of a page, which can be cut and mended."""

    def __init__(self, page):
        self.cut, self.open = False, []
        page.route_web_socket(re.compile("/socket$"), self._connect)

    def _connect(self, socket):
        if self.cut:
            socket.close(code=1001)
            return
        socket.connect_to_server()
        self.open.append(socket)

    def __enter__(self):
        self.cut = True
        for socket in self.open:
            socket.close(code=1001)

    def __exit__(self, *_):
        self.cut = False


def test_a_workshop_from_the_door_to_the_handout(new_visitor):
    """A presenter with screen and desk, two phones and 18 more people go through a whole lesson, and the room is killed."""
    room = Presented(LESSON)
    crowd = Crowd(room)
    one, late = (new_visitor(width=390, height=844) for _ in range(2))
    screen, desk = new_visitor(width=1920, height=1080), new_visitor()
    line = Cut(one)
    crowd.join(18)

    # at the door: a wrong code is told
    one.goto(f"{room.door}/")
    one.fill("[name=code]", "BBBBB" if room.code != "BBBBB" else "CCCCC")
    button(one, "Join").click()
    expect(one.get_by_text("There is no room with this code")).to_be_visible()
    one.fill("[name=code]", room.code.lower())
    button(one, "Join").click()
    expect(one.locator(".me")).not_to_be_empty(timeout=ARRIVING)
    name = one.locator(".me").text_content()
    screen.goto(f"{room.inside}/screen#{room.key}")
    expect(screen.get_by_text(room.code).first).to_be_visible(timeout=ARRIVING)
    desk.goto(f"{room.inside}/desk#{room.key}")
    expect(desk.locator("header").first).to_contain_text("An Attack", timeout=ARRIVING)

    # the first question, on a connection that is cut while the answer is given
    crowd.desk("go", chapter=0, step=1)
    crowd.desk("ask")
    expect(one.locator(".yes-no-form")).to_be_visible()
    with line:
        expect(one.locator(".banner")).to_contain_text("The connection is lost")
        one.get_by_label("Yes", exact=True).check()
        one.click(".send")
        expect(one.locator(".in")).to_contain_text("on its way: Yes")
    expect(one.locator(".in.taken")).to_have_text("in: Yes; may be changed")
    expect(one.locator(".banner")).to_have_count(0)
    crowd.predict(say)
    crowd.desk("reveal")
    expect(one.locator(".revealed")).to_contain_text("You said Yes: not quite.")

    # who comes late, and who loads the page again, comes to the right place
    crowd.desk("go", chapter=1, step=0)
    crowd.desk("ask")
    join(late, room)
    for digit in "16":
        button(late, digit).click()
    button(late, "Take back").click()
    button(late, "Take back").click()
    button(late, "6").click()
    late.get_by_label("I am guessing").check()
    send(late, "6")
    late.reload()
    expect(late.locator(".in.taken")).to_have_text("in: 6; may be changed")
    expect(late.get_by_label("I am guessing")).to_be_checked()
    button(one, "6").click()
    send(one, "6")
    crowd.predict(say)

    # the room is killed, and comes back with everything that was confirmed; so do the phones, by themselves
    room.kill()
    expect(one.locator(".banner")).to_contain_text("The connection is lost")
    room = Presented(LESSON, "--code", room.code, folder=room.folder, port=room.port)
    crowd.open(room)
    for page in (one, late):
        expect(page.locator(".banner")).to_have_count(0, timeout=ARRIVING)
        expect(page.locator(".in.taken")).to_have_text("in: 6; may be changed")
    assert one.locator(".me").text_content() == name
    assert crowd.asked()["tally"]["counts"] == {"6": 20}
    for page, role in ((desk, "desk"), (screen, "screen")):
        page.goto(f"{room.inside}/{role}#{room.key}")
        expect(page.get_by_text("How much damage").first).to_be_visible(timeout=ARRIVING)

    # talk, the second ballot, the answer
    crowd.desk("talk")
    expect(one.get_by_text("Talk with your neighbours")).to_be_visible()
    crowd.desk("again")
    expect(one.get_by_text("has talking changed your mind?")).to_be_visible()
    button(one, "Take back").click()
    button(one, "4").click()
    send(one, "4")
    crowd.predict(say)
    crowd.desk("reveal")
    expect(one.locator(".revealed")).to_contain_text("It is 4.")
    expect(one.locator(".revealed")).to_contain_text("You said 4: right.")
    expect(late.locator(".revealed .reasons").first).to_contain_text("Master Tactician was overlooked.")
    expect(one.locator(".sum")).to_contain_text("printed on Cheetah")
    expect(screen.get_by_text("It is 4.").first).to_be_visible()
    expect(desk.get_by_text("It is 4.").first).to_be_visible()

    # looking around: nobody is moved, and a question calls
    one.locator(".because button").first.click()
    expect(one.get_by_role("switch")).not_to_be_checked()
    crowd.desk("go", chapter=1, step=1)
    crowd.desk("ask")
    expect(one.locator(".banner.calls")).to_be_visible()
    expect(one.locator(".revealed h2")).to_have_text("It is 4.")
    button(one, "Go to it").click()
    button(one, "Later").first.click()
    one.click(".send")
    expect(one.locator(".in.taken")).to_contain_text("; may be changed")
    crowd.predict(say)
    crowd.desk("reveal")
    expect(one.locator(".revealed")).to_be_visible()

    # something else: alone, then with everybody
    crowd.desk("look")
    button(one, "Explore from here").click()
    one.locator(".own-answers button").first.click()
    expect(one.locator(".own-branch .happened li").first).to_be_visible()
    expect(late.locator(".own-branch")).to_have_count(0)
    button(one, "Back to the lesson").click()
    film = crowd.desk("try")["film"]
    asked = film["decisions"][-1]
    crowd.desk("try", deed={"do": "answer", "node": asked["node"], "option": asked["options"][0]})
    expect(late.get_by_text("The presenter tries something else.")).to_be_visible()
    late.reload()
    expect(late.get_by_text("The presenter tries something else.")).to_be_visible()
    crowd.desk("back")
    expect(late.get_by_text("The presenter tries something else.")).to_have_count(0)

    # the rest of the lesson
    lesson = compile_lesson(read_lesson(find_lesson(LESSON)))
    rest = [(chapter, step) for chapter, part in enumerate(lesson.parts[2:], 2) for step in range(len(part.steps))]
    for chapter, step in [(0, 2), *rest]:
        crowd.desk("go", chapter=chapter, step=step)
        if lesson.parts[chapter].steps[step].question is not None:
            crowd.desk("ask")
            crowd.predict(say)
            crowd.desk("reveal")

    # what came of it, and the end
    store = SqliteStore(room.file)
    results = Results(lesson, store.people(room.code), store.said(room.code))
    store.close()
    assert len(results.names) == 20 and results.tables()["said.csv"].count(f",{name},") == 4
    assert any(row["why"] == "Master Tactician was overlooked." and row["times"] == 38 for row in results.confusion())
    crowd.desk("end")
    expect(one.get_by_text("The workshop is over.")).to_be_visible()
    expect(one.locator(".mine")).to_contain_text("To look at again")
    with one.expect_download() as kept:
        one.get_by_text("The handout, to keep").click()
    assert "An Attack" in kept.value.path().read_text(encoding="utf-8")
    one.locator(".practice label.answer").first.click()
    button(one, "That is my answer").click()
    expect(one.locator(".practice .revealed")).to_be_visible()
    room.stop()
    assert [said for page in (one, late) for said in page.complaints if said.startswith("error")] == []
    crowd.leave()


def test_everybody_goes_their_own_pace(new_visitor):
    room = Presented(LESSON, "--tables", "4")
    crowd, page = Crowd(room), join(new_visitor(width=320, height=700), room)
    button(page, "3").click()
    expect(page.locator(".seat")).to_have_count(0)
    assert crowd.asked()["people"][0]["table"] == 3
    crowd.desk("go", chapter=0, step=2)

    crowd.desk("pace", pace="up to here")
    button(page, "The step before").click()
    expect(page.get_by_text("step 2 of 3")).to_be_visible()
    expect(page.get_by_role("switch")).not_to_be_checked()
    page.get_by_role("switch").check()
    expect(page.get_by_text("step 3 of 3")).to_be_visible()

    crowd.desk("pace", pace="own")
    expect(page.get_by_text("at your own pace")).to_be_visible()
    while not page.locator(".yes-no-form").count():  # the first question that nobody has answered
        button(page, "The step before" if page.get_by_text("step 3 of 3").count() else "The next step").click()
        page.wait_for_selector(".yes-no-form")
    expect(button(page, "The next step")).to_be_disabled()
    page.get_by_label("No", exact=True).check()
    page.click(".send")
    expect(page.locator(".revealed")).to_be_visible()
    button(page, "The next step").click()
    page.locator(".some-form label").first.click()
    page.reload()
    expect(page.locator(".some-form")).to_be_visible()
    crowd.desk("pace", pace="together")
    expect(page.get_by_role("switch")).to_be_checked()
    button(page, "My rules").click()
    button(page, "Forget me").click()
    button(page, "Yes, forget me").click()
    expect(page.get_by_text("You are forgotten")).to_be_visible()
    assert crowd.asked()["people"] == [] and page.complaints == []
    crowd.leave()
    room.stop()


def test_a_phone_can_be_read_by_everybody(new_visitor):
    """Axe finds nothing serious, nothing is cut off, and whatever is pressed is large, in the light and in the dark."""
    room = Presented(LESSON)
    crowd = Crowd(room)
    light = join(new_visitor(width=390, height=844), room)
    dark = join(new_visitor(width=320, height=640, color_scheme="dark"), room)
    phones = (light, dark)

    def look(state):
        for page in phones:
            expect(page.locator(state).first).to_be_visible()
            found = Axe().run(page).response["violations"]
            serious = [(one["id"], one["nodes"][0]["html"][:90]) for one in found if one["impact"] in ("serious", "critical")]
            assert serious == [] and page.evaluate(TOO_SMALL) == [], state
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state

    def press(name):
        for page in phones:
            button(page, name).click()

    crowd.desk("look")
    for chapter, step, form in ((0, 1, ".yes-no-form"), (1, 0, ".number-form"), (1, 1, ".order-form"), (3, 1, ".some-form")):
        crowd.desk("go", chapter=chapter, step=step)
        crowd.desk("ask")
        look(form)
    press("That is my answer")
    for page in phones:
        expect(page.locator(".in.taken")).to_be_visible()
    crowd.desk("reveal")
    look(".revealed")
    press("Explore from here")
    look(".own-branch")
    press("Back to the lesson")
    light.locator(".say .card-name").first.click()
    expect(light.get_by_role("dialog")).to_contain_text("Cheetah")
    light.keyboard.press("Escape")
    expect(light.get_by_role("dialog")).to_have_count(0)
    crowd.desk("end")
    look(".practice")
    assert light.complaints == [] and dark.complaints == []
    crowd.leave()
    room.stop()


TOO_SMALL = """() => [...document.querySelectorAll('.phone-page :is(button, select, summary, input, a), .card-dialog button')]
    .filter((one) => one.checkVisibility() && !one.closest('.board') && !one.matches('p .in-text'))
    .filter((one) => {
        const box = (one.closest('label') ?? one).getBoundingClientRect();
        return box.height < (one.matches('.in-text') ? 24 : 43.5) || box.width < 43.5;
    }).map((one) => one.outerHTML.slice(0, 90))"""


def test_the_page_of_a_phone_is_small():
    files = [asset("phone.js")[1], asset("phone.css")[1], html_page("phone")]

    assert sum(len(gzip.compress(text.encode(), 6)) for text in files) < 45_000
