"""Scenario files: a position, what the players do, and what must come of it (the format: scenarios/README.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.board import PositionError, Problem
from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.packs import Pack, find_pack, named
from dcf_lab.engine.dice import with_every_shuffle
from dcf_lab.engine.game import Game
from dcf_lab.engine.rulings import RulingError, chosen_readings
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.games import Manual, UnknownGame, manual, manual_of, names
from dcf_lab.scenario.expect import ExpectationError, Refused, expectation
from dcf_lab.scenario.goal import Goal, goal_problems, make_goal
from dcf_lab.scenario.lines import line_in, line_numbers, line_of
from dcf_lab.scenario.schema import MAX_PACKS, POSITION, chapter_form, problems, schema

MAX_FILE = 200_000
MAX_PROBLEMS = 10
_PACKAGE = Path(__file__).parent.parent


class ScenarioError(ValueError):
    """A mistake in a scenario file: file, line, what is wrong, and what was probably meant."""


class Step(NamedTuple):
    """Some answers, then what must be refused and what must hold."""

    do: tuple[str, ...]
    refuse: tuple[Refused, ...]
    expect: tuple[str, ...]
    line: int


@dataclass(frozen=True, repr=False)
class Scenario:
    """One scenario file, read and checked."""

    file: str
    title: str
    summary: str
    source: str
    start: str
    seating: str
    seed: int
    shuffles: int  # with how many seeds, from this one on, the script must hold
    rulings: Mapping[str, str]
    table: Mapping[str, Any] | None
    script: tuple[Step, ...]
    variants: tuple[Variant, ...]
    tags: tuple[str, ...]
    packs: tuple[str, ...]  # the names of those that its cards are from
    shows: str  # the card that must come into effect in every script
    holds_back: str  # the card that must have a reason to do nothing in every script
    goal: Goal | None  # makes it a puzzle
    point: str  # of the puzzle: what is told when it is solved
    certificate: Mapping[str, Any]  # what the solver has proved of it
    text: str
    cards: Library

    def __repr__(self) -> str:
        return f"<Scenario {self.title!r} of {self.manual.TITLE}: {self.file}>"

    def game(
        self,
        readings: Mapping[str, str] | None = None,
        log: bool = True,
        take_chances: bool = True,
        trace: bool = False,
        lean: bool = False,
    ) -> Game:
        """The game at the start of this scenario, under other readings if wanted.

        `trace` records near misses, too; a `lean` game knows only the cards that are in it, which makes it faster.
        Raises ScenarioError if another reading makes the position impossible.
        """
        chosen = {**self.rulings, **(readings or {})}
        if self.start != POSITION:
            game = self.manual.STARTS[self.start].begin(self.seating, self.seed, log, chosen, trace, self.cards)
            game.take_chances = take_chances
            return game
        try:
            table = self.manual.set_position(self.table or {}, self.seating, self.seed, log, chosen, trace, self.cards)
        except PositionError as error:  # it was looked at under the scenario's own readings
            said = ", ".join(f"{key} = {reading}" for key, reading in (readings or self.rulings).items())
            raise ScenarioError(f"{self.file}: under {said} this position cannot be: {error}") from None
        if lean:
            table.rules = self.manual.lean(table, self.goal.named() if self.goal is not None else ())
            table.box = table.rules.box
        if self.goal is not None:
            table.rules = with_every_shuffle(table.rules)
        return Game(table, take_chances)

    @property
    def manual(self) -> Manual:
        """What the lab knows of the game that it is of."""
        return manual_of(self.cards)


@dataclass(frozen=True)
class Variant:
    """The same position under another reading, with its own script."""

    name: str
    rulings: Mapping[str, str]
    script: tuple[Step, ...]


# reading


def scenarios_folder() -> Path:
    """Our scenarios: inside the package when it is installed, beside it in a checkout."""
    inside, beside = _PACKAGE / "scenarios", _PACKAGE.parent / "scenarios"
    return beside if not inside.is_dir() and (beside / names()[0]).is_dir() else inside


def read(path: Path | str, packs: Iterable[Path | Pack] = ()) -> Scenario:
    """Read a scenario file, or say what is wrong with it and where. The packs correct its cards."""
    try:
        text = read_text(Path(path), MAX_FILE)
    except FileError as error:
        raise ScenarioError(f"{path}: {error}") from None
    return parse(text, str(path), packs, Path(path).parent)


def parse(text: str, file: str = "scenario", packs: Iterable[Path | Pack] = (), folder: Path | None = None) -> Scenario:
    """A scenario from its text. Packs that it names are among those given, or in its folder; those given come last and win."""
    given = named(packs)
    try:
        data = parse_toml(text)
    except FileError as error:
        raise ScenarioError(f"{file}: {error}") from None
    lines = line_numbers(text)
    try:
        used = {**find_packs(data.get("packs", []), given, folder), **given}
        cards = game_of(data).library(*used.values())
    except UnknownGame as error:
        raise ScenarioError(f"{file}:{line_of(lines, ('game',))}: {error}") from None
    except CardTextError as error:
        raise ScenarioError(f"{file}:{line_of(lines, ('packs',))}: {error}") from None
    if problems := find_problems(data, cards):
        raise ScenarioError("\n".join(f"{file}:{line_in(text, lines, path, data)}: {what}" for path, what in problems))
    variants = tuple(
        Variant(
            raw.get("name", f"variant {n + 1}"),
            raw.get("rulings", {}),
            _script(raw.get("script", ()), lines, ("variant", n, "script")),
        )
        for n, raw in enumerate(data.get("variant", ()))
    )
    return Scenario(
        file, data["title"], data.get("summary", ""), data.get("source", ""), data.get("start", POSITION),
        seating_of(data, manual_of(cards)), data.get("seed", 0), data.get("shuffles", 1), data.get("rulings", {}),
        data.get("table"), _script(data.get("script", ()), lines, ("script",)), variants, tuple(data.get("tags", ())),
        tuple(used), data.get("shows", ""), data.get("holds_back", ""),
        make_goal(data["goal"], cards) if isinstance(data.get("goal"), dict) else None, data.get("point", ""),
        data.get("certificate", {}), text, cards,
    )  # fmt: skip


def game_of(data: Mapping[str, Any]) -> Manual:
    """The manual of the game that a file names; files from before there were several are of the first."""
    name = data.get("game", names()[0])
    return manual(name if isinstance(name, str) else str(name))


def seating_of(data: Mapping[str, Any], game: Manual) -> str:
    """Who sits at the table: as a file says it, by the number of players as older files do, or as usual."""
    seatings = game.SEATINGS
    if "seating" in data:
        return str(data["seating"])
    if "players" not in data:
        return next(iter(seatings))
    wanted = (f"{data['players']} {data['solo']}" if "solo" in data else "", str(data["players"]))
    found = [name for name in seatings if name in wanted or name.startswith(f"{data['players']} ")]
    return next((name for name in found if name in wanted), found[0] if found else "")


def schema_problems(data: Mapping[str, Any], cards: Library, most: int = MAX_PROBLEMS) -> list[Problem]:
    """Where a scenario's data are not of the form that a scenario has: the place, as a path of keys, and a sentence."""
    found = list(islice(problems(data, schema(cards), ()), most))
    for path, chapter in _with_a_game(data):
        wrong = {path for path, _ in found}
        form = problems(chapter, chapter_form(manual(chapter["game"])), path)
        found += islice((one for one in form if not _below(one[0], wrong)), most - len(found))
    if "shows" in data and "holds_back" in data:
        found.append((("holds_back",), "a scene either shows a card or holds one back, not both"))
    game = manual_of(cards)
    if isinstance(data.get("players"), int) and not seating_of(data, game):
        seatings = ", ".join(game.SEATINGS)
        found.append((("players",), f"{game.TITLE} has no seating for {data['players']} players; there are {seatings}"))
    if "table" in data and data.get("start", POSITION) in game.STARTS:
        found.append((("table",), f"a scenario has either a [table] or start = {data['start']!r}"))
    if isinstance(data.get("goal"), dict) and not any(path[:1] == ("goal",) for path, _ in found):
        found += [(("goal", *path), what) for path, what in goal_problems(data["goal"], cards)]
        if data.get("start", POSITION) != POSITION:
            found.append((("goal",), "a puzzle begins with a position; give it a [table]"))
    if len(found) < most:
        wrong = {path for path, _ in found}
        found += islice((one for one in _slips(data, cards) if not _below(one[0], wrong)), most - len(found))
    return found[:most]


