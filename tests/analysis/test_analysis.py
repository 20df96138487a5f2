"""Looking back at a game: what caused what, how the numbers went, where two readings part."""

import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import islice
from pathlib import Path

import pytest
from folders import ROOT, SCENARIOS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import MATCHES, any_readings, begin, play_on

from dcf_lab.analysis.causes import NEAR, SCOPES, Causes, cause_graph, followed, picture, span, why
from dcf_lab.analysis.compare import compare, differences, follow_script, matters, parting, replayed
from dcf_lab.analysis.series import BY, Series, figure, news, series
from dcf_lab.commands.cli import main
from dcf_lab.engine.rulings import RulingError
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.games.dc_forever import rulings
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table.counts import TIMELINES
from dcf_lab.games.telling import say, sentence
from dcf_lab.scenario.file import parse, read
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.run import run
from dcf_lab.timeline.timeline import Timeline, new_game

steadily = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def drawn(table, what, by="event"):
    """A figure as its data goes to the page."""
    return figure(table, what, by).to_plotly_json()


def scene(path):
    return read(SCENARIOS / path)


def strengthened():
    """Rulebook example E06, played to its end."""
    return run(scene("rulebook/e06_attack_with_reduced_modifier.toml")).game.table


def the(table, kind, number=0):
    """The first event of a kind."""
    return [event.id for event in table.history if event.kind == kind][number]


def wander(line, answers, seed):
    """Random answers on a timeline."""
    roll = random.Random(seed)
    for _ in range(answers):
        if line.game.choice is None:
            break
        line.answer(roll.choice(line.game.choice.options))
    return line


