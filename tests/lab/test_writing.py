"""Writing a lesson, as the lab answers the page: whatever is sent, there is a sentence, and nobody waits long."""

import pytest

from dcf_lab.lab.app import Lab
from dcf_lab.lessons.draft import from_text
from dcf_lab.scenario.file import scenarios_folder

FOLDER = scenarios_folder() / "dc_forever"
E06 = "rulebook/e06_attack_with_reduced_modifier"
LESSON = (FOLDER / "lessons" / "an_attack.toml").read_text()


@pytest.fixture
def lab():
    return Lab()


def told(lab, **message):
    """What is answered in the end; long work is asked for more as the page does."""
    answers = list(lab.handle({"page": "writing", **message}))
    while answers[-1]["show"] == "working":
        answers = list(lab.handle({"page": "writing", "do": "more", "work": answers[-1]["work"]}))
    return answers


def explored(lab, query=f"?scenario={E06}&follow=1"):
    list(lab.handle({"do": "open", "page": "explore", "query": query}))
    return lab


def test_what_is_explored_becomes_a_chapter_with_the_cards_and_rules_to_write_with(lab):
    facts, found = told(explored(lab), do="begin")
    assert "batman" in facts["cards"] and "DCF-R082" in facts["rules"]
    assert [step["do"] for step in found["lesson"]["chapter"][0]["step"]][1] == ["attack batman", "play enhanced_strength"]


def test_without_a_game_and_from_a_seat_nothing_is_brought(lab):
    assert "nothing is being explored" in told(lab, do="begin")[0]["text"].lower()
    explored(lab)
    list(lab.handle({"do": "seat", "page": "explore", "seat": "hero"}))
    assert "hidden cards" in told(lab, do="begin")[0]["text"]


def test_a_scenario_file_comes_with_its_script_and_a_lesson_as_it_is(lab):
    _, found = told(lab, do="upload", name="e06.toml", text=(FOLDER / f"{E06}.toml").read_text())
    assert len(found["lesson"]["chapter"][0]["step"]) == 2
    _, found = told(lab, do="upload", name="lesson.toml", text=LESSON)
    assert found["lesson"] == from_text(LESSON)[0] and found["lost"] == []
    assert "cannot be read" in told(lab, do="upload", name="x", text="title = ")[0]["text"]


def test_a_lesson_with_mistakes_says_so_in_its_file_and_can_be_opened_again(lab):
    lesson, _ = from_text(LESSON)
    lesson["chapter"][1]["step"][0]["say"] = "It is 4, says {batmann}."
    (found,) = told(lab, do="download", lesson=lesson)
    first, *rows = found["text"].splitlines()
    assert first == "# This lesson cannot be presented yet." and "{batmann}" in rows[0]
    assert told(lab, do="upload", name="x", text=found["text"])[1]["lesson"] == lesson


def test_a_mistake_is_told_with_the_names_of_cards(lab):
    lesson, _ = from_text(LESSON)
    lesson["chapter"][1]["step"][0]["look"] = ["cheetah", "batman"]
    (found,) = told(lab, do="look", lesson=lesson)
    step = next(one for one in found["steps"] if (one["chapter"], one["step"]) == (1, 0))
    assert step["mistakes"] == [
        {
            "field": "look",
            "text": "Nobody can add this up without Enhanced Strength; show it among the cards to look at.",
        }
    ]


@pytest.mark.parametrize(
    "lesson", [None, 3, {}, {"chapter": []}, {"chapter": [3]}, {"chapter": [{"step": [3]}]}, {"chapter": {}}]
)
@pytest.mark.parametrize("deed", ["look", "offers", "twins", "table", "download", "facts"])
def test_what_is_no_lesson_gets_a_sentence_or_an_empty_answer(lab, deed, lesson):
    answers = told(lab, do=deed, lesson=lesson, chapter=0, step=0)
    assert answers and all(one["show"] != "error" for one in answers)


@pytest.mark.parametrize("place", [(0, 99), (99, 0), (-1, 0), ("0", 0), (None, None)])
def test_a_step_that_is_not_there_has_nothing_to_ask(lab, place):
    lesson, _ = from_text(LESSON)
    (found,) = told(lab, do="offers", lesson=lesson, chapter=place[0], step=place[1])
    assert found["show"] == "refused" or found["offers"] == []
