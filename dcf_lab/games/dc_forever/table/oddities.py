"""What is odd about a position: the engine can play on from it, but a game would hardly come there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.table import name_of, printed
from dcf_lab.games import Oddity
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    LOCATIONS,
    ROGUE,
    Table,
    is_exhausted,
    owner,
    players_of,
    scheme_at,
    side_of,
    solo,
    team,
)
from dcf_lab.games.dc_forever.rules.deeds import hand_limit
from dcf_lab.games.dc_forever.rules.resolution import winner
from dcf_lab.games.dc_forever.rules.setup import SUPPLY

_PLANNING = ("begin round", "rogue action", "rogue draw", "hero action", "confrontation")  # nobody stands at a Location yet
_ACTING = ("rogue action", "hero action")
_SIDES = {ROGUE: "Rogue", HERO: "Hero"}
_WINS = {
    "schemes": ("master_plan", "the Master Plan has 5 Schemes, so the Rogues win"),
    "rescue": ("sanctuary", "Sanctuary has 30 citizens, so the Heroes win"),
    "knock out": ("knocked_out", "no Hero is left in play, so the Rogues win"),
    "capture": ("captured", "no Rogue is left in play, so the Heroes win"),
}


def odd(table: Table) -> list[Oddity]:
    """Everything about a position that the rules would hardly bring about.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> odd(first_game(seed=1).table)
    []
    """
    return [*_the_row(table), *_the_end(table), *_teams(table), *_cards(table), *_standing(table), *_tokens(table)]


def _the_row(table: Table) -> Iterator[Oddity]:
    """Three Locations with citizens, and Schemes that are not long complete."""
    row = table.zone(*LOCATIONS)
    usual = 3 + (len(table.rules.players) - 2 if table.ruling("mp_locations") == "B" else 0)
    if len(row) != usual:
        lie = "1 Location lies" if len(row) == 1 else f"{len(row)} Locations lie"
        yield Oddity(("locations",), "locations", f"{lie} in the row; a game has {usual} (DCF-R007).")
    if table.facts["step"] not in (*_PLANNING, "ready phase", "draw phase", "end of round"):
        return
    for number, place in enumerate(row):
        path = ("locations", number)
        if not table.counts.get((place, "citizens")):
            text = f"{name_of(table, place)} has no citizens; an emptied Location is replaced when a cycle ends (DCF-R105)."
            yield Oddity(path, f"emptied {place}", text)
        scheme = scheme_at(table, place)
        if scheme is not None and table.counts.get((scheme, "citizens"), 0) >= printed(table, scheme, "threshold"):
            text = (
                f"{name_of(table, scheme)} has met its threshold and was not completed; the Rogue could have done so (DCF-R101)."
            )
            yield Oddity((*path, "scheme"), f"threshold {scheme}", text)


def _the_end(table: Table) -> Iterator[Oddity]:
    """The game is as good as over."""
    if won := winner(table):
        where, what = _WINS[won[1]]
        yield Oddity((where,), f"won {won[1]}", f"{what[0].upper()}{what[1:]} at the next check (DCF-R104).")


def _teams(table: Table) -> Iterator[Oddity]:
    """Everybody has characters, and not more than a draft gives."""
    for side, players in table.rules.settings["sides"].items():
        if not any(team(table, side)) and not winner(table):
            text = f"The {_SIDES[side]} side has no character in play, so it can neither act nor play cards (DCF-R036)."
            yield Oddity((players[0], "characters"), f"nobody {side}", text)
        for player in players:
            of_player = [card for (card, word), who in table.links.items() if word == "team" and who == player]
            number = sum(table.box.kind[card] in (HERO, ROGUE) for card in of_player)
            most, rule = _most(table, player)
            if number > most:
                text = f"{_called(player)} has {number} characters; a draft gives {most} ({rule})."
                yield Oddity((player, "reserve"), f"team {player}", text)


def _most(table: Table, player: str) -> tuple[int, str]:
    if len(table.rules.players) == 2:
        return 4, "DCF-R002"
    return (6 if solo(table, player) else 3), "DCF-R113"


def _cards(table: Table) -> Iterator[Oddity]:
    """Hands are not too large, decks not gone, and everybody has only cards of their own characters."""
    here = {card for cards in table.zones.values() for card in cards}
    for player in table.rules.players:
        hand, limit = len(table.zone(player, "hand")), hand_limit(table, player)
        if hand > limit + 2:  # effects draw one or two more now and then
            rule = "DCF-R119" if solo(table, player) else "DCF-R060" if side_of(player) == ROGUE else "DCF-R107"
            yield Oddity((player, "hand"), f"hand {player}", f"{_called(player)} holds {hand} cards; {limit} are usual ({rule}).")
        if not any(table.zone(player, area) for area in ("deck", "discard", "hand", "pool")):
            text = f"{_called(player)} has neither hand nor deck nor discard pile, so nothing can be drawn (DCF-R059)."
            yield Oddity((player, "deck"), f"deck {player}", text)
        if table.zone(player, "pool") and table.facts["step"] not in _ACTING:
            text = f"{_called(player)} has cards in the pool outside an Action Phase; they are discarded at its end (DCF-R031)."
            yield Oddity((player, "pool"), f"pool {player}", text)
        icons = sum(table.box.icons[side_of(player)][card] for card in table.zone(player, "pool"))
        if table.counts.get((player, "resources"), 0) > icons and not _gives_resources(table, player):
            text = f"{_called(player)} has more resources than the icons of the pool (DCF-R029)."
            yield Oddity((player, "resources"), f"resources {player}", text)
        for area, key in (("hand", "hand"), ("deck", "deck"), ("discard", "discard"), ("pool", "pool"), ("play area", "in_play")):
            for number, card in enumerate(table.zone(player, area)):
                if text := _stranger(table, player, card, here):
                    yield Oddity((player, key, number), f"stranger {card}", text)


def _gives_resources(table: Table, player: str) -> bool:
    """Is it this player's Action Phase, in which cards may have given resources beyond the pool?"""
    return table.facts["step"] in _ACTING and table.facts.get("turn") == player


