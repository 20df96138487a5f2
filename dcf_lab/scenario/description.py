"""Events as a scenario or a goal describes them: 'damage by cheetah to batman with part 3 printed of cheetah under DCF-R077'."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.table import Event
from dcf_lab.games import manual_of

MAX_CAUSES = 5  # causes of causes in one description
THINGS = ("table", "chance")  # beside cards, players and what else a game has names for
NOBODY = ("nobody", "nothing")

# how a description says that an event is the cause of another -> the kind of cause; '' is any
CAUSES = {
    "caused by": "", "triggered by": "triggered by", "chosen by": "chosen by", "modified by": "modified by",
    "paid by": "paid by", "replacing": "replaced", "prevented by": "prevented by",
}  # fmt: skip
BECAUSE = "because of"
CLAUSES = (
    "exactly under", "under", "by", "to", "amount", "with part", "with", "saying exactly", "saying", *CAUSES, BECAUSE,
)  # fmt: skip
_STARTS = {"not", *(clause.split()[0] for clause in CLAUSES)}
_WORD = re.compile(r'"[^"]*"(?=\s|$)|\'.*?\'(?=\s|$)|\S+')


class DescriptionError(ValueError):
    """A description that cannot be understood, with the reason."""


class Log:
    """Events that descriptions are compared with, and the words in which somebody is told of them."""

    def __init__(self, events: Iterable[Event], say: Callable[[Event], str], start: int = 0) -> None:
        self.events = {event.id: event for event in events}
        self.say = say
        self.start = start  # the number of the first event of the step that is looked at
        self._fitting: dict[Description, frozenset[int]] = {}

    def of_step(self, so_far: bool = False) -> list[Event]:
        """The events of the step, or all of them so far."""
        return [event for event in self.events.values() if so_far or event.id >= self.start]

    def causes(self, event: Event, kind: str = "") -> set[int]:
        """The numbers of the events that this one names as its causes, of one kind or of any."""
        return {cause.event for cause in event.causes if kind in ("", cause.kind)}

    def all_causes(self, event: Event) -> set[int]:
        """The causes, their causes, and so on."""
        found: set[int] = set()
        waiting = self.causes(event)
        while waiting:
            found |= waiting
            waiting = {number for one in waiting if one in self.events for number in self.causes(self.events[one])} - found
        return found

    def fitting(self, description: Description) -> frozenset[int]:
        """The numbers of all events that fit; looked for once, so that causes of causes take no longer than causes."""
        if description not in self._fitting:
            fitting = frozenset(event.id for event in self.events.values() if description.fits(event, self))
            self._fitting[description] = fitting
        return self._fitting[description]


NO_LOG = Log((), lambda event: "")  # enough for a description that speaks of an event alone

Test = Callable[[Event, Log], bool]


class Clause(NamedTuple):
    """One thing that a description says of an event."""

    about: str  # 'by', 'under', 'with part', 'saying', 'triggered by' ...
    test: Test
    said: tuple[str, ...] = ()  # the words after that
    negated: bool = False


class Description(NamedTuple):
    """What somebody says of an event: its kind, and whatever else, each of which must be so."""

    kind: str
    clauses: tuple[Clause, ...]
    times: int | None = None

    def fits(self, event: Event, log: Log = NO_LOG) -> bool:
        return event.kind == self.kind and all(clause.test(event, log) for clause in self.clauses)

    def failing(self, event: Event, log: Log) -> int:
        """How many clauses an event of this kind does not fulfil."""
        return sum(not clause.test(event, log) for clause in self.clauses)

    @property
    def plain(self) -> bool:
        """Does it speak of the event alone, not of its causes or of how it is told?"""
        return not any(clause.about in (*CAUSES, BECAUSE) or clause.about.startswith("saying") for clause in self.clauses)


def describe(text: str, cards: Library) -> Description:
    """Read a description, or say what is wrong with it."""
    return described(words_of(text), cards)


def words_of(text: str) -> list[str]:
    """The words of a text; what stands in quotes is one word."""
    return _WORD.findall(text)


def split_at(words: Sequence[str], word: str) -> list[list[str]]:
    """The words between the places where this word stands."""
    parts: list[list[str]] = [[]]
    for one in words:
        if one == word:
            parts.append([])
        else:
            parts[-1].append(one)
    return parts


def described(words: Sequence[str], cards: Library) -> Description:
    """Read a description that is given as words."""
    times = None
    if len(words) > 2 and words[-1] in ("time", "times"):
        times, words = abs(_number(words[-2], "times")), words[:-2]
    return _described(list(words), cards, MAX_CAUSES)._replace(times=times)


def _described(words: list[str], cards: Library, depth: int) -> Description:
    """A description's first part may end with a cause; what follows on 'and' speaks of the same event again."""
    first, *more = split_at(words, "and")
    kind, rest = _kind(first, cards)
    clauses = list(_clauses(rest, cards, depth))
    for part in more:
        if not part:
            raise DescriptionError("after 'and' something more must be said of the event")
        clauses += _clauses(part, cards, depth)
    return Description(kind, tuple(clauses))


