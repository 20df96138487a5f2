"""Cannot: an ability that could do nothing but what is forbidden now may not even be tried (Glossary: Cannot)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dcf_lab.engine.cards.arguments import Names
from dcf_lab.engine.cards.cards import Ability
from dcf_lab.engine.cards.verbs import Line
from dcf_lab.engine.game import Clause
from dcf_lab.engine.table import name_of
from dcf_lab.engine.tally import forbidden
from dcf_lab.engine.windows import Deed
from dcf_lab.games.dc_forever.rules.box import FORBIDDABLE, Table
from dcf_lab.games.dc_forever.text.arguments import arguments
from dcf_lab.games.dc_forever.text.sayings import FORBIDDEN


def cannot_clauses(table: Table, card: str, ability: Ability, names: Names) -> Iterator[Clause]:
    """The prohibition behind an ability whose every effect is one that cannot happen now."""
    if (card, ability.key) in table.box.forbiddable and something_is_forbidden(table, names.get("deed")):
        why = _all_forbidden(table, ability.lines, names)
        if why is not None:
            yield Clause("DCF-R018", why)


def something_is_forbidden(table: Table, deed: Deed | None = None) -> bool:
    """Is there any 'cannot' that might matter to what an ability does?"""
    if deed is not None and deed.data.get("unstoppable"):
        return True
    if not table.box.forbids:
        return False
    return table.box.prohibitions or any([what.startswith("cannot ") for _, what in table.marks])


def _all_forbidden(table: Table, lines: Sequence[Line], names: Names) -> str | None:
    """Why none of these lines can do anything; None as soon as one of them might.

    Whoever is to be chosen stands for all who might be.
    """
    reason = None
    chosen = False
    names = dict(names)
    for line in lines:
        if line.condition is not None and not line.condition(table, names):
            if chosen:
                return None  # it may hold for the one who will be chosen
            continue
        if line.verb in ("choose", "each"):
            if "in" in line.args:
                return None  # cards that lie elsewhere
            names[line.args.get("as", "it")] = tuple(arguments.candidates(table, line, names))
            chosen = True
            continue
        why = _forbidden(table, line, names)
        if why is None:
            return None
        reason = reason or why
        if line.cost:
            return reason  # what it would buy does not happen either
    return reason


def _forbidden(table: Table, line: Line, names: Names) -> str | None:
    """Why this line can do nothing, if a 'cannot' forbids it."""
    match line.verb:
        case "reduce" | "ignore":
            deed = names.get("deed")
            return "this damage cannot be ignored or reduced" if deed and deed.data.get("unstoppable") else None
        case "may":
            return _all_forbidden(table, line.args["may"], names)
        case "offer":
            reasons = [_all_forbidden(table, way, names) for way in line.args["ways"]]
            return reasons[0] if None not in reasons else None
    argument, word = FORBIDDABLE[line.verb]
    this = names["this"]
    formula = line.args.get(argument)
    found = this if formula is None else formula(table, names)
    targets = [card for card in (found if isinstance(found, tuple) else (found,)) if card in table.rules.library]
    reasons = [_prohibition(table, word, card, this) for card in targets]
    return reasons[0] if reasons and None not in reasons else None


def _prohibition(table: Table, word: str, card: str, this: str) -> str | None:
    whom = table.box.of[card] or card if word == "play cards" else card
    for what, it in ((word, whom), ("be affected", card)) + ((("attack", this),) if word == "be attacked" else ()):
        if what and (blocker := forbidden(table, what, it, actor=this)) is not None:
            return f"{name_of(table, blocker)} says {name_of(table, it)} cannot {FORBIDDEN[what]}"
    return None
