"""Lines of card text in English: `{damage = 2, to = "victim"}` is "the victim suffers 2 damage". Each verb has its saying."""

from __future__ import annotations

from collections.abc import Callable

from dcf_lab.engine.cards.english import Vocabulary, of, parse
from dcf_lab.engine.cards.sayings import COMMON, Saying, higher
from dcf_lab.games.dc_forever.text.phrases import (
    COUNTED,
    FUNCTIONS,
    GROUPS,
    HAPPENED,
    KINDS,
    NAMES,
    RELATIONS,
    STATES,
    TRUTHS,
    special,
)

FORBIDDEN = {
    "attack": "Attack", "rescue": "Rescue", "threaten": "Threaten", "activate": "be activated", "ready": "be readied",
    "exhaust": "be exhausted", "be attacked": "be Attacked", "suffer damage": "suffer damage", "play cards": "play cards",
    "use abilities": "use abilities", "complete": "be completed", "be affected": "be affected by cards",
    "be attached": "be given Attachments",
}  # fmt: skip
UNTIL = {
    "activation": "until the end of the activation", "phase": "until the end of the phase",
    "round": "until the end of the round", "game": "for the rest of the game",
}  # fmt: skip
# where cards lie: somebody's area, or beside somebody
AREAS = {
    "hand": "hand", "deck": "deck", "discard": "discard pile", "deck or discard": "deck or discard pile",
    "reserve": "reserve", "pool": "resource pool",
}  # fmt: skip
PLACES = {
    "beneath": "beneath {}", "empowering": "empowering {}", "attachments": "attached to {}", "on hero": "on {}",
    "master plan": "in the Master Plan", "captured": "among the captured Rogues", "knocked out": "among the knocked out Heroes",
}  # fmt: skip


def _plant(says: Saying) -> str:
    where = says.put(says.noun("plant"), says.line.raw.get("into", "deck"), says.noun("of"))
    return f"{where}; once revealed it goes back to its owner's hand"


def _damage(says: Saying) -> str:
    unstoppable = " that cannot be ignored or reduced" if says.line.raw.get("unstoppable") else ""
    return f"{says.noun('to')} suffers {says.amount('damage', '{} damage')}{unstoppable}"


def _value(says: Saying) -> str:
    return of(says.noun("on"), says.words.counted[says.line.raw["of"]][0])


def _boost(says: Saying) -> str:
    return f"{_value(says)} is {higher(parse(says.line.raw['boost']), says.scene)} {says.until('activation')}"


def _reduce(says: Saying) -> str:
    what = "1 modifier" if says.line.raw.get("what") == "modifier" else says.called("amount")
    return f"reduce {what} by {says.noun('reduce')}"


def _ignore(says: Saying) -> str:
    ignored = {"modifier": "1 modifier", "modifier amount": "the amount of 1 modifier"}
    return f"ignore {ignored.get(says.line.raw['ignore'], 'all of ' + says.called('amount'))}"


def _discard_from(says: Saying) -> str:
    victim = says.noun("discard_from")
    cards = says.amount("count", "{} Attachment or empowering card", f"from {victim}")
    return f"{of(victim, 'player')} discards {cards}"


VERBS: dict[str, Callable[[Saying], str]] = {
    **COMMON,
    "damage": _damage,
    "heal": lambda says: f"heal {says.amount('heal', '{} damage', 'from ' + says.noun('to'))}",
    "strike": lambda says: f"{says.called('this')} Attacks {says.noun('strike')}",
    "value": lambda says: f"{_value(says)} becomes {says.noun('value')} {says.until('activation')}",
    "boost": _boost,
    "reduce": _reduce,
    "ignore": _ignore,
    "discard_these": lambda says: f"discard {says.noun('discard_these')}",
    "discard_from": _discard_from,
    "plant": _plant,
    "play": lambda says: f"play {says.noun('play')}",
    "attach": lambda says: f"attach {says.noun('attach')} to {says.noun('on')}",
    "empower": lambda says: f"{says.noun('empower')} empowers {says.noun('on')}",
    "resources": lambda says: f"add {says.noun('resources')} to {of(says.noun('who', 'you'), 'resource pool')}",
    "sacrifice": lambda says: f"sacrifice {says.noun('sacrifice')}",
    "relocate": lambda says: f"move {says.noun('relocate')} to {says.noun('to')}",
    "recover": lambda says: f"{says.noun('recover')} recovers",
    "retreat": lambda says: f"{says.noun('retreat')} retreats to the reserve",
    "control": lambda says: f"take control of {says.noun('control')} {says.until()}",
    "move": lambda says: "move " + says.amount("move", "{} citizen(s)", f"from {says.noun('from')} to {says.noun('to')}"),
    "claim": lambda says: f"{says.called('this')} claims {says.amount('claim', '{} citizen(s)')}",
    "faceup": lambda says: f"turn {says.noun('faceup')} faceup",
}


VOCABULARY = Vocabulary(
    NAMES, GROUPS, KINDS, COUNTED, STATES, RELATIONS, FUNCTIONS, HAPPENED, TRUTHS,
    elsewhere=frozenset({"captured", "knocked out", "completed scheme"}),
    of_a_side=frozenset({"character", "characters", "Hero", "Rogue"}),
    here={"location": "this", "unaligned": "this.at"},
    special=special, verbs=VERBS, until=UNTIL, areas=AREAS, places=PLACES, forbidden=FORBIDDEN,
)  # fmt: skip
