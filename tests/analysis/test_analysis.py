"""Looking back at a game: what caused what, and how the numbers went."""

import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from folders import ROOT, SCENARIOS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looking_back import random_table, strengthened, the
from random_play import MATCHES, begin, play_on

from dcf_lab.analysis.causes import NEAR, SCOPES, Causes, cause_graph, followed, picture, span, why
from dcf_lab.analysis.series import BY, Series, figure, news, series
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.engine.telling import sentence
from dcf_lab.games.dc_forever.table.counts import TIMELINES
from dcf_lab.scenario.file import parse, read
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.run import run
from dcf_lab.timeline.timeline import Timeline, new_game

steadily = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def drawn(table, what, by="event"):
    """A figure as its data goes to the page."""
    return figure(table, what, by).to_plotly_json()


# what caused what


def test_batmans_damage_goes_back_to_the_answer_that_played_enhanced_strength():
    """DC Forever, Attack example."""
    table = strengthened()
    graph = cause_graph(table)
    damage = the(table, "damage")

    causes = [graph.nodes[event]["text"] for event in why(graph, damage)]
    assert "The Rogue answers: play Enhanced Strength." in causes
    assert "Batman takes 2 off Enhanced Strength." in causes
    assert "Batman stands." not in causes
    assert graph.nodes[damage]["text"].startswith("Batman suffers 4 damage (3 printed on Cheetah, +3")
    assert graph.nodes[damage]["side"] == "rogue"


def test_what_followed_from_playing_enhanced_strength_is_damage_and_not_the_activation():
    table = strengthened()
    graph = cause_graph(table)
    after = followed(graph, the(table, "play modifier"))

    assert the(table, "damage") in after and the(table, "stands") in after
    assert the(table, "activate") not in after and the(table, "discard") not in after
    with pytest.raises(LookupError, match="999 is not in this graph"):
        followed(graph, 999)


def test_several_kinds_of_cause_between_the_same_two_events_are_all_kept():
    """An answer inside an effect can both trigger and choose; no kind may swallow the other."""
    table = strengthened()
    event = table.history[the(table, "damage")]
    doubled = event._replace(causes=(*event.causes, event.causes[1]._replace(kind="paid by")))
    table.events[event.id] = doubled
    graph = cause_graph(table)

    assert set(graph[event.causes[1].event][event.id]) == {"modified by", "paid by"}


@settings(steadily, max_examples=15)
@given(match=st.sampled_from(list(MATCHES)), seed=st.integers(0, 10**6), other_readings=st.booleans())
def test_the_graph_has_exactly_the_causes_of_the_log(match, seed, other_readings):
    table = random_table(match, seed, other_readings)
    graph = cause_graph(table)

    assert list(graph) == [event.id for event in table.history]
    told = {(cause.event, event.id, cause.kind) for event in table.history for cause in event.causes}
    assert set(graph.edges(keys=True)) == told
    for event in table.history:
        assert graph.nodes[event.id]["text"] == sentence(table, event)
        trigger = next((c.event for c in event.causes if c.kind == "triggered by"), None)
        assert graph.nodes[event.id]["layer"] == (0 if trigger is None else graph.nodes[trigger]["layer"] + 1)


@settings(steadily, max_examples=10)
@given(match=st.sampled_from(list(MATCHES)), seed=st.integers(0, 10**6))
def test_actions_phases_and_rounds_cut_the_log_into_pieces_that_lie_inside_each_other(match, seed):
    table = random_table(match, seed)
    graph = cause_graph(table)
    events = range(0, table.told, 7)
    inner = {event: (event, event) for event in events}
    for scope in SCOPES:
        for event in events:
            first, last = span(graph, event, scope)
            assert first <= inner[event][0] <= inner[event][1] <= last
            assert span(graph, first, scope) == span(graph, last, scope) == (first, last)
            inner[event] = first, last
    assert set(inner.values()) == {(0, table.told - 1)}


def test_the_action_around_the_damage_is_the_attack_and_its_phase_is_the_activation():
    table = strengthened()
    graph = cause_graph(table)
    first, last = span(graph, the(table, "damage"), "action")
    assert table.history[first].detail["option"] == "attack batman"
    assert table.history[last].kind == "end activation"
    assert span(graph, the(table, "damage"), "phase") == (1, last)
    assert list(cause_graph(table, first, last)) == [e.id for e in table.history[first : last + 1] if e.kind != "window"]
    with pytest.raises(ValueError, match="there are action, phase, round, game"):
        span(graph, 3, "week")


def test_who_did_not_react_is_shown_on_request():
    """The Joker waits for damage on himself, not on Batman."""
    table = strengthened()
    extra = cause_graph(table, near=True)
    misses = [node for node in extra if node not in cause_graph(table)]

    assert [extra.nodes[miss]["by"] for miss in misses] == ["the_joker"]
    assert "did not react" in extra.nodes[misses[0]]["text"]
    assert list(extra.in_edges(misses[0], keys=True)) == [(the(table, "declare attack"), misses[0], NEAR)]


