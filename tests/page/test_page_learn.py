"""A newcomer at the lab: what is this game, how is it played, where is the rule, and a first round with a guide."""

import pytest
from conftest import answered, open_inside
from playwright.sync_api import expect

from dcf_lab.games import manual

pytestmark = pytest.mark.browser

BOOK = manual("dc_forever")


def opened(page, notebook, query=""):
    """Open a page afresh, from another one."""
    if page.locator(f".dcf .{notebook}").count():
        opened(page, "index")
    open_inside(page, notebook, query)
    page.wait_for_selector(".dcf .start" if notebook == "index" else f".dcf .{notebook}")


def chapter(page, title):
    """Turn to a chapter of how the game is played, and wait for its board."""
    page.click(f'.primer nav button[aria-label$=". {title}"]')
    page.wait_for_selector(f'.primer h2:text-is("{title}")')
    page.wait_for_selector(".primer .moving-board .board")


# the start page


def test_a_newcomer_reads_which_game_this_is_how_many_play_and_how_one_wins(visitor):
    opened(visitor, "index")
    game = visitor.locator('[data-introduced="dc_forever"]')
    assert game.locator("h2").inner_text().startswith("DC Forever")
    assert "2 to 4 players" in game.inner_text()
    assert BOOK.ABOUT in game.inner_text()

    game.locator(".to-learn").click()
    visitor.wait_for_selector(".dcf .learn .primer")
    for words in ("30 citizens in Sanctuary", "5 completed Schemes"):
        expect(visitor.locator(".primer .words")).to_contain_text(words)


def test_there_is_one_loud_thing_and_it_is_to_continue_for_whoever_was_here(served, new_visitor):
    page = new_visitor(served.address())
    assert page.locator(".start .loud").all_inner_texts() == ["How it is played"]
    page.evaluate("localStorage['dcf_lab.continue'] = JSON.stringify({ title: 'My game', record: '{}', when: Date.now() })")
    page.reload()
    page.wait_for_selector(".dcf .start")

    expect(page.locator(".start .loud")).to_have_text("Continue: My game, just now")
    page.context.close()


def test_the_example_leads_to_its_scene_with_the_script_to_be_followed(visitor):
    opened(visitor, "index")
    figure = visitor.locator(".start figure")
    assert "3 printed on Cheetah" in figure.inner_text()

    figure.locator("figcaption a").click()
    visitor.wait_for_selector(".dcf .explore")
    assert "follow=1" in visitor.url
    visitor.wait_for_selector(".stepping button:has-text('Next step'):enabled")


def test_on_a_phone_the_example_is_whole(served, new_visitor):
    page = new_visitor(served.address(), 390, 844)
    for line in page.locator(".start figure li").all():
        assert line.is_visible()

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


# the search


def results(page, words):
    page.fill(".dcf .start .find", words)
    page.wait_for_function("words => document.querySelector('.find').value === words", arg=words)
    return page.locator(".library > .cards > li")


def test_how_does_an_attack_work_finds_the_example_and_the_rules(visitor):
    opened(visitor, "index")
    found = results(visitor, "How does an attack work?")

    assert found.first.get_attribute("data-scenario") == f"dc_forever/{BOOK.PRIMER.example.scene}"
    assert visitor.locator('.library [data-rule="DCF-R077"]').is_visible()
    assert "lessons/an_attack" in found.nth(1).get_attribute("data-scenario")  # it teaches just that
    assert any(found.nth(place).get_attribute("data-rule") for place in range(2, 6))
    visitor.fill(".find", "")


@pytest.mark.parametrize("words", ["knocked him out", "Six would have knocked him out", "e06"])
def test_a_scene_is_found_by_its_title_or_its_number(visitor, words):
    opened(visitor, "index")

    assert results(visitor, words).first.get_attribute("data-scenario").startswith("dc_forever/rulebook/e06")
    visitor.fill(".find", "")


def test_endings_do_not_matter(visitor):
    opened(visitor, "index")
    counts = set()
    for word in ("rescuing", "rescues", "Rescued!"):
        assert results(visitor, word).count() > 10
        counts.add(visitor.locator(".library .found").inner_text())

    assert len(counts) == 1
    visitor.fill(".find", "")


def test_scenes_of_single_cards_are_folded_until_they_are_asked_for(visitor):
    opened(visitor, "index")
    visitor.fill(".find", "")
    fold = visitor.locator(".library .fold")
    assert "scenes of single cards" in fold.inner_text()
    assert visitor.locator('.scenario[data-scenario^="dc_forever/cards/"]').count() == 0
    fold.click()
    visitor.wait_for_selector('.scenario[data-scenario^="dc_forever/cards/"]')
    fold.click()
    visitor.wait_for_selector('.scenario[data-scenario^="dc_forever/cards/"]', state="detached")


def test_a_rule_that_was_found_opens_where_it_is_told(visitor):
    opened(visitor, "index")
    results(visitor, "DCF-R077").first.locator("h3 a").click()
    marked = visitor.locator(".learn .one-rule.marked")
    marked.wait_for()

    assert marked.get_attribute("data-rule") == "DCF-R077"
    visitor.go_back()
    visitor.wait_for_selector(".dcf .start")
    visitor.fill(".find", "")


# how it is played


