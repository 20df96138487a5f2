"""Puzzles with hidden cards: every case that the solver cannot tell apart is played at once, by the same answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.table import UNSETTLED, Key, Table
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


def at_once(steps: Generator[None, None, Any]) -> Any:
    """What comes of steps, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


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
        if known is not None and known.ordered and known.seen in ("nobody", FACE_UP):
            down = [card for card in cards if known.seen == "nobody" or (card, FACE_UP) not in table.marks]
            for card in down if len(down) > 1 else ():
                table.mark(card, UNSETTLED, "game")
    table.events = told


def _deals(table: Table, seats: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every way in which the opponents' hidden cards may lie, as new names for the cards; the first is the real one."""
    deals: list[dict[str, str]] = [{}]
    for pool in _pools(table, seats):
        more = _pool_deals(table, pool)
        _bound(range(len(deals) * len(more)))
        deals = [{**deal, **one} for deal in deals for one in more]
    yield from deals


class _Pool:
    """Hidden cards that could lie in each other's places: hands, decks, and what was laid facedown, where only some can lie."""

    def __init__(self) -> None:
        self.laid: dict[str, Key] = {}
        self.hands: dict[Key, list[str]] = {}
        self.deck: list[str] = []


def _pools(table: Table, seats: Sequence[str]) -> Iterable[_Pool]:
    """The opponents' hidden cards: each player's own, or all that have one back."""
    pools = {player: _Pool() for player in table.rules.players if player not in seats}
    board = table.rules.manual.BOARD
    for zone in hidden_zones(table, seats):
        known, laid = board.zone(table, *zone), is_laid(table, zone)
        if known is not None and known.back:
            pools.setdefault(known.back, _Pool())
        for card in table.zones[zone]:
            pool = pools.get(owner(table, zone, card) if laid else known.back or zone[0])
            if pool is None or (card, FACE_UP) in table.marks:
                continue
            if laid:
                pool.laid[card] = zone
            elif known.drawn == "fan":
                pool.hands.setdefault(zone, []).append(card)
            else:
                pool.deck.append(card)
    return pools.values()


def _pool_deals(table: Table, pool: _Pool) -> list[dict[str, str]]:
    fits, laid = table.rules.manual.exchangeable, list(pool.laid)
    cards = [*laid, *(card for hand in pool.hands.values() for card in hand), *pool.deck]
    sizes = [len(hand) for hand in pool.hands.values()]
    found: list[dict[str, str]] = []

    def called(card: str) -> str:
        return str(table.rules.library[card].id)

    for under in _laid(laid, cards, lambda slot, card: fits(table, pool.laid[slot], slot, card), called):
        rest = [card for card in cards if card not in under]
        for held in _hands(rest, sizes, called):
            left = [card for card in rest if card not in held]
            dealt = zip(cards, [*under, *held, *left])
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


def _hands(pool: Sequence[str], sizes: Sequence[int], called: Called) -> Iterator[list[str]]:
    """Every way to deal hands of these sizes, one after the other."""
    if not sizes:
        yield []
        return
    for held in _held(pool, sizes[0], called):
        for more in _hands([card for card in pool if card not in held], sizes[1:], called):
            yield [*held, *more]


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
