"""Set-up of Confrontations: every player has the three versions of one Character, the cheapest on top (Setup)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.dice import shuffle, shuffled
from dcf_lab.engine.game import Choice, Game, Procedure
from dcf_lab.games.confrontations.confronting import VERSIONS
from dcf_lab.games.deckbuilders.box import ASIDE, MAIN, Table, cites
from dcf_lab.games.deckbuilders.setup import CHARACTER, lay, open_game, random_player
from dcf_lab.games.deckbuilders.taking import move

OUT_WITH_TWO = ("magog", "swamp_thing")


def versions(cards: Library) -> dict[str, tuple[str, ...]]:
    """Every Character with its versions, the one of Level 1 first."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if cards[card].type == CHARACTER:
            found.setdefault(cards[card].values["of_character"], []).append(card)
    return {name: tuple(sorted(some, key=lambda card: cards[card].value("level"))) for name, some in found.items()}


def unwanted(table: Table, card: str) -> bool:
    """Two players take Magog and Swamp Thing out when they come into the Line-Up (2-Player Game Note)."""
    return len(table.rules.players) == 2 and table.box.id[card] in OUT_WITH_TWO


def begin(table: Table, picked: bool, mixed: bool = False) -> Game:
    """A game from the start: Characters are dealt by chance, or picked in turn."""
    lay(table)
    piles = versions(table.rules.library)
    if picked:
        for pile in piles.values():
            for card in pile:
                table.bring(card, ASIDE)
        table.fact("step", "pick")
        return Game(table)
    dealt = list(shuffled(table, list(piles)))
    for player in table.rules.players:
        name = next(one for one in dealt if _fits(table, player, piles[one][0]))
        dealt.remove(name)
        table.log("character", by=player, to=piles[name][0], rules=cites(table, "character"))
        for number, card in enumerate(piles[name]):
            table.bring(card, (player, VERSIONS if number else CHARACTER))
    if mixed:
        mix(table, dealt)
    open_game(table, random_player(table))
    return Game(table)


def mix(table: Table, absent: Sequence[str]) -> None:
    """Cards with the symbol of an absent Character make room for as many of another set (Mixing Confrontations with Rivals).

    Those of Superman and Lex Luthor always stay. Which card has which symbol is unknown: a pack has to say it.
    """
    cards = table.rules.library
    out = [card for card in table.zone(*MAIN) if cards[card].values.get("symbol") in absent and not _always_in(cards[card])]
    new = shuffled(table, [card for card in cards if cards[card].values.get("other_set") and cards[card].type != CHARACTER])
    number = min(len(out), len(new))
    table.log("mix", amount=number, rules=cites(table, "mix"))
    for card in shuffled(table, out)[:number]:
        move(table, card, MAIN, ASIDE)
    for card in new[:number]:
        table.bring(card, MAIN)
    if number:
        shuffle(table, MAIN)


def _always_in(card: Card) -> bool:
    return card.values["symbol"] in ("superman", "lex_luthor")


def pick_characters(table: Table) -> Procedure:
    """Each player in turn picks a Character: of two teams one plays Super Heroes, the other Super-Villains."""
    piles: Mapping[str, tuple[str, ...]] = versions(table.rules.library)
    for player in table.rules.players:
        if table.zone(player, CHARACTER):
            continue
        aside = table.zone(*ASIDE)
        offered = [pile[0] for pile in piles.values() if pile[0] in aside and _fits(table, player, pile[0])]
        answer = yield Choice(
            player, "Pick a character", [f"pick {card}" for card in offered], rules=cites(table, "pick"), quiet=True
        )
        chosen = answer.removeprefix("pick ")
        table.log("character", by=player, to=chosen, rules=cites(table, "pick"))
        for card in piles[table.rules.library[chosen].values["of_character"]]:
            table.put(card, ASIDE, (player, CHARACTER if card == chosen else VERSIONS))
    open_game(table, random_player(table))


def _fits(table: Table, player: str, card: str) -> bool:
    """May a player have this Character? Teams keep to their side, who plays alone takes any."""
    return not table.box.partners[player] or table.rules.library[card].values["side"] == table.box.team[player]
