"""How cards change hands: bought, gained, passed, put somewhere, discarded, destroyed; each is a thing of its own."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from dcf_lab.engine import decks
from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.dice import settle, shuffle
from dcf_lab.engine.game import Choice, Procedure
from dcf_lab.engine.table import UNSETTLED, Cause, Key, where
from dcf_lab.engine.windows import Deed
from dcf_lab.games.deckbuilders.box import (
    ASIDE,
    DESTROYED,
    DOOMED,
    HAS_TEXT,
    LINE_UP,
    MAIN,
    OTHER_STACK,
    STACK,
    SUPPLY,
    WEAKNESSES,
    Table,
    active,
    cites,
    fact,
    foes,
    in_front,
    lent_texts,
    owner,
)  # fmt: skip
from dcf_lab.games.deckbuilders.effects import DECLINE, finish, later, mark_used, times

TAKEN = "taken this turn"
TURNED_UP = "turned up"  # the mark of a character: how many cards had been taken when it was turned up again
SHARED: dict[str, Key] = {"line-up": LINE_UP, "main deck": MAIN, "weaknesses": WEAKNESSES, "stack": STACK}
DESTINATIONS = {"may go to deck": ("deck", 0), "may go to bottom": ("deck", None), "may go to hand": ("hand", None)}


def deck_of(table: Table, player: str) -> decks.Deck:
    return table.box.decks[player] if table.facts.get("turn") == player else table.box.decks_off_turn[player]


def draw(table: Table, player: str, number: int, rules: tuple[str, ...] = ()) -> Generator[Choice, str, int]:
    """Draw cards one by one; an empty deck is renewed when the next card is owed (Shuffling Your Deck)."""
    deck = deck_of(table, player)
    at_once = 0 < len(table.zones.get(deck.cards, ())) < number and table.rules.readings.get("draws_one_by_one") == "B"
    if at_once and decks.renew(table, deck):  # what is left of the old deck is shuffled in
        shuffle(table, deck.cards)
    return (yield from decks.draw(table, deck, number, (player, "hand"), rules))


def top_of(table: Table, player: str, number: int = 1) -> Generator[Choice, str, tuple[str, ...]]:
    """The first cards of a player's deck, which is renewed for them if it runs short."""
    deck = deck_of(table, player)
    if len(table.zone(player, "deck")) < number:
        decks.renew(table, deck)
    return (yield from decks.top(table, deck, number, cites(table, "reveal")))


# buying and gaining


def take(
    table: Table, player: str, card: str, kind: str, price: int | None = None, rules: tuple[str, ...] = (), to: str = ""
) -> Procedure:
    """A player buys, defeats or gains a card: it goes to the discard pile, unless something sends it elsewhere."""
    source = where(table, card)
    assert source is not None
    goal, at, by = (player, to), 0 if to == "deck" else None, ""
    if not to:
        goal, at, by = yield from _goes(table, player, card, source)
    more = cites(table, "elsewhere") if goal[1] != "discard" and kind == "gain" else ()  # a purchase cites that anyway
    if "location" in table.box.kinds[card]:
        more += cites(table, "take location")
    event = table.log(kind, by=player, to=card, amount=price, rules=rules + more, goal=goal, sent_by=by, source=source,
                      top=at == 0)  # fmt: skip
    up = table.unmark(card, FACE_UP)
    _leaves(table, card)
    table.put(card, source, goal, at)
    if price:
        table.count(player, "power", -price)
    if kind != "gain" and table.rules.readings.get("play_after_buying") == "B":
        table.fact("bought", True)
    credited = goal[0] == player or table.rules.readings.get("team_pass_credit") != "B"  # has the partner gained it?
    if player == active(table) and credited:
        table.fact(TAKEN, (*fact(table, TAKEN), card))
    with table.because(event):
        if table.box.edition.exchange is not None:
            table.box.edition.exchange(table, player, card, True)
        taker = player if credited else goal[0]
        deed = Deed("take", card=card, player=taker, bought=int(kind != "gain"), source=source[1], up=int(up))
        deed.event = event
        later(table, "after take", deed)
        if kind == "defeat" and card in table.box.abilities["defeated"]:
            later(table, "defeated", deed)
        if goal[0] != player:
            yield from _answer_to_passing(table, player)


