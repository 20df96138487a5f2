"""The family's words for what expressions and lines speak of: `cards(you, 'hand')` is "the number of cards in your hand"."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from dcf_lab.engine.cards.english import Scene, Vocabulary, a, clause, counted, noun, of, parse, plural
from dcf_lab.engine.cards.sayings import COMMON, Saying, literal

NAMES = {
    "this": "this card", "it": "it", "you": "you", "card": "that card", "player": "that player", "victim": "that foe",
    "victims": "those who are hit", "attacker": "the attacker", "source": "where it comes from", "hit": "the players hit",
    "left": "the player to the left", "partner": "your partner", "bought": "bought", "again": "again",
    "amount_hit": "the number of foes hit",
    "amount_gained": "the number of Victory Points gained", "foe": "that foe", "target": "the confronted foe",
    "turn": "the player whose turn it is", "x": "X", "table": "the table", "being_played": "being played", "that_foe": "that foe",
}  # fmt: skip
KINDS = {
    "card": "card", "starter": "Starter", "hero": "Hero", "villain": "Villain", "super power": "Super Power",
    "equipment": "Equipment",
    "location": "Location", "weakness": "Weakness", "kick": "Kick", "punch": "Punch", "vulnerability": "Vulnerability",
    "character": "character",
}  # fmt: skip
GROUPS = {**KINDS, "foe": "foe", "player": "player", "victim": "player who is hit", "partner": "partner", "type": "type"}
MANY = {
    "Hero": "Heroes",
    "Equipment": "Equipment",
    "Weakness": "Weaknesses",
    "Vulnerability": "Vulnerabilities",
    "Punch": "Punches",
}
ONE = {many: one for one, many in MANY.items()} | {plural(kind): kind for kind in KINDS.values() if kind not in MANY}
ONE |= {"different costs": "different cost"}

# attribute -> how it is called as somebody's, and what somebody with so much of it has
COUNTED = {
    "cost": ("cost", "a cost of {}"),
    "vp": ("Victory Points", "{} Victory Point(s)"),
    "power": ("Power", "{} Power"),
    "hand": ("number of cards in hand", "{} card(s) in hand"),
    "deck": ("number of cards in the deck", "{} card(s) in the deck"),
    "discard": ("number of cards in the discard pile", "{} card(s) in the discard pile"),
    "locations": ("number of cards in play", "{} card(s) in play"),
    "played": ("number of played cards", "{} card(s) played"),
    "cards": ("number of cards in the whole deck", "{} card(s) in the whole deck"),
    "points": ("Victory Points in all", "{} Victory Point(s) in all"),
    "weaknesses": ("number of Weaknesses", "{} Weakness(es)"),
    "plays": ("number of times it was played this turn", "been played {} time(s) this turn"),
    "discount": ("discount on defeats", "a discount of {} on defeats"),
    "level": ("Level", "Level {}"),
    "captured": ("number of beaten Characters", "{} beaten Character(s)"),
}
# attribute -> how a card or player in that state is, and how it is otherwise
STATES = {
    **{kind.replace(" ", "_"): (a(word), f"no {word}") for kind, word in KINDS.items() if kind not in ("card", "character")},
    "even": ("of an even cost", "of an odd cost"),
    "assist": ("an Assist card", "no Assist card"),
    "defense": ("a card with a Defense", "no card with a Defense"),
    "block": ("a card with a Block", "no card with a Block"),
    "attack": ("a card with an Attack", "no card with an Attack"),
    "frozen": ("frozen", "not frozen"),
    "face_up": ("face up", "face down"),
    "of_stack": ("from the stack", "not from the stack"),
    "in_hand": ("in a hand", "not in a hand"),
    "in_play": ("in play", "no longer in play"),
    "among_played": ("in play", "no longer in play"),
    "taken": ("bought or gained this turn", "not bought or gained this turn"),
    "bought": ("in somebody's deck", "in nobody's deck"),
    "active": ("on turn", "not on turn"),
    "out": ("out of the game", "still in the game"),
}  # fmt: skip
# attribute -> how it is called as somebody's, what it says with somebody else, and what it says alone
RELATIONS = {
    "owner": ("owner", "belongs to {}", "belongs to a player"),
    "holder": ("holder", "lies with {}", "lies with a player"),
    "name": ("name", "has {}", "has a name"),
    "id": ("name", "is {}", "has a name"),
    "type": ("type", "is of the type {}", "has a type"),
    "side": ("side", "is on the side of {}", "is on a side"),
    "team": ("team", "is of {}", "has a team"),
}
AREAS = {
    "hand": "hand", "deck": "deck", "discard": "discard pile", "played": "played cards", "locations": "cards in play",
    "hand or discard": "hand or discard pile", "kept": "cards under the character", "owned": "whole deck", "scored": "whole deck",
    "deck or discard": "deck or discard pile", "hand and discard": "hand and discard pile",
    "in play": "played cards and cards in play", "own": "cards", "character": "character",
}  # fmt: skip
TABLE = {
    "line-up": "the Line-Up", "destroyed": "the pile of destroyed cards", "stack": "the stack",
    "weaknesses": "the stack of Weaknesses",
    "supply": "the supply", "main deck": "the main deck", "bottom": "the bottom of the main deck",
    "other stack": "the other stack",
    "played this turn": "the cards played this turn",
}  # fmt: skip
PLACES = {word: f"in {area}" for word, area in TABLE.items()}
UNTIL = {"turn": "until the end of the turn", "game": "for the rest of the game"}


# functions of expressions


def many(kind: str, scene: Scene | None = None) -> str:
    """Several of a kind: 'Heroes', 'Heroes and Villains', 'cards that are no Heroes', 'cards of cost 0'."""
    if re.fullmatch(r"cost \d+( or cost \d+)+", kind):
        return f"cards of {kind.replace(' or cost ', ' or ')}"
    if " or " in kind:
        return " & ".join(many(one, scene) for one in kind.split(" or "))  # '&' is 'and' in the end: see english.py
    if kind.startswith("not "):
        return f"cards that are no {many(kind[4:], scene)}"
    if kind.startswith("cost "):
        bound, number = re.fullmatch(r"cost (<=|>=)? ?(\d+)", kind).groups()  # type: ignore[union-attr]
        return f"cards of cost {number}" + {"<=": " or less", ">=": " or more"}.get(bound or "", "")
    if scene is not None and kind not in KINDS and kind in scene.cards.printed:
        return f"cards called {scene.cards.printed[kind].name}"
    word = KINDS.get(kind, kind)
    return MANY.get(word, plural(word))


def one_of(text: str) -> str:
    """The same of one: 'Hero or Villain in your hand' of 'Heroes and Villains in your hand'."""
    found = re.match(r"(differently named )?(.*?)(?=$| (?:in|of|you|that|called|played|with|it|bought) )", text)
    assert found is not None
    kinds = [ONE.get(word, word) for word in found[2].split(" & ")]
    return f"{found[1] or ''}{' or '.join(kinds)}{text[found.end() :].replace(' that are ', ' that is ', 1)}"


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def _in(whose: ast.expr, area: str, scene: Scene) -> str:
    return f"in {of(noun(whose, scene), AREAS.get(area, area))}"


# a clause that is to stand for itself, where the grammar expects a number
_CLAUSE = "⟦{}⟧"


def special(node: ast.expr, scene: Scene) -> str | None:
    """Phrases that fit no pattern: counts of cards, what was played this turn, texts that stand for themselves."""
    match node:
        case ast.Constant(value=str() as text):
            return TABLE.get(text) or AREAS.get(text) or KINDS.get(text) or text
        case ast.Call(func=ast.Name(id=name), args=args) if name in _FUNCTIONS:
            return _FUNCTIONS[name](args, scene)
        case ast.BinOp(left=number, op=ast.Mult(), right=condition) if _is_condition(condition):
            return f"{noun(number, scene)} if {clause(condition, scene)}"
        case _ if _is_condition(node):
            return f"1 if {clause(node, scene)}"
    return None


def _is_condition(node: ast.expr) -> bool:
    """Does it say something that is so or not, and stands for 1 if it is?"""
    return isinstance(node, ast.Compare | ast.BoolOp) or (isinstance(node, ast.Attribute) and node.attr in STATES)


def _cards(args: list[ast.expr], scene: Scene) -> str:
    kind = _text(args[2]) if len(args) > 2 else "card"
    return f"the number of {many(kind, scene)} {_in(args[0], _text(args[1]), scene)}"


def _some(args: list[ast.expr], scene: Scene) -> str:
    return f"the {many(_text(args[2]), scene)} {_in(args[0], _text(args[1]), scene)}"


def _lying(different: str) -> Callable[[list[ast.expr], Scene], str]:
    def told(args: list[ast.expr], scene: Scene) -> str:
        kind = many(_text(args[1]) if len(args) > 1 else "card", scene)
        return f"the number of {different}{kind} in {TABLE.get(_text(args[0]), _text(args[0]))}"

    return told


def _played(different: str) -> Callable[[list[ast.expr], Scene], str]:
    def told(args: list[ast.expr], scene: Scene) -> str:
        kind = many(_text(args[1]) if len(args) > 1 else "card", scene)
        least = f" of cost {noun(args[2], scene)} or more" if len(args) > 2 else ""
        who = noun(args[0], scene)
        return f"the number of {different}{kind}{least} {who} {'have' if who == 'you' else 'has'} played this turn"

    return told


def _first(args: list[ast.expr], scene: Scene) -> str:
    return _CLAUSE.format(f"{noun(args[0], scene)} is the first {one_of(many(_text(args[1]), scene))} played this turn")


# a mark -> what it says of a card, and what is done when it is laid
_MARKED: dict[str, str] = {
    "marked": "{} is marked",
    "doomed": "{} is to be destroyed when the game ends",
    "used as kept": "{} has been used this turn",
}
_MARKING: dict[str, str] = {
    "marked": "mark {}",
    "doomed": "{} will be destroyed when the game ends",
    "used as kept": "it cannot be used this turn",
}

_FUNCTIONS: dict[str, Callable[[list[ast.expr], Scene], str]] = {
    "cards": _cards,
    "some": _some,
    "two": lambda args, scene: f"two of {noun(args[0], scene)}",
    "lying": _lying(""),
    "different": _lying("differently named "),
    "costs": lambda args, scene: f"the number of different costs in {TABLE.get(_text(args[0]), _text(args[0]))}",
    "plays": _played(""),
    "named": _played("differently named "),
    "first": _first,
    "first_named": lambda args, scene: _CLAUSE.format(f"{noun(args[0], scene)} is the first card of its name played this turn"),
    "opener": lambda args, scene: f"the first {one_of(many(_text(args[0]), scene))} played this turn",
    "follows": lambda args, scene: _CLAUSE.format(f"{noun(args[0], scene)} was played after {noun(args[1], scene)}"),
    "before": lambda args, scene: _CLAUSE.format(f"{noun(args[0], scene)} was played before {noun(args[1], scene)}"),
    "others": lambda args, scene: f"the number of other {many(_text(args[1]), scene)} you have played this turn",
    "taken_in": lambda args, scene: f"the number of cards bought or gained this turn {_in(args[0], _text(args[1]), scene)}",
    "marked": lambda args, scene: _CLAUSE.format(_MARKED.get(_text(args[1]), "{} is marked").format(noun(args[0], scene))),
    "foes": lambda args, scene: "the foes" if noun(args[0], scene) == "you" else of(noun(args[0], scene), "foes"),
    "confronts": lambda args, scene: _CLAUSE.format(f"{noun(args[0], scene)} is in a Confrontation"),
    "fights": lambda args, scene: _CLAUSE.format(f"{of(noun(args[0], scene), 'team')} is in a Confrontation"),
    "together": lambda args, scene: _CLAUSE.format(f"{noun(args[0], scene)} is of {of(noun(args[1], scene), 'team')}"),
    "team": lambda args, scene: of(noun(args[0], scene), "team"),
    "teammates": lambda args, scene: of(noun(args[0], scene), "partner"),
    "assists": lambda args, scene: _CLAUSE.format("this card is an Assist in the partner's turn"),
    "taken": lambda args, scene: (
        f"the number of {many(_text(args[0]) if args else 'card', scene)} you have bought or gained this turn"
    ),
    "size": lambda args, scene: f"the number of {noun(args[0], scene).removeprefix('each of ')}",
    "most": lambda args, scene: f"the higher of {noun(args[0], scene)} and {noun(args[1], scene)}",
    "least": lambda args, scene: f"the lower of {noun(args[0], scene)} and {noun(args[1], scene)}",
    "in_play": lambda args, scene: f"the number of {many(_text(args[0]), scene)} that all players have in play",
    "foes_with": lambda args, scene: (
        f"the number of foes with {a(one_of(many(_text(args[2]), scene)))} {_theirs(_text(args[1]))}"
    ),
    "worth": lambda args, scene: f"the Victory Points of {noun(args[0], scene)}",
    "ruling": lambda args, scene: f"⟪{_text(args[0])}⟫",  # only the usual reading is told: see english.py
}


def _theirs(area: str) -> str:
    return f"in their {AREAS.get(area, area)}"


# lines


def per(node: ast.expr, scene: Scene, unit: str, sign: str = "") -> str:
    """So much of something, or so much for each: "+2 Power", "+1 Power for each Hero in your hand"."""
    number = literal(node)
    if number is not None:
        return counted(f"{sign}{number}", unit)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and literal(node.left) is not None:
        return f"{per(node.left, scene, unit, sign)}, and {per(node.right, scene, unit, sign)}"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_condition(node.right):
        return f"{per(node.left, scene, unit, sign)} if {clause(node.right, scene)}"
    times: int | None = 1
    counts = node
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            times, counts = (literal(left), right) if literal(left) is not None else (literal(right), left)
    if _is_condition(node):
        return f"{counted(f'{sign}1', unit)} if {clause(node, scene)}"
    told = noun(counts, scene)
    if times is not None and re.match("the number of (the|that|those) ", told):
        return f"{counted(f'{sign}{times}', unit)} for each card so chosen"
    if times is not None and told.startswith("the number of ") and isinstance(counts, ast.Call):
        return f"{counted(f'{sign}{times}', unit)} for each {one_of(told.removeprefix('the number of '))}"
    return f"{counted('X', unit).replace('X ', '')} equal to {noun(node, scene)}"


def _power(says: Saying) -> str:
    return per(parse(says.line.raw["power"]), says.scene, "{} Power", "+")


def _points(says: Saying) -> str:
    node = parse(says.line.raw["points"])
    number = literal(node)
    if number is not None and number < 0:
        return f"{says.does('lose')} {counted(-number, '{} Victory Point(s)')}"
    return f"{says.does('gain')} {per(node, says.scene, '{} Victory Point(s)')}"


def _weakness(says: Saying) -> str:
    goal = f" on top of {says.their()} deck" if says.line.raw.get("to") == "deck" else ""
    node = parse(says.line.raw["weakness"])
    told = per(node, says.scene, "{} Weakness(es)").replace("1 Weakness(es)", "a Weakness").replace("(es)", "es")
    return f"{says.does('gain')} {told}{goal}"


def _gain(says: Saying) -> str:
    goal = {"hand": " into {} hand", "deck": " on top of {} deck"}.get(says.line.raw.get("to", ""), "").format(says.their())
    return f"{says.does('gain')} {says.noun('gain')}{goal}"


def _put(says: Saying) -> str:
    raw = says.line.raw
    card, goal = says.noun("put"), raw.get("to", "hand")
    shared = {"line-up": "into the Line-Up", "main deck": "under the main deck", "weaknesses": "back on the stack of Weaknesses",
              "stack": "on top of the stack"}  # fmt: skip
    if goal in shared:
        return f"put {card} {shared[goal]}"
    owner = says.noun("who") if "who" in raw else says.called(f"owner of {raw['put']}", "its owner")
    owner = "its owner" if owner.startswith(f"{card}'s ") else owner
    return says.put(card, goal, owner) if goal != "kept" else f"put {card} under {of(owner, 'character')}"


def _pass(says: Saying) -> str:
    into = f" into {of(says.noun('to'), AREAS[says.line.raw.get('into', 'discard')])}"
    return f"pass {says.noun('pass')}{into.replace(' into', ' into', 1)}"


def _pass_left(says: Saying) -> str:
    who, area = says.noun("who", "you"), AREAS[says.line.raw.get("into", "discard")]
    says.scene.names.update({"victim": "that player", "it": "the card received"})
    then = f"; {says.lines(says.line.args['do'])}" if says.line.args.get("do") else ""
    return f"{who} pass a card each from hand into the {area} of the next of them to the left{then}"


def _play(says: Saying) -> str:
    raw = says.line.raw
    if raw.get("text"):
        return f"{says.called('this')} has the texts of the cards under your character this turn"
    back = {"stack": "then put it back on the stack", "deck": "then put it back on top of its deck",
            "main deck": "then put it under the main deck", "line-up": "at the end of the turn it goes back to the Line-Up",
            "owner": "at the end of the turn it goes to its owner's discard pile"}.get(raw.get("back", ""), "")  # fmt: skip
    pick = {"may": "you may play {}, one after the other", "must": "play {}, one after the other in any order"}
    told = pick.get(raw.get("pick", ""), "play {}").format(says.noun("play"))
    return f"{told}{' again' if raw.get('again') else ''}{f'; {back}' if back else ''}"


def for_all(text: str, one: str, each: str) -> str:
    """What is done to each of some: 'each foe discards a card', 'for each foe, reveal that foe's hand'."""
    if text.startswith(f"{one} "):
        return f"{each}{text.removeprefix(one)}"
    return f"for {each}, {text}" if one in text else text


