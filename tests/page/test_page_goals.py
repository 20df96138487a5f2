"""A puzzle from nothing in the browser: its goal by menus, its proof in the file and the link, and whoever opens them."""

import json
import subprocess
import sys
import tomllib

import pytest
from conftest import Served, arrive, looked_at, new_position, quiet, try_answer
from folders import TEST_GAMES
from playwright.sync_api import expect
from puzzle_room import FOUR_LEFT

from dcf_lab.puzzles.certificate import certify
from dcf_lab.scenario.file import parse, read, scenarios_folder

pytestmark = pytest.mark.browser

POINT = "Two rescue where one is not enough."


@pytest.fixture
def page(builder):
    """The build page with a new position on it, and no goal yet."""
    new_position(builder)
    looked_at(builder)
    return builder


def upload(page, tmp_path, text, name="puzzle.toml"):
    """Open a file on the page; returns when it is there."""
    (tmp_path / name).write_text(text)
    page.set_input_files(".open-file input", tmp_path / name)
    page.wait_for_function("name => document.querySelector('.held-bar .said')?.innerText === `${name} is open.`", arg=name)
    looked_at(page)


def goal(page):
    return json.loads(page.evaluate("localStorage['dcf_lab.draft']"))["draft"]["goal"]


def sentence(page):
    looked_at(page)
    return page.locator(".goal-sentence").inner_text()


def prove(page):
    page.click('[data-act="prove"]')
    page.wait_for_selector(".proof-status", timeout=60_000)
    looked_at(page)


def save(page, tmp_path):
    with page.expect_download() as download:
        page.click('[data-act="save"]')
    download.value.save_as(tmp_path / "saved.toml")
    return (tmp_path / "saved.toml").read_text()


def shared(page):
    page.click('[data-act="link"]')
    return page.locator(".link-shown input").input_value()


# from nothing to somebody else's solving


def test_a_puzzle_from_nothing_is_proved_shared_and_opened_by_its_link_with_its_goal(page, served, new_visitor):
    page.fill(".draft-title", "Knock him out")
    page.fill('[data-path="summary"]', "Batman is nearly out of it.")
    page.select_option('[data-path="table/phase"]', "activation")
    page.fill('input[aria-label="Damage on Batman"]', "5")
    for who in ("Cheetah", "Batman"):
        page.select_option(f'select[aria-label="Where {who} is"]', "the_daily_planet")
    page.check('[aria-label="Cheetah: exhausted"]')
    page.select_option('[data-path="table/actor"]', "cheetah")
    page.click('[data-act="make puzzle"]')
    page.select_option('[data-path="goal/for"]', "rogue")
    page.select_option('[data-path="goal/within"]', "this activation")
    page.select_option('[aria-label="Wish 1"]', "happens")
    page.select_option('[aria-label="To whom 1"]', "batman")
    page.select_option('[aria-label="What happens 1"]', "ko")
    page.fill('[data-path="point"]', POINT)
    assert sentence(page).startswith("The Rogues: knock out Batman in this activation, ")
    prove(page)
    expect(page.locator(".proof-status")).to_contain_text("Proved, unique")
    link = shared(page)
    assert link.startswith(served.url) and "puzzles.ipynb?s=" in link
    page.click('[aria-label="Take Batman from the Hero\'s characters"]')
    assert page.locator(".link-shown").count() == 0  # it leads to what was there before
    assert page.locator('[aria-label="To whom 1"] option:checked').inner_text() == "Batman, not on the table"

    other = new_visitor(link)
    quiet(other)
    assert other.locator(".bar h1").inner_text() == "Knock him out"
    assert "The Rogues: knock out Batman in this activation" in other.locator(".task").inner_text()
    assert "Batman is nearly out of it." in other.locator(".task").inner_text()
    assert "Easy" in other.locator(".task .badge").inner_text()
    assert POINT not in other.content()  # before it is solved
    try_answer(other, "attack batman")
    expect(other.locator(".puzzle .headline")).to_have_text("Solved!")
    expect(other.locator(".the-point")).to_contain_text(POINT)
    other.click('.puzzle .next:has-text("Next: ")')
    other.wait_for_function("document.querySelector('.bar h1').innerText !== 'Knock him out'")
    assert other.complaints == []


def test_a_link_of_a_position_without_a_goal_leads_to_explore_as_ever(page):
    assert "explore.ipynb?s=" in shared(page)


# the proof


