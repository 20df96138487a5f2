"""Rooms in Redis, where several machines reach them: the same promises as the file, and a channel for whoever wants to watch."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from dcf_lab.room.store import ANY_BALLOT, FORGOTTEN_AFTER, GONE, CannotKeep, Kept, Person, Said, ballot_name

LIFE = int(FORGOTTEN_AFTER)  # Redis itself deletes what nobody has touched for so long
TIMEOUT = 3.0  # seconds in which it must answer
LET_GO = 1.0  # seconds in which Redis notices that a process has died

# Predictions of one ballot, all of them if it is open, none if it is not.
# KEYS: the room, the ballot, all ballots of the room. ARGV: the ballot's name, any ballot, life, then persons and predictions.
_KEEP_SAID = """
local open = redis.call('HGET', KEYS[1], 'open')
if not open or (open ~= ARGV[1] and open ~= ARGV[2]) then return 0 end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('SADD', KEYS[3], KEYS[2])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[3]) end
redis.call('PUBLISH', KEYS[1], cjson.encode({show = 'said', ballot = ARGV[1], number = redis.call('HLEN', KEYS[2])}))
return 1
"""
# A room that is there already is not opened again; one that is gone is not brought back by writing to it.
_OPEN = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return redis.call('EXPIRE', KEYS[1], ARGV[1])
"""
_WRITE = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[#KEYS], unpack(ARGV, 2))
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end
return 1
"""
MOST_AT_ONCE = 500  # predictions in one call; Lua unpacks no more than a few thousand values


class RedisStore:
    """Rooms as hashes: `room:CODE`, `people:CODE`, and `said:CODE:question:ballot` by person; the channel is `room:CODE`."""

    def __init__(self, url: str) -> None:
        try:
            import redis
            from redis.backoff import NoBackoff
            from redis.retry import Retry
        except ImportError:
            raise CannotKeep("--redis needs the package redis: pip install 'dcf_lab[redis]'") from None
        self._error = redis.RedisError
        self._held: dict[str, Any] = {}
        try:
            self.name = _without_password(url)
            self._db = redis.Redis.from_url(
                url,
                decode_responses=True,
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                retry=Retry(NoBackoff(), 1),
            )
        except (ValueError, TypeError):
            raise CannotKeep("--redis wants an address such as redis://localhost:6379/0") from None
        with self._in_words():
            self._db.ping()
            self._keep_said, self._open, self._write = (self._db.register_script(one) for one in (_KEEP_SAID, _OPEN, _WRITE))

    @property
    def warning(self) -> str:
        """What whoever relies on this server should know."""
        with self._in_words(), suppress(self._error):
            if not self._db.info("persistence").get("aof_enabled"):
                return (
                    f"{self.name} writes to its disk only now and then: if that server itself is killed, "
                    "the last predictions are gone. With 'appendonly yes' they are not."
                )
        return ""

    def open(self, room: Kept) -> None:
        fields = room._asdict() | {"state": json.dumps(room.state), "open": room.state.get("open", ""), "seen": time.time()}
        with self._in_words():
            flat = [str(one) for pair in fields.items() for one in pair]
            if not self._open(keys=[f"room:{room.code}"], args=[LIFE, *flat]):
                raise CannotKeep(f"{self.name}: there is a room {room.code} already")

    def hold(self, code: str) -> bool:
        """Who presents a room listens at `held:CODE`: Redis knows how many do, and forgets a process as soon as it is gone."""
        if code in self._held:
            return True
        channel, until = f"held:{code}", time.monotonic() + LET_GO
        with self._in_words():
            listening = self._db.pubsub(ignore_subscribe_messages=True)
            listening.subscribe(channel)
            listening.get_message(timeout=TIMEOUT)  # it has been heard
            while self._db.pubsub_numsub(channel)[0][1] > 1:
                if time.monotonic() > until:
                    listening.close()
                    return False
                time.sleep(0.05)
        self._held[code] = listening
        return True

    def kept(self, code: str) -> Kept | None:
        with self._in_words():
            found = self._db.hgetall(f"room:{code}")
        if "key_hash" not in found:  # nothing, or something of another program
            return None
        return Kept(
            found["code"], found["key_hash"], found["lesson"], found["title"], float(found["opened"]), json.loads(found["state"])
        )

    def rooms(self) -> list[Kept]:
        with self._in_words():
            codes = [key.partition(":")[2] for key in self._db.scan_iter("room:?????", count=1_000, _type="HASH")]
        return sorted((room for code in codes if (room := self.kept(code)) is not None), key=lambda room: room.opened)

    def keep_state(self, code: str, state: dict[str, Any]) -> None:
        told = json.dumps(
            {"show": "state", "chapter": state.get("chapter"), "step": state.get("step"), "open": state.get("open")}
        )
        with self._in_words():
            fields = ["state", json.dumps(state), "open", state.get("open", ""), "seen", str(time.time())]
            if not self._write(keys=[f"room:{code}"], args=[LIFE, *fields]):
                raise CannotKeep(f"{self.name}: {GONE}")
            self._db.publish(f"room:{code}", told)

    def keep_key(self, code: str, key_hash: str) -> None:
        with self._in_words():
            self._write(keys=[f"room:{code}"], args=[LIFE, "key_hash", key_hash])

    def keep_people(self, code: str, people: Iterable[Person]) -> None:
        fields = [text for one in people for text in (one.id, json.dumps(one[1:]))]
        with self._in_words():
            self._write(keys=[f"room:{code}", f"people:{code}"], args=[LIFE, *fields])

    def people(self, code: str) -> list[Person]:
        with self._in_words():
            found = self._db.hgetall(f"people:{code}")
        return sorted((Person(id, *json.loads(rest)) for id, rest in found.items()), key=lambda one: one.came)

    def keep_said(self, code: str, said: Iterable[Said]) -> list[bool]:
        taken: list[bool] = []
        with self._in_words(), self._db.pipeline(transaction=False) as pipe:
            sizes = []
            for (question, ballot), group in groupby(said, key=lambda one: (one.question, one.ballot)):
                every = list(group)
                for start in range(0, len(every), MOST_AT_ONCE):
                    some = every[start : start + MOST_AT_ONCE]
                    told = [text for one in some for text in (one.person, json.dumps([one.said, one.sure, one.at]))]
                    keys = [f"room:{code}", _ballot_key(code, question, ballot), f"ballots:{code}"]
                    self._keep_said(keys=keys, args=[ballot_name(question, ballot), ANY_BALLOT, LIFE, *told], client=pipe)
                    sizes.append(len(some))
            for kept, size in zip(pipe.execute(), sizes):
                taken += [bool(kept)] * size
        return taken

    def said(self, code: str) -> list[Said]:
        found = []
        with self._in_words():
            for key in self._db.smembers(f"ballots:{code}"):
                question, _, ballot = key.removeprefix(f"said:{code}:").rpartition(":")
                for person, text in self._db.hgetall(key).items():
                    said, sure, at = json.loads(text)
                    found.append(Said(question, int(ballot), person, tuple(said), sure, at))
        return sorted(found, key=lambda one: one.at)

    def forget_person(self, code: str, person: str) -> None:
        with self._in_words():
            for key in self._db.smembers(f"ballots:{code}"):
                self._db.hdel(key, person)
            self._db.hdel(f"people:{code}", person)

    def mind(self, code: str) -> None:
        """Redis deletes by itself what is left; what is being presented gets another day."""
        with self._in_words():
            for key in self._keys(code):
                self._db.expire(key, LIFE)
            if code in self._held:
                self._held[code].get_message()  # listens again, if Redis was away in the meantime

    def delete(self, code: str) -> None:
        with self._in_words():
            self._db.delete(*self._keys(code))
            self._db.publish(f"room:{code}", json.dumps({"show": "ended"}))
        self._let_go(code)

    def close(self) -> None:
        for code in list(self._held):
            self._let_go(code)
        with suppress(self._error):
            self._db.close()

    def _keys(self, code: str) -> list[str]:
        return [f"room:{code}", f"people:{code}", f"ballots:{code}", *self._db.smembers(f"ballots:{code}")]

    def _let_go(self, code: str) -> None:
        with suppress(self._error):
            if (listening := self._held.pop(code, None)) is not None:
                listening.close()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        import redis

        try:
            yield
        except redis.AuthenticationError:
            raise CannotKeep(f"{self.name} wants another name or password: redis://NAME:PASSWORD@HOST:PORT/0") from None
        except (redis.ConnectionError, redis.TimeoutError):
            raise CannotKeep(f"{self.name} does not answer; is a Redis server running there?") from None
        except self._error as error:
            raise CannotKeep(f"{self.name} cannot be used: {error}") from None


def _ballot_key(code: str, question: str, ballot: int) -> str:
    return f"said:{code}:{question}:{ballot}"


def _without_password(url: str) -> str:
    """The address as it may be printed."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
