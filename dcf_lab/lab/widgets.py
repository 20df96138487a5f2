"""The lab as ipywidgets: a session that is being looked at, and a widget for each part of it, to be put anywhere in a notebook.

from dcf_lab import Session, Board, CauseGraph

session = Session("rulebook/e06")
session.follow()
HBox([Board(session), CauseGraph(session)])
session.moment = 11
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4
from weakref import WeakValueDictionary

import anywidget
import ipywidgets
import traitlets

from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.game import Game
from dcf_lab.lab.app import set_up
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.shelf import scenario
from dcf_lab.lab.widget import plotly, script, style
from dcf_lab.scenario.file import Scenario
from dcf_lab.timeline.timeline import Timeline

Explored = Timeline | Scenario | Game | Path | str  # what can be looked at: a text is a file's path or a scenario's short name


def timeline(x: Explored) -> Timeline:
    """A timeline of whatever somebody wants to look at.

    >>> timeline("rulebook/e06").scenario.title
    'Six would have knocked him out'
    """
    if isinstance(x, Timeline):
        return x
    if isinstance(x, Scenario):
        return Timeline(x)
    if isinstance(x, Game):
        return Timeline.of_game(x)
    if isinstance(x, (Session, View)):
        return x.line
    if isinstance(x, (str, Path)):
        return Timeline.load(x) if Path(x).suffix == ".json" else Timeline(scenario(x))
    raise TypeError(f"{x!r:.60} cannot be explored: give a scenario, a timeline, a game, a file or a scenario's name")


class Session(anywidget.AnyWidget):
    """A scenario being explored: its film is sent to the browser once, and every widget on it shows the same moment."""

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    _key = traitlets.Unicode().tag(sync=True)  # by which its program in the browser knows it
    _page = traitlets.Unicode("").tag(sync=True)  # which page of the lab is opened with it; none is a session for widgets alone

    moment = traitlets.Int(0, help="how many events of the film have happened").tag(sync=True)
    length = traitlets.Int(0, read_only=True, help="how many events the film has").tag(sync=True)
    here = traitlets.Int(0, help="the place in the tree of answers that the film leads to").tag(sync=True)
    choice = traitlets.Dict(None, allow_none=True, read_only=True, help="the question asked at this moment").tag(sync=True)
    seat = traitlets.Unicode(None, allow_none=True, help="whose view it is; None sees it all").tag(sync=True)
    selected = traitlets.Unicode("", help="the card that is looked at").tag(sync=True)

    def __init__(self, x: Explored | None = None, seat: str | None = None, _page: str = "") -> None:
        self._lab = set_up()
        self._speaking = False  # while a message of the browser is answered: what changes then is known there
        super().__init__(_esm=script(), _css=style(), _key=uuid4().hex, _page=_page)
        if x is not None or not _page:
            self._lab.explore.seat = seat
            self._lab.explore.begin(timeline(x) if x is not None else None)
            self._follow_the_lab()
            self.moment = self.length
        self.on_msg(self._receive)
        _sessions[self._key] = self

    def __repr__(self) -> str:
        line = self._lab.explore.line
        if line is None:
            return f"<{type(self).__name__} {self._page!r}: nothing is open yet>"
        asked = f", {self.choice['player']} is asked: {self.choice['question']}" if self.choice else ""
        return f"<{type(self).__name__} of {line.scenario.title!r}: moment {self.moment} of {self.length}{asked}>"

    # the game

    @property
    def line(self) -> Timeline:
        """The timeline, with every branch that was tried on the page, too."""
        line = self._lab.explore.line
        if line is None:
            raise RuntimeError("nothing is open yet: show something with `show`, or the page opens it when it is shown")
        return line

    @property
    def _open(self) -> Explore:
        """What is explored, once something is."""
        assert self.line is not None  # else it has said so
        return self._lab.explore

    def answer(self, *options: str) -> Session:
        """Answer the question of this moment, else the open one, and those after it."""
        for option in options:
            asked = self._lab.explore.question(self.moment)
            self._tell({"do": "answer", "option": option, **({"node": asked["node"]} if asked else {})})
        return self

    def follow(self) -> Session:
        """Follow the scenario's script."""
        if not (self.line.scenario.script or self.line.scenario.variants):
            raise ValueError(f"{self.line.scenario.title!r} has no script to be followed; answer its questions instead")
        self._tell({"do": "script"})
        return self

    def show(self, x: Explored) -> Session:
        """Look at something else."""
        self._lab.explore.begin(timeline(x))
        self.selected = ""
        self.send({"id": None, **self._lab.explore.again()})
        self._follow_the_lab()
        self.moment = self.length
        return self

    @property
    def phases(self) -> list[tuple[str, int]]:
        """The phases of the film, each with the moment at which it begins; one that comes again has a number."""
        times: Counter[str] = Counter()
        found = []
        for name, begun in self._lab.explore.phases:
            times[name] += 1
            found.append((name if times[name] == 1 else f"{name} ({times[name]})", begun))
        return found

    @property
    def phase(self) -> int:
        """The moment at which the present phase began."""
        return max((begun for _, begun in self.phases if begun <= self.moment), default=0)

    # traits that somebody assigns, in Python or by a link in the browser

    @traitlets.validate("moment")
    def _within_the_film(self, proposal: Any) -> int:
        return int(max(0, min(self.length, proposal["value"]))) if self._lab.explore.line is not None else int(proposal["value"])

    @traitlets.validate("here")
    def _a_place_in_the_tree(self, proposal: Any) -> int:
        places = self._lab.explore.places
        if proposal["value"] != 0 and places.answer(self.line, proposal["value"]) is None:
            known = sorted(places.branch(self.line.root))
            among = ", ".join(map(str, known[:20])) + (" and more" if len(known) > 20 else "")
            raise traitlets.TraitError(f"there is no place {proposal['value']} in the tree; there are {among}")
        return int(proposal["value"])

    @traitlets.validate("seat")
    def _a_player(self, proposal: Any) -> str | None:
        seat = proposal["value"] or None
        if seat is not None and seat not in (players := self.line.game.table.rules.players):
            raise traitlets.TraitError(f"nobody is called {seat!r}; there are {', '.join(players)}")
        return seat

    @traitlets.validate("selected")
    def _a_card(self, proposal: Any) -> str:
        card = proposal["value"]
        if card and card not in (cards := self.line.game.table.rules.library):
            raise traitlets.TraitError(f"there is no card {card!r}{did_you_mean(card, cards)}")
        return str(card)

    @traitlets.observe("moment", "length")
    def _ask(self, _change: Any) -> None:
        self.set_trait("choice", self._lab.explore.asked(self.moment))

    @traitlets.observe("here")
    def _go(self, change: Any) -> None:
        if not self._speaking and change["new"] != self._lab.explore.here:
            self._tell({"do": "go", "node": change["new"]})

    @traitlets.observe("seat")
    def _sit(self, change: Any) -> None:
        if not self._speaking and change["new"] != self._lab.explore.seat:
            self._tell({"do": "seat", "seat": change["new"], "moment": self.moment})

    def _tell(self, message: dict[str, Any]) -> None:
        """Do what Python asks for, and let the browser know; a mistake is an error here."""
        shown = None
        for answer in self._open.handle(message):
            self.send({"id": None, **answer})
            shown = answer.get("moment", shown)
        self._follow_the_lab()
        self.moment = self.length if shown is None else shown

    def _follow_the_lab(self) -> None:
        """What the lab knows now is what the traits say; the moment is the browser's to choose."""
        explore = self._lab.explore
        if explore.line is None:
            return
        self._speaking = True
        try:
            with self.hold_trait_notifications():
                self.set_trait("length", explore.length)
                self.here, self.seat = explore.here, explore.seat
        finally:  # whoever watches may make a mistake
            self._speaking = False
        self._ask(None)

    # the browser

    def _receive(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Answer one message. An error in the lab is told to the visitor, and to the server's log."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            if not isinstance(message, dict) or not isinstance(message.get("do"), str):
                raise TypeError("a message is an object with 'do'")
            if message["do"] == "ping":
                self.send({"show": "pong", "id": number})
                return
            if message["do"] == "plotly":  # outside the served lab nobody has loaded it
                self.send({"show": "plotly", "id": number}, [plotly()])
                return
            for answer in self._answers(message):
                self.send({"id": number, **answer})
            self._follow_the_lab()
            self.send({"show": "done", "id": number})
        except Exception as error:
            traceback.print_exc(file=sys.__stderr__)
            text = f"Something went wrong in the lab ({type(error).__name__}). What you see is as it was before."
            self.send({"show": "error", "id": number, "text": text})

    def _answers(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if not self._page and message["do"] == "open":  # a browser that has come, or come again, is told where the session stands
            yield {**self._lab.explore.again(), "moment": self.moment}
        else:
            yield from self._lab.handle(message)


class View(anywidget.AnyWidget):
    """A part of a session on the screen; any number of them show the same session."""

    _esm = """
    export default {
      async render({ model, el, host, signal }) {
        let last = new AbortController();
        const show = async () => {
          last.abort();
          last = new AbortController();
          const until = AbortSignal.any([signal, last.signal]);
          const session = await host.getWidget(model.get("session"));
          if (until.aborted) return;
          el.classList.remove("dcf", "alone"); // as it came from the session before
          session.exports.mount(model.get("part"), el, until);
        };
        model.on("change:session", show);
        signal.addEventListener("abort", () => model.off("change:session", show));
        await show();
      },
    };
    """
    # parts look at their own width and have none by themselves: beside each other they share the room, unless a layout says how
    _css = """
    .widget-hbox > :is(.dcf.alone, .widget-vbox:has(> .dcf.alone)) { flex: 1 1 auto; width: 0; }
    .widget-vbox > .dcf.alone { flex: 1 1 auto; height: auto; }
    """
    part = traitlets.Unicode().tag(sync=True)
    session = anywidget.WidgetTrait().tag(sync=True)

    PART: ClassVar[str]

    def __init__(self, session: Session | View | Explored | None = None, **words: Any) -> None:
        super().__init__(part=self.PART, session=_session_of(session), **words)

    @property
    def line(self) -> Timeline:
        """The timeline that is shown."""
        return self.session.line

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.session!r}>"


_sessions: WeakValueDictionary[str, Session] = WeakValueDictionary()


def _session_of(x: Session | View | Explored | None) -> Session:
    """The session in which something is shown: whatever shows the same timeline is in step, and its film is sent once."""
    if isinstance(x, (Session, View)):
        return x if isinstance(x, Session) else x.session
    there = (one for one in _sessions.values() if x is not None and one._lab.explore.line is x and one.comm is not None)
    found = next(there, None)
    if found is None:
        return Session(x)
    if found.here != (here := found._lab.explore.here):  # somebody has gone on with the timeline meanwhile
        found._tell({"do": "go", "node": here})
    return found


class Board(View):
    """The table at the session's moment, and what the event does on it."""

    PART = "board"


class Now(View):
    """What is happening: the sentence, the sum, who acts and who suffers, the rules."""

    PART = "now"


class Answers(View):
    """The question with its answers, and why others are refused."""

    PART = "answers"


class Stepper(View):
    """Buttons and a slider that go through the film."""

    PART = "stepper"


class Log(View):
    """Every event in a line."""

    PART = "log"


class CauseGraph(View):
    """The networkx graph of what caused what, around the moment."""

    PART = "graph"

    @property
    def graph(self) -> Any:
        """The graph itself, a `networkx.MultiDiGraph`."""
        return self.session._open.causes


class Timelines(View):
    """The plotly figures of what the game counts, with the moment marked."""

    PART = "timelines"

    def figure(self, what: str = "", by: str = "event") -> Any:
        """A figure itself, a `plotly.graph_objects.Figure`."""
        return self.session._open.series.figure(what, by)


class Tree(View):
    """Every branch that was tried."""

    PART = "tree"


class Rulings(View):
    """The readings of unclear rules, to be switched."""

    PART = "rulings"


PARTS: dict[str, type[View]] = {
    one.PART: one for one in (Board, Now, Answers, Stepper, Log, CauseGraph, Timelines, Tree, Rulings)
}


class Page(Session):
    """A whole page of the lab: the parts of a session in one frame, and the way to the other pages."""

    parts = traitlets.Dict().tag(
        sync=True, to_json=lambda parts, _: {name: f"anywidget:{one.model_id}" for name, one in parts.items()}
    )

    def __init__(self, page: str, x: Explored | None = None, seat: str | None = None) -> None:
        super().__init__(x, seat, _page=page)
        same = ipywidgets.Layout()
        self.parts = {name: part(self, layout=same) for name, part in PARTS.items()}
        self._given = x is not None

    def _answers(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if self._given and message["do"] == "open" and not message.get("query") and message.get("page") == "explore":
            yield {**self._lab.explore.again(), "moment": self.moment}
        else:
            yield from self._lab.handle(message)


def start() -> Page:
    """The start page: the games and the scenario library."""
    return Page("start")


def explore(x: Explored | None = None, seat: str | None = None) -> Page:
    """Step through a scenario and see what caused what; without one the address says which, or it is the first game."""
    return Page("explore", x, seat)


def learn() -> Page:
    """How a game is played, and all of its rules."""
    return Page("learn")


def build() -> Page:
    """Set up a position."""
    return Page("build")


def puzzles() -> Page:
    """The collection of puzzles, and one being played."""
    return Page("puzzles")


def workshop() -> Page:
    """Lessons to read, to present and to hand out."""
    return Page("workshop")


def board(x: Session | Explored) -> Board:
    """The table."""
    return Board(x)


def graph(x: Session | Explored) -> CauseGraph:
    """What caused what."""
    return CauseGraph(x)


def timelines(x: Session | Explored) -> Timelines:
    """What the game counts, over time."""
    return Timelines(x)
