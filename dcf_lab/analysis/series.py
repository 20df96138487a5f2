"""How numbers went over a game: whatever its manual counts, as the film tells it, drawn by plotly."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from dcf_lab.engine.table import Table
from dcf_lab.timeline.film import Film

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

BY = ("event", "round")
COLOURS = ("#0072B2", "#D55E00", "#007A59", "#A8467F", "#8A6100", "#1F78B4", "#000000", "#5B4FA2")  # safe for colour-blind people
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
MARKERS = ("circle", "square", "diamond", "cross", "triangle-up", "star", "x")
SHADES = ("#F6E7DC", "#DDEAF4", "#F3F0D9", "#ECECEC")  # of the stages, in the order in which they come


@dataclass
class Curve:
    """One number over time, in steps: from moment `at[n]` on it is `values[n]`. A moment is how many events have happened."""

    key: str
    name: str
    born: int = 0
    at: list[int] = field(default_factory=lambda: [0])
    values: list[int] = field(default_factory=lambda: [0])
    limit: int = 0  # where something happens: a Health, a threshold; 0 is nowhere

    def value(self, moment: int) -> int:
        return self.values[bisect_right(self.at, moment) - 1]

    def become(self, moment: int, value: int) -> None:
        if value != self.values[-1]:
            self.at.append(moment)
            self.values.append(value)

    def forget(self, after: int) -> None:
        keep = bisect_right(self.at, after)
        del self.at[keep:], self.values[keep:]


class Span(NamedTuple):
    """A stage or a round, and the moments that it lasts."""

    name: str
    first: int
    last: int


class Series:
    """Every line of a film by what it counts and its key, with the stages and rounds they run through; it grows with the film.

    The keys are those of the manual's counts: cards, players, areas like 'rogue.hand'.
    """

    def __init__(self, table: Table) -> None:
        self.groups = table.rules.manual.TIMELINES
        self.limit = lambda group, key: self.groups[group].limit(table, key)
        self.lines = {
            group: {key: Curve(key, words, limit=self.limit(group, key)) for key, words in curves.first(table).items()}
            for group, curves in self.groups.items()
        }  # fmt: skip
        self.texts = ["The table is empty."]
        self._moments: list[tuple[int, int, str]] = [(0, 0, "")]  # from which event on it is which round and stage

    def take(self, reel: Mapping[str, Any]) -> None:
        """What a film tells anew; what was told beyond its beginning is void."""
        after = reel["from"]
        del self.texts[after + 1 :]
        self._moments = [(0, 0, ""), *(one for one in self._moments[1:] if one[0] < after)]
        for group, lines in self.lines.items():
            self.lines[group] = {key: line for key, line in lines.items() if line.born <= after}
            for line in self.lines[group].values():
                line.forget(after)
        for event in reel["events"]:
            self.texts.append(event["text"])
            for group, key, words, value in event["lines"]:
                if key in self.lines[group]:
                    self.lines[group][key].become(event["id"] + 1, value)
                elif value:
                    line = self.lines[group][key] = Curve(key, words, event["id"] + 1, limit=self.limit(group, key))
                    line.become(event["id"] + 1, value)
            for book, fact, now in event["set"]:
                if (book, fact) == ("facts", "moment"):
                    self._moments.append((event["id"], *now[:2]))

    @property
    def end(self) -> int:
        return len(self.texts) - 1

    @property
    def rounds(self) -> list[Span]:
        return self._spans([(first, f"Round {number}" if number else "Set-up") for first, number, _ in self._moments])

    @property
    def stages(self) -> list[Span]:
        begun = self._spans([(first, f"{max(number, 1)} {stage}") for first, number, stage in self._moments])
        named = (span._replace(name=span.name.partition(" ")[2]) for span in begun)
        return [span for span in named if span.name]

    def _spans(self, begun: list[tuple[int, str]]) -> list[Span]:
        """What begins anew where its name is another one than before; what lasts no moment is left out."""
        new = [one for n, one in enumerate(begun) if n == 0 or one[1] != begun[n - 1][1]]
        ends = [*(first for first, _ in new[1:]), self.end]
        return [
            Span(words, first, last) for (first, words), last in zip(new, ends, strict=True) if last > first or last == self.end
        ]

    # rows

    def rows(self, what: str, by: str = "event") -> list[list[Any]]:
        """A header, and a row for every moment at which one of the numbers changes, or for every round."""
        lines, rounds, stages = self._lines_of(what, by), self.rounds, self.stages
        names = [line.name for line in lines]
        if by == "round":
            return [["round", *names], *([one.name, *(line.value(one.last) for line in lines)] for one in rounds)]
        rows: list[list[Any]] = [["event", "round", "stage", "what happened", *names]]
        for moment in sorted({moment for line in lines for moment in line.at}):
            told = [moment, _during(rounds, moment), _during(stages, moment), self.texts[moment]]
            rows.append([*told, *(line.value(moment) for line in lines)])
        return rows

    def _lines_of(self, what: str, by: str) -> list[Curve]:
        if what not in self.lines:
            raise ValueError(f"{what!r} is no timeline; there are {', '.join(self.lines)}")
        if by not in BY:
            raise ValueError(f"{by!r} is no way to count; there are {', '.join(BY)}")
        return list(self.lines[what].values())

    # figures

    def figure(self, what: str = "", by: str = "event") -> Figure:
        """The lines of a group over the events, with the stages shaded, or over the rounds with a mark at the end of each."""
        from plotly.graph_objects import Figure

        what = what or next(iter(self.lines))
        lines, rounds = self._lines_of(what, by), self.rounds
        ends = [0, *(span.last for span in rounds)]
        highest = max((1, *(number for line in lines for number in (*line.values, line.limit))))
        across: dict[str, Any] = {"range": [0, max(self.end, 1)], "tickformat": "d", "title_text": "events that have happened"}
        if by == "round":
            ticks = {"tickvals": [n + 0.5 for n in range(len(rounds))], "ticktext": [span.name for span in rounds]}
            across = {"range": [0, len(rounds)], **ticks, "title_text": "rounds, with a mark at the end of each"}
        nothing = {"text": "nothing to count yet", "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5, "showarrow": False}
        return Figure(
            [self._trace(line, n, ends if by == "round" else []) for n, line in enumerate(lines)],
            {
                "template": "none",
                "title": {"text": self.groups[what].title},
                "xaxis": {**across, "zeroline": False, "showgrid": False, "ticks": "outside"},
                "yaxis": {"title": {"text": self.groups[what].axis}, "range": [0, highest * 1.12], "dtick": max(highest // 6, 1)},
                "shapes": [*(self._shading() if by == "event" else ()), *_limits(lines)],
                "annotations": [*([] if lines else [nothing]), *(map(_round_name, rounds) if by == "event" else ())],
                "hovermode": "closest",
                "hoverlabel": {"bgcolor": "#ffffff", "align": "left", "namelength": -1},
                "font": {"color": "#1b1f24"},
                "meta": {"ends": ends},
            },
        )  # fmt: skip

    def _trace(self, line: Curve, number: int, ends: list[int]) -> dict[str, Any]:
        colour = COLOURS[number % len(COLOURS)]
        moments = ends or (line.at if line.at[-1] == self.end else [*line.at, self.end])  # a line runs to the end
        return {
            "type": "scatter",
            "mode": "lines+markers",
            "name": _hover(line.name),
            "uid": line.key,
            "meta": line.name,
            "x": list(range(len(ends))) or list(moments),
            "y": [line.value(moment) for moment in moments],
            "text": [_hover(f"after event {moment}: {self.texts[moment]}") for moment in moments],
            "hovertemplate": "<b>%{fullData.name}: %{y}</b><br>%{text}<extra></extra>",
            "line": {"shape": "linear" if ends else "hv", "color": colour, "dash": DASHES[number % len(DASHES)], "width": 2},
            "marker": {"symbol": MARKERS[number % len(MARKERS)], "size": 6, "color": colour, "maxdisplayed": 40},
        }

    def _shading(self) -> list[dict[str, Any]]:
        """A coloured span for each stage; named in the legend, and in the picture where there is room."""
        stages = self.stages
        shades = {name: SHADES[n % len(SHADES)] for n, name in enumerate(dict.fromkeys(span.name for span in stages))}
        return [
            {
                "type": "rect", "xref": "x", "yref": "paper", "x0": stage.first, "x1": stage.last, "y0": 0, "y1": 1,
                "layer": "below", "line": {"width": 0}, "fillcolor": shades[stage.name], "name": _hover(stage.name),
                "legendgroup": stage.name, "showlegend": all(stage.name != before.name for before in stages[:n]),
                "label": {
                    "text": _hover(stage.name) if stage.last - stage.first >= 0.1 * self.end else "",
                    "textposition": "top left", "font": {"size": 11, "color": "#444444"},
                },
            }
            for n, stage in enumerate(stages)
        ]  # fmt: skip


def _limits(lines: list[Curve]) -> list[dict[str, Any]]:
    """A line across for each number at which something happens, and what it happens to."""
    reached: dict[int, list[tuple[int, str]]] = {}
    for n, line in enumerate(lines):
        if line.limit:
            reached.setdefault(line.limit, []).append((n, line.name))
    return [
        {
            "type": "line", "xref": "paper", "yref": "y", "x0": 0, "x1": 1, "y0": limit, "y1": limit, "layer": "above",
            "line": {"width": 1.5, "dash": "dot", "color": COLOURS[those[0][0] % len(COLOURS)]},
            "name": _hover(f"{limit}: {', '.join(name for _, name in those)}"),
            "label": {"text": str(limit), "textposition": "end", "yanchor": "bottom", "font": {"size": 11, "color": "#444444"}},
        }
        for limit, those in reached.items()
    ]  # fmt: skip


def _round_name(span: Span) -> dict[str, Any]:
    above = {"y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False, "borderpad": 0}
    return {"text": f"| {span.name}", "x": span.first, "xref": "x", "xanchor": "left", **above}


def _during(spans: list[Span], moment: int) -> str:
    """The round or stage that the last event before a moment belongs to."""
    return next((span.name for span in reversed(spans) if span.first <= max(moment - 1, 0)), "")


def _hover(text: str) -> str:
    """In short lines; plotly reads a little HTML in texts, and a card's name is none."""
    return "<br>".join(escape(row, quote=False) for row in wrap(text, 46))


