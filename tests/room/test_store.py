"""What a room must not lose is kept in a file or in Redis, with the same promises; what is over is gone."""

import multiprocessing
import os
import shutil
import sqlite3
import stat
import sys
import tempfile
import time
from pathlib import Path

import pytest

from dcf_lab.room.redis_store import LIFE, RedisStore
from dcf_lab.room.store import ANY_BALLOT, FORGOTTEN_AFTER, CannotKeep, Kept, Person, Said, SqliteStore, data_folder

COPPER = Person("token-of-copper", "Copper Lynx", 3, 10.0, 20.0)
JADE = Person("token-of-jade", "Jade Heron", 0, 11.0, 21.0)


def room(code="BCDFG", **state):
    return Kept(code, "a hash", "/lessons/an_attack.toml", "An Attack", 5.0, state)


def says(person, said, question="2.1", ballot=1, at=30.0, sure=True):
    return Said(question, ballot, person.id, tuple(said.split()), sure, at)


@pytest.fixture(params=["sqlite", "redis"])
def opened(request, tmp_path):
    """Open the same store again and again, as one process after the other does, or several at once."""
    stores = []
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        RedisStore(url)._db.flushall()

    def open_store():
        stores.append(RedisStore(url) if request.param == "redis" else SqliteStore(tmp_path / "rooms.sqlite"))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


# what both promise


def test_a_room_that_is_opened_again_finds_everything(opened):
    store = opened()
    store.open(room())
    store.keep_state("BCDFG", {"chapter": 1, "open": "2.1 1"})
    store.keep_people("BCDFG", [COPPER, JADE])
    assert store.keep_said("BCDFG", [says(COPPER, "6"), says(JADE, "o3 o1", at=31.0, sure=False)]) == [True, True]
    store.close()

    again = opened()
    assert again.kept("BCDFG") == room(chapter=1, open="2.1 1") and again.rooms() == [again.kept("BCDFG")]
    assert again.people("BCDFG") == [COPPER, JADE]
    assert again.said("BCDFG") == [says(COPPER, "6"), says(JADE, "o3 o1", at=31.0, sure=False)]
    again.keep_key("BCDFG", "another hash")
    assert again.kept("BCDFG").key_hash == "another hash"


def test_the_last_prediction_before_closing_counts(opened):
    store = opened()
    store.open(room(open="2.1 1"))
    assert store.keep_said("BCDFG", [says(COPPER, "6"), says(COPPER, "5", at=31.0)]) == [True, True]
    store.keep_said("BCDFG", [says(COPPER, "4", at=32.0)])
    store.keep_state("BCDFG", {"open": ""})
    assert store.keep_said("BCDFG", [says(COPPER, "3", at=33.0)]) == [False]
    assert store.said("BCDFG") == [says(COPPER, "4", at=32.0)]


def test_each_prediction_is_taken_or_late_by_itself(opened):
    store = opened()
    store.open(room(open="2.1 2"))
    mixed = [says(COPPER, "6"), says(JADE, "4", ballot=2), says(COPPER, "4", ballot=2), says(JADE, "x", question="3.1", ballot=2)]
    assert store.keep_said("BCDFG", mixed) == [False, True, True, False]
    store.keep_state("BCDFG", {"open": ANY_BALLOT})
    assert store.keep_said("BCDFG", mixed) == [True] * 4
    assert store.keep_said("BCDFG", []) == []


def test_a_whole_room_predicts_at_once(opened):
    store = opened()
    store.open(room(open="2.1 1"))
    everybody = [Person(f"token {n}", f"Name {n}", 0, float(n), float(n)) for n in range(1_200)]
    store.keep_people("BCDFG", everybody)
    assert all(store.keep_said("BCDFG", [says(one, "6", at=one.came) for one in everybody]))
    assert len(store.people("BCDFG")) == len(store.said("BCDFG")) == 1_200


