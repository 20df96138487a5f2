"""Every kind of event of the family in words, and how much each of them matters to a reader.

A pattern's words: `{by}`, `{to}` and `{amount}` are the event's, `{by's}` is whose; the others are of its detail, of
`engine.telling`, or of EVENT_WORDS in telling.py: `{from}` is where a card has been, `{goal}` where it goes, `{sum}` how a number
came about, `{out_of}` the one card that it comes from.
"""

from __future__ import annotations

from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.table import Event
from dcf_lab.games import EventKind

# told in more than one way


def _play(event: Event, cards: Library) -> str:
    return "{by} plays {to} again." if event.detail.get("again") else "{by} plays {to}{from}."


def _take(verb: str) -> str:
    """Bought or defeated for its cost, or gained for nothing: and where it goes."""
    paid = "" if verb == "gains" else " for {amount} Power"
    return f"{{by}} {verb} {{to}}{{from}}{paid}; it goes {{goal}}."


def _destroy(event: Event, cards: Library) -> str:
    return "{by} destroys {to}{from}." if event.by is not None else "{to} is destroyed{from}."


def _put(event: Event, cards: Library) -> str:
    return "{by} puts {to}{from} {goal}." if event.by is not None else "{to} is put{from} {goal}."


def _react(event: Event, cards: Library) -> str:
    if event.detail.get("moment") != "when attack":
        return "{card}{ability} takes effect for {by}."
    card = "{card}" if "card" in event.detail else "a card"
    return f"{{by}} defends with {card}." if event.by == event.to else f"{{by}} protects {{to}} with {card}."


def _points(event: Event, cards: Library) -> str:
    return "{by} gains {points}." if (event.amount or 0) >= 0 else "{by} loses {points}."


def _shuffle(event: Event, cards: Library) -> str:
    return "{by} shuffles the deck." if event.by else "The main deck is shuffled."


def _return(event: Event, cards: Library) -> str:
    return "{to} goes back {goal}." if event.detail.get("goal") else "{to} goes back into the Line-Up."


def _borrow(event: Event, cards: Library) -> str:
    return "{by} borrows {to} from {whose}." if event.detail.get("whose") else "{by} borrows {to}."


def _decide(event: Event, cards: Library) -> str:
    way = str(event.detail.get("way"))
    return {"yes": "{by} uses {to}.", "no": "{by} does not use {to}."}.get(way, "{to}: {by} chooses “{way}”.")


def _choose(event: Event, cards: Library) -> str:
    return "Chance picks {to}." if event.detail.get("random") else "{by} chooses {to}."


def _end(event: Event, cards: Library) -> str:
    why = {"Line-Up": ": the Line-Up cannot be filled again", "stack": ": no card of the stack is left to turn up"}
    how = event.detail.get("how", "")
    return f"The game is over{why.get(how, f': {how}' if how else '')}."


def _appear(event: Event, cards: Library) -> str:
    return "{to} is turned up: its First Appearance."


