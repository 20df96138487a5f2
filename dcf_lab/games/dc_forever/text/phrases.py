"""Expressions of card files in English: `it.damage >= 2` is "it has at least 2 damage". Each of their words has its phrase."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import NamedTuple

from dcf_lab.engine.cards.cards import Card, Library


class Scene(NamedTuple):
    """What is told about: the card, the cards it may name, and how each name is called by now."""

    card: Card
    cards: Library
    names: dict[str, str]


NAMES = {
    "this": "this card", "it": "it", "you": "you", "actor": "the acting character", "target": "the target",
    "place": "that Location", "card": "that card", "player": "that player", "amount": "the amount",
    "attacking": "the damage from an Attack", "defeated": "the damage that defeats its target",
    "claimed": "the number of citizens claimed", "dealt": "the damage dealt", "modifiers": "the number of modifiers played",
    "hero": "each Hero player", "rogue": "each Rogue player", "sanctuary": "Sanctuary", "supply": "the supply",
    "round": "the number of the round", "x": "X",
}  # fmt: skip

GROUPS = {
    "hero": "Hero", "rogue": "Rogue", "character": "character", "own character": "character of yours",
    "opposing character": "opposing character", "unaligned": "Unaligned character", "location": "Location", "scheme": "Scheme",
    "attachment": "Attachment", "asset": "Asset", "minion": "Minion", "completed scheme": "completed Scheme",
    "captured": "captured Rogue", "knocked out": "knocked out Hero", "player": "player", "hero player": "Hero player",
    "rogue player": "Rogue player", "card": "card",
}  # fmt: skip
KINDS = GROUPS | {"event": "event", "resource": "resource card"}

# attribute -> how it is called as somebody's, and what somebody with so much of it has
COUNTED = {
    "damage": ("damage", "{} damage"),
    "citizens": ("citizens", "{} citizen(s)"),
    "resources": ("resources", "{} resource(s)"),
    "health": ("Health", "{} Health"),
    "remaining": ("remaining Health", "{} Health left"),
    "attack": ("Attack value", "an Attack value of {}"),
    "rescue": ("Rescue value", "a Rescue value of {}"),
    "threaten": ("Threaten value", "a Threaten value of {}"),
    "claim": ("Claim value", "a Claim value of {}"),
    "cost": ("cost", "a cost of {}"),
    "renown": ("Renown", "{} Renown"),
    "infamy": ("Infamy", "{} Infamy"),
    "threshold": ("completion threshold", "a completion threshold of {}"),
    "hand": ("number of cards in hand", "{} card(s) in hand"),
    "deck": ("number of cards in the deck", "{} card(s) in the deck"),
    "discard": ("number of cards in the discard pile", "{} card(s) in the discard pile"),
    "attachments": ("number of Attachments", "{} Attachment(s)"),
    "empowering": ("number of empowering cards", "{} empowering card(s)"),
    "characters": ("number of characters", "{} character(s)"),
}
# attribute -> how a card in that state is, and how it is otherwise
STATES = {
    "exhausted": ("exhausted", "ready"),
    "ready": ("ready", "exhausted"),
    "swayed": ("swayed", "not swayed"),
    "faceup": ("faceup", "facedown"),
    "in_play": ("still in play", "no longer in play"),
}
# attribute -> how it is called as somebody's, what it says with somebody else, and what it says alone
RELATIONS = {
    "at": ("Location", "is at {}", "is at a Location"),
    "host": ("host", "is attached to {}", "is attached to a character"),
    "side": ("side", "is on the side of {}", "is on a side"),
    "type": ("type", "is {}", "has a type"),
    "of": ("character", "belongs to {}", "belongs to a character"),
    "owner": ("owner", "is owned by {}", "has an owner"),
    "controller": ("player", "is controlled by {}", "is controlled by a player"),
    "scheme": ("Scheme", "holds {}", "has a Scheme"),
}
# number of a moment -> what is said when there is so much of it
HAPPENED = {
    "claimed": "{} citizen(s) (were) claimed",
    "dealt": "{} damage was dealt",
    "modifiers": "{} modifier(s) (were) played",
}
FUNCTIONS = {
    "half": "half of {} (rounded up)",
    "least": "the lower of {} and {}",
    "most": "the higher of {} and {}",
    "size": "the number of {}",
    "number": "the number of {}",
    "has": "has the {} trait",
    "marked": "has the {} mark",
}

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
        case ast.Attribute(value=ast.Name(id="this"), attr="host"):
            return f"the {KINDS.get(str(scene.card.values.get('onto')), 'character')} this is attached to"
        case ast.Attribute(value=inner, attr="scheme"):
            return f"the Scheme {at(inner, scene)}"
        case ast.Attribute(value=inner, attr=word) if word in COUNTED:
            return of(noun(inner, scene), COUNTED[word][0])
        case ast.Attribute(value=inner, attr=word) if word in RELATIONS:
            return of(noun(inner, scene), RELATIONS[word][0])
        case ast.Call(func=ast.Name(id="number"), args=[group, *place]):
            return FUNCTIONS["number"].format(_found(group, place, scene, many=True))
        case ast.Call(func=ast.Name(id=name), args=args) if name in FUNCTIONS:
            return FUNCTIONS[name].format(*[noun(arg, scene).removeprefix("each of ") for arg in args])
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
    """Where: "here" for a Location and who stands at it, else "at that Location"."""
    here = {"location": "this", "unaligned": "this.at"}.get(scene.card.type)
    return "here" if ast.unparse(place) == here else f"at {noun(place, scene)}"


def a(thing: str) -> str:
    if thing.startswith("other "):
        return f"an{thing}"
    return f"an {thing}" if thing[0] in "aeiouAEIOU" else f"a {thing}"


def plural(thing: str) -> str:
    first, *rest = re.split(r"(?= of yours)", thing)
    return first + ("es" if first.endswith("Hero") else "s") + "".join(rest)


def counted(number: int | str, unit: str) -> str:
    """So many of them: "1 card", "at least 2 cards"."""
    one = str(number).split()[-1] == "1"
    return unit.replace("{}", str(number), 1).replace("(s)", "" if one else "s").replace("(were)", "was" if one else "were")


def _found(group: ast.expr, place: list[ast.expr], scene: Scene, many: bool) -> str:
    """The cards that `number('hero', place)` counts."""
    word = group.value if isinstance(group, ast.Constant) else None
    thing = GROUPS.get(str(word), ast.unparse(group))
    elsewhere = word in ("captured", "knocked out", "completed scheme") or thing.endswith("player")
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
        case ast.Name(id="attacking"):
            return None, f"the damage {_says('comes from an Attack', holds)}"
        case ast.Name(id="defeated"):
            return None, f"the damage {_says('defeats its target', holds)}"
        case ast.Name(id=name) if name not in HAPPENED and name not in ("amount", "round", "x"):
            return node, _says("is there", holds)
        case ast.Attribute(value=inner, attr=word) if word in STATES:
            return inner, f"is {STATES[word][not holds]}"
        case ast.Attribute(value=inner, attr=word) if word in RELATIONS:
            return inner, _says(RELATIONS[word][2], holds)
        case ast.Call(func=ast.Name(id="has" | "marked" as name), args=[thing, ast.Constant(value=word)]):
            return thing, _says(FUNCTIONS[name].format(word), holds)
    return _comparison(node, ast.GtE() if holds else ast.Lt(), ast.Constant(value=1), scene)


def _comparison(left: ast.expr, op: ast.cmpop, right: ast.expr, scene: Scene) -> tuple[ast.expr | None, str]:
    holds = isinstance(op, ast.Eq | ast.In)
    match left, right:
        case ast.Call(func=ast.Name(id="number"), args=[group, *place]), ast.Constant(value=int() as number):
            many = _quantity(op, number, "no")
            one = many.endswith(" 1")
            return None, f"there {'is' if one else 'are'} {many} {_found(group, place, scene, not one)}"
        case ast.Name(id=name), ast.Constant(value=int() as number) if name in HAPPENED:
            return None, counted(_quantity(op, number, "no"), HAPPENED[name])
        case ast.Attribute(value=inner, attr=word), ast.Constant(value=int() as number) if word in COUNTED:
            return inner, "has " + counted(_quantity(op, number, "no"), COUNTED[word][1])
        case _, ast.Constant(value=int() as number):
            return left, f"is {_quantity(op, number, '0')}"
        case _ if type(op) in _BOUNDS:
            return left, f"is {_BOUNDS[type(op)]} {noun(right, scene)}"
        case ast.Attribute(value=inner, attr="type" | "side"), ast.Constant(value=str() as kind) if kind in KINDS:
            return inner, _says(f"is {a(KINDS[kind])}", holds)
        case ast.Attribute(value=inner, attr="at"), _:
            return inner, _says(f"is {at(right, scene)}", holds)
        case ast.Attribute(value=inner, attr=word), _ if word in RELATIONS:
            return inner, _says(RELATIONS[word][1].format(noun(right, scene)), holds)
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
            ) if name == who and kind in KINDS:
                thing = _of_kind(thing, word, KINDS[kind])
            case _ if state := _state(condition, who):
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


def _of_kind(thing: str, word: str, kind: str) -> str:
    """A thing of a side or type: "Hero", "Hero player", "events"."""
    if word == "type" or thing in ("character", "characters", "Hero", "Rogue"):
        return plural(kind) if thing.endswith("s") else kind
    return f"{kind} {thing}"


def _state(node: ast.expr, who: str) -> str:
    """A state that can stand before the noun, as in "an exhausted Hero"; or nothing."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    match inner:
        case ast.Attribute(value=ast.Name(id=name), attr=word) if name == who and word in STATES:
            state = STATES[word][isinstance(node, ast.UnaryOp)]
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
            return f"whose {(COUNTED | RELATIONS)[word][0]} {says}"
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
