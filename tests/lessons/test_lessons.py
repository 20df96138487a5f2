"""Lessons: the engine writes the answers, and a lesson that is wrong does not load."""

import re

import pytest

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import LessonError, lesson_of, plain, prose_parts
from dcf_lab.scenario.file import ScenarioError, parse, scenarios_folder

ATTACK = (scenarios_folder() / "dc_forever" / "lessons" / "an_attack.toml").read_text()
HEAD, _, CHAPTERS = ATTACK.partition("[[chapter]]")


def compiled(text):
    return compile_lesson(lesson_of(parse(text, "lesson.toml")))


@pytest.fixture(scope="module")
def attack():
    return {found.id: found for found in compiled(ATTACK).questions}


def chosen(question):
    """The right answers, in words."""
    words = {option.key: option.text for option in question.options}
    return [[words.get(key, key) for key in one] for one in question.right]


def reasons(question):
    words = {option.key: option.text for option in question.options}
    return {words.get(key, key): reason.text for key, reason in question.reasons.items()}


def one_step(step, head=HEAD):
    return f'{head}[[chapter]]\ntitle = "A chapter"\n[[chapter.step]]\n{step}\n'


# the ten kinds, in the example


def test_a_threaten_without_a_scheme_is_not_allowed_and_the_rule_says_why(attack):
    question = attack["1.2"]
    assert question.form == "yes or no" and question.about == ("DCF-R067",)
    ((no, why),) = question.right
    assert no == "no" and next(one.text for one in question.why if one.key == why).startswith("Threaten needs a Scheme")
    assert question.is_right(["no"]) and question.is_right(["no", why]) and not question.is_right(["yes"])
    (other, *_) = [one.key for one in question.why if one.key != why]
    assert not question.is_right(["no", other]) and question.reasons[other].text


def test_allowed_are_the_attack_and_the_ability_and_the_others_are_refused_with_all_reasons(attack):
    question = attack["1.3"]
    assert sorted(chosen(question)[0]) == ["attack Batman", "use Primal Drive of Cheetah"]
    assert reasons(question)["attack The Joker"] == "The Joker is on the same side; The Joker is not at The Daily Planet."


def test_the_damage_is_four_and_each_wrong_number_has_its_mistake(attack):
    question = attack["2.1"]
    assert chosen(question) == [["4"]]
    assert reasons(question) == {
        "6": "Master Tactician was overlooked.",
        "3": "+3 Enhanced Strength was overlooked.",
        "5": "That is what lies there afterwards: 5 damage on Batman.",
        "8": "−2 by Batman was added instead of taken off.",
        "1": "The 3 printed on Cheetah was left out.",
    }
    assert question.sum == ((3, "printed on Cheetah"), (3, "Enhanced Strength"), (-2, "by Batman"))


def test_the_order_is_play_reduce_damage_discard(attack):
    assert chosen(attack["2.2"]) == [
        [
            "The Rogue plays Enhanced Strength as an Attack Modifier.", "Batman takes 2 off Enhanced Strength.",
            "Batman suffers 4 damage.", "Enhanced Strength is discarded.",
        ]
    ]  # fmt: skip


def test_only_primal_drive_knocks_him_out_and_the_tempting_line_lends_its_sum(attack):
    question = attack["3.2"]
    assert chosen(question) == [["use Primal Drive of Cheetah"]] and question.more["unique"]
    assert any("Batman suffers 4 damage" in told for told in question.more["tried"])
    assert question.lines[-1][0] == "Batman is knocked out."  # what comes after `stop` explains nothing


def test_a_reading_is_a_poll_that_nobody_is_scored_for(attack):
    question = attack["3.3"]
    assert question.right == () and question.is_right(["a"]) is None and not question.sure


def test_the_bracelets_and_take_the_hit_may_react_and_the_joker_may_not(attack):
    question = attack["4.2"]
    assert sorted(chosen(question)[0]) == ["Bracelets of Submission", "Take the Hit"]
    assert "damage to The Joker himself" in reasons(question)["The Joker (Crowd of Victims)"]


