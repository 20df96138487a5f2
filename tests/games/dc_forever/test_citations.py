"""Every event, question and refusal cites the rule that made it so, and no other: what each kind may cite, side by side."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from folders import SCENARIOS
from random_play import MATCHES, any_readings, begin
from test_card_reference import play_example

from dcf_lab.engine.cards.packs import find_pack
from dcf_lab.engine.game import Choice, Clause, Game
from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever.manual import rules as rule_texts
from dcf_lab.games.dc_forever.rules import setup
from dcf_lab.games.dc_forever.table.position import set_position
from dcf_lab.games.dc_forever.text.sentences import EVENTS as KINDS
from dcf_lab.games.dc_forever.text.verbs import VERBS
from dcf_lab.scenario.file import read
from dcf_lab.timeline.run import play_step

# What an event cites. `must`: all of these, of `R004/R005` just one; `may`: these besides; a dash: none.
# By a card: R121 a card does what its text says; with any of it the wording may count: R012 half, R016 "to", R017 "then".
EVENTS = """
kind              | which                               | must                | may
position          |                                     | -                   |
round limit       |                                     | -                   |

game              | two players                         | R001                |
game              | three or four players               | R134                |
box               |                                     | R133                |
order             |                                     | R117                | R113
pick              |                                     | R002/R113           |
team              |                                     | R002/R113/R135      |
choose starter    |                                     | R003/R114           |
reveal starters   |                                     | R003/R114           |
starter           |                                     | R003/R114           |
start             | two players                         | R004/R005 R006      | R135
start             | three or four players               | R115                |
deck              |                                     | R004/R005/R115      |
shuffle           | in the set-up                       | R007/R135           | R009
shuffle           | by a card                           | R121                | WORDING
reveal location   |                                     | R007                | R135
place unaligned   | in the set-up                       | R009/R135           |
place unaligned   | after a defeat                      | R098                |
locations active  |                                     | R008                |

round             |                                     | R025                |
stage             | Plotting Stage                      | R025 R026           |
stage             | Planning Stage                      | R025 R026           |
stage             | Confrontation Stage                 | R025 R061           |
stage             | Maintenance Stage                   | R025                |
phase             | Action Phase                        | R026 R028           | R117
phase             | Draw Phase                          | R107                |
end phase         | Action Phase                        | R136                |
end phase         | Draw Phase                          | R107                |
end stage         |                                     | R066                |
cycle             |                                     | R061                | R118
resolution        |                                     | R100                |
prepare           |                                     | R100                |
ready all         |                                     | R106                |
end of round      |                                     | R108                |
effects end       | with the round                      | R108                |
effects end       | with a phase                        | R121                |

pool              |                                     | R029 R030           |
empty pool        |                                     | R031                |
resources         |                                     | R121                | WORDING
recruit           |                                     | R032                | CONSTANT
gain              |                                     | R006                |
buy               |                                     | R033 R034 R129      | R035 CONSTANT
empower           | from hand                           | R044                |
empower           | by a card                           | R121 R044           | WORDING

play              | event                               | R036/R138 R040      | R024
play              | attachment                          | R036/R138 R037      | R038
play              | asset                               | R036/R138 R039      |
play              | minion                              | R036/R138 R039      |
play              | event by a card                     | R121 R040           | R024
play              | attachment by a card                | R121 R037           |
play              | asset by a card                     | R121 R039           |
play              | minion by a card                    | R121 R039           |
play scheme       | from hand                           | R036/R138 R042      | R043
play scheme       | by a card                           | R121 R042           | R043
play modifier     | event                               | R078 R079           |
play modifier     | character                           | R078 R079 R050      | R046 R047 R137
play modifier     | card in play                        | R078 R079 R126      | R024 R047 R137
lay               |                                     | R036/R138/R052      |
attach            |                                     | R121 R037           | R038 WORDING
use               | character, limited                  | R050 R047           | R137
use               | character, constant                 | R050 R046           | R137
use               | card in play, limited               | R126 R047           | R024 R137
use               | card in play                        | R126                | R024 R137
use               | Scheme in the Master Plan           | R103                | R047
use               | faceup Scheme at a Location         | R126 R043           | R047
react             | REACTION of a player's card         | R052 R053 R054 R055/R056 | R069 R137
react             | compulsory, of a player's card      | R127 R055/R056      | R069 R137
react             | Location                            | R053 R131 R055/R056 | R069
react             | Unaligned character                 | R053 R055/R056      | R069
react             | Unaligned character, threshold      | R053 R095 R055/R056 | R069
activated token   | limited                             | R047                |
activated token   | limited REACTION                    | R047 R054           |
activated token   | once, as the card says              | R122                |
pay               | a price                             | R016                |
pay               | resources of a Hero                 | R048                | R045
pay               | resources of a Rogue                | R049                |
pay               | out of the pool                     | R031                |
plans asked       |                                     | R103                |
turn facedown     |                                     | R103                |
turn faceup       |                                     | R121 R043           | WORDING