def test_next_moves_the_board_until_batman_has_four_damage(visitor):
    opened(visitor, "learn")
    chapter(visitor, "Attack")
    batman = visitor.locator('.primer .moving-board .tile[data-card="batman"]')
    assert "6/6" in batman.inner_text()
    while "Next:" not in visitor.locator(".primer .next").inner_text():
        visitor.click(".primer .next")

    expect(visitor.locator(".happening .sentence")).to_contain_text("suffers 4 damage")
    expect(batman).to_contain_text("2/6")
    visitor.click(".primer .back")
    expect(batman).to_contain_text("6/6")


def test_next_leads_through_every_chapter_to_the_first_round(visitor):
    opened(visitor, "learn")
    titles = [visitor.locator(".primer .words h2").inner_text()]
    for _ in range(200):
        following = visitor.locator(".primer .next")
        if following.evaluate("one => one.tagName") == "A":
            break
        visitor.wait_for_selector(".primer .moving-board .board, .primer.without-board")
        now = following.inner_text()
        following.click()
        if now.startswith("Next: "):
            visitor.wait_for_selector(f'.primer h2:text-is("{now.removeprefix("Next: ")}")')
            titles.append(now.removeprefix("Next: "))

    assert titles == [*(one.title for one in BOOK.PRIMER.chapters), "The signs", "The words"]
    assert "guide=1" in visitor.locator(".primer .next").get_attribute("href")


def test_the_arrow_keys_step_as_well(visitor):
    opened(visitor, "learn")
    chapter(visitor, "Rescue")
    visitor.keyboard.press("ArrowRight")
    visitor.wait_for_selector('.happening .of:text("Step 2")')
    visitor.keyboard.press("ArrowLeft")
    visitor.wait_for_selector('.happening .of:text("Step 1")')


def test_every_sign_of_the_table_is_explained(visitor):
    opened(visitor, "learn")
    visitor.click('.primer nav button[aria-label$=". The signs"]')
    said = visitor.locator(".primer .signs").inner_text()

    for one in (*BOOK.BOARD.values, *BOOK.BOARD.tokens):
        assert not one.sign or (one.sign in said and one.name in said and BOOK.PRIMER.words[one.name] in said)
    assert all(track.name in said for track in BOOK.BOARD.tracks)


def test_a_look_at_the_board_of_a_chapter_keeps_nothing(served, new_visitor):
    page = new_visitor(served.address("learn"))
    page.wait_for_selector(".primer .moving-board .board")
    page.click(".primer .next")
    page.goto(served.address())
    page.wait_for_selector(".dcf .start")

    assert page.locator(".continue").count() == 0 and page.complaints == []
    page.context.close()


# the rules


def test_all_rules_are_there_by_section_and_are_searched(visitor):
    opened(visitor, "learn", "?part=rules")
    expect(visitor.locator(".one-rule")).to_have_count(len(BOOK.rules()))
    visitor.fill(".rules-page .find", "may Heroes be attacked")
    visitor.wait_for_function("document.querySelectorAll('.one-rule').length < 60")

    expect(visitor.locator('.one-rule[data-rule="DCF-R075"]')).to_be_visible()
    visitor.fill(".rules-page .find", "")


def test_a_link_to_a_rule_scrolls_to_it_and_the_next_one_follows(visitor):
    opened(visitor, "learn", "?rule=DCF-R077")
    marked = visitor.locator(".one-rule.marked")
    marked.wait_for()
    expect(marked).to_be_in_viewport(ratio=1)
    marked.locator(".onward a").click()
    visitor.wait_for_selector('.one-rule.marked[data-rule="DCF-R078"]')

    visitor.wait_for_url("**rule=DCF-R078*")
    visitor.go_back()
    visitor.wait_for_selector('.one-rule.marked[data-rule="DCF-R077"]')


def test_a_scene_of_a_rule_opens(visitor):
    opened(visitor, "learn", "?rule=DCF-R077")
    scene = visitor.locator(".one-rule.marked .scenes a").first
    title = scene.inner_text()
    scene.click()
    visitor.wait_for_selector(".dcf .explore")

    expect(visitor.locator(".bar h1")).to_have_text(title)


def test_a_rule_that_is_not_there_is_said_not_to_be(visitor):
    opened(visitor, "learn", "?rule=<b>DCF-R999</b>")

    expect(visitor.locator(".rules-page .sections")).to_contain_text("There is no rule of that name")
    assert visitor.locator(".one-rule.marked").count() == 0


# a first round


def test_a_guided_round_is_played_to_its_end_by_what_is_suggested(visitor):
    opened(visitor, "index")
    visitor.click('[data-introduced="dc_forever"] .to-guide')
    visitor.wait_for_selector(".dcf .explore .guide")
    said = set()
    for _ in range(120):
        visitor.wait_for_selector('.guide .suggested, .guide h2:text("That was a round")')
        suggested = visitor.locator(".guide .suggested")
        if suggested.count() == 0:
            break
        said.add(visitor.locator(".guide .about").inner_text())
        with answered(visitor):
            suggested.click()
        visitor.wait_for_selector(".guide :is(.suggested, .further)")

    expect(visitor.locator(".guide h2")).to_have_text("That was a round")
    assert len(said) >= 3 and all(text.startswith("You are the Hero.") for text in said)
    assert visitor.locator(".guide .further a").count() == 3
    visitor.click(".guide .leave")
    visitor.wait_for_selector(".guide", state="detached")


def test_without_the_address_asking_for_it_there_is_no_guide_and_no_seat_is_taken(visitor):
    opened(visitor, "explore", "?start=first+game&seed=7")
    visitor.wait_for_selector(".choices .option")

    assert visitor.locator(".guide").count() == 0
