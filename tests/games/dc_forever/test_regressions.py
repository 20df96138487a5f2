"""One small scene for each rule that the game once had wrong; some need cards that the box does not have."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dcf_lab.commands.cli import main
from dcf_lab.engine.game import Game
from dcf_lab.engine.table import Event
from dcf_lab.engine.windows import MAX_NESTING
from dcf_lab.games.dc_forever.rules import legal, quick, setup
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, in_play, is_exhausted
from dcf_lab.games.dc_forever.rules.setup import seating_of
from dcf_lab.games.dc_forever.table import position
from dcf_lab.games.dc_forever.table.view import known_event, view

PLACE = "344_clinton_street"
Pack = Callable[..., None]


def street(**there: Any) -> list[dict[str, Any]]:
    return [{"card": PLACE, "citizens": 6, **there}]


def start(data: dict[str, Any], players: int = 2, trace: bool = False, **readings: str) -> Game:
    return Game(position.set_position({"locations": street(), **data}, seating_of(players), 1, True, readings, trace))


def damage(game: Game, card: str) -> int:
    return game.table.counts.get((card, "damage"), 0)


def events(game: Game, kind: str) -> list[Event]:
    return [event for event in game.table.history if event.kind == kind]


def told(game: Game, player: str, kind: str = "") -> list[Event]:
    """The events as this player knows them, without the position that the scene begins with."""
    seen = (known_event(event, player, game.table) for event in game.table.history[1:])
    return [event for event in seen if event is not None and kind in ("", event.kind)]


def refusals(game: Game) -> dict[str, list[str]]:
    return {refusal.option: [clause.rule for clause in refusal.clauses] for refusal in game.refused()}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """Adds cards to the box: `pack(snare="event of batman; reaction = ...")`, the lines of one ability after the semicolon."""

    def add(**cards: str) -> None:
        text = ""
        for card, words in cards.items():
            head, ability = words.split(";", 1)
            kind, of = head.split(" of ")
            icon = "renown" if setup.library().printed[of].type == HERO else "infamy"
            text += f'[{card}]\nname = "{card}"\ntype = "{kind}"\nof = "{of}"\n{icon} = 1\ncost = 1\n'
            text += f'text = "{card}"\nsource = "stand-in"\n[[{card}.ability]]\n'
            text += "\n".join(line.strip() for line in ability.splitlines()) + "\n"
        file = tmp_path / "pack.toml"
        file.write_text(text)
        cards_now = setup.library(file)
        monkeypatch.setattr(position, "library", lambda: cards_now)

    return add


# who knows what


def test_who_looks_at_a_facedown_scheme_knows_it() -> None:
    """Look At: the player who looks learns the Scheme's name, a partner does not, and it stays facedown."""
    lantern = {"characters": ["green_lantern"], "hand": ["crime_scene_re_creation"]}
    teams = {"rogue1": {"characters": ["the_joker"]}, "rogue2": {"characters": ["cheetah"]}}
    heroes = {"hero1": lantern, "hero2": {"characters": ["superman"]}}
    plan = street(scheme={"card": "dose_the_city", "citizens": 3})
    game = start({"phase": "hero action", **teams, **heroes, "locations": plan}, players=4)
    game.answer("play crime_scene_re_creation")
    assert told(game, "hero1", "look")[0].detail["cards"] == ("dose_the_city",)
    assert "dose_the_city" not in str(told(game, "hero2"))
    assert view(game.table, "hero1")["zones"][f"{PLACE}.scheme"] == {"cards": 1, "citizens": 2}


def test_a_card_put_at_the_bottom_is_known_to_who_put_it_there() -> None:
    """Speed Scouting: the Hero looks at the Rogue's next cards and buries one; the Rogue is not told which."""
    rogue = {"characters": ["cheetah"], "deck": ["enhanced_strength", "on_the_hunt", "pounce", "rending_claws"]}
    game = start({"phase": "hero action", "rogue": rogue, "hero": {"characters": ["the_flash"], "hand": ["speed_scouting"]}})
    game.answer_any("play speed_scouting", "choose on_the_hunt")
    assert game.table.zone(ROGUE, "deck")[-1] == "on_the_hunt"
    assert told(game, HERO, "take")[0].to == "on_the_hunt"
    assert "on_the_hunt" in [event.to for event in told(game, HERO, "choose")]
    assert "on_the_hunt" not in str(told(game, ROGUE))


