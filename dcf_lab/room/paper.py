"""The paper part of a handout: read without any program, and what is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from dcf_lab.analysis.causes import picture
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.lessons.compile import Part, Shown
from dcf_lab.lessons.question import NUMBER, ORDER, SOME, Question
from dcf_lab.room.curves import curves
from dcf_lab.room.material import LESSON, PUZZLE, Material, Prose, graph_of, last_of_films
from dcf_lab.room.results import Results
from dcf_lab.timeline.display import html as display

END, BESIDE, NONE = "end", "beside", "none"
LONGEST_LOG = 400  # sentences on paper
MOST_DRAWN = 50  # events of a graph: what fits on a page and can be read there
FILM = "film"  # where the timelines of a film stand, for the live part
STYLE = re.compile(r' style="([^"]*)"')
UNSEEN = re.compile(r'<title>.*?</title>| font-weight="400"| text-anchor="start"', re.S)  # in a picture: of no use on paper


@dataclass
class Paper:
    """A handout on paper, as it is written: what has been shown already need not be shown again."""

    given: Material
    answers: str = END
    notes: bool = False
    results: Results | None = None
    drawn: bool = False  # all timelines, because the live part has nothing else to draw them with
    _cards: set[tuple[str, str]] = field(default_factory=set)
    _board: tuple[Any, int, str] = (None, -1, "")

    def html(self) -> tuple[str, str]:
        """The paper, and the style that its boards need: what each element would say of itself is said once."""
        styles: dict[str, str] = {}
        text = STYLE.sub(lambda match: f' class="{styles.setdefault(match[1], f"s{len(styles)}")}"', "".join(self._parts()))
        return text, "".join(f".paper .{name}{{{style}}}" for style, name in styles.items())

    def _parts(self) -> Iterator[str]:
        scenario = self.given.scenario
        yield f"<header><h1>{escape(scenario.title)}</h1>"
        yield "".join(f"<p>{escape(text)}</p>" for text in (scenario.summary,) if text)
        yield f'<p class="source">{escape(scenario.source)}</p></header>' if scenario.source else "</header>"
        parts = self.given.lesson.parts
        for n, part in enumerate(parts, 1):
            title = f"{n}. {part.chapter.title}" if len(parts) > 1 else part.chapter.title
            if len(parts) > 1 or self.given.kind == LESSON:
                of = f" <small>{escape(part.manual.TITLE)}</small>" if len(self.given.lesson.games) > 1 else ""
                yield f"<h2>{escape(title)}{of}</h2>"
            for m, shown in enumerate(part.steps, 1):
                yield from self._step(part, shown, f"{n}.{m}")
        if self.answers == END:
            yield from self._answers()
        yield from self._rules()
        yield from self._room()
        yield from self._timelines()

    # steps

    def _step(self, part: Part, shown: Shown, number: str) -> Iterator[str]:
        if self.given.kind != LESSON:
            yield from self._played(part, shown)
            return
        step, asked = shown.step, shown.question
        yield f'<section class="step"><h3 class="number">{number}</h3><div class="told">{self._prose(part, step.say)}</div>'
        if self.notes and step.notes:
            yield f'<div class="notes"><b>Notes</b>{self._prose(part, step.notes)}</div>'
        yield self._board_at(part, shown.start if asked is not None else shown.end, number)  # as the pages show it
        yield self._look(part, shown)
        if asked is not None:
            yield _asked(asked, number)
        if asked is None or self.answers == BESIDE:
            yield self._answer(part, shown) if asked is not None else self._after(part, shown)
        yield "</section>"

    def _played(self, part: Part, shown: Shown) -> Iterator[str]:
        """A game that was played: the table before, what happened, the table after. A solution stands on a page of its own."""
        solution = self.given.holds(shown)
        if solution and self.answers != NONE:
            yield f'<section class="{"answers" if self.answers == END else "step"}"><h2>The solution</h2>'
        elif solution:
            return
        else:
            yield '<section class="step">'
        yield f'<div class="told">{self._prose(part, shown.step.say)}</div>'
        if not solution:
            yield self._board_at(part, shown.start, "")
            if self.given.kind == PUZZLE:
                yield f'<div class="ask"><b>My solution</b>{"<p class=line></p>" * 5}</div>'
        if shown.end > shown.start:
            yield f"<h3>What happens</h3>{_log(part, shown)}<h3>The table afterwards</h3>"
            yield f'<div class="table">{display(table_at(part, shown.end))}</div>'
            yield self._graph(part, shown)
        yield "</section>"

    def _board_at(self, part: Part, moment: int, number: str) -> str:
        """The table before a step, unless it is the one that was printed last."""
        of, at, where = self._board
        if of is part.line and at == moment:
            return f'<p class="as-before">The table is as it was at {where}.</p>'
        self._board = (part.line, moment, number)
        return f'<div class="table">{display(table_at(part, moment))}</div>'

    def _look(self, part: Part, shown: Shown) -> str:
        """The cards that one must have read, each where it is needed first."""
        library, board, game = part.cards, part.manual.BOARD, part.manual.NAME
        new = [library[card] if card in library else library.printed[card] for card in shown.step.look]
        new = [card for card in new if (game, card.id) not in self._cards]
        self._cards |= {(game, card.id) for card in new}
        told = []
        for card in new:
            values = ", ".join(f"{value.name} {card.values[value.what]}" for value in board.values if value.what in card.values)
            text = f"<p>{escape(card.text)}</p>" if card.text else ""
            told.append(
                f"<li><b>{escape(card.name)}</b> {escape(card.type)}{f'<br>{escape(values)}' if values else ''}{text}</li>"
            )
        return f'<ul class="cards">{"".join(told)}</ul>' if told else ""

    def _after(self, part: Part, shown: Shown) -> str:
        return self._prose(part, shown.step.then) + (self._graph(part, shown) if shown.step.panel == "causes" else "")

    def _graph(self, part: Part, shown: Shown) -> str:
        """What caused what in a step."""
        if shown.end <= shown.start:
            return ""
        graph, _ = graph_of(part, shown.start, shown.end)
        drawn = UNSEEN.sub("", picture(graph, MOST_DRAWN, depth="effect"))
        return f'<figure class="graph"><figcaption>What caused what</figcaption>{drawn}</figure>' if len(graph) else ""

    def _prose(self, part: Part, text: str) -> str:
        return _html(self.given.prose(part, text), part.manual.rules())

    # answers

    def _answers(self) -> Iterator[str]:
        asked = [(part, shown) for part in self.given.lesson.parts for shown in part.steps if shown.question is not None]
        if asked:
            yield '<section class="answers"><h2>Answers</h2>'
            yield from (self._answer(part, shown) for part, shown in asked)
            yield "</section>"

    def _answer(self, part: Part, shown: Shown) -> str:
        question = shown.question
        assert question is not None
        texts = {option.key: option.text.removesuffix(".") for option in (*question.options, *question.why)}
        between = ", then " if question.form == ORDER else "; "
        ways = [between.join(texts.get(key, key) for key in one) or "none of them" for one in question.right]
        right = " or ".join(ways) or "There is no right or wrong here."
        asked = f"{escape(question.id)} {escape(question.text)}" if self.answers == END else "Answer"
        told = [f'<div class="answer"><h3>{asked}</h3><p class="right">{escape(right)}</p>']
        if len(question.sum) > 1:
            parts = " ".join(
                f"{'−' if n < 0 else '+' if i else ''} {abs(n)} ({escape(w)})" for i, (n, w) in enumerate(question.sum)
            )
            told.append(f'<p class="sum">{parts} = {sum(number for number, _ in question.sum)}</p>')
        told.append(_listed("ol", [escape(text) for text, _, _ in question.lines]))
        wrong = [(key, why.text) for key, why in question.reasons.items() if not any(key in one for one in question.right)]
        told.append(_listed("ul", [f"<b>{escape(texts.get(key, key))}</b>: {escape(text)}" for key, text in wrong]))
        told += [self._after(part, shown), "</div>"]
        return "".join(told)

    def _rules(self) -> Iterator[str]:
        book = self.given.lesson.rules
        asked = self.given.lesson.questions
        cited = dict.fromkeys(rule for question in asked for rule in question.about)
        if not asked and (self.given.kind != PUZZLE or self.answers != NONE):
            cited = dict.fromkeys(rule for part in self.given.lesson.parts for e in part.reel["events"] for rule in e["rules"])
        told = [(rule, book[rule]) for rule in cited if rule in book]
        if told:
            yield '<section class="rules"><h2>The rules in words</h2><dl>'
            yield from (
                f"<dt>{escape(one['name'])} <small>{rule}</small></dt><dd>{escape(one['text'])}</dd>" for rule, one in told
            )
            yield "</dl></section>"

    # what a room said

    def _room(self) -> Iterator[str]:
        if self.results is None:
            return
        found = self.results.by_question()
        yield f'<section class="results"><h2>What the room said</h2><p>{len(self.results.names)} took part.</p>'
        for one in found:
            yield f"<h3>{escape(one['question'])} {escape(one['text'])}</h3><table><thead><tr><th>Ballot</th><th>Answers</th>"
            yield "<th>Right</th><th>Sure and wrong</th><th>Said instead</th></tr></thead><tbody>"
            for ballot, told in one["ballots"].items():
                wrong = "; ".join(f"{mistake['said']}: {mistake['times']}" for mistake in told["mistakes"][:4])
                cells = (ballot, told["number"], told["right"], told["sure_wrong"], wrong)
                yield f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
            yield "</tbody></table>"
        if repeat := self.results.to_repeat():
            yield "<h3>What to repeat</h3>"
            again = [
                f"<b>{escape(one['name'])}</b>: {one['sure and wrong']} times somebody was sure and wrong. {escape(one['twin'])}"
                for one in repeat
            ]
            yield _listed("ul", again)
        yield "</section>"

    # timelines

    def _timelines(self) -> Iterator[str]:
        """Of each film, after everything that it would give away; for the paper of a lesson only where it asks for them."""
        parts = self.given.lesson.parts
        if self.given.kind == PUZZLE and self.answers == NONE and not self.drawn:
            return
        for n, part in enumerate(last_of_films(parts)):
            wanted = self.given.kind != LESSON or any(
                shown.step.panel == "timelines" for one in parts if one.line is part.line for shown in one.steps
            )
            if wanted or self.drawn:
                look = "timelines" if wanted and part.reel["events"] else "timelines only-live"
                yield f'<section class="{look}" data-{FILM}="{n}"><h2>How the numbers went</h2>'
                for what, title, drawn in curves(part):
                    yield f'<figure data-what="{escape(what)}"><figcaption>{escape(title)}</figcaption>{drawn}</figure>'
                yield "</section>"


def table_at(part: Part, moment: int) -> Table:
    """The table at a moment of a chapter's film, without the cards that whoever looks on may not see."""
    whole = part.line.game.table
    table = Table(whole.rules)
    for event in whole.history[: part.film.number(moment)]:
        apply_changes(table, event)
    if part.chapter.seat:
        changes = [change for event in part.reel["events"][:moment] for change in event["set"]]
        seen = {key: value for book, key, value in changes if book == "zones"}
        hidden = [zone for zone in table.zones if isinstance(seen.get(".".join(zone)), Mapping)]
        for zone in hidden:
            table.zones[zone] = ()
    return table


