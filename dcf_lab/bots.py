"""Players that need nobody: random, greedy, and a Monte-Carlo tree search. They know a game only by how it judges a table."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.table import Table

LEAVE = ("done", "decline", "pass", "no", "choose none")  # answers that end something or leave it undone
SETTLE = 40  # answers after which a bot stops waiting for the table to be quiet
DEPTH = 2  # answers of one's own that greedy looks ahead while its character is activated


class Mind(NamedTuple):
    """What a bot must know of a game."""

    judge: Callable[[Table, str], float]  # how good a table is for a side
    side: Callable[[str], str]  # the side of a player
    resample: Callable[[Game, str, random.Random], Game]  # the same decision with the hidden cards dealt anew
    scale: float = 15.0  # a lead that is half-way to certain victory, for the search


Bot = Callable[[Game], str]  # the answer to game.choice


def bot(name: str, mind: Mind, seed: int, effort: int = 40) -> Bot:
    """A bot by its name: random, greedy or search."""
    roll = random.Random(seed)
    if name == "random":
        return lambda game: roll.choice(_choice(game).options)
    if name == "greedy":
        return lambda game: greedy(game, mind, roll)
    if name == "search":
        return lambda game: Search(mind, roll, effort).answer(game)
    raise ValueError(f"there is no bot {name!r}; there are random, greedy and search")


NAMES = ("random", "greedy", "search")


def _choice(game: Game) -> Choice:
    assert game.choice is not None
    return game.choice


# greedy


def greedy(game: Game, mind: Mind, roll: random.Random) -> str:
    """The answer after which the table, once it has settled, looks best; among equals any."""
    scores = score_options(game, mind, roll)
    best = max(scores.values())
    return roll.choice([option for option, score in scores.items() if score > best - 1e-9])


def score_options(game: Game, mind: Mind, roll: random.Random) -> dict[str, float]:
    """Every option of the choice and how good it looks for whoever is asked."""
    choice = _choice(game)
    side = mind.side(choice.player)
    dice = roll.getrandbits(64)  # nobody knows how the dice will fall
    scores = {}
    for option in choice.options:
        after = game.copy()
        after.table.dice = dice
        after.answer(option)
        scores[option] = _look(after, mind, choice.player, side, DEPTH)
    return scores


def _look(game: Game, mind: Mind, player: str, side: str, depth: int) -> float:
    """How good it looks if nobody adds anything, except that an activated character goes on to do its best."""
    if game.choice is not None and not game.choice.quiet:
        settle(game)
    choice = game.choice
    if choice is not None and depth > 1 and choice.player == player and choice.prompt.startswith("Activated"):
        best = -math.inf
        for option in choice.options:
            if option.partition(" ")[0] in ("attack", "threaten", "rescue"):
                after = game.copy()
                after.answer(option)
                best = max(best, _look(after, mind, player, side, depth - 1))
        if best > -math.inf:
            return best
    return mind.judge(game.table, side)


def settle(game: Game) -> None:
    """Play on until the table is quiet, nobody doing more than must be done."""
    for _ in range(SETTLE):
        choice = game.choice
        if choice is None or choice.quiet:
            return
        options = choice.options
        game.answer(next((leave for leave in LEAVE if leave in options), options[0]))


# search


class Node:
    """A decision in the search tree, the same for all deals of the hidden cards."""

    __slots__ = ("children", "visits", "total", "offered")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.visits = 0
        self.total = 0.0  # of the results for the side that made this answer
        self.offered = 0  # how often the answer could have been given


class Search:
    """Monte-Carlo tree search over deals of the hidden cards (single-observer information sets).

    Each turn of the search deals the hidden cards anew, walks down the tree by upper confidence bounds, adds one answer, plays the
    rest of the round in haste and judges the table.
    """

    def __init__(self, mind: Mind, roll: random.Random, effort: int) -> None:
        self.mind = mind
        self.roll = roll
        self.effort = effort

    def answer(self, game: Game) -> str:
        player = _choice(game).player
        scores = score_options(game, self.mind, self.roll)
        if len(scores) == 1:
            return next(iter(scores))
        best = max(scores.values())
        ranked = sorted(scores, key=scores.__getitem__, reverse=True)
        root = Node()
        hopeful = [option for option in ranked if scores[option] > best - 4][:6]
        if len(hopeful) == 1:
            return hopeful[0]
        for _ in range(self.effort):
            self._descend(self.mind.resample(game, player, self.roll), root, hopeful)
        return max(hopeful, key=lambda option: root.children[option].visits if option in root.children else 0)

    def _descend(self, game: Game, root: Node, hopeful: Sequence[str]) -> None:
        path: list[tuple[Node, str]] = []
        node = root
        while game.choice is not None:
            choice = game.choice
            options = hopeful if node is root else choice.options
            side = self.mind.side(choice.player)
            fresh = [option for option in options if option not in node.children]
            for option in options:
                if option in node.children:
                    node.children[option].offered += 1
            if fresh:
                option = self.roll.choice(fresh)
                child = node.children[option] = Node()
                child.offered = 1
                path.append((child, side))
                game.answer(option)
                break
            option = max(options, key=lambda o: self._bound(node.children[o]))
            node = node.children[option]
            path.append((node, side))
            game.answer(option)
        self._haste(game)
        results: dict[str, float] = {}
        for node, side in path:
            if side not in results:
                results[side] = 0.5 + 0.5 * math.tanh(self.mind.judge(game.table, side) / self.mind.scale / 2)
            node.visits += 1
            node.total += results[side]

    def _bound(self, node: Node) -> float:
        return node.total / node.visits + 0.5 * math.sqrt(math.log(node.offered + 1) / node.visits)

    def _haste(self, game: Game) -> None:
        """Play on to the end of the round in a plausible way, looking at nothing twice."""
        round_now = game.table.facts.get("round")
        for _ in range(120):
            choice = game.choice
            if choice is None or game.table.facts.get("round") != round_now:
                return
            game.answer(hasty(choice, self.roll))


WEIGHTS = {"attack": 8, "threaten": 10, "rescue": 10, "activate": 4, "play": 4, "use": 4, "react": 4, "complete": 20, "recruit": 6, "buy": 3,
           "pool": 0.6, "empower": 0.3, "done": 1, "pass": 0.2, "decline": 1, "discard": 1}  # fmt: skip


def hasty(choice: Choice, roll: random.Random) -> str:
    """A random answer that leans towards doing something."""
    options = choice.options
    weights = [WEIGHTS.get(option.partition(" ")[0], 1.0) for option in options]
    return roll.choices(options, weights)[0]
