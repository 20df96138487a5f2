"""Reactions: who may react to what, how it is paid for, and in which order things resolve (Glossary: Reaction, When, After)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.game import Choice, Clause, legal
from dcf_lab.engine.table import name_of
from dcf_lab.engine.windows import Deed, Reaction, Timing, react
from dcf_lab.games.dc_forever.rules import deeds, playing
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    OTHER_SIDE,
    ROGUE,
    Table,
    active_player,
    controller,
    is_exhausted,
    is_swayed,
    owner,
    players_of,
    side_of,
)
from dcf_lab.games.dc_forever.rules.cannot import cannot_clauses, something_is_forbidden
from dcf_lab.games.dc_forever.rules.costs import payment_clauses
from dcf_lab.games.dc_forever.rules.reasons import absence, condition_clauses, forbidden_clauses
from dcf_lab.games.dc_forever.rules.timing import chooser, concerns, constant_rule, follow_place, resolve_lines, works

PLOTTING_AND_PLANNING = ("rogue action", "rogue draw", "hero action")


def rules_of_reacting(table: Table, reaction: Reaction, deed: Deed) -> tuple[str, ...]:
    """Why a card reacts: its player chose to, its text leaves no choice, or it is no player's (Glossary: Reaction)."""
    card, ability = reaction
    if not table.log_on:
        return ()
    if controller(table, card) is None:
        rules = ["DCF-R053"]
        if table.box.kind[card] == "location":
            rules.append("DCF-R131")
    elif ability.words.get("forced"):
        rules = ["DCF-R127"]
    else:
        rules = ["DCF-R052", "DCF-R053", "DCF-R054"]
    if controller(table, card) not in (None, owner(table, card)):
        rules.append("DCF-R137")
    rules.append("DCF-R055" if deed.moment.startswith("when") else "DCF-R056")
    if deed.moment in ("when threaten", "when rescue", "when attack"):
        rules.append("DCF-R069")
    if "threshold" in ability.amounts:
        rules.append("DCF-R095")
    return tuple(rules)


