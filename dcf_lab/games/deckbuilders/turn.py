"""A turn: play cards and buy with their Power in any order, then clean up; between two turns Super-Villains appear."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.cards.verbs import run_lines
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Choice, Procedure, Refusal
from dcf_lab.engine.table import Key, where
from dcf_lab.games.deckbuilders.attacks import attack
from dcf_lab.games.deckbuilders.box import (
    DOOMED,
    HAND,
    IN_FRONT,
    LINE_UP,
    MAIN,
    OTHER_STACK,
    SPACES,
    STACK,
    SUPPLY,
    Table,
    any_in_front,
    bearer,
    cites,
    clockwise,
    in_front,
)  # fmt: skip
from dcf_lab.games.deckbuilders.effects import TOLD_TO_DRAW, add_power, face_up_top, finish, may_use, use
from dcf_lab.games.deckbuilders.playing import ASSISTED, PLAYED, play
from dcf_lab.games.deckbuilders.scoring import parts_of_score, tied
from dcf_lab.games.deckbuilders.taking import TAKEN, as_on_stack, buy, clean_up, draw, is_frozen, line_up, price

END = "end turn"
TWO_STACKS = "two stacks"  # the setting of a game in which each side has a stack of its own to defeat
PATROL = "go on patrol"
MAX_ROUNDS = 100  # the lab's own end of a game in which nobody can buy anything any more; real ones take twenty
LIMIT = "limit of rounds"
USED_KEPT = "used as kept"  # the mark of a card that stays in play and has been played this turn


def start(table: Table) -> Procedure:
    """A turn begins: what was to last until now is over, and what was kept for it is there."""
    player = table.facts["turn"]
    with table.because(table.log("turn", by=player, rules=cites(table, "turn"))):
        frozen = f"frozen {player}"
        for key in [key for key in table.marks if key[1] == frozen]:
            table.log("thaw", by=player, to=key[0], rules=cites(table, "thaw"))
            table.unmark(*key)
        if kept := table.counts.get((player, "power later"), 0):
            table.log("power kept", by=player, amount=kept, rules=cites(table, "off turn"))
            table.count(player, "power later", -kept)
            add_power(table, player, kept, [], cites(table, "off turn"))
        if less := table.counts.get((player, "discount later"), 0):
            table.log("discount kept", by=player, amount=less, rules=cites(table, "off turn"))
            table.count(player, "discount later", -less)
            table.count(player, "discount", less)
        if table.box.edition.opening is not None:
            yield from table.box.edition.opening(table, player)
    table.fact("step", "turn")


def turn(table: Table) -> Procedure:
    """Play cards and buy with their Power, in any order, until the turn is ended (Turn Sequence)."""
    player = table.facts["turn"]
    rules, listed, not_listed = cites(table, "may"), partial(options, table, player), partial(refused, table, player)
    while table.facts["step"] == "turn":
        answer = yield Choice(player, "Turn", listed, rules=rules, quiet=True, refused=not_listed)
        word, _, rest = answer.partition(" ")
        if answer == END:
            break
        if word == "play":
            kept = rest in table.zones.get((player, "locations"), ())
            if kept:
                table.mark(rest, USED_KEPT, "turn")
            yield from play(table, player, rest, (player, "locations" if kept else "hand"), again=kept)
        elif word in ("buy", "defeat"):
            yield from buy(table, player, rest, word)
            game_over_at_once(table)
        elif word == "use":
            card, _, key = rest.partition(" ")
            yield from use(table, player, card, key)
        elif answer == PATROL:
            yield from patrol(table, player)
        else:
            assert table.box.edition.answer is not None
            yield from table.box.edition.answer(table, player, answer)
    if table.facts["step"] == "turn":
        yield from end_turn(table, player)


def options(table: Table, player: str) -> list[str]:
    """Everything that may be done in a turn."""
    zones, cost = table.zones, table.box.cost
    power = table.counts.get((player, "power"), 0)
    found = [f"play {card}" for card in zones.get((player, "hand"), ())] if may_play(table) else []
    if table.marks and (player, "locations") in zones:
        found += [f"play {card}" for card in kept_cards(table, player) if (card, USED_KEPT) not in table.marks]
    found += [f"buy {card}" for card in zones.get(LINE_UP, ()) if cost[card] <= power and not is_frozen(table, card)]
    if table.rules.readings.get("fev_super_hero_in_line_up") == "B":
        found = [one for one in found if not (one.startswith("buy ") and as_on_stack(table, one[4:]))]
        beaten = [card for card in zones.get(LINE_UP, ()) if as_on_stack(table, card) and not is_frozen(table, card)]
        found += [f"defeat {card}" for card in beaten if price(table, player, card) <= power]
    found += [f"buy {card}" for card in zones.get(SUPPLY, ())[:1] if cost[card] <= power]
    top = face_up_top(table, stack_of(table, player))
    if top is not None and price(table, player, top) <= power and not is_frozen(table, top):
        found.append(f"defeat {top}")
    found += [f"use {card} {ability.key}" for card, ability in may_use(table, player)]
    if may_patrol(table):
        found.append(PATROL)
    if table.box.edition.further is not None:
        found += table.box.edition.further(table, player)
    found.append(END)
    return found


def kept_cards(table: Table, player: str) -> list[str]:
    """Cards that stay in play by another card's text: each may be played once in each turn, as if from the hand."""
    if not may_play(table):
        return []
    return [card for card in table.zone(player, "locations") if (card, DOOMED) in table.marks]


