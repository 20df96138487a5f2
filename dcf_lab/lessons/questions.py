"""The ten kinds of question: the engine finds what is right, what is wrong and why, and which rules are behind it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, NamedTuple

from dcf_lab.engine.cards.expr import ExpressionError, compiled
from dcf_lab.engine.game import Clause
from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import (
    ability_name,
    answer_text,
    asked,
    is_bookkeeping,
    moment_words,
    name,
    sentence,
    summands,
    told_clauses,
)
from dcf_lab.lessons.course import Scene, at
from dcf_lab.lessons.file import Ask, plain
from dcf_lab.lessons.polls import under_reading
from dcf_lab.lessons.proofs import first_answers
from dcf_lab.scenario.chapter import MAX_OPTIONS
from dcf_lab.scenario.expect import words
from dcf_lab.scenario.goal_english import event_words, value_words

NUMBER, ONE, SOME, YES_NO, ORDER = "number", "one", "some", "yes or no", "order"
MOST_WRONG = 5  # numbers that a mistake leads to, and rules to choose from
LEAST_WRONG = 3  # rules beside the one that speaks against an answer
YES, NO = "yes", "no"


class Reason(NamedTuple):
    """Why an answer is wrong, or what speaks for one that is right, and the rules behind that."""

    text: str
    rules: tuple[str, ...] = ()


class Option(NamedTuple):
    """One of the answers that can be chosen; its key tells nothing."""

    key: str
    text: str
    card: str = ""


@dataclass(frozen=True)
class Question:
    """What everybody is asked, and, for later, the answer to it."""

    id: str
    kind: str
    form: str
    text: str
    options: tuple[Option, ...] = ()
    why: tuple[Option, ...] = ()  # after a 'no': the rules to choose from
    sure: bool = True
    right: tuple[tuple[str, ...], ...] = ()  # each of them is right; none: it is a poll
    reasons: Mapping[str, Reason] = field(default_factory=dict)  # a key, or a number -> why it is wrong, or right
    about: tuple[str, ...] = ()  # the rules that it is scored under
    sum: tuple[tuple[int, str], ...] = ()
    lines: tuple[tuple[str, tuple[str, ...], int], ...] = ()  # what explains it: a sentence, its rules, the event
    event: int = -1  # the one that was asked for
    keys: Mapping[str, str] = field(default_factory=dict)  # what an option stands for in the file -> its key
    more: Mapping[str, Any] = field(default_factory=dict)  # what only one kind has

    def open(self) -> dict[str, Any]:
        """What may be known before the reveal."""
        found: dict[str, Any] = {"id": self.id, "kind": self.kind, "form": self.form, "text": self.text, "sure": self.sure}
        found["options"] = [option._asdict() for option in self.options]
        return found | ({"why": [option._asdict() for option in self.why]} if self.why else {})

    def secret(self) -> dict[str, Any]:
        """What is told with the reveal."""
        return {
            "right": [list(one) for one in self.right],
            "reasons": {key: reason._asdict() for key, reason in self.reasons.items()},
            "about": list(self.about),
            "sum": [list(part) for part in self.sum],
            "lines": [{"text": text, "rules": list(rules), "event": event} for text, rules, event in self.lines],
            **self.more,
        }

    def is_right(self, said: Sequence[str]) -> bool | None:
        """Is a prediction right? None where nothing is right or wrong."""
        if not self.right:
            return None
        given = tuple(sorted(said)) if self.form == SOME else tuple(said)
        if self.form == YES_NO:
            return any(given[:1] == one[:1] for one in self.right)
        return given in self.right


def question(scene: Scene) -> Question:
    """The question of a step, with its answers; a mistake in it is told with its line."""
    ask = scene.step.ask
    assert ask is not None
    found = KINDS[ask.kind](scene, ask)
    text = plain(ask.said.get("text", ""), scene.cards) or found.text
    found = replace(found, text=text, sure=ask.said.get("sure", True) and bool(found.right))
    return _checked(scene, ask, found)


# numbers


def _amount(scene: Scene, ask: Ask) -> Question:
    wanted = scene.describe(ask.what)
    event = scene.event(wanted)
    if event is None:
        raise scene.mistake(f"{ask.what!r} does not happen in this step")
    if event.amount is None:
        raise scene.mistake(f"{ask.what!r} has no number")
    reasons: dict[str, Reason] = {}
    for key, reading, other in _readings(scene):
        found = other.event(wanted)
        if found is not None and found.amount is not None:
            _add(reasons, found.amount, Reason(scene.reading_words(key, reading), _rules_of(scene, key)))
    for number, text in _mistakes(scene, event):
        if number >= 0:
            _add(reasons, number, Reason(text, event.rules))
    reasons = _wrong_numbers(reasons, event.amount)
    text = f"{_capital(event_words(wanted, scene.cards))}: how much is it?"
    missing = [part.card for part in event.parts if part.card and not _looked_at(scene, part.card)]
    if missing:
        raise scene.mistake(f"nobody can add this up without {', '.join(dict.fromkeys(missing))}: put it into 'look'")
    return _numbered(scene, ask, text, event.amount, reasons, event)


def _mistakes(scene: Scene, event: Event) -> Iterator[tuple[int, str]]:
    """Numbers that one comes to by overlooking or mistaking something, each with its mistake."""
    parts, told = event.parts, summands(scene.table, event)
    total = sum(part.amount for part in parts)
    for n in range(1, len(parts)):
        hanging = [m for m in range(1, len(parts)) if m == n or _hangs_on(scene, parts[m].event, parts[n].event)]
        yield total - sum(parts[m].amount for m in hanging), f"{_called(told[n])} was overlooked."
    if len(parts) > 1:
        yield parts[0].amount, f"That is only the {_called(told[0], sign=False)}."
    for key, after in _counts_after(event):
        yield after, f"That is what lies there afterwards: {_count_words(scene, key, after)}."
    for n in range(1, len(parts)):
        did, not_ = ("taken off", "added") if parts[n].amount > 0 else ("added", "taken off")
        yield total - 2 * parts[n].amount, f"{_called(told[n])} was {did} instead of {not_}."
    if len(parts) > 1:
        yield total - parts[0].amount, f"The {_called(told[0], sign=False)} was left out."


def _hangs_on(scene: Scene, one: int, other: int) -> bool:
    """Has what brought a part in come from what brought in the other one before it, or does it speak of it?"""
    events = scene.log.events
    if one <= other or other < 0 or one not in events or other not in events:
        return False
    return other in scene.log.all_causes(events[one]) or (events[one].to is not None and events[one].to == events[other].to)


def _called(part: tuple[int, str], sign: bool = True) -> str:
    amount, what = part
    return f"{amount:+d} {what}".replace("-", "−", 1) if sign else f"{amount} {what}"


def _counts_after(event: Event) -> Iterator[tuple[tuple[str, str], int]]:
    for change in event.changes:
        if change[0] == "count" and change[1][0] == event.to:
            yield change[1], change[3]


def _count_words(scene: Scene, key: tuple[str, str], number: int) -> str:
    board = scene.table.rules.manual.BOARD
    token = next((token.name for token in board.tokens if token.what == key[1]), key[1])
    where = name(scene.table, key[0])
    return f"{number} {token.lower()} {'on' if key[0] in scene.cards else 'in'} {where}"


def _value(scene: Scene, ask: Ask) -> Question:
    try:
        formula = compiled(ask.what, words(scene.cards))
        right, before = formula(scene.table, {}), formula(scene.before.game.table, {})
    except ExpressionError as error:
        raise scene.mistake(str(error)) from None
    if type(right) is not int:
        raise scene.mistake(f"{ask.what!r} is {right!r}, which is no number")
    reasons: dict[str, Reason] = {}
    for key, reading, other in _readings(scene):
        try:
            found = formula(other.table, {})
        except ExpressionError:
            continue
        if type(found) is int:
            _add(reasons, found, Reason(scene.reading_words(key, reading), _rules_of(scene, key)))
    if type(before) is int:
        _add(reasons, before, Reason("That is what it was before."))
    causing = _counting(scene, ask.what)
    for event in causing:
        if event.amount is not None:
            _add(reasons, event.amount, Reason(f"That is only this: {sentence(scene.table, event)}", event.rules))
    text = f"What is {value_words(ask.what, scene.cards)} afterwards?"
    return _numbered(scene, ask, text, right, _wrong_numbers(reasons, right), *causing[::-1])


def _counting(scene: Scene, formula: str) -> list[Event]:
    """The events that lead to a value: the one at which the film stops, or those that change tokens of which it speaks."""
    if scene.step.stop and (stop := scene.event(scene.describe(scene.step.stop))) is not None:
        return [stop]
    counts = {event.id: [change[1] for change in event.changes if change[0] == "count"] for event in scene.events}
    spoken = set(re.findall(r"\w+", formula))
    found = [event for event in scene.events if any(spoken.issuperset(key) for key in counts[event.id])]
    return found or [event for event in scene.events if counts[event.id]]


def _numbered(scene: Scene, ask: Ask, text: str, right: int, reasons: dict[str, Reason], *events: Event) -> Question:
    """A question for a number: to be typed, or to be chosen."""
    found = Question(scene.number, ask.kind, NUMBER, text, right=((str(right),),), reasons=reasons, **_told(scene, *events))
    if not ask.said.get("choices"):
        return found
    numbers = sorted({right, *(int(one) for one in reasons)})[: MOST_WRONG + 1]
    options = tuple(Option(str(one), str(one)) for one in numbers)  # the number is what is asked for, so it tells nothing
    return replace(found, form=ONE, options=options)


def _wrong_numbers(reasons: dict[str, Reason], right: int) -> dict[str, Reason]:
    return dict([(key, reason) for key, reason in reasons.items() if key != str(right)][:MOST_WRONG])


def _add(reasons: dict[str, Reason], number: int, reason: Reason) -> None:
    reasons.setdefault(str(number), reason)


# yes or no


def _happens(scene: Scene, ask: Ask) -> Question:
    wanted = scene.describe(ask.what)
    event = scene.event(wanted)
    reasons: dict[str, Reason] = {}
    for key, reading, other in _readings(scene):
        if (other.event(wanted) is None) != (event is None) and (event is None or other.is_as_far_as(scene)):
            wrong = YES if event is None else NO
            reasons.setdefault(wrong, Reason(scene.reading_words(key, reading), _rules_of(scene, key)))
    about = event
    if event is None and "because" in ask.said:
        about = scene.event(scene.describe(ask.said["because"]))
        if about is None:
            raise scene.mistake(f"because: {ask.said['because']!r} does not happen in this step")
        reasons.setdefault(YES, Reason(sentence(scene.table, about), about.rules))
    elif event is not None:
        reasons.setdefault(NO, Reason(sentence(scene.table, event), event.rules))
    text = f"Does it happen: {event_words(wanted, scene.cards)}?"
    right = YES if event is not None else NO
    return Question(
        scene.number, ask.kind, YES_NO, text, _YES_NO, right=((right,),), reasons=reasons,
        **_told(scene, about or (scene.events[-1] if scene.events else None)),
    )  # fmt: skip


_YES_NO = (Option(YES, "Yes"), Option(NO, "No"))


def _allowed(scene: Scene, ask: Ask) -> Question:
    game = scene.game
    if game.choice is None:
        raise scene.mistake("nobody is asked anything here")
    text = f"{asked(game.table, game.choice)}. Is this allowed: {answer_text(game.table, ask.what)}?"
    if ask.what in game.choice.options:
        return Question(scene.number, ask.kind, YES_NO, text, _YES_NO, right=((YES,),), about=tuple(game.choice.rules))
    clauses = scene.clauses(ask.what)
    if not clauses:
        raise scene.mistake(f"{ask.what!r} is neither offered nor refused here; refused are {_some_refused(scene)}")
    right = list(dict.fromkeys(clause.rule for clause in clauses))
    others = [rule for refusal in scene.refused for clause in refusal.clauses if (rule := clause.rule) not in right]
    if len(set(others)) < LEAST_WRONG:
        book = scene.lesson.scenario.manual.rules()
        topics = {_topic(book[rule]) for rule in right if rule in book}
        others += [rule for rule, told in book.items() if rule not in right and _topic(told) in topics]
    why = _rule_options(scene, [*right, *dict.fromkeys(others)])
    keys = {option.card: option.key for option in why}
    reasons = {YES: Reason(_clauses_text(clauses), tuple(right))}
    reasons |= {keys[rule]: Reason("That is a rule, but nothing against it here.", (rule,)) for rule in others if rule in keys}
    return Question(
        scene.number, ask.kind, YES_NO, text, _YES_NO, tuple(option._replace(card="") for option in why),
        right=tuple((NO, keys[rule]) for rule in right), reasons=reasons, about=tuple(right),
        more={"refused": _told_refusals(scene, [(ask.what, clauses)])},
    )  # fmt: skip


# some of them


def _answers(scene: Scene, ask: Ask) -> Question:
    game = scene.game
    if game.choice is None:
        raise scene.mistake("nobody is asked anything here")
    offered = game.choice.options
    if ask.what == "any":
        refused = [refusal.option for refusal in scene.refused]
        listed = [*offered[: MAX_OPTIONS // 2], *refused[: MAX_OPTIONS - min(len(offered), MAX_OPTIONS // 2)]]
    else:
        listed = list(ask.what)
    against = {option: scene.clauses(option) for option in listed if option not in offered}
    if unknown := [option for option, clauses in against.items() if not clauses]:
        raise scene.mistake(f"{unknown[0]!r} is neither offered nor refused here; refused are {_some_refused(scene)}")
    options = _shuffled(scene, [(option, answer_text(game.table, option), "") for option in dict.fromkeys(listed)])
    reasons = {options[option].key: Reason(_clauses_text(clauses), _rules_in(clauses)) for option, clauses in against.items()}
    reasons |= {options[option].key: Reason("This is allowed.", game.choice.rules) for option in listed if option in offered}
    right = tuple(sorted(options[option].key for option in listed if option in offered))
    return Question(
        scene.number, ask.kind, SOME, f"{asked(game.table, game.choice)}. Which of these are allowed?", _in_order(options),
        keys=_keys(options),
        right=(right,), reasons=reasons, about=_rules_in([clause for one in against.values() for clause in one]),
        more={"refused": _told_refusals(scene, against.items())},
    )  # fmt: skip


def _react(scene: Scene, ask: Ask) -> Question:
    """Which cards may react: those whose players were asked or could have been, and those that were waiting in vain."""
    table = scene.table
    windows = [event for event in scene.events if event.kind == "window" and event.detail["moment"] == ask.what]
    passed = [(card, ability, clauses) for event in windows for card, ability, clauses in event.detail["near"]]
    able: dict[str, str] = {}  # card -> how it is called
    text = f"{_capital(moment_words(table, windows[0]))}: which of these may react?" if windows else ""
    for event in scene.events:
        if event.kind in ("answer", "only answer") and str(event.detail.get("prompt", "")).startswith(f"React: {ask.what}"):
            moment = table.rules.manual.question(table, event.detail["prompt"]).removeprefix("React: ")
            text = f"{_capital(moment)}: which of these may react?" if not able else text
            for option in _offered_at(scene, event):
                if option.startswith("react "):
                    card, _, ability = option.removeprefix("react ").partition(" ")
                    able[card] = ability_name(table, card, ability)
        elif event.detail.get("moment") == ask.what and event.kind != "window" and "ability" in event.detail:
            able[event.detail["card"]] = ability_name(table, event.detail["card"], event.detail["ability"])
    against = {card: (ability, clauses) for card, ability, clauses in passed if card not in able}
    if not able and not against:
        moments = sorted({event.detail["moment"] for event in scene.events if event.kind == "window"})
        raise scene.mistake(f"nobody waits for {ask.what!r} in this step; there is {', '.join(moments) or 'no such moment'}")
    named = [(card, called, card) for card, called in able.items()]
    named += [(card, ability_name(table, card, ability), card) for card, (ability, _) in against.items()]
    options = _shuffled(scene, named)
    reasons = {options[card].key: Reason(_clauses_text(clauses), _rules_in(clauses)) for card, (_, clauses) in against.items()}
    reasons |= {options[card].key: Reason("It may react.") for card in able}
    return Question(
        scene.number, ask.kind, SOME, text, _in_order(options), keys=_keys(options),
        right=(tuple(sorted(options[card].key for card in able)),), reasons=reasons,
        **_lines(
            scene, [event for event in scene.events if event.detail.get("card") in able],
            _rules_in([clause for _, clauses in against.values() for clause in clauses]),
        ),
    )  # fmt: skip


def _offered_at(scene: Scene, event: Event) -> Sequence[str]:
    """The options of the question that an event of the log answered."""
    for node in scene.after.path():
        assert node.parent is not None
        choice = node.parent.game.choice
        told = node.parent.game.table.told
        if choice is not None and told <= event.id < node.game.table.told and choice.prompt == event.detail["prompt"]:
            return choice.options
    return (str(event.detail["option"]),)


# in order


def _order(scene: Scene, ask: Ask) -> Question:
    events = [scene.event(scene.describe(text)) for text in ask.what]
    if len(events) < 2 or None in events:
        missing = [text for text, event in zip(ask.what, events, strict=True) if event is None]
        raise scene.mistake(f"{missing[0]!r} does not happen in this step" if missing else "an order needs at least two events")
    found: list[Event] = [event for event in events if event is not None]
    if len({event.id for event in found}) < len(found):
        raise scene.mistake("two of these are the same event")
    table = scene.table
    options = _shuffled(scene, [(str(event.id), sentence(table, event, sums=False), "") for event in found])
    in_time = sorted(found, key=lambda event: event.id)
    ways = [tuple(in_time)]
    if ask.said.get("by") == "cause":
        if len(found) > 6:
            raise scene.mistake("by = 'cause' looks at every order, so at most 6 events can be asked for")
        causes = {event.id: scene.log.all_causes(event) for event in found}
        ways = [way for way in permutations(in_time) if _keeps_causes(way, causes)]
    right = tuple(tuple(options[str(event.id)].key for event in way) for way in ways)
    return Question(
        scene.number,
        ask.kind,
        ORDER,
        "In which order does this happen?",
        _in_order(options),
        keys=_keys(options),
        right=right,
        **_lines(scene, in_time),
    )


def _keeps_causes(way: Sequence[Event], causes: Mapping[int, set[int]]) -> bool:
    return not any(later.id in causes[event.id] for n, event in enumerate(way) for later in way[n + 1 :])


# rules


def _cite(scene: Scene, ask: Ask) -> Question:
    event = scene.event(scene.describe(ask.what))
    if event is None or not event.rules:
        raise scene.mistake(f"{ask.what!r} {'cites no rule' if event else 'does not happen in this step'}")
    book = scene.lesson.scenario.manual.rules()
    causes = [scene.log.events[one] for one in scene.log.all_causes(event) if one in scene.log.events]
    known = {*event.rules, *(rule for cause in causes for rule in cause.rules)}
    topics = {_topic(book[rule]) for rule in event.rules}
    others = [rule for rule, told in book.items() if rule not in known and _topic(told) in topics][:MOST_WRONG]
    options = _rule_options(scene, [event.rules[0], *others])
    keys = {option.card: option.key for option in options}
    reasons = {keys[rule]: Reason("A rule of the same matter, but not behind this.", (rule,)) for rule in others if rule in keys}
    return Question(
        scene.number, ask.kind, ONE, f"Which rule is behind this: {sentence(scene.table, event, sums=False)}",
        tuple(option._replace(card="") for option in options), keys=keys, right=((keys[event.rules[0]],),), reasons=reasons,
        **_told(scene, event),
    )  # fmt: skip


def _topic(rule: Mapping[str, Any]) -> str:
    return str(rule.get("topic") or rule["section"])


def _rule_options(scene: Scene, rules: Iterable[str]) -> tuple[Option, ...]:
    """Rules to choose from; `card` has the rule's id for who makes the question, and must go before it is shown."""
    book = scene.lesson.scenario.manual.rules()
    chosen = list(dict.fromkeys(rules))[: MOST_WRONG + 1]
    return _in_order(_shuffled(scene, [(rule, f"{book[rule]['name']}: {book[rule]['text']}", rule) for rule in chosen]))


