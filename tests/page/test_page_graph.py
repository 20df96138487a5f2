"""The graph of causes and the log beside the board: what a visitor points at, presses and reads."""

import xml.etree.ElementTree as ET

import conftest
import pytest
from conftest import open_inside
from looking_back import strengthened

from dcf_lab.analysis.causes import NEAR, cause_graph, drawn

pytestmark = pytest.mark.browser

E06 = "?scenario=rulebook/e06"
GAME = "?start=first+game&seed=7"


@pytest.fixture
def page(visitor):
    yield visitor
    visitor.set_viewport_size({"width": 1280, "height": 800})


def scene(page, query, tab="graph"):
    open_inside(page, "index")
    page.wait_for_selector(".dcf .start")
    open_inside(page, "explore", query)
    page.wait_for_selector(".dcf .explore .board")
    page.click(f"[data-tab={tab}]")


def follow_the_script(page):
    before = page.locator(".slider").get_attribute("max")
    page.get_by_role("button", name="Follow the script").click()
    page.wait_for_function("before => document.querySelector('.slider').max !== before", arg=before)


def go_to(page, moment):
    page.locator(".slider").fill(str(moment))


def moment(page):
    return int(page.locator(".slider").input_value())


def play(page, answers):
    """So many answers, then the graph of what came of them."""
    conftest.play(page, answers)
    page.click("[data-tab=graph]")
    page.wait_for_selector(".cause-node")


def attack(page):
    """E06 at the moment of the damage: event 10, so moment 11."""
    scene(page, E06)
    follow_the_script(page)
    go_to(page, 11)
    page.wait_for_selector('.cause-node[data-event="10"][aria-current=step]')


def node(page, event):
    return page.locator(f'.cause-node[data-event="{event}"]')


def labels(page):
    """What is written on the nodes, whatever line it stands on."""
    return [" ".join(one.locator("tspan").all_text_contents()) for one in page.locator(".cause-node").all()]


def shown(page):
    return [int(one.get_attribute("data-event")) for one in page.locator(".cause-node[data-event]").all()]


def more(page, button):
    page.click(".cause-menu summary")
    page.locator(".cause-menu").locator(button).click()
    page.click(".cause-menu summary")


def wait_until_in_sight(page):
    """Nothing of the picture has to be scrolled to; where a button below it comes or goes, it is drawn anew for the room left."""
    page.wait_for_function(
        """() => { const f = document.querySelector(".cause-frame");
                   return f.scrollWidth === f.clientWidth && f.scrollHeight === f.clientHeight; }"""
    )


