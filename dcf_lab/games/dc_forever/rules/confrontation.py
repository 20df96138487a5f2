"""The Confrontation: Provoke, Oppose, and what an activated character does (Confrontation Stage)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dcf_lab.engine.game import Choice, Procedure, Refusal
from dcf_lab.engine.table import name_of
from dcf_lab.engine.tally import exhaust
from dcf_lab.engine.windows import Deed, react
from dcf_lab.games.dc_forever.rules.actions import ACTIONS, attack
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, ROGUE, Table, players_of, side_of, team
from dcf_lab.games.dc_forever.rules.deeds import at_once, effects_end
from dcf_lab.games.dc_forever.rules.legal import activate_clauses, activation_refusals, must_activate, pass_clauses
from dcf_lab.games.dc_forever.rules.playing import do_action, plans_at_any_time
from dcf_lab.games.dc_forever.rules.quick import activate_options, activation_options
from dcf_lab.games.dc_forever.rules.resolution import begin_cycle, end_confrontation, next_step, replace_at_end_of_stage
from dcf_lab.games.dc_forever.rules.timing import awaited


def begin_confrontation(table: Table) -> Procedure:
    """The stage repeats the cycle of Provoke, Oppose and Resolution (Confrontation Stage)."""
    yield from replace_at_end_of_stage(table)
    table.cause = table.log("stage", rules=("DCF-R025", "DCF-R061"), name="Confrontation Stage")
    table.fact("first cycle", True)
    begin_cycle(table)


def slots(table: Table) -> Sequence[str]:
    """Who activates in a cycle: Rogue, Hero; with three or four players Rogue, Hero, Rogue, Hero (Multiplayer Game)."""
    rogues, heroes = players_of(table, ROGUE), players_of(table, HERO)
    if len(table.rules.players) == 2:
        return (rogues[0], heroes[0])
    out = table.facts.get("out", ())
    # a solo player takes both phases of the side; the partner of a player who is out takes one
    second = [order[-1] for order in (rogues, heroes) if not any(side_of(p) == side_of(order[0]) for p in out)]
    return (rogues[0], heroes[0], *second)


def provoke_or_oppose(table: Table) -> Procedure:
    """A player activates a ready character at a Location, or passes (Rogue Provoke Phase; Hero Oppose Phase)."""
    player = slots(table)[table.facts["slot"]]
    prompt = "Rogue Provoke Phase" if player[0] == "r" else "Hero Oppose Phase"
    if not table.box.default_readings:
        yield from plans_at_any_time(table, player)
    answer = yield Choice(
        player, prompt, partial(activate_options, table, player), rules=("DCF-R062", "DCF-R063"), quiet=True,
        refused=partial(activate_refusals, table, player), alone=("pass", player, "had no character to activate"),
    )  # fmt: skip
    if answer == "pass":
        pass_turn(table, player)
    else:
        _, character, _, place = answer.split()
        yield from activate(table, player, character, place)


def activate_refusals(table: Table, player: str) -> Sequence[Refusal]:
    """One's own characters that may not be activated, those of a partner, and whether one may pass."""
    found = [
        Refusal(f"activate {card} at {place}", clauses)
        for card in team(table, side_of(player))
        for place in table.zones.get(LOCATIONS, ())
        if (clauses := tuple(activate_clauses(table, player, card, place)))
    ]
    if clauses := tuple(pass_clauses(table, player)):
        found.append(Refusal("pass", clauses))
    return found


def _has_had_a_turn(table: Table, player: str) -> None:
    for who in {player: None, side_of(player): None}:
        if f"{who} has activated" not in table.facts:
            table.fact(f"{who} has activated", True)


def pass_turn(table: Table, player: str) -> None:
    """Pass; passers may act again in the next cycle (RULINGS: stage_end_on_passes)."""
    table.log("pass", by=player, rules=("DCF-R062",))
    table.fact("plans asked", None)
    _has_had_a_turn(table, player)
    in_a_row = table.facts.get("in a row", 0) + 1
    table.fact("passes", table.facts["passes"] + 1)
    table.fact("in a row", in_a_row)
    reading = table.ruling("stage_end_on_passes")
    multi = len(table.rules.players) > 2
    enough = 2 if not multi or table.ruling("mp_stage_end") == "B" else len(slots(table))
    same_cycle = table.facts["passes"] >= enough
    if (
        (reading == "B" and same_cycle)
        or (reading == "C" and in_a_row >= enough)
        or (multi and reading == "A" and table.ruling("mp_stage_end") == "B" and in_a_row >= 2)
    ):
        end_confrontation(table)
    else:
        next_slot(table)


