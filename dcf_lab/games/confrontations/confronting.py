"""A Confrontation: announced before any card is played, fought until 'done', Blocked, compared (Confronting Your Opponent)."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.game import Choice, Clause, Procedure, Refusal
from dcf_lab.engine.table import Part
from dcf_lab.engine.windows import Deed
from dcf_lab.games.confrontations.assisting import partner_assists
from dcf_lab.games.deckbuilders.box import (
    ASIDE,
    NEXT_TURN,
    OUT,
    OWN,
    Table,
    assisting,
    cites,
    clockwise,
    fact,
    foes,
    in_front,
    playing,
)  # fmt: skip
from dcf_lab.games.deckbuilders.effects import finish, later
from dcf_lab.games.deckbuilders.taking import discard, move
from dcf_lab.games.deckbuilders.turn import end_turn
from dcf_lab.games.deckbuilders.turn import start as start_of_turn

NO_CONFRONTATION = "no confrontation"
NO_BLOCK = "no block"
CONFRONTING = "confronting"  # the foe who is Confronted
BEATEN = "beaten"  # the version that has fallen this turn
POWER = "power at done"
STOPPED = "stopped"  # the defenders who Block no more
RAISED = "raised"
VERSIONS = "versions"  # those that are still to come


# what is so


def character(table: Table, player: str) -> str:
    """The version of a Character that is in force."""
    return table.zones[player, "character"][0]


def cost(table: Table, card: str) -> int:
    """What a Character costs now: printed, and what Blocks have added."""
    return table.box.cost[card] + table.counts.get((card, RAISED), 0)


def foe_of(table: Table) -> str | None:
    """The foe who is Confronted in this turn."""
    found: str | None = table.facts.get(CONFRONTING)
    return found


def confronts(table: Table, player: str | None) -> bool:
    """Has this player declared a Confrontation this turn? Under one reading that does not help who Assists in it."""
    if foe_of(table) is None or player != table.facts["turn"]:
        return False
    return assisting(table) is None or table.ruling("cnf_text_when_assisting") == "A"


# the start of a turn


def start(table: Table) -> Procedure:
    """A turn begins with what happens at its start; only then is a Confrontation announced."""
    yield from start_of_turn(table)
    table.fact("step", "announce")


def effects_of_the_start(table: Table, player: str) -> Procedure:
    """'At start of turn': what cards in front of the player do then."""
    for card in list(in_front(table, player)):
        for ability in table.box.abilities["start"].get(card, ()):
            names = {"this": card, "you": player}
            if ability.condition is None or ability.condition(table, names):
                with table.because(table.log("at start", by=player, to=card, rules=cites(table, "at start"))):
                    yield from run_lines(table, ability.lines, names)
    yield from finish(table)


def announce(table: Table) -> Procedure:
    """The player says whether the cheapest opposing Character is Confronted."""
    player = table.facts["turn"]
    answer = yield Choice(
        player, "Announce", lambda: [*(f"confront {card}" for card in targets(table, player)), NO_CONFRONTATION],
        rules=cites(table, "announce"), quiet=True, refused=lambda: _not_now(table, player),
    )  # fmt: skip
    if answer == NO_CONFRONTATION:
        table.log("no confrontation", by=player, rules=cites(table, "no confrontation"))
        table.fact("step", "turn")
        return
    card = answer.removeprefix("confront ")
    foe = next(one for one in foes(table, player) if card in table.zone(one, "character"))
    event = table.log("confront", by=player, to=card, amount=cost(table, card), rules=cites(table, "confront"), foe=foe)
    table.fact(CONFRONTING, foe)
    table.fact("step", "turn")
    with table.because(event):
        deed = Deed("announce", card=card, player=player, target=foe)
        deed.event = event
        later(table, "after announce", deed)
        yield from finish(table)
    falls_at_once(table, player)


def targets(table: Table, player: str) -> list[str]:
    """The opposing Characters with the lowest cost."""
    against = [character(table, foe) for foe in foes(table, player) if table.zone(foe, "character")]
    least = min((cost(table, card) for card in against), default=0)
    return [card for card in against if cost(table, card) == least]


def _not_now(table: Table, player: str) -> Iterator[Refusal]:
    legal = targets(table, player)
    for foe in foes(table, player):
        for card in table.zone(foe, "character"):
            if card in legal:
                continue
            text = f"it costs {cost(table, card)}, and another opposing Character only {cost(table, legal[0])}"
            yield Refusal(f"confront {card}", (Clause(cites(table, "target")[0], text, "beat the cheaper one first"),))
    for card in table.zone(player, "hand"):
        text = "first it is said whether there is a Confrontation"
        yield Refusal(f"play {card}", (Clause(cites(table, "announce first")[0], text, "announce one, or none"),))


# done, and the Blocks


def say_done(table: Table, player: str) -> None:
    """The Confronting side plays no more cards: its Power is fixed."""
    power = table.counts.get((player, "power"), 0)
    table.log("done", by=player, amount=power, rules=cites(table, "done"))
    table.fact(POWER, power)
    table.fact("step", "blocks")


def blocks(table: Table) -> Procedure:
    """Both players of the other team may Block, one at a time and in any order, until both stop; then it is decided."""
    player = table.facts["turn"]
    while table.facts["step"] == "blocks" and not table.facts.get(BEATEN):
        defender = next((one for one in defenders(table) if one not in fact(table, STOPPED)), None)
        if defender is None:
            if table.ruling("cnf_assist_window") == "A" or not (yield from partner_assists(table, player)):
                break
            table.log("power counted", by=player, amount=table.counts.get((player, "power"), 0), rules=cites(table, "assist"))
            table.fact(POWER, table.counts.get((player, "power"), 0))
            table.fact(STOPPED, None)
            falls_at_once(table, player)
            continue
        yield from _asked_to_block(table, player, defender)
    if table.facts["step"] == "blocks" and not table.facts.get(BEATEN):
        compare(table, player)
    if table.facts["step"] == "blocks":
        yield from end_turn(table, player)


def _asked_to_block(table: Table, player: str, defender: str) -> Procedure:
    answer = yield Choice(
        defender, "Block", lambda: [*(f"block {card}" for card, _ in may_block(table, defender)), NO_BLOCK],
        rules=cites(table, "may block"), quiet=True, refused=lambda: _not_to_block(table, player, defender),
    )  # fmt: skip
    if answer == NO_BLOCK:
        table.log("no block", by=defender, rules=cites(table, "may block"))
        table.fact(STOPPED, (*fact(table, STOPPED), defender))
        return
    card = answer.removeprefix("block ")
    ability = next(one for held, one in may_block(table, defender) if held == card)
    with table.because(table.log("block", by=defender, to=card, rules=cites(table, "block", f"block {table.box.id[card]}"))):
        if table.ruling("cnf_block_order") == "A":  # whoever had stopped may go on
            table.fact(STOPPED, None)
        if "discard this" in ability.pay:
            discard(table, card)
        else:  # of a card that lies in front of its player: once
            table.mark(card, ability.used, "turn")
        yield from run_lines(table, ability.lines, {"this": card, "you": defender, "card": card})
    yield from finish(table)


def defenders(table: Table) -> tuple[str, ...]:
    """Who may Block: the Confronted player, and the partner; under one reading in turn order (ruling cnf_block_order)."""
    foe = foe_of(table)
    assert foe is not None
    found = (foe, *table.box.partners[foe])
    return (
        found
        if table.ruling("cnf_block_order") == "A"
        else tuple(one for one in foes(table, table.facts["turn"]) if one in found)
    )


def may_block(table: Table, player: str) -> Iterator[tuple[str, Ability]]:
    """Blocks in a player's hand, and what cards in front of a player can do to raise a cost."""
    known = table.box.abilities["block"]
    for held, cards in ((True, table.zone(player, "hand")), (False, tuple(in_front(table, player)))):
        for card in cards:
            for ability in known.get(card, ()):
                if (card, ability.used) in table.marks or held != ("discard this" in ability.pay):
                    continue
                if ability.condition is None or ability.condition(table, {"this": card, "you": player}):
                    yield card, ability


