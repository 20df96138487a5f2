"""The puzzle page's messages: the collection, playing, checking, hints, refutation, solution; long work in slices."""

import json
import re
import time

import pytest
from folders import NOTEBOOKS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzle_room import FOUR_LEFT, RIGHT, SOLUTION, WRONG, Visitor, sayable, with_puzzles

from dcf_lab.lab import puzzles
from dcf_lab.lab.app import Lab
from dcf_lab.lab.prove import Prover
from dcf_lab.lab.puzzles import Puzzles
from dcf_lab.lab.referee import Referee
from dcf_lab.lab.shelf import puzzles as collection
from dcf_lab.puzzles.certificate import certify, with_certificate
from dcf_lab.puzzles.hidden import _held, _laid
from dcf_lab.puzzles.search import Positions
from dcf_lab.puzzles.solve import Limits, Solver
from dcf_lab.scenario.file import parse, scenarios_folder
from dcf_lab.timeline.timeline import Timeline


@pytest.fixture
def folder(tmp_path):
    return with_puzzles(tmp_path)


# the collection


def test_the_collection_tells_how_hard_a_puzzle_is_but_not_its_solution(folder):
    certificate = '\n[certificate]\nstatus = "unique"\nlevel = "easy"\ndifficulty = 2\nreasons = ["1 decision"]\n'
    text = FOUR_LEFT + certificate + f'solutions = [["hero: {RIGHT}", "hero: rescue"]]\n'
    (folder / "proved.toml").write_text(text)
    entries = {entry["name"]: entry for entry in collection(folder)}
    entry = entries["own/proved"]

    assert (entry["level"], entry["difficulty"], entry["reasons"], entry["for"]) == ("easy", 2, ["1 decision"], "hero")
    assert entry["tags"] == ("rescue",)
    assert RIGHT not in json.dumps(list(entries.values()))
    numbers = [entry.get("difficulty", 1000) for entry in collection(folder)]
    assert numbers == sorted(numbers)


def test_an_address_without_a_puzzle_opens_the_collection(folder):
    assert {entry["name"] for entry in Visitor(folder, "").opened["puzzles"]["entries"]} >= {"own/four_left", "own/best_luck"}


def test_a_puzzle_that_is_not_there_leads_to_the_collection_with_a_sentence(folder):
    opened = Visitor(folder, "?puzzle=own/nothing").opened

    assert set(opened) == {"puzzles", "refused"}


def test_a_scenario_without_a_goal_is_no_puzzle(folder):
    assert "no goal" in Visitor(folder, "?puzzle=rulebook/e06").opened["refused"]["text"]


def test_a_certificate_of_the_wrong_form_or_of_another_position_is_no_harm(folder):
    (folder / "odd.toml").write_text(FOUR_LEFT + '\n[certificate]\nlevel = 3\ndifficulty = "x"\nreasons = {a = 1}\n')
    assert set(Visitor(folder, "?puzzle=own/odd").opened) == {"puzzles", "refused"}
    (folder / "false.toml").write_text(FOUR_LEFT + '\n[certificate]\nstatus = "unique"\nsolutions = [["hero: pass"], ["x: y"]]\n')
    visitor = Visitor(folder, "?puzzle=own/false")

    assert visitor.ask(do="solution")["puzzle"]["state"] == "reached"


def test_a_certificate_that_still_holds_tells_the_solution_and_hints_at_once(folder):
    text = with_certificate(FOUR_LEFT, certify(parse(FOUR_LEFT))[1])
    (folder / "certified.toml").write_text(text)
    visitor = Visitor(folder, "?puzzle=own/certified")
    shown = visitor.ask(do="solution")

    assert shown["puzzle"]["state"] == "reached" and shown["played"]["many"] == 1
    visitor.ask(do="again")
    assert visitor.ask(do="hint")["hint"]["hints"][0]["card"] == "superman"
    assert visitor.lab._page("puzzles")._referee.real.search.nodes == 0


