"""Hidden things stay hidden: two games that differ only in what a seat may not know are told to it alike (Open Information)."""

import json
import random

import pytest
from random_play import MATCHES, any_readings, begin, midgame
from twins import in_sight, next_answers, play_twins, twins

from dcf_lab.engine.game import Game
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table.counts import TIMELINES
from dcf_lab.games.dc_forever.table.dealt import as_known_to
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.table.view import sees, view
from dcf_lab.lab.explore import Explore
from dcf_lab.scenario.file import parse
from dcf_lab.timeline.film import BOOKS
from dcf_lab.timeline.known import known_log
from dcf_lab.timeline.timeline import Timeline

SEATS = [(match, seat) for match, players in zip(MATCHES, (2, 2, 3, 3, 4), strict=True) for seat in range(players)]
TOKEN = "t" * 40


class Page:
    """What a page knows from the messages that have come: it adds them up as the page's own film does."""

    def __init__(self, line, seat):
        self.explore = Explore()
        self.explore.show(line)
        self.events, self.totals, self.decisions, self.nodes, self.last = [], [], [], {}, {}
        self.send(do="seat", seat=seat)

    def send(self, **message):
        """A message to the lab; returns the answers as they go over the line."""
        answers = json.loads(json.dumps(list(self.explore.handle(message))))
        for answer in answers:
            self.take(answer)
        return answers

    def take(self, answer):
        if answer["show"] == "gone":
            gone = list(self.nodes) if answer["nodes"] == "all" else answer["nodes"]
            for node in gone:
                self.nodes.pop(node, None)
        if answer["show"] == "film":
            self.events[answer["from"] :] = answer["events"]
            kept = [total for total in self.totals if total[0] < answer["totals"]["from"]]
            self.totals = kept + answer["totals"]["of"]
            self.decisions = [one for one in self.decisions if one["at"] < answer["from"]] + answer["decisions"]
            self.nodes |= {node["id"]: node for node in answer["nodes"]}
            self.last = {key: answer[key] for key in answer if key not in ("from", "events", "totals", "decisions", "nodes")}

    def look(self):
        """The timeline has been moved: what is new."""
        self.take(json.loads(json.dumps(self.explore.news())))

    def knows(self):
        return json.dumps([self.events, self.totals, self.decisions, list(self.nodes.items()), self.last])


