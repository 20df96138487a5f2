"""What a manual need not say: defaults made from a game's board, events and seatings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import Any

from dcf_lab.engine.board import PositionError
from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.game import Game, Refusal, Rules
from dcf_lab.engine.invariants import problems
from dcf_lab.engine.table import Event, Key, Part, Table
from dcf_lab.engine.telling import name, told_plainly
from dcf_lab.engine.unseen import as_known_to
from dcf_lab.games import (
    Asking,
    Chapter,
    Count,
    Curves,
    Described,
    EventKind,
    Manual,
    Match,
    Primer,
    UnknownDeed,
    UnknownGame,
    Wish,
)
from dcf_lab.games.variations import BoardVariations

COMPULSORY = (
    "TITLE", "LANGUAGE", "BOARD", "EVENTS", "WORDS", "SEATINGS", "STARTS", "library", "rules", "rulings", "rules_for", "side",
    "moment", "begins", "outcome",
)  # fmt: skip
OPTIONAL = ("BLANK", "MEASURED", "TEAMS", "mind", "effects", "odd", "so_far")

# events that the engine tells itself
EVENTS = {
    "position": EventKind("The table is set.", "stage"),
    "answer": EventKind(
        lambda event, cards: "{by} answers: {option}." if "option" in event.detail else "{by} answers.",
        "atom",
        True,
        lambda event, cards: "Answer: {option}" if "option" in event.detail else "",
    ),
    "only answer": EventKind("{by} has one answer: {option}.", "atom"),
    "window": EventKind("Who might react does not.", "atom", True),
    "settle": EventKind("Chance decides which card comes next.", "atom", True),
}
HIDDEN_CARD = "a hidden card"
SECRET = ("cards", "card", "option", "prompt", "refused")


def complete(name: str, manual: ModuleType) -> ModuleType:
    """A manual with everything that it leaves out; one that lacks what only the game can say is refused."""
    missing = [word for word in COMPULSORY if not hasattr(manual, word)]
    if missing:
        raise UnknownGame(f"the manual of {name} does not say {', '.join(missing)}")
    for word, usual in {**_words(name, manual), **_functions(manual), **dict.fromkeys(OPTIONAL)}.items():
        if not hasattr(manual, word):
            setattr(manual, word, usual)
    manual.EVENTS = {**EVENTS, **manual.EVENTS}  # type: ignore[attr-defined]
    return manual


def _words(name: str, manual: ModuleType) -> dict[str, Any]:
    sides = list(dict.fromkeys(side for seating in manual.SEATINGS.values() for side in seating))
    players = tuple(dict.fromkeys(one for seating in manual.SEATINGS.values() for side in seating.values() for one in side))
    names = {None: "nobody", "nobody": "nobody", "chance": "chance", **{one: _title(one) for one in players}}
    return {
        "NAME": name,
        "PLAYERS": players,
        "SIDES": {side: _title(side) for side in sides},
        "NAMES": names,
        "PARTS": {"printed": "printed on {card}"},
        "PART_RULES": {},
        "ROLES": {},
        "EVENT_WORDS": {},
        "DEEDS": {},
        "TIMELINES": _timelines(manual),
        "WITHIN": _within(manual),
        "ROADS": dict.fromkeys(sides, ()),
        "WISHES": _wishes(manual),
        "SAID": {},
        "LEAVE": ("done", "pass", "end turn"),
        "MINOR": ("pay", "resolve", "discard"),
        "ORDERS": ("which first",),
        "ABOUT": f"{manual.TITLE}: a game for {_many(manual)}.",
        "PRIMER": _primer(manual),
    }


# how it is played


def _many(manual: ModuleType) -> str:
    """How many play: '2 to 4 players'."""
    sizes = sorted({sum(map(len, sides.values())) for sides in manual.SEATINGS.values()})
    if sizes == [1]:
        return "1 player"
    return f"{sizes[0]} to {sizes[-1]} players" if len(sizes) > 1 else f"{sizes[0]} players"


def _primer(manual: ModuleType) -> Primer:
    """What the manual says anyway: who plays and how one wins, what lies on the table, and what happens in turn."""
    board = manual.BOARD
    roads = {side: roads for side, roads in getattr(manual, "ROADS", {}).items() if roads}
    sides = getattr(manual, "SIDES", {})
    wins = [f"{sides.get(side, _title(side))} win by: {', '.join(roads)}." for side, roads in roads.items()]
    counted = [f"{track.name} is counted up to {track.most}." for track in board.tracks]
    lies = ", ".join(dict.fromkeys(zone.words or zone.name for zone in board.zones if zone.place))
    chapters = [
        Chapter("Who plays", (f"{manual.TITLE} is for {_many(manual)}.", *wins, *counted)),
        Chapter("What lies on the table", (f"There are: {lies}.",)),
        Chapter("How it goes", tuple(start.about for start in manual.STARTS.values())),
    ]
    return Primer(tuple(chapters))


def _title(word: str) -> str:
    """A name as people say it: 'player1' is 'Player 1'."""
    letters = word.rstrip("0123456789")
    return f"{letters.replace('_', ' ').title()} {word[len(letters) :]}".strip()


def _within(manual: ModuleType) -> dict[str, Any]:
    """The times of goals: as long as this stays the same."""
    return {
        "this turn": lambda table: (manual.moment(table).round, manual.moment(table).turn),
        "this phase": lambda table: manual.moment(table),
        "this stage": lambda table: manual.moment(table)[:2],
        "this round": lambda table: manual.moment(table).round,
    }


def _wishes(manual: ModuleType) -> dict[str, Wish]:
    """Everything that somebody does to a card, as the log tells it."""
    plain = {kind: one.sentence for kind, one in manual.EVENTS.items() if isinstance(one.sentence, str) and one.depth != "atom"}
    return {kind: Wish(told_plainly(text)) for kind, text in plain.items() if "{to}" in text}


def _functions(manual: Any) -> dict[str, Any]:
    given = (
        set_position, describe, view, known_event, as_known_to, exchangeable, counted, say, question, may_not, formula,
        mark_words, spell_out, value, lean, why_not, ways, askings, price, doer, match, variations,
    )  # fmt: skip
    return {"sees": manual.BOARD.sees, "problems": problems, **{one.__name__: partial(one, manual) for one in given}}


# why not


def ways(manual: Manual, game: Game, deed: str, seat: str | None = None) -> list[str]:
    """The answers that would do something now: those with all of its words."""
    choice = game.choice
    return [] if choice is None or seat not in (None, choice.player) else [one for one in choice.options if _speaks_of(one, deed)]


def why_not(manual: Manual, game: Game, deed: str, seat: str | None = None) -> list[Refusal]:
    """Every reason why something cannot be answered now; a deed of which nothing is said is unknown."""
    if ways(manual, game, deed, seat):
        return []
    hidden = game.choice is None or seat not in (None, game.choice.player)
    found = [] if hidden else [refusal for refusal in game.refused() if _speaks_of(refusal.option, deed)]
    if not found:
        raise UnknownDeed(f"nothing is known about {deed[:60]!r} here")
    return found


def askings(manual: Manual, game: Game, seat: str | None = None) -> list[Asking]:
    """The deeds that the open question speaks of, each with everything that may or may not be answered there."""
    choice = game.choice
    if choice is None or seat not in (None, choice.player):
        return []
    found: dict[str, list[str]] = {}
    for option in (*choice.options, *(refusal.option for refusal in game.refused())):
        deed, _, rest = option.partition(" ")
        things = found.setdefault(deed, [])
        things += [rest] if rest and rest not in things else []
    named = {deed: [thing for thing in things if thing in game.table.rules.library] for deed, things in found.items()}
    return [
        Asking(_title(deed), f"{deed} {{it}}" if named[deed] else deed, {choice.player: named[deed]}, "with what")
        for deed, things in found.items() if named[deed] or not things
    ]  # fmt: skip


def _speaks_of(option: str, deed: str) -> bool:
    said = option.replace("_", " ").replace(".", " ").split()
    return all(word in said for word in deed.lower().replace("_", " ").replace(".", " ").split())


# positions


def set_position(
    manual: Manual, data: Mapping[str, Any], seating: str, seed: int, log: bool, readings: Mapping[str, str],
    trace: bool = False, cards: Library | None = None,
) -> Table:  # fmt: skip
    """A quiet table with just this position on it, as the board lets it be said."""
    table = Table(manual.rules_for(cards or manual.library(), seating, readings), seed, log)
    table.tracing = trace
    table.cause = table.log("position")
    problems = manual.BOARD.set(table, data)
    for player in manual.PLAYERS:
        if player in data and player not in table.rules.players:
            problems.append(((player,), f"there is no {player} in this game; its players are {', '.join(table.rules.players)}"))
    if problems:
        raise PositionError(problems)
    if "step" not in table.facts:
        table.fact("step", next(iter(table.rules.steps)))
    return table


def describe(manual: Manual, table: Table) -> Described:
    """A position in the words of a [table], and what those words lose of it."""
    said, seating = manual.BOARD.describe(table), seating_of(manual, table.rules.players)
    usual = manual.rulings()
    readings = {key: reading for key, reading in table.rules.readings.items() if reading != usual[key].default}
    try:
        again = manual.set_position(said, seating, table.dice, False, readings, cards=table.rules.library)
    except PositionError as error:
        return Described(said, seating, [f"This position cannot be set: {what}." for _, what in error.problems])
    return Described(said, seating, lost(table, again))


def lost(table: Table, again: Table) -> list[str]:
    """What a table that was set again from its description does not have of the first one; areas out of the game are no loss."""
    words = {"zones": "all of the ", "counts": "the number of ", "marks": "the ", "links": "the ", "facts": "what the "}
    outside = {("table", zone.what) for zone in table.rules.manual.BOARD.zones if zone.whose == "table" and not zone.key}
    return [
        f"No position says {words[book]}{f'{key} is' if book == 'facts' else f'{key[1]} of {name(table, key[0])}'}."
        for book in words
        for key in {**getattr(table, book), **getattr(again, book)}
        if getattr(table, book).get(key) != getattr(again, book).get(key) and key not in outside
    ]


def seating_of(manual: Manual, players: Iterable[str]) -> str:
    """The seating that these players have."""
    here = set(players)
    return next(name for name, sides in manual.SEATINGS.items() if {one for side in sides.values() for one in side} == here)


# who sees what


def view(manual: Manual, table: Table, seat: str | None) -> dict[str, Any]:
    return manual.BOARD.view(table, seat, manual.sees)


def known_event(manual: Manual, event: Event, seat: str, table: Table) -> Event | None:
    """An event without the cards that lie hidden from a seat; what others answered and the order of decks is not told."""
    if (event.kind in ("answer", "only answer") and event.by != seat) or event.kind == "settle":
        return None
    hidden = {card for zone, cards in table.zones.items() if not manual.sees(table, seat, *zone) for card in cards}
    event = event._replace(changes=[change for change in event.changes if change[0] != "order"])
    if event.kind == "window":
        near = tuple(miss for miss in event.detail["near"] if miss[0] not in hidden)
        return event._replace(detail={**event.detail, "near": near}) if near else None
    if event.seen == seat:
        return event
    if event.seen is not None:
        event = event._replace(
            to=event.to and HIDDEN_CARD,
            detail={key: value for key, value in event.detail.items() if key not in SECRET},
            changes=[],
        )
    return Event(*(without(field, hidden) for field in event))


def without(field: Any, hidden: set[str], instead: str = HIDDEN_CARD) -> Any:
    """A part of an event, with the names of hidden cards taken out."""
    if isinstance(field, str):
        return instead if field in hidden else field
    if isinstance(field, dict):
        return {key: without(value, hidden, instead) for key, value in field.items()}
    if isinstance(field, list):
        return [without(value, hidden, instead) for value in field]
    if isinstance(field, tuple):
        inner = [without(value, hidden, instead) for value in field]
        return type(field)(*inner) if hasattr(field, "_fields") else tuple(inner)
    return field


def exchangeable(manual: Manual, table: Table, zone: Key, real: str, other: str) -> bool:
    """Might another card lie where this one lies hidden? Only one that may lie there at all."""
    known = manual.BOARD.zone(table, *zone)
    return known is None or not known.holds or table.rules.library[other].type in known.holds


# timelines


def _timelines(manual: ModuleType) -> dict[str, Curves]:
    board = manual.BOARD
    groups = {token.what: Curves(token.name, token.name.lower(), limit=_printed(token.towards)) for token in board.tokens}
    if board.tracks:
        most = {track.name: track.most for track in board.tracks}
        groups["tracks"] = Curves(
            "Tracks", "", lambda table: {name: name for name in most}, lambda table, key: most.get(key, 0), True
        )
    return groups | {"cards": Curves("Cards", "cards", lambda table: dict(_piles(manual, table)))}


def _printed(value: str) -> Callable[[Table, str], int]:
    """What is printed on a card as the end of a line."""
    return lambda table, key: int(table.rules.library[key].values.get(value, 0)) if value and key in table.rules.library else 0


def _piles(manual: Any, table: Table) -> Iterator[tuple[str, str]]:
    for player in table.rules.players:
        for zone in manual.BOARD.zones:
            if zone.whose == "player" and zone.drawn in ("fan", "pile"):
                yield f"{player}.{zone.what}", f"{manual.NAMES[player]}: {zone.words or zone.what}"


def counted(manual: Manual, table: Table, event: Event) -> Iterator[Count]:
    """The lines that an event may have moved: tokens on whatever has them, piles of players, tracks."""
    tracks = {track.tokens or track.zone: track for track in manual.BOARD.tracks}
    piles = dict(_piles(manual, table))
    tokens = {token.what for token in manual.BOARD.tokens}
    for change in event.changes:
        keys = [change[4], change[2]] if change[0] == "put" else [change[1]] if change[0] == "count" else []
        for key in filter(None, keys):
            if key in tracks:
                yield Count("tracks", tracks[key].name, tracks[key].name, tracks[key].now(table))
            elif change[0] == "count" and key[1] in tokens:
                yield Count(key[1], key[0], name(table, key[0]), table.counts.get(key, 0))
            elif (pile := ".".join(key)) in piles:
                yield Count("cards", pile, piles[pile], len(table.zone(*key)))


# words


def say(manual: Manual, answer: str, cards: Library) -> str:
    """An answer with the names of what it speaks of."""
    return " ".join(cards[word].name if word in cards else manual.NAMES.get(word, word) for word in answer.split(" "))


def question(manual: Manual, table: Table, prompt: str) -> str:
    return prompt


def may_not(manual: Manual, table: Table, option: str, player: str) -> str:
    """That somebody may not give an answer: 'Player 1 may not buy Silver'."""
    said = manual.say(option, table.rules.library)
    return f"{capital(name(table, player))} may not {said}" if player else f"It is not possible to {said}"


def formula(manual: Manual, table: Table, part: Part) -> str:
    return ""


def mark_words(manual: Manual, table: Table, card: str, what: str) -> str:
    """What a mark on a card says, as its state is called."""
    state = manual.BOARD.state(what)
    return state.words(what, table.marks.get((card, what), ("", 0))[1]) if state is not None else what


def spell_out(manual: Manual, card: Card, cards: Library) -> list[str]:
    return [card.text] if card.text else []


def value(manual: Manual, table: Table, card: str, word: str) -> int:
    return table.rules.library[card].value(word)


def lean(manual: Manual, table: Table, named: Iterable[str]) -> Rules:
    return table.rules


def price(manual: Manual, table: Table, player: str, answer: str) -> str:
    return ""


def doer(manual: Manual, table: Table, answer: str) -> str | None:
    return None


# bots and composers


def match(manual: Manual, seating: str) -> Match:
    """A game that begins as usual; its row tells the tracks and the scores."""

    def begin(teams: Mapping[str, tuple[str, ...]], seed: int, cards: Library) -> Game:
        start = next(one for one in manual.STARTS.values() if seating in (one.seatings or manual.SEATINGS))
        return start.begin(seating, seed, False, {}, False, cards)

    def scores(table: Table) -> str:
        found = manual.outcome(table)
        return " ".join(f"{who}={score}" for who, score in found.scores.items()) if found is not None else ""

    def used(table: Table, answer: str) -> list[str]:
        cards, (word, *rest) = table.rules.library, answer.split(" ")
        return [cards[one].id for one in rest if one in cards][:1] if word not in manual.MINOR else []

    says: dict[str, Any] = {track.name.lower().replace(" ", "_"): track.now for track in manual.BOARD.tracks}
    return Match(begin, {**says, "scores": scores}, used, lambda table: ())


def variations(manual: Manual, cards: Library, roll: random.Random) -> BoardVariations:
    return BoardVariations(manual, cards, roll)
