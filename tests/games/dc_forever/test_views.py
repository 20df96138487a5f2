"""What each player may see: nothing of a view depends on what is hidden from that player (Open Information)."""

import json
import random

import pytest
from random_play import MATCHES, begin, midgame, play_on

from dcf_lab.engine.table import Table
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, icons, owner, side_of
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.table.view import known_event, view
from dcf_lab.scenario.file import parse

DECKS = (("table", "location deck"), ("table", "unaligned deck"))


def swapped(table, one, other):
    """A table on which two cards have changed places, with all that is on them."""
    names = {one: other, other: one}
    new = table.copy()
    new.zones = {
        (names.get(whose, whose), what): tuple(names.get(c, c) for c in cards) for (whose, what), cards in table.zones.items()
    }
    for book in ("counts", "marks", "links"):
        setattr(new, book, {(names.get(whose, whose), what): value for (whose, what), value in getattr(table, book).items()})
    return new


def hidden_from(table, player):
    """The areas whose cards this player may not know, by whose cards they are."""
    for (whose, what), cards in table.zones.items():
        if (whose, what) in DECKS:
            yield whose + what, what, cards
        elif what == "deck" or what in ("hand", "starters") and whose != player:
            yield whose, what, cards
        elif what == "scheme" and side_of(player) == HERO and not any((c, "faceup") in table.marks for c in cards):
            yield owner(table, cards[0]), what, cards
        elif what == "empowering" and table.links[whose, "in play"] != player:
            yield table.links[whose, "in play"], what, cards


def may_change_places(table, player, one, other):
    """Could these two hidden cards lie the other way round for all that the player can see?"""
    (whose, what, card), (others, area, different) = one, other
    if whose != others or (whose == player and what != area):
        return False
    if "scheme" in (what, area) and not table.box.kind[card] == table.box.kind[different] == "scheme":
        return False
    return "empowering" not in (what, area) or icons(table, card, HERO) == icons(table, different, HERO)


def shuffled_where_hidden(table, player, roll):
    """Another table that looks the same to this player, and how many cards changed places."""
    hidden = [(whose, what, card) for whose, what, cards in hidden_from(table, player) for card in cards]
    moved = 0
    for _ in range(60 if len(hidden) > 1 else 0):
        one, other = roll.sample(hidden, 2)
        if may_change_places(table, player, one, other):
            table = swapped(table, one[2], other[2])
            hidden = [(whose, what, card) for whose, what, cards in hidden_from(table, player) for card in cards]
            moved += 1
    table = table.copy()
    table.dice = roll.getrandbits(64)
    return table, moved


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("seed", range(6))
def test_a_view_does_not_depend_on_what_is_hidden(match, seed):
    """Opposing hands and decks, deck orders, facedown Schemes, cards under other players' Heroes, the die."""
    game, roll = midgame(match, seed), random.Random(seed)
    for _ in range(8):
        table = game.table
        for player in table.rules.players:
            other, moved = shuffled_where_hidden(table, player, roll)
            assert moved and other != table
            assert json.dumps(view(table, player), sort_keys=True) == json.dumps(view(other, player), sort_keys=True)
        play_on(game, roll, 6)


@pytest.mark.parametrize("match", MATCHES)
def test_a_player_sees_their_own_hand_and_nobody_elses(match):
    table = midgame(match, 3).table
    players = table.rules.players
    for player in players:
        seen = view(table, player)["zones"]
        for other in players:
            hand = list(table.zone(other, "hand"))
            if hand and other == player:
                assert seen[f"{other}.hand"] == hand
            elif hand:  # the back of a planted card shows
                assert set(seen[f"{other}.hand"]) <= {"cards", "planted"} and seen[f"{other}.hand"]["cards"] == len(hand)
            if deck := table.zone(other, "deck"):
                assert set(seen[f"{other}.deck"]) <= {"cards", "planted_on_top"} and seen[f"{other}.deck"]["cards"] == len(deck)


def test_the_backs_of_planted_cards_show():
    """Rogue Tactics, Klarion Bleak: Rogue cards have a distinct back, in a Hero's hand and on top of a Hero's deck."""
    position = {
        "rogue": {"characters": ["klarion_bleak"]},
        "hero": {"characters": ["batman"], "hand": ["teekl", "fame.1"], "deck": ["witchs_road", "renown.1"]},
        "locations": [{"card": "arkham_asylum"}],
    }
    table = set_position(position, "2", 1, False, {}, False)
    seen = view(table, "rogue")["zones"]
    assert seen["hero.hand"] == {"cards": 2, "planted": 1} and seen["hero.deck"] == {"cards": 2, "planted_on_top": True}


def test_what_is_open_is_open_to_everybody():
    """Open Information: discard piles, play areas, Locations with their citizens, who is where and how damaged."""
    table = midgame("first game", 4).table
    open_areas = (
        "discard",
        "characters",
        "play area",
        "attachments",
        "unaligned",
        "locations",
        "reserve",
        "knocked out",
        "captured",
    )
    for player in (ROGUE, HERO):
        seen = view(table, player)
        for (whose, what), cards in table.zones.items():
            if what in open_areas:
                assert seen["zones"][f"{whose}.{what}"] == list(cards)
        for (whose, what), number in table.counts.items():
            if table.box.kind.get(whose) != "scheme":
                assert seen["counts"][f"{whose}.{what}"] == number
        assert "dice" not in seen


