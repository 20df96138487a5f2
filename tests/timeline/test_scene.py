"""What a step shows on the board, over the rulebook's examples and the scenes of the rules."""

import pytest

from dcf_lab.analysis.compare import follow_script
from dcf_lab.scenario.file import read, scenarios_folder
from dcf_lab.timeline.film import Film
from dcf_lab.timeline.places import Places, decisions
from dcf_lab.timeline.scene import seen, spot, step_event, steps
from dcf_lab.timeline.timeline import Timeline

SCENES = scenarios_folder() / "dc_forever"
EXAMPLES = sorted((SCENES / "rulebook").glob("*.toml"))
RULES = sorted((SCENES / "rules").glob("*.toml"))[::6]


def followed(file):
    return follow_script(Timeline(read(file))).line


def film_of(line, seat=None):
    """The events of a film as the page is told them, each with the total so far, and the moments of its questions."""
    film, places = Film(seat), Places(seat)
    reel = film.reel(line.game.table)
    for at, running in reel["totals"]["of"]:
        reel["events"][at]["running"] = running
    return reel["events"], {asked["at"] for asked in decisions(line, film, places)}


def stepped(line, seat=None):
    """The event that each step is about."""
    events, questions = film_of(line, seat)
    stops = steps(events, questions)
    return [step_event(events, before, stop) for before, stop in zip(stops, stops[1:], strict=False)]


def example(name):
    return followed(next((SCENES / "rulebook").glob(f"{name}_*.toml")))


def one(events, kind):
    return next(event for event in events if event["kind"] == kind)


@pytest.mark.parametrize("files", [EXAMPLES, RULES], ids=["the rulebook's examples", "scenes of the rules"])
def test_a_step_with_nothing_but_words_is_the_exception(files):
    """Under 10 % of the steps; an arrow, a mark, a total, or something that has changed is to be seen at the others."""
    told = [event for file in files for event in stepped(followed(file))]
    silent = [event["text"] for event in told if seen(event) == {"words"}]

    assert len(told) > 50 and len(silent) < len(told) / 10, silent


def test_a_declared_attack_leads_from_cheetah_to_batman():
    declared = one(stepped(example("e06")), "declare attack")

    assert declared["shows"] == {"from": ["cheetah"], "to": ["batman"]}
    assert "arrow" in seen(declared) and "sum" in seen(one(stepped(example("e06")), "damage"))


def test_the_total_of_an_attack_grows_with_each_modifier():
    """DC Forever, Attack example: 3, then 3 + 3, then 3 + 3 - 2."""
    events, _ = film_of(example("e06"))
    kinds = ("declare attack", "play modifier", "reduced modifier")

    assert [[amount for amount, _ in one(events, kind)["running"]["sum"]] for kind in kinds] == [[3], [3, 3], [3, 3, -2]]
    assert "running" not in one(events, "damage") and [amount for amount, _ in one(events, "damage")["sum"]] == [3, 3, -2]


def test_a_value_that_is_replaced_on_the_way_counts_from_then_on():
    """Threaten example: Punchline's 1 becomes 2 before the modifier is played; the Location adds 2 all the time."""
    events, _ = film_of(example("e05"))

    assert [amount for amount, _ in one(events, "declare threaten")["running"]["sum"]] == [1, 2]
    assert [amount for amount, _ in one(events, "play modifier")["running"]["sum"]] == [2, 4, 2]


def test_a_total_is_told_also_of_events_that_were_sent_before():
    line = Timeline(read(next((SCENES / "rulebook").glob("e06_*.toml"))))
    film = Film()
    sent = {}
    for option in ("activate cheetah at the_daily_planet", "attack batman", "play enhanced_strength"):
        line.answer(option)
        reel = film.reel(line.game.table)
        sent |= dict(reel["totals"]["of"])

    assert sent == {event["id"]: event["running"] for event in film_of(line)[0] if "running" in event}
    assert len(sent) == 5


def test_stepping_passes_over_bookkeeping_and_stops_at_every_question_that_follows_something():
    events, questions = film_of(example("e06"))
    stops = steps(events, questions)
    passed = {events[at - 1]["kind"] for at in range(1, len(events) + 1) if at not in stops}

    assert {"answer", "window"} <= passed and "damage" not in passed and "declare attack" not in passed
    assert questions <= set(stops) and stops[0] == 0 and stops[-1] == len(events)


def test_a_seat_sees_only_where_a_hidden_card_lies():
    line = example("e05")
    events, _ = film_of(line, "hero")
    hidden = {"go_viral", "a hidden card"}

    assert all(
        hidden.isdisjoint([*event.get("shows", {}).get("from", []), *event.get("shows", {}).get("to", [])]) for event in events
    )
    assert one(events, "threaten")["shows"]["from"] == ["punchline"]


def test_everything_has_the_place_where_it_is_drawn():
    table = example("e06").game.table

    assert spot(table, "batman") == "batman" and spot(table, "the_daily_planet") == "the_daily_planet"
    assert spot(table, "enhanced_strength") == "rogue.discard"
    assert spot(table, "sanctuary") == "track Sanctuary" and spot(table, "supply") == "" and spot(table, None) == ""