def _answer_to_passing(table: Table, player: str) -> Procedure:
    """For a card that goes to the partner one member of the other team may discard a card and draw one (2v2)."""
    for foe in foes(table, player):
        hand = table.zone(foe, "hand")
        if not hand:
            continue
        options = [*(f"discard {card}" for card in hand), DECLINE]
        answer = yield Choice(foe, "Discard a card to draw one", options, rules=cites(table, "pass to partner"))
        if answer != DECLINE:
            discard(table, answer.removeprefix("discard "), cites(table, "pass to partner"))
            yield from draw(table, foe, 1, cites(table, "pass to partner"))
            return


def _goes(table: Table, player: str, card: str, source: Key) -> Generator[Choice, str, tuple[Key, int | None, str]]:
    """Where a bought or gained card goes: its taker may have a choice."""
    ways: dict[str, tuple[Key, int | None, str]] = {}
    limited: dict[str, Ability] = {}
    for giver, ability in destinations(table, player, card, source):
        what = ability.what
        area, at = DESTINATIONS[what]
        word = {"may go to deck": "to deck", "may go to bottom": "under deck", "may go to hand": "to hand"}[what]
        limited.setdefault(f"{word} {giver}", ability)
        ways.setdefault(f"{word} {giver}", ((player, area), at, giver))
    if active(table) == player and "pass to partner" in table.rules.settings:
        for partner in table.box.partners[player]:
            ways[f"to {partner}"] = ((partner, "discard"), None, "")
    usual: tuple[Key, int | None, str] = ((player, "discard"), None, "")
    if not ways:
        return usual
    answer = yield Choice(
        player, f"{table.box.name[card]}: where does it go", ["to discard", *ways], rules=cites(table, "elsewhere")
    )
    if answer in limited:
        mark_used(table, ways[answer][2], limited[answer])
    return ways.get(answer, usual)


def destinations(table: Table, player: str, card: str, source: Key) -> Iterator[tuple[str, Ability]]:
    """Who lets a card that is bought or gained go elsewhere, and where."""
    constants = table.box.constants
    mine = active(table) == player
    for giver in [*in_front(table, player), card] if constants else []:
        for ability in constants.get(giver, ()):
            if ability.what not in DESTINATIONS or bool(ability.words.get("own")) != (giver == card):
                continue
            known = {"this": giver, "it": card, "you": player, "source": source[1]}
            works = mine or giver == card or ability.words.get("any_turn")
            if works and (ability.condition is None or ability.condition(table, known)) and times(table, giver, ability, known):
                yield giver, ability


def gain(table: Table, player: str, card: str, rules: tuple[str, ...] = (), to: str = "") -> Procedure:
    """A card is gained: taken at no cost."""
    if table.facts.get("confronting") and table.ruling("cnf_gain_while_confronting") == "B" and player == table.facts["turn"]:
        table.log("no gain", by=player, to=card, rules=cites(table, "confronting"))
        return
    yield from take(table, player, card, "gain", None, cites(table, "gain") + rules, to)


def gain_weaknesses(table: Table, player: str, number: int, to: str = "") -> Generator[Choice, str, int]:
    """Weaknesses from their stack; when it is empty nobody gains one, and everything else still happens (Weakness)."""
    for given in range(number):
        if not table.zone(*WEAKNESSES):
            table.log("no weakness", by=player, amount=number - given, rules=cites(table, "no weakness"))
            return given
        yield from gain(table, player, table.zone(*WEAKNESSES)[0], cites(table, "weakness"), to)
    return number


def _leaves(table: Table, card: str) -> None:
    """What holds of a card only where it lies: Frozen tokens, how it was borrowed."""
    for key in [key for key in table.marks if key[0] == card and key[1].startswith("frozen")]:
        table.unmark(*key)
    for mark in (UNSETTLED, DOOMED, HAS_TEXT):
        table.unmark(card, mark)


