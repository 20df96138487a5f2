"""Exploring a scenario: the messages of the explore page, answered from a timeline."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import Game, Refusal
from dcf_lab.engine.telling import asked as asked_text
from dcf_lab.engine.telling import grouped, may_not, told_clauses
from dcf_lab.games import UnknownDeed, UnknownGame, manual, names, say
from dcf_lab.lab.draft import whole_letters
from dcf_lab.lab.facts import card_facts, game_facts, rule_facts, ruling_facts
from dcf_lab.lab.kept import keep, kept
from dcf_lab.lab.messages import answer
from dcf_lab.lab.shelf import find
from dcf_lab.scenario.file import Scenario, parse, read, seating_of
from dcf_lab.timeline.film import Film, outcome
from dcf_lab.timeline.places import Places, decisions, question_at
from dcf_lab.timeline.script import StatedRefusals
from dcf_lab.timeline.timeline import MAX_NAME, MAX_NODES, Answer, RecordError, Timeline, new_game

MAX_OPTION = 200
MAX_TITLE = 200  # a file may be anybody's; a page has a line for it
MOST_DEEDS = 60  # that are looked at for one question by menus
MAX_QUERY = 40_000
MAX_RECORD = 1_000_000
SEALED = "sealed:"  # what the browser has kept is only the word under which the lab has it
SLICE = 0.05  # seconds of search between two answers to the page


class Explore:
    """One visitor's exploration. Every message is `{"do": ..., ...}`; every answer `{"show": ..., ...}`."""

    def __init__(self, packs: list[Path | Pack] | None = None, folder: Path | None = None) -> None:
        self.packs = packs or []
        self.folder = folder
        self.line: Timeline | None = None
        self.seat: str | None = None
        self.film = Film()
        self.places = Places()
        self.guided = False  # is this somebody's first round?
        self.aside: Timeline | None = None  # the tree before the last switch of a reading
        self.stated = StatedRefusals()
        self.search: tuple[Any, Iterator[Any]] | None = None  # for rulings that matter, and the place that it is for
        self.questions: list[dict[str, Any]] = []  # on the way to where the timeline stands, as they were told
        self.phases: list[tuple[str, int]] = []  # of the film, each with the moment at which it begins

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if self.line is None and message.get("do") not in ("open", "upload"):
            raise RecordError("nothing is open yet; load the page again")
        yield from answer(self, message)

    # opening

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What the browser kept of this very page, the position of a link, a packaged scenario, or the first game."""
        query = {key: values[0] for key, values in parse_qs(str(message.get("query", ""))[:MAX_QUERY].lstrip("?")).items()}
        if self.guided:
            self.seat = None  # it was taken for that first round only
        self.guided = "guide" in query
        trouble = ""
        if isinstance(message.get("kept"), str):
            try:
                line, seat = self.kept(message["kept"])
                self.seat = seat or self.seat
                self.show(line)
                yield self.facts()
                return
            except RecordError as error:
                trouble = f"What this browser had kept cannot be opened any more: {error}"
        line = self._opened(query)
        self.seat = query.get("seat", self.seat)
        self.show(_followed(line) if query.get("follow") == "1" else line)
        opened = self.facts()
        if query.get("follow") == "1" and self.questions:
            opened["moment"] = self.questions[0]["at"]  # the script is followed, and the page stands where it begins
        yield opened
        if trouble:
            yield {"show": "notice", "text": trouble}

    def _opened(self, query: dict[str, str]) -> Timeline:
        if "s" in query:
            return Timeline.from_link(query["s"], self.packs)
        if "scenario" in query:
            return Timeline(read(find(query["scenario"], self.folder), self.packs))
        if "start" in query:
            return Timeline(self._set_up(query))
        return Timeline(new_game(packs=self.packs))

    def _set_up(self, query: dict[str, str]) -> Scenario:
        """A new game: `?game=dc_forever&start=standard&seating=3 hero&seed=7`; older links say players and solo."""
        seed = int(text) if re.fullmatch("[0-9]{1,19}", text := query.get("seed", "")) else 0
        game, start = query.get("game", names()[0]), query["start"]
        try:
            seating, players = query.get("seating", ""), query.get("players", "")
            if not seating and players:
                seating = seating_of({key: value for key, value in query.items() if key in ("players", "solo")}, manual(game))
                if not seating:
                    seatings = ", ".join(manual(game).SEATINGS)
                    raise RecordError(f"{manual(game).TITLE} is not for {players[:9]!r} players; there are {seatings}")
            return new_game(game, start, seed % 2**63, seating, self.packs)
        except UnknownGame as error:
            raise RecordError(str(error)) from None

    def kept(self, text: str) -> tuple[Timeline, str | None]:
        """What the browser has kept: a record, or the word under which the lab keeps that of a seat, and the seat."""
        if not text.startswith(SEALED):
            return self._record(text), None
        found = kept(text.removeprefix(SEALED))
        if found is None:
            raise RecordError("the lab has not kept what was seen from that seat; it was started anew, or too much came since")
        record, seat = found
        return self._record(record), seat

    def _record(self, text: str) -> Timeline:
        if len(text) > MAX_RECORD:
            raise RecordError("this record has more than a million characters; it is not opened")
        return Timeline.from_text(text, self.packs)

    def do_upload(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A scenario file or a saved record from the visitor's machine."""
        text = message.get("text")
        if not isinstance(text, str) or len(text) > MAX_RECORD:
            raise RecordError("a file of more than a million characters is not opened")
        name = str(message.get("name", "the file"))[:MAX_NAME]
        opened = self._record(text) if text.lstrip().startswith("{") else Timeline(parse(text, name, self.packs))
        self.show(opened)
        yield self.facts()

    def begin(self, line: Timeline | None = None) -> None:
        """Begin with a timeline, or with the first game, before anybody has asked."""
        self.show(line or Timeline(new_game(packs=self.packs)))
        self.news()

    def again(self) -> dict[str, Any]:
        """Everything from the start, for a page that has just come."""
        self.start_anew()
        return self.facts()

    def show(self, line: Timeline) -> None:
        """Begin with a timeline; the seat stays if the game has it."""
        self.line = line
        self.aside = None
        if self.seat not in line.game.table.rules.players:
            self.seat = None
        self.start_anew()

    def start_anew(self) -> None:
        from dcf_lab.analysis.causes import Causes
        from dcf_lab.analysis.series import Series

        self.film = Film(self.seat)
        self.places = Places(self.seat)
        self.causes, self.series = Causes(), Series(self._line.game.table)
        self.figures: dict[tuple[str, str], dict[str, Any]] = {}  # as they were sent
        self.questions, self.phases = [], []

    @property
    def length(self) -> int:
        """How many events the film has."""
        return self.film.moment(len(self.film.told))

    @property
    def here(self) -> int:
        """The place in the tree where the timeline stands."""
        return self.places.number(self._line.here)

    def question(self, moment: int) -> dict[str, Any] | None:
        """What the page was told of the question at a moment of the film, unless others are asked."""
        return next((one for one in reversed(self.questions) if one["at"] == moment and not one["hidden"]), None)

    def asked(self, moment: int) -> dict[str, Any] | None:
        """The question at a moment, for somebody who answers it in Python."""
        found = self.question(moment)
        return found and {key: found[key] for key in ("player", "question", "options", "words", "chosen")}

    # what the page is told

    def facts(self) -> dict[str, Any]:
        """What stays the same while a scenario is explored, and the film so far."""
        line = self._line
        scenario = line.scenario
        table = line.game.table
        return {
            "show": "explore",
            "title": scenario.title[:MAX_TITLE],
            "summary": scenario.summary,
            "source": scenario.source,
            "tags": scenario.tags,
            "note": line.note,
            "game": game_facts(scenario.manual.NAME, table),
            "players": table.rules.players,
            "cards": card_facts(scenario.cards),
            "rules": rule_facts(scenario.manual.NAME),
            "goal": scenario.goal is not None,
            "script": bool(scenario.script or scenario.variants),
            "guide": self.guided,
            "rulings": ruling_facts(scenario.manual.NAME),
            "film": self.news(),
        }

    def news(self) -> dict[str, Any]:
        """Everything that the page does not know yet about where the timeline stands."""
        line = self._line
        reel = self.film.reel(line.game.table, self.stated.on_the_way(line, self.seat))
        self.causes.take(reel, line.game.table)
        self.series.take(reel)
        asked = decisions(line, self.film, self.places, reel["from"])
        self.questions = [*(one for one in self.questions if one["at"] < reel["from"]), *asked]
        self.phases = [*(one for one in self.phases if one[1] <= reel["from"]), *_phases(reel)]
        return {
            "show": "film",
            **reel,
            "nodes": self.places.news(line),
            "decisions": asked,
            "here": self.here,
            "over": outcome(line.game),
            "seat": self.seat,
            "readings": {**line.scenario.rulings, **line.readings},
            "take_chances": line.take_chances,
            "cuts": len(line.cuts),
            "aside": self.aside is not None,
        }

    def words(self, answers: Iterable[str]) -> dict[str, str]:
        """Answers in words."""
        return {answer: say(answer, self._line.scenario.cards) for answer in answers}

    @property
    def _line(self) -> Timeline:
        assert self.line is not None
        return self.line

    def given(self, number: Any) -> Answer:
        """An answer of the tree, by the number that the page knows it by."""
        node = self.places.answer(self._line, number)
        if node is None:
            raise RecordError("that place in the tree is no longer there")
        return node

    def node(self, number: Any) -> Answer:
        """Where one stands after an answer: at the seat's next question, if it has come to that."""
        return self.places.stand(self._line, self.given(number))

    # playing

    def do_answer(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        line = self._line
        node = self.node(message["node"]) if "node" in message else line.here
        option = str(message.get("option"))[:MAX_OPTION]
        if node.game.choice is not None and not self.places.asks(node):
            raise RecordError("others decide now, not this seat")  # a refusal would tell what may be answered
        if line.size >= MAX_NODES and node.child(option) is None:
            raise RecordError(f"this tree has {MAX_NODES} answers; delete a branch, or begin anew from a link to this position")
        before, line.here = line.here, node
        try:
            line.answer(option)
        except BaseException:
            line.here = before
            raise
        yield self.news()

    def do_go(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Stand at another answer of the tree."""
        self._line.here = self.node(message.get("node"))
        yield self.news()

    # why not

    def _question(self, message: dict[str, Any]) -> Game:
        """The question that is asked about: at a moment of the film, at a place of the tree, or where the timeline stands."""
        moment = message.get("moment")
        if type(moment) is int:
            return question_at(self._line, self.film, moment, self.seat)
        return (self.node(message["node"]) if "node" in message else self._line.here).game

    def do_refused(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What may not be answered, with every reason."""
        game = self._question(message)
        hidden = game.choice is not None and self.seat not in (None, game.choice.player)
        refusals = [] if hidden else game.refused()
        yield {
            "show": "refusals",
            "moment": message.get("moment"),
            "node": message.get("node"),
            "hidden": hidden,
            "groups": _groups(game, refusals),
        }

    def do_askings(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Everything that may be asked about by menus: who, what, and to whom, with what or where."""
        game = self._question(message)
        found = self._line.scenario.manual.askings(game, self.seat)
        yield {"show": "askings", "moment": message.get("moment"), "askings": [_fields(asking) for asking in found]}

    def do_why_not(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Why something cannot be done, whatever is asked then: "rescue superman", or what menus say; all of somebody's deeds."""
        game = self._question(message)
        book = self._line.scenario.manual
        found: dict[str, Any] = {"show": "why not", "moment": message.get("moment"), "node": message.get("node")}
        found |= {"deed": str(message.get("deed", ""))[:MAX_OPTION], "ways": [], "groups": [], "trouble": ""}
        deeds = [found["deed"]] if found["deed"] else self._deeds(game, message)
        refusals: list[Refusal] = []
        for deed in deeds[:MOST_DEEDS]:
            try:
                found["ways"] += [way for way in book.ways(game, deed, self.seat) if way not in found["ways"]]
                refusals += [one for one in book.why_not(game, deed, self.seat) if one not in refusals]
            except UnknownDeed as error:
                found["trouble"] = str(error)
        if refusals or found["ways"]:
            found["trouble"] = ""
        asked = game.choice if game.choice is not None and self.seat in (None, game.choice.player) else None
        yield found | {
            "groups": _groups(game, refusals),
            "words": self.words(found["ways"]),
            "question": asked_text(game.table, asked) if asked is not None else "",
            "at": self.film.moment(game.table.told) if asked is not None else None,
        }

    def _deeds(self, game: Game, message: dict[str, Any]) -> list[str]:
        """The questions in words that a choice of menus stands for; what is left open stands for all."""
        who, label, it = (str(message.get(word) or "")[:MAX_OPTION] for word in ("who", "label", "it"))
        return [
            asking.words.format(who=who, it=one)
            for asking in self._line.scenario.manual.askings(game, self.seat)
            if who in asking.who and label in ("", asking.label)
            for one in asking.who[who] or ("",)
            if it in ("", one)
        ]

    def do_guide(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What somebody should know at a place who plays for the first time."""
        from dcf_lab.lab.guide import guidance

        node = self.node(message["node"]) if "node" in message else self._line.here
        start = self._line.root.game.table
        since = start.rules.manual.moment(start).round
        yield {"show": "guide", "node": self.places.number(node), **guidance(node.game, since, self.seat)}

    def do_script(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Play what the scenario's script says, as a branch from the start."""
        from dcf_lab.analysis.compare import follow_script

        before = self._line
        played = follow_script(before)
        if played.line is not before:  # under other readings, or with chance taken over
            yield from self._instead(played.line)
            if before.size > 1 or self.seat:
                yield {"show": "notice", "text": "The script has its own readings or dice; the tree so far is set aside."}
        else:
            yield self.news()
        if played.stopped and not self.seat:  # another player's hidden cards may be the reason
            yield {"show": "notice", "text": played.stopped}

    # looking back

    def do_causes(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Everything that led to an event, or that came of it."""
        from dcf_lab.analysis.causes import followed, why

        event, way = message.get("event"), message.get("way")
        found = (why if way == "why" else followed)(self.causes, event) if type(event) is int and event in self.causes else []
        yield {"show": "causes", "event": event, "way": way, "events": [one for one in found if isinstance(one, int)]}

    def do_figure(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A timeline as plotly draws it: what the page does not know of it yet."""
        from dcf_lab.analysis.series import news

        what, by = self._timeline(message)
        figure = self.series.figure(what, by).to_plotly_json()
        yield {"show": "figure", "what": what, "by": by, **news(self.figures.get((what, by)), figure)}
        self.figures[what, by] = figure

    def do_rows(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The numbers of a timeline, for a spreadsheet."""
        yield {"show": "rows", "rows": self.series.rows(*self._timeline(message))}

    def _timeline(self, message: dict[str, Any]) -> tuple[str, str]:
        what, by = str(message.get("what")), str(message.get("by"))
        if what not in self.series.lines or by not in ("event", "round"):
            raise RecordError("this game has no such timeline")
        return what, by

    # the tree

    def do_name(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        node = self.given(message.get("node"))
        node.name = whole_letters(str(message.get("name", ""))[:MAX_NAME])
        self.places.forget(node)
        yield self.news()

    def do_delete(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        node = self.given(message.get("node"))
        gone = list(self.places.branch(node))
        self._line.cut(node)
        self.places.forget(*node.branch())
        yield {"show": "gone", "nodes": gone}
        yield self.news()

    def do_undelete(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        self._line.mend()
        self.places.forget(*self._line.nodes())
        yield {"show": "gone", "nodes": "all"}
        yield self.news()

    def do_compare(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Two places of the tree side by side."""
        from dcf_lab.analysis.differences import differences, parting

        one, other = (self.node(number).game.table for number in _two(message.get("nodes")))
        yield {
            "show": "comparison",
            "nodes": message["nodes"],
            "parting": _fields(parting(one, other, self.seat)),
            "differences": [_fields(difference) for difference in differences(one, other, self.seat)],
        }

    # seats, chance, rulings

    def do_seat(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        seat = message.get("seat") or None
        if seat is not None and seat not in self._line.game.table.rules.players:
            raise RecordError("nobody sits there")
        shown = message.get("moment")
        number = self.film.number(shown) if type(shown) is int else len(self.film.told)
        self.seat = seat
        self.start_anew()
        yield {"show": "gone", "nodes": "all"}
        news = self.news()
        yield {**news, "moment": self.film.moment(min(number, len(self.film.told)))}  # seats count the same moment differently

    def do_chance(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Leave chance to the seed, or take it over; the tree so far is set aside."""
        from dcf_lab.analysis.compare import replayed

        self._see_all_to("decide for chance, or leave it to the seed")
        replay = replayed(self._line, take_chances=bool(message.get("take")))
        yield from self._instead(replay.line)
        if replay.stopped:
            yield {"show": "notice", "text": replay.stopped}

    def _see_all_to(self, do: str) -> None:
        """Refuse to a seat what gives others' answers again with the cards that they really have."""
        if self.seat is not None:
            raise RecordError(f"from a player's seat hidden cards would show in this; choose 'see it all' to {do}")

    def do_ruling(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Switch a reading: where the course of events parts, and with `keep` the same answers under the other reading."""
        from dcf_lab.analysis.compare import compare

        self._see_all_to("switch a reading")
        found = compare(self._line, str(message.get("key"))[:MAX_NAME], str(message.get("reading"))[:MAX_NAME])
        yield {
            "show": "parted",
            "key": found.key,
            "before": found.before,
            "reading": found.reading,
            "parting": _fields(found.parting),
            "stopped": found.stopped,
            "question": {**found.question._asdict(), "asked": _fields(found.question.asked)},
            "differences": [_fields(difference) for difference in found.differences],
            "words": self.words([*found.question.gone, *found.question.new]),
        }
        if message.get("keep"):
            yield from self._instead(found.line)

    def do_matters(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Which rulings would change this course: a slice of the search, and whether there is more."""
        from dcf_lab.analysis.compare import matters

        self._see_all_to("look which readings matter")
        line = self._line
        here = (line, line.here)
        if message.get("more") is not True:
            self.search = (here, matters(line))
        found, looked, more = [], 0, False
        end = time.monotonic() + SLICE
        if self.search and self.search[0] == here:  # else it was for another place
            for matter in self.search[1]:
                looked += 1
                if matter.changes:
                    partings = {reading: _fields(parting) for reading, parting in matter.partings.items()}
                    found.append({**matter._asdict(), "partings": partings})
                if time.monotonic() > end:
                    more = True
                    break
        yield {"show": "matters", "found": found, "looked": looked, "more": more}

    def _instead(self, line: Timeline) -> Iterator[dict[str, Any]]:
        """Go on with another timeline of the same scenario; the tree so far is set aside."""
        before = self._line
        self.show(line)
        self.aside = before
        yield {"show": "gone", "nodes": "all"}
        yield self.news()

    def do_earlier(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Back to the tree as it was before chance or a reading was switched."""
        if self.aside is None:
            raise RecordError("there is no earlier tree to go back to")
        self.show(self.aside)
        yield {"show": "gone", "nodes": "all"}
        yield self.news()

    # keeping and sharing

    def do_keep(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The record that the browser keeps, so that nothing is lost with this kernel; that of a seat is kept in the lab."""
        record = json.dumps(self._line.as_json(), separators=(",", ":"))
        told = {"record": record} if self.seat is None else {"sealed": keep(message.get("token"), record, self.seat)}
        yield {"show": "kept", **told, "title": self._line.scenario.title}

    def _given_out(self, message: dict[str, Any]) -> tuple[Timeline, str | None]:
        """What a link or file has: from a seat the position as it knows it, unless hidden cards are asked for by name."""
        if self.seat is None or message.get("hidden") is True:
            return self._line, None
        return self._line.as_known_to(self.seat), self.seat

    def do_link(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        line, seat = self._given_out(message)
        yield {"show": "link", "link": line.link(), "seat": seat}

    def do_download(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        line, _ = self._given_out(message)
        if message.get("what") == "scenario":
            yield {"show": "file", "name": "scenario.toml", "text": line.scenario.text}
        else:
            yield {"show": "file", "name": "record.json", "text": json.dumps(line.as_json(), indent=1)}


def _followed(line: Timeline) -> Timeline:
    """The course that the scenario's script says, as far as it can be followed."""
    from dcf_lab.analysis.compare import follow_script

    return follow_script(line).line


def _phases(reel: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """The phases that begin in a part of the film: 'Round 1: Rogue Provoke Phase'."""
    for number, event in enumerate(reel["events"], reel["from"] + 1):
        for book, fact, now in event["set"]:
            if (book, fact) == ("facts", "moment"):
                round_, stage, phase = now
                yield (f"Round {round_}: " if round_ else "") + (phase or stage or "set-up"), number


def _two(numbers: Any) -> list[Any]:
    if not isinstance(numbers, list) or len(numbers) != 2:
        raise RecordError("two places of the tree can be compared")
    return numbers


def _groups(game: Game, refusals: list[Refusal]) -> list[dict[str, Any]]:
    """Refusals for the page, those of one kind together."""
    table, player = game.table, game.choice.player if game.choice else ""
    return [
        {
            "what": group.what,
            "text": group.text,
            "clauses": told_clauses(table, group.clauses),
            "refusals": [
                {"option": one.option, "what": may_not(table, one, player), "clauses": told_clauses(table, one.clauses)}
                for one in group.refusals
            ],
        }
        for group in grouped(table, refusals, player)
    ]


def _fields(thing: Any) -> Any:
    return None if thing is None else thing._asdict()