def _kind(words: list[str], cards: Library) -> tuple[str, list[str]]:
    kinds = manual_of(cards).EVENTS
    for number in (3, 2, 1):
        kind = " ".join(words[:number])
        if kind in kinds:
            return kind, words[number:]
    unknown = " ".join(_until(words, _STARTS)) or " ".join(words)
    if not unknown:
        raise DescriptionError("the kind of the event is missing: expected something like 'damage by cheetah to batman'")
    raise DescriptionError(f"no event is called {unknown[:60]!r}{did_you_mean(unknown[:60], kinds)}")


def _until(words: list[str], ends: set[str]) -> list[str]:
    number = next((n for n, word in enumerate(words) if word in ends), len(words))
    return words[:number]


def _clauses(words: list[str], cards: Library, depth: int) -> Iterator[Clause]:
    while words:
        negated = words[0] == "not"
        words = words[negated:]
        about = next((c for c in CLAUSES if words[: len(c.split())] == c.split()), None)
        if about is None:
            found = " ".join(words[:2])[:60] or "the end"
            near = did_you_mean(found, CLAUSES) or did_you_mean(found.split()[0], CLAUSES)
            raise DescriptionError(f"of an event one cannot say {found!r}{near}; one can say {', '.join(CLAUSES)}, and N times")
        words = said = words[len(about.split()) :]
        if about in CAUSES or about == BECAUSE:
            if depth == 0:
                raise DescriptionError(f"at most {MAX_CAUSES} causes of causes can be described")
            test = _cause(about, _described(words, cards, depth - 1))
            words = []
        else:
            test, words = _READERS[about](words, cards, negated)
        yield Clause(about, _not(test) if negated else test, tuple(said[: len(said) - len(words)]), negated)


def _not(test: Test) -> Test:
    return lambda event, log: not test(event, log)


def _cause(about: str, cause: Description) -> Test:
    if about == BECAUSE:
        return lambda event, log: not log.fitting(cause).isdisjoint(log.all_causes(event))
    kind = CAUSES[about]
    return lambda event, log: not log.fitting(cause).isdisjoint(log.causes(event, kind))


# reading what follows on the first words of a clause: the test, and the words that are left

Read = tuple[Test, list[str]]


def _thing(words: list[str], cards: Library, what: str) -> tuple[str | None, list[str]]:
    """A card, a player, or another thing that events speak of."""
    word = _next(words, f"after {what!r} the name of a card or player")
    if word in NOBODY:
        return None, words[1:]
    known = (*filter(None, manual_of(cards).NAMES), *THINGS)
    if word not in cards and word not in known:
        raise DescriptionError(f"nothing is called {word[:60]!r}{did_you_mean(word[:60], (*cards, *known))}")
    return word, words[1:]


def _by(words: list[str], cards: Library, negated: bool) -> Read:
    who, rest = _thing(words, cards, "by")
    return lambda event, log: event.by == who, rest


def _to(words: list[str], cards: Library, negated: bool) -> Read:
    what, rest = _thing(words, cards, "to")
    return lambda event, log: event.to == what, rest


def _amount(words: list[str], cards: Library, negated: bool) -> Read:
    number = _number(_next(words, "after 'amount' a number"), "amount")
    return lambda event, log: event.amount == number, words[1:]


def _with(words: list[str], cards: Library, negated: bool) -> Read:
    number = _number(_next(words, "after 'with' a number of parts, or 'part'"), "with")
    if words[1:2] not in (["parts"], ["part"]):
        raise DescriptionError("expected 'with 2 parts', or 'with part 3 printed of cheetah'")
    return lambda event, log: len(event.parts) == number, words[2:]


