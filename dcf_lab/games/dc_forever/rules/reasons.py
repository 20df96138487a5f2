"""Reasons that several questions share: whose a card is, where it works, which of its conditions do not hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.game import Clause
from dcf_lab.engine.table import name_of
from dcf_lab.engine.tally import forbidden
from dcf_lab.games.dc_forever.rules.box import CAPTURED, KNOCKED_OUT, MASTER_PLAN, Table, has_character, in_play, owner, side_of
from dcf_lab.games.dc_forever.rules.timing import works
from dcf_lab.games.dc_forever.text.english import condition_in_words


def condition_clauses(table: Table, ability: Ability, known: Mapping[str, Any], rule: str = "DCF-R122") -> Iterator[Clause]:
    """The parts of an ability's condition that do not hold, in words."""
    if ability.condition is None or ability.condition(table, known):
        return
    failed = tuple([part for part, formula in ability.conditions.items() if not formula(table, known)])
    reasons = table.box.reasons
    key = (ability, failed, known["you"])
    if key not in reasons:
        you = name_of(table, known["you"]) if known["you"] else "the active player"
        reasons[key] = " and ".join(condition_in_words(ability, part, you, table.rules.library) for part in failed)
    yield Clause(rule, f"its condition does not hold: {reasons[key]}", many="their conditions do not hold")


def absence(table: Table, player: str, card: str, rule: str = "DCF-R036") -> Iterator[Clause]:
    """Why none of a player's characters in play goes with this card, if none does (Play a Card; Character Damage)."""
    of = table.box.of[card]
    if of is None or has_character(table, player, card) or table.box.values[card].get("anyone"):
        return
    holder = table.links.get((of, "in play"))
    name = name_of(table, of)
    if holder is not None:
        ours = holder != "nobody" and side_of(holder) == side_of(player)
        yield Clause(rule, f"{name} is {whose(table, holder)}", "ruling mp_affiliation_scope = B" if ours else "")
    elif fallen := fate(table, of):
        many = f"their characters are not in play, but {fallen}"
        yield Clause("DCF-R091", f"{name} is not in play, but {fallen}", f"an effect that recovers {name}", many)
    else:
        remedy = f"{name} to be recruited" if owner(table, of) == player else ""
        yield Clause(rule, f"{name} is not in play", remedy, "their characters are not in play")


def fate(table: Table, character: str | None) -> str:
    """How a character has left play: 'knocked out', 'captured', or nothing."""
    return next((zone[1] for zone in (KNOCKED_OUT, CAPTURED) if character in table.zones.get(zone, ())), "")


def forbidden_clauses(table: Table, word: str, it: str | None, told: str = "", **names: str | None) -> Iterator[Clause]:
    """Which card says that somebody cannot do this, if one does (Glossary: Cannot)."""
    if (blocker := forbidden(table, word, it, **names)) is not None:
        yield Clause("DCF-R018", f"{name_of(table, blocker)} says {name_of(table, it)} cannot {told or word}")


def whose(table: Table, player: str) -> str:
    """A player as an owner: "Hero 2's", "the Rogue's"."""
    return f"{name_of(table, player)}'s"


def working_clauses(table: Table, card: str, ability: Ability) -> Iterator[Clause]:
    """Why an ability is not in force where its card lies (Blank; Scheme; Unaligned Character Cards; Asset Card; Minion Card)."""
    if works(table, card, ability):
        return
    name, of = name_of(table, card), table.box.of[card]
    kind = table.box.kind[card]
    if (card, "blank") in table.marks:
        yield Clause("DCF-R022", f"{name} is blank")
    elif kind == "scheme":
        yield from _scheme_clauses(table, card, ability)
    elif not in_play(table, card):
        yield Clause("DCF-R013", f"{name} is not in play")
    elif "threshold" in ability.amounts:
        needs = ability.amounts["threshold"](table, {"this": card})
        yield Clause("DCF-R095", f"{name} has {table.counts.get((card, 'citizens'), 0)} of {needs} citizens")
    else:
        absent = f"{name_of(table, of)} is not in play, and {name} does nothing without it"
        yield Clause("DCF-R092", absent, "ruling passives_of_absent = A")


def _scheme_clauses(table: Table, card: str, ability: Ability) -> Iterator[Clause]:
    name, of = name_of(table, card), table.box.of[card]
    faceup = (card, "faceup") in table.marks
    if ability.words.get("while") == "faceup":
        if not in_play(table, card):
            yield Clause("DCF-R043", f"{name} is not on the table")
        elif not faceup:
            yield Clause("DCF-R043", f"{name} lies facedown")
    elif card not in table.zones.get(MASTER_PLAN, ()):
        yield Clause("DCF-R103", f"{name} has not been completed")
    elif not faceup:
        yield Clause("DCF-R103", f"{name} lies facedown in the Master Plan")
    else:
        away = f"{name_of(table, of)} is not in play, and its Scheme does nothing without it"
        yield Clause("DCF-R091", away, "ruling masterplan_after_capture = A")
