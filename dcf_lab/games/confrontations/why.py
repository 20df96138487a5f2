"""Why can't I? What only Confrontations has: Confront, Block, Assist, lay a card on the Character, be done."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.cards.cards import slug
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.game import Clause, Game, Refusal
from dcf_lab.engine.table import Key, where
from dcf_lab.engine.telling import name, whose
from dcf_lab.games import Asking, UnknownDeed
from dcf_lab.games.confrontations.assisting import is_assist, not_to_lay, waiting
from dcf_lab.games.confrontations.confronting import VERSIONS, cost, defenders, foe_of, targets
from dcf_lab.games.deckbuilders import why as family
from dcf_lab.games.deckbuilders.box import Table, active, foes
from dcf_lab.games.deckbuilders.turn import END
from dcf_lab.games.deckbuilders.why import at_another_time, clause_of, deed_of, lies_for, named_cards

# a deed's word in other forms -> the word of the answer that does it
DEEDS = {
    "confront": "confront", "confronts": "confront", "beat": "confront", "defeat": "confront", "fight": "confront",
    "block": "block", "blocks": "block", "assist": "assist", "assists": "assist", "help": "assist", "lay": "lay", "lays": "lay",
    "done": "done",
}  # fmt: skip


def ways(game: Game, deed: str, seat: str | None = None) -> list[str]:
    """The answers to the present question with which a deed is done, as far as the seat may know them."""
    asked = _asked(game, deed, seat)
    if asked is None:
        return family.ways(game, deed, seat)
    if game.choice is None or seat not in (None, game.choice.player):
        return []
    return [option for option in asked[1] if option in game.choice.options]


def why_not(game: Game, deed: str, seat: str | None = None) -> list[Refusal]:
    """Every reason why a deed is not possible now; nothing when it is possible.

    >>> from dcf_lab.timeline.timeline import new_game
    >>> game = new_game("confrontations", "first game", 1, "2").game(take_chances=False)
    >>> [clause.text for refusal in why_not(game, "done") for clause in refusal.clauses]
    ['there is no Confrontation']
    """
    asked = _asked(game, deed, seat)
    if asked is None:
        return _with_the_step(game, family.why_not(game, deed, seat))
    if ways(game, deed, seat):
        return []
    word, options, player = asked
    reasons = {option: tuple(_clauses(game, word, option.partition(" ")[2], player, seat)) for option in options}
    refusals = [Refusal(option, clauses, player) for option, clauses in reasons.items()]
    best = min(refusals, key=lambda refusal: len(refusal.clauses))  # of several copies the one that comes nearest
    if not best.clauses:
        best = best._replace(clauses=(clause_of(game.table, "may", family.NOT_NOW),))
    return [best]


def _with_the_step(game: Game, refusals: list[Refusal]) -> list[Refusal]:
    """What the family finds, and where in a Confrontation the turn is."""
    table, step = game.table, game.table.facts.get("step")
    turn, said = table.facts.get("turn"), []
    if step == "announce":
        text = "first it is said whether there is a Confrontation"
        said.append(clause_of(table, "announce first", text, "announce one, or none"))
    elif step == "blocks":
        said.append(clause_of(table, "done", "after 'done' the Confronting side plays no more cards"))
    elif foe_of(table) is not None and any(refusal.option == END for refusal in refusals):
        said.append(clause_of(table, "done", "a Confrontation is decided first", "say that it is done"))
    return [
        one._replace(clauses=tuple(dict.fromkeys([*said, *(clause for clause in one.clauses if clause.text != family.NOT_NOW)])))
        if said and one.player == turn else one
        for one in refusals
    ]  # fmt: skip


def askings(game: Game, seat: str | None = None) -> list[Asking]:
    """What one may ask about, with the cards that are seen."""
    table, player = game.table, deed_of(game, seat)
    if player is None:
        return []
    hand = list(table.zone(player, "hand")) if seat is None or table.rules.manual.sees(table, seat, player, "hand") else []
    tops = [card for one in table.rules.players for card in table.zone(one, "character") if one != player]
    found = [one for one in family.askings(game, seat) if not one.words.startswith("defeat")]
    found.append(Asking("Confront", "confront {it}", {player: tops}, "whom"))
    found += [
        Asking(label, f"{word} {{it}}", {player: hand}, "with which card")
        for label, word in (("Block", "block"), ("Assist", "assist"), ("Lay on the Character", "lay"))
        if (word == "lay") != bool(table.box.partners[player]) or word == "block"
    ]
    found.append(Asking("Say that it is done", "done", {player: ()}))
    return [one for one in found if one.who[player] or "{it}" not in one.words]


def _asked(game: Game, deed: str, seat: str | None) -> tuple[str, list[str], str] | None:
    """The deed that a text speaks of, the answers that would do it, and whose it would be; None for what the family knows."""
    table, words = game.table, slug(deed[:200]).split("_")
    word, player = DEEDS.get(words[0]), deed_of(game, seat)
    if word is None or player is None:
        return None
    if word == "done":
        return word, [word], player
    said = [one for one in words[1:] if one not in family.SMALL] or words[1:]
    library = table.rules.library
    cards = named_cards(words[1:], library) or named_cards(said, library) or _version(table, "_".join(said))
    if not cards:
        text = "_".join(words[1:])
        raise UnknownDeed(f"no card is called {text!r}{did_you_mean(text, table.rules.library.printed)}")
    return word, [f"{word} {card}" for card in cards], player


def _version(table: Table, person: str) -> tuple[str, ...]:
    """The version of a Character that is named without its Level: the one on top, or any if nobody plays it."""
    cards = table.rules.library
    versions = tuple(card for card in cards if cards[card].values.get("of_character") == person)
    return tuple(card for card in versions if (where(table, card) or ("", ""))[1] == "character")[:1] or versions[:1]


# the reasons


def _clauses(game: Game, word: str, card: str, player: str, seat: str | None) -> Iterator[Clause]:
    if game.over:
        yield clause_of(game.table, "end of game", "the game is over")
        return
    if word == "done":
        yield from at_another_time(game, player, "turn")
        yield from _not_done(game.table, player)
    elif word == "confront":
        yield from at_another_time(game, player, "turn")
        yield from _no_target(game.table, card, player)
    elif word == "block":
        yield from _no_block(game.table, card, player)
        yield from _not_held(game.table, card, player, seat)
    elif word == "assist":
        yield from _no_assist(game.table, card, player)
        yield from _not_held(game.table, card, player, seat)
    else:
        yield from at_another_time(game, player, "turn")
        yield from _not_held(game.table, card, player, seat)
        yield from not_to_lay(game.table, player, card)


def _not_done(table: Table, player: str) -> Iterator[Clause]:
    if foe_of(table) is None:
        yield clause_of(table, "done", "there is no Confrontation", "announce one at the start of a turn")
    elif table.facts.get("step") == "blocks":
        yield clause_of(table, "done", "that has been said already")
    if (card := waiting(table, player)) is not None:
        yield clause_of(table, "waiting", f"{name(table, card)} lies on the Character and must be played first", "play it")


def _no_target(table: Table, card: str, player: str) -> Iterator[Clause]:
    if active(table) == player and table.facts.get("step") != "announce":
        yield clause_of(table, "announce late", "a Confrontation is announced at the very start of the turn", "the next turn")
    holder = next((one for one in table.rules.players if card in table.zone(one, "character")), None)
    if any(card in table.zone(foe, VERSIONS) for foe in foes(table, player)):
        yield clause_of(table, "next version", "it lies beneath another version, and only the top one counts", "beat that one")
    elif holder is None or holder not in foes(table, player):
        yield clause_of(table, "target", "it is no opposing Character")
    elif card not in (legal := targets(table, player)):
        text = f"it costs {cost(table, card)}, and another opposing Character only {cost(table, legal[0])}"
        yield clause_of(table, "target", text, "beat the cheaper one first")


def _no_block(table: Table, card: str, player: str) -> Iterator[Clause]:
    if table.facts.get("turn") == player:
        yield clause_of(table, "own block", "in the own turn the Block text does nothing")
    elif foe_of(table) is None:
        yield clause_of(table, "block", "there is no Confrontation to Block")
    elif player not in defenders(table):
        yield clause_of(table, "block", "nobody of the own team is Confronted")
    elif table.facts.get("step") != "blocks":
        yield clause_of(table, "block", "the Confronting side is not done", "wait for 'done'")
    if card not in table.box.abilities["block"]:
        yield clause_of(table, "block", "it has no Block")


def _no_assist(table: Table, card: str, player: str) -> Iterator[Clause]:
    turn = active(table)
    if not table.box.partners[player]:
        yield clause_of(table, "lay", "without a partner nobody Assists; an Assist card is laid on the own Character")
    elif turn not in table.box.partners[player]:
        text = "it is nobody's turn" if turn is None else f"it is {whose(name(table, turn))} turn, not the partner's"
        yield clause_of(table, "may assist", text, "the partner's turn")
    elif table.facts.get("step") == "announce":
        yield clause_of(table, "announce first", "the partner has not said yet whether there is a Confrontation")
    elif table.facts.get("step") == "blocks" and table.ruling("cnf_assist_window") == "A":
        yield clause_of(table, "done", "after 'done' the Confronting side plays no more cards")
    if not is_assist(table, player, card):
        yield clause_of(table, "may assist", "it is no Assist card")


def _not_held(table: Table, card: str, player: str, seat: str | None) -> Iterator[Clause]:
    zone: Key | None = lies_for(table, card, seat)
    if zone is None:
        yield clause_of(table, "play", "it is not in this game")
    elif zone != (player, "hand"):
        yield clause_of(table, "play", f"it is not in {whose(name(table, player))} hand")
