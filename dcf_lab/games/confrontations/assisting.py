"""Assist cards: played in the partner's turn, or, by players without a partner, laid on the own Character (Assist; Variants)."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from dcf_lab.engine.game import Choice, Clause, Refusal
from dcf_lab.games.deckbuilders.box import Table, cites, in_front
from dcf_lab.games.deckbuilders.playing import play

ASK = "ask partner"
NO_ASSIST = "no assist"
ASKED = "partner asked"  # the partner would not Assist, and nothing has changed since
LAID = "laid this turn"
ASSIST = "assist"  # the mark of a card that is an Assist card until the turn ends


def is_assist(table: Table, player: str, card: str) -> bool:
    """Is it an Assist card: printed, made one for the turn, or because a card in front of its player says so?"""
    if card in table.box.assists or (card, ASSIST) in table.marks:
        return True
    for giver in in_front(table, player):
        for ability in table.box.constants.get(giver, ()):
            if ability.what == "is assist":
                names = {"this": giver, "it": card, "you": player}
                if ability.condition is None or ability.condition(table, names):
                    return True
    return False


def assist_cards(table: Table, player: str) -> list[str]:
    return [card for card in table.zone(player, "hand") if is_assist(table, player, card)]


# with a partner


def helper(table: Table, player: str) -> str | None:
    """The partner, if there is one with an Assist card."""
    return next((one for one in table.box.partners[player] if assist_cards(table, one)), None)


def may_ask(table: Table, player: str) -> bool:
    return ASKED not in table.facts and helper(table, player) is not None


def partner_assists(table: Table, player: str) -> Generator[Choice, str, bool]:
    """The partner may play an Assist card for the active player; tells whether one was played."""
    partner = helper(table, player)
    if partner is None:
        return False
    cards = assist_cards(table, partner)
    answer = yield Choice(
        partner, "Assist", [*(f"assist {card}" for card in cards), NO_ASSIST], rules=cites(table, "may assist"),
        refused=lambda: _no_assist_cards(table, partner),
    )  # fmt: skip
    if answer == NO_ASSIST:
        table.fact(ASKED, True)  # told with the answer alone: opponents must not learn who holds Assist cards
        return False
    yield from play(table, partner, answer.removeprefix("assist "), (partner, "hand"), whose=player)
    table.fact(ASKED, None)
    return True


def _no_assist_cards(table: Table, player: str) -> Iterator[Refusal]:
    for card in table.zone(player, "hand"):
        if not is_assist(table, player, card):
            yield Refusal(f"assist {card}", (Clause(cites(table, "may assist")[0], "it is no Assist card"),))


# without a partner


def waiting(table: Table, player: str) -> str | None:
    """The Assist card on a player's Character that was laid there in an earlier turn: it must be played."""
    return next((card for card in table.zone(player, "waiting") if card != table.facts.get(LAID)), None)


def may_lay(table: Table, player: str) -> list[str]:
    """Assist cards that may be laid from the hand on the own Character: one in a turn, when none lies there."""
    return [card for card in assist_cards(table, player) if not any(not_to_lay(table, player, card))]


def lay(table: Table, player: str, card: str) -> None:
    """An Assist card is laid on the own Character: it is not played, and nothing touches it there."""
    table.log("lay", by=player, to=card, rules=cites(table, "lay"), source=(player, "hand"))
    table.put(card, (player, "hand"), (player, "waiting"))
    table.fact(LAID, card)


def not_to_lay(table: Table, player: str, card: str) -> Iterator[Clause]:
    rule = cites(table, "lay")[0]
    if table.box.partners[player]:
        yield Clause(rule, "Assist cards are laid on the Character only by players without a partner")
    if not is_assist(table, player, card):
        yield Clause(rule, "it is no Assist card")
    if table.facts.get(LAID):
        yield Clause(rule, "one Assist card has been laid this turn already")
    elif waiting(table, player) is not None:
        yield Clause(cites(table, "waiting")[0], "another one lies there and must be played first", "play that one")


def refused_to_lay(table: Table, player: str) -> Iterator[Refusal]:
    """Why cards of the hand may not be laid on the own Character."""
    for card in table.zone(player, "hand"):
        if clauses := tuple(not_to_lay(table, player, card)):
            yield Refusal(f"lay {card}", clauses)


def waiting_back(table: Table) -> None:
    """Waiting Assist cards go back to their decks before points are counted."""
    for player in table.rules.players:
        for card in table.zone(player, "waiting"):
            table.log("waiting back", by=player, to=card, rules=cites(table, "waiting back"))
            table.put(card, (player, "waiting"), (player, "deck"))
