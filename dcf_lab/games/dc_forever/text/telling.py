"""What DC Forever says in its own way: answers, questions, moments, areas, and how numbers came about."""

from __future__ import annotations

import re
from collections.abc import Callable

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import Scene, a, capital, counted, noun, parse
from dcf_lab.engine.table import Event, Part
from dcf_lab.engine.telling import ability_words, area_words, name, whose
from dcf_lab.games import Deed
from dcf_lab.games.dc_forever.rules.box import HERO, PLAYER_NAMES, ROGUE, Table, side_of
from dcf_lab.games.dc_forever.text.english import MOMENTS, happening
from dcf_lab.games.dc_forever.text.phrases import COUNTED, GROUPS
from dcf_lab.games.dc_forever.text.phrases import NAMES as CALLED
from dcf_lab.games.dc_forever.text.sayings import FORBIDDEN, UNTIL, VOCABULARY

NAMES = PLAYER_NAMES | {"sanctuary": "Sanctuary", "supply": "the supply", "pool": "pool", None: "nobody"}


def say(option: str, library: Library) -> str:
    """An answer in words, its cards by their names.

    >>> from dcf_lab.games.dc_forever import library
    >>> say("activate superman at the_daily_planet", library()), say("pool fame.1", library())
    ('activate Superman at The Daily Planet', 'lay Fame into the pool')
    >>> say("use cheetah primal_drive", library()), say("react always_prepared 1", library())
    ('use Primal Drive of Cheetah', 'react with Always Prepared')
    >>> say("use x_ray_vision 2", library()), say("rogue2 first", library())
    ('use the second ability of X-Ray Vision', 'Rogue 2 goes first')
    """

    def named(word: str) -> str:
        return library[word].name if word in library else NAMES[word] if re.fullmatch("(rogue|hero)[12]", word) else word

    match option.split(" "):
        case ["pool", card] if card in library:
            return f"lay {named(card)} into the pool"
        case ["pay", "pool"]:
            return "pay from the pool"
        case ["pay" | "start" as word, card] if card in library:
            return f"{word} with {named(card)}"
        case ["use" | "react" as word, card, key] if card in library:
            called = ability_words(library[card], key)
            whose = f"{'the ' * called.endswith(' ability')}{called} of " if called else ""
            return f"{word} {'with ' * (word == 'react')}{whose}{named(card)}"
        case ["play", card, key] if card in library and key not in library:
            called = ability_words(library[card], key)
            return f"play {named(card)}{f' ({called})' * bool(called)}"
        case ["choose", "scheme", "at", place]:
            return f"choose the facedown Scheme at {named(place)}"
        case ["choose", "rogue" | "hero" as player]:
            return f"choose {NAMES[player]}"
        case ["modifier", card] if card in library:
            return f"the modifier {named(card)}"
        case [player, "first"] if player in NAMES:
            return f"{named(player)} goes first"
    return " ".join(named(word) for word in option.split(" "))


def question(table: Table, prompt: str) -> str:
    """What a player is asked, in words.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> table = first_game(seed=1).table
    >>> question(table, "React: when damage wonder_woman")
    'React: when Wonder Woman is about to suffer damage'
    >>> question(table, "Dose the City: choose an unaligned")
    'Dose the City: choose an Unaligned character'
    """
    if prompt.startswith("React: "):
        return f"React: {_about(table, prompt.removeprefix('React: '))}"
    if prompt.endswith(": which first") and prompt.removesuffix(": which first") in MOMENTS:
        return f"{capital(happening(prompt.removesuffix(': which first'), {}))}: which first"
    if found := re.fullmatch(r"(.*: choose|Chance picks) an? ([a-z ]+)", prompt):
        return f"{found[1]} {a(GROUPS.get(found[2], found[2]))}"
    if found := re.fullmatch(r"A random card of (\w+)'s hand", prompt):
        return f"A random card of {whose(name(table, found[1]))} hand"
    if found := re.fullmatch(r"The next card of (\w+) ([a-z ]+)", prompt):
        return f"The next card of {area_words(table, (found[1], found[2]))}"
    if prompt.endswith(": which"):
        return f"{prompt} of these"
    if prompt.startswith("Where does "):
        return f"{prompt}?"
    return f"{prompt.removesuffix(' do it')} use it or not" if prompt.endswith(": do it") else prompt


def _about(table: Table, text: str) -> str:
    """The moment of a reaction, and the one that it is about: a Location, a player, or whoever the moment speaks of first."""
    moment = max((one for one in MOMENTS if f"{text} ".startswith(f"{one} ")), key=len, default="")
    thing = text.removeprefix(moment).strip()
    if not moment or not thing:
        return happening(moment, {}) if moment else text
    known = table.rules.library[thing].type if thing in table.rules.library else ""
    words = name(table, thing)
    if thing in table.rules.players:
        return happening(moment, {"player": words})
    if known == "location":
        return happening(moment, {"place": words, "card": f"a Scheme at {words}"})
    if moment in ("when play", "after play") and known in (HERO, ROGUE, "unaligned"):
        return happening(moment, {"card": f"a card on {words}"})
    spoken_of = [role for role in ("target", "card", "actor", "player", "place") if f"{{{role}}}" in MOMENTS[moment][0]]
    return happening(moment, dict.fromkeys(spoken_of[:1], words))


# events


