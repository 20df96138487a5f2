"""A turn of a small deck-building game: play and buy, Attacks and Defenses, the Line-Up, the stack of Super-Villains."""

from collections.abc import Iterator
from types import SimpleNamespace

from dcf_lab.engine import decks
from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.cards.verbs import Verb, run_lines, verb
from dcf_lab.engine.dice import settle, shuffle, shuffled
from dcf_lab.engine.game import Choice, Clause, Game, Procedure, Refusal, Rules
from dcf_lab.engine.rulings import chosen_readings
from dcf_lab.engine.table import Part, Table
from dcf_lab.engine.windows import Deed, Timing, react
from dcf_lab.games import manual

MAIN, LINE_UP, KICKS, WEAKNESSES, STACK = (
    ("table", w) for w in ("main deck", "line-up", "kicks", "weaknesses", "super-villains")
)
STARTERS = {"punch": 7, "vulnerability": 3}  # of each player
RULE = ("DB-R05",)
HAND = SPACES = 5
VERBS: dict[str, Verb] = {}


def rules_for(cards, seating, readings, **settings):
    book = manual("deckbuilding")
    cost, power = ({card: cards[card].value(word) for card in cards} for word in ("cost", "power"))
    box = SimpleNamespace(cost=cost, power=power, defenses=cards.abilities("reaction"))
    players = tuple(book.SEATINGS[seating])
    chosen = chosen_readings(book.rulings(), readings)
    return Rules(book.NAME, players, cards, {"turn": turn}, chosen, settings, box, Defenses(), manual=book)


def begin(seating, seed, log, readings, trace, cards):
    """Everybody has seven Punches and three Vulnerabilities; the stack is shuffled under its first Super-Villain (Setup)."""
    table = Table(rules_for(cards, seating, readings), seed, log)
    table.tracing = trace
    table.cause = table.log("game", rules=("DB-R01",))
    given = dict.fromkeys(STARTERS, 0)
    for card in cards:
        name = cards[card].id
        if name in STARTERS:
            whose, given[name] = given[name] // STARTERS[name], given[name] + 1
            if whose < len(table.rules.players):
                table.bring(card, (table.rules.players[whose], "deck"))
        else:
            pile = {"kick": KICKS, "weakness": WEAKNESSES}.get(name, STACK if cards[card].type == "super-villain" else MAIN)
            table.bring(card, pile)
    for deck in (MAIN, *((player, "deck") for player in table.rules.players)):
        shuffle(table, deck)
    first, *others = table.zone(*STACK)
    table.order(STACK, (first, *shuffled(table, others)))
    table.mark(first, FACE_UP, "game")
    for fact, value in (("round", 1), ("turn", table.rules.players[0]), ("step", "turn")):
        table.fact(fact, value)
    asked = [*refill(table), *(choice for player in table.rules.players for choice in draw(table, player, HAND))]
    assert not asked, "nobody is asked during set-up"
    return Game(table)


# a turn


def turn(table: Table) -> Procedure:
    """Play cards and buy with their Power, in any order; then the turn ends (Turn)."""
    player = table.facts["turn"]
    while True:
        answer = yield Choice(
            player, "Turn", lambda: options(table, player), rules=("DB-R02",), refused=lambda: refused(table, player), quiet=True
        )
        word, _, card = answer.partition(" ")
        if answer == "end turn":
            break
        if word == "play":
            yield from play(table, player, card)
        else:
            source = next(zone for zone in (LINE_UP, KICKS, STACK) if card in table.zone(*zone))
            rule = "DB-R04" if word == "defeat" else "DB-R03"
            move(table, word, player, card, source, (player, "discard"), rule, amount=table.box.cost[card])
            table.count(player, "power", -table.box.cost[card])
    yield from end_turn(table, player)


def offers(table: Table) -> list[tuple[str, str]]:
    """What lies open to be bought, and the Super-Villain who can be defeated."""
    foe = [card for card in table.zone(*STACK)[:1] if (card, FACE_UP) in table.marks]
    return [*(("buy", card) for card in (*table.zone(*LINE_UP), *table.zone(*KICKS)[:1])), *(("defeat", card) for card in foe)]


def options(table: Table, player: str) -> list[str]:
    power = table.counts.get((player, "power"), 0)
    bought = [f"{word} {card}" for word, card in offers(table) if table.box.cost[card] <= power]
    return [*(f"play {card}" for card in table.zone(player, "hand")), *bought, "end turn"]


def refused(table: Table, player: str) -> Iterator[Refusal]:
    power, cost = table.counts.get((player, "power"), 0), table.box.cost
    for word, card in offers(table):
        if cost[card] > power:
            text = f"it costs {cost[card]} Power, there is {power}"
            yield Refusal(f"{word} {card}", (Clause("DB-R03", text, f"{cost[card] - power} more Power", "too little Power"),))


def play(table: Table, player: str, card: str) -> Procedure:
    worth = table.box.power[card]
    parts = [Part(worth, "printed", card)] if worth else []
    event = move(table, "play", player, card, (player, "hand"), (player, "played"), "DB-R02", amount=worth, parts=parts)
    table.count(player, "power", worth)
    with table.because(event):
        for ability in table.rules.library[card].abilities:
            if ability.timing == "play":
                yield from run_lines(table, ability.lines, {"this": card, "you": player})


