"""Rules at their edges: who orders, what cannot be tried, what is repeated, who falls, and where an action goes on."""

import pytest
from test_packs import pack

from dcf_lab.games.dc_forever.rules import legal, quick
from dcf_lab.scenario.file import parse

PLACE = "344_clinton_street"


def scene(text, cards="", **rulings):
    """The game at a position, with cards of a pack, under these readings."""
    said = "".join(f'{key} = "{reading}"\n' for key, reading in rulings.items())
    text = f'title = "A scene"\n[rulings]\n{said}\n{text}'
    return parse(text, "scene", [pack(cards)] if cards else []).game(take_chances=False, trace=True)


def reasons(game, option):
    return [clause for refusal in game.refused() if refusal.option == option for clause in refusal.clauses]


def kinds(game, *wanted):
    return [(event.kind, event.to) for event in game.table.history if event.kind in wanted]


# who orders compulsory effects

CHAINS = """
[heavy_chain]
type = "attachment"
of = "cheetah"
onto = "hero"
infamy = 1
cost = 1
text = "REACTION: After the attached Hero Rescues, that Hero suffers 1 damage."
ability = [{ reaction = "after rescue", forced = true, if = "actor == this.host", do = [{ damage = 1, to = "this.host" }] }]

[poisoned_chain]
type = "attachment"
of = "cheetah"
onto = "hero"
infamy = 1
cost = 1
text = "REACTION: After the attached Hero Rescues, draw 1 card."
ability = [{ reaction = "after rescue", forced = true, if = "actor == this.host", do = [{ draw = 1, who = "you" }] }]

[lucky_charm]
type = "attachment"
of = "batman"
renown = 1
cost = 1
text = "REACTION: After Batman Rescues, draw 1 card."
ability = [{ reaction = "after rescue", forced = true, if = "actor == this.host", do = [{ draw = 1, who = "you" }] }]

[second_charm]
type = "attachment"
of = "batman"
renown = 1
cost = 1
text = "REACTION: After Batman Rescues, heal 1 damage from Batman."
ability = [{ reaction = "after rescue", forced = true, if = "actor == this.host", do = [{ heal = 1, to = "this.host" }] }]

[twin_chain]
type = "attachment"
of = "cheetah"
onto = "hero"
copies = 2
infamy = 1
cost = 1
text = "REACTION: After the attached Hero Rescues, that Hero suffers 1 damage."
ability = [{ reaction = "after rescue", forced = true, if = "actor == this.host", do = [{ damage = 1, to = "this.host" }] }]
"""
RESCUE = """
[table]
phase = "activation"
actor = "batman"
[table.rogue]
characters = ["cheetah"]
deck = ["twin_swords.1", "hunting_grounds"]
[table.hero]
characters = [{ card = "batman", at = "344_clinton_street", exhausted = true, attachments = ATTACHED }, "superman"]
deck = ["fame.1", "prestige.1"]
[[table.locations]]
card = "344_clinton_street"
unaligned = "harley_quinn"
"""


def rescue(*attached, **rulings):
    cards = ", ".join(f'"{card}"' for card in attached)
    return scene(RESCUE.replace("ATTACHED", f"[{cards}]"), CHAINS, **rulings).answer_any("rescue")


def test_the_controller_of_attachments_orders_their_compulsory_effects():
    """Attachment Card: any decisions are made by the controller. It is the Hero's turn, but these are the Rogue's cards."""
    game = rescue("heavy_chain", "poisoned_chain")
    assert (game.choice.player, game.choice.options) == ("rogue", ["react heavy_chain 1", "react poisoned_chain 1"])
    game.answer("react poisoned_chain 1")
    told = [event.kind for event in game.table.history if event.kind in ("draw", "damage")]
    assert told == ["draw", "damage"]


def test_each_player_orders_their_own_compulsory_effects():
    """When: a player orders their own; several players' in the order played, the active player first."""
    game = rescue("heavy_chain", "lucky_charm", "poisoned_chain", "second_charm")
    assert (game.choice.player, game.choice.options) == ("hero", ["react lucky_charm 1", "react second_charm 1"])
    game.answer("react second_charm 1")
    assert (game.choice.player, game.choice.options) == ("rogue", ["react heavy_chain 1", "react poisoned_chain 1"])
    game.answer("react poisoned_chain 1")
    reacted = [event.detail["card"] for event in game.table.history if event.kind == "react"]
    assert [card for card in reacted if card != "harley_quinn"] == [
        "second_charm", "lucky_charm", "poisoned_chain", "heavy_chain",
    ]  # fmt: skip


