"""Scenario files: a position, what the players do, and what must come of it (the format: scenarios/README.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.cards import CardTextError, Library
from dcf_lab.engine.dice import with_every_shuffle
from dcf_lab.engine.expr import did_you_mean
from dcf_lab.engine.game import Game, IllegalAnswer, Refusal
from dcf_lab.engine.packs import Pack, find_pack
from dcf_lab.engine.rulings import RulingError, chosen_readings
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import FileError, parse_toml, read_text
from dcf_lab.expect import holds
from dcf_lab.games.dc_forever import first_game, library, rulings, standard_game
from dcf_lab.games.dc_forever.position import PHASES, PLAYERS, UNTIL, PositionError, Problem, set_position
from dcf_lab.games.dc_forever.setup import named, rules_of_this_table
from dcf_lab.goal import Goal, goal_problems, goal_schema, make_goal
from dcf_lab.watch import Watch, watched

MAX_FILE = 200_000
MAX_ANSWERS = 2_000
MAX_STEPS = 200
MAX_PROBLEMS = 10
MAX_PACKS = 10
_PACKAGE = Path(__file__).parent
START = ("position", "first game", "standard")


class ScenarioError(ValueError):
    """A mistake in a scenario file: file, line, what is wrong, and what was probably meant."""


class Step(NamedTuple):
    """Some answers, then what must be refused and what must hold."""

    do: tuple[str, ...]
    refuse: Mapping[str, str]
    expect: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Scenario:
    """One scenario file, read and checked."""

    file: str
    title: str
    summary: str
    source: str
    start: str
    players: int
    solo: str
    seed: int
    rulings: Mapping[str, str]
    table: Mapping[str, Any] | None
    script: tuple[Step, ...]
    variants: tuple[Variant, ...]
    tags: tuple[str, ...]
    packs: tuple[str, ...]  # the names of those that its cards are from
    shows: str  # the card that must come into effect in every script
    holds_back: str  # the card that must have a reason to do nothing in every script
    goal: Goal | None  # makes it a puzzle
    certificate: Mapping[str, Any]  # what the solver has proved of it
    text: str = field(repr=False)
    cards: Library = field(repr=False)

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
        """
        chosen = {**self.rulings, **(readings or {})}
        if self.start == "first game":
            game = first_game(self.seed, log, chosen, trace=trace, cards=self.cards)
            game.take_chances = take_chances
        elif self.start == "standard":
            game = standard_game(self.players, self.seed, log, chosen, self.solo, trace=trace, cards=self.cards)
            game.take_chances = take_chances
        else:
            table = set_position(self.table or {}, self.players, self.solo, self.seed, log, chosen, trace, self.cards)
            if lean:
                goal = self.goal.said.values() if self.goal is not None else ()
                table.rules = rules_of_this_table(table, [word for text in goal for word in re.findall(r"[\w.]+", str(text))])
                table.box = table.rules.box
            if self.goal is not None:
                table.rules = with_every_shuffle(table.rules)
            game = Game(table, take_chances)
        return game


@dataclass(frozen=True)
class Variant:
    """The same position under another reading, with its own script."""

    name: str
    rulings: Mapping[str, str]
    script: tuple[Step, ...]


@dataclass
class Report:
    """What came of running a scenario once: failures in words, and the rules that its events and refusals carried."""

    name: str
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what is no failure, but worth knowing
    rules: set[str] = field(default_factory=set)
    game: Game | None = None
    watch: Watch | None = None  # what the card did that the scenario shows or holds back

    @property
    def passed(self) -> bool:
        return not self.failures


# reading


