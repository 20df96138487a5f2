"""The box: what the rules look up again and again, worked out once from the printed cards; and who is where on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from dcf_lab.engine.cards.cards import Ability, Card, Library
from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.table import Table as TableOf

Table: TypeAlias = TableOf["Box"]  # a table of this game

HERO, ROGUE = "hero", "rogue"
OTHER_SIDE = {HERO: ROGUE, ROGUE: HERO}

LOCATIONS = ("table", "locations")
MASTER_PLAN = ("table", "master plan")
KNOCKED_OUT = ("table", "knocked out")
CAPTURED = ("table", "captured")
REMOVED = ("table", "removed")

# verbs that a 'cannot' can forbid: whom a line is about, and what that card cannot do then
FORBIDDABLE = {
    "damage": ("to", "suffer damage"), "exhaust": ("exhaust", "exhaust"), "ready": ("ready", "ready"),
    "strike": ("strike", "be attacked"), "play": ("play", "play cards"), "attach": ("on", "be attached"),
    "reduce": ("", ""), "ignore": ("", ""), "heal": ("to", ""), "value": ("on", ""), "boost": ("on", ""), "blank": ("blank", ""),
    "forbid": ("on", ""), "mark": ("on", ""), "relocate": ("relocate", ""), "retreat": ("retreat", ""),
    "control": ("control", ""), "sacrifice": ("sacrifice", ""), "discard_these": ("discard_these", ""),
    "discard_from": ("discard_from", ""), "faceup": ("faceup", ""),
}  # fmt: skip


class Box:
    """Look-ups over the printed cards of one match."""

    def __init__(self, library: Library) -> None:
        self.kind = {card: library[card].type for card in library}
        self.of = {card: library[card].of for card in library}
        self.cost = {card: library[card].value("cost") for card in library}
        self.renown = {card: library[card].value("renown") for card in library}
        self.infamy = {card: library[card].value("infamy") for card in library}
        self.icons = {HERO: self.renown, ROGUE: self.infamy}
        self.values = {card: library[card].values for card in library}
        self.thresholds = {card: library[card].value("threshold") for card in library if library[card].type == "scheme"}
        self.reactions = library.abilities("reaction")
        # the same, split: events that wait in a hand, and cards that wait on the table
        self.events_waiting = {
            moment: {card: tuple(a for c, a in waiting if c == card) for card, _ in waiting if library[card].type == "event"}
            for moment, waiting in self.reactions.items()
        }
        self.cards_waiting = {
            moment: tuple((c, a) for c, a in waiting if library[c].type != "event") for moment, waiting in self.reactions.items()
        }
        self.constants = library.abilities("constant")
        self.uses = _by_card(library, "use")
        self.plays = _by_card(library, "play")
        self.modifiers = _by_card(library, "modifier")
        self.side = {card: _side_of(card, library) for card in library}
        # what a character's most expensive ability costs
        self.ability_cost = {card: max(a.cost for a in library[card].abilities) for card in library if library[card].abilities}
        # abilities that a 'cannot' might keep from doing anything at all, and whether a card says such a thing
        self.forbiddable = {(card, a.key) for card in library for a in library[card].abilities if _may_be_forbidden(a)}
        self.forbiddable_plays = {
            card for card, plays in self.plays.items() if any((card, a.key) in self.forbiddable for a in plays)
        }
        self.prohibitions, self.forbids = _prohibitions(library, self.constants, ("use", "play", "reaction"))
        _, self.forbids_actions = _prohibitions(library, self.constants, ("use", "play"))
        # for the short ways of quick.py
        self.default_readings = True
        self.pool_option = {card: f"pool {card}" for card in library}
        self.buy_option = {card: f"buy {card}" for card in library}
        self.play_option = {card: f"play {card}" for card in library}
        self.anyones = {card for card in library if library[card].values.get("anyone")}
        self.forbidders = {
            word: tuple(card for card, _ in self.constants.get(f"cannot {word}", ()))
            for word in ("play cards", "be attached", "use abilities", "attack", "rescue", "threaten", "be attacked", "activate")
        }
        self.use_rows = {
            card: tuple(
                (a, f"use {card} {a.key}", _costs_only_resources(library[card], a), (card, a.key) in self.forbiddable)
                for a in abilities
            )
            for card, abilities in self.uses.items()
        }
        self.play_rows = {
            card: tuple((a, f"play {card} {a.key}" if len(abilities) > 1 else f"play {card}") for a in abilities)
            for card, abilities in self.plays.items()
        }
        # Schemes on the table, and Attachments that may sit on an opponent's character
        self.uses_elsewhere = [
            card for card in self.uses
            if self.kind[card] == "scheme" or self.values[card].get("onto", "own") != "own"
        ]  # fmt: skip
        self.playing = {card: _way_of_playing(library[card], self.plays.get(card, ())) for card in library}
        self.reasons: dict[Any, str] = {}  # failed conditions that have been put into words
        self.beneath: dict[str, list[str]] = {}
        for card, of in self.of.items():
            if of is not None:
                self.beneath.setdefault(of, []).append(card)

    def starred(self, character: str, library: Library) -> list[str]:
        return [card for card in self.beneath.get(character, ()) if library[card].values.get("starting")]


def _by_card(library: Library, timing: str) -> dict[str, tuple[Ability, ...]]:
    found = {card: tuple(a for a in library[card].abilities if a.timing == timing) for card in library}
    return {card: abilities for card, abilities in found.items() if abilities}


def _may_be_forbidden(ability: Ability) -> bool:
    """Does it do nothing but what some 'cannot' could forbid?"""

    def all_of(lines: Iterable[Line]) -> bool:
        inner: dict[str, Callable[[Line], Any]] = {
            "may": lambda line: [line.args["may"]],
            "offer": lambda line: line.args["ways"],
        }
        return all(
            line.verb in FORBIDDABLE
            or line.verb in ("choose", "each")
            or (line.verb in inner and all(map(all_of, inner[line.verb](line))))
            for line in lines
        )

    return bool(ability.lines) and "add" not in ability.amounts and not ability.after and all_of(ability.lines)


def _prohibitions(library: Library, constants: Mapping[str, Any], timings: tuple[str, ...]) -> tuple[bool, bool]:
    """Does a card say all the time that somebody cannot do what such abilities do; can any card come to say so?"""
    abilities = [ability for card in library for ability in library[card].abilities]
    done = [str(ability.raw) for ability in abilities if ability.timing in timings]
    words = {word for verb, (_, word) in FORBIDDABLE.items() if any(f"'{verb}'" in text for text in done)}
    words |= {"be affected"} | ({"attack"} if "be attacked" in words else set())
    always = any(f"cannot {word}" in constants for word in words)
    return always, always or any(f"'forbid': '{word}'" in str(ability.raw) for word in words for ability in abilities)


def _costs_only_resources(card: Card, ability: Ability) -> bool:
    return card.type != "scheme" and not (ability.condition or ability.pay or "threshold" in ability.amounts)


def _way_of_playing(card: Card, plays: tuple[Ability, ...]) -> str:
    """How a card is played from hand: 'never' as an action, in some plain way, or 'ask' when its conditions must be looked at."""
    if card.type == "event":
        if not plays:
            return "never"
        plain = len(plays) == 1 and not (plays[0].condition or plays[0].cost or plays[0].pay or plays[0].words.get("once"))
        return plays[0].what if plain else "ask"
    if card.type == "attachment":
        return "own attachment" if card.values.get("onto", "own") == "own" else "ask"
    return {"asset": "permanent", "minion": "permanent", "scheme": "scheme"}.get(card.type, "never")


def _side_of(card: str, library: Library) -> str | None:
    printed = library[card]
    if printed.type in (HERO, ROGUE):
        return printed.type
    if printed.of is not None:
        return library[printed.of].type
    return HERO if printed.type == "resource" else None


# players

_ORDER = {ROGUE: "rogue order", HERO: "hero order"}


def side_of(player: str) -> str:
    """The side a player is on: 'rogue' for 'rogue', 'rogue1' and 'rogue2'."""
    return ROGUE if player[0] == "r" else HERO


def players_of(table: Table, side: str) -> tuple[str, ...]:
    """The players of a side, in this round's order."""
    order: tuple[str, ...] = table.facts[_ORDER[side]]
    return order


