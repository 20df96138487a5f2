"""Packs: cards that the owner of the box types in. They correct and add, and they can do no harm."""

import json
import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import play_on
from test_cli import SCENE, lab, mistake

from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import MAX_ABILITIES, MAX_CARDS, MAX_FILES, Pack
from dcf_lab.engine.cards.template import find_cards, template
from dcf_lab.engine.toml import inline
from dcf_lab.games.dc_forever import first_game, library, standard_game
from dcf_lab.games.dc_forever.rules.setup import load_cards
from dcf_lab.games.dc_forever.table.invariants import problems
from dcf_lab.games.dc_forever.text.language import LANGUAGE
from dcf_lab.scenario.file import ScenarioError, parse, read
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import RecordError, Timeline, new_game

NIGHTWING = (
    """
[nightwing]
type = "hero"
subtitle = "Dick Grayson"
complexity = "Low"
health = 9
attack = 2
rescue = 2
cost = 7

[city_rooftops]
type = "location"
citizens = 7
"""
    + "".join(
        f'[nightwing_card_{n}]\ntype = "event"\nstarting = {str(n < 5).lower()}\nrenown = 1\ncost = 2\n' for n in range(1, 8)
    )
    + """
[escrima_sticks]
type = "event"
renown = 2
cost = 3
text = "Attack Modifier: +3."
ability = [{ modifier = "attack", add = 3 }]
"""
)


def pack(text, name="my_box"):
    """A pack that is not on any disk."""
    return Pack(name, ((f"{name}.toml", text),))


def refused(text):
    """The sentence with which a pack is refused."""
    with pytest.raises(CardTextError) as refusal:
        library(pack(text))
    sentence = str(refusal.value)
    assert len(sentence) < 600 and "\n" not in sentence
    return sentence


@pytest.fixture
def box(tmp_path):
    """A pack in a folder: Batman is sturdier, and there is a new Hero."""
    folder = tmp_path / "my_box"
    folder.mkdir()
    (folder / "batman.toml").write_text("[batman]\nhealth = 66\n")
    (folder / "nightwing.toml").write_text(NIGHTWING)
    return folder


def stout(tmp_path, name, health):
    """A pack of one file, with another Health for Batman."""
    file = tmp_path / f"{name}.toml"
    file.write_text(f"[batman]\nhealth = {health}\n")
    return file


# correcting


def test_a_pack_corrects_a_value_and_says_so(tmp_path, box):
    before, after = library().printed["batman"], library(box).printed["batman"]
    assert after.value("health") == 66 and after.provenance("health") == "pack: my_box"
    assert {word: value for word, value in after.values.items() if word != "health"} == {
        word: value for word, value in before.values.items() if word != "health"
    }
    assert after.provenance("attack") == before.provenance("attack") and after.text == before.text
    assert "health: 66  [pack: my_box]" in lab(tmp_path, "--pack", "my_box", "cards", "batman").stdout


def test_what_a_pack_repeats_keeps_its_source():
    health = library().printed["batman"].value("health")
    batman = library(pack(f"[batman]\nhealth = {health}\nattack = 99\n")).printed["batman"]
    assert batman.provenance("health") == library().printed["batman"].provenance("health")
    assert batman.provenance("attack") == "pack: my_box"


def test_the_option_stands_before_or_after_the_command_and_the_last_pack_wins(tmp_path):
    stout(tmp_path, "one", 11)
    stout(tmp_path, "two", 22)
    for arguments, health in [
        (["--pack", "one.toml", "cards", "batman", "--pack", "two.toml"], 22),
        (["--pack", "two.toml", "--pack", "one.toml", "cards", "batman"], 11),
        (["cards", "batman", "--pack", "one.toml"], 11),
    ]:
        assert f"health: {health} " in lab(tmp_path, *arguments).stdout


def test_a_pack_touches_nobody_elses_cards(box):
    """Libraries stand side by side: a game with a pack, one with another, one with none."""
    with_pack = first_game(1, cards=library(box))
    other = first_game(1, cards=library(pack("[batman]\nhealth = 77\n", "other")))
    plain = first_game(1)
    healths = [game.table.rules.library["batman"].value("health") for game in (with_pack, other, plain)]
    assert healths == [66, 77, library().printed["batman"].value("health")] and healths[2] not in (66, 77)


