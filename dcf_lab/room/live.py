"""The live part of a handout as plain data: films, steps, questions and answers, practice, and the facts that these need."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from dcf_lab.analysis.series import Series
from dcf_lab.lessons.compile import Part, Shown
from dcf_lab.lessons.file import prose_parts
from dcf_lab.lessons.question import Question
from dcf_lab.lessons.shown import secret_facts
from dcf_lab.room.material import LESSON, Material, Prose, graph_of, last_of_films
from dcf_lab.room.pages import facts_of
from dcf_lab.room.practice import Practice, practice
from dcf_lab.room.results import Results

PRACTICE_ROOM = 36_000  # bytes for questions that are not in the lesson, and for the cards and rules that only they need
LEFT_OUT = ("id", "parts", "option", "answer", "layer", "made")  # of events: nothing here asks for it
LEFT_OUT_OF_GAME = ("about", "starts", "bots", "roles", "part_rules")


def live(given: Material, notes: bool = False, small: bool = False, results: Results | None = None) -> dict[str, Any]:
    """Everything that the page of a handout shows."""
    scenario = given.scenario
    parts = given.lesson.parts
    whole = last_of_films(parts)
    films = [_film(part, small) for part in whole]
    chapters, n = [], 0
    for part in parts:
        steps = [_step(given, part, shown, notes, results) for shown in part.steps]
        chapters.append({"title": part.chapter.title, "film": n, "steps": steps})
        n += part is whole[n]
    told = {
        "id": hashlib.sha256(scenario.text.encode()).hexdigest()[:12], "kind": given.kind, "title": scenario.title,
        "summary": scenario.summary, "films": films, "chapters": chapters, "practice": [],
        "repeat": results.to_repeat() if results is not None else [],
    }  # fmt: skip
    everything = {game: json.loads(json.dumps(facts_of(one.cards))) for game, one in given.lesson.games.items()}
    needed = {game: _needed(given, all_of_it) for game, all_of_it in everything.items()}
    _add_practice(told, needed, given, everything)
    for one in needed.values():
        one["cards"] = {"ids": list(one["cards"]), **usual(list(one["cards"].values()))}
        one["game"]["board"]["zones"] = usual(one["game"]["board"]["zones"])
    first, *others = needed.values()
    return told | {"facts": first | {"title": scenario.title, "others": {one["game"]["id"]: one for one in others}}}


# films


def _film(part: Part, small: bool) -> dict[str, Any]:
    told = {"events": usual(_events(part)), "totals": _totals(part), **_game(part)}
    return told if small else told | {"figures": _figures(part)}


def _game(part: Part) -> dict[str, Any]:
    """Which game a film is of, and who plays it."""
    return {"game": part.manual.NAME, "players": list(part.line.game.table.rules.players)}


def _events(part: Part) -> list[dict[str, Any]]:
    """The events of a film with their places in the graph of causes, without what handout.js can tell by itself."""
    _, events = graph_of(part, 0, len(part.reel["events"]))
    told, before = [], None
    for event in json.loads(json.dumps(events)):
        for word in LEFT_OUT:
            event.pop(word, None)
        for reason in event.get("refused", ()):
            del reason["text"]
        if event["label"] == event["text"].removesuffix("."):
            del event["label"]
        since = event["since"]
        if since == before:
            del event["since"]
        before = since
        told.append(event)
    return told


def usual(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Rows that are much alike: what is usual is said once, and each row says what is its own."""
    if not rows:
        return {"usual": {}, "rows": []}
    common: dict[str, Any] = {}
    for word in rows[0]:
        if all(word in row for row in rows):
            ((text, many),) = Counter(json.dumps(row[word]) for row in rows).most_common(1)
            common |= {word: json.loads(text)} if many > 1 else {}
    return {
        "usual": common,
        "rows": [{word: one for word, one in row.items() if word not in common or one != common[word]} for row in rows],
    }


def _totals(part: Part) -> list[list[Any]]:
    """What numbers had come to at an event, and by which event that is known."""
    film = part.film
    return [[film.steps[at], total, film.steps[known]] for at, (known, total) in sorted(film.totals.items())]


def _figures(part: Part) -> list[dict[str, Any]]:
    """The timelines as plotly draws them; what has happened at a point is told by the film."""
    found = Series(part.line.game.table)
    found.take(part.reel)
    told = []
    for what in found.lines:
        figure = json.loads(found.figure(what, "event").to_json(remove_uids=False))
        figure["layout"].pop("template", None)
        for trace in figure["data"]:
            del trace["text"]
        told.append({"what": what, "data": figure["data"], "layout": figure["layout"]})
    return told


# steps and questions


