"""The dcf-lab command. A mistake of the user gets one sentence with the way out, and exit code 2; never a traceback."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dcf_lab.bots.simulate import SimulationError
from dcf_lab.bots.workers import ending_tidily
from dcf_lab.commands import (
    Wrong,
    bench,
    cards,
    check,
    compare,
    compose,
    export,
    lab,
    new_game,
    play,
    present,
    rules,
    simulate,
    solve,
)
from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.template import UnknownName
from dcf_lab.engine.rulings import RulingError
from dcf_lab.games import UnknownGame, manual, names
from dcf_lab.puzzles.solve import PuzzleError
from dcf_lab.scenario.file import ScenarioError
from dcf_lab.timeline.timeline import RecordError

COMMANDS = {
    "check": check,
    "play": play,
    "rules": rules,
    "solve": solve,
    "compose": compose,
    "compare": compare,
    "cards": cards,
    "simulate": simulate,
    "bench": bench,
    "present": present,
    "export": export,
    "new-game": new_game,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point of the `dcf-lab` command."""
    parser = _parser()
    try:
        with ending_tidily():
            options = parser.parse_args(arguments)
            options.pack = [*options.packs_first, *getattr(options, "pack", [])]
            options.meant = [options.game] if getattr(options, "game", "") else names()  # the games, where none is said
            options.game = options.meant[0]
            manual(options.game)
            if options.pack:
                manual(options.game).library(*options.pack)  # a pack with a mistake is refused whatever is to be done with it
            if options.command is None:
                return lab.run(options)
            result: int = options.run(options)
            return result
    except (
        Wrong,
        UnknownGame,
        ScenarioError,
        RecordError,
        RulingError,
        CardTextError,
        SimulationError,
        UnknownName,
        PuzzleError,
    ) as error:
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
    parser = _Parser(prog="dcf-lab", description=f"A laboratory for the rules of super-hero card games. {lab.ABOUT}")
    lab.add_options(parser)
    pack = {
        "action": "append",
        "default": [],
        "type": Path,
        "metavar": "PATH",
        "help": "cards of your own: a folder, or a .toml file",
    }
    parser.add_argument("--pack", dest="packs_first", **pack)
    commands = parser.add_subparsers(dest="command", parser_class=_Parser)
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, help=command.ABOUT, description=command.ABOUT)
        one.add_argument("--json", action="store_true", help="print JSON for a machine to read")
        one.add_argument("--pack", **pack)
        one.add_argument("--game", metavar="NAME", help="whose rules and cards, where no file says it: " + ", ".join(names()))
        command.add_options(one)
        one.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
