"""Where the nodes of a graph of causes are drawn, and how its arrows run; `page/explore/layout.js` does the same in the browser.

Time runs one way, in steps: whatever was caused stands in a later step than its causes, and nothing stands before what happened
before it. Beside each other in a step stands what happened without waiting for one another. There are no lanes for the sides:
nearly all that happens in an action is one side's, and the lanes of the others would stay empty.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

TRACKS = 4  # arrows that can run beside each other between two slots

Node = Any
Cell = tuple[int, int]  # step and slot
Point = tuple[float, float]  # along the time, and across it


class Arrow(NamedTuple):
    """An edge and the points through which it runs; between two of them it is straight or bends inside a gap."""

    cause: Node
    effect: Node
    kind: str
    points: list[Point]


class Grid(NamedTuple):
    """How large everything is: `starts` and `ends` of the steps, the width of a slot and of the gutters between them."""

    starts: list[float]
    ends: list[float]
    across: float
    gutter: float

    def middle(self, slot: int) -> float:
        return self.gutter + slot * (self.across + self.gutter) + self.across / 2


def cells(nodes: Iterable[Node], causes: Mapping[Node, Sequence[Node]], wide: int) -> dict[Node, Cell]:
    """A step and a slot for each node; they come in order of time, with the causes of each that are drawn.

    >>> cells("abcd", {"b": "a", "c": "a", "d": "bc"}, 3)
    {'a': (0, 1), 'b': (1, 0), 'c': (1, 1), 'd': (2, 0)}
    """
    steps: list[list[Node]] = []
    found: dict[Node, int] = {}
    for node in nodes:
        least = max((found[cause] + 1 for cause in causes.get(node, ())), default=0)
        if least >= len(steps) or len(steps[-1]) == wide:
            steps.append([])
        steps[-1].append(node)
        found[node] = len(steps) - 1
    placed: dict[Node, Cell] = {}
    for step, beside in enumerate(steps):
        slots = _slots([_wish([placed[cause][1] for cause in causes.get(node, ())], wide) for node in beside], wide)
        placed |= {node: (step, slot) for node, slot in zip(beside, slots, strict=True)}
    return placed


def _wish(slots: list[int], wide: int) -> float:
    """Below its causes; in the middle, if it has none."""
    return sum(slots) / len(slots) if slots else (wide - 1) // 2


def _slots(wishes: list[float], wide: int) -> list[int]:
    """A slot for each, one after the other and all together as near as can be to where they would be."""
    ways: list[tuple[float, list[int]] | None] = [(0.0, [])]  # the best way that ends before each slot
    for number, wish in enumerate(wishes):
        best: list[tuple[float, list[int]] | None] = [None] * (number + 1)
        for slot in range(number, wide):
            before = ways[min(slot, len(ways) - 1)]
            assert before is not None
            way = (before[0] + abs(slot - wish), [*before[1], slot])
            last = best[-1]
            best.append(way if last is None or way[0] < last[0] else last)
        ways = best
    found = ways[-1]
    assert found is not None
    return found[1]


def grid(deep: Sequence[float], gap: float, across: float, gutter: float) -> Grid:
    """The sizes of a drawing whose steps are so deep."""
    starts, at = [], 0.0
    for size in deep:
        starts.append(at + gap)
        at += gap + size
    return Grid(starts, [start + size for start, size in zip(starts, deep, strict=True)], across, gutter)


def arrows(
    placed: Mapping[Node, Cell], edges: Iterable[tuple[Node, Node, str]], sizes: Grid, ports: Mapping[str, float]
) -> list[Arrow]:
    """Every edge as a line that passes no box: straight over free places if it can, else between two slots."""
    free = _Free(placed, sizes)
    return [_arrow(placed[cause], placed[effect], (cause, effect, kind), sizes, ports.get(kind, 0), free)
            for cause, effect, kind in edges]  # fmt: skip


def _arrow(start: Cell, end: Cell, edge: tuple[Node, Node, str], sizes: Grid, port: float, free: _Free) -> Arrow:
    (step, slot), (to_step, to_slot) = start, end
    out, into = sizes.middle(slot) + port, sizes.middle(to_slot) + port
    points = [(sizes.ends[step], out), (sizes.starts[to_step], into)]
    if to_step > step + 1:
        way = free.way(start, end, (edge[0], edge[2]), port)
        points[1:1] = [(sizes.starts[step + 1], way), (sizes.ends[to_step - 1], way)]
    return Arrow(*edge, points)


class _Free:
    """Which ways between the boxes are still free."""

    def __init__(self, placed: Mapping[Node, Cell], sizes: Grid) -> None:
        self.boxes = set(placed.values())
        self.slots = max((slot for _, slot in placed.values()), default=0) + 1
        self.sizes = sizes
        self.tracks: dict[tuple[str, int], list[dict[Hashable, Cell]]] = {}  # of each way: who runs there, from where to where

    def way(self, start: Cell, end: Cell, key: Hashable, port: float) -> float:
        """Where to run from a step to a later one; what has the same cause and kind runs together."""
        (step, slot), (to_step, to_slot) = start, end
        for straight in dict.fromkeys((to_slot, slot)):
            empty = all((between, straight) not in self.boxes for between in range(step + 1, to_step))
            if empty and self._track(("slot", straight), (step, to_step), key, 1) == 0:
                return self.sizes.middle(straight) + port
        beside = [(abs(gutter - slot - 0.5) + abs(gutter - to_slot - 0.5), gutter) for gutter in range(self.slots + 1)]
        ways = [gutter for _, gutter in sorted(beside)]
        for gutter in ways:
            if (track := self._track(("gutter", gutter), (step, to_step), key, TRACKS)) is not None:
                return self._between(gutter, track)
        return self._between(ways[0], step % TRACKS)  # very many: some share a line

    def _between(self, gutter: int, track: int) -> float:
        room = self.sizes.gutter
        return gutter * (self.sizes.across + room) + room * (track + 1) / (TRACKS + 1)

    def _track(self, which: tuple[str, int], run: Cell, key: Hashable, most: int) -> int | None:
        tracks = self.tracks.setdefault(which, [])
        for number, taken in enumerate([*tracks, {}][:most]):
            if all(other == key or end <= run[0] or begin >= run[1] for other, (begin, end) in taken.items()):
                if number == len(tracks):
                    tracks.append(taken)
                begin, end = taken.get(key, run)
                taken[key] = min(begin, run[0]), max(end, run[1])
                return number
        return None
