"""What each player may see (Open Information; Look At; Scheme; Empower)."""

from __future__ import annotations

from typing import Any

from dcf_lab.engine.table import Event, where
from dcf_lab.games.dc_forever.rules.box import HERO, MASTER_PLAN, ROGUE, Table, controller, icons, side_of
from dcf_lab.games.dc_forever.table.board import BOARD
from dcf_lab.games.defaults import HIDDEN_CARD, SECRET, without


def view(table: Table, player: str | None) -> dict[str, Any]:
    """The table as one player may see it; None sees everything.

    Hands, decks, facedown Schemes, starters not yet revealed and the cards under a Hero are known by number only, except
    to those who may look at them. The die is nobody's to see.
    """
    whole = table.as_json()
    if player is None:
        return whole
    hidden: set[str] = set()
    zones: dict[str, Any] = {}
    for (whose, what), cards in table.zones.items():
        name = f"{whose}.{what}"
        if sees(table, player, whose, what):
            zones[name] = list(cards)
            if what == "reserve" and whose != player and (whose, "starters") in table.zones:
                zones[name] = sorted((*cards, *table.zone(whose, "starters")))  # who is missing would be who starts
            continue
        if what != "starters":
            hidden.update(cards)
        zones[name] = {"cards": len(cards)}
        if what == "hand" and (planted := sum((card, "planted") in table.marks for card in cards)):
            zones[name]["planted"] = planted  # the cards of the two sides have different backs
        if what == "deck" and (cards[0], "planted") in table.marks:
            zones[name]["planted_on_top"] = True
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
        "facts": {key: value for key, value in whole["facts"].items() if key not in BOARD.secret},
    }


def sees(table: Table, player: str, whose: str, what: str) -> bool:
    """What the board says of an area, but for what other cards and rulings lay open."""
    if what == "empowering":
        return table.links.get((whose, "in play")) == player or table.ruling("empower_visibility") == "B"
    if what == "scheme":
        cards = table.zones[whose, what]
        return side_of(player) == ROGUE or all(
            (card, "faceup") in table.marks or (card, "revealed") in table.marks for card in cards
        )
    if (whose, what) == MASTER_PLAN:
        return side_of(player) == ROGUE or table.ruling("facedown_masterplan") == "A"
    return BOARD.sees(table, player, whose, what)


ANSWERS = ("answer", "only answer", "plans asked")  # what an answer did is told by the events that follow it
OPEN_TARGET = ("empower", "plant")  # the card is secret, but not where it goes


def known_event(event: Event, player: str, table: Table) -> Event | None:
    """An event as one player may know it, or None where that it happened would already tell of hidden cards.

    What others drew or chose in secret, deck orders, and Schemes that still lie facedown are not told; that others were asked,
    what chance answered, and who could have reacted from a hidden hand is nobody else's to know.
    """
    if (event.kind in ANSWERS and event.by != player) or event.kind == "settle":
        return None
    if event.seen not in (None, player):
        detail = {key: value for key, value in event.detail.items() if key not in (*SECRET, "worked", "says")}
        to = event.to if event.kind in OPEN_TARGET else event.to and HIDDEN_CARD
        event = event._replace(to=to, detail=detail, changes=[])
    event = event._replace(changes=[change for change in event.changes if change[0] != "order"])
    if event.kind == "window":
        near = tuple(miss for miss in event.detail["near"] if _knows_why(table, player, *miss[:2]))
        if not near:
            return None
        event = event._replace(detail={**event.detail, "near": near})
    if event.seen == player:  # looked at on purpose
        return event
    hidden = (zone for zone in table.zones if zone[1] == "scheme" and not sees(table, player, *zone))
    facedown = {card for zone in hidden for card in table.zones[zone]}
    return Event(*(without(field, facedown, "a facedown Scheme") for field in event)) if facedown else event


def _knows_why(table: Table, player: str, card: str, key: str) -> bool:
    """May this player know why a card did not react? Not if it lay hidden, or if a hidden hand would have had to pay."""
    zone = where(table, card)
    if zone is None or not sees(table, player, *zone):
        return False
    holder = controller(table, card)
    if holder in (None, player):
        return True
    ability = next(ability for ability in table.rules.library[card].abilities if ability.key == key)
    return not (ability.cost and side_of(holder) == ROGUE and table.ruling("limited_cost_source") == "A")