def test_a_pack_that_was_edited_is_read_again(tmp_path):
    assert library(stout(tmp_path, "one", 11)).printed["batman"].value("health") == 11
    assert library(stout(tmp_path, "one", 12)).printed["batman"].value("health") == 12


def test_two_packs_of_one_name_are_refused(tmp_path, box):
    stout(tmp_path, "my_box", 11)
    assert "two packs are called 'my_box'" in mistake(lab(tmp_path, "--pack", "my_box", "--pack", "my_box.toml", "cards"))
    assert lab(tmp_path, "--pack", "my_box", "--pack", "my_box", "cards").returncode == 0


def test_a_faulty_pack_is_refused_whatever_the_command(tmp_path, box):
    (box / "batman.toml").write_text("[batman]\nattack = 1\nhelth = 6\n")
    for command in (["check"], ["play"], ["cards"], ["rules"], ["cards", "--template", "batman"]):
        sentence = mistake(lab(tmp_path, "--pack", "my_box", *command))
        assert sentence == "dcf-lab: my_box/batman.toml:3: batman: a hero has no 'helth'; did you mean 'health'?"


def test_what_a_pack_cannot_change_does_not_take_one(tmp_path, box):
    assert "leave out --pack" in mistake(lab(tmp_path, "--pack", "my_box", "bench"))
    assert "leave out --pack" in mistake(lab(tmp_path, "--pack", "my_box", "check", "--random", "1"))


def test_check_takes_a_folder_of_card_files_as_one_pack(tmp_path, box):
    """One file may hold cards of a character in another."""
    (box / "more.toml").write_text('[wing_dings]\ntype = "event"\nof = "nightwing"\nrenown = 1\ncost = 1\n')
    assert lab(tmp_path, "check", "my_box").stdout.splitlines() == ["1 passed, 0 failed"]
    (box / "more.toml").write_text('[wing_dings]\ntype = "event"\nof = "nightwig"\nrenown = 1\ncost = 1\n')
    run = lab(tmp_path, "check", ".")
    assert run.returncode == 1
    assert "my_box/more.toml:3: wing_dings: 'of' names no card: 'nightwig'; did you mean 'nightwing'?" in run.stdout


# adding


def test_a_new_hero_is_drafted_and_plays(box):
    game = standard_game(2, 3, cards=library(box))
    while game.choice.prompt == "Draft":
        wanted = [option for option in game.choice.options if "nightwing" in option]
        game.answer((wanted or game.choice.options)[0])
    assert "start nightwing" in game.choice.options or game.choice.player == "rogue"
    while game.choice.prompt == "Choose starting characters":
        wanted = [option for option in game.choice.options if "nightwing" in option]
        game.answer((wanted or game.choice.options)[0])
    table = game.table
    own = [card for area in ("hand", "deck") for card in table.zone("hero", area) if card.startswith("nightwing_card")]
    assert "nightwing" in table.zone("hero", "characters") and len(own) == 4
    play_on(game, random.Random(1), 300)
    assert not problems(game.table)


def test_a_new_hero_and_a_new_location_are_in_a_scenario(tmp_path, box):
    """Cheetah's Attack of 3 and Enhanced Strength, and nobody takes anything off."""
    scene = SCENE.replace("batman", "nightwing").replace("the_daily_planet", "city_rooftops").replace("== 4", "== 6")
    (tmp_path / "scene.toml").write_text('packs = ["my_box"]\n' + scene)
    assert lab(tmp_path, "check", "scene.toml").stdout.splitlines() == ["1 passed, 0 failed"]


def test_a_new_location_is_in_the_location_deck(box):
    for game in (first_game(1, cards=library(box)), standard_game(4, 1, cards=library(box))):
        if game.choice.prompt == "Draft":
            while game.choice.prompt in ("Draft", "Choose starting characters"):
                game.answer(game.choice.options[0])
        table = game.table
        assert "city_rooftops" in (*table.zone("table", "location deck"), *table.zone("table", "locations"))


