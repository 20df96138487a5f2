"""Building a position: the messages of the build page. The draft lives in the browser and is the data of a scenario file."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.packs import Pack, named
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.rulings import RulingError
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import FileError, parse_toml
from dcf_lab.games import Described, Manual, NoPosition, NoTeam, UnknownGame, manual, manual_of, manuals, names
from dcf_lab.lab.draft import MAX_UPLOAD, DraftError, as_draft, as_file, called, file_name, in_words, plain, usual
from dcf_lab.lab.facts import card_facts, game_facts, goal_facts, rule_facts, ruling_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.shelf import find
from dcf_lab.puzzles.hidden import TooManyCases
from dcf_lab.puzzles.solve import PuzzleError
from dcf_lab.scenario.file import (
    Scenario,
    ScenarioError,
    find_packs,
    find_problems,
    game_of,
    parse,
    read,
    schema_problems,
    without,
)
from dcf_lab.scenario.goal import goal_problems, goal_schema, make_goal, mended, place_of_mistake
from dcf_lab.scenario.schema import problems
from dcf_lab.timeline.film import Film, outcome
from dcf_lab.timeline.places import Places, decisions
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import MAX_LINK, RecordError, Timeline

MOST_PROBLEMS = 100
MOST_EVENTS = 2_000  # of a film; where nobody can decide anything, rounds pass by themselves
WRITTEN = (("reach",), ("avoid",), ("happen",))  # parts of a goal that are said in the language of goals
MOST_ANSWERS = 300  # and expectations of a script that is tried at every check
REFUSED = (
    DraftError, ScenarioError, RecordError, RulingError, CardTextError, FileError, IllegalAnswer, ReplayDiverged, UnknownGame,
)  # fmt: skip


class Build:
    """Answers the build page's messages; `folder` has the visitor's own scenarios. Nothing but a search is kept meanwhile."""

    def __init__(self, packs: Iterable[Path | Pack] = (), folder: Path | None = None) -> None:
        self.packs = named(packs)
        self.folder = folder
        self._prover: Any = None

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Every message is `{"do": ..., ...}`; every answer `{"show": ..., ...}`. A mistake of the visitor's is refused."""
        try:
            yield from answer(self, message)
        except (*REFUSED, PuzzleError, TooManyCases) as error:
            if message.get("do") == "open":
                raise  # a link that cannot be opened is the whole page's matter
            yield _refused(str(error).removeprefix("draft: "))

    # opening

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What the page needs to build with, and the scenario or position that an address names."""
        try:
            query = parse_qs(str(message.get("query", ""))[: 2 * MAX_LINK].lstrip("?"), max_num_fields=20)
        except ValueError:
            raise RecordError("this address says too much; open the page without what follows the question mark") from None
        line = None
        if "s" in query:
            line = Timeline.from_link(query["s"][0], self.packs.values())
        elif "scenario" in query:
            line = Timeline(read(find(query["scenario"][0], self.folder), self.packs.values()))
        kept = message.get("kept")
        try:
            usually = kept if isinstance(kept, str) and kept in names() else names()[0]
            book = line.scenario.manual if line is not None else manual(query.get("game", [usually])[0])
        except UnknownGame as error:
            raise RecordError(str(error)) from None
        told = self._to_build_with(book)
        if line is not None:
            try:
                told["draft"], told["lost"] = self._drafted(line)
            except DraftError as error:
                raise RecordError(str(error)) from None
        yield told

    def _to_build_with(self, book: Manual) -> dict[str, Any]:
        cards = self._cards(book)
        facts = card_facts(cards)
        teams = book.TEAMS
        return {
            "show": "build",
            "games": {one.NAME: one.TITLE for one in manuals()},
            "game": game_facts(book.NAME),
            "cards": [{"id": card, **facts[cards[card].id], "uses": _uses(cards, card)} for card in cards],
            "form": _without_cards(book.BOARD.schema(cards, book.PLAYERS), cards),
            "further": book.BOARD.further,
            "rulings": ruling_facts(book.NAME),
            "rules": rule_facts(book.NAME),
            "effects": book.effects(cards) if book.effects else {},
            "teams": teams and {
                **teams._asdict(), "begin": None, "brings": {player: teams.brings(player, cards) for player in book.PLAYERS},
            },
            "blank": blank(book),
            "goal": goal_facts(book.NAME, cards),
        }  # fmt: skip

    def _cards(self, book: Manual, used: Mapping[str, Pack] | None = None) -> Library:
        return book.library(*{**(used or {}), **self.packs}.values())

    def _drafted(self, line: Timeline) -> tuple[dict[str, Any], list[str]]:
        """Where a timeline stands, as a draft: the file itself at its start, else what can be said of the position."""
        data = parse_toml(line.scenario.text)
        readings = {**line.scenario.rulings, **line.readings}
        if readings:
            data["rulings"] = readings
        if line.readings:
            data.pop("certificate", None)  # it was proved under others
        if line.here is line.root and line.scenario.start == "position":
            _proof_kept(data, line.scenario)
            return as_draft(data)
        node, back = line.here, 0
        while not isinstance(_described(node.game), Described) and node.parent is not None:
            node, back = node.parent, back + 1
        described, early, late = _play_to_a_position(node.game.copy(), random.Random(line.scenario.seed))
        lost = [*early, *late, *described.lost]
        if back:
            lost.insert(0, f"The last {back} answers: in the middle of an action there is no position to set.")
        lost.append("What chance would have done next: shuffles and dice begin anew from the seed.")
        for key in ("script", "variant", "certificate", "start", "players", "solo", "shows", "holds_back"):
            if data.pop(key, None) and key in ("script", "variant"):
                lost.append("The script: it begins elsewhere.")
        data |= {"seating": described.seating, "table": described.table}
        draft, more = as_draft(data)
        return draft, [*dict.fromkeys(lost), *more]

    # checking

    def do_check(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Every problem of a draft, what is odd about it, its file, and what the table looks like."""
        draft = plain(message.get("draft"))
        problems, cards = self._problems(draft)
        found: dict[str, Any] = {
            "show": "checked", "problems": problems, "odd": [], "toml": as_file(draft), "film": None, "goal": _told(draft, cards),
        }  # fmt: skip
        if problems:
            yield found
            return
        line = Timeline(self._scenario(draft))
        found["stale"] = _stale(line.scenario)
        found["odd"] = list(self._odd(line, cards))
        table, asked = line.game.table, decisions(line, Film(), Places())
        if table.told > MOST_EVENTS:
            table, asked = _position(line.scenario, cards, log=True), []
        found["film"] = {
            **Film().reel(table), "decisions": asked, "over": outcome(line.game), "players": table.rules.players,
        }  # fmt: skip
        yield found

    def _problems(self, draft: Mapping[str, Any]) -> tuple[list[dict[str, Any]], Library]:
        try:
            book = game_of(draft)
        except UnknownGame as error:
            return [{"path": ["game"], "text": str(error)}], self._cards(manual(names()[0]))
        try:
            cards = self._cards(book, find_packs(draft.get("packs", []), self.packs, None))
        except CardTextError as error:
            return [{"path": ["packs"], "text": str(error)}], self._cards(book)
        found = find_problems(draft, cards, MOST_PROBLEMS)
        return [_problem(path, what, draft, cards) for path, what in found], cards

    def _scenario(self, draft: Mapping[str, Any]) -> Scenario:
        return parse(as_file(draft), "draft", self.packs.values())

    def _odd(self, line: Timeline, cards: Library) -> Iterator[dict[str, Any]]:
        scenario = line.scenario
        if scenario.start == "position":
            usual = _usual_oddities(scenario.manual.NAME)
            for one in scenario.manual.odd(_position(scenario, cards)) if scenario.manual.odd else ():
                yield {"path": ["table", *one.path], "key": one.key, "text": one.text, "usual": one.key in usual}
        if scenario.goal is not None:
            lying = {card for zone in line.root.game.table.zones.values() for card in zone}
            for card in sorted(scenario.goal.named() & set(cards) - lying):
                text = f"{called(card, cards)} is in the goal, but not on the table."
                yield {"path": ["goal"], "key": f"not on the table: {card}", "text": text}
        if line.game.over:
            text = "Nobody has anything to decide: from here the game runs to its end by itself."
            yield {"path": ["table"], "key": "nothing to decide", "text": text}
        steps = [step for script in (scenario.script, *(v.script for v in scenario.variants)) for step in script]
        work = scenario.shuffles * sum(len(step.do) + len(step.expect) + len(step.refuse) for step in steps)
        if any(step.do for step in steps) and work <= MOST_ANSWERS:
            failures = [failure for report in run_all(scenario) for failure in report.failures]
            if failures:
                what = re.sub(r"^draft:\d+: ", "", failures[0])[:300]
                yield {"path": ["script"], "key": "script", "text": f"The script no longer fits this position: {what}"}

    # bringing in

    def do_import(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A set-up as a draft: a start of the game with a seating, or given teams ('team')."""
        book, what, seed = game_of(message), message.get("what"), _number(message.get("seed", 0), "seed", 0, 2**53 - 1)
        cards = self._cards(book)
        if what == "team" and book.TEAMS:
            title, game = book.TEAMS.title, self._team_game(book, message.get("teams"), seed, cards)
        elif isinstance(what, str) and what in book.STARTS:
            start = book.STARTS[what]
            seatings = start.seatings or tuple(book.SEATINGS)
            seating = message.get("seating", seatings[0])
            if seating not in seatings:
                raise DraftError(f"this start is for the seatings {', '.join(seatings)}")
            title, game = start.title, start.begin(seating, seed, True, {}, False, cards)
        else:
            raise DraftError(f"there is to bring in: {', '.join([*book.STARTS, *(['team'] if book.TEAMS else [])])}")
        described, _, lost = _play_to_a_position(game, random.Random(seed))
        data = {"title": title, "seating": described.seating, "seed": seed, "table": described.table}
        draft, more = as_draft({**blank(book), **data})
        yield {"show": "draft", "draft": draft, "lost": [*lost, *described.lost, *more]}

    def _team_game(self, book: Manual, wanted: Any, seed: int, cards: Library) -> Game:
        """The game of the teams that the page names."""
        if wanted is not None and not isinstance(wanted, dict):
            raise DraftError("teams are the characters of each side")
        teams = {side: team for side, team in (wanted or {}).items() if team and side in book.SIDES}
        for side, team in teams.items():
            if not isinstance(team, list) or len(team) > 20 or not all(isinstance(one, str) and len(one) <= 100 for one in team):
                raise DraftError(f"the {side} team is a list of cards")
        try:
            return book.TEAMS.begin({side: tuple(team) for side, team in teams.items()}, seed, cards)
        except NoTeam as error:
            raise DraftError(in_words((), str(error), cards)) from None

    def do_upload(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A scenario file, also one with mistakes, or a saved record; what cannot be kept is told."""
        text = message.get("text")
        if not isinstance(text, str) or len(text) > MAX_UPLOAD or len(text.encode("utf-8", "replace")) > MAX_UPLOAD:
            raise DraftError("a file of more than 1 MB is not opened; your draft is as it was")
        if text.lstrip().startswith("{"):
            draft, lost = self._drafted(Timeline.from_text(text, self.packs.values()))
            yield {"show": "draft", "draft": draft, "lost": lost}
            return
        try:
            data = parse_toml(text)
        except FileError as error:
            raise DraftError(f"this file cannot be read: {error}; your draft is as it was") from None
        if "table" not in data and "start" not in data:
            raise DraftError("this is no scenario: it has neither a [table] nor a 'start'; your draft is as it was")
        cards = self._cards(game_of(data), find_packs(data.get("packs", []), self.packs, None))
        # a slip in what is written in the language of goals is shown there, and mended there
        wrong = [(path, what) for path, what in schema_problems(data, cards, MOST_PROBLEMS) if not _written(path, data)]
        if len(wrong) >= MOST_PROBLEMS:
            raise DraftError("this file has too many mistakes to be a scenario; your draft is as it was")
        if data.get("start", "position") != "position":
            draft, lost = self._drafted(Timeline(parse(text, "the file", self.packs.values())))
            yield {"show": "draft", "draft": draft, "lost": lost}
            return
        told = []
        if "certificate" in data:
            sound = not find_problems(data, cards)
            told = _proof_kept(data, parse(text, "the file", self.packs.values()) if sound else None)
        # what no page could show is left out; what is wrong with the position can be mended on the page
        draft, lost = as_draft({"title": "", **without(data, [path for path, _ in wrong])})
        yield {"show": "draft", "draft": draft, "lost": [*(in_words(path, what, cards) for path, what in wrong), *told, *lost]}

    # giving out

    def do_download(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The scenario file; one with problems says so in its first lines, and can be loaded here again."""
        draft = plain(message.get("draft"))
        problems, _ = self._problems(draft)
        rows = [f"# {_row(problem['text'])}\n" for problem in problems]
        before = "".join(["# This is a draft: it cannot be played yet.\n", *rows, "\n"]) if rows else ""
        yield {"show": "file", "name": file_name(draft.get("title", "")), "text": before + as_file(draft)}

    def do_link(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The position as a link, or the problems that keep it from being one."""
        draft = plain(message.get("draft"))
        problems, _ = self._problems(draft)
        if problems:
            yield {"show": "checked", "problems": problems, "odd": [], "toml": as_file(draft), "film": None, "goal": ""}
            return
        link = Timeline(self._scenario(draft)).link()
        if len(link) > MAX_LINK and "certificate" in draft:
            link = Timeline(self._scenario({key: value for key, value in draft.items() if key != "certificate"})).link()
        if len(link) > MAX_LINK:
            raise DraftError("this draft is too long for a link; download it as a file")
        yield {"show": "link", "link": link}

    # puzzles

    @property
    def prover(self) -> Any:
        if self._prover is None:
            from dcf_lab.lab.prove import Prover

            self._prover = Prover(list(self.packs.values()))
        return self._prover

    def do_prove(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Prove or disprove the draft's goal."""
        yield from self.prover.prove(self._puzzle(message))

    def do_compose(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Find a puzzle like the draft."""
        seed = _number(message.get("seed", 0), "seed", 0, 2**53 - 1)
        level = message.get("level", "any")
        if level not in ("any", "easy", "medium", "hard"):
            raise DraftError("a level is any, easy, medium or hard")
        yield from self.prover.compose(self._puzzle(message), seed, level)

    def _puzzle(self, message: Mapping[str, Any]) -> Scenario:
        draft = plain(message.get("draft"))
        problems, _ = self._problems(draft)
        if problems:
            raise DraftError(f"this position cannot be played yet: {problems[0]['text']}")
        scenario = self._scenario(draft)
        if scenario.goal is None:
            raise DraftError("there is no goal yet to be proved; make it a puzzle first")
        return scenario

    def do_more(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.prover.work.go_on(message.get("work"))

    def do_stop(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.prover.work.stop()

    def do_film(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A line of what was proved last, as a link to the explore page."""
        yield self.prover.film(message.get("which"), message.get("number"))


@lru_cache(maxsize=8)
def _usual_oddities(game: str) -> frozenset[str]:
    """What is odd about the position where building begins, too, and so need not be told to whoever has just begun."""
    book = manual(game)
    if not book.odd:
        return frozenset()
    seating = next(iter(book.SEATINGS))
    return frozenset(one.key for one in book.odd(book.set_position(book.BLANK or {}, seating, 0, False, {})))


def blank(book: Manual) -> dict[str, Any]:
    """Where building begins: what the manual lays out, or an empty table."""
    return {"title": "My position", **usual(book), "table": deepcopy(dict(book.BLANK or {}))}


def _written(path: tuple[Any, ...], data: Mapping[str, Any]) -> bool:
    """Does a problem lie in a part of the goal that somebody has written in the language of goals?"""
    return path[:1] == ("goal",) and path[1:] in WRITTEN and isinstance(data["goal"][path[1]], str)


def _problem(path: tuple[Any, ...], what: str, draft: Mapping[str, Any], cards: Library) -> dict[str, Any]:
    """A problem in words; of what is written in the language of goals also where it is, and what was probably meant."""
    if not _written(path, draft):
        return {"path": list(path), "text": in_words(path, what, cards)}
    field = path[1]
    text = draft["goal"][field]
    said = what.removeprefix(f"goal.{field}: ")[:400]
    return {
        "path": list(path), "text": f"The goal: {said}{'' if said.endswith('?') else '.'}",
        "at": place_of_mistake(text, said), "instead": mended(text, said),
    }  # fmt: skip


def _told(draft: Mapping[str, Any], cards: Library) -> str:
    """The goal of a draft as a sentence, if it says one."""
    goal = draft.get("goal")
    if not isinstance(goal, dict) or any(problems(goal, goal_schema(manual_of(cards)), ())) or any(goal_problems(goal, cards)):
        return ""
    return make_goal(goal, cards).sentence


def _proof_kept(data: dict[str, Any], scenario: Scenario | None) -> list[str]:
    """Leave the certificate in the data of a scenario if it still holds; else a sentence about its loss."""
    if "certificate" not in data or (scenario is not None and not _stale(scenario)):
        return []
    del data["certificate"]
    return ["The proof: it is of another position, or of other rules, cards or readings. Prove it again."]


def _stale(scenario: Scenario) -> bool:
    """Does it have a certificate that does not hold any more?"""
    if not scenario.certificate:
        return False
    from dcf_lab.puzzles.certificate import stale

    return scenario.goal is None or bool(stale(scenario))


def _without_cards(rule: Any, cards: Library) -> Any:
    """A schema without the names of all cards, which the page has."""
    if isinstance(rule, list):
        return [_without_cards(one, cards) for one in rule]
    if not isinstance(rule, Mapping):
        return rule
    if isinstance(rule.get("enum"), list) and any(one in cards for one in rule["enum"]):
        rule = {**{key: value for key, value in rule.items() if key != "enum"}, "format": "card"}
    return {key: _without_cards(value, cards) for key, value in rule.items()}


def _position(scenario: Scenario, cards: Library, log: bool = False) -> Table:
    """The table as it is set, before anything happens on it."""
    how = (scenario.seating, scenario.seed, log, scenario.rulings)
    return scenario.manual.set_position(scenario.table or {}, *how, cards=cards)


def _described(game: Game) -> Described | NoPosition | None:
    """The position of a game, or why it has none yet; None in the middle of something."""
    try:
        return game.table.rules.manual.describe(game.table) if game.over or game.is_quiet else None
    except NoPosition as error:
        return error


def _play_to_a_position(game: Game, roll: random.Random) -> tuple[Described, list[str], list[str]]:
    """Let chance answer until there is a position to describe; what it decided before there could be one, and after."""
    early: list[str] = []
    late: list[str] = []
    while not isinstance(found := _described(game), Described):
        if game.choice is None:
            raise DraftError("there is no position here that could be set")
        if found is not None:
            early = [f"What chance decided first: {found}."]
        elif not early:
            late = ["What was asked before the first action: chance answered."]
        game.answer(roll.choice(game.choice.options))
    return found, early, late


def _uses(cards: Library, card: str) -> list[str]:
    """The abilities of a card that can be marked as used this round."""
    return [ability.key for ability in cards[card].abilities if ability.cost or ability.words.get("once")]


def _number(value: Any, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise DraftError(f"{what} is a number from {least} to {most}")
    return value


def _row(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _refused(text: str) -> dict[str, Any]:
    return {"show": "refused", "text": f"{text[:1].upper()}{text[1:500]}"}
