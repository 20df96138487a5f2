"""What caused what: the log of a table as a graph, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NamedTuple

import networkx

from dcf_lab.engine.table import Cause, Table
from dcf_lab.timeline.film import Film

MOST_DRAWN = 200
SCOPES = ("action", "phase", "round", "game")
DEPTHS = ("stage", "action", "effect", "atom")  # each shows also what those before it show
NEAR = "did not react"

Shown = int | tuple[int, int]  # an event's number; a near miss is (the window's number, which of its misses)
Told = dict[str, Any]  # an event as a film tells it


class _Stand(NamedTuple):
    """Where an event is seen when only some are drawn: of each depth, and of each scope the event with which it began."""

    at: list[int | None]  # the event itself, or the nearest one drawn of those that triggered it
    sources: list[frozenset[int]]  # itself, or the nearest ones drawn of all its causes
    since: list[int]


class Causes(networkx.MultiDiGraph):
    """Events as nodes, an edge from each cause to its effect for every kind of cause between them; a view of the log.

    Windows are moments at which somebody might have reacted: nothing happened, so they are no nodes; whoever did not react is.

    >>> from dcf_lab.timeline.timeline import new_game
    >>> graph = cause_graph(new_game(seed=1).game().table)
    >>> graph.nodes[1]["text"], sorted(graph.edges[0, 1, "triggered by"])
    ("Cheetah joins the Rogue's team.", ['kind'])
    """

    def __init__(self, data: Any = None, **words: Any) -> None:
        super().__init__(data, **words)
        self.stands: dict[int, _Stand] = {}

    def take(self, reel: Mapping[str, Any], table: Table) -> None:
        """What a film tells anew; every event learns its place in the graph: `layer`, `at`, `edges`, `since`."""
        void = [number for number in self.stands if number >= reel["from"]]
        self.remove_nodes_from([node for node in self if _time(node)[0] >= reel["from"]])
        for number in void:
            del self.stands[number]
        for event in reel["events"]:
            self._add(event)

    def _add(self, event: Told) -> None:
        number, shown = event["id"], event["kind"] != "window"
        known = [cause for cause in event["causes"] if cause.event in self.stands]
        trigger = next((cause.event for cause in known if cause.kind == "triggered by"), None)
        up = self.stands[trigger] if trigger is not None else None
        first = DEPTHS.index(event["depth"]) if shown else len(DEPTHS)
        stand = self.stands[number] = _Stand(
            [number if n >= first else up and up.at[n] for n in range(len(DEPTHS))],
            [
                frozenset({number}) if n >= first else frozenset().union(*(self.stands[one.event].sources[n] for one in known))
                for n in range(len(DEPTHS))
            ],
            self._since(event),
        )
        further = [cause for cause in known if cause != ("triggered by", trigger)]
        event |= {
            "layer": self.nodes[trigger]["layer"] + 1 if trigger in self else 0,
            "at": stand.at,
            "edges": [self._edges(further, n) if n >= first else [] for n in range(len(DEPTHS))],
            "since": stand.since,
        }
        if shown:
            self.add_node(number, **{word: event[word] for word in _OF_NODES})
            for cause in known:
                self.add_edge(cause.event, number, key=cause.kind, kind=cause.kind)
        for n, miss in enumerate(event.get("near", ())):
            self.add_node(
                (number, n), **{word: event[word] for word in _OF_NODES} | {
                    "kind": "near miss", "by": miss["card"], "amount": None, "text": miss["text"], "side": miss["side"],
                    "rules": tuple(dict.fromkeys(rule for rule, *_ in miss["clauses"])), "depth": "atom",
                    "label": f"{miss['name']} did not react",
                },
            )  # fmt: skip
            miss["label"] = self.nodes[number, n]["label"]
            if trigger in self:
                self.add_edge(trigger, (number, n), key=NEAR, kind=NEAR)

    def _since(self, event: Told) -> list[int]:
        before = self.stands.get(event["id"] - 1)
        wide = SCOPES.index(event["begins"]) if event["begins"] else -1  # with a round also a phase and an action begin
        return [event["id"] if before is None or n <= wide else before.since[n] for n in range(len(SCOPES) - 1)]

    def _edges(self, causes: Iterable[Cause], depth: int) -> list[tuple[str, int, bool]]:
        """Every cause but the one that triggered it; one that is not drawn is replaced by the nearest causes of it that are."""
        edges: list[tuple[str, int, bool]] = []
        for kind, cause in causes:
            direct = self.stands[cause].at[depth] == cause
            edges += [
                (kind, source, direct) for source in sorted(self.stands[cause].sources[depth])
                if direct or all(source != start for _, start, _ in edges)
            ]  # fmt: skip
        return edges

    def _repr_html_(self) -> str:
        return f'<div style="overflow:auto;max-height:640px">{picture(self)}</div>'


_OF_NODES = ("kind", "by", "to", "amount", "text", "rules", "parts", "causes", "side", "depth", "layer", "label")


def cause_graph(
    table: Table, first: int = 0, last: int | None = None, seat: str | None = None, near: bool = False
) -> Causes:  # fmt: skip
    """The events from `first` to `last` (both of them, the log's end if there is no last) and what caused them.

    A cause before `first` has no node; it stands in the node's `causes` all the same. With `near` everybody who did not react is
    one, too.
    """
    events = Film(seat).reel(table)["events"]
    last = len(events) - 1 if last is None else min(last, len(events) - 1)
    first = max(first, 0)
    graph = Causes(first=first, last=last, manual=table.rules.manual)
    graph.take({"from": first, "events": events[first : last + 1]}, table)
    if not near:
        graph.remove_nodes_from([node for node in graph if isinstance(node, tuple)])
    return graph


def why(graph: Causes, event: Shown) -> list[Shown]:
    """Everything that led to an event, in order of time."""
    return _in_order(networkx.ancestors(graph, _found(graph, event)))


def followed(graph: Causes, event: Shown) -> list[Shown]:
    """Everything that came of an event, in order of time."""
    return _in_order(networkx.descendants(graph, _found(graph, event)))


def span(graph: Causes, event: int, scope: str) -> tuple[int, int]:
    """The first and the last event of the action, phase or round that an event is in, or of the whole graph."""
    if scope not in SCOPES:
        raise ValueError(f"{scope!r} is no scope; there are {', '.join(SCOPES)}")
    numbers = list(graph.stands) or [0]
    if scope == "game" or not graph.stands:
        return numbers[0], numbers[-1]
    which = SCOPES.index(scope)
    first = graph.stands[min(max(event, numbers[0]), numbers[-1])].since[which]
    return first, max(number for number, stand in graph.stands.items() if stand.since[which] == first)


def drawn(graph: Causes, depth: str = "atom") -> tuple[list[Shown], list[tuple[Shown, Shown, str]]]:
    """The nodes at a depth in order of time, and the edges between them; who is not drawn is seen in what triggered it."""
    deep = DEPTHS.index(depth)
    nodes = [node for node in _in_order(graph) if DEPTHS.index(graph.nodes[node]["depth"]) <= deep]
    edges: dict[tuple[Shown, Shown, str], None] = {}
    for node in nodes:
        causes = [cause for cause in graph.nodes[node]["causes"] if cause.event in graph.stands]
        trigger = next((cause.event for cause in causes if cause.kind == "triggered by"), None)
        up = graph.stands[trigger].at[deep] if trigger is not None else None
        if up is not None:
            edges[up, node, "triggered by" if isinstance(node, int) else NEAR] = None
        if isinstance(node, int):
            for kind, source, direct in graph._edges([cause for cause in causes if cause != ("triggered by", trigger)], deep):
                if direct or source != up:  # passed on from one that is not drawn, it says nothing new
                    edges[source, node, kind] = None
    return nodes, list(edges)


def _found(graph: Causes, event: Shown) -> Shown:
    if event not in graph:
        raise LookupError(f"event {event} is not in this graph")
    return event


def _in_order(nodes: Iterable[Shown]) -> list[Shown]:
    return sorted(nodes, key=_time)


def _time(node: Shown) -> tuple[int, int]:
    return node if isinstance(node, tuple) else (node, -1)


# the picture

SIDES = (("#a63a00", "#fdf0e8"), ("#00568a", "#e8f2f9"), ("#006b4f", "#e4f3ee"), ("#8a2068", "#f9ebf4"), ("#6b5200", "#f7f2dc"))
ROUND = (1, 11, 6, 9, 3)  # corners of their boxes, for whoever does not see the colours
NOBODYS = ("#4d5763", "#eef0f3")
EDGES = {
    "triggered by": ("#6d7680", ""),
    "chosen by": ("#007a59", "7 3"),
    "modified by": ("#a8467f", "2 3"),
    "paid by": ("#8a6100", "9 3 2 3"),
    "replaced": ("#1f78b4", "1 4"),
    "prevented by": ("#000000", "12 4"),
    NEAR: ("#767f89", "3 6"),
}
PORTS = dict(zip(EDGES, (0, -3, 3, -5, 5, -7, 7), strict=True))  # where on a box each kind arrives, from its middle
_EDGE, _TOP, _HIGH, _APART, _INDENT, _LANE = 18, 50, 22, 7, 26, 7  # pixels

Point = tuple[float, float]  # from the left, and from the top


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float


class Arrow(NamedTuple):
    """An edge and the corners of its line."""

    cause: Shown
    effect: Shown
    kind: str
    points: list[Point]


class Drawing(NamedTuple):
    """A graph with the place of everything."""

    boxes: dict[Shown, Box]
    arrows: list[Arrow]
    width: float


def draw(graph: Causes, most: int = MOST_DRAWN, depth: str = "atom") -> Drawing:
    """The first nodes of a graph, a row for each in order of time, and each further to the right than what set it off.

    A page that can be folded and has little room wants another picture: `lab/page/explore/layout.js`.
    """
    nodes, edges = drawn(graph, depth)
    shown = dict.fromkeys(nodes[:most])
    edges = [edge for edge in edges if edge[0] in shown and edge[1] in shown]
    setters = {effect: cause for cause, effect, kind in edges if kind in ("triggered by", NEAR)}
    boxes: dict[Shown, Box] = {}
    beside: set[Shown] = set()  # those to which a line leads down from what set them off, at the left of all between them
    above: list[Shown] = []  # what the next one may be set off by
    for row, node in enumerate(shown):
        setter = setters.get(node)
        left = boxes[setter].left + _INDENT if setter is not None else _EDGE
        if setter in above:
            beside.add(node)
        above = [*(one for one in above if boxes[one].left < left), node]
        boxes[node] = Box(left, row * (_HIGH + _APART), _wide(graph.nodes[node]), _HIGH)
    right = max((box.left + box.width for box in boxes.values()), default=0)
    straight = [edge for edge in edges if edge[1] in beside and edge[0] == setters[edge[1]] and edge[2] in ("triggered by", NEAR)]
    round_about = [edge for edge in edges if edge not in straight]
    lanes = _lanes(round_about, {node: row for row, node in enumerate(shown)})
    arrows = [Arrow(*edge, _down(boxes[edge[0]], boxes[edge[1]])) for edge in straight]
    for edge in round_about:
        lane = right + 14 + _LANE * lanes[edge[0], edge[2]]
        arrows.append(Arrow(*edge, _round(boxes[edge[0]], boxes[edge[1]], PORTS.get(edge[2], 0), lane)))
    return Drawing(boxes, arrows, right + 14 + _LANE * len(set(lanes.values())) + _EDGE)


def _wide(data: Mapping[str, Any]) -> float:
    """A label is not measured here: as wide as it may be."""
    return 18 + (8.2 if data["depth"] == "stage" else 7.4) * len(data["label"])


def _down(cause: Box, effect: Box) -> list[Point]:
    x, y = cause.left + 9, effect.top + effect.height / 2
    return [(x, cause.top + cause.height), (x, y), (effect.left, y)]


def _round(cause: Box, effect: Box, port: float, lane: float) -> list[Point]:
    start, end = cause.top + cause.height / 2 + port, effect.top + effect.height / 2 + port
    return [(cause.left + cause.width, start), (lane, start), (lane, end), (effect.left + effect.width, end)]


def _lanes(edges: Iterable[tuple[Shown, Shown, str]], rows: Mapping[Shown, int]) -> dict[tuple[Shown, str], int]:
    """At the right of all boxes: what has the same cause and kind runs together, and alone."""
    runs: dict[tuple[Shown, str], int] = {}  # how far down each goes
    for cause, effect, kind in edges:
        runs[cause, kind] = max(rows[effect], runs.get((cause, kind), 0))
    ends: list[int] = []
    lanes = {}
    for key, end in sorted(runs.items(), key=lambda run: rows[run[0][0]]):
        lanes[key] = next((lane for lane, last in enumerate(ends) if last < rows[key[0]]), len(ends))
        ends[lanes[key] : lanes[key] + 1] = [end]
    return lanes


def picture(graph: Causes, most: int = MOST_DRAWN, depth: str = "atom") -> str:
    """The graph as SVG: time runs down, an arrow leads from each cause to what came of it; 'effect' leaves small steps out."""
    drawing = draw(graph, most, depth)
    left_out = len(drawn(graph, depth)[0]) - len(drawing.boxes)
    height = _TOP + len(drawing.boxes) * (_HIGH + _APART) + 10 + (26 if left_out > 0 else 0)
    legend, width = _legend(graph, [kind for kind in EDGES if any(kind == arrow.kind for arrow in drawing.arrows)])
    width = int(max(width, drawing.width))
    lines = [_arrow(arrow) for arrow in drawing.arrows] + [_drawn_node(graph, node, box) for node, box in drawing.boxes.items()]
    about = f"Cause graph of {len(drawing.boxes)} events and {len(drawing.arrows)} causes"
    more = _words(_EDGE, height - 10, f"… and {left_out} more events that are left out here") if left_out > 0 else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{about}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="13">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{legend}'
        f'<g transform="translate(0 {_TOP})">{"".join(lines)}</g>{more}</svg>'
    )


def _drawn_node(graph: Causes, node: Shown, box: Box) -> str:
    data = graph.nodes[node]
    weight = "600" if data["depth"] == "stage" else "400"
    words = _words(box.left + box.width / 2, box.top + box.height / 2 + 5, data["label"], weight, "middle")
    return f"<g><title>{escape(_hover(graph, node, data))}</title>{_box(graph, data, box)}{words}</g>"


def _hover(graph: Causes, node: Shown, data: dict[str, Any]) -> str:
    """The sentence with its arithmetic, and every rule in words."""
    texts = graph.graph["manual"].rules()
    number = node[0] if isinstance(node, tuple) else node
    rules = [f"{texts[rule]['name']}: {texts[rule]['text']}" if rule in texts else rule for rule in data["rules"]]
    return "\n".join([f"{number + 1}. {data['text']}", *rules])


def _box(graph: Causes, data: Mapping[str, Any], box: Box) -> str:
    """In the colour and with the corners of a side; dashed if it did not happen."""
    sides = list(graph.graph["manual"].SIDES)
    number = sides.index(data["side"]) if data["side"] in sides else -1
    line, ground = SIDES[number % len(SIDES)] if number >= 0 else NOBODYS
    dash = ' stroke-dasharray="4 3"' if data["kind"] == "near miss" else ""
    corner = ROUND[number % len(ROUND)] if number >= 0 else 5
    return (
        f'<rect x="{box.left:g}" y="{box.top:g}" width="{box.width:g}" height="{box.height:g}" rx="{corner}" '
        f'fill="{"#fff" if dash else ground}" '
        f'stroke="{line}" stroke-width="1.5"{dash}/>'
    )


def _arrow(arrow: Arrow) -> str:
    (x, y), *further = arrow.points
    path = f"M{x:g} {y:g}" + "".join(f"L{left:g} {top:g}" for left, top in further)
    (before, _), (x, y) = arrow.points[-2:]
    back = -7 if before < x else 7  # of the head
    head = f'<path d="M{x + back:g} {y - 4:g}v8l{-back} -4z" fill="{_way(arrow.kind)[0]}"/>'
    return f'<path d="{path}" {_stroke(arrow.kind)} stroke-linejoin="round"/>{head}'


def _way(kind: str) -> tuple[str, str]:
    return EDGES.get(kind, ("#000000", "4 2"))


def _stroke(kind: str) -> str:
    colour, dash = _way(kind)
    return f'fill="none" stroke="{colour}" stroke-width="1.5"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _legend(graph: Causes, kinds: Iterable[str]) -> tuple[str, float]:
    """What the boxes and the lines mean, and how wide that is."""
    parts, x = [], _EDGE
    for side, word in (*graph.graph["manual"].SIDES.items(), ("", "the rules")):
        parts.append(_box(graph, {"side": side, "kind": ""}, Box(x, 8, 24, 16)) + _words(x + 30, 21, word))
        x += 50 + 8 * len(word)
    wide, x = x, _EDGE
    for kind in kinds:
        parts.append(f'<path d="M{x} 40h24" {_stroke(kind)}/><path d="M{x + 24} 36v8l7-4z" fill="{_way(kind)[0]}"/>')
        parts.append(_words(x + 38, 44, kind))
        x += 60 + 7 * len(kind)
    return "".join(parts), max(wide, x)


def _words(x: float, y: float, text: str, weight: str = "400", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="#111" font-weight="{weight}" text-anchor="{anchor}">{escape(text)}</text>'