def test_a_new_card_of_a_known_character_can_be_bought(tmp_path):
    cards = library(pack('[bat_signal]\ntype = "asset"\nof = "batman"\nrenown = 1\ncost = 2\n'))
    assert "bat_signal" in first_game(1, cards=cards).table.zone("batman", "beneath")


# the packs key of a scenario


def scenario(tmp_path, packs, folder="."):
    file = tmp_path / folder / "scene.toml"
    health = 'expect = ["batman.health == 66"]'
    file.write_text(f"packs = {json.dumps(packs)}\n" + SCENE.split("[[script]]")[0] + f"[[script]]\n{health}\n")
    return file


def test_a_scenario_names_a_pack_that_lies_beside_it(tmp_path, box):
    assert lab(tmp_path, "check", str(scenario(tmp_path, ["my_box"]))).stdout.splitlines() == ["1 passed, 0 failed"]
    stout(tmp_path, "just_a_file", 66)
    assert run_all(read(scenario(tmp_path, ["just_a_file"])))[0].passed


def test_a_scenario_finds_a_pack_that_is_given_by_its_name(tmp_path, box):
    (tmp_path / "elsewhere").mkdir()
    file = scenario(tmp_path, ["my_box"], "elsewhere")
    assert "no pack 'my_box' beside this file" in lab(tmp_path, "check", str(file)).stdout
    assert lab(tmp_path, "--pack", "my_box", "check", str(file)).returncode == 0


def test_a_given_pack_wins_over_the_scenarios_own(tmp_path, box):
    mine = stout(tmp_path, "mine", 99)
    scene = read(scenario(tmp_path, ["my_box"]), [mine])
    assert scene.packs == ("my_box", "mine") and scene.cards["batman"].value("health") == 99


@pytest.mark.parametrize(
    "name", ["/etc", "../my_box", "..", ".", "a/b", "a\\b", "", "~", ".hidden", "my_box\n", "x" * 200, "C:my_box"]
)
def test_a_pack_is_named_and_not_reached_by_a_path(tmp_path, box, name):
    with pytest.raises(ScenarioError, match=r"scene.toml:1: .* is no name of a pack; a pack lies beside this file"):
        read(scenario(tmp_path, [name]))


def test_a_pack_beside_a_scenario_is_no_link(tmp_path, box):
    """Whoever unpacks a stranger's folder reads nothing outside of it."""
    os.symlink(box, tmp_path / "linked")
    with pytest.raises(ScenarioError, match="only a link to the pack 'linked'"):
        read(scenario(tmp_path, ["linked"]))
    os.symlink(box / "batman.toml", tmp_path / "file.toml")
    with pytest.raises(CardTextError, match="file.toml: this is a link to another file"):
        library(tmp_path / "file.toml")


@pytest.mark.parametrize("packs", ["7", '"my_box"', "[1]", "{}", json.dumps([f"p{n}" for n in range(50)])])
def test_packs_is_a_list_of_names(packs):
    with pytest.raises(ScenarioError, match="scenario:2: 'packs' is a list of at most 10 names"):
        parse(f'title = "x"\npacks = {packs}\n')


def test_a_scenario_that_comes_as_text_needs_its_packs_given(box):
    text = 'title = "x"\nstart = "first game"\npacks = ["my_box"]\n'
    with pytest.raises(ScenarioError, match="scenario:3: this needs the pack 'my_box', .* open it with --pack PATH/my_box"):
        parse(text)
    assert parse(text, packs=[box]).packs == ("my_box",)


def test_a_mistake_in_a_scenarios_pack_is_told_with_both_places(tmp_path, box):
    (box / "batman.toml").write_text("[batman]\nhealth = 0\n")
    with pytest.raises(ScenarioError, match=r"scene.toml:1: my_box/batman.toml:2: batman: 'health' is 1 or more on a hero"):
        read(scenario(tmp_path, ["my_box"]))


# records and links


