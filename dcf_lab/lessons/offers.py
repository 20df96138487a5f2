"""What can be asked at a step: for each kind the questions that what happens here makes possible, each of them tried."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from dcf_lab.engine.table import Event
from dcf_lab.engine.telling import answer_text, depth, is_bookkeeping, sentence
from dcf_lab.lessons.compile import twins_of
from dcf_lab.lessons.course import Scene, at
from dcf_lab.lessons.file import Ask, Chapter, Step
from dcf_lab.lessons.proofs import deciding
from dcf_lab.lessons.question import Question
from dcf_lab.lessons.questions import question
from dcf_lab.scenario.description import DescriptionError, describe
from dcf_lab.scenario.file import Scenario, ScenarioError
from dcf_lab.scenario.goal import times

MOST_OF_A_KIND = 12  # questions; a menu that is longer is not read
MOST_IN_ORDER = 5  # events that one is asked to bring in order
MOST_TRIED = 40  # of a kind
MOST_COUNTED = 99  # a larger number is a supply that nobody counts
MOST_IMAGINED = 4  # things that do not happen, or that somebody might want
MOST_FIRST = 12  # answers at a question of which the solver is asked
SOLVING = 1.0  # seconds for one goal: what takes longer is no question for a room
MOST_SWAPPED = 60  # pairs of cards that are tried for twins
MOST_TWINS = 8
MOST_EVENTS = 60  # of a step: the last ones
_TOLD = "told events"
_GIVEN = ("answer", "only answer", "window")  # events that tell of questions, not of what comes of them


class Offer(NamedTuple):
    """A question that can be asked, as a file says it, the cards that must be looked at for it, and what it comes to."""

    ask: dict[str, Any]
    look: tuple[str, ...]
    question: Question


class Told(NamedTuple):
    """Something that a question can speak of, as a file says it and in words."""

    what: str
    text: str
    allowed: bool | None = None  # of an answer


def offers(scene: Scene) -> Iterator[Offer | None]:
    """Every question that can be asked here and holds; None for each that does not, so that who works in slices can pause."""
    bare = with_step(scene, replace(scene.step, say="", look=(), ask=None, then="", notes="", expect=(), twins={}))
    here = scene.line.here
    for kind, candidates in _CANDIDATES.items():
        found: set[str] = set()
        if kind == _FIRST_ELSEWHERE:
            for _ in bare.look_elsewhere():
                yield None
        for what, said in islice(candidates(bare), MOST_TRIED):
            at(scene.line, here)
            if kind == "find" and not (yield from _is_decided(bare, what)):
                continue
            offer = _offer(bare, kind, what, said)
            if offer is None or offer.question.text in found:
                yield None
                continue
            found.add(offer.question.text)
            yield offer
            if len(found) == MOST_OF_A_KIND:
                break
    at(scene.line, here)


def _offer(scene: Scene, kind: str, what: Any, said: Mapping[str, Any]) -> Offer | None:
    look = _cards_of_sum(scene, what) if kind in ("amount", "value", "happens", "cite") and isinstance(what, str) else ()
    step = replace(scene.step, ask=Ask(kind, what, said), look=look)
    try:
        found = question(with_step(scene, step))
    except (ScenarioError, DescriptionError):
        return None
    wrong = [key for key in found.reasons if not any(key in one for one in found.right)]
    if kind in ("value", "happens") and not wrong:
        return None  # it could be asked, but nobody would learn anything from a mistake
    if kind == "value" and int(found.right[0][0]) > MOST_COUNTED:
        return None
    if kind == "reading" and not any(one["changes"] for one in found.more["partings"]):
        return None
    if kind == "react":
        look = tuple(dict.fromkeys(scene.cards[option.card].id for option in found.options if option.card))
    return Offer({kind: what, **said}, look, found)


def with_step(scene: Scene, step: Step) -> Scene:
    """The same scene for another question: what has been worked out of the game is kept."""
    new = replace(scene, step=step)
    kept = ("log", "events", "refused", "cited", "elsewhere", _TOLD)
    new.__dict__.update({key: scene.__dict__[key] for key in kept if key in scene.__dict__})
    return new


# what questions speak of


def events_of(scene: Scene) -> list[tuple[Event, Told]]:
    """What happens in a step and is worth asking for: each event that can be told from those before it, in words."""
    if _TOLD not in scene.__dict__:
        scene.__dict__[_TOLD] = list(_told_events(scene))[-MOST_EVENTS:]
    return scene.__dict__[_TOLD]  # type: ignore[no-any-return]


def _told_events(scene: Scene) -> Iterator[tuple[Event, Told]]:
    seen: set[tuple[str | None, ...]] = set()
    texts = set()
    for event in scene.events:
        # as a file describes it, no longer than needed
        ways: list[tuple[str | None, ...]] = [(event.kind, event.to)] if event.to else [(event.kind,)]
        ways += [(event.kind, event.by, event.to)] if event.by else []
        first = next((way for way in ways if way not in seen), None)
        seen |= {(event.kind,), (event.kind, event.to), (event.kind, event.by, event.to), (event.kind, event.by, None)}
        if first is None or is_bookkeeping(scene.table, event.kind) or event.kind in _GIVEN:
            continue
        text = sentence(scene.table, event, sums=False)
        what = f"{event.kind}{f' by {event.by}' if len(first) == 3 else ''}{f' to {event.to}' if event.to else ''}"
        if text not in texts and _can_be_read(what, scene):
            texts.add(text)
            yield event, Told(what, text)


def _can_be_read(what: str, scene: Scene) -> bool:
    try:
        describe(what, scene.cards)
    except DescriptionError:
        return False
    return True


def answers_of(scene: Scene) -> list[Told]:
    """What may be answered where a step begins, and what may not, those of one sort not all together."""
    game = scene.game
    if game.choice is None:
        return []
    offered = [Told(one, answer_text(game.table, one), True) for one in _by_turns(game.choice.options)]
    known = set(game.choice.options)
    refused = _by_turns(dict.fromkeys(one.option for one in scene.refused if one.clauses and one.option not in known))
    return [*offered, *(Told(one, answer_text(game.table, one), False) for one in refused)]


def _by_turns(answers: Iterable[str]) -> list[str]:
    """The first of every verb, then the second of each, and so on."""
    seen: dict[str, int] = {}
    places = []
    for n, answer in enumerate(answers):
        verb = answer.partition(" ")[0]
        seen[verb] = seen.get(verb, -1) + 1
        places.append((seen[verb], n, answer))
    return [answer for _, _, answer in sorted(places)]


def _cards_of_sum(scene: Scene, what: str) -> tuple[str, ...]:
    """The cards without which nobody can add up the number of an event."""
    try:
        event = scene.event(describe(what, scene.cards))
    except DescriptionError:
        return ()
    parts = event.parts if event is not None else ()
    return tuple(dict.fromkeys(scene.cards[part.card].id for part in parts if part.card in scene.cards))


# the kinds: what is asked for, and what else the file must say

Candidates = Iterator[tuple[Any, dict[str, Any]]]


def _amounts(scene: Scene) -> Candidates:
    numbered = [(event, told) for event, told in events_of(scene) if event.amount is not None]
    for _, told in sorted(numbered, key=lambda one: -len(one[0].parts)):
        yield told.what, {}


def _values(scene: Scene) -> Candidates:
    counted = dict.fromkeys(change[1] for event in scene.events for change in event.changes if change[0] == "count")
    for thing, what in counted:
        if isinstance(thing, str) and isinstance(what, str):
            who = thing if thing.isidentifier() else f"card('{thing}')"
            yield f"{who}.{what.replace(' ', '_').replace('-', '_')}", {}


def _happenings(scene: Scene) -> Candidates:
    """What another reading would bring; what might be feared or hoped for somebody here; what there is to see."""
    told = events_of(scene)
    happened = {one.what for _, one in told}
    elsewhere = dict.fromkeys(one.what for other in scene.elsewhere.values() for _, one in events_of(other))
    for what in [one for one in elsewhere if one not in happened][:MOST_IMAGINED]:
        yield what, {}
    last = {event.to: one.what for event, one in sorted(told, key=lambda one: (one[0].amount is not None, one[0].id))}
    for kind, card in _wished(scene):
        if f"{kind} to {card}" not in happened:
            yield f"{kind} to {card}", {"because": last[card]}
    for event, one in told[::-1]:
        if depth(scene.table, event.kind) != "stage":
            yield one.what, {}


def _wished(scene: Scene) -> list[tuple[str, str]]:
    """What somebody might want to happen to the cards of this step: what the game's menus name first, to the last cards."""
    cards, wishes = scene.cards, scene.manual.WISHES
    met = list(dict.fromkeys(event.to for event, _ in reversed(events_of(scene)) if event.to in cards))
    counted = {change[1][0] for event in scene.events for change in event.changes if change[0] == "count"}
    found = []
    for card in [one for one in met if one in counted] or met[:1]:
        fitting = (kind for kind, wish in wishes.items() if wish.do and (not wish.to or cards[card].type in wish.to))
        found += [(kind, card) for kind in islice(fitting, 1)]
    return found[:MOST_IMAGINED]