def test_the_notebook_is_one_call():
    cells = json.loads((NOTEBOOKS / "puzzles.ipynb").read_text())["cells"]

    assert cells[1]["source"].endswith("puzzles()")


# playing


def test_the_right_answers_solve_it(folder):
    visitor = Visitor(folder)
    assert "win by rescue" in visitor.opened["explore"]["puzzle"]["goal"]
    assert visitor.opened["puzzle"]["turn"] == "yours"
    state = visitor.play(*SOLUTION)

    assert state["state"] == "reached" and state["solved"]


def test_a_wrong_answer_is_taken_back_with_the_reply_that_breaks_it(folder):
    visitor = Visitor(folder)
    visitor.ask("explore", do="answer", option=WRONG)
    tried = visitor.ask(do="try")

    assert tried["wrong"]["text"] == "“activate Superman at Arkham Asylum” is broken by “activate Cheetah at The Daily Planet”."
    assert visitor.line.here is visitor.line.root and tried["puzzle"]["turn"] == "yours"
    shown = visitor.ask(do="refute", node=tried["wrong"]["slip"])
    assert shown["puzzle"]["state"] == "missed"


def test_a_right_answer_is_replied_to_and_its_point_is_told_at_the_end_and_not_before(folder):
    visitor = Visitor(folder)
    for option in SOLUTION:
        visitor.ask("explore", do="answer", option=option)
        tried = visitor.ask(do="try")
        assert "wrong" not in tried
        assert (tried["puzzle"]["point"] is None) == (option is not SOLUTION[-1] or tried["puzzle"]["state"] == "open")
    point = tried["puzzle"]["point"]

    assert tried["puzzle"]["solved"] and point["key"] == "activate Superman at The Daily Planet" and point["among"] == 5
    assert point["because"][-1] == "The Hero side wins: thirty citizens are in Sanctuary." and point["rules"]


def test_who_plays_on_after_a_wrong_answer_is_not_stopped_again(folder):
    visitor = Visitor(folder)
    visitor.ask("explore", do="answer", option=WRONG)
    slip = visitor.ask(do="try")["wrong"]["slip"]
    visitor.ask(do="play on", node=slip)
    assert visitor.ask(do="reply")["replied"]["said"]
    visitor.ask("explore", do="answer", option=visitor.line.game.choice.options[0])

    assert "wrong" not in visitor.ask(do="try")


def test_who_answers_for_everybody_is_not_stopped(folder):
    visitor = Visitor(folder)
    visitor.ask(do="everybody", on=True)
    visitor.ask("explore", do="answer", option=WRONG)

    assert "wrong" not in visitor.ask(do="try")


def test_an_author_says_the_point_and_a_link_brings_it_along(folder):
    point = "Two rescue where one is not enough."
    text = FOUR_LEFT.replace("[goal]", f'point = "{point}"\n[goal]', 1)
    opened = Visitor(folder, f"?s={Timeline(parse(text)).link()}")
    assert point not in json.dumps(opened.opened)

    assert opened.play(*SOLUTION)["point"]["text"] == point


def test_from_a_seat_the_point_names_no_card_that_is_hidden_there(folder):
    visitor = Visitor(folder, "?puzzle=own/every_hidden_case")
    state = visitor.play(*SOLUTION)

    assert state["state"] == "reached" and state["point"]["because"] == []


def test_whoever_came_by_a_link_can_go_on_to_the_others(folder):
    visitor = Visitor(folder, f"?s={Timeline(parse(FOUR_LEFT)).link()}")

    assert "own/four_left" in [entry["name"] for entry in visitor.ask(do="others")["others"]["entries"]]


def test_the_lab_replies_for_the_others_with_the_best_there_is(folder):
    visitor = Visitor(folder)
    visitor.ask("explore", do="answer", option=WRONG)
    assert visitor.ask(do="state")["puzzle"]["turn"] == "theirs"
    replied = visitor.ask(do="reply")

    assert replied["replied"]["said"] == [["rogue", "activate cheetah at the_daily_planet"], ["rogue", "attack harley_quinn"]]
    assert replied["puzzle"]["turn"] == "yours"


