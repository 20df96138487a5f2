"""When abilities work: constant ones, reactions and their windows, blanks and prohibitions."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from dcf_lab.engine.cards import Ability
from dcf_lab.engine.game import Choice, Clause
from dcf_lab.engine.table import Part, Table
from dcf_lab.engine.verbs import run_lines
from dcf_lab.engine.windows import Deed, Reaction
from dcf_lab.engine.windows import react as open_window
from dcf_lab.games.dc_forever.box import (
    HERO,
    MASTER_PLAN,
    OTHER_SIDE,
    ROGUE,
    active_player,
    controller,
    has_character,
    in_play,
    is_exhausted,
    is_swayed,
    name_of,
    owner,
    place_of,
    players_of,
    side_of,
)


def works(table: Table, card: str, ability: Ability) -> bool:
    """Is this ability in force where the card lies? (Unaligned thresholds, blanks, completed and faceup Schemes)"""
    if (card, "blank") in table.marks:
        return False
    kind = table.box.kind[card]
    if kind == "scheme":
        if not scheme_works(table, card, ability):
            return False
    elif (card, "in play") not in table.links:
        return False
    if "threshold" in ability.amounts:
        return table.counts.get((card, "citizens"), 0) >= ability.amounts["threshold"](table, {"this": card})
    if kind in ("asset", "minion") and table.ruling("passives_of_absent") == "B":
        return (table.box.of[card], "in play") in table.links
    return True


def scheme_works(table: Table, card: str, ability: Ability) -> bool:
    """A Scheme's ability works faceup on the table or faceup in the Master Plan, as it says (Glossary: Scheme)."""
    state = ability.words.get("while")
    if state == "faceup":
        return in_play(table, card) and (card, "faceup") in table.marks
    if state == "completed":
        if card not in table.zones.get(MASTER_PLAN, ()) or (card, "faceup") not in table.marks:
            return False
        of = table.box.of[card]
        return table.ruling("masterplan_after_capture") == "A" or (of, "in play") in table.links
    return True  # 'when completed' effects are called by name


def concerns(table: Table, card: str, ability: Ability, subject: str | None) -> bool:
    """Does a two-sided or swayed card's ability speak to this character or player?"""
    side = ability.words.get("side")
    subject_side = _side(table, subject)
    if side is not None and subject_side != side:
        return False
    if table.box.kind[card] == "location" and table.ruling("location_text_scope") == "B":
        return subject is None or place_of(table, subject) == card
    return not (subject_side == ROGUE and ignores_rogues(table, card))


def ignores_rogues(table: Table, card: str) -> bool:
    """Abilities of a swayed character ignore Rogues (Glossary: Swayed)."""
    return is_swayed(table, card)


def _side(table: Table, subject: str | None) -> str | None:
    if subject is None:
        return None
    if subject in table.rules.library:
        return table.box.side[subject]
    return side_of(subject)


def constants(table: Table, word: str, it: str, **names: Any) -> Iterator[tuple[str, Ability, int]]:
    """Every constant ability in force that speaks of this word for `it`, with its amount."""
    for card, ability in table.box.constants.get(word, ()):
        if works(table, card, ability) and concerns(table, card, ability, it):
            known = {"this": card, "it": it, "you": controller(table, card), **names}
            if ability.condition is None or ability.condition(table, known):
                add = ability.amounts.get("add")
                yield card, ability, add(table, known) if add else 0


def constant_parts(table: Table, word: str, it: str, **names: Any) -> list[Part]:
    """What constant abilities add to a value, Location bonuses marked as such."""
    if word not in table.box.constants:
        return []
    kind = table.box.kind
    bonus = "modifier" if table.ruling("location_bonus_is_modifier") == "B" else "location bonus"
    return [
        Part(amount, bonus if kind[card] == "location" else "constant", card)
        for card, _, amount in constants(table, word, it, **names)
        if amount
    ]


def allowed(table: Table, word: str, it: str) -> bool:
    """Does some card's text lift a rule for this character? (Golden Rules)"""
    return word in table.box.constants and next(constants(table, word, it), None) is not None


def forbidden(table: Table, word: str, it: str | None, **names: Any) -> str | None:
    """The card whose 'cannot' forbids this, if any (Glossary: Cannot)."""
    if it is None:
        return None
    word = f"cannot {word}"
    mark = table.marks.get((it, word))
    if mark is not None:
        return str(mark[1])
    if word in table.box.constants:
        for card, _, _ in constants(table, word, it, **names):
            return card
    return None


def react(table: Table, moment: str, deed: Deed) -> Generator[Choice, str, None]:
    """Open a reaction window on a deed (Glossary: When, After)."""
    if moment in table.box.reactions:
        yield from open_window(table, moment, deed, TIMING)


