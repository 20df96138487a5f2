"""Puzzles with hidden cards: every case that the solver cannot tell apart is played at once, by the same answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any

from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.table import UNSETTLED, Table
from dcf_lab.engine.unseen import hidden_zones, is_laid, owner
from dcf_lab.puzzles.search import OURS, OVER, THEIRS, Node, Positions, combined
from dcf_lab.scenario.goal import Goal

MAX_CASES = 400  # of hidden cards at the beginning
MAX_WORLDS = 4_000  # that one answer may lead to

Steps = Generator[None, None, Node]  # works, pausing after each position


class TooManyCases(ValueError):
    """More hidden cases than can be looked at, in a sentence."""


class Cases:
    """Positions of a game in which some cards are hidden from the solver; a node is everything that the solver holds possible.

    The solver gives one answer for all cases that look the same. What follows is parted by what the solver then sees: its
    side of the table, and what it is asked.
    """

    def __init__(self, game: Game, goal: Goal) -> None:
        self.single = Positions(game, goal)
        self.keys, self.look = self.single.keys, self.single.look
        self._seats = list(self.single.ours)
        self._game, self._side = game, goal.side

    def set_out(self) -> Steps:
        """Where the puzzle begins, worked out in steps: there may be hundreds of cases."""
        worlds = []
        for game in hidden_cases(self._game, self._side):
            if game is not None:
                worlds.append(self.single.start(game))
            yield
        return (yield from self._parted(worlds))

    def following(self, node: Node, option: str) -> Steps:
        """The position after an answer, worked out in steps: there may be thousands of replies in all the cases."""
        if node.mover == THEIRS:
            return self._asked(node.game[option])
        worlds = []
        for world in node.game:
            worlds.append(self.single.after(world, option))
            yield
        return (yield from self._parted(worlds))

    def after(self, node: Node, option: str, last: bool = False) -> Node:
        return at_once(self.following(node, option))

    def options(self, node: Node) -> Sequence[str]:
        if node.mover == THEIRS:
            return node.options
        return self.single.options(node.game[0])

    def concrete(self, node: Node, option: str) -> str:
        return option if node.mover == THEIRS else self.single.concrete(node.game[0], option)

    def prompt(self, node: Node) -> str:
        return "" if node.mover == THEIRS else self.single.prompt(node.game[0])

    def player(self, node: Node) -> str:
        return "hidden cards" if node.mover == THEIRS else self.single.player(node.game[0])

    def is_ours(self, player: str) -> bool:
        return self.single.is_ours(player)

    def _parted(self, worlds: list[Node]) -> Steps:
        """Play on, with every reply of the others, to where the solver is asked; part the cases by what it sees there."""
        asked: dict[int, Node] = {}
        been: set[int] = set()
        while worlds:
            world = worlds.pop()
            if world.mover == OVER:
                if world.value == 0:
                    return _over(0)
            elif world.mover == OURS:
                asked[world.key] = world
            elif world.key not in been:
                been.add(world.key)
                for option in self.single.options(world):
                    worlds.append(self.single.after(world, option))
                    yield
            if len(asked) + len(been) + len(worlds) > MAX_WORLDS:
                raise TooManyCases(f"an answer leads to more than {MAX_WORLDS:,} hidden cases; hide fewer cards")
        if not asked:
            return _over(1)
        groups: dict[str, list[Node]] = {}
        for world in asked.values():
            groups.setdefault(self._sight(world), []).append(world)
            yield
        if len(groups) == 1:
            return self._asked(next(iter(groups.values())))
        node = Node({f"case {n} of {len(groups)}": group for n, group in enumerate(groups.values(), 1)})
        node.mover, node.options = THEIRS, tuple(node.game)
        node.key = self._key(asked.values(), THEIRS)
        return node

    def _asked(self, worlds: list[Node]) -> Node:
        node = Node(worlds)
        node.mover, node.options = OURS, worlds[0].options
        node.key = self._key(worlds, OURS)
        return node

    def _key(self, worlds: Any, mover: int) -> int:
        return combined(mover, sorted(world.key for world in worlds))

    def _sight(self, world: Node) -> str:
        """All that the solver sees: the table from its seats, and the question."""
        table, choice = world.game.table, world.game.choice
        seen = [table.rules.manual.view(table, seat) for seat in self._seats]
        return json.dumps([seen, choice.player, choice.prompt, list(choice.options)], sort_keys=True, default=str)


def at_once(steps: Steps) -> Node:
    """What comes of steps, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Node = end.value
            return found


