"""Cards spelled out from their data: every word of the language has a phrase, and text and data tell the same numbers."""

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from dcf_lab.engine.cards.packs import find_pack, load
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.rules.setup import BOX
from dcf_lab.games.dc_forever.text import arguments, english, language, phrases, sayings, verbs
from dcf_lab.games.dc_forever.text.english import spell_out

LIBRARY = library()
WITH_ABILITIES = [card for card in LIBRARY.printed.values() if card.abilities]


def card_id(card):
    return card.id


def told(card):
    return spell_out(LIBRARY.printed[card], LIBRARY)


# the cards of the box


@pytest.mark.parametrize("card", WITH_ABILITIES, ids=card_id)
def test_a_card_is_spelled_out_in_sentences(card):
    """Nothing of the data is left over: no operators, ids, braces, quotes or dotted names."""
    spelled = spell_out(card, LIBRARY)
    assert len(spelled) == len(card.abilities)
    for text in spelled:
        assert not re.search(r"""[_{}\[\]"=<>]|\b[a-z]+\.[a-z]|(?<!s)'(?!s\b)|\bNone\b|  | [,.:;]""", text)
        assert text.endswith(".")
        assert all(re.match(r"[A-Z0-9+-]", sentence) for sentence in text.split(". "))


SENTENCES = {
    "batarang": ["Attack Modifier: +2."],
    "twin_swords": ["Attack Modifier, exhaust this card: +2."],
    "fury_of_the_deep": [
        "Attack Modifier: add 1 plus X. X, worked out first, is half of Aquaman's damage (rounded up).",
    ],
    "rending_claws": [
        "Attack Modifier: +2. After the Attack: the target's player discards 1 Attachment or empowering card from the target.",
    ],
    "dose_the_city": [
        "When this Scheme is completed: choose an exhausted Hero and call it the victim. "
        "The victim suffers damage equal to half of this card's citizens (rounded up).",
    ],
    "punchline": [
        "Nihilist: forced REACTION: When Punchline declares a Threaten: discard 1 random card from your hand and call it the "
        "lost card. Punchline's Threaten value becomes the lost card's Infamy until the end of the activation.",
        "Nihilist: forced REACTION: When Punchline declares an Attack on a character: discard 1 random card from your hand and "
        "call it the lost card. Punchline's Attack value becomes the lost card's Infamy until the end of the activation.",
    ],
    "aquaman": [
        "Child of Two Worlds: on your turn, pay 2 Renown (once per round): you choose one: Aquaman's Attack value is 2 higher "
        "until the end of the round; or Aquaman's Rescue value is 2 higher until the end of the round.",
        "Sea Warden: REACTION: After a Rogue Threatens at Aquaman's Location, if that Rogue is still in play, pay 1 Renown "
        "(once per round): that Rogue suffers 1 damage.",
    ],
    "call_of_the_deep": [
        "Play on your turn: discard 1 card from your hand. If that is done, choose a Rogue and call it the victim, "
        "and the victim suffers 2 damage.",
    ],
    "beacon_of_hope": ["Play on your turn: heal 2 damage from each Hero with the most damage."],
    "emerald_shield": [
        "REACTION: When a Hero of yours is about to suffer damage, if the damage is at least 1 and you have at least 2 cards in "
        "hand: instead of the damage, discard 1 card from your hand.",
    ],
    "apex_predator": [
        "REACTION: After a Hero is knocked out by Cheetah: if that Location has a Scheme, move 4 citizens from that Location "
        "to the Scheme at that Location. Heal 2 damage from Cheetah.",
    ],
    "sunken_stronghold": ["Faceup: the Attack value of each Rogue at this card's Location is 1 higher."],
    "open_the_netherworld": [
        "Completed, single use: on your turn, if there is at least 1 captured Rogue: choose a captured Rogue that you own and "
        "call it the lost one. The lost one recovers.",
    ],
    "lasso_of_truth": [
        "The Threaten value of the Rogue this is attached to is 1 lower.",
        "The Rogue this is attached to cannot use abilities.",
    ],
    "arkham_asylum": ["Rogue side: the Threaten value of each Rogue here is 2 higher."],
    "harley_quinn": [
        "Forced REACTION: After a character other than Harley Quinn Attacks a character here: "
        "Harley Quinn claims 1 citizen (its Claim value).",
        "With at least 3 citizens: forced REACTION: After a Hero Rescues here or after a Rogue Threatens here, "
        "if that character is still in play: Harley Quinn Attacks that character.",
    ],
}  # fmt: skip