def test_a_room_that_has_ended_takes_nothing_and_leaves_the_others_alone(opened):
    store, other = opened(), opened()
    store.open(room(open="2.1 1"))
    other.open(room("CDFGH", open="2.1 twin 1 1"))
    store.keep_people("BCDFG", [COPPER])
    store.keep_said("BCDFG", [says(COPPER, "6")])
    other.keep_people("CDFGH", [JADE])
    other.keep_said("CDFGH", [says(JADE, "4", question="2.1 twin 1")])
    store.delete("BCDFG")
    assert store.kept("BCDFG") is None and store.people("BCDFG") == [] and store.said("BCDFG") == []
    with pytest.raises(CannotKeep, match="this room is not there any more"):
        store.keep_state("BCDFG", {"open": "2.1 1"})
    store.keep_people("BCDFG", [COPPER])
    assert store.keep_said("BCDFG", [says(COPPER, "6")]) == [False]
    store.forget_person("BCDFG", COPPER.id)
    store.delete("BCDFG")
    assert [one.code for one in store.rooms()] == ["CDFGH"] and store.people("BCDFG") == []
    assert other.people("CDFGH") == [JADE] and other.said("CDFGH") == [says(JADE, "4", question="2.1 twin 1")]


def test_somebody_is_forgotten_in_every_ballot(opened):
    store = opened()
    store.open(room(open=ANY_BALLOT))
    store.keep_people("BCDFG", [COPPER, JADE])
    store.keep_said("BCDFG", [says(COPPER, "6"), says(COPPER, "4", ballot=2), says(JADE, "4", ballot=2)])
    store.forget_person("BCDFG", COPPER.id)
    assert store.people("BCDFG") == [JADE] and store.said("BCDFG") == [says(JADE, "4", ballot=2)]


def test_a_room_is_presented_by_one_process(opened):
    store, other = opened(), opened()
    store.open(room())
    assert store.hold("BCDFG") and store.hold("BCDFG") and other.hold("CDFGH")
    assert not other.hold("BCDFG")
    store.close()
    assert other.hold("BCDFG")


def test_what_nobody_presents_any_more_is_deleted_after_a_day(opened):
    store = opened()
    store.open(room(open="2.1 1"))
    store.keep_people("BCDFG", [COPPER])
    store.keep_said("BCDFG", [says(COPPER, "6")])
    if isinstance(store, RedisStore):
        keys = store._keys("BCDFG")
        assert len(keys) == 4 and all(LIFE - 60 < store._db.ttl(key) <= LIFE for key in keys)
        for key in keys:
            store._db.expire(key, 5)
        store.mind("BCDFG")
        assert all(store._db.ttl(key) > LIFE - 60 for key in keys)
        return
    opened().open(room("CDFGH"))
    long_ago = time.time() - FORGOTTEN_AFTER - 1
    with sqlite3.connect(store.path) as db:
        db.execute("update room set seen = ?", [long_ago])
    store.mind("BCDFG")  # it is being presented; the other one is left over
    assert [one.code for one in store.rooms()] == ["BCDFG"]
    with sqlite3.connect(store.path) as db:
        db.execute("update room set seen = ?", [long_ago])
    assert opened().rooms() == []
    assert b"Copper Lynx" not in bytes_of(store)


# the file


def bytes_of(store):
    """Everything on the disk, the write-ahead log, too."""
    return b"".join(file.read_bytes() for file in store.path.parent.glob(f"{store.path.name}*"))


def test_nothing_of_an_ended_room_is_left_on_the_disk_while_another_goes_on(tmp_path):
    store, other = SqliteStore(tmp_path / "rooms.sqlite"), SqliteStore(tmp_path / "rooms.sqlite")
    store.open(room(open="2.1 1"))
    other.open(room("CDFGH", open="2.1 1"))
    store.keep_people("BCDFG", [COPPER])
    other.keep_people("CDFGH", [JADE])
    for n in range(200):
        store.keep_said("BCDFG", [says(COPPER, f"secret-{n}", at=float(n))])
        other.keep_said("CDFGH", [says(JADE, f"open-{n}", at=float(n))])
    traces = [b"BCDFG", COPPER.id.encode(), COPPER.name.encode(), b"secret-"]
    assert all(trace in bytes_of(store) for trace in traces)
    store.delete("BCDFG")
    assert not [trace for trace in traces if trace in bytes_of(store)] and JADE.id.encode() in bytes_of(store)
    other.forget_person("CDFGH", JADE.id)
    assert JADE.id.encode() not in bytes_of(store) and b"open-" not in bytes_of(store)
    store.close()
    other.close()
    assert [file.name for file in tmp_path.iterdir()] == ["rooms.sqlite"]


