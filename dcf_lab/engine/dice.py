"""Chance: the table's own seeded generator, and questions put to chance as to a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace

from dcf_lab.engine.game import Choice, Rules
from dcf_lab.engine.table import UNSETTLED, Key, Table

_MASK = 0xFFFFFFFFFFFFFFFF
EVERY_SHUFFLE = "every shuffle"  # the setting of a match in which a solver looks at every order that a shuffle can give


def roll(table: Table, sides: int) -> int:
    """A number from 0 to sides - 1 (the splitmix64 generator: its whole state is one integer on the table)."""
    table.dice = z = (table.dice + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) % sides


def shuffled(table: Table, cards: Sequence[str]) -> tuple[str, ...]:
    """The cards in a random order."""
    mixed = list(cards)
    dice = table.dice
    for last in range(len(mixed) - 1, 0, -1):  # as `roll` does it, written out here because decks are shuffled so often
        dice = z = (dice + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        other = (z ^ (z >> 31)) % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    table.dice = dice
    return tuple(mixed)


def shuffle(table: Table, zone: Key, above: int = 0) -> None:
    """A new order by the dice, below the first `above` cards.

    Where every shuffle is looked at, an order that nobody knows until a card is turned up.
    """
    stay, cards = table.zones.get(zone, ())[:above], table.zones.get(zone, ())[above:]
    if EVERY_SHUFFLE not in table.rules.settings:
        table.order(zone, stay + shuffled(table, cards))
        return
    table.order(zone, stay + tuple(sorted(cards)))
    if len(cards) > 1:
        for card in cards:
            table.mark(card, UNSETTLED, "game")


def settle(table: Table, zone: Key, number: int, rules: tuple[str, ...]) -> Generator[Choice, str, None]:
    """Before the first cards of an area are looked at or drawn: chance says which they are, if a shuffle left that open."""
    if EVERY_SHUFFLE not in table.rules.settings:
        return
    for place in range(min(number, len(table.zones.get(zone, ())))):
        cards = table.zones[zone]
        if (cards[place], UNSETTLED) not in table.marks:
            continue
        unknown = [card for card in cards if (card, UNSETTLED) in table.marks]
        card = unknown[0]
        if len(unknown) > 1:
            card = yield from pick(table, f"The next card of {' '.join(zone)}", unknown, rules)
        table.log("settle", by="chance", to=card, rules=rules, seen="chance")
        table.unmark(card, UNSETTLED)
        other = cards[place]
        swapped = {card: other, other: card}
        table.order(zone, tuple([swapped.get(one, one) for one in cards]))


def pick(table: Table, prompt: str, options: Sequence[str], rules: tuple[str, ...] = ()) -> Generator[Choice, str, str]:
    """Let chance choose. The die is thrown in any case, so that a presenter's own choice leaves later dice alone."""
    thrown = options[roll(table, len(options))]
    if len(set(options)) == 1:
        return thrown
    weights = Counter(options)
    answer = yield Choice("chance", prompt, tuple(weights), rules=rules, default=thrown, weights=tuple(weights.values()))
    return answer


def with_every_shuffle(rules: Rules) -> Rules:
    """The same rules for a match in which every shuffle leaves open what comes next."""
    return replace(rules, settings={**rules.settings, EVERY_SHUFFLE: True})
