"""Timing: deeds that are about to be done, and the windows in which cards may react to them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.dice import pick
from dcf_lab.engine.game import Choice, Clause, Refusal
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
        stamp = (len(self.parts), self.target, self.place, len(self.data))
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


class _Waits(Protocol):
    @property
    def card(self) -> str: ...

    @property
    def ability(self) -> Ability: ...


Waiting = TypeVar("Waiting", bound=_Waits)


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

    def may_react(self, table: Table, card: str, ability: Ability, deed: Deed) -> bool:
        """Is there no such condition? The same as `not any(clauses)`, for those who want no reasons."""

    def reactor(self, table: Table, card: str) -> str | None:
        """The player who decides for a card; None for a card of no player, which must react."""

    def priority(self, table: Table) -> Sequence[str]:
        """The players in the order in which they may react."""

    def orderer(self, table: Table, card: str | None, deed: Deed) -> str:
        """Who says when a compulsory reaction of this card comes, or 'chance'; without a card, who orders everybody's."""

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


@contextmanager
def setting_off(table: Table) -> Iterator[bool]:
    """Something is about to set off more in the middle of itself: is that so, or has it gone on for too long already?"""
    if not table.nesting:
        table.reacted = 0
    if table.nesting >= MAX_NESTING or table.reacted >= MAX_REACTIONS:
        yield False
        return
    table.nesting += 1
    table.reacted += 1
    try:
        yield True
    finally:
        table.nesting -= 1


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
                and timing.may_react(table, card, ability, deed)
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
        """Each player orders their own, in the order in which players may react."""
        while not deed.cancelled and (must := usable(None)):
            if len(must) == 1:
                yield from use(must[0])
                continue
            whose = [timing.orderer(table, reaction.card, deed) for reaction in must]
            player = next((p for p in timing.priority(table) if p in whose), whose[0])
            mine = [reaction for reaction, who in zip(must, whose, strict=True) if who == player]
            yield from use((yield from _first(table, moment, player, mine, timing)))

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
        refused = partial(_refused, table, deed, timing, waiting, used, player)
        answer = yield Choice(player, f"React: {moment} {about}".strip(), options, rules=rules, refused=refused)
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
        reactions = [reaction for reaction, _ in declared]
        first = yield from _first(table, moment, timing.orderer(table, None, deed), reactions, timing)
        reaction, paid = declared.pop(reactions.index(first))
        if not deed.cancelled:
            yield from timing.resolve(table, reaction, deed, paid)
    return []


def _first(
    table: Table, moment: str, player: str, reactions: Sequence[Reaction], timing: Timing
) -> Generator[Choice, str, Reaction]:
    """Which of several reactions comes first, as a player or chance says; of equal ones nobody is asked."""
    options = {reaction.option: reaction for reaction in one_of_each(table, reactions)}
    answer = next(iter(options))
    if len(options) > 1 and player == "chance":
        answer = yield from pick(table, f"{moment}: which first", list(options), timing.rules_of_order)
    elif len(options) > 1:
        answer = yield Choice(player, f"{moment}: which first", list(options), rules=timing.rules_of_order)
    return options[answer]


def one_of_each(table: Table, waiting: Sequence[Waiting], singled_out: Collection[str] = ()) -> list[Waiting]:
    """Cards' abilities that wait to resolve, without those that are equal in every respect to an earlier one.

    Cards of which something is known that the table does not say are singled out: they are like no other.
    """
    kept: list[Waiting] = []
    for one in waiting:
        alone = one.card in singled_out
        if alone or not any(
            one.ability.key == other.ability.key and other.card not in singled_out and table.alike(one.card, other.card)
            for other in kept
        ):
            kept.append(one)
    return kept


def _refused(
    table: Table, deed: Deed, timing: Timing, waiting: Sequence[tuple[str, Ability]], used: list[Reaction], player: str
) -> Iterator[Refusal]:
    """This player's own cards that wait for the moment and may not react, with all reasons."""
    for reaction in (Reaction(card, ability) for card, ability in waiting):
        forced = reaction.ability.words.get("forced")
        if forced or timing.reactor(table, reaction.card) != player or not timing.listening(table, *reaction):
            continue
        clauses = tuple(timing.clauses(table, *reaction, deed))
        if reaction in used:
            clauses = (Clause(timing.rules_of_waiting[0], "it has reacted to this already"), *clauses)
        if clauses:
            yield Refusal(reaction.option, clauses)


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
        table.log("window", to=deed.target, rules=timing.rules_of_waiting, moment=moment, near=tuple(near),
                  actor=deed.actor, about=deed.card, player=deed.player, place=deed.place)  # fmt: skip
