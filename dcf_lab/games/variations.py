"""What a composer of puzzles varies in a position of any game: what its board says that there is."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from dcf_lab.engine.board import Zone
from dcf_lab.engine.cards.cards import Library
from dcf_lab.games import Manual

Data = dict[str, Any]


class BoardVariations:
    """Tokens more or fewer, states, and cards that come, go or change places with others of their kind."""

    def __init__(self, manual: Manual, cards: Library, roll: random.Random) -> None:
        self.manual, self.board = manual, manual.BOARD
        self.cards = cards
        self.roll = roll
        self._ways: list[Callable[[Data], None]] = [self._count, self._state, self._give, self._take, self._swap]

    def plain(self, table: Data) -> None:
        """Every entry of which something can be said as a table."""
        for part, zone in self._areas(table):
            if zone.carries and zone.drawn != "slot":
                part[zone.key] = [one if isinstance(one, dict) else {"card": one} for one in part[zone.key]]

    def once(self, table: Data) -> None:
        """One change; one that makes no sense here does nothing."""
        self.roll.choice(self._ways)(table)

    def removals(self, table: Data) -> Iterator[Callable[[Data], None]]:
        """Every card that might be left out, one at a time."""
        for part, zone in self._areas(table):
            whose = next((player for player in self.manual.PLAYERS if table.get(player) is part), "")
            for entry in list(part[zone.key]) if zone.drawn != "slot" else ():
                yield partial(_remove, whose, zone.key, entry)

    def _areas(self, table: Data) -> list[tuple[Data, Zone]]:
        """Every area with cards, and the part of the position that says it."""
        parts = [(table, "table"), *((table[player], "player") for player in self.manual.PLAYERS if player in table)]
        return [(part, zone) for part, kind in parts for zone in self.board.of(kind) if part.get(zone.key)]

    def _entries(self, table: Data) -> list[tuple[Data, Zone]]:
        """Every card of which something can be said."""
        found = [(one, zone) for part, zone in self._areas(table) if zone.drawn != "slot" for one in part[zone.key]]
        return [(one, zone) for one, zone in found if isinstance(one, dict)]

    def _count(self, table: Data) -> None:
        """A token more or less, on a card or with a player."""
        on = [(entry, self.cards[entry["card"]].type, zone.carries) for entry, zone in self._entries(table)]
        on += [(table[player], "player", ()) for player in self.manual.PLAYERS if player in table]
        words = [(token.what.replace(" ", "_").replace("-", "_"), token.on) for token in self.board.tokens]
        counted = [(one, word) for one, kind, said in on for word, kinds in words if kind in kinds and word in (said or [word])]
        if counted:
            one, word = self.roll.choice(counted)
            one[word] = max(0, one.get(word, 0) + self.roll.choice((-2, -1, 1, 2)))

    def _state(self, table: Data) -> None:
        """A card is as it was not: exhausted, face up."""
        states = [
            (entry, state.key)
            for entry, zone in self._entries(table)
            for state in self.board.states
            if state.key in zone.carries and (not state.on or self.cards[entry["card"]].type in state.on)
        ]
        if states:
            entry, key = self.roll.choice(states)
            entry[key] = not entry.get(key, False)

    def _give(self, table: Data) -> None:
        """Where cards of a kind lie, another one comes to them."""
        if area := self._area(table):
            used = set(re.findall(r"[\w.]+", str(table)))
            kinds = {self.cards[_card(one)].type for one in area}
            if fitting := [card for card in self.cards if self.cards[card].type in kinds and card not in used]:
                card = self.roll.choice(fitting)
                area.insert(self.roll.randrange(len(area) + 1), {"card": card} if isinstance(area[0], dict) else card)

    def _take(self, table: Data) -> None:
        if area := self._area(table):
            area.pop(self.roll.randrange(len(area)))

    def _swap(self, table: Data) -> None:
        """Two cards of one kind lie where the other lay."""
        one, other = self._area(table), self._area(table)
        if one and other:
            first, second = self.roll.randrange(len(one)), self.roll.randrange(len(other))
            if self.cards[_card(one[first])].type == self.cards[_card(other[second])].type and type(one[0]) is type(other[0]):
                one[first], other[second] = other[second], one[first]

    def _area(self, table: Data) -> list[Any]:
        areas = [part[zone.key] for part, zone in self._areas(table) if zone.drawn != "slot"]
        return self.roll.choice(areas) if areas else []


def _card(entry: Any) -> str:
    return str(entry["card"] if isinstance(entry, dict) else entry)


def _remove(whose: str, area: str, card: Any, table: Data) -> None:
    if card in (cards := table.get(whose, table).get(area, [])):
        cards.remove(card)
