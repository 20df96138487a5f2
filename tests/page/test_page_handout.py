"""A handout at home: opened from a file with the network off, answered, scrubbed, remembered, printed; or only read."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from dcf_lab.commands.cli import main

pytestmark = pytest.mark.browser
TELL = "I do not know: tell me"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A lesson as it is handed out, small and whole, a puzzle, and a lesson about several games."""
    found = tmp_path_factory.mktemp("handouts")
    wanted = {"whole": ["an_attack"], "small": ["an_attack", "--small"], "puzzle": ["a02_the_last_rescue", "--small"]}
    wanted["several"] = ["same_word_different_window", "--small"]
    for name, options in wanted.items():
        assert main(["export", *options, "--to", str(found / f"{name}.html")]) == 0
    return found


@pytest.fixture
def opened(chromium, folder):
    """A file in a browser without a network; whatever it asks for, and whatever it complains about, is written down."""
    contexts = []

    def open_file(name, width=1280, height=800, wait=".handout-page .board .player", **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, offline=True, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.asked, page.complaints = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
        page.goto((folder / f"{name}.html").as_uri())
        page.wait_for_selector(wait)
        return page

    yield open_file
    for context in contexts:
        context.close()


def after(page):
    """The next step; what is asked there is still open."""
    page.get_by_role("button", name="Next ›").click()


def tell(page):
    page.get_by_role("button", name=TELL).click()
    page.wait_for_selector(".revealed")


def end_of_film(page):
    return int(page.locator(".slider").get_attribute("max"))


def serious(page, context):
    found = Axe().run(page, context=context).response["violations"]
    return [
        (one["id"], [node["html"][:150] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def to_the_sum(page):
    """Through the first chapter, whose questions are answered, to the one for a number."""
    after(page)
    expect(page.locator(".question h2")).to_contain_text("May she Threaten?")
    expect(page.get_by_role("button", name="Next ›")).to_be_disabled()
    expect(page.locator(".room-bar option").nth(1)).to_be_disabled()  # it tells what is asked here
    page.get_by_role("radio", name="No", exact=True).check()
    page.get_by_role("button", name="That is my answer").click()
    page.wait_for_selector(".revealed.was-right")
    after(page)
    tell(page)
    after(page)
    expect(page.locator(".question h2")).to_contain_text("How much damage")


def test_a_handout_is_answered_scrubbed_and_remembered_without_a_network(opened):
    page = opened("whole")
    to_the_sum(page)
    held = end_of_film(page)
    page.get_by_role("button", name="6", exact=True).click()
    page.get_by_role("button", name="That is my answer").click()
    expect(page.locator(".revealed.was-wrong")).to_contain_text("It is 4. You said 6.")
    expect(page.locator(".reasons")).to_contain_text("Master Tactician was overlooked.")
    assert end_of_film(page) > held
    expect(page.locator('.tile[data-card="batman"]')).to_contain_text("1/6")
    page.locator(".slider").fill(str(held))
    expect(page.locator('.tile[data-card="batman"]')).to_contain_text("5/6")
    page.get_by_role("button", name="Batman takes 2 off").click()  # a sentence of the explanation leads to its moment
    expect(page.locator(".happens")).to_contain_text("Batman takes 2 off")

    page.wait_for_selector(".cause-picture .cause-node")  # the step wants the causes to be open
    assert serious(page, ".dcf") == []
    page.locator(".slider").press("End")
    page.click("button.why")
    expect(page.locator(".causes-panel .count")).to_contain_text("led to “4 damage to Batman”")
    page.get_by_role("button", name="Timelines").click()
    page.wait_for_selector(".small-lines .main-svg")
    expect(page.locator('.dcf figure[data-what="damage"] figcaption')).to_contain_text("Batman 5")
    page.click(".small-lines .more")
    page.select_option(".timelines .by", "round")
    page.click(".numbers summary")
    expect(page.locator(".numbers tbody tr")).to_have_count(2)
    page.get_by_role("button", name="What happened").click()
    expect(page.locator(".log-row.now")).to_contain_text("Batman suffers 4 damage")
    assert serious(page, ".dcf") == []

    page.reload()
    expect(page.locator(".question h2")).to_contain_text("In which order")  # where one had come to
    page.get_by_role("button", name="‹ Back").click()
    expect(page.locator(".revealed")).to_contain_text("You said 6.")
    for _ in range(4):
        after(page)
        while page.locator(".walk .next[disabled]").count() and page.get_by_role("button", name=TELL).count():
            tell(page)
    assert page.complaints == [] and {address.partition(":")[0] for address in page.asked} <= {"file", "data", "blob"}
    assert len([address for address in page.asked if address.startswith("file")]) == 2  # the file, and once more


def test_a_small_handout_on_a_phone_ends_with_practice(opened):
    page = opened("small", 390, 844)
    page.get_by_role("button", name="Timelines").click()
    page.wait_for_selector(".pictures svg .cursor", state="attached")
    while not page.locator(".score").count():
        if page.get_by_role("button", name=TELL).count():
            tell(page)
        else:
            after(page)
    expect(page.locator(".score")).to_contain_text("0 of 6 were right.")
    page.click(".practise")
    expect(page.locator(".where")).to_contain_text("Practice 1 of 7")
    page.wait_for_selector(".question .send")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious(page, ".dcf") == []
    assert page.complaints == [] and page.evaluate("window.Plotly") is None


def test_each_chapter_has_the_board_of_its_game_and_the_score_the_rules_of_all(opened):
    page = opened("several", 390, 844)
    chapters, board = page.get_by_label("Chapter"), page.locator(".board")
    for chapter, game, somebody in (
        (0, "DC Forever", "The Rogue"),
        (2, "Forever Evil", "Player 3"),
        (4, "DC Forever", "The Rogue"),
    ):
        chapters.select_option(str(chapter))
        expect(page.locator(".where")).to_contain_text(game)
        expect(board).to_contain_text(somebody)
    for chapter in ("2", "11"):
        chapters.select_option(chapter)
        tell(page)
    expect(page.locator(".score")).to_contain_text("Reshuffle when a card is needed")
    page.click(".practise")
    expect(page.locator(".where")).to_contain_text("Practice Forever Evil")
    expect(board).to_contain_text("Lex Luthor")
    assert page.complaints == []


def test_the_solution_of_a_puzzle_waits_until_it_is_asked_for(opened):
    page = opened("puzzle")
    after(page)
    held = end_of_film(page)
    page.get_by_role("button", name="Show me the solution").click()
    expect(page.locator(".happens")).to_contain_text("The Hero side wins")
    assert end_of_film(page) > held and page.complaints == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_handout_is_printed_on_several_pages(opened, paper):
    page = opened("small")
    printed = page.pdf(format=paper)
    assert printed.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", printed)) >= 6
    page.emulate_media(media="print")
    expect(page.locator(".paper .ask").first).to_be_visible()
    expect(page.locator("#page")).to_be_hidden()
    if paper == "A4":
        assert serious(page, ".paper") == []


def test_without_programs_it_is_read(opened):
    page = opened("whole", wait=".paper h1", java_script_enabled=False)
    expect(page.locator(".paper .ask").first).to_be_visible()
    expect(page.locator(".paper .answers")).to_contain_text("Master Tactician was overlooked.")
    assert len(page.asked) == 1
