"""Scenario files: a position, what the players do, and what must come of it (the format: scenarios/README.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from dcf_lab.engine.cards.cards import CardTextError, Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.packs import Pack, find_pack, named
from dcf_lab.engine.dice import with_every_shuffle
from dcf_lab.engine.game import Game, IllegalAnswer, Refusal, Skipped
from dcf_lab.engine.rulings import RulingError, chosen_readings
from dcf_lab.engine.table import Table
from dcf_lab.engine.toml import MAX_DOTS, FileError, parse_toml, read_text
from dcf_lab.games.dc_forever import first_game, library, rulings, standard_game
from dcf_lab.games.dc_forever.rules.setup import SIDES, SOLO, rules_of_this_table
from dcf_lab.games.dc_forever.table.position import PHASES, PLAYERS, UNTIL, PositionError, Problem, set_position
from dcf_lab.scenario.expect import MAX_EXPECTATION, ExpectationError, Moment, Refused, Seats, expectation
from dcf_lab.scenario.goal import Goal, goal_problems, goal_schema, make_goal
from dcf_lab.timeline.coverage import Watch, watched
from dcf_lab.timeline.show import rule_texts

MAX_FILE = 200_000
MAX_ANSWERS = 2_000
MAX_STEPS = 200
MAX_PROBLEMS = 10
MAX_PACKS = 10
MAX_SHUFFLES = 100
MAX_EXPECTATIONS = 100  # of a step, and as many refusals
_PACKAGE = Path(__file__).parent.parent
START = ("position", "first game", "standard")


class ScenarioError(ValueError):
    """A mistake in a scenario file: file, line, what is wrong, and what was probably meant."""


class Step(NamedTuple):
    """Some answers, then what must be refused and what must hold."""

    do: tuple[str, ...]
    refuse: tuple[Refused, ...]
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
        Raises ScenarioError if another reading makes the position impossible.
        """
        chosen = {**self.rulings, **(readings or {})}
        if self.start == "first game":
            game = first_game(self.seed, log, chosen, trace=trace, cards=self.cards)
            game.take_chances = take_chances
        elif self.start == "standard":
            game = standard_game(self.players, self.seed, log, chosen, self.solo, trace=trace, cards=self.cards)
            game.take_chances = take_chances
        else:
            try:
                table = set_position(self.table or {}, self.players, self.solo, self.seed, log, chosen, trace, self.cards)
            except PositionError as error:  # it was looked at under the scenario's own readings
                said = ", ".join(f"{key} = {reading}" for key, reading in (readings or self.rulings).items())
                raise ScenarioError(f"{self.file}: under {said} this position cannot be: {error}") from None
            if lean:
                table.rules = rules_of_this_table(table, self.goal.named() if self.goal is not None else ())
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
    game: Game | None = None  # with the scenario's own seed
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
        raise ScenarioError("\n".join(f"{file}:{_line_in(text, lines, path, data)}: {what}" for path, what in problems))
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
        data.get("players", 2), data.get("solo", "rogue"), data.get("seed", 0), data.get("shuffles", 1), data.get("rulings", {}),
        data.get("table"), _script(data.get("script", ()), lines, ("script",)), variants, tuple(data.get("tags", ())),
        tuple(used), data.get("shows", ""), data.get("holds_back", ""),
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
    if len(found) < most:
        wrong = {path for path, _ in found}
        found += islice((one for one in _slips(data, cards) if not _below(one[0], wrong)), most - len(found))
    return found[:most]


def _below(path: tuple[Any, ...], wrong: set[tuple[Any, ...]]) -> bool:
    return any(path[:length] in wrong for length in range(1, len(path) + 1))


def _slips(data: Mapping[str, Any], cards: Library) -> Iterator[Problem]:
    """Expectations that nothing could fulfil or fail, because of a slip in them."""
    sides = SOLO.get(data.get("solo", "rogue")) if data.get("players") == 3 else SIDES.get(data.get("players", 2))
    players = [player for side in sides.values() for player in side] if sides else PLAYERS
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
        Step(tuple(step.get("do", ())), _refusals(step), tuple(step.get("expect", ())), _line(lines, (*path, n)))
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


