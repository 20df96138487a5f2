"""A handout: a lesson, scenario, puzzle or saved game as one file without a server: paper to print, and a live part to try."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from dcf_lab.analysis.causes import Causes, picture
from dcf_lab.analysis.series import Series
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.lab.widget import PAGE, joined, plotly, style
from dcf_lab.lessons.compile import Compiled, Part, Shown, compile_lesson
from dcf_lab.lessons.file import Chapter, Lesson, Step, is_lesson, lesson_of, prose_parts
from dcf_lab.lessons.question import ORDER, SOME, Question
from dcf_lab.lessons.shown import Reel, after_facts, secret_facts, step_facts
from dcf_lab.room.pages import facts
from dcf_lab.scenario.file import Scenario, read
from dcf_lab.timeline.display import html as display
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.script import follow, scripts
from dcf_lab.timeline.timeline import Timeline

ANSWERS = ("end", "beside", "none")


@dataclass(frozen=True)
class Wanted:
    """How somebody wants a handout."""

    answers: str = "end"
    notes: bool = False
    small: bool = False  # without the program that draws timelines


def handout(source: Compiled, wanted: Wanted | None = None) -> str:
    """The whole file."""
    wanted = wanted or Wanted()
    scenario = source.lesson.scenario
    data = json.dumps(_data(source, wanted), separators=(",", ":")).replace("<", "\\u003c")
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    scripts_ = [] if wanted.small else [f"<script>{_in_script(plotly().decode())}</script>"]
    return "\n".join([
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">',
        f"<title>{escape(scenario.title)}</title><style>{style('room/handout.js')}{(PAGE / 'room' / 'paper.css').read_text()}</style></head>",
        '<body class="room-handout"><div id="page" class="dcf"></div>',
        f'<main class="paper">{"".join(_paper(source, wanted))}</main>',
        f'<script type="application/json" id="data">{data}</script>',
        *scripts_,
        f'<script type="module">{_in_script(joined("room/handout.js"))}</script></body></html>',
    ])  # fmt: skip


def _in_script(text: str) -> str:
    """A program inside a page: nothing in it ends the element."""
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


# what can be handed out


def of_file(path: Path) -> Compiled:
    """A lesson, a scenario, a puzzle or a saved game."""
    if path.suffix == ".json":
        line = Timeline.load(path)
        return _as_lesson(line, line.scenario)
    scenario = read(path)
    if is_lesson(scenario):
        return compile_lesson(lesson_of(scenario))
    line = Timeline(scenario, take_chances=True)
    for script in scripts(line)[:1]:
        line = Timeline(scenario, script.readings, take_chances=True)
        if scenario.goal is None:  # the solution of a puzzle is nobody's business
            for _step, _failure in follow(line, script):
                pass
    return _as_lesson(line, scenario)


def _as_lesson(line: Timeline, scenario: Scenario) -> Compiled:
    """A game that was played as a lesson of one chapter, without questions."""
    said = scenario.goal.sentence if scenario.goal is not None else scenario.summary
    step = Step(said.replace("{", "(").replace("[", "("), (), None, (), (), "", "", "causes", "", {}, ())
    chapter = Chapter(scenario.title, scenario, line.readings, None, (step,), ())
    film = Film()
    reel = film.reel(line.game.table)
    shown = Shown(step, film.moment(line.root.game.table.told), len(reel["events"]), None, (), line.here)
    return Compiled(Lesson(scenario, 0, (chapter,), lambda _path: 1), (Part(chapter, line, film, reel, (shown,)),))


# the live part


def _data(source: Compiled, wanted: Wanted) -> dict[str, Any]:
    scenario = source.lesson.scenario
    return {
        "title": scenario.title, "summary": scenario.summary, "source": scenario.source, "answers": wanted.answers,
        "facts": _needed(source), "chapters": [_chapter(part, scenario, wanted) for part in source.parts],
    }  # fmt: skip


def _needed(source: Compiled) -> dict[str, Any]:
    """The cards, rules and rulings that this handout speaks of."""
    scenario = source.lesson.scenario
    told = json.loads(facts(scenario))
    cards, rules = set(), {rule for question in source.questions for rule in question.about}
    for part in source.parts:
        library = part.line.scenario.cards
        tables = [part.line.root.game.table, part.line.game.table]
        cards |= {library[card].id for table in tables for zone in table.zones.values() for card in zone if card in library}
        cards |= {library[card].id if card in library else card for shown in part.steps for card in shown.step.look}
        rules |= {rule for event in part.reel["events"] for rule in event["rules"]}
        for shown in part.steps:
            if shown.question is not None:
                rules |= set(secret_facts(part, shown.question, library)["rules"])
    cards |= {told["cards"][card]["of"] for card in cards if card in told["cards"]}
    told["cards"] = {card: one for card, one in told["cards"].items() if card in cards}
    told["rules"] = {rule: one for rule, one in told["rules"].items() if rule in rules}
    told["rulings"] = []
    return told


def _chapter(part: Part, scenario: Scenario, wanted: Wanted) -> dict[str, Any]:
    cards = scenario.cards
    return {
        "title": part.chapter.title,
        "film": Reel(part).until(len(part.reel["events"])),
        "figures": _figures(part),
        "steps": [
            {
                "from": shown.start, "to": shown.end, **step_facts(shown, cards), **after_facts(shown, cards),
                "notes": prose_parts(shown.step.notes, cards) if wanted.notes else [],
                "ask": shown.question.open() if shown.question else None,
                "secret": secret_facts(part, shown.question, cards) if shown.question else None,
                "twins": [
                    {"ask": one.question.open(), "secret": secret_facts(twin, one.question, cards)}
                    for twin in shown.twins for one in twin.steps if one.question is not None
                ],
            }
            for shown in part.steps
        ],
    }  # fmt: skip


def _figures(part: Part) -> list[dict[str, Any]]:
    """The timelines as plotly draws them."""
    found = Series(part.line.game.table)
    found.take(part.reel)
    told = []
    for what in found.lines:
        figure = json.loads(found.figure(what, "event").to_json())
        told.append({"show": "figure", "what": what, "by": "event", **figure})
    return told


# paper


def _paper(source: Compiled, wanted: Wanted) -> Iterator[str]:
    scenario = source.lesson.scenario
    yield f"<h1>{escape(scenario.title)}</h1><p>{escape(scenario.summary)}</p><p><small>{escape(scenario.source)}</small></p>"
    for part in source.parts:
        yield f"<h2>{escape(part.chapter.title)}</h2>"
        for shown in part.steps:
            yield f'<section class="step">{"".join(_paper_step(part, shown, scenario, wanted))}</section>'
    if wanted.answers == "end" and source.questions:
        yield '<section class="answers"><h2>Answers</h2>'
        for part in source.parts:
            yield from (_answer(shown.question, part) for shown in part.steps if shown.question is not None)
        yield "</section>"
    yield from _rules(source)


def _paper_step(part: Part, shown: Shown, scenario: Scenario, wanted: Wanted) -> Iterator[str]:
    yield _prose(shown.step.say, scenario)
    if wanted.notes and shown.step.notes:
        yield f'<div class="notes">{_prose(shown.step.notes, scenario)}</div>'
    yield display(table_at(part, shown.start))
    if shown.question is not None:
        yield _asked(shown.question)
        if wanted.answers == "beside":
            yield _answer(shown.question, part)
    if shown.question is None or wanted.answers == "beside":
        yield _prose(shown.step.then, scenario)
    if shown.step.panel == "causes" and (shown.question is None or wanted.answers == "beside"):
        yield _graph(part, shown)


def table_at(part: Part, moment: int) -> Table:
    """The table at a moment of a chapter's film."""
    whole = part.line.game.table
    table = Table(whole.rules)
    for event in whole.history[: part.film.number(moment)]:
        apply_changes(table, event)
    return table