def test_a_seat_is_not_told_what_others_answered():
    """The Hero does not learn which Scheme was laid facedown (Open Information)."""
    line = Timeline(new_game(seed=5))
    played = next(option for option in line.game.choice.options if option.startswith("play ") and " at " in option)
    table = line.answer(played).game.table
    scheme = table.rules.library[played.split()[1]]

    for seat, knows in (("rogue", True), ("hero", False)):
        texts = str([data["text"] for _, data in cause_graph(table, seat=seat).nodes(data=True)])
        assert (scheme.id in texts or scheme.name in texts) == knows


def test_the_picture_shows_every_event_with_its_arithmetic_and_its_rules():
    table = strengthened()
    svg = ET.fromstring(picture(cause_graph(table)))
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]

    assert len(titles) == len([e for e in table.history if e.kind != "window"])
    assert any("= 4)" in title and "\nModifiers add up: " in title for title in titles)
    assert "#00568a" in picture(cause_graph(table)) and "#a63a00" in picture(cause_graph(table))
    assert "modified by" in [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "<svg" in cause_graph(table)._repr_html_()


def test_the_picture_of_a_long_game_says_how_much_it_leaves_out():
    graph = cause_graph(random_table("first game", 3))
    assert len(graph) > 250
    svg = picture(graph, most=50)
    assert f"and {len(graph) - 50} more events" in svg
    assert len(list(ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}title"))) == 50
    assert ET.fromstring(picture(cause_graph(Table(random_table("first game", 3).rules)))) is not None


def test_a_card_called_like_a_script_stays_a_name_in_the_picture(tmp_path):
    pack = tmp_path / "evil.toml"
    pack.write_text('[enhanced_strength]\nname = "<script>alert(1)</script>"\n')
    table = run(read(SCENARIOS / "rulebook/e06_attack_with_reduced_modifier.toml", [pack])).game.table

    assert "<script" not in picture(cause_graph(table))
    assert "&lt;script&gt;" in picture(cause_graph(table))
    assert "<script" not in figure(table, "damage").to_json()


# how the numbers went


@settings(steadily, max_examples=8)
@given(match=st.sampled_from(list(MATCHES)), seed=st.integers(0, 10**6))
def test_every_line_has_at_every_moment_what_lay_on_the_table_then(match, seed):
    table = random_table(match, seed)
    found = series(table)
    film = Table(table.rules)
    kinds = table.box.kind
    for moment in range(table.told + 1):
        if moment:
            apply_changes(film, table.history[moment - 1])
        lying = dict.fromkeys(("location", "scheme", "unaligned"), 0)
        for (whose, what), number in film.counts.items():
            if what == "citizens" and kinds.get(whose) in lying:
                lying[kinds[whose]] += number
        now = {key: line.value(moment) for key, line in found.lines["citizens"].items()}
        assert now == {
            "locations": lying["location"], "schemes": lying["scheme"], "unaligned": lying["unaligned"],
            "sanctuary": film.counts.get(("sanctuary", "citizens"), 0),
        }  # fmt: skip
        for card, line in found.lines["damage"].items():
            assert line.value(moment) == film.counts.get((card, "damage"), 0)
        for key, line in found.lines["schemes"].items():
            plan = len(film.zone("table", "master plan"))
            assert line.value(moment) == (plan if key == "completed" else film.counts.get((key, "citizens"), 0))
        for key, line in found.lines["hands"].items():
            assert line.value(moment) == len(film.zone(*key.split(".")))
        for player, line in found.lines["resources"].items():
            assert line.value(moment) == film.counts.get((player, "resources"), 0)
    assert all(a != b for group in found.lines.values() for line in group.values() for a, b in zip(line.values, line.values[1:]))


def test_stages_and_rounds_follow_each_other_without_a_gap():
    table = random_table("first game", 3)
    found = series(table)

    assert [stage.name for stage in found.stages[:5]] == [
        "Plotting Stage", "Planning Stage", "Confrontation Stage", "Maintenance Stage", "Plotting Stage",
    ]  # fmt: skip
    assert [span.name for span in found.rounds[:3]] == ["Set-up", "Round 1", "Round 2"]
    for spans in (found.stages, found.rounds):
        assert all(before.last == after.first for before, after in zip(spans, spans[1:]))
        assert spans[-1].last == table.told


def test_a_position_begins_in_its_own_stage_and_round():
    text = 'title = "Late"\n[table]\nphase = "rogue provoke"\nround = 6\n[table.rogue]\ncharacters = ["cheetah"]\n'
    text += '[[table.locations]]\ncard = "arkham_asylum"\n'
    found = series(parse(text).game().table)
    assert (found.stages[0].name, found.rounds[0].name) == ("Confrontation Stage", "Round 6")


def test_batmans_damage_is_drawn_as_a_step_with_its_sentence():
    table = strengthened()
    data = drawn(table, "damage")
    (line,) = data["data"]

    assert (line["name"], line["x"], line["y"]) == ("Batman", [0, the(table, "damage") + 1, table.told], [0, 4, 4])
    assert ": Batman suffers 4 damage (3 printed on Cheetah" in line["text"][1].replace("<br>", " ")
    assert line["line"]["shape"] == "hv"
    assert data["layout"]["shapes"][0]["name"] == "Confrontation Stage"


def test_lines_can_be_told_apart_without_their_colours():
    data = drawn(random_table("four players", 4), "hands")["data"]
    assert len(data) == 12
    assert len({(line["line"]["dash"], line["marker"]["symbol"]) for line in data}) == 12


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("what", TIMELINES)
def test_the_rows_have_the_numbers_of_the_figure(what, by):
    table = random_table("two players", 8)
    data = drawn(table, what, by)
    assert data["layout"]["xaxis"]["title"]["text"] and data["layout"]["yaxis"]["title"]["text"]

    header, *body = series(table).rows(what, by)
    assert all(len(row) == len(header) for row in body)
    last = {trace["name"]: trace["y"][-1] for trace in data["data"]}
    assert dict(zip(header, body[-1])).items() >= last.items()


def test_an_unknown_timeline_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="citizens, locations, damage"):
        figure(strengthened(), "weather")
    with pytest.raises(ValueError, match="event, round"):
        series(strengthened()).rows("damage", "week")


@settings(steadily, max_examples=6)
@given(
    match=st.sampled_from(list(MATCHES)), seed=st.integers(0, 10**6), chair=st.integers(0, 4),
    jumps=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 40)), min_size=1, max_size=5),
)  # fmt: skip
def test_what_is_told_anew_adds_up_to_the_graph_and_the_figures_of_where_one_stands(match, seed, chair, jumps):
    """After any jumps in a tree, from any seat: graph, places in it and figures are those of a film seen at one go."""
    roll, games = random.Random(seed), [begin(match, seed)]
    seats = (None, *games[0].table.rules.players)
    seat = seats[chair % len(seats)]
    film, graph, numbers, told, sent, kept = Film(seat), Causes(), Series(games[0].table), [], {}, {}
    for place, answers in jumps:
        game = games[place % len(games)].copy()
        play_on(game, roll, answers)
        games.append(game)
        reel = film.reel(game.table)
        graph.take(reel, game.table)
        numbers.take(reel)
        told[reel["from"] :] = reel["events"]

        once, whole = Film(seat).reel(game.table), Causes()
        whole.take(once, game.table)
        assert told == once["events"]
        assert dict(graph.nodes) == dict(whole.nodes) and set(graph.edges(keys=True)) == set(whole.edges(keys=True))
        for by in BY:
            now = numbers.figure("hands", by).to_plotly_json()
            assert now == figure(game.table, "hands", by, seat).to_plotly_json()
            kept[by] = patched(kept.get(by), plain(news(sent.get(by), now)))
            sent[by] = now
            assert kept[by] == plain({**now, "layout": {"shapes": [], "annotations": [], **now["layout"]}})


