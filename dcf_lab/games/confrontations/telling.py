"""How Confrontations says what only it has: events, answers, questions, moments, goals."""

from __future__ import annotations

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.table import Event
from dcf_lab.games import Deed, EventKind, Moment, Wish
from dcf_lab.games.confrontations.why import askings, ways, why_not
from dcf_lab.games.deckbuilders import manuals as family
from dcf_lab.games.deckbuilders.box import Table
from dcf_lab.games.deckbuilders.manuals import (
    EVENT_WORDS,
    ORDERS,
    PART_RULES,
    ROLES,
    TIMELINES,
    WITHIN,
    counted,
    describe,
    formula,
    mark_words,
    may_not,
    outcome,
    price,
    side,
    spell_out,
)

# what this game tells the lab: most of it like the whole family
__all__ = [
    "DEEDS", "EVENTS", "EVENT_WORDS", "LEAVE", "MINOR", "ORDERS", "PARTS", "PART_RULES", "ROLES", "SAID", "TIMELINES",
    "WISHES", "WITHIN", "askings", "begins", "counted", "describe", "formula", "mark_words", "may_not", "moment",
    "outcome", "price", "question", "say", "side", "spell_out", "ways", "why_not",
]  # fmt: skip

PARTS = {**family.PARTS, "raised": "added by Blocks"}


def _sentence_of_playing(event: Event, cards: Library) -> str:
    if event.detail.get("whose"):
        return "{by} Assists {whose} with {to}."
    usual = family.EVENTS["play"].sentence
    return usual if isinstance(usual, str) else usual(event, cards)


def _sentence_of_taking_over(event: Event, cards: Library) -> str:
    return "{to} takes over." if event.detail.get("at_once", True) else "{to} takes over from the next turn on."


EVENTS = {
    **family.EVENTS,
    "play": family.EVENTS["play"]._replace(sentence=_sentence_of_playing),
    "at start": EventKind("{to}: the start of the turn.", "effect"),
    "confront": EventKind("{by} Confronts {to}, which costs {amount}.", "action"),
    "no confrontation": EventKind("{by} announces no Confrontation.", "action"),
    "done": EventKind("{by} is done, with {amount} Power.", "action"),
    "block": EventKind("{by} Blocks with {to}.", "action"),
    "no block": EventKind("{by} does not Block.", "atom"),
    "raise": EventKind("{to} costs {amount} more this turn.", "effect", short="+{amount} cost"),
    "compare": EventKind("{by} has {amount} Power against {to}.", "effect"),
    "beat": EventKind("{by} beats {to}.", "action"),
    "hold": EventKind("{to} holds: its cost is {amount}{sum}.", "effect"),
    "next version": EventKind(_sentence_of_taking_over, "effect"),
    "out": EventKind("{by} is out of the game.", "stage"),
    "call off": EventKind("{by} calls the Confrontation off.", "action"),
    "power counted": EventKind("{by} now has {amount} Power.", "effect"),
    "make assist": EventKind("{to} is an Assist card until the turn ends.", "effect"),
    "lay": EventKind("{by} lays {to} on the Character.", "action"),
    "waiting back": EventKind("{to} goes back to {by's} deck.", "effect"),
    "mix": EventKind("{amount} cards of the main deck make room for cards of another set.", "effect"),
    "remove": EventKind("{to} is removed and replaced.", "effect"),
    "no gain": EventKind("{by} gains nothing in a Confrontation.", "effect"),
}  # fmt: skip

# answers and questions

LEAVE = (*family.LEAVE, "no confrontation", "no block", "no assist", "go on")
MINOR: tuple[str, ...] = (*[word for word in family.MINOR if word != "lay"], "raise")
DEEDS = {
    **family.DEEDS, "confront": Deed("{} cannot be Confronted", "card"), "block": Deed("{} cannot Block", "card"),
    "assist": Deed("{} cannot Assist", "card"), "lay": Deed("{} cannot be laid on the Character", "card"),
}  # fmt: skip
_PLAIN = {
    "done": "that is all: now the Blocks", "no confrontation": "Confront nobody", "no block": "do not Block",
    "no assist": "do not Assist", "ask partner": "ask the partner for an Assist", "go on": "go on with the Confrontation",
    "call off": "call the Confrontation off",
}  # fmt: skip
_MEANT = {"confront": "Confront {}", "block": "Block with {}", "assist": "Assist with {}", "lay": "lay {} on the Character",
          "raise": "raise the cost of {}"}  # fmt: skip
_QUESTIONS = {
    "Announce": "Confront somebody?", "Turn": "what next?", "Block": "Block?", "Assist": "Assist the partner?",
    "Pick a character": "which Character?",
}  # fmt: skip


def say(answer: str, cards: Library) -> str:
    """An answer as people say it.

    >>> from dcf_lab.games import manual
    >>> cards = manual("confrontations").library()
    >>> [say(answer, cards) for answer in ("confront circe_level_1", "assist steel", "lay steel", "no block")]
    ['Confront Circe (Level 1)', 'Assist with Steel', 'lay Steel on the Character', 'do not Block']
    """
    if answer in _PLAIN:
        return _PLAIN[answer]
    word, _, card = answer.partition(" ")
    return _MEANT[word].format(cards[card].name) if word in _MEANT and card in cards else family.say(answer, cards)


def question(table: Table, prompt: str) -> str:
    """What a player is asked, in words."""
    if prompt in _QUESTIONS:
        return _QUESTIONS[prompt]
    if prompt.endswith((": whose cost", ": the Confrontation")):
        return f"{prompt}?"
    return family.question(table, prompt)


# where a game is


def moment(table: Table) -> Moment:
    """As in the family, and in a turn whether there is a Confrontation and how far it is."""
    found = family.moment(table)
    if found.stage != "Turn":
        return found
    step = table.facts.get("step")
    if step == "blocks":
        return found._replace(stage="Blocks")
    return found._replace(stage="Confrontation") if step == "turn" and table.facts.get("confronting") else found


def begins(event: Event, before: Event | None) -> str:
    """A turn is a phase, and so are the Blocks; an answer in it is an action."""
    if event.kind == "done":
        return "phase"
    if event.kind == "answer" and event.detail.get("prompt") in ("Block", "Assist"):
        return "action"
    return family.begins(event, before)


# goals

WISHES = {
    **{word: wish for word, wish in family.WISHES.items() if word not in ("defeat", "appear", "pass")},
    "beat": Wish("{to} is beaten", "beat {to}", ("character",)),
    "hold": Wish("{to} holds", "make {to} hold", ("character",)),
}
SAID = {**family.SAID, "captured": "beaten Characters", "level": "Level", "Characters": "the last version of a Character"}
