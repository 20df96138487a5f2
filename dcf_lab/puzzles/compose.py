"""The composer: vary a position until exactly one solution remains, another one than before, and as hard as is wanted."""

from __future__ import annotations

import copy
import random
import re
import time
from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.toml import parse_toml, write_toml
from dcf_lab.games import Variations
from dcf_lab.puzzles.explain import Difficulty, weigh
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNIQUE, Limits, Proof, PuzzleError, Solver
from dcf_lab.scenario.file import Scenario, ScenarioError, parse

LEVELS = ("any", "easy", "medium", "hard")
FIRST = Limits(nodes=200_000, seconds=10.0)  # for the puzzle that is varied
EACH = Limits(nodes=20_000, seconds=8.0)  # for a new position; a good puzzle is decided soon
POOL = 6  # positions that are varied further
PATIENCE = 100  # positions without progress after which it begins anew, more boldly
BOLD, BOLDEST = 3, 9  # changes at once, at the most
LEAST_MOVES, LEAST_TRAPS = 2, 2  # of a puzzle that is worth solving

Data = dict[str, Any]


class Composed(NamedTuple):
    """A new puzzle: its file, what was proved of it, and how hard it is."""

    text: str
    proof: Proof
    difficulty: Difficulty


class _Candidate(NamedTuple):
    score: float
    data: Data


