"""Why can't I? Any deed of any character, card or player, at any moment: every reason against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from dcf_lab.engine.game import Clause, Game, Refusal
from dcf_lab.engine.table import name_of, where
from dcf_lab.games import Asking, UnknownDeed
from dcf_lab.games.dc_forever.rules import legal, legal_actions
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, ROGUE, Table, controller, in_play, owner, players_of, side_of
from dcf_lab.games.dc_forever.rules.confrontation import slots
from dcf_lab.games.dc_forever.rules.costs import payment_clauses
from dcf_lab.games.dc_forever.rules.reasons import absence, fate, whose, working_clauses
from dcf_lab.games.dc_forever.rules.resolution import schemes_of, schemes_on_the_table
from dcf_lab.games.dc_forever.rules.stages import stage_and_phase
from dcf_lab.games.dc_forever.table.view import sees
from dcf_lab.games.dc_forever.text.deed_words import Asked, printed_card, understood
from dcf_lab.games.dc_forever.text.english import moment_in_words

__all__ = ["UnknownDeed", "askings", "ways", "why_not"]

# deeds of which everything is to be seen by everybody; of the others a hand or a facedown Scheme may decide
OPEN_DEEDS = ("rescue", "attack", "activate", "recruit", "buy", "pass")


# deeds that are only answers to a question, and nothing when nobody asks
OTHERS = ("choose", "discard", "pay", "pick", "resolve", "start")


def why_not(game: Game, deed: str, seat: str | None = None) -> list[Refusal]:
    """Every reason why a deed is not possible now, for each way to do it; nothing when it is possible (see `ways`).

    From a seat nothing is told of what other players hide. Raises UnknownDeed for words that name no deed or card.

    >>> from dcf_lab.games.dc_forever import first_game, why_not
    >>> [refusal] = why_not(first_game(seed=1), "rescue superman")
    >>> [clause.text for clause in refusal.clauses][:2]
    ["it is the Rogue's turn, not the Hero's", 'a Rescue is for the Hero Oppose Phase, and this is the Rogue Action Phase']
    """
    asked = understood(game.table, deed)
    if ways(game, deed, seat):
        return []
    found = [_refusal(game, way, seat) for way in _ways(game, asked, seat)]
    if any(len(named.cards) > 1 for named in asked.named):  # of several copies the one that comes nearest speaks for all
        return [min(found, key=lambda refusal: len(refusal.clauses))]
    return found


def ways(game: Game, deed: str, seat: str | None = None) -> list[str]:
    """The answers to the present question with which a deed is done, as far as the seat may know them.

    >>> from dcf_lab.games.dc_forever import first_game, ways
    >>> ways(first_game(seed=1), "done")
    ['done']
    """
    choice = game.choice
    asked = understood(game.table, deed)
    if choice is None:
        return []
    found = [way for way in _ways(game, asked, seat) if way.player == choice.player]
    if seat not in (None, choice.player) and asked.deed not in OPEN_DEEDS:
        return []
    return [way.option for way in found if _is_answer(game, way, choice.options)]


def askings(game: Game, seat: str | None = None) -> list[Asking]:
    """What one may ask about: the main actions of characters, what cards do, and what players do with the cards that are seen.

    >>> from dcf_lab.games.dc_forever import first_game
    >>> [asking.label for asking in askings(first_game(seed=1), "hero")][:4]
    ['Rescue', 'Threaten', 'Attack', 'Activate']
    """
    table = game.table
    kind = table.box.kind
    zones = sorted(
        zone for zone in table.zones if seat is None or sees(table, seat, *zone)
    )  # their order might tell of hidden ones
    seen = [card for zone in zones for card in table.zones[zone]]
    there = [card for card in seen if card in kind and in_play(table, card)]
    of_kind = {side: [card for card in there if kind[card] == side] for side in (HERO, ROGUE, "unaligned")}
    ours = [card for side in (HERO, ROGUE) for card in of_kind[side]]
    targets = [*ours, *of_kind["unaligned"]]
    hands = {player: _of_each_name(table, player, "hand", seat) for player in table.rules.players}
    heroes = {card: hands[player] for card in of_kind[HERO] if (player := controller(table, card))}
    reserves = {player: table.zones.get((player, "reserve"), ()) for player in table.rules.players}
    own = {
        player: [card for card in seen if owner(table, card) == player and (zone := where(table, card)) and zone[1] == "beneath"]
        for player in table.rules.players
    }
    rogues = players_of(table, ROGUE)
    uses = [card for card in there if card in table.box.uses or card in table.box.modifiers]
    reacts = [card for card in seen if any(a.timing == "reaction" for a in table.rules.library[card].abilities)]
    at_hand = [card for card in reacts if card in there or any(card in hand for hand in hands.values())]
    schemes = [card for card in schemes_on_the_table(table) if card in seen]
    askings = [
        Asking("Rescue", "rescue {who}", dict.fromkeys(of_kind[HERO], ())),
        Asking("Threaten", "threaten {who}", dict.fromkeys(of_kind[ROGUE], ())),
        Asking("Attack", "attack {it} with {who}", {one: [other for other in targets if other != one] for one in ours}, "whom"),
        Asking("Activate", "activate {who} at {it}", dict.fromkeys(ours, table.zones.get(LOCATIONS, ())), "where"),
        Asking("Use its ability", "use {who}", dict.fromkeys(uses, ())),
        Asking("React", "react {who}", dict.fromkeys(at_hand, ())),
        Asking("Be empowered", "empower {who} with {it}", heroes, "with what"),
        Asking("Play a card", "play {it}", hands, "which"),
        Asking("Lay a card into the pool", "pool {it}", hands, "which"),
        Asking("Recruit", "recruit {it}", reserves, "whom"),
        Asking("Buy a card", "buy {it}", own, "which"),
        Asking("Complete a Scheme", "complete {it}", dict.fromkeys(rogues, schemes), "which"),
        Asking("Pass", "pass", dict.fromkeys(table.rules.players, ())),
    ]
    takes = [
        asking._replace(who={who: its for who, its in asking.who.items() if its or "{it}" not in asking.words})
        for asking in askings
    ]
    return [asking for asking in takes if asking.who]


def _of_each_name(table: Table, player: str, area: str, seat: str | None) -> list[str]:
    """The cards of an area that a seat sees, one of each name."""
    cards = table.zones.get((player, area), ()) if seat is None or sees(table, seat, player, area) else ()
    return list({name_of(table, card): card for card in reversed(cards)}.values())[::-1]


class _Way(NamedTuple):
    """One way to do what was asked about: whose deed it is, and the answer that would do it."""

    deed: str
    player: str | None
    option: str
    card: str
    actor: str | None = None  # of a main action

    @property
    def cards(self) -> list[str]:
        """Every card that the deed names."""
        deed, *words = self.option.split()
        found = {"use": words[:1], "react": words[:1]}.get(deed, words[::2] if len(words) > 2 else words[:1])
        return [card for card in (self.actor, *found) if card]

    @property
    def told(self) -> str:
        """The deed as a refusal calls it: with who would do it."""
        if self.deed in ("rescue", "threaten"):
            return f"{self.option} {self.actor or ''}".strip()
        return f"{self.option} with {self.actor}" if self.deed == "attack" and self.actor else self.option


def _is_answer(game: Game, way: _Way, options: Sequence[str]) -> bool:
    if way.deed in ("rescue", "threaten", "attack") and way.actor != game.table.facts.get("actor"):
        return False
    return way.option in options


def _ways(game: Game, asked: Asked, seat: str | None) -> list[_Way]:
    """Every way in which a deed could be done: each copy of the card, each host or Location, each ability."""
    found = _all_ways(game, asked, seat)
    return [way for way in found if way.player is not None] or found


def _all_ways(game: Game, asked: Asked, seat: str | None) -> list[_Way]:
    table = game.table
    whoever = seat or (game.choice.player if game.choice else None)
    match asked.deed:
        case "pass" | "done" | "decline":
            return [_Way(asked.deed, whoever, asked.deed, "")]
        case deed if deed in OTHERS:
            return [_Way(asked.deed, whoever, f"{deed} {card}", card) for card in asked.cards(0)]
        case "attack":
            return [_attack(table, asked)]
        case "rescue" | "threaten" if not asked.named:
            actor = table.facts.get("actor")
            player = controller(table, actor) if actor else _turn(table)
            return [_Way(asked.deed, player, asked.deed, actor or "", actor)]
        case "empower":
            (hero, *_), coins = asked.cards(0), asked.cards(1)
            if not coins:
                raise UnknownDeed("'empower' needs a Hero and a card: empower batman with fame")
            if asked.named[0].before == "with":
                (hero, *_), coins = coins, asked.cards(0)
            return [_Way(asked.deed, _player(game, coin), f"empower {hero} with {coin}", coin) for coin in coins]
    return [way for card in asked.cards(0) for way in _with_card(game, asked, card)]


def _with_card(game: Game, asked: Asked, card: str) -> list[_Way]:
    table = game.table
    player = _player(game, card)
    there = asked.cards(1)[0] if asked.cards(1) else ""
    known = card in table.box.kind
    match asked.deed:
        case "rescue" | "threaten":
            return [_Way(asked.deed, player, asked.deed, card, card)]
        case "activate":
            places = (there,) if there else table.zones.get(LOCATIONS, ()) or ("",)
            return [_Way(asked.deed, player, f"activate {card} at {place}", card) for place in places]
        case "play" | "modify":
            options = _plays(table, card, there, asked.key) if known else [f"play {card}"]
            return [_Way(asked.deed, player, option, card) for option in options]
        case "use" | "react":
            timing = {"use": "use", "react": "reaction"}[asked.deed]
            abilities = [a for a in table.rules.library[card].abilities if a.timing == timing] if known else []
            keys = [a.key for a in abilities if asked.key in ("", a.key)]
            options = [f"{asked.deed} {card} {key}" for key in keys]
            if known and asked.deed == "use" and card in table.box.modifiers:
                options += [legal.modifier_option(table, card, a) for a in table.box.modifiers[card]]
            return [_Way(asked.deed, player, option, card) for option in options or [f"{asked.deed} {card}"]]
    return [_Way(asked.deed, player, f"{asked.deed} {card}", card)]


def _plays(table: Table, card: str, there: str, key: str) -> list[str]:
    """The ways to play a card: as an action, and as a modifier."""
    kind = table.box.kind[card]
    if there:
        word = {"attachment": "on", "scheme": "at"}.get(kind)
        if word is None:
            raise UnknownDeed(f"{name_of(table, card)} is played on nobody and at no Location")
        return [f"play {card} {word} {there}"]
    options = legal.play_candidates(table, card)
    if kind == "event" and card in table.box.modifiers:
        modifiers = [legal.modifier_option(table, card, ability) for ability in table.box.modifiers[card]]
        options = [*(options if card in table.box.plays else ()), *modifiers]
    return [option for option in dict.fromkeys(options) if not key or option.endswith(f" {key}")] or [f"play {card}"]


def _attack(table: Table, asked: Asked) -> _Way:
    """'attack batman with cheetah', 'attack cheetah batman', or 'attack batman', which the activated character would do."""
    (first, *_), second = asked.cards(0), asked.cards(1)
    actor, target = (first, second[0]) if second else (table.facts.get("actor"), first)
    if second and asked.named[1].before in ("with", "by", "using"):
        actor, target = target, actor
    player = controller(table, actor) if actor in table.box.kind else None
    if actor is None:
        player = _turn(table)
    return _Way(asked.deed, player, f"attack {target}", target, actor)


def _player(game: Game, card: str) -> str | None:
    """Whose deed it would be: the player who decides for a card; of a resource card, in whose area it lies."""
    table = game.table
    if card not in table.box.kind:
        return None
    if (player := controller(table, card)) is not None:
        return player
    zone = where(table, card)
    if zone is None:
        return None
    holder = table.links.get((zone[0], "in play"), zone[0])
    return holder if holder in table.rules.players else None


# the reasons


def _refusal(game: Game, way: _Way, seat: str | None) -> Refusal:
    return Refusal(way.told, _clauses(game, way, seat), way.player or "")


def _clauses(game: Game, way: _Way, seat: str | None) -> tuple[Clause, ...]:
    table, player = game.table, way.player
    if game.choice is None:
        return (Clause("DCF-R104", "the game is over"),)
    for card in way.cards:
        if way.deed not in OTHERS and _is_elsewhere(table, card):
            name = printed_card(table.rules.library, card).name
            return (Clause("DCF-R002", f"{name} is not in this game"),)
    if player is None:
        return (_nobodys(table, way),)
    open_ = seat in (None, player) or way.deed in OPEN_DEEDS
    if open_ and player == game.choice.player and (way.actor in (None, table.facts.get("actor"))):
        for refusal in game.refused():
            if refusal.option == way.option:
                return refusal.clauses
    modifying = player == game.choice.player and _fits(table, way, game.choice.prompt)
    clauses = [] if modifying else [*_time(game, way, player, seat)]
    if not open_:
        clauses.append(_secret(table, player))
    elif modifying:
        clauses += _at_hand_or_in_play(table, way, player)
    elif way.deed in _REASONS:
        clauses += _REASONS[way.deed](table, way, player)
    if not clauses:
        clauses = [Clause(_rule(game), _first(game, way, seat))]
    return tuple(dict.fromkeys(clauses))


def _fits(table: Table, way: _Way, prompt: str) -> bool:
    """Is it a modifier of the kind that is asked for?"""
    action = prompt.removesuffix(" Modifiers").lower()
    abilities = table.box.modifiers.get(way.card, ()) if way.deed in ("play", "use", "modify") else ()
    return prompt.endswith(" Modifiers") and any(action in ability.what.split(" or ") for ability in abilities)


def _is_elsewhere(table: Table, card: str) -> bool:
    """Is a card that can be named not in this game?"""
    return card not in table.box.kind or where(table, card) in (None, ("table", "box"))


def _nobodys(table: Table, way: _Way) -> Clause:
    if way.actor is None and way.deed in _MAIN:
        return Clause("DCF-R028", f"it is nobody's turn, and nobody is activated who could {way.deed.title()}")
    return Clause("DCF-R028", f"{name_of(table, way.card)} is a card of no player, so nobody decides for it")


def _secret(table: Table, player: str) -> Clause:
    return Clause("DCF-R110", f"only {name_of(table, player)} may know whether that is possible")


def _turn(table: Table) -> str | None:
    """Whose turn it is, if it is anybody's (Turn)."""
    step: str = table.facts["step"]
    if step == "provoke or oppose":
        return slots(table)[int(table.facts["slot"])]
    turn: str | None = table.facts.get("turn")
    return turn if step in ("rogue action", "hero action", "rogue draw", "activation") else None


