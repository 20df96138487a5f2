"""A ballot: what a prediction may be, and what its counts advise."""

from __future__ import annotations

import re
from typing import Any

from dcf_lab.lessons.question import NO, Question

EXPLAIN_BELOW, TALK_BELOW = 0.3, 0.7
_NUMBER = re.compile(r"-?\d{1,4}")


def advice(share: float | None, question: Question) -> str:
    """What to do next, by how many are right."""
    if share is None or not question.right:
        return ""
    told = f"{share:.0%} are right: "
    if share < EXPLAIN_BELOW:
        return f"{told}explain, or show the rule, then ask again."
    return f"{told}let them talk, then ask again." if share < TALK_BELOW else f"{told}reveal."


def sound(question: Question, said: Any) -> tuple[str, ...] | None:
    """A prediction that this question can have; None if it is something else."""
    if not isinstance(said, list) or len(said) > 30 or not all(isinstance(one, str) for one in said):
        return None
    keys = [option.key for option in question.options]
    match question.form:
        case "number":
            return (str(int(said[0])),) if len(said) == 1 and _NUMBER.fullmatch(said[0]) else None
        case "one":
            return (said[0],) if len(said) == 1 and said[0] in keys else None
        case "some":
            return tuple(sorted(set(said))) if set(said) <= set(keys) else None
        case "order":
            return tuple(said) if sorted(said) == sorted(keys) else None
    why = [option.key for option in question.why]
    if len(said) == 1 and said[0] in keys:
        return (said[0],)
    return (NO, said[1]) if len(said) == 2 and said[0] == NO and said[1] in why else None