@pytest.mark.parametrize("how", [{}, {"start": "standard", "seating": "3 rogue"}])
def test_a_record_and_a_link_are_played_on_with_their_packs(tmp_path, box, how):
    line = Timeline(new_game(packs=[box], **how))
    while len(line.here.path()) < 15:
        line.answer(line.game.choice.options[-1])
    data = json.loads(json.dumps(line.as_json()))
    assert data["packs"] == ["my_box"]
    for again in (Timeline.from_json(data, [box]), Timeline.from_link(line.link(), [box])):
        assert again.game.position() == line.game.position() and not again.note
        assert again.game.table.rules.library["batman"].value("health") == 66
        assert again.link() == line.link()
    for load in (lambda: Timeline.from_json(data), lambda: Timeline.from_link(line.link())):
        with pytest.raises(RecordError, match="this needs the pack 'my_box', .* open it with --pack"):
            load()
    line.save(tmp_path / "game.json")
    assert Timeline.load(tmp_path / "game.json").game.position() == line.game.position()  # the pack lies beside it


def test_a_changed_pack_is_noticed(tmp_path, box):
    line = Timeline(new_game(packs=[box])).answer("done")
    line.save(tmp_path / "game.json")
    (box / "batman.toml").write_text("[batman]\nhealth = 67\n")
    assert "changed since the record was saved: batman" in Timeline.load(tmp_path / "game.json").note


@pytest.mark.parametrize("packs", [7, [7], "my_box", ["../my_box"], ["x"] * 99, {"my_box": 1}])
def test_a_record_names_packs_as_a_scenario_does(tmp_path, box, packs):
    data = Timeline(new_game()).as_json() | {"packs": packs}
    with pytest.raises(RecordError, match="is a list of at most 10 names|is no name of a pack"):
        Timeline.from_json(data, folder=tmp_path)


def test_a_saved_game_is_not_opened_with_other_packs(tmp_path, box):
    stout(tmp_path, "other", 11)
    lab(tmp_path, "--pack", "my_box", "play", "--save", "game.json", answers="done\n")
    assert lab(tmp_path, "play", "game.json").returncode == 0
    assert "was played without the pack 'other'" in mistake(lab(tmp_path, "--pack", "other.toml", "play", "game.json"))


# templates


@pytest.mark.parametrize("name", ["batman", "The Joker", "dose_the_city", "locations", "unaligned", "resources", "twin_swords"])
def test_a_template_is_a_pack_that_changes_nothing(name):
    cards = library()
    again = library(pack(template(*find_cards(cards, name))))
    assert {card.id: card.raw for card in again.printed.values()} == {card.id: card.raw for card in cards.printed.values()}


def test_every_card_survives_its_template():
    cards = library()
    text = "".join(template(card, [cards.printed[card]]) for card in cards.printed)
    assert {card.id: card.raw for card in library(pack(text)).printed.values()} == {c.id: c.raw for c in cards.printed.values()}


def test_a_template_says_of_each_value_where_it_is_from(tmp_path):
    run = lab(tmp_path, "cards", "--template", "batman")
    batman = library().printed["batman"]
    for word, value in batman.values.items():
        assert f"{word} = {inline(value)}  # {batman.provenance(word)}" in run.stdout.splitlines()
    assert "  # stand-in" in run.stdout and "  # rulebook: " in run.stdout
    own = [card for card in library().printed.values() if card.of == "batman"]
    assert all(f"[{card.id}]" in run.stdout.splitlines() for card in own)


def test_a_template_is_written_into_a_new_folder_and_never_over_a_file(tmp_path):
    assert lab(tmp_path, "cards", "--template", "batman", "--into", "boxes/mine").returncode == 0
    file = tmp_path / "boxes" / "mine" / "batman.toml"
    file.write_text("[batman]\nhealth = 66\n")
    assert "is there already" in mistake(lab(tmp_path, "cards", "--template", "batman", "--into", "boxes/mine"))
    assert "health: 66" in lab(tmp_path, "cards", "batman", "--pack", "boxes/mine").stdout
    assert "no folder" in mistake(lab(tmp_path, "cards", "--template", "batman", "--into", "boxes/mine/batman.toml"))


