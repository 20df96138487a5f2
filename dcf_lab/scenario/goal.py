"""The goal of a puzzle: who must reach what, within which time, and against what."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dcf_lab.engine.board import Problem
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.cards.expr import MAX_LENGTH, ExpressionError, Formula, compiled, did_you_mean
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import side_in_words
from dcf_lab.games import Manual, manual_of
from dcf_lab.scenario.description import Description, DescriptionError, describe
from dcf_lab.scenario.expect import goal_words
from dcf_lab.scenario.goal_english import goal_sentence

EVERY_REPLY, BEST_LUCK, HIGHEST_CHANCE, HIDDEN = "every reply", "best luck", "highest chance", "every hidden case"
AGAINST = {
    EVERY_REPLY: "whatever the opponents reply and however cards are shuffled",
    BEST_LUCK: "with the opponents' help and the best luck",
    HIGHEST_CHANCE: "with the highest chance, whatever the opponents reply",
    HIDDEN: "whatever the opponents reply and whatever the hidden cards are",
}
_SAME = {"every shuffle": EVERY_REPLY}  # other words for the same
MOST_ROUNDS = 20

# what menus can say: which part of a goal it is, and how it is written there
MENUS = {
    "happens": ("happen", "{kind} to {card}"),
    "counts": ("reach", "{card}.{token} {sign} {number}"),
    "lies": ("reach", "'{card}' in area('{area}')"),
    "is": ("reach", "{card}.{state}"),
    "wins": ("reach", "winner == '{side}'"),
}

WON, LOST, OPEN = 1, -1, 0  # what can be said of a goal at some moment


@dataclass(frozen=True)
class Goal:
    """What a puzzle asks for. At least one of `reach`, `avoid`, `happen` and `win` is said."""

    side: str
    who: str  # the side as a sentence begins with it: 'The Heroes', 'Player 1'
    within: str
    rounds: int  # with 'n rounds': how many
    reach: Formula | None
    avoid: Formula | None
    happen: Description | None
    times: int  # how often it must happen
    win: str  # the road, 'any', or nothing
    against: str
    said: Mapping[str, Any]  # as the file has it
    sentence: str  # the same in English

    def named(self) -> set[str]:
        """Every word in it that may be a card's id: of `punch.3.damage` these are `punch.3` and `damage`."""
        return {word for text in self.said.values() for word in re.findall(r"\w+(?:\.\d+)?", str(text))}

    def in_words(self) -> str:
        """The goal as a sentence."""
        return self.sentence


def times(manual: Manual) -> tuple[str, ...]:
    """The times within which something can be asked for."""
    return ("this action", *manual.WITHIN, "this game")


def goal_schema(manual: Manual) -> dict[str, Any]:
    """The form of `[goal]`."""
    text = {"type": "string"}
    return {
        "type": "object",
        "properties": {
            "for": {"type": "string", "enum": list(manual.SIDES)}, "within": text, "reach": text, "avoid": text, "happen": text,
            "win": {"type": "string", "enum": ["any", *(road for roads in manual.ROADS.values() for road in roads)]},
            "against": {"type": "string", "enum": [*AGAINST, *_SAME]},
        },
        "additionalProperties": False,
        "required": ["for"],
    }  # fmt: skip


