"""What strangers may hand in, however odd, and what comes of it: a sentence or a game, soon, and never a traceback."""

import time

import pytest
from fuzz import holds

from dcf_lab.analysis.compare import matters
from dcf_lab.commands.compare import _compare_scripts, _puzzles
from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.engine.toml import FileError, parse_toml
from dcf_lab.lab.app import Lab
from dcf_lab.puzzles.solve import solve
from dcf_lab.scenario.file import ScenarioError, parse
from dcf_lab.timeline.timeline import Timeline

# cards that play cards

EVENTS = """title = "Cards that play cards"
[table]
phase = "hero action"
[table.hero]
characters = ["batman"]
hand = [{hand}]
discard = [{discard}]
[[table.locations]]
card = "the_daily_planet"
"""


def event(name, line, copies=1):
    return (
        f'[{name}]\ntype = "event"\nof = "batman"\nrenown = 1\ncopies = {copies}\ntext = "Play it."\n'
        f'[[{name}.ability]]\nplay = "turn"\ndo = [{line}]\n'
    )


def play(tmp_path, cards, answer, hand, discard=()):
    """Play a card of a pack, and whatever it sets off."""
    (tmp_path / "odd.toml").write_text(cards)
    listed = {"hand": ", ".join(map(repr, hand)), "discard": ", ".join(map(repr, discard))}
    game = parse(EVENTS.format(**listed), packs=[find_pack(tmp_path / "odd.toml")]).game()
    started = time.monotonic()
    game.answer(answer)
    assert time.monotonic() - started < 2
    return game.table


def plays(table, card):
    return sum(e.kind == "play" and e.to == card for e in table.history)


def test_a_card_that_is_being_played_cannot_play_itself(tmp_path):
    """Play a Card: an event is resolved, then discarded; until then it lies nowhere where it could be played from."""
    table = play(tmp_path, event("echo", '{ play = "this" }'), "play echo", ["echo"])

    assert plays(table, "echo") == 1 and "echo" in table.zone("hero", "discard")


def test_two_cards_cannot_play_each_other_for_ever(tmp_path):
    cards = event("tick", '{ play = "tock" }') + event("tock", '{ play = "tick" }')
    cards = cards.replace('{ play = "tock" }', '{ each = "card", in = "hand", of = "you", as = "all" }, { play = "all" }')
    cards = cards.replace('{ play = "tick" }', '{ each = "card", in = "hand", of = "you", as = "all" }, { play = "all" }')
    table = play(tmp_path, cards, "play tick", ["tick", "tock"])

    assert (plays(table, "tick"), plays(table, "tock")) == (1, 1)


def test_many_cards_that_play_all_others_come_to_an_end(tmp_path):
    """Each plays every card in the discard pile, and is discarded itself: there are more ways than anybody could count."""
    again = '{ each = "card", in = "discard", of = "you", as = "all" }, { play = "all" }'
    copies = [f"encore.{n}" for n in range(1, 11)]
    table = play(tmp_path, event("encore", again, 10), "play encore.1", copies[:1], copies[1:])

    assert plays(table, "encore.2") >= 1 and sorted(table.zone("hero", "discard")) == sorted(copies)


# long texts


@pytest.mark.parametrize("size", [1_000, 90_000])
@pytest.mark.parametrize(
    "text",
    [
        'title = "{}"', 'title = "{}', 'title = """{}"""', 'title = """{}', "title = '''{}'''", '"{}" = 1', '[table."{}"]',
        '[["{}"]]',
        'title = "x"\nsummary = "{}"', "{}", "title = 'x' # {}", 'title = "x"\n[table]\nphase = "{}"', 'title = "{}\\',
    ],
)  # fmt: skip
def test_a_text_with_thousands_of_escaped_quotes_is_read_at_once(text, size):
    """As a file, an upload and a link: dots and quotes in any number, closed or not."""
    for inside in ('\\"' * size, "." * 50 + '\\"' * size, '\\"' * size + "." * 50, ".'" * size, '."' * size):
        whole = text.replace("{}", inside)
        started = time.monotonic()
        with pytest.raises(ScenarioError) if not text.startswith("title") else _whatever():
            parse(whole)
        assert time.monotonic() - started < 3


class _whatever:
    """Either a scenario or a sentence."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, ScenarioError)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 50 + " = 1",
        "[a" + ".a" * 50 + "]",
        'x = { s = """\nit\'s""", a' + ".a" * 5_000 + " = 'y' }",  # the apostrophe begins no text
        "x = { s = '''\n\"''', a" + ".a" * 5_000 + ' = "y" }',
        'x = "\\\\" # "\na' + ".a" * 5_000 + " = 1",
        "x = " + "[" * 70 + "]" * 70,
        "[" + ".".join("a" * 40) + "]\n" + ".".join("b" * 40) + " = 1",
    ],
)
def test_tables_nest_only_so_deep(text):
    started = time.monotonic()
    with pytest.raises(FileError, match="dots outside quotes|too large"):
        parse_toml(text)
    assert time.monotonic() - started < 1


