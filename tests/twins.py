"""Two games that differ only in two cards which one player may not see, played alike until one of the cards comes to light."""

import random

from random_play import any_readings, midgame

from dcf_lab.engine.game import IllegalAnswer
from dcf_lab.games import NoPosition
from dcf_lab.games.dc_forever.rules.box import HERO, icons, owner
from dcf_lab.games.dc_forever.table.described import describe
from dcf_lab.games.dc_forever.table.view import sees
from dcf_lab.lab.draft import as_draft, as_file
from dcf_lab.scenario.file import parse
from dcf_lab.timeline.timeline import Timeline

NEUTRAL = ("decline", "done", "no", "choose none", "pass")


def scenario_of(table, seed, names=None):
    """A quiet table as a scenario, with cards in each other's places."""
    described = describe(table)
    data = {
        "title": "Twin", "seating": described.seating, "seed": seed,
        "table": renamed(described.table, names or {}), "rulings": dict(table.rules.readings),
    }  # fmt: skip
    return parse(as_file(as_draft(data)[0]))


def renamed(data, names):
    if isinstance(data, dict):
        return {key: renamed(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [renamed(value, names) for value in data]
    return names.get(data, data) if isinstance(data, str) else data


def hidden_cards(table, seat):
    """Every card that a seat may not see: whose it is, in which area, its name."""
    for (whose, what), cards in table.zones.items():
        if not sees(table, seat, whose, what):
            for card in cards:
                yield owner(table, card) or what, what, card


def interchangeable(table, seat, one, other):
    """Could two hidden cards lie the other way round for all that the seat can see?"""
    (whose, what, card), (others, area, different) = one, other
    if whose != others or any((c, "planted") in table.marks for c in (card, different)):
        return False
    if {"scheme", "master plan"} & {what, area} and not table.box.kind[card] == table.box.kind[different] == "scheme":
        return False
    return "empowering" not in (what, area) or icons(table, card, HERO) == icons(table, different, HERO)


def twins(match, seed, seat_number, any_reading=False):
    """Two timelines whose games a seat cannot tell apart, the seat, and the two cards that changed places; or None."""
    roll = random.Random(seed)
    game = midgame(match, seed, any_readings(roll) if any_reading else None)
    while not game.is_quiet and game.choice is not None:
        game.answer(roll.choice(game.choice.options))
    if game.choice is None:
        return None
    table = game.table
    seat = table.rules.players[seat_number % len(table.rules.players)]
    try:
        first = scenario_of(table, seed)
    except NoPosition:
        return None
    hidden = list(hidden_cards(table, seat))
    pairs = [(a, b) for a in hidden for b in hidden if a[2] < b[2] and a[1] != b[1] and interchangeable(table, seat, a, b)]
    pairs = pairs or [(a, b) for a in hidden for b in hidden if a[2] < b[2] and interchangeable(table, seat, a, b)]
    if not pairs:
        return None
    one, other = roll.choice(pairs)
    names = {one[2]: other[2], other[2]: one[2]}
    return Timeline(first), Timeline(scenario_of(table, seed, names)), seat, (one[2], other[2])


def in_sight(table, seat, cards):
    """Has one of the cards ever come to where the seat saw it, or been shown to it?"""
    for event in table.history[1:]:
        shown = event.detail.get("cards", ()) if event.seen in (None, seat) else ()
        if set(cards) & set(shown):
            return True
        for change in event.changes:
            if change[0] == "put" and change[1] in cards and lies_open(change[4], seat):
                return True
    return any(card in cards for zone, there in table.zones.items() if sees(table, seat, *zone) for card in there)


def lies_open(zone, seat):
    whose, what = zone
    return (
        what in ("characters", "discard", "pool", "reserve", "play area", "played", "beneath", "attachments", "unaligned")
        or (whose, what) == (seat, "hand")
        or what in ("locations", "removed", "location discard")
    )


def plain_options(choice, cards):
    return [option for option in choice.options if not set(option.split()) & set(cards)]


def next_answers(lines, seat, cards, roll):
    """What is answered in each of the two games, as much the same as the hidden cards allow; None if they must part."""
    one, other = (line.game.choice for line in lines)
    if one and other and (one.player, one.prompt) == (other.player, other.prompt):
        if one.player == seat:
            option = roll.choice(one.options)
            return option, option
        options = [option for option in plain_options(one, cards) if option in other.options]
        if options:
            option = roll.choice(options)
            return option, option
        return None
    found = []
    for choice in (one, other):
        neutral = [option for option in NEUTRAL if choice and choice.player != seat and option in choice.options]
        found.append(neutral[0] if neutral else None)
    if one and one.prompt.startswith(("React", "Activated")) and found[0] and not (other and other.prompt.startswith("React")):
        return found[0], None
    if other and other.prompt.startswith(("React", "Activated")) and found[1]:
        return None, found[1]
    if found[0] and not (other and other.prompt.endswith("Modifiers")):
        return found[0], None
    return (None, found[1]) if found[1] else None


def play_twins(lines, seat, cards, roll, most):
    """Play both on until a card comes to light: yields "seat" where both ask the seat or are over, else "others"."""
    for _ in range(most):
        if any(in_sight(line.game.table, seat, cards) for line in lines):
            return
        asked = [line.game.choice.player if line.game.choice else seat for line in lines]
        yield "seat" if asked == [seat, seat] else "others"
        if all(line.game.choice is None for line in lines):
            return
        answers = next_answers(lines, seat, cards, roll)
        if answers is None:
            return
        for line, answer in zip(lines, answers, strict=True):
            if answer is not None:
                try:
                    line.answer(answer)
                except IllegalAnswer as error:
                    raise AssertionError(f"{seat}, {cards}: {error}") from None
