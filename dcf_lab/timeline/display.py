"""Tables, games, timelines, cards, questions and events as HTML, so that they show themselves in a notebook.

Only elements and inline styles, so that a display can stand anywhere; every word from a card or scenario is escaped. Colours
are the notebook's own, light or dark: nothing but lines and shades of the present text colour is added.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from types import SimpleNamespace
from typing import Any

from dcf_lab.engine.board import Token, Zone
from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.game import Choice, Game
from dcf_lab.engine.table import Event, Table
from dcf_lab.engine.telling import asked, ending, name, sentence, shown_marks
from dcf_lab.games import manual, manual_of, manuals, names
from dcf_lab.timeline.timeline import Timeline

MAX_TEXT = 400  # characters of one text
MAX_LISTED = 40  # things in one list

_BOX = "font:13px/1.45 system-ui,sans-serif;color:inherit;max-width:64em;overflow-x:auto;margin:.3em 0"
_TABLE = "border-collapse:collapse;margin:.5em 0;color:inherit;background:transparent"
_CELL = "text-align:left;vertical-align:top;padding:.15em .6em;border:1px solid rgba(128,128,128,.5);white-space:normal"
_HEAD = f"{_CELL};background:rgba(128,128,128,.15);font-weight:600"
_CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:.2em 0;color:inherit"
_BADGE = "border:1px solid currentColor;border-radius:.6em;padding:0 .45em;font-size:.85em;white-space:nowrap"
_LIST = "margin:.2em 0;padding-left:1.6em"


def html(thing: Any) -> str:
    """A table, game, timeline, card, question or event as HTML.

    >>> from dcf_lab.games import manual
    >>> cards = manual("dc_forever").library()
    >>> "Master Tactician" in html(cards["batman"])
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
    """Rules by their names, each with its text and number on hover."""
    told = {rule: entry for manual in manuals() for rule, entry in manual.rules().items()}
    known = ((rule, told.get(rule, {"name": rule, "text": ""})) for rule in rules)
    return _listed(
        f'<abbr title="{_text(rule, 40)}: {_text(entry["text"])}">{_text(entry["name"], 60)}</abbr>' for rule, entry in known
    )


# the table


def _table(table: Table) -> str:
    if table.rules.manual is None:
        return _any_table(table)
    board = table.rules.manual.BOARD
    middle = next((zone for zone in board.of("table") if zone.what == board.middle), None)
    rows = _rows(table, "table", middle) if middle else ""
    return "".join([_heading(table), rows, *(_player(table, player) for player in table.rules.players), _aside(table)])


def _heading(table: Table) -> str:
    manual = table.rules.manual
    now = manual.moment(table)
    tracks = "".join(_toward(_text(track.name), track.now(table), track.most) for track in manual.BOARD.tracks)
    where = " · ".join(filter(None, [f"Round {now.round}", now.stage, now.phase]))
    return f'<p style="margin:.2em 0"><strong>{_text(where)}</strong></p><p style="margin:.2em 0">{tracks}</p>'


def _rows(table: Table, whose: str, zone: Zone, caption: str = "") -> str:
    """The cards of an area, each with a column for everything that the board says may be there."""
    board = table.rules.manual.BOARD
    kinds = [kind for kind in table.rules.manual.LANGUAGE.types if not zone.holds or kind in zone.holds]
    tokens = [token for token in board.tokens if any(kind in token.on for kind in kinds)]
    states = any(state.name and any(kind in state.on for kind in kinds) for state in board.states)
    links = [link for link in board.links if any(kind in link.on for kind in kinds)]
    standing = [link for link in board.links if link.to in kinds]
    inner = list({one.what: one for kind in kinds for one in board.of(kind)}.values())
    heads = [zone.name, *(token.name for token in tokens), *(["State"] if states else []), *(link.name.title() for link in links),
             *(one.name for one in inner), *(["Here"] if standing else [])]  # fmt: skip
    rows = []
    for card in table.zone(whose, zone.what):
        here = [one for (one, word), place in table.links.items() if place == card and word in [link.what for link in standing]]
        rows.append([
            _text(name(table, card)), *(_token(table, card, token) or "–" for token in tokens),
            *([_states(table, card) or "–"] if states else []),
            *(_text(name(table, table.links[card, link.what])) if (card, link.what) in table.links else "–" for link in links),
            *(_listed(_lying(table, one, zone) for one in table.zone(card, zone.what)) or "–" for zone in inner),
            *([_cards(table, here)] if standing else []),
        ])  # fmt: skip
    return _grid(caption or _text(zone.name), map(_text, heads), rows) if rows or caption else ""


def _token(table: Table, card: str, token: Token) -> str:
    """'2 of 9', '3', or nothing where there is nothing to count."""
    number = table.counts.get((card, token.what), 0)
    if table.rules.library[card].type not in token.on:
        return ""
    printed = token.towards in table.rules.library[card].values
    return f"{number} of {table.rules.manual.value(table, card, token.towards)}" if printed else str(number)


def _states(table: Table, card: str) -> str:
    manual = table.rules.manual
    return _listed(_text(manual.mark_words(table, card, what), 80) for what in shown_marks(table, card))


def _lying(table: Table, card: str, zone: Zone) -> str:
    """A card on another one, with its tokens and states."""
    tokens = [(token, _token(table, card, token)) for token in table.rules.manual.BOARD.tokens]
    said = [f"{_text(token.name.lower())} {number}" for token, number in tokens if number] if zone.carries else []
    said += [states] if zone.carries and (states := _states(table, card)) else []
    return _text(name(table, card), 80) + (f" ({', '.join(said)})" if said else "")


