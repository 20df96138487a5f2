"""Players that need nobody: random, greedy, and a Monte-Carlo tree search. They know a game only by how it judges a table."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import NamedTuple

from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.unseen import resampled
from dcf_lab.games import Mind

SETTLE = 40  # answers after which a bot stops waiting for the table to be quiet
HASTE = 150  # answers after which a search stops waiting for the end of the round
HOPE, WIDTH = 4.0, 6  # the search looks at this many answers that seem no more than so much worse than the best
TRUST = 4  # turns of the search that greedy's opinion counts for
CURIOSITY = 0.15
COMPARED = 3  # answers that advice compares at least
DEPTH = 2  # further answers of one's own that greedy looks ahead


NAMES = ("random", "greedy", "search")
Bot = Callable[[Game], str]  # the answer to game.choice
Thinking = Generator[None, None, str]  # works towards an answer, pausing every few milliseconds


def bot(name: str, mind: Mind | None, seed: int, effort: int = 40) -> Bot:
    """A bot by its name: random, which needs to know nothing, greedy or search."""
    roll = random.Random(seed)
    if name == "random":
        return lambda game: roll.choice(_choice(game).options)
    if name in NAMES and mind is not None:
        known = mind
        return (lambda game: greedy(game, known, roll)) if name == "greedy" else TreeSearch(known, roll, effort).answer
    raise ValueError(f"there is no bot {name!r}{' for this game' * (name in NAMES)}; there are random, greedy and search")


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
    """Every option of the choice and how good it looks for whoever is asked, what is hidden being dealt anew."""
    look, dealt = _Look.of(game, mind), resampled(game, _choice(game).player, roll)
    return {option: look.after(dealt, option, DEPTH)[0] for option in _choice(game).options}


def foreseen(game: Game, mind: Mind, option: str) -> Game:
    """What greedy sees coming of an answer: the game once the table has settled."""
    return _Look.of(game, mind).after(game, option, DEPTH)[1]


class _Look(NamedTuple):
    """How somebody looks at what comes of an answer."""

    mind: Mind
    player: str
    side: str
    planning: bool

    @classmethod
    def of(cls, game: Game, mind: Mind) -> _Look:
        player = _choice(game).player
        return cls(mind, player, game.table.rules.manual.side(game.table, player), mind.planning(game.table))

    def ahead(self, game: Game, depth: int) -> tuple[float, Game]:
        """How good it looks if nobody adds anything, except that the player goes on with what has been begun."""
        for _ in range(2):  # at once, and when the table has settled
            choice = game.choice
            if depth and choice is not None and choice.player == self.player and (further := self.mind.further(choice)):
                return max((self.after(game, option, depth - 1) for option in further), key=lambda found: found[0])
            if choice is None or choice.quiet:
                break
            settle(game)
        return self.mind.judge(game.table, self.side, self.planning), game

    def after(self, game: Game, option: str, depth: int) -> tuple[float, Game]:
        after = game.copy()
        after.answer(option)
        return self.ahead(after, depth)


def settle(game: Game) -> None:
    """Play on until the table is quiet, nobody doing more than must be done."""
    for _ in range(SETTLE):
        choice = game.choice
        if choice is None or choice.quiet:
            return
        options = choice.options
        game.answer(next((leave for leave in game.table.rules.manual.LEAVE if leave in options), options[0]))


# search


class Branch:
    """A decision in the search tree, the same for all deals of the hidden cards."""

    __slots__ = ("children", "visits", "total", "offered")

    def __init__(self) -> None:
        self.children: dict[str, Branch] = {}
        self.visits = 0
        self.total = 0.0  # of the results for the side that made this answer
        self.offered = 1  # how often the answer could have been given

    @property
    def worth(self) -> float:
        """The result so far: a chance of winning."""
        return self.total / self.visits

    def bound(self) -> float:
        """An upper confidence bound of the result."""
        return self.worth + CURIOSITY * math.sqrt(math.log(self.offered + 1) / self.visits)


class Advice(NamedTuple):
    """An answer as the search sees it: how often it was looked at, and how often that ended in victory in this round."""

    option: str
    looks: int
    wins: int
    parts: Mapping[str, float]  # what is counted at the end of the round, on average


def _average(sums: Mapping[str, float], number: int) -> dict[str, float]:
    return {part: value / number for part, value in sums.items()}


def finished(thinking: Thinking) -> str:
    """Think to the end."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return str(end.value)


