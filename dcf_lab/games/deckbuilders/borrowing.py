"""Cards that are played from elsewhere: a foe's card, one of the Line-Up or of a stack, and where they go afterwards."""

from __future__ import annotations

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.game import Procedure
from dcf_lab.engine.table import Key, where
from dcf_lab.games.deckbuilders.box import MAIN, Table, cites, owner
from dcf_lab.games.deckbuilders.playing import play
from dcf_lab.games.deckbuilders.taking import move


def play_from_elsewhere(table: Table, player: str, card: str, back: str) -> Procedure:
    """Play a card from where it lies; one that is somebody else's is borrowed, and goes `back` or to its owner."""
    source = where(table, card)
    assert source is not None
    lender = owner(table, card)
    if back == "line-up" or (lender is not None and lender != player):
        table.log("borrow", by=player, to=card, rules=cites(table, "borrowed"), whose=lender or "line-up")
        table.link(card, "owner", "line-up" if back == "line-up" else lender)
    up = table.unmark(card, FACE_UP)
    yield from play(table, player, card, source)
    if where(table, card) in ((player, "played"), (player, "locations")):  # or it has gone elsewhere by its own text
        _goes_back(table, card, source, back, player, bool(up))


def _goes_back(table: Table, card: str, source: Key, back: str, player: str, up: bool) -> None:
    """Where a card goes that was played from elsewhere: at once, or when the turn ends."""
    lies = where(table, card)
    assert lies is not None
    lent = table.links.get((card, "owner"))
    borrowed = lent not in (None, "line-up") and table.rules.readings.get("borrowed_cards") == "C"
    if back not in ("stack", "deck", "main deck") and not borrowed:
        return
    target = {"main deck": MAIN, "deck": (lent or player, "deck")}.get(back, source)
    words = ["under the main deck", *(["stack card to main deck"] if card in table.box.on_stack else [])]
    rules = cites(table, *words) if back == "main deck" else cites(table, "borrowed")
    table.log("return", to=card, by=player, rules=rules, source=lies, goal=target)
    move(table, card, lies, target, 0 if back in ("stack", "deck") else None)
    table.link(card, "owner", None)
    if back == "stack" and up:
        table.mark(card, FACE_UP, "game")
