"""Why can't I? Any deed with any card, at any moment: every reason against it, each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from dcf_lab.engine.board import FACE_UP
from dcf_lab.engine.cards.cards import Ability, Card, Library, instances, slug
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.game import Clause, Game, Refusal
from dcf_lab.engine.table import Key, name_of, where
from dcf_lab.engine.telling import name, whose
from dcf_lab.games import Asking, UnknownDeed, defaults
from dcf_lab.games.deckbuilders.box import (
    DESTROYED,
    FACE_DOWN,
    LINE_UP,
    MAIN,
    OTHER_STACK,
    SPACES,
    STACK,
    SUPPLY,
    WEAKNESSES,
    Table,
    active,
    cites,
    in_front,
)
from dcf_lab.games.deckbuilders.effects import face_up_top, times
from dcf_lab.games.deckbuilders.english import condition_in_words
from dcf_lab.games.deckbuilders.taking import is_frozen, price
from dcf_lab.games.deckbuilders.telling import NEXT_OF_STACK
from dcf_lab.games.deckbuilders.turn import END, PATROL, USED_KEPT, kept_cards, may_patrol, may_play, offers, stack_of

# a deed's word in other forms -> the word of the answer that does it
DEEDS = {
    "buy": "buy", "buys": "buy", "purchase": "buy", "defeat": "defeat", "defeats": "defeat", "beat": "defeat", "play": "play",
    "plays": "play", "use": "use", "uses": "use", "react": "react", "defend": "react", "avoid": "react", "discard": "discard",
    "end": END, "finish": END, "go": PATROL, "patrol": PATROL,
}  # fmt: skip
NOT_NOW = "that is not the question now"
SMALL = ("with", "the", "a", "an", "my", "from", "by", "turn", "on", "patrol")


# what a deed may be refused for


def clause_of(table: Table, word: str, text: str, remedy: str = "", several: str = "") -> Clause:
    """A reason with the first rule that this game has for it."""
    return Clause((cites(table, word) or cites(table, "may"))[0], text, remedy, several)


def buying(table: Table, player: str, card: str, word: str) -> Iterator[Clause]:
    """What keeps a card that is for sale from being bought: a Confrontation, its cost, and Frozen tokens."""
    power, cost = table.counts.get((player, "power"), 0), price(table, player, card)
    if table.facts.get("confronting"):
        yield clause_of(table, "confronting", "in a turn with a Confrontation nothing is bought", "a turn without one")
    if cost > power:
        text = f"it costs {cost} Power, there is {power}"
        yield clause_of(table, word, text, f"{cost - power} more Power", "there is too little Power")
    if is_frozen(table, card):
        yield clause_of(table, "frozen", "it is frozen", "wait until its Frozen tokens are gone", "they are frozen")


def using(table: Table, player: str, card: str, ability: Ability) -> Iterator[Clause]:
    """What keeps an ability in front of a player from being used now."""
    known = {"this": card, "you": player}
    yield from _turned_down(table, card)
    if ability.condition is not None and not ability.condition(table, known):
        said = condition_in_words(ability, table.rules.library)
        text = f"it does not hold that {said}" if said else "its condition does not hold"
        yield clause_of(table, _word_for(table, "use", card), text)
    if not times(table, card, ability, known):
        word = _word_for(table, "once", card)
        yield clause_of(table, word, "it has been used this turn already", "the next turn", "they have been used this turn")


def _word_for(table: Table, word: str, card: str) -> str:
    """What a book says of this very card goes before what it says of all."""
    own = f"{word} {table.box.id[card]}"
    return own if own in table.box.cites else word


def _turned_down(table: Table, card: str) -> Iterator[Clause]:
    if (card, FACE_DOWN) in table.marks:
        yield clause_of(table, "face down", f"{name(table, card)} is face down and has no abilities", "be turned face up again")


def refused(table: Table, player: str) -> Iterator[Refusal]:
    """What the player on turn might want to do and may not, with all reasons."""
    for word, card in offers(table, player):
        if found := tuple(buying(table, player, card, word)):
            yield Refusal(f"{word} {card}", found)
    stack = stack_of(table, player)
    if table.zone(*stack) and face_up_top(table, stack) is None:
        yield Refusal(NEXT_OF_STACK, (_face_down(table),))
    for card in table.zone(*WEAKNESSES)[:1]:
        yield Refusal(f"buy {card}", (_never_sold(table),))
    if not may_play(table):
        for card in table.zone(player, "hand"):
            yield Refusal(f"play {card}", (clause_of(table, "may", "the first purchase has ended playing"),))
    for card in kept_cards(table, player):
        if (card, USED_KEPT) in table.marks:
            yield Refusal(f"play {card}", (clause_of(table, "kept", "it has been played this turn", "the next turn"),))
    for card in (*table.zone(player, "character"), *in_front(table, player)):
        for ability in table.box.uses.get(card, ()):
            if not _is_read(table, ability):
                continue
            if found := tuple(using(table, player, card, ability)):
                yield Refusal(f"use {card} {ability.key}", found)
    if table.facts.get("patrol") and not may_patrol(table):
        yield Refusal(PATROL, tuple(_patrolling(table)))


def _is_read(table: Table, ability: Ability) -> bool:
    """Is there such an ability at all under the readings in force?"""
    parts = ability.conditions.items()
    return all(holds(table, {}) for said, holds in parts if said.startswith("ruling("))


def _face_down(table: Table) -> Clause:
    text = "the next card of the stack stays face down until the turn is over: one defeat in a turn"
    return clause_of(table, "one defeat", text, "the next turn")


def _never_sold(table: Table) -> Clause:
    return clause_of(table, "no buying", "a Weakness is never for sale")


def _patrolling(table: Table) -> Iterator[Clause]:
    if not table.facts.get("patrol"):
        yield clause_of(table, "patrol", "this game is not played On Patrol")
    elif len(table.zone(*LINE_UP)) >= SPACES:
        yield clause_of(table, "patrol", "the Line-Up has no empty place", "buy a card out of it")
    elif not may_patrol(table):
        yield clause_of(table, "patrol", "the main deck has too few cards to fill the Line-Up")


# any deed at any moment


class _Way(NamedTuple):
    """One way to do what was asked about: the answer that would do it, and its card."""

    option: str
    card: str = ""
    ability: Ability | None = None


def why_not(game: Game, deed: str, seat: str | None = None) -> list[Refusal]:
    """Every reason why a deed is not possible now; nothing when it is possible (see `ways`).

    From a seat nothing is told of what it may not see. Raises UnknownDeed for words that name no deed or card.

    >>> from dcf_lab.timeline.timeline import new_game
    >>> game = new_game("dc_deckbuilding", "first game", 1, "2").game(take_chances=False)
    >>> [clause.text for refusal in why_not(game, "buy weakness") for clause in refusal.clauses]
    ['a Weakness is never for sale']
    """
    if ways(game, deed, seat):
        return []
    asked = _asked(game, deed, seat)
    if asked is None:
        return defaults.why_not(game.table.rules.manual, game, deed, seat)
    word, found, player = asked
    near = min(
        _distance(game.table, word, way.card, player, seat) for way in found
    )  # of several copies the nearest speaks for all
    found = [way for way in found if _distance(game.table, word, way.card, player, seat) == near]
    refusals = [Refusal(way.option, tuple(_clauses(game, word, way, player, seat)), player) for way in found]
    best = min(refusals, key=lambda refusal: len(refusal.clauses))
    if game.choice is not None and game.choice.player == player:  # what the open question itself has against it
        given = (clause for refusal in game.refused() if refusal.option == best.option for clause in refusal.clauses)
        best = best._replace(clauses=tuple({clause.text: clause for clause in (*best.clauses, *given)}.values()))
    if not best.clauses:  # nothing is against it but that it is not asked now
        best = best._replace(clauses=(clause_of(game.table, "may", NOT_NOW),))
    return [best]


def ways(game: Game, deed: str, seat: str | None = None) -> list[str]:
    """The answers to the present question with which a deed is done, as far as the seat may know them."""
    choice = game.choice
    if choice is None or seat not in (None, choice.player):
        return []
    asked = _asked(game, deed, seat)
    if asked is None:
        return defaults.ways(game.table.rules.manual, game, deed, seat)
    options = set(choice.options)
    return list(dict.fromkeys(way.option for way in asked[1] if way.option in options))


def askings(game: Game, seat: str | None = None) -> list[Asking]:
    """What one may ask about: buying, defeating, playing, using and defending, with the cards that are seen."""
    table = game.table
    player = deed_of(game, seat)
    if player is None:
        return []
    sees = table.rules.manual.sees
    seen = [zone for zone in sorted(table.zones) if seat is None or sees(table, seat, *zone)]

    def there(*areas: Key, kept: Callable[[str], bool] = lambda card: True) -> list[str]:
        cards = [card for zone in areas if zone in seen for card in table.zones[zone] if kept(card)]
        return list({name_of(table, card): card for card in cards}.values())

    def own(*areas: str) -> list[Key]:
        return [(player, area) for area in areas]

    stack = [card for zone in (STACK, OTHER_STACK) for card in table.zone(*zone) if (card, FACE_UP) in table.marks]
    for_sale = there(LINE_UP, SUPPLY, WEAKNESSES, *((one, "discard") for one in table.rules.players))
    hand = there(*own("hand", "discard", "played", "locations"), LINE_UP)
    uses = there(*own("character", "locations", "played"), kept=lambda card: card in table.box.uses)
    defenses = there(*own("hand", "discard"), kept=lambda card: card in table.box.defenses)
    found = [
        Asking("Buy a card", "buy {it}", {player: for_sale}, "which"),
        Asking("Defeat", "defeat {it}", {player: stack}, "whom"),
        Asking("Play a card", "play {it}", {player: hand}, "which"),
        Asking("Use an ability", "use {it}", {player: uses}, "of which card"),
        Asking("Use a Defense", "react {it}", {player: defenses}, "which"),
        Asking("End the turn", "end turn", {player: ()}),
    ]
    if table.facts.get("patrol"):
        found.append(Asking("Go on patrol", PATROL, {player: ()}))
    return [one for one in found if one.who[player] or "{it}" not in one.words]


def deed_of(game: Game, seat: str | None) -> str | None:
    """Whose deed it would be: the seat's, else of whoever is asked, or of whose turn it is."""
    asked = game.choice.player if game.choice is not None else ""
    return seat or (asked if asked in game.table.rules.players else game.table.facts.get("turn"))