EVENTS: dict[str, EventKind] = {
    # set-up
    "game": EventKind("The game is set up.", "stage"),
    "stack": EventKind("{to} lies face up on a stack of {amount} cards."),
    "shuffle": EventKind(_shuffle, "atom"),
    "character": EventKind("{by} plays as {to}.", short="{by}: {to}"),
    "first": EventKind("{by} goes first."),
    # a turn
    "round": EventKind("Round {amount}.", "stage", True),
    "next": EventKind("{by} is next.", "atom", True),
    "turn": EventKind("It is {by's} turn.", "stage"),
    "play": EventKind(_play, "action", short="{to} played"),
    "power": EventKind("{by} gets {amount} Power{out_of}{sum}.", short="+{amount} Power"),
    "power lost": EventKind("{amount} Power is lost: it is not {by's} turn."),
    "power later": EventKind("{by} keeps {amount} Power for the next turn."),
    "power kept": EventKind("{by} has kept {amount} Power for this turn."),
    "power gone": EventKind("{amount} Power of {by} is left over and lost.", "atom", short="{amount} Power lost"),
    "double": EventKind("{to} doubles {by's} Power: {amount} more.", short="Power doubled: +{amount}"),
    "discount": EventKind("{to} makes defeats {amount} Power cheaper for {by} this turn.", short="Defeats cost {amount} less"),
    "discount lost": EventKind("A discount of {amount} Power is lost: it is not {by's} turn."),
    "discount later": EventKind("{by} keeps a discount of {amount} Power for the next turn."),
    "discount kept": EventKind("{by} has kept a discount of {amount} Power for this turn."),
    "spend": EventKind("{by} pays {amount} Power for {to}.", short="{amount} Power paid"),
    "too late": EventKind("{to} comes too late for this turn: {card} was played before it.", short="{to} too late"),
    # cards that change hands
    "buy": EventKind(_take("buys"), "action", short="{to} bought"),
    "defeat": EventKind(_take("defeats"), "action", short="{to} defeated"),
    "gain": EventKind(_take("gains"), short="{by} gains {to}"),
    "no weakness": EventKind("No Weakness is left that {by} could gain."),
    "nothing to gain": EventKind("{by} gains nothing for {to}: there is no such card."),
    "put": EventKind(_put, short="{to} put {goal}"),
    "pass": EventKind("{by} passes {to}{from} to {taker}; it goes {goal}.", short="{to} passed"),
    "lay": EventKind("{by} lays {to} in the middle."),
    "dealt": EventKind("{by} is dealt {to}."),
    "destroy": EventKind(_destroy, short="{to} destroyed"),
    "discard": EventKind("{by} discards {to}{from}.", "atom", short="{to} discarded"),
    "draw": EventKind("{by} draws {cards}{listed}.", short="{by} draws {cards}"),
    "reshuffle": EventKind("{by} shuffles the discard pile into a new deck: {cards}.", short="{by's} new deck"),
    "line up": EventKind("{to} comes into the Line-Up.", short="{to} in the Line-Up"),
    "left play": EventKind("{to} has left play: what it would do at the end of the turn does not happen."),
    "crowd": EventKind("{amount} cards are in the Line-Up: no place is filled."),
    "return": EventKind(_return, short="{to} goes back"),
    "borrow": EventKind(_borrow, "atom"),
    # Attacks and what is set off
    "attack": EventKind("{by} attacks {to}.", "action", short="Attack on {to}"),
    "react": EventKind(_react, "action", short="{card} used"),
    "avoid": EventKind("{by} avoids the Attack of {to}.", short="{by} avoids it"),
    "decline": EventKind("{by} does not use {to}.", "atom"),
    "reward": EventKind("{to} rewards {by} for destroying it."),
    "use": EventKind("{by} uses {to}{ability}.", "action", short="{to} used"),
    "freeze": EventKind("{by} lays a Frozen token on {to}.", short="{to} frozen"),
    "thaw": EventKind("{by's} Frozen tokens come off {to}.", short="{to} thaws"),
    "turn down": EventKind("{by} turns {to} face down.", short="{to} face down"),
    "turn up": EventKind("{to} is turned face up again.", short="{to} face up"),
    "points": EventKind(_points),
    "steal": EventKind("{by} steals {points} from {to}."),
    "text": EventKind("{by} has the text of {to} this turn.", short="Text of {to}"),
    "exchange": EventKind("{by} turns {to} into {points}: the card itself is destroyed.", short="{to} becomes {points}"),
    # the end of a turn, and of the game
    "end turn": EventKind("{by} ends the turn.", "action"),
    "turn over": EventKind("{by's} turn is over.", "atom", True),
    "at end": EventKind("{to} takes effect at the end of {by's} turn.", short="{to} at the end"),
    "clean up": EventKind("{by} discards {cards}{from}{listed}.", "atom", short="{cards} discarded"),
    "extra cards": EventKind("{by} draws {cards} more with the new hand."),
    "extra later": EventKind("{by} will draw {cards} more with the new hand."),
    "appear": EventKind(_appear, "stage", short="{to} appears"),
    "patrol": EventKind("{by} goes on patrol: the Line-Up is filled now.", "action", short="On Patrol"),
    "score": EventKind("{by} has {points}{sum}.", short="{by}: {points}"),
    "end": EventKind(_end, "stage"),
    # what cards ask
    "choose": EventKind(_choose, "atom", short="{to} chosen"),
    "decide": EventKind(_decide, "atom"),
    "look": EventKind("{by} looks at {seen}{listed}.", short="{by} looks at {cards}"),
    "reveal": EventKind("{by} reveals {seen}{listed}.", short="{cards} revealed"),
    "falls short": EventKind("{to}: there is not enough for all of it.", "atom"),
    "tie": EventKind("{to}: several are equal.", "atom", True),
    "mark": EventKind("{by}: {to} is {what} from now on.", "atom"),
}

# a part of a number -> what is said of it, and the rules that may be behind it
PARTS = {
    "printed": "printed on {card}", "text": "by the text of {card}", "bonus": "by {card}", "doubled": "doubled",
    "points": "for {card}", "tokens": "as tokens",
}  # fmt: skip
PART_RULES = {
    "printed": ("DDB-R021", "DDB-R004"), "text": ("DDB-R021",), "bonus": ("DDB-R077", "DDB-R066"), "points": ("DDB-R079",),
}  # fmt: skip

# a kind of event -> what the card that acts does, what happens to the other one
ROLES = {
    "play": ("", "is played"), "buy": ("", "is bought"), "defeat": ("", "is defeated"), "gain": ("", "is gained"),
    "put": ("", "moves"), "pass": ("", "is passed"), "destroy": ("", "is destroyed"), "discard": ("", "is discarded"),
    "attack": ("attacks", ""), "avoid": ("", "is avoided"), "react": ("", "takes effect"), "use": ("", "is used"),
    "at end": ("", "takes effect"), "double": ("", "doubles it"), "discount": ("", "makes it cheaper"),
    "spend": ("", "is paid for"),
    "freeze": ("", "is frozen"), "turn down": ("turns it", "is turned"), "turn up": ("", "is turned"), "appear": ("", "appears"),
    "line up": ("", "comes"), "return": ("", "goes back"), "borrow": ("", "is borrowed"), "reward": ("", "rewards it"),
    "choose": ("", "is chosen"), "character": ("", "is played as"),
}  # fmt: skip
