"""Random games for the tests: every kind of match, any readings, answered by a seeded die."""

import random

from dcf_lab.games.dc_forever import first_game, rulings, standard_game

MATCHES = {
    "first game": lambda seed, readings, rounds: first_game(seed, True, readings, rounds),
    "two players": lambda seed, readings, rounds: standard_game(2, seed, True, readings, round_limit=rounds),
    "solo rogue": lambda seed, readings, rounds: standard_game(3, seed, True, readings, "rogue", rounds),
    "solo hero": lambda seed, readings, rounds: standard_game(3, seed, True, readings, "hero", rounds),
    "four players": lambda seed, readings, rounds: standard_game(4, seed, True, readings, round_limit=rounds),
}


def begin(match, seed=0, readings=None, rounds=12, take_chances=False):
    """A match of this kind at its first question."""
    game = MATCHES[match](seed, readings or {}, rounds)
    game.take_chances = take_chances
    return game


def play_on(game, roll, most):
    """At most so many random answers; returns those that were given."""
    given = []
    while game.choice is not None and len(given) < most:
        option = roll.choice(game.choice.options)
        game.answer(option)
        given.append(option)
    return given


def any_readings(roll):
    """For every ruling one of its implemented readings."""
    return {key: roll.choice([r for r in ruling.readings if r not in ruling.missing]) for key, ruling in rulings().items()}


def midgame(match, seed, readings=None):
    """A random table some way into a match, with its game."""
    roll = random.Random(seed)
    game = begin(match, seed, readings)
    play_on(game, roll, roll.randint(40, 250))
    return game
