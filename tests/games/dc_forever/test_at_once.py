"""What happens the moment it can: a character falls, a Location is replaced, citizens move, a side wins."""

import pytest
from test_edges import PLACE, kinds, scene

# Health

ARMOUR = """
[iron_suit]
type = "attachment"
of = "batman"
renown = 2
cost = 1
text = "Batman's Health is 3 higher."
ability = [{ constant = "health", if = "it == this.host", add = 3 }]

[banner]
type = "asset"
of = "superman"
renown = 1
cost = 1
text = "Batman's Health is 2 higher while Superman is in play."
ability = [{ constant = "health", if = "it == 'batman' and 'superman'.in_play", add = 2 }]

[rust]
type = "event"
of = "cheetah"
infamy = 1
cost = 1
text = "Choose an Attachment and treat it as blank until the end of the round."
ability = [{ play = "turn", do = [{ choose = "attachment", as = "it_all" }, { blank = "it_all" }, { draw = 1 }] }]

[snatch]
type = "event"
of = "cheetah"
infamy = 1
cost = 1
text = "Choose an Attachment and discard it."
ability = [{ play = "turn", do = [{ choose = "attachment", as = "it_all" }, { discard_these = "it_all" }] }]

[great_heart]
type = "attachment"
of = "cheetah"
infamy = 1
cost = 1
text = "Cheetah's Health is 3 higher."
ability = [{ constant = "health", if = "it == this.host", add = 3 }]
"""
ARMOURED = """
[table]
phase = "rogue action"
[table.rogue]
characters = [{ card = "cheetah", damage = CHEETAH, attachments = ["great_heart"] }, "the_joker"]
hand = ["rust", "snatch"]
deck = ["twin_swords.1", "twin_swords.2"]
[table.hero]
characters = [{ card = "batman", damage = DAMAGE, attachments = ["iron_suit"] }, { card = "superman", damage = 1 }]
in_play = [EXTRA]
[[table.locations]]
card = "344_clinton_street"
"""


def armoured(damage, cheetah=0, extra="", cards="", **rulings):
    """Batman and Cheetah with so much damage, both in armour; the Rogue has what takes it off."""
    text = ARMOURED.replace("DAMAGE", str(damage)).replace("CHEETAH", str(cheetah)).replace("EXTRA", extra)
    return scene(text, ARMOUR + cards, **rulings)


def health_of(card):
    from dcf_lab.games.dc_forever import library

    return library()[card].value("health")


@pytest.mark.parametrize("event", ["rust", "snatch"])
def test_a_hero_whose_health_falls_to_the_damage_is_knocked_out_at_once(event):
    """Damage: 'if the number of damage counters ever equals or exceeds a character's Health'."""
    game = armoured(health_of("batman"))
    game.answer_any(f"play {event}", "choose iron_suit")
    assert ("ko", "batman") in kinds(game, "ko")
    assert "batman" in game.table.zone("table", "knocked out")
    if event == "rust":  # before the next line of the card
        told = [e.kind for e in game.table.history]
        assert told.index("ko") < told.index("draw")


def test_a_hero_with_less_damage_stays():
    game = armoured(health_of("batman") - 1)
    game.answer_any("play rust", "choose iron_suit")
    assert not kinds(game, "ko") and game.table.links["batman", "in play"] == "hero"


def test_health_that_is_compared_only_after_attacks_falls_without_harm():
    """Register, defeat_check_point = B."""
    game = armoured(health_of("batman"), defeat_check_point="B")
    game.answer_any("play rust", "choose iron_suit")
    assert not kinds(game, "ko")


def test_a_rogue_whose_health_falls_is_captured():
    game = armoured(0, cheetah=health_of("cheetah"))
    game.answer_any("play snatch", "choose great_heart")
    assert ("capture", "cheetah") in kinds(game, "capture")


def test_a_hero_who_pays_with_what_kept_them_up_falls():
    """Character Abilities: Attachments pay for a limited ability; Cyborg pays with the plating that keeps him standing."""
    cards = """
[plating]
type = "attachment"
of = "cyborg"
renown = 2
cost = 1
text = "Cyborg's Health is 3 higher."
ability = [{ constant = "health", if = "it == this.host", add = 3 }]
"""
    text = f"""
[table]
phase = "hero action"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = [{{ card = "cyborg", damage = {health_of("cyborg")}, attachments = ["plating"] }}, "superman"]
[[table.locations]]
card = "344_clinton_street"
"""
    game = scene(text, cards).answer_any("use cyborg technomorph")
    assert "cyborg" in game.table.zone("table", "knocked out")


