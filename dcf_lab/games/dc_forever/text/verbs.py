"""The verbs of DC Forever's cards: what one line of card text can do. Each shows an example as a card would write it."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from dcf_lab.engine import decks
from dcf_lab.engine.cards.arguments import Names
from dcf_lab.engine.cards.common_verbs import CommonVerbs, in_full
from dcf_lab.engine.cards.verbs import Line, Verb, VerbProcedure, verb
from dcf_lab.engine.game import Choice, which
from dcf_lab.engine.table import Key, Part, name_of, where
from dcf_lab.engine.tally import forbidden
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules import actions, deeds, playing, reductions
from dcf_lab.games.dc_forever.rules import damage as harm
from dcf_lab.games.dc_forever.rules.box import HERO, Table, active_player, controller, icons, in_play, owner
from dcf_lab.games.dc_forever.rules.timing import reaches
from dcf_lab.games.dc_forever.text.arguments import OPEN_AREAS, arguments
from dcf_lab.games.dc_forever.text.workings import workings

VERBS: dict[str, Verb] = {}

FORBID = "attack|rescue|threaten|activate|ready|exhaust|be attacked|suffer damage|play cards|use abilities|complete"
UNTIL = "activation|phase|round|game"


class DCForeverVerbs(CommonVerbs):
    """The verbs of any card game, as DC Forever does them."""

    seen = "hand|deck|discard|scheme"
    secret = ("hand", "deck", "empowering")
    until = UNTIL
    until_default = "round"
    taken_to = "hand|discard|deck|bottom|reserve"
    forbids = FORBID

    deck_of = staticmethod(deeds.deck_of)
    draws = staticmethod(deeds.draw)
    discards = staticmethod(deeds.discard)
    moves = staticmethod(deeds.move_card)
    owner = staticmethod(owner)
    worked = staticmethod(workings)

    def goal(self, table: Table, card: str, source: Key, area: str) -> Key | None:
        """To its owner, beneath its character in the reserve; a planted card stays among the cards where it was planted."""
        holder, of = owner(table, card), table.box.of[card]
        if holder is None:
            return None
        if area == "reserve" and of is not None:
            return of, "beneath"
        if (card, "planted") in table.marks and area in ("hand", "deck", "bottom"):
            holder = source[0]
        return holder, "deck" if area == "bottom" else area

    def lies_open(self, table: Table, card: str) -> bool:
        return in_play(table, card) and card not in table.box.thresholds

    def place_of(self, table: Table, card: str, zone: Key) -> str:
        return f"scheme at {zone[0]}" if zone[1] == "scheme" else super().place_of(table, card, zone)

    def chance_chooses(self, table: Table, names: Names) -> bool:
        return names.get("you") is None and table.ruling("neutral_card_choices") == "C"

    def shuffles_after_search(self, table: Table) -> bool:
        return table.ruling("search_then_shuffle") == "A"

    def rules_of_choosing(self, line: Line) -> tuple[str, ...]:
        group, area = line.args["choose"], line.args.get("in")
        who = "DCF-R121" if line.args.get("random") else "DCF-R014"
        rules: tuple[str, ...] = ("DCF-R013" if area is not None else "DCF-R023", who)
        if area is None and not group.endswith("player"):
            rules = (*rules, "DCF-R013")
        if area in OPEN_AREAS or group == "completed scheme":
            rules = (*rules, "DCF-R110")
        return arguments.worded(line, rules)

    def rules_of_taking(self, table: Table, line: Line, card: str) -> tuple[str, ...]:
        return arguments.as_written(line, "DCF-R109" if in_play(table, card) else "DCF-R013")

    def rules_of_seeing(self, line: Line, area: str) -> tuple[str, ...]:
        return arguments.as_written(line, "DCF-R111", *(["DCF-R110"] if area in OPEN_AREAS else []))

    def shown(
        self, table: Table, line: Line, names: Names, area: str
    ) -> Generator[Choice, str, tuple[str | None, tuple[str, ...]] | None]:
        """A Scheme, or an area; looking past the end of a deck see RULINGS: look_past_deck_end."""
        if area == "scheme":
            cards = arguments.cards(table, line, "at", names)
            return (table.links.get((cards[0], "at")) if cards else None), cards
        player = arguments.holder(table, line, names) if area == "deck" and table.ruling("look_past_deck_end") == "B" else None
        if player is not None and len(table.zone(player, "deck")) < arguments.number(table, line, "top", names, 99):
            decks.renew(table, deeds.deck_of(table, player))
        return (yield from super().shown(table, line, names, area))

    def revealed(self, table: Table, cards: Sequence[str]) -> None:
        """A planted card that is revealed goes straight back to its owner's hand (Rogue Tactics: Klarion Bleak)."""
        for card in cards:
            zone, holder = where(table, card), owner(table, card)
            if (card, "planted") in table.marks and zone is not None and holder is not None:
                table.log("take", by=holder, to=card, rules=("DCF-R121",), area="hand", source=zone)
                table.unmark(card, "planted")
                deeds.move_card(table, card, zone, (holder, "hand"))