def may_play(table: Table) -> bool:
    """Under one reading of the base book the first purchase ends playing."""
    return not (table.rules.readings.get("play_after_buying") == "B" and table.facts.get("bought"))


def may_patrol(table: Table) -> bool:
    """On Patrol: with an empty place in the Line-Up it may be refilled during the turn."""
    if not table.facts.get("patrol") or len(table.zone(*LINE_UP)) >= SPACES:
        return False
    enough = len(table.zone(*MAIN)) >= SPACES - len(table.zone(*LINE_UP))
    return enough or table.ruling("on_patrol_refill") == "A"


def stack_of(table: Table, player: str) -> Key:
    """The stack whose cards a player defeats; with two of them each side has its own."""
    return OTHER_STACK if table.box.team[player] == "good" else STACK


def offers(table: Table, player: str) -> Iterator[tuple[str, str]]:
    """What is for sale: the Line-Up, the Kick stack, and the face-up card of the stack."""
    for card in table.zones.get(LINE_UP, ()):
        yield ("defeat" if as_on_stack(table, card) else "buy"), card
    for card in table.zones.get(SUPPLY, ())[:1]:
        yield "buy", card
    top = face_up_top(table, stack_of(table, player))
    if top is not None:
        yield "defeat", top


def refused(table: Table, player: str) -> Iterator[Refusal]:
    """What one might want to do and may not, with all reasons."""
    from dcf_lab.games.deckbuilders.why import refused as with_reasons  # which speaks of everything that is here

    return with_reasons(table, player)


# On Patrol


def patrol(table: Table, player: str) -> Procedure:
    """Refill the Line-Up at once; Attack cards that come up attack the active player alone, for nobody's benefit."""
    with table.because(table.log("patrol", by=player, rules=cites(table, "patrol"))):
        before = table.zone(*LINE_UP)
        if not (yield from refill(table, "patrol")):  # over at once, before anybody attacks (ruling on_patrol_refill)
            finish_game(table, "Line-Up")
            return
        for card in [one for one in table.zone(*LINE_UP) if one not in before]:
            yield from attack_on_patrol(table, card, player)
        yield from finish(table)


def attack_on_patrol(table: Table, card: str, player: str) -> Procedure:
    """The Attack of a card that comes up: its victim is the active player, its attacker nobody, or the same player."""
    attacker = player if table.rules.readings.get("on_patrol_attacker") == "B" else None
    for ability in table.box.attacks.get(card, ()):
        names = {"this": card, "you": None, "card": card}
        if ability.condition is not None and not ability.condition(table, names):
            continue
        for line in ability.lines:
            if line.verb == "attack":
                together = bool(line.args.get("together"))
                yield from attack(
                    table, line.args["attack"], card, attacker, [player], names, together=together, kind="patrol attack"
                )


# the end of a turn


def end_turn(table: Table, player: str) -> Procedure:
    """The turn is over; the hand, effects of the end, the played cards, five new cards, the Line-Up, the stack."""
    over = table.log("end turn", by=player, rules=cites(table, "end turn"))
    in_turn = table.rules.readings.get("hand_discard_in_turn") == "B"  # does the clean-up still belong to the turn?
    if not in_turn:
        table.fact("ended", True)
    with table.because(over):
        step = table.rules.readings.get("end_of_turn_step", "A")
        clean_up(table, player, "hand")
        if table.passing.get("later"):
            yield from finish(table)
        if step == "A":
            yield from effects_of_the_end(table, player)
        lay_there = table.zone(player, "played")
        clear(table, player)
        if step == "B":
            yield from effects_of_the_end(table, player, lay_there)
        fill_first = table.rules.readings.get(table.box.edition.fill_first) == "B"
        if fill_first and not (yield from refill_or_end(table)):
            return
        yield from draw(table, player, HAND + _extra(table, player), cites(table, "new hand"))
        if step == "C":
            yield from effects_of_the_end(table, player, lay_there)
        table.log("turn over", by=player, rules=cites(table, "no turn"))
        table.fact("ended", True)
        table.expire("turn")
        for word in (PLAYED, ASSISTED, TAKEN, TOLD_TO_DRAW, "bought", *table.box.edition.turn_facts):
            table.fact(word, None)
        if gone := table.box.edition.turn_tokens:
            for card, what in [key for key in table.counts if key[1] in gone]:
                table.count(card, what, -table.counts[card, what])
        if table.rules.readings.get("turn_passes_when") == "B":
            next_turn(table, player, "appearances")
            return
        if not fill_first and not (yield from refill_or_end(table)):
            return
        if not (yield from turn_up(table, player)):
            return
    next_turn(table, player)


