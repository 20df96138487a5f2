"""What a player is given who sits at the table: the log as it is told to that seat, and a link made from there."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from dcf_lab.description import Log
from dcf_lab.engine.cards import Library
from dcf_lab.engine.table import Cause, Event, Part, Table
from dcf_lab.engine.toml import parse_toml, write_toml
from dcf_lab.film import Film
from dcf_lab.scenario import Scenario
from dcf_lab.timeline import MAX_TEXT, Timeline


def log_told_to(seat: str, table: Table) -> Log:
    """The events of a game as the film tells them to a seat."""
    reel = Film(seat).reel(table)["events"]
    texts = {told["id"]: "\n".join([told["text"], *told.get("near", ())]) for told in reel}
    return Log(map(_event, reel), lambda event: texts[event.id])


def _event(told: Mapping[str, Any]) -> Event:
    causes = tuple(Cause(*cause) for cause in told["causes"])
    parts = tuple(Part(*part) for part in told["parts"])
    return Event(
        told["id"], told["kind"], told["by"], told["to"], told["amount"], tuple(told["rules"]), causes, parts, {}, [], None
    )


def link_from(seat: str, scenario: Scenario, readings: Mapping[str, str], answers: Iterable[str]) -> str:
    """The link that a player makes from this seat after these answers; what the script expects is not part of the game."""
    said = {key: value for key, value in parse_toml(scenario.text).items() if key not in ("script", "variant", "certificate")}
    played = replace(scenario, text=write_toml(said), script=(), variants=(), certificate={})
    line = Timeline(played, readings, take_chances=True)
    for answer in answers:
        line.answer(answer)
    return line.link()


def link_names(link: str, card: str, cards: Library) -> bool:
    """Does a link speak of a card, by its id or, if there is a single copy, by its name?"""
    names = [card] if cards[card].copies > 1 else [card, cards[card].name]
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    return any(pattern.search(text) for text in _texts(_unpacked(link)))


def _unpacked(link: str) -> Any:
    packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
    return json.loads(zlib.decompressobj().decompress(packed, MAX_TEXT))


def _texts(data: Any) -> Iterator[str]:
    """Every text in what a link unpacks to."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            waiting += [*one, *one.values()]