def test_checking_a_wrong_idea_names_the_answer_that_gave_it_away(folder):
    visitor = Visitor(folder)
    assert visitor.ask(do="check")["checked idea"]["right"] is True
    visitor.answer(WRONG)
    found = visitor.ask(do="check")["checked idea"]

    assert found["right"] is False and found["refutable"]
    assert "activate Superman at Arkham Asylum" in found["text"]


def test_a_refutation_is_played_out_as_a_branch_that_misses_the_goal(folder):
    visitor = Visitor(folder)
    visitor.answer(WRONG)
    size = visitor.line.size
    shown = visitor.ask(do="refute")
    assert "is broken by “activate Cheetah at The Daily Planet”" in shown["played"]["text"]

    assert shown["played"]["at"] is not None and shown["puzzle"]["state"] == "missed"
    assert visitor.line.size > size and visitor.line.here.name == "Refutation"
    assert not shown["puzzle"]["solved"]


def test_hints_say_a_little_more_each_time_and_end_with_the_move(folder):
    visitor = Visitor(folder)
    told = []
    for number in range(1, 6):
        hint = visitor.ask(do="hint")["hint"]
        assert len(hint["hints"]) <= number
        told = hint["hints"]
    assert [one["about"] for one in told] == ["character", "place", "move"] and hint["all"]
    assert told[0]["card"] == "superman"
    visitor.answer(WRONG)
    assert "take back" in visitor.ask(do="hint")["hint"]["text"]


def test_the_solution_is_a_film_from_the_start_and_does_not_count_as_solved(folder):
    visitor = Visitor(folder)
    visitor.answer(WRONG)
    shown = visitor.ask(do="solution")

    assert shown["puzzle"]["state"] == "reached" and not shown["puzzle"]["solved"]
    assert shown["played"]["at"] == visitor.line.root.game.table.told
    assert [node.option for node in visitor.line.here.path()][0] == RIGHT


def test_undo_goes_back_to_the_visitors_last_decision(folder):
    visitor = Visitor(folder)
    first = visitor.line.here
    visitor.answer(WRONG)
    assert visitor.line.here.path()[-1].player == "rogue"
    visitor.ask(do="undo")

    assert visitor.line.here is first
    assert "nothing to take back" in visitor.ask(do="undo")["refused"]["text"]


def test_who_answers_for_everybody_has_not_solved_it(folder):
    visitor = Visitor(folder)
    visitor.ask(do="everybody", on=True)
    visitor.ask("explore", do="answer", option="pass")
    assert visitor.ask(do="reply")["puzzle"]["turn"] == "yours"
    assert visitor.line.game.choice.player == "rogue"
    visitor.ask("explore", do="answer", option="pass")
    state = visitor.ask(do="state")["puzzle"]

    assert state["by_visitor"] and not state["solved"]


def test_going_elsewhere_in_the_tree_is_followed(folder):
    visitor = Visitor(folder)
    visitor.play(*SOLUTION)
    visitor.ask("explore", do="go", node=0)

    assert visitor.ask(do="state")["puzzle"]["state"] == "open"


def test_a_record_that_the_browser_kept_is_gone_on_with(folder):
    visitor = Visitor(folder)
    visitor.play(*SOLUTION[:3])
    record = visitor.ask("explore", do="keep")["kept"]["record"]
    other = Visitor(folder)
    opened = other.ask(do="open", query="?puzzle=own/four_left", kept=record)

    assert opened["explore"]["puzzle"]["name"] == "own/four_left"
    assert other.answer("rescue")["solved"]


def test_a_link_and_a_file_open_a_puzzle(folder):
    visitor = Visitor(folder)
    link = visitor.ask("explore", do="link")["link"]["link"]

    assert "explore" in Visitor(folder, f"?s={link}").opened
    assert visitor.ask(do="upload", name="x.toml", text=FOUR_LEFT)["explore"]["puzzle"]["side"] == "hero"


