"""What each player is told of an event: everything that was done openly, and what was looked at on purpose."""

from __future__ import annotations

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.table import Event, where
from dcf_lab.games.deckbuilders.box import Table
from dcf_lab.games.defaults import HIDDEN_CARD, SECRET, without


def known_event(event: Event, seat: str, table: Table) -> Event | None:
    """An event as a seat may know it, or None where that it happened would tell of hidden cards.

    Whoever bought, revealed, played or passed a card openly has shown it, wherever it lies by now; `seen` says who alone knows.
    """
    if (event.kind in ("answer", "only answer") and event.by != seat) or event.kind == "settle":
        return None
    if event.kind == "window":  # who might have reacted from a hidden hand is nobody else's to know
        near = tuple(miss for miss in event.detail["near"] if _lies_open(table, seat, miss[0]))
        return event._replace(detail={**event.detail, "near": near}) if near else None
    if not _was_told(event, seat, table):
        detail = {word: value for word, value in event.detail.items() if word not in SECRET}
        event = event._replace(to=event.to and HIDDEN_CARD, detail=detail, changes=[])
    sees = table.rules.manual.sees
    hidden = {
        card for zone, cards in table.zones.items() if not sees(table, seat, *zone)
        for card in cards if (card, FACE_UP) not in table.marks
    }  # fmt: skip
    changes = [change for change in event.changes if change[0] != "order"]
    return event._replace(changes=without(changes, hidden) if event.seen is None else changes)


def _was_told(event: Event, seat: str, table: Table) -> bool:
    """May a seat know the cards of an event? Who gets a card knows it, and who may look at a partner's hand."""
    if event.seen in (None, seat) or event.detail.get("taker") == seat:
        return True
    return event.seen in table.rules.players and bool(table.rules.manual.sees(table, seat, event.seen, "hand"))


def _lies_open(table: Table, seat: str, card: str) -> bool:
    zone = where(table, card)
    return zone is not None and bool(table.rules.manual.sees(table, seat, *zone))
