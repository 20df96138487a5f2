"""Packs of the deck-building games: they correct and add, what makes no sense is refused, and they can do no harm."""

import random

import pytest
from test_cli import lab, mistake

from dcf_lab.engine.cards.cards import CardTextError
from dcf_lab.engine.cards.packs import Pack
from dcf_lab.engine.cards.template import find_cards, template
from dcf_lab.games import manual
from dcf_lab.games.deckbuilders.checks import mistakes

BASE, EVIL, CONFRONTATIONS = GAMES = ("dc_deckbuilding", "forever_evil", "confrontations")
BOX = """[kick]
power = 3

[trick_arrow]
type = "equipment"
cost = 2
vp = 1
power = 4
copies = 3
text = "+4 Power. Draw 1 card."
ability = [{ play = "turn", do = [{ draw = 1 }] }]
"""
SCENE = """title = "Kicks of a pack give 3 Power"
game = "dc_deckbuilding"
packs = ["my_box"]

[table]
turn = "player1"
line_up = ["trick_arrow.3"]

[table.player1]
character = ["superman_hero"]
hand = ["kick.1", "trick_arrow.1"]
deck = ["vulnerability.1"]

[table.player2]
character = ["batman_hero"]
"""
SCRIPT = '[[script]]\ndo = ["play kick.1", "play trick_arrow.1", "buy trick_arrow.3"]\nexpect = ["player1.power == 6"]\n'
GOAL = '[goal]\nfor = "player1"\nwithin = "this turn"\nhappen = "buy to trick_arrow.3"\n'


def pack(text, name="my_box"):
    return Pack(name, ((f"{name}.toml", text),))


def refused(text, game=BASE):
    """The sentence with which a pack is refused."""
    with pytest.raises(CardTextError) as refusal:
        manual(game).library(pack(text))
    sentence = str(refusal.value)
    assert len(sentence) < 600 and "\n" not in sentence
    return sentence


# correcting and adding


def test_a_pack_corrects_a_card_and_adds_one():
    cards = manual(BASE).library(pack(BOX))
    kick = cards.printed["kick"]
    assert kick.value("power") == 3 and kick.provenance("power") == "pack: my_box" and kick.provenance("cost") != "pack: my_box"
    assert "trick_arrow.3" in cards and manual(BASE).library().printed["kick"].value("power") == 2
    game = manual(BASE).STARTS["first game"].begin("2", 1, False, {}, False, cards)
    table = game.table
    assert sum(card.startswith("trick_arrow") for area in ("main deck", "line-up") for card in table.zone("table", area)) == 3


def test_the_commands_take_a_pack(tmp_path):
    (tmp_path / "my_box.toml").write_text(BOX)
    (tmp_path / "scene.toml").write_text(SCENE + SCRIPT)
    (tmp_path / "puzzle.toml").write_text(SCENE + GOAL)
    assert "power: 3  [pack: my_box]" in lab(tmp_path, "cards", "--game", BASE, "--pack", "my_box.toml", "kick").stdout
    assert "1 passed, 0 failed" in lab(tmp_path, "check", "scene.toml").stdout
    solved = lab(tmp_path, "solve", "puzzle.toml")
    assert solved.returncode == 0 and "Trick Arrow" in solved.stdout
    played = lab(tmp_path, "play", "--game", BASE, "--pack", "my_box.toml", answers="1\nlog\n")
    assert played.returncode == 0 and "Traceback" not in played.stderr


def test_a_faulty_pack_is_refused_whatever_the_command(tmp_path):
    (tmp_path / "my_box.toml").write_text("[kick]\ncost = 3\npouwer = 6\n")
    for command in (["cards"], ["play"], ["cards", "--template", "kick"]):
        sentence = mistake(lab(tmp_path, *command, "--game", BASE, "--pack", "my_box.toml"))
        assert sentence == "dcf-lab: my_box.toml:3: kick: a super power has no 'pouwer'; did you mean 'power'?"


def test_stand_ins_of_confrontations_are_corrected_one_by_one():
    """The printed text comes with a pack, and the card is no stand-in any more."""
    before = manual(CONFRONTATIONS).library()
    card = next(one for one in before.printed.values() if one.provenance("ability") == "stand-in" and one.abilities)
    text = f'[{card.id}]\ntext = "Draw 1 card."\nability = [{{ play = "turn", do = [{{ draw = 1 }}] }}]\n'
    if card.type == "character":
        text = text.replace('play = "turn"', 'use = "turn", once = true')
    after = manual(CONFRONTATIONS).library(pack(text)).printed[card.id]
    assert after.provenance("ability") == after.provenance("text") == "pack: my_box"
    assert after.provenance("cost") == card.provenance("cost")


# what makes no sense