def test_a_template_of_nobody_is_refused(tmp_path):
    assert "did you mean 'batman'?" in mistake(lab(tmp_path, "cards", "--template", "batmann"))
    assert "did you mean 'locations'?" in mistake(lab(tmp_path, "cards", "--template", "lokations"))
    assert "--template NAME" in mistake(lab(tmp_path, "cards", "--into", "somewhere"))
    assert "leave out" in mistake(lab(tmp_path, "cards", "superman", "--template", "batman"))


# mistakes

EVENT = '[gag]\ntype = "event"\nof = "batman"\nrenown = 1\ncost = 1\ntext = "t"\n'


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("[batmann]\nhealth = 3\n", "my_box.toml:1: batmann: 'type' is missing, so this is no new card"),
        ('[gag]\ntype = "evnt"\n', "my_box.toml:2: gag: unknown type 'evnt'; did you mean 'event'?"),
        ('[batman]\n\nhealth = "6"\n', "my_box.toml:3: batman: 'health' should be a number, found '6'"),
        ("[batman]\nhealth = true\n", "should be a number, found True"),
        ("[batman]\nhealth = 6.5\n", "my_box.toml:2: batman: 'health': a card has texts, whole numbers, true and false"),
        ("batman.health = 0\n", "my_box.toml:1: batman: 'health' is 1 or more on a hero, and here it is 0"),
        ("[batman]\ncost = -1\n", "'cost': a printed number goes from 0 to 100, found -1"),
        ("[fame]\nrenown = 101\n", "goes from 0 to 100"),
        ("[the_daily_planet]\ncitizens = 0\n", "'citizens' is 1 or more on a location"),
        ("[dose_the_city]\nthreshold = 0\n", "'threshold' is 1 or more on a scheme"),
        ('[sidekick]\ntype = "hero"\n', "'health' is 1 or more on a hero, and here it is missing"),
        ('[batman]\ntype = "rogue"\n', "my_box.toml:2: batman: this is a hero already, and a pack cannot make it 'rogue'"),
        ('[gag]\ntype = "event"\n', "'of' is missing: whose event is it?"),
        ('[gag]\ntype = "event"\nof = "batmann"\n', "my_box.toml:3: gag: 'of' names no card: 'batmann'; did you mean 'batman'?"),
        ('[gag]\ntype = "event"\nof = "gag"\n', "'of' names gag, which is no character"),
        ('[a]\ntype = "event"\nof = "b"\n[b]\ntype = "event"\nof = "a"\n', "'of' names b, which is no character"),
        ('[batman]\nof = "superman"\n', "a hero belongs to no character"),
        ('[gag]\ntype = "scheme"\nof = "batman"\nthreshold = 5\n', "a scheme is a rogue's card, and batman is a hero"),
        ('[gag]\ntype = "event"\nof = "batman"\ninfamy = 1\n', "a hero's card has no 'infamy'"),
        ("[batarang]\ncopies = 1000000\n", "goes from 0 to 100"),
        ("[batarang]\ncopies = 11\n", "'copies' goes from 1 to 10, found 11"),
        ("[fame]\ncopies = 1\n", "the Hero decks need 2 copies of it"),
        ("[batarang.1]\ncost = 1\n", "an event has no '1'".replace("an ", "a ")),
        ('["batarang.1"]\ntype = "event"\n', "an id has small letters, digits and _"),
        ('[rogue2]\ntype = "location"\ncitizens = 5\n', "is no word of the game"),
        ('[batman]\nname = " "\n', "a card needs a name"),
        ('[batman]\ntraits = ["a", 1]\n', "'traits' is a list of words"),
        (f"[batman]\ntraits = {['t'] * 11}\n", "'traits' is a list of words, 10 at most"),
        ('[batman]\nsources = "me"\n', "'sources' should be a table"),
        ('[batman]\nsources = { helth = "stand-in" }\n', "did you mean 'health'?"),
        ("health = 3\n", "my_box.toml:1: 'health' stands outside a card"),
        ("[batman\n", "my_box.toml: "),
    ],
)
def test_a_mistake_on_a_card_is_told_with_its_place(text, sentence):
    assert sentence in refused(text)


