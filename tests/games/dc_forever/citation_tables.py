"""What every kind of event, question and refusal must and may cite, side by side: three tables, and how a row is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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
