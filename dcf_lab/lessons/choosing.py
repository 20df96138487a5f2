"""Questions with answers to choose from: yes or no, some of several, an order, a rule, a first move, a reading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

from dcf_lab.engine.cards.english import capital
from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import ability_name, answer_text, asked, moment_words, sentence
from dcf_lab.lessons.course import Scene, at
from dcf_lab.lessons.explaining import (
    clauses_text,
    explained,
    in_order,
    keys_of,
    lines_of,
    other_readings,
    rules_in,
    rules_of_ruling,
    shuffled,
    some_refused,
    told_refusals,
)
from dcf_lab.lessons.file import Ask
from dcf_lab.lessons.polls import under_reading
from dcf_lab.lessons.proofs import first_answers
from dcf_lab.lessons.question import NO, ONE, ORDER, SOME, YES, YES_NO, Option, Question, Reason
from dcf_lab.scenario.chapter import MAX_OPTIONS
from dcf_lab.scenario.goal_english import event_words

MOST_RULES = 6  # to choose from
LEAST_WRONG = 3  # rules beside the one that speaks against an answer


# yes or no


def happens(scene: Scene, ask: Ask) -> Question:
    wanted = scene.describe(ask.what)
    event = scene.event(wanted)
    reasons: dict[str, Reason] = {}
    for key, reading, other in other_readings(scene):
        if (other.event(wanted) is None) != (event is None) and (event is None or other.is_as_far_as(scene)):
            wrong = YES if event is None else NO
            reasons.setdefault(wrong, Reason(scene.reading_words(key, reading), rules_of_ruling(scene, key)))
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
        **explained(scene, about or (scene.events[-1] if scene.events else None)),
    )  # fmt: skip


_YES_NO = (Option(YES, "Yes"), Option(NO, "No"))


def allowed(scene: Scene, ask: Ask) -> Question:
    game = scene.game
    if game.choice is None:
        raise scene.mistake("nobody is asked anything here")
    text = f"{asked(game.table, game.choice)}. Is this allowed: {answer_text(game.table, ask.what)}?"
    if ask.what in game.choice.options:
        reasons = {NO: Reason("It is among what can be chosen here.", game.choice.rules)}
        return Question(
            scene.number, ask.kind, YES_NO, text, _YES_NO, right=((YES,),), reasons=reasons, about=tuple(game.choice.rules)
        )
    clauses = scene.clauses(ask.what)
    if not clauses:
        raise scene.mistake(f"{ask.what!r} is neither offered nor refused here; refused are {some_refused(scene)}")
    right = list(dict.fromkeys(clause.rule for clause in clauses))
    others = [rule for refusal in scene.refused for clause in refusal.clauses if (rule := clause.rule) not in right]
    if len(set(others)) < LEAST_WRONG:
        book = scene.manual.rules()
        topics = {_topic(book[rule]) for rule in right if rule in book}
        others += [rule for rule, told in book.items() if rule not in right and _topic(told) in topics]
    why = _rule_options(scene, [*right, *dict.fromkeys(others)])
    keys = {option.card: option.key for option in why}
    reasons = {YES: Reason(clauses_text(clauses), tuple(right))}
    reasons |= {keys[rule]: Reason("That is a rule, but nothing against it here.", (rule,)) for rule in others if rule in keys}
    return Question(
        scene.number, ask.kind, YES_NO, text, _YES_NO, tuple(option._replace(card="") for option in why),
        right=tuple((NO, keys[rule]) for rule in right), reasons=reasons, about=tuple(right),
        more={"refused": told_refusals(scene, [(ask.what, clauses)])},
    )  # fmt: skip


# some of them


def answers(scene: Scene, ask: Ask) -> Question:
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
        raise scene.mistake(f"{unknown[0]!r} is neither offered nor refused here; refused are {some_refused(scene)}")
    options = shuffled(scene, [(option, answer_text(game.table, option), "") for option in dict.fromkeys(listed)])
    reasons = {options[option].key: Reason(clauses_text(clauses), rules_in(clauses)) for option, clauses in against.items()}
    reasons |= {options[option].key: Reason("This is allowed.", game.choice.rules) for option in listed if option in offered}
    right = tuple(sorted(options[option].key for option in listed if option in offered))
    return Question(
        scene.number, ask.kind, SOME, f"{asked(game.table, game.choice)}. Which of these are allowed?", in_order(options),
        keys=keys_of(options),
        right=(right,), reasons=reasons, about=rules_in([clause for one in against.values() for clause in one]),
        more={"refused": told_refusals(scene, against.items())},
    )  # fmt: skip


def react(scene: Scene, ask: Ask) -> Question:
    """Which cards may react: those whose players were asked or could have been, and those that were waiting in vain."""
    table = scene.table
    windows = [event for event in scene.events if event.kind == "window" and event.detail["moment"] == ask.what]
    passed = [(card, ability, clauses) for event in windows for card, ability, clauses in event.detail["near"]]
    able: dict[str, str] = {}  # card -> how it is called
    text = f"{capital(moment_words(table, windows[0]))}: which of these may react?" if windows else ""
    for event in scene.events:
        if event.kind in ("answer", "only answer") and str(event.detail.get("prompt", "")).startswith(f"React: {ask.what}"):
            moment = table.rules.manual.question(table, event.detail["prompt"]).removeprefix("React: ")
            text = f"{capital(moment)}: which of these may react?" if not able else text
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
    options = shuffled(scene, named)
    reasons = {options[card].key: Reason(clauses_text(clauses), rules_in(clauses)) for card, (_, clauses) in against.items()}
    reasons |= {options[card].key: Reason("It may react.") for card in able}
    return Question(
        scene.number, ask.kind, SOME, text, in_order(options), keys=keys_of(options),
        right=(tuple(sorted(options[card].key for card in able)),), reasons=reasons,
        **lines_of(
            scene, [event for event in scene.events if event.detail.get("card") in able],
            rules_in([clause for _, clauses in against.values() for clause in clauses]),
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


def order(scene: Scene, ask: Ask) -> Question:
    events = [scene.event(scene.describe(text)) for text in ask.what]
    if len(events) < 2 or None in events:
        missing = [text for text, event in zip(ask.what, events, strict=True) if event is None]
        raise scene.mistake(f"{missing[0]!r} does not happen in this step" if missing else "an order needs at least two events")
    found: list[Event] = [event for event in events if event is not None]
    if len({event.id for event in found}) < len(found):
        raise scene.mistake("two of these are the same event")
    table = scene.table
    options = shuffled(scene, [(str(event.id), sentence(table, event, sums=False), "") for event in found])
    in_time = sorted(found, key=lambda event: event.id)
    ways = [tuple(in_time)]
    if ask.said.get("by") == "cause":
        if len(found) > 6:
            raise scene.mistake("by = 'cause' looks at every order, so at most 6 events can be asked for")
        causes = {event.id: scene.log.all_causes(event) for event in found}
        ways = [way for way in permutations(in_time) if _keeps_causes(way, causes)]
    right = tuple(tuple(options[str(event.id)].key for event in way) for way in ways)
    shown = in_order(options)
    if tuple(option.key for option in shown) in right:  # as they lie they would be right by accident
        shown = shown[::-1]
    return Question(
        scene.number,
        ask.kind,
        ORDER,
        "In which order does this happen?",
        shown,
        keys=keys_of(options),
        right=right,
        **lines_of(scene, in_time),
    )


def _keeps_causes(way: Sequence[Event], causes: Mapping[int, set[int]]) -> bool:
    return not any(later.id in causes[event.id] for n, event in enumerate(way) for later in way[n + 1 :])


# rules


def cite(scene: Scene, ask: Ask) -> Question:
    event = scene.event(scene.describe(ask.what))
    if event is None or not event.rules:
        raise scene.mistake(f"{ask.what!r} {'cites no rule' if event else 'does not happen in this step'}")
    book = scene.manual.rules()
    causes = [scene.log.events[one] for one in scene.log.all_causes(event) if one in scene.log.events]
    known = {*event.rules, *(rule for cause in causes for rule in cause.rules)}
    right = sorted(event.rules, key=lambda rule: rule not in ask.said.get("about", ()))[: MOST_RULES // 2]
    topics = {_topic(book[rule]) for rule in event.rules}
    others = [rule for rule, told in book.items() if rule not in known and _topic(told) in topics]
    options = _rule_options(scene, [*right, *others])
    keys = {option.card: option.key for option in options}
    reasons = {keys[rule]: Reason("Of the same matter, but not behind this.", (rule,)) for rule in others if rule in keys}
    return Question(
        scene.number, ask.kind, ONE, f"Which rule is behind this: {sentence(scene.table, event, sums=False)}",
        tuple(option._replace(card="") for option in options), keys=keys,
        right=tuple((keys[rule],) for rule in right), reasons=reasons,
        **explained(scene, event),
    )  # fmt: skip


def _topic(rule: Mapping[str, Any]) -> str:
    return str(rule.get("topic") or rule["section"])


def _rule_options(scene: Scene, rules: Iterable[str]) -> tuple[Option, ...]:
    """Rules to choose from; `card` has the rule's id for who makes the question, and must go before it is shown."""
    book = scene.manual.rules()
    chosen = list(dict.fromkeys(rules))[:MOST_RULES]
    return in_order(shuffled(scene, [(rule, f"{book[rule]['name']}: {book[rule]['text']}", rule) for rule in chosen]))


