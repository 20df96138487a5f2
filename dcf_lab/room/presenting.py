"""Presenting a lesson: the room is opened, its pages are served, and it ends when the presenter says so."""

from __future__ import annotations

import argparse
import ssl
import time
import webbrowser
from pathlib import Path
from typing import Any

from dcf_lab.lessons.compile import compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.room.server import Hall, application, listen, only, own_address
from dcf_lab.room.state import LETTERS, Room, hashed, new_code, new_key
from dcf_lab.room.store import Kept, SqliteStore, Store
from dcf_lab.scenario.file import scenarios_folder


class CannotPresent(ValueError):
    """Why no room was opened, in a sentence."""


def find_lesson(name: str) -> Path:
    """A lesson's file, by its path or by its name in the collection."""
    if Path(name).suffix == ".toml":
        return Path(name)
    found = sorted(scenarios_folder().glob(f"*/lessons/{Path(name).name}*.toml"))
    if len(found) != 1:
        known = ", ".join(file.stem for file in sorted(scenarios_folder().glob("*/lessons/*.toml")))
        raise CannotPresent(f"{'no lesson' if not found else 'more than one lesson'} is called {name!r}; there are {known}")
    return found[0]


async def present(options: argparse.Namespace) -> None:
    store = SqliteStore()
    kept, key = _room(options, store)
    lesson = compile_lesson(read_lesson(kept.lesson))
    hall = Hall(Room(lesson, kept, store, options.tables))
    host = "127.0.0.1" if options.host == "here" else options.host or own_address()
    names = {host, *({"localhost", "127.0.0.1"} if host == "127.0.0.1" else ())}
    tls, scheme = _tls(options), "https" if options.cert else "http"
    ports: list[int] = []

    def known(host: str) -> bool:
        known = {*names, "localhost", "127.0.0.1"}
        usual = {name for name in known for port in ports if port in (80, 443)}  # browsers leave these out
        return only(*usual, *(f"{name}:{port}" for name in known for port in ports))(host)

    _, port = listen(application(hall, known, inside=options.desk_anywhere), host, options.port, tls)
    _, inner = listen(application(hall, known, inside=True), "127.0.0.1", 0)
    ports += [port, inner]
    hall.join = {
        "address": f"{host}:{port}",
        "code": kept.code,
        "url": f"{scheme}://{host}:{port}/{kept.code}",
        "wifi": options.wifi,
    }
    hall.start()
    desk = f"http://localhost:{inner}/desk#{key}"
    print(f"Phones:  {hall.join['url']}", flush=True)
    print(f"Screen:  http://localhost:{inner}/screen#{key}")
    print(f"Desk:    {desk}")
    print(
        f"Remote:  http://localhost:{inner}/remote#{key}"
        if not options.desk_anywhere
        else f"Remote:  {scheme}://{host}:{port}/remote#{key}"
    )
    print(f"Code {kept.code}. Ctrl-C stops; --code {kept.code} goes on where it was.", flush=True)
    if not options.no_browser:
        webbrowser.open(desk)
    try:
        await hall.ended.wait()
        await hall.farewell()
    finally:
        hall.flush()
        store.close()


def _room(options: argparse.Namespace, store: Store) -> tuple[Kept, str]:
    """A new room, or one that was open before: its presenter gets a new key."""
    key, code = new_key(), options.code.upper()
    known = store.kept(code) if code else None
    if known is not None:
        known = known._replace(key_hash=hashed(key))
        store.keep_key(code, known.key_hash)
        return known, key
    if not options.lesson:
        raise CannotPresent("name a lesson, or the code of a room that was open before")
    if code and (len(code) != 5 or any(letter not in LETTERS for letter in code)):
        raise CannotPresent(f"a code has 5 of the letters {LETTERS}")
    path = find_lesson(options.lesson)
    lesson = read_lesson(path)
    code = code or new_code(room.code for room in store.rooms())
    kept = Kept(code, hashed(key), str(path.resolve()), lesson.scenario.title, time.time(), {})
    store.open(kept)
    return kept, key


def _tls(options: argparse.Namespace) -> Any:
    if not options.cert:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(options.cert, options.cert_key)
    except (OSError, ssl.SSLError) as error:
        raise CannotPresent(f"{options.cert}: this certificate cannot be used: {error}") from None
    return context
