"""What holds on every page: it works offline, at every size, by keyboard, for everybody; and the start page leads everywhere."""

import json
import re

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import TABS, answered, arrive, events, open_inside, open_tab, quiet, scene
from folders import NOTEBOOKS
from nbclient import NotebookClient
from playwright.sync_api import expect

from dcf_lab.lab.shelf import puzzles
from dcf_lab.scenario.file import scenarios_folder

pytestmark = pytest.mark.browser

PUZZLE = f"?puzzle={puzzles()[0]['name']}"
PAGES = [
    ("index", ""), ("explore", "?scenario=rulebook/e06"), ("explore", "?start=first+game&seed=7"), ("puzzles", ""),
    ("puzzles", PUZZLE), ("build", ""), ("learn", ""), ("learn", "?part=rules"), ("workshop", ""),
    ("workshop", "?lesson=dc_forever/lessons/an_attack"),
]  # fmt: skip


# what is on a page, and in a tab beside the board, once it is there
OPENED = {
    "index": ".start .library li", "explore": ".explore .choices .option", "puzzles": ".puzzles .puzzle-card",
    "build": ".build .problems:not([aria-busy])", "learn": ".learn :is(.primer .moving-board .board, .one-rule)",
    "workshop": ".workshop :is(.lesson, .lesson-page .board .player)",
}  # fmt: skip
FILLED = {
    "log": ":is(.log-row, .log-none)", "graph": ".cause-frame", "rulings": "[data-search]", "tree": ".tree-rows li",
    "lines": ".timelines .picture .main-svg", "now": ".choices .option",
}  # fmt: skip


def opened(page, notebook, query):
    """Wait for all that is on a page once it is open."""
    if query == PUZZLE:
        quiet(page)
    else:
        page.wait_for_selector(f".dcf {OPENED[notebook]}", state="attached")
    if notebook == "explore":
        for part in (".board .player", ".slider", ".strip .main-svg"):
            page.wait_for_selector(f".dcf .explore {part}", state="attached")


def look_at(page, tab):
    """Open a tab beside the board, and wait for what is in it."""
    open_tab(page, tab)
    page.wait_for_selector(f"#side-panel {FILLED[tab]}")


@pytest.mark.parametrize(("notebook", "query"), PAGES)
def test_a_page_works_with_every_address_but_this_machine_blocked(served, new_visitor, notebook, query):
    page = new_visitor(served.address(notebook, query))
    opened(page, notebook, query)
    if notebook == "explore":
        for tab in TABS:
            look_at(page, tab)
        with answered(page):
            page.locator(".choices .option").first.click()
    page.wait_for_load_state("networkidle")

    assert page.complaints == []
    page.context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (390, 844)])
def test_no_page_scrolls_sideways(visitor, width, height):
    visitor.set_viewport_size({"width": width, "height": height})
    for notebook, query in PAGES:
        open_inside(visitor, notebook, query)
        opened(visitor, notebook, query)
        for tab in TABS if notebook == "explore" else ("",):
            if tab:
                look_at(visitor, tab)
            assert too_wide(visitor) == [] and visitor.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
    visitor.set_viewport_size({"width": 1280, "height": 800})


# ids such as the_daily_planet and punch.3, what programs say of nothing, words of the engine
ENGINE = re.compile(
    r"[a-z]_[a-z]|\b[a-z]+\.\d\b|\b(?:rogue|hero|player)\d\b|\bundefined\b|\bNone\b|\bNaN\b|\[object|Actor: |Put out"
)
READ = """() => [...document.querySelectorAll('.dcf *')].filter((one) => one.checkVisibility() && !one.closest('.logo'))
    .flatMap((one) => [...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
        one.title, one.ariaLabel, one.placeholder])
    .filter((text) => text && text.trim())"""


def engine_words(page):
    """What a visitor reads on the page that sounds like a program; its own name and names of files are no such words."""
    return [text for text in page.evaluate(READ) if ENGINE.search(text.replace("dcf_lab", ""))]


@pytest.mark.parametrize(("notebook", "query"), PAGES)
def test_no_page_shows_engine_words(visitor, notebook, query):
    open_inside(visitor, notebook, query)
    opened(visitor, notebook, query)
    if notebook == "explore":
        with answered(visitor):
            visitor.locator(".choices .option").first.click()
        for tab in TABS:
            look_at(visitor, tab)
            assert engine_words(visitor) == [], tab
    assert engine_words(visitor) == []


def too_wide(page):
    """What sticks out of the page at its right."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.dcf *')].filter((one) => {
            if (!one.checkVisibility() || (one.closest('svg') && one.tagName !== 'svg')) return false;
            let box = one.getBoundingClientRect(), up = one.parentElement;
            while (up && !up.classList.contains('dcf')) {  // what scrolls or is cut inside its own box is not the page
                if (getComputedStyle(up).overflowX !== 'visible') return false;
                up = up.parentElement;
            }
            return box.width > 0 && box.right > innerWidth + 1 && getComputedStyle(one).position !== 'fixed';
        }).map((one) => one.outerHTML.slice(0, 120))"""
    )


