"""What cards of the family can do: the verbs of their lines beyond those that any card game has."""

from __future__ import annotations

from typing import Any

from dcf_lab.engine.cards.arguments import Names
from dcf_lab.engine.cards.verbs import Line, Verb, VerbProcedure, run_lines, verb
from dcf_lab.engine.dice import pick
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Part, where
from dcf_lab.engine.windows import Deed
from dcf_lab.games.deckbuilders.arguments import GROUPS, arguments
from dcf_lab.games.deckbuilders.attacks import OWED, attack, gather
from dcf_lab.games.deckbuilders.borrowing import play_from_elsewhere
from dcf_lab.games.deckbuilders.box import (
    ASIDE,
    FACE_DOWN,
    LINE_UP,
    MAIN,
    Table,
    active,
    cites,
    clockwise,
    controls,
    fact,
    foes,
    holder,
    owner,
)  # fmt: skip
from dcf_lab.games.deckbuilders.cites import OF_TEXTS
from dcf_lab.games.deckbuilders.common_verbs import COMMON
from dcf_lab.games.deckbuilders.effects import add_power, double_power, later
from dcf_lab.games.deckbuilders.playing import goes_in_circles, have_texts, play
from dcf_lab.games.deckbuilders.taking import (
    SHARED,
    TAKEN,
    TURNED_UP,
    destinations,
    destroy,
    discard,
    draw,
    from_main_deck,
    gain,
    gain_weaknesses,
    is_frozen,
    line_up,
    move,
    pass_card,
    place,
)  # fmt: skip

MAX_TIMES = 50  # a card that gives back what is paid for it is not paid for ever

VERBS: dict[str, Verb] = {}


COMMON.register(VERBS, "instead", "redirect", "exhaust", "ready", "blank", "forbid", "take", "cancel", "shuffle")


def _number(table: Table, line: Line, word: str, names: Names, default: int = 1) -> int:
    return arguments.number(table, line, word, names, default)


def _players(table: Table, line: Line, names: Names, word: str = "who") -> tuple[str, ...]:
    return arguments.players(table, line, word, names)


def _found(table: Table, line: Line, word: str, names: Names) -> list[str]:
    return [card for card in arguments.meant(table, line, word, names) if where(table, card) is not None]


# Power and points


@verb(VERBS, "power", power="number")
def power(table: Table, line: Line, names: Names) -> bool:
    """{power = 2}"""
    amount = _number(table, line, "power", names)
    add_power(table, names["you"], amount, [Part(amount, "text", names["this"])])
    return True


@verb(VERBS, "double", double="flag")
def double(table: Table, line: Line, names: Names) -> bool:
    """{double = true}"""
    double_power(table, names["you"], names["this"])
    return True


