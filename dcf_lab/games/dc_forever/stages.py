"""The round: Plotting, Planning, Confrontation, Maintenance, step by step. Between two steps the table is quiet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dcf_lab.engine.game import Choice, Clause, Procedure, Refusal
from dcf_lab.engine.table import Table
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.actions import ACTIONS, attack
from dcf_lab.games.dc_forever.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    ROGUE,
    in_play,
    name_of,
    owner,
    players_of,
    printed,
    side_of,
    solo,
)
from dcf_lab.games.dc_forever.deeds import (
    change_controller,
    clear_scheme,
    discard,
    discard_down,
    draw,
    exhaust,
    file_scheme,
    hand_limit,
    replace_location,
)
from dcf_lab.games.dc_forever.legal import (
    action_candidates,
    activate_clauses,
    activation_candidates,
    complete_clauses,
    refusals,
    usable_cards,
    use_clauses,
)
from dcf_lab.games.dc_forever.playing import add_to_pool, buy, empower, empty_pool, play_card, recruit, use_ability
from dcf_lab.games.dc_forever.quick import action_options, activate_options, activation_options
from dcf_lab.games.dc_forever.timing import forbidden, react, resolve_lines

PHASE = {"rogue action": "Rogue Action Phase", "hero action": "Hero Action Phase"}


def next_step(table: Table, step: str, turn: str | None = None) -> None:
    table.fact("step", step)
    table.fact("turn", turn)


# Plotting and Planning


def begin_round(table: Table) -> Procedure:
    """A new round; a side with two players says who goes first, after the first round (Round; Multiplayer Game)."""
    number = table.facts.get("round", 0) + 1
    limit = table.rules.settings.get("round limit", 0)
    table.cause = 0
    if limit and number > limit:
        table.log("round limit", amount=limit, rules=("DCF-R025",))
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
    table.log("phase", by=player, rules=("DCF-R026", "DCF-R028", *partners), name=PHASE[step])
    next_step(table, step, player)


def action_phase(table: Table) -> Procedure:
    """One action of an Action Phase: any of the listed ones, in any order, as often as the player can (Rogue/Hero Action Phase)."""
    player = table.facts["turn"]
    answer = yield Choice(
        player, PHASE[table.facts["step"]], lambda: action_options(table, player), rules=("DCF-R027",),
        refused=lambda: refusals(table, player, action_candidates(table, player)),
    )  # fmt: skip
    if answer == "done":
        end_action_phase(table, player)
    else:
        yield from do_action(table, player, answer)


def do_action(table: Table, player: str, answer: str) -> Procedure:
    if answer.startswith("pool "):
        add_to_pool(table, player, answer[5:])
        return
    match answer.split():
        case ["recruit", card]:
            yield from recruit(table, player, card)
        case ["buy", card]:
            yield from buy(table, player, card)
        case ["empower", hero, "with", card]:
            empower(table, player, hero, card)
        case ["play", card, *rest]:
            yield from play_card(table, player, card, rest[-1] if rest else None)
        case ["use", card, key]:
            yield from use_ability(table, player, card, key)


def end_action_phase(table: Table, player: str) -> None:
    """The pool is discarded; the next player of the side, or the next phase, follows."""
    table.log("end phase", by=player, rules=("DCF-R031",), name=PHASE[table.facts["step"]])
    empty_pool(table, player)
    table.expire("phase")
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


# Confrontation


def begin_confrontation(table: Table) -> Procedure:
    """The stage repeats the cycle of Provoke, Oppose and Resolution (Confrontation Stage)."""
    yield from replace_at_end_of_stage(table)
    table.cause = table.log("stage", rules=("DCF-R025", "DCF-R061"), name="Confrontation Stage")
    table.fact("first cycle", True)
    begin_cycle(table)


def begin_cycle(table: Table) -> None:
    table.cause = table.log("cycle", rules=("DCF-R061", "DCF-R118") if len(table.rules.players) > 2 else ("DCF-R061",))
    table.fact("slot", 0)
    table.fact("passes", 0)
    table.fact("acts", 0)
    next_step(table, "provoke or oppose")


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
    answer = yield Choice(
        player, prompt, lambda: activate_options(table, player), rules=("DCF-R062", "DCF-R063"),
        refused=lambda: activate_refusals(table, player),
    )  # fmt: skip
    if answer == "pass":
        pass_turn(table, player)
    else:
        _, character, _, place = answer.split()
        yield from activate(table, player, character, place)


def activate_refusals(table: Table, player: str) -> Sequence[Refusal]:
    found = [
        Refusal(f"activate {card} at {place}", clauses)
        for card in table.zones.get((player, "characters"), ())
        if (clauses := tuple(activate_clauses(table, card)))
        for place in table.zones.get(LOCATIONS, ())
    ]
    if "pass" not in activate_options(table, player):
        found.append(Refusal("pass", (Clause("DCF-R062", "the first activation of the game is compulsory"),)))
    return found


def _has_had_a_turn(table: Table, player: str) -> None:
    for who in (player, side_of(player)):
        if f"{who} has activated" not in table.facts:
            table.fact(f"{who} has activated", True)


def pass_turn(table: Table, player: str) -> None:
    """Pass; passers may act again in the next cycle (RULINGS: stage_end_on_passes)."""
    table.log("pass", by=player, rules=("DCF-R062", "DCF-R066"))
    _has_had_a_turn(table, player)
    in_a_row = table.facts.get("in a row", 0) + 1
    table.fact("passes", table.facts["passes"] + 1)
    table.fact("in a row", in_a_row)
    reading = table.ruling("stage_end_on_passes")
    multi = len(table.rules.players) > 2
    enough = 2 if not multi or table.ruling("mp_stage_end") == "B" else len(slots(table))
    same_cycle = table.facts["passes"] >= enough
    if (reading == "B" and same_cycle) or (reading == "C" and in_a_row >= enough) or (
        multi and reading == "A" and table.ruling("mp_stage_end") == "B" and in_a_row >= 2
    ):
        end_confrontation(table)
    else:
        next_slot(table)


def activate(table: Table, player: str, character: str, place: str) -> Procedure:
    """Exhaust the character and move its standee to the chosen Location (Activate)."""
    _has_had_a_turn(table, player)
    table.cause = table.log("activate", by=player, to=character, rules=("DCF-R063", "DCF-R028", "DCF-R062"), place=place)
    table.fact("in a row", None)
    table.link(character, "at", place)
    table.fact("actor", character)
    table.fact("acts", table.facts["acts"] + (table.ruling("what_counts_as_acting") == "A"))
    next_step(table, "activation", player)
    exhaust(table, character)
    yield from react(table, "after activate", Deed("activate", character, character, place, player=player))


def activation(table: Table) -> Procedure:
    """One thing the activated character does: events and abilities in any order, and a main action (Activate)."""
    player, actor = table.facts["turn"], table.facts["actor"]
    answer = yield Choice(
        player, f"Activated: {name_of(table, actor)}", lambda: activation_options(table, player, actor),
        rules=("DCF-R064" if side_of(player) == ROGUE else "DCF-R065", "DCF-R051"),
        refused=lambda: refusals(table, player, activation_candidates(table, player, actor), actor),
    )  # fmt: skip
    match answer.split():
        case ["done"]:
            yield from end_activation(table, player, actor)
        case ["attack", target]:
            took_main_action(table)
            yield from attack(table, actor, target)
        case [("threaten" | "rescue") as action]:
            took_main_action(table)
            yield from ACTIONS[action](table, actor)
        case _:
            yield from do_action(table, player, answer)


def took_main_action(table: Table) -> None:
    if table.ruling("what_counts_as_acting") == "B" and not table.facts.get("acted"):
        table.log("acts", by=table.facts["actor"], rules=("DCF-R066",))
        table.fact("acts", table.facts["acts"] + 1)


def end_activation(table: Table, player: str, actor: str) -> Procedure:
    """The activation is over, and with it what lasts as long as it."""
    table.log("end activation", by=player, to=actor, rules=("DCF-R028",))
    table.expire("activation")
    table.fact("acted", None)
    table.fact("actor", None)
    place = table.links.get((actor, "at"))
    next_step(table, "provoke or oppose")
    yield from react(table, "after activation", Deed("activation", actor, actor, place, player=player))
    table.step_out()
    next_slot(table)


def next_slot(table: Table) -> None:
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


# Resolution


def complete_schemes(table: Table) -> Procedure:
    """The Rogue may complete Schemes that have met their threshold, one at a time (Complete Schemes)."""
    player = players_of(table, ROGUE)[0]
    answer = yield Choice(
        player, "Complete Schemes", lambda: complete_options(table), rules=("DCF-R101",),
        refused=lambda: complete_refusals(table),
    )  # fmt: skip
    match answer.split():
        case ["complete", scheme]:
            yield from complete(table, scheme)
        case ["use", card, key]:
            yield from use_ability(table, player, card, key)
        case _:
            table.log("schemes completed", by=player, rules=("DCF-R101",))
            next_step(table, "check for win conditions")


def schemes_on_the_table(table: Table) -> list[str]:
    return [scheme for place in table.zones.get(LOCATIONS, ()) for scheme in table.zones.get((place, "scheme"), ())]


def complete_options(table: Table) -> list[str]:
    options = [f"complete {scheme}" for scheme in schemes_on_the_table(table) if next(complete_clauses(table, scheme), None) is None]
    if table.ruling("whose_turn_is_resolution") == "B":
        player = players_of(table, ROGUE)[0]
        options += [
            f"use {card} {ability.key}"
            for card in usable_cards(table, player)
            for ability in table.box.uses[card]
            if next(use_clauses(table, player, card, ability, None), None) is None
        ]
    return [*options, "done"]


def complete_refusals(table: Table) -> list[Refusal]:
    found = [(scheme, tuple(complete_clauses(table, scheme))) for scheme in schemes_on_the_table(table)]
    return [Refusal(f"complete {scheme}", clauses) for scheme, clauses in found if clauses]


def complete(table: Table, scheme: str) -> Procedure:
    """Reveal the Scheme, resolve its effect, draw its reward, file it in the Master Plan (Complete Schemes)."""
    player = owner(table, scheme) or players_of(table, ROGUE)[0]
    event = table.log("complete", by=player, to=scheme, rules=("DCF-R101", "DCF-R102"))
    abilities = table.rules.library[scheme].abilities
    faceup = any(a.words.get("while") == "completed" for a in abilities)
    parts: dict[str, Callable[[], Procedure]] = {
        "effect": lambda: completion_effect(table, scheme, player),
        "draw": lambda: scheme_reward(table, scheme, player),
        "file": lambda: _file(table, scheme, faceup),
    }
    order = {"A": ("effect", "draw", "file"), "B": ("draw", "effect", "file"), "C": ("file", "effect", "draw")}
    with table.because(event):
        for part in order[table.ruling("completion_order")]:
            yield from parts[part]()
        clear_scheme(table, scheme)
        yield from react(table, "after complete", Deed("complete", card=scheme, player=player))


def completion_effect(table: Table, scheme: str, player: str) -> Procedure:
    for ability in table.rules.library[scheme].abilities:
        if ability.timing == "reaction" and ability.what == "when completed" and (scheme, "blank") not in table.marks:
            with table.because(table.log("when completed", by=player, to=scheme, rules=("DCF-R102",))):
                yield from resolve_lines(table, ability, {"this": scheme, "you": player, "card": scheme})


def scheme_reward(table: Table, scheme: str, player: str) -> Procedure:
    yield from draw(table, player, printed(table, scheme, "draw"), ("DCF-R102",))


def _file(table: Table, scheme: str, faceup: bool) -> Procedure:
    file_scheme(table, scheme, faceup)
    return
    yield


def check_for_win(table: Table) -> Procedure:
    """The four ways to win, in order; the first one met decides (Check for Win Conditions)."""
    rules = ("DCF-R104", "DCF-R120") if len(table.rules.players) > 2 else ("DCF-R104",)
    table.log("check win", rules=rules, sanctuary=table.counts.get(("sanctuary", "citizens"), 0), schemes=len(table.zone(*MASTER_PLAN)))
    if table.ruling("win_check_when") == "C" and not stage_is_over(table):
        next_step(table, "prepare")
    elif not decide_winner(table):
        next_step(table, "prepare")
    if table.ruling("mp_wiped_player") == "B" and table.facts["step"] != "over":
        leave_the_match(table)
    return
    yield


def leave_the_match(table: Table) -> None:
    """A team player who has lost everybody takes no more turns (RULINGS: mp_wiped_player)."""
    for side, area in ((ROGUE, CAPTURED), (HERO, KNOCKED_OUT)):
        for player in players_of(table, side):
            fallen = any(owner(table, card) == player for card in table.zone(*area))
            if fallen and not table.zone(player, "characters") and len(players_of(table, side)) > 1:
                table.log("out", by=player, rules=("DCF-R120",))
                table.fact("out", (*table.facts.get("out", ()), player))
                table.fact(f"{side} order", tuple(p for p in players_of(table, side) if p != player))


def decide_winner(table: Table) -> bool:
    """Is a win condition met? Then the game is over."""
    won = winner(table)
    if won is None:
        return False
    side, by = won
    rules = ["DCF-R104"]
    if by in ("knock out", "capture") and len(table.rules.players) > 2:
        rules.append("DCF-R120")
    if by in ("schemes", "rescue") and len(table.rules.players) > 2:
        rules.append("DCF-R112")
    table.log("win", by=side, rules=tuple(rules), how=by)
    table.fact("winner", side)
    table.fact("won by", by)
    next_step(table, "over")
    return True


def winner(table: Table) -> tuple[str, str] | None:
    """Schemes, Sanctuary, all Heroes KO'd, all Rogues captured: in this order."""
    if len(table.zone(*MASTER_PLAN)) >= 5:
        return ROGUE, "schemes"
    if table.counts.get(("sanctuary", "citizens"), 0) >= 30:
        return HERO, "rescue"
    if wiped_out(table, HERO):
        return ROGUE, "knock out"
    if wiped_out(table, ROGUE):
        return HERO, "capture"
    return None


