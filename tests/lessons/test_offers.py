"""What can be asked at a step: everything that the engine offers really can be."""

import random

import pytest

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.course import Course
from dcf_lab.lessons.draft import Draft, as_text, begun, from_text
from dcf_lab.lessons.file import lesson_of
from dcf_lab.lessons.offers import offers, twin_offers
from dcf_lab.scenario.chapter import KINDS
from dcf_lab.scenario.file import parse, read, scenarios_folder
from dcf_lab.timeline.timeline import Timeline, new_game

LESSONS = sorted((scenarios_folder() / "dc_forever" / "lessons").glob("*.toml"))
E06 = scenarios_folder() / "dc_forever" / "rulebook" / "e06_attack_with_reduced_modifier.toml"


def attack():
    line = Timeline(read(E06))
    for answer in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength"):
        line.answer(answer)
    return begun(line)


def looked(lesson, chapter, step):
    return next(one for one in Draft().look(lesson) if one is not None and one.place == (chapter, step))


def offered(lesson, chapter, step):
    return [one for one in offers(looked(lesson, chapter, step).scene) if one is not None]


def asking(lesson, chapter, step, offer):
    """The lesson as somebody saves it who has chosen this question, and nothing else."""
    steps = [{"do": one.get("do", [])} for one in lesson["chapter"][chapter]["step"]]
    steps[step] |= {"ask": offer.ask, "look": list(offer.look)}
    chapters = [{**one, "step": [{"do": each.get("do", [])} for each in one["step"]]} for one in lesson["chapter"]]
    chapters[chapter]["step"] = steps
    return {**lesson, "chapter": chapters}


def compiled(lesson):
    return compile_lesson(lesson_of(parse(as_text(lesson), "lesson.toml")))


def random_game(seed, answers):
    line, dice = Timeline(new_game(seed=seed)), random.Random(seed)
    for _ in range(answers):
        if line.game.choice is not None:
            line.answer(dice.choice(line.game.choice.options))
    return begun(line)


# an Attack that everybody knows


def test_the_damage_can_be_asked_for_with_the_cards_of_its_sum():
    offer = next(one for one in offered(attack(), 0, 1) if one.ask == {"amount": "damage to batman"})
    assert offer.look == ("cheetah", "enhanced_strength", "batman")
    assert offer.question.right == (("4",),) and len(offer.question.reasons) >= 2


def test_what_may_not_be_done_and_what_does_not_happen_can_be_asked_for_too():
    found = {one.question.text: one.question for one in offered(attack(), 0, 1)}
    assert found["Does it happen: Batman is knocked out?"].right == (("no",),)
    assert "suffers 4 damage" in found["Does it happen: Batman is knocked out?"].reasons["yes"].text
    assert any(text.endswith("Is this allowed: threaten?") and one.right[0][0] == "no" for text, one in found.items())


def test_between_them_the_shipped_lessons_are_offered_every_kind():
    kinds = set()
    for file in LESSONS[:1]:
        lesson, _ = from_text(file.read_text())
        for one in Draft().look(lesson):
            if one is not None:
                kinds |= {kind for offer in offers(one.scene) if offer is not None for kind in offer.ask if kind in KINDS}
    assert kinds == set(KINDS)


def test_nothing_is_offered_where_nothing_has_happened():
    lesson = attack()
    lesson["chapter"][0]["step"].insert(0, {})
    assert not [one for one in offered(lesson, 0, 0) if next(iter(one.ask)) in ("amount", "order", "react", "find")]


def test_a_twin_is_offered_that_has_another_answer():
    lesson = attack()
    lesson["chapter"][0]["step"][1] |= {"ask": {"amount": "damage to batman"}, "look": ["cheetah", "enhanced_strength", "batman"]}
    one = looked(lesson, 0, 1)
    twins = [twin for twin in twin_offers(one.scenario, one.chapter, one.way, one.scene, one.question) if twin is not None]
    assert ("enhanced_strength", "rending_claws", (("3",),)) in [(card, other, twin.right) for card, other, twin in twins]
    for card, other, _ in twins:
        lesson["chapter"][0]["step"][1]["twins"] = {card: [other]}
        assert len(compiled(lesson).parts[0].steps[1].twins) == 1


def test_the_table_is_left_as_it_was():
    lesson = attack()
    one = looked(lesson, 0, 0)
    here, size = one.scene.line.here, len(list(one.scene.line.nodes()))
    assert list(offers(one.scene)) and one.scene.line.here is here
    assert len(list(one.scene.line.nodes())) == size


# whatever is played: a few of what is offered, saved and compiled as a file


@pytest.mark.parametrize("file", LESSONS, ids=lambda file: file.stem)
def test_whatever_is_offered_in_a_shipped_lesson_compiles(file):
    lesson, _ = from_text(file.read_text())
    dice = random.Random(file.stem)
    places = [(n, m) for n, chapter in enumerate(lesson["chapter"]) for m in range(len(chapter["step"]))]
    for chapter, step in dice.sample(places, 2):
        found = offered(lesson, chapter, step)
        for offer in dice.sample(found, min(6, len(found))):
            question = next(
                shown.question for shown in compiled(asking(lesson, chapter, step, offer)).parts[chapter].steps if shown.question
            )
            assert (question.text, question.right) == (offer.question.text, offer.question.right)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_offered_in_a_random_game_compiles(seed):
    lesson = random_game(seed, 12 + 9 * seed)
    dice = random.Random(seed)
    step = dice.randrange(len(lesson["chapter"][0]["step"]))
    found = offered(lesson, 0, step)
    assert found
    for offer in dice.sample(found, min(8, len(found))):
        question = compiled(asking(lesson, 0, step, offer)).parts[0].steps[step].question
        assert (question.text, question.right) == (offer.question.text, offer.question.right)


def test_what_is_offered_in_another_game_compiles_too(book):
    line, dice = Timeline(new_game(book.NAME, next(iter(book.STARTS)), seed=3)), random.Random(3)
    for _ in range(10):
        if line.game.choice is not None:
            line.answer(dice.choice(line.game.choice.options))
    lesson = begun(line)
    assert from_text(as_text(lesson)) == (lesson, [])
    step = len(lesson["chapter"][0]["step"]) - 1
    for offer in offered(lesson, 0, step)[::4][:6]:
        question = compiled(asking(lesson, 0, step, offer)).parts[0].steps[step].question
        assert (question.text, question.right) == (offer.question.text, offer.question.right)


def test_a_course_that_is_played_again_and_again_is_the_same_course():
    lesson = lesson_of(parse(as_text(attack()), "lesson.toml"))
    course = Course(lesson, lesson.chapters[0])
    scenes = [course.play(step, "1.1") for step in lesson.chapters[0].steps]
    first = [one.ask for one in offers(scenes[-1]) if one is not None]
    assert first == [one.ask for one in offers(scenes[-1]) if one is not None]
