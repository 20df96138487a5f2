"""Bots in the seats of the explore page: they answer when they are asked, and tell what they would do, and why."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from dcf_lab.bots.bots import Advice, TreeSearch, foreseen, greedy
from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import depth, sentence
from dcf_lab.engine.unseen import dealt_anew
from dcf_lab.games import Mind, say
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.facts import bots_of
from dcf_lab.lab.messages import answer
from dcf_lab.lab.slices import Enough, Steps, Work
from dcf_lab.timeline.timeline import MAX_NODES, Answer, RecordError

TURNS = {"easy": 20, "normal": 100, "hard": 400}  # of the search
ADVICE = 300  # turns of it, when it is asked for advice
LONGEST = 1.5  # seconds of thinking about one answer
SECONDS = 60.0  # of thinking for one message
MOST_ANSWERS = 200  # of others before the seat is asked again
TOLD, SEEN = 3, 3  # answers that advice tells, and events that each is told to lead to
CLEAR = 5  # more victories in a hundred that say enough
NOTICED = 0.4  # points of the judgement that make a difference


class Opponents:
    """The bots of one visitor; they play on the timeline that the explore page shows, and know only what their seat may know."""

    def __init__(self, explore: Explore) -> None:
        self.explore = explore
        self.work = Work()
        self._line: Any = None  # the timeline that is thought about

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if self.explore.line is None:
            raise RecordError("nothing is open yet; load the page again")
        if self._line is not self.explore.line:
            self.work.drop()  # it was for another timeline
            self._line = self.explore.line
        yield from answer(self, message)

    def do_more(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.work.go_on(message.get("work"))

    def do_stop(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.work.stop()

    # answering

    def do_answer(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Whoever is asked now answers, if it is a bot; for a visitor in a seat all bots do until that seat is asked."""
        seats = self._seats(message.get("seats"))
        if self._node(message) is not self._line.here:
            raise RecordError("bots answer the open question only; go to the end of the film")
        seat = self.explore.seat
        if seat is not None and any(player not in (seat, *seats) for player in self._line.game.table.rules.players):
            raise RecordError("from a player's seat all others must be bots; see it all to play for several")
        yield from self.work.begin("answer", self._answers(seats), SECONDS)

    def _seats(self, seats: Any) -> dict[str, str]:
        """Who is a bot of which kind, as the page says; whatever makes no sense is refused."""
        players, kinds = self._line.game.table.rules.players, bots_of(self._line.scenario.manual)
        if not isinstance(seats, dict):
            raise RecordError("nobody is a bot; choose one under Players")
        for player, kind in seats.items():
            if player not in players:
                raise RecordError("nobody sits there")
            if kind not in kinds:
                raise RecordError(f"there is no such bot for {self._line.scenario.manual.TITLE}; there are {', '.join(kinds)}")
        return seats

    def _node(self, message: dict[str, Any]) -> Answer:
        return self.explore.node(message["node"]) if "node" in message else self._line.here

    def _answers(self, seats: Mapping[str, str]) -> Steps:
        explore, line, said = self.explore, self._line, []
        try:
            for _ in range(MOST_ANSWERS):
                choice, here = line.game.choice, line.here
                if choice is None or choice.player not in seats:
                    break
                option = yield from _thought(here.game, seats[choice.player])
                if line.here is not here:
                    break  # the visitor has gone elsewhere meanwhile
                if line.size >= MAX_NODES and here.child(option) is None:
                    raise RecordError(f"this tree has {MAX_NODES} answers; delete a branch, or begin anew")
                if explore.places.asks(here):  # what is answered in secret is not told
                    said.append({"player": choice.player, "option": option})
                line.answer(option)
                if explore.places.asks(line.here):
                    break
        except Enough:
            pass  # what has been answered stands
        return [explore.news(), {"show": "bots answered", "said": said}]

    # advising

    def do_advise(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What a bot would do in the place of whoever is asked, and why."""
        node = self._node(message)
        if node.game.choice is None or not self.explore.places.asks(node):
            raise RecordError("nobody is asked there, or others decide")
        if node.game.choice.player not in node.game.table.rules.players:
            raise RecordError("chance needs no advice")
        if self._line.scenario.manual.mind is None:
            raise RecordError(f"no bot knows enough of {self._line.scenario.manual.TITLE} to give advice")
        yield from self.work.begin("advise", self._advise(node), SECONDS)

    def _advise(self, node: Answer) -> Steps:
        choice, mind = _choice(node.game), _mind(node.game)
        roll = _roll(node.game)
        told = dealt_anew(node.game, choice.player, roll)  # from here on nobody looks at the real table
        if told is None:
            raise RecordError("what is hidden here cannot be dealt in another way, so nobody can think about it fairly")
        search = TreeSearch(mind, roll, ADVICE)
        thinking = search.advice(_plain(told))
        spent = 0.0
        while True:
            started = time.monotonic()
            try:
                next(thinking)
            except StopIteration as end:
                ranked: list[Advice] = end.value
                break
            spent += time.monotonic() - started
            try:
                yield
            except Enough:
                search.effort = 0  # what is known by now is told
            if spent > LONGEST:
                search.effort = 0
        best = ranked[:TOLD]
        cards = self._line.scenario.cards
        answers = []
        for n, one in enumerate(best):
            rival = best[0] if n else best[1] if len(best) > 1 else None
            seen = _coming(told, foreseen(told, mind, one.option), choice.player)
            why = [
                *([f"It sees coming: {' '.join(seen)}"] if seen else ()),
                *_reasons(one, rival, say(rival.option, cards) if rival else ""),
            ]
            answers.append({"option": one.option, "words": say(one.option, cards), "why": why})
        return [{
            "show": "advice",
            "node": self.explore.places.number(node),
            "player": choice.player,
            "looks": sum(one.looks for one in ranked),
            "answers": answers,
        }]  # fmt: skip


def _thought(game: Game, kind: str) -> Generator[None, None, str]:
    """The answer of a bot to the question of a game, of which it sees only what its seat may know."""
    choice, roll = _choice(game), _roll(game)
    if kind == "random":
        return roll.choice(choice.options)
    mind = _mind(game)
    known = dealt_anew(game, choice.player, roll)
    if known is None:  # nothing else could lie there, so that thinking would be looking: it goes by what it sees at first sight
        return roll.choices(choice.options, mind.hunch(game.table, choice))[0]
    known = _plain(known)
    if kind == "greedy":
        return greedy(known, mind, roll)
    search = TreeSearch(mind, roll, TURNS[kind])
    thinking = search.thinking(known)
    spent = 0.0
    while True:
        started = time.monotonic()
        try:
            next(thinking)
        except StopIteration as end:
            return str(end.value)
        spent += time.monotonic() - started
        if spent > LONGEST:
            search.effort = 0
        yield


def _choice(game: Game) -> Choice:
    assert game.choice is not None
    return game.choice


def _mind(game: Game) -> Mind:
    found: Mind = game.table.rules.manual.mind()
    return found


def _roll(game: Game) -> random.Random:
    """The bot's own dice: the same at the same place, so that a step back and forth changes nothing."""
    return random.Random(f"{_choice(game).player} {game.table.told}")


def _plain(game: Game) -> Game:
    """The same game without its log, which makes it fast."""
    quiet, since = game.origin()
    table = quiet.copy()
    table.events, table.tracing = None, False
    return Game.resume(table, since)


# reasons


def _coming(before: Game, after: Game, player: str) -> list[str]:
    """The first effects on the board that an answer leads to, in sentences: only what everybody may know."""
    table, found = after.table, []
    for event in table.history[before.table.told :]:
        how_deep = depth(table, event.kind)
        if how_deep == "stage" or (event.kind == "answer" and event.by != player):
            break
        seen = event.seen is None and table.rules.manual.known_event(event, player, table) == event
        if how_deep == "effect" and seen and any(_on_the_board(table, change) for change in event.changes):
            found.append(sentence(table, event, sums=False))
    return list(dict.fromkeys(found))[:SEEN]


def _on_the_board(table: Table, change: tuple[Any, ...]) -> bool:
    """Does a change concern tokens, or cards in play?"""
    if change[0] != "put":
        return bool(change[0] == "count")
    areas = [table.rules.manual.BOARD.zone(table, *key) for key in (change[2], change[4]) if key]
    return any(area is not None and area.drawn in ("row", "slot") and area.said != "" for area in areas)  # to lie there


def _reasons(one: Advice, rival: Advice | None, than: str) -> list[str]:
    """What speaks for an answer and what against it, beside another one."""
    if rival is None:
        return []
    mine, theirs = (round(100 * each.wins / each.looks) for each in (one, rival))
    if abs(mine - theirs) >= CLEAR:
        return [f"Looking ahead, it wins in this round {mine} times in a hundred, “{than}” {theirs} times."]
    gains = {part: one.parts[part] - rival.parts.get(part, 0.0) for part in one.parts} if rival.parts else {}
    ranked = sorted(gains, key=lambda part: -abs(gains[part]))
    found = []
    for words, sign in (("For it", 1), ("Against it", -1)):
        some = [f"{part} ({abs(gains[part]):.1f} points)" for part in ranked if sign * gains[part] > NOTICED][:SEEN]
        if some:
            found.append(f"{words}, beside “{than}”: {', '.join(some)}.")
    return found or [f"By the end of the round hardly any difference from “{than}”."]
