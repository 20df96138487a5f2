"""The short way to the same lists of options as in legal.py, for the default readings; the tests compare the two."""

from __future__ import annotations

from collections.abc import Sequence

from dcf_lab.engine.game import legal
from dcf_lab.engine.tally import forbidden
from dcf_lab.games.dc_forever.rules import legal as long_way
from dcf_lab.games.dc_forever.rules.box import LOCATIONS, MASTER_PLAN, Table, is_swayed, owner, side_of
from dcf_lab.games.dc_forever.rules.cannot import something_is_forbidden
from dcf_lab.games.dc_forever.rules.costs import payer, payment_cards, payment_clauses


def action_options(table: Table, player: str) -> list[str]:
    """Every legal action of an Action Phase."""
    if not table.box.default_readings:
        return long_way.action_options(table, player)
    find = table.box
    zones = table.zones
    hand = zones.get((player, "hand"), ())
    hero = player[0] == "h"
    worth = find.renown if hero else find.infamy
    say = find.pool_option
    pooling = [card for card in hand if worth[card]]
    options = [say[card] for card in pooling]
    options += _purchases(table, player)
    options += _plays(table, player, hand)
    if hero:
        side = find.side
        usable = [card for card in pooling if side[card] == "hero"]
        for character in zones.get((player, "characters"), ()):
            options += [f"empower {character} with {card}" for card in usable]
    options += _uses(table, player, hand, None)
    options.append("done")
    return options


def _purchases(table: Table, player: str) -> list[str]:
    find = table.box
    if "cost" in find.constants:
        return [o for o in long_way.purchases(table, player) if legal(long_way.clauses_of(table, player, o))]
    resources = table.counts.get((player, "resources"), 0)
    if not resources:
        return []
    cost, buy = find.cost, find.buy_option
    zones = table.zones
    options = [f"recruit {card}" for card in zones.get((player, "reserve"), ()) if cost[card] <= resources]
    for character in zones.get((player, "characters"), ()):
        options += [buy[card] for card in zones.get((character, "beneath"), ()) if cost[card] <= resources]
    return options


def _plays(table: Table, player: str, hand: tuple[str, ...]) -> list[str]:
    options: list[str] = []
    find = table.box
    links, marks = table.links, table.marks
    playing, of_card = find.playing, find.of
    forbidding = _anyone_forbids(table, "play cards") or _anyone_forbids(table, "be attached")
    looked_at = _looked_at(table, hand) if find.forbids_actions or "been" in table.facts else ()
    for card in hand:
        way = playing[card]
        if way == "never":
            continue
        of = of_card[card] or ""
        if card in looked_at:
            options += long_way.plays(table, player, card, None)
            continue
        if links.get((of, "in play")) == player and not forbidding and (of, "cannot play cards") not in marks:
            if way == "turn" or way == "action phase" or way == "permanent":
                options.append(find.play_option[card])
                continue
            if way == "scheme":
                zones = table.zones
                options += [f"play {card} at {place}" for place in zones.get(LOCATIONS, ()) if (place, "scheme") not in zones]
                continue
            if way == "own attachment":
                options.append(f"play {card} on {of}")
                continue
            if way == "activation":
                continue
            if way == "ask":
                options += _asked(table, player, card, None)
                continue
        if card in find.anyones or forbidding or (of, "cannot play cards") in marks:
            options += long_way.plays(table, player, card, None)
    return options


def _looked_at(table: Table, hand: tuple[str, ...]) -> set[str]:
    """Events that might change nothing when they are played again, or do only what is forbidden: they need a closer look."""
    found: set[str] = set()
    if table.box.forbids_actions:
        found = table.box.forbiddable_plays.intersection(hand)
        found = found if found and something_is_forbidden(table) else set()
    if "been" in table.facts:
        found = found.union([card for card in hand if (card, "repeated") in table.marks])
    return found


def _asked(table: Table, player: str, card: str, actor: str | None) -> list[str]:
    """The ways to play a card of one's own character that has conditions, costs, two blocks or a choice of hosts."""
    find = table.box
    if find.kind[card] == "attachment":
        return long_way.plays(table, player, card, actor)
    options = []
    wrong_time = "activation" if actor is None else "action phase"
    known = {"this": card, "you": player, "actor": actor or find.of[card]}
    for ability, option in find.play_rows[card]:
        if ability.what == wrong_time:
            continue
        if ability.condition is not None and not ability.condition(table, known):
            continue
        if (ability.cost or ability.pay or ability.words) and next(
            payment_clauses(table, player, card, ability), None
        ) is not None:
            continue
        options.append(option)
    return options