def test_a_card_blown_from_a_hand_is_known_to_its_holder() -> None:
    """Vortex: chance takes a card from the Rogue's hand; the Rogue sees which one goes on the deck, the Hero does not."""
    rogue = {"characters": ["cheetah"], "hand": ["enhanced_strength", "on_the_hunt", "pounce"], "deck": ["rending_claws"]}
    game = start({"phase": "hero action", "rogue": rogue, "hero": {"characters": ["the_flash"], "hand": ["vortex"]}})
    game.answer("play vortex")
    blown = game.table.zone(ROGUE, "deck")[0]
    assert blown in rogue["hand"]
    assert told(game, ROGUE, "take")[0].to == blown
    assert blown in [event.to for event in told(game, ROGUE, "choose")]
    assert blown not in str(told(game, HERO))


def test_what_is_refused_does_not_name_a_facedown_scheme() -> None:
    """Scheme: what a Hero is told about the opponents' abilities leaves out Schemes that lie facedown."""
    hero = {"characters": ["batman"], "hand": ["batarang.1", "fame.1"]}
    data = {"phase": "hero action", "rogue": {"characters": ["the_joker"]}, "hero": hero}
    hidden = start({**data, "locations": street(scheme={"card": "the_big_reveal", "citizens": 3})})
    assert hidden.refused() and "the_big_reveal" not in str(hidden.refused())
    filed = start({**data, "master_plan": ["the_big_reveal"]}, facedown_masterplan="B")
    assert "the_big_reveal" not in str(filed.refused())
    open_plan = start({**data, "master_plan": [{"card": "the_big_reveal", "faceup": True}]})
    assert "the_big_reveal" in str(open_plan.refused())


ABOUT_TO_SUFFER = {
    "phase": "rogue provoke",
    "rogue": {"characters": ["cheetah"]},
    "hero": {"characters": [{"card": "batman", "at": PLACE, "exhausted": True}], "hand": ["emerald_shield"]},
}


def test_near_misses_do_not_name_cards_in_another_hand() -> None:
    """Open Information: who waits for a moment in vain is told to a player only of cards that this player may see."""
    game = start(ABOUT_TO_SUFFER, trace=True).answer_any(f"activate cheetah at {PLACE}", "attack batman")
    waiting = {who: [miss[0] for event in told(game, who, "window") for miss in event.detail["near"]] for who in (HERO, ROGUE)}
    assert "emerald_shield" in waiting[HERO]
    assert "emerald_shield" not in str(told(game, ROGUE))


SCENE = f"""
title = "A shield without its Lantern"
[table]
phase = "rogue provoke"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = [{{ card = "batman", at = "{PLACE}" }}]
hand = ["emerald_shield"]
[[table.locations]]
card = "{PLACE}"
[[script]]
do = ["activate cheetah at {PLACE}"]
"""


@pytest.mark.parametrize(("seat", "named"), [("rogue", False), ("hero", True)])
def test_near_at_the_terminal_speaks_to_the_seat(
    seat: str, named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Open Information: the command `near` tells a seat nothing about the other player's hand."""
    file = tmp_path / "scene.toml"
    file.write_text(SCENE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"activate cheetah at {PLACE}\nattack batman\nnear 60\nquit\n"))
    main(["play", str(file), "--seat", seat])
    assert ("Emerald Shield did not react" in capsys.readouterr().out) is named


def test_a_completed_scheme_is_revealed_before_its_effect() -> None:
    """Complete Schemes: the Heroes see the Scheme while its effect is being resolved."""
    heroes = [{"card": "batman", "exhausted": True}, {"card": "superman", "exhausted": True}]
    plan = street(scheme={"card": "dose_the_city", "citizens": 8})
    rogue = {"characters": ["the_joker"], "hand": []}
    game = start({"phase": "complete schemes", "rogue": rogue, "hero": {"characters": heroes}, "locations": plan})
    assert "dose_the_city" not in str(view(game.table, HERO))
    game.answer("complete dose_the_city")
    assert list(game.choice.options) == ["choose batman", "choose superman"]
    assert view(game.table, HERO)["zones"][f"{PLACE}.scheme"] == ["dose_the_city"]
    assert told(game, HERO, "complete")[0].to == "dose_the_city"
    game.answer("choose batman")
    assert ("dose_the_city", "revealed") not in game.table.marks


