"""Puzzles in the browser: the collection, solving by clicks, a wrong try refuted, hints, the solution; and proving in Build."""

import json

import pytest
from conftest import Served, arrive, open_inside
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


def scrolled(page):
    return page.evaluate(
        "Math.max(document.scrollingElement.scrollTop, ...[...document.querySelectorAll('body *')].map((one) => one.scrollTop))"
    )


def quiet(page):
    """Wait until nothing is being looked for."""
    page.wait_for_selector(".playing .puzzle")
    page.wait_for_function("!document.querySelector('.puzzle[aria-busy]')")


def answer(page, option):
    page.click(f'.choices [data-option="{option}"]')
    page.wait_for_timeout(100)
    quiet(page)


def press(page, deed):
    page.click(f'[data-deed="{deed}"]')
    page.wait_for_timeout(100)
    quiet(page)


def off(page, deed):
    return page.get_attribute(f'[data-deed="{deed}"]', "aria-disabled") == "true"


def headline(page):
    return page.locator(".puzzle .headline").inner_text()


def told(page):
    return page.locator(".puzzle .told").inner_text()


def moment(page):
    return int(page.locator(".slider").input_value())


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
    solver.click(f'.scenario[data-scenario="{FOUR}"] h3 a')
    quiet(solver)
    assert solver.locator(".bar h1").inner_text() == "Four left"
    open_inside(solver, "index")
    solver.wait_for_selector(".dcf .start")
    solver.click('[data-shelf=""]')


def test_a_puzzle_begins_at_the_top_of_the_page_and_the_collection_where_it_was_left(solver):
    open_inside(solver, "puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    solver.locator(".puzzle-card h2 a").last.scroll_into_view_if_needed()
    down = scrolled(solver)
    solver.locator(".puzzle-card h2 a").last.click()
    quiet(solver)
    assert down > 0 and solver.locator(".bar h1").bounding_box()["y"] >= 0
    solver.click(".all-puzzles")
    solver.wait_for_selector(".dcf .puzzles")
    assert scrolled(solver) > 0


# playing


def test_a_puzzle_is_solved_by_clicking_and_remembered(page):
    assert headline(page) == "Open: your move."
    for option in SOLUTION:
        answer(page, option)

    assert headline(page) == "Solved!"
    assert json.loads(page.evaluate("localStorage['dcf_lab.puzzles']"))[FOUR] == "solved"
    page.click(".all-puzzles")
    page.wait_for_selector(".dcf .puzzles")
    assert "✓ solved" in page.locator(f'[data-puzzle="{FOUR}"]').inner_text()
    page.click(".logo")
    page.click(".dcf .start .continue")
    quiet(page)
    assert headline(page) == "Solved!"


def test_a_wrong_answer_is_explained_and_taken_back(page):
    before = moment(page)
    answer(page, WRONG)
    assert headline(page) == "Not that: it is taken back. Try again."
    assert "“activate Superman at Arkham Asylum” is broken by “activate Cheetah" in told(page)
    assert moment(page) == before and page.locator(f'.choices [data-option="{WRONG}"]').count() == 1

    for option in SOLUTION:  # nothing is lost by it
        answer(page, option)
    assert headline(page) == "Solved!"


def test_show_me_plays_what_breaks_a_wrong_answer(page):
    assert off(page, "refute")
    answer(page, WRONG)
    press(page, "show me")

    assert headline(page) == "The refutation, as a film" and "is broken by “activate Cheetah" in told(page)
    start = moment(page)
    page.keyboard.press("End")
    assert moment(page) > start


def test_who_plays_on_anyway_is_answered_and_can_have_it_checked_and_refuted(page):
    answer(page, WRONG)
    press(page, "play on")
    assert "Attack Harley Quinn" in told(page)
    press(page, "check")
    assert headline(page) == "Out of reach from here." and "Arkham Asylum" in told(page)
    press(page, "refute")

    assert headline(page) == "The refutation, as a film" and "is broken by “activate Cheetah" in told(page)
    start = moment(page)
    page.keyboard.press("End")
    assert moment(page) > start
    page.get_by_role("tab", name="Tree").click()
    assert "Refutation" in page.locator(".dcf .tree").first.inner_text()
    page.get_by_role("tab", name="Now").click()


def test_undo_takes_back_the_last_decision(page):
    before = moment(page)
    assert off(page, "undo")
    answer(page, RIGHT)
    press(page, "undo")

    assert moment(page) == before and page.locator(f'.choices [data-option="{WRONG}"]').count() == 1


def test_hints_say_more_each_time_and_mark_the_card(page):
    press(page, "hint")
    assert told(page).strip() == "Look at Superman."
    assert page.locator('.hinted[data-card="superman"]').count() == 1
    press(page, "hint")
    assert "The Daily Planet" in told(page) and page.locator('.hinted[data-card="the_daily_planet"]').count() == 1
    press(page, "hint")
    assert "The next move: activate Superman at The Daily Planet." in told(page)
    assert off(page, "hint")


def test_the_solution_is_stepped_through_from_the_start(page):
    press(page, "solution")
    assert headline(page) == "The solution, as a film"
    start = moment(page)
    assert page.locator(".choices .option.chosen").get_attribute("data-option") == RIGHT
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
    answer(page, "pass")
    assert "side-1" in page.locator(".choices").get_attribute("class")
    assert page.locator(".choices .option").count() > 1
    page.uncheck(".everybody input")
    page.wait_for_timeout(200)
    quiet(page)
    assert "side-2" in page.locator(".choices").get_attribute("class")


def test_a_puzzle_can_be_solved_by_keyboard_alone(page):
    page.locator('[data-deed="solution"]').focus()
    for option in SOLUTION:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.option") == option:
                break
        page.keyboard.press("Enter")
        page.wait_for_timeout(200)
        quiet(page)

    assert headline(page) == "Solved!"


def test_loading_the_page_again_goes_on_where_it_was(room, new_visitor):
    page = new_visitor()
    arrive(page, room.address("puzzles", f"?puzzle={FOUR}"))
    quiet(page)
    answer(page, RIGHT)
    page.wait_for_function("JSON.parse(sessionStorage['dcf_lab.here'] ?? '{}').record?.includes('\"here\":1')")
    page.reload()
    quiet(page)

    assert page.locator('.choices [data-option="rescue"]').count() == 1
    for option in ("rescue", THEN, "rescue"):
        answer(page, option)
    assert headline(page) == "Solved!"
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
    assert solver.locator(".choices .option.chosen").get_attribute("data-option") == RIGHT


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
    assert "it was stopped" in solver.locator(".proof").inner_text()

    solver.click('[data-act="compose"]')
    solver.wait_for_selector(".proof-status.unique", timeout=60_000)
    assert "Found after" in solver.locator(".proof").inner_text()
    assert "varied" in solver.locator(".draft-title").input_value()
    assert not solver.locator('[data-line="solutions 0"]').is_visible()  # until asked for
    solver.click(".proof-lines summary")
    assert solver.locator('[data-line="solutions 0"]').is_visible()
    solver.click('[data-act="undo"]')
    assert solver.locator(".draft-title").input_value() == "Four left"
