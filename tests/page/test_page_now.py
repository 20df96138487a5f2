"""Now, as a visitor reads it: the sentence, its sum, who is in it, why, what came of it, and the rules in words."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import events, follow_the_script, scene
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TEN = [
    "rulebook/e01", "rulebook/e02", "rulebook/e03", "rulebook/e04", "rulebook/e05", "rulebook/e07", "rulebook/e09",
    "rulebook/e10", "rules/r009_tie", "rules/r070",
]  # fmt: skip
ENGINE_WORDS = re.compile(r"\w_\w|undefined|\bnull\b|\bNaN\b|\[object|: none\b|\bwindow\b|\bWindow\b")


@pytest.fixture
def page(visitor):
    return visitor


def followed(page, name):
    """A scenario with its script played to the end."""
    scene(page, f"?scenario={name}")
    follow_the_script(page)
    page.wait_for_function("(({ max, value }) => value !== max)(document.querySelector('.slider'))")  # at its first question


def go_to(page, moment):
    page.locator(".slider").evaluate("(s, v) => { s.value = v; s.dispatchEvent(new Event('input', {bubbles: true})); }", moment)


def sentence(page):
    return page.locator(".now-panel h2").inner_text()


def says(page, words):
    expect(page.locator(".now-panel h2")).to_have_text(words)


def step_to(page, wanted):
    """Forward, event by event, until Now says it."""
    for moment in range(events(page) + 1):
        go_to(page, moment)
        if sentence(page) == wanted and page.locator(".now-panel:not(.asked)").count():
            return
    raise AssertionError(f"nothing ever says {wanted!r}")


def all_that_is_told(page):
    """The text of Now at every moment of the film."""
    return page.evaluate(
        """async () => {
            const [slider, told] = [document.querySelector('.slider'), []];
            for (let moment = 0; moment <= Number(slider.max); moment++) {
                slider.value = moment;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
                await new Promise(requestAnimationFrame);
                document.querySelectorAll('.now-panel details').forEach((one) => { one.open = true; });
                told.push([document.querySelector('.now-panel h2').innerText, document.querySelector('.now-panel').innerText]);
            }
            return told;
        }"""
    )


def test_why_four_is_answered_by_one_click_from_the_example(page):
    """DC Forever, Attack example: 3 + 3, less 2 of one modifier by Master Tactician."""
    followed(page, "rulebook/e06")
    page.keyboard.press("End")
    says(page, "Batman suffers 4 damage.")
    assert page.locator(".sum-line").inner_text().split() == ["3", "+3", "−2", "=", "4"]

    page.click(".now-panel .why-so")

    parts = page.locator(".now-panel .sum li")
    parts.last.wait_for()
    assert parts.locator("b").all_inner_texts() == ["3", "+3", "−2", "= 4"]
    assert "Printed on Cheetah" in parts.nth(0).inner_text()
    assert "Enhanced Strength" in parts.nth(1).inner_text() and "Modifiers add up" in parts.nth(1).inner_text()
    assert "Batman takes 2 off Enhanced Strength" in parts.nth(2).inner_text()
    assert "Reductions touch only so many modifiers" in parts.nth(2).inner_text()


def test_axe_finds_nothing_serious_in_now_and_in_a_rule(page):
    followed(page, "rulebook/e06")
    step_to(page, "Batman suffers 4 damage.")
    told = Axe().run(page, context=".dcf").response["violations"]
    page.locator(".now-panel .sum .rule").first.click()
    told += Axe().run(page, context=".dcf").response["violations"]
    page.keyboard.press("Escape")

    assert [one["id"] for one in told if one["impact"] in ("serious", "critical")] == []


def test_who_deals_damage_and_who_suffers_it_are_shown_as_cards(page):
    followed(page, "rulebook/e06")
    step_to(page, "Batman suffers 4 damage.")

    faces = page.locator(".now-panel .small-face")
    assert faces.nth(0).inner_text().split("\n")[:2] == ["Cheetah", "deals it"]
    assert faces.nth(1).inner_text().split("\n")[:2] == ["Batman", "suffers it"]
    faces.nth(1).click()
    expect(page.locator(".card-view h3")).to_have_text("Batman")
    page.keyboard.press("Escape")


def test_a_cause_leads_to_its_moment_and_a_consequence_back(page):
    followed(page, "rulebook/e06")
    step_to(page, "Batman suffers 4 damage.")
    causes = page.locator(".because li").all_inner_texts()
    assert causes[0].split("\n") == ["triggered by", "Cheetah declares an Attack on Batman."]
    assert causes[2].split("\n") == ["modified by", "Batman takes 2 off Enhanced Strength."]

    page.locator(".because .event-link").nth(2).click()
    says(page, "Batman takes 2 off Enhanced Strength.")
    page.locator(".and-so .event-link", has_text="Batman suffers 4 damage.").focus()
    page.keyboard.press("Enter")
    says(page, "Batman suffers 4 damage.")


def test_rules_are_told_in_words_without_a_dialog(page):
    followed(page, "rulebook/e06")
    step_to(page, "Batman suffers 4 damage.")
    rules = page.locator(".now-panel .cited details")
    assert rules.count() == 6
    assert rules.nth(0).locator("p").first.inner_text().startswith("An attack deals the Attack value plus modifiers")
    assert not rules.nth(1).locator("p").first.is_visible()
    rules.nth(1).locator("summary").click()
    assert rules.nth(1).locator("p").first.inner_text() == "Modifier amounts add together."
    assert page.locator("[role=dialog]").count() == 0

    step_to(page, "Batman stands.")
    assert page.locator(".now-panel .cited p").first.inner_text() == "Damage that does not defeat a character stays on it."


def test_a_rule_has_its_words_under_the_focus_and_its_neighbours_in_the_dialog(page):
    followed(page, "rulebook/e06")
    step_to(page, "Batman suffers 4 damage.")
    page.locator(".now-panel .sum .part").nth(1).focus()
    page.keyboard.press("Tab")
    expect(page.locator(".rule-hint")).to_contain_text("Modifier amounts add together.")
    page.keyboard.press("Escape")
    expect(page.locator(".rule-hint")).to_have_count(0)

    page.keyboard.press("Enter")
    dialog = page.locator("[role=dialog]")
    expect(dialog.locator("h2")).to_have_text("Modifiers add up")
    page.click(".rule-next")
    expect(dialog.locator("h2")).to_have_text("The total first, other effects after")
    page.click(".rule-before")
    page.click(".rule-before")
    expect(dialog.locator("h2")).to_have_text("First play all modifiers, then resolve")
    assert "DCF-R079" in dialog.inner_text()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_between_questions_one_button_leads_to_the_next(page):
    followed(page, "rulebook/e06")
    step_to(page, "Enhanced Strength is discarded.")
    assert page.locator(".choices").count() == 0
    page.click(".to-question")
    assert page.locator(".choices h2").inner_text().startswith("The Rogue:")


def test_at_the_beginning_now_says_what_the_table_is(page):
    scene(page, "?scenario=rulebook/e06")
    go_to(page, 0)
    says(page, "Six would have knocked him out")
    assert "Cheetah attacks Batman with Enhanced Strength" in page.locator(".now-panel .about").inner_text()


def test_the_end_says_who_won_why_under_which_rule_and_how_to_go_on(page):
    followed(page, "rules/r104_order")
    page.keyboard.press("End")
    expect(page.locator(".now-panel h2")).to_contain_text("win by")
    assert page.locator(".now-panel .cited summary").first.inner_text() == "Who wins is checked in order"
    assert "the first met wins" in page.locator(".now-panel .cited p").first.inner_text()

    page.click("text=From the beginning")
    expect(page.locator(".slider")).to_have_value("0")
    page.keyboard.press("End")
    page.click("text=Play again")
    page.wait_for_selector(".choices .option")


@pytest.mark.parametrize("name", TEN)
def test_every_event_is_told_without_words_of_the_engine(page, name):
    followed(page, name)
    told = all_that_is_told(page)
    assert len(told) > 1
    for heading, text in told:
        assert heading
        assert not ENGINE_WORDS.search(text), text


def test_from_a_seat_now_names_no_hidden_card(page):
    scene(page, "?start=first+game&seed=7")
    hand = page.locator(".player.side-1 .hand [data-card]").evaluate_all("cards => cards.map((one) => one.dataset.card)")
    names = page.locator(".player.side-1 .hand [data-card]").all_inner_texts()
    page.select_option(".bar select >> nth=0", "hero")
    page.wait_for_selector(".player.side-1 .hand .facedown")
    texts = "\n".join(text for _, text in all_that_is_told(page))
    page.select_option(".bar select >> nth=0", "")
    page.wait_for_selector(".player.side-1 .hand [data-card]")

    assert len(hand) == 6 and "The Rogue draws 6 cards" in texts
    assert not [name for name in names if re.sub(r"\s*[★☆×].*", "", name, flags=re.DOTALL) in texts]


@pytest.mark.parametrize("width", [320, 700])
def test_now_fits_whatever_width_it_has(served, new_visitor, width):
    page = new_visitor(served.address("explore", "?scenario=rulebook/e05"), width=width + 30, height=900)
    follow_the_script(page)
    step_to(page, "Punchline claims 8 citizens from Arkham Asylum for Go Viral.")
    panel = page.locator(".now-panel")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    assert panel.locator("h2").evaluate("h2 => parseFloat(getComputedStyle(h2).fontSize)") >= 24
    assert page.complaints == []
