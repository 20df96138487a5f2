"""Every kind of event in words, and how much each of them matters to a reader: a log can be read at four depths.

A pattern's words: `{by}`, `{to}` and `{amount}` are the event's, `{to's}` is whose; the other words are of its detail, or of
`engine.telling.sentence`, which puts names there. A kind that is told in more than one way has a function for its pattern.
"""

from __future__ import annotations

from collections.abc import Callable

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.cards.english import a
from dcf_lab.engine.table import Event
from dcf_lab.games import EventKind
from dcf_lab.games.dc_forever.rules.box import HERO, ROGUE
from dcf_lab.games.dc_forever.text.sayings import AREAS, FORBIDDEN

_STAGES = {"game", "position", "round", "stage", "phase", "resolution", "win", "round limit", "end of round"}
_ACTIONS = {
    "activate", "pass", "play", "play scheme", "play modifier", "buy", "recruit", "empower", "use", "react", "pool", "complete",
    "declare threaten", "declare rescue", "declare attack", "strike", "choose", "pick",
}  # fmt: skip
_ATOMS = {
    "answer", "window", "stands", "pay", "activated token", "acts", "value", "mark", "plans asked", "end activation",
    "empty pool", "end phase", "end stage", "effects end", "cycle", "prepare", "check win", "schemes completed", "team",
    "start", "deck", "box", "order", "extra effect", "tie", "decide", "exhaust", "locations active", "starter", "shuffle",
    "x", "settle",
}  # fmt: skip
# what the rules note down, and what follows from it is told by itself
_BOOKKEEPING = {
    "answer", "window", "settle", "plans asked", "acts", "mark", "end activation", "end phase", "end stage", "schemes completed",
    "check win", "prepare", "locations active", "box", "extra effect", "x", "order", "decide", "pick",
}  # fmt: skip


def _depth(kind: str) -> str:
    """How deep one must look to see an event of this kind: everything that is neither bold nor tiny is an effect."""
    if kind in _STAGES:
        return "stage"
    if kind in _ACTIONS:
        return "action"
    return "atom" if kind in _ATOMS else "effect"


# kinds that are told in more than one way


def _phase(event: Event, library: Library) -> str:
    """Whose phase it is goes without saying where a side has only one player."""
    return "{name}." if event.by in (None, HERO, ROGUE) else "{name} of {by}."


def _empty_pool(event: Event, library: Library) -> str:
    lost = "{icons} is lost" if event.amount else "nothing is lost"
    return f"{{by's}} pool is discarded; {lost}."


def _empower(event: Event, library: Library) -> str:
    hero, card = "{to}" if event.to else "a Hero", "{card}" if "card" in event.detail else "a card"
    return f"{{by}} empowers {hero} with {card} ({{amount}} Renown)."


def _play_scheme(event: Event, library: Library) -> str:
    card = event.detail.get("card")
    if card not in library:
        return "{by} plays a facedown Scheme at {to}."
    return f"{{by}} plays {{card}} {'faceup' if event.detail.get('faceup') else 'facedown'} at {{to}}."


def _play_modifier(event: Event, library: Library) -> str:
    verb = "plays" if event.to and event.to in library and library[event.to].type == "event" else "uses"
    action = str(event.detail.get("action", "")).title()
    return f"{{by}} {verb} {{to}} as {a(f'{action} Modifier'.strip())}."


def _react(event: Event, library: Library) -> str:
    card = "" if event.by == event.detail.get("card") else " with {card}"
    return f"{{by}} reacts{card}{{ability}} {{moment}}."


PRICES = {
    "exhaust this": "exhausting it", "exhaust character": "exhausting its character", "discard this": "discarding it",
    "sacrifice this": "sacrificing it", "discard a card": "discarding a card from hand",
}  # fmt: skip


def _pay(event: Event, library: Library) -> str:
    if "price" in event.detail:
        return f"{{by}} pays for {{to}} by {PRICES[event.detail['price']]}."
    if event.to == "pool":
        return "{by} pays {icons} from the pool."
    return "{by} pays {icons} for {card} with {to}." if "card" in event.detail else "{by} pays {icons} with {to}."


def _discard(event: Event, library: Library) -> str:
    """From where, if it did not just come to its end."""
    whose, area = event.detail.get("source") or ("", "")
    return "{to} is discarded from {source}." if area in ("hand", "deck", "attachments", "empowering") else "{to} is discarded."


