"""What cards, expectations and goals of Confrontations speak of beyond the words of the family, and its own verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dcf_lab.engine.cards.arguments import Names
from dcf_lab.engine.cards.expr import Words
from dcf_lab.engine.cards.verbs import Line, Verb, VerbProcedure, verb
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Part
from dcf_lab.games.confrontations.assisting import ASSIST
from dcf_lab.games.confrontations.confronting import BEATEN, RAISED, call_off, character, confronts, cost, foe_of
from dcf_lab.games.deckbuilders import box
from dcf_lab.games.deckbuilders.arguments import arguments
from dcf_lab.games.deckbuilders.box import Table, active, cites
from dcf_lab.games.deckbuilders.verbs import VERBS as FAMILY
from dcf_lab.games.deckbuilders.words import ATTRIBUTES, FUNCTIONS, NAMES

VERBS: dict[str, Verb] = dict(FAMILY)


@verb(VERBS, "raise", raise_="number")
def raise_cost(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{raise = 2}"""
    player, card = names["you"], names["this"]
    amount = arguments.number(table, line, "raise", names)
    mine = [character(table, one) for one in (player, *table.box.partners[player]) if table.zone(one, "character")]
    prompt = f"{table.box.name[card]}: whose cost"
    answer = yield Choice(player, prompt, [f"raise {one}" for one in mine], rules=cites(table, "raise"))
    raised = answer.removeprefix("raise ")
    table.log("raise", by=card, to=raised, amount=amount, rules=cites(table, "raise"), parts=[Part(amount, "text", card)])
    table.count(raised, RAISED, amount)
    return amount > 0


@verb(VERBS, "call_off", call_off="flag", ask="flag")
def call_off_confrontation(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{call_off = true, ask = true}"""
    player = active(table)
    if player is None or foe_of(table) is None or table.facts.get(BEATEN):
        return False
    if line.args.get("ask"):  # whoever Confronts decides, also about the card of a partner who Assists
        prompt = f"{table.box.name[names['this']]}: the Confrontation"
        answer = yield Choice(player, prompt, ["go on", "call off"], rules=cites(table, "go on"))
        table.log("decide", by=player, to=names["this"], rules=cites(table, "go on"), way=answer)
        if answer == "go on":
            return False
    call_off(table, names["this"], player)
    return True


@verb(VERBS, "make_assist", make_assist="cards")
def make_assist(table: Table, line: Line, names: Names) -> bool:
    """{make_assist = "found"}"""
    found = arguments.cards(table, line, "make_assist", names)
    for card in found:
        hidden = (box.holder(table, card) or "") if (card in table.box.id) else ""
        table.log("make assist", by=names["this"], to=card, rules=cites(table, "make assist"), seen=hidden or None)
        table.mark(card, ASSIST, "turn")
    return bool(found)


# functions


def confronts_now(table: Table, whose: str | None) -> bool:
    """Has this player declared a Confrontation this turn: confronts(you)?"""
    return confronts(table, whose)


def fights(table: Table, whose: str) -> bool:
    """Is this player's team in a Confrontation that it has declared: fights(you)?"""
    return foe_of(table) is not None and together(table, whose, table.facts["turn"])


def together(table: Table, one: str | None, other: str | None) -> bool:
    """Are these two players of one team, or one player?"""
    team = table.box.team
    return one in team and other in team and team[one] == team[other]


def team(table: Table, whose: str) -> tuple[str, ...]:
    """A player and the partner: team(you)."""
    return (whose, *table.box.partners[whose]) if whose in table.box.partners else ()


def teammates(table: Table, whose: str) -> tuple[str, ...]:
    """The partner of a player, if there is one."""
    return tuple(table.box.partners.get(whose, ()))


def assists(table: Table) -> bool:
    """Is the card that is being played an Assist in the partner's turn?"""
    return box.assisting(table) is not None


def cost_now(table: Table, thing: Any) -> int:
    """What a card costs; of a Character with what has been added to it this turn, of a player that of the Character."""
    if thing in table.box.team:
        thing = character(table, thing) if table.zone(thing, "character") else ""
    return cost(table, thing) if thing in table.box.cost else 0


def level(table: Table, thing: Any) -> int:
    """The Level of a Character, or of a player's."""
    if thing in table.box.team:
        thing = character(table, thing) if table.zone(thing, "character") else ""
    return table.rules.library[thing].value("level") if thing in table.rules.library else 0


def _assist(table: Table, card: str) -> bool:
    from dcf_lab.games.confrontations.assisting import is_assist

    return card in table.box.id and is_assist(table, box.holder(table, card) or "", card)


MORE: dict[str, Callable[..., Any]] = {
    "confronts": confronts_now, "fights": fights, "together": together, "team": team, "teammates": teammates, "assists": assists,
}  # fmt: skip
ATTRIBUTES_HERE: dict[str, Callable[[Table, Any], Any]] = {
    **ATTRIBUTES,
    "cost": cost_now,
    "level": level,
    "assist": _assist,
    "captured": lambda table, player: len(table.zone(player, "captured")),
}
EVERYWHERE: dict[str, Callable[[Table], Any]] = {"turn": active, "that_foe": foe_of}
WORDS = Words(NAMES, ATTRIBUTES_HERE, {**FUNCTIONS, **MORE}, EVERYWHERE)
