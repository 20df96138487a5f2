"""What cards set off: effects that wait until the card that set them off is finished, bonuses of Power, rewards."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.game import Choice, Clause, Procedure
from dcf_lab.engine.table import Part
from dcf_lab.engine.windows import Deed, Reaction, one_of_each, setting_off
from dcf_lab.games.deckbuilders.box import (
    IN_FRONT,
    Table,
    active,
    any_in_front,
    as_played,
    bearer,
    cites,
    clockwise,
    fact,
    in_front,
    is_up,
)  # fmt: skip

DECLINE = "decline"
MAX_SET_OFF = 150  # by one card, with all that it sets off in turn: cards that set each other off for ever are stopped
MAX_DOUBLED = 12  # times in one turn
TOLD_TO_DRAW = "told to draw"  # of each card that has told the active player to draw this turn: is it being played?
_SILENT = ("power", "points", "discount")  # what nobody would decline: it costs nothing and can be left unused


# Power


def add_power(table: Table, player: str, amount: int, parts: list[Part], rules: tuple[str, ...] = ()) -> None:
    """Power for the turn of a player; in nobody's turn, or in somebody else's, it is lost."""
    if amount <= 0:
        return
    if active(table) != player:
        if table.box.edition.game == "forever_evil" and table.ruling("off_turn_rewards") == "B":
            table.log("power later", by=player, amount=amount, parts=parts, rules=cites(table, "off turn"))
            table.count(player, "power later", amount)
        else:
            table.log("power lost", by=player, amount=amount, rules=cites(table, "off turn"))
        return
    doubled = table.counts.get((player, "doubled"), 0)
    if doubled:
        more = amount * (2**doubled - 1)
        parts = [*parts, Part(more, "doubled", None)]
        amount += more
    table.log("power", by=player, amount=amount, parts=parts, rules=rules or cites(table, "power"))
    table.count(player, "power", amount)
    table.count(player, "made", amount)


def double_power(table: Table, player: str, card: str) -> None:
    """All Power of the turn counts twice, or only what has been made, or only what is left (ruling power_accounting)."""
    reading = table.rules.readings.get("power_accounting", "A")
    made = table.counts.get((player, "power" if reading == "C" else "made"), 0)
    if made >= 2**MAX_DOUBLED or table.counts.get((player, "doubled"), 0) >= MAX_DOUBLED:
        made = 0  # enough for everything in the box
    table.log("double", by=player, to=card, amount=made, rules=cites(table, "double"), parts=[Part(made, "doubled", card)])
    table.count(player, "power", made)
    table.count(player, "made", made)
    if reading == "A" and table.counts.get((player, "doubled"), 0) < MAX_DOUBLED:
        table.count(player, "doubled", 1)


def give_bonuses(table: Table, player: str, card: str) -> None:
    """Power that other cards in front of a player add for a card that was played."""
    bonuses = table.box.bonuses
    if not any_in_front(table, player, table.box.bonus_cards):
        return
    parts: list[Part] = []
    limited: list[tuple[str, Ability, int]] = []
    with as_played(table) if card in table.box.also else nullcontext():
        for giver in in_front(table, player):
            for ability in bonuses.get(giver, ()):
                known = {"this": bearer(table, giver), "it": card, "you": player, "card": card}
                if came_too_late(table, giver, card) or (ability.condition is not None and not ability.condition(table, known)):
                    continue
                number = times(table, giver, ability, known)
                amount = ability.amounts["add"](table, known) * number if number else 0
                if amount:
                    parts.append(Part(amount, "bonus", giver))
                    limited.append((giver, ability, number))
    if parts:
        words = ["bonus"]
        if any(both_abilities(table, one, other) for one, other, _ in limited):
            words.append("both abilities")
        if any(one in table.zones.get((player, "locations"), ()) for one, _, _ in limited):
            words.append("bonus of location")
        add_power(table, player, sum(part.amount for part in parts), parts, cites(table, *words))
        for giver, ability, number in limited:
            mark_used(table, giver, ability, number)


def came_too_late(table: Table, waits: str, card: str) -> bool:
    """Has a card that waits for others to be played come into play only after this one was, perhaps through it?"""
    order = fact(table, "played this turn")
    return waits in order and card in order and order.index(waits) > len(order) - 1 - order[::-1].index(card)


def times(table: Table, card: str, ability: Ability, known: dict[str, Any]) -> int:
    """How often an ability works now: always, once a turn, or once for a full set of what it counts."""
    words = ability.words
    if not words.get("once") and "every" not in ability.amounts:
        return 1
    if _of_a_location(table, card) == "A" and active(table) != known["you"]:
        return 1  # a Location's limit is one for the own turns of its player
    given = table.marks.get((card, ability.used), ("", 0))[1]
    most = 1
    if ability.what != "bonus" and ability.timing in ("use", "constant") and card not in table.box.stays:
        most = max(1, table.facts.get("played this turn", ()).count(card))  # a card that is played again says it again
    if "every" in ability.amounts:
        most = ability.amounts["tally"](table, known) // max(1, ability.amounts["every"](table, known))
        if "once_or_each" not in table.rules.readings or table.ruling("once_or_each") == "A":
            most = min(most, 1)
    elif (ability.timing == "use" or ability.what.startswith("may go")) and card not in table.box.stays:
        most = max(1, table.facts.get("played this turn", ()).count(card))  # once for each time that the card was played
    if given >= most:
        return 0
    return int(most - given)


def _of_a_location(table: Table, card: str) -> str:
    """How Locations work in other players' turns, if this is one (ruling cnf_location_off_turn)."""
    return table.rules.readings.get("cnf_location_off_turn", "") if "location" in table.box.kinds[card] else ""