class TreeSearch:
    """Monte-Carlo tree search over deals of the hidden cards (single-observer information sets).

    Each turn of the search deals the hidden cards anew, walks down the tree by upper confidence bounds, adds one answer,
    plays the round to its end by hunches and judges the table. What greedy thinks of an answer counts as some turns.
    """

    def __init__(self, mind: Mind, roll: random.Random, effort: int) -> None:
        self.mind = mind
        self.roll = roll
        self.effort = effort

    def answer(self, game: Game) -> str:
        return finished(self.thinking(game))

    def thinking(self, game: Game) -> Thinking:
        """The same, pausing after every turn of the search."""
        player, scores = _choice(game).player, score_options(game, self.mind, self.roll)
        hopeful, root = self._begin(scores)
        turn = 0
        while len(hopeful) > 1 and turn < self.effort:
            turn += 1
            yield
            self._turn(resampled(game, player, self.roll), root, hopeful)
        return max(hopeful, key=lambda option: root.children[option].worth)

    def _begin(self, scores: Mapping[str, float], least: int = 1) -> tuple[list[str], Branch]:
        """The answers that are worth a look, and the tree in which each has what greedy thinks of it."""
        ranked = sorted(scores, key=scores.__getitem__, reverse=True)
        hopeful = [option for n, option in enumerate(ranked) if n < least or scores[option] > scores[ranked[0]] - HOPE][:WIDTH]
        root = Branch()
        for option in hopeful:
            child = root.children[option] = Branch()
            child.visits = TRUST
            child.total = TRUST * self._squash(scores[option])
        return hopeful, root

    def advice(self, game: Game) -> Generator[None, None, list[Advice]]:
        """The best answers, best first, and what comes of each on average; `effort` may be lowered meanwhile to have it soon."""
        player, manual = _choice(game).player, game.table.rules.manual
        side = manual.side(game.table, player)
        hopeful, root = self._begin(score_options(game, self.mind, self.roll), COMPARED)
        looks, wins, undecided = Counter[str](), Counter[str](), Counter[str]()
        sums: dict[str, dict[str, float]] = {option: {} for option in hopeful}
        turn = 0
        while turn < max(self.effort, 2 * len(hopeful)):
            yield
            fair = hopeful if turn % 2 else [hopeful[turn // 2 % len(hopeful)]]  # each is looked at often enough to compare
            option, end = self._turn(resampled(game, player, self.roll), root, fair)
            turn += 1
            looks[option] += 1
            over = manual.outcome(end.table)
            wins[option] += over is not None and side in over.winners
            if self.mind.parts is not None and over is None:
                undecided[option] += 1
                for part, value in self.mind.parts(end.table, side, False).items():
                    sums[option][part] = sums[option].get(part, 0.0) + value
        hopeful.sort(key=lambda option: root.children[option].worth, reverse=True)
        return [Advice(option, looks[option], wins[option], _average(sums[option], undecided[option])) for option in hopeful]

    def _turn(self, game: Game, root: Branch, hopeful: Sequence[str]) -> tuple[str, Game]:
        """Deepen the tree by one answer; the first answer of this turn, and the game at its end."""
        path: list[tuple[Branch, str]] = []
        first = ""
        node, side_of = root, game.table.rules.manual.side
        while (choice := game.choice) is not None:
            options = hopeful if node is root else choice.options
            side = side_of(game.table, choice.player)
            fresh = [option for option in options if option not in node.children]
            if fresh:
                weights = self.mind.hunch(game.table, choice)
                option = self.roll.choices(fresh, [w for o, w in zip(choice.options, weights, strict=True) if o in fresh])[0]
                node.children[option] = Branch()
            else:
                tried = [node.children[option] for option in options]
                for child in tried:
                    child.offered += 1
                option = max(zip(options, tried, strict=True), key=lambda pair: pair[1].bound())[0]
            node = node.children[option]
            path.append((node, side))
            first = first or option
            game.answer(option)
            if fresh:
                break
        self._to_the_end_of_the_round(game)
        for node, side in path:
            node.visits += 1
            node.total += self._squash(self.mind.judge(game.table, side, False))
        return first, game

    def _squash(self, lead: float) -> float:
        """A lead as a chance of winning."""
        return 0.5 + 0.5 * math.tanh(lead / self.mind.scale)

    def _to_the_end_of_the_round(self, game: Game) -> None:
        moment = game.table.rules.manual.moment
        now = moment(game.table).round
        for _ in range(HASTE):
            choice = game.choice
            if choice is None or moment(game.table).round != now:
                return
            game.answer(self.roll.choices(choice.options, self.mind.hunch(game.table, choice))[0])