# other ways


def put(table: Table, card: str, target: Key, at: int | None = None, *, rules: tuple[str, ...], seen: str | None = None,
        by: str | None = None, kind: str = "put", **told: Any) -> None:  # fmt: skip
    """A card is put somewhere: neither bought nor gained."""
    source = where(table, card)
    assert source is not None
    table.log(kind, by=by, to=card, rules=rules, seen=seen, source=source, goal=target, top=at == 0, **told)
    move(table, card, source, target, at)


def place(table: Table, card: str, area: str, player: str | None, by: str) -> None:
    """Put a card into an area of a player or of the table; a player who is meant is the one whose card it is."""
    source = where(table, card)
    assert source is not None
    if area in SHARED:
        words = (f"put {area}", f"stack card to {area}") if card in table.box.on_stack else (f"put {area}",)
        put(table, card, SHARED[area], 0 if area == "stack" else None, rules=cites(table, *words), by=player)
        return
    assert player is not None
    target = (player, "deck" if area in ("deck", "bottom") else area)
    seen = table.rules.manual.BOARD.by_name["player", target[1]].seen
    hidden = source[1] in ("hand", "deck") and seen != "all"
    put(table, card, target, 0 if area == "deck" else None, rules=cites(table, f"put {area}"), by=player,
        seen=player if hidden else None, because=by)  # fmt: skip
    if table.box.edition.exchange is not None and source[0] == "table":
        table.box.edition.exchange(table, player, card, False)


def move(table: Table, card: str, source: Key, target: Key, at: int | None = None) -> None:
    table.unmark(card, FACE_UP)
    _leaves(table, card)
    if (card, "owner") in table.links and target[1] not in ("played", "hand"):
        table.link(card, "owner", None)
    table.put(card, source, target, at)


def discard(table: Table, card: str, rules: tuple[str, ...] = (), by: str | None = None, source: Key | None = None) -> None:
    """A card goes to its owner's discard pile."""
    source = source or where(table, card)
    assert source is not None
    whose = (owner(table, card) if (card, "owner") in table.links else None) or source[0]
    rules = rules or cites(table, "discard")
    if source[1] == "locations":
        rules += cites(table, "location out")
    event = table.log("discard", by=by or whose, to=card, rules=rules, source=source)
    move(table, card, source, (whose, "discard"))
    if "after discard" in table.box.waits:
        deed = Deed("discard", card=card, player=whose, source=source[1])
        deed.event = event
        later(table, "after discard", deed)


def clean_up(table: Table, player: str, area: str) -> None:
    """What is left in a hand, or what was played, goes to the discard pile; borrowed cards to their owners'."""
    source, links = (player, area), table.links
    cards = table.zones.get(source, ())
    if links:  # mostly nothing is borrowed
        borrowed = [card for card in cards if (card, "owner") in links]
        cards = tuple(card for card in cards if card not in borrowed)
        for card in borrowed:
            _discard_borrowed(table, card, source)
    if not cards:
        return
    event = table.log("clean up", by=player, amount=len(cards), rules=cites(table, "clean up"), cards=cards, source=source)
    if cards == table.zones[source]:
        table.put_first(len(cards), source, (player, "discard"))
    else:
        for card in cards:
            table.put(card, source, (player, "discard"))
    if area == "hand" and "after discard" in table.box.waits:
        for card in cards:
            deed = Deed("discard", card=card, player=player, source=area)
            deed.event = event
            later(table, "after discard", deed)


def _discard_borrowed(table: Table, card: str, source: Key) -> None:
    """A borrowed card is discarded by its owner; one of the Line-Up stays, it goes back there."""
    if table.links[card, "owner"] == "line-up":
        return
    whose = (owner(table, card) or source[0]) if table.rules.readings.get("borrowed_cards") != "B" else source[0]
    table.log("discard", by=whose, to=card, rules=cites(table, "clean up", "borrowed"), source=source)
    move(table, card, source, (whose, "discard"))


