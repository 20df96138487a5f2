"""The pages of a room and their files, made from the lab's own modules."""

from __future__ import annotations

import io
import json
from functools import lru_cache

import segno

from dcf_lab.lab.facts import card_facts, game_facts, rule_facts, ruling_facts
from dcf_lab.lab.widget import joined, plotly, style
from dcf_lab.scenario.file import Scenario

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
        return "text/css", style(f"room/{page}.js")
    return "text/javascript", joined(f"room/{page}.js")


def facts(scenario: Scenario) -> str:
    """What a page must know of the game, whatever is taught: all cards and all rules, so that a selection tells nothing."""
    game = scenario.manual.NAME
    told = {
        "game": game_facts(game), "cards": card_facts(scenario.cards), "rules": rule_facts(game),
        "rulings": ruling_facts(game), "players": list(scenario.manual.PLAYERS),
    }  # fmt: skip
    return json.dumps(told, separators=(",", ":"))


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
