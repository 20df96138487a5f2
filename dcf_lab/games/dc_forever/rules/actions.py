"""Threaten, Rescue, Attack, and the modifiers that go with them (Confrontation Stage; Glossary: Modifiers)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.game import Choice, Clause, Procedure, Refusal, legal, which
from dcf_lab.engine.table import Cause, Event, Part, name_of, printed
from dcf_lab.engine.tally import constant_parts, forbidden
from dcf_lab.engine.windows import Deed, one_of_each, react
from dcf_lab.games.dc_forever.rules.box import (
    OTHER_SIDE,
    ROGUE,
    Table,
    characters_at,
    controller,
    in_play,
    place_of,
    scheme_at,
    side_of,
    unaligned_at,
)
from dcf_lab.games.dc_forever.rules.costs import payment_clauses
from dcf_lab.games.dc_forever.rules.damage import damage
from dcf_lab.games.dc_forever.rules.deeds import discard, move_citizens
from dcf_lab.games.dc_forever.rules.legal import modifier_option, only_as_modifier
from dcf_lab.games.dc_forever.rules.legal_actions import attack_clauses
from dcf_lab.games.dc_forever.rules.playing import pay_for, rules_of_use
from dcf_lab.games.dc_forever.rules.reasons import condition_clauses, forbidden_clauses, whose, working_clauses
from dcf_lab.games.dc_forever.rules.timing import awaited, constant_rule, follow_place, resolve_lines, work_out_x


class Modifier(NamedTuple):
    """A modifier that was played for this action."""

    card: str
    ability: Ability
    event: int

    @property
    def option(self) -> str:
        return f"resolve {self.card}"


def threaten(table: Table, actor: str) -> Procedure:
    """A Rogue claims citizens for the Scheme at its Location (Rogue Provoke Phase: Threaten)."""
    deed = declare(table, "threaten", actor, None, ("DCF-R064", "DCF-R067"))
    with table.because(deed.event):
        yield from react(table, "when threaten", deed)
        if not stopped(table, deed):
            played = yield from play_modifiers(table, "threaten", deed)
            add_up(table, "threaten", deed, played)
            yield from react(table, "when claim", deed)
            follow_place(table, deed)
            place = deed.place
            scheme = scheme_at(table, place)
            if scheme is not None and place is not None and in_play(table, actor):
                deed.data["claimed"] = yield from move_citizens(
                    table, place, scheme, deed.amount, "threaten", actor, ("DCF-R068", *added_rules(table, deed)), deed.parts
                )
            yield from resolve_extras(table, deed, played)
            yield from react(table, "after threaten", deed)


def rescue(table: Table, actor: str) -> Procedure:
    """A Hero claims citizens for Sanctuary from its Location (Hero Oppose Phase: Rescue)."""
    deed = declare(table, "rescue", actor, None, ("DCF-R064" if table.box.side[actor] == ROGUE else "DCF-R065", "DCF-R070"))
    with table.because(deed.event):
        yield from react(table, "when rescue", deed)
        if not stopped(table, deed):
            played = yield from play_modifiers(table, "rescue", deed)
            add_up(table, "rescue", deed, played)
            yield from react(table, "when claim", deed)
            follow_place(table, deed)
            if deed.place is not None and in_play(table, actor):
                deed.data["claimed"] = yield from take_to_sanctuary(table, deed.place, deed)
            yield from resolve_extras(table, deed, played)
            yield from react(table, "after rescue", deed)


def attack(table: Table, actor: str, target: str) -> Procedure:
    """A character damages another at its Location (Rogue Provoke Phase and Hero Oppose Phase: Attack)."""
    side = table.box.side[actor]
    rules = ("DCF-R064", "DCF-R075") if side == ROGUE else ("DCF-R065", "DCF-R076")
    deed = declare(table, "attack", actor, target, rules)
    with table.because(deed.event):
        yield from react(table, "when attack", deed)
        if not stopped(table, deed):
            played = yield from play_modifiers(table, "attack", deed)
            add_up(table, "attack", deed, played)
            yield from target_still_there(table, deed)
            if deed.target is not None:
                deed.data["dealt"] = yield from damage(table, deed, ("DCF-R077", *added_rules(table, deed)))
            yield from resolve_extras(table, deed, played)
            yield from react(table, "after attack", deed)


ACTIONS = {"threaten": threaten, "rescue": rescue}


def declare(table: Table, action: str, actor: str, target: str | None, rules: tuple[str, ...]) -> Deed:
    """Declaring comes first; what it triggers applies before modifiers are played (Threaten example)."""
    deed = Deed(action, actor, target, place_of(table, actor), player=controller(table, actor))
    deed.data["attacking"] = int(action == "attack")
    deed.data["attack"] = action == "attack"
    if table.facts.get("acted"):
        rules = (*rules, "DCF-R011")  # a card lets this character take a second main action
    deed.event = table.log(f"declare {action}", by=actor, to=target or deed.place, rules=rules)
    table.fact("acted", (*table.facts.get("acted", ()), action))
    return deed


def stopped(table: Table, deed: Deed) -> bool:
    """A reaction cancelled the action, or its actor is gone (RULINGS: actor_gone_mid_action)."""
    if deed.cancelled or not in_play(table, deed.actor or ""):
        table.log("stopped", by=deed.actor, rules=("DCF-R055" if deed.cancelled else "DCF-R015",), action=deed.kind)
        return True
    return False


# modifiers


def play_modifiers(table: Table, action: str, deed: Deed) -> Generator[Choice, str, list[Modifier]]:
    """All modifiers are played before the first of them resolves (Glossary: Modifiers)."""
    played: list[Modifier] = []
    player = deed.player or ""
    while options := modifier_options(table, action, deed, played):
        refused = partial(modifier_refusals, table, action, deed, played)
        prompt = f"{action.title()} Modifiers"
        answer = yield Choice(player, prompt, [*options, "done"], rules=("DCF-R079",), refused=refused)
        if answer == "done":
            break
        card, ability = options[answer]
        rules = ("DCF-R078", "DCF-R079", *rules_of_use(table, card, ability))
        causes = yield from pay_for(table, player, card, ability)
        if causes is None:
            continue
        event = table.log("play modifier", by=player, to=card, rules=rules, causes=causes, action=action)
        if table.box.kind[card] == "event":
            table.put(card, (player, "hand"), (player, "played"))
            laid = Deed("play", actor=deed.actor, card=card, player=player)
            laid.event = event
            with table.because(event):
                yield from react(table, "when play", laid)
                if laid.cancelled:
                    discard(table, card, (player, "played"), rules=("DCF-R040",))
                    continue
        played.append(Modifier(card, ability, event))
        if table.ruling("extras_without_after") == "B" and ability.lines:
            with table.because(event):
                yield from resolve_lines(table, ability, {"this": card, "you": player, **deed.names()})
    return played


def modifier_options(table: Table, action: str, deed: Deed, played: list[Modifier]) -> dict[str, tuple[str, Ability]]:
    """The modifiers that the acting character's player may still play for this action."""
    player, actor = deed.player, deed.actor
    if player is None or actor is None:
        return {}
    find = table.box
    on_actor = table.zones.get((actor, "attachments"), ())
    return {
        modifier_option(table, card, ability): (card, ability)
        for card in (*table.zones.get((player, "hand"), ()), actor, *on_actor, *table.zones.get((player, "play area"), ()))
        if card in find.modifiers and (card == actor or find.of[card] == actor or card in find.anyones)
        for ability in find.modifiers[card]
        if action in ability.what.split(" or ") and legal(modifier_clauses(table, action, deed, played, card, ability))
    }


