"""The verbs of DC Forever's cards: what one line of card text can do. Each shows an example as a card would write it."""

from __future__ import annotations

from collections.abc import Sequence

from dcf_lab.engine.cards.verbs import Line, Verb, VerbProcedure, run_lines, verb
from dcf_lab.engine.dice import pick, settle, shuffle
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Cause, Part, Table, where
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules import actions, deeds, playing, reductions
from dcf_lab.games.dc_forever.rules.box import HERO, active_player, controller, icons, in_play, name_of, owner
from dcf_lab.games.dc_forever.rules.timing import chooser, forbidden, reaches, react
from dcf_lab.games.dc_forever.table.view import sees
from dcf_lab.games.dc_forever.text import arguments
from dcf_lab.games.dc_forever.text.arguments import AREA, GROUP, OPEN_AREAS, Names
from dcf_lab.games.dc_forever.text.workings import workings

VERBS: dict[str, Verb] = {}

FORBID = "attack|rescue|threaten|activate|ready|exhaust|be attacked|suffer damage|play cards|use abilities|complete"
SEEN = "hand|deck|discard|scheme"
UNTIL = "activation|phase|round|game"


def in_full(done: Sequence[bool]) -> bool:
    """Was there anybody to do it to, and was it done to all? Only then has a cost been paid (Resolving Effects)."""
    return bool(done) and all(done)


# choosing


@verb(VERBS, "choose", choose=GROUP, in_=AREA, of="player", by="player", count="number", top="number",
      random="flag", optional="flag", as_="name", if_="condition", most="number", least="number")  # fmt: skip
