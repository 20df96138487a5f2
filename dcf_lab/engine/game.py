"""A game being played: procedures ask, players answer, and between two procedures the table is quiet."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from dcf_lab.engine.cards.cards import Ability, Library
from dcf_lab.engine.table import Box, Table

if TYPE_CHECKING:
    from dcf_lab.engine.windows import Timing

Procedure = Generator["Choice", str, None]

Looker = Callable[[Table, "Choice | None"], bool | None]

KEEP_EVERY = 8  # answers after which a game remembers the next quiet table, so that a replay is never long


class Clause(NamedTuple):
    """One condition that failed: the rule, what it found, and the change that would mend it, if one would."""

    rule: str
    text: str
    remedy: str = ""
    many: str = ""  # the same of several at once: "their characters are not recruited"


class Refusal(NamedTuple):
    """An answer that is not legal now, with every condition that failed."""

    option: str
    clauses: tuple[Clause, ...]
    player: str = ""  # whose answer it would be, where that is not the one who is asked


class Skipped(NamedTuple):
    """A question with a single possible answer, which was taken without asking; `Game.refused` tells what was refused there."""

    player: str
    prompt: str
    option: str
    table: Table  # the last quiet table before it,
    answers: list[tuple[str, str]]  # and of the prompts and answers since
    number: int  # so many came before it


class Choice:
    """A question to one player (or to chance), with every legal answer.

    `options` may be given as a function, so that a replay, which knows the answer already, need not list them.
    """

    __slots__ = ("player", "prompt", "rules", "default", "weights", "quiet", "alone", "options", "_list", "_refused")

    def __init__(
        self, player: str, prompt: str, options: Sequence[str] | Callable[[], Sequence[str]], *, rules: tuple[str, ...] = (),
        refused: Callable[[], Iterable[Refusal]] | None = None, default: str | None = None, weights: tuple[int, ...] = (),
        quiet: bool = False, alone: tuple[str, str, str] = ("", "", ""),
    ) -> None:  # fmt: skip
        self.player = player
        self.prompt = prompt
        self.rules = rules
        self.default = default  # what chance would answer
        self.weights = weights  # how many ways each option of chance comes about; equal ones if none are given
        self.quiet = quiet  # nothing is half-done: begun anew at this table, the procedure asks this first
        self.alone = alone  # an option, and what is said of whom when it is the only one
        self.options: Sequence[str] = ()  # every legal answer, once somebody is really asked
        self._list: Callable[[], Sequence[str]] | None = None
        if callable(options):
            self._list = options
        else:
            self.options = options
        self._refused = refused

    def list_options(self) -> Sequence[str]:
        """Work out the options, if that has not been done."""
        if self._list is not None:
            self.options = self._list()
            self._list = None
        return self.options

    def refused(self) -> list[Refusal]:
        """Every answer one might think of that is not legal, with all reasons."""
        return list(self._refused()) if self._refused else []

    def __repr__(self) -> str:
        return f"Choice({self.player}: {self.prompt}; {', '.join(self.options)})"


def which(
    player: str, prompt: str, verb: str, things: Iterable[str], rules: tuple[str, ...] = (), *,
    also: tuple[str, ...] = (), refused: Callable[[], Iterable[Refusal]] | None = None,
) -> Generator[Choice, str, str]:  # fmt: skip
    """Ask with which of these things a player does it: the answer is 'discard punch.1', and 'punch.1' comes back."""
    answer = yield Choice(player, prompt, [*(f"{verb} {thing}" for thing in things), *also], rules=rules, refused=refused)
    return answer.removeprefix(f"{verb} ")


def legal(clauses: Iterable[Clause]) -> bool:
    """Does nothing speak against it? Only the first reason is looked for."""
    for _ in clauses:
        return False
    return True


class IllegalAnswer(ValueError):
    """An answer that is not among the options."""


class ReplayDiverged(ValueError):
    """A stored answer met another question than the one it answered."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"this record answers '{expected}', but the game asks '{found}'")
        self.expected, self.found = expected, found


NOTHING: Any = None  # a game without cards needs neither box nor timing


@dataclass(frozen=True)
class Rules(Generic[Box]):
    """One game's rules, as the engine needs them, with the settings of this match."""

    game: str
    players: tuple[str, ...]
    library: Library
    steps: Mapping[str, Callable[[Table], Procedure]]  # the step a table is at -> the procedure that plays it
    readings: Mapping[str, str] = field(default_factory=dict)  # ruling key -> reading
    settings: Mapping[str, Any] = field(default_factory=dict)
    box: Box = NOTHING  # what a game works out once from its library
    timing: Timing = NOTHING  # a game's answers to the questions of engine/windows.py and engine/tally.py
    # what happens the moment it can, whatever is half-done, such as a defeat; looked at after every line of card text
    at_once: Callable[[Table, dict[str, Any]], Procedure] | None = None
    strict_then: bool = False  # does what follows 'then' on a card need all before it done?
    manual: Any = None  # what the lab knows of the game: its manual
    constants: Mapping[str, Sequence[tuple[str, Ability]]] = field(init=False)  # what is spoken of -> who does, all the time

    def __post_init__(self) -> None:
        object.__setattr__(self, "constants", self.library.abilities("constant"))


