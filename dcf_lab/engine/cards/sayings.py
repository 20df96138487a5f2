"""Lines of card text in English: `{draw = 2}` is "draw 2 cards". The verbs that any card game has bring their sayings along."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dcf_lab.engine.cards.english import Scene, Vocabulary, Whoever, clause, counted, mentions, noun, of, parse, plural, whoever
from dcf_lab.engine.cards.expr import conjuncts
from dcf_lab.engine.cards.verbs import Line


def told(lines: Sequence[Line], scene: Scene) -> list[str]:
    """The lines as clauses. A group that the next line speaks of is told there; what hangs on a cost stands in one sentence."""
    clauses: list[str] = []
    fresh: dict[str, str] = {}  # groups that the next line will tell, and how they are called from then on
    hangs = paid = False
    for number, line in enumerate(lines):
        says = Saying(line, scene)
        following = next((later for later in lines[number + 1 :] if later.verb != "each"), None)
        if line.verb == "each" and following is not None and says.is_named_in(following):
            found = says.candidates()
            scene.names[says.name] = found.each()
            fresh[says.name] = found.only or f"each of those {plural(found.thing)}"
            continue
        text = ("then " if line.then else "") + says.condition() + says.verb()
        if hangs and not paid:
            clauses[-1] += f", and {text}"
        else:
            clauses.append(f"if that is done, {text}" if paid else text)
        hangs, paid = hangs or line.cost, line.cost
        if line.verb not in ("choose", "each", "look"):
            scene.names.pop("just seen", None)  # cards may have moved since
        if line.verb != "each":
            scene.names.update(fresh)
            fresh.clear()
    return clauses


def conditions(raw: object) -> list[ast.expr]:
    """The parts of an `if` that must all hold; none when there is no `if`."""
    return [] if raw is None else conjuncts(parse(raw))


def when(holding: Sequence[ast.expr], scene: Scene) -> str:
    return f", if {' and '.join(clause(condition, scene) for condition in holding)}" if holding else ""


def literal(node: ast.expr) -> int | None:
    """The number that is written there, if it is one."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, int) else None


def higher(node: ast.expr, scene: Scene) -> str:
    """By how much a value differs: "2 higher", "1 lower", "higher by half of its damage"."""
    number = literal(node)
    if number is None:
        return f"higher by {noun(node, scene)}"
    return f"{abs(number)} {'lower' if number < 0 else 'higher'}"