def _with_a_game(data: Mapping[str, Any]) -> Iterator[tuple[tuple[Any, ...], Mapping[str, Any]]]:
    """The chapters that say their game, which may be another than the file's."""
    chapters = data.get("chapter")
    for n, chapter in enumerate(chapters if isinstance(chapters, list) else ()):
        if isinstance(chapter, dict) and chapter.get("game") in names():
            yield ("chapter", n), chapter


def _below(path: tuple[Any, ...], wrong: set[tuple[Any, ...]]) -> bool:
    return any(path[:length] in wrong for length in range(1, len(path) + 1))


def _slips(data: Mapping[str, Any], cards: Library) -> Iterator[Problem]:
    """Expectations that nothing could fulfil or fail, because of a slip in them."""
    game = manual_of(cards)
    sides = game.SEATINGS.get(seating_of(data, game))
    players = [player for side in sides.values() for player in side] if sides else game.PLAYERS
    for path, script in _scripts(data):
        for n, step in enumerate(script):
            expected = step.get("expect", ()) if isinstance(step, dict) else ()
            for m, text in enumerate(expected if isinstance(expected, list) else ()):
                try:
                    if isinstance(text, str):
                        expectation(text, cards, players)
                except ExpectationError as error:
                    place = (*path, n, "expect", m)
                    yield place, f"{'.'.join(map(str, place))}: {error}"


def _scripts(data: Mapping[str, Any]) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
    """Where the scripts of a file stand, and what they say."""
    if isinstance(data.get("script"), list):
        yield ("script",), data["script"]
    variants = data.get("variant")
    for n, variant in enumerate(variants if isinstance(variants, list) else ()):
        if isinstance(variant, dict) and isinstance(variant.get("script"), list):
            yield ("variant", n, "script"), variant["script"]