def _reshuffle(event: Event, library: Library) -> str:
    if event.by == "table":
        return "The discarded Locations become a new Location deck."
    return "{by's} discard pile becomes a new deck."


def _shuffle(event: Event, library: Library) -> str:
    decks = "The Location deck and the Unaligned Character deck are"
    return f"{decks} shuffled." if event.by == "table" else "{by's} deck is shuffled."


def _claim(event: Event, library: Library) -> str:
    goal = "" if event.to == event.by else " for {to}"
    return f"{{by}} claims {{citizens}}{{out_of}}{goal}{{sum}}."


def _move(event: Event, library: Library) -> str:
    if event.amount == 0:
        return "No citizens move{out_of} to {to}{sum}."
    return f"{{citizens}} move{'s' * (event.amount == 1)}{{out_of}} to {{to}}{{worked}}{{sum}}."


def _damage(event: Event, library: Library) -> str:
    """From whom, unless the sum says it or it is the sufferer's own doing."""
    alone = len(event.parts) < 2 and event.by not in (None, event.to)
    return f"{{to}} suffers {{amount}} damage{' from {by}' * alone}{{sum}}{{worked}}."


def _heal(event: Event, library: Library) -> str:
    return "{to} is healed of {amount} damage{worked}{sum}." if event.amount else "{to} has no damage to be healed of."


WINS = {
    "schemes": "wins: five Schemes are in the Master Plan", "rescue": "wins: thirty citizens are in Sanctuary",
    "knock out": "wins by knocking out the Heroes", "capture": "wins by capturing the Rogues",
}  # fmt: skip


# the moment in which something is cancelled, ignored or replaced -> what is
AFFECTED = {
    "when attack": "the Attack on {to}", "when damage": "the damage on {to}", "when threaten": "the Threaten of {to}",
    "when rescue": "the Rescue of {to}", "when claim": "the claim of {to}", "when defeated": "the defeat of {to}",
    "when play": "{to}",
}  # fmt: skip


def _affected(event: Event) -> str:
    if event.to is None:
        return "the claim" if event.detail.get("moment") == "when claim" else "what was about to happen"
    affected = AFFECTED.get(str(event.detail.get("moment")), "{to}")
    return affected.partition(" o")[0] if event.to == event.by else affected


def _ignore(event: Event, library: Library) -> str:
    if event.detail.get("what") in ("modifier", "modifier amount"):
        return f"{{by}} ignores {'the amount of ' * (event.detail['what'] != 'modifier')}the modifier {{to}}."
    return f"{{by}} ignores all of {_affected(event)}."


def _ignored(event: Event, library: Library) -> str:
    if "card" in event.detail:
        return "{card} is ignored and does nothing to {to}."
    return "{to} suffers no damage." if event.detail.get("what") == "damage" else "{to} is ignored and does nothing more."


def _redirect(event: Event, library: Library) -> str:
    return f"{{by}} redirects {'the damage' if event.detail.get('moment') == 'when damage' else 'the Attack'} to {{to}}."


def _prevented(event: Event, library: Library) -> str:
    because = "" if event.by in (None, event.to) else " because of {by}"
    what = {"damage": "{to} cannot suffer damage", "attack": "The Attack on {to} cannot happen"}
    return f"{what.get(str(event.detail.get('what')), '{to} cannot be affected')}{because}."


def _control(event: Event, library: Library) -> str:
    return "{to} goes back to {by}." if event.detail.get("back") else "{by} takes control of {to}{until}."


def _decide(event: Event, library: Library) -> str:
    match event.detail.get("way"):
        case "yes":
            return "{by} does what {to} offers."
        case "no":
            return "{by} does not do what {to} offers."
    return "{by} decides for {to}: {way}."


def _effects_end(event: Event, library: Library) -> str:
    if event.detail.get("until") == "phase":
        return "What was to last until the end of the phase ends."
    return "Round-long effects end and activated tokens come off."


def _falls_short(event: Event, library: Library) -> str:
    if event.detail.get("what") == "discard":
        return "{to}: {by} has no card left to discard."
    return "{to}: there is nothing more to choose."


