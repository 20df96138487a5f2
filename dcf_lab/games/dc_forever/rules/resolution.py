"""The Resolution Phase: complete Schemes, see who has won, prepare for further Confrontations (Resolution Phase)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from dcf_lab.engine.game import Choice, Clause, Procedure, Refusal, legal
from dcf_lab.engine.table import name_of, printed
from dcf_lab.engine.windows import Deed, react
from dcf_lab.games.dc_forever.rules.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    ROGUE,
    Table,
    in_play,
    owner,
    players_of,
    spaces,
)
from dcf_lab.games.dc_forever.rules.deeds import at_once, clear_scheme, draw, file_scheme, replace_locations
from dcf_lab.games.dc_forever.rules.legal import refusals, usable_cards, use_candidates, use_options
from dcf_lab.games.dc_forever.rules.legal_actions import complete_clauses
from dcf_lab.games.dc_forever.rules.playing import use_ability
from dcf_lab.games.dc_forever.rules.reasons import whose
from dcf_lab.games.dc_forever.rules.timing import resolve_lines


def complete_schemes(table: Table) -> Procedure:
    """The Rogue may complete Schemes that have met their threshold, one at a time (Complete Schemes)."""
    rogues = players_of(table, ROGUE)
    turn = table.facts.get("completing", 0)  # of two Rogue players each decides on their own Schemes
    player = rogues[turn]
    answer = yield Choice(
        player, "Complete Schemes", lambda: complete_options(table, player), rules=("DCF-R101",), quiet=True,
        refused=lambda: complete_refusals(table, player), alone=("done", player, "had no Scheme to complete"),
    )  # fmt: skip
    match answer.split():
        case ["complete", scheme]:
            yield from complete(table, scheme)
        case ["use", card, key]:
            yield from use_ability(table, player, card, key)
        case _:
            table.log("schemes completed", by=player, rules=("DCF-R101",))
            if turn + 1 < len(rogues):
                table.fact("completing", turn + 1)
                return
            table.fact("completing", None)
            next_step(table, "check for win conditions")


def schemes_of(table: Table, player: str) -> list[str]:
    """The Schemes on the table that a Rogue player decides on; those of nobody who plays any more are everybody's."""
    rogues = players_of(table, ROGUE)
    found = schemes_on_the_table(table)
    return [scheme for scheme in found if len(rogues) == 1 or owner(table, scheme) in (player, None)]


def schemes_on_the_table(table: Table) -> list[str]:
    return [scheme for place in spaces(table) for scheme in table.zones.get((place, "scheme"), ())]


def complete_options(table: Table, player: str) -> list[str]:
    options = [f"complete {scheme}" for scheme in schemes_of(table, player) if legal(complete_clauses(table, scheme))]
    if table.ruling("whose_turn_is_resolution") == "B":
        options += use_options(table, player, usable_cards(table, player))
    return [*options, "done"]


def complete_refusals(table: Table, player: str) -> list[Refusal]:
    """Schemes that are not complete yet, or a partner's; and, where it is the Rogue's turn, abilities."""
    mine = schemes_of(table, player)
    found = []
    for scheme in schemes_on_the_table(table):
        clauses = tuple(complete_clauses(table, scheme))
        if scheme not in mine:
            text = f"{name_of(table, scheme)} is {whose(table, owner(table, scheme) or 'nobody')}"
            clauses = (Clause("DCF-R109", text), *clauses)
        if clauses:
            found.append(Refusal(f"complete {scheme}", clauses))
    if table.ruling("whose_turn_is_resolution") == "B":
        found += refusals(table, player, use_candidates(table, player))
    return found


def complete(table: Table, scheme: str) -> Procedure:
    """Reveal the Scheme, resolve its effect, draw its reward, file it in the Master Plan (Complete Schemes)."""
    player = owner(table, scheme) or players_of(table, ROGUE)[0]
    event = table.log("complete", by=player, to=scheme, rules=("DCF-R101", "DCF-R102"))
    table.mark(scheme, "revealed", "play")
    abilities = table.rules.library[scheme].abilities
    faceup = any(a.words.get("while") == "completed" for a in abilities)
    parts: dict[str, Callable[[], Generator[Choice, str, Any]]] = {
        "effect": lambda: completion_effect(table, scheme, player),
        "draw": lambda: draw(table, player, printed(table, scheme, "draw"), ("DCF-R102",)),
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


def _file(table: Table, scheme: str, faceup: bool) -> Procedure:
    if in_play(table, scheme):  # its own effect may have taken it away
        file_scheme(table, scheme, faceup)
        yield from at_once(table)


def check_for_win(table: Table) -> Procedure:
    """The four ways to win, in order; the first one met decides (Check for Win Conditions)."""
    rules = ("DCF-R104", "DCF-R120") if len(table.rules.players) > 2 else ("DCF-R104",)
    table.log(
        "check win", rules=rules, sanctuary=table.counts.get(("sanctuary", "citizens"), 0), schemes=len(table.zone(*MASTER_PLAN))
    )
    too_early = table.ruling("win_check_when") == "C" and not stage_is_over(table)
    if too_early or not decide_winner(table):
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
                table.log("out", by=player, rules=("DCF-R090",))
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
    table.log("prepare", rules=("DCF-R100",))
    yield from replace_empty_locations(table)
    table.fact("first cycle", None)
    if stage_is_over(table):
        end_confrontation(table)
    else:
        begin_cycle(table)


def replace_empty_locations(table: Table) -> Procedure:
    empty = [place for place in table.zone(*LOCATIONS) if not table.counts.get((place, "citizens"))]
    if empty:
        yield from replace_locations(table, empty)


def replace_at_end_of_stage(table: Table) -> Procedure:
    """Locations emptied outside the Confrontation wait for the next Prepare step (RULINGS: location_emptied_elsewhere)."""
    if table.ruling("location_emptied_elsewhere") == "B":
        yield from replace_empty_locations(table)


def begin_cycle(table: Table) -> None:
    table.cause = table.log("cycle", rules=("DCF-R061", "DCF-R118") if len(table.rules.players) > 2 else ("DCF-R061",))
    table.fact("slot", 0)
    table.fact("passes", 0)
    table.fact("acts", 0)
    next_step(table, "provoke or oppose")


def end_confrontation(table: Table) -> None:
    table.log("end stage", rules=("DCF-R066",), name="Confrontation Stage")
    for fact in ("slot", "passes", "acts", "in a row", "first cycle", "actor", "acted"):
        table.fact(fact, None)
    next_step(table, "ready phase")


def next_step(table: Table, step: str, turn: str | None = None) -> None:
    table.fact("step", step)
    table.fact("turn", turn)