# finding a way


def _find(scene: Scene, ask: Ask) -> Question:
    game, line = scene.game, at(scene.line, scene.before if scene.step.do else scene.after)
    if game.choice is None:
        raise scene.mistake("nobody is asked anything here")
    proved = first_answers(scene, line, ask.what)
    options = _shuffled(scene, [(option, answer_text(game.table, option), "") for option in proved.found])
    right = [option for option, reached in proved.found.items() if reached]
    if not right:
        raise scene.mistake("no answer leads to this goal")
    tried = proved.tried(ask.said.get("try", ()))
    reasons = {
        options[option].key: Reason(
            "It leads there, whatever is answered." if option in right else "After this it cannot be done."
        )
        for option in options
    }
    if tried is not None:
        first, sentences, rules = tried
        if first in options and first not in right:
            reasons[options[first].key] = Reason(" ".join(sentences), rules)
    return Question(
        scene.number, ask.kind, ONE, f"{proved.goal.sentence} What comes first?", _in_order(options), keys=_keys(options),
        right=tuple((options[option].key,) for option in right), reasons=reasons,
        more={"unique": len(right) == 1, "tried": tried[1] if tried else []},
        **_lines(scene, _until_stop(scene) if scene.step.do else (), tried[2] if tried else ()),
    )  # fmt: skip


