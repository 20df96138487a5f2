"""What every game gets from the lab, and what the lab asks of it: those of dcf_lab/games, tests/games and DCF_LAB_GAMES."""

import json
import random
import string
import subprocess
import sys
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path
from urllib.parse import quote

import pytest
from conftest import Served
from folders import PACKAGE, TEST_GAMES

from dcf_lab import games
from dcf_lab.analysis.causes import cause_graph, picture
from dcf_lab.analysis.series import figure, series
from dcf_lab.engine.board import PositionError
from dcf_lab.engine.game import Game, IllegalAnswer
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.engine.telling import _FURTHER, ending, question, sentence
from dcf_lab.engine.toml import write_toml
from dcf_lab.engine.unseen import hidden_zones, owner
from dcf_lab.games import NoPosition, manual
from dcf_lab.games.defaults import EVENTS
from dcf_lab.lab.guide import guidance
from dcf_lab.lab.learn import Learn
from dcf_lab.lab.shelf import find, shelf
from dcf_lab.puzzles.search import Keys, Positions
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNDECIDED, UNIQUE, Limits, Solver
from dcf_lab.scenario.file import parse, read, scenarios_folder, schema_problems
from dcf_lab.scenario.goal import make_goal
from dcf_lab.timeline import display
from dcf_lab.timeline.film import BOOKS, Film
from dcf_lab.timeline.known import known_log
from dcf_lab.timeline.run import run_all
from dcf_lab.timeline.seats import link_from
from dcf_lab.timeline.show import board
from dcf_lab.timeline.timeline import Timeline, new_game

pytestmark = pytest.mark.usefixtures("test_games")
DEPTHS = ("stage", "action", "effect", "atom")
SEEDS = 2
MOST = 4000  # answers of a random game, which must be over by then
KEPT = 24  # moments of a random game that are looked at more closely
FILES = 25  # scenarios of a game that are played here


def folders():
    return [*map(str, games.__path__), str(TEST_GAMES), str(PACKAGE / "games")]


def found():
    """The names of all games, also of those that only the tests know."""
    return sorted({file.parent.name for folder in folders() for file in Path(folder).glob("*/manual.py")})


@pytest.fixture(params=found())
def book(request):
    return manual(request.param)


@lru_cache(maxsize=8)
def played(name):
    """Random games of every start and seating, each over, with some of the games on the way there."""
    book, matches = manual(name), []
    for start, way in book.STARTS.items():
        for seating in way.seatings or book.SEATINGS:
            for seed in range(SEEDS):
                game = new_game(name, start, seed, seating).game(take_chances=False, trace=seed == 0)
                matches.append((game, _play(game, random.Random(f"{start} {seating} {seed}"))))
    return matches