CARD = '[gag]\ntype = "hero"\ncost = 1\ntext = "t"\n'


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("[kikc]\npower = 3\n", "my_box.toml:1: kikc: 'type' is missing, so this is no new card"),
        ('[gag]\ntype = "heroe"\n', "my_box.toml:2: gag: unknown type 'heroe'; did you mean 'hero'?"),
        ("[kick]\n\ncost = 101\n", "my_box.toml:3: kick: 'cost': a printed number goes from 0 to 100"),
        ("[kick]\ncopies = 61\n", "'copies' goes from 1 to 60, found 61"),
        ("[punch]\ncopies = 34\n", "my_box.toml:2: punch: the starting decks of 5 players need 35 copies of it"),
        ("[batman_hero]\ncopies = 2\n", "my_box.toml:2: batman_hero: there is one of each character"),
        ("[bane]\nstack = true\ncopies = 2\n", "there is one of each character and of each card of the stack"),
        ("[ras_al_ghul]\nstack = false\n", "the stack starts with this card, so it is one of the stack"),
        ('[gag]\ntype = "hero"\nalso = "villian"\n', "my_box.toml:3: gag: 'also' names further types, and 'villian' is none"),
        (CARD + "".join(f'[c{n}]\ntype = "hero"\ncopies = 60\n' for n in range(30)), "at most 1000 cards"),
    ],
)
def test_a_mistake_on_a_card_is_told_with_its_place(text, sentence):
    assert sentence in refused(text)


@pytest.mark.parametrize(
    "ability, sentence",
    [
        (
            '{ first_appearance = "attack", do = [{ weakness = 1, who = "victim" }] }',
            "my_box.toml:5: gag: ability 1: 'first_appearance' is for cards of the stack, and this is none",
        ),
        ('{ defeated = "stack", do = [{ draw = 1 }] }', "'defeated' is for cards of the stack"),
        ('{ defense = "attack", do = [{ draw = 1 }] }', "a Defense says what it costs"),
        ('{ block = "confrontation", pay = "discard this", do = [{ draw = 1 }] }', "'block' is a word of Confrontations"),
        ('{ play = "turn" }', "'play' does nothing; what it does stands in 'do'"),
        ('{ play = "turn", pay = "discard this", do = [{ draw = 1 }] }', "'pay' is for defense and block, and this is play"),
        ('{ play = "turn", cost = 2, do = [{ draw = 1 }] }', "nothing is paid for an ability but"),
        ('{ play = "turn", do = [{ drow = 1 }] }', "line 1: unknown verb 'drow'; did you mean 'draw'?"),
        ('{ play = "turn", do = [{ raise = 1 }] }', "line 1: unknown verb 'raise'"),
        ('{ play = "turn", do = [{ attack = [] }] }', "attack: 'attack' says nothing"),
        ('{ play = "turn", do = [{ attack = [{ power = 1 }] }] }', "power is for whoever plays a card"),
        ('{ play = "turn", do = [{ steal = 1 }] }', "steal does not say 'from'"),
        ('{ play = "turn", do = [{ offer = "you" }] }', "offer does not say 'ways'"),
        ('{ play = "turn", do = [{ spend = 1 }] }', "spend does not say 'do'"),
        ('{ play = "turn", do = [{ mark = "face up", on = "this" }] }', "the rules use the mark 'face up' themselves"),
        ('{ play = "turn", do = [{ power = "plays(you, \'heroe\')" }] }', "no kind of card 'heroe'; did you mean 'hero'?"),
        ('{ play = "turn", do = [{ power = "plays(you, 3)" }] }', "a kind of card is a word in quotes"),
        ('{ play = "turn", do = [{ power = "cards(you, \'hnad\')" }] }', "in quotes; did you mean 'hand'?"),
        ('{ play = "turn", if = "this.__class__", do = [{ draw = 1 }] }', "unknown attribute '__class__'"),
        ('{ constant = "bonus" }', "'bonus' says how much with 'add'"),
        ('{ constant = "bonus", add = 1, do = [{ draw = 1 }] }', "a constant is in force and does nothing"),
        ('{ constant = "bonus", add = 1, tally = 3 }', "both or none"),
        ('{ constant = "points", add = "you.points + 1" }', "what a card is worth cannot look at what cards are worth"),
        ('{ constant = "points", add = "worth(this) + 1" }', "what a card is worth cannot look at what cards are worth"),
        ('{ constant = "points", if = "you.cards > 20", add = 5 }', "a formula of points has no 'if'"),
    ],
)
def test_a_mistake_in_an_ability_is_told_with_its_place(ability, sentence):
    assert sentence in refused(f"{CARD}ability = [{ability}]\n")


def test_a_character_is_not_played_and_does_not_defend():
    for ability in ('{ play = "turn", do = [{ draw = 1 }] }', '{ defense = "attack", pay = "show this" }'):
        assert "a character is never in a hand" in refused(f'[batman_hero]\ntext = "t"\nability = [{ability}]\n')


def test_a_character_of_confrontations_has_three_versions():
    new = '[nightwing]\ntype = "character"\ncost = 9\nside = "heroes"\nlevel = 1\n'
    assert "my_box.toml:2: nightwing: 'of_character' is missing" in refused(new, CONFRONTATIONS)
    assert "versions of Level 1, 2 and 3" in refused(f'{new}of_character = "nightwing"\n', CONFRONTATIONS)
    assert "this game has no stack" in refused(f"{CARD}stack = true\n", CONFRONTATIONS)


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_the_box_make_sense(game):
    book, cards = manual(game), manual(game).library()
    players = 4 if game == CONFRONTATIONS else 5
    found = [
        (card.id, what) for card in cards.printed.values() for what in mistakes(card, cards, book.LANGUAGE, book.EDITION, players)
    ]
    assert not found