def test_the_proof_goes_into_the_file_holds_when_checked_and_is_there_when_it_is_opened_again(page, tmp_path):
    upload(page, tmp_path, FOUR_LEFT)
    prove(page)
    saved = save(page, tmp_path)

    told = tomllib.loads(saved)["certificate"]
    assert told == certify(parse(saved))[1]  # as `dcf-lab solve --write` would write it
    command = [sys.executable, "-m", "dcf_lab.commands.cli", "check", tmp_path / "saved.toml"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0 and "certificate" not in found.stdout + found.stderr
    page.click('[data-act="new"]')
    upload(page, tmp_path, saved, "saved.toml")
    expect(page.locator(".proof-status")).to_contain_text("Proved, unique")
    assert page.locator(".proof .badge").inner_text() == f"{told['level'].capitalize()} {told['difficulty']}"


def test_a_draft_that_is_changed_loses_its_proof_and_says_so_and_undo_brings_it_back(page, tmp_path):
    upload(page, tmp_path, FOUR_LEFT)
    prove(page)
    page.fill(".draft-title", "Another name")  # is no change of the puzzle
    assert "certificate" in tomllib.loads(save(page, tmp_path))

    page.fill('input[aria-label="Damage on Batman"]', "1")
    page.wait_for_selector(".outdated")
    assert "proof is gone" in page.locator(".outdated").inner_text()
    assert "certificate" not in tomllib.loads(save(page, tmp_path))
    page.click('[data-act="undo"]')
    assert "certificate" in tomllib.loads(save(page, tmp_path))


def test_the_browser_keeps_the_proof_with_the_draft(page, tmp_path):
    upload(page, tmp_path, FOUR_LEFT)
    prove(page)
    page.reload()
    page.wait_for_selector(".build .proof-status")

    expect(page.locator(".proof-status")).to_contain_text("Proved, unique")


def test_a_proof_of_other_rules_is_not_believed(page, tmp_path):
    upload(page, tmp_path, FOUR_LEFT)
    prove(page)
    old = save(page, tmp_path)
    rules = tomllib.loads(old)["certificate"]["fingerprint"]["rules"]
    page.click('[data-act="new"]')
    upload(page, tmp_path, old.replace(rules, "0" * 12), "old.toml")

    expect(page.locator(".notices")).to_contain_text("Prove it again")
    expect(page.locator(".proof-status")).to_have_count(0)


# goals by menus


def test_menus_write_the_goal_and_find_it_again_when_the_page_is_loaded_anew(page):
    page.click('[data-act="make puzzle"]')
    page.select_option('[aria-label="Wish 1"]', "counts")
    page.select_option('[aria-label="Where 1"]', "sanctuary")
    page.fill('[aria-label="Number 1"]', "12")
    page.click('[data-act="another wish"]')
    page.locator('[data-goal-wish="win"] >> [aria-label^="Wish"]').select_option("lies")
    number = page.locator('[data-goal-wish="lies"] [data-wish-part="card"]').get_attribute("aria-label")[-1]
    page.select_option(f'[aria-label="Card {number}"]', "batman")
    page.select_option(f'[aria-label="Area {number}"]', "table.knocked out")
    page.click(f'[aria-label="Never, wish {number}"]')

    never = "'batman' in area('table.knocked out')"
    written = {"for": "hero", "within": "this round", "reach": "sanctuary.citizens >= 12", "avoid": never}
    assert goal(page) == written
    assert sentence(page).startswith(
        "The Heroes: bring Sanctuary to at least 12 citizens in this round, and never let Batman be among the knocked out Heroes"
    )
    page.reload()
    page.wait_for_selector(".build .goal-wishes")
    assert page.input_value('[aria-label="Where 1"]') == "sanctuary" and page.input_value('[aria-label="Number 1"]') == "12"
    assert page.input_value('[aria-label="Card 2"]') == "batman" and page.is_checked('[aria-label="Never, wish 2"]')
    assert goal(page) == written


def test_a_road_to_victory_is_chosen_and_goes_with_its_side(page):
    page.click('[data-act="make puzzle"]')
    page.select_option('[aria-label="How 1"]', "rescue")
    assert sentence(page).startswith("The Heroes: win by rescue in this round")
    page.select_option('[data-path="goal/for"]', "rogue")
    assert goal(page)["win"] == "any"


def test_a_mistake_in_the_language_is_shown_where_it_is_with_what_was_meant(page):
    page.click('[data-act="make puzzle"]')
    page.click(".own-words summary")
    page.fill('[data-path="goal/happen"]', "knock out Batman")
    page.wait_for_selector('.written-wish [aria-invalid="true"]')
    assert page.locator(".mistake mark").inner_text() == "knock out Batman"
    page.click("text=Write “ko to batman”")
    page.wait_for_selector('[data-goal-wish="happens"]')
    looked_at(page)
    assert page.locator(".mistake").count() == 0 and page.input_value('[aria-label="What happens 2"]') == "ko"


def take_offered(page, word, written):
    """Take a word that is offered; one then writes on behind it."""
    page.locator(".offered button", has_text=word).click()
    page.wait_for_function(
        "written => (({ value, selectionStart: at }) => value === written && at === value.length)(document.activeElement)",
        arg=written,
    )


def test_words_of_the_language_are_offered_while_one_writes(page):
    page.click('[data-act="make puzzle"]')
    page.click(".own-words summary")
    page.locator('[data-path="goal/reach"]').press_sequentially("batm")
    take_offered(page, "batman", "batman")
    page.keyboard.type(".dam")
    take_offered(page, "damage", "batman.damage")
    page.keyboard.type(" >= 3")

    assert goal(page)["reach"] == "batman.damage >= 3"
    assert "bring Batman to at least 3 damage" in sentence(page)


def test_prove_it_is_in_sight_without_scrolling(page):
    page.click('[data-act="make puzzle"]')
    page.select_option('[aria-label="Wish 1"]', "happens")
    page.click(".own-words summary")
    looked_at(page)
    side, button = page.locator(".build-side").bounding_box(), page.locator('[data-act="prove"]').bounding_box()

    assert page.viewport_size == {"width": 1280, "height": 800}
    assert side["y"] <= button["y"] and button["y"] + button["height"] <= side["y"] + side["height"]


# the build page


def test_a_new_position_is_not_odd(page):
    assert page.locator(".problems h2").inner_text() == "✓ This position can be played"
    assert page.locator(".to-problems").inner_text() == "✓ Playable"


def test_the_cards_fill_their_column(page):
    page.fill('[aria-label="Search the cards"]', "")
    bottom = page.evaluate(
        "['.palette', '.palette-cards', '.palette-face'].map(one => document.querySelector(one).getBoundingClientRect().bottom)"
    )
    assert page.locator(".palette-cards").bounding_box()["height"] > 400 and bottom[0] - bottom[1] < 110


@pytest.mark.parametrize("way", ["explore", "play puzzle"])
def test_whatever_is_opened_from_building_begins_at_its_top(page, way):
    page.click('[data-act="make puzzle"]')
    looked_at(page)
    page.locator('[data-area="hero/reserve"]').scroll_into_view_if_needed()
    page.evaluate("document.scrollingElement.scrollTop = 600")
    page.click(f'[data-act="{way}"]')
    page.wait_for_selector(".dcf .explore .board")

    page.wait_for_function("document.scrollingElement.scrollTop === 0")
    assert page.locator(".bar h1").bounding_box()["y"] >= 0


def test_a_notice_that_it_cannot_be_played_goes_when_all_is_mended(page):
    page.fill('input[aria-label="Damage on Batman"]', "60")
    page.wait_for_selector('[data-problem="impossible"]')
    page.click('[data-act="link"]')
    page.wait_for_selector(".notice >> text=This position cannot be played yet")
    page.fill('input[aria-label="Damage on Batman"]', "1")
    page.wait_for_selector(".notice", state="detached")


# every game


@pytest.mark.parametrize(
    ("game", "kind", "told"), [("tiny", "counts", "at least 1 point"), ("deckbuilding", "lies", "bring Black Adam into")]
)
def test_goals_of_other_games_come_from_their_boards(game, kind, told, new_visitor):
    server = Served("--preheat", "0", env={"DCF_LAB_GAMES": str(TEST_GAMES)})
    try:
        page = new_visitor(server.address("build", f"?game={game}"))
        page.click('[data-act="make puzzle"]')
        looked_at(page)
        if kind == "lies":
            page.fill('[aria-label="Search the cards"]', "black adam")
            page.locator(".palette [data-card]").first.click()
            page.locator('[data-area="player1/hand"] .put-here').click()
        page.select_option('[aria-label="Wish 1"]', kind)
        page.wait_for_function("told => document.querySelector('.goal-sentence')?.innerText.includes(told)", arg=told)
        assert page.complaints == []

        arrive(page, server.address("puzzles"))
        shown = page.locator(".puzzles .wishes button").all_inner_texts()
        assert shown and not any(text.split()[-1] == "0" for text in shown)
    finally:
        server.stop()


def test_the_puzzles_of_one_game_can_be_asked_for(served, new_visitor):
    page = new_visitor(served.address("puzzles"))
    games = page.locator('.wishes [role="group"][aria-label="Game"] button')
    assert games.filter(has_text="Forever Evil").count() == games.filter(has_text="Confrontations").count() == 1
    assert not any(text.split()[-1] == "0" for text in page.locator(".puzzles .wishes button").all_inner_texts())
    games.filter(has_text="Forever Evil").click()
    told = page.locator(".puzzle-card .of").all_inner_texts()
    assert "in this turn, whatever the opponents reply" in told[0] and not any("in this activation" in text for text in told)


def test_a_puzzle_opened_by_its_address_leads_to_the_next_when_it_is_solved(served, new_visitor):
    page = new_visitor(served.address("puzzles", "?puzzle=puzzles/a01"))
    quiet(page)
    assert "The Rogues: knock out Batman in this activation" in page.locator(".task .goal-text").inner_text()
    puzzle = read(scenarios_folder() / "dc_forever/puzzles/a01_two_points_or_three.toml")
    for line in puzzle.certificate["solutions"][0]:
        player, option = line.split(": ", 1)
        if player == "rogue":
            try_answer(page, option)
    expect(page.locator(".puzzle .headline")).to_have_text("Solved!")
    expect(page.locator(".the-point")).to_contain_text("It turned on")
    page.wait_for_selector('.puzzle .next:has-text("Next: ")')
    assert page.complaints == []