def test_who_leaves_takes_others_along():
    """Superman is knocked out, so Batman's Health falls, and Batman is knocked out at once."""
    text = """
[table]
phase = "activation"
actor = "cheetah"
[table.rogue]
characters = [{ card = "cheetah", at = "344_clinton_street", exhausted = true }]
[table.hero]
characters = [{ card = "batman", damage = BATMAN }, { card = "superman", damage = SUPERMAN, at = "344_clinton_street" }]
in_play = ["banner"]
[[table.locations]]
card = "344_clinton_street"
"""
    text = text.replace("BATMAN", str(health_of("batman"))).replace("SUPERMAN", str(health_of("superman") - 1))
    game = scene(text, ARMOUR)
    assert not kinds(game, "ko")
    game.answer("attack superman")
    while game.choice is not None and "decline" in game.choice.options:
        game.answer("decline")
    assert kinds(game, "ko") == [("ko", "superman"), ("ko", "batman")]


def test_who_was_spared_stays_until_health_falls_further():
    """A card says that the Hero is not defeated; only a lower Health than then brings the Hero down."""
    cards = """
[last_stand]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "REACTION: When Batman would be defeated, exhaust Last Stand to cancel that."
ability = [{ reaction = "when defeated", if = "target == 'batman'", pay = "exhaust this", do = [{ cancel = true }] }]
"""
    game = armoured(health_of("batman") + 1, extra='"last_stand"', cards=cards)
    game.answer_any("play rust", "choose iron_suit", "react last_stand 1")
    assert not kinds(game, "ko") and game.choice.prompt == "Rogue Action Phase"
    game.answer_any("play snatch", "choose great_heart", "done")
    assert not kinds(game, "ko")


# an emptied Location is replaced at once

REFILL = """
[parting_gift]
type = "event"
of = "the_joker"
infamy = 1
cost = 1
text = "Threaten Modifier: +1. After: move 2 citizens from this Location to the Scheme there."
ability = [{ modifier = "threaten", add = 1, after = [{ move = 2, from = "place", to = "place.scheme" }] }]

[lookout]
type = "minion"
of = "the_joker"
infamy = 1
cost = 1
text = "REACTION: After a Rogue Threatens where The Joker is, draw 1 card."
ability = [{ reaction = "after threaten", if = "place == 'the_joker'.at and place.citizens >= 1", do = [{ draw = 1 }] }]
"""
EMPTYING = """
[table]
phase = "activation"
actor = "the_joker"
location_deck = ["the_daily_planet"]
[table.rogue]
characters = [{ card = "the_joker", at = "344_clinton_street", exhausted = true }]
ROGUES_CARDS
deck = ["twin_swords.1", "twin_swords.2"]
[table.hero]
HEROES
[[table.locations]]
card = "344_clinton_street"
citizens = 2
scheme = "dose_the_city"
"""
GIFT_AND_LOOKOUT = 'hand = ["parting_gift"]\nin_play = ["lookout"]'


def emptying(rogues_cards="", heroes='characters = ["superman"]'):
    """The Joker is about to Threaten where two citizens are left."""
    return EMPTYING.replace("ROGUES_CARDS", rogues_cards).replace("HEROES", heroes)


def test_an_action_goes_on_at_the_location_that_replaces_the_old_one():
    """Register, location_refill_when = B: the modifier's other effect and an After REACTION find the new Location."""
    game = scene(emptying(GIFT_AND_LOOKOUT), REFILL, location_refill_when="B").answer_any("threaten", "play parting_gift")
    if "which" in game.choice.prompt.lower():
        game.answer(game.choice.options[0])
    assert game.table.zone("table", "locations") == ("the_daily_planet",)
    assert game.table.counts["dose_the_city", "citizens"] == 4
    assert game.table.counts["the_daily_planet", "citizens"] == 5
    assert "react lookout 1" in game.choice.options


def test_by_default_they_find_the_empty_one():
    game = scene(emptying(GIFT_AND_LOOKOUT), REFILL).answer_any("threaten", "play parting_gift")
    assert game.table.counts["dose_the_city", "citizens"] == 2
    assert "react lookout 1" not in game.choice.options


def test_a_card_text_goes_on_at_the_new_location_too():
    """Two moves from 'this place' in one text: the second is from the Location that came after the first."""
    cards = """
[double_haul]
type = "event"
of = "the_joker"
infamy = 1
cost = 1
text = "Move 2 citizens from a Location to the Scheme there, then move 2 more."
ability = [{ play = "turn", do = [
  { choose = "location", as = "spot" },
  { move = 2, from = "spot", to = "spot.scheme" },
  { move = 2, from = "spot", to = "spot.scheme" },
] }]
"""
    game = scene(emptying('hand = ["double_haul"]'), cards, location_refill_when="B").answer_any("play double_haul")
    assert game.table.counts["dose_the_city", "citizens"] == 4


def test_an_attack_goes_on_where_the_location_was_replaced():
    """A REACTION empties the Location while the Attack is declared; its target is still there."""
    cards = """
[evacuation]
type = "asset"
of = "superman"
renown = 1
cost = 1
text = "REACTION: When a Rogue Attacks, move 2 citizens from that Location to Sanctuary."
ability = [{ reaction = "when attack", do = [{ move = 2, from = "place", to = "sanctuary" }] }]
"""
    heroes = 'characters = [{ card = "superman", at = "344_clinton_street" }]\nin_play = ["evacuation"]'
    game = scene(emptying(heroes=heroes), cards, location_refill_when="B").answer_any("attack superman", "react evacuation 1")
    assert game.table.zone("table", "locations") == ("the_daily_planet",)
    assert game.table.counts["superman", "damage"] > 0 and not kinds(game, "no target")