@pytest.mark.parametrize("card", SENTENCES)
def test_the_card_reads(card):
    """Where a number is a stand-in, the sentence follows it."""
    stand_ins = [re.sub(r"\d+", "N", text) for text in told(card)]
    assert stand_ins == [re.sub(r"\d+", "N", text) for text in SENTENCES[card]]


def test_the_numbers_of_the_rulebook_are_spelled_out():
    assert told("enhanced_strength") == ["Attack Modifier: +3."]
    assert told("batman") == ["Master Tactician: Batman suffers 2 less damage from 1 modifier of an Attack."]
    assert told("crime_scene_re_creation")[0].endswith("Move 1 citizen from the plan to Sanctuary.")


# text and data tell the same numbers


def numbers(text):
    """The numbers of a text with how often they stand there; a 1 may as well be 'a' or 'an', so it does not count."""
    return Counter(int(number) for number in re.findall(r"\d+", text) if int(number) > 1)


def pieces(card):
    """A card's text ability by ability, where its marks say which is which; else the whole text for all of them."""
    if card.text.count(" --- ") + card.text.count(" / ") == len(card.abilities) - 1 > 0:
        return re.split(" --- | / ", card.text)
    starts = [card.text.find(mark(ability)) for ability in card.abilities]
    if -1 in starts or len(set(starts)) < len(starts) or 0 not in starts:
        return [card.text]
    ends = sorted([*starts, len(card.text)])
    return [card.text[start : ends[ends.index(start) + 1]] for start in starts]


def mark(ability):
    """How a text begins to speak of an ability: by its name, its half of a Location, or its threshold."""
    if "side" in ability.words:
        return f"{ability.words['side'].title()} side: "
    return f"{ability.raw['threshold']} citizens: " if "threshold" in ability.raw else ability.name


def contradictions(card, cards=LIBRARY):
    """Where text and data differ. The English may repeat a number that the text says once, but none of the text's is missing."""
    spelled = spell_out(card, cards)
    texts = pieces(card)
    spelled = spelled if len(texts) == len(spelled) else [" ".join(spelled)]
    pairs = [(numbers(said), numbers(text)) for said, text in zip(texts, spelled, strict=True)]
    return [(dict(said), dict(meant)) for said, meant in pairs if set(said) != set(meant) or said - meant]


@pytest.mark.parametrize("card", WITH_ABILITIES, ids=card_id)
def test_text_and_data_do_not_contradict_each_other(card):
    assert not contradictions(card)


def test_a_wrong_number_in_a_text_is_found():
    """Each number of each text, made one higher: the comparison sees it."""
    for card in WITH_ABILITIES:
        for found in re.finditer(r"\d+", card.text):
            if int(found[0]) > 1:
                wrong = f"{card.text[: found.start()]}{int(found[0]) + 1}{card.text[found.end() :]}"
                assert contradictions(replace(card, text=wrong)), wrong


def test_numbers_of_two_abilities_are_not_confused(tmp_path):
    pack = tmp_path / "mine.toml"
    pack.write_text(
        '[gadget]\ntype = "asset"\nof = "batman"\ntext = "Haste: draw 2 cards. Patience: draw 3 cards."\nability = ['
        '{ name = "Haste", use = "turn", do = [{ draw = 3 }] }, { name = "Patience", use = "turn", do = [{ draw = 2 }] }]'
    )
    cards = library(pack)
    assert contradictions(cards.printed["gadget"], cards) == [({2: 1}, {3: 1}), ({3: 1}, {2: 1})]


