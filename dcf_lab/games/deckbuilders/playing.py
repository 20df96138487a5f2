"""Playing cards: from the hand and from elsewhere, once and again (Order of Playing Your Cards; Resolving Card Abilities)."""

from __future__ import annotations

from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.game import Procedure
from dcf_lab.engine.table import UNSETTLED, Key, Part
from dcf_lab.engine.windows import Deed
from dcf_lab.games.deckbuilders.box import Table, active, cites, fact, is_a
from dcf_lab.games.deckbuilders.effects import add_power, finish, give_bonuses, later

PLAYED = "played this turn"
ASSISTED = "assisted this turn"


def play(table: Table, player: str, card: str, source: Key, *, again: bool = False, whose: str | None = None) -> Procedure:
    """Play a card: it lies in front of its player, its text is carried out, and what that sets off waits until it is done.

    `whose` turn profits from it, if not the player's own: an Assist has a player and a beneficiary.
    """
    box = table.box
    gains = whose or player
    worth = box.power[card]
    stays = card in box.stays
    words = ("play", "stays") if stays else ("play again",) if again else ("play",) if whose is None else ("assist",)
    event = table.log("play", by=player, to=card, rules=cites(table, *words) + kind_rules(table, card, source),
                      again=again, source=source, whose=whose)  # fmt: skip
    if not again:
        table.unmark(card, UNSETTLED)
        table.put(card, source, (player, "locations" if stays else "played"))
    record = PLAYED if whose is None else ASSISTED
    table.fact(record, (*fact(table, record), card))
    deed = Deed("play", card=card, player=player, again=int(again), place=None)
    deed.event = event
    with table.because(event):
        if worth:
            add_power(table, gains, worth, [Part(worth, "printed", card)], power_rules(table, card, source))
        if table.rules.readings.get("bonus_timing") == "B":
            deed.data["counted"] = True
            give_bonuses(table, player, card)
        if card in box.plays:
            outer, helper = table.passing.get("playing", 0), table.passing.get("assisting")
            table.passing["playing"], table.passing["assisting"] = outer + 1, player if whose else None
            known = {"this": card, "you": gains, "card": card}
            for ability in box.plays[card]:
                if ability.condition is None or ability.condition(table, known):
                    yield from run_lines(table, ability.lines, dict(known))
            table.passing["playing"], table.passing["assisting"] = outer, helper
    later(table, "after play", deed)
    if not table.passing.get("playing") or table.ruling("nested_plays") == "B":
        yield from finish(table)


def kind_rules(table: Table, card: str, source: Key) -> tuple[str, ...]:
    """The rules that speak of cards like this one."""
    box = table.box
    printed = box.id[card]
    words = [word for word in (printed,) if f"play {word}" in box.cites]
    found = tuple(rule for word in words for rule in box.cites[f"play {word}"])
    if card in box.on_stack:
        found += cites(table, "play stack card")
    if source[1] == "waiting":
        found += cites(table, "play waiting")
    return found


def power_rules(table: Table, card: str, source: Key) -> tuple[str, ...]:
    known, printed = table.box.cites, table.box.id[card]
    return known.get(f"power of {printed} {source[1]}", ()) or known.get(f"power of {printed}", ()) or cites(table, "power")


# what has been played this turn


def played(table: Table, player: str) -> tuple[str, ...]:
    """Every card that a player has played this turn, in order, as often as it was played."""
    return fact(table, PLAYED if player == active(table) or player == table.facts.get("turn") else ASSISTED)


def times_played(table: Table, player: str, kind: str) -> int:
    """How often a player has played a card of a kind this turn; playing one again counts, unless a ruling says otherwise."""
    cards = played(table, player)
    if table.rules.readings.get("replay_counts") == "B":
        cards = tuple(dict.fromkeys(cards))
    return sum(kind == "card" or is_a(table, card, kind) for card in cards)


def different_played(table: Table, player: str, kind: str, least: int = 0) -> int:
    """How many differently named cards of a kind, of at least some cost, a player has played this turn."""
    box = table.box
    found = [card for card in played(table, player) if box.cost[card] >= least]
    return len({box.name[card] for card in found if kind == "card" or is_a(table, card, kind)})
