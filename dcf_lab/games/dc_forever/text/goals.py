"""What goals of DC Forever ask for, in words: the events that its menus offer, and how its expressions call things."""

from __future__ import annotations

from dcf_lab.games import Wish
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE

_ANYBODY = (HERO, ROGUE, "unaligned")
_CARDS = ("event", "attachment", "asset", "minion", "scheme", "resource")

WISHES = {
    "ko": Wish("{to} is knocked out", "knock out {to}", (HERO,)),
    "capture": Wish("{to} is captured", "capture {to}", (ROGUE,)),
    "sway": Wish("{to} is swayed to the Rogues", "sway {to} to the Rogues", ("unaligned",)),
    "defeat": Wish("{to} is defeated", "defeat {to}", ("unaligned",)),
    "complete": Wish("{to} is completed", "complete {to}", ("scheme",)),
    "damage": Wish("{to} suffers {number}damage", "", _ANYBODY),
    "heal": Wish("{to} is healed of {number}damage", "heal {to} of {number}damage", _ANYBODY),
    "declare attack": Wish("{to} is attacked", "attack {to}", _ANYBODY),
    "declare threaten": Wish("somebody Threatens at {to}", "Threaten at {to}", ("location",)),
    "declare rescue": Wish("somebody Rescues at {to}", "Rescue at {to}", ("location",)),
    "activate": Wish("{to} is activated", "activate {to}", (HERO, ROGUE)),
    "recruit": Wish("{to} is recruited", "recruit {to}", (HERO, ROGUE)),
    "buy": Wish("{to} is bought", "buy {to}", _CARDS),
    "play": Wish("{to} is played", "play {to}", _CARDS),
    "discard": Wish("{to} is discarded", "have {to} discarded", _CARDS),
    "ready": Wish("{to} is readied", "ready {to}", (HERO, ROGUE, "asset", "minion")),
    "discard location": Wish("{to} is emptied and discarded", "have {to} emptied", ("location",)),
    "replace location": Wish("{to} comes into the row of Locations", "bring {to} into the row of Locations", ("location",)),
}

SAID = {
    "remaining": "remaining Health", "at": "Location", "host": "bearer", "claim": "citizens to claim", "actor": "who acts",
    "in_play": "in play", "of": "character", "hero": "the Hero player", "rogue": "the Rogue player",
    "schemes": "Schemes", "knock out": "knock-out",
}  # fmt: skip