def of_data(data):
    """Every number in an ability's lines and amounts; conditions, names and labels aside."""
    if isinstance(data, dict):
        return [n for key, value in data.items() if key not in ("name", "labels", "if") for n in of_data(value)]
    if isinstance(data, list | tuple):
        return [n for value in data for n in of_data(value)]
    return [int(n) for n in re.findall(r"\b\d+\b", str(data))] if not isinstance(data, bool) else []


@pytest.mark.parametrize("card", WITH_ABILITIES, ids=card_id)
def test_no_number_of_the_data_is_left_out(card):
    for ability, text in zip(card.abilities, spell_out(card, LIBRARY), strict=True):
        assert set(of_data(ability.raw)) <= {int(n) for n in re.findall(r"\d+", text)} | {1}


# every word of the language has a phrase


def test_every_word_of_the_language_has_a_phrase():
    assert english.MOMENTS.keys() == language.MOMENTS.keys()
    assert english.VALUES.keys() | english.PERMISSIONS.keys() == language.CONSTANTS
    assert english.COSTS.keys() == language.COSTS
    assert english.WINDOWS.keys() == language.TIMINGS["use"] == language.TIMINGS["play"]
    assert sayings.VERBS.keys() == language.VERBS.keys()
    assert sayings.UNTIL.keys() == set(verbs.UNTIL.split("|"))
    assert sayings.FORBIDDEN.keys() >= set(verbs.FORBID.split("|"))
    assert sayings.AREAS.keys() | sayings.PLACES.keys() == set(arguments.AREAS)
    assert phrases.GROUPS.keys() == language.GROUPS.keys()
    assert phrases.KINDS.keys() >= language.TYPES.keys()
    assert phrases.NAMES.keys() == language.NAMES.keys() | {"x"}
    assert phrases.COUNTED.keys() | phrases.STATES.keys() | phrases.RELATIONS.keys() == language.ATTRIBUTES.keys()
    assert phrases.FUNCTIONS.keys() == language.FUNCTIONS.keys()


@pytest.fixture
def spell(tmp_path):
    """Abilities of a card of Batman's, spelled out: `spell('use = "turn"', 'do = [...]')` is one of them."""

    def spelled(*lines, head='type = "asset"'):
        pack = tmp_path / "mine.toml"
        pack.write_text("\n".join(["[gadget]", 'of = "batman"', head, 'text = "?"', "[[gadget.ability]]", *lines]))
        cards = load([find_pack(BOX), find_pack(pack)], language.LANGUAGE)  # without the game's own checks
        return spell_out(cards.printed["gadget"], cards)[0]

    return spelled


KEYS = {
    "add": ["constant = 'attack'", "add = 3"],
    "x": ["modifier = 'attack'", "x = 'this.host.damage'"],
    "threshold": ["constant = 'attack'", "threshold = 3"],
    "side": ["constant = 'attack'", "side = 'hero'"],
    "while": ["constant = 'attack'", "while = 'faceup'"],
    "single_use": ["use = 'turn'", "single_use = true"],
    "forced": ["reaction = 'after draw'", "forced = true"],
    "once": ["use = 'turn'", "once = true"],
    "unstoppable": ["modifier = 'attack'", "unstoppable = true"],
    "if": ["use = 'turn'", "if = 'this.exhausted'"],
    "cost": ["use = 'turn'", "cost = 3"],
    "pay": ["use = 'turn'", "pay = ['discard a card', 'exhaust this']"],
    "name": ["use = 'turn'", "name = 'Plan B'"],
    "after": ["modifier = 'attack'", "after = [{ draw = 3 }]"],
}


def test_every_key_of_an_ability_is_told(spell):
    assert KEYS.keys() >= language.ABILITY_KEYS.keys()
    for timing, key in KEYS.values():
        rest = "do = [{ draw = 1 }]"
        assert spell(timing, key, rest) != spell(timing, rest), key


