"""Expressions on cards and in scenarios: a small, checked part of Python's syntax, turned into functions and never executed.

`half(this.citizens)`, `it.exhausted and it.damage >= 2`, `actor.side == 'rogue'`: numbers, strings, names, attributes,
comparisons, `and`/`or`/`not`, `+ - * //`, and calls of the functions that a game lends.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dcf_lab.engine.table import Table

MAX_LENGTH = 200
MAX_DEPTH = 12
MAX_NUMBER = 10_000

Names = Mapping[str, Any]
Formula = Callable[[Table, Names], Any]


class ExpressionError(ValueError):
    """An expression that is not allowed, with the reason."""


class Words:
    """What an expression may speak of: names, attributes of what they stand for, and functions."""

    def __init__(
        self,
        names: Iterable[str],
        attributes: Mapping[str, Callable[[Table, Any], Any]],
        functions: Mapping[str, Callable[..., Any]],
        everywhere: Mapping[str, Callable[[Table], Any]],
    ) -> None:
        self.names = frozenset(names) | frozenset(everywhere)
        self.attributes = attributes
        self.functions = functions
        self.everywhere = everywhere  # names that mean something at any moment

    def adding(self, names: Iterable[str] = (), **everywhere: Callable[[Table], Any]) -> Words:
        """The same words, and more names, some of which stand for something everywhere."""
        return Words(self.names.union(names), self.attributes, self.functions, {**self.everywhere, **everywhere})


def compiled(text: str | int | bool, words: Words) -> Formula:
    """The function (table, names) -> value of an expression; refuses everything outside the subset."""
    if isinstance(text, bool | int):
        return _constant(_small(int(text)))
    if not isinstance(text, str):
        raise ExpressionError(f"expected a number or an expression, found {text!r}")
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"an expression has at most {MAX_LENGTH} characters, this one has {len(text)}")
    try:
        with warnings.catch_warnings():  # Python's advice on its own syntax is of no use to who writes a card
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(f"cannot read {text!r}: expected something like 'it.damage >= 2'") from None
    return _build(tree, words, 0)


def parts_of_condition(text: str | int | bool, words: Words) -> dict[str, Formula]:
    """The parts of a condition (one that `compiled` accepts), as they are written and as functions."""
    parts = conjuncts(ast.parse(str(text).strip(), mode="eval").body)
    return {ast.unparse(part): _build(part, words, 0) for part in parts}


def conjuncts(node: ast.expr) -> list[ast.expr]:
    """The parts of a condition that must all hold."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in conjuncts(value)]
    return [node]


def _build(node: ast.expr, words: Words, depth: int) -> Formula:
    if depth > MAX_DEPTH:
        raise ExpressionError(f"an expression nests at most {MAX_DEPTH} deep")
    below = depth + 1
    match node:
        case ast.Constant(value=bool() | int() | str() | None as value):
            return _constant(_small(value) if isinstance(value, int) else value)
        case ast.Name(id=name):
            return _name(name, words)
        case ast.Attribute(value=inner, attr=attribute):
            return _attribute(_build(inner, words, below), attribute, words)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            negated = _build(inner, words, below)
            return lambda table, names: not negated(table, names)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            minus = _build(inner, words, below)
            return lambda table, names: -_number(minus(table, names))
        case ast.BoolOp(op=op, values=values):
            terms = [_build(value, words, below) for value in values]
            return _all_of(terms) if isinstance(op, ast.And) else _any_of(terms)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            do = _ARITHMETIC[type(op)]
            one, two = _build(left, words, below), _build(right, words, below)
            return lambda table, names: do(_number(one(table, names)), _number(two(table, names)))
        case ast.Compare(left=left, ops=ops, comparators=rest) if all(type(op) in _COMPARISONS for op in ops):
            sides = [_build(side, words, below) for side in (left, *rest)]
            tests = [_COMPARISONS[type(op)] for op in ops]
            if len(tests) == 1:
                test, first, second = tests[0], sides[0], sides[1]
                return lambda table, names: test(first(table, names), second(table, names))
            return lambda table, names: _chain(tests, [side(table, names) for side in sides])
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            if name not in words.functions:
                raise ExpressionError(f"unknown function {name!r}{did_you_mean(name, words.functions)}")
            function = words.functions[name]
            _check_number(name, function, len(args))
            values_of = [_build(arg, words, below) for arg in args]
            if (check := getattr(function, "check", None)) and len(args) == 1 and isinstance(args[0], ast.Constant):
                check(args[0].value)  # what is known now need not wait until somebody plays
            if len(values_of) > 3:
                raise ExpressionError(f"{name} is given more than three values")
            return lambda table, names: function(table, *[value(table, names) for value in values_of])
    raise ExpressionError(f"{ast.unparse(node)!r} is not allowed in an expression")


