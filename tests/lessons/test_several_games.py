"""A lesson over several games: a chapter says its game, and is played, asked, shown and handed out as one of that game."""

import json
import re

import pytest
from folders import TEST_GAMES
from people import Presented, phone, presenter, run

from dcf_lab.engine.toml import parse_toml
from dcf_lab.lab.app import Lab
from dcf_lab.lab.workshop import lessons
from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.draft import Draft, as_text, continued, from_text
from dcf_lab.lessons.file import LessonError, lesson_of, read_lesson
from dcf_lab.room.handout import Wanted, handout
from dcf_lab.room.pages import facts
from dcf_lab.room.results import Results
from dcf_lab.room.store import Person, Said
from dcf_lab.scenario.file import ScenarioError, parse, read, scenarios_folder
from dcf_lab.timeline.timeline import Timeline

FILE = TEST_GAMES / "deckbuilding" / "scenarios" / "lessons" / "three_games.toml"
TEXT = FILE.read_text()
GAMES = ["deckbuilding", "tiny", "tiny", "dc_forever"]  # of its chapters
pytestmark = pytest.mark.usefixtures("test_games")


@pytest.fixture(scope="module")
def lesson(test_games):
    return compile_lesson(read_lesson(FILE))


def test_each_chapter_is_played_and_asked_in_its_own_game(lesson):
    assert [part.manual.NAME for part in lesson.parts] == GAMES
    assert [question.right[0][0] for question in lesson.questions] == ["no", "4", "no", "4"]
    assert [question.about for question in lesson.questions[1:]] == [("TINY-2",), ("TINY-2",), ("DCF-R082",)]
    twins = [question for _, question in lesson.questions_and_twins() if "twin" in question.id]
    assert [(twin.id, twin.right) for twin in twins] == [("2.1 twin 1", (("2",),)), ("4.2 twin 1", (("3",),))]
    assert (
        lesson.games.keys() == {"deckbuilding", "tiny", "dc_forever"} and {"DB-R02", "TINY-2", "DCF-R082"} <= lesson.rules.keys()
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('game = "tiny"\nscenario = "doubled"', 'game = "tini"\nscenario = "doubled"', "unknown 'tini'; did you mean 'tiny'"),
        ('scenario = "doubled"', "", "chapter 2: it is of Tiny, of which this file has no position"),
        ('scenario = "doubled"', 'scenario = "double"', "of Tiny has no scenario 'double'; did you mean 'doubled'"),
        ('game = "tiny"\ncontinue', "continue", "it is of Deck-building test game and cannot go on with a chapter of Tiny"),
        ('seat = "player1"', 'seat = "rogue"', "unknown 'rogue'"),
        ('seat = "player1"', 'rulings = { rescue_requirement = "B" }', "unknown key 'rescue_requirement'"),
        ("{five} is", "{poison_ivy} is", "no card is called {poison_ivy}"),
        ('look = ["two"]', 'look = ["punch"]', "no card is called 'punch'"),
        ("Once in the game [TINY-2]", "Once in the game [DB-R02]", "no rule is called [DB-R02]"),
        ('about = ["TINY-2"]', 'about = ["DB-R02"]', "unknown 'DB-R02'"),
        ('allowed = "double one.2"', 'cite = "tax"', "tax"),
    ],
)  # fmt: skip
def test_what_is_not_of_the_chapters_game_is_a_mistake_in_its_line(old, new, said):
    wrong = TEXT.replace(old, new, 1)
    assert wrong != TEXT
    with pytest.raises(ScenarioError) as told:
        compile_lesson(lesson_of(parse(wrong, "lesson.toml")))
    assert said in str(told.value) and re.match(r"lesson\.toml:\d+: ", str(told.value))


def test_it_is_on_the_shelf_of_each_of_its_games_and_read_with_their_boards():
    (entry,) = [one for one in lessons() if one["name"].endswith("three_games")]
    assert (entry["game"], entry["games"]) == ("deckbuilding", ["deckbuilding", "tiny", "dc_forever"])
    lab = Lab()

    def ask(**message):
        answers = list(lab.handle({"page": "workshop", **message}))
        while answers[0]["show"] == "working":
            answers = list(lab.handle({"page": "workshop", "do": "more", "work": answers[0]["work"]}))
        return answers[0]

    shelf = ask(do="open", query="?game=tiny")
    assert entry["name"] in [one["name"] for one in shelf["lessons"]] and {"TINY-2", "DCF-R082"} <= shelf["rules"].keys()
    opened = ask(do="read", lesson=entry["name"])
    others = opened["facts"]["others"]
    assert (opened["facts"]["game"]["id"], list(others)) == ("deckbuilding", ["tiny", "dc_forever"])
    assert "five" in others["tiny"]["cards"] and "batman" in others["dc_forever"]["cards"]
    for chapter, game in enumerate(GAMES[:2] + GAMES[3:]):
        step = ask(do="step", chapter=chapter + (chapter == 2), step=0)
        assert step["film"]["game"] == game
    assert {"card": "five", "text": "Five"} in ask(do="step", chapter=1, step=0)["say"][0]


