"""Bots of the family: how good a table is for a side, what one would do without much thought, and how bots meet.

Roughly, a point is a Victory Point at the end of the game. Only what a player may see is counted: of an opponent's deck what
it is made of, which everybody could watch, of an opponent's hand its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Choice, Game
from dcf_lab.games import Match, Mind
from dcf_lab.games.deckbuilders.box import LINE_UP, MAIN, OTHER_STACK, STACK, SUPPLY, Box, Table, active, owned
from dcf_lab.games.deckbuilders.effects import face_up_top
from dcf_lab.games.deckbuilders.scoring import outcome, points_of
from dcf_lab.games.deckbuilders.taking import is_frozen, price
from dcf_lab.games.deckbuilders.turn import stack_of

WIN = 1000.0
SCALE = 15.0  # a lead that makes victory likely
HAND = 5
TEXT = 0.5  # Power that a card is worth for each point of its cost, if that is more than its printed Power
PER_POWER = 0.4  # Victory Points that a point of Power buys
STAYS = 1.5  # what a Location is worth each turn, in Power
TURNS_FOR_A_DEFEAT, BOUGHT_A_TURN = 2.0, 1.3  # how fast the stack and the main deck run out
MOST_ROUNDS = 12.0
UNSPENT = 0.9  # Power that has not been spent, beside the best that it can buy
UNPLAYED = 0.8  # of what a text may make when it is played
NOT_YET = 0.2  # what is lost of a purchase for which all Power has yet to be made
VERSIONS = (-100.0, 8.0, 18.0, 26.0)  # a Character of which so many versions are left: the last to fall decides the game
TURN = 1.5  # a turn that can still be used: the next hand may look better than it will be
SPARE = 0.02  # Power with which nothing can be bought


# how good a table is


def planning(table: Table) -> bool:
    return False


def judge(table: Table, side: str, ahead: bool) -> float:
    """Above 0 when this side is ahead of the best of the others."""
    over = outcome(table)
    if over is not None:
        return WIN if side in over.winners else -WIN
    values = {one: sum(_side(table, one, one == side).values()) for one in dict.fromkeys(table.box.team.values())}
    return values.pop(side) - max(values.values())


COUNTED = {
    "characters": "{} Characters",
    "points": "{} Victory Points",
    "deck": "what {} deck will buy",
    "hand": "{} cards in hand",
    "power": "what {} Power can buy now",
}


def parts(table: Table, side: str, ahead: bool) -> dict[str, float]:
    """The same by what is counted, in words; what the best of the others has counts against it."""
    sides = dict.fromkeys(table.box.team.values())
    rival = max((one for one in sides if one != side), key=lambda one: sum(_side(table, one, False).values()))
    names = table.rules.manual.NAMES
    mine = {COUNTED[what].format(f"{names[side]}'s"): value for what, value in _side(table, side, True).items()}
    return mine | {COUNTED[what].format(f"{names[rival]}'s"): -value for what, value in _side(table, rival, False).items()}


def _side(table: Table, side: str, mine: bool) -> dict[str, float]:
    found = dict.fromkeys(COUNTED, 0.0)
    left = rounds_left(table)
    for player, team in table.box.team.items():
        if team == side:
            cards = owned(table, player)
            strength = _strength(table, player, cards)
            found["points"] += _points(table, player, cards)
            found["deck"] += left * PER_POWER * strength
            if not table.box.edition.starts_on:
                found["characters"] += VERSIONS[_versions(table, player)] - _threat(table, player, mine)
            if mine and active(table) == player:
                bought = _can_buy(table, player, left, strength, len(cards)) if "confronting" not in table.facts else 0.0
                found["power"] += bought + TURN
                found["hand"] += PER_POWER * strength  # the next one
            else:
                hand = table.zones.get((player, "hand"), ())
                known = sum(worth(table.box, card) for card in hand) if mine else len(hand) * strength / HAND
                found["hand"] += PER_POWER * known
    return found


def _threat(table: Table, player: str, mine: bool) -> float:
    """What the player who is Confronted is about to lose: a version of the Character, as far as the Power goes."""
    if table.facts.get("confronting") != player or "beaten" in table.facts:
        return 0.0
    card, versions = table.zones[player, "character"][0], _versions(table, player)
    cost = table.box.cost[card] + table.counts.get((card, "raised"), 0)
    foe = table.facts["turn"]
    hand = table.zones.get((foe, "hand"), ())
    if "power at done" in table.facts:
        chance = 0.9 if table.facts["power at done"] >= cost else 0.05
    else:
        unplayed = (
            len(hand) * _strength(table, foe, owned(table, foe)) / HAND if mine else sum(_makes(table, card) for card in hand)
        )
        margin = table.counts.get((foe, "power"), 0) + unplayed - cost
        chance = max(0.0, min(0.95, 0.4 + 0.15 * margin))  # Blocks can raise the cost
    return chance * (VERSIONS[versions] - VERSIONS[versions - 1])


def _versions(table: Table, player: str) -> int:
    """How many versions of the Character are left: the one in force, and those that are still to come."""
    return len(table.zones.get((player, "character"), ())) + len(table.zones.get((player, "versions"), ()))


def _makes(table: Table, card: str) -> float:
    """The Power that a card in hand makes for sure, or as its text suggests."""
    return table.box.power[card] or UNPLAYED * TEXT * table.box.cost[card]


def rounds_left(table: Table) -> float:
    """How long the game will last: until the stack or the main deck has run out."""
    zones, players = table.zones, len(table.rules.players)
    turns = len(zones.get(MAIN, ())) / BOUGHT_A_TURN
    if table.box.edition.starts_on:
        stacks = len(zones.get(STACK, ())) + len(zones.get(OTHER_STACK, ()))
        turns = min(turns, stacks * TURNS_FOR_A_DEFEAT)
    return max(0.5, min(MOST_ROUNDS, turns / players))


def worth(box: Box, card: str) -> float:
    """What a card makes when it is played, in Power: printed, or as its cost suggests."""
    power, text = box.power[card], TEXT * box.cost[card]
    return power if power > text else text


def _points(table: Table, player: str, cards: Sequence[str]) -> float:
    """The Victory Points of a player's cards so far; a formula is worked out once for all copies of its card."""
    box = table.box
    found: dict[str, int] = {}
    total = table.counts.get((player, "vp"), 0)
    for card in cards:
        if card not in box.constants:
            total += box.vp[card]
            continue
        printed = box.id[card]
        if printed not in found:
            found[printed] = points_of(table, player, card)
        total += found[printed]
    return total