def test_a_twin_is_the_same_question_with_other_cards():
    part = compiled(ATTACK).parts[1]
    (film,) = part.steps[0].twins
    twin = film.steps[0].question
    assert "{rending_claws}" in film.steps[0].step.say and not film.steps[0].step.then
    assert "Rending Claws" in film.reel["events"][film.steps[0].end - 1]["text"]
    assert chosen(twin) == [["3"]] and twin.about == ("DCF-R082",)


def test_a_poll_tells_in_plain_words_what_each_other_reading_would_change():
    text = (scenarios_folder() / "dc_forever" / "lessons" / "open_rulings.toml").read_text()
    bare = re.sub(r", wrong = \{ A = .*\}", " }", text)
    floor, refill, win = (reasons(one) for one in compiled(bare).questions if one.kind == "reading")
    assert floor["The surplus eats into the rest."].endswith("In the end: Batman: damage: 1 instead of 2.")
    assert "is discarded. In the end: The Daily Planet: citizens: 7 instead of 0" in refill["At once."]
    assert "The game: The Heroes win by capture instead of" in win["The moment a condition is met."]


def test_what_does_not_happen_is_right_under_another_reading_whose_rule_the_question_is_about():
    text = (scenarios_folder() / "dc_forever" / "lessons" / "open_rulings.toml").read_text()
    street = next(one for one in compiled(text).questions if one.id == "2.1")
    assert reasons(street)["Yes"] == "Right under another reading of the rulebook: “At once”."


def test_a_course_that_waits_for_another_answer_says_nothing_about_what_is_still_to_come():
    step = (
        'do = ["activate cheetah at ace_chemical_plant", "attack batman", "react harley_quinn 1", "decline"]\n'
        'ask = { happens = "damage to cheetah", right = "yes" }'
    )
    text = one_step(step).replace(
        'title = "A chapter"', 'title = "A chapter"\nscenario = "rules/r053_players_may_react_others_must"'
    )
    assert reasons(compiled(text).questions[0])["No"] == "Cheetah suffers 1 damage from ACE Chemical Plant."


def test_the_text_of_a_question_names_the_cards_of_the_twin():
    text = (scenarios_folder() / "dc_forever" / "lessons" / "timing_words.toml").read_text()
    lesson = compiled(text)
    shown = lesson.parts[0].steps[1]
    assert "add Enhanced Strength to" in shown.question.text and "add Rending Claws to" in shown.twins[0].steps[0].question.text
    assert sum(bool(one.twins) for part in lesson.parts for one in part.steps) >= 2 and not list(lesson.notes())


def test_the_film_stands_still_after_the_event_that_was_asked_for():
    part = compiled(ATTACK).parts[1]
    shown = part.steps[0]
    assert part.reel["events"][shown.end - 1]["kind"] == "damage" and part.steps[1].start == shown.end < part.steps[1].end


def test_what_may_be_known_before_the_reveal_tells_nothing(attack):
    for question in attack.values():
        said = str(question.open())
        assert not any(key in said for key in ("right", "reasons", "DCF-R")), said
    assert {option.key for option in attack["1.3"].options} == {"a", "b", "c", "d"}


# mistakes


SUM = 'look = ["cheetah", "enhanced_strength", "batman"]\n'
DO = 'do = ["activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength"]\n'


def test_who_overlooks_a_reduction_still_counts_the_modifier():
    (question,) = compiled(
        one_step(f'{SUM}{DO}ask = {{ amount = "damage to batman", text = "How much does {{batman}} suffer?" }}')
    ).questions
    assert reasons(question)["6"] == "−2 by Batman was overlooked."
    assert question.text == "How much does Batman suffer?"


def test_a_value_is_explained_by_the_tokens_of_which_it_speaks():
    (question,) = compiled(one_step(f'{DO}ask = {{ value = "batman.damage" }}')).questions
    assert chosen(question) == [["5"]] and question.lines[-1][0].startswith("Batman suffers 4 damage")


