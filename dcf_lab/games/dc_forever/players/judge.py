"""How good a table is for a side: a readable sum of what both sides have achieved and what they hold in their hands.

Roughly, a point is a citizen. Only what a player may see is counted: an opponent's hand by its size, a facedown Scheme by
its citizens.
"""

from __future__ import annotations

from collections.abc import Sequence

from dcf_lab.games.dc_forever.rules.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    OTHER_SIDE,
    ROGUE,
    Table,
    side_of,
)
from dcf_lab.games.dc_forever.rules.damage import health

WIN = 1000.0
SCHEME = 8.0  # a completed Scheme; five of them win
SCHEME_LAID = 2.0  # one on the table, before its first citizen
CITIZEN = 1.1  # in Sanctuary; thirty of them win
NEARER = 1.0  # how much more the last Scheme or citizen is worth than the first, as a share
IN_PLAY = 5.0  # a character in play, whatever its damage
WHOLE = 5.0  # its Health, lost in proportion to its damage
IN_RESERVE = 2.0  # one that can be recruited
ALONE = 8.0  # what a side loses when only one of its characters is in play, for there is nobody behind it
READY_MINE, READY_THEIRS = 0.2, 1.5  # a character that can still be activated in this Confrontation
CARD = 0.2  # a card in hand that is only good for its icons
TO_PLAY = 0.8  # a card of a character in play
EVENT_AHEAD, EVENT_NOW = 1.8, 0.6  # an event of a character in play: to those who plan, and to those who might play it now
HANDFUL, TOO_MANY = 4, 0.3  # cards that will be used before the next are drawn, and what others are worth beside them
UNSEEN = 0.6  # a card in an opponent's hand
BOUGHT, DEARER = 0.68, 0.02  # an affiliated card in the deck: for each point of its cost, and more for dearer cards
ON_THE_TABLE = 2.2  # an Attachment, Asset or Minion in play, beyond its place in the deck
EMPOWERED = 0.45  # a Renown under a Hero who has something to spend it on
BOOST = 0.6  # a point added to a value for a while
HINDERED = 1.2  # something that a character cannot do for a while, or a blank card
CITIZENS_AHEAD = 0.06  # a citizen at a Location with a Scheme of mine
GUESSED_THRESHOLD = 6  # of a Scheme that lies facedown


FALLEN = {HERO: KNOCKED_OUT, ROGUE: CAPTURED}


def planning(table: Table) -> bool:
    """Is it time to plan? In an Action Phase events are kept for the Confrontation; later they are there to be played."""
    return table.facts.get("step") in ("rogue action", "hero action")


def judge(table: Table, side: str, ahead: bool) -> float:
    """Above 0 when this side is ahead; `ahead` if it is asked by somebody who is planning."""
    winner = table.facts.get("winner")
    if winner is not None:
        return WIN if winner == side else -WIN
    other = OTHER_SIDE[side]
    return sum(_side(table, side, True, ahead).values()) - sum(_side(table, other, False, ahead).values())


def parts(table: Table, side: str, ahead: bool) -> dict[str, float]:
    """The same by what is counted, in words, as long as nobody has won; what the other side has counts against it."""
    other = OTHER_SIDE[side]
    found = {COUNTED[what].format(SIDE_NAMES[side]): value for what, value in _side(table, side, True, ahead).items()}
    return found | {COUNTED[what].format(SIDE_NAMES[other]): -value for what, value in _side(table, other, False, ahead).items()}


# what is counted of a side, in words
COUNTED = {
    "goal": "{}' way to victory",
    "characters": "{}' characters and their Health",
    "hand": "{}' cards in hand",
    "play": "{}' Assets and Minions",
    "reserve": "{}' reserve",
    "bought": "{}' bought cards",
    "pool": "{}' pool",
}
SIDE_NAMES = {HERO: "the Heroes", ROGUE: "the Rogues"}