def appearances(table: Table) -> Procedure:
    """Under one reading the Line-Up is refilled and the next Super-Villain appears when the next turn has begun."""
    before = clockwise(table, table.facts["turn"])[-1]
    if (yield from refill_or_end(table)) and (yield from turn_up(table, before)):
        table.fact("step", "start")


def _extra(table: Table, player: str) -> int:
    """Cards that are drawn together with the new hand (ruling extra_draw_step)."""
    extra = table.counts.get((player, "extra cards"), 0)
    if extra:
        table.log("extra cards", by=player, amount=extra, rules=cites(table, "extra draw"))
        table.count(player, "extra cards", -extra)
    return extra


def effects_of_the_end(table: Table, player: str, discarded: tuple[str, ...] = ()) -> Procedure:
    """'At the end of your turn': what cards in front of the player do then, under some readings when they are discarded."""
    ends = table.box.ends
    for card in in_front(table, player) if any_in_front(table, player, table.box.end_cards) else ():
        if card not in ends:
            continue
        lies = where(table, card) or ("", "")
        if lies[1] not in (*IN_FRONT, "kept") and not (lies[1] == "discard" and card in discarded):  # it has left play
            if any(one.condition is None or one.condition(table, {"this": card, "you": player}) for one in ends[card]):
                table.log("left play", to=card, rules=cites(table, "spared", f"end of {table.box.id[card]}"), source=lies)
            continue
        for ability in ends[card]:
            names = {"this": bearer(table, card), "you": player}
            if ability.condition is None or ability.condition(table, names):
                rules = cites(table, "at end", f"end of {table.box.id[card]}")
                event = table.log("at end", by=player, to=card, rules=rules)
                with table.because(event):
                    yield from run_lines(table, ability.lines, names)
    give_back(table, player)
    if table.passing.get("later"):
        yield from finish(table)


def give_back(table: Table, player: str) -> None:
    """Cards that were borrowed from the Line-Up go back there, if they are still in play."""
    for card in table.zone(player, "played") if table.links else ():
        if table.links.get((card, "owner")) == "line-up" and table.rules.readings.get("emerald_knight_return", "A") == "A":
            line_up(table, card, cites(table, "borrowed"), "return")


def clear(table: Table, player: str) -> None:
    """Played cards go to their owners' discard piles, and what is left of the Power is lost."""
    for one in table.rules.players:
        if (one, "played") in table.zones:
            clean_up(table, one, "played")
    for what in ("power", "made", "doubled", "discount"):
        if left := table.counts.get((player, what), 0):
            if what == "power":
                table.log("power gone", by=player, amount=left, rules=cites(table, "power gone"))
            table.count(player, what, -left)


def refill(table: Table, word: str = "refill") -> Generator[Choice, str, bool]:
    """Fill each empty place of the Line-Up from the main deck, as far as it goes; tells whether all are filled."""
    zones, rules = table.zones, cites(table, word)
    while len(zones.get(LINE_UP, ())) < SPACES and MAIN in zones:
        yield from settle(table, MAIN, 1, rules)
        line_up(table, zones[MAIN][0], rules, source=MAIN)
    return len(zones.get(LINE_UP, ())) >= SPACES


def refill_or_end(table: Table) -> Generator[Choice, str, bool]:
    """Refill the Line-Up; the game is over when that cannot be done, or under one reading with its last card."""
    if (crowd := len(table.zone(*LINE_UP))) > SPACES:
        table.log("crowd", amount=crowd, rules=cites(table, "crowd"))
    before = table.zone(*LINE_UP)
    whole = yield from refill(table)
    if whole and table.facts.get("patrol") and table.rules.readings.get("on_patrol_attacker") == "B":  # every refill counts
        for card in [one for one in table.zone(*LINE_UP) if one not in before]:
            yield from attack_on_patrol(table, card, table.facts["turn"])
        yield from finish(table)
    for player in table.rules.players if table.links else ():  # under one reading a borrowed card comes back as an extra one
        for card in table.zone(player, "played"):
            if table.links.get((card, "owner")) == "line-up":
                line_up(table, card, cites(table, "borrowed"), "return")
    if not whole or (table.ruling("refill_last_card") == "B" and not table.zone(*MAIN)):
        both = table.rules.readings.get("end_both") == "B"
        if both:
            yield from turn_up(table, table.facts["turn"])
        if table.facts["step"] != "over":
            finish_game(table, "Line-Up")
        return False
    return True


