"""The engine by itself: a second, tiny game runs on it, so nothing of DC Forever hides in it."""

import ast

import pytest
from folders import PACKAGE

from dcf_lab.engine.cards.cards import CardTextError, Language, Library
from dcf_lab.engine.cards.expr import ExpressionError, Words, compiled
from dcf_lab.engine.cards.packs import find_pack, load
from dcf_lab.engine.cards.verbs import run_lines, verb
from dcf_lab.engine.dice import pick, shuffle
from dcf_lab.engine.game import Choice, Game, IllegalAnswer, ReplayDiverged, Rules
from dcf_lab.engine.table import Part, Table, apply_changes

# Nim with a twist: take one to three stones, chance puts one back now and then; who takes the last stone wins.


def turn(table):
    player = table.facts["player"]
    most = min(3, table.counts["heap", "stones"])
    taken = int((yield Choice(player, "take stones", [str(n + 1) for n in range(most)], rules=("NIM-1",))))
    table.log("take", by=player, amount=taken, rules=("NIM-1",), parts=[Part(taken, "stones")])
    table.count("heap", "stones", -taken)
    if not table.counts.get(("heap", "stones")):
        table.log("win", by=player, rules=("NIM-2",))
        table.fact("step", "over")
        return
    if (yield from pick(table, "does a stone come back", ["no", "no", "yes"], ("NIM-3",))) == "yes":
        table.log("back", amount=1, rules=("NIM-3",))
        table.count("heap", "stones", 1)
    table.fact("player", "two" if player == "one" else "one")


NIM = Rules("nim", ("one", "two"), Library(()), {"turn": turn})


def nim(seed=0, take_chances=False):
    table = Table(NIM, seed)
    table.cause = table.log("heap", rules=("NIM-0",))
    table.count("heap", "stones", 12)
    table.fact("player", "one")
    table.fact("step", "turn")
    return Game(table, take_chances)


def test_a_second_game_runs_to_its_end():
    game = nim(seed=4)
    while not game.over:
        game.answer(game.choice.options[-1])
    assert game.table.history[-1].kind == "win"


def test_the_same_seed_gives_the_same_game():
    one, two = nim(seed=9), nim(seed=9)
    while not one.over:
        option = one.choice.options[0]
        one.answer(option)
        two.answer(option)
    assert two.over and one.table == two.table and one.table.history == two.table.history


def test_chance_can_be_taken_over_and_leaves_later_dice_alone():
    taken, left = nim(seed=1, take_chances=True), nim(seed=1)
    taken.answer("1")
    assert taken.choice.player == "chance"
    taken.answer("yes" if taken.choice.default == "no" else "no")
    left.answer("1")
    assert taken.table.dice == left.table.dice
    assert taken.table.counts != left.table.counts


def test_a_copy_plays_on_by_itself():
    game = nim(seed=2)
    game.answer("2")
    copy = game.copy()
    before = game.table.copy()
    copy.answer("1")
    assert game.table == before and copy.table != before


def test_a_copy_in_the_middle_of_a_turn_is_rebuilt_from_the_answers():
    game = nim(seed=3, take_chances=True)
    game.answer("3")
    copy = game.copy()
    assert copy.choice.player == "chance"
    game.answer("no")
    copy.answer("no")
    assert copy.table == game.table


def test_an_answer_that_is_no_option_is_refused_by_name():
    with pytest.raises(IllegalAnswer, match="'4' is not among"):
        nim().answer("4")


def test_a_record_that_meets_another_question_says_so():
    game = nim()
    position = game.position()
    table = Table(NIM, 0)
    table.read_json(position["table"])
    with pytest.raises(ReplayDiverged, match="answers 'throw a die', but the game asks 'take stones'"):
        Game.resume(table, [("throw a die", "6")])


def test_every_event_but_the_first_has_a_cause_and_parts_that_sum():
    game = nim(seed=5)
    while not game.over:
        game.answer("1")
    first, *rest = game.table.history
    assert not first.causes
    assert all(event.causes and event.rules for event in rest)
    assert all(sum(p.amount for p in e.parts) == e.amount for e in rest if e.parts)


def test_the_film_of_a_game_is_its_events():
    game = nim(seed=6)
    while not game.over:
        game.answer("2")
    film = Table(NIM, 6)
    for event in game.table.history:
        apply_changes(film, event)
    assert (film.counts, film.facts) == (game.table.counts, game.table.facts)


def test_a_change_that_no_event_tells_is_a_mistake_in_the_rules():
    table = Table(NIM, 0)
    with pytest.raises(AssertionError, match="no event tells"):
        table.count("heap", "stones", 1)


def test_shuffles_keep_every_card():
    table = Table(NIM, 7, log=False)
    table.zones["one", "deck"] = tuple("abcdefghij")
    shuffle(table, ("one", "deck"))
    assert sorted(table.zone("one", "deck")) == list("abcdefghij") != list(table.zone("one", "deck"))


# expressions

WORDS = Words(["it", "n"], {"size": lambda table, thing: len(thing)}, {"double": lambda table, n: 2 * n}, {})


