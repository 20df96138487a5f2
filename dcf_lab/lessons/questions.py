"""The ten kinds of question: the engine finds what is right, what is wrong and why, and which rules are behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from dcf_lab.lessons import choosing, numbers
from dcf_lab.lessons.course import Scene
from dcf_lab.lessons.file import Ask, plain
from dcf_lab.lessons.question import NO, NUMBER, YES, Question, Reason


def question(scene: Scene) -> Question:
    """The question of a step, with its answers; a mistake in it is told with its line."""
    ask = scene.step.ask
    assert ask is not None
    found = KINDS[ask.kind](scene, ask)
    text = plain(ask.said.get("text", ""), scene.cards) or found.text
    found = replace(found, text=text, sure=ask.said.get("sure", True) and bool(found.right))
    return _checked(scene, ask, found)


KINDS: Mapping[str, Callable[[Scene, Ask], Question]] = {
    "amount": numbers.amount, "value": numbers.value, "happens": choosing.happens, "allowed": choosing.allowed,
    "answers": choosing.answers, "react": choosing.react, "order": choosing.order, "cite": choosing.cite,
    "find": choosing.find, "reading": choosing.reading_poll,
}  # fmt: skip


# what must hold of a question


def _checked(scene: Scene, ask: Ask, found: Question) -> Question:
    """The question as its author wants it, or what is wrong with that."""
    about = tuple(ask.said.get("about", ())) or found.about
    lent = {rule for reason in found.reasons.values() for rule in reason.rules} | set(found.about)
    for rule in ask.said.get("about", ()):
        if rule not in scene.cited | lent:
            raise scene.mistake(f"about: nothing in this step cites {rule}")
    if "right" in ask.said:
        _assert_right(scene, ask, found)
    reasons = dict(found.reasons)
    for said, text in ask.said.get("wrong", {}).items():
        key = _key_of(found, said)
        if key is None:
            raise scene.mistake(f"wrong: {said!r} is none of the answers")
        if any(key in one for one in found.right):
            raise scene.mistake(f"wrong: {said!r} is right")
        reasons[key] = Reason(text, reasons[key].rules if key in reasons else ())
    wrong = [key for key in reasons if not any(key in one for one in found.right)]
    if found.kind in ("amount", "cite", "find") and len(wrong) < 2:
        raise scene.mistake(f"there are fewer than two wrong answers with a reason ({', '.join(wrong) or 'none'}); ask otherwise")
    if found.kind in ("answers", "react") and not wrong:
        raise scene.mistake("everything that can be chosen is right; ask otherwise")
    if found.kind in ("amount", "value") and (place := _tells(scene, found)):
        raise scene.mistake(f"{place} tells the number that is asked for")
    return replace(found, about=about, reasons=reasons)


def _assert_right(scene: Scene, ask: Ask, found: Question) -> None:
    said = ask.said["right"]
    wanted = [str(one) for one in (said if isinstance(said, list) else [said])]
    keys = [_key_of(found, one) for one in wanted]
    if None in keys or found.is_right([key for key in keys if key is not None]) is not True:
        right = " or ".join(", ".join(_words_of(found, key) for key in one) for one in found.right) or "nothing"
        raise scene.mistake(f"right: the engine says {right}, not {', '.join(wanted)}")


def _key_of(found: Question, said: str) -> str | None:
    """The key of an answer as a file says it: a number, yes or no, or the words of an option."""
    if found.form == NUMBER or said in (YES, NO):
        return said
    return found.keys.get(said) or next((option.key for option in found.options if option.text == said), None)


def _words_of(found: Question, key: str) -> str:
    return next((option.text for option in found.options if option.key == key), key)


_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _tells(scene: Scene, found: Question) -> str:
    """Does a text tell the number before it is asked for?"""
    right = int(found.right[0][0])
    words_ = [str(right), *(_NUMBERS[right : right + 1] if right >= 2 else ())]
    pattern = re.compile("|".join(rf"\b{word}\b" for word in words_), re.IGNORECASE)
    if pattern.search(scene.step.say):
        return "say"
    return "text" if pattern.search(scene.step.ask.said.get("text", "") if scene.step.ask else "") else ""