def _until_stop(scene: Scene) -> list[Event]:
    """What happens in a step before its film stands still."""
    last = scene.event(scene.describe(scene.step.stop)) if scene.step.stop else None
    return [event for event in scene.events if last is None or event.id <= last.id]


def _reading(scene: Scene, ask: Ask) -> Question:
    """A poll; the reveal shows where the courses part."""
    register = scene.lesson.scenario.manual.rulings()
    ruling = register.get(ask.what)
    if ruling is None:
        raise scene.mistake(f"no ruling is called {ask.what!r}")
    options = _shuffled(scene, [(reading, text, "") for reading, text in ruling.readings.items()])
    now = scene.table.rules.readings.get(ask.what, ruling.default)
    reasons, partings = {options[now].key: Reason(f"The lab plays it this way. {ruling.why}", ruling.rules)}, []
    for reading in ruling.readings:
        if reading == now or reading in ruling.missing:
            continue
        told, changes = under_reading(at(scene.line, scene.after), ask.what, reading)
        reasons[options[reading].key] = Reason(told, ruling.rules)
        partings.append({"reading": ruling.readings[reading], "changes": changes})
    return Question(
        scene.number, ask.kind, ONE, ruling.issue, _in_order(options), keys=_keys(options), reasons=reasons, about=ruling.rules,
        more={"partings": partings, "ruling": ask.what},
    )  # fmt: skip