def _asked(game: Game, deed: str, seat: str | None) -> tuple[str, list[_Way], str] | None:
    """The deed that a text speaks of, and every way to do it; None for what only an open question can tell."""
    table, words = game.table, slug(deed[:200]).split("_")
    word = DEEDS.get(words[0])
    player = deed_of(game, seat)
    if word is None or player is None or (word == "discard"):
        return None
    if word in (END, PATROL):
        return word, [_Way(word)], player
    small = [one for one in words[1:] if one not in SMALL]  # 'play the kick', but also 'play strength of the gods'
    cards = named_cards(words[1:], table.rules.library) or named_cards(small, table.rules.library)
    if not cards and word == "defeat" and set(words[1:]) & {"next", "stack", "card"}:
        return word, [_Way(NEXT_OF_STACK)], player
    if not cards:
        said = " ".join(words[1:])
        raise UnknownDeed(f"no card is called {said!r}{did_you_mean('_'.join(words[1:]), _known(table.rules.library))}")
    return word, [way for card in cards for way in _ways(table, word, card)], player


def _ways(table: Table, word: str, card: str) -> Iterator[_Way]:
    if word in ("buy", "defeat"):
        if card in table.zone(*SUPPLY):  # its cards are all alike, and the first is sold
            card = table.zone(*SUPPLY)[0]
        on_top = any(face_up_top(table, stack) == card for stack in (STACK, OTHER_STACK))
        yield _Way(f"{'defeat' if on_top or (word == 'defeat' and card in table.box.on_stack) else 'buy'} {card}", card)
    elif word == "play":
        yield _Way(f"play {card}", card)
    else:
        timing = {"use": "use", "react": "defense"}[word]
        printed = _printed(table.rules.library, card)
        found = [one for one in printed.abilities if one.timing == timing]
        for ability in found:
            yield _Way(f"{word} {card} {ability.key}", card, ability)
        if not found:
            yield _Way(f"{word} {card}", card)