def _with_part(words: list[str], cards: Library, negated: bool) -> Read:
    number = _number(_next(words, "after 'with part' a number, as in 'with part 3 printed of cheetah'"), "with part")
    what = _until(words[1:], {"of", *_STARTS})
    if not what:
        raise DescriptionError("a part has a number and a name, as in 'with part 3 printed of cheetah'")
    rest = words[1 + len(what) :]
    name = " ".join(_unquoted(word) for word in what)
    if rest[:1] != ["of"]:
        return lambda event, log: any(part.amount == number and part.what == name for part in event.parts), rest
    card, rest = _thing(rest[1:], cards, "of")
    return lambda event, log: (number, name, card) in [part[:3] for part in event.parts], rest


def _under(words: list[str], cards: Library, negated: bool) -> Read:
    """All of these rules are cited; with 'not' in front, none of them is."""
    rules, rest = _rules(words, cards)
    if negated:
        return lambda event, log: not rules.isdisjoint(event.rules), rest
    return lambda event, log: rules.issubset(event.rules), rest


def _exactly_under(words: list[str], cards: Library, negated: bool) -> Read:
    if words[:1] == ["nothing"]:
        return lambda event, log: not event.rules, words[1:]
    rules, rest = _rules(words, cards)
    return lambda event, log: rules == set(event.rules), rest


def _rules(words: list[str], cards: Library) -> tuple[set[str], list[str]]:
    """'DCF-R077, DCF-R081' and the words after it."""
    rules = set()
    for number, word in enumerate(words, 1):
        rules.add(known_rule(word.rstrip(","), cards))
        if not word.endswith(","):
            return rules, words[number:]
    raise DescriptionError(f"expected a rule, like {next(iter(manual_of(cards).rules()), 'R001')!r}")


def known_rule(rule: str, cards: Library) -> str:
    """The number of a rule, if there is such a rule."""
    rules = manual_of(cards).rules()
    if rule not in rules:
        raise DescriptionError(f"no rule is called {rule[:60]!r}{did_you_mean(rule[:60], rules)}")
    return rule


def _saying(words: list[str], cards: Library, negated: bool) -> Read:
    text = quoted(_next(words, "after 'saying' words in quotes"))
    return lambda event, log: text in log.say(event), words[1:]


def _saying_exactly(words: list[str], cards: Library, negated: bool) -> Read:
    text = quoted(_next(words, "after 'saying exactly' a sentence in quotes"))
    return lambda event, log: text == log.say(event), words[1:]


_READERS: dict[str, Callable[[list[str], Library, bool], Read]] = {
    "by": _by, "to": _to, "amount": _amount, "with": _with, "with part": _with_part, "under": _under,
    "exactly under": _exactly_under, "saying": _saying, "saying exactly": _saying_exactly,
}  # fmt: skip


def _next(words: list[str], wanted: str) -> str:
    if not words:
        raise DescriptionError(f"expected {wanted}")
    return words[0]


def _number(word: str, what: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", word):
        raise DescriptionError(f"{what}: expected a number, found {word[:60]!r}")
    return int(word)


def quoted(word: str) -> str:
    """The text between the quotes of a word."""
    text = _unquoted(word)
    if text == word or not text:
        raise DescriptionError(f"expected words in quotes, found {word[:60]!r}")
    return text


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word


# telling what was found


def told(event: Event, description: Description, log: Log) -> str:
    """An event in the words in which it can be described, with everything that a description asks about."""
    asked = {clause.about for clause in description.clauses}
    words = [event.kind, f"by {event.by or 'nobody'}", f"to {event.to or 'nothing'}"]
    if event.amount is not None:
        words.append(f"amount {event.amount}")
    if "with part" in asked:
        words += [f"with part {p.amount} {p.what}" + (f" of {p.card}" if p.card is not None else "") for p in event.parts]
    elif event.parts or "with" in asked:
        words.append(f"with {len(event.parts)} {'part' if len(event.parts) == 1 else 'parts'}")
    if asked & {"under", "exactly under"}:
        words.append(f"exactly under {', '.join(event.rules) or 'nothing'}")
    if asked & {"saying", "saying exactly"}:
        words.append(f"saying exactly {log.say(event)!r}")
    if asked & {*CAUSES, BECAUSE}:
        words.append(_causes_told(event, log) or "without a cause")
    return " ".join(words)


def _causes_told(event: Event, log: Log) -> str:
    names = {kind: words for words, kind in CAUSES.items()}
    found = []
    for cause in event.causes:
        if (by := log.events.get(cause.event)) is not None:
            who = (f" by {by.by}" if by.by else "") + (f" to {by.to}" if by.to else "")
            found.append(f"{names.get(cause.kind, cause.kind)} {by.kind}{who}")
    return " and ".join(found)
