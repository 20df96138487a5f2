"""Playing cards: from the hand and from elsewhere, once and again (Order of Playing Your Cards; Resolving Card Abilities)."""

from __future__ import annotations

from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.game import Choice, Procedure
from dcf_lab.engine.table import UNSETTLED, Key, Part
from dcf_lab.engine.windows import Deed
from dcf_lab.games.deckbuilders.box import DOOMED, HAS_TEXT, Table, active, cites, fact, was_a
from dcf_lab.games.deckbuilders.effects import add_power, anybody_waits, finish, give_bonuses, later

PLAYED = "played this turn"
ASSISTED = "assisted this turn"
MAX_NESTING = 12
MAX_PLAYS = 200  # in one turn, if cards play each other


def play(table: Table, player: str, card: str, source: Key, *, again: bool = False, whose: str | None = None) -> Procedure:
    """Play a card: it lies in front of its player, its text is carried out, and what that sets off waits until it is done.

    `whose` turn profits from it, if not the player's own: an Assist has a player and a beneficiary.
    """
    box = table.box
    gains = whose or player
    worth = box.power[card]
    rules = box.rules_of_playing[card]
    if again:
        rules = cites(table, "kept" if (card, DOOMED) in table.marks else "play again")
    elif whose is not None:
        rules = cites(table, "assist", f"play {box.id[card]}")
    elif source[1] == "waiting":
        rules += cites(table, "play waiting")
    event = table.log("play", by=player, to=card, rules=rules, again=again, source=source, whose=whose)
    if table.log_on and card in box.stays:
        _tell_too_late(table, player, card)
    if not again:
        table.unmark(card, UNSETTLED)
        table.put(card, source, (player, "locations" if card in box.stays else "played"))
    record = PLAYED if whose is None else ASSISTED
    table.fact(record, (*fact(table, record), card))
    counted = table.rules.readings.get("bonus_timing") == "B"
    counts = not again or table.rules.readings.get("replay_counts") != "B"
    with table.because(event):
        if worth:
            more = cites(table, f"power of {box.id[card]} waiting") if source[1] == "waiting" else ()
            add_power(table, gains, worth, [Part(worth, "printed", card)], box.rules_of_power[card] + more)
        if counted and counts:
            give_bonuses(table, player, card)
        if card in box.plays:
            outer, helper = table.passing.get("playing", 0), table.passing.get("assisting")
            table.passing["playing"], table.passing["assisting"] = outer + 1, player if whose else None
            yield from carry_out(table, card, card, gains)
            table.passing["playing"], table.passing["assisting"] = outer, helper
    nested = table.passing.get("playing")
    if not nested and not table.passing.get("later"):  # nothing comes before what this card sets off, and mostly that is nothing
        if not counted and counts:
            with table.because(event):
                give_bonuses(table, player, card)
            counted = True
        if not counts or not anybody_waits(table, "after play", player):
            return
    deed = Deed("play", card=card, player=player, again=int(again), place=None, counted=counted)
    deed.event = event
    if counts:
        later(table, "after play", deed)
    if not nested or table.ruling("nested_plays") == "B":
        yield from finish(table)


def goes_in_circles(table: Table) -> bool:
    """Do cards play each other again and again? No printed ones do, and a pack must not keep the machine busy."""
    nested: int = table.passing.get("playing", 0)
    return nested >= MAX_NESTING or len(fact(table, PLAYED)) + len(fact(table, ASSISTED)) >= MAX_PLAYS


def _tell_too_late(table: Table, player: str, card: str) -> None:
    """A Location that waits for the first card of a kind says nothing this turn if that card was played before it."""
    rules = cites(table, "too late")
    for ability in table.box.reactions.get(card, ()) if rules else ():
        for before in fact(table, PLAYED):
            names = {"this": card, "you": player, "player": player, "card": before}
            if ability.what == "after play" and ability.condition is not None and ability.condition(table, names):
                table.log("too late", to=card, rules=rules, card=before)


def carry_out(table: Table, text: str, card: str, player: str) -> Procedure:
    """Do what is printed on a card for one that is played: itself, or one that has its text."""
    known = {"this": card, "you": player, "card": card}
    for ability in table.box.plays.get(text, ()):
        if ability.condition is None or ability.condition(table, known):
            yield from run_lines(table, ability.lines, dict(known))


def have_texts(table: Table, card: str, player: str) -> Procedure:
    """A played card has for this turn the text of every card on the character, in an order that its player picks."""
    table.mark(card, HAS_TEXT, "turn")
    left = [one for one in table.zone(player, "kept") if (one, DOOMED) in table.marks]
    while left:
        text = left[0]
        if len(left) > 1:
            answer = yield Choice(player, "Whose text next", [f"text {one}" for one in left], rules=cites(table, "has text"))
            text = answer.removeprefix("text ")
        left.remove(text)
        event = table.log("text", by=card, to=text, rules=cites(table, "has text"))
        with table.because(event):
            if worth := table.box.power[text]:
                add_power(table, player, worth, [Part(worth, "printed", text)])
            yield from carry_out(table, text, card, player)


# what has been played this turn


def played(table: Table, player: str) -> tuple[str, ...]:
    """Every card that a player has played this turn, in order, as often as it was played."""
    return fact(table, PLAYED if player == active(table) or player == table.facts.get("turn") else ASSISTED)


def times_played(table: Table, player: str, kind: str) -> int:
    """How often a player has played a card of a kind this turn; playing one again counts, unless a ruling says otherwise."""
    cards = played(table, player)
    if table.rules.readings.get("replay_counts") == "B":
        cards = tuple(dict.fromkeys(cards))
    return sum(was_a(table, card, kind) for card in cards)


def different_played(table: Table, player: str, kind: str, least: int = 0) -> int:
    """How many differently named cards of a kind, of at least some cost, a player has played this turn."""
    box = table.box
    found = [card for card in played(table, player) if box.cost[card] >= least]
    return len({box.name[card] for card in found if was_a(table, card, kind)})
