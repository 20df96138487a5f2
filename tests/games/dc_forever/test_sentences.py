"""Every sentence that a player can read: no ids, no code, no wrong plurals, nobody named twice, a capital and a full stop.

What counts as an id, a unit or a name is taken from the library and from the words of the card language.
"""

import io
import random
import re
from functools import cache

import pytest
from random_play import MATCHES, any_readings, begin
from test_scenarios import FILES, SCENARIOS, name

from dcf_lab.commands.cli import main
from dcf_lab.engine.cards.english import plural
from dcf_lab.engine.game import Choice
from dcf_lab.engine.telling import answer_text, asked, near_misses, question, sentence
from dcf_lab.games import say
from dcf_lab.games.dc_forever import first_game, library, standard_game
from dcf_lab.games.dc_forever.table.position import PLAYERS
from dcf_lab.games.dc_forever.table.view import known_event
from dcf_lab.games.dc_forever.text.language import ATTRIBUTES, FUNCTIONS, MOMENTS, NAMES
from dcf_lab.games.dc_forever.text.phrases import COUNTED, GROUPS, HAPPENED
from dcf_lab.games.dc_forever.text.sentences import EVENTS
from dcf_lab.games.dc_forever.text.verbs import VERBS
from dcf_lab.scenario.file import Variant, read
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.places import Places, decisions
from dcf_lab.timeline.run import play_step, run_all
from dcf_lab.timeline.timeline import Timeline

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
    rf"[{{}}\[\]<>|\\=]{{2}}|[{{}}<>|\\]|!=|//|\b(None|True|False)\b|\?(?!$)"
    rf"|\b({any_of(NAMES)}|it)\.({any_of(ATTRIBUTES)})\b|\b({any_of(FUNCTIONS)})\("
    rf"|\b({any_of([v for v in VERBS if '_' in v])})\b|_|\b({any_of([m for m in MOMENTS if ' ' in m])}) [a-z_]+$"
    rf"|\(({any_of(MOMENTS)})\)|(?<!X )\(\d+\)|\bnobody\b(?! wins)"
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
                known = known_event(event, seat, table) if seat else event
                if known is None:
                    continue
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


# what used to puzzle


def told(file, variant=None, seat=None):
    """Everything that a scenario's log says, in one text."""
    scenario = read(SCENARIOS / file)
    reports = run_all(scenario)
    report = next(report for report in reports if variant is None or f"({variant}" in report.name)
    table = report.game.table
    known = (known_event(event, seat, table) if seat else event for event in table.history)
    return "\n".join(sentence(table, event) for event in known if event is not None)


