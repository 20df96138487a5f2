"""The board in the browser: at every step it shows who acts, upon whom, and what it comes to."""

import pytest
from conftest import answer, events, moment, scene
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(visitor):
    visitor.evaluate("() => localStorage.removeItem('dcf_lab.every event')")
    return visitor


def follow(page, example):
    """An example of the rulebook with its script followed, at its beginning."""
    scene(page, f"?scenario=rulebook/{example}&follow=1")
    page.wait_for_selector(".on-step:enabled")


def step_to(page, words):
    while words not in page.locator(".stepping .moment").inner_text():
        assert page.locator(".on-step").is_enabled(), f"no step says {words!r}"
        page.click(".on-step")


def total(page):
    """The badge as it is seen, without the explanation for who does not see it."""
    return page.locator(".scene .total").evaluate("badge => badge.firstChild.textContent")


def ends(page, kind="deed"):
    arrow = page.locator(f".scene g.{kind}")
    return arrow.get_attribute("data-from"), arrow.get_attribute("data-to")


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def tip(page, kind="deed"):
    """Where an arrow ends, on the screen."""
    return page.locator(f".scene g.{kind} .head").evaluate(
        """head => {
            const ground = head.ownerSVGElement.getBoundingClientRect();
            const at = head.getPointAtLength(0);
            return [ground.x + at.x, ground.y + at.y];
        }"""
    )


def near(box, point, reach):
    x, y = point
    inside = (
        box["x"] - reach <= x <= box["x"] + box["width"] + reach and box["y"] - reach <= y <= box["y"] + box["height"] + reach
    )
    deep = box["x"] + reach < x < box["x"] + box["width"] - reach and box["y"] + reach < y < box["y"] + box["height"] - reach
    return inside and not deep


def test_a_link_that_follows_the_script_opens_at_its_beginning_with_nothing_marked(page):
    follow(page, "e06")

    assert page.locator(".on-step").is_enabled() and moment(page) == 1
    assert page.locator(".board .changed").count() == 0
    page.click(".on-step")
    expect(page.locator(".stepping .moment")).to_contain_text("activates Cheetah")


def test_an_arrow_leads_from_cheetah_to_batman_when_she_declares_an_attack(page):
    follow(page, "e06")
    step_to(page, "declares an Attack")

    assert ends(page) == ("cheetah", "batman")
    assert near(box(page, '.tile[data-card="batman"]'), tip(page), 12)
    assert "acts" in page.locator('.tile[data-card="cheetah"]').get_attribute("class").split()
    assert "suffers" in page.locator('.tile[data-card="batman"]').get_attribute("class").split()
    assert page.locator(".scene svg").get_attribute("aria-label").startswith("An arrow from Cheetah to Batman")


def test_the_total_grows_until_the_damage_is_suffered(page):
    follow(page, "e06")
    seen = []
    for words in ("declares an Attack", "plays Enhanced Strength", "takes 2 off", "suffers 4 damage"):
        step_to(page, words)
        seen.append(total(page))

    assert seen == ["3", "3 + 3 = 6", "3 + 3 − 2 = 4", "3 + 3 − 2 = 4"]
    assert "Enhanced Strength" in page.locator(".scene .total .hidden-text").text_content()
    assert "changed" in page.locator('.tile[data-card="batman"]').get_attribute("class").split()


def test_while_modifiers_are_asked_for_the_declared_attack_has_its_total(page):
    scene(page, "?scenario=rulebook/e06")
    for option in ("activate cheetah at the_daily_planet", "attack batman"):
        answer(page, option)
    page.wait_for_selector(".scene .total")

    assert ends(page) == ("cheetah", "batman") and total(page) == "3"


def test_arrows_follow_their_cards_when_the_window_changes(page):
    follow(page, "e06")
    step_to(page, "declares an Attack")
    drawn = page.locator(".scene g.deed .head").get_attribute("d")
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(page.locator(".scene g.deed .head")).not_to_have_attribute("d", drawn)

    page.wait_for_function(  # the cards and the arrow may come to rest one after the other
        """() => {
            const head = document.querySelector('.scene g.deed .head'), ground = head.ownerSVGElement.getBoundingClientRect();
            const tile = document.querySelector('.tile[data-card="batman"]').getBoundingClientRect();
            const { x, y } = head.getPointAtLength(0);
            const within = (reach) => ground.x + x > tile.left - reach && ground.x + x < tile.right + reach
                && ground.y + y > tile.top - reach && ground.y + y < tile.bottom + reach;
            return within(12) && !within(-12);
        }"""
    )
    page.set_viewport_size({"width": 1280, "height": 800})


