"""The grammar of card English, whatever the game: `it.damage >= 2` is "it has at least 2 damage"."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from dcf_lab.engine.cards.cards import Card, Library

if TYPE_CHECKING:
    from dcf_lab.engine.cards.sayings import Saying


@dataclass(frozen=True)
class Vocabulary:
    """A game's words for what its expressions and lines speak of."""

    names: Mapping[str, str]  # name -> how it is called
    groups: Mapping[str, str]  # who can be chosen -> how one of them is called
    kinds: Mapping[str, str]  # type or side -> the same
    # attribute -> how it is called as somebody's, and what somebody with so much of it has
    counted: Mapping[str, tuple[str, str]]
    states: Mapping[str, tuple[str, str]]  # attribute -> how a card in that state is, and how it is otherwise
    # attribute -> how it is called as somebody's, what it says with somebody else, and what it says alone
    relations: Mapping[str, tuple[str, str, str]]
    functions: Mapping[str, str]
    happened: Mapping[str, str] = field(default_factory=dict)  # number of a moment -> what is said when there is so much of it
    truths: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # name -> of what it says something, and what
    numbers: frozenset[str] = frozenset({"amount", "round", "x"})  # names that are no things
    elsewhere: frozenset[str] = frozenset()  # groups that are not in play
    of_a_side: frozenset[str] = frozenset()  # things that are called by their side
    here: Mapping[str, str] = field(default_factory=dict)  # card type -> the expression that means "here" on it
    special: Callable[[ast.expr, Scene], str | None] = lambda node, scene: None  # phrases that fit no pattern
    # lines
    verbs: Mapping[str, Callable[[Saying], str]] = field(default_factory=dict)
    until: Mapping[str, str] = field(default_factory=dict)
    areas: Mapping[str, str] = field(default_factory=dict)  # where cards lie: somebody's area,
    places: Mapping[str, str] = field(default_factory=dict)  # or beside somebody
    forbidden: Mapping[str, str] = field(default_factory=dict)


class Scene(NamedTuple):
    """What is told about: the card, the cards it may name, how each name is called by now, and the game's words."""

    card: Card
    cards: Library
    names: dict[str, str]
    words: Vocabulary


