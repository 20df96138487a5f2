"""What a page knows from the start: the printed cards, the rules and the rulings, as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.games.dc_forever import rulings
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.scenario.goal import AGAINST, ROADS, WITHIN
from dcf_lab.timeline.show import ability_words, rule_texts


def card_facts(cards: Library) -> dict[str, dict[str, Any]]:
    """Every printed card by its id; `punch.3` is the third copy of `punch`."""
    return {card.id: _card(card, cards) for card in cards.printed.values()}


def _card(card: Card, cards: Library) -> dict[str, Any]:
    return {
        "name": card.name,
        "type": card.type,
        "of": card.of,
        "side": _side(card, cards),
        "values": {word: value for word, value in card.values.items() if not isinstance(value, (dict, list))},
        "traits": card.traits,
        "text": card.text,
        "abilities": {ability.key: ability_words(card, ability.key) for ability in card.abilities},
        "source": card.source,
        "stand_in": stand_in(card),
        "copies": card.copies,
    }


def _side(card: Card, cards: Library) -> str:
    if card.type in (HERO, ROGUE):
        return card.type
    if card.of is not None and card.of in cards.printed:
        return cards.printed[card.of].type
    return HERO if card.type == "resource" else ""


def stand_in(card: Card) -> bool:
    """Is any value on this card our own, because nobody has published the printed one?"""
    words = [*card.values, "text"] if card.text else list(card.values)
    return any("stand-in" in card.provenance(word) for word in words)


@lru_cache(maxsize=1)
def rule_facts() -> dict[str, dict[str, str]]:
    return {rule: {"text": entry["text"], "section": entry["section"]} for rule, entry in rule_texts().items()}


@lru_cache(maxsize=1)
def ruling_facts() -> list[dict[str, Any]]:
    return [
        {
            "key": ruling.key,
            "where": ruling.where,
            "issue": ruling.issue,
            "readings": {letter: text for letter, text in ruling.readings.items() if letter not in ruling.missing},
            "default": ruling.default,
            "why": ruling.why,
            "impact": ruling.impact,
            "rules": ruling.rules,
        }
        for ruling in rulings().values()
    ]


def goal_facts() -> dict[str, Any]:
    """What a goal may say, for the page."""
    return {
        "roads": {side: list(roads) for side, roads in ROADS.items()},
        "within": [*WITHIN, "2 rounds", "3 rounds"],
        "against": AGAINST,
        "levels": ["any", "easy", "medium", "hard"],
    }
