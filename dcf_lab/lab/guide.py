"""The guide of a first round: what a question is about, what its answers do, and one that is worth trying."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from dcf_lab.bots.bots import greedy
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.table import Table
from dcf_lab.games import Manual, say

LAPS = 2  # in a game without rounds: as often as everybody has had a turn


def guidance(game: Game, since: int, seat: str | None = None) -> dict[str, Any]:
    """What to tell somebody who plays for the first time, at the question that a game has come to; `since` is the first round."""
    table, book = game.table, game.table.rules.manual
    choice = game.choice
    if choice is None or round_is_over(table, since):
        return {"state": "over" if choice is None else "round over"}
    if seat not in (None, choice.player):
        return {"state": "others"}
    suggested = suggestion(game)
    return {
        "state": "asked",
        "player": choice.player,
        "about": about(book, table, choice),
        "deeds": [
            {"deed": capital(said(deed)), "text": book.PRIMER.deeds.get(deed, ""), "many": many}
            for deed, many in Counter(deed_of(book, option) for option in choice.options).items()
        ],
        "suggested": suggested,
        "words": say(suggested, table.rules.library),
        "why": book.PRIMER.deeds.get(deed_of(book, suggested), ""),
    }


def round_is_over(table: Table, since: int) -> bool:
    """Has the first round been played? Where a game counts none, everybody has had some turns."""
    book = table.rules.manual
    if since or book.moment(table).round:
        return book.moment(table).round > since
    before = [None, *table.history]
    turns = sum(book.begins(event, last) == "phase" for last, event in zip(before, table.history, strict=False))
    return turns >= LAPS * len(table.rules.players)


def about(book: Manual, table: Table, choice: Choice) -> str:
    """What a question is about, as the primer says of it, else of the stage or phase that it is asked in."""
    questions, moment = book.PRIMER.questions, book.moment(table)
    begun = [words for words in questions if choice.prompt.startswith(words)]
    # what a card asks in a phase is not what the phase is about
    phase = "" if moment.stage in questions else moment.phase
    for words in (max(begun, key=len, default=""), phase, moment.stage):
        if words in questions:
            return questions[words]
    return " · ".join(filter(None, (moment.stage, moment.phase)))


def deed_of(book: Manual, option: str) -> str:
    """The kind of an answer: its first word, or first and third where the primer tells them apart: 'play at'."""
    words = option.split(" ")
    finer = f"{words[0]} {words[2]}" if len(words) > 2 else ""
    return finer if finer in book.PRIMER.deeds else words[0]


def said(deed: str) -> str:
    """'play at' as a heading: 'play ... at'."""
    return deed.replace(" ", " … ")


def suggestion(game: Game) -> str:
    """An answer that is worth trying: what a quick player would answer who knows no hidden card."""
    book, choice = game.table.rules.manual, game.choice
    assert choice is not None
    if book.mind is not None:
        return greedy(game, book.mind(), Random(game.table.told))
    return next((option for option in choice.options if option not in book.LEAVE), choice.options[0])
