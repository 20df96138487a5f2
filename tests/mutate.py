"""What do the tests not notice? Small changes to rules, engine and solver, one at a time, and the fast tests against each.

python tests/mutate.py --number 60 --seed 1

Every change is made in a copy of the tree. `--at confrontation.py:94` tries the changes of one line, `--list` only shows them.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import cache_from_source
from pathlib import Path
from queue import Queue
from typing import NamedTuple
from unittest import mock

from folders import ROOT

SOURCES = ["engine/**/*", "games/dc_forever/**/*", "puzzles/*", "scenario/*", "timeline/timeline"]
GUESSES = ("judge.py", "rollout.py")  # what bots think of a table; nobody could say that it is wrong
TESTS = ["engine", "regressions", "scenes", "cards", "goals", "playthroughs", "views", "card_scenarios", "saving", "film"]
TESTS += ["readings_without_cards", "edges", "why", "expectations", "random_games"]
OF = {  # longer tests, and the sources that they speak of
    "solve": ["search", "solve", "hidden", "goal", "game", "toml"], "puzzles": ["search", "solve", "hidden", "goal"],
    "packs": ["cards", "text", "packs", "toml", "expr", "template", "checks"],
    "english": ["english", "phrases", "sayings", "sentences", "template"],
    "card_reference": ["text", "language", "checks", "expr"],
    "build": ["position", "described", "oddities", "file"], "scenarios": ["file", "expect", "rulings"],
    "simulate": ["teams", "resample"], "citations": ["actions", "deeds", "playing", "verbs", "legal", "costs", "reactions"],
    "secrets": ["view", "known", "dealt", "windows"], "sentences": ["sentences", "workings"],
}  # fmt: skip
TOO_LONG = "not ctrl_c and not a_scenario and not is_exercised and not bots and not cluster"
NOT_SEEN = ("__slots__", "__repr__", "__all__")  # names whose values no player and no reader meets
OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip


class Change(NamedTuple):
    """A piece of a source file and what stands there instead."""

    file: Path
    line: int
    start: int  # in bytes from the beginning of the file
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}: {_short(self.before)}  ->  {_short(self.after)}"


def changes(file: Path) -> Iterator[Change]:
    """Every small change that could be made to a file."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _seen(ast.parse(source)):
        for part, other in _others(node):
            start, end = starts[part.lineno - 1] + part.col_offset, starts[part.end_lineno - 1] + part.end_col_offset
            after = f"({ast.unparse(other)})" if isinstance(other, ast.expr) else ast.unparse(other)
            yield Change(file, part.lineno, start, end, source[start:end].decode(), after)


