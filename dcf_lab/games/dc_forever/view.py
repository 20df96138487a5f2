"""What each player may see (Open Information; Look At; Scheme; Empower)."""

from __future__ import annotations

from typing import Any

from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE, icons, side_of

OPEN = ("characters", "discard", "pool", "reserve", "play area", "played", "beneath", "attachments", "scheme", "unaligned")


def view(table: Table, player: str | None) -> dict[str, Any]:
    """The table as one player may see it; None sees everything.

    Hands, decks, facedown Schemes, starters not yet revealed and the cards under a Hero are known by number only, except
    to those who may look at them. The die is nobody's to see.
    """
    whole = table.as_json()
    if player is None:
        return whole
    hidden = set()
    zones: dict[str, Any] = {}
    for (whose, what), cards in table.zones.items():
        name = f"{whose}.{what}"
        if _sees(table, player, whose, what):
            zones[name] = list(cards)
            continue
        hidden.update(cards)
        zones[name] = {"cards": len(cards)}
        if what == "empowering":
            zones[name]["renown"] = sum(icons(table, card, HERO) for card in cards)
        if what == "scheme":
            zones[name]["citizens"] = sum(table.counts.get((card, "citizens"), 0) for card in cards)

    def shown(book: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in book.items() if key.rpartition(".")[0] not in hidden}

    return {
        "zones": zones,
        "counts": shown(whole["counts"]),
        "marks": shown(whole["marks"]),
        "links": shown(whole["links"]),
        "facts": whole["facts"],
    }


def _sees(table: Table, player: str, whose: str, what: str) -> bool:
    if what in ("deck", "location deck", "unaligned deck"):
        return False
    if what in ("hand", "starters"):
        return whose == player
    if what == "empowering":
        return table.links.get((whose, "in play")) == player or table.ruling("empower_visibility") == "B"
    if what == "scheme":
        cards = table.zones[whose, what]
        return side_of(player) == ROGUE or all((card, "faceup") in table.marks for card in cards)
    if (whose, what) == MASTER_PLAN:
        return side_of(player) == ROGUE or table.ruling("facedown_masterplan") == "A"
    return what in OPEN or whose == "table" or (whose, what) == LOCATIONS


def view_event(event: Event, player: str | None) -> Event:
    """An event as one player may know it: what others drew or chose in secret is left out."""
    if player is None or event.seen is None or event.seen == player:
        return event
    secret = ("cards", "card", "option")
    return event._replace(to=None, detail={k: v for k, v in event.detail.items() if k not in secret}, changes=[])