def find_problems(data: Mapping[str, Any], cards: Library, most: int = MAX_PROBLEMS) -> list[Problem]:
    """Everything that is wrong with a scenario's data.

    What is not of the right form is left out when the position is looked at, so that all problems are told at once.
    """
    found = schema_problems(data, cards, most)
    if len(found) >= most:
        return found
    game, cut = manual_of(cards), _cuts(path for path, _ in found)
    sound = _pruned(data, cut)
    variants = enumerate(sound.get("variant", ()))
    ways = [(("rulings",), {}), *((("variant", n, "rulings"), raw.get("rulings", {})) for n, raw in variants)]
    for path, others in ways:
        readings = {**sound.get("rulings", {}), **others}
        try:
            chosen_readings(game.rulings(), readings)
            if sound.get("start", POSITION) == POSITION:
                how = (seating_of(sound, game) or next(iter(game.SEATINGS)), sound.get("seed", 0))
                game.set_position(sound.get("table", {}), *how, False, readings, cards=cards)
        except RulingError as error:
            found.append((_whole(path, cut), str(error)))
        except PositionError as error:
            found += [(_whole(("table", *place), cut), what) for place, what in error.problems]
    return list(dict.fromkeys(found))[:most]


def without(data: Mapping[str, Any], paths: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    """The same data without what lies at these paths; an entry of a list that needs what is left out goes as a whole."""
    pruned: dict[str, Any] = _pruned(data, _cuts(paths))
    return pruned


def _cuts(paths: Iterable[tuple[Any, ...]]) -> dict[Any, Any]:
    """What is to be left out, as a tree of keys in which None marks what goes."""
    cuts: dict[Any, Any] = {}
    for path in paths:
        if len(path) > 2 and path[-1] in ("card", "on", "what", "until") and isinstance(path[-2], int):
            path = path[:-1]
        here: dict[Any, Any] | None = cuts
        for word in path[:-1]:
            here = None if here is None else here.setdefault(word, {})
        if path and here is not None:
            here[path[-1]] = None
    return cuts


def _pruned(value: Any, cuts: Mapping[Any, Any]) -> Any:
    if isinstance(value, Mapping):
        return {key: _pruned(one, cuts.get(key, {})) for key, one in value.items() if cuts.get(key, {}) is not None}
    if isinstance(value, list):
        return [_pruned(one, cuts.get(n, {})) for n, one in enumerate(value) if cuts.get(n, {}) is not None]
    return value


def _whole(path: tuple[Any, ...], cuts: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Where something stands in the whole data that stands here in what was left of it."""
    found: tuple[Any, ...] = ()
    here: Mapping[Any, Any] = cuts
    for word in path:
        if isinstance(word, int):
            for n in sorted(n for n, cut in here.items() if cut is None):
                word += n <= word
        found = (*found, word)
        here = here.get(word) or {}
    return found


def find_packs(names: Any, given: Mapping[str, Pack], folder: Path | None) -> dict[str, Pack]:
    """The packs that somebody's file names: given, or beside the file. A name is no path, so a file reads nothing else."""
    if not isinstance(names, list) or len(names) > MAX_PACKS or not all(isinstance(name, str) for name in names):
        raise CardTextError(f"'packs' is a list of at most {MAX_PACKS} names")
    found = {}
    for name in names:
        if name in given:
            found[name] = given[name]
            continue
        if not re.fullmatch(r"[\w-][\w .-]{0,99}", name):
            raise CardTextError(
                f"{name[:80]!r} is no name of a pack; a pack lies beside this file and is called by its name alone"
            )
        if folder is None:
            raise CardTextError(f"this needs the pack {name!r}, which does not come with it; open it with --pack PATH/{name}")
        beside = folder / name if (folder / name).is_dir() else folder / f"{name}.toml"
        path = beside if beside.exists() else None
        if path is None or path.is_symlink():
            where = "no pack" if path is None else "only a link to the pack"
            near = did_you_mean(name, [*given, *(file.name for file in folder.iterdir())])
            raise CardTextError(f"there is {where} {name!r} beside this file{near}; say where it is with --pack PATH/{name}")
        found[name] = find_pack(path)
    return found


def _script(raw: Any, lines: Mapping[tuple[Any, ...], int], path: tuple[Any, ...]) -> tuple[Step, ...]:
    return tuple(
        Step(tuple(step.get("do", ())), _refusals(step), tuple(step.get("expect", ())), line_of(lines, (*path, n)))
        for n, step in enumerate(raw)
    )


def _refusals(step: Mapping[str, Any]) -> tuple[Refused, ...]:
    """What a step says must be refused: answers with a rule that is among the reasons, or with everything about them."""
    said = step.get("refuse", {})
    if isinstance(said, dict):
        return tuple(Refused(option, among=rule) for option, rule in said.items())
    return tuple(
        Refused(
            one["option"],
            rules=tuple(one["rules"]) if "rules" in one else None,
            clauses=tuple(one["clauses"]) if "clauses" in one else None,
            skipped=one.get("skipped", False),
        )
        for one in said
    )