def test_stepping_passes_over_bookkeeping_unless_every_event_is_asked_for(page):
    follow(page, "e06")
    page.keyboard.press("Home")
    stops = 0
    while page.locator(".on-step").is_enabled():
        page.click(".on-step")
        stops += 1
        assert "answers" not in page.locator(".stepping .moment").inner_text()
    length = events(page)
    assert f"step {stops} of {stops}" in page.locator(".stepping .moment").inner_text() and stops < length

    page.check(".stepping .every input")
    page.keyboard.press("Home")
    for _ in range(length):
        page.keyboard.press("ArrowRight")
    assert moment(page) == length
    page.keyboard.press("ArrowLeft")
    assert moment(page) == length - 1
    page.reload()
    expect(page.locator(".stepping .every input")).to_be_checked()
    page.uncheck(".stepping .every input")


@pytest.mark.parametrize("example", ["e05", "e06", "e07"])
def test_at_every_step_of_an_example_the_board_shows_something(page, example):
    follow(page, example)
    while page.locator(".on-step").is_enabled():
        page.click(".on-step")
        shown = page.evaluate(
            """() => document.querySelectorAll(
                '.laid :is(.acts, .suffers, .changed), .scene :is(g, .total, .announced)').length"""
        )
        assert shown > 0, page.locator(".stepping .moment").inner_text()


def test_what_travels_is_seen_travelling_only_one_step_forward_and_with_motion(page):
    follow(page, "e06")
    page.evaluate(
        """() => {
            window.seen = [];
            const note = ({ addedNodes }) => addedNodes.forEach((one) => window.seen.push(one.textContent));
            new MutationObserver((all) => all.forEach(note)).observe(document.querySelector('.travellers'), { childList: true });
        }"""
    )
    step_to(page, "plays Enhanced Strength")
    assert page.evaluate("() => window.seen") == ["Cheetah", "Enhanced Strength"]
    page.keyboard.press("End")
    page.keyboard.press("Home")
    assert page.evaluate("() => window.seen.length") == 2
    page.emulate_media(reduced_motion="reduce")
    step_to(page, "plays Enhanced Strength")
    assert page.evaluate("() => window.seen.length") == 2
    page.emulate_media(reduced_motion="no-preference")


def test_a_long_sentence_of_the_film_stays_longer_and_fast_is_faster(page):
    follow(page, "e06")
    page.select_option(".stepping .speed", "fast")
    page.click(".stepping .play")
    page.wait_for_function(
        "() => document.querySelector('.stepping .moment').innerText.includes('suffers 4 damage')", timeout=30_000
    )
    assert page.locator(".scene .total").count() == 1
    page.click(".stepping .play")
    page.select_option(".stepping .speed", "normal")


@pytest.mark.parametrize(("width", "height", "letters"), [(1280, 800, 15), (1920, 1080, 20)])
def test_the_board_fills_its_place_in_letters_that_can_be_read(page, width, height, letters):
    page.set_viewport_size({"width": width, "height": height})
    follow(page, "e06")
    step_to(page, "suffers 4 damage")
    page.wait_for_function(
        """() => {
            const [place, laid] = ['.table-place', '.laid'].map((one) => document.querySelector(one).getBoundingClientRect());
            return laid.width >= place.width - 2 && Math.abs(laid.height - place.height) <= 2;
        }"""
    )
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.laid :is(.name, .stats, .states, .chip, .pile, .round, .goal, .standee)')]
            .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
    )
    states, badge = box(page, '[data-card="batman"] .states'), box(page, ".scene .total")

    assert min(sizes) >= letters
    assert badge["y"] >= states["y"] + states["height"] - 2, "the total covers nothing that is said of him"

    follow(page, "e09")  # two Hero players, and more on the table
    step_to(page, "suffers 2 damage")
    assert box(page, ".laid")["height"] <= box(page, ".table-place")["height"] + 2, "the whole table is in sight"
    page.set_viewport_size({"width": 1280, "height": 800})
