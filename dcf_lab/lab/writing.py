"""Writing a lesson: the messages of the page where one is written. It lives in the browser, and is the data of a lesson file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from dcf_lab.analysis.compare import follow_script
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.cards.packs import Pack, named
from dcf_lab.engine.telling import answer_text, asked
from dcf_lab.games import manual, manual_of, names
from dcf_lab.lab.draft import MAX_UPLOAD, DraftError, as_draft, file_name, in_words, plain, whole_letters
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.facts import card_facts, game_facts, goal_facts, rule_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.slices import Enough, Messages, Steps, Work
from dcf_lab.lessons.compile import notes_on
from dcf_lab.lessons.draft import Data, Draft, Looked, as_text, begun, cards_of, continued, from_text, tidy
from dcf_lab.lessons.offers import answers_of, events_of, offers, twin_offers
from dcf_lab.lessons.question import NUMBER, ORDER, YES_NO, Question
from dcf_lab.scenario.file import ScenarioError, parse
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.timeline import RecordError, Timeline

LOOKING = 30.0  # seconds of work
OFFERING = 30.0
MOST_TOLD = 12  # events of a step, in words
MAX_MISTAKE = 400
MOST_EVENTS = 3_000  # of a film
MOST_TO_TICK = 40  # answers and events


class Writing:
    """Answers the messages of who writes a lesson; of the lesson nothing is kept but what was worked out."""

    def __init__(self, explore: Explore, packs: Iterable[Path | Pack] = ()) -> None:
        self.explore = explore
        self.draft = Draft(named(packs))
        self.work = Work()

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A mistake of the visitor's is answered with a sentence."""
        try:
            yield from answer(self, message)
        except (DraftError, ScenarioError, RecordError) as error:
            yield {"show": "refused", "text": capital(whole_letters(str(error)[:MAX_MISTAKE]))}

    # opening

    def do_begin(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What is being explored as a chapter: of the lesson at hand, or of a new one."""
        line = self.explore.line
        if line is None:
            raise RecordError("nothing is being explored; open a scenario, and make a chapter of it there")
        if self.explore.seat is not None:
            raise RecordError("from a player's seat hidden cards would show in a lesson; choose 'see it all' first")
        given = message.get("lesson")
        yield from self._opened(begun(line) if given is None else continued(_lesson(given), line))

    def _opened(self, lesson: Data, lost: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
        draft, more = as_draft_lesson(lesson)
        yield self._facts(draft)
        yield {"show": "lesson written", "lesson": draft, "at": len(draft["chapter"]) - 1, "lost": [*lost, *more]}

    def do_facts(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield self._facts(_lesson(message.get("lesson")))

    def _facts(self, lesson: Data) -> dict[str, Any]:
        cards = cards_of(lesson, self.draft.packs)
        others = {one["game"] for one in lesson["chapter"] if one.get("game") in names()} - {manual_of(cards).NAME}
        told = {game: _facts_of(manual(game).library()) for game in sorted(others)}
        return {"show": "writing", **_facts_of(cards), "others": told}

    def do_upload(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A lesson file; of a scenario file or a saved game the course becomes a chapter."""
        text = message.get("text")
        if not isinstance(text, str) or len(text) > MAX_UPLOAD:
            raise DraftError("a file of more than 1 MB is not opened; your lesson is as it was")
        if text.lstrip().startswith("{"):
            yield from self._opened(begun(Timeline.from_text(text, self.draft.packs.values())))
            return
        try:
            lesson, lost = from_text(text, self.draft.packs)
        except ScenarioError as error:
            if "no lesson" not in str(error):
                raise DraftError(f"{error}; your lesson is as it was") from None
            line = Timeline(parse(text, "the file", self.draft.packs.values()))
            yield from self._opened(begun(follow_script(line).line))
            return
        yield from self._opened(lesson, lost)

    # looking at it

    def do_look(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Play the lesson, answer its questions, and tell of every step what there is to know and what is wrong."""
        yield from self.work.begin("look", self._look(_lesson(message.get("lesson"))), LOOKING)

    def _look(self, lesson: Data) -> Steps:
        cards, found = cards_of(lesson, self.draft.packs), []
        why = ""
        try:
            for one in self.draft.look(lesson):
                if one is not None:
                    found.append(one)
                yield
        except Enough as end:
            why = f"It takes too long to play this lesson: {end}."
        return [self._looked(lesson, found, cards, why)]

    def _looked(self, lesson: Data, found: list[Looked], cards: Library, why: str) -> dict[str, Any]:
        questions = [one.question for one in found if one.question is not None]
        twins = any(one.twins for one in found)
        problems = [{"path": list(path), "text": _of_problem(path, what, cards)} for path, what in self.draft.problems]
        minutes = lesson.get("minutes")
        return {
            "show": "lesson looked at",
            "steps": [_step_facts(one, one.scenario.cards if one.scenario is not None else cards) for one in found],
            "problems": [*problems, *([{"path": [], "text": why}] if why else [])],
            "notes": [f"{capital(note)}." for note in notes_on(questions, minutes if type(minutes) is int else 25, twins)],
            "toml": as_text(lesson),
        }

    # what can be asked

    def do_offers(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What can be asked at a step; what has been found is told while more is looked for."""
        found: Messages = []
        yield from self.work.begin("offers", self._offers(message, found), OFFERING, lambda: {"offers": list(found)})

    def _offers(self, message: dict[str, Any], found: Messages) -> Steps:
        lesson, place = _lesson(message.get("lesson")), _place(message)
        looked = yield from self._step(lesson, place)
        told: dict[str, Any] = {"show": "lesson offers", "chapter": place[0], "step": place[1], "offers": found}
        if looked is None or looked.scene is None:
            return [{**told, "events": [], "answers": [], "rules": []}]
        scene = looked.scene
        try:
            for offer in offers(scene):
                if offer is not None:
                    facts = question_facts(offer.question)
                    kept = {key: facts[key] for key in ("kind", "text", "right", "wrong")}
                    found.append({"ask": offer.ask, "look": list(offer.look), **kept})
                yield
        except Enough:
            pass  # what was found is worth having
        told["events"] = [one._asdict() for _, one in events_of(scene)[-MOST_TO_TICK:]]
        told["answers"] = [one._asdict() for one in answers_of(scene)[:MOST_TO_TICK]]
        return [told | {"rules": sorted(scene.cited)}]

    def do_twins(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.work.begin("twins", self._twins(message), OFFERING)

    def _twins(self, message: dict[str, Any]) -> Steps:
        lesson, place = _lesson(message.get("lesson")), _place(message)
        looked = yield from self._step(lesson, place)
        found: Messages = []
        if looked is not None and looked.scene is not None and looked.question is not None:
            assert looked.scenario is not None and looked.chapter is not None
            try:
                for one in twin_offers(looked.scenario, looked.chapter, looked.way, looked.scene, looked.question):
                    if one is not None:
                        facts = question_facts(one[2])
                        found.append({"card": one[0], "other": one[1], "text": facts["text"], "right": facts["right"]})
                    yield
            except Enough:
                pass
        return [{"show": "lesson twins", "chapter": place[0], "step": place[1], "twins": found}]

    def do_table(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The film of a course up to a step."""
        yield from self.work.begin("table", self._table(message), LOOKING)

    def _table(self, message: dict[str, Any]) -> Steps:
        looked = yield from self._step(_lesson(message.get("lesson")), _place(message))
        scene = looked.scene if looked is not None else None
        if scene is None or scene.table.told > MOST_EVENTS:
            return [{"show": "lesson table", "film": None, "before": 0, "after": 0}]
        film = Film()
        reel = {**film.reel(scene.table), "decisions": [], "nodes": [], "here": 0, "players": scene.table.rules.players}
        return [
            {"show": "lesson table", "film": reel, "before": film.moment(scene.since), "after": film.moment(scene.table.told)}
        ]

    def _step(self, lesson: Data, place: tuple[int, int]) -> Any:
        """Play a lesson as far as one of its steps."""
        for one in self.draft.look(lesson):
            yield
            if one is not None and one.place == place:
                return one
        return None

    def do_more(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.work.go_on(message.get("work"))

    # giving out

    def do_download(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lesson file; one with mistakes says so in its first lines, and can be opened here again."""
        lesson = _lesson(message.get("lesson"))
        cards = cards_of(lesson, self.draft.packs)
        found = [one for one in self.draft.look(lesson) if one is not None]
        rows = [_of_problem(path, what, cards) for path, what in self.draft.problems]
        rows += [
            f"Chapter {one.place[0] + 1}, step {one.place[1] + 1}: {what}"
            for one in found for field, what in one.mistakes if field != "twins"
        ]  # fmt: skip
        said = [f"# {''.join(letter if letter.isprintable() else ' ' for letter in row)}\n" for row in dict.fromkeys(rows)]
        before = "".join(["# This lesson cannot be presented yet.\n", *said, "\n"]) if said else ""
        yield {"show": "file", "name": file_name(lesson.get("title")), "text": before + as_text(lesson)}


def _facts_of(cards: Library) -> dict[str, Any]:
    """What of a game is named by menus."""
    game = manual_of(cards).NAME
    return {
        "game": game_facts(game), "cards": card_facts(cards), "rules": rule_facts(game),
        "events": goal_facts(game, cards)["events"],
    }  # fmt: skip


def _lesson(given: Any) -> Data:
    """What the page sent as a lesson, if it has the form of one."""
    lesson = tidy(plain(given))
    chapters = lesson.get("chapter")
    if not isinstance(chapters, list) or not all(isinstance(one, dict) and isinstance(one.get("step"), list) for one in chapters):
        raise DraftError("a lesson has chapters of steps; this one is damaged")
    if not all(isinstance(step, dict) for one in chapters for step in one["step"]):
        raise DraftError("a lesson has chapters of steps; this one is damaged")
    return lesson


def as_draft_lesson(lesson: Data) -> tuple[Data, list[str]]:
    """A lesson's data for the browser, which keeps no dates and no numbers beyond 2^53."""
    kept, lost = as_draft(lesson)
    return {key: value for key, value in kept.items() if key in lesson}, lost


def _place(message: dict[str, Any]) -> tuple[int, int]:
    chapter, step = message.get("chapter"), message.get("step")
    if type(chapter) is not int or type(step) is not int:
        raise DraftError("a step has the number of its chapter and its own")
    return chapter, step


def _of_problem(path: tuple[Any, ...], what: str, cards: Library) -> str:
    """A problem as a sentence that says where it is."""
    if path[:1] != ("chapter",):
        return in_words(path, what, cards)
    said = what.removeprefix(".".join(str(word) for word in path) + ": ")
    where = f"Chapter {path[1] + 1}" if len(path) > 1 and isinstance(path[1], int) else "The chapters"
    where += f", step {path[3] + 1}" if len(path) > 3 and isinstance(path[3], int) else ""
    return f"{where}: {said}"[:MAX_MISTAKE]


def _of_mistake(what: str, cards: Library) -> str:
    """A mistake in a step, in the words of the page."""
    what = what.replace("say tells", "what is said first tells")
    return in_words((), what.replace(": put it into 'look'", "; show it among the cards to look at"), cards)


def _step_facts(looked: Looked, cards: Library) -> dict[str, Any]:
    scene = looked.scene
    found: dict[str, Any] = {
        "chapter": looked.place[0], "step": looked.place[1], "asked": "", "answers": [], "events": [],
        "mistakes": [{"field": field, "text": _of_mistake(what, cards)} for field, what in looked.mistakes],
        "question": question_facts(looked.question) if looked.question is not None else None,
        "twins": [question_facts(part.steps[-1].question) for part in looked.twins if part.steps[-1].question is not None],
    }  # fmt: skip
    if scene is None:
        return found
    game = scene.game
    found["asked"] = asked(game.table, game.choice) if game.choice is not None else ""
    found["answers"] = [capital(answer_text(scene.table, option.removeprefix("chance "))) for option in scene.step.do]
    found["events"] = [one.text for _, one in events_of(scene)[:MOST_TOLD]] if scene.step.do else []
    return found


def question_facts(question: Question) -> dict[str, Any]:
    """A question with its answers, each in words and with its reason, for who writes it."""
    texts = {option.key: option.text for option in (*question.options, *question.why)}
    files = {key: word for word, key in question.keys.items()}
    right = {key for one in question.right for key in one}
    keys = [option.key for option in (*question.options, *question.why)] or [*sorted(right), *question.reasons]
    rows = []
    for key in keys if question.form != ORDER else ():
        reason = question.reasons.get(key)
        # what a file can say of it in its own words
        word = key if question.form in (NUMBER, YES_NO) and key not in {one.key for one in question.why} else files.get(key, "")
        rows.append(
            {"word": word or ("" if question.form == YES_NO else texts.get(key, key)), "text": texts.get(key, key),
             "right": key in right, "reason": reason.text if reason else "", "rules": list(reason.rules) if reason else []}
        )  # fmt: skip
    return {
        "kind": question.kind, "form": question.form, "text": question.text, "poll": not question.right,
        "right": [[texts.get(key, key) for key in one] for one in question.right],
        "wrong": sum(not row["right"] and bool(row["reason"]) for row in rows),
        "rows": rows, "about": list(question.about), "sum": [list(part) for part in question.sum],
        "lines": [text for text, _, _ in question.lines],
    }  # fmt: skip
