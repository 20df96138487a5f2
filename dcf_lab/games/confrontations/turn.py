"""A turn of Confrontations: play and buy, or play and fight; the partner may Assist (Turn Sequence)."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.game import Choice, Clause, Procedure, Refusal
from dcf_lab.engine.table import where
from dcf_lab.games.confrontations.assisting import (
    ASK,
    ASKED,
    lay,
    may_ask,
    may_lay,
    partner_assists,
    refused_to_lay,
    waiting,
)  # fmt: skip
from dcf_lab.games.confrontations.confronting import falls_at_once, foe_of, say_done, targets
from dcf_lab.games.deckbuilders.box import WEAKNESSES, Table, cites, in_front
from dcf_lab.games.deckbuilders.effects import may_use, use
from dcf_lab.games.deckbuilders.playing import play
from dcf_lab.games.deckbuilders.taking import buy, price
from dcf_lab.games.deckbuilders.turn import END, end_turn, offers
from dcf_lab.games.deckbuilders.why import buying, using

DONE = "done"


def turn(table: Table) -> Procedure:
    """Play cards and buy with their Power, or play them against the Confronted Character, until that is enough."""
    player = table.facts["turn"]
    while table.facts["step"] == "turn":
        answer = yield Choice(
            player, "Turn", lambda: options(table, player), rules=cites(table, "may"), quiet=True,
            refused=lambda: refused(table, player),
        )  # fmt: skip
        if answer in (DONE, END):
            # partners finish playing together: who can still Assist is asked before it is over
            if (yield from partner_assists(table, player)):
                falls_at_once(table, player)
                continue
            break
        yield from _does(table, player, answer)
        if table.facts["step"] == "turn":
            falls_at_once(table, player)
    if table.facts["step"] != "turn":
        return
    if foe_of(table) is not None:
        say_done(table, player)
    else:
        yield from end_turn(table, player)


def _does(table: Table, player: str, answer: str) -> Procedure:
    if answer == ASK:
        yield from partner_assists(table, player)
        return
    word, _, rest = answer.partition(" ")
    if word == "lay":
        lay(table, player, rest)
        return
    if word == "play":
        yield from play(table, player, rest, where(table, rest) or (player, "hand"))
    elif word == "buy":
        yield from buy(table, player, rest, word)
    else:
        card, _, key = rest.partition(" ")
        yield from use(table, player, card, key)
    table.fact(ASKED, None)


def options(table: Table, player: str) -> list[str]:
    """Everything that may be done in a turn; a waiting Assist card must be played before it ends."""
    found = [f"play {card}" for card in table.zones.get((player, "hand"), ())]
    first = waiting(table, player)
    if first is not None:
        found.append(f"play {first}")
    if foe_of(table) is None:
        power = table.counts.get((player, "power"), 0)
        found += [f"{word} {card}" for word, card in offers(table, player) if price(table, player, card) <= power]
    found += [f"use {card} {ability.key}" for card, ability in may_use(table, player)]
    found += [f"lay {card}" for card in may_lay(table, player)]
    if may_ask(table, player):
        found.append(ASK)
    if first is None:
        found.append(END if foe_of(table) is None else DONE)
    return found


def refused(table: Table, player: str) -> Iterator[Refusal]:
    """What one might want to do in a turn and may not, with all reasons."""
    for word, card in offers(table, player):
        if found := tuple(buying(table, player, card, word)):
            yield Refusal(f"{word} {card}", found)
    for card in in_front(table, player):
        for ability in table.box.uses.get(card, ()):
            if found := tuple(using(table, player, card, ability)):
                yield Refusal(f"use {card} {ability.key}", found)
    for card in table.zone(*WEAKNESSES)[:1]:
        yield Refusal(f"buy {card}", (Clause(cites(table, "no buying")[0], "a Weakness is never for sale"),))
    for card in targets(table, player):
        text = "a Confrontation is announced at the very start of the turn"
        yield Refusal(f"confront {card}", (Clause(cites(table, "announce late")[0], text, "the next turn"),))
    for card in table.zone(player, "hand"):
        if card in table.box.abilities["block"]:
            text = "in the own turn the Block text does nothing"
            yield Refusal(f"block {card}", (Clause(cites(table, "own block")[0], text, f"play {card}"),))
    if not table.box.partners[player]:
        yield from refused_to_lay(table, player)
        if (first := waiting(table, player)) is not None:
            text = f"{table.box.name[first]} lies on the Character since an earlier turn and must be played"
            clause = Clause(cites(table, "waiting")[0], text, f"play {table.box.name[first]}")
            yield Refusal(END if foe_of(table) is None else DONE, (clause,))