def _step(given: Material, part: Part, shown: Shown, notes: bool, results: Results | None) -> dict[str, Any]:
    step = shown.step
    said = {
        "say": given.prose(part, step.say), "look": list(step.look), "then": given.prose(part, step.then), "panel": step.panel,
        "notes": given.prose(part, step.notes) if notes else [], "holds": given.holds(shown),
    }  # fmt: skip
    told = {"from": shown.start, "to": shown.end, **{word: value for word, value in said.items() if value}}
    if shown.question is not None:
        told |= {"ask": shown.question.open(), "secret": _secret(part, shown.question)}
        if results is not None:
            told["secret"]["counts"] = results.counts(shown.question)
    return told


def _secret(part: Part, question: Question) -> dict[str, Any]:
    """The answer; rules stand once for all, among the facts."""
    secret = secret_facts(part, question)
    return secret | {"rules": list(secret["rules"])}


# practice


def _add_practice(
    told: dict[str, Any], needed_of: dict[str, dict[str, Any]], given: Material, everything_of: Mapping[str, Any]
) -> None:
    """As many questions as there is room for, with the cards and rules that they need besides."""
    left = PRACTICE_ROOM
    for one in practice(given.lesson) if given.kind == LESSON else ():
        item = _practised(one, f"practice {len(told['practice'])}")
        needed, everything = needed_of[one.part.manual.NAME], everything_of[one.part.manual.NAME]
        cards, rules = _table_cards(one.part, one.shown, item["say"]), set(item["secret"]["rules"])
        more = {
            "cards": {card: everything["cards"][card] for card in cards if card in everything["cards"]},
            "rules": {rule: everything["rules"][rule] for rule in rules if rule in everything["rules"]},
        }  # fmt: skip
        new = {book: {key: value for key, value in some.items() if key not in needed[book]} for book, some in more.items()}
        size = len(json.dumps([item, new]))
        if size <= left:
            left -= size
            told["practice"].append(item)
            for book, some in new.items():
                needed[book] |= some


def _practised(one: Practice, name: str) -> dict[str, Any]:
    """A question with the table as it is at that moment: a film of one event."""
    part, shown, asked = one.part, one.shown, one.shown.question
    assert asked is not None
    books: dict[tuple[str, str], Any] = {}
    for event in part.reel["events"][: shown.start]:
        books |= {(book, key): value for book, key, value in event["set"]}
    kept = [[book, key, value] for (book, key), value in books.items() if value not in (None, [])]
    event = {
        "kind": "set", "text": "The table is set.", "rules": [], "causes": [], "sum": [], "depth": "stage", "lines": [],
        "set": kept, "at": [0] * 4, "edges": [[]] * 4, "since": [0] * 3,
    }  # fmt: skip
    secret = _secret(part, asked)
    secret["lines"] = [{"text": line["text"]} for line in secret["lines"]]
    return {
        "title": one.title, "practises": one.rules, "from": 1, "to": 1,
        "say": prose_parts(shown.step.say, part.cards), "look": list(shown.step.look),
        "ask": asked.open() | {"id": name}, "secret": secret,
        "film": {"events": usual([event]), "totals": [], **_game(part)},
    }  # fmt: skip


# facts


def _needed(given: Material, everything: Mapping[str, Any]) -> dict[str, Any]:
    """A game, and its cards and rules that this handout speaks of."""
    cards: set[str] = set()
    rules: set[str] = set()
    game = everything["game"]["id"]
    for part in (one for one in given.lesson.parts if game == one.manual.NAME):
        for event in part.reel["events"]:
            missed = [miss for word in ("near", "refused") for miss in event.get(word, ())]
            rules |= {*event["rules"], *(clause[0] for miss in missed for clause in miss["clauses"])}
        for shown in part.steps:
            step = shown.step
            prose = [piece for text in (step.say, step.then, step.notes) for piece in given.prose(part, text)]
            cards |= _table_cards(part, shown, prose)
            rules |= {piece["rule"] for line in prose for piece in line if "rule" in piece}
            if shown.question is not None:
                rules |= set(secret_facts(part, shown.question)["rules"])
    cards |= {everything["cards"][card]["of"] for card in cards if card in everything["cards"]}
    return {
        "game": {word: value for word, value in everything["game"].items() if word not in LEFT_OUT_OF_GAME},
        "cards": {card: one for card, one in everything["cards"].items() if card in cards},
        "rules": {rule: one for rule, one in everything["rules"].items() if rule in rules},
        "players": everything["players"], "rulings": [],
    }  # fmt: skip


def _table_cards(part: Part, shown: Shown, prose: Prose) -> set[str]:
    """The printed cards on the table before and after a step, and those that it shows, names or asks about."""
    library = part.cards
    found = {card for game in (part.line.root.game, shown.at.game) for zone in game.table.zones.values() for card in zone}
    found |= {*shown.step.look, *(option.card for option in (shown.question.options if shown.question else ()))}
    found |= {piece["card"] for line in prose for piece in line if "card" in piece}
    return {library[card].id if card in library else card for card in found}
