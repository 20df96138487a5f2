"""What may be expected of a game: expressions about its table, events that happened, questions, refusals, what a seat sees.

An expectation is read before anything is played, so that a slip in it is told with its place in the file.
"""

from __future__ import annotations

import base64
import difflib
import json
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.expr import ExpressionError, Words, compiled, did_you_mean
from dcf_lab.engine.game import Clause, Game, Refusal, Skipped
from dcf_lab.engine.table import Event, Key, Table
from dcf_lab.engine.telling import sentence
from dcf_lab.games import manual_of
from dcf_lab.scenario.description import Description, DescriptionError, Log, described, quoted, split_at, told, words_of

MAX_EXPECTATION = 2_000  # characters
SHOWN = 5  # events that a failure tells of


class ExpectationError(ValueError):
    """An expectation that cannot be understood, with the reason."""


class Seats(Protocol):
    """The game as the players know it."""

    def log(self, seat: str) -> Log:
        """The events as this seat is told of them."""

    def link(self, seat: str) -> str:
        """A link made from this seat."""

    def differences(self, seat: str, one: str, other: str) -> Iterable[str]:
        """Where this seat would notice if two cards had been exchanged from the start: table, log, link."""


@dataclass
class Moment:
    """What expectations look at: the game after a step, where its log began then, and how to look from a seat."""

    game: Game
    since: int
    skipped: Sequence[Skipped]  # the questions of this step that had a single answer
    look: Callable[[], Seats]

    @cached_property
    def log(self) -> Log:
        table = self.game.table
        return Log(table.history, lambda event: sentence(table, event), self.since)

    @cached_property
    def seats(self) -> Seats:
        """Films and links take time, so they are made only if an expectation asks for them."""
        return self.look()


Check = Callable[[Moment], str | None]  # nothing when an expectation holds; otherwise what was found instead


def expectation(text: str, cards: Library, players: Sequence[str] = ()) -> Check:
    """Read an expectation, or say what is wrong with it."""
    if len(text) > MAX_EXPECTATION:
        raise ExpectationError(f"an expectation has at most {MAX_EXPECTATION} characters, this one has {len(text)}")
    players = players or manual_of(cards).PLAYERS
    try:
        for pattern, form in _FORMS:
            if match := pattern.fullmatch(text):
                return form(text, match, cards, players)
        if (match := _ORDER.search(text)) and _AREA.fullmatch(text[: match.start()]):
            return _lies(text, match, cards, players)
        return _expression(text, cards, players)
    except (DescriptionError, ExpressionError) as error:
        raise ExpectationError(str(error)) from None


# events