def scenarios_folder() -> Path:
    """Our scenarios: inside the package when it is installed, beside it in a checkout."""
    inside, beside = _PACKAGE / "scenarios", _PACKAGE.parent / "scenarios"
    return beside if not inside.is_dir() and (beside / "rulebook").is_dir() else inside


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
        cards = library(*used.values())
    except CardTextError as error:
        raise ScenarioError(f"{file}:{_line(lines, ('packs',))}: {error}") from None
    if problems := find_problems(data, cards):
        raise ScenarioError("\n".join(f"{file}:{_line(lines, path)}: {what}" for path, what in problems))
    variants = tuple(
        Variant(
            raw.get("name", f"variant {n + 1}"),
            raw.get("rulings", {}),
            _script(raw.get("script", ()), lines, ("variant", n, "script")),
        )
        for n, raw in enumerate(data.get("variant", ()))
    )
    return Scenario(
        file, data["title"], data.get("summary", ""), data.get("source", ""), data.get("start", "position"),
        data.get("players", 2), data.get("solo", "rogue"), data.get("seed", 0), data.get("rulings", {}), data.get("table"),
        _script(data.get("script", ()), lines, ("script",)), variants, tuple(data.get("tags", ())), tuple(used),
        data.get("shows", ""), data.get("holds_back", ""),
        make_goal(data["goal"], cards) if isinstance(data.get("goal"), dict) else None, data.get("certificate", {}), text, cards,
    )  # fmt: skip


def schema_problems(data: Mapping[str, Any], cards: Library, most: int = MAX_PROBLEMS) -> list[Problem]:
    """Where a scenario's data are not of the form that a scenario has: the place, as a path of keys, and a sentence."""
    found = list(islice(_problems(data, schema(cards), ()), most))
    if "shows" in data and "holds_back" in data:
        found.append((("holds_back",), "a scene either shows a card or holds one back, not both"))
    if "table" in data and data.get("start", "position") in START[1:]:
        found.append((("table",), f"a scenario has either a [table] or start = {data['start']!r}"))
    if isinstance(data.get("goal"), dict) and not any(path[:1] == ("goal",) for path, _ in found):
        found += [(("goal", *path), what) for path, what in goal_problems(data["goal"], cards)]
        if data.get("start", "position") != "position":
            found.append((("goal",), "a puzzle begins with a position; give it a [table]"))
    if isinstance(data.get("game"), str) and data["game"] != "dc_forever":
        found.append((("game",), f"the game {data['game']!r} is not here; dc_forever is"))
    return found[:most]


def find_problems(data: Mapping[str, Any], cards: Library, most: int = MAX_PROBLEMS) -> list[Problem]:
    """Everything that is wrong with a scenario's data.

    What is not of the right form is left out when the position is looked at, so that all problems are told at once.
    """
    found = schema_problems(data, cards, most)
    if len(found) >= most:
        return found
    cut = _cuts(path for path, _ in found)
    sound = _pruned(data, cut)
    variants = enumerate(sound.get("variant", ()))
    ways = [(("rulings",), {}), *((("variant", n, "rulings"), raw.get("rulings", {})) for n, raw in variants)]
    for path, others in ways:
        readings = {**sound.get("rulings", {}), **others}
        try:
            chosen_readings(rulings(), readings)
            if sound.get("start", "position") == "position":
                how = (sound.get("players", 2), sound.get("solo", "rogue"), sound.get("seed", 0))
                set_position(sound.get("table", {}), *how, False, readings, cards=cards)
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
        Step(tuple(step.get("do", ())), step.get("refuse", {}), tuple(step.get("expect", ())), _line(lines, (*path, n)))
        for n, step in enumerate(raw)
    )


def line_numbers(text: str) -> dict[tuple[Any, ...], int]:
    """Where each key of a TOML text stands: ('table', 'rogue', 'hand') -> line."""
    found: dict[tuple[Any, ...], int] = {}
    arrays: dict[tuple[Any, ...], int] = {}
    here: tuple[Any, ...] = ()
    for number, row in enumerate(text.splitlines(), 1):
        row = row.strip()
        if match := re.fullmatch(r"\[\[([^\]]+)\]\]\s*(#.*)?", row):
            path = _within(tuple(match[1].split(".")), arrays)
            arrays[path] = arrays.get(path, -1) + 1
            here = (*path, arrays[path])
            found.setdefault(path, number)
            found[here] = number
        elif match := re.fullmatch(r"\[([^\[\]]+)\]\s*(#.*)?", row):
            here = _within(tuple(match[1].split(".")), arrays)
            found[here] = number
        elif match := re.match(r'("?)([A-Za-z0-9_.-]+)\1\s*=', row):
            found[(*here, *match[2].split("."))] = number
    return found


