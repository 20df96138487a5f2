"""What may be done now, and why not: every condition is a clause with its rule, so both are the same code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.english import a
from dcf_lab.engine.game import Clause, Procedure, Refusal, legal
from dcf_lab.engine.table import name_of
from dcf_lab.engine.tally import constants
from dcf_lab.games.dc_forever.rules.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    OTHER_SIDE,
    ROGUE,
    Table,
    characters_at,
    controller,
    icons,
    in_play,
    is_exhausted,
    owner,
    place_of,
    scheme_at,
    side_of,
    team,
    unaligned_at,
)
from dcf_lab.games.dc_forever.rules.cannot import cannot_clauses
from dcf_lab.games.dc_forever.rules.costs import payment_clauses
from dcf_lab.games.dc_forever.rules.legal_actions import main_action_clauses, main_actions
from dcf_lab.games.dc_forever.rules.reasons import absence, condition_clauses, fate, forbidden_clauses, whose, working_clauses

# costs


def buy_cost(table: Table, player: str, card: str) -> int:
    """The printed cost, as constant abilities change it; never below none."""
    cost = table.box.cost[card]
    if "cost" in table.box.constants:
        cost += sum(amount for _, _, amount in constants(table, "cost", card, player=player))
    return max(0, cost)


# the Action Phases


def action_options(table: Table, player: str) -> list[str]:
    """Every legal action of an Action Phase: all that one might think of, less what some clause forbids."""
    options = [o for o in action_candidates(table, player) if legal(clauses_of(table, player, o))]
    return [*options, "done"]


def purchases(table: Table, player: str) -> Iterator[str]:
    """What one might recruit or buy."""
    for card in _recruitable(table, player):
        yield f"recruit {card}"
    for character in (*table.zones.get((player, "characters"), ()), *_recruitable(table, player)):
        for card in table.zones.get((character, "beneath"), ()):
            yield f"buy {card}"


def _recruitable(table: Table, player: str) -> list[str]:
    """Characters one might think of recruiting: the reserve, and those KO'd or captured."""
    own = [c for c in (*table.zones.get(CAPTURED, ()), *table.zones.get(KNOCKED_OUT, ())) if owner(table, c) == player]
    return [*table.zones.get((player, "reserve"), ()), *own]


def _dead(table: Table, card: str) -> bool:
    """A card whose character waits in the reserve (RULINGS: cards_of_absent_characters)."""
    of = table.box.of[card]
    holder = owner(table, card)
    return of is not None and holder is not None and of in table.zones.get((holder, "reserve"), ())


def pool_clauses(table: Table, player: str, card: str) -> Iterator[Clause]:
    if not icons(table, card, side_of(player)):
        icon = "Renown" if side_of(player) == HERO else "Infamy"
        yield Clause("DCF-R029", f"{name_of(table, card)} shows no {icon}", many=f"they show no {icon}")
    if table.ruling("pool_cards_allowed") == "B" and table.box.of[card] is None:
        yield Clause("DCF-R029", "only affiliated cards go into the pool", "ruling pool_cards_allowed = A")
    if table.ruling("cards_of_absent_characters") == "B" and _dead(table, card):
        yield Clause("DCF-R091", f"{name_of(table, table.box.of[card])} is not in play", "ruling cards_of_absent_characters = A")


def recruit_clauses(table: Table, player: str, card: str) -> Iterator[Clause]:
    if owner(table, card) != player:
        yield Clause("DCF-R112", f"{name_of(table, card)} is {whose(table, owner(table, card) or 'nobody')}")
    if card in table.zones.get(KNOCKED_OUT, ()):
        name = name_of(table, card)
        yield Clause("DCF-R090", f"{name} has been knocked out", f"an effect that recovers {name}")
    if card in table.zones.get(CAPTURED, ()) and table.ruling("captured_rogue_recruit") == "A":
        yield Clause("DCF-R090", f"{name_of(table, card)} has been captured", "ruling captured_rogue_recruit = B")
    if card in table.zones.get(CAPTURED, ()) and table.box.kind[card] not in (HERO, ROGUE):
        yield Clause("DCF-R096", f"{name_of(table, card)} is nobody's to recruit")
    yield from _price(table, player, card, "DCF-R032")


