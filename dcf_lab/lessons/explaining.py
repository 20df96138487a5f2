"""What all kinds of question need: options in an order that tells nothing, and explanations made from the log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.game import Clause
from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import answer_text, is_bookkeeping, sentence, summands, told_clauses
from dcf_lab.lessons.course import Scene
from dcf_lab.lessons.question import Option
from dcf_lab.scenario.chapter import MAX_OPTIONS


def other_readings(scene: Scene) -> Iterator[tuple[str, str, Scene]]:
    for (key, reading), other in scene.elsewhere.items():
        yield key, reading, other


def rules_of_ruling(scene: Scene, key: str) -> tuple[str, ...]:
    return scene.manual.rulings()[key].rules


def shuffled(scene: Scene, named: Sequence[tuple[str, str, str]]) -> dict[str, Option]:
    """What can be chosen, by what it stands for, in an order that tells nothing and is always the same."""
    seed = f"{scene.lesson.scenario.title} {scene.number}"
    mixed = sorted(named, key=lambda one: hashlib.sha256(f"{seed} {one[0]}".encode()).digest())
    return {one: Option(_letters(n), text, card) for n, (one, text, card) in enumerate(mixed)}


def _letters(number: int) -> str:
    """'a' to 'z', then 'za', 'zb': in the order of the alphabet."""
    return "z" * (number // 25) + "abcdefghijklmnopqrstuvwxy"[number % 25]


def in_order(options: Mapping[str, Option]) -> tuple[Option, ...]:
    return tuple(sorted(options.values()))


def keys_of(options: Mapping[str, Option]) -> dict[str, str]:
    return {one: option.key for one, option in options.items()}


def explained(scene: Scene, event: Event | None = None, *before: Event) -> dict[str, Any]:
    """How an event is explained: its sum, and what led to it and to others before it in this step."""
    if event is None:
        return {}
    told = {cause for one in (event, *before) for cause in (one.id, *scene.log.all_causes(one))}
    chain = [one for one in scene.events if one.id in told]
    return {"sum": tuple(summands(scene.table, event)), "event": event.id, **lines_of(scene, chain), "about": event.rules}


def lines_of(scene: Scene, events: Iterable[Event], more: Sequence[str] = ()) -> dict[str, Any]:
    """What explains an answer, sentence by sentence, and every rule in it."""
    table = scene.table
    told = [one for one in events if not is_bookkeeping(table, one.kind) and one.kind != "window"]
    rules = tuple(dict.fromkeys((*more, *(rule for event in told for rule in event.rules))))
    return {"lines": tuple((sentence(table, one), one.rules, one.id) for one in told), "about": rules}


def told_refusals(scene: Scene, refused: Iterable[tuple[str, Sequence[Clause]]]) -> list[dict[str, Any]]:
    table = scene.game.table
    return [{"text": answer_text(table, option), "clauses": told_clauses(table, clauses)} for option, clauses in refused]


def clauses_text(clauses: Iterable[Clause]) -> str:
    return capital("; ".join(dict.fromkeys(clause.text for clause in clauses)) + ".")


def rules_in(clauses: Iterable[Clause]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause.rule for clause in clauses if clause.rule))


def some_refused(scene: Scene) -> str:
    return ", ".join(sorted({refusal.option for refusal in scene.refused})[:MAX_OPTIONS]) or "no answers"