def line_numbers(text: str) -> dict[tuple[Any, ...], int]:
    """Where each key of a TOML text stands: ('table', 'rogue', 'hand') -> line."""
    found: dict[tuple[Any, ...], int] = {}
    arrays: dict[tuple[Any, ...], int] = {}
    here: tuple[Any, ...] = ()
    for number, row in enumerate(text.splitlines(), 1):
        row = row.strip()
        if match := re.fullmatch(r"\[\[([^\]]+)\]\]\s*(#.*)?", row):
            path = _within(tuple(match[1].split(".", MAX_DOTS)), arrays)
            arrays[path] = arrays.get(path, -1) + 1
            here = (*path, arrays[path])
            found.setdefault(path, number)
            found[here] = number
        elif match := re.fullmatch(r"\[([^\[\]]+)\]\s*(#.*)?", row):
            here = _within(tuple(match[1].split(".", MAX_DOTS)), arrays)
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


def _line_in(text: str, lines: Mapping[tuple[Any, ...], int], path: tuple[Any, ...], data: Any) -> int:
    """The line of a key, or the one on which an entry of its list of texts stands, if that can be found."""
    first = _line(lines, path)
    for word in path:
        fits = isinstance(data, dict) and word in data or isinstance(data, list) and word in range(len(data))
        data = data[word] if fits else None
    if not isinstance(data, str) or not data or not isinstance(path[-1], int):
        return first
    rows = text.splitlines()[first - 1 :]
    return next((number for number, row in enumerate(rows, first) if data in row), first)


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

SHUFFLES = "The script is played with so many seeds, `seed` and those after it, and must hold with every one of them."
REFUSE = (
    "Answers that must be refused now: each with a rule that must be among the reasons, or a list of tables with everything: "
    "rules and clauses are exactly the reasons, skipped looks at the questions of this step that had a single answer."
)
EXPECT = (
    "One of: [not] happened EVENT [before EVENT] [N times] [so far]; asked PLAYER [PROMPT]; [not] offered ANSWER; "
    "[not] skipped PLAYER [PROMPT] [taking ANSWER]; over; AREA is|begins with|ends with CARD, CARD; AREA is empty; "
    "PLAYER sees|does not see CARD [in AREA]; PLAYER is [not] told [exactly] 'WORDS' [so far]; "
    "PLAYER is [not] told of EVENT [so far]; link of PLAYER names|does not name CARD; "
    "PLAYER can|cannot tell CARD from CARD [in the table|log|link]; or an expression. EVENT: KIND and any of "
    "by X, to Y, amount N, with N parts, with part N NAME [of CARD], [exactly] under RULE, RULE, saying [exactly] 'WORDS', "
    "caused by|triggered by|chosen by|modified by|paid by|replacing|prevented by|because of EVENT, each also with not in front."
)


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
    location = table(card=places, citizens=tokens, scheme={"oneOf": [card, scheme]}, unaligned={"oneOf": [card, unaligned]},
                     empty={"type": "boolean"})  # fmt: skip
    location["required"] = ["card"]
    rule = {"type": "string", "enum": list(rule_texts())}
    text = {"type": "string", "maxLength": MAX_EXPECTATION}
    clause = table(rule=rule, text=text, remedy=text)
    refused = table(
        option=text, rules={"type": "array", "items": rule, "maxItems": MAX_EXPECTATIONS},
        clauses={"type": "array", "items": clause, "maxItems": MAX_EXPECTATIONS}, skipped={"type": "boolean"},
    )  # fmt: skip
    refused["required"] = ["option"]
    refuse = {
        "description": REFUSE,
        "oneOf": [
            {"type": "object", "additionalProperties": rule},
            {"type": "array", "items": refused, "maxItems": MAX_EXPECTATIONS},
        ],
    }
    expect = {"type": "array", "items": {**text, "description": EXPECT}, "maxItems": MAX_EXPECTATIONS}
    step = table(do=_TEXTS, expect=expect, refuse=refuse)
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
        shuffles={"type": "integer", "minimum": 1, "maximum": MAX_SHUFFLES, "description": SHUFFLES},
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
    if isinstance(value, str) and len(value) > rule.get("maxLength", len(value)):
        yield path, f"{name}: at most {rule['maxLength']} characters, found {len(value)}"
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
    """Play the script and compare with the expectations; with every seed that the scenario wants, until one fails."""
    report = Report(f"{scenario.file}{' (' + variant.name + ')' if variant else ''}")
    for seed in range(scenario.seed, scenario.seed + scenario.shuffles):
        _run(replace(scenario, seed=seed), variant, report)
        if report.failures:
            break
    return report