def smallest_letters(page):
    return page.evaluate(
        """() => Math.min(...[...document.querySelectorAll(".cause-node text")].map((one) =>
               parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
    )


# what is drawn


def test_the_present_action_is_drawn_with_what_led_to_it(page):
    attack(page)
    table = strengthened()
    nodes, edges = drawn(cause_graph(table), "effect")

    assert shown(page) == [event for event in nodes if event < 14]  # from the table that was set to the end of the attack
    assert "4 damage to Batman" in labels(page)
    lit = {(edge.get_attribute("data-from"), edge.get_attribute("data-kind")) for edge in page.locator(".edge.lit").all()}
    assert lit == {(str(cause), kind) for cause, effect, kind in edges if effect == 10}
    assert page.locator(".cause.lit .cause-node").count() == 4


def test_the_page_draws_the_networkx_graph(page):
    """Everything of a game in the kernel: the nodes and edges of analysis/causes.py."""
    attack(page)
    page.select_option(".scope", "game")
    page.select_option(".depth", "atom")
    more(page, ".near input")
    graph = cause_graph(strengthened(), near=True)
    names = {one: str(one) if isinstance(one, int) else f"{one[0]}.{one[1]}" for one in graph}
    nodes, edges = drawn(graph)

    on_page = page.locator(".cause-node").all()
    assert [one.get_attribute("data-key") for one in on_page] == [names[one] for one in nodes]
    drawn_edges = [
        tuple(edge.get_attribute(f"data-{word}") for word in ("from", "to", "kind"))
        for edge in page.locator("svg .edge[data-from]").all()
    ]
    assert sorted(drawn_edges) == sorted((names[cause], names[effect], kind) for cause, effect, kind in edges)
    assert {(names[c], names[e], k) for c, e, k in graph.edges(keys=True)} == set(drawn_edges) and NEAR in {k for *_, k in edges}
    more(page, ".near input")


def check_readable(page, least):
    """All is in sight, or so many events at least; nothing is covered, cut off or too small."""
    wait_until_in_sight(page)
    assert smallest_letters(page) >= 11
    assert page.evaluate(CROSSINGS) == []
    assert [label for label in labels(page) if "…" in label] == []
    events = int(page.locator(".causes-panel .count").inner_text().split()[0])
    assert len(shown(page)) >= min(events, least)


def test_forty_events_are_read_without_scrolling(page):
    """Of a real game, whatever of it is shown and wherever one is: fewer in the column, which offers the whole width."""
    scene(page, GAME)
    play(page, 45)
    for depth in ("effect", "atom"):
        page.select_option(".depth", depth)
        for scope in ("action", "phase", "round", "game"):
            page.select_option(".scope", scope)
            check_readable(page, 20)
    page.click(".widen-too")
    page.wait_for_selector(".table-place", state="hidden")
    page.wait_for_function("() => document.querySelectorAll('.cause-node').length >= 40")
    for scope in ("game", "round"):
        page.select_option(".scope", scope)
        for at in (20, 60, 100):
            go_to(page, at)
            check_readable(page, 40)
    page.click(".widen")
    assert page.locator(".table-place").is_visible()


@pytest.mark.parametrize("name", ["rulebook/e04", "rules/r046", "rules/r074"])
def test_the_examples_are_read_over_the_whole_width(page, name):
    scene(page, f"?scenario={name}")
    follow_the_script(page)
    page.select_option(".scope", "game")
    page.select_option(".depth", "atom")
    page.click(".widen")
    page.wait_for_selector(".table-place", state="hidden")
    check_readable(page, 40)
    page.click(".widen")


CROSSINGS = """() => {
    const nodes = [...document.querySelectorAll(".cause-node")];
    const boxes = nodes.map((node) => [node.dataset.key, node.querySelector(".box").getBBox()]);
    const inside = ({ x, y, width, height }, px, py) => px > x + 1 && px < x + width - 1 && py > y + 1 && py < y + height - 1;
    const found = [];
    boxes.forEach(([key, a], n) => boxes.slice(n + 1).forEach(([other, b]) => {
        if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height) found.push([key, other]);
    }));
    for (const edge of document.querySelectorAll("svg .edge[data-from]")) {
        const line = edge.querySelector(".line");
        for (let at = 0; at < line.getTotalLength(); at += 3) {
            const { x, y } = line.getPointAtLength(at);
            for (const [key, box] of boxes) if (inside(box, x, y)) found.push([edge.dataset.from, edge.dataset.to, key]);
        }
    }
    return found;
}"""


def test_hundreds_of_events_are_folded_and_unfold_by_click_and_by_key(page):
    scene(page, GAME)
    play(page, 110)
    page.select_option(".scope", "game")
    assert int(page.locator(".causes-panel .count").inner_text().split()[0]) > 200
    wait_until_in_sight(page)
    assert smallest_letters(page) >= 11
    assert page.locator('.cause-node[aria-current="step"], .cause.holds').count() == 1  # the present is open

    badge = page.locator(".cause.folded .cause-fold").first
    key = badge.get_attribute("data-fold")
    badge.click()
    page.wait_for_selector(f'.cause-node[data-key="{key}"][aria-expanded=true]')
    assert page.locator(f'.edge[data-from="{key}"]').count() > 0
    folded = page.locator(".cause.folded .cause-node").last
    key = folded.get_attribute("data-key")
    folded.focus()
    page.keyboard.press("+")
    page.wait_for_selector(f'.cause-node[data-key="{key}"][aria-expanded=true]')
    page.locator(f'.cause-node[data-key="{key}"]').focus()
    page.keyboard.press("-")
    page.wait_for_selector(f'.cause-node[data-key="{key}"][aria-expanded=false]')
    more(page, ".unfold")
    assert page.locator(".cause.folded").count() == 0 and len(shown(page)) > 200
    more(page, ".fold")
    assert len(shown(page)) < 100


def test_show_stays_as_it_was_chosen(page):
    attack(page)
    page.select_option(".depth", "atom")
    for scope in ("phase", "game", "round", "action"):
        page.select_option(".scope", scope)
        assert page.locator(".depth").input_value() == "atom"


# reading and going along it


def test_pointing_at_a_node_tells_its_sentence_its_sum_and_the_text_of_its_rules(page):
    attack(page)
    node(page, 10).hover()
    tip = page.locator(".cause-tip[role=tooltip]")
    tip.wait_for()
    text = tip.inner_text()

    assert "Batman suffers 4 damage." in text and "Modifier amounts add together." in text
    for part in ("3 printed on Cheetah", "+3 Enhanced Strength", "−2 by Batman", "= 4"):
        assert part in text.replace("\n", " ")
    assert node(page, 10).get_attribute("aria-describedby") == tip.get_attribute("id")
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= 800
    page.mouse.move(5, 5)
    tip.wait_for(state="detached")


def test_arrow_keys_go_along_the_arrows_and_enter_goes_to_the_moment(page):
    attack(page)
    node(page, 10).focus()

    def press(key):
        page.keyboard.press(key)
        return int(page.evaluate("document.activeElement.dataset.event"))

    assert press("ArrowUp") == 5  # the attack set it off
    assert press("ArrowDown") == 7
    assert press("ArrowRight") == 9 and press("ArrowLeft") == 7  # two that the attack led to
    assert "Enhanced Strength as an Attack Modifier" in page.locator(".cause-tip").inner_text()
    page.keyboard.press("Escape")
    page.wait_for_selector(".cause-tip", state="detached")
    assert moment(page) == 11
    page.keyboard.press("Enter")
    assert moment(page) == 8


def test_a_click_goes_to_the_moment_of_a_node(page):
    attack(page)
    node(page, 5).click()
    assert moment(page) == 6 and node(page, 5).get_attribute("aria-current") == "step"


def test_why_and_what_followed_light_what_the_lab_finds(page):
    attack(page)
    page.click(".causes-panel .why")
    page.wait_for_selector(".cause.dim")
    lit = {int(one.get_attribute("data-event")) for one in page.locator(".cause.lit .cause-node").all()}
    assert lit == {0, 2, 5, 7, 9, 10}
    assert "led to “4 damage to Batman”" in page.locator(".causes-panel .count").inner_text()

    page.click(".causes-panel .followed")
    page.wait_for_function("() => document.querySelector('.count').textContent.includes('came of')")
    node(page, 10).focus()
    page.keyboard.press("Escape")  # its tip
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.cause.dim')")


def test_near_misses_say_who_did_not_react(page):
    attack(page)
    more(page, ".near input")
    miss = page.locator("[data-near]")
    assert miss.count() == 1
    miss.hover()
    assert "The Joker" in page.locator(".cause-tip").inner_text()
    more(page, ".near input")


# hiding what is to come


def test_what_is_to_come_is_hidden_in_graph_and_log(page):
    """At the attack nothing gives its damage away."""
    attack(page)
    go_to(page, 6)
    assert "4 damage to Batman" in labels(page)
    page.check(".hide-future")
    assert shown(page) == [0, 2, 5] and page.locator(".causes-panel .count").inner_text() == "3 events"
    page.click("[data-tab=log]")
    page.click("[data-depth=atom]")
    assert page.locator(".log-row").count() == 6 and "4 damage" not in page.locator(".log-panel").inner_text()
    page.locator(".bar h1").click()
    page.keyboard.press("End")
    page.wait_for_selector(".log-row[data-event='22']")
    page.click("[data-tab=graph]")
    page.uncheck(".hide-future")


# in other rooms


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (390, 844)])
def test_the_graph_is_whole_in_other_rooms(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    attack(page)
    wait_until_in_sight(page)
    assert smallest_letters(page) >= 12
    assert page.evaluate(CROSSINGS) == []


def test_with_room_time_runs_to_the_right(page):
    attack(page)
    page.click(".widen")
    page.wait_for_function(
        """() => { const [a, b] = [5, 10].map((event) => document.querySelector(`[data-event="${event}"] .box`).getBBox());
                   return b.x > a.x + a.width; }"""
    )
    assert page.evaluate(CROSSINGS) == []
    node(page, 10).focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.event") == "5"
    page.click(".widen")


def test_the_picture_is_saved_as_it_is_seen(page, tmp_path):
    attack(page)
    page.click(".cause-menu summary")
    with page.expect_download() as download:
        page.click(".cause-menu .save")
    download.value.save_as(tmp_path / "causes.svg")
    svg = ET.parse(tmp_path / "causes.svg").getroot()
    words = [" ".join("".join(one.itertext()).split()) for one in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "sets off" in words and any("4 damage" in one for one in words)
    assert all("var(" not in value for one in svg.iter() for value in one.attrib.values())


# the log


def test_the_log_tells_at_four_depths_and_a_sentence_leads_to_its_moment(page):
    scene(page, E06, "log")
    follow_the_script(page)
    found = {}
    for depth in ("stage", "action", "effect", "atom"):
        page.click(f"[data-depth={depth}]")
        found[depth] = int(page.locator(".log-found output").inner_text().split()[0])
    assert found["stage"] < found["action"] < found["effect"] < found["atom"]

    page.locator(".log-row .sentence", has_text="suffers 4 damage").click()
    assert moment(page) == 11


def test_the_log_can_be_searched_and_its_rules_opened(page):
    scene(page, E06, "log")
    follow_the_script(page)
    page.click("[data-depth=effect]")
    page.fill(".log-search input", "damage")

    rows = page.locator(".log-row")
    assert rows.count() >= 1 and all("damage" in text.lower() for text in rows.all_inner_texts())
    rows.first.locator(".rule").first.click()
    assert page.locator("[role=dialog]").inner_text()
    page.keyboard.press("Escape")
    page.fill(".log-search input", "")


def test_the_log_fills_its_place_and_keeps_the_present_sentence_in_sight(page):
    scene(page, GAME, "log")
    play(page, 20)
    page.click("[data-tab=log]")
    page.wait_for_selector(".log-row.now")
    for at in (3, 40, 90):
        go_to(page, at)
        page.wait_for_function(
            """() => { const place = (one) => document.querySelector(one).getBoundingClientRect();
                       const [box, row] = [place(".log-box"), place(".log-row.now")];
                       return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; }"""
        )
    box, side = (page.locator(one).bounding_box() for one in (".log-box", ".side"))
    assert side["y"] + side["height"] - box["y"] - box["height"] < 30 and box["height"] > 400
