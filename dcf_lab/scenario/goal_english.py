"""Goals as sentences: 'The Rogues: knock out Batman in this activation, whatever the opponents reply ...'."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import a, capital
from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import is_team, side_in_words, told_plainly, whose
from dcf_lab.games import manual_of
from dcf_lab.scenario.description import NOBODY, Description, describe

MOST_NESTED = 12  # as deep as an expression may be
_LEAST = {ast.GtE: "at least {}", ast.LtE: "at most {}", ast.Gt: "more than {}", ast.Lt: "fewer than {}", ast.Eq: "exactly {}",
          ast.NotEq: "not exactly {}"}  # fmt: skip
_TURNED: dict[type, type] = {ast.GtE: ast.LtE, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.Lt: ast.Gt}
_SUMS = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times", ast.FloorDiv: "divided by"}
_MORE = {"winner": "the winner", "won_by": "the road to victory", "step": "the step of the round", "turn": "whose turn it is",
         "round": "the number of the round"}  # fmt: skip


class Said(NamedTuple):
    """A condition in words: as it is when it holds, how one is told to bring it about, and how to keep it away."""

    so: str  # 'Go Viral is in the Rogue's discard pile'
    do: str = ""  # 'bring Go Viral into the Rogue's discard pile'
    never: str = ""  # 'never let Go Viral come into the Rogue's discard pile'

    def task(self) -> str:
        return self.do or f"see to it that {self.so}"

    def ban(self) -> str:
        return self.never or f"never let it be that {self.so}"


def goal_sentence(who: str, data: Mapping[str, Any], against: str, cards: Library) -> str:
    """The whole goal as one sentence; `who` is asked for it, and `against` says against what."""
    told = _Told(cards)
    tasks = []
    if data.get("win"):
        tasks.append("win" if data["win"] == "any" else f"win by {told.road(data['win'])}")
    if "happen" in data:
        tasks.append(told.event(describe(data["happen"], cards)).task())
    if "reach" in data:
        tasks += [one.task() for one in told.conditions(data["reach"])]
    bans = [told.whole(data["avoid"]).ban()] if "avoid" in data else []
    within = in_time(data.get("within", "this round"))
    wanted = f"{_listed(tasks)} {within}" if tasks else ""
    banned = f"{' and '.join(bans)}{'' if tasks else f' {within}'}"
    return f"{who}: {', and '.join(filter(None, [wanted, banned]))}, {against}."


def in_time(within: str) -> str:
    """'in this round', 'within 2 rounds'."""
    return f"in {within}" if within.startswith("this ") else f"within {within}"


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


class _Told:
    """Says what the goals of one game say."""

    def __init__(self, cards: Library) -> None:
        self.cards, self.manual = cards, manual_of(cards)
        board = self.manual.BOARD
        self.tokens = {_key(token.what): token.name for token in board.tokens}
        self.values = {value.what: value.name for value in board.values}
        named = [state for state in board.states if state.name and "*" not in state.mark]
        self.states = {state.key or _key(state.mark): state.name for state in named}
        self.links = {link.what: link.name for link in board.links}
        self.areas = {zone.key or zone.what: zone.words or zone.what for zone in board.zones if zone.whose == "player"}

    def road(self, road: str) -> str:
        """A road to victory; one that the game has a word for with a capital letter is written so."""
        return self.manual.SAID.get(road, road)

    def name(self, thing: str) -> str:
        """A card by its printed name, a side or player as the game calls it."""
        if thing in self.cards:
            return self.cards[thing].name
        if thing in self.manual.NAMES:
            return str(self.manual.NAMES[thing])
        return self.manual.SAID.get(thing) or thing.replace("_", " ")

    def side(self, side: str) -> str:
        return side_in_words(self.manual, side) if side in self.manual.SIDES else self.name(side)

    # events

    def event(self, event: Description) -> Said:
        plain = [clause for clause in event.clauses if clause.about in ("by", "to", "amount") and not clause.negated]
        said = {clause.about: clause.said[0] for clause in plain}
        wish = self.manual.WISHES.get(event.kind)
        happens = wish.happens if wish else self._pattern(event.kind, said)
        words = {
            "to": self.thing(said["to"]) if "to" in said else self._any(wish.to if wish else ()),
            "by": self.thing(said["by"]) if "by" in said else "somebody",
            "number": f"{said['amount']} " if "amount" in said else "",
        }
        words |= {f"{word}'s": whose(words[word]) for word in ("by", "to")}
        more = "" if "by" not in said or "{by" in happens else f" by {words['by']}"
        if "amount" in said and "{number}" not in happens:
            more += f" with the number {said['amount']}"
        more += "".join(self._more(clause.about, clause.said, clause.negated) for clause in event.clauses)
        if event.times is not None and event.times != 1:
            more += {0: "", 2: " twice"}.get(event.times, f" {event.times} times")
        so = (happens if happens.startswith("{") else happens[:1].lower() + happens[1:]).format_map(words) + more
        return Said(so, wish.do.format_map(words) + more if wish and wish.do else "")

    def thing(self, word: str) -> str:
        return "nobody" if word in NOBODY else self.name(word)

    def _any(self, types: tuple[str, ...]) -> str:
        """What is not named: 'a Rogue', 'any card'."""
        if len(types) == 1:
            return a(capital(types[0]))
        characters = self.manual.LANGUAGE.characters
        return "anybody" if types and any(one in characters for one in types) else "any card"

    def _pattern(self, kind: str, said: Mapping[str, str]) -> str:
        """How the log would tell of an event of which no more is known."""
        pattern = self.manual.EVENTS[kind].sentence
        if not isinstance(pattern, str):
            number = int(said["amount"]) if said.get("amount", "").lstrip("-").isdigit() else None
            event = Event(0, kind, said.get("by"), said.get("to"), number, (), (), (), {}, [], None)
            try:
                pattern = pattern(event, self.cards)
            except (KeyError, TypeError, ValueError, AttributeError):
                pattern = f"“{kind}” happens" + " to {to}" * ("to" in said)
        return told_plainly(pattern) or f"“{kind}” happens"

    def _more(self, about: str, said: tuple[str, ...], negated: bool) -> str:
        """What else is said of an event."""
        but = ", but not" if negated else ","
        match about:
            case "by" | "to" | "amount":
                return {"by": f", but not by {self.thing(said[0])}", "to": f", but not to {self.thing(said[0])}",
                        "amount": f", but not {said[0]}"}[about] if negated else ""  # fmt: skip
            case "under" | "exactly under":
                return f"{but} under {'exactly ' * about.startswith('e')}the rule {' '.join(said)}"
            case "with":
                return f"{but} added up from {' '.join(said)}"
            case "with part":
                number, *what = said
                part, _, card = " ".join(what).partition(" of ")
                known = self.manual.PARTS.get(part, part + " of {card}" * bool(card))
                return f"{but} with {number} {known.replace('{card}', self.name(card or 'it'))}"
        return ""

    # conditions

    def conditions(self, text: Any) -> list[Said]:
        """What must all be so, one by one."""
        node = _tree(text)
        parts = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
        return [self.condition(part) for part in parts]

    def whole(self, text: Any) -> Said:
        return self.condition(_tree(text))

    def condition(self, node: ast.expr) -> Said:
        match node:
            case ast.BoolOp(op=op, values=values):
                word = " and " if isinstance(op, ast.And) else " or "
                return Said(word.join(self.condition(one).so for one in values))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return self._not(inner)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compared(left, op, right)
            case ast.Compare(left=left, ops=ops, comparators=rest):
                sides = [left, *rest]
                return Said(" and ".join(self._compared(sides[n], op, sides[n + 1]).so for n, op in enumerate(ops)))
            case ast.Attribute(value=inner, attr=word) if word in self.tokens:
                return self._counted(self.noun(inner), word, ast.GtE, 1)
            case ast.Attribute(value=inner, attr=word):
                who, how = self.noun(inner), self._state(word)
                return Said(f"{who} is {how}", f"have {who} {how}", f"never let {who} be {how}")
            case ast.Call(func=ast.Name(id="has"), args=[card, ast.Constant(value=trait)]):
                return Said(f"{self.noun(card)} is “{trait}”")
            case ast.Call(func=ast.Name(id="marked"), args=[card, ast.Constant(value=mark)]):
                return Said(f"{self.noun(card)} is {self._state(_key(str(mark)))}")
            case ast.Constant(value=value):
                return Said("it is so anyhow" if value else "the impossible comes true")
        return Said(f"{self.noun(node)} is not nothing")

    def _not(self, inner: ast.expr) -> Said:
        match inner:
            case ast.Attribute(value=card, attr=word) if word not in self.tokens:
                who, how = self.noun(card), self._state(word)
                return Said(f"{who} is not {how}", f"have {who} not {how}", f"never let {who} be other than {how}")
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OTHERWISE:
                return self._compared(left, _OTHERWISE[type(op)](), right)
        return Said(f"it is not so that {self.condition(inner).so}")

    def _state(self, word: str) -> str:
        return self.manual.SAID.get(word) or self.states.get(word) or word.replace("_", " ")

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Said:
        kind = type(op)
        if isinstance(op, ast.In | ast.NotIn):
            return self._lies(self.noun(left), right, isinstance(op, ast.In))
        if isinstance(left, ast.Constant) and not isinstance(right, ast.Constant):
            left, right, kind = right, left, _TURNED.get(kind, kind)
        number = right.value if isinstance(right, ast.Constant) and type(right.value) is int else None
        match left:
            case ast.Name(id="winner") if isinstance(right, ast.Constant) and kind in (ast.Eq, ast.NotEq):
                side = self.side(str(right.value))
                have = "have" if is_team(self.manual, str(right.value)) else "has"
                if kind is ast.NotEq:
                    return Said(f"{side} {have} not won", f"keep {side} from winning")
                return Said(f"{side} {have} won", f"let {side} win", f"never let {side} win")
            case ast.Name(id="won_by") if isinstance(right, ast.Constant) and kind is ast.Eq:
                return Said(f"the game is won by {self.road(str(right.value))}")
            case ast.Attribute(value=inner, attr=word) if number is not None and word in self.tokens:
                return self._counted(self.noun(inner), word, kind, number)
            case ast.Attribute(value=inner, attr=word) if number is not None and word in self.areas and word not in self.values:
                return self._cards(kind, number, f"in {whose(self.noun(inner))} {self.areas[word]}")
            case ast.Attribute(value=inner, attr=word) if word in self.links and kind in (ast.Eq, ast.NotEq):
                who, where = self.noun(inner), f"{self.links[word]} {self.noun(right)}"
                if kind is ast.NotEq:
                    return Said(f"{who} is not {where}", f"keep {who} from being {where}")
                return Said(f"{who} is {where}", f"have {who} {where}", f"never let {who} be {where}")
            case ast.Call(func=ast.Name(id="size"), args=[ast.Call() as area]) if number is not None:
                return self._cards(kind, number, self._area(area))
        return self._measured(self.noun(left), kind, self.noun(right))

    def _counted(self, who: str, word: str, kind: type, number: int) -> Said:
        """'Rule by Fear has at least 6 citizens'."""
        name = self.tokens[word]
        name = name if name.isupper() else name[:1].lower() + name[1:]
        if number == 1:
            first, *rest = name.split(" ")
            name = " ".join([first.removesuffix("s"), *rest])
        if (kind, number) in ((ast.Eq, 0), (ast.LtE, 0), (ast.Lt, 1)):
            return Said(f"{who} has no {name}", f"leave {who} no {name}", f"never leave {who} without {name}")
        many = f"{_LEAST[kind].format(number)} {name}"
        return Said(f"{who} has {many}", f"bring {who} to {many}", f"never let {who} have {many}")

    def _measured(self, who: str, kind: type, other: str) -> Said:
        if kind is ast.NotEq:
            return Said(f"{who} is not {other}")
        if kind is ast.Eq:
            return Said(f"{who} is {other}", f"make {who} {other}", f"never let {who} be {other}")
        many = _LEAST[kind].format(other).replace("fewer", "less")
        return Said(f"{who} is {many}", f"bring {who} to {many}", f"never let {who} be {many}")

    def _cards(self, kind: type, number: int, where: str) -> Said:
        cards = "card" if number == 1 else "cards"
        if (kind, number) in ((ast.Eq, 0), (ast.LtE, 0), (ast.Lt, 1)):
            return Said(f"no card is {where}", f"leave no card {where}", f"never leave no card {where}")
        many = f"{_LEAST[kind].format(number)} {cards}"
        return Said(f"{many} {'is' if number == 1 else 'are'} {where}", f"have {many} {where}", f"never let {many} be {where}")

    def _lies(self, card: str, area: ast.expr, there: bool) -> Said:
        if not isinstance(area, ast.Call):
            return Said(f"{card} is {'' if there else 'not '}{self.noun(area)}")
        where = self._area(area)
        if not there:
            return Said(f"{card} is not {where}", f"keep {card} from being {where}", f"have {card} {where} all the time")
        into = f"into {where[3:]}" if where.startswith("in ") else where
        return Said(f"{card} is {where}", f"bring {card} {into}", f"never let {card} be {where}")

    def _area(self, node: ast.Call) -> str:
        """'in the Rogue's discard pile', 'among the captured Rogues'."""
        match node:
            case ast.Call(func=ast.Name(id="area"), args=[ast.Constant(value=str() as name)]):
                owner, _, what = name.rpartition(".")
                zone = next((one for one in self.manual.BOARD.zones if one.what == what and self._has(owner, one.whose)), None)
                words = (zone.words or zone.what) if zone is not None else what
                several = words.endswith("s") and " of " not in words and " in " not in words
                if owner == "table":
                    return f"{'among' if several else 'in'} the {words}"
                return f"{'among' if several else 'in'} {whose(self.name(owner))} {words}"
            case ast.Call(func=ast.Name(id="area"), args=[other, *_]):  # one that is found only while a game is played
                return f"in the area of {self.noun(other)}"
        return f"in {self.noun(node)}"

    def _has(self, owner: str, whose_: str) -> bool:
        kind = "table" if owner == "table" else self.cards[owner].type if owner in self.cards else "player"
        return whose_ in (kind, "card")

    # what expressions speak of

    def noun(self, node: ast.expr, depth: int = 0) -> str:
        if depth > MOST_NESTED:
            return "something"
        below = depth + 1
        match node:
            case ast.Constant(value=None):
                return "nothing"
            case ast.Constant(value=str() as text):
                return self.side(text) if text in self.manual.SIDES and text not in self.cards else self.name(text)
            case ast.Constant(value=value):
                return str(value)
            case ast.Name(id=word):
                return _MORE.get(word) or self.name(word)
            case ast.Attribute(value=inner, attr=word):
                called = self.values.get(word) or self.tokens.get(word) or self.manual.SAID.get(word) or word.replace("_", " ")
                return f"{whose(self.noun(inner, below))} {called}"
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return f"minus {self.noun(inner, below)}"
            case ast.BinOp(left=left, op=op, right=right):
                return f"{self.noun(left, below)} {_SUMS[type(op)]} {self.noun(right, below)}"
            case ast.Call(func=ast.Name(id="card"), args=[card]):
                return self.noun(card, below)
            case ast.Call(func=ast.Name(id="area")):
                return f"the cards {self._area(node)}"
            case ast.Call(func=ast.Name(id="size"), args=[group]):
                return f"the number of {self.noun(group, below).removeprefix('the ')}"
            case ast.Call(func=ast.Name(id="linked"), args=[card, ast.Constant(value=word)]):
                return f"what {self.noun(card, below)} is {self.links.get(str(word), str(word))}"
            case ast.Call(func=ast.Name(id=function), args=args):
                called = self.manual.SAID.get(function, function.replace("_", " "))
                return f"{called} of {_listed([self.noun(one, below) for one in args])}" if args else called
        return self.condition(node).so


_OTHERWISE: dict[type, Any] = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.GtE: ast.Lt,
                               ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE}  # fmt: skip


def _tree(text: Any) -> ast.expr:
    return ast.parse(str(text).strip(), mode="eval").body


def _key(word: str) -> str:
    return word.replace(" ", "_").replace("-", "_")


def event_words(event: Description, cards: Library) -> str:
    """An event that may happen, as part of a sentence: 'Batman is knocked out'."""
    return _Told(cards).event(event).so


def value_words(text: str, cards: Library) -> str:
    """What an expression speaks of: "Batman's damage"."""
    return _Told(cards).noun(_tree(text))
