"""Tables, games, timelines, cards, questions and events as HTML, so that they show themselves in a notebook.

Only elements and inline styles, so that a display can stand anywhere; every word from a card or scenario is escaped. Colours
are the notebook's own, light or dark: nothing but lines and shades of the present text colour is added.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from types import SimpleNamespace
from typing import Any

from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.table import Event, Table
from dcf_lab.games.dc_forever import library
from dcf_lab.games.dc_forever.rules.box import HERO, LOCATIONS, MASTER_PLAN, is_exhausted, is_swayed, side_of, spaces
from dcf_lab.games.dc_forever.rules.deeds import health
from dcf_lab.games.dc_forever.rules.legal import threshold
from dcf_lab.games.dc_forever.table.position import PLAYERS
from dcf_lab.games.dc_forever.text.english import spell_out
from dcf_lab.timeline.show import asked, name, rule_texts, sentence, stage_and_phase
from dcf_lab.timeline.timeline import Timeline

MAX_TEXT = 400  # characters of one text
MAX_LISTED = 40  # things in one list
TO_RESCUE, TO_SCHEME = 30, 5  # citizens in Sanctuary, Schemes in the Master Plan

_BOX = "font:13px/1.45 system-ui,sans-serif;color:inherit;max-width:64em;overflow-x:auto;margin:.3em 0"
_TABLE = "border-collapse:collapse;margin:.5em 0;color:inherit;background:transparent"
_CELL = "text-align:left;vertical-align:top;padding:.15em .6em;border:1px solid rgba(128,128,128,.5);white-space:normal"
_HEAD = f"{_CELL};background:rgba(128,128,128,.15);font-weight:600"
_CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:.2em 0;color:inherit"
_BADGE = "border:1px solid currentColor;border-radius:.6em;padding:0 .45em;font-size:.85em;white-space:nowrap"
_LIST = "margin:.2em 0;padding-left:1.6em"


def html(thing: Any) -> str:
    """A table, game, timeline, card, question or event as HTML.

    >>> from dcf_lab.games.dc_forever import library
    >>> "Master Tactician" in html(library()["batman"])
    True
    """
    shown = {Table: _table, Game: _game, Timeline: _timeline, Card: _card, Choice: _choice, Event: _event}
    for kind, show in shown.items():
        if isinstance(thing, kind):
            return f'<div style="{_BOX}">{show(thing)}</div>'
    raise TypeError(f"there is no picture of a {type(thing).__name__}; there is one of {', '.join(k.__name__ for k in shown)}")


# small pieces


def _text(value: Any, most: int = MAX_TEXT) -> str:
    text = str(value)
    return escape(text if len(text) <= most else f"{text[: most - 1]}…")


def _listed(things: Iterable[str], between: str = ", ") -> str:
    """Things that are HTML already, one after the other, and how many more there are."""
    things = list(things)
    more = [f"and {len(things) - MAX_LISTED} more"] if len(things) > MAX_LISTED else []
    return between.join([*things[:MAX_LISTED], *more])


def _cards(table: Table, cards: Iterable[str]) -> str:
    return _listed(_text(name(table, card), 80) for card in cards) or "–"


def _grid(caption: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table with its caption; the first cell of a row is its heading. Everything given is HTML already."""
    head = "".join(f'<th scope="col" style="{_HEAD}">{cell}</th>' for cell in heads)
    body = []
    for first, *cells in list(rows)[:MAX_LISTED]:
        rest = "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells)
        body.append(f'<tr><th scope="row" style="{_HEAD}">{first}</th>{rest}</tr>')
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f'<table style="{_TABLE}"><caption style="{_CAPTION}">{caption}</caption>{top}<tbody>{"".join(body)}</tbody></table>'


def _badge(text: str) -> str:
    return f'<span style="{_BADGE}">{_text(text, 80)}</span>'


def _toward(what: str, number: int, most: int) -> str:
    return (
        f'<span style="white-space:nowrap;margin-right:1.2em">{what} {number} of {most} '
        f'<progress value="{min(number, most)}" max="{most}" style="width:7em;vertical-align:middle" '
        f'aria-label="{what}: {number} of {most}"></progress></span>'
    )


def _rules(rules: Iterable[str]) -> str:
    """The numbers of rules, each with its text on hover."""
    texts = rule_texts()
    known = ((rule, texts[rule]["text"] if rule in texts else "") for rule in rules)
    return _listed(f'<abbr title="{_text(text)}">{_text(rule, 40)}</abbr>' for rule, text in known)