def _check_number(name: str, function: Callable[..., Any], given: int) -> None:
    """Is the function given as many values as it takes (besides the table)?"""
    wanted = list(inspect.signature(function).parameters.values())[1:]
    least = sum(parameter.default is parameter.empty for parameter in wanted)
    if not least <= given <= len(wanted):
        raise ExpressionError(
            f"{name} takes {least if least == len(wanted) else f'{least} to {len(wanted)}'} values, found {given}"
        )


def _all_of(terms: list[Formula]) -> Formula:
    if len(terms) == 2:  # by far the most frequent
        one, two = terms
        return lambda table, names: bool(one(table, names) and two(table, names))

    def value(table: Table, names: Names) -> bool:
        for term in terms:
            if not term(table, names):
                return False
        return True

    return value


def _any_of(terms: list[Formula]) -> Formula:
    return lambda table, names: any([term(table, names) for term in terms])


def _name(name: str, words: Words) -> Formula:
    if name not in words.names:
        raise ExpressionError(f"unknown name {name!r}{did_you_mean(name, words.names)}")
    if name in words.everywhere:
        found = words.everywhere[name]
        return lambda table, names: names[name] if name in names else found(table)
    return lambda table, names: names.get(name)


def _attribute(inner: Formula, attribute: str, words: Words) -> Formula:
    if attribute not in words.attributes:
        raise ExpressionError(f"unknown attribute {attribute!r}{did_you_mean(attribute, words.attributes)}")
    look = words.attributes[attribute]

    def value(table: Table, names: Names) -> Any:
        thing = inner(table, names)
        if thing.__class__ is tuple:  # a bound group with a single member speaks for itself
            thing = thing[0] if len(thing) == 1 else None
        return 0 if thing is None else look(table, thing)

    return value


def _constant(value: Any) -> Formula:
    return lambda table, names: value


def _small(value: int) -> int:
    if abs(value) > MAX_NUMBER:
        raise ExpressionError(f"numbers go up to {MAX_NUMBER}, found {value}")
    return value


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _chain(tests: list[Callable[[Any, Any], bool]], values: list[Any]) -> bool:
    return all(test(values[i], values[i + 1]) for i, test in enumerate(tests))


def _compare(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda one, two: test(_number(one), _number(two))


def _same(one: Any, two: Any) -> bool:
    if one == two:
        return True
    if one.__class__ is tuple or two.__class__ is tuple:
        return bool(_alone(one) == _alone(two))
    return False


def _alone(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


_ARITHMETIC: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: lambda one, two: max(-MAX_NUMBER, min(MAX_NUMBER, one * two)),
    ast.FloorDiv: lambda one, two: one // two if two else 0,
}
_COMPARISONS: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: _same,
    ast.NotEq: lambda one, two: not _same(one, two),
    ast.Lt: _compare(operator.lt),
    ast.LtE: _compare(operator.le),
    ast.Gt: _compare(operator.gt),
    ast.GtE: _compare(operator.ge),
    ast.In: lambda one, two: _alone(one) in two if isinstance(two, tuple) else _same(one, two),
    ast.NotIn: lambda one, two: _alone(one) not in two if isinstance(two, tuple) else not _same(one, two),
}


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """'; did you mean ...?', or nothing when no word is near."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""