def test_a_scheme_played_facedown_is_known_to_the_partner() -> None:
    """Play a Scheme: everybody sees where it goes, only the Rogue players which one it is."""
    rogues = {"rogue1": {"characters": ["the_joker"], "hand": ["dose_the_city"]}, "rogue2": {"characters": ["cheetah"]}}
    heroes = {"hero1": {"characters": ["batman"]}, "hero2": {"characters": ["superman"]}}
    game = start({"phase": "rogue action", **rogues, **heroes}, players=4)
    game.answer(f"play dose_the_city at {PLACE}")
    for rogue in rogues:
        assert [(event.to, event.detail["card"]) for event in told(game, rogue, "play scheme")] == [(PLACE, "dose_the_city")]
    for hero in heroes:
        assert [event.to for event in told(game, hero, "play scheme")] == [PLACE]
        assert "dose_the_city" not in str(told(game, hero))


# who acts, and who cannot


def test_who_was_captured_before_claiming_claims_nothing(pack: Pack) -> None:
    """When: a Rogue captured by what comes before the claim is not there any more to claim."""
    pack(
        snare="""event of batman;reaction = "when claim"
        if = "actor.side == 'rogue'"
        do = [{ damage = 9, to = "actor" }]"""
    )
    rogue = {"characters": ["cheetah", "the_joker"]}
    hero = {"characters": ["batman"], "hand": ["snare"]}
    game = start({"phase": "rogue provoke", "rogue": rogue, "hero": hero, "locations": street(scheme="go_viral")})
    game.answer_any(f"activate cheetah at {PLACE}", "threaten", "react snare 1")
    assert "cheetah" in game.table.zone("table", "captured")
    assert game.table.counts[PLACE, "citizens"] == 6
    assert not events(game, "threaten")
    assert ("go_viral", "citizens") not in game.table.counts


TANGLE = """event of batman;play = "turn"
do = [{ choose = "rogue", as = "victim" }, { forbid = "exhaust", on = "victim", until = "round" }]"""


def test_who_cannot_exhaust_cannot_be_activated(pack: Pack) -> None:
    """Cannot: activating means exhausting; the offered and the explained answers agree on it."""
    pack(tangle=TANGLE)
    hero = {"characters": ["batman"], "hand": ["tangle"]}
    game = start({"phase": "hero action", "rogue": {"characters": ["cheetah", "the_joker"]}, "hero": hero})
    game.answer_any("play tangle", "choose cheetah")
    assert game.choice.player == ROGUE
    assert list(game.choice.options) == [f"activate the_joker at {PLACE}", "pass"]
    assert quick.activate_options(game.table, ROGUE) == legal.activate_options(game.table, ROGUE)
    assert refusals(game) == {f"activate cheetah at {PLACE}": ["DCF-R018"]}


@pytest.mark.parametrize("price", ["exhaust this", "exhaust character"])
def test_who_cannot_exhaust_cannot_pay_with_it(pack: Pack, price: str) -> None:
    """Cannot: exhausting is no way to pay either, whoever would have to exhaust."""
    forbidden = "accomplice" if price == "exhaust this" else "cheetah"
    pack(
        accomplice=f'minion of cheetah;use = "turn"\npay = "{price}"\ndo = [{{ draw = 1 }}]',
        curfew=f'asset of batman;constant = "cannot exhaust"\nif = "it == \'{forbidden}\'"',
    )
    rogue = {"characters": ["cheetah"], "in_play": ["accomplice"], "hand": ["pounce"], "deck": ["on_the_hunt"]}
    data = {"phase": "rogue action", "rogue": rogue}
    free = start({**data, "hero": {"characters": ["batman"]}})
    assert "use accomplice 1" in free.choice.options
    bound = start({**data, "hero": {"characters": ["batman"], "in_play": ["curfew"]}})
    assert "use accomplice 1" not in bound.choice.options
    assert refusals(bound)["use accomplice 1"] == ["DCF-R018"]


CHAIN = 'minion of cheetah;use = "turn"\npay = "exhaust character"\ndo = [{ draw = 1 }]'


