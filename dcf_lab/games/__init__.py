"""The games of the lab: each is a folder here, or where DCF_LAB_GAMES says; its `manual.py` is all that the lab knows of it."""

from __future__ import annotations

import importlib
import json
import os
import random
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from dcf_lab.engine.board import Board
from dcf_lab.engine.cards.cards import Card, Language, Library
from dcf_lab.engine.cards.expr import Words, did_you_mean
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.game import Choice, Game, Refusal, Rules
from dcf_lab.engine.rulings import Ruling
from dcf_lab.engine.table import Event, Part, Table

__path__.extend(str(Path(path).resolve()) for path in os.environ.get("DCF_LAB_GAMES", "").split(os.pathsep) if path)


class UnknownGame(ValueError):
    """A game that is not here, with those that are."""


class UnknownDeed(ValueError):
    """A deed that somebody asks about and nobody knows, with what was probably meant."""


class EventKind(NamedTuple):
    """A kind of event: its sentence, how deep one must look to see it ('stage', 'action', 'effect', 'atom'), and it in short."""

    sentence: str | Callable[[Event, Library], str]
    depth: str = "effect"
    bookkeeping: bool = False  # who steps through a game passes over it, and sees it with what follows
    short: str | Callable[[Event, Library], str] = ""  # as on a node of a graph: '{amount} damage to {to}'; none: the sentence


class Start(NamedTuple):
    """A way to begin a game without a position; `begin(seating, seed, log, readings, trace, cards)` lays the table."""

    title: str
    about: str
    begin: Callable[[str, int, bool, Mapping[str, str], bool, Library], Game]
    seatings: tuple[str, ...] = ()  # those that it is for; none: all


class Moment(NamedTuple):
    """Where in a game a table is, in the rulebook's words."""

    round: int
    stage: str = ""
    phase: str = ""
    turn: str = ""  # whose turn it is, if it is anybody's


class Outcome(NamedTuple):
    """How a game has ended: the sides that have won, by which road, and what everybody has scored where that is counted."""

    winners: tuple[str, ...]
    how: str = ""
    scores: Mapping[str, int] = {}


class Count(NamedTuple):
    """A line of the timelines that may have moved: its group, its key, its name, and its value now."""

    group: str
    key: str
    name: str
    value: int


class Curves(NamedTuple):
    """A group of timelines: its title, what is counted, and the lines that it has from the start, key -> name."""

    title: str
    axis: str
    first: Callable[[Table], Mapping[str, str]] = lambda table: {}
    limit: Callable[[Table, str], int] = lambda table, key: 0  # where something happens to a line: a Health, a goal; 0 is nowhere
    main: bool = False  # is it one of those that are always in sight?


class Described(NamedTuple):
    """A position as a scenario says it, its seating, and a sentence for everything that a scenario cannot say."""

    table: dict[str, Any]
    seating: str
    lost: list[str]


class Oddity(NamedTuple):
    """Something odd about a position: where in a [table] it is said, a key by which it can be waved through, a sentence."""

    path: tuple[Any, ...]
    key: str
    text: str


class NoPosition(ValueError):
    """A table that no position can be, with the reason: its draft is not over."""


class Teams(NamedTuple):
    """Games between chosen teams: how a team is put together, and how the game of two begins."""

    title: str
    about: str  # what a team may be, in a sentence
    size: int
    places: Mapping[str, str]  # the areas, as files call them, that its members can be in -> what that choice says: 'In play'
    value: str  # the printed number that is summed up in the first of them
    brings: Callable[
        [str, Library], Mapping[str, Mapping[str, Mapping[str, str]]]
    ]  # player -> member -> place -> card -> its area
    begin: Callable[[Mapping[str, tuple[str, ...]], int, Library], Game]  # a side that is left out gets a team by chance


class NoTeam(ValueError):
    """A team that nobody may play with, with the reason."""


class Deed(NamedTuple):
    """How refusals of one kind are told together: the pattern, what it is done with, and which word of the answer that is."""

    pattern: str  # '{} cannot be bought'
    thing: str  # 'card'
    word: int = 1  # -1: the whole answer


