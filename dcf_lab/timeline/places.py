"""The places of a tree of answers, and the questions on the way to one, as far as a seat may know them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import answer_text, question
from dcf_lab.games import say
from dcf_lab.timeline.film import Film, outcome
from dcf_lab.timeline.timeline import Answer, Timeline


class Places:
    """What has been told of a tree so far. A seat knows of its own answers only, and has its own numbers for them.

    What others were asked, and how often, would tell of hidden cards: their answers count as part of the seat's last one.
    """

    def __init__(self, seat: str | None = None) -> None:
        self.seat = seat
        self._numbers = {0: 0}  # of an answer in the tree -> of this seat
        self._told: dict[int, dict[str, Any]] = {}

    def number(self, node: Answer) -> int:
        """How this seat calls a place: by its own last answer there."""
        while not self._shows(node):
            assert node.parent is not None
            node = node.parent
        return node.number if self.seat is None else self._numbers.setdefault(node.number, len(self._numbers))

    def _shows(self, node: Answer) -> bool:
        return self.seat is None or node.parent is None or node.player == self.seat

    def answer(self, line: Timeline, number: Any) -> Answer | None:
        """The answer with this number; 0 is the start."""
        if type(number) is not int:
            return None
        return next((node for node in line.nodes() if self._shows(node) and self.number(node) == number), None)

    def stand(self, line: Timeline, node: Answer) -> Answer:
        """Where the seat is asked next after an answer, on the way to where the timeline stands or on the last one tried."""
        if self.seat is None:
            return node
        way = {id(one) for one in line.here.path()}
        while not self.asks(node) and node.children:
            node = next((child for child in node.children if id(child) in way), node.children[-1])
        return node

    def asks(self, node: Answer) -> bool:
        """Is the seat asked there, or may it see what anybody is asked?"""
        choice = node.game.choice
        return choice is not None and self.seat in (None, choice.player)

    def news(self, line: Timeline) -> list[dict[str, Any]]:
        """Every place of the tree that has not been told, or not as it is now."""
        found = []
        for node in sorted(line.nodes(), key=lambda node: node.number):
            if not self._shows(node) or (self.seat is None and node.number in self._told):
                continue
            place = self._place(line, node)
            if self._told.get(node.number) != place:
                self._told[node.number] = place
                found.append(place)
        return found

    def _place(self, line: Timeline, node: Answer) -> dict[str, Any]:
        asked = node.game if self.seat is None else node.parent.game if node.parent else None  # what follows, others decide
        return {
            "id": self.number(node),
            "parent": self.number(node.parent) if node.parent else None,
            "player": node.player,
            "option": node.option,
            "words": say(node.option, line.scenario.cards),
            "name": node.name,
            "round": asked.table.rules.manual.moment(asked.table).round if asked else 0,
            "over": outcome(self.stand(line, node).game),
        }

    def forget(self, *nodes: Answer) -> None:
        """Tell these anew when they are there."""
        for node in nodes:
            self._told.pop(node.number, None)

    def branch(self, node: Answer) -> Iterator[int]:
        """The numbers of everything that hangs on an answer."""
        return (self.number(one) for one in node.branch() if self._shows(one))


def decisions(line: Timeline, film: Film, places: Places, since: int = 0) -> list[dict[str, Any]]:
    """The questions on the way to where the timeline stands, and the open one; those before moment `since` are left out.

    A seat is told its own questions; of others it learns only that somebody else decides now.
    """
    found = []
    path = [line.root, *line.here.path()]
    for node, after in zip(path, [*path[1:], None], strict=True):
        choice, at = node.game.choice, film.moment(node.game.table.told)
        if choice is None or at < since:
            continue
        if places.asks(node):
            chosen = after.option if after else None
            found.append(_decision(choice, node.game.table, at, places.number(node), chosen))
        elif after is None:
            found.append(_decision(OTHERS_DECIDE, node.game.table, at, places.number(node), None))
    return found


def question_at(line: Timeline, film: Film, moment: int, seat: str | None = None) -> Game:
    """The game at the question of a moment, or at the next one after it, also where a single answer was taken without asking.

    A seat is answered at its own questions, and where the timeline stands.
    """
    number = film.number(moment)
    history = line.game.table.history
    skipped_now = 0 < number <= len(history) and history[number - 1].kind == "only answer"
    for node in [line.root, *line.here.path()]:
        if node.game.table.told < number:
            continue
        for skipped in node.game.skipped:
            if seat in (None, skipped.player) and (then := node.game.then(skipped)).table.told >= number - skipped_now:
                return then
        choice = node.game.choice
        if choice is not None and seat in (None, choice.player):
            return node.game
    return line.game


OTHERS_DECIDE = Choice("", "", ())


def short_answer(option: str, cards: Library) -> str:
    """An answer in words under the heading of its first word.

    >>> from dcf_lab.games import manual
    >>> cards = manual("dc_forever").library()
    >>> short_answer("attack batman", cards), short_answer("pool fame.1", cards), short_answer("done", cards)
    ('Batman', 'Fame', 'done')
    """
    kind, _, rest = option.partition(" ")
    words = say(option, cards)
    if words.startswith(f"{kind} ") or not rest:
        return words.removeprefix(f"{kind} ")
    return say(rest, cards) if all(word in cards for word in rest.split(" ")) else words


def made_of(option: str, player: str, table: Table, hand: Collection[str] = ()) -> dict[str, Any]:
    """What an answer is made of: the deed, the card that it is done with, what else it speaks of, and what it costs.

    A card of the player's own hand comes first, however the answer is worded: one takes it, then chooses for whom it is.

    >>> from dcf_lab.timeline.timeline import new_game
    >>> table = new_game(seed=1).game().table
    >>> made_of("empower batman with fame.1", "hero", table, ["fame.1"])["things"]
    ['fame.1', 'batman']
    """
    deed, *words = option.split(" ")
    manual, cards = table.rules.manual, table.rules.library
    things = [word for word in words if word in cards or word in table.rules.players]
    return {
        "deed": deed,
        "things": sorted(things, key=lambda thing: thing not in hand),
        "price": manual.price(table, player, option),
        "leaves": option in manual.LEAVE,
    }


def _hand(table: Table, player: str) -> set[str]:
    """The cards that a player holds."""
    board = table.rules.manual.BOARD
    areas = [zone.what for zone in board.zones if zone.whose == "player" and zone.drawn == "fan"]
    return {card for area in areas for card in table.zones.get((player, area), ())}


def _decision(choice: Choice, table: Table, at: int, place: int, chosen: str | None) -> dict[str, Any]:
    hand = _hand(table, choice.player)
    return {
        "at": at,
        "node": place,
        "player": choice.player,
        "prompt": choice.prompt,
        "question": question(table, choice),
        "rules": choice.rules,
        "options": list(choice.options),
        "words": [answer_text(table, option) for option in choice.options],
        "short": [short_answer(option, table.rules.library) for option in choice.options],
        "made": [made_of(option, choice.player, table, hand) for option in choice.options],
        "hidden": choice is OTHERS_DECIDE,
        "chosen": chosen,
        "default": choice.default,
    }
