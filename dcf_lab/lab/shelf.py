"""The shelf: every scenario there is to open, ours and those of a folder of your own, by its name and title."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.toml import FileError, parse_toml
from dcf_lab.games import Manual, UnknownGame, names, scenarios_of
from dcf_lab.scenario.file import Scenario, game_of, read, scenarios_folder, seating_of
from dcf_lab.scenario.goal import goal_problems, goal_schema, make_goal
from dcf_lab.scenario.schema import problems

MAX_FILE = 200_000  # bytes, as scenario.py reads them
MAX_FILES = 20_000  # looked at in a folder
MAX_DEPTH = 6
MAX_KEPT = 4_000  # entries that are read once, as long as their files stay as they are
MAX_NAME = 200
OWN = "own"  # the names of a visitor's scenarios begin so
KINDS = ("rulebook example", "lesson", "puzzle", "scenario", "rule", "ruling", "card")  # in the order of the shelf
_KIND_OF = {"rulebook": "rulebook example", "rules": "rule", "rulings": "ruling", "cards": "card"}


class ShelfError(ValueError):
    """A scenario that is not on the shelf, or more than one; with what was probably meant."""


class Entry(NamedTuple):
    """One scenario on the shelf, as its first lines describe it."""

    name: str  # 'dc_forever/rulebook/e05_threaten_total'
    title: str
    summary: str = ""
    game: str = ""  # its title
    kind: str = "scenario"
    tags: tuple[str, ...] = ()
    about: str = ""  # the example, rule, ruling or card, as the file is called or tagged: 'E05', 'RUL-001', 'batarang'
    group: str = ""  # the folder that it lies in: 'batman'
    players: int = 2
    broken: str = ""  # what is wrong with the file

    def as_json(self) -> dict[str, Any]:
        """For the page: what is said of this scenario, and nothing empty."""
        return {key: value for key, value in self._asdict().items() if value}


def shelf(folder: Path | None = None) -> tuple[Entry, ...]:
    """Every scenario, ours first; those of the folder have names that begin with 'own/'.

    >>> shelf()[4].name, shelf()[4].title, shelf()[4].kind
    ('dc_forever/rulebook/e05_threaten_total', 'An incredible eight', 'rulebook example')
    """
    found = [entry for name, path in _files(folder) if (entry := _entry(name, path)) is not None]
    order = [*names(), OWN]
    return tuple(sorted(found, key=lambda entry: (order.index(entry.name.split("/")[0]), KINDS.index(entry.kind), entry.name)))


def find(name: str, folder: Path | None = None) -> Path:
    """The file of a scenario by its name, or by as much of it as makes it the only one.

    >>> find("rulebook/e05").name
    'e05_threaten_total.toml'
    """
    return dict(_files(folder))[whole_name(name, folder)]


def scenario(name: Path | str, packs: Iterable[Path | Pack] = (), folder: Path | None = None) -> Scenario:
    """A scenario by its file, or by its name on the shelf.

    >>> scenario("rulebook/e05").title
    'An incredible eight'
    """
    is_file = isinstance(name, Path) or name.endswith(".toml") and Path(name).exists()
    try:
        return read(name if is_file else find(str(name), folder), packs)
    except ShelfError as error:
        why = str(error) + ("" if str(error).endswith("?") else ";")
        raise ShelfError(f"{why} `dcf_lab.lab.shelf.shelf()` lists them all, and a file is called by its whole path") from None


def whole_name(name: str, folder: Path | None = None) -> str:
    """The name on the shelf that is meant; older names do not say the game, and are looked for in every one.

    A name is looked up among the names on the shelf and never used as a path, so it leads nowhere else.

    >>> whole_name("rulebook/e05")
    'dc_forever/rulebook/e05_threaten_total'
    """
    wanted = name.removesuffix(".toml")
    files = [one for one, _ in _files(folder)]
    if not wanted or len(wanted) > MAX_NAME:
        raise ShelfError(f"this is no name of a scenario; one is called {files[0]!r}")
    found: list[str] = []
    for whole in (wanted, *(f"{game}/{wanted}" for game in names())):
        found = found or ([whole] if whole in files else [one for one in files if one.startswith(whole)])
    if len(found) == 1:
        return found[0]
    called = repr(wanted) if re.fullmatch(r"[\w./-]+", wanted) else "that"  # a link must not make us say what it likes
    if not found:
        short = [one.partition("/")[2] for one in files if not one.startswith(f"{OWN}/")]
        within = [one for one in files if called != "that" and f"/{wanted}" in one]  # of 'rulebook/e05' only 'e05' was said
        meant = f"; did you mean {within[0]!r}?" if within else did_you_mean(wanted, (*files, *short))
        raise ShelfError(f"no scenario is called {called}{meant}")
    shown = ", ".join(found[:3]) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
    raise ShelfError(f"{len(found)} scenarios begin with {called}: {shown}")


def puzzles(folder: Path | None = None) -> list[dict[str, Any]]:
    """Every scenario with a goal, the easiest first, with what its certificate says of it; of the solution nothing is told."""
    found = []
    for entry in shelf(folder):
        if entry.kind != "puzzle" or entry.broken:
            continue
        try:
            data = parse_toml(_read(find(entry.name, folder)))
        except (FileError, ShelfError):
            continue
        goal, told = data.get("goal"), data.get("certificate")
        if isinstance(goal, dict):
            about = {"for": str(goal.get("for", ""))[:100], "goal": _sentence(data, goal)}
            found.append({**entry.as_json(), **about, **certified(told if isinstance(told, dict) else {})})
    return sorted(found, key=lambda one: (one.get("difficulty", 1000), one["name"]))


def _sentence(data: Mapping[str, Any], goal: Mapping[str, Any]) -> str:
    """A puzzle's goal in words; nothing if it is none that could be played, or speaks of cards that are not here."""
    cards = game_of(data).library()
    sound = not any(problems(goal, goal_schema(game_of(data)), ())) and not any(goal_problems(goal, cards))
    return make_goal(goal, cards).sentence if sound else ""