@pytest.mark.parametrize(
    "ability, sentence",
    [
        ("{ play = 1 }", "my_box.toml:7: gag: ability 1: 'play' is a text, found 1"),
        ('{ reaction = "after readdy" }', "did you mean 'after ready'?"),
        ('{ reaction = "after ready or after ready" }', "says the same twice"),
        ('{ play = "turn", name = 7 }', "'name' is a text, found 7"),
        ('{ play = "turn", cost = 1000000 }', "'cost' is a number of resources up to 100"),
        ('{ play = "turn", pay = "discard this" }', "cannot pay with itself"),
        ('{ play = "turn", pay = ["discard a card", "discard a card"] }', "'pay' says everything once"),
        ('{ play = "turn", do = [{ drow = 1 }] }', "line 1: unknown verb 'drow'; did you mean 'draw'?"),
        ('{ play = "turn", do = [{ draw = 1, then = 1 }] }', "'then' is true or false, found 1"),
        ('{ play = "turn", do = [{ damage = 2 }] }', "damage does not say 'to'"),
        ('{ play = "turn", do = [{ boost = 2, on = "this" }] }', "boost does not say 'of'"),
        ('{ play = "turn", do = [{ offer = "you" }] }', "offer does not say 'ways'"),
        ('{ play = "turn", do = [{ cancel = true }] }', "cancel works in a reaction to when attack or"),
        (
            '{ reaction = "after draw", do = [{ may = [{ reduce = 1 }] }] }',
            "reduce works in a reaction to when damage or when claim",
        ),
        ('{ play = "turn", do = [{ claim = 2 }] }', "claim is what unaligned characters do, and this is a event"),
        ('{ play = "turn", do = [{ mark = "attack value", on = "actor" }] }', "the rules use the mark 'attack value' themselves"),
        ('{ play = "turn", do = [{ each = "hero", as = "you" }] }', "'you' has a meaning already"),
        ('{ play = "turn", do = [{ offer = "you", ways = [[], []], labels = ["a", "a"] }] }', "says the same twice"),
        ('{ constant = "health", add = "it.remaining" }', "what adds to Health cannot look at Health"),
        ('{ constant = "attack", add = 1, threshold = "it.health" }', "'threshold' is a plain number"),
        ('{ play = "turn", if = "__import__(\'os\')" }', "unknown function '__import__'"),
        ('{ play = "turn", if = "this.__class__" }', "unknown attribute '__class__'"),
        ('{ play = "turn", if = "[x for x in this]" }', "is not allowed in an expression"),
        (f'{{ play = "turn", if = "{"1+" * 150}1" }}', "an expression has at most 200 characters"),
        ('{ play = "turn", x = "9 ** 9 ** 9" }', "is not allowed in an expression"),
        ('{ play = "turn" }, { play = "turn", name = "1" }', "another one for the same moment is called '1', too"),
    ],
)
def test_a_mistake_in_an_ability_is_told_with_its_place(ability, sentence):
    assert sentence in refused(f"{EVENT}ability = [{ability}]\n")


def test_a_mistake_is_where_it_was_written_and_not_where_it_was_right():
    """The box writes Batman's ability as a table of its own; the pack writes another one, on line 3."""
    text = '[batman]\ntext = "t"\nability = [{ constant = "attak", add = 1 }]\n'
    assert refused(text).startswith("my_box.toml:3: batman: ability 1: nothing opens constant = 'attak'")
    assert refused("[batman]\nhealth = true\n").startswith("my_box.toml:2: ")


def test_abilities_as_tables_have_lines_of_their_own():
    text = f'{EVENT}\n[[gag.ability]]\nplay = "turn"\n\n[[gag.ability]]\nname = "More"\nplay = "trun"\n'
    assert "my_box.toml:11: gag: ability 2: nothing opens play = 'trun'; did you mean 'turn'?" in refused(text)


# hostile packs