def _icons(table: Table, event: Event) -> str:
    """So much Infamy for a Rogue, so much Renown for a Hero."""
    return f"{event.amount} {'Infamy' if event.by and side_of(event.by) == ROGUE else 'Renown'}"


def _moment(table: Table, event: Event) -> str:
    """The moment with those whom it is about; whoever reacts is called 'it' there, and is there if it is the place."""
    reacting = event.detail.get("card")
    roles = {**event.detail, "target": event.to, "card": event.detail.get("about")}
    told = {role: roles.get(role) for role in ("target", "actor", "card", "player", "place")}
    if told["place"] == reacting:
        del told["place"]
    names = {role: "it" if thing == reacting else name(table, thing) for role, thing in told.items() if thing is not None}
    return happening(event.detail["moment"], names)


def _out_of(table: Table, event: Event) -> str:
    source = event.detail.get("source") or next((part.card for part in event.parts if part.what == "on"), None)
    return f" from {name(table, source)}" if source is not None else ""


def _worked(table: Table, event: Event) -> str:
    """': half of 8 citizens on Dose the City', when the number was not just printed."""
    text = ""
    told = [thing for thing in (event.to, event.by if len(event.parts) < 2 else None) if thing in table.rules.library]
    for piece in event.detail.get("worked", ()):
        text += "it" if piece in told else "' " if piece == "'s " and text.endswith("s") else name(table, piece)
    text = re.sub(r"\bit's ", "its ", text)
    return f": {text}" if text else ""


def _until(table: Table, event: Event) -> str:
    return f" {UNTIL[event.detail['until']]}" if "until" in event.detail else ""


EVENT_WORDS: dict[str, Callable[[Table, Event], str]] = {
    "worked": _worked,
    "until": _until,
    "icons": _icons,
    "moment": _moment,
    "out_of": _out_of,
    "citizens": lambda table, event: counted(event.amount or 0, "{} citizen(s)"),
    "cards": lambda table, event: counted(event.amount or 0, "{} card(s)"),
    "value": lambda table, event: COUNTED[event.detail["of"]][0],
    "on_host": lambda table, event: f" on {name(table, event.detail['on'])}" if event.detail.get("on") else "",
}


def formula(table: Table, part: Part) -> str:
    """What a modifier says that it adds, where that is no plain number: ' [1 plus X]'."""
    if part.what != "modifier" or part.card is None or part.card not in table.rules.library:
        return ""
    card = table.rules.library[part.card]
    adds = [one.raw["add"] for one in card.abilities if one.timing == "modifier" and "add" in one.raw]
    if len(adds) != 1 or isinstance(adds[0], int):
        return ""
    return f" [{noun(parse(adds[0]), Scene(card, table.rules.library, {**CALLED, 'this': card.name}, VOCABULARY))}]"


# the first word of an answer -> how refusals of one kind are told together
DEEDS = {
    "rescue": Deed("{} cannot Rescue", "character"), "threaten": Deed("{} cannot Threaten", "character"),
    "attack": Deed("{} cannot be attacked", "character"),
    "buy": Deed("{} cannot be bought", "card"), "pool": Deed("{} cannot be pooled", "card"),
    "play": Deed("{} cannot be played", "card"), "play on": Deed("{} cannot be played on {some} characters", "card"),
    "play at": Deed("{} cannot be played at {some} Locations", "card"), "use": Deed("{} cannot be used", "ability", -1),
    "recruit": Deed("{} cannot be recruited", "character"), "activate": Deed("{} cannot be activated", "character"),
    "empower": Deed("{} cannot empower", "card", 3),
    "complete": Deed("{} cannot be completed", "Scheme"), "react": Deed("{} cannot react", "card"),
    "start": Deed("{} cannot start", "character"),
}  # fmt: skip


def may_not(table: Table, option: str, player: str) -> str:
    """'Superman may not Rescue', 'Cheetah may not Attack Batman', 'the Rogue may not buy Rending Claws'."""
    printed = table.rules.library.printed
    names = {word: printed[word].name for word in option.split(" ")[1:] if word not in table.rules.library and word in printed}
    who: str | None = player
    said = " ".join(names.get(word, word) for word in say(option, table.rules.library).split(" "))
    match option.split(" "):
        case ["rescue" | "threaten" as deed, *actor]:
            who, said = (actor[0] if actor else table.facts.get("actor", player)), deed.title()
        case ["attack", target, *actor]:
            who = actor[-1] if actor else table.facts.get("actor", player)
            said = f"Attack {names.get(target) or name(table, target)}"
    return f"{names.get(who or '') or capital(name(table, who))} may not {said}" if who else f"It is not possible to {said}"


def mark_words(table: Table, card: str, what: str) -> str:
    """What a mark says: "Primal Drive used", "Attack value, change until the end of the round", "cannot Attack"."""
    if what.startswith("used ") and card in table.rules.library:
        printed = table.rules.library[card]
        key = next((ability.key for ability in printed.abilities if ability.used == what), "")
        return f"{ability_words(printed, key) or 'ability'} used"
    if what.startswith("cannot "):
        return f"cannot {FORBIDDEN.get(what.removeprefix('cannot '), what.removeprefix('cannot '))}"
    value, _, rest = what.partition(" ")
    if value in COUNTED and rest.startswith(("boost ", "value")):
        return f"{COUNTED[value][0]}, {f'change {UNTIL[rest[6:]]}' if rest.startswith('boost ') else 'replaced'}"
    return what