def modifier_clauses(
    table: Table, action: str, deed: Deed, played: list[Modifier], card: str, ability: Ability
) -> Iterator[Clause]:
    """What keeps a card in hand or in play from modifying this action (Glossary: Modifiers)."""
    player, actor = deed.player or "", deed.actor or ""
    find = table.box
    from_hand = find.kind[card] == "event"
    if action not in ability.what.split(" or "):
        yield only_as_modifier(table, card)
    if card != actor and find.of[card] != actor and not (find.of[card] and find.values[card].get("anyone")):
        yield Clause("DCF-R051", f"only {name_of(table, actor)} is activated")
    if not from_hand and controller(table, card) != player:
        yield Clause("DCF-R109", f"{name_of(table, card)} is {whose(table, controller(table, card) or 'nobody')}")
    host = table.links.get((card, "on"))
    if host not in (None, actor):
        yield Clause("DCF-R051", f"{name_of(table, card)} is attached to {name_of(table, host)}, who is not activated")
    word, bound = ("play cards", actor) if from_hand else ("use abilities", card)
    yield from forbidden_clauses(table, word, bound)
    if any(modifier.card == card for modifier in played):
        yield Clause("DCF-R079", f"{name_of(table, card)} has been played for this {action.title()} already")
    if not from_hand:
        yield from working_clauses(table, card, ability)
    yield from condition_clauses(table, ability, {"this": card, "you": player, **deed.names()})
    yield from payment_clauses(table, player, card, ability)


