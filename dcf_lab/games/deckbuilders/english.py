"""Cards of the family spelled out: what their ability data says, in the words of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dcf_lab.engine.cards.cards import Ability, Card, Library
from dcf_lab.engine.cards.english import Scene, a, capital, headed, mentions, noun, parse, whoever, written
from dcf_lab.engine.cards.sayings import conditions, told, when
from dcf_lab.games.deckbuilders.sayings import KINDS, MANY, NAMES, ONE, VOCABULARY, many, one_of, per


def spell_out(card: Card, cards: Library) -> list[str]:
    """Each ability of a card in English, as its data has it.

    >>> from dcf_lab.games import manual
    >>> cards = manual("dc_deckbuilding").library()
    >>> spell_out(cards["punch.1"], cards)
    ['+1 Power.']
    """
    power = [f"+{card.value('power')} Power."] if card.type != "character" and card.value("power") else []
    found = [_ability(ability, scene_of(card, cards)) for ability in card.abilities]
    if power and found and found[0].startswith("+") is False and card.abilities[0].timing == "play":
        return [f"{power[0]} {found[0]}", *found[1:]]
    return power + found


def scene_of(card: Card, cards: Library) -> Scene:
    """How the names of expressions are called on a card."""
    names = dict(NAMES)
    if card.type == "character":
        names["this"] = card.name
    return Scene(card, cards, names, VOCABULARY)


def condition_in_words(ability: Ability, cards: Library) -> str:
    """What must hold for an ability to work, as far as its card says it; nothing if it says nothing."""
    scene = scene_of(cards.printed[ability.card], cards)
    return _polished(when(conditions(ability.raw.get("if")), scene).removeprefix(", if "))


# timings: the clauses of an ability, the first with its head


def _ability(ability: Ability, scene: Scene) -> str:
    clauses = _TIMINGS[ability.timing](ability, scene)
    if "x" in ability.raw:
        clauses.append(f"X, worked out first, is {noun(parse(ability.raw['x']), scene)}")
    if ability.words.get("any_turn"):
        clauses.append("it works in every player's turn")
    if ability.words.get("any_time"):
        clauses.append("it works also between two turns")
    name = f"{ability.name}: " if ability.name else ""
    return name + _polished(written(clauses))


def _if(ability: Ability, scene: Scene) -> str:
    return when(conditions(ability.raw.get("if")), scene).removeprefix(", ")


def _play(ability: Ability, scene: Scene) -> list[str]:
    holding = _if(ability, scene)
    return headed(holding, told(ability.lines, scene)) if holding else told(ability.lines, scene)


_COSTS = {
    "discard this": "discard this card", "show this": "show this card", "discard a card": "discard a card",
    "discard this or destroy a vulnerability": "discard this card, or show it and destroy a Vulnerability in your hand or discard pile",
}  # fmt: skip


def _defense(ability: Ability, scene: Scene) -> list[str]:
    holding = _if(ability, scene)
    pay = " and ".join(_COSTS.get(one, one) for one in ability.pay) or "use this card"
    scene.names["victim"] = "the player protected"
    lines = told(ability.lines, scene)
    return [f"Defense{f', {holding}' if holding else ''}: {pay} to avoid an Attack{''.join(f', and {one}' for one in lines[:1])}",
            *lines[1:]]  # fmt: skip


def _block(ability: Ability, scene: Scene) -> list[str]:
    holding = _if(ability, scene)
    return headed(f"Block{f', {holding}' if holding else ''}", told(ability.lines, scene))


def _first_appearance(ability: Ability, scene: Scene) -> list[str]:
    scene.names.update({"victim": "each player", "victims": "all players who are hit"})
    text = ". ".join(told(ability.lines, scene))
    first, each, rest = text.partition("each player")
    return [f"First Appearance - Attack: {first}{each}{rest.replace('each player', 'that player')}"]


def _reaction(ability: Ability, scene: Scene) -> list[str]:
    head = _moment(ability, scene)
    once = " (once per turn)" if ability.words.get("once") else ""
    lines = told(ability.lines, scene)
    if ability.words.get("optional") and lines and not lines[0].startswith("you may"):
        lines = [f"you may {lines[0]}", *lines[1:]]
    return headed(head + once, lines)


def _constant(ability: Ability, scene: Scene) -> list[str]:
    holding = conditions(ability.raw.get("if"))
    about = [c for c in holding if mentions(c, "it", "card")]
    rest = when([c for c in holding if c not in about], scene)
    add = parse(ability.raw.get("add", 0))
    if ability.what == "bonus":
        amount = per(add, scene, "{} Power", "+")
        once = " (once per turn)" if ability.words.get("once") else ""
        if "every" in ability.raw:
            of_what = noun(parse(ability.raw["tally"]), scene).removeprefix("the number of ")
            return [f"{amount} once there are {noun(parse(ability.raw['every']), scene)} {of_what}{rest}{once}"]
        thing = whoever("card", "it", about, scene)
        return [f"{amount} when you play {thing.one()}{rest}{once}"]
    if ability.what == "points":
        return [f"at the end of the game this card is worth {per(add, scene, '{} Victory Point(s)')}{rest}"]
    goal = {"may go to deck": "on top of your deck", "may go to bottom": "under your deck", "may go to hand": "into your hand"}
    if ability.what in goal:
        thing_ = "this card" if ability.words.get("own") else whoever("card", "it", about, scene).one()
        also = when(about, scene) if ability.words.get("own") else ""
        return [f"when you buy or gain {thing_}{also}{rest}, you may put it {goal[ability.what]}"]
    thing = whoever("card", "it", about, scene)
    return [f"{thing.each()} {_CONSTANTS.get(ability.what, ability.what)}{rest}"]


_CONSTANTS = {"is assist": "is an Assist card", "cost": "costs more", "block": "is harder to beat"}


def _use(ability: Ability, scene: Scene) -> list[str]:
    holding = _if(ability, scene)
    once = "once in each of your turns" if ability.words.get("once") else "in your turn"
    lines = told(ability.lines, scene)
    return headed(f"{once}{f', {holding}' if holding else ''}", [f"you may {lines[0]}", *lines[1:]] if lines else [])


def _end(ability: Ability, scene: Scene) -> list[str]:
    holding = _if(ability, scene)
    return headed(f"at the end of your turn{f', {holding}' if holding else ''}", told(ability.lines, scene))


def _simply(head: str) -> Callable[[Ability, Scene], list[str]]:
    def clauses(ability: Ability, scene: Scene) -> list[str]:
        holding = _if(ability, scene)
        return headed(f"{head}{f', {holding}' if holding else ''}", told(ability.lines, scene))

    return clauses


_TIMINGS: dict[str, Callable[[Ability, Scene], list[str]]] = {
    "play": _play,
    "defense": _defense,
    "block": _block,
    "first_appearance": _first_appearance,
    "reaction": _reaction,
    "constant": _constant,
    "use": _use,
    "end": _end,
    "destroyed": _simply("if this card is destroyed in any zone, whoever's effect destroyed it does this"),
    "defeated": _simply("when this card is defeated"),
}


# moments

# moment -> its sentence, as it waits and as it has happened
MOMENTS = {
    "after play": ("after {player} plays {card}", {"player": "you", "card": "card"}),
    "after take": ("after {player} buys or gains {card}", {"player": "you", "card": "card"}),
    "after draw": ("after a card has let {player} draw", {"player": "you"}),
    "after discard": ("after {player} discards {card}", {"player": "you", "card": "card"}),
    "after pass": ("after {player} passes {card}", {"player": "you", "card": "card"}),
    "after destroy": ("after {player} destroys {card}", {"player": "you", "card": "card"}),
    "after points": ("after {player} gains Victory Points", {"player": "you"}),
    "after attack": ("after {player} attacks with {card}", {"player": "you", "card": "card"}),
    "when attack": ("when {card} attacks {player}", {"player": "player", "card": "card"}),
}


def _moment(ability: Ability, scene: Scene) -> str:
    """The moment with what it is about: 'after you play a Hero', and what else must hold."""
    holding = conditions(ability.raw.get("if"))
    about = [
        c for c in holding if mentions(c, "card") and not mentions(c, "player", "this", "hit", "it", "source", "bought", "again")
    ]
    card = whoever("card", "card", about, scene).one()
    who = "a player" if ability.words.get("anyone") else "you"
    if not ability.words.get("anyone"):
        scene.names["player"] = "you"
    sentences = []
    for what in ability.what.split(" or "):
        pattern = MOMENTS.get(what, (what, {}))[0]
        sentences.append(pattern.format(player=who, card=card))
    return " or ".join(sentences) + when([c for c in holding if c not in about], scene)


def happening(moment: str, names: Mapping[str, str]) -> str:
    """A moment with those whom it is about by their names, as far as they are known.

    >>> happening("after play", {"player": "Player 1", "card": "Kick"}), happening("after draw", {})
    ('after Player 1 plays Kick', 'after a card has let a player draw')
    """
    pattern, roles = MOMENTS.get(moment, (moment, {}))
    return pattern.format(
        **{role: names.get(role) or a("player" if role == "player" else thing) for role, thing in roles.items()}
    )


# what the grammar leaves clumsy

_KIND = "|".join(sorted((word for kind, word in KINDS.items() if kind != "card"), key=len, reverse=True))
_SEVERAL = "|".join(sorted(ONE, key=len, reverse=True))


def _is_one(found: re.Match[str]) -> str:
    return f"there is {a(one_of(found[1]))}"


def _polished(text: str) -> str:
    """Sentences as people would write them: 'a Hero in your hand' for 'a card in your hand that is a Hero'."""
    kinds = rf"((?:no )?(?:{_KIND})(?: or (?:that is )?an? (?:{_KIND}))*)"
    for pattern, better in (
        (r"⟦([^⟧]*)⟧ is at least 1", r"\1"),
        (r"⟦([^⟧]*)⟧ is 0", r"it is not so that \1"),
        (r"⟦([^⟧]*)⟧", r"\1"),
        (rf"\b[Aa]n? card((?: (?:in|among|of) [^,.;:]*?)?) that is an? {kinds}", lambda m: f"{a(_joined(m[2]))}{m[1]}"),
        (rf"\beach card((?: (?:in|among|of) [^,.;:]*?)?) that is an? {kinds}", lambda m: f"each {_joined(m[2])}{m[1]}"),
        (rf"(\d|X|any) cards((?: (?:in|among|of) [^,.;:]*?)?) that is an? {kinds}", lambda m: f"{m[1]} {_several(m[3])}{m[2]}"),
        (rf"\bthe number of ((?:differently named )?(?:{_SEVERAL})[^,.;:]*?) is at least 1\b", _is_one),
        (rf"\bthe number of ((?:differently named )?(?:{_SEVERAL})[^,.;:]*?) is (at least|at most|exactly) (\d+)", r"there are \2 \3 \1"),
        (rf"\bthe number of ((?:differently named )?(?:{_SEVERAL})[^,.;:]*?) is 0\b", r"there are no \1"),
        (r"where it comes from is not ", "it does not come from "),
        (r"where it comes from is ", "it comes from "),
        (r"\bif that is done, if\b", "if that is done and"),
        (r"with a cost of at most (\d+)", r"of cost \1 or less"),
        (r"with a cost of at least (\d+)", r"of cost \1 or more"),
        (r"with a cost of exactly (\d+)", r"of cost \1"),
        (r"(whose|that card's|this card's) owner's\b", r"its owner's"),
        (r"\byour foe\b", "that foe"),
        (r" +", " "),
    ):  # fmt: skip
        text = re.sub(pattern, better, text)
    return capital(text)


def _joined(kinds: str) -> str:
    """'Hero or Villain' of 'Hero or that is a Villain'."""
    return re.sub(r" or (that is )?an? ", " or ", kinds)


def _several(kinds: str) -> str:
    return " or ".join(MANY.get(kind, f"{kind}s") for kind in _joined(kinds).split(" or "))


__all__ = ["condition_in_words", "happening", "many", "scene_of", "spell_out"]
