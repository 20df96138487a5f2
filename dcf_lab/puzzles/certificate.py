"""The certificate of a puzzle: what the solver has proved, and of which rules, cards and readings it has proved it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from dcf_lab.engine.rulings import chosen_readings
from dcf_lab.engine.toml import write_toml
from dcf_lab.games import folder_of
from dcf_lab.puzzles.explain import Difficulty, difficulty
from dcf_lab.puzzles.solve import UNDECIDED, Limits, Proof, PuzzleError, Solver, planned_moves, solve
from dcf_lab.scenario.file import Scenario
from dcf_lab.timeline.timeline import fingerprint as cards_on

_PACKAGE = Path(__file__).parent.parent


def certify(scenario: Scenario, limits: Limits | None = None) -> tuple[Proof, dict[str, Any]]:
    """Prove a puzzle, under its own readings and under those of its variants; the proof, and what goes into the file."""
    solver = Solver(scenario, limits=limits)
    proof = solver.run()
    variants = {variant.name: solve(scenario, variant.rulings, limits).status for variant in scenario.variants}
    return proof, certificate(solver, difficulty(solver) if proof.solutions else None, variants)


def certificate(solver: Solver, hard: Difficulty | None, variants: Mapping[str, str]) -> dict[str, Any]:
    """What goes into the file of a puzzle that was proved: the solutions, how hard they are, what holds under other readings."""
    scenario, proof = solver.scenario, solver.proof
    planned = planned_moves(solver)
    made: dict[str, Any] = {
        "status": proof.status,
        "complete": proof.complete,
        "solutions": [[f"{player}: {option}" for player, option in solution.line] for solution in proof.solutions],
        "moves": [list(solution.moves) for solution in proof.solutions],
        "nodes": proof.nodes,
        "depth": proof.depth,
    }
    if proof.value not in (None, 0, 1):
        made["chance"] = str(proof.value)
    if planned is not None and proof.solutions:
        others = [solution for solution in proof.solutions if solution.moves != planned]
        made["unplanned"] = len(others)
        made["shorter"] = sum(len(solution.moves) < len(planned) for solution in others)
    if scenario.variants:
        made["variants"] = dict(variants)
    if hard is not None:
        made["difficulty"] = hard.number
        made["level"] = hard.level
        made["reasons"] = list(hard.reasons)
    made["fingerprint"] = fingerprint(scenario)
    return made


def fingerprint(scenario: Scenario) -> dict[str, str]:
    """Short marks of what a proof rests on: rules, cards on the table, readings in force, the position with its goal."""
    table = scenario.game(log=False).table
    position = {**table.as_json(), "dice": 0}  # a proof holds whatever chance does next
    return {
        "rules": _rules(table.rules.game),
        "cards": _digest(cards_on(table)),
        "rulings": _digest(chosen_readings(scenario.manual.rulings(), scenario.rulings)),
        "position": _digest([position, dict(scenario.goal.said) if scenario.goal else None]),
    }


def stale(scenario: Scenario) -> list[str]:
    """What has changed since the certificate was made: some of 'rules', 'cards', 'rulings' and 'position'."""
    marks = fingerprint(scenario)
    before = {"position": marks["position"], **scenario.certificate.get("fingerprint", {})}  # older certificates do not say it
    return [what for what, mark in marks.items() if before.get(what) != mark]


def check(scenario: Scenario, limits: Limits | None = None) -> tuple[list[str], list[str]]:
    """Prove a puzzle again: where the certificate is wrong, and what a reader should know besides."""
    said = scenario.certificate
    if not said:
        return [], [f"{scenario.file}: this puzzle has no certificate yet; dcf-lab solve --write makes one"]
    old = stale(scenario)
    since = f" ({' and '.join(old)} changed since it was proved)" if old else ""
    again = f"; dcf-lab solve --write {scenario.file} proves it anew"
    try:
        proof = solve(scenario, limits=limits)
        statuses = {variant.name: solve(scenario, variant.rulings, limits).status for variant in scenario.variants}
    except PuzzleError as error:
        return [str(error)], []
    wrong = []
    moves = sorted(list(solution.moves) for solution in proof.solutions)
    if proof.status != said.get("status"):
        why = f": {proof.why}" if proof.status == UNDECIDED else ""
        wrong.append(f"the certificate says {said.get('status')!r}, but it is {proof.status!r}{why}{since}")
    elif proof.complete and moves != sorted(said.get("moves", [])):
        wrong.append(f"the certificate has other solutions than are found now: {_told(moves)}{since}")
    for name, status in statuses.items():
        if status != said.get("variants", {}).get(name):
            wrong.append(f"under '{name}' the certificate says otherwise, but it is {status!r}{since}")
    notes = [f"{scenario.file}: proved again{since}: the same result{again}"] if old and not wrong else []
    return [f"{scenario.file}: {what}{again}" for what in wrong], notes


def _told(moves: list[list[str]]) -> str:
    return " / ".join(", ".join(one) for one in moves[:3]) + (" and others" if len(moves) > 3 else "")


def with_certificate(text: str, certificate: Mapping[str, Any]) -> str:
    """The scenario's text with this certificate at its end, in place of an earlier one."""
    kept = re.sub(r"(?ms)^\[certificate(?:\.[^\]]*)?\]\s*?\n.*?(?=^\[(?!certificate\b)|\Z)", "", text)
    block = write_toml({"certificate": dict(certificate)})
    return f"{kept.rstrip()}\n\n{block}"


@lru_cache(maxsize=8)
def _rules(game: str) -> str:
    """A mark of the rules as they are programmed, comments and blank lines left out."""
    rows: list[str] = []
    for folder in (_PACKAGE / "engine", folder_of(game), *_shared(game)):
        for file in sorted(folder.rglob("*.py")):
            if "players" not in (file.parent.name, file.stem):  # what bots think of a table is no rule
                lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
                rows += [file.name, *(line for line in lines if line and not line.startswith("#"))]
    return _digest(rows)


def _shared(game: str) -> list[Path]:
    """The folders of rules that a game shares with others of its family, as its own files name them."""
    texts = [file.read_text(encoding="utf-8") for file in folder_of(game).rglob("*.py")]
    named = {name for text in texts for name in re.findall(r"\bdcf_lab\.games\.(\w+)", text)}
    return [folder for name in sorted(named - {game}) if (folder := _PACKAGE / "games" / name).is_dir()]


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:12]