_MAIN = {"rescue": "a Rescue", "attack": "an Attack", "threaten": "a Threaten"}
_IN_ACTION_PHASE = ("pool", "buy", "recruit", "empower")


def _time(game: Game, way: _Way, player: str, seat: str | None) -> Iterator[Clause]:
    """Is it this player's turn, and the phase for the deed? (Turn; Action Phases; Provoke and Oppose; Resolution Phase)"""
    table = game.table
    step, side, turn = table.facts["step"], side_of(player), _turn(table)
    stage, phase = stage_and_phase(table)
    now = phase or stage
    if way.deed in ("react", "decline", "done", *OTHERS):
        return
    right = True
    if way.deed == "complete":
        right = step == "complete schemes"
        if not right:
            yield Clause("DCF-R100", f"Schemes are completed in the Resolution Phase, and this is the {now}")
    else:
        if turn != player:
            right = False
            those = f"it is {whose(table, turn)} turn" if turn else "it is nobody's turn"
            yield Clause("DCF-R028", f"{those}, not {whose(table, player)}")
        action = "Rogue Action Phase" if side == ROGUE else "Hero Action Phase"
        confrontation = "Rogue Provoke Phase" if side == ROGUE else "Hero Oppose Phase"
        if way.deed in (*_MAIN, "activate", "pass"):
            if phase != confrontation:
                right = False
                what = _MAIN.get(way.deed, {"activate": "activating", "pass": "passing"}.get(way.deed, ""))
                yield Clause("DCF-R061", f"{what} is for the {confrontation}, and this is the {now}")
            yield from _activated(table, way, side)
        elif way.deed in _IN_ACTION_PHASE or (way.deed == "play" and _is_permanent(table, way.card)):
            if phase != action and not (step == "activation" and turn == player and way.deed in ("play", "empower")):
                right = False
                yield Clause("DCF-R027", f"that is for the {action}, and this is the {now}")
        elif turn == player and step == "provoke or oppose":
            right = False
            yield Clause("DCF-R051", f"nobody of {name_of(table, player)} is activated")
    choice = game.choice
    assert choice is not None
    if right and not choice.quiet:
        yield Clause(_rule(game), _first(game, way, seat))


