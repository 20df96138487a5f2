"""Proving what is being built, and finding puzzles like it: the solver's part of the build page, in slices."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any

from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import IllegalAnswer
from dcf_lab.engine.toml import parse_toml
from dcf_lab.games import say
from dcf_lab.lab.draft import DraftError, as_draft
from dcf_lab.lab.slices import Enough, Steps, Work
from dcf_lab.puzzles.certificate import certificate
from dcf_lab.puzzles.explain import Difficulty, weigh
from dcf_lab.puzzles.solve import Answers, Limits, Proof, Solver, planned_moves
from dcf_lab.scenario.file import Scenario, parse
from dcf_lab.timeline.timeline import MAX_LINK, Timeline

PROVE_SECONDS = 60.0
COMPOSE_SECONDS = 300.0
HIDDEN_CARDS = "hidden cards"  # who "answers" in a line of a puzzle with hidden cards


class Prover:
    """One visitor's search on the build page; keeps what was proved last, so that its lines can be shown as films."""

    def __init__(self, packs: list[Pack]) -> None:
        self.packs = packs
        self.work = Work()
        self._scenario: Scenario | None = None
        self._lines: dict[str, list[Answers]] = {}

    # proving

    def prove(self, scenario: Scenario) -> Iterator[dict[str, Any]]:
        """Is the goal reached for certain, in how many ways, and are these the ones that are meant?"""
        solver = Solver(scenario, limits=Limits(seconds=1e9), patiently=True)
        yield from self.work.begin("prove", self._prove(solver), PROVE_SECONDS, lambda: _progress(solver.proof))

    def _prove(self, solver: Solver) -> Steps:
        proof = solver.proof
        try:
            for _ in solver.work():
                yield
        except Enough as enough:
            proof.why = str(enough)
        hard, certified = None, None
        if proof.complete and proof.solutions:
            hard = yield from weigh(solver)
        if proof.complete:
            with suppress(Enough):  # what was proved is told, but goes into no file without the rest
                certified = certificate(solver, hard, (yield from _under_variants(solver.scenario)))
        return [{**self._told(solver, proof, hard), "certificate": certified}]

    def _told(self, solver: Solver, proof: Proof, hard: Difficulty | None) -> dict[str, Any]:
        scenario = solver.scenario
        self._scenario = scenario
        self._lines = {"solutions": [solution.line for solution in proof.solutions], "defence": proof.defence}
        planned = planned_moves(solver)
        solutions = []
        for solution in proof.solutions:
            kind = "" if planned is None else "planned" if solution.moves == planned else "unplanned"
            if kind == "unplanned" and len(solution.moves) < len(planned or ()):
                kind = "shorter"
            solutions.append({"kind": kind, **_line(solution.line, scenario)})
        return {
            "show": "proved",
            "status": proof.status,
            "text": proof.in_words(),
            "solutions": solutions,
            "missing": planned is not None and bool(solutions) and all(one["kind"] != "planned" for one in solutions),
            "defence": [_line(line, scenario) for line in proof.defence],
            "difficulty": None if hard is None else hard._asdict(),
        }

    # composing

    def compose(self, scenario: Scenario, seed: int, level: str) -> Iterator[dict[str, Any]]:
        """Vary the position until exactly one solution remains."""
        from dcf_lab.puzzles.compose import Composer

        composer = Composer(scenario, seed, level, COMPOSE_SECONDS, self.packs)

        def progress() -> dict[str, Any]:
            return {"tried": composer.tried, "candidates": composer.candidates, "best": str(composer.best)[:300]}

        yield from self.work.begin("compose", self._compose(composer), COMPOSE_SECONDS, progress)

    def _compose(self, composer: Any) -> Steps:
        why = ""
        try:
            for _ in composer.work():
                yield
        except Enough as enough:
            why = str(enough)
        tried = {"tried": composer.tried, "candidates": composer.candidates}
        found = composer.found
        if found is None:
            why = why or composer.why or "nothing was found"
            return [{"show": "composed", "draft": None, "why": why, **tried}]
        self._scenario = scenario = parse(found.text, "the puzzle", self.packs)
        solver = Solver(scenario)
        solver.proof = found.proof
        certified = certificate(solver, found.difficulty, {})
        draft, lost = as_draft(parse_toml(found.text))
        self._lines = {"solutions": [solution.line for solution in found.proof.solutions], "defence": []}
        hard = found.difficulty
        proved = {
            "show": "proved",
            "status": found.proof.status,
            "text": found.proof.in_words(),
            "solutions": [{"kind": "", **_line(solution.line, scenario)} for solution in found.proof.solutions],
            "missing": False,
            "defence": [],
            "difficulty": hard._asdict(),
            "certificate": certified,
        }
        return [{"show": "composed", "draft": draft, "lost": lost, "proved": proved, **tried}]

    # showing

    def film(self, which: Any, number: Any) -> dict[str, Any]:
        """A line as a link to the explore page, and the moment where it begins."""
        lines = self._lines.get(which, []) if isinstance(which, str) else []
        if self._scenario is None or type(number) is not int or not 0 <= number < len(lines):
            raise DraftError("this line is not there any more; prove it again")
        line = Timeline(self._scenario, take_chances=True)
        start = line.game.table.told
        for answer in lines[number]:
            try:
                line.answer(answer.option)
            except IllegalAnswer:
                break  # with hidden cards a line tells of several cases at once
        link = line.link()
        if len(link) > MAX_LINK:
            raise DraftError("this line is too long for a link")
        return {"show": "film link", "link": link, "moment": start}


def _under_variants(scenario: Scenario) -> Generator[None, None, dict[str, str]]:
    """How the goal stands under the readings of each variant."""
    found = {}
    for variant in scenario.variants:
        solver = Solver(scenario, variant.rulings, limits=Limits(seconds=1e9), patiently=True)
        for _ in solver.work():
            yield
        found[variant.name] = solver.proof.status
    return found


def _progress(proof: Proof) -> dict[str, Any]:
    return {"nodes": proof.nodes, "depth": proof.depth, "found": len(proof.solutions)}


def _line(line: Answers, scenario: Scenario) -> dict[str, Any]:
    """A line in words, and whether it can be played on the table at hand."""
    told = [[answer.player, say(answer.option, scenario.cards)] for answer in line]
    return {"line": told, "playable": all(player != HIDDEN_CARDS for player, _ in told)}