def _strength(table: Table, player: str, cards: Sequence[str]) -> float:
    """The Power that a player makes in a usual turn."""
    box = table.box
    stays = table.zones.get((player, "locations"), ())
    power = sum([worth(box, card) for card in cards]) - sum([worth(box, card) for card in stays])
    return HAND * power / max(HAND, len(cards) - len(stays)) + STAYS * len(stays)


def _can_buy(table: Table, player: str, left: float, strength: float, number: int) -> float:
    """What the Power of a turn is worth: what it and the hand can buy, the best first, and a little for the rest."""
    box = table.box
    has = table.counts.get((player, "power"), 0)
    hand = table.zones.get((player, "hand"), ())
    within = has + sum([_makes(table, card) for card in hand])
    number = max(HAND, number)
    gains = []
    for card in for_sale(table, player):
        better = HAND * (worth(box, card) - strength / HAND) / (number + 1)  # in the strength of the deck
        gains.append((box.vp[card] + left * PER_POWER * better, price(table, player, card)))
    total = 0.0
    for gain, cost in sorted(gains, reverse=True):
        if cost <= within and gain > 0:
            total += gain * (1 - NOT_YET * (1 - has / cost)) if cost > has else gain
            within -= cost
            has = max(0, has - cost)
    return UNSPENT * total + SPARE * within