def buy_clauses(table: Table, player: str, card: str) -> Iterator[Clause]:
    of = table.box.of[card]
    if owner(table, card) != player:
        yield Clause("DCF-R112", f"{name_of(table, card)} is {whose(table, owner(table, card) or 'nobody')}")
    elif of is None or table.links.get((of, "in play")) != player:
        yield _not_recruited(table, player, of)
    elif table.ruling("buy_active_character") == "B" and is_exhausted(table, of):
        yield Clause("DCF-R033", f"{name_of(table, of)} is exhausted", "ruling buy_active_character = A")
    yield from _price(table, player, card, "DCF-R129")


def _not_recruited(table: Table, player: str, of: str | None) -> Clause:
    """Why no card of this character, which the player owns, can be bought (Buy Affiliated Card)."""
    name = name_of(table, of)
    if of in table.zones.get((player, "reserve"), ()):
        return Clause(
            "DCF-R033", f"{name} has not been recruited", f"{name} to be recruited", "their characters are not recruited"
        )
    if fallen := fate(table, of):
        many = f"their characters have been {fallen}"
        return Clause("DCF-R033", f"{name} has been {fallen}", f"an effect that recovers {name}", many)
    return Clause("DCF-R033", f"{name} is not among the recruited characters of {name_of(table, player)}")


def _price(table: Table, player: str, card: str, rule: str) -> Iterator[Clause]:
    cost = buy_cost(table, player, card)
    has = table.counts.get((player, "resources"), 0)
    if cost > has:
        more = f"{cost - has} more in the pool"
        yield Clause(rule, f"it costs {cost}, and the pool holds {has}", more, f"they cost more than the {has} in the pool")


def empower_clauses(table: Table, player: str, hero: str, card: str, actor: str | None = None) -> Iterator[Clause]:
    holder = table.links.get((hero, "in play"))
    if table.box.kind[hero] != HERO:
        yield Clause("DCF-R044", f"{name_of(table, hero)} is no Hero")
    elif holder is None:
        yield Clause("DCF-R044", f"{name_of(table, hero)} is not in play")
    elif holder != player:
        yield Clause("DCF-R044", f"{name_of(table, hero)} is {whose(table, holder)}")
    if actor is not None and table.ruling("empower_when") == "A":
        yield Clause("DCF-R044", "Heroes are empowered in the Hero Action Phase", "ruling empower_when = B")
    if table.ruling("empower_which_cards") == "A" and not icons(table, card, HERO):
        yield Clause(
            "DCF-R044", f"{name_of(table, card)} shows no Renown", "ruling empower_which_cards = B", "they show no Renown"
        )
    elif table.box.side[card] != HERO:
        yield Clause("DCF-R044", f"{name_of(table, card)} is not a Hero card", many="they are not Hero cards")
    if table.ruling("cards_of_absent_characters") == "B" and _dead(table, card):
        yield Clause("DCF-R091", f"{name_of(table, table.box.of[card])} is not in play", "ruling cards_of_absent_characters = A")


# playing and using


def play_clauses(table: Table, player: str, card: str, extra: str | None, actor: str | None = None) -> Iterator[Clause]:
    """What keeps a card from being played from hand as an action; `actor` in an activation."""
    kind = table.box.kind[card]
    of = table.box.of[card]
    if table.box.side[card] != side_of(player):
        yield Clause("DCF-R036", f"{name_of(table, card)} is not a card of this side")
    else:
        yield from absence(table, player, card)
    yield from forbidden_clauses(table, "play cards", of)
    if kind == "resource":
        many = "they are resource cards: pool them or empower with them"
        yield Clause("DCF-R036", f"{name_of(table, card)} is a resource card: pool it or empower with it", many=many)
    elif kind == "event":
        yield from _event_clauses(table, player, card, extra, actor)
    else:
        if actor is not None:
            yield from _permanent_in_activation(table, kind, "DCF-R064" if side_of(player) == ROGUE else "DCF-R065")
        if kind == "scheme" and extra is not None and scheme_at(table, extra) is not None:
            yield Clause("DCF-R042", f"{name_of(table, extra)} has a Scheme already")
        if kind == "attachment" and extra is not None:
            yield from _host_clauses(table, card, extra)
    if actor is not None and of != actor and not table.box.values[card].get("anyone"):
        yield Clause("DCF-R051", f"only {name_of(table, actor)} is activated")


