"""The round, step by step: Plotting, Planning, (Confrontation,) Maintenance. Between two steps the table is quiet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dcf_lab.engine.game import Choice, Procedure, which
from dcf_lab.engine.tally import forbidden
from dcf_lab.engine.windows import Deed, react
from dcf_lab.games.dc_forever.rules.at_once import watched
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, ROGUE, Table, players_of, side_of, solo
from dcf_lab.games.dc_forever.rules.confrontation import activation, begin_confrontation, provoke_or_oppose, slots
from dcf_lab.games.dc_forever.rules.deeds import discard, discard_down, draw, effects_end, hand_limit
from dcf_lab.games.dc_forever.rules.legal import action_refusals
from dcf_lab.games.dc_forever.rules.playing import do_action, empty_pool, plans_at_any_time
from dcf_lab.games.dc_forever.rules.quick import action_options
from dcf_lab.games.dc_forever.rules.resolution import check_for_win, complete_schemes, next_step, prepare, replace_at_end_of_stage

# step -> stage and phase
_PHASES = {
    "draft": ("Set-up", "Draft"),
    "starters": ("Set-up", "Starters"),
    "begin round": ("Plotting Stage", ""),
    "rogue action": ("Plotting Stage", "Rogue Action Phase"),
    "rogue draw": ("Plotting Stage", "Rogue Draw Phase"),
    "hero action": ("Planning Stage", "Hero Action Phase"),
    "confrontation": ("Confrontation Stage", ""),
    "provoke or oppose": ("Confrontation Stage", ""),
    "activation": ("Confrontation Stage", ""),
    "complete schemes": ("Confrontation Stage", "Resolution Phase: Complete Schemes"),
    "check for win conditions": ("Confrontation Stage", "Resolution Phase: Check for Win Conditions"),
    "prepare": ("Confrontation Stage", "Resolution Phase: Prepare for Further Confrontations"),
    "ready phase": ("Maintenance Stage", "Ready Phase"),
    "draw phase": ("Maintenance Stage", "Draw Phase"),
    "end of round": ("Maintenance Stage", "End of Round Phase"),
    "over": ("The game is over", ""),
}


def stage(table: Table) -> str:
    return _PHASES.get(table.facts["step"], ("",))[0]


def stage_and_phase(table: Table) -> tuple[str, str]:
    """Where in the round a table is, in the rulebook's words: ('Confrontation Stage', 'Rogue Provoke Phase')."""
    step = table.facts.get("step", "")
    if step in ("provoke or oppose", "activation"):
        rogues = side_of(slots(table)[table.facts["slot"]]) == ROGUE
        return "Confrontation Stage", "Rogue Provoke Phase" if rogues else "Hero Oppose Phase"
    return _PHASES.get(step, ("", step))


# Plotting and Planning


def begin_round(table: Table) -> Procedure:
    """A new round; a side with two players says who goes first, after the first round (Round; Multiplayer Game)."""
    number = table.facts.get("round", 0) + 1
    limit = table.rules.settings.get("round limit", 0)
    table.cause = 0
    if limit and number > limit:
        table.log("round limit", amount=limit)  # a setting of the match, no rule
        table.fact("won by", "round limit")
        next_step(table, "over")
        return
    table.cause = table.log("round", amount=number, rules=("DCF-R025",))
    table.fact("round", number)
    for side in (ROGUE, HERO):
        players = players_of(table, side)
        if len(players) > 1 and not table.facts.get("order drawn"):
            team_name = "Rogues" if side == ROGUE else "Heroes"
            options = [f"{p} first" for p in players]
            first = yield Choice(players[0], f"Who of the {team_name} goes first", options, rules=("DCF-R117",))
            first = first.removesuffix(" first")
            table.log("order", by=first, rules=("DCF-R117",))
            table.fact(f"{side} order", (first, *(p for p in players if p != first)))
    table.fact("order drawn", None)
    table.log("stage", rules=("DCF-R025", "DCF-R026"), name="Plotting Stage")
    begin_turn(table, "rogue action", players_of(table, ROGUE)[0])
    if number == 1:
        table.log("locations active", rules=("DCF-R008",), cards=table.zone(*LOCATIONS))
        for place in table.zone(*LOCATIONS):
            yield from react(table, "after reveal location", Deed("reveal location", place=place, card=place))
    yield from react(table, "after plotting begins", Deed("plotting"))


def begin_turn(table: Table, step: str, player: str) -> None:
    """An Action Phase begins; it is part of this player's turn (Glossary: Turn)."""
    partners = ("DCF-R117",) if len(players_of(table, side_of(player))) > 1 else ()
    table.log("phase", by=player, rules=("DCF-R026", "DCF-R028", *partners), name=_PHASES[step][1])
    next_step(table, step, player)


def action_phase(table: Table) -> Procedure:
    """Any of the listed actions, in any order, as often as the player can (Rogue Action Phase; Hero Action Phase)."""
    player = table.facts["turn"]
    prompt = _PHASES[table.facts["step"]][1]
    options = partial(action_options, table, player)
    refused = partial(action_refusals, table, player)
    alone = ("done", player, f"had nothing left to do in the {prompt}")
    while True:
        if not table.box.default_readings:
            yield from plans_at_any_time(table, player)
        answer = yield Choice(player, prompt, options, rules=("DCF-R027",), refused=refused, quiet=True, alone=alone)
        if answer == "done":
            break
        yield from do_action(table, player, answer)
        table.fact("plans asked", None)
    end_action_phase(table, player)