def both_abilities(table: Table, card: str, ability: Ability) -> bool:
    """Has another ability of the same card worked this turn already?"""
    return any(one is not ability and (card, one.used) in table.marks for one in table.rules.library[card].abilities)


def mark_used(table: Table, card: str, ability: Ability, number: int = 1) -> None:
    """An ability with a limit has worked, until the turn is over."""
    if ability.words.get("once") or "every" in ability.amounts:
        given = table.marks.get((card, ability.used), ("", 0))[1]
        table.mark(card, ability.used, "turn", given + number)


# what waits


def later(table: Table, moment: str, deed: Deed) -> None:
    """Something has happened that may set off more, once the card at hand is finished; mostly nobody waits for it."""
    if moment in table.box.waits or moment in ("after play", "destroyed", "defeated"):
        table.passing.setdefault("later", []).append((moment, deed))


def finish(table: Table) -> Procedure:
    """Everything that has been set off, now that nothing is half-done (Resolving Card Abilities)."""
    waiting = table.passing.get("later")
    declined: list[tuple[Deed, str]] = []
    resolved = 0
    while waiting:
        resolved += 1
        if resolved > MAX_SET_OFF:
            waiting.clear()
            return
        number, wanted = (yield from _which_first(table, waiting, declined)) if len(waiting) > 1 else (0, "")
        moment, deed = waiting.pop(number)
        with table.because(deed.event):
            if moment == "after play":
                _count_bonuses(table, deed)
            elif moment in ("destroyed", "defeated"):
                yield from reward(table, deed, moment)
                continue
            yield from set_off(table, moment, deed, wanted, [player for one, player in declined if one is deed])


def _which_first(
    table: Table, waiting: list[tuple[str, Deed]], declined: list[tuple[Deed, str]]
) -> Generator[Choice, str, tuple[int, str]]:
    """Of several things that one player's cards wait for, the player says which comes first (ruling trigger_order)."""
    player, must, found = "", False, dict[str, int]()
    deeds: list[Deed] = []
    for number, (moment, deed) in enumerate(waiting):
        voices = [one for one in _voices(table, moment, deed) if (deed, one[0]) not in declined]
        if not number and not voices:
            break  # nobody minds what comes first
        player = player or voices[0][0]
        for whose, option, forced in voices:
            if whose == player:
                found.setdefault(option, number)
                must = must or forced
                deeds.append(deed)
    if len(set(found.values())) < 2:
        return 0, ""
    if table.rules.readings.get("trigger_order") == "B":  # the character, then Locations, then the rest as it happened
        front = [*table.zone(player, "character"), *table.zone(player, "locations")]
        places = {front.index(card): number for option, number in found.items() if (card := option.split()[1]) in front}
        return places[min(places)] if places else 0, ""
    answer = yield Choice(player, "which next", [*found, *([] if must else [DECLINE])], rules=cites(table, "which next"))
    if answer == DECLINE:
        for option in found:
            table.log("decline", by=player, to=option.split()[1], rules=cites(table, "decline"), moment="")
        declined += [(deed, player) for deed in deeds]
        return 0, ""
    return found[answer], answer


def _voices(table: Table, moment: str, deed: Deed) -> list[tuple[str, str, bool]]:
    """Who has something to say at a moment that waits, what, and whether it must be said; Power and tokens are silent."""
    if moment in ("destroyed", "defeated"):
        rewards = table.box.abilities[moment]
        loud = any(not _is_silent(one) for text in deed.data.get("texts", (deed.card,)) for one in rewards.get(text, ()))
        return [(deed.player, f"reward {deed.card}", True)] if loud and deed.player is not None else []
    first = active(table) or table.facts.get("turn") or table.rules.players[0]
    return [
        (player, one.option, is_forced(table, *one))
        for player in clockwise(table, first)
        for one in _ready(table, moment, deed, player) if not _is_silent(one.ability)
    ]  # fmt: skip


