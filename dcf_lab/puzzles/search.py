"""AND/OR search over the positions of a game: who can reach a goal, whatever the others and chance do."""

from __future__ import annotations

import gc
import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from dcf_lab.engine.game import Game
from dcf_lab.engine.table import UNSETTLED, Table, where
from dcf_lab.scenario.goal import BEST_LUCK, HIGHEST_CHANCE, WON, Goal, Look

OVER, OURS, THEIRS, CHANCE = 0, 1, 2, 3  # who moves: nobody any more, the solver, somebody against it, chance by its weights
Books = tuple[int, int, int, int, int]
Value = int | Fraction  # how likely the goal is reached: 0, 1, or between
DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 34, 44, 60, 80, 120, 200)  # answers looked ahead, one search after the other
MAX_ENTRIES = 2_000_000  # positions of which a result is remembered, some 150 bytes each
MAX_LOOKED = 500_000  # positions whose answers are remembered, some 600 bytes each: a search stays below 1 GB
MAX_KEPT = 15_000  # positions kept with their games, some 10 kB each
SELDOM = (200_000, 20, 50)
SLICE = 400  # positions between two looks at the clock
ANY = "@"  # stands between the name of a card of which any copy will do and where it is
_MASK = (1 << 128) - 1
_MIX = 0x9E3779B97F4A7C15F39CC0605CEDC835


class Node:
    """A position in the search: the game there, its key, who moves, and what was seen of the goal on the way."""

    __slots__ = ("game", "key", "mover", "value", "options", "progress", "seen", "quiet", "sums")

    def __init__(self, game: Any) -> None:
        self.game = game
        self.key = 0
        self.mover = OVER
        self.value: Value = 0  # when it is over
        self.options: Sequence[str] = ()
        self.progress: tuple[Any, ...] = ()
        self.seen = 0
        self.quiet: Table | None = None  # the last quiet table, and its sums
        self.sums: Books = (0, 0, 0, 0, 0)


