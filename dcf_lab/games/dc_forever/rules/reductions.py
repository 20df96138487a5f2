"""Taking something off one modifier of an action, and never off the value itself (Glossary: Modifiers)."""

from __future__ import annotations

from collections.abc import Generator

from dcf_lab.engine.game import Choice, Procedure, which
from dcf_lab.engine.table import Part
from dcf_lab.engine.tally import constants
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules.box import Table, controller
from dcf_lab.games.dc_forever.rules.timing import chooser, constant_rule


def reduce_modifiers(table: Table, deed: Deed) -> Procedure:
    """Constant abilities of the target that take something off one modifier, never off the value itself (Modifiers)."""
    if deed.target is None or "reduce modifier" not in table.box.constants or unstoppable(table, deed, deed.target):
        return
    for card, _, amount in list(constants(table, "reduce modifier", deed.target, actor=deed.actor)):
        index = yield from pick_modifier(table, deed, controller(table, card))
        if index is not None:
            take_off(table, deed, index, amount, card, rules=(constant_rule(table, card), "DCF-R082", "DCF-R083"))


def unstoppable(table: Table, deed: Deed, by: str) -> bool:
    """Does a card say that this damage cannot be ignored or reduced? 'Cannot' beats what would (Golden Rules)."""
    if not deed.data.get("unstoppable"):
        return False
    table.log("unstoppable", by=by, to=deed.target, rules=("DCF-R018",), what=deed.kind)
    return True


def pick_modifier(table: Table, deed: Deed, player: str | None, spent_too: bool = False) -> Generator[Choice, str, int | None]:
    """Which modifier an effect touches; the effect's player picks (RULINGS: who_picks_modifier).

    One whose amount is already down to nothing can still be ignored for its other effects (Glossary: Ignore).
    """
    cards = [part.card or "" for part in deed.parts if part.what == "modifier" and (spent_too or _share(deed, part) > 0)]
    if not cards:
        return None
    if table.ruling("who_picks_modifier") == "B":
        player = deed.player
    player = chooser(table, player, controller(table, deed.target) if deed.target is not None else None)
    card = yield from which(player, "Which modifier", "modifier", cards, ("DCF-R082",))
    return next(i for i, part in enumerate(deed.parts) if part.what == "modifier" and part.card == card)


def take_off(
    table: Table, deed: Deed, index: int, amount: int, by: str, what: str = "reduced",
    rules: tuple[str, ...] = ("DCF-R082", "DCF-R083"),
) -> None:  # fmt: skip
    """Reduce one modifier's share, which stops at 0 (RULINGS: reduction_floor)."""
    part = deed.parts[index]
    share = _share(deed, part)
    off = amount if table.ruling("reduction_floor") == "B" and what == "reduced" else min(amount, share)
    event = table.log(f"{what} modifier", by=by, to=part.card, amount=off, rules=rules)
    deed.parts.append(Part(-off, what, by, event))
    taken = deed.data.setdefault("taken off", {})
    taken[part.card] = taken.get(part.card, 0) + off


def _share(deed: Deed, part: Part) -> int:
    """What is left of a modifier's amount after earlier reductions."""
    taken: int = deed.data.get("taken off", {}).get(part.card, 0)
    return max(0, part.amount - taken)
