"""What a player is told who asks whether an idea is right."""

from __future__ import annotations

from fractions import Fraction

from dcf_lab.engine.cards.cards import Library
from dcf_lab.games import say
from dcf_lab.lab.referee import MISSED, OPEN, REACHED, Judgement
from dcf_lab.puzzles.search import Value
from dcf_lab.scenario.goal import BEST_LUCK, HIDDEN, HIGHEST_CHANCE


def verdict(against: str, state: str, found: Judgement, cards: Library) -> tuple[str, bool | None]:
    """The sentence, and whether it is right; None where nobody can tell."""
    slip = "" if found.slip is None else f"“{say(found.slip.option, cards)}”"
    if found.value is None:
        return "That cannot be told from here.", None
    if against == HIGHEST_CHANCE:
        return _of_chances(state, found, slip)
    if against == HIDDEN and (found.value == 1 or state == REACHED) and (slip or found.value == 0):
        return f"By luck: with other hidden cards {slip or 'it'} would have failed.", False
    if found.value == 0 or state == MISSED:
        if not slip:
            return "It cannot be reached at all, not even from the start, under these readings.", False
        return f"It was given away with {slip}.", False
    if state == REACHED:
        return "And by right: nobody could have prevented it.", True
    return f"The goal can still be reached from here, {_how(against)}.", True


def _of_chances(state: str, found: Judgement, slip: str) -> tuple[str, bool]:
    assert found.value is not None
    if slip:
        return f"{slip} lowered the chance from {chance(found.before)} to {chance(found.after)}.", False
    luck = {REACHED: " And the dice were kind.", MISSED: " But the dice were not kind."}.get(state, "")
    now = f" From here the chance is {chance(found.value)}." if state == OPEN else ""
    return f"So far every answer was the best one.{now}{luck}", True


def chance(value: Value) -> str:
    """A chance in words.

    >>> chance(Fraction(2, 3)), chance(1), chance(0)
    ('2 in 3', 'certainty', 'nothing')
    """
    if isinstance(value, Fraction):
        return f"{value.numerator} in {value.denominator}"
    return "certainty" if value == 1 else "nothing"


def _how(against: str) -> str:
    if against == BEST_LUCK:
        return "if everybody helps"
    return "whatever the hidden cards are" if against == HIDDEN else "whatever the others reply"
