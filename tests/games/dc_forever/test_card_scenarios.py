"""Every card with text has a scene under scenarios/cards/ in which it comes into effect, and one in which it must not."""

import pytest
from folders import SCENARIOS

from dcf_lab.games.dc_forever import library
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import run_all

FOLDER = SCENARIOS / "cards"
CARDS = [card for card in library().printed.values() if card.text]


@pytest.fixture(scope="module")
def watches():
    """Card -> what it did in each script of the scenes about it."""
    found = {}
    for file in sorted(FOLDER.rglob("*.toml")):
        scenario = read(file)
        for report in run_all(scenario):
            assert report.watch is not None, f"{file}: say which card this shows or holds back"
            found.setdefault(scenario.shows or scenario.holds_back, []).append(report.watch)
    return found


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_ability_of_a_card_comes_into_effect(card, watches):
    for ability in card.abilities:
        shown = [watch for watch in watches.get(card.id, ()) if watch.resolved(ability)]
        assert shown, f"ability {ability.number} never came into effect"
        never = [line for line in shown[0].missing(ability) if all(line in watch.missing(ability) for watch in shown)]
        assert not never, f"ability {ability.number}: {never} never ran"


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_reaction_or_condition_is_held_back_when_it_must_be(card, watches):
    for ability in card.abilities:
        if ability.timing == "reaction" or ability.condition is not None:
            assert any(watch.held_back(ability) for watch in watches.get(card.id, ())), f"ability {ability.number}"


def test_the_scenes_of_a_card_lie_where_one_looks_for_them():
    for file in FOLDER.rglob("*.toml"):
        scenario = read(file)
        card = library().printed[scenario.shows or scenario.holds_back]
        assert file.stem.startswith(card.id), file
        assert file.parent.name in (card.of, card.id, f"{card.type}s", card.type), file
