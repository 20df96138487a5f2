"""Reading a lesson at one's own pace: what a compiled lesson tells, of which a page is sent no more than has been answered.

A lesson is compiled by a process of its own (`python -m dcf_lab.lab.reading FILE`) that can be ended: it may be a stranger's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeGuard

from dcf_lab.analysis.causes import Causes, why
from dcf_lab.analysis.series import Series
from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.lessons.compile import Compiled, Part, Shown, compile_lesson
from dcf_lab.lessons.file import lesson_of
from dcf_lab.lessons.shown import after_facts, secret_facts, step_facts
from dcf_lab.scenario.file import ScenarioError, read

Data = dict[str, Any]
MAX_DIGITS = 4
TOLD = "told"  # instead of a prediction: the reader wanted to be told


class NotYet(ValueError):
    """Something that the reader may not see yet, or that no lesson has, in a sentence."""


# what is told: everything, to be cut


def told(lesson: Compiled) -> Data:
    """A whole lesson as plain data, with its answers."""
    scenario, texts = lesson.lesson.scenario, ("title", "summary", "source")
    return {
        **{key: getattr(scenario, key) for key in texts},
        "game": scenario.manual.NAME,
        "minutes": lesson.lesson.minutes,
        "games": list(lesson.games),
        "chapters": [_chapter(part) for part in lesson.parts],
    }


def _chapter(part: Part) -> Data:
    film, events, graph = part.film, [dict(event) for event in part.reel["events"]], Causes()
    graph.take({"from": 0, "events": events}, part.line.game.table)  # each event learns its place in the graph
    for event in events:
        event["why"] = [one for one in why(graph, event["id"]) if isinstance(one, int)] if event["id"] in graph else []
    return {
        "title": part.chapter.title,
        "continues": part.chapter.scenario is None,
        "game": part.manual.NAME,
        "players": part.line.game.table.rules.players,
        "events": events,
        # a number so far is known from the event that it led to
        "totals": [[film.steps[at], film.steps[known], total] for at, (known, total) in sorted(film.totals.items())],
        "figures": _figures(part),
        "steps": [_step(part, shown) for shown in part.steps],
    }


def _step(part: Part, shown: Shown) -> Data:
    question = shown.question
    return {
        "from": shown.start,
        "to": shown.end,
        **step_facts(part, shown),
        "after": after_facts(part, shown),
        "ask": question.open() if question else None,
        "secret": secret_facts(part, question) if question else None,
        "twins": [_chapter(twin) for twin in shown.twins],
    }


def _figures(part: Part) -> dict[str, list[Data]]:
    """The timelines as plotly draws them, as far as each step knows them."""
    found, events, at = Series(part.line.game.table), part.reel["events"], 0
    told_at = {}
    for moment in sorted({moment for shown in part.steps for moment in (shown.start, shown.end)}):
        found.take({**part.reel, "from": at, "events": events[at:moment]})
        at = moment
        drawn = {what: found.figure(what, "event").to_plotly_json() for what in found.lines}
        told_at[str(moment)] = [{"what": what, "by": "event", **figure} for what, figure in drawn.items()]
    return told_at


# what a reader is shown of it


class Reading:
    """A lesson being read: what was said to each question decides how much is shown."""

    def __init__(self, data: Data, said: Any = None) -> None:
        self.data = data
        self.said: dict[str, list[str] | str] = {}
        questions = {ask["id"]: ask for _, _, ask in self._questions()}
        for key, value in said.items() if isinstance(said, dict) else ():
            if key in questions and (value == TOLD or fits(questions[key], value)):
                self.said[key] = value

    def contents(self) -> Data:
        """What is known of it from the beginning."""
        chapters = [
            {
                "title": chapter["title"],
                "continues": chapter["continues"],
                "steps": [step["ask"]["id"] if step["ask"] else None for step in chapter["steps"]],
            }
            for chapter in self.data["chapters"]
        ]
        known = ("title", "summary", "source", "game", "games", "minutes")
        return {**{key: self.data[key] for key in known}, "chapters": chapters, "said": self.said}

    def step(self, where: Mapping[str, Any]) -> Data:
        """A step as far as it may be seen: what was asked in it and before it decides."""
        chapter, number, step, twin = self._find(where)
        ask = step["ask"]
        said = self.said.get(ask["id"]) if ask else None
        moment = step["to"] if ask is None or said is not None else step["from"]
        shown = {
            "at": {"chapter": where["chapter"], "step": number, "twin": twin},
            "say": step["say"],
            "look": step["look"],
            "ask": ask,
            "said": said,
            "moment": moment,
            "start": step["from"],
            "film": _film(chapter, moment),
            "figures": chapter["figures"][str(moment)],
            "twins": len(step["twins"]),
        }
        return shown | ({"revealed": step["secret"], **step["after"]} if ask is None or said is not None else {})

    def predict(self, where: Mapping[str, Any], said: Any) -> Data:
        """What the reader says to a question, or that they want to be told; then it is revealed."""
        _, _, step, _ = self._find(where)
        ask = step["ask"]
        if ask is None:
            raise NotYet("nothing is asked here")
        if said != TOLD and not fits(ask, said):
            raise NotYet("this is no answer to what is asked")
        self.said.setdefault(ask["id"], said)  # the first counts: later the answer is known
        return self.step(where)

    def again(self) -> None:
        self.said = {}

    def score(self) -> Data:
        """How the questions were answered that have a right answer, each with its rules, and whether it can be practised."""
        rows = []
        for at, step, ask in self._questions(twins=False):
            said = self.said.get(ask["id"])
            if said is not None and step["secret"]["right"]:
                right = said != TOLD and is_right(ask, step["secret"], said)
                rows.append({**at, "right": right, "about": step["secret"]["about"], "twins": len(step["twins"])})
        asked = sum(bool(step["secret"]["right"]) for _, step, _ in self._questions(twins=False))
        return {"asked": asked, "answered": rows}

    def _questions(self, twins: bool = True) -> Iterator[tuple[Data, Data, Data]]:
        for n, chapter in enumerate(self.data["chapters"]):
            for m, step in enumerate(chapter["steps"]):
                others = [one for twin in step["twins"] for one in twin["steps"]] if twins else []
                for one in (step, *others):
                    if one["ask"]:
                        yield {"chapter": n, "step": m}, one, one["ask"]

    def _find(self, where: Mapping[str, Any]) -> tuple[Data, int, Data, int | None]:
        """The chapter and step of an address, if everything before it that would tell too much has been answered."""
        chapters = self.data["chapters"]
        chapter, number, twin = (where.get(word) for word in ("chapter", "step", "twin"))
        if not _within(chapter, chapters) or not _within(number, chapters[chapter]["steps"]):
            raise NotYet("the lesson has no such step")
        first = chapter
        while chapters[first]["continues"]:
            first -= 1
        way = [step for one in chapters[first:chapter] for step in one["steps"]] + chapters[chapter]["steps"][:number]
        step = chapters[chapter]["steps"][number]
        for before in (*way, *((step,) if twin is not None else ())):
            if before["ask"] and before["ask"]["id"] not in self.said:
                raise NotYet(f"first comes another question: {before['ask']['text']}")
        if twin is None:
            return chapters[chapter], number, step, None
        if not _within(twin, step["twins"]):
            raise NotYet("this question has no such twin")
        film = step["twins"][twin]
        return film, number, film["steps"][0], twin


def _within(number: Any, rows: list[Any]) -> TypeGuard[int]:
    return type(number) is int and 0 <= number < len(rows)


def _film(chapter: Data, moment: int) -> Data:
    """The film up to a moment, without what is to come."""
    totals = [[at, total] for at, known, total in chapter["totals"] if at < moment and known < moment]
    return {
        "from": 0, "events": chapter["events"][:moment], "totals": {"from": 0, "of": totals}, "decisions": [], "nodes": [],
        "here": 0, "game": chapter["game"], "players": chapter["players"],
    }  # fmt: skip


def fits(ask: Data, said: Any) -> bool:
    """Is this something that can be said to a question of this form?"""
    if not isinstance(said, list) or len(said) > len(ask["options"]) + 2 or not all(isinstance(one, str) for one in said):
        return False
    keys, why = [option["key"] for option in ask["options"]], [option["key"] for option in ask.get("why", ())]
    match ask["form"]:
        case "number":
            return len(said) == 1 and said[0].isascii() and said[0].isdigit() and len(said[0]) <= MAX_DIGITS
        case "some":
            return said == sorted(set(said)) and set(said) <= {*keys}
        case "order":
            return sorted(said) == sorted(keys)
        case "yes or no":
            return said[:1] in (["yes"], ["no"]) and (len(said) == 1 or said[:1] == ["no"] and len(said) == 2 and said[1] in why)
    return len(said) == 1 and said[0] in keys


def is_right(ask: Data, secret: Data, said: list[str] | str) -> bool:
    if ask["form"] == "yes or no":
        return any(list(said[:1]) == one[:1] for one in secret["right"])
    return said in secret["right"]


# the process that compiles


def main(arguments: list[str]) -> int:
    """Print a lesson as JSON, or what is wrong with it, line by line."""
    file, *packs = map(Path, arguments)
    kept: list[Path | Pack] = [*packs]
    try:
        found = told(compile_lesson(lesson_of(read(file, kept))))
    except (ScenarioError, CardTextError) as error:
        print(error, file=sys.stderr)
        return 1
    json.dump(found, sys.stdout, separators=(",", ":"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