def test_the_opponents_come_first_where_they_react_first():
    game = rescue("heavy_chain", "lucky_charm", "poisoned_chain", "second_charm", reaction_priority="B")
    assert game.choice.player == "rogue"


def test_equal_effects_are_not_put_in_an_order():
    """Two copies of one card on one Hero: whichever comes first, the same happens."""
    game = rescue("twin_chain.1", "twin_chain.2")
    assert game.choice.prompt == "Activated: Batman" or game.choice.player == "rogue" and "which first" not in game.choice.prompt
    assert game.table.counts["batman", "damage"] == 2


def test_equal_effects_beside_another_are_offered_once():
    game = rescue("twin_chain.1", "heavy_chain", "twin_chain.2")
    assert game.choice.options == ["react heavy_chain 1", "react twin_chain.1 1"]


def test_copies_of_which_the_table_says_something_else_are_not_equal():
    game = rescue("twin_chain.1", "twin_chain.2")
    table = game.table
    assert table.alike("twin_chain.1", "twin_chain.2")
    table.log("exhaust", to="twin_chain.1", rules=("DCF-R121",))
    table.mark("twin_chain.1", "exhausted", "ready")
    assert not table.alike("twin_chain.1", "twin_chain.2")


SABRES = """
[sabre]
type = "event"
of = "cheetah"
copies = 2
infamy = 1
cost = 1
text = "Attack Modifier: +1. After: the target suffers 1 damage."
ability = [{ modifier = "attack", add = 1, after = [{ damage = 1, to = "target" }] }]

[parry]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "REACTION: When Batman suffers damage from an Attack, exhaust Parry to ignore 1 modifier."

[[parry.ability]]
reaction = "when damage"
if = "target == 'batman' and attacking"
pay = "exhaust this"
do = [{ ignore = "modifier" }]
"""
DUEL = """
[table]
phase = "activation"
actor = "cheetah"
[table.rogue]
characters = [{ card = "cheetah", at = "344_clinton_street", exhausted = true }]
hand = ["sabre.1", "sabre.2"]
[table.hero]
characters = [{ card = "batman", at = "344_clinton_street" }, "superman"]
in_play = ["parry"]
[[table.locations]]
card = "344_clinton_street"
"""


def duel(reaction):
    game = scene(DUEL, SABRES).answer_any("attack batman", "play sabre.1", "play sabre.2")
    while "decline" in game.choice.options:
        game.answer(reaction if reaction in game.choice.options else "decline")
    while game.choice.prompt == "Which modifier":
        game.answer("modifier sabre.1")
    while "decline" in game.choice.options:
        game.answer("decline")
    return game


def test_the_other_effects_of_equal_modifiers_are_put_in_no_order():
    """Modifiers: two copies of one card, and neither ignored; both take effect without a question."""
    game = duel("decline")
    assert len(kinds(game, "extra effect")) == 2 and game.choice.prompt != "Which effect next"


def test_a_modifier_that_was_ignored_is_like_no_other():
    """Ignore: what it would do besides does nothing to Batman, so it is not the same which of the two comes first."""
    game = duel("react parry 1")
    assert game.choice.prompt == "Which effect next" and game.choice.options == ["resolve sabre.1", "resolve sabre.2"]


NEUTRAL = """
[table]
phase = "activation"
actor = "batman"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = [{ card = "batman", at = "344_clinton_street", exhausted = true }]
[[table.locations]]
card = "344_clinton_street"
unaligned = "stranger"
[[table.locations]]
card = "the_daily_planet"
unaligned = "other_stranger"
"""
STRANGERS = "".join(
    f"""
[{card}]
type = "unaligned"
health = 5
attack = 1
claim = 1
text = "REACTION: After a Hero Rescues, that Hero suffers {amount} damage."
ability = [{{ reaction = "after rescue", do = [{{ damage = {amount}, to = "actor" }}] }}]
"""
    for card, amount in (("stranger", 1), ("other_stranger", 2))
)


