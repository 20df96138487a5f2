"""The verbs of DC Forever's cards: what one line of card text can do. Each shows an example as a card would write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from dcf_lab.engine.dice import pick, shuffle
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Cause, Part, Table
from dcf_lab.engine.verbs import Line, Verb, VerbProcedure, run_lines, verb
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever import actions, deeds, playing, reductions
from dcf_lab.games.dc_forever.box import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    LOCATIONS,
    MASTER_PLAN,
    OTHER_SIDE,
    ROGUE,
    active_player,
    controller,
    icons,
    in_play,
    name_of,
    owner,
    players_of,
    side_of,
    team,
    unaligned_at,
    where,
)
from dcf_lab.games.dc_forever.timing import chooser, forbidden, ignores_rogues, reaches, react

VERBS: dict[str, Verb] = {}
Names = dict[str, Any]

FORBID = "attack|rescue|threaten|activate|ready|exhaust|be attacked|suffer damage|play cards|use abilities|complete"
UNTIL = "activation|phase|round|game"
AREA = "hand|deck|discard|deck or discard|reserve|beneath|empowering|attachments|on hero|master plan|captured|knocked out|pool"

HARMFUL = ("damage", "strike", "discard", "discard_from", "mill", "exhaust", "blank", "forbid")
OPEN_AREAS = ("discard", "reserve", "beneath", "master plan")

GROUP = (
    "hero|rogue|character|own character|opposing character|unaligned|location|scheme|attachment|asset|minion|"
    "completed scheme|captured|knocked out|player|hero player|rogue player|card"
)


# choosing


@verb(VERBS, "choose", choose=GROUP, in_=AREA, of="player", by="player", count="number", top="number",
      random="flag", optional="flag", as_="name", if_="condition", most="number", least="number")  # fmt: skip
def choose(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{choose = "hero", if = "it.exhausted", as = "victim"}"""
    group = line.args["choose"]
    candidates = _candidates(table, line, names)
    name = line.args.get("as", "it")
    number = _number(table, line, "count", names, 1)
    picked: list[str] = []
    player = _chooser(table, line, names, candidates)
    rules: tuple[str, ...] = ("DCF-R023", "DCF-R014", "DCF-R013") if "in" not in line.args else ("DCF-R013", "DCF-R014")
    if line.args.get("in") in OPEN_AREAS or group == "completed scheme":
        rules = (*rules, "DCF-R110")
    rules = _worded(line, rules)
    while candidates and len(picked) < number:
        if line.args.get("random") or (names.get("you") is None and table.ruling("neutral_card_choices") == "C"):
            card = yield from pick(table, f"Chance picks {_article(group)} {group}", candidates, rules)
        else:
            options = {f"choose {_called(table, player, c)}": c for c in candidates}
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
        hidden = _secret_of(table, card, player, bool(line.args.get("random")))
        table.log("choose", by=player, to=card, rules=rules, seen=hidden, card=names["this"])
    names[name] = tuple(picked)
    if len(picked) < number and not line.args.get("optional"):
        _falls_short(table, line, names, player)
    return len(picked) == number or bool(line.args.get("optional"))


def _article(group: str) -> str:
    return "an" if group[0] in "aou" else "a"


def _secret_of(table: Table, card: str, player: str, random: bool) -> str | None:
    """Who alone knows a chosen card: the chooser, or the holder of a hand that chance picked from; None if it lies open."""
    zone = where(table, card)
    if zone is None or zone[1] not in ("hand", "deck"):
        return None
    return zone[0] if random and zone[1] == "hand" else player


def _called(table: Table, player: str, card: str) -> str:
    """How a card is called in a question: its id, but to a Hero a facedown Scheme is only the one at its Location."""
    hidden = (
        side_of(player) == HERO
        and card in table.box.thresholds
        and not ((card, "faceup") in table.marks or (card, "revealed") in table.marks)
    )
    return f"scheme at {table.links[card, 'at']}" if hidden and (card, "at") in table.links else card


