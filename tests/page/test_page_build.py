"""Building a position in the browser: by click, by drag and by keyboard; nothing is lost, and every problem is explained."""

import json
import tomllib
from pathlib import Path

import pytest
from conftest import Served, arrive, looked_at, new_position, open_inside
from folders import TEST_GAMES
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror='window.hacked=1'>"


@pytest.fixture(scope="module")
def more_games():
    """The lab with the small games of the tests, too."""
    server = Served("--preheat", "0", env={"DCF_LAB_GAMES": str(TEST_GAMES)})
    yield server
    server.stop()


@pytest.fixture
def page(builder):
    """The build page with a new position on it."""
    new_position(builder)
    builder.fill(".draft-title", "Begun")
    builder.fill('[aria-label="Search the cards"]', "")
    return builder


def area(page, name):
    return page.locator(f'[data-area="{name}"]')


def lying(page, name):
    """The cards of an area, in order."""
    return area(page, name).locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")


def on_palette(page, card):
    page.fill('[aria-label="Search the cards"]', card.replace("_", " ").split(".")[0])
    return page.locator(f'.palette [data-card="{card}"]')


def draft(page):
    """What the browser has kept."""
    return json.loads(page.evaluate("localStorage['dcf_lab.draft']"))["draft"]


def checked(page):
    """Wait until the kernel has looked at the draft, and return the file that it makes of it."""
    looked_at(page)
    return tomllib.loads(page.locator(".toml pre").evaluate("one => one.textContent"))


def said(page):
    return page.locator(".held-bar .said").inner_text()


# putting cards and tokens


def test_a_card_is_put_by_two_clicks(page):
    on_palette(page, "enhanced_strength").click()
    assert page.locator(".put-here").count() > 5
    assert area(page, "rogue/characters").locator("> header .put-here").count() == 0  # an Event is no character
    area(page, "rogue/hand").locator(".put-here").click()

    assert lying(page, "rogue/hand") == ["enhanced_strength"]
    assert said(page) == "Enhanced Strength put into the Rogue's hand."
    assert "in the Rogue's hand" in on_palette(page, "enhanced_strength").inner_text()
    assert checked(page)["table"]["rogue"]["hand"] == ["enhanced_strength"]


def test_a_card_is_put_by_dragging_it(page):
    on_palette(page, "batarang.1").drag_to(area(page, "hero/deck"))
    on_palette(page, "batarang.2").drag_to(area(page, "hero/deck"))
    assert lying(page, "hero/deck") == ["batarang.1", "batarang.2"]

    area(page, "hero/deck").locator('[data-card="batarang.2"]').drag_to(
        area(page, "hero/deck").locator('[data-card="batarang.1"]')
    )
    assert lying(page, "hero/deck") == ["batarang.2", "batarang.1"]
    area(page, "hero/deck").locator('[data-card="batarang.2"]').drag_to(area(page, "hero/hand"))
    assert (lying(page, "hero/deck"), lying(page, "hero/hand")) == (["batarang.1"], ["batarang.2"])


def test_a_card_is_moved_within_its_area_and_not_beyond_its_end(page):
    for card in ("batarang.1", "batarang.2", "enhanced_strength"):
        on_palette(page, card).click()
        area(page, "rogue/deck").locator(".put-here").click()
    area(page, "rogue/deck").locator('[data-card="batarang.1"]').click()
    page.click("text=◀ Earlier")
    assert page.locator(".held-bar p").inner_text().startswith("Batarang (1) is held")
    page.click("text=Later ▶")
    assert lying(page, "rogue/deck") == ["batarang.2", "batarang.1", "enhanced_strength"]
    page.click("text=Let go")

    for _ in range(2):
        area(page, "rogue/deck").locator('[data-card="batarang.2"]').press("Enter")
        page.click("text=One place later")
        assert page.locator(".put-menu").count() == 0
        the_focus_is_on(page, "batarang.2")
    assert lying(page, "rogue/deck") == ["batarang.1", "enhanced_strength", "batarang.2"]


def the_focus_is_on(page, card):
    page.wait_for_function("card => document.activeElement.dataset.card === card", arg=card)