def _choose(event: Event, library: Library) -> str:
    who = "Chance" if event.detail.get("random") else "{by}"
    names = [library[card].name for card in (event.to, event.detail.get("card")) if card and card in library]
    why = " for {card}" if "card" in event.detail and len(set(names)) == len(names) else ""
    return f"{who} chooses {'{to}' if event.to else 'a card'}{why}."


def _choose_starter(event: Event, library: Library) -> str:
    return "{by} chooses {to} as a starting character." if event.to else "{by} chooses a starting character."


GOALS = {"hand": "to {by's} hand", "discard": "to {by's} discard pile", "deck": "to the top of {by's} deck",
         "bottom": "to the bottom of {by's} deck", "reserve": "to {by's} reserve"}  # fmt: skip


def _take(event: Event, library: Library) -> str:
    card = "{to}" if event.to else "a card"
    whose, area = event.detail.get("source") or ("", "")
    source = " from {source}" if area else ""
    if event.detail.get("area") == "play":
        return f"{{by}} takes {card}{f' from their {AREAS[area]}' if whose == event.by and area in AREAS else source} to play it."
    goal = GOALS[event.detail["area"]].replace("{by's}", "their" if whose == event.by else "{by's}")
    return f"{card} goes{source} {goal}."


def _plant(event: Event, library: Library) -> str:
    card = "{card}" if "card" in event.detail else "a card"
    area = {"hand": "in {to's} hand", "bottom": "at the bottom of {to's} deck"}.get(
        str(event.detail.get("area")), "on top of {to's} deck"
    )
    return f"{{by}} plants {card} {area}."


def _seen(event: Event, library: Library) -> str:
    """Whose cards, how many of them, and which they are to whoever may know."""
    detail = event.detail
    own = detail.get("whose") == event.by
    whose = "their own" if own else "{whose's}"
    if detail.get("area") == "scheme":
        cards = "the Scheme at {whose}" if detail.get("whose") else "a Scheme"
    elif detail.get("top"):
        cards = f"the top {'card' if detail.get('number') == 1 else '{number} cards'} of {whose} {AREAS[detail['area']]}"
    else:
        cards = f"{whose} {AREAS[detail['area']]}"
    if event.kind == "look":
        return f"{{by}} looks at {cards}{{listed}}." if detail.get("number") else "{by} finds no cards to look at."
    if not detail.get("number"):
        return "There are no cards to reveal."
    if detail.get("area") == "scheme" or not detail.get("whose"):
        return f"{cards} is revealed{{listed}}."
    return f"{{whose}} reveals {cards.replace(whose, 'their')}{{listed}}."


def _stopped(event: Event, library: Library) -> str:
    action = str(event.detail.get("action", "action"))
    return f"{{by's}} {'Attack' if action == 'strike' else action.title()} comes to nothing."


def _no_target(event: Event, library: Library) -> str:
    return f"{{to}} is no longer there for the {'Attack' if event.detail.get('what') == 'attack' else 'damage'}."


def _tie(event: Event, library: Library) -> str:
    return "{names} tie, so all of them qualify." if "cards" in event.detail else "Several tie, so all of them qualify."


def _boost(event: Event, library: Library) -> str:
    way = "falls" if (event.amount or 0) < 0 else "rises"
    return f"{{to's}} {{value}} {way} by {abs(event.amount or 0)}{{until}}{{worked}}."


def _defeat(event: Event, library: Library) -> str:
    gone = "lies beside Sanctuary" if event.detail.get("to_area") == "captured" else "leaves the game"
    return f"{{to}} is defeated and {gone}."


def _only_answer(event: Event, library: Library) -> str:
    """That there was nothing to do, or the one thing that there was."""
    return "{to} {says}." if event.detail.get("says") else "{by} can only answer: {option}."