KINDS: Mapping[str, Callable[[Scene, Ask], Question]] = {
    "amount": _amount, "value": _value, "happens": _happens, "allowed": _allowed, "answers": _answers, "react": _react,
    "order": _order, "cite": _cite, "find": _find, "reading": _reading,
}  # fmt: skip


# what all of them need


def _readings(scene: Scene) -> Iterator[tuple[str, str, Scene]]:
    for (key, reading), other in scene.elsewhere.items():
        yield key, reading, other


def _rules_of(scene: Scene, key: str) -> tuple[str, ...]:
    return scene.lesson.scenario.manual.rulings()[key].rules


def _shuffled(scene: Scene, named: Sequence[tuple[str, str, str]]) -> dict[str, Option]:
    """What can be chosen, by what it stands for, in an order that tells nothing and is always the same."""
    seed = f"{scene.lesson.scenario.title} {scene.number}"
    mixed = sorted(named, key=lambda one: hashlib.sha256(f"{seed} {one[0]}".encode()).digest())
    return {one: Option("abcdefghijklmnopqrstuvwxyz"[n], text, card) for n, (one, text, card) in enumerate(mixed)}


def _in_order(options: Mapping[str, Option]) -> tuple[Option, ...]:
    return tuple(sorted(options.values()))


def _keys(options: Mapping[str, Option]) -> dict[str, str]:
    return {one: option.key for one, option in options.items()}


