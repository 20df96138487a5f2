"""Every sentence that a player can read: no ids, no code, no wrong plurals, nobody named twice, a capital and a full stop.

What counts as an id, a unit or a name is taken from the library and from the words of the card language.
"""

import random
import re
from functools import cache

import pytest
from random_play import MATCHES, any_readings, begin
from test_scenarios import FILES, SCENARIOS, name

from dcf_lab.engine.game import Choice
from dcf_lab.film import Film, decision
from dcf_lab.games.dc_forever import first_game, library
from dcf_lab.games.dc_forever.language import ATTRIBUTES, FUNCTIONS, MOMENTS, NAMES
from dcf_lab.games.dc_forever.phrases import COUNTED, GROUPS, HAPPENED, plural
from dcf_lab.games.dc_forever.position import PLAYERS
from dcf_lab.games.dc_forever.sentences import SENTENCES
from dcf_lab.games.dc_forever.verbs import VERBS
from dcf_lab.games.dc_forever.view import view_event
from dcf_lab.scenario import Variant, play_step, read
from dcf_lab.show import answer_text, asked, near_misses, question, sentence
from dcf_lab.timeline import Timeline

CARDS = library()
PLACEHOLDER = "Ä"  # stands where a printed name stood, with the name's number behind


def any_of(words):
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def units():
    """What is counted, one and many: from the sayings of the card language and from the groups that it knows."""
    told = " ".join([text for _, text in COUNTED.values()] + list(HAPPENED.values()))
    things = [*re.findall(r"\{\} ([A-Za-z ]+)\(s\)", told), *GROUPS.values()]
    return {thing: plural(thing) for thing in things if thing.split()[0] not in ("Renown", "Infamy")}


IDS = re.compile(
    rf"(?<![\w.])({any_of({i for i in CARDS if '_' in i or '.' in i} | {i for i in CARDS.printed if '_' in i})}"
    rf"|{any_of({ability.key for card in CARDS.printed.values() for ability in card.abilities if '_' in ability.key})}"
    rf"|{any_of({card.id for card in CARDS.printed.values() if card.type in ('hero', 'rogue', 'unaligned', 'location')})}"
    rf"|{any_of({p for p in PLAYERS if p[-1].isdigit()})})(?![\w])"
)
CODE = re.compile(
    rf"[{{}}\[\]<>|\\=]{{2}}|[{{}}<>|\\]|!=|//|\b(None|True|False)\b|\?"
    rf"|\b({any_of(NAMES)}|it)\.({any_of(ATTRIBUTES)})\b|\b({any_of(FUNCTIONS)})\("
    rf"|\b({any_of([v for v in VERBS if '_' in v])})\b|_|\b({any_of([m for m in MOMENTS if ' ' in m])}) [a-z_]+$"
)
MANY = re.compile(rf"(?<![\w-])1 ({any_of(units().values())})\b")
ONE = re.compile(rf"(?<![\w-])(0|[2-9]|\d\d+) ({any_of(units())})\b(?! [A-Z])")
PRINTED = {card.name: number for number, card in enumerate(CARDS.printed.values())}
NAMED = re.compile(rf"(?<!\w)(?<!\d )({any_of(PRINTED)})(?!\w)")  # '2 Renown' is no card


@cache
def faults(text, whole=True):
    """Everything that a reader would stumble over; `whole` for a sentence, with its capital and its full stop."""
    found = []
    plain = NAMED.sub(lambda hit: f"{PLACEHOLDER}{PRINTED[hit[1]]}{PLACEHOLDER}", text)
    for what, pattern in (("id", IDS), ("code", CODE), ("plural", MANY), ("plural", ONE)):
        if hit := pattern.search(plain):
            found.append(f"{what} {hit[0]!r}")
    if "  " in text or text != text.strip() or re.search(r" [.,;:)]|\( |\.\.|,,", text):
        found.append("spaces or stops")
    if whole and (text[0].islower() or not text.endswith(".")):
        found.append("no sentence")
    told = re.sub(r"\(.*?\)|:.*", "", plain)
    names = re.findall(rf"{PLACEHOLDER}\d+{PLACEHOLDER}", told)
    if len(set(names)) < len(names):
        found.append("a name twice")
    return tuple(found)


class Reader:
    """Reads everything that a game says, from every seat, and keeps what is wrong with it."""

    def __init__(self):
        self.wrong = {}
        self.read = 0
        self.kinds = set()

    def note(self, text, whole=True):
        self.read += 1
        if found := faults(text, whole):
            self.wrong[text] = found

    def question(self, table, choice):
        self.note(question(table, choice), False)
        assert question(table, choice)[0].isupper(), choice.prompt
        assert not asked(table, choice)[0].islower()
        for option in choice.list_options():
            self.note(answer_text(table, option), False)

    def events(self, table):
        for event in table.history:
            self.kinds.add(event.kind)
            for seat in (None, *table.rules.players):
                known = view_event(event, seat, table)
                self.note(sentence(table, known))
                if event.kind == "window":
                    for text in near_misses(table, [known]):
                        assert text.endswith(".") and not text[0].islower()
                        self.note(text.partition(" did not react:")[0], False)

    def refusals(self, game):
        for refusal in game.refused():
            self.note(answer_text(game.table, refusal.option), False)

    def nothing_is_wrong(self):
        assert self.read
        assert not self.wrong, "\n".join(f"{', '.join(found)}: {text}" for text, found in list(self.wrong.items())[:40])


def listened(game, reader):
    """The game, with every question that it asks being read."""
    if game.choice is not None:
        reader.question(game.table, game.choice)

    def watch(table, choice):
        if choice is not None:
            reader.question(table, choice)

    game.watch = watch
    return game


@pytest.mark.parametrize("folder", sorted({file.parent.relative_to(SCENARIOS) for file in FILES}), ids=str)
def test_every_sentence_of_every_scenario_can_be_read(folder):
    """Events, questions, answers and near misses of the script and of all variants, from every seat."""
    reader = Reader()
    for file in FILES:
        if file.parent.relative_to(SCENARIOS) != folder:
            continue
        scenario = read(file)
        scripts = [Variant("", {}, scenario.script)] if scenario.script or not scenario.variants else []
        for variant in (*scripts, *scenario.variants):
            game = listened(scenario.game(variant.rulings, trace=True), reader)
            for step in variant.script:
                assert play_step(game, step) is None, name(file)
                reader.refusals(game)
            reader.events(game.table)
    reader.nothing_is_wrong()


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("seed", range(4))
def test_every_sentence_of_a_random_game_can_be_read(match, seed):
    """With any readings, because some of them change what is said."""
    roll = random.Random(f"sentences {match} {seed}")
    game = begin(match, seed, any_readings(roll) if seed else None, rounds=3)
    game.table.tracing = True
    reader = Reader()
    listened(game, reader)
    for _ in range(350):
        if game.choice is None:
            break
        game.answer(roll.choice(game.choice.options))
    reader.events(game.table)
    reader.nothing_is_wrong()