def _run(scenario: Scenario, variant: Variant | None, report: Report) -> None:
    """Play the script once."""
    plain, seed = scenario, f"with seed {scenario.seed}: " if scenario.shuffles > 1 else ""
    if card := scenario.shows or scenario.holds_back:
        cards, report.watch = watched(scenario.cards, card)
        scenario = replace(scenario, cards=cards)
    readings = variant.rulings if variant else {}
    game = scenario.game(readings, trace=True)
    report.game = report.game or game
    script = variant.script if variant else scenario.script
    given: list[str] = []
    skipped = list(game.skipped)  # those before the first answer are of the first step

    def noted(option: str) -> None:
        given.append(option)
        skipped.extend(game.skipped)

    for number, step in enumerate(script):
        since = game.table.told if number or step.do else 0
        failure = play_step(game, step, noted)
        if failure:
            report.failures.append(f"{scenario.file}:{step.line}: {seed}{failure}")
            break
        moment = Moment(game, since, tuple(skipped), partial(_seats, plain, readings, tuple(given), since))
        report.failures += [f"{scenario.file}:{step.line}: {seed}{failure}" for failure in _failures(moment, step, report)]
        skipped.clear()
    if not report.failures and report.watch is not None:
        report.failures += [
            f"{what}{f' ({seed[:-2]})' if seed else ''}" for what in _not_as_announced(scenario, report.watch, game.table)
        ]
    # a near miss tells who did nothing, and so exercises no rule
    report.rules.update(rule for event in game.table.history if event.kind != "window" for rule in event.rules)


def _failures(moment: Moment, step: Step, report: Report) -> Iterator[str]:
    """What is not as a step wants it; the rules of the refusals that it speaks of are noted."""
    game = moment.game
    now = game.refused() if any(not wanted.skipped for wanted in step.refuse) else []
    then = _refused_at(game, moment.skipped) if any(wanted.skipped for wanted in step.refuse) else []
    for wanted in step.refuse:
        refused = then if wanted.skipped else now
        if failure := wanted.failure(moment, refused):
            yield failure
        else:
            report.rules.update(c.rule for refusal in refused if refusal.option == wanted.option for c in refusal.clauses)
    for text in step.expect:
        try:
            failure = expectation(text, game.table.rules.library, game.table.rules.players)(moment)
        except ExpectationError as error:  # of a script that no file has told
            failure = str(error)
        if failure:
            yield failure


def _seats(scenario: Scenario, readings: Mapping[str, str], answers: tuple[str, ...], since: int) -> Seats:
    from dcf_lab.timeline.seats import Seats as Seated  # timelines and films stand above scenarios

    return Seated(scenario, readings, answers, since)


def _refused_at(game: Game, skipped: Iterable[Skipped]) -> list[Refusal]:
    """What was refused at questions that had a single answer."""
    return [refusal for one in skipped for refusal in game.refused(one)]


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


def play_step(game: Game, step: Step, noted: Callable[[str], None] = lambda option: None) -> str | None:
    """Give a step's answers; chance answers by its die unless the script says 'chance ...'. Each answer is noted."""

    def give(option: str) -> None:
        game.answer(option)
        noted(option)

    for answer in step.do:
        for _ in range(MAX_ANSWERS):
            choice = game.choice
            if choice is None or choice.player != "chance":
                break
            if answer.startswith("chance "):
                break
            give(choice.default or choice.options[0])
        taken = [skipped.option for skipped in game.skipped]
        if answer in taken and (game.choice is None or answer not in game.choice.options):
            del game.skipped[: taken.index(answer) + 1]  # the only option was taken already; it counts once
            continue
        if game.choice is None:
            return f"the game is over before {answer!r}"
        option = answer.removeprefix("chance ") if game.choice.player == "chance" else answer
        try:
            give(option)
        except IllegalAnswer as error:
            return f"asked {game.choice.player} ({game.choice.prompt}): {error}"
    while game.choice is not None and game.choice.player == "chance":
        give(game.choice.default or game.choice.options[0])
    return None