def modifier_refusals(table: Table, action: str, deed: Deed, played: list[Modifier]) -> Iterator[Refusal]:
    """The player's other modifiers, in hand and in play, with all that keeps them from being played now."""
    hand = table.zones.get((deed.player or "", "hand"), ())
    for card, abilities in table.box.modifiers.items():
        here = card in hand if table.box.kind[card] == "event" else table.links.get((card, "in play")) == deed.player
        for ability in abilities if here else ():
            if clauses := tuple(modifier_clauses(table, action, deed, played, card, ability)):
                yield Refusal(modifier_option(table, card, ability), clauses)


def value_parts(table: Table, card: str, word: str) -> list[Part]:
    """A character's own value: printed, or replaced by an effect, and what raises it for a while (Attack Value)."""
    replaced = table.marks.get((card, f"{word} value"))
    base = Part(printed(table, card, word), "printed", card)
    parts = [Part(replaced[1], "replaced", card)] if replaced else [base]
    for until in ("phase", "activation", "round", "game"):
        boost = table.marks.get((card, f"{word} boost {until}"))
        if boost:
            parts.append(Part(boost[1], "boost", card))
    return parts


def add_up(table: Table, action: str, deed: Deed, played: list[Modifier]) -> None:
    """The value, constant abilities, every modifier, and the Location's bonus together make the number (Threaten example)."""
    actor = deed.actor or ""
    follow_place(table, deed)
    parts = value_parts(table, actor, action)
    if parts[0].what == "replaced" and table.ruling("replaced_base_order") == "B":
        deed.parts = parts[:1]  # the replacement is the final total
        return
    for modifier in played:
        known = {"this": modifier.card, "you": deed.player, **deed.names()}
        add = modifier.ability.amounts.get("add")
        if "x" in modifier.ability.amounts:
            known["x"] = work_out_x(table, modifier.card, modifier.ability, known)
        parts.append(Part(add(table, known) if add else 0, "modifier", modifier.card, modifier.event))
    parts += constant_parts(table, action, actor, target=deed.target, place=deed.place)
    deed.parts = parts
    deed.data["modifiers"] = sum(part.what == "modifier" for part in parts)
    if any(modifier.ability.words.get("unstoppable") for modifier in played):
        deed.data["unstoppable"] = True


def so_far(table: Table, event: Event) -> list[Part]:
    """What a declared action comes to before any modifier is played: the value, constant abilities, the Location's bonus."""
    action = event.kind.removeprefix("declare ")
    if event.kind == action or event.by is None:
        return []
    place, target = place_of(table, event.by), event.to if action == "attack" else None
    return [*value_parts(table, event.by, action), *constant_parts(table, action, event.by, target=target, place=place)]


def added_rules(table: Table, deed: Deed) -> tuple[str, ...]:
    """The rules behind a total that was added up from more than the printed value."""
    rules: dict[str, None] = {}
    for part in deed.parts if table.log_on else ():
        match part.what:
            case "modifier":
                rules |= dict.fromkeys(("DCF-R080", "DCF-R081"))
            case "constant":
                rules[constant_rule(table, part.card or "")] = None
            case "location bonus":
                # the Threaten example adds a Location's bonus to a claim; for damage only its text says so
                rules |= dict.fromkeys(("DCF-R069", "DCF-R131") if deed.kind in ACTIONS else ("DCF-R131",))
            case "replaced" | "boost":
                rules["DCF-R132"] = None
    return tuple(rules)


def target_still_there(table: Table, deed: Deed) -> Procedure:
    """A target that was moved or removed before the damage suffers none (RULINGS: target_gone_before_damage)."""
    assert deed.target is not None and deed.actor is not None
    follow_place(table, deed)
    if in_play(table, deed.target) and place_of(table, deed.target) == deed.place:
        return
    table.log("no target", by=deed.actor, to=deed.target, rules=("DCF-R015",), what="attack")
    deed.target = None
    if table.ruling("target_gone_before_damage") == "B" and deed.place is not None and deed.player is not None:
        side = side_of(deed.player)
        there = [*characters_at(table, deed.place, OTHER_SIDE[side]), *unaligned_at(table, deed.place)]
        targets = [c for c in there if legal(attack_clauses(table, deed.actor, side, deed.place, c))]
        if targets:
            rules = ("DCF-R075",) if side == ROGUE else ("DCF-R076",)
            deed.target = yield from which(deed.player, "New target", "attack", targets, rules)