def serious(page):
    """What axe finds that is serious, once whatever comes in has come."""
    page.evaluate(
        """() => Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
            .map((one) => one.finished.catch(() => {}))).then(() => {})"""
    )
    found = Axe().run(page, context=".dcf").response["violations"]
    return [
        (one["id"], one["help"], [node["html"][:150] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("notebook", "query"), PAGES)
def test_axe_finds_no_serious_violation(visitor, notebook, query):
    open_inside(visitor, notebook, query)
    opened(visitor, notebook, query)
    if notebook == "explore":
        for tab in TABS[:-1]:
            look_at(visitor, tab)
            assert serious(visitor) == [], tab
        look_at(visitor, "now")
        visitor.click(".refused > summary")
        visitor.click(".why-not > summary")
        visitor.wait_for_selector(".why-who")
        visitor.locator(".tile").first.click()
        visitor.wait_for_selector(".card-view")
    if query == PUZZLE:
        for deed in ("hint", "check", "solution"):
            visitor.click(f'[data-deed="{deed}"]')
            quiet(visitor)
    if notebook == "build":
        visitor.click('[data-act="make puzzle"]')
        visitor.wait_for_selector('[data-act="prove"]')
    assert serious(visitor) == []


def test_a_game_can_be_played_by_keyboard_alone(visitor):
    scene(visitor, "?scenario=rulebook/e06")
    visitor.locator(".bar .logo").focus()
    wanted = ["activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength", "done"]
    while wanted:
        for _ in range(30):  # after an answer the next question is at hand
            visitor.keyboard.press("Tab")
            if visitor.evaluate("document.activeElement.dataset.option") == wanted[0]:
                break
        else:
            pytest.fail(f"{wanted[0]} cannot be reached with the Tab key")
        with answered(visitor):
            visitor.keyboard.press("Enter")
        visitor.wait_for_function("document.activeElement.matches('.choices h2, .now-panel h2')")
        wanted.pop(0)
        while wanted and not visitor.locator(f'.choices [data-option="{wanted[0]}"]').count():
            wanted.pop(0)

    expect(visitor.locator('.tile[data-card="batman"]')).to_contain_text("2/6")


# the start page


def test_the_library_is_searched_and_a_scenario_opened(visitor):
    open_inside(visitor, "index")
    visitor.wait_for_selector(".dcf .start")
    visitor.fill(".dcf .start .find", "knocked him out")
    visitor.wait_for_selector('.library .cards > li:first-child[data-scenario^="dc_forever/rulebook/e06"]')
    visitor.click('.scenario[data-scenario="dc_forever/rulebook/e06_attack_with_reduced_modifier"] h3 a')
    visitor.wait_for_selector(".dcf .explore")

    expect(visitor.locator(".bar h1")).to_have_text("Six would have knocked him out")
    visitor.go_back()
    visitor.wait_for_selector(".dcf .start")
    visitor.fill(".dcf .start .find", "")


def test_kinds_are_counted_and_filtered(visitor):
    open_inside(visitor, "index")
    visitor.wait_for_selector(".dcf .start")
    visitor.fill(".dcf .start .find", "")
    files = len(list(scenarios_folder().glob("*/rulebook/*.toml")))
    button = visitor.locator('[data-shelf="rulebook example"]')
    assert str(files) in button.inner_text()
    button.click()

    expect(visitor.locator(".scenario")).to_have_count(files)
    visitor.click('[data-shelf=""]')


def test_first_game_build_and_continue_lead_on(visitor):
    open_inside(visitor, "index")
    visitor.wait_for_selector(".dcf .start")
    visitor.click('[data-start="first game"] .enter')
    visitor.wait_for_selector(".dcf .explore")
    with answered(visitor):
        visitor.locator(".choices .option").first.click()
    length = events(visitor)
    visitor.wait_for_function("JSON.parse(localStorage['dcf_lab.continue'] ?? '{}').record?.includes('\"here\":1')")
    visitor.click(".logo")
    visitor.wait_for_selector(".dcf .start .continue")
    visitor.click(".dcf .start .continue")
    visitor.wait_for_selector(".dcf .explore")
    expect(visitor.locator(".slider")).to_have_attribute("max", str(length))

    visitor.click(".logo")
    visitor.wait_for_selector(".dcf .start")
    visitor.click(".build-own")
    visitor.wait_for_selector(".dcf .build")


def test_a_short_name_opens_a_packaged_scenario(served, new_visitor):
    page = new_visitor()
    arrive(page, served.address("explore", "?scenario=rulebook/e05"))

    assert page.locator(".bar h1").inner_text() == "An incredible eight"
    page.context.close()


# the notebooks


@pytest.mark.parametrize("name", sorted(file.name for file in NOTEBOOKS.glob("*.ipynb")))
def test_a_notebook_runs_in_any_jupyter_and_keeps_no_output(name, tmp_path):
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()

    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert shown and not any(output["output_type"] == "error" for output in shown)
    if name not in ("example.ipynb", "sandbox.ipynb"):  # which are read
        assert any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in shown)
        assert len(json.dumps([cell["source"] for cell in notebook.cells])) < 400  # thin: a heading, an import, one call
