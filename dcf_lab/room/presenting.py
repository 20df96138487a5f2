"""Presenting a lesson: the room is opened, its pages are served, and it ends when the presenter says so."""

from __future__ import annotations

import argparse
import errno
import json
import multiprocessing
import ssl
import time
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tornado.ioloop import PeriodicCallback
from tornado.web import Application

from dcf_lab.engine.cards.expr import did_you_mean
from dcf_lab.lessons.compile import Compiled, compile_lesson
from dcf_lab.lessons.file import read_lesson
from dcf_lab.room.redis_store import RedisStore
from dcf_lab.room.results import Results
from dcf_lab.room.server import Hall, application, listen, only, own_address
from dcf_lab.room.state import LETTERS, MOST_PEOPLE, MOST_TABLES, Room, hashed, new_code, new_key
from dcf_lab.room.store import CannotKeep, Kept, SqliteStore, Store
from dcf_lab.scenario.file import scenarios_folder

PORT = 8877
COMPILING = 30.0  # seconds that the lesson of a stranger may take
MINDING = 60_000  # milliseconds between two words to the store that the room is still there
MOST_KEYS = 5  # of a room that was opened again and again
HERE, EVERYWHERE = ("127.0.0.1", "::1"), ("0.0.0.0", "::")


class CannotPresent(ValueError):
    """Why no room was opened, in a sentence."""


async def present(options: argparse.Namespace) -> None:
    """Open a room, or go on with one, and serve it until its presenter ends it."""
    _check(options)
    tls = _tls(options)
    store = open_store(options.redis)
    try:
        await _present(options, store, tls)
    except CannotKeep as error:
        raise CannotPresent(str(error)) from None
    finally:
        store.close()


async def _present(options: argparse.Namespace, store: Store, tls: ssl.SSLContext | None) -> None:
    kept, key, known = _room(options, store)
    lesson = compiled(Path(kept.lesson))
    if not _fits(lesson, kept.state):
        print("The lesson has been changed since; it begins again.", flush=True)
        kept = kept._replace(state={})
    hall = Hall(Room(lesson, kept, store, options.tables), options.per_address)
    addresses = _serve(hall, options, kept, key, tls)
    if known:
        store.keep_key(kept.code, kept.key_hash)
    else:
        store.open(kept)
    hall.start()
    minding = PeriodicCallback(lambda: _mind(hall), MINDING)
    minding.start()
    _tell(addresses, options, store)
    try:
        await hall.ended.wait()
        await hall.farewell()
    finally:
        hall.flush()


def _mind(hall: Hall) -> None:
    with suppress(CannotKeep):  # predictions tell of it
        hall.room.store.mind(hall.room.code)


def _tell(addresses: Mapping[str, str], options: argparse.Namespace, store: Store) -> None:
    code = addresses["code"]
    if options.json:
        print(json.dumps(addresses), flush=True)
    else:
        for name in ("phones", "screen", "desk", "remote"):
            print(f"{name.capitalize() + ':':8} {addresses[name]}")
        # the address of Redis may hold a password
        again = f"--code {code} and the same --redis go" if options.redis else f"--code {code} goes"
        print(f"Code {code}. Ctrl-C stops; {again} on where it was.", flush=True)
        if addresses["phones"].split("//")[1].startswith(HERE) and options.host != "here":
            print("This machine is on no network: phones cannot come. --host names an address that they can reach.", flush=True)
        if isinstance(store, RedisStore) and store.warning:
            print(store.warning, flush=True)
    if not options.no_browser:
        webbrowser.open(addresses["desk"])


# which lesson, which room


def find_lesson(name: str, games: tuple[str, ...] = ()) -> Path:
    """A lesson's file, by its path or by its name in the collection; the beginning of a name is enough."""
    if Path(name).suffix == ".toml":
        return Path(name)
    files = [file for file in sorted(scenarios_folder().glob("*/lessons/*.toml")) if not games or file.parts[-3] in games]
    exact = [file for file in files if name in (file.stem, f"{file.parts[-3]}/{file.stem}")]
    found = exact or [file for file in files if name and file.stem.startswith(name)]
    if len(found) != 1:
        known = [file.stem for file in found or files]
        near = "" if found else did_you_mean(name[:60], known)
        what = "more than one lesson" if found else "no lesson"
        raise CannotPresent(f"{what} is called {name[:60]!r}{near or '; there are ' + ', '.join(known)}")
    return found[0]