def _printed(cards: Library, card: str) -> Card:
    return cards[card] if card in cards else cards.printed[card if card in cards.printed else card.rpartition(".")[0]]


@lru_cache(maxsize=8)
def _known(cards: Library) -> dict[str, tuple[str, ...]]:
    """Every way to write a card's name -> its copies, also of cards that are not in this match."""
    known: dict[str, tuple[str, ...]] = {}
    for card in cards.printed.values():
        copies = tuple(instances(card))
        for word in (slug(card.name), slug(card.id)):
            known[word.removeprefix("the_")] = known.get(word.removeprefix("the_"), ()) + copies
            known[word] = known[word.removeprefix("the_")]
        for copy in copies:
            known.setdefault(slug(copy), (copy,))
    return known


def named_cards(words: Sequence[str], cards: Library) -> tuple[str, ...]:
    """The copies of the card that is named, by the longest name that fits."""
    known = _known(cards)
    ends = range(len(words), 0, -1)
    return next((tuple(dict.fromkeys(known["_".join(words[:n])])) for n in ends if "_".join(words[:n]) in known), ())


# the reasons


def _clauses(game: Game, word: str, way: _Way, player: str, seat: str | None) -> Iterator[Clause]:
    if way.option == END:
        yield from at_another_time(game, player, "turn")
    elif way.option == PATROL:
        yield from at_another_time(game, player, "turn")
        yield from _patrolling(game.table)
    elif way.option == NEXT_OF_STACK:
        yield from at_another_time(game, player, "buy")
        yield _face_down(game.table)
    elif word in ("buy", "defeat"):
        yield from at_another_time(game, player, "buy")
        yield from _not_for_sale(game.table, way, player, seat)
    elif word == "play":
        yield from at_another_time(game, player, "play")
        yield from not_in_hand(game.table, way.card, player, seat)
    elif word == "use":
        yield from at_another_time(game, player, "use")
        yield from _not_to_be_used(game.table, way, player, seat)
    else:
        yield from _no_defense(game, way, player, seat)