class Wish(NamedTuple):
    """An event that a goal can ask for: that it happens, in words, how one is told to bring it about, and to what it happens.

    Words are `{by}`, `{to}` and `{number}`, which is nothing if the goal says no number.
    """

    happens: str  # '{to} is knocked out'
    do: str = ""  # 'knock out {to}'; none: 'see to it that ...'
    to: tuple[str, ...] = ()  # types of cards; none: any


class Asking(NamedTuple):
    """A deed that one may ask about by menus: how it is called, who might do it, and how the question is put in words."""

    label: str  # 'Attack'
    words: str  # 'attack {it} with {who}'
    who: Mapping[str, Sequence[str]]  # a card or player -> to whom, with what or where it might be done; none: it takes nothing
    what: str = ""  # how that is called: 'whom'


class Chapter(NamedTuple):
    """A chapter of how a game is played: a few sentences, and the scenario whose script a board beside them plays."""

    title: str
    text: tuple[str, ...]  # a paragraph each
    scene: str = ""  # the name of a scenario of the game: 'rulebook/e06_attack_with_reduced_modifier'; none: no board
    begin: str = ""  # the kind of the event that is shown first; none: the table as it is set
    stop: str = ""  # and of the last one; none: that of the script


class Step(NamedTuple):
    """A line of an example: whose doing it is, a number or nothing, what is said, and the rule that makes it so."""

    side: str
    number: str
    text: str
    rule: str


class Example(NamedTuple):
    """A scene in a few lines, so that one sees what the lab can tell: what is done, what counts, and what comes of it."""

    scene: str
    title: str
    done: Step
    counts: tuple[Step, ...]
    comes: Step


class Primer(NamedTuple):
    """How a game is played, for somebody who has never seen it."""

    chapters: tuple[Chapter, ...]
    words: Mapping[str, str] = {}  # the game's own words, and names of tokens, values and tracks -> what they mean
    questions: Mapping[str, str] = {}  # how a prompt begins, or a phase or stage as `moment` calls it -> what it is about
    deeds: Mapping[str, str] = {}  # the first word of an answer, or first and third: 'play at' -> what one does, and what for
    example: Example | None = None


class Mind(NamedTuple):
    """What a bot must know of a game beyond its rules."""

    judge: Callable[[Table, str, bool], float]  # how good a table is for a side, to somebody who is planning or not
    planning: Callable[[Table], bool]  # is it time to plan?
    further: Callable[[Choice], Sequence[str]]  # the answers that go on with what has been begun; none: it may be judged
    hunch: Callable[[Table, Choice], list[float]]  # a quick weight for each answer
    scale: float  # a lead that makes victory likely
    parts: Callable[[Table, str, bool], Mapping[str, float]] | None = None  # the judgement by what it counts, in words


class Match(NamedTuple):
    """How bots meet: the table for given teams, and what its row says beside winner, rounds and answers."""

    begin: Callable[[Mapping[str, tuple[str, ...]], int, Library], Game]  # side -> team, seed, cards
    says: Mapping[str, Callable[[Table], Any]]  # column -> what it says of the last table
    used: Callable[[Table, str], Iterable[str]]  # the printed cards that an answer plays or uses,
    there: Callable[[Table], Iterable[str]]  # and those that are used in a round by lying there
    team: Callable[[random.Random, str, Library], tuple[str, ...]] | None = None  # a random one; None: nobody brings a team
    refused: Callable[[tuple[str, ...], str, Library], str] = lambda team, side, cards: "nobody brings a team to this game"
    # of the last table; what is missing is not told
    played_as: Callable[[Table, str], Iterable[str]] | None = None  # a side's characters, where nobody brings a team
    has: Callable[[Table, str], Iterable[str]] | None = (
        None  # the printed cards that a side ends up with, each as often as it has it
    )
    order: Callable[[Table], Sequence[str]] | None = (
        None  # the sides in the order of their turns, where that differs from game to game
    )


class Variations(Protocol):
    """Small changes to the [table] of a puzzle, such as somebody makes who composes at a table."""

    def plain(self, table: dict[str, Any]) -> None: ...  # so written that everything can be changed
    def once(self, table: dict[str, Any]) -> None: ...  # a change; one that makes no sense here does nothing
    def removals(self, table: dict[str, Any]) -> Iterator[Callable[[dict[str, Any]], None]]: ...  # what might be left out