def goal_problems(data: Mapping[str, Any], cards: Library) -> Iterator[Problem]:
    """Everything that is wrong with a goal whose form is right."""
    if not any(word in data for word in ("reach", "avoid", "happen", "win")):
        yield (), "goal: say what is wanted: that something happens, comes true (reach) or never is (avoid), or a win"
    for word in ("reach", "avoid"):
        if word in data:
            try:
                compiled(data[word], goal_words(cards))
            except ExpressionError as error:
                yield (word,), f"goal.{word}: {error}"
    if "happen" in data and (wrong := _wrong_event(data["happen"], cards)):
        yield ("happen",), f"goal.happen: {wrong}"
    manual = manual_of(cards)
    within = data.get("within", "this round")[:40]  # more than any time takes
    if _rounds(within) is None and within not in times(manual):
        ways = [*times(manual), "2 rounds"]
        yield ("within",), f"goal.within: {within!r} is no time{did_you_mean(within, ways)}; there are {', '.join(ways)}"
    elif (_rounds(within) or 1) not in range(1, MOST_ROUNDS + 1):
        yield ("within",), f"goal.within: from 1 to {MOST_ROUNDS} rounds, not {within!r}"
    road = data.get("win", "any")
    roads = manual.ROADS.get(data["for"], ())
    if road != "any" and road not in roads:
        yield ("win",), f"goal.win: {side_in_words(manual, data['for'])} cannot win by {road}, but by {' or '.join(roads)}"


def _wrong_event(text: str, cards: Library) -> str:
    """What is wrong with the event that a goal wants to happen."""
    if len(text) > MAX_LENGTH:
        return f"an event is described in at most {MAX_LENGTH} characters; expected something like {_example(cards)!r}"
    try:
        event = describe(text, cards)
    except DescriptionError as error:
        if meant := _meant(text, cards):
            return f"{str(error).partition(';')[0]}; did you mean {meant!r}?"
        return str(error) if "did you mean" in str(error) else f"{error}; expected something like {_example(cards)!r}"
    return "" if event.plain else "a goal can wish for an event, but not for its causes or for how it is told"


def _meant(text: str, cards: Library) -> str | None:
    """The event that somebody means who writes plain English: 'knock out Batman' is 'ko to batman'."""
    plainly: dict[str, str] = {}
    for kind, wish in manual_of(cards).WISHES.items():
        for card in (one for one in cards if not wish.to or cards[one].type in wish.to):
            for words in filter(None, (wish.happens, wish.do)):
                said = words.format(to=cards[card].name, by="", number="").strip().lower()
                plainly.setdefault(said, f"{kind} to {card}")
    near = difflib.get_close_matches(text.strip().lower(), plainly, 1, 0.75)
    return plainly[near[0]] if near else None


def _example(cards: Library) -> str:
    """An event that a goal of this game can wish for."""
    for kind, wish in manual_of(cards).WISHES.items():
        card = next((one for one in cards if not wish.to or cards[one].type in wish.to), None)
        if card is not None:
            return f"{kind} to {card}"
    return next(iter(manual_of(cards).EVENTS))