def compiled(path: Path, seconds: float = COMPILING) -> Compiled:
    """A lesson, ready to be presented. One that is not of the collection is first tried in a process that can be ended."""
    if not path.resolve().is_relative_to(scenarios_folder().resolve()):
        _try_out(path, seconds)
    return compile_lesson(read_lesson(path))


def _try_out(path: Path, seconds: float) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_compile_there, args=(path, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        said = ours.recv() if ours.poll(seconds) else f"{path}: it takes longer than {seconds:g} seconds to work this lesson out"
    except EOFError:
        said = f"{path}: working this lesson out takes more than this machine has"
    finally:
        process.kill()
        process.join()
    if said:
        raise CannotPresent(said)


def _compile_there(path: Path, answer: Connection) -> None:
    try:
        compile_lesson(read_lesson(path))
        answer.send("")
    except ValueError as error:
        answer.send(str(error))
    except (RecursionError, MemoryError):
        answer.send(f"{path}: this lesson is nested too deeply, or too large")


def open_store(url: str) -> Store:
    """Where rooms are kept: in Redis if an address is given, else in the user's own file."""
    try:
        return RedisStore(url) if url else SqliteStore()
    except CannotKeep as error:
        raise CannotPresent(str(error)) from None


def _room(options: argparse.Namespace, store: Store) -> tuple[Kept, str, bool]:
    """A new room, or one that was open before, and a key for its presenter.

    Whoever may read the store may go on with a room: no key is asked for, because only its hash is kept, and because the file
    is its owner's alone. The earlier keys stay good, so that a desk and a screen that are open find their way back.
    """
    key, code = new_key(), options.code.upper()
    path = find_lesson(options.lesson, tuple(options.meant)) if options.lesson else None
    known = store.kept(code) if code else None
    if known is None and path is None:
        lost = f"no room {code} is kept; name a lesson to open it, " if code else "name a lesson, "
        raise CannotPresent(f"{lost}or the code of a room that was open before{_codes(store)}")
    code = code or new_code(room.code for room in store.rooms())
    if not store.hold(code):
        raise CannotPresent(f"the room {code} is open in another process; end that one, or leave --code out for a new room")
    if known is not None:
        if path is not None and path.resolve() != Path(known.lesson):
            raise CannotPresent(f"the room {code} is one of {known.title!r}, another lesson; leave --code out for a new room")
        return known._replace(key_hash=" ".join([*known.key_hash.split(), hashed(key)][-MOST_KEYS:])), key, True
    assert path is not None
    title = read_lesson(path).scenario.title
    return Kept(code, hashed(key), str(path.resolve()), title, time.time(), {}), key, False


def results_of(code: str, redis: str = "") -> Results:
    """What came of a room that is open, or was not ended."""
    store = open_store(redis)
    try:
        kept = store.kept(code.upper()) if is_code(code) else None
        if kept is None:
            raise CannotPresent(f"no room {code[:20]!r} is kept{_codes(store)}; what was ended is deleted")
        return Results(compiled(Path(kept.lesson)), store.people(kept.code), store.said(kept.code), kept.state)
    except CannotKeep as error:
        raise CannotPresent(str(error)) from None
    finally:
        store.close()


def _codes(store: Store) -> str:
    codes = [room.code for room in store.rooms()]
    return f": {', '.join(codes[-10:])}" if codes else ""


def _fits(lesson: Compiled, state: Mapping[str, Any]) -> bool:
    """Does the lesson still have the step at which the room stood?"""
    chapter, step = int(state.get("chapter", 0)), int(state.get("step", 0))
    return chapter < len(lesson.parts) and step < len(lesson.parts[chapter].steps)


# what was asked for


def is_code(text: str) -> bool:
    return len(text) == 5 and all(letter in LETTERS for letter in text.upper())


def _check(options: argparse.Namespace) -> None:
    """Whatever can be wrong with the options is said before anything is opened."""
    if options.code and not is_code(options.code):
        raise CannotPresent(f"--code {options.code[:20]!r}: a code has 5 letters out of {LETTERS}")
    if options.port is not None and not 0 <= options.port < 65_536:
        raise CannotPresent(f"--port goes from 0, which finds a free one, to 65535, not {options.port}")
    if not 0 <= options.tables <= MOST_TABLES:
        raise CannotPresent(f"--tables goes from 0 to {MOST_TABLES}, not {options.tables}")
    if not 1 <= options.per_address <= MOST_PEOPLE:
        raise CannotPresent(f"--per-address goes from 1 to {MOST_PEOPLE}, not {options.per_address}")
    name, colon, password = options.wifi.partition(":")
    if options.wifi and (not colon or not 0 < len(name.encode()) <= 32 or (password and not 8 <= len(password) <= 63)):
        raise CannotPresent(
            "--wifi wants NAME:PASSWORD, or NAME: for a network without one; "
            "a name has up to 32 letters, without a colon, and a password 8 to 63"
        )
    if options.cert_key and not options.cert:
        raise CannotPresent("--cert-key goes with --cert, the certificate itself")


def _tls(options: argparse.Namespace) -> ssl.SSLContext | None:
    if not options.cert:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    for file in filter(None, (options.cert, options.cert_key)):
        if not file.is_file():
            raise CannotPresent(f"{file}: there is no such file")

    def password() -> str:
        raise CannotPresent(f"{options.cert_key or options.cert}: this key is locked with a password; use one that is not")

    try:
        context.load_cert_chain(options.cert, options.cert_key, password)
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "reason", "") or error.strerror or str(error)
        if why == "KEY_VALUES_MISMATCH":
            raise CannotPresent(f"{options.cert_key}: this is not the key of {options.cert}") from None
        both = "" if options.cert_key else "; if its key is in another file, name it with --cert-key"
        raise CannotPresent(f"{options.cert}: this certificate cannot be used ({why.lower().replace('_', ' ')}){both}") from None
    return context


