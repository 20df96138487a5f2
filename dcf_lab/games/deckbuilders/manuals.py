"""What the manuals of the family share: board, events, words, sides, moments. Each game's manual adds what is its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from dcf_lab.engine.board import FACE_UP, Board, State, Token, Value, Zone
from dcf_lab.engine.cards.cards import Library
from dcf_lab.engine.game import Rules
from dcf_lab.engine.rulings import chosen_readings
from dcf_lab.engine.table import Event, where
from dcf_lab.games import Count, Curves, Described, EventKind, Moment, NoPosition, defaults, manual
from dcf_lab.games.deckbuilders.attacks import FamilyTiming
from dcf_lab.games.deckbuilders.box import PLAYERS, Box, Edition, Table, active, owned
from dcf_lab.games.deckbuilders.effects import is_forced
from dcf_lab.games.deckbuilders.register import rulings_of
from dcf_lab.games.deckbuilders.scoring import score
from dcf_lab.games.deckbuilders.setup import pick_characters
from dcf_lab.games.deckbuilders.taking import price as price_of
from dcf_lab.games.deckbuilders.turn import appearances, start, turn

NAMES: dict[str | None, str] = {
    None: "nobody", "": "nobody", "nobody": "nobody", "chance": "chance", "table": "the table",
    **{one: f"Player {one[-1]}" for one in PLAYERS}, "team1": "Team 1", "team2": "Team 2", "good": "the good side",
    "bad": "the bad side", "heroes": "the Super Heroes", "villains": "the Super-Villains",
}  # fmt: skip


def alone(*numbers: int) -> dict[str, dict[str, tuple[str, ...]]]:
    """Seatings in which everybody plays for themselves."""
    return {str(number): {player: (player,) for player in PLAYERS[:number]} for number in numbers}


def teams(one: str, other: str, number: int = 4) -> dict[str, tuple[str, ...]]:
    """Two sides whose turns alternate."""
    return {one: PLAYERS[:number:2], other: PLAYERS[1:number:2]}


def family_rules(edition: Edition, cards: Library, seating: str, readings: Mapping[str, str], **settings: Any) -> Rules[Box]:
    """The rules of a match; what is worked out from its cards is kept for the next one."""
    return _rules(edition, cards, seating, tuple(sorted(readings.items())), tuple(sorted(settings.items())))


@lru_cache(maxsize=16)
def _rules(
    edition: Edition, cards: Library, seating: str, readings: tuple[tuple[str, str], ...], settings: tuple[tuple[str, Any], ...]
) -> Rules[Box]:
    book = manual(edition.game)
    sides = book.SEATINGS[seating]
    team = {player: side for side, players in sides.items() for player in players}
    team = {player: team[player] for player in PLAYERS if player in team}
    chosen = chosen_readings(rulings_of(edition.game), dict(readings))
    box = Box(cards, edition, team, chosen)
    steps = {"start": start, "turn": turn, "appearances": appearances, "pick": pick_characters, **edition.steps}
    return Rules(
        edition.game, tuple(team), cards, steps, chosen, dict(settings), box, FamilyTiming(dict(edition.cites)), manual=book
    )  # fmt: skip


# the table


def board(supply: str, stack: str, *more: Zone, hands: str = "owner", tokens: tuple[Token, ...] = (), states: tuple[State, ...] = (),
          facts: Mapping[str, Any] | None = None, changed: Mapping[str, Mapping[str, Any]] | None = None) -> Board:  # fmt: skip
    """The board: the Line-Up and the stacks in the middle, everybody's cards in front of them; areas that a game has otherwise are
    `changed`."""
    key = stack.lower().replace(" ", "_").replace("-", "_") + "s"
    stacks = (
        Zone("table", "stack", f"{stack}s", seen="face up", ordered=True, drawn="pile", place="middle", carries=("face_up",),
             words=f"stack of {stack}s", said=key),
    ) if stack else ()  # fmt: skip
    zones = (
            Zone("table", "line-up", "The Line-Up", place="middle", words="Line-Up",),
            *stacks,
            Zone("player", "character", "Character", ("character",), drawn="row", words="oversized card", carries=("face_down",)),
            Zone("player", "locations", "In play", words="cards in play", rare=True),
            Zone("player", "played", "Played this turn", words="played cards"),
            Zone("player", "hand", "Hand", seen=hands, drawn="fan"),
            Zone("player", "deck", "Deck", seen="nobody", ordered=True, drawn="pile"),
            Zone("player", "discard", "Discard", drawn="pile", words="discard pile"),
            Zone("player", "kept", "Under the character", seen="owner", drawn="pile", rare=True, words="cards under the character"),
            *more,
            Zone("table", "main deck", "Main deck", seen="nobody", ordered=True, drawn="pile", place="aside"),
            Zone("table", "supply", supply, drawn="pile", place="aside", said=supply.lower().replace(" ", "_"), words=supply),
            Zone("table", "weaknesses", "Weaknesses", ("weakness",), drawn="pile", place="aside"),
            Zone("table", "destroyed", "Destroyed", drawn="pile", place="aside", words="pile of destroyed cards"),
            Zone("table", "set aside", "Set aside", seen="nobody", drawn="pile", place="", said=""),
        )  # fmt: skip
    return Board(
        tuple([zone._replace(**(changed or {}).get(zone.what, {})) for zone in zones]),
        tokens=(Token(("player",), "power", "Power", "⚡"), Token(("player",), "made", "Power made this turn", ""),
                Token(("player",), "discount", "Discount on defeats", ""), *tokens),
        states=(State(FACE_UP, "face up", "game"), State("face down", "face down", "game", ("character",)),
                State("used *", "", "turn"), *states),
        values=(Value("cost", "Cost", "◈"), Value("power", "Power", "⚡"), Value("vp", "Victory Points", "★")),
        middle="line-up",
        facts=lambda cards: {
            "round": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1, "title": "Round"},
            "turn": {"type": "string", "enum": list(PLAYERS), "default": PLAYERS[0], "title": "Whose turn it is", "format": "player"},
            "first": {"type": "string", "enum": list(PLAYERS), "default": PLAYERS[0], "title": "Who went first", "format": "player"},
            "step": {"type": "string", "enum": ["start", "turn"], "default": "turn"},
            "played_this_turn": {"type": "array", "items": {"type": "string", "enum": sorted(cards)}},
            "taken_this_turn": {"type": "array", "items": {"type": "string", "enum": sorted(cards)}},
            **(facts or {}),
        },
        owner="owner",
    )  # fmt: skip


def describe(table: Table) -> Described:
    """A table in the words of a position; there is none before everybody has a character."""
    if table.facts.get("step") == "pick":
        raise NoPosition("characters are still being picked; a position begins when everybody has one")
    return defaults.describe(table.rules.manual, table)


def side(table: Table, thing: str) -> str:
    """The side of a player, or of whoever has a card."""
    team = table.box.team
    if thing in team:
        return team[thing]
    if thing in team.values():
        return thing
    holder = (where(table, thing) or ("", ""))[0]
    return team.get(holder, "")


def moment(table: Table) -> Moment:
    facts = table.facts
    turn = active(table) or ""
    if facts.get("step") == "over":
        stage = "The game is over"
    elif facts.get("step") == "pick":
        stage = "Characters are picked"
    elif turn:
        stage = f"Turn of {NAMES[turn]}"
    else:
        stage = "Between two turns" if facts.get("ended") else ""
    return Moment(facts.get("round", 0), stage, "", turn)


def begins(event: Event, before: Event | None) -> str:
    """A turn is a phase, an answer in it an action."""
    if event.kind == "round":
        return "round"
    if event.kind in ("turn", "appear", "end turn"):
        return "phase"
    return "action" if event.kind == "answer" and event.detail.get("prompt") in ("Turn", "Announce") else ""


def price(table: Table, player: str, answer: str) -> str:
    word, _, card = answer.partition(" ")
    return f"{price_of(table, player, card)} Power" if word in ("buy", "defeat") and card in table.box.cost else ""


# timelines

TIMELINES = {
    "power": Curves("Power", "Power", lambda table: {one: NAMES[one] for one in table.rules.players}, main=True),
    "points": Curves("Victory Points", "points", lambda table: {one: NAMES[one] for one in table.rules.players}, main=True),
    "deck": Curves("Cards of each deck", "cards", lambda table: {one: NAMES[one] for one in table.rules.players}),
    "line-up": Curves("Line-Up and stacks", "cards", lambda table: dict(_common(table))),
}


def _common(table: Table) -> Iterator[tuple[str, str]]:
    board = table.rules.manual.BOARD
    for zone in board.zones:
        if zone.whose == "table" and zone.what in ("line-up", "stack", "main deck", "weaknesses"):
            yield zone.what, zone.name


def counted(table: Table, event: Event) -> Iterator[Count]:
    """The lines that an event may have moved."""
    common = dict(_common(table))
    changed: dict[str, None] = {}
    for change in event.changes:
        if change[0] == "put":
            for zone in filter(None, (change[2], change[4])):
                if zone[0] == "table" and zone[1] in common:
                    yield Count("line-up", zone[1], common[zone[1]], len(table.zone(*zone)))
                elif zone[0] in table.rules.players:
                    changed[zone[0]] = None
        elif change[0] == "count" and change[1][0] in table.rules.players:
            player, what = change[1]
            if what == "made":
                yield Count("power", player, NAMES[player], table.counts.get((player, "made"), 0))
            elif what == "vp":
                changed[player] = None
    for player in changed:
        yield Count("points", player, NAMES[player], score(table, player))
        yield Count("deck", player, NAMES[player], len(owned(table, player)))


# words

PARTS = {"printed": "printed on {card}", "text": "by {card}", "bonus": "added by {card}", "doubled": "doubled",
         "points": "for {card}", "tokens": "Victory Point tokens"}  # fmt: skip


def _where(event: Event) -> str:
    """Where a card goes, in words."""
    goal = event.detail.get("goal") or ("", "")
    places = {"deck": "on top of the deck" if event.detail.get("top", True) else "under the deck", "hand": "into the hand",
              "discard": "into the discard pile", "line-up": "into the Line-Up", "main deck": "under the main deck",
              "weaknesses": "back on the stack of Weaknesses", "stack": "back on the stack", "kept": "under the character",
              "destroyed": "among the destroyed cards"}  # fmt: skip
    return places.get(goal[1], "elsewhere")


def _sentence_of_taking(verb: str) -> Any:
    def sentence(event: Event, cards: Library) -> str:
        goal = event.detail.get("goal") or ("", "discard")
        cost = " for {amount} Power" if event.amount is not None else ""
        if goal[0] not in (event.by, "") and goal[0] in NAMES:
            return f"{{by}} {verb} {{to}}{cost}; it goes to the discard pile of {NAMES[goal[0]]}."
        return f"{{by}} {verb} {{to}}{cost}" + ("." if goal[1] == "discard" else f"; it goes {_where(event)}.")

    return sentence


EVENTS: dict[str, EventKind] = {
    "game": EventKind("The game is set up.", "stage"),
    "stack": EventKind("{to} lies face up on a stack of {amount} cards.", "effect"),
    "shuffle": EventKind(lambda event, cards: "{by} shuffles the deck." if event.by else "The main deck is shuffled.", "atom"),
    "character": EventKind("{by} plays as {to}.", "effect"),
    "first": EventKind("{by} goes first.", "effect"),
    "round": EventKind("Round {amount}.", "stage", True),
    "next": EventKind("{by} is next.", "atom", True),
    "turn": EventKind("It is {by's} turn.", "stage"),
    "end turn": EventKind("{by} ends the turn.", "action"),
    "turn over": EventKind("The turn of {by} is over.", "atom", True),
    "play": EventKind(lambda event, cards: "{by} plays {to} again." if event.detail.get("again") else "{by} plays {to}.", "action"),
    "power": EventKind("{by} has {amount} more Power{sum}.", short="+{amount} Power"),
    "power lost": EventKind("{amount} Power is lost: it is not {by's} turn.", "effect"),
    "power later": EventKind("{by} keeps {amount} Power for the next turn.", "effect"),
    "power kept": EventKind("{by} has kept {amount} Power.", "effect"),
    "power gone": EventKind("{amount} Power of {by} is left over and lost.", "atom"),
    "double": EventKind("{to} doubles {by's} Power: {amount} more.", "effect"),
    "discount": EventKind("{to}: defeats cost {by} {amount} less this turn.", "effect"),
    "discount later": EventKind("{by} keeps a discount of {amount} for the next turn.", "effect"),
    "discount kept": EventKind("{by} has kept a discount of {amount}.", "effect"),
    "text": EventKind("{by} has the text of {to}.", "effect"),
    "exchange": EventKind("{by} turns {to} into {amount} Victory Points.", "effect"),
    "discount lost": EventKind("A discount of {amount} is lost: it is not {by's} turn.", "effect"),
    "spend": EventKind("{by} pays {amount} Power for {to}.", "effect"),
    "buy": EventKind(_sentence_of_taking("buys"), "action"),
    "defeat": EventKind(_sentence_of_taking("defeats"), "action"),
    "gain": EventKind(_sentence_of_taking("gains")),
    "no weakness": EventKind("No Weakness is left for {by}.", "effect"),
    "put": EventKind(lambda event, cards: f"{{to}} goes {_where(event)}.", "effect"),
    "pass": EventKind("{by} passes {to} to {taker}.", "effect"),
    "dealt": EventKind("{by} is dealt {to}.", "effect"),
    "destroy": EventKind("{to} is destroyed.", "effect"),
    "discard": EventKind("{by} discards {to}.", "atom"),
    "clean up": EventKind("{by} discards {cards}{listed}.", "atom"),
    "draw": EventKind("{by} draws {cards}{listed}."),
    "reshuffle": EventKind("{by} shuffles {cards} of the discard pile into a new deck."),
    "line up": EventKind("{to} joins the Line-Up.", "effect"),
    "return": EventKind("{to} goes back.", "effect"),
    "borrow": EventKind("{by} borrows {to}.", "atom"),
    "attack": EventKind("{by} attacks {to}.", "action"),
    "react": EventKind(lambda event, cards: "{by} defends with {card}." if event.detail.get("moment") == "when attack" else "{card} works for {by}.", "action"),
    "avoid": EventKind("{by} avoids the Attack of {to}.", "effect"),
    "decline": EventKind("{by} does not use it.", "atom"),
    "reward": EventKind("{to} rewards {by}.", "effect"),
    "use": EventKind("{by} uses {to}.", "action"),
    "at end": EventKind("{to}: the end of the turn.", "effect"),
    "extra cards": EventKind("{by} draws {amount} more.", "effect"),
    "extra later": EventKind("{by} will draw {amount} more with the new hand.", "effect"),
    "appear": EventKind("{to} appears.", "stage"),
    "patrol": EventKind("{by} goes on patrol.", "action"),
    "turn down": EventKind("{to} is turned face down.", "effect"),
    "turn up": EventKind("{to} is turned face up again.", "effect"),
    "points": EventKind(lambda event, cards: "{by} gains {amount} Victory Points." if (event.amount or 0) >= 0 else "{by} loses Victory Points ({amount}).", "effect"),
    "steal": EventKind("{by} steals {amount} Victory Points from {to}.", "effect"),
    "freeze": EventKind("{by} freezes {to}.", "effect"),
    "thaw": EventKind("A Frozen token of {by} comes off {to}.", "effect"),
    "choose": EventKind("{by} chooses {to}.", "atom"),
    "decide": EventKind("{by} decides: {way}.", "atom"),
    "look": EventKind("{by} looks at {cards}{listed}.", "effect"),
    "reveal": EventKind("{by} reveals {cards}{listed}.", "effect"),
    "falls short": EventKind("{to}: it cannot be done in full.", "atom"),
    "tie": EventKind("Several are equal.", "atom"),
    "mark": EventKind("{to} is marked: {what}.", "atom"),
    "end": EventKind("The game is over.", "stage"),
}  # fmt: skip

SAID = {"points": "Victory Points", "cards": "cards in all"}
__all__ = ["is_forced"]
