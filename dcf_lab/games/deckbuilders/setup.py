"""Set-up: starting decks, the main deck, the Line-Up, the stacks, and the oversized characters (Setup)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.dice import roll, shuffle, shuffled
from dcf_lab.engine.game import Choice, Game, Procedure, Rules
from dcf_lab.engine.table import Key
from dcf_lab.engine.table import Table as AnyTable
from dcf_lab.games.deckbuilders.box import (
    ASIDE,
    HAND,
    MAIN,
    OTHER_STACK,
    STACK,
    STARTERS,
    SUPPLY,
    WEAKNESSES,
    Table,
    cites,
)  # fmt: skip
from dcf_lab.games.deckbuilders.taking import draw
from dcf_lab.games.deckbuilders.turn import TWO_STACKS, refill

STANDARD_STACK = 8
CHARACTER = "character"  # the type of the oversized cards


def lay(table: Table, stack: int = STANDARD_STACK, left_out: Collection[str] = ()) -> None:
    """Everything but the oversized characters: decks, Kicks and Weaknesses, the stack under its starting card.

    A game with two stacks is a mixed one: the cards of another box are in, and some are left out.
    """
    cards, edition = table.rules.library, table.box.edition
    mixed = TWO_STACKS in table.rules.settings
    table.cause = table.log("game", rules=cites(table, *(("set-up", "mixed") if mixed else ("set-up",))))
    given = dict.fromkeys(STARTERS, 0)
    foes: dict[Key, list[str]] = {STACK: [], OTHER_STACK: []}
    for card in cards:
        name = cards[card].id
        if name in STARTERS:
            whose, given[name] = given[name] // STARTERS[name], given[name] + 1
            if whose < len(table.rules.players):
                table.bring(card, (table.rules.players[whose], "deck"))
        elif cards[card].type == CHARACTER or name in left_out or (cards[card].values.get("other_set") and not mixed):
            continue
        elif cards[card].values.get("filler") and table.rules.readings.get("fev_main_deck_count", "A") == "A":
            continue  # nobody lists these copies
        elif cards[card].values.get("stack"):
            foes[OTHER_STACK if cards[card].values.get("other_set") else STACK].append(card)
        else:
            table.bring(card, {edition.supply: SUPPLY, "weakness": WEAKNESSES}.get(name, MAIN))
    if edition.starts_on:
        lay_stack(table, STACK, foes[STACK], stack)
    if mixed:
        lay_stack(table, OTHER_STACK, foes[OTHER_STACK], stack)
    for deck in (MAIN, *((player, "deck") for player in table.rules.players)):
        table.log("shuffle", by=deck[0] if deck[0] != "table" else None, rules=cites(table, "shuffle"))
        shuffle(table, deck)


def lay_stack(table: Table, zone: Key, foes: Sequence[str], size: int) -> None:
    """The starting card face up on some of the others, which nobody knows; the rest is set aside unseen."""
    box = table.box  # of another box the card that attacks nobody when it appears is the starting one
    starting = [card for card in foes if (box.id[card] == box.edition.starts_on if zone == STACK else card not in box.appears)]
    first = starting[0]
    others = shuffled(table, [card for card in foes if card != first])
    word = "two stacks" if TWO_STACKS in table.rules.settings else "stack"
    table.log("stack", to=first, amount=min(size, len(foes)), rules=cites(table, word))
    for card in (first, *others[: size - 1]):
        table.bring(card, zone)
    for card in others[size - 1 :]:
        table.bring(card, ASIDE)
    table.mark(first, FACE_UP, "game")


def open_game(table: Table, first: str) -> None:
    """The Line-Up is laid, everybody draws, and somebody begins."""
    table.fact("round", 1)
    table.fact("turn", first)
    table.fact("first", first)
    asked = [*refill(table, "line-up"), *(one for player in table.rules.players for one in draw(table, player, HAND))]
    assert not asked, "nobody is asked during set-up"
    table.log("first", by=first, rules=cites(table, "first player"))
    table.fact("step", "start")


def characters(cards: Library) -> list[str]:
    """The oversized characters of the box, without promos and those of other boxes."""
    return [card for card in cards if cards[card].type == CHARACTER
            and not cards[card].values.get("promo") and not cards[card].values.get("other_set")]  # fmt: skip


def deal_sides(table: Table) -> None:
    """One side is dealt the oversized characters of this box, the other those of the other box (Good against Bad)."""
    cards = table.rules.library
    others = [card for card in cards if cards[card].type == CHARACTER
              and cards[card].values.get("other_set") and not cards[card].values.get("promo")]  # fmt: skip
    for side, among in (("good", others), ("bad", characters(cards))):
        dealt = iter(shuffled(table, among))
        for player in table.rules.players:
            if table.box.team[player] == side:
                card = next(dealt)
                table.log("character", by=player, to=card, rules=cites(table, "character"))
                table.bring(card, (player, CHARACTER))


def deal_characters(table: Table, among: Sequence[str], each: int = 1, word: str = "character") -> None:
    """Everybody is dealt oversized characters at random; the rest stays in the box."""
    dealt = shuffled(table, among)
    for number, player in enumerate(table.rules.players):
        for card in dealt[number * each : (number + 1) * each]:
            table.log("character", by=player, to=card, rules=cites(table, word))
            table.bring(card, (player, CHARACTER))


def random_player(table: Table) -> str:
    return table.rules.players[roll(table, len(table.rules.players))]


def pick_characters(table: Table) -> Procedure:
    """Each player in turn picks an oversized character, or keeps one of two that were dealt (Super Heroes)."""
    for player in table.rules.players:
        mine = table.zone(player, CHARACTER)
        if len(mine) == 1:
            continue
        offered = mine or table.zone(*ASIDE)
        offered = tuple(card for card in offered if table.rules.library[card].type == CHARACTER)
        answer = yield Choice(
            player, "Pick a character", [f"pick {card}" for card in offered], rules=cites(table, "pick"), quiet=True
        )
        chosen = answer.removeprefix("pick ")
        table.log("character", by=player, to=chosen, rules=cites(table, "pick"))
        if mine:
            for card in mine:
                if card != chosen:
                    table.put(card, (player, CHARACTER), ASIDE)
        else:
            table.put(chosen, ASIDE, (player, CHARACTER))
    open_game(table, first_player(table))


def first_player(table: Table) -> str:
    """A random player; in the base game whoever plays The Flash."""
    fast = [player for player in table.rules.players
            if any(table.rules.library[card].values.get("goes_first") for card in table.zone(player, CHARACTER))]  # fmt: skip
    return fast[0] if fast else random_player(table)


def begin(
    table: Table,
    *,
    stack: int = STANDARD_STACK,
    heroes: str = "dealt",
    among: Sequence[str] = (),
    facts: Mapping[str, Any] | None = None,
    left_out: Collection[str] = (),
) -> Game:
    """A game from the start: characters are dealt, picked in turn, or one of two dealt is kept."""
    cards = table.rules.library
    lay(table, stack, left_out)
    for word, value in (facts or {}).items():
        table.fact(word, value)
    all_of_them = list(among) or characters(cards)
    if heroes == "sides":
        deal_sides(table)
        open_game(table, first_player(table))
    elif heroes == "picked":
        for card in all_of_them:
            table.bring(card, ASIDE)
        table.fact("step", "pick")
    else:
        word = {"two": "two characters", "one of two": "pick"}.get(heroes, "character")
        deal_characters(table, all_of_them, 2 if heroes in ("two", "one of two") else 1, word)
        if heroes == "one of two":
            table.fact("step", "pick")
        else:
            open_game(table, first_player(table))
    return Game(table)


def starter(rules_for: Callable[..., Rules]) -> Callable[..., Callable[..., Game]]:
    """For a manual: how a game of these rules begins, given how characters are dealt and what else `begin` is told."""

    def beginning(**how: Any) -> Callable[..., Game]:
        def start(seating: str, seed: int, log: bool, readings: Mapping[str, str], trace: bool, cards: Library) -> Game:
            table = AnyTable(rules_for(cards, seating, readings), seed, log)
            table.tracing = trace
            return begin(table, **how)

        return start

    return beginning
