"""The verbs that any card game has: choosing, drawing, discarding, looking, moving, marking, and meddling with a deed."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from dcf_lab.engine import decks
from dcf_lab.engine.cards.arguments import Arguments, Names
from dcf_lab.engine.cards.english import a
from dcf_lab.engine.cards.verbs import Line, Verb, VerbProcedure, run_lines, verb
from dcf_lab.engine.dice import pick, settle, shuffle
from dcf_lab.engine.game import Choice, which
from dcf_lab.engine.table import UNSETTLED, Cause, Key, Table, name_of, where
from dcf_lab.engine.tally import exhaust, ready
from dcf_lab.engine.windows import Deed, react


class CommonVerbs:
    """Verbs for a game's registry. A game hands over how its lines are read, and does its own way what it must."""

    seen = "hand|deck|discard"  # what can be looked at or revealed
    secret: tuple[str, ...] = ("hand", "deck")  # areas whose cards not everybody knows when one is chosen
    until = "turn|game"  # how long a mark can last; unless a line says it, the default
    until_default = "turn"
    taken_to = "hand|discard|deck|bottom"
    forbids = "play|exhaust|ready"  # what a card can be kept from: the rules ask `forbidden`

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments
        self.rules = arguments.rules

    def register(self, registry: dict[str, Verb], *left_out: str) -> None:
        """Put the verbs into a game's registry, except those that it leaves out."""
        group, area = "|".join(self.arguments.groups), "|".join(self.arguments.areas)
        best = {"as_": "name", "if_": "condition", "most": "number", "least": "number"}
        see = {"of": "player", "top": "number", "at": "cards", "as_": "name"}
        lasting = {"on": "cards", "until": self.until}
        kinds: dict[str, dict[str, str]] = {
            "choose": {"choose": group, "in_": area, "of": "player", "by": "player", "count": "number", "top": "number",
                       "random": "flag", "optional": "flag", **best},
            "each": {"each": group, "in_": area, "of": "player", "top": "number", **best},
            "offer": {"offer": "player", "ways": "ways", "labels": "texts"},
            "may": {"may": "lines", "by": "player"},
            "cancel": {"cancel": "flag"},
            "instead": {"instead": "lines"},
            "redirect": {"redirect": "cards"},
            "draw": {"draw": "number", "who": "player"},
            "discard": {"discard": "number", "who": "player", "random": "flag", "as_": "name"},
            "mill": {"mill": "number", "who": "player"},
            "take": {"take": "cards", "to": self.taken_to},
            "look": {"look": self.seen, **see},
            "reveal": {"reveal": self.seen, **see},
            "shuffle": {"shuffle": "player", "searched": "flag"},
            "exhaust": {"exhaust": "cards"},
            "ready": {"ready": "cards"},
            "blank": {"blank": "cards", "until": self.until},
            "forbid": {"forbid": self.forbids, **lasting},
            "mark": {"mark": "text", **lasting},
        }  # fmt: skip
        for name, words in kinds.items():
            if name not in left_out:
                verb(registry, name, **words)(getattr(self, name))

    # what a game may do its own way

    def deck_of(self, table: Table, player: str) -> decks.Deck:
        return decks.Deck((player, "deck"), (player, "discard"), self.rules.get("draw", ()), self.rules.get("renew", ()))

    def draws(
        self, table: Table, player: str, number: int, rules: tuple[str, ...], worked: tuple[str, ...]
    ) -> Generator[Choice, str, int]:
        """A player draws; returns how many cards."""
        return (yield from decks.draw(table, self.deck_of(table, player), number, (player, "hand"), rules, worked=worked))

    def mills(self, table: Table, player: str, number: int, rules: tuple[str, ...]) -> Generator[Choice, str, int]:
        """A player discards from the top of their deck; returns how many cards."""
        deck = self.deck_of(table, player)
        cards = yield from decks.top(table, deck, number, rules)
        for card in cards:
            self.discards(table, card, deck.cards, rules=rules)
        decks.renew_if_empty(table, deck)
        return len(cards)

    def discards(self, table: Table, card: str, source: Key, *, rules: tuple[str, ...]) -> bool:
        """A card goes to its owner's discard pile."""
        holder = self.owner(table, card) or source[0]
        table.log("discard", by=holder, to=card, rules=rules, source=source)
        self.moves(table, card, source, (holder, "discard"))
        return True

    def moves(self, table: Table, card: str, source: Key, target: Key, at: int | None = None) -> None:
        """A card goes from one area to another, known by its name."""
        table.unmark(card, UNSETTLED)
        table.put(card, source, target, at)

    def owner(self, table: Table, card: str) -> str | None:
        """The player whose card it is: who decides for it, or among whose cards it lies."""
        zone = where(table, card)
        return table.rules.timing.controller(table, card) or (zone[0] if zone and zone[0] in table.rules.players else None)

    def goal(self, table: Table, card: str, source: Key, area: str) -> Key | None:
        """The area that a card is taken to; None if there is none for it."""
        holder = self.owner(table, card)
        return None if holder is None else (holder, "deck" if area == "bottom" else area)

    def worked(self, table: Table, raw: object, names: Names) -> tuple[str, ...]:
        """How a number of a line was worked out, in words."""
        return ()

    def sees(self, table: Table, player: str, zone: Key) -> bool:
        """Does a player see the cards of an area?"""
        return bool(table.rules.manual.sees(table, player, *zone))

    def lies_open(self, table: Table, card: str) -> bool:
        """Is it plain, without looking where it lies, that everybody knows this card?"""
        return False

    def chance_chooses(self, table: Table, names: Names) -> bool:
        """Does chance make the choices of this card?"""
        return False

    def rules_of_choosing(self, line: Line) -> tuple[str, ...]:
        return self._written(line)

    def rules_of_taking(self, table: Table, line: Line, card: str) -> tuple[str, ...]:
        return self._written(line)

    def rules_of_seeing(self, line: Line, area: str) -> tuple[str, ...]:
        return self.arguments.as_written(line, *self.rules.get("look", ()))

    def shown(
        self, table: Table, line: Line, names: Names, area: str
    ) -> Generator[Choice, str, tuple[str | None, tuple[str, ...]] | None]:
        """Whose area is looked at, and its cards or its first cards; None if it is nobody's."""
        player = self.arguments.holder(table, line, names)
        if player is None:
            return None
        number = self.arguments.number(table, line, "top", names, 99)
        yield from settle(table, (player, area), number, self.rules.get("look", ()))
        return player, table.zone(player, area)[:number]

    def revealed(self, table: Table, cards: Sequence[str]) -> None:
        """Everybody has just seen these cards."""

    def shuffles_after_search(self, table: Table) -> bool:
        return True

    # choosing

    def choose(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{choose = "hero", if = "it.exhausted", as = "victim"}"""
        arguments, a_group = self.arguments, a(line.args["choose"])
        yield from arguments.settle_top(table, line, names)
        candidates = arguments.candidates(table, line, names)
        number = arguments.number(table, line, "count", names, 1)
        player = arguments.who_chooses(table, line, names, candidates)
        rules = self.rules_of_choosing(line)
        random, optional = bool(line.args.get("random")), bool(line.args.get("optional"))
        if self._searches(table, line, names, player):
            candidates.sort()  # looking through a deck tells what is in it, not in which order
            _has_seen(names, player, candidates)
        picked: list[str] = []
        while candidates and len(picked) < number:
            if random or self.chance_chooses(table, names):
                card = yield from pick(table, f"Chance picks {a_group}", candidates, rules)
            else:
                options = {f"choose {self._called(table, player, c, names)}": c for c in candidates}
                if optional:
                    options["choose none"] = ""
                prompt = f"{name_of(table, names['this'])}: choose {a_group}"
                card = options[(yield Choice(player, prompt, list(options), rules=rules))]
                if not card:
                    break
            candidates.remove(card)
            picked.append(card)
            hidden = self._secret_of(table, card, player, names) if table.log_on else None
            table.log("choose", by=player, to=card, rules=rules, seen=hidden, card=names["this"], random=random)
        names[line.args.get("as", "it")] = tuple(picked)
        if len(picked) < number and not optional:
            arguments.falls_short(table, line, names, player)
        return len(picked) == number or optional

    def each(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{each = "hero", most = "it.damage", as = "worst"}"""
        yield from self.arguments.settle_top(table, line, names)
        found = self.arguments.candidates(table, line, names)
        if len(found) > 1 and ("most" in line.args or "least" in line.args):
            table.log("tie", to=names["this"], rules=self.rules.get("tie", ()), cards=tuple(found))
        names[line.args.get("as", "it")] = tuple(found)
        return bool(found)

    def offer(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{offer = "hero", ways = [[{damage = 2, to = "target"}], [{discard = 1, who = "hero"}]], labels = ["suffer", "lose"]}"""
        labels = line.args.get("labels", ())
        options = [labels[i] if i < len(labels) else f"way {i + 1}" for i in range(len(line.args["ways"]))]
        answer = yield from self._decides(table, self.arguments.player(table, line, "offer", names), "which", options, names)
        return (yield from run_lines(table, line.args["ways"][options.index(answer)], names))

    def may(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{may = [{draw = 1}], by = "you"}"""
        player = self.arguments.player(table, line, "by", names) or names.get("you")
        if (yield from self._decides(table, player, "do it", ["yes", "no"], names)) == "no":
            return False
        return (yield from run_lines(table, line.args["may"], names))

    def _decides(
        self, table: Table, player: str | None, what: str, options: Sequence[str], names: Names
    ) -> Generator[Choice, str, str]:
        player = table.rules.timing.chooser(table, player)
        rules = self.rules.get("decide", ())
        answer = yield Choice(player, f"{name_of(table, names['this'])}: {what}", options, rules=rules)
        table.log("decide", by=player, to=names["this"], rules=rules, way=answer)
        return answer

    # a deed that is about to be done

    def cancel(self, table: Table, line: Line, names: Names) -> bool:
        """{cancel = true}"""
        deed: Deed = names["deed"]
        causes = [Cause("prevented by", deed.event)] if deed.event >= 0 else []
        table.log("cancel", by=names["this"], to=deed.card or deed.target or deed.actor, rules=self._written(line),
                  what=deed.kind, moment=deed.moment, causes=causes)  # fmt: skip
        deed.cancelled = True
        return True

    def instead(self, table: Table, line: Line, names: Names) -> bool:
        """{instead = [{discard = 1, who = "you"}]}"""
        deed: Deed = names["deed"]
        event = table.log("instead", by=names["this"], to=deed.target, rules=self._written(line), what=deed.kind)
        deed.data["instead"] = (event, line.args["instead"], names)  # the last one played is the one that counts
        return True

    def redirect(self, table: Table, line: Line, names: Names) -> bool:
        """{redirect = "this.host"}"""
        deed: Deed = names["deed"]
        found = self.arguments.cards(table, line, "redirect", names)[:1]
        for card in found:
            table.log("redirect", by=names["this"], to=card, rules=self._written(line), what=deed.kind, moment=deed.moment)
            deed.target = card
        return bool(found)

    # cards

    def draw(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{draw = 2, who = "you"}"""
        amount = self.arguments.number(table, line, "draw", names)
        worked = self.worked(table, line.raw["draw"], names)
        done = True
        for player in self.arguments.players(table, line, "who", names):
            drawn = yield from self.draws(table, player, amount, self.arguments.as_written(line), worked)
            done = drawn == amount and done
        return done

    def discard(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{discard = 1, who = "hero", random = true, as = "lost"}"""
        amount = self.arguments.number(table, line, "discard", names)
        rules = self.rules.get("discard", ())
        lost: list[str] = []
        done = True
        for player in self.arguments.players(table, line, "who", names):
            for _ in range(amount):
                hand = table.zones.get((player, "hand"), ())
                if not hand:
                    self.arguments.falls_short(table, line, names, player)
                    done = False
                    break
                if line.args.get("random"):
                    card = yield from pick(table, f"A random card of {player}'s hand", hand, rules)
                else:
                    card = yield from which(player, "Discard a card", "discard", hand, rules)
                self.discards(table, card, (player, "hand"), rules=self._written(line))
                lost.append(card)
        names[line.args.get("as", "lost")] = tuple(lost)
        return done

    def mill(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{mill = 2, who = "hero"}"""
        amount = self.arguments.number(table, line, "mill", names)
        done = True
        for player in self.arguments.players(table, line, "who", names):
            done = (yield from self.mills(table, player, amount, self._written(line))) == amount and done
        return done

    def take(self, table: Table, line: Line, names: Names) -> bool:
        """{take = "found", to = "hand"}"""
        done = 0
        found = self.arguments.cards(table, line, "take", names)
        area = line.args.get("to", "hand")
        for card in found:
            zone = where(table, card)
            target = self.goal(table, card, zone, area) if zone is not None else None
            if zone is None or target is None:
                continue
            holder = self.owner(table, card) if target[0] not in table.rules.players else target[0]
            # a card from a deck is known to whoever took it, one from a hand to its holder
            secret = area in ("hand", "deck", "bottom") and zone[1] in ("hand", "deck")
            knower = (names.get("you") or holder) if zone[1] == "deck" else holder
            rules = self.rules_of_taking(table, line, card)
            table.log("take", by=holder, to=card, rules=rules, area=area, source=zone, seen=knower if secret else None)
            self.moves(table, card, zone, target, 0 if area == "deck" else None)
            done += 1
        return 0 < done == len(found)

    def look(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{look = "deck", of = "you", top = 3, as = "seen"}"""
        return (yield from self._see(table, line, names, names.get("you")))

    def reveal(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{reveal = "hand", of = "hero", as = "shown"}"""
        return (yield from self._see(table, line, names, None))

    def _see(self, table: Table, line: Line, names: Names, only: str | None) -> VerbProcedure:
        """'Look at' is private, 'reveal' is public; both put the cards back as they were."""
        area = line.args[line.verb]
        found = yield from self.shown(table, line, names, area)
        if found is None:
            return False
        whose, cards = found
        table.log(line.verb, by=names.get("you") or names["this"], rules=self.rules_of_seeing(line, area), seen=only,
                  cards=cards, area=area, whose=whose, number=len(cards), top="top" in line.args)  # fmt: skip
        names[line.args.get("as", "seen")] = cards
        _has_seen(names, only, cards)
        if line.verb == "reveal":
            self.revealed(table, cards)
        return bool(cards)

    def shuffle(self, table: Table, line: Line, names: Names) -> bool:
        """{shuffle = "you", searched = true}"""
        for player in self.arguments.players(table, line, "shuffle", names):
            if not line.args.get("searched") or self.shuffles_after_search(table):
                table.log("shuffle", by=player, rules=self.arguments.as_written(line))
                shuffle(table, (player, "deck"))
        return True

    # what holds of a card for a while

    def exhaust(self, table: Table, line: Line, names: Names) -> bool:
        """{exhaust = "victim"}"""
        rules = self.arguments.as_written(line)
        return in_full([exhaust(table, card, rules) for card in self.arguments.cards(table, line, "exhaust", names)])

    def ready(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{ready = "this"}"""
        done = 0
        found = self.arguments.cards(table, line, "ready", names)
        for card in found:
            if ready(table, card, self.arguments.as_written(line)):
                done += 1
                yield from react(table, "after ready", Deed("ready", card=card, target=card))
        return 0 < done == len(found)

    def blank(self, table: Table, line: Line, names: Names) -> bool:
        """{blank = "victim", until = "round"}"""
        return self._marks(table, line, names, "blank", "blank")

    def forbid(self, table: Table, line: Line, names: Names) -> bool:
        """{forbid = "attack", on = "victim", until = "round"}"""
        return self._marks(table, line, names, "on", f"cannot {line.args['forbid']}", what=line.args["forbid"])

    def mark(self, table: Table, line: Line, names: Names) -> bool:
        """{mark = "true name", on = "victim", until = "game"}"""
        return self._marks(table, line, names, "on", line.args["mark"], what=line.args["mark"])

    def _marks(self, table: Table, line: Line, names: Names, word: str, mark: str, **told: Any) -> bool:
        found = self.arguments.cards(table, line, word, names)
        until = line.args.get("until", self.until_default)
        for card in found:
            table.log(line.verb, by=names["this"], to=card, rules=self._written(line), **told, until=until)
            table.mark(card, mark, until, names["this"])
        return bool(found)

    # who knows what

    def _written(self, line: Line) -> tuple[str, ...]:
        return self.arguments.as_written(line, *self.rules.get(line.verb, ()))

    def _searches(self, table: Table, line: Line, names: Names, player: str) -> bool:
        """Does the player look through a whole deck of their own for the card?"""
        area = line.args.get("in")
        whole = area is not None and "deck" in self.arguments.areas[area] and "top" not in line.args
        return whole and not line.args.get("random") and self.arguments.holders(table, line, names) == [player]

    def _may_know(self, table: Table, player: str, card: str, names: Names, zone: Key | None) -> bool:
        looked_at = names.get("looked at", ())
        return (zone is not None and self.sees(table, player, zone)) or (player, card) in looked_at or (None, card) in looked_at

    def _secret_of(self, table: Table, card: str, player: str, names: Names) -> str | None:
        """Who alone knows a chosen card: the chooser who saw it, or who holds it; None if it lies open."""
        zone = where(table, card)
        if zone is None or zone[1] not in self.secret or all(self.sees(table, p, zone) for p in table.rules.players):
            return None
        if (None, card) in names.get("looked at", ()):
            return None
        if self._may_know(table, player, card, names, zone):
            return player
        if zone[1] == "deck":
            return "nobody"
        return zone[0] if zone[0] in table.rules.players else table.rules.timing.controller(table, zone[0])

    def _called(self, table: Table, player: str, card: str, names: Names) -> str:
        """How a card is called in a question: by its id if the player may know it, else by where it lies."""
        if card not in table.rules.library or self.lies_open(table, card):
            return card  # a player, or what lies open in play
        zone = where(table, card)
        return card if zone is None or self._may_know(table, player, card, names, zone) else self.place_of(table, card, zone)

    def place_of(self, table: Table, card: str, zone: Key) -> str:
        """How a card is called that nobody may know."""
        return f"card {table.zones[zone].index(card) + 1} of {' '.join(zone)}"


def _has_seen(names: Names, player: str | None, cards: Sequence[str]) -> None:
    """A player has looked at cards, or everybody has (None); for the rest of this text they are known by their names."""
    names["looked at"] = (*names.get("looked at", ()), *((player, card) for card in cards))


def in_full(done: Sequence[bool]) -> bool:
    """Was there anybody to do it to, and was it done to all? Only then has a cost been paid."""
    return bool(done) and all(done)