class Composer:
    """A search for a new puzzle like a given one. `work` is done in small steps; `found` is the result."""

    def __init__(
        self, scenario: Scenario, seed: int = 0, level: str = "any", seconds: float = 240.0, packs: Sequence[Pack] = ()
    ) -> None:
        if scenario.goal is None:
            raise PuzzleError(f"{scenario.file}: give it a [goal] first; the composer varies the position, not the goal")
        if level not in LEVELS:
            raise PuzzleError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
        self.scenario = scenario
        self.level = level
        self.seconds = seconds
        self.tried = 0  # positions that were possible, and were solved
        self.candidates = 0  # positions that were thought of
        self.best = "nothing yet"
        self.found: Composed | None = None
        self.why = ""
        self._packs = packs
        self._roll = random.Random(seed)
        self._seen: set[str] = set()
        self._known: list[tuple[str, ...]] = []  # the moves of the solutions that there are already

    def work(self) -> Iterator[None]:
        """All of the work, in steps of a few milliseconds."""
        end = time.monotonic() + self.seconds
        vary = self.scenario.manual.variations(self.scenario.cards, self._roll)
        start = _anew(parse_toml(self.scenario.text))
        vary.plain(start["table"])
        assert self.scenario.goal is not None
        start["summary"] = self.scenario.goal.in_words()  # what the old one said of its position is not true of another
        pool: list[_Candidate] = []
        solver = Solver(self.scenario, limits=FIRST, patiently=True)
        for _ in solver.work():
            yield
        self._known = [self._without_places(solution.moves) for solution in solver.proof.solutions]
        pool.append(_Candidate(self._score(solver, None), start))
        bold, progress, highest = BOLD, 0, -1.0
        while time.monotonic() < end:
            if self.tried - progress > PATIENCE:
                pool = [_Candidate(0.0, start)]
                bold, progress, highest = min(bold + 1, BOLDEST), self.tried, -1.0
            data = copy.deepcopy(self._roll.choice(pool).data)
            for _ in range(self._roll.randint(1, bold)):
                vary.once(data["table"])
            self.candidates += 1
            attempt = yield from self._attempt(data)
            if attempt is None:
                yield
                continue
            self.tried += 1
            for _ in attempt.work():
                yield
                if time.monotonic() >= end:
                    break
            hard = (yield from weigh(attempt)) if attempt.proof.status == UNIQUE else None
            if hard is not None and self._wanted(attempt, hard):
                self.best = "a new puzzle with one solution, made simpler as long as that stays so"
                yield from self._simplify(attempt, hard, data, vary)
                return
            score = self._score(attempt, hard)
            if score > highest:
                highest, progress = score, self.tried
                self._tell(attempt, hard)
            pool.append(_Candidate(score, data))
            pool.sort(key=lambda one: -one.score)
            del pool[POOL:]
        level = "" if self.level == "any" else f"{self.level} "
        self.why = f"no new {level}puzzle in {self.seconds:g} seconds and {self.tried} positions"

    def _attempt(self, data: Data) -> Generator[None, None, Solver | None]:
        """The solver of a position that is possible and was not tried before."""
        text = self._file(data)
        if text in self._seen:
            return None
        self._seen.add(text)
        try:
            solver = Solver(parse(text, "the new puzzle", self._packs), limits=EACH, patiently=True)
            yield from solver.set_out()
        except (ScenarioError, PuzzleError, CardTextError):
            return None
        return solver

    def _wanted(self, solver: Solver, hard: Difficulty) -> bool:
        """Is it a new puzzle of that level, with something to do and something to fall for?"""
        moves = solver.proof.solutions[0].moves
        worth = len(moves) >= LEAST_MOVES and hard.traps >= LEAST_TRAPS
        return worth and self._without_places(moves) not in self._known and self.level in ("any", hard.level)

    def _without_places(self, moves: tuple[str, ...]) -> tuple[str, ...]:
        """The same moves at another place would not be a new idea."""
        cards, places = self.scenario.cards, self.scenario.manual.BOARD.places
        words = [[w for w in move.split() if w not in cards or cards[w].type not in places] for move in moves]
        return tuple(sorted(" ".join(one) for one in words))

    def _score(self, solver: Solver, hard: Difficulty | None) -> float:
        """How near a position is to a puzzle: one solution, a new one, of the wanted level, and quickly decided."""
        proof = solver.proof
        slow = proof.nodes / EACH.nodes
        noise = self._roll.random() * 0.5
        if proof.status == UNIQUE:
            wanted = {"easy": 3, "medium": 6, "hard": 11}.get(self.level, 6)
            return 8 - (abs(hard.number - wanted) / 2 if hard else 2) - slow + noise
        if proof.status == SOLVED:
            return 5 - min(4, len(proof.solutions) / 2) - slow + noise
        return (2 if proof.status == DISPROVED else 0) - slow + noise

    def _tell(self, solver: Solver, hard: Difficulty | None) -> None:
        number = len(solver.proof.solutions)
        said = f"one solution, {hard.level}" if hard else f"{number} solutions" if number else "no solution"
        self.best = f"a position with {said}"

    def _simplify(self, solver: Solver, hard: Difficulty, data: Data, vary: Variations) -> Iterator[None]:
        """Leave out what the puzzle does not need: the same solution stays the only one, and as hard as before."""
        moves = solver.proof.solutions[0].moves
        at_least = hard.number - 1
        for remove in vary.removals(data["table"]):
            smaller = copy.deepcopy(data)
            remove(smaller["table"])
            attempt = yield from self._attempt(smaller)
            if attempt is None:
                continue
            for _ in attempt.work():
                yield
            if attempt.proof.status != UNIQUE or attempt.proof.solutions[0].moves != moves:
                continue
            easier = yield from weigh(attempt)
            if easier.number >= at_least and self._wanted(attempt, easier):
                solver, hard, data = attempt, easier, smaller
        data = {**data, "script": [{"do": [option for _, option in solver.proof.solutions[0].line]}]}
        self.found = Composed(self._file(data), solver.proof, hard)

    def _file(self, data: Data) -> str:
        return write_toml(data, (self.scenario.manual.BOARD.middle, "script"))


def _anew(data: Data) -> Data:
    """The data of a puzzle without what belongs to the old one."""
    kept = {key: value for key, value in data.items() if key not in ("script", "variant", "certificate", "chapter")}
    title = re.sub(r" \(varied\)$", "", str(kept.get("title", "Puzzle")))
    return {**kept, "title": f"{title} (varied)", "table": kept.get("table", {})}
