"""A game at the terminal: answer, go back, ask why, save."""

from __future__ import annotations

import argparse
import json
import shlex
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dcf_lab.commands import Wrong, wanted_readings
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.packs import named
from dcf_lab.engine.game import Choice, IllegalAnswer
from dcf_lab.engine.telling import (
    answer_text,
    asked,
    ending,
    grouped,
    log_lines,
    name,
    near_misses,
    player_name,
    question,
    sentence,
    why_text,
)
from dcf_lab.games import UnknownDeed
from dcf_lab.scenario.file import read
from dcf_lab.timeline.known import known_log
from dcf_lab.timeline.show import board
from dcf_lab.timeline.timeline import RecordError, Timeline, new_game

HELP = (
    "Answer by number or name. Also: board, options, why [option, or an event's number], why not DEED (as in 'why not rescue "
    "superman'), near, log [n], back [n], forward, save FILE, link, quit."
)


WHOLE = "with hidden cards"  # from a seat, after `save FILE` and `link`

ABOUT = "Play a scenario, a saved record, or (with no file) the first game."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="a scenario (.toml) or a saved record (.json)")
    parser.add_argument("--start", help="how a new game begins, as its manual calls it: 'first game', 'standard'")
    parser.add_argument("--seating", help="who sits at a new game, as its manual calls it: '2', '3 hero'")
    parser.add_argument("--seed", type=int, help="the shuffle of a new game")
    parser.add_argument("--seat", help="show only what this player may see")
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="KEY=READING", help="switch the reading of an unclear rule"
    )
    parser.add_argument("--take-chances", action="store_true", help="answer for chance, too")
    parser.add_argument("--link", help="open a link instead of a file")
    parser.add_argument("--save", metavar="FILE", help="where the record goes when the game ends or is interrupted")


def run(options: argparse.Namespace) -> int:
    line = _open(options)
    if options.seat and options.seat not in line.game.table.rules.players:
        known = line.game.table.rules.players
        raise Wrong(f"no player is called {options.seat!r}{did_you_mean(options.seat, known)}; they are {', '.join(known)}")
    return _Session(line, options).run()


def _open(options: argparse.Namespace) -> Timeline:
    _refuse_what_would_be_ignored(options)
    if options.link is not None:
        return _with_its_packs(Timeline.from_link(options.link, options.pack), "the link", options.pack)
    if options.file and options.file.endswith(".json"):
        if options.ruling:
            raise Wrong("a saved record keeps its own rulings; use --ruling with a scenario")
        return _with_its_packs(Timeline.load(options.file, options.pack), options.file, options.pack)
    try:
        how = (options.game, options.start or "", options.seed or 0, options.seating or "")
        scenario = read(options.file, options.pack) if options.file else new_game(*how, options.pack)
    except RecordError as error:
        raise Wrong(str(error)) from None
    return Timeline(scenario, wanted_readings(options.ruling, scenario.manual.rulings()), options.take_chances)


def _with_its_packs(line: Timeline, name: str, packs: Sequence[Path]) -> Timeline:
    """What was saved goes on with the packs that it was played with, and with no others."""
    if more := [pack for pack in named(packs) if pack not in line.scenario.packs]:
        raise Wrong(f"{name} was played without the pack {more[0]!r}; leave it out, or open a scenario with it")
    return line


def _refuse_what_would_be_ignored(options: argparse.Namespace) -> None:
    """An option that does nothing is a misunderstanding."""
    given = [name for name in ("start", "seating", "seed") if getattr(options, name) is not None]
    if options.link is not None and (options.file or given or options.ruling or options.take_chances):
        raise Wrong("--link opens just what the link says; leave out the file and the other options")
    if options.file and given:
        raise Wrong(f"--{given[0]} is for a new game; {options.file} brings its own set-up")


_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Interrupted(Exception):
    pass