def everything(page):
    """The answers to whatever a page may ask for where it stands, also after loading it anew."""
    here = page.last["here"]
    asked = [
        page.send(do="refused"),
        page.send(do="keep", token=TOKEN),
        page.send(do="compare", nodes=[0, here]),
        *(page.send(do="figure", what=what, by=by) for what in TIMELINES for by in ("event", "round")),
        page.send(do="rows", what="schemes", by="event"),
        page.send(do="causes", event=len(page.events) - 1, way="why"),
        page.send(do="causes", event=0, way="followed"),
        page.send(do="go", node=here // 2),
        page.send(do="refused", node=here // 2),
        *(
            page.send(do=do, moment=moment, **more)
            for moment in (1, len(page.events) // 2, len(page.events))
            for do, more in (
                ("refused", {}),
                ("askings", {}),
                ("why not", {"who": page.explore.seat}),
                ("why not", {"deed": "pass"}),
            )
        ),
        page.send(do="go", node=here),
        page.send(do="name", node=here, name="here"),
        page.send(do="seat", seat=page.explore.seat),
    ]
    return json.dumps(asked)


@pytest.mark.parametrize(("match", "number"), SEATS)
@pytest.mark.parametrize("readings", [False, True], ids=["default readings", "any readings"])
def test_two_games_that_differ_in_hidden_cards_tell_a_seat_the_same(match, number, readings):
    """Byte for byte, on the page's messages, from the exchange of two cards until one of them comes to light."""
    compared = 0
    for seed in range(100 * number, 100 * number + 12):
        found = twins(match, seed, number, readings)
        if found is None:
            continue
        one, other, seat, cards = found
        pages = [Page(line, seat) for line in (one, other)]
        where = f"{match}, seed {seed}, {seat}, {cards}"
        for turn in play_twins((one, other), seat, cards, random.Random(seed), 60):
            for page in pages:
                page.look()
            if turn != "seat":
                continue
            assert pages[0].knows() == pages[1].knows(), where
            compared += 1
            if compared % 9 == 1:
                assert everything(pages[0]) == everything(pages[1]), where
                given = [(page.send(do="link"), page.send(do="download", what="record")) for page in pages]
                assert given[0] == given[1], where
        if compared > 25:
            break
    assert compared > 5


@pytest.mark.parametrize("match", MATCHES)
def test_a_seat_that_waits_is_told_the_beginning_of_what_it_is_told_later(match):
    """Whoever is asked meanwhile: what was told is not taken back, and the wait looks the same every time."""
    line, _, seat, _ = twins(match, 4, 0)
    page, roll, waits = Page(line, seat), random.Random(1), set()
    for _ in range(40):
        if line.game.choice is None:
            break
        before = len(page.events)
        line.answer(roll.choice(line.game.choice.options))
        told = json.loads(json.dumps(page.explore.news()))
        assert told["from"] == before
        page.take(told)
        if line.game.choice is not None and line.game.choice.player != seat:
            waits.add(json.dumps({key: value for key, value in told["decisions"][-1].items() if key not in ("at", "node")}))
    assert len(waits) == 1


def test_the_twins_notice_when_a_hidden_card_comes_to_light():
    """What holds the tests above up: the two cards are hidden at first, and are looked for wherever they go."""
    one, other, seat, cards = twins("first game", 3, 0)
    assert not any(in_sight(line.game.table, seat, cards) for line in (one, other))
    assert one.game.table != other.game.table and view(one.game.table, seat) == view(other.game.table, seat)
    assert next_answers((one, other), seat, cards, random.Random(1)) is not None
    table = one.game.table.copy()
    zone = next(zone for zone, there in table.zones.items() if cards[0] in there)
    table.log("discard", to=cards[0])
    table.put(cards[0], zone, (zone[0], "discard"))
    assert in_sight(table, seat, cards)


# what a question names


def named(choice, table):
    """The cards that a question or its answers name."""
    words = {word for text in (choice.prompt, *choice.options) for word in text.split()}
    return sorted(word for word in words if word in table.rules.library)


def looked_at(table, player):
    """The cards that an effect has lately shown to a player."""
    for event in reversed(table.history):
        if event.kind in ("phase", "activate", "stage", "play", "use", "react"):
            return
        if event.kind in ("look", "reveal") and event.seen in (None, player):
            yield from event.detail["cards"]


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("seed", range(4))
def test_no_question_names_a_card_that_the_player_may_not_know(match, seed):
    """Unless the rules show it: a look, a search through one's own deck, the next Unaligned character, which is revealed."""
    roll = random.Random(seed)
    game = begin(match, seed, any_readings(roll) if seed % 2 else None)
    for _ in range(350):
        choice, table = game.choice, game.table
        if choice is None:
            break
        for card in named(choice, table) if choice.player != "chance" else ():
            zone = next(zone for zone, cards in table.zones.items() if card in cards)
            if sees(table, choice.player, *zone) or card in looked_at(table, choice.player):
                continue
            revealed = zone == ("table", "unaligned deck") and table.zones[zone][0] == card
            searched = zone == (choice.player, "deck") and list(choice.options) == sorted(choice.options)
            assert revealed or searched, (choice, zone)
        game.answer(roll.choice(choice.options))


PLACE = "344_clinton_street"


def start(data, players=2, **readings):
    position = {"locations": [{"card": PLACE, "citizens": 6}], **data}
    return Game(set_position(position, seating_of(players), 1, True, readings, True))


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """Adds a card to the box, from the lines of its TOML."""

    def add(text):
        (tmp_path / "more.toml").write_text(text)
        whole = setup.library(tmp_path / "more.toml")
        monkeypatch.setattr("dcf_lab.games.dc_forever.table.position.library", lambda *packs: whole)
        return whole

    return add


def test_looking_through_a_deck_tells_its_cards_and_not_their_order():
    """Zatarra Shuffle: 'Look through your deck for a card'; a deck's order is nobody's to know (Player Decks)."""
    deck = ["renown.1", "fame.1", "prestige.1", "batarang.1"]
    asked = []
    for order in (deck, deck[::-1]):
        hero = {"characters": ["zatanna", "batman"], "hand": ["zatarra_shuffle"], "deck": order}
        game = start({"phase": "hero action", "rogue": {"characters": ["cheetah"]}, "hero": hero})
        asked.append(list(game.answer_any("play zatarra_shuffle").choice.options))
    assert asked[0] == asked[1] == sorted(f"choose {card}" for card in deck)


BLIND = """
[snatch]
name = "Snatch"
type = "event"
of = "batman"
renown = 1
cost = 2
text = "Choose a card of {whose}. It is discarded."
[[snatch.ability]]
play = "turn"
do = [{{ {choose}, as = "lost" }}, {{ discard_these = "lost" }}]
"""


@pytest.mark.parametrize(
    ("choose", "called", "lost"),
    [
        ('choose = "card", in = "hand", of = "rogue"', "card 2 of rogue hand", "acid_flower"),
        ('choose = "card", in = "deck", of = "rogue", top = 2', "card 1 of rogue deck", "get_serious"),
        ('choose = "scheme"', f"scheme at {PLACE}", "dose_the_city"),
    ],
)
def test_a_blind_choice_is_made_by_where_the_card_lies(pack, choose, called, lost):
    """Look At; Scheme: who chooses without having looked knows the place of a card, and not its name."""
    cards = pack(BLIND.format(whose="the Rogue", choose=choose))
    rogue = {"characters": ["the_joker"], "hand": ["throwing_card", "acid_flower"], "deck": ["get_serious", "enhanced_strength"]}
    hero = {"characters": ["batman"], "hand": ["snatch"]}
    schemes = [{"card": "dose_the_city"}, {"card": "sold_out_show"}]
    places = [{"card": place, "scheme": scheme} for place, scheme in zip((PLACE, "arkham_asylum"), schemes, strict=True)]
    data = {"phase": "hero action", "rogue": rogue, "hero": hero, "locations": places}
    game = Game(set_position(data, "2", 1, True, {}, True, cards))
    game.answer("play snatch")
    assert f"choose {called}" in game.choice.options and lost not in str(game.choice.options)
    game.answer(f"choose {called}")
    assert lost in game.table.zone(ROGUE, "discard")
    chosen = next(event for event in known_log(game.table, HERO) if event.kind == "choose")
    assert chosen.to != lost


def test_who_reacts_to_a_facedown_scheme_is_not_told_which_it_is(pack):
    """Play a Scheme: the Hero's question speaks of the Location where it was put."""
    cards = pack(
        """
[watchful]
name = "Watchful"
type = "event"
of = "batman"
renown = 1
cost = 2
text = "REACTION: After a card is played, draw a card."
[[watchful.ability]]
reaction = "after play"
do = [{ draw = 1 }]
"""
    )
    rogue = {"characters": ["the_joker"], "hand": ["dose_the_city"]}
    hero = {"characters": ["batman"], "hand": ["watchful"], "deck": ["fame.1"]}
    data = {"phase": "rogue action", "rogue": rogue, "hero": hero, "locations": [{"card": PLACE}]}
    game = Game(set_position(data, "2", 1, True, {}, True, cards))
    game.answer(f"play dose_the_city at {PLACE}")
    assert game.choice.player == HERO and game.choice.prompt == f"React: after play {PLACE}"


# what a seat's log leaves out

ATTACKED = {
    "phase": "rogue provoke",
    "rogue": {"characters": ["cheetah"]},
    "hero": {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}, "superman"]},
}


@pytest.mark.parametrize("hand", [["emerald_shield"], ["fame.1"], ["batarang.1"]])
def test_the_log_of_a_seat_is_the_same_whatever_an_opponent_could_have_done(hand):
    """Open Information: windows, answers and single answers that come of a hidden hand leave neither an event nor a gap."""
    logs = []
    for held in (hand, ["renown.1"]):
        hero = {**ATTACKED["hero"], "hand": held}
        game = start({**ATTACKED, "hero": hero}).answer_any(f"activate cheetah at {PLACE}", "attack batman")
        while game.choice is not None and game.choice.player == HERO and "decline" in game.choice.options:
            game.answer("decline")
        logs.append(known_log(game.table, ROGUE)[1:])
    assert [event[:8] for event in logs[0]] == [event[:8] for event in logs[1]]
    assert [event.id for event in logs[0]] == list(range(1, len(logs[0]) + 1))
    assert all(cause.event < event.id for event in logs[0] for cause in event.causes)


REACTIONS = """
[{rogues}]
name = "{rogues}"
type = "{kind}"
of = "cheetah"
infamy = 1
cost = 2
text = "REACTION: After an Attack, draw a card."
[[{rogues}.ability]]
reaction = "{moment}"
{price}
do = [{{ draw = 1, who = "you" }}]
"""


def reaction(card, moment="after attack", kind="event", price=""):
    return REACTIONS.format(rogues=card, moment=moment, kind=kind, price=price)


def test_that_an_opponent_could_react_shows_neither_in_the_own_question_nor_in_what_follows_from_its_answer(pack):
    """Reaction: the rules that the own question cites, and what the own answer is said to have led to."""
    cards = pack(reaction("lunge") + reaction("parry").replace("cheetah", "batman").replace("infamy", "renown"))
    seen = []
    for hand in (["parry"], ["fame.1"]):
        rogue = {"characters": ["cheetah"], "hand": ["lunge"], "deck": ["get_serious", "enhanced_strength"]}
        hero = {**ATTACKED["hero"], "hand": hand, "deck": ["renown.1"]}
        data = {**ATTACKED, "rogue": rogue, "hero": hero, "locations": [{"card": PLACE, "citizens": 6}]}
        game = Game(set_position(data, "2", 1, True, {}, True, cards))
        game.answer_any(f"activate cheetah at {PLACE}", "attack batman")
        asked = game.choice
        assert asked.player == ROGUE and "react lunge 1" in asked.options
        game.answer("decline")
        if game.choice.player == HERO and "react parry 1" in game.choice.options:
            game.answer("decline")
        seen.append((asked.rules, [event[:8] for event in known_log(game.table, ROGUE)[1:]]))
    assert seen[0] == seen[1]
    answers = {event[0] for event in seen[0][1] if event[1] == "answer"}
    chosen = {cause.event for event in seen[0][1] for cause in event[6] if cause.kind == "chosen by"}
    assert len(answers) >= 3 and answers <= chosen


def test_why_a_rogue_did_not_react_does_not_tell_what_the_hand_could_pay(pack):
    """Character Abilities: a Rogue pays from hand, so only its player knows whether a limited REACTION could have been paid."""
    cards = pack(reaction("claws", kind="minion", price="cost = 3"))
    seen = {HERO: [], ROGUE: []}
    for hand in (["enhanced_strength", "get_serious"], []):
        rogue = {"characters": ["cheetah"], "in_play": ["claws"], "hand": hand, "deck": ["acid_flower"]}
        data = {**ATTACKED, "rogue": rogue, "locations": [{"card": PLACE, "citizens": 6}]}
        game = Game(set_position(data, "2", 1, True, {}, True, cards))
        game.answer_any(f"activate cheetah at {PLACE}", "attack batman")
        while game.choice.prompt.endswith("Modifiers"):
            game.answer("done")
        if "decline" in game.choice.options:
            game.answer("decline")
        for seat, logs in seen.items():
            near = [miss for event in known_log(game.table, seat) if event.kind == "window" for miss in event.detail["near"]]
            logs.append([miss for miss in near if miss[0] == "claws"])
    assert seen[ROGUE][0] != seen[ROGUE][1] and seen[HERO] == [[], []]


def test_a_place_of_the_tree_does_not_tell_how_far_the_others_let_it_go(tmp_path):
    """End of Round Phase: with a REACTION to it in a hidden hand the round is not over yet, and nothing says so."""
    (tmp_path / "more.toml").write_text(reaction("last_word", "when round ends"))
    pages = []
    for hand, below in (("last_word", "enhanced_strength"), ("enhanced_strength", "last_word")):
        scene = f"""
            title = "The round ends"
            [table]
            phase = "draw phase"
            round = 2
            [table.rogue]
            characters = ["cheetah"]
            hand = ["{hand}"]
            deck = ["acid_flower", "throwing_card", "get_serious", "{below}"]
            [table.hero]
            characters = ["batman"]
            hand = ["fame.1"]
            deck = ["renown.1", "renown.2", "prestige.1"]
            [[table.locations]]
            card = "{PLACE}"
        """
        line = Timeline(parse(scene, packs=[tmp_path / "more.toml"]))
        page = Page(line, HERO)
        page.send(do="answer", option="done")
        pages.append((page, line))
    (one, held), (other, free) = pages
    assert (held.game.table.facts["round"], free.game.table.facts["round"]) == (2, 3)
    assert one.nodes == other.nodes and one.decisions[:-1] == other.decisions[:-1]
    held.answer("decline")
    one.look()
    assert one.knows() == other.knows()


# the table as a seat knows it


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("seed", range(5))
def test_a_table_dealt_anew_looks_the_same_and_has_nothing_of_the_real_one(match, seed):
    """The same cards in all, in places that only what is in sight decides."""
    table = midgame(match, seed, any_readings(random.Random(seed)) if seed % 2 else None).table
    for player in table.rules.players:
        known = as_known_to(table, player)
        mine, theirs = view(known, player), view(table, player)
        for book in BOOKS:
            assert mine[book] == theirs[book]
        assert known.dice != table.dice
        assert sorted(card for cards in known.zones.values() for card in cards) == sorted(
            card for cards in table.zones.values() for card in cards
        )
        assert as_known_to(known, player) == known  # what it is made of is all in sight
