"""Why can't I? Refusals in the browser: steps of the film, menus at any moment, a card's own, grouped and searchable."""

import pytest
from conftest import answer, answered, follow_the_script, moment, open_inside, open_tab, scene
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

E06, R070 = "?scenario=rulebook/e06", "?scenario=rules/r070"
REFUSED = "Superman may not Rescue, because there is neither a Scheme nor an Unaligned character at 344 Clinton Street."


@pytest.fixture
def page(visitor):
    return visitor


def follow(page, query):
    scene(page, query)
    follow_the_script(page)


def step_to(page, text, key="ArrowRight"):
    """Step through the film until a sentence is told."""
    for _ in range(80):
        if text in page.locator(".stepping .moment").inner_text():
            return moment(page)
        page.keyboard.press(key)
    raise AssertionError(f"no step tells {text!r}")


def test_a_script_s_refusal_is_stepped_to_both_ways_and_stands_in_the_log(page):
    follow(page, R070)
    page.keyboard.press("Home")
    there = step_to(page, REFUSED)
    page.keyboard.press("End")
    assert step_to(page, REFUSED, "ArrowLeft") == there

    open_tab(page, "log")
    row = page.locator(".log-row", has_text="Superman may not Rescue").first
    row.wait_for()
    page.locator(".log-row.now", has_text="Superman may not Rescue").first.wait_for()
    open_tab(page, "now")


def test_a_link_to_a_refusal_leads_back_to_it(page):
    follow(page, R070)
    page.keyboard.press("Home")
    there = step_to(page, REFUSED)
    page.get_by_role("button", name="Copy link").click()
    link = page.locator(".link-shown input, .link input, input[readonly]").first.input_value()
    page.keyboard.press("Escape")
    open_inside(page, "index")
    page.wait_for_selector(".dcf .start")
    open_inside(page, "explore", link[link.index("?") :])
    page.wait_for_function("there => Number(document.querySelector('.slider')?.value) === there", arg=there)
    expect(page.locator(".stepping .moment")).to_contain_text(REFUSED)


def test_why_superman_cannot_rescue_is_two_clicks_away_where_he_had_nothing_to_do(page):
    """Build as it opens, Hero oppose, Explore, Superman at Arkham Asylum: he is exhausted, and the Rogue is asked."""
    open_inside(page, "build")
    phase = page.locator("select:has(option:text-is('Hero oppose'))").first
    phase.wait_for()
    phase.select_option(label="Hero oppose")
    page.click('[data-act="explore"]')
    page.wait_for_selector(".dcf .explore .choices")
    answer(page, "activate superman at arkham_asylum")

    page.click('.tile[data-card="superman"]')
    page.click(".card-view .why")
    told = page.locator(".card-view .why-answer")
    told.get_by_text("there is neither a Scheme nor an Unaligned character at Arkham Asylum").first.wait_for()
    box, view = (page.locator(one).bounding_box() for one in (".card-view .why-answer", ".card-view"))
    assert view["y"] <= box["y"] < view["y"] + view["height"] - 60  # without scrolling
    page.keyboard.press("Escape")


def ask(page, who, what=None, it=None):
    if page.locator(".why-not").get_attribute("open") is None:
        page.click(".why-not > summary")
    for menu, chosen in ((".why-who", who), (".why-what", what), (".why-it", it)):
        if chosen:
            page.locator(f"{menu} option", has_text=chosen).first.wait_for(state="attached")
            page.select_option(menu, label=chosen)
    return page.locator(".why-not .why-answer")


def test_menus_ask_who_what_and_whom_also_in_the_past_and_between_questions(page):
    scene(page, E06)
    told = ask(page, "Batman", "Rescue")
    told.get_by_text("It is the Rogue's turn, not the Hero's").first.wait_for()
    assert "Batman may not Rescue" in told.inner_text()
    answer(page, "activate cheetah at the_daily_planet")
    answer(page, "attack batman")
    page.keyboard.press("ArrowLeft")  # between two questions
    told = ask(page, "Cheetah", "Attack", "Batman")
    told.locator("b, p").first.wait_for()
    page.keyboard.press("Home")
    told = ask(page, "Cheetah", "Threaten")
    told.get_by_text("Cheetah may not Threaten").first.wait_for()


def test_what_is_possible_is_done_with_a_button(page):
    scene(page, E06)
    told = ask(page, "Cheetah", "Activate", "The Daily Planet")
    told.get_by_text("It is possible: do it.").wait_for()
    with answered(page):
        told.locator('[data-option="activate cheetah at the_daily_planet"]').click()
    page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')


def test_why_not_is_asked_in_words_too(page):
    scene(page, E06)
    if page.locator(".why-not").get_attribute("open") is None:
        page.click(".why-not > summary")
    page.fill(".why-words input", "rescue batman")
    page.press(".why-words input", "Enter")
    page.locator(".why-answer", has_text="It is the Rogue's turn, not the Hero's").wait_for()
    page.fill(".why-words input", "resque batman")
    page.click(".why-words button")
    page.locator(".why-answer", has_text="did you mean 'rescue'?").wait_for()


def test_twenty_cards_that_cannot_be_bought_are_one_line_and_can_be_searched(page):
    scene(page, "?start=first game&seed=1")
    if page.locator(".refused").get_attribute("open") is None:
        page.click(".refused > summary")
    group = page.locator(".refused .refused-group", has_text="20 cards cannot be bought")
    group.wait_for()
    assert not page.locator('[data-refused="buy get_serious"]').first.is_visible()
    page.fill(".refused-search", "get serious")
    found = page.locator('[data-refused="buy get_serious"]').first
    found.wait_for()
    assert "Punchline has not been recruited" in found.inner_text() and "Punchline to be recruited" in found.inner_text()
    assert "_" not in page.locator(".refused").inner_text()
    page.click(".refused > summary")


def test_a_seat_that_is_not_asked_gets_an_answer_without_a_secret(page):
    scene(page, E06)
    page.get_by_label("Seat").select_option("hero")
    page.locator(".choices", has_text="Others decide").wait_for()
    told = ask(page, "Batman", "Rescue")
    told.get_by_text("It is the Rogue's turn, not the Hero's").first.wait_for()
    cards = page.locator(".why-who option").all_inner_texts()
    assert "Enhanced Strength" not in cards
    page.get_by_label("Seat").select_option("")
    page.locator(".choices", has_text="Rogue Provoke Phase").wait_for()


def test_two_branches_differ_in_what_players_see(page):
    scene(page, E06)
    for option in ("activate cheetah at the_daily_planet", "attack batman"):
        answer(page, option)
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    answer(page, "pass")
    open_tab(page, "tree")
    page.locator("[data-compare]").first.click()
    table = page.locator(".comparison table.side-by-side").last
    table.wait_for()
    rows = table.locator("tbody th").all_inner_texts()
    assert any(row.startswith("Cheetah") for row in rows)
    assert not {"Step", "Actor", "Turn", "Dice still to be thrown"} & set(rows)
    assert "none" not in table.inner_text() and "repeated" not in table.inner_text()
    open_tab(page, "now")
