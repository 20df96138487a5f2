"""The board of a game, said once: its areas, tokens, tracks and states.

What a `[table]` may say, how a position is set and described, what a seat sees, which order counts and what is drawn follow
from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import a
from dcf_lab.engine.table import Key, Table, frozen

FACE_UP = "face up"  # the mark of a card that lies face up in an area where others lie face down

Problem = tuple[tuple[Any, ...], str]  # where in a position something is said, and what is wrong with it


class PositionError(ValueError):
    """Everything that is impossible about a position, each with the place where it was said."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(what for _, what in problems))
        self.problems = problems


class Zone(NamedTuple):
    """An area: whose it is, what it is called, what it holds, who may look, and how it is drawn."""

    whose: str  # 'player', 'table', or the type of the cards that have such an area each: 'location'
    what: str  # its name on the table
    name: str  # as a heading: 'Hand'
    holds: tuple[str, ...] = ()  # types of cards; none: any
    seen: str = "all"  # 'all', 'owner', 'side', 'nobody', or 'face up': only what has that mark
    ordered: bool = False  # its order is part of the position
    drawn: str = "row"  # 'row' of tiles, 'fan' of a hand, 'pile', 'slot' for a single card
    place: str = "own"  # 'own', with whom it belongs; 'middle', in the row of the board; 'aside'; '' for nowhere
    said: str | None = None  # its key in a scenario file; none: its name; '': no position says it
    words: str = ""  # within a sentence: 'discard pile'; none: its name as on the table
    carries: tuple[str, ...] = ()  # what a position can say of its cards: tokens, states, links, areas of their own
    own: bool = False  # only cards of the player's side
    back: str = ""  # of its cards, by which they could lie in other such areas, too; none: a player's own, or this deck's
    side: str = ""  # whose first player has it beside the own cards, though it is the table's
    rare: bool = False  # a pile that is not shown while it is empty
    waits: str = ""  # the area for which its cards wait: as long as that is empty, they are shown there

    @property
    def key(self) -> str:
        """How a scenario file calls it."""
        return _key(self.what) if self.said is None else self.said


class Token(NamedTuple):
    """Something counted: on which types of cards, on a 'player', in a place such as 'supply'; and what it runs towards."""

    on: tuple[str, ...]
    what: str
    name: str
    sign: str = ""
    towards: str = ""  # a printed value
    left: bool = False  # what is shown is how much is left of that value
    start: str = ""  # the printed value of as many as lie there when a position does not say it
    rare: bool = False  # only kept count of: not drawn, and asked for while building only where there are some


class Track(NamedTuple):
    """A number that everybody watches: of tokens somewhere, or of cards in an area, and the side that it belongs to."""

    name: str
    most: int
    side: str = ""
    tokens: Key | None = None
    zone: Key | None = None

    def now(self, table: Table) -> int:
        return table.counts.get(self.tokens, 0) if self.tokens else len(table.zone(*self.zone)) if self.zone else 0


class State(NamedTuple):
    """A mark that says how a card lies: exhausted, swayed; of 'used *' there are many, and `{}` in its name is the rest.

    `{value}` in the name is the mark's number, `{change}` the same with its sign.
    """

    mark: str
    name: str  # none: it is not shown
    until: str
    on: tuple[str, ...] = ()  # types of cards; none: any
    said: str | None = None
    without: str = ""  # what is said of a card that could have it and has not: 'facedown'

    @property
    def key(self) -> str:
        return _key(self.mark) if self.said is None else self.said

    def words(self, mark: str, value: Any) -> str:
        """What a mark of this kind says.

        >>> State("* boost", "{} {change}", "round").words("attack boost", 2)
        'attack +2'
        """
        found = re.fullmatch(re.escape(self.mark).replace(r"\*", "(.*)"), mark)
        rest = found[1] if found and found.groups() else ""
        change = f"{value:+}" if isinstance(value, int) else str(value)
        return self.name.replace("{}", rest).replace("{value}", str(value)).replace("{change}", change)


class Link(NamedTuple):
    """What a card can belong to or stand at: cards of some types, by a word, to a card of a type."""

    what: str
    name: str
    on: tuple[str, ...]
    to: str


class Value(NamedTuple):
    """A printed number as it is drawn; one that tokens run towards is drawn with them."""

    what: str
    name: str
    sign: str = ""  # none: its name
    drawn: str = "tile"  # on a 'tile' in play, on a 'chip' as in a hand, or '' for only where the whole card is shown