def for_sale(table: Table, player: str) -> Iterator[str]:
    """What a player could buy with enough Power."""
    top = face_up_top(table, stack_of(table, player))
    for card in (*table.zones.get(LINE_UP, ()), *table.zones.get(SUPPLY, ())[:1], *([top] if top else [])):
        if not is_frozen(table, card):
            yield card


# quick play

WEIGHTS = {"play": 50.0, "use": 20.0, "react": 8.0, "yes": 3.0, "no": 1.0, "decline": 0.5, "end": 0.1}
WEAK = ("vulnerability", "weakness")


def further(choice: Choice) -> Sequence[str]:
    """In the middle of a card its player goes on."""
    return () if choice.quiet or len(choice.options) > 12 else choice.options


def hunch(table: Table, choice: Choice) -> list[float]:
    """How likely one would give each answer: play everything, then buy the dearest, and part with the weakest."""
    box = table.box
    weights = []
    for option in choice.options:
        word, _, rest = option.partition(" ")
        card = rest.partition(" ")[0]
        if word in ("buy", "defeat"):
            weights.append(float(1 + box.cost.get(card, 0)) ** 2 / 10)
        elif word in ("discard", "destroy"):
            weights.append(5.0 if box.id.get(card) in WEAK else 5.0 / (1 + box.cost.get(card, 0)))
        else:
            weights.append(WEIGHTS.get(word, 1.0))
    return weights


MIND = Mind(judge, planning, further, hunch, scale=SCALE, parts=parts)


# how bots meet


def match_of(seating: str, start: Callable[[str, int, bool, Mapping[str, str], bool, Library], Game]) -> Match:
    """Games that all begin in one way; a row tells who played as whom, in which order, and who had what at the end."""

    def met(teams: Mapping[str, tuple[str, ...]], seed: int, cards: Library) -> Game:
        return start(seating, seed, False, {}, False, cards)

    return Match(met, SAYS, used, lambda table: (), played_as=played_as, has=has, order=order)


def played_as(table: Table, side: str) -> list[str]:
    """The oversized characters of a side."""
    return [table.box.id[card] for player in _players(table, side) for card in table.zone(player, "character")]


def has(table: Table, side: str) -> list[str]:
    """The printed cards in the decks of a side."""
    return [table.box.id[card] for player in _players(table, side) for card in owned(table, player)]


def order(table: Table) -> list[str]:
    """The sides in the order of their first turns."""
    first = table.facts.get("first", table.rules.players[0])
    return list(dict.fromkeys(table.box.team[player] for player in table.box.round_from[first]))


def used(table: Table, answer: str) -> Iterator[str]:
    """The printed card that an answer plays, uses or buys."""
    word, _, rest = answer.partition(" ")
    card = rest.partition(" ")[0]
    if word in ("play", "use", "react", "buy", "defeat") and card in table.box.id:
        yield table.box.id[card]


def _players(table: Table, side: str) -> list[str]:
    return [player for player, team in table.box.team.items() if team == side]


def _turns(table: Table) -> int:
    """How many turns were begun."""
    players = table.box.round_from[table.facts.get("first", table.rules.players[0])]
    rounds: int = table.facts.get("round", 1)
    return (rounds - 1) * len(players) + players.index(table.facts.get("turn", players[0])) + 1


def _scores(table: Table) -> str:
    found = outcome(table)
    return " ".join(f"{side}={points}" for side, points in found.scores.items()) if found is not None else ""


SAYS: Mapping[str, Callable[[Table], Any]] = {
    "turns": _turns,
    "stack_left": lambda table: len(table.zone(*STACK)) + len(table.zone(*OTHER_STACK)),
    "main_deck_left": lambda table: len(table.zone(*MAIN)),
    "scores": _scores,
}
