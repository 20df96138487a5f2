"""The referee of a puzzle being played: follows every answer, replies for the others, and knows what can still be reached."""

from __future__ import annotations

from collections.abc import Container, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from dcf_lab.engine.game import IllegalAnswer
from dcf_lab.lab.slices import Enough
from dcf_lab.puzzles.hidden import hidden_cases
from dcf_lab.puzzles.search import OVER, THEIRS, Node, Value
from dcf_lab.puzzles.solve import MAX_SOLUTIONS, Answers, Given, Limits, Proof, Solver
from dcf_lab.scenario.goal import BEST_LUCK, EVERY_REPLY, HIDDEN, HIGHEST_CHANCE
from dcf_lab.timeline.timeline import Answer, Timeline

NO_LIMITS = Limits(seconds=1e9)  # whoever lets it work counts the time
MUCH = 800_000  # positions remembered, some 200 bytes each
MAX_PLAYED = 80  # answers of a line that is played out
OPEN, REACHED, MISSED = "open", "reached", "missed"


class Judgement(NamedTuple):
    """What can be reached at some place, and the visitor's answer that made it less, if one did."""

    value: Value | None  # None: not to be told
    slip: Answer | None = None
    before: Value = 0  # what could be reached before it
    after: Value = 0  # and after it


class Referee:
    """Everything about one timeline of a puzzle that takes a solver. Long work is done in steps, as generators."""

    def __init__(self, line: Timeline) -> None:
        goal = line.scenario.goal
        assert goal is not None
        self.line = line
        self.goal = goal
        # of the cards as they really lie; where some are hidden from the solver, the others know them
        open_goal = replace(goal, against=EVERY_REPLY) if goal.against == HIDDEN else goal
        self.real = Solver(replace(line.scenario, goal=open_goal), line.readings, limits=NO_LIMITS)
        self._places: dict[int, Node] = {line.root.number: self.real.root}
        self._solver: Solver | None = None if goal.against == HIDDEN else self.real
        self._cases: dict[int, Node | None] = {}
        self._told: list[Answers] | None = None

    @property
    def solver(self) -> Solver:
        """The solver of the puzzle as it is meant; where cards are hidden, of every case at once."""
        if self._solver is None:
            self._solver = Solver(self.line.scenario, self.line.readings, limits=NO_LIMITS, patiently=True)
        return self._solver

    @property
    def knows_much(self) -> bool:
        """Is what was found out so much that it is better forgotten? Many visitors share a machine."""
        searches = {id(solver): solver.search for solver in (self.real, self._solver) if solver is not None}
        return sum(len(search.known) + len(search.tried) for search in searches.values()) > MUCH

    # where it stands

    def players(self) -> list[str]:
        """Whom the visitor plays."""
        table, side = self.line.root.game.table, self.line.scenario.manual.side
        return [player for player in table.rules.players if side(table, player) == self.goal.side]

    def is_ours(self, player: str) -> bool:
        return self.goal.against == BEST_LUCK or player in self.players()

    def state(self, node: Answer) -> str:
        """Is the goal reached there, missed, or neither?"""
        place = self._at(node)
        if place.mover != OVER:
            return OPEN
        return REACHED if place.value else MISSED

    def _at(self, node: Answer) -> Node:
        """The search's position after an answer; where the goal is decided, that of the moment when it was."""
        start, rest = _way_from(self._places, node)
        place = self._places[start]
        for node in rest:
            if place.mover != OVER:
                place = self.real.positions.after(place, node.option)
            self._places[node.number] = place
        return place

    def _known(self, node: Answer) -> Generator[None, None, Node | None]:
        """As the solver knows it: where cards are hidden, all cases that look the same; None if they cannot be followed."""
        solver = self.solver
        if self.goal.against != HIDDEN:
            return self._at(node)
        if self.line.root.number not in self._cases:
            yield from solver.set_out()
            self._cases[self.line.root.number] = solver.root
        start, rest = _way_from(self._cases, node)
        place = self._cases[start]
        for node in rest:
            if place is not None and place.mover != OVER and self.is_ours(node.player):
                yield from solver.search.prepare(place, node.option)
                place = solver.search.after(place, node.option)
            choice = node.game.choice
            if place is not None and place.mover == THEIRS and choice is not None and self.is_ours(choice.player):
                place = self._same_to_see(place, node)
            self._cases[node.number] = place
        return place

    def _same_to_see(self, place: Node, node: Answer) -> Node | None:
        """Of the cases that have parted, those that look like the real one."""
        seats = self.players()
        real = _sight(node.game, seats)
        for label, worlds in place.game.items():
            if _sight(worlds[0].game, seats) == real:
                return self.solver.positions.after(place, label)
        return None

    # finding out

    def value(self, node: Answer) -> Generator[None, None, Value | None]:
        """How likely the goal is reached from there."""
        return (yield from self._decided((yield from self._known(node))))

    def _decided(self, place: Node | None) -> Generator[None, None, Value | None]:
        if place is None:
            return None
        yield from self.solver.search.decide(place)
        found = self.solver.search.result(place)
        return None if found is None else found.value

    def _worth(self, node: Answer) -> Generator[None, None, Value | None]:
        """How likely an answer of the visitor's reaches the goal, whatever is then seen of hidden cards."""
        if self.goal.against != HIDDEN:
            return (yield from self.value(node))
        assert node.parent is not None
        place = yield from self._known(node.parent)
        if place is not None and place.mover != OVER:
            yield from self.solver.search.prepare(place, node.option)
            place = self.solver.search.after(place, node.option)
        return (yield from self._decided(place))

    def judge(self, node: Answer) -> Generator[None, None, Judgement]:
        """What can still be reached, and which answer of the visitor's gave something away."""
        now = yield from self.value(node)
        if now is None or (now == 1 and self.goal.against != HIDDEN):
            return Judgement(now)
        one = node
        while one.parent is not None:
            if self.is_ours(one.player):
                before, after = (yield from self.value(one.parent)), (yield from self._worth(one))
                if before is not None and after is not None and after < before:
                    return Judgement(now, one, before, after)
            one = one.parent
        return Judgement(now)

    def worth(self, node: Answer) -> Generator[None, None, tuple[Value | None, Value | None]]:
        """What could be reached before an answer of the visitor's, and what can be after it."""
        assert node.parent is not None
        after = yield from self._worth(node)
        if after == 1:
            return 1, 1
        return (yield from self.value(node.parent)), after

    def reply(self, node: Answer) -> Generator[None, None, str]:
        """What somebody else answers: the dice where chance is weighed, else whatever keeps the goal away longest."""
        choice = node.game.choice
        assert choice is not None
        if choice.player == "chance" and self.goal.against in (HIGHEST_CHANCE, HIDDEN):
            return choice.default or choice.options[0]
        self.real.root, self.real.reply = self._at(node), ""
        with suppress(Enough):  # then it is the best that was found
            yield from self.real.best_reply()
        return self.real.reply or choice.options[0]

    def solution(self, node: Answer) -> Generator[None, None, Answers | None]:
        """The way to the goal with the fewest moves, against the most stubborn defence."""
        place = yield from self._known(node)
        if place is None or place.mover == OVER:
            return None
        solver = self.solver
        solver.root, solver.proof = place, Proof()
        for proof in solver.work():
            if proof.solutions:
                break
            yield
        return solver.proof.solutions[0].line if solver.proof.solutions else None

    def play_on(self, node: Answer) -> Generator[None, None, list[str]]:
        """Where cards are hidden: the best answers one after the other, the others replying with the cards that they have.

        Returns what is answered. A timeline of its own is played, so that the visitor's is as it was if this is stopped.
        """
        trial, given = Timeline(self.line.scenario, self.line.readings, take_chances=True), [one.option for one in node.path()]
        for option in given:
            trial.answer(option)
        other = Referee(trial)
        yield from self._known(self.line.root)
        other._solver, other._cases = self.solver, {trial.root.number: self._cases[self.line.root.number]}
        found: list[str] = []
        while len(found) < MAX_PLAYED and trial.game.choice is not None and other.state(trial.here) == OPEN:
            if other.is_ours(trial.game.choice.player):
                line = yield from other.solution(trial.here)
                if not line:
                    return []
                option = next(answer.option for answer in line if other.is_ours(answer.player))
            else:
                option = yield from other.reply(trial.here)
            found.append(option)
            trial.answer(option)
        return found

    def refutation(self, node: Answer) -> Generator[None, None, Answers | None]:
        """From a place where the goal is out of reach, how it is kept there; None if only other hidden cards would do so."""
        solver, place = self.real, self._at(node)
        if place.mover == OVER:
            return ()
        yield from solver.search.decide(place)
        found = solver.search.result(place)
        if found is None or found.value != 0:
            return None
        solver.proof = Proof()
        yield from solver.refute(place, ())
        return solver.proof.defence[-1]

    def other_case(self, slip: Answer) -> Generator[None, None, tuple[list[str], Answers] | None]:
        """Another deal of the hidden cards with which an answer fails: the cards that the others then hold, and how it fails."""
        solver = self.real
        held = {player: self.line.root.game.table.zones.get((player, "hand"), ()) for player in self._others()}
        for game in hidden_cases(self.line.root.game, self.goal.side):
            yield
            if game is None:
                continue
            hands = [card for player in held for card in game.table.zones.get((player, "hand"), ()) if card not in held[player]]
            place = solver.positions.start(game)
            try:
                for node in slip.path():
                    place = solver.positions.after(place, node.option)
            except IllegalAnswer:
                continue  # with those cards it would have come otherwise
            yield from solver.search.decide(place)
            found = solver.search.result(place)
            if found is not None and found.value == 0 and place.mover != OVER:
                solver.proof = Proof()
                yield from solver.refute(place, ())
                return hands, solver.proof.defence[-1]
        return None

    def _others(self) -> list[str]:
        return [player for player in self.line.root.game.table.rules.players if player not in self.players()]

    # what the certificate tells

    def certified(self) -> list[list[str]]:
        """The solutions of the file's certificate, if it still holds for these rules, cards and readings."""
        return [[option for _, option in line] for line in self._certified()]

    def certified_ahead(self, node: Answer) -> Answers | None:
        """The rest of such a solution, if everything answered so far is its beginning."""
        given = [one.option for one in node.path()]
        for line in self._certified():
            if len(line) > len(given) and [option for _, option in line[: len(given)]] == given:
                return line[len(given) :]
        return None

    def _certified(self) -> list[Answers]:
        if self._told is None:
            self._told = [] if self.goal.against == HIDDEN else list(self._sound())
        return self._told

    def _sound(self) -> Iterator[Answers]:
        """A file may be anybody's: only lines that can be played, and reach the goal, count."""
        from dcf_lab.puzzles.certificate import stale

        scenario = self.line.scenario
        told = scenario.certificate.get("solutions")
        others = any(scenario.rulings.get(key) != reading for key, reading in self.line.readings.items())
        if not isinstance(told, list) or not told or others or stale(scenario):
            return
        for raw in told[:MAX_SOLUTIONS]:
            if not isinstance(raw, list) or not all(isinstance(answer, str) and ": " in answer for answer in raw):
                continue
            line = tuple(Given(*answer.split(": ", 1)) for answer in raw[:MAX_PLAYED])
            place = self._places[self.line.root.number]
            try:
                for answer in line:
                    place = self.real.positions.after(place, answer.option) if place.mover != OVER else place
            except IllegalAnswer:
                continue
            if place.mover == OVER and place.value:
                yield line


def _way_from(known: Container[int], node: Answer) -> tuple[int, list[Answer]]:
    """The last place on the way to an answer that is known, and the answers from there on."""
    rest: list[Answer] = []
    while node.number not in known:
        rest.append(node)
        assert node.parent is not None
        node = node.parent
    return node.number, rest[::-1]


def _sight(game: Any, seats: Sequence[str]) -> Any:
    """What these players see of a game and are asked; that a deck's order is open, nobody sees."""
    seen = []
    for seat in seats:
        books = game.table.rules.manual.view(game.table, seat)
        seen.append({**books, "marks": {key: value for key, value in books["marks"].items() if not key.endswith(".unsettled")}})
    choice = game.choice
    return [seen, choice.player, choice.prompt, list(choice.options)]