def random_table(match, seed, other_readings=False, most=400):
    roll = random.Random(seed)
    game = begin(match, seed, any_readings(roll) if other_readings else {})
    play_on(game, roll, most)
    return game.table


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
    assert any("= 4)" in title and "\nDCF-R" in title for title in titles)
    assert "#0072B2" in picture(cause_graph(table)) and "#D55E00" in picture(cause_graph(table))
    assert "modified by" in [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert "<svg" in cause_graph(table)._repr_html_()


def test_the_picture_of_a_long_game_says_how_much_it_leaves_out():
    graph = cause_graph(random_table("first game", 3))
    assert len(graph) > 250
    svg = picture(graph, most=50)
    assert f"and {len(graph) - 50} more events" in svg
    assert len(ET.fromstring(svg).findall("{http://www.w3.org/2000/svg}g")) == 50
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


# the same answers again

LUCK = "cards/klarion_bleak/twist_of_luck.toml"


def test_chance_taken_over_and_given_back_leads_to_the_same_table():
    """Twist of Luck takes a random card: the seed's card becomes an answer, and the seed's again."""
    line = Timeline(scene(LUCK)).answer("play twist_of_luck")
    line.here.name = "unlucky"
    taken = replayed(line, take_chances=True)

    assert not taken.stopped and taken.line.take_chances
    assert [(n.player, n.name) for n in taken.line.here.path()] == [("rogue", "unlucky"), ("chance", "")]
    assert taken.line.game.table == line.game.table
    assert taken.line.game.table.history == line.game.table.history

    back = replayed(taken.line, take_chances=False)
    assert not back.stopped and not back.line.take_chances
    assert [(n.player, n.name) for n in back.line.here.path()] == [("rogue", "unlucky")]
    assert back.line.game.table == line.game.table


def test_chance_cannot_be_given_back_where_the_seed_says_otherwise():
    line = Timeline(scene(LUCK), take_chances=True).answer("play twist_of_luck")
    seeds = line.game.choice.default
    other = next(option for option in line.game.choice.options if option != seeds)

    back = replayed(line.answer(other), take_chances=False)
    said, seed = (say(option, line.scenario.cards) for option in (other, seeds))
    assert said != seed and back.stopped == f"answer 2: chance was made to answer “{said}”, but the seed answers “{seed}”"
    assert back.unfit is line.here
    assert [node.option for node in back.line.here.path()] == ["play twist_of_luck"]
    assert not replayed(line.back().answer(seeds), take_chances=False).stopped


def test_what_the_presenter_decided_stays_decided_under_another_reading():
    line = Timeline(scene(LUCK), take_chances=True).answer("play twist_of_luck")
    other = next(option for option in line.game.choice.options if option != line.game.choice.default)
    again = replayed(line.answer(other), {"rescue_requirement": "B"})
    assert not again.stopped and again.line.here.option == other
    assert again.line.readings == {"rescue_requirement": "B"}


@settings(steadily, max_examples=12)
@given(players=st.sampled_from([0, 2, 3, 4]), seed=st.integers(0, 10**6), answers=st.integers(0, 160), take=st.booleans())
def test_a_path_given_again_is_the_same_game_with_chance_this_way_or_that(players, seed, answers, take):
    scenario = new_game(start="standard", seating=seating_of(players), seed=seed) if players else new_game(seed=seed)
    line = wander(Timeline(scenario, take_chances=take), answers, seed)
    same = replayed(line)
    assert not same.stopped
    assert same.line.game.table == line.game.table
    assert parting(line.game.table, same.line.game.table) is None
    assert differences(line.game.table, same.line.game.table) == []
    if not take:
        taken = replayed(line, take_chances=True)
        assert not taken.stopped and taken.line.game.table == line.game.table
        back = replayed(taken.line, take_chances=False)
        assert not back.stopped and back.line.as_json() == line.as_json()


def test_an_unknown_reading_is_refused():
    line = Timeline(new_game(seed=1))
    with pytest.raises(RulingError, match="no ruling is called"):
        replayed(line, {"rescue": "B"})
    with pytest.raises(RulingError, match="is none of them"):
        compare(line, "rescue_requirement", "Z")


# following a script


def test_a_script_becomes_a_branch_beside_what_was_tried():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    tried = line.answer("activate the_joker at the_daily_planet").here
    played = follow_script(line)

    assert played.line is line and not played.stopped
    assert [node.option for node in line.here.path()][:2] == ["activate cheetah at the_daily_planet", "attack batman"]
    assert line.game.table == strengthened()
    assert tried in line.root.children and len(line.root.children) == 2
    size = line.size
    assert follow_script(line).line.size == size


def test_a_script_that_decides_for_chance_is_followed_with_chance_taken_over():
    line = Timeline(scene(LUCK))
    played = follow_script(line)
    assert not played.stopped and played.line is not line and played.line.take_chances
    assert ("chance", "renown.1") in [(node.player, node.option) for node in played.line.here.path()]


def test_the_script_of_a_reading_is_followed_under_that_reading():
    file = scene("rulings/rul_060_rescue_requirement.toml")
    assert follow_script(Timeline(file)).line.here.option == "rescue"
    line = Timeline(file, {"rescue_requirement": "B"})
    assert follow_script(line).line is line and line.here.option == "activate superman at 344_clinton_street"
    other = follow_script(Timeline(file, {"reduction_floor": "B"}))
    assert other.line.readings == {} and other.line.here.option == "rescue" and not other.stopped


def test_every_script_that_comes_with_the_lab_can_be_followed():
    for file in sorted(SCENARIOS.rglob("*.toml")):
        scenario = read(file)
        readings = {} if scenario.script else scenario.variants[0].rulings
        played = follow_script(Timeline(scenario, readings))
        assert not played.stopped, played.stopped
        assert played.line.game.table == run(scenario, None if scenario.script else scenario.variants[0]).game.table


def test_a_scenario_without_a_script_says_so():
    line = Timeline(new_game(seed=1))
    assert follow_script(line) == (line, "this scenario has no script", None)


# where two readings part


def test_without_a_scheme_rescue_is_where_the_readings_part():
    """RUL-060: may a Hero Rescue where only an Unaligned character is?"""
    line = Timeline(scene("rulings/rul_060_rescue_requirement.toml"))
    line.answer("activate superman at 344_clinton_street").answer("rescue")
    found = compare(line, "rescue_requirement", "B")

    assert found.changes and (found.before, found.reading) == ("A", "B")
    assert (found.parting.one, found.parting.other) == ("The Hero answers: rescue.", None)
    assert "no Scheme at 344 Clinton Street (DCF-R070)" in found.stopped
    assert (found.differences, found.question) == ([], (None, ["rescue"], []))
    assert found.line.here.option == "activate superman at 344_clinton_street"


def test_an_empty_deck_is_where_the_readings_part():
    """RUL-010: the discard pile becomes the deck at once, or when a card is still owed."""
    line = Timeline(scene("rulings/rul_010_deck_empty_timing.toml")).answer("use x_ray_vision 2")
    found = compare(line, "deck_empty_timing", "B")

    assert not found.stopped
    assert found.parting.event == the(line.game.table, "reshuffle")
    assert found.parting.one == "The Hero's discard pile becomes a new deck."
    piles = {what: (one, other) for what, one, other in found.differences}
    assert piles["the Hero's discard pile"] == ("", "Flight, Heat Vision, X-Ray Vision")
    assert piles["the Hero's deck"][1] == ""


def test_a_reading_that_does_not_matter_here_changes_nothing():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    for answer in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength", "done"):
        if answer in (line.game.choice.options if line.game.choice else ()):
            line.answer(answer)
    found = compare(line, "rescue_requirement", "B")
    assert not found.changes and not found.stopped and not found.differences


def test_two_branches_differ_in_damage_and_in_the_card_played():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    line.answer("activate cheetah at the_daily_planet").answer("attack batman")
    fork = line.here
    strong = line.answer("play enhanced_strength").game.table
    line.here = fork
    plain = line.answer("done").game.table

    assert parting(strong, plain)[2:] == ("The Rogue answers: play Enhanced Strength.", "The Rogue answers: done.")
    found = {what: (one, other) for what, one, other in differences(strong, plain)}
    assert found["Batman: damage"] == (4, 3)
    assert found["the Rogue's hand"] == ("", "Enhanced Strength")
    assert list(found).index("Batman: damage") < list(found).index("the Rogue's hand")
    assert len(differences(strong, plain, most=1)) == 1


def test_the_hero_is_not_shown_which_cards_the_rogues_hands_differ_by():
    line = Timeline(scene("rulebook/e06_attack_with_reduced_modifier.toml"))
    line.answer("activate cheetah at the_daily_planet")
    before = line.game.table
    strong = line.answer("attack batman").answer("play enhanced_strength").game.table
    found = {what: (ours, theirs) for what, ours, theirs in differences(before, strong, seat="hero")}
    assert found["the Rogue's hand"] == ("1 card", "")
    assert found["the Rogue's discard pile"] == ("", "Enhanced Strength")
    assert "dice still to be thrown" not in found


def test_the_draw_of_other_cards_is_a_parting_that_names_them():
    one, other = (Timeline(new_game(seed=seed)).game.table for seed in (1, 2))
    found = parting(one, other)
    assert found.one != found.other and found.one.split(" (")[0] == found.other.split(" (")[0]
    assert not differences(one, other, seat="rogue", most=0)


def test_the_rulings_that_matter_are_those_under_which_the_course_changes():
    line = wander(Timeline(new_game(seed=3)), 60, 1)
    found = list(matters(line))

    assert len({matter.key for matter in found}) == len(found)
    assert any(matter.changes for matter in found) and not all(matter.changes for matter in found)
    missing = {(key, reading) for key, ruling in rulings().items() for reading in ruling.missing}
    tried = {(matter.key, reading) for matter in found for reading in matter.partings}
    assert not tried & missing
    for matter in found:
        for reading, part in matter.partings.items():
            slow = compare(line, matter.key, reading)
            assert slow.changes == (part is not None or matter.questions[reading])
            if part:
                assert (part.one, part.other) == (slow.parting.one, slow.parting.other)


def test_rulings_whose_rules_were_at_work_are_looked_at_first_and_one_at_a_time():
    line = wander(Timeline(new_game(seed=3)), 60, 1)
    cited = {rule for event in line.game.table.history for rule in event.rules}
    at_work = [not cited.isdisjoint(rulings()[matter.key].rules) for matter in matters(line)]
    assert at_work == sorted(at_work, reverse=True)
    assert len(list(islice(matters(line), 2))) == 2
    assert list(matters(line, limit_seconds=-1)) == []


def test_a_ruling_that_only_changes_what_is_offered_matters_too():
    line = Timeline(scene("rulings/rul_060_rescue_requirement.toml")).answer("activate superman at 344_clinton_street")
    matter = next(matter for matter in matters(line) if matter.key == "rescue_requirement")
    assert matter.partings == {"B": None} and matter.questions == {"B": True} and matter.changes


# the command


def test_compare_prints_where_a_scenario_parts_and_what_differs(capsys):
    file = str(SCENARIOS / "rulings/rul_010_deck_empty_timing.toml")
    assert main(["compare", file, "--ruling", "deck_empty_timing=B"]) == 0
    told = capsys.readouterr().out
    assert "The courses part at event 6." in told
    assert "own reading: The Hero's discard pile becomes a new deck." in told
    assert "the Hero's discard pile: nothing / Flight, Heat Vision, X-Ray Vision" in told


def test_compare_says_which_answer_is_no_longer_possible(capsys):
    file = str(SCENARIOS / "rulings/rul_060_rescue_requirement.toml")
    assert main(["compare", file, "--ruling", "rescue_requirement=B", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["parting"]["one"] == "The Hero answers: rescue." and result["parting"]["other"] is None
    assert "'rescue' is refused" in result["stopped"] and "rul_060_rescue_requirement.toml:19" in result["stopped"]
    assert {"what": "Sanctuary: citizens", "one": 2, "other": 0} in result["differences"]


def test_compare_over_a_folder_names_every_scenario_that_changes(capsys):
    assert main(["compare", str(SCENARIOS / "rulings"), "--ruling", "deck_empty_timing=B", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    changed = {Path(result["name"]).stem for result in told["results"] if result["changed"]}
    assert "rul_010_deck_empty_timing" in changed and "rul_060_rescue_requirement" not in changed
    assert told["changed"] == len(changed) and told["unchanged"] > len(changed)
    assert main(["compare", str(SCENARIOS / "rulebook"), "--ruling", "reduction_floor=B"]) == 0
    assert "change under reduction_floor=B." in capsys.readouterr().out


# traits that nobody asks for, a rule that is not named, and a reading that comes to the same here: no event and no answer differs
SAME = (
    ("rul_081_blank_extent", "B"),
    ("rul_088_move_advances", "B"),
    ("rul_094_no_characters_in_play", "C"),
)


def test_the_scenarios_of_rulings_change_under_the_readings_that_they_show(capsys):
    """Where script and variant give the same answers, the reading alone makes the difference that the file expects."""
    looked = 0
    for file in sorted((SCENARIOS / "rulings").glob("*.toml")):
        scenario = read(file)
        if not scenario.script:
            continue
        for variant in scenario.variants:
            if [step.do for step in variant.script] != [step.do for step in scenario.script]:
                continue
            readings = [f"{key}={reading}" for key, reading in variant.rulings.items()]
            assert main(["compare", str(file), *(f"--ruling={reading}" for reading in readings), "--json"]) == 0
            (result,) = json.loads(capsys.readouterr().out)["results"]
            looked += 1
            assert result["changed"] != ((file.stem, readings[0][-1]) in SAME), (file.stem, readings)
    assert looked > 20


def test_compare_takes_a_saved_record_too(capsys, tmp_path):
    line = Timeline(scene("rulings/rul_010_deck_empty_timing.toml")).answer("use x_ray_vision 2")
    line.save(tmp_path / "deck.json")
    assert main(["compare", str(tmp_path / "deck.json"), "--ruling", "deck_empty_timing=B"]) == 0
    assert "The Hero's discard pile becomes a new deck." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--ruling rescue_requirement=B"),
        (["--ruling", "rescue_requirement"], "wants KEY=READING"),
        (["--ruling", "rescue_requirements=B"], "did you mean 'rescue_requirement'?"),
        (["--ruling", "rescue_requirement=Z"], "'Z' is none of them"),
        (["--ruling", "stage_count=B"], "not implemented yet"),
        (["--ruling", "rescue_requirement=A"], "under rescue_requirement=A already"),
    ],
)
def test_a_mistake_in_compare_is_one_sentence(capsys, arguments, words):
    file = str(SCENARIOS / "rulings/rul_060_rescue_requirement.toml")
    assert main(["compare", file, *arguments]) == 2
    told = capsys.readouterr()
    assert words in told.err and len(told.err.splitlines()) == 1 and not told.out


def test_compare_wants_a_file_that_is_there(capsys, tmp_path):
    assert main(["compare", str(tmp_path / "nowhere.toml"), "--ruling", "rescue_requirement=B"]) == 2
    assert "there is no such file or folder" in capsys.readouterr().err
    assert main(["compare", str(tmp_path), "--ruling", "rescue_requirement=B"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
