"""Things show themselves: a table, a game, a timeline, a card, a question and an event as HTML, in a notebook and outside."""

import subprocess
import sys
from html.parser import HTMLParser

import nbclient
import nbformat
import pytest
from folders import ROOT, SCENARIOS

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Choice, Game, Rules
from dcf_lab.engine.table import Table
from dcf_lab.games.dc_forever import first_game, library
from dcf_lab.scenario.file import parse, read
from dcf_lab.timeline.display import html
from dcf_lab.timeline.timeline import Timeline

ATTACK = SCENARIOS / "rulebook" / "e06_attack_with_reduced_modifier.toml"


class Reader(HTMLParser):
    """What a person would read, and the elements and attributes that it is made of."""

    def __init__(self, text):
        super().__init__()
        self.words, self.elements, self.attributes = [], [], set()
        self.feed(text)
        self.text = " ".join(" ".join(self.words).split())

    def handle_data(self, data):
        self.words.append(data)

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        self.attributes.update(name for name, _ in attributes)


def words(thing):
    return Reader(html(thing)).text


def attack():
    return Timeline(read(ATTACK)).answer("activate cheetah at the_daily_planet").answer("attack batman")


def test_a_table_shows_who_is_where_and_how_they_are():
    table = attack().answer("play enhanced_strength").game.table
    text = words(table)
    assert "Round 1 · Confrontation Stage · Rogue Provoke Phase" in text
    assert "Sanctuary 0 of 30" in text and "Master Plan 0 of 5" in text
    assert "The Daily Planet 5 – – Batman, Cheetah" in text
    assert "Batman 4 of 6 exhausted The Daily Planet – –" in text
    assert "The Joker 0 of 6 – – – –" in text
    assert "discard 1, deck 0" in text and "Hand (0): –" in text


def test_a_table_shows_schemes_unaligned_attachments_and_what_empowers():
    table = (
        parse(
            """title = "A full board"
[table]
phase = "hero action"
round = 3
sanctuary = 12
master_plan = ["go_viral"]
[table.rogue]
characters = ["the_joker", "punchline"]
hand = ["get_serious"]
[table.hero]
characters = [{ card = "superman", attachments = ["x_ray_vision"], empowering = ["fame.1"] }]
discard = ["renown.1"]
[[table.locations]]
card = "arkham_asylum"
citizens = 4
scheme = { card = "dose_the_city", citizens = 3 }
unaligned = { card = "harley_quinn", citizens = 2, damage = 1 }
"""
        )
        .game()
        .table
    )
    text = words(table)
    assert "Round 3 · Planning Stage · Hero Action Phase" in text
    assert "Sanctuary 12 of 30" in text and "Master Plan 1 of 5" in text and "Master Plan: Go Viral" in text
    assert "Dose the City (citizens 3 of 7)" in text
    assert "Harley Quinn (citizens 2, damage 1 of" in text
    assert "– – X-Ray Vision Fame" in text
    assert "Hand (1): Get Serious" in text


def test_a_game_shows_its_question_with_every_answer():
    game = first_game(seed=3)
    text = words(game)
    assert f"The Rogue: Rogue Action Phase ( Actions in any order ), {len(game.choice.options)} answers:" in text
    assert all(option in text for option in game.choice.options)


def test_the_end_of_a_game_is_told():
    game = first_game(seed=1)
    game.table.fact("step", "over")
    game.table.fact("winner", "hero")
    game.table.fact("won by", "rescue")
    over = Game(game.table)
    assert over.over and "It is over: The Heroes win by rescue." in words(over)


def test_a_timeline_shows_the_answers_up_to_here_and_how_many_branches_there_are():
    line = attack().back(2).answer("pass").back()
    line.answer("activate cheetah at the_daily_planet").answer("attack batman")
    text = words(line)
    assert text.startswith("Six would have knocked him out")
    assert "2 answers up to here, 3 in the tree, 2 branches." in text
    assert "rogue: activate cheetah at the_daily_planet rogue: attack batman" in text
    under = Timeline(line.scenario, {"attack_requires_scheme": "B"})
    assert "Rulings: attack_requires_scheme = B." in words(under)


