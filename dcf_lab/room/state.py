"""A room as it stands: messages of phones, screen and desk come in, messages to them go out; of sockets it knows nothing."""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from dcf_lab.analysis.causes import Causes
from dcf_lab.lessons.compile import Compiled, Part, Shown
from dcf_lab.lessons.file import prose_parts
from dcf_lab.lessons.question import Question
from dcf_lab.lessons.shown import Reel, after_facts, contents, secret_facts, step_facts
from dcf_lab.room.ballots import advice, sound
from dcf_lab.room.branches import Branch, BranchError
from dcf_lab.room.names import new_name
from dcf_lab.room.results import Results, packed
from dcf_lab.room.store import ANY_BALLOT, CannotKeep, Kept, Person, Said, Store, ballot_name

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # consonants make no words
HIDDEN, OPEN, CLOSED, TALK, REVEALED = "hidden", "open", "closed", "talk", "revealed"
PACES = ("together", "up to here", "own")
MOST_PEOPLE = 300
MOST_TABLES = 60
MOST_HANDS = 1_000
EVERYBODY, PHONES, SCREENS, DESKS = "everybody", "phones", "screens", "desks"


class Out(NamedTuple):
    """A message on its way: to a kind of page, or as an answer to the one who asked."""

    to: str
    message: dict[str, Any]


class Refused(ValueError):
    """A message that asks for what cannot be, in a sentence."""


def new_code(taken: Iterable[str] = ()) -> str:
    """Five letters that let participants in."""
    known = set(taken)
    while (code := "".join(secrets.choice(LETTERS) for _ in range(5))) in known:
        pass
    return code


def new_key() -> str:
    """A long key that lets the presenter in."""
    return secrets.token_urlsafe(32)