def _deeds(scene: Scene) -> Candidates:
    known = answers_of(scene)
    refused, offered = [one for one in known if not one.allowed], [one for one in known if one.allowed]
    for one in (*refused[: MOST_OF_A_KIND - 4], *offered[:4], *refused[MOST_OF_A_KIND - 4 :]):
        yield one.what, {}


def _choices(scene: Scene) -> Candidates:
    known = answers_of(scene)
    refused, offered = [one.what for one in known if not one.allowed], [one.what for one in known if one.allowed]
    if refused and offered:
        some = [*offered[:3], *refused[:3]]
        yield some, {}
        if len(known) > len(some):
            yield "any", {}


def _windows(scene: Scene) -> Candidates:
    for moment in dict.fromkeys(event.detail["moment"] for event in scene.events if event.kind == "window"):
        yield moment, {}


def _orders(scene: Scene) -> Candidates:
    told = events_of(scene)
    chains = []
    for event, _ in told[::-1]:
        behind = scene.log.all_causes(event)
        chains.append([one.what for other, one in told if other.id in behind or other is event])
    longest = max(chains, key=len, default=[])
    for chain in (longest[-MOST_IN_ORDER:], [one.what for _, one in told][:MOST_IN_ORDER]):
        if len(chain) > 2:
            yield chain, {}


