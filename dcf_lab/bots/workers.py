"""Processes that work for this one: they do not hear Ctrl-C, and they end with it, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType


@contextmanager
def workers(number: int | None = None) -> Iterator[ProcessPoolExecutor]:
    """So many workers, or one for each core. Whoever leaves has all that was wanted of them, so they are stopped.

    When one of them dies, the pool's own thread may find work that has just been called off; that is nothing to tell of.
    """
    pool = ProcessPoolExecutor(number, initializer=_begin)
    before = threading.excepthook
    threading.excepthook = lambda args: None if args.exc_type is InvalidStateError else before(args)
    try:
        yield pool
    finally:
        for worker in list((pool._processes or {}).values()):  # nothing public stops a worker in the middle of its work
            worker.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
        threading.excepthook = before


def _begin() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process that is killed can stop nobody, so its workers see for themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def ending_tidily() -> Iterator[None]:
    """A request to end (SIGTERM) is heard as Ctrl-C is, so that everything that was begun is ended, too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    here = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() != here:  # a worker that has only just been made
            os._exit(1)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
