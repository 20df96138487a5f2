"""Attacks and Defenses: who is attacked, who avoids it and with what, and who is hit (Attacks and Defenses)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.verbs import Line, run_lines
from dcf_lab.engine.game import Choice, Clause, Procedure
from dcf_lab.engine.table import Cause
from dcf_lab.engine.windows import Deed, Reaction, Timing, react
from dcf_lab.games.deckbuilders.arguments import arguments
from dcf_lab.games.deckbuilders.box import WEAKNESSES, Table, active, assisting, cites, controls, holder, playing
from dcf_lab.games.deckbuilders.effects import later
from dcf_lab.games.deckbuilders.taking import destroy, discard, gain_weaknesses

MOMENT = "when attack"
OWED = "weaknesses owed"  # to each victim of an Attack, where they are handed out in rounds


def attack(
    table: Table, lines: Sequence[Line], card: str, attacker: str | None, victims: Sequence[str], names: dict[str, Any],
    *, together: bool = False, kind: str = "attack",
) -> Generator[Choice, str, tuple[str, ...]]:  # fmt: skip
    """Each victim may avoid it, and those who do not are hit: when all have decided, or one by one; returns who was hit.

    An Attack that makes players deal with each other is carried out `together`, for all who did not avoid it.
    """
    defended: dict[str, int] = {}  # player -> how many Defenses; and each that was shown
    usable = _defenses_held(table)
    hit: list[str] = []
    window = table.ruling("attack_window")
    at_once = not together and (window == "C" or (window == "A" and table.box.edition.one_by_one))
    if table.rules.readings.get("weakness_shortage") == "B" and not together:
        table.passing[OWED] = {}
    bound: dict[str, tuple[str, ...]] = {}  # what the lines have found of each victim, for what the card says afterwards
    events: dict[str, int] = {}
    words = [kind, "one by one" if at_once else "all first"]
    if together:
        words.append("together")
    if len(victims) > 1:
        words.append("in order")
    if kind == "first appearance":
        words += [f"appear {table.box.id[card]}", *(["one side appears"] if "two stacks" in table.rules.settings else [])]
    elif attacker is not None and table.box.partners[attacker]:
        words.append("spare partner")
    for victim in victims:
        deed = Deed(kind, actor=card, card=card, player=victim, attacker=_attacker(table, attacker), defended=defended)
        deed.data["usable"] = usable
        deed.data["idle"] = table.log_on and _does_nothing(table, lines, {**names, "victim": victim})
        deed.event = events[victim] = table.log("attack", by=card, to=victim, rules=cites(table, *words), attacker=attacker)
        with table.because(deed.event):
            yield from react(table, MOMENT, deed)
        if deed.cancelled:
            continue
        hit.append(victim)
        if at_once:
            yield from _hits(table, lines, {**names, "victim": victim}, bound, deed.event)
    if together:
        if hit:
            yield from _hits(table, lines, {**names, "victims": tuple(hit)}, bound, events[hit[0]])
    elif not at_once:
        for victim in hit:
            yield from _hits(table, lines, {**names, "victim": victim}, bound, events[victim])
    if owed := table.passing.pop(OWED, None):
        yield from _weaknesses_in_rounds(table, owed, events)
    names.update(bound)
    if attacker is not None and victims:
        after = Deed("attack", card=card, player=attacker, amount_hit=len(hit), hit=tuple(hit))
        after.event = events[victims[0]]
        later(table, "after attack", after)
    return tuple(hit)


def _attacker(table: Table, attacker: str | None) -> str | None:
    """Who counts as the attacker for a Defense; of a First Appearance nobody, or who has just ended the turn (no_attacker)."""
    if attacker is None and table.rules.readings.get("no_attacker") == "B":
        found: str | None = table.facts.get("turn")
        return found
    return attacker


def _defenses_held(table: Table) -> frozenset[str] | None:
    """The Defenses that may be used, where those drawn during an Attack may not (ruling cnf_defense_drawn); None: all."""
    if table.rules.readings.get("cnf_defense_drawn") != "B":
        return None
    return frozenset(card for player in table.rules.players for card in table.zone(player, "hand"))


def _does_nothing(table: Table, lines: Sequence[Line], names: dict[str, Any]) -> bool:
    """Would an Attack come to nothing for want of a Weakness, of a card in hand, or of one that it asks for?"""
    line = lines[0]
    if line.condition is not None and not line.condition(table, names):
        return False
    if line.verb == "weakness":
        return not table.zone(*WEAKNESSES)
    if line.verb == "discard":
        return not table.zone(names["victim"], "hand")
    return line.verb == "choose" and "top" not in line.args and not arguments.candidates(table, line, names)


def _hits(table: Table, lines: Sequence[Line], names: dict[str, Any], bound: dict[str, tuple[str, ...]], event: int) -> Procedure:
    known = set(names)
    with table.because(event):
        yield from run_lines(table, tuple(lines), names)
    gather(names, known, bound)


def _weaknesses_in_rounds(table: Table, owed: dict[str, int], events: dict[str, int]) -> Procedure:
    """Each victim gains one Weakness after the other until all have theirs or none is left (ruling weakness_shortage)."""
    while any(owed.values()):
        for victim in [one for one, number in owed.items() if number]:
            with table.because(events[victim]):
                if (yield from gain_weaknesses(table, victim, 1)):
                    owed[victim] -= 1
                else:
                    owed[victim] = 0


def gather(names: dict[str, Any], known: set[str], bound: dict[str, tuple[str, ...]]) -> None:
    """Lines that are carried out for one player after the other: all the cards that each time go by a name."""
    for word, found in names.items():
        if (word not in known or word == "looked at") and isinstance(found, tuple):
            bound[word] = bound.get(word, ()) + found


class FamilyTiming(Timing):
    """Only who is attacked defends, or a partner, with a card in hand; one card protects one player."""

    def __init__(self, rules: dict[str, tuple[str, ...]]) -> None:
        self.rules_of_reacting = rules.get("defend", ())
        self.rules_of_waiting = rules.get("defend", ())

    def waiting(self, table: Table, moment: str) -> Sequence[tuple[str, Ability]]:
        defenses = table.box.defenses
        return [
            (card, ability)
            for player in table.rules.players
            for card in table.zones.get((player, "hand"), ()) if card in defenses
            for ability in defenses[card]
        ]  # fmt: skip

    def opens(self, table: Table, moment: str, deed: Deed) -> bool:
        """Nobody need be asked who has no Defense in hand."""
        return table.tracing or any(self._holds_defense(table, player) for player in self.priority(table, deed))

    def _holds_defense(self, table: Table, player: str) -> bool:
        return not table.box.defense_cards.isdisjoint(table.zones.get((player, "hand"), ()))

    def controller(self, table: Table, card: str | None) -> str | None:
        return holder(table, card) if card is not None else None

    def active_player(self, table: Table) -> str:
        return active(table) or table.facts.get("turn") or table.rules.players[0]

    def chooser(self, table: Table, player: str | None, affected: str | None = None) -> str:
        if assisting(table) is not None and (player is None or player == active(table)):
            return controls(table, player or self.active_player(table))
        return player or affected or self.active_player(table)

    def listening(self, table: Table, card: str, ability: Ability) -> bool:
        return any(card in table.zones.get((player, "hand"), ()) for player in table.rules.players)

    def priority(self, table: Table, deed: Deed) -> Sequence[str]:
        """The attacked player, then partners."""
        assert deed.player is not None
        partners = table.box.partners[deed.player]
        return [deed.player, *(one for one in partners if playing(table, one))]

    def clauses(self, table: Table, card: str, ability: Ability, deed: Deed) -> Iterator[Clause]:
        player = self.controller(table, card)
        assert deed.player is not None
        if player != deed.player and player not in table.box.partners[deed.player]:
            yield Clause(cites(table, "defend self")[0], "a Defense protects only the player who uses it")
        if player is not None and deed.data["defended"].get(player, 0) and not self.several(table):
            yield Clause(cites(table, "one defense")[0], "a player uses one Defense against one Attack")
        if deed.data["defended"].get(card, 0):
            yield Clause(cites(table, "show defense")[0], "it has been shown against this Attack already")
        if deed.data["usable"] is not None and card not in deed.data["usable"]:
            yield Clause(cites(table, "defend again")[0], "it was drawn during this Attack")
        if "discard a card" in ability.pay and player is not None and not table.zone(player, "hand"):
            yield Clause(cites(table, "defend")[0], "there is no card to discard for it")

    def several(self, table: Table) -> bool:
        """May one player use several Defenses against one Attack?"""
        if table.box.edition.two_defenses:
            return True
        return bool(any(table.box.partners.values())) and table.rules.readings.get("team_defense_limit") == "B"

    def declare(self, table: Table, reaction: Reaction, deed: Deed) -> Generator[Choice, str, Any]:
        card, ability = reaction
        player = self.controller(table, card)
        assert player is not None
        words = ["defend", "defend partner" if player != deed.player else "defend self"]
        if deed.kind == "patrol attack":
            words.append("defend on patrol")
        if deed.data.get("idle"):
            words.append("defend against nothing")
        if deed.data["defended"].get(player):
            words.append("defend again")
        words.append(f"defend with {table.box.id[card]}")
        event = table.log("react", by=player, to=deed.player, rules=cites(table, *words), card=card, ability=ability.key,
                          moment=deed.moment, causes=[Cause("triggered by", deed.event)])  # fmt: skip
        deed.data["defended"][player] = deed.data["defended"].get(player, 0) + 1
        with table.because(event):
            for price in ability.pay:
                yield from self._pays(table, price, card, player, deed.data["defended"])
        return event

    def _pays(self, table: Table, price: str, card: str, player: str, defended: dict[str, int]) -> Procedure:
        """What a Defense asks for: it is discarded, or shown and kept, or something else is."""
        if price == "show this" or (price == "discard this" and arrives_later(table)):
            table.log("reveal", by=player, rules=cites(table, "show defense"), cards=(card,), area="hand", whose=player,
                      number=1, top=False)  # fmt: skip
            defended[card] = 1
        elif price == "discard this":
            discard(table, card, cites(table, "discard defense"))
        elif price == "discard a card":
            hand = table.zone(player, "hand")
            answer = yield Choice(
                player, "Discard a card", [f"discard {one}" for one in hand], rules=cites(table, "discard defense")
            )
            paid = answer.removeprefix("discard ")
            if paid != card:  # then this one is only shown
                yield from self._pays(table, "show this", card, player, defended)
            discard(table, paid, cites(table, "discard defense"))
        else:  # discard this, or destroy a Vulnerability in hand or discard pile
            box = table.box
            weak = [one for area in ("hand", "discard") for one in table.zone(player, area) if box.id[one] == "vulnerability"]
            table.log("reveal", by=player, rules=cites(table, "show defense"), cards=(card,), area="hand", whose=player,
                      number=1, top=False)  # fmt: skip
            options = [f"discard {card}", *(f"destroy {one}" for one in weak)]
            answer = yield Choice(player, f"{box.name[card]}: what is paid", options, rules=cites(table, "show defense"))
            word, _, paid = answer.partition(" ")
            if word == "discard":
                discard(table, paid, cites(table, "discard defense"))
            else:
                destroy(table, paid, player)

    def resolve(self, table: Table, reaction: Reaction, deed: Deed, declared: Any) -> Generator[Choice, str, None]:
        with table.because(declared):
            avoided = table.log("avoid", by=deed.player, to=deed.card, rules=cites(table, "avoid"), card=reaction.card,
                                causes=[Cause("prevented by", deed.event)])  # fmt: skip
            deed.cancelled = True
        with table.because(avoided if avoided >= 0 else declared):
            player = declared_by(table, reaction.card, deed)
            names = {**deed.names(), "this": reaction.card, "you": player}
            yield from run_lines(table, reaction.ability.lines, names)
            if arrives_later(table) and "discard this" in reaction.ability.pay and reaction.card in table.zone(player, "hand"):
                discard(table, reaction.card, cites(table, "discard defense"))


def arrives_later(table: Table) -> bool:
    """Does a Defense that is discarded reach the discard pile only after its effect (ruling defense_before_draw)?"""
    return table.rules.readings.get("defense_before_draw") == "B"


def declared_by(table: Table, card: str, deed: Deed) -> str:
    """The player who used a Defense: the one whose card it is, wherever it lies by now."""
    found = holder(table, card)
    assert found is not None or deed.player is not None
    return found or str(deed.player)