def _rules(scene: Scene) -> Candidates:
    for event, told in events_of(scene):
        if event.rules:
            yield told.what, {}


def _goals(scene: Scene) -> Candidates:
    """What the one who is asked might want to bring about for somebody who is met in this step, the soonest time first."""
    choice, manual = scene.game.choice, scene.manual
    if choice is None or choice.player == "chance" or not 3 <= len(choice.options) <= MOST_FIRST:
        return
    for kind, card in _wished(scene):
        for within in times(manual)[:2]:
            yield {"happen": f"{kind} to {card}", "within": within}, {}


def _is_decided(scene: Scene, goal: Mapping[str, Any]) -> Generator[None, None, bool]:
    """Let the solver look at a goal, with pauses."""
    line = at(scene.line, scene.before if scene.step.do else scene.after)
    try:
        yield from deciding(scene, line, goal, SOLVING)
    except ScenarioError:
        return False
    return True


def _polls(scene: Scene) -> Candidates:
    for key, ruling in scene.manual.rulings().items():
        if scene.cited.intersection(ruling.rules):
            yield key, {}


# what is found soonest comes first; from the first of the numbers on, other readings are looked at
_CANDIDATES: Mapping[str, Any] = {
    "allowed": _deeds, "answers": _choices, "react": _windows, "order": _orders, "cite": _rules, "amount": _amounts,
    "value": _values, "happens": _happenings, "find": _goals, "reading": _polls,
}  # fmt: skip
_FIRST_ELSEWHERE = "amount"


# twins


def twin_offers(
    scenario: Scenario, chapter: Chapter, way: Sequence[Step], scene: Scene, asked: Question
) -> Iterator[tuple[str, str, Question] | None]:
    """Cards that can be put in each other's place so that the question is still about the same; None for each in vain."""
    found, here = 0, scene.line.here
    for card, other in islice(_pairs(scene), MOST_SWAPPED):
        swapped = with_step(scene, replace(scene.step, twins={card: (other,)}))
        twins = [part.steps[-1].question for part in twins_of(scene.lesson, scenario, chapter, list(way), swapped, asked)]
        yield (card, other, twins[0]) if twins and twins[0] is not None else None
        found += bool(twins)
        if found == MOST_TWINS:
            break
    at(scene.line, here)


def _pairs(scene: Scene) -> Iterator[tuple[str, str]]:
    """Cards of this step, each with others of its sort: those of the same owner first, by turns."""
    cards = scene.cards
    words = [word for text in scene.step.do for word in text.split()]
    named = dict.fromkeys(cards[word].id for word in (*words, *scene.step.look) if word in cards)
    named |= dict.fromkeys(one for one in scene.step.look if one in cards.printed)
    others = []
    for one in named:
        card = cards.printed[one]
        alike = [other for other in cards.printed.values() if other.type == card.type and other.id != one and other.copies == 1]
        if card.copies == 1:
            others.append([(one, other.id) for other in sorted(alike, key=lambda other: other.of != card.of)])
    for n in range(max(map(len, others), default=0)):
        yield from (pairs[n] for pairs in others if n < len(pairs))
