"""A compiled lesson as plain data for pages: films that can be cut off at a moment, steps with prose, cards, questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dcf_lab.lessons.compile import Compiled, Part, Shown
from dcf_lab.lessons.file import prose_parts
from dcf_lab.lessons.question import Question
from dcf_lab.timeline.places import Places, decisions


@dataclass(frozen=True)
class Reel:
    """The film of a chapter, of which a page is told no more than has been shown."""

    part: Part

    @cached_property
    def _decisions(self) -> list[dict[str, Any]]:
        part = self.part
        part.line.here = part.steps[-1].at if part.steps else part.line.root
        found = decisions(part.line, part.film, Places(part.chapter.seat))
        return [{**one, "chosen": None} for one in found]  # what was answered is told by the film

    def until(self, moment: int, start: int = 0, asked: bool = True) -> dict[str, Any]:
        """The film from one moment to another. What is asked at its end tells what is allowed, so it may be held back."""
        film = self.part.film
        totals = [
            [film.steps[at], total]
            for at, (known, total) in sorted(film.totals.items())
            if film.steps[at] < moment and film.steps[known] < moment  # a number so far is known from the event it led to
        ]
        last = moment if asked else moment - 1
        return {
            "from": start,
            "events": self.part.reel["events"][start:moment],
            "totals": {"from": 0, "of": totals},
            "decisions": [one for one in self._decisions if start <= one["at"] <= last],
            "nodes": [],
            "here": 0,
            "game": self.part.manual.NAME,
            "players": self.part.line.game.table.rules.players,
        }


def step_facts(part: Part, shown: Shown) -> dict[str, Any]:
    """What is said and shown before a question is answered."""
    step = shown.step
    return {"say": prose_parts(step.say, part.cards), "look": list(step.look)}


def after_facts(part: Part, shown: Shown) -> dict[str, Any]:
    """What is told afterwards."""
    return {"then": prose_parts(shown.step.then, part.cards), "panel": shown.step.panel}


def secret_facts(part: Part, question: Question) -> dict[str, Any]:
    """The answer to a question, each sentence of the explanation with the moment that it tells of."""
    secret = question.secret()
    book = part.manual.rules()
    for line in secret["lines"]:
        line["moment"] = part.film.moment(line.pop("event") + 1)
    rules = {rule for reason in secret["reasons"].values() for rule in reason["rules"]} | set(secret["about"])
    rules |= {rule for line in secret["lines"] for rule in line["rules"]}
    return secret | {"rules": {rule: {"name": book[rule]["name"], "text": book[rule]["text"]} for rule in sorted(rules)}}


def contents(lesson: Compiled) -> list[dict[str, Any]]:
    """The chapters and how many steps and questions each has."""
    return [
        {
            "title": part.chapter.title,
            "steps": len(part.steps),
            "questions": [n for n, shown in enumerate(part.steps) if shown.question is not None],
        }
        for part in lesson.parts
    ]
