"""The tree of answers given and tried: back, forward, branch; saved as JSON, or as a link."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import Pack, named
from dcf_lab.engine.game import Game, IllegalAnswer, ReplayDiverged
from dcf_lab.engine.rulings import RulingError
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import FileError, parse_toml, read_text, write_toml
from dcf_lab.games import NoPosition, manual, names
from dcf_lab.scenario.file import Scenario, ScenarioError, find_packs, parse

VERSION = 1
CANNOT_BE_SET = "This position cannot be set"
MAX_LINK = 20_000
MAX_TEXT = 400_000
MAX_NODES = 5_000  # of a tree, with the deleted branches that can be brought back
MAX_NAME = 80


class RecordError(ValueError):
    """A saved record or link that cannot be shown, with the reason."""


class Answer:
    """One answer in the tree, and the game after it."""

    __slots__ = ("number", "parent", "player", "prompt", "option", "children", "name", "game")

    def __init__(self, number: int, parent: Answer | None, player: str, prompt: str, option: str, game: Game) -> None:
        self.number = number  # in the order in which answers were tried; never given twice
        self.parent = parent
        self.player = player
        self.prompt = prompt
        self.option = option
        self.children: list[Answer] = []
        self.name = ""
        self.game = game

    def path(self) -> list[Answer]:
        """From the first answer to this one."""
        nodes: list[Answer] = []
        node: Answer | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def child(self, option: str) -> Answer | None:
        """What was tried after this with that answer."""
        return next((child for child in self.children if child.option == option), None)

    def take_over(self, other: Answer) -> None:
        """Have everything, too, that was tried after the same answer elsewhere."""
        waiting = [(self, other)]
        while waiting:
            mine, others = waiting.pop()
            mine.name = mine.name or others.name
            for node in others.children:
                same = mine.child(node.option)
                if same is not None:
                    waiting.append((same, node))
                else:
                    node.parent = mine
                    mine.children.append(node)

    def branch(self) -> Iterator[Answer]:
        """This answer and everything that was tried after it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class Cut(NamedTuple):
    """A branch that was deleted: where it hung, how many answers it has, and where the visitor was."""

    parent: Answer
    place: int  # among its siblings
    node: Answer
    size: int
    here: Answer


