"""Which of its kind an event is: the second column of the table of events, as it is read off the log and the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dcf_lab.engine.table import Event, Table

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
