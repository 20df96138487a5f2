"""What somebody does alone in a room: earlier steps, a pace of their own, something else tried, and what they take home."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from dcf_lab.lessons.compile import Part, Shown
from dcf_lab.lessons.question import Question
from dcf_lab.lessons.shown import after_facts, secret_facts, step_facts
from dcf_lab.room.branches import Branch, BranchError
from dcf_lab.room.state import OPEN, PACES, REVEALED, Refused, Room

TOGETHER, UP_TO_HERE, OWN = PACES
MOST_PRACTICE = 6  # questions at the end
REST = 4  # times as long as a deed took, its own person waits for the next: the others' turn


class Alone:
    """The ways that lead off the common one."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.begun: dict[int, dict[str, Any]] = {}  # how branches begin is the same for everybody
        self.rested: dict[str, float] = {}  # person -> when the next deed may be

    # at one's own pace

    def visit(self, person: str, chapter: Any, step: Any) -> dict[str, Any]:
        """Another step, as somebody sees it who goes back, or goes through the lesson alone."""
        room = self.room
        shown = self._allowed(person, chapter, step)
        if (chapter, step) == (room.chapter, room.step) and room.pace != OWN:
            return {**room.room("phone", room.people[person]), "show": "visit"}
        part = room.lesson.parts[chapter]
        question, reel = shown.question, room.reels[id(part)]
        asking = room.asking_alone(question, person)
        moment = shown.end if asking == REVEALED else shown.start
        found = {
            **room.state(), "show": "visit", "chapter": chapter, "step": step, "moment": moment, "asking": asking, "ballot": 1,
            "since": shown.start, "twin": False, **step_facts(part, shown),
            "film": {"chapter": chapter, **reel.until(moment, 0, asking == REVEALED)},
            "ask": question.open() if question and asking in (OPEN, REVEALED) else None, "then": None, "revealed": None,
            "you": room.you(room.people[person], question, 2),
        }  # fmt: skip
        if asking == REVEALED:
            found |= after_facts(part, shown)
        if question is not None and asking == REVEALED:
            found["revealed"] = room.told(part, question)
        return found

    def _allowed(self, person: str, chapter: Any, step: Any) -> Shown:
        """A step that may be looked at now. Alone one comes no further than the first question that one has not answered."""
        room, parts = self.room, self.room.lesson.parts
        if type(chapter) is not int or type(step) is not int or not 0 <= chapter < len(parts):
            raise Refused("There is no such chapter.")
        if not 0 <= step < len(parts[chapter].steps):
            raise Refused("There is no such step.")
        if room.pace == TOGETHER:
            raise Refused("The room goes together just now.")
        if room.pace == UP_TO_HERE and (chapter, step) > (room.chapter, room.step):
            raise Refused("The room has not come so far yet.")
        if room.pace == OWN and any(room.asking_alone(one, person) == OPEN for one in self._before(chapter, step)):
            raise Refused("First the questions before it: this step would tell what comes of them.")
        return parts[chapter].steps[step]

    def _before(self, chapter: int, step: int) -> Iterator[Question | None]:
        """The questions on the way to a step, since its table was laid out."""
        parts = self.room.lesson.parts
        first = max(n for n in range(chapter + 1) if n == 0 or parts[n].chapter.scenario is not None)
        for n in range(first, chapter + 1):
            yield from (shown.question for shown in parts[n].steps[: step if n == chapter else None])

    # branches

    def explore(self, person: str, deed: Any, chapter: Any = None, step: Any = None) -> dict[str, Any]:
        """Somebody tries something for themselves; without a deed they begin where the room is, or where they are."""
        room = self.room
        part, shown = room.part, room.shown
        if chapter is not None and (chapter, step) != (room.chapter, room.step):
            shown = self._allowed(person, chapter, step)
            part = room.lesson.parts[chapter]
        told = room.asking_alone(shown.question, person) == REVEALED
        if not room.look or not told or (room.pace != OWN and room.asking != REVEALED):
            raise Refused("Trying something else is for later: the presenter says when.")
        try:
            if deed is None:
                room.branches.pop(person, None)
                if id(shown) not in self.begun:
                    self.begun[id(shown)] = Branch(part, shown).begin()
                return {**self.begun[id(shown)], "own": True}
            return {**self._deed(person, deed, part, shown), "own": True}
        except BranchError as error:
            raise Refused(str(error)) from None

    def _deed(self, person: str, deed: Any, part: Part, shown: Shown) -> dict[str, Any]:
        room, now = self.room, time.monotonic()
        if now < self.rested.get(person, 0.0):
            raise Refused("One moment: the last answer took long, and others wait, too.")
        if person not in room.branches:
            room.branches[person] = Branch(part, shown)
            room.branches[person].begin()
        try:
            return room.branches[person].do(deed)
        finally:
            took = time.monotonic() - now
            self.rested[person] = now + took + REST * took

    # to take home

    def mine(self, person: str) -> dict[str, Any]:
        """The rules that somebody got right, and those to look at again, of what has been revealed to them."""
        room = self.room
        good: Counter[str] = Counter()
        again: Counter[str] = Counter()
        asked = right = 0
        for _, question in room.lesson.questions_and_twins():
            said = room.said_by(person, question.id)
            scored = question.is_right(said.said) if said else None
            if scored is None or (not room.ended and room.asking_alone(question, person) != REVEALED):
                continue
            asked, right = asked + 1, right + scored
            for rule in question.about:
                (good if scored else again)[rule] += 1
        book = room.lesson.rules
        return {
            "show": "mine",
            "asked": asked,
            "number": right,
            "right": [{"rule": rule, "name": book[rule]["name"]} for rule in good if rule not in again],
            "again": [{"rule": rule, "name": book[rule]["name"], "text": book[rule]["text"]} for rule in again],
        }

    def farewell(self, person: str) -> dict[str, Any]:
        """The room has ended: what somebody takes along, with questions to practise what they got wrong."""
        mine = self.mine(person)
        return {
            **mine,
            "show": "ended",
            "rev": self.room.rev,
            "practice": list(self._practice([one["rule"] for one in mine["again"]])),
        }

    def _practice(self, rules: list[str]) -> Iterator[dict[str, Any]]:
        """Twins of the questions about these rules first, then the questions themselves."""
        room = self.room
        asked = [one for one in room.lesson.questions_and_twins() if set(one[1].about) & set(rules) and one[1].right]
        for part, question in sorted(asked, key=lambda one: "twin" not in one[1].id)[:MOST_PRACTICE]:
            shown = next(shown for shown in part.steps if shown.question is question)
            secret = secret_facts(part, question)
            yield {"game": part.manual.NAME, "ask": question.open(), "secret": secret, **step_facts(part, shown)}