def _graph(part: Part, shown: Shown) -> str:
    graph = Causes()
    graph.take({"from": 0, "events": part.reel["events"][: shown.end]}, part.line.game.table)
    return picture(graph, depth="effect")


def _prose(text: str, scenario: Scenario) -> str:
    paragraphs = prose_parts(text, scenario.cards)
    book = scenario.manual.rules()

    def piece(one: dict[str, str]) -> str:
        if "card" in one:
            return f"<b>{escape(one['text'])}</b>"
        return f"<i>{escape(book[one['rule']]['name'])}</i>" if "rule" in one else escape(one["text"])

    return "".join(f"<p>{''.join(map(piece, pieces))}</p>" for pieces in paragraphs)


def _asked(question: Question) -> str:
    if not question.options:
        blank = '<p><span class="blank">&nbsp;</span></p>'
    elif question.form == ORDER:
        blank = "".join(f'<li><span class="blank"></span> {escape(option.text)}</li>' for option in question.options)
        blank = f'<ul class="boxes">{blank}</ul>'
    else:
        boxes = "".join(f'<li><span class="box"></span>{escape(option.text)}</li>' for option in question.options)
        blank = f'<ul class="boxes">{boxes}</ul>{"<p>Tick all that are.</p>" if question.form == SOME else ""}'
    return f'<div class="ask"><b>{escape(question.id)} {escape(question.text)}</b>{blank}</div>'


def _answer(question: Question, part: Part) -> str:
    texts = {option.key: option.text for option in (*question.options, *question.why)}
    right = (
        " or ".join(", ".join(texts.get(key, key) for key in one) for one in question.right) or "There is no right or wrong here."
    )
    lines = "".join(f"<li>{escape(text)}</li>" for text, _, _ in question.lines)
    wrong = [(key, reason.text) for key, reason in question.reasons.items() if not any(key in one for one in question.right)]
    reasons = "".join(f"<li><b>{escape(texts.get(key, key))}</b>: {escape(text)}</li>" for key, text in wrong)
    return (
        f'<div class="answer"><p><b>{escape(question.id)} {escape(question.text)}</b> {escape(right)}</p>'
        f"{f'<ol>{lines}</ol>' if lines else ''}{f'<ul>{reasons}</ul>' if reasons else ''}</div>"
    )


def _rules(source: Compiled) -> Iterator[str]:
    book = source.lesson.scenario.manual.rules()
    cited = dict.fromkeys(rule for question in source.questions for rule in question.about)
    if cited:
        yield '<section class="rules"><h2>The rules in words</h2><dl>'
        yield from (f"<dt>{escape(book[rule]['name'])}</dt><dd>{escape(book[rule]['text'])}</dd>" for rule in cited)
        yield "</dl></section>"