def _within(path: tuple[str, ...], arrays: Mapping[tuple[Any, ...], int]) -> tuple[Any, ...]:
    """The path of a header, with the number of the array entry that it belongs to."""
    done: tuple[Any, ...] = ()
    for index, word in enumerate(path):
        done = (*done, word)
        if index < len(path) - 1 and done in arrays:
            done = (*done, arrays[done])
    return done


def _line(lines: Mapping[tuple[Any, ...], int], path: tuple[Any, ...]) -> int:
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


# the schema, and checking against it

_TEXTS = {"type": "array", "items": {"type": "string"}}
_NAMED_TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
CERTIFICATE = {  # what is said by a certificate that a later version has written is left alone
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": ["unique", "solved", "disproved"]}, "complete": {"type": "boolean"},
        "solutions": {"type": "array", "items": _TEXTS}, "moves": {"type": "array", "items": _TEXTS},
        "chance": {"type": "string"}, "unplanned": {"type": "integer"}, "shorter": {"type": "integer"},
        "variants": _NAMED_TEXTS, "difficulty": {"type": "integer"}, "level": {"type": "string"}, "reasons": _TEXTS,
        "nodes": {"type": "integer"}, "depth": {"type": "integer"}, "fingerprint": _NAMED_TEXTS,
    },
}  # fmt: skip


def schema(cards: Library | None = None) -> dict[str, Any]:
    """A JSON Schema of scenario files, for editors and for the check on loading."""
    cards = cards or library()
    card = {"type": "string", "enum": sorted(cards)}
    printed = {"type": "string", "enum": sorted({cards[one].id for one in cards})}
    places = {"type": "string", "enum": sorted(c for c in cards if cards[c].type == "location")}
    tokens = {"type": "integer", "minimum": 0, "maximum": 1000}
    listed = {"type": "array", "items": card}

    def table(**properties: Any) -> dict[str, Any]:
        return {"type": "object", "properties": properties, "additionalProperties": False}

    character = table(card=card, at=places, exhausted={"type": "boolean"}, damage=tokens, attachments=listed,
                      empowering=listed, used=_TEXTS, blank={"type": "boolean"})  # fmt: skip
    unaligned = table(card=card, citizens=tokens, damage=tokens, swayed={"type": "boolean"})
    scheme = table(card=card, citizens=tokens, faceup={"type": "boolean"})
    filed = table(card=card, faceup={"type": "boolean"}, citizens=tokens)
    played = table(card=card, exhausted={"type": "boolean"})
    waiting = table(card=card, recruited={"type": "boolean"})
    who = {"type": "string", "enum": list(PLAYERS)}
    effect = table(on=card, what={"type": "string"}, until={"type": "string", "enum": list(UNTIL)},
                   amount={"type": "integer", "minimum": -100, "maximum": 100},
                   **{"from": {"type": "string", "enum": [*sorted(cards), *PLAYERS]}})  # fmt: skip
    effect["required"] = ["on", "what", "until"]
    few = {"type": "integer", "minimum": 0, "maximum": 100}
    cycle = table(slot=few, acts=few, passes=few, in_a_row=few, first={"type": "boolean"}, completing=few)
    area = {"type": "array", "items": {"oneOf": [card, character]}}
    player = table(
        characters=area, hand=listed, deck=listed, discard=listed, pool=listed, resources=tokens, team=listed,
        reserve={"type": "array", "items": {"oneOf": [card, waiting]}},
        in_play={"type": "array", "items": {"oneOf": [card, played]}},
    )  # fmt: skip
    location = table(card=places, citizens=tokens, scheme={"oneOf": [card, scheme]}, unaligned={"oneOf": [card, unaligned]})
    location["required"] = ["card"]
    step = table(do=_TEXTS, expect=_TEXTS, refuse={"type": "object", "additionalProperties": {"type": "string"}})
    script = {"type": "array", "items": step, "maxItems": MAX_STEPS}
    readings = {
        "type": "object",
        "properties": {key: {"type": "string", "enum": list(r.readings)} for key, r in rulings().items()},
        "additionalProperties": False,
    }
    position = table(
        phase={"type": "string", "enum": list(PHASES)}, round={"type": "integer", "minimum": 1, "maximum": 1000}, actor=card,
        acted=_TEXTS, first_activation={"oneOf": [{"type": "boolean"}, {"type": "array", "items": who}]},
        turn={"type": "string"}, first={"type": "array", "items": who}, out={"type": "array", "items": who}, cycle=cycle,
        effects={"type": "array", "items": effect}, sanctuary=tokens,
        master_plan={"type": "array", "items": {"oneOf": [card, filed]}}, knocked_out=listed, captured=listed, removed=listed,
        location_deck={"type": "array", "items": places}, location_discard={"type": "array", "items": places},
        unaligned_deck=listed, locations={"type": "array", "items": location},
        rogue=player, hero=player, rogue1=player, rogue2=player, hero1=player, hero2=player,
    )  # fmt: skip
    whole = table(
        title={"type": "string"}, game={"type": "string"}, summary={"type": "string"}, source={"type": "string"}, tags=_TEXTS,
        start={"type": "string", "enum": list(START)}, players={"type": "integer", "minimum": 2, "maximum": 4},
        solo={"type": "string", "enum": ["rogue", "hero"]}, seed={"type": "integer", "minimum": 0, "maximum": 2**63},
        packs={**_TEXTS, "maxItems": MAX_PACKS}, shows=printed, holds_back=printed,
        rulings=readings, table=position, script=script,
        variant={"type": "array", "items": table(name={"type": "string"}, rulings=readings, script=script), "maxItems": 50},
        goal={"oneOf": [{"type": "string"}, goal_schema()]}, certificate=CERTIFICATE, chapter={"type": "array"},
    )  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "dcf_lab scenario",
        **whole,
        "required": ["title"],
    }