def _attack(says: Saying) -> str:
    says.scene.names["victim"] = "that foe"
    says.scene.names["victims"] = "all foes who are hit"
    told = says.lines(says.line.args["attack"])
    if says.line.raw.get("on") == "chosen":
        return f"Attack: choose a foe; {told}"
    return f"Attack: {for_all(told, 'that foe', 'each foe')}"


def _for_each(says: Saying) -> str:
    who = {"foe": "foe", "player": "player", "victim": "player hit"}[says.line.raw["for_each"]]
    before = {word: says.called(word) for word in ("it", "victim")}
    says.scene.names.update({"it": f"that {who.split()[0]}", "victim": f"that {who.split()[0]}"})
    told = says.lines(says.line.args["do"])
    says.scene.names.update(before)
    return for_all(told, f"that {who.split()[0]}", f"each {who}")


def _extra(says: Saying) -> str:
    return f"draw {per(parse(says.line.raw['extra']), says.scene, '{} card(s)')}"


def _reveal(says: Saying) -> str:
    raw = says.line.raw
    area = raw[says.line.verb]
    if "at" in raw:
        return f"reveal {says.noun('at')}"
    if area not in ("main deck", "bottom"):
        told = COMMON[says.line.verb](says)
        if noun(parse(raw.get("top", 2)), says.scene) == "1":
            says.scene.names[str(raw.get("as", "seen"))] = "that card"
        return told
    number = noun(parse(raw.get("top", 1)), says.scene)
    cards = "card" if number == "1" else f"{number} cards"
    place = f"the {'last' if area == 'bottom' else 'top'} {cards} of the main deck"
    says.scene.names[str(raw.get("as", "seen"))] = "that card" if number == "1" else "those cards"
    return f"{'look at' if says.line.verb == 'look' else 'reveal'} {place}"