@dataclass(frozen=True)
class Board:
    """Everything that lies on the table of a game, in order of weight: what comes first is told first."""

    zones: tuple[Zone, ...]
    tokens: tuple[Token, ...] = ()
    tracks: tuple[Track, ...] = ()
    states: tuple[State, ...] = ()
    links: tuple[Link, ...] = ()
    values: tuple[Value, ...] = ()
    middle: str = ""  # the area of the table whose cards have areas of their own and lie in the middle: 'locations'
    gaps: str = ""  # the fact with the cards that have left it and whose spaces have stayed empty
    # what else a position says of the table, of a player, and of a card that lies open, as JSON Schema; for those who set one
    # by hand it has `title`, `description`, `default`, `examples`, the phases of which it can be said, each with the side that it
    # is about (`when`), whether a text is a 'card', 'player' or 'ability' (`format`), the area that the card is from (`in`), and
    # whether a list of players is only of those who share a side (`shared`), one of `each`
    facts: Callable[[Library], Mapping[str, Any]] = lambda cards: {}
    own: Callable[[Library], Mapping[str, Any]] = lambda cards: {}
    further: Mapping[str, Any] = field(default_factory=dict)
    secret: tuple[str, ...] = ()  # facts that tell of hidden cards
    owner: str = "team"  # the link from a card to the player whose it is

    @cached_property
    def by_name(self) -> Mapping[Key, Zone]:
        return {(zone.whose, zone.what): zone for zone in self.zones}

    @cached_property
    def ordered(self) -> frozenset[str]:
        """The areas whose order is part of the position."""
        return frozenset(zone.what for zone in self.zones if zone.ordered)

    @cached_property
    def places(self) -> frozenset[str]:
        """The types of cards in the middle at which others lie or stand: 'location'."""
        lying = self.by_name.get(("table", self.middle))
        return frozenset(kind for kind in (lying.holds if lying else ()) if any(zone.whose == kind for zone in self.zones))

    @cached_property
    def areas(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(zone.what for zone in self.zones))

    def zone(self, table: Table, whose: str, what: str) -> Zone | None:
        """The area as the board describes it; None for one that it does not know."""
        if (found := self.by_name.get((_whose(table, whose), what))) is not None:
            return found
        return self.by_name.get(("card", what)) if whose in table.rules.library else None

    def of(self, whose: str) -> Iterator[Zone]:
        """The areas that a player, the table or a card of this type has and a position can speak of."""
        return (zone for zone in self.zones if zone.whose == whose and zone.key)

    def state(self, mark: str) -> State | None:
        """The state that a mark on a card says; None for one that the board does not know."""
        return next((state for state in self.states if fnmatchcase(mark, state.mark)), None)

    # what a seat sees

    def sees(self, table: Table, seat: str, whose: str, what: str) -> bool:
        """May this player see all cards of an area?"""
        zone = self.zone(table, whose, what)
        seen = zone.seen if zone is not None else "nobody"
        if seen == "all":
            return True
        if seen == FACE_UP:
            return all((card, FACE_UP) in table.marks for card in table.zone(whose, what))
        holder = whose if whose in table.rules.players else table.links.get((whose, self.owner))
        if seen == "side" and holder is not None:
            side = table.rules.manual.side
            return bool(side(table, seat) == side(table, holder))
        return seen in ("owner", "side") and holder == seat

    def view(self, table: Table, seat: str | None, sees: Callable[[Table, str, str, str], bool]) -> dict[str, Any]:
        """The table as a seat may see it, None sees all; of hidden areas the number of cards. The die is nobody's to see."""
        whole = table.as_json()
        if seat is None:
            return whole
        hidden: set[str] = set()
        zones: dict[str, Any] = {}
        for zone, cards in table.zones.items():
            if sees(table, seat, *zone):
                zones[".".join(zone)] = list(cards)
                continue
            known = self.zone(table, *zone)
            up = [card for card in cards if (card, FACE_UP) in table.marks] if known and known.seen == FACE_UP else []
            hidden.update(card for card in cards if card not in up)
            zones[".".join(zone)] = {"cards": len(cards), **({"open": up} if up else {})}

        def shown(book: dict[str, Any]) -> dict[str, Any]:
            there = ((key, value) for key, value in book.items() if key.rpartition(".")[0] not in hidden)
            return {key: value for key, value in there if not names_one(value, hidden)}

        # what holds of a card in sight is in sight, also where the card that said so is not any more
        marks = {key: [until, 1 if names_one(value, hidden) else value] for key, (until, value) in whole["marks"].items()}
        zones = {key: value for key, value in zones.items() if key.rpartition(".")[0] not in hidden}
        facts = {key: value for key, value in whole["facts"].items() if key not in self.secret and not names_one(value, hidden)}
        books = {"counts": shown(whole["counts"]), "marks": shown(marks), "links": shown(whole["links"])}
        return {"zones": zones, **books, "facts": facts}

    # what a position may say

    def schema(self, cards: Library, players: Collection[str]) -> dict[str, Any]:
        """The form of `[table]`, as JSON Schema."""
        own = _object({**self._part("player", cards), **self._tokens("player"), **self.own(cards)})
        tracks = {_key(track.tokens[0]): TOKENS for track in self.tracks if track.tokens}
        return _object({**self._part("table", cards), **tracks, **self.facts(cards), **dict.fromkeys(players, own)})

    def _part(self, whose: str, cards: Library) -> dict[str, Any]:
        return {zone.key: self._area(zone, cards) for zone in self.of(whose)}

    def _tokens(self, kind: str) -> dict[str, Any]:
        return {_key(token.what): TOKENS for token in self.tokens if kind in token.on}

    def _area(self, zone: Zone, cards: Library) -> dict[str, Any]:
        one: dict[str, Any] = {"type": "string", "enum": sorted(cards)}
        if zone.carries:
            entry = _object({"card": one, **self._entry_form(zone, cards)})
            one = {**entry, "required": ["card"]} if self._has_slots(zone) else {"oneOf": [one, entry]}
        return one if zone.drawn == "slot" else {"type": "array", "items": one}

    def _entry_form(self, zone: Zone, cards: Library) -> dict[str, Any]:
        """What a position can say of a card in an area beside its name."""
        said: dict[str, Any] = {**self.further}
        said |= {link.what: _cards_of(cards, link.to) for link in self.links}
        said |= {state.key: {"type": "boolean"} for state in self.states}
        for kind in zone.holds:
            said |= {**self._part(kind, cards), **self._tokens(kind)}
        return {word: said[word] for word in zone.carries}

    def _has_slots(self, zone: Zone) -> bool:
        """Is a card of this area a place for others, so that it is always said as a table?"""
        return any(inner.drawn == "slot" for kind in zone.holds for inner in self.of(kind))

    # setting and describing

    def set(self, table: Table, data: Mapping[str, Any]) -> list[Problem]:
        """Lay what a `[table]` says; what cannot be is told with its place."""
        setter = Setter(self, table)
        for track in self.tracks:
            if track.tokens:
                table.count(*track.tokens, data.get(_key(track.tokens[0]), 0))
        setter.areas("table", "table", data, ())
        for player in table.rules.players:
            setter.areas(player, "player", data.get(player, {}), (player,))
        for card, word, target, path in setter.links:
            if target not in setter.lies:
                setter.wrong(path, f"{card} is {word} {target}, which is not on the table")
            table.link(card, word, target)
        for fact, form in self.facts(table.rules.library).items():
            if fact in data or "default" in form:
                table.fact(fact.replace("_", " "), frozen(data.get(fact, form.get("default"))))
        return setter.problems

    def describe(self, table: Table) -> dict[str, Any]:
        """A quiet table in the words of a `[table]`: the inverse of `set`."""
        facts = {fact: fact.replace("_", " ") for fact in self.facts(table.rules.library)}
        said = {fact: _thawed(table.facts[known]) for fact, known in facts.items() if known in table.facts}
        for track in self.tracks:
            if track.tokens and (number := track.now(table)):
                said[_key(track.tokens[0])] = number
        said |= self._described(table, "table", "table")
        for player in table.rules.players:
            said[player] = self._described(table, player, "player")
        return said

    def _described(self, table: Table, whose: str, kind: str) -> dict[str, Any]:
        said: dict[str, Any] = {}
        for zone in self.of(kind):
            if cards := table.zone(whose, zone.what):
                entries = [self._entry(table, card, zone) for card in cards]
                said[zone.key] = entries[0] if zone.drawn == "slot" else entries
        tokens = {_key(one.what): table.counts[whose, one.what] for one in self.tokens if (whose, one.what) in table.counts}
        return said | tokens

    def _entry(self, table: Table, card: str, zone: Zone) -> Any:
        if not zone.carries:
            return card
        said: dict[str, Any] = {state.key: True for state in self.states if (card, state.mark) in table.marks}
        said |= {link.what: table.links[card, link.what] for link in self.links if (card, link.what) in table.links}
        said |= self._described(table, card, table.rules.library[card].type)
        said = {word: value for word, value in said.items() if word in zone.carries}
        return {"card": card, **said} if said or self._has_slots(zone) else card

    # words

    def words(self, table: Table, whose: str, what: str) -> str:
        """An area within a sentence, without its owner: 'discard pile'."""
        zone = self.zone(table, whose, what)
        return (zone.words or zone.what) if zone is not None else what

    def as_json(self) -> dict[str, Any]:
        """For a page that draws it."""
        return {
            "zones": [{**zone._asdict(), "said": zone.key} for zone in self.zones],
            "tokens": [token._asdict() for token in self.tokens],
            "tracks": [
                {**track._asdict(), "tokens": ".".join(track.tokens or ()), "zone": ".".join(track.zone or ()),
                 "said": _key(track.tokens[0]) if track.tokens else ""}
                for track in self.tracks
            ],
            "states": [{**state._asdict(), "said": state.key} for state in self.states],
            "links": [link._asdict() for link in self.links],
            "values": [value._asdict() for value in self.values],
            "middle": self.middle,
            "gaps": self.gaps,
        }  # fmt: skip