# serving


def _serve(hall: Hall, options: argparse.Namespace, kept: Kept, key: str, tls: ssl.SSLContext | None) -> dict[str, str]:
    """Open the door for phones and, for this machine alone, screen and desk; where everything is to be found."""
    host = HERE[0] if options.host == "here" else options.host or own_address()
    shown = own_address() if host in EVERYWHERE else host
    shown = f"[{shown}]" if ":" in shown else shown
    ends: list[str] = []

    def ours(asked: str) -> bool:
        return only(*(f"{name}{end}" for name in {shown, "localhost", HERE[0]} for end in ends))(asked)

    before = kept.state.get("ports") or [PORT, 0]
    door = _listen(application(hall, ours, inside=options.desk_anywhere), host, options.port, before[0], tls)
    inner = _listen(application(hall, ours, inside=True), HERE[0], None, before[1], None)
    ends += [f":{door}", f":{inner}", *([""] if door == (443 if tls else 80) else [])]  # a browser leaves these two out
    hall.room.ports = [door, inner]
    scheme, end = "https" if tls else "http", f":{door}"
    outside, inside = f"{scheme}://{shown}{end}", f"http://localhost:{inner}"
    hall.join = {"address": f"{shown}{end}", "code": kept.code, "url": f"{outside}/{kept.code}", "wifi": options.wifi}
    return {
        "code": kept.code, "phones": hall.join["url"], "screen": f"{inside}/screen#{key}", "desk": f"{inside}/desk#{key}",
        "remote": f"{outside if options.desk_anywhere else inside}/remote#{key}",
    }  # fmt: skip


def _listen(app: Application, host: str, port: int | None, before: int, tls: ssl.SSLContext | None) -> int:
    """Serve at the port that is wanted, else at the one that the room had before, else, where that is taken, at a free one."""
    try:
        if port is None and before != PORT:
            with suppress(OSError):
                return listen(app, host, before, tls)[1]
            return listen(app, host, 0, tls)[1]
        return listen(app, host, PORT if port is None else port, tls)[1]
    except (OSError, UnicodeError) as error:
        raise CannotPresent(_why_not(error, host, PORT if port is None else port)) from None


def _why_not(error: OSError | UnicodeError, host: str, port: int) -> str:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return f"port {port} is taken, perhaps by another room; --port 0 finds a free one"
    if number == errno.EACCES:
        return f"port {port} is not for everybody; take one above 1023, or --port 0"
    if number is None or number < 0 or number == errno.EADDRNOTAVAIL:  # below 0: nobody knows the name
        return f"--host {host[:60]!r} is no address of this machine; it has {own_address()}, and 'here' is for rehearsing"
    return f"{host}:{port} cannot be served: {error}"