# finding a way


def find(scene: Scene, ask: Ask) -> Question:
    game, line = scene.game, at(scene.line, scene.before if scene.step.do else scene.after)
    if game.choice is None:
        raise scene.mistake("nobody is asked anything here")
    proved = first_answers(scene, line, ask.what)
    right = [option for option, reached in proved.found.items() if reached]
    if not right:
        raise scene.mistake("no answer leads to this goal")
    tempting = ask.said.get("try", ())
    tried = proved.tried(tempting)
    listed = sorted(proved.found, key=lambda option: (option not in right[: MAX_OPTIONS // 2], option not in tempting[:1]))
    options = shuffled(scene, [(option, answer_text(game.table, option), "") for option in listed[:MAX_OPTIONS]])
    right = [option for option in right if option in options]
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
        scene.number, ask.kind, ONE, f"{proved.goal.sentence} What comes first?", in_order(options), keys=keys_of(options),
        right=tuple((options[option].key,) for option in right), reasons=reasons,
        more={"unique": sum(proved.found.values()) == 1, "tried": tried[1] if tried else []},
        **lines_of(scene, _until_stop(scene) if scene.step.do else (), tried[2] if tried else ()),
    )  # fmt: skip


def _until_stop(scene: Scene) -> list[Event]:
    """What happens in a step before its film stands still."""
    last = scene.event(scene.describe(scene.step.stop)) if scene.step.stop else None
    return [event for event in scene.events if last is None or event.id <= last.id]


def reading_poll(scene: Scene, ask: Ask) -> Question:
    """A poll; the reveal shows where the courses part."""
    register = scene.manual.rulings()
    ruling = register.get(ask.what)
    if ruling is None:
        raise scene.mistake(f"no ruling is called {ask.what!r}")
    options = shuffled(scene, [(reading, text, "") for reading, text in ruling.readings.items()])
    now = scene.table.rules.readings.get(ask.what, ruling.default)
    reasons, partings = {options[now].key: Reason(f"The lab plays it this way. {ruling.why}", ruling.rules)}, []
    for reading in ruling.readings:
        if reading == now or reading in ruling.missing:
            continue
        told, changes = under_reading(at(scene.line, scene.after), ask.what, reading)
        reasons[options[reading].key] = Reason(told, ruling.rules)
        partings.append({"reading": ruling.readings[reading], "changes": changes})
    return Question(
        scene.number, ask.kind, ONE, ruling.issue, in_order(options), keys=keys_of(options), reasons=reasons, about=ruling.rules,
        more={"partings": partings, "ruling": ask.what},
    )  # fmt: skip
