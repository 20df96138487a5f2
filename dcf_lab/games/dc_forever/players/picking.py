"""Picking teams: the cards that a character brings along, and the game of two teams that somebody has picked."""

from __future__ import annotations

import random
from collections.abc import Mapping

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Game
from dcf_lab.games import NoTeam, Teams
from dcf_lab.games.dc_forever.players.teams import (
    MOST_COST,
    STARTERS,
    TEAM,
    characters,
    problem_with_team,
    random_teams,
    team_game,
)
from dcf_lab.games.dc_forever.rules.box import HERO, side_of


def _brings(player: str, cards: Library) -> dict[str, dict[str, dict[str, str]]]:
    """What comes with each character into play and into the reserve (Standard Setup 3 and 4; Multiplayer Setup 4)."""
    side = side_of(player)
    number = player.removeprefix(side)  # one of two brings all cards of the one who starts
    extra = [f"prestige.{number or 1}", f"fame.{number or 1}", *([] if number else ["renown.1", "renown.2"])]
    supply = {card: "deck" for card in extra if card in cards} if side == HERO else {}
    found = {}
    for character in characters(cards, side):
        own = [card for card in cards if cards[card].of == character]
        starting = {card: "deck" if number or cards[card].values.get("starting") else "reserve" for card in own}
        found[character] = {"characters": starting | supply, "reserve": dict.fromkeys(own, "reserve")}
    return found


def _begin(teams: Mapping[str, tuple[str, ...]], seed: int, cards: Library) -> Game:
    for side, team in teams.items():
        if problem := problem_with_team(team, side, cards):
            raise NoTeam(problem)
    return team_game(random_teams(random.Random(seed), cards)._replace(**teams), seed, cards=cards)


TEAMS = Teams(
    "Two teams",
    f"Two players have {TEAM} characters each: {STARTERS} start, of cost {MOST_COST} or less together, the others are in the "
    "reserve (DCF-R003).",
    TEAM, {"characters": "In play", "reserve": "Reserve"}, "cost", _brings, _begin,
)  # fmt: skip
