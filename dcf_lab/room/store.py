"""What a room must not lose: its state, who is in it, and every prediction; in SQLite, in a file that nobody else can read."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

FORGOTTEN_AFTER = 24 * 3600.0  # seconds after which a room that nobody ended is deleted
ANY_BALLOT = "*"  # open where everybody goes alone
GONE = "this room is not there any more; what is predicted now is lost, so open a new one"
WAIT = 1_000  # milliseconds for another room that writes to the same file

_TABLES = """
create table if not exists room (
    id integer primary key, code text unique, key_hash text, lesson text, title text, opened real, seen real, state text
);
create table if not exists person (
    room integer, id text, name text, at_table integer, came real, seen real, primary key (room, id)
) without rowid;
create table if not exists said (
    room integer, question text, ballot integer, person text, said text, sure integer, at real,
    primary key (room, question, ballot, person)
) without rowid;
"""


class CannotKeep(Exception):
    """Why something could not be kept or read, in a sentence with the way out."""


class Said(NamedTuple):
    """What one participant says in one ballot; the last one before closing counts."""

    question: str
    ballot: int
    person: str
    said: tuple[str, ...]
    sure: bool
    at: float


class Person(NamedTuple):
    """Somebody in the room, by a token that only their own browser knows."""

    id: str
    name: str
    table: int
    came: float
    seen: float


class Kept(NamedTuple):
    """A room as it was kept. `state["open"]` names the ballot in which predictions are taken."""

    code: str
    key_hash: str  # one for each time that the room was opened: who has it open can go on
    lesson: str
    title: str
    opened: float
    state: dict[str, Any]


class Store(Protocol):
    """Where rooms are kept. What was written is there when the method has returned; if it cannot be, it raises CannotKeep."""

    def open(self, room: Kept) -> None: ...
    def hold(self, code: str) -> bool:
        """From now on this process presents the room; False if another one does."""
        ...

    def kept(self, code: str) -> Kept | None: ...
    def rooms(self) -> list[Kept]: ...
    def keep_state(self, code: str, state: dict[str, Any]) -> None: ...
    def keep_key(self, code: str, key_hash: str) -> None: ...
    def keep_people(self, code: str, people: Iterable[Person]) -> None: ...
    def people(self, code: str) -> list[Person]: ...
    def keep_said(self, code: str, said: Iterable[Said]) -> list[bool]:
        """Keep predictions, and tell of each whether its ballot was still open."""
        ...

    def said(self, code: str) -> list[Said]: ...
    def forget_person(self, code: str, person: str) -> None: ...
    def mind(self, code: str) -> None:
        """The room is still being presented; those that nobody presents any more are deleted after a day."""
        ...

    def delete(self, code: str) -> None: ...
    def close(self) -> None: ...


def ballot_name(question: str, ballot: int) -> str:
    """How the state names the ballot that is open."""
    return f"{question} {ballot}"


def is_open(state: Mapping[str, Any], one: Said) -> bool:
    return state.get("open") in (ANY_BALLOT, ballot_name(one.question, one.ballot))


def data_folder() -> Path:
    """The user's own folder for what the lab keeps."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "dcf_lab"


