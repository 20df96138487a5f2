"""Cards spelled out: what their ability data says, in the words of a rulebook. Each moment and each constant has its sentence."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from dcf_lab.engine.cards.cards import Ability, Card, Library
from dcf_lab.engine.cards.english import (
    Scene,
    a,
    at,
    capital,
    clause,
    counted,
    headed,
    mentions,
    noun,
    of,
    parse,
    whoever,
    written,
)
from dcf_lab.engine.cards.sayings import conditions, higher, literal, told, when
from dcf_lab.games.dc_forever.text.phrases import COUNTED, GROUPS, NAMES
from dcf_lab.games.dc_forever.text.sayings import FORBIDDEN, VOCABULARY


def spell_out(card: Card, cards: Library) -> list[str]:
    """Each ability of a card in English, as its data has it.

    >>> from dcf_lab.games.dc_forever import library
    >>> spell_out(library()["twin_swords.1"], library())
    ['Attack Modifier, exhaust this card: +2.']
    """
    return [_ability(ability, Scene(card, cards, _names(card, cards), VOCABULARY)) for ability in card.abilities]


def condition_in_words(ability: Ability, part: str, you: str, cards: Library) -> str:
    """A part of an ability's condition: "there is at least 1 Rogue at Zatanna's Location"; `you` is how its player is called."""
    card = cards.printed[ability.card]
    names = _names(card, cards) | {"you": you}
    if ability.timing == "reaction":
        names["actor"] = NAMES["actor"]  # whoever acts, not the card's own character
    return clause(parse(part), Scene(card, cards, names, VOCABULARY))


def moment_in_words(ability: Ability, cards: Library) -> str:
    """The moment that a REACTION waits for, and what must hold then: "when a Hero declares a Rescue here"."""
    card = cards.printed[ability.card]
    return _moment(ability, Scene(card, cards, _names(card, cards), VOCABULARY))


_ATTACK = {"actor": "character / the attacker", "target": "character / the target"}
_DAMAGE = {"target": "character", "actor": "card / the source", "amount": "the damage", "deed": "the damage"}
_CITIZENS = {"amount": "the number of citizens", "deed": "that claim"}
_PLAY = {"player": "player", "card": "card", "actor": "the character that plays it"}

# moment -> its sentence, and who can take a role in it ("what / how called later") or how a name is called in it
MOMENTS = {
    "when threaten": ("when {actor} declares a Threaten{place}", {"actor": "Rogue", "deed": "that Threaten"}),
    "when rescue": ("when {actor} declares a Rescue{place}", {"actor": "Hero", "deed": "that Rescue"}),
    "when attack": ("when {actor} declares an Attack on {target}{place}", _ATTACK | {"deed": "that Attack"}),
    "when claim": ("when {actor} is about to claim citizens{place}", {"actor": "character", **_CITIZENS}),
    "when damage": ("when {target} is about to suffer damage{from_actor}", _DAMAGE),
    "when defeated": ("when the damage on {target} reaches its Health", {"target": "character", "deed": "that defeat"}),
    "when play": ("when {player} plays {card}", _PLAY | {"card": "event", "deed": "that event"}),
    "when completed": ("when this Scheme is completed", {}),
    "when round ends": ("when the round ends", {}),
    "after threaten": ("after {actor} Threatens{place}", {"actor": "Rogue"}),
    "after rescue": ("after {actor} Rescues{place}", {"actor": "Hero"}),
    "after attack": ("after {actor} Attacks {target}{place}", _ATTACK),
    "after damage": ("after {target} suffers damage{from_actor}", _DAMAGE),
    "after activate": ("after {actor} is activated{place}", {"actor": "character"}),
    "after activation": ("after {actor} ends its activation{place}", {"actor": "character"}),
    "after advance": ("after {card} gains citizens", {"card": "Scheme", **_CITIZENS}),
    "after complete": ("after {player} completes {card}", {"player": "Rogue player", "card": "Scheme"}),
    "after play": ("after {player} plays {card}", _PLAY),
    "after use": ("after {player} uses an ability of {card}", _PLAY),
    "after recruit": ("after {player} recruits {card}", {"player": "player", "card": "character"}),
    "after buy": ("after {player} buys {card}", {"player": "player", "card": "card"}),
    "after draw": ("after {player} draws cards", {"player": "player", "amount": "the number of cards drawn"}),
    "after ko": ("after {target} is knocked out{by_actor}{place}", {"target": "Hero", "actor": "character"}),
    "after capture": ("after {target} is captured{by_actor}{place}", {"target": "Rogue", "actor": "character"}),
    "after ready": ("after {card} is readied", {"card": "card"}),
    "after reveal location": ("after {place} is revealed", {"place": "Location"}),
    "after plotting begins": ("after the Plotting Stage begins", {}),
}

