"""What was saved, shared and written before there were several games still opens: records, links, files, names, addresses."""

import json

import pytest
from folders import ROOT

from dcf_lab.lab.explore import Explore
from dcf_lab.lab.shelf import find
from dcf_lab.scenario.file import parse, read
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.timeline import RecordError, Timeline

OLD = ROOT / "tests" / "old"
RECORDS = sorted(file.stem for file in OLD.glob("*.json") if file.stem != "links")
LINKS = json.loads((OLD / "links.json").read_text(encoding="utf-8"))
SEATINGS = {"first_game": "2", "three_players": "3 hero", "four_players": "4", "attack": "2"}


@pytest.mark.parametrize("name", RECORDS)
def test_an_old_record_opens_where_it_was_left(name):
    line = Timeline.load(OLD / f"{name}.json")

    assert line.scenario.seating == SEATINGS[name] and line.scenario.manual.NAME == "dc_forever"
    assert line.game.position()["answers"] == json.loads((OLD / f"{name}.json").read_text())["position"]["answers"]


@pytest.mark.parametrize("name", LINKS)
def test_an_old_link_opens_and_is_the_same_link(name):
    line = Timeline.from_link(LINKS[name])

    assert line.link() == LINKS[name] and not line.note


def test_an_old_file_says_how_many_play_and_who_is_alone():
    scenario = read(OLD / "three_players.toml")

    assert scenario.seating.startswith("3 ") and all(report.passed for report in run_all(scenario))


@pytest.mark.parametrize("said, seating", [("", "2"), ("players = 3", "3 rogue"), ('players = 3\nsolo = "hero"', "3 hero"),
                                           ('players = 2\nsolo = "hero"', "2"), ('seating = "3 hero"', "3 hero")])  # fmt: skip
def test_players_and_solo_are_a_seating(said, seating):
    assert parse(f'title = "Old"\n{said}\n[table]\n').seating == seating


@pytest.mark.parametrize("name", ["rulebook/e06", "rulebook/e06_attack_with_reduced_modifier", "puzzles/a09"])
def test_an_old_name_of_a_scenario_is_found(name):
    assert find(name).is_file()


@pytest.mark.parametrize("query, players", [("?start=standard&players=3&solo=hero", ("rogue1", "rogue2", "hero")),
                                            ("?start=standard&players=4&seed=2", ("rogue1", "rogue2", "hero1", "hero2")),
                                            ("?start=first+game&seed=7", ("rogue", "hero")),
                                            ("?scenario=rulebook/e06", ("rogue", "hero"))])  # fmt: skip
def test_an_old_address_opens(query, players):
    told = next(iter(Explore().handle({"do": "open", "query": query})))

    assert told["show"] == "explore" and told["players"] == players


@pytest.mark.parametrize("players", ["9", "abc", "0"])
def test_an_address_for_players_whom_no_seating_has_is_refused_with_those_there_are(players):
    with pytest.raises(RecordError, match=f"DC Forever is not for '{players}' players; there are 2, 3 rogue, 3 hero, 4"):
        list(Explore().handle({"do": "open", "query": f"?start=standard&players={players}"}))