activate          |                                     | R028 R063           | R062
pass              |                                     | R062                |
end activation    |                                     | R028                |
acts              |                                     | R066                |
declare threaten  |                                     | R064 R067           | R011
declare rescue    |                                     | R064/R065 R070      | R011
declare attack    | by a Rogue                          | R064 R075           | R011
declare attack    | by a Hero                           | R065 R076           | R011
strike            |                                     | R124                |
stopped           |                                     | R015/R055           |
no target         |                                     | R015                |
threaten          |                                     | R068                | TOTAL R069 R072 R073
rescue            |                                     | R071                | TOTAL R069 R072
claim             | onto the card                       | R125                | R072 R099 R121 WORDING
claim             | for the Scheme                      | R099                | R072 R073
extra effect      |                                     | R081                |
x                 |                                     | R020                | R012

damage            | by an Attack                        | R077                | TOTAL R082 R083 R084
damage            | by an Unaligned character's Attack  | R077 R124           | TOTAL R084
damage            | by a card                           | R123                | R084 WORDING
stands            |                                     | R086                |
heal              |                                     | R121 R087           | WORDING
reduced           |                                     | R121 R084           | WORDING
reduced modifier  |                                     | R082 R083           | CONSTANT
ignored modifier  |                                     | R082 R083           |
ignore            | all                                 | R121 R084           | WORDING
ignore            | modifier amount                     | R121 R082           | WORDING
ignore            | modifier                            | R121 R082 R085      | WORDING
ignored           | damage                              | R055/R084           |
ignored           | a modifier's effects                | R085                |
unstoppable       |                                     | R018                |
prevented         |                                     | R018                |
cancel            |                                     | R121 R055           | WORDING
cancelled         |                                     | R055                |
instead           |                                     | R121 R019           | WORDING
replaced          |                                     | R019                |
redirect          |                                     | R121 R055           | WORDING
ko                |                                     | R088                |
capture           |                                     | R089                |
sway              |                                     | R097                |
defeat            |                                     | R096                |
leave             |                                     | R096                |
nobody comes      |                                     | R098 R015           |
recover           |                                     | R121 R093           | WORDING
retreat           |                                     | R121 R109           | WORDING
sacrifice         | by a card                           | R121 R094           | WORDING
sacrifice         | as a price                          | R016 R094           |
out               |                                     | R090                |

draw              | in the set-up                       | R058 R010/R116      |
draw              | in a Draw Phase                     | R058 R060/R107      | R119
draw              | for a completed Scheme              | R058 R102           |
draw              | by a card                           | R058 R121           | WORDING
reshuffle         | a player's deck                     | R059                |
reshuffle         | Locations                           | R105                |
discard           | an event that is done               | R040                |
discard           | in a Draw Phase                     | R060/R107           | R119
discard           | as a price                          | R016                | R109
discard           | resources of a limited ability      | R048/R049           | R045 R109
discard           | Attachment of a KO'd Hero           | R037 R088           | R109
discard           | empowering card of a KO'd Hero      | R088                |
discard           | Attachment of who leaves otherwise  | R037                | R109
discard           | empowering card, leaves otherwise   | R109                |
discard           | by a card, out of play              | R121 R128           | WORDING
discard           | by a card, off a character          | R121 R109/R128      | R045 WORDING
discard           | by a card, from play                | R121 R109           | WORDING
take              |                                     | R121                | R013 R109 WORDING
plant             |                                     | R121 R013           | WORDING
look              |                                     | R121 R111           | R110 WORDING
reveal            |                                     | R121 R111           | R110 WORDING
settle            |                                     | R058/R098/R105/R111/R121 | R128 WORDING
choose            |                                     | R014/R121           | R013 R023 R110 WORDING
decide            |                                     | R014                |
tie               |                                     | R021                |
falls short       |                                     | R015/R016           |
exhaust           | to activate                         | R063                |
exhaust           | as a price                          | R016                |
exhaust           | by a card                           | R121                | WORDING
ready             |                                     | R121                | WORDING
relocate          |                                     | R121                | WORDING
value             |                                     | R121 R132           | WORDING
boost             |                                     | R121 R132           | WORDING
blank             |                                     | R121 R022           | WORDING
forbid            |                                     | R121 R018           | WORDING
mark              |                                     | R121                | WORDING
control           | gained                              | R121 R137           | WORDING
control           | given back                          | R137                |