def _activated(table: Table, way: _Way, side: str) -> Iterator[Clause]:
    """Who is activated, if anybody (Activate)."""
    rule = "DCF-R064" if side == ROGUE else "DCF-R065"
    actor = table.facts.get("actor") if table.facts["step"] == "activation" else None
    if way.deed in ("activate", "pass"):
        if actor is not None and side_of(controller(table, actor) or side) == side:
            yield Clause("DCF-R062", f"{name_of(table, actor)} is activated already")
    elif actor is None:
        yield Clause(rule, f"{name_of(table, way.actor)} is not activated" if way.actor else "nobody is activated")
    elif actor != way.actor:
        yield Clause(rule, f"{name_of(table, actor)} is activated, not {name_of(table, way.actor)}")


def _first(game: Game, way: _Way, seat: str | None) -> str:
    """The question that is open, which others need not know in full."""
    choice = game.choice
    assert choice is not None
    prompt = " ".join(name_of(game.table, word) for word in choice.prompt.split(" "))
    known = f": {prompt}" if seat in (None, choice.player) else ""
    if known and way.deed in OTHERS and any(option.startswith(f"{way.deed} ") for option in choice.options):
        return f"{printed_card(game.table.rules.library, way.card).name} is not among the answers to this question{known}"
    return f"{name_of(game.table, choice.player)} has another question to answer first{known}"


