"""Deeds: the things that rules and cards do alike. Draw, discard, exhaust, move citizens, replace Locations, file Schemes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from dcf_lab.engine import decks
from dcf_lab.engine.decks import Deck
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Choice, Procedure, which
from dcf_lab.engine.table import UNSETTLED, Cause, Key, Part, printed, where
from dcf_lab.engine.windows import Deed, react
from dcf_lab.games.dc_forever.rules.box import (
    HERO,
    LOCATIONS,
    MASTER_PLAN,
    ROGUE,
    Table,
    controller,
    in_play,
    is_swayed,
    owner,
    scheme_at,
    side_of,
    solo,
)
from dcf_lab.games.dc_forever.rules.timing import awaited

Result = Generator[Choice, str, int]
LOCATION_DECK = Deck(("table", "location deck"), ("table", "location discard"))

# cards


def deck_of(table: Table, player: str) -> Deck:
    """A player's deck; when it is renewed, see RULINGS: deck_empty_timing (Player Decks; Glossary: Draw)."""
    at_once = table.ruling("deck_empty_timing") == "A"
    return Deck((player, "deck"), (player, "discard"), ("DCF-R058",), ("DCF-R059",), at_once)


def draw(table: Table, player: str, number: int, rules: tuple[str, ...] = (), worked: tuple[str, ...] = ()) -> Result:
    """Draw cards one at a time; an emptied deck is renewed at once and the draw goes on (Player Decks; Glossary: Draw)."""
    drawn = yield from decks.draw(table, deck_of(table, player), number, (player, "hand"), rules, worked=worked)
    capped = side_of(player) == ROGUE or table.ruling("hero_over_hand_max") == "B"
    if drawn and capped and table.ruling("hand_max_checked") == "B":
        rule = "DCF-R060" if side_of(player) == ROGUE else "DCF-R107"
        yield from discard_down(table, player, hand_limit(table, player), (rule, "DCF-R119") if solo(table, player) else (rule,))
    if drawn and awaited(table, "after draw"):
        yield from react(table, "after draw", Deed("draw", player=player, parts=[Part(drawn, "drawn")]))
    return drawn


def renew_if_empty(table: Table, zone: Key | None) -> None:
    """A deck whose last card has just left is renewed (RULINGS: deck_empty_timing)."""
    if zone is not None and zone[1] == "deck":
        decks.renew_if_empty(table, deck_of(table, zone[0]))


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
        card = yield from which(player, f"Discard down to {limit}", "discard", hand, rules)
        discard(table, card, (player, "hand"), rules=rules)


def hand_limit(table: Table, player: str) -> int:
    """The most cards a hand may hold in the draw phases (Rogue Draw Phase; Multiplayer Game)."""
    return (10 if side_of(player) == ROGUE else 6) + 2 * solo(table, player)


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


def move_card(table: Table, card: str, source: Key, target: Key, at: int | None = None) -> None:
    """A card goes to another area as a card; a planted one stays planted in a hand or deck."""
    planted = (card, "planted") in table.marks and target[1] in ("hand", "deck")
    tidy(table, card)
    table.put(card, source, target, at)
    if planted:
        table.mark(card, "planted", "play")
    renew_if_empty(table, source)


def discard_scheme(table: Table, scheme: str, rules: tuple[str, ...]) -> None:
    """A Scheme is discarded from the table; its citizens go to the supply (RULINGS: discarded_scheme_citizens)."""
    place = table.links[scheme, "at"]
    citizens = table.counts.get((scheme, "citizens"), 0)
    if citizens and table.ruling("discarded_scheme_citizens") == "B":
        table.log("move", to=place, amount=citizens, rules=("DCF-R074",), source=scheme,
                  parts=[Part(citizens, "on the Scheme", scheme)])  # fmt: skip
        table.count(place, "citizens", table.count(scheme, "citizens", -citizens))
    discard(table, scheme, (place, "scheme"), rules=rules)


# citizens


def move_citizens(
    table: Table, source: str, target: str, number: int, kind: str, by: str | None,
    rules: tuple[str, ...], parts: Iterable[Part] = (), worked: tuple[str, ...] = (),
) -> Result:  # fmt: skip
    """Move citizens, all that are left if there are fewer; a Scheme that gains some has advanced (Advancing a Scheme).

    A Location that loses the last ones may be replaced at once (RULINGS: location_refill_when).
    """
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
        empty = moved and source in table.zones.get(LOCATIONS, ()) and (source, "citizens") not in table.counts
        if empty and table.ruling("location_refill_when") == "B":
            yield from replace_locations(table, (source,))
    return moved


class Decided(Exception):
    """The game is over in the middle of something (RULINGS: win_check_when)."""


def at_once(table: Table) -> Procedure:
    """What happens the moment it can, such as a win or a defeat without damage, where this match has such a thing."""
    if table.rules.at_once is not None:
        yield from table.rules.at_once(table, {})


def replace_locations(table: Table, places: Sequence[str]) -> Procedure:
    """Discard these Locations and put the next ones in their spaces; who and what was there stays (Prepare, step 1)."""
    deck, pile = LOCATION_DECK.cards, LOCATION_DECK.pile
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
            decks.gather(table, LOCATION_DECK)
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


# Unaligned characters, Schemes, control


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
        table.log("move", to="supply", amount=citizens, rules=("DCF-R103",), source=scheme, parts=[Part(citizens, "on", scheme)])
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