@verb(VERBS, "spend", spend="number", do="lines", as_="name", once="flag")
def spend(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{spend = 3, do = [{gain = "found"}], as = "paid"}"""
    player, price = names["you"], _number(table, line, "spend", names)
    done = 0
    while done < MAX_TIMES and table.counts.get((player, "power"), 0) >= price and table.zone(*MAIN):
        answer = yield Choice(
            player, f"{table.box.name[names['this']]}: pay {price} Power", ["pay", "done"], rules=cites(table, "spend")
        )
        if answer == "done":
            break
        table.log("spend", by=player, to=names["this"], amount=price, rules=cites(table, "spend"))
        table.count(player, "power", -price)
        yield from run_lines(table, line.args["do"], names)
        done += 1
        if line.args.get("once"):
            break
    names[line.args.get("as", "paid")] = done
    return done > 0


@verb(VERBS, "discount", discount="number")
def discount(table: Table, line: Line, names: Names) -> bool:
    """{discount = 2}"""
    player, less = names["you"], _number(table, line, "discount", names)
    if active(table) != player:
        keeps = table.rules.readings.get("off_turn_rewards") == "B"
        table.log("discount later" if keeps else "discount lost", by=player, amount=less, rules=cites(table, "off turn"))
        if keeps:
            table.count(player, "discount later", less)
        return True
    had = table.counts.get((player, "discount"), 0)
    more = less if table.rules.readings.get("discounts_stack", "A") == "A" else max(0, less - had)
    table.log("discount", by=player, to=names["this"], amount=less, rules=cites(table, "discount"))
    table.count(player, "discount", more)
    return True


@verb(VERBS, "points", points="number", who="player")
def points(table: Table, line: Line, names: Names) -> bool:
    """{points = 1, who = "you"}"""
    amount = _number(table, line, "points", names)
    for player in _players(table, line, names):
        add_points(table, player, amount)
    return True


def add_points(table: Table, player: str, amount: int, rules: tuple[str, ...] = ()) -> int:
    """Victory Point tokens come to a player or leave, never below none; returns how many moved."""
    amount = max(amount, -table.counts.get((player, "vp"), 0))
    event = table.log("points", by=player, amount=amount, rules=rules or cites(table, "points" if amount >= 0 else "lose points"))
    moved = table.count(player, "vp", amount)
    if amount > 0:
        gained_points(table, player, amount, event)
    return moved


def gained_points(table: Table, player: str, amount: int, event: int) -> None:
    deed = Deed("points", player=player, amount_gained=amount)
    deed.event = event
    later(table, "after points", deed)


@verb(VERBS, "steal", steal="number", from_="player")
def steal(table: Table, line: Line, names: Names) -> bool:
    """{steal = 1, from = "victim"}"""
    thief, amount, stolen = names["you"], _number(table, line, "steal", names), 0
    for player in _players(table, line, names, "from"):
        there = min(amount, table.counts.get((player, "vp"), 0))
        event = table.log("steal", by=thief, to=player, amount=there, rules=cites(table, "steal"))
        moved = table.count(player, "vp", -there)
        if thief is not None and moved:
            table.count(thief, "vp", moved)
            stolen += moved
            if table.rules.readings.get("vp_steal_is_gain", "A") == "A":
                gained_points(table, thief, moved, event)
    return stolen > 0


# cards that change hands


@verb(VERBS, "gain", gain="cards", who="player", to="discard|hand|deck")
def gain_cards(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{gain = "found"}"""
    found = _found(table, line, "gain", names)
    players = _players(table, line, names)
    if not players:
        return False
    player = players[0]
    if not found and names.get("fell short"):
        table.log("nothing to gain", by=player, to=names["this"], rules=cites(table, "nothing to gain"))
    cards = [card for card in found if not is_frozen(table, card)]
    while cards:
        card = cards[0]
        order_matters = any(next(destinations(table, player, one, where(table, one) or LINE_UP), None) for one in cards)
        if len(cards) > 1 and table.rules.readings.get("gain_order", "A") == "A" and order_matters:
            answer = yield Choice(player, "Gain which next", [f"gain {one}" for one in cards], rules=cites(table, "gain"))
            card = answer.removeprefix("gain ")
        cards.remove(card)
        yield from gain(table, player, card, to=line.args.get("to", "") if line.args.get("to") != "discard" else "")
    return bool(found)


@verb(VERBS, "weakness", weakness="number", who="player", to="discard|deck")
def weakness(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{weakness = 1, who = "victim"}"""
    amount, done = _number(table, line, "weakness", names), True
    for player in _players(table, line, names):
        to = "deck" if line.args.get("to") == "deck" else ""
        if (owed := table.passing.get(OWED)) is not None and player == names.get("victim") and not to:
            owed[player] = owed.get(player, 0) + amount
            continue
        done = (yield from gain_weaknesses(table, player, amount, to)) == amount and done
    return done


@verb(VERBS, "destroy", destroy="cards", who="player")
def destroy_cards(table: Table, line: Line, names: Names) -> bool:
    """{destroy = "found"}"""
    found = _found(table, line, "destroy", names)
    by = arguments.player(table, line, "who", names) or names["you"]
    for card in found:
        destroy(table, card, by, appearing=names["you"] is None)  # a First Appearance has no player
    return bool(found)


PLACES = "hand|discard|deck|bottom|line-up|main deck|kept|locations|weaknesses|stack"


@verb(VERBS, "put", put="cards", to=PLACES, who="player")
def put_cards(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{put = "found", to = "hand"}"""
    found = _found(table, line, "put", names)
    area = line.args.get("to", "hand")
    for card in found:
        taker, source = _taker(table, line, names, card), where(table, card)
        shared = source is not None and source[0] == "table"
        if shared and taker and area == "hand" and table.rules.readings.get("put_into_hand_is_gain") == "B":
            yield from gain(table, taker, card, to=area)
        elif taker is not None or area in SHARED:
            place(table, card, area, taker, names["this"])
    return bool(found)


def _taker(table: Table, line: Line, names: Names, card: str) -> str | None:
    if "who" in line.args:
        return arguments.player(table, line, "who", names)
    return owner(table, card) or names.get("you")


@verb(VERBS, "discard_these", discard_these="cards")
def discard_these(table: Table, line: Line, names: Names) -> bool:
    """{discard_these = "found"}"""
    found = _found(table, line, "discard_these", names)
    for card in found:
        discard(table, card, cites(table, "discard"))
    return bool(found)


@verb(VERBS, "pass", pass_="cards", to="player", into="discard|hand")
def pass_cards(table: Table, line: Line, names: Names) -> bool:
    """{pass = "found", to = "left", into = "discard"}"""
    found = _found(table, line, "pass", names)
    taker = arguments.player(table, line, "to", names)
    for card in found:
        if taker is not None:
            pass_card(table, card, holder(table, card) or names["you"], taker, line.args.get("into", "discard"), ())
    return bool(found) and taker is not None


@verb(VERBS, "pass_left", pass_left="number", who="player", into="discard|hand", do="lines")
def pass_left(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{pass_left = 1, who = "victims", into = "discard", do = [{weakness = 1, who = "victim", if = "it.cost >= 1"}]}"""
    givers = _players(table, line, names)
    chosen: list[tuple[str, str, str]] = []
    openly = table.rules.readings.get("simultaneous_choices") == "B"
    for giver in givers:
        taker = next((one for one in clockwise(table, giver)[1:] if one in givers), giver)
        if taker == giver and table.rules.readings.get("joker_alone") == "B":
            continue
        hand = table.zone(giver, "hand")
        if not hand:
            continue
        answer = yield Choice(
            giver, "Pass a card to the left", [f"pass {card}" for card in hand], rules=cites(table, "pass left")
        )
        card = answer.removeprefix("pass ")
        if openly:
            pass_card(table, card, giver, taker, line.args.get("into", "discard"), cites(table, "pass left"))
        chosen.append((giver, taker, card))
    if not openly:
        for giver, taker, card in chosen:
            pass_card(table, card, giver, taker, line.args.get("into", "discard"), cites(table, "pass left"))
    for _, taker, card in chosen:
        yield from run_lines(table, line.args.get("do", ()), {**names, "victim": taker, "it": card})
    return bool(chosen)


@verb(VERBS, "redeal", redeal="number", who="player")
def redeal(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{redeal = 2, who = "victims"}"""
    number, rules = _number(table, line, "redeal", names), cites(table, "redeal")
    openly = table.rules.readings.get("simultaneous_choices") == "B"
    given: dict[str, list[str]] = {}
    for player in _players(table, line, names):
        given[player] = []
        for _ in range(number):
            hand = [card for card in table.zone(player, "hand") if card not in given[player]]
            if hand:
                answer = yield Choice(player, "Lay a card face down", [f"lay {card}" for card in hand], rules=rules)
                given[player].append(answer.removeprefix("lay "))
                if table.rules.readings.get("simultaneous_choices") == "B":  # openly
                    table.log("reveal", by=player, rules=cites(table, "redeal"), cards=tuple(given[player][-1:]), area="hand",
                              whose=player, number=1, top=False)  # fmt: skip
                if openly:
                    _lay(table, player, given[player][-1], None)
    for player, cards in given.items() if not openly else ():
        for card in cards:
            _lay(table, player, card, player)
    pool = [card for cards in given.values() for card in cards]
    for player, cards in given.items():  # from the middle of the table, where nobody can tell whose card was whose
        for _ in cards:
            card = yield from pick(table, f"A card for {player}", sorted(pool), rules)
            pool.remove(card)
            table.log("dealt", by=player, to=card, rules=rules, seen=player, source=ASIDE)
            move(table, card, ASIDE, (player, "hand"))
    return bool(given)


def _lay(table: Table, player: str, card: str, seen: str | None) -> None:
    table.log("lay", by=player, to=card, rules=cites(table, "redeal"), seen=seen, source=(player, "hand"))
    move(table, card, (player, "hand"), ASIDE)


# playing


@verb(VERBS, "play", play="cards", again="flag", text="flag", back="stack|deck|main deck|line-up|owner", pick="may|must")
def play_cards(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{play = "found", back = "line-up"}"""
    if line.args.get("text"):  # not the cards are played: what is printed on them is done for this one
        yield from have_texts(table, names["this"], names["you"])
        return True
    found = _found(table, line, "play", names)
    player, pick_them = names["you"], line.args.get("pick")
    left = found.copy()
    while left:
        if goes_in_circles(table):
            table.log("falls short", by=player, to=names["this"], rules=OF_TEXTS.get("short", ()), what="play")
            return False
        card = left[0]
        if pick_them:  # one after the other, in the order that the player likes, and perhaps not all
            options = [f"choose {one}" for one in left] + (["choose none"] if pick_them == "may" else [])
            answer = yield Choice(
                player, f"{table.box.name[names['this']]}: play which next", options, rules=cites(table, "play")
            )
            if answer == "choose none":
                break
            card = answer.removeprefix("choose ")
        left.remove(card)
        if line.args.get("again"):
            yield from play(table, player, card, where(table, card) or (player, "played"), again=True)
        else:
            yield from play_from_elsewhere(table, player, card, line.args.get("back", ""))
    return bool(found)


# Attacks and the table


@verb(VERBS, "attack", attack="lines", on="foes|chosen", together="flag")
def attack_foes(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{attack = [{discard = 1, who = "victim"}], on = "chosen"}"""
    player = names["you"]
    attacker = controls(table, player)
    victims = foes(table, attacker)
    if line.args.get("on") == "chosen" and victims:
        prompt = f"{table.box.name[names['this']]}: choose a foe"
        answer = yield Choice(attacker, prompt, [f"choose {one}" for one in victims], rules=cites(table, "choose foe"))
        victims = (answer.removeprefix("choose "),)
        table.log("choose", by=attacker, to=victims[0], rules=cites(table, "choose foe"), card=names["this"], random=False)
    hit = yield from attack(
        table, line.args["attack"], names["this"], attacker, victims, names, together=bool(line.args.get("together"))
    )
    names["hit"] = hit
    return bool(hit)


@verb(VERBS, "line_up", line_up="number")
def add_to_line_up(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{line_up = 2}"""
    number = _number(table, line, "line_up", names)
    for done in range(number):
        cards = yield from from_main_deck(table, 1, cites(table, "add to line-up"))
        if not cards:
            if table.rules.readings.get("mid_turn_shortage", "A") == "B":
                from dcf_lab.games.deckbuilders.turn import finish_game

                finish_game(table, "Line-Up")
            return done == number
        line_up(table, cards[0], cites(table, "add to line-up"))
    return True


@verb(VERBS, "freeze", freeze="cards")
def freeze(table: Table, line: Line, names: Names) -> bool:
    """{freeze = "found"}"""
    player = names["you"]
    for card in _found(table, line, "freeze", names):
        lie = [value for (_, what), (_, value) in table.marks.items() if what.startswith("frozen ")]
        if sum(lie) >= 6 and table.rules.readings.get("frozen_tokens") == "B":
            table.log("falls short", by=player, to=names["this"], rules=cites(table, "freeze"), what="freeze")
            return False
        table.log("freeze", by=player, to=card, rules=cites(table, "freeze"))
        mark = f"frozen {player}"
        table.mark(card, mark, "game", table.marks.get((card, mark), ("", 0))[1] + 1)
    return True


@verb(VERBS, "turn_down", turn_down="player")
def turn_down(table: Table, line: Line, names: Names) -> bool:
    """{turn_down = "victim"}"""
    for player in _players(table, line, names, "turn_down"):
        for card in table.zone(player, "character"):
            table.log("turn down", by=names["this"], to=card, rules=cites(table, "face down"))
            table.mark(card, FACE_DOWN, "game", names["this"])
    return True


@verb(VERBS, "turn_up", turn_up="flag")
def turn_up(table: Table, line: Line, names: Names) -> bool:
    """{turn_up = true}"""
    for (card, what), (_, value) in list(table.marks.items()):
        if what == FACE_DOWN and (value == names["this"] or value not in table.rules.library):  # a position names no culprit
            mine = card in table.zone(names["you"], "character") if names.get("you") else False
            words = ("face down", f"face down {table.box.id[card]}") if mine else ("face down",)
            table.log("turn up", to=card, rules=cites(table, *words))
            table.unmark(card, FACE_DOWN)
            table.mark(card, TURNED_UP, "turn", len(fact(table, TAKEN)))
    return True


@verb(VERBS, "extra", extra="number")
def extra(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{extra = 1}"""
    number = _number(table, line, "extra", names)
    if number and table.rules.readings.get("extra_draw_step") == "B" and table.rules.readings.get("end_of_turn_step") != "C":
        table.log("extra later", by=names["you"], amount=number, rules=cites(table, "extra draw"))
        table.count(names["you"], "extra cards", number)
    elif number:
        yield from draw(table, names["you"], number, cites(table, "extra draw"))
    return True


@verb(VERBS, "for_each", for_each="foe|player|victim", do="lines")
def for_each(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{for_each = "foe", do = [{discard = 1, who = "it"}]}"""
    group: Any = names.get("victims", ()) if line.args["for_each"] == "victim" else GROUPS[line.args["for_each"]](table, names)
    bound: dict[str, tuple[str, ...]] = {}  # what the lines have found of each player, for what the card says afterwards
    for player in group:
        one = {**names, "it": player, "victim": player}
        known = set(one)
        yield from run_lines(table, line.args["do"], one)
        gather(one, known, bound)
    names.update(bound)
    return bool(group)