TOKENS = {"type": "integer", "minimum": 0, "maximum": 1000}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _cards_of(cards: Library, kind: str) -> dict[str, Any]:
    return {"type": "string", "enum": sorted(card for card in cards if cards[card].type == kind)}


def _key(what: str) -> str:
    return what.replace(" ", "_").replace("-", "_")


def _whose(table: Table, whose: str) -> str:
    if whose in table.rules.players:
        return "player"
    return table.rules.library[whose].type if whose in table.rules.library else whose


def names_one(value: Any, cards: Collection[str]) -> bool:
    """Does what the table says of something speak of one of these cards?"""
    return any(names_one(one, cards) for one in value) if isinstance(value, list | tuple) else value in cards


def _thawed(value: Any) -> Any:
    return list(map(_thawed, value)) if isinstance(value, tuple) else value


class Setter:
    """Lays the cards and tokens of a position, each card once, and collects what cannot be."""

    def __init__(self, board: Board, table: Table) -> None:
        self.board = board
        self.table = table
        self.problems: list[Problem] = []
        self.lies: dict[str, str] = {}  # card -> the area that it lies in
        self.links: list[tuple[str, str, str, tuple[Any, ...]]] = []  # made when everything lies

    def wrong(self, path: tuple[Any, ...], what: str) -> None:
        self.problems.append((path, what))

    def bring(self, card: str, zone: Key, path: tuple[Any, ...]) -> bool:
        """Put a card somewhere, once."""
        if card in self.lies:
            self.wrong(path, f"{card} is in two places: {self.lies[card]} and {'.'.join(zone)}")
            return False
        self.lies[card] = ".".join(zone)
        self.table.bring(card, zone)
        return True

    def kind(self, card: str, kinds: Collection[str], path: tuple[Any, ...]) -> bool:
        found = self.table.rules.library[card].type
        if kinds and found not in kinds:
            self.wrong(path, f"{card} is {a(found)}, expected {' or '.join(kinds)}")
        return not kinds or found in kinds

    def laid(self, entry: Any, kinds: Collection[str], zone: Key, path: tuple[Any, ...]) -> str:
        """Put the card of an entry somewhere; returns it, or nothing if it cannot lie there."""
        card = entry if isinstance(entry, str) else entry.get("card")
        if not card:
            self.wrong(path, "'card' is missing")
        return card if card and self.kind(card, kinds, path) and self.bring(card, zone, path) else ""

    def areas(self, whose: str, kind: str, said: Mapping[str, Any], path: tuple[Any, ...]) -> None:
        """Everything that a position says of a player, of the table or of a card."""
        for token in self.board.tokens:
            if kind in token.on:
                start = self.table.rules.library[whose].value(token.start) if token.start else 0
                self.table.count(whose, token.what, said.get(_key(token.what), start))
        for zone in self.board.of(kind):
            found = said.get(zone.key, ())
            entries = [found] if zone.drawn == "slot" and found else found
            for number, entry in enumerate(entries):
                where = (*path, zone.key) if zone.drawn == "slot" else (*path, zone.key, number)
                self.entry(entry, zone, (whose, zone.what), where)

    def entry(self, said: Any, zone: Zone, key: Key, path: tuple[Any, ...]) -> None:
        """A card in an area, with what is said of it."""
        card = self.laid(said, zone.holds, key, path)
        if not card:
            return
        said = {} if isinstance(said, str) else said
        for state in self.board.states:
            if said.get(state.key):
                self.table.mark(card, state.mark, state.until)
        for link in self.board.links:
            if link.what in said:
                self.links.append((card, link.what, said[link.what], path))
        self.areas(card, self.table.rules.library[card].type, said, path)
