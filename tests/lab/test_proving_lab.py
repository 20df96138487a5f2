"""A puzzle in Build: it is proved or disproved, its solutions are shown as films, and the composer varies it."""

import sys
from types import ModuleType, SimpleNamespace

import pytest
from puzzle_room import FOUR_LEFT, RIGHT, THEN, Visitor, with_puzzles

from dcf_lab.engine.toml import parse_toml
from dcf_lab.lab import slices
from dcf_lab.puzzles.explain import difficulty as weighed
from dcf_lab.puzzles.solve import Solver


@pytest.fixture
def folder(tmp_path):
    return with_puzzles(tmp_path)


def drafted(text=FOUR_LEFT):
    return parse_toml(text)


def test_prove_it_tells_the_solutions_and_shows_them_as_films(folder):
    visitor = Visitor(folder)
    proved = visitor.ask("build", do="prove", draft=drafted())["proved"]

    assert proved["status"] == "unique" and proved["difficulty"]["number"] >= 1
    assert proved["solutions"][0]["line"][0] == ["hero", "activate Superman at The Daily Planet"]
    film = visitor.ask("build", do="film", which="solutions", number=0)["film link"]
    opened = visitor.ask("explore", do="open", query=f"?s={film['link']}")["explore"]
    assert opened["film"]["over"]["winners"] == ("hero",)
    assert "prove it again" in visitor.ask("build", do="film", which="solutions", number=7)["refused"]["text"].lower()


def test_a_solution_that_the_script_does_not_play_is_a_cook(folder):
    visitor = Visitor(folder)
    planned = {
        **drafted(),
        "script": [{"do": [RIGHT, "rescue", "activate cheetah at the_daily_planet", "attack superman", THEN, "rescue"]}],
    }
    other = {**drafted(), "script": [{"do": ["pass"]}]}

    assert visitor.ask("build", do="prove", draft=planned)["proved"]["solutions"][0]["kind"] == "planned"
    found = visitor.ask("build", do="prove", draft=other)["proved"]
    assert found["solutions"][0]["kind"] == "unplanned" and found["missing"]


def test_what_cannot_be_reached_is_disproved_with_the_defence_for_each_try(folder):
    draft = drafted(FOUR_LEFT.replace("sanctuary = 26", "sanctuary = 2"))
    proved = Visitor(folder).ask("build", do="prove", draft=draft)["proved"]

    assert proved["status"] == "disproved" and len(proved["defence"]) >= 2


@pytest.mark.parametrize(
    "change", [{"goal": {"for": "hero"}}, {"goal": "Win"}, {"goal": {"for": "hero", "reach": "batman ="}}, {"table": 3}]
)
def test_what_is_no_puzzle_is_refused_with_a_sentence(folder, change):
    visitor = Visitor(folder)

    assert set(visitor.ask("build", do="prove", draft={**drafted(), **change})) == {"refused"}
    assert set(visitor.ask("build", do="compose", draft={**drafted(), **change})) == {"refused"}
    assert set(visitor.ask("build", do="compose", draft=drafted(), level="evil")) == {"refused"}


def test_a_certificate_does_not_come_into_a_draft(folder):
    visitor = Visitor(folder)
    text = FOUR_LEFT + '\n[certificate]\nstatus = "unique"\n'

    assert "certificate" not in visitor.ask("build", do="upload", name="x.toml", text=text)["draft"]["draft"]


class SmallComposer:
    """Stands for the real one: finds the position itself after some tries."""

    def __init__(self, scenario, seed, level="any", seconds=240, packs=()):
        self.scenario, self.level = scenario, level
        self.tried = self.candidates = 0
        self.best, self.found, self.why = "nothing yet", None, ""

    def work(self):
        for _ in range(20):
            self.tried += 1
            yield
        if self.level == "hard":
            self.why = "no variation was hard enough"
            return
        solver = Solver(self.scenario)
        proof = solver.run()
        self.found = SimpleNamespace(text=self.scenario.text, proof=proof, difficulty=weighed(solver))


def test_the_composer_tells_how_far_it_is_and_brings_a_draft(folder, monkeypatch):
    module = ModuleType("dcf_lab.puzzles.compose")
    module.Composer = SmallComposer
    monkeypatch.setitem(sys.modules, "dcf_lab.puzzles.compose", module)
    visitor = Visitor(folder)
    monkeypatch.setattr(slices, "SLICE", 0.0)
    [first] = visitor.once("build", do="compose", draft=drafted(), seed=3)
    assert first["show"] == "working" and first["best"] == "nothing yet"
    [stopped] = visitor.once("build", do="stop")
    assert stopped["draft"] is None and stopped["why"] == "it was stopped"
    monkeypatch.setattr(slices, "SLICE", 0.05)

    found = visitor.ask("build", do="compose", draft=drafted(), seed=3)["composed"]
    assert found["draft"]["title"] == "Four left" and found["proved"]["status"] == "unique"
    assert visitor.ask("build", do="film", which="solutions", number=0)["film link"]
    nothing = visitor.ask("build", do="compose", draft=drafted(), seed=3, level="hard")["composed"]
    assert nothing["draft"] is None and "hard enough" in nothing["why"]
