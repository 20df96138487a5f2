"""Every game is told: its film, its rules and events in words, its board, its pictures."""

import string

import pytest
from played_games import beginnings, ends, moments, plain

from dcf_lab import games
from dcf_lab.analysis.causes import cause_graph, picture
from dcf_lab.analysis.series import figure, series
from dcf_lab.engine.table import Table, apply_changes
from dcf_lab.engine.telling import _FURTHER, question, sentence
from dcf_lab.timeline import display
from dcf_lab.timeline.film import BOOKS, Film
from dcf_lab.timeline.known import known_log
from dcf_lab.timeline.show import board

DEPTHS = ("stage", "action", "effect", "atom")


# the film


def test_the_events_tell_every_change(book):
    for game in ends(book):
        film = Table(game.table.rules)
        for event in game.table.history:
            apply_changes(film, event)
        film.dice = game.table.dice
        assert film == game.table


def test_the_film_shows_the_table_to_every_seat(book):
    for game in beginnings(book):
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
            assert plain(shown) == plain({book_: seen[book_] for book_ in BOOKS}), seat


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
    for game in beginnings(book):
        for seat in game.table.rules.players:
            for event in known_log(game.table, seat):
                assert "None" not in sentence(game.table, event), event


def test_the_sides_of_events_are_sides_of_the_game(book):
    """Opponents are not taken for friends: what a player does is that player's side's doing."""
    for game in beginnings(book):
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
    for game in beginnings(book)[:3]:
        for seat in (None, game.table.rules.players[0]):
            graph = cause_graph(game.table, seat=seat, near=True)
            assert len(graph) and picture(graph)
            assert set(series(game.table, seat).lines) == set(book.TIMELINES)
        for what in book.TIMELINES:
            assert figure(game.table, what)