def choose(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{choose = "hero", if = "it.exhausted", as = "victim"}"""
    group = line.args["choose"]
    if "top" in line.args:
        yield from arguments.settle_top(table, line, names)
    candidates = arguments.candidates(table, line, names)
    name = line.args.get("as", "it")
    number = arguments.number(table, line, "count", names, 1)
    picked: list[str] = []
    player = arguments.who_chooses(table, line, names, candidates)
    who = "DCF-R121" if line.args.get("random") else "DCF-R014"
    rules: tuple[str, ...] = ("DCF-R013", who) if "in" in line.args else ("DCF-R023", who)
    if "in" not in line.args and not group.endswith("player"):
        rules = (*rules, "DCF-R013")
    if line.args.get("in") in OPEN_AREAS or group == "completed scheme":
        rules = (*rules, "DCF-R110")
    rules = arguments.worded(line, rules)
    random = bool(line.args.get("random"))
    if _searches(table, line, names, player):
        candidates.sort()  # looking through a deck tells what is in it, not in which order
        _has_seen(names, player, candidates)
    while candidates and len(picked) < number:
        if random or (names.get("you") is None and table.ruling("neutral_card_choices") == "C"):
            card = yield from pick(table, f"Chance picks {_article(group)} {group}", candidates, rules)
        else:
            options = {f"choose {_called(table, player, c, names)}": c for c in candidates}
            if line.args.get("optional"):
                options["choose none"] = ""
            answer = yield Choice(
                player, f"{name_of(table, names['this'])}: choose {_article(group)} {group}", list(options), rules=rules
            )
            card = options[answer]
            if not card:
                break
        candidates.remove(card)
        picked.append(card)
        hidden = _secret_of(table, card, player, names) if table.log_on else None
        table.log("choose", by=player, to=card, rules=rules, seen=hidden, card=names["this"], random=random)
    names[name] = tuple(picked)
    if len(picked) < number and not line.args.get("optional"):
        arguments.falls_short(table, line, names, player)
    return len(picked) == number or bool(line.args.get("optional"))


def _article(group: str) -> str:
    return "an" if group[0] in "aou" else "a"


def _searches(table: Table, line: Line, names: Names, player: str) -> bool:
    """Does the player look through a whole deck of their own for the card? (Glossary: Look At)"""
    whole = line.args.get("in") in ("deck", "deck or discard") and "top" not in line.args and not line.args.get("random")
    return whole and arguments.holders(table, line, names) == [player]


def _has_seen(names: Names, player: str | None, cards: Sequence[str]) -> None:
    """A player has looked at cards, or everybody has (None); for the rest of this text they are known by their names."""
    names["looked at"] = (*names.get("looked at", ()), *((player, card) for card in cards))


def _may_know(table: Table, player: str, card: str, names: Names) -> bool:
    zone, seen = where(table, card), names.get("looked at", ())
    return (zone is not None and sees(table, player, *zone)) or (player, card) in seen or (None, card) in seen


def _secret_of(table: Table, card: str, player: str, names: Names) -> str | None:
    """Who alone knows a chosen card: the chooser who saw it, or who holds it; None if it lies open."""
    zone = where(table, card)
    if zone is None or zone[1] not in ("hand", "deck", "empowering") or all(sees(table, p, *zone) for p in table.rules.players):
        return None
    if (None, card) in names.get("looked at", ()):
        return None
    if _may_know(table, player, card, names):
        return player
    if zone[1] == "empowering":
        return controller(table, zone[0])
    return zone[0] if zone[1] == "hand" else "nobody"


def _called(table: Table, player: str, card: str, names: Names) -> str:
    """How a card is called in a question: by its id if the player may know it, else by where it lies."""
    if card not in table.box.kind or ((card, "in play") in table.links and card not in table.box.thresholds):
        return card  # a player, or what lies open in play
    zone = where(table, card)
    if zone is None or _may_know(table, player, card, names):
        return card
    whose, what = zone
    if what == "scheme":
        return f"scheme at {whose}"
    return f"card {table.zones[zone].index(card) + 1} of {whose} {what}"


@verb(VERBS, "each", each=GROUP, in_=AREA, of="player", top="number", as_="name", if_="condition", most="number",
      least="number")  # fmt: skip
def each(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{each = "hero", most = "it.damage", as = "worst"}"""
    if "top" in line.args:
        yield from arguments.settle_top(table, line, names)
    found = arguments.candidates(table, line, names)
    if len(found) > 1 and ("most" in line.args or "least" in line.args):
        table.log("tie", to=names["this"], rules=("DCF-R021",), cards=tuple(found))
    names[line.args.get("as", "it")] = tuple(found)
    return bool(found)


@verb(VERBS, "offer", offer="player", ways="ways", labels="texts")
def offer(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{offer = "hero", ways = [[{damage = 2, to = "target"}], [{discard = 1, who = "hero"}]], labels = ["suffer", "lose"]}"""
    player = chooser(table, arguments.player(table, line, "offer", names))
    labels = line.args.get("labels", ())
    options = [labels[i] if i < len(labels) else f"way {i + 1}" for i in range(len(line.args["ways"]))]
    answer = yield Choice(player, f"{name_of(table, names['this'])}: which", options, rules=("DCF-R014",))
    table.log("decide", by=player, to=names["this"], rules=("DCF-R014",), way=answer)
    return (yield from run_lines(table, line.args["ways"][options.index(answer)], names))


@verb(VERBS, "may", may="lines", by="player")
def may(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{may = [{draw = 1}], by = "you"}"""
    player = chooser(table, arguments.player(table, line, "by", names) or names.get("you"))
    answer = yield Choice(player, f"{name_of(table, names['this'])}: do it", ["yes", "no"], rules=("DCF-R014",))
    table.log("decide", by=player, to=names["this"], rules=("DCF-R014",), way=answer)
    if answer == "yes":
        return (yield from run_lines(table, line.args["may"], names))
    return False


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
        done.append((yield from deeds.damage(table, deed, arguments.worded(line, ("DCF-R123",)))) == amount)
    return in_full(done)


@verb(VERBS, "heal", heal="number", to="cards")
def heal(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{heal = 2, to = "this.host"}"""
    amount = arguments.number(table, line, "heal", names)
    done = []
    for card in arguments.cards(table, line, "to", names):
        worked = workings(table, line.raw["heal"], names)
        rules = arguments.as_written(line, "DCF-R087")
        done.append(deeds.heal(table, card, amount, names["this"], rules, worked) == amount)
    return in_full(done)
    yield


@verb(VERBS, "strike", strike="cards")
def strike(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{strike = "actor"}"""
    found = arguments.cards(table, line, "strike", names)
    for target in found:
        yield from actions.strike(table, names["this"], target)
    return bool(found)


@verb(VERBS, "value", value="number", of="attack|rescue|threaten", on="cards", until=UNTIL)
def value(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{value = "lost.infamy", of = "threaten", on = "this", until = "activation"}"""
    amount = arguments.number(table, line, "value", names)
    found = arguments.cards(table, line, "on", names)
    for card in found:
        table.log("value", by=names["this"], to=card, amount=amount, rules=arguments.as_written(line, "DCF-R132"),
                  of=line.args["of"], until=line.args.get("until", "activation"),
                  worked=workings(table, line.raw["value"], names), parts=[Part(amount, "replaced", names["this"])])  # fmt: skip
        table.mark(card, f"{line.args['of']} value", line.args.get("until", "activation"), amount)
    return bool(found)
    yield


@verb(VERBS, "boost", boost="number", of="attack|rescue|threaten", on="cards", until=UNTIL)
def boost(table: Table, line: Line, names: Names) -> VerbProcedure:
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
    yield


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


@verb(VERBS, "cancel", cancel="flag")
def cancel(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{cancel = true}"""
    deed: Deed = names["deed"]
    rules = arguments.as_written(line, "DCF-R055")
    table.log("cancel", by=names["this"], to=deed.card or deed.target or deed.actor, rules=rules, what=deed.kind,
              moment=deed.moment, causes=[Cause("prevented by", deed.event)] if deed.event >= 0 else [])  # fmt: skip
    deed.cancelled = True
    return True
    yield


@verb(VERBS, "instead", instead="lines")
def instead(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{instead = [{discard = 1, who = "you"}]}"""
    deed: Deed = names["deed"]
    event = table.log("instead", by=names["this"], to=deed.target, rules=arguments.as_written(line, "DCF-R019"), what=deed.kind)
    deed.data["instead"] = (event, line.args["instead"], names)  # the last one played is the one that counts
    return True
    yield


@verb(VERBS, "redirect", redirect="cards")
def redirect(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{redirect = "this.host"}"""
    deed: Deed = names["deed"]
    found = arguments.cards(table, line, "redirect", names)[:1]
    for card in found:
        table.log("redirect", by=names["this"], to=card, rules=arguments.as_written(line, "DCF-R055"), what=deed.kind,
                  moment=deed.moment)  # fmt: skip
        deed.target = card
    return bool(found)
    yield


# cards


@verb(VERBS, "draw", draw="number", who="player")
def draw(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{draw = 2, who = "you"}"""
    amount = arguments.number(table, line, "draw", names)
    worked = workings(table, line.raw["draw"], names)
    done = True
    for player in arguments.players(table, line, "who", names):
        done = (yield from deeds.draw(table, player, amount, arguments.as_written(line), worked=worked)) == amount and done
    return done


@verb(VERBS, "discard", discard="number", who="player", random="flag", as_="name")
def discard(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{discard = 1, who = "hero", random = true, as = "lost"}"""
    amount = arguments.number(table, line, "discard", names)
    lost: list[str] = []
    done = True
    for player in arguments.players(table, line, "who", names):
        for _ in range(amount):
            hand = table.zones.get((player, "hand"), ())
            if not hand:
                arguments.falls_short(table, line, names, player)
                done = False
                break
            if line.args.get("random"):
                card = yield from pick(table, f"A random card of {player}'s hand", hand, ("DCF-R128",))
            else:
                answer = yield Choice(player, "Discard a card", [f"discard {c}" for c in hand], rules=("DCF-R128",))
                card = answer.removeprefix("discard ")
            deeds.discard(table, card, (player, "hand"), rules=arguments.as_written(line, "DCF-R128"))
            lost.append(card)
    names[line.args.get("as", "lost")] = tuple(lost)
    return done


@verb(VERBS, "discard_these", discard_these="cards")
def discard_these(table: Table, line: Line, names: Names) -> VerbProcedure:
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
    yield


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
            answer = yield Choice(
                player, f"Discard from {name_of(table, character)}", [f"discard {c}" for c in cards],
                rules=("DCF-R128", "DCF-R045") if fuel else ("DCF-R128",),
            )  # fmt: skip
            card = answer.removeprefix("discard ")
            rules = arguments.as_written(line, "DCF-R128", *(["DCF-R045"] if card in fuel else []))
            done.append(deeds.discard(table, card, rules=rules))
    return in_full(done)


@verb(VERBS, "mill", mill="number", who="player")
def mill(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{mill = 2, who = "hero"}"""
    amount = arguments.number(table, line, "mill", names)
    done = True
    rules = arguments.as_written(line, "DCF-R128")
    for player in arguments.players(table, line, "who", names):
        done = (yield from deeds.discard_from_deck(table, player, amount, rules)) == amount and done
    return done


@verb(VERBS, "take", take="cards", to="hand|discard|deck|bottom|reserve")
def take(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{take = "found", to = "hand"}"""
    done = 0
    found = arguments.cards(table, line, "take", names)
    for card in found:
        zone, holder = where(table, card), owner(table, card)
        if zone is None or holder is None:
            continue
        goal = line.args.get("to", "hand")
        planted = (card, "planted") in table.marks and goal in ("hand", "deck", "bottom")
        if planted:
            holder = zone[0]  # it stays among the cards where it was planted
        # a card from a deck is known to whoever took it, one from a hand to its holder
        secret = goal in ("hand", "deck", "bottom") and zone[1] in ("hand", "deck")
        knower = (names.get("you") or holder) if zone[1] == "deck" else holder
        rules = arguments.as_written(line, "DCF-R109" if in_play(table, card) else "DCF-R013")
        table.log("take", by=holder, to=card, rules=rules, area=goal, source=zone, seen=knower if secret else None)
        deeds.tidy(table, card)
        of = table.box.of[card]
        target = (of, "beneath") if goal == "reserve" and of is not None else (holder, "deck" if goal == "bottom" else goal)
        table.put(card, zone, target, 0 if goal == "deck" else None)
        if planted:
            table.mark(card, "planted", "play")
        deeds.renew_if_empty(table, zone)
        done += 1
    return 0 < done == len(found)
    yield


@verb(VERBS, "look", look=SEEN, of="player", top="number", at="cards", as_="name")
def look(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{look = "deck", of = "you", top = 3, as = "seen"}"""
    return (yield from _see(table, line, names, line.args["look"], names.get("you")))


@verb(VERBS, "reveal", reveal=SEEN, of="player", top="number", at="cards", as_="name")
def reveal(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{reveal = "hand", of = "hero", as = "shown"}"""
    return (yield from _see(table, line, names, line.args["reveal"], None))


def _see(table: Table, line: Line, names: Names, area: str, only: str | None) -> VerbProcedure:
    """'Look at' is private, 'reveal' is public; both put the cards back as they were (Look At; Reveal)."""
    kind = "look" if line.verb == "look" else "reveal"
    seen: tuple[str, ...]
    if area == "scheme":
        seen = arguments.cards(table, line, "at", names)
    else:
        player = arguments.player(table, line, "of", names) if "of" in line.args else names.get("you") or active_player(table)
        if player is None:
            return False
        top = arguments.number(table, line, "top", names, 99)
        if area == "deck" and table.ruling("look_past_deck_end") == "B" and len(table.zone(player, "deck")) < top:
            deeds.renew_under(table, player)
        yield from settle(table, (player, area), top, ("DCF-R111",))
        seen = table.zone(player, area)[:top]
    rules = arguments.as_written(line, "DCF-R111", *(["DCF-R110"] if area in OPEN_AREAS else []))
    whose = player if area != "scheme" else table.links.get((seen[0], "at")) if seen else None
    table.log(kind, by=names.get("you") or names["this"], rules=rules, seen=only, cards=seen, area=area, whose=whose,
              number=len(seen), top="top" in line.args)  # fmt: skip
    names[line.args.get("as", "seen")] = seen
    _has_seen(names, only, seen)
    if kind == "reveal":
        _return_planted(table, seen)
    return bool(seen)


def _return_planted(table: Table, cards: Sequence[str]) -> None:
    """A planted card that is revealed goes straight back to its owner's hand (Rogue Tactics: Klarion Bleak)."""
    for card in cards:
        zone, holder = where(table, card), owner(table, card)
        if (card, "planted") in table.marks and zone is not None and holder is not None:
            table.log("take", by=holder, to=card, rules=("DCF-R121",), area="hand", source=zone)
            deeds.tidy(table, card)
            table.put(card, zone, (holder, "hand"))
            deeds.renew_if_empty(table, zone)


@verb(VERBS, "plant", plant="cards", into="hand|deck|bottom", of="player")
def plant(table: Table, line: Line, names: Names) -> VerbProcedure:
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
        deeds.tidy(table, card)
        table.put(card, zone, (holder, "deck" if goal == "bottom" else goal), 0 if goal == "deck" else None)
        table.mark(card, "planted", "play")
        deeds.renew_if_empty(table, zone)
        done += 1
    return 0 < done == len(found)
    yield


@verb(VERBS, "shuffle", shuffle="player", searched="flag")
def shuffle_deck(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{shuffle = "you", searched = true}"""
    for player in arguments.players(table, line, "shuffle", names):
        if not line.args.get("searched") or table.ruling("search_then_shuffle") == "A":
            table.log("shuffle", by=player, rules=arguments.as_written(line))
            shuffle(table, (player, "deck"))
    return True
    yield


@verb(VERBS, "play", play="cards")
def play(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{play = "gift"}"""
    done = []
    for card in arguments.cards(table, line, "play", names):
        done.append((yield from playing.put_into_play(table, names.get("you") or active_player(table), card)))
    return in_full(done)


@verb(VERBS, "attach", attach="cards", on="cards")
def attach(table: Table, line: Line, names: Names) -> VerbProcedure:
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
    yield


@verb(VERBS, "empower", empower="cards", on="cards")
def empower(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{empower = "found", on = "this"}"""
    done = 0
    found = arguments.cards(table, line, "empower", names)
    for card in found:
        for hero in arguments.cards(table, line, "on", names)[:1]:
            zone = where(table, card)
            if zone is not None and in_play(table, hero):
                table.log(
                    "empower",
                    by=names.get("you"),
                    to=hero,
                    amount=icons(table, card, HERO),
                    rules=arguments.as_written(line, "DCF-R044"),
                    card=card,
                    seen=names.get("you") if zone[1] in ("hand", "deck") else None,
                )
                deeds.tidy(table, card)
                table.put(card, zone, (hero, "empowering"))
                deeds.renew_if_empty(table, zone)
                done += 1
    return 0 < done == len(found)
    yield


@verb(VERBS, "resources", resources="number", who="player")
def resources(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{resources = "lost.renown", who = "you"}"""
    amount = arguments.number(table, line, "resources", names)
    for player in arguments.players(table, line, "who", names):
        table.log(
            "resources",
            by=player,
            amount=amount,
            rules=arguments.as_written(line),
            worked=workings(table, line.raw["resources"], names),
            parts=[Part(amount, "effect", names["this"])],
        )
        table.count(player, "resources", amount)
    return True
    yield


@verb(VERBS, "sacrifice", sacrifice="cards")
def sacrifice(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{sacrifice = "this"}"""
    rules = arguments.as_written(line, "DCF-R094")
    given = arguments.cards(table, line, "sacrifice", names)
    return in_full([deeds.sacrifice(table, card, names["this"], rules) for card in given])
    yield


# characters


@verb(VERBS, "exhaust", exhaust="cards")
def exhaust(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{exhaust = "victim"}"""
    rules = arguments.as_written(line)
    return in_full([deeds.exhaust(table, card, rules) for card in arguments.cards(table, line, "exhaust", names)])
    yield


@verb(VERBS, "ready", ready="cards")
def ready(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{ready = "this"}"""
    done = 0
    found = arguments.cards(table, line, "ready", names)
    for card in found:
        if deeds.ready(table, card, arguments.as_written(line)):
            done += 1
            yield from react(table, "after ready", Deed("ready", card=card, target=card))
    return 0 < done == len(found)


@verb(VERBS, "relocate", relocate="cards", to="cards")
def relocate(table: Table, line: Line, names: Names) -> VerbProcedure:
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
    yield


@verb(VERBS, "recover", recover="cards")
def recover(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{recover = "fallen"}"""
    rules = arguments.as_written(line, "DCF-R093")
    return in_full([deeds.recover(table, card, rules) for card in arguments.cards(table, line, "recover", names, shield=False)])
    yield


@verb(VERBS, "retreat", retreat="cards")
def retreat(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{retreat = "this"}"""
    rules = arguments.as_written(line, "DCF-R109")
    return in_full([deeds.retreat(table, card, rules) for card in arguments.cards(table, line, "retreat", names)])
    yield


@verb(VERBS, "control", control="cards", until=UNTIL)
def control(table: Table, line: Line, names: Names) -> VerbProcedure:
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
    yield


@verb(VERBS, "blank", blank="cards", until=UNTIL)
def blank(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{blank = "victim", until = "round"}"""
    found = arguments.cards(table, line, "blank", names)
    for card in found:
        table.log("blank", by=names["this"], to=card, rules=arguments.as_written(line, "DCF-R022"),
                  until=line.args.get("until", "round"))  # fmt: skip
        table.mark(card, "blank", line.args.get("until", "round"), names["this"])
    return bool(found)
    yield


@verb(VERBS, "forbid", forbid=FORBID, on="cards", until=UNTIL)
def forbid(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{forbid = "attack", on = "victim", until = "round"}"""
    found = arguments.cards(table, line, "on", names)
    for card in found:
        rules = arguments.as_written(line, "DCF-R018")
        table.log("forbid", by=names["this"], to=card, rules=rules, what=line.args["forbid"],
                  until=line.args.get("until", "round"))  # fmt: skip
        table.mark(card, f"cannot {line.args['forbid']}", line.args.get("until", "round"), names["this"])
    return bool(found)
    yield


@verb(VERBS, "mark", mark="text", on="cards", until=UNTIL)
def mark(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{mark = "true name", on = "victim", until = "game"}"""
    found = arguments.cards(table, line, "on", names)
    for card in found:
        table.log("mark", by=names["this"], to=card, rules=arguments.as_written(line), what=line.args["mark"],
                  until=line.args.get("until", "round"))  # fmt: skip
        table.mark(card, line.args["mark"], line.args.get("until", "round"), names["this"])
    return bool(found)
    yield


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
def faceup(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{faceup = "chosen"}"""
    found = arguments.cards(table, line, "faceup", names)
    for card in found:
        table.log("turn faceup", by=names.get("you"), to=card, rules=arguments.as_written(line, "DCF-R043"))
        table.mark(card, "faceup", "play")
    return bool(found)
    yield
