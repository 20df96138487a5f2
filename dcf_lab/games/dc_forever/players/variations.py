"""What a composer of puzzles varies in a position of DC Forever."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE

PLAYABLE = ("event", "attachment", "minion", "asset", "scheme")

Data = dict[str, Any]


class TableVariations:
    """Damage, citizens, cards in hand, who is where: what somebody changes who composes at a table."""

    def __init__(self, cards: Library, roll: random.Random) -> None:
        self.cards = cards
        self.roll = roll
        self._ways: list[Callable[[Data], None]] = [
            self._damage, self._damage, self._exhaust, self._move, self._citizens, self._citizens, self._scheme_citizens,
            self._give, self._give, self._take, self._swap, self._sanctuary, self._place, self._stranger,
        ]  # fmt: skip

    def plain(self, table: Data) -> None:
        """Every entry as a table, so that something can be said of it."""
        for side in (ROGUE, HERO):
            player = table.setdefault(side, {})
            player["characters"] = [one if isinstance(one, dict) else {"card": one} for one in player.get("characters", [])]
        for place in table.get("locations", []):
            for word in ("scheme", "unaligned"):
                if isinstance(place.get(word), str):
                    place[word] = {"card": place[word]}

    def once(self, table: Data) -> None:
        """One change; one that makes no sense here does nothing."""
        self.roll.choice(self._ways)(table)

    def removals(self, table: Data) -> Iterator[Callable[[Data], None]]:
        """Everything that might be left out, one thing at a time."""
        for side in (ROGUE, HERO):
            for area in ("hand", "deck", "discard", "reserve", "in_play"):
                for card in list(table[side].get(area, [])):
                    yield partial(_remove, side, area, card)
        for number in range(len(table.get("locations", [])) - 1, -1, -1):
            yield partial(_remove_place, number)

    def _character(self, table: Data) -> Data | None:
        there = [entry for side in (ROGUE, HERO) for entry in table[side]["characters"]]
        return self.roll.choice(there) if there else None

    def _damage(self, table: Data) -> None:
        if (entry := self._character(table)) is not None:
            _change(entry, "damage", self.roll.choice((-2, -1, 1, 1, 2)))

    def _exhaust(self, table: Data) -> None:
        if (entry := self._character(table)) is not None and entry["card"] != table.get("actor"):
            entry["exhausted"] = not entry.get("exhausted", False)

    def _move(self, table: Data) -> None:
        entry, place = self._character(table), self._location(table)
        if entry is not None and place is not None and entry["card"] != table.get("actor"):
            entry["at"] = place["card"]

    def _location(self, table: Data) -> Data | None:
        return self.roll.choice(table["locations"]) if table.get("locations") else None

    def _citizens(self, table: Data) -> None:
        if (place := self._location(table)) is not None:
            printed = self.cards[place["card"]].value("citizens")
            place.setdefault("citizens", printed)
            _change(place, "citizens", self.roll.choice((-3, -2, -1, 1, 2, 3)))

    def _scheme_citizens(self, table: Data) -> None:
        places = [place for place in table.get("locations", []) if "scheme" in place]
        if places:
            _change(self.roll.choice(places)["scheme"], "citizens", self.roll.choice((-2, -1, 1, 2)))

    def _sanctuary(self, table: Data) -> None:
        if table.get("sanctuary"):
            _change(table, "sanctuary", self.roll.choice((-2, -1, 1, 2)))

    def _give(self, table: Data) -> None:
        """A card of a character in play comes to its player's hand."""
        side = self.roll.choice((ROGUE, HERO))
        team = [entry["card"] for entry in table[side]["characters"]]
        used = set(re.findall(r"[\w.]+", str(table)))
        fitting = [c for c in self.cards if self.cards[c].of in team and self.cards[c].type in PLAYABLE and c not in used]
        if fitting:
            table[side].setdefault("hand", []).append(self.roll.choice(fitting))

    def _take(self, table: Data) -> None:
        side = self.roll.choice((ROGUE, HERO))
        if hand := table[side].get("hand"):
            hand.pop(self.roll.randrange(len(hand)))

    def _swap(self, table: Data) -> None:
        self._take(table)
        self._give(table)

    def _place(self, table: Data) -> None:
        """Another Location instead of one; who was there is there."""
        place = self._location(table)
        used = set(re.findall(r"[\w.]+", str(table)))
        others = [card for card in self.cards if self.cards[card].type == "location" and card not in used]
        if place is None or not others:
            return
        old, place["card"] = place["card"], self.roll.choice(others)
        for side in (ROGUE, HERO):
            for entry in table[side]["characters"]:
                if entry.get("at") == old:
                    entry["at"] = place["card"]

    def _stranger(self, table: Data) -> None:
        """An Unaligned character comes, goes, or is another."""
        place = self._location(table)
        if place is None:
            return
        used = set(re.findall(r"[\w.]+", str(table)))
        others = [card for card in self.cards if self.cards[card].type == "unaligned" and card not in used]
        if place.pop("unaligned", None) is None and others:
            place["unaligned"] = {"card": self.roll.choice(others)}


def _change(entry: Data, word: str, change: int) -> None:
    entry[word] = max(0, entry.get(word, 0) + change)


def _remove(side: str, area: str, card: Any, table: Data) -> None:
    if card in (cards := table[side].get(area, [])):
        cards.remove(card)


def _remove_place(number: int, table: Data) -> None:
    gone = table["locations"].pop(number)["card"]
    for side in (ROGUE, HERO):
        for entry in table[side]["characters"]:
            if entry.get("at") == gone:
                del entry["at"]
