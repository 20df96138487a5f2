"""The verbs that any card game has, as this family does them: empty decks are renewed, discards go to owners."""

from __future__ import annotations

from collections.abc import Generator

from dcf_lab.engine import decks
from dcf_lab.engine.cards.arguments import Names
from dcf_lab.engine.cards.common_verbs import CommonVerbs
from dcf_lab.engine.cards.verbs import Line, VerbProcedure
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Choice
from dcf_lab.engine.table import Key, where
from dcf_lab.engine.windows import Deed
from dcf_lab.games.deckbuilders.arguments import arguments
from dcf_lab.games.deckbuilders.attacks import gather
from dcf_lab.games.deckbuilders.box import MAIN, Table, active, cites, fact
from dcf_lab.games.deckbuilders.effects import TOLD_TO_DRAW, later
from dcf_lab.games.deckbuilders.taking import deck_of, discard, draw, from_main_deck, move, top_of


class FamilyVerbs(CommonVerbs):
    """The common verbs as this family does them: empty decks are renewed, discards go to owners."""

    seen = "hand|deck|discard|main deck|bottom"
    until = "turn|game"
    forbids = "play"

    def deck_of(self, table: Table, player: str) -> decks.Deck:
        return deck_of(table, player)

    def draws(
        self, table: Table, player: str, number: int, rules: tuple[str, ...], worked: tuple[str, ...]
    ) -> Generator[Choice, str, int]:
        if active(table) == player:
            rules += cites(table, "draw in turn")
        return (yield from draw(table, player, number, rules))

    def draw(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{draw = 2, who = "you"}"""
        done = yield from super().draw(table, line, names)
        for player in self.arguments.players(table, line, "who", names):
            self.tells_to_draw(table, names["this"], player, int(names.get("card") == names["this"]))
        return done

    def tells_to_draw(self, table: Table, card: str, player: str, being_played: int) -> None:
        """A card has told a player to draw: that matters if it is the first one this turn, or the first that is being played."""
        if "after draw" not in table.box.waits:
            return
        before = fact(table, TOLD_TO_DRAW) if player == active(table) else ()
        first = not (any(before) if table.rules.readings.get("flash_which_card") == "B" else before)
        if player == active(table):
            table.fact(TOLD_TO_DRAW, (*before, being_played))
        if first:
            deed = Deed("draw", card=card, player=player, being_played=being_played)
            deed.event = table.cause
            later(table, "after draw", deed)

    def choose(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{choose = "card", in = "discard", if = "it.hero", as = "found"}"""
        if not line.args.get("optional") and all_or_nothing(table):
            yield from self.arguments.settle_top(table, line, names)
            number = self.arguments.number(table, line, "count", names, 1)
            if number > 1 and len(self.arguments.candidates(table, line, names)) < number:
                names[line.args.get("as", "it")] = ()
                self.arguments.falls_short(table, line, names, names.get("you") or active(table) or "")
                return False
        return (yield from super().choose(table, line, names))

    def discard(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{discard = 2, who = "victim"}"""
        if all_or_nothing(table):
            amount = self.arguments.number(table, line, "discard", names)
            for player in self.arguments.players(table, line, "who", names):
                if len(table.zone(player, "hand")) < amount:
                    names[line.args.get("as", "lost")] = ()
                    self.arguments.falls_short(table, line, names, player)
                    return False
        return (yield from super().discard(table, line, names))

    def reveal(self, table: Table, line: Line, names: Names) -> VerbProcedure:
        """{reveal = "deck", of = "foes(you)", top = 1, as = "seen"}"""
        owners = self.arguments.holders(table, line, names) if "of" in line.args else []
        if len(owners) < 2:
            done = yield from super().reveal(table, line, names)
            names["fell short"] = names.get("fell short") or not names.get(line.args.get("as", ""))  # there is no such card
            return done
        known, done = {*names, "looked at"}, True
        bound: dict[str, tuple[str, ...]] = {}
        for player in owners:
            one = {**names, "of these": player}
            done = (yield from super().reveal(table, line, one)) and done
            gather(one, known, bound)
            names["looked at"] = one["looked at"]
        names.update(bound)
        return done

    def lies_open(self, table: Table, card: str) -> bool:
        return card in fact(table, "played this turn")

    def discards(self, table: Table, card: str, source: Key, *, rules: tuple[str, ...]) -> bool:
        discard(table, card, cites(table, "discard"), source=source)
        return True

    def mills(self, table: Table, player: str, number: int, rules: tuple[str, ...]) -> Generator[Choice, str, int]:
        """Cards from the top of a deck are discarded one by one, going on with a renewed deck."""
        done = 0
        for _ in range(number):
            cards = yield from top_of(table, player)
            if not cards:
                break
            discard(table, cards[0], rules)
            done += 1
        return done

    def moves(self, table: Table, card: str, source: Key, target: Key, at: int | None = None) -> None:
        move(table, card, source, target, at)

    def shown(
        self, table: Table, line: Line, names: Names, area: str
    ) -> Generator[Choice, str, tuple[str | None, tuple[str, ...]] | None]:
        """Whose area is looked at, or of the table; the deck is renewed if it is empty."""
        number = self.arguments.number(table, line, "top", names, 99)
        if area == "main deck":
            return None, (yield from from_main_deck(table, number, cites(table, "reveal")))
        if area == "bottom":  # of the main deck
            yield from settle(table, MAIN, len(table.zone(*MAIN)), cites(table, "reveal"))
            return None, table.zone(*MAIN)[-number:] if number else ()
        player = names.get("of these") or self.arguments.holder(table, line, names)
        if player is None:
            return None
        if "at" in line.args:
            return player, tuple(card for card in arguments.meant(table, line, "at", names) if where(table, card) is not None)
        if area == "deck":
            return player, (yield from top_of(table, player, number))
        return player, table.zone(player, area)[:number]

    def rules_of_choosing(self, line: Line) -> tuple[str, ...]:
        return (*super().rules_of_choosing(line), *(("DDB-R015",) if line.args.get("in") == "line-up" else ()))


def all_or_nothing(table: Table) -> bool:
    """Is an effect that can only be done in part left undone (ruling as_much_as_possible)?"""
    return table.rules.readings.get("as_much_as_possible") == "B"


COMMON = FamilyVerbs(arguments)
