"""Learning a game: how it is played, chapter by chapter beside a board that moves, and all of its rules with their scenes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from dcf_lab.engine.cards.packs import Pack
from dcf_lab.games import Chapter, Manual, manual, names, read_scenes
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.facts import game_facts, ruling_facts
from dcf_lab.lab.messages import answer
from dcf_lab.lab.shelf import ShelfError, find
from dcf_lab.scenario.file import read
from dcf_lab.timeline.timeline import Timeline

MAX_QUERY = 1_000
MAX_SHOWN = 40  # moments of a scene; nobody presses Next more often


class Learn:
    """Answers the messages of the page that explains a game."""

    def __init__(self, packs: list[Path | Pack] | None = None, folder: Path | None = None) -> None:
        self.packs = packs or []
        self.folder = folder

    def handle(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield from answer(self, message)

    def do_open(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A game's primer and rules: `?game=dc_forever`, else the game that has the rule, else the first."""
        query = parse_qs(str(message.get("query", ""))[:MAX_QUERY].removeprefix("?"))
        wanted, rule = (query.get(word, [""])[0] for word in ("game", "rule"))
        having = (game for game in names() if rule in manual(game).rules())
        game = wanted if wanted in names() else next(having, names()[0])
        yield {
            "show": "learn",
            "games": [game_facts(one) for one in names()],
            "game": game,
            "primer": primer_facts(manual(game)),
            "rules": rules_told(manual(game)),
            "rulings": ruling_facts(game),
            "titles": read_scenes(game)["titles"],
        }

    def do_scene(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The film of a chapter's scene, told as when it is explored, with the moments worth stopping at."""
        game, number = message.get("game"), message.get("chapter")
        chapters = manual(game).PRIMER.chapters if game in names() else ()
        if type(number) is not int or not 0 <= number < len(chapters) or not chapters[number].scene:
            raise ShelfError("there is no such chapter with a scene")
        facts = scene(str(game), chapters[number], self.packs)
        yield {**facts, "show": "scene", "chapter": number, "stops": stops(facts["film"]["events"], chapters[number])}


def scene(game: str, chapter: Chapter, packs: list[Path | Pack] | None = None) -> dict[str, Any]:
    """What is told of a scene whose script has been followed to its end."""
    from dcf_lab.analysis.compare import follow_script

    stage = Explore(packs)
    stage.show(follow_script(Timeline(read(find(f"{game}/{chapter.scene}"), packs or []))).line)
    facts = stage.facts()
    cards = stage.line.game.table.rules.library if stage.line else {}
    here = {cards[card].id for zone in (stage.line.game.table.zones.values() if stage.line else ()) for card in zone}
    told = {word: facts[word] for word in facts if word not in ("rules", "rulings")}  # the page has them already
    return {**told, "cards": {card: fact for card, fact in facts["cards"].items() if card in here}}


def stops(events: list[dict[str, Any]], chapter: Chapter) -> list[int]:
    """The moments of a film at which there is something to see, between the events that a chapter begins and ends with.

    That somebody had nothing to do is left out; where stages and phases begin one after the other, the last of them says it all.
    """
    kinds = [event["kind"] for event in events]
    first = kinds.index(chapter.begin) if chapter.begin in kinds else 0
    last = len(kinds) - 1 - kinds[::-1].index(chapter.stop) if chapter.stop in kinds else len(kinds) - 1
    depths = [event["depth"] for event in events]
    shown = [
        at
        for at in range(first, last + 1)
        if depths[at] != "atom"
        and not events[at].get("bookkeeping")
        and kinds[at] != "only answer"
        and depths[at : at + 2] != ["stage", "stage"]
    ]
    return [at + 1 for at in shown[:MAX_SHOWN]]


def primer_facts(book: Manual) -> dict[str, Any]:
    """How a game is played, for the page: chapters, the signs on the table with what they mean, and words."""
    primer, board = book.PRIMER, book.BOARD
    lower = {word.lower(): text for word, text in primer.words.items()}
    signs: dict[str, dict[str, str]] = {}
    for one in (*board.values, *board.tokens):
        if one.sign:
            signs.setdefault(one.name, {"sign": one.sign, "name": one.name, "text": lower.get(one.name.lower(), "")})
    tracks = [
        {"name": track.name, "most": track.most, "side": track.side, "text": lower.get(track.name.lower(), "")}
        for track in board.tracks
    ]
    signed = {name.lower() for name in signs} | {track.name.lower() for track in board.tracks}
    return {
        "chapters": [chapter._asdict() for chapter in primer.chapters],
        "signs": list(signs.values()),
        "tracks": tracks,
        "words": {word: text for word, text in primer.words.items() if word.lower() not in signed},
    }


def rules_told(book: Manual) -> dict[str, dict[str, Any]]:
    """Every rule with its name, section and topic, the rulings that concern it, and the scenes that show it."""
    shown = read_scenes(book.NAME)["rules"]
    return {
        rule: {
            "name": told.get("name", ""),
            "text": told["text"],
            "section": told["section"],
            "topic": told.get("topic") or told["section"],
            "rulings": [ruling.key for ruling in book.rulings().values() if rule in ruling.rules],
            "scenes": shown.get(rule, []),
        }
        for rule, told in book.rules().items()
    }
