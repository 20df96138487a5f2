"""Answers that can be read before they are given, and bots in the other seats, as a visitor uses them."""

import pytest
from conftest import answered, events, scene
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

FIRST_GAME = "?game=dc_forever&start=first game&seed=0"
DRAFT = "?game=dc_forever&start=standard&seed=1"
HEROES = "document.querySelector('.choices h2')?.innerText.startsWith('The Hero: Hero Action Phase')"


@pytest.fixture
def page(visitor):
    visitor.mouse.move(2, 2)
    return visitor


def heroes_turn(page, query=FIRST_GAME):
    """The Hero Action Phase of the first game: some 20 answers."""
    scene(page, query)
    page.click('.choices [data-option="done"]')
    page.wait_for_function(HEROES)


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def apart(one, other):
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


def face_is_beside(page, button, width, height):
    face = box(page, ".read-card")
    assert face["x"] >= 0 and face["y"] >= 0
    assert face["x"] + face["width"] <= width and face["y"] + face["height"] <= height
    assert apart(face, button) and apart(face, box(page, '.choices [data-option="done"]'))


# reading


def test_an_answers_card_is_read_by_pointing_at_it(page):
    scene(page, FIRST_GAME)
    button = page.locator('.choices [data-option="pool enhanced_strength"]')
    button.hover()
    page.wait_for_selector('.read-card [aria-label="Enhanced Strength"]')

    face_is_beside(page, button.bounding_box(), 1280, 800)
    assert page.locator('.choices [title*="_"]').count() == 0  # no word of the engine as a tooltip
    page.keyboard.press("Escape")
    expect(page.locator(".read-card")).to_have_count(0)


def test_an_answers_card_is_read_by_keyboard_and_escape_closes_it(page):
    scene(page, FIRST_GAME)
    page.locator(".choices h2").focus()
    page.keyboard.press("Tab")
    card = page.evaluate("document.activeElement.dataset.option").split(" ")[1]
    expect(page.locator(".read-card .face")).to_have_count(1)
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == page.locator(".read-card").get_attribute(
        "id"
    )
    face_is_beside(page, box(page, f'.choices [data-option="pool {card}"]'), 1280, 800)
    page.keyboard.press("Escape")
    expect(page.locator(".read-card")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.option").endswith(card)


def test_on_a_phone_a_long_press_reads_and_does_not_answer(served, new_visitor):
    phone = new_visitor(served.address("explore", FIRST_GAME), width=390, height=844, has_touch=True)
    button = phone.locator('.choices [data-option="pool enhanced_strength"]')
    button.wait_for()
    before = events(phone)
    button.dispatch_event("pointerdown", {"pointerType": "touch"})
    phone.wait_for_selector(".read-card .face")
    button.dispatch_event("pointerup", {"pointerType": "touch"})
    button.dispatch_event("click")

    face_is_beside(phone, button.bounding_box(), 390, 844)
    assert events(phone) == before
    done = box(phone, '.choices [data-option="done"]')
    assert done["y"] + done["height"] <= box(phone, ".steps")["y"]  # in sight, however long the list
    assert all(one["height"] >= 44 for one in (box(phone, ".choices .option"), box(phone, '.choices [data-option="done"]')))
    phone.tap(".choices h2")
    phone.locator(".read-card").wait_for(state="detached")
    with answered(phone):
        phone.tap('.choices [data-option="pool enhanced_strength"]')
    assert phone.complaints == []


def test_what_is_bought_and_recruited_shows_its_cost(page):
    scene(page, FIRST_GAME)
    for _ in range(3):  # until somebody can be recruited, and cards bought
        with answered(page):
            page.locator('.choices [data-option^="pool "]').first.click()

    assert page.locator('.choices [data-option="recruit punchline"] .price').inner_text() == "4 Infamy"
    for option in page.locator('.choices [data-option^="buy "]').all():
        assert option.locator(".price").inner_text().endswith(" Infamy")
    assert page.locator('.choices [data-option="done"] .price').count() == 0


def test_a_draft_shows_faces_to_choose_from(page):
    scene(page, DRAFT)
    cheetah = page.locator('.choices .face-answer[data-option="pick cheetah"]')
    cheetah.wait_for()

    assert page.locator(".choices .face-answer").count() == page.locator(".choices .option").count() > 8
    assert "Primal Drive" in cheetah.inner_text() and "♥ 6" in cheetah.inner_text()
    with answered(page):
        cheetah.click()


def test_equal_cards_are_one_answer_with_a_number(page):
    heroes_turn(page, FIRST_GAME.replace("seed=0", "seed=5"))
    pool = page.locator(".choices .kind[aria-label=Pool] .name")

    assert pool.all_inner_texts() == ["Renown ×2", "Batarang ×2", "Fame", "Armored Cape"]
    assert page.locator(".choices [data-pick]").count() == 4  # nor does one have to choose between equals to Empower


# a card, then its target


def test_a_card_and_then_its_target_is_one_answer(page):
    heroes_turn(page)
    assert page.locator(".choices [data-pick]").count() == 6  # six cards, and not twelve answers
    assert page.locator('.choices [data-option^="empower"]').count() == 0

    page.click('.choices [data-pick="fame.1"]')
    targets = page.locator('.choices [data-option^="empower"]')
    assert [one.get_attribute("data-option") for one in targets.all()] == [
        "empower batman with fame.1",
        "empower superman with fame.1",
    ]
    assert {one.get_attribute("data-card") for one in page.locator(".board .target").all()} == {"batman", "superman"}
    page.keyboard.press("Escape")  # taken back
    assert page.locator(".board .target").count() == 0 and page.locator(".choices [data-pick]").count() == 6

    page.click('.choices [data-pick="fame.1"]')
    page.click(".status")  # clicking elsewhere takes it back, too
    assert page.locator(".choices [data-pick]").count() == 6
    page.click('.choices [data-pick="fame.1"]')
    with answered(page):
        page.click('.board .tile[data-card="superman"]')
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".choices .past")).to_contain_text("Empower Superman with Fame")


