"""Deeds: the things that rules and cards do alike. Draw, discard, move citizens, damage, knock out, capture, sway, recover."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.dice import UNSETTLED, settle, shuffle
from dcf_lab.engine.game import Choice, Procedure
from dcf_lab.engine.table import Cause, Key, Part, Table, where
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    REMOVED,
    ROGUE,
    active_player,
    controller,
    in_play,
    is_swayed,
    name_of,
    owner,
    printed,
    scheme_at,
    side_of,
    solo,
    unaligned_at,
)
from dcf_lab.games.dc_forever.rules.reductions import reduce_modifiers
from dcf_lab.games.dc_forever.rules.timing import awaited, constants, forbidden, react

Result = Generator[Choice, str, int]

# cards


def draw(
    table: Table, player: str, number: int, rules: tuple[str, ...] = (), to: str = "hand", worked: tuple[str, ...] = ()
) -> Result:
    """Draw cards one at a time; an emptied deck is renewed at once and the draw goes on (Player Decks; Glossary: Draw)."""
    deck = (player, "deck")
    drawn = 0
    while drawn < number:
        cards = table.zones.get(deck, ())
        if not cards:
            if not renew_deck(table, player):
                break
            continue
        yield from settle(table, deck, number - drawn, ("DCF-R058",))
        take = table.zones[deck][: number - drawn]
        table.log("draw", by=player, amount=len(take), rules=("DCF-R058", *rules), seen=player, cards=take,
                  worked=worked)  # fmt: skip
        table.put_first(len(take), deck, (player, to))
        drawn += len(take)
        renew_if_empty(table, deck)
    capped = side_of(player) == ROGUE or table.ruling("hero_over_hand_max") == "B"
    if drawn and capped and table.ruling("hand_max_checked") == "B":
        rule = "DCF-R060" if side_of(player) == ROGUE else "DCF-R107"
        yield from discard_down(table, player, hand_limit(table, player), (rule, "DCF-R119") if solo(table, player) else (rule,))
    if drawn and awaited(table, "after draw"):
        yield from react(table, "after draw", Deed("draw", player=player, parts=[Part(drawn, "drawn")]))
    return drawn


def renew_deck(table: Table, player: str) -> bool:
    """Shuffle the discard pile into a new deck; False when there is nothing to shuffle."""
    pile = table.zones.get((player, "discard"), ())
    if not pile:
        return False
    table.log("reshuffle", by=player, amount=len(pile), rules=("DCF-R059",))
    table.put_first(len(pile), (player, "discard"), (player, "deck"))
    shuffle(table, (player, "deck"))
    return True


def renew_if_empty(table: Table, zone: Key | None) -> None:
    """A deck whose last card has just left is renewed at once (RULINGS: deck_empty_timing)."""
    if zone is not None and zone[1] == "deck" and zone not in table.zones and table.ruling("deck_empty_timing") == "A":
        renew_deck(table, zone[0])


def discard_from_deck(table: Table, player: str, number: int, rules: tuple[str, ...]) -> Result:
    """Discard from the top of a deck; if that empties it, it is renewed and no more are discarded (Player Decks)."""
    gone = 0
    if number and (player, "deck") not in table.zones:
        renew_deck(table, player)
    yield from settle(table, (player, "deck"), number, rules)
    while gone < number and (cards := table.zones.get((player, "deck"))):
        discard(table, cards[0], (player, "deck"), rules=rules)
        gone += 1
    renew_if_empty(table, (player, "deck"))
    return gone


def discard(table: Table, card: str, source: Key | None = None, *, rules: tuple[str, ...]) -> bool:
    """A card goes to its owner's discard pile, whoever held it (Glossary: Discard)."""
    source = source or where(table, card)
    holder = owner(table, card)
    if source is None or holder is None:
        return False
    if "DCF-R109" not in rules and table.links.get((card, "in play"), holder) != holder:
        rules = (*rules, "DCF-R109")
    table.log("discard", by=holder, to=card, rules=rules, source=source)
    tidy(table, card)
    table.put(card, source, (holder, "discard"))
    return True