def _event_clauses(table: Table, player: str, card: str, block: str | None, actor: str | None) -> Iterator[Clause]:
    plays = table.box.plays.get(card, ())
    ability = next((a for a in plays if a.key == block), plays[0] if plays else None)
    if ability is None:
        if card in table.box.modifiers:
            yield only_as_modifier(table, card)
            if actor is None:
                yield Clause("DCF-R041", "modifiers are not played in the Plotting and Planning Stages")
        else:
            many = "they are REACTIONs, not actions"
            rule = "DCF-R041" if actor is None else "DCF-R052"
            yield Clause(rule, f"{name_of(table, card)} is a REACTION, not an action", many=many)
        return
    yield from _timing_clauses(ability, actor)
    known = {"this": card, "you": player, "actor": actor or table.box.of[card]}
    yield from condition_clauses(table, ability, known)
    yield from cannot_clauses(table, card, ability, known)
    yield from payment_clauses(table, player, card, ability)
    if (card, "repeated") in table.marks:
        yield from _repeat_clauses(table, player, card, ability)


def _repeat_clauses(table: Table, player: str, card: str, ability: Ability) -> Iterator[Clause]:
    """Would it change nothing to play or use this again?"""
    if "been" not in table.facts and (ability.pay or table.box.kind[card] == "event"):
        return  # an event leaves the hand, a price is paid, and nothing has happened so often that it could bring that back
    from dcf_lab.games.dc_forever.rules.playing import play_event, use_ability  # they ask what is legal, too
    from dcf_lab.games.dc_forever.rules.repeats import repeat_clauses

    def again(trial: Table) -> Procedure:
        if table.box.kind[card] == "event":
            return play_event(trial, player, card, ability.key)
        return use_ability(trial, player, card, ability.key)

    yield from repeat_clauses(table, player, card, again)


def only_as_modifier(table: Table, card: str) -> Clause:
    """A modifier goes with its action, and with nothing else (Modifiers)."""
    actions = sorted({action.title() for ability in table.box.modifiers[card] for action in ability.what.split(" or ")})
    only = f"goes only with {' or '.join(map(a, actions))}"
    return Clause("DCF-R078", f"{name_of(table, card)} is a modifier and {only}", many="they are modifiers of other actions")


def _timing_clauses(ability: Ability, actor: str | None) -> Iterator[Clause]:
    if ability.what == "activation" and actor is None:
        yield Clause("DCF-R122", "it works only while its character is activated")
    if ability.what == "action phase" and actor is not None:
        yield Clause("DCF-R122", "it works only in the Action Phase")


def _permanent_in_activation(table: Table, kind: str, rule: str) -> Iterator[Clause]:
    any_type = table.ruling("activation_card_types") == "B"
    if kind == "scheme":
        if table.ruling("scheme_play_when") == "A" and not any_type:
            yield Clause(rule, "Schemes are played in the Action Phase", "ruling scheme_play_when = B")
    elif not any_type:
        yield Clause(rule, "an activated character plays only Events", "ruling activation_card_types = B")


def _host_clauses(table: Table, card: str, host: str) -> Iterator[Clause]:
    """Onto its own character, unless the card says otherwise (RULINGS: attachment_host)."""
    onto = table.box.values[card].get("onto", "own")
    kind = table.box.kind[host]
    if onto == "own" and table.ruling("attachment_host") == "A" and host != table.box.of[card]:
        yield Clause(
            "DCF-R037",
            f"{name_of(table, card)} goes onto {name_of(table, table.box.of[card])}",
            "ruling attachment_host = B",
            "they go onto their own characters",
        )
    if onto in (HERO, ROGUE) and kind != onto:
        yield Clause("DCF-R122", f"{name_of(table, card)} goes onto a {onto.title()}")
    yield from forbidden_clauses(table, "be attached", host, "be given Attachments")