def wiped_out(table: Table, side: str) -> bool:
    """Nobody in play and at least one KO'd or captured (RULINGS: no_characters_in_play, four_total_rule)."""
    fallen = [c for c in table.zone(*(KNOCKED_OUT if side == HERO else CAPTURED)) if table.box.kind[c] == side]
    if not fallen:
        return False
    players = table.rules.settings["sides"][side]
    three = len(table.rules.players) == 3
    # the solo side of a three-player game also wins by four in total
    if len(fallen) >= 4 and (
        (three and len(players) == 2) or (len(table.rules.players) > 2 and table.ruling("four_total_rule") == "B")
    ):
        return True
    reading = table.ruling("no_characters_in_play")
    out = table.facts.get("out", ())
    if any(table.zone(player, "characters") for player in players if player not in out):
        return False
    if reading == "B":
        return not any(table.zone(player, "reserve") for player in players)
    if reading == "C":
        return not any((c, "recruited once") in table.marks for p in players for c in table.zone(p, "reserve"))
    return True


def stage_is_over(table: Table) -> bool:
    """Everyone passed in this cycle (Prepare for Further Confrontations; RULINGS: what_counts_as_acting)."""
    return not table.facts.get("acts")


def prepare(table: Table) -> Procedure:
    """Replace emptied Locations; then another cycle, or Maintenance if everyone passed (Prepare for Further Confrontations)."""
    table.log("prepare", rules=("DCF-R100", "DCF-R066"))
    yield from replace_empty_locations(table)
    table.fact("first cycle", None)
    if stage_is_over(table):
        end_confrontation(table)
    else:
        begin_cycle(table)