def resolve_extras(table: Table, deed: Deed, played: list[Modifier]) -> Procedure:
    """After the damage or claim, the modifiers' other effects, in the acting player's order (Glossary: Modifiers)."""
    player = deed.player or ""
    follow_place(table, deed)
    gone = deed.kind == "attack" and (deed.target is None or not in_play(table, deed.target))
    waiting = [m for m in played if m.ability.after or (m.ability.lines and table.ruling("extras_without_after") == "A")]
    if gone and table.ruling("extras_when_target_gone") == "B":
        waiting = []
    if table.ruling("modifier_event_discard") == "B":
        _discard_played(table, player, played)
    while waiting:
        options = [m.option for m in one_of_each(table, waiting, deed.data.get("ignored", ()))]
        answer = yield Choice(player, "Which effect next", options, rules=("DCF-R081",))
        modifier = next(m for m in waiting if m.option == answer)
        waiting.remove(modifier)
        follow_place(table, deed)
        names = {"this": modifier.card, "you": player, **deed.names()}
        names["amount"] = deed.data.get("claimed", deed.data.get("dealt", 0))
        if not _shield(table, deed, modifier, names):
            continue
        with table.because(table.log("extra effect", by=player, to=modifier.card, rules=("DCF-R081",),
                                     causes=[Cause("modified by", modifier.event)] if modifier.event >= 0 else [])):  # fmt: skip
            if table.ruling("extras_without_after") == "A":
                yield from resolve_lines(table, modifier.ability, names)
            yield from resolve_lines(table, modifier.ability, names, "after")
    _discard_played(table, player, played)
    for modifier in played:
        moment = "after play" if table.box.kind[modifier.card] == "event" else "after use"
        if awaited(table, moment):
            yield from react(table, moment, Deed("play", actor=deed.actor, card=modifier.card, player=player))


def _shield(table: Table, deed: Deed, modifier: Modifier, names: dict[str, Any]) -> bool:
    """An ignored modifier does nothing to the character that ignored it (RULINGS: ignore_modifier_scope)."""
    wording = deed.data.get("ignored", {}).get(modifier.card)
    if wording is None:
        return True
    reading = table.ruling("ignore_modifier_scope")
    if reading == "C":
        table.log("ignored", to=modifier.card, rules=("DCF-R085",), what="all of the modifier")
        return False
    if reading == "A" and wording == "modifier":
        names["shielded"] = deed.target
    return True


def _discard_played(table: Table, player: str, played: list[Modifier]) -> None:
    for modifier in played:
        if modifier.card in table.zones.get((player, "played"), ()):
            discard(table, modifier.card, (player, "played"), rules=("DCF-R040",))


def take_to_sanctuary(table: Table, place: str, deed: Deed) -> Generator[Choice, str, int]:
    """From the Location to Sanctuary; from the Scheme there only under one reading (RULINGS: rescue_source)."""
    rules = ("DCF-R071", *added_rules(table, deed))
    scheme = scheme_at(table, place)
    if table.ruling("rescue_source") == "B" and scheme is not None and table.counts.get((scheme, "citizens")):
        first = yield Choice(deed.player or "", "Rescue from", [f"from {place}", "from the Scheme"], rules=("DCF-R071",))
        sources = [place, scheme] if first == f"from {place}" else [scheme, place]
        need = deed.amount
        taken = 0
        for source in sources:
            part = min(need - taken, table.counts.get((source, "citizens"), 0))
            if part > 0:
                taken += yield from move_citizens(table, source, "sanctuary", part, "rescue", deed.actor, rules)
        return taken
    return (yield from move_citizens(table, place, "sanctuary", deed.amount, "rescue", deed.actor, rules, deed.parts))


def strike(table: Table, card: str, target: str) -> Procedure:
    """An Unaligned character Attacks by its own Attack value (Unaligned Character Deck)."""
    deed = Deed("strike", card, target, place_of(table, card))
    deed.data["attack"] = True
    deed.data["attacking"] = 1
    if (blocker := forbidden(table, "attack", card) or forbidden(table, "be attacked", target, actor=card)) is not None:
        table.log("prevented", by=blocker, to=target, rules=("DCF-R018",), what="attack")
        return
    deed.event = table.log("strike", by=card, to=target, rules=("DCF-R124",))
    with table.because(deed.event):
        yield from react(table, "when attack", deed)
        if not stopped(table, deed):
            deed.parts = [*value_parts(table, card, "attack"), *constant_parts(table, "attack", card, target=target)]
            yield from target_still_there(table, deed)
            if deed.target is not None:
                deed.data["dealt"] = yield from damage(table, deed, ("DCF-R077", "DCF-R124", *added_rules(table, deed)))
            yield from react(table, "after attack", deed)
