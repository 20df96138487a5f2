"""The independent verifier: a goal's value by plain exhaustive play, with no keys, no merging, no order and no memory.

It shares nothing with the solver but the game itself and the expressions that goals are written in.
"""

import json
from fractions import Fraction
from itertools import combinations

from dcf_lab.engine.cards.expr import compiled
from dcf_lab.engine.game import Game
from dcf_lab.games.dc_forever.rules.box import side_of
from dcf_lab.games.dc_forever.table.view import view
from dcf_lab.scenario.description import describe
from dcf_lab.scenario.expect import words


class TooLarge(Exception):
    """More positions than plain play can look at."""


STAGES = {
    "Plotting": ("begin round", "rogue action", "rogue draw"),
    "Planning": ("hero action",),
    "Confrontation": (
        "confrontation", "provoke or oppose", "activation", "complete schemes", "check for win conditions", "prepare",
    ),
    "Maintenance": ("ready phase", "draw phase", "end of round"),
}  # fmt: skip


def stage(facts):
    return next(name for name, steps in STAGES.items() if facts["step"] in steps)


def phase(facts):
    if facts["step"] in ("provoke or oppose", "activation"):
        return facts["round"], "confront", facts.get("slot")
    if facts["step"] in ("complete schemes", "check for win conditions", "prepare"):
        return facts["round"], "resolution", None
    return facts["round"], facts["step"], facts.get("turn") if facts["step"].endswith("action") else None


class Plain:
    """Plain play of one puzzle: `value()` is how likely the goal is reached."""

    def __init__(self, scenario, readings=None, most=200_000):
        self.said = scenario.goal.said
        self.goal = scenario.goal
        known = words(scenario.cards)
        self.reach = compiled(self.said["reach"], known) if "reach" in self.said else None
        self.avoid = compiled(self.said["avoid"], known) if "avoid" in self.said else None
        self.event = describe(self.said["happen"], scenario.cards) if "happen" in self.said else None
        self.start = scenario.game(readings, log=True)
        self.facts = dict(self.start.table.facts)
        self.begun = self.start.table.told
        self.most = most
        self.nodes = 0

    def value(self):
        self.firsts = {}
        return self.of(self.start, (self.facts.get("actor"),))

    def of(self, game, actors):
        """The value of a position that is still open. `actors` are the activations that this course has seen."""
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge
        choice = game.choice
        weights = dict(zip(choice.options, choice.weights or [1] * len(choice.options)))
        found = {}
        for option in choice.options:
            course = []
            after = game.copy()
            after.watch = lambda table, asked, course=course: course.append((table.copy(), asked))
            after.answer(option)
            seen, verdict = list(actors), None
            for table, asked in course:
                verdict = self.verdict(table, asked, seen)
                if verdict is not None:
                    break
            found[option] = self.of(after, tuple(seen)) if verdict is None else verdict
        if game is self.start:
            self.firsts = found  # what each first answer is worth
        ours = choice.player != "chance" and side_of(choice.player) == self.goal.side
        if ours or self.goal.against == "best luck":
            return max(found.values())
        if choice.player == "chance" and self.goal.against == "highest chance":
            return sum(Fraction(weights[option], sum(weights.values())) * value for option, value in found.items())
        return min(found.values())

    def verdict(self, table, asked, seen):
        """1 when the goal is reached at a question, 0 when it is missed, None while it is open."""
        if self.avoid is not None and self.avoid(table, {}):
            return 0
        wishes = []
        if "win" in self.said:
            road = self.said["win"]
            wishes.append(table.facts.get("winner") == self.said["for"] and road in ("any", table.facts.get("won by")))
        if self.reach is not None:
            wishes.append(bool(self.reach(table, {})))
        if self.event is not None:
            happened = sum(self.event.fits(event) for event in table.history[self.begun :])
            wishes.append(happened >= (1 if self.event.times is None else self.event.times))
        if wishes and all(wishes):
            return 1
        if asked is None or self.late(table, asked, seen):
            return 0 if wishes else 1
        return None

    def late(self, table, asked, seen):
        within, now = self.said.get("within", "this round"), table.facts
        if within == "this action":
            return asked.quiet
        if within == "this activation":
            seen.append(now.get("actor"))
            return any(one is not None and one != next_ for one, next_ in zip(seen, seen[1:]))
        if within == "this phase":
            return phase(now) != phase(self.facts)
        if within == "this stage":
            return (stage(now), now["round"]) != (stage(self.facts), self.facts["round"])
        if within == "this game":
            return False
        rounds = 1 if within == "this round" else int(within.split()[0])
        return now["round"] >= self.facts["round"] + rounds


class PlainHidden(Plain):
    """Plain play where the opponent's hand may be any of the cards in hand and deck: one answer for all that looks the same."""

    def value(self):
        self.firsts = {}  # with hidden cards an answer has no worth of its own
        table, _ = self.start.origin()
        other = "hero" if self.goal.side == "rogue" else "rogue"
        hand, deck = table.zone(other, "hand"), table.zone(other, "deck")
        worlds = []
        for held in combinations((*hand, *deck), len(hand)):
            rest = [card for card in (*hand, *deck) if card not in held]
            world = table.copy()
            world.events = None
            world = world.renamed(dict(zip((*hand, *deck), (*held, *rest))))
            for zone, cards in world.zones.items():
                for card in cards if zone[1].endswith("deck") and len(cards) > 1 else ():
                    world.mark(card, "unsettled", "game")
            world.events = table.events
            worlds.append((Game(world, take_chances=True), (self.facts.get("actor"),)))
        return self.all_of(worlds)

    def all_of(self, worlds):
        """1 if one answer for each group that looks the same to the solver leads to the goal in every case."""
        groups = {}
        waiting = list(worlds)
        while waiting:
            game, actors = waiting.pop()
            if side_of(game.choice.player) == self.goal.side and game.choice.player != "chance":
                seen = [view(game.table, self.goal.side), game.choice.prompt, list(game.choice.options)]
                groups.setdefault(json.dumps(seen, sort_keys=True, default=str), []).append((game, actors))
                continue
            for option in game.choice.options:
                after = self.answered(game, option, actors)
                if after == 0:
                    return 0
                if after != 1:
                    waiting.append(after)
        return int(all(self.some_answer(group) for group in groups.values()))

    def some_answer(self, group):
        for option in group[0][0].choice.options:
            after = [self.answered(game, option, actors) for game, actors in group]
            if 0 not in after and self.all_of([one for one in after if one != 1]):
                return True
        return False

    def answered(self, game, option, actors):
        """0 or 1 when an answer decides it, else the game after it."""
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge
        course, seen = [], list(actors)
        after = game.copy()
        after.watch = lambda table, asked: course.append((table.copy(), asked))
        after.answer(option)
        for table, asked in course:
            verdict = self.verdict(table, asked, seen)
            if verdict is not None:
                return verdict
        return after, tuple(seen)
