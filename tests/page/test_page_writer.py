"""Writing a lesson in the browser: from what was explored, by menus alone, to a file that the command accepts."""

import json
import subprocess
import sys
import tomllib

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import answer, open_inside, scene
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror='window.hacked=1'>"


def kept(page):
    """The lesson that the browser has kept."""
    return json.loads(page.evaluate("localStorage['dcf_lab.written']"))["lesson"]


def looked_at(page, state="good"):
    """Wait until the engine has looked at the lesson, and found it so."""
    page.wait_for_selector(f".write-state.{state}")


def make_a_chapter(page):
    page.locator(".bar .menu summary", has_text="File").click()
    page.get_by_role("button", name="Make this a chapter").click()
    page.wait_for_selector(".write")


def ask_for(page, kind, words):
    page.click(f'[data-kind="{kind}"]:enabled')
    page.locator(".write-offers button", has_text=words).first.click()
    page.wait_for_selector(".asked-text")


def serious(page):
    found = Axe().run(page, context=".dcf").response["violations"]
    return [(one["id"], one["nodes"][0]["html"][:150]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.fixture(scope="module")
def saved(visitor, tmp_path_factory):
    """The file of a lesson that somebody has written who knows no TOML."""
    page = visitor
    scene(page, "?scenario=rulebook/e06")
    for option in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength"):
        answer(page, option)
    make_a_chapter(page)
    page.wait_for_selector('[data-step="1.2"][aria-current]')

    # the damage, with the answer, every mistake and its reason
    ask_for(page, "amount", "Batman suffers damage")
    expect(page.locator(".asked-right")).to_have_text("Right: 4")
    rows = page.locator(".asked-rows tbody tr")
    expect(rows.filter(has_text="6")).to_contain_text("−2 by Batman was overlooked.")
    expect(page.locator(".looked")).to_have_text(["Cheetah×", "Enhanced Strength×", "Batman×"])
    page.get_by_label("Your words for 6").fill("Master Tactician was overlooked.")

    # what is said must not tell it
    page.fill("[data-field=say]", "She attacks, and it does 4.")
    expect(page.locator(".mistake")).to_have_text("What is said first tells the number that is asked for.")
    looked_at(page, "bad")
    page.fill("[data-field=say]", "She attacks")
    page.locator(".write-prose select[aria-label='Name a card']").first.select_option(label="Batman")
    expect(page.locator("[data-field=say]")).to_have_value("She attacks {batman}")
    page.locator(".write-about summary").click()
    page.locator(".write-about label", has_text="DCF-R082").click()
    page.select_option(".write-panel select", "causes")
    page.get_by_role("button", name="Which cards would fit?").click()
    page.locator(".write-twins label", has_text="Rending Claws in place of Enhanced Strength").click()
    page.get_by_role("button", name="Show the table").click()
    page.locator(".write-table").get_by_role("button", name="After it").click()
    expect(page.locator('.write-table [data-card="batman"]').first).to_contain_text("2/6")
    looked_at(page)
    assert serious(page) == []

    # a step more, in which something is asked about what has just been seen
    page.click('[data-step="1.1"]')
    page.get_by_role("button", name="Add a step after it").click()
    ask_for(page, "allowed", "threaten")
    expect(page.locator(".asked-rows tbody tr.right")).to_have_count(2)  # 'no', and the rule
    page.fill(".lesson-title", f"Six {EVIL}")
    looked_at(page)

    file = tmp_path_factory.mktemp("written") / "lesson.toml"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    download.value.save_as(file)
    return file


def test_what_was_written_by_menus_is_a_lesson_that_the_command_accepts(saved):
    found = subprocess.run([sys.executable, "-m", "dcf_lab.commands.cli", "check", saved], capture_output=True, text=True)
    assert found.returncode == 0 and "0 failed" in found.stdout, found
    (chapter,) = tomllib.loads(saved.read_text())["chapter"]
    assert chapter["step"][1] == {"ask": {"allowed": "threaten"}}
    assert chapter["step"][2] == {
        "say": "She attacks {batman}",
        "look": ["cheetah", "enhanced_strength", "batman"],
        "ask": {"amount": "damage to batman", "about": ["DCF-R082"], "wrong": {"6": "Master Tactician was overlooked."}},
        "do": ["attack batman", "play enhanced_strength"],
        "panel": "causes",
        "twins": {"enhanced_strength": ["rending_claws"]},
    }


def test_a_lesson_is_there_again_after_a_reload_and_out_of_its_file(visitor, saved):
    page, before = visitor, kept(visitor)
    page.reload()
    looked_at(page)
    assert kept(page) == before and page.input_value(".lesson-title") == f"Six {EVIL}"
    page.get_by_role("button", name="New lesson").click()
    page.wait_for_selector(".write-nothing")
    page.set_input_files(".write-nothing .open-file input", saved)
    looked_at(page)
    assert kept(page) == before and page.evaluate("window.hacked") is None


def test_it_can_be_read_as_others_will_read_it(visitor, saved):
    page = visitor
    page.get_by_role("button", name="Read it").click()
    page.wait_for_selector(".workshop.reading .board")
    page.get_by_role("link", name="Write a lesson").click()
    looked_at(page)


def test_steps_are_split_and_joined_and_each_change_can_be_taken_back(visitor, saved):
    page = visitor
    before = kept(page)
    page.click('[data-step="1.3"]')
    page.get_by_role("button", name="Split here").click()
    expect(page.locator(".to-step")).to_have_count(4)
    assert [step.get("do") for step in kept(page)["chapter"][0]["step"]][2:] == [["attack batman"], ["play enhanced_strength"]]
    looked_at(page)  # the question is about what is done last, and still holds
    page.click('[data-step="1.3"]')
    page.get_by_role("button", name="Join with the next").click()
    expect(page.locator(".to-step")).to_have_count(3)
    looked_at(page)
    assert kept(page) == before
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    looked_at(page)
    assert kept(page) == before


def test_another_game_is_another_chapter_or_begins_a_new_lesson(visitor, saved):
    page = visitor
    scene(page, "?scenario=rules/r055")
    make_a_chapter(page)
    page.get_by_role("button", name="Add it as a chapter").click()
    expect(page.locator(".write-chapter")).to_have_count(2)
    assert kept(page)["chapter"][1]["scenario"] == "rules/r055_when_comes_before"
    looked_at(page)
    open_inside(page, "explore", "?start=first+game&seed=7")
    page.wait_for_selector(".explore .choices .option")
    make_a_chapter(page)
    page.get_by_role("button", name="Add it as a chapter").click()
    expect(page.locator(".notice.refused")).to_contain_text("begin a new lesson with it")
    page.get_by_role("button", name="Begin a new lesson with it").click()
    expect(page.locator(".write-chapter")).to_have_count(1)
    page.locator(".write-earlier summary").click()
    expect(page.locator(".write-earlier button").first).to_have_text(f"Bring back “Six {EVIL}”")
