"""What a player is given who sits at the table while a script is played: the log as it is told to that seat, and a link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from dcf_lab.engine.table import Cause, Event, Part, Table
from dcf_lab.engine.toml import parse_toml, write_toml
from dcf_lab.scenario.description import Log
from dcf_lab.scenario.file import Scenario
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.timeline import Timeline

NOT_PLAYED = ("script", "variant", "certificate", "shuffles")  # what a file says about a game, but what is no part of it


class Seats:
    """A scenario after some answers, looked at from its seats; the step that is looked at began after so many events."""

    def __init__(self, scenario: Scenario, readings: Mapping[str, str], answers: Sequence[str], since: int) -> None:
        self.scenario = scenario
        self.readings = readings
        self.answers = answers
        self.since = since
        self._logs: dict[str, Log] = {}

    @cached_property
    def line(self) -> Timeline:
        return self._played({})

    def log(self, seat: str) -> Log:
        """The events as the film tells them to a seat."""
        if seat not in self._logs:
            self._logs[seat] = _log(seat, self.line.game.table, self.since)
        return self._logs[seat]

    def link(self, seat: str) -> str:
        return link_from(seat, self.line)

    def differences(self, seat: str, one: str, other: str) -> Iterator[str]:
        """Where this seat would notice if two cards had been exchanged from the start: table, log, link."""
        if self.scenario.table is None:
            raise ValueError("cards can be exchanged only in a scenario with a [table]")
        twin = self._played({one: other, other: one})
        ours, theirs = self.line.game.table, twin.game.table
        view = self.scenario.manual.view
        if view(ours, seat) != view(theirs, seat):
            yield "table"
        if Film(seat).reel(ours)["events"] != Film(seat).reel(theirs)["events"]:
            yield "log"
        if link_from(seat, self.line) != link_from(seat, twin):
            yield "link"

    def _played(self, names: Mapping[str, str]) -> Timeline:
        """The game after the answers, with cards in each other's places."""
        said = {key: value for key, value in parse_toml(self.scenario.text).items() if key not in NOT_PLAYED}
        said["seed"] = self.scenario.seed
        if "table" in said:
            said["table"] = _exchanged(said["table"], names)
        table = _exchanged(self.scenario.table, names)
        played = replace(self.scenario, text=write_toml(said), table=table, script=(), variants=(), certificate={})
        line = Timeline(played, self.readings, take_chances=True)
        for answer in self.answers:
            line.answer(" ".join(names.get(word, word) for word in answer.split(" ")))
        return line


def link_from(seat: str, line: Timeline) -> str:
    """The link that a player makes from this seat."""
    return line.as_known_to(seat).link()


def _exchanged(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, list):
        return [_exchanged(one, names) for one in data]
    if isinstance(data, Mapping):
        return {key: _exchanged(one, names) for key, one in data.items()}
    return data


def _log(seat: str, table: Table, since: int) -> Log:
    """What the seat was told before the step, then what it was told in it, which may be less than there was."""
    film, then = Film(seat), table.copy()
    then.told = since
    before = film.reel(then)["events"]
    told = [*before, *film.reel(table)["events"]]
    start = told[len(before)]["id"] if len(told) > len(before) else len(told)
    texts = {one["id"]: "\n".join([one["text"], *(miss["text"] for miss in one.get("near", ()))]) for one in told}
    return Log(map(_event, told), lambda event: texts[event.id], start)


def _event(told: Mapping[str, Any]) -> Event:
    causes = tuple(Cause(*cause) for cause in told["causes"])
    parts = tuple(Part(*part) for part in told["parts"])
    return Event(
        told["id"], told["kind"], told["by"], told["to"], told["amount"], tuple(told["rules"]), causes, parts, {}, [], None
    )