def test_a_room_turns_to_the_game_of_each_chapter():
    room = Presented(str(FILE))

    async def scene():
        desk, one = await presenter(room), await phone(room)
        assert one.room["film"]["game"] == "deckbuilding"
        await desk.say(do="pace", pace="own")
        await one.hear("state")
        await one.say(do="go", chapter=3, step=0)
        assert (await one.hear("visit"))["film"]["game"] == "dc_forever"
        await desk.say(do="pace", pace="together")
        await desk.say(do="go", chapter=1, step=0)
        while (told := await one.hear("state")) and "film" not in told:
            pass
        assert told["film"]["game"] == "tiny" and told["film"]["players"] == ["player1", "player2"]
        await desk.say(do="ask")
        await one.say(do="predict", q="2.1", ballot=1, said=["2"], sure=True, n=1)
        await one.hear("taken")
        await desk.say(do="reveal")
        assert "TINY-2" in (await one.hear("revealed"))["rules"]
        await one.say(do="mine")
        assert [row["rule"] for row in (await one.hear("mine"))["again"]] == ["TINY-2"]

    try:
        run(scene())
    finally:
        room.stop()


def test_a_page_of_the_room_knows_all_its_games(lesson):
    told = facts(lesson)
    assert told["game"]["id"] == "deckbuilding" and list(told["others"]) == ["tiny", "dc_forever"]
    assert told["others"]["dc_forever"]["rulings"] and "DCF-R082" in told["others"]["dc_forever"]["rules"]


def test_results_name_the_rules_of_every_game(lesson):
    said = [Said("4.2", 1, "one", ("6",), True, 1.0), Said("2.1", 1, "one", ("4",), True, 2.0)]
    found = Results(lesson, [Person("one", "One", 0, 0.0, 0.0)], said)
    assert [row["rule"] for row in found.by_rule()] == ["DCF-R082", "TINY-2"]


@pytest.mark.parametrize("small", [True, False])
def test_a_handout_shows_each_chapter_with_its_own_board_cards_and_rules(lesson, small):
    text = handout(lesson, Wanted(small=small))
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    assert [film["game"] for film in data["films"]] == ["deckbuilding", "tiny", "dc_forever"]
    others = data["facts"]["others"]
    assert others["tiny"]["cards"]["ids"] and "batman" in others["dc_forever"]["cards"]["ids"]
    assert "batman" not in data["facts"]["cards"]["ids"] and "TINY-2" in others["tiny"]["rules"]
    assert {one["film"]["game"] for one in data["practice"]} <= {"deckbuilding", "tiny", "dc_forever"}
    paper = re.search(r'<main class="paper">(.*?)</main>', text, re.S)[1]
    assert all(word in paper for word in ("Poison Ivy", "Two", "Batman", "Lay a card"))


def test_who_writes_keeps_chapters_of_other_games_and_adds_them_from_their_collections():
    data, lost = from_text(TEXT)
    assert lost == [] and [one.get("game") for one in data["chapter"]] == [None, "tiny", "tiny", "dc_forever"]
    assert from_text(as_text(data)) == (data, [])
    found = [one for one in Draft().look(data) if one is not None]
    assert [one.mistakes for one in found if any(field != "twins" for field, _ in one.mistakes)] == []

    e06 = scenarios_folder() / "dc_forever" / "rulebook" / "e06_attack_with_reduced_modifier.toml"
    more = continued(data, Timeline(read(e06)))
    assert {key: more["chapter"][-1][key] for key in ("game", "scenario")} == {
        "game": "dc_forever", "scenario": "rulebook/e06_attack_with_reduced_modifier"
    }  # fmt: skip
    with pytest.raises(LessonError, match="only begin with a scenario of its collection"):
        continued(data, Timeline(parse(e06.read_text() + "\n# of my own\n")))

    told = list(Lab().handle({"page": "writing", "do": "facts", "lesson": data}))[0]
    assert list(told["others"]) == ["dc_forever", "tiny"] and "five" in told["others"]["tiny"]["cards"]


@pytest.mark.parametrize("name", ["open_rulings", "timing_words", "threaten_schemes_winning"])
def test_a_chapter_asks_the_same_in_the_file_of_another_game(name):
    """Kinds of questions, twins, rulings, seats: nothing of it is taken from the game of the file."""
    data = parse_toml((scenarios_folder() / "dc_forever" / "lessons" / f"{name}.toml").read_text())
    chapters = [one for one in data["chapter"] if "scenario" in one]
    texts = [
        as_text({"title": "The same", **head, "chapter": [{**one, **game} for one in chapters]})
        for head, game in (({"game": "dc_forever"}, {}), ({"game": "tiny"}, {"game": "dc_forever"}))
    ]
    own, other = (compile_lesson(lesson_of(parse(text))) for text in texts)
    assert [question for _, question in own.questions_and_twins()] == [question for _, question in other.questions_and_twins()]
    assert own.questions and list(other.games) == ["tiny", "dc_forever"]
