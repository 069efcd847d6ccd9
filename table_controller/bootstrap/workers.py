"""Processes that work for this one: they end with it, however it ends, and with the first that fails.

Owns their beginning and end, and the count of what is done; what they do is submitted to the pool.
"""

import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TypeVar

from table_controller.bootstrap.processes import end_with_parent

CORES = 2
"""So many at once where the work is all computing."""

T = TypeVar("T")

Say = Callable[[int, int], None]
"""Told how many of how many pieces of work are done."""


class WorkerLost(RuntimeError):
    """A process that worked was ended by somebody else; what it did is lost."""

    def __init__(self) -> None:
        super().__init__("a process that worked for this command was ended")


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many. WorkerLost when one of them is killed; on any way out none is left."""
    with TemporaryDirectory(prefix="burnturn-", ignore_cleanup_errors=True) as folder:
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _serve, (os.getpid(), folder))
        yield from _used(pool)


def _used(pool: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    try:
        yield pool
    except BrokenProcessPool as broken:
        raise WorkerLost from broken
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _serve(parent: int, folder: str) -> None:
    """Runs in a worker. Ctrl-C is its parent's to hear; a parent that is gone already will not end it any more; what it leaves
    lies in its parent's folder.
    """
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if os.getppid() != parent:
        sys.exit(1)


def counted(results: Iterable[T], of: int, say: Say) -> list[T]:
    """All of them, in their order; `say` hears of each as it comes."""
    done: list[T] = []
    for one in results:
        done.append(one)
        say(len(done), of)
    return done


def unsaid(_done: int, _of: int) -> None:
    """A `Say` for whom it does not concern."""