class Saying(NamedTuple):
    """A line about to be put into words."""

    line: Line
    scene: Scene

    @property
    def words(self) -> Vocabulary:
        return self.scene.words

    @property
    def name(self) -> str:
        return str(self.line.raw.get("as", "it"))

    def verb(self) -> str:
        """The line by itself; as it is written, in quotes, when it leaves out a word that its verb needs."""
        try:
            return self.words.verbs[self.line.verb](self)
        except KeyError:
            return f'"{dict(self.line.raw)}"'

    def noun(self, word: str, default: str = "this") -> str:
        return noun(parse(self.line.raw.get(word, default)), self.scene)

    def called(self, name: str, default: str = "it") -> str:
        return self.scene.names.get(name, default)

    def amount(self, word: str, unit: str, behind: str = "") -> str:
        """So much of something, and what comes behind: "2 cards from your hand", "damage equal to X plus 1, from Batman"."""
        node = parse(self.line.raw.get(word, 1))
        match node:
            case ast.Attribute(value=ast.Name(id="this"), attr=value) if (
                value in self.scene.card.values and value in self.words.counted
            ):
                return f"{counted(self.scene.card.value(value), unit)} (its {self.words.counted[value][0]})"
        if literal(node) is not None or isinstance(node, ast.Name):
            return counted(noun(node, self.scene), unit) + f" {behind}".rstrip()
        return f"{counted('some', unit).removeprefix('some ')} equal to {noun(node, self.scene)}" + (behind and f", {behind}")

    def does(self, verb: str, who: str | None = None) -> str:
        """Who does it; an order when it is you: "draw", "that player draws"."""
        who = who or self.noun("who", "you")
        return verb if who == "you" else f"{who} {verb}s"

    def decider(self, word: str) -> str:
        """Who decides: one player, even where a name stands for all on a side."""
        return self.noun(word, "you").replace("each ", "the ")

    def whose(self, word: str, thing: str) -> str:
        """A player's thing; all Hero players' become one's, because one is chosen from."""
        return of(self.noun(word, "you").replace("each ", "a "), thing)

    def their(self) -> str:
        return "your" if self.noun("who", "you") == "you" else "their"

    def until(self, default: str = "round") -> str:
        return self.words.until[self.line.raw.get("until", default)]

    def lines(self, lines: Sequence[Line]) -> str:
        return " and ".join(told(lines, self.scene))

    def is_named_in(self, line: Line) -> bool:
        return re.search(rf"\b(?<!size\(){self.name}\b", str(list(line.raw.values()))) is not None

    def condition(self) -> str:
        """What must hold for this line: "if ..., "; what a choice asks of its candidates is told with them."""
        choosing = self.line.verb in ("choose", "each")
        holding = [c for c in conditions(self.line.raw.get("if")) if not (choosing and mentions(c, "it"))]
        return when(holding, self.scene).removeprefix(", ") + (", " if holding else "")

    def call(self, thing: str, many: bool, calls: str) -> str:
        """Give what was chosen the name that later lines use: " and call it the victim"."""
        name = self.name.replace("_", " ")
        kind = thing.removesuffix("s") if many else thing
        is_player = kind.endswith("player")
        if name in ("it", "them", "that"):
            self.scene.names[self.name] = f"that {'player' if is_player else kind}"
            return ""
        called = f"the {name}"
        if not (many and name.endswith("s")):
            called += (" card" if kind.endswith("card") else "") + ("s" if many else "")
        self.scene.names[self.name] = f"each of {called}" if many else called
        return f" and {calls} {'them' if many or is_player else 'it'} {called}"

    def remember(self) -> str:
        """A group that is not spoken of at once."""
        self.scene.names[self.name] = f"each of the {self.name}"
        return f"remember {self.candidates().each()} as the {self.name}"

    def top(self, word: str, area: str) -> str:
        """The first cards: "the top card of your deck", "the top 3 cards of your deck"."""
        return f"the top {self.amount(word, '{} card(s)').removeprefix('1 ')} of {area}"

    def area(self) -> str:
        """Where cards are chosen from: "in your discard pile", "among the top 3 cards of your deck", "among those cards"."""
        raw = self.line.raw
        if "in" not in raw:
            return ""
        if raw["in"] in self.words.places:
            place = self.words.places[raw["in"]].format(self.noun("of", "you"))
            return f"among {self.top('top', place.removeprefix('in '))}" if "top" in raw else place
        area = self.whose("of", self.words.areas[raw["in"]])
        if "top" not in raw:
            return f"in {area}"
        cards = self.top("top", area)
        return "among those cards" if self.called("just seen") == cards else f"among {cards}"

    def put(self, card: str, goal: str, owner: str) -> str:
        """A card goes into an area of its owner's: "put it on the bottom of your deck"."""
        way = {"deck": "on top of", "bottom": "on the bottom of"}.get(goal, "into")
        return f"put {card} {way} {of(owner, self.words.areas['deck' if goal == 'bottom' else goal])}"

    def candidates(self, many: bool = False) -> Whoever:
        """Who or what a choice is made from."""
        thing = self.words.groups[self.line.raw[self.line.verb]]
        about = [c for c in conditions(self.line.raw.get("if")) if mentions(c, "it")]
        found = whoever(plural(thing) if many else thing, "it", about, self.scene, self.area())
        for word, highest in (("most", "highest"), ("least", "lowest")):
            if word in self.line.raw:
                found = found._replace(phrase=f"{found.phrase} {_extreme(parse(self.line.raw[word]), word, highest, self.scene)}")
        self.scene.names[f"owner of {self.name}"] = "you" if self.noun("of", "you") == "you" else "its owner"
        return found