def certified(told: Mapping[str, Any]) -> dict[str, Any]:
    """How hard a puzzle is, and that it was proved, as far as its certificate has the form of one."""
    about: dict[str, Any] = {key: told[key][:20] for key in ("status", "level") if isinstance(told.get(key), str)}
    if type(told.get("difficulty")) is int and 0 < told["difficulty"] < 1000:
        about["difficulty"] = told["difficulty"]
    if isinstance(told.get("reasons"), list):
        about["reasons"] = [str(reason)[:200] for reason in told["reasons"][:8]]
    return about


def count(entries: Iterable[Entry]) -> dict[str, dict[str, int]]:
    """How many scenarios there are of each game, kind and tag, and how many are broken."""
    entries = tuple(entries)
    kinds = Counter(entry.kind for entry in entries)
    return {
        "games": dict(Counter(entry.game for entry in entries)),
        "kinds": {kind: kinds[kind] for kind in KINDS if kinds[kind]},
        "tags": dict(Counter(tag for entry in entries for tag in entry.tags).most_common(100)),
        "scenarios": {"all": len(entries), "own": sum(e.name.startswith(f"{OWN}/") for e in entries),
                      "broken": sum(bool(e.broken) for e in entries)},
    }  # fmt: skip


# finding the files


def _files(folder: Path | None) -> Iterator[tuple[str, Path]]:
    """Name and path of every file on the shelf."""
    for game in names():
        yield from _under(scenarios_of(game) or scenarios_folder() / game, f"{game}/")
    if folder is not None:
        if not folder.is_dir():
            raise ShelfError(f"there is no folder {folder}")
        yield from _under(folder, f"{OWN}/")


def _under(folder: Path, before: str) -> Iterator[tuple[str, Path]]:
    """Every .toml file under a folder. Links are left alone, because they could lead out of it."""
    waiting = [(str(folder), before, 0)]
    number = 0
    while waiting:
        where, before, depth = waiting.pop()
        try:
            with os.scandir(where) as listed:
                entries = sorted(listed, key=lambda entry: entry.name)
        except OSError:
            continue  # a folder that may not be looked into has nothing to show
        for entry in entries:
            number += 1
            if number > MAX_FILES:
                return
            name = entry.name
            if name.startswith(".") or not name.isprintable():
                continue  # nobody could read or type such a name
            if entry.is_dir(follow_symlinks=False):
                if depth < MAX_DEPTH:
                    waiting.append((entry.path, f"{before}{name}/", depth + 1))
            elif name.endswith(".toml") and entry.is_file(follow_symlinks=False):
                yield before + name.removesuffix(".toml"), Path(entry.path)