def end_action_phase(table: Table, player: str) -> None:
    """The pool is discarded; the next player of the side, or the next phase, follows."""
    table.log("end phase", by=player, rules=("DCF-R136",), name=_PHASES[table.facts["step"]][1])
    table.fact("plans asked", None)
    empty_pool(table, player)
    effects_end(table, "phase")
    order = players_of(table, side_of(player))
    index = order.index(player) + 1
    if index < len(order):
        begin_turn(table, table.facts["step"], order[index])
    elif side_of(player) == ROGUE:
        next_step(table, "rogue draw", order[0])
    else:
        next_step(table, "confrontation")


def rogue_draw(table: Table) -> Procedure:
    """Each Rogue player draws 3 and discards down to 10 (Rogue Draw Phase)."""
    for player in players_of(table, ROGUE):
        yield from rogue_draws(table, player, rogue_draw_number(table, player, "plotting"), "DCF-R060")
    yield from replace_at_end_of_stage(table)
    table.cause = table.log("stage", rules=("DCF-R025", "DCF-R026"), name="Planning Stage")
    begin_turn(table, "hero action", players_of(table, HERO)[0])


def rogue_draws(table: Table, player: str, number: int, rule: str) -> Procedure:
    rules = (rule, "DCF-R119") if solo(table, player) else (rule,)
    yield from draw(table, player, number, rules)
    yield from discard_down(table, player, hand_limit(table, player), rules)


def rogue_draw_number(table: Table, player: str, stage: str) -> int:
    """3; a solo Rogue draws 4 in Plotting and 2 in Maintenance (RULINGS: solo_rogue_draws)."""
    if not solo(table, player):
        return 3
    return {"A": {"plotting": 4, "maintenance": 2}, "B": {}, "C": {"plotting": 4, "maintenance": 4}}[
        table.ruling("solo_rogue_draws")
    ].get(stage, 3)


# Maintenance


def ready_phase(table: Table) -> Procedure:
    """Ready everything together, characters come home, then what triggers on readying (Ready Phase)."""
    table.cause = table.log("stage", rules=("DCF-R025",), name="Maintenance Stage")
    table.log("ready all", rules=("DCF-R106",))
    readied = [card for (card, word) in table.marks if word == "exhausted" and not forbidden(table, "ready", card)]
    for card in readied:
        table.unmark(card, "exhausted")
    for (card, word), _ in list(table.links.items()):
        if word == "at" and (table.box.kind[card] in (HERO, ROGUE)):
            table.link(card, "at", None)
    next_step(table, "draw phase")
    for card in readied:
        yield from react(table, "after ready", Deed("ready", card=card, target=card))


def draw_phase(table: Table) -> Procedure:
    """The Hero may discard; the Rogue draws 3, down to 10; the Hero draws up to 6 (Draw Phase)."""
    table.log("phase", rules=("DCF-R107",), name="Draw Phase")
    for player in players_of(table, HERO):
        yield from hero_discards(table, player)
    for player in players_of(table, ROGUE):
        yield from rogue_draws(table, player, rogue_draw_number(table, player, "maintenance"), "DCF-R107")
    for player in players_of(table, HERO):
        limit = hand_limit(table, player)
        short = limit - len(table.zone(player, "hand"))
        rules = ("DCF-R107", "DCF-R119") if solo(table, player) else ("DCF-R107",)
        if short > 0:
            yield from draw(table, player, short, rules)
        elif table.ruling("hero_over_hand_max") == "B":
            yield from discard_down(table, player, limit, rules)
    table.log("end phase", rules=("DCF-R107",), name="Draw Phase")
    next_step(table, "end of round")


def hero_discards(table: Table, player: str) -> Procedure:
    while hand := table.zone(player, "hand"):
        card = yield from which(player, "Discard before drawing", "discard", hand, ("DCF-R107",), also=("done",))
        if card == "done":
            return
        discard(table, card, (player, "hand"), rules=("DCF-R107",))


def end_of_round(table: Table) -> Procedure:
    """End-of-round triggers, then round-long effects stop and activated tokens come off (End of Round Phase)."""
    triggers_first = table.ruling("round_end_order") == "A"
    event = table.log("end of round", rules=("DCF-R108",))
    with table.because(event):
        if triggers_first:
            yield from react(table, "when round ends", Deed("round end"))
        end_round_effects(table)
        if not triggers_first:
            yield from react(table, "when round ends", Deed("round end"))
    yield from replace_at_end_of_stage(table)
    next_step(table, "begin round")


def end_round_effects(table: Table) -> None:
    ended = tuple(key for key, mark in table.marks.items() if mark[0] == "round")
    table.log("effects end", rules=("DCF-R108",), ended=ended, until="round")
    effects_end(table, "round")
    table.fact("been", None)


STEPS: dict[str, Callable[[Table], Procedure]] = {
    "begin round": begin_round,
    "rogue action": action_phase,
    "rogue draw": rogue_draw,
    "hero action": action_phase,
    "confrontation": begin_confrontation,
    "provoke or oppose": provoke_or_oppose,
    "activation": activation,
    "complete schemes": complete_schemes,
    "check for win conditions": check_for_win,
    "prepare": prepare,
    "ready phase": ready_phase,
    "draw phase": draw_phase,
    "end of round": end_of_round,
}
WATCHED = {name: watched(step) for name, step in STEPS.items()}  # for matches in which something can happen at once
