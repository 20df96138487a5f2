"""Games to look back at: the rulebook's attack, random ones, and one that wanders."""

import random

from folders import SCENARIOS
from random_play import any_readings, begin, play_on

from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run


def scene(path):
    return read(SCENARIOS / path)


def strengthened():
    """Rulebook example E06, played to its end."""
    return run(scene("rulebook/e06_attack_with_reduced_modifier.toml")).game.table


def the(table, kind, number=0):
    """The first event of a kind."""
    return [event.id for event in table.history if event.kind == kind][number]


def wander(line, answers, seed):
    """Random answers on a timeline."""
    roll = random.Random(seed)
    for _ in range(answers):
        if line.game.choice is None:
            break
        line.answer(roll.choice(line.game.choice.options))
    return line


def random_table(match, seed, other_readings=False, most=400):
    roll = random.Random(seed)
    game = begin(match, seed, any_readings(roll) if other_readings else {})
    play_on(game, roll, most)
    return game.table