SCENES = {
    "an ignored modifier does nothing to who ignored it": (
        "rules/r085_an_ignored_modifier_does_nothing.toml", "Rending Claws is ignored and does nothing to Batman.",
    ),
    "a modifier ignored altogether": (
        "rulings/rul_070_ignore_modifier_scope.toml", "Acid Flower is ignored and does nothing more.",
    ),
    "citizens of a swayed character come from it": (
        "rulings/rul_105_citizens_on_sway.toml", "2 citizens move from Harley Quinn to the supply.",
    ),
    "who reveals is whose cards they are": (
        "cards/superman/front_page_story.toml",
        "The Rogue reveals their hand: Dose the City, Hunting Grounds and Enhanced Strength.",
    ),
    "a card played from the deck was never in the hand": (
        "cards/wonder_woman/wonder_woman.toml", "The Hero takes Gift of Demeter from their deck to play it.",
    ),
    "all damage of an Attack is ignored, not the Attack": (
        "cards/reverse_flash/phase_through.toml", "Phase Through ignores all of the damage on Reverse-Flash.",
    ),
    "something happens instead of the damage": (
        "cards/green_lantern/emerald_shield.toml", "Emerald Shield puts something else in place of the damage on Batman.",
    ),
    "half is worked out": (
        "rulebook/e07_completing_a_scheme.toml", "Batman suffers 4 damage from Dose the City: half of 8 citizens on it.",
    ),
    "half of an odd number is rounded up": (
        "rules/r012_all_rounding_is_upward.toml",
        "Batman suffers 4 damage from Dose the City: half of 7 citizens on it, rounded up.",
    ),
    "X is worked out": (
        "cards/aquaman/fury_of_the_deep.toml", "X of Fury of the Deep is 2: half of 3 damage on Aquaman, rounded up.",
    ),
    "what X makes of a modifier": ("cards/black_manta/blood_in_the_water.toml", "+5 Blood in the Water [3 plus X]"),
    "an only ability needs no number": ("cards/batman/batcave.toml", "The Hero uses Batcave."),
    "one of two blocks in words": (
        "rulebook/e03_attachment_with_two_blocks.toml", "The Hero uses X-Ray Vision (second ability).",
    ),
    "who reacts, to what": (
        "cards/unaligned/harley_quinn.toml", "Harley Quinn reacts after Superman Attacks it at 344 Clinton Street.",
    ),
    "one citizen is no citizens": (
        "rulebook/e02_event_on_a_scheme.toml", "1 citizen moves from Dose the City to Sanctuary.",
    ),
    "the Location deck is nobody's": (
        "cards/locations/ferris_aircraft_not.toml", "The discarded Locations become a new Location deck.",
    ),
    "an Attack is cancelled, not who is Attacked": (
        "cards/the_flash/faster_than_sight.toml", "Faster Than Sight cancels the Attack on The Flash.",
    ),
    "a claim has no damage to reduce": ("cards/aquaman/tidal_barrier.toml", "Tidal Barrier takes 2 off the claim."),
}  # fmt: skip


@pytest.mark.parametrize("scene", SCENES)
def test_a_sentence_says_what_happened(scene):
    """Each of these used to puzzle its readers; a variant may be the one that tells it."""
    file, wanted = SCENES[scene]
    variants = [variant.name for variant in read(SCENARIOS / file).variants]
    assert any(wanted in told(file, variant) for variant in (None, *variants))


def test_a_hidden_card_leaves_a_sentence_whole():
    """Glossary: Scheme; Empower; Look At: what others do in secret is told without the card."""
    scheme = told("rules/r042_scheme_goes_facedown_at_a_free_location.toml", seat="hero")
    assert scheme.splitlines()[1:] == ["The Rogue plays a facedown Scheme at The Daily Planet."]
    empowered = told("rules/r044_any_card_with_renown_can_empower.toml", seat="rogue")
    assert "The Hero empowers Batman with a card (1 Renown)." in empowered
    looked = told("cards/the_flash/speed_scouting.toml", seat="rogue")
    assert "The Hero looks at the top 3 cards of the Rogue's deck.\n" in looked
    assert "A hidden card goes from the Rogue's deck to the bottom of their deck." in looked
    planted = told("cards/klarion_bleak/divination_planted.toml", seat="hero")
    assert "The Rogue plants a card on top of the Hero's deck." in planted


def test_the_working_of_a_number_does_not_name_a_facedown_scheme():
    """Scheme: only its player knows a facedown one; its citizens may be counted, its name not told."""
    table = first_game(seed=1).table
    scheme = next(card for card in CARDS if CARDS[card].type == "scheme")
    table.log("damage", by=scheme, to="batman", amount=2, worked=("half of ", "4 citizens on ", scheme, ""))
    table.zones["arkham_asylum", "scheme"] = (scheme,)
    event = table.history[-1]
    assert sentence(table, event) == f"Batman suffers 2 damage from {CARDS[scheme].name}: half of 4 citizens on it."
    hidden = sentence(table, known_event(event, "hero", table))
    assert hidden == "Batman suffers 2 damage from a facedown Scheme: half of 4 citizens on a facedown Scheme."


# questions

