"""How numbers went over a game: whatever its manual counts, read from the log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.games.telling import sentence

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

BY = ("event", "round")


@dataclass
class Curve:
    """One number over time, in steps: from moment `at[n]` on it is `values[n]`. A moment is how many events have happened."""

    key: str
    name: str
    at: list[int] = field(default_factory=lambda: [0])
    values: list[int] = field(default_factory=lambda: [0])

    def value(self, moment: int) -> int:
        return self.values[bisect_right(self.at, moment) - 1]

    def become(self, moment: int, value: int) -> None:
        if value == self.values[-1]:
            return
        if self.at[-1] == moment:
            self.values[-1] = value
        else:
            self.at.append(moment)
            self.values.append(value)


class Span(NamedTuple):
    """A stage or a round, and the moments that it lasts."""

    name: str
    first: int
    last: int


@dataclass
class Series:
    """Every line of a game by what it counts and its key, with the stages and rounds they run through.

    The keys are those of the manual's counts: cards, players, areas like 'rogue.hand'.
    """

    moments: int
    lines: dict[str, dict[str, Curve]]
    stages: list[Span]
    rounds: list[Span]


def series(table: Table) -> Series:
    """The numbers of a game at every moment, by doing its events again one by one.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> lines = series(first_game(seed=1).table).lines
    >>> lines["hands"]["rogue.hand"].values, lines["citizens"]["sanctuary"].values
    ([0, 6], [0])
    """
    film, manual = Table(table.rules, log=False), table.rules.manual
    lines = {
        group: {key: Curve(key, words) for key, words in curves.first(table).items()}
        for group, curves in manual.TIMELINES.items()
    }  # fmt: skip
    stages: list[tuple[str, int]] = []
    rounds: list[tuple[str, int]] = [("Set-up", 0)]
    now = manual.moment(film)
    for event in table.history:
        apply_changes(film, event)
        for group, key, words, value in manual.counted(film, event):
            lines[group].setdefault(key, Curve(key, words)).become(event.id + 1, value)
        before, now = now, manual.moment(film)
        if now.stage != before.stage or (now.round != before.round and now.stage):
            stages.append((now.stage, event.id))
        if now.round != before.round:
            rounds.append((f"Round {now.round}", event.id))
    return Series(table.told, lines, _spans(stages, table.told), _spans(rounds, table.told))


def _spans(begun: list[tuple[str, int]], end: int) -> list[Span]:
    ends = [*(first for _, first in begun[1:]), end]
    return [Span(words, first, last) for (words, first), last in zip(begun, ends) if last > first or last == end]


# rows

_Point = tuple[int | str, int, str]  # where on the axis, which moment, what to say about it


def _points(table: Table, found: Series, by: str, moments: Callable[[], list[int]]) -> list[_Point]:
    """Where values are shown: the moments at which they change, or the end of each round."""
    if by == "round":
        going = found.rounds[-1] if table.facts.get("step") != "over" else None
        return [(s.name, s.last, f"{'so far in' if s is going else 'at the end of'} {s.name}") for s in found.rounds]
    history = table.history
    return [(m, m, sentence(table, history[m - 1]) if m else "The table is empty.") for m in moments()]


def rows(table: Table, what: str, by: str = "event") -> list[list[Any]]:
    """A header, and a row for every moment at which one of the numbers changes, or for every round."""
    found = series(table)
    lines = _lines_of(found, what, by)
    stage = {span.first: span.name for span in found.stages}
    firsts, round_firsts = sorted(stage), [span.first for span in found.rounds]

    def moments() -> list[int]:
        return sorted({moment for line in lines for moment in line.at})

    header = ["round" if by == "round" else "event", "round", "stage", "what happened", *(line.name for line in lines)]
    body = []
    for spot, moment, text in _points(table, found, by, moments):
        event = max(moment - 1, 0)
        number = bisect_right(firsts, event)
        now = stage[firsts[number - 1]] if number else ""
        then = found.rounds[bisect_right(round_firsts, event) - 1].name
        body.append([spot, then, now, text, *(line.value(moment) for line in lines)])
    if by == "round":
        return [[header[0], *header[4:]], *([row[0], *row[4:]] for row in body)]
    return [header, *body]


def _lines_of(found: Series, what: str, by: str) -> list[Curve]:
    if what not in found.lines:
        raise ValueError(f"{what!r} is no timeline; there are {', '.join(found.lines)}")
    if by not in BY:
        raise ValueError(f"{by!r} is no way to count; there are {', '.join(BY)}")
    return list(found.lines[what].values())


# figures

COLOURS = ("#0072B2", "#D55E00", "#007A59", "#A8467F", "#8A6100", "#1F78B4", "#000000", "#5B4FA2")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
MARKERS = ("circle", "square", "diamond", "cross", "triangle-up", "star", "x")
SHADES = ("#F6E7DC", "#DDEAF4", "#F3F0D9", "#ECECEC")  # of the stages, in the order in which they come


def figure_data(table: Table, what: str, by: str = "event") -> dict[str, Any]:
    """A figure as the plain data that plotly draws; made without it."""
    found = series(table)
    lines = _lines_of(found, what, by)
    curves = table.rules.manual.TIMELINES[what]
    traces = [_trace(table, found, line, number, by) for number, line in enumerate(lines)]
    rounds = [span.name for span in found.rounds]
    across = {"title": {"text": "events that have happened"}, "range": [0, max(found.moments, 1)], "zeroline": False}
    if by == "round":
        across = {"title": {"text": "round, at its end"}, "type": "category", "categoryarray": rounds}
    return {
        "data": traces,
        "layout": {
            "title": {"text": curves.title},
            "xaxis": across,
            "yaxis": {"title": {"text": curves.axis}, "rangemode": "tozero", "gridcolor": "#D5D5D5"},
            "shapes": _shading(found) if by == "event" else [],
            "annotations": [] if lines else [_nothing_yet()],
            "hovermode": "closest",
            "plot_bgcolor": "#FFFFFF",
            "paper_bgcolor": "#FFFFFF",
            "font": {"color": "#111111"},
        },
    }


def figure(table: Table, what: str = "citizens", by: str = "event") -> Figure:
    """The same as a plotly figure, for notebooks."""
    from plotly.graph_objects import Figure

    return Figure(figure_data(table, what, by))


def _trace(table: Table, found: Series, line: Curve, number: int, by: str) -> dict[str, Any]:
    def moments() -> list[int]:
        return line.at if line.at[-1] == found.moments else [*line.at, found.moments]  # a line runs to the end

    points = _points(table, found, by, moments)
    colour = COLOURS[number % len(COLOURS)]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": _plain(line.name),
        "meta": line.key,
        "x": [spot for spot, _, _ in points],
        "y": [line.value(moment) for _, moment, _ in points],
        "text": [_plain(text) for _, _, text in points],
        "hovertemplate": "%{y} after %{x}<br>%{text}" if by == "event" else "%{y} %{text}",
        "line": {"shape": "hv" if by == "event" else "linear", "color": colour, "dash": DASHES[number % len(DASHES)], "width": 2},
        "marker": {"symbol": MARKERS[number % len(MARKERS)], "size": 6, "color": colour},
    }


def _plain(text: str) -> str:
    """plotly reads a little HTML in texts; a card's name is none."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _shading(found: Series) -> list[dict[str, Any]]:
    """A coloured span for each stage; named in the legend, and in the picture where there is room."""
    shapes: list[dict[str, Any]] = []
    named: dict[str, str] = {}
    for stage in found.stages:
        shade = named.get(stage.name, SHADES[len(named) % len(SHADES)])
        room = (stage.last - stage.first) / max(found.moments, 1)
        text = stage.name.removesuffix(" Stage") if room >= 0.1 else ""
        shapes.append({
            "type": "rect", "xref": "x", "yref": "paper", "x0": stage.first, "x1": stage.last, "y0": 0, "y1": 1,
            "layer": "below", "line": {"width": 0}, "fillcolor": shade, "name": stage.name,
            "legendgroup": stage.name, "showlegend": stage.name not in named,
            "label": {"text": text, "textposition": "top left", "font": {"size": 11, "color": "#444444"}},
        })  # fmt: skip
        named[stage.name] = shade
    return shapes


def _nothing_yet() -> dict[str, Any]:
    return {"text": "nothing to count yet", "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False}
