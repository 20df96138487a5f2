"""What a player cannot see might as well be something else: the same decision with the hidden cards dealt anew."""

from __future__ import annotations

import random
from collections.abc import Iterable

from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.table import Key
from dcf_lab.games.dc_forever.rules.box import Table
from dcf_lab.games.dc_forever.table.view import sees, view

TRIES = 5


def resampled(game: Game, player: str, roll: random.Random) -> Game:
    """A game that this player cannot tell from the real one: hands, decks and facedown cards exchanged at random.

    Cards that the player sees now stay where they are. Should the hidden cards matter for how the table came about (another
    hand might not have answered as the real one did), the deal is tried again, with less and less changed.
    """
    table = game.table
    assert game.choice is not None
    named = {word for option in game.choice.options for word in option.split()}
    for attempt in range(TRIES):
        # at last only the dice are others
        names = _exchange(table, player, roll, named, attempt == TRIES - 2) if attempt < TRIES - 1 else {}
        try:
            other = game.renamed(names, roll.getrandbits(64))
        except (ReplayDiverged, IllegalAnswer):
            continue
        same = other.choice is not None and other.choice.options == game.choice.options
        if same and (game.is_quiet or view(other.table, player) == view(table, player)):
            return other
    return game.copy()


def _exchange(table: Table, player: str, roll: random.Random, named: set[str], decks_only: bool) -> dict[str, str]:
    """Which hidden card takes the place of which; those that the player may choose from are not hidden any more."""
    groups: dict[object, list[str]] = {}
    under: list[str] = []
    for zone, cards in table.zones.items():
        if sees(table, player, *zone) or zone[1] == "starters":
            continue
        if zone[1] in ("scheme", "master plan", "empowering"):
            under += [] if decks_only else [card for card in cards if card not in named]
        else:
            for card in cards:
                if card not in named and (card, "planted") not in table.marks:  # the back of a planted card shows
                    groups.setdefault(_group(zone, decks_only), []).append(card)
    names: dict[str, str] = {}
    for group in groups.values():
        names.update(zip(group, _mixed(group, roll), strict=True))
    for card in under:
        _swap_one(table, card, names, roll)
    return names


def _group(zone: Key, decks_only: bool) -> object:
    """A player's hand and deck are dealt together; the common decks each for itself."""
    whose, what = zone
    return zone if decks_only or whose == "table" else whose


def _mixed(cards: Iterable[str], roll: random.Random) -> list[str]:
    mixed = list(cards)
    roll.shuffle(mixed)
    return mixed


def _swap_one(table: Table, card: str, names: dict[str, str], roll: random.Random) -> None:
    """A facedown Scheme changes with another hidden Scheme, a card under a Hero with one of as much Renown."""
    box = table.box
    scheme = box.kind[card] == "scheme"
    fits = [
        other for other in names
        if box.side[other] == box.side[card]
        and (box.kind[other] == "scheme" if scheme else box.renown[other] == box.renown[card])
    ]  # fmt: skip
    if not fits:
        return
    chosen = roll.choice([card, *fits])
    if chosen != card:
        # whoever was to become `chosen` becomes `card`
        before = next(key for key, value in names.items() if value == chosen)
        names[before], names[card] = card, chosen