def plain(data):
    return json.loads(json.dumps(data))


def patched(figure, new):
    """A figure on the page, with what the lab tells of it anew."""
    old = {trace["uid"]: trace for trace in figure["data"]} if figure else {}
    data = []
    for trace in new["data"]:
        if "keep" in trace:
            had = old[trace["uid"]]
            points = [*list(zip(had["x"], had["y"], had["text"], strict=True))[: trace["keep"]], *trace["more"]]
            trace = {**had, **{word: [point[n] for point in points] for n, word in enumerate(("x", "y", "text"))}}
        data.append(trace)
    layout, shapes = {**(figure["layout"] if figure else {}), **new["layout"]}, new["layout"]["shapes"]
    layout["shapes"] = [*(figure["layout"]["shapes"] if figure else [])[: shapes["keep"]], *shapes["more"]]
    return {"data": data, "layout": layout}


def test_a_seat_counts_what_lies_on_a_facedown_scheme_by_its_place_alone():
    """Open Information: its citizens are there for all to see, its name is not."""
    line = Timeline(new_game(seed=5))
    played = next(option for option in line.game.choice.options if option.startswith("play ") and " at " in option)
    _, scheme, _, place = played.split()
    table = line.answer(played).game.table
    table.cause = table.log("set aside")
    table.count(scheme, "citizens", 3)

    hidden = series(table, "hero").lines["schemes"]
    assert hidden[f"{place}.scheme"].values[-1] == 3 and scheme not in hidden
    assert series(table, "rogue").lines["schemes"][scheme].values[-1] == 3
    assert series(table, "hero").lines["citizens"]["schemes"].values[-1] == 3
    table.cause = table.log("set aside")
    table.mark(scheme, "revealed", "the end of the game")
    shown = series(table, "hero").lines["schemes"]
    assert shown[f"{place}.scheme"].values[-1] == 0 and shown[scheme].values[-1] == 3


def test_numbers_are_read_without_plotly_and_the_command_starts_without_networkx():
    code = (
        "import sys; import dcf_lab.commands.cli; from dcf_lab.analysis.series import series; "
        "from dcf_lab.games.dc_forever import first_game; series(first_game(1).table).rows('hands'); "
        "sys.exit(bool({'plotly', 'networkx', 'numpy'} & sys.modules.keys()))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, timeout=120).returncode == 0
