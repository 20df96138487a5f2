"""The messages between a page and the lab: what a page asks (`do`), what it is told (`show`), and how it is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

UNKNOWN = "The page asked for something that this lab does not know; load the page again."

# what each page may ask, and what it says with it; a node is a place in the tree, without one the last is meant
DO = {
    "any page": {
        "ping": "nothing: is there anybody?",
        "plotly": "nothing: the program that draws timelines, where the server has not brought it",
    },
    "start": {"open": "query: the address's, which may name a problem"},
    "explore": {
        "open": "query: which scenario, link or game; kept: the record or sealed word that the browser has",
        "upload": "name, text: a scenario file or saved record",
        "answer": "node, option: the answer to the question there",
        "go": "node: to stand there",
        "refused": "moment or node: what may not be answered there",
        "askings": "moment or node: who might do what, for menus",
        "why not": "moment or node; deed, or of menus who, label, it: why something cannot be done there",
        "causes": "event, way: why it happened, or what followed",
        "figure": "what, by: the timeline that is shown",
        "rows": "what, by: its numbers",
        "script": "nothing: the scenario's script is to be followed",
        "guide": "node: what somebody should know there who plays for the first time",
        "name": "node, name: of a branch",
        "delete": "node: with the branch after it",
        "undelete": "nothing: the last branch deleted comes back",
        "compare": "nodes: two places",
        "seat": "seat: whose, or null to see it all; moment: the one shown",
        "chance": "take: whether the visitor decides for chance",
        "ruling": "key, reading: what it would change; keep: whether to play on under it",
        "matters": "more: whether to go on with the search for rulings that would change this course",
        "earlier": "nothing: back to the tree that was set aside",
        "keep": "token: the word under which the lab keeps what is seen from a seat",
        "link": "hidden: with hidden cards, too",
        "download": "what: scenario or record; hidden: with hidden cards, too",
    },
    "learn": {
        "open": "query: which game is to be explained",
        "scene": "game, chapter: whose scene is to be played on the board beside it",
    },
    "workshop": {
        "open": "query: which game's lessons, or which lesson; token: the word under which the visitor's room is kept",
        "read": "lesson: its name; said: what was said to its questions before",
        "upload": "name, text: a lesson of one's own; said: as above",
        "step": "chapter, step, twin: which step is to be shown, as far as its question was answered",
        "predict": "chapter, step, twin; said: the answer to its question, or 'told'",
        "score": "nothing: how the questions were answered",
        "again": "nothing: everything that was said is to be forgotten",
        "handout": "lesson: its name, or 'here' for what is being explored; answers, notes, small: what it is to have",
        "open room": "lesson, token; network: for everybody on it; tables, wifi",
        "room": "token: how is the visitor's room?",
        "end room": "token",
        "results": "code: of a room that was open on this machine",
        "more": "work: the number of the long work to go on with",
        "stop": "nothing: the long work is to end",
    },
    "writing": {
        "begin": "lesson: to which what is explored is added as a chapter, or none: it begins a new one",
        "facts": "lesson: whose cards and rules are to be told",
        "look": "lesson: it is to be played, and its questions answered",
        "offers": "lesson, chapter, step: what can be asked there",
        "table": "lesson, chapter, step: how the table looks there",
        "twins": "lesson, chapter, step: which cards could be put in each other's place",
        "upload": "name, text: a lesson file, also one with mistakes, a scenario file or a saved record",
        "download": "lesson",
        "more": "work: the number of the long work to go on with",
    },
    "opponents": {
        "answer": "node; seats: the players who are bots, each with its kind: the one who is asked is to answer",
        "advise": "node: what a bot would do in the place of whoever is asked there, and why",
        "more": "work: the number of the thinking to go on with",
        "stop": "nothing: the thinking is to end with what is known by now",
    },
    "puzzles": {
        "open": "query: which puzzle, else the collection; kept: as on the explore page",
        "upload": "name, text: a scenario file with a goal, or a saved record",
        "state": "nothing: how the puzzle stands",
        "undo": "node: back to the visitor's last decision before it",
        "again": "nothing: back to the start",
        "everybody": "on: whether the visitor answers for everybody",
        "try": "nothing: is the last answer right? A wrong one is taken back, else the others answer",
        "play on": "node: an answer that was taken back, to see what comes of it",
        "reply": "nothing: the others are to answer",
        "check": "node: can the goal still be reached from there?",
        "hint": "node: a little more than the last time",
        "refute": "node: the replies that break what was tried",
        "solution": "which: of several, counted from 0",
        "others": "nothing: the collection, to go on with another",
        "more": "work: the number of the long work to go on with",
        "stop": "nothing: the long work is to end",
    },
    "build": {
        "open": "query: the game, scenario or position to begin with; kept: the game of the draft that the browser has",
        "check": "draft",
        "import": "game; what: a start of it, or team; seed, seating, teams",
        "upload": "name, text: a scenario file, also one with mistakes, or a saved record",
        "download": "draft",
        "link": "draft",
        "prove": "draft",
        "compose": "draft, seed, level: of the puzzle to be found",
        "film": "which, number: a line of what was proved last",
        "more": "work: the number of the long work to go on with",
        "stop": "nothing: the long work is to end",
    },
}

# what a page may be told, and what is said with it
SHOW = {
    # to whoever asked
    "done": "nothing: all has been said to a message",
    "pong": "nothing: the lab is there",
    "plotly": "nothing but the program itself",
    "error": "text: something went wrong in the lab",
    "refused": "text: a mistake of the visitor's",
    "notice": "text: what the visitor should know",
    "working": "work, what, seconds: of long work; nodes or tried: how far it is",
    "work over": "work: of long work that is not there any more",
    "unfinished": "work, what, why: of long work that ended without a result",
    # pages
    "start": "games; entries, counts: the shelf; rules: of all games; note: why the visitor is here",
    "learn": "games, game: which of them; primer, rules, rulings; titles: of scenes",
    "workshop": "games, game: which of them; lessons: of it; rules: their names; may_open: whether rooms are opened here; room",
    "lesson": "name, called: of a file; title, summary, source, game, minutes, chapters, said; facts: of its game",
    "lesson problems": "name, problems: what is wrong with a lesson, each with its line",
    "lesson step": "at, say, look, ask, said, start, moment, film, figures, twins; revealed, then, panel: once it is answered",
    "score": "asked: how many questions have an answer; answered: those that were, with chapter, step, right, about, twins",
    "handout": "name, text: to be saved",
    "room": "room: state, why, lesson, title, code, phones, screen, desk, remote, network, tables; or none",
    "results": "code; results: lesson, people, questions, rules, confusion, repeat; tables: for a spreadsheet, by name",
    "scene": "chapter, stops: moments worth seeing; else as of exploring, with the cards that are there",
    "explore": "game, title, summary, source, tags, note, players, cards, rules, rulings, goal, script, guide, film; puzzle",
    "puzzles": "games; entries: the collection",
    "build": "games, game, cards, form, further, rulings, rules, effects, teams, blank, goal; draft, lost: of what is opened",
    # exploring
    "film": "from, events, nodes, decisions, here, over, seat, readings, take_chances, cuts, aside; moment: to show; "
    "totals: numbers that grew during events told before",
    "gone": "nodes: deleted ones, or all",
    "causes": "event, way, events: those that led to it, or came of it",
    "figure": "what, by, data, layout: of plotly; with `keep` what follows the first ones of those that were told before",
    "rows": "rows: a header, and numbers",
    "refusals": "moment, node, hidden, groups",
    "askings": "moment, askings: label, words, who, what",
    "why not": "moment, node, deed, ways, groups, trouble, question, at: the moment of it; words: of answers",
    "guide": "node, state: asked, others, round over or over; player, about, deeds, suggested, words, why",
    "comparison": "nodes, parting, differences",
    "parted": "key, before, reading, parting, stopped, question, differences, words: of answers",
    "matters": "found, looked, more: of the search for rulings",
    "kept": "title; record: to be kept by the browser, or sealed: whether the lab keeps it",
    "link": "link; seat: whose knowledge it has",
    "file": "name, text: to be saved",
    # opponents
    "bots answered": "said: who answered what, as far as it is to be known",
    "advice": "node, player, looks, answers: the best ones, best first, each with option, words, why",
    # writing a lesson
    "writing": "game, cards, rules: to write with",
    "lesson written": "lesson: its data; at: the chapter that is new; lost: what could not be kept",
    "lesson looked at": "steps, problems, notes, toml: of a lesson",
    "lesson offers": "chapter, step, offers, events, answers, rules: what a question there can be about",
    "lesson table": "film: up to a step, or none if it is too long; before, after: the moments where the step begins and ends",
    "lesson twins": "chapter, step, twins: card, other, text, right",
    # puzzles
    "puzzle": "node, state, turn, player, undo, shown, by_visitor, everybody, solved, look; point: of it, once it is reached",
    "wrong": "slip, option, text, refutable: an answer that was taken back",
    "others": "games, entries: the collection",
    "replied": "said: what the others answered",
    "checked idea": "node, right, text, out, slip, refutable, solved",
    "hint": "node, hints, all, text",
    "played": "what, text, at, many: a refutation or solution",
    # building
    "checked": "problems, odd, toml, film, goal, stale: of a draft; a problem of a goal has at and instead",
    "draft": "draft; lost: what could not be kept",
    "proved": "status, text and lines of a proof",
    "composed": "draft, lost, proved, or why there is none; tried",
    "film link": "link, moment",
}


def answer(page: Any, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Let a page answer a message by its method of that name ("why not": `do_why_not`); what it has none for is refused."""
    deed = getattr(page, f"do_{str(message.get('do')).replace(' ', '_')}", None)
    if deed is None:
        yield {"show": "refused", "text": UNKNOWN}
    else:
        yield from deed(message)
