"""Random games of every kind, with an eye on everything that must hold after every answer."""

import random

import pytest
from random_play import MATCHES, any_readings, begin

from dcf_lab.engine.game import IllegalAnswer
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.games.dc_forever.rules import legal
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, side_of
from dcf_lab.games.dc_forever.rules.legal import action_candidates, activation_candidates, clauses_of
from dcf_lab.games.dc_forever.rules.legal_actions import main_actions
from dcf_lab.games.dc_forever.rules.quick import action_options, activate_options, activation_options
from dcf_lab.games.dc_forever.table.invariants import problems

SEEDS = {"first game": 24, "two players": 12, "solo rogue": 10, "solo hero": 10, "four players": 10}


@pytest.mark.slow
@pytest.mark.parametrize("match, seed", [(match, seed) for match, seeds in SEEDS.items() for seed in range(seeds)])
def test_a_random_game_keeps_every_invariant(match, seed):
    watch(begin(match, seed, rounds=30 if match == "first game" else 10), random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("match, seed", [(match, 100 + seed) for match in SEEDS for seed in range(14)])
def test_a_random_game_under_random_readings_keeps_every_invariant(match, seed):
    roll = random.Random(f"{match} {seed}")
    watch(begin(match, seed, any_readings(roll), rounds=6, take_chances=seed % 2 == 0), roll)


def test_every_kind_of_match_comes_to_a_winner():
    """Of a few random games without a round limit each ends by one of the four ways to win."""
    for match in MATCHES:
        game, roll = begin(match, 1, rounds=0), random.Random(1)
        while game.choice is not None:
            game.answer(roll.choice(game.choice.options))
        assert game.table.facts["winner"] in (HERO, ROGUE)
        assert game.table.facts["won by"] in ("schemes", "rescue", "knock out", "capture")


def watch(game, roll):
    """Play to the end at random and look at everything after every answer."""
    film = Table(game.table.rules)
    seen = 0
    match = None
    while True:
        table = game.table
        history = table.history
        for event in history[seen:]:
            event_is_told_in_full(event)
            apply_changes(film, event)
        seen = len(history)
        film_shows(film, table)
        match = nothing_is_lost(table, match)
        assert not problems(table)
        if game.choice is None or game.choice.prompt.endswith("Phase") or game.choice.prompt.startswith("Activated"):
            assert not any(what == "played" for _, what in table.zones), "a card hangs in the air"
        if game.choice is None:
            return
        options = list(game.choice.options)
        assert options and len(set(options)) == len(options), f"no options or the same twice: {options}"
        the_short_list_is_the_long_list(game)
        if roll.random() < 0.04:
            only_the_listed_is_accepted(game)
        game.answer(roll.choice(options))


def event_is_told_in_full(event):
    """Every event has a cause, rules that exist, and an amount that its parts add up to."""
    if event.id == 0:
        assert not event.causes
    else:
        assert event.causes and all(0 <= cause.event < event.id for cause in event.causes), event
    assert event.rules or event.kind in ("position", "round limit"), f"no rule made this so: {event}"
    assert all(rule in rule_texts() for rule in event.rules), event
    if event.parts and event.amount is not None:
        assert sum(part.amount for part in event.parts) == event.amount, event


def film_shows(film, table):
    """The events tell every change: replayed on an empty table they give this one."""
    assert film.zones == table.zones
    assert film.counts == table.counts
    assert film.marks == table.marks
    assert film.links == table.links
    assert film.facts == table.facts


def nothing_is_lost(table, match):
    """No card of the match is lost; returns the cards of the match once its set-up is over."""
    cards = {card for zone in table.zones.values() for card in zone}
    if match is not None:
        assert cards == match
    return match or (cards if table.facts["step"] not in ("draft", "starters") else None)


def the_short_list_is_the_long_list(game):
    """In Action Phases and activations the quickly listed options are the candidates without a failed clause."""
    table, player = game.table, game.choice.player
    if table.facts["step"].endswith("action") and game.choice.prompt.endswith("Action Phase"):
        allowed = {o for o in action_candidates(table, player) if not any(clauses_of(table, player, o))}
        assert set(action_options(table, player)) == allowed | {"done"}
    elif table.facts["step"] == "activation" and game.choice.prompt.startswith("Activated"):
        actor = table.facts["actor"]
        candidates = [*activation_candidates(table, player, actor)]
        if table.ruling("empower_when") == "B" and side_of(player) == HERO:
            candidates += [o for o in action_candidates(table, player) if o.startswith("empower ")]
        allowed = {o for o in candidates if not any(clauses_of(table, player, o, actor))}
        main = {o for o in allowed if o.split()[0] in main_actions(table, side_of(player))}
        forced = main and not table.facts.get("acted") and table.ruling("main_action_optional") == "B"
        assert set(activation_options(table, player, actor)) == (allowed if forced else allowed | {"done"})
    elif table.facts["step"] == "provoke or oppose" and game.choice.prompt.endswith(("Provoke Phase", "Oppose Phase")):
        assert activate_options(table, player) == legal.activate_options(table, player)


def only_the_listed_is_accepted(game):
    """Every option can be answered, nothing else can, and a refused answer leaves the table alone."""
    before = game.table.copy()
    for option in game.choice.options:
        game.copy().answer(option)
    offered = set(game.choice.options)
    for refusal in game.refused():
        assert refusal.option not in offered
        assert refusal.clauses and all(c.rule in rule_texts() and c.text for c in refusal.clauses), refusal
        with pytest.raises(IllegalAnswer, match="is refused: "):
            game.answer(refusal.option)
    for nonsense in ("", "fly", options_with_a_slip(game)):
        with pytest.raises(IllegalAnswer, match="is not among"):
            game.answer(nonsense)
    assert game.table == before


def options_with_a_slip(game):
    return game.choice.options[0] + "x"
