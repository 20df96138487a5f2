"""Solving on several cores: each first answer is looked at by a process of its own, and the results are put together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from dcf_lab.bots.workers import workers
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.puzzles.search import CHANCE, OURS, THEIRS
from dcf_lab.puzzles.solve import (
    DISPROVED,
    MAX_SOLUTIONS,
    SOLVED,
    STOPPED,
    UNIQUE,
    Given,
    Limits,
    Proof,
    Solution,
    Solver,
    is_move,
)  # fmt: skip
from dcf_lab.scenario.file import Scenario, parse


def solve_on(
    cores: int, scenario: Scenario, packs: Sequence[Path | Pack] = (), readings: Mapping[str, str] | None = None,
    limits: Limits | None = None, tell: Callable[[Proof], bool | None] | None = None,
) -> Proof:  # fmt: skip
    """Prove or disprove a puzzle on so many cores. Each part has the limits to itself."""
    solver = Solver(scenario, readings, limits=limits)
    root, positions = solver.root, solver.positions
    options = list(positions.options(root))
    if cores < 2 or len(options) < 2 or root.mover == CHANCE:
        return solver.run(tell)
    started = time.monotonic()
    parts: dict[str, Proof] = {}
    so_far = Proof()
    folder = Path(scenario.file).parent if Path(scenario.file).exists() else None
    given = (scenario.text, scenario.file, tuple(packs), folder, dict(readings or {}))
    try:
        with workers(min(cores, len(options))) as pool:
            waiting = {pool.submit(_part, *given, option, limits): option for option in options}
            left = set(waiting)
            while left:
                done, left = wait(left, timeout=0.2, return_when=FIRST_COMPLETED)
                for part in done:
                    parts[waiting[part]] = part.result()
                so_far.nodes = sum(part.nodes for part in parts.values())
                so_far.depth = max((part.depth + 1 for part in parts.values()), default=0)
                so_far.seconds = time.monotonic() - started
                if tell is not None and tell(so_far):
                    so_far.why = STOPPED
                    break
    except BrokenProcessPool:
        so_far.why = "a process of the search was ended from outside"
    return _together(solver, options, parts, so_far)


def _part(
    text: str, file: str, packs: Sequence[Path | Pack], folder: Path | None, readings: Mapping[str, str], first: str,
    limits: Limits | None,
) -> Proof:  # fmt: skip
    return Solver(parse(text, file, packs, folder), readings, (first,), limits).run()


def _together(solver: Solver, options: Sequence[str], parts: Mapping[str, Proof], proof: Proof) -> Proof:
    """What is true of the whole puzzle when this is true after each first answer."""
    decided = {option: part for option, part in parts.items() if part.value is not None}
    missing = [parts[option].why if option in parts else proof.why for option in options if option not in decided]
    if not decided:
        proof.why = proof.why or missing[0]
        return proof
    ours = solver.root.mover == OURS
    best = max if ours else min
    value = best(part.value for part in decided.values() if part.value is not None)
    if missing and value != (1 if ours else 0):
        proof.why = missing[0]
        return proof
    proof.value = value
    player = solver.positions.player(solver.root)
    if value == 0:
        proof.status, proof.complete = DISPROVED, True
        tries = decided if ours else {o: p for o, p in decided.items() if p.value == 0}
        proof.defence = [(Given(player, o), *line) for o, part in tries.items() for line in (part.defence[:1] or [()])]
        proof.defence = proof.defence[:MAX_SOLUTIONS]
        return proof
    followed = {option: part for option, part in decided.items() if part.value == value}
    if solver.root.mover == THEIRS:  # the most stubborn first reply
        stubborn = max(followed, key=lambda o: max((len(s.line) for s in followed[o].solutions), default=0))
        followed = {stubborn: followed[stubborn]}
    found = [
        Solution((Given(player, option), *solution.line), _with(solver, solution.moves, option, ours))
        for option, part in followed.items()
        for solution in part.solutions
    ]
    proof.solutions = _least(found)
    proof.complete = not missing and all(part.complete for part in followed.values())
    proof.status = UNIQUE if proof.complete and len(proof.solutions) == 1 else SOLVED
    if not proof.complete:
        proof.why = next(iter([*missing, *(part.why for part in followed.values() if not part.complete)]), "")
    return proof


def _with(solver: Solver, moves: tuple[str, ...], option: str, ours: bool) -> tuple[str, ...]:
    return tuple(sorted((*moves, solver.same(option)))) if ours and is_move(option, solver.scenario.manual) else moves


def _least(found: list[Solution]) -> list[Solution]:
    """Without those that have all the moves of another one."""
    kept: list[Solution] = []
    for solution in sorted(found, key=lambda one: (len(one.moves), len(one.line))):
        if not any(not Counter(other.moves) - Counter(solution.moves) for other in kept):
            kept.append(solution)
    return kept[:MAX_SOLUTIONS]
