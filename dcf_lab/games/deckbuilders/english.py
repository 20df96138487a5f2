"""Cards of the family spelled out: what their ability data says, in the words of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dcf_lab.engine.cards.cards import Ability, Card, Library
from dcf_lab.engine.cards.english import Scene, a, capital, clause, headed, mentions, noun, parse, whoever, written
from dcf_lab.engine.cards.sayings import conditions, told, when
from dcf_lab.games.deckbuilders.register import rulings_of
from dcf_lab.games.deckbuilders.sayings import KINDS, MANY, NAMES, ONE, VOCABULARY, for_all, many, one_of, per


def spell_out(card: Card, cards: Library) -> list[str]:
    """Each ability of a card in English, as its data has it.

    >>> from dcf_lab.games import manual
    >>> cards = manual("dc_deckbuilding").library()
    >>> spell_out(cards["punch.1"], cards)
    ['+1 Power.']
    """
    power = [f"+{card.value('power')} Power."] if card.type != "character" and card.value("power") else []
    abilities = [ability for ability in card.abilities if _works_usually(ability, scene_of(card, cards))]
    found = [_ability(ability, scene_of(card, cards)) for ability in abilities]
    if power and found and not found[0].startswith("+") and abilities[0].timing == "play":
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
    text = _as_usual(when(conditions(ability.raw.get("if")), scene), cards.game)
    text = _polished(text.removeprefix(", if "))
    return text[:1].lower() + text[1:] if text.startswith(("There ", "It ", "This ", "You ", "That ")) else text


# timings: the clauses of an ability, the first with its head


def _ability(ability: Ability, scene: Scene) -> str:
    clauses = _TIMINGS[ability.timing](ability, scene)
    if "x" in ability.raw:
        clauses.append(f"X, worked out first, is {noun(parse(ability.raw['x']), scene)}")
    if ability.words.get("any_turn"):
        clauses.append("it works in every player's turn")
    if ability.words.get("any_time"):
        clauses.append("it works also between two turns")
    return _polished(_as_usual(written(clauses), scene.cards.game))


def _if(ability: Ability, scene: Scene) -> str:
    return when(conditions(ability.raw.get("if")), scene).removeprefix(", ")


def _play(ability: Ability, scene: Scene) -> list[str]:
    holding = _if(ability, scene)
    return headed(holding, told(ability.lines, scene)) if holding else told(ability.lines, scene)


_COSTS = {
    "discard this": "discard this card", "show this": "show this card", "discard a card": "discard a card",
    "discard this or destroy a vulnerability":
        "discard this card, or show it and destroy a Vulnerability in your hand or discard pile",
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
    scene.names.update({"victim": "that player", "victims": "all players who are hit"})
    lines = told(ability.lines, scene)
    if not any("that player" in line for line in lines) or any("all players who are hit" in line for line in lines):
        return headed("First Appearance - Attack", lines)
    whole = for_all(". ".join([lines[0], *map(capital, lines[1:])]), "that player", "each player")
    return [f"First Appearance - Attack: {whole}"]


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
            every = noun(parse(ability.raw["every"]), scene)
            there = f"is {a(one_of(of_what))}" if every == "1" else f"are {every} {of_what}"
            return [f"{amount} once there {there}{rest}{once}"]
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
    "start": _simply("at the start of your turn"),
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
    "after announce": ("after {player} announces a Confrontation", {"player": "you"}),
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


def has_happened(moment: str, names: Mapping[str, str]) -> str:
    """That a moment has come: 'Kick has been played'."""
    said = {
        "after play": "{card} has been played", "after take": "{card} has been bought or gained",
        "after draw": "cards have been drawn", "after discard": "{card} has been discarded",
        "after pass": "{card} has been passed", "after destroy": "{card} has been destroyed",
        "after points": "Victory Points have been gained", "after attack": "the Attack of {card} is over",
    }  # fmt: skip
    return said.get(moment, happening(moment, names)).format(card=names.get("card", "a card"))


# rulings: what a card says under the usual readings


def _works_usually(ability: Ability, scene: Scene) -> bool:
    """Does an ability say anything under the usual readings?"""
    holding = conditions(ability.raw.get("if"))
    return not any(_as_usual(clause(condition, scene), scene.cards.game) == "FALSE" for condition in holding)


def _as_usual(text: str, game: str) -> str:
    """A text without its other readings: what holds only under them is left out, what holds anyway is not said."""
    if "⟪" not in text:
        return text
    rulings = rulings_of(game)

    def holds(found: re.Match[str]) -> str:
        usual = rulings[found[1]].default if found[1] in rulings else "A"
        return "TRUE" if (usual == found[3]) != bool(found[2]) else "FALSE"

    text = re.sub(r"⟪(\w+)⟫ is (not )?([A-Z])", holds, text)
    for pattern, better in (
        (r" or such that FALSE|such that FALSE or ", ""),
        (r" or that [^,.;:]*? (?:if|such that) FALSE", ""),
        (r"either FALSE or ", ""),
        (r"either ((?:(?! or | and )[^,.:;])*) or FALSE", r"\1"),
        (r"either [^,.:;]*?\bTRUE\b( or [^,.:;]*)?", "TRUE"),
        (r" and TRUE\b|\bTRUE and ", ""),
        (r"(?:^|(?<=\. )|(?<=; ))[Ii]f [^,.:;]*\bFALSE\b[^,.:;]*[,:] [^.;]*[.;] ?", ""),
        (r"\b[Ii]f TRUE[,:] ", ""),
        (r",? if TRUE\b", ""),
        (r" plus \(?\d* ?i?f? ?FALSE\)?", ""),
    ):
        text = re.sub(pattern, better, text)
    return ". ".join(capital(part) for part in text.strip().split(". "))


# what the grammar leaves clumsy

_KIND = "|".join(sorted((word for kind, word in KINDS.items() if kind != "card"), key=len, reverse=True))
_SEVERAL = "|".join(sorted(ONE, key=len, reverse=True))
_PLACE = r"(?: (?:in|among|of) [^,.;:]*?)?"
_DOES = r"(destroy|discard|play|gain|lay a Frozen token on|put|pass)"
_NUMBERED = rf"\b[Tt]he number of ((?:differently named |other )?(?:{_SEVERAL})[^,.;:]*?) is"


def _is_one(found: re.Match[str]) -> str:
    return f"there is {a(one_of(found[1]))}"


def _done_to(found: re.Match[str]) -> str:
    """'destroy a card in your hand' of 'choose a card in your hand and call it the gone card. Destroy the gone card'."""
    chooses, cards, does = found["chooses"], found["cards"], found["does"][0].lower() + found["does"][1:]
    return f"{does + 's' if chooses.lower() == 'chooses' else _like(chooses, does)} {cards}"


def _like(word: str, other: str) -> str:
    return capital(other) if word[0].isupper() else other


def _polished(text: str) -> str:
    """Sentences as people would write them: 'a Hero in your hand' for 'a card in your hand that is a Hero'."""
    kinds = rf"((?:{_KIND})(?: or (?:that is )?an? (?:{_KIND}))*)"
    chosen = r"(?P<chooses>[Cc]hooses?) (?P<cards>(?:(?! and calls? )[^;.:])*?),? and calls? (?:it|them)"
    chosen += r" the (?P<name>\w+)(?P<kind> cards?)?(?:\.| and|, and)?"
    does = rf"(?:(?i:that|each) (?:foe|player) )?(?P<does>(?i:{_DOES}))s? (?:each of )?the (?P=name)(?P=kind)?\b"
    steps: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
        (r"⟦([^⟧]*)⟧ is at least 1", r"\1"),
        (r"⟦([^⟧]*)⟧ is 0", r"it is not so that \1"),
        (r"it is not so that (you are|you is|\w+ \w+ is) (in|an?|of|the) ", r"\1 not \2 "),
        (r"⟦([^⟧]*)⟧", r"\1"),
        (rf"\b([Aa])n? card({_PLACE}) that is an? {kinds}", lambda m: f"{_like(m[1], a(_joined(m[3])))}{m[2]}"),
        (rf"\b([Ee])ach card({_PLACE}) that is an? {kinds}", lambda m: f"{m[1]}ach {_joined(m[3])}{m[2]}"),
        (rf"(\d|X|any) cards({_PLACE}) that is an? {kinds}", lambda m: f"{m[1]} {_several(m[3])}{m[2]}"),
        (rf"{_NUMBERED} at least 1\b", _is_one),
        (rf"{_NUMBERED} (not )?exactly 1\b", lambda m: f"there is {m[2] or ''}exactly 1 {one_of(m[1])}"),
        (rf"{_NUMBERED} (at least|at most|exactly) (\d+)", r"there are \2 \3 \1"),
        (rf"{_NUMBERED} 0\b", r"there are no \1"),
        (r"with a cost of no\b", "of cost 0"),
        (r"with a cost of at most (\d+)", r"of cost \1 or less"),
        (r"with a cost of at least (\d+)", r"of cost \1 or more"),
        (r"with a cost of exactly (\d+)", r"of cost \1"),
        (r"has a cost of at least 1\b", "costs anything"),
        (r"has a cost of at most (\d+)", r"costs \1 or less"),
        (r"has a cost of at least (\d+)", r"costs \1 or more"),
        (r"of cost (\d+) or more and of cost (\d+) or less", r"of cost \1 to \2"),
        (r" and (of cost \d)", r" \1"),
        (rf"{chosen} {does}", _done_to),
        (r"\b([Tt])he number of the \w+ cards? plus the number of the \w+ cards? is 0", "neither is done"),
        (r"\b([Tt])he number of the (\w+) cards? is 0", r"\1hat is not done"),
        (r"\b[Tt]he number of that card is (?:exactly|at least) 1", "there is a card"),
        (r"\b[Tt]he number of the attacker is (?:exactly|at least) 1", "there is an attacker"),
        (r"among the top cards equal to the number of those cards(?: minus \d)? of your deck", "among those cards"),
        (r"([Yy]ou may (?:choose|play|put|destroy|discard|gain)) (\d+) ", r"\1 up to \2 "),
        (r"for each (player|foe), [Tt]hat \1 ", r"each \1 "),
        (r"the higher of ((?:(?! and )[^.])*) and [^.]*? if FALSE", r"\1"),
        (r"Power equal to (\d+) times 1 if either [^.]*? when you play", r"+\1 Power when you play"),
        (r"\b([Tt])he number of the (\w+) cards? is (exactly|at least) 1", r"\1hat is done"),
        (r"\b(you may )?(remember) ((?:(?! as the )[^.])*) as the (\w+)\. (?!.*\bthe \4\b)", ""),
        (r"\b[Rr]emember ((?:(?! as the )[^.])*) as the (\w+)\. (?!.*\bthe \2\b)", ""),
        (r"where it comes from is not ", "it does not come from "),
        (r"where it comes from is ", "it comes from "),
        (r"\bif that is done, if\b", "if that is done and"),
        (r"\ban? ([\w ]+?) and such that (?:that card|it) is the first card of its name played this turn",
         r"the first \1 of its name this turn"),
        (r"\ba card such that (?:that card|it) is the first ([^,.;:]*?) played this turn", r"the first \1 of the turn"),
        (r"\ban? ([\w ]+?) and such that (?:that card|it) is the first [^,.;:]*? played this turn", r"the first \1 of the turn"),
        (r" and such that (?:it|that card) ", " that "),
        (r" and such that ", " if "),
        (r"each card among the top card of", "the top card of"),
        (r"each card among the top (\d+) cards of", r"the top \1 cards of"),
        (r"the number of the top card of [^,.;:]*? is at least 1", "there is one"),
        (r"the foes's", "each foe's"),
        (r"in the players hit's discard pile", "in the discard piles of the players hit"),
        (r"lay cards [^.]*? among each of the playable equal to the number of the playable", "lay all of the playable ones"),
        (r"that payment is not there", "nothing is paid"),
        (r"\bup to 99 ", "any number of "),
        (r"you may you may", "you may"),
        (r" & ", " and "),
        (r" and that (is|was) ", r" that \1 "),
        (r"\b(each|that) (foe|player)((?: (?!each|that)\w+)* [^.;]*?)\bthat \2's", r"\1 \2\3their"),
        (r"\b(each|that) (foe|player)((?: (?!each|that)\w+)* [^.;]*?)\bthat \2's", r"\1 \2\3their"),
        (r"\b(those cards|they) (has|is|was)\b", lambda m: f"{m[1]} {({'has': 'have', 'is': 'are', 'was': 'were'})[m[2]]}"),
        (r"(whose|that card's|this card's) owner's\b", "its owner's"),
        (r" +", " "),
    )  # fmt: skip
    for pattern, better in steps:
        text = re.sub(pattern, better, text)
    names = re.findall(r"\bcall(?:s)? (?:it|them) the (\w+)", text)
    text = re.sub(
        r"\b(T|t)he (\w+) card\b", lambda m: m[0] if m[2] in (*names, "top", "last", "first") else f"{m[1]}hat card", text
    )
    text = re.sub(r"\beach of the (\w+) cards\b", lambda m: m[0] if m[1] in names else "each of those cards", text)
    if re.search(r"(?<!among )the top card of", text):
        text = text.replace("each of those cards", "that card")
    text = re.sub(r"\bthe number of the (\w+) cards\b", lambda m: m[0] if m[1] in names else "the number of those cards", text)
    text = re.sub(r"\ba (?=Equipment|Attack|Assist)", "an ", text)
    return ". ".join(capital(part) for part in text.split(". "))


def _joined(kinds: str) -> str:
    """'Hero or Villain' of 'Hero or that is a Villain'."""
    return re.sub(r" or (that is )?an? ", " or ", kinds)


def _several(kinds: str) -> str:
    return " or ".join(MANY.get(kind, f"{kind}s") for kind in _joined(kinds).split(" or "))


__all__ = ["condition_in_words", "happening", "has_happened", "many", "scene_of", "spell_out"]
