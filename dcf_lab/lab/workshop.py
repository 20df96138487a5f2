"""The workshop: lessons to read at one's own pace, to present in a room and to hand out.

Rooms, handouts and results are made by the command line in processes of their own, and a lesson is compiled in one: it may be a
stranger's.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.games import manual, names
from dcf_lab.lab.children import COMMAND, PAUSE, Child, child, mistake_of
from dcf_lab.lab.draft import whole_letters
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.facts import card_facts, game_facts, rule_facts, ruling_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.reading import NotYet, Reading
from dcf_lab.lab.rooms import NoRoom, end_room, lesson_file, may_open, open_room, room_of
from dcf_lab.lab.shelf import MAX_FILE, OWN, ShelfError, find, shelf
from dcf_lab.lab.slices import Messages, Steps, Work
from dcf_lab.scenario.file import game_of

MAX_QUERY = 1_000
MAX_PROBLEMS_TOLD = 20
COMPILING_SECONDS = 30.0
PRINTING_SECONDS = 90.0  # for a handout, or the results of a room
SPARE_SECONDS = 10.0  # in which a process that was ended says so
MOST_TABLES = 60
UPLOADED = "uploaded"  # the name of a lesson that came as a file
HERE = "here"  # instead of a lesson's name: what is being explored
ANSWERS = ("end", "beside", "none")
_CODE = re.compile(r"[A-Z]{5}")
_WIFI = re.compile(r"[^\x00-\x1f]{1,32}:[^\x00-\x1f]{0,63}")


class Workshop:
    """Answers the messages of the page where lessons are read, presented and handed out."""

    def __init__(self, explore: Explore, packs: list[Path] | None = None, folder: Path | None = None) -> None:
        self.explore, self.packs, self.folder = explore, packs or [], folder
        self.reading: Reading | None = None
        self._work = Work()
        self._made: dict[tuple[str, float], dict[str, Any]] = {}  # lessons that were compiled
        self._own = ("", "")  # name and text of the visitor's own lesson
        self._desk = tempfile.TemporaryDirectory(prefix="dcf_lab-workshop-")  # goes with this engine

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        try:
            yield from answer(self, message)
        except (NotYet, NoRoom) as error:
            raise ShelfError(str(error)) from None

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lessons of a game: `?game=dc_forever`, else of the lesson's, else of the first that has some."""
        query = parse_qs(str(message.get("query", ""))[:MAX_QUERY].removeprefix("?"))
        wanted, lesson = (query.get(word, [""])[0] for word in ("game", "lesson"))
        found = lessons(self.folder)
        game = next((one["game"] for one in found if one["name"] == lesson), wanted)
        game = game if game in names() else next((one["game"] for one in found), names()[0])
        here = [one for one in found if game in one["games"]]
        book = {rule: told for one in names() for rule, told in manual(one).rules().items()}
        yield {
            "show": "workshop",
            "games": [game_facts(one) for one in names()],
            "game": game,
            "lessons": here,
            "rules": {rule: book[rule]["name"] for one in here for rule in one["rules"] if rule in book},
            "may_open": may_open(),
            "room": room_of(message.get("token")),
        }

    # reading

    def do_read(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A lesson from the shelf, with what was said to it before."""
        name, path = self._lesson(message)
        key = (str(path), path.stat().st_mtime)
        if key in self._made:
            yield self._opened(name, self._made[key], message.get("said"))
            return

        def then(said: Child) -> Messages:
            if said.code:
                return self._wrong(said, path, f"{name}.toml")
            self._made = {**dict(list(self._made.items())[-2:]), key: json.loads(said.out)}
            return [self._opened(name, self._made[key], message.get("said"))]

        yield from self._compile(path, then)

    def do_upload(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A lesson of one's own, from a file."""
        called, text = str(message.get("name", ""))[:80], message.get("text")
        called = "".join(letter for letter in called if letter.isprintable()) or "your file"
        if not isinstance(text, str) or len(text.encode("utf-8", "replace")) > MAX_FILE:
            raise ShelfError(f"{called} has more than {MAX_FILE // 1000} kB, which is as much as a lesson may have")
        path = Path(self._desk.name, "lesson.toml")
        path.write_text(text, encoding="utf-8", errors="replace")

        def then(said: Child) -> Messages:
            if said.code:
                return self._wrong(said, path, called)
            self._own = called, text
            return [self._opened(UPLOADED, json.loads(said.out), message.get("said"))]

        yield from self._compile(path, then)

    def _compile(self, path: Path, then: Any) -> Iterator[dict[str, Any]]:
        command = [COMMAND[0], "-m", "dcf_lab.lab.reading", str(path), *map(str, self.packs)]
        yield from self._work.begin("lesson", child(command, COMPILING_SECONDS, then), COMPILING_SECONDS + SPARE_SECONDS)

    def _wrong(self, said: Child, path: Path, called: str) -> Messages:
        """What is wrong with a lesson, line by line."""
        if said.late:
            problems = [f"{called}: its questions were not answered within {COMPILING_SECONDS:.0f} seconds"]
        else:
            problems = mistake_of(said, path, called).splitlines()
        told = [whole_letters(one[:500]) for one in problems[:MAX_PROBLEMS_TOLD]]
        return [{"show": "lesson problems", "name": called, "problems": told}]

    def _opened(self, name: str, data: dict[str, Any], said: Any) -> dict[str, Any]:
        self.reading = Reading(data, said)
        first, *others = data["games"]
        facts = {**_facts(first, self.packs), "others": {game: _facts(game) for game in others}}
        return {"show": "lesson", "name": name, "called": self._own[0] if name == UPLOADED else "",
                **self.reading.contents(), "facts": facts}  # fmt: skip

    def do_step(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield {"show": "lesson step", **self._open_lesson().step(message)}

    def do_predict(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield {"show": "lesson step", **self._open_lesson().predict(message, message.get("said"))}

    def do_score(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield {"show": "score", **self._open_lesson().score()}

    def do_again(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        self._open_lesson().again()
        yield from self.do_step({"chapter": 0, "step": 0})

    def _open_lesson(self) -> Reading:
        if self.reading is None:
            raise ShelfError("no lesson is open; choose one")
        return self.reading

    def _lesson(self, message: dict[str, Any]) -> tuple[str, Path]:
        """The lesson that a message names: of the shelf, or the visitor's own."""
        if message.get("lesson") == UPLOADED and self._own[1]:
            path = Path(self._desk.name, "own.toml")
            path.write_text(self._own[1], encoding="utf-8")
            return UPLOADED, path
        name = message.get("lesson")
        if not any(entry.name == name and entry.kind == "lesson" for entry in shelf(self.folder)):
            raise ShelfError("there is no lesson of that name; choose one of these")
        return str(name), find(str(name), self.folder)

    # handouts

    def do_handout(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """One file to take home, of a lesson or of what is being explored."""
        name, path = self._explored() if message.get("lesson") == HERE else self._lesson(message)
        answers = message.get("answers") if message.get("answers") in ANSWERS else ANSWERS[0]
        out = Path(self._desk.name, "handout.html")
        options = ["--to", str(out), "--answers", str(answers)]
        options += [f"--{word}" for word in ("notes", "small") if message.get(word) is True]

        def then(said: Child) -> Messages:
            if said.code:
                why = "it took too long" if said.late else mistake_of(said, path, f"{name}.toml")
                return [{"show": "refused", "text": whole_letters(f"No handout was made: {why}"[:1000])}]
            text = out.read_text(encoding="utf-8")
            out.unlink()
            return [{"show": "handout", "name": f"{_file_name(name)}.html", "text": text}]

        command = [*COMMAND, "export", str(path), *options]
        yield from self._work.begin("handout", child(command, PRINTING_SECONDS, then), PRINTING_SECONDS + SPARE_SECONDS)

    def _explored(self) -> tuple[str, Path]:
        """The game that is open on the explore page, all of it."""
        if self.explore.line is None:
            raise ShelfError("nothing is being explored")
        if self.explore.seat is not None:
            raise ShelfError("a handout shows all cards; see it all before you make one")
        path = Path(self._desk.name, "explored.json")
        self.explore.line.save(path)
        return self.explore.line.scenario.title, path

    # rooms

    def do_open_room(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Present a lesson to a room, as `dcf-lab present` does."""
        name, path = self._lesson(message)
        token, wifi, tables = message.get("token"), message.get("wifi") or "", message.get("tables") or 0
        if type(tables) is not int or not 0 <= tables <= MOST_TABLES:
            raise ShelfError(f"a room has at most {MOST_TABLES} tables")
        if wifi and not (isinstance(wifi, str) and _WIFI.fullmatch(wifi)):
            raise ShelfError("the Wi-Fi has a name of up to 32 letters and a password of up to 63")
        if name == UPLOADED:
            path = lesson_file(token, self._own[1])
        network = message.get("network") is True
        options = ["--port", "0", "--no-browser", *([] if network else ["--host", "here"])]
        options += [f"--tables={tables}"] * (tables > 0) + [f"--wifi={wifi}"] * bool(wifi)
        title = next((one["title"] for one in lessons(self.folder) if one["name"] == name), self._own[0])
        about = {"lesson": name, "title": title, "network": network, "tables": tables}
        state = open_room(token, about, [*COMMAND, "present", str(path), *options])

        def opening() -> Steps:
            while (found := state()) is None:
                yield from _pause()
            return [{"show": "room", "room": found}]

        yield from self._work.begin("room", opening(), COMPILING_SECONDS)

    def do_room(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield {"show": "room", "room": room_of(message.get("token"))}

    def do_end_room(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        token = message.get("token")
        end_room(token)

        def ending() -> Steps:
            while (found := room_of(token)) and found["state"] == "open":
                yield from _pause()
            return [{"show": "room", "room": found}]

        yield from self._work.begin("room", ending(), COMPILING_SECONDS)

    # results

    def do_results(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What came of a room that was open on this machine, by its code."""
        code = str(message.get("code", "")).upper()
        if not may_open():
            raise ShelfError("this lab does not show the results of rooms; the command `dcf-lab present --results CODE` does")
        if not _CODE.fullmatch(code):
            raise ShelfError("a room's code has five letters")

        def then(said: Child) -> Messages:
            if said.code or said.late:
                why = "it took too long" if said.late else mistake_of(said)
                return [{"show": "refused", "text": whole_letters(f"There are no results of {code}: {why}"[:1000])}]
            files = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())}
            shutil.rmtree(folder)
            results = json.loads(files.pop("results.json"))
            return [{"show": "results", "code": code, "results": results, "tables": files}]

        folder = Path(self._desk.name, "results")
        command = [*COMMAND, "present", "--results", code, "--to", str(folder)]
        yield from self._work.begin("results", child(command, PRINTING_SECONDS, then), PRINTING_SECONDS + SPARE_SECONDS)

    # long work

    def do_more(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self._work.go_on(message.get("work"))

    def do_stop(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self._work.stop()


def _facts(game: str, packs: Iterable[Path] = ()) -> dict[str, Any]:
    """What a page must know of a game to show a lesson about it."""
    cards = manual(game).library(*packs)
    return {"game": game_facts(game), "cards": card_facts(cards), "rules": rule_facts(game), "rulings": ruling_facts(game)}


def lessons(folder: Path | None = None) -> list[dict[str, Any]]:
    """Every lesson on the shelf, as its file describes it: how long it takes, what it asks, and the rules that it is about."""
    found = []
    for entry in shelf(folder):
        if entry.kind != "lesson" or entry.broken:
            continue
        try:
            data = parse_toml(read_text(find(entry.name, folder), MAX_FILE))
        except FileError:
            continue  # the shelf has it, and says what is wrong
        game = game_of(data).NAME
        found.append({"name": entry.name, "own": entry.name.startswith(f"{OWN}/"), "game": game, "games": _games(game, data),
                      "title": entry.title, "summary": entry.summary, **described(data)})  # fmt: skip
    return found


def described(data: dict[str, Any]) -> dict[str, Any]:
    """What a lesson's file says of its length, as far as it has the form of one."""
    chapters = [one for one in _list(data.get("chapter")) if isinstance(one, dict)]
    steps = [step for chapter in chapters for step in _list(chapter.get("step")) if isinstance(step, dict)]
    asks = [step["ask"] for step in steps if isinstance(step.get("ask"), dict)]
    rules = dict.fromkeys(str(rule)[:40] for ask in asks for rule in _list(ask.get("about")))
    minutes = data.get("minutes")
    return {
        "minutes": minutes if type(minutes) is int else 25,
        "chapters": [str(chapter.get("title", ""))[:200] for chapter in chapters],
        "questions": len(asks),
        "rules": list(rules),
    }


def _games(own: str, data: dict[str, Any]) -> list[str]:
    """The games that a lesson's file speaks of, its own first."""
    chapters = [one for one in _list(data.get("chapter")) if isinstance(one, dict)]
    return list(dict.fromkeys([own, *(one["game"] for one in chapters if one.get("game") in names())]))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _pause() -> Iterator[None]:
    time.sleep(PAUSE)
    yield


def _file_name(name: str) -> str:
    """'dc_forever/lessons/an_attack' -> 'an_attack'; of a title its words."""
    return re.sub(r"[^a-z0-9]+", "_", name.rpartition("/")[2].lower()).strip("_")[:60] or "handout"