# hostile packs: what they may say must not keep the machine busy, nor break anything

HOSTILE = {
    "plays itself again": '{ play = "turn", do = [{ play = "this", again = true }, { play = "this", again = true }] }',
    "comes back and is played": '{ play = "turn", do = [{ put = "this", to = "hand" }, { play = "this" }] }',
    "plays everything": '{ play = "turn", do = [{ each = "card", in = "own", as = "all" }, { play = "all", again = true }] }',
    "gains for every gain": """{ reaction = "after take", anyone = true, any_turn = true, do = [{ weakness = 1 }] },
        { play = "turn", do = [{ weakness = 1 }] }""",
    "is destroyed again and again": """{ destroyed = "anywhere", do = [{ put = "this", to = "hand" }, { destroy = "this" }] },
        { play = "turn", do = [{ destroy = "this" }] }""",
    "discards for every discard": """{ reaction = "after discard", anyone = true, any_time = true, do = [{ draw = 1 },
        { discard = 1 }] }, { play = "turn", do = [{ discard = 1 }] }""",
    "attacks after every attack": """{ reaction = "after attack", do = [{ attack = [{ discard = 1, who = "victim" }] }] },
        { play = "turn", do = [{ attack = [{ weakness = 3, who = "victim" }] }] }""",
    "huge numbers": """{ play = "turn", do = [{ draw = 10000 }, { mill = 10000 }, { power = 10000 }, { double = true },
        { double = true }, { line_up = 9999 }, { points = -10000 }, { steal = 9999, from = "foes(you)" }] }""",
    "pays itself": '{ play = "turn", do = [{ spend = 0, do = [{ power = 100 }] }] }',
    "speaks of what is none": """{ play = "turn", if = "this.points > -5 and size(foes(this)) < 3 and most('a', foes(you)) < 9",
        do = [{ gain = "you" }, { gain = "it", who = "card" }, { put = "turn", to = "hand" }, { draw = 1, who = "'line-up'" },
        { pass = "this", to = "this" }, { freeze = "this" }, { play = "you" },
        { destroy = "some(you, 'character', 'card')" }] }""",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_go_in_circles_are_stopped(game, name):
    """Everybody's starting cards do it; every answer comes back, and no card is lost or doubled."""
    book = manual(game)
    text = "".join(
        f'[{card}]\ntext = "t"\nability = [{" ".join(HOSTILE[name].split())}]\n' for card in ("punch", "vulnerability")
    )
    start = book.STARTS["first game"]
    match = start.begin(next(iter(start.seatings or book.SEATINGS)), 1, True, {}, False, book.library(pack(text)))
    roll = random.Random(1)
    for _ in range(25):
        if match.choice is None:
            break
        match.refused()
        match.answer(roll.choice(match.choice.options))
    assert not book.problems(match.table)
    assert all(number < 10**7 for number in match.table.counts.values())


def test_a_huge_pack_is_refused():
    deep = f'{{ play = "turn", do = [{"{ may = [" * 5}{{ draw = 1 }}{"] }" * 5}] }}'
    assert "nest" in refused(f"{CARD}ability = [{deep}]\n")
    assert "a text has at most 1000 characters" in refused(f'[kick]\ntext = "{"x" * 90_000}"\n')
    assert "an expression has at most 200 characters" in refused(
        f'{CARD}ability = [{{ play = "turn", if = "{"1+" * 150}1", do = [{{ draw = 1 }}] }}]\n'
    )


# templates


@pytest.mark.parametrize("game", GAMES)
def test_every_template_is_a_pack_that_changes_nothing(game):
    cards = manual(game).library()
    groups = {cards.plurals.get(card.type, f"{card.type}s") for card in cards.printed.values()}
    text = "".join(template(*find_cards(cards, word)) for word in sorted(groups))
    again = manual(game).library(pack(text))
    assert {card.id: card.raw for card in again.printed.values()} == {card.id: card.raw for card in cards.printed.values()}
    one = next(card for card in cards.printed.values() if card.type == "character")
    name, chosen = find_cards(cards, one.name)
    assert name in cards.printed and chosen[0].name == one.name


def test_a_template_is_written_and_played(tmp_path):
    run = lab(tmp_path, "cards", "--game", CONFRONTATIONS, "--template", "super powers", "--into", "my_box")
    assert "dcf-lab --pack my_box play --game confrontations" in run.stdout
    assert (tmp_path / "my_box" / "super_powers.toml").exists()
    assert lab(tmp_path, "cards", "--game", CONFRONTATIONS, "--pack", "my_box").returncode == 0
    assert "groups are" in mistake(lab(tmp_path, "cards", "--game", CONFRONTATIONS, "--template", "xyzzy"))