@pytest.mark.parametrize(("reading", "asked"), [("A", "hero"), ("B", "hero"), ("C", "chance")])
def test_cards_of_nobody_are_ordered_as_their_choices_are_made(reading, asked):
    """Register, neutral_card_choices: the active player, the player who would be affected, or chance."""
    game = scene(NEUTRAL, STRANGERS, neutral_card_choices=reading)
    game.take_chances = True
    game.answer("rescue")
    assert game.choice.player == asked
    assert game.choice.options in (["react stranger 1", "react other_stranger 1"], ("react stranger 1", "react other_stranger 1"))


# cannot

WARD = """
[ward]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "Batman cannot suffer damage and cannot be readied."
ability = [{ constant = "cannot suffer damage", if = "it == 'batman'" }, { constant = "cannot ready", if = "it == 'batman'" }]

[sting]
type = "minion"
of = "cheetah"
infamy = 1
cost = 1
text = "Exhaust Sting: Batman suffers 2 damage."
ability = [{ use = "turn", pay = "exhaust this", do = [{ damage = 2, to = "'batman'" }] }]

[sting_and_draw]
type = "minion"
of = "cheetah"
infamy = 1
cost = 1
text = "Exhaust Sting and Draw: Batman suffers 2 damage. Draw 1 card."
ability = [{ use = "turn", pay = "exhaust this", do = [{ damage = 2, to = "'batman'" }, { draw = 1 }] }]

[sting_anyone]
type = "minion"
of = "cheetah"
infamy = 1
cost = 1
text = "Exhaust Sting Anyone: choose a Hero; that Hero suffers 2 damage."
ability = [{ use = "turn", pay = "exhaust this", do = [{ choose = "hero", as = "victim" }, { damage = 2, to = "victim" }] }]

[harm]
type = "event"
of = "cheetah"
infamy = 1
cost = 1
text = "Batman suffers 1 damage."
ability = [{ play = "turn", do = [{ damage = 1, to = "'batman'" }] }]

[wake_up]
type = "event"
of = "batman"
renown = 1
cost = 1
text = "Ready Batman."
ability = [{ play = "turn", do = [{ ready = "'batman'" }] }]
"""
WARDED = """
[table]
phase = "rogue action"
[table.rogue]
characters = ["cheetah"]
in_play = ["sting", "sting_and_draw", "sting_anyone"]
hand = ["harm"]
deck = ["twin_swords.1", "twin_swords.2"]
[table.hero]
characters = [{ card = "batman", exhausted = true }OTHERS]
in_play = [WARD]
hand = ["wake_up"]
[[table.locations]]
card = "344_clinton_street"
"""


def warded(ward=True, others=""):
    return scene(WARDED.replace("WARD", '"ward"' if ward else "").replace("OTHERS", others), WARD)


def test_what_could_only_do_what_cannot_happen_is_not_tried():
    """Cannot: players cannot attempt to do the thing. One with another effect besides stays possible."""
    game = warded()
    assert "use sting 1" not in game.choice.options and "play harm" not in game.choice.options
    assert [c.rule for c in reasons(game, "use sting 1")] == ["DCF-R018"] == [c.rule for c in reasons(game, "play harm")]
    assert "use sting_and_draw 1" in game.choice.options
    game.answer("use sting_and_draw 1")
    assert ("prevented", "batman") in kinds(game, "prevented") and len(game.table.zone("rogue", "hand")) == 2


def test_without_the_prohibition_it_is_tried():
    game = warded(ward=False)
    assert {"use sting 1", "play harm", "use sting_anyone 1"} <= set(game.choice.options)


def test_a_choice_among_protected_characters_only_is_no_choice():
    assert "use sting_anyone 1" not in warded().choice.options
    assert "use sting_anyone 1" in warded(others=', "superman"').choice.options


def test_a_card_that_could_only_ready_who_cannot_be_readied_is_not_played():
    game = warded()
    game.answer("done")
    assert game.choice.prompt == "Hero Action Phase" and "play wake_up" not in game.choice.options
    assert [c.rule for c in reasons(game, "play wake_up")] == ["DCF-R018"]
    assert quick.action_options(game.table, "hero") == legal.action_options(game.table, "hero")


