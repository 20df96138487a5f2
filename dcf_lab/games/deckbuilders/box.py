"""What every rule of the family looks up: areas, what is printed on cards, whose a card is, and who is whose foe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.cards.cards import Ability, Library
from dcf_lab.engine.decks import Deck
from dcf_lab.engine.game import Procedure
from dcf_lab.engine.table import Key
from dcf_lab.engine.table import Table as AnyTable

PLAYERS = ("player1", "player2", "player3", "player4", "player5")
MAIN: Key = ("table", "main deck")
LINE_UP: Key = ("table", "line-up")
SUPPLY: Key = ("table", "supply")  # Kicks, or Enhanced Strength
WEAKNESSES: Key = ("table", "weaknesses")
STACK: Key = ("table", "stack")  # Super-Villains, or Super Heroes
OTHER_STACK: Key = ("table", "other stack")  # the second one of Good against Bad
DESTROYED: Key = ("table", "destroyed")
ASIDE: Key = ("table", "set aside")  # out of this game
HAND = SPACES = 5
STARTERS = {"punch": 7, "vulnerability": 3}  # of each player

# where a player's cards lie; what is `kept` lies on or under the oversized character
IN_FRONT = ("character", "locations", "played")
OWN = ("hand", "played", "discard", "deck", "locations", "kept")

FACE_DOWN = "face down"  # the mark of an oversized character that is turned over
NEXT_TURN = "from the next turn"  # the mark of a Character's version that is not in force yet
OUT = "out"  # the fact with the players who have been beaten for good
USED = "used"
DOOMED = "doomed"  # the mark of a card that its own text destroys when the game ends
HAS_TEXT = "has text"  # the mark of a card that has this turn the text of those on the character

AS_PLAYED = "as played"  # while a card is judged by what it was when it was played

TYPES = ("starter", "hero", "villain", "super power", "equipment", "location", "weakness")


@dataclass(frozen=True, eq=False)
class Edition:
    """What one game of the family says differently from the others; its manual fills it in."""

    game: str
    supply: str  # the printed card that is always for sale
    starts_on: str  # the printed card on which the stack starts; none: there is no stack
    cites: Mapping[str, tuple[str, ...]]  # what is done -> the rules that are cited for it
    one_by_one: bool = False  # is a player who does not avoid an Attack hit before the next one decides?
    two_defenses: bool = False  # may one player use two Defenses against one Attack?
    fill_first: str = ""  # the ruling whose reading B refills the Line-Up before cards are drawn
    # what comes before the turn's first question, and what stands in for a card that a player takes
    opening: Callable[[Table, str], Procedure] | None = None
    exchange: Callable[[Table, str, str, bool], None] | None = None  # whose, which card, was it bought or gained?
    further: Callable[[Table, str], list[str]] | None = None  # answers of a turn that only this game has
    answer: Callable[[Table, str, str], Procedure] | None = None  # and what they do
    steps: Mapping[str, Callable[[Table], Procedure]] = field(default_factory=dict)
    closing: Callable[[Table], None] | None = None  # what is done before Victory Points are counted
    unwanted: Callable[[Table, str], bool] | None = None  # a card that is taken out of the Line-Up again and replaced
    turn_facts: tuple[str, ...] = ()  # facts that are forgotten when a turn is over
    turn_tokens: tuple[str, ...] = ()  # what is counted on cards and ends with the turn


class Cites(dict[str, tuple[str, ...]]):
    """What is done -> the rules that are cited for it; mostly there are some."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        return ()