def test_an_empty_space_keeps_its_scheme_and_nobody_goes_there():
    """Register, location_deck_empty = B: no Location comes; the Scheme can still be completed."""
    text = emptying().replace('location_deck = ["the_daily_planet"]\n', "")
    text = text.replace('scheme = "dose_the_city"', 'scheme = { card = "dose_the_city", citizens = 9 }')
    text += '[[table.locations]]\ncard = "arkham_asylum"\ncitizens = 3\n'
    game = scene(text, location_deck_empty="B", location_refill_when="B").answer_any("threaten")
    assert ("empty space", PLACE) in kinds(game, "empty space")
    assert game.table.zone("table", "locations") == ("arkham_asylum",)
    assert ("the_joker", "at") not in game.table.links
    while "complete dose_the_city" not in (game.choice.options if game.choice else ()):
        assert not any(PLACE in option for option in game.choice.options)
        game.answer("pass" if "pass" in game.choice.options else game.choice.options[-1])
    game.answer("complete dose_the_city")
    assert "dose_the_city" in game.table.zone("table", "master plan")


# citizens of a swayed character

ALARM = """
[war_room]
type = "minion"
of = "cheetah"
infamy = 1
cost = 1
text = "REACTION: After a Scheme is advanced, draw 1 card."
ability = [{ reaction = "after advance", do = [{ draw = 1 }] }]
"""
SWAY = """
[table]
phase = "activation"
actor = "cheetah"
[table.rogue]
characters = [{ card = "cheetah", at = "344_clinton_street", exhausted = true }]
in_play = ["war_room"]
deck = ["twin_swords.1", "twin_swords.2"]
[table.hero]
characters = ["superman"]
[[table.locations]]
card = "344_clinton_street"
scheme = "hunting_grounds"
unaligned = { card = "harley_quinn", citizens = 2, damage = 3 }
"""


def test_citizens_that_come_to_a_scheme_with_a_swayed_character_advance_it():
    """Register, citizens_on_sway = B; Advancing a Scheme: any time it gains citizens."""
    game = scene(SWAY, ALARM, citizens_on_sway="B").answer_any("attack harley_quinn")
    assert "react war_room 1" in game.choice.options
    moved = next(event for event in game.table.history if event.kind == "move")
    assert (moved.detail["source"], moved.to, moved.amount) == ("harley_quinn", "hunting_grounds", 2)
    assert "DCF-R073" in moved.rules


def test_citizens_that_go_to_the_supply_have_a_source():
    game = scene(SWAY, ALARM, citizens_on_sway="C").answer_any("attack harley_quinn")
    moved = next(event for event in game.table.history if event.kind == "move")
    assert (moved.detail["source"], moved.to) == ("harley_quinn", "supply")


# a side that wins the moment it can


def almost_won(cards):
    """Two citizens are missing in Sanctuary; the Hero has these cards."""
    return f"""
[table]
phase = "hero action"
sanctuary = 28
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = ["superman"]
{cards}
[[table.locations]]
card = "344_clinton_street"
citizens = 5
"""


def test_a_win_at_once_is_not_lost_by_what_would_come_next():
    """Register, win_check_when = B: the thirtieth citizen decides, whatever the rest of the text would take away."""
    cards = """
[there_and_back]
type = "event"
of = "superman"
renown = 1
cost = 1
text = "Move 2 citizens from a Location to Sanctuary, then 1 from Sanctuary to that Location."
ability = [{ play = "turn", do = [
  { choose = "location", as = "spot" },
  { move = 2, from = "spot", to = "sanctuary" },
  { move = 1, from = "sanctuary", to = "spot" },
] }]
"""
    text = almost_won('hand = ["there_and_back"]')
    game = scene(text, cards, win_check_when="B").answer_any("play there_and_back")
    assert game.over and game.table.facts["winner"] == "hero" and game.table.counts["sanctuary", "citizens"] == 30
    assert not scene(text, cards).answer_any("play there_and_back").over


def test_a_repeat_that_would_win_is_no_repeat_that_changes_nothing():
    """Whoever looks whether a second use changes anything must see that it wins."""
    cards = """
[ferry]
type = "asset"
of = "superman"
renown = 1
cost = 1
text = "Move 1 citizen from a Location to Sanctuary."
ability = [{ use = "turn", do = [{ choose = "location", as = "spot" }, { move = 1, from = "spot", to = "sanctuary" }] }]
"""
    game = scene(almost_won('in_play = ["ferry"]'), cards, win_check_when="B").answer_any("use ferry 1")
    assert not game.over and "use ferry 1" in game.choice.options
    game.answer("use ferry 1")
    assert game.over and game.table.facts["winner"] == "hero"
