"""The cards: how many, from where, one of them in full, and templates for packs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from dcf_lab.commands import Wrong, print_json
from dcf_lab.engine.cards.cards import Card, Library
from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.engine.cards.template import file_of, find_cards, template
from dcf_lab.games import manual, manual_of

ABOUT = "The cards: how many, from where, and one of them in full."


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("card", nargs="?", help="one card by its id or name")
    parser.add_argument(
        "--template", metavar="NAME", help="a pack of today's values to correct: of a character, a card, locations ..."
    )
    parser.add_argument("--into", metavar="DIR", type=Path, help="write the template into this folder")


def run(options: argparse.Namespace) -> int:
    cards = manual(options.game).library(*options.pack)
    if options.template is not None:
        return _template(cards, options)
    if options.into is not None:
        raise Wrong("--into says where a template goes; say --template NAME, too")
    if options.card:
        card = _find_card(cards, options.card)
        if options.json:
            print_json(_card_data(card, cards))
        else:
            print(_card_text(card, cards))
        return 0
    printed = list(cards.printed.values())
    values = [card.provenance(word) for card in printed for word in card.raw if word not in ("source", "sources", "type", "of")]
    data = {
        "total": len(cards),
        "verbs": len(manual_of(cards).LANGUAGE.verbs),
        "rulebook": sum(c.copies for c in printed if _known(c) == "rulebook"),
        "stand_in": sum(c.copies for c in printed if not _known(c)),
        "values": {
            "rulebook": sum(value.startswith("rulebook") for value in values),
            "stand_in": sum(value == "stand-in" for value in values),
            "pack": sum(value.startswith("pack") for value in values),
        },
        "cards": {card.id: _card_data(card, cards) for card in printed},
    }
    if options.json:
        print_json(data)
        return 0
    for card in printed:
        badge = _known(card) or "stand-in"
        print(f"{card.id:28} {card.type:10} {card.of or '':16} {badge:9} {card.text[:70]}")
    print(
        f"{data['total']} cards, {data['verbs']} verbs; {data['rulebook']} cards known from the rulebook at least in part, "
        f"{data['stand_in']} stand-ins throughout; of their values {data['values']['rulebook']} are from the rulebook, "
        f"{data['values']['stand_in']} are stand-ins"
        + (f", {of_packs} of packs." if (of_packs := data["values"]["pack"]) else ".")
    )
    return 0


def _template(cards: Library, options: argparse.Namespace) -> int:
    """A pack skeleton, printed or written; a file that is there already is never touched."""
    if options.card:
        raise Wrong(f"--template {options.template} says which cards; leave out {options.card!r}")
    name, chosen = find_cards(cards, options.template)
    text = template(name, chosen, cards.game)
    if options.into is None:
        if options.json:
            print_json({"file": file_of(name), "toml": text})
        else:
            print(text, end="")
        return 0
    file = options.into / file_of(name)
    try:
        options.into.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        what = "is there already, and nothing is written over it" if file.exists() else "cannot be in what is no folder"
        raise Wrong(f"{file}: {what}; say another folder with --into") from None
    except OSError as error:
        raise Wrong(f"{file}: cannot be written ({error.strerror}); say another folder with --into") from None
    if options.json:
        print_json({"file": str(file), "toml": text})
    else:
        print(f"Wrote {file}. Correct it, then: dcf-lab --pack {options.into} play --game {cards.game}")
    return 0


def _known(card: Card) -> str:
    """Who states something of this card, the rulebook or else a pack; nobody does of a stand-in."""
    stated = {source.partition(":")[0] for source in (card.source, *card.sources.values())}
    return next((word for word in ("rulebook", "pack") if word in stated), "")


def _find_card(cards: Library, wanted: str) -> Card:
    by_name = {card.name.lower(): card for card in cards.printed.values()}
    card = cards.printed.get(wanted) or by_name.get(wanted.lower()) or cards.cards.get(wanted)
    if card is None:
        raise Wrong(f"no card is called {wanted!r}{did_you_mean(wanted, cards.printed)}")
    return card


def _card_data(card: Card, cards: Library) -> dict[str, Any]:
    return {
        "name": card.name, "type": card.type, "of": card.of, **card.values, "traits": list(card.traits), "copies": card.copies,
        "text": card.text, "english": manual_of(cards).spell_out(card, cards), "abilities": [dict(a.raw) for a in card.abilities],
        "source": card.source, "sources": dict(card.sources),
    }  # fmt: skip


def _card_text(card: Card, cards: Library) -> str:
    lines = [f"{card.name} ({card.id}), {card.type}" + (f" of {card.of}" if card.of else "")]
    lines += [f"  {word}: {value}  [{card.provenance(word)}]" for word, value in card.values.items()]
    if card.traits:
        lines.append(f"  traits: {', '.join(card.traits)}  [{card.provenance('traits')}]")
    if card.text:
        lines.append(f"  {card.text}  [{card.provenance('text')}]")
    if card.abilities:
        lines += ["In full:", *(f"  {ability}" for ability in manual_of(cards).spell_out(card, cards))]
    fields: dict[str, list[str]] = {}
    for word in card.raw:
        if word not in ("source", "sources"):
            fields.setdefault(card.provenance(word), []).append(word)
    lines += ["Sources:", *(f"  {source}: {', '.join(words)}" for source, words in fields.items())]
    return "\n".join(lines)