def test_a_reaction_that_could_only_ignore_what_cannot_be_ignored_is_not_offered():
    """Phase Attack: its damage cannot be ignored or reduced. Without it, the same REACTIONs are offered."""
    text = """
[table]
phase = "activation"
actor = "reverse_flash"
[table.rogue]
characters = [{ card = "reverse_flash", at = "344_clinton_street", exhausted = true }]
hand = ["phase_attack"]
[table.hero]
characters = [{ card = "wonder_woman", at = "344_clinton_street", attachments = ["bracelets_of_submission"] }]
[[table.locations]]
card = "344_clinton_street"
"""
    assert "react bracelets_of_submission 1" in scene(text).answer_any("attack wonder_woman", "done").choice.options
    game = scene(text).answer_any("attack wonder_woman", "play phase_attack")
    assert not kinds(game, "react") and not game.table.marks.get(("bracelets_of_submission", "exhausted"))
    near = [miss for event in game.table.history if event.kind == "window" for miss in event.detail["near"]]
    assert any(card == "bracelets_of_submission" and any(c.rule == "DCF-R018" for c in why) for card, _, why in near)


def test_a_card_is_not_put_into_play_for_a_character_who_cannot_play_cards():
    """Cannot: what would violate it does not resolve. Gift from the Gods plays a Gift for Wonder Woman."""
    text = """
[table]
phase = "hero action"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = [{ card = "wonder_woman", empowering = ["fame.1", "prestige.1"] }]
deck = ["gift_of_demeter", "renown.1"]
[[table.effects]]
on = "wonder_woman"
what = "cannot play cards"
until = "round"
[[table.locations]]
card = "344_clinton_street"
"""
    game = scene(text)
    assert "use wonder_woman gifts_from_the_gods" in game.choice.options
    game.answer("use wonder_woman gifts_from_the_gods")
    while game.choice.prompt != "Hero Action Phase":
        game.answer(game.choice.options[0])
    assert ("prevented", "gift_of_demeter") in kinds(game, "prevented") and not kinds(game, "play")


# repeats

TINKER = """
[workshop]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "Ready a Hero."
ability = [{ use = "turn", do = [{ choose = "hero", as = "tired" }, { ready = "tired" }] }]

[swing_left]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "Move Batman to 344 Clinton Street."
ability = [{ use = "turn", do = [{ relocate = "'batman'", to = "'344_clinton_street'" }] }]

[swing_right]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "Move Batman to The Daily Planet."
ability = [{ use = "turn", do = [{ relocate = "'batman'", to = "'the_daily_planet'" }] }]

[stir]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "Shuffle your deck."
ability = [{ use = "turn", do = [{ shuffle = "you" }] }]

[treadmill]
type = "asset"
of = "batman"
renown = 1
cost = 1
text = "Put the top card of your deck on its bottom."
ability = [{ use = "turn", do = [{ choose = "card", in = "deck", top = 1, as = "first" }, { take = "first", to = "bottom" }] }]
"""
TINKERING = """
[table]
phase = "hero action"
[table.rogue]
characters = ["cheetah"]
[table.hero]
characters = [
  { card = "batman", exhausted = true }, { card = "superman", exhausted = true }, { card = "aquaman", exhausted = true },
  { card = "wonder_woman", exhausted = true }, { card = "cyborg", exhausted = true }, { card = "zatanna", exhausted = true },
  { card = "the_flash", exhausted = true },
]
in_play = ["workshop", "swing_left", "swing_right", "stir", "treadmill"]
deck = ["fame.1", "prestige.1", "renown.1"]
[[table.locations]]
card = "344_clinton_street"
[[table.locations]]
card = "the_daily_planet"
"""


def test_a_useful_repeat_is_allowed_as_often_as_it_is_useful():
    """Register, no_cost_repeat_guard: seven exhausted Heroes are readied one by one, and then there is no use in it."""
    game = scene(TINKERING, TINKER)
    for hero in ("batman", "superman", "aquaman", "wonder_woman", "cyborg", "zatanna", "the_flash"):
        assert "use workshop 1" in game.choice.options
        game.answer_any("use workshop 1", f"choose {hero}")
    assert "use workshop 1" not in game.choice.options
    assert [c.rule for c in reasons(game, "use workshop 1")] == ["DCF-R046"]
    assert quick.action_options(game.table, "hero") == legal.action_options(game.table, "hero")


def test_a_useless_choice_does_not_forbid_a_useful_one():
    """Whoever wastes it on a ready Hero may still ready the others."""
    game = scene(TINKERING, TINKER).answer_any("use workshop 1", "choose batman", "use workshop 1", "choose batman")
    assert "use workshop 1" in game.choice.options


