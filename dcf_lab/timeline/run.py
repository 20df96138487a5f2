"""Running a scenario: its script is played, and what comes of it is compared with what the file expects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from dcf_lab.engine.game import Game, IllegalAnswer, Refusal, Skipped
from dcf_lab.engine.table import Table
from dcf_lab.scenario.expect import ExpectationError, Moment, expectation
from dcf_lab.scenario.file import Scenario, Step, Variant
from dcf_lab.timeline.coverage import Coverage, watched
from dcf_lab.timeline.seats import Seats

MAX_ANSWERS = 2_000


@dataclass
class Report:
    """What came of running a scenario once: failures in words, and the rules that its events and refusals carried."""

    name: str
    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what is no failure, but worth knowing
    rules: set[str] = field(default_factory=set)
    game: Game | None = None  # with the scenario's own seed
    watch: Coverage | None = None  # what the card did that the scenario shows or holds back

    @property
    def passed(self) -> bool:
        return not self.failures


def run(scenario: Scenario, variant: Variant | None = None) -> Report:
    """Play the script and compare with the expectations; with every seed that the scenario wants, until one fails."""
    report = Report(f"{scenario.file}{' (' + variant.name + ')' if variant else ''}")
    for seed in range(scenario.seed, scenario.seed + scenario.shuffles):
        _run(replace(scenario, seed=seed), variant, report)
        if report.failures:
            break
    return report


def _run(scenario: Scenario, variant: Variant | None, report: Report) -> None:
    """Play the script once."""
    plain, seed = scenario, f"with seed {scenario.seed}: " if scenario.shuffles > 1 else ""
    if card := scenario.shows or scenario.holds_back:
        cards, report.watch = watched(scenario.cards, card)
        scenario = replace(scenario, cards=cards)
    readings = variant.rulings if variant else {}
    game = scenario.game(readings, trace=True)
    report.game = report.game or game
    script = variant.script if variant else scenario.script
    given: list[str] = []
    skipped = list(game.skipped)  # those before the first answer are of the first step

    def noted(option: str) -> None:
        given.append(option)
        skipped.extend(game.skipped)

    for number, step in enumerate(script):
        since = game.table.told if number or step.do else 0
        failure = play_step(game, step, noted)
        if failure:
            report.failures.append(f"{scenario.file}:{step.line}: {seed}{failure}")
            break
        moment = Moment(game, since, tuple(skipped), partial(Seats, plain, readings, tuple(given), since))
        report.failures += [f"{scenario.file}:{step.line}: {seed}{failure}" for failure in _failures(moment, step, report)]
        skipped.clear()
    if not report.failures and report.watch is not None:
        report.failures += [
            f"{what}{f' ({seed[:-2]})' if seed else ''}" for what in _not_as_announced(scenario, report.watch, game.table)
        ]
    # a near miss tells who did nothing, and so exercises no rule
    report.rules.update(rule for event in game.table.history if event.kind != "window" for rule in event.rules)


def _failures(moment: Moment, step: Step, report: Report) -> Iterator[str]:
    """What is not as a step wants it; the rules of the refusals that it speaks of are noted."""
    game = moment.game
    now = game.refused() if any(not wanted.skipped for wanted in step.refuse) else []
    then = _refused_at(game, moment.skipped) if any(wanted.skipped for wanted in step.refuse) else []
    for wanted in step.refuse:
        refused = then if wanted.skipped else now
        if failure := wanted.failure(moment, refused):
            yield failure
        else:
            report.rules.update(c.rule for refusal in refused if refusal.option == wanted.option for c in refusal.clauses)
    for text in step.expect:
        try:
            failure = expectation(text, game.table.rules.library, game.table.rules.players)(moment)
        except ExpectationError as error:  # of a script that no file has told
            failure = str(error)
        if failure:
            yield failure


def _refused_at(game: Game, skipped: Iterable[Skipped]) -> list[Refusal]:
    """What was refused at questions that had a single answer."""
    return [refusal for one in skipped for refusal in game.refused(one)]


def _not_as_announced(scenario: Scenario, watch: Coverage, table: Table) -> Iterator[str]:
    """A scenario about a card fails when the card did not do what the scenario is about."""
    if scenario.shows and not any(watch.resolved(ability) for ability in watch.abilities):
        yield f"{scenario.file}: this should show {scenario.shows}, but none of its abilities came into effect"
    here = {card for cards in table.zones.values() for card in cards}
    there = any(table.rules.library[card].id == scenario.holds_back for card in here)
    if scenario.holds_back and not (there and any(watch.held_back(ability) for ability in watch.abilities)):
        yield (
            f"{scenario.file}: this should hold back {scenario.holds_back}, but no ability of it was kept by its condition from "
            "coming into effect"
        )


def run_all(scenario: Scenario) -> list[Report]:
    """The script and every variant."""
    reports = [run(scenario)] if scenario.script or not scenario.variants else []
    return reports + [run(scenario, variant) for variant in scenario.variants]


def play_step(game: Game, step: Step, noted: Callable[[str], None] = lambda option: None) -> str | None:
    """Give a step's answers; chance answers by its die unless the script says 'chance ...'. Each answer is noted."""

    def give(option: str) -> None:
        game.answer(option)
        noted(option)

    for answer in step.do:
        for _ in range(MAX_ANSWERS):
            choice = game.choice
            if choice is None or choice.player != "chance":
                break
            if answer.startswith("chance "):
                break
            give(choice.default or choice.options[0])
        taken = [skipped.option for skipped in game.skipped]
        if answer in taken and (game.choice is None or answer not in game.choice.options):
            del game.skipped[: taken.index(answer) + 1]  # the only option was taken already; it counts once
            continue
        if game.choice is None:
            return f"the game is over before {answer!r}"
        option = answer.removeprefix("chance ") if game.choice.player == "chance" else answer
        try:
            give(option)
        except IllegalAnswer as error:
            return f"asked {game.choice.player} ({game.choice.prompt}): {error}"
    while game.choice is not None and game.choice.player == "chance":
        give(game.choice.default or game.choice.options[0])
    return None
