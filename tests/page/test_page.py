"""The lab in the browser: board, choices, stepping, as a visitor uses them."""

import pytest
from conftest import answer, answered, moment, open_tab, scene
from playwright.sync_api import expect

from dcf_lab.lab import measure

pytestmark = pytest.mark.browser

E06 = "?scenario=rulebook/e06"


@pytest.fixture
def page(visitor):
    return visitor


def tile(page, card):
    return page.locator(f'.tile[data-card="{card}"]')


def attack_batman(page):
    """The rulebook's Attack example, answered by hand."""
    scene(page, E06)
    page.evaluate("sessionStorage.removeItem('dcf_lab.here')")  # what the browser had kept of the same answers before
    for option in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength"):
        answer(page, option)


def test_an_attack_played_by_hand_hurts_batman_by_four(page):
    attack_batman(page)

    expect(tile(page, "batman")).to_contain_text("2/6")
    assert "changed" in tile(page, "batman").get_attribute("class")


def test_stepping_back_and_forward_shows_every_moment(page):
    attack_batman(page)
    end = moment(page)

    page.keyboard.press("Home")
    assert moment(page) == 0
    page.keyboard.press("End")
    assert moment(page) == end
    page.keyboard.press("Shift+ArrowLeft")
    assert moment(page) < end
    page.keyboard.press("End")
    while "6/6" not in tile(page, "batman").inner_text():
        page.keyboard.press("ArrowLeft")
    undamaged = moment(page)
    page.keyboard.press("ArrowRight")
    assert moment(page) == undamaged + 1
    assert "2/6" in tile(page, "batman").inner_text()
    page.keyboard.press("PageUp")
    assert moment(page) < undamaged


def test_scrubbing_needs_no_word_from_the_kernel(page):
    attack_batman(page)
    page.wait_for_function(  # the browser has kept the record, and has nothing more to ask
        "JSON.parse(sessionStorage['dcf_lab.here'] ?? '{}').record?.includes('\"option\":\"play enhanced_strength')"
    )
    page.evaluate(
        """() => {
            window.sent = 0;
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (data) {
                const text = new TextDecoder().decode(data);  // a question to the lab; the trait is told without waiting
                if (text.includes('"method":"custom"') && !text.includes('"do":"ping"')) window.sent++;
                return send.call(this, data);
            };
        }"""
    )
    slider = page.locator(".slider")
    shown = []
    for value in range(0, int(slider.get_attribute("max")), 3):
        slider.evaluate("(s, v) => { s.value = v; s.dispatchEvent(new Event('input', {bubbles: true})); }", value)
        shown.append(moment(page))

    assert shown == list(range(0, int(slider.get_attribute("max")), 3))
    assert page.evaluate("window.sent") == 0


def test_another_answer_in_the_past_begins_a_branch(page):
    attack_batman(page)
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")

    assert page.locator(".choices .option.chosen").count() == 1
    answer(page, "pass")

    expect(tile(page, "batman")).to_contain_text("6/6")


def test_what_is_refused_is_shown_with_every_reason_and_its_rule(page):
    scene(page, E06)
    answer(page, "activate cheetah at the_daily_planet")
    page.click(".refused > summary")
    refusal = page.locator('[data-refused="threaten"]')
    refusal.wait_for()

    assert "Scheme" in refusal.inner_text()
    assert refusal.locator("button.rule").first.inner_text() == "Threaten needs a Scheme"
    refusal.locator("button.rule").first.click()
    dialog = page.locator("[role=dialog]")
    expect(dialog.locator("h2")).to_have_text("Threaten needs a Scheme")
    expect(dialog).to_contain_text("DCF-R067")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_an_only_answer_unfolds_with_what_was_refused(page):
    scene(page, E06)
    answer(page, "activate cheetah at the_daily_planet")
    for option in ("attack batman", "done", "done"):
        answer(page, option)
    open_tab(page, "log")
    page.click('.depths [data-depth="effect"]')
    row = page.locator(".log-row", has_text="The Hero had no character to activate.")
    row.locator("button.log-near").click()
    expect(row.locator(".log-near-list")).to_contain_text("Batman is exhausted (Activate: exhaust and move)")
    open_tab(page, "now")


def test_clicking_a_card_shows_it_large_and_offers_what_it_can_do(page):
    scene(page, E06)
    tile(page, "cheetah").click()
    view = page.locator(".card-view")

    assert "Cheetah" in view.locator("h3").inner_text()
    with answered(page):
        view.locator('[data-option="activate cheetah at the_daily_planet"]').click()
    page.wait_for_selector('.tile.is-exhausted[data-card="cheetah"]')


def test_a_card_under_the_keyboards_focus_is_shown_large(page):
    scene(page, E06)
    page.locator(".bar select").first.focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.card") == "cheetah":
            break

    expect(page.locator(".card-view h3")).to_have_text("Cheetah")
    page.keyboard.press("Escape")
    expect(page.locator(".card-view")).to_have_count(0)


def test_a_question_mark_opens_the_help_with_the_keys(page):
    scene(page, E06)
    page.keyboard.press("?")

    dialog = page.locator("[role=dialog]")
    expect(dialog).to_contain_text("Page Up")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_from_the_heros_seat_the_rogues_hand_is_hidden(page):
    scene(page, "?start=first+game&seed=7")
    expect(page.locator(".player.side-1 .hand [data-card]")).to_have_count(6)
    page.select_option(".bar select >> nth=0", "hero")
    page.wait_for_selector(".player.side-1 .hand .facedown")

    expect(page.locator(".player.side-1 .hand [data-card]")).to_have_count(0)
    expect(page.locator(".choices .option")).to_have_count(0)
    page.select_option(".bar select >> nth=0", "")
    page.wait_for_selector(".player.side-1 .hand [data-card]")


def test_the_measurement_of_the_page_finds_what_it_measures(served, chromium):
    found = measure.inside(chromium, f"{served.url}/", steps=2)
    assert found["events_when_measured"] > 100 and found["choose_to_redrawn_ms"] > 0 and found["scrub_to_redrawn_ms"] > 0
