"""Damage and what comes of it: Health, knocked out, captured, swayed; leaving play, recovering, healing."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Choice, Procedure, which
from dcf_lab.engine.table import Cause, Key, Part, name_of, printed, where
from dcf_lab.engine.tally import constants, forbidden
from dcf_lab.engine.windows import Deed, react
from dcf_lab.games.dc_forever.rules.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    REMOVED,
    ROGUE,
    Table,
    active_player,
    controller,
    in_play,
    is_swayed,
    owner,
    scheme_at,
    side_of,
    unaligned_at,
)
from dcf_lab.games.dc_forever.rules.deeds import Result, at_once, discard, move_citizens, place_unaligned, renew_if_empty, tidy
from dcf_lab.games.dc_forever.rules.reductions import reduce_modifiers
from dcf_lab.games.dc_forever.rules.timing import awaited


def damage(table: Table, deed: Deed, rules: tuple[str, ...]) -> Result:
    """Damage on a character: reactions, reductions, tokens, and the comparison with Health (Glossary: Damage)."""
    target = deed.target
    assert target is not None
    if (blocker := forbidden(table, "suffer damage", target, actor=deed.actor)) is not None:
        table.log("prevented", by=blocker, to=target, rules=("DCF-R018",), what="damage")
        return 0
    yield from react(table, "when damage", deed)
    if deed.cancelled or deed.data.get("all ignored"):
        table.log("ignored", to=target, rules=("DCF-R055" if deed.cancelled else "DCF-R084",), what="damage")
        return 0
    if "instead" in deed.data:
        yield from happens_instead(table, deed)
        return 0
    if deed.data.get("attack") and deed.actor is not None and not in_play(table, deed.actor):
        table.log("stopped", by=deed.actor, rules=("DCF-R015",), action=deed.kind)
        return 0
    if deed.target is not None and deed.target != target:
        target = deed.target
        if (blocker := forbidden(table, "suffer damage", target, actor=deed.actor)) is not None:
            table.log("prevented", by=blocker, to=target, rules=("DCF-R018",), what="damage")
            return 0
    yield from reduce_modifiers(table, deed)
    if not in_play(table, target):
        table.log("no target", to=target, rules=("DCF-R015",), what="damage")
        return 0
    amount = min(deed.amount, table.counts.get(("supply", "damage"), 0))
    causes = [Cause("modified by", part.event) for part in deed.parts if part.event >= 0]
    if any(part.what in ("reduced", "ignored") for part in deed.parts):
        rules = (*rules, "DCF-R084", "DCF-R082", "DCF-R083") if "taken off" in deed.data else (*rules, "DCF-R084")
    parts = deed.parts
    if amount != sum(part.amount for part in parts):
        parts = [*parts, Part(amount - sum(part.amount for part in parts), "never below none" if amount == 0 else "supply")]
    worked = {"worked": deed.data["worked"]} if "worked" in deed.data else {}
    event = table.log("damage", by=deed.actor, to=target, amount=amount, rules=rules, parts=parts, causes=causes, **worked)
    table.count("supply", "damage", -amount)
    table.count(target, "damage", amount)
    with table.because(event):
        defeated = False
        if amount and (deed.data.get("attack") or table.ruling("defeat_check_point") == "A"):
            defeated = yield from check_health(table, target, deed)
        if amount and awaited(table, "after damage"):
            after = Deed("damage", actor=deed.actor, target=target, card=deed.card, parts=[Part(amount, "suffered")], **deed.data)
            after.data["defeated"] = defeated
            yield from react(table, "after damage", after)
    return amount


def happens_instead(table: Table, deed: Deed) -> Procedure:
    """Of several replacements the last one played is carried out, and only that one (Glossary: Instead)."""
    event, lines, names = deed.data["instead"]
    causes = [Cause("replaced", deed.event)] if deed.event >= 0 else []
    with table.because(
        table.log("replaced", by=names["this"], to=deed.target, rules=("DCF-R019",), what=deed.kind, causes=causes)
    ):
        yield from run_lines(table, lines, names)


def health(table: Table, card: str) -> int:
    return printed(table, card, "health") + sum(amount for _, _, amount in constants(table, "health", card))


def check_health(table: Table, target: str, deed: Deed) -> Generator[Choice, str, bool]:
    """Damage that reaches Health defeats at once; there is no time to heal (Character Damage; Glossary: Heal)."""
    if table.counts.get((target, "damage"), 0) < health(table, target):
        table.log("stands", to=target, rules=("DCF-R086",))
        return False
    table.unmark(target, "spared")
    return (yield from defeated(table, target, deed))


def fall(table: Table) -> Procedure:
    """Whoever's Health has come down to their damage falls at once: the rule says 'ever' (Glossary: Damage)."""
    for (card, what), damage in list(table.counts.items()):
        if what == "damage" and card not in table.passing.get("falling", ()) and in_play(table, card):
            now = health(table, card)
            if damage >= now and table.marks.get((card, "spared"), ("", now + 1))[1] > now:
                yield from defeated(table, card, Deed("damage", target=card, player=active_player(table)))


