"""Set-up: the first game, the standard draft, and games for three and four players (Setup; Multiplayer Setup)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.packs import Pack, find_pack, load, named
from dcf_lab.engine.dice import roll, shuffle
from dcf_lab.engine.game import Clause, Game, Procedure, Refusal, Rules, which
from dcf_lab.engine.rulings import Ruling, chosen_readings, load_rulings
from dcf_lab.engine.table import printed
from dcf_lab.games import manual
from dcf_lab.games.dc_forever.rules.at_once import at_once, watchful
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, ROGUE, Box, Table, side_of, solo
from dcf_lab.games.dc_forever.rules.deeds import fill_location, place_unaligned
from dcf_lab.games.dc_forever.rules.reactions import DCForeverTiming
from dcf_lab.games.dc_forever.rules.stages import STEPS, WATCHED
from dcf_lab.games.dc_forever.text.checks import mistakes, narrowed
from dcf_lab.games.dc_forever.text.language import LANGUAGE

HERE = Path(__file__).parent.parent
BOX = HERE / "cards"
FIRST_GAME = {
    HERO: ("batman", "superman", "aquaman", "wonder_woman"),
    ROGUE: ("cheetah", "the_joker", "punchline", "black_manta"),
}
FIRST_LOCATIONS = ("valhalla_cemetery", "the_daily_planet", "arkham_asylum")
SEATINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "2": {ROGUE: ("rogue",), HERO: ("hero",)},
    "3 rogue": {ROGUE: ("rogue",), HERO: ("hero1", "hero2")},
    "3 hero": {ROGUE: ("rogue1", "rogue2"), HERO: ("hero",)},
    "4": {ROGUE: ("rogue1", "rogue2"), HERO: ("hero1", "hero2")},
}
SUPPLY = {"A": {"citizens": 1000, "damage": 1000}, "B": {"citizens": 27, "damage": 36}}


def library(*packs: Path | Pack) -> Library:
    """All cards that ship with the game, corrected and extended by packs, the last one winning."""
    return load_cards((_box(), *named(packs).values()))


@lru_cache(maxsize=1)
def _box() -> Pack:
    return find_pack(BOX)._replace(name="")


@lru_cache(maxsize=8)
def load_cards(packs: tuple[Pack, ...]) -> Library:
    """Cards from packs, with what only this game can check."""
    cards = load(packs, replace(LANGUAGE, narrowed=narrowed))
    for card in cards.printed.values():
        for word, what in mistakes(card, cards):
            raise CardTextError(f"{card.where(word)}: {card.id}: {what}")
    return cards


@lru_cache(maxsize=1)
def rulings() -> dict[str, Ruling]:
    return load_rulings(HERE / "rulings.toml")


def seating_of(players: int, solo: str = ROGUE) -> str:
    """The seating for so many players, and with three for the side of the single one."""
    return f"3 {solo}" if players == 3 else str(players)


def rules_for(cards: Library, sides: Mapping[str, tuple[str, ...]], readings: Mapping[str, str], **settings: Any) -> Rules:
    """DC Forever's rules for one match; the same settings share the same rules."""
    key = (id(cards), tuple(sides.items()), tuple(sorted(readings.items())), tuple(sorted(settings.items())))
    found = _RULES.get(key)
    if found is None:
        if len(_RULES) > 200:
            _RULES.clear()
        found = _RULES[key] = _new_rules(cards, sides, readings, settings)
    return found


_RULES: dict[Any, Rules] = {}


def _new_rules(
    cards: Library, sides: Mapping[str, tuple[str, ...]], readings: Mapping[str, str], settings: Mapping[str, Any]
) -> Rules:
    chosen = chosen_readings(rulings(), readings)
    players = (*sides[ROGUE], *sides[HERO])
    box = Box(cards)
    if settings.get("something cannot"):
        box.forbids = box.forbids_actions = True
    look = watchful(box, chosen)
    steps = dict(WATCHED if look else STEPS) | SETUP_STEPS
    box.default_readings = all(reading == rulings()[key].default for key, reading in chosen.items())
    settings = {"sides": sides, **settings}
    moment, strict = at_once if look else None, chosen["then_meaning"] == "B"
    timing, book = DCForeverTiming(), manual("dc_forever")
    return Rules("dc_forever", players, cards, steps, chosen, settings, box, timing, moment, strict, book)


def lean(table: Table, named: Iterable[str] = ()) -> Rules:
    """The same rules for a library of just the cards in this game: a solver need not ask those that lie in the box."""
    cards = table.rules.library
    here = {*(card for zone in table.zones.values() for card in zone), *(card for card in named if card in cards)}
    here |= {of for card in here if (of := cards[card].of) is not None}
    rules = table.rules
    settings = {word: value for word, value in rules.settings.items() if word != "sides"}
    return rules_for(_part(cards, frozenset(here)), rules.settings["sides"], rules.readings, **settings)