def _happened(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    wanted = _Course(text, match[2], cards)
    return lambda moment: wanted.failure(moment.log, not match[1])


class _Course:
    """One event, or several, each of them before the next; of a step, or of the game so far."""

    def __init__(self, text: str, described_as: str, cards: Library) -> None:
        self.text = text
        words = words_of(described_as)
        self.so_far = words[-2:] == ["so", "far"]
        self.parts = split_at(words[:-2] if self.so_far else words, "before")
        self.events = [described(part, cards) for part in self.parts]
        if len(self.events) > 1 and any(event.times is not None for event in self.events):
            raise ExpectationError("say either how many times something happened, or before what")

    def failure(self, log: Log, wanted: bool = True) -> str | None:
        events = log.of_step(self.so_far)
        if self._is_so(events, log) == wanted:
            return None
        if len(self.events) == 1:
            return f"expected {self.text!r}; found {_nearest(self.events[0], events, log)}"
        found = [
            f"{' '.join(part)} at {_numbers(event, events, log)}" for part, event in zip(self.parts, self.events, strict=True)
        ]
        return f"expected {self.text!r}; found {'; '.join(found)}"

    def _is_so(self, events: list[Event], log: Log) -> bool:
        if self.events[0].times is not None:
            return sum(self.events[0].fits(event, log) for event in events) == self.events[0].times
        left = iter(events)
        return all(any(wanted.fits(event, log) for event in left) for wanted in self.events)


def _nearest(wanted: Description, events: list[Event], log: Log) -> str:
    """The events of the kind that was wanted, those first that fit best."""
    same_kind = sorted((e for e in events if e.kind == wanted.kind), key=lambda event: wanted.failing(event, log))
    if not same_kind:
        return f"none of that kind among {', '.join(sorted({e.kind for e in events})) or 'no events'}"
    more = f"; and {len(same_kind) - SHOWN} more of that kind" if len(same_kind) > SHOWN else ""
    return "; ".join(told(event, wanted, log) for event in same_kind[:SHOWN]) + more


def _numbers(wanted: Description, events: list[Event], log: Log) -> str:
    numbers = [str(event.id) for event in events if wanted.fits(event, log)]
    return f"event {', '.join(numbers[:SHOWN])}" if numbers else f"no event ({_nearest(wanted, events, log)})"


# questions


def _asked(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    player, prompt = _player(match[1], (*players, "chance")), match[2]

    def check(moment: Moment) -> str | None:
        choice = moment.game.choice
        if choice is not None and choice.player == player and prompt in (None, choice.prompt):
            return None
        return f"expected {text!r}, but the game asks {f'{choice.player} {choice.prompt}' if choice else 'nobody'}"

    return check


def _offered(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    negated, option = bool(match[1]), _answer(match[2], cards)

    def check(moment: Moment) -> str | None:
        options = moment.game.choice.options if moment.game.choice else ()
        return None if (option in options) != negated else f"expected {text!r}, but the options are {list(options)}"

    return check


def _answer(option: str, cards: Library) -> str:
    """An answer, if it speaks of cards and abilities that there are."""
    known = _named_in_answers(cards)
    for word in option.split()[1:]:
        if word in known:
            continue
        is_id = "_" in word or re.search(r"\.[0-9]+$", word)
        near = difflib.get_close_matches(word[:60], known, 1, 0.6 if is_id else 0.85)
        if is_id or near:
            raise ExpectationError(f"nothing is called {word[:60]!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    return option


@lru_cache(maxsize=8)
def _named_in_answers(cards: Library) -> frozenset[str]:
    abilities = (ability.key for card in cards.printed.values() for ability in card.abilities)
    return frozenset({*cards, *manual_of(cards).PLAYERS, *abilities})


def _was_skipped(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    player = _player(match[2], players)
    before, taking, after = f"{match[3]} ".rpartition(" taking ")
    prompt, option = (before.strip(), after.strip()) if taking else (after.strip(), "")

    def check(moment: Moment) -> str | None:
        fitting = [
            one for one in moment.skipped
            if one.player == player and prompt in ("", one.prompt) and option in ("", one.option)
        ]  # fmt: skip
        if bool(fitting) != bool(match[1]):
            return None
        found = "; ".join(f"{one.player} {one.prompt} taking {one.option}" for one in moment.skipped)
        return f"expected {text!r}; skipped in this step: {found or 'no question'}"

    return check


def _over(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    return lambda moment: None if moment.game.over else f"the game goes on: {moment.game.choice}"


# areas

_AREA = re.compile(r"[\w.]+\.[\w-]+( \w+)?")
_ORDER = re.compile(r" (is|begins with|ends with) ")


def _lies(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    """'rogue.deck begins with fame.1, punch': the cards of an area in their order, the top one first."""
    area, how = _area_named(text[: match.start()], players, cards), match[1]
    wanted = (
        [_card(word.strip(), cards, copies=True) for word in text[match.end() :].split(",")] if _says_cards(text, match) else []
    )

    def check(moment: Moment) -> str | None:
        whole = moment.game.table.zone(*area)
        lying = whole[: len(wanted)] if how == "begins with" else whole[-len(wanted) :] if how == "ends with" else whole
        if len(lying) == len(wanted) and all(map(lambda card, want: want in (card, cards[card].id), lying, wanted)):
            return None
        return f"expected {text!r}, but there lies {', '.join(whole) or 'nothing'}{_first_difference(lying, wanted, cards)}"

    return check


def _area_named(name: str, players: Sequence[str], cards: Library) -> Key:
    """Whose area it is and what is called so, if there is such an area: 'rogue.hand'."""
    return check_area(name, (*players, "table", *cards), manual_of(cards).BOARD.areas)


def _says_cards(text: str, match: re.Match[str]) -> bool:
    if text[match.end() :].strip() != "empty":
        return True
    if match[1] != "is":
        raise ExpectationError(f"an area {match[1]} cards; say '{text[: match.start()]} is empty'")
    return False


def _first_difference(lying: Sequence[str], wanted: Sequence[str], cards: Library) -> str:
    for number, (card, want) in enumerate(zip(lying, wanted, strict=False), 1):
        if want not in (card, cards[card].id):
            return f"; the first difference is {card} instead of {want}, number {number}"
    if lying and wanted:
        return f"; those are {len(lying)} cards instead of {len(wanted)}"
    return ""


# seats


def _sees(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    """On the table; what is not to be seen must be there nevertheless."""
    seat, wanted, card = _player(match[1], players), match[2] == "sees", _card(match[3], cards)
    area = _area_named(match[4], players, cards) if match[4] else None

    def check(moment: Moment) -> str | None:
        table = moment.game.table
        there = [f"{whose}.{what}" for (whose, what), zone in table.zones.items() if card in zone]
        if not there or (area is not None and ".".join(area) not in there):
            return f"expected {text!r}, but {card} lies {f'in {there[0]}' if there else 'nowhere on the table'}"
        seen = list(_places_seen(table.rules.manual.view(table, seat), card, area))
        if bool(seen) == wanted:
            return None
        return f"expected {text!r}, but {seat} {f'sees it: {seen[0]}' if seen else 'does not see it'}; it lies in {there[0]}"

    return check


def _places_seen(seen: Mapping[str, Any], card: str, area: Key | None) -> Iterator[str]:
    """Where a view names a card: in an area, as an owner of something, as what something belongs to."""
    for name, lying in seen["zones"].items():
        if card in (lying.get("open", ()) if isinstance(lying, dict) else lying) and area in (None, tuple(name.rsplit(".", 1))):
            yield f"in {name}"
    if area is not None:
        return
    for book in ("zones", "counts", "marks", "links", "facts"):
        for name, value in seen.get(book, {}).items():
            if name.rpartition(".")[0] == card or (
                book != "zones" and card in (value if isinstance(value, list | tuple) else [value])
            ):
                yield f"{book}, {name}: {value}"


def _told(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    """In the log as a seat reads it: words of a sentence, a whole sentence, or an event."""
    seat, wanted, rest = _player(match[1], players), not match[2], match[3]
    if rest.startswith("of "):
        course = _Course(text, rest.removeprefix("of "), cards)
        return lambda moment: course.failure(moment.seats.log(seat), wanted)
    words = words_of(rest)
    so_far = words[-2:] == ["so", "far"]
    exactly = words[:1] == ["exactly"]
    said = words[exactly : -2 if so_far else None]
    if len(said) != 1:
        raise ExpectationError(f"expected words in quotes or 'of' and an event, found {rest[:60]!r}")
    words_said = quoted(said[0])

    def check(moment: Moment) -> str | None:
        log = moment.seats.log(seat)
        lines = [log.say(event) for event in log.of_step(so_far)]
        found = [line for line in lines if (line == words_said if exactly else words_said in line)]
        if bool(found) == wanted:
            return None
        what = f"{seat} is told {found[0]!r}" if found else f"{seat} is told: {' '.join(lines)[:600] or 'nothing'}"
        return f"expected {text!r}, but {what}"

    return check


def _link(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    seat, wanted, card = _player(match[1], players), match[2] == "names", _card(match[3], cards)
    found = "it does not" if wanted else "it does"

    def check(moment: Moment) -> str | None:
        try:
            return None if link_names(moment.seats.link(seat), card, cards) == wanted else f"expected {text!r}, but {found}"
        except ValueError as error:
            return f"cannot check {text!r}: {error}"

    return check


def link_names(link: str, card: str, cards: Library) -> bool:
    """Does a link speak of a card, by its id or, if there is a single copy, by its name?"""
    names = [card] if cards[card].copies > 1 else [card, cards[card].name]
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
    waiting = [json.loads(zlib.decompress(packed))]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and pattern.search(one):
            return True
        if isinstance(one, list | dict):
            waiting += one if isinstance(one, list) else [*one, *one.values()]
    return False


def _tell_apart(text: str, match: re.Match[str], cards: Library, players: Sequence[str]) -> Check:
    """A player who may not know two cards must find everything the same when they have been exchanged."""
    seat, can = _player(match[1], players), match[2] == "can"
    one, other = _card(match[3], cards), _card(match[4], cards)
    where = match[5] or ""

    def check(moment: Moment) -> str | None:
        try:
            found = [place for place in moment.seats.differences(seat, one, other) if where in ("", place)]
        except ValueError as error:
            return f"cannot check {text!r}: {error}"
        if bool(found) == can:
            return None
        return f"expected {text!r}, but with both exchanged {seat} finds {', '.join(found) or 'nothing'} different"

    return check


# expressions


def _expression(text: str, cards: Library, players: Sequence[str]) -> Check:
    try:
        formula = compiled(text, words(cards))
    except ExpressionError as error:
        first = text.split(" ")[0][:60]
        near = "" if first in _FIRST_WORDS else did_you_mean(first, _FIRST_WORDS)
        order = "; the order of an area is said as 'rogue.deck is fame.1, fame.2'" if "area(" in text else ""
        raise ExpectationError(f"cannot check {text[:200]!r}: {error}{near}{order}") from None
    for match in re.finditer(r"\barea\(\s*(?:'([^']*)'|\"([^\"]*)\")", text):
        _area_named(match[1] or match[2] or "", players, cards)

    def check(moment: Moment) -> str | None:
        table = moment.game.table
        try:
            return None if formula(table, {}) else f"{text!r} does not hold: {_sides(table, text)}"
        except ExpressionError as error:
            return f"cannot check {text!r}: {error}"

    return check


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str], Library, Sequence[str]], Check]], ...] = (
    (re.compile(r"(not )?happened (.+)"), _happened),
    (re.compile(r"asked (\S+)(?: (.+))?"), _asked),
    (re.compile(r"(not )?offered (.+)"), _offered),
    (re.compile(r"(not )?skipped (\S+)(.*)"), _was_skipped),
    (re.compile(r"over"), _over),
    (re.compile(r"(\S+) (sees|does not see) (\S+)(?: in (\S.*))?"), _sees),
    (re.compile(r"(\S+) is (not )?told (.+)"), _told),
    (re.compile(r"link of (\S+) (names|does not name) (\S+)"), _link),
    (re.compile(r"(\S+) (can|cannot) tell (\S+) from (\S+)(?: in the (table|log|link))?"), _tell_apart),
)
_FIRST_WORDS = ("happened", "asked", "offered", "skipped", "over", "not", "link")


def _player(name: str, players: Sequence[str]) -> str:
    if name not in players:
        near = did_you_mean(name[:60], players)
        raise ExpectationError(f"nobody here is called {name[:60]!r}{near}; the players are {', '.join(players)}")
    return name


def _card(name: str, cards: Library, copies: bool = False) -> str:
    """A card's id; where any copy will do, also the id that all of its copies have in common."""
    if name not in cards and not (copies and name in cards.printed):
        raise ExpectationError(f"no card is called {name[:60]!r}{did_you_mean(name[:60], {*cards, *cards.printed})}")
    return name


# refusals


class Refused(NamedTuple):
    """An answer that must be refused, now or at a question that was skipped, and for which reasons."""

    option: str
    among: str = ""  # a rule that must be among the reasons
    rules: tuple[str, ...] | None = None  # the rules of exactly these reasons
    clauses: tuple[Mapping[str, str], ...] | None = None  # exactly these reasons, each with what is said of it
    skipped: bool = False

    def failure(self, moment: Moment, refused: Iterable[Refusal]) -> str | None:
        """Nothing when the answer is among the refusals as it should be; otherwise what was found instead."""
        choice = moment.game.choice
        if not self.skipped and choice and self.option in choice.options:
            return f"{self.option!r} should be refused{f' under {self.among}' if self.among else ''}, but it is allowed"
        reasons = [refusal.clauses for refusal in refused if refusal.option == self.option]
        if not reasons:
            known = sorted({refusal.option for refusal in refused})[:12]
            if self.skipped:
                questions = ", ".join(f"{one.player} {one.prompt}" for one in moment.skipped) or "no question"
                return f"{self.option!r} is not refused at a skipped question; skipped: {questions}; refused there: {known}"
            return f"{self.option!r} is neither offered nor refused here; refused are {known}"
        wrong = [self._wrong(clauses) for clauses in reasons]
        return wrong[0] if all(wrong) else None

    def _wrong(self, found: Sequence[Clause]) -> str | None:
        cited = [clause.rule for clause in found]
        if self.among and self.among not in cited:
            return f"{self.option!r} is refused under {', '.join(cited)}, not under {self.among}"
        if self.rules is not None and sorted(self.rules) != sorted(cited):
            return f"{self.option!r} should be refused under exactly {', '.join(self.rules)}, but is under {', '.join(cited)}"
        if self.clauses is not None and not _paired(self.clauses, found):
            return f"{self.option!r} should be refused for {list(map(dict, self.clauses))}, but is for {_reasons(found)}"
        return None


def _paired(wanted: Sequence[Mapping[str, str]], found: Sequence[Clause]) -> bool:
    """Is there exactly one reason for each that is wanted, in whatever order?"""
    taken: dict[int, int] = {}  # number of a reason -> of the wanted one that it stands for

    def place(number: int, tried: set[int]) -> bool:
        for n, clause in enumerate(found):
            if n not in tried and all(getattr(clause, word) == text for word, text in wanted[number].items()):
                tried.add(n)
                if n not in taken or place(taken[n], tried):
                    taken[n] = number
                    return True
        return False

    return len(wanted) == len(found) and all(place(number, set()) for number in range(len(wanted)))


def _reasons(clauses: Sequence[Clause]) -> list[dict[str, str]]:
    return [{word: text for word, text in clause._asdict().items() if text} for clause in clauses]


# the words of expressions


@lru_cache(maxsize=8)
def words(library: Library) -> Words:
    """What expectations may speak of: every card by its id, the players, and the words of card expressions."""
    alone = [card.id for card in library.printed.values() if card.copies == 1 and card.id.isidentifier()]
    cards = {card: (lambda table, card=card: card) for card in alone}
    manual = manual_of(library)
    players = {p: (lambda table, p=p: p) for p in manual.PLAYERS}

    def winner(table: Table) -> Any:
        """The side that has won; several of them where there are."""
        outcome = manual.outcome(table)
        return None if outcome is None or not outcome.winners else outcome.winners if outcome.winners[1:] else outcome.winners[0]

    facts = {
        "winner": winner,
        "won_by": lambda table: getattr(manual.outcome(table), "how", "") or None,
        "step": lambda table: table.facts["step"],
        "turn": lambda table: table.facts.get("turn"),
        "round": lambda table: manual.moment(table).round,
    }

    def area(table: Table, name: Any) -> tuple[str, ...]:
        return table.zone(*check_area(name, (*table.rules.players, "table", *library), manual.BOARD.areas))

    area.check = lambda name: check_area(  # type: ignore[attr-defined]
        name, (*manual.PLAYERS, "table", *library), manual.BOARD.areas
    )
    functions = {
        **manual.WORDS.functions,
        "area": area,
        "card": lambda table, card: card,
        "linked": lambda table, card, word: table.links.get((card, word)),
    }
    return Words((), manual.WORDS.attributes, functions, {**facts, **manual.WORDS.everywhere, **cards, **players})


@lru_cache(maxsize=8)
def goal_words(library: Library) -> Words:
    """What goals may speak of: the same, but while a game is searched, an area that is not there has no cards in it."""
    known = words(library)

    def area(table: Table, name: Any) -> tuple[str, ...]:
        whose, _, what = str(name).rpartition(".")
        return table.zone(whose, what)

    area.check = known.functions["area"].check  # type: ignore[attr-defined]
    return Words((), known.attributes, {**known.functions, "area": area}, known.everywhere)


def check_area(name: Any, known: Collection[str], areas: Collection[str]) -> Key:
    """Whose area it is and what it is called; one that nobody has is refused."""
    whose, _, what = str(name).rpartition(".")
    if whose not in known:
        raise ExpressionError(f"nobody has an area {str(name)[:60]!r}{did_you_mean(whose[:60], known)}")
    if what not in areas:
        raise ExpressionError(f"no area is called {what[:60]!r}{did_you_mean(what[:60], areas)}")
    return whose, what


def _sides(table: Table, text: str) -> str:
    """Both sides of a failed comparison, for the message."""
    for sign in ("==", ">=", "<=", "!=", ">", "<", " in "):
        if sign in text:
            try:
                left, right = (compiled(side.strip(), words(table.rules.library))(table, {}) for side in text.split(sign, 1))
            except ExpressionError:
                break
            return f"{left!r} {sign.strip()} {right!r}"
    return "it is false"