_SENTENCES: dict[str, str | Callable[[Event, Library], str]] = {
    "game": "The game begins.",
    "position": "The table is set.",
    "team": "{to} joins {by's} team.",
    "start": "{to} starts for {by}.",
    "deck": "{by} makes and shuffles a deck.",
    "round": "Round {amount} begins.",
    "stage": "{name}.",
    "phase": _phase,
    "plans asked": "{by} may use the Master Plan now.",
    "answer": lambda event, library: "{by} answers: {option}." if "option" in event.detail else "{by} answers.",
    "only answer": _only_answer,
    "pool": "{by} lays {to} into the pool for {icons}.",
    "empty pool": _empty_pool,
    "recruit": "{by} recruits {to} for {icons}.",
    "buy": "{by} buys {to} for {icons}.",
    "empower": _empower,
    "play": "{by} plays {to}{on_host}{ability}.",
    "play scheme": _play_scheme,
    "play modifier": _play_modifier,
    "use": "{by} uses {to}{ability}.",
    "react": _react,
    "window": "The moment to react is over: {moment}.",
    "pay": _pay,
    "activated token": "An activated token marks {to}{ability}.",
    "draw": "{by} draws {cards}{worked}{listed}.",
    "discard": _discard,
    "reshuffle": _reshuffle,
    "activate": "{by} activates {to} at {place}.",
    "exhaust": "{to} is exhausted.",
    "ready": "{to} is readied.",
    "pass": "{by} passes.",
    "declare threaten": "{by} declares a Threaten at {to}.",
    "declare rescue": "{by} declares a Rescue at {to}.",
    "declare attack": "{by} declares an Attack on {to}.",
    "threaten": _claim,
    "rescue": "{by} rescues {citizens}{out_of}{sum}.",
    "claim": _claim,
    "move": _move,
    "damage": _damage,
    "heal": _heal,
    "stands": "{to} stands.",
    "empty space": "No Location is left, so the space of {to} stays empty.",
    "ko": "{to} is knocked out.",
    "capture": "{to} is captured.",
    "sway": "{to} is swayed to the Rogues.",
    "defeat": _defeat,
    "place unaligned": "{to} appears at {place}.",
    "complete": "{by} completes {to}.",
    "file": lambda event, library: f"{{to}} joins the Master Plan {'faceup' if event.detail.get('faceup') else 'facedown'}.",
    "discard location": "{to} has no citizens left and is discarded.",
    "replace location": lambda event, library: "{to} comes back." if event.by == event.to else "{by} is replaced by {to}.",
    "win": lambda event, library: f"{{by}} side {WINS.get(str(event.detail.get('how')), 'wins')}.",
    "round limit": "The round limit of {amount} is reached; nobody wins.",
    "reduced modifier": "{by} takes {amount} off {to}.",
    "ignored modifier": "{by} takes {amount} off {to}.",
    "choose": _choose,
    "value": "{to's} {value} becomes {amount}{until}{worked}.",
    "recover": "{to} recovers and comes back exhausted.",
    "retreat": "{to} retreats to the reserve.",
    "sacrifice": "{to} is sacrificed.",
    "acts": "{by} has acted.",
    "attach": "{to} is attached to {on}.",
    "blank": "{to} is treated as blank{until}.",
    "boost": _boost,
    "box": "The box is opened.",
    "cancel": lambda event, library: f"{{by}} cancels {_affected(event)}.",
    "cancelled": "{to} does nothing.",
    "unstoppable": "{by} can neither ignore nor reduce this damage.",
    "plant": _plant,
    "check win": "Win conditions are checked.",
    "choose starter": _choose_starter,
    "control": _control,
    "cycle": "A new Confrontation begins.",
    "decide": _decide,
    "effects end": _effects_end,
    "end activation": "{to's} activation is over.",
    "end of round": "The round ends.",
    "end phase": "The {name} is over.",
    "end stage": "The {name} is over.",
    "extra effect": "{to's} other effects follow.",
    "falls short": _falls_short,
    "forbid": lambda event, library: f"{{to}} cannot {FORBIDDEN[event.detail['what']]}{{until}}, says {{by}}.",
    "gain": "{by} gains {to}.",
    "ignore": _ignore,
    "ignored": _ignored,
    "instead": "{by} puts something else in place of the damage on {to}.",
    "lay": "{by} lays {to} on the table.",
    "leave": "{to} is taken from the table.",
    "locations active": "The Locations' texts come into force.",
    "mark": "{to} has the {what} mark{until}, says {by}.",
    "no target": _no_target,
    "nobody comes": "No other Unaligned character appears.",
    "order": "{by} goes first.",
    "out": "{by} is out of the game.",
    "pick": "{by} picks {to}.",
    "prepare": "The table is prepared for further Confrontations.",
    "prevented": _prevented,
    "ready all": "All cards are readied; the characters come home.",
    "redirect": _redirect,
    "reduced": lambda event, library: f"{{by}} takes {{amount}} off {_affected(event)}{{worked}}.",
    "relocate": "{to} moves to {place}.",
    "replaced": "What {by} says happens instead of the damage on {to}.",
    "resolution": "Resolution Phase.",
    "resources": "{by} gets {icons} for the pool{worked}.",
    "reveal location": "{to} is revealed.",
    "reveal starters": "The starting characters are revealed.",
    "schemes completed": "{by} completes no more Schemes.",
    "shuffle": _shuffle,
    "settle": lambda event, library: "{to} is the next card." if event.to else "Chance settles which card is next.",
    "starter": "{to} is a starting character of {by}.",
    "stopped": _stopped,
    "strike": "{by} Attacks {to}.",
    "take": _take,
    "tie": _tie,
    "turn facedown": "{to} is turned facedown.",
    "turn faceup": "{to} is turned faceup.",
    "when completed": "{to} takes effect.",
    "x": "X of {to} is {amount}{worked}.",
    "look": _seen,
    "reveal": _seen,
}


