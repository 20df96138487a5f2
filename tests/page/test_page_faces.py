"""How the pages look: cards as cards, a light and a dark theme, paper, phones, and a zoom of 200 %; readable for everybody."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import arrive, follow_the_script, open_inside, scene
from playwright.sync_api import expect

from dcf_lab.lab.shelf import puzzles
from dcf_lab.lab.widget import PAGE

pytestmark = pytest.mark.browser

E06 = "?scenario=rulebook/e06"
PUZZLE = f"?puzzle={puzzles()[0]['name']}"
PAGES = {
    "start": ("index", "", ".dcf .start"),
    "question": ("explore", "?start=first+game&seed=7", ".dcf .explore .choices .option"),
    "middle": ("explore", E06, ".dcf .explore .choices .option"),
    "end": ("explore", E06, ".dcf .explore .choices .option"),
    "build": ("build", "", ".dcf .build"),
    "puzzles": ("puzzles", "", ".dcf .puzzles"),
    "puzzle": ("puzzles", PUZZLE, ".dcf .playing .puzzle"),
}
SIZES = {"laptop": (1280, 800), "phone": (390, 844)}


@pytest.fixture(scope="module")
def visitors(served, new_visitor):
    """One visitor for each size of screen, whose system has a light theme."""
    found = {}

    def at(size):
        if size not in found:
            width, height = SIZES[size]
            found[size] = new_visitor(served.address(), width, height, has_touch=size == "phone")
        return found[size]

    yield at
    assert {size: page.complaints for size, page in found.items()} == dict.fromkeys(found, [])


def show(page, name):
    """Open a page of the lab within the page that is there, at the state that has this name."""
    notebook, query, there = PAGES[name]
    if notebook == "explore":
        scene(page, query)
    else:
        open_inside(page, "index")
        page.wait_for_selector(".dcf .start")
        open_inside(page, notebook, query)
    page.wait_for_selector(there)
    if name in ("middle", "end"):
        follow_the_script(page)
        page.locator(".bar h1").click()
        page.keyboard.press("End")
    if name == "middle":
        for _ in range(3):
            page.keyboard.press("ArrowLeft")


def choose(page, theme):
    """Press the switch until it shows this theme."""
    for _ in range(3):
        switch = page.locator(".theme-switch").first
        if switch.get_attribute("data-theme") == theme:
            break
        switch.click()
    assert page.locator(".theme-switch").first.get_attribute("data-theme") == theme


def brightness(page, selector, what="background-color"):
    """How bright an element's colour is, from 0 to 255."""
    found = page.locator(selector).first.evaluate("(one, what) => getComputedStyle(one).getPropertyValue(what)", what)
    red, green, blue = (float(number) for number in re.findall(r"[\d.]+", found)[:3])
    return 0.3 * red + 0.6 * green + 0.1 * blue


# themes


LARGE, SMALL = SIZES
LOOKS = [  # light at a large size is looked at by test_page_everywhere.py
    ("dark", LARGE), ("light", SMALL),
    pytest.param("light", LARGE, marks=pytest.mark.sweep), pytest.param("dark", SMALL, marks=pytest.mark.sweep),
]  # fmt: skip