# reading the first lines


def _entry(name: str, path: Path) -> Entry | None:
    """What a file says of itself before its first table; None for a file of cards. It is read again when it has changed."""
    try:
        found = os.lstat(path)
    except OSError:
        return None  # it was there a moment ago
    return _read_entry(name, path, (found.st_mtime_ns, found.st_ctime_ns, found.st_size))


@lru_cache(maxsize=MAX_KEPT)
def _read_entry(name: str, path: Path, as_of: tuple[int, int, int]) -> Entry | None:
    first, *folders, last = name.split("/")
    own = first == OWN
    kind = _KIND_OF.get(folders[0], "scenario") if folders and not own else "scenario"
    group = folders[-1] if folders else ""
    try:
        text = _read(path)
        data = _head(text)
        if own and "title" not in data and _is_card_file(text):
            return None
        return _described(name, kind, group, data, text)
    except FileError as error:
        return Entry(name, last, kind=kind, group=group, broken=f"{last}.toml: {error}"[:300])


def _read(path: Path) -> str:
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        try:
            raw = os.read(file, MAX_FILE + 1)
        finally:
            os.close(file)
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror}") from None
    if len(raw) > MAX_FILE:
        raise FileError(f"has more than {MAX_FILE} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise FileError("cannot be read as text") from None


_FIRST_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_GOAL = re.compile(r"^[ \t]*\[\s*goal\s*[].]", re.MULTILINE)
_CHAPTER = re.compile(r"^[ \t]*\[\[\s*chapter\s*]]", re.MULTILINE)


def _head(text: str) -> dict[str, Any]:
    """The keys before the first table; the tables are read only if that line was none, as within a long string."""
    first = _FIRST_TABLE.search(text)
    if first is None:
        return parse_toml(text)
    try:
        return parse_toml(text[: first.start()])
    except FileError:
        return parse_toml(text)


def _is_card_file(text: str) -> bool:
    """Card files, which may lie beside scenarios, consist of tables only; a scenario has a title."""
    data = parse_toml(text)
    return bool(data) and all(isinstance(value, dict) for value in data.values())


def _described(name: str, kind: str, group: str, data: dict[str, Any], text: str) -> Entry:
    for key, sort in (("title", str), ("summary", str), ("game", str), ("tags", list), ("players", int), ("seating", str)):
        if not isinstance(data.get(key, sort()), sort):
            raise FileError(f"{key!r} is not a {'text' if sort is str else 'list' if sort is list else 'number'}")
    if not data.get("title"):
        raise FileError("a scenario needs a title")
    try:
        game = game_of(data)
    except UnknownGame as error:
        raise FileError(str(error)) from None
    if _CHAPTER.search(text):
        kind = "lesson"
    elif isinstance(data.get("goal"), dict) or _GOAL.search(text):
        kind = "puzzle"
    tags = tuple(str(tag)[:40] for tag in data.get("tags", ())[:12])
    seats = game.SEATINGS.get(seating_of(data, game), {})
    return Entry(name, data["title"][:200], data.get("summary", "")[:500], game.TITLE, kind, tags, _about(name, kind, data, game),
                 group, sum(map(len, seats.values())) or data.get("players", 2))  # fmt: skip


def _about(name: str, kind: str, data: dict[str, Any], game: Manual) -> str:
    """The example, rule or ruling whose number the file's name begins with, or the card that is shown."""
    number = re.match(r"([a-z_]+\d+)_", name.rpartition("/")[2]) if kind in ("rulebook example", "rule", "ruling") else None
    if number is None:
        return str(data.get("shows") or data.get("holds_back") or "")[:100]
    short = number[1].replace("_", "-").upper()  # 'E05', 'RUL-001'
    return next((rule for rule in game.rules() if rule.endswith(f"-{short}")), short) if kind == "rule" else short
