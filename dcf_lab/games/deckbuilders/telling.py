"""How the family says answers, questions, refusals and marks, and the words that its sentences are made of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import capital, counted, noun, parse
from dcf_lab.engine.table import Event, Part
from dcf_lab.engine.telling import ability_words, area_words, name, whose
from dcf_lab.games import Deed, Wish
from dcf_lab.games.deckbuilders.box import PLAYERS, Table
from dcf_lab.games.deckbuilders.english import happening, has_happened, scene_of
from dcf_lab.games.deckbuilders.taking import price as price_of

NAMES: dict[str | None, str] = {
    None: "nobody", "": "nobody", "nobody": "nobody", "chance": "chance", "table": "the table",
    **{one: f"Player {one[-1]}" for one in PLAYERS}, "team1": "Team 1", "team2": "Team 2", "good": "the good side",
    "bad": "the bad side", "heroes": "the Super Heroes", "villains": "the Super-Villains", "line-up": "the Line-Up",
}  # fmt: skip

# answers

_PLAIN = {
    "end turn": "end the turn", "to discard": "into the discard pile", "decline": "do not use it",
    "choose none": "choose nothing",
    "done": "that is enough", "no": "no", "yes": "yes",
}  # fmt: skip
_GOALS = {"to deck": "on top of the deck", "under deck": "under the deck", "to hand": "into the hand"}
_MEANT = {
    "pick": "play as {}", "lay": "lay {} face down", "react": "use {}", "reward": "take the reward of {}", "choose": "choose {}",
    "pass": "pass {}",
}  # fmt: skip


def say(answer: str, cards: Library) -> str:
    """An answer as people say it.

    >>> from dcf_lab.games import manual
    >>> cards = manual("dc_deckbuilding").library()
    >>> [say(answer, cards) for answer in ("play punch.3", "end turn", "to deck kick.1", "choose player2", "to player3")]
    ['play Punch', 'end the turn', 'on top of the deck (Kick)', 'choose Player 2', "into Player 3's discard pile"]
    """
    if answer in _PLAIN:
        return _PLAIN[answer]
    if found := re.fullmatch(r"choose card (\d+) of (\w+) ([a-z ]+)", answer):
        place = f"the {found[3]}" if found[2] == "table" else f"{whose(_named(found[2], cards))} {found[3]}"
        return f"choose card {found[1]} of {place}"
    word, *rest = answer.split(" ")
    if len(rest) == 2 and f"{word} {rest[0]}" in _GOALS:
        return f"{_GOALS[f'{word} {rest[0]}']} ({_named(rest[1], cards)})"
    if word == "to" and len(rest) == 1 and rest[0] in PLAYERS:
        return f"into {whose(NAMES[rest[0]])} discard pile"
    if word in ("use", "react") and len(rest) == 2 and rest[0] in cards:
        called = ability_words(cards[rest[0]], rest[1])
        return f"use {_named(rest[0], cards)}{f' ({called})' if called else ''}"
    if word in _MEANT and len(rest) == 1:
        return _MEANT[word].format(_named(rest[0], cards))
    return " ".join(_named(one, cards) for one in answer.split(" "))


def _named(word: str, cards: Library) -> str:
    return cards[word].name if word in cards else NAMES.get(word, word) if word in PLAYERS else word


# answers that end something or leave it undone, and those that only pay or order
LEAVE: tuple[str, ...] = ("end turn", "decline", "done", "no", "choose none", "pass")
MINOR = ("discard", "react", "choose", "to", "under", "gain", "lay", "pick", "pay")
ORDERS = ("which next", "which first", "Gain which next")

# the first word of an answer -> how refusals of it are told together
DEEDS = {
    "buy": Deed("{} cannot be bought", "card"), "defeat": Deed("{} cannot be defeated", "card"),
    "play": Deed("{} cannot be played", "card"), "use": Deed("{} cannot be used", "card"),
    "react": Deed("{} cannot be used", "card"),
}  # fmt: skip


def price(table: Table, player: str, answer: str) -> str:
    """What an answer costs, in words; nothing if it is free."""
    word, _, rest = answer.partition(" ")
    card, _, key = rest.partition(" ")
    if word in ("buy", "defeat") and card in table.box.cost:
        return f"{price_of(table, player, card)} Power"
    if word == "react" and card in table.rules.library:
        paid = next((one.pay for one in table.rules.library[card].abilities if one.key == key), ())
        return " and ".join(_PRICES.get(one, one) for one in paid)
    return ""


_PRICES = {
    "discard this": "discarding it", "show this": "showing it", "discard a card": "a card of the hand",
    "discard this or destroy a vulnerability": "discarding it or destroying a Vulnerability",
}  # fmt: skip


def may_not(table: Table, option: str, player: str) -> str:
    """That somebody may not give an answer: 'Player 1 may not buy Kick'; a card of which nobody knows the name has none."""
    said = say(option, table.rules.library)
    word, _, card = option.partition(" ")
    if card and card not in table.rules.library and card in table.rules.library.printed:
        said = f"{word} {table.rules.library.printed[card].name}"
    said = {NEXT_OF_STACK: "defeat the next card of the stack", "done": "be done"}.get(option, said)
    return f"{capital(name(table, player))} may not {said}" if player else f"It is not possible to {said}"


NEXT_OF_STACK = "defeat stack"  # the first card of a stack when it lies face down


# questions


def question(table: Table, prompt: str) -> str:
    """What a player is asked, in words; `prompt` is how records and scenarios call it."""
    if prompt in _QUESTIONS:
        return _QUESTIONS[prompt]
    if prompt.startswith("React: when attack"):
        card = prompt.removeprefix("React: when attack").strip()
        return f"{name(table, card)} attacks: use a Defense?" if card else "An Attack: use a Defense?"
    if found := re.fullmatch(r"(after [a-z]+) ?(\S*): which next", prompt):
        about = {"card": name(table, found[2])} if found[2] in table.rules.library else {}
        return f"{capital(has_happened(found[1], about))}: what is used next?"
    if found := re.fullmatch(r"A card for (\w+)", prompt):
        return f"A card for {name(table, found[1])}"
    if found := re.fullmatch(r"The next card of (\w+) ([a-z -]+)", prompt):
        return f"The next card of {area_words(table, (found[1], found[2]))}"
    if prompt.endswith((": where does it go", ": what is paid")):
        return f"{prompt}?"
    if prompt.endswith(": which"):
        return f"{prompt} of these?"
    return f"{prompt.removesuffix(' do it')} use it?" if prompt.endswith(": do it") else prompt


_QUESTIONS = {
    "which next": "what comes next?",
    "Turn": "what next?", "Pick a character": "which character?", "Gain which next": "which card is gained next?",
    "Discard a card": "which card is discarded?", "Discard a card to draw one": "discard a card to draw one?",
    "Pass a card to the left": "which card is passed to the left?", "Lay a card face down": "which card is laid face down?",
}  # fmt: skip


# words of sentences


def _number(event: Event) -> int:
    """How many cards an event is about."""
    if event.amount is not None:
        return event.amount
    return int(event.detail.get("number", len(event.detail.get("cards", ()))))


def _out_of(table: Table, event: Event) -> str:
    """' from Punch': what a number comes from, if it comes from one card."""
    cards = {part.card for part in event.parts}
    return f" from {name(table, event.parts[0].card)}" if len(event.parts) == 1 and None not in cards else ""


def _from(table: Table, event: Event) -> str:
    """' from the Line-Up': where a card has been, if that does not go without saying."""
    source = event.detail.get("source")
    if not source or source[1] in _UNSAID.get(event.kind, ()):
        return ""
    if source[1] in ("played", "locations", "character"):
        return " out of play"
    if source[0] == event.by:
        return f" from the {table.rules.manual.BOARD.words(table, *source)}"
    return f" from {area_words(table, tuple(source))}"


_UNSAID = {"play": ("hand",), "discard": ("hand",), "pass": ("hand",), "defeat": ("stack", "other stack"), "buy": ("line-up",)}


def _goal(table: Table, event: Event) -> str:
    """'on top of the deck', "into Player 2's discard pile": where a card goes."""
    whom, area = tuple(event.detail.get("goal") or (event.by, "discard"))
    top = event.detail.get("top", event.kind == "return")
    way = {"deck": "on top of" if top else "under", "main deck": "under", "kept": "under", "weaknesses": "back on",
           "stack": "on top of", "other stack": "on top of", "destroyed": "on"}.get(area, "into")  # fmt: skip
    if area == "kept":
        return f"under {whose(name(table, whom))} character"
    words = area_words(table, (whom, area))
    return f"{way} the {table.rules.manual.BOARD.words(table, whom, area)}" if whom == event.by else f"{way} {words}"


def _seen(table: Table, event: Event) -> str:
    """What is looked at: 'the first 3 cards of the deck', "Player 2's hand"."""
    whom, area = event.detail.get("whose"), event.detail.get("area", "")
    if whom is None:
        place = "the main deck"
        return f"{counted(_number(event), '{} card(s)')} of {place}"
    place = f"the own {area}" if whom == event.by and area == "deck" else area_words(table, (whom, area))
    if event.detail.get("top"):
        number = _number(event)
        return f"the first {f'{number} cards' if number != 1 else 'card'} of {place}"
    return place if _number(event) > 1 or area == "deck" else f"{counted(_number(event), '{} card(s)')} of {place}"


def _moment(table: Table, event: Event) -> str:
    """The moment of a reaction, or of one that did not come: 'after Player 1 has played Kick'."""
    detail = event.detail
    found = {"card": detail.get("about"), "player": detail.get("player")}
    return happening(detail["moment"], {word: name(table, thing) for word, thing in found.items() if thing is not None})


EVENT_WORDS: dict[str, Callable[[Table, Event], str]] = {
    "cards": lambda table, event: counted(_number(event), "{} card(s)"),
    "points": lambda table, event: counted(abs(event.amount or 0), "{} Victory Point(s)"),
    "less": lambda table, event: counted(abs(event.amount or 0), "{}"),
    "out_of": _out_of,
    "from": _from,
    "goal": _goal,
    "seen": _seen,
    "moment": _moment,
}


def formula(table: Table, part: Part) -> str:
    """What a card says that it adds, where that is no plain number: ' [the number of Heroes played this turn]'."""
    timing = {"bonus": "constant", "points": "constant", "text": "play"}.get(part.what)
    if timing is None or part.card is None or part.card not in table.rules.library:
        return ""
    card = table.rules.library[part.card]
    found: list[Any] = []
    for ability in card.abilities:
        if ability.timing == timing == "constant" and ability.what == part.what:
            found.append(ability.raw.get("add"))
        elif ability.timing == timing == "play":
            found += [line.raw["power"] for line in ability.lines if line.verb == "power"]
    if len(found) != 1 or isinstance(found[0], int | None):
        return ""
    return f" [{noun(parse(found[0]), scene_of(card, table.rules.library))}]"


def mark_words(table: Table, card: str, what: str) -> str:
    """What a mark says: 'used this turn', 'face down, by Captain Cold', '2 Frozen tokens of Player 1'."""
    value = table.marks.get((card, what), ("", 1))[1]
    if what.startswith("used ") and card in table.rules.library:
        printed = table.rules.library[card]
        key = next((ability.key for ability in printed.abilities if ability.used == what), "")
        return f"{ability_words(printed, key) or 'ability'} used this turn"
    if what.startswith("frozen "):
        return f"{counted(value, '{} Frozen token(s)')} of {name(table, what.removeprefix('frozen '))}"
    return f"{what}, by {name(table, value)}" if isinstance(value, str) else what


# goals

_CARDS = ("starter", "hero", "villain", "super power", "equipment", "location")
WISHES = {
    "buy": Wish("{to} is bought", "buy {to}", _CARDS),
    "defeat": Wish("{to} is defeated", "defeat {to}", _CARDS),
    "gain": Wish("{to} is gained", "gain {to}", (*_CARDS, "weakness")),
    "play": Wish("{to} is played", "play {to}", (*_CARDS, "weakness")),
    "destroy": Wish("{to} is destroyed", "destroy {to}", (*_CARDS, "weakness")),
    "discard": Wish("{to} is discarded", "have {to} discarded", (*_CARDS, "weakness")),
    "pass": Wish("{to} is passed", "pass {to}", (*_CARDS, "weakness")),
    "appear": Wish("{to} appears", "make {to} appear", _CARDS),
}
SAID = {
    "points": "Victory Points", "cards": "cards in all", "vp": "Victory Point tokens", "power": "Power",
    "weaknesses": "Weaknesses",
    "hand": "cards in hand", "locations": "cards in play", "played": "played cards", "active": "on turn",
    "out": "out of the game",
    "Line-Up": "a Line-Up that cannot be filled", "stack": "an empty stack",
}  # fmt: skip


def _turn(table: Table) -> tuple[Any, ...]:
    return table.facts.get("round", 0), table.facts.get("turn"), table.facts.get("step") == "over"


WITHIN = {"this turn": _turn, "this round": lambda table: table.facts.get("round", 0)}