def _html(prose: Prose, book: Any) -> str:
    def piece(one: dict[str, str]) -> str:
        if "card" in one:
            return f"<b>{escape(one['text'])}</b>"
        return f"<i>{escape(book[one['rule']]['name'])}</i>" if "rule" in one else escape(one["text"])

    return "".join(f"<p>{''.join(map(piece, pieces))}</p>" for pieces in prose)


def _asked(question: Question, number: str) -> str:
    """A question with boxes to tick, or a blank to fill in."""
    blank = '<span class="blank"></span>'
    if question.form == NUMBER or not question.options:
        boxes = f"<p>{blank}</p>"
    else:
        mark = blank if question.form == ORDER else '<span class="box"></span>'
        boxes = f'<ul class="boxes">{"".join(f"<li>{mark}<span>{escape(one.text)}</span></li>" for one in question.options)}</ul>'
    hint = {SOME: "Tick all that are.", ORDER: "Number them, the first with 1."}.get(question.form, "")
    if question.form == SOME and "tick" in question.text.lower():
        hint = ""  # its author says so already
    why = "".join(f'<li><span class="box"></span><span>{escape(one.text)}</span></li>' for one in question.why)
    if why:
        why = f'<p>If no: because of which rule?</p><ul class="boxes">{why}</ul>'
    return f'<div class="ask"><b>{escape(number)} {escape(question.text)}</b>{f"<p>{hint}</p>" if hint else ""}{boxes}{why}</div>'


def _log(part: Part, shown: Shown) -> str:
    told = [
        event
        for event in part.reel["events"][shown.start : shown.end]
        if not event.get("bookkeeping") and event["kind"] != "window"
    ]
    more = [f"… and {len(told) - LONGEST_LOG} more"] if len(told) > LONGEST_LOG else []
    rows = "".join(f'<li class="{event["depth"]}">{escape(event["text"])}</li>' for event in told[:LONGEST_LOG])
    return f'<ol class="log">{rows}{"".join(f"<li>{one}</li>" for one in more)}</ol>'


def _listed(kind: str, rows: list[str]) -> str:
    return f"<{kind}>{''.join(f'<li>{row}</li>' for row in rows)}</{kind}>" if rows else ""