def play_candidates(table: Table, card: str) -> list[str]:
    """The ways one might play a card: onto whom, where, which block."""
    kind = table.box.kind[card]
    if kind == "attachment":
        return [f"play {card} on {host}" for side in (ROGUE, HERO) for host in team(table, side)]
    if kind == "scheme":
        return [f"play {card} at {place}" for place in table.zones.get(LOCATIONS, ())]
    plays = table.box.plays.get(card, ())
    if len(plays) > 1:
        return [f"play {card} {ability.key}" for ability in plays]
    return [f"play {card}"]


def plays(table: Table, player: str, card: str, actor: str | None) -> list[str]:
    """How one card in hand may be played now."""
    return [option for option in play_candidates(table, card) if legal(play_clauses(table, player, card, _extra(option), actor))]


def _extra(option: str) -> str | None:
    words = option.split()
    return words[-1] if len(words) > 2 else None


def usable_cards(table: Table, player: str) -> list[str]:
    """Every card in play (or completed Scheme) of this player that has an ability to use."""
    links = table.links
    uses = table.box.uses
    found = [card for card in uses if links.get((card, "in play")) == player]
    if player[0] == "r" and MASTER_PLAN in table.zones:
        anyones = table.ruling("mp_masterplan_user") == "B"
        for card in table.zones[MASTER_PLAN]:
            if card in uses and (anyones or owner(table, card) == player):
                found.append(card)
    return found


def use_clauses(table: Table, player: str, card: str, ability: Ability, actor: str | None) -> Iterator[Clause]:
    """What keeps an ability of a card in play from being used now."""
    kind = table.box.kind[card]
    yield from working_clauses(table, card, ability)
    yield from _timing_clauses(ability, actor)
    if actor is not None and kind != "scheme":
        of = table.box.of[card] or card
        free = table.ruling("asset_minion_ability_use") == "B" and kind in ("asset", "minion")
        if of != actor and not free:
            yield Clause("DCF-R051", f"only {name_of(table, actor)} is activated")
    known = {"this": card, "you": player, "actor": actor or table.box.of[card] or card}
    yield from condition_clauses(table, ability, known)
    yield from forbidden_clauses(table, "use abilities", card)
    yield from cannot_clauses(table, card, ability, known)
    yield from payment_clauses(table, player, card, ability)
    if (card, "repeated") in table.marks and not ability.cost:
        yield from _repeat_clauses(table, player, card, ability)


def use_options(table: Table, player: str, cards: Iterable[str]) -> list[str]:
    """The abilities of these cards that a player may use now, while nobody is activated."""
    return [
        f"use {card} {ability.key}"
        for card in cards
        for ability in table.box.uses[card]
        if legal(use_clauses(table, player, card, ability, None))
    ]


def clauses_of(table: Table, player: str, option: str, actor: str | None = None) -> Iterator[Clause]:
    """The failed conditions of any answer in an Action Phase or an activation."""
    match option.split():
        case ["pool", card]:
            return pool_clauses(table, player, card)
        case ["recruit", card]:
            return recruit_clauses(table, player, card)
        case ["buy", card]:
            return buy_clauses(table, player, card)
        case ["empower", hero, "with", card]:
            return empower_clauses(table, player, hero, card, actor)
        case ["play", card, *rest]:
            return play_clauses(table, player, card, rest[-1] if rest else None, actor)
        case ["use", card, *rest]:
            if (stranger := _stranger(table, player, card)) is not None:
                return iter((stranger,))
            ability = next((a for a in table.box.uses.get(card, ()) if rest == [a.key]), None)
            if ability is None:
                return iter((only_as_modifier(table, card),))
            return use_clauses(table, player, card, ability, actor)
        case [("threaten" | "rescue" | "attack") as action, *target] if actor is not None:
            return main_action_clauses(table, actor, action, target[0] if target else None)
    return iter(())


