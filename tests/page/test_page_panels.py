"""The panels of the explore page: timelines, tree, rulings, chance; what a visitor does and sees."""

import csv
import re

import pytest
from conftest import open_inside, open_tab, play

pytestmark = pytest.mark.browser

E06 = "?scenario=rulebook/e06"


@pytest.fixture
def page(visitor):
    return visitor


def scene(page, query, panel="now"):
    """A scenario opened afresh, with a panel beside the board."""
    open_inside(page, "index")
    page.wait_for_selector(".dcf .start")
    open_inside(page, "explore", query)
    page.wait_for_selector(".dcf .explore .tabs")
    open_tab(page, panel)


def follow_the_script(page):
    before = page.locator(".slider").get_attribute("max")
    page.get_by_role("button", name="Follow the script").click()
    page.wait_for_function("before => document.querySelector('.slider').max !== before", arg=before)
    page.locator(".bar h1").click()
    page.keyboard.press("End")


def moment(page):
    return int(page.locator(".slider").input_value())


def answer(page, option):
    """Answer in the column, and look again at what was open there."""
    open_ = page.locator(".tabs [aria-selected=true]").get_attribute("data-tab")
    before = page.locator(".slider").get_attribute("max")
    open_tab(page, "now")
    page.click(f'.choices [data-option="{option}"]')
    page.wait_for_function("before => document.querySelector('.slider').max !== before", arg=before)
    open_tab(page, open_)


# timelines


