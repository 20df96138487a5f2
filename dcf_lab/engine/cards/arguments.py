"""What the words of a line stand for: numbers, cards, players, and whom a choice is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.dice import settle
from dcf_lab.engine.game import Procedure
from dcf_lab.engine.table import Table

Names = dict[str, Any]
Group = Callable[[Table, Names], Iterable[str]]


class Arguments:
    """How a game's lines are read: it hands over who can be chosen and where cards lie, and answers what it does differently."""

    def __init__(
        self, groups: Mapping[str, Group], areas: Mapping[str, tuple[str, ...]], rules: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.groups = groups  # who can be chosen: 'hero' -> all Heroes in play
        self.areas = areas  # where cards lie: 'deck or discard' -> the areas of their holder; one of the table has none
        self.rules = rules  # what is done -> the rules that are cited for it

    # what a game may see differently

    def as_written(self, line: Line, *rules: str) -> tuple[str, ...]:
        """The rules of what a line does: those of the deed, and those of the line's wording."""
        return rules

    def affected(self, table: Table, line: Line, names: Names, cards: list[str]) -> list[str]:
        """Those of the cards that the line can do something to."""
        return cards

    def addressed(self, table: Table, line: Line, names: Names, player: str) -> bool:
        """Does the line speak to this player?"""
        return True

    def eligible(self, table: Table, line: Line, names: Names, found: list[str]) -> list[str]:
        """Those of the candidates that this card may choose at all."""
        return found

    # what the words stand for

    def number(self, table: Table, line: Line, word: str, names: Names, default: int = 0) -> int:
        formula: Callable[[Table, Names], int] | None = line.args.get(word)
        return default if formula is None else formula(table, names)

    def meant(self, table: Table, line: Line, word: str, names: Names) -> list[str]:
        """The cards an argument stands for; the card itself if it is left out."""
        formula = line.args.get(word)
        found = names.get("this") if formula is None else formula(table, names)
        return [card for card in (found if isinstance(found, tuple) else (found,)) if isinstance(card, str)]

    def cards(self, table: Table, line: Line, word: str, names: Names) -> tuple[str, ...]:
        """The cards an argument stands for, without those that may not be affected."""
        return tuple(self.affected(table, line, names, self.meant(table, line, word, names)))

    def player(self, table: Table, line: Line, word: str, names: Names) -> str | None:
        """The player an argument stands for, also by a card of theirs; None if it is left out."""
        formula = line.args.get(word)
        if formula is None:
            return None
        found = formula(table, names)
        if isinstance(found, tuple):
            found = found[0] if found else None
        if found in table.rules.library:
            found = table.rules.timing.controller(table, found)
        return found if isinstance(found, str) else None

    def players(self, table: Table, line: Line, word: str, names: Names) -> tuple[str, ...]:
        """All the players an argument stands for; the card's own if it is left out."""
        if word not in line.args:
            return (self.you(table, names),)
        found = line.args[word](table, names)
        found = found if isinstance(found, tuple) else (found,)
        controller = table.rules.timing.controller
        players = [controller(table, one) if one in table.rules.library else one for one in found if one is not None]
        return tuple(who for who in players if isinstance(who, str) and self.addressed(table, line, names, who))

    def you(self, table: Table, names: Names) -> str:
        """The player of the card, or whose turn it is."""
        return names.get("you") or table.rules.timing.active_player(table)

    def who_chooses(self, table: Table, line: Line, names: Names, candidates: Sequence[str]) -> str:
        by = self.player(table, line, "by", names)
        if by is not None:
            return by
        timing = table.rules.timing
        owned = candidates and candidates[0] in table.rules.library
        return timing.chooser(table, names.get("you"), timing.controller(table, candidates[0]) if owned else None)

    def candidates(self, table: Table, line: Line, names: Names) -> list[str]:
        """Who or what a choice is made from: a group, or the cards in the area that the line names."""
        area = line.args.get("in")
        if area is not None:
            found = self._in_area(table, line, names, area)
        else:
            found = list(self.groups[line.args[line.verb]](table, names))
        found = self.eligible(table, line, names, found)
        condition = line.args.get("if")
        if condition is not None:
            found = [c for c in found if condition(table, {**names, "it": c})]
        for word, best in (("most", max), ("least", min)):
            if word in line.args and found:
                worth = {c: line.args[word](table, {**names, "it": c}) or 0 for c in found}
                found = [c for c in found if worth[c] == best(worth.values())]
        return found

    def settle_top(self, table: Table, line: Line, names: Names) -> Procedure:
        """Before a line speaks of the top of a deck: chance says what lies there, if a shuffle left that open."""
        if "top" in line.args and line.args.get("in") == "deck":
            for holder in self.holders(table, line, names):
                yield from settle(table, (holder, "deck"), self.number(table, line, "top", names), self.rules.get("top", ()))

    def holder(self, table: Table, line: Line, names: Names) -> str | None:
        """The one player whose area a line speaks of."""
        return self.player(table, line, "of", names) if "of" in line.args else self.you(table, names)

    def holders(self, table: Table, line: Line, names: Names) -> list[str]:
        """Whose area a line speaks of: 'of', or the card's player."""
        formula = line.args.get("of")
        found = formula(table, names) if formula is not None else self.you(table, names)
        return [holder for holder in (found if isinstance(found, tuple) else (found,)) if holder]

    def _in_area(self, table: Table, line: Line, names: Names, area: str) -> list[str]:
        if not self.areas[area]:
            return list(table.zone("table", area))
        zones = [(holder, name) for holder in self.holders(table, line, names) for name in self.areas[area]]
        cards = [card for zone in zones for card in table.zone(*zone)]
        return cards[: self.number(table, line, "top", names, len(cards))]

    def falls_short(self, table: Table, line: Line, names: Names, player: str) -> None:
        """A line that cannot be done in full is done as far as possible; a cost then buys nothing."""
        rules = self.rules.get("short of a cost" if line.cost else "short", ())
        table.log("falls short", by=player, to=names["this"], rules=rules, what=line.verb)