def test_a_captured_character_cannot_be_exhausted_as_a_cost(pack: Pack) -> None:
    """Cost: a minion of a captured Rogue stays, but its Rogue cannot be exhausted to pay for it."""
    pack(chain=CHAIN)
    rogue = {"characters": ["the_joker"], "in_play": ["chain"], "hand": ["pick_a_card"], "deck": ["pounce", "on_the_hunt"]}
    hero = {"characters": ["batman"], "hand": ["fame.1"]}
    game = start({"phase": "rogue action", "captured": ["cheetah"], "rogue": rogue, "hero": hero})
    assert "use chain 1" not in game.choice.options
    assert "DCF-R092" in refusals(game)["use chain 1"]
    assert not is_exhausted(game.table, "cheetah")


# how long effects last


def test_a_prohibition_for_the_phase_ends_with_the_oppose_phase(pack: Pack) -> None:
    """Effects for the phase: said in Batman's activation, it is over when the next Rogue is activated."""
    pack(
        hold="""event of batman;play = "activation"
        do = [{ choose = "rogue", as = "victim" }, { forbid = "threaten", on = "victim", until = "phase" }]"""
    )
    hero = {"characters": ["batman", "superman"], "hand": ["hold"]}
    data = {"rogue": {"characters": ["cheetah"]}, "hero": hero, "locations": street(scheme="go_viral")}
    game = start({"phase": "hero oppose", **data}).answer_any(f"activate batman at {PLACE}", "play hold")
    assert ("cheetah", "cannot threaten") in game.table.marks
    game.answer("done")
    assert ("cheetah", "cannot threaten") not in game.table.marks
    game.answer(f"activate cheetah at {PLACE}")
    assert "threaten" in game.choice.options


def test_a_card_lent_for_an_activation_goes_back(pack: Pack) -> None:
    """Gain Control: what was taken until the end of the activation is its player's again after it."""
    pack(
        borrow="""event of black_manta;play = "activation"
        do = [{ choose = "asset", as = "loot" }, { control = "loot", until = "activation" }]"""
    )
    rogue = {"characters": ["black_manta"], "hand": ["borrow"]}
    hero = {"characters": ["batman"], "in_play": ["batcave"]}
    data = {"rogue": rogue, "hero": hero, "locations": street(scheme="go_viral")}
    game = start({"phase": "rogue provoke", **data}).answer_any(f"activate black_manta at {PLACE}", "play borrow")
    assert game.table.links["batcave", "in play"] == ROGUE
    game.answer("done")
    assert game.table.links["batcave", "in play"] == HERO
    assert "batcave" in game.table.zone(HERO, "play area")


@pytest.mark.parametrize("away, played", [(True, False), (False, True)])
def test_no_minion_is_put_into_play_for_an_absent_rogue(pack: Pack, away: bool, played: bool) -> None:
    """Glossary: Minion Card. Whatever the card says that would put it there."""
    pack(
        call="""event of black_manta;play = "turn"
        do = [{ choose = "card", in = "discard", of = "you", as = "thug" }, { play = "thug" }]"""
    )
    rogue = {"characters": ["black_manta", *([] if away else ["sinestro"])], "hand": ["call", "scavenge"]}
    rogue |= {"discard": ["sinestro_corps_recruit", "blood_in_the_water"], "reserve": ["sinestro"] if away else []}
    game = start({"phase": "rogue action", "rogue": rogue, "hero": {"characters": ["batman"]}, "locations": street()})
    game.answer_any("play call", "choose sinestro_corps_recruit")
    assert ("sinestro_corps_recruit" in game.table.zone(ROGUE, "play area")) == played


def test_a_card_lent_for_an_action_phase_goes_back(pack: Pack) -> None:
    """Gain Control: the Rogue's Action Phase is over, and the Hero has the Asset again."""
    pack(
        borrow="""event of black_manta;play = "turn"
        do = [{ choose = "asset", as = "loot" }, { control = "loot", until = "phase" }]"""
    )
    rogue = {"characters": ["black_manta"], "hand": ["borrow", "scavenge"]}
    hero = {"characters": ["batman"], "in_play": ["batcave"], "hand": ["fame.1"]}
    game = start({"phase": "rogue action", "rogue": rogue, "hero": hero}).answer_any("play borrow")
    assert game.table.links["batcave", "in play"] == ROGUE
    game.answer("done")
    assert game.table.links["batcave", "in play"] == HERO