def _uses(table: Table, player: str, hand: tuple[str, ...], actor: str | None) -> list[str]:
    """Abilities in play; one that only costs resources needs no closer look than whether they are there."""
    options: list[str] = []
    find = table.box
    marks = table.marks
    wrong_time = "activation" if actor is None else "action phase"
    forbidding = _anyone_forbids(table, "use abilities")
    prohibited: bool | None = None
    for card in _with_uses(table, player, actor):
        if (card, "blank") in marks:
            continue
        for ability, option, simple, forbiddable in find.use_rows[card]:
            if ability.what == wrong_time or (card, ability.used) in marks:
                continue
            if forbiddable and prohibited is None:
                prohibited = find.forbids_actions and something_is_forbidden(table)
            plain = simple and not forbidding and not (forbiddable and prohibited)
            if plain and (card, "cannot use abilities") not in marks and (ability.cost or (card, "repeated") not in marks):
                if not ability.cost or _affordable(table, player, card, ability.cost, hand):
                    options.append(option)
                continue
            known = {"this": card, "you": player, "actor": actor or find.of[card] or card}
            if ability.condition is not None and not ability.condition(table, known):
                continue  # looked at before the other clauses, because it mostly fails
            if legal(long_way.use_clauses(table, player, card, ability, actor)):
                options.append(option)
    if player[0] == "r" and MASTER_PLAN in table.zones:
        for card in table.zones[MASTER_PLAN]:
            if card in find.use_rows and owner(table, card) == player:
                for ability, option, *_ in find.use_rows[card]:
                    if legal(long_way.use_clauses(table, player, card, ability, actor)):
                        options.append(option)
    return options


def _with_uses(table: Table, player: str, actor: str | None) -> list[str]:
    """This player's cards in play with abilities to use; in an activation only those of the activated character."""
    zones, links = table.zones, table.links
    rows, of = table.box.use_rows, table.box.of
    found = []
    for character in zones.get((player, "characters"), ()):
        if character in rows and (actor is None or character == actor):
            found.append(character)
        if (character, "attachments") in zones:
            for card in zones[character, "attachments"]:
                if card in rows and links[card, "in play"] == player and (actor is None or of[card] == actor):
                    found.append(card)
    for card in zones.get((player, "play area"), ()):
        if card in rows and (actor is None or of[card] == actor):
            found.append(card)
    for card in table.box.uses_elsewhere:
        usable = actor is None or of[card] == actor or table.box.kind[card] == "scheme"
        if usable and links.get((card, "in play")) == player and card not in found:
            found.append(card)
    return found


def _anyone_forbids(table: Table, word: str) -> bool:
    """Is a card in play whose text says that somebody cannot do this?"""
    forbidders = table.box.forbidders[word]
    if not forbidders:
        return False
    links = table.links
    for card in forbidders:
        if (card, "in play") in links:
            return True
    return False


def _affordable(table: Table, player: str, card: str, cost: int, hand: tuple[str, ...]) -> bool:
    if player[0] == "r":
        worth = table.box.infamy
        for coin in hand:
            cost -= worth[coin]
            if cost <= 0:
                return True
        return False
    worth = table.box.renown
    return sum([worth[c] for c in payment_cards(table, player, payer(table, card), card)]) >= cost


def activate_options(table: Table, player: str) -> list[str]:
    """Whom the player may activate and where, and whether passing is allowed."""
    if not table.box.default_readings:
        return long_way.activate_options(table, player)
    marks = table.marks
    places = table.zones.get(LOCATIONS, ())
    options: list[str] = []
    for card in table.zones.get((player, "characters"), ()):
        if (card, "exhausted") in marks:
            continue
        if forbidden(table, "activate", card) is None and forbidden(table, "exhaust", card) is None:
            options += [f"activate {card} at {place}" for place in places]
    if not options or f"{side_of(player)} has activated" in table.facts:
        options.append("pass")
    return options


def activation_options(table: Table, player: str, actor: str) -> list[str]:
    """What the activated character may do now."""
    if not table.box.default_readings:
        return long_way.activation_options(table, player, actor)
    links = table.links
    hand = table.zones.get((player, "hand"), ())
    options: list[str] = []
    place = links.get((actor, "at"))
    if (actor, "in play") in links and place is not None:
        if "acted" not in table.facts:
            options += _main_actions(table, player, actor, place)
        elif "both actions" in table.box.constants:
            options += long_way.main_options(table, player, actor)
    find = table.box
    playing, of_card = find.playing, find.of
    plain = (
        links.get((actor, "in play")) == player
        and (actor, "cannot play cards") not in table.marks
        and not _anyone_forbids(table, "play cards")
    )
    looked_at = _looked_at(table, hand) if find.forbids_actions or "been" in table.facts else ()
    for card in hand:
        if of_card[card] == actor or card in find.anyones:
            way = playing[card]
            if way in ("turn", "activation", "ask") and find.kind[card] == "event":
                if not plain or card in find.anyones or card in looked_at:
                    options += long_way.plays(table, player, card, actor)
                elif way == "ask":
                    options += _asked(table, player, card, actor)
                else:
                    options.append(find.play_option[card])
    options += _uses(table, player, hand, actor)
    options.append("done")
    return options


def _main_actions(table: Table, player: str, actor: str, place: str) -> list[str]:
    zones, links = table.zones, table.links
    options = []
    scheme = (place, "scheme") in zones
    strangers: Sequence[str] = zones.get((place, "unaligned"), ())
    if player[0] == "r":
        if scheme and forbidden(table, "threaten", actor) is None:
            options.append("threaten")
        if strangers:
            strangers = [card for card in strangers if not is_swayed(table, card)]
        others = table.rules.settings["sides"]["hero"]
    else:
        if (scheme or strangers) and forbidden(table, "rescue", actor) is None:
            options.append("rescue")
        others = table.rules.settings["sides"]["rogue"]
    targets = [c for p in others for c in zones.get((p, "characters"), ()) if links.get((c, "at")) == place]
    if (targets or strangers) and forbidden(table, "attack", actor) is None:
        for card in (*targets, *strangers):
            if forbidden(table, "be attacked", card, actor=actor) is None:
                options.append(f"attack {card}")
    return options
