"""The film: whatever jumps are made in the tree, what the page has been told is the film of where it stands."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import MATCHES, begin, play_on

from dcf_lab.games.dc_forever.table.view import view
from dcf_lab.timeline.film import BOOKS, KEEP_EVERY, Film
from dcf_lab.timeline.places import Places, decisions
from dcf_lab.timeline.timeline import MAX_NODES, RecordError, Timeline, new_game

FIRST_GAME = new_game(seed=3)

matches = st.sampled_from(sorted(MATCHES))
jumps = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 40)), min_size=1, max_size=6)


def plain(data):
    return json.loads(json.dumps(data))


def seats(table):
    return (None, *table.rules.players)


def filmed(table, seat):
    """The whole film of a table by somebody who has seen nothing yet."""
    return plain(Film(seat).reel(table)["events"])


def written(books, event):
    """What a page's books say after an event."""
    for book, key, value in event["set"]:
        if value is None:
            books[book].pop(key, None)
        else:
            books[book][key] = value


@settings(max_examples=15, deadline=None)
@given(matches, st.integers(0, 10_000), jumps, st.integers(0, 4))
def test_after_any_jumps_in_a_tree_the_page_has_the_film_of_where_it_stands(match, seed, jumps, chair):
    roll = random.Random(seed)
    places = [begin(match, seed)]
    chairs = seats(places[0].table)
    seat = chairs[chair % len(chairs)]
    film, told, totals = Film(seat), [], []
    for place, answers in jumps:
        game = places[place % len(places)].copy()
        play_on(game, roll, answers)
        places.append(game)
        reel = film.reel(game.table)
        del told[reel["from"] :]
        told += plain(reel["events"])
        totals = [total for total in totals if total[0] < reel["totals"]["from"]] + reel["totals"]["of"]

        assert told == filmed(game.table, seat)
        assert totals == Film(seat).reel(game.table)["totals"]["of"]
        assert [event["id"] for event in told] == list(range(len(told)))
        assert len(told) == game.table.told if seat is None else len(told) <= game.table.told


@settings(max_examples=10, deadline=None)
@given(matches, st.integers(0, 10_000), st.integers(0, 60))
def test_what_the_events_set_is_the_table_as_each_seat_sees_it(match, seed, answers):
    """The page adds up what events changed; the engine says what the table looks like at that moment."""
    game = begin(match, seed)
    roll = random.Random(seed)
    films = {seat: (Film(seat), {book: {} for book in BOOKS}) for seat in seats(game.table)}
    while True:
        for seat, (film, books) in films.items():
            for event in plain(film.reel(game.table)["events"]):
                written(books, event)
            seen = plain(view(game.table, seat))
            assert books == {
                **{book: seen[book] for book in BOOKS},
                "facts": {**seen["facts"], "moment": list(game.table.rules.manual.moment(game.table)[:3])},
            }
        if answers <= 0 or not play_on(game, roll, 7):
            break
        answers -= 7


@pytest.mark.parametrize("seat", [None, "rogue", "hero"])
def test_every_moment_of_a_film_is_a_table_that_was_there(seat):
    """Also between two questions, where only the film knows the table."""
    game = begin("first game", 11)
    play_on(game, random.Random(11), 40)
    film = Film(seat)
    books = {book: {} for book in BOOKS}
    for number, event in enumerate(game.table.history, 1):
        told = film._tell(event) if film.told else film.reel(_until(game.table, 1))["events"][0]
        if told is not None:  # what a seat is not told changes nothing that it sees
            written(books, plain(told))
        seen = plain(view(film.table, seat))
        assert {book: books[book] for book in BOOKS[:-1]} == {book: seen[book] for book in BOOKS[:-1]}, number
    assert film.table.zones == game.table.zones and film.table.marks == game.table.marks


def _until(table, moment):
    """The same log, ending earlier."""
    earlier = table.copy()
    earlier.told = moment
    return earlier


def test_going_back_a_long_way_is_told_in_a_few_events():
    game = begin("first game", 5)
    early = game.copy()
    play_on(early, random.Random(1), 3)
    late = early.copy()
    play_on(late, random.Random(2), 80)
    film = Film()
    film.reel(late.table)
    again = film.reel(early.table)

    assert (again["from"], again["events"]) == (early.table.told, [])
    assert len(film.kept) == early.table.told // KEEP_EVERY + 1
    assert film.table == _as(film.table, early.table)


def _as(here, table):
    """A table with the die of another: the film does not follow it."""
    other = table.copy()
    other.dice = here.dice
    return other