def _is_silent(ability: Ability) -> bool:
    return all(line.verb in _SILENT for line in ability.lines)


def _count_bonuses(table: Table, deed: Deed) -> None:
    if not deed.data.get("counted"):
        deed.data["counted"] = True
        assert deed.player is not None and deed.card is not None
        give_bonuses(table, deed.player, deed.card)


def reward(table: Table, deed: Deed, moment: str) -> Procedure:
    """What a card does when it is destroyed, for the player whose effect it was, or when it is defeated on the stack."""
    card, rewards = deed.card, table.box.abilities[moment]
    texts = deed.data.get("texts", (card,)) if deed.player is not None or moment == "defeated" else ()
    for ability in [one for text in texts for one in rewards.get(text, ())]:
        word = f"reward when {moment}" if not deed.data.get("appearing") else "reward of first appearance"
        event = table.log("reward", by=deed.player, to=card, rules=cites(table, word), moment=moment)
        with table.because(event):
            yield from run_lines(table, ability.lines, {"this": card, "you": deed.player, "card": card})


def set_off(table: Table, moment: str, deed: Deed, wanted: str = "", declined: Sequence[str] = ()) -> Procedure:
    """Abilities that wait for a moment: each player, the active one first, says in which order and which not.

    One may be `wanted` first already, and some players may have `declined` whatever they need not use.
    """
    first = active(table) or table.facts.get("turn") or table.rules.players[0]
    players = clockwise(table, first)
    if not table.tracing and not any(_ready(table, moment, deed, player) for player in players):
        return
    with setting_off(table) as goes_on:
        if not goes_on:
            return
        used: list[Reaction] = []
        for player in players:
            yield from _of_player(table, moment, deed, player, used, wanted, player in declined)
        if table.tracing:
            _tell_near_misses(table, moment, deed, used)


def anybody_waits(table: Table, moment: str, player: str | None) -> bool:
    """Does a card in front of this player wait for what the player does, or one in front of anybody for what anybody does?"""
    box = table.box
    if moment not in box.waits:
        return False
    if player is not None and any_in_front(table, player, box.waits[moment]):
        return True
    cards = box.waits_for_anyone.get(moment)
    return cards is not None and any(any_in_front(table, one, cards) for one in table.rules.players)


def _of_player(
    table: Table, moment: str, deed: Deed, player: str, used: list[Reaction], wanted: str = "", declined: bool = False
) -> Procedure:
    while ready := [one for one in _ready(table, moment, deed, player) if one not in used]:
        must = [one for one in ready if is_forced(table, *one)]
        if declined:
            ready = must
            if not must:
                return
        silent = [one for one in must if _is_silent(one.ability)]
        fixed = table.rules.readings.get("trigger_order") == "B"
        if silent or (must and (ready[0] is must[0] if fixed else len(ready) == 1)):
            chosen: Reaction = (silent or must)[0]
        elif any(one.option == wanted for one in ready):
            chosen = next(one for one in ready if one.option == wanted)
        else:
            offered = ready[:1] if fixed else one_of_each(table, ready)
            options = [one.option for one in offered] + ([] if must and not fixed else [DECLINE])
            answer = options[0]
            if len(options) > 1:
                about = deed.card or deed.target or ""
                answer = yield Choice(player, f"{moment} {about}: which next".strip(), options, rules=cites(table, "which next"))
            if answer == DECLINE:
                table.log("decline", by=player, to=offered[0].card, rules=cites(table, "decline"), moment=moment)
                for one in offered:
                    if one.ability.words.get("first_time"):
                        mark_used(table, *one)
                if not fixed:
                    return
                used.append(offered[0])
                continue
            chosen = next(one for one in offered if one.option == answer)
        used.append(chosen)
        card, ability = chosen
        words = ["react"]
        if card in table.zones.get((player, "character"), ()):
            words += ["react of character", f"react of {table.box.id[card]}"]
            words += ["both abilities"] if both_abilities(table, card, ability) else []
        elif card in table.zones.get((player, "locations"), ()):
            words += ["react of location", f"react of {table.box.id[card]}"]
        event = table.log("react", by=player, to=card, rules=cites(table, *words), card=card, ability=ability.key, moment=moment)
        mark_used(table, card, ability)
        with table.because(event):
            yield from run_lines(table, ability.lines, {**deed.names(), "this": bearer(table, card), "you": player})


