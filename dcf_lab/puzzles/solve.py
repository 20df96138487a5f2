"""Puzzles: is the goal reached for certain, in how many essentially different ways, and if not, what is in the way?"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from dcf_lab.engine.game import Game
from dcf_lab.games import Manual
from dcf_lab.puzzles.hidden import Cases, TooManyCases
from dcf_lab.puzzles.search import ANY, CHANCE, OURS, OVER, THEIRS, Known, Node, Positions, Search, Value
from dcf_lab.scenario.file import Scenario
from dcf_lab.scenario.goal import BEST_LUCK, HIDDEN
from dcf_lab.timeline.run import play_step

UNIQUE, SOLVED, DISPROVED, UNDECIDED = "unique", "solved", "disproved", "undecided"
STOPPED = "it was stopped"
MAX_SOLUTIONS = 12
MAX_WAITING = 20_000  # beginnings of solutions, some 10 kB each
MAX_LINE = 60  # answers of a line that is told
MOST_NODES, MOST_SECONDS = 20_000_000, 60.0


class PuzzleError(ValueError):
    """A scenario that cannot be solved because there is nothing to solve, with the reason."""


class Given(NamedTuple):
    """One answer of a line, and who gives it."""

    player: str
    option: str


Answers = tuple[Given, ...]


@dataclass(frozen=True)
class Solution:
    """One way to the goal, against the most stubborn defence; `moves` is what makes it different from others."""

    line: Answers
    moves: tuple[str, ...]


@dataclass
class Proof:
    """What was found out about a puzzle."""

    status: str = UNDECIDED
    value: Value | None = None  # how likely the goal is reached; 0 or 1 but for a puzzle of the highest chance
    solutions: list[Solution] = field(default_factory=list)
    defence: list[Answers] = field(default_factory=list)  # for each first try how it fails
    nodes: int = 0
    depth: int = 0
    complete: bool = False  # nothing was left out: no other solution exists
    seconds: float = 0.0
    why: str = ""  # what kept it from being decided

    def as_json(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "value": None if self.value is None else str(self.value),
            "solutions": [[list(answer) for answer in solution.line] for solution in self.solutions],
            "moves": [list(solution.moves) for solution in self.solutions],
            "defence": [[list(answer) for answer in line] for line in self.defence],
            "nodes": self.nodes,
            "depth": self.depth,
            "complete": self.complete,
            "seconds": round(self.seconds, 3),
            "why": self.why,
        }

    def in_words(self) -> str:
        """The result as a sentence."""
        chance = f" with a chance of {self.value}" if isinstance(self.value, Fraction) else ""
        searched = f"{self.nodes:,} positions, {self.depth} answers deep"
        if self.status == UNIQUE:
            return f"Proved{chance}, unique: there is one solution ({searched})."
        if self.status == SOLVED:
            number = len(self.solutions)
            if self.complete:
                return f"Proved{chance}: {number} essentially different solutions ({searched})."
            return f"Proved{chance}; at least {number} solution{'s' * (number != 1)}, and {self.why} ({searched})."
        if self.status == DISPROVED:
            return f"Disproved: the goal cannot be reached{' at all' * (not self.defence)} ({searched})."
        return f"Not decided: {self.why} ({searched})."


@dataclass(frozen=True)
class Limits:
    """How much a search may cost."""

    nodes: int = MOST_NODES
    seconds: float = MOST_SECONDS


class Solver:
    """The search for all solutions of a puzzle. `work` is done in small steps; `proof` always says what is known by now."""

    def __init__(
        self, scenario: Scenario, readings: Mapping[str, str] | None = None, answers: Sequence[str] = (),
        limits: Limits | None = None, patiently: bool = False,
    ) -> None:  # fmt: skip
        """A puzzle under these readings, after these answers of whoever was asked.

        With hidden cards it takes a while to find out where it begins; `patiently` leaves that to `set_out`.
        """
        goal = scenario.goal
        if goal is None:
            raise PuzzleError(f"{scenario.file}: this scenario has no [goal], so there is nothing to solve")
        game = scenario.game(readings, log=goal.happen is not None, lean=True)
        if game.over:
            raise PuzzleError(f"{scenario.file}: nobody has anything to decide: the game runs to its end by itself")
        self.scenario = scenario
        self.goal = goal
        self.limits = limits or Limits()
        self.positions: Any = Cases(game, goal) if goal.against == HIDDEN else Positions(game, goal)
        self.search = Search(self.positions)
        self.proof = Proof()
        self.reply = ""  # what best_reply has found
        self._started = time.monotonic()
        self._answers = answers
        self._root: Node | None = None
        if goal.against != HIDDEN or not patiently:
            self._set_out_at_once()

    @property
    def root(self) -> Node:
        """Where the puzzle begins."""
        if self._root is None:
            self._set_out_at_once()
            assert self._root is not None
        return self._root

    @root.setter
    def root(self, node: Node) -> None:
        self._root = node

    def _set_out_at_once(self) -> None:
        for _ in self.set_out():
            pass

    def set_out(self) -> Iterator[None]:
        """Find the position where the puzzle begins, in steps of a few milliseconds."""
        if self._root is not None:
            return
        file, positions = self.scenario.file, self.positions
        try:
            root = (yield from positions.set_out()) if isinstance(positions, Cases) else positions.root()
            if root.mover == OVER and not self._answers:
                reached = "is reached" if root.value else "cannot be reached any more"
                raise PuzzleError(f"{file}: the goal {reached} before anybody has done anything")
            for answer in self._answers:
                if root.mover == OVER:
                    break
                yield from self.search.prepare(root, answer)
                root = self.search.after(root, answer)
        except TooManyCases as error:
            raise PuzzleError(f"{file}: {error}") from None
        self._root = root

    def run(self, tell: Callable[[Proof], bool | None] | None = None) -> Proof:
        """Work until it is decided or the limits are reached; `tell` hears of the progress, and stops it by returning True."""
        for proof in self.work():
            if tell is not None and tell(proof):
                proof.why = STOPPED
                break
        return self.proof

    def work(self) -> Iterator[Proof]:
        """All of the work, in steps of a few milliseconds."""
        limits = self.limits
        self._started = time.monotonic()
        proof = self.proof
        for _ in self._carefully():
            self._note()
            if self.search.nodes >= limits.nodes:
                proof.why = f"the limit of {limits.nodes:,} positions is reached"
                break
            if proof.seconds >= limits.seconds:
                proof.why = f"the limit of {limits.seconds:g} seconds is reached"
                break
            yield proof
        self._note()
        if not proof.complete and not proof.why:
            proof.why = "it goes deeper than can be looked at"
        if proof.status == SOLVED and proof.complete and len(proof.solutions) == 1:
            proof.status = UNIQUE
        yield proof

    def _note(self) -> None:
        self.proof.nodes, self.proof.depth = self.search.nodes, self.search.deepest
        self.proof.seconds = time.monotonic() - self._started

    def _carefully(self) -> Iterator[None]:
        try:
            yield from self._find_out()
        except TooManyCases as error:
            self.proof.why = str(error)

    def _find_out(self) -> Iterator[None]:
        yield from self.set_out()
        proof, root = self.proof, self.root
        yield from self.search.decide(root)
        found = self.search.result(root)
        if found is None:
            return
        proof.value = found.value
        if found.value == 0:
            proof.status = DISPROVED
            proof.complete = True
            yield from self._defend()
            return
        proof.status = SOLVED
        yield from self._find_solutions()

    # solutions

    def _find_solutions(self) -> Iterator[None]:
        """Every solution against the most stubborn defence, those with the fewest moves first.

        Two solutions are the same when they have the same moves, in whatever order, or when one has moves that the other
        shows to be needless.
        """
        proof, search, positions = self.proof, self.search, self.positions
        waiting: list[tuple[int, int, int, Node, Answers, tuple[str, ...]]] = [(0, 0, 0, self.root, (), ())]
        been: set[tuple[int, tuple[str, ...]]] = set()
        number = 0
        undecided = False
        while waiting:
            _, _, _, node, line, moves = heapq.heappop(waiting)
            if self._needless(moves):
                continue
            if node.mover == OVER:
                proof.solutions.append(Solution(line, moves))
                if len(proof.solutions) >= MAX_SOLUTIONS:
                    proof.why = f"no more than {MAX_SOLUTIONS} are looked for"
                    return
                continue
            if (node.key, moves) in been:
                continue
            been.add((node.key, moves))
            after: list[tuple[str, Node, Known]] = []
            options = positions.options(node)
            for option in options:
                yield from search.prepare(node, option)
                child = search.after(node, option)
                yield from search.decide(child)
                found = search.result(child)
                if found is None:
                    undecided = True
                else:
                    after.append((option, child, found))
                yield
            for option, child, _ in self._worth_following(node, options, after):
                number += 1
                answer = self.told(node, option)
                now = moves if node.mover in (THEIRS, CHANCE) else self.with_move(moves, positions.prompt(node), option, child)
                if len(waiting) >= MAX_WAITING:
                    proof.why = "there are too many ways to look at them all"
                    return
                if not self._needless(now):
                    heapq.heappush(waiting, (len(now), len(line) + 1, number, child, (*line, answer), now))
        proof.complete = not undecided

    def _worth_following(
        self, node: Node, options: Sequence[str], after: list[tuple[str, Node, Known]]
    ) -> list[tuple[str, Node, Known]]:
        """The answers that belong to a solution: every best one of our own, the most stubborn of the others', a likely chance."""
        if not after:
            return []
        if node.mover == OURS:
            best = max(found.value for _, _, found in after)
            return [one for one in after if one[2].value == best and best > 0]
        if node.mover == CHANCE:
            weights = dict(zip(options, self.positions.weights(node, options)))
            hopeful = [one for one in after if one[2].value > 0]
            return [max(hopeful, key=lambda one: weights[one[0]])] if hopeful else []
        worst = min(found.value for _, _, found in after)
        return [max((one for one in after if one[2].value == worst), key=lambda one: one[2].distance)]

    def told(self, node: Node, option: str) -> Given:
        """An answer as it is told: who gives it, and the card that is really there."""
        return Given(self.positions.player(node), self.positions.concrete(node, option))

    def with_move(self, moves: tuple[str, ...], prompt: str, option: str, child: Node) -> tuple[str, ...]:
        """The moves of a solution with one more, if the answer is a move of its own."""
        manual = self.scenario.manual
        if not is_move(option, manual) or prompt.endswith(manual.ORDERS):
            return moves
        new = [option]
        if option.startswith("choose ") and isinstance(child.game, Game):  # the last of several is chosen without asking
            new += [one.option for one in child.game.skipped if one.option.startswith("choose ")]
        return tuple(sorted((*moves, *map(self.same, new))))

    def same(self, option: str) -> str:
        """An answer with equal copies of a card called by one name."""
        copies = self.positions.keys.copies
        return " ".join(copies.get(word, word).partition(ANY)[0] for word in option.split())

    def _needless(self, moves: tuple[str, ...]) -> bool:
        """Do these moves contain a solution that is known already?"""
        have = Counter(moves)
        return any(not Counter(solution.moves) - have for solution in self.proof.solutions)

    # defence

    def _defend(self) -> Iterator[None]:
        """For every first try the line in which it fails; without a first choice the line that is played."""
        if self.root.mover != OURS or self.goal.against == BEST_LUCK:
            yield from self.refute(self.root, ())
            return
        options = sorted(self.positions.options(self.root), key=lambda option: option in self.scenario.manual.LEAVE)
        for option in options[:MAX_SOLUTIONS]:
            yield from self.search.prepare(self.root, option)
            child = self.search.after(self.root, option)
            yield from self.refute(child, (self.told(self.root, option),))

    def refute(self, node: Node, line: Answers) -> Iterator[None]:
        """From a position in which the goal is out of reach, play on to where that shows; told in `proof.defence`."""
        search, positions = self.search, self.positions
        while node.mover != OVER and len(line) < MAX_LINE:
            failing: list[tuple[bool, int, str, Node]] = []
            for option in positions.options(node):
                yield from search.prepare(node, option)
                child = search.after(node, option)
                yield from search.decide(child)
                found = search.result(child)
                if found is not None and found.value == 0:
                    failing.append((is_move(option, self.scenario.manual), found.distance, option, child))
                    if node.mover != OURS:
                        break
            if not failing:
                break
            _, _, option, child = max(failing, key=lambda one: one[:2])  # our own best try
            line = (*line, self.told(node, option))
            node = child
        self.proof.defence.append(line)

    # playing on

    def best_reply(self) -> Iterator[None]:
        """Where somebody else is asked: the reply that keeps the goal out of reach, or else delays it longest, into `reply`."""
        search, positions, node = self.search, self.positions, self.root
        self.reply = ""
        best: tuple[Any, ...] | None = None
        for option in positions.options(node):
            yield from search.prepare(node, option)
            child = search.after(node, option)
            yield from search.decide(child)
            found = search.result(child)
            worth = (1, 0) if found is None else (found.value, -found.distance)
            if best is None or worth < best:
                best, self.reply = worth, positions.concrete(node, option)
            if found is not None and found.value == 0:
                return