def test_the_file_is_its_owners_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    data_folder().mkdir(mode=0o755)
    (data_folder() / "rooms.sqlite").touch(mode=0o644)
    store = SqliteStore()
    store.open(room())
    assert stat.S_IMODE(data_folder().stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in data_folder().glob("rooms.sqlite*")} == {0o600}
    pragmas = [store._db.execute(f"pragma {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "secure_delete")]
    assert pragmas == ["wal", 1, 1]
    store.close()


def test_a_file_that_cannot_be_used_is_told_in_words(tmp_path):
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all, but long enough to be taken for one" * 100)
    with pytest.raises(CannotKeep, match="broken.sqlite: this is no file of rooms, or it is damaged.*; move it away"):
        SqliteStore(broken)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("create table room (number integer)")
    with pytest.raises(CannotKeep, match="this is no file of rooms"):
        SqliteStore(foreign)
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(CannotKeep, match="cannot be kept here: Is a directory; XDG_DATA_HOME names another folder"):
        SqliteStore(tmp_path / "folder.sqlite")
    with pytest.raises(CannotKeep, match="cannot be kept here: "):
        SqliteStore(broken / "rooms.sqlite")


def test_a_file_that_another_program_holds_is_told_in_words_and_used_again_later(tmp_path):
    store = SqliteStore(tmp_path / "rooms.sqlite")
    store.open(room(open="2.1 1"))
    with sqlite3.connect(store.path) as other:
        other.execute("begin exclusive")
        with pytest.raises(CannotKeep, match="another program is writing to it and does not let go"):
            store.keep_said("BCDFG", [says(COPPER, "6")])
        other.execute("rollback")
    assert store.keep_said("BCDFG", [says(COPPER, "6")]) == [True]
    store.close()


def test_a_file_that_must_not_be_written_is_told_in_words():
    folder = Path(tempfile.mkdtemp())
    SqliteStore(folder / "rooms.sqlite").close()
    folder.chmod(0o555)
    (folder / "rooms.sqlite").chmod(0o444)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_write_as_a_nobody, args=(folder / "rooms.sqlite", theirs))
    child.start()
    assert ours.poll(30) and "cannot be" in ours.recv()
    child.join(30)
    folder.chmod(0o700)
    shutil.rmtree(folder)


def _write_as_a_nobody(file, answer):
    """The administrator may write to every file, so somebody else tries."""
    if os.geteuid() == 0:
        os.setuid(65_534)
    try:
        SqliteStore(file).open(room())
        answer.send("it was written")
    except CannotKeep as error:
        answer.send(str(error))


# Redis


def test_whoever_listens_hears_what_happens_in_a_room(redis_url):
    store = RedisStore(redis_url)
    store._db.flushall()
    store.open(room(open="2.1 1"))
    listening = store._db.pubsub(ignore_subscribe_messages=True)
    listening.subscribe("room:BCDFG")
    assert store.hold("BCDFG")  # who only listens does not present it
    store.keep_said("BCDFG", [says(COPPER, "6"), says(JADE, "4")])
    store.keep_state("BCDFG", {"chapter": 1, "step": 0, "open": ""})
    store.delete("BCDFG")
    heard = []
    while not heard or "ended" not in heard[-1]:
        message = listening.get_message(timeout=10)
        heard += [message["data"]] if message else []
    assert '"number":2' in heard[0] and '"chapter": 1' in heard[1] and "6" not in heard[0].replace('"2.1 1"', "")
    assert store._db.keys("*") == []
    listening.close()
    store.close()


@pytest.mark.parametrize(
    "url, sentence",
    [
        ("localhost", "--redis wants an address such as redis://localhost:6379/0"),
        ("redis://localhost:many/0", "--redis wants an address such as"),
        ("http://localhost", "--redis wants an address such as"),
        ("redis://somebody:very-secret@127.0.0.1:1/0", "redis://127.0.0.1:1/0 does not answer; is a Redis server running there?"),
    ],
)
def test_an_address_without_redis_gets_a_sentence_without_the_password(url, sentence):
    with pytest.raises(CannotKeep) as error:
        RedisStore(url)
    assert sentence in str(error.value) and "very-secret" not in str(error.value)


def test_redis_says_what_it_does_not_like(redis_url):
    with pytest.raises(CannotKeep, match="wants another name or password"):
        RedisStore(redis_url.replace("127", "somebody:wrong@127"))
    store = RedisStore(redis_url)
    store._db.set("room:XXXXX", "of another program")
    with pytest.raises(CannotKeep, match="cannot be used: WRONGTYPE"):
        store.kept("XXXXX")
    assert store.rooms() == []
    store._db.delete("room:XXXXX")
    assert "appendonly yes" in store.warning
    store.close()


def test_without_the_package_the_way_to_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(CannotKeep, match=r"pip install 'dcf_lab\[redis\]'"):
        RedisStore("redis://localhost")