# against what


def test_with_the_best_luck_the_visitor_answers_for_everybody(folder):
    visitor = Visitor(folder, "?puzzle=own/best_luck")
    visitor.answer("pass")

    assert visitor.line.game.choice.player == "rogue"
    assert visitor.ask(do="state")["puzzle"]["turn"] == "yours"


@pytest.mark.parametrize("name", ["highest_chance", "every_hidden_case"])
def test_where_luck_may_help_a_check_says_whether_it_was_by_right(folder, name):
    visitor = Visitor(folder, f"?puzzle=own/{name}")
    state = visitor.play(*SOLUTION)

    assert state["state"] == "reached" and state["look"] and not state["solved"]
    assert visitor.ask(do="check")["checked idea"]["solved"]
    visitor.ask(do="again")
    visitor.answer(WRONG)
    assert visitor.ask(do="check")["checked idea"]["right"] is False
    assert visitor.ask(do="solution")["puzzle"]["state"] == "reached"


def test_hidden_cards_stay_hidden_until_the_visitor_answers_for_everybody(folder):
    cards = parse(FOUR_LEFT).cards
    some = next(card for card in cards if cards[card].of == "cheetah")
    text = (folder / "every_hidden_case.toml").read_text().replace('["cheetah"]', f'["cheetah"]\nhand = ["{some}"]')
    (folder / "hidden.toml").write_text(text)
    visitor = Visitor(folder, "?puzzle=own/hidden")

    assert visitor.opened["explore"]["film"]["seat"] == "hero"
    assert visitor.ask(do="everybody", on=True)["film"]["seat"] is None
    assert visitor.ask(do="everybody", on=False)["film"]["seat"] == "hero"


UP_THEIR_SLEEVE = """
title = "Up their sleeve"
[goal]
for = "hero"
within = "this activation"
happen = "capture"
against = "every hidden case"
[table]
phase = "activation"
actor = "wonder_woman"
[table.rogue]
characters = [
  { card = "klarion_bleak", at = "344_clinton_street", exhausted = true, damage = 2 },
  { card = "silver_banshee", at = "344_clinton_street", exhausted = true, damage = 2 },
]
hand = ["puritan_ward"]
deck = ["phantom_step"]
[table.hero]
characters = [{ card = "wonder_woman", at = "344_clinton_street", exhausted = true }]
hand = ["amazon_training", "gift_of_artemis"]
[[table.locations]]
card = "344_clinton_street"
[[table.locations]]
card = "themyscira"
"""


def test_what_only_luck_made_right_is_told_with_the_card_that_would_have_refuted_it(folder):
    (folder / "sleeve.toml").write_text(UP_THEIR_SLEEVE)
    visitor = Visitor(folder, "?puzzle=own/sleeve")
    assert "puritan_ward" not in json.dumps(visitor.opened["explore"]["film"])
    visitor.answer("attack silver_banshee")
    found = visitor.ask(do="check")["checked idea"]
    assert found["right"] is False and found["refutable"]

    shown = visitor.ask(do="refute")["played"]
    assert shown["at"] is None and shown["text"].startswith("With Phantom Step in the hidden hand, “attack Silver Banshee” fails")


# slices


def test_long_work_is_done_in_slices_and_can_be_stopped(folder):
    (folder / "long.toml").write_text(parse_long())
    visitor = Visitor(folder, "?puzzle=own/long")
    [first] = visitor.once(do="solution")
    assert first["show"] == "working" and first["what"] == "solution" and first["nodes"] > 0
    assert visitor.once(do="stop")[0]["show"] == "unfinished"
    assert visitor.once(do="more", work=first["work"])[0]["show"] == "work over"


def test_a_reply_that_is_stopped_is_given_all_the_same(folder):
    (folder / "long.toml").write_text(parse_long())
    visitor = Visitor(folder, "?puzzle=own/long")
    assert visitor.line.game.choice.player == "rogue"
    assert visitor.once(do="reply")[0]["show"] == "working"
    answers = visitor.once(do="stop")

    assert [one["show"] for one in answers] == ["film", "replied", "puzzle"]
    assert visitor.line.here.path()[0].player == "rogue"


