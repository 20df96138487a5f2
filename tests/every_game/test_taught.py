"""Every game can be taught: its lessons compile, and a room presents them; nothing in either knows a game."""

from folders import TEST_GAMES
from people import Presented, phone, presenter, run

from dcf_lab import games
from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.scenario.file import scenarios_folder


def test_the_lessons_of_a_game_hold(book):
    folder = games.scenarios_of(book.NAME) or scenarios_folder() / book.NAME
    for file in sorted(folder.glob("lessons/*.toml")):
        compiled = compile_lesson(read_lesson(file))
        assert compiled.questions and all(question.text for question in compiled.questions)
        for _, question in compiled.questions_and_twins():
            assert question.is_right(question.right[0]) if question.right else question.kind == "reading"


def test_a_room_presents_the_lesson_of_another_game(test_games):
    room = Presented(str(TEST_GAMES / "deckbuilding" / "scenarios" / "lessons" / "an_attack_avoided.toml"))

    async def scene():
        desk, one = await presenter(room), await phone(room)
        await desk.say(do="ask")
        await one.hear("state")
        await one.say(do="predict", q="1.1", ballot=1, said=["yes"], sure=True, n=1)
        await one.hear("taken")
        await desk.say(do="reveal")
        told = await one.hear("revealed")
        assert told["reasons"]["yes"]["text"] == "It costs 6 Power, there is 0." and told["counts"]["1"] == {"yes": 1}

    try:
        run(scene())
    finally:
        room.stop()