# the same in a few words, where its sentence is long


def _modifier_in_short(event: Event, library: Library) -> str:
    """What it adds, if that is printed: 'Enhanced Strength +3'."""
    action = event.detail.get("action")
    abilities = library[event.to].abilities if event.to and event.to in library else ()
    added = (one.raw.get("add") for one in abilities if one.timing == "modifier" and action in one.what.split(" or "))
    return next((f"{{to}} {number:+d}" for number in added if isinstance(number, int)), "{to}")


def _boost_in_short(event: Event, library: Library) -> str:
    return f"{{to}} {event.amount or 0:+d} {{value}}"


_SHORT: dict[str, str | Callable[[Event, Library], str]] = {
    "answer": lambda event, library: "Answer: {option}" if "option" in event.detail else "",
    "round": "Round {amount}", "team": "{to} in the team", "start": "{to} starts", "deck": "Deck of {by}",
    "pool": "{to} for {icons}", "empty pool": "{by's} pool emptied", "recruit": "Recruit {to}", "buy": "Buy {to}",
    "empower": "Empower {to}", "play": "Play {to}{ability}", "play modifier": _modifier_in_short, "use": "Use {to}{ability}",
    "play scheme": lambda event, library: "{card} at {to}" if event.detail.get("card") in library else "A Scheme at {to}",
    "react": lambda event, library: "{card} reacts" if "card" in event.detail else "{by} reacts",
    "pay": lambda event, library: "" if "price" in event.detail else "Pay {icons}",
    "draw": "{by} draws {cards}", "discard": "Discard {to}",
    "reshuffle": lambda event, library: "New Location deck" if event.by == "table" else "New deck for {by}",
    "activate": "Activate {to}", "exhaust": "{to} exhausted", "ready": "{to} readied", "activated token": "{to} marked as used",
    "declare threaten": "Threaten at {to}", "declare rescue": "Rescue at {to}", "declare attack": "Attack on {to}",
    "strike": "Attack on {to}", "threaten": "{citizens} claimed", "rescue": "{citizens} rescued", "claim": "{citizens} claimed",
    "move": "{citizens} to {to}", "damage": "{amount} damage to {to}", "heal": "{to} healed of {amount}",
    "stands": "{to} withstands it", "ko": "{to} knocked out", "capture": "{to} captured", "sway": "{to} swayed",
    "defeat": "{to} defeated", "place unaligned": "{to} appears", "complete": "{to} completed", "file": "{to} in the Master Plan",
    "discard location": "{to} is empty", "replace location": lambda event, library: "" if event.by == event.to else "{to} comes",
    "win": "{by} side wins", "reduced modifier": "−{amount} by {by}", "ignored modifier": "−{amount} by {by}",
    "reduced": "−{amount} by {by}", "choose": "{to} chosen", "value": "{to's} {value} is {amount}", "boost": _boost_in_short,
    "recover": "{to} recovers", "retreat": "{to} retreats", "sacrifice": "{to} sacrificed", "attach": "{to} on {on}",
    "blank": "{to} is blank", "cycle": "New Confrontation", "prepare": "Ready for the next", "check win": "Has anybody won?",
    "schemes completed": "No more Schemes", "end activation": "{to} is done", "end phase": "End of {name}",
    "end stage": "End of {name}", "effects end": "Effects end", "ready all": "All are readied", "redirect": "Redirected to {to}",
    "extra effect": "{to} does more", "choose starter": "{to} chosen", "starter": "{to} starts", "relocate": "{to} to {place}",
    "resources": "{by} gets {icons}", "reveal location": "{to} revealed", "locations active": "Locations in force",
    "when completed": "{to} takes effect", "x": "X is {amount}", "turn facedown": "{to} facedown", "turn faceup": "{to} faceup",
    "empty space": "{to} stays empty",
}  # fmt: skip