def _told(scene: Scene, event: Event | None = None, *before: Event) -> dict[str, Any]:
    """How an event is explained: its sum, and what led to it and to others before it in this step."""
    if event is None:
        return {}
    told = {cause for one in (event, *before) for cause in (one.id, *scene.log.all_causes(one))}
    chain = [one for one in scene.events if one.id in told]
    return {"sum": tuple(summands(scene.table, event)), "event": event.id, **_lines(scene, chain), "about": event.rules}


def _lines(scene: Scene, events: Iterable[Event], more: Sequence[str] = ()) -> dict[str, Any]:
    """What explains an answer, sentence by sentence, and every rule in it."""
    table = scene.table
    told = [one for one in events if not is_bookkeeping(table, one.kind) and one.kind != "window"]
    rules = tuple(dict.fromkeys((*more, *(rule for event in told for rule in event.rules))))
    return {"lines": tuple((sentence(table, one), one.rules, one.id) for one in told), "about": rules}


def _told_refusals(scene: Scene, refused: Iterable[tuple[str, Sequence[Clause]]]) -> list[dict[str, Any]]:
    table = scene.game.table
    return [{"text": answer_text(table, option), "clauses": told_clauses(table, clauses)} for option, clauses in refused]


def _clauses_text(clauses: Iterable[Clause]) -> str:
    return _capital("; ".join(dict.fromkeys(clause.text for clause in clauses)) + ".")