def activate(table: Table, player: str, character: str, place: str) -> Procedure:
    """Exhaust the character and move its standee to the chosen Location (Activate)."""
    rules = ("DCF-R063", "DCF-R028", "DCF-R062") if table.log_on and must_activate(table, player) else ("DCF-R063", "DCF-R028")
    table.cause = table.log("activate", by=player, to=character, rules=rules, place=place)
    _has_had_a_turn(table, player)
    table.fact("plans asked", None)
    table.fact("in a row", None)
    table.link(character, "at", place)
    table.fact("actor", character)
    table.fact("acts", table.facts["acts"] + (table.ruling("what_counts_as_acting") == "A"))
    next_step(table, "activation", player)
    exhaust(table, character, ("DCF-R063",))
    if table.rules.at_once is not None:
        yield from at_once(table)
    if awaited(table, "after activate"):
        yield from react(table, "after activate", Deed("activate", character, character, place, player=player))


def activation(table: Table) -> Procedure:
    """What the activated character does: events and abilities in any order, and a main action (Activate)."""
    player, actor = table.facts["turn"], table.facts["actor"]
    rules = ("DCF-R064" if side_of(player) == ROGUE else "DCF-R065", "DCF-R051")
    prompt = f"Activated: {name_of(table, actor)}"
    options = partial(activation_options, table, player, actor)
    refused = partial(activation_refusals, table, player, actor)
    while True:
        if not table.box.default_readings:
            yield from plans_at_any_time(table, player)
        alone = ("done", actor, "had nothing left to do here" if "acted" in table.facts else "had nothing to do here")
        answer = yield Choice(player, prompt, options, rules=rules, refused=refused, quiet=True, alone=alone)
        if answer == "done":
            break
        match answer.split():
            case ["attack", target]:
                took_main_action(table)
                yield from attack(table, actor, target)
            case [("threaten" | "rescue") as action]:
                took_main_action(table)
                yield from ACTIONS[action](table, actor)
            case _:
                yield from do_action(table, player, answer)
        table.fact("plans asked", None)
    yield from end_activation(table, player, actor)


def took_main_action(table: Table) -> None:
    if table.ruling("what_counts_as_acting") == "B" and not table.facts.get("acted"):
        table.log("acts", by=table.facts["actor"], rules=("DCF-R066",))
        table.fact("acts", table.facts["acts"] + 1)


def end_activation(table: Table, player: str, actor: str) -> Procedure:
    """The activation is over, and with it what lasts as long as it."""
    table.log("end activation", by=player, to=actor, rules=("DCF-R028",))
    table.fact("plans asked", None)
    effects_end(table, "activation")
    table.fact("acted", None)
    table.fact("actor", None)
    place = table.links.get((actor, "at"))
    next_step(table, "provoke or oppose", player)  # still that player's turn for what reacts to its end
    if awaited(table, "after activation"):
        yield from react(table, "after activation", Deed("activation", actor, actor, place, player=player))
    table.step_out()
    next_slot(table)


def next_slot(table: Table) -> None:
    """The next Provoke or Oppose Phase, or the Resolution Phase."""
    ended = [key for key, mark in table.marks.items() if mark[0] == "phase"]
    if ended:
        table.log("effects end", rules=("DCF-R121",), ended=tuple(ended), until="phase")
        effects_end(table, "phase")
    slot = table.facts["slot"] + 1
    if slot < len(slots(table)):
        table.fact("slot", slot)
        next_step(table, "provoke or oppose")
    else:
        table.cause = table.log("resolution", rules=("DCF-R100",))
        next_step(table, "complete schemes", rogue_turn_in_resolution(table))


def rogue_turn_in_resolution(table: Table) -> str | None:
    """Nobody's turn by default (RULINGS: whose_turn_is_resolution)."""
    return players_of(table, ROGUE)[0] if table.ruling("whose_turn_is_resolution") == "B" else None
