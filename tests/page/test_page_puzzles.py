"""Puzzles in the browser: the collection, solving by clicks, a wrong try refuted, hints, the solution; and proving in Build."""

import json

import pytest
from conftest import Served, arrive, moment, open_inside, open_tab, quiet, replied, try_answer
from playwright.sync_api import expect
from puzzle_room import FOUR_LEFT, RIGHT, SOLUTION, THEN, WRONG

pytestmark = pytest.mark.browser

FOUR = "own/four_left"
EVIL = "<img src=x onerror='window.hacked=1'>"
CERTIFICATE = '\n[certificate]\nstatus = "unique"\nlevel = "easy"\ndifficulty = 4\nreasons = ["4 decisions on the way"]\n'


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A lab with puzzles of our own beside the collection."""
    folder = tmp_path_factory.mktemp("puzzles")
    (folder / "four_left.toml").write_text(FOUR_LEFT + CERTIFICATE)
    (folder / "rogues.toml").write_text(
        FOUR_LEFT.replace('for = "hero"\nwin = "rescue"', 'for = "rogue"\nreach = "winner == \'rogue\'"')
    )
    (folder / "evil.toml").write_text(
        FOUR_LEFT.replace("Four left", EVIL).replace("Four citizens", EVIL).replace("[goal]", f'source = "{EVIL}"\n[goal]')
        + CERTIFICATE.replace("4 decisions", EVIL)
    )
    server = Served("--preheat", "0", "--scenarios", str(folder))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def solver(room, new_visitor):
    page = new_visitor(room.address("puzzles"))
    yield page
    assert page.complaints == []


@pytest.fixture
def page(solver):
    """The puzzle of four citizens, opened afresh."""
    open_inside(solver, "puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    solver.click(f'[data-puzzle="{FOUR}"] h2 a')
    quiet(solver)
    return solver


SCROLLED = (
    "Math.max(...['html', 'body', 'body *'].flatMap((all) => [...document.querySelectorAll(all)]).map((one) => one.scrollTop))"
)


def press(page, deed):
    page.click(f'[data-deed="{deed}"]')
    quiet(page)


def off(page, deed):
    return page.get_attribute(f'[data-deed="{deed}"]', "aria-disabled") == "true"


def says(page, headline, told=""):
    """What stands above the question, and what is told below it."""
    expect(page.locator(".puzzle .headline")).to_have_text(headline)
    if told:
        tells(page, told)


def tells(page, words):
    expect(page.locator(".puzzle .told")).to_contain_text(words)


# the collection


def test_the_collection_shows_level_reasons_and_themes_and_filters_them(solver):
    open_inside(solver, "puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    card = solver.locator(f'[data-puzzle="{FOUR}"]')
    assert "Easy 4" in card.inner_text() and "rescue" in card.inner_text()
    card.locator("summary").click()
    assert "4 decisions on the way" in card.inner_text()

    solver.click('[data-wish="side rogue"]')
    assert card.count() == 0 and solver.locator('[data-puzzle="own/rogues"]').count() == 1
    solver.click('[data-wish="side rogue"]')
    solver.select_option(".theme", "rescue")
    assert card.count() == 1
    solver.select_option(".theme", "")
    assert RIGHT not in solver.content()


def test_the_start_page_leads_to_the_puzzles_and_a_puzzle_on_its_shelf_to_playing(solver):
    open_inside(solver, "index")
    solver.wait_for_selector(".dcf .start")
    solver.click(".to-puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    solver.click(".logo")
    solver.wait_for_selector(".dcf .start")
    solver.click('[data-shelf="puzzle"]')
    solver.fill(".library .find", "four left")
    solver.click(f'.scenario[data-scenario="{FOUR}"] h3 a')
    quiet(solver)
    expect(solver.locator(".bar h1")).to_have_text("Four left")
    open_inside(solver, "index")
    solver.wait_for_selector(".dcf .start")
    solver.fill(".library .find", "")
    solver.click('[data-shelf=""]')


def test_a_puzzle_begins_at_the_top_of_the_page_and_the_collection_where_it_was_left(solver):
    open_inside(solver, "puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    solver.locator(".puzzle-card h2 a").last.scroll_into_view_if_needed()
    down = solver.evaluate(SCROLLED)
    solver.locator(".puzzle-card h2 a").last.click()
    quiet(solver)
    assert down > 0 and solver.locator(".bar h1").bounding_box()["y"] >= 0
    solver.click(".all-puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    solver.wait_for_function(f"{SCROLLED} > 0")


# playing


def test_a_puzzle_is_solved_by_clicking_and_remembered(page):
    says(page, "Open: your move.")
    for option in SOLUTION:
        try_answer(page, option)

    says(page, "Solved!")
    assert json.loads(page.evaluate("localStorage['dcf_lab.puzzles']"))[FOUR] == "solved"
    page.click(".all-puzzles")
    page.wait_for_selector(".dcf .puzzles")
    expect(page.locator(f'[data-puzzle="{FOUR}"]')).to_contain_text("✓ solved")
    page.click(".logo")
    page.click(".dcf .start .continue")
    quiet(page)
    says(page, "Solved!")


def test_a_wrong_answer_is_explained_and_taken_back(page):
    before = moment(page)
    try_answer(page, WRONG)
    says(page, "Not that: it is taken back. Try again.")
    tells(page, "“activate Superman at Arkham Asylum” is broken by “activate Cheetah")
    expect(page.locator(f'.choices [data-option="{WRONG}"]')).to_have_count(1)
    assert moment(page) == before

    for option in SOLUTION:  # nothing is lost by it
        try_answer(page, option)
    says(page, "Solved!")


def test_show_me_plays_what_breaks_a_wrong_answer(page):
    assert off(page, "refute")
    try_answer(page, WRONG)
    press(page, "show me")

    says(page, "The refutation, as a film", "is broken by “activate Cheetah")
    start = moment(page)
    page.keyboard.press("End")
    assert moment(page) > start


def test_who_plays_on_anyway_is_answered_and_can_have_it_checked_and_refuted(page):
    try_answer(page, WRONG)
    press(page, "play on")
    tells(page, "Attack Harley Quinn")
    press(page, "check")
    says(page, "Out of reach from here.", "Arkham Asylum")
    press(page, "refute")

    says(page, "The refutation, as a film", "is broken by “activate Cheetah")
    start = moment(page)
    page.keyboard.press("End")
    assert moment(page) > start
    open_tab(page, "tree")
    expect(page.locator(".dcf .tree").first).to_contain_text("Refutation")
    open_tab(page, "now")


def test_undo_takes_back_the_last_decision(page):
    before = moment(page)
    assert off(page, "undo")
    try_answer(page, RIGHT)
    press(page, "undo")

    expect(page.locator(f'.choices [data-option="{WRONG}"]')).to_have_count(1)
    assert moment(page) == before


def test_hints_say_more_each_time_and_mark_the_card(page):
    press(page, "hint")
    expect(page.locator(".puzzle .told")).to_have_text("Look at Superman.")
    page.wait_for_selector('.hinted[data-card="superman"]')
    press(page, "hint")
    tells(page, "The Daily Planet")
    page.wait_for_selector('.hinted[data-card="the_daily_planet"]')
    press(page, "hint")
    tells(page, "The next move: activate Superman at The Daily Planet.")
    assert off(page, "hint")


def test_the_solution_is_stepped_through_from_the_start(page):
    press(page, "solution")
    says(page, "The solution, as a film")
    start = moment(page)
    expect(page.locator(".choices .option.chosen")).to_have_attribute("data-option", RIGHT)
    page.keyboard.press("Shift+ArrowRight")
    assert moment(page) > start
    page.keyboard.press("End")
    assert "30" in page.locator(".status .goal.side-2").inner_text()


def test_nothing_moves_when_a_result_comes(page):
    place = "document.querySelector('.choices').getBoundingClientRect().top"
    before = page.evaluate(place)
    for deed in ("hint", "hint", "hint", "check", "solution"):
        press(page, deed)
        assert page.evaluate(place) == before


def test_one_may_answer_for_everybody(page):
    page.check(".everybody input")
    quiet(page)
    try_answer(page, "pass")
    page.wait_for_selector(".choices.side-1 .option")
    assert page.locator(".choices .option").count() > 1
    page.uncheck(".everybody input")
    quiet(page)
    page.wait_for_selector(".choices.side-2")


def test_a_puzzle_can_be_solved_by_keyboard_alone(page):
    page.locator('[data-deed="solution"]').focus()
    for option in SOLUTION:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.option") == option:
                break
        page.keyboard.press("Enter")
        replied(page)

    says(page, "Solved!")


def test_loading_the_page_again_goes_on_where_it_was(room, new_visitor):
    page = new_visitor()
    arrive(page, room.address("puzzles", f"?puzzle={FOUR}"))
    quiet(page)
    try_answer(page, RIGHT)
    page.wait_for_function("JSON.parse(sessionStorage['dcf_lab.here'] ?? '{}').record?.includes('\"here\":1')")
    page.reload()
    quiet(page)

    page.wait_for_selector('.choices [data-option="rescue"]')
    for option in ("rescue", THEN, "rescue"):
        try_answer(page, option)
    says(page, "Solved!")
    assert page.complaints == []


def test_what_a_file_says_is_shown_as_text(solver):
    open_inside(solver, "puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    assert EVIL in solver.locator('[data-puzzle="own/evil"]').inner_text()
    solver.click('[data-puzzle="own/evil"] h2 a')
    quiet(solver)
    assert EVIL in solver.locator(".task").inner_text()
    assert solver.evaluate("window.hacked") is None


# Build


def test_prove_it_in_build_shows_the_solution_and_opens_it_as_a_film(solver):
    open_inside(solver, "build", f"?scenario={FOUR}")
    solver.wait_for_selector('.build [data-act="prove"]')
    solver.click('[data-act="prove"]')
    solver.wait_for_selector(".proof-lines")

    assert "unique" in solver.locator(".proof-status").inner_text()
    assert "activate Batman at The Daily Planet" in solver.locator('[data-line="solutions 0"]').inner_text()
    solver.click(".own-words summary")
    solver.fill('[data-path="goal/avoid"]', "batman.damage > 0")
    solver.wait_for_selector(".outdated")
    solver.click('[data-act="undo"]')
    solver.click('[data-line="solutions 0"] button')
    solver.wait_for_selector(".dcf .explore")
    expect(solver.locator(".choices .option.chosen")).to_have_attribute("data-option", RIGHT)


def test_a_goal_is_set_in_build_and_its_mistakes_are_told(solver):
    open_inside(solver, "build")
    solver.wait_for_selector(".build")
    solver.click('[data-act="new"]')
    solver.click('[data-act="make puzzle"]')
    solver.click(".own-words summary")
    solver.fill('[data-path="goal/reach"]', "batman damage")
    solver.wait_for_selector('[data-problem="impossible"]')
    assert "The goal: cannot read" in solver.locator(".problem-list").inner_text()
    assert solver.locator('.written-wish:has([data-path="goal/reach"]) mark').inner_text() == "damage"
    solver.fill('[data-path="goal/reach"]', "batman.damage >= 40")
    solver.click('[aria-label="Remove wish 1"]')
    solver.select_option('[data-path="goal/within"]', "this action")
    solver.wait_for_function(
        "!document.querySelector('[data-problem=impossible]') && !document.querySelector('.problems[aria-busy]')"
    )
    solver.click('[data-act="prove"]')
    solver.wait_for_selector(".proof-status.disproved, .notice")


def test_the_composer_says_what_it_tries_can_be_stopped_and_brings_a_puzzle(solver):
    open_inside(solver, "build", f"?scenario={FOUR}")
    solver.wait_for_selector('.build [data-act="compose"]')
    solver.evaluate("Math.random = () => 0.0000011")  # the seed 1
    solver.click('[data-act="compose"]')
    solver.wait_for_function("/tried/.test(document.querySelector('.build .proof')?.textContent)")
    solver.click(".proof .stop")
    solver.wait_for_function("document.querySelector('[data-act=compose]:not(:disabled)')")
    expect(solver.locator(".proof")).to_contain_text("it was stopped")

    solver.click('[data-act="compose"]')
    solver.wait_for_selector(".proof-status.unique", timeout=300_000)  # as long as the lab itself would go on trying
    expect(solver.locator(".proof")).to_contain_text("Found after")
    assert "varied" in solver.locator(".draft-title").input_value()
    assert not solver.locator('[data-line="solutions 0"]').is_visible()  # until asked for
    solver.click(".proof-lines summary")
    assert solver.locator('[data-line="solutions 0"]').is_visible()
    solver.click('[data-act="undo"]')
    assert solver.locator(".draft-title").input_value() == "Four left"
