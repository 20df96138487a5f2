"""Small random puzzles: a few characters, short hands, any goal. Many are silly, which is what a solver must stand."""

import random

from dcf_lab.engine.toml import write_toml
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.players.teams import characters
from dcf_lab.scenario.file import ScenarioError, parse

CARDS = library()
PLACES = sorted(card for card in CARDS if CARDS[card].type == "location")
COINS = ("renown.1", "renown.2", "fame.1", "fame.2")  # cards of which there are equal copies
STRANGERS = sorted(card for card in CARDS if CARDS[card].type == "unaligned")
PHASES = ("rogue provoke", "hero oppose", "activation", "activation", "rogue action", "hero action", "complete schemes")
AGAINST = ("every reply",) * 5 + ("best luck", "highest chance", "highest chance")


def cards_of(character, *kinds):
    return [card for card in CARDS if CARDS[card].of == character and CARDS[card].type in kinds]


def random_puzzle(seed):
    """The text of a puzzle; the position may be impossible."""
    roll = random.Random(seed)
    rogues = roll.sample(characters(CARDS, "rogue"), roll.choice((1, 1, 2)))
    heroes = roll.sample(characters(CARDS, "hero"), roll.choice((1, 1, 2)))
    places = roll.sample(PLACES, roll.choice((1, 1, 2)))
    phase = roll.choice(PHASES)
    side = roll.choice(("rogue", "hero"))
    actor = roll.choice(rogues + heroes)
    used = set()

    def deal(team, kinds, number):
        pool = [card for character in team for card in cards_of(character, *kinds) if card not in used]
        found = roll.sample(pool, min(number, len(pool)))
        used.update(found)
        return found

    def character(card):
        entry = {"card": card, "exhausted": roll.random() < 0.4, "damage": roll.randint(0, 3)}
        if card == actor and phase == "activation":
            entry |= {"at": places[0], "exhausted": True}
        elif roll.random() < 0.6:
            entry["at"] = roll.choice(places)
        if card in heroes and roll.random() < 0.5:
            entry["empowering"] = deal([card], ("event",), 1)
        return entry

    locations = []
    for place in places:
        entry = {"card": place, "citizens": roll.randint(0, 5)}
        if roll.random() < 0.6 and (scheme := deal(rogues, ("scheme",), 1)):
            entry["scheme"] = {"card": scheme[0], "citizens": roll.randint(0, 7)}
        if roll.random() < 0.3:
            entry["unaligned"] = {"card": roll.choice([s for s in STRANGERS if s not in used])}
            used.add(entry["unaligned"]["card"])
        locations.append(entry)
    table = {
        "phase": phase, "sanctuary": roll.choice((0, 27, 28)), "locations": locations,
        "location_deck": [place for place in PLACES if place not in places][:2],
        "rogue": {"characters": [character(c) for c in rogues], "hand": deal(rogues, ("event", "scheme"), roll.randint(0, 2)),
                  "deck": deal(rogues, ("event", "minion"), roll.randint(0, 2)), "discard": deal(rogues, ("event", "asset"), 2)},
        "hero": {"characters": [character(c) for c in heroes], "hand": deal(heroes, ("event", "attachment"), roll.randint(0, 2)),
                 "deck": deal(heroes, ("event",), roll.randint(0, 2)), "discard": deal(heroes, ("event",), 2)},
    }  # fmt: skip
    if phase == "activation":
        table["actor"] = actor
    coins = roll.sample(COINS, roll.choice((0, 0, 2, 3, 4)))
    for coin in coins:
        table["hero"][roll.choice(("hand", "deck", "discard"))].append(coin)
    goal = {"for": side, "within": roll.choice(("this activation", "this phase", "this stage", "this action", "this round"))}
    goal["against"] = roll.choice(AGAINST)
    kind = roll.choice(("reach", "reach", "avoid", "win", "happen", "both"))
    if kind in ("reach", "both"):
        goal["reach"] = roll.choice((
            f"{roll.choice(rogues + heroes)}.damage >= {roll.randint(1, 4)}", f"sanctuary.citizens >= {roll.randint(1, 30)}",
            f"{places[0]}.citizens <= {roll.randint(0, 3)}", "rogue.hand >= 2", f"number('completed scheme') >= {1}",
        ))  # fmt: skip
    if kind in ("avoid", "both"):
        goal["avoid"] = f"{roll.choice(rogues + heroes)}.damage >= {roll.randint(2, 5)}"
    if kind == "win":
        goal["win"] = "any"
    if kind == "happen":
        goal["happen"] = roll.choice(
            ("damage", "rescue", "threaten", "draw", "react", "play", "ko", "capture", "discard 2 times")
        )
    return write_toml({"title": f"Random {seed}", "seed": seed, "table": table, "goal": goal}, ("locations",))


def random_scenario(seed):
    """The puzzle of a seed, or None where its position or goal is impossible."""
    try:
        scenario = parse(random_puzzle(seed), f"random {seed}")
    except ScenarioError:
        return None
    return None if scenario.game(log=False).over else scenario