def replace_empty_locations(table: Table) -> Procedure:
    for place in table.zone(*LOCATIONS):
        if not table.counts.get((place, "citizens")):
            yield from replace_location(table, place)


def replace_at_end_of_stage(table: Table) -> Procedure:
    """Locations emptied outside the Confrontation wait for the next Prepare step (RULINGS: location_emptied_elsewhere)."""
    if table.ruling("location_emptied_elsewhere") == "B":
        yield from replace_empty_locations(table)


def end_confrontation(table: Table) -> None:
    table.log("end stage", rules=("DCF-R066",), name="Confrontation Stage")
    for fact in ("slot", "passes", "acts", "in a row", "first cycle", "actor", "acted"):
        table.fact(fact, None)
    next_step(table, "ready phase")


# Maintenance


def ready_phase(table: Table) -> Procedure:
    """Ready everything together, characters come home, then what triggers on readying (Ready Phase)."""
    table.cause = table.log("stage", rules=("DCF-R025",), name="Maintenance Stage")
    table.log("ready all", rules=("DCF-R106",))
    readied = [card for (card, word) in table.marks if word == "exhausted" and not forbidden(table, "ready", card)]
    for card in readied:
        table.unmark(card, "exhausted")
    for (card, word), _ in list(table.links.items()):
        if word == "at" and (
            table.box.kind[card] in (HERO, ROGUE)
        ):
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
        answer = yield Choice(player, "Discard before drawing", [*(f"discard {c}" for c in hand), "done"], rules=("DCF-R107",))
        if answer == "done":
            return
        discard(table, answer.removeprefix("discard "), (player, "hand"), rules=("DCF-R107",))


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
    lent = {key[0]: value for key, (until, value) in table.marks.items() if key[1] == "lent" and until == "round"}
    table.log("effects end", rules=("DCF-R108",), ended=tuple(k for k, (until, _) in table.marks.items() if until == "round"))
    table.expire("round")
    for card, held in lent.items():
        if in_play(table, card):
            table.log("control", by=held, to=card, rules=("DCF-R109",))
            change_controller(table, card, held)


def winning_at_once(step: Callable[[Table], Procedure]) -> Callable[[Table], Procedure]:
    """Under one reading a side wins the moment it can, so every step ends with a check (RULINGS: win_check_when)."""

    def checked(table: Table) -> Procedure:
        yield from step(table)
        if table.ruling("win_check_when") == "B" and table.facts["step"] != "over":
            decide_winner(table)

    return checked


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
ASK_FIRST = frozenset({"rogue action", "hero action", "provoke or oppose", "activation", "complete schemes"})
AT_ONCE = {name: winning_at_once(step) for name, step in STEPS.items()}
