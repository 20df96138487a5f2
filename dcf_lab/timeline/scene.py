"""What an event shows on the board: who acts, whom it is about, and the number that is being added up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.table import Event, Part, Table, where

ACTING = ("card", "actor")  # words of an event's detail: what does something for whoever does it,
SUFFERING = ("place", "source", "whose", "about")  # and what it is about beside `to`
LYING_OPEN = ("row", "fan", "slot")  # how areas are drawn whose cards are seen one by one


# where things are


def spot(table: Table, thing: Any, seat: str | None = None) -> str:
    """Where something is to be seen: a card or player by its id, an area by its key, a track as 'track NAME'; or nowhere, ''."""
    board = table.rules.manual.BOARD
    if isinstance(thing, tuple) and len(thing) == 2:
        return _area(table, *thing)
    if not isinstance(thing, str) or not thing:
        return ""
    if thing in table.rules.players:
        return thing
    track = next((track for track in board.tracks if track.tokens and track.tokens[0] == thing), None)
    if track is not None:
        return f"track {track.name}"
    lies = where(table, thing) if thing in table.rules.library else None
    if lies is None:
        return ""
    zone = board.zone(table, *lies)
    open_ = zone is not None and (zone.drawn in LYING_OPEN or (thing, FACE_UP) in table.marks)
    if open_ and (seat is None or table.rules.manual.sees(table, seat, *lies) or (thing, FACE_UP) in table.marks):
        return thing if zone is not None and zone.place else ""
    return _area(table, *lies)


def _area(table: Table, whose: str, what: str) -> str:
    """Where an area is to be seen: by itself, as a track, or with the card that has it."""
    board = table.rules.manual.BOARD
    zone = board.zone(table, whose, what)
    if zone is None or not zone.place:
        return ""
    if track := next((track for track in board.tracks if track.zone == (whose, what)), None):
        return f"track {track.name}"
    if whose in table.rules.library:
        return spot(table, whose)
    if zone.drawn in ("row", "slot") or (zone.rare and not table.zone(whose, what)):
        return whose if whose in table.rules.players else ""
    return f"{whose}.{what}"


# what an event shows


def shows(table: Table, event: Event, seat: str | None = None) -> dict[str, list[str]]:
    """Who acts (`from`) and whom or what it is about (`to`), each where it is to be seen on the table after the event."""
    detail = event.detail
    acting = [detail[word] for word in ACTING if word in detail] if event.by is None or event.by in table.rules.players else []
    acting = acting[:1] or ([event.by] if event.by else [])
    about = [event.to, *(detail[word] for word in SUFFERING if word in detail)]
    if not any(about) and acting != [event.by]:
        about = [event.by]  # who reacts with a card
    from_ = _spots(table, _sides(table, acting), seat)
    to = [one for one in _spots(table, _sides(table, about), seat) if one not in from_]
    return {word: found for word, found in (("from", from_), ("to", to)) if found}


def _sides(table: Table, things: Iterable[Any]) -> Iterator[Any]:
    """A side that acts is all of its players."""
    for thing in things:
        if isinstance(thing, str) and thing in table.rules.manual.SIDES and thing not in table.rules.players:
            yield from (player for player in table.rules.players if table.rules.manual.side(table, player) == thing)
        else:
            yield thing


def _spots(table: Table, things: Iterable[Any], seat: str | None) -> list[str]:
    return list(dict.fromkeys(found for thing in things if (found := spot(table, thing, seat))))


# numbers that grow


def growing(events: Sequence[Event], since: int = 0) -> Iterator[tuple[int, int, Event, tuple[Part, ...]]]:
    """The totals so far, before a number is told: (an event, the one that tells it, the one that began it, the parts by then).

    What an event with parts followed from began the number, if the same did it: an Attack that was declared, until its damage.
    Only numbers told from the event `since` on are looked at; the first to speak of an event is the one that is nearest.
    """
    said: set[int] = set()
    for number in range(since, len(events)):
        result = events[number]
        begun = next((cause.event for cause in result.causes if cause.kind == "triggered by"), -1)
        if not result.parts or begun < 0 or result.by is None or events[begun].by != result.by or events[begun].to is None:
            continue
        came = [part.event if part.event >= 0 else _told_by(events[begun:number], part) for part in result.parts]
        for at in range(begun, number):
            known = tuple(part for part, when in zip(result.parts, came, strict=True) if when <= at)
            if known and came[0] <= at and at not in said and _within(events, at, begun):
                said.add(at)
                yield at, number, events[begun], known


def _told_by(events: Iterable[Event], part: Part) -> int:
    """The event that made a part what it is, as a value that was replaced on the way; -1 if it was so from the start."""
    return next((event.id for event in events if any(one[:3] == part[:3] for one in event.parts)), -1)


def _within(events: Sequence[Event], at: int, begun: int) -> bool:
    """Does an event belong to what was begun?"""
    while at > begun and (cause := next((c.event for c in events[at].causes if c.kind == "triggered by"), -1)) >= 0:
        at = cause
    return at == begun


# what there is to see


def seen(told: Mapping[str, Any]) -> set[str]:
    """What the board shows of an event as the page is told it: 'arrow', 'marks', 'sum', 'change', or only 'words'."""
    shown = told.get("shows", {})
    found = {"marks"} if shown else set()
    if shown.get("from") and any(not one.startswith(f"{shown['from'][0]}.") for one in shown.get("to", ())):
        found.add("arrow")
    if told["sum"]:
        found.add("sum")
    if any(book != "facts" or key == "moment" for book, key, *_ in told["set"]):
        found.add("change")
    return found or {"words"}


def steps(events: Sequence[Mapping[str, Any]], questions: Collection[int]) -> list[int]:
    """The moments at which stepping stops: after every event but bookkeeping, which goes with what follows.

    What is left of it before a question goes with what was before, so that the question is asked at such a moment.
    """
    stops, waiting = [0], 0
    for moment, event in enumerate(events, 1):
        if not event.get("bookkeeping"):
            stops += [waiting] if waiting else []
            waiting = moment
        if waiting and moment in questions:
            stops.append(moment)
            waiting = 0
    return stops if stops[-1] == len(events) else [*stops, len(events)]


def step_event(events: Sequence[Mapping[str, Any]], before: int, stop: int) -> Mapping[str, Any]:
    """The event that a step is about: the last that is not bookkeeping."""
    return next((event for event in reversed(events[before:stop]) if not event.get("bookkeeping")), events[stop - 1])