def place_of_mistake(text: str, what: str) -> tuple[int, int] | None:
    """Where in a goal's text a problem is that speaks of it: from which letter to which."""
    unread = "cannot read" in what  # then the whole text is quoted
    for word in re.findall(r"'([^']+)'", what.partition("; did you mean")[0].partition("; expected")[0]):
        if not unread and (found := re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", text)):
            return found.span()
    try:
        ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        start = (error.offset or 1) - 1
        if 0 < start < len(text):
            return start, max(start + 1, min(len(text), (error.end_offset or start + 2) - 1))
    except (ValueError, MemoryError, RecursionError):
        pass
    return (0, len(text)) if text else None


def mended(text: str, what: str) -> str | None:
    """The text with what was probably meant in place of the mistake, if a problem says it."""
    found, at = re.search(r"did you mean '([^']+)'\?", what), place_of_mistake(text, what)
    if found is None or at is None:
        return None
    return found[1] if " to " in found[1] else f"{text[: at[0]]}{found[1]}{text[at[1] :]}"


def make_goal(data: Mapping[str, Any], cards: Library) -> Goal:
    """The goal of data in which `goal_problems` finds nothing."""
    known, manual = goal_words(cards), manual_of(cards)
    happen = describe(data["happen"], cards) if "happen" in data else None
    within = data.get("within", "this round")
    against = _SAME.get(data.get("against", ""), data.get("against", EVERY_REPLY))
    who = capital(side_in_words(manual, data["for"]))
    return Goal(
        side=data["for"],
        who=who,
        within=within,
        rounds=_rounds(within) or 1,
        reach=compiled(data["reach"], known) if "reach" in data else None,
        avoid=compiled(data["avoid"], known) if "avoid" in data else None,
        happen=happen,
        times=(1 if happen.times is None else happen.times) if happen else 0,
        win=data.get("win", ""),
        against=against,
        said=dict(data),
        sentence=goal_sentence(who, data, AGAINST[against], cards),
    )


def _rounds(within: str) -> int | None:
    match = re.fullmatch(r"(\d{1,4}) rounds?", within)
    return int(match[1]) if match else None


class Look:
    """Looking at a goal while a game is played: at every question, also one with a single answer, and at the end.

    What has been achieved depends on the way there only through `progress`: whether the goal's time has begun, if it had not at
    the start, and how often the event has happened.
    """

    __slots__ = ("goal", "verdict", "progress", "seen", "looks", "_outcome", "_time", "_begun", "_waits")

    def __init__(self, goal: Goal, table: Table) -> None:
        manual = table.rules.manual
        self.goal = goal
        self.verdict = OPEN
        self.seen = table.told  # events that have been counted
        self.looks = 0  # how many positions have been looked at
        self._outcome = manual.outcome
        self._time, self._begun = _clock(goal, table)
        self._waits = goal.within in manual.WITHIN and self._begun is None  # it has yet to begin, and lasts from then on
        self.progress: tuple[Any, ...] = (self._begun, 0) if self._waits or goal.happen is not None else ()

    def begin(self, progress: tuple[Any, ...], seen: int) -> None:
        """Look at what follows on a moment at which this was so."""
        self.verdict, self.progress, self.seen = OPEN, progress, seen

    def __call__(self, table: Table, choice: Choice | None) -> bool:
        """Look at the goal; True when there is nothing more to see."""
        self.looks += 1
        if self.verdict:
            return True
        goal = self.goal
        if goal.happen is not None:
            self._count(table)
        if goal.avoid is not None and goal.avoid(table, {}):
            self.verdict = LOST
        elif self.reached(table):
            self.verdict = WON
        elif choice is None or self._over(table, choice):
            only_avoid = goal.reach is None and goal.happen is None and not goal.win
            self.verdict = WON if only_avoid else LOST
        return self.verdict != OPEN

    def _count(self, table: Table) -> None:
        assert self.goal.happen is not None and table.events is not None
        new = sum(self.goal.happen.fits(event) for event in table.events[self.seen : table.told])
        self.seen = table.told
        if new:
            self.progress = (self.progress[0], min(self.progress[1] + new, self.goal.times))

    def reached(self, table: Table) -> bool:
        """Has everything that is wanted come true?"""
        goal = self.goal
        if goal.win:
            outcome = self._outcome(table)
            if outcome is None or goal.side not in outcome.winners or goal.win not in ("any", outcome.how):
                return False
        if goal.reach is not None and not goal.reach(table, {}):
            return False
        if goal.happen is not None and self.progress[1] < goal.times:
            return False
        return goal.win != "" or goal.reach is not None or goal.happen is not None

    def _over(self, table: Table, choice: Choice) -> bool:
        if not self._waits:
            return self._time(table, choice) != self._begun
        now, before = self._time(table, choice), self.progress[0]
        if now == before:
            return False
        self.progress = (now, self.progress[1])
        return before is not None


def _clock(goal: Goal, start: Table) -> tuple[Callable[[Table, Choice], Any], Any]:
    """What stays the same while the time of a goal lasts that begins at this table, and how it is now."""
    manual = start.rules.manual
    if goal.within == "this action":
        return lambda table, choice: choice.quiet, False
    if goal.within == "this game":
        return lambda table, choice: None, None
    if goal.within in manual.WITHIN and goal.within != "this round":
        time = manual.WITHIN[goal.within]
        return lambda table, choice: time(table), time(start)
    round_of = manual.WITHIN["this round"]
    last = round_of(start) + goal.rounds
    return lambda table, choice: round_of(table) >= last, False