def _over(value: int) -> Node:
    node = Node(None)
    node.value = value
    return node


def hidden_cases(game: Game, side: str) -> Iterator[Game | None]:
    """The game at hand with every deal of the hidden cards that this side cannot tell from it; orders of decks stay open.

    None for a deal with which the game would not have come here.
    """
    table, answers = game.origin()
    side_of = table.rules.manual.side
    seats = [player for player in table.rules.players if side_of(table, player) == side]
    for names in _deals(table, seats):
        other = table.renamed(names)
        _open_decks(other)
        moved = [(prompt, " ".join(names.get(word, word) for word in option.split())) for prompt, option in answers]
        try:
            yield Game.resume(other, moved, take_chances=True, doubtful=True)
        except (ReplayDiverged, IllegalAnswer):
            yield None


def _open_decks(table: Table) -> None:
    """Nobody knows the order of a deck."""
    told, table.events = table.events, None
    board = table.rules.manual.BOARD
    for zone, cards in table.zones.items():
        known = board.zone(table, *zone)
        if known is not None and known.ordered and known.seen == "nobody" and len(cards) > 1:
            for card in cards:
                table.mark(card, UNSETTLED, "game")
    table.events = told


def _deals(table: Table, seats: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every way in which the opponents' hidden cards may lie, as new names for the cards; the first is the real one.

    A hand and its deck are dealt together, with what that player has laid facedown, where only some cards can lie.
    """
    deals: list[dict[str, str]] = [{}]
    for player in (player for player in table.rules.players if player not in seats):
        more = _players_deals(table, player, seats)
        _bound(range(len(deals) * len(more)))
        deals = [{**deal, **one} for deal in deals for one in more]
    yield from deals


def _players_deals(table: Table, player: str, seats: Sequence[str]) -> list[dict[str, str]]:
    fits, board = table.rules.manual.exchangeable, table.rules.manual.BOARD
    hidden = [(zone, table.zones[zone]) for zone in hidden_zones(table, seats)]
    hand = [card for zone, cards in hidden if zone[0] == player and board.zone(table, *zone).drawn == "fan" for card in cards]
    deck = [card for zone, cards in hidden if zone[0] == player and board.zone(table, *zone).drawn == "pile" for card in cards]
    places = {
        card: zone for zone, cards in hidden if is_laid(table, zone)
        for card in cards if owner(table, zone, card) == player
    }  # fmt: skip
    laid = list(places)
    pool = [*laid, *hand, *deck]
    found: list[dict[str, str]] = []

    def called(card: str) -> str:
        return str(table.rules.library[card].id)

    for under in _laid(laid, pool, lambda slot, card: fits(table, places[slot], slot, card), called):
        rest = [card for card in pool if card not in under]
        for held in _held(rest, len(hand), called):
            left = [card for card in rest if card not in held]
            dealt = zip(pool, [*under, *held, *left])
            found.append({slot: card for slot, card in dealt if slot != card})
            _bound(found)
    return found or [{}]


Called = Callable[[str], str]  # the name that equal cards share: of those it does not matter which


def _laid(slots: Sequence[str], pool: Sequence[str], fits: Callable[[str, str], bool], called: Called) -> list[list[str]]:
    """Every way to lay cards of the pool into the slots, as they lie first."""
    ways: list[list[str]] = [[]]
    for slot in slots:
        longer = []
        for way in ways:
            fitting: dict[str, str] = {}
            for card in pool:
                if card not in way and fits(slot, card):
                    fitting.setdefault(called(card), card)
            longer += [[*way, card] for card in fitting.values()]
        ways = longer
        _bound(ways)
    return ways


def _held(pool: Sequence[str], number: int, called: Called) -> list[list[str]]:
    """Every hand of so many cards of the pool, its first cards first."""
    copies: dict[str, list[int]] = {}
    for place, card in enumerate(pool):
        copies.setdefault(called(card), []).append(place)
    ways: list[list[int]] = [[]]  # each can be made a whole hand with what comes after
    after = len(pool)
    for places in copies.values():
        after -= len(places)
        ways = [
            [*way, *places[:many]]
            for way in ways
            for many in range(max(0, number - len(way) - after), min(len(places), number - len(way)) + 1)
        ]
        _bound(ways)
    return [[pool[place] for place in way] for way in sorted(sorted(way) for way in ways)]


def _bound(cases: Sequence[Any]) -> None:
    if len(cases) > MAX_CASES:
        raise TooManyCases(f"there are more than {MAX_CASES} hidden cases to begin with; hide fewer cards")