# constant -> the character or card whose value it changes
VALUES = {
    "attack": "character", "rescue": "Hero", "threaten": "Rogue", "health": "character", "cost": "card", "threshold": "Scheme",
}  # fmt: skip
# constant -> what it allows or forbids
PERMISSIONS = {
    "reduce modifier": "{who} suffers {number} less damage from 1 modifier of an Attack",
    "both actions": "{who} may take both main actions in one activation",
} | {f"cannot {word}": f"{{who}} cannot {phrase}" for word, phrase in FORBIDDEN.items()}

WINDOWS = {"turn": "on your turn", "action phase": "in the Action Phase", "activation": "while {actor} is activated"}
COSTS = {
    "exhaust this": "exhaust {this}", "exhaust character": "exhaust {actor}", "discard this": "discard {this}",
    "sacrifice this": "sacrifice {this}", "discard a card": "discard a card from your hand",
}  # fmt: skip
NEUTRAL = ("unaligned", "location")  # cards of no player


def _names(card: Card, cards: Library) -> dict[str, str]:
    """How the names of expressions are called on this card."""
    names = dict(NAMES)
    character = card if card.type in ("hero", "rogue") else cards.printed.get(card.of or "")
    if character is not None and not card.values.get("anyone"):
        names["actor"] = character.name
    if character is card or card.type in NEUTRAL:
        names["this"] = card.name
    if card.type in NEUTRAL:
        names["you"] = "the active player"
    return names


def _ability(ability: Ability, scene: Scene) -> str:
    tell = {"modifier": _modifier, "constant": _constant, "reaction": _reaction, "use": _action, "play": _action}
    sentences = tell[ability.timing](ability, scene)
    if "x" in ability.raw:
        sentences.append(f"X, worked out first, is {noun(parse(ability.raw['x']), scene)}")
    if ability.words.get("unstoppable"):
        sentences.append("the damage of this Attack cannot be ignored or reduced")
    return written([": ".join([*_labels(ability, scene), sentences[0]]), *sentences[1:]])


def _labels(ability: Ability, scene: Scene) -> list[str]:
    """What stands before the first colon: a name, the half of a Location, where a Scheme's ability works, a threshold."""
    words = ability.words
    labels = [ability.name] if ability.name else []
    if "side" in words:
        labels.append(f"{GROUPS[words['side']]} side")
    state = [words["while"]] if "while" in words else []
    if words.get("single_use"):
        state.append("single use")
    if state:
        labels.append(", ".join(state))
    if "threshold" in ability.raw:
        labels.append(f"with at least {counted(noun(parse(ability.raw['threshold']), scene), '{} citizen(s)')}")
    return labels


# one function for each timing: the clauses of an ability, the first with its head


def _modifier(ability: Ability, scene: Scene) -> list[str]:
    kinds = [word.title() for word in ability.what.split(" or ")]
    add = parse(ability.raw.get("add", 0))
    bonus = f"add {noun(add, scene)}" if literal(add) is None else f"{literal(add):+}"
    head = f"{' or '.join(kinds)} Modifier" + when(conditions(ability.raw.get("if")), scene) + _costs(ability, scene)
    clauses = [f"{head}: {bonus}", *told(ability.lines, scene)]
    if ability.after:
        clauses += headed(f"after the {kinds[0] if len(kinds) == 1 else 'action'}", told(ability.after, scene))
    return clauses


def _constant(ability: Ability, scene: Scene) -> list[str]:
    holding = conditions(ability.raw.get("if"))
    add = parse(ability.raw.get("add", 0))
    clauses = []
    for what in ability.what.split(" or "):
        thing = VALUES.get(what, "Scheme" if what == "cannot complete" else "character")
        if "side" in ability.words and thing == "character":
            thing = GROUPS[ability.words["side"]]
        who = whoever(thing, "it", [c for c in holding if mentions(c, "it")], scene).each()
        changed = f"{of(who, COUNTED[what][0])} is {higher(add, scene)}" if what in VALUES else ""
        clauses.append(changed or PERMISSIONS[what].format(who=who, number=noun(add, scene)))
    rest = when([c for c in holding if not mentions(c, "it")], scene)
    return [text + rest for text in clauses]