class _Session:
    """One game at the terminal. Whatever ends it, the record is saved."""

    def __init__(self, line: Timeline, options: argparse.Namespace) -> None:
        self.line = line
        self.json = options.json
        self.seat = options.seat
        self.packs = "".join(f" --pack {shlex.quote(str(pack))}" for pack in options.pack)
        self.target = Path(options.save) if options.save else None
        self.interactive = sys.stdin.isatty()
        self.saved_at, self.saved_size = line.here, line.size
        if self.target is not None and not self.target.absolute().parent.is_dir():
            raise Wrong(f"{self.target}: there is no such folder to save in")
        if options.file and options.file.endswith(".json") and self.target is None:
            self.target = Path(options.file)

    def run(self) -> int:
        before = {number: signal.getsignal(number) for number in _SIGNALS}
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _interrupt)
        code = 0
        try:
            if self.line.note:
                self.say(f"Note: {self.line.note}.")
            if self.line.scenario.goal is not None:
                self.say(f"{self.line.scenario.summary}\n{self.line.scenario.goal.in_words()}".strip())
            self.show()
            while not self.line.game.over:
                text = self.ask()
                if text is None:
                    break
                self.obey(text)
        except (KeyboardInterrupt, _Interrupted):
            self.say("\nInterrupted.")
        except Wrong as error:
            print(f"dcf-lab: {error}", file=sys.stderr)
            code = 2
        finally:
            self.keep()
            for number, handler in before.items():
                signal.signal(number, handler)
        return code

    def ask(self) -> str | None:
        if not self.json:
            print("> ", end="", flush=True)
        text = sys.stdin.readline()
        if not text or text.strip() in ("quit", "exit"):
            return None
        return text.strip()

    def obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        choice = self.line.game.choice
        assert choice is not None
        match word:
            case "":
                return
            case "help" | "?":
                self.say(HELP)
            case "board":
                self.say(board(self.line.game.table, self.seat))
            case "options":
                self.show()
            case "why":
                about = self.why_then if rest.isdecimal() else self.why
                self.say("\n".join(self.why_not(rest[4:]) if rest.startswith("not ") else about(rest)))
            case "near":
                table = self.line.game.table
                found = near_misses(table, known_log(table, self.seat)[-_count(rest, 40) :])
                self.say("\n".join(found) or "nobody was waiting for what happened last")
            case "log":
                table = self.line.game.table
                self.say("\n".join(log_lines(table, known_log(table, self.seat)[-_count(rest, 15) :])))
            case "back":
                self.line.back(_count(rest, 1))
                self.show()
            case "forward":
                self.line.forward()
                self.show()
            case "save":
                name = rest.removesuffix(WHOLE).strip()
                self.save(Path(name) if name else self.target or _free_name(), rest.endswith(WHOLE))
            case "link":
                self.say(self.given_out(rest.endswith(WHOLE)).link())
            case _:
                self.answer(text, choice.options)

    def why(self, option: str) -> list[str]:
        """What is refused now, and what was at the questions since the last answer that had a single one."""
        game = self.line.game
        assert game.choice is not None
        said = []
        for skipped in game.skipped:
            then = game.then(skipped)
            refusals = then.refused() if self.seat in (None, skipped.player) else []
            texts = why_text(then.table, (), refusals, option, skipped.player) if refusals else []
            if refusals and not (option and texts[0].startswith("nothing is known")):
                what = question(game.table, Choice(skipped.player, skipped.prompt, ()))
                only = answer_text(game.table, skipped.option)
                said += [f"{player_name(game.table, skipped.player)} was not asked “{what}”, where only “{only}” was possible:"]
                said += [f"  {text}" for text in texts]
        if self.seat not in (None, game.choice.player):
            return [*said, "only who decides now may see what is refused here"]
        texts = why_text(game.table, game.choice.options, game.refused(), option, game.choice.player)
        if said:
            said.append(f"{player_name(game.table, game.choice.player)} is asked “{question(game.table, game.choice)}” now:")
            texts = [f"  {text}" for text in texts]
        return [*said, *texts]

    def why_then(self, number: str) -> list[str]:
        """What was refused at an only answer of the log."""
        table = self.line.game.table
        event = next((e for e in table.history if e.id == _count(number, -1)), None)
        if event is None or event.kind != "only answer" or self.seat not in (None, event.by):
            return [f"event {number} is no question with a single answer; log tells the events with their numbers"]
        return why_text(table, (), event.detail["refused"], player=event.by or "")

    def why_not(self, deed: str) -> list[str]:
        """Why something cannot be done now, whatever is asked."""
        game = self.line.game
        try:
            book = self.line.scenario.manual
            if how := book.ways(game, deed, self.seat):
                return [f"it is possible now: {', '.join(how)}"]
            return [group.text for group in grouped(game.table, book.why_not(game, deed, self.seat))]
        except UnknownDeed as error:
            return [f"{error}"]

    def answer(self, text: str, options: Sequence[str]) -> None:
        if 1 <= _count(text, 0) <= len(options):
            text = options[int(text) - 1]
        table = self.line.game.table
        text = next((option for option in options if answer_text(table, option).lower() == text.lower()), text)
        before = len(known_log(table, self.seat))
        try:
            self.line.answer(text)
        except IllegalAnswer as error:
            player = self.line.game.choice.player if self.line.game.choice else None
            said = str(error) if self.seat in (None, player) else f"{text!r} is no answer now"
            if not self.interactive:
                raise Wrong(said) from None
            self.say(said)
            return
        table = self.line.game.table
        if not self.json:
            for event in known_log(table, self.seat)[before:]:
                if event.kind not in ("answer", "window", "stands"):
                    print(f"  {sentence(table, event)}")
        self.show()

    def show(self) -> None:
        game = self.line.game
        choice = game.choice
        if self.json:
            print(json.dumps(self.state()), flush=True)
        elif choice is None:
            print(f"{ending(game.table)} in round {game.table.rules.manual.moment(game.table).round}.")
        elif self.sees(choice):
            print(f"\n{asked(game.table, choice)}")
            for number, option in enumerate(choice.options, 1):
                print(f"  {number}. {answer_text(game.table, option)}")
        else:  # what they are asked, and of how many answers, would tell of hidden cards
            print("\nOthers decide; what they may answer is not for this seat to see. Answer for them by number or name.")

    def sees(self, choice: Choice) -> bool:
        """May this seat see what is asked?"""
        return self.seat in (None, choice.player)

    def state(self) -> dict[str, Any]:
        game = self.line.game
        choice = game.choice if game.choice and self.sees(game.choice) else None
        book, table = self.line.scenario.manual, game.table
        outcome = book.outcome(table) if game.over else None
        return {
            "player": choice.player if choice else None,
            "prompt": choice.prompt if choice else None,
            "question": question(game.table, choice) if choice else None,
            "options": list(choice.options) if choice else [],
            "over": game.over,
            "round": book.moment(table).round,
            "winner": ", ".join(outcome.winners) or None if outcome else None,
            "won_by": outcome.how or None if outcome else None,
            **({"scores": dict(outcome.scores)} if outcome and outcome.scores else {}),
        }

    def say(self, text: str) -> None:
        if self.json:
            print(json.dumps({"text": text}), flush=True)
        else:
            print(text)

    def given_out(self, whole: bool) -> Timeline:
        """What a link or file has: from a seat the position as that player knows it, unless hidden cards are asked for."""
        try:
            return self.line if whole or self.seat is None else self.line.as_known_to(self.seat)
        except RecordError as error:
            raise Wrong(f"{error}: add '{WHOLE}'") from None

    def save(self, path: Path, whole: bool = True) -> None:
        line = self.given_out(whole)
        try:
            line.save(path)
        except (OSError, ValueError) as error:
            raise Wrong(f"{path}: cannot be written ({getattr(error, 'strerror', error)}); try another name") from None
        if line is self.line:
            self.saved_at, self.saved_size = self.line.here, self.line.size
            self.target = path
        known = f" as {name(self.line.game.table, self.seat)} knows it"
        how = "" if self.seat is None else f", {WHOLE}" if line is self.line else known
        self.say(f"Saved{how}. Go on with: dcf-lab play {path}{self.packs}")

    def keep(self) -> None:
        """Save what would be lost; nothing interrupts this."""
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        if self.line.here is self.saved_at and self.line.size == self.saved_size:
            return
        try:
            self.save(self.target or _free_name())
        except Wrong as error:
            print(f"dcf-lab: {error}", file=sys.stderr)
            with suppress(Wrong):
                self.save(_free_name())
        except OSError:  # nobody reads what we say any more
            pass


def _interrupt(*_: object) -> None:
    raise _Interrupted


def _count(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else default


def _free_name() -> Path:
    number = 1
    while Path(f"dcf-lab-play-{number}.json").exists():
        number += 1
    return Path(f"dcf-lab-play-{number}.json")
