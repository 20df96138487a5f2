"""The form of a scenario file as JSON Schema: a frame that all games share, and what a game's manual says of its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.games import Manual, manual_of, names
from dcf_lab.scenario.chapter import chapter_schema, one_chapter
from dcf_lab.scenario.expect import MAX_EXPECTATION
from dcf_lab.scenario.goal import goal_schema

MAX_STEPS = 200
MAX_PACKS = 10
MAX_SHUFFLES = 100
MAX_EXPECTATIONS = 100  # of a step, and as many refusals
POSITION = "position"  # the start of a scenario that says where everything lies

_TEXTS = {"type": "array", "items": {"type": "string"}}
_NAMED_TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
CERTIFICATE = {  # what is said by a certificate that a later version has written is left alone
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["unique", "solved", "disproved"]}, "complete": {"type": "boolean"},
        "solutions": {"type": "array", "items": _TEXTS}, "moves": {"type": "array", "items": _TEXTS},
        "chance": {"type": "string"}, "unplanned": {"type": "integer"}, "shorter": {"type": "integer"},
        "variants": _NAMED_TEXTS, "difficulty": {"type": "integer"}, "level": {"type": "string"}, "reasons": _TEXTS,
        "nodes": {"type": "integer"}, "depth": {"type": "integer"}, "fingerprint": _NAMED_TEXTS,
    },
}  # fmt: skip

SHUFFLES = "The script is played with so many seeds, `seed` and those after it, and must hold with every one of them."
REFUSE = (
    "Answers that must be refused now: each with a rule that must be among the reasons, or a list of tables with everything: "
    "rules and clauses are exactly the reasons, skipped looks at the questions of this step that had a single answer."
)
EXPECT = (
    "One of: [not] happened EVENT [before EVENT] [N times] [so far]; asked PLAYER [PROMPT]; [not] offered ANSWER; "
    "[not] skipped PLAYER [PROMPT] [taking ANSWER]; over; AREA is|begins with|ends with CARD, CARD; AREA is empty; "
    "PLAYER sees|does not see CARD [in AREA]; PLAYER is [not] told [exactly] 'WORDS' [so far]; "
    "PLAYER is [not] told of EVENT [so far]; link of PLAYER names|does not name CARD; "
    "PLAYER can|cannot tell CARD from CARD [in the table|log|link]; or an expression. EVENT: KIND and any of "
    "by X, to Y, amount N, with N parts, with part N NAME [of CARD], [exactly] under RULE, RULE, saying [exactly] 'WORDS', "
    "caused by|triggered by|chosen by|modified by|paid by|replacing|prevented by|because of EVENT, each also with not in front."
)
_EXPECT = {
    "type": "array",
    "items": {"type": "string", "maxLength": MAX_EXPECTATION, "description": EXPECT},
    "maxItems": MAX_EXPECTATIONS,
}


def schema(cards: Library) -> dict[str, Any]:
    """A JSON Schema of the scenario files of one game, for editors and for the check on loading."""
    manual = manual_of(cards)
    printed = {"type": "string", "enum": sorted({cards[one].id for one in cards})}

    def table(**properties: Any) -> dict[str, Any]:
        return {"type": "object", "properties": properties, "additionalProperties": False}

    rule = {"type": "string", "enum": list(manual.rules())}
    text = {"type": "string", "maxLength": MAX_EXPECTATION}
    clause = table(rule=rule, text=text, remedy=text)
    refused = table(
        option=text, rules={"type": "array", "items": rule, "maxItems": MAX_EXPECTATIONS},
        clauses={"type": "array", "items": clause, "maxItems": MAX_EXPECTATIONS}, skipped={"type": "boolean"},
    )  # fmt: skip
    refused["required"] = ["option"]
    refuse = {
        "description": REFUSE,
        "oneOf": [
            {"type": "object", "additionalProperties": rule},
            {"type": "array", "items": refused, "maxItems": MAX_EXPECTATIONS},
        ],
    }
    step = table(do=_TEXTS, expect=_EXPECT, refuse=refuse)
    script = {"type": "array", "items": step, "maxItems": MAX_STEPS}
    readings = _readings(manual)
    whole = table(
        title={"type": "string"}, game={"type": "string", "enum": names()}, summary={"type": "string"}, source={"type": "string"},
        tags=_TEXTS, start={"type": "string", "enum": [POSITION, *manual.STARTS]},
        seating={"type": "string", "enum": list(manual.SEATINGS)}, players={"type": "integer", "minimum": 1, "maximum": 10},
        solo={"type": "string", "enum": list(manual.SIDES)}, seed={"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
        shuffles={"type": "integer", "minimum": 1, "maximum": MAX_SHUFFLES, "description": SHUFFLES},
        packs={**_TEXTS, "maxItems": MAX_PACKS}, shows=printed, holds_back=printed,
        rulings=readings, table=manual.BOARD.schema(cards, manual.PLAYERS), script=script,
        variant={"type": "array", "items": table(name={"type": "string"}, rulings=readings, script=script), "maxItems": 50},
        goal={"oneOf": [{"type": "string"}, goal_schema(manual)]}, point={"type": "string"}, certificate=CERTIFICATE,
        chapter=chapter_schema(manual, readings, _EXPECT), minutes={"type": "integer", "minimum": 1, "maximum": 300},
    )  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"dcf_lab scenario of {manual.TITLE}",
        **whole,
        "required": ["title"],
    }


def chapter_form(manual: Manual) -> dict[str, Any]:
    """The form of a chapter of a game, for a lesson whose file is of another."""
    return one_chapter(manual, _readings(manual), _EXPECT)


def _readings(manual: Manual) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {key: {"type": "string", "enum": list(r.readings)} for key, r in manual.rulings().items()},
        "additionalProperties": False,
    }


_PYTHON = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}


def problems(value: Any, rule: Mapping[str, Any], path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every place where a value breaks the schema, with a sentence."""
    name = ".".join(str(p) for p in path) or "the file"
    if "if" in rule:
        rule = rule["then" if isinstance(value, dict) and all(key in value for key in rule["if"]["required"]) else "else"]
    if "oneOf" in rule:
        fitting = [one for one in rule["oneOf"] if isinstance(value, _PYTHON[one["type"]])]
        if fitting:
            yield from problems(value, fitting[0], path)
        else:
            yield path, f"{name}: expected {' or '.join(one['type'] for one in rule['oneOf'])}, found {value!r}"
        return
    kind = rule.get("type")
    if kind and (not isinstance(value, _PYTHON[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield path, f"{name}: expected {kind}, found {value!r}"
        return
    if "enum" in rule and value not in rule["enum"]:
        yield path, f"{name}: unknown {value!r}{did_you_mean(value, rule['enum'])}"
    if isinstance(value, str) and len(value) > rule.get("maxLength", len(value)):
        yield path, f"{name}: at most {rule['maxLength']} characters, found {len(value)}"
    if isinstance(value, int) and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        yield path, f"{name}: {value} is outside {rule.get('minimum')} to {rule.get('maximum', 'any')}"
    if isinstance(value, list):
        if len(value) > rule.get("maxItems", len(value)):
            yield path, f"{name}: at most {rule['maxItems']} entries, found {len(value)}"
            return
        for n, item in enumerate(value):
            yield from problems(item, rule.get("items", {}), (*path, n))
    if isinstance(value, dict):
        properties = rule.get("properties", {})
        for key in rule.get("required", ()):
            if key not in value:
                yield path, f"{name}: {key!r} is missing"
        for key, item in value.items():
            if key in properties:
                yield from problems(item, properties[key], (*path, key))
            elif rule.get("additionalProperties") is False:
                yield (*path, key), f"{name}: unknown key {key!r}{did_you_mean(key, properties)}"
            elif isinstance(rule.get("additionalProperties"), dict):
                yield from problems(item, rule["additionalProperties"], (*path, key))
