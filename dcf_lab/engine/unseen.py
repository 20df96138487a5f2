"""What a player cannot see might as well be something else: hidden cards exchanged, or dealt anew from what is in sight."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from dcf_lab.engine.board import FACE_UP, names_one
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.table import Key, Table

TRIES = 5


def hidden_zones(table: Table, seats: Sequence[str]) -> Iterator[Key]:
    """The areas with cards that none of these players may see."""
    sees = table.rules.manual.sees
    return (zone for zone in table.zones if not any(sees(table, seat, *zone) for seat in seats))


def owner(table: Table, zone: Key, card: str) -> str:
    """Whose card it is, or what its back shows; that of a common deck belongs to the deck."""
    of, board = table.rules.library[card].of or card, table.rules.manual.BOARD
    known = board.zone(table, *zone)
    found = table.links.get((of, board.owner)) or (known.back if known else "")
    return found or (zone[0] if zone[0] in table.rules.players else zone[1])


def is_laid(table: Table, zone: Key) -> bool:
    """Is this an area in which each card has its place, and not a hand or a deck?"""
    known = table.rules.manual.BOARD.zone(table, *zone)
    return known is None or known.drawn not in ("fan", "pile")


# the same decision with other cards


def resampled(game: Game, player: str, roll: random.Random) -> Game:
    """A game that this player cannot tell from the real one: hands, decks and facedown cards exchanged at random.

    Cards that the player sees now stay where they are. Should the hidden cards matter for how the table came about (another
    hand might not have answered as the real one did), the deal is tried again, with less and less changed.
    """
    return dealt_anew(game, player, roll) or _likewise(game, player, roll, {}) or game.copy()  # at last only the dice are others


def dealt_anew(game: Game, player: str, roll: random.Random) -> Game | None:
    """Such a game, if one is found in which all hidden cards or at least those of the decks may be others."""
    assert game.choice is not None
    named = {word for option in game.choice.options for word in option.split()}
    for attempt in range(TRIES - 1):
        names = _exchange(game.table, player, roll, named, attempt == TRIES - 2)
        if (other := _likewise(game, player, roll, names)) is not None:
            return other
    return None


def _likewise(game: Game, player: str, roll: random.Random, names: dict[str, str]) -> Game | None:
    """The game with these cards in each other's places and other dice, if it looks the same to the player."""
    view, quiet = game.table.rules.manual.view, game.origin()[0]
    if not game.is_quiet and game.table.rules.manual.problems(quiet.renamed(names)):
        return None  # what could change places now could not do so when the table was quiet
    try:
        other = game.renamed(names, roll.getrandbits(64))
    except (ReplayDiverged, IllegalAnswer):
        return None
    assert game.choice is not None
    same = other.choice is not None and other.choice.options == game.choice.options
    return other if same and (game.is_quiet or view(other.table, player) == view(game.table, player)) else None


def _exchange(table: Table, player: str, roll: random.Random, named: set[str], decks_only: bool) -> dict[str, str]:
    """Which hidden card takes the place of which; those that the player may choose from are not hidden any more."""
    groups: dict[object, list[str]] = {}
    laid: list[tuple[Key, str]] = []
    for zone in hidden_zones(table, [player]):
        cards = [card for card in table.zones[zone] if card not in named and (card, FACE_UP) not in table.marks]
        if is_laid(table, zone):
            laid += [] if decks_only else [(zone, card) for card in cards]
            continue
        known = table.rules.manual.BOARD.zone(table, *zone)
        whose = known.back if known and known.back else zone[0] if zone[0] in table.rules.players else zone
        for card in cards:  # a player's hand and deck are dealt together; the common decks each for itself
            groups.setdefault((zone if decks_only else whose, owner(table, zone, card)), []).append(card)
    names: dict[str, str] = {}
    for cards in groups.values():
        mixed = cards.copy()
        roll.shuffle(mixed)
        names.update(zip(cards, mixed, strict=True))
    for zone, card in laid:
        _swap_one(table, zone, card, names, roll)
    return names


def _swap_one(table: Table, zone: Key, card: str, names: dict[str, str], roll: random.Random) -> None:
    """A card that lies hidden in its place changes with another hidden one that might lie there."""
    fitting = table.rules.manual.exchangeable
    fits = [other for other in names if _same_back(table, card, other) and fitting(table, zone, card, other)]
    if not fits:
        return
    chosen = roll.choice([card, *fits])
    if chosen != card:
        # whoever was to become `chosen` becomes `card`
        before = next(key for key, value in names.items() if value == chosen)
        names[before], names[card] = card, chosen


def _same_back(table: Table, one: str, other: str) -> bool:
    side = table.rules.manual.side
    return bool(side(table, one) == side(table, other))


# a table made only of what one player can see


def as_known_to(manual: Any, table: Table, player: str) -> Table:
    """A quiet table without its log that looks the same to this player, made only of what the player can see.

    Hidden cards are dealt by a die that is drawn from what is in sight; the dice to come are others, too. Two tables that look
    the same become the same table.
    """
    seen = json.dumps(manual.view(table, player), sort_keys=True)
    roll = random.Random(hashlib.sha256(seen.encode()).digest())
    hidden = sorted(hidden_zones(table, [player]))
    groups: dict[str, list[str]] = {}
    for zone in hidden:
        for card in table.zones[zone]:
            if (card, FACE_UP) not in table.marks:
                groups.setdefault(owner(table, zone, card), []).append(card)
    for cards in groups.values():
        cards.sort()
        roll.shuffle(cards)
    new = table.copy()
    new.events, new.dice = None, roll.getrandbits(53)
    for zone in sorted(hidden, key=lambda zone: (not is_laid(table, zone), not _choosy(table, zone), zone)):
        new.zones[zone] = tuple(_dealt(manual, table, zone, card, groups) for card in table.zones[zone])
    gone = {card for zone in hidden for card in table.zones[zone] if (card, FACE_UP) not in table.marks}
    for book in ("counts", "marks", "links"):
        owned = manual.BOARD.owner  # whose a card is, everybody knows
        said = getattr(table, book).items()
        kept = {key: value for key, value in said if key[1] == owned or not (key[0] in gone or names_one(value, gone))}
        setattr(new, book, dict(sorted(kept.items())))
    new.zones = dict(sorted(new.zones.items()))
    for fact in [fact for fact, value in table.facts.items() if fact in manual.BOARD.secret or names_one(value, gone)]:
        del new.facts[fact]  # the seat does not see it either
    return new


def _choosy(table: Table, zone: Key) -> bool:
    """Does an area hold only cards of some types, so that it must be dealt to before the others?"""
    known = table.rules.manual.BOARD.zone(table, *zone)
    return known is not None and bool(known.holds)


def _dealt(manual: Any, table: Table, zone: Key, card: str, groups: dict[str, list[str]]) -> str:
    if (card, FACE_UP) in table.marks:
        return card
    pool = groups[owner(table, zone, card)]
    chosen: str = next(one for one in pool if manual.exchangeable(table, zone, card, one))
    pool.remove(chosen)
    return chosen