@verb(VERBS, "each", each=GROUP, in_=AREA, of="player", top="number", as_="name", if_="condition", most="number",
      least="number")  # fmt: skip
def each(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{each = "hero", most = "it.damage", as = "worst"}"""
    found = _candidates(table, line, names)
    if len(found) > 1 and ("most" in line.args or "least" in line.args):
        table.log("tie", to=names["this"], rules=("DCF-R021",), cards=tuple(found))
    names[line.args.get("as", "it")] = tuple(found)
    return bool(found)
    yield


@verb(VERBS, "offer", offer="player", ways="ways", labels="texts")
def offer(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{offer = "hero", ways = [[{damage = 2, to = "target"}], [{discard = 1, who = "hero"}]], labels = ["suffer", "lose"]}"""
    player = chooser(table, _player(table, line, "offer", names))
    labels = line.args.get("labels", ())
    options = [labels[i] if i < len(labels) else f"way {i + 1}" for i in range(len(line.args["ways"]))]
    answer = yield Choice(player, f"{name_of(table, names['this'])}: which", options, rules=("DCF-R014",))
    table.log("decide", by=player, to=names["this"], rules=("DCF-R014",), way=answer)
    return (yield from run_lines(table, line.args["ways"][options.index(answer)], names))


@verb(VERBS, "may", may="lines", by="player")
def may(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{may = [{draw = 1}], by = "you"}"""
    player = chooser(table, _player(table, line, "by", names) or names.get("you"))
    answer = yield Choice(player, f"{name_of(table, names['this'])}: do it", ["yes", "no"], rules=("DCF-R014",))
    table.log("decide", by=player, to=names["this"], rules=("DCF-R014",), way=answer)
    if answer == "yes":
        return (yield from run_lines(table, line.args["may"], names))
    return False


# damage and values


@verb(VERBS, "damage", damage="number", to="cards", unstoppable="flag")
def damage(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{damage = 2, to = "victim"}"""
    amount = _number(table, line, "damage", names)
    rounded = ("DCF-R012",) if "half(" in str(line.raw["damage"]) else ()
    done = False
    for target in _cards(table, line, "to", names):
        deed = Deed("damage", names["this"], target, names.get("place"), card=names["this"], player=names.get("you"),
                    parts=[Part(amount, "effect", names["this"])], attack=False, attacking=0)  # fmt: skip
        if line.args.get("unstoppable"):
            deed.data["unstoppable"] = True
        done = (yield from deeds.damage(table, deed, ("DCF-R077", *rounded))) == amount or done
    return done


@verb(VERBS, "heal", heal="number", to="cards")
def heal(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{heal = 2, to = "this.host"}"""
    amount = _number(table, line, "heal", names)
    done = False
    for card in _cards(table, line, "to", names):
        done = deeds.heal(table, card, amount, names["this"]) == amount or done
    return done
    yield


@verb(VERBS, "strike", strike="cards")
def strike(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{strike = "actor"}"""
    for target in _cards(table, line, "strike", names):
        yield from actions.strike(table, names["this"], target)
    return True


@verb(VERBS, "value", value="number", of="attack|rescue|threaten", on="cards", until=UNTIL)
def value(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{value = "lost.infamy", of = "threaten", on = "this", until = "activation"}"""
    amount = _number(table, line, "value", names)
    for card in _cards(table, line, "on", names):
        table.log("value", by=names["this"], to=card, amount=amount, rules=("DCF-R011", "DCF-R069"), of=line.args["of"],
                  parts=[Part(amount, "replaced", names["this"])])  # fmt: skip
        table.mark(card, f"{line.args['of']} value", line.args.get("until", "activation"), amount)
    return True
    yield


@verb(VERBS, "boost", boost="number", of="attack|rescue|threaten", on="cards", until=UNTIL)
def boost(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{boost = 1, of = "attack", on = "this", until = "round"}"""
    amount = _number(table, line, "boost", names)
    until = line.args.get("until", "activation")
    for card in _cards(table, line, "on", names):
        had = table.marks.get((card, f"{line.args['of']} boost {until}"), ("", 0))[1]
        table.log("boost", by=names["this"], to=card, amount=amount, rules=("DCF-R011",), of=line.args["of"])
        table.mark(card, f"{line.args['of']} boost {until}", until, had + amount)
    return True
    yield


@verb(VERBS, "reduce", reduce="number", what="modifier|total")
def reduce(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{reduce = 2, what = "total"}"""
    deed: Deed = names["deed"]
    if reductions.unstoppable(table, deed, names["this"]):
        return False
    amount = _number(table, line, "reduce", names)
    if line.args.get("what", "total") == "modifier":
        index = yield from reductions.pick_modifier(table, deed, names.get("you"))
        if index is None:
            return False
        reductions.take_off(table, deed, index, amount, names["this"])
        return True
    off = min(amount, deed.amount)
    event = table.log("reduced", by=names["this"], to=deed.target, amount=off, rules=("DCF-R084",))
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
        event = table.log("ignore", by=names["this"], to=deed.target, rules=("DCF-R084", "DCF-R085"), what=deed.kind)
        deed.parts.append(Part(-deed.amount, "ignored", names["this"], event))
        deed.data["all ignored"] = True
        return True
    index = yield from reductions.pick_modifier(table, deed, names.get("you"), spent_too=True)
    if index is None:
        return False
    table.log("ignore", by=names["this"], to=deed.parts[index].card, rules=("DCF-R085", "DCF-R082"), what=wording)
    deed.data.setdefault("ignored", {})[deed.parts[index].card] = wording
    reductions.take_off(table, deed, index, deed.parts[index].amount, names["this"], "ignored")
    return True


@verb(VERBS, "cancel", cancel="flag")
def cancel(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{cancel = true}"""
    deed: Deed = names["deed"]
    table.log("cancel", by=names["this"], to=deed.card or deed.target or deed.actor, rules=("DCF-R055",), what=deed.kind,
              causes=[Cause("prevented by", deed.event)] if deed.event >= 0 else [])  # fmt: skip
    deed.cancelled = True
    return True
    yield


@verb(VERBS, "instead", instead="lines")
def instead(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{instead = [{discard = 1, who = "you"}]}"""
    deed: Deed = names["deed"]
    event = table.log("instead", by=names["this"], to=deed.target, rules=("DCF-R019",), what=deed.kind)
    deed.data["instead"] = (event, line.args["instead"], names)  # the last one played is the one that counts
    return True
    yield


@verb(VERBS, "redirect", redirect="cards")
def redirect(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{redirect = "this.host"}"""
    deed: Deed = names["deed"]
    for card in _cards(table, line, "redirect", names)[:1]:
        table.log("redirect", by=names["this"], to=card, rules=("DCF-R055", "DCF-R011"), what=deed.kind)
        deed.target = card
    return True
    yield


# cards


@verb(VERBS, "draw", draw="number", who="player")
def draw(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{draw = 2, who = "you"}"""
    amount = _number(table, line, "draw", names)
    done = True
    for player in _players(table, line, "who", names):
        done = (yield from deeds.draw(table, player, amount, _worded(line))) == amount and done
    return done


@verb(VERBS, "discard", discard="number", who="player", random="flag", as_="name")
def discard(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{discard = 1, who = "hero", random = true, as = "lost"}"""
    amount = _number(table, line, "discard", names)
    lost: list[str] = []
    done = True
    for player in _players(table, line, "who", names):
        for _ in range(amount):
            hand = table.zones.get((player, "hand"), ())
            if not hand:
                _falls_short(table, line, names, player)
                done = False
                break
            if line.args.get("random"):
                card = yield from pick(table, f"A random card of {player}'s hand", hand, ("DCF-R014",))
            else:
                answer = yield Choice(player, "Discard a card", [f"discard {c}" for c in hand], rules=("DCF-R014",))
                card = answer.removeprefix("discard ")
            deeds.discard(table, card, (player, "hand"), _worded(line, ("DCF-R109",)))
            lost.append(card)
    names[line.args.get("as", "lost")] = tuple(lost)
    return done


@verb(VERBS, "discard_these", discard_these="cards")
def discard_these(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{discard_these = "chosen"}"""
    done = False
    for card in _cards(table, line, "discard_these", names):
        if table.box.kind[card] == "scheme" and in_play(table, card):
            deeds.discard_scheme(table, card)
            done = True
        else:
            zone = where(table, card)
            done = deeds.discard(table, card, zone) or done
            deeds.renew_if_empty(table, zone)
    return done
    yield


@verb(VERBS, "discard_from", discard_from="cards", count="number")
def discard_from(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{discard_from = "victim", count = 1}"""
    number = _number(table, line, "count", names, 1)
    done = False
    for character in _cards(table, line, "discard_from", names):
        for _ in range(number):
            cards = (*table.zone(character, "attachments"), *table.zone(character, "empowering"))
            player = controller(table, character)
            if not cards or player is None:
                break
            rules = ("DCF-R045",)
            answer = yield Choice(
                player, f"Discard from {name_of(table, character)}", [f"discard {c}" for c in cards], rules=rules
            )
            done = deeds.discard(table, answer.removeprefix("discard "), rules=rules) or done
    return done


@verb(VERBS, "mill", mill="number", who="player")
def mill(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{mill = 2, who = "hero"}"""
    amount = _number(table, line, "mill", names)
    done = True
    for player in _players(table, line, "who", names):
        done = len(deeds.discard_from_deck(table, player, amount)) == amount and done
    return done
    yield


@verb(VERBS, "take", take="cards", to="hand|discard|deck|bottom|reserve")
def take(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{take = "found", to = "hand"}"""
    done = False
    for card in _cards(table, line, "take", names):
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
        table.log("take", by=holder, to=card, rules=("DCF-R109", "DCF-R013"), area=goal, seen=knower if secret else None)
        deeds.tidy(table, card)
        of = table.box.of[card]
        target = (of, "beneath") if goal == "reserve" and of is not None else (holder, "deck" if goal == "bottom" else goal)
        table.put(card, zone, target, 0 if goal == "deck" else None)
        if planted:
            table.mark(card, "planted", "play")
        deeds.renew_if_empty(table, zone)
        done = True
    return done
    yield


@verb(VERBS, "look", look="text", of="player", top="number", at="cards", as_="name")
def look(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{look = "deck", of = "you", top = 3, as = "seen"}"""
    return (yield from _see(table, line, names, line.args["look"], names.get("you")))


@verb(VERBS, "reveal", reveal="text", of="player", top="number", at="cards", as_="name")
def reveal(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{reveal = "hand", of = "hero", as = "shown"}"""
    return (yield from _see(table, line, names, line.args["reveal"], None))


def _see(table: Table, line: Line, names: Names, area: str, only: str | None) -> VerbProcedure:
    """'Look at' is private, 'reveal' is public; both put the cards back as they were (Look At; Reveal)."""
    kind = "look" if line.verb == "look" else "reveal"
    seen: tuple[str, ...]
    if area == "scheme":
        seen = _cards(table, line, "at", names)
    else:
        player = _player(table, line, "of", names) if "of" in line.args else names.get("you") or active_player(table)
        if player is None:
            return False
        top = _number(table, line, "top", names, 99)
        if area == "deck" and table.ruling("look_past_deck_end") == "B" and len(table.zone(player, "deck")) < top:
            deeds.renew_under(table, player)
        seen = table.zone(player, area)[:top]
    rules = ("DCF-R111", "DCF-R110") if area in OPEN_AREAS else ("DCF-R111",)
    table.log(kind, by=names.get("you") or names["this"], rules=rules, seen=only, cards=seen, area=area)
    names[line.args.get("as", "seen")] = seen
    if kind == "reveal":
        _return_planted(table, seen)
    return bool(seen)
    yield


def _return_planted(table: Table, cards: Sequence[str]) -> None:
    """A planted card that is revealed goes straight back to its owner's hand (Rogue Tactics: Klarion Bleak)."""
    for card in cards:
        zone, holder = where(table, card), owner(table, card)
        if (card, "planted") in table.marks and zone is not None and holder is not None:
            table.log("take", by=holder, to=card, rules=("DCF-R011", "DCF-R109"), area="hand")
            deeds.tidy(table, card)
            table.put(card, zone, (holder, "hand"))
            deeds.renew_if_empty(table, zone)


@verb(VERBS, "plant", plant="cards", into="hand|deck|bottom", of="player")
def plant(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{plant = "chosen", into = "deck", of = "them"}"""
    done = False
    holder = _player(table, line, "of", names)
    goal = line.args.get("into", "deck")
    for card in _cards(table, line, "plant", names):
        zone = where(table, card)
        if zone is None or holder is None or not reaches(table, names["this"], holder):
            continue
        table.log("plant", by=names.get("you"), to=holder, rules=("DCF-R011",), card=card, seen=names.get("you"))
        deeds.tidy(table, card)
        table.put(card, zone, (holder, "deck" if goal == "bottom" else goal), 0 if goal == "deck" else None)
        table.mark(card, "planted", "play")
        deeds.renew_if_empty(table, zone)
        done = True
    return done
    yield


@verb(VERBS, "shuffle", shuffle="player")
def shuffle_deck(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{shuffle = "you"}"""
    for player in _players(table, line, "shuffle", names):
        if table.ruling("search_then_shuffle") == "A":
            table.log("shuffle", by=player, rules=("DCF-R011",))
            shuffle(table, (player, "deck"))
    return True
    yield


@verb(VERBS, "play", play="cards")
def play(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{play = "gift"}"""
    done = False
    for card in _cards(table, line, "play", names):
        done = (yield from playing.put_into_play(table, names.get("you") or "", card)) or done
    return done


@verb(VERBS, "attach", attach="cards", on="cards")
def attach(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{attach = "this", on = "victim"}"""
    done = False
    host = _cards(table, line, "on", names)[:1]
    for card in _cards(table, line, "attach", names):
        zone = where(table, card)
        if host and zone is not None:
            table.log("attach", by=names.get("you"), to=card, rules=("DCF-R037", "DCF-R038"), on=host[0])
            table.put(card, zone, (host[0], "attachments"))
            table.link(card, "on", host[0])
            table.link(card, "in play", names.get("you") or owner(table, card))
            done = True
    return done
    yield


@verb(VERBS, "empower", empower="cards", on="cards")
def empower(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{empower = "found", on = "this"}"""
    done = False
    for card in _cards(table, line, "empower", names):
        for hero in _cards(table, line, "on", names)[:1]:
            zone = where(table, card)
            if zone is not None and in_play(table, hero):
                table.log(
                    "empower",
                    by=names.get("you"),
                    to=hero,
                    amount=icons(table, card, HERO),
                    rules=("DCF-R044",),
                    card=card,
                )
                table.put(card, zone, (hero, "empowering"))
                done = True
    return done
    yield


@verb(VERBS, "resources", resources="number", who="player")
def resources(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{resources = "lost.renown", who = "you"}"""
    amount = _number(table, line, "resources", names)
    for player in _players(table, line, "who", names):
        table.log(
            "resources",
            by=player,
            amount=amount,
            rules=("DCF-R029", "DCF-R011"),
            parts=[Part(amount, "effect", names["this"])],
        )
        table.count(player, "resources", amount)
    return True
    yield


@verb(VERBS, "sacrifice", sacrifice="cards")
def sacrifice(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{sacrifice = "this"}"""
    return any([deeds.sacrifice(table, card, names["this"]) for card in _cards(table, line, "sacrifice", names)])
    yield


# characters


@verb(VERBS, "exhaust", exhaust="cards")
def exhaust(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{exhaust = "victim"}"""
    return any([deeds.exhaust(table, card, ("DCF-R011",)) for card in _cards(table, line, "exhaust", names)])
    yield


@verb(VERBS, "ready", ready="cards")
def ready(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{ready = "this"}"""
    done = False
    for card in _cards(table, line, "ready", names):
        if deeds.ready(table, card, ("DCF-R011",)):
            done = True
            yield from react(table, "after ready", Deed("ready", card=card, target=card))
    return done


@verb(VERBS, "relocate", relocate="cards", to="cards")
def relocate(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{relocate = "this", to = "place"}"""
    done = False
    for card in _cards(table, line, "relocate", names):
        if not in_play(table, card):
            continue
        for place in _cards(table, line, "to", names)[:1]:
            table.log("relocate", by=names["this"], to=card, rules=("DCF-R011",), place=place)
            if table.box.kind[card] == "unaligned":
                table.put(card, (table.links[card, "at"], "unaligned"), (place, "unaligned"))
            table.link(card, "at", place)
            done = True
    return done
    yield


@verb(VERBS, "recover", recover="cards")
def recover(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{recover = "fallen"}"""
    return any([deeds.recover(table, card) for card in _cards(table, line, "recover", names, shield=False)])
    yield


@verb(VERBS, "retreat", retreat="cards")
def retreat(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{retreat = "this"}"""
    return any([deeds.retreat(table, card) for card in _cards(table, line, "retreat", names)])
    yield


@verb(VERBS, "control", control="cards", until=UNTIL)
def control(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{control = "minion", until = "round"}"""
    you = names.get("you")
    done = False
    for card in _cards(table, line, "control", names):
        held = controller(table, card)
        if you is None or held is None or held == you:
            continue
        table.log("control", by=you, to=card, rules=("DCF-R109",))
        table.mark(card, "lent", line.args.get("until", "round"), held)
        deeds.change_controller(table, card, you)
        done = True
    return done
    yield


@verb(VERBS, "blank", blank="cards", until=UNTIL)
def blank(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{blank = "victim", until = "round"}"""
    for card in _cards(table, line, "blank", names):
        table.log("blank", by=names["this"], to=card, rules=("DCF-R022",))
        table.mark(card, "blank", line.args.get("until", "round"), names["this"])
    return True
    yield


@verb(VERBS, "forbid", forbid=FORBID, on="cards", until=UNTIL)
def forbid(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{forbid = "attack", on = "victim", until = "round"}"""
    for card in _cards(table, line, "on", names):
        table.log("forbid", by=names["this"], to=card, rules=("DCF-R018",), what=line.args["forbid"])
        table.mark(card, f"cannot {line.args['forbid']}", line.args.get("until", "round"), names["this"])
    return True
    yield


@verb(VERBS, "mark", mark="text", on="cards", until=UNTIL)
def mark(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{mark = "true name", on = "victim", until = "game"}"""
    for card in _cards(table, line, "on", names):
        table.log("mark", by=names["this"], to=card, rules=("DCF-R011",), what=line.args["mark"])
        table.mark(card, line.args["mark"], line.args.get("until", "round"), names["this"])
    return True
    yield


# citizens, Schemes, Unaligned characters


@verb(VERBS, "move", move="number", from_="cards", to="cards")
def move(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{move = 1, from = "chosen", to = "sanctuary"}"""
    amount = _number(table, line, "move", names)
    done = False
    for source in _cards(table, line, "from", names):
        for target in _cards(table, line, "to", names)[:1]:
            rules = _worded(line, ("DCF-R074",))
            moved = yield from deeds.move_citizens(table, source, target, amount, "move", names["this"], rules)
            done = moved == amount or done
    return done


@verb(VERBS, "claim", claim="number")
def claim(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{claim = "this.claim"}"""
    amount = _number(table, line, "claim", names)
    taken = yield from deeds.claim(table, names["this"], amount, [Part(amount, "claim", names["this"])])
    return taken == amount


@verb(VERBS, "faceup", faceup="cards")
def faceup(table: Table, line: Line, names: Names) -> VerbProcedure:
    """{faceup = "chosen"}"""
    for card in _cards(table, line, "faceup", names):
        table.log("turn faceup", by=names.get("you"), to=card, rules=("DCF-R043",))
        table.mark(card, "faceup", "play")
    return True
    yield


# reading a line's arguments


def _worded(line: Line, rules: tuple[str, ...] = ()) -> tuple[str, ...]:
    """An event's rules with those of the line's wording: a cost, or what follows 'then' (Resolving Effects)."""
    return (*rules, *(["DCF-R016"] if line.cost else []), *(["DCF-R017"] if line.then else []))


def _falls_short(table: Table, line: Line, names: Names, player: str) -> None:
    """A line that cannot be done in full is done as far as possible; a cost then buys nothing (Resolving Effects)."""
    rule = "DCF-R016" if line.cost else "DCF-R015"
    table.log("falls short", by=player, to=names["this"], rules=(rule,), what=line.verb)


def _number(table: Table, line: Line, word: str, names: Names, default: int = 0) -> int:
    formula = line.args.get(word)
    if formula is None:
        return default
    found = formula(table, names)
    return found if isinstance(found, int) else 0


def _cards(table: Table, line: Line, word: str, names: Names, shield: bool = True) -> tuple[str, ...]:
    """The cards an argument stands for; what may not be affected is left out, and the log says so."""
    formula = line.args.get(word)
    found = names.get("this") if formula is None else formula(table, names)
    cards = found if isinstance(found, tuple) else (found,)
    kept = [card for card in cards if isinstance(card, str)]
    shielded = names.get("shielded")
    if shield and shielded in kept:
        table.log("ignored", to=shielded, rules=("DCF-R085",), what=line.verb)
        kept.remove(shielded)
    if line.verb in HARMFUL and ignores_rogues(table, names["this"]):
        kept = [card for card in kept if table.box.side.get(card) != ROGUE]
    if shield:
        for card in list(kept):
            blocker = forbidden(table, "be affected", card, actor=names["this"]) if card in table.rules.library else None
            if blocker is not None:
                table.log("prevented", by=blocker, to=card, rules=("DCF-R018",), what=line.verb)
                kept.remove(card)
    return tuple(kept)


def _player(table: Table, line: Line, word: str, names: Names) -> str | None:
    formula = line.args.get(word)
    if formula is None:
        return None
    found = formula(table, names)
    if isinstance(found, tuple):
        found = found[0] if found else None
    if found in table.rules.library:
        found = controller(table, found)
    return found if isinstance(found, str) else None


def _players(table: Table, line: Line, word: str, names: Names) -> tuple[str, ...]:
    if word not in line.args:
        you = names.get("you")
        return (you or active_player(table),)
    found = line.args[word](table, names)
    found = found if isinstance(found, tuple) else (found,)
    players = [controller(table, f) if f in table.rules.library else f for f in found if f is not None]
    this = names["this"]
    spared = ignores_rogues(table, this) and (line.verb in HARMFUL or table.ruling("sway_scope") == "A")
    return tuple(
        p for p in players
        if isinstance(p, str) and not (spared and side_of(p) == ROGUE) and reaches(table, this, p)
    )  # fmt: skip


def _chooser(table: Table, line: Line, names: Names, candidates: Sequence[str]) -> str:
    by = _player(table, line, "by", names)
    if by is not None:
        return by
    affected = controller(table, candidates[0]) if candidates and candidates[0] in table.rules.library else None
    return chooser(table, names.get("you"), affected)


def _candidates(table: Table, line: Line, names: Names) -> list[str]:
    """Who or what a choice is made from: in play, or in the area that the line names (Golden Rules)."""
    group = line.args[line.verb]
    area = line.args.get("in")
    if area is not None:
        found = _in_area(table, line, names, area)
    else:
        found = list(GROUPS[group](table, names))
    this = names["this"]
    if ignores_rogues(table, this) and table.ruling("sway_scope") == "A":
        found = [c for c in found if c not in table.rules.library or table.box.side[c] != ROGUE]
    found = [c for c in found if reaches(table, this, c)]
    condition = line.args.get("if")
    if condition is not None:
        found = [c for c in found if condition(table, {**names, "it": c})]
    for word, best in (("most", max), ("least", min)):
        if word in line.args and found:
            worth = {c: line.args[word](table, {**names, "it": c}) or 0 for c in found}
            found = [c for c in found if worth[c] == best(worth.values())]
    return found


def _in_area(table: Table, line: Line, names: Names, area: str) -> list[str]:
    if area in ("master plan", "captured", "knocked out"):
        return list(table.zone("table", area))
    formula = line.args.get("of")
    holders = formula(table, names) if formula is not None else (names.get("you") or active_player(table))
    holders = holders if isinstance(holders, tuple) else (holders,)
    areas = {"deck or discard": ("deck", "discard"), "on hero": ("attachments", "empowering")}.get(area, (area,))
    cards = [card for holder in holders if holder for name in areas for card in table.zone(holder, name)]
    return cards[: _number(table, line, "top", names, len(cards))]


def _characters(table: Table, names: Names) -> Iterable[str]:
    yield from team(table, ROGUE)
    yield from team(table, HERO)
    yield from _unaligned(table, names)


def _unaligned(table: Table, names: Names) -> Iterable[str]:
    for place in table.zone(*LOCATIONS):
        yield from unaligned_at(table, place)


def _schemes(table: Table, names: Names) -> Iterable[str]:
    for place in table.zone(*LOCATIONS):
        yield from table.zone(place, "scheme")


def _attachments(table: Table, names: Names) -> Iterable[str]:
    areas = ("attachments", "empowering") if table.ruling("empower_zone") == "B" else ("attachments",)
    for card in _characters(table, names):
        for area in areas:
            yield from table.zone(card, area)


def _played(kind: str) -> Callable[[Table, Names], Iterable[str]]:
    def found(table: Table, names: Names) -> Iterable[str]:
        for player in table.rules.players:
            yield from (c for c in table.zone(player, "play area") if table.box.kind[c] == kind)

    return found


def _opponents(table: Table, names: Names) -> Iterable[str]:
    you = names.get("you")
    return team(table, OTHER_SIDE[side_of(you)]) if you else _characters(table, names)


def _own(table: Table, names: Names) -> Iterable[str]:
    return table.zone(names.get("you") or "", "characters")


GROUPS: dict[str, Callable[[Table, Names], Iterable[str]]] = {
    "hero": lambda table, names: team(table, HERO),
    "rogue": lambda table, names: team(table, ROGUE),
    "character": _characters,
    "own character": _own,
    "opposing character": _opponents,
    "unaligned": _unaligned,
    "location": lambda table, names: table.zone(*LOCATIONS),
    "scheme": _schemes,
    "attachment": _attachments,
    "asset": _played("asset"),
    "minion": _played("minion"),
    "completed scheme": lambda table, names: table.zone(*MASTER_PLAN),
    "captured": lambda table, names: table.zone(*CAPTURED),
    "knocked out": lambda table, names: table.zone(*KNOCKED_OUT),
    "player": lambda table, names: table.rules.players,
    "hero player": lambda table, names: players_of(table, HERO),
    "rogue player": lambda table, names: players_of(table, ROGUE),
    "card": lambda table, names: (),
}
assert set(GROUP.split("|")) == set(GROUPS)