def _extreme(node: ast.expr, most: str, highest: str, scene: Scene) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="it"), attr=word) if word in scene.words.counted:
            value, amount = scene.words.counted[word]
            return f"with the {counted(most, amount)}" if amount.startswith("{}") else f"with the {highest} {value}"
    return f"with the {highest} {noun(node, scene)}"


def _choose(says: Saying) -> str:
    raw = says.line.raw
    many = raw.get("count", 1) != 1
    found = says.candidates(many)
    chosen = says.amount("count", "{} " + found.phrase) if many else found.one()
    verb = f"{says.decider('by')} may choose" if raw.get("optional") else says.does("choose", says.decider("by"))
    call = says.call(found.thing, many, "calls" if verb.endswith("chooses") else "call")
    comma = "," if call and " and " in chosen else ""
    return f"{verb} {'at random ' if raw.get('random') else ''}{chosen}{comma}{call}"


def _discard(says: Saying) -> str:
    raw = says.line.raw
    verb = says.does("discard")
    card = "{} random card(s)" if raw.get("random") else "{} card(s)"
    call = says.call("card", raw["discard"] != 1, "calls" if verb.endswith("discards") else "call") if "as" in raw else ""
    return f"{verb} {says.amount('discard', card, f'from {says.their()} hand')}{call}"


def _take(says: Saying) -> str:
    raw = says.line.raw
    return says.put(says.noun("take"), raw.get("to", "hand"), says.called(f"owner of {raw['take']}", "its owner"))


def _see(says: Saying) -> str:
    """'Look at' and 'reveal': an area or its first cards, or the card that the line names."""
    raw = says.line.raw
    area = says.words.areas.get(raw[says.line.verb])
    seen = says.noun("at") if area is None else says.whose("of", area)
    seen = says.top("top", seen) if "top" in raw else seen
    says.scene.names[raw.get("as", "seen")] = seen if area is None else "those cards"
    if says.line.verb == "reveal":
        return f"reveal {seen}"
    says.scene.names["just seen"] = seen
    return f"look at {seen}"


def _offer(says: Saying) -> str:
    return f"{says.decider('offer')} chooses one: {'; or '.join(says.lines(way) for way in says.line.args['ways'])}"


COMMON: dict[str, Callable[[Saying], str]] = {
    "choose": _choose,
    "each": Saying.remember,
    "offer": _offer,
    "may": lambda says: f"{says.decider('by')} may do this: {says.lines(says.line.args['may'])}",
    "cancel": lambda says: f"cancel {says.called('deed')}",
    "instead": lambda says: f"instead of {says.called('deed')}, {says.lines(says.line.args['instead'])}",
    "redirect": lambda says: f"{says.called('deed')} goes to {says.noun('redirect')} instead",
    "draw": lambda says: f"{says.does('draw')} {says.amount('draw', '{} card(s)')}",
    "discard": _discard,
    "mill": lambda says: f"{says.does('discard')} {says.top('mill', says.their() + ' deck')}",
    "take": _take,
    "look": _see,
    "reveal": _see,
    "shuffle": lambda says: f"shuffle {of(says.noun('shuffle'), 'deck')}{' after the search' * ('searched' in says.line.raw)}",
    "exhaust": lambda says: f"exhaust {says.noun('exhaust')}",
    "ready": lambda says: f"ready {says.noun('ready')}",
    "blank": lambda says: f"treat {says.noun('blank')} as blank {says.until()}",
    "forbid": lambda says: f"{says.noun('on')} cannot {says.words.forbidden[says.line.raw['forbid']]} {says.until()}",
    "mark": lambda says: f"{says.noun('on')} has the {says.line.raw['mark']} mark {says.until()}",
}