def solo(table: Table, player: str) -> bool:
    """Is this the single player of a three-player game?"""
    return len(table.rules.players) == 3 and len(table.rules.settings["sides"][side_of(player)]) == 1


def active_player(table: Table) -> str:
    """Whose turn it is; between turns the Rogue side comes first (RULINGS: neutral_card_choices)."""
    return table.facts.get("turn") or players_of(table, ROGUE)[0]


PLAYER_NAMES = {
    "rogue": "the Rogue", "rogue1": "Rogue 1", "rogue2": "Rogue 2", "hero": "the Hero", "hero1": "Hero 1", "hero2": "Hero 2",
    "nobody": "nobody",
}  # fmt: skip


# cards


def owner(table: Table, card: str) -> str | None:
    """The player whose card it is; None for Locations and Unaligned characters."""
    of = table.box.of[card]
    return table.links.get((of or card, "team"))


def controller(table: Table, card: str) -> str | None:
    """The player who decides for a card; None for a card of no player."""
    holder = table.links.get((card, "in play"))
    if holder is None:
        return owner(table, card)
    return None if holder == "nobody" else holder


def in_play(table: Table, card: str) -> bool:
    """In play: recruited characters, what was played, Schemes on the table, Locations, Unaligned (RULINGS: in_play_list)."""
    return (card, "in play") in table.links