class Box:
    """What is worked out once from the cards of a match."""

    def __init__(self, cards: Library, edition: Edition, teams: Mapping[str, str], readings: Mapping[str, str]) -> None:
        self.edition = edition
        self.cites = Cites(edition.cites)
        self.team = dict(teams)
        players = tuple(teams)
        self.round_from = {one: players[n:] + players[:n] for n, one in enumerate(players)}
        self.foes = {one: tuple(p for p in self.round_from[one] if teams[p] != teams[one]) for one in players}
        self.partners = {one: tuple(p for p in self.round_from[one] if teams[p] == teams[one] and p != one) for one in players}
        self.id = {card: cards[card].id for card in cards}
        self.name = {card: cards[card].name for card in cards}
        self.cost = {card: cards[card].value("cost") for card in cards}
        self.power = {card: cards[card].value("power") for card in cards}
        self.vp = {card: cards[card].value("vp") for card in cards}
        self.kinds = {card: frozenset({cards[card].type}) for card in cards}
        if readings.get("card_types_base") == "B":  # a Kick is then no Super Power
            self.kinds |= {card: frozenset({"kick"}) for card in cards if self.id[card] == "kick"}
        self.also = {card: _words(cards[card].values.get("also", "")) for card in cards if cards[card].values.get("also")}
        self.starred = frozenset(card for card in cards if cards[card].values.get("starred"))
        self.on_stack = frozenset(card for card in cards if cards[card].values.get("stack"))
        self.stays = frozenset(card for card in cards if cards[card].type == "location" or cards[card].values.get("stays"))
        self.assists = frozenset(card for card in cards if cards[card].values.get("assist"))
        self.abilities = {
            timing: _by_card(cards, timing)
            for timing in ("play", "defense", "block", "reaction", "constant", "use", "start", "end", "destroyed", "defeated")
        }
        self.appears = _by_card(cards, "first_appearance")
        self.attacks = {card: found for card, found in self.abilities["play"].items() if any(map(_attacks, found))}
        self.plays = self.abilities["play"]
        self.defenses = self.abilities["defense"]
        self.reactions = self.abilities["reaction"]
        self.constants = self.abilities["constant"]
        self.uses = self.abilities["use"]
        self.ends = self.abilities["end"]
        self.bonuses = {
            card: tuple(one for one in found if one.what == "bonus")
            for card, found in self.constants.items() if any(one.what == "bonus" for one in found)
        }  # fmt: skip
        # who has something to say: mostly nobody does, and then there is no need to ask one card after the other
        self.waits = _waits(self.reactions)  # moment -> the cards that wait for it,
        self.waits_for_anyone = _waits(self.reactions, "anyone")  # and of them those that do so whoever does it
        self.bonus_cards, self.use_cards, self.end_cards = map(frozenset, (self.bonuses, self.uses, self.ends))
        self.defense_cards = frozenset(self.defenses)
        self.rules_of_playing = {card: self._rules_of_playing(card) for card in cards}
        self.rules_of_power = {
            card: self.cites.get(f"power of {self.id[card]}") or self.cites.get("power", ()) for card in cards if self.power[card]
        }
        self.front = {one: tuple((one, area) for area in (*IN_FRONT, "kept")) for one in players}
        self.areas = tuple((one, area) for one in players for area in (*OWN, "character"))
        rules = [self.cites.get(word, ()) for word in ("draw", "reshuffle", "reshuffle for another")]
        self.decks = {one: Deck((one, "deck"), (one, "discard"), rules[0], rules[1]) for one in players}
        self.decks_off_turn = {one: Deck((one, "deck"), (one, "discard"), rules[0], rules[1] + rules[2]) for one in players}

    def _rules_of_playing(self, card: str) -> tuple[str, ...]:
        """The rules that speak of playing cards like this one."""
        words = ["play", *(["stays"] if card in self.stays else []), f"play {self.id[card]}"]
        if card in self.on_stack:
            words.append("play stack card")
        return tuple(dict.fromkeys(rule for word in words for rule in self.cites.get(word, ())))


Table = AnyTable[Box]


def _by_card(cards: Library, timing: str) -> dict[str, tuple[Ability, ...]]:
    found = {card: tuple(one for one in cards[card].abilities if one.timing == timing) for card in cards}
    return {card: some for card, some in found.items() if some}


def _waits(reactions: Mapping[str, tuple[Ability, ...]], flag: str = "") -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for card, abilities in reactions.items():
        for ability in abilities:
            for moment in ability.what.split(" or ") if not flag or ability.words.get(flag) else ():
                found.setdefault(moment, set()).add(card)
    return {moment: frozenset(cards) for moment, cards in found.items()}