class DCForeverTiming:
    """The answers of DC Forever to the engine's questions about windows."""

    rules_of_reacting = ("DCF-R053", "DCF-R057")

    def waiting(self, table: Table, moment: str) -> Sequence[tuple[str, Ability]]:
        return table.box.reactions.get(moment, ())

    def listening(self, table: Table, card: str, ability: Ability) -> bool:
        if table.box.kind[card] == "event":
            holder = owner(table, card)
            return holder is not None and card in table.zones.get((holder, "hand"), ())
        return works(table, card, ability)

    def clauses(self, table: Table, card: str, ability: Ability, deed: Deed) -> Iterator[Clause]:
        subject = deed.actor or deed.player or deed.target
        if not concerns(table, card, ability, subject):
            yield Clause("DCF-R099", f"{name_of(table, card)} does not speak to {name_of(table, subject)}")
        player = controller(table, card)
        known = {"this": card, "you": player, **deed.names()}
        if ability.condition is not None and not ability.condition(table, known):
            yield Clause("DCF-R052", f"its condition does not hold: {ability.raw['if']}")
        if player is not None:
            yield from self._players_clauses(table, card, ability, player)

    def _players_clauses(self, table: Table, card: str, ability: Ability, player: str) -> Iterator[Clause]:
        from dcf_lab.games.dc_forever.legal import payment_clauses

        kind = table.box.kind[card]
        if kind == "event":
            if table.ruling("reaction_needs_character") == "A" and not (
                has_character(table, player, card) or table.rules.library[card].values.get("anyone")
            ):
                yield Clause("DCF-R036", f"{name_of(table, table.box.of[card])} is not in play")
            if table.ruling("reaction_events_in_action_phases") == "B" and table.facts["step"].endswith("action"):
                yield Clause("DCF-R041", "REACTION events are not played in the Plotting and Planning Stages")
        elif kind in (HERO, ROGUE) and table.ruling("reaction_when_exhausted") == "B" and is_exhausted(table, card):
            yield Clause("DCF-R052", f"{name_of(table, card)} is exhausted")
        word, whose = ("play cards", table.box.of[card]) if kind == "event" else ("use abilities", card)
        if (blocker := forbidden(table, word, whose)) is not None:
            yield Clause("DCF-R018", f"{name_of(table, blocker)} forbids it")
        yield from payment_clauses(table, player, card, ability)

    def reactor(self, table: Table, card: str) -> str | None:
        return controller(table, card)

    def priority(self, table: Table) -> Sequence[str]:
        first = active_player(table)
        mine = [p for p in players_of(table, side_of(first)) if p != first]
        others = list(players_of(table, OTHER_SIDE[side_of(first)]))
        if table.ruling("reaction_priority") == "B":
            return [*others, first, *mine]
        return [first, *mine, *others]

    def orderer(self, table: Table) -> str:
        return active_player(table)

    def compulsory_first(self, table: Table) -> bool:
        return table.ruling("mandatory_reaction_order") == "A"

    def declared_together(self, table: Table) -> bool:
        return table.ruling("reaction_priority") == "C"

    def declare(self, table: Table, reaction: Reaction, deed: Deed) -> Generator[Choice, str, Any]:
        """Pay, and lay a REACTION event on the table; others may react to that."""
        from dcf_lab.games.dc_forever.playing import pay_for

        card, ability = reaction
        player = controller(table, card)
        compulsory = player is None or ability.words.get("forced")
        rules = ["DCF-R052", "DCF-R053" if compulsory else "DCF-R014"]
        rules.append("DCF-R055" if deed.moment.startswith("when") else "DCF-R056")
        if not compulsory:
            rules.append("DCF-R054")
        if "threshold" in ability.amounts:
            rules.append("DCF-R095")
        event = table.log(
            "react", by=player or card, to=deed.target, rules=tuple(rules), card=card, ability=ability.key,
            moment=deed.moment,
        )  # fmt: skip
        with table.because(event):
            if player is not None:
                paid = yield from pay_for(table, player, card, ability)
                if paid is None:
                    return None
            if table.box.kind[card] == "event" and player is not None:
                table.log("lay", by=player, to=card, rules=("DCF-R040",))
                table.put(card, (player, "hand"), (player, "played"))
        return event

    def resolve(self, table: Table, reaction: Reaction, deed: Deed, declared: Any) -> Generator[Choice, str, None]:
        from dcf_lab.games.dc_forever.deeds import discard

        card, ability = reaction
        player = controller(table, card)
        names = {"this": card, "you": player, **deed.names()}
        with table.because(declared):
            if table.box.kind[card] == "event" and player is not None:
                laid = Deed("play", actor=table.box.of[card], card=card, player=player)
                laid.event = declared
                later = yield from self._answers_to_play(table, laid)
                if not laid.cancelled:
                    yield from resolve_lines(table, ability, names)
                for nested, paid in later:
                    yield from self.resolve(table, nested, laid, paid)
                if card in table.zones.get((player, "played"), ()):
                    discard(table, card, (player, "played"), rules=("DCF-R040",))
                yield from react(table, "after play", laid)
            else:
                yield from resolve_lines(table, ability, names)

    def _answers_to_play(self, table: Table, laid: Deed) -> Generator[Choice, str, list[tuple[Reaction, Any]]]:
        """A REACTION may itself be reacted to; the newer one resolves first (RULINGS: nested_reactions)."""
        if "when play" not in table.box.reactions:
            return []
        return (yield from open_window(table, "when play", laid, self, table.ruling("nested_reactions") == "B"))


TIMING = DCForeverTiming()


def resolve_lines(table: Table, ability: Ability, names: dict[str, Any], which: str = "lines") -> Any:
    """Carry out an ability's lines; X is worked out first and is 0 when it cannot be (Glossary: X)."""
    if "x" in ability.amounts:
        names["x"] = ability.amounts["x"](table, names) or 0
        table.log("x", to=names["this"], amount=names["x"], rules=("DCF-R020",), parts=[Part(names["x"], "X", names["this"])])
    lines = ability.lines if which == "lines" else ability.after
    done = yield from run_lines(table, lines, names, table.ruling("then_meaning") == "B")
    return done


def chooser(table: Table, player: str | None, affected: str | None = None) -> str:
    """Who makes a card's choices: its player; for a card of no player see RULINGS: neutral_card_choices."""
    if player is not None:
        return player
    if table.ruling("neutral_card_choices") == "B" and affected is not None:
        return affected
    return active_player(table)