@pytest.mark.parametrize(("theme", "size"), LOOKS)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious_in_either_theme(visitors, name, theme, size):
    page = visitors(size)
    show(page, name)
    choose(page, theme)
    if name == "question":
        page.locator(".tile[data-card]").first.click()
        page.wait_for_selector(".card-view .playing-card")
    page.wait_for_function("document.getAnimations().every((one) => one.playState !== 'running')")
    found = Axe().run(page, context=".dcf").response["violations"]
    choose(page, "auto")

    assert [
        (one["id"], [(node["html"][:150], node["failureSummary"][:200]) for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ] == []


def test_the_switch_goes_from_the_systems_theme_to_light_and_dark_and_is_remembered(served, new_visitor):
    page = new_visitor(served.address("explore", E06), color_scheme="dark")
    assert brightness(page, ".dcf") < 60 and brightness(page, ".dcf", "color") > 200
    page.emulate_media(color_scheme="light")
    assert brightness(page, ".dcf") > 200 and brightness(page, ".dcf", "color") < 60

    choose(page, "dark")
    assert brightness(page, ".dcf") < 60
    arrive(page, served.address("puzzles"))
    assert brightness(page, ".dcf") < 60 and brightness(page, "body") < 60
    choose(page, "auto")
    assert brightness(page, ".dcf") > 200 and page.complaints == []
    page.context.close()


def test_in_a_notebook_the_theme_is_the_notebooks(served, new_visitor):
    """JupyterLab says at its body which theme it has; the lab's own pages have that mark, too, but do not mean it."""
    page = new_visitor(served.address("puzzles"))
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert brightness(page, ".dcf") > 200
    page.evaluate("delete document.body.dataset.voila; document.body.dataset.jpThemeLight = 'true'")
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert brightness(page, ".dcf") < 60
    page.context.close()


def test_the_pictures_follow_the_theme(visitors):
    page = visitors("laptop")
    show(page, "end")
    page.wait_for_selector(".small .main-svg .xtick text")
    before = brightness(page, ".small .main-svg .xtick text", "fill")
    choose(page, "dark")
    page.wait_for_function(
        """() => {
            const { fill } = getComputedStyle(document.querySelector('.small .main-svg .xtick text'));
            return Number(/\\d+/.exec(fill)) > 150;
        }"""
    )

    assert before < 100
    choose(page, "auto")


def test_every_colour_of_a_part_is_a_variable_of_the_theme():
    """Only the style of the whole says colours as numbers, for the light theme and for the dark one."""
    literal = re.compile(r"#[0-9a-f]{3,8}\b", re.I)
    found = {
        file.relative_to(PAGE).as_posix(): literal.findall(file.read_text(encoding="utf-8"))
        for file in PAGE.rglob("*.css")
        if file not in (PAGE / "common" / "page.css", PAGE / "room" / "paper.css")  # paper is white in every theme
    }
    assert {path: colours for path, colours in found.items() if colours} == {}


# cards


def test_cards_of_different_types_have_different_colours_and_frames(visitors):
    page = visitors("laptop")
    show(page, "question")
    looks = page.evaluate(
        """() => [...document.querySelectorAll('.board .emblem')].map((one) => [
            one.getAttribute('class'), one.querySelector('.frame').getAttribute('d'),
            getComputedStyle(one.querySelector('.field')).fill, one.innerHTML])"""
    )

    kinds = {kind: {(frame, fill) for one, frame, fill, _ in looks if one == kind} for kind, *_ in looks}
    assert len(kinds) >= 6 and all(len(one) == 1 for one in kinds.values())
    assert len({look for one in kinds.values() for look in one}) == len(kinds)
    assert len({drawn for *_, drawn in looks}) > 12  # each card has its own


def test_an_emblem_is_the_same_wherever_and_whenever_the_card_is_shown(visitors):
    page = visitors("laptop")
    show(page, "question")
    tile = page.locator('.tile[data-card="batman"]')
    small = tile.locator(".emblem").inner_html()
    tile.click()
    expect(page.locator(".card-view h3")).to_have_text("Batman")
    large = page.locator(".card-view .playing-card .emblem").inner_html()
    show(page, "middle")

    assert small == large == page.locator('.tile[data-card="batman"] .emblem').inner_html()


@pytest.mark.parametrize("times", [1, 1.6])
@pytest.mark.parametrize("size", SIZES)
def test_a_card_is_higher_than_wide_and_nothing_of_it_is_cut_off(visitors, size, times):
    page = visitors(size)
    show(page, "question")
    tile = page.locator(".tile[data-card]").first
    tile.click()
    page.wait_for_selector(".card-view .playing-card")
    page.locator(".card-view .face").evaluate("(one, times) => { one.style.fontSize = `${16 * times}px`; }", times)
    card = page.locator(".card-view .playing-card")
    box = card.bounding_box()
    cut = card.evaluate(
        """(card) => [card, ...card.querySelectorAll('*')].filter((one) => !one.closest('svg')
            && (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)).map((one) => one.outerHTML.slice(0, 80))"""
    )

    assert box["height"] > 1.2 * box["width"] and cut == []
    text = card.locator(".text")
    assert float(text.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) == pytest.approx(16 * times)


def test_a_hidden_card_shows_its_back(visitors):
    page = visitors("laptop")
    show(page, "question")
    page.select_option(".bar select >> nth=0", "hero")
    page.wait_for_selector(".hand .facedown")

    assert "gradient" in page.locator(".hand .facedown").first.evaluate("one => getComputedStyle(one).backgroundImage")
    assert page.locator(".hand .facedown .emblem").count() == 0
    page.select_option(".bar select >> nth=0", "")


# phones and a zoom of 200 %


@pytest.mark.parametrize("name", PAGES)
def test_on_a_phone_what_sticks_takes_less_than_an_eighth_of_the_height(visitors, name):
    page = visitors("phone")
    show(page, name)
    page.mouse.move(0, 0)  # an answer that is pointed at shows its card
    page.evaluate("document.activeElement.blur()")
    for part in (0, 0.5, 1):
        page.evaluate("part => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight))", part)
        stuck = page.evaluate(
            """() => [...document.querySelectorAll('.dcf *')].filter((one) => {
                const { position } = getComputedStyle(one), box = one.getBoundingClientRect();
                if (position === 'fixed') return box.height > 0;
                if (position !== 'sticky' || box.height === 0) return false;
                return Math.abs(box.top) < 2 || Math.abs(box.bottom - innerHeight) < 2;
            }).map((one) => [one.className, one.getBoundingClientRect().height])"""
        )
        assert sum(height for _, height in stuck) < 0.12 * 844, stuck


@pytest.mark.parametrize("name", PAGES)
def test_on_a_phone_whatever_is_pressed_is_large_enough_for_a_finger(visitors, name):
    page = visitors("phone")
    show(page, name)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.dcf :is(button, .button, select, summary)')].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.height > 0 && box.height < 43.5 && !one.matches('.rule, .hidden-text');
        }).map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect().height])"""
    )
    assert small == []


def test_on_a_phone_nobody_is_told_of_keys(visitors):
    page = visitors("phone")
    show(page, "puzzle")
    page.click('[data-deed="solution"]')
    page.wait_for_selector(".told .by-keys", state="attached")

    assert "Space" not in page.locator(".puzzle .told").inner_text()


@pytest.mark.parametrize("name", PAGES)
def test_at_a_zoom_of_200_percent_everything_can_be_reached(served, new_visitor, name):
    """A laptop's 1280x800 at 200 %: whatever can be pressed can be brought into sight, and nothing lies upon it."""
    page = new_visitor(served.address(), 640, 400, device_scale_factor=2)
    show(page, name)
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('.dcf :is(button, a, select, summary, input):not(:disabled)')].filter((one) => {
            if (one.getBoundingClientRect().height === 0 || one.closest('details:not([open]) > :not(summary)')) return false;
            one.scrollIntoView({ block: 'center', inline: 'nearest' });
            const box = one.getBoundingClientRect();
            const within = (from, to, most) => Math.min(Math.max((from + to) / 2, 1), most - 1);
            const [x, y] = [within(box.left, box.right, innerWidth), within(box.top, box.bottom, innerHeight)];
            const top = document.elementFromPoint(x, y);
            const seen = one.contains(top) || top?.contains(one) || top?.closest('label');
            return box.left < -1 || box.right > innerWidth + 1 || !seen;
        }).map((one) => one.outerHTML.slice(0, 120))"""
    )

    assert hidden == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


# paper


@pytest.fixture
def on_paper(visitors):
    """A page as it is printed, by somebody who likes it dark."""
    page = visitors("laptop")

    def printed(name):
        show(page, name)
        choose(page, "dark")
        page.set_viewport_size({"width": 703, "height": 1000})  # A4 between its margins
        page.emulate_media(media="print")
        return page

    yield printed
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 800})
    choose(page, "auto")


PRESSED = """() => [...document.querySelectorAll('.dcf :is(button, select, input, summary, .button)')].filter((one) =>
    one.checkVisibility() && one.getBoundingClientRect().width > 0 && !one.matches('[data-card], .pile, .option, .draft-title')
    && !one.closest('.build-board')).map((one) => one.outerHTML.slice(0, 100))"""


def test_a_game_is_printed_as_table_sentence_and_log(on_paper):
    page = on_paper("end")
    page.wait_for_selector(".printed li")

    assert page.evaluate(PRESSED) == []
    assert page.locator(".board").is_visible() and page.locator(".bar h1").is_visible()
    assert "Batman suffers 4 damage" in page.locator(".printed ol").inner_text()
    assert brightness(page, ".printed .moment", "color") < 60  # light, whatever the screen has
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="screen")
    page.wait_for_selector(".printed", state="detached")


def test_the_list_of_the_start_page_is_printed(on_paper):
    page = on_paper("start")

    assert page.evaluate(PRESSED) == []
    assert page.locator(".scenario h3").first.is_visible()


def test_a_puzzle_is_printed_with_position_goal_and_question(on_paper):
    page = on_paper("puzzle")

    assert page.evaluate(PRESSED) == []
    about = next(one for one in puzzles() if one["name"] in PUZZLE)
    assert page.locator(".bar h1").inner_text() == about["title"] and about["summary"] in page.locator(".explore").inner_text()
    assert page.locator(".board").is_visible() and page.locator(".choices h2").is_visible()


# dialogs


def test_the_help_has_a_row_for_each_key(visitors):
    page = visitors("laptop")
    show(page, "middle")
    page.keyboard.press("?")
    page.wait_for_selector("[role=dialog] dt")
    rows = page.evaluate(
        """() => [...document.querySelectorAll('[role=dialog] dt')].map((one) => [
            one.getBoundingClientRect().top - one.nextElementSibling.getBoundingClientRect().top, one.getClientRects().length,
            one.querySelector('kbd').getClientRects().length])"""
    )
    dialog, close = (page.locator(one).bounding_box() for one in ("[role=dialog]", "[role=dialog] > button"))
    page.keyboard.press("Escape")

    assert rows and all(abs(apart) < 4 and (dt, kbd) == (1, 1) for apart, dt, kbd in rows)
    assert close["width"] < dialog["width"] / 3