def _player(table: Table, player: str) -> str:
    manual = table.rules.manual
    zones = [zone for zone in manual.BOARD.of("player") if table.zone(player, zone.what) or zone.drawn in ("fan", "pile")]
    sizes = {zone.name.lower(): len(table.zone(player, zone.what)) for zone in zones if zone.drawn == "pile"}
    piles = ", ".join(f"{_text(pile)} {size}" for pile, size in sizes.items())
    first = next((zone for zone in manual.BOARD.of("player") if zone.drawn == "row"), None)
    side = manual.SIDES.get(manual.side(table, player), player)
    caption = f"{_text(side)} ({_text(player, 20)}): {piles}"
    rows = _rows(table, player, first, caption) if first else _grid(caption, (), ())
    lines = [
        f"{_text(zone.name)} ({len(cards)}): {_listed(_lying(table, card, zone) for card in cards) or '–'}"
        for zone in zones if zone.drawn != "pile" and zone is not first
        for cards in [table.zone(player, zone.what)]
    ]  # fmt: skip
    lines += [
        f"{_text(token.name)}: {table.counts[player, token.what]}"
        for token in manual.BOARD.tokens if (player, token.what) in table.counts
    ]  # fmt: skip
    return rows + f'<ul style="{_LIST}">{"".join(f"<li>{line}</li>" for line in lines)}</ul>'


def _aside(table: Table) -> str:
    """What lies beside the board, if anything does."""
    board = table.rules.manual.BOARD
    there = [zone for zone in board.of("table") if zone.what != board.middle and table.zone("table", zone.what)]
    told = [
        f"{_text(zone.name)}: {len(table.zone('table', zone.what))}" if zone.seen == "nobody"
        else f"{_text(zone.name)}: {_cards(table, table.zone('table', zone.what))}"
        for zone in there
    ]  # fmt: skip
    return f'<p style="margin:.2em 0">{" · ".join(told)}</p>'


def _any_table(table: Table) -> str:
    """A table of a game without a manual: its five books as they are."""
    books = table.as_json()
    rows = [
        [_text(key, 80), _text(value)]
        for book in ("facts", "counts", "zones", "links", "marks")
        for key, value in books[book].items()
    ]
    return _grid(f"A table of {_text(table.rules.game, 80)}", (), rows)


# games, questions, timelines


def _game(game: Game) -> str:
    table = game.table
    return _table(table) + (_choice(game.choice, table) if game.choice else _ending(table))


def _ending(table: Table) -> str:
    return f"<p><strong>It is over: {_text(ending(table))}.</strong></p>"


def _choice(choice: Choice, table: Table | None = None) -> str:
    """A question; away from its table its cards have the names of the game that its rules are of."""
    options = choice.list_options()
    items = "".join(f"<li><code>{_text(option, 120)}</code></li>" for option in options[:MAX_LISTED])
    more = f"<li>and {len(options) - MAX_LISTED} more</li>" if len(options) > MAX_LISTED else ""
    rules = f" ({_rules(choice.rules)})" if choice.rules else ""
    question = asked(table or _any_of(choice.rules), choice)
    return (
        f'<p style="margin:.4em 0 0"><strong>{_text(question)}</strong>{rules}, '
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
    cards = _cards_like(card)
    rows = [[_text(word.replace("_", " "), 80), _text(_plain(value)), _source(card, word)] for word, value in card.values.items()]
    if card.traits:
        rows.append(["traits", _text(", ".join(card.traits)), _source(card, "traits")])
    if card.text:
        rows.append(["text", _text(card.text), _source(card, "text")])
    of = f" of {_text(cards.printed[card.of].name if card.of in cards.printed else card.of, 80)}" if card.of else ""
    copies = f", {card.copies} copies" if card.copies > 1 else ""
    title = f"{_text(card.name, 120)}, {_text(card.type, 40)}{of}{copies} {' '.join(map(_badge, badges))}"
    abilities = manual_of(cards).spell_out(card, Library([*cards.printed.values(), card], cards.game))
    items = _listed((f"<li>{_text(ability)}</li>" for ability in abilities), "")
    return _grid(title, ["Printed", "Value", "From"], rows) + (f'<ul style="{_LIST}">{items}</ul>' if items else "")


def _plain(value: Any) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _source(card: Card, word: str) -> str:
    source = card.provenance(word)
    return _badge(source) if source == "stand-in" else _text(source)


def _cards_like(card: Card) -> Library:
    """The cards of the game that a card is of: the one that has it, else the first that knows such a type and such abilities."""
    known = [manual for manual in manuals() if card.type in manual.LANGUAGE.types]
    known = [one for one in known if all(ability.timing in one.LANGUAGE.timings for ability in card.abilities)] or known
    libraries = [manual.library() for manual in known]
    own = next((cards for cards in libraries if cards.printed.get(card.id) is card), None)
    return own or next(iter(libraries), None) or Library((), names()[0])


def _event(event: Event) -> str:
    """An event away from its table, with the names of the game that its rules are of."""
    causes = _listed(f"{_text(kind, 40)} event {number}" for kind, number in event.causes)
    why = " · ".join(filter(None, [_rules(event.rules), causes]))
    return (
        f'<p style="margin:.2em 0">{event.id}. <strong>{_text(sentence(_any_of(event.rules), event))}</strong> '
        f"<em>{_text(event.kind, 40)}</em>{f'<br>{why}' if why else ''}</p>"
    )


def _any_of(rules: Iterable[str]) -> Any:
    """What knows the names of a game's cards and no table: of the game that has these rules, else of the first."""
    game = next((one for one in manuals() if not one.rules().keys().isdisjoint(rules)), manual(names()[0]))
    return SimpleNamespace(rules=SimpleNamespace(library=game.library(), players=game.PLAYERS, manual=game))
