"""The form of a lesson: chapters of steps, each of which says something, asks something, does something and tells what it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dcf_lab.games import Manual, names
from dcf_lab.scenario.goal import goal_schema

MAX_CHAPTERS = 20
MAX_LESSON_STEPS = 200
MAX_QUESTIONS = 60
MAX_PROSE = 4_000
MAX_OPTIONS = 12  # of a question
PANELS = ("causes", "timelines", "log", "rulings")

# kind of question -> what its value is
KINDS: Mapping[str, str] = {
    "amount": "an event, as in 'happened': how big is its number?",
    "value": "an expression: what is its value afterwards?",
    "happens": "an event: does it happen?",
    "allowed": "an answer: may it be given, and if not, why not?",
    "answers": "a list of answers, or 'any': which of them may be given?",
    "react": "a moment, such as 'when damage': which cards may react then?",
    "order": "events: in which order do they happen?",
    "cite": "an event: which rule is behind it?",
    "find": "a goal without 'for': what must be answered first?",
    "reading": "a ruling's key: how would you read it? A poll, without right or wrong.",
}


def chapter_schema(manual: Manual, readings: Mapping[str, Any], expect: Mapping[str, Any]) -> dict[str, Any]:
    """The form of `[[chapter]]`; a chapter that says its `game` may be of another, whose own form is looked at besides."""
    own, other = one_chapter(manual, readings, expect), one_chapter(None, _TEXTS_BY_NAME, expect)
    items = {"if": {"type": "object", "required": ["game"]}, "then": other, "else": own}
    return {"type": "array", "items": items, "maxItems": MAX_CHAPTERS}


_TEXTS_BY_NAME = {"type": "object", "additionalProperties": {"type": "string"}}


def one_chapter(manual: Manual | None, readings: Mapping[str, Any], expect: Mapping[str, Any]) -> dict[str, Any]:
    """The form of a chapter of a game, or of one of any game: then its rules, seats and goals may be called anything."""
    prose = {"type": "string", "maxLength": MAX_PROSE}
    text = {"type": "string", "maxLength": 400}
    texts = {"type": "array", "items": text, "maxItems": MAX_OPTIONS}
    goal = {**goal_schema(manual), "required": []} if manual is not None else {"type": "object"}
    rule = {"type": "string", "enum": list(manual.rules())} if manual is not None else text
    seat = {"type": "string", "enum": list(manual.PLAYERS)} if manual is not None else text
    value: dict[str, Any] = {kind: {**text, "description": what} for kind, what in KINDS.items()}
    value["answers"] = {"oneOf": [{"type": "string", "enum": ["any"]}, texts], "description": KINDS["answers"]}
    value["order"] = {**texts, "description": KINDS["order"]}
    value["find"] = {**goal, "description": KINDS["find"]}
    number_or_text = [{"type": "integer"}, text, texts]
    ask = _table(
        **value,
        text=prose, about={"type": "array", "items": rule, "maxItems": MAX_OPTIONS},
        right={"oneOf": number_or_text}, wrong={"type": "object", "additionalProperties": prose},
        choices={"type": "boolean"}, sure={"type": "boolean"}, by={"type": "string", "enum": ["time", "cause"]},
        because=text, **{"try": {"type": "array", "items": text, "maxItems": 60}},
    )  # fmt: skip
    step = _table(
        say=prose, look=texts, ask=ask, do={"type": "array", "items": text}, expect=expect, stop=text, then=prose,
        panel={"type": "string", "enum": list(PANELS)}, notes=prose,
        twins={"type": "object", "additionalProperties": texts},
    )  # fmt: skip
    chapter = _table(
        title=text, game={"type": "string", "enum": names()}, scenario=text, rulings=readings, seat=seat,
        step={"type": "array", "items": step, "maxItems": MAX_LESSON_STEPS}, **{"continue": {"type": "boolean"}},
    )  # fmt: skip
    chapter["required"] = ["title", "step"]
    return chapter


def _table(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}
