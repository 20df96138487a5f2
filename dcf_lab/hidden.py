"""Puzzles with hidden cards: every case that the solver cannot tell apart is played at once, by the same answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any

from dcf_lab.engine.dice import UNSETTLED
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.table import Table
from dcf_lab.games.dc_forever.box import OTHER_SIDE, side_of
from dcf_lab.games.dc_forever.view import sees, view
from dcf_lab.goal import Goal
from dcf_lab.search import OURS, OVER, THEIRS, Node, Positions, combined

MAX_CASES = 400  # of hidden cards at the beginning
MAX_WORLDS = 4_000  # that one answer may lead to


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
        self._seats = [player for player in game.table.rules.players if side_of(player) == goal.side]
        self._first = list(hidden_cases(game, goal.side))

    def root(self) -> Node:
        return self._parted([self.single.start(game) for game in self._first])

    def after(self, node: Node, option: str, last: bool = False) -> Node:
        if node.mover == THEIRS:
            return self._asked(node.game[option])
        return self._parted([self.single.after(world, option) for world in node.game])

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

    def _parted(self, worlds: list[Node]) -> Node:
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
                worlds += [self.single.after(world, option) for option in self.single.options(world)]
            if len(asked) + len(been) + len(worlds) > MAX_WORLDS:
                raise TooManyCases(f"an answer leads to more than {MAX_WORLDS:,} hidden cases; hide fewer cards")
        if not asked:
            return _over(1)
        groups: dict[str, list[Node]] = {}
        for world in asked.values():
            groups.setdefault(self._sight(world), []).append(world)
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
        seen = [view(table, seat) for seat in self._seats]
        return json.dumps([seen, choice.player, choice.prompt, list(choice.options)], sort_keys=True, default=str)


def _over(value: int) -> Node:
    node = Node(None)
    node.value = value
    return node


def hidden_cases(game: Game, side: str) -> Iterator[Game]:
    """The game at hand with every deal of the hidden cards that this side cannot tell from it; orders of decks stay open."""
    table, answers = game.origin()
    seats = [player for player in table.rules.players if side_of(player) == side]
    found = 0
    for names in _deals(table, side, seats):
        found += 1
        if found > MAX_CASES:
            raise TooManyCases(f"there are more than {MAX_CASES} hidden cases to begin with; hide fewer cards")
        other = table.renamed(names)
        _open_decks(other)
        moved = [(prompt, " ".join(names.get(word, word) for word in option.split())) for prompt, option in answers]
        try:
            yield Game.resume(other, moved, take_chances=True, doubtful=True)
        except (ReplayDiverged, IllegalAnswer):
            continue  # with these cards the game would not have come here


def _open_decks(table: Table) -> None:
    """Nobody knows the order of a deck."""
    told, table.events = table.events, None
    for (_, what), cards in table.zones.items():
        if what.endswith("deck") and len(cards) > 1:
            for card in cards:
                table.mark(card, UNSETTLED, "game")
    table.events = told


def _deals(table: Table, side: str, seats: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every way in which the opponents' hidden cards may lie, as new names for the cards; the first is the real one.

    A hand and its deck are dealt together, with the facedown Schemes of that player; a card under a Hero is one of as much
    Renown.
    """
    deals: list[dict[str, str]] = [{}]
    for player in table.rules.settings["sides"][OTHER_SIDE[side]]:
        deals = [{**deal, **more} for deal in deals for more in _players_deals(table, player, seats)]
        if len(deals) > MAX_CASES:
            raise TooManyCases(f"there are more than {MAX_CASES} hidden cases to begin with; hide fewer cards")
    yield from deals


def _players_deals(table: Table, player: str, seats: Sequence[str]) -> list[dict[str, str]]:
    box = table.box

    def hidden(whose: str, what: str) -> tuple[str, ...]:
        cards = table.zones.get((whose, what), ())
        return () if not cards or any(sees(table, seat, whose, what) for seat in seats) else cards

    hand, deck = hidden(player, "hand"), hidden(player, "deck")
    laid = [
        card
        for (whose, what), cards in table.zones.items()
        if what in ("scheme", "empowering") and hidden(whose, what)
        for card in cards
        if table.links.get((box.of[card] or card, "team")) == player
    ]
    pool = [*laid, *hand, *deck]
    found: dict[Any, dict[str, str]] = {}

    def fits(slot: str, card: str) -> bool:
        if box.kind[slot] == "scheme" or box.kind[card] == "scheme":
            return bool(box.kind[slot] == box.kind[card])
        return bool(box.renown[slot] == box.renown[card])

    def called(card: str) -> str:
        return str(table.rules.library[card].id)

    for under in permutations(pool, len(laid)):
        if not all(fits(slot, card) for slot, card in zip(laid, under)):
            continue
        rest = [card for card in pool if card not in under]
        for held in combinations(rest, len(hand)):
            left = [card for card in rest if card not in held]
            key = (tuple(map(called, under)), tuple(sorted(map(called, held))))
            if key not in found:
                dealt = zip(pool, [*under, *held, *left])
                found[key] = {slot: card for slot, card in dealt if slot != card}
            if len(found) > MAX_CASES:
                raise TooManyCases(f"there are more than {MAX_CASES} hidden cases to begin with; hide fewer cards")
    return list(found.values()) or [{}]