QUESTIONS = {
    "React: when damage wonder_woman": "React: when Wonder Woman is about to suffer damage",
    "React: after threaten the_joker": "React: after The Joker Threatens",
    "React: after play batman": "React: after a player plays a card on Batman",
    "React: after play enhanced_strength": "React: after a player plays Enhanced Strength",
    "React: after draw rogue1": "React: after Rogue 1 draws cards",
    "React: after advance arkham_asylum": "React: after a Scheme at Arkham Asylum gains citizens",
    "React: after reveal location arkham_asylum": "React: after Arkham Asylum is revealed",
    "React: when round ends": "React: when the round ends",
    "React: after ko batman": "React: after Batman is knocked out",
    "after attack: which first": "After a character Attacks a character: which first",
    "Dose the City: choose a hero": "Dose the City: choose a Hero",
    "Curse of the Crone: choose a hero player": "Curse of the Crone: choose a Hero player",
    "Chance picks an opposing character": "Chance picks an opposing character",
    "A random card of hero2's hand": "A random card of Hero 2's hand",
    "The next card of rogue deck": "The next card of the Rogue's deck",
    "The next card of table location deck": "The next card of the Location deck",
    "Rogue Action Phase": "Rogue Action Phase",
    "Pay 2 for Primal Drive": "Pay 2 for Primal Drive",
}


@pytest.mark.parametrize("prompt", QUESTIONS)
def test_a_question_is_asked_in_words(prompt):
    """The prompt stays as records, links and scenarios have it; what is shown is English."""
    assert question(first_game(seed=1).table, Choice("hero", prompt, ["yes"])) == QUESTIONS[prompt]


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_has_its_question(moment):
    table = standard_game(4, seed=1).table
    for about in ("", *sorted(CARDS), *PLAYERS):
        text = question(table, Choice("hero1", f"React: {moment} {about}".strip(), ["decline"]))
        assert not faults(text, False), text


def test_a_film_carries_its_questions_and_sums_in_words():
    line = Timeline(read(SCENARIOS / "cards/reverse_flash/phase_through.toml"))
    line.answer("attack reverse_flash").answer("play heat_vision")
    film = Film()
    film.reel(line.game.table)
    shown = decisions(line, film, Places())[-1]
    assert shown["prompt"] == "React: when damage reverse_flash"
    assert shown["question"] == "React: when Reverse-Flash is about to suffer damage"
    assert "decline" in shown["words"] and len(shown["words"]) == len(shown["short"]) == len(shown["options"])
    events = Film().reel(line.answer("decline").game.table)["events"]
    assert [event["sum"] for event in events if event["kind"] == "damage"] == [[(2, "printed on Superman"), (3, "Heat Vision")]]


def test_every_kind_of_event_that_happens_has_its_sentence():
    """An event without one would be told by its kind alone."""
    kinds = {event.kind for file in FILES for report in run_all(read(file)) for event in report.game.table.history}
    assert kinds <= set(EVENTS)


@pytest.mark.parametrize(
    "label", ["pay 2", "start over", "use 1 card", "this first", "discard a card", "choose now", "hero or rogue"]
)
def test_an_answer_that_a_card_words_is_shown_as_it_is(label):
    """Labels of a choice are English already, also where they begin like an answer of the rules."""
    assert say(label, CARDS) == label


def test_the_terminal_takes_an_answer_as_it_shows_it(monkeypatch, capsys):
    """What is shown can be typed; ids are understood as before."""
    file = SCENARIOS / "rulebook/e06_attack_with_reduced_modifier.toml"
    typed = "Activate Cheetah at The Daily Planet\nattack batman\nplay Enhanced Strength\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    monkeypatch.setattr("dcf_lab.commands.play._Session.keep", lambda session: None)
    assert main(["play", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "1. activate Cheetah at The Daily Planet\n" in shown and "The Rogue: Attack Modifiers\n" in shown
    assert "Batman suffers 4 damage (3 printed on Cheetah, +3 Enhanced Strength, -2 by Batman = 4)." in shown
