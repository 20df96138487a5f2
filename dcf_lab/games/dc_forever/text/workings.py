"""How a number was worked out: an expression of a card with what its words stood for, "half of 8 citizens on Dose the City"."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dcf_lab.engine.cards.english import counted, parse, plural
from dcf_lab.engine.cards.expr import Formula, compiled
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, Table
from dcf_lab.games.dc_forever.text.phrases import COUNTED, FUNCTIONS, GROUPS, HAPPENED

Pieces = tuple[str, ...]  # words, and ids of cards and players that a reader gets by their names

_SIGNS: dict[type, str] = {ast.Add: " plus ", ast.Sub: " minus ", ast.Mult: " times ", ast.FloorDiv: " divided by "}
_LYING_ON = ("citizens", "damage")  # tokens lie on a card, everything else is a card's or a player's own


def workings(table: Table, raw: object, names: Mapping[str, Any]) -> Pieces:
    """The pieces of the sum behind a number; nothing for a plain number, or when nobody keeps the log."""
    if table.events is None or not isinstance(raw, str):
        return ()
    pieces = _told(parse(raw), table, names)
    return pieces if any(piece.strip(" -0123456789") for piece in pieces) else ()


def _told(node: ast.expr, table: Table, names: Mapping[str, Any]) -> Pieces:
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
            return (*_told(left, table, names), _SIGNS[type(op)], *_told(right, table, names))
        case ast.Call(func=ast.Name(id="half"), args=[inner]):
            rounded = ", rounded up" if _value(inner, table, names) % 2 else ""
            return ("half of ", *_told(inner, table, names), rounded)
        case ast.Call(func=ast.Name(id="least" | "most" as word), args=[one, two]):
            start, middle, _ = FUNCTIONS[word].split("{}")
            return (start, *_told(one, table, names), middle, *_told(two, table, names))
    return _found(node, _value(node, table, names), table, names)


def _found(node: ast.expr, number: int, table: Table, names: Mapping[str, Any]) -> Pieces:
    """What was counted: "3 Heroes at Arkham Asylum", "2 Infamy of Punch", or the number alone."""
    match node:
        case ast.Attribute(value=inner, attr=word) if word in COUNTED:
            thing = _thing(inner, table, names)
            if thing is None:
                return (str(number),)
            if word in _LYING_ON:
                return (f"{counted(number, COUNTED[word][1])} on ", thing)
            return (thing, "'s ", counted(number, COUNTED[word][1].removeprefix("an ").removeprefix("a ")))
        case ast.Call(func=ast.Name(id="number"), args=[ast.Constant(value=str() as group), *place]) if group in GROUPS:
            where = _thing(place[0], table, names) if place else None
            return (_many(number, GROUPS[group]), *((" at ", where) if where else ()))
        case ast.Call(func=ast.Name(id="size"), args=[group]):
            kinds = {table.box.kind.get(card) for card in _raw_value(group, table, names) or ()}
            thing = kinds.pop() if len(kinds) == 1 else None
            return (_many(number, GROUPS[thing] if thing in (HERO, ROGUE, "unaligned") else "card"),)
        case ast.Name(id=name) if name in HAPPENED:
            return (counted(number, HAPPENED[name].replace("(were) ", "").replace("was ", "")),)
        case ast.Name(id="x"):
            return (f"X ({number})",)
        case ast.Name(id="round"):
            return (f"round {number}",)
    return (str(number),)


def _many(number: int, thing: str) -> str:
    return f"{number} {thing if number == 1 else plural(thing)}"


def _thing(node: ast.expr, table: Table, names: Mapping[str, Any]) -> str | None:
    found = _raw_value(node, table, names)
    if isinstance(found, tuple):
        found = found[0] if len(found) == 1 else None
    return found if isinstance(found, str) else None


def _value(node: ast.expr, table: Table, names: Mapping[str, Any]) -> int:
    found = _raw_value(node, table, names)
    return found if isinstance(found, int) else 0


def _raw_value(node: ast.expr, table: Table, names: Mapping[str, Any]) -> Any:
    return _formula(ast.unparse(node))(table, names)


@lru_cache(maxsize=256)
def _formula(text: str) -> Formula:
    from dcf_lab.games.dc_forever.text.language import WORDS  # which knows the verbs, and they tell their workings

    return compiled(text, WORDS.adding(node.id for node in ast.walk(parse(text)) if isinstance(node, ast.Name)))
