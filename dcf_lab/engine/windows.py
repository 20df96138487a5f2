"""Timing: deeds that are about to be done, and the windows in which cards may react to them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.dice import pick
from dcf_lab.engine.game import Choice, Clause, Procedure, Refusal, legal
from dcf_lab.engine.table import Part, Table, face


class Deed:
    """Something about to be done. Reactions may change its parts or cancel it, and leave word in its data."""

    __slots__ = (
        "kind", "actor", "target", "place", "card", "player", "parts",
        "cancelled", "data", "event", "moment", "_names", "_stamp",
    )  # fmt: skip

    def __init__(
        self, kind: str, actor: str | None = None, target: str | None = None, place: str | None = None,
        card: str | None = None, player: str | None = None, parts: Sequence[Part] = (), **data: Any,
    ) -> None:  # fmt: skip
        self.kind = kind
        self.actor = actor
        self.target = target
        self.place = place
        self.card = card
        self.player = player
        self.parts = list(parts)
        self.cancelled = False
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


class Timing:
    """What a game says about when abilities work and who reacts when; it writes only the answers that differ from these."""

    rules_of_reacting: tuple[str, ...] = ()  # who may or must react
    rules_of_order: tuple[str, ...] = ()  # in which order several reactions resolve
    rules_of_waiting: tuple[str, ...] = ()  # why somebody who waits does not react

    # abilities

    def works(self, table: Table, card: str, ability: Ability) -> bool:
        """Is this ability in force where the card lies? It is not on the face that lies down."""
        return ability in face(table, card).abilities

    def concerns(self, table: Table, card: str, ability: Ability, subject: str | None) -> bool:
        """Does the ability speak to this card or player?"""
        return True

    def controller(self, table: Table, card: str) -> str | None:
        """The player who decides for a card; None for a card of no player, which must react."""
        return None

    def active_player(self, table: Table) -> str:
        """Whose turn it is."""
        return table.facts.get("turn") or table.rules.players[0]

    def chooser(self, table: Table, player: str | None, affected: str | None = None) -> str:
        """Who makes the choices of a card of this player, or of no player, that affects somebody."""
        return player or self.active_player(table)

    def kind_of_part(self, table: Table, card: str) -> str:
        """How what a constant ability of this card adds to a value is called."""
        return "constant"

    # windows

    def waiting(self, table: Table, moment: str) -> Sequence[tuple[str, Ability]]:
        """Every (card, ability) of this match that waits for the moment."""
        return table.rules.library.abilities("reaction").get(moment, ())

    def opens(self, table: Table, moment: str, deed: Deed) -> bool:
        """Need the window be opened? Where mostly nobody can react, a game may see that sooner."""
        return True

    def listening(self, table: Table, card: str, ability: Ability) -> bool:
        """Is the card where the ability can be used as a reaction?"""
        return self.works(table, card, ability)

    def clauses(self, table: Table, card: str, ability: Ability, deed: Deed) -> Iterator[Clause]:
        """Every condition that keeps this reaction from being used now."""
        if ability.condition is not None and not ability.condition(table, self.names(table, card, deed)):
            yield Clause(_first_of(self.rules_of_waiting), f"its condition does not hold: {ability.raw['if']}")

    def may_react(self, table: Table, card: str, ability: Ability, deed: Deed) -> bool:
        """Is there no such condition? For those who want no reasons."""
        return legal(self.clauses(table, card, ability, deed))

    def priority(self, table: Table, deed: Deed) -> Sequence[str]:
        """The players in the order in which they may react: the one whose turn it is, and on round the table."""
        players = table.rules.players
        first = players.index(self.active_player(table))
        return players[first:] + players[:first]

    def orderer(self, table: Table, card: str | None, deed: Deed) -> str:
        """Who says when a compulsory reaction of this card comes, or 'chance'; without a card, who orders everybody's."""
        return self.chooser(table, self.controller(table, card) if card is not None else None)

    def compulsory_first(self, table: Table) -> bool:
        """Do compulsory reactions come before those that players choose?"""
        return True

    def declared_together(self, table: Table) -> bool:
        """Do all players say what they use before anything resolves?"""
        return False

    def declare(self, table: Table, reaction: Reaction, deed: Deed) -> Generator[Choice, str, Any]:
        """Pay for a reaction and lay it on the table; returns what `resolve` needs, or None when it came to nothing."""
        card, ability = reaction
        return table.log("react", by=self.controller(table, card) or card, to=deed.target, rules=self.rules_of_reacting,
                         card=card, ability=ability.key, moment=deed.moment)  # fmt: skip
        yield

    def resolve(self, table: Table, reaction: Reaction, deed: Deed, declared: Any) -> Generator[Choice, str, None]:
        """Carry out a declared reaction."""
        with table.because(declared):
            yield from run_lines(table, reaction.ability.lines, self.names(table, reaction.card, deed))

    def names(self, table: Table, card: str, deed: Deed) -> dict[str, Any]:
        """What the text of a card that reacts to this deed speaks of."""
        return {"this": card, "you": self.controller(table, card), **deed.names()}


