"""No engine words: what the library refuses, asks and nearly does is told as a player would say it."""

import re

import pytest
from folders import SCENARIOS

from dcf_lab.analysis.compare import follow_script
from dcf_lab.engine.telling import asked, because, grouped, near_misses, remedy_text, told_clauses
from dcf_lab.games.dc_forever import why_not
from dcf_lab.games.dc_forever.manual import askings, library
from dcf_lab.scenario.file import read
from dcf_lab.timeline.script import scripts
from dcf_lab.timeline.timeline import Timeline

FILES = sorted(SCENARIOS.rglob("*.toml"))
ENGINE = re.compile(r"_|\bNone\b|\bnone:|==|[<>]=|[{}\[\]]|\b(?:rogue|hero)[12]?\b|\w\.\d|ruling [a-z]+ =|  |\.\.|: *$")
IDS = {card.id for card in library().printed.values()}


def wrong(text, sentence=True):
    """What a visitor should not read in a text, if anything."""
    if not text or text != text.strip():
        return "is empty, or has spaces around it"
    if found := ENGINE.search(text):
        return f"has {found[0]!r}"
    if ids := IDS & set(re.findall(r"\w+", text)):
        return f"has the id {ids}"
    return "does not begin with a capital" if sentence and not (text[0].isupper() or text[0].isdigit()) else None


def told(game):
    """Everything that is said of what is refused at a question, and of the question: text, and whether it is a sentence."""
    table, choice = game.table, game.choice
    if choice is None:
        return
    yield asked(table, choice), True
    refusals = game.refused()
    for group in grouped(table, refusals, choice.player):
        yield group.what, True
        yield from _reasons(table, group.clauses)
    for refusal in refusals:
        yield because(table, refusal, choice.player), True
        yield from _reasons(table, refusal.clauses)
        for clause in refusal.clauses:
            yield f"It would need {remedy_text(table, clause) or 'nothing'}.", True


def _reasons(table, clauses):
    for _, text, remedy in told_clauses(table, clauses):
        yield text, False
        yield remedy or "nothing", False


def read_aloud(files, ways=False):
    found = []
    for file in files:
        scenario = read(file)
        for script in scripts(Timeline(scenario)):
            line = follow_script(Timeline(scenario, script.readings)).line
            table = line.game.table
            texts = [(text, True) for text in near_misses(table, table.history)]
            for node in [line.root, *line.here.path()]:
                texts += told(node.game)
                for skipped in node.game.skipped:
                    texts += told(node.game.then(skipped))
            texts += _asked_about(line.game) if ways else []
            found += [(file.name, text, why) for text, whole in dict.fromkeys(texts) if (why := wrong(text, whole))]
    return found


def _asked_about(game):
    """What is said of everything that the menus can ask about."""
    if game.choice is None:
        return
    for asking in askings(game):
        yield asking.label, True
        for who, its in asking.who.items():
            for it in its or ("",):
                for refusal in why_not(game, asking.words.format(who=who, it=it)):
                    yield because(game.table, refusal, game.choice.player), True


def test_a_sample_of_the_library_is_told_without_engine_words():
    assert read_aloud(FILES[::20], ways=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_the_whole_library_is_told_without_engine_words(part):
    assert read_aloud(FILES[part::4]) == []


@pytest.mark.parametrize(
    "text",
    ["It would need: a Scheme at the_daily_planet", "It is not hero's turn", "Recruit none: it", "ready cheetah", "Play fame.1"],
)
def test_what_would_be_wrong_is_found(text):
    assert wrong(text)
