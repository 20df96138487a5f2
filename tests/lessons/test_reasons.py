"""Every sentence that a shipped lesson can show as a reason stands in a text file, so that somebody reads it."""

import os
from pathlib import Path

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.lessons.question import NO, YES
from dcf_lab.scenario.file import scenarios_folder

FILE = Path(__file__).with_name("reasons.txt")
WRITE = "DCF_LAB_WRITE"  # set it to write the file anew, and read what has changed


def told(question):
    """A question with its answers, each with what is said of it."""
    words = {option.key: option.text for option in (*question.options, *question.why)} | {YES: "Yes", NO: "No"}
    yield f"{question.id} {question.text}"
    for right in question.right:
        yield f"    right: {', '.join(words.get(key, key) for key in right)}"
    if question.sum:
        yield f"    sum: {', '.join(f'{amount} {what}' for amount, what in question.sum)}"
    for text, rules, _ in question.lines:
        yield f"    it went: {text} {' '.join(rules)}"
    for key, reason in question.reasons.items():
        yield f"    {words.get(key, key)}"
        yield f"        {reason.text} {' '.join(reason.rules)}".rstrip()


def every_reason():
    for file in sorted(scenarios_folder().glob("*/lessons/*.toml")):
        lesson = compile_lesson(read_lesson(file))
        yield f"# {lesson.lesson.scenario.title}"
        for _, question in lesson.questions_and_twins():
            yield from ("", *told(question))
        yield ""


def test_every_reason_of_a_shipped_lesson_has_been_read():
    found = "\n".join(every_reason())
    if os.environ.get(WRITE):
        FILE.write_text(found, encoding="utf-8")
    assert found == FILE.read_text(encoding="utf-8"), f"read what has changed, and run this again with {WRITE}=1"