# damage


def test_damage_passed_on_to_one_who_cannot_suffer_it_does_nothing(pack: Pack) -> None:
    """Cannot: Superman takes the hit for Batman, and nothing can hurt him."""
    pack(ward='asset of superman;constant = "cannot suffer damage"\nif = "it == \'superman\'"')
    heroes = [{"card": "batman", "at": PLACE, "exhausted": True}, {"card": "superman", "at": PLACE, "exhausted": True}]
    hero = {"characters": heroes, "in_play": ["ward"], "hand": ["take_the_hit"]}
    game = start({"phase": "rogue provoke", "rogue": {"characters": ["cheetah"]}, "hero": hero})
    game.answer_any(f"activate cheetah at {PLACE}", "attack batman", "react take_the_hit 1")
    assert damage(game, "batman") == damage(game, "superman") == 0
    assert [(event.by, event.to) for event in events(game, "prevented")] == [("ward", "superman")]


# where cards go


def test_an_affiliated_card_in_the_reserve_lies_beneath_its_character(pack: Pack) -> None:
    """Reserve: it can be bought like the others of its character, but it is nobody to recruit."""
    pack(
        shelve="""event of batman;play = "turn"
        do = [{ choose = "card", in = "hand", of = "you", as = "kept" }, { take = "kept", to = "reserve" }]"""
    )
    hero = {"characters": ["batman"], "hand": ["shelve", "batarang.1", "fame.1", "fame.2"]}
    game = start({"phase": "hero action", "rogue": {"characters": ["cheetah"]}, "hero": hero})
    game.answer_any("play shelve", "choose batarang.1", "pool fame.1", "pool fame.2")
    assert game.table.zone("batman", "beneath") == ("batarang.1",)
    assert not game.table.zone(HERO, "reserve")
    assert "buy batarang.1" in game.choice.options
    assert "recruit batarang.1" not in game.choice.options


def test_discarding_from_an_empty_deck_renews_it_first() -> None:
    """Player Decks: with the deck empty, the discard pile becomes the deck before cards are discarded from it."""
    hand = ["acid_flower", "throwing_card"]
    pile = ["renown.1", "renown.2", "prestige.1", "fame.2"]
    hero = {"characters": ["batman"], "hand": ["fame.1"], "discard": pile}
    game = start({"phase": "rogue action", "rogue": {"characters": ["the_joker"], "hand": hand}, "hero": hero})
    game.answer_any("use the_joker cruel_jest", "pay throwing_card", "lose 3 cards from the deck")
    assert [event.by for event in events(game, "reshuffle")] == [HERO]
    assert len(game.table.zone(HERO, "deck")) == 1 and len(game.table.zone(HERO, "discard")) == 3
    assert set(game.table.zone(HERO, "deck") + game.table.zone(HERO, "discard")) == set(pile)


# using and reacting


def test_a_blanked_completed_scheme_cannot_be_used(pack: Pack) -> None:
    """Blank: a completed Scheme without text has nothing to be used."""
    pack(
        gag="""event of the_joker;play = "turn"
        do = [{ choose = "completed scheme", as = "plan" }, { blank = "plan", until = "game" }]"""
    )
    rogue = {"characters": ["the_joker"], "hand": ["gag", "pick_a_card"]}
    plan = [{"card": "the_big_reveal", "faceup": True}]
    game = start({"phase": "rogue action", "master_plan": plan, "rogue": rogue, "hero": {"characters": ["batman"]}})
    assert "use the_big_reveal 1" in game.choice.options
    game.answer("play gag")
    assert "use the_big_reveal 1" not in game.choice.options
    assert refusals(game)["use the_big_reveal 1"] == ["DCF-R022"]


