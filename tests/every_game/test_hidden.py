"""Every game has positions, keeps its secrets from each seat, and can be searched for a proof."""

import json
import random
from itertools import combinations

from played_games import described, plain, quiet, scenario_of

from dcf_lab.engine.board import PositionError
from dcf_lab.engine.game import Game
from dcf_lab.engine.unseen import hidden_zones, owner
from dcf_lab.puzzles.search import Keys, Positions
from dcf_lab.puzzles.solve import DISPROVED, SOLVED, UNDECIDED, UNIQUE, Limits, Solver
from dcf_lab.scenario.file import schema_problems
from dcf_lab.scenario.goal import make_goal
from dcf_lab.timeline import display
from dcf_lab.timeline.film import BOOKS, Film
from dcf_lab.timeline.known import known_log
from dcf_lab.timeline.seats import link_from
from dcf_lab.timeline.show import board
from dcf_lab.timeline.timeline import Timeline

# positions


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
    told = json.dumps([plain(event._asdict()) for event in known_log(table, seat)[1:]], default=str)
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
            seen = json.dumps(plain(book.view(table, seat)))
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
