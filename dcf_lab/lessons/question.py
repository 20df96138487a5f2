"""A question as data: what everybody is asked, and apart from it what is told with the reveal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

NUMBER, ONE, SOME, YES_NO, ORDER = "number", "one", "some", "yes or no", "order"
MOST_WRONG = 5  # numbers that a mistake leads to, and rules to choose from
LEAST_WRONG = 3  # rules beside the one that speaks against an answer
YES, NO = "yes", "no"


class Reason(NamedTuple):
    """Why an answer is wrong, or what speaks for one that is right, and the rules behind that."""

    text: str
    rules: tuple[str, ...] = ()


class Option(NamedTuple):
    """One of the answers that can be chosen; its key tells nothing."""

    key: str
    text: str
    card: str = ""


@dataclass(frozen=True)
class Question:
    """What everybody is asked, and, for later, the answer to it."""

    id: str
    kind: str
    form: str
    text: str
    options: tuple[Option, ...] = ()
    why: tuple[Option, ...] = ()  # after a 'no': the rules to choose from
    sure: bool = True
    right: tuple[tuple[str, ...], ...] = ()  # each of them is right; none: it is a poll
    reasons: Mapping[str, Reason] = field(default_factory=dict)  # a key, or a number -> why it is wrong, or right
    about: tuple[str, ...] = ()  # the rules that it is scored under
    sum: tuple[tuple[int, str], ...] = ()
    lines: tuple[tuple[str, tuple[str, ...], int], ...] = ()  # what explains it: a sentence, its rules, the event
    event: int = -1  # the one that was asked for
    keys: Mapping[str, str] = field(default_factory=dict)  # what an option stands for in the file -> its key
    more: Mapping[str, Any] = field(default_factory=dict)  # what only one kind has

    def open(self) -> dict[str, Any]:
        """What may be known before the reveal."""
        found: dict[str, Any] = {"id": self.id, "kind": self.kind, "form": self.form, "text": self.text, "sure": self.sure}
        found["options"] = [option._asdict() for option in self.options]
        return found | ({"why": [option._asdict() for option in self.why]} if self.why else {})

    def secret(self) -> dict[str, Any]:
        """What is told with the reveal."""
        return {
            "right": [list(one) for one in self.right],
            "reasons": {key: reason._asdict() for key, reason in self.reasons.items()},
            "about": list(self.about),
            "sum": [list(part) for part in self.sum],
            "lines": [{"text": text, "rules": list(rules), "event": event} for text, rules, event in self.lines],
            **self.more,
        }

    def is_right(self, said: Sequence[str]) -> bool | None:
        """Is a prediction right? None where nothing is right or wrong."""
        if not self.right:
            return None
        given = tuple(sorted(said)) if self.form == SOME else tuple(said)
        if self.form == YES_NO and len(given) == 1:  # nobody has to say why
            return any(given == one[:1] for one in self.right)
        return given in self.right