def _action(ability: Ability, scene: Scene) -> list[str]:
    head = " or ".join(WINDOWS[what].format(**scene.names) for what in ability.what.split(" or "))
    head = ("play " if ability.timing == "play" else "") + head
    return headed(head + when(conditions(ability.raw.get("if")), scene) + _costs(ability, scene), told(ability.lines, scene))


def _reaction(ability: Ability, scene: Scene) -> list[str]:
    head = _moment(ability, scene) + _costs(ability, scene)
    if ability.what != "when completed":
        forced = ability.words.get("forced") or scene.card.type in NEUTRAL
        head = f"{'forced ' if forced else ''}REACTION: {capital(head)}"
    return headed(head, told(ability.lines, scene))


def _costs(ability: Ability, scene: Scene) -> str:
    """What is paid: ", pay 2 Infamy (once per round)", ", exhaust this card"."""
    character = scene.cards.printed.get(scene.card.of or "", scene.card)
    icon = {"hero": "Renown", "rogue": "Infamy"}.get(character.type, "resources")
    costs = [f"pay {ability.cost} {icon} (once per round)"] if ability.cost else []
    costs += [COSTS[price].format(**scene.names) for price in ability.pay]
    once = ", once per round" if ability.words.get("once") else ""
    return once + (f", {' and '.join(costs)}" if costs else "")


# moments


def _moment(ability: Ability, scene: Scene) -> str:
    """The moment with those it is about ("after a Hero Rescues here"), and what else must hold."""
    holding = conditions(ability.raw.get("if"))
    places = [place for place in map(_place, holding) if place is not None]
    used: set[str] = set()
    called: dict[str, str] = {}
    sentences = []
    for what in ability.what.split(" or "):
        sentence, roles = MOMENTS[what]
        slots = {"place": "".join(f" {at(place, scene)}" for place in places), "from_actor": "", "by_actor": ""}
        for role, thing in roles.items():
            if thing.startswith(("the ", "that ")):
                called[role] = thing
                continue
            thing, _, later = thing.partition(" / ")
            if "side" in ability.words and thing == "character":
                thing = GROUPS[ability.words["side"]]
            about = [c for c in holding if _describes(c, role)]
            who = whoever(thing, role, about, scene)
            slots[role] = who.one()
            if role == "actor" and about:
                slots |= {"from_actor": f" from {who.one()}", "by_actor": f" by {who.one()}"}
            name = who.only or later or f"that {who.thing}"
            if name.endswith(" this is attached to"):  # long enough to be told only once
                name = f"that {name.split()[1]}"
            called[role] = name if called.get(role, name) == name else "that character"
            used.add(role)
        sentences.append(sentence.format(**slots))
    scene.names.update(called)
    if "player" not in called and "actor" in called:
        scene.names["player"] = of(called["actor"], "player")
    rest = [c for c in holding if _place(c) is None and not any(_describes(c, role) for role in used)]
    return " or ".join(sentences) + when(rest, scene)


def happening(moment: str, names: Mapping[str, str]) -> str:
    """A moment with those whom it is about by their names, as far as they are known.

    >>> happening("when damage", {"target": "Batman", "actor": "Cheetah"})
    'when Batman is about to suffer damage from Cheetah'
    >>> happening("after play", {})
    'after a player plays a card'
    """
    sentence, roles = MOMENTS[moment]
    slots = {role: names.get(role) or a(thing.partition(" / ")[0]) for role, thing in roles.items()}
    if "place" not in roles:
        slots["place"] = f" at {names['place']}" if "place" in names else ""
    for slot, word in (("from_actor", "from"), ("by_actor", "by")):
        slots[slot] = f" {word} {names['actor']}" if "actor" in names else ""
    return sentence.format(**slots)


def _place(condition: ast.expr) -> ast.expr | None:
    """Where the moment must happen, if the condition says that: `place == this.at`."""
    match condition:
        case ast.Compare(left=ast.Name(id="place"), ops=[ast.Eq()], comparators=[place]):
            return place
    return None


def _describes(condition: ast.expr, role: str) -> bool:
    """Can this condition stand in the moment itself ("after Cheetah Attacks") instead of behind an "if"?"""
    others = {"actor", "target", "card", "player", "place", "amount", "claimed", "dealt", "modifiers"} - {role}
    return mentions(condition, role) and not mentions(condition, *others) and "in_play" not in ast.unparse(condition)