class Manual(Protocol):
    """What a game tells the lab. `manual(name)` fills in what has a default; what is optional and missing is None."""

    # compulsory
    TITLE: str
    LANGUAGE: Language
    BOARD: Board
    EVENTS: Mapping[str, EventKind]
    WORDS: Words  # of expectations and goals
    SEATINGS: Mapping[str, Mapping[str, tuple[str, ...]]]  # '2' -> side -> its players; the first one is the usual
    STARTS: Mapping[str, Start]  # the first one is the usual

    def library(self, *packs: Path | Pack) -> Library: ...
    def rules(self) -> Mapping[str, Mapping[str, Any]]: ...  # id -> name, text, section
    def rulings(self) -> Mapping[str, Ruling]: ...
    def rules_for(self, cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules: ...
    def side(self, table: Table, thing: str) -> str: ...  # of a player, of a card, or nobody's ''; never guessed from a name
    def moment(self, table: Table) -> Moment: ...  # also of an empty table
    def begins(self, event: Event, before: Event | None) -> str: ...  # '', 'action', 'phase' or 'round'
    def outcome(self, table: Table) -> Outcome | None: ...  # once it is over

    # with a default made from the above (games/defaults.py)
    NAME: str
    ABOUT: str  # what the game is, in a sentence or two
    PRIMER: Primer
    PLAYERS: tuple[str, ...]  # of all seatings
    SIDES: Mapping[str, str]  # side -> how all of it is called: 'Heroes'
    NAMES: Mapping[str | None, str]  # of players, and of other things that events speak of
    PARTS: Mapping[str, str]  # a part of a number -> what is said of it
    PART_RULES: Mapping[str, tuple[str, ...]]  # a part of a number -> the rules that may be behind it, the nearest first
    ROLES: Mapping[str, tuple[str, str]]  # a kind of event -> what the card `by` does and what happens to the card `to`
    EVENT_WORDS: Mapping[str, Callable[[Table, Event], str]]  # words of sentences beyond those of engine/telling.py
    DEEDS: Mapping[str, Deed]  # the first word of an answer -> how refusals of it are told together
    TIMELINES: Mapping[str, Curves]
    WITHIN: Mapping[str, Callable[[Table], Any]]  # the times of goals -> what stays the same while the time lasts
    ROADS: Mapping[str, tuple[str, ...]]  # side -> the roads to winning that a goal can name
    WISHES: Mapping[str, Wish]  # the kinds of events that the menus of goals offer
    SAID: Mapping[str, str]  # words of goals -> how a sentence calls them, beyond what the board has names for
    LEAVE: tuple[str, ...]  # answers that end something or leave it undone: 'done', 'pass'
    MINOR: tuple[str, ...]  # first words of answers that only pay for something or order it
    ORDERS: tuple[str, ...]  # how questions end that only ask for an order

    def set_position(
        self, data: Mapping[str, Any], seating: str, seed: int, log: bool, readings: Mapping[str, str],
        trace: bool = False, cards: Library | None = None,
    ) -> Table: ...  # fmt: skip
    def describe(self, table: Table) -> Described: ...
    def sees(self, table: Table, seat: str, whose: str, what: str) -> bool: ...
    def view(self, table: Table, seat: str | None) -> dict[str, Any]: ...
    def known_event(self, event: Event, seat: str, table: Table) -> Event | None: ...  # None: the seat may not know of it
    def as_known_to(self, table: Table, seat: str) -> Table: ...
    def exchangeable(self, table: Table, zone: tuple[str, str], real: str, other: str) -> bool: ...
    def counted(self, table: Table, event: Event) -> Iterable[Count]: ...
    def say(self, answer: str, cards: Library) -> str: ...
    def question(self, table: Table, prompt: str) -> str: ...
    def may_not(self, table: Table, option: str, player: str) -> str: ...  # an answer that is refused: 'X may not rescue'
    def formula(self, table: Table, part: Part) -> str: ...  # what a part of a number says that it adds
    def spell_out(self, card: Card, cards: Library) -> list[str]: ...
    def mark_words(self, table: Table, card: str, what: str) -> str: ...
    def value(self, table: Table, card: str, word: str) -> int: ...  # a printed value as it is now
    def lean(self, table: Table, named: Iterable[str]) -> Rules: ...  # the same rules for just the cards of this table
    def problems(self, table: Table) -> list[str]: ...  # invariants that are broken
    def price(self, table: Table, player: str, answer: str) -> str: ...  # what it costs, in words; nothing if it is free
    def doer(self, table: Table, answer: str) -> str | None: ...  # the card that does what is answered without being named
    def match(self, seating: str) -> Match: ...
    def variations(self, cards: Library, roll: random.Random) -> Variations: ...
    def ways(self, game: Game, deed: str, seat: str | None = None) -> list[str]: ...  # the answers that would do it now
    def why_not(self, game: Game, deed: str, seat: str | None = None) -> list[Refusal]: ...
    def askings(self, game: Game, seat: str | None = None) -> list[Asking]: ...  # what one may ask about, as far as the seat sees

    # optional: what is missing is not offered
    BLANK: Mapping[str, Any]  # the position where building begins
    MEASURED: tuple[str, ...]  # puzzles of the collection by which the solver's speed is measured
    TEAMS: Teams
    mind: Callable[[], Mind] | None  # without it bots answer at random
    # what can hold of a card for a while -> what is said with it: 'amount', 'card', 'player'
    effects: Callable[[Library], Mapping[str, str]]
    odd: Callable[[Table], list[Oddity]]
    # what a number comes to when it is declared, before anything is done to it; an event that declares none has no parts
    so_far: Callable[[Table, Event], Sequence[Part]] | None


def names() -> list[str]:
    """The games that are here, DC Forever first, for which the lab was begun."""
    found = {folder.parent.name for path in __path__ for folder in Path(path).glob("*/manual.py")}
    return sorted(found, key=lambda name: (name != "dc_forever", name))


@lru_cache(maxsize=32)
def manual(name: str) -> Manual:
    """The manual of a game, complete; a folder that is none is refused with the reason."""
    from dcf_lab.games.defaults import complete

    if name not in names():
        raise UnknownGame(f"the game {name[:40]!r} is not here{did_you_mean(name[:40], names())}; there are {', '.join(names())}")
    return cast(Manual, complete(name, importlib.import_module(f"dcf_lab.games.{name}.manual")))


def manuals() -> Iterator[Manual]:
    """The manuals of all games."""
    return map(manual, names())


def manual_of(cards: Library) -> Manual:
    """The manual of the game that these cards are of."""
    return manual(cards.game)


def say(answer: str, cards: Library) -> str:
    """An answer in words, as the game of these cards says it."""
    return manual_of(cards).say(answer, cards)


def read_rules(file: Path) -> Mapping[str, Mapping[str, Any]]:
    """A game's rules.toml: every rule by its id, with a short name, text and section."""
    rules = tomllib.loads(file.read_text(encoding="utf-8"))
    for rule, entry in rules.items():
        for word in ("name", "text", "section"):
            if not isinstance(entry.get(word), str) or not entry[word]:
                raise UnknownGame(f"{file.name}: {rule} has no {word}")
    return rules


def read_primer(file: Path) -> Primer:
    """A game's primer.toml: chapters, words, questions, deeds and an example."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    chapters = tuple(Chapter(**{**chapter, "text": tuple(chapter["text"])}) for chapter in data["chapter"])
    example = None
    if told := data.get("example"):
        lines = (Step(**told["done"]), tuple(Step(**one) for one in told["counts"]), Step(**told["comes"]))
        example = Example(told["scene"], told["title"], *lines)
    return Primer(chapters, data.get("words", {}), data.get("questions", {}), data.get("deeds", {}), example)


def read_scenes(game: str) -> Mapping[str, Mapping[str, Any]]:
    """Which scenes show which rule, as `dcf-lab rules --write` has found it out; nothing where that was never done.

    `rules`: id -> the names of its scenes, the best first; `titles`: of these scenes.
    """
    file = folder_of(game) / "scenes.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"rules": {}, "titles": {}}


def folder_of(game: str) -> Path:
    """Where a game lies."""
    return next(Path(path) / game for path in __path__ if (Path(path) / game / "manual.py").is_file())


def scenarios_of(game: str) -> Path | None:
    """The scenarios that a game has brought in its own folder; those of the lab's own games lie together elsewhere."""
    folder = folder_of(game) / "scenarios"
    return folder if folder.is_dir() else None
