"""What the tests of every game look at: random games, played to their ends once; positions and scenarios made of them."""

import json
import random
from functools import lru_cache

from dcf_lab import games
from dcf_lab.engine.toml import write_toml
from dcf_lab.games import NoPosition, manual
from dcf_lab.scenario.file import parse, read, scenarios_folder
from dcf_lab.timeline.timeline import new_game

SEEDS = 2
PAIRS = 8  # of a start and a seating; of a game with more of them not every pair is played, but every start and every seating
MOST = 4000  # answers of a random game, which must be over by then
KEPT = 24  # moments of a random game that are looked at more closely
EVENTS = 1500  # as many of a match are filmed for every seat and drawn as a graph; all of them are only told
FILES = 25  # scenarios of a game that are played here


@lru_cache(maxsize=8)
def played(name):
    """Random games of every start and of every seating, each over, with some of the games on the way there."""
    book, matches = manual(name), []
    for number, (start, seating, seed) in enumerate(pairings(book)):
        game = new_game(name, start, seed, seating).game(take_chances=False, trace=number % 2 == 0)
        matches.append((game, _play(game, random.Random(f"{start} {seating} {seed}"))))
    return matches


def pairings(book):
    """Each start with each of its seatings, twice; if they are many, once each and so few that every one has its game."""
    pairs = [(start, seating) for start, way in book.STARTS.items() for seating in way.seatings or book.SEATINGS]
    if len(pairs) <= PAIRS:
        return [(*pair, seed) for pair in pairs for seed in range(SEEDS)]
    chosen = []
    for start in book.STARTS:  # each with a seating that has had the fewest games
        seatings = [seating for one, seating in pairs if one == start]
        had = [seating for _, seating, _ in chosen]
        chosen.append((start, min(seatings, key=had.count), len(chosen) % SEEDS))
    missing = set(book.SEATINGS) - {seating for _, seating, _ in chosen}
    return chosen + [next((*pair, 0) for pair in pairs if pair[1] == seating) for seating in sorted(missing)]


def _play(game, roll):
    """Answer at random to the end; some of the moments on the way, evenly."""
    moments = [game.copy()]
    for number in range(MOST):
        if game.choice is None:
            break
        game.answer(roll.choice(game.choice.options))
        if number % 8 == 0:
            moments.append(game.copy())
    return [*moments[:: 1 + len(moments) // KEPT], game]


def ends(book):
    return [game for game, _ in played(book.NAME)]


def beginnings(book):
    """Of every match the latest kept moment at which it was not yet long; a short match is over then."""
    return [max((m for m in some if len(m.table.history) <= EVENTS), key=lambda m: len(m.table.history), default=some[0])
            for _, some in played(book.NAME)]  # fmt: skip


def moments(book):
    return [moment for _, some in played(book.NAME) for moment in some]


def quiet(book):
    """Games at a question at which nothing is half-done."""
    return [game for game in moments(book) if game.is_quiet]


def plain(data):
    """As it comes out of a file: no tuples."""
    return json.loads(json.dumps(data))


def described(book, table):
    """What a scenario says of a quiet table, or None where there is no position yet."""
    try:
        return book.describe(table)
    except NoPosition:
        return None


def scenario_of(book, table, names=None, **more):
    """A quiet table as a scenario, with cards in each other's places; None if a scenario cannot say it."""
    said = described(book, table)
    if said is None or said.lost:
        return None
    data = {"title": "Twin", "game": book.NAME, "seating": said.seating, "seed": 7, "table": _renamed(said.table, names or {})}
    return parse(write_toml({**data, **more}, ("locations",)))


def _renamed(data, names):
    if isinstance(data, dict):
        return {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def scenarios(book):
    """The scenario files of a game, not all of them if there are many."""
    folder = games.scenarios_of(book.NAME) or scenarios_folder() / book.NAME
    files = [file for file in sorted(folder.rglob("*.toml")) if "title" in file.read_text().partition("[")[0]]
    return [read(file) for file in files[:: 1 + len(files) // FILES]]