class SqliteStore:
    """Rooms in one file, with a write-ahead log: a process that is killed loses nothing that was confirmed."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "rooms.sqlite"
        self._held: dict[str, sqlite3.Connection] = {}
        _make_private(self.path)
        with self._in_words():
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._db.execute(f"pragma busy_timeout={WAIT}")
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON"):
                self._db.execute(f"pragma {pragma}")
            self._db.executescript(_TABLES)
        self._forget_old()

    def _forget_old(self) -> None:
        for (code,) in self._rows("select code from room where seen < ?", time.time() - FORGOTTEN_AFTER):
            if self.hold(code):  # else somebody presents it whose clock stood still
                self.delete(code)

    def _room(self, code: str) -> int | None:
        return next((int(row[0]) for row in self._rows("select id from room where code = ?", code)), None)

    def open(self, room: Kept) -> None:
        with self._transaction():
            self._db.execute(
                "insert into room (code, key_hash, lesson, title, opened, seen, state) values (?, ?, ?, ?, ?, ?, ?)",
                [room.code, room.key_hash, room.lesson, room.title, room.opened, time.time(), json.dumps(room.state)],
            )

    def hold(self, code: str) -> bool:
        if code in self._held:
            return True
        lock = sqlite3.connect(self._lock(code), isolation_level=None, timeout=0, check_same_thread=False)
        try:
            lock.execute("begin exclusive")  # a file of its own; the system lets go of it when the process ends, however it does
        except sqlite3.OperationalError:
            lock.close()
            return False
        self._held[code] = lock
        return True

    def _lock(self, code: str) -> Path:
        return self.path.with_name(f"{self.path.stem}-{code}.lock")

    def _let_go(self, code: str) -> None:
        lock = self._held.pop(code, None)
        if lock is not None:
            with suppress(OSError):
                self._lock(code).unlink()
            lock.close()

    def kept(self, code: str) -> Kept | None:
        return next((room for room in self.rooms() if room.code == code), None)

    def rooms(self) -> list[Kept]:
        rows = self._rows("select code, key_hash, lesson, title, opened, state from room order by opened")
        return [Kept(code, key, lesson, title, opened, json.loads(state)) for code, key, lesson, title, opened, state in rows]

    def keep_state(self, code: str, state: dict[str, Any]) -> None:
        with self._transaction():
            told = self._db.execute("update room set state = ?, seen = ? where code = ?", [json.dumps(state), time.time(), code])
        if not told.rowcount:
            raise CannotKeep(f"{self.path}: {GONE}")

    def keep_key(self, code: str, key_hash: str) -> None:
        with self._transaction():
            self._db.execute("update room set key_hash = ?, seen = ? where code = ?", [key_hash, time.time(), code])

    def keep_people(self, code: str, people: Iterable[Person]) -> None:
        with self._transaction():
            if (room := self._room(code)) is not None:
                self._db.executemany(
                    "insert into person (room, id, name, at_table, came, seen) values (?, ?, ?, ?, ?, ?) "
                    "on conflict do update set name = excluded.name, at_table = excluded.at_table, seen = excluded.seen",
                    [(room, *person) for person in people],
                )

    def people(self, code: str) -> list[Person]:
        rows = self._rows(
            "select id, name, at_table, came, seen from person where room = (select id from room where code = ?) order by came",
            code,
        )
        return [Person(*row) for row in rows]

    def keep_said(self, code: str, said: Iterable[Said]) -> list[bool]:
        said = list(said)
        with self._transaction():
            rows = self._rows("select id, state from room where code = ?", code)
            if not rows:
                return [False] * len(said)
            ((room, state),) = rows
            taken = [is_open(json.loads(state), one) for one in said]
            self._db.executemany(
                "insert into said (room, question, ballot, person, said, sure, at) values (?, ?, ?, ?, ?, ?, ?) "
                "on conflict do update set said = excluded.said, sure = excluded.sure, at = excluded.at",
                [
                    (room, one.question, one.ballot, one.person, json.dumps(one.said), one.sure, one.at)
                    for one, open_ in zip(said, taken)
                    if open_
                ],
            )
        return taken

    def said(self, code: str) -> list[Said]:
        rows = self._rows(
            "select question, ballot, person, said, sure, at from said "
            "where room = (select id from room where code = ?) order by at",
            code,
        )
        return [Said(q, ballot, person, tuple(json.loads(said)), bool(sure), at) for q, ballot, person, said, sure, at in rows]

    def forget_person(self, code: str, person: str) -> None:
        with self._transaction():
            room = self._room(code)
            self._db.execute("delete from said where room = ? and person = ?", [room, person])
            self._db.execute("delete from person where room = ? and id = ?", [room, person])
        self._empty_log()

    def mind(self, code: str) -> None:
        with self._transaction():
            self._db.execute("update room set seen = ? where code = ?", [time.time(), code])
        self._forget_old()
        self._empty_log()  # if another room was reading while something was deleted

    def delete(self, code: str) -> None:
        with self._transaction():
            room = self._room(code)
            for table, column in (("said", "room"), ("person", "room"), ("room", "id")):
                self._db.execute(f"delete from {table} where {column} = ?", [room])
        self._empty_log()
        self._let_go(code)

    def close(self) -> None:
        for code in list(self._held):
            self._let_go(code)
        with suppress(sqlite3.Error):
            self._db.close()

    # how it is written

    def _empty_log(self) -> None:
        """What was deleted is not to be found in the write-ahead log, either."""
        with self._in_words():
            self._db.execute("pragma wal_checkpoint(truncate)")

    def _rows(self, question: str, *values: Any) -> list[Any]:
        with self._in_words():
            return self._db.execute(question, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        with self._in_words():
            self._db.execute("begin immediate")
            try:
                yield
                self._db.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("rollback")
                raise

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise CannotKeep(f"{self.path}: {_told(error)}") from None


def _make_private(path: Path) -> None:
    """A file that only its owner can read, in a folder that only its owner can open."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.parent == data_folder():
            path.parent.chmod(0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise CannotKeep(
            f"{path}: rooms cannot be kept here: {error.strerror}; XDG_DATA_HOME names another folder for them"
        ) from None


def _told(error: sqlite3.Error) -> str:
    words = str(error)
    if "locked" in words or "busy" in words:
        return "another program is writing to it and does not let go; end that program, then try again"
    if "readonly" in words or "unable to open" in words:
        return "it cannot be written; make it writable, or name another folder with XDG_DATA_HOME"
    if "full" in words:
        return "the disk is full; make room on it, then try again"
    if isinstance(error, sqlite3.OperationalError) and "no such" not in words:
        return f"it cannot be used: {words}"
    return f"this is no file of rooms, or it is damaged ({words}); move it away, and a new one will be made"