def test_a_card_is_put_moved_and_removed_by_keyboard_alone(page):
    page.fill('[aria-label="Search the cards"]', "batarang")
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    the_focus_is_on(page, "batarang.1")
    page.keyboard.press("Enter")
    expect(page.locator(".put-menu h2")).to_have_text("Put Batarang (1) where?")
    while "Hero's deck" not in page.evaluate("document.activeElement.innerText"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    the_focus_is_on(page, "batarang.1")  # where one works
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    while "Hero's deck, on top" not in page.evaluate("document.activeElement.innerText"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    the_focus_is_on(page, "batarang.2")
    assert lying(page, "hero/deck") == ["batarang.2", "batarang.1"]

    area(page, "hero/deck").locator('[data-card="batarang.2"]').focus()
    page.keyboard.press("Shift+ArrowRight")
    the_focus_is_on(page, "batarang.2")
    assert lying(page, "hero/deck") == ["batarang.1", "batarang.2"]
    page.keyboard.press("Delete")
    assert lying(page, "hero/deck") == ["batarang.1"]
    the_focus_is_on(page, "batarang.1")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator(".put-menu").count() == 0


def test_an_area_refuses_a_card_of_another_kind_with_a_sentence(page):
    on_palette(page, "wonder_woman").drag_to(area(page, "rogue/hand"))
    assert lying(page, "rogue/hand") == []
    assert said(page).startswith("Wonder Woman is a hero; the Rogue's hand can only take event,")


def test_a_character_is_put_at_a_location_and_cards_onto_it(page):
    area(page, "hero/characters").locator('[data-card="batman"]').drag_to(area(page, "locations/1/here/at"))
    on_palette(page, "armored_cape").drag_to(area(page, "hero/characters/0/attachments"))
    on_palette(page, "dose_the_city").drag_to(area(page, "locations/1/scheme"))

    table = checked(page)["table"]
    assert table["hero"]["characters"][0] == {"card": "batman", "at": "the_daily_planet", "attachments": ["armored_cape"]}
    assert table["locations"][1]["scheme"] == "dose_the_city"
    area(page, "hero/reserve").scroll_into_view_if_needed()
    area(page, "hero/characters").locator('[data-card="batman"]').drag_to(area(page, "hero/reserve"))
    assert lying(page, "hero/discard") == ["armored_cape"]  # what lay on him


def test_tokens_are_counted_typed_and_dragged(page):
    page.click('[aria-label="Damage on Batman: one more"]')
    page.click('[aria-label="Damage on Batman: one more"]')
    page.click('[aria-label="Damage on Batman: one fewer"]')
    page.fill('input[aria-label="Citizens in Sanctuary"]', "12")
    page.locator('[data-token="citizens"]').drag_to(page.locator('[role=group][aria-label="Citizens in Sanctuary"]'))
    page.locator('[data-token="damage"]').drag_to(page.locator('[role=group][aria-label="Damage on Superman"]'))
    page.click('[aria-label="Citizens at Arkham Asylum: one fewer"]')
    page.check('[aria-label="Cheetah: exhausted"]')

    table = checked(page)["table"]
    assert table["hero"]["characters"] == [{"card": "batman", "damage": 1}, {"card": "superman", "damage": 1}]
    assert table["sanctuary"] == 13 and table["locations"][2]["citizens"] == 8
    assert table["rogue"]["characters"][0] == {"card": "cheetah", "exhausted": True}


def test_a_team_is_picked_with_its_usual_cards(page):
    page.click('[data-act="team rogue"]')
    page.click('[data-pick="cheetah out"]')
    page.click('[data-pick="punchline characters"]')
    page.click('[data-pick="black_manta reserve"]')
    page.keyboard.press("Escape")

    rogue = checked(page)["table"]["rogue"]
    assert rogue["characters"] == ["the_joker", "punchline"] and len(rogue["deck"]) == 6
    assert "black_manta" in rogue["reserve"] and len(rogue["reserve"]) > 8
    assert page.evaluate("document.activeElement.dataset.act") == "team rogue"


# rounds, players, rulings, prose


def test_stage_players_seed_rulings_and_prose_are_set(page):
    page.fill(".draft-title", "A hard night")
    page.fill('[data-path="summary"]', EVIL)
    page.fill('[data-path="goal"]', "Save Gotham")
    page.fill('[data-path="tags"]', "night, hard")
    page.fill('[data-path="seed"]', "77")
    page.select_option('[data-path="table/phase"]', "hero oppose")
    page.select_option('[data-path="seating"]', "3 rogue")
    page.fill('[placeholder^="words of it"]', "rescue_requirement")
    page.select_option('[data-ruling="rescue_requirement"]', "B")
    page.fill('[placeholder^="words of it"]', "")

    data = checked(page)
    assert (data["title"], data["summary"], data["goal"], data["tags"]) == (
        "A hard night",
        EVIL,
        "Save Gotham",
        ["night", "hard"],
    )
    assert (data["seating"], data["seed"], data["rulings"]) == ("3 rogue", 77, {"rescue_requirement": "B"})
    assert data["table"]["phase"] == "hero oppose" and data["table"]["hero1"]["characters"] == ["batman", "superman"]
    assert page.evaluate("window.hacked") is None


# problems


def test_every_problem_is_told_at_once_and_shown_where_it_is(page):
    page.fill('input[aria-label="Damage on Batman"]', "9")
    page.fill('input[aria-label="Damage on The Joker"]', "30")
    page.select_option('[aria-label="Where Superman is"]', "arkham_asylum")
    page.click('[aria-label="Take Arkham Asylum from the row of Locations"]')
    page.select_option('[data-path="table/phase"]', "activation")
    checked(page)

    problems = page.locator(".problem-list li").all_inner_texts()
    assert len(problems) == 4
    for words in (
        "Batman has 9 damage",
        "The Joker has 30 damage",
        "Superman is at Arkham Asylum, which is not in the row",
        "phase 'activation' needs",
    ):
        assert any(words in problem for problem in problems), words
    page.locator(".problem-list li", has_text="Batman").locator("button").click()
    assert page.evaluate("document.activeElement.closest('[data-path]').dataset.path") == "table/hero/characters/0"

    page.click('[data-act="explore"]')
    notice = page.locator(".notice")
    notice.wait_for()
    expect(notice).to_contain_text("cannot be played yet")
    expect(notice).to_contain_text("3 more problems")
    assert page.locator(".build").count() == 1
    notice.locator("button").click()


def test_building_begins_blank_and_nothing_is_kept_before_the_first_change(served, new_visitor):
    page = new_visitor(served.address("build"))
    assert lying(page, "rogue/characters") == ["cheetah", "the_joker"] and page.evaluate("localStorage['dcf_lab.draft']") is None
    page.click('[aria-label="Damage on Batman: one more"]')
    assert draft(page)["table"]["hero"]["characters"][0]["damage"] == 1
    assert page.complaints == []


def test_what_is_odd_can_be_kept_anyway_and_taken_back(page):
    checked(page)
    assert page.locator(".odd-list li").count() == 0  # what every new position has is not told
    on_palette(page, "batarang.1").drag_to(area(page, "rogue/hand"))
    on_palette(page, "enhanced_strength").drag_to(area(page, "hero/hand"))
    checked(page)
    odd = page.locator(".odd-list li", has_text="Batarang is a card of the other side")
    assert page.locator(".odd-list li").count() == 2
    odd.get_by_text("Keep it anyway").click()
    assert page.locator(".odd-list li").count() == 1
    page.click('[aria-label="Damage on Batman: one more"]')
    checked(page)
    assert page.locator(".odd-list li").count() == 1  # still kept after another check
    page.click(".kept-list:not(.usual-list) summary")
    page.get_by_text("Do not keep it").click()
    assert page.locator(".odd-list li").count() == 2


# nothing is lost


def test_changes_are_undone_and_made_again(page):
    before = draft(page)
    page.click('[aria-label="Damage on Batman: one more"]')
    on_palette(page, "enhanced_strength").drag_to(area(page, "rogue/hand"))
    after = draft(page)
    page.locator('[data-act="save"]').focus()
    page.keyboard.press("Control+z")
    assert lying(page, "rogue/hand") == [] and draft(page) != before
    page.click('[data-act="undo"]')
    assert draft(page) == before
    page.locator('[data-act="save"]').focus()
    page.keyboard.press("Control+y")
    page.click('[data-act="redo"]')
    assert draft(page) == after


def test_the_draft_survives_a_reload_of_the_page(page, served):
    page.fill(".draft-title", "Kept")
    on_palette(page, "enhanced_strength").drag_to(area(page, "rogue/hand"))
    on_palette(page, "batarang.1").drag_to(area(page, "rogue/deck"))  # which is odd
    checked(page)
    page.locator(".odd-list button", has_text="Keep it anyway").first.click()
    kept = draft(page)
    arrive(page, page.url)

    assert draft(page) == kept and page.input_value(".draft-title") == "Kept"
    assert lying(page, "rogue/hand") == ["enhanced_strength"]
    page.wait_for_selector(".kept-list:not(.usual-list)")


def test_a_scenario_that_is_opened_does_not_drive_out_the_draft_and_survives_a_reload(page):
    page.fill(".draft-title", "Mine")
    open_inside(page, "build", "?scenario=rulebook/e06")
    page.wait_for_selector(".earlier-draft")
    assert "Mine" in page.locator(".earlier-draft").inner_text() and page.input_value(".draft-title") != "Mine"
    page.click('[aria-label="Damage on Batman: one more"]')
    changed = draft(page)
    arrive(page, page.url)
    assert draft(page) == changed

    page.click('[data-act="bring back"]')
    assert page.input_value(".draft-title") == "Mine"
    page.click('[data-act="forget"]')
    assert page.locator(".earlier-draft").count() == 0


def test_a_damaged_draft_in_the_browser_is_told_and_does_no_harm(served, new_visitor):
    page = new_visitor(served.address("index"))
    damaged = {"title": EVIL, "table": {"rogue": {"hand": [{"__proto__": 1}, 5]}, "locations": 7}}
    page.evaluate("text => { localStorage['dcf_lab.draft'] = text; }", json.dumps({"draft": damaged, "keptOdd": 5, "when": "x"}))
    open_inside(page, "build")
    page.wait_for_selector(".build")

    expect(page.locator(".notice")).to_contain_text("damaged")
    assert page.input_value(".draft-title") == "My position"
    assert page.complaints == [] and page.evaluate("window.hacked") is None


def test_a_damaged_earlier_draft_is_told_and_the_one_at_hand_stays(served, new_visitor):
    page = new_visitor(served.address("index"))
    damaged = [
        {"draft": {"title": "Broken", "table": {"rogue": {"hand": {"x": 1}}}}},
        {"draft": {"title": "Chess", "game": "chess"}},
    ]
    page.evaluate("text => { localStorage['dcf_lab.draft.earlier'] = text; }", json.dumps(damaged))
    open_inside(page, "build")
    for number, words in ((0, "parts that the page cannot show"), (-1, "a game that is not here")):
        page.locator('[data-act="bring back"]').nth(number).click()
        page.locator(".notice", has_text=words).wait_for()
    assert lying(page, "rogue/characters") == ["cheetah", "the_joker"]
    assert page.complaints == []


@pytest.mark.parametrize("name, text, words", [
    ("bad.toml", "title = [", "cannot be read"),
    ("bad.json", '{"a": 1}', "record"),
    ("big.toml", "x" * 1_100_000, "1 MB"),
    ("evil.toml", EVIL, "cannot be read"),
])  # fmt: skip
def test_a_bad_upload_leaves_the_draft_as_it_was(page, tmp_path, name, text, words):
    page.fill(".draft-title", "Mine")
    kept = draft(page)
    file = tmp_path / name
    file.write_text(text)
    page.set_input_files(".open-file input", file)
    notice = page.locator(".notice")
    notice.wait_for()

    assert words in notice.inner_text(), notice.inner_text()
    assert draft(page) == kept and page.input_value(".draft-title") == "Mine"
    assert page.evaluate("window.hacked") is None
    notice.locator("button").click()


# bringing in and giving out


def bring_in(page, what, seed):
    page.click(".import-menu summary")
    page.fill("[data-import-seed]", str(seed))
    page.click(f'[data-import="{what}"]')
    page.wait_for_function("() => document.querySelector('.said')?.innerText.includes('brought in')")


def test_the_first_game_is_imported_and_dealt_by_its_seed(page):
    bring_in(page, "first game", 7)
    data = checked(page)

    assert data["seed"] == 7 and len(lying(page, "rogue/hand")) == 6 and len(lying(page, "hero/deck")) == 6
    assert page.locator(".problems h2").inner_text().endswith("This position can be played")
    page.click('[data-act="undo"]')
    assert lying(page, "rogue/hand") == []


def test_a_drafted_game_is_imported(page):
    bring_in(page, "standard 2", 3)
    assert len(lying(page, "hero/characters")) >= 2 and not page.locator(".problem-list").count()


def test_a_saved_file_is_opened_as_the_same_position(page, tmp_path):
    bring_in(page, "first game", 5)
    page.fill(".draft-title", "../Mine")
    page.click('[aria-label="Damage on Batman: one more"]')
    saved = draft(page)
    with page.expect_download() as download:
        page.click('[data-act="save"]')
    file = tmp_path / "saved.toml"
    download.value.save_as(file)
    assert download.value.suggested_filename == "mine.toml"
    page.click('[data-act="new"]')
    page.set_input_files(".open-file input", file)
    page.wait_for_function("() => document.querySelector('.draft-title').value === '../Mine'")

    assert draft(page) == saved
    assert tomllib.loads(Path(file).read_text())["table"]["hero"]["characters"][0] == {"card": "batman", "damage": 1}


def test_explore_it_opens_the_very_position_and_back_finds_the_draft(page):
    page.fill(".draft-title", "To be explored")
    on_palette(page, "enhanced_strength").drag_to(area(page, "rogue/hand"))
    page.fill('input[aria-label="Damage on Batman"]', "3")
    checked(page)
    page.click('[data-act="explore"]')
    page.wait_for_selector(".explore .board")

    assert page.locator(".bar h1").inner_text() == "To be explored"
    expect(page.locator('.tile[data-card="batman"]')).to_contain_text("3/6")
    expect(page.locator('.player.side-1 .hand [data-card="enhanced_strength"]')).to_have_count(1)
    page.go_back()
    page.wait_for_selector(".build")
    assert page.input_value(".draft-title") == "To be explored" and lying(page, "rogue/hand") == ["enhanced_strength"]


def test_building_goes_on_from_where_explore_stands(page):
    open_inside(page, "explore", "?scenario=rulebook/e06")
    page.wait_for_selector(".explore .choices")
    for option in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength"):
        page.click(f'.choices [data-option="{option}"]')
    page.wait_for_function("document.querySelector('.tile[data-card=\"batman\"]').innerText.includes('2/6')")
    page.click(".menu:not(.players) summary")
    page.get_by_text("Build from this position").click()
    page.wait_for_selector(".build")
    expect(page.locator('input[aria-label="Damage on Batman"]')).to_have_value("4")

    page.go_back()
    page.wait_for_selector('.explore .tile.is-exhausted[data-card="cheetah"]')  # what was played is there, up to the last answer
    expect(page.locator('.tile[data-card="batman"]')).to_contain_text("2/6")
    page.keyboard.press("Home")  # an earlier moment of the film
    page.wait_for_function("document.querySelector('.slider').value === '0'")
    page.click(".menu:not(.players) summary")
    page.get_by_text("Build from this position").click()
    page.wait_for_selector(".build")
    expect(page.locator('[aria-label="Cheetah: exhausted"]')).not_to_be_checked()


def test_a_link_to_the_position_is_copied(page, served):
    page.fill(".draft-title", "Linked")
    checked(page)
    page.click('[data-act="link"]')
    link = page.locator(".link-shown input").input_value()
    assert link.startswith(served.url) and "explore.ipynb?s=" in link
    open_inside(page, "build", link[link.index("?s=") :])
    page.wait_for_function("() => document.querySelector('.draft-title')?.value === 'Linked'")


def test_a_phone_builds_too_and_nothing_scrolls_sideways(served, new_visitor):
    page = new_visitor(served.address("build"), width=390, height=844, has_touch=True)
    on_palette(page, "enhanced_strength").tap()
    page.get_by_role("menuitem", name="The Rogue's hand").tap()
    assert lying(page, "rogue/hand") == ["enhanced_strength"]
    bring_in(page, "first game", 1)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.complaints == []


def test_a_draft_of_an_older_version_that_says_how_many_play_is_opened(served, new_visitor):
    page = new_visitor(served.address("index"))
    old = {
        "title": "Old",
        "players": 3,
        "solo": "hero",
        "start": "position",
        "table": {"rogue2": {"hand": ["enhanced_strength"]}},
    }
    page.evaluate("text => { localStorage['dcf_lab.draft'] = text; }", json.dumps({"draft": old, "when": 5, "changed": True}))
    open_inside(page, "build")
    page.wait_for_selector(".build")

    assert page.input_value('[data-path="seating"]') == "3 hero" and lying(page, "rogue2/hand") == ["enhanced_strength"]
    assert checked(page)["seating"] == "3 hero" and not page.locator(".notice").count()
    assert page.complaints == []


# what DC Forever says of a round


def test_an_activation_its_cycle_and_what_holds_for_a_while_are_set(page):
    page.select_option('[aria-label="Where Cheetah is"]', "arkham_asylum")
    page.select_option('[data-path="table/phase"]', "activation")
    page.select_option('[data-path="table/actor"]', "cheetah")
    page.locator('[data-path="table/acted"] label', has_text="attack").locator("input").check()
    page.select_option('[data-path="table/first_activation"]', "yes")
    page.click('[data-path="table/cycle"] summary')
    page.fill('[data-path="table/cycle/acts"]', "1")
    page.locator('[data-path="table/cycle/first"] input').check()
    page.click('[data-path="table/effects"] summary')
    page.get_by_role("button", name="Add an effect").click()
    page.select_option('[aria-label="Card of effect 1"]', "batman")
    page.fill('[aria-label="Amount of effect 1"]', "-2")
    page.get_by_role("button", name="Add an effect").click()
    page.select_option('[aria-label="Effect 2"]', "lent")
    page.select_option('[aria-label="Duration of effect 2"]', "game")
    page.click('[data-path="table/rogue/characters/0"] .set-more summary')
    page.get_by_text("Primal Drive was used this round").click()

    table = checked(page)["table"]
    assert (table["actor"], table["acted"], table["first_activation"]) == ("cheetah", ["attack"], True)
    assert table["cycle"] == {"acts": 1, "first": True}
    assert table["effects"][0] == {"on": "batman", "what": "attack boost", "until": "round", "amount": -2}
    assert (table["effects"][1]["what"], table["effects"][1]["from"], table["effects"][1]["until"]) == ("lent", "rogue", "game")
    assert table["rogue"]["characters"][0] == {"card": "cheetah", "at": "arkham_asylum", "used": ["primal_drive"]}
    page.select_option('[data-path="table/phase"]', "rogue action")
    assert not {"actor", "acted", "cycle"} & set(checked(page)["table"])


def test_who_goes_first_and_who_is_out_is_said_of_those_who_share_a_side(page):
    page.select_option('[data-path="seating"]', "4")
    page.select_option('[data-path="table/turn"]', "rogue2")
    for player in ("Rogue 2", "Hero 1", "Hero 2"):
        page.locator('[data-path="table/first"] label', has_text=player).locator("input").check()
    page.locator('[data-path="table/out"] label', has_text="Hero 1").locator("input").check()

    table = checked(page)["table"]
    assert (table["turn"], table["first"], table["out"]) == ("rogue2", ["rogue2", "hero2"], ["hero1"])
    page.select_option('[data-path="seating"]', "2")
    assert not {"turn", "first", "out"} & set(checked(page)["table"])


# other games


@pytest.mark.parametrize("game", sorted(file.parent.name for file in TEST_GAMES.glob("*/manual.py")))
def test_another_game_is_built_and_the_draft_of_the_first_is_kept(game, more_games, new_visitor):
    page = new_visitor(more_games.address("build"))
    page.fill(".draft-title", "The first")
    page.select_option('[data-path="game"]', game)
    page.wait_for_selector(".earlier-draft")
    starts = [one.get_attribute("data-import") for one in page.locator("[data-import]").all()]
    bring_in(page, starts[-1], 3)
    data = checked(page)
    assert data["game"] == game and not page.locator(".problem-list").count()

    card = page.locator(".build-board [data-card]").first
    name = card.get_attribute("data-card")
    card.click()
    page.locator(".put-here").first.click()
    assert checked(page) != data and str(checked(page)).count(f"'{name}'") == 1
    page.fill(".draft-title", "The second")
    arrive(page, page.url)
    assert page.input_value(".draft-title") == "The second" and checked(page)["game"] == game
    page.click('[data-act="bring back"]')
    page.wait_for_selector('[data-area="rogue/hand"]')
    assert page.input_value(".draft-title") == "The first" and "The second" in page.locator(".earlier-draft").inner_text()
    assert page.complaints == []
