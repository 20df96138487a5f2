"""The lab's widgets in Python: what a notebook can give them, read from them and link them with; no browser is needed."""

import re

import ipywidgets
import networkx
import plotly.graph_objects as go
import pytest
import traitlets

import dcf_lab
from dcf_lab import Answers, Board, CauseGraph, Session, Timeline, Timelines, board, explore, graph, new_game, read, timelines
from dcf_lab.lab.widget import modules
from dcf_lab.lab.widgets import PARTS, Page
from dcf_lab.timeline.timeline import RecordError

ATTACK = ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength")


@pytest.fixture
def session():
    return Session("rulebook/e06")


def told(session, monkeypatch):
    """Whatever the session sends to its browsers from now on."""
    sent = []
    monkeypatch.setattr(session, "send", lambda message, buffers=None: sent.append(message))
    return sent


def test_four_lines_and_one_import_show_the_graph_and_the_timelines_of_a_scene():
    line = Timeline(read("rulebook/e06"))
    for answer in ATTACK:
        line.answer(answer)
    shown = [graph(line), timelines(line)]
    assert isinstance(shown[0].graph, networkx.MultiDiGraph) and len(shown[0].graph) == line.game.table.told
    assert isinstance(shown[1].figure("damage"), go.Figure)


@pytest.mark.parametrize(
    "make", [lambda line: line, lambda line: line.scenario, lambda line: line.game, lambda line: "rulebook/e06"]
)
def test_a_timeline_a_scenario_a_game_and_a_name_can_be_explored(make):
    page = explore(make(Timeline(read("rulebook/e06"))))
    assert page.choice["options"][0] == ATTACK[0]
    assert page.line.game.choice.player == "rogue"


def test_a_file_and_a_saved_game_can_be_explored(tmp_path):
    line = Timeline(read("rulebook/e06")).answer(ATTACK[0])
    line.save(tmp_path / "game.json")
    (tmp_path / "own.toml").write_text(line.scenario.text)
    assert len(board(tmp_path / "game.json").line.here.path()) == 1
    assert board(str(tmp_path / "own.toml")).line.scenario.title == line.scenario.title


def test_a_game_in_the_middle_of_an_attack_is_explored_with_what_has_happened():
    game = read("rulebook/e06").game().answer_any(*ATTACK[:2])
    session = Session(game)
    assert session.choice["question"] == "Attack Modifiers"
    assert [event.kind for event in session.line.game.table.history] == [event.kind for event in game.table.history]
    assert Timeline.from_link(session.line.link()).game.choice.prompt == "Attack Modifiers"


def test_what_cannot_be_explored_is_refused_with_a_sentence():
    with pytest.raises(TypeError, match="3 cannot be explored: give a scenario"):
        explore(3)
    with pytest.raises(ValueError, match=r"no scenario is called 'rulebook/e60'.*shelf\(\)` lists them all"):
        explore("rulebook/e60")
    with pytest.raises(ValueError, match=r"no scenario is called 'e06'; did you mean 'dc_forever/rulebook/e06_.*'\? "):
        explore("e06")


def test_any_game_can_be_explored_wherever_its_dice_stand():
    for seed in range(6):
        game = new_game(seed=seed).game()
        line = explore(game).line
        assert line.game.table == game.table
        assert Timeline.from_link(line.link()).game.table.dice == game.table.dice


def test_what_shows_the_same_timeline_is_in_step(monkeypatch):
    line = Timeline(read("rulebook/e06"))
    first, second = graph(line), timelines(line)
    assert first.session is second.session is not graph(Timeline(read("rulebook/e06"))).session
    line.answer(ATTACK[0])  # the timeline goes on without its widgets; what is shown next brings them along
    sent = told(first.session, monkeypatch)
    assert board(line).session is Answers(second).session is first.session
    assert [message["show"] for message in sent] == ["film"] and first.session.here == 1
    first.session.close()
    assert board(line).session is not first.session


def test_answers_given_in_python_move_every_trait(session):
    seen = []
    session.observe(lambda change: seen.append((change["name"], change["new"])), ["moment", "length", "here"])
    session.answer(*ATTACK)
    assert session.moment == session.length == session.line.game.table.told
    assert session.here == 3
    assert ("here", 3) in seen and ("moment", session.length) in seen
    assert session.choice["options"] == list(session.line.game.choice.options)


