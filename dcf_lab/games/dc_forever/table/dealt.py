"""The table as one player knows it: whatever is hidden is dealt anew, and in the same way whatever it really is."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from dcf_lab.engine.table import Key
from dcf_lab.games.dc_forever.rules.box import HERO, Table, icons, owner
from dcf_lab.games.dc_forever.table.view import sees, view

Slot = tuple[Key, int, str]  # an area, a place in it, and whose cards have that back


def as_known_to(table: Table, player: str) -> Table:
    """A quiet table without its log that looks the same to this player, made only of what the player can see.

    Hands, decks, facedown Schemes and the cards under Heroes have other cards of the same player, dealt by a die that is drawn
    from what is in sight; the dice to come are others, too. Two tables that look the same become the same table.
    """
    seen = json.dumps(view(table, player), sort_keys=True)
    roll = random.Random(hashlib.sha256(seen.encode()).digest())
    hidden = sorted(zone for zone in table.zones if not sees(table, player, *zone))
    slots = [slot for zone in hidden for slot in _slots(table, zone, roll)]
    pool = sorted((_back(table, zone, card), card) for zone in hidden for card in table.zones[zone])
    roll.shuffle(pool)
    return _lay(table, hidden, _deal(table, slots, pool), roll.getrandbits(53))


def _back(table: Table, zone: Key, card: str) -> str:
    """Whose card it is, which its back shows; the common decks have backs of their own."""
    return owner(table, card) or zone[1]


def _slots(table: Table, zone: Key, roll: random.Random) -> Iterator[Slot]:
    """The places of an area and the backs that lie there: of a deck only the top one shows."""
    backs = [_back(table, zone, card) for card in table.zones[zone]]
    top, rest = (backs[:1], sorted(backs[1:])) if zone[1] == "deck" else ([], backs)
    if zone[1] == "deck":
        roll.shuffle(rest)
    elif zone[1] == "hand":
        rest.sort()
    for place, back in enumerate([*top, *rest]):
        yield zone, place, back


def _deal(table: Table, slots: Sequence[Slot], pool: list[tuple[str, str]]) -> dict[tuple[Key, int], str]:
    """A card for every place: Schemes and the cards under Heroes first, because not every card can lie there."""
    dealt: dict[tuple[Key, int], str] = {}
    renown = _renown(table, [slot for slot in slots if slot[0][1] == "empowering"], pool)
    for zone, place, back in sorted(slots, key=lambda slot: slot[0][1] not in ("scheme", "master plan", "empowering")):
        wanted = renown.get((zone, place))
        card = next(
            card for whose, card in pool
            if whose == back and (wanted is None or icons(table, card, HERO) == wanted)
            and (zone[1] not in ("scheme", "master plan") or table.box.kind[card] == "scheme")
        )  # fmt: skip
        pool.remove((back, card))
        dealt[zone, place] = card
    return dealt


def _renown(table: Table, slots: Sequence[Slot], pool: Sequence[tuple[str, str]]) -> dict[tuple[Key, int], int]:
    """How much Renown lies in each place under a Hero: as much in all as anybody may ask for (Empower a Hero)."""
    left = Counter((back, icons(table, card, HERO)) for back, card in pool)
    sums = {zone: sum(icons(table, card, HERO) for card in table.zones[zone]) for zone, _, _ in slots}
    last = {zone: place for zone, place, _ in slots}
    found: dict[tuple[Key, int], int] = {}

    def fill(index: int) -> bool:
        if index == len(slots):
            return True
        zone, place, back = slots[index]
        for whose, worth in sorted(left):
            if whose != back or not left[whose, worth] or worth > sums[zone] or (place == last[zone] and worth != sums[zone]):
                continue
            left[whose, worth] -= 1
            sums[zone] -= worth
            found[zone, place] = worth
            if fill(index + 1):
                return True
            left[whose, worth] += 1
            sums[zone] += worth
        return False

    assert fill(0), "the cards that really lie there fit"
    return found


def _lay(table: Table, hidden: Sequence[Key], dealt: dict[tuple[Key, int], str], dice: int) -> Table:
    """The cards in their places. What lay on a facedown Scheme stays there; marks on cards that nobody sees are forgotten."""
    new = table.copy()
    new.events, new.dice = None, dice
    cards = {card for zone in hidden for card in table.zones[zone]}
    now: dict[str, str] = {}  # the Scheme that lay there -> the one that lies there now
    for zone in hidden:
        new.zones[zone] = tuple(dealt[zone, place] for place in range(len(table.zones[zone])))
        if zone[1] in ("scheme", "master plan"):
            now.update(zip(table.zones[zone], new.zones[zone], strict=True))
    new.counts = _moved(table.counts, cards, now)
    new.marks = _moved(table.marks, cards, now)
    new.links = _moved(table.links, cards, now) | {key: who for key, who in table.links.items() if key[1] == "team"}
    for zone in hidden:
        for card in new.zones[zone] if zone[1] in ("hand", "deck") else ():
            if _back(new, zone, card) != zone[0]:
                new.marks[card, "planted"] = ("play", 1)
    books: tuple[dict[Any, Any], ...] = (new.zones, new.counts, new.marks, new.links)
    new.zones, new.counts, new.marks, new.links = (dict(sorted(book.items())) for book in books)
    new.facts.pop("plans asked", None)
    return new


def _moved(book: dict[Key, Any], cards: set[str], now: dict[str, str]) -> dict[Key, Any]:
    return {(now.get(card, card), what): value for (card, what), value in book.items() if card not in cards or card in now}