def _ready(table: Table, moment: str, deed: Deed, player: str) -> list[Reaction]:
    found: list[Reaction] = []
    box = table.box
    waits = (box.waits if player == deed.player else box.waits_for_anyone).get(moment)
    if waits is None or not any_in_front(table, player, waits):
        return found
    reactions = box.reactions
    for card in in_front(table, player):
        for ability in reactions[card] if card in waits else ():
            if concerns(ability, moment, deed, player) and next(clauses(table, card, ability, deed, player), None) is None:
                found.append(Reaction(card, ability))
    return found


def concerns(ability: Ability, moment: str, deed: Deed, player: str) -> bool:
    """Does an ability wait for this? It speaks of what its own player does, unless it says otherwise."""
    if deed.player != player and not ability.words.get("anyone"):
        return False
    return moment == ability.what or moment in ability.what.split(" or ")


def clauses(table: Table, card: str, ability: Ability, deed: Deed, player: str) -> Iterator[Clause]:
    """Why an ability that waits for this moment does not work now."""
    now, words = active(table), ability.words
    abroad = words.get("any_turn") and now is not None and _of_a_location(table, card) != "C"
    if now != player and not abroad and not words.get("any_time"):
        yield Clause(_first(table, "own turn"), "it works in its player's own turn")
    known = {**deed.names(), "this": bearer(table, card), "you": player}
    if not times(table, card, ability, known):
        yield Clause(_first(table, "once"), "it has worked this turn already")
    if deed.kind == "play" and deed.card is not None and came_too_late(table, card, deed.card):
        yield Clause((cites(table, "too late") or cites(table, "react"))[0], "it came into play after that card was played")
    if ability.condition is not None and not ability.condition(table, known):
        yield Clause(_first(table, "react"), "what it waits for has not happened")


def _first(table: Table, word: str) -> str:
    return cites(table, word)[0]


def is_forced(table: Table, card: str, ability: Ability) -> bool:
    """Must it be used? Locations and Power work by themselves, benefits of a character may be declined (ability_optional)."""
    if _is_silent(ability):
        return True
    if table.rules.readings.get("ability_optional") == "C":
        return False
    if "ability_optional" not in table.rules.readings or card not in table.zones.get((_of(table, card), "character"), ()):
        return not ability.words.get("optional")
    reading = table.ruling("ability_optional")
    if reading == "A":
        return bool(ability.words.get("drawback"))
    return not ability.words.get("optional")


def _of(table: Table, card: str) -> str:
    return next((p for p in table.rules.players for area in IN_FRONT if card in table.zones.get((p, area), ())), "")


def _tell_near_misses(table: Table, moment: str, deed: Deed, used: list[Reaction]) -> None:
    near = []
    for player in table.rules.players:
        for card in in_front(table, player):
            for ability in table.box.reactions.get(card, ()):
                if concerns(ability, moment, deed, player) and (card, ability) not in used:
                    why = tuple(clauses(table, card, ability, deed, player))
                    near.append((card, ability.key, why or (Clause(_first(table, "decline"), "it was not wanted"),)))
    if near:
        table.log("window", to=deed.target, rules=cites(table, "react"), moment=moment, near=tuple(near),
                  actor=deed.actor, about=deed.card, player=deed.player, place=None)  # fmt: skip


def may_use(table: Table, player: str) -> Iterator[tuple[str, Ability]]:
    """Abilities in front of a player that can be used in the own turn, whenever the player likes."""
    uses = table.box.uses
    if not any_in_front(table, player, table.box.use_cards):
        return
    for card in in_front(table, player):
        for ability in uses.get(card, ()):
            known = {"this": bearer(table, card), "you": player}
            if (ability.condition is None or ability.condition(table, known)) and times(table, card, ability, known):
                yield card, ability


def use(table: Table, player: str, card: str, key: str) -> Procedure:
    """Use an ability of a card in front of a player."""
    ability = next(one for one in table.box.uses[card] if one.key == key)
    words = ["use of location" if card in table.zones.get((player, "locations"), ()) else "use", f"use {table.box.id[card]}"]
    if both_abilities(table, card, ability):
        words.append("both abilities")
    event = table.log("use", by=player, to=card, rules=cites(table, *words), ability=key)
    mark_used(table, card, ability)
    with table.because(event):
        yield from run_lines(table, ability.lines, {"this": bearer(table, card), "you": player})
    yield from finish(table)


def face_up_top(table: Table, zone: tuple[str, str]) -> str | None:
    """The first card of a stack, if it lies face up."""
    cards = table.zones.get(zone, ())
    return cards[0] if cards and is_up(table, cards[0]) else None