def test_no_message_takes_long_in_a_search_that_does(folder, monkeypatch):
    monkeypatch.setattr(puzzles, "SECONDS", 0.5)
    (folder / "long.toml").write_text(parse_long())
    visitor = Visitor(folder, "?puzzle=own/long")
    visitor.slowest = 0.0
    found = visitor.ask(do="check")

    assert "not found in 0.5 seconds" in found["unfinished"]["why"]
    assert visitor.slowest < 0.6


def parse_long():
    """A whole first game, to be won in ten rounds: nobody proves that in a second."""
    lab = Lab()
    [answer] = lab.handle({"page": "build", "do": "import", "what": "first game", "seed": 3})
    from dcf_lab.lab.draft import as_file

    return as_file({**answer["draft"], "goal": {"for": "hero", "win": "any", "within": "10 rounds"}})


@pytest.mark.parametrize("page", ["build", "puzzles"])
def test_a_search_of_every_hidden_case_pauses_inside_each_answer(page, monkeypatch):
    """One answer may lead to thousands of cases, over twenty rounds; the page is answered all the while."""
    text = (scenarios_folder() / "dc_forever/puzzles/b14_one_card_up_their_sleeve.toml").read_text(encoding="utf-8")
    text = re.sub('within = ".*"', 'within = "20 rounds"', text.partition("[certificate]")[0])
    scenario, looked = parse(text), []
    one_case = Positions.after
    monkeypatch.setattr(Positions, "after", lambda *given, **how: (looked.append(1), one_case(*given, **how))[1])
    if page == "build":
        solver = Solver(scenario, limits=Limits(seconds=1e9), patiently=True)
        steps = Prover([])._prove(solver)
    else:
        line = Timeline(scenario, take_chances=True)
        steps = Referee(line).value(line.root)
    assert len(looked) == 0  # nothing is worked out before the first slice
    most = 0
    for _ in range(3000):
        before = len(looked)
        next(steps)
        most = max(most, len(looked) - before)
    steps.close()
    assert len(looked) > 1000 and most <= 2  # cases that are played on between two looks at the clock


def test_equal_hidden_cards_are_dealt_once():
    """Thirty cards of three kinds make few different hands, however many ways there are to pick the very cards."""
    pool = [f"{kind}.{n}" for n in range(10) for kind in ("renown", "prestige", "fame")]
    kind = lambda card: card.partition(".")[0]  # noqa: E731
    started = time.monotonic()
    hands = _held(pool, 12, kind)
    laid = _laid(pool[:4], pool, lambda slot, card: True, kind)

    assert time.monotonic() - started < 1
    assert hands[0] == pool[:12] and len({tuple(sorted(map(kind, hand))) for hand in hands}) == len(hands) == 82
    assert laid[0] == pool[:4] and len({tuple(map(kind, way)) for way in laid}) == len(laid) == 3**4


# any message

anything = (
    st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=8) | st.lists(st.integers(), max_size=2) | st.just({})
)
DEEDS = sorted(name.removeprefix("do_") for name in dir(Puzzles) if name.startswith("do_"))
messages = st.fixed_dictionaries(
    {"do": st.sampled_from([*DEEDS, "nonsense", "__class__"])},
    optional=dict.fromkeys(("node", "work", "which", "on", "query", "kept", "name", "text"), anything),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.lists(messages, min_size=1, max_size=6), st.booleans())
def test_any_message_is_answered_with_data_or_a_sentence(folder, messages, opened):
    lab = Lab(folder=folder)
    if opened:
        list(lab.handle({"page": "puzzles", "do": "open", "query": "?puzzle=own/four_left"}))
    for message in messages:
        sayable(list(lab.handle({**message, "page": "puzzles"})))
        if lab.explore.line is not None:
            assert lab.explore.line.here in list(lab.explore.line.nodes())
