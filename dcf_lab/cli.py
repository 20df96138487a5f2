"""The dcf-lab command. A mistake of the user gets one sentence with the way out, and exit code 2; never a traceback."""

from __future__ import annotations

import argparse
import json
import shlex
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from dcf_lab.bench import measure, watched_game
from dcf_lab.bots import NAMES
from dcf_lab.engine.cards import Card, CardTextError, Library, find_pack
from dcf_lab.engine.expr import did_you_mean
from dcf_lab.engine.game import Choice, IllegalAnswer
from dcf_lab.engine.rulings import RulingError
from dcf_lab.engine.template import UnknownName, find_cards, template
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.games.dc_forever import library, rulings
from dcf_lab.games.dc_forever.english import spell_out
from dcf_lab.games.dc_forever.language import LANGUAGE
from dcf_lab.games.dc_forever.setup import BOX, named
from dcf_lab.games.dc_forever.view import view_event
from dcf_lab.scenario import Report, ScenarioError, read, run_all, schema
from dcf_lab.show import board, log_lines, near_misses, rule_texts, sentence, why_text
from dcf_lab.simulate import Bar, Plan, SimulationError, open_rows, simulate, summary, told
from dcf_lab.timeline import RecordError, Timeline, first_game_scenario, standard_scenario

SCENARIOS = Path(__file__).parent.parent / "scenarios"


