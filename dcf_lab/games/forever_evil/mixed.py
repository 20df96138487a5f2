"""Good against Bad: a main deck of two boxes, two stacks, and cards that one side never keeps (Variant Games)."""

from __future__ import annotations

import re
import tomllib

from dcf_lab.engine.cards.packs import Pack, find_pack
from dcf_lab.games import folder_of
from dcf_lab.games.deckbuilders.box import DESTROYED, DOOMED, Table, cites
from dcf_lab.games.deckbuilders.taking import destroy, move
from dcf_lab.games.deckbuilders.turn import TWO_STACKS
from dcf_lab.games.deckbuilders.verbs import add_points

OTHER_BOX = "dc_deckbuilding"
PREFIX = "ddb_"  # many cards of the two boxes share a name
LEFT_OUT = ("deathstorm", "phantom_stranger", "man_bat_serum", "power_ring", "superwoman")
_COMMON = "starters.toml"  # Punches, Kicks and Weaknesses are there once
_CARD = re.compile(r"^(\[+)([a-z0-9_]+)(?=[.\]])", re.M)


def other_box() -> Pack:
    """The cards of the base game, under ids of their own."""
    files = [file for file in find_pack(folder_of(OTHER_BOX) / "cards").files if not file[0].endswith(_COMMON)]
    known = {card: fields for _, text in files for card, fields in tomllib.loads(text).items()}
    return Pack("", tuple((f"{OTHER_BOX}/{called}", _renamed(text, known)) for called, text in files))


def _renamed(text: str, known: dict[str, dict[str, object]]) -> str:
    """A card file whose cards, and what is said of them in quotes, have the prefix; who goes first is the base game's rule."""

    def header(found: re.Match[str]) -> str:
        brackets, card = found.groups()
        return f"{brackets}{PREFIX}{card}"

    def first_line(found: re.Match[str]) -> str:
        card = found[1].removeprefix(PREFIX)
        name = "" if "name" in known[card] else f'\nname = "{card.replace("_", " ").title()}"'
        return f"[{found[1]}]{name}\nother_set = true"

    text = re.sub(r"(?<!ruling\()'([a-z0-9_]+)'", lambda found: f"'{PREFIX}{found[1]}'" if found[1] in known else found[0], text)
    text = re.sub(r"^goes_first = true\n", "", text, flags=re.M)
    text = re.sub(r", goes_first = \"[^\"]*\"", "", text)
    return re.sub(rf"^\[({PREFIX}[a-z0-9_]+)\]$", first_line, _CARD.sub(header, text), flags=re.M)


def exchange(table: Table, player: str, card: str, gained: bool) -> None:
    """The good side keeps no Villain and the bad side no Hero: it becomes tokens, and is destroyed."""
    if TWO_STACKS not in table.rules.settings:
        return
    box = table.box
    if ("villain" if box.team[player] == "good" else "hero") not in box.kinds[card]:
        return
    worth = 0 if card in box.starred else max(0, box.vp[card])
    if not gained and table.ruling("gvb_never") == "B":
        worth = 0
    event = table.log("exchange", by=player, to=card, amount=worth, rules=cites(table, "exchange"))
    with table.because(event):
        if worth:
            add_points(table, player, worth)
        destroy(table, card, player, cites(table, "exchange"))


def last_destructions(table: Table) -> None:
    """When the game ends, what Firestorm and Firestorm Matrix have kept is destroyed; nobody is rewarded or punished for it."""
    for card in [card for card, what in table.marks if what == DOOMED]:
        player, area = next(zone for zone, cards in table.zones.items() if card in cards)
        table.log("destroy", by=None, to=card, rules=cites(table, "last destructions"), source=(player, area), causes=())
        move(table, card, (player, area), DESTROYED)
