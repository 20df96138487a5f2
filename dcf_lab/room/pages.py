"""The pages of a room and their files, made from the lab's own modules."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import segno

from dcf_lab.engine.cards.cards import Library
from dcf_lab.games import manual_of
from dcf_lab.lab.facts import card_facts, game_facts, rule_facts, ruling_facts
from dcf_lab.lab.widget import joined, plotly, style
from dcf_lab.lessons.compile import Compiled

FUNCTION = re.compile(r"^(?:async )?function\*? (\w+)\(.*?^}\n", re.M | re.S)
TITLES = {"phone": "Workshop", "screen": "Workshop: the screen", "desk": "Workshop: the desk", "remote": "Workshop: remote"}


def html_page(page: str) -> str:
    """The frame of a page; everything else comes from its script."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{TITLES[page]}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="/{page}.css"></head>'
        f'<body class="room-{page}"><div id="page" class="dcf"></div>'
        f'<script type="module" src="/{page}.js"></script></body></html>'
    )


@lru_cache(maxsize=16)
def asset(name: str) -> tuple[str, str]:
    """A file of a page: what kind it is, and its text."""
    page, _, kind = name.rpartition(".")
    if page == "plotly":
        return "text/javascript", plotly().decode()
    if kind == "css":
        return "text/css", slim_style(style(f"room/{page}.js"), joined(f"room/{page}.js"))
    return "text/javascript", slim_script(joined(f"room/{page}.js"))


def slim_script(text: str) -> str:
    """A program without comments, indentation and functions that nothing calls: phones need none of it, and share the air."""
    while idle := [part for part in FUNCTION.finditer(text) if len(re.findall(rf"\b{part[1]}\b", text)) == 1]:
        for part in idle:
            text = text.replace(part[0], "")
    return re.sub(r"\n+", "\n", re.sub(r"(?m)^[ \t]*//.*$|^[ \t]+", "", text))


def slim_style(text: str, script: str) -> str:
    """A style without comments, and without the rules for parts of the lab that are not on this page."""
    named = [word for told in re.findall(r'"([^"\n]*)"', script) for word in re.findall(r"[\w-]+", told)]
    known = {"dcf", *named, *(f"room-{page}" for page in TITLES)}
    begun = tuple(re.findall(r"[\w-]+-(?=\$\{)", script))  # a name that is put together: `side-${n}`

    def meets(selector: str) -> bool:
        plain = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "", selector)
        return all(name in known or name.startswith(begun) for name in re.findall(r"\.([a-zA-Z][\w-]*)", plain))

    def rules(css: str) -> Iterator[str]:
        for head, body in _blocks(css):
            if head.startswith("@media"):
                inside = "".join(rules(body))
                yield f"{head}{{{inside}}}" if inside else ""
            elif head.startswith("@") or any(meets(one) for one in re.split(r",(?![^(]*\))", head)):
                yield f"{head}{{{body}}}"

    return "".join(rules(re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.S))))


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """What stands before each pair of braces, and inside it."""
    at = deep = begin = 0
    for found in re.finditer(r"[{}]", css):
        deep += 1 if found[0] == "{" else -1
        if found[0] == "{" and deep == 1:
            begin = found.end()
        elif deep == 0:
            yield css[at : begin - 1].strip(), css[begin : found.start()].strip()
            at = found.end()


def facts(lesson: Compiled) -> dict[str, Any]:
    """What a page must know of the lesson's game, and among `others` of each other game that it has chapters of."""
    first, *others = lesson.games.values()
    return {**facts_of(first.cards), "others": {one.manual.NAME: facts_of(one.cards) for one in others}}


def facts_of(cards: Library) -> dict[str, Any]:
    """What a page must know of a game, whatever is taught: all cards and all rules, so that a selection tells nothing."""
    book = manual_of(cards)
    return {
        "game": game_facts(book.NAME), "cards": card_facts(cards), "rules": rule_facts(book.NAME),
        "rulings": ruling_facts(book.NAME), "players": list(book.PLAYERS),
    }  # fmt: skip


def picture(text: str) -> bytes:
    """A text as a QR code, to be drawn at any size."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", border=2, xmldecl=False, scale=8, dark="#000", light="#fff", omitsize=True
    )
    return drawn.getvalue()


def wifi_text(said: str) -> str:
    """'NAME:PASSWORD' as phones understand it."""
    name, _, password = said.partition(":")

    def safe(text: str) -> str:
        return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in text)

    return f"WIFI:T:{'WPA' if password else 'nopass'};S:{safe(name)};P:{safe(password)};;"
