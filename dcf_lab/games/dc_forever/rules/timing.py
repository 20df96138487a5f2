"""When abilities work and whom they concern: blanks, thresholds, Schemes, swayed characters; and how their lines resolve."""

from __future__ import annotations

from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.game import Procedure
from dcf_lab.engine.table import Part
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    MASTER_PLAN,
    ROGUE,
    Table,
    active_player,
    in_play,
    is_swayed,
    place_now,
    place_of,
    side_of,
)
from dcf_lab.games.dc_forever.text.workings import workings


def works(table: Table, card: str, ability: Ability) -> bool:
    """Is this ability in force where the card lies? (Unaligned thresholds, blanks, completed and faceup Schemes)"""
    kind = table.box.kind[card]
    if kind == "scheme":
        if not scheme_works(table, card, ability):
            return False
    elif (card, "in play") not in table.links:
        return False
    if (card, "blank") in table.marks:
        return False
    if "threshold" in ability.amounts:
        return bool(table.counts.get((card, "citizens"), 0) >= ability.amounts["threshold"](table, {"this": card}))
    if kind in ("asset", "minion") and table.ruling("passives_of_absent") == "B":
        return (table.box.of[card], "in play") in table.links
    return True


def scheme_works(table: Table, card: str, ability: Ability) -> bool:
    """A Scheme's ability works faceup on the table or faceup in the Master Plan, as it says (Glossary: Scheme)."""
    state = ability.words.get("while")
    if state == "faceup":
        return in_play(table, card) and (card, "faceup") in table.marks
    if state == "completed":
        if card not in table.zones.get(MASTER_PLAN, ()) or (card, "faceup") not in table.marks:
            return False
        of = table.box.of[card]
        return table.ruling("masterplan_after_capture") == "A" or (of, "in play") in table.links
    return True  # 'when completed' effects are called by name


def concerns(table: Table, card: str, ability: Ability, subject: str | None) -> bool:
    """Does a two-sided or swayed card's ability speak to this character or player?"""
    side = ability.words.get("side")
    subject_side = _side(table, subject)
    if side is not None and subject_side != side:
        return False
    if subject is not None and not reaches(table, card, subject):
        return False
    return not (subject_side == ROGUE and ignores_rogues(table, card) and not _helps(table, ability))


def reaches(table: Table, card: str, subject: str) -> bool:
    """Under one reading a Location speaks only to characters there and their players (RULINGS: location_text_scope)."""
    kind = table.box.kind
    if kind[card] != "location" or table.ruling("location_text_scope") == "A":
        return True
    if subject in kind:
        return kind[subject] not in (HERO, ROGUE, "unaligned") or place_of(table, subject) == card
    return any(place_of(table, character) == card for character in table.zone(subject, "characters"))


def _helps(table: Table, ability: Ability) -> bool:
    """Under one reading a swayed character spares Rogues only what harms them (RULINGS: sway_scope)."""
    if table.ruling("sway_scope") == "A":
        return False
    add = ability.raw.get("add", 0)
    return not (ability.what.startswith("cannot") or (isinstance(add, int) and add < 0))


def ignores_rogues(table: Table, card: str) -> bool:
    """Abilities of a swayed character ignore Rogues (Glossary: Swayed)."""
    return is_swayed(table, card)


def _side(table: Table, subject: str | None) -> str | None:
    if subject is None:
        return None
    if subject in table.rules.library:
        return table.box.side[subject]
    return side_of(subject)


def constant_rule(table: Table, card: str) -> str:
    """The rule by which a card's constant ability is in force, after the kind of card (Character Abilities; In Play; ...)."""
    match table.box.kind[card]:
        case "hero" | "rogue":
            return "DCF-R046"
        case "location":
            return "DCF-R131"
        case "unaligned":
            return "DCF-R095"
        case "scheme":
            return "DCF-R103" if card in table.zones.get(MASTER_PLAN, ()) else "DCF-R043"
    return "DCF-R130"


def awaited(table: Table, moment: str) -> bool:
    """Does any card of this match wait for the moment? If none does, its deed need not even be written down."""
    return moment in table.box.reactions


def follow_place(table: Table, deed: Deed) -> None:
    """A deed goes on at the Location that has replaced its own meanwhile (RULINGS: location_refill_when)."""
    if table.passing:
        deed.place = place_now(table, deed.place)


def follow_names(table: Table, names: dict[str, Any]) -> None:
    """What a text speaks of, with Locations that have been replaced meanwhile by those that lie there now."""
    replaced = table.passing.get("replaced", ())
    for name, value in names.items():
        if isinstance(value, str) and value in replaced:
            names[name] = place_now(table, value)
        elif isinstance(value, tuple) and any([isinstance(one, str) and one in replaced for one in value]):
            names[name] = tuple(now for one in value if (now := place_now(table, one)) is not None)


def work_out_x(table: Table, card: str, ability: Ability, names: dict[str, Any]) -> int:
    """X as its card defines it, 0 when that cannot be worked out (Glossary: X)."""
    x: int = ability.amounts["x"](table, names) or 0
    rules = ("DCF-R020", "DCF-R012") if "half(" in str(ability.raw["x"]) else ("DCF-R020",)
    worked = workings(table, ability.raw["x"], names)
    table.log("x", to=card, amount=x, rules=rules, parts=[Part(x, "X", card)], worked=worked)
    return x


def resolve_lines(table: Table, ability: Ability, names: dict[str, Any], which: str = "lines") -> Procedure:
    """Carry out an ability's lines; X is worked out first and is 0 when it cannot be (Glossary: X)."""
    if table.passing:
        follow_names(table, names)
    if "x" in ability.amounts:
        names["x"] = work_out_x(table, names["this"], ability, names)
    yield from run_lines(table, ability.lines if which == "lines" else ability.after, names)


def chooser(table: Table, player: str | None, affected: str | None = None) -> str:
    """Who makes a card's choices: its player; for a card of no player see RULINGS: neutral_card_choices."""
    if player is not None:
        return player
    if table.ruling("neutral_card_choices") == "B" and affected is not None:
        return affected
    return active_player(table)
