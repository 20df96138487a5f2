"""Setting any position on a table from plain data, in the rulebook's words; what is not named is empty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dcf_lab.engine.board import PositionError, Setter
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.table import printed
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, MASTER_PLAN, ROGUE, Table, side_of, spaces
from dcf_lab.games.dc_forever.rules.confrontation import slots
from dcf_lab.games.dc_forever.rules.damage import health
from dcf_lab.games.dc_forever.rules.setup import SEATINGS, SUPPLY, library, rules_for
from dcf_lab.games.dc_forever.table.board import ACTIONS, AFFILIATED, BOARD, IN_A_CYCLE, PHASES, PLAYERS, TURNS
from dcf_lab.games.dc_forever.text.verbs import FORBID

MOST_ROUNDS = 100


def set_position(
    data: Mapping[str, Any],
    seating: str,
    seed: int,
    log: bool,
    readings: Mapping[str, str],
    trace: bool = False,
    cards: Library | None = None,
) -> Table:
    """A quiet table with just this position on it."""
    # where nobody has anything to decide, rounds would pass by themselves for ever
    settings: dict[str, Any] = {"round limit": data.get("round", 1) + MOST_ROUNDS}
    if any(str(effect.get("what", "")).startswith("cannot ") for effect in data.get("effects", ())):
        settings["something cannot"] = True
    rules = rules_for(cards or library(), SEATINGS[seating], readings, **settings)
    table = Table(rules, seed, log)
    table.tracing = trace
    table.cause = table.log("position")
    setter = _Setter(table)
    setter.teams(data)
    for player in rules.players:
        setter.player(player, data.get(player, {}))
    for player in PLAYERS:
        if player in data and player not in rules.players:
            setter.wrong((player,), f"there is no {player} in this game; its players are {', '.join(rules.players)}")
    for number, place in enumerate(data.get("locations", ())):
        setter.location(place, ("locations", number))
    setter.common(data)
    setter.turn(data)
    for number, effect in enumerate(data.get("effects", ())):
        setter.effect(effect, ("effects", number))
    setter.survivors(data)
    if setter.problems:
        raise PositionError(setter.problems)
    return table


class _Setter(Setter):
    """Sets what DC Forever's board alone does not say: teams, places, the cycle, effects."""

    def __init__(self, table: Table) -> None:
        super().__init__(BOARD, table)
        for what, number in SUPPLY[table.rules.readings["component_limits"]].items():
            table.count("supply", what, number)
        for side in (ROGUE, HERO):
            table.fact(f"{side} order", table.rules.settings["sides"][side])

    def states(self, card: str, entry: Any, faceup: str = "play") -> None:
        """The tokens on a card, and how it lies."""
        said = {} if isinstance(entry, str) else entry
        for what in ("citizens", "damage"):
            self.tokens(card, what, said.get(what, 0))
        for mark, until in (("exhausted", "ready"), ("faceup", faceup), ("swayed", "game")):
            if said.get(mark):
                self.table.mark(card, mark, until)

    def tokens(self, card: str, what: str, number: int) -> None:
        if self.table.count("supply", what, -number) < number:
            most = SUPPLY[self.table.ruling("component_limits")][what]
            problem = ((), f"there are more {what} on the table than there are tokens ({most})")
            if problem not in self.problems:
                self.problems.append(problem)
        self.table.count(card, what, number)

    def teams(self, data: Mapping[str, Any]) -> None:
        """The characters that are named decide whose team they are on, and so whose their cards are."""
        for player in self.table.rules.players:
            own = data.get(player, {})
            entries = (*own.get("characters", ()), *own.get("reserve", ()))
            for card in [entry if isinstance(entry, str) else entry.get("card") for entry in entries]:
                if card is not None and self.table.box.kind[card] in (HERO, ROGUE) and (card, "team") not in self.table.links:
                    self.table.link(card, "team", player)
        for player in self.table.rules.players:
            for number, card in enumerate(data.get(player, {}).get("team", ())):
                if self.kind(card, (HERO, ROGUE, "resource"), (player, "team", number)):
                    self.table.link(card, "team", player)

    def belongs(self, card: str, player: str) -> None:
        """A card's character is on its player's team, wherever the character is."""
        character = self.table.box.of[card] or card
        self.table.link(character, "team", self.table.links.get((character, "team"), player))

    def player(self, player: str, data: Mapping[str, Any]) -> None:
        table = self.table
        for number, entry in enumerate(data.get("characters", ())):
            self.character(player, entry, (player, "characters", number))
        for area in ("hand", "deck", "discard", "pool"):
            for number, card in enumerate(data.get(area, ())):
                path = (player, area, number)
                if self.kind(card, AFFILIATED, path):
                    self.bring(card, (player, area), path)
                    side = table.box.side[card] or side_of(player)
                    self.belongs(card, player if side == side_of(player) else table.rules.settings["sides"][side][0])
                    if area in ("hand", "deck") and side != side_of(player):
                        table.mark(card, "planted", "play")
        for number, entry in enumerate(data.get("reserve", ())):
            path = (player, "reserve", number)
            of = table.box.of.get(entry if isinstance(entry, str) else entry.get("card"))
            zone, kinds = ((player, "reserve"), (side_of(player),)) if of is None else ((of, "beneath"), ())
            if card := self.laid(entry, kinds, zone, path):
                self.belongs(card, player)
                if not isinstance(entry, str) and entry.get("recruited"):
                    table.mark(card, "recruited once", "game")
        for number, entry in enumerate(data.get("in_play", ())):
            if card := self.laid(entry, ("asset", "minion"), (player, "play area"), (player, "in_play", number)):
                self.belongs(card, player)
                table.link(card, "in play", player)
                self.states(card, entry)
        pool = sum(table.box.icons[side_of(player)][card] for card in data.get("pool", ()))
        table.count(player, "resources", data.get("resources", pool))

    def character(self, player: str, entry: Any, path: tuple[Any, ...]) -> None:
        table = self.table
        card = self.laid(entry, (side_of(player),), (player, "characters"), path)
        if not card:
            return
        entry = {} if isinstance(entry, str) else entry
        table.link(card, "team", player)
        table.link(card, "in play", player)
        table.mark(card, "recruited once", "game")
        if "at" in entry:
            table.link(card, "at", entry["at"])
        if entry.get("exhausted"):
            table.mark(card, "exhausted", "ready")
        if entry.get("blank"):
            table.mark(card, "blank", "round", card)
        self.tokens(card, "damage", entry.get("damage", 0))
        keys = {ability.used for ability in table.rules.library[card].abilities}
        for used in entry.get("used", ()):
            if f"used {used}" not in keys:
                known = sorted(key.removeprefix("used ") for key in keys)
                self.wrong(path, f"{card} has no ability {used!r}; it has {', '.join(known) or 'none'}")
            table.mark(card, f"used {used}", "round")
        for attachment in entry.get("attachments", ()):
            if self.kind(attachment, ("attachment",), path) and self.bring(attachment, (card, "attachments"), path):
                side = table.box.side[attachment]
                holder = player if side == table.box.kind[card] else table.rules.settings["sides"][side][0]
                self.belongs(attachment, holder)
                table.link(attachment, "on", card)
                table.link(attachment, "in play", table.links[table.box.of[attachment] or "", "team"])
        for fuel in entry.get("empowering", ()):
            if self.bring(fuel, (card, "empowering"), path):
                self.belongs(fuel, player)

    def survivors(self, data: Mapping[str, Any]) -> None:
        """Who has as much damage as Health is defeated; other cards may raise it (RULINGS: defeat_check_point)."""
        table = self.table
        broken = bool(self.problems)  # then only what is printed counts, because cards could not be asked
        for player in table.rules.players if table.ruling("defeat_check_point") == "A" else ():
            for number, entry in enumerate(data.get(player, {}).get("characters", ())):
                card = entry if isinstance(entry, str) else entry.get("card")
                damage = table.counts.get((card, "damage"), 0)
                if not damage:
                    continue
                most = printed(table, card, "health") if broken else health(table, card)
                if damage >= most > 0:
                    path = (player, "characters", number)
                    self.wrong(path, f"{card} has {damage} damage and would be defeated (Health {most})")

    def location(self, data: Mapping[str, Any], path: tuple[Any, ...]) -> None:
        table = self.table
        place = data["card"]
        if data.get("empty"):  # the Location is gone, and what was there lies in its space (RULINGS: location_deck_empty)
            table.fact("empty spaces", (*table.facts.get("empty spaces", ()), place))
        elif self.bring(place, LOCATIONS, path):
            table.link(place, "in play", "nobody")
            self.tokens(place, "citizens", data.get("citizens", printed(table, place, "citizens")))
        else:
            return
        entry = data.get("scheme")
        if entry is not None and (card := self.laid(entry, ("scheme",), (place, "scheme"), (*path, "scheme"))):
            self.belongs(card, table.rules.settings["sides"][ROGUE][0])
            table.link(card, "at", place)
            table.link(card, "in play", table.links[table.box.of[card] or "", "team"])
            self.states(card, entry)
        entry = data.get("unaligned")
        if entry is not None and (card := self.laid(entry, ("unaligned",), (place, "unaligned"), (*path, "unaligned"))):
            table.link(card, "at", place)
            table.link(card, "in play", "nobody")
            self.states(card, entry)

    def common(self, data: Mapping[str, Any]) -> None:
        table = self.table
        for number, entry in enumerate(data.get("master_plan", ())):
            if card := self.laid(entry, ("scheme",), MASTER_PLAN, ("master_plan", number)):
                self.belongs(card, table.rules.settings["sides"][ROGUE][0])
                self.states(card, entry, faceup="game")
        for what in ("knocked out", "captured", "removed", "location deck", "location discard", "unaligned deck"):
            zone = BOARD.by_name["table", what]
            for number, card in enumerate(data.get(zone.key, ())):
                fits = self.laid(card, zone.holds, ("table", what), (zone.key, number))
                if fits and what in ("knocked out", "captured") and (side := table.box.kind[card]) != "unaligned":
                    self.belongs(card, table.rules.settings["sides"][side][0])
                    table.mark(card, "recruited once", "game")
        for place in table.facts.get("empty spaces", ()):
            if place not in table.zone("table", "location discard"):
                self.bring(place, ("table", "location discard"), ("locations",))
        self.tokens("sanctuary", "citizens", data.get("sanctuary", 0))
        row = spaces(table)
        for (card, word), place in table.links.items():
            if word == "at" and place not in row:
                self.wrong(self.place_of(card), f"{card} is at {place}, which is not in the row")

    def place_of(self, card: str) -> tuple[Any, ...]:
        """Where a position speaks of a character in play."""
        for player in self.table.rules.players:
            if card in self.table.zone(player, "characters"):
                return (player, "characters", self.table.zone(player, "characters").index(card))
        return ()

    def turn(self, data: Mapping[str, Any]) -> None:
        """Where in the round the position is."""
        table = self.table
        phase = data.get("phase", "rogue action")
        rogue, hero = (table.rules.settings["sides"][side][0] for side in (ROGUE, HERO))
        table.fact("step", PHASES[phase])
        table.fact("round", data.get("round", 1) - (phase == "begin round") or None)
        waiting = data.get("first_activation", False)
        for who in (*table.rules.players, ROGUE, HERO):
            if not waiting or (waiting is not True and who not in waiting):
                table.fact(f"{who} has activated", True)
        side = ROGUE if phase in ("rogue action", "rogue draw") else HERO
        turn = data.get("turn", rogue if side == ROGUE else hero)
        if turn not in table.rules.settings["sides"][side]:
            self.wrong(("turn",), f"{turn!r} is not one of the {side} players: {', '.join(table.rules.settings['sides'][side])}")
        elif phase in TURNS:
            table.fact("turn", turn)
        self.order(data)
        if phase in IN_A_CYCLE:
            self.cycle(data, phase)
        if phase == "activation":
            self.activation(data)

    def order(self, data: Mapping[str, Any]) -> None:
        """With two players on a side: who goes first, and who is out of the game."""
        table = self.table
        for key in ("first", "out"):
            for number, player in enumerate(data.get(key, ())):
                if player not in table.rules.players:
                    players = ", ".join(table.rules.players)
                    self.wrong((key, number), f"there is no {player} in this game; its players are {players}")
                    continue
                fact = f"{side_of(player)} order"
                others = tuple(one for one in table.facts[fact] if one != player)
                if key == "first":
                    table.fact(fact, (player, *others))
                elif others:
                    table.fact(fact, others)
                    table.fact("out", (*table.facts.get("out", ()), player))
                else:
                    self.wrong((key, number), f"{player} is the last {side_of(player)} player and cannot be out")

    def cycle(self, data: Mapping[str, Any], phase: str) -> None:
        """How far a cycle of the Confrontation is: as a position says, or as if everyone before had acted."""
        table = self.table
        said = data.get("cycle", {})
        actor = data.get("actor")
        heroes = phase == "hero oppose" or (actor is not None and table.box.kind[actor] == HERO)
        slot = said.get("slot", int(heroes))
        who = slots(table)
        if slot >= len(who):
            self.wrong(("cycle",), f"a cycle has {len(who)} Provoke and Oppose Phases, so its slot is 0 to {len(who) - 1}")
        elif phase in ("rogue provoke", "hero oppose") and side_of(who[slot]) != (HERO if heroes else ROGUE):
            self.wrong(("cycle",), f"slot {slot} of a cycle is not in the {'Hero Oppose' if heroes else 'Rogue Provoke'} Phase")
        table.fact("slot", slot)
        table.fact("passes", said.get("passes", 0))
        table.fact("acts", said.get("acts", int(phase not in ("rogue provoke", "hero oppose") or heroes)))
        table.fact("in a row", said.get("in_a_row") or None)
        table.fact("first cycle", said.get("first") or None)
        if completing := said.get("completing", 0):
            if phase == "complete schemes" and completing < len(table.rules.settings["sides"][ROGUE]):
                table.fact("completing", completing)
            else:
                self.wrong(("cycle",), "'completing' is for the second of two Rogue players in phase 'complete schemes'")

    def effect(self, entry: Mapping[str, Any], path: tuple[Any, ...]) -> None:
        """What holds of a card for a while."""
        table = self.table
        missing = [key for key in ("on", "what", "until") if key not in entry]
        if missing:
            self.wrong(path, f"{missing[0]!r} is missing")
            return
        card, what, until = entry["on"], entry["what"], entry["until"]
        if card not in self.lies:
            self.wrong(path, f"{card} is not on the table, so nothing can hold of it")
        mark, value = what, entry.get("from", 1)
        if re.fullmatch("(attack|rescue|threaten) (boost|value)", what):
            value = entry.get("amount")
            if value is None:
                self.wrong(path, f"{what!r} needs an 'amount'")
            mark = f"{what} {until}" if what.endswith("boost") else what
        elif what.startswith("used "):
            if what not in {ability.used for ability in table.rules.library[card].abilities}:
                self.wrong(path, f"{card} has no ability {what.removeprefix('used ')!r}")
        elif what == "lent":
            if value not in table.rules.players:
                self.wrong(path, "'lent' needs 'from', the player to whom the card goes back")
        elif what not in words_of_effects(table.rules.library):
            self.wrong(path, f"no effect is called {what!r}; there are {', '.join(words_of_effects(table.rules.library))}")
        elif value != 1 and value not in table.box.kind:
            self.wrong(path, f"'from' is the card that did it; no card is called {value!r}")
        table.mark(card, mark, until, value)

    def activation(self, data: Mapping[str, Any]) -> None:
        table = self.table
        actor = data.get("actor")
        if actor is None or (actor, "in play") not in table.links or (actor, "at") not in table.links:
            self.wrong(("phase",), "phase 'activation' needs 'actor', a character in play at a Location")
            return
        table.fact("actor", actor)
        table.fact("turn", table.links[actor, "in play"])
        for action in data.get("acted", ()):
            if action not in ACTIONS:
                self.wrong(("acted",), f"{action!r} is no main action; there are threaten, attack and rescue")
        if data.get("acted"):
            table.fact("acted", tuple(data["acted"]))


@lru_cache(maxsize=8)
def words_of_effects(cards: Library) -> tuple[str, ...]:
    """What can hold of a card for a while and is no number: the words of the rules, and those that cards give each other."""
    words = ["blank", "exhausted", "faceup", "new", "planted", "recruited once", "revealed"]
    words += [f"cannot {word}" for word in FORBID.split("|")]
    waiting: list[Any] = [ability.raw for card in cards.printed.values() for ability in card.abilities]
    while waiting:
        said = waiting.pop()
        if isinstance(said, Mapping):
            word = said.get("mark")
            if isinstance(word, str) and word not in words:
                words.append(word)
            waiting.extend(said.values())
        elif isinstance(said, list | tuple):
            waiting.extend(said)
    return tuple(words)


def effects(cards: Library) -> dict[str, str]:
    """Everything that a position can say holds of a card for a while, and what is said with it."""
    values = [f"{value} {how}" for how in ("boost", "value") for value in ("attack", "rescue", "threaten")]
    return {**dict.fromkeys(values, "amount"), "lent": "player", **dict.fromkeys(words_of_effects(cards), "card")}