def pass_card(table: Table, card: str, giver: str, taker: str, area: str, rules: tuple[str, ...]) -> None:
    """A card is passed to another player; it has not been gained."""
    source = where(table, card)
    assert source is not None
    hidden = giver if area == "hand" and source[1] == "hand" else None
    rules = tuple(dict.fromkeys(cites(table, "pass") + rules))
    event = table.log("pass", by=giver, to=card, rules=rules, source=source, goal=(taker, area), taker=taker, seen=hidden)
    move(table, card, source, (taker, area))
    if table.box.edition.exchange is not None:
        with table.because(event):
            table.box.edition.exchange(table, taker, card, False)
    deed = Deed("pass", card=card, player=giver, target=taker, source=source[1])
    deed.event = event
    later(table, "after pass", deed)


def destroy(
    table: Table,
    card: str,
    by: str | None,
    rules: tuple[str, ...] = (),
    causes: tuple[Cause, ...] = (),
    *,
    appearing: bool = False,
) -> None:
    """A card leaves its owner's deck and the game for the common pile; some reward the player whose effect did it."""
    source = where(table, card)
    assert source is not None
    if table.box.id[card] in ("weakness", table.box.edition.supply):
        rules += cites(table, "destroy for good")
    texts = (card, *(lent_texts(table, source[0]) if (card, HAS_TEXT) in table.marks else ()))
    event = table.log("destroy", by=by, to=card, rules=cites(table, "destroy") + rules, source=source, causes=causes)
    move(table, card, source, DESTROYED)
    for moment in ("destroyed", "after destroy"):
        deed = Deed("destroy", card=card, player=by, source=source[1], texts=texts, appearing=int(appearing))
        deed.event = event
        later(table, moment, deed)


# what is for sale


def price(table: Table, player: str, card: str) -> int:
    """What a card costs to buy now; cards make defeats cheaper, to nothing at the least."""
    cost = table.box.cost[card]
    less = table.counts.get((player, "discount"), 0)
    if less and (card in (*table.zone(*STACK)[:1], *table.zone(*OTHER_STACK)[:1]) or as_on_stack(table, card)):
        return max(0, cost - less)
    return cost


def as_on_stack(table: Table, card: str) -> bool:
    """Is a Super Hero that comes up in the Line-Up treated as one on the stack (ruling fev_super_hero_in_line_up)?"""
    if card not in table.box.on_stack or table.rules.readings.get("fev_super_hero_in_line_up") != "B":
        return False
    return card in table.zones.get(LINE_UP, ())


def is_frozen(table: Table, card: str) -> bool:
    for whose, what in table.marks:
        if whose == card and what.startswith("frozen"):
            return True
    return False


def buy(table: Table, player: str, card: str, word: str) -> Procedure:
    """Pay for a card and take it (Gameplay; The Super-Villains)."""
    cost = price(table, player, card)
    source = where(table, card)
    yield from take(table, player, card, word, cost, cites(table, word if source != SUPPLY else "buy supply"))
    yield from finish(table)


def from_main_deck(table: Table, number: int, rules: tuple[str, ...]) -> Generator[Choice, str, tuple[str, ...]]:
    """The first cards of the main deck, as far as it goes."""
    yield from settle(table, MAIN, number, rules)
    return table.zone(*MAIN)[:number]


def line_up(table: Table, card: str, rules: tuple[str, ...], kind: str = "line up", source: Key | None = None) -> None:
    """A card comes into the Line-Up."""
    source = source or where(table, card)
    assert source is not None
    event = table.log(kind, to=card, rules=rules, source=source)
    move(table, card, source, LINE_UP)
    unwanted = table.box.edition.unwanted
    if unwanted is not None and unwanted(table, card):
        with table.because(event):
            table.log("remove", to=card, rules=cites(table, "remove"))
            move(table, card, LINE_UP, ASIDE)