def _rules_in(clauses: Iterable[Clause]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause.rule for clause in clauses if clause.rule))


def _some_refused(scene: Scene) -> str:
    return ", ".join(sorted({refusal.option for refusal in scene.refused})[:MAX_OPTIONS]) or "no answers"


def _looked_at(scene: Scene, card: str) -> bool:
    look = scene.step.look
    return card in look or scene.cards[card].id in look


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# what must hold of a question


def _checked(scene: Scene, ask: Ask, found: Question) -> Question:
    """The question as its author wants it, or what is wrong with that."""
    about = tuple(ask.said.get("about", ())) or found.about
    lent = {rule for reason in found.reasons.values() for rule in reason.rules} | set(found.about)
    for rule in ask.said.get("about", ()):
        if rule not in scene.cited | lent:
            raise scene.mistake(f"about: nothing in this step cites {rule}")
    if "right" in ask.said:
        _assert_right(scene, ask, found)
    reasons = dict(found.reasons)
    for said, text in ask.said.get("wrong", {}).items():
        key = _key_of(found, said)
        if key is None:
            raise scene.mistake(f"wrong: {said!r} is none of the answers")
        if any(key in one for one in found.right):
            raise scene.mistake(f"wrong: {said!r} is right")
        reasons[key] = Reason(text, reasons[key].rules if key in reasons else ())
    wrong = [key for key in reasons if not any(key in one for one in found.right)]
    if found.kind in ("amount", "cite", "find") and len(wrong) < 2:
        raise scene.mistake(f"there are fewer than two wrong answers with a reason ({', '.join(wrong) or 'none'}); ask otherwise")
    if found.kind in ("answers", "react") and not wrong:
        raise scene.mistake("everything that can be chosen is right; ask otherwise")
    if found.form == NUMBER and (place := _tells(scene, found)):
        raise scene.mistake(f"{place} tells the number that is asked for")
    return replace(found, about=about, reasons=reasons)