def test_a_modifier_event_has_been_played_like_any_other(pack: Pack) -> None:
    """After: whoever waits for a card to be played may react to an Attack Modifier once the Attack is done."""
    pack(
        snitch="""asset of batman;reaction = "after play"
        if = "player.side == 'rogue'"
        do = [{ draw = 1 }]"""
    )
    rogue = {"characters": ["cheetah"], "hand": ["enhanced_strength"]}
    batman = {"card": "batman", "at": PLACE, "exhausted": True}
    hero = {"characters": [batman], "in_play": ["snitch"], "deck": ["fame.1", "fame.2"]}
    game = start({"phase": "rogue provoke", "rogue": rogue, "hero": hero})
    game.answer_any(f"activate cheetah at {PLACE}", "attack batman", "play enhanced_strength")
    assert (game.choice.player, game.choice.prompt) == (HERO, "React: after play enhanced_strength")
    assert damage(game, "batman") > 0 and "enhanced_strength" in game.table.zone(ROGUE, "discard")
    game.answer("react snitch 1")
    assert game.table.zone(HERO, "hand") == ("fame.1",)


@pytest.mark.parametrize(("phase", "actor", "first"), [("hero oppose", "batman", HERO), ("rogue provoke", "cheetah", ROGUE)])
def test_after_an_activation_its_player_reacts_first(pack: Pack, phase: str, actor: str, first: str) -> None:
    """Reaction: the end of an activation still belongs to the turn of the player whose character it was."""
    pack(
        ours="asset of batman;reaction = 'after activation'\ndo = [{ draw = 1 }]",
        theirs="minion of cheetah;reaction = 'after activation'\ndo = [{ draw = 1 }]",
    )
    rogue = {"characters": ["cheetah"], "in_play": ["theirs"], "deck": ["pounce", "on_the_hunt"]}
    hero = {"characters": ["batman"], "in_play": ["ours"], "deck": ["fame.1", "fame.2"]}
    game = start({"phase": phase, "rogue": rogue, "hero": hero}).answer_any(f"activate {actor} at {PLACE}")
    assert (game.choice.player, game.choice.prompt) == (first, f"React: after activation {actor}")
    game.answer("decline")
    assert (game.choice.player, game.choice.prompt) == (HERO if first == ROGUE else ROGUE, f"React: after activation {actor}")


def test_two_cards_that_set_each_other_off_come_to_an_end(pack: Pack) -> None:
    """Nested reactions have a limit: Batman and Cheetah wake each other no more than that often."""
    wake = """reaction = "after ready"
    forced = true
    if = "card == '{0}'"
    do = [{{ exhaust = "'{1}'" }}, {{ ready = "'{1}'" }}]"""
    pack(
        rooster="asset of batman;" + wake.format("cheetah", "batman"),
        cat="minion of cheetah;" + wake.format("batman", "cheetah"),
        alarm='event of batman;play = "turn"\ndo = [{ exhaust = "\'batman\'" }, { ready = "\'batman\'" }]',
    )
    rogue = {"characters": ["cheetah"], "in_play": ["cat"]}
    hero = {"characters": ["batman"], "in_play": ["rooster"], "hand": ["alarm", "fame.1"]}
    game = start({"phase": "hero action", "rogue": rogue, "hero": hero}).answer_any("play alarm")
    assert len(events(game, "ready")) == MAX_NESTING + 1
    assert (game.choice.player, game.choice.prompt) == (HERO, "Hero Action Phase")
    assert game.table.nesting == 0
    assert in_play(game.table, "batman") and not is_exhausted(game.table, "batman")


def test_cards_that_all_set_each_other_off_take_no_age(pack: Pack) -> None:
    """Nested reactions have a limit, also where every card answers every other and itself."""
    wake = """reaction = "after ready"
    forced = true
    do = [{{ exhaust = "'{0}'" }}, {{ ready = "'{0}'" }}]"""
    pack(
        rooster="asset of batman;" + wake.format("batman"),
        cat="minion of cheetah;" + wake.format("cheetah"),
        alarm='event of batman;play = "turn"\ndo = [{ exhaust = "\'batman\'" }, { ready = "\'batman\'" }]',
    )
    rogue = {"characters": ["cheetah"], "in_play": ["cat"]}
    hero = {"characters": ["batman"], "in_play": ["rooster"], "hand": ["alarm", "fame.1"]}
    game = start({"phase": "hero action", "rogue": rogue, "hero": hero})
    began = time.monotonic()
    game.answer("play alarm")
    while game.choice.prompt.endswith("which first") and time.monotonic() < began + 20:
        game.answer(game.choice.options[0])
    assert game.choice.prompt == "Hero Action Phase"