# what a seat may know


@pytest.mark.parametrize("match", ["first game", "four players"])
def test_of_others_a_seat_is_told_only_that_they_decide(match):
    """Not who is asked what, nor how often: a REACTION in hand, or what a hand can pay, would show in it."""
    scenario = new_game(seed=2) if match == "first game" else new_game(start="standard", seating="4", seed=2)
    line = Timeline(scenario, take_chances=True)
    roll = random.Random(4)
    for _ in range(150):
        line.answer(roll.choice(line.game.choice.options))
    players = line.game.table.rules.players
    waiting = {}
    for seat in players:
        film, places = Film(seat), Places(seat)
        events = film.reel(line.game.table)["events"]
        told = decisions(line, film, places)
        own = [node for node in line.nodes() if node.player == seat]
        assert [one["chosen"] for one in told if one["chosen"] is not None] == [node.option for node in own]
        assert [place["option"] for place in places.news(line)] == ["", *(node.option for node in own)]
        assert {event["by"] for event in events if event["kind"] == "answer"} <= {seat}
        for one in told[:-1]:
            assert one["player"] == seat and one["options"] and not one["hidden"]
        if line.game.choice.player != seat:
            waiting[seat] = {key: value for key, value in told[-1].items() if key not in ("at", "node")}
    assert len(waiting) >= len(players) - 1
    assert all(one == list(waiting.values())[0] and not one["player"] and not one["prompt"] for one in waiting.values())
    [asked] = decisions(line, Film(), Places(), line.game.table.told)
    assert asked["options"] and not asked["hidden"] and asked["node"] == line.here.number


# deleting branches


steps = st.lists(st.tuples(st.sampled_from(["answer", "answer", "answer", "go", "cut", "mend"]), st.integers(0, 99)), max_size=40)


@settings(max_examples=60, deadline=None)
@given(steps)
def test_whatever_is_deleted_and_brought_back_the_tree_stays_a_tree(steps):
    line = Timeline(FIRST_GAME)
    for deed, number in steps:
        nodes = list(line.nodes())
        node = nodes[number % len(nodes)]
        if deed == "answer" and line.game.choice:
            line.answer(line.game.choice.options[number % 2])
        elif deed == "go":
            line.here = node
        elif deed == "cut" and node.parent:
            line.cut(node)
        elif deed == "mend" and line.cuts:
            line.mend()
        nodes = list(line.nodes())
        assert line.size == len(nodes) == len({one.number for one in nodes})
        assert line.here in nodes
        for one in nodes:
            options = [child.option for child in one.children]
            assert all(child.parent is one for child in one.children) and len(options) == len(set(options))
    record = plain(line.as_json())
    again = Timeline.from_json(record)
    assert again.size == line.size and plain(again.as_json()) == record


def test_a_branch_comes_back_beside_what_was_tried_instead_of_it():
    """Delete an answer, give it again and go another way: undoing the deletion loses neither way."""
    line = Timeline(FIRST_GAME)
    first = line.game.choice.options[0]
    line.answer(first)
    deleted = line.here
    old, new = line.game.choice.options[:2]
    line.answer(old)
    line.here.name = "the old way"
    line.cut(deleted)
    line.answer(first).answer(new)
    line.here.name = "the new way"

    line.mend()

    assert line.size == 4
    assert sorted(node.name for node in line.nodes() if node.name) == ["the new way", "the old way"]
    assert [child.option for child in line.root.children] == [first]


def test_deleted_branches_do_not_fill_the_memory(monkeypatch):
    """Those deleted longest ago are forgotten, so that the tree and what can be brought back have at most so many answers."""
    monkeypatch.setattr("dcf_lab.timeline.timeline.MAX_NODES", 20)
    line = Timeline(FIRST_GAME)
    option = line.game.choice.options[0]
    for _ in range(100):
        line.answer(option)
        line.cut(line.here)
        assert line.size + sum(len(list(cut.node.branch())) for cut in line.cuts) <= 21
    assert 10 < len(line.cuts) <= 20
    line.mend()
    assert line.size == 2


def test_a_record_with_too_many_answers_is_refused():
    line = Timeline(FIRST_GAME)
    record = plain(line.as_json())
    entry = {"after": 0, "player": "rogue", "prompt": "Rogue Action Phase", "option": "done"}
    with pytest.raises(RecordError, match=f"at most {MAX_NODES}"):
        Timeline.from_json({**record, "answers": [entry] * (MAX_NODES + 1)})
