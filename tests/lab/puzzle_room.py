"""A puzzle of our own, its solution, and somebody who sends the messages that the puzzle page would send."""

import json
import time

from dcf_lab.lab.app import MAX_SENTENCE, Lab

FOUR_LEFT = """
title = "Four left"
summary = "Four citizens are missing in Sanctuary. Win this round."
tags = ["rescue"]
[goal]
for = "hero"
win = "rescue"
[table]
phase = "hero oppose"
sanctuary = 26
[table.hero]
characters = ["superman", "batman"]
[table.rogue]
characters = ["cheetah"]
[[table.locations]]
card = "the_daily_planet"
unaligned = "harley_quinn"
[[table.locations]]
card = "arkham_asylum"
"""
RIGHT = "activate superman at the_daily_planet"
THEN = "activate batman at the_daily_planet"
SOLUTION = (RIGHT, "rescue", THEN, "rescue")
WRONG = "activate superman at arkham_asylum"


def with_puzzles(folder):
    """A folder with the puzzle of four citizens in it, against opponents of every kind."""
    (folder / "four_left.toml").write_text(FOUR_LEFT)
    for against in ("best luck", "highest chance", "every hidden case"):
        text = FOUR_LEFT.replace("[goal]", f'[goal]\nagainst = "{against}"')
        (folder / f"{against.replace(' ', '_')}.toml").write_text(text)
    return folder


class Visitor:
    """Asks as the page does: what takes a while is asked for until it comes."""

    def __init__(self, folder, query="?puzzle=own/four_left"):
        self.lab = Lab(folder=folder)
        self.slowest = 0.0
        self.opened = self.ask(do="open", query=query)

    def once(self, page="puzzles", **message):
        started = time.monotonic()
        answers = list(self.lab.handle({"page": page, **message}))
        self.slowest = max(self.slowest, time.monotonic() - started)
        return sayable(answers)

    def ask(self, page="puzzles", **message):
        answers = self.once(page, **message)
        while working := [one for one in answers if one["show"] == "working"]:
            answers = self.once(page, do="more", work=working[0]["work"])
        return {one["show"]: one for one in answers}

    def answer(self, option):
        self.ask("explore", do="answer", option=option)
        return self.ask(do="reply")["puzzle"]

    def play(self, *options):
        for option in options:
            state = self.answer(option)
        return state

    @property
    def line(self):
        return self.lab.explore.line


def sayable(answers):
    for answer in answers:
        json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
        if answer["show"] in ("refused", "notice", "error"):
            assert 0 < len(answer["text"]) <= MAX_SENTENCE and "Traceback" not in answer["text"]
    return answers