def _stranger(table: Table, player: str, card: str, here: set[str]) -> str:
    """Why a player would not have a card, or nothing."""
    of = table.box.of[card]
    if of is None or (card, "lent") in table.marks:
        return ""
    if table.box.side[card] != side_of(player):
        if (card, "planted") in table.marks and any(one in here for one in _planters(table.rules.library)):
            return ""
        return f"{name_of(table, card)} is a card of the other side; only a planted card comes there (DCF-R109)."
    if of not in here:
        return f"{name_of(table, card)} is a card of {name_of(table, of)}, who is not in this game (DCF-R033)."
    if owner(table, card) != player:
        return f"{name_of(table, card)} is a card of {name_of(table, of)}, who is on {owner(table, card)}'s team (DCF-R112)."
    return ""


@lru_cache(maxsize=8)
def _planters(cards: Library) -> frozenset[str]:
    """The cards that put cards among those of an opponent."""
    return frozenset(card for card in cards if "'plant'" in repr([ability.raw for ability in cards[card].abilities]))


def _standing(table: Table) -> Iterator[Oddity]:
    """Who stands where, and who is exhausted."""
    step, actor = table.facts["step"], table.facts.get("actor")
    for player in (*players_of(table, ROGUE), *players_of(table, HERO)):
        for number, card in enumerate(table.zone(player, "characters")):
            path, name = (player, "characters", number), name_of(table, card)
            at = table.links.get((card, "at"))
            if at is not None and step in (*_PLANNING, "draw phase", "end of round"):
                text = f"{name} is at {name_of(table, at)} outside the Confrontation; the Ready Phase brings home (DCF-R106)."
                yield Oddity(path, f"away {card}", text)
            elif card == actor and not is_exhausted(table, card):
                yield Oddity(path, f"ready {card}", f"{name} is activated but ready; activating exhausts (DCF-R063).")
            elif at is None and is_exhausted(table, card) and step not in (*_PLANNING, "draw phase", "end of round"):
                text = f"{name} is exhausted but at no Location; who is activated goes to one (DCF-R063)."
                yield Oddity(path, f"nowhere {card}", text)
            elif is_exhausted(table, card) and step in ("begin round", "draw phase", "end of round"):
                yield Oddity(path, f"exhausted {card}", f"{name} is exhausted after the Ready Phase (DCF-R106).")
            if table.box.kind[card] == ROGUE and table.zone(card, "empowering"):
                yield Oddity(path, f"empowered {card}", f"{name} is a Rogue; only Heroes are empowered (DCF-R044).")
            for attachment in table.zone(card, "attachments"):
                onto = table.box.values[attachment].get("onto", "own")
                wanted = table.box.side[attachment] if onto == "own" else onto
                if wanted in (HERO, ROGUE) and wanted != table.box.kind[card]:
                    text = f"{name_of(table, attachment)} goes onto a {_SIDES[wanted]}, not onto {name} (DCF-R037)."
                    yield Oddity(path, f"attached {attachment}", text)
    for player in table.rules.players:
        for number, card in enumerate(table.zone(player, "play area")):
            if table.box.kind[card] != ("minion" if side_of(player) == ROGUE else "asset") and (card, "lent") not in table.marks:
                text = (
                    f"{name_of(table, card)} is a {table.box.kind[card]}; Rogues have Minions and Heroes have Assets (DCF-R039)."
                )
                yield Oddity((player, "in_play", number), f"permanent {card}", text)


def _tokens(table: Table) -> Iterator[Oddity]:
    """Damage that defeats, and more damage than the box has tokens."""
    for number, place in enumerate(table.zone(*LOCATIONS)):
        for card in table.zone(place, "unaligned"):
            health = printed(table, card, "health")
            if table.counts.get((card, "damage"), 0) >= health > 0:
                text = f"{name_of(table, card)} has damage up to its Health of {health} and would be defeated (DCF-R096)."
                yield Oddity(("locations", number, "unaligned"), f"defeated {card}", text)
    most = SUPPLY["B"]["damage"]
    used = sum(count for (whose, token), count in table.counts.items() if token == "damage" and whose != "supply")
    if used > most:
        yield Oddity((), "tokens damage", f"{used} damage tokens are in use; the box has {most} (ruling component_limits).")
    if table.facts.get("round", 0) > 1 and not any(fact.endswith(" has activated") for fact in table.facts):
        text = "Nobody has activated yet, although it is not the first round; the first activation is compulsory (DCF-R062)."
        yield Oddity(("first_activation",), "first activation", text)


def _called(player: str) -> str:
    return f"The {_SIDES[player]}" if player in _SIDES else f"{_SIDES[side_of(player)]} {player[-1]}"
