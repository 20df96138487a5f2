"""What came of a room: right and wrong by question, by rule and by mistake, as tables that a spreadsheet can open."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.lessons.compile import Compiled
from dcf_lab.lessons.question import Question, Reason
from dcf_lab.room.store import Person, Said, ballot_name

SAID = ("chapter", "step", "question", "kind", "ballot", "name", "said", "right", "sure", "seconds", "rules")
RULES = ("rule", "name", "asked", "right first", "asked again", "right second", "sure and wrong")
CONFUSION = ("question", "right", "said", "times", "why", "rules")
BALLOTS = (1, 2)
MOST_TO_REPEAT = 5


class _Counted(NamedTuple):
    """A prediction that so many have made: one participant, or hands that were counted in the room."""

    question: Question
    ballot: int
    said: tuple[str, ...]
    sure: bool
    times: int

    @property
    def right(self) -> bool | None:
        return self.question.is_right(self.said)


class Results:
    """Every prediction of a room, beside what was right. `state` is the room's: hands that were counted, when a ballot began."""

    def __init__(
        self, lesson: Compiled, people: Iterable[Person], said: Iterable[Said], state: Mapping[str, Any] | None = None
    ) -> None:
        self.lesson = lesson
        self.names = {person.id: person.name for person in people}
        self.said = sorted(said, key=lambda one: one.at)
        self.questions: dict[str, Question] = {question.id: question for _, question in lesson.questions_and_twins()}
        self._began = dict((state or {}).get("began", {}))
        for one in self.said:  # where everybody went alone nobody opened it
            self._began.setdefault(ballot_name(one.question, one.ballot), one.at)
        self._counted = list(self._count((state or {}).get("hands", {})))

    def _count(self, hands: Mapping[str, Mapping[str, int]]) -> Iterator[_Counted]:
        for one in self.said:
            if one.question in self.questions:
                yield _Counted(self.questions[one.question], one.ballot, one.said, one.sure, 1)
        for name, counts in hands.items():
            question, _, ballot = name.rpartition(" ")
            if question in self.questions:
                for said, times in counts.items():
                    yield _Counted(self.questions[question], int(ballot), tuple(said.split()), False, times)

    def counts(self, question: Question) -> dict[str, dict[str, int]]:
        """How often each prediction was made, ballot by ballot, as pages are told it."""
        found: dict[str, Counter[str]] = {}
        for one in self._counted:
            if one.question.id == question.id:
                found.setdefault(str(one.ballot), Counter())[" ".join(one.said)] += one.times
        return {ballot: dict(counted) for ballot, counted in sorted(found.items())}

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
                "seconds": round(max(0.0, one.at - self._began[ballot_name(one.question, one.ballot)]), 1),
                "rules": " ".join(question.about),
            })  # fmt: skip
        return found

    def by_question(self) -> list[dict[str, Any]]:
        """Both ballots of each question: how many, how many right, how many sure and wrong, and the mistakes."""
        found = []
        for question in self.questions.values():
            ballots = {}
            for ballot in BALLOTS:
                counted = [one for one in self._counted if (one.question.id, one.ballot) == (question.id, ballot)]
                if counted:
                    ballots[str(ballot)] = {
                        "number": sum(one.times for one in counted),
                        "right": sum(one.times for one in counted if one.right) if question.right else None,
                        "sure_wrong": sum(one.times for one in counted if one.sure and one.right is False),
                        "said": _said(counted),
                        "mistakes": _mistakes(counted),
                    }
            if ballots:
                found.append({"question": question.id, "text": question.text, "kind": question.kind, "ballots": ballots})
        return found

    def by_rule(self) -> list[dict[str, Any]]:
        """How each rule fared, those first that were most often mistaken for certain."""
        book = self.lesson.rules
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for one in self._counted:
            if one.right is None:
                continue
            for rule in one.question.about:
                counts[rule]["asked" if one.ballot == 1 else "asked again"] += one.times
                counts[rule]["right first" if one.ballot == 1 else "right second"] += one.times * one.right
                counts[rule]["sure and wrong"] += one.times * (one.sure and not one.right)
        found = [
            {"rule": rule, "name": book[rule]["name"], **{key: count[key] for key in RULES[2:]}} for rule, count in counts.items()
        ]
        return sorted(found, key=lambda row: (-row["sure and wrong"], row["rule"]))

    def confusion(self) -> list[dict[str, Any]]:
        """What was right, what was said instead, how often, and why that is a mistake."""
        found = []
        for question in self.questions.values():
            counted = [one for one in self._counted if one.question is question]
            right = " or ".join(words_of(question, one) for one in question.right[:3])
            for row in _mistakes(counted):
                found.append({"question": question.text, "right": right, **row, "rules": " ".join(row["rules"])})
        return sorted(found, key=lambda row: -row["times"])

    def to_repeat(self) -> list[dict[str, Any]]:
        """The rules with the most sure mistakes, each with a question that asks for it once more: a twin, where there is one."""
        found = []
        for row in self.by_rule():
            asking = [question for question in self.questions.values() if row["rule"] in question.about]
            asking.sort(key=lambda question: "twin" not in question.id)
            if row["sure and wrong"]:
                found.append({**row, "twin": asking[0].text, "question": asking[0].id})
        return found[:MOST_TO_REPEAT]

    # as it is handed out

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

    def write(self, folder: Path) -> list[Path]:
        """Write the tables and `results.json` into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files().items():
            (folder / name).write_text(text, encoding="utf-8", newline="")
        return [folder / name for name in self.files()]

    def files(self) -> dict[str, str]:
        """The tables and everything as JSON, each by the name of its file."""
        return {**self.tables(), "results.json": json.dumps(self.as_json(), ensure_ascii=False, indent=1)}

    def lines(self) -> Iterator[str]:
        """Everything in words."""
        yield f"{self.lesson.lesson.scenario.title}: {len(self.names)} people"
        for row in self.by_question():
            yield f"\n{row['question']} {row['text']}"
            for ballot, count in row["ballots"].items():
                right = f", {count['right']} right, {count['sure_wrong']} sure and wrong" if count["right"] is not None else ""
                yield f"  {'first' if ballot == '1' else 'second'} ballot: {count['number']} predicted{right}"
                for mistake in count["mistakes"] if right else ():
                    yield f"    {mistake['times']} said {mistake['said']}{': ' if mistake['why'] else ''}{mistake['why']}"
                for said, times in count["said"].items() if not right else ():
                    yield f"    {times} said {said}"
        rules = self.by_rule()
        if rules:
            yield "\nBy rule"
        for row in rules:
            again = f", {row['right second']} of {row['asked again']} the second time" if row["asked again"] else ""
            told = f"{row['right first']} of {row['asked']} right{again}, {row['sure and wrong']} sure and wrong"
            yield f"  {row['rule']} {row['name']}: {told}"
        repeat = self.to_repeat()
        if repeat:
            yield "\nWhat to repeat"
        for row in repeat:
            yield f"  {row['rule']} {row['name']}. Ask {row['question']}: {row['twin']}"


def _said(counted: Iterable[_Counted]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for one in counted:
        found[words_of(one.question, one.said)] += one.times
    return dict(found.most_common())


def _mistakes(counted: Iterable[_Counted]) -> list[dict[str, Any]]:
    """What was said that is wrong, how often, and why it is."""
    wrong: Counter[tuple[str, ...]] = Counter()
    questions = {}
    for one in counted:
        if one.right is False:
            wrong[one.said] += one.times
            questions[one.said] = one.question
    found = []
    for said, times in wrong.most_common():
        reasons = _reasons(questions[said], said)
        rules = list(dict.fromkeys(rule for reason in reasons for rule in reason.rules))
        why = " ".join(dict.fromkeys(reason.text for reason in reasons))
        found.append({"said": words_of(questions[said], said), "times": times, "why": why, "rules": rules})
    return found


def _reasons(question: Question, said: Sequence[str]) -> list[Reason]:
    """What speaks against a prediction: what was said although it is wrong, then what is right and was not said."""
    right = {key for one in question.right for key in one}
    wrong = [key for key in said if key not in right]
    missed = [key for key in question.reasons if key in right and key not in said] if question.form == "some" else []
    return [question.reasons[key] for key in (*wrong, *missed) if key in question.reasons]


def packed(results: Results) -> dict[str, Any]:
    """For the desk: every file by its name, `results.zip` with all of them as base64, and what to repeat."""
    files = results.files()
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


_FORMULA = re.compile(r"\s*[=+\-@|%\uFF0B\uFF0D\uFF1D\uFF20]")  # also the wide signs, which some programs take for the same
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def _harmless(value: Any) -> Any:
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    text = _CONTROL.sub(" ", value)
    return f"'{text}" if _FORMULA.match(text) else text
