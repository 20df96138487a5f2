"""Which rule is exercised by which scenario; one rule or ruling in full."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from dcf_lab.commands import SCENARIOS, Wrong, print_json
from dcf_lab.commands.check import is_card_file
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.games import folder_of, manual, scenarios_of
from dcf_lab.lab.shelf import shelf
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all


def coverage(game: str, folder: Path, packs: Sequence[Path] = ()) -> dict[str, list[str]]:
    """Rule id -> the scenarios whose events or refusals carry it."""
    covered: dict[str, list[str]] = {rule: [] for rule in manual(game).rules()}
    for file in sorted(folder.rglob("*.toml")):
        if is_card_file(file):  # of a pack beside the scenarios
            continue
        scenario = read(file, packs)
        reports = run_all(scenario) if game == scenario.manual.NAME else []
        found = {rule for report in reports for rule in report.rules}
        for rule in sorted(found & covered.keys()):
            covered[rule].append(str(file.relative_to(folder)))
    return covered


MOST = 6  # scenes of a rule that are kept
SHOWN = ("rulebook example", "rule", "ruling", "card", "lesson", "scenario", "puzzle")  # which kinds of scenes come first


def scenes(game: str, folder: Path) -> dict[str, Any]:
    """Which of a game's scenes show which rule best, with their titles: those about it, then examples, then the plainest.

    The page of rules reads this from a file, because playing every scenario takes a while.
    """
    covered = {rule: [file.removesuffix(".toml") for file in files] for rule, files in coverage(game, folder).items()}
    cited = Counter(file for files in covered.values() for file in files)
    entries = {entry.name.partition("/")[2]: entry for entry in shelf() if entry.name.startswith(f"{game}/")}

    def weight(rule: str, file: str) -> tuple[bool, int, int, str]:
        entry = entries[file]
        return entry.about != rule, SHOWN.index(entry.kind), cited[file], file

    best = {rule: sorted(files, key=partial(weight, rule))[:MOST] for rule, files in covered.items()}
    shown = sorted({file for files in best.values() for file in files})
    return {"rules": best, "titles": {file: entries[file].title for file in shown}}


ABOUT = "Which rule is exercised by which scenario."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", nargs="?", help="one rule or ruling, such as DCF-R067 or rescue_requirement")
    parser.add_argument("--write", action="store_true", help="keep for the page of rules which scenes show which rule")
    parser.add_argument("--scenarios", metavar="DIR", default=None, help="the folder of scenarios")


def run(options: argparse.Namespace) -> int:
    if options.rule:
        return _one_rule(options)
    folder = Path(options.scenarios) if options.scenarios else scenarios_of(options.game) or SCENARIOS
    if not folder.is_dir():
        raise Wrong(f"{folder}: there is no such folder; say --scenarios DIR")
    if options.write:
        file = folder_of(options.game) / "scenes.json"
        found = scenes(options.game, scenarios_of(options.game) or SCENARIOS / options.game)
        file.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{file}: {len(found['titles'])} scenes of {len(found['rules'])} rules.")
        return 0
    covered = coverage(options.game, folder, options.pack)
    uncovered = [rule for rule, files in covered.items() if not files]
    if options.json:
        print_json({"total": len(covered), "covered": {r: f for r, f in covered.items() if f}, "uncovered": uncovered})
        return 0
    names = {rule: entry["name"] for rule, entry in manual(options.game).rules().items()}
    widest = max(map(len, names.values()), default=0)
    for rule, files in covered.items():
        shown = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
        print(f"{rule}  {names[rule]:<{widest}}  {len(files):>3}  {shown or 'NO SCENARIO'}")
    print(f"{len(covered) - len(uncovered)} of {len(covered)} rules are exercised by a scenario.")
    return 0


def _one_rule(options: argparse.Namespace) -> int:
    key = options.rule
    texts, rulings = manual(options.game).rules(), manual(options.game).rulings()
    rule = next((rule for rule in texts if rule == key or rule.endswith(f"-{key}")), key)
    by_id = {ruling.id: ruling.key for ruling in rulings.values()}
    if rule in texts:
        data: Any = {"id": rule, **texts[rule]}
    elif by_id.get(key, key) in rulings:
        data = rulings[by_id.get(key, key)]._asdict()
    else:
        raise Wrong(f"no rule or ruling is called {key!r}{did_you_mean(key, [*texts, *rulings])}")
    if options.json:
        print_json(data)
    else:
        for word, value in data.items():
            print(f"{word}: {value}")
    return 0
