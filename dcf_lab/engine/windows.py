"""Timing: deeds that are about to be done, and the windows in which cards may react to them."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from dcf_lab.engine.cards import Ability
from dcf_lab.engine.game import Choice, Clause
from dcf_lab.engine.table import Part, Table


class Deed:
    """Something about to be done. Reactions may change its parts, cancel it, or put something else in its place."""

    __slots__ = (
        "kind",
        "actor",
        "target",
        "place",
        "card",
        "player",
        "parts",
        "cancelled",
        "instead",
        "data",
        "event",
        "moment",
        "_names",
        "_stamp",
    )

    def __init__(
        self,
        kind: str,
        actor: str | None = None,
        target: str | None = None,
        place: str | None = None,
        card: str | None = None,
        player: str | None = None,
        parts: Sequence[Part] = (),
        **data: Any,
    ) -> None:
        self.kind = kind
        self.actor = actor
        self.target = target
        self.place = place
        self.card = card
        self.player = player
        self.parts = list(parts)
        self.cancelled = False
        self.instead: tuple[str, Ability] | None = None
        self.data = data
        self.event = -1
        self.moment = ""  # the window that is open on it
        self._names: dict[str, Any] = {}
        self._stamp: tuple[Any, ...] = ()

    @property
    def amount(self) -> int:
        total = 0
        for part in self.parts:
            total += part.amount
        return total if total > 0 else 0

    def names(self) -> dict[str, Any]:
        """What expressions call the parts of this deed; the caller may add to it."""
        stamp = (len(self.parts), self.target, len(self.data))
        if stamp != self._stamp:
            self._stamp = stamp
            self._names = {
                "actor": self.actor, "target": self.target, "place": self.place, "card": self.card, "player": self.player,
                "amount": self.amount, "deed": self, **self.data,
            }  # fmt: skip
        return self._names.copy()


class Reaction(NamedTuple):
    """A card and the ability with which it reacts."""

    card: str
    ability: Ability

    @property
    def option(self) -> str:
        return f"react {self.card} {self.ability.key}"


class Timing(Protocol):
    """What a game says about its windows."""

    rules_of_reacting: tuple[str, ...]  # who may or must react
    rules_of_order: tuple[str, ...]  # in which order several reactions resolve
    rules_of_waiting: tuple[str, ...]  # why somebody who waits does not react

    def waiting(self, table: Table, moment: str) -> Sequence[tuple[str, Ability]]:
        """Every (card, ability) of this match that waits for the moment."""

    def listening(self, table: Table, card: str, ability: Ability) -> bool:
        """Is the card where the ability works?"""

    def clauses(self, table: Table, card: str, ability: Ability, deed: Deed) -> Iterator[Clause]:
        """Every condition that keeps this reaction from being used now."""

    def reactor(self, table: Table, card: str) -> str | None:
        """The player who decides for a card; None for a card of no player, which must react."""

    def priority(self, table: Table) -> Sequence[str]:
        """The players in the order in which they may react."""

    def orderer(self, table: Table) -> str:
        """Who orders compulsory reactions."""

    def compulsory_first(self, table: Table) -> bool:
        """Do cards of no player react before the players do?"""

    def declared_together(self, table: Table) -> bool:
        """Do all players say what they use before anything resolves?"""

    def declare(self, table: Table, reaction: Reaction, deed: Deed) -> Generator[Choice, str, Any]:
        """Pay for a reaction and lay it on the table; returns what `resolve` needs, or None when it came to nothing."""

    def resolve(self, table: Table, reaction: Reaction, deed: Deed, declared: Any) -> Generator[Choice, str, None]:
        """Carry out a declared reaction."""


Declared = list[tuple[Reaction, Any]]
MAX_NESTING = 12
MAX_REACTIONS = 100  # to one thing, with all that they set off


def react(table: Table, moment: str, deed: Deed, timing: Timing, only_declare: bool = False) -> Generator[Choice, str, Declared]:
    """Open a window: compulsory reactions, then the players in turn until all decline.

    With `only_declare` nothing resolves yet; the caller gets the declared reactions and resolves them later.
    """
    waiting = timing.waiting(table, moment)
    if not table.nesting:
        table.reacted = 0
    # cards that set each other off for ever are stopped
    if not waiting or table.nesting >= MAX_NESTING or table.reacted >= MAX_REACTIONS:
        return []
    table.nesting += 1
    try:
        return (yield from _window(table, moment, deed, timing, waiting, only_declare))
    finally:
        table.nesting -= 1


def _window(
    table: Table, moment: str, deed: Deed, timing: Timing, waiting: Sequence[tuple[str, Ability]], only_declare: bool
) -> Generator[Choice, str, Declared]:
    used: list[Reaction] = []
    deed.moment = moment
    declared: Declared = []
    together = only_declare or timing.declared_together(table)

    ready: list[tuple[str | None, Reaction]] | None = None  # looked up once, and again after each reaction

    def usable(player: str | None) -> list[Reaction]:
        nonlocal ready
        if ready is None:
            ready = [
                (None if ability.words.get("forced") else timing.reactor(table, card), Reaction(card, ability))
                for card, ability in waiting
                if timing.listening(table, card, ability)
                and (card, ability) not in used
                and next(timing.clauses(table, card, ability, deed), None) is None
            ]
        return [reaction for reactor, reaction in ready if reactor == player]

    def use(reaction: Reaction) -> Generator[Choice, str, None]:
        nonlocal ready
        ready = None
        used.append(reaction)
        table.reacted += 1
        paid = yield from timing.declare(table, reaction, deed)
        if paid is not None:
            if together:
                declared.append((reaction, paid))
            else:
                yield from timing.resolve(table, reaction, deed, paid)

    def compulsory() -> Generator[Choice, str, None]:
        while not deed.cancelled and (must := usable(None)):
            reaction = must[0]
            if len(must) > 1:
                options = [r.option for r in must]
                answer = yield Choice(timing.orderer(table), f"{moment}: which first", options, rules=timing.rules_of_order)
                reaction = next(r for r in must if r.option == answer)
            yield from use(reaction)

    if timing.compulsory_first(table):
        yield from compulsory()
    elif usable(None):
        together = True  # one player orders the compulsory and the chosen ones alike
    players = list(timing.priority(table))
    asking = players.copy()
    while asking and not deed.cancelled:
        player = asking.pop(0)
        mine = usable(player)
        if not mine:
            continue
        options = [*(r.option for r in mine), "decline"]
        several = used or len(mine) > 1  # whether others could react may be their secret
        rules = timing.rules_of_reacting + timing.rules_of_order if several else timing.rules_of_reacting
        about = deed.data.get("about") or deed.target or deed.card or deed.actor or deed.player or ""
        answer = yield Choice(player, f"React: {moment} {about}".strip(), options, rules=rules)
        if answer != "decline":
            yield from use(next(r for r in mine if r.option == answer))
            place = players.index(player)
            asking = players[place + 1 :] + players[: place + 1]
    if not timing.compulsory_first(table):
        yield from compulsory()
    if table.tracing:
        _tell_near_misses(table, moment, deed, timing, waiting, used)
    if only_declare:
        return declared
    while declared:  # declared together, resolved in the order the active player likes
        index = 0
        if len(declared) > 1:
            options = [reaction.option for reaction, _ in declared]
            answer = yield Choice(timing.orderer(table), f"{moment}: which first", options, rules=timing.rules_of_order)
            index = options.index(answer)
        reaction, paid = declared.pop(index)
        if not deed.cancelled:
            yield from timing.resolve(table, reaction, deed, paid)
    return []


def _tell_near_misses(
    table: Table, moment: str, deed: Deed, timing: Timing, waiting: Sequence[tuple[str, Ability]], used: list[Reaction]
) -> None:
    near = []
    for card, ability in waiting:
        if (card, ability) in used or not timing.listening(table, card, ability):
            continue
        why = list(timing.clauses(table, card, ability, deed)) or [Clause(timing.rules_of_reacting[0], "passed")]
        near.append((card, ability.key, tuple(why)))
    if near:
        table.log("window", to=deed.target, rules=timing.rules_of_waiting, moment=moment, near=tuple(near))
