"""The grammar of card English, with a vocabulary of a few words."""

import pytest
from duel import card, cards

from dcf_lab.engine.cards.english import Scene, Vocabulary, a, clause, counted, noun, of, parse, plural, whoever, written
from dcf_lab.engine.cards.sayings import COMMON, conditions, told

WORDS = Vocabulary(
    names={"this": "this card", "you": "you", "it": "it"},
    groups={"ally": "ally", "player": "player", "card": "card"},
    kinds={"ally": "ally", "spell": "spell"},
    counted={"power": ("power", "{} power"), "hand": ("number of cards in hand", "{} card(s) in hand")},
    states={"exhausted": ("exhausted", "ready")},
    relations={"owner": ("owner", "is owned by {}", "has an owner"), "type": ("type", "is {}", "has a type")},
    functions={"half": "half of {} (rounded up)", "number": "the number of {}"},
    verbs=COMMON,
    until={"turn": "until the end of the turn", "game": "for the rest of the game"},
    areas={"hand": "hand", "deck": "deck", "discard": "discard pile"},
    forbidden={"ready": "be readied"},
)


def scene(text=""):
    library = cards(card("bolt", do=f'play = "turn"\ndo = [{text}]') if text else card("bolt"))
    return Scene(library["bolt"], library, dict(WORDS.names), WORDS)


@pytest.mark.parametrize(
    "expression, says",
    [
        ("it.power >= 2", "it has at least 2 power"),
        ("not it.exhausted", "it is ready"),
        ("you.hand == 0", "you have no cards in hand"),
        ("2 < it.power < 5", "it has at least 3 power and it has at most 4 power"),
        ("it.type == 'ally' or it.power == 1", "either it is an ally or it has exactly 1 power"),
        ("it.owner != you", "it is not owned by you"),
    ],
)
def test_a_condition_is_a_clause(expression, says):
    assert clause(parse(expression), scene()) == says


@pytest.mark.parametrize(
    "expression, says",
    [
        ("half(this.power + 1)", "half of this card's power plus 1 (rounded up)"),
        ("number('ally')", "the number of allies in play"),
        ("-this.power * 2", "minus this card's power times 2"),
        ("strange(it)", '"strange(it)"'),
    ],
)
def test_an_expression_is_a_noun(expression, says):
    assert noun(parse(expression), scene()) == says


def test_nouns_have_articles_plurals_and_owners():
    assert (a("ally"), a("spell"), a("other ally")) == ("an ally", "a spell", "another ally")
    assert [plural(word) for word in ("Hero", "ally", "card", "character of yours")] == [
        "Heroes", "allies", "cards", "characters of yours",
    ]  # fmt: skip
    assert (of("you", "deck"), of("Ann", "deck"), of("each ally here", "power")) == (
        "your deck", "Ann's deck", "the power of each ally here",
    )  # fmt: skip
    assert (counted(1, "{} card(s)"), counted("at least 2", "{} card(s)")) == ("1 card", "at least 2 cards")


def test_whoever_meets_conditions_is_one_phrase():
    found = whoever("ally", "it", conditions("it.exhausted and it.power >= 2 and it != this"), scene())
    assert found.one() == "an exhausted ally other than this card with at least 2 power"


@pytest.mark.parametrize(
    "line, says",
    [
        ("{ draw = 2 }", "draw 2 cards"),
        ('{ discard = 1, who = "it" }', "it discards 1 card from their hand"),
        ('{ choose = "ally", if = "it.exhausted", as = "friend" }, { ready = "friend" }',
         "choose an exhausted ally and call it the friend; ready the friend"),
        ('{ look = "deck", top = 3, as = "seen" }, { take = "seen", to = "bottom" }',
         "look at the top 3 cards of your deck; put those cards on the bottom of its owner's deck"),
        ('{ may = [{ draw = 1 }] }', "you may do this: draw 1 card"),
        ('{ exhaust = "this", cost = true }, { draw = 1, if = "it.power >= 2" }',
         "exhaust this card; if that is done, if it has at least 2 power, draw 1 card"),
        ('{ forbid = "ready", on = "this", until = "game" }', "this card cannot be readied for the rest of the game"),
    ],
)  # fmt: skip
def test_the_lines_of_a_card_are_clauses(line, says):
    here = scene(line)
    assert "; ".join(told(here.card.abilities[0].lines, here)) == says


def test_clauses_become_sentences():
    assert written(["you draws 1 card", "it is ready"]) == "You draw 1 card. It is ready."