@pytest.mark.parametrize(
    "text, sentence",
    [
        (f'[batman]\ntext = "{"x" * 900_000}"\n', "'text': a text has at most 1000 characters, this one has 900000"),
        (f"[batman]\ntext = {'[' * 100_000}\n", "a nesting in it is too large"),
        (f"[batman]\ntraits = {'[' * 40}{']' * 40}\n", "nest too deeply"),
        (f"[batman]\n{'a.' * 90_000}a = 1\n", "dots"),
        (f"[batman]\nhealth = {'9' * 900_000}\n", "too large"),
        ("".join(f'[c{n}]\ntype = "location"\ncitizens = 5\n' for n in range(20_000)), f"at most {MAX_CARDS} cards"),
        ("".join(f'[c{n}]\ntype = "location"\ncitizens = 5\ncopies = 10\n' for n in range(99)), f"at most {MAX_CARDS} cards"),
        (EVENT + "ability = [" + '{ play = "turn" },' * 20_000 + "]\n", "more than 400 words and values"),
        (EVENT + "ability = [" + '{ play = "turn" },' * 9 + "]\n", "a card has at most 8 abilities, found 9"),
        (f'{EVENT}ability = [{{ play = "turn", do = [{"{ draw = 1 }," * 9}] }}]\n', "9 lines; past 8, write a verb"),
        (EVENT + "[[gag.ability]]\n" * 50_000, "more than 400 words and values"),
        (f"[batman]\ntraits = {['t'] * 100_000}\n", "more than 400 words and values"),
        (f"[batman]\nsources = {{ {', '.join(f'k{n} = 1' for n in range(9_000))} }}\n", "more than 400 words and values"),
        (f'["{"k" * 100_000}"]\n', "an id has small letters"),
    ],
)
def test_what_would_keep_the_machine_busy_is_refused(text, sentence):
    assert sentence in refused(text)


def test_so_many_abilities_are_refused():
    eight = ", ".join(f'{{ name = "n{n}", reaction = "after ready", do = [{{ draw = 1 }}] }}' for n in range(8))
    text = "".join(f'[c{n}]\ntype = "location"\ncitizens = 5\ntext = "t"\nability = [{eight}]\n' for n in range(200))
    assert f"at most {MAX_ABILITIES} abilities" in refused(text)


