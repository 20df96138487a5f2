"""A scenario's script followed on a timeline, and what it says is refused on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from dcf_lab.engine.game import Choice
from dcf_lab.engine.rulings import chosen_readings
from dcf_lab.scenario.file import Step
from dcf_lab.timeline.film import Stated
from dcf_lab.timeline.run import play_step
from dcf_lab.timeline.timeline import Timeline


class Script(NamedTuple):
    """What a scenario says is to be played, and under which readings."""

    readings: Mapping[str, str]
    steps: tuple[Step, ...]

    @property
    def decides_chance(self) -> bool:
        return any(answer.startswith("chance ") for step in self.steps for answer in step.do)


def scripts(line: Timeline) -> list[Script]:
    """The script of a timeline's scenario, and those of its variants."""
    scenario = line.scenario
    own = [Script({}, scenario.script)] if scenario.script else []
    return own + [Script(variant.rulings, variant.script) for variant in scenario.variants if variant.script]


def under_readings(line: Timeline, readings: Mapping[str, str]) -> dict[str, str]:
    """Every ruling with its reading: the scenario's, and what is wanted instead."""
    return chosen_readings(line.scenario.manual.rulings(), {**line.scenario.rulings, **readings})


def follow(line: Timeline, script: Script) -> Iterator[tuple[Step, str | None]]:
    """Play a script from where a timeline stands; each step with what is wrong with it, after which nothing more is played."""
    player = _Following(line)
    for step in script.steps:
        failure = play_step(player, step)  # type: ignore[arg-type]
        yield step, failure
        if failure:
            return


class _Following:
    """A timeline that is answered as a game is, so that every answer becomes a branch or follows one."""

    def __init__(self, line: Timeline) -> None:
        self.line = line
        self.skipped = list(line.game.skipped)

    @property
    def choice(self) -> Choice | None:
        return self.line.game.choice

    def answer(self, option: str) -> None:
        self.line.answer(option)
        self.skipped = list(self.line.game.skipped)


class StatedRefusals:
    """What the script of a scenario says is refused, for whoever comes to that place of a timeline, by the script or by hand."""

    def __init__(self) -> None:
        self._of: Timeline | None = None
        self._found: dict[tuple[str, ...], list[Stated]] = {}  # the answers up to a place -> what is refused there

    def on_the_way(self, line: Timeline, seat: str | None = None) -> list[Stated]:
        """Those on the way to where the timeline stands; a seat is told only what is refused to itself."""
        if self._of is not line:
            self._of, self._found = line, dict(_stated(line))
        if not self._found:
            return []
        answers = tuple(node.option for node in line.here.path())
        found = [one for length in range(len(answers) + 1) for one in self._found.get(answers[:length], ())]
        return [one for one in found if seat in (None, one.player)]


def _stated(line: Timeline) -> Iterator[tuple[tuple[str, ...], list[Stated]]]:
    now = under_readings(line, line.readings)
    script = next((one for one in scripts(line) if under_readings(line, one.readings) == now), None)
    if script is None or not any(step.refuse for step in script.steps) or script.decides_chance > line.take_chances:
        return
    again = Timeline(line.scenario, line.readings, line.take_chances)
    found: dict[tuple[str, ...], list[Stated]] = {}
    for step, failure in follow(again, script):
        game, wanted = again.game, [one.option for one in step.refuse if not one.skipped]
        if failure or game.choice is None or not wanted:
            continue
        here = found.setdefault(tuple(node.option for node in again.here.path()), [])
        here += [
            Stated(game.table.told, game.choice.player, refusal)
            for refusal in game.refused()
            if refusal.option in wanted and all(refusal != one.refusal for one in here)
        ]
    yield from found.items()