def defeated(table: Table, target: str, deed: Deed) -> Generator[Choice, str, bool]:
    """Damage has reached Health: knocked out, captured or swayed, unless something says otherwise (Glossary: Damage)."""
    kind = table.box.kind[target]
    defeat = Deed("defeat", actor=deed.actor, target=target, **deed.data)
    before = table.passing.get("falling", ())
    if "health" in table.box.constants:
        table.passing["falling"] = (*before, target)
    yield from react(table, "when defeated", defeat)
    if "health" in table.box.constants:
        table.passing["falling"] = before
    if not in_play(table, target):
        return False  # it has escaped
    if defeat.cancelled:
        if "health" in table.box.constants and table.counts.get((target, "damage"), 0) >= health(table, target):
            table.mark(target, "spared", "play", health(table, target))
        return False
    if kind == HERO:
        yield from knock_out(table, target, deed.actor)
    elif kind == ROGUE:
        yield from capture(table, target, deed.actor)
    else:
        yield from defeat_unaligned(table, target, deed)
    return True


def knock_out(table: Table, hero: str, by: str | None) -> Procedure:
    """A Hero is KO'd: beside the Master Plan, its cards to their owners' discard piles (Glossary: Knocked Out)."""
    place = table.links.get((hero, "at"))
    event = table.log("ko", by=by, to=hero, rules=("DCF-R088",))
    leave_play(table, hero, KNOCKED_OUT)
    with table.because(event):
        yield from at_once(table)
        yield from react(table, "after ko", Deed("ko", actor=by, target=hero, place=place))


def capture(table: Table, rogue: str, by: str | None) -> Procedure:
    """A Rogue is captured: beside Sanctuary (Glossary: Captured)."""
    place = table.links.get((rogue, "at"))
    event = table.log("capture", by=by, to=rogue, rules=("DCF-R089",))
    leave_play(table, rogue, CAPTURED)
    with table.because(event):
        yield from at_once(table)
        yield from react(table, "after capture", Deed("capture", actor=by, target=rogue, place=place))


def leave_play(table: Table, character: str, to: Key) -> None:
    """A character leaves play; its tokens go to the supply and its Attachments and empowering cards are discarded."""
    holder = controller(table, character)
    assert holder is not None
    keep_damage = to[1] == "reserve" and table.ruling("back_to_reserve_state") == "B"
    if not keep_damage:
        table.count("supply", "damage", table.count(character, "damage", -table.counts.get((character, "damage"), 0)))
    table.put(character, (holder, "characters"), to)
    tidy(table, character)
    for (whose, what), (until, _) in list(table.marks.items()):
        # activated tokens stay until the end of the round (RULINGS: limited_after_reentry)
        if whose == character and until != "game" and not what.startswith("used "):
            table.unmark(whose, what)
    ko = to == KNOCKED_OUT
    discard_attachments(table, character, ("DCF-R037", "DCF-R088") if ko else ("DCF-R037",))
    for card in table.zones.get((character, "empowering"), ()):
        discard(table, card, (character, "empowering"), rules=("DCF-R088" if ko else "DCF-R109",))


def discard_attachments(table: Table, host: str, rules: tuple[str, ...] = ("DCF-R037",)) -> None:
    """What is attached to a card that leaves play goes to its owner's discard pile (Glossary: Attachment Card)."""
    for card in table.zones.get((host, "attachments"), ()):
        discard(table, card, (host, "attachments"), rules=rules)


def retreat(table: Table, character: str, rules: tuple[str, ...]) -> bool:
    """Back to its owner's reserve (RULINGS: back_to_reserve_state)."""
    holder = owner(table, character)
    if holder is None or not in_play(table, character):
        return False
    table.log("retreat", by=holder, to=character, rules=rules)
    leave_play(table, character, (holder, "reserve"))
    return True


def recover(table: Table, character: str, rules: tuple[str, ...]) -> bool:
    """A KO'd or captured character returns exhausted, undamaged, to its owner (Glossary: Recover)."""
    zone = where(table, character)
    holder = owner(table, character)
    if holder is None or zone not in (KNOCKED_OUT, CAPTURED):
        return False
    table.log("recover", by=holder, to=character, rules=rules)
    table.put(character, zone, (holder, "characters"))
    table.link(character, "in play", holder)
    table.mark(character, "exhausted", "ready")
    return True