def _seen(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a program that somebody could notice: no docstrings, annotations, messages, decorators or speed-ups."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "msg"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.Import | ast.ImportFrom):
                continue
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                continue
            if isinstance(child, ast.Assign | ast.FunctionDef) and any(name in ast.unparse(child)[:40] for name in NOT_SEEN):
                continue
            yield child
            if not isinstance(child, ast.Raise | ast.Assert):
                yield from _seen(child)


def _others(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """A part of a node and what could stand in its place: flipped, off by one, dropped or swapped."""
    changed = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            changed.ops = [OTHER[type(op)]()]
            yield node, changed
        case ast.BinOp(left, op, right) if type(op) in OTHER and not _is_text(left) and not _is_text(right):
            changed.op = OTHER[type(op)]()
            yield node, changed
        case ast.BoolOp(op=op):
            changed.op = OTHER[type(op)]()
            yield node, changed
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.Constant(value=bool()):
            yield node, ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield node, ast.Constant(node.value + 1)
        case ast.IfExp():
            changed.body, changed.orelse = node.orelse, node.body
            yield node, changed
        case ast.If():
            yield node.test, ast.Constant(False)
        case ast.comprehension(ifs=[test]):
            yield test, ast.Constant(True)
        case ast.Call(args=[*_, first, second]) if type(first) is type(second) and ast.dump(first) != ast.dump(second):
            changed.args[-2:] = second, first
            yield node, changed
        case (
            ast.Expr() | ast.Continue() | ast.Break() | ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
        ):
            yield node, ast.Pass()


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def try_out(change: Change, tree: Path, seconds: int) -> str:
    """The test that notices a change in this copy of the tree, or an empty text."""
    file = tree / change.file.relative_to(ROOT)
    source = change.file.read_bytes()
    file.write_bytes(source[: change.start] + change.after.encode() + source[change.end :])
    try:
        return _failing(tree, [*TESTS, *(test for test, sources in OF.items() if file.stem in sources)], seconds)
    finally:
        file.write_bytes(source)
        Path(cache_from_source(str(file))).unlink(missing_ok=True)  # its time and size could be those of the next change


def _failing(tree: Path, tests: list[str], seconds: int) -> str:
    """First every scenario, which is quick and notices most, then the tests; what fails, or an empty text."""
    files = [str(next((tree / "tests").rglob(f"test_{name}.py"))) for name in tests]
    options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-k", TOO_LONG, "-m", "not slow and not browser"]
    for command in (["tests/mutate.py", "--scenarios"], ["-m", "pytest", *options, *files]):
        run = subprocess.Popen(
            [sys.executable, *command], cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        resource.prlimit(run.pid, resource.RLIMIT_CPU, (seconds, seconds))  # not the clock's seconds: the machine may be busy
        try:
            said, _ = run.communicate(timeout=20 * seconds)
        except subprocess.TimeoutExpired:
            run.kill()
            return "it does not end"
        if run.returncode:
            found = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))] or said.splitlines()[-1:]
            return found[0] if found else "it does not end"
    return ""


def look_at_scenarios() -> None:
    """Every scenario of this copy passes, tells everything, and leaves a table on which everything is right."""
    import test_scenarios as tests

    for file in tests.FILES:
        try:
            reports = tests.run_all(tests.read(file))
            with mock.patch.object(tests, "run_all", return_value=reports):  # once is enough
                tests.test_a_scenario_passes(file)
                tests.test_the_events_of_a_scenario_are_told_in_full(file)
                tests.test_a_scenario_leaves_a_table_on_which_everything_is_right(file)
        except BaseException:
            sys.exit(f"scenario {file.name}")


def a_copy() -> Path:
    tree = Path(tempfile.mkdtemp(prefix="changed_"))
    for name in ("dcf_lab", "scenarios", "notebooks", "tests"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tree)
    return tree


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 90 else text[:60] + " ... " + text[-25:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=60, help="how many changes, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE", help="every change of this line instead")
    parser.add_argument(
        "--seconds", type=float, default=300, help="after so long the tests count as stuck, so the change as noticed"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only show the changes")
    parser.add_argument("--scenarios", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.scenarios:
        look_at_scenarios()
        return 0
    files = [file for name in SOURCES for file in sorted((ROOT / "dcf_lab").glob(f"{name}.py")) if file.name not in GUESSES]
    found = [change for file in files for change in changes(file)]
    if asked.at:
        tried = [change for change in found if any(f"{change.file}:{change.line}".endswith(f"/{at}") for at in asked.at)]
    else:
        tried = random.Random(asked.seed).sample(found, min(asked.number, len(found)))
    if asked.list:
        print(*tried, sep="\n")
        return 0
    trees: Queue[Path] = Queue()
    for _ in range(asked.processes):
        trees.put(a_copy())
    missed = []

    def one(change: Change) -> None:
        tree, began = trees.get(), time.monotonic()
        noticed = try_out(change, tree, asked.seconds)
        trees.put(tree)
        missed.extend([] if noticed else [change])
        print(f"{'noticed' if noticed else 'MISSED '} {time.monotonic() - began:4.0f} s  {change}  {_short(noticed)}", flush=True)

    with ThreadPoolExecutor(asked.processes) as pool:
        list(pool.map(one, tried))
    while not trees.empty():
        shutil.rmtree(trees.get())
    print(f"\n{len(tried) - len(missed)} of {len(tried)} changes were noticed", *missed, sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
