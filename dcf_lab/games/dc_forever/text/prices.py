"""What an answer costs, in words, before it is given."""

from __future__ import annotations

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.games.dc_forever.rules.box import ROGUE, Table, side_of
from dcf_lab.games.dc_forever.rules.legal import buy_cost

PRICES = {
    "exhaust this": "exhausting it",
    "exhaust character": "exhausting the character",
    "discard this": "discarding it",
    "discard a card": "a card of the hand",
}


def price(table: Table, player: str, option: str) -> str:
    """The cost of an answer (Buy Affiliated Card; Recruit; Character Abilities); nothing if it is free.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> table = first_game(seed=1).table
    >>> [price(table, "rogue", option) for option in ("recruit punchline", "use cheetah primal_drive", "done")]
    ['4 Infamy', '2 Infamy', '']
    """
    word, card, key, *_ = (*option.split(" "), "", "")
    if player not in table.rules.players or card not in table.rules.library:
        return ""
    icon = "Infamy" if side_of(player) == ROGUE else "Renown"
    if word in ("buy", "recruit"):
        return f"{buy_cost(table, player, card)} {icon}"
    ability = _meant(table, word, card, key)
    if ability is None:
        return ""
    return " and ".join([*([f"{ability.cost} {icon}"] if ability.cost else ()), *(PRICES.get(one, one) for one in ability.pay)])


def _meant(table: Table, word: str, card: str, key: str) -> Ability | None:
    """The ability that an answer plays or uses: the one that it names, else the only one there is for it."""
    if word not in ("use", "react", "play"):
        return None
    abilities = table.rules.library[card].abilities
    named = [one for one in abilities if one.key == key and key]
    if word == "use" and not key:  # the modifier of a card in play
        named = [one for one in abilities if one.timing == "modifier"]
    if word == "play" and not named and table.box.kind[card] == "event":  # others are laid down, and paid for when they are used
        named = [one for one in abilities if one.timing in ("play", "modifier")]
    return named[0] if len(named) == 1 else None