def test_dots_in_texts_and_comments_are_no_nesting():
    text = (
        "# "
        + "." * 100
        + '\na = "'
        + "." * 100
        + "\"\nb = '''\n"
        + "." * 100
        + "''' # "
        + "." * 100
        + '\nc = """"'
        + "." * 100
        + '""""\n'
    )

    assert parse_toml(text) == {"a": "." * 100, "b": "." * 100, "c": '"' + "." * 100 + '"'}


# goals


GOAL = """title = "An area in a goal"
players = {players}
[table]
phase = "hero oppose"
sanctuary = 28
[table.{hero}]
characters = ["superman"]
[[table.locations]]
card = "the_daily_planet"
unaligned = "harley_quinn"
[[table.locations]]
card = "arkham_asylum"
[goal]
for = "hero"
{goal}
"""


@pytest.mark.parametrize("name", ["nobody.hand", "hero.pocket", "hand", "", "hero1..hand", "table.locations.x"])
def test_an_area_that_nobody_has_is_refused_when_a_goal_is_read(name):
    with pytest.raises(ScenarioError, match="goal.reach: (nobody has an area|no area is called)"):
        parse(GOAL.format(players=2, hero="hero", goal=f"reach = \"size(area('{name}')) >= 1\""))


@pytest.mark.parametrize("name", ["'rogue1.hand'", "'cheetah.attachments'", "actor", "round"])
def test_an_area_that_is_not_in_this_game_has_no_cards_while_a_goal_is_searched(name):
    """Rogue 1 plays only in games for three and four; Cheetah lies in the box; who acts has no area."""
    puzzle = parse(GOAL.format(players=2, hero="hero", goal=f'reach = "size(area({name})) == 0 and sanctuary.citizens >= 30"'))

    assert solve(puzzle).status == "unique"


def test_a_goal_may_speak_of_a_card_that_is_in_the_box():
    """What is printed on it is the same for the solver as for everybody else."""
    puzzle = parse(GOAL.format(players=2, hero="hero", goal='reach = "cheetah.cost >= 1 and sanctuary.citizens >= 30"'))
    cost = puzzle.game().table.box.values["cheetah"]["cost"]

    assert cost >= 1 and solve(puzzle).status == "unique"


@pytest.mark.parametrize("name", ["''", "'nobody'", "sanctuary", "supply", "5", "round", "area('hero.hand')"])
def test_what_is_no_player_and_no_card_has_no_side(name):
    game = parse(EVENTS.format(hand="", discard="")).game()

    assert holds(game, f"{name}.side == hero.side") is not None and holds(game, "hero.side == 'hero'") is None


# positions that another reading makes impossible


CROWDED = """title = "More damage than tokens"
seed = 3
rulings = { defeat_check_point = "B" }
[table]
phase = "rogue provoke"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = [{ card = "batman", at = "the_daily_planet", damage = 40 }]
[[table.locations]]
card = "the_daily_planet"
[[script]]
do = ["activate cheetah at the_daily_planet"]
"""


def test_which_readings_matter_tells_of_one_that_makes_the_position_impossible():
    """Batman with forty damage is on the table only where defeat is looked at later (RULINGS: defeat_check_point)."""
    line = Timeline(parse(CROWDED))
    found = {matter.key: matter for matter in matters(line)}

    assert found["defeat_check_point"].impossible["A"] and found["defeat_check_point"].changes
    assert "batman has 40 damage" in found["defeat_check_point"].stopped["A"]


def test_the_page_is_told_in_a_sentence_what_cannot_be_under_another_reading():
    lab = Lab()
    assert not any(
        one["show"] == "refused" for one in lab.handle({"page": "explore", "do": "upload", "text": CROWDED, "name": "x"})
    )
    said = list(lab.handle({"page": "explore", "do": "ruling", "key": "defeat_check_point", "reading": "A"}))
    assert said[-1]["show"] == "refused" and "under defeat_check_point = A this position cannot be" in said[-1]["text"]
    more = False
    while True:
        (slice_,) = lab.handle({"page": "explore", "do": "matters", "more": more})
        assert slice_["show"] == "matters"
        if any(one["key"] == "defeat_check_point" and one["impossible"]["A"] for one in slice_["found"]):
            break
        assert slice_["more"]
        more = True


def test_a_comparison_goes_on_after_a_position_that_cannot_be():
    scenario = parse(CROWDED)
    (result,) = _compare_scripts(scenario, {"defeat_check_point": "A"})
    assert result.changed and "this position cannot be" in result.stopped
    crowded = parse(CROWDED.partition("[[script]]")[0] + '[goal]\nfor = "rogue"\nwin = "any"\n')
    (puzzle,) = _puzzles([crowded], {"defeat_check_point": "A"})
    assert "this position cannot be" in puzzle.other.why and not puzzle.turns


def test_a_record_or_link_under_an_impossible_reading_is_refused_with_the_reason():
    line = Timeline(parse(CROWDED))
    line.readings = {"defeat_check_point": "A"}
    said = [Timeline.from_link, lambda link: Timeline.from_json({**line.as_json(), "readings": line.readings})]
    for opened in said:
        with pytest.raises(ValueError, match="this position cannot be"):
            opened(line.link())