def test_timelines_follow_the_stepping_and_a_click_jumps(page):
    scene(page, "?start=first+game&seed=7", "lines")
    page.wait_for_selector("#side-panel .timelines .picture .main-svg")
    play(page, 25)
    end = moment(page)
    page.wait_for_selector(f'#side-panel .timelines .cursor[data-moment="{end}"]')
    page.keyboard.press("PageUp")
    assert page.locator("#side-panel .timelines .cursor").get_attribute("data-moment") == str(moment(page)) != str(end)

    plot = page.locator("#side-panel .timelines .plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    plot.click(position={"x": box["width"] * 0.3, "y": box["height"] * 0.5})
    page.wait_for_function("end => Number(document.querySelector('.slider').value) < end / 2 + 20", arg=end)
    assert 0 < moment(page) < end


def test_every_timeline_is_drawn_by_event_and_by_round(page):
    scene(page, "?start=first+game&seed=7", "lines")
    page.wait_for_selector("#side-panel .timelines .picture .main-svg")
    play(page, 25)
    for what in ("citizens", "damage", "schemes", "hands", "resources"):
        for by in ("round", "event"):
            page.select_option("#side-panel .timelines .what", what)
            page.select_option("#side-panel .timelines .by", by)
            page.wait_for_function("document.querySelectorAll('#side-panel .timelines .scatterlayer .trace').length > 0")
            assert page.locator("#side-panel .timelines .picture").first.get_attribute("aria-label")
    page.wait_for_selector("#side-panel .timelines .shapelayer path", state="attached")  # stages are shaded


def test_timelines_are_saved_as_picture_and_numbers(page, tmp_path):
    scene(page, "?start=first+game&seed=7", "lines")
    page.wait_for_selector("#side-panel .timelines .picture .main-svg")
    page.select_option("#side-panel .timelines .what", "citizens")
    play(page, 25)
    begin = {"png": b"\x89PNG", "svg": b"<svg", "csv": b""}
    for kind, start in begin.items():
        with page.expect_download() as saving:
            page.click(f"#side-panel .timelines .save-{kind}")
        saving.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(start)
    rows = list(csv.reader((tmp_path / "csv").open()))
    sanctuary = next(n for n, name in enumerate(rows[0]) if "Sanctuary" in name)
    page.keyboard.press("End")
    shown = re.search(r"Sanctuary (\d+) of", page.locator(".status").inner_text())[1]
    assert len(rows) > 5 and rows[-1][sanctuary] == shown


# the tree


def branches(page):
    """Two courses from the same question: the attack, and a pass."""
    scene(page, E06, "tree")
    answer(page, "activate cheetah at the_daily_planet")
    answer(page, "attack batman")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    answer(page, "pass")


def test_two_branches_are_compared_side_by_side(page):
    branches(page)
    page.locator("[data-compare]").first.click()
    table = page.locator(".comparison table.side-by-side").last
    table.wait_for()

    assert "Cheetah" in table.inner_text() and table.locator("th").count() >= 3


def test_a_branch_is_named_left_and_found_again(page):
    branches(page)
    other = page.locator("[data-compare]").first.get_attribute("data-compare")
    page.locator(f'[data-menu="{other}"]').first.click()
    page.click(".tree-menu [data-act=name]")
    page.locator(".tree-menu input, .tree-rows input").fill("The attack")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tree-rows >> text=The attack")
    page.locator(f'[data-go="{other}"]').first.click()
    page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')

    assert "The attack" in page.locator(".tree-rows").inner_text()


def test_a_deleted_branch_comes_back(page):
    branches(page)
    other = page.locator("[data-compare]").first.get_attribute("data-compare")
    rows = page.locator(".tree-rows li[data-node]").count()
    page.locator(f'[data-menu="{other}"]').first.click()
    page.click(".tree-menu [data-act=delete]")
    page.wait_for_function("rows => document.querySelectorAll('.tree-rows li[data-node]').length < rows", arg=rows)
    page.click("[data-undo]")
    page.wait_for_function("rows => document.querySelectorAll('.tree-rows li[data-node]').length === rows", arg=rows)

    assert page.locator(f'[data-compare="{other}"]').count() == 1


# rulings and chance


def test_another_reading_shows_at_once_where_the_course_parts(page):
    """The rescue_requirement scenario: under B a Rescue without a Scheme is refused."""
    scene(page, "?scenario=rulebook/e06", "rulings")
    follow_the_script(page)
    page.fill("[data-search]", "attack_requires_scheme")
    ruling = page.locator('[data-ruling="attack_requires_scheme"]').first
    ruling.locator("summary").first.click()
    ruling.locator('[data-reading="B"]').first.click()
    parted = page.locator(".parted")
    parted.wait_for()
    assert "attack" in parted.inner_text().lower()

    page.locator(".parted [data-act=keep]").click()
    page.wait_for_selector(".bar .earlier")
    assert page.locator('.tile[data-card="batman"]').inner_text().count("6/6") == 1
    page.click(".bar .earlier")
    page.wait_for_function("document.querySelector('.tile[data-card=batman]').innerText.includes('2/6')")


def test_the_rulings_that_would_change_the_course_are_found(page):
    scene(page, E06, "rulings")
    follow_the_script(page)
    page.click("[data-act=search]")
    page.wait_for_selector('[data-ruling="attack_requires_scheme"]')
    page.wait_for_selector("[data-act=stop]", state="detached", timeout=60_000)

    assert "would change" in page.locator(".panel.rulings").inner_text().lower()


def test_the_presenter_takes_chance_over_and_gives_it_back(page):
    """The Throwing Card lets the opponent discard at random."""
    scene(page, "?scenario=cards/the_joker/throwing_card")
    page.select_option(".chance", "take")
    page.wait_for_selector(".bar .earlier")
    for option in (
        "done", "done", "activate the_joker at the_daily_planet", "play throwing_card", "choose superman",
        "discard a random card",
    ):  # fmt: skip
        if page.locator(f'.choices [data-option="{option}"]').count():
            answer(page, option)
    assert "Chance" in page.locator(".choices h2").inner_text()
    seeds = page.locator(".choices .option.default").get_attribute("data-option")
    other = page.locator(".choices .option:not(.default)").first.get_attribute("data-option")

    answer(page, other)
    discarded = page.locator('.pile[data-zone="hero.discard"]')
    discarded.click()
    assert page.locator(f'.card-view [data-card="{other}"]').count() == 1
    assert page.locator(f'.card-view [data-card="{seeds}"]').count() == 0
    page.keyboard.press("Escape")
    page.select_option(".chance", "seed")
    page.wait_for_function("document.querySelector('.chance').value === 'seed'")