def test_two_abilities_that_undo_each_other_come_to_an_end():
    game = scene(TINKERING, TINKER)
    given = 0
    while given < 10 and (left := [o for o in game.choice.options if o.startswith("use swing")]):
        game.answer(left[given % len(left)])
        given += 1
    assert given < 10
    assert all(c.rule == "DCF-R046" for o in ("use swing_left 1", "use swing_right 1") for c in reasons(game, o))


def test_without_a_cap_they_go_on():
    game = scene(TINKERING, TINKER, no_cost_repeat_guard="B")
    for _ in range(6):
        game.answer_any("use swing_left 1", "use swing_right 1")
    assert {"use swing_left 1", "use swing_right 1"} <= set(game.choice.options)


def test_a_second_shuffle_changes_nothing_that_anybody_knows():
    game = scene(TINKERING, TINKER).answer_any("use stir 1")
    assert "use stir 1" not in game.choice.options


def test_the_top_card_goes_to_the_bottom_until_the_deck_has_gone_round():
    game = scene(TINKERING, TINKER)
    given = 0
    while given < 10 and "use treadmill 1" in game.choice.options:
        game.answer("use treadmill 1")
        given += 1
    assert 2 <= given <= 5


# what is done in part buys nothing, and where a card goes that is put into play


def test_a_cost_that_touches_nobody_buys_nothing():
    """Resolving Effects: 'do A to do B' needs A done in full. There is no Rogue to blank, so nothing is drawn."""
    cards = """
[silence]
type = "event"
of = "superman"
renown = 1
cost = 1
text = "Treat a captured Rogue's Minion as blank to draw 2 cards."
ability = [{ play = "turn", do = [
  { each = "minion", as = "helpers" },
  { blank = "helpers", until = "round", cost = true },
  { draw = 2 },
] }]
"""
    text = """
[table]
phase = "hero action"
[table.rogue]
characters = ["cheetah"]
in_play = [MINIONS]
[table.hero]
characters = ["superman"]
hand = ["silence"]
deck = ["fame.1", "prestige.1", "renown.1"]
[[table.locations]]
card = "344_clinton_street"
"""
    drawn = [len(scene(text.replace("MINIONS", minions), cards).answer_any("play silence").table.zone("hero", "hand"))
             for minions in ("", '"temple_hunters"')]  # fmt: skip
    assert drawn == [0, 2]


def test_discards_of_two_are_not_paid_with_one():
    cards = """
[toll]
type = "event"
of = "cheetah"
infamy = 1
cost = 1
text = "Batman's player discards 2 cards from Batman to let you draw 1 card."
ability = [{ play = "turn", do = [{ discard_from = "'batman'", count = 2, cost = true }, { draw = 1 }] }]
"""
    text = """
[table]
phase = "rogue action"
[table.rogue]
characters = ["cheetah"]
hand = ["toll", "enhanced_strength"]
deck = ["twin_swords.1", "twin_swords.2"]
[table.hero]
characters = [{ card = "batman", empowering = [FUEL] }]
[[table.locations]]
card = "344_clinton_street"
"""
    for fuel, drawn in (('"fame.1"', 0), ('"fame.1", "prestige.1"', 1)):
        game = scene(text.replace("FUEL", fuel), cards).answer_any("play toll")
        while game.choice.prompt.startswith("Discard from"):
            game.answer(game.choice.options[0])
        assert len(game.table.zone("rogue", "hand")) == 1 + drawn


def test_an_attachment_that_is_put_into_play_goes_where_it_says():
    """Play a Card: an Attachment for a Hero goes onto a Hero, also when an effect plays it."""
    cards = """
[shackles]
type = "attachment"
of = "cheetah"
onto = "hero"
infamy = 1
cost = 1
text = "Goes onto a Hero."
ability = [{ constant = "attack", if = "it == this.host", add = -1 }]

[unpack]
type = "event"
of = "cheetah"
infamy = 1
cost = 1
text = "Choose an Attachment in your discard pile and play it."
ability = [{ play = "turn", do = [{ choose = "card", in = "discard", as = "found" }, { play = "found" }] }]
"""
    text = """
[table]
phase = "rogue action"
[table.rogue]
characters = ["cheetah"]
hand = ["unpack"]
discard = ["shackles"]
[table.hero]
characters = ["batman", "superman"]
[[table.locations]]
card = "344_clinton_street"
"""
    game = scene(text, cards).answer_any("play unpack")
    assert game.choice.options == ["on batman", "on superman"]
    game.answer("on superman")
    assert game.table.zone("superman", "attachments") == ("shackles",)