EVENTS = {
    kind: EventKind(pattern, _depth(kind), kind in _BOOKKEEPING, _SHORT.get(kind, "")) for kind, pattern in _SENTENCES.items()
}

# a part of a number -> what is said of it; what is not named here is said as it is
PARTS = {
    "printed": "printed on {card}", "modifier": "{card}", "constant": "{card}", "location bonus": "{card}",
    "boost": "for a while",
    "replaced": "as the new value of {card}", "reduced": "by {card}", "ignored": "ignored by {card}", "effect": "{card}",
    "claim": "the Claim value of {card}", "on": "on {card}", "on the Scheme": "on {card}", "heals": "{card}", "move": "{card}",
    "no more citizens there": "because {card} has no more", "no more damage": "because there is no more damage",
    "never below none": "because it stops at none", "supply": "because the supply has no more", "X": "X of {card}",
    "threaten": "{card}", "rescue": "{card}",
}  # fmt: skip

# a part of a number -> the rules that may be behind it; an event cites one of them
PART_RULES = {
    "modifier": ("DCF-R080",), "constant": ("DCF-R046", "DCF-R130", "DCF-R131"), "location bonus": ("DCF-R131", "DCF-R069"),
    "boost": ("DCF-R132",), "replaced": ("DCF-R132",), "reduced": ("DCF-R082", "DCF-R084"),
    "ignored": ("DCF-R085", "DCF-R082", "DCF-R084"), "no more citizens there": ("DCF-R072",), "no more damage": ("DCF-R087",),
}  # fmt: skip

# a kind of event -> what the card that acts does, what happens to the other one
ROLES = {
    "activate": ("", "is activated"), "exhaust": ("", "is exhausted"), "ready": ("", "is readied"),
    "declare attack": ("attacks", "is attacked"), "strike": ("attacks", "is attacked"), "declare threaten": ("threatens", "here"),
    "declare rescue": ("rescues", "here"), "threaten": ("claims", "gains them"), "rescue": ("rescues", ""),
    "claim": ("claims", "gains them"), "move": ("moves them", "gains them"), "damage": ("deals it", "suffers it"),
    "heal": ("heals", "is healed"), "stands": ("", "stands"), "ko": ("knocks out", "is knocked out"),
    "capture": ("captures", "is captured"), "sway": ("sways", "is swayed"), "defeat": ("defeats", "is defeated"),
    "play": ("", "is played"), "play scheme": ("", "here"), "play modifier": ("", "is added"), "use": ("", "is used"),
    "react": ("reacts", "is the occasion"), "pay": ("", "is the price"), "discard": ("", "is discarded"),
    "pool": ("", "gives resources"), "recruit": ("", "is recruited"), "buy": ("", "is bought"), "empower": ("", "is empowered"),
    "choose": ("", "is chosen"), "complete": ("", "is completed"), "when completed": ("", "takes effect"),
    "file": ("", "joins the Master Plan"), "reduced modifier": ("takes off", "is reduced"),
    "ignored modifier": ("ignores", "is ignored"),
    "reduced": ("takes off", "suffers less"), "ignore": ("ignores", "is protected"), "cancel": ("cancels", "is spared"),
    "forbid": ("forbids", "may not"), "boost": ("raises", "is raised"), "value": ("changes", "is changed"),
    "recover": ("", "recovers"), "place unaligned": ("", "appears"), "replace location": ("leaves", "comes"),
    "discard location": ("", "is discarded"), "reveal location": ("", "is revealed"), "sacrifice": ("", "is sacrificed"),
    "attach": ("", "is attached"), "pick": ("", "is picked"), "end activation": ("", "is done"), "take": ("", "moves"),
}  # fmt: skip
