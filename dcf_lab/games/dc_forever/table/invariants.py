"""What must hold on any table after any answer: nothing is lost, doubled, negative, or in two minds about where it is."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.invariants import problems as anywhere
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE, Table, spaces
from dcf_lab.games.dc_forever.rules.setup import SUPPLY


def problems(table: Table) -> list[str]:
    """Every invariant that is broken, in a sentence."""
    return [*anywhere(table), *tokens_conserved(table), *links_agree(table)]


def tokens_conserved(table: Table) -> Iterator[str]:
    """Citizens and damage are conserved, and lie only on cards that can hold them."""
    sums = {"citizens": 0, "damage": 0}
    kind = table.box.kind
    for (whose, what), number in table.counts.items():
        if what not in sums:
            continue
        sums[what] += number
        if whose in ("supply", "sanctuary"):
            if (whose, what) == ("sanctuary", "damage"):
                yield "Sanctuary has damage"
            continue
        holders = ("location", "scheme", "unaligned") if what == "citizens" else (HERO, ROGUE, "unaligned")
        if kind[whose] not in holders:
            yield f"{whose}, a {kind[whose]}, holds {what}"
        kept = whose in table.zone(*MASTER_PLAN) if what == "citizens" else table.ruling("back_to_reserve_state") == "B"
        if (whose, "in play") not in table.links and not kept:
            yield f"{whose} is out of play and holds {what}"
    supply = SUPPLY[table.ruling("component_limits")]
    if sums != supply:
        yield f"there are {sums} tokens instead of {supply}"


def links_agree(table: Table) -> Iterator[str]:
    """Where a card lies, who controls it, and where it stands agree."""
    for (card, word), target in table.links.items():
        if word == "at" and (target not in spaces(table) or (card, "in play") not in table.links):
            yield f"{card} stands at {target}"
        if word == "on" and card not in table.zone(target, "attachments"):
            yield f"{card} is not attached to {target}"
    for (whose, what), cards in table.zones.items():
        for card in cards:
            holder = table.links.get((card, "in play"))
            if what in ("characters", "play area"):
                fits = holder == whose
            elif what == "attachments":
                fits = table.links.get((card, "on")) == whose and holder is not None
            elif what in ("scheme", "unaligned"):
                fits = table.links.get((card, "at")) == whose and holder is not None
            elif (whose, what) == LOCATIONS:
                fits = holder == "nobody"
            else:
                fits = holder is None
            if not fits:
                yield f"{card} lies in {whose}.{what}, but its controller is {holder}"
            if what == "beneath" and table.box.of[card] not in (whose, None):
                yield f"{card} lies beneath {whose}, but belongs to {table.box.of[card]}"