@pytest.mark.parametrize(
    "text, value",
    [
        ("1 + 2 * 3", 7),
        ("it.size >= 3 and not n == 4", True),
        ("double(n) // 3", 3),
        ("-n", -5),
        ("1 < n < 6", True),
        ("n in it", False),
    ],
)
def test_expressions_calculate(text, value):
    assert compiled(text, WORDS)(None, {"it": "abc", "n": 5}) == value


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "it.__class__", "[1, 2]", "lambda: 1", "(1).real", "open('x')", "2 ** 9", "it[0]",
     "n if n else 0", "f'{n}'",
     "99999999", "1 +", "double(n=3)", "(" * 30 + "1" + ")" * 30 + "+" * 300, "not " * 30 + "n"],
)  # fmt: skip
def test_expressions_refuse_everything_else(text):
    with pytest.raises(ExpressionError):
        compiled(text, WORDS)


def test_an_unknown_word_is_met_with_a_suggestion():
    with pytest.raises(ExpressionError, match="unknown function 'duoble'; did you mean 'double'"):
        compiled("duoble(n)", WORDS)


# cards

VERBS = {}


@verb(VERBS, "gain", gain="number")
def gain(table, line, names):
    """{gain = 2}"""
    table.log("gain", amount=line.args["gain"](table, names), rules=("X-1",))
    return True


LANGUAGE = Language(
    "test",
    {"trick": {"power": "number"}},
    frozenset(),
    {"play": frozenset({"now"})},
    VERBS,
    WORDS,
    frozenset({"discard this"}),
    {"add": "number"},
)


def cards(tmp_path, text):
    file = tmp_path / "my_cards.toml"
    file.write_text(text)
    return load([find_pack(file)], LANGUAGE)


GOOD = """[spark]
name = "Spark"
type = "trick"
power = 2
text = "Gain 2."
source = "stand-in"

[[spark.ability]]
play = "now"
do = [{ gain = 2 }]
"""


def test_a_card_is_read_and_its_lines_run(tmp_path):
    spark = cards(tmp_path, GOOD)["spark"]
    table = Table(NIM, 0)
    for _ in run_lines(table, spark.abilities[0].lines, {}):
        pass
    assert spark.value("power") == 2 and table.history[-1].amount == 2


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (
            GOOD.replace("{ gain", "{ gian"),
            r"my_cards.toml:8: spark: ability 1: line 1: unknown verb 'gian'; did you mean 'gain'\?",
        ),
        (GOOD.replace("power", "powre"), r"a trick has no 'powre'; did you mean 'power'\?"),
        (GOOD.replace('play = "now"', 'play = "then"'), "nothing opens play = 'then'"),
        (GOOD.replace('"trick"', '"trik"'), r"unknown type 'trik'; did you mean 'trick'\?"),
        (GOOD.replace('"stand-in"', '"my memory"'), "a source is 'stand-in', 'rulebook: section' or 'pack: name'"),
        (GOOD.replace("gain = 2", 'gain = "__import__(1)"'), "unknown function '__import__'"),
        (GOOD.replace('play = "now"\n', ""), "exactly one of play is needed"),
        ("spark = 3", "stands outside a card"),
        ("[spark", "my_cards.toml: "),
    ],
)
def test_a_mistake_on_a_card_is_named_with_its_place(tmp_path, wrong, sentence):
    with pytest.raises(CardTextError, match=sentence):
        cards(tmp_path, wrong)


# layers

ALLOWED = {  # who may import whom
    "engine": {"engine"},
    "games": {"engine", "games"},
    "scenario": {"engine", "games", "scenario"},
    "timeline": {"engine", "games", "scenario", "timeline"},
    "bots": {"engine", "games", "bots"},
    "analysis": {"engine", "games", "scenario", "timeline", "analysis"},
    "puzzles": {"engine", "games", "scenario", "timeline", "bots", "puzzles"},
    "lessons": {"engine", "games", "scenario", "timeline", "analysis", "puzzles", "lessons"},
    "lab": {"engine", "games", "scenario", "timeline", "bots", "analysis", "puzzles", "lessons", "lab"},
    "room": {"engine", "games", "scenario", "timeline", "analysis", "puzzles", "lessons", "lab", "room"},
    "commands": {"engine", "games", "scenario", "timeline", "bots", "analysis", "puzzles", "lessons", "lab", "room", "commands"},
}


def imports(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_imports_point_down_only():
    for file in PACKAGE.rglob("*.py"):
        layer = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if layer == "__init__":
            continue
        for name in imports(file):
            if name.startswith("dcf_lab."):
                assert name.split(".")[1] in ALLOWED[layer], f"{file.name} imports {name}"


def test_a_game_is_known_only_by_its_manual():
    """Nothing outside a game's folder names one of its modules, not even in an example; a game names no other game."""
    games = [folder.parent.name for folder in (PACKAGE / "games").glob("*/manual.py")]
    for file in PACKAGE.rglob("*.py"):
        for game in games:
            if not file.is_relative_to(PACKAGE / "games" / game):
                assert f"games.{game}" not in file.read_text(encoding="utf-8"), f"{file} knows {game}"
        if not file.is_relative_to(PACKAGE / "games"):  # what all games share is found in `dcf_lab.games` itself
            assert not [name for name in imports(file) if name.startswith("dcf_lab.games.")], file


def test_the_engine_needs_only_the_standard_library():
    import sys

    for file in (PACKAGE / "engine").rglob("*.py"):
        for name in imports(file):
            assert name.split(".")[0] in sys.stdlib_module_names | {"dcf_lab"}, f"{file.name} imports {name}"
