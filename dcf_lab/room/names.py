"""Names for people who give none: a colour and an animal, so that nobody types a text that others see."""

from __future__ import annotations

import random
from collections.abc import Collection

COLOURS = (
    "Amber", "Azure", "Bronze", "Cobalt", "Copper", "Coral", "Crimson", "Emerald", "Golden", "Indigo",
    "Ivory", "Jade", "Lilac", "Maroon", "Olive", "Opal", "Pearl", "Ruby", "Scarlet", "Silver",
)  # fmt: skip
ANIMALS = (
    "Badger", "Bison", "Crane", "Dolphin", "Eagle", "Falcon", "Fox", "Gecko", "Heron", "Ibex",
    "Jaguar", "Koala", "Lynx", "Marten", "Otter", "Owl", "Panda", "Puffin", "Robin", "Salmon",
    "Seal", "Stork", "Swan", "Tern", "Tiger", "Toucan", "Turtle", "Walrus", "Wolf", "Wren",
)  # fmt: skip


def new_name(taken: Collection[str], roll: random.Random) -> str:
    """A name that nobody here has; with a number once all are taken."""
    free = [f"{colour} {animal}" for colour in COLOURS for animal in ANIMALS if f"{colour} {animal}" not in taken]
    if free:
        return roll.choice(free)
    return next(
        name for n in range(2, len(taken) + 3) if (name := f"{roll.choice(COLOURS)} {roll.choice(ANIMALS)} {n}") not in taken
    )
