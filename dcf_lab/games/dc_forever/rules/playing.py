"""Playing, using, paying, buying, recruiting and empowering (Plotting Stage; Planning Stage)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.game import Choice, Procedure, which
from dcf_lab.engine.table import UNSETTLED, Cause, name_of, where
from dcf_lab.engine.tally import constants, exhaust, forbidden
from dcf_lab.engine.windows import Deed, react, setting_off
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    LOCATIONS,
    MASTER_PLAN,
    ROGUE,
    Table,
    controller,
    has_character,
    icons,
    in_play,
    owner,
    players_of,
    scheme_at,
    side_of,
    team,
)
from dcf_lab.games.dc_forever.rules.costs import payer, payment_cards, payment_worth
from dcf_lab.games.dc_forever.rules.damage import sacrifice
from dcf_lab.games.dc_forever.rules.deeds import at_once, discard, discard_scheme, renew_if_empty
from dcf_lab.games.dc_forever.rules.legal import buy_cost, usable_cards, use_options
from dcf_lab.games.dc_forever.rules.repeats import before_repeat, note_repeat
from dcf_lab.games.dc_forever.rules.timing import awaited, constant_rule, resolve_lines

RESOURCES = {"hero": "DCF-R048", "rogue": "DCF-R049"}


def do_action(table: Table, player: str, answer: str) -> Procedure:
    if answer.startswith("pool "):
        add_to_pool(table, player, answer[5:])
        return
    match answer.split():
        case ["recruit", card]:
            yield from recruit(table, player, card)
        case ["buy", card]:
            yield from buy(table, player, card)
        case ["empower", hero, "with", card]:
            empower(table, player, hero, card)
        case ["play", card, *rest]:
            yield from play_card(table, player, card, rest[-1] if rest else None)
        case ["use", card, key]:
            yield from use_ability(table, player, card, key)


def add_to_pool(table: Table, player: str, card: str) -> None:
    """Lay a card from hand into the resource pool; it gives its icons (Resource Pool)."""
    worth = icons(table, card, side_of(player))
    table.log("pool", by=player, to=card, amount=worth, rules=("DCF-R029", "DCF-R030"))
    table.put(card, (player, "hand"), (player, "pool"))
    table.count(player, "resources", worth)


def empty_pool(table: Table, player: str) -> None:
    """At the end of the phase the pool is discarded and what was not spent is lost (Resource Pool)."""
    lost = table.counts.get((player, "resources"), 0)
    cards = table.zones.get((player, "pool"), ())
    if not cards and not lost:
        return
    table.log("empty pool", by=player, amount=lost, rules=("DCF-R031",), cards=cards)
    table.count(player, "resources", -lost)
    for card in cards:
        table.put(card, (player, "pool"), (owner(table, card) or player, "discard"))


def recruit(table: Table, player: str, character: str) -> Procedure:
    """Pay the recruitment cost; the character comes from the reserve into play, ready at once (Recruit a Rogue/Hero)."""
    cost = buy_cost(table, player, character)
    source = (player, "reserve") if character in table.zones.get((player, "reserve"), ()) else ("table", "captured")
    rules = ("DCF-R032", *rules_of_cost(table, player, character))
    event = table.log("recruit", by=player, to=character, amount=cost, rules=rules)
    table.count(player, "resources", -cost)
    table.put(character, source, (player, "characters"))
    table.link(character, "in play", player)
    table.mark(character, "recruited once", "game")
    with table.because(event):
        if table.rules.at_once is not None:
            yield from at_once(table)
        if table.ruling("starred_cards_of_recruits") == "B":
            for card in table.box.starred(character, table.rules.library):
                if card in table.zones.get((character, "beneath"), ()):
                    table.log("gain", by=player, to=card, rules=("DCF-R006",))
                    table.put(card, (character, "beneath"), (player, "discard"))
        yield from react(table, "after recruit", Deed("recruit", player=player, card=character, target=character))
    table.mark(character, "new", "phase")


def buy(table: Table, player: str, card: str) -> Procedure:
    """Pay the buy cost; the card goes to the discard pile (Buy Affiliated Card)."""
    cost = buy_cost(table, player, card)
    of = table.box.of[card]
    new = ("DCF-R035",) if (of, "new") in table.marks else ()
    rules = ("DCF-R033", "DCF-R034", "DCF-R129", *new, *rules_of_cost(table, player, card))
    event = table.log("buy", by=player, to=card, amount=cost, rules=rules)
    table.count(player, "resources", -cost)
    table.put(card, (of or player, "beneath"), (player, "discard"))
    with table.because(event):
        if awaited(table, "after buy"):
            yield from react(table, "after buy", Deed("buy", player=player, card=card))


def rules_of_cost(table: Table, player: str, card: str) -> tuple[str, ...]:
    """The rules by which constant abilities make a card cost more or less."""
    if not table.log_on or "cost" not in table.box.constants:
        return ()
    return tuple({constant_rule(table, by): None for by, _, amount in constants(table, "cost", card, player=player) if amount})


def empower(table: Table, player: str, hero: str, card: str) -> None:
    """Slide a card from hand under a recruited Hero, whatever its affiliation (Empower a Hero)."""
    worth = icons(table, card, HERO)
    table.log("empower", by=player, to=hero, amount=worth, rules=("DCF-R044",), seen=player, card=card)
    table.put(card, (player, "hand"), (hero, "empowering"))


def rule_of_playing(table: Table, player: str, card: str) -> str:
    """What lets a player play a card: its affiliation, that any character can play it, or that it is a REACTION (Play a Card)."""
    if has_character(table, player, card):
        return "DCF-R036"
    return "DCF-R138" if table.box.values[card].get("anyone") else "DCF-R052"


def play_card(table: Table, player: str, card: str, extra: str | None, rule: str = "") -> Procedure:
    """Play a card from hand; `extra` is its host, its Location, or which of two ability blocks (Play a Card).

    `rule` is the one that lets it be played, if that is an effect.
    """
    kind = table.box.kind[card]
    if kind == "event":
        yield from play_event(table, player, card, extra, rule)
        return
    deed = Deed("play", actor=table.box.of[card], card=card, player=player, target=extra if kind == "attachment" else None)
    rules: tuple[str, ...] = (rule or rule_of_playing(table, player, card),)
    if kind == "attachment":
        assert extra is not None
        deed.event = table.log("play", by=player, to=card, rules=(*rules, *rules_of_attaching(table, player, extra)), on=extra)
        table.put(card, (player, "hand"), (extra, "attachments"))
        table.link(card, "on", extra)
    elif kind == "scheme":
        assert extra is not None
        faceup = bool(table.rules.library[card].values.get("played_faceup"))
        rules = (*rules, "DCF-R042", "DCF-R043") if faceup else (*rules, "DCF-R042")
        deed.event = table.log("play scheme", by=player, to=extra, rules=rules, card=card, faceup=faceup)
        deed.data["about"] = extra  # the question of who reacts does not name a facedown Scheme
        table.put(card, (player, "hand"), (extra, "scheme"))
        table.link(card, "at", extra)
        if faceup:
            table.mark(card, "faceup", "play")
    else:
        deed.event = table.log("play", by=player, to=card, rules=(*rules, "DCF-R039"))
        table.put(card, (player, "hand"), (player, "play area"))
    table.link(card, "in play", player)
    with table.because(deed.event):
        if table.rules.at_once is not None:
            yield from at_once(table)
        yield from react(table, "after play", deed)


def rules_of_attaching(table: Table, player: str, host: str) -> tuple[str, ...]:
    """An Attachment goes onto a character, and stays its player's even on somebody else's (Attachment Card)."""
    return ("DCF-R037",) if controller(table, host) == player else ("DCF-R037", "DCF-R038")


def play_event(table: Table, player: str, card: str, block: str | None, rule: str = "") -> Procedure:
    """Resolve an event, then discard it at once; of two blocks the player has chosen one (Play a Card)."""
    abilities = table.box.plays[card]
    ability = next((a for a in abilities if a.key == block), abilities[0])
    rules = (rule or rule_of_playing(table, player, card), "DCF-R040", *(["DCF-R024"] if block else []))
    before = before_repeat(table, card)
    causes = yield from pay_for(table, player, card, ability)
    if causes is None:
        return
    deed = Deed("play", actor=table.box.of[card], card=card, player=player)
    deed.event = table.log("play", by=player, to=card, rules=rules, causes=causes, ability=ability.key)
    note_repeat(table, card, before)
    table.put(card, (player, "hand"), (player, "played"))
    with table.because(deed.event):
        yield from react(table, "when play", deed)
        if deed.cancelled:
            table.log("cancelled", to=card, rules=("DCF-R055",))
        else:
            yield from resolve_lines(table, ability, {"this": card, "you": player, "actor": table.box.of[card]})
        if card in table.zones.get((player, "played"), ()):
            discard(table, card, (player, "played"), rules=("DCF-R040",))
        yield from react(table, "after play", deed)


def use_ability(table: Table, player: str, card: str, key: str) -> Procedure:
    """Use one ability of a card in play or of a character, paying its cost (Use a Card; Use a Character Ability)."""
    ability = next(a for a in table.box.uses[card] if a.key == key)
    free = not (ability.cost or ability.words.get("once"))
    before = before_repeat(table, card) if free else ()
    rules = rules_of_use(table, card, ability)
    causes = yield from pay_for(table, player, card, ability)
    if causes is None:
        return
    event = table.log("use", by=player, to=card, rules=rules, causes=causes, ability=ability.key)
    if free:
        note_repeat(table, card, before)
    with table.because(event):
        if ability.words.get("single_use"):
            table.log("turn facedown", by=player, to=card, rules=("DCF-R103",))
            table.unmark(card, "faceup")
        actor = table.facts.get("actor") or table.box.of[card] or card
        yield from resolve_lines(table, ability, {"this": card, "you": player, "actor": actor})
        if awaited(table, "after use"):
            yield from react(table, "after use", Deed("use", actor=table.box.of[card] or card, card=card, player=player))


def rules_of_use(table: Table, card: str, ability: Ability) -> tuple[str, ...]:
    """What lets an ability be used: a character's, that of another card in play, or a Scheme's; events are played, not used."""
    kind = table.box.kind[card]
    if not table.log_on or kind == "event":
        return ()
    if kind in (HERO, ROGUE):
        rules = ["DCF-R050"] if ability.cost else ["DCF-R050", "DCF-R046"]
    elif kind == "scheme":
        rules = ["DCF-R103"] if card in table.zones.get(MASTER_PLAN, ()) else ["DCF-R126", "DCF-R043"]
    else:
        rules = ["DCF-R126"]
        if len(table.box.uses.get(card, ())) > 1:
            rules.append("DCF-R024")
    if ability.cost:
        rules.append("DCF-R047")
    if controller(table, card) != owner(table, card) and owner(table, card) is not None:
        rules.append("DCF-R137")
    return tuple(rules)


def plans_at_any_time(table: Table, player: str) -> Procedure:
    """Under one reading Rogues use faceup single-use Schemes also on a Hero's turn (RULINGS: masterplan_use_when).

    They are asked before each thing that the Hero does; the fact keeps the table quiet while the Hero thinks.
    """
    if table.ruling("masterplan_use_when") == "A" or side_of(player) != HERO or table.facts.get("plans asked"):
        return
    for rogue in players_of(table, ROGUE):
        while options := plan_options(table, rogue):
            answer = yield Choice(rogue, "Master Plan", [*options, "decline"], rules=("DCF-R103",))
            table.log("plans asked", by=rogue, rules=("DCF-R103",))
            table.fact("plans asked", True)
            if answer == "decline":
                break
            _, card, key = answer.split()
            yield from use_ability(table, rogue, card, key)


def plan_options(table: Table, player: str) -> list[str]:
    plans = table.zones.get(MASTER_PLAN, ())
    return use_options(table, player, [card for card in usable_cards(table, player) if card in plans])


def pay_for(table: Table, player: str, card: str, ability: Ability) -> Generator[Choice, str, list[Cause] | None]:
    """Pay what an ability asks, and mark a limited one as used; the causes of what is bought, or None if it came to nothing."""
    chosen, table.chosen = table.chosen, -1
    paid: list[int] = []
    if ability.cost or ability.words.get("once"):
        # 'once per round' without a cost is what the card says
        rules: tuple[str, ...] = ("DCF-R047",) if ability.cost else ("DCF-R122",)
        if ability.timing == "reaction" and ability.cost:
            rules = (*rules, "DCF-R054")
        paid.append(table.log("activated token", by=player, to=card, rules=rules, ability=ability.key))
        table.mark(card, ability.used, "round")
    if ability.cost:
        yield from _pay_resources(table, player, card, ability, paid)
    for price in ability.pay:
        if not (yield from _pay_price(table, player, card, price, paid)):
            return None
    if table.rules.at_once is not None:
        yield from at_once(table)
    return [*([Cause("chosen by", chosen)] if chosen >= 0 else []), *(Cause("paid by", event) for event in paid)]


def _pay_resources(table: Table, player: str, card: str, ability: Ability, paid: list[int]) -> Procedure:
    """Heroes pay from cards on the Hero, Rogues from hand; what is paid too much is lost (Character Abilities)."""
    need = ability.cost
    rule = RESOURCES[side_of(player)]
    who = payer(table, card)
    while need > 0:
        cards = payment_cards(table, player, who, card)
        options = [f"pay {c}" for c in cards]
        if table.ruling("pool_pays_for") == "B" and (pool := table.counts.get((player, "resources"), 0)):
            options.append("pay pool")
        if not options:
            return
        answer = yield Choice(player, f"Pay {need} for {ability.name or name_of(table, card)}", options, rules=(rule,))
        if answer == "pay pool":
            spent = min(need, pool)
            paid.append(table.log("pay", by=player, to="pool", amount=spent, rules=("DCF-R031",)))
            table.count(player, "resources", -spent)
            need -= spent
            continue
        coin = answer.removeprefix("pay ")
        worth = payment_worth(table, player, coin)
        rules = (rule, "DCF-R045") if coin in table.zones.get((who, "empowering"), ()) else (rule,)
        paid.append(table.log("pay", by=player, to=coin, amount=worth, rules=rules, card=card))
        if not discard(table, coin, rules=rules):
            return
        need -= worth


def _pay_price(table: Table, player: str, card: str, price: str, paid: list[int]) -> Generator[Choice, str, bool]:
    """A price in cards, such as 'discard this' (Glossary: Cost)."""
    done: Any = False
    paid.append(table.log("pay", by=player, to=card, rules=("DCF-R016",), price=price))
    match price:
        case "exhaust this":
            done = exhaust(table, card, rules=("DCF-R016",))
        case "exhaust character":
            done = exhaust(table, payer(table, card), rules=("DCF-R016",))
        case "discard this":
            if table.box.kind[card] == "scheme":
                discard_scheme(table, card, ("DCF-R016",))
                done = True
            else:
                done = discard(table, card, rules=("DCF-R016",))
        case "sacrifice this":
            done = sacrifice(table, card, player, ("DCF-R016", "DCF-R094"))
        case "discard a card":
            hand = [c for c in table.zones.get((player, "hand"), ()) if c != card]
            if hand:
                given = yield from which(player, "Discard a card to pay", "discard", hand, ("DCF-R016",))
                done = discard(table, given, (player, "hand"), rules=("DCF-R016",))
    return bool(done)


def hosts_of(table: Table, card: str) -> list[str]:
    """The characters in play onto which an Attachment can go: its own, or those of the side that it says (Play a Card)."""
    onto = table.box.values[card].get("onto", "own")
    if onto in (HERO, ROGUE):
        return list(team(table, onto))
    of = table.box.of[card]
    return [of] if of is not None and in_play(table, of) else []


def put_into_play(table: Table, player: str, card: str) -> Generator[Choice, str, bool]:
    """Play a card from wherever it lies because an effect says so; costs and timing are the effect's affair."""
    zone = where(table, card)
    kind = table.box.kind[card]
    if zone is None or kind not in ("event", "attachment", "asset", "minion", "scheme"):
        return False
    if kind == "event" and card not in table.box.plays:
        return False
    extra = None
    if (blocker := forbidden(table, "play cards", table.box.of[card])) is not None:
        table.log("prevented", by=blocker, to=card, rules=("DCF-R018",), what="play")
        return False
    if kind in ("asset", "minion") and not in_play(table, table.box.of[card] or ""):
        return False  # cannot be put into play while its character is away (Glossary: Minion Card)
    if kind == "attachment":
        hosts = [host for host in hosts_of(table, card) if forbidden(table, "be attached", host) is None]
        if not hosts:
            return False
        extra = yield from which(player, f"Where to put {name_of(table, card)}", "on", hosts, ("DCF-R037",))
    elif kind == "scheme":
        places = [p for p in table.zones.get(LOCATIONS, ()) if scheme_at(table, p) is None]
        if not places:
            return False
        extra = yield from which(player, f"Where to put {name_of(table, card)}", "at", places, ("DCF-R042",))
    with setting_off(table) as goes_on:
        if not goes_on:  # cards that play each other for ever are stopped
            return False
        table.log("take", by=player, to=card, rules=("DCF-R121", "DCF-R013"), area="play", source=zone, seen=player)
        table.unmark(card, UNSETTLED)
        table.put(card, zone, (player, "hand"))
        renew_if_empty(table, zone)
        yield from play_card(table, player, card, extra, "DCF-R121")
    return True