DCForeverVerbs(arguments).register(VERBS)


# damage and values


@verb(VERBS, "damage", damage="number", to="cards", unstoppable="flag")
def damage(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{damage = 2, to = "victim"}"""
    amount = arguments.number(table, line, "damage", names)
    done = []
    for target in arguments.cards(table, line, "to", names):
        deed = Deed("damage", names["this"], target, names.get("place"), card=names["this"], player=names.get("you"),
                    parts=[Part(amount, "effect", names["this"])], attack=False, attacking=0)  # fmt: skip
        if line.args.get("unstoppable"):
            deed.data["unstoppable"] = True
        if worked := workings(table, line.raw["damage"], names):
            deed.data["worked"] = worked
        done.append((yield from harm.damage(table, deed, arguments.worded(line, ("DCF-R123",)))) == amount)
    return in_full(done)


@verb(VERBS, "heal", heal="number", to="cards")
def heal(table: Table, line: Line, names: Names) -> bool:
    """{heal = 2, to = "this.host"}"""
    amount = arguments.number(table, line, "heal", names)
    done = []
    for card in arguments.cards(table, line, "to", names):
        worked = workings(table, line.raw["heal"], names)
        rules = arguments.as_written(line, "DCF-R087")
        done.append(harm.heal(table, card, amount, names["this"], rules, worked) == amount)
    return in_full(done)


@verb(VERBS, "strike", strike="cards")
def strike(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{strike = "actor"}"""
    found = arguments.cards(table, line, "strike", names)
    for target in found:
        yield from actions.strike(table, names["this"], target)
    return bool(found)


@verb(VERBS, "value", value="number", of="attack|rescue|threaten", on="cards", until=UNTIL)
def value(table: Table, line: Line, names: Names) -> bool:
    """{value = "lost.infamy", of = "threaten", on = "this", until = "activation"}"""
    amount = arguments.number(table, line, "value", names)
    found = arguments.cards(table, line, "on", names)
    for card in found:
        table.log("value", by=names["this"], to=card, amount=amount, rules=arguments.as_written(line, "DCF-R132"),
                  of=line.args["of"], until=line.args.get("until", "activation"),
                  worked=workings(table, line.raw["value"], names), parts=[Part(amount, "replaced", names["this"])])  # fmt: skip
        table.mark(card, f"{line.args['of']} value", line.args.get("until", "activation"), amount)
    return bool(found)


@verb(VERBS, "boost", boost="number", of="attack|rescue|threaten", on="cards", until=UNTIL)
def boost(table: Table, line: Line, names: Names) -> bool:
    """{boost = 1, of = "attack", on = "this", until = "round"}"""
    amount = arguments.number(table, line, "boost", names)
    until = line.args.get("until", "activation")
    found = arguments.cards(table, line, "on", names)
    for card in found:
        had = table.marks.get((card, f"{line.args['of']} boost {until}"), ("", 0))[1]
        rules = arguments.as_written(line, "DCF-R132")
        table.log("boost", by=names["this"], to=card, amount=amount, rules=rules, of=line.args["of"], until=until,
                  worked=workings(table, line.raw["boost"], names))  # fmt: skip
        table.mark(card, f"{line.args['of']} boost {until}", until, had + amount)
    return bool(found)


@verb(VERBS, "reduce", reduce="number", what="modifier|total")
def reduce(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{reduce = 2, what = "total"}"""
    deed: Deed = names["deed"]
    if reductions.unstoppable(table, deed, names["this"]):
        return False
    amount = arguments.number(table, line, "reduce", names)
    if line.args.get("what", "total") == "modifier":
        index = yield from reductions.pick_modifier(table, deed, names.get("you"))
        if index is None:
            return False
        reductions.take_off(table, deed, index, amount, names["this"])
        return True
    off = min(amount, deed.amount)
    event = table.log("reduced", by=names["this"], to=deed.target, amount=off, rules=arguments.as_written(line, "DCF-R084"),
                      moment=deed.moment, worked=workings(table, line.raw["reduce"], names))  # fmt: skip
    deed.parts.append(Part(-off, "reduced", names["this"], event))
    return off == amount


@verb(VERBS, "ignore", ignore="modifier|modifier amount|all")
def ignore(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{ignore = "modifier"}"""
    deed: Deed = names["deed"]
    if reductions.unstoppable(table, deed, names["this"]):
        return False
    wording = line.args["ignore"]
    if wording == "all":
        rules = arguments.as_written(line, "DCF-R084")
        event = table.log("ignore", by=names["this"], to=deed.target, rules=rules, what=deed.kind, moment=deed.moment)
        deed.parts.append(Part(-deed.amount, "ignored", names["this"], event))
        deed.data["all ignored"] = True
        return True
    index = yield from reductions.pick_modifier(table, deed, names.get("you"), spent_too=True)
    if index is None:
        return False
    rules = arguments.as_written(line, "DCF-R082", *(["DCF-R085"] if wording == "modifier" else []))
    table.log("ignore", by=names["this"], to=deed.parts[index].card, rules=rules, what=wording)
    deed.data.setdefault("ignored", {})[deed.parts[index].card] = wording
    reductions.take_off(table, deed, index, deed.parts[index].amount, names["this"], "ignored")
    return True


# cards


@verb(VERBS, "discard_these", discard_these="cards")
def discard_these(table: Table, line: Line, names: Names) -> bool:
    """{discard_these = "chosen"}"""
    done = []
    for card in arguments.cards(table, line, "discard_these", names):
        rules = arguments.as_written(line, "DCF-R109" if in_play(table, card) else "DCF-R128")
        if table.box.kind[card] == "scheme" and in_play(table, card):
            deeds.discard_scheme(table, card, rules)
            done.append(True)
        else:
            zone = where(table, card)
            done.append(deeds.discard(table, card, zone, rules=rules))
            deeds.renew_if_empty(table, zone)
    return in_full(done)


@verb(VERBS, "discard_from", discard_from="cards", count="number")
def discard_from(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{discard_from = "victim", count = 1}"""
    number = arguments.number(table, line, "count", names, 1)
    done = []
    for character in arguments.cards(table, line, "discard_from", names):
        for _ in range(number):
            player = controller(table, character)
            on_it = (*table.zone(character, "attachments"), *table.zone(character, "empowering"))
            cards = [card for card in on_it if controller(table, card) == player]
            if not cards or player is None:
                done.append(False)
                break
            fuel = table.zone(character, "empowering")
            why = ("DCF-R128", "DCF-R045") if fuel else ("DCF-R128",)
            card = yield from which(player, f"Discard from {name_of(table, character)}", "discard", cards, why)
            rules = arguments.as_written(line, "DCF-R128", *(["DCF-R045"] if card in fuel else []))
            done.append(deeds.discard(table, card, rules=rules))
    return in_full(done)


@verb(VERBS, "plant", plant="cards", into="hand|deck|bottom", of="player")
def plant(table: Table, line: Line, names: Names) -> bool:
    """{plant = "chosen", into = "deck", of = "them"}"""
    done = 0
    holder = arguments.player(table, line, "of", names)
    goal = line.args.get("into", "deck")
    found = arguments.cards(table, line, "plant", names)
    for card in found:
        zone = where(table, card)
        if zone is None or holder is None or not reaches(table, names["this"], holder):
            continue
        rules = arguments.as_written(line, "DCF-R013")
        table.log("plant", by=names.get("you"), to=holder, rules=rules, card=card, seen=names.get("you"), area=goal)
        table.mark(card, "planted", "play")
        deeds.move_card(table, card, zone, (holder, "deck" if goal == "bottom" else goal), 0 if goal == "deck" else None)
        done += 1
    return 0 < done == len(found)


@verb(VERBS, "play", play="cards")
def play(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{play = "gift"}"""
    done = []
    for card in arguments.cards(table, line, "play", names):
        done.append((yield from playing.put_into_play(table, names.get("you") or active_player(table), card)))
    return in_full(done)


@verb(VERBS, "attach", attach="cards", on="cards")
def attach(table: Table, line: Line, names: Names) -> bool:
    """{attach = "this", on = "victim"}"""
    done = 0
    host = arguments.cards(table, line, "on", names)[:1]
    found = arguments.cards(table, line, "attach", names)
    for card in found:
        zone = where(table, card)
        if host and (blocker := forbidden(table, "be attached", host[0])) is not None:
            table.log("prevented", by=blocker, to=host[0], rules=("DCF-R018",), what="attach")
        elif host and zone is not None:
            rules = arguments.as_written(line, *playing.rules_of_attaching(table, names.get("you") or "", host[0]))
            table.log("attach", by=names.get("you"), to=card, rules=rules, on=host[0])
            deeds.tidy(table, card)
            table.put(card, zone, (host[0], "attachments"))
            table.link(card, "on", host[0])
            table.link(card, "in play", names.get("you") or owner(table, card))
            deeds.renew_if_empty(table, zone)
            done += 1
    return 0 < done == len(found)


@verb(VERBS, "empower", empower="cards", on="cards")
def empower(table: Table, line: Line, names: Names) -> bool:
    """{empower = "found", on = "this"}"""
    done = 0
    found = arguments.cards(table, line, "empower", names)
    for card in found:
        for hero in arguments.cards(table, line, "on", names)[:1]:
            zone = where(table, card)
            if zone is not None and in_play(table, hero):
                seen = names.get("you") if zone[1] in ("hand", "deck") else None
                table.log("empower", by=names.get("you"), to=hero, amount=icons(table, card, HERO),
                          rules=arguments.as_written(line, "DCF-R044"), seen=seen, card=card)  # fmt: skip
                deeds.move_card(table, card, zone, (hero, "empowering"))
                done += 1
    return 0 < done == len(found)


@verb(VERBS, "resources", resources="number", who="player")
def resources(table: Table, line: Line, names: Names) -> bool:
    """{resources = "lost.renown", who = "you"}"""
    amount = arguments.number(table, line, "resources", names)
    parts, worked = [Part(amount, "effect", names["this"])], workings(table, line.raw["resources"], names)
    for player in arguments.players(table, line, "who", names):
        table.log("resources", by=player, amount=amount, rules=arguments.as_written(line), parts=parts, worked=worked)
        table.count(player, "resources", amount)
    return True


@verb(VERBS, "sacrifice", sacrifice="cards")
def sacrifice(table: Table, line: Line, names: Names) -> bool:
    """{sacrifice = "this"}"""
    rules = arguments.as_written(line, "DCF-R094")
    given = arguments.cards(table, line, "sacrifice", names)
    return in_full([harm.sacrifice(table, card, names["this"], rules) for card in given])


# characters


@verb(VERBS, "relocate", relocate="cards", to="cards")
def relocate(table: Table, line: Line, names: Names) -> bool:
    """{relocate = "this", to = "place"}"""
    done = 0
    found = arguments.cards(table, line, "relocate", names)
    for card in found:
        if not in_play(table, card):
            continue
        for place in arguments.cards(table, line, "to", names)[:1]:
            table.log("relocate", by=names["this"], to=card, rules=arguments.as_written(line), place=place)
            if table.box.kind[card] == "unaligned":
                table.put(card, (table.links[card, "at"], "unaligned"), (place, "unaligned"))
            table.link(card, "at", place)
            done += 1
    return 0 < done == len(found)


@verb(VERBS, "recover", recover="cards")
def recover(table: Table, line: Line, names: Names) -> bool:
    """{recover = "fallen"}"""
    rules = arguments.as_written(line, "DCF-R093")
    return in_full([harm.recover(table, card, rules) for card in arguments.meant(table, line, "recover", names)])


@verb(VERBS, "retreat", retreat="cards")
def retreat(table: Table, line: Line, names: Names) -> bool:
    """{retreat = "this"}"""
    rules = arguments.as_written(line, "DCF-R109")
    return in_full([harm.retreat(table, card, rules) for card in arguments.cards(table, line, "retreat", names)])


@verb(VERBS, "control", control="cards", until=UNTIL)
def control(table: Table, line: Line, names: Names) -> bool:
    """{control = "minion", until = "round"}"""
    you = names.get("you")
    done = 0
    found = arguments.cards(table, line, "control", names)
    for card in found:
        held = controller(table, card)
        if you is None or held is None or held == you:
            continue
        table.log("control", by=you, to=card, rules=arguments.as_written(line, "DCF-R137"),
                  until=line.args.get("until", "round"))  # fmt: skip
        table.mark(card, "lent", line.args.get("until", "round"), held)
        deeds.change_controller(table, card, you)
        done += 1
    return 0 < done == len(found)


# citizens, Schemes, Unaligned characters


@verb(VERBS, "move", move="number", from_="cards", to="cards")
def move(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{move = 1, from = "chosen", to = "sanctuary"}"""
    amount = arguments.number(table, line, "move", names)
    done = []
    for source in arguments.cards(table, line, "from", names):
        for target in arguments.cards(table, line, "to", names)[:1]:
            rules = arguments.as_written(line, "DCF-R074")
            moved = yield from deeds.move_citizens(
                table, source, target, amount, "move", names["this"], rules, worked=workings(table, line.raw["move"], names)
            )
            done.append(moved == amount)
    return in_full(done)


@verb(VERBS, "claim", claim="number")
def claim(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{claim = "this.claim"}"""
    amount = arguments.number(table, line, "claim", names)
    rules = arguments.worded(line, ("DCF-R125",)) if line.raw["claim"] == "this.claim" else arguments.as_written(line, "DCF-R125")
    taken = yield from deeds.claim(table, names["this"], amount, [Part(amount, "claim", names["this"])], rules)
    return taken == amount


@verb(VERBS, "faceup", faceup="cards")
def faceup(table: Table, line: Line, names: Names) -> bool:
    """{faceup = "chosen"}"""
    found = arguments.cards(table, line, "faceup", names)
    for card in found:
        table.log("turn faceup", by=names.get("you"), to=card, rules=arguments.as_written(line, "DCF-R043"))
        table.mark(card, "faceup", "play")
    return bool(found)