def _play(game, roll):
    """Answer at random to the end; some of the moments on the way, evenly."""
    moments = [game.copy()]
    for number in range(MOST):
        if game.choice is None:
            break
        game.answer(roll.choice(game.choice.options))
        if number % 8 == 0:
            moments.append(game.copy())
    return [*moments[:: 1 + len(moments) // KEPT], game]


def ends(book):
    return [game for game, _ in played(book.NAME)]


def moments(book):
    return [moment for _, some in played(book.NAME) for moment in some]


def quiet(book):
    """Games at a question at which nothing is half-done."""
    return [game for game in moments(book) if game.is_quiet]


# play


def test_a_random_game_comes_to_its_end(book):
    for game in ends(book):
        assert game.over, f"not over after {MOST} answers: {game.choice}"


def test_the_end_names_sides_that_exist(book):
    for game in ends(book):
        table, outcome = game.table, book.outcome(game.table)
        sides = {book.side(table, player) for player in table.rules.players}
        assert outcome is not None
        assert set(outcome.winners) <= sides <= set(book.SIDES)
        assert set(outcome.scores) <= sides
        assert ending(table)
    for game in moments(book):
        assert game.over or book.outcome(game.table) is None


def test_every_player_is_of_a_side_of_the_seating(book):
    for seating, sides in book.SEATINGS.items():
        table = Table(book.rules_for(book.library(), seating, {}))
        assert set(table.rules.players) == {player for side in sides.values() for player in side} <= set(book.PLAYERS)
        for side, players in sides.items():
            assert {book.side(table, player) for player in players} == {side}


def test_a_copy_plays_on_like_its_game(book):
    for game in moments(book):
        one, other = game.copy(), game.copy()
        for _ in range(3):
            if one.choice is None:
                break
            option = one.choice.options[-1]
            one.answer(option)
            other.answer(option)
        assert one.table == other.table
        assert one.table.history == other.table.history


def test_a_quiet_question_begun_anew_asks_the_same(book):
    for game in quiet(book):
        again = Game(game.table.copy(), game.take_chances)
        assert again.choice is not None
        assert (again.choice.player, again.choice.prompt) == (game.choice.player, game.choice.prompt)
        assert list(again.choice.options) == list(game.choice.options)


def test_only_what_is_offered_is_accepted_and_every_refusal_cites_a_rule(book):
    for game in moments(book):
        if game.choice is None:
            continue
        assert len(set(game.choice.options)) == len(game.choice.options) > 0
        assert set(game.choice.rules) <= set(book.rules())
        for refusal in game.refused():
            assert refusal.option not in game.choice.options
            assert refusal.clauses and all(clause.rule in book.rules() and clause.text for clause in refusal.clauses)
        with pytest.raises(IllegalAnswer):
            game.copy().answer("fly to the moon")


def test_nothing_is_lost_or_doubled(book):
    for game in moments(book):
        assert book.problems(game.table) == []


# saving


def test_a_record_and_a_link_lead_to_the_same_game(book):
    for start, way in book.STARTS.items():
        for seating in way.seatings or book.SEATINGS:
            roll, line = random.Random(5), Timeline(new_game(book.NAME, start, 5, seating))
            for number in range(30):
                if line.game.choice is None:
                    break
                line.answer(roll.choice(line.game.choice.options))
                if number == 9:
                    line.back(2)
            again = Timeline.from_json(json.loads(json.dumps(line.as_json())))
            assert again.game.table == line.game.table
            assert again.size == line.size
            assert again.as_json() == line.as_json()
            linked = Timeline.from_link(line.link())
            assert linked.game.table == line.game.table
            assert linked.game.table.history == line.game.table.history


def test_a_saved_position_goes_on(book):
    for game in moments(book):
        data = json.loads(json.dumps(game.position()))
        table = Table(game.table.rules)
        table.read_json(data["table"])
        again = Game.resume(table, data["answers"], game.take_chances)
        assert again.table == game.table
        assert (again.choice and list(again.choice.options)) == (game.choice and list(game.choice.options))


# the film


def test_the_events_tell_every_change(book):
    for game in ends(book):
        film = Table(game.table.rules)
        for event in game.table.history:
            apply_changes(film, event)
        film.dice = game.table.dice
        assert film == game.table


def test_the_film_shows_the_table_to_every_seat(book):
    for game in ends(book):
        for seat in (None, *game.table.rules.players):
            shown = {book_: {} for book_ in BOOKS}
            for event in Film(seat).reel(game.table)["events"]:
                for where, key, value in event["set"]:
                    if value is None:
                        shown[where].pop(key, None)
                    else:
                        shown[where][key] = value
            shown["facts"].pop("moment", None)
            seen = book.view(game.table, seat)
            assert _plain(shown) == _plain({book_: seen[book_] for book_ in BOOKS}), seat


def _plain(data):
    return json.loads(json.dumps(data))


def test_every_rule_has_a_short_name_of_its_own(book):
    rules = book.rules()
    names = [entry["name"] for entry in rules.values()]

    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert 2 <= len(name.split()) <= 6 and len(name) <= 45, name
        assert not any(rule in name or rule.rpartition("-")[2] in name.split() for rule in rules), name
    assert {rule for some in book.PART_RULES.values() for rule in some} <= set(rules)
    assert set(book.ROLES) <= set(book.EVENTS)


def test_a_rule_without_a_name_is_refused(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text('[MINE-1]\ntext = "Play a card."\nsection = "Turn"\n')

    with pytest.raises(games.UnknownGame, match="MINE-1 has no name"):
        games.read_rules(file)


def test_every_event_has_a_sentence_a_depth_a_cause_and_rules_that_exist(book):
    rules = book.rules()
    for game in ends(book):
        film = Table(game.table.rules)
        for event in game.table.history:
            apply_changes(film, event)
            assert event.kind in book.EVENTS, f"no EventKind for {event}"
            assert book.EVENTS[event.kind].depth in DEPTHS
            assert set(event.rules) <= set(rules), event
            assert bool(event.causes) == (event.id > 0) and all(0 <= cause.event < event.id for cause in event.causes), event
            if event.parts and event.amount is not None:
                assert sum(part.amount for part in event.parts) == event.amount, event
            _every_word_is_filled(book, film, event)
            assert book.begins(event, None) in ("", "action", "phase", "round")


def _every_word_is_filled(book, table, event):
    kind = book.EVENTS[event.kind]
    pattern = kind.sentence if isinstance(kind.sentence, str) else kind.sentence(event, table.rules.library)
    for _, field, _, _ in string.Formatter().parse(pattern):
        word = (field or "").removesuffix("'s")
        if word in ("by", "to", "amount"):
            assert getattr(event, word) is not None, f"{word} of {event}"
        elif word:
            assert word in book.EVENT_WORDS or word in _FURTHER or word in event.detail, f"{word} of {event}"
    text = sentence(table, event)
    assert text[0] == text[0].upper() and text.endswith((".", "!", "?")) and "None" not in text, text


def test_what_a_seat_is_told_reads_as_well(book):
    for game in ends(book):
        for seat in game.table.rules.players:
            for event in known_log(game.table, seat):
                assert "None" not in sentence(game.table, event), event


def test_the_sides_of_events_are_sides_of_the_game(book):
    """Opponents are not taken for friends: what a player does is that player's side's doing."""
    for game in ends(book):
        for event in Film().reel(game.table)["events"]:
            assert event["side"] in ("", *book.SIDES)
            if event["by"] in game.table.rules.players:
                assert event["side"] == book.side(game.table, event["by"])


# the board


def test_everything_on_the_table_has_its_place_on_the_board(book):
    """At every moment: areas, tokens, states of cards."""
    tracks = {track.tokens for track in book.BOARD.tracks}
    effects = set(book.effects(book.library())) if book.effects else set()
    for game in ends(book):
        table, library, players = game.table, game.table.rules.library, game.table.rules.players
        changes = [change for event in table.history for change in event.changes]
        for zone in {change[4] for change in changes if change[0] == "put"}:
            assert book.BOARD.zone(table, *zone) is not None, f"no area for {zone}"
        for whose, what in {change[1] for change in changes if change[0] == "count"}:
            kind = library[whose].type if whose in library else "player" if whose in players else whose
            tokens = [token for token in book.BOARD.tokens if token.what == what and kind in token.on]
            assert tokens or (whose, what) in tracks, f"no token or track for {what} on {whose}"
        for whose, what in {change[1] for change in changes if change[0] == "mark"}:
            assert book.BOARD.state(what) is not None or what in effects, f"no state for {what!r} on {whose}"


def test_a_moment_is_also_one_of_an_empty_table(book):
    for seating in book.SEATINGS:
        assert isinstance(book.moment(Table(book.rules_for(book.library(), seating, {}))).round, int)


def test_the_table_is_drawn_as_text_and_in_a_notebook(book):
    for game in moments(book):
        for seat in (None, *game.table.rules.players):
            assert board(game.table, seat).strip()
        assert display.html(game.table) and display.html(game)
        if game.choice is not None:
            assert question(game.table, game.choice)
    for card in book.library().printed.values():
        assert card.name in display.html(card).replace("&#x27;", "'")


def test_causes_and_timelines_are_made(book):
    for game in ends(book)[:3]:
        for seat in (None, game.table.rules.players[0]):
            graph = cause_graph(game.table, seat=seat, near=True)
            assert len(graph) and picture(graph)
            assert set(series(game.table, seat).lines) == set(book.TIMELINES)
        for what in book.TIMELINES:
            assert figure(game.table, what)


# positions


def described(book, table):
    """What a scenario says of a quiet table, or None where there is no position yet."""
    try:
        return book.describe(table)
    except NoPosition:
        return None


def test_a_position_described_and_set_again_is_the_same_table(book):
    boxes = {("table", zone.what) for zone in book.BOARD.zones if zone.whose == "table" and not zone.key}  # out of the game
    whole = 0
    for game in quiet(book):
        table, said = game.table, described(book, game.table)
        if said is None:
            continue
        data = {"title": "Again", "game": book.NAME, "seating": said.seating, "table": said.table}
        assert schema_problems(data, table.rules.library) == []
        again = book.set_position(said.table, said.seating, table.dice, False, table.rules.readings, cards=table.rules.library)
        if not said.lost:  # what is lost must be told
            whole += 1
            for one in BOOKS:
                assert getattr(again, one) == {key: value for key, value in getattr(table, one).items() if key not in boxes}
            asks = Game(again, game.take_chances).choice
            assert asks is not None and list(asks.options) == list(game.choice.options)
    assert whole


def test_an_empty_position_can_be_played_or_is_refused_with_reasons(book):
    for seating in book.SEATINGS:
        try:
            table = book.set_position({}, seating, 0, True, {})
        except PositionError as error:
            assert error.problems
        else:
            game = Game(table)
            assert game.over or game.choice.options
            assert book.moment(game.table) and board(game.table) and display.html(game)


def scenario_of(book, table, names=None, **more):
    """A quiet table as a scenario, with cards in each other's places; None if a scenario cannot say it."""
    said = described(book, table)
    if said is None or said.lost:
        return None
    data = {"title": "Twin", "game": book.NAME, "seating": said.seating, "seed": 7, "table": _renamed(said.table, names or {})}
    return parse(write_toml({**data, **more}, ("locations",)))


def _renamed(data, names):
    if isinstance(data, dict):
        return {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


# secrets


def twins(book):
    """Pairs of timelines that differ only in two cards which a seat may not see."""
    roll = random.Random(1)
    for game in roll.sample(quiet(book), min(12, len(quiet(book)))):
        for seat in game.table.rules.players:
            pairs = list(_exchangeable(book, game.table, seat))
            first = scenario_of(book, game.table) if pairs else None
            if first is not None:
                one, other = roll.choice(pairs)
                second = scenario_of(book, game.table, {one: other, other: one})
                yield Timeline(first), Timeline(second), seat, (one, other)


def _exchangeable(book, table, seat):
    """Two cards that lie hidden from a seat and could lie the other way round."""
    hidden = [(zone, card) for zone in hidden_zones(table, [seat]) for card in table.zones[zone]
              if not any(whose == card for books in (table.counts, table.marks) for whose, _ in books)]  # fmt: skip
    for (zone, one), (there, other) in combinations(hidden, 2):
        fits = book.exchangeable(table, zone, one, other) and book.exchangeable(table, there, other, one)
        if (
            fits
            and owner(table, zone, one) == owner(table, there, other)
            and table.rules.library[one].id != table.rules.library[other].id
        ):
            yield one, other


def test_no_seat_can_tell_two_tables_apart_that_differ_in_hidden_cards(book):
    number = 0
    for one, other, seat, cards in twins(book):
        number += 1
        roll = random.Random(3)
        for _ in range(6):
            _look_the_same(book, one, other, seat)
            option = _answer_for_both(one, other, cards, roll)
            if option is None:
                break
            one.answer(option)
            other.answer(option)
            if any(_in_sight(book, line.game.table, seat, cards) for line in (one, other)) or _asks(one) != _asks(other):
                break
    assert number


def _look_the_same(book, one, other, seat):
    ours, theirs = one.game.table, other.game.table
    assert book.view(ours, seat) == book.view(theirs, seat)
    assert Film(seat).reel(ours) == Film(seat).reel(theirs)
    assert board(ours, seat) == board(theirs, seat)
    if one.game.is_quiet and other.game.is_quiet:
        assert book.as_known_to(ours, seat) == book.as_known_to(theirs, seat)
        assert link_from(seat, one) == link_from(seat, other)


def _answer_for_both(one, other, cards, roll):
    """An answer that both games accept and that speaks of neither card; None if their questions differ."""
    if _asks(one) is None or _asks(one) != _asks(other):
        return None
    offered = set(one.game.choice.options) & set(other.game.choice.options)
    options = sorted(option for option in offered if not set(cards) & set(option.split()))
    return roll.choice(options) if options else None


def _asks(line):
    """Who is asked what; where somebody else can react with a hidden card, one game is still asking when the other goes on."""
    return line.game.choice and (line.game.choice.player, line.game.choice.prompt)


def _in_sight(book, table, seat, cards):
    """Has one of the cards come to where the seat sees it, or been shown?"""
    told = json.dumps([_plain(event._asdict()) for event in known_log(table, seat)[1:]], default=str)
    seen = [card for zone, there in table.zones.items() if book.sees(table, seat, *zone) for card in there]
    return any(card in seen or f'"{card}"' in told for card in cards)


def test_what_lies_facedown_is_named_nowhere(book):
    """Neither by the area that it lies in nor by what the table says of it."""
    for game in quiet(book)[:: 1 + len(quiet(book)) // 8]:
        table, cards = game.table.copy(), set()
        for zone, there in game.table.zones.items():
            if book.BOARD.zone(table, *zone).seen == "nobody":
                cards.update(there)
        for card in list(cards)[:3]:
            table.marks[card, "looked at"] = ("game", 1)
            table.counts[card, "scratches"] = 1
        for seat in table.rules.players:
            seen = json.dumps(_plain(book.view(table, seat)))
            assert not [
                card for card in cards if f'"{card}"' in seen or f'"{card}.scratches"' in seen or f'"{card}.looked' in seen
            ]


def test_a_seat_knows_less_than_everybody_together(book):
    """A link from a seat names no hidden card's place: dealt anew, hidden cards lie by what is in sight alone."""
    for game in quiet(book)[:6]:
        for seat in game.table.rules.players:
            known = book.as_known_to(game.table, seat)
            assert book.view(known, seat) == book.view(game.table, seat)
            assert book.problems(known) == []


# proofs


def test_the_order_of_a_deck_counts_and_that_of_a_hand_does_not(book):
    ordered = unordered = 0
    for game in quiet(book):
        table = game.table
        for zone, cards in table.zones.items():
            pair = next(
                ((a, b) for a, b in combinations(cards, 2) if table.rules.library[a].id != table.rules.library[b].id), None
            )
            if pair is None:
                continue
            swapped = dict(zip(pair, reversed(pair)))
            other = table.copy()
            other.zones[zone] = tuple(swapped.get(card, card) for card in cards)
            counts = book.BOARD.zone(table, *zone).ordered
            assert (_key(table, table) != _key(table, other)) == counts, zone
            ordered, unordered = ordered + counts, unordered + (not counts)
    assert ordered and unordered


def _key(start, table):
    return sum(Keys(start).books(table, None, (0, 0, 0, 0, 0)))


def test_the_solver_does_not_take_opponents_for_friends(book):
    for game in quiet(book)[:: 1 + len(quiet(book)) // 10]:
        table = game.table
        for side in {book.side(table, player) for player in table.rules.players}:
            positions = Positions(game.copy(), make_goal({"for": side, "win": "any", "within": "this game"}, table.rules.library))
            for player in table.rules.players:
                assert positions.is_ours(player) == (book.side(table, player) == side)


def test_a_goal_is_proved_disproved_or_left_open_with_a_reason(book):
    """From a few positions: does somebody win at once?"""
    decided = 0
    for game in quiet(book)[:: 1 + len(quiet(book)) // 4]:
        side = book.side(game.table, game.choice.player)
        scenario = scenario_of(book, game.table, goal={"for": side, "win": "any", "within": "this action"})
        if scenario is not None:
            proof = Solver(scenario, limits=Limits(seconds=3)).run()
            assert proof.status in (UNIQUE, SOLVED, DISPROVED) or (proof.status == UNDECIDED and proof.why)
            decided += proof.status != UNDECIDED
    assert decided


# scenarios


def scenarios(book):
    """The scenario files of a game, not all of them if there are many."""
    folder = games.scenarios_of(book.NAME) or scenarios_folder() / book.NAME
    files = [file for file in sorted(folder.rglob("*.toml")) if "title" in file.read_text().partition("[")[0]]
    return [read(file) for file in files[:: 1 + len(files) // FILES]]


def test_the_shelf_has_the_scenarios_of_every_game(book):
    assert {str(find(entry.name)) for entry in shelf() if entry.game == book.TITLE} >= {one.file for one in scenarios(book)}


def test_the_scenarios_of_a_game_hold(book):
    found = scenarios(book)
    assert found
    for scenario in found:
        assert scenario.manual is book
        reports = run_all(scenario)
        assert [failure for report in reports for failure in report.failures] == []
        assert set().union(*(report.rules for report in reports)) <= set(book.rules())


def test_a_puzzle_of_a_game_is_decided(book):
    for scenario in scenarios(book):
        if scenario.goal is not None and scenario.certificate.get("nodes", 0) < 5000:
            assert Solver(scenario, limits=Limits(seconds=20)).run().status in (UNIQUE, SOLVED, DISPROVED)


def test_what_the_engine_tells_itself_has_words_in_every_game(book):
    assert set(EVENTS) <= set(book.EVENTS)
    assert set(book.ROADS) == set(book.SIDES) and "this round" in book.WITHIN
    for player in book.PLAYERS:
        assert book.NAMES[player]


# how it is played


def test_a_game_is_introduced_and_explained(book):
    assert book.ABOUT.endswith(".") and len(book.ABOUT) > 20
    assert book.PRIMER.chapters
    for chapter in book.PRIMER.chapters:
        assert chapter.title and chapter.text and all(text.endswith(".") for text in chapter.text)
    for told in (book.PRIMER.words, book.PRIMER.questions, book.PRIMER.deeds):
        assert all(told.values())


def test_the_board_beside_every_chapter_has_something_to_step_through(book):
    for number, chapter in enumerate(book.PRIMER.chapters):
        if not chapter.scene:
            continue
        (told,) = Learn().do_scene({"game": book.NAME, "chapter": number})
        kinds = [event["kind"] for event in told["film"]["events"]]
        assert told["stops"] and told["stops"] == sorted({*told["stops"]}) and told["stops"][-1] <= len(kinds)
        assert {chapter.begin, chapter.stop} - {""} <= {kinds[at - 1] for at in told["stops"]}


def test_the_example_of_a_game_is_one_of_its_scenes_and_adds_up(book):
    example = book.PRIMER.example
    if example is None:
        return
    assert find(f"{book.NAME}/{example.scene}").stem == example.scene.rpartition("/")[2]
    lines = (example.done, *example.counts, example.comes)
    assert {line.side for line in lines} <= {*book.SIDES, ""} and {line.rule for line in lines} <= set(book.rules())
    assert sum(int(line.number.replace("−", "-")) for line in example.counts) == int(example.comes.number)


def test_the_scenes_of_a_rule_are_there_and_show_it(book):
    """What `dcf-lab rules --write` has kept is still so."""
    kept = games.read_scenes(book.NAME)
    assert set(kept["rules"]) <= set(book.rules())
    shown = {scene for scenes in kept["rules"].values() for scene in scenes}
    assert shown == set(kept["titles"])
    for name in sorted(shown)[:: 1 + len(shown) // FILES]:
        scenario = read(find(f"{book.NAME}/{name}"))
        cited = set().union(*(report.rules for report in run_all(scenario)))
        assert scenario.title == kept["titles"][name]
        assert {rule for rule, scenes in kept["rules"].items() if name in scenes} <= cited


def test_a_guided_round_comes_to_its_end_and_every_question_is_explained(book):
    start = next(iter(book.STARTS))
    game = new_game(book.NAME, start, 7).game(take_chances=False, trace=True)
    since = book.moment(game.table).round
    for _ in range(300):
        told = guidance(game, since)
        if told["state"] != "asked":
            break
        assert told["suggested"] in game.choice.options and told["deeds"] and told["words"]
        if book.PRIMER.questions:
            assert told["about"] in book.PRIMER.questions.values(), game.choice.prompt
        if book.PRIMER.deeds:
            assert told["why"], told["suggested"]
        others = [one for one in game.table.rules.players if one != game.choice.player]
        assert guidance(game, since, others[0]) == {"state": "others"}
        game.answer(told["suggested"])

    assert told["state"] in ("round over", "over")


# commands


def run(folder, *arguments, answers=""):
    """What the real command says, run in a folder."""
    command = [sys.executable, "-m", "dcf_lab.commands.cli", *map(str, arguments)]
    done = subprocess.run(command, input=answers, capture_output=True, text=True, timeout=120, cwd=folder)
    assert done.returncode in (0, 1) and not done.stderr, done.stderr
    return done.stdout


def test_the_commands_know_the_game(book, tmp_path):
    lab = partial(run, tmp_path)
    said = lab("play", "--game", book.NAME, "--seed", "3", answers="1\n1\nboard\nwhy\nlog\nlink\nquit\n")
    assert "Round" in said
    assert lab("cards", "--game", book.NAME).rstrip().endswith(".")
    card = next(iter(book.library().printed.values()))
    assert card.name in lab("cards", card.id, "--game", book.NAME)
    rule = next(iter(book.rules()))
    assert rule in lab("rules", rule, "--game", book.NAME)
    json.loads(lab("check", "--schema", "--game", book.NAME))
    if folder := games.scenarios_of(book.NAME):
        assert " 0 failed" in lab("check", folder.parent)
        assert "rules are exercised by a scenario" in lab("rules", "--game", book.NAME)
        puzzle = next((one for one in scenarios(book) if one.goal is not None), None)
        assert puzzle is None or "roved" in lab("solve", puzzle.file)


# the page


@pytest.fixture(scope="module")
def lab_of_all_games(test_games):
    server = Served("--preheat", "1", "--scenarios", str(TEST_GAMES))
    yield server
    server.stop()


@pytest.mark.browser
def test_the_explore_page_opens_a_new_game_and_a_scenario(book, lab_of_all_games, new_visitor):
    start, way = next(iter(book.STARTS.items()))
    seating = next(iter(way.seatings or book.SEATINGS))
    page = new_visitor(lab_of_all_games.address("explore", f"?game={book.NAME}&start={quote(start)}&seating={seating}&seed=3"))
    _answer_on_the_page(page)
    if folder := games.scenarios_of(book.NAME):
        file = next(file for file in sorted(folder.glob("*.toml")) if "[goal]" not in file.read_text())
        page = new_visitor(lab_of_all_games.address("explore", f"?scenario=own/{book.NAME}/scenarios/{file.stem}"))
        _answer_on_the_page(page)


def _answer_on_the_page(page):
    """There are answers and a log, and an answer leads on."""
    page.wait_for_selector(".dcf .explore .choices [data-option]")
    page.click("[data-tab=log]")
    page.wait_for_selector(".log-row")
    page.click("[data-tab=now]")
    before = page.locator(".slider").get_attribute("max")
    page.locator(".choices [data-option]").last.click()
    page.wait_for_function("before => document.querySelector('.slider').max !== before", arg=before)
    for _ in range(int(page.locator(".slider").get_attribute("max"))):
        page.keyboard.press("ArrowLeft")
        assert page.locator(".now-panel h2").inner_text()
    assert page.complaints == []
