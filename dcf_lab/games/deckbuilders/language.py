"""What card files of the family may say: card types and their fields, timings, keys of abilities."""

from __future__ import annotations

from collections.abc import Mapping

from dcf_lab.engine.cards.cards import Language
from dcf_lab.engine.cards.expr import Words
from dcf_lab.engine.cards.verbs import Verb
from dcf_lab.games.deckbuilders.verbs import VERBS
from dcf_lab.games.deckbuilders.words import WORDS

_PRINTED = {
    "cost": "number", "vp": "signed", "power": "number",
    "starred": "flag",  # the Victory Points are printed with a star: they follow a formula
    "stack": "flag",  # a Super-Villain or Super Hero of the stack
    "also": "text",  # further types that it has while somebody owns it
    "stays": "flag",  # it stays in play although it is no Location
    "assist": "flag",  # it may be played in the partner's turn
    "symbol": "text",  # the Character whose symbol it carries
    "other_set": "flag",  # it belongs to another box and is only there for a mixed game
    "filler": "flag",  # a copy that nobody lists, for who wants the printed number
}  # fmt: skip
_CHARACTER = {
    "cost": "number", "vp": "signed", "side": "text", "level": "number", "of_character": "text",
    "goes_first": "flag", "promo": "flag", "other_set": "flag",
}  # fmt: skip
CARD_TYPES = {
    **dict.fromkeys(("starter", "hero", "villain", "super power", "equipment", "location", "weakness"), _PRINTED),
    "character": _CHARACTER,
}

# Every moment at which something waits until the card at hand is finished, and what is known then.
MOMENTS = {
    "after play": "a card has been played and is finished: card, player, again",
    "after take": "a card has been bought or gained: card, player, bought, source",
    "after draw": "a card has told its player to draw, for the first time this turn: player",
    "after discard": "a card has been discarded: card, player, source",
    "after pass": "a card has been passed: card, player, source",
    "after destroy": "a card has been destroyed: card, player whose effect it was, source",
    "after points": "Victory Point tokens have been gained: player",
    "after announce": "a Confrontation has been announced: card of the Character, player",
    "after attack": "an Attack is over: card, player who attacked, hit",
}
# what a constant ability speaks of
CONSTANTS = {"bonus", "points", "may go to deck", "may go to bottom", "may go to hand", "is assist"}
TIMINGS = {
    "play": frozenset({"turn"}),
    "defense": frozenset({"attack"}),
    "block": frozenset({"confrontation"}),
    "first_appearance": frozenset({"attack"}),
    "reaction": frozenset(MOMENTS),
    "constant": frozenset(CONSTANTS),
    "use": frozenset({"turn"}),
    "start": frozenset({"turn"}),
    "end": frozenset({"turn"}),
    "destroyed": frozenset({"anywhere"}),
    "defeated": frozenset({"stack"}),
}
COSTS = frozenset({"discard this", "show this", "discard a card", "discard this or destroy a vulnerability"})
ABILITY_KEYS = {
    "add": "number",  # what a constant adds
    "once": "flag",  # once per turn
    "first_time": "flag",  # only the first time: who declines it then has had it
    "tally": "number",  # what a set is made of, and how many make one
    "every": "number",
    "own": "flag",  # a constant that speaks of the card itself, wherever it lies
    "anyone": "flag",  # it waits for what any player does, not only its own
    "any_turn": "flag",  # it works in every player's turn
    "any_time": "flag",  # it also works in nobody's turn
    "drawback": "flag",  # nobody would want it: it cannot be declined
    "optional": "flag",  # the card says 'may'
    "together": "flag",  # a First Appearance that makes players deal with each other
}


def language(game: str, verbs: Mapping[str, Verb] = VERBS, words: Words = WORDS) -> Language:
    """The language of a game's cards, with verbs and words that only this game has."""
    return Language(
        game, CARD_TYPES, frozenset(), TIMINGS, verbs, words, COSTS, ABILITY_KEYS,
        plurals={"hero": "heroes", "equipment": "equipment", "weakness": "weaknesses"},
    )  # fmt: skip