def place_of(table: Table, card: str | None) -> str | None:
    """The Location a card is at: a character's standee, a Scheme's row space, an Attachment's host's place."""
    if card is None:
        return None
    place = table.links.get((card, "at"))
    if place is None and (host := table.links.get((card, "on"))) is not None:
        return table.links.get((host, "at"))
    if place is None and table.box.kind[card] == "location":
        return card
    return place


def place_now(table: Table, place: str | None) -> str | None:
    """A Location, or the one that has taken its space since the table was quiet; None when the space stayed empty."""
    replaced = table.passing.get("replaced")
    while replaced and place in replaced and place not in table.zones.get(LOCATIONS, ()):
        place = replaced[place]
    return place


def spaces(table: Table) -> tuple[str, ...]:
    """The Locations, and the spaces that stayed empty, called by the last Location there (RULINGS: location_deck_empty)."""
    row = table.zones.get(LOCATIONS, ())
    return (*row, *table.facts["empty spaces"]) if "empty spaces" in table.facts else row


def scheme_at(table: Table, place: str | None) -> str | None:
    if place is None:
        return None
    schemes = table.zones.get((place, "scheme"))
    return schemes[0] if schemes else None


def unaligned_at(table: Table, place: str | None) -> tuple[str, ...]:
    return () if place is None else table.zones.get((place, "unaligned"), ())


def team(table: Table, side: str) -> Iterator[str]:
    """Every recruited character of a side, player by player."""
    for player in table.rules.settings["sides"][side]:
        yield from table.zones.get((player, "characters"), ())


def characters_at(table: Table, place: str, side: str) -> list[str]:
    links = table.links
    return [card for card in team(table, side) if links.get((card, "at")) == place]


def is_exhausted(table: Table, card: str) -> bool:
    return (card, "exhausted") in table.marks


def is_swayed(table: Table, card: str) -> bool:
    return (card, "swayed") in table.marks


def icons(table: Table, card: str, side: str) -> int:
    """Resource icons of the side on a card: Renown for Heroes, Infamy for Rogues."""
    return table.box.icons[side][card]


def has_character(table: Table, player: str, card: str) -> bool:
    """Is the character whose card this is in play on the player's side of the table (own characters only by default)?"""
    of = table.box.of[card]
    if of is None:
        return False
    holder = table.links.get((of, "in play"))
    if holder == player:
        return True
    return (
        holder is not None
        and holder != "nobody"
        and side_of(holder) == side_of(player)
        and (table.ruling("mp_affiliation_scope") == "B")
    )