def hashed(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


class Room:
    """One lesson being presented."""

    def __init__(
        self, lesson: Compiled, kept: Kept, store: Store, tables: int = 0, clock: Callable[[], float] = time.time
    ) -> None:
        self.lesson, self.store, self.clock = lesson, store, clock
        self.code, self.key_hash, self.opened = kept.code, kept.key_hash, kept.opened
        twins = [twin for part in lesson.parts for shown in part.steps for twin in shown.twins]
        self.reels = {id(part): Reel(part) for part in (*lesson.parts, *twins)}
        for part in (*lesson.parts, *twins):
            Causes().take(part.reel, part.line.game.table)  # every event learns its place in the graph
        self.rev = 0
        self.ended = False
        state = kept.state
        self.tables: int = min(tables or state.get("tables", 0), MOST_TABLES)
        self.ports: list[int] = state.get("ports", [])  # at which it is served: a room that comes back is found where it was
        self.chapter: int = state.get("chapter", 0)
        self.step: int = state.get("step", 0)
        self.asked: dict[str, list[Any]] = state.get("asked", {})  # question -> how it stands, and which ballot
        self.hands: dict[str, dict[str, int]] = state.get("hands", {})  # question and ballot -> what was counted in the room
        self.twin: int = state.get("twin", -1)  # which twin of the question is asked instead
        self.moment: int = state.get("moment", self.shown.start if self.shown.question else self.shown.end)
        self.black: bool = state.get("black", False)
        self.pace: str = state.get("pace", PACES[0])
        self.door: bool = state.get("door", True)
        self.lobby: bool = state.get("lobby", True)  # does the screen show the way in?
        self.begun: float = state.get("begun", 0.0)  # when it did so no more for the first time
        self.look: bool = state.get("look", False)  # may everybody try something else for themselves?
        self.branch: Branch | None = None  # what the presenter tries with everybody
        self.branches: dict[str, Branch] = {}  # what somebody tries alone
        self.people = {person.id: person for person in store.people(self.code)}
        self.lost: set[str] = set()  # who says so
        self.here: Counter[str] = Counter()  # person -> pages that are open
        self.stirred = True  # has anybody come or gone since the desk was told?
        self.said: dict[tuple[str, int], dict[str, Said]] = {}
        self._take(store.said(self.code))
        self.began: dict[str, float] = state.get("began", {})  # ballot -> when it was opened
        self._pending: list[tuple[Said, Callable[[bool], None]]] = []
        self._unkept = True  # has the state changed since it was last kept?

    # where it stands

    @property
    def _in_lesson(self) -> Shown:
        return self.lesson.parts[self.chapter].steps[self.step]

    @property
    def _twin(self) -> Part | None:
        """What is asked instead, with other cards."""
        twins = self._in_lesson.twins
        return twins[self.twin] if 0 <= self.twin < len(twins) else None

    @property
    def part(self) -> Part:
        """The chapter, or the twin, whose film runs."""
        return self._twin or self.lesson.parts[self.chapter]

    @property
    def shown(self) -> Shown:
        return self._twin.steps[0] if self._twin is not None else self._in_lesson

    @property
    def question(self) -> Question | None:
        return self.shown.question

    @property
    def asking(self) -> str:
        return self.asked.get(self.question.id, [HIDDEN, 1])[0] if self.question else REVEALED

    @property
    def ballot(self) -> int:
        return int(self.asked.get(self.question.id, [HIDDEN, 1])[1]) if self.question else 1

    def _kept_state(self) -> dict[str, Any]:
        return {
            "chapter": self.chapter, "step": self.step, "moment": self.moment, "asked": self.asked, "hands": self.hands,
            "twin": self.twin, "black": self.black, "pace": self.pace, "door": self.door, "look": self.look,
            "open": self._open_ballot, "began": self.began, "tables": self.tables, "ports": self.ports,
            "lobby": self.lobby, "begun": self.begun,
        }  # fmt: skip

    @property
    def _open_ballot(self) -> str:
        """Where predictions are taken: the store looks at it once more when it keeps one."""
        if self.pace == PACES[2]:
            return ANY_BALLOT
        return ballot_name(self.question.id, self.ballot) if self.question and self.asking == OPEN else ""

    # what pages are told

    def state(self) -> dict[str, Any]:
        """What everybody may know."""
        question, shown = self.question, self.shown
        found: dict[str, Any] = {
            "show": "state", "rev": self.rev, "title": self.lesson.lesson.scenario.title, "chapters": contents(self.lesson),
            "chapter": self.chapter, "step": self.step, "moment": self.moment, "asking": self.asking, "ballot": self.ballot,
            "here": self.present, "black": self.black, "pace": self.pace, "door": self.door, "lobby": self.lobby,
            "look_around": self.may_look, "trying": self.branch is not None, "since": shown.start, "twin": self.twin >= 0,
            "handout": self.told_all,
            "predicted": sum(self.counts(question.id, self.ballot).values()) if question else 0, **step_facts(self.part, shown),
        }  # fmt: skip
        if question is not None and self.asking != HIDDEN:
            found["ask"] = question.open()
        if self.asking == REVEALED:
            found |= after_facts(self.part, shown)
        return found

    @property
    def told_all(self) -> bool:
        """Has every question been revealed, and every twin? Then a handout with all answers tells nothing new."""
        told = (self.asked.get(question.id, [HIDDEN])[0] for _, question in self.lesson.questions_and_twins())
        return all(one == REVEALED for one in told)

    def film(self, start: int = 0) -> dict[str, Any]:
        """The film as far as it has been shown; while a question is open, the last question of the game is held back."""
        return {"chapter": self.chapter, **self.reels[id(self.part)].until(self.moment, start, self.asking == REVEALED)}

    def revealed(self) -> dict[str, Any] | None:
        """The answer, once it has been told."""
        question = self.question
        if question is None or self.asking != REVEALED:
            return None
        return self.told(self.part, question)

    def told(self, part: Part, question: Question) -> dict[str, Any]:
        ballots = int(self.asked.get(question.id, [HIDDEN, 1])[1])
        counts = {str(ballot): self.counts(question.id, ballot) for ballot in range(1, ballots + 1)}
        return {
            "show": "revealed",
            "rev": self.rev,
            "q": question.id,
            "counts": counts,
            **secret_facts(part, question),
        }

    def room(self, role: str, person: Person | None = None) -> dict[str, Any]:
        """Everything for a page that has just come, or come back."""
        found = {**self.state(), "show": "room", "film": self.film(), "revealed": self.revealed(), "tables": self.tables}
        if self.branch is not None:
            found |= self.branch.whole()
        if role == "screen":
            found["names"] = self.names()
        if person is not None:
            found["you"] = self.you(person, self.question, self.ballot)
        return found | (self.desk_facts() if role == "desk" else {})

    def you(self, person: Person, question: Question | None, ballot: int) -> dict[str, Any]:
        """What somebody is told of themselves: the name, and what they have said to a question."""
        first, now = (self.said.get((question.id, n), {}).get(person.id) if question else None for n in (1, ballot))
        return {
            "person": person.id, "name": person.name, "table": person.table, "lost": person.id in self.lost,
            "said": list(now.said) if now else None, "sure": now.sure if now else None,
            "first": list(first.said) if first else None,
        }  # fmt: skip

    def said_by(self, person: str, question: str) -> Said | None:
        """The last thing that somebody has said to a question."""
        return next((found[person] for n in (2, 1) if person in (found := self.said.get((question, n), {}))), None)

    def desk_facts(self) -> dict[str, Any]:
        """What only the presenter sees: notes, what comes next, the answer, who is here."""
        question, shown = self.question, self.shown
        return {
            "notes": prose_parts(shown.step.notes, self.part.cards),
            "next": self._next_words(),
            "secret": secret_facts(self.part, question) if question else None,
            "twins": max(0, len(self._in_lesson.twins) - self.twin - 1),  # that have not been asked
            "exploring": self.look,
            "minutes": self.lesson.lesson.minutes,
            "passed": self.clock() - self.begun if self.begun else 0,
            "code": self.code,
            "people": self._people(),
            "tally": self.tally(),
        }

    def _people(self) -> list[dict[str, Any]]:
        return [
            {"name": one.name, "table": one.table, "here": self.here[one.id] > 0, "id": one.id} for one in self.people.values()
        ]

    def names(self) -> list[str]:
        """Who is here, for the lobby."""
        return [one.name for one in self.people.values() if self.here[one.id] > 0]

    def comings(self) -> list[Out]:
        """Who has come or gone since this was asked last."""
        if not self.stirred:
            return []
        self.stirred = False
        return [Out(DESKS, {"show": "people", "people": self._people()}), Out(SCREENS, {"show": "people", "names": self.names()})]

    def results(self) -> dict[str, Any]:
        """Everything that was predicted so far, as files."""
        self.flush()
        found = Results(self.lesson, self.people.values(), self.store.said(self.code), self._kept_state())
        return {"show": "results", **packed(found)}

    @property
    def may_look(self) -> bool:
        """May people try something else? Not while a question waits for its answer: the engine would tell."""
        return self.look and self.asking == REVEALED

    def _next_words(self) -> str:
        parts = self.lesson.parts
        steps = parts[self.chapter].steps
        if self.step + 1 < len(steps):
            shown = steps[self.step + 1]
            return (
                shown.question.text
                if shown.question
                else "".join(piece["text"] for one in prose_parts(shown.step.say, parts[self.chapter].cards)[:1] for piece in one)
            )
        return parts[self.chapter + 1].chapter.title if self.chapter + 1 < len(parts) else ""

    @property
    def present(self) -> int:
        return sum(number > 0 for number in self.here.values())

    # predictions

    def _ballot(self) -> Mapping[str, Said]:
        return self.said.get((self.question.id, self.ballot), {}) if self.question else {}

    def _take(self, found: Iterable[Said]) -> None:
        for one in found:
            self.said.setdefault((one.question, one.ballot), {})[one.person] = one

    def counts(self, question: str, ballot: int) -> dict[str, int]:
        """How often each prediction was made, in the room or by hands."""
        found = Counter(" ".join(one.said) for one in self.said.get((question, ballot), {}).values())
        found.update(self.hands.get(f"{question} {ballot}", {}))
        return dict(found)

    def tally(self) -> dict[str, Any]:
        """The present ballot, for the desk alone."""
        question = self.question
        found: dict[str, Any] = {"show": "tally", "here": self.present, "lost": len(self.lost), "counts": {}, "sure": 0}
        if question is None:
            return found
        ballot = self._ballot()
        counts = self.counts(question.id, self.ballot)
        number = sum(counts.values())
        right = sum(n for said, n in counts.items() if question.is_right(said.split(" ") if said else []))
        found |= {"q": question.id, "ballot": self.ballot, "counts": counts, "number": number, "right": right}
        found["sure"] = sum(one.sure for one in ballot.values())
        found["sure_of"] = dict(Counter(" ".join(one.said) for one in ballot.values() if one.sure))
        found["sure_wrong"] = sum(one.sure and question.is_right(one.said) is False for one in ballot.values())
        found["advice"] = advice(right / number if number else None, question)
        found["stuck"] = self._stuck(question)
        return found

    def _stuck(self, question: Question) -> dict[str, Any]:
        """Who has not predicted, who says to be lost, who was wrong twice on the question's rules: by table, never by name."""
        said = self._ballot()
        waiting = {one.id for one in self.people.values() if self.here[one.id] and one.id not in said}
        wrong: Counter[str] = Counter()
        for asked in self.lesson.questions:
            if set(asked.about) & set(question.about):
                for ballot in (1, 2):
                    for one in self.said.get((asked.id, ballot), {}).values():
                        wrong[one.person] += asked.is_right(one.said) is False
        twice = {person for person, number in wrong.items() if number >= 2}
        tables = Counter(one.table for one in self.people.values() if one.table and one.id in waiting | self.lost | twice)
        return {
            "waiting": len(waiting), "lost": len(self.lost), "wrong_twice": len(twice),
            "tables": [{"table": table, "number": number} for table, number in sorted(tables.items())],
        }  # fmt: skip

    # phones

    def hello(self, person: str | None, table: Any = 0) -> Person:
        """Somebody comes, or comes back."""
        now = self.clock()
        known = self.people.get(person or "")
        at = table if type(table) is int and 0 < table <= self.tables else known.table if known else 0
        if known is None:
            if not self.door:
                raise Refused("The door is closed: the presenter lets nobody in just now.")
            if len(self.people) >= MOST_PEOPLE:
                raise Refused(f"The room is full: {MOST_PEOPLE} people are in it.")
            taken = {one.name for one in self.people.values()}
            known = Person(secrets.token_urlsafe(16), new_name(taken, random.SystemRandom()), at, now, now)
        known = known._replace(seen=now, table=at)
        self.store.keep_people(self.code, [known])
        self.people[known.id] = known
        return known

    def came(self, person: str) -> None:
        self.here[person] += 1
        self.stirred = True

    def left(self, person: str) -> None:
        self.here[person] -= 1
        if self.here[person] <= 0:
            del self.here[person]
        self.stirred = True

    def predict(self, person: str, message: Mapping[str, Any], confirmed: Callable[[bool], None]) -> dict[str, Any] | None:
        """Take a prediction; `confirmed` is told once it is kept, or was late. Returns what is to be said at once instead."""
        number, question, ballot = message.get("n"), self.question, self.ballot
        if self.pace == PACES[2]:  # everybody is somewhere else
            question, ballot = next((one for one in self.lesson.questions if one.id == message.get("q")), None), 1
            waits = question is not None and self.asking_alone(question, person) == OPEN
        else:
            waits = self.asking == OPEN
        if question is None or not waits or (message.get("q"), message.get("ballot")) != (question.id, ballot):
            return {"show": "late", "n": number}
        said = sound(question, message.get("said"))
        if said is None:
            raise Refused("That is no answer to this question.")
        self._pending.append((Said(question.id, ballot, person, said, message.get("sure") is not False, self.clock()), confirmed))
        return None

    def flush(self) -> bool:
        """Keep what has been predicted since the last time, and confirm it; returns whether there was anything."""
        if self._unkept and not self.ended:
            self.store.keep_state(self.code, self._kept_state())
            self._unkept = False
        waiting = self._pending
        if not waiting:
            return False
        taken = self.store.keep_said(self.code, [said for said, _ in waiting])  # if it cannot, they wait
        self._pending = []
        for (said, confirmed), kept in zip(waiting, taken):
            if kept:
                self._take([said])
            confirmed(kept)
        return True

    def asking_alone(self, question: Question | None, person: str) -> str:
        """How a question stands for somebody who looks at it alone."""
        if question is None or self.asked.get(question.id, [HIDDEN])[0] == REVEALED:
            return REVEALED
        if self.pace == PACES[2]:
            return REVEALED if person in self.said.get((question.id, 1), {}) else OPEN
        return HIDDEN

    # branches

    def do_look(self, message: Mapping[str, Any]) -> None:
        self.look = not self.look
        self.branches.clear()

    def do_try(self, message: Mapping[str, Any]) -> None:
        """Something else on everybody's table."""
        if self.asking != REVEALED:
            raise Refused("A question waits for its answer; reveal it first.")
        try:
            if self.branch is None:
                self.branch = Branch(self.part, self.shown)
                self.tried = self.branch.begin()
            if message.get("deed") is not None:
                self.tried = self.branch.do(message["deed"])
        except BranchError as error:
            raise Refused(str(error)) from None

    def do_back(self, message: Mapping[str, Any]) -> None:
        """Back to the lesson."""
        self.branch = None

    def say_lost(self, person: str, lost: bool) -> None:
        (self.lost.add if lost else self.lost.discard)(person)

    def forget(self, person: str) -> None:
        """Somebody wants nothing to be kept of them."""
        self.flush()
        self.store.forget_person(self.code, person)
        self.people.pop(person, None)
        self.here.pop(person, None)
        self.branches.pop(person, None)
        self.stirred = True
        self.lost.discard(person)
        for ballot in self.said.values():
            ballot.pop(person, None)

    # the desk

    def is_key(self, key: Any) -> bool:
        """The key of this time, or of an earlier one: pages that were open when the room broke down come back by themselves."""
        return isinstance(key, str) and any([hmac.compare_digest(hashed(key), one) for one in self.key_hash.split()])

    def desk(self, message: Mapping[str, Any]) -> list[Out]:
        """Do what the presenter wants; what has been predicted so far counts."""
        try:
            self.flush()
        except CannotKeep:
            if self._pending:  # they would be late for good
                raise
        deed = getattr(self, f"do_{message.get('do')}", None) if isinstance(message.get("do"), str) else None
        if deed is None or self.ended:
            raise Refused("The desk has no such button." if not self.ended else "The room has ended.")
        moment, part, shown, was = self.moment, self.part, self.shown, self.asking
        tried = self.branch is not None
        deed(message)
        self.rev += 1
        if self.branch is not None and message["do"] in ("try", "at"):
            return [Out(EVERYBODY, {**self.tried, "rev": self.rev, "first": not tried}), Out(EVERYBODY, self.state())]
        self._unkept = not self.ended
        with suppress(CannotKeep):  # the lesson goes on; it is tried again with the next predictions
            self.flush()
        return list(self._news(moment, was, part is not self.part or (tried and self.branch is None), shown is not self.shown))

    def _news(self, moment: int, was: str, other_film: bool, other_step: bool) -> Iterable[Out]:
        if self.ended:
            yield Out(EVERYBODY, {"show": "ended", "rev": self.rev})
            return
        if other_film:
            yield Out(EVERYBODY, {**self.state(), "film": self.film()})
        else:
            yield Out(EVERYBODY, self.state())
            if moment != self.moment or was != self.asking:
                start = min(moment, self.moment)
                yield Out(EVERYBODY, {"show": "reel", "rev": self.rev, "moment": self.moment, **self.film(start)})
        if (told := self.revealed()) is not None and (was != REVEALED or other_step):
            yield Out(EVERYBODY, told)
        yield Out(DESKS, {"show": "desk", "rev": self.rev, **self.desk_facts()})

    def do_go(self, message: Mapping[str, Any]) -> None:
        chapter, step = message.get("chapter"), message.get("step")
        if type(chapter) is not int or type(step) is not int or not 0 <= chapter < len(self.lesson.parts):
            raise Refused("There is no such chapter.")
        if not 0 <= step < len(self.lesson.parts[chapter].steps):
            raise Refused("There is no such step.")
        if self.asking == OPEN:
            self._set(CLOSED)
        self._begin()
        self.chapter, self.step, self.twin, self.branch = chapter, step, -1, None
        self.branches.clear()
        self.lost.clear()
        self.moment = self.shown.end if self.asking == REVEALED else self.shown.start

    def do_at(self, message: Mapping[str, Any]) -> None:
        """Another moment of what has been shown."""
        moment = message.get("moment")
        last = self.shown.end if self.asking == REVEALED else self.shown.start
        if type(moment) is not int:
            raise Refused("A moment is a number.")
        if self.branch is not None:
            self.tried = self.branch.stand(moment)
        else:
            self.moment = max(0, min(last, moment))

    def do_lobby(self, message: Mapping[str, Any]) -> None:
        """The way in on the screen again, or the lesson."""
        self._begin()
        self.lobby = message.get("on") is True

    def _begin(self) -> None:
        self.lobby, self.begun = False, self.begun or self.clock()

    def do_ask(self, message: Mapping[str, Any]) -> None:
        if self.question is None:
            raise Refused("Nothing is asked in this step.")
        if self.asking != HIDDEN:
            raise Refused("This has been asked already.")
        self._begin()
        self._set(OPEN)

    def do_close(self, message: Mapping[str, Any]) -> None:
        if self.asking != OPEN:
            raise Refused("No question is open.")
        self._set(CLOSED)

    def do_talk(self, message: Mapping[str, Any]) -> None:
        if self.question is None or self.asking not in (OPEN, CLOSED) or self.ballot != 1:
            raise Refused("There is nothing to talk about now.")
        self._set(TALK)

    def do_again(self, message: Mapping[str, Any]) -> None:
        if self.question is None or self.asking not in (TALK, CLOSED) or self.ballot != 1:
            raise Refused("A question is asked again after the first ballot.")
        self._set(OPEN, 2)

    def do_reveal(self, message: Mapping[str, Any]) -> None:
        if self.question is None or self.asking == REVEALED:
            raise Refused("There is nothing to reveal.")
        self._set(REVEALED)
        self.moment = self.shown.end

    def do_twin(self, message: Mapping[str, Any]) -> None:
        """The same question with other cards, to see whether the rule was understood."""
        if self.asking != REVEALED or self.twin + 1 >= len(self._in_lesson.twins):
            raise Refused("There is no further twin of this question." if self.asking == REVEALED else "Reveal this one first.")
        self.twin += 1
        self.branch = None
        self.moment = self.shown.start

    def do_black(self, message: Mapping[str, Any]) -> None:
        self.black = not self.black

    def do_pace(self, message: Mapping[str, Any]) -> None:
        if message.get("pace") not in PACES:
            raise Refused(f"The pace is one of {', '.join(PACES)}.")
        self.pace = message["pace"]

    def do_door(self, message: Mapping[str, Any]) -> None:
        self.door = not self.door

    def do_remove(self, message: Mapping[str, Any]) -> None:
        self.forget(str(message.get("person")))

    def do_hands(self, message: Mapping[str, Any]) -> None:
        """Counts of a room without phones."""
        question, counts = self.question, message.get("counts")
        if question is None or not isinstance(counts, dict) or len(counts) > 60:
            raise Refused("There is no question that hands could be counted for.")
        found = {}
        for said, number in counts.items():
            chosen = sound(question, str(said).split())
            if chosen is None or type(number) is not int or not 0 <= number <= MOST_HANDS:
                raise Refused("That is no number of hands for an answer to this question.")
            found[" ".join(chosen)] = number
        self.hands[f"{question.id} {self.ballot}"] = found

    def do_end(self, message: Mapping[str, Any]) -> None:
        """The lesson is over: everything that was kept is deleted."""
        self.store.delete(self.code)
        self.ended = True

    def _set(self, asking: str, ballot: int | None = None) -> None:
        assert self.question is not None
        self.asked[self.question.id] = [asking, ballot or self.ballot]
        if asking == OPEN:
            self.began[ballot_name(self.question.id, self.ballot)] = self.clock()
