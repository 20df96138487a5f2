"""What expressions on cards, in expectations and in goals speak of: names, attributes and functions of the family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dcf_lab.engine.cards.expr import ExpressionError, Words
from dcf_lab.engine.table import where
from dcf_lab.games.deckbuilders.box import (
    DESTROYED,
    LINE_UP,
    MAIN,
    STACK,
    SUPPLY,
    TYPES,
    WEAKNESSES,
    Table,
    active,
    called_foes,
    fact,
    fits,
    holder,
    is_a,
    is_up,
    owned,
    owner,
    playing,
    was_a,
)  # fmt: skip
from dcf_lab.games.deckbuilders.playing import ASSISTED, PLAYED, different_played, times_played
from dcf_lab.games.deckbuilders.scoring import outcome, points_of, score, scored
from dcf_lab.games.deckbuilders.taking import TAKEN, TURNED_UP, is_frozen

NAMES = {
    "this": "the card with the ability",
    "it": "the card that is being judged: a candidate, or what a constant ability speaks of",
    "you": "the player of the card",
    "card": "the card that the moment is about",
    "player": "the player that the moment is about",
    "victim": "the player whom an Attack hits",
    "victims": "all players whom an Attack hits",
    "attacker": "the player who attacks, if it is one",
    "source": "where a card comes from: 'line-up', 'hand'",
    "hit": "the players whom an Attack has hit",
    "bought": "1 if the card was bought or defeated, 0 if it was gained",
    "again": "1 if the card is played again",
    "being_played": "1 if the card that tells its player to draw is being played",
}

AREAS: dict[str, Any] = {"line-up": LINE_UP, "destroyed": DESTROYED, "main deck": MAIN, "stack": STACK, "supply": SUPPLY,
                         "weaknesses": WEAKNESSES}  # fmt: skip


def _fits(kind: str) -> Callable[[Table, str], bool]:
    return lambda table, card: card in table.box.id and is_a(table, card, kind)


def _value(word: str) -> Callable[[Table, Any], int]:
    def value(table: Table, thing: Any) -> int:
        if word == "vp" and thing in table.rules.players:
            return table.counts.get((thing, "vp"), 0)
        if word == "power" and thing in table.rules.players:
            return table.counts.get((thing, "power"), 0)
        if word == "cost" and table.rules.readings.get("discount_or_cost") == "B" and thing in table.box.on_stack:
            return max(0, table.box.cost[thing] - table.counts.get((active(table) or "", "discount"), 0))
        return int(getattr(table.box, word).get(thing, 0))

    return value


def _zone_size(area: str) -> Callable[[Table, str], int]:
    return lambda table, player: len(table.zone(player, area))


ATTRIBUTES: dict[str, Callable[[Table, Any], Any]] = {
    **{kind.replace(" ", "_"): _fits(kind) for kind in (*TYPES, "kick", "punch", "vulnerability")},
    "cost": _value("cost"),
    "vp": _value("vp"),
    "power": _value("power"),
    "name": lambda table, card: table.box.name.get(card, ""),
    "id": lambda table, card: table.box.id.get(card, ""),
    "even": lambda table, card: table.box.cost.get(card, 0) % 2 == 0,
    "assist": lambda table, card: card in table.box.assists,
    "defense": lambda table, card: card in table.box.defenses,
    "block": lambda table, card: card in table.box.abilities["block"],
    "frozen": is_frozen,
    "face_up": is_up,
    "of_stack": lambda table, card: card in table.box.on_stack,
    "plays": lambda table, card: fact(table, "played this turn").count(card) + fact(table, "assisted this turn").count(card),
    "taken": lambda table, card: card in fact(table, TAKEN),
    "in_hand": lambda table, card: (where(table, card) or ("", ""))[1] == "hand",
    "in_play": lambda table, card: (where(table, card) or ("", ""))[1] in ("played", "locations", "character"),
    "among_played": lambda table, card: (where(table, card) or ("", ""))[1] == "played",
    "owner": owner,
    "holder": holder,
    "bought": lambda table, card: holder(table, card) is not None,
    # of players
    "discount": lambda table, player: table.counts.get((player, "discount"), 0),
    "hand": _zone_size("hand"),
    "deck": _zone_size("deck"),
    "discard": _zone_size("discard"),
    "locations": _zone_size("locations"),
    "played": _zone_size("played"),
    "cards": lambda table, player: len(owned(table, player)),
    "points": lambda table, player: score(table, player) if player in table.rules.players else 0,
    "weaknesses": lambda table, player: sum(table.box.id[card] == "weakness" for card in owned(table, player)),
    "active": lambda table, player: active(table) == player,
    "out": lambda table, player: not playing(table, player),
    "wins": lambda table, player: (ended := outcome(table)) is not None and table.box.team.get(player, player) in ended.winners,
}


# functions


def _cards(table: Table, whose: str, area: str) -> list[str]:
    if area == "scored":
        return scored(table, whose)
    if area == "owned":
        return owned(table, whose)
    return [card for one in area.split(" or ") for card in table.zone(whose, one)]


def cards(table: Table, whose: str, area: str, kind: str = "card") -> int:
    """How many cards of a kind a player has somewhere: cards(you, 'discard', 'hero')."""
    return sum(fits(table, card, kind) for card in _cards(table, whose, area)) if whose in table.rules.players else 0


def some(table: Table, whose: str, area: str, kind: str) -> tuple[str, ...]:
    """The cards of a kind that a player has somewhere."""
    return tuple(card for card in _cards(table, whose, area) if fits(table, card, kind)) if whose in table.rules.players else ()


def two(table: Table, found: Any) -> tuple[str, ...]:
    """The first two of some cards that are all alike."""
    return tuple(found)[:2] if isinstance(found, tuple) else ()


def lying(table: Table, area: str, kind: str = "card") -> int:
    """How many cards of a kind lie in an area of the table: lying('line-up', 'villain')."""
    return sum(fits(table, card, kind) for card in table.zone("table", area))


def different(table: Table, area: str, kind: str = "card") -> int:
    """How many differently named cards of a kind lie in an area of the table."""
    return len({table.box.name[card] for card in table.zone("table", area) if fits(table, card, kind)})


def costs(table: Table, area: str) -> int:
    """How many different costs there are among the cards in an area of the table."""
    return len({table.box.cost[card] for card in table.zone("table", area)})


def plays(table: Table, whose: str, kind: str = "card") -> int:
    """How often a player has played a card of a kind this turn: plays(you, 'hero')."""
    return times_played(table, whose, kind)


def named(table: Table, whose: str, kind: str = "card", least: int = 0) -> int:
    """How many differently named cards of a kind and of a cost of at least so much a player has played this turn."""
    return different_played(table, whose, kind, least if isinstance(least, int) else 0)


def _played_with(table: Table, card: str) -> tuple[str, ...]:
    """The cards that whoever played this one has played this turn, also if it lies elsewhere by now."""
    mine = fact(table, PLAYED)
    return mine if card in mine else fact(table, ASSISTED)


def first(table: Table, card: str, kind: str) -> bool:
    """Is this card the first of its kind that its player has played this turn?"""
    if card not in table.box.id or not fits(table, card, kind):
        return False
    cards_played = [one for one in _played_with(table, card) if was_a(table, one, kind)]
    return bool(cards_played) and cards_played[0] == card and cards_played.count(card) == 1


def opener(table: Table, kind: str) -> str | None:
    """The first card of a kind that the active player has played this turn, if it is still in play."""
    card = next((card for card in fact(table, PLAYED) if fits(table, card, kind)), None)
    lies = where(table, card) if card is not None else None
    return card if lies is not None and lies[1] in ("played", "locations") else None


def first_named(table: Table, card: str) -> bool:
    """Is this the first card of its name that was played this turn?"""
    cards_played = _played_with(table, card)
    same = [one for one in cards_played if table.box.name[one] == table.box.name.get(card)]
    return bool(same) and same[0] == card and same.count(card) == 1


def before(table: Table, one: str, other: str) -> bool:
    """Was a card played before another one this turn?"""
    cards_played = fact(table, PLAYED)
    if one not in cards_played or other not in cards_played:
        return one in cards_played
    return cards_played.index(one) < cards_played.index(other)


def others(table: Table, this: str, kind: str) -> int:
    """How often other cards of a kind have been played this turn; playing one again counts, unless a ruling says otherwise."""
    found = [one for one in _played_with(table, this) if one != this and was_a(table, one, kind)]
    return len(dict.fromkeys(found)) if table.rules.readings.get("replay_counts") == "B" else len(found)


def taken(table: Table, kind: str = "card", seen_by: str = "") -> int:
    """How many cards of a kind the active player has bought or gained this turn, since a character has been face up."""
    missed = table.marks.get((seen_by, TURNED_UP), ("", 0))[1]
    return sum(fits(table, card, kind) for card in fact(table, TAKEN)[missed:])


def taken_in(table: Table, whose: str, area: str) -> int:
    """How many of the cards that were bought or gained this turn lie in an area of a player."""
    return sum(card in fact(table, TAKEN) for card in _cards(table, whose, area)) if whose in table.rules.players else 0


def marked(table: Table, card: str, what: str) -> bool:
    """Has a card been marked with this word?"""
    return (card, what) in table.marks


def foes_of(table: Table, whose: str) -> tuple[str, ...]:
    """All foes of a player, clockwise."""
    return called_foes(table, whose) if whose in table.rules.players else ()


def size(table: Table, found: Any) -> int:
    return len(found) if isinstance(found, tuple) else int(found is not None and found != "")


def _plain(value: Any) -> int:
    return value if isinstance(value, int) else 0


def most(table: Table, one: int, other: int) -> int:
    return max(_plain(one), _plain(other))


def least(table: Table, one: int, other: int) -> int:
    return min(_plain(one), _plain(other))


def everywhere_in_play(table: Table, kind: str) -> int:
    """How many cards of a kind all players have in play."""
    return sum(is_a(table, card, kind) for player in table.rules.players for card in table.zone(player, "locations"))


def foes_with(table: Table, whose: str, area: str, kind: str) -> int:
    """How many foes have a card of a kind somewhere."""
    return sum(any(fits(table, card, kind) for card in _cards(table, foe, area)) for foe in foes_of(table, whose))


def worth(table: Table, found: Any) -> int:
    """The Victory Points of cards: printed, or for starred ones none or by their formula (ruling constantine_value)."""
    group = found if isinstance(found, tuple) else (found,)
    reading, box = table.rules.readings.get("constantine_value", "A"), table.box
    total = 0
    for one in group:
        if one in box.starred and reading != "A":
            total += points_of(table, owner(table, one) or active(table) or "", one) if reading == "C" else 0
        else:
            total += box.vp.get(one, 0)
    return total


def follows(table: Table, card: str, other: str) -> bool:
    """Has a card been played this turn after another one, so that the other one's text could not count it yet?"""
    order = fact(table, PLAYED)
    if card not in order or other not in order:
        return False
    return len(order) - 1 - order[::-1].index(card) > order.index(other)


def ruling(table: Table, key: str) -> str:
    """The reading of an unclear rule that is in force."""
    return table.rules.readings.get(key, "A")


def card(table: Table, name: str) -> str:
    """A card by its id, also one that an expression could not write as a name."""
    if name not in table.rules.library:
        raise ExpressionError(f"no card is called {name!r}")
    return name


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "cards": cards, "lying": lying, "different": different, "costs": costs, "plays": plays, "named": named, "first": first,
    "first_named": first_named, "taken": taken, "size": size, "most": most, "least": least, "in_play": everywhere_in_play,
    "before": before, "others": others, "marked": marked, "taken_in": taken_in, "foes": foes_of, "foes_with": foes_with,
    "some": some, "two": two, "follows": follows, "opener": opener, "worth": worth, "ruling": ruling,
}  # fmt: skip

WORDS = Words(NAMES, ATTRIBUTES, FUNCTIONS, {"turn": active})
