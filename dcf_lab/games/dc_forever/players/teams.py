"""Matches between given teams: who may start with whom, random legal teams, and the table for two of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Game
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.rules.setup import (
    SEATINGS,
    begin,
    cards_of_a_match,
    empty_table,
    library,
    make_deck,
    prepare_table,
    rules_for,
    start_with,
    team_up,
)

TEAM, STARTERS, MOST_COST = 4, 2, 16  # Standard Setup 2 and 3


class Teams(NamedTuple):
    """Four Rogues against four Heroes; the first two of each start."""

    rogue: tuple[str, ...]
    hero: tuple[str, ...]


def characters(cards: Library, side: str) -> list[str]:
    return [card for card in cards if cards[card].type == side]


def starting_duos(cards: Library, side: str) -> list[tuple[str, ...]]:
    """Every two characters of a side that may start together (Standard Setup 3)."""
    pairs = combinations(characters(cards, side), STARTERS)
    return [pair for pair in pairs if sum(cards[card].value("cost") for card in pair) <= MOST_COST]


def random_team(roll: random.Random, side: str, cards: Library) -> tuple[str, ...]:
    """A legal team; every legal starting duo is as likely as any other, and so is everyone in the reserve."""
    duo = roll.choice(starting_duos(cards, side))
    rest = [card for card in characters(cards, side) if card not in duo]
    return (*duo, *roll.sample(rest, TEAM - STARTERS))


def random_teams(roll: random.Random, cards: Library) -> Teams:
    return Teams(random_team(roll, ROGUE, cards), random_team(roll, HERO, cards))


def nobody_to_start(side: str, cards: Library) -> str:
    """Why no random team of a side can be made, in a sentence, or nothing."""
    if len(characters(cards, side)) < TEAM:
        return f"there are fewer than {TEAM} {side} characters"
    return "" if starting_duos(cards, side) else f"no two {side} characters cost {MOST_COST} or less together"


def problem_with_team(team: tuple[str, ...], side: str, cards: Library) -> str:
    """Why this cannot be a team of a side, in a sentence, or nothing."""
    if len(team) != TEAM or len(set(team)) != TEAM:
        return f"a team is {TEAM} different characters, the first {STARTERS} of them start; found {', '.join(team)}"
    strangers = [card for card in team if card not in characters(cards, side)]
    if strangers:
        return f"{strangers[0]!r} is no {side} of this box; there are {', '.join(characters(cards, side))}"
    cost = sum(cards[card].value("cost") for card in team[:STARTERS])
    if cost > MOST_COST:
        return f"{team[0]} and {team[1]} cost {cost} together, more than {MOST_COST}; let others start"
    return ""


def team_game(
    teams: Teams, seed: int = 0, log: bool = True, readings: Mapping[str, str] | None = None, round_limit: int = 0,
    cards: Library | None = None,
) -> Game:  # fmt: skip
    """The game of two teams with shuffled Locations, Unaligned characters and decks (2-Player Standard Setup 4-7)."""
    used = _cards_of(cards or library(), frozenset((*teams.rogue, *teams.hero)))
    rules = rules_for(used, SEATINGS["2"], readings or {}, **{"round limit": round_limit})
    table = empty_table(rules, seed, log)
    for player, team in ((ROGUE, teams.rogue), (HERO, teams.hero)):
        for character in team:
            team_up(table, player, character, ("DCF-R002",))
        for character in team[:STARTERS]:
            start_with(table, player, character)
        make_deck(table, player)
    prepare_table(table)
    begin(table)
    return Game(table)


@lru_cache(maxsize=100)
def _cards_of(cards: Library, team: frozenset[str]) -> Library:
    return cards_of_a_match(cards, team)