def test_a_card_shows_its_values_its_abilities_in_english_and_what_is_a_stand_in():
    text = words(library()["batman"])
    assert text.startswith("Batman, hero rulebook stand-in")
    assert "health 6 stand-in" in text and "subtitle Bruce Wayne rulebook: Hero Tactics" in text
    assert "traits Gotham, Detective" in text
    assert "Batman suffers 2 less damage from 1 modifier" in text
    assert "Enhanced Strength, event of Cheetah" in words(library()["enhanced_strength"])


def test_every_card_of_the_box_can_be_shown():
    for card in library().printed.values():
        assert card.name in words(card)


def test_a_question_and_an_event_show_themselves():
    line = attack()
    assert "play enhanced_strength" in words(line.game.choice)
    damage = next(e for e in line.answer("play enhanced_strength").game.table.history if e.kind == "damage")
    text = words(damage)
    assert "Batman suffers 4 damage (3 printed on Cheetah, +3 Enhanced Strength, -2 by Batman = 4)." in text
    assert "The total first, other effects after" in text and "triggered by event" in text


def test_nothing_that_a_card_or_scenario_says_becomes_markup(tmp_path):
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>\\\"' style='x"
    (tmp_path / "evil.toml").write_text(
        f'[batman]\nname = "{evil}"\nsubtitle = "{evil}"\ntraits = ["{evil}"]\ntext = "{evil}"\nsource = "rulebook: {evil}"\n'
    )
    text = ATTACK.read_text().replace("Six would have knocked him out", evil)
    line = Timeline(parse(text, "evil", [tmp_path / "evil.toml"]))
    line.answer("activate cheetah at the_daily_planet")
    choice = Choice(evil.replace("\\", ""), evil, [evil], rules=(evil,))
    event = line.game.table.history[0]._replace(kind=evil, by=evil, to=evil, rules=(evil,), causes=((evil, 1),))
    plain = Reader(html(first_game(seed=1)) + html(library()["batman"]) + html(attack()))
    for thing in (line, line.game, line.game.table, line.scenario.cards["batman"], choice, event):
        found = Reader(html(thing))
        assert not {"script", "img"} & set(found.elements)
        assert found.attributes <= plain.attributes
        assert "<script>alert(1)</script>" in found.text


def test_a_display_is_bounded_however_much_there_is_to_show():
    option = "x" * 10_000
    assert len(html(Choice("rogue", option, [option] * 10_000))) < 20_000
    game = first_game(seed=2)
    game.table.zones["rogue", "hand"] = tuple(game.table.rules.library) * 50
    text = html(game.table)
    assert len(text) < 40_000 and "more</li>" in text


def test_the_table_of_another_game_is_shown_as_it_is():
    table = Table(Rules("nim", ("one", "two"), Library(()), {}))
    table.log("heap")
    table.count("heap", "stones", 12)
    assert "A table of nim heap.stones 12" in words(table)


def test_what_has_no_picture_is_refused_with_those_that_have():
    with pytest.raises(TypeError, match="no picture of a int; there is one of Table, Game, Timeline, Card, Choice, Event"):
        html(7)


def test_without_a_notebook_nothing_is_imported_to_be_shown():
    code = "import dcf_lab, sys; print([m for m in sys.modules if m.startswith(('dcf_lab.', 'IPython'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_the_example_notebook_runs_and_everything_in_it_shows_itself(tmp_path):
    """Run all, in a folder that is not ours, as it is when the package is installed."""
    notebook = nbformat.read(ROOT / "notebooks" / "example.ipynb", 4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = {cell.id: cell.outputs[-1].data for cell in code}
    assert "Six would have knocked him out" in shown["open"]["text/html"]
    assert "play enhanced_strength" in shown["attack"]["text/html"]
    assert "4 of 6" in shown["table"]["text/html"]
    assert "application/vnd.plotly.v1+json" in shown["damage"] or "Batman" in shown["damage"]["text/html"]
    assert "<svg" in shown["causes"]["text/html"] and "suffers 4 damage" in shown["causes"]["text/html"]
    assert "no Scheme at The Daily Planet (DCF-R075)" in shown["refused"]["text/plain"]
    assert all(output.output_type != "error" for cell in code for output in cell.outputs)