def test_an_answer_is_to_the_question_of_the_moment(session):
    session.answer(*ATTACK)
    session.moment = 1
    assert ATTACK[0] in session.choice["options"]
    session.answer("activate the_joker at the_daily_planet")
    assert [node.option for node in session.line.here.path()] == ["activate the_joker at the_daily_planet"]
    assert len(session.line.root.children) == 2
    with pytest.raises(ValueError, match="'First game' has no script to be followed"):
        Session().follow()


def test_a_mistake_of_somebody_who_watches_leaves_the_session_whole(session):
    def stumble(_change):
        raise KeyError("mine")

    session.observe(stumble, "length")
    with pytest.raises(KeyError):
        session.answer(ATTACK[0])
    session.unobserve(stumble, "length")
    session.here = 0
    assert session.line.here is session.line.root


def test_a_moment_is_assigned_and_stays_within_the_film(session):
    session.answer(*ATTACK)
    session.moment = 2
    assert session.choice is None
    session.moment = 10_000
    assert session.moment == session.length
    session.moment = -3
    assert session.moment == 0


def test_going_to_a_place_in_the_tree_shows_its_film(session, monkeypatch):
    session.answer(*ATTACK)
    sent = told(session, monkeypatch)
    session.here = 1
    assert [message["show"] for message in sent] == ["film"]
    assert session.length == session.moment == session.line.game.table.told
    assert session.choice["options"][0].startswith("attack")
    with pytest.raises(traitlets.TraitError, match="no place 77 in the tree; there are 0, 1, 2, 3"):
        session.here = 77


def test_a_seat_is_taken_by_assigning_it_and_sees_less():
    session = Session(Timeline(dcf_lab.new_game(seed=3)))
    session.seat = "hero"
    assert (
        session.line.game.choice.player == "rogue" and session.choice is None
    )  # what the Rogue may answer is the Rogue's to know
    session.seat = None
    assert session.choice["player"] == "rogue"
    with pytest.raises(traitlets.TraitError, match="nobody is called 'batman'; there are rogue, hero"):
        session.seat = "batman"


def test_only_cards_can_be_selected(session):
    session.selected = "batman"
    with pytest.raises(traitlets.TraitError, match="no card 'the moon'"):
        session.selected = "the moon"
    with pytest.raises(traitlets.TraitError, match="no card 'Batman'; did you mean 'batman'?"):
        session.selected = "Batman"
    session.show("rulebook/e05")
    assert session.selected == ""


def test_a_page_where_nothing_is_open_says_so():
    page = explore()
    for wish in (lambda: page.line, lambda: page.answer("pass"), lambda: page.parts["graph"].graph, page.follow):
        with pytest.raises(RuntimeError, match="nothing is open yet"):
            wish()
    with pytest.raises(RuntimeError, match="nothing is open yet"):
        page.seat = "hero"
    assert page.show("rulebook/e05").line.scenario.title == "An incredible eight"


def test_the_question_and_the_length_are_the_sessions_to_say(session):
    with pytest.raises(traitlets.TraitError):
        session.choice = {"player": "rogue"}
    with pytest.raises(traitlets.TraitError):
        session.length = 4


def test_a_mistake_in_python_is_an_error_there_and_changes_nothing(session):
    before = session.length
    with pytest.raises(ValueError):
        session.answer("attack the moon")
    assert (session.length, session.here) == (before, 0)
    with pytest.raises(RecordError):
        session._tell({"do": "seat", "seat": "nobody"})


def test_the_film_is_sent_once_however_many_views_there_are(session, monkeypatch):
    views = [part(session) for part in PARTS.values()] + [Board(session), CauseGraph(session)]
    sent = told(session, monkeypatch)
    session.answer(ATTACK[0])
    assert [message["show"] for message in sent] == ["film"]
    assert {view.session for view in views} == {session}


def test_a_browser_that_comes_is_told_where_the_session_stands(session, monkeypatch):
    session.answer(*ATTACK[:2])
    session.moment = 3
    sent = told(session, monkeypatch)
    session._receive(session, {"do": "open", "page": "explore", "query": "", "id": 1}, [])
    assert [message["show"] for message in sent] == ["explore", "done"]
    assert sent[0]["moment"] == 3 and len(sent[0]["film"]["events"]) == session.length