def _side(table: Table, side: str, mine: bool, ahead: bool) -> dict[str, float]:
    score = dict.fromkeys(COUNTED, 0.0)
    score["goal"] = _schemes(table, mine) if side == ROGUE else _sanctuary(table)
    number = 0
    for player in table.rules.settings["sides"][side]:
        team = table.zones.get((player, "characters"), ())
        number += len(team)
        for character in team:
            score["characters"] += _character(table, character, mine)
        hand = table.zones.get((player, "hand"), ())
        score["hand"] += _hand(table, player, hand, ahead) if mine else UNSEEN * len(hand)
        score["play"] += ON_THE_TABLE * len(table.zones.get((player, "play area"), ()))
        reserve = table.zones.get((player, "reserve"), ())
        score["reserve"] += IN_RESERVE * len(reserve)
        fallen = [card for card in table.zones.get(FALLEN[side], ()) if table.links.get((card, "team")) == player]
        for character in (*team, *reserve, *fallen):
            score["bought"] -= sum(_price(table, card) for card in table.zones.get((character, "beneath"), ()))
        if mine and table.counts.get((player, "resources")):
            score["pool"] += _plan(table, player)
    if number == 1:
        score["characters"] -= ALONE
    return score


def _hand(table: Table, player: str, hand: Sequence[str], ahead: bool) -> float:
    """One's own cards; what goes beyond a handful will hardly be used before more are drawn."""
    worth = sorted((_in_hand(table, player, card, ahead) for card in hand), reverse=True)
    return sum(worth[:HANDFUL]) + TOO_MANY * sum(worth[HANDFUL:])


def _in_hand(table: Table, player: str, card: str, ahead: bool) -> float:
    if table.links.get((table.box.of[card] or "", "in play")) != player:
        return CARD
    return (EVENT_AHEAD if ahead else EVENT_NOW) if table.box.kind[card] == "event" else TO_PLAY


def _sanctuary(table: Table) -> float:
    there = table.counts.get(("sanctuary", "citizens"), 0)
    return CITIZEN * there * (1 + NEARER * there / 30)


def _schemes(table: Table, mine: bool) -> float:
    """Completed Schemes and the progress of those on the table."""
    done = len(table.zones.get(MASTER_PLAN, ()))
    score = SCHEME * done * (1 + NEARER * done / 5)
    each = SCHEME * (1 + NEARER * (2 * done + 1) / 5)  # what one more is worth
    for place in table.zones.get(LOCATIONS, ()):
        for scheme in table.zones.get((place, "scheme"), ()):
            threshold = table.box.thresholds[scheme] if mine else GUESSED_THRESHOLD
            there = table.counts.get((scheme, "citizens"), 0)
            score += SCHEME_LAID + (each - SCHEME_LAID - 1) * min(1.0, there / threshold)
            score += CITIZENS_AHEAD * table.counts.get((place, "citizens"), 0)
    return score


def _character(table: Table, character: str, mine: bool) -> float:
    damage = table.counts.get((character, "damage"), 0)
    score = IN_PLAY + WHOLE * (1 - damage / max(1, health(table, character)) if damage else 1)
    if (character, "exhausted") not in table.marks:
        score += READY_MINE if mine else READY_THEIRS
    side = table.box.side[character]
    for card in table.zones.get((character, "attachments"), ()):
        score += ON_THE_TABLE if table.box.side[card] == side else -ON_THE_TABLE
    wanted = table.box.ability_cost.get(character, 0)
    if wanted and side == HERO:
        under = sum(table.box.renown[card] for card in table.zones.get((character, "empowering"), ()))
        score += EMPOWERED * min(under, wanted)
    return score + _marks(table, character)


def _marks(table: Table, character: str) -> float:
    """Boosts and hindrances that lie on a character for a while."""
    score = 0.0
    for (card, word), (_, value) in table.marks.items():
        if card != character:
            continue
        if " boost " in word:
            score += BOOST * value
        elif word.startswith("cannot ") or word == "blank":
            score -= HINDERED
    return score


def _price(table: Table, card: str) -> float:
    """What an affiliated card is worth in the deck."""
    cost: int = table.box.cost[card]
    return cost * (BOUGHT + DEARER * cost)


def _plan(table: Table, player: str) -> float:
    """What the pool is worth: its share of the best purchase that pool and hand together can pay."""
    has = table.counts[player, "resources"]
    worth = table.box.renown if side_of(player) == HERO else table.box.infamy
    within = has + sum(worth[card] for card in table.zones.get((player, "hand"), ()))
    best = 0.0
    cost = table.box.cost
    for card in table.zones.get((player, "reserve"), ()):
        if cost[card] <= within:
            best = max(best, (IN_PLAY + WHOLE - IN_RESERVE) * min(1.0, has / max(1, cost[card])))
    for character in table.zones.get((player, "characters"), ()):
        for card in table.zones.get((character, "beneath"), ()):
            if cost[card] <= within:
                best = max(best, _price(table, card) * min(1.0, has / max(1, cost[card])))
    return 0.95 * best
