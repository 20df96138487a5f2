"""What came of a room: right and wrong by question, by rule and by mistake, as tables that a spreadsheet can open."""

from __future__ import annotations

import base64
import csv
import io
import json
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dcf_lab.lessons.compile import Compiled
from dcf_lab.lessons.question import Question
from dcf_lab.room.store import Person, Said

SAID = ("chapter", "step", "question", "kind", "ballot", "name", "said", "right", "sure", "seconds", "rules")
RULES = ("rule", "name", "asked", "right first", "right second", "sure and wrong")
CONFUSION = ("question", "right", "said", "times", "why", "rules")


class Results:
    """Every prediction of a room, beside what was right."""

    def __init__(self, lesson: Compiled, people: Iterable[Person], said: Iterable[Said]) -> None:
        self.lesson = lesson
        self.names = {person.id: person.name for person in people}
        self.said = sorted(said, key=lambda one: one.at)
        self.questions: dict[str, Question] = {question.id: question for _, question in lesson.questions_and_twins()}
        self._opened: dict[tuple[str, int], float] = {}
        for one in self.said:
            self._opened.setdefault((one.question, one.ballot), one.at)

    # tables

    def all_said(self) -> list[dict[str, Any]]:
        """Every prediction, in the order in which they were made."""
        found = []
        for one in self.said:
            question = self.questions.get(one.question)
            if question is None:
                continue
            chapter, _, step = one.question.partition(" ")[0].partition(".")
            right = question.is_right(one.said)
            found.append({
                "chapter": int(chapter), "step": int(step), "question": question.text, "kind": question.kind,
                "ballot": one.ballot, "name": self.names.get(one.person, "somebody"), "said": words_of(question, one.said),
                "right": "" if right is None else "yes" if right else "no", "sure": "yes" if one.sure else "no",
                "seconds": round(one.at - self._opened[one.question, one.ballot], 1), "rules": " ".join(question.about),
            })  # fmt: skip
        return found

    def by_question(self) -> list[dict[str, Any]]:
        """Both ballots of each question: how many, how many right, how many sure and wrong, and the mistakes."""
        found = []
        for question in self.questions.values():
            ballots = {}
            for ballot in (1, 2):
                said = [one for one in self.said if (one.question, one.ballot) == (question.id, ballot)]
                if said:
                    ballots[str(ballot)] = {
                        "number": len(said),
                        "right": sum(question.is_right(one.said) is True for one in said),
                        "sure_wrong": sum(one.sure and question.is_right(one.said) is False for one in said),
                        "mistakes": self._mistakes(question, said),
                    }
            if ballots:
                found.append({"question": question.id, "text": question.text, "kind": question.kind, "ballots": ballots})
        return found

    def by_rule(self) -> list[dict[str, Any]]:
        """How each rule fared, those first that were most often mistaken for certain."""
        book = self.lesson.lesson.scenario.manual.rules()
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for one in self.said:
            question = self.questions.get(one.question)
            right = question.is_right(one.said) if question else None
            if question is None or right is None:
                continue
            for rule in question.about:
                counts[rule]["asked"] += one.ballot == 1
                counts[rule]["right first" if one.ballot == 1 else "right second"] += right
                counts[rule]["sure and wrong"] += one.sure and not right
        found = [
            {"rule": rule, "name": book[rule]["name"], **{key: count[key] for key in RULES[2:]}} for rule, count in counts.items()
        ]
        return sorted(found, key=lambda row: (-row["sure and wrong"], row["rule"]))

    def confusion(self) -> list[dict[str, Any]]:
        """What was right, what was said instead, how often, and why that is a mistake."""
        found = []
        for question in self.questions.values():
            wrong: Counter[tuple[str, ...]] = Counter(
                one.said for one in self.said if one.question == question.id and question.is_right(one.said) is False
            )
            right = " or ".join(words_of(question, one) for one in question.right[:3])
            for said, times in wrong.most_common():
                reasons = [question.reasons[key] for key in said if key in question.reasons and (key,) not in question.right]
                found.append({
                    "question": question.text, "right": right, "said": words_of(question, said), "times": times,
                    "why": " ".join(reason.text for reason in reasons),
                    "rules": " ".join(dict.fromkeys(rule for reason in reasons for rule in reason.rules)),
                })  # fmt: skip
        return sorted(found, key=lambda row: -row["times"])

    def to_repeat(self) -> list[dict[str, Any]]:
        """The rules with the most sure mistakes, each with a question that asks for it once more."""
        found = []
        for row in self.by_rule():
            twins = [
                question.text for question in self.questions.values() if row["rule"] in question.about and "twin" in question.id
            ]
            if row["sure and wrong"]:
                found.append({**row, "twin": twins[0] if twins else ""})
        return found[:5]

    def as_json(self) -> dict[str, Any]:
        return {
            "lesson": self.lesson.lesson.scenario.title, "people": len(self.names), "questions": self.by_question(),
            "rules": self.by_rule(), "confusion": self.confusion(), "repeat": self.to_repeat(),
        }  # fmt: skip

    def tables(self) -> dict[str, str]:
        """The files that are written: `said.csv`, `rules.csv`, `confusion.csv`."""
        return {
            "said.csv": as_csv(SAID, self.all_said()),
            "rules.csv": as_csv(RULES, self.by_rule()),
            "confusion.csv": as_csv(CONFUSION, self.confusion()),
        }

    def _mistakes(self, question: Question, said: Sequence[Said]) -> dict[str, int]:
        wrong = Counter(words_of(question, one.said) for one in said if question.is_right(one.said) is False)
        return dict(wrong.most_common())


def packed(results: Results) -> dict[str, Any]:
    """For the desk: every file by its name, `results.zip` with all of them as base64, and what to repeat."""
    files = {**results.tables(), "results.json": json.dumps(results.as_json(), ensure_ascii=False, indent=1)}
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, text in files.items():
            pack.writestr(name, text)
    return {"files": {**files, "results.zip": base64.b64encode(whole.getvalue()).decode()}, "repeat": results.to_repeat()}


def words_of(question: Question, said: Sequence[str]) -> str:
    """What somebody said, in words."""
    texts = {option.key: option.text for option in (*question.options, *question.why)}
    return (" then " if question.form == "order" else "; ").join(texts.get(key, key) for key in said) or "none of them"


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """A table for a spreadsheet; a text that one would take for a formula is told to be a text."""
    written = io.StringIO()
    out = csv.DictWriter(written, columns, lineterminator="\n")
    out.writeheader()
    out.writerows({key: _harmless(row[key]) for key in columns} for row in rows)
    return written.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