def test_a_card_of_the_board_and_then_its_target(page):
    heroes_turn(page)
    page.click('.board .chip[data-card="fame.1"]')
    expect(page.locator('.card-view [data-option="pool fame.1"]')).to_have_count(1)  # and what else can be done with it
    with answered(page):
        page.click('.board .tile[data-card="batman"]')

    expect(page.locator(".card-view")).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".choices .past")).to_contain_text("Empower Batman with Fame")


# keys


def test_a_number_gives_that_answer_and_the_focus_is_at_the_next_question(page):
    scene(page, FIRST_GAME)
    second = page.locator(".choices .option").nth(1)
    assert second.locator(".key").inner_text() == "2"
    option = second.get_attribute("data-option")
    with answered(page):
        page.keyboard.press("2")

    page.wait_for_function("document.activeElement.matches('.choices h2')")
    assert page.locator(f'.choices [data-option="{option}"]').count() == 0


def test_at_most_five_tabs_lead_to_the_first_answer(served, new_visitor):
    page = new_visitor(served.address("explore", FIRST_GAME))
    page.wait_for_selector(".choices .option")
    tabs = 0
    while page.evaluate("!document.activeElement.matches('.to-the-question')"):
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs < 5
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('.choices h2')")
    while page.evaluate("!document.activeElement.matches('.choices .option')"):
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs <= 5


def test_done_stays_in_sight_however_many_answers_there_are(page):
    """The Hero Action Phase with 21 answers, of which the list shows less than there are."""
    heroes_turn(page, FIRST_GAME.replace("seed=0", "seed=4"))
    done = box(page, '.choices [data-option="done"]')
    assert done["y"] + done["height"] <= 800
    covered = page.evaluate(
        """() => {
            const { x, y, width, height } = document.querySelector('.choices [data-option="done"]').getBoundingClientRect();
            return !document.elementFromPoint(x + width / 2, y + height / 2).closest('[data-option="done"]');
        }"""
    )
    assert not covered
    page.locator(".choices .list").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    assert box(page, '.choices [data-option="done"]') == done


# bots


def let_play(page, seat, kind):
    page.locator(".players summary").click()
    page.locator(f'.players [data-seat="{seat}"]').select_option(kind)
    page.keyboard.press("Escape")


def test_a_bot_plays_its_seat_and_waits_while_one_looks_back(page):
    scene(page, FIRST_GAME)
    with answered(page):
        let_play(page, "rogue", "greedy")
    page.keyboard.press("Home")
    waiting = events(page)
    page.wait_for_timeout(2000)  # longer than a bot's pause
    assert events(page) == waiting and page.locator(".slider").input_value() == "0"
    page.keyboard.press("End")
    page.wait_for_function(HEROES, timeout=60_000)  # it has played its whole phase

    expect(page.locator(".choices .said")).to_contain_text("The Rogue answered:")
    page.click('.choices [data-option="done"]')
    page.wait_for_function(  # the bot has its turn, then the Hero is asked again
        "/^The Hero: /.test(document.querySelector('.choices h2')?.innerText) && !document.querySelector('.choices .waiting')",
        timeout=60_000,
    )
    let_play(page, "rogue", "")


def test_bots_can_be_stopped_and_answered_for(page):
    scene(page, FIRST_GAME)
    let_play(page, "rogue", "easy")
    page.locator(".choices .leave button", has_text="Stop the bots").click()
    page.locator(".choices .option").first.wait_for()
    with answered(page):
        page.locator(".choices .option").first.click()
    let_play(page, "rogue", "")


def test_bots_sit_where_they_sat_when_the_page_is_loaded_again(served, new_visitor):
    page = new_visitor(served.address("explore", FIRST_GAME))
    let_play(page, "hero", "random")
    page.reload()

    expect(page.locator(".players summary")).to_have_text("Players: 1 bot")
    expect(page.locator('.players [data-seat="hero"]')).to_have_value("random")


def test_from_a_seat_the_others_play_by_themselves(page):
    scene(page, FIRST_GAME)
    page.locator(".bar select").first.select_option("hero")
    page.locator(".choices.others").wait_for()
    let_play(page, "rogue", "greedy")
    page.wait_for_function(HEROES, timeout=60_000)

    assert page.locator(".choices .said").count() == 0  # what others answer in secret is not told
    page.locator(".bar select").first.select_option("")
    let_play(page, "rogue", "")


def test_what_would_you_do_names_an_answer_and_a_reason(page):
    scene(page, "?scenario=rulebook/e06")
    page.locator(".choices .advise").click()
    advice = page.locator(".choices .advice")
    advice.wait_for(timeout=30_000)

    assert "I would activate Cheetah at The Daily Planet." in advice.inner_text()
    assert "Batman suffers 4 damage." in advice.inner_text()
    assert advice.locator("summary").inner_text() == "The next best"