move              | by a card                           | R121 R074           | R015 R073 WORDING
move              | of a defeated Unaligned character   | R096                |
move              | of a swayed Unaligned character     | R097                | R073
move              | of a completed Scheme               | R103                |
move              | of a discarded Scheme               | R074                |

complete          |                                     | R101 R102           |
when completed    |                                     | R102                |
file              |                                     | R103                |
schemes completed |                                     | R101                |
check win         |                                     | R104                | R120
win               |                                     | R104                | R112 R120
discard location  |                                     | R105                |
replace location  |                                     | R105                |
empty space       |                                     | R105                |
"""

# What a question cites, by its words and by the words of its answers.
QUESTIONS = """
question                                  | must           | may
Draft                                     | R002/R113      |
Choose starting characters                | R003/R114      |
Who of the .* goes first                  | R117           |
(Rogue|Hero) Action Phase                 | R027           |
(Rogue Provoke|Hero Oppose) Phase         | R062 R063      |
Activated: .*                             | R051 R064/R065 |
(Attack|Rescue|Threaten) Modifiers        | R079           |
React.*                                   | R053           | R057
.*: which first                           | R057           |
New target                                | R075/R076      |
Which effect next                         | R081           |
Rescue from                               | R071           |
Master Plan                               | R103           |
Pay \\d+ for .*                           | R048/R049      |
Discard a card to pay                     | R016           |
Where to put .*                           | R037/R042      |
.*: choose an? .*                         | R014           | R013 R023 R110 WORDING
Chance picks .*                           | R014/R121      | R013 R023 R110 WORDING
.*: (which|do it)                         | R014           |
Discard down to \\d+                      | R060/R107      | R119
Discard before drawing                    | R107           |
Discard a card                            | R128           |
A random card of .*                       | R128           |
Discard from .*                           | R128           | R045
Which modifier                            | R082           |
Where does .* appear                      | R098           |
Complete Schemes                          | R101           |
The next card of .*                       | R058/R098/R105/R111/R121 | R128 WORDING
"""

# Which rule may forbid a thing; for cards also of which kind they are. PRICE: what cannot be paid.
REFUSALS = """
deed                 | may
start                | R003 R114
activate             | R018 R063 R118
pass                 | R062
done                 | R064 R065
pool                 | R029 R091
recruit              | R032 R090 R096 R112
buy                  | R033 R112 R129
empower              | R044 R091
play event           | R018 R036 R041 R051 R052 R078 R079 R091 R122 PRICE
play attachment      | R018 R036 R037 R051 R064 R065 R091 R122
play asset           | R018 R036 R051 R065 R091
play minion          | R018 R036 R051 R064 R091
play scheme          | R018 R036 R042 R051 R064 R091
play resource        | R036 R051
use hero             | R018 R022 R050 R051 R078 R079 R122 R130 PRICE
use rogue            | R018 R022 R050 R051 R078 R079 R122 R130 PRICE
use attachment       | R018 R022 R051 R078 R079 R122 R126 R130 PRICE
use asset            | R018 R022 R051 R078 R079 R092 R122 R126 PRICE
use minion           | R018 R022 R051 R078 R079 R092 R122 R126 PRICE
use scheme           | R018 R022 R043 R103 R122 R126 PRICE
threaten             | R018 R064 R065 R067 R072 R091
rescue               | R018 R064 R065 R070 R072
attack               | R018 R064 R065 R075 R076
complete             | R018 R091 R101 R109
react                | R018 R036 R041 R052 R053 R091 PRICE
react event          | R018 R036 R041 R052 R053 R091 PRICE
react of a player    | R018 R052 R053 PRICE
react of a Location  | R052 R131
react of an Unaligned character | R052 R095 R099
"""

SHORT = {
    "WORDING": "R012 R016 R017",
    "CONSTANT": "R043 R046 R095 R103 R130 R131",
    "TOTAL": "R043 R046 R080 R081 R095 R103 R130 R131 R132",
    "PRICE": "R016 R018 R046 R047 R048 R049 R092 R122",
}
NOT_YET = {"only answer", "window"}  # told only now and then, and under the rules of the question or of waiting


class Row(NamedTuple):
    """What one kind of thing must and may cite."""

    must: tuple[frozenset[str], ...]  # of each group just one
    may: frozenset[str]

    def wrong(self, rules: tuple[str, ...]) -> str:
        """What is wrong about these rules, or nothing."""
        short = {rule.removeprefix("DCF-") for rule in rules}
        if len(short) != len(rules):
            return "one rule twice"
        for group in self.must:
            if len(short & group) != 1:
                return f"must cite {'/'.join(sorted(group))}"
        other = short - self.may - frozenset().union(*self.must)
        return f"may not cite {', '.join(sorted(other))}" if other else ""


def rules_in(text: str) -> frozenset[str]:
    for word, rules in SHORT.items():
        text = text.replace(word, rules)
    return frozenset(text.split())


def rows(text: str) -> Iterator[list[str]]:
    for line in text.strip().splitlines()[1:]:
        if line.strip():
            yield [cell.strip() for cell in re.split(r" \| | \|$", line)]


def row(must: str, may: str) -> Row:
    return Row(tuple(frozenset(group.split("/")) for group in must.replace("-", "").split()), rules_in(may))


EVENT_ROWS = {(kind, which): row(must, may) for kind, which, must, may, *_ in rows(EVENTS)}
QUESTION_ROWS = [(re.compile(words), row(must, may)) for words, must, may, *_ in rows(QUESTIONS)]
REFUSAL_ROWS = {deed: rules_in(may) for deed, may, *_ in rows(REFUSALS)}


# which of its kind an event is

BY_A_CARD = ("play", "use", "react", "extra effect", "when completed", "play modifier", "replaced")
LEAVING = ("ko", "capture", "retreat", "sacrifice")
ASIDE = ("answer", "only answer", "window", "settle")


class Scene(NamedTuple):
    """An event with the log and the table it belongs to."""

    event: Event
    log: list[Event]
    table: Table

    @property
    def before(self) -> Event:
        """What was told just before, answers aside."""
        number = self.event.id - 1
        while self.log[number].kind in ASIDE:
            number -= 1
        return self.log[number]

    @property
    def trigger(self) -> str:
        return self.log[self.event.causes[0].event].kind if self.event.causes else ""

    @property
    def by_a_card(self) -> bool:
        return self.trigger in BY_A_CARD

    @property
    def in_the_setup(self) -> bool:
        return self.log[0].kind == "game" and not any(event.kind == "round" for event in self.log[: self.event.id])

    def kind_of(self, card: str | None) -> str:
        return str(self.table.box.kind[card or ""])


def _players(scene: Scene) -> str:
    return "two players" if len(scene.table.rules.players) == 2 else "three or four players"


def _setup_or_card(scene: Scene) -> str:
    return "in the set-up" if scene.in_the_setup else "by a card"


def _phase(scene: Scene) -> str:
    return "Draw Phase" if scene.event.detail["name"] == "Draw Phase" else "Action Phase"


def _from_hand(scene: Scene) -> str:
    return "by a card" if scene.by_a_card else "from hand"


def _play(scene: Scene) -> str:
    return scene.kind_of(scene.event.to) + (" by a card" if scene.by_a_card else "")


def _play_modifier(scene: Scene) -> str:
    kind = scene.kind_of(scene.event.to)
    return {"event": "event", "hero": "character", "rogue": "character"}.get(kind, "card in play")


def _ability(scene: Scene, card: str | None) -> Any:
    key = scene.event.detail["ability"]
    return next(ability for ability in scene.table.rules.library[card or ""].abilities if ability.key == key)


def _use(scene: Scene) -> str:
    card = scene.event.to
    kind, limited = scene.kind_of(card), bool(_ability(scene, card).cost)
    if kind == "scheme":
        completed = _ability(scene, card).words.get("while") == "completed"
        return "Scheme in the Master Plan" if completed else "faceup Scheme at a Location"
    if kind in ("hero", "rogue"):
        return "character, limited" if limited else "character, constant"
    return "card in play, limited" if limited else "card in play"


def _react(scene: Scene) -> str:
    card = scene.event.detail["card"]
    ability = _ability(scene, card)
    match scene.kind_of(card):
        case "location":
            return "Location"
        case "unaligned":
            return "Unaligned character, threshold" if "threshold" in ability.amounts else "Unaligned character"
    return "compulsory, of a player's card" if ability.words.get("forced") else "REACTION of a player's card"


def _token(scene: Scene) -> str:
    ability = _ability(scene, scene.event.to)
    if not ability.cost:
        return "once, as the card says"
    return "limited REACTION" if ability.timing == "reaction" else "limited"


def _pay(scene: Scene) -> str:
    if "price" in scene.event.detail:
        return "a price"
    if scene.event.to == "pool":
        return "out of the pool"
    return "resources of a Hero" if (scene.event.by or "").startswith("hero") else "resources of a Rogue"


def _attacker(scene: Scene) -> str:
    return f"by a {scene.kind_of(scene.event.by).title()}"


def _claim(scene: Scene) -> str:
    return "onto the card" if scene.event.to == scene.event.by else "for the Scheme"


def _damage(scene: Scene) -> str:
    attacks = {"declare attack": "by an Attack", "strike": "by an Unaligned character's Attack"}
    return attacks.get(scene.trigger, "by a card")


def _ignore(scene: Scene) -> str:
    what = str(scene.event.detail["what"])
    return what if what in ("modifier", "modifier amount") else "all"


def _ignored(scene: Scene) -> str:
    return "damage" if scene.event.detail["what"] == "damage" and scene.trigger != "extra effect" else "a modifier's effects"


def _price_or_card(scene: Scene) -> str:
    return "as a price" if scene.before.kind == "pay" else "by a card"


def _draw(scene: Scene) -> str:
    if scene.in_the_setup:
        return "in the set-up"
    if scene.trigger == "complete":
        return "for a completed Scheme"
    return "by a card" if scene.by_a_card else "in a Draw Phase"


def _discard(scene: Scene) -> str:
    whose, area = scene.event.detail["source"]
    if area == "played":
        return "an event that is done"
    if (why := _who_left(scene, whose)) is not None:
        what = "Attachment" if area == "attachments" else "empowering card"
        if why == "ko":
            return f"{what} of a KO'd Hero"
        return f"{what} of who leaves otherwise" if what == "Attachment" else "empowering card, leaves otherwise"
    if scene.before.kind == "pay":
        return "as a price" if "price" in scene.before.detail else "resources of a limited ability"
    answers = [scene.log[cause.event] for cause in scene.event.causes if cause.kind == "chosen by"]
    if any(answer.detail.get("prompt", "").startswith("Discard down to") for answer in answers):
        return "in a Draw Phase"  # or after any draw (RULINGS: hand_max_checked)
    if scene.by_a_card:
        where = {
            "attachments": "off a character",
            "empowering": "off a character",
            "play area": "from play",
            "scheme": "from play",
        }
        return f"by a card, {where.get(area, 'out of play')}"
    return "in a Draw Phase"


def _who_left(scene: Scene, whose: str) -> str | None:
    """How the character left whose cards are being discarded now, if it did."""
    for event in reversed(scene.log[: scene.event.id]):
        if event.kind in LEAVING and event.to == whose:
            return event.kind
        if event.kind != "discard":
            return None
    return None


def _exhaust(scene: Scene) -> str:
    if scene.before.kind == "activate":
        return "to activate"
    return _price_or_card(scene)


def _move(scene: Scene) -> str:
    match scene.before.kind:
        case "defeat":
            return "of a defeated Unaligned character"
        case "sway":
            return "of a swayed Unaligned character"
    if scene.event.by is not None:
        return "by a card"
    return "of a completed Scheme" if scene.trigger == "complete" else "of a discarded Scheme"


WHICH: dict[str, Callable[[Scene], str]] = {
    "game": _players,
    "start": _players,
    "shuffle": _setup_or_card,
    "place unaligned": lambda scene: "in the set-up" if scene.in_the_setup else "after a defeat",
    "stage": lambda scene: str(scene.event.detail["name"]),
    "phase": _phase,
    "end phase": _phase,
    "effects end": lambda scene: "with the round" if scene.trigger == "end of round" else "with a phase",
    "empower": _from_hand,
    "play": _play,
    "play scheme": _from_hand,
    "play modifier": _play_modifier,
    "use": _use,
    "react": _react,
    "activated token": _token,
    "pay": _pay,
    "declare attack": _attacker,
    "claim": _claim,
    "damage": _damage,
    "ignore": _ignore,
    "ignored": _ignored,
    "sacrifice": _price_or_card,
    "draw": _draw,
    "reshuffle": lambda scene: "Locations" if scene.event.by == "table" else "a player's deck",
    "discard": _discard,
    "exhaust": _exhaust,
    "control": lambda scene: "gained" if scene.by_a_card else "given back",
    "move": _move,
}


# reading games


class Reader:
    """Reads games against the tables and writes down what does not fit and which rows have been met."""

    def __init__(self) -> None:
        self.wrong: dict[str, list[str]] = {}  # what does not fit -> where
        self.met: Counter[Any] = Counter()

    def note(self, what: str, where: str) -> None:
        self.wrong.setdefault(what, []).append(where)

    def read_log(self, table: Table, where: str) -> None:
        log = table.history
        for event in log:
            if event.kind in ("answer", "only answer"):
                self.read_question(event.detail.get("prompt", ""), event.rules, where)
            elif event.kind == "window":
                self.read_window(event, table, where)
            else:
                self.read_event(Scene(event, log, table), where)

    def read_event(self, scene: Scene, where: str) -> None:
        event = scene.event
        which = WHICH[event.kind](scene) if event.kind in WHICH else ""
        found = EVENT_ROWS.get((event.kind, which))
        self.met[event.kind, which] += 1
        what = found.wrong(event.rules) if found else "there is no such row"
        if what:
            self.note(f"{event.kind} ({which}) cites {', '.join(event.rules)}: {what}", f"{where}, event {event.id}")

    def read_question(self, prompt: str, rules: tuple[str, ...], where: str) -> None:
        found = next(((words, row) for words, row in QUESTION_ROWS if words.fullmatch(prompt)), None)
        if found is None:
            self.note(f"question {prompt!r}: there is no such row", where)
            return
        self.met[found[0].pattern] += 1
        if what := found[1].wrong(rules):
            self.note(f"question {prompt!r} cites {', '.join(rules)}: {what}", where)

    def read_window(self, event: Event, table: Table, where: str) -> None:
        if event.rules != ("DCF-R052",):
            self.note(f"window cites {', '.join(event.rules)}: must cite R052 and no other", where)
        for card, _, clauses in event.detail["near"]:
            kind = table.box.kind[card]
            whose = {"location": "of a Location", "unaligned": "of an Unaligned character", "event": "event"}
            self.read_clauses(f"react {whose.get(kind, 'of a player')}", clauses, f"{card} in {where}")

    def read_refusals(self, game: Game, where: str) -> None:
        for refusal in game.refused():
            deed, *words = refusal.option.split()
            if deed in ("play", "use"):
                deed = f"{deed} {game.table.box.kind[words[0]]}"
            self.read_clauses(deed, refusal.clauses, f"{refusal.option!r} in {where}")

    def read_clauses(self, deed: str, clauses: tuple[Clause, ...], where: str) -> None:
        self.met[deed] += 1
        for clause in clauses:
            rule = clause.rule.removeprefix("DCF-")
            if rule not in REFUSAL_ROWS.get(deed, ()):
                self.note(f"refused to {deed} under {rule}", f"{where} ({clause.text})")

    def complaints(self) -> list[str]:
        """One line for each kind of mistake, with how often and where first."""
        return [f"{what}; {len(where)} times, first {where[0]}" for what, where in self.wrong.items()]


def play_scenario(file: Path, reader: Reader) -> None:
    """A scenario with its variants; after each step everything that is refused is read, too."""
    scenario = read(file)
    scripts = [({}, scenario.script)] if scenario.script or not scenario.variants else []
    for readings, script in scripts + [(variant.rulings, variant.script) for variant in scenario.variants]:
        game = scenario.game(readings, trace=True)
        for step in script:
            assert play_step(game, step) is None, file
            reader.read_refusals(game, file.name)
        reader.read_log(game.table, file.name)


def play_random_game(match: str, seed: int, readings: dict[str, str], reader: Reader) -> None:
    """A random game; every question is read, with a single answer too, and now and then everything that is refused."""
    roll = random.Random(seed)
    game = begin(match, seed, readings, rounds=6)
    where = f"{match}, seed {seed}"

    def look(table: Table, choice: Choice | None) -> None:
        if choice is not None:
            reader.read_question(choice.prompt, choice.rules, where)

    game.watch = look
    while game.choice is not None:
        if roll.random() < 0.1:
            reader.read_refusals(game, where)
        game.answer(roll.choice(game.choice.options))
    reader.read_log(game.table, where)


@cache
def reader_of_scenarios() -> Reader:
    reader = Reader()
    for file in sorted(SCENARIOS.rglob("*.toml")):
        play_scenario(file, reader)
    return reader


@pytest.fixture(scope="module")
def reader_of_cards(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """What cards can do that the box does not have: the example of every verb, and a few of our own."""
    folder = tmp_path_factory.mktemp("cards")
    reader = Reader()
    for verb in VERBS:
        game, _ = play_example(verb, folder)
        reader.read_log(game.table, f"the example of {verb}")
    for name, (cards, phase, answers) in OUR_CARDS.items():
        reader.read_log(play_cards(cards, phase, answers, folder).table, name)
    return reader


EXAMPLE = "[example]\ntext = 'An example.'\ncost = 1\n"
TO_THE_ASYLUM = "activate batman at arkham_asylum"
OUR_CARDS: dict[str, tuple[str, str, list[str]]] = {
    "until the phase ends": (
        EXAMPLE + "type = 'event'\nof = 'batman'\n"
        "ability = [{ play = 'activation', do = [{ boost = 1, of = 'attack', on = 'actor', until = 'phase' }] }]",
        "hero oppose", [TO_THE_ASYLUM, "play example", "done"],
    ),
    "cards that an effect plays": (
        EXAMPLE + "type = 'event'\nof = 'batman'\nability = [{ play = 'turn', do = ["
        "{ choose = 'card', in = 'hand', of = 'you', if = 'it.cost > 0', count = 2, as = 'found' }, { play = 'found' }] }]",
        "hero action", ["play example"],
    ),
    "a Scheme that an effect plays": (
        EXAMPLE + "type = 'event'\nof = 'cheetah'\nability = [{ play = 'turn', do = ["
        "{ choose = 'card', in = 'hand', of = 'you', if = \"it.type == 'scheme'\", as = 'found' }, { play = 'found' }] }]",
        "rogue action", ["play example", "at the_daily_planet"],
    ),
    "what is attached by an effect": (
        EXAMPLE + "type = 'event'\nof = 'batman'\nability = [{ play = 'turn', do = ["
        "{ choose = 'card', in = 'hand', of = 'you', if = \"it.type == 'attachment'\", as = 'found' },"
        "{ attach = 'found', on = \"'cheetah'\" }] }]",
        "hero action", ["play example"],
    ),
    "a character's constant ability, once and for nothing": (
        "[batman]\ntext = 'Batman.'\nability = [{ name = 'Study', use = 'turn', once = true, do = [{ draw = 1 }] },"
        "{ name = 'Reach', modifier = 'attack', pay = 'discard a card', add = 1 }]",
        "hero oppose", [TO_THE_ASYLUM, "use batman study", "attack cheetah", "use batman", "discard grapnel_gun"],
    ),
    "an Asset's limited ability": (
        EXAMPLE + "type = 'asset'\nof = 'batman'\nability = [{ use = 'turn', cost = 1, do = [{ draw = 1 }] }]",
        "hero action", ["play example", "use example 1"],
    ),
    "an Asset that is sacrificed": (
        EXAMPLE + "type = 'asset'\nof = 'batman'\nability = [{ use = 'turn', pay = 'sacrifice this', do = [{ draw = 1 }] }]",
        "hero action", ["play example", "use example 1"],
    ),
    "a faceup Scheme": (
        EXAMPLE + "type = 'scheme'\nof = 'cheetah'\nthreshold = 5\nplayed_faceup = true\n"
        "ability = [{ use = 'turn', while = 'faceup', do = [{ draw = 1 }] }]",
        "rogue action", ["play example at the_daily_planet", "use example 1"],
    ),
    "who ignores a modifier's amount": (
        "[batman]\ntext = 'Batman.'\nability = [{ reaction = 'when damage', if = 'target == this', "
        "do = [{ ignore = 'modifier amount' }] }]",
        "rogue provoke", ["activate cheetah at arkham_asylum", "attack batman", "play enhanced_strength", "react batman 1"],
    ),
    "who cannot suffer damage": (
        "[batman]\ntext = 'Batman.'\nability = [{ constant = 'cannot suffer damage', if = 'it == this' }]",
        "rogue provoke", ["activate cheetah at arkham_asylum", "attack batman"],
    ),
}  # fmt: skip


def play_cards(cards: str, phase: str, answers: list[str], folder: Path) -> Game:
    """A scene with cards of our own; `example` is in the hand of its side."""
    file = folder / "ours.toml"
    file.write_text(cards)
    data = {
        "phase": phase,
        "rogue": {"characters": ["cheetah"], "hand": ["enhanced_strength", "hunting_grounds"], "deck": ["scent_the_prey"]},
        "hero": {
            "characters": [{"card": "batman", "at": "arkham_asylum", "empowering": ["fame.1"]}],
            "hand": ["batcave", "armored_cape", "grapnel_gun"],
            "deck": ["renown.1", "renown.2"],
        },
        "locations": [
            {"card": "arkham_asylum", "citizens": 6, "scheme": "dose_the_city"},
            {"card": "the_daily_planet"},
            {"card": "iron_heights"},
        ],
    }
    if cards.startswith("[example]"):
        data["rogue" if phase == "rogue action" else "hero"]["hand"].append("example")
    if phase == "hero oppose":
        data["rogue"]["characters"] = [{"card": "cheetah", "at": "arkham_asylum", "exhausted": True}]
    game = Game(set_position(data, "2", 1, True, {}, False, setup.library(find_pack(file))))
    for answer in answers:
        game.answer(answer)
    roll = random.Random(1)
    while game.choice is not None and not game.choice.quiet:
        game.answer(roll.choice(game.choice.options))
    return game


# the tests


def test_every_kind_of_event_has_its_rows_and_every_rule_exists():
    kinds = {kind for kind, _ in EVENT_ROWS}
    assert set(KINDS) - {"answer"} - NOT_YET == kinds
    named = set(re.findall(r"R\d{3}", EVENTS + QUESTIONS + REFUSALS + str(SHORT)))
    assert {f"DCF-{rule}" for rule in named} <= set(rule_texts())


def test_the_scenarios_cite_what_made_it_so_and_nothing_else():
    assert reader_of_scenarios().complaints() == []


def test_the_examples_of_all_verbs_do_too(reader_of_cards):
    assert reader_of_cards.complaints() == []


@pytest.mark.parametrize("match", MATCHES)
def test_random_games_do_too(match):
    """Under the default readings, and under any others."""
    reader = Reader()
    for seed in range(2):
        play_random_game(match, seed, {}, reader)
        play_random_game(match, seed, any_readings(random.Random(seed)), reader)
    assert reader.complaints() == []


def test_no_row_of_the_tables_is_idle(reader_of_cards):
    """What never happens in a scenario, an example or the end of a match would be a row that nobody has checked."""
    met = reader_of_scenarios().met + reader_of_cards.met
    rows = [*EVENT_ROWS, *(words.pattern for words, _ in QUESTION_ROWS), *REFUSAL_ROWS]
    assert [row for row in rows if not met[row] and row != ("round limit", "")] == []


def test_the_tables_notice_a_wrong_citation():
    """Damage by a card under the rule of Attacks, a rule twice, and a rule that is missing."""
    damage = EVENT_ROWS["damage", "by a card"]
    assert damage.wrong(("DCF-R123", "DCF-R084")) == ""
    assert damage.wrong(("DCF-R077",)) == "must cite R123"
    assert damage.wrong(("DCF-R123", "DCF-R077")) == "may not cite R077"
    assert damage.wrong(("DCF-R123", "DCF-R123")) == "one rule twice"
    assert "R015" not in frozenset().union(*REFUSAL_ROWS.values())