WORTH = {"number": "7", "cards": "'superman'", "player": "rogue", "condition": "it.damage >= 7", "flag": True, "name": "omen",
         "text": "hand", "lines": [{"draw": 7}], "ways": [[{"draw": 7}]]}  # fmt: skip
NEEDS = {
    "of": {"choose": "card", "each": "card", "in": "deck"},
    "top": {"choose": "card", "each": "card", "in": "deck"},
    "in": {"choose": "card", "each": "card"},
    "at": {"look": "scheme", "reveal": "scheme"},
}
# what the rules read although no sentence shows it: labels name buttons, and what was seen is called "those cards"
UNSAID = {("offer", "labels"), ("look", "as"), ("reveal", "as")}


@pytest.mark.parametrize("verb", language.VERBS)
def test_no_argument_of_a_verb_is_swallowed(verb, spell):
    """A line with the argument reads differently from the line without; and each of its words reads differently."""
    kinds = language.VERBS[verb].kinds
    least = {verb: WORTH.get(kinds[verb], kinds[verb].split("|")[0])}
    least |= {"ways": WORTH["ways"]} if verb == "offer" else {"of": "attack"} if verb in ("value", "boost") else {}
    for word, kind in kinds.items():
        if (verb, word) in UNSAID:
            continue
        needed = {key: value for key, value in NEEDS.get(word, {}).items() if key in kinds and (key in (verb, "in"))}
        values = [WORTH[kind]] if kind in WORTH else kind.split("|")
        lines = [{**least, **needed, word: value} for value in values]
        lines += [{key: value for key, value in (least | needed).items() if key != word}] if word != verb else []
        sentences = {spell("reaction = 'when damage'", f"do = [{toml(line)}]") for line in lines}
        default = word != verb and kind not in WORTH and word not in ("in", "of")
        assert len(sentences) == len(lines) - default, (word, sentences)


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + " }"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


CLAUSES = {
    "target == this.host": "the target is the character this is attached to",
    "'batman'.damage >= 2": "Batman has at least 2 damage",
    "'batman'.damage > 2": "Batman has at least 3 damage",
    "2 < 'batman'.damage": "Batman has at least 3 damage",
    "'batman'.damage < 2": "Batman has at most 1 damage",
    "'batman'.damage == 0": "Batman has no damage",
    "'batman'.damage": "Batman has at least 1 damage",
    "not 'batman'.damage": "Batman has no damage",
    "1 < 'batman'.damage <= 4": "Batman has at least 2 damage and Batman has at most 4 damage",
    "'batman'.damage > 'superman'.damage": "Batman's damage is more than Superman's damage",
    "'batman'.cost != 3": "Batman has a cost of not exactly 3",
    "actor.exhausted and not this.exhausted": "Batman is exhausted and this card is ready",
    "you.hand >= 2 or you.deck == 0": "either you have at least 2 cards in hand or you have no cards in the deck",
    "not ('batman'.at and 'batman'.swayed)": "either Batman is not at a Location or Batman is not swayed",
    "'batman'.at == 'superman'.at": "Batman is at Superman's Location",
    "'batman'.at != sanctuary": "Batman is not at Sanctuary",
    "not has(this, 'Gadget')": "this card does not have the Gadget trait",
    "marked('batman', 'true name')": "Batman has the true name mark",
    "number('hero', 'batman'.at) == 2": "there are exactly 2 Heroes at Batman's Location",
    "number('scheme') < 1": "there are no Schemes in play",
    "number('captured') >= 1": "there is at least 1 captured Rogue",
    "attacking and not defeated": "the damage comes from an Attack and the damage does not defeat its target",
    "claimed >= 1": "at least 1 citizen was claimed",
    "round >= half(you.hand) + 2 * x": (
        "the number of the round is at least half of your number of cards in hand (rounded up) plus (2 times X)"
    ),
    "amount == most(dealt, 3)": "the amount is the higher of the damage dealt and 3",
    "this.controller == you": "this card is controlled by you",
    "this.of != 'superman'": "this card does not belong to Superman",
    "card.type == 'event'": "that card is an event",
}  # fmt: skip


