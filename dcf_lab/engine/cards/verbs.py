"""Verbs: what a line of card text can do. A game keeps its verbs in a dictionary and registers them with `verb`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from dcf_lab.engine.cards.expr import Formula
from dcf_lab.engine.table import Table

if TYPE_CHECKING:
    from dcf_lab.engine.game import Choice

# A verb is a procedure that answers: was it done in full?
VerbProcedure = Generator["Choice", str, bool]


class Line(NamedTuple):
    """One sentence of card text, ready to run."""

    verb: str
    run: Callable[[Table, Line, dict[str, Any]], VerbProcedure]
    args: Mapping[str, Any]  # argument -> Formula, word, flag or lines, as the verb declares
    condition: Formula | None
    cost: bool  # 'do A to do B': what follows needs this line done in full
    then: bool  # 'do A, then do B': this line is a B
    raw: Mapping[str, Any]


class Verb(NamedTuple):
    """A registered verb: its procedure, the kinds of its arguments, and an example as a card would write it."""

    name: str
    run: Callable[[Table, Line, dict[str, Any]], VerbProcedure]
    kinds: Mapping[str, str]
    example: str


def verb(registry: dict[str, Verb], name: str, **kinds: str) -> Callable[[Any], Any]:
    """Register a procedure as a verb, or a plain function if it asks nobody.

    The kind under the verb's own name is that of its main value.

    Kinds: 'number', 'cards', 'player', 'condition', 'flag', 'name', 'lines', 'ways' (a list of lists of lines), 'text',
    or a choice of words such as 'hand|deck'.
    """

    def register(run: Any) -> Any:
        example = inspect.getdoc(run)
        if not example:
            raise ValueError(f"the verb {name!r} needs a docstring: a line as a card would write it, such as {{{name} = 1}}")
        procedure = run if inspect.isgeneratorfunction(run) else _asking_nobody(run)
        registry[name] = Verb(name, procedure, {key.rstrip("_"): kind for key, kind in kinds.items()}, example.splitlines()[0])
        return run

    return register


def _asking_nobody(run: Callable[[Table, Line, dict[str, Any]], bool]) -> Callable[[Table, Line, dict[str, Any]], VerbProcedure]:
    def procedure(table: Table, line: Line, names: dict[str, Any]) -> VerbProcedure:
        return run(table, line, names)
        yield

    return procedure


def run_lines(table: Table, lines: tuple[Line, ...], names: dict[str, Any]) -> VerbProcedure:
    """Carry out card text line by line: as much as possible, except what a failed cost forbids."""
    done_all = True
    done = True
    at_once = table.rules.at_once
    for line in lines:
        if line.condition is not None and not line.condition(table, names):
            done_all = done_all and not line.cost
            if line.cost:
                return False
            continue
        if line.then and not done and table.rules.strict_then:
            return False
        done = yield from line.run(table, line, names)
        done_all = done_all and done
        if at_once is not None:
            yield from at_once(table, names)
        if line.cost and not done:
            return False
    return done_all
