"""Every game has scenarios, an introduction, a guided round, the commands, and its page."""

import json
import subprocess
import sys
from functools import partial
from urllib.parse import quote

import pytest
from conftest import Served
from folders import TEST_GAMES
from played_games import FILES, scenarios

from dcf_lab import games
from dcf_lab.games.defaults import EVENTS
from dcf_lab.lab.guide import guidance
from dcf_lab.lab.learn import Learn
from dcf_lab.lab.shelf import find, shelf
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNIQUE, Limits, Solver
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import new_game

# scenarios


def test_the_shelf_has_the_scenarios_of_every_game(book):
    assert {str(find(entry.name)) for entry in shelf() if entry.game == book.TITLE} >= {one.file for one in scenarios(book)}


def test_the_scenarios_of_a_game_hold(book):
    found = scenarios(book)
    assert found
    for scenario in found:
        assert scenario.manual is book
        reports = run_all(scenario)
        assert [failure for report in reports for failure in report.failures] == []
        assert set().union(*(report.rules for report in reports)) <= set(book.rules())


def test_a_puzzle_of_a_game_is_decided(book):
    for scenario in scenarios(book):
        if scenario.goal is not None and scenario.certificate.get("nodes", 0) < 5000:
            assert Solver(scenario, limits=Limits(seconds=20)).run().status in (UNIQUE, SOLVED, DISPROVED)


def test_what_the_engine_tells_itself_has_words_in_every_game(book):
    assert set(EVENTS) <= set(book.EVENTS)
    assert set(book.ROADS) == set(book.SIDES) and "this round" in book.WITHIN
    for player in book.PLAYERS:
        assert book.NAMES[player]


# how it is played


def test_a_game_is_introduced_and_explained(book):
    assert book.ABOUT.endswith(".") and len(book.ABOUT) > 20
    assert book.PRIMER.chapters
    for chapter in book.PRIMER.chapters:
        assert chapter.title and chapter.text and all(text.endswith(".") for text in chapter.text)
    for told in (book.PRIMER.words, book.PRIMER.questions, book.PRIMER.deeds):
        assert all(told.values())


def test_the_board_beside_every_chapter_has_something_to_step_through(book):
    for number, chapter in enumerate(book.PRIMER.chapters):
        if not chapter.scene:
            continue
        (told,) = Learn().do_scene({"game": book.NAME, "chapter": number})
        kinds = [event["kind"] for event in told["film"]["events"]]
        assert told["stops"] and told["stops"] == sorted({*told["stops"]}) and told["stops"][-1] <= len(kinds)
        assert {chapter.begin, chapter.stop} - {""} <= {kinds[at - 1] for at in told["stops"]}


def test_the_example_of_a_game_is_one_of_its_scenes_and_adds_up(book):
    example = book.PRIMER.example
    if example is None:
        return
    assert find(f"{book.NAME}/{example.scene}").stem == example.scene.rpartition("/")[2]
    lines = (example.done, *example.counts, example.comes)
    assert {line.side for line in lines} <= {*book.SIDES, ""} and {line.rule for line in lines} <= set(book.rules())
    assert sum(int(line.number.replace("−", "-")) for line in example.counts) == int(example.comes.number)


def test_the_scenes_of_a_rule_are_there_and_show_it(book):
    """What `dcf-lab rules --write` has kept is still so."""
    kept = games.read_scenes(book.NAME)
    assert set(kept["rules"]) <= set(book.rules())
    shown = {scene for scenes in kept["rules"].values() for scene in scenes}
    assert shown == set(kept["titles"])
    for name in sorted(shown)[:: 1 + len(shown) // FILES]:
        scenario = read(find(f"{book.NAME}/{name}"))
        cited = set().union(*(report.rules for report in run_all(scenario)))
        assert scenario.title == kept["titles"][name]
        assert {rule for rule, scenes in kept["rules"].items() if name in scenes} <= cited


def test_a_guided_round_comes_to_its_end_and_every_question_is_explained(book):
    start = next(iter(book.STARTS))
    game = new_game(book.NAME, start, 7).game(take_chances=False, trace=True)
    since = book.moment(game.table).round
    for _ in range(300):
        told = guidance(game, since)
        if told["state"] != "asked":
            break
        assert told["suggested"] in game.choice.options and told["deeds"] and told["words"]
        if book.PRIMER.questions:
            assert told["about"] in book.PRIMER.questions.values(), game.choice.prompt
        if book.PRIMER.deeds:
            assert told["why"], told["suggested"]
        others = [one for one in game.table.rules.players if one != game.choice.player]
        assert guidance(game, since, others[0]) == {"state": "others"}
        game.answer(told["suggested"])

    assert told["state"] in ("round over", "over")


# commands


def run(folder, *arguments, answers=""):
    """What the real command says, run in a folder."""
    command = [sys.executable, "-m", "dcf_lab.commands.cli", *map(str, arguments)]
    done = subprocess.run(command, input=answers, capture_output=True, text=True, timeout=120, cwd=folder)
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    return done.stdout


def test_the_commands_know_the_game(book, tmp_path):
    lab = partial(run, tmp_path)
    said = lab("play", "--game", book.NAME, "--seed", "3", answers="1\n1\nboard\nwhy\nlog\nlink\nquit\n")
    assert "Round" in said
    assert lab("cards", "--game", book.NAME).rstrip().endswith(".")
    card = next(iter(book.library().printed.values()))
    assert card.name in lab("cards", card.id, "--game", book.NAME)
    rule = next(iter(book.rules()))
    assert rule in lab("rules", rule, "--game", book.NAME)
    json.loads(lab("check", "--schema", "--game", book.NAME))
    if folder := games.scenarios_of(book.NAME):
        assert " 0 failed" in lab("check", folder.parent)
        assert "rules are exercised by a scenario" in lab("rules", "--game", book.NAME)
        puzzle = next((one for one in scenarios(book) if one.goal is not None), None)
        assert puzzle is None or "roved" in lab("solve", puzzle.file)


# the page


@pytest.fixture(scope="module")
def lab_of_all_games(test_games):
    server = Served("--preheat", "1", "--scenarios", str(TEST_GAMES))
    yield server
    server.stop()


@pytest.mark.browser
def test_the_explore_page_opens_a_new_game_and_a_scenario(book, lab_of_all_games, new_visitor):
    start, way = next(iter(book.STARTS.items()))
    seating = next(iter(way.seatings or book.SEATINGS))
    page = new_visitor(lab_of_all_games.address("explore", f"?game={book.NAME}&start={quote(start)}&seating={seating}&seed=3"))
    _answer_on_the_page(page)
    if folder := games.scenarios_of(book.NAME):
        file = next(file for file in sorted(folder.glob("*.toml")) if "[goal]" not in file.read_text())
        page = new_visitor(lab_of_all_games.address("explore", f"?scenario=own/{book.NAME}/scenarios/{file.stem}"))
        _answer_on_the_page(page)


def _answer_on_the_page(page):
    """There are answers and a log, and an answer leads on."""
    page.wait_for_selector(".dcf .explore .choices [data-option]")
    page.click("[data-tab=log]")
    page.wait_for_selector(".log-row")
    page.click("[data-tab=now]")
    before = page.locator(".slider").get_attribute("max")
    page.locator(".choices [data-option]").last.click()
    page.wait_for_function("before => document.querySelector('.slider').max !== before", arg=before)
    for _ in range(int(page.locator(".slider").get_attribute("max"))):
        page.keyboard.press("ArrowLeft")
        assert page.locator(".now-panel h2").inner_text()
    assert page.complaints == []