def _rule(game: Game) -> str:
    return game.choice.rules[0] if game.choice and game.choice.rules else "DCF-R027"


def _is_permanent(table: Table, card: str) -> bool:
    return table.box.kind[card] not in ("event", "resource")


def _at_hand(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    rule = {"pool": "DCF-R029", "empower": "DCF-R044"}.get(way.deed, "DCF-R036")
    if way.card not in table.zones.get((player, "hand"), ()):
        yield Clause(rule, f"{name_of(table, way.card)} is not in the hand of {name_of(table, player)}")


def _actor(table: Table, player: str) -> str | None:
    return table.facts.get("actor") if table.facts.get("turn") == player else None


def _main_action(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    actor = way.actor
    if actor is None:
        return
    if table.box.kind[actor] not in (HERO, ROGUE):
        yield Clause("DCF-R063", f"{name_of(table, actor)} is no character")
        return
    target = way.option.split()[1] if way.deed == "attack" else None
    if not in_play(table, actor):
        yield from _not_in_play(table, actor)
    if target is not None and table.box.kind[target] not in (HERO, ROGUE, "unaligned"):
        yield Clause("DCF-R075" if side_of(player) == ROGUE else "DCF-R076", f"{name_of(table, target)} is no character")
    elif target is not None and not in_play(table, target):
        yield from _not_in_play(table, target)
    elif in_play(table, actor):
        yield from legal_actions.main_action_clauses(table, actor, way.deed, target)


def _not_in_play(table: Table, card: str) -> Iterator[Clause]:
    name = name_of(table, card)
    if fallen := fate(table, card):
        yield Clause("DCF-R090", f"{name} has been {fallen}", f"an effect that recovers {name}")
    else:
        yield Clause("DCF-R013", f"{name} is not in play")


def _activate(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    place = way.option.split()[-1]
    if table.box.kind[way.card] not in (HERO, ROGUE):
        yield Clause("DCF-R063", f"{name_of(table, way.card)} is no character that is activated")
        return
    if place not in table.zones.get(LOCATIONS, ()):
        yield Clause("DCF-R063", f"{name_of(table, place)} is not among the Locations on the table")
    if not in_play(table, way.card):
        yield from _not_in_play(table, way.card)
    else:
        yield from legal.activate_clauses(table, player, way.card, place)


def _hand_deed(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    yield from _at_hand(table, way, player)
    if way.deed == "empower" and side_of(player) == ROGUE:
        yield Clause("DCF-R044", "only Heroes are empowered")
        return
    yield from legal.clauses_of(table, player, way.option, _actor(table, player))


def _play(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    if table.box.kind[way.card] in (HERO, ROGUE, "unaligned", "location"):
        yield Clause("DCF-R036", f"{name_of(table, way.card)} is no card that is played from hand")
        return
    yield from _at_hand(table, way, player)
    there = way.option.split()[-1]
    if " at " in way.option and there not in table.zones.get(LOCATIONS, ()):
        yield Clause("DCF-R042", f"{name_of(table, there)} is not among the Locations on the table")
    elif " on " in way.option and (table.box.kind[there] not in (HERO, ROGUE) or not in_play(table, there)):
        yield Clause("DCF-R037", f"{name_of(table, there)} is no character in play")
    else:
        yield from legal.clauses_of(table, player, way.option, _actor(table, player))


def _modify(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    if way.card not in table.box.modifiers:
        yield Clause("DCF-R078", f"{name_of(table, way.card)} is no modifier")
        return
    yield legal.only_as_modifier(table, way.card)
    yield from _at_hand_or_in_play(table, way, player)


def _at_hand_or_in_play(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    if table.box.kind[way.card] == "event":
        yield from _at_hand(table, way, player)
        yield from absence(table, player, way.card)
    elif not in_play(table, way.card):
        yield from _not_in_play(table, way.card)


def _use(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    if way.card in table.box.modifiers and way.option.split()[2:] not in [[a.key] for a in table.box.uses.get(way.card, ())]:
        yield from _modify(table, way, player)
    elif way.card not in table.box.uses:
        yield Clause("DCF-R122", f"{name_of(table, way.card)} has no ability to use")
        if not in_play(table, way.card):
            yield from _not_in_play(table, way.card)
    else:
        yield from legal.clauses_of(table, player, way.option, _actor(table, player))


def _react(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    name = name_of(table, way.card)
    key = way.option.split()[2:]
    ability = next((a for a in table.rules.library[way.card].abilities if a.timing == "reaction" and [a.key] == key), None)
    if ability is None:
        yield Clause("DCF-R052", f"{name} has no REACTION")
        return
    yield Clause("DCF-R052", f"this is not its moment, which is {moment_in_words(ability, table.rules.library)}")
    if table.box.kind[way.card] == "event":
        yield from _at_hand(table, way, player)
        if table.ruling("reaction_needs_character") == "A":
            yield from absence(table, player, way.card)
    else:
        yield from working_clauses(table, way.card, ability)
    yield from payment_clauses(table, player, way.card, ability)


def _buy(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    name = name_of(table, way.card)
    zone = where(table, way.card)
    if table.box.of[way.card] is None:
        yield Clause("DCF-R033", f"{name} is no affiliated card")
    elif zone is None or zone[1] != "beneath":
        yield Clause("DCF-R033", f"{name} is no longer in the reserve")
    else:
        yield from legal.buy_clauses(table, player, way.card)


def _recruit(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    if table.box.kind[way.card] not in (HERO, ROGUE):
        yield Clause("DCF-R032", f"{name_of(table, way.card)} is no character to recruit")
    elif in_play(table, way.card):
        yield Clause("DCF-R032", f"{name_of(table, way.card)} is in play already")
    else:
        yield from legal.recruit_clauses(table, player, way.card)


def _complete(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    scheme = way.card
    if table.box.kind[scheme] != "scheme":
        yield Clause("DCF-R101", f"{name_of(table, scheme)} is no Scheme")
    elif scheme not in schemes_on_the_table(table):
        yield Clause("DCF-R101", f"{name_of(table, scheme)} is not on the table")
    else:
        if scheme not in schemes_of(table, player):
            yield Clause("DCF-R109", f"{name_of(table, scheme)} is {whose(table, owner(table, scheme) or 'nobody')}")
        if table.facts["step"] == "complete schemes" and player != _completer(table):
            yield Clause("DCF-R101", f"{name_of(table, _completer(table))} completes Schemes now")
        yield from legal_actions.complete_clauses(table, scheme)


def _completer(table: Table) -> str:
    return players_of(table, ROGUE)[int(table.facts.get("completing", 0))]


def _pass(table: Table, way: _Way, player: str) -> Iterator[Clause]:
    if table.facts["step"] == "provoke or oppose":
        yield from legal.pass_clauses(table, player)


_REASONS: dict[str, Callable[[Table, _Way, str], Iterator[Clause]]] = {
    "rescue": _main_action, "threaten": _main_action, "attack": _main_action, "activate": _activate, "play": _play,
    "modify": _modify, "use": _use, "react": _react, "buy": _buy, "recruit": _recruit, "pool": _hand_deed,
    "empower": _hand_deed, "complete": _complete, "pass": _pass,
}  # fmt: skip