def discard_down(table: Table, player: str, limit: int, rules: tuple[str, ...]) -> Procedure:
    """Discard down to a hand size, the player choosing."""
    while len(hand := table.zones.get((player, "hand"), ())) > limit:
        card = yield Choice(player, f"Discard down to {limit}", [f"discard {c}" for c in hand], rules=rules)
        discard(table, card.removeprefix("discard "), (player, "hand"), rules=rules)


def hand_limit(table: Table, player: str) -> int:
    """The most cards a hand may hold in the draw phases (Rogue Draw Phase; Multiplayer Game)."""
    alone = len(table.rules.players) == 3 and len(table.rules.settings["sides"][side_of(player)]) == 1
    if side_of(player) == ROGUE:
        return 12 if alone else 10
    return 8 if alone else 6


def tidy(table: Table, card: str) -> None:
    """What a card on the table had on it goes when it leaves: links, marks and tokens."""
    if (card, "in play") in table.links:
        table.link(card, "in play", None)
    for word in ("on", "at"):
        if (card, word) in table.links:
            table.link(card, word, None)
    for word in ("exhausted", "faceup", "revealed", "blank", "swayed", "planted", UNSETTLED):
        table.unmark(card, word)
    citizens = table.counts.get((card, "citizens"), 0)
    if citizens:
        table.count(card, "citizens", -citizens)
        table.count("supply", "citizens", citizens)


def discard_scheme(table: Table, scheme: str, rules: tuple[str, ...]) -> None:
    """A Scheme is discarded from the table; its citizens go to the supply (RULINGS: discarded_scheme_citizens)."""
    place = table.links[scheme, "at"]
    citizens = table.counts.get((scheme, "citizens"), 0)
    if citizens and table.ruling("discarded_scheme_citizens") == "B":
        table.log("move", to=place, amount=citizens, rules=("DCF-R074",), source=scheme,
                  parts=[Part(citizens, "on the Scheme", scheme)])  # fmt: skip
        table.count(place, "citizens", table.count(scheme, "citizens", -citizens))
    discard(table, scheme, (place, "scheme"), rules=rules)


def exhaust(table: Table, card: str, rules: tuple[str, ...]) -> bool:
    if (card, "exhausted") in table.marks or forbidden(table, "exhaust", card):
        return False
    table.log("exhaust", to=card, rules=rules)
    table.mark(card, "exhausted", "ready")
    return True


def ready(table: Table, card: str, rules: tuple[str, ...]) -> bool:
    if (card, "exhausted") not in table.marks or forbidden(table, "ready", card):
        return False
    table.log("ready", to=card, rules=rules)
    table.unmark(card, "exhausted")
    return True


# citizens


def move_citizens(
    table: Table, source: str, target: str, number: int, kind: str, by: str | None,
    rules: tuple[str, ...], parts: Iterable[Part] = (), worked: tuple[str, ...] = (),
) -> Result:  # fmt: skip
    """Move citizens, all that are left if there are fewer; a Scheme that gains some has advanced (Advancing a Scheme)."""
    parts = list(parts) or [Part(number, kind, by)]
    number = sum(part.amount for part in parts)  # may be below none
    there = table.counts.get((source, "citizens"), 0)
    moved = min(max(0, number), there)
    if moved < number:
        rules = (*rules, "DCF-R015" if kind == "move" else "DCF-R072")
        parts.append(Part(moved - number, "no more citizens there", source))
    elif moved > number:
        parts.append(Part(-number, "never below none"))
    on_scheme = target in table.rules.library and table.box.kind[target] == "scheme"
    advances = on_scheme and moved and not (kind == "move" and table.ruling("move_advances") == "B")
    if advances:
        rules = (*rules, "DCF-R073")
    causes = [Cause("modified by", part.event) for part in parts if part.event >= 0]
    event = table.log(kind, by=by, to=target, amount=moved, rules=rules, parts=parts, causes=causes, source=source,
                      worked=worked)  # fmt: skip
    table.count(source, "citizens", -moved)
    table.count(target, "citizens", moved)
    with table.because(event):
        if table.rules.at_once is not None:
            yield from at_once(table)
        if advances and awaited(table, "after advance"):
            place = table.links.get((target, "at"))
            deed = Deed("advance", actor=by, card=target, place=place, parts=[Part(moved, "gained")], about=place)
            yield from react(table, "after advance", deed)
        if moved and source in table.zones.get(LOCATIONS, ()) and not table.counts.get((source, "citizens")):
            yield from emptied(table, source)
    return moved