def _attacks(ability: Ability) -> bool:
    return any(line.verb == "attack" for line in ability.lines)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(","))


# cards


def is_a(table: Table, card: str, kind: str) -> bool:
    """Is a card of this type, or this very printed card?"""
    box = table.box
    if kind in box.kinds[card] or kind == box.id[card]:
        return True
    if card in box.also and kind in box.also[card] and _has_all_types(table, card):
        return True
    return (card, HAS_TEXT) in table.marks and _borrowed_kind(table, card, kind)


def _borrowed_kind(table: Table, card: str, kind: str) -> bool:
    """Does a card that has the text of others have this type by it: as their text says, or with their types, too?"""
    texts, box = lent_texts(table, holder(table, card) or ""), table.box
    types_too = table.rules.readings.get("firestorm_types") == "B"
    return any(kind in box.also.get(one, ()) or (types_too and kind in box.kinds[one]) for one in texts)


def fits(table: Table, card: str, kind: str) -> bool:
    """Is a card of the kind that a text names: 'card', 'hero', 'hero or villain', 'not hero', 'cost 0', 'cost <= 3'?"""
    if kind == "card" or kind in table.box.kinds[card]:
        return True
    if " or " in kind:
        return any(fits(table, card, one) for one in kind.split(" or "))
    if kind.startswith("not "):
        return not is_a(table, card, kind[4:])
    if kind.startswith("cost "):
        cost, least = table.box.cost[card], kind.removeprefix("cost ")
        if least.startswith("<= "):
            return cost <= int(least[3:])
        return cost >= int(least[3:]) if least.startswith(">= ") else cost == int(least)
    return is_a(table, card, kind)


def _has_all_types(table: Table, card: str) -> bool:
    """A card that has further types has them while somebody owns it, and for whoever has played it this turn."""
    if holder(table, card) is not None:
        return True
    if any(card in table.zones.get(area, ()) for area in (DESTROYED, LINE_UP)):
        return bool(table.passing.get(AS_PLAYED))
    return card in fact(table, "played this turn")


def was_a(table: Table, card: str, kind: str) -> bool:
    """Was a card of this kind when it was played this turn? It may have been destroyed since."""
    if card not in table.box.also:
        return fits(table, card, kind)
    with as_played(table):
        return fits(table, card, kind)


@contextmanager
def as_played(table: Table) -> Iterator[None]:
    """Cards are judged by what they were when they were played."""
    before = table.passing.pop(AS_PLAYED, None)
    table.passing[AS_PLAYED] = True
    yield
    del table.passing[AS_PLAYED]
    if before is not None:
        table.passing[AS_PLAYED] = before


def types_of(table: Table, card: str) -> frozenset[str]:
    """All types of a card; a Weakness has none."""
    box = table.box
    more = box.also[card] if card in box.also and _has_all_types(table, card) else frozenset()
    return (box.kinds[card] | more) - {"weakness"}


def holder(table: Table, card: str) -> str | None:
    """The player among whose cards a card lies."""
    zones = table.zones
    for area in table.box.areas:
        if area in zones and card in zones[area]:
            return area[0]
    return None


def owner(table: Table, card: str) -> str | None:
    """Whose card it is: who has it, or from whom it was borrowed; the table's cards are nobody's."""
    found = table.links.get((card, "owner"))
    return (found if found in table.rules.players else None) if found else holder(table, card)


def owned(table: Table, player: str) -> list[str]:
    """All cards of a player's deck, wherever they lie."""
    links, zones = table.links, table.zones
    mine = [card for area in OWN for card in zones.get((player, area), ()) if links.get((card, "owner"), player) == player]
    lent = [card for (card, what), whose in links.items() if what == "owner" and whose == player]
    return mine + [card for card in lent if card not in mine]