_PYTHON = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}


def _problems(value: Any, rule: Mapping[str, Any], path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every place where a value breaks the schema, with a sentence."""
    name = ".".join(str(p) for p in path) or "the file"
    if "oneOf" in rule:
        fitting = [one for one in rule["oneOf"] if isinstance(value, _PYTHON[one["type"]])]
        if fitting:
            yield from _problems(value, fitting[0], path)
        else:
            yield path, f"{name}: expected {' or '.join(one['type'] for one in rule['oneOf'])}, found {value!r}"
        return
    kind = rule.get("type")
    if kind and (not isinstance(value, _PYTHON[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield path, f"{name}: expected {kind}, found {value!r}"
        return
    if "enum" in rule and value not in rule["enum"]:
        yield path, f"{name}: unknown {value!r}{did_you_mean(value, rule['enum'])}"
    if isinstance(value, int) and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        yield path, f"{name}: {value} is outside {rule.get('minimum')} to {rule.get('maximum', 'any')}"
    if isinstance(value, list):
        if len(value) > rule.get("maxItems", len(value)):
            yield path, f"{name}: at most {rule['maxItems']} entries, found {len(value)}"
            return
        for n, item in enumerate(value):
            yield from _problems(item, rule.get("items", {}), (*path, n))
    if isinstance(value, dict):
        properties = rule.get("properties", {})
        for key in rule.get("required", ()):
            if key not in value:
                yield path, f"{name}: {key!r} is missing"
        for key, item in value.items():
            if key in properties:
                yield from _problems(item, properties[key], (*path, key))
            elif rule.get("additionalProperties") is False:
                yield (*path, key), f"{name}: unknown key {key!r}{did_you_mean(key, properties)}"
            elif isinstance(rule.get("additionalProperties"), dict):
                yield from _problems(item, rule["additionalProperties"], (*path, key))


# running


def run(scenario: Scenario, variant: Variant | None = None) -> Report:
    """Play the script and compare with the expectations."""
    report = Report(f"{scenario.file}{' (' + variant.name + ')' if variant else ''}")
    if card := scenario.shows or scenario.holds_back:
        cards, report.watch = watched(scenario.cards, card)
        scenario = replace(scenario, cards=cards)
    game = report.game = scenario.game(variant.rulings if variant else None, trace=True)
    script = variant.script if variant else scenario.script
    for step in script:
        since = game.table.told
        failure = play_step(game, step)
        if failure:
            report.failures.append(f"{scenario.file}:{step.line}: {failure}")
            break
        refused = {refusal.option: refusal for refusal in game.refused()} if step.refuse else {}
        for option, rule in step.refuse.items():
            failure = _refused(game, refused, option, rule)
            if failure:
                report.failures.append(f"{scenario.file}:{step.line}: {failure}")
            elif option in refused:
                report.rules.update(clause.rule for clause in refused[option].clauses)
        for text in step.expect:
            failure = holds(game, text, since)
            if failure:
                report.failures.append(f"{scenario.file}:{step.line}: {failure}")
        if len(report.failures) >= MAX_PROBLEMS:
            break
    if report.watch is not None and not report.failures:
        report.failures += _not_as_announced(scenario, report.watch, game.table)
    # a near miss tells who did nothing, and so exercises no rule
    report.rules.update(rule for event in game.table.history if event.kind != "window" for rule in event.rules)
    return report


def _not_as_announced(scenario: Scenario, watch: Watch, table: Table) -> Iterator[str]:
    """A scenario about a card fails when the card did not do what the scenario is about."""
    if scenario.shows and not any(watch.resolved(ability) for ability in watch.abilities):
        yield f"{scenario.file}: this should show {scenario.shows}, but none of its abilities came into effect"
    here = {card for cards in table.zones.values() for card in cards}
    there = any(table.rules.library[card].id == scenario.holds_back for card in here)
    if scenario.holds_back and not (there and any(watch.held_back(ability) for ability in watch.abilities)):
        yield (
            f"{scenario.file}: this should hold back {scenario.holds_back}, but no ability of it was kept by its condition from "
            "coming into effect"
        )


def run_all(scenario: Scenario) -> list[Report]:
    """The script and every variant."""
    reports = [run(scenario)] if scenario.script or not scenario.variants else []
    return reports + [run(scenario, variant) for variant in scenario.variants]


def play_step(game: Game, step: Step) -> str | None:
    """Give a step's answers; chance answers by its die unless the script says 'chance ...'."""
    for answer in step.do:
        for _ in range(MAX_ANSWERS):
            choice = game.choice
            if choice is None or choice.player != "chance":
                break
            if answer.startswith("chance "):
                break
            game.answer(choice.default or choice.options[0])
        taken = [skipped.option for skipped in game.skipped]
        if answer in taken and (game.choice is None or answer not in game.choice.options):
            del game.skipped[: taken.index(answer) + 1]  # the only option was taken already; it counts once
            continue
        if game.choice is None:
            return f"the game is over before {answer!r}"
        option = answer.removeprefix("chance ") if game.choice.player == "chance" else answer
        try:
            game.answer(option)
        except IllegalAnswer as error:
            return f"asked {game.choice.player} ({game.choice.prompt}): {error}"
    while game.choice is not None and game.choice.player == "chance":
        game.answer(game.choice.default or game.choice.options[0])
    return None


def _refused(game: Game, refused: Mapping[str, Refusal], option: str, rule: str) -> str | None:
    if game.choice and option in game.choice.options:
        return f"{option!r} should be refused under {rule}, but it is allowed"
    if option not in refused:
        return f"{option!r} is neither offered nor refused here; refused are {sorted(refused)[:12]}"
    if rule not in {clause.rule for clause in refused[option].clauses}:
        return f"{option!r} is refused under {', '.join(c.rule for c in refused[option].clauses)}, not under {rule}"
    return None