class Keys:
    """A number of 128 bits for each position, the same for positions that differ only in what cannot matter.

    What cannot matter: the order of cards in areas other than decks and rows, which of several equal copies a card is, the dice
    (a solver looks at every shuffle and throw), and the log. A key is the sum of a random number for each entry of
    the table, so equal positions have equal keys, and others differ but for an accident of one in 10^25.
    """

    def __init__(self, table: Table, named: Collection[str] = ()) -> None:
        """Cards that the goal names are not like their copies."""
        self.copies = {card: name for card, name in _copies(table).items() if card not in named}
        self._ordered, self._owner = table.rules.manual.BOARD.ordered, table.rules.manual.BOARD.owner
        self._codes: tuple[dict[Any, int], ...] = ({}, {}, {}, {}, {})
        self._personal: set[Any] = set()  # entries that tell a copy from another, or that a card's place is not settled
        self._answers: dict[Any, int] = {}
        self._of_copies: dict[str, bool] = {}

    def books(self, table: Table, before: Table | None, sums: Books) -> Books:
        """The sum over each of the table's dictionaries; those that are as before need not be added up again."""
        personal = self._personal
        if personal and not all(map(personal.isdisjoint, (table.counts, table.marks, table.links, table.facts))):
            return (self._slowly(table), 0, 0, 0, -1)  # -1: these are no sums to go on from
        zones, counts, marks, links, facts = self._codes
        try:
            if before is None or sums[4] == -1:
                return (
                    sum(map(zones.__getitem__, table.zones.items())), sum(map(counts.__getitem__, table.counts.items())),
                    sum(map(marks.__getitem__, table.marks.items())), sum(map(links.__getitem__, table.links.items())),
                    sum(map(facts.__getitem__, table.facts.items())),
                )  # fmt: skip
            return (
                sums[0] if table.zones == before.zones else sum(map(zones.__getitem__, table.zones.items())),
                sums[1] if table.counts == before.counts else sum(map(counts.__getitem__, table.counts.items())),
                sums[2] if table.marks == before.marks else sum(map(marks.__getitem__, table.marks.items())),
                sums[3] if table.links == before.links else sum(map(links.__getitem__, table.links.items())),
                sum(map(facts.__getitem__, table.facts.items())),
            )
        except KeyError:
            self._learn(table)
            return self.books(table, None, sums)

    def _learn(self, table: Table) -> None:
        """Give a random number to every entry that has none."""
        for book, codes in zip((table.zones, table.counts, table.marks, table.links, table.facts), self._codes):
            for entry in book.items():
                if entry not in codes:
                    if book is not table.zones and (entry[0][1] == UNSETTLED or self._single_out(*entry)):
                        self._personal.add(entry[0])
                    codes[entry] = self._code(book is table.zones, entry, frozenset(), {})

    def after(self, key: int, table: Table, answers: Sequence[tuple[str, str]], progress: tuple[Any, ...]) -> int:
        """The key in the middle of an action: that of the quiet table before, and the questions and answers since."""
        key &= _MASK
        if self.copies and any(self._mentions(word) for answer in answers for word in answer):
            answers = self._renamed(table, answers)
        for answer in answers:
            key = (key * _MIX + self._answer(answer)) & _MASK
        return key ^ self._answer(progress) if progress else key

    def _renamed(self, table: Table, answers: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """Answers with equal copies called by where they were on the quiet table, and numbered as they are mentioned."""
        numbers = self._numbers(table, answers)

        def called(word: str) -> str:
            return f"{self.copies[word]}{ANY}{where(table, word)}{numbers[word]}" if word in numbers else word

        return [tuple(" ".join(map(called, text.split())) for text in answer) for answer in answers]  # type: ignore[misc]

    def _numbers(self, table: Table, answers: Sequence[tuple[str, str]]) -> dict[str, int]:
        """The equal copies that questions and answers since the quiet table have mentioned, in their order."""
        alone = self._alone(table)
        found: dict[str, int] = {}
        for answer in answers:
            for text in answer:
                for word in text.split() if self._mentions(text) else ():
                    if word in self.copies and word not in alone:
                        found.setdefault(word, len(found))
        return found

    def alike(self, node: Node) -> Sequence[str]:
        """A position's options, in which copies that cannot be told apart have one name: `pay renown@hero@hero.hand`.

        Two copies are alike when they were together on the last quiet table, nobody has mentioned either since, they are
        together now, and nothing is said of one alone.
        """
        options = node.options
        if not self.copies or not any(map(self._mentions, options)):
            return options
        table = node.game.table
        quiet, answers = node.game.origin()
        alone, numbers = self._alone(quiet), self._numbers(quiet, answers)

        def called(word: str) -> str:
            if word not in self.copies or word in alone:
                return word
            said = [(what, book[whose, what]) for book in (table.marks, table.links) for whose, what in book if whose == word]
            parts = (self.copies[word], where(quiet, word), where(table, word), numbers.get(word, ""), sorted(map(str, said)))
            return ANY.join(map(str, parts)).replace(" ", "_")

        return [" ".join(map(called, option.split())) if self._mentions(option) else option for option in options]

    def _mentions(self, option: str) -> bool:
        """Does an answer name a card that has an equal copy?"""
        found = self._of_copies.get(option)
        if found is None:
            found = self._of_copies[option] = any(word in self.copies for word in option.split())
        return found

    def _alone(self, table: Table) -> frozenset[str]:
        """Copies that are not like the others, because something is said of them alone."""
        books = (table.counts, table.marks, table.links, table.facts)
        return frozenset(card for book in books for what, value in book.items() for card in self._single_out(what, value))

    def _single_out(self, what: Any, value: Any) -> list[str]:
        """The copies of which an entry of the table says something, as what it is about or as what it tells."""
        found = [card for card in (value if isinstance(value, tuple) else (value,)) if card in self.copies]
        if isinstance(what, tuple) and what[0] in self.copies and what[1] != self._owner:
            found.append(what[0])
        return found

    def _slowly(self, table: Table) -> int:
        alone, key = self._alone(table), 0
        for entry in table.zones.items():
            key += self._code(True, entry, alone, table.marks)
        for book in (table.counts, table.marks, table.links, table.facts):
            for entry in book.items():
                key += self._code(False, entry, alone, {})
        return key

    def _code(self, zone: bool, entry: tuple[Any, Any], alone: frozenset[str], marks: Any) -> int:
        what, value = entry
        if zone:
            called = [self.copies.get(card, card) if card not in alone else card for card in value]
            if what[1] in self._ordered:
                value = tuple("?" if (card, UNSETTLED) in marks else name for card, name in zip(value, called))
            else:
                value = tuple(sorted(called))
        return _random((zone, what, value))

    def _answer(self, answer: Any) -> int:
        code = self._answers.get(answer)
        if code is None:
            code = self._answers[answer] = _random(answer)
        return code


def combined(*things: Any) -> int:
    """One key for several."""
    return _random(things)


def _random(thing: Any) -> int:
    return int.from_bytes(hashlib.blake2b(repr(thing).encode(), digest_size=16).digest(), "big")


def _copies(table: Table) -> dict[str, str]:
    """Cards of which equal ones are in the game, and the name that they share."""
    groups: dict[tuple[Any, ...], list[str]] = {}
    library, owner = table.rules.library, table.rules.manual.BOARD.owner
    for cards in table.zones.values():
        for card in cards:
            if library[card].copies > 1:
                groups.setdefault((library[card].id, table.links.get((card, owner))), []).append(card)
    return {card: f"{name}{ANY}{whose}" for (name, whose), cards in groups.items() if len(cards) > 1 for card in cards}


class Positions:
    """The positions that a game can come to, as a search sees them."""

    def __init__(self, game: Game, goal: Goal) -> None:
        self.goal = goal
        self.look = Look(goal, game.table)
        self.keys = Keys(game.table, goal.named())
        table, side = game.table, game.table.rules.manual.side
        self.ours = tuple(player for player in table.rules.players if side(table, player) == goal.side)
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
        if ANY in option:
            option = self.concrete(node, option)
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
        if before is None:
            node.sums = self.keys.books(table, None, node.sums)
        else:
            node.sums = before.sums if before.quiet is table else self.keys.books(table, before.quiet, before.sums)
        node.quiet = table
        node.key = self.keys.after(sum(node.sums), table, answers, node.progress)
        node.mover = self._mover(choice.player)
        node.options = choice.options
        return node

    def _mover(self, player: str) -> int:
        if self.is_ours(player):
            return OURS
        return CHANCE if player == "chance" and self._weighing else THEIRS

    def is_ours(self, player: str) -> bool:
        """Does the solver decide for this player? With the best luck for everybody, chance too."""
        return self._helping or player in self.ours

    def options(self, node: Node) -> Sequence[str]:
        """The answers that need to be looked at: of those that do the same to equal copies a single one."""
        alike = self.keys.alike(node)
        return alike if alike is node.options else list(dict.fromkeys(alike))

    def concrete(self, node: Node, option: str) -> str:
        """An answer as the game knows it here."""
        if ANY not in option:
            return option
        return node.options[self.keys.alike(node).index(option)]

    def weights(self, node: Node, options: Sequence[str]) -> list[Fraction]:
        """How likely chance gives each of the options."""
        choice = node.game.choice
        assert choice is not None
        weights = choice.weights or (1,) * len(choice.options)
        sums: Counter[str] = Counter()
        for option, weight in zip(self.keys.alike(node), weights):
            sums[option] += weight
        return [Fraction(sums[option], sum(weights)) for option in options]

    def prompt(self, node: Node) -> str:
        choice = node.game.choice
        assert choice is not None
        return choice.prompt

    def player(self, node: Node) -> str:
        choice = node.game.choice
        assert choice is not None
        return choice.player


class Known(NamedTuple):
    """What was proved of a position: how likely the goal is reached, and in how many answers at the most."""

    value: Value
    distance: int


class Looked:
    """A position that was looked at: who moves there, the answers, and where each one leads as far as it was tried."""

    __slots__ = ("mover", "options", "after", "weights")

    def __init__(self, mover: int, options: Sequence[str], weights: list[Fraction] | None) -> None:
        self.mover = mover
        self.options = options
        self.after: list[int | Known | None] = [None] * len(options)  # the key of a position, or how it ends
        self.weights = weights


class _Frame:
    """A position whose answers are being looked at; its game is made only when it is needed."""

    __slots__ = ("node", "key", "looked", "order", "next", "depth", "cut", "best", "distance", "before", "option")

    def __init__(self, key: int, looked: Looked, order: Sequence[int], depth: int) -> None:
        self.node: Node | None = None
        self.key = key
        self.looked = looked
        self.order = order
        self.next = 0
        self.depth = depth
        self.cut = False  # an answer was not looked at to its end
        self.best: Value = 0 if looked.mover != THEIRS else 1
        self.distance = 0
        self.before: _Frame | None = None  # the position before this one, and the answer that leads here
        self.option = ""


class Search:
    """What is known of positions, and the search that finds out more; it can pause after every few positions."""

    def __init__(self, positions: Any) -> None:
        self.positions = positions
        self.known: dict[int, Known] = {}
        self.tried: dict[int, int] = {}  # looked at to this depth without a result
        self.looked: dict[int, Looked] = {}
        self.nodes = 0
        self.deepest = 0
        self._good: dict[tuple[int, str], int] = {}  # how often an answer decided a position for whoever gave it
        self._same: dict[Any, Any] = {}  # what is equal is kept once
        self._kept: dict[int, Node] = {}  # positions at the edge of the search
        self._patient = hasattr(positions, "following")  # to follow an answer takes long, and is done in steps
        self._most_kept = MAX_KEPT // 50 if self._patient else MAX_KEPT  # there is more to a position of many cases
        self._prepared: tuple[Node, str, Node] | None = None  # a position, an answer, and where it leads

    def decide(self, node: Node, most: int = DEPTHS[-1]) -> Iterator[None]:
        """Look deeper and deeper until it is known what can be reached from a position, or to the greatest depth.

        Pauses often; what was found is in `result` afterwards.
        """
        for depth in DEPTHS:
            if depth > most or self.result(node) is not None:
                break
            self.deepest = max(self.deepest, depth)
            yield from self._to(node, depth)
        while self._kept:  # thousands of games are not put away in a moment
            for _ in range(min(SLICE, len(self._kept))):
                self._kept.popitem()
            yield

    def prepare(self, node: Node, option: str) -> Iterator[None]:
        """Where an answer takes long to follow, do that in steps; `after` then has it ready."""
        if self._patient:
            look = self.positions.look
            before = look.looks
            found = yield from self.positions.following(node, option)
            self.nodes += look.looks - before
            self._prepared = (node, option, found)

    def after(self, node: Node, option: str, last: bool = False) -> Node:
        """The position after an answer. Every position on the way counts, also one in which a single answer is possible."""
        ready, self._prepared = self._prepared, None
        if ready is not None and ready[0] is node and ready[1] == option:
            return ready[2]
        look = self.positions.look
        before = look.looks
        found: Node = self.positions.after(node, option, last)
        self.nodes += look.looks - before
        return found

    def result(self, node: Node) -> Known | None:
        if node.mover == OVER:
            return Known(node.value, 0)
        return self.known.get(node.key)

    def _to(self, root: Node, depth: int) -> Iterator[None]:
        """Search to a depth. A search keeps what it makes, so Python seldom looks for what could be thrown away meanwhile."""
        usual = gc.get_threshold()
        gc.set_threshold(*SELDOM)
        try:
            yield from self._deeper(root, depth)
        finally:
            gc.set_threshold(*usual)

    def _deeper(self, root: Node, depth: int) -> Iterator[None]:
        """Search to a depth, with a stack of our own, so that it can pause anywhere."""
        known, tried = self.known, self.tried
        stack = [self._frame(root.key, root, depth)]
        pause = self.nodes + SLICE
        while stack:
            frame = stack[-1]
            if frame.next == len(frame.order):
                stack.pop()
                found = self._settle(frame)
                if stack:
                    self._take(stack[-1], found)
                elif found is not None:
                    known[root.key] = found  # also when nothing else can be remembered any more
                continue
            if self.nodes >= pause:
                pause = self.nodes + SLICE
                yield
            number = frame.order[frame.next]
            frame.next += 1
            after, node = frame.looked.after[number], None
            if after is None:
                if self._patient:
                    yield from self._prepare_frame(frame, frame.looked.options[number])
                after, node = self._try(frame, number, len(stack) > 1)
            else:
                self.nodes += 1
            if isinstance(after, Known):
                self._take(frame, after)
            elif (found := known.get(after)) is not None:
                self._take(frame, found)
            elif frame.depth <= 1 or tried.get(after, 0) >= frame.depth - 1:
                frame.cut = True
                if node is not None and len(self._kept) < self._most_kept:
                    self._kept[after] = node  # where the next, deeper search goes on
            else:
                option = frame.looked.options[number]
                node = node or self._kept.pop(after, None)
                if node is None and after not in self.looked:
                    if self._patient:
                        yield from self._prepare_frame(frame, option)
                    node = self.after(self._node(frame), option)
                new = self._frame(after, node, frame.depth - 1)
                new.before, new.option = frame, option
                stack.append(new)

    def _try(self, frame: _Frame, number: int, last: bool) -> tuple[int | Known, Node]:
        """Give an answer for the first time. The game of a position is used up by its last answer, but for the root's."""
        before = self._node(frame)
        last = last and frame.next == len(frame.order)
        node = self.after(before, frame.looked.options[number], last)
        if last:
            frame.node = None
        after: int | Known = self._once(Known(node.value, 0)) if node.mover == OVER else node.key
        frame.looked.after[number] = after
        return after, node

    def _prepare_frame(self, frame: _Frame, option: str) -> Iterator[None]:
        """In steps what `_node` and then `after` would do at once."""
        missing, above = [], frame
        while above.node is None:
            missing.append(above)
            assert above.before is not None
            above = above.before
        node = above.node
        for below in reversed(missing):
            yield from self.prepare(node, below.option)
            node = below.node = self.after(node, below.option)
        yield from self.prepare(node, option)

    def _node(self, frame: _Frame) -> Node:
        """The position of a frame; where it was only remembered so far, the answers from above are given again."""
        missing = []
        while frame.node is None:
            missing.append(frame)
            assert frame.before is not None
            frame = frame.before
        node = frame.node
        for frame in reversed(missing):
            node = frame.node = self.after(node, frame.option)
        return node

    def _frame(self, key: int, node: Node | None, depth: int) -> _Frame:
        looked = self.looked.get(key)
        if looked is None:
            assert node is not None
            options = [self._once(option) for option in self.positions.options(node)]
            weights = self.positions.weights(node, options) if node.mover == CHANCE else None
            looked = Looked(node.mover, options, weights)
            if len(self.looked) < MAX_LOOKED:
                self.looked[key] = looked
        order: Sequence[int] = range(len(looked.options))
        if looked.mover != CHANCE and len(order) > 1 and self._good:
            good, mover, options = self._good, looked.mover, looked.options
            order = sorted(order, key=lambda number: -good.get((mover, options[number]), 0))
        frame = _Frame(key, looked, order, depth)
        frame.node = node
        return frame

    def _take(self, frame: _Frame, found: Known | None) -> None:
        """What an answer leads to, for the position where it is given; one that decides ends the look at the others."""
        if found is None:
            frame.cut = True
            return
        value, distance = found
        mover = frame.looked.mover
        if mover == OURS:
            if value > frame.best:
                frame.best, frame.distance = value, distance + 1
            if value == 1:
                self._decided(frame)
            elif not frame.best:
                frame.distance = max(frame.distance, distance + 1)
        elif mover == THEIRS:
            if value < frame.best:
                frame.best = value
            frame.distance = max(frame.distance, distance + 1)
            if value == 0:
                self._decided(frame)
        else:
            assert frame.looked.weights is not None
            frame.best += frame.looked.weights[frame.order[frame.next - 1]] * value
            frame.distance = max(frame.distance, distance + 1)

    def _decided(self, frame: _Frame) -> None:
        answer = (frame.looked.mover, frame.looked.options[frame.order[frame.next - 1]])
        self._good[answer] = self._good.get(answer, 0) + 1
        frame.cut = False
        frame.next = len(frame.order)

    def _settle(self, frame: _Frame) -> Known | None:
        """All answers of a position have been looked at: remember what came of it, as long as there is room."""
        if len(self.known) + len(self.tried) > MAX_ENTRIES:
            self.tried.clear()
        room = len(self.known) < MAX_ENTRIES
        if frame.cut:
            if room:
                self.tried[frame.key] = frame.depth
            return None
        value = int(frame.best) if frame.best in (0, 1) else frame.best
        found = self._once(Known(value, frame.distance))
        if room:
            self.known[frame.key] = found
            self.tried.pop(frame.key, None)
        return found

    def _once(self, thing: Any) -> Any:
        return self._same.setdefault(thing, thing)
