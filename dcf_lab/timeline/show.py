"""A table as text, drawn from its game's board."""

from __future__ import annotations

from collections.abc import Iterator

from dcf_lab.engine.board import FACE_UP, Zone
from dcf_lab.engine.table import Table
from dcf_lab.engine.telling import name, player_name, shown_marks


def board(table: Table, seat: str | None = None) -> str:
    """The whole table as text; `seat` shows only what that player may see."""
    lines = [heading(table)]
    manual = table.rules.manual
    for zone in manual.BOARD.of("table"):
        if zone.place == "middle":
            lines += _middle(table, seat, zone)
    lines += _areas(table, "table", seat, [zone for zone in manual.BOARD.of("table") if zone.place != "middle"])
    for player in table.rules.players:
        tokens = _tokens(table, player, "player")
        lines.append(f"{player_name(table, player)}: {', '.join(tokens) or 'no tokens'}")
        lines += _areas(table, player, seat, [*manual.BOARD.of("player")])
    return "\n".join(lines)


def heading(table: Table) -> str:
    """'Round 1, Plotting Stage, Rogue Action Phase. Sanctuary 0 of 30, Master Plan 0 of 5.'"""
    manual = table.rules.manual
    now = manual.moment(table)
    where = ", ".join(filter(None, [f"Round {now.round}", now.stage, now.phase]))
    tracks = ", ".join(f"{track.name} {track.now(table)} of {track.most}" for track in manual.BOARD.tracks)
    return f"{where}. {tracks}." if tracks else f"{where}."


def _middle(table: Table, seat: str | None, zone: Zone) -> Iterator[str]:
    """The cards in the middle of the board, one to a line; those that a seat may not see are counted."""
    cards = table.zone("table", zone.what)
    sees = seat is None or table.rules.manual.sees(table, seat, "table", zone.what)
    shown = [card for card in cards if sees or (zone.seen == FACE_UP and (card, FACE_UP) in table.marks)]
    yield from (f"  {_card(table, card, seat, zone)}" for card in shown)
    if hidden := len(cards) - len(shown):
        yield f"  {zone.name}: {_facedown(hidden)}"


def _facedown(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


def _areas(table: Table, whose: str, seat: str | None, zones: list[Zone]) -> Iterator[str]:
    for zone in zones:
        cards = table.zone(whose, zone.what)
        if not cards:
            continue
        if seat is not None and not table.rules.manual.sees(table, seat, whose, zone.what):
            up = [_card(table, card, seat, zone) for card in cards if zone.seen == FACE_UP and (card, FACE_UP) in table.marks]
            yield f"  {zone.name}: {'; '.join([*up, _facedown(len(cards) - len(up))])}"
        elif zone.drawn == "pile" and zone.seen == "nobody":
            yield f"  {zone.name}: {len(cards)}"
        else:
            yield f"  {zone.name}: {'; '.join(_card(table, card, seat, zone) for card in cards)}"


def _card(table: Table, card: str, seat: str | None, zone: Zone) -> str:
    """A card with its id, tokens, states, links, and what lies on it."""
    board, kind = table.rules.manual.BOARD, table.rules.library[card].type
    said = [*_tokens(table, card, kind)] if zone.carries else []
    said += [table.rules.manual.mark_words(table, card, what) for what in shown_marks(table, card) if zone.carries]
    links = [link for link in board.links if kind in link.on and (card, link.what) in table.links]
    linked = [(link.name, table.links[card, link.what]) for link in links]
    said += [f"{word} {name(table, other)}" for word, other in linked]
    for inner in board.of(kind):
        said += (line.strip() for line in _areas(table, card, seat, [inner]))
    here = [name(table, one) for link in board.links if link.to == kind
            for (one, word), place in table.links.items()
            if word == link.what and place == card and table.rules.library[one].type in link.on]  # fmt: skip
    said += [f"here: {', '.join(here)}"] if here else []
    return f"{name(table, card)} ({card}){': ' + ', '.join(said) if said else ''}"


def _tokens(table: Table, whose: str, kind: str) -> Iterator[str]:
    for token in table.rules.manual.BOARD.tokens:
        number = table.counts.get((whose, token.what), 0)
        printed = whose in table.rules.library and token.towards in table.rules.library[whose].values
        most = table.rules.manual.value(table, whose, token.towards) if printed else 0
        if kind in token.on and (number or most):
            yield f"{token.name.lower()} {number}{f' of {most}' if most else ''}"
