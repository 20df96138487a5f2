"""What one would do without much thought: a quick weight for every answer, for playing a round to its end many times."""

from __future__ import annotations

from collections.abc import Sequence

from dcf_lab.engine.game import Choice
from dcf_lab.engine.tally import constant_parts
from dcf_lab.games.dc_forever.players.judge import IN_PLAY, WHOLE
from dcf_lab.games.dc_forever.rules.actions import value_parts
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE, Table, side_of
from dcf_lab.games.dc_forever.rules.damage import health

# an answer by its first word; what is not named weighs 1
WEIGHTS = {
    "complete": 50.0, "play": 6.0, "use": 5.0, "react": 6.0, "recruit": 30.0, "buy": 4.0, "pool": 0.5, "empower": 0.4,
    "done": 1.0, "pass": 0.05, "decline": 1.0, "discard": 0.3, "yes": 3.0,
}  # fmt: skip
SHARP = 2.0  # how much an action that is worth twice as much is preferred: 2 to this power


def further(choice: Choice) -> Sequence[str]:
    """What an activated character goes on to do: a main action, and the modifiers for it."""
    if choice.prompt.endswith("Modifiers"):
        return choice.options
    if choice.prompt.startswith("Activated"):
        return [option for option in choice.options if option.partition(" ")[0] in ("attack", "threaten", "rescue")]
    return ()


def hunch(table: Table, choice: Choice) -> list[float]:
    """How likely one would give each answer, as weights."""
    side = side_of(choice.player)
    weights = []
    for option in choice.options:
        word, _, rest = option.partition(" ")
        if word == "activate":
            character, _, place = rest.partition(" at ")
            weights.append(0.2 + _best_there(table, side, character, place) ** SHARP)
        elif word in ("attack", "threaten", "rescue") and choice.prompt.startswith("Activated"):
            character = table.facts["actor"]
            place = table.links[character, "at"]
            worth = _attack(table, character, rest) if word == "attack" else _claim(table, side, character, place)
            weights.append(0.5 + worth**SHARP)
        else:
            weights.append(WEIGHTS.get(word, 1.0))
    return weights


def _best_there(table: Table, side: str, character: str, place: str) -> float:
    """What the character's best main action at a Location would bring, in points of the judge."""
    best = _claim(table, side, character, place)
    foe = table.rules.settings["sides"][ROGUE if side == HERO else HERO]
    for player in foe:
        for target in table.zones.get((player, "characters"), ()):
            if table.links.get((target, "at")) == place:
                best = max(best, _attack(table, character, target))
    return best


def _claim(table: Table, side: str, character: str, place: str) -> float:
    """Citizens that a Threaten or Rescue would claim."""
    scheme = table.zones.get((place, "scheme"), ())
    if side == ROGUE and (not scheme or (character, "cannot threaten") in table.marks):
        return 0.0
    if side == HERO and not (scheme or table.zones.get((place, "unaligned"))):
        return 0.0
    action = "threaten" if side == ROGUE else "rescue"
    amount = sum(part.amount for part in value_parts(table, character, action))
    amount += sum(part.amount for part in constant_parts(table, action, character, place=place))
    amount = min(amount, table.counts.get((place, "citizens"), 0))
    if side == ROGUE:  # what is beyond the threshold is wasted
        need = table.box.thresholds[scheme[0]] - table.counts.get((scheme[0], "citizens"), 0)
        amount = min(amount, max(0, need)) + (3 if 0 < need <= amount else 0)
    return float(max(0, amount))


def _attack(table: Table, character: str, target: str) -> float:
    """Damage that an Attack would do, and what a defeat is worth."""
    if table.box.kind[target] not in (HERO, ROGUE):
        return 0.5
    amount = sum(part.amount for part in value_parts(table, character, "attack"))
    most = health(table, target)
    left = most - table.counts.get((target, "damage"), 0)
    worth = WHOLE * min(amount, left) / max(1, most)
    return worth + (IN_PLAY if amount >= left else 0.0)