def turn_up(table: Table, player: str) -> Generator[Choice, str, bool]:
    """A face-down first card of the stack is turned up and makes its First Appearance; without one the game is over."""
    if not table.box.edition.starts_on:
        return True
    stacks = [STACK, OTHER_STACK] if TWO_STACKS in table.rules.settings else [STACK]
    for card in table.zone(*LINE_UP):
        if as_on_stack(table, card) and (card, FACE_UP) not in table.marks:
            yield from appear(table, card, player)
    if all(face_up_top(table, stack) is not None for stack in stacks):
        return True
    empty = [stack for stack in stacks if not table.zone(*stack)]
    if empty and (len(stacks) == 1 or table.ruling("gvb_end") == "A" or len(empty) == 2):
        finish_game(table, "stack")
        return False
    for stack in stacks:
        if table.zone(*stack) and face_up_top(table, stack) is None:
            yield from settle(table, stack, 1, cites(table, "appear"))
            yield from appear(table, table.zone(*stack)[0], player)
    return bool(table.facts["step"] != "over")


def appear(table: Table, card: str, player: str) -> Procedure:
    """A First Appearance - Attack on every player, in nobody's turn (First Appearance)."""
    with table.because(table.log("appear", to=card, rules=cites(table, "appear"))):
        table.mark(card, FACE_UP, "game")
        first = player
        if table.ruling("fa_order") == "B":
            first = clockwise(table, player)[1]
        victims = clockwise(table, first)
        lies = where(table, card)
        if TWO_STACKS in table.rules.settings and lies != LINE_UP:  # only the side that has beaten the card before it
            side = "good" if lies == OTHER_STACK else "bad"
            victims = tuple(one for one in victims if table.box.team[one] == side)
        for ability in table.box.appears.get(card, ()):
            names = {"this": card, "you": None, "card": card}
            together = bool(ability.words.get("together"))
            yield from attack(table, ability.lines, card, None, victims, names, together=together, kind="first appearance")
        yield from finish(table)


def game_over_at_once(table: Table) -> None:
    """Under one reading the game is over the moment the last card of the stack is defeated; of two stacks either, or both."""
    if table.rules.readings.get("last_stack_card") == "B" and table.box.edition.starts_on:
        empty = [not table.zone(*stack) for stack in ((STACK, OTHER_STACK) if TWO_STACKS in table.rules.settings else (STACK,))]
        if all(empty) or (any(empty) and table.rules.readings.get("gvb_end") == "A"):
            finish_game(table, "stack")


def finish_game(table: Table, how: str) -> None:
    if table.box.edition.closing is not None:
        table.box.edition.closing(table)
    words = ("end of game", "tied") if table.log_on and tied(table) else ("end of game",)
    with table.because(table.log("end", rules=cites(table, *words), how=how)):
        for player in table.rules.players if table.log_on else ():
            tell_score(table, player)
    table.fact("won by", how)
    table.fact("step", "over")


def tell_score(table: Table, player: str) -> None:
    """What a player's cards are worth, and by which rules."""
    box, parts = table.box, parts_of_score(table, player)
    cards = {box.id[part.card]: None for part in parts if part.card is not None}
    words = ["score", *(["score team"] if box.partners[player] else []), *(f"score {card}" for card in cards)]
    if any(part.what == "tokens" for part in parts):
        words.append("score tokens")
    table.log("score", by=player, amount=sum(part.amount for part in parts), parts=parts, rules=cites(table, *words))


def next_turn(table: Table, player: str, step: str = "start") -> None:
    following = clockwise(table, player)[1]
    if following == table.facts.get("first", table.rules.players[0]):
        if table.facts.get("round", 1) >= MAX_ROUNDS:
            finish_game(table, LIMIT)
            return
        table.log("round", amount=table.facts.get("round", 1) + 1, rules=cites(table, "clockwise"))
        table.fact("round", table.facts.get("round", 1) + 1)
    words = ("clockwise", "teams alternate") if table.box.partners[player] else ("clockwise",)
    table.log("next", by=following, rules=cites(table, *words))
    table.fact("turn", following)
    table.fact("ended", None)
    table.fact("step", step)