@pytest.mark.parametrize("condition", CLAUSES)
def test_a_condition_as_a_clause(condition, spell):
    text = spell("use = 'turn'", "x = 2", f'if = "{condition}"', "do = [{ draw = 1 }]")
    assert text.startswith(f"On your turn, if {CLAUSES[condition]}: draw 1 card.")


CANDIDATES = {
    "it.exhausted": "an exhausted Hero",
    "not it.exhausted": "a ready Hero",
    "not it.in_play": "a Hero that is no longer in play",
    "it.damage >= 2 and it.at == actor.at": "a Hero with at least 2 damage and at Batman's Location",
    "it != 'batman'": "a Hero other than Batman",
    "it.at.citizens == 0": "a Hero whose Location has no citizens",
    "it.attack > 'batman'.attack": "a Hero whose Attack value is more than Batman's Attack value",
    "it.controller == you": "a Hero of yours",
    "it.damage or it.swayed": "a Hero with at least 1 damage or that is swayed",
    "size(it) > 1": "a Hero such that the number of it is at least 2",
}  # fmt: skip


@pytest.mark.parametrize("condition", CANDIDATES)
def test_a_condition_on_candidates_stands_with_the_noun(condition, spell):
    text = spell("play = 'turn'", f"""do = [{{ choose = "hero", if = "{condition}" }}]""", head='type = "event"')
    assert text == f"Play on your turn: choose {CANDIDATES[condition]}."


def test_nested_lines(spell):
    ways = '[[{ damage = 2, to = "it" }], [{ discard = 1, who = "hero" }, { draw = 1 }]]'
    text = spell("use = 'turn'", f"do = [{{ may = [{{ choose = 'hero' }}, {{ offer = 'hero', ways = {ways} }}], by = 'rogue' }}]")
    assert text == (
        "On your turn: the Rogue player may do this: choose a Hero and the Hero player chooses one: that Hero suffers 2 damage; "
        "or each Hero player discards 1 card from their hand and draw 1 card."
    )


def test_several_moments_constants_and_windows_in_one_ability(spell):
    assert spell("constant = 'attack or health'", "if = 'it == this.host'", "add = 2") == (
        "The Attack value of the character this is attached to is 2 higher. "
        "The Health of the character this is attached to is 2 higher."
    )
    text = spell("reaction = 'after ko or after capture'", "if = \"actor == 'batman'\"", "do = [{ draw = 1, who = 'player' }]")
    assert (
        text
        == "REACTION: After a Hero is knocked out by Batman or after a Rogue is captured by Batman: Batman's player draws 1 card."
    )
    assert spell("use = 'action phase or activation'").startswith("In the Action Phase or while Batman is activated")


def test_what_is_not_known_stands_in_quotes(spell):
    text = spell("use = 'turn'", "if = \"'nobody_knows'.damage > 0\"", "do = [{ draw = 1 }]")
    assert text == "On your turn, if \"'nobody_knows'\" has at least 1 damage: draw 1 card."
    assert spell("use = 'turn'", "do = [{ boost = 2 }]") == "On your turn: \"{'boost': 2}\"."


# the command line


def test_one_card_is_shown_with_its_text_in_full_and_its_sources():
    def cards(*arguments):
        command = [sys.executable, "-m", "dcf_lab.commands.cli", "cards", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout

    shown = cards("dose_the_city").splitlines()
    full, sources = shown.index("In full:"), shown.index("Sources:")
    assert LIBRARY.printed["dose_the_city"].text in shown[full - 1]
    assert [line.strip() for line in shown[full + 1 : sources]] == told("dose_the_city")
    assert any(line.startswith("  rulebook: Complete Schemes example") for line in shown[sources + 1 :])
    assert json.loads(cards("batarang", "--json"))["english"] == told("batarang")
    assert json.loads(cards("--json"))["cards"]["batman"]["english"] == told("batman")
