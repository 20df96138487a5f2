"""A lesson being written: begun from a game, kept as data, saved as a file, and told what is wrong with it."""

import random

import pytest

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.draft import Draft, answers_given, as_text, begun, continued, from_text, tidy
from dcf_lab.lessons.file import LessonError, lesson_of
from dcf_lab.scenario.file import parse, read, scenarios_folder
from dcf_lab.timeline.timeline import Timeline, new_game

FOLDER = scenarios_folder() / "dc_forever"
LESSONS = sorted((FOLDER / "lessons").glob("*.toml"))
ATTACK = ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength")


def explored(name="rulebook/e06_attack_with_reduced_modifier", answers=ATTACK, **how):
    line = Timeline(read(FOLDER / f"{name}.toml"), **how)
    for answer in answers:
        line.answer(answer)
    return line


def steps(lesson):
    return [[step.get("do", []) for step in chapter["step"]] for chapter in lesson["chapter"]]


def looked(lesson, draft=None):
    return [one for one in (draft or Draft()).look(lesson) if one is not None]


# from a game


def test_what_was_explored_is_a_chapter_with_a_step_for_each_action():
    lesson = begun(explored())
    assert steps(lesson) == [[[ATTACK[0]], [ATTACK[1], ATTACK[2]]]]
    assert lesson["title"] == "Six would have knocked him out" and "script" not in lesson
    assert compile_lesson(lesson_of(parse(as_text(lesson), "lesson.toml"))).questions == []


def test_what_the_die_decided_is_not_said_again_and_what_was_decided_for_it_is():
    line = explored("lessons/threaten_schemes_winning", ["activate punchline at arkham_asylum", "threaten"], take_chances=True)
    choice = line.game.choice
    assert choice.player == "chance"
    line.answer(choice.default)
    assert not any(answer.startswith("chance") for _, answer in answers_given(line))
    chosen = next(one for one in choice.options if one != choice.default)
    line.back().answer(chosen)
    assert answers_given(line)[-1] == (False, f"chance {chosen}")
    assert not [one.mistakes for one in looked(begun(line)) if one.mistakes]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_was_explored_comes_out_as_it_was_played(seed):
    """Also where the seed answers for chance: in a lesson its die does."""
    line, dice = Timeline(new_game(seed=seed)), random.Random(seed)
    for _ in range(40):
        if line.game.choice is not None:
            line.answer(dice.choice(line.game.choice.options))
    lesson = begun(line)
    assert len(lesson["chapter"][0]["step"]) <= 26  # what came long before is one step
    told = looked(lesson)
    assert not [one.mistakes for one in told if one.mistakes]
    mine, theirs = told[-1].scene.after.game.table, line.game.table
    assert (mine.zones, mine.counts) == (theirs.zones, theirs.counts)


def test_more_of_the_same_game_goes_on_where_the_last_chapter_ended():
    lesson = continued(begun(explored(answers=ATTACK[:1])), explored())
    assert steps(lesson) == [[[ATTACK[0]]], [[ATTACK[1], ATTACK[2]]]]
    assert lesson["chapter"][1]["continue"] is True


def test_another_course_of_the_same_position_begins_there_again():
    lesson = continued(begun(explored()), explored(answers=["activate the_joker at the_daily_planet"]))
    assert "continue" not in lesson["chapter"][1] and "scenario" not in lesson["chapter"][1]


def test_another_scenario_of_the_collection_is_named():
    lesson = continued(begun(explored()), explored("rules/r055_when_comes_before", ["activate cheetah at 344_clinton_street"]))
    assert lesson["chapter"][1]["scenario"] == "rules/r055_when_comes_before"
    assert not [one.mistakes for one in looked(lesson) if one.mistakes]


def test_a_second_position_of_ones_own_cannot_be_in_the_same_lesson():
    with pytest.raises(LessonError, match="begin a new lesson"):
        continued(begun(explored()), Timeline(new_game(seed=1)))


