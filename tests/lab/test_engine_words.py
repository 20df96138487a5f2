"""No engine words in anything that a visitor reads: whatever the lab tells a page of every scenario on the shelf is read here."""

import re

import pytest

from dcf_lab.games import manual, names
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.shelf import scenario, shelf
from dcf_lab.timeline.timeline import Timeline

# ids such as the_daily_planet, punch.3, rogue2; what programs say of nothing; words of the engine that were once read on the page
ENGINE = re.compile(
    r"\w_\w|\b[a-z]+\.\d+\b|\b(?:rogue|hero|player)\d\b|\bundefined\b|\bNone\b|\bNaN\b|\bnull\b"
    r"|Actor: |Put out|Window to|^\w+: none|→"
)
# of what is told, that which is shown as text; the rest are keys, by which the page finds things
SHOWN = (
    "title",
    "summary",
    "text",
    "plain",
    "answer",
    "label",
    "question",
    "words",
    "short",
    "name",
    "what",
    "near",
    "refused",
    "issue",
    "why",
)
CLAUSES = ("clauses",)
EVERY = 8  # scenarios in one case


def texts(told, key=""):
    """Every text of a message that a visitor reads."""
    if isinstance(told, str):
        if key in SHOWN:
            yield told
    elif isinstance(told, dict):
        for word, value in told.items():
            yield from texts(value, key if key in ("words", "readings") else word)
    elif isinstance(told, list | tuple):
        for value in told:
            if key in CLAUSES and isinstance(value, list | tuple):  # a rule, a reason, a remedy
                yield from (text for text in value[1:] if isinstance(text, str))
            else:
                yield from texts(value, key)


def engine_words(name):
    """What the explore page is told of a scenario when its script is followed, where it sounds like a program."""
    lab = Explore()
    lab.show(Timeline(scenario(name)))
    told = [lab.facts(), *lab.handle({"do": "script"}), *lab.handle({"do": "refused"})]
    told[0] = {key: value for key, value in told[0].items() if key not in ("cards", "rules", "rulings", "game")}  # read below
    return sorted({text for text in texts(told) if ENGINE.search(text)})


ENTRIES = [entry.name for entry in shelf() if not entry.broken]
SAMPLED = 3  # one in so many cases is tried in every run


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=() if number % SAMPLED == 0 else pytest.mark.sweep)
        for number, first in enumerate(range(0, len(ENTRIES), EVERY))
    ],
)
def test_what_a_scenario_tells_has_no_engine_words(first):
    found = {name: words for name in ENTRIES[first : first + EVERY] if (words := engine_words(name))}
    assert found == {}


@pytest.mark.parametrize("game", names())
def test_what_a_game_tells_has_no_engine_words(game):
    from dcf_lab.lab.facts import card_facts, game_facts, rule_facts, ruling_facts

    cards = card_facts(manual(game).library())
    printed = [text for card in cards.values() for text in (card["name"], card["text"] or "", *card["abilities"].values())]
    rulings = [text for one in ruling_facts(game) for text in (one["issue"], one["why"], *one["readings"].values())]
    rules = [text for one in rule_facts(game).values() for text in one.values()]
    told = [*printed, *rulings, *rules, *texts(game_facts(game))]
    assert [text for text in told if ENGINE.search(text)] == []
