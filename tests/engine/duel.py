"""Duel, a tiny card game for scenes of the engine, and nobody's real one: hands, decks, allies, a Ward against attacks."""

from types import SimpleNamespace

from dcf_lab.engine.cards.arguments import Arguments
from dcf_lab.engine.cards.cards import Language
from dcf_lab.engine.cards.common_verbs import CommonVerbs
from dcf_lab.engine.cards.expr import Words
from dcf_lab.engine.cards.packs import Pack, load
from dcf_lab.engine.dice import EVERY_SHUFFLE
from dcf_lab.engine.game import Rules
from dcf_lab.engine.table import Table, printed
from dcf_lab.engine.tally import tally
from dcf_lab.engine.windows import Timing

VERBS = {}


def allies(table, names):
    return [card for player in table.rules.players for card in table.zone(player, "play")]


GROUPS = {"ally": allies, "player": lambda table, names: table.rules.players, "card": lambda table, names: ()}
AREAS = {"hand": ("hand",), "deck": ("deck",), "discard": ("discard",), "market": ()}
RULES = {"choose": ("DUEL-1",), "discard": ("DUEL-2",), "draw": ("DUEL-4",), "renew": ("DUEL-5",), "decide": ("DUEL-6",)}
CommonVerbs(Arguments(GROUPS, AREAS, RULES)).register(VERBS)


class DuelTiming(Timing):
    """Four answers make a game in which whoever is attacked may use a Ward from hand."""

    rules_of_reacting = rules_of_order = rules_of_waiting = ("DUEL-3",)

    def controller(self, table, card):
        return next((p for p in table.rules.players if card in table.zone(p, "hand") + table.zone(p, "play")), None)

    def listening(self, table, card, ability):
        return self.works(table, card, ability) and self.controller(table, card) is not None

    def priority(self, table, deed):
        return [player for player in super().priority(table, deed) if deed.player in (None, player)]


CARD = {"power": "number", "points": "signed", "cost": "number", "back": "face"}
MOMENTS = frozenset({"when attack", "after ready", "when echo"})
LANGUAGE = Language(
    "duel",
    {"spell": CARD, "ally": CARD, "leader": CARD},
    frozenset({"leader"}),
    {"play": frozenset({"turn"}), "reaction": MOMENTS, "constant": frozenset({"power", "cannot exhaust", "cannot attack"})},
    VERBS,
    Words(
        ["this", "it", "you", "player", "amount"],
        {
            "power": lambda table, card: sum(part.amount for part in tally(table, "power", card)),
            "printed": lambda table, card: printed(table, card, "power"),
            "exhausted": lambda table, card: (card, "exhausted") in table.marks,
            "hand": lambda table, player: len(table.zone(player, "hand")),
        },
        {},
        {"all": lambda table: table.rules.players},
    ),
    frozenset({"discard this"}),
    {"add": "number", "forced": "flag"},
    affiliated=frozenset({"spell"}),
    reserved=frozenset({"arena"}),
    plurals={"ally": "allies"},
)


def sees(table, seat, whose, what):
    return what not in ("hand", "deck") or (whose, what) == (seat, "hand")


MANUAL = SimpleNamespace(NAMES={"ann": "Ann", "bob": "Bob", None: "nobody"}, sees=sees)


def card(name, kind="spell", do="", **words):
    """A card as a pack would write it; `do` is the inside of an ability."""
    rows = [f"[{name}]", f'type = "{kind}"', *(f"{word} = {value!r}" for word, value in words.items())]
    return "\n".join([*rows, *(['text = "Says so."', f"[[{name}.ability]]", do] if do else [])]) + "\n"


def cards(*texts, language=LANGUAGE):
    return load([Pack("duel", (("duel.toml", "\n".join(texts)),))], language)


def duel(*texts, players=("ann", "bob"), timing=None, every_shuffle=False, **zones):
    """A table with these cards, in areas such as `ann_hand="ward ward.2"`."""
    settings = {EVERY_SHUFFLE: True} if every_shuffle else {}
    rules = Rules("duel", tuple(players), cards(*texts), {}, settings=settings, timing=timing or DuelTiming(), manual=MANUAL)
    table = Table(rules)
    table.cause = table.log("game", rules=("DUEL-0",))
    for area, names in zones.items():
        for name in names.split():
            table.bring(name, tuple(area.split("_")))
    table.log("begin", rules=("DUEL-0",))
    return table


def played(procedure, *answers):
    """Run a procedure with these answers; what it returned, and what was asked: (player, prompt, options)."""
    asked = []
    try:
        choice = next(procedure)
        for answer in [*answers, None]:
            asked.append((choice.player, choice.prompt, list(choice.options)))
            assert answer is not None, f"nobody answers {asked[-1]}"
            assert answer in choice.options, f"{answer} is not among {choice.options}"
            choice = procedure.send(answer)
    except StopIteration as end:
        assert len(asked) == len(answers), f"more answers than questions: {asked}"
        return end.value, asked
    raise AssertionError("unreachable")