def _not_to_block(table: Table, player: str, defender: str) -> Iterator[Refusal]:
    usable = [card for card, _ in may_block(table, defender)]
    for card in table.zone(defender, "hand"):
        text = "in an opponent's turn only Defenses and Blocks are played"
        if card not in usable:
            yield Refusal(f"block {card}", (Clause(cites(table, "block")[0], "it has no Block"),))
        yield Refusal(f"play {card}", (Clause(cites(table, "off turn play")[0], text, "wait for the own turn"),))
    text = "after 'done' the Confronting side plays no more cards"
    yield Refusal("play a card", (Clause(cites(table, "done")[0], text),), player)


# how it ends


def compare(table: Table, player: str) -> None:
    """The Character is beaten if the Power is at least its cost: equal is beaten (Blocks)."""
    foe = foe_of(table)
    assert foe is not None
    card, power = character(table, foe), table.facts.get(POWER, table.counts.get((player, "power"), 0))
    parts = [Part(table.box.cost[card], "printed", card)]
    if raised := table.counts.get((card, RAISED), 0):
        parts.append(Part(raised, "raised"))
    event = table.log("compare", by=player, to=card, amount=power, rules=cites(table, "compare"), cost=cost(table, card), foe=foe)
    with table.because(event):
        if power >= cost(table, card):
            beat(table, player, foe)
        else:
            table.log("hold", by=foe, to=card, amount=cost(table, card), parts=parts, rules=cites(table, "hold"), power=power)