def test_the_rule_against_an_answer_is_not_the_only_one_to_choose():
    head = HEAD.replace('phase = "rogue provoke"', 'phase = "rogue provoke"\nfirst_activation = true')
    (question,) = compiled(one_step('ask = { allowed = "pass" }', head)).questions
    assert question.right[0][0] == "no" and len(question.why) > 3


@pytest.mark.parametrize(
    ("step", "line", "sentence"),
    [
        ('say = "{batmann} comes."', 18, "no card is called {batmann}; did you mean 'batman'"),
        ('say = "See [DCF-R999]."', 18, "no rule is called [DCF-R999]"),
        ('do = ["attack batman"]', 18, "'attack batman' is"),
        (f'{DO}expect = ["batman.damage == 4"]', 19, "5 == 4"),
        (f'{DO}ask = {{ amount = "ko to batman" }}', 19, "'ko to batman' does not happen in this step"),
        (f'{SUM}{DO}ask = {{ amount = "damage to batman", right = 6 }}', 20, "right: the engine says 4, not 6"),
        (f'{SUM}{DO}ask = {{ amount = "damage to batman", wrong = {{ 4 = "No." }} }}', 20, "wrong: '4' is right"),
        (f'{SUM}{DO}ask = {{ amount = "damage to batman", about = ["DCF-R001"] }}', 20, "nothing in this step cites DCF-R001"),
        (f'{DO}ask = {{ amount = "damage to batman" }}', 19, "nobody can add this up without cheetah, enhanced_strength, batman"),
        (f'{SUM}{DO}say = "It will be four."\nask = {{ amount = "damage to batman" }}', 21, "say tells the number"),
        ('ask = { answers = ["activate cheetah at the_daily_planet"] }', 18, "everything that can be chosen is right"),
        ('ask = { amount = "damage", allowed = "pass" }', 18, "a question is of one kind"),
        ('ask = { text = "Well?" }', 18, "it has none of them"),
        (f'{DO}stop = "ko to batman"', 19, "stop: 'ko to batman' does not happen in this step"),
        (
            'ask = { find = { happen = "ko to batman" }, try = ["activate cheetah at the_daily_planet", '
            '"use cheetah primal_drive", "attack batman"] }', 18, "reaches the goal",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(step, line, sentence):
    with pytest.raises(ScenarioError) as error:
        compiled(one_step(step))
    assert sentence in str(error.value) and str(error.value).startswith(f"lesson.toml:{line}: "), error.value


def test_the_first_chapter_cannot_go_on_and_a_stranger_names_no_file():
    with pytest.raises(LessonError, match="nothing to go on with"):
        compiled(f'{HEAD}[[chapter]]\ntitle = "A"\ncontinue = true\n[[chapter.step]]\nsay = "A"\n')
    for name in ("../../etc/passwd", "/etc/passwd", "rules/../rules/r057"):
        with pytest.raises(LessonError, match="has no scenario"):
            compiled(f'{HEAD}[[chapter]]\ntitle = "A"\nscenario = "{name}"\n[[chapter.step]]\nsay = "A"\n')


def test_prose_is_plain_text_with_cards_and_rules():
    cards = parse(ATTACK).cards
    parts = prose_parts("{batman} <b>stands</b>.\n\nSee [DCF-R082].", cards)
    assert parts[0][0] == {"card": "batman", "text": "Batman"} and parts[0][1]["text"] == " <b>stands</b>."
    assert parts[1][1] == {"rule": "DCF-R082", "text": "DCF-R082"}
    assert plain("{batman}  stands.", cards) == "Batman stands."


def test_the_lesson_in_the_description_of_the_format_holds():
    described = (scenarios_folder() / "README.md").read_text(encoding="utf-8").partition("## `[[chapter]]`")[2]
    lesson = compiled(described.partition("```toml\n")[2].partition("```")[0])
    assert [chosen(question) for question in lesson.questions] == [[["4"]]]
