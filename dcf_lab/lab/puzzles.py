"""Playing puzzles: the messages of the puzzle page. The game itself is the timeline of the explore page."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, TypeVar
from urllib.parse import parse_qs

from dcf_lab.engine.table import Event, Table
from dcf_lab.engine.telling import depth, sentence
from dcf_lab.games import names, say
from dcf_lab.lab.explore import MAX_QUERY, MAX_RECORD, Explore
from dcf_lab.lab.facts import game_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.referee import MAX_PLAYED, OPEN, REACHED, Judgement, Referee
from dcf_lab.lab.shelf import ShelfError, certified, find, puzzles, whole_name
from dcf_lab.lab.slices import Messages, Steps, Work
from dcf_lab.lab.verdict import verdict
from dcf_lab.puzzles.explain import hints
from dcf_lab.puzzles.hidden import TooManyCases
from dcf_lab.puzzles.search import Value
from dcf_lab.puzzles.solve import Answers, PuzzleError, is_move
from dcf_lab.scenario.file import Scenario, parse, read
from dcf_lab.scenario.goal import BEST_LUCK, HIDDEN, HIGHEST_CHANCE
from dcf_lab.timeline.timeline import MAX_NAME, MAX_NODES, Answer, RecordError, Timeline

SECONDS = 60.0  # of search for one wish
MOST_STEPS = 1_500  # of a few milliseconds each, spent on whether an answer is right before the others reply
MOST_BEHIND = 3  # events that are told of what decided a puzzle

T = TypeVar("T")


class Puzzles:
    """One visitor's puzzle: works on the timeline that the explore page shows."""

    def __init__(self, explore: Explore) -> None:
        self.explore = explore
        self.work = Work()
        self.name = ""  # on the shelf, so that the browser can remember that it was solved
        self.everybody = False  # the visitor answers for the others, too
        self._referee: Referee | None = None
        self._replied: set[int] = set()  # answers that the lab gave for others
        self._shown: set[int] = set()  # answers that the lab gave to show something
        self._played_on: set[int] = set()  # wrong answers that the visitor wants to see the end of
        self._hints: tuple[Answer | None, list[Any], int] = (None, [], 0)  # where, all of them, how many were told

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        try:
            yield from answer(self, message)
        except (PuzzleError, TooManyCases) as error:
            raise RecordError(str(error)) from None

    # opening

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The collection, or the puzzle that an address names, as the browser has kept it if it did."""
        query = {key: values[0] for key, values in parse_qs(str(message.get("query", ""))[:MAX_QUERY].lstrip("?")).items()}
        if isinstance(message.get("kept"), str):
            try:
                line, _ = self.explore.kept(message["kept"])
                if line.take_chances:
                    yield from self._play(line, self._shelved(query.get("puzzle", "")))
                    return
            except RecordError as error:
                yield {"show": "notice", "text": f"What this browser had kept cannot be opened any more: {error}"}
        here = self.explore.line if query.get("puzzle") == "here" else None
        if here is not None:
            yield from self._begin(here.scenario, "", here.readings)
        elif query.get("puzzle", "here") != "here":
            name = whole_name(query["puzzle"], self.explore.folder)
            yield from self._begin(read(find(name, self.explore.folder), self.explore.packs), name)
        elif "s" in query:
            line = Timeline.from_link(query["s"], self.explore.packs)
            if line.take_chances:
                yield from self._play(line, "")
            else:
                yield from self._begin(line.scenario, "", line.readings)
        else:
            self.work.drop()
            yield {"show": "puzzles", **self._collection()}

    def do_others(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The collection, for whoever came to a puzzle by its link and wants another."""
        yield {"show": "others", **self._collection()}

    def _collection(self) -> dict[str, Any]:
        return {"games": [game_facts(game) for game in names()], "entries": puzzles(self.explore.folder)}

    def _shelved(self, name: str) -> str:
        """The whole name of a puzzle, if it is still on the shelf."""
        try:
            return whole_name(name, self.explore.folder)
        except ShelfError:
            return ""

    def do_upload(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A scenario file of the visitor's with a goal."""
        text = message.get("text")
        if not isinstance(text, str) or len(text) > MAX_RECORD:
            raise RecordError("a file of more than a million characters is not opened")
        name = str(message.get("name", "the file"))[:MAX_NAME]
        if text.lstrip().startswith("{"):
            line = Timeline.from_text(text, self.explore.packs)
            yield from self._play(line, "") if line.take_chances else self._begin(line.scenario, "", line.readings)
        else:
            yield from self._begin(parse(text, name, self.explore.packs), "")

    def _begin(self, scenario: Scenario, name: str, readings: Any = None) -> Iterator[dict[str, Any]]:
        yield from self._play(Timeline(scenario, readings, take_chances=True), name)

    def _play(self, line: Timeline, name: str) -> Iterator[dict[str, Any]]:
        if line.scenario.goal is None:
            raise RecordError(
                f"{line.scenario.title}: this scenario has no goal, so there is nothing to solve; explore it instead"
            )
        referee = Referee(line)
        self.work.drop()
        self._referee, self.name = referee, name[:MAX_NAME].removesuffix(".toml")
        self.everybody = False
        self._replied = {node.number for node in line.nodes() if node.parent and not referee.is_ours(node.player)}
        self._shown = set()
        self._played_on = set()
        self._hints = (None, [], 0)
        self.explore.seat = referee.players()[0] if referee.goal.against == HIDDEN else None
        self.explore.show(line)
        yield {**self.explore.facts(), "puzzle": self._about()}
        yield self._state()

    def _about(self) -> dict[str, Any]:
        """What is said of the puzzle; nothing of its solution."""
        referee = self._ref
        scenario, goal = referee.line.scenario, referee.goal
        return {
            "name": self.name,
            "goal": goal.in_words(),
            "side": goal.side,
            "against": goal.against,
            "players": referee.players(),
            "everybody": goal.against == BEST_LUCK,
            "hidden": goal.against == HIDDEN,
            **({} if self._of_another_position(scenario) else certified(scenario.certificate)),
        }

    def _of_another_position(self, scenario: Scenario) -> bool:
        """Was the file changed since it was proved? How hard it is nobody knows then."""
        from dcf_lab.puzzles.certificate import stale

        return bool(scenario.certificate) and "position" in stale(scenario)

    @property
    def _ref(self) -> Referee:
        """The referee of the timeline at hand; another one when a reading was switched."""
        line = self.explore.line
        if line is None or line.scenario.goal is None or self._referee is None:
            raise RecordError("no puzzle is open; load the page again")
        if self._referee.line is not line:
            if not line.take_chances:
                raise RecordError("in a puzzle, chance is asked like a player; open the puzzle again")
            self._referee = Referee(line)
            self._hints = (None, [], 0)
        return self._referee

    def _node(self, message: dict[str, Any]) -> Answer:
        """The place that the page speaks of: the question that it shows, or where the timeline ends."""
        here = self._ref.line.here
        return self.explore.node(message["node"]) if "node" in message else here

    # where it stands

    def do_state(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield self._state()

    def _state(self) -> dict[str, Any]:
        referee = self._ref
        here = referee.line.here
        state, choice = referee.state(here), here.game.choice
        others = [node for node in here.path() if not referee.is_ours(node.player)]
        by_visitor = any(node.number not in self._replied for node in others)
        shown = any(node.number in self._shown for node in here.path())
        solved = state == REACHED and not shown and not by_visitor
        turn = "over" if state != OPEN or choice is None else "yours" if self._mine(choice.player) else "theirs"
        doubtful = referee.goal.against in (HIGHEST_CHANCE, HIDDEN)  # luck may have helped
        return {
            "show": "puzzle",
            "node": self.explore.places.number(here),
            "state": state,
            "turn": turn,
            "player": choice.player if choice is not None and self.explore.places.asks(here) else "",
            "undo": self._last_decision(here) is not None,
            "shown": shown,
            "by_visitor": by_visitor,
            "everybody": self.everybody,
            "solved": solved and not doubtful,
            "point": self._point(here) if state == REACHED else None,
            "look": state != OPEN and doubtful and not shown and not by_visitor,  # checking tells whether it is solved
        }

    def _point(self, end: Answer) -> dict[str, Any]:
        """What the puzzle teaches: its author's words, the answer on which it turned, and the rules behind what came of it."""
        referee = self._ref
        path, book = end.path(), referee.line.scenario.manual
        ours = [node for node in path if referee.is_ours(node.player) and is_move(node.option, book)]
        key = max(ours, key=lambda node: len(node.parent.game.choice.options), default=None)
        told: dict[str, Any] = {"text": referee.line.scenario.point, "key": "", "among": 0, "because": [], "rules": []}
        if key is None:
            return told
        told |= {"key": self._said(key), "among": len(key.parent.game.choice.options)}
        table = end.game.table
        behind = _behind(table, key.parent.game.table.told)
        if self.explore.seat is None:  # else a sentence could name what this player does not see
            told["because"] = [sentence(table, event) for event in behind]
        told["rules"] = list(dict.fromkeys(rule for event in behind for rule in event.rules))[:4]
        return told

    def _mine(self, player: str) -> bool:
        return self.everybody or self._ref.is_ours(player)

    def _last_decision(self, here: Answer) -> Answer | None:
        """Where the visitor was asked last before this."""
        node = here.parent
        while node is not None:
            choice = node.game.choice
            if choice is not None and self._mine(choice.player) and self._ref.state(node) == OPEN:
                return node
            node = node.parent
        return None

    def do_undo(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Back to the visitor's last decision; what was answered stays in the tree."""
        node = self._last_decision(self._node(message))
        if node is None:
            raise RecordError("there is nothing to take back")
        yield from self._go(node)

    def do_again(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self._go(self._ref.line.root)

    def do_everybody(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The visitor answers for everybody, or only for the solving side; hidden cards are turned up for that."""
        referee = self._ref
        self.work.drop()
        self.everybody = message.get("on") is True
        if referee.goal.against == HIDDEN:
            yield from self.explore.do_seat({"seat": None if self.everybody else referee.players()[0]})
        yield self._state()

    def _go(self, node: Answer) -> Iterator[dict[str, Any]]:
        self.work.drop()
        self._ref.line.here = node
        yield self.explore.news()
        yield self._state()

    # what takes a while

    def do_more(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if self._referee is None or self._referee.line is not self.explore.line:
            self.work.drop()  # it was for another timeline
        yield from self.work.go_on(message.get("work"))

    def do_stop(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from self.work.stop()

    def _search(self, what: str, steps: Steps) -> Iterator[dict[str, Any]]:
        referee = self._ref
        if referee.knows_much:
            self._referee = referee = Referee(referee.line)
        yield from self.work.begin(what, steps, SECONDS, lambda: {"nodes": referee.real.search.nodes})

    def do_try(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The visitor has answered: what gives the goal away is taken back and explained, else the others reply."""
        yield from self._search("try", self._try())

    def _try(self) -> Steps:
        referee = self._ref
        line = referee.line
        node = line.here
        ours = node.parent is not None and referee.is_ours(node.player) and not self.everybody
        told = (yield from self._wrong(node)) if ours else None
        if told is None or line.here is not node or self.explore.line is not line:
            return (yield from self._reply())
        line.here = node.parent
        return [self.explore.news(), told, self._state()]

    def _wrong(self, node: Answer) -> Generator[None, None, dict[str, Any] | None]:
        """What is told of an answer that gives the goal away; None if it does not, or if nobody can tell soon."""
        referee = self._ref
        if referee.certified_ahead(node) is not None or node.number in self._played_on:
            return None
        found = yield from _for_a_while(self._judged(node))
        if found is None:
            return None
        before, after = found
        if after >= before:
            return None
        why = ""
        if after == 0:
            told = yield from _for_a_while(self._broken(node))
            why = told[0] if told else ""
        cards = referee.line.scenario.cards
        text = why or (
            verdict(referee.goal.against, OPEN, Judgement(after, node, before, after), cards)[0]
            if after
            else f"After “{self._said(node)}” the goal is out of reach."
        )
        return {
            "show": "wrong", "slip": self.explore.places.number(node), "option": node.option, "text": text,
            "refutable": after == 0,
        }  # fmt: skip

    def _judged(self, node: Answer) -> Generator[None, None, tuple[Value, Value] | None]:
        """What could be reached before an answer, and what can be after it."""
        before, after = yield from self._ref.worth(node)
        return None if before is None or after is None else (before, after)

    def do_play_on(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The visitor wants to see what comes of an answer that was taken back."""
        node = self._node(message)
        self._played_on.add(node.number)
        self._ref.line.here = node
        yield self.explore.news()
        yield self._state()

    def do_reply(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The others answer until the visitor is asked again, or it is decided."""
        yield from self._search("reply", self._reply())

    def _reply(self) -> Steps:
        referee = self._ref
        line, said = referee.line, []
        for _ in range(MAX_PLAYED):
            choice = line.game.choice
            if choice is None or referee.state(line.here) != OPEN or self._mine(choice.player):
                break
            here = line.here
            option = yield from referee.reply(here)
            if line.here is not here or self.explore.line is not line:
                break  # the visitor has gone elsewhere meanwhile
            if self.explore.places.asks(here):  # what is answered in secret is not told
                said.append([choice.player, option])
            self._answer(line, option)
            self._replied.add(line.here.number)
        return [self.explore.news(), {"show": "replied", "said": said}, self._state()]

    def _answer(self, line: Timeline, option: str) -> None:
        if line.size >= MAX_NODES and line.here.child(option) is None:
            raise RecordError(f"this tree has {MAX_NODES} answers; delete a branch, or begin the puzzle anew")
        line.answer(option)

    # checking an idea

    def do_check(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Can the goal still be reached from here, and if not, which answer gave it away?"""
        yield from self._search("check", self._check(self._node(message)))

    def _check(self, node: Answer) -> Steps:
        referee = self._ref
        state = referee.state(node)
        found = yield from referee.judge(node)
        text, right = verdict(referee.goal.against, state, found, referee.line.scenario.cards)
        by_visitor = any(one.number not in self._replied for one in node.path() if not referee.is_ours(one.player))
        shown = any(one.number in self._shown for one in node.path())
        return [{
            "show": "checked idea",
            "node": self.explore.places.number(node),
            "right": right,
            "text": text,
            "out": found.value == 0,
            "slip": self.explore.places.number(found.slip) if found.slip else None,
            "refutable": found.slip is not None and found.after == 0,
            "solved": state != OPEN and right is True and not by_visitor and not shown,
        }]  # fmt: skip

    def _said(self, node: Answer) -> str:
        return say(node.option, self._ref.line.scenario.cards)

    # hints

    def do_hint(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Each time a little more: the character, the place, the card, and at last the move."""
        node = self._node(message)
        where, known, told = self._hints
        if where is node:
            self._hints = (where, known, min(told + 1, len(known)))
            yield self._told_hints()
        else:
            yield from self._search("hint", self._hint(node))

    def _hint(self, node: Answer) -> Steps:
        referee = self._ref
        choice = node.game.choice
        if referee.state(node) != OPEN or choice is None:
            return [self._no_hint(node, "Here it is decided. Undo, or start again.")]
        if not referee.is_ours(choice.player):
            return [self._no_hint(node, "First the others reply.")]
        line = referee.certified_ahead(node)
        if line is None:
            line = yield from referee.solution(node)
        if line is None:
            found = yield from referee.judge(node)
            undone = f": take back “{self._said(found.slip)}” first" if found.slip is not None else ""
            return [self._no_hint(node, f"From here the goal is out of reach{undone}.")]
        players = [*referee.players()]
        if referee.goal.against == BEST_LUCK:
            players = sorted({answer.player for answer in line})
        self._hints = (node, hints(node.game.table, line, players), 1)
        return [self._told_hints()]

    def _told_hints(self) -> dict[str, Any]:
        where, known, told = self._hints
        assert where is not None
        given = [one._asdict() for one in known[:told]]
        return {**self._no_hint(where, ""), "hints": given, "all": told >= len(known)}

    def _no_hint(self, node: Answer, text: str) -> dict[str, Any]:
        return {"show": "hint", "node": self.explore.places.number(node), "hints": [], "all": True, "text": text}

    # playing out

    def do_refute(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Why a try fails: the replies that break it, as a branch of the tree."""
        yield from self._search("refute", self._refute(self._node(message)))

    def _refute(self, node: Answer) -> Steps:
        referee = self._ref
        found = yield from referee.judge(node)
        if found.slip is None or found.value is None:
            return [_nothing_played("refutation", "There is nothing to refute here.")]
        text, line = yield from self._broken(found.slip)
        if line is None:
            return [_nothing_played("refutation", text)]
        end = self._show(found.slip, [option for _, option in line], "Refutation")
        return self._film(found.slip.parent or found.slip, end, "refutation", text)

    def _broken(self, slip: Answer) -> Generator[None, None, tuple[str, Answers | None]]:
        """Why a try fails, in a sentence, and the answers that show it; None: only other hidden cards would."""
        referee = self._ref
        line = yield from referee.refutation(slip)
        if line is None:
            return (yield from self._by_luck(slip)), None
        book = referee.line.scenario.manual
        first = next((one for one in line if not referee.is_ours(one.player) and is_move(one.option, book)), None)
        broken = "leads nowhere: the goal can no longer be reached"
        if first is not None and self.explore.seat is not None:
            broken = "is broken by what the others can do"  # with which card would tell their hand
        elif first is not None:
            reply = say(first.option, referee.line.scenario.cards)
            broken = f"fails if chance gives “{reply}”" if first.player == "chance" else f"is broken by “{reply}”"
        return f"“{self._said(slip)}” {broken}.", line

    def _by_luck(self, slip: Answer) -> Generator[None, None, str]:
        """Why an answer fails that works with the cards as they lie."""
        referee, said = self._ref, self._said(slip)
        cards = referee.line.scenario.cards
        if referee.goal.against != HIDDEN:
            return f"“{said}” is not refuted: it only makes the goal less likely."
        found = yield from referee.other_case(slip)
        if found is None:
            return f"“{said}” works with these cards, but no plan after it works whatever the hidden ones are."
        held, line = found
        with_ = (
            f"With {' and '.join(cards[card].name for card in held)} in the hidden hand"
            if held
            else "With the deck in another order"
        )
        book = referee.line.scenario.manual
        replies = [say(one.option, cards) for one in line if not referee.is_ours(one.player) and is_move(one.option, book)]
        return f"{with_}, “{said}” fails{f': “{replies[0]}”' if replies else ''}."

    def do_solution(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A solution, as a branch from the start."""
        which = message.get("which")
        yield from self._search("solution", self._solution(which if type(which) is int and 0 <= which < 100 else 0))

    def _solution(self, which: int) -> Steps:
        referee = self._ref
        root, known = referee.line.root, referee.certified()
        if referee.goal.against == HIDDEN:
            options: list[str] = yield from referee.play_on(root)
        elif known:
            options = known[which % len(known)]
        else:
            line = yield from referee.solution(root)
            options = [option for _, option in line or ()]
        if not options:
            return [_nothing_played("solution", "There is no solution under these readings.")]
        end = self._show(root, options, "Solution")
        text = f"Number {which % len(known) + 1} of {len(known)}, from" if len(known) > 1 else "From"
        how = "with everybody's help" if referee.goal.against == BEST_LUCK else "against the best replies"
        return self._film(root, end, "solution", f"{text} the start, {how}.", len(known))

    def _show(self, start: Answer, options: list[str], name: str) -> Answer:
        """Give these answers from a place on, as a branch of the tree."""
        line = self._ref.line
        if start not in line.nodes():
            raise RecordError("that place in the tree is no longer there")  # it has been deleted meanwhile
        line.here = start
        for option in options[:MAX_PLAYED]:
            new = line.here.child(option) is None
            self._answer(line, option)
            if new:
                self._shown.add(line.here.number)
                self._replied.add(line.here.number)
        if not line.here.name and line.here is not start:
            line.here.name = name
            self.explore.places.forget(line.here)
        return line.here

    def _film(self, start: Answer, end: Answer, what: str, text: str, many: int = 1) -> Messages:
        """The film to the end of a branch, and the moment where it begins to be worth looking at."""
        self._ref.line.here = end
        news = self.explore.news()
        at = self.explore.film.moment(start.game.table.told)
        return [news, {"show": "played", "what": what, "text": text, "at": at, "many": many}, self._state()]


def _behind(table: Table, since: int) -> list[Event]:
    """What decided after a moment: the last event that cites rules, and the last things done to something before it."""
    late = [event for event in table.history if event.id >= since and event.rules]
    done = [event for event in late[:-1] if depth(table, event.kind) == "effect" and event.amount]
    return [*done[1 - MOST_BEHIND :], *late[-1:]]


def _for_a_while(work: Generator[None, None, T]) -> Generator[None, None, T | None]:
    """Long work that is not worth waiting for: None if it is not done soon."""
    for _ in range(MOST_STEPS):
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found
        yield
    work.close()
    return None


def _nothing_played(what: str, text: str) -> dict[str, Any]:
    return {"show": "played", "what": what, "text": text, "at": None}
