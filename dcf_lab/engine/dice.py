"""Chance: the table's own seeded generator, and questions put to chance as to a player."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Key, Table

_MASK = 0xFFFFFFFFFFFFFFFF


def roll(table: Table, sides: int) -> int:
    """A number from 0 to sides - 1 (the splitmix64 generator: its whole state is one integer on the table)."""
    table.dice = z = (table.dice + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) % sides


def shuffled(table: Table, cards: Sequence[str]) -> tuple[str, ...]:
    """The cards in a random order."""
    mixed = list(cards)
    for last in range(len(mixed) - 1, 0, -1):
        other = roll(table, last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)


def shuffle(table: Table, zone: Key) -> None:
    table.order(zone, shuffled(table, table.zones.get(zone, ())))


def pick(table: Table, prompt: str, options: Sequence[str], rules: tuple[str, ...] = ()) -> Generator[Choice, str, str]:
    """Let chance choose. The die is thrown in any case, so that a presenter's own choice leaves later dice alone."""
    thrown = options[roll(table, len(options))]
    if len(set(options)) == 1:
        return thrown
    answer = yield Choice("chance", prompt, tuple(dict.fromkeys(options)), rules=rules, default=thrown)
    return answer
