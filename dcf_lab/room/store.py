"""What a room must not lose: its state, who is in it, and every prediction; in SQLite, in a file that nobody else can read."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

FORGOTTEN_AFTER = 24 * 3600.0  # seconds after which a room that nobody ended is deleted

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
    """A room as it was kept."""

    code: str
    key_hash: str
    lesson: str
    title: str
    opened: float
    state: dict[str, Any]


class Store(Protocol):
    """Where rooms are kept. What was written is there when the method has returned."""

    def open(self, room: Kept) -> None: ...
    def kept(self, code: str) -> Kept | None: ...
    def rooms(self) -> list[Kept]: ...
    def keep_state(self, code: str, state: dict[str, Any]) -> None: ...
    def keep_key(self, code: str, key_hash: str) -> None: ...
    def keep_people(self, code: str, people: Iterable[Person]) -> None: ...
    def people(self, code: str) -> list[Person]: ...
    def keep_said(self, code: str, said: Iterable[Said]) -> None: ...
    def said(self, code: str) -> list[Said]: ...
    def forget_person(self, code: str, person: str) -> None: ...
    def delete(self, code: str) -> None: ...
    def close(self) -> None: ...


def data_folder() -> Path:
    """The user's own folder for what the lab keeps."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "dcf_lab"


class SqliteStore:
    """Rooms in one file, with a write-ahead log: a process that is killed loses nothing that was confirmed."""

    def __init__(self, path: Path | None = None) -> None:
        path = path or data_folder() / "rooms.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", "busy_timeout=5000"):
            self._db.execute(f"pragma {pragma}")
        self._db.executescript(_TABLES)
        self._forget_old()

    def _forget_old(self) -> None:
        for (code,) in self._db.execute("select code from room where seen < ?", [time.time() - FORGOTTEN_AFTER]).fetchall():
            self.delete(code)

    def _room(self, code: str) -> int:
        row = self._db.execute("select id from room where code = ?", [code]).fetchone()
        if row is None:
            raise KeyError(code)
        return int(row[0])

    def open(self, room: Kept) -> None:
        self._db.execute(
            "insert into room (code, key_hash, lesson, title, opened, seen, state) values (?, ?, ?, ?, ?, ?, ?)",
            [room.code, room.key_hash, room.lesson, room.title, room.opened, time.time(), json.dumps(room.state)],
        )

    def kept(self, code: str) -> Kept | None:
        return next((room for room in self.rooms() if room.code == code), None)

    def rooms(self) -> list[Kept]:
        rows = self._db.execute("select code, key_hash, lesson, title, opened, state from room order by opened").fetchall()
        return [Kept(code, key, lesson, title, opened, json.loads(state)) for code, key, lesson, title, opened, state in rows]

    def keep_state(self, code: str, state: dict[str, Any]) -> None:
        self._db.execute("update room set state = ?, seen = ? where code = ?", [json.dumps(state), time.time(), code])

    def keep_key(self, code: str, key_hash: str) -> None:
        self._db.execute("update room set key_hash = ?, seen = ? where code = ?", [key_hash, time.time(), code])

    def keep_people(self, code: str, people: Iterable[Person]) -> None:
        room = self._room(code)
        with self._transaction():
            self._db.executemany(
                "insert into person (room, id, name, at_table, came, seen) values (?, ?, ?, ?, ?, ?) "
                "on conflict do update set name = excluded.name, at_table = excluded.at_table, seen = excluded.seen",
                [(room, *person) for person in people],
            )

    def people(self, code: str) -> list[Person]:
        rows = self._db.execute(
            "select id, name, at_table, came, seen from person where room = ? order by came", [self._room(code)]
        ).fetchall()
        return [Person(*row) for row in rows]

    def keep_said(self, code: str, said: Iterable[Said]) -> None:
        room = self._room(code)
        with self._transaction():
            self._db.executemany(
                "insert into said (room, question, ballot, person, said, sure, at) values (?, ?, ?, ?, ?, ?, ?) "
                "on conflict do update set said = excluded.said, sure = excluded.sure, at = excluded.at",
                [(room, one.question, one.ballot, one.person, json.dumps(one.said), one.sure, one.at) for one in said],
            )

    def said(self, code: str) -> list[Said]:
        rows = self._db.execute(
            "select question, ballot, person, said, sure, at from said where room = ? order by at", [self._room(code)]
        ).fetchall()
        return [Said(q, ballot, person, tuple(json.loads(said)), bool(sure), at) for q, ballot, person, said, sure, at in rows]

    def forget_person(self, code: str, person: str) -> None:
        room = self._room(code)
        with self._transaction():
            self._db.execute("delete from said where room = ? and person = ?", [room, person])
            self._db.execute("delete from person where room = ? and id = ?", [room, person])

    def delete(self, code: str) -> None:
        room = self._room(code)
        with self._transaction():
            for table, column in (("said", "room"), ("person", "room"), ("room", "id")):
                self._db.execute(f"delete from {table} where {column} = ?", [room])
        self._db.execute("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        self._db.close()

    def _transaction(self) -> _Transaction:
        return _Transaction(self._db)


class _Transaction:
    """All of it or nothing."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def __enter__(self) -> None:
        self.db.execute("begin immediate")

    def __exit__(self, kind: Any, *_: Any) -> None:
        self.db.execute("rollback" if kind else "commit")