class Timeline:
    """A scenario being explored.

    >>> from dcf_lab.timeline.timeline import Timeline, new_game
    >>> line = Timeline(new_game(seed=3))
    >>> line.answer("done").back().game.choice.prompt
    'Rogue Action Phase'
    """

    def __init__(self, scenario: Scenario, readings: Mapping[str, str] | None = None, take_chances: bool = False) -> None:
        self.scenario = scenario
        self.readings = dict(readings or {})
        self.take_chances = take_chances
        self.root = Answer(0, None, "", "", "", scenario.game(self.readings, take_chances=take_chances, trace=True))
        self.here = self.root
        self.size = 1  # nodes in the tree
        self.tried = 1  # nodes that ever were
        self.cuts: list[Cut] = []  # deleted branches, the last one last
        self.note = ""  # what a visitor should know about a loaded record

    @classmethod
    def of_game(cls, game: Game) -> Timeline:
        """A game that is being played, with what has happened in it, as far as its table remembers."""
        table, since = game.origin()
        book = table.rules.manual
        try:
            described = book.describe(table)
        except NoPosition:
            raise RecordError("this game has no position yet; explore its scenario instead") from None
        said: dict[str, Any] = {
            "title": f"A game of {book.TITLE}", "game": book.NAME, "seating": described.seating, "seed": table.dice,
            "rulings": table.rules.readings, "table": described.table,
        }  # fmt: skip
        line = cls(parse(write_toml(said, ("locations",)), "a game"), take_chances=game.take_chances)
        if table.history:
            line.root.game = Game.resume(table.copy(), (), game.take_chances)
        for _, option in since:
            line.answer(option)
        return line

    def __repr__(self) -> str:
        given = f"{len(self.here.path())} answers given, {self.size - 1} in the tree"
        return f"<Timeline of {self.scenario.title!r}: {given}; {self.game!r}>"

    @property
    def game(self) -> Game:
        return self.here.game

    def answer(self, option: str) -> Timeline:
        """Answer the present question; a new answer begins a branch, a known one follows it."""
        if (known := self.here.child(option)) is not None:
            self.here = known
            return self
        choice = self.here.game.choice
        if choice is None:
            raise IllegalAnswer("the game is over")
        game = self.here.game.copy()
        game.answer(option)
        child = Answer(self.tried, self.here, choice.player, choice.prompt, option, game)
        self.here.children.append(child)
        self.size += 1
        self.tried += 1
        self.here = child
        while self.cuts and self.size + sum(cut.size for cut in self.cuts) > MAX_NODES:
            del self.cuts[0]
        return self

    def back(self, steps: int = 1) -> Timeline:
        """Take back answers; they stay in the tree."""
        while steps > 0 and self.here.parent is not None:
            self.here = self.here.parent
            steps -= 1
        return self

    def forward(self) -> Timeline:
        """Along the branch that was last begun."""
        if self.here.children:
            self.here = self.here.children[-1]
        return self

    def nodes(self) -> Iterator[Answer]:
        return self.root.branch()

    def cut(self, node: Answer) -> None:
        """Delete a branch; `mend` brings it back."""
        if node.parent is None:
            raise RecordError("the start cannot be deleted; delete the branches after it")
        gone = list(node.branch())
        self.cuts.append(Cut(node.parent, node.parent.children.index(node), node, len(gone), self.here))
        node.parent.children.remove(node)
        self.size -= len(gone)
        if self.here in gone:
            self.here = node.parent

    def mend(self) -> Answer:
        """Bring back the branch that was deleted last."""
        if not self.cuts:
            raise RecordError("no branch has been deleted")
        cut = self.cuts.pop()
        again = cut.parent.child(cut.node.option)
        if again is not None:  # the same answer has been given anew meanwhile; what was tried after it goes to the old one
            cut.parent.children.remove(again)
            cut.node.take_over(again)
        cut.parent.children.insert(cut.place, cut.node)
        self.size = sum(1 for _ in self.nodes())
        self.here = cut.here
        return cut.node

    # saving

    def as_json(self) -> dict[str, Any]:
        """The whole tree of answers, and the position at hand to compare with on loading."""
        numbers = {id(node): n for n, node in enumerate(self.nodes())}
        return {
            "dcf_lab": VERSION,
            "scenario": self.scenario.text,
            "packs": list(self.scenario.packs),
            "readings": self.readings,
            "take_chances": self.take_chances,
            "cards": fingerprint(self.game.table),
            "answers": [
                {"after": numbers[id(node.parent)], "player": node.player, "prompt": node.prompt, "option": node.option}
                | ({"name": node.name} if node.name else {})
                | _skipped(node)
                for node in self.nodes() if node.parent is not None
            ],
            **_skipped(self.root),
            "here": numbers[id(self.here)],
            "position": self.game.position(),
        }  # fmt: skip

    def save(self, path: Path | str) -> None:
        """Write the record; the file is whole or as it was, even if the machine stops meanwhile."""
        part = Path(f"{path}.part")
        part.write_text(json.dumps(self.as_json(), indent=1), encoding="utf-8")
        os.replace(part, path)

    @classmethod
    def from_json(cls, data: Any, packs: Iterable[Path | Pack] = (), folder: Path | None = None) -> Timeline:
        """The tree of a saved record; what nobody could have played is refused with the reason.

        The packs that it was played with are looked for among those given, and in the folder if there is one.
        """
        given = named(packs)
        changed = ""
        try:
            if data["dcf_lab"] != VERSION:
                raise RecordError(f"this record is of version {data['dcf_lab']!r}; this lab reads version {VERSION}")
            used = find_packs(data.get("packs", []), given, folder)
            scenario = parse(data["scenario"], "the record's scenario", used.values())
            line = cls(scenario, data["readings"], bool(data["take_chances"]))
            changed = _changed_cards(data["cards"], line.game.table)
            nodes = [line.root]
            if len(data["answers"]) > MAX_NODES:
                raise RecordError(f"a record has at most {MAX_NODES} answers")
            for number, entry in enumerate(data["answers"], 1):
                line.here = _numbered(nodes, entry["after"])
                choice = line.game.choice
                if choice is None or (choice.player, choice.prompt) != (entry["player"], entry["prompt"]):
                    raise ReplayDiverged(entry["prompt"], choice.prompt if choice else "nothing: it is over")
                if line.here.child(entry["option"]) is not None:
                    raise RecordError(f"answer {number} stands twice in the record")
                line.answer(entry["option"])
                line.here.name = str(entry.get("name", ""))[:MAX_NAME]
                nodes.append(line.here)
            line.here = _numbered(nodes, data["here"])
            if _plain(line.game.position()) != _plain(data["position"]):
                raise RecordError("the answers no longer lead to the position that was saved")
            line.note = changed.removeprefix("; ")
        except (ReplayDiverged, IllegalAnswer, RecordError) as error:
            raise RecordError(f"{error}{changed}") from None
        except (ScenarioError, RulingError, CardTextError) as error:
            raise RecordError(str(error)) from None
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise RecordError("this is not a record of dcf_lab, or it is damaged") from error
        return line

    @classmethod
    def from_text(cls, text: str, packs: Iterable[Path | Pack] = (), folder: Path | None = None) -> Timeline:
        """The tree of a saved record as it was written."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise RecordError("this is no JSON, so it is not a record of dcf_lab") from None
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):  # half a letter could be written to no file and sent to no page
            raise RecordError("this is not a record of dcf_lab, or it is damaged") from None
        return cls.from_json(data, packs, folder)

    @classmethod
    def load(cls, path: Path | str, packs: Iterable[Path | Pack] = ()) -> Timeline:
        path = Path(path)
        try:
            return cls.from_text(read_text(path, 10 * MAX_TEXT), packs, path.parent)
        except (FileError, RecordError) as error:
            raise RecordError(f"{path}: {error}") from None

    # as one player knows it

    def as_known_to(self, seat: str) -> Timeline:
        """The position as far as a player knows it: a scenario of its own, in which whatever is hidden is dealt anew.

        It has no answers, no seed and no dice of this game. In the middle of an action it is the position before that action.
        """
        table, game = self._quiet_table(), self.scenario.manual
        try:
            if table is None:
                raise NoPosition
            known = game.as_known_to(table, seat)
            described = game.describe(known)
        except NoPosition:
            raise RecordError("there is no position yet to open as a player knows it; take the one with hidden cards") from None
        if described.lost and described.lost[0].startswith(CANNOT_BE_SET):
            raise RecordError(f"{described.lost[0]} Take the one with hidden cards.")
        who = game.NAMES[seat]
        said: dict[str, Any] = {
            "title": f"{self.scenario.title} (as {who} knows it)",
            "summary": f"The position as far as {who} knows it: whatever is hidden from {who} has been dealt anew.",
            "game": game.NAME, "seating": described.seating, "seed": known.dice,
            "rulings": {**self.scenario.rulings, **self.readings}, "table": described.table,
        }  # fmt: skip
        goal = parse_toml(self.scenario.text).get("goal")
        more = {"packs": list(self.scenario.packs)} if self.scenario.packs else {}
        text = write_toml(said | more | ({"goal": goal} if goal else {}), ("locations",))
        del said["game"]
        none = {"source": "", "start": "position", "tags": (), "script": (), "variants": (), "shows": "", "holds_back": ""}
        return Timeline(replace(self.scenario, file="the position", text=text, certificate={}, **none, **said))

    def _quiet_table(self) -> Table | None:
        """The table when nothing was half-done last, also where a question had a single answer and nobody was asked."""
        if self.game.over or self.game.is_quiet:
            return self.game.table
        for node in reversed(self.here.path()):
            assert node.parent is not None
            quiet: list[Table] = []
            game = node.parent.game.copy()
            game.watch = lambda table, choice, quiet=quiet: quiet.append(table.copy()) if choice and choice.quiet else None
            game.answer(node.option)
            if quiet:
                return quiet[-1]
        return self.root.game.table if self.root.game.is_quiet else None

    # links

    def link(self) -> str:
        """The scenario and the answers up to here, compressed, in characters that a URL may contain."""
        answers = [_short(node) for node in self.here.path()]
        first, last = fingerprint(self.root.game.table), fingerprint(self.game.table)
        marks = _digest(first) + _digest(last) + _digest(self.game.position())
        data: list[Any] = [VERSION, self.scenario.text, self.readings, int(self.take_chances), marks, answers]
        if self.scenario.packs:
            data.append(self.scenario.packs)
        packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    @classmethod
    def from_link(cls, link: str, packs: Iterable[Path | Pack] = ()) -> Timeline:
        """The position of a link, or a sentence about what is wrong with it; the packs that it names must be given."""
        given = named(packs)
        if len(link) > MAX_LINK:
            raise RecordError(f"a link has at most {MAX_LINK} characters")
        try:
            packed = base64.b64decode(link + "=" * (-len(link) % 4), altchars=b"-_", validate=True)
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(packed, MAX_TEXT)
            if unpacker.unconsumed_tail:
                raise RecordError("this link unpacks to more than a scenario can be")
            version, scenario, readings, chances, marks, answers, *rest = json.loads(text)
            if len(rest) > 1:
                raise ValueError
            if version != VERSION:
                raise RecordError(f"this link is of version {version!r}; this lab reads version {VERSION}")
        except RecordError:
            raise
        except (ValueError, zlib.error, TypeError, RecursionError):
            raise RecordError("this link is damaged: it cannot be unpacked; it may not have been copied whole") from None
        try:
            used = find_packs(rest[0] if rest else [], given, None)
            line = cls(parse(scenario, "the link's scenario", used.values()), readings, bool(chances))
            known = _digest(fingerprint(line.game.table)) == marks[:8]
            for number, answer in enumerate(answers, 1):
                prompt, option = answer
                choice = line.game.choice
                if choice is None or _prompt_mark(choice.prompt) != prompt:
                    raise RecordError(f"answer {number} ({option}) no longer fits the question")
                line.answer(option)
            if _digest(line.game.position()) != marks[16:]:
                raise RecordError("the answers no longer lead to the position that was shared")
            if _digest(fingerprint(line.game.table)) != marks[8:16]:
                line.note = "cards have changed since the link was made, but nothing that matters to this position"
        except (IllegalAnswer, RecordError) as error:
            why = "" if known else "; the cards have changed since the link was made"
            raise RecordError(f"{error}{why}") from None
        except (ScenarioError, RulingError, CardTextError) as error:
            raise RecordError(str(error)) from None
        except (TypeError, ValueError, AttributeError):
            raise RecordError("this link is damaged: its answers cannot be read") from None
        return line


def _skipped(node: Answer) -> dict[str, Any]:
    """The questions with a single answer that followed an answer; for a reader, because on loading they come by themselves."""
    skipped = [{"player": one.player, "prompt": one.prompt, "option": one.option} for one in node.game.skipped]
    return {"skipped": skipped} if skipped else {}


def _numbered(nodes: list[Answer], number: Any) -> Answer:
    """The answer with that number in a record; 0 is the start."""
    if type(number) is not int or not 0 <= number < len(nodes):
        raise RecordError(f"the record speaks of answer {number!r}, which it does not have there")
    return nodes[number]


def _short(node: Answer) -> list[str]:
    return [_prompt_mark(node.prompt), node.option]


def _prompt_mark(prompt: str) -> str:
    """Two letters that stand for a prompt in a link."""
    return base64.urlsafe_b64encode(hashlib.sha256(prompt.encode()).digest()[:3]).decode()[:2]


def fingerprint(table: Table) -> dict[str, str]:
    """What every card on the table says, as a short mark for each: a changed card changes its mark."""
    cards = sorted({card for zone in table.zones.values() for card in zone if card in table.rules.library})
    return {card: _digest(table.rules.library[card].raw) for card in cards}


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:8]


def _changed_cards(before: Mapping[str, str], table: Table) -> str:
    """Cards that say something else than when the record was saved, or are gone."""
    cards = table.rules.library
    changed = sorted(card for card, mark in before.items() if card not in cards or _digest(cards[card].raw) != mark)
    if not changed:
        return ""
    shown = ", ".join(changed[:5]) + (" and others" if len(changed) > 5 else "")
    return f"; changed since the record was saved: {shown}"


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def new_game(game: str = "", start: str = "", seed: int = 0, seating: str = "", packs: Iterable[Path | Pack] = ()) -> Scenario:
    """A game that begins as its rulebook says, as a scenario: the first game, the usual start and seating, if none is said.

    >>> new_game(seed=3).title, new_game(start="standard", seating="3 hero").seating
    ('First game', '3 hero')
    """
    book = manual(game or names()[0])
    start = start or next(iter(book.STARTS))
    if start not in book.STARTS:
        raise RecordError(f"{book.TITLE} does not begin with {start[:40]!r}; there are {', '.join(book.STARTS)}")
    fitting = book.STARTS[start].seatings or tuple(book.SEATINGS)
    seating = seating or fitting[0]
    if seating not in fitting:
        raise RecordError(f"{book.STARTS[start].title}: there is no seating {seating[:40]!r}; there are {', '.join(fitting)}")
    said = {"title": book.STARTS[start].title, "game": book.NAME, "start": start, "seating": seating, "seed": seed}
    return parse(write_toml(said), book.STARTS[start].title.lower(), packs)