_ARITHMETIC: dict[type, str] = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times", ast.FloorDiv: "divided by"}
_BOUNDS: dict[type, str] = {ast.Lt: "less than", ast.LtE: "at most", ast.Gt: "more than", ast.GtE: "at least"}
_MIRRORED: dict[type, type[ast.cmpop]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_OPPOSITE: dict[type, type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


# what an expression stands for


def parse(text: object) -> ast.expr:
    """An expression as a tree; what cannot be read is a text that stands for itself."""
    try:
        return ast.parse(str(text).strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return ast.Constant(value=str(text))


def mentions(node: ast.AST, *names: str) -> bool:
    """Does an expression speak of one of these names?"""
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(node))


def noun(node: ast.expr, scene: Scene) -> str:
    """What an expression stands for: "Batman's damage", "half of this card's citizens (rounded up)"; in quotes if unknown."""
    match node:
        case ast.Constant(value=int() as number):
            return str(number)
        case ast.Constant(value=str() as card) if card in scene.cards.printed:
            return scene.cards.printed[card].name
        case ast.Name(id=name) if name in scene.names:
            return scene.names[name]
        case _ if (own := scene.words.special(node, scene)) is not None:
            return own
        case ast.Attribute(value=inner, attr=word) if word in scene.words.counted:
            return of(noun(inner, scene), scene.words.counted[word][0])
        case ast.Attribute(value=inner, attr=word) if word in scene.words.relations:
            return of(noun(inner, scene), scene.words.relations[word][0])
        case ast.Call(func=ast.Name(id="number"), args=[group, *place]):
            return scene.words.functions["number"].format(_found(group, place, scene, many=True))
        case ast.Call(func=ast.Name(id=name), args=args) if name in scene.words.functions:
            return scene.words.functions[name].format(*[noun(arg, scene).removeprefix("each of ") for arg in args])
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            first, second = noun(left, scene), noun(right, scene)
            first = f"({first})" if isinstance(left, ast.BinOp) and isinstance(op, ast.Mult | ast.FloorDiv) else first
            second = f"({second})" if isinstance(right, ast.BinOp) else second
            return f"{first} {_ARITHMETIC[type(op)]} {second}"
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"minus {noun(inner, scene)}"
    return f'"{ast.unparse(node)}"'


def of(owner: str, thing: str) -> str:
    """Somebody's thing: "your deck", "Batman's damage", "the damage of each Hero here"."""
    if owner == "you":
        return f"your {thing}"
    if len(owner.split()) > 4 or re.search(r"\b(of|at|here|with|to|than|whose)\b", owner):
        return f"the {thing} of {owner}"
    return f"{owner}'s {thing}"


def at(place: ast.expr, scene: Scene) -> str:
    """Where: "here" for a place and who stands at it, else "at that Location"."""
    return "here" if ast.unparse(place) == scene.words.here.get(scene.card.type) else f"at {noun(place, scene)}"


def a(thing: str) -> str:
    if thing.startswith("other "):
        return f"an{thing}"
    return f"an {thing}" if thing[0] in "aeiouAEIOU" else f"a {thing}"


def plural(thing: str) -> str:
    """Several of them: "Heroes", "allies", "characters of yours"."""
    first, *rest = re.split(r"(?= of yours)", thing)
    if re.search(r"[^aeiou]y$", first):
        return first[:-1] + "ies" + "".join(rest)
    return first + ("es" if first.endswith("o") else "s") + "".join(rest)


def counted(number: int | str, unit: str) -> str:
    """So many of them: "1 card", "at least 2 cards"."""
    one = str(number).split()[-1] == "1"
    return unit.replace("{}", str(number), 1).replace("(s)", "" if one else "s").replace("(were)", "was" if one else "were")


def _found(group: ast.expr, place: list[ast.expr], scene: Scene, many: bool) -> str:
    """The cards that `number('hero', place)` counts."""
    word = group.value if isinstance(group, ast.Constant) else None
    thing = scene.words.groups.get(str(word), ast.unparse(group))
    elsewhere = word in scene.words.elsewhere or thing.endswith("player")
    where = f" {at(place[0], scene)}" if place else "" if elsewhere else " in play"
    return (plural(thing) if many else thing) + where


# what a condition says


def clause(node: ast.expr, scene: Scene) -> str:
    """A condition as a clause: "the target is Batman and Batman has at least 2 damage"."""
    plain = _plain(node)
    if isinstance(plain, ast.BoolOp) and isinstance(plain.op, ast.And):
        return " and ".join(clause(part, scene) for part in plain.values)
    if isinstance(plain, ast.BoolOp):
        return "either " + " or ".join(clause(part, scene) for part in plain.values)
    subject, says = _predicate(plain, scene)
    if subject is None:
        return says
    who = noun(subject, scene)
    if who == "you":
        says = re.sub(r"^(has|is|does)\b", lambda found: {"has": "have", "is": "are", "does": "do"}[found[1]], says)
    return f"{who} {says}"


def _plain(node: ast.expr) -> ast.expr:
    """The same condition said plainly: the opposite comparison for `not`, one comparison at a time, numbers on the right."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=inner)):
            return _plain(inner)
        case ast.UnaryOp(op=ast.Not(), operand=ast.BoolOp(op=op, values=values)):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            return ast.BoolOp(op=other, values=[ast.UnaryOp(op=ast.Not(), operand=value) for value in values])
        case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[op], comparators=right)):
            return _plain(ast.Compare(left=left, ops=[_OPPOSITE[type(op)]()], comparators=right))
        case ast.Compare(left=left, ops=[_, _, *_] as ops, comparators=rest):
            pairs = zip([left, *rest], ops, rest, strict=False)
            return ast.BoolOp(op=ast.And(), values=[ast.Compare(left=x, ops=[op], comparators=[y]) for x, op, y in pairs])
        case ast.Compare(left=ast.Constant() as left, ops=[op], comparators=[right]) if not isinstance(right, ast.Constant):
            return ast.Compare(left=right, ops=[_MIRRORED.get(type(op), type(op))()], comparators=[left])
    return node


def _predicate(node: ast.expr, scene: Scene) -> tuple[ast.expr | None, str]:
    """Whom a condition is about, and what it says of them; nobody, when it is a clause by itself."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(left, op, right, scene)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return _truth(inner, scene, False)
    return _truth(node, scene, True)


def _truth(node: ast.expr, scene: Scene, holds: bool) -> tuple[ast.expr | None, str]:
    """What stands alone as a condition: a state, something that is there, a number that is not 0."""
    match node:
        case ast.Name(id=name) if name in scene.words.truths:
            subject, says = scene.words.truths[name]
            return None, f"{subject} {_says(says, holds)}"
        case ast.Name(id=name) if name not in scene.words.happened and name not in scene.words.numbers:
            return node, _says("is there", holds)
        case ast.Attribute(value=inner, attr=word) if word in scene.words.states:
            return inner, f"is {scene.words.states[word][not holds]}"
        case ast.Attribute(value=inner, attr=word) if word in scene.words.relations:
            return inner, _says(scene.words.relations[word][2], holds)
        case ast.Call(func=ast.Name(id="has" | "marked" as name), args=[thing, ast.Constant(value=word)]):
            return thing, _says(scene.words.functions[name].format(word), holds)
    return _comparison(node, ast.GtE() if holds else ast.Lt(), ast.Constant(value=1), scene)


def _comparison(left: ast.expr, op: ast.cmpop, right: ast.expr, scene: Scene) -> tuple[ast.expr | None, str]:
    holds = isinstance(op, ast.Eq | ast.In)
    match left, right:
        case ast.Call(func=ast.Name(id="number"), args=[group, *place]), ast.Constant(value=int() as number):
            many = _quantity(op, number, "no")
            one = many.endswith(" 1")
            return None, f"there {'is' if one else 'are'} {many} {_found(group, place, scene, not one)}"
        case ast.Name(id=name), ast.Constant(value=int() as number) if name in scene.words.happened:
            return None, counted(_quantity(op, number, "no"), scene.words.happened[name])
        case ast.Attribute(value=inner, attr=word), ast.Constant(value=int() as number) if word in scene.words.counted:
            return inner, "has " + counted(_quantity(op, number, "no"), scene.words.counted[word][1])
        case _, ast.Constant(value=int() as number):
            return left, f"is {_quantity(op, number, '0')}"
        case _ if type(op) in _BOUNDS:
            return left, f"is {_BOUNDS[type(op)]} {noun(right, scene)}"
        case ast.Attribute(value=inner, attr="type" | "side"), ast.Constant(value=str() as kind) if kind in scene.words.kinds:
            return inner, _says(f"is {a(scene.words.kinds[kind])}", holds)
        case ast.Attribute(value=inner, attr="at"), _:
            return inner, _says(f"is {at(right, scene)}", holds)
        case ast.Attribute(value=inner, attr=word), _ if word in scene.words.relations:
            return inner, _says(scene.words.relations[word][1].format(noun(right, scene)), holds)
    among = "among " if isinstance(op, ast.In | ast.NotIn) else ""
    return left, _says(f"is {among}{noun(right, scene)}", holds)


def _quantity(op: ast.cmpop, number: int, none: str) -> str:
    """A comparison with a number in words: `> 1` is "at least 2"."""
    if isinstance(op, ast.Gt | ast.GtE):
        return f"at least {number + isinstance(op, ast.Gt)}"
    if isinstance(op, ast.Lt | ast.LtE):
        most = number - isinstance(op, ast.Lt)
        return f"at most {most}" if most > 0 else none
    if isinstance(op, ast.Eq):
        return f"exactly {number}" if number else none
    return f"not exactly {number}" if number else "at least 1"


def _says(predicate: str, holds: bool) -> str:
    """A predicate or its opposite: "is at a Location", "does not have the Gift trait"."""
    if holds:
        return predicate
    verb, rest = predicate.split(" ", 1)
    return f"is not {rest}" if verb == "is" else f"does not {({'has': 'have'}).get(verb, verb.removesuffix('s'))} {rest}"


# whoever meets a condition


class Whoever(NamedTuple):
    """Those who meet a condition: a noun phrase without article; what they are; and who, if only one known card can be it."""

    phrase: str
    thing: str
    only: str | None

    def one(self) -> str:
        return self.phrase if self.only else a(self.phrase)

    def each(self) -> str:
        return self.phrase if self.only else f"each {self.phrase}"


def whoever(thing: str, who: str, conditions: Iterable[ast.expr], scene: Scene, where: str = "") -> Whoever:
    """Whoever meets all conditions on `who`: "exhausted Hero here", "card in your hand with at least 2 Renown"."""
    before: list[str] = []
    behind: list[str] = []
    only = None
    for condition in map(_plain, conditions):
        match condition:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[other]) if name == who:
                only = noun(other, scene)
            case ast.Compare(left=ast.Name(id=name), ops=[ast.NotEq()], comparators=[other]) if name == who:
                alike = noun(other, scene) == f"that {thing}"
                (before if alike else behind).insert(0, "other" if alike else f"other than {noun(other, scene)}")
            case ast.Compare(
                left=ast.Attribute(value=ast.Name(id=name), attr="side" | "type" as word),
                ops=[ast.Eq()],
                comparators=[ast.Constant(value=str() as kind)],
            ) if name == who and kind in scene.words.kinds:
                thing = _of_kind(thing, word, scene.words.kinds[kind], scene)
            case _ if state := _state(condition, who, scene):
                before.append(state)
            case _:
                behind.append(_relative(condition, who, scene))
    if not where:
        behind = [part.replace("that belongs to ", "of ", 1) for part in behind]
    if only is not None:
        behind += [f"while {state}" for state in before]
        before, thing, where = [], only, ""
    tail = re.sub(r"^(other than .*?) and ", r"\1 ", " and ".join(behind))
    return Whoever(" ".join(filter(None, [*before, thing, where, tail])), thing, only)


def _of_kind(thing: str, word: str, kind: str, scene: Scene) -> str:
    """A thing of a side or type: "Hero", "Hero player", "events"."""
    if word == "type" or thing in scene.words.of_a_side:
        return plural(kind) if thing.endswith("s") else kind
    return f"{kind} {thing}"


def _state(node: ast.expr, who: str, scene: Scene) -> str:
    """A state that can stand before the noun, as in "an exhausted Hero"; or nothing."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    match inner:
        case ast.Attribute(value=ast.Name(id=name), attr=word) if name == who and word in scene.words.states:
            state = scene.words.states[word][isinstance(node, ast.UnaryOp)]
            return state if " " not in state else ""
    return ""


def _relative(node: ast.expr, who: str, scene: Scene) -> str:
    """A condition behind the noun: "with at least 2 damage", "at that Location", "whose Location has no citizens"."""
    if isinstance(node, ast.BoolOp):
        word = " and " if isinstance(node.op, ast.And) else " or "
        return word.join(_relative(_plain(part), who, scene) for part in node.values)
    subject, says = _predicate(node, scene)
    match subject:
        case ast.Name(id=name) if name == who:
            return _polished(f"that {says}")
        case ast.Attribute(value=ast.Name(id=name), attr="host") if name == who and says.startswith("is "):
            return f"attached to {says.removeprefix('is ')}"
        case ast.Attribute(value=ast.Name(id=name), attr=word) if name == who:
            return f"whose {(scene.words.counted.get(word) or scene.words.relations[word])[0]} {says}"
    return f"such that {clause(node, scene)}"


def _polished(text: str) -> str:
    for pattern, better in (
        (r"^that has ", "with "),
        (r"^that does not have ", "without "),
        (r"^that is (not )?(at|here)\b", r"\1\2"),
        (r"^that is controlled by you$", "of yours"),
        (r"^that is not controlled by you$", "that you do not control"),
        (r"^that is owned by you$", "that you own"),
    ):
        text = re.sub(pattern, better, text)
    return text


# sentences


def written(clauses: list[str]) -> str:
    """Clauses as sentences: capitals, full stops, and "you are" for "you is"."""
    text = ". ".join(capital(text) for text in clauses) + "."
    return re.sub(r"(?i)(?<!by )(?<!of )\b(you) (is|has|does|\w+s)\b", _with_you, text)


def _with_you(found: re.Match[str]) -> str:
    if found[2].endswith("ss"):
        return found[0]  # 'you pass'
    verb = found[2].removesuffix("es") if found[2].endswith("sses") else found[2].removesuffix("s")
    return f"{found[1]} {({'is': 'are', 'has': 'have', 'does': 'do'}).get(found[2], verb)}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def headed(head: str, clauses: list[str]) -> list[str]:
    return [f"{head}: {clauses[0]}", *clauses[1:]] if clauses else [head]
