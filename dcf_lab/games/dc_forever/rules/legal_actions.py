"""May a character Threaten, Rescue or Attack, and may a Scheme be completed? Every condition is a clause with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.game import Clause
from dcf_lab.engine.table import name_of
from dcf_lab.engine.tally import allowed, constants
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, Table, in_play, is_swayed, place_of, scheme_at, unaligned_at
from dcf_lab.games.dc_forever.rules.reasons import forbidden_clauses


def main_actions(table: Table, side: str) -> tuple[str, str]:
    """Threaten or Attack for Rogues, Rescue or Attack for Heroes (RULINGS: rogue_main_actions)."""
    if side == HERO:
        return "rescue", "attack"
    return ("threaten", "rescue") if table.ruling("rogue_main_actions") == "B" else ("threaten", "attack")


def main_action_clauses(table: Table, actor: str, action: str, target: str | None) -> Iterator[Clause]:
    """May this character Threaten, Rescue or Attack now? (Threaten; Rescue; Attack)"""
    side = table.box.side[actor] or ROGUE
    place = place_of(table, actor)
    taken: tuple[str, ...] = table.facts.get("acted", ()) if table.facts.get("actor") == actor else ()
    either = "DCF-R064" if side == ROGUE else "DCF-R065"
    if action not in main_actions(table, side):
        yield Clause(either, f"a {side.title()} does not {action.title()}")
    if taken and not (action not in taken and allowed(table, "both actions", actor)):
        yield Clause(either, f"{name_of(table, actor)} has taken its main action: {' and '.join(map(str.title, taken))}")
    yield from forbidden_clauses(table, action, actor, action.title())
    if action == "threaten":
        yield from _threaten_clauses(table, actor, place)
    elif action == "rescue":
        yield from _rescue_clauses(table, actor, place)
    elif target is not None:
        yield from attack_clauses(table, actor, side, place, target)


def _threaten_clauses(table: Table, actor: str, place: str | None) -> Iterator[Clause]:
    scheme = scheme_at(table, place)
    if scheme is None:
        yield _missing(table, "DCF-R067", "no Scheme", actor, place)
        return
    of = table.box.of[scheme]
    if table.ruling("threaten_any_scheme") == "B" and of != actor:
        yield Clause(
            "DCF-R067",
            f"the Scheme at {name_of(table, place)} is not {name_of(table, actor)}'s",
            "ruling threaten_any_scheme = A",
        )
    if table.ruling("scheme_of_captured_rogue") == "B" and of is not None and not in_play(table, of):
        yield Clause(
            "DCF-R091", f"{name_of(table, of)}, whose Scheme it is, is not in play", "ruling scheme_of_captured_rogue = A"
        )
    yield from _citizens_clauses(table, place)


def _rescue_clauses(table: Table, actor: str, place: str | None) -> Iterator[Clause]:
    there = [c for c in unaligned_at(table, place) if not (is_swayed(table, c) and table.ruling("rescue_by_swayed") == "B")]
    needs_scheme = table.ruling("rescue_requirement") == "B"
    if scheme_at(table, place) is None and (needs_scheme or not there):
        swayed = unaligned_at(table, place)[:1]
        if needs_scheme or not swayed:
            what = "no Scheme" if needs_scheme else "neither a Scheme nor an Unaligned character"
            clause = _missing(table, "DCF-R070", what, actor, place)
            yield clause._replace(remedy="ruling rescue_requirement = A") if there else clause
        else:
            names = (
                f"there is no Scheme at {name_of(table, place)}, and {name_of(table, swayed[0])} has been swayed to the Rogues"
            )
            yield Clause("DCF-R070", names, "ruling rescue_by_swayed = A")
    yield from _citizens_clauses(table, place)


def _missing(table: Table, rule: str, what: str, actor: str, place: str | None) -> Clause:
    if place is None:
        return Clause(rule, f"{name_of(table, actor)} is at no Location")
    return Clause(rule, f"there is {what} at {name_of(table, place)}", f"a Scheme at {name_of(table, place)}")


def _citizens_clauses(table: Table, place: str | None) -> Iterator[Clause]:
    if table.ruling("empty_location_claims") == "B" and place and not table.counts.get((place, "citizens")):
        yield Clause("DCF-R072", f"no citizens are left at {name_of(table, place)}", "ruling empty_location_claims = A")


def attack_clauses(table: Table, actor: str, side: str, place: str | None, target: str) -> Iterator[Clause]:
    rule = "DCF-R075" if side == ROGUE else "DCF-R076"
    kind = table.box.kind[target]
    if kind == side:
        yield Clause(rule, f"{name_of(table, target)} is on the same side", many="they are on the same side")
    if place is None:
        yield Clause(rule, f"{name_of(table, actor)} is at no Location")
    elif place_of(table, target) != place:
        here = name_of(table, place)
        yield Clause(rule, f"{name_of(table, target)} is not at {here}", many=f"they are not at {here}")
    if side == ROGUE and kind == "unaligned" and is_swayed(table, target) and table.ruling("rogue_attacks_swayed") == "A":
        yield Clause(rule, f"{name_of(table, target)} has been swayed to the Rogues", "ruling rogue_attacks_swayed = B")
    if table.ruling("attack_requires_scheme") == "B" and place is not None and scheme_at(table, place) is None:
        yield Clause(rule, f"there is no Scheme at {name_of(table, place)}", "ruling attack_requires_scheme = A")
    yield from forbidden_clauses(table, "be attacked", target, actor=actor)


def complete_clauses(table: Table, scheme: str) -> Iterator[Clause]:
    """May this Scheme, which lies on the table, be completed now? (Complete Schemes)"""
    has = table.counts.get((scheme, "citizens"), 0)
    needs = threshold(table, scheme)
    if has < needs:
        more = f"{needs - has} more citizen{'s' * (needs - has > 1)}"
        yield Clause("DCF-R101", f"it has {has} of {needs} citizens", more, "they have too few citizens")
    of = table.box.of[scheme]
    if table.ruling("scheme_of_captured_rogue") == "B" and of is not None and not in_play(table, of):
        yield Clause("DCF-R091", f"{name_of(table, of)} is not in play", "ruling scheme_of_captured_rogue = A")
    yield from forbidden_clauses(table, "complete", scheme, "be completed")


def threshold(table: Table, scheme: str) -> int:
    printed = table.box.thresholds[scheme]
    extra = sum(amount for _, _, amount in constants(table, "threshold", scheme)) if "threshold" in table.box.constants else 0
    return max(0, printed + extra)