def in_front(table: Table, player: str) -> tuple[str, ...]:
    """The cards of a player that work: the oversized character, Locations, and what was played this turn."""
    zones, (character, locations, played, kept) = table.zones, table.box.front[player]
    heroes, places, lying = zones.get(character, ()), zones.get(locations, ()), zones.get(played, ())
    for card in heroes:
        if (card, FACE_DOWN) in table.marks or (card, NEXT_TURN) in table.marks:
            heroes = tuple(one for one in heroes if one != card)
    ever = table.facts.get("played this turn", ())
    if len(ever) > len(lying) and player == table.facts.get("turn"):
        # what a card does for the rest of the turn holds wherever the card is by now: back on a deck, on the stack
        lying += tuple(card for card in dict.fromkeys(ever) if card not in lying and card not in places)
    if places:  # what was kept works when it is used
        places = tuple(card for card in places if (card, DOOMED) not in table.marks or card in ever)
    return heroes + places + lying + (lent_texts(table, player) if kept in zones else ())


def lent_texts(table: Table, player: str) -> tuple[str, ...]:
    """The cards whose text a played card has for this turn; they themselves are out of play."""
    if any((card, HAS_TEXT) in table.marks for card in table.zones.get((player, "played"), ())):
        return tuple(card for card in table.zone(player, "kept") if (card, DOOMED) in table.marks)
    return ()


def bearer(table: Table, card: str) -> str:
    """The card that a text speaks of when it says 'this': the one it is printed on, or the one that has borrowed the text."""
    if (card, DOOMED) in table.marks:
        for player in table.rules.players:
            if card in table.zones.get((player, "kept"), ()):
                return next((one for one in table.zone(player, "played") if (one, HAS_TEXT) in table.marks), card)
    return card


def any_in_front(table: Table, player: str, cards: frozenset[str]) -> bool:
    """Is one of these cards in front of a player? Perhaps face down."""
    zones, (character, locations, played, kept) = table.zones, table.box.front[player]
    if not (
        cards.isdisjoint(zones.get(played, ()))
        and cards.isdisjoint(zones.get(character, ()))
        and cards.isdisjoint(zones.get(locations, ()))
        and cards.isdisjoint(zones.get(kept, ()))
    ):
        return True
    return player == table.facts.get("turn") and not cards.isdisjoint(table.facts.get("played this turn", ()))


def is_up(table: Table, card: str) -> bool:
    return (card, FACE_UP) in table.marks


# players


def playing(table: Table, player: str) -> bool:
    return player not in table.facts.get(OUT, ())


def clockwise(table: Table, player: str) -> tuple[str, ...]:
    """All players still in the game, this one first: round the table, which is the order of turns."""
    found = table.box.round_from[player]
    out = table.facts.get(OUT)
    return tuple([one for one in found if one not in out]) if out else found


def called_foes(table: Table, player: str) -> tuple[str, ...]:
    """Whom cards that are no Attacks call foes: the other side, or under one reading a partner, too (ruling team_foe)."""
    if table.rules.readings.get("team_foe") == "B":
        return clockwise(table, player)[1:]
    return foes(table, player)


def foes(table: Table, player: str) -> tuple[str, ...]:
    found = table.box.foes[player]
    out = table.facts.get(OUT)
    return tuple([one for one in found if one not in out]) if out else found


def active(table: Table) -> str | None:
    """Whose turn it is; nobody's while the table is cleaned up and Super-Villains appear."""
    return None if table.facts.get("ended") else table.facts.get("turn")


def assisting(table: Table) -> str | None:
    """Who is playing a card in the partner's turn, while its text is carried out."""
    found: str | None = table.passing.get("assisting")
    return found


def controls(table: Table, player: str) -> str:
    """Who chooses and attacks for a card: its player, also one who Assists (ruling cnf_assist_choices)."""
    helper = assisting(table)
    return helper if helper is not None and table.ruling("cnf_assist_choices") == "A" else player


def cites(table: Table, *words: str) -> tuple[str, ...]:
    """The rules of this game for what is done."""
    found = table.box.cites
    return found[words[0]] if len(words) == 1 else tuple(dict.fromkeys(id for word in words for id in found[word]))


def fact(table: Table, word: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = table.facts.get(word, ())
    return found