class Decided(Exception):
    """The game is over in the middle of something (RULINGS: win_check_when)."""


def at_once(table: Table) -> Procedure:
    """What happens the moment it can, such as a win or a defeat without damage, where this match has such a thing."""
    if table.rules.at_once is not None:
        yield from table.rules.at_once(table, {})


def emptied(table: Table, place: str) -> Procedure:
    """The last citizen left a Location (RULINGS: location_refill_when)."""
    if table.ruling("location_refill_when") == "B":
        yield from replace_locations(table, (place,))


def replace_locations(table: Table, places: Sequence[str]) -> Procedure:
    """Discard these Locations and put the next ones in their spaces; who and what was there stays (Prepare, step 1)."""
    deck, pile = ("table", "location deck"), ("table", "location discard")
    row = table.zones.get(LOCATIONS, ())
    stay = {place: [card for (card, word), there in table.links.items() if word == "at" and there == place] for place in places}
    for place in places:
        table.log("discard location", to=place, rules=("DCF-R105",))
        table.link(place, "in play", None)
        table.put(place, LOCATIONS, pile)
    revealed = []
    replaced: dict[str, str | None] = {}
    for place in sorted(places, key=row.index):
        if deck not in table.zones and table.ruling("location_deck_empty") == "B":
            replaced[place] = None
            _leave_empty(table, place, stay[place])
            continue
        if deck not in table.zones:
            table.log("reshuffle", by="table", rules=("DCF-R105",))
            table.put_first(len(table.zones[pile]), pile, deck)
            shuffle(table, deck)
        yield from settle(table, deck, 1, ("DCF-R105",))
        new = table.zones[deck][0]
        event = table.log("replace location", by=place, to=new, rules=("DCF-R105",))
        table.put(new, deck, LOCATIONS, _position(table, row, place, replaced))
        table.link(new, "in play", "nobody")
        revealed.append((new, event))
        replaced[place] = new
        if new != place:
            _change_places(table, place, new, stay[place])
        fill_location(table, new)
    if table.rules.at_once is not None:  # something may be half-done that speaks of the old ones
        table.passing["replaced"] = {**table.passing.get("replaced", {}), **replaced}
    yield from at_once(table)
    for new, event in revealed:
        with table.because(event):
            yield from react(table, "after reveal location", Deed("reveal location", place=new, card=new))


def _position(table: Table, row: Sequence[str], place: str, replaced: Mapping[str, str | None]) -> int:
    """Where in the row a Location belongs: after those that were before it and are there still, or replaced already."""
    return sum(replaced.get(other, other) in table.zones.get(LOCATIONS, ()) for other in row[: row.index(place)])


def _leave_empty(table: Table, place: str, cards: Sequence[str]) -> None:
    """No Location comes: what lies there stays in the empty space, but nobody stands at it (RULINGS: location_deck_empty)."""
    table.log("empty space", to=place, rules=("DCF-R105",))
    if any(table.box.kind[card] in ("scheme", "unaligned") for card in cards):
        table.fact("empty spaces", (*table.facts.get("empty spaces", ()), place))
    for card in cards:
        if table.box.kind[card] in (HERO, ROGUE):
            table.link(card, "at", None)


def _change_places(table: Table, place: str, new: str, cards: Sequence[str]) -> None:
    """Schemes and characters are considered to have changed Locations to continue the fight (Prepare, step 1)."""
    for card in cards:
        kind = table.box.kind[card]
        if kind in ("scheme", "unaligned"):
            table.put(card, (place, kind), (new, kind))
        table.link(card, "at", new)


def fill_location(table: Table, place: str) -> int:
    """Citizens equal to the printed value come from the supply (Location Deck)."""
    return table.count(place, "citizens", table.count("supply", "citizens", -printed(table, place, "citizens")))