def test_the_files_of_a_pack_are_bounded(tmp_path):
    folder = tmp_path / "big"
    folder.mkdir()
    with pytest.raises(CardTextError, match="holds no .toml file"):
        library(folder)
    for number in range(4):
        (folder / f"{number}.toml").write_text("#" * 300_000)
    with pytest.raises(CardTextError, match="big/3.toml: has more than 100000 bytes, and a pack 1000000 at most"):
        library(folder)
    for number in range(MAX_FILES + 1):
        (folder / f"{number}.toml").write_text("")
    with pytest.raises(CardTextError, match=f"at most {MAX_FILES} files"):
        library(folder)
    with pytest.raises(CardTextError, match="there is no such pack"):
        library(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(CardTextError, match="this is not a file"):
        library(tmp_path / "pipe.toml")


WORDS = sorted({
    *LANGUAGE.verbs, *LANGUAGE.ability_keys, *LANGUAGE.timings, *LANGUAGE.types, "if", "cost", "pay", "do", "after", "name",
    "as", "in", "of", "to", "by", "ways", "labels", "then", "when damage", "turn", "this", "it.damage >= 2", "half(x)", "-1",
    "((", "", "batman",
})  # fmt: skip
SMALL_BOX = pack("".join(template(*find_cards(library(), name)) for name in ("batman", "arkham_asylum")), "")
leaves = st.one_of(st.sampled_from(WORDS), st.integers(), st.booleans(), st.text(max_size=12))
data = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
lines = st.lists(st.dictionaries(st.sampled_from(WORDS), data, min_size=1, max_size=4), max_size=3)
abilities = st.lists(st.dictionaries(st.sampled_from(WORDS), data | lines, max_size=5), max_size=3)
fields = st.dictionaries(
    st.sampled_from(
        ["name", "type", "of", "traits", "text", "source", "sources", "copies", "health", "cost", "onto", "citizens"]
    ),
    data,
    max_size=5,
)


@settings(max_examples=400, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(card=st.sampled_from(["batman", "arkham_asylum", "gag"]), fields=fields, ability=st.none() | data | abilities)
def test_whatever_stands_in_a_card_it_is_read_or_refused_with_a_sentence(card, fields, ability):
    fields = fields | ({} if ability is None else {"ability": ability, "text": "t"})
    rows = [f"[{card}]", *(f"{inline(word)} = {inline(value)}" for word, value in fields.items())]
    try:
        load_cards((SMALL_BOX, pack("\n".join(rows) + "\n")))
    except CardTextError as refusal:
        assert "\n" not in str(refusal) and len(str(refusal)) < 600


# legal and absurd


EXTREMES = {"least": (1, 0), "most": (100, 100)}


@pytest.mark.parametrize("extreme", EXTREMES)
@pytest.mark.parametrize("seed", range(3))
def test_games_with_absurd_numbers_go_on_or_end(extreme, seed):
    """Everybody falls to one damage, every Scheme needs one citizen, nothing costs anything; or all of it a hundredfold."""
    least, value = EXTREMES[extreme]
    text = ""
    for card in library().printed.values():
        text += f"[{card.id}]\n"
        for word, number in card.values.items():
            if type(number) is int:
                text += f"{word} = {least if word in ('health', 'citizens', 'threshold') else value}\n"
    cards = library(pack(text))
    for game in (first_game(seed, cards=cards, round_limit=5), standard_game(2 + seed, seed, cards=cards, round_limit=3)):
        play_on(game, random.Random(seed), 400)
        assert not problems(game.table)


def test_characters_without_a_single_card_can_be_played():
    text = "".join(
        f'[{side}_{n}]\ntype = "{side}"\nhealth = 3\ncost = 4\nattack = 1\n{"rescue" if side == "hero" else "threaten"} = 1\n'
        for side in ("hero", "rogue")
        for n in range(4)
    )
    game = standard_game(2, 1, cards=library(pack(text)), round_limit=4)
    while game.choice.prompt in ("Draft", "Choose starting characters"):
        bare = [option for option in game.choice.options if "hero_" in option or "rogue_" in option]
        game.answer((bare or game.choice.options)[0])
    assert not game.table.zone("rogue", "deck") and not game.table.zone("rogue", "hand")
    play_on(game, random.Random(1), 400)
    assert not problems(game.table)


def test_what_a_line_cannot_be_done_to_stays_as_it_is():
    """As much as possible: nobody damages Sanctuary, discards a Location, or retreats a Scheme."""
    nonsense = """
    { damage = 2, to = "sanctuary" }, { discard_these = "'arkham_asylum'" }, { retreat = "'dose_the_city'" },
    { relocate = "'batman'", to = "'nobody'" }, { heal = -3, to = "'batman'" }, { draw = 1, who = "'nobody'" },
    { move = 3, from = "hero", to = "'batman'" }, { attach = "'superman'", on = "'batman'" }"""
    lines = " ".join(nonsense.split())
    cards = library(pack(f'{EVENT}ability = [{{ play = "turn", do = [{lines}] }}]\n'))
    text = (
        SCENE.split("[[script]]")[0]
        .replace('"rogue provoke"', '"hero action"')
        .replace("[table.hero]", '[table.hero]\nhand = ["gag"]')
    )
    game = parse(text, packs=[pack(f'{EVENT}ability = [{{ play = "turn", do = [{lines}] }}]\n')]).game()
    before = dict(game.table.counts), dict(game.table.links)
    game.answer("play gag")
    assert "gag" in game.table.zone("hero", "discard") and not problems(game.table) and cards["gag"].abilities
    assert (dict(game.table.counts), dict(game.table.links)) == before


def test_nobody_reacts_while_the_first_hands_are_dealt():
    text = '[arkham_asylum]\ntext = "t"\nability = [{ reaction = "after draw", do = [{ choose = "hero", as = "one" }] }]\n'
    assert first_game(1, cards=library(pack(text))).choice.prompt == "Rogue Action Phase"