def end_turn(table: Table, player: str) -> Procedure:
    """Discard everything, draw five, refill the Line-Up, and the next Super-Villain appears (End of Turn; First Appearance)."""
    with table.because(table.log("end turn", by=player, rules=("DB-R05",))):
        for zone in ("hand", "played"):
            for card in table.zone(player, zone):
                move(table, "discard", player, card, (player, zone), (player, "discard"), "DB-R05")
        table.count(player, "power", -table.counts.get((player, "power"), 0))
        yield from draw(table, player, HAND)
        yield from refill(table)
        yield from settle(table, STACK, 1, ("DB-R07",))
        foe = next(iter(table.zone(*STACK)), None)
        if foe is None or len(table.zone(*LINE_UP)) < SPACES:
            table.log("end", rules=("DB-R08",))
            table.fact("step", "over")
            return
        if (foe, FACE_UP) not in table.marks:
            yield from appear(table, foe, clockwise(table, player))
    following = clockwise(table, player)[1]
    table.log("turn", by=following, rules=("DB-R02",))
    table.fact("turn", following)
    if following == table.rules.players[0]:
        table.fact("round", table.facts["round"] + 1)


def appear(table: Table, foe: str, victims: tuple[str, ...]) -> Procedure:
    with table.because(table.log("appear", to=foe, rules=("DB-R07",))):
        table.mark(foe, FACE_UP, "game")
        for ability in table.rules.library[foe].abilities:
            if ability.timing == "first_appearance":
                yield from attack(table, ability.lines, foe, victims)


def clockwise(table: Table, player: str) -> tuple[str, ...]:
    """All players, this one first."""
    players = table.rules.players
    first = players.index(player)
    return players[first:] + players[:first]


# cards that move


def move(table, kind, player, card, source, target, rule, **told) -> int:
    event = table.log(kind, by=player, to=card, rules=(rule,), **told)
    table.unmark(card, FACE_UP)
    table.put(card, source, target)
    return event


def draw(table: Table, player: str, number: int) -> Procedure:
    """An empty deck is renewed only when a card is needed (End of Turn)."""
    yield from decks.draw(table, decks.Deck((player, "deck"), (player, "discard"), RULE, RULE), number, (player, "hand"))


def refill(table: Table) -> Procedure:
    """Fill each empty space of the Line-Up from the main deck, as far as it goes (End of Turn)."""
    while len(table.zone(*LINE_UP)) < SPACES and table.zone(*MAIN):
        yield from settle(table, MAIN, 1, ("DB-R05",))
        move(table, "line up", None, table.zone(*MAIN)[0], MAIN, LINE_UP, "DB-R05")


# attacks


def attack(table: Table, lines, card: str, victims: tuple[str, ...]) -> Procedure:
    """Each victim may defend, for that victim only; then those who did not are hit, clockwise (Attacks and Defenses)."""
    hit = []
    for victim in victims:
        deed = Deed("attack", card=card, player=victim)
        deed.event = table.log("attack", by=card, to=victim, rules=("DB-R06",))
        with table.because(deed.event):
            yield from react(table, "when attack", deed)
        hit += [] if deed.cancelled else [deed]
    for deed in hit:
        with table.because(deed.event):
            yield from run_lines(table, lines, {"this": card, "you": deed.player})


class Defenses(Timing):
    """Only who is attacked defends, with a card in hand."""

    rules_of_reacting = rules_of_order = rules_of_waiting = ("DB-R06",)

    def waiting(self, table, moment):
        return table.box.defenses.get(moment, ())

    def controller(self, table, card):
        return next((player for player in table.rules.players if card in table.zone(player, "hand")), None)

    def listening(self, table, card, ability):
        return self.controller(table, card) is not None

    def clauses(self, table, card, ability, deed):
        if self.controller(table, card) != deed.player:
            yield Clause("DB-R06", "a Defense avoids an Attack only for the player who has it in hand")


# what cards do


@verb(VERBS, "draw", draw="number")
def draw_cards(table, line, names):
    """{draw = 2}"""
    yield from draw(table, names["you"], line.args["draw"](table, names))
    return True


@verb(VERBS, "gain", gain="weakness")
def gain(table, line, names):
    """{gain = "weakness"}"""
    for card in table.zone(*WEAKNESSES)[:1]:
        move(table, "gain", names["you"], card, WEAKNESSES, (names["you"], "discard"), "DB-R06")
    return True


@verb(VERBS, "attack", attack="lines")
def attack_foes(table, line, names):
    """{attack = [{gain = "weakness"}]}"""
    yield from attack(table, line.args["attack"], names["this"], clockwise(table, names["you"])[1:])
    return True


@verb(VERBS, "avoid", avoid="flag")
def avoid(table, line, names):
    """{avoid = true}"""
    names["deed"].cancelled = True
    move(table, "discard", names["you"], names["this"], (names["you"], "hand"), (names["you"], "discard"), "DB-R06")
    return True