def action_candidates(table: Table, player: str) -> Iterator[str]:
    """Everything one might think of in an Action Phase."""
    hand = table.zones.get((player, "hand"), ())
    for card in hand:
        yield f"pool {card}"
    for buyer in (player, *(p for p in table.rules.settings["sides"][side_of(player)] if p != player)):
        yield from purchases(table, buyer)
    for card in hand:
        yield from play_candidates(table, card)
    if side_of(player) == HERO:
        for hero in team(table, HERO):
            for card in hand:
                yield f"empower {hero} with {card}"
    yield from use_candidates(table, player)


def use_candidates(table: Table, player: str) -> Iterator[str]:
    """Abilities to use: one's own, a partner's, and the opponents', whose turn it is not; and modifiers in play."""
    sides = table.rules.settings["sides"]
    partners = [p for p in sides[side_of(player)] if p != player]
    seen: dict[str, None] = {}
    for who in (player, *partners, *sides[OTHER_SIDE[side_of(player)]]):
        for card in usable_cards(table, who):
            open_ = side_of(who) == side_of(player) or card not in table.box.thresholds or (card, "faceup") in table.marks
            for ability in table.box.uses[card] if open_ else ():
                seen[f"use {card} {ability.key}"] = None
    yield from seen
    for card, abilities in table.box.modifiers.items():
        if table.links.get((card, "in play")) == player:
            for ability in abilities:
                yield modifier_option(table, card, ability)


def modifier_option(table: Table, card: str, ability: Ability) -> str:
    """How an answer calls a modifier: which one, if its card has several."""
    word = "play" if table.box.kind[card] == "event" else "use"
    return f"{word} {card} {ability.key}" if len(table.box.modifiers[card]) > 1 else f"{word} {card}"


def _stranger(table: Table, player: str, card: str) -> Clause | None:
    """Why a player may not use a card at all: somebody else decides for it (Character Abilities: Note; Reaction)."""
    holder = controller(table, card)
    if holder in (None, player):
        return None
    shared = card in table.zones.get(MASTER_PLAN, ()) and side_of(holder) == side_of(player)
    if shared and table.ruling("mp_masterplan_user") == "B":
        return None
    rule = "DCF-R050" if table.box.kind[card] in (HERO, ROGUE) else "DCF-R126"
    whom = whose(table, holder) + (", and it is not their turn" if table.facts.get("turn") != holder else "")
    remedy = "ruling mp_masterplan_user = B" if shared else ""
    return Clause(rule, f"{name_of(table, card)} is {whom}", remedy, f"they are {whom}")


def action_refusals(table: Table, player: str) -> Iterator[Refusal]:
    return refusals(table, player, action_candidates(table, player))


def activation_refusals(table: Table, player: str, actor: str) -> Iterator[Refusal]:
    yield from refusals(table, player, activation_candidates(table, player, actor), actor)
    if must_act(table, main_options(table, player, actor)):
        rule = "DCF-R064" if side_of(player) == ROGUE else "DCF-R065"
        must = f"{name_of(table, actor)} can take a main action, and must"
        yield Refusal("done", (Clause(rule, must, "ruling main_action_optional = A"),))


def refusals(table: Table, player: str, candidates: Iterable[str], actor: str | None = None) -> Iterator[Refusal]:
    """Every candidate that is refused, with all of its failed clauses."""
    for option in candidates:
        failed = tuple(clauses_of(table, player, option, actor))
        if failed:
            yield Refusal(option, failed)


# the Confrontation


