"""The skeleton of a new game: a manual, cards, a rule, a scenario and a test that run as they are and are there to be changed."""

from __future__ import annotations

import argparse
import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from dcf_lab.commands import Wrong, print_json
from dcf_lab.games import names

ABOUT = "Write the skeleton of a new game, which runs and is there to be changed."
SKELETON = Path(__file__).parent / "skeleton"  # a game of that name; every 'skeleton' in it becomes the new name
CHECKOUT = Path(__file__).parents[2]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="as a folder and a Python module: small letters, digits and _")
    parser.add_argument("--into", metavar="DIR", type=Path, help="write DIR/NAME, for a lab started with DCF_LAB_GAMES=DIR")


def run(options: argparse.Namespace) -> int:
    name = options.name
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise Wrong(f"{name[:60]!r} is no name of a game; small letters, digits and _ make one, and no word of Python: 'my_game'")
    if options.into is None and not (CHECKOUT / "pyproject.toml").is_file():
        raise Wrong("this lab is installed and has no source to write into; say --into DIR, and start it with DCF_LAB_GAMES=DIR")
    files = dict(_files(name, options.into))
    there = [file for file in files if file.exists()]
    if name in names() or (CHECKOUT / "dcf_lab" / "games" / f"{name}.py").exists() or there:
        raise Wrong(f"{there[0] if there else name} is there already, and nothing is written over it; say another name")
    try:
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8") as new:
                new.write(text)
    except OSError as error:
        raise Wrong(f"{file}: cannot be written ({error.strerror}); say another folder with --into") from None
    if options.json:
        print_json({"game": name, "files": [str(file) for file in files]})
        return 0
    print("\n".join(f"Wrote {file}" for file in files))
    before = f"DCF_LAB_GAMES={options.into} " if options.into is not None else ""
    print(f"Try it: {before}dcf-lab play --game {name}")
    return 0


def _files(name: str, into: Path | None) -> Iterator[tuple[Path, str]]:
    """Where each file goes, and what it says: in the checkout a game's scenarios and tests lie with those of the others."""
    for file in sorted(SKELETON.rglob("*")):
        if file.suffix not in (".py", ".toml"):
            continue
        part = file.relative_to(SKELETON)
        if into is not None:
            folder = into / name
        elif part.parts[0] == "scenarios":
            folder, part = CHECKOUT / "scenarios" / name, part.relative_to("scenarios")
        else:
            folder = CHECKOUT / ("tests" if part.name.startswith("test_") else "dcf_lab") / "games" / name
        text = file.read_text(encoding="utf-8")
        for old, new in (("skeleton", name), ("Skeleton", name.replace("_", " ").title()), ("SKELETON", name.upper())):
            text = text.replace(old, new)
        yield folder / part.with_name(part.name.replace("skeleton", name)), text
