"""The end of the game: Victory Points on cards, by formula and as tokens, and who has won (End of Game)."""

from __future__ import annotations

from dcf_lab.engine.table import Part
from dcf_lab.games import Outcome
from dcf_lab.games.deckbuilders.box import DOOMED, Table, owned, playing


def scored(table: Table, player: str) -> list[str]:
    """The cards that count for a player: everything owned, or under one reading only the deck itself."""
    if table.rules.readings.get("score_which_cards") == "B":
        return list(table.zone(player, "deck"))
    cards = owned(table, player)
    kept = table.zone(player, "kept")
    if kept and table.rules.readings.get("atrocitus_end", "A") == "B":
        cards = [card for card in cards if card not in kept]
    if table.rules.readings.get("ongoing_non_location") == "B":
        gone = [card for card in table.zone(player, "locations") if "location" not in table.box.kinds[card]]
        cards = [card for card in cards if card not in gone]
    cards += table.zone(player, "waiting")  # it lies on the Character and is owned all the same
    if not table.box.partners[player] or table.rules.readings.get("cnf_trophy_points") == "B":
        cards += table.zone(player, "captured")
    return [card for card in cards if (card, DOOMED) not in table.marks]  # what its own text destroys at the end


def points_of(table: Table, player: str, card: str) -> int:
    """The Victory Points of a card in a player's deck: printed, or by its formula."""
    for ability in table.box.constants.get(card, ()):
        if ability.what == "points":
            found: int = ability.amounts["add"](table, {"this": card, "it": card, "you": player})
            return found
    return table.box.vp[card]


def parts_of_score(table: Table, player: str) -> list[Part]:
    parts = [Part(points, "points", card) for card in scored(table, player) if (points := points_of(table, player, card))]
    if tokens := table.counts.get((player, "vp"), 0):
        parts.append(Part(tokens, "tokens"))
    return parts


def score(table: Table, player: str) -> int:
    return sum(part.amount for part in parts_of_score(table, player))


def tied(table: Table) -> bool:
    """Have the two best sides the same number of Victory Points?"""
    scores: dict[str, int] = {}
    for player, side in table.box.team.items():
        scores[side] = scores.get(side, 0) + score(table, player)
    best = sorted(scores.values())[-2:]
    return len(best) == 2 and best[0] == best[1]


def stack_cards(table: Table, player: str) -> int:
    """How many Super-Villains or Super Heroes, or captured Characters, a player has: of equals the one with more of them wins."""
    captured = table.zone(player, "captured")
    return len(captured) + sum(card in table.box.on_stack and card not in captured for card in scored(table, player))


def trophies(table: Table, player: str) -> int:
    """Points of captured Characters that are the team's and no player's own (ruling cnf_trophy_points)."""
    mine = scored(table, player)
    return sum(table.box.vp[card] for card in table.zone(player, "captured") if card not in mine)


def outcome(table: Table) -> Outcome | None:
    """The most Victory Points win; of equals those with more cards of the stack; then they share, or the later one wins."""
    if table.facts.get("step") != "over":
        return None
    box = table.box
    if winner := table.facts.get("winner"):  # without counting
        return Outcome((winner,), table.facts.get("won by", ""))
    counted = table.rules.players
    if table.rules.readings.get("cnf_three_player_out") == "A":
        counted = tuple(one for one in counted if playing(table, one))
    sides = list(dict.fromkeys(box.team[one] for one in counted))
    scores, beaten, last = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    for number, player in enumerate(counted):
        side = box.team[player]
        scores[side] += score(table, player) + trophies(table, player)
        if not (box.edition.starts_on and box.partners[player]):  # between teams no book breaks a tie by the stack
            beaten[side] += stack_cards(table, player)
        last[side] = number
    later = table.rules.readings.get("tie_after_tiebreak") == "B"
    ranks = {side: (scores[side], beaten[side], last[side] if later else 0) for side in sides}
    best = max(ranks.values())
    return Outcome(tuple(side for side in sides if ranks[side] == best), table.facts.get("won by", ""), scores)