class Game:
    """A Table being played.

    >>> from dcf_lab.timeline.timeline import new_game
    >>> game = new_game(seed=1).game()
    >>> game.choice.player, game.choice.prompt
    ('rogue', 'Rogue Action Phase')
    """

    __slots__ = ("choice", "take_chances", "_table", "_quiet", "_since", "_run", "_stale", "_at_rest", "skipped", "watch")

    def __init__(self, table: Table, take_chances: bool = False) -> None:
        """Play on from a quiet table; with `take_chances` somebody answers for chance, too."""
        self._stop(table.copy(), (), take_chances)
        self._table, self._stale = table, False
        self._go_on()

    def _stop(self, quiet: Table, answers: Sequence[Sequence[str]], take_chances: bool) -> None:
        """Stand just after these answers, yet to be woken."""
        self.take_chances = take_chances
        self._table = self._quiet = quiet
        self.choice: Choice | None = None
        self._since = [(prompt, option) for prompt, option in answers]  # since the table was quiet
        self._run: Procedure | None = None
        self._stale = True
        self._at_rest = False  # the table is quiet now, although its next procedure has begun to ask
        self.skipped: list[Skipped] = []  # questions with a single answer since the last one that was really asked
        # is told of every question, also of those with a single answer, and of the end; True: nobody needs to play on
        self.watch: Looker | None = None

    def __repr__(self) -> str:
        asked = "it is over" if self.choice is None else f"{self.choice.player} is asked: {self.choice.prompt}"
        return f"<Game: {asked}; {self.table!r}>"

    @property
    def table(self) -> Table:
        """The table as it lies now, also in the middle of an action."""
        if self._stale:
            self._wake()
        return self._table

    @property
    def over(self) -> bool:
        return self.choice is None

    @property
    def is_quiet(self) -> bool:
        """Is nothing half-done, so that the table alone says what may be answered?"""
        return self.choice is not None and (self._at_rest or not self._since)

    def refused(self, skipped: Skipped | None = None) -> list[Refusal]:
        """What might be answered but may not, with all reasons; given one of `skipped`, what was refused at that question."""
        if skipped is not None:
            return self.then(skipped).refused()
        if self._stale:
            self._wake()
        return self.choice.refused() if self.choice else []

    def then(self, skipped: Skipped) -> Game:
        """The game as it was at a question that had a single answer."""
        game = Game._stopped(skipped.table, skipped.answers[: skipped.number], self.take_chances)
        game._wake()
        if game.choice is not None:
            game.choice.list_options()
        return game

    def answer(self, option: str) -> None:
        """Give one of the options of `choice`."""
        choice = self.choice
        if choice is None:
            raise IllegalAnswer(f"the game is over, so {option!r} answers nothing")
        if self._stale:
            self._wake()
            choice = self.choice or choice
        if option not in choice.options:
            raise IllegalAnswer(_not_among(option, choice))
        if self._table.events is not None:
            self._tell(choice, option)
        self.skipped = []
        self._go_on(option)

    def answer_any(self, *options: str) -> Game:
        """Several answers in a row; returns the game, for scenes in a single line."""
        for option in options:
            self.answer(option)
        return self

    def copy(self) -> Game:
        """An independent game at the same decision; nothing is replayed until one of them is played on."""
        if self._at_rest and self._since:
            self._keep()
        new = Game.__new__(Game)
        new.take_chances = self.take_chances
        new._table = self._table
        new.choice = self.choice
        new._quiet = self._quiet
        new._since = self._since.copy()
        new._run = None
        new._stale = True
        new._at_rest = False
        new.skipped = self.skipped
        new.watch = self.watch
        return new

    def origin(self) -> tuple[Table, list[tuple[str, str]]]:
        """The last quiet table and the prompts and answers since; where both are equal, so are the games."""
        if self._at_rest and self._since:
            self._keep()
        return self._quiet, self._since

    def position(self) -> dict[str, Any]:
        """A quiet table and the answers since, as plain data: enough to go on from here."""
        table, answers = self.origin()
        return {"table": table.as_json(), "answers": [list(pair) for pair in answers]}

    def renamed(self, names: Mapping[str, str], dice: int) -> Game:
        """The same decision with cards in each other's places (old name -> new name) and another future for the dice.

        Raises ReplayDiverged or IllegalAnswer if the game could not have come here with those cards.
        """
        quiet, since = self.origin()
        table = quiet.renamed(names)
        table.dice = dice
        answers = [(prompt, " ".join(names.get(word, word) for word in option.split())) for prompt, option in since]
        return Game.resume(table, answers, self.take_chances, doubtful=True)

    @classmethod
    def resume(cls, table: Table, answers: Sequence[Sequence[str]], take_chances: bool = False, doubtful: bool = False) -> Game:
        """The game at a saved position: a quiet table and the answers since, each looked at if they are doubtful."""
        game = cls._stopped(table, answers, take_chances)
        game._wake(doubtful)
        game._go_on()
        return game

    @classmethod
    def _stopped(cls, table: Table, answers: Sequence[Sequence[str]], take_chances: bool) -> Game:
        """A game that has yet to be woken, just after these answers."""
        game = cls.__new__(cls)
        game._stop(table, answers, take_chances)
        return game

    # driving the procedures

    def _wake(self, doubtful: bool = False) -> None:
        """Rebuild table and procedure from the quiet table, if this is a copy that has not been played on."""
        if not self._stale:
            return
        self._stale = False
        self._table = self._quiet.copy()
        known = self.choice
        choice = self._replay(doubtful) if self._since else None
        if self._run is None:
            choice = self._ask_first()
        self.choice = choice
        if known is not None and choice is not None:  # its options were listed for the game that this is a copy of
            choice.options, choice._list = known.options, None

    def _replay(self, doubtful: bool) -> Choice | None:
        """Give the answers since the quiet table again, each to the question that it answered."""
        table = self._table
        choice: Choice | None = None
        for prompt, option in self._since:
            if self._run is None:
                choice = self._ask_first()
            if choice is None or choice.prompt != prompt:
                raise ReplayDiverged(prompt, choice.prompt if choice else "nothing: it is over")
            if doubtful and option not in choice.list_options():
                raise IllegalAnswer(_not_among(option, choice))
            if table.events is not None:
                asked = choice.default is not None or len(choice.list_options()) != 1
                (self._tell if asked else self._tell_only)(choice, option)
            choice = self._send(option)
        return choice

    def _send(self, option: str) -> Choice | None:
        """Answer the procedure; its next question, or None when it is finished and the table is quiet."""
        assert self._run is not None
        try:
            choice = self._run.send(option)
        except StopIteration:
            self._run = None
            self._at_rest = False
            return None
        self._at_rest = choice.quiet
        return choice

    def _ask_first(self) -> Choice | None:
        """Begin procedures until one asks; None when the game is over."""
        table = self._table
        while (step := table.facts["step"]) != "over":
            self._run = table.rules.steps[step](table)
            for choice in self._run:
                self._at_rest = choice.quiet
                return choice
            self._run = None
        return None

    def _keep(self) -> None:
        """Remember the table as it is, now that it is quiet."""
        self._quiet = self._table.copy()
        self._since = []

    def _go_on(self, option: str | None = None) -> None:
        """Come to the next real question: chance answers by its die, and an only option needs no answer."""
        choice = self.choice
        while True:
            if option is not None:
                assert choice is not None
                self._since.append((choice.prompt, option))
                choice = self._send(option)
                if len(self._since) >= KEEP_EVERY and (self._at_rest or self._run is None):
                    self._keep()
            if self._run is None:
                choice = self._ask_first()
                if choice is None:
                    self.choice = None
                    if self.watch is not None:
                        self.watch(self._table, None)
                    return
            assert choice is not None
            if self.watch is not None and self.watch(self._table, choice):
                break
            if choice.default is not None:
                if self.take_chances:
                    break
                option = choice.default
                self._tell(choice, option)
                continue
            options = choice.list_options()
            if len(options) != 1:
                break
            option = options[0]
            # the plain tuple constructor, because most questions are of this kind
            here = (choice.player, choice.prompt, option, self._quiet, self._since, len(self._since))
            self.skipped.append(tuple.__new__(Skipped, here))
            if self._table.events is not None:
                self._tell_only(choice, option)
        self.choice = choice

    def _tell(self, choice: Choice, option: str) -> None:
        if self._table.events is not None:
            self._table.chosen = self._table.log(
                "answer", by=choice.player, rules=choice.rules, prompt=choice.prompt, option=option
            )

    def _tell_only(self, choice: Choice, option: str) -> None:
        """A question that nobody was asked: that there was one answer, and on tracing what was refused, and why."""
        if choice._refused is None:
            return
        last, who, says = choice.alone
        if last != option:
            who, says = choice.player, ""
        why: dict[str, Any] = {"refused": tuple(choice.refused())} if self._table.tracing else {}
        self._table.chosen = self._table.log(
            "only answer", by=choice.player, to=who, rules=choice.rules, prompt=choice.prompt, option=option,
            says=says, **why,
        )  # fmt: skip


def _not_among(option: str, choice: Choice) -> str:
    for refusal in choice.refused():
        if refusal.option == option:
            reasons = "; ".join(f"{c.text} ({c.rule})" for c in refusal.clauses)
            return f"{option!r} is refused: {reasons}"
    near = difflib.get_close_matches(option, choice.options, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    shown = list(choice.options)[:12]
    more = f" and {len(choice.options) - 12} more" if len(choice.options) > 12 else ""
    return f"{option!r} is not among {shown}{more}{hint}"