POSITION = """
title = "Something to hide"
[table]
phase = "rogue provoke"
[table.rogue]
characters = ["the_joker"]
hand = ["enhanced_strength"]
deck = ["get_serious"]
[table.hero]
characters = [{ card = "batman", empowering = ["fame.1", "renown.1"] }]
[[table.locations]]
card = "arkham_asylum"
scheme = { card = "dose_the_city", citizens = 3 }
[[table.locations]]
card = "the_daily_planet"
scheme = { card = "sold_out_show", citizens = 2, faceup = true }
"""


def test_of_a_facedown_scheme_the_hero_sees_the_citizens_only():
    table = parse(POSITION).game().table
    seen = view(table, HERO)
    assert seen["zones"]["arkham_asylum.scheme"] == {"cards": 1, "citizens": 3}
    assert "dose_the_city" not in json.dumps(seen)
    assert seen["zones"]["the_daily_planet.scheme"] == ["sold_out_show"] and seen["counts"]["sold_out_show.citizens"] == 2
    assert view(table, ROGUE)["zones"]["arkham_asylum.scheme"] == ["dose_the_city"]


def test_of_cards_under_a_hero_the_rogue_sees_number_and_renown():
    """Empower a Hero: facedown, with as much Renown as anybody may ask for."""
    table = parse(POSITION).game().table
    renown = icons(table, "fame.1", HERO) + icons(table, "renown.1", HERO)
    assert view(table, ROGUE)["zones"]["batman.empowering"] == {"cards": 2, "renown": renown}
    assert view(table, HERO)["zones"]["batman.empowering"] == ["fame.1", "renown.1"]


def test_starters_are_secret_until_all_are_revealed():
    """Standard Setup 3: chosen in secret, revealed together; the reserve does not give them away by who is missing."""
    game = begin("two players", 2)
    while game.choice.prompt == "Draft":
        game.answer(game.choice.options[0])
    chooser = game.choice.player
    watcher = next(p for p in game.table.rules.players if p != chooser)
    one, other = game.choice.options[:2]
    picked, not_picked = game.copy(), game.copy()
    picked.answer(one)
    not_picked.answer(other)
    assert view(picked.table, watcher) == view(not_picked.table, watcher)
    assert view(picked.table, chooser) != view(not_picked.table, chooser)
    secret = [known_event(e, watcher, picked.table) for e in picked.table.history[game.table.told :]]
    assert one.removeprefix("start ") not in str(secret)


def test_whoever_may_see_everything_does():
    table = midgame("four players", 2).table
    again = Table(table.rules)
    again.read_json(view(table, None))
    assert again == table


# events


def test_what_was_drawn_is_known_to_the_drawer_only():
    game = begin("first game", 6)
    while not any(e.kind == "draw" and e.by == ROGUE and e.id > 100 for e in game.table.history):
        game.answer("done" if "done" in game.choice.options else game.choice.options[0])
    event = [e for e in game.table.history if e.kind == "draw" and e.by == ROGUE][-1]
    assert event.detail["cards"] and event.changes
    assert known_event(event, ROGUE, game.table) == event
    seen = known_event(event, HERO, game.table)
    assert seen.amount == event.amount == len(event.detail["cards"])
    assert not any(card in str(seen) for card in event.detail["cards"])


@pytest.mark.parametrize("match", MATCHES)
def test_events_tell_nobody_the_order_of_a_deck(match):
    table = midgame(match, 5).table
    shuffles = [e for e in table.history if any(change[0] == "order" for change in e.changes)]
    assert shuffles
    for event in shuffles:
        for player in table.rules.players:
            assert not any(change[0] == "order" for change in known_event(event, player, table).changes)


def test_an_answer_is_known_to_who_gave_it():
    """'empower batman with fame.1' would give away the card; what is public of it is told by the events after it."""
    game = begin("first game", 1)
    while not any(o.startswith("empower") for o in game.choice.options):
        game.answer("done" if "done" in game.choice.options else game.choice.options[0])
    option = next(o for o in game.choice.options if o.startswith("empower"))
    before = game.table.told
    game.answer(option)
    events = game.table.history[before:]
    assert any(e.kind == "answer" and e.detail["option"] == option for e in events)
    card = option.split()[-1]
    assert card not in str([known_event(e, ROGUE, game.table) for e in events])
    assert [known_event(e, HERO, game.table) for e in events] == events


def test_events_do_not_name_a_facedown_scheme_to_the_heroes():
    """A Threaten tells how many citizens went to the Scheme, not which Scheme it is."""
    game = parse(POSITION).game()
    game.answer_any("activate the_joker at arkham_asylum", "threaten")
    claim = next(e for e in game.table.history if e.kind == "threaten")
    assert claim.to == "dose_the_city"
    for_hero = [known_event(e, HERO, game.table) for e in game.table.history[1:]]
    assert "dose_the_city" not in str(for_hero)
    assert for_hero[claim.id - 1].amount == claim.amount
    assert known_event(claim, ROGUE, game.table).to == "dose_the_city"