class Wrong(Exception):
    """A mistake of the user: one sentence, exit 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point of the `dcf-lab` command."""
    parser = _parser()
    try:
        options = parser.parse_args(arguments)
        options.pack = [*options.packs_first, *getattr(options, "pack", [])]
        if options.pack:
            library(*options.pack)  # a pack with a mistake is refused whatever is to be done with it
        if options.command is None:
            return _welcome(parser)
        result: int = options.run(options)
        return result
    except (Wrong, ScenarioError, RecordError, RulingError, CardTextError, SimulationError, UnknownName) as error:
        first, *more = str(error).splitlines()
        rest = f" (and {len(more)} more; dcf-lab check lists them)" if more else ""
        print(f"dcf-lab: {first}{rest}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("dcf-lab: interrupted", file=sys.stderr)
        return 130
    except OSError as error:  # the reader of our output has gone, as `head` does, or the disk is full
        with suppress(OSError):
            sys.stdout.close()
        if not isinstance(error, BrokenPipeError):
            print(f"dcf-lab: cannot write: {error.strerror}", file=sys.stderr)
        return 0 if isinstance(error, BrokenPipeError) else 2


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise Wrong(f"{message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="dcf-lab", description="A laboratory for the rules of super-hero card games.")
    pack = {
        "action": "append",
        "default": [],
        "type": Path,
        "metavar": "PATH",
        "help": "cards of your own: a folder, or a .toml file",
    }
    parser.add_argument("--pack", dest="packs_first", **pack)
    commands = parser.add_subparsers(dest="command", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=about, description=about)
        one.add_argument("--json", action="store_true", help="print JSON for a machine to read")
        one.add_argument("--pack", **pack)
        one.set_defaults(run=run)
        return one

    check = command("check", _check, "Run scenario files, and check card files and saved records.")
    check.add_argument("paths", nargs="*", metavar="PATH", help="files or folders; the project's scenarios if none is given")
    check.add_argument("--random", type=int, metavar="N", help="play N random first games and look at every table")
    check.add_argument("--schema", action="store_true", help="print the JSON Schema of scenario files")
    play = command("play", _play, "Play a scenario, a saved record, or (with no file) the first game.")
    play.add_argument("file", nargs="?", help="a scenario (.toml) or a saved record (.json)")
    play.add_argument("--seed", type=int, help="the shuffle, for a first or drafted game")
    play.add_argument("--draft", action="store_true", help="begin with the standard draft")
    play.add_argument("--players", type=int, choices=(2, 3, 4), help="with --draft (2)")
    play.add_argument("--solo", choices=("rogue", "hero"), help="the single player's side of a three-player game")
    play.add_argument("--seat", help="show only what this player may see")
    play.add_argument(
        "--ruling", action="append", default=[], metavar="KEY=READING", help="switch the reading of an unclear rule"
    )
    play.add_argument("--take-chances", action="store_true", help="answer for chance, too")
    play.add_argument("--link", help="open a link instead of a file")
    play.add_argument("--save", metavar="FILE", help="where the record goes when the game ends or is interrupted")
    rules = command("rules", _rules, "Which rule is exercised by which scenario.")
    rules.add_argument("rule", nargs="?", help="one rule or ruling, such as DCF-R067 or rescue_requirement")
    rules.add_argument("--scenarios", metavar="DIR", default=None, help="the folder of scenarios")
    cards = command("cards", _cards, "The cards: how many, from where, and one of them in full.")
    cards.add_argument("card", nargs="?", help="one card by its id or name")
    cards.add_argument(
        "--template", metavar="NAME", help="a pack of today's values to correct: of a character, a card, locations ..."
    )
    cards.add_argument("--into", metavar="DIR", type=Path, help="write the template into this folder")
    many = command("simulate", _simulate, "Let bots play many games, and say who wins how.")
    many.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    for side in ("rogue", "hero"):
        many.add_argument(f"--{side}", choices=NAMES, default="greedy", help=f"who plays the {side} side (greedy)")
    many.add_argument(
        "--teams", default="random", metavar="ROGUES/HEROES",
        help="four of each with commas, the first two start; 'random' for either or both (random)",
    )  # fmt: skip
    many.add_argument("--seed", type=int, default=0, help="other games for another number")
    many.add_argument("--effort", type=int, help=f"turns of a search for each answer ({Plan().effort})")
    many.add_argument("--out", metavar="FILE", help="one row for each game, as .csv or .parquet")
    many.add_argument("--workers", type=int, metavar="N", help="processes on this machine (one for each core)")
    many.add_argument("--cluster", default="", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")
    bench = command("bench", _bench, "Measure the engine beside a plain-Python yardstick.")
    bench.add_argument("--seconds", type=float, default=1.0, help="for each thing measured")
    return parser


def _welcome(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    print("\nThe lab page is not built yet. Begin with: dcf-lab play")
    return 0


def _print_json(data: Any) -> None:
    print(json.dumps(data, indent=1, default=str))


# check


def _check(options: argparse.Namespace) -> int:
    if options.schema:
        _print_json(schema(library(*options.pack)))
        return 0
    if options.random is not None:
        return _check_random(options)
    if not options.paths and not SCENARIOS.is_dir():
        raise Wrong("the project's scenarios come with its source; name a file or folder")
    paths = [Path(p) for p in options.paths] or [SCENARIOS]
    files = sorted({file for path in paths for file in _files(path)})
    if not files:
        raise Wrong(f"no scenario, card file or record under {', '.join(map(str, paths))}")
    results = [result for file in files for result in _check_file(file, options.pack)]
    failed = [r for r in results if not r.passed]
    if options.json:
        rows = [{"name": r.name, "passed": r.passed, "failures": r.failures, "rules": sorted(r.rules)} for r in results]
        _print_json({"passed": len(results) - len(failed), "failed": len(failed), "results": rows})
    else:
        for report in failed:
            print("\n".join(report.failures))
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _check_random(options: argparse.Namespace) -> int:
    """Random first games with different seeds, on all cores, each watched after every answer."""
    if options.random < 1:
        raise Wrong("--random wants a number of games, 1 or more")
    if options.pack:
        raise Wrong("--random plays the game as it comes; leave out --pack")
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(watched_game, range(options.random), chunksize=20))
    failed = [f"game {seed}: {what}" for seed, (_, what) in enumerate(results) if what]
    endings = Counter(how for how, what in results if not what)
    if options.json:
        _print_json({"passed": len(results) - len(failed), "failed": len(failed), "endings": endings, "failures": failed})
    else:
        print("\n".join(failed[:20]), end="\n" if failed else "")
        print("; ".join(f"{number} by {how}" for how, number in endings.most_common()))
        print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _files(path: Path) -> Iterable[Path]:
    if path.is_dir():
        files = [p for p in path.rglob("*") if p.suffix in (".toml", ".json") and p.is_file()]
        packs = [folder for folder in {p.parent for p in files if p.suffix == ".toml"} if _is_pack(folder)]
        return [*packs, *(p for p in files if p.suffix == ".json" or p.parent not in packs)]
    if not path.exists():
        raise Wrong(f"{path}: there is no such file or folder")
    try:  # a file that the user names should at least be of the right sort
        text = read_text(path, 10_000_000)
        json.loads(text) if path.suffix == ".json" else parse_toml(text)
    except (FileError, ValueError, RecursionError) as error:
        raise Wrong(f"{path}: {error}") from None
    return [path]


def _check_file(file: Path, packs: Sequence[Path]) -> list[Report]:
    """One report for a pack, a card file or a record, one for each script of a scenario."""
    try:
        if file.suffix == ".json":
            Timeline.load(file, packs)
            return [Report(str(file))]
        if file.is_dir() or _is_card_file(file):
            ours = BOX in (file.resolve(), file.resolve().parent)
            library(*{**named(packs), **({} if ours else named([file]))}.values())
            return [Report(str(file))]
        return run_all(read(file, packs))
    except (ScenarioError, CardTextError, RecordError) as error:
        return [Report(str(file), [str(error)])]


def _is_pack(folder: Path) -> bool:
    """A folder of card files and nothing else belongs together: one may have the cards of a character in another."""
    return all(_is_card_file(file) for file in folder.glob("*.toml"))


def _is_card_file(file: Path) -> bool:
    """Card files consist of tables only; a scenario has a title."""
    try:
        data = parse_toml(read_text(file, 1_000_000))
    except FileError:
        return False
    return bool(data) and "title" not in data and all(isinstance(value, dict) for value in data.values())


# play

HELP = "Answer by number or name. Also: board, options, why [option], near, log [n], back [n], forward, save FILE, link, quit."


def _play(options: argparse.Namespace) -> int:
    line = _open(options)
    if options.seat and options.seat not in line.game.table.rules.players:
        known = line.game.table.rules.players
        raise Wrong(f"no player is called {options.seat!r}{did_you_mean(options.seat, known)}; they are {', '.join(known)}")
    return _Session(line, options).run()


def _open(options: argparse.Namespace) -> Timeline:
    readings = _readings(options.ruling)
    _refuse_what_would_be_ignored(options)
    if options.link is not None:
        return _with_its_packs(Timeline.from_link(options.link, options.pack), "the link", options.pack)
    if options.file and options.file.endswith(".json"):
        if readings:
            raise Wrong("a saved record keeps its own rulings; use --ruling with a scenario")
        return _with_its_packs(Timeline.load(options.file, options.pack), options.file, options.pack)
    if options.file:
        return Timeline(read(options.file, options.pack), readings, options.take_chances)
    seed = options.seed or 0
    if options.draft:
        scenario = standard_scenario(options.players or 2, seed, options.solo or "rogue", options.pack)
    else:
        scenario = first_game_scenario(seed, options.pack)
    return Timeline(scenario, readings, options.take_chances)


def _with_its_packs(line: Timeline, name: str, packs: Sequence[Path]) -> Timeline:
    """What was saved goes on with the packs that it was played with, and with no others."""
    if more := [pack for pack in named(packs) if pack not in line.scenario.packs]:
        raise Wrong(f"{name} was played without the pack {more[0]!r}; leave it out, or open a scenario with it")
    return line


def _refuse_what_would_be_ignored(options: argparse.Namespace) -> None:
    """An option that does nothing is a misunderstanding."""
    given = [name for name in ("seed", "draft", "players", "solo") if getattr(options, name) not in (None, False)]
    if options.link is not None and (options.file or given or options.ruling or options.take_chances):
        raise Wrong("--link opens just what the link says; leave out the file and the other options")
    if options.file and given:
        raise Wrong(f"--{given[0]} is for a first or drafted game; {options.file} brings its own set-up")
    for name in ("players", "solo"):
        if getattr(options, name) is not None and not options.draft:
            raise Wrong(f"--{name} needs --draft: the first game is for two")


def _readings(given: Sequence[str]) -> dict[str, str]:
    readings = {}
    for text in given:
        key, sign, reading = text.partition("=")
        if not sign:
            raise Wrong(f"--ruling wants KEY=READING, such as rescue_requirement=B; found {text!r}")
        readings[key] = reading
    return readings


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
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _interrupt)
        code = 0
        try:
            if self.line.note:
                self.say(f"Note: {self.line.note}.")
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
                if self.seat not in (None, choice.player):
                    self.say(f"only {choice.player} may see what is refused here")
                else:
                    self.say("\n".join(why_text(choice, self.line.game.refused(), rest)))
            case "near":
                table = self.line.game.table
                found = near_misses(table, [view_event(e, self.seat, table) for e in table.history[-_count(rest, 40) :]])
                self.say("\n".join(found) or "nobody was waiting for what happened last")
            case "log":
                table = self.line.game.table
                events = [view_event(event, self.seat, table) for event in table.history[-_count(rest, 15) :]]
                self.say("\n".join(log_lines(table, events)))
            case "back":
                self.line.back(_count(rest, 1))
                self.show()
            case "forward":
                self.line.forward()
                self.show()
            case "save":
                self.save(Path(rest) if rest else self.target or _free_name())
            case "link":
                self.say(self.line.link())
            case _:
                self.answer(text, choice.options)

    def answer(self, text: str, options: Sequence[str]) -> None:
        if 1 <= _count(text, 0) <= len(options):
            text = options[int(text) - 1]
        before = self.line.game.table.told
        try:
            self.line.answer(text)
        except IllegalAnswer as error:
            player = self.line.game.choice.player if self.line.game.choice else None
            said = str(error) if self.seat in (None, player) else f"{text!r} is no answer that {player} may give"
            if not self.interactive:
                raise Wrong(said) from None
            self.say(said)
            return
        table = self.line.game.table
        if not self.json:
            for event in table.history[before:]:
                if event.kind not in ("answer", "window", "stands"):
                    print(f"  {sentence(table, view_event(event, self.seat, table))}")
        self.show()

    def show(self) -> None:
        game = self.line.game
        choice = game.choice
        if self.json:
            print(json.dumps(self.state()), flush=True)
        elif choice is None:
            facts = game.table.facts
            who = f"The {facts['winner']} side wins" if facts.get("winner") else "Nobody wins"
            print(f"{who} by {facts.get('won by')} in round {facts.get('round')}.")
        else:
            print(f"\n{choice.player}: {choice.prompt}")
            for number, option in enumerate(self.options(choice), 1):
                print(f"  {number}. {option}")
            if not self.options(choice):
                print(f"  ({len(choice.options)} answers that only {choice.player} may see; answer by number or name)")

    def options(self, choice: Choice) -> Sequence[str]:
        """The answers that this seat may see."""
        return choice.options if self.seat in (None, choice.player) else ()

    def state(self) -> dict[str, Any]:
        game = self.line.game
        choice = game.choice
        facts = game.table.facts
        return {
            "player": choice.player if choice else None,
            "prompt": choice.prompt if choice else None,
            "options": list(self.options(choice)) if choice else [],
            "over": game.over,
            "round": facts.get("round"),
            "winner": facts.get("winner"),
            "won_by": facts.get("won by"),
        }

    def say(self, text: str) -> None:
        if self.json:
            print(json.dumps({"text": text}), flush=True)
        else:
            print(text)

    def save(self, path: Path) -> None:
        try:
            self.line.save(path)
        except (OSError, ValueError) as error:
            raise Wrong(f"{path}: cannot be written ({getattr(error, 'strerror', error)}); try another name") from None
        self.saved_at, self.saved_size = self.line.here, self.line.size
        self.target = path
        self.say(f"Saved. Go on with: dcf-lab play {path}{self.packs}")

    def keep(self) -> None:
        """Save what would be lost; nothing interrupts this."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
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


# rules


def coverage(folder: Path, packs: Sequence[Path] = ()) -> dict[str, list[str]]:
    """Rule id -> the scenarios whose events or refusals carry it."""
    covered: dict[str, list[str]] = {rule: [] for rule in rule_texts()}
    for file in sorted(folder.rglob("*.toml")):
        if _is_card_file(file):  # of a pack beside the scenarios
            continue
        found = {rule for report in run_all(read(file, packs)) for rule in report.rules}
        for rule in sorted(found & covered.keys()):
            covered[rule].append(str(file.relative_to(folder)))
    return covered


def _rules(options: argparse.Namespace) -> int:
    if options.rule:
        return _one_rule(options)
    folder = Path(options.scenarios) if options.scenarios else SCENARIOS
    if not folder.is_dir():
        raise Wrong(f"{folder}: there is no such folder; say --scenarios DIR")
    covered = coverage(folder, options.pack)
    uncovered = [rule for rule, files in covered.items() if not files]
    if options.json:
        _print_json({"total": len(covered), "covered": {r: f for r, f in covered.items() if f}, "uncovered": uncovered})
        return 0
    for rule, files in covered.items():
        shown = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
        print(f"{rule}  {len(files):>3}  {shown or 'NO SCENARIO'}")
    print(f"{len(covered) - len(uncovered)} of {len(covered)} rules are exercised by a scenario.")
    return 0


def _one_rule(options: argparse.Namespace) -> int:
    key = options.rule
    texts = rule_texts()
    rule = key if key in texts else f"DCF-{key}"
    by_id = {ruling.id: ruling.key for ruling in rulings().values()}
    if rule in texts:
        data: Any = {"id": rule, **texts[rule]}
    elif by_id.get(key, key) in rulings():
        data = rulings()[by_id.get(key, key)]._asdict()
    else:
        raise Wrong(f"no rule or ruling is called {key!r}{did_you_mean(key, [*texts, *rulings()])}")
    if options.json:
        _print_json(data)
    else:
        for word, value in data.items():
            print(f"{word}: {value}")
    return 0


# cards


def _cards(options: argparse.Namespace) -> int:
    cards = library(*options.pack)
    if options.template is not None:
        return _template(cards, options)
    if options.into is not None:
        raise Wrong("--into says where a template goes; say --template NAME, too")
    if options.card:
        card = _find_card(cards, options.card)
        if options.json:
            _print_json(_card_data(card, cards))
        else:
            print(_card_text(card, cards))
        return 0
    printed = list(cards.printed.values())
    values = [card.provenance(word) for card in printed for word in card.raw if word not in ("source", "sources", "type", "of")]
    data = {
        "total": len(cards),
        "verbs": len(LANGUAGE.verbs),
        "rulebook": sum(c.copies for c in printed if _known(c) == "rulebook"),
        "stand_in": sum(c.copies for c in printed if not _known(c)),
        "values": {
            "rulebook": sum(value.startswith("rulebook") for value in values),
            "stand_in": sum(value == "stand-in" for value in values),
            "pack": sum(value.startswith("pack") for value in values),
        },
        "cards": {card.id: _card_data(card, cards) for card in printed},
    }
    if options.json:
        _print_json(data)
        return 0
    for card in printed:
        badge = _known(card) or "stand-in"
        print(f"{card.id:28} {card.type:10} {card.of or '':16} {badge:9} {card.text[:70]}")
    print(
        f"{data['total']} cards, {data['verbs']} verbs; {data['rulebook']} cards known from the rulebook at least in part, "
        f"{data['stand_in']} stand-ins throughout; of their values {data['values']['rulebook']} are from the rulebook, "
        f"{data['values']['stand_in']} are stand-ins"
        + (f", {of_packs} of packs." if (of_packs := data["values"]["pack"]) else ".")
    )
    return 0


def _template(cards: Library, options: argparse.Namespace) -> int:
    """A pack skeleton, printed or written; a file that is there already is never touched."""
    if options.card:
        raise Wrong(f"--template {options.template} says which cards; leave out {options.card!r}")
    name, chosen = find_cards(cards, options.template)
    text = template(name, chosen)
    if options.into is None:
        if options.json:
            _print_json({"file": f"{name}.toml", "toml": text})
        else:
            print(text, end="")
        return 0
    file = options.into / f"{name}.toml"
    try:
        options.into.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        what = "is there already, and nothing is written over it" if file.exists() else "cannot be in what is no folder"
        raise Wrong(f"{file}: {what}; say another folder with --into") from None
    except OSError as error:
        raise Wrong(f"{file}: cannot be written ({error.strerror}); say another folder with --into") from None
    if options.json:
        _print_json({"file": str(file), "toml": text})
    else:
        print(f"Wrote {file}. Correct it, then: dcf-lab --pack {options.into} play")
    return 0


def _known(card: Card) -> str:
    """Who states something of this card, the rulebook or else a pack; nobody does of a stand-in."""
    stated = {source.partition(":")[0] for source in (card.source, *card.sources.values())}
    return next((word for word in ("rulebook", "pack") if word in stated), "")


def _find_card(cards: Library, wanted: str) -> Card:
    by_name = {card.name.lower(): card for card in cards.printed.values()}
    card = cards.printed.get(wanted) or by_name.get(wanted.lower()) or cards.cards.get(wanted)
    if card is None:
        raise Wrong(f"no card is called {wanted!r}{did_you_mean(wanted, cards.printed)}")
    return card


def _card_data(card: Card, cards: Library) -> dict[str, Any]:
    return {
        "name": card.name, "type": card.type, "of": card.of, **card.values, "traits": list(card.traits), "copies": card.copies,
        "text": card.text, "english": spell_out(card, cards), "abilities": [dict(a.raw) for a in card.abilities],
        "source": card.source, "sources": dict(card.sources),
    }  # fmt: skip


def _card_text(card: Card, cards: Library) -> str:
    lines = [f"{card.name} ({card.id}), {card.type}" + (f" of {card.of}" if card.of else "")]
    lines += [f"  {word}: {value}  [{card.provenance(word)}]" for word, value in card.values.items()]
    if card.traits:
        lines.append(f"  traits: {', '.join(card.traits)}  [{card.provenance('traits')}]")
    if card.text:
        lines.append(f"  {card.text}  [{card.provenance('text')}]")
    if card.abilities:
        lines += ["In full:", *(f"  {ability}" for ability in spell_out(card, cards))]
    fields: dict[str, list[str]] = {}
    for word in card.raw:
        if word not in ("source", "sources"):
            fields.setdefault(card.provenance(word), []).append(word)
    lines += ["Sources:", *(f"  {source}: {', '.join(words)}" for source, words in fields.items())]
    return "\n".join(lines)


# simulate

MAX_GAMES = 1_000_000
INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)


def _simulate(options: argparse.Namespace) -> int:
    out = Path(options.out) if options.out else None
    _check_simulation(options, out)
    rogues, heroes = _teams(options)
    effort = options.effort or Plan().effort
    plan = Plan(options.rogue, options.hero, rogues, heroes, options.seed, effort, tuple(map(find_pack, options.pack)))
    for number in INTERRUPTIONS:
        signal.signal(number, _stop)
    begun = time.monotonic()
    rows: list[dict[str, Any]] = []
    interrupted = False
    with ExitStack() as open_files:
        try:
            write = open_files.enter_context(open_rows(out)) if out else lambda row: None
        except OSError as error:
            raise Wrong(f"{out}: cannot be written ({error.strerror}); try another name") from None
        try:
            for row in simulate(plan, options.games, options.workers, options.cluster, Bar(options.games)):
                with _undisturbed():
                    rows.append(row)
                    write(row)
        except KeyboardInterrupt:
            interrupted = True
    data = summary(rows, plan)
    if options.json:
        _print_json(data)
    elif rows:
        print("\n".join(told(data, plan, time.monotonic() - begun)))
    if interrupted:
        print(f"\ndcf-lab: interrupted after {len(rows)} games", file=sys.stderr)
        return 130
    return 1 if data["problems"] else 0


def _check_simulation(options: argparse.Namespace, out: Path | None) -> None:
    if not 1 <= options.games <= MAX_GAMES:
        raise Wrong(f"--games goes from 1 to {MAX_GAMES:,}")
    if options.effort is not None and "search" not in (options.rogue, options.hero):
        raise Wrong("--effort is for a search bot, and neither side has one")
    if not 1 <= (options.effort or 1) <= 10_000 or not 1 <= (options.workers or 1) <= 1_000:
        raise Wrong("--effort goes from 1 to 10,000, --workers from 1 to 1,000")
    if options.workers and options.cluster:
        raise Wrong("--workers is for this machine; a cluster has its own")
    if out is not None and out.suffix not in (".csv", ".parquet"):
        raise Wrong(f"{out}: rows are written as .csv or .parquet")
    if out is not None and not out.absolute().parent.is_dir():
        raise Wrong(f"{out}: there is no such folder to write in")


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What is done in here is done in full before an interruption is heard."""
    signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTIONS)


def _teams(options: argparse.Namespace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """`cheetah,the_joker,punchline,black_manta/random`: who plays; nobody means a random team."""
    if options.teams == "random":
        return (), ()
    sides = options.teams.split("/")
    if len(sides) != 2:
        raise Wrong(
            f"--teams wants rogues/heroes, such as cheetah,the_joker,punchline,black_manta/random; found {options.teams!r}"
        )
    cards = library(*options.pack)
    teams = []
    for names in sides:
        team = () if names == "random" else tuple(names.split(","))
        for name in team:
            if name not in cards:
                raise Wrong(f"no card is called {name!r}{did_you_mean(name, cards)}")
        teams.append(team)
    return teams[0], teams[1]


# bench


def _bench(options: argparse.Namespace) -> int:
    if not 0 < options.seconds <= 60:
        raise Wrong("--seconds goes from just above 0 to 60")
    if options.pack:
        raise Wrong("bench measures the game as it comes; leave out --pack")
    data = measure(options.seconds)
    if options.json:
        _print_json(data)
        return 0
    for key, value in data.items():
        print(f"{key:42} {value:,.1f}" if isinstance(value, float) else f"{key:42} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