def test_what_is_answered_in_the_browser_is_given_back_to_the_next_cell():
    page = explore("rulebook/e06")
    page._receive(page, {"do": "open", "page": "explore", "query": "", "id": 1}, [])
    page._receive(page, {"do": "answer", "page": "explore", "option": ATTACK[0], "id": 2}, [])
    assert [node.option for node in page.line.here.path()] == [ATTACK[0]]
    assert (page.here, page.length) == (1, page.line.game.table.told)


def test_a_session_shows_something_else(session, monkeypatch):
    sent = told(session, monkeypatch)
    session.show("rulebook/e05").follow()
    assert [message["show"] for message in sent][0] == "explore"
    assert session.line.scenario.title == "An incredible eight"
    assert session.moment == session.length > 1


def test_phases_are_told_with_the_moments_at_which_they_begin(session):
    session.follow()
    names = [name for name, _ in session.phases]
    assert names[:2] == ["Round 1: Rogue Provoke Phase", "Round 1: Hero Oppose Phase"]
    assert names[-1] == "Round 1: Rogue Provoke Phase (2)"  # two buttons of the same name could not be told apart
    session.moment = session.phases[1][1] + 1
    assert session.phase == session.phases[1][1]
    session.here = 0
    assert len(session.phases) == 1


def test_the_parts_lie_in_any_box_and_are_linked_with_any_widget(session):
    slider = ipywidgets.IntSlider()
    ipywidgets.link((session, "length"), (slider, "max"))
    ipywidgets.link((session, "moment"), (slider, "value"))
    session.answer(*ATTACK)
    slider.value = 4
    assert session.moment == 4
    box = ipywidgets.AppLayout(center=Board(session), right_sidebar=ipywidgets.Tab([Answers(session)]), footer=Timelines(session))
    assert isinstance(box.center, ipywidgets.DOMWidget)


def test_a_page_is_made_of_these_widgets():
    page = explore("rulebook/e06")
    assert isinstance(page, Page) and isinstance(page, Session)
    assert list(page.parts) == list(PARTS)
    assert all(isinstance(part, PARTS[name]) and part.session is page for name, part in page.parts.items())


def test_everything_says_what_it_is(session):
    assert repr(session) == "<Session of 'Six would have knocked him out': moment 1 of 1, rogue is asked: Rogue Provoke Phase>"
    assert repr(explore()) == "<Page 'explore': nothing is open yet>"
    assert repr(Board(session)).startswith("<Board of <Session of 'Six would have")
    line = session.line
    assert repr(line).startswith(
        "<Timeline of 'Six would have knocked him out': 0 answers given, 0 in the tree; <Game: rogue is asked"
    )
    assert repr(line.game.table) == "<Table: 1 · Confrontation Stage · Rogue Provoke Phase; 1 events>"
    assert repr(line.scenario).startswith("<Scenario 'Six would have knocked him out' of DC Forever: ")


def test_the_package_offers_what_a_notebook_needs():
    from dcf_lab import cause_graph, figure, manual  # noqa: F401

    assert {"read", "Timeline", "explore", "Session", "Board"} <= set(dir(dcf_lab))
    offered: dict = {}
    exec("from dcf_lab import *", offered)
    assert {"read", "Timeline", "explore", "Session", "Board"} <= set(offered) and "import_module" not in offered
    with pytest.raises(AttributeError, match="dcf_lab has no 'nonsense'; it has read, Timeline"):
        getattr(dcf_lab, "nonsense")  # noqa: B009


# the page that they bring


@pytest.mark.parametrize("entry", ["app.js", *(f"room/{page}.js" for page in ("phone", "screen", "desk", "remote", "handout"))])
def test_no_two_files_of_the_page_declare_the_same_name(entry):
    """They are joined to one program, in which a name can be declared once."""
    declared = re.compile(r"^(?:export )?(?:async )?(?:function\*?|class|const|let) +(\w+|\{[^}]*\}|\[[^\]]*\])", re.M)
    names = [
        (name, file.name)
        for file in modules(entry)
        for found in declared.findall(file.read_text(encoding="utf-8"))
        for name in re.findall(r"\w+", found)
    ]
    twice = {name: sorted(file for one, file in names if one == name) for name, _ in names}
    assert {name: files for name, files in twice.items() if len(files) > 1} == {}