class DCForeverTiming(Timing):
    """The answers of DC Forever to the engine's questions about abilities and windows."""

    rules_of_reacting = ("DCF-R053",)
    rules_of_order = ("DCF-R057",)
    rules_of_waiting = ("DCF-R052",)

    works = staticmethod(works)
    concerns = staticmethod(concerns)
    controller = staticmethod(controller)
    active_player = staticmethod(active_player)
    chooser = staticmethod(chooser)

    def kind_of_part(self, table: Table, card: str) -> str:
        """Location bonuses are marked as such (RULINGS: location_bonus_is_modifier)."""
        if table.box.kind[card] != "location":
            return "constant"
        return "modifier" if table.ruling("location_bonus_is_modifier") == "B" else "location bonus"

    def opens(self, table: Table, moment: str, deed: Deed) -> bool:
        if moment not in table.box.reactions:
            return False
        if table.passing:
            follow_place(table, deed)
        return table.tracing or self._somebody_reacts(table, moment, deed)

    def _somebody_reacts(self, table: Table, moment: str, deed: Deed) -> bool:
        """Could anybody react now? Mostly nobody can, and then no window need be opened."""
        find = table.box
        events = find.events_waiting[moment]
        if events:
            for player in table.rules.players:
                for card in table.zones.get((player, "hand"), ()):
                    if card in events:
                        for ability in events[card]:
                            if self.may_react(table, card, ability, deed):
                                return True
        links = table.links
        known: dict[str, Any] = {}
        for card, ability in find.cards_waiting[moment]:
            holder = links.get((card, "in play"))
            if holder is None and find.kind[card] != "scheme":
                continue
            if ability.condition is not None:  # looked at before the other clauses, because it mostly fails
                known = known or deed.names()
                known["this"] = card
                known["you"] = None if holder == "nobody" else holder or owner(table, card)
                if not ability.condition(table, known):
                    continue
            if works(table, card, ability) and legal(self._other_clauses(table, card, ability, deed)):
                return True
        return False

    def listening(self, table: Table, card: str, ability: Ability) -> bool:
        if (card, "in play") in table.links:
            return works(table, card, ability)
        kind = table.box.kind[card]
        if kind == "event":
            holder = owner(table, card)
            return card in table.zones.get((holder or "", "hand"), ())
        return kind == "scheme" and works(table, card, ability)

    def may_react(self, table: Table, card: str, ability: Ability, deed: Deed) -> bool:
        if ability.condition is not None:  # looked at before the other clauses, because it mostly fails
            known = deed.names()
            known["this"] = card
            known["you"] = controller(table, card)
            if not ability.condition(table, known):
                return False
        return legal(self._other_clauses(table, card, ability, deed))

    def clauses(self, table: Table, card: str, ability: Ability, deed: Deed) -> Iterator[Clause]:
        player = controller(table, card)
        if ability.condition is not None:
            yield from condition_clauses(table, ability, {**deed.names(), "this": card, "you": player}, "DCF-R052")
        yield from self._other_clauses(table, card, ability, deed)

    def _other_clauses(self, table: Table, card: str, ability: Ability, deed: Deed) -> Iterator[Clause]:
        """What keeps a reaction from being used besides its own condition."""
        player = controller(table, card)
        if player is None:
            subject = deed.actor or deed.player or deed.target
            if not concerns(table, card, ability, subject):
                rule = "DCF-R099" if is_swayed(table, card) else constant_rule(table, card)
                yield Clause(rule, f"{name_of(table, card)} does not speak to {name_of(table, subject)}")
        if player is not None:
            yield from self._players_clauses(table, card, ability, player)
        if (card, ability.key) in table.box.forbiddable and something_is_forbidden(table, deed):
            yield from cannot_clauses(table, card, ability, {"this": card, "you": player, **deed.names()})

    def _players_clauses(self, table: Table, card: str, ability: Ability, player: str) -> Iterator[Clause]:
        kind = table.box.kind[card]
        if kind == "event":
            if table.ruling("reaction_needs_character") == "A":
                yield from absence(table, player, card)
            if table.ruling("reaction_events_in_action_phases") == "B" and table.facts["step"] in PLOTTING_AND_PLANNING:
                yield Clause("DCF-R041", "REACTION events are not played in the Plotting and Planning Stages")
        elif kind in (HERO, ROGUE) and table.ruling("reaction_when_exhausted") == "B" and is_exhausted(table, card):
            yield Clause("DCF-R052", f"{name_of(table, card)} is exhausted")
        word, whose = ("play cards", table.box.of[card]) if kind == "event" else ("use abilities", card)
        yield from forbidden_clauses(table, word, whose)
        yield from payment_clauses(table, player, card, ability)

    def priority(self, table: Table, deed: Deed) -> Sequence[str]:
        first = active_player(table)
        mine = [p for p in players_of(table, side_of(first)) if p != first]
        others = list(players_of(table, OTHER_SIDE[side_of(first)]))
        if table.ruling("reaction_priority") == "B":
            return [*others, first, *mine]
        return [first, *mine, *others]

    def orderer(self, table: Table, card: str | None, deed: Deed) -> str:
        """The controller of a card decides when its compulsory effect comes (Attachment Card; RULINGS: neutral_card_choices)."""
        player = controller(table, card) if card is not None else active_player(table)
        if player is None and table.ruling("neutral_card_choices") == "C":
            return "chance"
        affected = deed.target or deed.actor or ""
        return chooser(table, player, controller(table, affected) if affected in table.rules.library else deed.player)

    def compulsory_first(self, table: Table) -> bool:
        return table.ruling("mandatory_reaction_order") == "A"

    def declared_together(self, table: Table) -> bool:
        return table.ruling("reaction_priority") == "C"

    def declare(self, table: Table, reaction: Reaction, deed: Deed) -> Generator[Choice, str, Any]:
        """Pay, and lay a REACTION event on the table; others may react to that."""
        card, ability = reaction
        player = controller(table, card)
        event = table.log(
            "react", by=player or card, to=deed.target, rules=rules_of_reacting(table, reaction, deed), card=card,
            ability=ability.key, moment=deed.moment, actor=deed.actor, about=deed.card, player=deed.player, place=deed.place,
        )  # fmt: skip
        with table.because(event):
            if player is not None and (yield from playing.pay_for(table, player, card, ability)) is None:
                return None
            if table.box.kind[card] == "event" and player is not None:
                table.log("lay", by=player, to=card, rules=(playing.rule_of_playing(table, player, card),))
                table.put(card, (player, "hand"), (player, "played"))
        return event

    def resolve(self, table: Table, reaction: Reaction, deed: Deed, declared: Any) -> Generator[Choice, str, None]:
        card, ability = reaction
        player = controller(table, card)
        names = self.names(table, card, deed)
        with table.because(declared):
            if table.box.kind[card] == "event" and player is not None:
                laid = Deed("play", actor=table.box.of[card], card=card, player=player)
                laid.event = declared
                # a REACTION may itself be reacted to; the newer one resolves first (RULINGS: nested_reactions)
                later = yield from react(table, "when play", laid, table.ruling("nested_reactions") == "B")
                if not laid.cancelled:
                    yield from resolve_lines(table, ability, names)
                for nested, paid in later:
                    yield from self.resolve(table, nested, laid, paid)
                if card in table.zones.get((player, "played"), ()):
                    deeds.discard(table, card, (player, "played"), rules=("DCF-R040",))
                yield from react(table, "after play", laid)
            else:
                yield from resolve_lines(table, ability, names)
        follow_place(table, deed)
