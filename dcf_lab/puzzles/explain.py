"""What a proof can tell a player: hints that say a little more each time, and how hard a puzzle is and why."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import NamedTuple

from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import name
from dcf_lab.games import say
from dcf_lab.puzzles.hidden import at_once
from dcf_lab.puzzles.search import OURS, OVER, THEIRS, Node, Positions, Search
from dcf_lab.puzzles.solve import Answers, Given, Solver, is_move
from dcf_lab.scenario.goal import BEST_LUCK, HIDDEN

HELP_NODES = 3_000  # positions looked at to see whether a wrong try would work if everybody helped
FAIL_NODES = 50_000  # and to see whether an answer fails, where the proof did not need to know
EASY, MEDIUM = 4, 8  # the highest numbers of these levels; what is above is hard


class Difficulty(NamedTuple):
    """How hard a puzzle is: a number from 1, its level, and what it is made of."""

    number: int
    level: str
    reasons: tuple[str, ...]
    traps: int  # answers on the way that look like something and fail


def difficulty(solver: Solver) -> Difficulty:
    """How hard the first solution of a solved puzzle is to find."""
    return at_once(weigh(solver))


def weigh(solver: Solver) -> Generator[None, None, Difficulty]:
    """The difficulty, judged by what there is to choose from on the way; worked out in steps of a few milliseconds."""
    positions, search = solver.positions, solver.search
    node = solver.root
    decisions, replies, bits, wrong_turnings = 0, 0, 0.0, 0
    tempting, firsts = 0, 0
    for _, option in solver.proof.solutions[0].line:
        options = positions.options(node)
        if node.mover == OURS:
            failing = []
            for other in options:
                if is_move(other, solver.scenario.manual) and (yield from _fails(solver, node, other)):
                    failing.append(other)
            bits += math.log2(len(options))
            decisions += 1
            if decisions == 1:
                firsts = len(options)
                for other in failing:
                    tempting += yield from _tempts(solver, node, other)
            else:
                wrong_turnings += len(failing)
        elif node.mover == THEIRS:
            replies += 1
        yield from search.prepare(node, option)
        node = search.after(node, option)
    number = max(1, round(0.45 * bits + 0.5 * (decisions - 1) + 0.6 * replies + 0.6 * min(tempting, 6)
                          + 0.25 * min(wrong_turnings, 12)))  # fmt: skip
    level = "easy" if number <= EASY else "medium" if number <= MEDIUM else "hard"
    reasons = (
        f"{_times(decisions, 'decision')} on the way, {round(2**bits):,} ways to answer them",
        f"{_times(replies, 'reply', 'replies')} of the others to be foreseen",
        f"{tempting} of {_times(firsts, 'first answer')} would do with a little help, and fail",
        f"{_times(wrong_turnings, 'wrong turning')} later on",
    )
    return Difficulty(number, level, reasons, tempting + wrong_turnings)


def _times(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _fails(solver: Solver, node: Node, option: str) -> Generator[None, None, bool]:
    yield from solver.search.prepare(node, option)
    child = solver.search.after(node, option)
    most = solver.search.nodes + FAIL_NODES
    for _ in solver.search.decide(child):
        if solver.search.nodes > most:
            return False
        yield
    found = solver.search.result(child)
    return found is not None and found.value == 0


def _tempts(solver: Solver, node: Node, option: str) -> Generator[None, None, bool]:
    """Would this answer, which fails, lead to the goal if everybody helped?"""
    if solver.goal.against in (HIDDEN, BEST_LUCK):
        return solver.goal.against == HIDDEN
    helpful = Positions(node.game, replace(solver.goal, against=BEST_LUCK))
    helpful.look = solver.positions.look
    search = Search(helpful)
    child = helpful.after(node, option)
    child.mover = OURS if child.mover != OVER else OVER
    for _ in search.decide(child):
        if search.nodes > HELP_NODES:
            break
        yield
    found = search.result(child)
    return found is None or found.value > 0


class Hint(NamedTuple):
    """One hint: what it is about (character, place, card or move), the sentence, and the card that it names."""

    about: str
    text: str
    card: str = ""


def hints(table: Table, line: Answers, side_players: Sequence[str]) -> list[Hint]:
    """From a solution's next answers, first the character, then the place, the card, and at last the move itself."""
    ahead: list[Given] = []
    for answer in line:
        if answer.player not in side_players:
            if ahead:
                break
            continue
        ahead.append(answer)
    if not ahead:
        return []
    library, manual = table.rules.library, table.rules.manual
    places, characters = manual.BOARD.places, manual.LANGUAGE.characters
    telling = sorted(ahead, key=lambda answer: not is_move(answer.option, manual))  # what only pays says less
    words = [word for answer in telling for word in answer.option.split() if word in library]
    found: list[Hint] = []
    ours = {manual.side(table, player) for player in side_players}
    doers = [w for w in words if library[w].type in characters and manual.side(table, w) in ours]
    if (doer := manual.doer(table, ahead[0].option)) is not None:
        doers.insert(0, doer)
    affected = [of for word in words if (of := library[word].of) is not None]
    who = next(iter([*doers, *affected]), None)
    if who is not None:
        found.append(Hint("character", f"Look at {name(table, who)}.", who))
    place = next((word for word in words if library[word].type in places), None)
    if place is not None:
        found.append(Hint("place", f"It happens at {name(table, place)}.", place))
    card = next((word for word in words if library[word].type not in (*characters, *places)), None)
    if card is not None:
        found.append(Hint("card", f"{name(table, card)} matters.", card))
    option = ahead[0].option
    last = (
        f"The next answer: {option}. Nothing more is to be done here."
        if option in manual.LEAVE
        else f"The next move: {say(option, library)}."
    )
    return [*found, Hint("move", last)]