def activate_clauses(table: Table, player: str, card: str, place: str | None = None) -> Iterator[Clause]:
    """What keeps a player from activating a character, and at this Location (Activate)."""
    name = name_of(table, card)
    holder = table.links.get((card, "in play"))
    if holder is None:
        yield Clause("DCF-R063", f"{name} is not in play")
    elif holder != player:
        rule = "DCF-R118" if side_of(holder) == side_of(player) else "DCF-R028"
        yield Clause(rule, f"{name} is {whose(table, holder)}, and it is not their turn")
    if is_exhausted(table, card) and not (table.box.kind[card] == HERO and table.ruling("hero_must_be_ready") == "B"):
        yield Clause("DCF-R063", f"{name} is exhausted", f"an effect that readies {name}", "they are exhausted")
    if place is not None and table.ruling("same_location_again") == "B" and table.links.get((card, "at")) == place:
        yield Clause("DCF-R063", f"{name} is at {name_of(table, place)} already", "ruling same_location_again = A")
    for word in ("activate", "exhaust"):
        yield from forbidden_clauses(table, word, card)


def activate_options(table: Table, player: str) -> list[str]:
    """Whom the player may activate and where, and whether passing is allowed."""
    options = [
        f"activate {card} at {place}"
        for card in table.zones.get((player, "characters"), ())
        for place in table.zones.get(LOCATIONS, ())
        if legal(activate_clauses(table, player, card, place))
    ]
    if not options or not must_activate(table, player):
        options.append("pass")
    return options


def must_activate(table: Table, player: str) -> bool:
    """In the first Provoke and the first Oppose of the game nobody may pass (RULINGS: forced_activation_scope)."""
    reading = table.ruling("forced_activation_scope")
    if reading == "B":
        return bool(table.facts.get("first cycle"))
    who = player if reading == "C" else side_of(player)
    return f"{who} has activated" not in table.facts


def pass_clauses(table: Table, player: str) -> Iterator[Clause]:
    """Why a player who could activate somebody may not pass (Rogue Provoke; Hero Oppose; RULINGS: forced_activation_scope)."""
    if not must_activate(table, player) or activate_options(table, player) == ["pass"]:
        return
    side = side_of(player)
    first = {
        "A": f"a {side.title()} in the game", "B": "the round", "C": f"{name_of(table, player)} in the game",
    }[table.ruling("forced_activation_scope")]  # fmt: skip
    remedy = "ruling forced_activation_scope = A" if f"{side} has activated" in table.facts else ""
    yield Clause("DCF-R062", f"the first activation of {first} is compulsory", remedy)


def must_act(table: Table, main: Sequence[str]) -> bool:
    """Under one reading a main action that is possible must be taken (RULINGS: main_action_optional)."""
    return bool(main) and not table.facts.get("acted") and table.ruling("main_action_optional") == "B"


def activation_options(table: Table, player: str, actor: str) -> list[str]:
    """What the activated character may do now."""
    main = main_options(table, player, actor)
    options = [*main]
    for option in activation_candidates(table, player, actor):
        word = option.split(" ", 1)[0]
        if word not in ("threaten", "rescue", "attack") and legal(clauses_of(table, player, option, actor)):
            options.append(option)
    if not must_act(table, main):
        options.append("done")
    return options


def main_options(table: Table, player: str, actor: str) -> list[str]:
    """The main actions that the activated character may take now."""
    place = place_of(table, actor)
    if not in_play(table, actor) or place is None:
        return []
    found = []
    for action in main_actions(table, side_of(player)):
        targets: list[str | None] = [None]
        if action == "attack":
            targets = [*characters_at(table, place, OTHER_SIDE[side_of(player)]), *unaligned_at(table, place)]
        for target in targets:
            if legal(main_action_clauses(table, actor, action, target)):
                found.append(action if target is None else f"attack {target}")
    return found


def activation_candidates(table: Table, player: str, actor: str) -> Iterator[str]:
    """Everything one might think of with an activated character, attacks on those elsewhere too."""
    yield from ("threaten", "rescue")
    for side in (ROGUE, HERO):
        for card in team(table, side):
            if card != actor:
                yield f"attack {card}"
    for place in table.zones.get(LOCATIONS, ()):
        for card in unaligned_at(table, place):
            yield f"attack {card}"
    for card in table.zones.get((player, "hand"), ()):
        yield from play_candidates(table, card)
        if side_of(player) == HERO:
            for hero in team(table, HERO):
                yield f"empower {hero} with {card}"
    yield from use_candidates(table, player)