# the table


def _table(table: Table) -> str:
    if table.rules.game != "dc_forever":
        return _any_table(table)
    return "".join(
        [_heading(table), _locations(table), *(_player(table, player) for player in table.rules.players), _aside(table)]
    )


def _heading(table: Table) -> str:
    now = " · ".join([f"Round {table.facts.get('round', 0)}", *filter(None, stage_and_phase(table))])
    sanctuary = table.counts.get(("sanctuary", "citizens"), 0)
    return (
        f'<p style="margin:.2em 0"><strong>{_text(now)}</strong></p><p style="margin:.2em 0">'
        f"{_toward('Sanctuary', sanctuary, TO_RESCUE)}{_toward('Master Plan', len(table.zone(*MASTER_PLAN)), TO_SCHEME)}</p>"
    )


def _locations(table: Table) -> str:
    rows = []
    for place in spaces(table):
        empty = place not in table.zone(*LOCATIONS)
        here = [card for player in table.rules.players for card in table.zone(player, "characters")
                if table.links.get((card, "at")) == place]  # fmt: skip
        rows.append(
            [
                _text(f"empty space ({name(table, place)})" if empty else name(table, place)),
                str(table.counts.get((place, "citizens"), 0)),
                _listed(_scheme(table, card) for card in table.zone(place, "scheme")) or "–",
                _listed(_unaligned(table, card) for card in table.zone(place, "unaligned")) or "–",
                _cards(table, here),
            ]
        )
    return _grid("Locations", ["Location", "Citizens", "Scheme", "Unaligned", "Here"], rows) if rows else ""


def _scheme(table: Table, card: str) -> str:
    citizens = table.counts.get((card, "citizens"), 0)
    side = "faceup" if (card, "faceup") in table.marks else "facedown"
    return f"{_text(name(table, card))} ({side}): {citizens} of {threshold(table, card)} citizens"


def _unaligned(table: Table, card: str) -> str:
    citizens = table.counts.get((card, "citizens"), 0)
    swayed = ", swayed" if is_swayed(table, card) else ""
    return f"{_text(name(table, card))}: {citizens} citizens, {_damage(table, card)}{swayed}"


def _damage(table: Table, card: str) -> str:
    return f"damage {table.counts.get((card, 'damage'), 0)} of {health(table, card)}"


def _player(table: Table, player: str) -> str:
    side = "Heroes" if side_of(player) == HERO else "Rogues"
    rows = [
        [
            _text(name(table, card)),
            _damage(table, card),
            "exhausted" if is_exhausted(table, card) else "ready",
            _text(name(table, table.links[card, "at"])) if (card, "at") in table.links else "–",
            _cards(table, table.zone(card, "attachments")),
            _cards(table, table.zone(card, "empowering")),
        ]
        for card in table.zone(player, "characters")
    ]
    heads = ["Character", "Damage", "State", "At", "Attachments", "Empowering"]
    played = [
        _text(name(table, card), 80) + (" (exhausted)" if is_exhausted(table, card) else "")
        for card in table.zone(player, "play area")
    ]
    hand = table.zone(player, "hand")
    piles = ", ".join(f"{what} {len(table.zone(player, what))}" for what in ("deck", "discard", "pool", "reserve"))
    lines = [f"Hand ({len(hand)}): {_cards(table, hand)}"]
    if played:
        lines.append(f"In play: {_listed(played)}")
    if resources := table.counts.get((player, "resources")):
        lines.append(f"Resources: {resources}")
    return (
        _grid(f"{side} ({_text(player, 20)}): {piles}", heads, rows)
        + f'<ul style="{_LIST}">{"".join(f"<li>{line}</li>" for line in lines)}</ul>'
    )


def _aside(table: Table) -> str:
    """What lies beside the board, if anything does."""
    piles = [
        f"{what.capitalize()}: {_cards(table, table.zone('table', what))}"
        for what in ("master plan", "knocked out", "captured", "removed")
        if table.zone("table", what)
    ]
    decks = ", ".join(f"{what} {len(table.zone('table', what))}" for what in ("location deck", "unaligned deck"))
    return f'<p style="margin:.2em 0">{" · ".join([*piles, decks.capitalize()])}</p>'


