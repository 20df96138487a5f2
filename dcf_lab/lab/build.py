"""Building a position: the messages of the build page. The draft lives in the browser and is the data of a scenario file."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.packs import Pack, named
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.rulings import RulingError
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import FileError, parse_toml
from dcf_lab.games import Manual, manual
from dcf_lab.games.dc_forever import first_game, library, standard_game
from dcf_lab.games.dc_forever.players.teams import Teams, characters, problem_with_team, random_teams, team_game
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.rules.setup import FIRST_GAME, FIRST_LOCATIONS
from dcf_lab.games.dc_forever.table.board import PHASES, UNTIL
from dcf_lab.lab.draft import MAX_UPLOAD, DraftError, as_draft, as_file, file_name, in_words, plain
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
    parse,
    read,
    schema_problems,
    without,
)
from dcf_lab.timeline.film import Film, outcome
from dcf_lab.timeline.places import Places, decisions
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import MAX_LINK, RecordError, Timeline

MOST_PROBLEMS = 100
MOST_EVENTS = 2_000  # of a film; where nobody can decide anything, rounds pass by themselves
MOST_ANSWERS = 300  # and expectations of a script that is tried at every check
REFUSED = (DraftError, ScenarioError, RecordError, RulingError, CardTextError, FileError, IllegalAnswer, ReplayDiverged)


class Build:
    """Answers the build page's messages; `folder` has the visitor's own scenarios. Nothing but a search is kept meanwhile."""

    def __init__(self, packs: Iterable[Path | Pack] = (), folder: Path | None = None) -> None:
        self.packs = named(packs)
        self.folder = folder
        self.game = "dc_forever"
        self._prover: Any = None

    @property
    def book(self) -> Manual:
        return manual(self.game)

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
        cards = library(*self.packs.values())
        facts = card_facts(cards)
        told: dict[str, Any] = {
            "show": "build",
            "cards": [{"id": card, **facts[cards[card].id], "uses": _uses(cards, card)} for card in cards],
            "phases": list(PHASES),
            "game": game_facts(self.game),
            "rulings": ruling_facts(self.game),
            "rules": rule_facts(self.game),
            "effects": self.book.effects(cards) if self.book.effects else [],
            "until": list(UNTIL),
            "teams": {side: characters(cards, side) for side in (ROGUE, HERO)},
            "blank": blank(),
            "goal": goal_facts(self.game),
        }  # fmt: skip
        try:
            query = parse_qs(str(message.get("query", ""))[: 2 * MAX_LINK].lstrip("?"), max_num_fields=20)
        except ValueError:
            raise RecordError("this address says too much; open the page without what follows the question mark") from None
        line = None
        if "s" in query:
            line = Timeline.from_link(query["s"][0], self.packs.values())
        elif "scenario" in query:
            line = Timeline(read(find(query["scenario"][0], self.folder), self.packs.values()))
        if line is not None:
            try:
                told["draft"], told["lost"] = self._drafted(line)
            except DraftError as error:
                raise RecordError(str(error)) from None
        yield told

    def _drafted(self, line: Timeline) -> tuple[dict[str, Any], list[str]]:
        """Where a timeline stands, as a draft: the file itself at its start, else what can be said of the position."""
        data = parse_toml(line.scenario.text)
        readings = {**line.scenario.rulings, **line.readings}
        if readings:
            data["rulings"] = readings
        if line.here is line.root and line.scenario.start == "position":
            data.pop("certificate", None)  # what is changed here is not what was proved
            return as_draft(data)
        node, back = line.here, 0
        while not _describable(node.game) and node.parent is not None:
            node, back = node.parent, back + 1
        game = node.game.copy()
        lost = _play_to_a_position(game, random.Random(line.scenario.seed))
        if back:
            lost = [f"The last {back} answers: in the middle of an action there is no position to set.", *lost]
        described = self.book.describe(game.table)
        lost += described.lost
        lost.append("What chance would have done next: shuffles and dice begin anew from the seed.")
        for key in ("script", "variant", "certificate", "start", "shows", "holds_back"):
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
        found: dict[str, Any] = {"show": "checked", "problems": problems, "odd": [], "toml": as_file(draft), "film": None}
        if problems:
            yield found
            return
        line = Timeline(self._scenario(draft))
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
            used = find_packs(draft.get("packs", []), self.packs, None)
            cards = library(*{**used, **self.packs}.values())
        except CardTextError as error:
            return [{"path": ["packs"], "text": str(error)}], library(*self.packs.values())
        found = find_problems(draft, cards, MOST_PROBLEMS)
        return [{"path": list(path), "text": in_words(path, what, cards)} for path, what in found], cards

    def _scenario(self, draft: Mapping[str, Any]) -> Scenario:
        return parse(as_file(draft), "draft", self.packs.values())

    def _odd(self, line: Timeline, cards: Library) -> Iterator[dict[str, Any]]:
        scenario = line.scenario
        if scenario.start == "position":
            for one in scenario.manual.odd(_position(scenario, cards)) if scenario.manual.odd else ():
                yield {"path": ["table", *one.path], "key": one.key, "text": one.text}
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
        """A set-up as a draft: the first game, a drafted game, or two given teams."""
        what, seed = message.get("what"), _number(message.get("seed", 0), "seed", 0, 2**53 - 1)
        cards = library(*self.packs.values())
        roll = random.Random(seed)
        if what == "first game":
            title, game = "First game", first_game(seed, cards=cards)
        elif what == "standard":
            players = _number(message.get("players", 2), "players", 2, 4)
            solo = HERO if message.get("solo") == HERO else ROGUE
            title, game = "Drafted game", standard_game(players, seed, True, {}, solo, cards=cards)
        elif what == "team":
            title, game = "Two teams", team_game(_teams(message.get("teams"), roll, cards), seed, cards=cards)
        else:
            raise DraftError("there is a first game, a drafted game ('standard') and a game of two teams ('team') to bring in")
        lost = [sentence for sentence in _play_to_a_position(game, roll) if what != "standard" or "draft" not in sentence]
        described = self.book.describe(game.table)
        data = {"title": title, "seating": described.seating, "seed": seed, "table": described.table}
        draft, more = as_draft({**blank(), **data})
        yield {"show": "draft", "draft": draft, "lost": [*lost, *described.lost, *more]}

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
        cards = library(*{**find_packs(data.get("packs", []), self.packs, None), **self.packs}.values())
        wrong = schema_problems(data, cards, MOST_PROBLEMS)
        if len(wrong) >= MOST_PROBLEMS:
            raise DraftError("this file has too many mistakes to be a scenario; your draft is as it was")
        if data.get("start", "position") != "position":
            draft, lost = self._drafted(Timeline(parse(text, "the file", self.packs.values())))
            yield {"show": "draft", "draft": draft, "lost": lost}
            return
        # what no page could show is left out; what is wrong with the position can be mended on the page
        data.pop("certificate", None)
        draft, lost = as_draft({"title": "", **without(data, [path for path, _ in wrong])})
        yield {"show": "draft", "draft": draft, "lost": [*(in_words(path, what, cards) for path, what in wrong), *lost]}

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
            yield {"show": "checked", "problems": problems, "odd": [], "toml": as_file(draft), "film": None}
            return
        link = Timeline(self._scenario(draft)).link()
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


def blank() -> dict[str, Any]:
    """Where building begins: the first game's starters and Locations, and nothing in anybody's hand."""
    return {
        "title": "My position", "summary": "", "source": "", "tags": [], "players": 2, "solo": ROGUE, "seed": 0, "rulings": {},
        "start": "position",
        "table": {
            "phase": "rogue action", "round": 1,
            ROGUE: {"characters": list(FIRST_GAME[ROGUE][:2])}, HERO: {"characters": list(FIRST_GAME[HERO][:2])},
            "locations": [{"card": place} for place in FIRST_LOCATIONS],
        },
    }  # fmt: skip


def _position(scenario: Scenario, cards: Library, log: bool = False) -> Table:
    """The table as it is set, before anything happens on it."""
    how = (scenario.seating, scenario.seed, log, scenario.rulings)
    return scenario.manual.set_position(scenario.table or {}, *how, cards=cards)


def _describable(game: Game) -> bool:
    return game.over or (game.is_quiet and game.table.facts["step"] not in ("draft", "starters"))


def _play_to_a_position(game: Game, roll: random.Random) -> list[str]:
    """Let chance answer until there is a position to describe; returns what it decided."""
    told: dict[str, None] = {}
    while not _describable(game) and game.choice is not None:
        drafting = game.table.facts["step"] in ("draft", "starters")
        told[
            "The draft: chance picked the teams." if drafting else "What was asked before the first action: chance answered."
        ] = None
        game.answer(roll.choice(game.choice.options))
    return list(told)


def _uses(cards: Library, card: str) -> list[str]:
    """The abilities of a card that can be marked as used this round."""
    return [ability.key for ability in cards[card].abilities if ability.cost or ability.words.get("once")]


def _teams(wanted: Any, roll: random.Random, cards: Library) -> Teams:
    """The teams that the page names, the first two of each starting; a side that it does not name gets a random one."""
    if wanted is not None and not isinstance(wanted, dict):
        raise DraftError("teams are the characters of each side")
    chosen = random_teams(roll, cards)._asdict()
    for side in (ROGUE, HERO):
        team = (wanted or {}).get(side)
        if not team:
            continue
        if not isinstance(team, list) or len(team) > 10 or not all(isinstance(one, str) and len(one) <= 100 for one in team):
            raise DraftError(f"the {side} team is a list of characters")
        if problem := problem_with_team(tuple(team), side, cards):
            raise DraftError(in_words((), problem, cards))
        chosen[side] = tuple(team)
    return Teams(**chosen)


def _number(value: Any, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise DraftError(f"{what} is a number from {least} to {most}")
    return value


def _row(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _refused(text: str) -> dict[str, Any]:
    return {"show": "refused", "text": f"{text[:1].upper()}{text[1:500]}"}
