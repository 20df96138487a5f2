"""Every event, question and refusal of whole games cites the rule that made it so, and no other (citation_tables.py)."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from citation_kinds import WHICH, Scene
from citation_tables import EVENT_ROWS, EVENTS, NOT_YET, QUESTION_ROWS, QUESTIONS, REFUSAL_ROWS, REFUSALS, SHORT
from folders import SCENARIOS
from random_play import MATCHES, any_readings, begin
from test_card_reference import play_example

from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.engine.game import Choice, Clause, Game
from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.text.sentences import EVENTS as KINDS
from dcf_lab.games.dc_forever.text.verbs import VERBS
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import play_step

# reading games


class Reader:
    """Reads games against the tables and writes down what does not fit and which rows have been met."""

    def __init__(self) -> None:
        self.wrong: dict[str, list[str]] = {}  # what does not fit -> where
        self.met: Counter[Any] = Counter()

    def note(self, what: str, where: str) -> None:
        self.wrong.setdefault(what, []).append(where)

    def read_log(self, table: Table, where: str) -> None:
        log = table.history
        for event in log:
            if event.kind in ("answer", "only answer"):
                self.read_question(event.detail.get("prompt", ""), event.rules, where)
            elif event.kind == "window":
                self.read_window(event, table, where)
            else:
                self.read_event(Scene(event, log, table), where)

    def read_event(self, scene: Scene, where: str) -> None:
        event = scene.event
        which = WHICH[event.kind](scene) if event.kind in WHICH else ""
        found = EVENT_ROWS.get((event.kind, which))
        self.met[event.kind, which] += 1
        what = found.wrong(event.rules) if found else "there is no such row"
        if what:
            self.note(f"{event.kind} ({which}) cites {', '.join(event.rules)}: {what}", f"{where}, event {event.id}")

    def read_question(self, prompt: str, rules: tuple[str, ...], where: str) -> None:
        found = next(((words, row) for words, row in QUESTION_ROWS if words.fullmatch(prompt)), None)
        if found is None:
            self.note(f"question {prompt!r}: there is no such row", where)
            return
        self.met[found[0].pattern] += 1
        if what := found[1].wrong(rules):
            self.note(f"question {prompt!r} cites {', '.join(rules)}: {what}", where)

    def read_window(self, event: Event, table: Table, where: str) -> None:
        if event.rules != ("DCF-R052",):
            self.note(f"window cites {', '.join(event.rules)}: must cite R052 and no other", where)
        for card, _, clauses in event.detail["near"]:
            kind = table.box.kind[card]
            whose = {"location": "of a Location", "unaligned": "of an Unaligned character", "event": "event"}
            self.read_clauses(f"react {whose.get(kind, 'of a player')}", clauses, f"{card} in {where}")

    def read_refusals(self, game: Game, where: str) -> None:
        for refusal in game.refused():
            deed, *words = refusal.option.split()
            if deed in ("play", "use"):
                deed = f"{deed} {game.table.box.kind[words[0]]}"
            self.read_clauses(deed, refusal.clauses, f"{refusal.option!r} in {where}")

    def read_clauses(self, deed: str, clauses: tuple[Clause, ...], where: str) -> None:
        self.met[deed] += 1
        for clause in clauses:
            rule = clause.rule.removeprefix("DCF-")
            if rule not in REFUSAL_ROWS.get(deed, ()):
                self.note(f"refused to {deed} under {rule}", f"{where} ({clause.text})")

    def complaints(self) -> list[str]:
        """One line for each kind of mistake, with how often and where first."""
        return [f"{what}; {len(where)} times, first {where[0]}" for what, where in self.wrong.items()]


def play_scenario(file: Path, reader: Reader) -> None:
    """A scenario with its variants; after each step everything that is refused is read, too."""
    scenario = read(file)
    scripts = [({}, scenario.script)] if scenario.script or not scenario.variants else []
    for readings, script in scripts + [(variant.rulings, variant.script) for variant in scenario.variants]:
        game = scenario.game(readings, trace=True)
        for step in script:
            assert play_step(game, step) is None, file
            reader.read_refusals(game, file.name)
        reader.read_log(game.table, file.name)


def play_random_game(match: str, seed: int, readings: dict[str, str], reader: Reader) -> None:
    """A random game; every question is read, with a single answer too, and now and then everything that is refused."""
    roll = random.Random(seed)
    game = begin(match, seed, readings, rounds=6)
    where = f"{match}, seed {seed}"

    def look(table: Table, choice: Choice | None) -> None:
        if choice is not None:
            reader.read_question(choice.prompt, choice.rules, where)

    game.watch = look
    while game.choice is not None:
        if roll.random() < 0.1:
            reader.read_refusals(game, where)
        game.answer(roll.choice(game.choice.options))
    reader.read_log(game.table, where)


@cache
def reader_of_scenarios() -> Reader:
    reader = Reader()
    for file in sorted(SCENARIOS.rglob("*.toml")):
        play_scenario(file, reader)
    return reader


@pytest.fixture(scope="module")
def reader_of_cards(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """What cards can do that the box does not have: the example of every verb, and a few of our own."""
    folder = tmp_path_factory.mktemp("cards")
    reader = Reader()
    for verb in VERBS:
        game, _ = play_example(verb, folder)
        reader.read_log(game.table, f"the example of {verb}")
    for name, (cards, phase, answers) in OUR_CARDS.items():
        reader.read_log(play_cards(cards, phase, answers, folder).table, name)
    return reader


EXAMPLE = "[example]\ntext = 'An example.'\ncost = 1\n"
TO_THE_ASYLUM = "activate batman at arkham_asylum"
OUR_CARDS: dict[str, tuple[str, str, list[str]]] = {
    "until the phase ends": (
        EXAMPLE + "type = 'event'\nof = 'batman'\n"
        "ability = [{ play = 'activation', do = [{ boost = 1, of = 'attack', on = 'actor', until = 'phase' }] }]",
        "hero oppose", [TO_THE_ASYLUM, "play example", "done"],
    ),
    "cards that an effect plays": (
        EXAMPLE + "type = 'event'\nof = 'batman'\nability = [{ play = 'turn', do = ["
        "{ choose = 'card', in = 'hand', of = 'you', if = 'it.cost > 0', count = 2, as = 'found' }, { play = 'found' }] }]",
        "hero action", ["play example"],
    ),
    "a Scheme that an effect plays": (
        EXAMPLE + "type = 'event'\nof = 'cheetah'\nability = [{ play = 'turn', do = ["
        "{ choose = 'card', in = 'hand', of = 'you', if = \"it.type == 'scheme'\", as = 'found' }, { play = 'found' }] }]",
        "rogue action", ["play example", "at the_daily_planet"],
    ),
    "what is attached by an effect": (
        EXAMPLE + "type = 'event'\nof = 'batman'\nability = [{ play = 'turn', do = ["
        "{ choose = 'card', in = 'hand', of = 'you', if = \"it.type == 'attachment'\", as = 'found' },"
        "{ attach = 'found', on = \"'cheetah'\" }] }]",
        "hero action", ["play example"],
    ),
    "a character's constant ability, once and for nothing": (
        "[batman]\ntext = 'Batman.'\nability = [{ name = 'Study', use = 'turn', once = true, do = [{ draw = 1 }] },"
        "{ name = 'Reach', modifier = 'attack', pay = 'discard a card', add = 1 }]",
        "hero oppose", [TO_THE_ASYLUM, "use batman study", "attack cheetah", "use batman", "discard grapnel_gun"],
    ),
    "an Asset's limited ability": (
        EXAMPLE + "type = 'asset'\nof = 'batman'\nability = [{ use = 'turn', cost = 1, do = [{ draw = 1 }] }]",
        "hero action", ["play example", "use example 1"],
    ),
    "an Asset that is sacrificed": (
        EXAMPLE + "type = 'asset'\nof = 'batman'\nability = [{ use = 'turn', pay = 'sacrifice this', do = [{ draw = 1 }] }]",
        "hero action", ["play example", "use example 1"],
    ),
    "a faceup Scheme": (
        EXAMPLE + "type = 'scheme'\nof = 'cheetah'\nthreshold = 5\nplayed_faceup = true\n"
        "ability = [{ use = 'turn', while = 'faceup', do = [{ draw = 1 }] }]",
        "rogue action", ["play example at the_daily_planet", "use example 1"],
    ),
    "who ignores a modifier's amount": (
        "[batman]\ntext = 'Batman.'\nability = [{ reaction = 'when damage', if = 'target == this', "
        "do = [{ ignore = 'modifier amount' }] }]",
        "rogue provoke", ["activate cheetah at arkham_asylum", "attack batman", "play enhanced_strength", "react batman 1"],
    ),
    "who cannot suffer damage": (
        "[batman]\ntext = 'Batman.'\nability = [{ constant = 'cannot suffer damage', if = 'it == this' }]",
        "rogue provoke", ["activate cheetah at arkham_asylum", "attack batman"],
    ),
}  # fmt: skip


def play_cards(cards: str, phase: str, answers: list[str], folder: Path) -> Game:
    """A scene with cards of our own; `example` is in the hand of its side."""
    file = folder / "ours.toml"
    file.write_text(cards)
    data = {
        "phase": phase,
        "rogue": {"characters": ["cheetah"], "hand": ["enhanced_strength", "hunting_grounds"], "deck": ["scent_the_prey"]},
        "hero": {
            "characters": [{"card": "batman", "at": "arkham_asylum", "empowering": ["fame.1"]}],
            "hand": ["batcave", "armored_cape", "grapnel_gun"],
            "deck": ["renown.1", "renown.2"],
        },
        "locations": [
            {"card": "arkham_asylum", "citizens": 6, "scheme": "dose_the_city"},
            {"card": "the_daily_planet"},
            {"card": "iron_heights"},
        ],
    }
    if cards.startswith("[example]"):
        data["rogue" if phase == "rogue action" else "hero"]["hand"].append("example")
    if phase == "hero oppose":
        data["rogue"]["characters"] = [{"card": "cheetah", "at": "arkham_asylum", "exhausted": True}]
    game = Game(set_position(data, "2", 1, True, {}, False, setup.library(find_pack(file))))
    for answer in answers:
        game.answer(answer)
    roll = random.Random(1)
    while game.choice is not None and not game.choice.quiet:
        game.answer(roll.choice(game.choice.options))
    return game


# the tests


def test_every_kind_of_event_has_its_rows_and_every_rule_exists():
    kinds = {kind for kind, _ in EVENT_ROWS}
    assert set(KINDS) - {"answer"} - NOT_YET == kinds
    named = set(re.findall(r"R\d{3}", EVENTS + QUESTIONS + REFUSALS + str(SHORT)))
    assert {f"DCF-{rule}" for rule in named} <= set(rule_texts())


def test_the_scenarios_cite_what_made_it_so_and_nothing_else():
    assert reader_of_scenarios().complaints() == []


def test_the_examples_of_all_verbs_do_too(reader_of_cards):
    assert reader_of_cards.complaints() == []


@pytest.mark.parametrize("match", MATCHES)
def test_random_games_do_too(match):
    """Under the default readings, and under any others."""
    reader = Reader()
    for seed in range(2):
        play_random_game(match, seed, {}, reader)
        play_random_game(match, seed, any_readings(random.Random(seed)), reader)
    assert reader.complaints() == []


def test_no_row_of_the_tables_is_idle(reader_of_cards):
    """What never happens in a scenario, an example or the end of a match would be a row that nobody has checked."""
    met = reader_of_scenarios().met + reader_of_cards.met
    rows = [*EVENT_ROWS, *(words.pattern for words, _ in QUESTION_ROWS), *REFUSAL_ROWS]
    assert [row for row in rows if not met[row] and row != ("round limit", "")] == []


def test_the_tables_notice_a_wrong_citation():
    """Damage by a card under the rule of Attacks, a rule twice, and a rule that is missing."""
    damage = EVENT_ROWS["damage", "by a card"]
    assert damage.wrong(("DCF-R123", "DCF-R084")) == ""
    assert damage.wrong(("DCF-R077",)) == "must cite R123"
    assert damage.wrong(("DCF-R123", "DCF-R077")) == "may not cite R077"
    assert damage.wrong(("DCF-R123", "DCF-R123")) == "one rule twice"
    assert "R015" not in frozenset().union(*REFUSAL_ROWS.values())