def _any_table(table: Table) -> str:
    """The table of another game: its five books as they are."""
    books = table.as_json()
    rows = [
        [_text(key, 80), _text(value)]
        for book in ("facts", "counts", "zones", "links", "marks")
        for key, value in books[book].items()
    ]
    return _grid(f"A table of {_text(table.rules.game, 80)}", (), rows)


# games, questions, timelines


def _game(game: Game) -> str:
    return _table(game.table) + (_choice(game.choice) if game.choice else _ending(game.table))


def _ending(table: Table) -> str:
    winner, how = table.facts.get("winner"), table.facts.get("won by")
    text = f"{name(table, winner)} has won" if winner else "nobody has won"
    return f"<p><strong>It is over: {_text(text)}{f' by {_text(how)}' if how else ''}.</strong></p>"


def _choice(choice: Choice) -> str:
    options = choice.list_options()
    items = "".join(f"<li><code>{_text(option, 120)}</code></li>" for option in options[:MAX_LISTED])
    more = f"<li>and {len(options) - MAX_LISTED} more</li>" if len(options) > MAX_LISTED else ""
    rules = f" ({_rules(choice.rules)})" if choice.rules else ""
    return (
        f'<p style="margin:.4em 0 0"><strong>{_text(asked(_our_cards(), choice))}</strong>{rules}, '
        f'{len(options)} answers:</p><ul style="{_LIST}">{items}{more}</ul>'
    )


def _timeline(line: Timeline) -> str:
    path = line.here.path()
    shown = path[-MAX_LISTED:]
    first = len(path) - len(shown) + 1
    answers = "".join(f"<li>{_text(node.player, 40)}: <code>{_text(node.option, 120)}</code></li>" for node in shown)
    branches = sum(not node.children for node in line.nodes())
    told = f"{len(path)} answers up to here, {line.size - 1} in the tree, {branches} {'branch' if branches == 1 else 'branches'}"
    readings = {**line.scenario.rulings, **line.readings}
    rulings = ", ".join(f"{_text(key, 80)} = {_text(reading, 10)}" for key, reading in list(readings.items())[:MAX_LISTED])
    return (
        f'<p style="margin:.2em 0"><strong>{_text(line.scenario.title)}</strong></p>{_game(line.game)}'
        f'<p style="margin:.4em 0 0">{told}.{f" Rulings: {rulings}." if rulings else ""}</p>'
        + (f'<ol start="{first}" style="{_LIST}">{answers}</ol>' if answers else "")
    )


# cards and events


def _card(card: Card) -> str:
    known = {source.partition(":")[0] for source in (card.source, *card.sources.values())}
    badge = next((word for word in ("rulebook", "pack") if word in known), "")
    badges = ([badge] if badge else []) + (["stand-in"] if "stand-in" in known else [])
    cards = library()
    rows = [[_text(word.replace("_", " "), 80), _text(_plain(value)), _source(card, word)] for word, value in card.values.items()]
    if card.traits:
        rows.append(["traits", _text(", ".join(card.traits)), _source(card, "traits")])
    if card.text:
        rows.append(["text", _text(card.text), _source(card, "text")])
    of = f" of {_text(cards.printed[card.of].name if card.of in cards.printed else card.of, 80)}" if card.of else ""
    copies = f", {card.copies} copies" if card.copies > 1 else ""
    title = f"{_text(card.name, 120)}, {_text(card.type, 40)}{of}{copies} {' '.join(map(_badge, badges))}"
    abilities = spell_out(card, Library([*cards.printed.values(), card]))
    items = _listed((f"<li>{_text(ability)}</li>" for ability in abilities), "")
    return _grid(title, ["Printed", "Value", "From"], rows) + (f'<ul style="{_LIST}">{items}</ul>' if items else "")


def _plain(value: Any) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _source(card: Card, word: str) -> str:
    source = card.provenance(word)
    return _badge(source) if source == "stand-in" else _text(source)


def _event(event: Event) -> str:
    """An event away from its table: the names are those of our own cards."""
    causes = _listed(f"{_text(kind, 40)} event {number}" for kind, number in event.causes)
    why = " · ".join(filter(None, [_rules(event.rules), causes]))
    return (
        f'<p style="margin:.2em 0">{event.id}. <strong>{_text(sentence(_our_cards(), event))}</strong> '
        f"<em>{_text(event.kind, 40)}</em>{f'<br>{why}' if why else ''}</p>"
    )


def _our_cards() -> Any:
    """What knows the names of our own cards and no table."""
    return SimpleNamespace(rules=SimpleNamespace(library=library(), players=tuple(PLAYERS)))