@lru_cache(maxsize=64)
def _part(cards: Library, here: frozenset[str]) -> Library:
    return cards.only([card for card in cards if card in here])


def empty_table(rules: Rules, seed: int, log: bool, trace: bool = False) -> Table:
    """A table with nothing on it but the supply."""
    table = Table(rules, seed, log)
    table.tracing = trace
    table.cause = table.log("game", rules=("DCF-R134" if len(rules.players) > 2 else "DCF-R001",), players=rules.players)
    for what, number in SUPPLY[rules.readings["component_limits"]].items():
        table.count("supply", what, number)
    for side in (ROGUE, HERO):
        table.fact(f"{side} order", rules.settings["sides"][side])
    return table


@lru_cache(maxsize=8)
def first_game_cards(cards: Library) -> Library:
    return cards_of_a_match(cards, (*FIRST_GAME[HERO], *FIRST_GAME[ROGUE]))


def cards_of_a_match(cards: Library, characters: Iterable[str]) -> Library:
    """The characters with their affiliated cards, and everything that belongs to no character."""
    wanted = set(characters)
    return cards.only(
        card for card in cards
        if card in wanted or cards[card].of in wanted or (cards[card].of is None and cards[card].type not in (HERO, ROGUE))
    )  # fmt: skip


def first_game(
    seed: int = 0, log: bool = True, readings: Mapping[str, str] | None = None, round_limit: int = 0, trace: bool = False,
    cards: Library | None = None,
) -> Game:  # fmt: skip
    """The set-up that the rulebook suggests for the first game (Setup for Your First Game)."""
    rules = rules_for(first_game_cards(cards or library()), SEATINGS["2"], readings or {}, **{"round limit": round_limit})
    table = _first_teams(rules, log, trace)
    table.dice = seed & 0xFFFFFFFFFFFFFFFF
    for player in (ROGUE, HERO):
        make_deck(table, player)
    shuffle_common_decks(table, ("DCF-R135",))
    lay_out_locations(table, FIRST_LOCATIONS, ("DCF-R007", "DCF-R135"))
    place_unaligned(table, "harley_quinn", "arkham_asylum", ("DCF-R135",))
    for player in rules.players:
        _deal(table, player)
    begin(table)
    return Game(table)


_TEAMS: dict[tuple[Any, ...], tuple[Rules, Table]] = {}


def _first_teams(rules: Rules, log: bool, trace: bool) -> Table:
    """The first game before anything is shuffled; laid out once, because every first game begins with it."""
    key = (id(rules), log, trace)
    if key not in _TEAMS or _TEAMS[key][0] is not rules:
        table = empty_table(rules, 0, log, trace)
        for player in (ROGUE, HERO):
            for character in FIRST_GAME[player]:
                team_up(table, player, character, ("DCF-R135",))
            for character in FIRST_GAME[player][:2]:
                start_with(table, player, character, ("DCF-R135",))
        if len(_TEAMS) > 50:
            _TEAMS.clear()
        _TEAMS[key] = (rules, table)
    return _TEAMS[key][1].copy()


def standard_game(
    players: int = 2, seed: int = 0, log: bool = True, readings: Mapping[str, str] | None = None,
    solo: str = ROGUE, round_limit: int = 0, trace: bool = False, cards: Library | None = None,
) -> Game:  # fmt: skip
    """A game that begins with the draft (2-Player Standard Setup; Multiplayer Setup)."""
    rules = rules_for(cards or library(), SEATINGS[seating_of(players, solo)], readings or {}, **{"round limit": round_limit})
    table = empty_table(rules, seed, log, trace)
    table.log("box", rules=("DCF-R133",))
    for card in rules.library:
        if rules.library[card].type in (HERO, ROGUE):
            table.bring(card, ("table", "box"))
    for side in (ROGUE, HERO):
        order = rules.settings["sides"][side]
        if len(order) > 1:
            order = (order[1], order[0]) if roll(table, 2) else order
            table.log("order", by=order[0], rules=("DCF-R113", "DCF-R117"))
            table.fact(f"{side} order", order)
            table.fact("order drawn", True)
    table.fact("picks", draft_order(table))
    table.fact("step", "draft")
    return Game(table)


