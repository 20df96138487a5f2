"""Questions for a number: what an event amounts to, or what a value is afterwards, and how one comes to wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.cards.expr import ExpressionError, compiled
from dcf_lab.engine.table import Event, Table, apply_changes
from dcf_lab.engine.telling import name, sentence, summands
from dcf_lab.lessons.course import Scene
from dcf_lab.lessons.explaining import explained, other_readings, rules_of_ruling
from dcf_lab.lessons.file import Ask
from dcf_lab.lessons.question import NUMBER, ONE, Option, Question, Reason
from dcf_lab.scenario.expect import words
from dcf_lab.scenario.goal_english import event_words, value_words

MOST_WRONG = 5  # numbers that a mistake leads to
CHOICES = 5  # of which the right number is one


def amount(scene: Scene, ask: Ask) -> Question:
    wanted = scene.describe(ask.what)
    event = scene.event(wanted)
    if event is None:
        raise scene.mistake(f"{ask.what!r} does not happen in this step")
    if event.amount is None:
        raise scene.mistake(f"{ask.what!r} has no number")
    reasons: dict[str, Reason] = {}
    for key, reading, other in other_readings(scene):
        found = other.event(wanted)
        if found is not None and found.amount is not None:
            _add(reasons, found.amount, Reason(scene.reading_words(key, reading), rules_of_ruling(scene, key)))
    for number, text in _mistakes(scene, event):
        if number >= 0:
            _add(reasons, number, Reason(text, event.rules))
    reasons = _wrong_numbers(reasons, event.amount)
    text = f"{capital(event_words(wanted, scene.cards))}: how much is it?"
    missing = [part.card for part in event.parts if part.card and not _looked_at(scene, part.card)]
    if missing:
        raise scene.mistake(f"nobody can add this up without {', '.join(dict.fromkeys(missing))}: put it into 'look'")
    return _numbered(scene, ask, text, event.amount, reasons, event)


def _mistakes(scene: Scene, event: Event) -> Iterator[tuple[int, str]]:
    """Numbers that one comes to by overlooking or mistaking something, each with its mistake."""
    parts, told = event.parts, summands(scene.table, event)
    total = sum(part.amount for part in parts)
    for n in range(1, len(parts)):
        hanging = [m for m in range(1, len(parts)) if m == n or _hangs_on(scene, parts[m].event, parts[n].event)]
        yield total - sum(parts[m].amount for m in hanging), f"{_called(told[n])} was overlooked."
    if len(parts) > 1:
        yield parts[0].amount, f"That is only the {_called(told[0], sign=False)}."
    for key, after in _counts_after(event):
        yield after, f"That is what lies there afterwards: {_count_words(scene, key, after)}."
    for n in range(1, len(parts)):
        did, not_ = ("taken off", "added") if parts[n].amount > 0 else ("added", "taken off")
        yield total - 2 * parts[n].amount, f"{_called(told[n])} was {did} instead of {not_}."
    if len(parts) > 1:
        yield total - parts[0].amount, f"The {_called(told[0], sign=False)} was left out."


def _hangs_on(scene: Scene, one: int, other: int) -> bool:
    """Has what brought a part in come from what brought in the other one before it, or does it speak of it?"""
    events = scene.log.events
    if one <= other or other < 0 or one not in events or other not in events:
        return False
    return other in scene.log.all_causes(events[one]) or (events[one].to is not None and events[one].to == events[other].to)


def _called(part: tuple[int, str], sign: bool = True) -> str:
    amount, what = part
    return f"{amount:+d} {what}".replace("-", "−", 1) if sign else f"{amount} {what}"


def _counts_after(event: Event) -> Iterator[tuple[tuple[str, str], int]]:
    for change in event.changes:
        if change[0] == "count" and change[1][0] == event.to:
            yield change[1], change[3]


def _count_words(scene: Scene, key: tuple[str, str], number: int) -> str:
    board = scene.table.rules.manual.BOARD
    token = next((token.name for token in board.tokens if token.what == key[1]), key[1])
    where = name(scene.table, key[0])
    return f"{number} {token.lower()} {'on' if key[0] in scene.cards else 'in'} {where}"


def value(scene: Scene, ask: Ask) -> Question:
    try:
        formula = compiled(ask.what, words(scene.cards))
        right, before = formula(scene.table, {}), formula(scene.before.game.table, {})
    except ExpressionError as error:
        raise scene.mistake(str(error)) from None
    if type(right) is not int:
        raise scene.mistake(f"{ask.what!r} is {right!r}, which is no number")
    reasons: dict[str, Reason] = {}
    for key, reading, other in other_readings(scene):
        try:
            found = formula(other.table, {})
        except ExpressionError:
            continue
        if type(found) is int:
            _add(reasons, found, Reason(scene.reading_words(key, reading), rules_of_ruling(scene, key)))
    if type(before) is int:
        _add(reasons, before, Reason("That is what it was before."))
    causing = _counting(scene, formula)
    for event in causing:
        if event.amount is not None:
            _add(reasons, event.amount, Reason(f"That is only this: {sentence(scene.table, event)}", event.rules))
    text = f"What is {value_words(ask.what, scene.cards)} afterwards?"
    return _numbered(scene, ask, text, right, _wrong_numbers(reasons, right), *causing[::-1])


def _counting(scene: Scene, formula: Callable[[Table, dict[str, Any]], Any]) -> list[Event]:
    """The events that change a value; if none does, the one at which the film stops."""
    table, found = scene.before.game.table.copy(), []
    value = formula(table, {})
    for event in scene.events:
        apply_changes(table, event)
        last, value = value, formula(table, {})
        if value != last:
            found.append(event)
    stop = scene.event(scene.describe(scene.step.stop)) if scene.step.stop else None
    return found or ([stop] if stop is not None else [])


def _numbered(scene: Scene, ask: Ask, text: str, right: int, reasons: dict[str, Reason], *events: Event) -> Question:
    """A question for a number: to be typed, or to be chosen."""
    found = Question(scene.number, ask.kind, NUMBER, text, right=((str(right),),), reasons=reasons, **explained(scene, *events))
    if not ask.said.get("choices"):
        return found
    numbers = sorted([right, *map(int, list(reasons)[: CHOICES - 1])])
    options = tuple(Option(str(one), str(one)) for one in numbers)  # the number is what is asked for, so it tells nothing
    return replace(found, form=ONE, options=options)


def _wrong_numbers(reasons: dict[str, Reason], right: int) -> dict[str, Reason]:
    return dict([(key, reason) for key, reason in reasons.items() if key != str(right)][:MOST_WRONG])


def _add(reasons: dict[str, Reason], number: int, reason: Reason) -> None:
    reasons.setdefault(str(number), reason)


def _looked_at(scene: Scene, card: str) -> bool:
    look = scene.step.look
    return card in look or scene.cards[card].id in look