def at_another_time(game: Game, player: str, word: str) -> Iterator[Clause]:
    """It is not the player's turn, or something else has to be answered or finished first."""
    table, choice = game.table, game.choice
    turn = active(table)
    if game.over:
        yield clause_of(table, "end of game", "the game is over")
    elif turn is None:
        what = "everybody is still picking a character" if table.facts.get("step") == "pick" else "the turn is over"
        yield clause_of(table, "turn", f"it is nobody's turn: {what}", f"{whose(name(table, player))} turn")
    elif turn != player:
        yield clause_of(table, "turn", f"it is {whose(name(table, turn))} turn", f"{whose(name(table, player))} turn")
    if not game.over and choice is not None and not game.is_quiet and turn is not None:
        who = "you are" if choice.player == player else f"{name(table, choice.player)} is"
        yield clause_of(table, "play", f"a card is being carried out, and {who} asked first", "finish that card")


def lies_for(table: Table, card: str, seat: str | None) -> Key | None:
    """Where a card lies, as far as a seat may see it; an empty place if it lies where the seat cannot see it."""
    zone = where(table, card)
    if seat is None or (zone and ((card, FACE_UP) in table.marks or table.rules.manual.sees(table, seat, *zone))):
        return zone
    return ("", "")


def _distance(table: Table, word: str, card: str, player: str, seat: str | None) -> int:
    """How far a copy is from where the deed would be done with it, as far as the seat may see that."""
    zone = lies_for(table, card, seat) if card else None
    if zone is None or not zone[0]:
        return 3 if zone is None else 2
    if word in ("buy", "defeat"):
        return 0 if zone in (LINE_UP, SUPPLY, STACK, OTHER_STACK) else 1
    return 0 if zone[0] == player else 1


def _not_for_sale(table: Table, way: _Way, player: str, seat: str | None) -> Iterator[Clause]:
    card, word = way.card, way.option.partition(" ")[0]
    zone = lies_for(table, card, seat)
    if card in table.rules.library and table.box.id[card] == "weakness":
        yield _never_sold(table)
        return
    if zone is None:
        yield clause_of(table, "for sale", "it is not in this game")
        return
    stack = stack_of(table, player)
    for_sale = zone in (LINE_UP, SUPPLY) or (zone == stack and face_up_top(table, stack) == card)
    if not for_sale:
        yield _placeclause_of(table, zone, card, player)
    if word == "defeat" and zone == LINE_UP:
        yield clause_of(table, "defeat", "only the first card of the stack is defeated; one in the Line-Up is bought")
    if for_sale or zone in (LINE_UP, SUPPLY, STACK, OTHER_STACK):
        yield from buying(table, player, card, word)


