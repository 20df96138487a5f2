"""How the lines of cards of the family are read: who can be chosen, where cards lie, which rules are cited."""

from __future__ import annotations

from dcf_lab.engine.cards.arguments import Arguments, Group, Names
from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Procedure
from dcf_lab.games.deckbuilders.box import Table, called_foes, cites, clockwise, fact
from dcf_lab.games.deckbuilders.cites import OF_TEXTS
from dcf_lab.games.deckbuilders.taking import top_of

GROUPS: dict[str, Group] = {
    "card": lambda table, names: (),
    "foe": lambda table, names: called_foes(table, names["you"]) if names["you"] else (),
    "player": lambda table, names: clockwise(table, names.get("you") or table.facts["turn"]),
}
AREAS = {
    "hand": ("hand",), "deck": ("deck",), "discard": ("discard",), "hand or discard": ("hand", "discard"),
    "deck or discard": ("deck", "discard"), "played": ("played",), "locations": ("locations",), "kept": ("kept",),
    "in play": ("played", "locations"), "own": ("discard", "hand", "deck", "played", "locations"),
    "line-up": (), "destroyed": (), "stack": (), "weaknesses": (), "supply": (), "main deck": (), "played this turn": (),
}  # fmt: skip


class FamilyArguments(Arguments):
    def falls_short(self, table: Table, line: Line, names: Names, player: str) -> None:
        """What follows may ask whether something was not wanted or not there."""
        names["fell short"] = True
        super().falls_short(table, line, names, player)

    def settle_top(self, table: Table, line: Line, names: Names) -> Procedure:
        """Before a line speaks of the top of a deck: an empty one is renewed, and chance says what lies there."""
        area = line.args.get("in")
        if "top" in line.args and area == "deck":
            for holder in self.holders(table, line, names):
                yield from top_of(table, holder, self.number(table, line, "top", names))
        elif "top" in line.args and area in ("main deck", "stack"):
            yield from settle(table, ("table", area), self.number(table, line, "top", names), cites(table, "reveal"))

    def _in_area(self, table: Table, line: Line, names: Names, area: str) -> list[str]:
        """The cards of an area, or the first ones: of each player's, where it is spoken of several."""
        if area == "played this turn":
            return list(dict.fromkeys(fact(table, area)))
        owners = self.holders(table, line, names) if self.areas[area] else ["table"]
        found: list[str] = []
        for holder in owners:
            cards = [card for name in self.areas[area] or (area,) for card in table.zone(holder, name)]
            found += cards[: self.number(table, line, "top", names, len(cards))]
        return found


arguments = FamilyArguments(GROUPS, AREAS, OF_TEXTS)