def falls_at_once(table: Table, player: str) -> None:
    """Under one reading the Character falls the moment the Power reaches its cost (ruling cnf_compare_moment)."""
    foe = foe_of(table)
    if foe is None or table.facts.get(BEATEN) or table.ruling("cnf_compare_moment") == "A":
        return
    if table.counts.get((player, "power"), 0) >= cost(table, character(table, foe)):
        beat(table, player, foe)


def beat(table: Table, player: str, foe: str) -> None:
    """The version in force goes over to the winners; the next one takes over, or it was the last."""
    card = character(table, foe)
    event = table.log("beat", by=player, to=card, amount=cost(table, card), rules=cites(table, "beat"), foe=foe)
    table.count(card, RAISED, -table.counts.get((card, RAISED), 0))
    table.put(card, (foe, "character"), (player, "captured"))
    table.fact(BEATEN, card)
    with table.because(event):
        if left := table.zone(foe, VERSIONS):
            at_once = table.ruling("cnf_next_level") == "A"
            table.log("next version", by=foe, to=left[0], rules=cites(table, "next version"), at_once=at_once)
            table.put(left[0], (foe, VERSIONS), (foe, "character"))
            if not at_once:
                table.mark(left[0], NEXT_TURN, "turn")
        else:
            falls_for_good(table, player, foe)


def falls_for_good(table: Table, player: str, foe: str) -> None:
    """The last version is beaten: that wins the game, or of three players one is out (End of Game; 2- and 3-Player Variants)."""
    box = table.box
    still = {box.team[one] for one in table.rules.players if playing(table, one) and box.team[one] != box.team[foe]}
    if len(still) > 1:
        leaves(table, foe)
        return
    word = "last version" if len(box.team) != 3 else "out"
    table.log("end", rules=cites(table, word), how="Characters", by=player)
    table.fact("winner", box.team[player])
    table.fact("won by", "Characters")
    table.fact("step", "over")


def leaves(table: Table, player: str) -> None:
    """A player is out of the game, with all cards; under one reading they still count (ruling cnf_three_player_out)."""
    table.log("out", by=player, rules=cites(table, "out"))
    table.fact(OUT, (*fact(table, OUT), player))
    if table.facts.get("first") == player:
        table.fact("first", clockwise(table, player)[0])
    if table.ruling("cnf_three_player_out") == "A":
        for area in (*OWN, "waiting", "captured"):
            for card in table.zone(player, area):
                move(table, card, (player, area), ASIDE)


def call_off(table: Table, card: str, player: str) -> None:
    """The Confrontation is given up: nobody is beaten, and cards may be bought again."""
    table.log("call off", by=player, to=card, rules=cites(table, "call off", f"call off {table.box.id[card]}"), foe=foe_of(table))
    table.fact(CONFRONTING, None)