def _assert_right(scene: Scene, ask: Ask, found: Question) -> None:
    said = ask.said["right"]
    wanted = [str(one) for one in (said if isinstance(said, list) else [said])]
    keys = [_key_of(found, one) for one in wanted]
    if None in keys or found.is_right([key for key in keys if key is not None]) is not True:
        right = " or ".join(", ".join(_words_of(found, key) for key in one) for one in found.right) or "nothing"
        raise scene.mistake(f"right: the engine says {right}, not {', '.join(wanted)}")


def _key_of(found: Question, said: str) -> str | None:
    """The key of an answer as a file says it: a number, yes or no, or the words of an option."""
    if found.form == NUMBER or said in (YES, NO):
        return said
    return found.keys.get(said) or next((option.key for option in found.options if option.text == said), None)


def _words_of(found: Question, key: str) -> str:
    return next((option.text for option in found.options if option.key == key), key)


_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _tells(scene: Scene, found: Question) -> str:
    """Does a text tell the number before it is asked for?"""
    right = int(found.right[0][0])
    words_ = [str(right), *(_NUMBERS[right : right + 1] if right >= 2 else ())]
    pattern = re.compile("|".join(rf"\b{word}\b" for word in words_), re.IGNORECASE)
    if pattern.search(scene.step.say):
        return "say"
    return "text" if pattern.search(scene.step.ask.said.get("text", "") if scene.step.ask else "") else ""
