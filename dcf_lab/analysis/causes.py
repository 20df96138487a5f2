"""What caused what: the log of a table as a graph, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, NamedTuple

import networkx

from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.table import Cause, Table
from dcf_lab.engine.telling import name
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
        """What a film tells anew; every event learns its place in the graph: `label`, `layer`, `at`, `edges`, `since`."""
        void = [number for number in self.stands if number >= reel["from"]]
        self.remove_nodes_from([node for node in self if _time(node)[0] >= reel["from"]])
        for number in void:
            del self.stands[number]
        for event in reel["events"]:
            self._add(event, table)

    def _add(self, event: Told, table: Table) -> None:
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
            "label": _label(table, event),
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


def _label(table: Table, event: Told) -> str:
    """An event in a few words: 'Damage 4 → Batman'."""
    kind, by, to, amount = (event[word] for word in ("kind", "by", "to", "amount"))
    if kind == "refused":
        return str(event["refused"][0]["what"])
    if event["depth"] == "stage" or kind == "only answer":
        return str(event["text"]).removesuffix(".")
    if kind == "answer" and "answer" in event:
        return f"Answer: {event['answer']}"
    doer = f": {name(table, by)}" if by in table.rules.library and by != to else ""
    return f"{capital(kind)}{doer if amount is None else f' {amount}'}{f' → {name(table, to)}' if to else ''}"


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


def _found(graph: Causes, event: Shown) -> Shown:
    if event not in graph:
        raise LookupError(f"event {event} is not in this graph")
    return event


def _in_order(nodes: Iterable[Shown]) -> list[Shown]:
    return sorted(nodes, key=_time)


def _time(node: Shown) -> tuple[int, int]:
    return node if isinstance(node, tuple) else (node, -1)


# the picture

COLOURS = ("#D55E00", "#0072B2", "#007A59", "#A8467F", "#8A6100")  # of the sides; safe for colour-blind people, and shapes differ
NOBODYS = "#6E6E6E"
EDGES = {
    "triggered by": ("#8A8A8A", ""),
    "chosen by": ("#007A59", "7 3"),
    "modified by": ("#A8467F", "2 3"),
    "paid by": ("#8A6100", "9 3 2 3"),
    "replaced": ("#1F78B4", "1 4"),
    "prevented by": ("#000000", "12 4"),
    NEAR: ("#B0B0B0", "3 6"),
}
_ROW, _STEP, _LEFT, _TOP = 26, 32, 64, 62
_DEEPEST = 16
_LONGEST = 110


def picture(graph: Causes, most: int = MOST_DRAWN) -> str:
    """The graph as SVG: a row for each event in order of time, further right what was triggered by it."""
    nodes = _in_order(graph)
    drawn, left_out = nodes[:most], len(nodes) - most
    spots = {
        node: (_LEFT + _STEP * min(graph.nodes[node]["layer"], _DEEPEST), _TOP + _ROW * row) for row, node in enumerate(drawn)
    }
    width = max([640, *(x + 30 + 7 * min(len(graph.nodes[n]["text"]), _LONGEST) for n, (x, _) in spots.items())])
    height = _TOP + _ROW * len(drawn) + (_ROW if left_out > 0 else 0)
    edges = [(cause, effect, kind) for cause, effect, kind in graph.edges(keys=True) if cause in spots and effect in spots]
    lines = [_edge(spots[cause], spots[effect], kind) for cause, effect, kind in edges]
    lines += [_drawn_node(graph, node, *spots[node]) for node in drawn]
    if left_out > 0:
        lines.append(_words(_LEFT, height - 8, f"… and {left_out} more events that are left out here", "#333"))
    kinds = [kind for kind in EDGES if any(kind == used for _, _, used in edges)]
    about = f"Cause graph of {len(nodes)} events and {graph.number_of_edges()} causes"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{about}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="13">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{_legend(graph, kinds)}{"".join(lines)}</svg>'
    )


def _drawn_node(graph: Causes, node: Shown, x: int, y: int) -> str:
    data = graph.nodes[node]
    text = data["text"] if len(data["text"]) <= _LONGEST else data["text"][: _LONGEST - 1] + "…"
    weight = {"stage": "700", "action": "600"}.get(data["depth"], "400")
    colour = "#595959" if data["kind"] == "near miss" else "#111"
    drawn = f"{_shape(graph, data, x, y)}{_words(x + 14, y + 4, text, colour, weight)}"
    return f"<g><title>{escape(_hover(graph, node, data))}</title>{drawn}</g>"


def _hover(graph: Causes, node: Shown, data: dict[str, Any]) -> str:
    """The sentence with its arithmetic, and every rule in words."""
    texts = graph.graph["manual"].rules()
    number = node[0] if isinstance(node, tuple) else node
    rules = [f"{texts[rule]['name']}: {texts[rule]['text']}" if rule in texts else rule for rule in data["rules"]]
    return "\n".join([f"{number}. {data['text']}", *rules])


def _shape(graph: Causes, data: dict[str, Any], x: int, y: int) -> str:
    """A square for one side, a round for the other ones, a diamond for nobody; hollow if it did not happen."""
    sides = list(graph.graph["manual"].SIDES)
    number = sides.index(data["side"]) if data["side"] in sides else -1
    colour = COLOURS[number % len(COLOURS)] if number >= 0 else NOBODYS
    paint = f'fill="{"#fff" if data["kind"] == "near miss" else colour}" stroke="{colour}" stroke-width="1.5"'
    if number > 0:
        return f'<circle cx="{x}" cy="{y}" r="6" {paint}/>'
    if number == 0:
        return f'<rect x="{x - 5}" y="{y - 5}" width="11" height="11" {paint}/>'
    return f'<path d="M{x} {y - 7}l7 7l-7 7l-7-7z" {paint}/>'


def _edge(start: tuple[int, int], end: tuple[int, int], kind: str) -> str:
    (x, y), (to_x, to_y) = start, end
    stem = kind in ("triggered by", NEAR) and to_x > x
    if stem:
        path = f"M{x} {y + 7}V{to_y}H{to_x - 9}"
    else:
        out = min(x, to_x) - min(14 + (to_y - y) // 6, 50)
        path = f"M{x - 8} {y}C{out} {y} {out} {to_y} {to_x - 9} {to_y}"
    return f'<path d="{path}" {_stroke(kind)}/><path d="M{to_x - 13} {to_y - 3}l5 3l-5 3z" fill="{_way(kind)[0]}"/>'


def _way(kind: str) -> tuple[str, str]:
    return EDGES.get(kind, ("#000000", "4 2"))


def _stroke(kind: str) -> str:
    colour, dash = _way(kind)
    return f'fill="none" stroke="{colour}" stroke-width="1.5"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _legend(graph: Causes, kinds: Iterable[str]) -> str:
    parts, x = [], 14
    for side, word in (*graph.graph["manual"].SIDES.items(), ("", "nobody")):
        parts.append(_shape(graph, {"side": side, "kind": ""}, x, 14) + _words(x + 12, 18, word))
        x += 84
    x = 14
    for kind in kinds:
        parts.append(f'<path d="M{x - 6} 36h30" {_stroke(kind)}/>{_words(x + 30, 40, kind)}')
        x += 56 + 7 * len(kind)
    return "".join(parts)


def _words(x: int, y: int, text: str, colour: str = "#111", weight: str = "400") -> str:
    halo = 'stroke="#fff" stroke-width="3" paint-order="stroke"'  # a line that passes behind does not strike it through
    return f'<text x="{x}" y="{y}" fill="{colour}" font-weight="{weight}" {halo}>{escape(text)}</text>'
