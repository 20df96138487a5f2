"""What caused what: the log of a table as a graph, and its picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import networkx

from dcf_lab.engine.table import Event, Table
from dcf_lab.games.telling import depth, near_misses, sentence
from dcf_lab.timeline.known import known_log

MOST_DRAWN = 200
SCOPES = ("action", "phase", "round", "game")
NEAR = "did not react"

Node = int | tuple[int, int]  # an event's number; a near miss is (the window's number, which of its misses)


class Causes(networkx.MultiDiGraph):
    """Events as nodes, an edge from each cause to its effect for every kind of cause between them; a view of the log.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> graph = cause_graph(first_game(seed=1).table)
    >>> graph.nodes[1]["text"], sorted(graph.edges[0, 1, "triggered by"])
    ("Cheetah joins the Rogue's team.", ['kind'])
    """

    def _repr_html_(self) -> str:
        return f'<div style="overflow:auto;max-height:640px">{picture(self)}</div>'


def cause_graph(
    table: Table, first: int = 0, last: int | None = None, seat: str | None = None, near: bool = False
) -> Causes:  # fmt: skip
    """The events from `first` to `last` (both of them, the log's end if there is no last) and what caused them.

    A cause before `first` has no node; it stands in the node's `causes` all the same. Windows are moments at which somebody might
    have reacted: nothing happened, so they are no nodes; with `near` everybody who did not react is one.
    """
    history = known_log(table, seat)
    last = len(history) - 1 if last is None else min(last, len(history) - 1)
    first = max(first, 0)
    sides = _sides(table, history)
    graph = Causes(first=first, last=last, manual=table.rules.manual)
    for event in history[first : last + 1]:
        if event.kind == "window":
            if near:
                _add_near_misses(graph, table, event)
            continue
        inside = [cause for cause in event.causes if cause.event in graph]
        graph.add_node(
            event.id, kind=event.kind, by=event.by, to=event.to, amount=event.amount, text=sentence(table, event),
            rules=event.rules, parts=event.parts, causes=event.causes, side=sides[event.id], depth=depth(table, event.kind),
            layer=_layer(graph, event),
        )  # fmt: skip
        for cause in inside:
            graph.add_edge(cause.event, event.id, key=cause.kind, kind=cause.kind)
    return graph


def why(graph: Causes, event: Node) -> list[Node]:
    """Everything that led to an event, in order of time."""
    return _in_order(networkx.ancestors(graph, _found(graph, event)))


def followed(graph: Causes, event: Node) -> list[Node]:
    """Everything that came of an event, in order of time."""
    return _in_order(networkx.descendants(graph, _found(graph, event)))


def span(table: Table, event: int, scope: str) -> tuple[int, int]:
    """The first and the last event of the action, phase or round that an event is in, or of the whole game."""
    if scope not in SCOPES:
        raise ValueError(f"{scope!r} is no scope; there are {', '.join(SCOPES)}")
    history = table.history
    end = len(history) - 1
    event = min(max(event, 0), max(end, 0))
    if scope == "game" or not history:
        return 0, max(end, 0)
    wider = SCOPES[SCOPES.index(scope) :]

    def begins(number: int) -> bool:
        return table.rules.manual.begins(history[number], history[number - 1] if number else None) in wider

    first = event
    while first > 0 and not begins(first):
        first -= 1
    last = event
    while last < end and not begins(last + 1):
        last += 1
    return first, last


def _sides(table: Table, history: Iterable[Event]) -> list[str]:
    """Whose doing each event is: that of the player or card that did it, else of what triggered it."""
    sides: list[str] = []
    for event in history:
        side = table.rules.manual.side(table, event.by) if event.by is not None else ""
        sides.append(side or (sides[event.causes[0].event] if event.causes else ""))
    return sides


def _layer(graph: Causes, event: Event) -> int:
    """How deep an event lies in the tree of what triggered what, as far as it is in the graph."""
    for cause in event.causes:
        if cause.kind == "triggered by" and cause.event in graph:
            layer: int = graph.nodes[cause.event]["layer"] + 1
            return layer
    return 0


def _add_near_misses(graph: Causes, table: Table, window: Event) -> None:
    texts = near_misses(table, [window])
    for number, (text, (card, _, clauses)) in enumerate(zip(texts, window.detail["near"], strict=True)):
        miss = (window.id, number)
        graph.add_node(
            miss, kind="near miss", by=card, to=window.to, amount=None, text=text[:1].upper() + text[1:],
            rules=tuple(dict.fromkeys(clause.rule for clause in clauses)), parts=(), causes=window.causes,
            side=table.rules.manual.side(table, card), depth="atom", layer=_layer(graph, window),
        )  # fmt: skip
        for cause in window.causes:
            if cause.kind == "triggered by" and cause.event in graph:
                graph.add_edge(cause.event, miss, key=NEAR, kind=NEAR)


def _found(graph: Causes, event: Node) -> Node:
    if event not in graph:
        raise LookupError(f"event {event} is not in this graph")
    return event


def _in_order(nodes: Iterable[Node]) -> list[Node]:
    return sorted(nodes, key=_time)


def _time(node: Node) -> tuple[int, int]:
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


def _drawn_node(graph: Causes, node: Node, x: int, y: int) -> str:
    data = graph.nodes[node]
    text = data["text"] if len(data["text"]) <= _LONGEST else data["text"][: _LONGEST - 1] + "…"
    weight = {"stage": "700", "action": "600"}.get(data["depth"], "400")
    colour = "#595959" if data["kind"] == "near miss" else "#111"
    drawn = f"{_shape(graph, data, x, y)}{_words(x + 14, y + 4, text, colour, weight)}"
    return f"<g><title>{escape(_hover(graph, node, data))}</title>{drawn}</g>"


def _hover(graph: Causes, node: Node, data: dict[str, Any]) -> str:
    """The sentence with its arithmetic, and every rule in words."""
    texts = graph.graph["manual"].rules()
    number = node[0] if isinstance(node, tuple) else node
    rules = [f"{rule}: {texts[rule]['text']}" if rule in texts else rule for rule in data["rules"]]
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