def draft_order(table: Table) -> tuple[str, ...]:
    """Who picks one character after the other (2-Player Standard Setup 2; Multiplayer Setup 2)."""
    rogues, heroes = table.facts["rogue order"], table.facts["hero order"]
    if len(rogues) == len(heroes) == 1:
        turns = [(rogues[0], 1), (heroes[0], 2), (rogues[0], 2), (heroes[0], 2), (rogues[0], 1)]
    elif len(rogues) == len(heroes):
        turns = [(p, n) for team, n in ((rogues, 1), (heroes, 2), (rogues, 2), (heroes, 1)) for p in team]
    else:
        pair, alone = (rogues, heroes[0]) if len(rogues) == 2 else (heroes, rogues[0])
        turns = [(pair[0], 1), (pair[1], 2), (pair[0], 2), (pair[1], 1), (alone, 6)]
    return tuple(player for player, number in turns for _ in range(number))


def draft(table: Table) -> Procedure:
    """One pick of the draft."""
    picks: tuple[str, ...] = table.facts["picks"]
    player = picks[0]
    side = side_of(player)
    rules = ("DCF-R002",) if len(table.rules.players) == 2 else ("DCF-R113",)
    left = [c for c in table.zone("table", "box") if table.box.kind[c] == side]
    character = yield from which(player, "Draft", "pick", left, rules)
    table.log("pick", by=player, to=character, rules=rules)
    team_up(table, player, character, rules)
    table.fact("picks", picks[1:] or None)
    if not picks[1:]:
        table.fact("step", "starters")


def starters_wanted(table: Table, player: str) -> tuple[int, int]:
    """How many starting characters, and how much they may cost together (Standard Setup 3; Multiplayer Setup 3)."""
    if len(table.rules.players) == 2:
        return 2, 16
    return (3, 24) if len(table.rules.settings["sides"][side_of(player)]) == 1 else (1, 16)


def choose_starters(table: Table) -> Procedure:
    """Each player picks starters in secret; all are revealed together (Standard Setup 3; Multiplayer Setup 3)."""
    rules = ("DCF-R003",) if len(table.rules.players) == 2 else ("DCF-R114",)
    for player in table.rules.players:
        number, _ = starters_wanted(table, player)
        while len(table.zone(player, "starters")) < number:
            may_start, refused = starter_options(table, player), partial(starter_refusals, table, player)
            character = yield from which(player, "Choose starting characters", "start", may_start, rules, refused=refused)
            table.log("choose starter", by=player, to=character, rules=rules, seen=player)
            table.put(character, (player, "reserve"), (player, "starters"))
    table.log("reveal starters", rules=rules)
    for player in table.rules.players:
        for character in table.zone(player, "starters"):
            table.log("starter", by=player, to=character, rules=rules)
            table.put(character, (player, "starters"), (player, "reserve"))
            start_with(table, player, character)
        make_deck(table, player)
    prepare_table(table)
    begin(table)


def starter_options(table: Table, player: str) -> list[str]:
    """Characters with which the cost limit can still be kept; the cheapest if none can (RULINGS: starting_cost_infeasible)."""
    reserve = table.zone(player, "reserve")
    legal = [c for c in reserve if not starter_problem(table, player, c)]
    return legal or sorted(reserve, key=lambda c: printed(table, c, "cost"))[:1]


def starter_problem(table: Table, player: str, character: str) -> str:
    """Why this starter breaks the limit, or nothing."""
    number, limit = starters_wanted(table, player)
    cost = {c: printed(table, c, "cost") for c in (*table.zone(player, "reserve"), *table.zone(player, "starters"))}
    chosen = table.zone(player, "starters")
    mates = [p for p in table.rules.settings["sides"][side_of(player)] if p != player]
    # a team shares one limit: what the partner has chosen counts, or the least the partner can choose
    for mate in mates:
        partner = table.zone(mate, "starters") or table.zone(mate, "reserve")
        limit -= min((printed(table, c, "cost") for c in partner), default=0)
    others = sorted(cost[c] for c in table.zone(player, "reserve") if c != character)
    missing = number - len(chosen) - 1
    least = sum(cost[c] for c in chosen) + cost[character] + sum(others[:missing])
    return f"the starters would cost at least {least}, more than {limit}" if least > limit else ""


def starter_refusals(table: Table, player: str) -> list[Refusal]:
    rule = "DCF-R003" if len(table.rules.players) == 2 else "DCF-R114"
    legal = starter_options(table, player)
    return [
        Refusal(f"start {c}", (Clause(rule, starter_problem(table, player, c)),))
        for c in table.zone(player, "reserve") if c not in legal
    ]  # fmt: skip


SETUP_STEPS = {"draft": draft, "starters": choose_starters}


# the parts of a set-up


