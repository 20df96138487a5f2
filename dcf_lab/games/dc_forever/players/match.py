"""How bots meet in DC Forever: two with a team each, three and four by a draft; and which cards are used in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Game
from dcf_lab.engine.table import Table
from dcf_lab.games import Match
from dcf_lab.games.dc_forever.players.teams import Teams, nobody_to_start, problem_with_team, random_team, team_game
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE
from dcf_lab.games.dc_forever.rules.setup import standard_game

ROUND_LIMIT = 30
USING = ("play", "use", "react", "recruit", "activate", "pool", "empower", "pay", "complete")
SAYS = {
    "sanctuary": lambda table: table.counts.get(("sanctuary", "citizens"), 0),
    "schemes": lambda table: len(table.zone(*MASTER_PLAN)),
}


def match_of(seating: str) -> Match:
    players, _, solo = seating.partition(" ")

    def drafted(teams: Mapping[str, tuple[str, ...]], seed: int, cards: Library) -> Game:
        return standard_game(int(players), seed, False, {}, solo or ROGUE, ROUND_LIMIT, cards=cards)

    return Match(met, SAYS, used, there, random_team, refused) if players == "2" else Match(drafted, SAYS, used, there)


def met(teams: Mapping[str, tuple[str, ...]], seed: int, cards: Library) -> Game:
    return team_game(Teams(teams[ROGUE], teams[HERO]), seed, log=False, round_limit=ROUND_LIMIT, cards=cards)


def refused(team: tuple[str, ...], side: str, cards: Library) -> str:
    """Why this cannot be a team, or where none is said why no random one can be made; or nothing."""
    return problem_with_team(team, side, cards) if team else nobody_to_start(side, cards)


def used(table: Table, answer: str) -> Iterator[str]:
    """The printed card that an answer plays or uses: `play twin_swords.1 on black_manta` uses twin_swords.

    Affiliated cards must do what their text says; only resource cards, which have none, are used by pooling or paying with them.
    """
    word, _, rest = answer.partition(" ")
    if word not in USING or not rest:
        return
    card = rest.split(" with ")[-1].split()[0] if word == "empower" else rest.split()[0]
    cards = table.rules.library
    if card in cards and (word not in ("pool", "empower", "pay") or cards[card].type == "resource"):
        yield cards[card].id


def there(table: Table) -> Iterator[str]:
    """Locations and Unaligned characters."""
    for place in table.zone(*LOCATIONS):
        yield from (place, *table.zone(place, "unaligned"))