def _spend(says: Saying) -> str:
    often = "" if says.line.raw.get("once") else ", as often as you like"
    told = f"you may pay {says.noun('spend')} Power{often}: {says.lines(says.line.args['do'])}"
    says.scene.names[str(says.line.raw.get("as", "paid"))] = "that payment"
    return told


def _redeal(says: Saying) -> str:
    laid = f"{says.noun('who')} lay {says.amount('redeal', '{} card(s)')} each from hand face down"
    return f"{laid}; they are shuffled and each gets as many back at random"


def _raise(says: Saying) -> str:
    number, each, what = per(parse(says.line.raw["raise"]), says.scene, "{}").partition(" for each ")
    return f"a Character of your team costs {number} more this turn{each}{what}"


def _line_up(says: Saying) -> str:
    node = parse(says.line.raw["line_up"])
    number = literal(node)
    if number is not None:
        return f"add the top {counted(number, '{} card(s)').removeprefix('1 ')} of the main deck to the Line-Up"
    return f"add cards of the main deck to the Line-Up, as many as {noun(node, says.scene)}"


VERBS: dict[str, Callable[[Saying], str]] = {
    **COMMON,
    "look": _reveal,
    "reveal": _reveal,
    "power": _power,
    "double": lambda says: "double your Power of this turn",
    "spend": _spend,
    "discount": lambda says: f"defeating costs you {says.noun('discount')} Power less this turn",
    "points": _points,
    "steal": lambda says: f"steal {says.amount('steal', '{} Victory Point(s)')} from {says.noun('from')}",
    "gain": _gain,
    "weakness": _weakness,
    "destroy": lambda says: f"{says.does('destroy')} {says.noun('destroy')}",
    "put": _put,
    "discard_these": lambda says: f"discard {says.noun('discard_these')}",
    "pass": _pass,
    "pass_left": _pass_left,
    "redeal": _redeal,
    "play": _play,
    "attack": _attack,
    "line_up": _line_up,
    "mark": lambda says: _MARKING.get(says.line.raw["mark"], "mark {}").format(says.noun("on")),
    "raise": _raise,
    "call_off": lambda says: f"{'go on, or ' if says.line.raw.get('ask') else ''}call the Confrontation off",
    "make_assist": lambda says: f"{says.noun('make_assist')} is an Assist card until the end of the turn",
    "freeze": lambda says: f"lay a Frozen token on {says.noun('freeze')}",
    "turn_down": lambda says: f"turn {of(says.noun('turn_down'), 'character')} face down",
    "turn_up": lambda says: "turn the characters that it has turned face down up again",
    "extra": _extra,
    "for_each": _for_each,
}  # fmt: skip


VOCABULARY = Vocabulary(
    NAMES, GROUPS, KINDS, COUNTED, STATES, RELATIONS, {"marked": "is marked for {}"},
    truths={"bought": ("that card", "was bought"), "again": ("that card", "is played again"), "hit": ("a foe", "was hit"),
            "being_played": ("the card that lets you draw", "is being played")},
    numbers=frozenset({"x", "amount_hit", "amount_gained"}),
    special=special, verbs=VERBS, until=UNTIL, areas=AREAS, places=PLACES, forbidden={"play": "play cards"},
)  # fmt: skip
