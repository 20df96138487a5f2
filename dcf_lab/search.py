"""AND/OR search over the positions of a game: who can reach a goal, whatever the others and chance do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from dcf_lab.engine.dice import UNSETTLED
from dcf_lab.engine.game import Game
from dcf_lab.engine.table import Key, Table
from dcf_lab.games.dc_forever.box import side_of, where
from dcf_lab.goal import BEST_LUCK, HIGHEST_CHANCE, WON, Goal, Look

OVER, OURS, THEIRS, CHANCE = 0, 1, 2, 3  # who moves: nobody any more, the solver, somebody against it, chance by its weights
Value = int | Fraction  # how likely the goal is reached: 0, 1, or between
DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 34, 44, 60, 80, 120, 200)  # answers looked ahead, one search after the other
MAX_ENTRIES = 2_500_000  # positions remembered; some 200 bytes each, so that a search stays well below 1 GB
SLICE = 400  # positions between two looks at the clock
ORDERED = ("deck", "location deck", "unaligned deck", "locations")  # areas whose order is part of the position
_MASK = (1 << 128) - 1
_MIX = 0x9E3779B97F4A7C15F39CC0605CEDC835


class Node:
    """A position in the search: the game there, its key, who moves, and what was seen of the goal on the way."""

    __slots__ = ("game", "key", "mover", "value", "options", "progress", "seen", "quiet", "quiet_key")

    def __init__(self, game: Any) -> None:
        self.game = game
        self.key = 0
        self.mover = OVER
        self.value: Value = 0  # when it is over
        self.options: Sequence[str] = ()
        self.progress: tuple[Any, ...] = ()
        self.seen = 0
        self.quiet: Table | None = None
        self.quiet_key = 0


class Keys:
    """A number of 128 bits for each position, the same for positions that differ only in what cannot matter.

    What cannot matter: the order of cards in areas other than decks and rows, which of several equal copies a card is, the dice
    (a solver looks at every shuffle and throw), and the log. A key is the exclusive-or of a random number for each entry of
    the table, so equal positions have equal keys, and others differ but for an accident of one in 10^25.
    """

    def __init__(self, table: Table) -> None:
        self.copies = _copies(table)
        self._codes: tuple[dict[Any, int], ...] = ({}, {}, {}, {}, {})
        self._personal: set[Key] = set()  # entries that tell a copy from another, or that a card's place is not settled
        self._answers: dict[Any, int] = {}

    def table(self, table: Table) -> int:
        """The key of a quiet table."""
        if not self._personal.isdisjoint(table.marks) or not self._personal.isdisjoint(table.links):
            return self._slowly(table)
        key = 0
        books = (table.zones, table.counts, table.marks, table.links, table.facts)
        for book, codes in zip(books, self._codes):
            for entry in book.items():
                code = codes.get(entry)
                if code is None:
                    if book is table.marks or book is table.links:
                        self._note(entry[0])
                        if entry[0] in self._personal:
                            return self._slowly(table)
                    code = codes[entry] = self._code(book is table.zones, entry, frozenset(), {})
                key ^= code
        return key

    def after(self, key: int, answers: Sequence[tuple[str, str]], progress: tuple[Any, ...]) -> int:
        """The key in the middle of an action: that of the quiet table before, and the answers since."""
        for answer in answers:
            key = (key * _MIX + self._answer(answer)) & _MASK
        return key ^ self._answer(progress) if progress else key

    def distinct(self, table: Table, options: Sequence[str]) -> Sequence[str]:
        """The options without those that do the same to an equal copy of a card."""
        if not self.copies:
            return options
        alone = self._alone(table)
        found: dict[tuple[Any, ...], str] = {}
        for option in options:
            words = [
                (self.copies[word], where(table, word)) if word in self.copies and word not in alone else word
                for word in option.split()
            ]
            found.setdefault(tuple(words), option)
        return list(found.values())

    def _note(self, entry: Key) -> None:
        if entry[1] == UNSETTLED or (entry[0] in self.copies and entry[1] != "team"):
            self._personal.add(entry)

    def _alone(self, table: Table) -> frozenset[str]:
        """Copies that are not like the others, because something is said of them alone."""
        return frozenset(
            whose for book in (table.marks, table.links) for whose, word in book if whose in self.copies and word != "team"
        )

    def _slowly(self, table: Table) -> int:
        alone, key = self._alone(table), 0
        for entry in table.zones.items():
            key ^= self._code(True, entry, alone, table.marks)
        for book in (table.counts, table.marks, table.links, table.facts):
            for entry in book.items():
                key ^= self._code(False, entry, alone, {})
        return key

    def _code(self, zone: bool, entry: tuple[Any, Any], alone: frozenset[str], marks: Any) -> int:
        what, value = entry
        if zone:
            called = [self.copies.get(card, card) if card not in alone else card for card in value]
            if what[1] in ORDERED:
                value = tuple("?" if (card, UNSETTLED) in marks else name for card, name in zip(value, called))
            else:
                value = tuple(sorted(called))
        return _random((zone, what, value))

    def _answer(self, answer: Any) -> int:
        code = self._answers.get(answer)
        if code is None:
            code = self._answers[answer] = _random(answer)
        return code


def _random(thing: Any) -> int:
    return int.from_bytes(hashlib.blake2b(repr(thing).encode(), digest_size=16).digest(), "big")


def _copies(table: Table) -> dict[str, str]:
    """Cards of which equal ones are in the game, and the name that they share."""
    groups: dict[tuple[Any, ...], list[str]] = {}
    library = table.rules.library
    for cards in table.zones.values():
        for card in cards:
            if library[card].copies > 1:
                groups.setdefault((library[card].id, table.links.get((card, "team"))), []).append(card)
    return {card: f"{name} of {team}" for (name, team), cards in groups.items() if len(cards) > 1 for card in cards}


class Positions:
    """The positions that a game can come to, as a search sees them."""

    def __init__(self, game: Game, goal: Goal) -> None:
        self.goal = goal
        self.look = Look(goal, game.table)
        self.keys = Keys(game.table)
        self._first = game.copy()
        self._helping = goal.against == BEST_LUCK
        self._weighing = goal.against == HIGHEST_CHANCE

    def root(self) -> Node:
        """Where the puzzle begins; its goal may have been reached there already."""
        return self.start(self._first.copy())

    def start(self, game: Game) -> Node:
        table = game.table
        self.look.begin(Look(self.goal, table).progress, table.told)
        if self.look.reached(table):
            self.look.verdict = WON
        game.watch = self.look
        return self._node(game, None)

    def after(self, node: Node, option: str, last: bool = False) -> Node:
        """The position after an answer; with `last` that of the node is not needed any more."""
        game = node.game if last else node.game.copy()
        self.look.begin(node.progress, node.seen)
        game.answer(option)
        return self._node(game, node)

    def _node(self, game: Game, before: Node | None) -> Node:
        node = Node(game)
        look = self.look
        if look.verdict:
            node.value = 1 if look.verdict == WON else 0
            return node
        choice = game.choice
        assert choice is not None
        node.progress, node.seen = look.progress, look.seen
        table, answers = game.origin()
        if before is not None and before.quiet is table:
            node.quiet_key = before.quiet_key
        else:
            node.quiet_key = self.keys.table(table)
        node.quiet = table
        node.key = self.keys.after(node.quiet_key, answers, node.progress)
        node.mover = self._mover(choice.player)
        node.options = choice.options
        return node

    def _mover(self, player: str) -> int:
        if self.is_ours(player):
            return OURS
        return CHANCE if player == "chance" and self._weighing else THEIRS

    def is_ours(self, player: str) -> bool:
        """Does the solver decide for this player? With the best luck for everybody, chance too."""
        return self._helping or (player != "chance" and side_of(player) == self.goal.side)

    def options(self, node: Node) -> Sequence[str]:
        """The answers that need to be looked at: of equal ones a single one."""
        return self.keys.distinct(node.game.table, node.options)

    def weights(self, node: Node, options: Sequence[str]) -> list[Fraction]:
        """How likely chance gives each of the options."""
        choice = node.game.choice
        assert choice is not None
        weights = dict(zip(choice.options, choice.weights or [1] * len(choice.options)))
        total = sum(weights.values())
        if len(options) != len(choice.options):  # equal copies count for the one that stands for them
            table = node.game.table
            for option, weight in list(weights.items()):
                if option not in options:
                    same = next(o for o in options if len(self.keys.distinct(table, [o, option])) == 1)
                    weights[same] += weight
        return [Fraction(weights[option], total) for option in options]

    def player(self, node: Node) -> str:
        choice = node.game.choice
        assert choice is not None
        return choice.player


class Known(NamedTuple):
    """What was proved of a position: how likely the goal is reached, and in how many answers at the most."""

    value: Value
    distance: int


class _Frame:
    """A position whose answers are being looked at."""

    __slots__ = ("node", "options", "next", "depth", "cut", "best", "distance", "weights", "choice")

    def __init__(self, node: Node, options: Sequence[str], depth: int, weights: list[Fraction] | None) -> None:
        self.node = node
        self.options = options
        self.next = 0
        self.depth = depth
        self.cut = False  # an answer was not looked at to its end
        self.best: Value = 0 if node.mover != THEIRS else 1
        self.distance = 0
        self.weights = weights


class Search:
    """What is known of positions, and the search that finds out more; it can pause after every few positions."""

    def __init__(self, positions: Any) -> None:
        self.positions = positions
        self.known: dict[int, Known] = {}
        self.tried: dict[int, int] = {}  # looked at to this depth without a result
        self.nodes = 0
        self.deepest = 0
        self.full = False  # no more can be remembered
        self._good: dict[tuple[int, str], int] = {}  # how often an answer decided a position for whoever gave it
        self._same: dict[Known, Known] = {}

    def decide(self, node: Node, most: int = DEPTHS[-1]) -> Iterator[None]:
        """Look deeper and deeper until it is known what can be reached from a position, or to the greatest depth.

        Pauses often; what was found is in `result` afterwards.
        """
        for depth in DEPTHS:
            if depth > most or self.result(node) is not None:
                return
            self.deepest = max(self.deepest, depth)
            yield from self._to(node, depth)

    def result(self, node: Node) -> Known | None:
        if node.mover == OVER:
            return Known(node.value, 0)
        return self.known.get(node.key)

    def _to(self, root: Node, depth: int) -> Iterator[None]:
        """Search to a depth, with a stack of our own, so that it can pause anywhere."""
        positions, known, tried = self.positions, self.known, self.tried
        stack = [self._frame(root, depth)]
        pause = self.nodes + SLICE
        while stack:
            frame = stack[-1]
            node = frame.node
            if frame.next == len(frame.options):
                stack.pop()
                found = self._settle(frame)
                if stack:
                    self._take(stack[-1], found)
                elif found is not None:
                    known[root.key] = found  # also when nothing else can be remembered any more
                continue
            option = frame.options[frame.next]
            frame.next += 1
            # the root is the caller's, and looked at again
            child = positions.after(node, option, frame.next == len(frame.options) and len(stack) > 1)
            self.nodes += 1
            if self.nodes >= pause:
                pause = self.nodes + SLICE
                yield
            if child.mover == OVER:
                self._take(frame, Known(child.value, 0))
            elif (found := known.get(child.key)) is not None:
                self._take(frame, found)
            elif frame.depth <= 1 or tried.get(child.key, 0) >= frame.depth - 1:
                frame.cut = True
            else:
                stack.append(self._frame(child, frame.depth - 1))

    def _frame(self, node: Node, depth: int) -> _Frame:
        options = self.positions.options(node)
        if node.mover == CHANCE:
            return _Frame(node, options, depth, self.positions.weights(node, options))
        good = self._good
        if len(options) > 1 and good:
            options = sorted(options, key=lambda option: -good.get((node.mover, option), 0))
        return _Frame(node, options, depth, None)

    def _take(self, frame: _Frame, found: Known | None) -> None:
        """What an answer leads to, for the position where it is given; one that decides ends the look at the others."""
        if found is None:
            frame.cut = True
            return
        value, distance = found
        mover = frame.node.mover
        if mover == OURS:
            if value > frame.best:
                frame.best, frame.distance = value, distance + 1
            if value == 1:
                self._decided(frame)
        elif mover == THEIRS:
            if value < frame.best:
                frame.best = value
            frame.distance = max(frame.distance, distance + 1)
            if value == 0:
                self._decided(frame)
        else:
            assert frame.weights is not None
            frame.best += frame.weights[frame.next - 1] * value
            frame.distance = max(frame.distance, distance + 1)

    def _decided(self, frame: _Frame) -> None:
        answer = (frame.node.mover, frame.options[frame.next - 1])
        self._good[answer] = self._good.get(answer, 0) + 1
        frame.cut = False
        frame.next = len(frame.options)

    def _settle(self, frame: _Frame) -> Known | None:
        """All answers of a position have been looked at: remember what came of it."""
        room = not self.full
        if room and len(self.known) + len(self.tried) > MAX_ENTRIES:
            self.tried.clear()
            self.full = len(self.known) > MAX_ENTRIES * 9 // 10
        if frame.cut:
            if room:
                self.tried[frame.node.key] = frame.depth
            return None
        value = int(frame.best) if frame.best in (0, 1) else frame.best
        found = Known(value, frame.distance)
        found = self._same.setdefault(found, found)
        if room:
            self.known[frame.node.key] = found
            self.tried.pop(frame.node.key, None)
        return found