def series(table: Table, seat: str | None = None) -> Series:
    """The numbers of a game at every moment.

    >>> from dcf_lab.timeline.timeline import new_game
    >>> lines = series(new_game(seed=1).game().table).lines
    >>> lines["hands"]["rogue.hand"].values, lines["citizens"]["sanctuary"].values
    ([0, 6], [0])
    """
    found = Series(table)
    found.take(Film(seat).reel(table))
    return found


def figure(table: Table, what: str = "", by: str = "event", seat: str | None = None) -> Figure:
    """A timeline for notebooks."""
    return series(table, seat).figure(what, by)


def news(before: Mapping[str, Any] | None, now: Mapping[str, Any]) -> dict[str, Any]:
    """What is new in a figure that was sent before: of each line and of the shapes what follows the first `keep` of them."""
    then = before or {"data": [], "layout": {}}
    layout = {word: value for word, value in now["layout"].items() if value != then["layout"].get(word)}
    layout["annotations"] = now["layout"].get("annotations", [])
    layout["shapes"] = _rest(*(one["layout"].get("shapes", []) for one in (then, now)))
    old = {trace["uid"]: trace for trace in then["data"]}
    return {"data": [_points(old.get(trace["uid"]), trace) for trace in now["data"]], "layout": layout}


def _points(old: Mapping[str, Any] | None, now: dict[str, Any]) -> dict[str, Any]:
    if old is None or old["marker"] != now["marker"]:
        return now
    return {"uid": now["uid"], **_rest(*(list(zip(one["x"], one["y"], one["text"], strict=True)) for one in (old, now)))}


def _rest(old: list[Any], new: list[Any]) -> dict[str, Any]:
    keep = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return {"keep": keep, "more": new[keep:]}