def is_move(option: str, manual: Manual) -> bool:
    """Is an answer a move of its own? The end of something, a payment or an order makes no other solution."""
    return option not in manual.LEAVE and option.partition(" ")[0] not in manual.MINOR


def solve(
    scenario: Scenario, readings: Mapping[str, str] | None = None, limits: Limits | None = None,
    tell: Callable[[Proof], bool | None] | None = None,
) -> Proof:  # fmt: skip
    """Prove or disprove a puzzle.

    >>> from dcf_lab.scenario.file import parse
    >>> puzzle = parse('''
    ... title = "One left"
    ... [table]
    ... phase = "hero oppose"
    ... sanctuary = 28
    ... [table.hero]
    ... characters = ["superman"]
    ... [[table.locations]]
    ... card = "the_daily_planet"
    ... unaligned = "harley_quinn"
    ... [[table.locations]]
    ... card = "arkham_asylum"
    ... [goal]
    ... for = "hero"
    ... win = "rescue"
    ... ''')
    >>> solve(puzzle).status
    'unique'
    """
    return Solver(scenario, readings, limits=limits).run(tell)


def planned_moves(solver: Solver) -> tuple[str, ...] | None:
    """The moves of the solution that the scenario's script plays, if it has one."""
    scenario = solver.scenario
    if not scenario.script:
        return None
    game = scenario.game(log=False)
    moves: tuple[str, ...] = ()
    for step in scenario.script:
        for answer in step.do:
            while game.choice is not None and game.choice.player == "chance" and not answer.startswith("chance "):
                game.answer(game.choice.default or game.choice.options[0])
            choice = game.choice
            if choice is None or answer not in choice.options:  # the only answer was given already, or chance's
                if play_step(game, step._replace(do=(answer,))) is not None:
                    return None
                continue
            game.answer(answer)
            if solver.positions.is_ours(choice.player):
                moves = solver.with_move(moves, choice.prompt, answer, Node(game))
    return moves