def _placeclause_of(table: Table, zone: Key, card: str, player: str) -> Clause:
    """Why a card that lies there is not for sale."""
    whom, area = zone
    if zone in (STACK, OTHER_STACK):
        if zone != stack_of(table, player):
            return clause_of(table, "defeat", "that stack is for the other side to defeat")
        if (table.zone(*zone) or ("",))[0] == card:
            return _face_down(table)
        return clause_of(table, "one defeat", "it lies in the stack, and only its face-up first card can be defeated")
    if zone == MAIN:
        return clause_of(table, "for sale", "it lies in the main deck, not in the Line-Up", "it comes into the Line-Up")
    if zone == DESTROYED:
        return clause_of(table, "destroy", "it has been destroyed and is out of the game")
    if whom in table.rules.players:
        text = "it is the player's own already" if whom == player else f"it is {whose(name(table, whom))}"
        return clause_of(table, "for sale", text)
    return clause_of(table, "for sale", "it does not lie in the Line-Up", "it comes into the Line-Up")


def not_in_hand(table: Table, card: str, player: str, seat: str | None) -> Iterator[Clause]:
    zone = lies_for(table, card, seat)
    if not may_play(table):
        yield clause_of(table, "may", "the first purchase has ended playing")
    if zone == (player, "hand"):
        return
    if zone is None:
        yield clause_of(table, "play", "it is not in this game")
        return
    whom, area = zone
    if whom == player and area == "played":
        text, word = "it has been played this turn already, and lies there until the turn is over", "play"
    elif whom == player and area == "locations":
        text, word = "it is in play already, and stays there", "stays"
    elif whom == player and area == "character":
        text, word = "a character is not played: its ability works by itself or is used", "use"
    elif zone in (LINE_UP, SUPPLY):
        text, word = "cards are played from the hand, and it has not been bought", "play"
    elif whom == player and area == "discard":
        text, word = "it lies in the discard pile, and comes to the hand when it is drawn", "play"
    elif whom in table.rules.players and whom != player:
        text, word = f"it is {whose(name(table, whom))}", "play"
    else:
        text, word = f"it is not in {whose(name(table, player))} hand", "play"
    yield clause_of(table, word, text, "have it in hand")


def _not_to_be_used(table: Table, way: _Way, player: str, seat: str | None) -> Iterator[Clause]:
    card, ability = way.card, way.ability
    if ability is None:
        yield from _turned_down(table, card)
        timings = {one.timing for one in _printed(table.rules.library, card).abilities}
        waits = timings & {"reaction", "constant", "end"}
        by_itself = "what it does comes by itself" if waits else "it does what it says when it is played"
        text = "it has a Defense, which only answers an Attack" if timings == {"defense"} else by_itself
        yield clause_of(table, "use", f"it has no ability that is used: {text}")
        return
    zone = lies_for(table, card, seat)
    if zone is None or zone[0] != player or zone[1] not in ("character", "locations", "played"):
        yield clause_of(table, "use", f"it is not in play in front of {name(table, player)}", "play it")
        return
    if card not in in_front(table, player) and (card, FACE_DOWN) not in table.marks:
        yield clause_of(table, "next version", "only the first version of a Character counts", "have it on top")
    yield from using(table, player, card, ability)


def _no_defense(game: Game, way: _Way, player: str, seat: str | None) -> Iterator[Clause]:
    """A Defense only answers an Attack on its user, from the hand, once."""
    table, choice, card = game.table, game.choice, way.card
    if way.ability is None:
        yield clause_of(table, "defend", "it has no Defense")
    zone = lies_for(table, card, seat)
    if zone != (player, "hand"):
        yield clause_of(table, "defend", f"it is not in {whose(name(table, player))} hand", "have it in hand")
    attack = choice is not None and choice.prompt.startswith("React: when attack")
    if not attack:
        doing = "there is no Attack now; a Defense answers nothing else"
        yield clause_of(table, "only attacks", doing, "be attacked")
        return
    assert choice is not None
    if choice.player != player:
        yield clause_of(table, "defend self", f"{name(table, choice.player)} is attacked, and a Defense protects its user")
    for refusal in game.refused() if choice.player == player else ():
        if refusal.option == way.option:
            yield from refusal.clauses


__all__: list[Any] = ["askings", "buying", "refused", "using", "ways", "why_not"]
