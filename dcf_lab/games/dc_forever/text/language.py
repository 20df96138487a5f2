"""What DC Forever's card files may say: card types and their fields, timings, names, attributes and functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dcf_lab.engine.cards.cards import Language
from dcf_lab.engine.cards.expr import Words
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    ROGUE,
    Table,
    controller,
    in_play,
    is_exhausted,
    is_swayed,
    owner,
    place_of,
    players_of,
    scheme_at,
    side_of,
)
from dcf_lab.games.dc_forever.rules.damage import health
from dcf_lab.games.dc_forever.text.arguments import GROUPS
from dcf_lab.games.dc_forever.text.verbs import VERBS

TYPES = {
    "hero": {
        "subtitle": "text", "complexity": "text", "health": "number", "attack": "number", "rescue": "number", "cost": "number",
    },
    "rogue": {
        "subtitle": "text", "complexity": "text", "health": "number", "attack": "number", "threaten": "number", "cost": "number",
    },
    "event": {"cost": "number", "renown": "number", "infamy": "number", "starting": "flag", "anyone": "flag"},
    "attachment": {
        "cost": "number", "renown": "number", "infamy": "number", "starting": "flag", "anyone": "flag", "onto": "text",
    },
    "asset": {"cost": "number", "renown": "number", "starting": "flag", "anyone": "flag"},
    "minion": {"cost": "number", "infamy": "number", "starting": "flag", "anyone": "flag"},
    "scheme": {
        "cost": "number", "infamy": "number", "starting": "flag", "threshold": "number", "draw": "number",
        "played_faceup": "flag", "anyone": "flag",
    },
    "resource": {"renown": "number"},
    "location": {"citizens": "number"},
    "unaligned": {"subtitle": "text", "health": "number", "attack": "number", "claim": "number"},
}  # fmt: skip

# Every moment that some procedure opens a window for, and what is known in it.
MOMENTS = {
    "when threaten": "a Rogue declares a Threaten: actor, place",
    "when rescue": "a Hero declares a Rescue: actor, place",
    "when attack": "a character declares an Attack: actor, target, place",
    "when claim": "a Threaten or Rescue is about to move citizens: actor, place, amount",
    "when damage": "a character is about to suffer damage: actor, target, amount, attacking",
    "when defeated": "a character's damage has reached its Health: actor, target",
    "when play": "an event is played and about to resolve: card, player, actor",
    "when completed": "this Scheme has just been completed",
    "when round ends": "the End of Round Phase",
    "after threaten": "a Threaten is over: actor, place, claimed",
    "after rescue": "a Rescue is over: actor, place, claimed",
    "after attack": "an Attack is over: actor, target, place, dealt",
    "after damage": "a character has suffered damage: actor, target, amount, attacking, defeated",
    "after activate": "a character has been activated: actor, place",
    "after activation": "an activation is over: actor, place",
    "after advance": "a Scheme has gained citizens: actor, card, amount",
    "after complete": "a Scheme is in the Master Plan: card, player",
    "after play": "a card has been played: card, player, actor",
    "after use": "an ability has been used: card, player",
    "after recruit": "a character has been recruited: card, player",
    "after buy": "a card has been bought: card, player",
    "after draw": "a player has drawn: player, amount",
    "after ko": "a Hero has been knocked out: target, actor, place",
    "after capture": "a Rogue has been captured: target, actor, place",
    "after ready": "a card has been readied: card",
    "after reveal location": "a Location has come into the row: place",
    "after plotting begins": "the Plotting Stage has begun",
}

CONSTANTS = {
    "attack", "rescue", "threaten", "health", "cost", "threshold", "reduce modifier", "both actions",
    "cannot attack", "cannot rescue", "cannot threaten", "cannot activate", "cannot be attacked", "cannot suffer damage",
    "cannot be affected", "cannot ready", "cannot exhaust", "cannot play cards", "cannot use abilities", "cannot be attached",
    "cannot complete",
}  # fmt: skip

TIMINGS = {
    "modifier": frozenset({"attack", "rescue", "threaten"}),
    "constant": frozenset(CONSTANTS),
    "reaction": frozenset(MOMENTS),
    "use": frozenset({"turn", "action phase", "activation"}),
    "play": frozenset({"turn", "action phase", "activation"}),
}

COSTS = frozenset({"exhaust this", "exhaust character", "discard this", "sacrifice this", "discard a card"})

ABILITY_KEYS = {
    "add": "number",  # what a modifier or constant adds
    "x": "number",  # what X stands for on this card
    "threshold": "number",  # an Unaligned character's citizens that switch it on
    "side": "hero|rogue",  # the half of a Location that this is
    "while": "completed|faceup",  # where a Scheme's ability works
    "single_use": "flag",  # a completed Scheme that is turned facedown when used
    "forced": "flag",  # not a choice even on a player's card
    "once": "flag",  # once per round although it has no resource cost
    "unstoppable": "flag",  # an Attack with this modifier deals damage that cannot be ignored or reduced
}

NAMES = {
    "this": "the card with the ability",
    "it": "the card that is being judged: a candidate, or who a constant ability speaks of",
    "you": "the player of the card",
    "actor": "the character that acts",
    "target": "the character it acts on",
    "place": "the Location of the action",
    "card": "the card that the moment is about",
    "player": "the player that the moment is about",
    "amount": "the number of the moment: damage, citizens, cards",
    "attacking": "1 if the damage comes from an Attack",
    "defeated": "1 if the damage defeated its target",
    "claimed": "citizens that this action claimed",
    "dealt": "damage that this Attack dealt",
    "modifiers": "how many modifiers were played for this action",
    "hero": "the Hero player, or all of them",
    "rogue": "the Rogue player, or all of them",
    "sanctuary": "Sanctuary",
    "supply": "the supply",
    "round": "the number of the round",
}


def _count(word: str) -> Callable[[Table, Any], Any]:
    return lambda table, card: table.counts.get((card, word), 0)


def _value(word: str) -> Callable[[Table, Any], Any]:
    from dcf_lab.games.dc_forever.rules.actions import value_parts

    return lambda table, card: sum(p.amount for p in value_parts(table, card, word)) if _is_card(table, card) else 0


def _printed(word: str) -> Callable[[Table, Any], Any]:
    return lambda table, card: table.box.values[card].get(word, 0) if _is_card(table, card) else 0


def _size(word: str) -> Callable[[Table, Any], Any]:
    return lambda table, who: len(table.zone(who, word))


def _is_card(table: Table, thing: Any) -> bool:
    return thing in table.rules.library


def _side(table: Table, thing: Any) -> Any:
    if not isinstance(thing, str):
        return None
    if _is_card(table, thing):
        return table.box.side[thing]
    return side_of(thing) if thing in table.rules.players else None


ATTRIBUTES: dict[str, Callable[[Table, Any], Any]] = {
    "damage": _count("damage"),
    "citizens": _count("citizens"),
    "resources": _count("resources"),
    "health": lambda table, card: health(table, card) if _is_card(table, card) else 0,
    "remaining": lambda table, card: health(table, card) - table.counts.get((card, "damage"), 0) if _is_card(table, card) else 0,
    "attack": _value("attack"),
    "rescue": _value("rescue"),
    "threaten": _value("threaten"),
    "claim": _printed("claim"),
    "cost": _printed("cost"),
    "renown": _printed("renown"),
    "infamy": _printed("infamy"),
    "threshold": _printed("threshold"),
    "exhausted": lambda table, card: is_exhausted(table, card),
    "ready": lambda table, card: not is_exhausted(table, card),
    "swayed": lambda table, card: is_swayed(table, card),
    "faceup": lambda table, card: (card, "faceup") in table.marks,
    "in_play": lambda table, card: in_play(table, card),
    "at": lambda table, card: place_of(table, card) if _is_card(table, card) else None,
    "host": lambda table, card: table.links.get((card, "on")),
    "side": _side,
    "type": lambda table, card: table.box.kind.get(card),
    "of": lambda table, card: table.box.of.get(card),
    "owner": lambda table, card: owner(table, card) if _is_card(table, card) else None,
    "controller": lambda table, card: controller(table, card) if _is_card(table, card) else card,
    "scheme": lambda table, place: scheme_at(table, place),
    "hand": _size("hand"),
    "deck": _size("deck"),
    "discard": _size("discard"),
    "attachments": _size("attachments"),
    "empowering": _size("empowering"),
    "characters": _size("characters"),
}


def _half(table: Table, number: Any) -> int:
    """Half, rounded up, as all rounding is (Golden Rules)."""
    return -(-number // 2) if isinstance(number, int) else 0


def _has(table: Table, card: Any, trait: Any) -> bool:
    card = card[0] if isinstance(card, tuple) and card else card
    if (card, "blank") in table.marks and table.ruling("blank_extent") == "B":
        return False
    return _is_card(table, card) and trait in table.rules.library[card].traits


def _marked(table: Table, card: Any, word: Any) -> bool:
    return (card, word) in table.marks


def _number_of(table: Table, group: Any, place: Any = None) -> int:
    """How many of a group are in play, or at a Location."""
    if group == "completed scheme" and place is None:
        return len(table.zone("table", "master plan"))
    found = GROUPS[group](table, {}) if group in GROUPS else ()
    return sum(1 for card in found if place is None or place_of(table, card) == place)


def _size_of(table: Table, group: Any) -> int:
    return len(group) if isinstance(group, tuple) else 0


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "half": _half,
    "has": _has,
    "marked": _marked,
    "number": _number_of,
    "size": _size_of,
    "least": lambda table, one, two: min(_number(one), _number(two)),
    "most": lambda table, one, two: max(_number(one), _number(two)),
}


def _players(side: str) -> Callable[[Table], Any]:
    def found(table: Table) -> Any:
        players = players_of(table, side)
        return players if len(players) > 1 else players[0]

    return found


EVERYWHERE: dict[str, Callable[[Table], Any]] = {
    "hero": _players(HERO),
    "rogue": _players(ROGUE),
    "sanctuary": lambda table: "sanctuary",
    "supply": lambda table: "supply",
    "round": lambda table: table.facts.get("round", 0),
}

WORDS = Words(NAMES, ATTRIBUTES, FUNCTIONS, EVERYWHERE)
LANGUAGE = Language(
    "dc_forever", TYPES, frozenset({HERO, ROGUE}), TIMINGS, VERBS, WORDS, COSTS, ABILITY_KEYS,
    affiliated=frozenset({"event", "attachment", "asset", "minion", "scheme"}),
    reserved=frozenset({"hero", "hero1", "hero2", "rogue", "rogue1", "rogue2", "sanctuary", "supply"}),
    plurals={"unaligned": "unaligned", "hero": "heroes"},
    max_copies=10,
)  # fmt: skip