def heal(table: Table, card: str, number: int, by: str | None, rules: tuple[str, ...], worked: tuple[str, ...] = ()) -> int:
    """Remove up to that many damage tokens (Glossary: Heal)."""
    healed = min(number, table.counts.get((card, "damage"), 0))
    parts = [Part(number, "heals", by)]
    if healed < number:
        parts.append(Part(healed - number, "no more damage", card))
    table.log("heal", by=by, to=card, amount=healed, rules=rules, parts=parts, worked=worked)
    table.count("supply", "damage", table.count(card, "damage", -healed))
    return healed


def sacrifice(table: Table, card: str, by: str | None, rules: tuple[str, ...]) -> bool:
    """A sacrificed card leaves the game (Glossary: Sacrifice)."""
    zone = where(table, card)
    if zone is None:
        return False
    table.log("sacrifice", by=by, to=card, rules=rules)
    if table.box.kind[card] in (HERO, ROGUE) and in_play(table, card):
        leave_play(table, card, REMOVED)
    else:
        tidy(table, card)
        table.put(card, zone, REMOVED)
        discard_attachments(table, card)
    renew_if_empty(table, zone)
    return True


# Unaligned characters


def defeat_unaligned(table: Table, card: str, deed: Deed) -> Procedure:
    """By a Rogue it is swayed, by a Hero it leaves the game; the defeating player reveals the next (Attack)."""
    player = controller(table, deed.actor) if deed.actor and deed.actor in table.rules.library else deed.player
    if player is None:
        if table.ruling("neutral_damage_credit") == "B":
            _leaves_the_game(table, card, "supply", None)
            return
        player = active_player(table)
    if side_of(player) == ROGUE:
        yield from sway(table, card, player)
    else:
        swayed = is_swayed(table, card) and table.ruling("unaligned_citizens") == "A"
        _leaves_the_game(table, card, "supply" if swayed else "sanctuary", player)
    yield from at_once(table)
    yield from reveal_unaligned(table, player)


def sway(table: Table, card: str, player: str) -> Procedure:
    """Swayed: damage off, same Location, on the Rogue's side (Glossary: Swayed; RULINGS: citizens_on_sway)."""
    event = table.log("sway", by=player, to=card, rules=("DCF-R097",))
    table.count("supply", "damage", table.count(card, "damage", -table.counts.get((card, "damage"), 0)))
    table.mark(card, "swayed", "game")
    citizens = table.counts.get((card, "citizens"), 0)
    reading = table.ruling("citizens_on_sway")
    if citizens and reading != "A":
        scheme = scheme_at(table, table.links.get((card, "at")))
        goal = "supply" if reading == "C" or scheme is None else scheme
        with table.because(event):
            yield from move_citizens(table, card, goal, citizens, "move", card, ("DCF-R097",))


def _leaves_the_game(table: Table, card: str, citizens_to: str, player: str | None) -> None:
    place = table.links[card, "at"]
    citizens = table.counts.get((card, "citizens"), 0)
    to = CAPTURED if player and table.ruling("hero_defeats_unaligned") == "B" else REMOVED
    table.log("defeat", by=player, to=card, rules=("DCF-R096",), to_area=to[1])
    table.count("supply", "damage", table.count(card, "damage", -table.counts.get((card, "damage"), 0)))
    if citizens:
        rules = ("DCF-R096",)
        table.log("move", by=card, to=citizens_to, amount=citizens, rules=rules, parts=[Part(citizens, "on", card)], source=card)
        table.count(citizens_to, "citizens", table.count(card, "citizens", -citizens))
    table.log("leave", to=card, rules=("DCF-R096",))
    tidy(table, card)
    table.put(card, (place, "unaligned"), to)
    discard_attachments(table, card)


def reveal_unaligned(table: Table, player: str) -> Procedure:
    """The next Unaligned character comes to a Location that has none, as the defeating player chooses (Attack)."""
    yield from settle(table, ("table", "unaligned deck"), 1, ("DCF-R098",))
    deck = table.zones.get(("table", "unaligned deck"))
    places: Sequence[str] = table.zones.get(LOCATIONS, ())
    if table.ruling("new_unaligned_place") == "A":
        free = [place for place in places if not unaligned_at(table, place)]
        places = free if free or table.ruling("no_free_location") == "A" else places
    if not deck or not places:
        table.log("nobody comes", by=player, rules=("DCF-R098", "DCF-R015"))
        return
    new = deck[0]
    place = yield from which(player, f"Where does {name_of(table, new)} appear", f"place {new} at", places, ("DCF-R098",))
    place_unaligned(table, new, place, ("DCF-R098",), player)