def test_a_reading_that_was_tried_goes_with_its_chapter():
    lesson = begun(explored(readings={"attack_requires_scheme": "A"}, answers=[]))
    assert lesson["chapter"][0]["rulings"] == {"attack_requires_scheme": "A"}


# as a file


@pytest.mark.parametrize("file", LESSONS, ids=lambda file: file.stem)
def test_a_shipped_lesson_is_the_same_after_being_opened_and_saved(file):
    lesson, lost = from_text(file.read_text())
    assert not lost and from_text(as_text(lesson)) == (lesson, [])
    one, other = (compile_lesson(lesson_of(parse(text, "lesson.toml"))) for text in (file.read_text(), as_text(lesson)))
    assert [(q.id, q.text, q.right) for q in one.questions] == [(q.id, q.text, q.right) for q in other.questions]


def test_any_text_comes_back_as_it_was_written():
    dice = random.Random(14)
    letters = [*"\"'\\\n\r\t\u2028{}[]# a\u00e9\U0001f600\x07", '"""', "\\\n"]
    for _ in range(300):
        said = {key: "".join(dice.choices(letters, k=dice.randrange(1, 12))) for key in ("say", "then", "notes")}
        wrong = {"".join(dice.choices(letters, k=3)): "".join(dice.choices(letters, k=5)) for _ in range(2)}
        lesson = begun(explored())
        lesson["chapter"][0]["step"][1] |= {**said, "ask": {"amount": "damage to batman", "wrong": wrong, "sure": False}}
        again, _ = from_text(as_text(lesson))
        assert again == tidy(lesson)


def test_what_is_no_lesson_is_not_opened():
    for text, why in (("title = ", "cannot be read"), ('title = "x"', "no lesson"), ("chapter = 3", "no lesson")):
        with pytest.raises(LessonError, match=why):
            from_text(text)


def test_what_is_no_part_of_a_lesson_is_left_out_and_told():
    lesson, lost = from_text(as_text(begun(explored())).replace("[[chapter]]", "colour = 3\n\n[[chapter]]", 1))
    assert "chapter" in lesson and any("colour" in one for one in lost)


# what is wrong with it


def test_each_mistake_is_told_with_its_part_and_the_rest_is_played():
    lesson = begun(explored())
    first, second = lesson["chapter"][0]["step"]
    first |= {"say": "{batmann} is here.", "look": ["cheetah", "robin_hood"]}
    second |= {"ask": {"amount": "damage to batman"}, "say": "It does 4.", "look": ["cheetah", "enhanced_strength", "batman"]}
    one, two = looked(lesson)
    assert [field for field, _ in one.mistakes] == ["say", "look"] and "did you mean" in one.mistakes[0][1]
    assert two.mistakes == [("say", "say tells the number that is asked for")]
    assert two.question.right == (("4",),)  # seen all the same
    second["say"], second["look"] = "", ["cheetah"]
    assert [field for field, _ in looked(lesson)[1].mistakes] == ["look"]


def test_after_an_answer_that_cannot_be_given_nothing_more_is_played():
    lesson = begun(explored())
    lesson["chapter"][0]["step"][0]["do"] = ["attack batman"]
    one, two = looked(lesson)
    assert one.mistakes[0][0] == "do" and two.mistakes == [("do", "a step before it cannot be played")]


def test_a_position_that_cannot_be_is_told_and_nothing_is_played():
    lesson, draft = begun(explored()), Draft()
    lesson["table"]["rogue"]["hand"] = ["batman", "nobody"]
    assert looked(lesson, draft) == [] and draft.problems


def test_what_is_found_a_second_time_is_the_same():
    lesson, _ = from_text(LESSONS[0].read_text())
    draft = Draft()
    first, second = ([(one.place, one.question, one.mistakes) for one in looked(lesson, draft)] for _ in range(2))
    assert first == second and not any(mistakes for _, _, mistakes in first)