def team_up(table: Table, player: str, character: str, rules: tuple[str, ...]) -> None:
    """A character joins a player's reserve with all its affiliated cards beneath it; the undrafted stay in the box."""
    table.log("team", by=player, to=character, rules=rules)
    if character in table.zone("table", "box"):
        table.put(character, ("table", "box"), (player, "reserve"))
    else:
        table.bring(character, (player, "reserve"))
    table.link(character, "team", player)
    for card in table.box.beneath.get(character, ()):
        table.bring(card, (character, "beneath"))


def start_with(table: Table, player: str, character: str, rules: tuple[str, ...] = ()) -> None:
    """A starting character comes into play; its starred cards join the deck (Standard Setup 3 and 4)."""
    whole = team_player(table, player)
    reserve = () if len(table.rules.players) > 2 else ("DCF-R006",)
    table.log("start", by=player, to=character, rules=(deck_rule(table, player), *reserve, *rules))
    table.put(character, (player, "reserve"), (player, "characters"))
    table.link(character, "in play", player)
    table.mark(character, "recruited once", "game")
    starred = table.box.starred(character, table.rules.library)
    for card in table.zone(character, "beneath"):
        if whole or card in starred:
            table.put(card, (character, "beneath"), (player, "deck"))


def team_player(table: Table, player: str) -> bool:
    """One of two players on a side, who starts with one character and all of its cards (Multiplayer Setup 4)."""
    return len(table.rules.settings["sides"][side_of(player)]) > 1


def make_deck(table: Table, player: str) -> None:
    """The Hero adds the resource cards; then the deck is shuffled (Standard Setup 4; Multiplayer Setup 4)."""
    table.log("deck", by=player, rules=(deck_rule(table, player),))
    if side_of(player) == HERO:
        number = 1 + table.rules.settings["sides"][HERO].index(player)
        names = [f"prestige.{number}", f"fame.{number}"]
        if not team_player(table, player):
            names = ["renown.1", "renown.2", *names]
        for card in names:
            table.bring(card, (player, "deck"))
            table.link(card, "team", player)
    shuffle(table, (player, "deck"))


def deck_rule(table: Table, player: str) -> str:
    """The rule that says which cards make a player's first deck (Standard Setup 4; Multiplayer Setup 4)."""
    if len(table.rules.players) > 2:
        return "DCF-R115"
    return "DCF-R005" if side_of(player) == HERO else "DCF-R004"


def prepare_table(table: Table) -> None:
    """Shuffle and lay out Locations, deal an Unaligned character, draw hands (Standard Setup 5-7)."""
    shuffle_common_decks(table, ("DCF-R007", "DCF-R009"))
    more = len(table.rules.players) - 2 if table.ruling("mp_locations") == "B" else 0
    lay_out_locations(table, table.zone("table", "location deck")[: 3 + more], ("DCF-R007",))
    for _ in range(1 + more):
        free = [p for p in table.zone(*LOCATIONS) if not table.zone(p, "unaligned")]
        if free and table.zone("table", "unaligned deck"):
            # the row is laid from the Location deck towards the Unaligned deck, so the last of equals is nearest to it
            most = max(table.counts.get((p, "citizens"), 0) for p in free)
            place = [p for p in free if table.counts.get((p, "citizens"), 0) == most][-1]
            place_unaligned(table, table.zone("table", "unaligned deck")[0], place, ("DCF-R009",))
    for player in table.rules.players:
        _deal(table, player)


def shuffle_common_decks(table: Table, rules: tuple[str, ...]) -> None:
    """The Location deck and the Unaligned character deck (Standard Setup 5 and 6)."""
    cards = table.rules.library
    table.log("shuffle", by="table", rules=rules)
    for kind in ("location", "unaligned"):
        for card in cards:
            if cards[card].type == kind:
                table.bring(card, ("table", f"{kind} deck"))
        shuffle(table, ("table", f"{kind} deck"))


def lay_out_locations(table: Table, places: Sequence[str], rules: tuple[str, ...]) -> None:
    """Reveal Locations in a row; each receives its citizens (Standard Setup 5)."""
    for place in places:
        table.log("reveal location", to=place, rules=rules)
        table.put(place, ("table", "location deck"), LOCATIONS)
        table.link(place, "in play", "nobody")
        fill_location(table, place)


def _deal(table: Table, player: str) -> None:
    """The starting hand: 6 cards, 8 for a solo player (Standard Setup 7; Multiplayer Setup 5)."""
    rules = ("DCF-R010",) if len(table.rules.players) == 2 else ("DCF-R116",)
    hand = table.zone(player, "deck")[: 8 if solo(table, player) else 6]
    if hand:  # nobody reacts yet: the game has not begun
        table.log("draw", by=player, amount=len(hand), rules=("DCF-R058", *rules), seen=player, cards=hand)
        table.put_first(len(hand), (player, "deck"), (player, "hand"))


def begin(table: Table) -> None:
    table.fact("step", "begin round")