# damage


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
        parts = [
            *parts,
            Part(amount - sum(part.amount for part in parts), "never below none" if amount == 0 else "supply"),
        ]
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
    player = controller(table, deed.actor) if deed.actor in table.rules.library else deed.player
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
        table.log(
            "move",
            by=card,
            to=citizens_to,
            amount=citizens,
            rules=rules,
            parts=[Part(citizens, "on", card)],
            source=card,
        )
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
    answer = yield Choice(player, f"Where does {name_of(table, new)} appear", [f"place {new} at {p}" for p in places],
                          rules=("DCF-R098",))  # fmt: skip
    place_unaligned(table, new, answer.rsplit(" ", 1)[1], ("DCF-R098",), player)


def place_unaligned(table: Table, card: str, place: str, rules: tuple[str, ...], by: str | None = None) -> None:
    table.log("place unaligned", by=by, to=card, rules=rules, place=place)
    table.put(card, ("table", "unaligned deck"), (place, "unaligned"))
    table.link(card, "at", place)
    table.link(card, "in play", "nobody")


def claim(table: Table, card: str, number: int, parts: Sequence[Part], rules: tuple[str, ...]) -> Result:
    """An Unaligned character takes citizens onto its card; a swayed one feeds the Scheme there (Attack: swayed)."""
    place = table.links[card, "at"]
    scheme = scheme_at(table, place)
    if is_swayed(table, card) and scheme is not None:
        return (yield from move_citizens(table, place, scheme, number, "claim", card, ("DCF-R099",), parts))
    rules = (*rules, "DCF-R099") if is_swayed(table, card) else rules
    return (yield from move_citizens(table, place, card, number, "claim", card, rules, parts))


def file_scheme(table: Table, scheme: str, faceup: bool) -> None:
    """A completed Scheme joins the Master Plan: facedown when it is spent, faceup while it can do more (Complete Schemes)."""
    place = table.links[scheme, "at"]
    table.log("file", by=owner(table, scheme), to=scheme, rules=("DCF-R103",), faceup=faceup)
    table.link(scheme, "in play", None)
    table.link(scheme, "at", None)
    table.unmark(scheme, "faceup")
    table.unmark(scheme, "revealed")
    table.put(scheme, (place, "scheme"), MASTER_PLAN)
    if faceup:
        table.mark(scheme, "faceup", "game")


def clear_scheme(table: Table, scheme: str) -> None:
    """A completed Scheme's citizens go to the supply when its effects are done (RULINGS: completed_scheme_citizens)."""
    citizens = table.counts.get((scheme, "citizens"), 0)
    if citizens and table.ruling("completed_scheme_citizens") == "A":
        table.log(
            "move",
            to="supply",
            amount=citizens,
            rules=("DCF-R103",),
            source=scheme,
            parts=[Part(citizens, "on", scheme)],
        )
        table.count("supply", "citizens", table.count(scheme, "citizens", -citizens))


def effects_end(table: Table, until: str) -> None:
    """What was to last until now ends, and lent cards go back (Glossary: Gain Control)."""
    for (card, word), held in table.expire(until):
        if word == "lent" and in_play(table, card):
            table.log("control", by=held, to=card, rules=("DCF-R137",), back=True)
            change_controller(table, card, held)


def change_controller(table: Table, card: str, player: str) -> None:
    """Another player decides for a card from now on (Glossary: Gain Control)."""
    held = controller(table, card)
    for area in ("characters", "play area"):
        if held is not None and card in table.zones.get((held, area), ()):
            table.put(card, (held, area), (player, area))
    table.link(card, "in play", player)


def renew_under(table: Table, player: str) -> None:
    """Shuffle the discard pile under the cards that the deck still has (RULINGS: look_past_deck_end)."""
    pile = table.zones.get((player, "discard"), ())
    if pile:
        table.log("reshuffle", by=player, amount=len(pile), rules=("DCF-R059",))
        shuffle(table, (player, "discard"))
        table.put_first(len(pile), (player, "discard"), (player, "deck"))