def _first_of(rules: Sequence[str]) -> str:
    return rules[0] if rules else ""


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


def react(table: Table, moment: str, deed: Deed, only_declare: bool = False) -> Generator[Choice, str, Declared]:
    """Open a window on a deed: compulsory reactions, then the players in turn until all decline.

    With `only_declare` nothing resolves yet; the caller gets the declared reactions and resolves them later.
    """
    timing = table.rules.timing
    if not timing.opens(table, moment, deed):
        return []
    waiting = timing.waiting(table, moment)
    if not table.nesting:
        table.reacted = 0
    # cards that set each other off for ever are stopped
    if not waiting or table.nesting >= MAX_NESTING or table.reacted >= MAX_REACTIONS:
        return []
    table.nesting += 1
    try:
        return (yield from Window(table, moment, deed, waiting, only_declare).run())
    finally:
        table.nesting -= 1


class Window:
    """The time in which cards may react to a deed, step by step."""

    __slots__ = ("table", "moment", "deed", "timing", "waiting", "only_declare", "together", "used", "declared", "ready")

    def __init__(self, table: Table, moment: str, deed: Deed, waiting: Sequence[tuple[str, Ability]], only_declare: bool) -> None:
        self.table = table
        self.moment = deed.moment = moment
        self.deed = deed
        self.timing = table.rules.timing
        self.waiting = waiting
        self.only_declare = only_declare
        self.together = only_declare or self.timing.declared_together(table)
        self.used: list[Reaction] = []
        self.declared: Declared = []  # what has yet to resolve
        # who may use what: looked up once, and again after each reaction
        self.ready: list[tuple[str | None, Reaction]] | None = None

    def run(self) -> Generator[Choice, str, Declared]:
        for step in self.STEPS:
            yield from step(self)
        return self.declared

    def compulsory_first(self) -> Procedure:
        """What must react does so before the players do, or one player orders the compulsory and the chosen ones alike."""
        if self.timing.compulsory_first(self.table):
            yield from self._compulsory()
        elif self._usable(None):
            self.together = True

    def players_in_turn(self) -> Procedure:
        """Each player may react; after a reaction the others are asked again, until all have declined."""
        players = list(self.timing.priority(self.table, self.deed))
        asking = players.copy()
        while asking and not self.deed.cancelled:
            player = asking.pop(0)
            if not (mine := self._usable(player)):
                continue
            options = [*(r.option for r in mine), "decline"]
            answer = yield Choice(
                player, self._prompt(), options, rules=self._rules(mine), refused=partial(self._refused, player)
            )
            if answer != "decline":
                yield from self._use(next(r for r in mine if r.option == answer))
                place = players.index(player)
                asking = players[place + 1 :] + players[: place + 1]

    def compulsory_last(self) -> Procedure:
        """What must react and has not done so first."""
        if not self.timing.compulsory_first(self.table):
            yield from self._compulsory()

    def resolve_declared(self) -> Procedure:
        """What was declared together resolves in the order that one player likes."""
        if self.table.tracing:
            self._tell_near_misses()
        while self.declared and not self.only_declare:
            reactions = [reaction for reaction, _ in self.declared]
            first = yield from self._first(self.timing.orderer(self.table, None, self.deed), reactions)
            reaction, paid = self.declared.pop(reactions.index(first))
            if not self.deed.cancelled:
                yield from self.timing.resolve(self.table, reaction, self.deed, paid)

    STEPS = (compulsory_first, players_in_turn, compulsory_last, resolve_declared)

    def _usable(self, player: str | None) -> list[Reaction]:
        """What a player may use now; of None, what must react."""
        if self.ready is None:
            table, timing, deed = self.table, self.timing, self.deed
            self.ready = [
                (None if ability.words.get("forced") else timing.controller(table, card), Reaction(card, ability))
                for card, ability in self.waiting
                if timing.listening(table, card, ability)
                and (card, ability) not in self.used
                and timing.may_react(table, card, ability, deed)
            ]
        return [reaction for who, reaction in self.ready if who == player]

    def _use(self, reaction: Reaction) -> Procedure:
        self.ready = None
        self.used.append(reaction)
        self.table.reacted += 1
        paid = yield from self.timing.declare(self.table, reaction, self.deed)
        if paid is not None:
            if self.together:
                self.declared.append((reaction, paid))
            else:
                yield from self.timing.resolve(self.table, reaction, self.deed, paid)

    def _compulsory(self) -> Procedure:
        """Each player orders their own, in the order in which players may react."""
        while not self.deed.cancelled and (must := self._usable(None)):
            if len(must) == 1:
                yield from self._use(must[0])
                continue
            whose = [self.timing.orderer(self.table, reaction.card, self.deed) for reaction in must]
            player = next((p for p in self.timing.priority(self.table, self.deed) if p in whose), whose[0])
            mine = [reaction for reaction, who in zip(must, whose, strict=True) if who == player]
            yield from self._use((yield from self._first(player, mine)))

    def _first(self, player: str, reactions: Sequence[Reaction]) -> Generator[Choice, str, Reaction]:
        """Which of several reactions comes first, as a player or chance says; of equal ones nobody is asked."""
        options: dict[str, Reaction] = {reaction.option: reaction for reaction in one_of_each(self.table, reactions)}
        answer = next(iter(options))
        prompt, rules = f"{self.moment}: which first", self.timing.rules_of_order
        if len(options) > 1 and player == "chance":
            answer = yield from pick(self.table, prompt, list(options), rules)
        elif len(options) > 1:
            answer = yield Choice(player, prompt, list(options), rules=rules)
        return options[answer]

    def _prompt(self) -> str:
        deed = self.deed
        about = deed.data.get("about") or deed.target or deed.card or deed.actor or deed.player or ""
        return f"React: {self.moment} {about}".strip()

    def _rules(self, mine: Sequence[Reaction]) -> tuple[str, ...]:
        several = self.used or len(mine) > 1  # whether others could react may be their secret
        return self.timing.rules_of_reacting + self.timing.rules_of_order if several else self.timing.rules_of_reacting

    def _refused(self, player: str) -> Iterator[Refusal]:
        """This player's own cards that wait for the moment and may not react, with all reasons."""
        table, timing = self.table, self.timing
        for reaction in (Reaction(card, ability) for card, ability in self.waiting):
            forced = reaction.ability.words.get("forced")
            if forced or timing.controller(table, reaction.card) != player or not timing.listening(table, *reaction):
                continue
            clauses = tuple(timing.clauses(table, *reaction, self.deed))
            if reaction in self.used:
                clauses = (Clause(_first_of(timing.rules_of_waiting), "it has reacted to this already"), *clauses)
            if clauses:
                yield Refusal(reaction.option, clauses)

    def _tell_near_misses(self) -> None:
        table, timing, deed = self.table, self.timing, self.deed
        near = []
        for card, ability in self.waiting:
            if (card, ability) in self.used or not timing.listening(table, card, ability):
                continue
            passed = Clause(_first_of(timing.rules_of_reacting), "it was not wanted")
            near.append((card, ability.key, tuple(timing.clauses(table, card, ability, deed)) or (passed,)))
        if near:
            table.log("window", to=deed.target, rules=timing.rules_of_waiting, moment=self.moment, near=tuple(near),
                      actor=deed.actor, about=deed.card, player=deed.player, place=deed.place)  # fmt: skip


def one_of_each(table: Table, waiting: Sequence[Any], singled_out: Collection[str] = ()) -> list[Any]:
    """Cards' abilities that wait to resolve, without those that are equal in every respect to an earlier one.

    Cards of which something is known that the table does not say are singled out: they are like no other.
    """
    kept: list[Any] = []
    for one in waiting:
        alone = one.card in singled_out
        if alone or not any(
            one.ability.key == other.ability.key and other.card not in singled_out and table.alike(one.card, other.card)
            for other in kept
        ):
            kept.append(one)
    return kept
