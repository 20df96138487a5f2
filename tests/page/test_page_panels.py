"""The panels of the explore page: timelines, tree, rulings, chance; what a visitor does and sees."""

import csv
import re

import conftest
import pytest
from conftest import another_tab, follow_the_script, moment, play, scene
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

E06 = "?scenario=rulebook/e06"


@pytest.fixture
def page(visitor):
    return visitor


def followed(page, panel):
    """The rulebook's Attack example with its script played, at its end."""
    scene(page, E06, panel)
    follow_the_script(page)
    page.locator(".bar h1").click()
    page.keyboard.press("End")


def answer(page, option):
    """Answer in the column, and look again at what was open there."""
    with another_tab(page, "now"):
        conftest.answer(page, option)


# timelines


def test_timelines_follow_the_stepping_and_a_click_jumps(page):
    scene(page, "?start=first+game&seed=7", "lines")
    page.wait_for_selector("#side-panel .timelines .picture .main-svg")
    play(page, 25)
    end = moment(page)
    page.wait_for_selector(f'#side-panel .timelines .cursor[data-moment="{end}"]')
    page.keyboard.press("PageUp")
    assert moment(page) != end
    expect(page.locator("#side-panel .timelines .cursor")).to_have_attribute("data-moment", str(moment(page)))

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

    expect(page.locator(".tree-rows")).to_contain_text("The attack")


def test_a_deleted_branch_comes_back(page):
    branches(page)
    other = page.locator("[data-compare]").first.get_attribute("data-compare")
    rows = page.locator(".tree-rows li[data-node]").count()
    page.locator(f'[data-menu="{other}"]').first.click()
    page.click(".tree-menu [data-act=delete]")
    page.wait_for_function("rows => document.querySelectorAll('.tree-rows li[data-node]').length < rows", arg=rows)
    page.click("[data-undo]")
    page.wait_for_function("rows => document.querySelectorAll('.tree-rows li[data-node]').length === rows", arg=rows)

    expect(page.locator(f'[data-compare="{other}"]')).to_have_count(1)


# rulings and chance


def test_another_reading_shows_at_once_where_the_course_parts(page):
    """The rescue_requirement scenario: under B a Rescue without a Scheme is refused."""
    followed(page, "rulings")
    page.fill("[data-search]", "attack_requires_scheme")
    ruling = page.locator('[data-ruling="attack_requires_scheme"]').first
    ruling.locator("summary").first.click()
    ruling.locator('[data-reading="B"]').first.click()
    parted = page.locator(".parted")
    parted.wait_for()
    assert "attack" in parted.inner_text().lower()

    page.locator(".parted [data-act=keep]").click()
    page.wait_for_selector(".bar .earlier")
    expect(page.locator('.tile[data-card="batman"]')).to_contain_text("6/6")
    page.click(".bar .earlier")
    page.wait_for_function("document.querySelector('.tile[data-card=batman]').innerText.includes('2/6')")


def test_the_rulings_that_would_change_the_course_are_found(page):
    followed(page, "rulings")
    page.click("[data-act=search]")
    page.wait_for_selector('[data-ruling="attack_requires_scheme"]')
    page.wait_for_selector("[data-act=stop]", state="detached", timeout=60_000)

    expect(page.locator(".panel.rulings")).to_contain_text("would change", ignore_case=True)


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
    expect(page.locator(".choices h2")).to_contain_text("Chance")
    seeds = page.locator(".choices .option.default").get_attribute("data-option")
    other = page.locator(".choices .option:not(.default)").first.get_attribute("data-option")

    answer(page, other)
    discarded = page.locator('.pile[data-zone="hero.discard"]')
    discarded.click()
    expect(page.locator(f'.card-view [data-card="{other}"]')).to_have_count(1)
    assert page.locator(f'.card-view [data-card="{seeds}"]').count() == 0
    page.keyboard.press("Escape")
    page.select_option(".chance", "seed")
    page.wait_for_function("document.querySelector('.chance').value === 'seed'")
